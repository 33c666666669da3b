//! The run over a program, in which every read is judged.

use std::collections::{BTreeMap, BTreeSet};

use memplan_mlir::ir::names;
use memplan_mlir::{BlockId, Module, OpId, RegionId, StrId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::accesses::{Extent, Kind, accesses};
use crate::buffers::{Buffer, Buffers, Bytes, Part, dynamic_sizes, symbol};
use crate::content::{Holds, State};
use crate::formulas::Formulas;
use crate::{Checked, Fault, WrongMerge};

/// What is wrong or not proved at an operation.
#[derive(Clone, Copy, Debug)]
enum Finding {
    Wrong(u32, Fault),
    Unproved,
}

/// The run over one program.
#[derive(Debug)]
pub(crate) struct Run<'r> {
    m: &'r Module,
    buffers: &'r Buffers,
    /// The size of the largest buffer whose size is known.
    largest: u64,
    /// The merged allocations that are globals and that a function accesses, with what it calls.
    globals_of: FxHashMap<StrId, BTreeSet<u32>>,
    /// The innermost operation around whose iterations run side by side.
    parallel: Option<OpId>,
    formulas: Formulas<'r>,
    /// Whether two buffers of an allocation with formulas are surely apart.
    are_apart: FxHashMap<(u32, u32), bool>,
    /// What the last visit of each operation found, when most paths to it are known.
    findings: FxHashMap<OpId, Finding>,
}

impl<'r> Run<'r> {
    pub(crate) fn new(m: &'r Module, buffers: &'r Buffers) -> Self {
        let of_numbers = buffers
            .all
            .iter()
            .filter(|buffer| !buffers.has_formulas(buffer.arena));
        let sizes = of_numbers.map(|buffer| buffer.size);
        Self {
            m,
            buffers,
            largest: sizes.max().unwrap_or(0),
            globals_of: globals_of(m, buffers),
            parallel: None,
            formulas: Formulas::new(m, buffers.all.iter().map(|buffer| buffer.place)),
            are_apart: FxHashMap::default(),
            findings: FxHashMap::default(),
        }
    }

    /// Runs over all functions.
    pub(crate) fn check(mut self, root: OpId) -> Checked {
        let m = self.m;
        for op in m.walk(root) {
            let is_function = m.symbol_name(op).is_some() && m.signature(op).is_some();
            for &body in m.regions(op).iter().filter(|_| is_function) {
                self.region(body, State::default());
            }
        }
        let mut checked = Checked {
            n_buffers: self.buffers.all.len(),
            ..Checked::default()
        };
        let judged = (!self.findings.is_empty()).then(|| m.walk(root));
        for op in judged.into_iter().flatten() {
            match self.findings.get(&op) {
                Some(&Finding::Wrong(buffer, fault)) => checked.wrong.push(WrongMerge {
                    op,
                    view: self.buffers.all[buffer as usize].view,
                    fault,
                }),
                Some(Finding::Unproved) => checked.unproved.push(op),
                None => {}
            }
        }
        checked
    }

    /// The state after a region, whose blocks run until states do not change.
    fn region(&mut self, region: RegionId, state: State) -> State {
        let m = self.m;
        let Some(entry) = m.first_block(region) else {
            return state;
        };
        if m.next_block(entry).is_none() {
            return self.block(entry, state);
        }
        let mut before: BTreeMap<BlockId, State> = BTreeMap::from([(entry, state)]);
        let mut work = vec![entry];
        let mut after: Option<State> = None;
        while let Some(block) = work.pop() {
            let state = self.block(block, before[&block].clone());
            let end = m.last_op(block);
            let successors = end.map_or(&[][..], |end| m.successors(end));
            if successors.is_empty() {
                after = Some(joined(after, &state));
            }
            for &successor in successors {
                let is_more = match before.get_mut(&successor) {
                    Some(before) => before.join(&state),
                    None => before.insert(successor, state.clone()).is_none(),
                };
                if is_more {
                    work.push(successor);
                }
            }
        }
        after.unwrap_or_default()
    }

    fn block(&mut self, block: BlockId, mut state: State) -> State {
        for op in self.m.ops(block) {
            self.op(op, &mut state);
            for &index in self.buffers.ended_by.get(&op).into_iter().flatten() {
                state.end(index, &self.buffers.all[index as usize]);
            }
        }
        state
    }

    fn op(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        if let Some(&index) = self.buffers.by_view.get(&op) {
            self.begin(op, index, state);
            return;
        }
        let kind = self.buffers.kinds.of(m, op);
        match kind {
            Kind::Nothing | Kind::View | Kind::Allocation => {}
            Kind::Free => self.free(op, state),
            Kind::Choice { n_exhaustive } => {
                let regions = m.regions(op);
                let bodies = regions
                    .iter()
                    .filter(|&&body| m.first_block(body).is_some());
                let is_exhaustive = n_exhaustive <= bodies.clone().count();
                let mut after = (!is_exhaustive).then(|| state.clone());
                for &body in bodies {
                    let one = self.region(body, state.clone());
                    after = Some(joined(after, &one));
                }
                *state = after.unwrap_or_default();
            }
            Kind::Once => self.in_turn(op, state),
            Kind::Loop | Kind::While => self.repeat(op, kind, state),
            Kind::Parallel => self.side_by_side(op, state),
            Kind::Opaque if !m.regions(op).is_empty() && m.signature(op).is_none() => {
                self.accesses(op, kind, state);
                self.side_by_side(op, state);
            }
            _ => self.accesses(op, kind, state),
        }
        if kind == Kind::Call {
            self.call(op, state);
        }
    }

    fn begin(&mut self, op: OpId, index: u32, state: &mut State) {
        let buffer = &self.buffers.all[index as usize];
        state.begin(index, buffer);
        let end = buffer.offset.saturating_add(buffer.size);
        let arena = self.buffers.arena_sizes[buffer.arena as usize];
        let source = self.m.operands(op)[0];
        if self.buffers.has_formulas(buffer.arena) {
            let arena = self.m.defining_op(source);
            let arena =
                arena.filter(|&arena| self.buffers.kinds.of(self.m, arena) == Kind::Allocation);
            let given = arena.and_then(|arena| dynamic_sizes(self.m, arena).next());
            if given.is_some_and(|size| !self.formulas.is_within(buffer.place, size)) {
                self.findings.insert(op, Finding::Unproved);
            }
        } else if arena.is_some_and(|size| size < end) {
            let fault = Finding::Wrong(index, Fault::OutOfBounds);
            self.findings.insert(op, fault);
        }
        let is_shared = self.parallel.is_some_and(|parallel| {
            let around = self
                .m
                .value_block(source)
                .and_then(|block| self.m.block_parent(block));
            around.is_none_or(|around| around != parallel && !self.m.encloses(parallel, around))
        });
        if is_shared && buffer.size != 0 {
            let fault = Finding::Wrong(index, Fault::SharedByIterations);
            self.findings.insert(op, fault);
        }
    }

    /// Runs regions one after the other.
    fn in_turn(&mut self, op: OpId, state: &mut State) {
        for &body in self.m.regions(op) {
            *state = self.region(body, std::mem::take(state));
        }
    }

    fn repeat(&mut self, op: OpId, kind: Kind, state: &mut State) {
        loop {
            let mut after = state.clone();
            let mut exit = None;
            for &body in self.m.regions(op) {
                after = self.region(body, after);
                exit.get_or_insert_with(|| after.clone());
            }
            if !state.join(&after) {
                if let Some(exit) = exit.filter(|_| kind == Kind::While) {
                    *state = exit;
                }
                return;
            }
        }
    }

    /// Runs the iterations of an operation in any order.
    fn side_by_side(&mut self, op: OpId, state: &mut State) {
        let outer = self.parallel.replace(op);
        self.repeat(op, Kind::Loop, state);
        self.parallel = outer;
        // Buffers from around the outer operation still race in its iterations.
        let is_over = |index| !self.is_outer(index);
        state.change_all(is_over, |holds| {
            if holds.has(Holds::RACING) {
                lose(holds.without(Holds::RACING), false)
            } else {
                holds
            }
        });
    }

    /// Judges the reads of an operation, then carries out its writes.
    fn accesses(&mut self, op: OpId, kind: Kind, state: &mut State) {
        let accesses = accesses(self.m, kind, op);
        let mut finding: Option<Finding> = None;
        for access in accesses.iter().filter(|access| access.reads != Extent::No) {
            let parts = self.buffers.parts.get(&access.value);
            let parts = parts.map_or(&[][..], |parts| parts);
            for &part in parts {
                let is_sure = parts.len() == 1 && part.is_whole;
                let extent = if is_sure { access.reads } else { Extent::No };
                match (self.judge(part, extent, state), finding) {
                    (Some(wrong @ Finding::Wrong(..)), _) => finding = Some(wrong),
                    (Some(Finding::Unproved), None) => finding = Some(Finding::Unproved),
                    _ => {}
                }
            }
        }
        for access in accesses {
            let Some(parts) = self.buffers.parts.get(&access.value) else {
                continue;
            };
            for &part in parts {
                let is_sure = parts.len() == 1 && part.is_whole && access.writes == Extent::All;
                if access.writes != Extent::No {
                    self.write(op, part, is_sure, state);
                }
            }
        }
        match finding {
            Some(finding) => self.findings.insert(op, finding),
            None => self.findings.remove(&op),
        };
    }

    /// Whether a read finds what its buffer wrote. It surely reads so much of the part.
    fn judge(&self, part: Part, surely: Extent, state: &mut State) -> Option<Finding> {
        let buffer = &self.buffers.all[part.buffer as usize];
        let content = state.content(part.buffer, buffer)?;
        let is_racing = |holds: &Holds| holds.has(Holds::RACING) && holds.has(Holds::OWN);
        let may_be_right = Holds::UNWRITTEN.or(Holds::OWN);
        let is_wrong = |holds: &Holds| is_racing(holds) || !holds.has(may_be_right);
        let all: SmallVec<[Holds; 2]> = content.within(part.bytes).collect();
        let is_good = |holds: &Holds| !holds.has(Holds::LOST) && !is_racing(holds);
        if all.iter().all(is_good) {
            return None;
        }
        let is_certain = match surely {
            Extent::No => false,
            Extent::Some => all.iter().all(is_wrong),
            Extent::All => all.iter().any(is_wrong),
        };
        let fault = match content.lost_by.filter(|_| is_certain) {
            None => return Some(Finding::Unproved),
            Some(_) if all.iter().any(is_racing) => Fault::SharedByIterations,
            Some(fault) => fault,
        };
        Some(Finding::Wrong(part.buffer, fault))
    }

    /// Writes to a part of a buffer, surely to all of it or perhaps to some of it.
    fn write(&mut self, op: OpId, part: Part, is_sure: bool, state: &mut State) {
        let all = &self.buffers.all;
        let buffer = &all[part.buffer as usize];
        let range = Bytes {
            lo: buffer.offset + part.bytes.lo,
            hi: buffer.offset + part.bytes.hi,
        };
        let has_formulas = self.buffers.has_formulas(buffer.arena);
        let largest = self.largest_in(buffer.arena);
        for (index, mut bytes, content) in state.others(buffer.arena, range, all, largest) {
            let is_own = index == part.buffer;
            let mut is_sure = is_sure;
            if has_formulas && !is_own {
                if self.are_apart(index, part.buffer) {
                    continue;
                }
                (bytes, is_sure) = (Bytes::ALL, false);
            }
            let is_racing = !is_own && self.is_outer(index) && self.is_outer(part.buffer);
            content.change(bytes, |holds| match (is_own, is_sure) {
                (true, true) if holds.has(Holds::RACING) => Holds::OWN.or(Holds::RACING),
                (true, true) => Holds::OWN,
                (true, false) => holds.or(Holds::OWN),
                (false, _) if is_racing => holds.or(Holds::RACING),
                (false, _) => lose(holds, is_sure),
            });
            if !is_own {
                content.lost_by = Some(Fault::Overwritten { by: op });
            }
        }
    }

    /// The size of the largest buffer in an allocation, or more.
    fn largest_in(&self, arena: u32) -> u64 {
        if self.buffers.has_formulas(arena) {
            Bytes::ALL.hi
        } else {
            self.largest
        }
    }

    /// Whether two buffers of an allocation with formulas have no byte in common.
    fn are_apart(&mut self, a: u32, b: u32) -> bool {
        let place = |index: u32| self.buffers.all[index as usize].place;
        let (a, b) = (a.min(b), a.max(b));
        let (first, second) = (place(a), place(b));
        let formulas = &mut self.formulas;
        let are_apart = self.are_apart.entry((a, b));
        *are_apart.or_insert_with(|| formulas.are_apart(first, second))
    }

    /// Whether a buffer is there for all iterations of the operation that runs them side by side.
    fn is_outer(&self, index: u32) -> bool {
        let view = self.buffers.all[index as usize].view;
        self.parallel
            .is_some_and(|parallel| !self.m.encloses(parallel, view))
    }

    /// Loses what an allocation holds when it is freed.
    fn free(&mut self, op: OpId, state: &mut State) {
        let freed = self.m.operands(op).first();
        let arena = freed.and_then(|value| self.buffers.arena_of.get(value));
        if let Some(&arena) = arena {
            self.lose_all(arena, true, Fault::Freed { by: op }, state);
        }
    }

    /// Loses what globals hold that the callee accesses.
    fn call(&mut self, op: OpId, state: &mut State) {
        let callee = symbol(self.m, op, names::CALLEE);
        let globals = callee
            .and_then(|callee| self.globals_of.get(&callee))
            .cloned();
        for arena in globals.unwrap_or_default() {
            self.lose_all(arena, false, Fault::Overwritten { by: op }, state);
        }
    }

    fn lose_all(&self, arena: u32, is_sure: bool, by: Fault, state: &mut State) {
        let all: &[Buffer] = &self.buffers.all;
        let largest = self.largest_in(arena);
        for (_, bytes, content) in state.others(arena, Bytes::ALL, all, largest) {
            content.change(bytes, |holds| lose(holds, is_sure));
            content.lost_by = Some(by);
        }
    }
}

/// What bytes hold that something else surely or perhaps overwrites.
fn lose(holds: Holds, is_sure: bool) -> Holds {
    if !holds.has(Holds::OWN) {
        return holds;
    }
    let lost = holds.or(Holds::LOST);
    if is_sure {
        lost.without(Holds::OWN)
    } else {
        lost
    }
}

fn joined(first: Option<State>, second: &State) -> State {
    match first {
        Some(mut state) => {
            state.join(second);
            state
        }
        None => second.clone(),
    }
}

/// The merged allocations that are globals and that each function accesses, with the functions that it calls.
fn globals_of(m: &Module, buffers: &Buffers) -> FxHashMap<StrId, BTreeSet<u32>> {
    let mut globals: FxHashMap<StrId, BTreeSet<u32>> = FxHashMap::default();
    let mut callers: FxHashMap<StrId, Vec<StrId>> = FxHashMap::default();
    if buffers.globals.is_empty() {
        return globals;
    }
    for op in m.walk(m.root()) {
        let mut around = m.ancestors(op).filter_map(|op| m.symbol_name(op));
        let Some(function) = around.next() else {
            continue;
        };
        if let Some(callee) = symbol(m, op, names::CALLEE) {
            callers.entry(callee).or_default().push(function);
        }
        let global = symbol(m, op, names::NAME).and_then(|name| buffers.globals.get(&name));
        globals.entry(function).or_default().extend(global);
    }
    let mut work: Vec<StrId> = globals.keys().copied().collect();
    while let Some(function) = work.pop() {
        let own = globals.get(&function).cloned().unwrap_or_default();
        for &caller in callers.get(&function).map_or(&[][..], |callers| callers) {
            let all = globals.entry(caller).or_default();
            let n_before = all.len();
            all.extend(&own);
            if n_before < all.len() {
                work.push(caller);
            }
        }
    }
    globals
}
