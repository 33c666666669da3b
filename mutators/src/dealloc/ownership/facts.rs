//! Facts about a function for the ownership pass: which values can own a buffer, how long each is
//! needed, and which values may refer to the same memory.
//!
//! A *carrier* is a value that can own a buffer: an allocation, a call result, a block argument
//! with predecessors, or an argument or result of structured control flow. Views and selects are
//! not carriers; using one uses the carriers it is derived from. A carrier is needed until the last
//! use of any value derived from it, at the level of its own region: uses in nested regions count
//! at the operation that contains them.
//!
//! Cost: linear in the operands, plus the number of (carrier, block) pairs where a carrier is live
//! across blocks.

use memplan_memory_model::{
    Contracts, JobId, Origin, Origins, Pending, freed, may_outlive, stores_buffers,
};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    RegionPoint, callee, has_region_flow, is_manually_freed, is_select_like, is_view_like,
    moves_pointer, region_edges, view_sources,
};
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{ReturnMode, Signature};
use crate::dealloc::queries::post_order;

/// Index of a carrier among those of its function.
pub(super) type Carrier = u32;

/// Where a carrier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Always owns its buffer.
    Owned,
    /// Never owns its buffer, because the program declares another owner.
    Manual,
    /// The program frees the buffer, or one that may be the same.
    Kept,
    /// Determined by the predecessors that pass the buffer.
    Handed,
    /// A call returns it, together with an ownership flag.
    Returned,
}

/// Facts about one carrier.
#[derive(Clone, Debug)]
pub(super) struct CarrierFacts {
    pub(super) value: ValueId,
    pub(super) block: BlockId,
    pub(super) region: RegionId,
    pub(super) source: Source,
    /// Carriers of one group may refer to the same memory; those of different groups never do.
    pub(super) group: u32,
    uses: SmallVec<[BlockUse; 1]>,
}

/// How an operation uses a carrier.
#[derive(Clone, Copy, Debug)]
struct Use {
    /// The carrier, or a plain view of it, is an operand.
    is_plain: bool,
    /// The buffer may still be referenced after the operation.
    may_stay: bool,
    /// The operation waits for something that uses the buffer.
    is_wait: bool,
}

/// The last use of a carrier in one block.
#[derive(Clone, Copy, Debug)]
struct BlockUse {
    block: BlockId,
    last: OpId,
    /// How often the last one uses it.
    count: u32,
    /// The carrier, or a plain view of it, is an operand of the last one.
    is_direct: bool,
}

/// Values that structured control flow passes between regions.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionFacts {
    /// For each region, the lists of values that terminators pass as their last operands.
    pub(super) exits: FxHashMap<RegionId, Vec<SmallVec<[ValueId; 4]>>>,
    /// The operands that each operation passes to its own regions and results.
    pub(super) inits: FxHashMap<OpId, Vec<(ValueId, ValueId)>>,
    /// Values that share a flag because they come from one list, mapped to the smallest of them.
    couples: FxHashMap<ValueId, ValueId>,
}

/// Facts about one function.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) function: OpId,
    pub(super) carriers: Vec<CarrierFacts>,
    carrier_of: FxHashMap<ValueId, Carrier>,
    derived: FxHashMap<ValueId, SmallVec<[Carrier; 1]>>,
    pub(super) members: Vec<Vec<Carrier>>,
    /// Groups in which two carriers may initially own one buffer: results of one call.
    pub(super) twins: Vec<u32>,
    /// Carriers that are needed in a block and defined in another block of the region.
    pub(super) live_in: FxHashMap<BlockId, Vec<Carrier>>,
    live_in_set: FxHashSet<(BlockId, Carrier)>,
    /// Carriers that are no longer needed after an operation.
    pub(super) release: FxHashMap<OpId, SmallVec<[Carrier; 2]>>,
    /// Unused arguments.
    pub(super) release_at_start: FxHashMap<BlockId, SmallVec<[Carrier; 2]>>,
    pub(super) regions: RegionFacts,
    /// Blocks of regions with several of them, dominators first.
    order: FxHashMap<RegionId, Vec<BlockId>>,
    /// How many branches lead to a block of a region with several blocks.
    pub(super) n_edges: FxHashMap<BlockId, u32>,
    /// Whether the caller can detect that two results are one buffer: every buffer has the address of
    /// its allocation.
    pub(super) may_return_twice: bool,
    /// Deferred work.
    pub(super) pending: Pending,
    /// The jobs that use a member of a group of carriers, with that member.
    jobs: FxHashMap<u32, Vec<(JobId, Carrier)>>,
}

impl Facts {
    /// Visits every operation of a function a constant number of times.
    ///
    /// `calls` gives the ownership of results for calls that deviate from the calling convention.
    pub(super) fn new(
        m: &Module,
        function: OpId,
        origins: &Origins,
        dominance: &Dominance,
        calls: &FxHashMap<OpId, Signature>,
        contracts: &Contracts,
    ) -> Self {
        let mut facts = Self {
            function,
            carriers: Vec::new(),
            carrier_of: FxHashMap::default(),
            derived: FxHashMap::default(),
            members: Vec::new(),
            twins: Vec::new(),
            live_in: FxHashMap::default(),
            live_in_set: FxHashSet::default(),
            release: FxHashMap::default(),
            release_at_start: FxHashMap::default(),
            regions: RegionFacts::default(),
            order: FxHashMap::default(),
            n_edges: FxHashMap::default(),
            may_return_twice: calls.is_empty(),
            pending: Pending::new(m, function),
            jobs: FxHashMap::default(),
        };
        let ops = facts.walk(m);
        facts.may_return_twice &= !ops.iter().any(|&op| moves_pointer(m, op));
        facts.find_flow(m, &ops);
        facts.find_carriers(m, &ops, origins, calls);
        facts.derive(m, &ops, &[], origins);
        let stored = facts.stored(m, &ops);
        if !stored.is_empty() {
            facts.derived.clear();
            facts.derive(m, &ops, &stored, origins);
        }
        facts.find_groups(m, &ops, &stored, origins);
        facts.find_kept(m, &ops, contracts);
        facts.find_uses(m, &ops, origins, dominance);
        facts.find_waits(m, dominance);
        facts.find_live_ranges(m);
        facts
    }

    pub(super) fn carrier(&self, value: ValueId) -> Option<Carrier> {
        self.carrier_of.get(&value).copied()
    }

    /// The carriers that a value is derived from.
    pub(super) fn derived_from(&self, value: ValueId) -> &[Carrier] {
        self.derived.get(&value).map_or(&[], |list| list)
    }

    /// Whether a carrier is needed in a block that it is not defined in.
    pub(super) fn is_live_in(&self, block: BlockId, carrier: Carrier) -> bool {
        self.live_in_set.contains(&(block, carrier))
    }

    /// The blocks of a region that control can reach, dominators first.
    pub(super) fn blocks(&self, m: &Module, region: RegionId) -> Vec<BlockId> {
        match self.order.get(&region) {
            Some(order) => order.clone(),
            None => m.first_block(region).into_iter().collect(),
        }
    }

    /// The representative of the values that share a flag with this one.
    pub(super) fn couple(&self, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(&next) = self.regions.couples.get(&value) {
            value = next;
        }
        value
    }

    /// Whether the only remaining use of a carrier is one operand of `op`.
    pub(super) fn is_handed_to(&self, carrier: Carrier, op: OpId) -> bool {
        let released = self.release.get(&op);
        released.is_some_and(|list| list.contains(&carrier))
            && self.carriers[carrier as usize]
                .uses
                .iter()
                .any(|usage| usage.last == op && usage.count == 1 && usage.is_direct)
    }

    /// All operations below the function, dominators first.
    fn walk(&mut self, m: &Module) -> Vec<OpId> {
        let mut ops = Vec::new();
        let mut todo: Vec<(Option<OpId>, Vec<BlockId>)> = vec![(Some(self.function), Vec::new())];
        while let Some((op, mut blocks)) = todo.pop() {
            let Some(op) = op else {
                if let Some(block) = blocks.pop() {
                    todo.push((None, blocks));
                    todo.push((m.first_op(block), Vec::new()));
                }
                continue;
            };
            ops.push(op);
            if op != self.function
                && let Some(next) = m.next_op(op)
            {
                todo.push((Some(next), Vec::new()));
            }
            // Nested functions and modules share no values with this function.
            if op != self.function && m.has_trait(op, Traits::ISOLATED_FROM_ABOVE) {
                ops.pop();
                continue;
            }
            for &region in m.regions(op).iter().rev() {
                let blocks = self.order_blocks(m, region);
                todo.push((None, blocks));
            }
        }
        ops
    }

    /// Blocks in reverse, for a stack.
    fn order_blocks(&mut self, m: &Module, region: RegionId) -> Vec<BlockId> {
        let Some(entry) = m.first_block(region) else {
            return Vec::new();
        };
        if m.next_block(entry).is_none() {
            return vec![entry];
        }
        let reversed = post_order(m, entry);
        for &block in &reversed {
            let last = m.last_op(block);
            for &successor in last.map_or(&[][..], |op| m.successors(op)) {
                *self.n_edges.entry(successor).or_default() += 1;
            }
        }
        self.order
            .insert(region, reversed.iter().rev().copied().collect());
        reversed
    }

    fn find_flow(&mut self, m: &Module, ops: &[OpId]) {
        for &op in ops {
            if m.regions(op).is_empty() || !has_region_flow(m, op) {
                continue;
            }
            let mut lists: Vec<(RegionPoint, SmallVec<[ValueId; 4]>)> = Vec::new();
            for edge in region_edges(m, op) {
                if edge.from == RegionPoint::Parent {
                    let memrefs = edge.sources.iter().zip(&edge.targets);
                    let memrefs = memrefs.filter(|&(&source, _)| m.is_memref(source));
                    let inits = self.regions.inits.entry(op).or_default();
                    inits.extend(memrefs.map(|(&source, &target)| (source, target)));
                }
                // Each exit of a region has the same targets.
                let entry = (edge.from, edge.targets);
                if !lists.contains(&entry) {
                    lists.push(entry);
                }
            }
            for (index, (from, targets)) in lists.iter().enumerate() {
                if let Some((_, other)) = lists[..index].iter().find(|(other, _)| other == from) {
                    for (&a, &b) in other.iter().zip(targets) {
                        let (a, b) = (self.couple(a), self.couple(b));
                        if a != b {
                            self.regions.couples.insert(a.max(b), a.min(b));
                        }
                    }
                }
                if let RegionPoint::Region(region) = *from {
                    let exits = self.regions.exits.entry(region).or_default();
                    exits.push(targets.clone());
                }
            }
        }
    }

    fn find_carriers(
        &mut self,
        m: &Module,
        ops: &[OpId],
        origins: &Origins,
        calls: &FxHashMap<OpId, Signature>,
    ) {
        for &op in ops {
            if op != self.function {
                let is_manual = is_manually_freed(m, op);
                let modes = calls
                    .get(&op)
                    .map_or(&[][..], |signature| &signature.results);
                for (index, result) in m.results(op).enumerate() {
                    let source = match origins.origin(m, result) {
                        _ if !m.is_memref(result) => continue,
                        _ if has_region_flow(m, op) => Source::Handed,
                        _ if modes.get(index) == Some(&ReturnMode::Borrowed) => continue,
                        _ if modes.get(index) == Some(&ReturnMode::Flagged) => Source::Returned,
                        _ if is_view_like(m, op) || is_select_like(m, op) => continue,
                        Origin::Heap if is_manual => Source::Manual,
                        Origin::Heap | Origin::Call => Source::Owned,
                        _ => continue,
                    };
                    self.add_carrier(m, result, source);
                }
            }
            for &region in m.regions(op) {
                for (number, block) in self.blocks(m, region).into_iter().enumerate() {
                    let is_fed = number > 0 || has_region_flow(m, op);
                    let args = m.block_args(block).iter().copied();
                    for arg in args.filter(|&arg| is_fed && m.is_memref(arg)) {
                        self.add_carrier(m, arg, Source::Handed);
                    }
                }
            }
        }
    }

    fn add_carrier(&mut self, m: &Module, value: ValueId, source: Source) {
        let Some(block) = m.value_block(value) else {
            return;
        };
        let Some(region) = m.block_region(block) else {
            return;
        };
        let carrier = self.carriers.len() as Carrier;
        self.carriers.push(CarrierFacts {
            value,
            block,
            region,
            source,
            group: carrier,
            uses: SmallVec::new(),
        });
        self.carrier_of.insert(value, carrier);
    }

    /// Computes the carriers that every memref is derived from. A memref loaded from memory may be any
    /// of `stored`.
    fn derive(&mut self, m: &Module, ops: &[OpId], stored: &[Carrier], origins: &Origins) {
        for (carrier, facts) in self.carriers.iter().enumerate() {
            let list = SmallVec::from_elem(carrier as Carrier, 1);
            self.derived.insert(facts.value, list);
        }
        for &op in ops {
            for result in m.results(op) {
                if !m.is_memref(result) || self.carrier_of.contains_key(&result) {
                    continue;
                }
                let mut list: SmallVec<[Carrier; 1]> = SmallVec::new();
                let viewed = view_sources(m, op);
                for &operand in m.operands(op) {
                    // A view does not need what only its shape is read from.
                    if viewed.is_empty() || viewed.contains(&(operand, result)) {
                        list.extend_from_slice(self.derived_from(operand));
                    }
                }
                let is_new = matches!(origins.origin(m, result), Origin::Stack | Origin::Static);
                if !is_view_like(m, op) && !is_select_like(m, op) && !is_new {
                    list.extend_from_slice(stored);
                }
                list.sort_stable();
                list.dedup();
                if !list.is_empty() {
                    self.derived.insert(result, list);
                }
            }
        }
    }

    /// The carriers that are stored in memory and may be loaded again.
    fn stored(&self, m: &Module, ops: &[OpId]) -> Vec<Carrier> {
        let mut stored = Vec::new();
        for &op in ops {
            if !stores_buffers(m, op) {
                continue;
            }
            for &operand in m.operands(op) {
                stored.extend_from_slice(self.derived_from(operand));
            }
        }
        stored.sort_stable();
        stored.dedup();
        stored
    }

    /// Groups carriers that control flow may merge.
    fn find_groups(&mut self, m: &Module, ops: &[OpId], stored: &[Carrier], origins: &Origins) {
        let mut groups = Groups((0..self.carriers.len() as u32).collect());
        let join_all = |groups: &mut Groups, list: &[Carrier]| {
            for pair in list.windows(2) {
                groups.join(pair[0], pair[1]);
            }
        };
        join_all(&mut groups, stored);
        for &op in ops {
            let ranges = super::forwarded_ranges(m, op);
            for (&block, range) in m.successors(op).iter().zip(ranges) {
                let operands = &m.operands(op)[range];
                for (&arg, &operand) in m.block_args(block).iter().zip(operands) {
                    self.join_with(&mut groups, arg, operand);
                }
            }
            let inits = self.regions.inits.get(&op).map_or(&[][..], |inits| inits);
            for &(source, target) in inits {
                self.join_with(&mut groups, target, source);
            }
            let region = m.op_block(op).and_then(|block| m.block_region(block));
            if let Some(lists) = region.and_then(|region| self.regions.exits.get(&region))
                && m.successors(op).is_empty()
                && m.has_trait(op, Traits::TERMINATOR)
            {
                for targets in lists {
                    let operands = m.operands(op);
                    let start = operands.len().saturating_sub(targets.len());
                    for (&target, &operand) in targets.iter().zip(&operands[start..]) {
                        self.join_with(&mut groups, target, operand);
                    }
                }
            }
            if callee(m, op).is_some() {
                self.join_call(&mut groups, m, op, origins.has_distinct_results(op));
            }
        }
        for carrier in 0..self.carriers.len() as u32 {
            self.carriers[carrier as usize].group = groups.find(carrier);
        }
        for &op in ops {
            if callee(m, op).is_some() && !origins.has_distinct_results(op) {
                let results: Vec<Carrier> = m.results(op).filter_map(|v| self.carrier(v)).collect();
                if let &[first, _, ..] = &results[..] {
                    self.twins.push(self.carriers[first as usize].group);
                }
            }
        }
        self.members = vec![Vec::new(); self.carriers.len()];
        for (carrier, facts) in self.carriers.iter().enumerate() {
            self.members[facts.group as usize].push(carrier as Carrier);
        }
    }

    /// Whether the program itself frees the buffer of a value.
    pub(super) fn is_kept(&self, value: ValueId) -> bool {
        let carriers = self.derived_from(value);
        !carriers.is_empty()
            && carriers
                .iter()
                .all(|&carrier| self.carriers[carrier as usize].source == Source::Kept)
    }

    /// Excludes groups with a member that the program frees, or that something keeps: freeing another member could free
    /// the same buffer twice, or while it is used.
    fn find_kept(&mut self, m: &Module, ops: &[OpId], contracts: &Contracts) {
        let mut kept: Vec<u32> = Vec::new();
        for &op in ops {
            if is_manually_freed(m, op) {
                continue;
            }
            for value in freed(m, op).into_iter().chain(contracts.taken(m, op)) {
                let carriers = self.derived_from(value).iter();
                kept.extend(carriers.map(|&carrier| self.carriers[carrier as usize].group));
            }
        }
        kept.sort_stable();
        kept.dedup();
        for group in kept {
            for &carrier in &self.members[group as usize] {
                let source = &mut self.carriers[carrier as usize].source;
                if *source != Source::Manual {
                    *source = Source::Kept;
                }
            }
        }
    }

    /// Several results of one call may be the same buffer. Results that the caller may not own may be
    /// operands of the call.
    fn join_call(&self, groups: &mut Groups, m: &Module, op: OpId, are_distinct: bool) {
        let results: Vec<Carrier> = m.results(op).filter_map(|v| self.carrier(v)).collect();
        for pair in results.windows(2).filter(|_| !are_distinct) {
            groups.join(pair[0], pair[1]);
        }
        for result in results {
            if self.carriers[result as usize].source == Source::Returned {
                for &operand in m.operands(op) {
                    for &carrier in self.derived_from(operand) {
                        groups.join(result, carrier);
                    }
                }
            }
        }
    }

    fn join_with(&self, groups: &mut Groups, target: ValueId, source: ValueId) {
        if let Some(target) = self.carrier(target) {
            for &carrier in self.derived_from(source) {
                groups.join(target, carrier);
            }
        }
    }

    fn find_uses(&mut self, m: &Module, ops: &[OpId], origins: &Origins, dominance: &Dominance) {
        let mut carriers: Vec<Carrier> = Vec::new();
        for &op in ops {
            for &operand in m.operands(op) {
                carriers.clear();
                carriers.extend_from_slice(self.derived_from(operand));
                if carriers.is_empty() {
                    continue;
                }
                let is_plain = matches!(carriers[..], [carrier] if {
                    origins.base(m, operand) == self.carriers[carrier as usize].value
                });
                let may_stay = may_outlive(m, op);
                for &carrier in &carriers {
                    let how = Use {
                        is_plain,
                        may_stay,
                        is_wait: false,
                    };
                    self.add_use(m, carrier, op, how, dominance);
                }
            }
        }
    }

    /// Buffers of a job are needed until the job has finished: the operation that waits for it counts
    /// as a use.
    fn find_waits(&mut self, m: &Module, dominance: &Dominance) {
        if self.pending.is_empty() {
            return;
        }
        let carriers: Vec<Vec<Carrier>> = self
            .pending
            .jobs()
            .map(|job| {
                let inside = m.walk(self.pending.op(job));
                let values = inside.flat_map(|op| m.operands(op).iter());
                let values = values.chain(self.pending.uses(job));
                let mut carriers: Vec<Carrier> = values
                    .flat_map(|&value| self.derived_from(value).iter().copied())
                    .collect();
                carriers.sort_stable();
                carriers.dedup();
                carriers
            })
            .collect();
        let waits = self.pending.waits().into_iter();
        let waits: Vec<(OpId, Vec<JobId>)> = waits.map(|(op, jobs)| (op, jobs.to_vec())).collect();
        for (op, jobs) in waits {
            let mut groups: Vec<u32> = jobs
                .iter()
                .flat_map(|&job| &carriers[job as usize])
                .map(|&carrier| self.carriers[carrier as usize].group)
                .collect();
            groups.sort_stable();
            groups.dedup();
            // Carriers that may be the same buffer must not be freed before this wait, either.
            for group in groups {
                for index in 0..self.members[group as usize].len() {
                    let carrier = self.members[group as usize][index];
                    let how = Use {
                        is_plain: false,
                        may_stay: false,
                        is_wait: true,
                    };
                    self.add_use(m, carrier, op, how, dominance);
                }
            }
        }
        for (job, carriers) in carriers.iter().enumerate() {
            for &carrier in carriers {
                let group = self.carriers[carrier as usize].group;
                let list = self.jobs.entry(group).or_default();
                list.push((job as JobId, carrier));
            }
        }
    }

    /// The jobs that use a carrier of the group of this one, each with that carrier.
    pub(super) fn jobs_of(&self, carrier: Carrier) -> &[(JobId, Carrier)] {
        let group = self.carriers[carrier as usize].group;
        self.jobs.get(&group).map_or(&[], |jobs| jobs)
    }

    fn add_use(&mut self, m: &Module, carrier: Carrier, op: OpId, how: Use, dominance: &Dominance) {
        let facts = &mut self.carriers[carrier as usize];
        let region = facts.region;
        let mut at = op;
        while m.op_block(at).and_then(|block| m.block_region(block)) != Some(region) {
            match m.parent(at) {
                Some(parent) => at = parent,
                None => return,
            }
        }
        let Some(block) = m.op_block(at) else { return };
        // A buffer passed through memory may appear to be used before its definition.
        let is_defined = if block == facts.block {
            let maker = m.defining_op(facts.value);
            maker.is_none_or(|maker| m.is_before(maker, at))
        } else {
            dominance.block_dominates(facts.block, block)
        };
        if !is_defined {
            return;
        }
        let is_direct = at == op && how.is_plain;
        if how.may_stay
            && let Some(last) = m.last_op(block)
        {
            // The buffer may still be used after the operation.
            at = last;
        }
        let earlier = if how.is_wait {
            facts
                .uses
                .iter_mut()
                .find(|in_block| in_block.block == block)
        } else {
            // Operations are visited block by block.
            facts
                .uses
                .last_mut()
                .filter(|in_block| in_block.block == block)
        };
        match earlier {
            Some(in_block) if in_block.last == at => {
                in_block.count += 1;
                in_block.is_direct &= is_direct;
            }
            Some(in_block) if m.is_before(at, in_block.last) => {}
            Some(in_block) => {
                *in_block = BlockUse {
                    block,
                    last: at,
                    count: 1,
                    is_direct,
                };
            }
            None => facts.uses.push(BlockUse {
                block,
                last: at,
                count: 1,
                is_direct,
            }),
        }
    }

    fn find_live_ranges(&mut self, m: &Module) {
        let mut predecessors: FxHashMap<BlockId, SmallVec<[BlockId; 2]>> = FxHashMap::default();
        let mut regions: Vec<&Vec<BlockId>> = self.order.values().collect();
        regions.sort_stable_by_key(|blocks| blocks.first().copied());
        for &block in regions.into_iter().flatten() {
            let last = m.last_op(block);
            for &successor in last.map_or(&[][..], |op| m.successors(op)) {
                predecessors.entry(successor).or_default().push(block);
            }
        }
        let mut open: Vec<BlockId> = Vec::new();
        for carrier in 0..self.carriers.len() as u32 {
            let facts = &self.carriers[carrier as usize];
            let home = facts.block;
            let mut blocks = vec![home];
            open.extend(facts.uses.iter().map(|usage| usage.block));
            while let Some(block) = open.pop() {
                if block == home || !self.live_in_set.insert((block, carrier)) {
                    continue;
                }
                self.live_in.entry(block).or_default().push(carrier);
                blocks.push(block);
                open.extend(predecessors.get(&block).into_iter().flatten().copied());
            }
            for block in blocks {
                self.find_release(m, carrier, block);
            }
        }
    }

    fn find_release(&mut self, m: &Module, carrier: Carrier, block: BlockId) {
        let last = m.last_op(block);
        let successors = last.map_or(&[][..], |op| m.successors(op));
        let is_live_out = successors
            .iter()
            .any(|&next| self.live_in_set.contains(&(next, carrier)));
        if is_live_out {
            return;
        }
        let facts = &self.carriers[carrier as usize];
        let used = facts.uses.iter().find(|usage| usage.block == block);
        let place = used
            .map(|usage| usage.last)
            .or_else(|| m.defining_op(facts.value));
        match place {
            Some(op) => self.release.entry(op).or_default().push(carrier),
            None => {
                let list = self.release_at_start.entry(block).or_default();
                list.push(carrier);
            }
        }
    }
}

/// Union-find with path halving.
struct Groups(Vec<u32>);

impl Groups {
    fn find(&mut self, mut of: u32) -> u32 {
        while self.0[of as usize] != of {
            self.0[of as usize] = self.0[self.0[of as usize] as usize];
            of = self.0[of as usize];
        }
        of
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
