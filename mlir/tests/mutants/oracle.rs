//! Runs mlir-opt 22 on many programs.

use std::path::Path;
use std::process::Command;

/// The answer to one program.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The program in generic form.
    Accepted(String),
    /// The first error.
    Refused(String),
    /// mlir-opt crashed or did not terminate.
    Crashed,
}

/// The answers to programs, in their order.
pub(crate) fn ask(mlir_opt: &Path, programs: &[String]) -> Vec<Answer> {
    programs
        .chunks(200)
        .flat_map(|chunk| ask_some(mlir_opt, chunk))
        .collect()
}

const SEPARATOR: &str = "// -----\n";
/// Printed between the answers; no program prints it.
const MARKER: &str = "//=====";

/// A crash loses the answers to all programs of a process, so each half is tried again.
fn ask_some(mlir_opt: &Path, programs: &[String]) -> Vec<Answer> {
    let mut first_lines = Vec::new();
    let (mut text, mut line) = (String::new(), 1);
    for program in programs {
        first_lines.push(line);
        text.push_str(program);
        text.push_str(SEPARATOR);
        line += program.matches('\n').count() + 1;
    }
    // Drop the separator after the last program.
    text.truncate(text.len() - SEPARATOR.len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.mlir");
    std::fs::write(&file, text).unwrap();
    let output = Command::new("timeout")
        .arg("60")
        .arg(mlir_opt)
        .arg(&file)
        .args([
            "--allow-unregistered-dialect",
            "--mlir-disable-threading",
            "--split-input-file",
        ])
        .args(["--mlir-print-op-generic", "--mlir-print-local-scope"])
        .arg(format!("--output-split-marker={MARKER}"))
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let printed: Vec<&str> = stdout.split(&format!("{MARKER}\n")).collect();
    if !matches!(output.status.code(), Some(0 | 1)) || printed.len() != programs.len() {
        if programs.len() == 1 {
            return vec![Answer::Crashed];
        }
        let (first, second) = programs.split_at(programs.len() / 2);
        let mut answers = ask_some(mlir_opt, first);
        answers.extend(ask_some(mlir_opt, second));
        return answers;
    }
    let mut answers: Vec<Answer> = printed
        .iter()
        .map(|text| match text.trim() {
            "" => Answer::Refused(String::new()),
            _ => Answer::Accepted((*text).to_owned()),
        })
        .collect();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let prefix = format!("{}:", file.display());
    for message in stderr.lines() {
        let Some((line, rest)) = message
            .strip_prefix(&prefix)
            .and_then(|rest| rest.split_once(':'))
        else {
            continue;
        };
        let Some((_, message)) = rest.split_once(" error: ") else {
            continue;
        };
        let line: usize = line.parse().unwrap_or(1);
        let index = first_lines.partition_point(|&first| first <= line) - 1;
        if let Answer::Refused(text) = &mut answers[index]
            && text.is_empty()
        {
            message.clone_into(text);
        }
    }
    answers
}
