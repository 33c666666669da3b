//! Mutation testing: breaks the code in small ways and counts how often no test fails.
//!
//! A *mutant* is a copy of the tree with one of the [`changes()`]: a condition negated, a guard clause or a filter
//! dropped, an operator replaced, a predicate that is constant, a call left out. The copy and its build are in
//! `target/mutants`. Each mutant is built and tested by the crates that test the file. It is *killed* if a test fails,
//! exceeds its time, or needs too much memory; a mutant that does not compile does not count.
//!
//! `equivalent-mutants.txt` lists mutants that compute the same as the code: the file, the lines before and after, and
//! the reason, indented.

mod changes;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use memplan_support::Random;

use crate::tidy::files_with;
use changes::{Change, changes};
use trial::{build, failure, synchronize};

/// How many percent of the mutants tests must kill.
const LEAST_KILLED: usize = 95;

/// The shortest time limit of a test program; slow ones get five times what they take without a change.
const LEAST_LIMIT: Duration = Duration::from_secs(60);

/// A crate with tests: its package and its folder.
type Suite = (&'static str, &'static str);

const MUTATORS: Suite = ("memplan-mutators", "mutators");

/// The code that is mutated, and the crates whose tests must notice.
const PARTS: &[(&str, &[Suite])] = &[
    ("planner/src/validate.rs", &[("memplan-planner", "planner")]),
    (
        "collectors/src",
        &[("memplan-collectors", "collectors"), MUTATORS],
    ),
    (
        "collectors/readers/src",
        &[("memplan-readers", "collectors/readers")],
    ),
    (
        "mutators/placement/src",
        &[("memplan-placement", "mutators/placement"), MUTATORS],
    ),
    (
        "mutators/memory/src",
        &[("memplan-memory", "mutators/memory"), MUTATORS],
    ),
    ("mutators/src", &[MUTATORS]),
    (
        "mlir/memory/src",
        &[
            ("memplan-memory-model", "mlir/memory"),
            ("memplan-memory", "mutators/memory"),
            ("memplan-placement", "mutators/placement"),
            MUTATORS,
        ],
    ),
];

/// A change of the tree.
struct Mutant {
    suites: &'static [Suite],
    /// Relative to the root.
    path: String,
    line: usize,
    change: Change,
    /// The lines before and after, with single spaces.
    lines: (String, String),
}

enum Verdict {
    Killed(String),
    Survived,
    DoesNotCompile,
}

/// Tests a sample of mutants.
///
/// # Errors
///
/// The report, if tests killed too few; a sentence, if the words are wrong or the tests fail without a change.
pub(crate) fn run(root: &Path, words: &[String]) -> Result<String, String> {
    let number = |at: usize, default: u64| match words.get(at) {
        None => Ok(default),
        Some(word) => word.parse().map_err(|_| {
            format!("mutants: `{word}` is no number; usage: cargo xtask mutants [N] [SEED] [PATH]")
        }),
    };
    let (n, seed) = (number(0, 300)?, number(1, 1)?);
    let below = words.get(2).map_or("", String::as_str);
    let fail = |error: io::Error| format!("mutants: {error}");
    let sample = sample(root, below, n as usize, seed).map_err(fail)?;
    if sample.is_empty() {
        return Err(format!("mutants: nothing to change below `{below}`"));
    }
    let tree = root.join("target/mutants/tree");
    synchronize(root, &tree).map_err(fail)?;
    let limits = limits(&tree, &sample)?;
    let mut survivors = String::new();
    let (mut n_killed, mut n_survived) = (0, 0);
    for (number, mutant) in sample.iter().enumerate() {
        let verdict = mutant.test(&tree, &limits).map_err(fail)?;
        let text = match &verdict {
            Verdict::Killed(by) => format!("killed: {by}"),
            Verdict::Survived => String::from("SURVIVED"),
            Verdict::DoesNotCompile => String::from("does not compile"),
        };
        eprintln!("{}/{} {text}\n{mutant}", number + 1, sample.len());
        match verdict {
            Verdict::Killed(_) => n_killed += 1,
            Verdict::Survived => {
                n_survived += 1;
                let _ = write!(survivors, "{mutant}");
            }
            Verdict::DoesNotCompile => {}
        }
    }
    let n_tested = n_killed + n_survived;
    let report = format!(
        "mutants: {} sampled with seed {seed}, {n_tested} compile, {n_killed} killed, {n_survived} survived\n{survivors}",
        sample.len()
    );
    if n_tested * LEAST_KILLED <= n_killed * 100 {
        Ok(report)
    } else {
        Err(report)
    }
}

/// The time limits of the tests of each crate, which must pass without a change.
fn limits(tree: &Path, sample: &[Mutant]) -> Result<BTreeMap<&'static str, Duration>, String> {
    let fail = |error: io::Error| format!("mutants: {error}");
    let mut limits = BTreeMap::new();
    for &suite in sample.iter().flat_map(|mutant| mutant.suites) {
        if limits.contains_key(suite.0) {
            continue;
        }
        let programs = build(tree, suite).map_err(fail)?;
        let Some(programs) = programs.filter(|programs| !programs.is_empty()) else {
            return Err(format!("mutants: {} has no tests that compile", suite.0));
        };
        let start = Instant::now();
        for program in &programs {
            if let Some(test) = failure(tree, suite, program, LEAST_LIMIT * 60).map_err(fail)? {
                return Err(format!("mutants: without a change, {}: {test}", suite.0));
            }
        }
        let elapsed = start.elapsed();
        eprintln!("the tests of {} take {} s", suite.0, elapsed.as_secs());
        limits.insert(suite.0, LEAST_LIMIT.max(elapsed * 5));
    }
    Ok(limits)
}

/// `n` of the mutants of the files below a path that are not known to be equivalent.
fn sample(root: &Path, below: &str, n: usize, seed: u64) -> io::Result<Vec<Mutant>> {
    let equivalent = fs::read_to_string(root.join("dev/xtask/equivalent-mutants.txt"))?;
    let (mut all, mut used) = (Vec::new(), BTreeSet::new());
    for &(part, suites) in PARTS {
        let mut files = Vec::new();
        if part.ends_with(".rs") {
            files.push(root.join(part));
        } else {
            files_with(&root.join(part), "rs", &mut files)?;
        }
        files.sort();
        for file in files {
            let path = file.strip_prefix(root).unwrap_or(&file);
            let path = path.to_string_lossy().into_owned();
            if !path.starts_with(below) || path.ends_with("/tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&file)?;
            let of_file = changes(&text).into_iter().map(|change| {
                let path = path.clone();
                Mutant::new(suites, path, &text, change)
            });
            all.extend(of_file.filter(|mutant| {
                let is_known = equivalent.contains(&mutant.entry());
                if is_known {
                    used.insert(mutant.entry());
                }
                !is_known
            }));
        }
    }
    let n_known = equivalent
        .lines()
        .filter(|line| line.starts_with("- "))
        .count();
    if below.is_empty() && n_known != used.len() {
        return Err(io::Error::other(
            "equivalent-mutants.txt lists a mutant that the code no longer has",
        ));
    }
    Random::new(seed).shuffle(&mut all);
    all.truncate(n);
    Ok(all)
}

impl Mutant {
    fn new(suites: &'static [Suite], path: String, text: &str, change: Change) -> Self {
        let (range, with) = &change;
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..]
            .find('\n')
            .map_or(text.len(), |at| at + range.end);
        let in_one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mutated = format!(
            "{}{with}{}",
            &text[start..range.start],
            &text[range.end..end]
        );
        Self {
            suites,
            path,
            line: text[..start].matches('\n').count() + 1,
            lines: (in_one_line(text[start..end].into()), in_one_line(mutated)),
            change,
        }
    }

    /// The mutant in the list of equivalent ones, where its reason follows.
    fn entry(&self) -> String {
        let (before, after) = &self.lines;
        format!("{}\n- {before}\n+ {after}\n  ", self.path)
    }

    fn test(&self, tree: &Path, limits: &BTreeMap<&str, Duration>) -> io::Result<Verdict> {
        let path = tree.join(&self.path);
        let text = fs::read_to_string(&path)?;
        let mut mutated = text.clone();
        mutated.replace_range(self.change.0.clone(), &self.change.1);
        fs::write(&path, mutated)?;
        let verdict = self.verdict(tree, limits);
        fs::write(&path, text)?;
        verdict
    }

    fn verdict(&self, tree: &Path, limits: &BTreeMap<&str, Duration>) -> io::Result<Verdict> {
        for &suite in self.suites {
            let Some(programs) = build(tree, suite)? else {
                return Ok(Verdict::DoesNotCompile);
            };
            for program in programs {
                let limit = limits.get(suite.0).copied().unwrap_or(LEAST_LIMIT);
                if let Some(test) = failure(tree, suite, &program, limit)? {
                    return Ok(Verdict::Killed(test));
                }
            }
        }
        Ok(Verdict::Survived)
    }
}

impl std::fmt::Display for Mutant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (before, after) = &self.lines;
        writeln!(f, "{}:{}\n  - {before}\n  + {after}", self.path, self.line)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{PARTS, sample};

    #[test]
    fn every_part_has_mutants_and_the_equivalent_ones_are_among_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let all = sample(&root, "", usize::MAX, 1).unwrap();
        for (part, _) in PARTS {
            let has_mutants = all.iter().any(|mutant| mutant.path.starts_with(part));
            assert!(has_mutants, "{part}");
        }
    }
}
