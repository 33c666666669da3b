//! The search for the passes that lower the peak.

use std::num::NonZeroUsize;
use std::path::Path;

use memplan::{Blocks, Context, LowerPeak, Merge, Merged, PeakStep};
use memplan_planner::PlanOptions;

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn merged(text: &str, n_threads: usize) -> Merged {
    let options = PlanOptions {
        threads: NonZeroUsize::new(n_threads).unwrap(),
        ..PlanOptions::default()
    };
    let context = Context::default();
    let job = Merge::new(&context).unwrap().options(options);
    let job = job.lower_peak(Some(LowerPeak {
        blocks: Blocks::Off,
        ..LowerPeak::default()
    }));
    job.run_text(text).unwrap()
}

fn bytes(step: &PeakStep) -> i64 {
    let peaks = step.peaks.iter();
    peaks.map(|peak| peak.peak.most.unwrap().bytes).sum()
}

/// On the way, a pass lowers no peak: another buffer keeps it up until the next pass.
#[test]
fn a_pass_that_lowers_the_peak_later_is_taken() {
    for (name, given, reached) in [
        ("expand.mlir", 161_664, 94_080),
        ("residual.mlir", 7_296, 4_096),
    ] {
        let merged = merged(&fixture(name), 1);
        let steps = &merged.report.prepared.lowered.steps;
        let peaks: Vec<i64> = steps.iter().map(bytes).collect();
        assert_eq!(
            (peaks[0], peaks[peaks.len() - 1]),
            (given, reached),
            "{name}: {steps:?}"
        );
        assert_eq!(
            merged.report.peaks.functions[0].peak.most.unwrap().bytes,
            reached,
            "{name}"
        );
        let is_idle = |pair: &[i64]| pair[1] >= pair[0];
        assert!(peaks.windows(2).any(is_idle), "{name}: {steps:?}");
        assert!(steps.iter().all(|step| step.is_kept), "{name}: {steps:?}");
    }
}

/// Away from the peak, what takes long is computed once.
#[test]
fn what_takes_less_time_is_taken_instead() {
    let merged = merged(&fixture("spared.mlir"), 1);
    let steps = &merged.report.prepared.lowered.steps;
    let ends: Vec<(&str, i64)> = steps
        .iter()
        .map(|step| (step.pass.as_str(), bytes(step)))
        .collect();
    let spared = ("fuse-updates-into-readers-at-peaks", 16_384);
    assert_eq!(ends, [("given", 32_768), spared]);
    assert_eq!(merged.text().matches("math.tanh").count(), 1);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let text = fixture("expand.mlir");
    let one = merged(&text, 1);
    for n_threads in [2, 3, 7] {
        let other = merged(&text, n_threads);
        assert_eq!(
            other.report.prepared.lowered.steps,
            one.report.prepared.lowered.steps
        );
        assert_eq!(other.text(), one.text());
    }
}

/// Written out, the slices of stacks are values: those that are cheap are computed again where they are read, and the
/// others die one by one.
#[test]
fn loops_are_written_out_where_that_pays_for_their_code() {
    let text = fixture("layers.mlir");
    let with = |unroll_ops: usize, text: &str| {
        let context = Context::default();
        let job = Merge::new(&context).unwrap().lower_peak(Some(LowerPeak {
            unroll_ops,
            ..LowerPeak::default()
        }));
        job.run_text(text).unwrap()
    };
    let peak = |merged: &Merged| merged.report.peaks.functions[0].peak.most.unwrap().bytes;
    let (usual, never) = (with(LowerPeak::default().unroll_ops, &text), with(0, &text));
    let passes = usual
        .report
        .prepared
        .lowered
        .steps
        .iter()
        .map(|step| step.pass.as_str());
    assert!(passes.clone().any(|pass| pass == "unroll-loops"));
    assert!(
        peak(&usual) + (2 << 20) < peak(&never),
        "{} {}",
        peak(&usual),
        peak(&never)
    );
    let small = text.replace("256x512", "2x4").replace("256, 512", "2, 4");
    let unpaid = with(LowerPeak::default().unroll_ops, &small);
    assert!(
        !unpaid
            .report
            .prepared
            .lowered
            .steps
            .iter()
            .any(|step| step.pass == "unroll-loops")
    );
}
