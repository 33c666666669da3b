//! `Merge::fit`: passes do what it takes to fit, and no more.

use std::path::PathBuf;

use memplan::{Context, Error, Merge, Merged};

fn model(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../datasets/programs")
        .join(format!("{name}.tensor.mlir"));
    std::fs::read_to_string(path).unwrap()
}

fn peak(merged: &Merged) -> u64 {
    let peaks = merged.report.run_time_peaks.iter();
    let most = peaks.map(|peak| peak.peak.most.unwrap().bytes.unsigned_abs());
    most.max().unwrap_or(0)
}

#[test]
fn a_program_is_changed_as_much_as_its_memory_asks_for() {
    let context = Context::default();
    let text = model("mixer_grad");
    let merge = |bytes: Option<u64>| {
        let job = Merge::new(&context).unwrap();
        let job = match bytes {
            Some(bytes) => job.fit(bytes),
            None => job.lower_peak(None),
        };
        job.run_text(&text)
    };
    let plain = merge(None).unwrap();
    let all = Merge::new(&context).unwrap().run_text(&text).unwrap();
    let (most, least) = (peak(&plain), peak(&all));
    assert!(least < most, "{least} {most}");
    // What fits is left as it is.
    let same = merge(Some(most)).unwrap();
    assert_eq!(same.text(), plain.text());
    assert!(same.report.memory_steps.is_empty());
    let between = [most - 1, most - (most - least) / 2, least, least - 1];
    let mut n_steps = 0;
    for bytes in between {
        let merged = merge(Some(bytes)).unwrap();
        assert!(peak(&merged) <= bytes, "{} {bytes}", peak(&merged));
        let kept = merged
            .report
            .memory_steps
            .iter()
            .filter(|step| step.is_kept);
        let n = kept.count();
        assert!(
            n_steps <= n,
            "{n_steps} passes before, {n} for {bytes} bytes"
        );
        n_steps = n;
    }
    let error = merge(Some(1000)).unwrap_err();
    let Error::TooLittle(too_little) = &error else {
        panic!("{error}");
    };
    assert!(too_little.reached_bytes.unwrap() < least);
    let sizes: Vec<u64> = too_little.in_the_way.iter().map(|it| it.1).collect();
    assert!(
        !sizes.is_empty() && sizes.is_sorted_by(|a, b| a >= b),
        "{sizes:?}"
    );
    assert!(
        error
            .to_string()
            .starts_with("the program does not fit in 1000 B: it needs"),
        "{error}"
    );
}
