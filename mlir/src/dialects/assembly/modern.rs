//! Converts the syntax of MLIR 19 to that of MLIR 22 while parsing.

use smallvec::SmallVec;

use crate::ir::{AffineExpr, AffineMap, AttrKind, DYNAMIC, names};
use crate::syntax::{OpParser, OpState};

/// Renames the operation and uses the table entry of the new name.
fn rename(p: &mut OpParser<'_>, state: &mut OpState, name: &str) {
    state.name = p.ctx_mut().op_name(name);
    state.def = p.module().ctx.def(state.name);
}

/// Renames a product to `name`, with indexing maps over `dims` loops for both factors and the result.
fn product(p: &mut OpParser<'_>, state: &mut OpState, name: &str, dims: u32, maps: [&[u32]; 3]) {
    let maps = maps.map(|results| {
        let map = AffineMap {
            dims,
            symbols: 0,
            results: results.iter().map(|&dim| AffineExpr::Dim(dim)).collect(),
        };
        p.ctx_mut().attr(AttrKind::AffineMap(map))
    });
    let maps = p.ctx_mut().attr(AttrKind::Array(maps.into()));
    rename(p, state, name);
    state.set(names::INDEXING_MAPS, maps);
}

pub(in crate::dialects) fn matmul_transpose_a(p: &mut OpParser<'_>, state: &mut OpState) {
    product(p, state, "linalg.matmul", 3, [&[2, 0], &[2, 1], &[0, 1]]);
}

pub(in crate::dialects) fn matmul_transpose_b(p: &mut OpParser<'_>, state: &mut OpState) {
    product(p, state, "linalg.matmul", 3, [&[0, 2], &[1, 2], &[0, 1]]);
}

pub(in crate::dialects) fn batch_matmul_transpose_a(p: &mut OpParser<'_>, state: &mut OpState) {
    let maps: [&[u32]; 3] = [&[0, 3, 1], &[0, 3, 2], &[0, 1, 2]];
    product(p, state, "linalg.batch_matmul", 4, maps);
}

pub(in crate::dialects) fn batch_matmul_transpose_b(p: &mut OpParser<'_>, state: &mut OpState) {
    let maps: [&[u32]; 3] = [&[0, 1, 3], &[0, 2, 3], &[0, 1, 2]];
    product(p, state, "linalg.batch_matmul", 4, maps);
}

/// In MLIR 19, the body of `linalg.map` has no argument for the output; MLIR 22 has one that is unused.
pub(in crate::dialects) fn map(p: &mut OpParser<'_>, state: &mut OpState) {
    let Some(block) = state
        .regions
        .first()
        .and_then(|&region| p.module().first_block(region))
    else {
        return;
    };
    if let Some(&init) = state.operands.last()
        && p.module().block_args(block).len() + 1 == state.operands.len()
    {
        let ty = p.module().ctx.element_or_self(p.module().value_type(init));
        p.module_mut().add_block_arg(block, ty);
    }
}

pub(in crate::dialects) fn to_memref(p: &mut OpParser<'_>, state: &mut OpState) {
    rename(p, state, "bufferization.to_buffer");
}

pub(in crate::dialects) fn pack(p: &mut OpParser<'_>, state: &mut OpState) {
    rename(p, state, "linalg.pack");
}

pub(in crate::dialects) fn unpack(p: &mut OpParser<'_>, state: &mut OpState) {
    rename(p, state, "linalg.unpack");
}

pub(in crate::dialects) fn splat(p: &mut OpParser<'_>, state: &mut OpState) {
    rename(p, state, "vector.broadcast");
}

/// `memref.assume_alignment` returns its operand in MLIR 22.
pub(in crate::dialects) fn assume_alignment(p: &mut OpParser<'_>, state: &mut OpState) {
    if let (true, Some(&memref)) = (state.results.is_empty(), state.operands.first()) {
        state.results.push(p.module().value_type(memref));
    }
}

/// In MLIR 19 all sizes of `affine.delinearize_index` are operands.
pub(in crate::dialects) fn delinearize_index(p: &mut OpParser<'_>, state: &mut OpState) {
    let key = p.ctx_mut().str("static_basis");
    if state.props.get(key).is_none() {
        let count = state.operands.len().saturating_sub(1);
        let sizes: SmallVec<[i64; 4]> = SmallVec::from_elem(DYNAMIC, count);
        let attr = p.ctx_mut().i64_array(&sizes);
        state.set(key, attr);
    }
}
