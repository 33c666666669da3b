//! The models in `datasets/programs` need no more memory than XLA allocates for them.
//!
//! Those that take long run with `MEMPLAN_MODELS=all`, as in `cargo xtask thorough`.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use memplan::{Context, Merge, Merged, bufferize, deallocate, run_time_peaks};
use memplan_mlir::passes::Threading;
use memplan_mlir::text::parse;
use memplan_planner::PlanOptions;

/// Where XLA reports less: model, and version of jaxlib. This version leaves convolutions to a library, and does not
/// count what it allocates.
const EXCEPTIONS: &[(&str, &str)] = &[("vgg", "0.10.2")];

/// Models that take more than a moment.
const SLOW: &[&str] = &[
    "densenet_grad",
    "gru_grad",
    "llama_grad",
    "squeeze_se_grad",
    "unet_grad",
    "vae_grad",
    "vgg_grad",
    "vit_grad",
    "wavenet",
    "wavenet_grad",
];

/// The pass that bufferizes as mlir-opt does.
const AS_WRITTEN: &str = "one-shot-bufferize{compat=reference}";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../datasets/programs")
}

#[test]
fn the_folder_holds_models_and_what_is_known_about_them() {
    let names = fs::read_dir(folder()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let others = ["README.md", "dynamic", "make.py", "scan.py", "xla.csv"];
    let stray: Vec<String> = names
        .filter(|name| !name.ends_with(".tensor.mlir") && !others.contains(&&**name))
        .collect();
    assert!(stray.is_empty(), "{stray:?}");
}

/// Temporaries and outputs of XLA in bytes, by version of jaxlib, of each model.
fn xla_sizes() -> BTreeMap<String, Vec<(String, i64)>> {
    let text = fs::read_to_string(folder().join("xla.csv")).unwrap();
    let mut lines = text.lines();
    let head = "model,jaxlib,temporaries,outputs,arguments";
    assert_eq!(lines.next(), Some(head));
    let mut sizes = BTreeMap::<String, Vec<_>>::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, jaxlib, temporaries, outputs, _] = fields[..] else {
            panic!("{line}")
        };
        let bytes = temporaries.parse::<i64>().unwrap() + outputs.parse::<i64>().unwrap();
        let of_model = sizes.entry(name.to_owned()).or_default();
        of_model.push((jaxlib.to_owned(), bytes));
    }
    sizes
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.tensor.mlir"))).unwrap()
}

fn merged(context: &Context, name: &str) -> Merged {
    let options = PlanOptions {
        threads: NonZeroUsize::new(2).unwrap(),
        ..PlanOptions::default()
    };
    let job = Merge::new(context).unwrap().options(options);
    job.run_text(&text(name)).unwrap()
}

/// The static run-time peak of a model with every buffer freed separately; `None` if it has no bound.
fn freed_one_by_one(name: &str) -> Option<i64> {
    let options = memplan_dialects_extra::parse_options();
    let mut module = parse(text(name).as_bytes(), &options).unwrap().module;
    bufferize(&mut module).unwrap();
    deallocate(&mut module, Threading::Off).unwrap();
    let peaks = run_time_peaks(&module, &[]);
    let [peak] = &peaks[..] else {
        panic!("{name}: {peaks:?}")
    };
    peak.peak.most.map(|most| most.bytes)
}

#[test]
fn merged_programs_need_no_more_than_xla() {
    let runs_all = std::env::var("MEMPLAN_MODELS").is_ok_and(|value| value == "all");
    let context = Context::default();
    let mut n_programs = 0;
    for (name, sizes) in xla_sizes() {
        if !runs_all && SLOW.contains(&&*name) {
            continue;
        }
        let merged = merged(&context, &name);
        let [peak] = &merged.report.peaks.functions[..] else {
            panic!("{name}: {:?}", merged.report.peaks.functions)
        };
        let peak = peak.peak.most.unwrap().bytes;
        assert_eq!(sizes.len(), 2, "{name}");
        for (jaxlib, bytes) in sizes {
            let is_exception = EXCEPTIONS.contains(&(&name, &jaxlib));
            let fits = peak <= bytes;
            assert_eq!(
                fits, !is_exception,
                "{name}: {peak}, jaxlib {jaxlib}: {bytes}"
            );
        }
        let separate = freed_one_by_one(&name);
        let is_lower = separate.is_none_or(|separate| peak <= separate);
        assert!(is_lower, "{name}: {peak}, freed one by one: {separate:?}");
        n_programs += 1;
    }
    let n_wanted = if runs_all { 34 } else { 34 - SLOW.len() };
    assert_eq!(n_programs, n_wanted);
}

#[test]
fn every_program_has_sizes() {
    let entries = fs::read_dir(folder()).unwrap();
    let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = files
        .filter_map(|file| Some(file.strip_suffix(".tensor.mlir")?.to_owned()))
        .collect();
    names.sort();
    assert_eq!(names, xla_sizes().into_keys().collect::<Vec<_>>());
    for name in SLOW.iter().chain(EXCEPTIONS.iter().map(|(name, _)| name)) {
        assert!(names.iter().any(|own| own == name), "{name}");
    }
}

/// Bufferized with the fewest copies, the model needs more: its concatenations are updated in place, and live longer.
#[test]
fn the_lower_of_two_bufferizations_is_kept() {
    let context = Context::default();
    let report = merged(&context, "unet").report;
    let kept = |pass: &str| {
        let mut steps = report.prepared.lowered.steps.iter();
        steps.any(|step| step.pass == pass && step.is_kept)
    };
    assert!(kept(AS_WRITTEN), "{:?}", report.prepared.lowered.steps);
}
