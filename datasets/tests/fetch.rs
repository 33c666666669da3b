//! Tests the script that downloads the public sets with local repositories: wrong checksums,
//! missing files and interruptions.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use memplan_testing::outside::skip_tool;
use memplan_testing::scratch::Scratch;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with two repositories and what was fetched from them.
struct Mirror {
    root: Scratch,
    sets: String,
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    let output = Command::new("git")
        .args(identity)
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Mirror {
    /// Two repositories with two files each; prints a message and returns `None` without git.
    fn new(test: &str) -> Option<Self> {
        let mut mirror = Self {
            root: Scratch::new(&format!("fetch-{test}")),
            sets: String::new(),
        };
        for set in ["one", "two"] {
            let repository = mirror.root.folder().join("from/owner").join(set);
            fs::create_dir_all(repository.join("data")).unwrap();
            for name in ["a.csv", "b.csv"] {
                let text = format!("id,lower,upper,size\n{set}-{name},0,1,8\n");
                fs::write(repository.join("data").join(name), text).unwrap();
            }
            if git(&repository, &["init", "--quiet"]).is_none() {
                skip_tool("git");
                return None;
            }
            git(&repository, &["add", "."]).unwrap();
            git(&repository, &["commit", "--quiet", "-m", "data"]).unwrap();
            let commit = git(&repository, &["rev-parse", "HEAD"]).unwrap();
            let url = format!("https://github.com/owner/{set}");
            mirror.sets += &format!("{set} {url} {commit} data/*.csv\n");
        }
        Some(mirror)
    }

    /// Runs the script with these lists of sets and sums.
    fn fetch(&self, sets: &str, sums: &str) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fetch.sh");
        let (sets_file, sums_file) = (
            self.root.folder().join("sets"),
            self.root.folder().join("sums"),
        );
        fs::write(&sets_file, sets).unwrap();
        fs::write(&sums_file, format!("{sums}\n")).unwrap();
        Command::new("sh")
            .arg(script)
            .arg(self.root.folder().join("to"))
            .env("MEMPLAN_FETCH_FROM", self.root.folder().join("from"))
            .env("MEMPLAN_FETCH_SETS", sets_file)
            .env("MEMPLAN_FETCH_SUMS", sums_file)
            .output()
            .unwrap()
    }

    fn has(&self, file: &str) -> bool {
        self.root.folder().join("to").join(file).is_file()
    }

    /// Takes a repository away, or brings it back.
    fn move_repository(&self, from: &str, to: &str) {
        let owner = self.root.folder().join("from/owner");
        fs::rename(owner.join(from), owner.join(to)).unwrap();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The MD5 sum of `one/a.csv`.
const SUM: &str = "bf186ba334617c89aea25ba53a05a95f";

#[test]
fn what_is_there_is_not_fetched_again() {
    let Some(mirror) = Mirror::new("again") else {
        return;
    };
    let output = mirror.fetch(&mirror.sets, &format!("{SUM}  one/a.csv"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(mirror.has("one/a.csv") && mirror.has("one/b.csv") && mirror.has("two/b.csv"));
    // The mirrors are gone; the download cache must suffice.
    mirror.move_repository("one", "gone");
    mirror.move_repository("two", "gone-too");
    let output = mirror.fetch(&mirror.sets, &format!("{SUM}  one/a.csv"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).matches(" is there").count(), 2);
}

#[test]
fn an_interrupted_run_is_resumed() {
    let Some(mirror) = Mirror::new("resumed") else {
        return;
    };
    mirror.move_repository("one", "gone");
    let output = mirror.fetch(&mirror.sets, "");
    assert_eq!(output.status.code(), Some(1));
    let complaint = "fetch.sh: one: data/*.csv was not fetched";
    assert!(
        text(&output.stderr).contains(complaint),
        "{}",
        text(&output.stderr)
    );
    assert!(!mirror.has("one/a.csv") && mirror.has("two/a.csv"));
    // A partial download does not count as a file.
    fs::create_dir_all(mirror.root.folder().join("to/one")).unwrap();
    fs::write(mirror.root.folder().join("to/one/.a.csv.part"), "id,lo").unwrap();
    mirror.move_repository("gone", "one");
    let output = mirror.fetch(&mirror.sets, &format!("{SUM}  one/a.csv"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(mirror.has("one/a.csv") && !mirror.has("one/.a.csv.part"));
    assert_eq!(text(&output.stdout).matches(" is there").count(), 1);
}

#[test]
fn a_wrong_sum_is_an_error_and_the_file_is_not_used() {
    let Some(mirror) = Mirror::new("sum") else {
        return;
    };
    let wrong = "00000000000000000000000000000000  one/a.csv";
    let output = mirror.fetch(&mirror.sets, wrong);
    assert_eq!(output.status.code(), Some(1));
    let complaint = format!("one/a.csv has the MD5 sum {SUM}, expected 0000");
    assert!(
        text(&output.stderr).contains(&complaint),
        "{}",
        text(&output.stderr)
    );
    assert!(!mirror.has("one/a.csv") && mirror.has("one/a.csv.wrong") && mirror.has("one/b.csv"));
    // The next run fetches the file again.
    let output = mirror.fetch(&mirror.sets, &format!("{SUM}  one/a.csv"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(mirror.has("one/a.csv"));
}

#[test]
fn missing_files_and_commits_are_named_and_the_rest_is_fetched() {
    let Some(mirror) = Mirror::new("missing") else {
        return;
    };
    let sets = mirror.sets.replacen("data/*.csv", "data/none.csv", 1);
    let output = mirror.fetch(&sets, "");
    assert_eq!(output.status.code(), Some(1));
    let complaint = "fetch.sh: one: no file matches data/none.csv at ";
    assert!(
        text(&output.stderr).contains(complaint),
        "{}",
        text(&output.stderr)
    );
    assert!(mirror.has("two/a.csv") && mirror.has("two/b.csv"));
    let sets = format!(
        "one https://github.com/owner/one {} data/a.csv\n",
        "0".repeat(40)
    );
    let output = mirror.fetch(&sets, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(!mirror.has("one/a.csv"));
}

#[test]
fn each_set_is_pinned_to_a_commit() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fetch.sh");
    let output = Command::new("sh")
        .arg(script)
        .arg("--list")
        .output()
        .unwrap();
    let list = text(&output.stdout);
    assert!(4 < list.lines().count(), "{list}");
    for line in list.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_commit =
            |text: &str| text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(fields.len() == 4 && is_commit(fields[2]), "{line}");
        assert!(fields[1].starts_with("https://github.com/"), "{line}");
    }
}
