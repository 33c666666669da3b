//! A model from outside: an operation that no table knows, rewritten by a program's own code.

use super::common::{read, write};
use memplan_bufferize::Options;
use memplan_bufferize::rewrite::{
    BufferTypes, Error, ErrorKind, Models, RewriteModel, Rewriter, bufferize, bufferize_with,
};
use memplan_mlir::{OpId, OpSpec};

/// `test.scale_in_place %t, %x` multiplies a tensor in its buffer.
static MODELS: &[RewriteModel] = &[RewriteModel {
    ops: &["test.scale_in_place"],
    infer,
    bufferize: rewrite_scale,
    ..RewriteModel::EMPTY
}];

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

const TEXT: &str = "func.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %0 = \"test.scale_in_place\"(%t, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}";

#[test]
fn programs_add_models() {
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let mut m = read(TEXT);
    let error = bufferize(&mut m, &options).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotBufferized);
    bufferize_with(&mut m, &Models::core().with(MODELS), &options).unwrap();
    let expected = "module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> f32 {
    \"test.scale\"(%arg0, %arg1) : (memref<4xf32, strided<[?], offset: ?>>, f32) -> ()
    %0 = memref.load %arg0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
    return %0 : f32
  }
}";
    assert_eq!(write(&m).trim_end(), expected);
}
