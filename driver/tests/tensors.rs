//! Programs on tensors are bufferized before their buffers are planned.

use std::path::Path;

use memplan::{Context, Error, Merge};

#[test]
fn the_report_says_what_became_in_place() {
    let text = "func.func @f(%t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  %2 = tensor.insert %1 into %0[%i] : tensor<8xf32>
  return %2, %1 : tensor<8xf32>, f32
}";
    let context = Context::default();
    let merged = Merge::new(&context).unwrap().run_text(text).unwrap();
    assert!(!merged.text().contains("tensor<"), "{}", merged.text());
    let bufferized = merged.report.bufferized.unwrap();
    assert_eq!((bufferized.n_in_place, bufferized.n_out_of_place), (3, 1));
    let [copy] = &bufferized.new_buffers[..] else {
        panic!("{bufferized:?}");
    };
    assert_eq!((&*copy.operation, copy.is_copy), ("tensor.insert", true));
    assert!(text[copy.span.start as usize..].starts_with("tensor.insert %x into %t"));
    assert!(!copy.reason.is_empty());
}

#[test]
fn programs_with_buffers_keep_their_tensors() {
    let text = "func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  %s = arith.addf %t, %t : tensor<4xf32>
  return %s : tensor<4xf32>
}";
    let context = Context::default();
    let merged = Merge::new(&context).unwrap().run_text(text).unwrap();
    assert_eq!(merged.report.bufferized, None);
    assert!(merged.text().contains("arith.addf"), "{}", merged.text());
}

#[test]
fn what_cannot_be_bufferized_has_a_place() {
    let text = "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = \"foo.bar\"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    let context = Context::default();
    let error = Merge::new(&context).unwrap().run_text(text).unwrap_err();
    assert!(matches!(error, Error::Bufferize(_)), "{error}");
    let diagnostics = error.diagnostics().unwrap();
    assert!(text[diagnostics[0].span.start as usize..].starts_with("\"foo.bar\""));
}

/// A buffer of dynamic size leaves the peak without a bound. The form is chosen by what every run reaches.
#[test]
fn programs_without_a_bound_take_the_form_that_needs_less() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/programs");
    let text = std::fs::read_to_string(folder.join("densenet.tensor.mlir")).unwrap();
    let (head, body) = text.split_once("@main(").unwrap();
    let (arguments, body) = body.split_once("{\n").unwrap();
    let (body, _) = body.trim_end().rsplit_once('}').unwrap();
    let dynamic = "%zero_n = arith.constant 0.0 : f32
      %empty_n = tensor.empty(%n) : tensor<?xf32>
      %fill_n = linalg.fill ins(%zero_n : f32) outs(%empty_n : tensor<?xf32>) -> tensor<?xf32>
      func.call @see(%fill_n) : (tensor<?xf32>) -> ()";
    let text = format!(
        "{head}@main(%n: index, {arguments}{{\n{dynamic}\n{body}\nfunc.func private @see(tensor<?xf32>)\n}}"
    );
    let context = Context::default();
    let merged = Merge::new(&context).unwrap().run_text(&text).unwrap();
    let steps = &merged.report.memory_steps;
    let least = |at: usize| steps[at].peaks[0].peak.least.bytes;
    assert_eq!(steps[1].pass, "one-shot-bufferize{compat=reference}");
    assert!(steps[1].is_kept && least(1) < least(0), "{steps:?}");
    assert_eq!(merged.report.run_time_peaks[0].peak.most, None);
}
