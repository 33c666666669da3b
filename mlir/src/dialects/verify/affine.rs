//! Rules of the `affine` dialect, and the operands of its maps.

use super::{Checked, count, int_list, invalid, operand_type, result_type, scf, wrong_type};
use crate::dialects::{AffineInputs, AffineRule, atomic_kinds};
use crate::ir::{
    AffineMap, AttrId, AttrKind, DYNAMIC, DenseData, Module, OpId, Signedness, TypeId, TypeKind,
};
use crate::verifier::VerifyErrorKind;

/// An attribute, which MLIR 19 may store as a discardable one.
fn attr<'m>(m: &'m Module, op: OpId, name: &str) -> Option<&'m AttrKind> {
    let name = m.ctx.find_str(name)?;
    let attr = m.prop(op, name).or_else(|| m.attr(op, name))?;
    Some(m.ctx.attr_kind(attr))
}

fn map<'m>(m: &'m Module, op: OpId, name: &str) -> Option<&'m AffineMap> {
    match attr(m, op, name)? {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The inputs of a map from operand `first` on; empty if there are too few operands.
fn inputs(
    m: &Module,
    op: OpId,
    first: usize,
    dims: u32,
    symbols: u32,
    rule: AffineRule,
) -> Option<AffineInputs> {
    let end = first + dims as usize + symbols as usize;
    (end <= m.operands(op).len()).then_some(AffineInputs {
        operands: first..end,
        dims: dims as usize,
        rule,
    })
}

/// The inputs of maps whose operands are consecutive from operand `first` on.
fn in_a_row(m: &Module, op: OpId, first: usize, maps: &[&str]) -> Vec<AffineInputs> {
    let mut at = first;
    let mut lists = Vec::new();
    for name in maps {
        let Some(map) = map(m, op, name) else { break };
        lists.extend(inputs(m, op, at, map.dims, map.symbols, AffineRule::Strict));
        at += map.n_inputs();
    }
    lists
}

/// The map of `affine.apply`.
pub(crate) fn apply(m: &Module, op: OpId) -> Vec<AffineInputs> {
    let mut lists = in_a_row(m, op, 0, &["map"]);
    for inputs in &mut lists {
        inputs.rule = AffineRule::NoDimensionAsSymbol;
    }
    lists
}

/// The map of an access, whose operands are the group `indices`.
pub(crate) fn access(m: &Module, op: OpId) -> Vec<AffineInputs> {
    let indices = m.operand_group(op, "indices").len();
    in_a_row(m, op, m.operands(op).len() - indices, &["map"])
}

/// Like [`access`]; dimensions may be used as symbols.
pub(crate) fn prefetch(m: &Module, op: OpId) -> Vec<AffineInputs> {
    let mut lists = access(m, op);
    for inputs in &mut lists {
        inputs.rule = AffineRule::Either("index");
    }
    lists
}

/// The bounds of `affine.for`.
pub(crate) fn for_bounds(m: &Module, op: OpId) -> Vec<AffineInputs> {
    in_a_row(m, op, 0, &["lowerBoundMap", "upperBoundMap"])
}

/// The bounds of `affine.parallel`.
pub(crate) fn parallel_bounds(m: &Module, op: OpId) -> Vec<AffineInputs> {
    in_a_row(m, op, 0, &["lowerBoundsMap", "upperBoundsMap"])
}

/// The integer set of `affine.if`.
pub(crate) fn condition(m: &Module, op: OpId) -> Vec<AffineInputs> {
    match attr(m, op, "condition") {
        Some(AttrKind::IntegerSet(set)) => {
            let lists = inputs(m, op, 0, set.dims, set.symbols, AffineRule::Strict);
            lists.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The three accesses of `affine.dma_start`: each is a memref and the inputs of its map.
pub(crate) fn dma_start(m: &Module, op: OpId) -> Vec<AffineInputs> {
    let places = [
        ("src_map", "src index"),
        ("dst_map", "dst index"),
        ("tag_map", "tag index"),
    ];
    dma_places(m, op, &places)
}

/// `affine.dma_start`: source, destination and tag are memrefs.
pub(crate) fn dma_start_memrefs(m: &Module, op: OpId) -> Checked {
    let mut at = 0;
    for (name, what) in [("src_map", "src"), ("dst_map", "dst"), ("tag_map", "tag")] {
        let Some(map) = map(m, op, name) else { break };
        if let Some(ty) = operand_type(m, op, at)
            && !matches!(m.ctx.type_kind(ty), TypeKind::MemRef(_))
        {
            return Err(wrong_type(m, what, "a memref", ty));
        }
        at += 1 + map.n_inputs();
    }
    Ok(())
}

/// The tag of `affine.dma_wait`.
pub(crate) fn dma_wait(m: &Module, op: OpId) -> Vec<AffineInputs> {
    dma_places(m, op, &[("tag_map", "index")])
}

fn dma_places(m: &Module, op: OpId, places: &[(&str, &'static str)]) -> Vec<AffineInputs> {
    let mut at = 0;
    let mut lists = Vec::new();
    for &(name, what) in places {
        let Some(map) = map(m, op, name) else { break };
        let rule = AffineRule::Either(what);
        lists.extend(inputs(m, op, at + 1, map.dims, map.symbols, rule));
        at += 1 + map.n_inputs();
    }
    lists
}

/// The condition has an input for each operand; the regions have no arguments.
pub(crate) fn if_condition(m: &Module, op: OpId) -> Checked {
    if let Some(AttrKind::IntegerSet(set)) = attr(m, op, "condition") {
        let inputs = set.dims as usize + set.symbols as usize;
        count("operand(s) for its condition", inputs, m.operands(op).len())?;
    }
    scf::no_arguments(m, op)
}

/// There are as many groups of bounds as steps and induction variables; each group has the stated number of
/// results of its map.
fn parallel_groups(m: &Module, op: OpId) -> Checked {
    let n = super::entry_args(m, op, 0).len();
    let Some(AttrKind::Array(steps)) = attr(m, op, "steps") else {
        return Ok(());
    };
    count("step(s)", n, steps.len())?;
    for (groups, map, what, results) in [
        (
            "lowerBoundsGroups",
            "lowerBoundsMap",
            "group(s) of lower bounds",
            "result(s) of the map of lower bounds",
        ),
        (
            "upperBoundsGroups",
            "upperBoundsMap",
            "group(s) of upper bounds",
            "result(s) of the map of upper bounds",
        ),
    ] {
        let (Some(AttrKind::Dense { ty, data }), Some(AttrKind::AffineMap(map))) =
            (attr(m, op, groups), attr(m, op, map))
        else {
            return Err(invalid(
                "bound-groups",
                format!("`{groups}` must be dense, of i32"),
            ));
        };
        let dims = m.ctx.shape(*ty).unwrap_or(&[]);
        let is_i32 = m
            .ctx
            .element_type(*ty)
            .is_some_and(|ty| m.ctx.bit_width(ty) == Some(32));
        if !is_i32 {
            return Err(wrong_type(m, what, "of i32", *ty));
        }
        let length = dims
            .iter()
            .try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
        count(what, n, length.unwrap_or(usize::MAX))?;
        let decode = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes) as usize;
        let sum = match data {
            DenseData::Splat(bytes) => decode(bytes).saturating_mul(n),
            DenseData::Elements(bytes) => bytes
                .chunks_exact(4)
                .fold(0_usize, |sum, bytes| sum.saturating_add(decode(bytes))),
            DenseData::Strings { .. } => 0,
        };
        count(results, sum, map.results.len())?;
    }
    Ok(())
}

/// A reduction for each result, which fits its type.
pub(crate) fn parallel(m: &Module, op: OpId) -> Checked {
    parallel_groups(m, op)?;
    let Some(AttrKind::Array(reductions)) = attr(m, op, "reductions") else {
        return Ok(());
    };
    count("reduction(s)", m.result_count(op), reductions.len())?;
    for (index, &reduction) in reductions.iter().enumerate() {
        let kind = kind_of(m, reduction)?;
        let Some(ty) = result_type(m, op, index) else {
            continue;
        };
        if !reduces(m, kind, ty) {
            let expected = format!("of a type that `{kind}` reduces");
            return Err(wrong_type(m, "result", expected, ty));
        }
    }
    Ok(())
}

fn kind_of(m: &Module, reduction: AttrId) -> Result<&'static str, VerifyErrorKind> {
    m.ctx
        .attr_i64(reduction)
        .and_then(|kind| atomic_kinds().get(usize::try_from(kind).ok()?).copied())
        .ok_or_else(|| invalid("reduction", "a reduction is the number of an atomic kind"))
}

/// Whether `affine.parallel` can reduce values of the type in this way. Minima and maxima of integers require
/// types with a sign.
fn reduces(m: &Module, kind: &str, ty: TypeId) -> bool {
    let ty = m.ctx.type_kind(ty);
    match kind {
        "assign" => true,
        "addf" | "mulf" | "maximumf" | "minimumf" => matches!(ty, TypeKind::Float(_)),
        "addi" | "muli" | "andi" | "ori" => matches!(ty, TypeKind::Integer { .. }),
        "maxs" | "mins" => has_sign(ty, Signedness::Signed),
        "maxu" | "minu" => has_sign(ty, Signedness::Unsigned),
        _ => false,
    }
}

fn has_sign(ty: &TypeKind, sign: Signedness) -> bool {
    matches!(ty, TypeKind::Integer { signedness, .. } if *signedness == sign)
}

/// The sizes of a grid, with [`DYNAMIC`] for operands.
fn basis(m: &Module, op: OpId) -> &[i64] {
    int_list(m, op, "static_basis")
}

/// There are as many indices as sizes, or one more, because the first size is optional.
fn grid(m: &Module, op: OpId, what: &'static str, indices: usize) -> Checked {
    let sizes = basis(m, op);
    let dynamic = crate::ir::shapes::dynamic_dims(sizes);
    let operands = m.operand_group(op, "dynamic_basis").len();
    count("dynamic size operand(s)", dynamic, operands)?;
    if indices == sizes.len() + 1 {
        return Ok(());
    }
    count(what, sizes.len(), indices)
}

/// An index for each size of the grid; sizes are positive.
pub(crate) fn delinearize_index(m: &Module, op: OpId) -> Checked {
    grid(m, op, "result(s)", m.result_count(op))?;
    let not_positive = |size: &&i64| **size <= 0 && **size != DYNAMIC;
    match basis(m, op).iter().find(not_positive) {
        Some(size) => Err(invalid(
            "basis",
            format!("no size of the grid may be less than 1, found {size}"),
        )),
        None => Ok(()),
    }
}

/// An index for each size of the grid.
pub(crate) fn linearize_index(m: &Module, op: OpId) -> Checked {
    grid(m, op, "index(es)", m.operand_group(op, "multi_index").len())
}
