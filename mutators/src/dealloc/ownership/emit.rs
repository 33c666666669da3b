//! Emits the plan of [`solve`](super::solve::solve) as operations.
//!
//! The traversal is that of the solver. Flags that the solver left dynamic become `i1` values.
//! Operations keep their ids and moved results are tracked, so the plan stays valid throughout.

use memplan_mlir::interfaces::{callee, carried_group};
use memplan_mlir::rewrite::{Dealloc, append_operands, own_operand_group, split_edge};
use memplan_mlir::{AttrKind, BlockId, Module, OpId, RegionId, TypeId, TypeKind, ValueId, names};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::facts::{Carrier, Facts, Source};
use super::plan::{Action, EdgePlan, Flag, OwnershipReceiver, Plan};
use super::{ReturnMode, Signature};
use crate::builder::Builder;

const CLONE: &str = "bufferization.clone";

/// A flag at a program point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Val {
    #[default]
    No,
    Yes,
    Value(ValueId),
}

/// Emits the plan of a function whose results are owned according to `signature`.
pub(super) fn emit(m: &mut Module, facts: &Facts, plan: &Plan, signature: &Signature) {
    let mut emitter = Emitter {
        yes: None,
        no: None,
        values: facts.carriers.iter().map(|carrier| carrier.value).collect(),
        flag: vec![Val::No; facts.carriers.len()],
        arg_flag: FxHashMap::default(),
        entry_flag: FxHashMap::default(),
        entry_state: FxHashMap::default(),
        first_op: FxHashMap::default(),
        wanted: FxHashSet::default(),
        i1: m.ctx.int_type(1),
        m,
        facts,
        plan,
        signature,
    };
    emitter.prepare();
    for region in emitter.m.regions(facts.function).to_vec() {
        emitter.region(region);
    }
    emitter.retype();
}

struct Emitter<'a> {
    m: &'a mut Module,
    facts: &'a Facts,
    plan: &'a Plan,
    signature: &'a Signature,
    i1: TypeId,
    yes: Option<ValueId>,
    no: Option<ValueId>,
    /// The current value of each carrier.
    values: Vec<ValueId>,
    flag: Vec<Val>,
    /// Flags that are block arguments: of carriers that are arguments.
    arg_flag: FxHashMap<Carrier, ValueId>,
    /// Flags that are block arguments: of carriers that are defined elsewhere.
    entry_flag: FxHashMap<(BlockId, Carrier), ValueId>,
    /// Flags at the start of blocks that one branch leads to.
    entry_state: FxHashMap<BlockId, Vec<(Carrier, Val)>>,
    /// The original first operation of blocks with inserted operations.
    first_op: FxHashMap<BlockId, OpId>,
    /// The representatives of region arguments and results with flags.
    wanted: FxHashSet<ValueId>,
}

impl Emitter<'_> {
    /// Creates block arguments for flags.
    fn prepare(&mut self) {
        for (index, carrier) in self.facts.carriers.iter().enumerate() {
            if self.plan.flags[index] == Flag::Dynamic {
                self.wanted.insert(self.facts.couple(carrier.value));
            }
        }
        for index in 0..self.facts.carriers.len() {
            let carrier = &self.facts.carriers[index];
            if self.m.defining_op(carrier.value).is_some() {
                continue;
            }
            let needs_arg = match self.facts.n_edges.get(&carrier.block) {
                Some(&n_edges) => n_edges > 1 && self.plan.flags[index] == Flag::Dynamic,
                None => self.is_wanted(carrier.value),
            };
            if needs_arg {
                let arg = self.m.add_block_arg(carrier.block, self.i1);
                self.arg_flag.insert(index as Carrier, arg);
            }
        }
        let mut live: Vec<(BlockId, Carrier)> = self
            .plan
            .entry
            .iter()
            .filter(|&(&(block, _), &flag)| {
                flag == Flag::Dynamic && self.facts.n_edges.get(&block).is_some_and(|&n| n > 1)
            })
            .map(|(&key, _)| key)
            .collect();
        live.sort_stable();
        for (block, carrier) in live {
            let arg = self.m.add_block_arg(block, self.i1);
            self.entry_flag.insert((block, carrier), arg);
        }
    }

    fn is_wanted(&self, value: ValueId) -> bool {
        self.wanted.contains(&self.facts.couple(value))
    }

    fn region(&mut self, region: RegionId) {
        for block in self.facts.blocks(self.m, region) {
            self.block(block);
        }
    }

    fn block(&mut self, block: BlockId) {
        let first = self.first_op.get(&block).copied();
        let first = first.or_else(|| self.m.first_op(block));
        for &carrier in self.facts.live_in.get(&block).into_iter().flatten() {
            let flag = self.plan.entry.get(&(block, carrier)).copied();
            self.flag[carrier as usize] = match self.entry_flag.get(&(block, carrier)) {
                Some(&arg) => Val::Value(arg),
                None => constant(flag.unwrap_or_default()),
            };
        }
        for index in 0..self.m.block_args(block).len() {
            let arg = self.m.block_args(block)[index];
            if let Some(carrier) = self.facts.carrier(arg) {
                let flag = self.plan.flags[carrier as usize];
                self.flag[carrier as usize] = match (flag, self.arg_flag.get(&carrier)) {
                    (Flag::Dynamic, Some(&arg)) => Val::Value(arg),
                    _ => constant(flag),
                };
            }
        }
        for (carrier, val) in self.entry_state.remove(&block).into_iter().flatten() {
            self.flag[carrier as usize] = val;
        }
        if let (Some(actions), Some(first)) = (self.plan.at_start.get(&block), first) {
            self.act(actions, first, &[], &mut []);
        }
        let mut next = first;
        while let Some(op) = next {
            next = self.m.next_op(op);
            self.nested(op);
            self.results(op);
            if let (Some(actions), Some(next)) = (self.plan.after.get(&op), next) {
                self.act(actions, next, &[], &mut []);
            }
            if next.is_none()
                && let Some(edges) = self.plan.edges.get(&op)
            {
                self.leave(op, edges);
            }
        }
    }

    /// Passes flags to an operation with regions, and emits its regions.
    fn nested(&mut self, op: OpId) {
        let regions = self.m.regions(op).to_vec();
        if regions.is_empty() {
            return;
        }
        if let Some(inits) = self.facts.regions.inits.get(&op) {
            let handed = self.plan.handed.get(&op);
            let mut seen: FxHashSet<ValueId> = FxHashSet::default();
            let mut flags: Vec<ValueId> = Vec::new();
            for &(source, target) in inits {
                if !self.is_wanted(target) || !seen.insert(self.facts.couple(target)) {
                    continue;
                }
                let carrier = handed
                    .into_iter()
                    .flatten()
                    .find(|&&(_, value)| value == source)
                    .map(|&(carrier, _)| carrier);
                let val = carrier.map_or(Val::No, |carrier| self.flag[carrier as usize]);
                flags.push(self.value(val));
            }
            for &(carrier, _) in handed.into_iter().flatten() {
                self.flag[carrier as usize] = Val::No;
            }
            if let (false, Some(group)) = (flags.is_empty(), carried_group(self.m, op)) {
                append_operands(self.m, op, group, &flags);
            }
        }
        for region in regions {
            self.region(region);
        }
    }

    /// Adds the flags of its results to an operation, and sets them.
    fn results(&mut self, op: OpId) {
        let carriers: SmallVec<[(usize, Carrier); 2]> = self
            .m
            .results(op)
            .enumerate()
            .filter_map(|(index, value)| Some((index, self.facts.carrier(value)?)))
            .collect();
        if carriers.is_empty() {
            return;
        }
        let n_results = self.m.result_count(op);
        let with_flag: SmallVec<[Carrier; 2]> = carriers
            .iter()
            .map(|&(_, carrier)| carrier)
            .filter(
                |&carrier| match self.facts.carriers[carrier as usize].source {
                    Source::Handed => self.is_wanted(self.facts.carriers[carrier as usize].value),
                    Source::Returned => true,
                    Source::Owned | Source::Manual | Source::Kept => false,
                },
            )
            .collect();
        if !with_flag.is_empty() {
            self.m.extend_results(op, &vec![self.i1; with_flag.len()]);
        }
        for &(index, carrier) in &carriers {
            if let Some(value) = self.m.result(op, index) {
                self.values[carrier as usize] = value;
            }
            let flag = self.plan.flags[carrier as usize];
            let place = with_flag.iter().position(|&other| other == carrier);
            let value = place.and_then(|place| self.m.result(op, n_results + place));
            self.flag[carrier as usize] = match (flag, value) {
                (Flag::Dynamic, Some(value)) => Val::Value(value),
                _ => constant(flag),
            };
        }
    }

    fn leave(&mut self, op: OpId, edges: &[EdgePlan]) {
        let operands = self.m.operands(op).to_vec();
        let successors = self.m.successors(op).to_vec();
        if successors.is_empty() {
            for edge in edges {
                self.leave_region(op, edge, &operands);
            }
            return;
        }
        let before = self.flags_at(op);
        // Adding flags for one successor shifts the operands of the next.
        let ranges = super::forwarded_ranges(self.m, op);
        let starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        for (index, (&target, edge)) in successors.iter().zip(edges).enumerate() {
            let n_edges = self.facts.n_edges.get(&target).copied().unwrap_or(1);
            let mut vals: Vec<Val> = vec![Val::No; operands.len()];
            if n_edges == 1 {
                let first = self.m.first_op(target).filter(|_| successors.len() > 1);
                self.first_op.extend(first.map(|first| (target, first)));
                self.act(&edge.actions, first.unwrap_or(op), &operands, &mut vals);
                self.enter(target, starts[index], edge, &vals);
            } else {
                let is_split = successors.len() > 1 && !edge.actions.is_empty();
                let split = is_split.then(|| split_edge(self.m, op, index));
                self.act(&edge.actions, split.unwrap_or(op), &operands, &mut vals);
                self.hand_flags(op, index, edge, &vals, split);
            }
            for &(carrier, val) in &before {
                self.flag[carrier as usize] = val;
            }
        }
    }

    /// The flags that edges of a terminator may change.
    fn flags_at(&self, op: OpId) -> Vec<(Carrier, Val)> {
        let mut carriers: Vec<Carrier> = Vec::new();
        for edge in self.plan.edges.get(&op).into_iter().flatten() {
            for action in &edge.actions {
                match action {
                    Action::Free(carrier) => carriers.push(*carrier),
                    Action::Move(carrier, receiver) => {
                        carriers.push(*carrier);
                        carriers.extend(receiver.carrier());
                    }
                    Action::Share(..) => {}
                    Action::Compare {
                        carriers: compared,
                        receivers,
                        ..
                    } => {
                        carriers.extend_from_slice(compared);
                        carriers.extend(receivers.iter().filter_map(|receiver| receiver.carrier()));
                    }
                }
            }
        }
        carriers.sort_stable();
        carriers.dedup();
        let val = |carrier: Carrier| (carrier, self.flag[carrier as usize]);
        carriers.into_iter().map(val).collect()
    }

    /// Records the flags at the entry of a block with a single predecessor.
    fn enter(&mut self, target: BlockId, start: usize, edge: &EdgePlan, vals: &[Val]) {
        let live = self.facts.live_in.get(&target).into_iter().flatten();
        let mut state: Vec<(Carrier, Val)> = live
            .map(|&carrier| (carrier, self.flag[carrier as usize]))
            .collect();
        for &(operand, _) in &edge.flags {
            let arg = self.m.block_args(target).get(operand as usize - start);
            if let Some(carrier) = arg.and_then(|&arg| self.facts.carrier(arg)) {
                state.push((carrier, vals[operand as usize]));
            }
        }
        self.entry_state.insert(target, state);
    }

    /// Appends flags to the operands of a branch to a block with several predecessors.
    fn hand_flags(
        &mut self,
        op: OpId,
        index: usize,
        edge: &EdgePlan,
        vals: &[Val],
        split: Option<OpId>,
    ) {
        // A branch inserted on the edge replaces the terminator.
        let target = match split {
            Some(branch) => self.m.successors(branch)[0],
            None => self.m.successors(op)[index],
        };
        let mut flags: Vec<ValueId> = Vec::new();
        // In the order of creation of the arguments.
        let mut wanted: Vec<(usize, Val)> = Vec::new();
        let args = self.m.block_args(target).to_vec();
        let position = |arg: ValueId| args.iter().position(|&other| other == arg);
        for (at, &arg) in args.iter().enumerate() {
            let Some(carrier) = self.facts.carrier(arg) else {
                continue;
            };
            if let Some(place) = self.arg_flag.get(&carrier).and_then(|&arg| position(arg)) {
                let operand = edge.flags.get(self.memref_number(&args[..at]));
                let val = operand.map_or(Val::No, |&(operand, _)| vals[operand as usize]);
                wanted.push((place, val));
            }
        }
        for &carrier in self.facts.live_in.get(&target).into_iter().flatten() {
            let arg = self.entry_flag.get(&(target, carrier));
            if let Some(place) = arg.and_then(|&arg| position(arg)) {
                wanted.push((place, self.flag[carrier as usize]));
            }
        }
        wanted.sort_stable_by_key(|&(place, _)| place);
        for (_, val) in wanted {
            flags.push(self.value(val));
        }
        if flags.is_empty() {
            return;
        }
        let own_group = own_operand_group(self.m, op, index).filter(|_| split.is_none());
        match own_group {
            Some(group) => append_operands(self.m, op, group, &flags),
            None => {
                let branch = split.unwrap_or_else(|| split_edge(self.m, op, index));
                append_operands(self.m, branch, 0, &flags);
            }
        }
    }

    /// How many of the values are memrefs.
    fn memref_number(&self, values: &[ValueId]) -> usize {
        values.iter().filter(|&&v| self.m.is_memref(v)).count()
    }

    fn leave_region(&mut self, op: OpId, edge: &EdgePlan, operands: &[ValueId]) {
        let mut vals: Vec<Val> = vec![Val::No; operands.len()];
        self.act(&edge.actions, op, operands, &mut vals);
        let block = self.m.op_block(op);
        let Some(region) = block.and_then(|block| self.m.block_region(block)) else {
            return;
        };
        if self.m.region_parent(region) == self.facts.function {
            self.leave_function(op, operands, &vals);
            return;
        }
        let lists = self.facts.regions.exits.get(&region);
        let longest = lists.into_iter().flatten().max_by_key(|list| list.len());
        let Some(targets) = longest else { return };
        let start = operands.len().saturating_sub(targets.len());
        let mut flags: Vec<ValueId> = Vec::new();
        for (at, &target) in targets.iter().enumerate() {
            if self.m.is_memref(operands[start + at]) && self.is_wanted(target) {
                flags.push(self.value(vals[start + at]));
            }
        }
        if !flags.is_empty() {
            let mut all = operands.to_vec();
            all.extend(flags);
            self.m.set_operands(op, &all);
        }
    }

    /// Makes the caller own the returned buffers, except where the signature differs.
    fn leave_function(&mut self, op: OpId, operands: &[ValueId], vals: &[Val]) {
        let mut returned = operands.to_vec();
        let mut flags: Vec<ValueId> = Vec::new();
        let mut owned: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for (at, &value) in operands.iter().enumerate() {
            if !self.m.is_memref(value) {
                continue;
            }
            match self.signature.results.get(at).copied() {
                Some(ReturnMode::Borrowed) => {}
                Some(ReturnMode::Flagged) => flags.push(self.value(vals[at])),
                Some(ReturnMode::Owned) | None => {
                    if !self.facts.is_kept(value) {
                        returned[at] = match owned.get(&value) {
                            Some(&owned) => owned,
                            None => self.own(op, value, vals[at]),
                        };
                        owned.insert(value, returned[at]);
                    }
                }
            }
        }
        returned.extend(flags);
        if returned != operands {
            self.m.set_operands(op, &returned);
        }
    }

    /// The value itself if it is owned, otherwise a copy.
    fn own(&mut self, anchor: OpId, value: ValueId, val: Val) -> ValueId {
        let ty = self.m.value_type(value);
        let mut builder = Builder::before(self.m, anchor);
        match val {
            Val::Yes => value,
            Val::No => builder.op(CLONE, &[value], ty, &[]),
            Val::Value(condition) => {
                let choice = builder.if_else(condition, &[ty]);
                let [then, otherwise] = choice.ends;
                let clone = builder.at(otherwise).op(CLONE, &[value], ty, &[]);
                self.m.set_operands(then, &[value]);
                self.m.set_operands(otherwise, &[clone]);
                self.m.result(choice.op, 0).unwrap_or(value)
            }
        }
    }

    /// Emits actions before an operation; `vals` are the flags of the operands that a terminator
    /// passes on.
    fn act(&mut self, actions: &[Action], anchor: OpId, operands: &[ValueId], vals: &mut [Val]) {
        for action in actions {
            match action {
                &Action::Free(carrier) => {
                    self.dealloc(&[carrier], &[], anchor);
                    self.flag[carrier as usize] = Val::No;
                }
                &Action::Move(carrier, receiver) => {
                    let val = std::mem::take(&mut self.flag[carrier as usize]);
                    self.give(receiver, val, anchor, vals);
                }
                &Action::Share(from, to) => {
                    self.give(
                        OwnershipReceiver::Operand(to),
                        vals[from as usize],
                        anchor,
                        vals,
                    );
                }
                Action::Compare {
                    carriers,
                    receivers,
                    is_certain,
                } => {
                    let retained: Vec<ValueId> = receivers
                        .iter()
                        .map(|receiver| match *receiver {
                            OwnershipReceiver::Carrier(carrier) => self.values[carrier as usize],
                            OwnershipReceiver::Operand(at) => operands[at as usize],
                        })
                        .collect();
                    let updated = self.dealloc(carriers, &retained, anchor);
                    for &carrier in carriers {
                        self.flag[carrier as usize] = Val::No;
                    }
                    for ((&receiver, &certain), value) in
                        receivers.iter().zip(is_certain).zip(updated)
                    {
                        let val = if certain { Val::Yes } else { Val::Value(value) };
                        self.give(receiver, val, anchor, vals);
                    }
                }
            }
        }
    }

    fn give(&mut self, receiver: OwnershipReceiver, val: Val, anchor: OpId, vals: &mut [Val]) {
        let old = match receiver {
            OwnershipReceiver::Carrier(carrier) => self.flag[carrier as usize],
            OwnershipReceiver::Operand(at) => vals[at as usize],
        };
        let new = self.or(old, val, anchor);
        match receiver {
            OwnershipReceiver::Carrier(carrier) => self.flag[carrier as usize] = new,
            OwnershipReceiver::Operand(at) => vals[at as usize] = new,
        }
    }

    fn or(&mut self, a: Val, b: Val, anchor: OpId) -> Val {
        match (a, b) {
            (Val::No, val) | (val, Val::No) => val,
            (Val::Yes, _) | (_, Val::Yes) => Val::Yes,
            (Val::Value(a), Val::Value(b)) if a == b => Val::Value(a),
            (Val::Value(a), Val::Value(b)) => Val::Value(Builder::before(self.m, anchor).or(a, b)),
        }
    }

    /// Emits a `bufferization.dealloc` and returns its results.
    fn dealloc(
        &mut self,
        carriers: &[Carrier],
        retained: &[ValueId],
        anchor: OpId,
    ) -> Vec<ValueId> {
        let mut lists = Dealloc {
            retained: retained.to_vec(),
            ..Dealloc::default()
        };
        for &carrier in carriers {
            let val = self.flag[carrier as usize];
            if val != Val::No {
                lists.memrefs.push(self.base(carrier, anchor));
                lists.conditions.push(self.value(val));
            }
        }
        let spec = lists.spec(self.m);
        let op = Builder::before(self.m, anchor).insert(spec);
        self.m.results(op).collect()
    }

    /// The allocation of a carrier: the carrier itself, or the base buffer of its descriptor.
    fn base(&mut self, carrier: Carrier, anchor: OpId) -> ValueId {
        let value = self.values[carrier as usize];
        let source = self.facts.carriers[carrier as usize].source;
        let maker = self.m.defining_op(value);
        let is_call = maker.is_some_and(|op| callee(self.m, op).is_some());
        let is_ranked = matches!(self.m.value_type_kind(value), TypeKind::MemRef(_));
        if maker.is_some() && source == Source::Owned && !is_call && is_ranked {
            return value;
        }
        Builder::before(self.m, anchor).base_buffer(value)
    }

    /// A flag as a value; constants are at the start of the function.
    fn value(&mut self, val: Val) -> ValueId {
        let is_yes = match val {
            Val::Value(value) => return value,
            Val::Yes => true,
            Val::No => false,
        };
        if let Some(value) = if is_yes { self.yes } else { self.no } {
            return value;
        }
        let body = self.m.regions(self.facts.function)[0];
        let Some(first) = self
            .m
            .first_block(body)
            .and_then(|block| self.m.first_op(block))
        else {
            unreachable!("what is worked on has a body, and blocks have terminators")
        };
        let value = Builder::before(self.m, first).bit(is_yes);
        *(if is_yes { &mut self.yes } else { &mut self.no }) = Some(value);
        value
    }

    /// Appends the flags that the function returns to its type.
    fn retype(&mut self) {
        let modes = self.signature.results.iter();
        let n_flags = modes.filter(|&&mode| mode == ReturnMode::Flagged).count();
        if n_flags == 0 {
            return;
        }
        let function = self.facts.function;
        let Some(attr) = self.m.prop(function, names::FUNCTION_TYPE) else {
            return;
        };
        let AttrKind::Type(ty) = *self.m.ctx.attr_kind(attr) else {
            return;
        };
        let TypeKind::Function { inputs, results } = self.m.ctx.type_kind(ty).clone() else {
            return;
        };
        let mut results = results.to_vec();
        results.extend(vec![self.i1; n_flags]);
        let ty = self.m.ctx.function_type(&inputs, &results);
        let attr = self.m.ctx.attr(AttrKind::Type(ty));
        self.m.set_prop(function, names::FUNCTION_TYPE, attr);
        let attrs = self.m.prop_elements(function, names::RES_ATTRS).to_vec();
        if !attrs.is_empty() {
            let empty = self.m.ctx.attr(AttrKind::Dictionary(Box::default()));
            let mut attrs = attrs;
            attrs.extend(vec![empty; n_flags]);
            let attrs = self.m.ctx.attr(AttrKind::Array(attrs.into()));
            self.m.set_prop(function, names::RES_ATTRS, attrs);
        }
    }
}

/// The value of a constant flag; dynamic flags are set where their value is defined.
fn constant(flag: Flag) -> Val {
    match flag {
        Flag::Yes => Val::Yes,
        Flag::No | Flag::Open | Flag::Dynamic => Val::No,
    }
}
