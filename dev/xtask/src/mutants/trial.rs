//! Builds a copy of the tree with mutants, and runs its tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use rayon::prelude::*;
use serde_json::Value;

use super::Mutants;
use super::sites::instrument;

/// How much processor time tests may take with a mutant: this, and five times what they take without.
const LEAST_LIMIT: Duration = Duration::from_secs(10);

/// Tests that take more processor time are left out: a quicker one should notice.
const LONGEST: Duration = Duration::from_secs(4);

/// How long the tests of one mutant may take together without a change; slower ones are left out.
const MOST: Duration = Duration::from_secs(40);

/// The files of a crate that get the switch.
const ROOTS: [&str; 2] = ["src/lib.rs", "tests/main.rs"];

pub(super) struct Test {
    program: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
    name: String,
    /// How long it takes without a change, and the mutants that it reaches.
    time: Duration,
    reached: BTreeSet<usize>,
}

/// Builds the tests of the tree with mutants into `tree`. Mutants that do not compile are removed.
pub(super) fn build(root: &Path, tree: &Path, mutants: &mut Mutants) -> io::Result<Vec<Test>> {
    let names = mutants.values().map(|mutant| mutant.packages.split(' '));
    let names: BTreeSet<&str> = names.flatten().collect();
    let cargo = |words: &[&str]| {
        Command::new(env!("CARGO"))
            .args(words)
            .args(["--tests", "-p", "memplan", "-p", "memplan-cli"])
            .args(names.iter().map(|name| format!("-pmemplan-{name}")))
            .env("CARGO_TARGET_DIR", tree.join("../build"))
            .current_dir(tree)
            .output()
    };
    loop {
        write(root, tree, mutants)?;
        let output = cargo(&["build", "--keep-going", "--message-format=short"])?;
        if output.status.success() {
            break;
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let errors = text.lines().filter(|line| line.contains("error"));
        let wrong: BTreeSet<usize> = errors
            .clone()
            .filter_map(|line| culprit(line, tree))
            .collect();
        if wrong.is_empty() {
            return Err(io::Error::other(errors.collect::<Vec<_>>().join("\n")));
        }
        mutants.retain(|number, _| !wrong.contains(number));
        eprintln!("{} mutants do not compile", wrong.len());
    }
    let output = cargo(&["test", "--no-run", "--message-format=json"])?;
    let mut tests = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line)?;
        let text = |key: &str| message[key].as_str();
        if let (Some(program), Some(manifest)) = (text("executable"), text("manifest_path")) {
            let list = Command::new(program).arg("--list").output()?;
            let list = String::from_utf8_lossy(&list.stdout);
            let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
            tests.extend(names.map(|name| Test {
                program: program.into(),
                folder: manifest.trim_end_matches("/Cargo.toml").into(),
                name: name.into(),
                time: Duration::ZERO,
                reached: BTreeSet::new(),
            }));
        }
    }
    Ok(tests)
}

/// The mutant that an error of the compiler is in, or that ends last before it. Else the first one, which may be in the
/// same loop.
fn culprit(message: &str, tree: &Path) -> Option<usize> {
    let mut place = message.split_once(": error")?.0.split(':');
    let text = fs::read_to_string(tree.join(place.next()?)).ok()?;
    let mut number = || place.next()?.parse::<usize>().ok();
    let (line, column) = (number()?, number()?);
    let lines = text.split_inclusive('\n').take(line - 1);
    let end = lines.map(str::len).sum::<usize>() + column;
    let before = text.get(..end)?.rsplit_once("is_on(");
    let (_, from) = before.or_else(|| text.split_once("is_on("))?;
    from.split_once(')')?.0.parse().ok()
}

/// Writes the tree with mutants, without touching files that are the same as before: what was built from these stays
/// valid.
fn write(root: &Path, tree: &Path, mutants: &Mutants) -> io::Result<()> {
    let mut by_file: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (&number, mutant) in mutants {
        // Tests may include sources.
        for file in ROOTS {
            by_file
                .entry(format!("{}/{file}", mutant.folder))
                .or_default();
        }
        let sites = by_file.entry(mutant.path.clone()).or_default();
        sites.push((number, &mutant.site));
    }
    let mut git = Command::new("git");
    git.args(["ls-files", "-co", "--exclude-standard"]);
    let output = git.current_dir(root).output()?;
    let names = String::from_utf8_lossy(&output.stdout);
    let names: BTreeSet<&str> = names.lines().collect();
    let (list, text) = (
        tree.with_extension("list"),
        names.iter().copied().collect::<String>(),
    );
    if fs::read_to_string(&list).ok().as_ref() != Some(&text) {
        // A file that is gone may be a fixture.
        let _ = fs::remove_dir_all(tree);
        fs::create_dir_all(tree)?;
        fs::write(&list, text)?;
    }
    link_shared(root, tree)?;
    for name in names {
        let (from, to) = (root.join(name), tree.join(name));
        let Ok(mut text) = fs::read(&from) else {
            continue;
        };
        if let Some(sites) = by_file.get(name) {
            text = instrument(&String::from_utf8_lossy(&text), sites).into_bytes();
            if ROOTS.iter().any(|file| name.ends_with(file)) {
                let switch = include_str!("switch.rs");
                text.extend(format!("\nmod mutant_switch {{\n{switch}}}\n").bytes());
            }
        }
        if fs::read(&to).ok().as_ref() != Some(&text) {
            fs::create_dir_all(to.parent().unwrap_or(tree))?;
            fs::write(&to, text)?;
            fs::set_permissions(&to, fs::metadata(&from)?.permissions())?;
        }
    }
    Ok(())
}

/// Puts the shared models and traces beside the tree, where there are any: tests look for them there.
fn link_shared(root: &Path, tree: &Path) -> io::Result<()> {
    let (shared, link) = (root.join("../shared"), tree.with_file_name("shared"));
    if shared.is_dir() && !link.exists() {
        std::os::unix::fs::symlink(shared.canonicalize()?, link)?;
    }
    Ok(())
}

/// Runs each test without a change. One that fails then, or takes long, is left out.
pub(super) fn record(tree: &Path, tests: &mut [Test]) -> io::Result<()> {
    let tests = tests.par_iter_mut().enumerate();
    tests.try_for_each(|(number, test)| {
        let path = tree.with_extension(format!("reached-{number}"));
        fs::write(&path, "")?;
        let start = Instant::now();
        let failed = failure(&[test], &path.to_string_lossy(), LONGEST)?;
        test.time = start.elapsed();
        let reached = fs::read_to_string(&path)?;
        fs::remove_file(&path)?;
        if let Some(line) = failed {
            eprintln!("left out: {line}");
        } else {
            let numbers = reached.lines().map(|line| line.parse().ok());
            test.reached = numbers.flatten().collect();
        }
        Ok(())
    })
}

/// Runs the tests that reach a mutant, quick ones first, and of these the ones in a folder: the line of one that fails,
/// or how many pass.
pub(super) fn verdict(
    tests: &[Test],
    number: usize,
    folder: &Path,
) -> io::Result<Result<String, usize>> {
    let tests = tests.iter().filter(|test| test.reached.contains(&number));
    let mut tests: Vec<_> = tests.collect();
    let magnitude = |test: &Test| test.time.as_millis().max(1).ilog2();
    tests.sort_by_key(|test| (magnitude(test), test.folder != folder, &test.program));
    let in_one_process = |a: &&Test, b: &&Test| {
        a.program == b.program && magnitude(a) == magnitude(b) && magnitude(a) < 8
    };
    let mut left = MOST;
    for tests in tests.chunk_by(in_one_process) {
        let time: Duration = tests.iter().map(|test| test.time).sum();
        left = left.saturating_sub(time);
        if left == Duration::ZERO {
            break;
        }
        if let Some(line) = failure(tests, &number.to_string(), LEAST_LIMIT + 5 * time)? {
            return Ok(Ok(line));
        }
    }
    Ok(Err(tests.len()))
}

/// Runs tests of one program with a choice of mutants: the line of one that fails; `None` if all pass.
fn failure(tests: &[&Test], choice: &str, limit: Duration) -> io::Result<Option<String>> {
    // Loops that a mutant makes endless may allocate, or wait.
    let (cpu, wall) = (limit.as_secs(), 4 * limit.as_secs());
    let shell =
        format!("ulimit -v 8388608; ulimit -t {cpu}; exec timeout -s KILL {wall} \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &shell])
        .arg(&tests[0].program)
        .args(["--exact", "--test-threads=1"])
        .args(tests.iter().map(|test| &test.name))
        .env("MEMPLAN_MUTANT", choice)
        // Tests that compare with files look for them from here.
        .env("CARGO_MANIFEST_DIR", &tests[0].folder)
        .current_dir(&tests[0].folder)
        .stderr(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let status = format!("{}: {}", tests[0].name, output.status);
    let failed = text.lines().find(|line| line.ends_with("FAILED"));
    Ok((!output.status.success()).then(|| failed.map_or(status, str::to_owned)))
}
