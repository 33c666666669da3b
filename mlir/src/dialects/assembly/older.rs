//! Writes operations as versions of MLIR other than 22 do. [`modern`](super::modern) is the reverse.

use crate::dialects::linalg_maps;
use crate::ir::{
    AffineMap, AttrId, AttrKind, DYNAMIC, Module, OpId, OpSpec, StrId, ValueId, names,
};

type Done = Result<(), &'static str>;

fn prop_named(m: &Module, op: OpId, name: &str) -> Option<StrId> {
    m.ctx
        .find_str(name)
        .filter(|&name| m.prop(op, name).is_some())
}

fn affine_map(m: &Module, map: AttrId) -> Option<&AffineMap> {
    match m.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// Requires that an operation does not have an attribute.
fn without(m: &Module, op: OpId, name: &str, reason: &'static str) -> Done {
    prop_named(m, op, name).map_or(Ok(()), |_| Err(reason))
}

pub(in crate::dialects) fn signed_loop(m: &Module, op: OpId) -> Done {
    without(m, op, "unsignedCmp", "its comparison is unsigned")
}

pub(in crate::dialects) fn inexact(m: &Module, op: OpId) -> Done {
    without(m, op, "isExact", "it has the flag `exact`")
}

pub(in crate::dialects) fn wrapping(m: &mut Module, op: OpId) -> Done {
    let Some(name) = prop_named(m, op, "overflowFlags") else {
        return Ok(());
    };
    let flags = m.remove_prop(op, name).map(|flags| m.ctx.attr_kind(flags));
    match flags {
        Some(AttrKind::Opaque { body, .. }) if m.ctx.bytes(*body) != b"overflow<none>" => {
            Err("it has flags of overflow")
        }
        _ => Ok(()),
    }
}

pub(in crate::dialects) fn is_of_tensors(m: &Module, op: OpId) -> Done {
    if m.operands(op).iter().any(|&value| m.is_memref(value)) {
        Err("it is on memrefs")
    } else {
        Ok(())
    }
}

pub(in crate::dialects) fn of_tensors(m: &mut Module, op: OpId) -> Done {
    is_of_tensors(m, op)
}

pub(in crate::dialects) fn default_rounding(m: &Module, op: OpId) -> Done {
    without(m, op, "roundingmode", "it has a rounding mode")
}

/// Attributes of accesses are discardable.
pub(in crate::dialects) fn aligned(m: &mut Module, op: OpId) -> Done {
    for name in ["alignment", "invariant"] {
        if let Some(name) = prop_named(m, op, name)
            && let Some(value) = m.remove_prop(op, name)
        {
            m.set_attr(op, name, value);
        }
    }
    Ok(())
}

/// Weights only guide the choice of instructions.
pub(in crate::dialects) fn unweighted(m: &mut Module, op: OpId) -> Done {
    if let Some(name) = prop_named(m, op, "branch_weights") {
        m.remove_prop(op, name);
    }
    Ok(())
}

/// All uses of the result become uses of the operand.
pub(in crate::dialects) fn assumption(m: &mut Module, op: OpId) -> Done {
    let operand = m.operands(op)[0];
    if let Some(result) = m.result(op, 0) {
        m.replace_all_uses(result, operand);
    }
    let spec = OpSpec {
        name: m.op_name(op),
        operands: m.operands(op).into(),
        results: Default::default(),
        successors: Default::default(),
        regions: Default::default(),
        props: m.props(op).clone(),
        attrs: m.attrs(op).clone(),
        loc: m.op_loc(op),
        span: m.span(op),
    };
    let old = m.create_op(spec);
    m.insert_before(op, old);
    m.erase(op);
    Ok(())
}

/// The body of `linalg.map` has no argument for the output.
pub(in crate::dialects) fn map(m: &mut Module, op: OpId) -> Done {
    let Some(block) = m.first_block(m.regions(op)[0]) else {
        return Ok(());
    };
    let index = m.operands(op).len().saturating_sub(1);
    match m.block_args(block).get(index) {
        Some(&init) if !m.is_unused(init) => Err("its body reads the output"),
        Some(_) => {
            m.remove_block_arg(block, index);
            Ok(())
        }
        None => Ok(()),
    }
}

/// `m(4) r(3)` in place of `fmr(F_4_3)`.
pub(in crate::dialects) fn winograd(m: &mut Module, op: OpId) -> Done {
    let name = m.ctx.str("fmr");
    let code = m.remove_prop(op, name).and_then(|fmr| m.ctx.attr_i64(fmr));
    let (size, radius) = match code {
        Some(0) => (2, 3),
        Some(1) => (4, 3),
        _ => (2, 5),
    };
    for (name, value) in [("m", size), ("r", radius)] {
        let (name, value) = (m.ctx.str(name), m.ctx.i64_attr(value));
        m.set_prop(op, name, value);
    }
    Ok(())
}

/// Products have no indexing maps; some arrangements are operations of their own.
pub(in crate::dialects) fn product(m: &mut Module, op: OpId) -> Done {
    let Some(maps) = m.remove_prop(op, names::INDEXING_MAPS) else {
        return Ok(());
    };
    let maps: Vec<&AffineMap> = match m.ctx.attr_kind(maps) {
        AttrKind::Array(maps) => maps.iter().filter_map(|&map| affine_map(m, map)).collect(),
        _ => Vec::new(),
    };
    let name = m.op_name_text(op).into_owned();
    let has_maps = |name: &str| {
        let def = m.ctx.dialects().find(name)?;
        let expected = linalg_maps::maps(def.indexing_maps, 3, 0, &[], &[])?;
        Some(expected.iter().eq(maps.iter().copied()))
    };
    let variants = ["", "_transpose_a", "_transpose_b"].map(|suffix| name.clone() + suffix);
    let variant = variants.iter().find(|name| has_maps(name) == Some(true));
    let variant = variant.ok_or("its indexing maps are not those of an operation")?;
    let name = m.ctx.op_name(variant);
    m.rename_op(op, name);
    Ok(())
}

/// The named operation of the kind of a `linalg.elementwise`.
pub(in crate::dialects) fn elementwise(m: &mut Module, op: OpId) -> Done {
    let Some(name) = prop_named(m, op, "kind") else {
        return Ok(());
    };
    let maps = m.remove_prop(op, names::INDEXING_MAPS);
    let is_identity = |map: &AffineMap| *map == AffineMap::identity(map.dims);
    let is_plain = maps.is_none_or(|maps| match m.ctx.attr_kind(maps) {
        AttrKind::Array(maps) => maps
            .iter()
            .all(|&map| affine_map(m, map).is_some_and(is_identity)),
        _ => false,
    });
    if !is_plain {
        return Err("its indexing maps are not the identity");
    }
    let kind = match m.remove_prop(op, name).map(|kind| m.ctx.attr_kind(kind)) {
        Some(AttrKind::Opaque { body, .. }) => m.ctx.text(*body).into_owned(),
        _ => String::new(),
    };
    let kind = kind
        .trim_start_matches("elementwise_kind<")
        .trim_end_matches('>');
    let named = m
        .ctx
        .dialects()
        .ops()
        .find(|def| def.elementwise_kind == Some(kind));
    let Some(def) = named else {
        return Err("no named operation is of its kind");
    };
    let name = m.ctx.op_name(def.name);
    m.rename_op(op, name);
    Ok(())
}

/// All sizes of `affine.delinearize_index` are operands.
pub(in crate::dialects) fn delinearize_index(m: &mut Module, op: OpId) -> Done {
    let Some(name) = prop_named(m, op, "static_basis") else {
        return Ok(());
    };
    let sizes = m.prop_array(op, name).to_vec();
    if sizes.len() != m.result_count(op) {
        return Err("it has no outermost size");
    }
    m.remove_prop(op, name);
    let given = m.operands(op).to_vec();
    let mut dynamic = given[1..].iter().copied();
    let mut operands: Vec<ValueId> = vec![given[0]];
    for size in sizes {
        let constant = (size != DYNAMIC).then(|| index_before(m, op, size));
        operands.extend(constant.or_else(|| dynamic.next()));
    }
    m.set_operands(op, &operands);
    Ok(())
}

/// A constant in front of an operation.
fn index_before(m: &mut Module, anchor: OpId, value: i64) -> ValueId {
    let index = m.ctx.index_type();
    let mut spec = OpSpec::new(m.ctx.op_name("arith.constant"));
    spec.results.push(index);
    let (name, value) = (m.ctx.str("value"), m.ctx.int_attr(value, index));
    spec.props.set(name, value);
    let op = m.create_op(spec);
    m.insert_before(anchor, op);
    m.results(op).next().unwrap_or(m.operands(anchor)[0])
}
