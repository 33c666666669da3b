//! Calls, structured control flow and assertions.

use std::ops::Range;

use super::{Table, opaque};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, Indices, MemRef, Value};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::semantics::{signed, truncated};
use memplan_mlir::{AttrKind, DYNAMIC, OpId, TypeKind, names};

fn call(machine: &mut Machine<'_>, op: OpId) -> Step {
    let function = machine.symbols.resolve_call(machine.m, op);
    let args = machine.operands(op)?;
    enter(machine, op, function, &args)
}

fn call_indirect(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    match operands.split_first() {
        Some((Value::Function(function), args)) => enter(machine, op, Some(*function), args),
        _ => machine.unsupported(op, "a call of what is no function"),
    }
}

fn enter(machine: &mut Machine<'_>, op: OpId, function: Option<OpId>, args: &[Value]) -> Step {
    let m = machine.m;
    let Some(function) = function else {
        return machine.unsupported(op, "a call of a function that does not exist");
    };
    let has_body = m
        .regions(function)
        .first()
        .is_some_and(|&region| m.first_block(region).is_some());
    if !has_body {
        return opaque::external_call(machine, op, function, args);
    }
    if (0..args.len()).any(|at| m.arg_attr(function, at, names::NOALIAS).is_some()) {
        check_noalias(machine, op, function, args)?;
    }
    let results = machine.call(Some(op), function, args)?;
    machine.finish_all(op, results)
}

/// A fault if a buffer overlaps one of which the function says that no other argument does.
fn check_noalias(machine: &mut Machine<'_>, op: OpId, function: OpId, args: &[Value]) -> Step {
    let m = machine.m;
    let mut buffers = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        if let Value::MemRef(memref) = arg {
            buffers.push((at, memref.allocation, byte_range(machine, op, memref)?));
        }
    }
    for (at, allocation, bytes) in &buffers {
        let is_shared = |(other, of, others): &&(usize, u32, Range<i128>)| {
            let overlaps = bytes.start < others.end && others.start < bytes.end;
            other != at && of == allocation && overlaps
        };
        if m.arg_attr(function, *at, names::NOALIAS).is_some()
            && let Some((other, ..)) = buffers.iter().find(is_shared)
        {
            let name = m.symbol_text(function);
            let what = format!("argument {other} of `{name}` overlaps argument {at}");
            let message = format!("{what}, which is `memplan.noalias`");
            return machine.fault(FaultKind::Undefined, op, message);
        }
    }
    Ok(())
}

/// The bytes of an allocation from the first to the last one that a memref has.
fn byte_range(machine: &mut Machine<'_>, op: OpId, memref: &MemRef) -> Step<Range<i128>> {
    let bytes = machine.layout(op, memref.element)?.bytes() as i128;
    let first = i128::from(memref.base) + i128::from(memref.offset) * bytes;
    if memref.n_elements() == Some(0) {
        return Ok(first..first);
    }
    let dims = memref.sizes.iter().zip(&memref.strides);
    let spans = dims.map(|(&size, &stride)| (i128::from(size) - 1) * i128::from(stride) * bytes);
    let ends = spans.map(|span| (span.min(0), span.max(0)));
    let add = |sum: (i128, i128), end: (i128, i128)| (sum.0 + end.0, sum.1 + end.1);
    let (low, high) = ends.fold((first, first + bytes), add);
    Ok(low..high)
}

fn function_constant(machine: &mut Machine<'_>, op: OpId) -> Step {
    let symbol = machine.m.prop(op, names::VALUE);
    let function = match symbol.map(|attr| machine.m.ctx.attr_kind(attr)) {
        Some(AttrKind::SymbolRef { root, nested }) => machine.symbol(op, *root, nested),
        _ => None,
    };
    match function {
        Some(function) => machine.finish(op, Value::Function(function)),
        None => machine.unsupported(op, "a function that does not exist"),
    }
}

fn assert(machine: &mut Machine<'_>, op: OpId) -> Step {
    let condition = machine.operand(op, 0)?;
    if machine.int(op, &condition)? != 0 {
        return Ok(());
    }
    let message = machine
        .prop(op, "msg")
        .and_then(|attr| machine.m.ctx.attr_str(attr));
    let message = message.map_or_else(String::new, |text| machine.m.ctx.text(text).into_owned());
    machine.fault(
        FaultKind::Assertion,
        op,
        format!("the assertion `{message}` fails"),
    )
}

/// Runs a region once; the yielded values are the results.
fn once(machine: &mut Machine<'_>, op: OpId) -> Step {
    let exit = machine.region(op, machine.m.regions(op)[0], &[])?;
    let results = machine.yielded(exit)?;
    machine.finish_all(op, results)
}

fn alloca_scope(machine: &mut Machine<'_>, op: OpId) -> Step {
    let exit = machine.scope(op, machine.m.regions(op)[0], &[])?;
    let results = machine.yielded(exit)?;
    machine.finish_all(op, results)
}

/// Runs region `region`, which may be empty; the yielded values are the results.
pub(super) fn branch(machine: &mut Machine<'_>, op: OpId, region: usize) -> Step {
    let Some(&region) = machine.m.regions(op).get(region) else {
        return machine.unsupported(op, "an operation without this region");
    };
    let exit = machine.region(op, region, &[])?;
    let results = machine.yielded(exit)?;
    machine.finish_all(op, results)
}

fn if_(machine: &mut Machine<'_>, op: OpId) -> Step {
    let condition = machine.operand(op, 0)?;
    let is_else = machine.int(op, &condition)? == 0;
    branch(machine, op, usize::from(is_else))
}

fn index_switch(machine: &mut Machine<'_>, op: OpId) -> Step {
    let flag = machine.operand(op, 0)?;
    let flag = machine.index(op, &flag)?;
    let cases = machine.m.prop_array(op, names::CASES);
    let case = cases.iter().position(|&case| case == flag);
    branch(machine, op, case.map_or(0, |case| case + 1))
}

/// Counts from `lower` in steps of `step` to below `upper`, carrying values along.
pub(super) fn count(
    machine: &mut Machine<'_>,
    op: OpId,
    [lower, upper, step]: [i128; 3],
    width: u32,
    inits: Values,
) -> Step {
    if step <= 0 {
        return machine.fault(
            FaultKind::Undefined,
            op,
            "the step of a loop is not positive",
        );
    }
    let body = machine.m.regions(op)[0];
    let mut carried = inits;
    let mut iv = lower;
    while iv < upper {
        let mut args: Values = Values::with_capacity(1 + carried.len());
        args.push(Value::Int(truncated(iv as u64, width)));
        args.extend(carried);
        machine.step(op)?;
        let exit = machine.scope(op, body, &args)?;
        carried = machine.yielded(exit)?;
        iv += step;
    }
    machine.finish_all(op, carried)
}

fn for_(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let ty = machine.operand_type(op, 0)?;
    let width = match m.ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } if *width <= 64 => *width,
        TypeKind::Index => 64,
        _ => return machine.unsupported(op, "a loop over this type"),
    };
    let is_unsigned = machine.prop(op, "unsignedCmp").is_some();
    let mut bounds = [0_i128; 3];
    for (index, bound) in bounds.iter_mut().enumerate() {
        let bits = machine.operand(op, index)?;
        let bits = machine.int(op, &bits)?;
        *bound = if is_unsigned {
            i128::from(bits)
        } else {
            i128::from(signed(bits, width))
        };
    }
    let inits = machine.group(op, "inits")?;
    count(machine, op, bounds, width, inits)
}

fn while_(machine: &mut Machine<'_>, op: OpId) -> Step {
    let [before, after] = *machine.m.regions(op) else {
        return machine.unsupported(op, "another number of regions");
    };
    let mut args = machine.operands(op)?;
    loop {
        machine.step(op)?;
        let exit = machine.region(op, before, &args)?;
        let mut values = machine.yielded(exit)?;
        if values.is_empty() {
            return machine.unsupported(op, "a loop without condition");
        }
        let goes_on = machine.int(op, &values.remove(0))? != 0;
        if !goes_on {
            return machine.finish_all(op, values);
        }
        let exit = machine.region(op, after, &values)?;
        args = machine.yielded(exit)?;
    }
}

/// Bounds and steps of a grid, and the number of points in each dimension.
fn extents(
    machine: &Machine<'_>,
    op: OpId,
    lower: &[i64],
    upper: &[i64],
    step: &[i64],
) -> Step<Dims> {
    let mut sizes = Dims::new();
    for ((&lower, &upper), &step) in lower.iter().zip(upper).zip(step) {
        if step <= 0 {
            return machine.fault(
                FaultKind::Undefined,
                op,
                "the step of a loop is not positive",
            );
        }
        let span = (i128::from(upper) - i128::from(lower)).max(0);
        let n = (span + i128::from(step) - 1) / i128::from(step);
        sizes.push(i64::try_from(n).unwrap_or(i64::MAX));
    }
    Ok(sizes)
}

fn ivs(point: &[i64], lower: &[i64], step: &[i64]) -> Values {
    let at = point.iter().zip(lower).zip(step);
    at.map(|((&n, &lower), &step)| {
        Value::Int(lower.wrapping_add(n.wrapping_mul(step)).cast_unsigned())
    })
    .collect()
}

fn forall(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let lower = machine.mixed(op, "dynamicLowerBound", "staticLowerBound")?;
    let upper = machine.mixed(op, "dynamicUpperBound", "staticUpperBound")?;
    let step = machine.mixed(op, "dynamicStep", "staticStep")?;
    let sizes = extents(machine, op, &lower, &upper, &step)?;
    let mut outs = machine.group(op, "outs")?;
    let body = m.regions(op)[0];
    let Some(block) = m.first_block(body) else {
        return machine.unsupported(op, "a loop without body");
    };
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let mut args = ivs(&point, &lower, &step);
        args.extend(outs.iter().cloned());
        let exit = machine.scope(op, body, &args)?;
        // The region of the terminator combines the values of the iteration.
        if let Some(exit) = exit
            && let Some(&combine) = m.regions(exit).first()
        {
            machine.region(exit, combine, &[])?;
        }
        let shared = &m.block_args(block)[sizes.len()..];
        outs = shared
            .iter()
            .map(|&arg| machine.get(op, arg))
            .collect::<Step<Values>>()?;
    }
    outs.truncate(m.result_count(op));
    machine.finish_all(op, outs)
}

fn parallel(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let bounds = |group: &str| -> Step<Dims> {
        let values = machine.group(op, group)?;
        machine.indices(op, &values)
    };
    let (lower, upper, step) = (
        bounds("lowerBound")?,
        bounds("upperBound")?,
        bounds("step")?,
    );
    let sizes = extents(machine, op, &lower, &upper, &step)?;
    let mut reduced = machine.group(op, "inits")?;
    let body = m.regions(op)[0];
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let exit = machine.scope(op, body, &ivs(&point, &lower, &step))?;
        let Some(reduce) = exit else { continue };
        let operands = machine.operands(reduce)?;
        let regions = m.regions(reduce).iter().zip(operands);
        for ((&region, operand), so_far) in regions.zip(&mut reduced) {
            let exit = machine.region(reduce, region, &[so_far.clone(), operand])?;
            if let Some(value) = machine.yielded(exit)?.pop() {
                *so_far = value;
            }
        }
    }
    machine.finish_all(op, reduced)
}

pub(super) const OPS: Table = &[
    (Kernel::Call, call),
    (Kernel::CallIndirect, call_indirect),
    (Kernel::FunctionReference, function_constant),
    (Kernel::Function, |_, _| Ok(())),
    (Kernel::Assert, assert),
    (Kernel::ExecuteRegion, once),
    (Kernel::For, for_),
    (Kernel::Forall, forall),
    (Kernel::If, if_),
    (Kernel::IndexSwitch, index_switch),
    (Kernel::Parallel, parallel),
    (Kernel::While, while_),
    (Kernel::AllocaScope, alloca_scope),
];

/// Sizes of a static shape; `None` for a dynamic one.
pub(super) fn static_sizes(shape: &[i64]) -> Option<Dims> {
    let sizes = shape.iter().map(|&size| (size != DYNAMIC).then_some(size));
    sizes.collect()
}
