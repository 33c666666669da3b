//! The fixture runner: files with an input, the test to run on it, and the expected output.
//!
//! A fixture starts with `// test: NAME`. `// -----` lines separate sections. A closure runs on each
//! section, and its result is compared with the `// output:` lines of the section and with the
//! `// error: message` comments at the ends of its lines. With `MEMPLAN_BLESS=1` in the environment,
//! the output lines are written instead; expected errors are always written by hand.
//!
//! This crate does not depend on the crates that it tests.
//!
//! ```
//! use memplan_testing::{Fixture, Outcome};
//!
//! let text = "// test: count words\none two\n// output: 2\n";
//! let fixture = Fixture::parse("count.txt", text)?;
//! let failures = fixture.check(|case| {
//!     assert_eq!(case.what, "count words");
//!     let words = case.code().flat_map(str::split_whitespace).count();
//!     Outcome::output(words.to_string())
//! });
//! assert!(failures.is_empty());
//! # Ok::<(), memplan_testing::FixtureError>(())
//! ```

pub mod callers;
pub mod carried;
pub mod chains;
pub mod chromium;
pub mod contracts;
pub mod dynamic;
pub mod gradients;
pub mod outside;
pub mod padding;
pub mod pages;
pub mod programs;
pub mod reuse;
pub mod schema;
pub mod scratch;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const HEADER: &str = "// test:";
const OUTPUT: &str = "// output:";
const ERROR: &str = "// error:";
const SEPARATOR: &str = "// -----";

/// Prints what a test measured, as one line that `cargo xtask thorough` puts into its report.
#[expect(clippy::print_stderr, reason = "figures are part of the test output")]
pub fn figure(text: &str) {
    eprintln!("figure: {text}");
}

/// One fixture file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// File name, for messages.
    pub name: String,
    /// The test that the first line names.
    pub what: String,
    sections: Vec<String>,
}

/// One section of a fixture, as the closure sees it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// File name, for messages.
    pub name: &'a str,
    /// The test that the first line of the file names, for example `collect tick{alignment=16}`.
    pub what: &'a str,
    /// The section with all its comments; line 1 is the first line of the section.
    pub text: &'a str,
}

/// The result of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Compared line by line with the `// output:` comments.
    pub output: String,
    /// Compared with the `// error:` comments: line in the section, from 1, and message.
    pub errors: Vec<(usize, String)>,
}

/// Why a section failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// File name.
    pub name: String,
    /// Number of the section, from 1.
    pub section: usize,
    /// The expected and the actual result, on several lines.
    pub report: String,
}

/// Why a fixture could not be run at all.
#[derive(Debug)]
pub enum FixtureError {
    /// The first line is not `// test: ..`.
    NoHeader(String),
    /// The directory holds no fixture.
    Empty(PathBuf),
    /// The file could not be read or written.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for FixtureError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoHeader(name) => write!(f, "{name}: the first line is not `{HEADER} ..`"),
            Self::Empty(path) => write!(f, "{}: no fixtures", path.display()),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FixtureError {}

impl Case<'_> {
    /// The lines that are no comments.
    pub fn code(&self) -> impl Iterator<Item = &str> {
        self.text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
    }
}

impl Outcome {
    /// Output without errors.
    pub fn output(output: impl Into<String>) -> Self {
        Self {
            output: output.into(),
            errors: Vec::new(),
        }
    }

    /// One error and no output.
    pub fn error(line: usize, message: impl Into<String>) -> Self {
        Self {
            output: String::new(),
            errors: vec![(line, message.into())],
        }
    }
}

impl Fixture {
    /// Splits a file into its sections.
    ///
    /// # Errors
    ///
    /// [`FixtureError::NoHeader`] when the first line does not say what to run.
    pub fn parse(name: &str, text: &str) -> Result<Self, FixtureError> {
        let what = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(HEADER))
            .ok_or_else(|| FixtureError::NoHeader(name.to_owned()))?;
        let mut sections = vec![String::new()];
        for line in text.lines() {
            if line.trim_end() == SEPARATOR {
                sections.push(String::new());
            } else if let Some(section) = sections.last_mut() {
                section.push_str(line);
                section.push('\n');
            }
        }
        Ok(Self {
            name: name.to_owned(),
            what: what.trim().to_owned(),
            sections,
        })
    }

    /// Runs every section and compares.
    pub fn check(&self, mut run: impl FnMut(Case<'_>) -> Outcome) -> Vec<Failure> {
        let mut failures = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            let outcome = run(self.case(section));
            let report = report(section, &outcome);
            if !report.is_empty() {
                failures.push(Failure {
                    name: self.name.clone(),
                    section: index + 1,
                    report,
                });
            }
        }
        failures
    }

    /// The file with the output lines that the closure gives.
    pub fn bless(&self, mut run: impl FnMut(Case<'_>) -> Outcome) -> String {
        let mut blessed = Vec::new();
        for section in &self.sections {
            let outcome = run(self.case(section));
            let mut text = String::new();
            for line in section.lines().filter(|line| !line.starts_with(OUTPUT)) {
                text.push_str(line);
                text.push('\n');
            }
            for line in outcome.output.lines() {
                text.push_str(OUTPUT);
                if !line.is_empty() {
                    text.push(' ');
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
            blessed.push(text);
        }
        blessed.join(&format!("{SEPARATOR}\n"))
    }

    fn case<'a>(&'a self, text: &'a str) -> Case<'a> {
        Case {
            name: &self.name,
            what: &self.what,
            text,
        }
    }
}

/// Runs every `.mlir` fixture below a directory, in order of their paths, and returns how many
/// sections passed. With `MEMPLAN_BLESS=1` the files are rewritten where their output differs.
///
/// # Errors
///
/// A text that lists every failure, or says why the fixtures could not be run.
pub fn run_directory(
    directory: &Path,
    mut run: impl FnMut(Case<'_>) -> Outcome,
) -> Result<usize, String> {
    let is_blessing = env::var_os("MEMPLAN_BLESS").is_some_and(|value| value == "1");
    let paths = fixture_files(directory).map_err(|error| error.to_string())?;
    let (mut passed, mut message) = (0, String::new());
    for path in paths {
        let failures = run_file(&path, is_blessing, &mut run, &mut passed)
            .map_err(|error| error.to_string())?;
        for failure in failures {
            // Writing to a string cannot fail.
            let _ = writeln!(
                message,
                "{} (section {}):\n{}",
                path.display(),
                failure.section,
                failure.report
            );
        }
    }
    if message.is_empty() {
        Ok(passed)
    } else {
        message.push_str("MEMPLAN_BLESS=1 rewrites the output lines");
        Err(message)
    }
}

/// The `.mlir` files below a folder, in order of their paths.
///
/// # Errors
///
/// The folder cannot be read, or has none.
pub fn fixture_files(directory: &Path) -> Result<Vec<PathBuf>, FixtureError> {
    let mut paths = Vec::new();
    find_fixtures(directory, &mut paths)?;
    paths.sort();
    if paths.is_empty() {
        return Err(FixtureError::Empty(directory.to_owned()));
    }
    Ok(paths)
}

/// The programs of [`fixture_files`], each with its file and the number of lines before it.
///
/// # Errors
///
/// The folder or a file cannot be read, or there is none.
pub fn programs_of(directory: &Path) -> Result<Vec<(PathBuf, usize, String)>, FixtureError> {
    let mut programs = Vec::new();
    for path in fixture_files(directory)? {
        let text =
            fs::read_to_string(&path).map_err(|error| FixtureError::Io(path.clone(), error))?;
        let mut line = 0;
        for program in text.split(SEPARATOR) {
            programs.push((path.clone(), line, program.to_owned()));
            line += program.matches('\n').count();
        }
    }
    Ok(programs)
}

fn run_file(
    path: &Path,
    is_blessing: bool,
    run: &mut impl FnMut(Case<'_>) -> Outcome,
    passed: &mut usize,
) -> Result<Vec<Failure>, FixtureError> {
    let fail = |error| FixtureError::Io(path.to_owned(), error);
    let mut text = fs::read_to_string(path).map_err(fail)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut fixture = Fixture::parse(&name, &text)?;
    if is_blessing {
        let blessed = fixture.bless(&mut *run);
        if blessed != text {
            fs::write(path, &blessed).map_err(fail)?;
            text = blessed;
            fixture = Fixture::parse(&name, &text)?;
        }
    }
    let failures = fixture.check(run);
    *passed += fixture.sections.len() - failures.len();
    Ok(failures)
}

fn find_fixtures(directory: &Path, fixtures: &mut Vec<PathBuf>) -> Result<(), FixtureError> {
    let fail = |error| FixtureError::Io(directory.to_owned(), error);
    for entry in fs::read_dir(directory).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.is_dir() {
            find_fixtures(&path, fixtures)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "mlir")
        {
            fixtures.push(path);
        }
    }
    Ok(())
}

/// The differences; empty when there are none.
fn report(section: &str, outcome: &Outcome) -> String {
    let expected: Vec<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix(OUTPUT))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
        .collect();
    let actual: Vec<&str> = outcome.output.lines().map(str::trim_end).collect();
    let mut report = String::new();
    if expected != actual {
        let same = expected
            .iter()
            .zip(&actual)
            .take_while(|(a, b)| a == b)
            .count();
        list(&mut report, "expected", &expected, same);
        list(&mut report, "actual", &actual, same);
    }
    let mut expected: Vec<(usize, String)> = section
        .lines()
        .enumerate()
        .filter_map(|(index, line)| Some((index + 1, line.split_once(ERROR)?.1.trim().to_owned())))
        .collect();
    let mut actual = outcome.errors.clone();
    expected.sort();
    actual.sort();
    for (line, message) in expected.iter().filter(|error| !actual.contains(error)) {
        let _ = writeln!(report, "  line {line}: missing error: {message}");
    }
    for (line, message) in actual.iter().filter(|error| !expected.contains(error)) {
        let _ = writeln!(report, "  line {line}: unexpected error: {message}");
    }
    report
}

fn list(report: &mut String, title: &str, lines: &[&str], first_difference: usize) {
    let _ = writeln!(report, "  {title}:");
    for (index, line) in lines.iter().enumerate() {
        let mark = if index == first_difference { '>' } else { ' ' };
        let _ = writeln!(report, "  {mark} {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::{Fixture, Outcome};

    const TEXT: &str = "// test: upper\nab\n// output: AB\n// -----\nc // error: too short\n";

    fn upper(case: super::Case<'_>) -> Outcome {
        let code: String = case.code().collect();
        if code.starts_with('c') {
            return Outcome::error(1, "too short");
        }
        Outcome::output(code.to_uppercase())
    }

    #[test]
    fn a_fixture_that_agrees_passes_and_is_its_own_blessing() {
        let fixture = Fixture::parse("t", TEXT).unwrap();
        assert_eq!(fixture.what, "upper");
        assert_eq!(fixture.check(upper), []);
        assert_eq!(fixture.bless(upper), TEXT);
    }

    #[test]
    fn other_output_and_missing_errors_are_reported_with_their_place() {
        let fixture = Fixture::parse("t", TEXT).unwrap();
        let failures = fixture.check(|_| Outcome::output("AB"));
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].section, 2);
        assert_eq!(
            failures[0].report,
            "  expected:\n  actual:\n  > AB\n  line 1: missing error: too short\n"
        );
    }

    #[test]
    fn a_file_without_a_header_is_an_error() {
        let error = Fixture::parse("t", "module {}\n").unwrap_err();
        assert_eq!(error.to_string(), "t: the first line is not `// test: ..`");
    }
}
