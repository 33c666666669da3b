//! Regions of a unit: which ones repeat, which run in parallel, and which exclude each other. From that: where
//! writes may conflict with a read.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{has_region_flow, runs_in_parallel};
use memplan_mlir::{BlockId, OpId, RegionId, ValueDef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::facts::{Facts, Use, Val};
use super::interface::{Query, is_reachable, may_repeat_unknown};
use super::order::{Span, is_unordered};

#[derive(Clone, Copy, Debug)]
struct RegionFacts {
    op: OpId,
    parent: Option<RegionId>,
    /// The closest region that repeats: this region or an ancestor.
    repetitive: Option<RegionId>,
    /// The closest region that runs in parallel.
    parallel: Option<RegionId>,
}

/// Facts about the regions of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions(FxHashMap<RegionId, RegionFacts>);

impl Regions {
    pub(super) fn new(q: Query, root: OpId) -> Self {
        let mut regions = Self::default();
        for op in q.m.walk(root) {
            let model = q.model(op);
            let outer = q.m.op_block(op).and_then(|block| q.m.block_region(block));
            let outer = outer.filter(|_| op != root);
            for (number, &region) in q.m.regions(op).iter().enumerate() {
                let repeats = match model {
                    Some(model) => model.is_repetitive(q, op, number),
                    None => may_repeat_unknown(q.m, op),
                };
                let is_parallel = match model {
                    Some(model) => model.is_parallel(q, op, number),
                    None => runs_in_parallel(q.m, op),
                };
                let around = outer.and_then(|outer| regions.0.get(&outer).copied());
                let inherited =
                    |facts: fn(&RegionFacts) -> Option<RegionId>| around.as_ref().and_then(facts);
                let facts = RegionFacts {
                    op,
                    parent: outer,
                    repetitive: repeats
                        .then_some(region)
                        .or_else(|| inherited(|facts| facts.repetitive)),
                    parallel: is_parallel
                        .then_some(region)
                        .or_else(|| inherited(|facts| facts.parallel)),
                };
                regions.0.insert(region, facts);
            }
        }
        regions
    }

    fn repetitive(&self, region: Option<RegionId>) -> Option<RegionId> {
        self.0.get(&region?)?.repetitive
    }

    fn parallel(&self, region: Option<RegionId>) -> Option<RegionId> {
        self.0.get(&region?)?.parallel
    }

    /// Whether a value is written in a parallel region other than the one in which its buffer was made.
    pub(super) fn leaves_parallel(&self, facts: &Facts, u: Use) -> bool {
        let m = facts.q.m;
        let block = m.op_block(facts.of(u).op);
        let here = self.parallel(block.and_then(|block| m.block_region(block)));
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![facts.of(u).value];
        while let Some(v) = work.pop() {
            if !seen.insert(v) {
                continue;
            }
            let aliases = &facts.alias_operands[v as usize];
            let is_end = facts.defines[v as usize] || aliases.is_empty();
            if is_end && self.parallel(facts.region_of(v)) != here {
                return true;
            }
            if !is_end {
                work.extend(aliases.iter().map(|alias| facts.of(alias.other).value));
            }
        }
        false
    }

    /// The outermost loop around a read that does not contain all definitions of the read.
    pub(super) fn repeated_without(&self, facts: &Facts, u: Use) -> Option<OpId> {
        let m = facts.q.m;
        let reader = facts.of(u);
        let block = m.op_block(reader.op);
        let read = self.repetitive(block.and_then(|block| m.block_region(block)))?;
        let mut outermost = None;
        for &d in facts.definitions_of(reader.value) {
            let of_definition = self.repetitive(facts.region_of(d));
            if Some(read) == of_definition {
                continue;
            }
            let mut at = read;
            while let Some(next) = self.repetitive(self.0.get(&at).and_then(|facts| facts.parent)) {
                if Some(next) == of_definition {
                    break;
                }
                at = next;
            }
            let Some(repeating) = self.0.get(&at).map(|facts| facts.op) else {
                continue;
            };
            let is_outer = outermost
                .is_none_or(|so_far| facts.order.span(repeating).0 < facts.order.span(so_far).0);
            outermost = is_outer.then_some(repeating).or(outermost);
        }
        outermost
    }

    /// Whether at most one of two operations runs each time their common ancestor runs.
    pub(super) fn are_exclusive(&self, facts: &Facts, a: OpId, b: OpId) -> bool {
        let m = facts.q.m;
        let Some(lifted) = facts
            .order
            .lift(m, a, b)
            .filter(|lifted| lifted.region.is_none())
        else {
            return false;
        };
        let region = |op| m.op_block(op).and_then(|block| m.block_region(block));
        let (Some(parent), Some(x), Some(y)) =
            (m.parent(lifted.a), region(lifted.a), region(lifted.b))
        else {
            return false;
        };
        has_region_flow(m, parent)
            && !is_reachable(m, parent, x, y)
            && !is_reachable(m, parent, y, x)
    }

    /// Positions of writes that may conflict with a read: between its definitions and itself, extended to
    /// loops and to regions whose order does not follow the text.
    pub(super) fn zone(&self, facts: &Facts, u: Use) -> SmallVec<[Span; 1]> {
        let mut zone = SmallVec::new();
        let reader = facts.of(u);
        let definitions = facts.definitions_of(reader.value);
        if definitions.is_empty() || !reader.counts_as_read {
            return zone;
        }
        let m = facts.q.m;
        let order = facts.order;
        let mut last = order.span(reader.op).1;
        if let Some(repeated) = reader.loop_op {
            last = last.max(order.span(repeated).1);
        }
        let mut first = u32::MAX;
        for &d in definitions {
            match m.value_def(facts.value(d)) {
                ValueDef::Result { op, .. } => {
                    let span = order.span(op);
                    first = first.min(span.1);
                    if span.0 != span.1 {
                        zone.push((span.0, span.0));
                    }
                    // A loop around the definition may write through its arguments at any time.
                    let around = m.ancestors(op).take_while(|&op| op != facts.root);
                    let writes = |op: &OpId| facts.uses_by(*op).any(|u| facts.of(u).writes);
                    let positions = around.filter(writes).map(|op| order.span(op).0);
                    zone.extend(positions.map(|position| (position, position)));
                }
                ValueDef::Arg { block, .. } => first = first.min(order.block_span(block).0),
                ValueDef::Forward => first = 0,
            }
        }
        if first <= last {
            zone.push((first, last));
        }
        self.extend(facts, u, &mut zone);
        zone
    }

    /// Adds the regions around a read whose operations may run in an order other than that of the text.
    fn extend(&self, facts: &Facts, u: Use, zone: &mut SmallVec<[Span; 1]>) {
        let m = facts.q.m;
        let mut at = facts.of(u).op;
        while at != facts.root {
            let (Some(block), Some(parent)) = (m.op_block(at), m.parent(at)) else {
                return;
            };
            let Some(region) = m.block_region(block) else {
                return;
            };
            let is_shuffled = is_unordered(m, region)
                || (m
                    .first_block(region)
                    .is_some_and(|first| m.next_block(first).is_some())
                    && (facts.q.options.is_reference
                        || !self.are_defined_in(facts, facts.of(u).value, block)));
            if is_shuffled {
                zone.extend(facts.order.region_span(m, region));
            }
            for &other in m.regions(parent) {
                if other != region
                    && (is_reachable(m, parent, region, other)
                        || is_reachable(m, parent, other, region))
                {
                    zone.extend(facts.order.region_span(m, other));
                }
            }
            if m.has_trait(parent, Traits::ISOLATED_FROM_ABOVE) {
                return;
            }
            at = parent;
        }
    }

    /// Whether all definitions of a value are in a block or nested in it.
    fn are_defined_in(&self, facts: &Facts, value: Val, block: BlockId) -> bool {
        let span = facts.order.block_span(block);
        facts.definitions_of(value).iter().all(|&d| {
            let position = facts.position(d);
            span.0 <= position && position <= span.1
        })
    }
}
