//! `alternate-buffers`: replaces the new buffer that a loop yields in each iteration by two alternating buffers.
//!
//! A buffer that an iteration allocates and yields is live until the end of the next iteration, if no other carried
//! buffer shares it. Two buffers allocated before the loop then suffice: iterations write to them alternately. The
//! body of `scf.while` is its second region; the first must pass the buffer on once.

use memplan_memory_model::{Access, Origins};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::loop_dims;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, CloneMap, Module, OpId, OpSpec, ValueId, names};

/// The pass `alternate-buffers`: lets loops alternate between two buffers instead of allocating one in each iteration.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlternateBuffers;

impl Pass for AlternateBuffers {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "alternate-buffers",
            aliases: &[],
            summary: "Lets loops alternate between two buffers instead of allocating one in each iteration.",
            cost: "near-linear in the operations",
            source: "own",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        alternate_buffers(m, root);
        Ok(())
    }
}

/// Hoists allocations that `scf.for` and `scf.while` yield. Returns whether there were any. Near-linear.
pub fn alternate_buffers(m: &mut Module, root: OpId) -> bool {
    let mut has_changed = false;
    let functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    let functions: Vec<OpId> = functions
        .filter(|&function| m.encloses(root, function))
        .collect();
    for function in functions {
        let loops = m
            .walk(function)
            .filter(|&op| m.is_kernel(op, Kernel::For) || m.is_kernel(op, Kernel::While))
            .filter(|&op| m.results(op).any(|v| m.is_memref(v)))
            .filter(|&op| may_run_often(m, op));
        let loops: Vec<OpId> = loops.collect();
        if loops.is_empty() {
            continue;
        }
        // What other loops alternate between stays as distinct as it was.
        let mut origins = Origins::new(m, function);
        let allocations: Vec<_> = loops
            .iter()
            .map(|&op| yielded_allocations(m, op, &mut origins))
            .collect();
        for (op, allocations) in loops.into_iter().zip(allocations) {
            if !allocations.is_empty() {
                has_changed = true;
                alternate(m, op, &allocations);
            }
        }
    }
    has_changed
}

/// Whether a loop may run more than once. Otherwise, two buffers before the loop are no fewer than one in each
/// iteration.
fn may_run_often(m: &Module, op: OpId) -> bool {
    let dims = loop_dims(m, op).unwrap_or_default();
    dims.iter()
        .all(|dim| dim.lower != dim.upper && dim.trip_count().is_none_or(|count| count > 1))
}

/// The block that runs in each iteration: for `scf.while` that of the second region.
fn body(m: &Module, op: OpId) -> Option<BlockId> {
    m.first_block(*m.regions(op).last()?)
}

/// The first block of `scf.while`, and its terminator.
fn condition(m: &Module, op: OpId) -> Option<(BlockId, OpId)> {
    let &[before, _] = m.regions(op) else {
        return None;
    };
    let before = m.first_block(before)?;
    Some((before, m.last_op(before)?))
}

/// The argument of the body that yielded value `index` becomes, if no other value that the loop passes on may
/// share its buffer.
fn next_argument(
    m: &Module,
    op: OpId,
    index: usize,
    is_distinct: &mut dyn FnMut(ValueId, ValueId) -> bool,
) -> Option<ValueId> {
    let args = m.block_args(body(m, op)?);
    let Some((before, end)) = condition(m, op) else {
        let first = args.len().checked_sub(m.result_count(op))?;
        return args.get(first + index).copied();
    };
    let &arg = m.block_args(before).get(index)?;
    let passed = &m.operands(end)[1..];
    let place = passed.iter().position(|&value| value == arg)?;
    let others = passed.iter().enumerate();
    let mut others = others.filter(|(other, value)| *other != place && m.is_memref(**value));
    let is_alone = others.all(|(_, &other)| is_distinct(other, arg));
    args.get(place).copied().filter(|_| is_alone)
}

/// The allocations in the body of a loop whose buffers are live for two iterations.
fn yielded_allocations(m: &Module, op: OpId, origins: &mut Origins) -> Vec<OpId> {
    let end = body(m, op).and_then(|body| m.last_op(body));
    let yielded = end.map_or(&[][..], |end| m.operands(end));
    let bases = yielded.iter().map(|&value| origins.base(m, value));
    let allocations: Vec<Option<OpId>> = bases.map(|base| allocation(m, op, base)).collect();
    if allocations.iter().all(Option::is_none) || !m.walk(op).all(|inner| is_plain(m, op, inner)) {
        return Vec::new();
    }
    let mut is_distinct = |a: ValueId, b: ValueId| origins.same(m, a, b) == Some(false);
    let mut alternating = Vec::new();
    for (index, allocation) in allocations.into_iter().enumerate() {
        let Some(allocation) = allocation else {
            continue;
        };
        let Some(arg) = next_argument(m, op, index, &mut is_distinct) else {
            continue;
        };
        let others = yielded.iter().enumerate();
        let mut others = others.filter(|(other, value)| *other != index && m.is_memref(**value));
        if others.all(|(_, &other)| is_distinct(other, yielded[index]) && is_distinct(other, arg)) {
            alternating.push(allocation);
        }
    }
    alternating
}

/// The allocation of a buffer, in the body itself, with sizes from outside the loop.
fn allocation(m: &Module, op: OpId, buffer: ValueId) -> Option<OpId> {
    let allocation = m.kernel_of(buffer, Kernel::Alloc)?;
    let is_outer = |&size: &ValueId| {
        let owner = m.value_block(size).and_then(|block| m.block_parent(block));
        owner.is_some_and(|owner| !m.encloses(op, owner))
    };
    let is_here = m.op_block(allocation) == body(m, op);
    (is_here && m.operands(allocation).iter().all(is_outer)).then_some(allocation)
}

/// Whether the effects of an operation in a loop on buffers are known, and it frees none.
fn is_plain(m: &Module, op: OpId, inner: OpId) -> bool {
    inner == op
        || (Access::of(m, inner).is_some_and(|access| !access.frees())
            && m.def(inner).is_some_and(|def| def.callee.is_none()))
}

/// Replaces allocations in a loop by the choice between two buffers that are allocated before it.
fn alternate(m: &mut Module, op: OpId, allocations: &[OpId]) {
    let (Some(body), bit) = (body(m, op), m.ctx.int_type(1)) else {
        return;
    };
    let value = m.ctx.int_attr(1, bit);
    let constant = m.ctx.op_name("arith.constant");
    let constant = OpSpec::new(constant)
        .results(&[bit])
        .prop(names::VALUE, value);
    let first = before(m, op, constant);
    append_operand(m, op, first);
    let is_first = m.add_block_arg(body, bit);
    if let Some((before, end)) = condition(m, op) {
        let passed = m.add_block_arg(before, bit);
        append_operand(m, end, passed);
    }
    m.extend_results(op, &[bit]);
    for &allocation in allocations {
        let pair = [(); 2].map(|()| {
            let copy = m.clone_op(allocation, &mut CloneMap::default());
            m.insert_before(op, copy);
            m.result(copy, 0)
        });
        let [Some(a), Some(b)] = pair else { continue };
        let spec = OpSpec::new(m.ctx.op_name("arith.select"))
            .operands(&[is_first, a, b])
            .results(&[m.value_type(a)]);
        let chosen = before(m, allocation, spec);
        m.replace_op(allocation, &[chosen]);
    }
    if let Some(end) = m.last_op(body) {
        let spec = OpSpec::new(m.ctx.op_name("arith.xori"))
            .operands(&[is_first, first])
            .results(&[bit]);
        let other = before(m, end, spec);
        append_operand(m, end, other);
    }
}

fn append_operand(m: &mut Module, op: OpId, value: ValueId) {
    let mut operands = m.operands(op).to_vec();
    operands.push(value);
    m.set_operands(op, &operands);
}

/// The result of a new operation before `anchor`.
fn before(m: &mut Module, anchor: OpId, spec: OpSpec) -> ValueId {
    let op = m.create_before(anchor, spec);
    let result = m.result(op, 0);
    result.unwrap_or_else(|| unreachable!("made with a result"))
}
