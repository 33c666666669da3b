//! Mutation testing: breaks the code in small ways and counts how often no test fails.
//!
//! A *mutant* is the program with one of the changes of [`sites()`]: a condition negated, a guard clause or a filter
//! dropped, another operator, method or number, an early return, a statement left out. The sampled ones are compiled
//! at once, into a copy of the tree in `target/mutants`, where the variable `MEMPLAN_MUTANT` turns one of them on; what
//! does not compile is left out. Each test runs once to record which mutants it reaches. A mutant is *killed* if one
//! of the tests that reach it fails, exceeds its time, or needs too much memory.
//!
//! `equivalent-mutants.txt` lists mutants that compute the same as the code: the file and the function, the lines
//! before and after, and the reason, indented.

mod sites;
mod trial;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use std::{fmt, fs, io};

use memplan_support::Random;
use rayon::prelude::*;

use crate::tidy::files_with;
use sites::{Site, sites};
use trial::{build, record, verdict};

/// How many percent of the mutants tests must kill; only rises.
const LEAST_KILLED: usize = 75;

/// The crates that are mutated, and the packages whose tests must notice, because they know the crate: `memplan`,
/// `memplan-cli`, and these, without `memplan-`.
const CRATES: &[(&str, &str)] = &[
    ("collectors", "collectors memory mutators"),
    ("collectors/readers", "readers"),
    ("driver", "mutators"),
    ("mlir/bufferize", "bufferize"),
    (
        "mlir/memory",
        "bufferize collectors memory memory-model mutators placement",
    ),
    ("mutators", "mutators"),
    ("mutators/checker", "merge-checker mutators"),
    ("mutators/memory", "memory mutators"),
    ("mutators/placement", "bufferize mutators placement"),
    (
        "planner",
        "certificate collectors datasets mutators planner readers suite",
    ),
];

const EQUIVALENT: &str = "dev/xtask/equivalent-mutants.txt";

/// A change of the tree.
struct Mutant {
    folder: &'static str,
    packages: &'static str,
    /// Relative to the root.
    path: String,
    site: Site,
}

/// By the numbers that turn them on.
type Mutants = BTreeMap<usize, Mutant>;

/// Tests a sample of mutants.
///
/// # Errors
///
/// The report, if tests killed too few; a sentence, if the words are wrong or the tree does not compile.
pub(crate) fn run(root: &Path, words: &[String]) -> Result<String, String> {
    let number = |at: usize, default: u64| match words.get(at) {
        None => Ok(default),
        Some(word) => word.parse().map_err(|_| {
            format!("mutants: `{word}` is no number; usage: mutants [N] [SEED] [PATH..]")
        }),
    };
    let (n, seed) = (number(0, 600)?, number(1, 1)?);
    let paths = words.get(2..).unwrap_or_default();
    let fail = |error: io::Error| format!("mutants: {error}");
    let mut mutants = sample(root, paths, n as usize, seed).map_err(fail)?;
    if mutants.is_empty() {
        return Err(format!("mutants: nothing to change below {paths:?}"));
    }
    let tree = root.join("target/mutants/tree");
    let mut tests = build(root, &tree, &mut mutants).map_err(fail)?;
    let start = Instant::now();
    record(&tree, &mut tests).map_err(fail)?;
    let seconds = start.elapsed().as_secs();
    eprintln!("{} tests take {seconds} s without a change", tests.len());
    let start = Instant::now();
    let judge = |(&number, mutant): (&usize, &Mutant)| {
        let start = Instant::now();
        let verdict = verdict(&tests, number, &tree.join(mutant.folder))?;
        let (column, text) = match verdict {
            Ok(line) => (0, format!("killed: {line}")),
            Err(0) => (2, String::from("NOT REACHED")),
            Err(n) => (1, format!("SURVIVED {n} tests")),
        };
        let seconds = start.elapsed().as_secs();
        let text = format!("{number}: {text} after {seconds} s\n{mutant}");
        eprint!("{text}");
        Ok((mutant.folder, column, text))
    };
    let verdicts: io::Result<Vec<_>> = mutants.par_iter().map(judge).collect();
    let (report, n_killed) = report(&verdicts.map_err(fail)?);
    let (n, seconds) = (mutants.len(), start.elapsed().as_secs());
    let text = format!("mutants: {n_killed} of {n} killed in {seconds} s, seed {seed}\n{report}");
    if n * LEAST_KILLED <= n_killed * 100 {
        Ok(text)
    } else {
        Err(text)
    }
}

/// A table of the mutants of each crate, with the texts of those that were not killed; and how many were.
fn report(verdicts: &[(&str, usize, String)]) -> (String, usize) {
    let mut counts = BTreeMap::<_, [usize; 3]>::new();
    let mut survivors = String::new();
    for (folder, column, text) in verdicts {
        counts.entry(*folder).or_default()[*column] += 1;
        if *column != 0 {
            survivors += text;
        }
    }
    let rows = counts.iter().map(|(folder, [killed, survived, missed])| {
        format!("{folder:18} {killed:4} killed {survived:4} survived {missed:4} not reached\n")
    });
    let n_killed = counts.values().map(|row| row[0]).sum();
    (rows.collect::<String>() + &survivors, n_killed)
}

/// `n` of the mutants of the files below some paths that are not listed as equivalent: of each crate as many.
fn sample(root: &Path, paths: &[String], n: usize, seed: u64) -> io::Result<Mutants> {
    let equivalent = fs::read_to_string(root.join(EQUIVALENT))?;
    let mut random = Random::new(seed);
    let mut crates = Vec::new();
    for mut mutants in all(root, paths)? {
        mutants.retain(|mutant| !equivalent.contains(&mutant.entry()));
        random.shuffle(&mut mutants);
        crates.push(mutants.into_iter());
    }
    let mut sample = BTreeMap::new();
    while sample.len() < n && crates.iter().any(|mutants| mutants.len() != 0) {
        let next = crates.iter_mut().filter_map(Iterator::next);
        sample.extend((sample.len()..n).zip(next));
    }
    Ok(sample)
}

/// The mutants of the files below some paths, by crate; of all files without paths.
fn all(root: &Path, paths: &[String]) -> io::Result<Vec<Vec<Mutant>>> {
    let of_crate = |&(folder, packages): &(&'static str, &'static str)| {
        let (mut files, mut mutants) = (Vec::new(), Vec::new());
        files_with(&root.join(folder).join("src"), "rs", &mut files)?;
        files.sort();
        for file in files {
            let path = file.strip_prefix(root).unwrap_or(&file).to_string_lossy();
            let is_below = paths.is_empty() || paths.iter().any(|below| path.starts_with(below));
            if is_below && !path.ends_with("/tests.rs") {
                let sites = sites(&fs::read_to_string(&file)?).map_err(io::Error::other)?;
                mutants.extend(sites.into_iter().map(|site| Mutant {
                    folder,
                    packages,
                    path: path.to_string(),
                    site,
                }));
            }
        }
        Ok(mutants)
    };
    CRATES.iter().map(of_crate).collect()
}

impl Mutant {
    /// The mutant in the list of equivalent ones, where its reason follows.
    fn entry(&self) -> String {
        let ([before, after], function) = (&self.site.texts, &self.site.function);
        format!("{} {function}\n- {before}\n+ {after}\n  ", self.path)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = self.entry();
        writeln!(f, "line {} of {}", self.site.line, entry.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{CRATES, EQUIVALENT, all};

    #[test]
    fn every_crate_has_mutants_and_the_equivalent_ones_are_among_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let all = all(&root, &[]).unwrap();
        for ((folder, _), mutants) in CRATES.iter().zip(&all) {
            assert!(!mutants.is_empty(), "{folder}");
        }
        let equivalent = std::fs::read_to_string(root.join(EQUIVALENT)).unwrap();
        let used = all.iter().flatten().map(|mutant| mutant.entry());
        let rest = used.fold(equivalent, |list, entry| list.replace(&entry, ""));
        assert!(!rest.contains("\n- "), "no mutants of the code: {rest}");
    }
}
