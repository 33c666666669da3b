//! Converts live intervals to traces: decides which allocations are merged, deleted or skipped.

use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{
    AllocationSite, is_arena_of_call, is_memory_effect_free, is_plain_dealloc, runs_alone_in,
};
use memplan_mlir::{AttrId, Module, OpId};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::{Alloc, Collector};
use crate::shape::{Shape, shape};
use crate::{
    AllocLifetime, CollectError, CollectErrorKind, Collected, CollectedScope, Compat, DeadAlloc,
    LifetimeState, Lone, SkipReason, Skipped, memory_space, space_text,
};

/// Maximum number of operations to erase for one deleted allocation.
const MAX_ERASED: usize = 64;

/// A buffer of a trace and its allocation.
type Entry = (Buffer, AllocationSite);

/// The decision about an allocation.
pub(super) enum Decision {
    Merged(Shape),
    Dead(Vec<OpId>),
    Skipped(SkipReason),
}

impl Collector<'_> {
    pub(crate) fn finish(mut self) -> Result<Collected, CollectError> {
        self.widen_what_leaves();
        let mut decisions: Vec<Decision> =
            self.allocs.iter().map(|alloc| self.decide(alloc)).collect();
        self.keep_distinct(&mut decisions);
        self.settle_groups(&mut decisions);
        if self.options.lone == Lone::Skipped {
            self.skip_lone(&mut decisions);
        }
        let names = self.names();
        let mut collected = Collected {
            scope_ops: self.scope_ops(),
            ..Collected::default()
        };
        let scope_ids: FxHashMap<OpId, usize> = (0..)
            .zip(&collected.scope_ops)
            .map(|(id, &op)| (op, id))
            .collect();
        let symbolic = self.collect_symbolic(&decisions, &names);
        for (index, reason) in symbolic.reasons {
            decisions[index] = Decision::Skipped(reason);
        }
        collected.symbolic = symbolic.scopes;
        let mut merged: Vec<(usize, usize, Shape)> = Vec::new();
        for (index, (alloc, decision)) in self.allocs.iter().zip(decisions).enumerate() {
            let scope = alloc.scope.and_then(|op| scope_ids.get(&op).copied());
            let state = self.state(alloc, &decision);
            collected.lifetimes.push(AllocLifetime {
                alloc: alloc.facts.op,
                scope,
                state,
            });
            let (op, name) = (alloc.facts.op, names[index].clone());
            match (decision, scope) {
                (Decision::Merged(shape), Some(scope)) => merged.push((scope, index, shape)),
                (Decision::Dead(erase), _) => {
                    let alloc = op;
                    collected.dead.push(DeadAlloc { alloc, name, erase });
                }
                (decision, _) => {
                    let reason = match decision {
                        Decision::Skipped(reason) => reason,
                        Decision::Merged(_) | Decision::Dead(_) => SkipReason::NoScope,
                    };
                    let alloc = op;
                    collected.skipped.push(Skipped {
                        alloc,
                        name,
                        reason,
                    });
                }
            }
        }
        self.build_traces(&mut collected, merged, &names)?;
        Ok(collected)
    }

    /// Extends the lifetime of allocations with an alias that leaves an enclosing operation and is used
    /// outside: they are live during that whole operation.
    fn widen_what_leaves(&mut self) {
        let (m, timeline) = (self.m, &self.timeline);
        for alloc in &mut self.allocs {
            let Some(live) = &mut alloc.live else {
                continue;
            };
            let depth = timeline.depth(alloc.anchor);
            if alloc.meets_at >= depth || depth - alloc.meets_at < 2 {
                continue;
            }
            let left = m
                .ancestors(alloc.anchor)
                .nth((depth - alloc.meets_at - 2) as usize);
            if let Some(left) = left {
                live.0 = live.0.min(timeline.tick(left));
                live.1 = live.1.max(timeline.end(left));
            }
        }
    }

    fn decide(&self, alloc: &Alloc<'_>) -> Decision {
        if let Some(reason) = alloc.lost {
            return Decision::Skipped(reason);
        }
        if alloc.live.is_none() {
            return match (self.options.compat, self.erasable(alloc)) {
                (Compat::Beyond, Some(erase)) => Decision::Dead(erase),
                _ => Decision::Skipped(SkipReason::NotAccessed),
            };
        }
        if !has_sequential_way_to_scope(self.m, alloc) {
            return Decision::Skipped(SkipReason::NoScope);
        }
        if self.refuses_blocks(alloc) {
            return Decision::Skipped(SkipReason::SeveralBlocks);
        }
        match shape(self.m, &alloc.facts, alloc.least_alignment, &self.options) {
            Ok(shape) => Decision::Merged(shape),
            Err(reason) => Decision::Skipped(reason),
        }
    }

    /// The operations to erase with an allocation, users first; absent if one must remain.
    pub(crate) fn erasable(&self, alloc: &Alloc<'_>) -> Option<Vec<OpId>> {
        let m = self.m;
        let mut erase = vec![alloc.facts.op];
        let mut next = 0;
        while let Some(&op) = erase.get(next) {
            next += 1;
            for value in m.results(op) {
                for (user, _) in m.uses(value) {
                    let goes = if is_plain_dealloc(m, user) {
                        self.events.aliases.of(value).len() == 1
                            && !self.events.aliases.may_be_other(value)
                    } else {
                        m.regions(user).is_empty()
                            && !m.has_trait(user, Traits::TERMINATOR)
                            && is_memory_effect_free(m, user)
                    };
                    if !goes || erase.len() > MAX_ERASED {
                        return None;
                    }
                    if !erase.contains(&user) {
                        erase.push(user);
                    }
                }
            }
        }
        erase.sort_stable_by_key(|&op| std::cmp::Reverse(self.timeline.tick(op)));
        Some(erase)
    }

    /// Keeps buffers apart that an operation requires to be different allocations: the largest goes into the merged
    /// allocation first, and buffers that may be another operand of the operation are not merged. Linear in the
    /// operands and their possible buffers, except for sorting.
    fn keep_distinct(&self, decisions: &mut [Decision]) {
        // Maps a buffer to the operations, and their operands, that may refer to it.
        let mut stated: FxHashMap<u32, Vec<(OpId, usize)>> = FxHashMap::default();
        for &op in &self.distinct {
            for (number, &operand) in self.m.operands(op).iter().enumerate() {
                for &member in self.events.aliases.of(operand) {
                    stated.entry(member).or_default().push((op, number));
                }
            }
        }
        let mut members: Vec<(u64, u32)> = Vec::new();
        for (index, decision) in (0..).zip(&*decisions) {
            if let Decision::Merged(shape) = decision
                && stated.contains_key(&index)
            {
                members.push((shape.size, index));
            }
        }
        members.sort_stable_by_key(|&(size, index)| (std::cmp::Reverse(size), index));
        // The operand that represents an operation in a merged allocation.
        let mut merged: FxHashMap<(OpId, Option<OpId>, Option<AttrId>), usize> =
            FxHashMap::default();
        for (_, index) in members {
            let alloc = &self.allocs[index as usize];
            let space = memory_space(self.m, alloc.facts.buffer);
            let places = &stated[&index];
            let is_other = |&&(op, number): &&(OpId, usize)| {
                let first = merged.get(&(op, alloc.scope, space));
                first.is_some_and(|&first| first != number)
                    || places
                        .iter()
                        .any(|&(same, other)| same == op && other != number)
            };
            if let Some(&(by, _)) = places.iter().find(is_other) {
                decisions[index as usize] = Decision::Skipped(SkipReason::DistinctObjects { by });
                continue;
            }
            for &(op, number) in places {
                merged.insert((op, alloc.scope, space), number);
            }
        }
    }

    /// If a deallocation may free one of several allocations and one of these is not merged, the deallocation has to
    /// remain, so none of them is merged. Linear in the sizes of the groups.
    fn settle_groups(&self, decisions: &mut [Decision]) {
        let mut groups_of: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (group, (_, members)) in self.groups.iter().enumerate() {
            for &member in members {
                groups_of.entry(member).or_default().push(group);
            }
        }
        let is_merged = |decisions: &[Decision], index: u32| {
            matches!(decisions[index as usize], Decision::Merged(_))
        };
        let mut broken: Vec<usize> = (0..self.groups.len())
            .filter(|&group| {
                self.groups[group]
                    .1
                    .iter()
                    .any(|&index| !is_merged(decisions, index))
            })
            .collect();
        let mut is_broken = vec![false; self.groups.len()];
        while let Some(group) = broken.pop() {
            if std::mem::replace(&mut is_broken[group], true) {
                continue;
            }
            let (by, members) = &self.groups[group];
            for &member in members {
                if is_merged(decisions, member) {
                    let reason = SkipReason::ConditionalDealloc { by: *by };
                    decisions[member as usize] = Decision::Skipped(reason);
                    broken.extend(groups_of.get(&member).into_iter().flatten());
                }
            }
        }
    }

    /// Skips allocations that are alone in their scope and memory space: merging them saves
    /// nothing. An allocation in a loop is merged anyway, because it is then allocated only once.
    fn skip_lone(&self, decisions: &mut [Decision]) {
        let mut n_of_arena: FxHashMap<(Option<OpId>, Option<AttrId>), usize> = FxHashMap::default();
        let arena = |alloc: &Alloc<'_>| (alloc.scope, memory_space(self.m, alloc.facts.buffer));
        for (alloc, decision) in self.allocs.iter().zip(&*decisions) {
            if matches!(decision, Decision::Merged(_)) {
                *n_of_arena.entry(arena(alloc)).or_default() += 1;
            }
        }
        let mut shares_dealloc = vec![false; self.allocs.len()];
        for &member in self.groups.iter().flat_map(|(_, members)| members) {
            shares_dealloc[member as usize] = true;
        }
        for (index, alloc) in self.allocs.iter().enumerate() {
            let is_lone = n_of_arena.get(&arena(alloc)) == Some(&1);
            if is_lone
                && matches!(decisions[index], Decision::Merged(_))
                && alloc.hoist.is_none()
                && !shares_dealloc[index]
                && !self.is_in_loop(alloc)
            {
                decisions[index] = Decision::Skipped(SkipReason::Lone);
            }
        }
    }

    /// Whether an allocation may run more than once in its scope.
    fn is_in_loop(&self, alloc: &Alloc<'_>) -> bool {
        let m = self.m;
        let within = m.ancestors(alloc.facts.op);
        let within = within.take_while(|&op| Some(op) != alloc.scope);
        let is_loop = |op: OpId| {
            let flow = m.def(op).map_or(RegionFlow::Unknown, |def| def.flow);
            let runs_once = matches!(
                flow,
                RegionFlow::None | RegionFlow::Branch | RegionFlow::Once
            );
            !m.regions(op).is_empty() && !runs_once
        };
        let in_cycle = |op: OpId| {
            let block = m.op_block(op);
            block.is_some_and(|block| self.timeline.loop_of(block).is_some())
        };
        in_cycle(alloc.facts.op) || within.into_iter().any(|op| is_loop(op) || in_cycle(op))
    }

    /// `<function>/alloc<N>`, numbered from 0 in walk order, and `<function>/call<N>` for the arena of a
    /// call. Functions without a symbol go by their number in walk order.
    fn names(&self) -> Vec<String> {
        let mut counts: FxHashMap<(Option<usize>, bool), usize> = FxHashMap::default();
        let name = |alloc: &Alloc<'_>| {
            let is_of_call = is_arena_of_call(self.m, alloc.facts.buffer);
            let what = if is_of_call { "call" } else { "alloc" };
            let count = counts.entry((alloc.function, is_of_call)).or_default();
            let name = format!("{}/{what}{count}", self.function_name(alloc.function));
            *count += 1;
            name
        };
        self.allocs.iter().map(name).collect()
    }

    pub(super) fn function_name(&self, function: Option<usize>) -> String {
        let Some(index) = function else {
            return String::from("module");
        };
        let symbol = self.m.symbol_name(self.timeline.functions()[index].op);
        symbol.map_or_else(
            || format!("function{index}"),
            |name| self.m.ctx.text(name).into_owned(),
        )
    }

    /// Every scope of some allocation, in walk order.
    fn scope_ops(&self) -> Vec<OpId> {
        let mut is_scope = vec![false; self.m.op_count()];
        for scope in self.allocs.iter().filter_map(|alloc| alloc.scope) {
            is_scope[scope.index()] = true;
        }
        let walk = self.m.walk(self.m.root());
        walk.filter(|op| is_scope[op.index()]).collect()
    }

    fn state(&self, alloc: &Alloc<'_>, decision: &Decision) -> LifetimeState {
        match (decision, alloc.live) {
            (Decision::Skipped(reason), _) if !reason.is_traceable() => LifetimeState::Untraceable,
            (_, None) => LifetimeState::NeverAccessed,
            (_, Some((first, last))) => LifetimeState::Accessed {
                first: Tick(first.into()),
                last: Tick(last.into()),
            },
        }
    }

    /// One trace per scope and memory space, in order of scopes and then of first allocation.
    fn build_traces(
        &self,
        collected: &mut Collected,
        mut merged: Vec<(usize, usize, Shape)>,
        names: &[String],
    ) -> Result<(), CollectError> {
        merged.sort_stable_by_key(|&(scope, index, _)| {
            (
                scope,
                self.timeline.tick(self.allocs[index].facts.op),
                index,
            )
        });
        let mut at: FxHashMap<(usize, Option<AttrId>), usize> = FxHashMap::default();
        let mut parts: Vec<(usize, Option<AttrId>, Vec<Entry>)> = Vec::new();
        for (scope, index, shape) in merged {
            let space = memory_space(self.m, self.allocs[index].facts.buffer);
            let part = *at.entry((scope, space)).or_insert_with(|| {
                parts.push((scope, space, Vec::new()));
                parts.len() - 1
            });
            if let Some(entry) = self.buffer(&self.allocs[index], shape, names[index].clone()) {
                parts[part].2.push(entry);
            }
        }
        for (id, memory_space, entries) in parts {
            let scope_op = collected.scope_ops[id];
            let scope = self.build_scope(id, scope_op, memory_space, entries)?;
            collected.scopes.extend(scope);
        }
        Ok(())
    }

    fn buffer(&self, alloc: &Alloc<'_>, shape: Shape, name: String) -> Option<Entry> {
        let (first, last) = alloc.live?;
        let live = Lifetime::inclusive(Tick(first.into()), Tick(last.into()))?;
        let mut slots = alloc.hoist.clone();
        let mut size = shape.size;
        if let Some(nest) = &mut slots {
            // Sizes and alignments are bounded, so neither product nor rounding overflows 128 bits;
            // one that does not fit 64 is refused by the trace.
            let slot = shape.size.checked_next_multiple_of(shape.promised)?;
            nest.slot_bytes = slot;
            size = slot.saturating_mul(nest.n_slots()?);
        }
        let mut buffer = Buffer::new(name, Bytes(size), live);
        buffer.align = Bytes(shape.alignment);
        let site = AllocationSite {
            alloc: alloc.facts.op,
            size_bytes: shape.size,
            strides: shape.strides,
            slots,
            deallocs: alloc.deallocs.to_vec(),
            is_live_until_freed: self.are_live_until_freed,
        };
        Some((buffer, site))
    }

    fn build_scope(
        &self,
        id: usize,
        scope_op: OpId,
        memory_space: Option<AttrId>,
        entries: Vec<Entry>,
    ) -> Result<Option<CollectedScope>, CollectError> {
        let m = self.m;
        let function = self.timeline.function_of(scope_op);
        let block = m
            .regions(scope_op)
            .first()
            .and_then(|&region| m.first_block(region));
        let (Some(index), Some(block)) = (function, block) else {
            return Ok(None);
        };
        let function = self.timeline.functions()[index].op;
        let mut name = self.function_name(Some(index));
        if function != scope_op {
            name.push_str(&format!("/scope{id}"));
        }
        let (buffers, sites): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let trace = LifetimeTrace::builder(name)
            .memory_space(memory_space.map(|space| space_text(m, space)))
            .buffers(buffers)
            .build()
            .map_err(|error| CollectError {
                op: scope_op,
                kind: CollectErrorKind::Trace(error),
            })?;
        Ok(Some(CollectedScope {
            id,
            function,
            scope_op,
            block,
            before: None,
            callers_may_hold: None,
            limit: None,
            memory_space,
            trace,
            sites,
            alignment: self.options.arena_alignment(),
            asked_alignment: None,
            base: None,
        }))
    }
}

/// Whether no operation between an allocation and its scope may run its region concurrently, other than
/// the loops that the allocation is hoisted from.
fn has_sequential_way_to_scope(m: &Module, alloc: &Alloc<'_>) -> bool {
    alloc
        .scope
        .is_some_and(|scope| runs_alone_in(m, alloc.anchor, scope))
}
