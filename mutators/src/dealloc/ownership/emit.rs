//! Writes down what was decided: the plan of [`solve`](super::solve::solve), as operations.
//!
//! The walk is the one of the solver; the flags that it left open are `i1` values here. Operations
//! keep their ids, results that move are followed, so that the plan fits until the end.

use memplan_mlir::interfaces::{callee, carried_group};
use memplan_mlir::rewrite::{append_operands, set_operand_group};
use memplan_mlir::{
    AttrKind, BlockId, IntValue, MemRefType, Module, OpId, OpSpec, RegionId, TypeId, TypeKind,
    ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::facts::{Carrier, Facts, Source};
use super::solve::{Action, EdgePlan, Flag, Heir, Plan};
use super::{ReturnMode, Signature};

/// A flag at some place in the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Val {
    #[default]
    No,
    Yes,
    Value(ValueId),
}

/// Where the next operations go.
#[derive(Clone, Copy, Debug)]
enum Place {
    Before(OpId),
    End(BlockId),
}

/// Carries out the plan of a function that is to return as `signature` says.
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
    /// What each carrier is called by now.
    values: Vec<ValueId>,
    flag: Vec<Val>,
    /// Flags that are block arguments: of carriers that are arguments.
    arg_flag: FxHashMap<Carrier, ValueId>,
    /// Flags that are block arguments: of carriers that are defined elsewhere.
    entry_flag: FxHashMap<(BlockId, Carrier), ValueId>,
    /// Flags at the start of blocks that one branch leads to.
    entry_state: FxHashMap<BlockId, Vec<(Carrier, Val)>>,
    /// The operations that blocks began with before something was put in front of them.
    first_op: FxHashMap<BlockId, OpId>,
    /// Who stands for couples of region arguments and results that have flags.
    wanted: FxHashSet<ValueId>,
}

impl Emitter<'_> {
    /// Makes the block arguments that flags need.
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
        live.sort_unstable();
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
            self.act(actions, Place::Before(first), &[], &mut []);
        }
        let mut next = first;
        while let Some(op) = next {
            next = self.m.next_op(op);
            self.nested(op);
            self.results(op);
            if let (Some(actions), Some(next)) = (self.plan.after.get(&op), next) {
                self.act(actions, Place::Before(next), &[], &mut []);
            }
            if next.is_none()
                && let Some(edges) = self.plan.edges.get(&op)
            {
                self.leave(op, edges);
            }
        }
    }

    /// Hands flags to an operation with regions, and writes those.
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

    /// Gives an operation the flags of its results, and sets them.
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
        // Handing flags to one successor moves the operands of the next.
        let ranges = super::forwarded_ranges(self.m, op);
        let starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        for (index, (&target, edge)) in successors.iter().zip(edges).enumerate() {
            let n_edges = self.facts.n_edges.get(&target).copied().unwrap_or(1);
            let place = if successors.len() == 1 {
                Place::Before(op)
            } else if n_edges == 1 {
                let first = self.m.first_op(target);
                self.first_op.extend(first.map(|first| (target, first)));
                first.map_or(Place::End(target), Place::Before)
            } else if edge.actions.is_empty() {
                Place::Before(op)
            } else {
                Place::End(self.split_edge(op, index))
            };
            let mut vals: Vec<Val> = vec![Val::No; operands.len()];
            self.act(&edge.actions, place, &operands, &mut vals);
            if n_edges == 1 {
                self.enter(target, starts[index], edge, &vals);
            } else {
                self.hand_flags(op, index, target, edge, &vals, place);
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
                    Action::Move(carrier, heir) => {
                        carriers.push(*carrier);
                        carriers.extend(heir.carrier());
                    }
                    Action::Compare {
                        carriers: compared,
                        heirs,
                        ..
                    } => {
                        carriers.extend_from_slice(compared);
                        carriers.extend(heirs.iter().filter_map(|heir| heir.carrier()));
                    }
                }
            }
        }
        carriers.sort_unstable();
        carriers.dedup();
        let val = |carrier: Carrier| (carrier, self.flag[carrier as usize]);
        carriers.into_iter().map(val).collect()
    }

    /// Remembers the flags with which control enters a block that nothing else leads to.
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

    /// Appends flags to what a branch hands to a block that several lead to.
    fn hand_flags(
        &mut self,
        op: OpId,
        index: usize,
        target: BlockId,
        edge: &EdgePlan,
        vals: &[Val],
        place: Place,
    ) {
        let mut flags: Vec<ValueId> = Vec::new();
        // In the order in which the arguments were made.
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
        wanted.sort_unstable_by_key(|&(place, _)| place);
        for (_, val) in wanted {
            flags.push(self.value(val));
        }
        if flags.is_empty() {
            return;
        }
        match place {
            // The edge was split: the only successor of the new block.
            Place::End(block) => {
                if let Some(branch) = self.m.last_op(block) {
                    append_operands(self.m, branch, 0, &flags);
                }
            }
            Place::Before(_) if super::has_own_group(self.m, op, index) => {
                if let Some(group) = super::successor_group(self.m, op, index) {
                    append_operands(self.m, op, group, &flags);
                }
            }
            Place::Before(_) => {
                let block = self.split_edge(op, index);
                if let Some(branch) = self.m.last_op(block) {
                    append_operands(self.m, branch, 0, &flags);
                }
            }
        }
    }

    /// How many of the values are memrefs.
    fn memref_number(&self, values: &[ValueId]) -> usize {
        values.iter().filter(|&&v| self.m.is_memref(v)).count()
    }

    /// A block on the way to one successor; it ends with a branch that hands on what the terminator
    /// did.
    fn split_edge(&mut self, op: OpId, index: usize) -> BlockId {
        let target = self.m.successors(op)[index];
        let range = super::forwarded_ranges(self.m, op)[index].clone();
        let handed = self.m.operands(op)[range].to_vec();
        let block = self.m.create_block();
        if let Some(home) = self.m.op_block(op) {
            self.m.attach_block_after(home, block);
        }
        let handed = if super::has_own_group(self.m, op, index) {
            if let Some(group) = super::successor_group(self.m, op, index) {
                set_operand_group(self.m, op, group, &[]);
            }
            handed
        } else {
            let types: Vec<TypeId> = handed.iter().map(|&v| self.m.value_type(v)).collect();
            types
                .into_iter()
                .map(|ty| self.m.add_block_arg(block, ty))
                .collect()
        };
        let name = self.m.ctx.op_name("cf.br");
        let mut spec = OpSpec::new(name).operands(&handed).located_at(self.m, op);
        spec.successors.push(target);
        let branch = self.m.create_op(spec);
        self.m.insert_at_end(block, branch);
        self.m.set_successor(op, index, block);
        block
    }

    fn leave_region(&mut self, op: OpId, edge: &EdgePlan, operands: &[ValueId]) {
        let mut vals: Vec<Val> = vec![Val::No; operands.len()];
        let place = Place::Before(op);
        self.act(&edge.actions, place, operands, &mut vals);
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

    /// What a function returns is owned by whoever called it, but for what the signature says.
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
                    if !self.is_kept(value) {
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

    /// Whether the program frees by itself whatever a value is.
    fn is_kept(&self, value: ValueId) -> bool {
        let carriers = self.facts.derived_from(value);
        !carriers.is_empty()
            && carriers
                .iter()
                .all(|&c| self.facts.carriers[c as usize].source == Source::Kept)
    }

    /// The value itself where it is owned, else a copy.
    fn own(&mut self, anchor: OpId, value: ValueId, val: Val) -> ValueId {
        let condition = match val {
            Val::Yes => return value,
            Val::No => {
                let clone = self.clone_of(anchor, value);
                self.m.insert_before(anchor, clone);
                return self.m.result(clone, 0).unwrap_or(value);
            }
            Val::Value(condition) => condition,
        };
        let ty = self.m.value_type(value);
        let clone = self.clone_of(anchor, value);
        let cloned = self.m.result(clone, 0).unwrap_or(value);
        let mut regions: Vec<RegionId> = Vec::new();
        for (before, yielded) in [(None, value), (Some(clone), cloned)] {
            let region = self.m.create_region();
            let block = self.m.append_block(region);
            if let Some(before) = before {
                self.m.insert_at_end(block, before);
            }
            let name = self.m.ctx.op_name("scf.yield");
            let spec = OpSpec::new(name).operands(&[yielded]);
            let spec = spec.located_at(self.m, anchor);
            let end = self.m.create_op(spec);
            self.m.insert_at_end(block, end);
            regions.push(region);
        }
        let name = self.m.ctx.op_name("scf.if");
        let spec = OpSpec::new(name)
            .operands(&[condition])
            .results(&[ty])
            .regions(&regions)
            .located_at(self.m, anchor);
        let choice = self.m.create_op(spec);
        self.m.insert_before(anchor, choice);
        self.m.result(choice, 0).unwrap_or(value)
    }

    fn clone_of(&mut self, anchor: OpId, value: ValueId) -> OpId {
        let name = self.m.ctx.op_name("bufferization.clone");
        let ty = self.m.value_type(value);
        let spec = OpSpec::new(name).operands(&[value]).results(&[ty]);
        let spec = spec.located_at(self.m, anchor);
        self.m.create_op(spec)
    }

    /// Carries out actions at a place; `vals` are the flags of the operands that a terminator hands
    /// on.
    fn act(&mut self, actions: &[Action], place: Place, operands: &[ValueId], vals: &mut [Val]) {
        for action in actions {
            match action {
                &Action::Free(carrier) => {
                    self.dealloc(&[carrier], &[], place);
                    self.flag[carrier as usize] = Val::No;
                }
                &Action::Move(carrier, heir) => {
                    let val = std::mem::take(&mut self.flag[carrier as usize]);
                    self.give(heir, val, place, vals);
                }
                Action::Compare {
                    carriers,
                    heirs,
                    is_certain,
                } => {
                    let retained: Vec<ValueId> = heirs
                        .iter()
                        .map(|heir| match *heir {
                            Heir::Carrier(carrier) => self.values[carrier as usize],
                            Heir::Operand(at) => operands[at as usize],
                        })
                        .collect();
                    let updated = self.dealloc(carriers, &retained, place);
                    for &carrier in carriers {
                        self.flag[carrier as usize] = Val::No;
                    }
                    for ((&heir, &certain), value) in heirs.iter().zip(is_certain).zip(updated) {
                        let val = if certain { Val::Yes } else { Val::Value(value) };
                        self.give(heir, val, place, vals);
                    }
                }
            }
        }
    }

    fn give(&mut self, heir: Heir, val: Val, place: Place, vals: &mut [Val]) {
        let old = match heir {
            Heir::Carrier(carrier) => self.flag[carrier as usize],
            Heir::Operand(at) => vals[at as usize],
        };
        let new = self.or(old, val, place);
        match heir {
            Heir::Carrier(carrier) => self.flag[carrier as usize] = new,
            Heir::Operand(at) => vals[at as usize] = new,
        }
    }

    fn or(&mut self, a: Val, b: Val, place: Place) -> Val {
        match (a, b) {
            (Val::No, val) | (val, Val::No) => val,
            (Val::Yes, _) | (_, Val::Yes) => Val::Yes,
            (Val::Value(a), Val::Value(b)) if a == b => Val::Value(a),
            (Val::Value(a), Val::Value(b)) => {
                let name = self.m.ctx.op_name("arith.ori");
                let spec = OpSpec::new(name).operands(&[a, b]).results(&[self.i1]);
                let op = self.insert(spec, place);
                self.m.result(op, 0).map_or(Val::Yes, Val::Value)
            }
        }
    }

    /// A `bufferization.dealloc`; gives its results.
    fn dealloc(
        &mut self,
        carriers: &[Carrier],
        retained: &[ValueId],
        place: Place,
    ) -> Vec<ValueId> {
        let mut memrefs = Vec::new();
        let mut conditions = Vec::new();
        for &carrier in carriers {
            let val = self.flag[carrier as usize];
            if val != Val::No {
                memrefs.push(self.base(carrier, place));
                conditions.push(self.value(val));
            }
        }
        let name = self.m.ctx.op_name("bufferization.dealloc");
        let segments = [memrefs.len(), conditions.len(), retained.len()].map(|n| n as i64);
        let segments = self.m.ctx.i32_array(&segments);
        let spec = OpSpec::new(name)
            .operands(&memrefs)
            .operands(&conditions)
            .operands(retained)
            .results(&vec![self.i1; retained.len()])
            .prop(names::OPERAND_SEGMENT_SIZES, segments);
        let op = self.insert(spec, place);
        self.m.results(op).collect()
    }

    /// The allocation that a carrier names: itself if it is one, else what its descriptor says.
    fn base(&mut self, carrier: Carrier, place: Place) -> ValueId {
        let value = self.values[carrier as usize];
        let is_result = self.m.defining_op(value).is_some();
        let source = self.facts.carriers[carrier as usize].source;
        let TypeKind::MemRef(ty) = self.m.value_type_kind(value).clone() else {
            return self.base_of_unranked(value, place);
        };
        let is_call = self.m.defining_op(value).and_then(|op| callee(self.m, op));
        if is_result && source == Source::Owned && is_call.is_none() {
            return value;
        }
        let rank = ty.shape.len();
        let base = self.base_type(ty);
        let index = self.m.ctx.index_type();
        let name = self.m.ctx.op_name("memref.extract_strided_metadata");
        let spec = OpSpec::new(name)
            .operands(&[value])
            .results(&[base])
            .results(&vec![index; 1 + 2 * rank]);
        let op = self.insert(spec, place);
        self.m.result(op, 0).unwrap_or(value)
    }

    fn base_type(&mut self, ty: MemRefType) -> TypeId {
        self.m.ctx.ty(TypeKind::MemRef(MemRefType {
            shape: Box::default(),
            layout: None,
            ..ty
        }))
    }

    fn base_of_unranked(&mut self, value: ValueId, place: Place) -> ValueId {
        let TypeKind::UnrankedMemRef { element, space } = *self.m.value_type_kind(value) else {
            return value;
        };
        let ty = self.base_type(MemRefType {
            shape: Box::default(),
            element,
            layout: None,
            space,
        });
        let name = self.m.ctx.op_name("memref.reinterpret_cast");
        let offsets = self.m.ctx.i64_array(&[0]);
        let none = self.m.ctx.i64_array(&[]);
        let segments = self.m.ctx.i32_array(&[1, 0, 0, 0]);
        let spec = OpSpec::new(name)
            .operands(&[value])
            .results(&[ty])
            .prop(names::STATIC_OFFSETS, offsets)
            .prop(names::STATIC_SIZES, none)
            .prop(names::STATIC_STRIDES, none)
            .prop(names::OPERAND_SEGMENT_SIZES, segments);
        let op = self.insert(spec, place);
        self.m.result(op, 0).unwrap_or(value)
    }

    fn insert(&mut self, spec: OpSpec, place: Place) -> OpId {
        match place {
            Place::Before(anchor) => {
                let spec = spec.located_at(self.m, anchor);
                let op = self.m.create_op(spec);
                self.m.insert_before(anchor, op);
                op
            }
            // Before the branch that ends it.
            Place::End(block) => match self.m.last_op(block) {
                Some(last) => self.insert(spec, Place::Before(last)),
                None => {
                    let op = self.m.create_op(spec);
                    self.m.insert_at_end(block, op);
                    op
                }
            },
        }
    }

    /// A flag as a value; constants stand at the start of the function.
    fn value(&mut self, val: Val) -> ValueId {
        let is_yes = match val {
            Val::Value(value) => return value,
            Val::Yes => true,
            Val::No => false,
        };
        if let Some(value) = if is_yes { self.yes } else { self.no } {
            return value;
        }
        let attr = self.m.ctx.attr(AttrKind::Integer {
            value: IntValue::Small(is_yes.into()),
            ty: self.i1,
        });
        let name = self.m.ctx.op_name("arith.constant");
        let spec = OpSpec::new(name)
            .results(&[self.i1])
            .prop(names::VALUE, attr)
            .located_at(self.m, self.facts.function);
        let op = self.m.create_op(spec);
        let body = self.m.regions(self.facts.function).first();
        if let Some(block) = body.and_then(|&body| self.m.first_block(body)) {
            self.m.insert_at_start(block, op);
        }
        let value = self.m.results(op).next().unwrap_or(ValueId::from_index(0));
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

/// A flag that is known; dynamic ones are set by whoever has their value.
fn constant(flag: Flag) -> Val {
    match flag {
        Flag::Yes => Val::Yes,
        Flag::No | Flag::Open | Flag::Dynamic => Val::No,
    }
}
