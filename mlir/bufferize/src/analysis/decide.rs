//! Decisions: the order in which operands are visited, and the choice of the best order.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::has_region_flow;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{OpId, TypeKind, ValueId};
use memplan_support::{Random, Sort};
use rustc_hash::FxHashSet;

use super::checks;
use super::conflicts::Test;
use super::equivalence::Equivalent;
use super::facts::{Facts, Use, Val};
use super::plan::{Contents, NewBuffer, Place, plan};
use super::state::{Reason, State};
use crate::Heuristic;

/// The operands of a unit that are not updated in place, in the order of the decisions.
pub(super) type OutOfPlace = Vec<(Use, Reason)>;

/// Operands that get a private buffer even if they do not need one.
type Apart = FxHashSet<Use>;

/// Decisions about all operands of a unit, and their consequences.
pub(super) struct Decided<'f, 'a> {
    pub(super) state: State<'f, 'a>,
    pub(super) out: OutOfPlace,
    pub(super) equivalent: Equivalent<'f, 'a>,
    /// The buffers to allocate.
    pub(super) buffers: Result<Vec<NewBuffer>, Diagnostic>,
}

/// Decides about all operands of a unit, starting from those that must be in place. Orders are compared by the
/// buffers that they need: see [`cost`].
pub(super) fn decide<'f, 'a>(start: &State<'f, 'a>) -> Decided<'f, 'a> {
    match start.facts.q.options.heuristic {
        Heuristic::Best => best(start),
        one => in_order(
            start.clone(),
            &ops_in_order(start.facts, one),
            &Apart::default(),
        ),
    }
}

/// The first of the orders with the lowest cost, with private buffers for yielded values if that costs less.
fn best<'f, 'a>(start: &State<'f, 'a>) -> Decided<'f, 'a> {
    let facts = start.facts;
    let mut kept_order = ops_in_order(facts, Heuristic::BottomUp);
    let mut kept = in_order(start.clone(), &kept_order, &Apart::default());
    let mut least = cost(&kept);
    for order in [Heuristic::TopDown, Heuristic::BottomUpFromTerminators] {
        // A cost of zero cannot be improved.
        if least == Some(Cost::default()) {
            return kept;
        }
        let ops = ops_in_order(facts, order);
        let decided = in_order(start.clone(), &ops, &Apart::default());
        let cost = cost(&decided);
        if is_cheaper(cost, least) {
            (kept, least, kept_order) = (decided, cost, ops);
        }
    }
    let apart = written_for_yields(&kept);
    if !apart.is_empty() {
        let decided = in_order(start.clone(), &kept_order, &apart);
        if is_cheaper(cost(&decided), least) {
            return decided;
        }
    }
    kept
}

fn is_cheaper(cost: Option<Cost>, than: Option<Cost>) -> bool {
    cost.is_some_and(|cost| than.is_none_or(|than| cost < than))
}

/// In-place operands through which loops yield buffers from outside the loop, if the loop copies what it yields.
/// A copy before the write serves as well as a copy after it. It leaves the outer buffer unchanged and often
/// needs no contents.
fn written_for_yields(decided: &Decided) -> Apart {
    let facts = decided.state.facts;
    let m = facts.q.m;
    let mut apart = Apart::default();
    for buffer in decided.buffers.iter().flatten() {
        let Place::Operand(exit, operand) = buffer.place else {
            continue;
        };
        let yielded = facts.use_of(exit, operand);
        let Some(yielded) = yielded.filter(|_| m.has_trait(exit, Traits::TERMINATOR)) else {
            continue;
        };
        let Some(body) = m.parent(exit).map(|parent| facts.order.span(parent)) else {
            continue;
        };
        let mut seen = FxHashSet::default();
        let mut work = vec![facts.of(yielded).value];
        while let Some(v) = work.pop() {
            for alias in &facts.alias_operands[v as usize] {
                let (u, of) = (alias.other, facts.of(alias.other));
                let position = facts.position(of.value);
                if body.0 < position && position <= body.1 {
                    work.extend(seen.insert(of.value).then_some(of.value));
                } else if of.writes && decided.state.is_in_place(u) {
                    apart.insert(u);
                }
            }
        }
    }
    apart
}

fn in_order<'f, 'a>(state: State<'f, 'a>, ops: &[OpId], apart: &Apart) -> Decided<'f, 'a> {
    let facts = state.facts;
    let (state, out) = go_over(state, ops, apart);
    let equivalent = Equivalent::new(facts, state.in_place());
    let buffers = plan(&state, &out, &equivalent);
    Decided {
        state,
        out,
        equivalent,
        buffers,
    }
}

fn go_over<'f, 'a>(
    mut state: State<'f, 'a>,
    ops: &[OpId],
    apart: &Apart,
) -> (State<'f, 'a>, OutOfPlace) {
    let facts = state.facts;
    let mut out = Vec::new();
    for &op in ops {
        let uses: Vec<Use> = facts.uses_by(op).collect();
        for u in uses {
            if state.is_in_place(u) || !facts.of(u).is_known {
                continue;
            }
            let obstacle = if apart.contains(&u) {
                Some(Reason::Yielded)
            } else {
                state.obstacle(u, Test::Decision)
            };
            match obstacle {
                Some(reason) => {
                    state.put_out_of_place(u);
                    out.push((u, reason));
                }
                None => state.put_in_place(u),
            }
        }
    }
    (state, out)
}

/// Bytes copied, bytes allocated, number of allocations, and number of written arguments (which callers may have
/// to copy).
type Cost = (u128, u128, usize, usize);

/// The cost of the buffers that some decisions need; `None` if the decisions cannot be carried out.
///
/// Dynamic dimensions count as 1024 elements, and operations in loops ten times for each loop.
fn cost(decided: &Decided) -> Option<Cost> {
    let facts = decided.state.facts;
    let m = facts.q.m;
    checks::after(facts, &decided.equivalent).ok()?;
    let buffers = decided.buffers.as_ref().ok()?;
    let mut cost = (0, 0, buffers.len(), n_arguments_written(decided));
    for buffer in buffers {
        let (op, value) = match buffer.place {
            Place::Operand(op, operand) => (op, *m.operands(op).get(operand)?),
            Place::Result(value) => (m.defining_op(value)?, value),
        };
        let loops = m
            .ancestors(op)
            .filter(|&op| m.has_trait(op, Traits::LOOP))
            .count();
        let weight = 10_u128.saturating_pow(u32::try_from(loops).unwrap_or(u32::MAX));
        let bytes = bytes(facts, value).saturating_mul(weight);
        cost.1 += bytes;
        if buffer.contents == Contents::Copied {
            cost.0 += bytes;
        }
    }
    Some(cost)
}

fn n_arguments_written(decided: &Decided) -> usize {
    let facts = decided.state.facts;
    let m = facts.q.m;
    let entry = m
        .regions(facts.root)
        .first()
        .and_then(|&region| m.first_block(region));
    let args = entry.map_or(&[][..], |entry| m.block_args(entry)).iter();
    let sets = args.filter_map(|&arg| Some(decided.state.sets.find(facts.val(arg)?)));
    let is_written = |&set: &Val| !decided.state.sets.set(set).writes.items().is_empty();
    sets.filter(is_written).count()
}

/// Whether a private buffer for an operand needs the contents of the operand.
pub(super) fn needs_contents(facts: &Facts, u: Use) -> bool {
    let of = facts.of(u);
    let mut aliases = facts.alias_values[u as usize].iter();
    let is_passed_on = aliases.any(|alias| facts.is_read[alias.other as usize]);
    !facts.definitions_of(of.value).is_empty() && (of.reads || (!of.writes && is_passed_on))
}

fn bytes(facts: &Facts, value: ValueId) -> u128 {
    let ctx = &facts.q.m.ctx;
    let TypeKind::Tensor { shape, element, .. } = facts.q.m.value_type_kind(value) else {
        return 0;
    };
    let element = ctx.bit_width(*element).unwrap_or(64).div_ceil(8);
    let sizes = shape
        .iter()
        .map(|&size| u128::try_from(size).unwrap_or(1024));
    sizes
        .fold(u128::from(element), u128::saturating_mul)
        .min(u128::from(u64::MAX))
}

/// The operations of a unit in the order in which the heuristic decides their operands.
fn ops_in_order(facts: &Facts, heuristic: Heuristic) -> Vec<OpId> {
    let mut ops = facts.ops.clone();
    match heuristic {
        Heuristic::TopDown => ops = post_order(facts),
        Heuristic::Best | Heuristic::BottomUp => {
            ops = post_order(facts);
            ops.reverse();
        }
        Heuristic::BottomUpFromTerminators => return from_terminators(facts),
        Heuristic::Fuzzer => Random::new(facts.q.options.fuzzer_seed).shuffle(&mut ops),
    }
    ops
}

/// First the chains that feed terminators, inner regions before outer ones; then the rest, bottom-up.
fn from_terminators(facts: &Facts) -> Vec<OpId> {
    let m = facts.q.m;
    let mut ordered = Vec::with_capacity(facts.ops.len());
    let mut seen: FxHashSet<OpId> = FxHashSet::default();
    for exit in post_order(facts) {
        let region = m.op_block(exit).and_then(|block| m.block_region(block));
        let Some(region) = region.filter(|_| is_exit(facts, exit)) else {
            continue;
        };
        let span = facts.order.region_span(m, region).unwrap_or((0, u32::MAX));
        if !seen.insert(exit) {
            continue;
        }
        ordered.push(exit);
        let mut work: Vec<Val> = facts.uses_by(exit).map(|u| facts.of(u).value).collect();
        while let Some(v) = work.pop() {
            let Some(op) = m.defining_op(facts.value(v)).filter(|&op| seen.insert(op)) else {
                continue;
            };
            ordered.push(op);
            let position = facts.order.span(op).0;
            if span.0 <= position && position <= span.1 {
                let aliases = facts.alias_operands[v as usize].iter();
                work.extend(aliases.map(|alias| facts.of(alias.other).value));
            }
        }
    }
    let rest = facts.ops.iter().rev();
    ordered.extend(rest.filter(|&op| !seen.contains(op)));
    ordered
}

/// Whether an operation ends a region and passes its operands to the parent operation.
fn is_exit(facts: &Facts, op: OpId) -> bool {
    let m = facts.q.m;
    m.has_trait(op, Traits::TERMINATOR)
        && m.successors(op).is_empty()
        && (m.has_trait(op, Traits::RETURN_LIKE)
            || m.parent(op)
                .is_some_and(|parent| has_region_flow(m, parent)))
}

/// The operations with tensors; those in regions precede the operation that owns the region.
pub(super) fn post_order(facts: &Facts) -> Vec<OpId> {
    let mut ops = facts.ops.clone();
    ops.sort_stable_by_key(|&op| {
        let span = facts.order.span(op);
        (span.1, std::cmp::Reverse(span.0))
    });
    ops
}
