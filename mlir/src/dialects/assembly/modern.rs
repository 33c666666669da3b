//! Converts the syntax of MLIR 19 to that of MLIR 22 while parsing.

use smallvec::SmallVec;

use crate::ir::{AffineExpr, AffineMap, AttrKind, DYNAMIC, Dict, TypeKind, names};
use crate::syntax::pieces::set_prop;
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

/// `linalg.elemwise_unary` and `linalg.elemwise_binary` are kinds of `linalg.elementwise` since MLIR 21.
pub(in crate::dialects) fn elemwise(p: &mut OpParser<'_>, state: &mut OpState) {
    let kind = super::linalg::elemwise_kind(&p.module().ctx, state);
    for name in ["fun", "cast"] {
        let name = p.ctx_mut().str(name);
        state.props.remove(name);
    }
    let rank = state.operands.last().and_then(|&out| {
        let shape = p.module().ctx.shape(p.module().value_type(out))?;
        Some(shape.len() as u32)
    });
    let count = state.operands.len();
    let ctx = p.ctx_mut();
    let map = ctx.attr(AttrKind::AffineMap(AffineMap::identity(rank.unwrap_or(0))));
    let maps = ctx.attr(AttrKind::Array(vec![map; count].into()));
    let (dialect, body) = (
        ctx.str("linalg"),
        ctx.str(format!("elementwise_kind<{kind}>")),
    );
    let kind = ctx.attr(AttrKind::Opaque {
        dialect,
        body,
        ty: None,
    });
    rename(p, state, "linalg.elementwise");
    state.set(names::INDEXING_MAPS, maps);
    set_prop(p, state, "kind", kind);
}

/// `m(4) r(3)` is `fmr(F_4_3)` since MLIR 21.
pub(in crate::dialects) fn winograd(p: &mut OpParser<'_>, state: &mut OpState) {
    let [size, radius] = ["m", "r"].map(|name| {
        let name = p.ctx_mut().str(name);
        let value = state.props.remove(name);
        value.and_then(|value| p.module().ctx.attr_i64(value))
    });
    let code = match (size, radius) {
        (Some(2), Some(3)) => 0,
        (Some(4), Some(3)) => 1,
        (Some(2), Some(5)) => 2,
        _ => return,
    };
    let ty = p.ctx_mut().int_type(32);
    let value = p.ctx_mut().int_attr(code, ty);
    set_prop(p, state, "fmr", value);
}

/// The position of `vector.extractelement` and `vector.insertelement`, among the operands of `vector.extract` and
/// `vector.insert`, which MLIR 22 has in their place.
fn vector_position(p: &mut OpParser<'_>, state: &mut OpState, name: &str, n_values: usize) {
    let statics = vec![DYNAMIC; state.operands.len().saturating_sub(n_values)];
    if let Some(position) = state.operands.get_mut(n_values) {
        let (index, ty) = (p.ctx_mut().index_type(), p.module().value_type(*position));
        if ty != index {
            let cast = p.emit_before(
                "arith.index_cast",
                &[*position],
                Some(index),
                Dict::default(),
            );
            *position = cast.unwrap_or(*position);
        }
    }
    rename(p, state, name);
    let statics = p.ctx_mut().i64_array(&statics);
    set_prop(p, state, "static_position", statics);
}

pub(in crate::dialects) fn extractelement(p: &mut OpParser<'_>, state: &mut OpState) {
    vector_position(p, state, "vector.extract", 1);
}

pub(in crate::dialects) fn insertelement(p: &mut OpParser<'_>, state: &mut OpState) {
    vector_position(p, state, "vector.insert", 2);
}

/// Up to MLIR 21, a vector without dimensions may be inserted in place of a scalar.
pub(in crate::dialects) fn insert(p: &mut OpParser<'_>, state: &mut OpState) {
    let [source, dest, ..] = state.operands[..] else {
        return;
    };
    let module = p.module();
    let rank = |value| module.ctx.shape(module.value_type(value)).map(<[i64]>::len);
    let name = module.ctx.find_str("static_position");
    let position = name.and_then(|name| state.props.get(name));
    let n_positions = position
        .and_then(|attr| module.ctx.attr_array(attr))
        .map(<[i64]>::len);
    if rank(source) != Some(0) || rank(dest) != n_positions || n_positions == Some(0) {
        return;
    }
    let element = module.ctx.element_or_self(module.value_type(source));
    let mut attrs = Dict::default();
    let statics = p.ctx_mut().i64_array(&[]);
    let name = p.ctx_mut().str("static_position");
    attrs.set(name, statics);
    if let Some(scalar) = p.emit_before("vector.extract", &[source], Some(element), attrs) {
        state.operands[0] = scalar;
    }
}

/// Up to MLIR 21, `linalg.fill` converts its value to the type of the elements.
pub(in crate::dialects) fn fill(p: &mut OpParser<'_>, state: &mut OpState) {
    let (&[value, out], Some(&region)) = (&state.operands[..], state.regions.first()) else {
        return;
    };
    let m = p.module();
    let from = m.value_type(value);
    let to = m.ctx.element_or_self(m.value_type(out));
    if from == to {
        return;
    }
    let bits = |ty| match m.ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some((false, *width)),
        TypeKind::Float(kind) => Some((true, kind.width())),
        _ => None,
    };
    let (Some(old), Some(new)) = (bits(from), bits(to)) else {
        return;
    };
    let name = match (old, new) {
        ((true, a), (true, b)) if a < b => "arith.extf",
        ((true, a), (true, b)) if a > b => "arith.truncf",
        ((false, a), (false, b)) if a < b => "arith.extsi",
        ((false, a), (false, b)) if a > b => "arith.trunci",
        ((true, _), (false, _)) => "arith.fptosi",
        ((false, _), (true, _)) => "arith.sitofp",
        _ => return,
    };
    let Some(cast) = p.emit_before(name, &[value], Some(to), Dict::default()) else {
        return;
    };
    state.operands[0] = cast;
    // The body gives its argument, which has the new type.
    let m = p.module_mut();
    let body = m.create_region();
    let block = m.append_block(body);
    let arg = m.add_block_arg(block, to);
    m.add_block_arg(block, to);
    p.emit(block, "linalg.yield", &[arg], None, Dict::default());
    state.regions[0] = body;
    let m = p.module_mut();
    let blocks: Vec<_> = m.blocks(region).collect();
    m.erase_blocks(&blocks);
}
