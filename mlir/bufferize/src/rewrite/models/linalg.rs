//! `linalg`: everything is in destination style. Packing and unpacking exist on tensors only and become
//! `linalg.map` with a load at a computed position.

use memplan_mlir::dialects::{Arg, Arity};
use memplan_mlir::{AttrId, BlockId, Module, OpId, OpSpec, StrId, TypeId, ValueId, names};

use super::RewriteModel;
use super::destination;
use crate::rewrite::build::Extent;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["linalg.pack"],
        infer: destination::infer,
        bufferize: pack,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["linalg.unpack"],
        infer: destination::infer,
        bufferize: unpack,
        ..RewriteModel::EMPTY
    },
];

/// Whether a destination-style operation accepts tensors only, so that it has no form on buffers.
pub(super) fn has_no_buffer_form(m: &Module, op: OpId) -> bool {
    // Structured operations have variadic results, which are absent on buffers.
    m.def(op).is_some_and(|def| {
        let is_fixed = |result: &Arg| result.arity == Arity::One;
        def.results.iter().any(is_fixed)
    })
}

/// How the dimensions of a tensor correspond to those of its tiles.
#[derive(Debug)]
struct Tiling {
    /// For each outer dimension: the dimension whose tiles it counts.
    outer: Vec<usize>,
    /// For each inner dimension: the dimension that it is a tile of, and the size of the tile.
    inner: Vec<(usize, ValueId)>,
}

impl Tiling {
    fn of(rewriter: &mut Rewriter<'_>, op: OpId, rank: usize) -> Self {
        let list = |m: &Module, name: &str| -> Vec<usize> {
            let name = m.ctx.find_str(name);
            let list = name.map_or(&[][..], |name| m.prop_array(op, name));
            list.iter()
                .filter_map(|&dim| usize::try_from(dim).ok())
                .collect()
        };
        let mut outer = list(rewriter.module(), "outer_dims_perm");
        if outer.is_empty() {
            outer = (0..rank).collect();
        }
        let dims = list(rewriter.module(), "inner_dims_pos");
        let tiles = rewriter.mixed(op, "inner_tiles", "static_inner_tiles");
        let tiles: Vec<ValueId> = tiles
            .into_iter()
            .map(|tile| value_of(rewriter, tile))
            .collect();
        Self {
            outer,
            inner: dims.into_iter().zip(tiles).collect(),
        }
    }
}

fn value_of(rewriter: &mut Rewriter<'_>, extent: Extent) -> ValueId {
    match extent {
        Extent::Known(value) => rewriter.constant(value),
        Extent::Value(value) => value,
    }
}

fn rank(rewriter: &Rewriter<'_>, value: ValueId) -> usize {
    let m = rewriter.module();
    m.ctx.shape(m.value_type(value)).map_or(0, <[i64]>::len)
}

/// The body of a `linalg.map` under construction.
struct Body<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    block: BlockId,
    index: TypeId,
}

impl Body<'_, '_> {
    fn op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        props: &[(StrId, AttrId)],
    ) -> ValueId {
        let name = self.rewriter.m().ctx.op_name(name);
        let mut spec = OpSpec::new(name).operands(operands).results(&[ty]);
        for &(key, value) in props {
            spec = spec.prop(key, value);
        }
        let op = self.rewriter.insert_in(self.block, spec);
        self.rewriter.first_result(op)
    }

    fn index_op(&mut self, name: &str, left: ValueId, right: ValueId) -> ValueId {
        self.op(name, &[left, right], self.index, &[])
    }

    /// The position along each of `n` dimensions.
    fn point(&mut self, n: usize) -> Vec<ValueId> {
        let dim = self.rewriter.m().ctx.str("dim");
        (0..n)
            .map(|number| {
                let number = self.rewriter.m().ctx.i64_attr(number as i64);
                self.op("linalg.index", &[], self.index, &[(dim, number)])
            })
            .collect()
    }

    fn end(&mut self, name: &str, value: ValueId) {
        let name = self.rewriter.m().ctx.op_name(name);
        let spec = OpSpec::new(name).operands(&[value]);
        self.rewriter.insert_in(self.block, spec);
    }
}

/// Adds a `linalg.map` that computes all elements of `target` by `element`.
fn map_into(
    rewriter: &mut Rewriter<'_>,
    target: ValueId,
    element: impl FnOnce(&mut Body<'_, '_>, TypeId) -> ValueId,
) {
    let ty = rewriter.module().value_type(target);
    let ty = rewriter.module().ctx.element_type(ty).unwrap_or(ty);
    let (region, block) = rewriter.region(&[ty]);
    let index = rewriter.m().ctx.index_type();
    let mut body = Body {
        rewriter,
        block,
        index,
    };
    let value = element(&mut body, ty);
    body.end("linalg.yield", value);
    let name = rewriter.m().ctx.op_name("linalg.map");
    rewriter.insert(OpSpec::new(name).operands(&[target]).regions(&[region]));
}

fn load(body: &mut Body<'_, '_>, buffer: ValueId, at: &[ValueId], ty: TypeId) -> ValueId {
    let mut operands = vec![buffer];
    operands.extend_from_slice(at);
    body.op("memref.load", &operands, ty, &[])
}

/// Each element of the tiles is read from its position, or is padding.
fn pack(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffers = rewriter.buffers(op)?;
    let &[source, target, ..] = &buffers[..] else {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    };
    let padding = rewriter.module().operand_group(op, "padding_value");
    let padding = padding.first().copied();
    let n = rank(rewriter, source);
    let tiling = Tiling::of(rewriter, op, n);
    let sizes: Vec<ValueId> = match padding {
        Some(_) => {
            let sizes = rewriter.sizes(source);
            sizes
                .into_iter()
                .map(|size| value_of(rewriter, size))
                .collect()
        }
        None => Vec::new(),
    };
    map_into(rewriter, target, |body, ty| {
        let point = body.point(n + tiling.inner.len());
        let mut at = vec![point[0]; n];
        for (&dim, &position) in tiling.outer.iter().zip(&point) {
            at[dim] = position;
        }
        for (&(dim, tile), &within) in tiling.inner.iter().zip(&point[n..]) {
            let start = body.index_op("arith.muli", at[dim], tile);
            at[dim] = body.index_op("arith.addi", start, within);
        }
        match padding {
            Some(padding) => {
                let dims: Vec<usize> = tiling.inner.iter().map(|&(dim, _)| dim).collect();
                padded(body, source, &at, &dims, &sizes, padding, ty)
            }
            None => load(body, source, &at, ty),
        }
    });
    rewriter.replace(op, &[target])
}

/// The element at a position, or the padding if the position is outside along one of some dimensions.
fn padded(
    body: &mut Body<'_, '_>,
    source: ValueId,
    at: &[ValueId],
    dims: &[usize],
    sizes: &[ValueId],
    padding: ValueId,
    ty: TypeId,
) -> ValueId {
    const UNSIGNED_LESS: i64 = 6;
    let (i1, code) = {
        let ctx = &mut body.rewriter.m().ctx;
        (ctx.int_type(1), ctx.i64_attr(UNSIGNED_LESS))
    };
    let mut inside = None;
    for &dim in dims {
        let operands = [at[dim], sizes[dim]];
        let is_inside = body.op("arith.cmpi", &operands, i1, &[(names::PREDICATE, code)]);
        inside = Some(match inside {
            Some(others) => body.op("arith.andi", &[others, is_inside], i1, &[]),
            None => is_inside,
        });
    }
    let Some(inside) = inside else {
        return load(body, source, at, ty);
    };
    let (then, yes) = body.rewriter.region(&[]);
    let (otherwise, no) = body.rewriter.region(&[]);
    let outer = std::mem::replace(&mut body.block, yes);
    let element = load(body, source, at, ty);
    body.end("scf.yield", element);
    body.block = no;
    body.end("scf.yield", padding);
    body.block = outer;
    let name = body.rewriter.m().ctx.op_name("scf.if");
    let spec = OpSpec::new(name)
        .operands(&[inside])
        .results(&[ty])
        .regions(&[then, otherwise]);
    let op = body.rewriter.insert_in(outer, spec);
    body.rewriter.first_result(op)
}

/// Each element is read from its tile.
fn unpack(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffers = rewriter.buffers(op)?;
    let &[source, target, ..] = &buffers[..] else {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    };
    let n = rank(rewriter, target);
    let tiling = Tiling::of(rewriter, op, n);
    map_into(rewriter, target, |body, ty| {
        let point = body.point(n);
        let mut tiles = point.clone();
        let mut within = Vec::new();
        for &(dim, tile) in &tiling.inner {
            tiles[dim] = body.index_op("arith.divui", point[dim], tile);
            within.push(body.index_op("arith.remui", point[dim], tile));
        }
        let outer = tiling.outer.iter().map(|&dim| tiles[dim]);
        let at: Vec<ValueId> = outer.chain(within).collect();
        load(body, source, &at, ty)
    });
    rewriter.replace(op, &[target])
}
