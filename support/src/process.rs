//! Other programs.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a program on bytes that it reads from its standard input.
///
/// # Errors
///
/// When it cannot be started.
pub fn run_on(program: &Path, flags: &[&str], input: &[u8]) -> io::Result<Output> {
    let mut child = Command::new(program)
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdin = child.stdin.take();
    // The program may print before it has read everything: one thread writes, this one reads.
    std::thread::scope(|scope| {
        // The program may close the pipe early; its exit status reports errors.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    })
}
