//! Runs test suites of MLIR with memplan in the place of `mlir-opt`: the `RUN` lines of files, each on each section of
//! its file, with FileCheck as the judge.
//!
//! The program is `plug-ins` (`examples/plug-ins`), memplan with a dialect `test`. Lines that need passes or tools that
//! memplan does not have are counted apart.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tidy::files_with;

/// Names of FileCheck, the newest first.
const FILE_CHECKS: [&str; 4] = ["FileCheck-22", "FileCheck-19", "FileCheck", "FileCheck-14"];
/// Whose failures do not count, where it is installed.
const REFERENCE: &str = "/usr/lib/llvm-22/bin/mlir-opt";
const SEPARATOR: &str = "// -----";

/// What became of one section under one `RUN` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// As the file expects.
    Pass,
    /// memplan refuses what the file expects to be invalid, in its own words.
    Words,
    /// memplan takes the section, and its output is not the expected one.
    Differ,
    /// memplan refuses what is expected to be valid.
    Refused,
    /// mlir-opt 22 does not do what the file expects either: suites of other versions.
    Stale,
    /// A pass, a flag or a tool that memplan does not have.
    Foreign,
}

/// Runs the suites below the folders. `--list` shows each section that does not pass.
///
/// # Errors
///
/// If a folder cannot be read or the program cannot be built.
pub(crate) fn run(root: &Path, words: &[String]) -> Result<String, String> {
    let Some(file_check) = FILE_CHECKS.into_iter().find(|name| is_there(name)) else {
        return Ok("lit: SKIPPED: there is no FileCheck; `llvm-22-tools` has it".to_owned());
    };
    let is_listing = words.iter().any(|word| word == "--list");
    let folders: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    if folders.is_empty() {
        return Err("usage: cargo xtask lit [--list] DIR...".to_owned());
    }
    let wrong = |error: io::Error| error.to_string();
    let lab = Lab::new(root, file_check)?;
    let mut files = Vec::new();
    for folder in folders {
        let path = Path::new(folder);
        if path.is_dir() {
            files_with(path, "mlir", &mut files).map_err(wrong)?;
        } else {
            files.push(path.to_owned());
        }
    }
    files.sort();
    let mut totals: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut report = String::new();
    for file in &files {
        for (place, verdict, message) in lab.file(file).map_err(wrong)? {
            *totals.entry(verdict).or_default() += 1;
            if is_listing && verdict != Verdict::Pass {
                _ = writeln!(report, "{verdict:?} {place}: {message}");
            }
        }
    }
    _ = write!(
        report,
        "{} files with {file_check}: {totals:?}",
        files.len()
    );
    Ok(report)
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok()
}

/// Where sections run.
struct Lab {
    folder: PathBuf,
    path: String,
}

impl Lab {
    /// A folder with programs of the names that `RUN` lines use.
    fn new(root: &Path, file_check: &str) -> Result<Self, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .current_dir(root)
            .args(["build", "--quiet", "--package", "plug-ins"])
            .status();
        if !built.is_ok_and(|status| status.success()) {
            return Err("lit: cannot build `plug-ins`".to_owned());
        }
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let folder = target.join("lit");
        let program = target.join("debug/plug-ins");
        let opt = format!(
            "#!/bin/sh\nif [ -n \"$REFERENCE\" ]; then exec \"$REFERENCE\" \"$@\"; fi\n'{}' opt \"$@\" 2> \"$LIT/stderr\"\ncode=$?\necho $code >> \"$LIT/codes\"\ncat \"$LIT/stderr\" >> \"$LIT/errors\"\n\
             cat \"$LIT/stderr\" >&2\nexit $code\n",
            program.display()
        );
        let scripts = [
            ("mlir-opt", opt),
            (
                "FileCheck",
                format!("#!/bin/sh\nexec {file_check} --allow-empty \"$@\"\n"),
            ),
            (
                "not",
                "#!/bin/sh\nif [ \"$1\" = --crash ]; then shift; fi\n! \"$@\"\n".to_owned(),
            ),
        ];
        let make = || -> io::Result<()> {
            fs::create_dir_all(folder.join("bin"))?;
            for (name, text) in scripts {
                let path = folder.join("bin").join(name);
                fs::write(&path, text)?;
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            }
            Ok(())
        };
        make().map_err(|error| error.to_string())?;
        let others = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{others}", folder.join("bin").display());
        Ok(Self { folder, path })
    }

    /// The verdicts on all sections of a file under all its `RUN` lines, with places and messages.
    fn file(&self, file: &Path) -> io::Result<Vec<(String, Verdict, String)>> {
        let text = fs::read_to_string(file)?;
        let mut verdicts = Vec::new();
        for command in commands(&text) {
            let mut line = 1;
            for section in text.split(SEPARATOR) {
                let place = format!("{}:{line}", file.display());
                line += section.matches('\n').count();
                let (verdict, message) = self.section(&command, section)?;
                verdicts.push((place, verdict, message));
            }
        }
        Ok(verdicts)
    }

    fn section(&self, command: &str, section: &str) -> io::Result<(Verdict, String)> {
        let file = self.folder.join("section.mlir");
        fs::write(&file, section)?;
        let is_checked = prefixes(command)
            .iter()
            .any(|prefix| has_check(section, prefix));
        let expects_errors = command.contains("verify-diagnostics");
        let command = command.replace("%s", &file.display().to_string());
        let ran = self.shell(&command, false)?;
        // A shell takes the status of the last program of a pipe.
        let has_failed = ran.has_code("1") && !command.contains("not mlir-opt");
        let verdict = if ran.has_code("2") || command.contains('%') {
            Verdict::Foreign
        } else if !has_failed && (ran.is_success || !is_checked) {
            Verdict::Pass
        } else if has_failed && !expects_errors {
            Verdict::Refused
        } else if has_failed
            && section.contains("expected-error")
            && self
                .shell(&without_expectations(&command), false)?
                .has_code("1")
        {
            Verdict::Words
        } else {
            Verdict::Differ
        };
        let may_be_stale = matches!(verdict, Verdict::Differ | Verdict::Refused | Verdict::Words)
            && Path::new(REFERENCE).exists();
        let verdict = if may_be_stale && !self.shell(&command, true)?.is_success {
            Verdict::Stale
        } else {
            verdict
        };
        let first = ran.errors.lines().find(|line| line.contains("error"));
        Ok((verdict, first.unwrap_or(&ran.said).to_owned()))
    }

    /// Runs a command with memplan or the reference in the place of `mlir-opt`.
    fn shell(&self, command: &str, is_reference: bool) -> io::Result<Ran> {
        for log in ["codes", "errors"] {
            fs::write(self.folder.join(log), "")?;
        }
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &self.path)
            .env("LIT", &self.folder)
            .env("REFERENCE", if is_reference { REFERENCE } else { "" })
            .stdin(Stdio::null())
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        Ok(Ran {
            is_success: output.status.success(),
            codes: fs::read_to_string(self.folder.join("codes"))?,
            errors: fs::read_to_string(self.folder.join("errors"))?,
            said: said.lines().next().unwrap_or_default().to_owned(),
        })
    }
}

/// What a command did.
struct Ran {
    is_success: bool,
    /// The exit codes of memplan, one in a line.
    codes: String,
    /// What memplan wrote to standard error.
    errors: String,
    /// The first line of all that was written there.
    said: String,
}

impl Ran {
    fn has_code(&self, code: &str) -> bool {
        self.codes.lines().any(|line| line == code)
    }
}

/// A command whose errors are errors.
fn without_expectations(command: &str) -> String {
    let words = command.split(' ');
    let words: Vec<&str> = words
        .filter(|word| !word.contains("-verify-diagnostics"))
        .collect();
    words.join(" ")
}

/// The commands of the `RUN` lines.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("RUN:") else {
            continue;
        };
        let rest = rest.trim();
        let (part, goes_on) = match rest.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (rest, false),
        };
        match commands.last_mut() {
            Some(last) if is_open => last.push_str(part),
            _ => commands.push(part.to_owned()),
        }
        is_open = goes_on;
    }
    commands
}

/// The prefixes of the expectations of a command.
fn prefixes(command: &str) -> Vec<&str> {
    let mut prefixes: Vec<&str> = command
        .split_whitespace()
        .filter_map(|word| word.split_once("check-prefix"))
        .filter_map(|(_, rest)| rest.split_once('='))
        .flat_map(|(_, list)| list.split(','))
        .collect();
    if prefixes.is_empty() && command.contains("FileCheck") {
        prefixes.push("CHECK");
    }
    prefixes
}

fn has_check(section: &str, prefix: &str) -> bool {
    section.match_indices(prefix).any(|(at, _)| {
        let tail = &section[at + prefix.len()..];
        tail.starts_with(':') || tail.starts_with('-')
    })
}
