//! Programs on tensors are bufferized before their buffers are planned.

use std::path::Path;

use memplan::{Context, Merge};

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
    let bufferized = merged.report.prepared.bufferized.unwrap();
    assert_eq!((bufferized.n_in_place, bufferized.n_out_of_place), (3, 1));
    let [copy] = &bufferized.new_buffers[..] else {
        panic!("{bufferized:?}");
    };
    assert_eq!((&*copy.at.operation, copy.is_copy), ("tensor.insert", true));
    assert!(text[copy.at.place.span.start as usize..].starts_with("tensor.insert %x into %t"));
    assert!(!copy.reason.is_empty());
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
    let steps = &merged.report.prepared.lowered.steps;
    let least = |at: usize| steps[at].peaks[0].peak.least.bytes;
    let form = "linalg-fuse-elementwise-ops{recompute=true}";
    assert_eq!(steps[1].pass, form);
    assert!(steps[1].is_kept && least(1) < least(0), "{steps:?}");
    assert_eq!(merged.report.peaks.functions[0].peak.most, None);
}

/// The most bytes that the function of a merged program holds.
fn peak(text: &str) -> i64 {
    let context = Context::default();
    let merged = Merge::new(&context).unwrap().run_text(text).unwrap();
    merged.report.peaks.functions[0].peak.most.unwrap().bytes
}

/// A difference of neighbours reads what it pads, and the sum of a padded tensor reads the borders and the inside: only
/// the results are in memory, and the border of the sum.
#[test]
fn padded_tensors_are_read_in_parts() {
    let program = |body: &str, to: &str| {
        format!(
            "#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%a: tensor<64x64xf32>) -> {to} {{
  %zero = arith.constant 0.0 : f32
{body}
  return %r : {to}
}}"
        )
    };
    let difference = "  %p = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<64x64xf32> to tensor<65x64xf32>
  %x = tensor.extract_slice %p[0, 0] [64, 64] [1, 1] : tensor<65x64xf32> to tensor<64x64xf32>
  %y = tensor.extract_slice %p[1, 0] [64, 64] [1, 1] : tensor<65x64xf32> to tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = [\"parallel\", \"parallel\"]} ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.subf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>";
    let padded = 64 * 65 * 4;
    let all = 64 * 64 * 4;
    assert_eq!(peak(&program(difference, "tensor<64x64xf32>")), all);
    let sum = "  %p = tensor.pad %a low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<64x64xf32> to tensor<64x65xf32>
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = [\"parallel\", \"reduction\"]} ins(%p : tensor<64x65xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>";
    assert!(peak(&program(sum, "tensor<64xf32>")) <= 2 * 64 * 4 && 2 * 64 * 4 < padded);
}

/// Results of a loop are read by one operation that combines them, also where they are returned: the results are all
/// that is in memory.
#[test]
fn results_of_loops_are_fused_where_they_are_returned() {
    let program = |results: &str, types: &str| {
        format!(
            "#r = affine_map<(i, j) -> (i)>
#c = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
#v = affine_map<(i) -> (i)>
func.func @main(%a: tensor<64xf32>, %n: index) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %l:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %z, %y = %z) -> (tensor<64xf32>, tensor<64xf32>) {{
    %e = tensor.empty() : tensor<64xf32>
    %p = linalg.generic {{indexing_maps = [#v, #v, #v], iterator_types = [\"parallel\"]}} ins(%y, %a : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {{
    ^bb0(%s: f32, %t: f32, %o: f32):
      %w = arith.addf %s, %t : f32
      linalg.yield %w : f32
    }} -> tensor<64xf32>
    %q = linalg.generic {{indexing_maps = [#v, #v, #v], iterator_types = [\"parallel\"]}} ins(%p, %a : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {{
    ^bb0(%s: f32, %t: f32, %o: f32):
      %w = arith.mulf %s, %t : f32
      linalg.yield %w : f32
    }} -> tensor<64xf32>
    scf.yield %p, %q : tensor<64xf32>, tensor<64xf32>
  }}
  %e = tensor.empty() : tensor<64x64xf32>
  %u = linalg.generic {{indexing_maps = [#r, #id], iterator_types = [\"parallel\", \"parallel\"]}} ins(%l#0 : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%s: f32, %o: f32):
    linalg.yield %s : f32
  }} -> tensor<64x64xf32>
  %w = linalg.generic {{indexing_maps = [#c, #id], iterator_types = [\"parallel\", \"parallel\"]}} ins(%l#1 : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%s: f32, %o: f32):
    linalg.yield %s : f32
  }} -> tensor<64x64xf32>
  %d = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = [\"parallel\", \"parallel\"]}} ins(%u, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {{
  ^bb0(%s: f32, %t: f32, %o: f32):
    %g = arith.addf %s, %t : f32
    linalg.yield %g : f32
  }} -> tensor<64x64xf32>
  return {results} : {types}
}}"
        )
    };
    let all = 64 * 64 * 4 + 2 * 64 * 4;
    let returned = program(
        "%d, %l#0, %l#1",
        "tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>",
    );
    assert_eq!(peak(&returned), all);
    assert_eq!(peak(&program("%d", "tensor<64x64xf32>")), all);
}
