//! Models from outside the crate: an operation without a table entry, analysed and rewritten by user code.

use super::common::write;
use memplan_bufferize::analysis::interface::{AliasValue, BufferModel, Query};
use memplan_bufferize::analysis::models::Entry;
use memplan_bufferize::rewrite::{BufferTypes, Error, ErrorKind, RewriteModel, Rewriter};
use memplan_bufferize::{BufferModels, Options, one_shot_bufferize};
use memplan_mlir::dialects::Dialects;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::{Module, OpId, OpSpec};

/// `test.scale_in_place %t, %x` multiplies a tensor in its buffer.
static REWRITE: &[RewriteModel] = &[RewriteModel {
    ops: &["test.scale_in_place"],
    infer,
    bufferize: rewrite_scale,
    ..RewriteModel::EMPTY
}];

static ANALYSIS: &[Entry] = &[("test.scale_in_place", Some(&Scale))];

struct Scale;

impl BufferModel for Scale {
    fn writes(&self, _: Query, _: OpId, operand: usize) -> bool {
        operand == 0
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let result = q.m.result(op, 0).filter(|_| operand == 0);
        result.map(AliasValue::equivalent).into_iter().collect()
    }
}

fn infer(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let tensor = types.m.operands(op)[0];
    if let Some(result) = types.m.result(op, 0) {
        types.flow(tensor, result, op, ErrorKind::NotBufferized)?;
    }
    Ok(())
}

fn rewrite_scale(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let operands = rewriter.buffers(op)?;
    let name = rewriter.m().ctx.op_name("test.scale");
    rewriter.insert(OpSpec::new(name).operands(&operands));
    rewriter.replace(op, &operands[..1])
}

const TEXT: &str = "func.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, f32) {
  %0 = \"test.scale_in_place\"(%t, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  %2 = tensor.extract %t[%i] : tensor<4xf32>
  return %1, %2 : f32, f32
}";

fn read_with(dialects: &Dialects) -> Module {
    let options = ParseOptions {
        dialects: Some(dialects),
        ..ParseOptions::default()
    };
    parse(TEXT.as_bytes(), &options).unwrap().module
}

#[test]
fn dialects_bring_models() {
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let mut m = read_with(&Dialects::core());
    let error = one_shot_bufferize(&mut m, &options).unwrap_err();
    assert!(
        format!("{error:?}").contains("test.scale_in_place"),
        "{error:?}"
    );
    let models = BufferModels {
        analysis: ANALYSIS,
        rewrite: REWRITE,
    };
    let mut m = read_with(&Dialects::core().with_extension(models));
    one_shot_bufferize(&mut m, &options).unwrap();
    // The argument is read afterwards, so a copy is scaled.
    let expected = "module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (f32, f32) {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    memref.copy %arg0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
    \"test.scale\"(%alloc, %arg1) : (memref<4xf32>, f32) -> ()
    %0 = memref.load %alloc[%arg2] : memref<4xf32>
    %1 = memref.load %arg0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
    return %0, %1 : f32, f32
  }
}";
    assert_eq!(write(&m).trim_end(), expected);
}
