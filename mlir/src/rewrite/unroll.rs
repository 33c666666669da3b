//! Unrolling: writes out loops on tensors whose number of iterations is known.
//!
//! A loop over the layers of a model keeps what its gradient needs in stacks, one slice for each layer, and the stacks
//! are live as a whole from the first loop to the last. Written out, each slice is a value of its own: it dies at its
//! last use, can be computed again, and need not be kept if it is cheap.
//!
//! `scf.for` and `scf.while` count. Of the second, the counter is computed from constants: integers, and tensors of
//! rank 0 that hold one, as frontends of array languages write them. What is known in an iteration becomes a constant,
//! so slices at the counter are in known places; `canonicalize` then finds what was inserted there. Loops that carry no
//! tensor with dimensions stay.

use rustc_hash::FxHashMap;

use super::Rewriter;
use super::canonical::scalar::only_int;
use crate::interfaces::loop_dims;
use crate::ir::{BlockId, CloneMap, Module, OpId, TypeId, TypeKind, ValueId};
use crate::semantics::{Element, Form, Kernel, Scalar, Signature, signed, truncated};

/// Writes out the loops below `root`, outer ones first, whose iterations have at most so many operations together.
/// Returns how many loops. Linear in the operations of the result.
pub fn unroll_loops(m: &mut Module, root: OpId, max_ops: usize) -> usize {
    let mut left = max_ops;
    let mut n_loops = 0;
    let mut open: Vec<OpId> = m.walk(root).collect();
    open.reverse();
    while let Some(op) = open.pop() {
        if m.is_erased(op) {
            continue;
        }
        let Some(counted) = Counted::new(m, op) else {
            continue;
        };
        let Some(n) = counted.iterations(m, left) else {
            continue;
        };
        left = left.saturating_sub(n * counted.n_ops);
        let copies = counted.write_out(m, n);
        // Loops in the body are now in each copy.
        let inner = copies.iter().rev().flat_map(|&copy| m.walk(copy));
        open.extend(inner.filter(|&op| is_loop(m, op)));
        n_loops += 1;
    }
    n_loops
}

fn is_loop(m: &Module, op: OpId) -> bool {
    m.is_kernel(op, Kernel::For) || m.is_kernel(op, Kernel::While)
}

/// The integers that are known, by value.
type Known = FxHashMap<ValueId, i64>;

/// A loop that carries tensors.
struct Counted {
    op: OpId,
    /// Of `scf.while`, what decides whether there is another iteration.
    condition: Option<BlockId>,
    body: BlockId,
    initial: Vec<ValueId>,
    /// Of `scf.for`: the first value of the induction variable, the step, and the number of iterations.
    counter: Option<(i64, i64, usize)>,
    /// Operations in an iteration, nested ones included.
    n_ops: usize,
}

impl Counted {
    fn new(m: &Module, op: OpId) -> Option<Self> {
        let mut operands = m.operands(op).iter();
        if !is_loop(m, op) || !operands.any(|&operand| has_dimensions(m, operand)) {
            return None;
        }
        let block = |at: usize| {
            let block = m.first_block(*m.regions(op).get(at)?)?;
            m.next_block(block).is_none().then_some(block)
        };
        let n_ops = m.walk(op).count();
        if m.is_kernel(op, Kernel::While) {
            return Some(Self {
                op,
                condition: Some(block(0)?),
                body: block(1)?,
                initial: m.operands(op).to_vec(),
                counter: None,
                n_ops,
            });
        }
        let dims = loop_dims(m, op)?;
        let [dim] = dims.as_slice() else {
            return None;
        };
        let n = usize::try_from(dim.trip_count()?).ok()?;
        let body = block(0)?;
        let n_carried = m.block_args(body).len().checked_sub(1)?;
        let n_before = m.operands(op).len().checked_sub(n_carried)?;
        Some(Self {
            op,
            condition: None,
            body,
            initial: m.operands(op)[n_before..].to_vec(),
            counter: Some((dim.lower.constant()?, dim.step.constant()?, n)),
            n_ops,
        })
    }

    /// How many iterations there are, if that is known, and they have at most so many operations together.
    fn iterations(&self, m: &Module, max_ops: usize) -> Option<usize> {
        let max = max_ops / self.n_ops.max(1);
        if let Some((.., n)) = self.counter {
            return Some(n).filter(|&n| n <= max);
        }
        let before = self.condition?;
        let mut carried: Vec<Option<i64>> = self
            .initial
            .iter()
            .map(|&value| known(m, &Known::default(), value))
            .collect();
        for n in 0..=max {
            let mut facts = Known::default();
            let exit = evaluate(m, before, &carried, &mut facts)?;
            let (&flag, forwarded) = m.operands(exit).split_first()?;
            if known(m, &facts, flag)? & 1 == 0 {
                return Some(n);
            }
            let values: Vec<Option<i64>> = forwarded
                .iter()
                .map(|&value| known(m, &facts, value))
                .collect();
            let exit = evaluate(m, self.body, &values, &mut facts)?;
            carried = m
                .operands(exit)
                .iter()
                .map(|&value| known(m, &facts, value))
                .collect();
        }
        None
    }

    /// Replaces the loop by its iterations. Returns the copies of operations with regions.
    fn write_out(&self, m: &mut Module, n: usize) -> Vec<OpId> {
        let mut copies = Vec::new();
        let mut carried = self.initial.clone();
        for iteration in 0..=n {
            if let Some(before) = self.condition {
                carried = self.write_block(m, before, &carried, &mut copies);
                carried.remove(0);
            }
            if iteration == n {
                break;
            }
            if let Some((lower, step, _)) = self.counter {
                let iv = m.block_args(self.body)[0];
                let at = i64::try_from(iteration).unwrap_or(i64::MAX);
                let at = lower.saturating_add(step.saturating_mul(at));
                let ty = m.value_type(iv);
                let at = constant(m, self.op, at, ty).unwrap_or(iv);
                carried.insert(0, at);
            }
            carried = self.write_block(m, self.body, &carried, &mut copies);
        }
        let results: Vec<ValueId> = m.results(self.op).collect();
        for (result, value) in results.into_iter().zip(carried) {
            m.replace_all_uses(result, value);
        }
        m.erase(self.op);
        copies
    }

    /// A copy of a block in front of the loop; known values become constants. Returns the operands of its
    /// terminator.
    fn write_block(
        &self,
        m: &mut Module,
        block: BlockId,
        args: &[ValueId],
        copies: &mut Vec<OpId>,
    ) -> Vec<ValueId> {
        let mut map = CloneMap::default();
        let mut facts = Known::default();
        for (&param, &arg) in m.block_args(block).to_vec().iter().zip(args) {
            map.map(param, arg);
            if let Some(value) = known(m, &facts, arg) {
                facts.insert(param, value);
            }
        }
        let ops: Vec<OpId> = m.ops(block).collect();
        let Some((&exit, ops)) = ops.split_last() else {
            return Vec::new();
        };
        for &op in ops {
            if let Some((result, value)) = value_of(m, op, &facts) {
                facts.insert(result, value);
                let ty = m.value_type(result);
                if let Some(constant) = constant(m, self.op, value, ty) {
                    map.map(result, constant);
                    continue;
                }
            }
            let copy = m.clone_op(op, &mut map);
            m.insert_before(self.op, copy);
            if !m.regions(copy).is_empty() {
                copies.push(copy);
            }
        }
        m.operands(exit)
            .iter()
            .map(|&value| map.value(value))
            .collect()
    }
}

fn has_dimensions(m: &Module, value: ValueId) -> bool {
    let shape = m.ctx.shape(m.value_type(value));
    m.is_tensor(value) && shape.is_some_and(|shape| !shape.is_empty())
}

/// The width of an integer, or of the only element of a tensor; 64 for an index.
fn width(m: &Module, value: ValueId) -> Option<u32> {
    let ty = m.value_type(value);
    let ty = if m.is_tensor(value) {
        let element = m.ctx.element_type(ty);
        element.filter(|_| m.ctx.shape(ty).is_some_and(<[i64]>::is_empty))?
    } else {
        ty
    };
    match *m.ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } if (1..=64).contains(&width) => Some(width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// The integer that a value is known to be or to hold, sign-extended.
fn known(m: &Module, facts: &Known, value: ValueId) -> Option<i64> {
    if let Some(&value) = facts.get(&value) {
        return Some(value);
    }
    width(m, value)?;
    only_int(m, value)
}

/// Evaluates a block with arguments of which some are known. Returns its terminator.
fn evaluate(m: &Module, block: BlockId, args: &[Option<i64>], facts: &mut Known) -> Option<OpId> {
    for (&param, &arg) in m.block_args(block).iter().zip(args) {
        facts.extend(arg.map(|value| (param, value)));
    }
    let exit = m.last_op(block)?;
    for op in m.ops(block).filter(|&op| op != exit) {
        facts.extend(value_of(m, op, facts));
    }
    Some(exit)
}

/// The only result of an operation, and the integer that it is or holds.
fn value_of(m: &Module, op: OpId, facts: &Known) -> Option<(ValueId, i64)> {
    let result = m.result(op, 0).filter(|_| m.result_count(op) == 1)?;
    width(m, result)?;
    let at = |index: usize| known(m, facts, *m.operands(op).get(index)?);
    let value = match m.semantics(op).kernel() {
        Some(Kernel::TensorExtract) if m.operands(op).len() == 1 => at(0)?,
        Some(Kernel::TensorFromElements) => at(0)?,
        Some(Kernel::Generic) => point(m, op, facts)?,
        Some(_) => return None,
        None if m.is_tensor(result) => return None,
        None => scalar(m, op, &at)?,
    };
    Some((result, value))
}

/// What an operation of `linalg` without loops computes.
fn point(m: &Module, op: OpId, facts: &Known) -> Option<i64> {
    let body = m.first_block(*m.regions(op).first()?)?;
    let args: Vec<Option<i64>> = m
        .operands(op)
        .iter()
        .map(|&value| known(m, facts, value))
        .collect();
    let is_point = m
        .operands(op)
        .iter()
        .all(|&value| m.is_tensor(value) && !has_dimensions(m, value));
    let mut facts = Known::default();
    let exit = evaluate(m, body, &args, &mut facts).filter(|_| is_point)?;
    known(m, &facts, *m.operands(exit).first()?)
}

/// What an operation on integers computes. Nothing if that is not defined.
fn scalar(m: &Module, op: OpId, at: &impl Fn(usize) -> Option<i64>) -> Option<i64> {
    let function = m.semantics(op).scalar()?;
    if matches!(function, Scalar::Select) {
        // The other value need not be known.
        return at(if at(0)? & 1 == 0 { 2 } else { 1 });
    }
    let signature = Signature::of(m, op)?;
    let arg = |(index, form): (usize, &Form)| match *form {
        Form::Int(width) => Some(Element::Int(truncated(at(index)?.cast_unsigned(), width))),
        _ => None,
    };
    let args = signature.operands.iter().enumerate().map(arg);
    let args: Vec<Element> = args.collect::<Option<_>>()?;
    match (
        function.apply(&signature, &args)?.ok()?.first()?,
        signature.result,
    ) {
        (Element::Int(bits), Form::Int(width)) => Some(signed(*bits, width)),
        _ => None,
    }
}

/// A constant in front of an operation: an integer, or a tensor of rank 0 that holds one.
fn constant(m: &mut Module, anchor: OpId, value: i64, ty: TypeId) -> Option<ValueId> {
    Rewriter::new(m).constant(anchor, value, ty)
}
