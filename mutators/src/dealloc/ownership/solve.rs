//! Computes the ownership of every buffer before anything is changed.
//!
//! Invariant: *for each allocation that a function owns, exactly one carrier has a true flag.* When
//! a carrier is no longer needed, its flag moves to a value that is certainly the same buffer; or,
//! by a runtime comparison, to one of the values that may be the same. If there is none, the buffer
//! is freed.
//!
//! Most flags are constants. They start as unknown and only increase in the lattice [`Flag`] until a
//! fixpoint is reached (conditional constant propagation after Wegman and Zadeck, TOPLAS 1991). The
//! remaining flags become `i1` values of the program. The last iteration records the actions. Each
//! iteration is linear in the operations, except for comparisons within groups of carriers that may be
//! the same buffer. The number of iterations rarely exceeds the loop depth plus one.

use memplan_memory_model::Origins;
use memplan_mlir::dialects::Traits;
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::facts::{Carrier, Facts, Source};
use super::plan::{Action, EdgePlan, Flag, OwnershipReceiver, Plan};

/// Maximum number of attempts with different transfers of flags into operations.
const MAX_TRIALS: usize = 4;

/// Computes all flags of a function. `origins` must cover all its values.
pub(super) fn solve(m: &Module, facts: &Facts, origins: &mut Origins, is_early: bool) -> Plan {
    let mut refused = FxHashSet::default();
    let mut attempt = |refused: &FxHashSet<(OpId, ValueId)>| {
        let mut solver = Solver::new(m, facts, origins, is_early, refused);
        solver.run();
        let (costly_transfers, uncertain_transfers) =
            (solver.costly_transfers(), solver.uncertain_transfers());
        (solver.plan, costly_transfers, uncertain_transfers)
    };
    let (mut plan, mut costly_transfers, mut uncertain_transfers) = attempt(&refused);
    for _ in 0..MAX_TRIALS {
        if costly_transfers.is_empty() {
            break;
        }
        refused.extend(costly_transfers);
        (plan, costly_transfers, uncertain_transfers) = attempt(&refused);
    }
    // A carrier that keeps its ownership lives longer, but may save other carriers comparisons.
    let all_at_once = std::iter::once(uncertain_transfers.clone());
    let one_by_one = uncertain_transfers
        .iter()
        .filter(|_| uncertain_transfers.len() > 1)
        .take(MAX_TRIALS);
    let one_by_one: Vec<_> = one_by_one.map(|&transfer| vec![transfer]).collect();
    for uncertain_transfers in all_at_once.chain(one_by_one) {
        if uncertain_transfers.is_empty() || plan.n_open() == 0 {
            break;
        }
        let mut more = refused.clone();
        more.extend(uncertain_transfers);
        let (other, ..) = attempt(&more);
        if other.n_open() < plan.n_open() {
            (plan, refused) = (other, more);
        }
    }
    plan
}

struct Solver<'a> {
    m: &'a Module,
    facts: &'a Facts,
    origins: &'a mut Origins,
    is_early: bool,
    /// Initial values that must not be transferred, although they could be.
    refused: &'a FxHashSet<(OpId, ValueId)>,
    plan: Plan,
    /// The flags of arguments and results, excluding flags transferred at the entry of operations.
    from_inside: Vec<Flag>,
    /// The flags at the current program point.
    flag: Vec<Flag>,
    /// Whether each carrier is needed at the current program point.
    is_needed: Vec<bool>,
    /// The needed carriers of each group.
    needed: Vec<Vec<Carrier>>,
    /// Carriers that are not needed, but may be the same buffer as a needed one.
    waiting: Vec<Vec<Carrier>>,
    /// Groups where two flags may be true for one buffer.
    has_twins: Vec<bool>,
    has_changed: bool,
    is_recording: bool,
}

/// The effect of leaving a block along one edge on the flags.
struct Leaving {
    plan: EdgePlan,
    kept: Vec<(Carrier, Flag)>,
}

impl<'a> Solver<'a> {
    fn new(
        m: &'a Module,
        facts: &'a Facts,
        origins: &'a mut Origins,
        is_early: bool,
        refused: &'a FxHashSet<(OpId, ValueId)>,
    ) -> Self {
        let n = facts.carriers.len();
        let flags = facts.carriers.iter().map(|carrier| match carrier.source {
            Source::Owned => Flag::Yes,
            Source::Manual | Source::Kept => Flag::No,
            Source::Returned => Flag::Dynamic,
            Source::Handed => Flag::Open,
        });
        let mut has_twins = vec![false; n];
        for &group in &facts.twins {
            has_twins[group as usize] = true;
        }
        Self {
            m,
            facts,
            origins,
            is_early,
            refused,
            plan: Plan {
                flags: flags.collect(),
                ..Plan::default()
            },
            from_inside: vec![Flag::Open; n],
            flag: vec![Flag::No; n],
            is_needed: vec![false; n],
            needed: vec![Vec::new(); n],
            waiting: vec![Vec::new(); n],
            has_twins,
            has_changed: false,
            is_recording: false,
        }
    }

    fn run(&mut self) {
        self.settle();
        // A flag that only depends on itself is false.
        for flag in self
            .plan
            .flags
            .iter_mut()
            .chain(self.plan.entry.values_mut())
        {
            if *flag == Flag::Open {
                *flag = Flag::No;
            }
        }
        self.settle();
        self.is_recording = true;
        self.once();
    }

    fn settle(&mut self) {
        loop {
            self.has_changed = false;
            self.once();
            if !self.has_changed {
                return;
            }
        }
    }

    fn once(&mut self) {
        for index in 0..self.m.regions(self.facts.function).len() {
            self.region(self.m.regions(self.facts.function)[index]);
        }
    }

    /// Initial values that should not have been transferred: the transfer made a flag dynamic that
    /// would otherwise be constant.
    fn costly_transfers(&self) -> Vec<(OpId, ValueId)> {
        self.handed_to(|solver, carrier| {
            solver.plan.flags[carrier as usize] == Flag::Dynamic
                && matches!(solver.from_inside[carrier as usize], Flag::No | Flag::Open)
        })
    }

    /// Initial values whose transfer may not pay off.
    fn uncertain_transfers(&self) -> Vec<(OpId, ValueId)> {
        self.handed_to(|solver, carrier| solver.plan.flags[carrier as usize] == Flag::Dynamic)
    }

    /// Initial values that were transferred to carriers that satisfy the predicate, in order.
    fn handed_to(&self, is_meant: impl Fn(&Self, Carrier) -> bool) -> Vec<(OpId, ValueId)> {
        let mut list = Vec::new();
        for (&op, handed) in super::sorted(&self.plan.handed) {
            let inits = self.facts.regions.inits.get(&op);
            for &(_, value) in handed {
                let targets = inits.into_iter().flatten().filter(|init| init.0 == value);
                let mut carriers = targets.filter_map(|init| self.facts.carrier(init.1));
                if carriers.any(|carrier| is_meant(self, carrier)) {
                    list.push((op, value));
                }
            }
        }
        list.sort_stable();
        list
    }

    fn group(&self, carrier: Carrier) -> usize {
        self.facts.carriers[carrier as usize].group as usize
    }

    fn value(&self, carrier: Carrier) -> ValueId {
        self.facts.carriers[carrier as usize].value
    }

    /// Whether the program frees the buffer of a carrier: no true flag refers to that memory, so
    /// nothing needs to be compared with it.
    fn is_manual(&self, carrier: Carrier) -> bool {
        self.facts.carriers[carrier as usize].source == Source::Manual
    }

    fn same(&mut self, a: ValueId, b: ValueId) -> Option<bool> {
        self.origins.same(self.m, a, b)
    }

    fn region(&mut self, region: RegionId) {
        for block in self.facts.blocks(self.m, region) {
            self.block(block);
        }
    }

    fn block(&mut self, block: BlockId) {
        let mut here: Vec<Carrier> = Vec::new();
        if let Some(live) = self.facts.live_in.get(&block) {
            for &carrier in live {
                let entry = self.plan.entry.get(&(block, carrier));
                let flag = entry.copied().unwrap_or_default();
                self.begin(&mut here, carrier, flag);
            }
        }
        for index in 0..self.m.block_args(block).len() {
            self.define(&mut here, self.m.block_args(block)[index]);
        }
        let mut actions = Vec::new();
        for &carrier in self
            .facts
            .release_at_start
            .get(&block)
            .into_iter()
            .flatten()
        {
            self.release(carrier, &mut actions);
        }
        if self.is_recording {
            self.plan.at_start.insert(block, actions);
        }
        let mut next = self.m.first_op(block);
        while let Some(op) = next {
            next = self.m.next_op(op);
            if next.is_none() && self.m.has_trait(op, Traits::TERMINATOR) {
                // A terminator may have regions, for example for reductions of parallel loops.
                self.nested(op);
                self.leave(op, block, &here);
                break;
            }
            self.nested(op);
            for result in self.m.results(op) {
                self.define(&mut here, result);
            }
            let Some(released) = self.facts.release.get(&op) else {
                continue;
            };
            let mut actions = Vec::new();
            for &carrier in released {
                self.release(carrier, &mut actions);
            }
            if self.is_recording {
                self.plan.after.insert(op, actions);
            }
        }
        for carrier in here {
            self.forget(carrier);
            self.flag[carrier as usize] = Flag::No;
            let group = self.group(carrier);
            let waiting = &mut self.waiting[group];
            if let Some(at) = waiting.iter().rposition(|&other| other == carrier) {
                waiting.remove(at);
            }
        }
    }

    fn begin(&mut self, here: &mut Vec<Carrier>, carrier: Carrier, flag: Flag) {
        self.flag[carrier as usize] = flag;
        self.is_needed[carrier as usize] = true;
        let group = self.group(carrier);
        self.needed[group].push(carrier);
        here.push(carrier);
    }

    fn forget(&mut self, carrier: Carrier) {
        if std::mem::take(&mut self.is_needed[carrier as usize]) {
            let group = self.group(carrier);
            let needed = &mut self.needed[group];
            if let Some(at) = needed.iter().rposition(|&other| other == carrier) {
                needed.remove(at);
            }
        }
    }

    fn define(&mut self, here: &mut Vec<Carrier>, value: ValueId) {
        if let Some(carrier) = self.facts.carrier(value) {
            self.begin(here, carrier, self.plan.flags[carrier as usize]);
        }
    }

    /// Handles a carrier that is no longer needed.
    fn release(&mut self, carrier: Carrier, actions: &mut Vec<Action>) {
        self.forget(carrier);
        let group = self.group(carrier);
        if self.flag[carrier as usize] != Flag::No {
            self.waiting[group].push(carrier);
        }
        if !self.is_early {
            return;
        }
        // Carriers from outside this region keep waiting: they are settled where they can be freed.
        let region = self.facts.carriers[carrier as usize].region;
        let (waiting, outside): (Vec<Carrier>, Vec<Carrier>) =
            std::mem::take(&mut self.waiting[group])
                .into_iter()
                .partition(|&waiter| self.facts.carriers[waiter as usize].region == region);
        self.waiting[group] = outside;
        for (index, &waiter) in waiting.iter().enumerate() {
            let others: Vec<Carrier> = if self.has_twins[group] {
                let before = self.waiting[group].iter();
                before.chain(&waiting[index + 1..]).copied().collect()
            } else {
                Vec::new()
            };
            if !self.settle_one(waiter, &others, actions) {
                self.waiting[group].push(waiter);
            }
        }
    }

    /// Frees the buffer of a carrier or transfers its flag, if no runtime comparison is necessary.
    fn settle_one(
        &mut self,
        carrier: Carrier,
        others: &[Carrier],
        actions: &mut Vec<Action>,
    ) -> bool {
        // Only carriers with a flag wait, and nothing takes it from them while they do.
        let flag = self.flag[carrier as usize];
        debug_assert_ne!(flag, Flag::No);
        let region = self.facts.carriers[carrier as usize].region;
        let mut is_alone = true;
        let group = self.group(carrier);
        for index in 0..self.needed[group].len() {
            let other = self.needed[group][index];
            let is_elsewhere = self.facts.carriers[other as usize].region != region;
            if other == carrier || is_elsewhere || self.is_manual(other) {
                continue;
            }
            match self.same(self.value(carrier), self.value(other)) {
                Some(true) => {
                    self.flag[other as usize] = self.flag[other as usize].or(flag);
                    self.flag[carrier as usize] = Flag::No;
                    actions.push(Action::Move(carrier, OwnershipReceiver::Carrier(other)));
                    return true;
                }
                Some(false) => {}
                None => is_alone = false,
            }
        }
        for &other in others {
            is_alone &= self.same(self.value(carrier), self.value(other)) == Some(false);
        }
        if is_alone {
            self.flag[carrier as usize] = Flag::No;
            actions.push(Action::Free(carrier));
        }
        is_alone
    }

    /// Visits the regions of an operation.
    fn nested(&mut self, op: OpId) {
        if self.m.regions(op).is_empty() || self.m.has_trait(op, Traits::ISOLATED_FROM_ABOVE) {
            return;
        }
        let inits = self.facts.regions.inits.get(&op);
        let mut tokens: SmallVec<[(ValueId, Flag); 4]> = SmallVec::new();
        for &(source, target) in inits.into_iter().flatten() {
            let Some(target) = self.facts.carrier(target) else {
                continue;
            };
            let same = tokens.iter().find(|token| token.0 == source);
            let flag = match same {
                Some(&(_, flag)) => flag,
                None => {
                    let flag = self.take(op, source);
                    tokens.push((source, flag));
                    flag
                }
            };
            self.feed(target, flag);
        }
        for index in 0..self.m.regions(op).len() {
            self.region(self.m.regions(op)[index]);
        }
    }

    /// Takes the flag that accompanies an initial value into an operation.
    fn take(&mut self, op: OpId, source: ValueId) -> Flag {
        let &[carrier] = self.facts.derived_from(source) else {
            return Flag::No;
        };
        let flag = self.flag[carrier as usize];
        if flag == Flag::No
            || self.refused.contains(&(op, source))
            || !self.facts.is_handed_to(carrier, op)
            || !self.is_unshared(carrier)
        {
            return Flag::No;
        }
        self.flag[carrier as usize] = Flag::No;
        if self.is_recording {
            let handed = self.plan.handed.entry(op).or_default();
            handed.push((carrier, source));
        }
        flag
    }

    /// Whether no other needed or waiting carrier may be the same buffer.
    fn is_unshared(&mut self, carrier: Carrier) -> bool {
        let region = self.facts.carriers[carrier as usize].region;
        let group = self.group(carrier);
        let mut others = self.needed[group].clone();
        others.extend_from_slice(&self.waiting[group]);
        for other in others {
            if other != carrier
                && self.facts.carriers[other as usize].region == region
                && !self.is_manual(other)
                && self.same(self.value(carrier), self.value(other)) != Some(false)
            {
                return false;
            }
        }
        true
    }

    fn feed(&mut self, target: Carrier, flag: Flag) {
        if self.facts.carriers[target as usize].source != Source::Handed {
            return;
        }
        let slot = &mut self.plan.flags[target as usize];
        let joined = slot.join(flag);
        self.has_changed |= joined != *slot;
        *slot = joined;
    }

    fn feed_from_inside(&mut self, target: Carrier, flag: Flag) {
        let slot = &mut self.from_inside[target as usize];
        *slot = slot.join(flag);
        self.feed(target, flag);
    }

    /// Handles control leaving a block through its terminator.
    fn leave(&mut self, op: OpId, block: BlockId, here: &[Carrier]) {
        let mut plans = Vec::new();
        let ranges = super::forwarded_ranges(self.m, op);
        for (&target, range) in self.m.successors(op).iter().zip(ranges) {
            let leaving = self.leave_one(here, op, range.clone(), Some(target));
            for (carrier, flag) in leaving.kept {
                let slot = self.plan.entry.entry((target, carrier)).or_default();
                let joined = slot.join(flag);
                self.has_changed |= joined != *slot;
                *slot = joined;
            }
            for &(operand, flag) in &leaving.plan.flags {
                let arg = self
                    .m
                    .block_args(target)
                    .get(operand as usize - range.start);
                if let Some(carrier) = arg.and_then(|&arg| self.facts.carrier(arg)) {
                    self.feed_from_inside(carrier, flag);
                }
            }
            plans.push(leaving.plan);
        }
        if self.m.successors(op).is_empty() {
            plans.push(self.leave_region(op, block, here));
        }
        if self.is_recording {
            self.plan.edges.insert(op, plans);
        }
    }

    fn leave_region(&mut self, op: OpId, block: BlockId, here: &[Carrier]) -> EdgePlan {
        let n_operands = self.m.operands(op).len();
        let region = self.m.block_region(block);
        let parent = region.map(|region| self.m.region_parent(region));
        let is_function = parent == Some(self.facts.function);
        if is_function && !self.m.has_trait(op, Traits::RETURN_LIKE) {
            // Control does not return to the caller, for example after `llvm.unreachable`.
            return EdgePlan::default();
        }
        let lists = region.and_then(|region| self.facts.regions.exits.get(&region));
        let longest = lists.into_iter().flatten().map(SmallVec::len).max();
        let n_handed = if is_function {
            n_operands
        } else {
            longest.unwrap_or(0).min(n_operands)
        };
        let leaving = self.leave_one(here, op, n_operands - n_handed..n_operands, None);
        if is_function {
            self.plan.results.resize(n_operands, Flag::Open);
        }
        for &(operand, flag) in &leaving.plan.flags {
            let operand = operand as usize;
            if is_function {
                let slot = &mut self.plan.results[operand];
                let joined = slot.join(flag);
                self.has_changed |= joined != *slot;
                *slot = joined;
            }
            for targets in lists.into_iter().flatten() {
                let start = n_operands.saturating_sub(targets.len());
                let target = operand.checked_sub(start).map(|at| targets[at]);
                if let Some(carrier) = target.and_then(|target| self.facts.carrier(target)) {
                    self.feed_from_inside(carrier, flag);
                }
            }
        }
        leaving.plan
    }

    /// Settles all carriers that are not needed after the terminator `op` when control goes to
    /// `target`, or leaves the region.
    fn leave_one(
        &mut self,
        here: &[Carrier],
        op: OpId,
        handed: std::ops::Range<usize>,
        target: Option<BlockId>,
    ) -> Leaving {
        let facts = self.facts;
        let is_kept = |carrier| target.is_some_and(|block| facts.is_live_in(block, carrier));
        let before: Vec<Flag> = here.iter().map(|&c| self.flag[c as usize]).collect();
        let operands: Vec<(u32, ValueId)> = handed
            .map(|at| (at as u32, self.m.operands(op)[at]))
            .filter(|&(_, value)| self.m.is_memref(value))
            .collect();
        let mut handing = Handing {
            operands: &operands,
            flags: vec![Flag::No; operands.len()],
            actions: Vec::new(),
            may_share: target.is_none() && facts.may_return_twice && self.is_return(op),
        };
        let mut unsettled: Vec<(Carrier, Vec<OwnershipReceiver>)> = Vec::new();
        for &carrier in here {
            if self.flag[carrier as usize] == Flag::No || is_kept(carrier) {
                continue;
            }
            if let Some(receivers) = self.inherit(carrier, &is_kept, &mut handing) {
                unsettled.push((carrier, receivers));
            }
        }
        self.settle_rest(unsettled, &mut handing);
        let kept = here.iter().filter(|&&carrier| is_kept(carrier));
        let kept = kept.map(|&carrier| (carrier, self.flag[carrier as usize]));
        let leaving = Leaving {
            kept: kept.collect(),
            plan: EdgePlan {
                actions: handing.actions,
                flags: operands
                    .iter()
                    .zip(handing.flags)
                    .map(|(&(at, _), flag)| (at, flag))
                    .collect(),
            },
        };
        // The next edge starts with the same flags.
        for (&carrier, flag) in here.iter().zip(before) {
            self.flag[carrier as usize] = flag;
        }
        leaving
    }

    /// Whether the terminator returns from the function.
    fn is_return(&self, op: OpId) -> bool {
        self.m.parent(op) == Some(self.facts.function)
    }

    /// Transfers the flag of a carrier to a value that is certainly the same buffer. Otherwise returns
    /// the possible receivers, among which a runtime comparison selects.
    fn inherit(
        &mut self,
        carrier: Carrier,
        is_kept: &impl Fn(Carrier) -> bool,
        handing: &mut Handing<'_>,
    ) -> Option<Vec<OwnershipReceiver>> {
        let group = self.group(carrier);
        let mut receivers = Vec::new();
        let mut certain: SmallVec<[usize; 2]> = SmallVec::new();
        for (at, &(operand, value)) in handing.operands.iter().enumerate() {
            let derived = self.facts.derived_from(value);
            if !derived.iter().any(|&from| self.group(from) == group) {
                continue;
            }
            match self.same(self.value(carrier), value) {
                Some(true) => {
                    certain.push(at);
                    if !handing.may_share {
                        break;
                    }
                }
                Some(false) => {}
                None => receivers.push(OwnershipReceiver::Operand(operand)),
            }
        }
        if let Some(&first) = certain.first() {
            let operand = |at: usize| handing.operands[at].0;
            if handing.may_share && !receivers.is_empty() {
                // Other receivers may be the same buffer. Leaving them out of the comparison would force copies.
                receivers.extend(
                    certain
                        .iter()
                        .map(|&at| OwnershipReceiver::Operand(operand(at))),
                );
                return Some(receivers);
            }
            let flag = std::mem::replace(&mut self.flag[carrier as usize], Flag::No);
            for &at in &certain {
                handing.flags[at] = handing.flags[at].or(flag);
                handing.actions.push(if at == first {
                    Action::Move(carrier, OwnershipReceiver::Operand(operand(at)))
                } else {
                    Action::Share(operand(first), operand(at))
                });
            }
            return None;
        }
        let region = self.facts.carriers[carrier as usize].region;
        for index in 0..self.needed[group].len() {
            let other = self.needed[group][index];
            let is_here = self.facts.carriers[other as usize].region == region;
            if other == carrier || !is_here || !is_kept(other) || self.is_manual(other) {
                continue;
            }
            match self.same(self.value(carrier), self.value(other)) {
                Some(true) => {
                    self.move_flag(carrier, other);
                    let receiver = OwnershipReceiver::Carrier(other);
                    handing.actions.push(Action::Move(carrier, receiver));
                    return None;
                }
                Some(false) => {}
                None => receivers.push(OwnershipReceiver::Carrier(other)),
            }
        }
        Some(receivers)
    }

    fn move_flag(&mut self, from: Carrier, to: Carrier) {
        let flag = std::mem::replace(&mut self.flag[from as usize], Flag::No);
        self.flag[to as usize] = self.flag[to as usize].or(flag);
    }

    /// Frees what has no receiver and compares the rest with its receivers.
    fn settle_rest(
        &mut self,
        unsettled: Vec<(Carrier, Vec<OwnershipReceiver>)>,
        handing: &mut Handing<'_>,
    ) {
        let mut batches: Vec<(Vec<Carrier>, Vec<OwnershipReceiver>)> = Vec::new();
        let mut batch_of: FxHashMap<usize, usize> = FxHashMap::default();
        for (carrier, receivers) in unsettled {
            let group = self.group(carrier);
            if !self.has_twins[group] {
                batches.push((vec![carrier], receivers));
                continue;
            }
            // Two flags may be true for one buffer: decide all carriers of the group together.
            let batch = *batch_of.entry(group).or_insert(batches.len());
            if batch == batches.len() {
                batches.push((Vec::new(), Vec::new()));
            }
            batches[batch].0.push(carrier);
            for receiver in receivers {
                if !batches[batch].1.contains(&receiver) {
                    batches[batch].1.push(receiver);
                }
            }
        }
        // A receiver is certainly owned if it is one of the certainly owned carriers of all batches.
        let owned: Vec<ValueId> = batches
            .iter()
            .flat_map(|(carriers, _)| carriers)
            .filter(|&&carrier| self.flag[carrier as usize] == Flag::Yes)
            .map(|&carrier| self.value(carrier))
            .collect();
        for (carriers, receivers) in batches {
            self.settle_batch(carriers, receivers, &owned, handing);
        }
    }

    fn settle_batch(
        &mut self,
        carriers: Vec<Carrier>,
        receivers: Vec<OwnershipReceiver>,
        owned: &[ValueId],
        handing: &mut Handing<'_>,
    ) {
        let mut flag = Flag::No;
        for &carrier in &carriers {
            flag = match (flag, self.flag[carrier as usize]) {
                (Flag::Open, _) | (_, Flag::Open) => Flag::Open,
                _ => Flag::Dynamic,
            };
        }
        let values: Vec<ValueId> = receivers
            .iter()
            .map(|&receiver| handing.value(self, receiver))
            .collect();
        let mut is_certain = Vec::new();
        for (index, (&receiver, &value)) in receivers.iter().zip(&values).enumerate() {
            let certain = flag != Flag::Open && self.origins.is_one_of(self.m, value, owned);
            is_certain.push(certain);
            let flag = if certain { Flag::Yes } else { flag };
            match receiver {
                OwnershipReceiver::Carrier(receiver) => {
                    self.flag[receiver as usize] = self.flag[receiver as usize].or(flag);
                }
                OwnershipReceiver::Operand(at) => {
                    let at = handing.index(at);
                    handing.flags[at] = handing.flags[at].or(flag);
                }
            }
            // Two receivers that may be the same buffer may both get a true flag.
            let group = self.group(carriers[0]);
            if !self.has_twins[group]
                && values[..index]
                    .iter()
                    .any(|&other| self.origins.same(self.m, other, value) != Some(false))
            {
                self.has_twins[group] = true;
                self.has_changed = true;
            }
        }
        for &carrier in &carriers {
            self.flag[carrier as usize] = Flag::No;
        }
        handing
            .actions
            .push(match (&carriers[..], receivers.is_empty()) {
                (&[carrier], true) => Action::Free(carrier),
                _ => Action::Compare {
                    carriers,
                    receivers,
                    is_certain,
                },
            });
    }
}

/// The values that a terminator passes on, with their flags.
struct Handing<'a> {
    operands: &'a [(u32, ValueId)],
    flags: Vec<Flag>,
    actions: Vec<Action>,
    /// Whether several operands may get the flag of one buffer, because the caller of the function
    /// compares addresses.
    may_share: bool,
}

impl Handing<'_> {
    fn index(&self, operand: u32) -> usize {
        let place = self.operands.iter().position(|&(at, _)| at == operand);
        place.unwrap_or(0)
    }

    fn value(&self, solver: &Solver<'_>, receiver: OwnershipReceiver) -> ValueId {
        match receiver {
            OwnershipReceiver::Carrier(carrier) => solver.value(carrier),
            OwnershipReceiver::Operand(at) => self.operands[self.index(at)].1,
        }
    }
}
