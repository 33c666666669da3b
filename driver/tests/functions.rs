//! The recorded functions in `datasets/functions`: merged, few of them need more memory than XLA allocates, and `check
//! --static` proves the results.
//!
//! One in eight is merged, and those with names; all with `MEMPLAN_MODELS=all`, as in `cargo xtask thorough`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use flate2::read::GzDecoder;
use memplan::{Context, Merge};
use memplan_memory_model::prove_freed_once;
use memplan_planner::PlanOptions;

/// Functions that need more than XLA, with the most that they may need in bytes. Only lower numbers and fewer functions
/// are an improvement.
const ABOVE: &[(&str, i64)] = &[("125", 1_632), ("162", 24_768), ("91", 2_328)];

/// Functions whose results are not proved.
const NOT_PROVED: &[&str] = &[];

/// The most that the geometric mean of the ratios to XLA may be, over functions that need memory on both sides.
const MEAN: f64 = 0.532;

/// The same of the functions that are merged by default.
const MEAN_OF_SOME: f64 = 0.522;

/// A recorded function.
struct Function {
    name: String,
    text: String,
    /// What XLA needs in bytes.
    need: i64,
}

/// Whether a function is a random one.
fn is_numbered(function: &Function) -> bool {
    function
        .name
        .starts_with(|first: char| first.is_ascii_digit())
}

/// What was measured of a function.
struct Measured {
    peak: i64,
    is_proved: bool,
}

fn functions() -> Vec<Function> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../datasets/functions");
    let packed = fs::read(folder.join("functions.mlir.gz")).unwrap();
    let mut texts = String::new();
    GzDecoder::new(&packed[..])
        .read_to_string(&mut texts)
        .unwrap();
    let mut programs = BTreeMap::<&str, String>::new();
    let mut name = "";
    for line in texts.lines() {
        if let Some(next) = line.strip_prefix("// ") {
            name = next;
        } else {
            *programs.entry(name).or_default() += &format!("{line}\n");
        }
    }
    let sizes = fs::read_to_string(folder.join("xla.csv")).unwrap();
    let mut rows = sizes.lines();
    assert_eq!(rows.next(), Some("function,kind,layers,need"));
    let functions = rows.map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let [name, _, _, need] = fields[..] else {
            panic!("{row}")
        };
        Function {
            name: name.to_owned(),
            text: programs.remove(name).unwrap(),
            need: need.parse().unwrap(),
        }
    });
    let functions: Vec<_> = functions.collect();
    assert!(programs.is_empty(), "{:?}", programs.keys());
    functions
}

fn measure(context: &Context, function: &Function) -> Measured {
    let options = PlanOptions {
        threads: NonZeroUsize::MIN,
        ..PlanOptions::default()
    };
    let merged = Merge::new(context).unwrap().options(options);
    let merged = merged.run_text(&function.text);
    let merged = merged.unwrap_or_else(|error| panic!("{}: {error}", function.name));
    let [peak] = &merged.report.peaks.functions[..] else {
        panic!("{}: {:?}", function.name, merged.report.peaks.functions)
    };
    let proofs = prove_freed_once(&merged.module);
    Measured {
        // A function without a bound is above every size.
        peak: peak.peak.most.as_ref().map_or(i64::MAX, |most| most.bytes),
        is_proved: proofs.iter().all(|proof| proof.failures.is_empty()),
    }
}

/// Measures all functions on two threads, in their order.
fn measure_all(functions: &[Function]) -> Vec<Measured> {
    let context = Context::default();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut measured = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(function) = functions.get(place) else {
                return measured;
            };
            measured.push((place, measure(&context, function)));
        }
    };
    let mut measured = thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut measured = work();
        measured.extend(other.join().unwrap());
        measured
    });
    measured.sort_by_key(|&(place, _)| place);
    measured.into_iter().map(|(_, one)| one).collect()
}

#[test]
fn few_functions_need_more_than_xla() {
    let runs_all = std::env::var("MEMPLAN_MODELS").is_ok_and(|value| value == "all");
    let (numbered, named): (Vec<_>, Vec<_>) = functions().into_iter().partition(is_numbered);
    assert_eq!((numbered.len(), named.len()), (200, 26));
    let step = if runs_all { 1 } else { 8 };
    let functions: Vec<_> = numbered.into_iter().step_by(step).chain(named).collect();
    let measured = measure_all(&functions);
    let mut problems = String::new();
    let mut logarithms = Vec::new();
    for (function, Measured { peak, is_proved }) in functions.iter().zip(measured) {
        let Function { name, need, .. } = function;
        let ceiling = ABOVE.iter().find(|(above, _)| above == name);
        let most = ceiling.map_or(*need, |&(_, most)| most);
        if most < peak {
            problems += &format!("{name}: {peak} bytes, at most {most} are allowed, XLA {need}\n");
        } else if ceiling.is_some() && peak <= *need {
            problems += &format!("{name}: no longer above XLA, remove it from `ABOVE`\n");
        }
        if is_proved == NOT_PROVED.contains(&&**name) {
            problems += &format!("{name}: is proved: {is_proved}, `NOT_PROVED` says otherwise\n");
        }
        if 0 < peak && 0 < *need && is_numbered(function) {
            logarithms.push((peak as f64 / *need as f64).ln());
        }
    }
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    let most = if runs_all { MEAN } else { MEAN_OF_SOME };
    if most < mean {
        problems += &format!("the geometric mean is {mean:.4}, at most {most} is allowed\n");
    }
    assert!(problems.is_empty(), "{problems}");
}
