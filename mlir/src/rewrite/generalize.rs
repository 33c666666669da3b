//! Converts named structured operations to `linalg.generic`.

use crate::dialects::linalg_maps;
use crate::ir::{
    AffineMap, AttrId, AttrKind, Context, Module, OpId, OpSpec, TypeId, TypeKind, ValueId, names,
};
use crate::semantics::Kernel;

/// The numbers of inputs and outputs.
fn counts(m: &Module, op: OpId) -> Option<(usize, usize)> {
    let def = m.def(op)?;
    let group = def.operand_group(def.destination?)?;
    let outs = m.operand_range(op, group);
    Some((outs.start, outs.len()))
}

fn rank(m: &Module, value: ValueId) -> Option<usize> {
    m.ctx.shape(m.value_type(value)).map(<[i64]>::len)
}

/// The indexing maps of a named structured operation, by operand. `None` for all other operations, including
/// `linalg.generic`, which has a list of maps.
pub fn indexing_maps(m: &Module, op: OpId) -> Option<Vec<AffineMap>> {
    let kernel = m.semantics(op).kernel()?;
    let operands = m.operands(op);
    let (n_inputs, _) = counts(m, op)?;
    // `linalg.generic` treats a vector as a shaped operand, named operations treat it as a scalar.
    let is_vector = |&value: &ValueId| matches!(m.value_type_kind(value), TypeKind::Vector { .. });
    if operands.iter().any(is_vector) {
        return None;
    }
    let out_rank = rank(m, *operands.last()?)?;
    let mut maps = match kernel {
        Kernel::Structured => structured_maps(m, op, out_rank)?,
        Kernel::Fill | Kernel::Map => {
            vec![AffineMap::identity(out_rank as u32); operands.len()]
        }
        Kernel::Reduce => {
            let all = rank(m, *operands.first()?)? as u32;
            let reduced = dims(m, op, "dimensions");
            let kept = AffineMap::of_dims(all, (0..all).filter(|dim| !reduced.contains(dim)));
            let mut maps = vec![AffineMap::identity(all); n_inputs];
            maps.resize(operands.len(), kept);
            maps
        }
        Kernel::Broadcast => {
            let all = out_rank as u32;
            let added = dims(m, op, "dimensions");
            let kept = AffineMap::of_dims(all, (0..all).filter(|dim| !added.contains(dim)));
            vec![kept, AffineMap::identity(all)]
        }
        Kernel::Permute => {
            let permutation = dims(m, op, "permutation");
            let position = |from: u32| permutation.iter().position(|&dim| dim == from);
            let n = permutation.len() as u32;
            let inverse: Option<Vec<u32>> = (0..n)
                .map(|from| position(from).map(|to| to as u32))
                .collect();
            vec![AffineMap::of_dims(n, inverse?), AffineMap::identity(n)]
        }
        _ => return None,
    };
    // A scalar has the same value at every point.
    for (map, &value) in maps.iter_mut().zip(operands) {
        if rank(m, value).is_none_or(|rank| rank == 0) {
            map.results.clear();
        }
    }
    (maps.len() == operands.len()).then_some(maps)
}

fn structured_maps(m: &Module, op: OpId, out_rank: usize) -> Option<Vec<AffineMap>> {
    let listed = m.prop_elements(op, names::INDEXING_MAPS);
    if !listed.is_empty() {
        let map = |&attr: &AttrId| match m.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) => Some(map.clone()),
            _ => None,
        };
        return listed.iter().map(map).collect();
    }
    let notation = m.def(op)?.indexing_maps;
    let n_windows = linalg_maps::n_windows(notation);
    let factors = |name: &str| {
        let attr = m.ctx.find_str(name).and_then(|name| m.prop(op, name));
        attr.map_or(Some(Vec::new()), |attr| {
            linalg_maps::window(&m.ctx, attr, n_windows)
        })
    };
    let n = m.operands(op).len();
    linalg_maps::maps(
        notation,
        n,
        out_rank,
        &factors("strides")?,
        &factors("dilations")?,
    )
}

fn dims(m: &Module, op: OpId, attr: &str) -> Vec<u32> {
    let name = m.ctx.find_str(attr);
    let dims = name.map_or(&[][..], |name| m.prop_array(op, name));
    dims.iter()
        .filter_map(|&dim| u32::try_from(dim).ok())
        .collect()
}

/// Replaces a named structured operation by `linalg.generic`, and returns the new operation. `None` for all other
/// operations, which are not changed. Linear in the body.
pub fn generalize(m: &mut Module, op: OpId) -> Option<OpId> {
    let maps = indexing_maps(m, op)?;
    let (n_inputs, n_outputs) = counts(m, op)?;
    let n_dims = maps.first().map_or(0, |map| map.dims);
    let outputs = &maps[n_inputs..];
    let is_parallel: Vec<bool> = (0..n_dims)
        .map(|dim| {
            let uses = |map: &AffineMap| map.results.iter().any(|expr| expr.uses_dim(dim));
            outputs.iter().all(uses)
        })
        .collect();
    let iterators = iterator_types(&mut m.ctx, &is_parallel);
    let maps = maps.into_iter();
    let maps: Vec<AttrId> = maps
        .map(|map| m.ctx.attr(AttrKind::AffineMap(map)))
        .collect();
    let maps = m.ctx.attr(AttrKind::Array(maps.into()));
    let counts = m.ctx.i32_array(&[n_inputs as i64, n_outputs as i64]);
    let types: Vec<TypeId> = m.results(op).map(|value| m.value_type(value)).collect();
    let region = m.create_region();
    if let Some(&body) = m.regions(op).first() {
        m.move_blocks(body, region);
    }
    let name = m.ctx.op_name("linalg.generic");
    let operands = m.operands(op).to_vec();
    let mut spec = OpSpec::new(name)
        .operands(&operands)
        .results(&types)
        .regions(&[region])
        .prop(names::INDEXING_MAPS, maps)
        .prop(names::ITERATOR_TYPES, iterators)
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    spec.attrs = m.attrs(op).clone();
    // The implied attribute has no meaning on `linalg.generic`.
    let implied = m.def(op).and_then(|def| def.implied_attr);
    if let Some(name) = implied.and_then(|implied| m.ctx.find_str(implied.name)) {
        spec.attrs.remove(name);
    }
    let generic = m.create_before(op, spec);
    let results: Vec<ValueId> = m.results(generic).collect();
    m.replace_op(op, &results);
    Some(generic)
}

/// `["parallel", "reduction", ..]`.
fn iterator_types(ctx: &mut Context, is_parallel: &[bool]) -> AttrId {
    let dialect = ctx.str("linalg");
    let kinds: Vec<AttrId> = is_parallel
        .iter()
        .map(|&is_parallel| {
            let body = ctx.str(if is_parallel {
                "iterator_type<parallel>"
            } else {
                "iterator_type<reduction>"
            });
            ctx.attr(AttrKind::Opaque {
                dialect,
                body,
                ty: None,
            })
        })
        .collect();
    ctx.attr(AttrKind::Array(kinds.into()))
}
