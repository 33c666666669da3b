//! In-place choices that the program leaves open, made before the analysis: the buffer that an elementwise
//! operation writes to.
//!
//! If an operation does not read its output, any buffer may serve as output. mlir-opt uses the one that the
//! program names: a new one, or the first input. If that buffer is new or used later, this pass chooses an input
//! whose last use is the operation, if each element is read before it is written. That saves an allocation.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueDef, ValueId};

use super::inspect::Inspector;
use super::interface::{Query, Reads};
use super::lifetimes::Lifetimes;

/// Lets elementwise operations overwrite inputs that are not used afterwards. Returns the number of changes.
pub(crate) fn reuse_inputs(m: &mut Module, inspector: &Inspector<'_>) -> usize {
    let mut lifetimes = Lifetimes::new(inspector.query(m));
    let ops: Vec<OpId> = m.walk(m.root()).collect();
    let mut n_reused = 0;
    for op in ops {
        for output in 0..m.operands(op).len() {
            let q = inspector.query(m);
            let Some(result) = free_output(q, op, output) else {
                continue;
            };
            let named = m.operands(op)[output];
            let is_empty = m.kernel_of(named, Kernel::TensorEmpty).is_some();
            let inputs = m.operands(op).iter().enumerate();
            let mut inputs = inputs.filter(|(input, _)| *input != output);
            let is_input = inputs.any(|(_, &input)| input == named);
            let is_bad = is_empty || (is_input && lifetimes.is_used_after(named, op));
            let input = if is_bad {
                dying_input(q, &lifetimes, op, result, output)
            } else {
                None
            };
            if let Some(input) = input {
                m.set_operand(op, output, input);
                n_reused += 1;
            }
            if input.is_some() || !is_empty {
                lifetimes.join(input.unwrap_or(named), result);
            }
        }
    }
    n_reused
}

/// The result that belongs to an output whose contents are not read.
fn free_output(q: Query, op: OpId, output: usize) -> Option<ValueId> {
    let model = q.model(op)?;
    let is_tensor = q.is_tensor(q.m.operands(op)[output]);
    let is_free =
        is_tensor && model.writes(q, op, output) && model.reads(q, op, output) == Reads::Never;
    if !is_free {
        return None;
    }
    let aliases = model.alias_values(q, op, output);
    aliases.first().map(|alias| alias.value)
}

/// An input of the type of an output that the operation may overwrite: the operation is the last user of the
/// buffer, at least in an iteration, and uses it element by element only.
fn dying_input(
    q: Query,
    lifetimes: &Lifetimes,
    op: OpId,
    result: ValueId,
    output: usize,
) -> Option<ValueId> {
    let m = q.m;
    let model = q.model(op)?;
    let operands = m.operands(op);
    let ty = m.value_type(operands[output]);
    let is_elementwise = |input: usize| model.is_elementwise(q, op, [input, output]);
    let is_suited = |input: &usize| {
        let value = operands[*input];
        !model.writes(q, op, *input)
            && m.value_type(value) == ty
            && is_elementwise(*input)
            && (lifetimes.ends_at(m, value, op) || is_next_of_carried(m, value, op, result))
            && operands.iter().enumerate().all(|(other, &used)| {
                !lifetimes.may_share(used, value)
                    || (used == value && !model.writes(q, op, other) && is_elementwise(other))
            })
    };
    let input = (0..operands.len()).find(is_suited)?;
    Some(operands[input])
}

/// Whether the result is what a loop carries on instead of a value that nothing uses after the operation.
fn is_next_of_carried(m: &Module, value: ValueId, op: OpId, result: ValueId) -> bool {
    let carried = reshaped(m, value);
    let ValueDef::Arg { block, index } = m.value_def(carried) else {
        return false;
    };
    let around = m.block_parent(block);
    let around = around.filter(|&parent| m.is_kernel(parent, Kernel::For));
    let Some((around, end)) = around.zip(m.last_op(block)) else {
        return false;
    };
    let first = m.block_args(block).len() - m.result_count(around);
    let yielded = (index as usize).checked_sub(first);
    let yielded = yielded.and_then(|number| m.operands(end).get(number));
    if m.op_block(op) != Some(block) || yielded.map(|&value| reshaped(m, value)) != Some(result) {
        return false;
    }
    let mut names = vec![carried];
    let mut is_last = true;
    while let Some(name) = names.pop() {
        for (user, _) in m.uses(name) {
            let here = m.ancestor_in_block(block, user);
            is_last &= here.is_some_and(|here| here == op || m.is_before(here, op));
            if is_reshape(m, user) {
                names.extend(m.results(user));
            }
        }
    }
    is_last
}

fn is_reshape(m: &Module, op: OpId) -> bool {
    [Kernel::TensorExpand, Kernel::TensorCollapse]
        .iter()
        .any(|&kernel| m.is_kernel(op, kernel))
}

/// The tensor that a value has the elements of, in another shape.
fn reshaped(m: &Module, value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(op) = m.defining_op(value).filter(|&op| is_reshape(m, op))
        && let Some(&source) = m.operands(op).first()
    {
        value = source;
    }
    value
}
