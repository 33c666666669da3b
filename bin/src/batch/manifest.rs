//! The manifest of a directory of plans, from which an interrupted run resumes.
//!
//! `memplan-manifest.jsonl` has one line for each finished plan: the name and hash of the plan, the hash of its
//! traces, the request, and the time of the planner. It is a separate file so that plans, which contain no times, are
//! the same bytes in every run.
//!
//! A line is appended, in one write, after its plan is in place. So a killed run leaves at most an incomplete line,
//! which is skipped, or a plan without a line, which is computed again. Later lines override earlier ones.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memplan_planner::wire;
use serde::{Deserialize, Serialize};

use crate::exit::Outcome;
use crate::io;

/// The name of the manifest in its directory.
pub(crate) const FILE_NAME: &str = "memplan-manifest.jsonl";

/// One finished plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The path of the plan below the directory, with `/`.
    pub plan: String,
    /// XXH3 of the plan file, 32 hexadecimal digits.
    pub plan_hash: String,
    /// [`memplan_planner::wire::trace_hash`] of the traces, likewise.
    pub trace_hash: String,
    /// Planner, options and limits; see [`super::Request`].
    pub request: String,
    /// The planning time for each trace.
    pub elapsed_ms: Vec<f64>,
    /// The reason why the planner stopped early, for each trace: see [`memplan_planner::StopReason::name`].
    #[serde(default)]
    pub stopped_by: Vec<Option<String>>,
}

impl Line {
    /// The line of a plan with these bytes, without its request.
    pub(crate) fn of(plan: &str, bytes: &[u8], trace_hash: Option<u128>) -> Self {
        let hex = |hash: u128| format!("{hash:032x}");
        Self {
            plan: plan.to_owned(),
            plan_hash: hex(wire::source_hash(bytes)),
            trace_hash: hex(trace_hash.unwrap_or_default()),
            request: String::new(),
            elapsed_ms: Vec::new(),
            stopped_by: Vec::new(),
        }
    }
}

/// The manifest of a directory, open for more lines.
#[derive(Debug)]
pub(crate) struct Manifest {
    path: PathBuf,
    file: File,
    lines: BTreeMap<String, Line>,
}

impl Manifest {
    /// Opens the manifest of a directory, or begins one.
    ///
    /// # Errors
    ///
    /// When it can be neither read nor written. Malformed lines are skipped.
    pub(crate) fn open(directory: &Path) -> Outcome<Self> {
        let path = directory.join(FILE_NAME);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|error| io::cannot_write(&path, &error))?;
        let fail = |error: std::io::Error| io::cannot_read(&path, &error);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(fail)?;
        file.read_to_end(&mut bytes).map_err(fail)?;
        let lines = bytes
            .split(|&byte| byte == b'\n')
            .filter_map(|line| serde_json::from_slice::<Line>(line).ok())
            .map(|line| (line.plan.clone(), line))
            .collect();
        if bytes.last().is_some_and(|&byte| byte != b'\n') {
            // An incomplete line would corrupt the next one.
            file.write_all(b"\n")
                .map_err(|error| io::cannot_write(&path, &error))?;
        }
        Ok(Self { path, file, lines })
    }

    /// The line of a plan from earlier runs.
    pub(crate) fn line(&self, plan: &str) -> Option<&Line> {
        self.lines.get(plan)
    }

    /// Remembers a plan that is in place.
    ///
    /// # Errors
    ///
    /// When the line cannot be written.
    pub(crate) fn add(&mut self, line: &Line) -> Outcome<()> {
        // Strings and finite numbers always serialise.
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| io::cannot_write(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use memplan_testing::scratch::Scratch;

    use super::{FILE_NAME, Line, Manifest};

    fn line(plan: &str, request: &str) -> Line {
        Line {
            plan: plan.to_owned(),
            plan_hash: "0".repeat(32),
            trace_hash: "1".repeat(32),
            request: request.to_owned(),
            elapsed_ms: vec![0.5, 2.0],
            stopped_by: vec![None, Some("deadline".to_owned())],
        }
    }

    #[test]
    fn half_a_line_is_skipped_and_the_last_line_of_a_plan_counts() {
        let scratch = Scratch::new("lines");
        let directory = scratch.folder();
        let mut manifest = Manifest::open(directory).unwrap();
        for line in [line("a", "old"), line("a", "new"), line("b", "old")] {
            manifest.add(&line).unwrap();
        }
        let path = directory.join(FILE_NAME);
        let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(b"{\"plan\":\"c\",\"plan_ha").unwrap();

        let mut manifest = Manifest::open(directory).unwrap();
        assert_eq!(manifest.line("a"), Some(&line("a", "new")));
        assert_eq!(manifest.line("c"), None);
        manifest.add(&line("c", "whole")).unwrap();
        let manifest = Manifest::open(directory).unwrap();
        assert_eq!(manifest.line("b"), Some(&line("b", "old")));
        assert_eq!(manifest.line("c"), Some(&line("c", "whole")));
    }
}
