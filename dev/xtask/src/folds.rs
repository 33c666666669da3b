//! Compares `canonicalize` with that of mlir-opt 22 on every program of the tree: which one leaves more operations.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use memplan_mlir::Module;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry, RunOptions};
use memplan_mlir::text::parse;
use memplan_support::process::run_on;

use crate::sweep;

/// Where Debian installs it.
const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// What both make of one program.
#[derive(Default)]
struct Counts {
    n_read: usize,
    n_changed: usize,
    n_fewer: usize,
    /// Programs that mlir-opt reads and memplan does not.
    refused: Vec<String>,
    /// Programs with more operations than mlir-opt leaves, and by name of the operations how many more.
    more: Vec<(String, BTreeMap<String, i64>)>,
}

/// Compares the programs whose path contains one of the words; all without words. A word that is a folder is read in
/// the place of the tree. `--list` shows the programs.
///
/// # Errors
///
/// If there is no mlir-opt 22, or a file cannot be read.
pub(crate) fn run(root: &Path, words: &[String]) -> Result<String, String> {
    let flags: Vec<&String> = words.iter().filter(|word| word.starts_with("--")).collect();
    let words: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    let is_folder = |word: &&&String| Path::new(word).is_dir();
    let folder = words.iter().find(is_folder).map(Path::new);
    let words: Vec<&String> = words
        .iter()
        .filter(|word| !is_folder(word))
        .copied()
        .collect();
    let inputs = sweep::inputs::read(folder.unwrap_or(root)).map_err(|error| error.to_string())?;
    let pipeline = Pipeline::parse(
        "builtin.module(canonicalize)",
        &Registry::with_builtin(),
        &Dialects::core(),
    )
    .map_err(|error| error.to_string())?;
    let mut counts = Counts::default();
    let is_asked_for =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    for input in inputs.iter().filter(|input| is_asked_for(&input.name)) {
        compare(&pipeline, &input.name, &input.text, &mut counts)?;
    }
    let mut report = format!(
        "mlir-opt 22 reads {} programs and changes {}; memplan leaves more operations on {} and fewer on {}, \
         and refuses {}\n",
        counts.n_read,
        counts.n_changed,
        counts.more.len(),
        counts.n_fewer,
        counts.refused.len(),
    );
    if flags.iter().any(|flag| *flag == "--list") {
        for name in &counts.refused {
            let _ = writeln!(report, "{name}: refused");
        }
    }
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (program, names) in &counts.more {
        for name in names.keys() {
            *by_name.entry(name).or_default() += 1;
        }
        if flags.iter().any(|flag| *flag == "--list") {
            let _ = writeln!(report, "{program}: {names:?}");
        }
    }
    let _ = write!(report, "programs by operation that remains: {by_name:?}");
    Ok(report)
}

fn compare(pipeline: &Pipeline, name: &str, text: &str, counts: &mut Counts) -> Result<(), String> {
    let theirs = |flags: &[&str]| -> Result<Option<String>, String> {
        let flags = [
            &["--allow-unregistered-dialect", "--mlir-print-op-generic"],
            flags,
        ]
        .concat();
        let output = run_on(Path::new(MLIR_OPT), &flags, text.as_bytes());
        let output = output.map_err(|error| format!("{MLIR_OPT}: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(output.status.success().then_some(printed))
    };
    let Some(before) = theirs(&[])? else {
        return Ok(());
    };
    let Some(after) = theirs(&["--canonicalize"])? else {
        return Ok(());
    };
    let options = memplan_dialects_extra::parse_options();
    counts.n_read += 1;
    counts.n_changed += usize::from(before != after);
    let (Ok(mut own), Ok(other)) = (
        parse(text.as_bytes(), &options),
        parse(after.as_bytes(), &options),
    ) else {
        counts.refused.push(name.to_owned());
        return Ok(());
    };
    if pipeline
        .run(&mut own.module, &RunOptions::default())
        .result
        .is_err()
    {
        return Ok(());
    }
    let (own, other) = (census(&own.module), census(&other.module));
    let total = |census: &BTreeMap<String, i64>| census.values().sum::<i64>();
    counts.n_fewer += usize::from(total(&own) < total(&other));
    if total(&own) > total(&other) {
        let mut more = own;
        for (name, n) in other {
            *more.entry(name).or_default() -= n;
        }
        more.retain(|_, n| *n > 0);
        counts.more.push((name.to_owned(), more));
    }
    Ok(())
}

/// How many operations of each name there are.
fn census(m: &Module) -> BTreeMap<String, i64> {
    let mut census = BTreeMap::new();
    for op in m.walk(m.root()) {
        *census.entry(m.op_name_text(op).into_owned()).or_default() += 1;
    }
    census
}
