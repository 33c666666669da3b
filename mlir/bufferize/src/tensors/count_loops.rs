//! `scf-uplift-while-to-for`: `scf.while` loops that count become `scf.for`, and loops carry one counter.
//!
//! Frontends of array languages write every loop as `scf.while`, with the counter and often a second copy of it among
//! the values that it carries. Of an `scf.for`, the number of iterations and the order of reads and writes are known,
//! so later passes place its buffers better.
//!
//! A loop counts if its first region only compares a carried integer with a bound from outside, and its second one adds
//! a positive constant to that integer. With a step of one, or with constant bounds, the counter does not overflow, so
//! both loops have the same iterations. Then integers that advance with the counter are computed from it, and values
//! that no iteration needs but for the next one are no longer carried.
//!
//! MLIR 22 has the first part as patterns, which the pass `test-scf-uplift-while-to-for` runs. They take overflow for
//! undefined, and give the counter its last value in the loop as a result. Here it has the value that ended the loop.

use memplan_mlir::interfaces::{constant_int, has_no_effects, is_unsigned, loop_dims};
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::Rewriter;
use memplan_mlir::semantics::{IntOp, Kernel, Scalar, signed};
use memplan_mlir::{BlockId, Module, OpId, OpSpec, TypeId, TypeKind, ValueId, names};
use rustc_hash::FxHashSet;

use super::structured::result;

/// The pass `scf-uplift-while-to-for`: turns loops that count into `scf.for` with one counter. Linear in the operations
/// and what the loops carry.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpliftWhileToFor;

impl Pass for UpliftWhileToFor {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "scf-uplift-while-to-for",
            aliases: &[],
            summary: "Turns `scf.while` loops that count into `scf.for` loops that carry no other counter.",
            cost: "linear in the operations",
            source: "the patterns of MLIR 22 in `test-scf-uplift-while-to-for`, without overflow",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let all: Vec<OpId> = m.walk(root).collect();
        for op in all {
            let op = match Counting::new(m, op) {
                Some(counting) => counting.into_for(m),
                None if m.is_kernel(op, Kernel::For) => op,
                None => continue,
            };
            carry_less(m, op);
        }
        Ok(())
    }
}

/// The only block of a region.
fn block(m: &Module, op: OpId, region: usize) -> Option<BlockId> {
    let block = m.first_block(*m.regions(op).get(region)?)?;
    m.next_block(block).is_none().then_some(block)
}

/// The width of an integer; 64 for an index.
fn width(m: &Module, ty: TypeId) -> Option<u32> {
    match *m.ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } if (1..=64).contains(&width) => Some(width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// The value of an integer constant, sign-extended.
fn int(m: &Module, value: ValueId) -> Option<i64> {
    let width = width(m, m.value_type(value))?;
    constant_int(m, value).map(|int| signed(int.cast_unsigned(), width))
}

/// The constant that an operation adds to an integer, and that integer.
fn advance(m: &Module, sum: ValueId) -> Option<(ValueId, i64)> {
    let op = m.defining_op(sum)?;
    let &[a, b] = m.operands(op) else { return None };
    match (int(m, a), int(m, b)) {
        _ if !m.is_int_op(op, IntOp::Add) => None,
        (None, Some(by)) => Some((a, by)),
        (Some(by), None) => Some((b, by)),
        _ => None,
    }
}

fn are_equal(m: &Module, a: ValueId, b: ValueId) -> bool {
    let same_type = m.value_type(a) == m.value_type(b);
    a == b || (same_type && int(m, a).is_some_and(|a| int(m, b) == Some(a)))
}

/// Codes of comparisons.
mod code {
    pub(super) const NOT_EQUAL: i64 = 1;
    pub(super) const LESS: i64 = 2;
    pub(super) const AT_MOST: i64 = 3;
    pub(super) const GREATER: i64 = 4;
    pub(super) const AT_LEAST: i64 = 5;
    pub(super) const LESS_UNSIGNED: i64 = 6;
    pub(super) const AT_MOST_UNSIGNED: i64 = 7;
    pub(super) const GREATER_UNSIGNED: i64 = 8;
    pub(super) const AT_LEAST_UNSIGNED: i64 = 9;

    /// The code with the operands of the comparison exchanged.
    pub(super) fn exchanged(code: i64) -> i64 {
        match code {
            LESS => GREATER,
            AT_MOST => AT_LEAST,
            GREATER => LESS,
            AT_LEAST => AT_MOST,
            LESS_UNSIGNED => GREATER_UNSIGNED,
            AT_MOST_UNSIGNED => AT_LEAST_UNSIGNED,
            GREATER_UNSIGNED => LESS_UNSIGNED,
            AT_LEAST_UNSIGNED => AT_MOST_UNSIGNED,
            other => other,
        }
    }
}

/// The first value of a counter that is not in the loop any more.
#[derive(Clone, Copy, Debug)]
enum Upper {
    Constant(i64),
    Value(ValueId),
}

/// An `scf.while` that counts.
#[derive(Debug)]
struct Counting {
    op: OpId,
    after: BlockId,
    /// Which of the carried values is the counter.
    number: usize,
    upper: Upper,
    step: i64,
    /// By result: the carried value that it is. `None` for a value from outside.
    sources: Vec<Option<usize>>,
    /// What the first region passes on.
    passed: Vec<ValueId>,
}

impl Counting {
    fn new(m: &Module, op: OpId) -> Option<Self> {
        if !m.is_kernel(op, Kernel::While) {
            return None;
        }
        let (before, after) = (block(m, op, 0)?, block(m, op, 1)?);
        let exit = m.last_op(before)?;
        let (&decided, passed) = m.operands(exit).split_first()?;
        let compare = m.defining_op(decided)?;
        let is_alone = m.first_op(before) == Some(compare)
            && m.next_op(compare) == Some(exit)
            && m.uses(decided).count() == 1
            && matches!(m.semantics(compare).scalar(), Some(Scalar::CompareInts));
        let (&[a, b], true) = (m.operands(compare), is_alone) else {
            return None;
        };
        let carried = m.block_args(before);
        let place = |value: ValueId| carried.iter().position(|&arg| arg == value);
        let code = m.prop_i64(compare, names::PREDICATE)?;
        let (number, bound, code) = match (place(a), place(b)) {
            (Some(number), None) => (number, b, code),
            (None, Some(number)) => (number, a, code::exchanged(code)),
            _ => return None,
        };
        let sources: Vec<Option<usize>> = passed.iter().map(|&value| place(value)).collect();
        let next = *m.operands(m.last_op(after)?).get(number)?;
        let (counter, step) = advance(m, next)?;
        let at = m.block_args(after).iter().position(|&arg| arg == counter)?;
        if sources[at] != Some(number) || step <= 0 {
            return None;
        }
        let lower = m.operands(op)[number];
        Some(Self {
            op,
            after,
            number,
            upper: upper(m, lower, step, code, bound)?,
            step,
            sources,
            passed: passed.to_vec(),
        })
    }

    /// Replaces the loop; returns the new one.
    fn into_for(self, m: &mut Module) -> OpId {
        let op = self.op;
        let lower = m.operands(op)[self.number];
        let ty = m.value_type(lower);
        let upper = match self.upper {
            Upper::Value(value) => value,
            Upper::Constant(value) => constant(m, op, value, ty),
        };
        let step = constant(m, op, self.step, ty);
        let mut operands = vec![lower, upper, step];
        let mut inits = m.operands(op).to_vec();
        inits.remove(self.number);
        operands.extend(&inits);
        let types: Vec<TypeId> = inits.iter().map(|&value| m.value_type(value)).collect();
        let region = m.create_region();
        let body = m.append_block(region);
        let iv = m.add_block_arg(body, ty);
        let mut carried: Vec<ValueId> = types.iter().map(|&ty| m.add_block_arg(body, ty)).collect();
        carried.insert(self.number, iv);
        let passed = self.sources.iter().zip(&self.passed);
        let args: Vec<ValueId> = passed
            .map(|(source, &value)| source.map_or(value, |at| carried[at]))
            .collect();
        m.append_block_contents(self.after, body, &args);
        if let Some(end) = m.last_op(body) {
            let mut yielded = m.operands(end).to_vec();
            yielded.remove(self.number);
            m.set_operands(end, &yielded);
        }
        let mut spec = OpSpec::new(m.ctx.op_name("scf.for"))
            .operands(&operands)
            .results(&types)
            .regions(&[region]);
        spec.attrs = m.attrs(op).clone();
        let new = m.create_before(op, spec);
        let mut results: Vec<ValueId> = m.results(new).collect();
        let counter = m
            .results(op)
            .zip(&self.sources)
            .any(|(result, &source)| source == Some(self.number) && !m.is_unused(result));
        let last = if counter {
            last_value(m, new, op)
        } else {
            Some(lower)
        };
        results.insert(self.number, last.unwrap_or(lower));
        let passed = self.sources.iter().zip(&self.passed);
        let values: Vec<ValueId> = passed
            .map(|(source, &value)| source.map_or(value, |at| results[at]))
            .collect();
        m.replace_op(op, &values);
        new
    }
}

/// The end of a counter that begins with `lower`, if it certainly does not overflow.
fn upper(m: &Module, lower: ValueId, step: i64, code: i64, bound: ValueId) -> Option<Upper> {
    let width = width(m, m.value_type(lower))?;
    let (Some(first), Some(bound_value)) = (int(m, lower), int(m, bound)) else {
        // It ends at the bound exactly.
        return (code == code::LESS && step == 1).then_some(Upper::Value(bound));
    };
    let (first, bound, step) = (i128::from(first), i128::from(bound_value), i128::from(step));
    let is_positive = first >= 0 && bound >= 0;
    let end = match code {
        code::LESS => bound,
        code::AT_MOST => bound + 1,
        code::LESS_UNSIGNED if is_positive => bound,
        code::AT_MOST_UNSIGNED if is_positive => bound + 1,
        code::NOT_EQUAL if first <= bound && (bound - first) % step == 0 => bound,
        _ => return None,
    };
    let n = ((end - first).max(0) + step - 1) / step;
    let most = (1i128 << (width - 1)) - 1;
    let fits = end.max(first + n * step) <= most;
    let end = i64::try_from(end).ok()?;
    fits.then_some(Upper::Constant(end))
}

/// A constant before `anchor`.
fn constant(m: &mut Module, anchor: OpId, value: i64, ty: TypeId) -> ValueId {
    let attr = m.ctx.int_attr(value, ty);
    let name = m.ctx.op_name("arith.constant");
    let spec = OpSpec::new(name).results(&[ty]);
    result(m, anchor, spec.prop(names::VALUE, attr))
}

/// The operation on two integers before `anchor`.
fn binary(m: &mut Module, anchor: OpId, name: &str, operands: [ValueId; 2]) -> ValueId {
    let name = m.ctx.op_name(name);
    let ty = m.value_type(operands[0]);
    let spec = OpSpec::new(name).operands(&operands).results(&[ty]);
    result(m, anchor, spec)
}

/// What the counter of `scf.for` would be after the loop, computed before `anchor`. `None` unless the bounds are
/// constants or the step is one.
fn last_value(m: &mut Module, op: OpId, anchor: OpId) -> Option<ValueId> {
    let [lower, upper] = [0, 1].map(|at| m.operands(op)[at]);
    let ty = m.value_type(lower);
    if let Some((first, step, n)) = constants(m, op) {
        let last = first.wrapping_add(step.wrapping_mul(n));
        return Some(constant(m, anchor, last, ty));
    }
    let step = int(m, m.operands(op)[2]);
    (step == Some(1)).then(|| binary(m, anchor, "arith.maxsi", [lower, upper]))
}

/// The first value of the counter of `scf.for`, the step, and the number of iterations.
fn constants(m: &Module, op: OpId) -> Option<(i64, i64, i64)> {
    let dims = loop_dims(m, op)?;
    let dim = dims.first()?;
    let n = i64::try_from(dim.trip_count()?).ok()?;
    Some((dim.lower.constant()?, dim.step.constant()?, n))
}

/// Computes integers that advance with the counter of `scf.for` from the counter, and drops what the loop carries for
/// nothing.
fn carry_less(m: &mut Module, op: OpId) {
    let Some(body) = block(m, op, 0).filter(|_| !is_unsigned(m, op)) else {
        return;
    };
    let Some(end) = m.last_op(body) else { return };
    for number in 0..m.result_count(op) {
        if !follow_counter(m, op, body, number) && serves_itself(m, op, body, number) {
            let arg = m.block_args(body)[number + 1];
            m.set_operand(end, number, arg);
        }
    }
    let mut rewriter = Rewriter::new(m);
    if let Some(simplify) = rewriter.m.def(op).and_then(|def| def.canonical) {
        simplify(&mut rewriter, op);
    }
}

/// Replaces a carried integer by what it is in terms of the counter.
fn follow_counter(m: &mut Module, op: OpId, body: BlockId, number: usize) -> bool {
    follows(m, op, body, number).is_some_and(|line| line.replace(m, op, body, number))
}

/// An integer that is `factor` times the counter, plus `offset`.
#[derive(Clone, Copy, Debug)]
struct Line {
    factor: i64,
    offset: i64,
    /// How much it grows in an iteration.
    growth: i64,
}

fn follows(m: &Module, op: OpId, body: BlockId, number: usize) -> Option<Line> {
    let (&iv, &arg) = (
        m.block_args(body).first()?,
        m.block_args(body).get(number + 1)?,
    );
    let (&lower, &init) = (m.operands(op).first()?, m.operands(op).get(number + 3)?);
    let step = int(m, *m.operands(op).get(2)?)?;
    let (base, growth) = advance(m, *m.operands(m.last_op(body)?).get(number)?)?;
    if m.value_type(arg) != m.value_type(iv) || step <= 0 {
        return None;
    }
    if are_equal(m, lower, init) && growth == step {
        let line = Line {
            factor: 1,
            offset: 0,
            growth,
        };
        return (base == arg || base == iv).then_some(line);
    }
    if base != arg || growth % step != 0 {
        return None;
    }
    let factor = growth / step;
    let offset = int(m, init)?.wrapping_sub(int(m, lower)?.wrapping_mul(factor));
    Some(Line {
        factor,
        offset,
        growth,
    })
}

impl Line {
    fn replace(self, m: &mut Module, op: OpId, body: BlockId, number: usize) -> bool {
        let (Some(result), Some(first)) = (m.result(op, number), m.first_op(body)) else {
            return false;
        };
        let (iv, arg) = (m.block_args(body)[0], m.block_args(body)[number + 1]);
        let ty = m.value_type(iv);
        if !m.is_unused(result) {
            let init = m.operands(op)[number + 3];
            let Some(next) = m.next_op(op) else {
                return false;
            };
            let last = match (constants(m, op), int(m, init)) {
                (Some((.., n)), Some(init)) => {
                    let last = init.wrapping_add(self.growth.wrapping_mul(n));
                    Some(constant(m, next, last, ty))
                }
                _ if self.factor == 1 && self.offset == 0 => last_value(m, op, next),
                _ => None,
            };
            let Some(last) = last else { return false };
            m.replace_all_uses(result, last);
        }
        let mut value = iv;
        if self.factor != 1 {
            let factor = constant(m, first, self.factor, ty);
            value = binary(m, first, "arith.muli", [value, factor]);
        }
        if self.offset != 0 {
            let offset = constant(m, first, self.offset, ty);
            value = binary(m, first, "arith.addi", [value, offset]);
        }
        m.replace_all_uses(arg, value);
        true
    }
}

/// Whether a carried value is only needed to compute the next one.
fn serves_itself(m: &Module, op: OpId, body: BlockId, number: usize) -> bool {
    let (Some(result), Some(end)) = (m.result(op, number), m.last_op(body)) else {
        return false;
    };
    let mut open = vec![m.block_args(body)[number + 1]];
    let mut visited = FxHashSet::default();
    while let Some(value) = open.pop() {
        for (user, operand) in m.uses(value) {
            if user == end && operand == number {
                continue;
            }
            let is_free = user != end
                && m.op_block(user) == Some(body)
                && m.walk(user).all(|inner| has_no_effects(m, inner));
            if !is_free {
                return false;
            }
            if visited.insert(user) {
                open.extend(m.results(user));
            }
        }
    }
    m.is_unused(result)
}
