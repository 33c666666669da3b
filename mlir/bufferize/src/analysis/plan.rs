//! Plans the copies that the decisions require.

use memplan_memory_model::has_pure_body;
use memplan_mlir::dialects::Traits;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrId, Module, OpId, TypeKind, ValueDef, ValueId, names};
use memplan_support::Sort;
use rustc_hash::FxHashSet;

use super::checks::{describe, op_error};
use super::decide::{OutOfPlace, needs_contents};
use super::equivalence::Equivalent;
use super::facts::{Facts, Use, Val};
use super::interface::{Carried, CarriedOperands, Equivalence};
use super::state::State;
use memplan_mlir::text::Diagnostic;

/// The contents of a new buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// The contents of the tensor.
    Copied,
    /// Undefined: overwritten, or never read.
    Undefined,
    /// What this operation, which made the tensor, writes.
    Repeated(OpId),
}

/// The place of a new buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before an operation, instead of an operand.
    Operand(OpId, usize),
    /// After the operation that has this result, for all users of the result.
    Result(ValueId),
}

/// A tensor that gets a private buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBuffer {
    /// The place of the buffer.
    pub place: Place,
    /// The contents of the buffer.
    pub contents: Contents,
    /// The memory space, unless it is the default one.
    pub space: Option<AttrId>,
    /// The dynamic sizes, where they are available.
    pub sizes: Option<Vec<ValueId>>,
    /// Why the buffer is needed.
    pub reason: String,
}

/// The buffers for out-of-place operands, and for values that loops yield.
///
/// # Errors
///
/// An unranked tensor that would have to be copied.
pub(super) fn plan(
    state: &State,
    out: &OutOfPlace,
    equivalent: &Equivalent,
) -> Result<Vec<NewBuffer>, Diagnostic> {
    let facts = state.facts;
    let mut plan = Vec::new();
    let mut copied = FxHashSet::default();
    let mut in_order: Vec<_> = out.iter().collect();
    in_order.sort_stable_by_key(|entry| entry.0);
    for (u, reason) in in_order {
        let contents = needs_contents(facts, *u);
        plan.extend(for_operand(facts, *u, contents, &mut copied, || {
            describe(facts, reason)
        })?);
    }
    if facts.q.options.allow_return_allocs_from_loops {
        for &op in &facts.ops {
            let carried = facts.model(op).and_then(|model| model.carried(facts.q, op));
            if let Some(carried) = carried {
                for_loop(state, equivalent, op, &carried, &mut plan);
            }
        }
    }
    Ok(plan)
}

/// The buffer for an out-of-place operand; none if another operand of its operation has it.
pub(super) fn for_operand(
    facts: &Facts,
    u: Use,
    contents: bool,
    copied: &mut FxHashSet<ValueId>,
    reason: impl FnOnce() -> String,
) -> Result<Option<NewBuffer>, Diagnostic> {
    let of = facts.of(u);
    let value = facts.value(of.value);
    if facts.q.is_unranked(value) {
        let text = "copying of unranked tensors is not implemented";
        return Err(op_error(facts.q.m, of.op, "unranked-copy", text));
    }
    let result = copied_result(facts, u);
    if result.is_some_and(|result| !copied.insert(result)) {
        return Ok(None);
    }
    let copy = result.unwrap_or(value);
    let contents = if contents {
        repeated(facts, of.value)
            .filter(|_| result.is_none())
            .map_or(Contents::Copied, Contents::Repeated)
    } else {
        Contents::Undefined
    };
    let is_plain = contents != Contents::Copied;
    Ok(Some(NewBuffer {
        place: result.map_or(Place::Operand(of.op, of.operand), Place::Result),
        contents,
        space: is_plain.then(|| space(facts, of.value)).flatten(),
        sizes: is_plain.then(|| sizes(facts, copy)).flatten(),
        reason: reason(),
    }))
}

/// The result that is copied instead of an operand: the only value that the operand may become, if it comes from
/// no other operand.
fn copied_result(facts: &Facts, u: Use) -> Option<ValueId> {
    let of = facts.of(u);
    let [alias] = facts.alias_values[u as usize].as_slice() else {
        return None;
    };
    let result = facts.value(alias.other);
    let is_result = facts.q.m.defining_op(result).is_some() && !facts.q.is_unranked(result);
    let is_only = facts.alias_operands[alias.other as usize].len() == 1
        || facts
            .model(of.op)
            .is_some_and(|model| model.copies_result(facts.q, of.op));
    (is_result && !of.writes && is_only).then_some(result)
}

/// Maximum number of operations in the body of a `tensor.generate` that is cheaper than a copy.
const MAX_REPEATED: usize = 4;

/// The operation that made a tensor, if repeating it is cheaper than a copy: it writes one scalar to all
/// elements, or computes each element from its indices alone.
fn repeated(facts: &Facts, v: Val) -> Option<OpId> {
    if facts.q.options.is_reference || facts.definitions_of(v) != [v] {
        return None;
    }
    let m = facts.q.m;
    let op = m.defining_op(facts.value(v))?;
    let is_repeated = match m.semantics(op).kernel()? {
        Kernel::TensorSplat => true,
        Kernel::Fill => m.operands(op).len() == 2,
        Kernel::Constant => m
            .prop(op, names::VALUE)
            .is_some_and(|value| m.ctx.splat_element(value).is_some()),
        Kernel::TensorGenerate => has_cheap_body(facts, op),
        _ => false,
    };
    (is_repeated && facts.model(op).is_some()).then_some(op)
}

/// Whether the region of an operation has few operations, which neither access memory nor read tensors.
fn has_cheap_body(facts: &Facts, op: OpId) -> bool {
    let m = facts.q.m;
    m.walk(op).take(MAX_REPEATED + 2).count() <= MAX_REPEATED + 1
        && has_pure_body(m, op)
        && m.walk(op).skip(1).all(|inner| !facts.q.has_tensors(inner))
}

/// The operation that defines the root of the chain of values with the same buffer as a value.
fn origin(facts: &Facts, v: Val) -> Option<OpId> {
    facts.q.m.defining_op(facts.value(facts.buffers.top(v)))
}

fn space(facts: &Facts, v: Val) -> Option<AttrId> {
    let m = facts.q.m;
    let op = origin(facts, v).filter(|&op| m.is_kernel(op, Kernel::AllocTensor))?;
    m.prop(op, m.ctx.find_str("memory_space")?)
}

/// The dynamic sizes of a tensor, if the operation that made it lists them.
fn sizes(facts: &Facts, value: ValueId) -> Option<Vec<ValueId>> {
    let m = facts.q.m;
    let top = facts.chains.top(facts.val(value)?);
    let made = facts.value(top);
    let op = m.defining_op(made)?;
    let group = match m.semantics(op).kernel()? {
        Kernel::TensorEmpty => "dynamicSizes",
        Kernel::AllocTensor => "dynamic_sizes",
        _ => return None,
    };
    let sizes = m.operand_group(op, group).to_vec();
    let is_same = m.value_type(made) == m.value_type(value);
    (is_same && sizes.len() == n_dynamic(m, value)).then_some(sizes)
}

/// Number of dynamic dimensions of a tensor.
pub(super) fn n_dynamic(m: &Module, value: ValueId) -> usize {
    match m.value_type_kind(value) {
        TypeKind::Tensor { shape, .. } => shape.iter().filter(|&&size| size < 0).count(),
        _ => 0,
    }
}

/// Copies of loop-carried values, so that a result shares memory with its own operand only, and an iteration
/// writes only to buffers of the loop.
fn for_loop(
    state: &State,
    equivalent: &Equivalent,
    op: OpId,
    carried: &Carried,
    plan: &mut Vec<NewBuffer>,
) {
    let facts = state.facts;
    if let Some(exit) = carried.exit {
        for (index, operand, _) in carried_by(facts, exit) {
            if !keeps_argument(facts, equivalent, carried, index)
                && !passes_on(facts, equivalent, carried, index)
            {
                let reason = "the loop may end with another buffer than it began with";
                plan.push(carried_copy(exit.terminator, operand, reason));
            }
        }
    }
    let mut seen_sets = FxHashSet::default();
    for (index, operand, v) in carried_by(facts, carried.next) {
        let set = state.sets.find(v);
        let is_repeated = !seen_sets.insert(set);
        let is_read_only = state.sets.set(set).has_read_only;
        // A loop that passes its argument on yields like `scf.for` does.
        let is_counted = carried.exit.is_none()
            || (passes_on(facts, equivalent, carried, index)
                && !keeps_argument(facts, equivalent, carried, index));
        let reason = if is_counted && aliases_outside(state, op, v, carried, index) {
            Some("the loop yields a buffer from outside")
        } else {
            let is_outer = carried.exit.is_some() && has_outer(state, op, v);
            let is_written = |index: usize| {
                holders(facts, op, carried, index).any(|value| may_be_written(state, value))
            };
            // A write to one value is visible through all values that share its buffer.
            let shares = |other: Val| state.sets.find(other) == set;
            let is_harmful = ((is_read_only || is_outer) && is_written(index))
                || (is_repeated
                    && carried_by(facts, carried.next)
                        .any(|(other, _, v)| shares(v) && is_written(other)));
            is_harmful.then_some("the loop yields a buffer that is shared or must not be written")
        };
        if let Some(reason) = reason {
            plan.push(carried_copy(carried.next.terminator, operand, reason));
        }
    }
}

/// The tensors among the carried operands of a terminator: position, operand number, and value.
fn carried_by(
    facts: &Facts,
    carried: CarriedOperands,
) -> impl Iterator<Item = (usize, usize, Val)> {
    let CarriedOperands { terminator, first } = carried;
    let operands = facts.q.m.operands(terminator).get(first..).unwrap_or(&[]);
    let operands = operands.iter().enumerate();
    operands.filter_map(move |(index, &value)| Some((index, first + index, facts.val(value)?)))
}

/// The values that have the buffer of a carried operand in the next iteration or after the loop.
fn holders<'c>(
    facts: &Facts,
    op: OpId,
    carried: &'c Carried,
    index: usize,
) -> impl Iterator<Item = ValueId> + use<'c> {
    let arg = carried.args.get(index).copied();
    let exit_arg = carried.exit_args.get(index).copied();
    let values = [arg, exit_arg, facts.q.m.result(op, index)];
    let values = values.map(|value| value.filter(|&value| facts.q.is_tensor(value)));
    values.into_iter().flatten()
}

fn carried_copy(op: OpId, operand: usize, reason: &str) -> NewBuffer {
    NewBuffer {
        place: Place::Operand(op, operand),
        contents: Contents::Copied,
        space: None,
        sizes: None,
        reason: reason.to_owned(),
    }
}

/// Whether a value may have the buffer of a value from outside an operation.
fn has_outer(state: &State, op: OpId, v: Val) -> bool {
    let span = state.facts.order.span(op);
    let members = &state.sets.set(state.sets.find(v)).members;
    members.iter().any(|&member| {
        let position = state.facts.position(member);
        position <= span.0 || span.1 < position
    })
}

/// Whether an operand of a terminator has the buffer of the argument with the same number.
fn is_same(
    facts: &Facts,
    equivalent: &Equivalent,
    carried: Option<CarriedOperands>,
    args: &[ValueId],
    index: usize,
) -> bool {
    let operand = |carried: CarriedOperands| {
        let operands = facts.q.m.operands(carried.terminator);
        operands.get(carried.first + index).copied()
    };
    let pair = carried.and_then(operand).zip(args.get(index).copied());
    pair.is_some_and(|(a, b)| equivalent.are_equivalent(a, b))
}

/// Whether both regions of a loop pass on the buffer of their argument.
fn keeps_argument(facts: &Facts, equivalent: &Equivalent, carried: &Carried, index: usize) -> bool {
    let is_same = |operands, args| is_same(facts, equivalent, operands, args, index);
    is_same(carried.exit, &carried.args) && is_same(Some(carried.next), &carried.exit_args)
}

/// Whether the first region of a loop passes on the buffer of its argument, so that the loop ends with the
/// initial buffer or the last one that it yielded (`B-PINGPONG`).
fn passes_on(facts: &Facts, equivalent: &Equivalent, carried: &Carried, index: usize) -> bool {
    !facts.q.options.is_reference && is_same(facts, equivalent, carried.exit, &carried.args, index)
}

/// Whether a yielded value may have a buffer from outside the loop, other than that of its own arguments.
fn aliases_outside(state: &State, op: OpId, v: Val, carried: &Carried, index: usize) -> bool {
    let facts = state.facts;
    let m = facts.q.m;
    let set = state.sets.set(state.sets.find(v));
    let body = facts.order.span(op);
    let own = [carried.args.get(index), carried.exit_args.get(index)];
    set.members.iter().any(|&member| {
        let value = facts.value(member);
        if own.contains(&Some(&value)) {
            return false;
        }
        let position = facts.position(member);
        let is_inside = body.0 < position && position <= body.1;
        match m.value_def(value) {
            ValueDef::Arg { block, .. } => !is_inside || m.block_parent(block) == Some(op),
            ValueDef::Result { .. } | ValueDef::Forward => !is_inside,
        }
    })
}

/// Whether the buffer of a value is written, or passed to an operation that may write it.
fn may_be_written(state: &State, value: ValueId) -> bool {
    let facts = state.facts;
    let Some(v) = facts.val(value) else {
        return true;
    };
    let set = state.sets.set(state.sets.find(v));
    !set.writes.items().is_empty()
        || set.members.iter().any(|&member| {
            let uses = facts.uses_of[member as usize].iter();
            uses.into_iter().any(|&u| {
                let user = facts.of(u).op;
                facts.q.m.has_trait(user, Traits::TERMINATOR)
                    && facts.q.owner(value) != facts.q.m.parent(user)
            })
        })
}
