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
    let peaks = merged.report.peaks.functions.iter();
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
    assert!(same.report.prepared.lowered.steps.is_empty());
    let between = [most - 1, most - (most - least) / 2, least, least - 1];
    let mut n_steps = 0;
    for bytes in between {
        let merged = merge(Some(bytes)).unwrap();
        assert!(peak(&merged) <= bytes, "{} {bytes}", peak(&merged));
        let kept = merged
            .report
            .prepared
            .lowered
            .steps
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
    // The results alone need more, so nothing is tried.
    assert!(too_little.is_least);
    let results = too_little.reached_bytes.unwrap();
    assert!((1001..=least).contains(&results), "{results} {least}");
    let sizes: Vec<u64> = too_little.in_the_way.iter().map(|pair| pair.1).collect();
    assert_eq!(
        Some(sizes.iter().sum()),
        too_little.reached_bytes,
        "{sizes:?}"
    );
    assert!(
        error
            .to_string()
            .starts_with("the program does not fit in 1000 B: it needs at least"),
        "{error}"
    );
}

/// What is returned is a bound only where each run allocates it: not an argument, not one buffer twice, and not a part
/// of one.
#[test]
fn only_results_that_every_program_holds_are_refused_at_once() {
    let context = Context::default();
    let text = "func.func @f(%a: memref<8xf32>, %v: f32)
    -> (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<4xf32, strided<[1]>>) {
  %b = memref.alloc() : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %c = memref.alloc() : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%c : memref<8xf32>)
  %d = memref.subview %c[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  return %a, %b, %b, %d : memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<4xf32, strided<[1]>>
}";
    let refused = |bytes| match Merge::new(&context).unwrap().fit(bytes).run_text(text) {
        Err(Error::TooLittle(error)) => (error.is_least, error.reached_bytes),
        other => panic!("{:?}", other.map(|merged| merged.text())),
    };
    assert_eq!(refused(31), (true, Some(32)));
    // The argument is returned as a copy.
    assert_eq!(refused(32), (false, Some(96)));
}

/// A size that is loaded from a constant global is a number.
#[test]
fn sizes_of_constant_globals_have_a_bound() {
    let context = Context::default();
    let text = "memref.global \"private\" constant @n : memref<1xindex> = dense<4>
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c = arith.constant 1.0 : f32
  %g = memref.get_global @n : memref<1xindex>
  %n = memref.load %g[%c0] : memref<1xindex>
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  %v = memref.load %a[%c0] : memref<?xf32>
  return %v : f32
}";
    let merge = |bytes| Merge::new(&context).unwrap().fit(bytes).run_text(text);
    assert_eq!(merge(16).unwrap().report.peaks.most_bytes(), Some(16));
    assert!(matches!(merge(15), Err(Error::TooLittle(_))));
}

/// The entry block of a function is not all that it holds.
#[test]
fn functions_of_several_blocks_have_no_formula() {
    let context = Context::default();
    let text = "func.func @f(%n: index, %c: i1, %v: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%v : f32) outs(%a : memref<?xf32>)
  %b = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  %x = memref.load %b[%c0] : memref<?xf32>
  memref.store %x, %o[] : memref<f32>
  cf.cond_br %c, ^large, ^end
^large:
  %c5 = arith.constant 5 : index
  %m = arith.muli %n, %c5 : index
  %d = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%v : f32) outs(%d : memref<?xf32>)
  %y = memref.load %d[%c0] : memref<?xf32>
  memref.store %y, %o[] : memref<f32>
  cf.br ^end
^end:
  return
}";
    let merged = Merge::new(&context).unwrap().run_text(text).unwrap();
    assert_eq!(merged.report.peaks.formulas, []);
}
