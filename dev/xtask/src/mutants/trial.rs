//! Builds and runs the tests of a copy of the tree.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::Suite;

/// The address space of a test program in KiB: loops that a mutant makes endless may allocate.
const MAX_KIB: u64 = 8 << 20;

/// Builds the test programs of a crate; `None` if it does not compile.
pub(super) fn build(tree: &Path, (package, _): Suite) -> io::Result<Option<Vec<PathBuf>>> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--no-run", "-p", package])
        .env("CARGO_TARGET_DIR", tree.join("../build"))
        .current_dir(tree)
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let programs = text.lines().filter_map(|line| {
        let path = line.trim().strip_prefix("Executable ")?;
        Some(path.rsplit_once('(')?.1.trim_end_matches(')').into())
    });
    Ok(output.status.success().then(|| programs.collect()))
}

/// The line of the first test of a program that fails; `None` if all pass.
pub(super) fn failure(
    tree: &Path,
    (_, folder): Suite,
    program: &Path,
    limit: Duration,
) -> io::Result<Option<String>> {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MAX_KIB}; exec \"$0\"")])
        .arg(program)
        .current_dir(tree.join(folder))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (sender, lines) = channel();
    let stdout = child.stdout.take();
    thread::spawn(move || {
        for line in stdout
            .into_iter()
            .flat_map(|out| BufReader::new(out).lines())
        {
            if line.map(|line| sender.send(line)).is_err() {
                return;
            }
        }
    });
    let end = Instant::now() + limit;
    let failed = loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.ends_with("FAILED") => break Some(line),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => {
                break Some(format!("no result after {} s", limit.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait()?;
                break (!status.success()).then(|| format!("the tests ended with {status}"));
            }
        }
    };
    // Has ended already, unless a test failed or took too long.
    let _ = child.kill();
    child.wait()?;
    Ok(failed)
}

/// Makes a folder equal to another one, without touching equal files, so that what was built from them stays valid.
pub(super) fn synchronize(from: &Path, to: &Path) -> io::Result<()> {
    let is_source = |name: &std::ffi::OsStr| name != "target" && name != ".git";
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let is_folder = path.is_dir();
        if from.join(&name).is_dir() != is_folder || !from.join(&name).exists() {
            if is_folder {
                fs::remove_dir_all(path)?;
            } else {
                fs::remove_file(path)?;
            }
        }
    }
    for entry in fs::read_dir(from)? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let copy = to.join(&name);
        if !is_source(&name) {
            continue;
        } else if path.is_dir() {
            synchronize(&path, &copy)?;
        } else if fs::read(&copy).ok() != Some(fs::read(&path)?) {
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
}
