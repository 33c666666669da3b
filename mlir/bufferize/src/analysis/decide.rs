//! The decisions: in which order operands are looked at, and which order is best.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::has_region_flow;
use memplan_mlir::{OpId, TypeKind, ValueId};
use rustc_hash::FxHashSet;

use super::conflicts::Test;
use super::facts::{Facts, Use, Val};
use super::state::{Reason, State};
use crate::Heuristic;

/// The operands of a unit that are not updated in place, in the order in which that was decided.
pub(super) type OutOfPlace = Vec<(Use, Reason)>;

/// Decides about all operands of a unit, starting from what must be in place. An order is as good as the
/// copies that it leaves: see [`cost`].
pub(super) fn decide<'f, 'a>(start: &State<'f, 'a>) -> (State<'f, 'a>, OutOfPlace) {
    let facts = start.facts;
    match facts.q.options.heuristic {
        Heuristic::Best => best(start),
        one => in_order(start.clone(), &ops_in_order(facts, one)),
    }
}

/// The first of the orders with the lowest cost.
fn best<'f, 'a>(start: &State<'f, 'a>) -> (State<'f, 'a>, OutOfPlace) {
    let facts = start.facts;
    let (state, out) = in_order(start.clone(), &ops_in_order(facts, Heuristic::BottomUp));
    let mut kept = (cost(facts, &out), state, out);
    for order in [Heuristic::TopDown, Heuristic::BottomUpFromTerminators] {
        // Nothing is cheaper than no copy.
        if kept.2.is_empty() {
            break;
        }
        let (state, out) = in_order(start.clone(), &ops_in_order(facts, order));
        let cost = cost(facts, &out);
        if cost < kept.0 {
            kept = (cost, state, out);
        }
    }
    (kept.1, kept.2)
}

fn in_order<'f, 'a>(mut state: State<'f, 'a>, ops: &[OpId]) -> (State<'f, 'a>, OutOfPlace) {
    let facts = state.facts;
    let mut out = Vec::new();
    for &op in ops {
        let uses: Vec<Use> = facts.uses_by(op).collect();
        for u in uses {
            if state.is_in_place(u) || !facts.of(u).is_known {
                continue;
            }
            match state.obstacle(u, Test::Decision) {
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

/// Bytes copied, bytes allocated, and number of allocations, that out-of-place operands cause.
///
/// Dynamic dimensions count as 1024 elements, and operations in loops ten times for each loop.
pub(super) fn cost(facts: &Facts, out: &OutOfPlace) -> (u128, u128, usize) {
    let mut cost = (0, 0, out.len());
    for (u, _) in out {
        let of = facts.of(*u);
        let m = facts.q.m;
        let loops = m
            .ancestors(of.op)
            .filter(|&op| m.has_trait(op, Traits::LOOP))
            .count();
        let weight = 10_u128.saturating_pow(u32::try_from(loops).unwrap_or(u32::MAX));
        let bytes = bytes(facts, facts.value(copied(facts, *u))).saturating_mul(weight);
        cost.1 += bytes;
        if needs_contents(facts, *u) {
            cost.0 += bytes;
        }
    }
    cost
}

/// The value that is copied if an operand is out of place: what it reads, or the result that is a part of it.
fn copied(facts: &Facts, u: Use) -> Val {
    match facts.alias_values[u as usize].as_slice() {
        [alias] if !facts.of(u).writes => alias.other,
        _ => facts.of(u).value,
    }
}

/// Whether a private buffer for an operand must have its contents.
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

/// The operations of a unit in the order in which their operands are decided.
fn ops_in_order(facts: &Facts, heuristic: Heuristic) -> Vec<OpId> {
    let mut ops = facts.ops.clone();
    match heuristic {
        Heuristic::TopDown => ops = post_order(facts),
        Heuristic::Best | Heuristic::BottomUp => {
            ops = post_order(facts);
            ops.reverse();
        }
        Heuristic::BottomUpFromTerminators => return from_terminators(facts),
        Heuristic::Fuzzer => shuffle(&mut ops, facts.q.options.fuzzer_seed),
    }
    ops
}

/// The chains that feed terminators first, inner regions before outer ones; the rest bottom-up.
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

/// Whether an operation ends a region and hands its operands to the operation around it.
fn is_exit(facts: &Facts, op: OpId) -> bool {
    let m = facts.q.m;
    m.has_trait(op, Traits::TERMINATOR)
        && m.successors(op).is_empty()
        && (m.has_trait(op, Traits::RETURN_LIKE)
            || m.parent(op)
                .is_some_and(|parent| has_region_flow(m, parent)))
}

/// The operations with tensors, those in regions before the one that owns the region.
pub(super) fn post_order(facts: &Facts) -> Vec<OpId> {
    let mut ops = facts.ops.clone();
    ops.sort_by_key(|&op| {
        let span = facts.order.span(op);
        (span.1, std::cmp::Reverse(span.0))
    });
    ops
}

/// A shuffle that depends on the seed only: xorshift.
fn shuffle(ops: &mut [OpId], seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for index in (1..ops.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let other = usize::try_from(state % (index as u64 + 1)).unwrap_or(0);
        ops.swap(index, other);
    }
}
