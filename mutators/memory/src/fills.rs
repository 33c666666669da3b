//! `sink-fills`: replaces copies of constant buffers by fills, and moves fills to where they are needed.
//!
//! Common subexpression elimination leaves one tensor of zeros for all accumulators of a type. Bufferization fills it
//! once and copies it before each use, so that it is live for the whole function. In three steps:
//!
//! 1. A copy of a buffer that holds one value in all elements becomes a fill of its target, until nothing changes. The
//!    value may come from `linalg.fill`, from a `linalg.map` or `linalg.generic` that yields it, or from a constant
//!    global, which may also be transposed or broadcast.
//! 2. Fills whose values nothing reads are erased, with buffers that only they use.
//! 3. Each fill, and each other operation that computes a buffer from numbers alone, moves to the next access of the
//!    buffer in its block.
//!
//! The load never grows: a lifetime changes only if the buffer is no longer read, or is written later.

use memplan_memory_model::{
    Access, LocalBuffer, Memory, allocations, has_pure_body, is_placeable, overwritten, sink,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, viewed_buffer};
use memplan_mlir::rewrite::linalg_fill;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrKind, CloneMap, Module, OpId, OpSpec, ValueDef, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::rewrite::Rewrite;

/// The pass `sink-fills`.
pub const SINK_FILLS: Rewrite = Rewrite {
    name: "sink-fills",
    summary: "Replaces copies of constant buffers by fills, and moves fills right before the first use.",
    cost: "near-linear in the uses of buffers, times the depth of their nesting",
    rewrite: sink_fills_with,
};

/// Replaces copies of constant buffers below `root` by fills, removes fills that nothing reads, and moves the others to
/// the next use. Returns whether anything changed.
pub fn sink_fills(m: &mut Module, root: OpId) -> bool {
    sink_fills_with(m, root, &mut Analyses::default())
}

fn sink_fills_with(m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
    let has_filled = fill_from_globals(m, root);
    if has_filled {
        analyses.forget();
    }
    let given = analyses.clone();
    let memory = given.of_calls(m);
    let has_simplified = simplify(m, memory, root);
    let has_moved = move_fills(m, memory, root);
    if has_simplified {
        analyses.forget();
    } else if has_moved {
        analyses.operations_moved();
    }
    has_filled || has_simplified || has_moved
}

/// Replaces copies of constant globals that have one value in all elements by fills. Returns whether there were any.
/// Linear.
fn fill_from_globals(m: &mut Module, root: OpId) -> bool {
    if !m.walk(root).any(|op| m.is_kernel(op, Kernel::GetGlobal)) {
        return false;
    }
    let symbols = SymbolIndex::new(m);
    let mut fills_found = Vec::new();
    for op in m.walk(root) {
        if let Some((source, target)) = copied(m, op)
            && let Some(value) = constant_of_global(m, &symbols, source)
        {
            fills_found.push((op, target, value));
        }
    }
    for &(op, target, ref value) in &fills_found {
        let attr = m.ctx.attr(value.clone());
        let ty = m.ctx.element_type(m.value_type(target));
        let spec = OpSpec::new(m.ctx.op_name("arith.constant"))
            .results(ty.as_slice())
            .prop(names::VALUE, attr);
        let constant = m.create_before(op, spec);
        if let Some(constant) = m.result(constant, 0) {
            replace_by_fill(m, op, Held::Value(constant), target);
        }
    }
    !fills_found.is_empty()
}

/// The source and the target of an operation that writes each element of the target with one of the source, as it is.
fn copied(m: &Module, op: OpId) -> Option<(ValueId, ValueId)> {
    let &[source, target] = m.operands(op) else {
        return None;
    };
    let copies = match m.semantics(op).kernel()? {
        Kernel::Copy | Kernel::Broadcast | Kernel::Permute => true,
        Kernel::Map | Kernel::Generic => yields_input(m, op),
        _ => false,
    };
    let element = |value| m.ctx.element_type(m.value_type(value));
    let are_alike = m.is_memref(source) && element(source) == element(target);
    (copies && are_alike && m.result_count(op) == 0 && overwritten(m, op)[..] == [target])
        .then_some((source, target))
}

/// Whether the body of an operation consists only of a terminator that yields the first argument.
fn yields_input(m: &Module, op: OpId) -> bool {
    let body = match m.regions(op) {
        &[region] => m.first_block(region),
        _ => None,
    };
    body.is_some_and(|body| {
        let end = m.last_op(body);
        let input = m.block_args(body).first();
        end == m.first_op(body) && end.is_some_and(|end| m.operands(end).first() == input)
    })
}

/// The value of all elements of a view of a global that never changes.
fn constant_of_global(m: &Module, symbols: &SymbolIndex, value: ValueId) -> Option<AttrKind> {
    let op = m.kernel_of(viewed_buffer(m, value), Kernel::GetGlobal)?;
    let AttrKind::SymbolRef { root, nested } = m.ctx.attr_kind(m.prop(op, names::NAME)?) else {
        return None;
    };
    let global = symbols.lookup(m, op, *root, nested)?;
    let prop = |name| m.prop(global, m.ctx.find_str(name)?);
    prop("constant")?;
    m.ctx.splat_element(prop("initial_value")?)
}

/// The value that a buffer holds in all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// A value that is defined outside of the operation that wrote it.
    Value(ValueId),
    /// The result of a constant inside of the operation that wrote it.
    Constant(OpId),
    /// The value that this `linalg.fill` writes after converting its operand.
    Converted(OpId),
}

/// The value that an operation writes to all elements of its only output.
fn written(m: &Module, op: OpId) -> Option<Held> {
    match m.semantics(op).kernel()? {
        Kernel::Fill => {
            let [value, target] = *m.operands(op) else {
                return None;
            };
            let element = m.ctx.element_type(m.value_type(target));
            if element == Some(m.value_type(value)) {
                Some(Held::Value(value))
            } else {
                Some(Held::Converted(op))
            }
        }
        Kernel::Map | Kernel::Generic if m.operands(op).len() == 1 => yielded(m, op),
        _ => None,
    }
}

/// The value that the body of an operation with one output yields, whatever the element.
fn yielded(m: &Module, op: OpId) -> Option<Held> {
    let &[region] = m.regions(op) else {
        return None;
    };
    let end = m.last_op(m.first_block(region)?)?;
    let &[value] = m.operands(end) else {
        return None;
    };
    match m.value_def(value) {
        ValueDef::Result { op: inner, .. } if m.encloses(op, inner) => {
            let is_constant = m.has_trait(inner, Traits::CONSTANT_LIKE);
            is_constant.then_some(Held::Constant(inner))
        }
        ValueDef::Arg { block, .. }
            if m.block_parent(block)
                .is_some_and(|parent| m.encloses(op, parent)) =>
        {
            None
        }
        ValueDef::Result { .. } | ValueDef::Arg { .. } => Some(Held::Value(value)),
        ValueDef::Forward => None,
    }
}

/// Whether an operation computes a buffer from numbers alone, so that it may run later.
fn is_movable(m: &Module, op: OpId) -> bool {
    let is_kernel = matches!(
        m.semantics(op).kernel(),
        Some(Kernel::Fill | Kernel::Map | Kernel::Generic)
    );
    let n_memrefs = m.operands(op).iter().filter(|&&value| m.is_memref(value));
    is_kernel && m.result_count(op) == 0 && n_memrefs.count() == 1 && has_pure_body(m, op)
}

/// Replaces copies of buffers that hold one value by fills, and removes fills that nothing reads, until nothing
/// changes. A buffer is visited again only when it got a fill or lost one.
fn simplify(m: &mut Module, memory: &Memory, root: OpId) -> bool {
    let mut has_changed = false;
    let mut open = allocations(m, root);
    while !open.is_empty() {
        let mut changed = Vec::new();
        let mut seen = FxHashSet::default();
        for alloc in open {
            if m.is_erased(alloc) {
                continue;
            }
            let Some(buffer) = LocalBuffer::new(m, memory, alloc) else {
                continue;
            };
            for (copy, held) in constant_copies(m, &buffer) {
                let target = m.operands(copy)[1];
                replace_by_fill(m, copy, held, target);
                has_changed = true;
                let target = m.defining_op(viewed_buffer(m, target));
                changed.extend(target.filter(|&alloc| seen.insert(alloc)));
            }
            if erase_dead_fills(m, memory, alloc) {
                has_changed = true;
                changed.extend(Some(alloc).filter(|&alloc| seen.insert(alloc)));
            }
        }
        open = changed;
    }
    has_changed
}

/// Erases the fills of a buffer that nothing reads, and the buffer if nothing else uses it. Returns whether there were
/// any.
fn erase_dead_fills(m: &mut Module, memory: &Memory, alloc: OpId) -> bool {
    let Some(buffer) = LocalBuffer::new(m, memory, alloc) else {
        return false;
    };
    let dead = fills(m, &buffer).dead;
    for &fill in &dead {
        m.erase(fill);
    }
    !dead.is_empty() && {
        buffer.erase_if_unused(m);
        true
    }
}

/// The copies that read a buffer where it holds one value in all elements.
fn constant_copies(m: &Module, buffer: &LocalBuffer) -> Vec<(OpId, Held)> {
    let mut list = Vec::new();
    for sequence in buffer.sequences(m) {
        let mut held = None;
        for node in &sequence.nodes[..sequence.n_known] {
            match (node.access, held) {
                (Access::OVERWRITE, _) => held = written(m, node.op),
                (access, Some(held)) if access.only_reads() => {
                    let uses = node.uses.iter().map(|&index| buffer.uses[index as usize]);
                    let copies = uses
                        .filter(|usage| usage.operand == 0 && m.is_kernel(usage.op, Kernel::Copy));
                    list.extend(copies.map(|copy| (copy.op, held)));
                }
                (access, _) if access.only_reads() => {}
                _ => held = None,
            }
        }
    }
    list
}

/// Replaces a copy by a fill.
fn replace_by_fill(m: &mut Module, copy: OpId, held: Held, target: ValueId) {
    let value = match held {
        Held::Value(value) => Some(value),
        Held::Constant(constant) => {
            let constant = m.clone_op(constant, &mut CloneMap::default());
            m.insert_before(copy, constant);
            m.result(constant, 0)
        }
        Held::Converted(fill) => {
            let mut map = CloneMap::default();
            map.map(m.operands(fill)[1], target);
            let fill = m.clone_op(fill, &mut map);
            m.insert_before(copy, fill);
            m.erase(copy);
            return;
        }
    };
    let Some(value) = value else { return };
    let fill = linalg_fill(m, copy, value, target);
    let fill = m.create_op(fill);
    m.insert_before(copy, fill);
    m.erase(copy);
}

/// The fills of a buffer: the dead ones, and the new places of the others.
#[derive(Debug, Default)]
struct Fills {
    dead: Vec<OpId>,
    /// With the next access to the buffer.
    live: Vec<(OpId, OpId)>,
}

fn fills(m: &Module, buffer: &LocalBuffer) -> Fills {
    let mut fills_found = Fills::default();
    let is_written_only = |&access: &Access| matches!(access, Access::OVERWRITE | Access::FREE);
    let mut all = buffer.uses.iter().map(|usage| usage.access);
    let is_never_read = all.all(|access| is_written_only(&access));
    let mut late = buffer.late.iter().map(|&index| buffer.uses[index as usize]);
    let is_read_late = late.any(|usage| usage.access != Access::FREE);
    for sequence in buffer.sequences(m) {
        let nodes = sequence.nodes.iter().enumerate().take(sequence.n_known);
        for (at, node) in nodes {
            if node.access != Access::OVERWRITE || !is_movable(m, node.op) {
                continue;
            }
            match sequence.nodes.get(at + 1) {
                Some(next) if is_written_only(&next.access) => fills_found.dead.push(node.op),
                Some(next) => fills_found.live.push((node.op, next.op)),
                None if is_never_read || (sequence.is_home && !is_read_late) => {
                    fills_found.dead.push(node.op);
                }
                None => {}
            }
        }
    }
    fills_found
}

/// Moves fills to the next access of their buffers. Returns whether any moved.
fn move_fills(m: &mut Module, memory: &Memory, root: OpId) -> bool {
    let mut has_changed = false;
    let mut live = Vec::new();
    for alloc in allocations(m, root) {
        if let Some(buffer) = LocalBuffer::new(m, memory, alloc) {
            live.extend(fills(m, &buffer).live);
        }
    }
    let target_of: FxHashMap<OpId, OpId> = live.iter().copied().collect();
    let targets: FxHashSet<OpId> = live.iter().map(|&(_, target)| target).collect();
    let mut settled = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for &(_, target) in live.iter().filter(|&&(_, target)| seen.insert(target)) {
        let mut at = m.prev_op(target);
        while let Some(op) = at {
            if target_of.get(&op) == Some(&target) {
                settled.insert(op);
            } else if targets.contains(&op) || !is_placeable(m, op) {
                break;
            }
            at = m.prev_op(op);
        }
    }
    for (fill, target) in live {
        if !settled.contains(&fill) {
            m.detach(fill);
            m.insert_before(target, fill);
            sink_buffer(m, fill);
            has_changed = true;
        }
    }
    has_changed
}

/// Moves the allocation of what an operation fills, and the views on the way to it, to their first uses.
fn sink_buffer(m: &mut Module, fill: OpId) {
    let mut next = m
        .operands(fill)
        .iter()
        .copied()
        .find(|&value| m.is_memref(value));
    while let Some(op) = next.and_then(|value| m.defining_op(value)) {
        sink(m, op);
        next = m
            .operands(op)
            .first()
            .copied()
            .filter(|&value| m.is_memref(value));
    }
}
