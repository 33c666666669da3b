//! The `affine` dialect: loops, conditions and accesses by maps.

use super::Table;
use super::control::{branch, count};
use super::memref::combine;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, Indices, Value};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, AttrId, AttrKind, OpId, names};

fn map_of<'m>(machine: &Machine<'m>, op: OpId, attr: Option<AttrId>) -> Step<&'m AffineMap> {
    match attr.map(|attr| machine.m.ctx.attr_kind(attr)) {
        Some(AttrKind::AffineMap(map)) => Ok(map),
        _ => machine.unsupported(op, "an operation without its map"),
    }
}

/// The results of a map applied to operands: dimensions first, then symbols.
fn apply(machine: &Machine<'_>, op: OpId, map: &AffineMap, operands: &[i64]) -> Step<Dims> {
    let dims = map.dims as usize;
    if operands.len() != dims + map.symbols as usize {
        return machine.unsupported(op, "another number of map operands");
    }
    let (dims, symbols) = operands.split_at(dims);
    let result = |expr: &AffineExpr| expr.eval(dims, symbols);
    match map.results.iter().map(result).collect() {
        Some(results) => Ok(results),
        None => machine.fault(
            FaultKind::Undefined,
            op,
            "a map divides by zero or overflows",
        ),
    }
}

fn applied(machine: &mut Machine<'_>, op: OpId, pick: fn(&[i64]) -> Option<i64>) -> Step {
    let map = map_of(machine, op, machine.prop(op, "map"))?;
    let operands = machine.operands(op)?;
    let operands = machine.indices(op, &operands)?;
    let results = apply(machine, op, map, &operands)?;
    match pick(&results) {
        Some(index) => machine.finish(op, Value::Int(index.cast_unsigned())),
        None => machine.unsupported(op, "a map without results"),
    }
}

fn for_(machine: &mut Machine<'_>, op: OpId) -> Step {
    let bound = |group: &str, attr: AttrId| -> Step<Dims> {
        let map = map_of(machine, op, Some(attr))?;
        let operands = machine.group(op, group)?;
        apply(machine, op, map, &machine.indices(op, &operands)?)
    };
    let (Some(lower), Some(upper)) = (
        machine.m.prop(op, names::LOWER_BOUND_MAP),
        machine.m.prop(op, names::UPPER_BOUND_MAP),
    ) else {
        return machine.unsupported(op, "a loop without bounds");
    };
    let lower = bound("lowerBoundOperands", lower)?.into_iter().max();
    let upper = bound("upperBoundOperands", upper)?.into_iter().min();
    let step = machine.m.prop_i64(op, names::STEP).unwrap_or(1);
    let inits = machine.group(op, "inits")?;
    match (lower, upper) {
        (Some(lower), Some(upper)) => count(
            machine,
            op,
            [lower.into(), upper.into(), step.into()],
            64,
            inits,
        ),
        _ => machine.unsupported(op, "a loop without bounds"),
    }
}

fn if_(machine: &mut Machine<'_>, op: OpId) -> Step {
    // MLIR 19 stores the condition as a discardable attribute.
    let name = machine.m.ctx.find_str("condition");
    let attr = name.and_then(|name| machine.m.prop(op, name).or(machine.m.attr(op, name)));
    let Some(AttrKind::IntegerSet(set)) = attr.map(|attr| machine.m.ctx.attr_kind(attr)) else {
        return machine.unsupported(op, "a condition that is no integer set");
    };
    let operands = machine.operands(op)?;
    let operands = machine.indices(op, &operands)?;
    if operands.len() != (set.dims + set.symbols) as usize {
        return machine.unsupported(op, "another number of operands");
    }
    let (dims, symbols) = operands.split_at(set.dims as usize);
    let mut holds = true;
    for constraint in &set.constraints {
        let Some(value) = constraint.expr.eval(dims, symbols) else {
            return machine.fault(FaultKind::Undefined, op, "a constraint overflows");
        };
        holds &= if constraint.is_equality {
            value == 0
        } else {
            value >= 0
        };
    }
    branch(machine, op, usize::from(!holds))
}

/// Splits the results of a map into groups, one per dimension.
fn grouped(
    machine: &Machine<'_>,
    op: OpId,
    map: &str,
    groups: &str,
    operands: &[i64],
    pick: fn(&[i64]) -> Option<i64>,
) -> Step<Dims> {
    let n_dims = machine
        .prop(op, "steps")
        .map(|attr| machine.m.ctx.attr_kind(attr));
    let n_dims = match n_dims {
        Some(AttrKind::Array(steps)) => steps.len(),
        _ => return machine.unsupported(op, "a loop without steps"),
    };
    let map = map_of(machine, op, machine.prop(op, map))?;
    let results = apply(machine, op, map, operands)?;
    let sizes = match machine.prop(op, groups) {
        Some(attr) => super::dense_elements(machine, op, attr, n_dims)?,
        None => None,
    };
    let Some(sizes) = sizes else {
        return machine.unsupported(op, "a loop without groups of bounds");
    };
    let mut rest = &results[..];
    let mut bounds = Dims::new();
    for size in &sizes {
        let size = usize::try_from(machine.int(op, size)?).unwrap_or(usize::MAX);
        if size > rest.len() {
            return machine.unsupported(op, "groups of bounds that do not fit");
        }
        let (group, tail) = rest.split_at(size);
        rest = tail;
        match pick(group) {
            Some(bound) => bounds.push(bound),
            None => return machine.unsupported(op, "an empty group of bounds"),
        }
    }
    Ok(bounds)
}

fn largest(values: &[i64]) -> Option<i64> {
    values.iter().copied().max()
}

fn smallest(values: &[i64]) -> Option<i64> {
    values.iter().copied().min()
}

/// The integers of an array property.
fn ints(machine: &Machine<'_>, op: OpId, name: &str) -> Vec<i64> {
    let ctx = &machine.m.ctx;
    match machine.prop(op, name).map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => {
            let items = items.iter();
            items.filter_map(|&item| ctx.attr_i64(item)).collect()
        }
        _ => Vec::new(),
    }
}

/// Reduces the values of one more iteration; `kinds` are the kinds of reduction.
fn combine_all(
    machine: &mut Machine<'_>,
    op: OpId,
    kinds: &[i64],
    so_far: &[Value],
    values: &[Value],
) -> Step<Values> {
    let mut both = Values::new();
    for (index, (old, new)) in so_far.iter().zip(values).enumerate() {
        let ty = machine.result_type(op, index)?;
        let kind = kinds.get(index).copied().unwrap_or(-1);
        both.push(combine(machine, op, kind, ty, old, new)?);
    }
    Ok(both)
}

fn parallel(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let all = machine.operands(op)?;
    let all = machine.indices(op, &all)?;
    let lower_map = map_of(machine, op, machine.prop(op, "lowerBoundsMap"))?;
    let n_lower = (lower_map.dims + lower_map.symbols) as usize;
    if n_lower > all.len() {
        return machine.unsupported(op, "too few operands");
    }
    let (of_lower, of_upper) = all.split_at(n_lower);
    let lower = grouped(
        machine,
        op,
        "lowerBoundsMap",
        "lowerBoundsGroups",
        of_lower,
        largest,
    )?;
    let upper = grouped(
        machine,
        op,
        "upperBoundsMap",
        "upperBoundsGroups",
        of_upper,
        smallest,
    )?;
    let (steps, kinds) = (ints(machine, op, "steps"), ints(machine, op, "reductions"));
    if steps.len() != lower.len() || steps.iter().any(|&step| step <= 0) {
        return machine.unsupported(op, "these steps");
    }
    let sizes: Dims = lower
        .iter()
        .zip(&upper)
        .zip(&steps)
        .map(|((&lower, &upper), &step)| {
            (upper - lower).max(0).div_euclid(step) + i64::from((upper - lower).max(0) % step != 0)
        })
        .collect();
    let body = m.regions(op)[0];
    let mut reduced: Option<Values> = None;
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let ivs: Values = (0..point.len())
            .map(|dim| Value::Int((lower[dim] + point[dim] * steps[dim]).cast_unsigned()))
            .collect();
        let exit = machine.scope(op, body, &ivs)?;
        let values = machine.yielded(exit)?;
        reduced = Some(match reduced {
            None => values,
            Some(so_far) => combine_all(machine, op, &kinds, &so_far, &values)?,
        });
    }
    match reduced {
        Some(values) => machine.finish_all(op, values),
        None if m.result_count(op) == 0 => Ok(()),
        None => machine.unsupported(op, "a reduction of nothing"),
    }
}

/// The position of an access whose memref is operand `memref`.
fn place(machine: &Machine<'_>, op: OpId, memref: usize) -> Step<(Value, Dims)> {
    let operands = machine.operands(op)?;
    let indices = machine.indices(op, &operands[memref + 1..])?;
    let at = match machine.prop(op, "map") {
        Some(attr) => {
            let map = map_of(machine, op, Some(attr))?;
            apply(machine, op, map, &indices)?
        }
        None => indices,
    };
    Ok((operands[memref].clone(), at))
}

fn load(machine: &mut Machine<'_>, op: OpId) -> Step {
    let (memref, at) = place(machine, op, 0)?;
    let memref = machine.memref(op, &memref)?;
    let value = machine.load(op, &memref, &at)?;
    machine.finish(op, value)
}

fn store(machine: &mut Machine<'_>, op: OpId) -> Step {
    let (memref, at) = place(machine, op, 1)?;
    let memref = machine.memref(op, &memref)?;
    let value = machine.operand(op, 0)?;
    machine.store(op, &memref, &at, &value)
}

/// The basis of an index operation; the outermost size may be missing.
fn basis(machine: &Machine<'_>, op: OpId) -> Step<Dims> {
    let basis = machine.mixed(op, "dynamic_basis", "static_basis")?;
    if basis.iter().any(|&size| size <= 0) {
        return machine.fault(FaultKind::Undefined, op, "a basis is not positive");
    }
    Ok(basis)
}

fn delinearize(machine: &mut Machine<'_>, op: OpId) -> Step {
    let linear = machine.operand(op, 0)?;
    let mut rest = machine.index(op, &linear)?;
    let basis = basis(machine, op)?;
    let n = machine.m.result_count(op);
    let inner = &basis[basis.len().saturating_sub(n.saturating_sub(1))..];
    let mut results: Vec<Value> = Vec::new();
    for &size in inner.iter().rev() {
        results.push(Value::Int(rest.rem_euclid(size).cast_unsigned()));
        rest = rest.div_euclid(size);
    }
    results.push(Value::Int(rest.cast_unsigned()));
    machine.finish_all(op, results.into_iter().rev().collect())
}

fn linearize(machine: &mut Machine<'_>, op: OpId) -> Step {
    let indices = machine.group(op, "multi_index")?;
    let indices = machine.indices(op, &indices)?;
    let basis = basis(machine, op)?;
    let inner = &basis[basis.len().saturating_sub(indices.len().saturating_sub(1))..];
    let mut linear = indices.first().copied().unwrap_or(0);
    for (&at, &size) in indices.iter().skip(1).zip(inner) {
        linear = linear.wrapping_mul(size).wrapping_add(at);
    }
    machine.finish(op, Value::Int(linear.cast_unsigned()))
}

pub(super) const OPS: Table = &[
    (Kernel::AffineApply, |m, op| {
        applied(m, op, |r| r.first().copied())
    }),
    (Kernel::Delinearize, delinearize),
    (Kernel::AffineFor, for_),
    (Kernel::AffineIf, if_),
    (Kernel::Linearize, linearize),
    (Kernel::AffineLoad, load),
    (Kernel::AffineMax, |m, op| applied(m, op, largest)),
    (Kernel::AffineMin, |m, op| applied(m, op, smallest)),
    (Kernel::AffineParallel, parallel),
    (Kernel::AffineStore, store),
];
