//! The walk over one function that computes its loads.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::paths::PathWalk;
use super::sizes::Sizes;
use super::{Effect, FunctionHeap, HeapBytes, HeapPoint, Load, Program, Summary};
use memplan_mlir::analyses::{BlockOrder, Dominance, PostDominance};
use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{callee, runs_later, trip_count};
use memplan_mlir::{BlockId, Module, OpId, RegionId};

/// The load between two operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Loads of one section differ from the actual loads by the same number.
    section: u32,
    load: Load,
}

/// The load during one operation.
#[derive(Clone, Copy, Debug)]
struct Point {
    op: OpId,
    frame: u32,
    section: u32,
    /// The largest load of the operation in its section; absent if it has no bound.
    high: Option<HeapBytes>,
    most: Option<HeapBytes>,
}

/// One block.
#[derive(Clone, Debug)]
struct Frame {
    /// A block that is entered whenever this block is entered.
    parent: Option<u32>,
    /// By section: the largest load that every run of the block reaches.
    tops: SmallVec<[(u32, HeapBytes); 1]>,
    /// The largest load that every run of the block reaches, in any section.
    least: HeapBytes,
}

pub(super) struct Walker<'m> {
    m: &'m Module,
    program: Program<'m>,
    dominance: &'m Dominance,
    sizes: Sizes<'m>,
    points: Vec<Point>,
    frames: Vec<Frame>,
    n_sections: u32,
    /// What no load of the function is below: 0 where it frees nothing that it was given.
    floor: HeapBytes,
    /// The upper bound on all loads so far; absent if there is none.
    most: Option<HeapBytes>,
    is_deferred: bool,
}

impl<'m> Walker<'m> {
    pub(super) fn new(program: Program<'m>, dominance: &'m Dominance) -> Self {
        let Program {
            m,
            symbols,
            summaries,
            ..
        } = program;
        Self {
            m,
            program,
            dominance,
            sizes: Sizes::new(m, symbols, summaries),
            points: Vec::new(),
            frames: Vec::new(),
            n_sections: 1,
            floor: HeapBytes::default(),
            most: Some(HeapBytes::default()),
            is_deferred: false,
        }
    }

    pub(super) fn run(mut self, function: OpId) -> (FunctionHeap, Summary) {
        let start = State {
            section: 0,
            load: Load::NOTHING,
        };
        let mut inside = self.m.walk(function).filter(|&op| op != function);
        if inside.any(|op| self.program.frees_given(op)) {
            self.floor = HeapBytes::new(i64::MIN);
        }
        let body = self.m.regions(function).first().copied();
        let (frame, end) = match body {
            Some(body) => self.region(body, start, None),
            None => (None, Some(start)),
        };
        if self.is_deferred {
            self.most = None;
        }
        let least = frame.map_or_else(HeapBytes::default, |frame| {
            self.frames[frame as usize].least
        });
        let end = end.unwrap_or(start).load;
        let mut effect = Effect {
            peak: Load {
                least,
                most: self.most,
            },
            kept: Load {
                most: end.most.filter(|_| !self.is_deferred),
                ..end
            },
            ..Effect::NONE
        };
        if self.most.is_none() && !self.is_deferred {
            let paths = PathWalk::new(self.program, &mut self.sizes);
            if let Some(bounds) = paths.run(function) {
                effect = bounds;
                effect.peak.least = least.max(bounds.peak.least);
            }
        }
        let summary = Summary {
            effect,
            results: self.sizes.results(body),
        };
        let points = self.points.iter().map(|point| HeapPoint {
            op: point.op,
            room: self.room(point),
            most: point.most.filter(|_| !self.is_deferred),
        });
        let heap = FunctionHeap {
            points: points.collect(),
            peak: effect.peak,
        };
        (heap, summary)
    }

    /// See [`HeapPoint::room`].
    fn room(&self, point: &Point) -> HeapBytes {
        let nothing = HeapBytes::default();
        let Some(high) = point.high.filter(|_| !self.is_deferred) else {
            return nothing;
        };
        let mut room = nothing;
        let mut at = Some(point.frame);
        while let Some(frame) = at {
            let frame = &self.frames[frame as usize];
            let tops = frame.tops.iter();
            for (_, top) in tops.filter(|top| top.0 == point.section) {
                room = room.max(*top - high);
            }
            at = frame.parent;
        }
        room
    }

    fn new_section(&mut self) -> u32 {
        self.n_sections += 1;
        self.n_sections - 1
    }

    fn new_frame(&mut self, parent: Option<u32>) -> u32 {
        self.frames.push(Frame {
            parent,
            tops: SmallVec::new(),
            least: HeapBytes::default(),
        });
        (self.frames.len() - 1) as u32
    }

    /// Records that every run of the block reaches this load.
    fn reach(&mut self, frame: u32, section: u32, load: HeapBytes) {
        let frame = &mut self.frames[frame as usize];
        frame.least = frame.least.max(load);
        match frame.tops.iter_mut().find(|top| top.0 == section) {
            Some((_, top)) => *top = top.max(load),
            None => frame.tops.push((section, load)),
        }
    }

    /// Records that every run of the block `frame` also runs the block `inner`.
    fn reach_all_of(&mut self, frame: u32, inner: u32) {
        let Frame { tops, least, .. } = self.frames[inner as usize].clone();
        for (section, load) in tops {
            self.reach(frame, section, load);
        }
        let outer = &mut self.frames[frame as usize].least;
        *outer = outer.max(least);
    }

    /// Records the load during an operation: the surrounding load, and bounds on what the operation adds.
    fn note(&mut self, op: OpId, frame: u32, state: State, adds: Load) {
        let Load { least, most } = state.load + adds;
        self.points.push(Point {
            op,
            frame,
            section: state.section,
            high: adds.most.map(|most| state.load.least + most),
            most,
        });
        self.reach(frame, state.section, least);
        self.most = self.most.zip(most).map(|(all, most)| all.max(most));
    }

    /// The state where two paths join.
    fn join(&mut self, a: State, b: State) -> State {
        State {
            section: if a.is_level_with(b) {
                a.section
            } else {
                self.new_section()
            },
            load: a.load.or(b.load),
        }
    }

    /// Visits a region once. Returns its entry block, and the state after it; absent if it has no exit.
    fn region(
        &mut self,
        region: RegionId,
        state: State,
        parent: Option<u32>,
    ) -> (Option<u32>, Option<State>) {
        let m = self.m;
        let order = BlockOrder::new(m, region);
        if let &[block] = order.blocks() {
            let frame = self.new_frame(parent);
            let end = self.block(block, frame, state);
            return (Some(frame), Some(end));
        }
        let mut visited = Visited::default();
        for &block in order.blocks() {
            if !self.dominance.is_reachable(block) {
                continue;
            }
            let dominator = self.dominance.immediate_dominator(block);
            let around = dominator.and_then(|block| visited.at.get(&block).copied());
            let around = around.map(|at| visited.begins[at].frame);
            let frame = self.new_frame(around.or(parent));
            let begin = match visited.arriving.remove(&block) {
                _ if visited.begins.is_empty() => state,
                Some(arriving) => arriving,
                None => self.unknown(HeapBytes::default()),
            };
            visited.at.insert(block, visited.begins.len());
            visited.begins.push(Begin {
                block,
                state: begin,
                point: self.points.len(),
                frame,
            });
            let end = self.block(block, frame, begin);
            self.leave(block, end, &mut visited);
        }
        if visited.is_unstable {
            self.part_blocks(&visited);
        } else {
            self.pass_on_tops(region, &visited);
        }
        let entry = visited.begins.first().map(|begin| begin.frame);
        let end = if visited.is_unstable {
            visited.end.map(|end| self.unknown(end.load.least))
        } else {
            visited.end
        };
        (entry, end)
    }

    /// Propagates the state at the end of a block to its successors.
    fn leave(&mut self, block: BlockId, end: State, visited: &mut Visited) {
        let m = self.m;
        let Some(last) = m.last_op(block) else {
            return;
        };
        if m.successors(last).is_empty() {
            visited.end = Some(match visited.end {
                Some(other) => self.join(other, end),
                None => end,
            });
        }
        for &to in m.successors(last) {
            if let Some(&at) = visited.at.get(&to) {
                // A back edge: the loop must begin every iteration with the same load.
                visited.is_unstable |= !visited.begins[at].state.is_level_with(end);
                continue;
            }
            let arriving = match visited.arriving.get(&to) {
                Some(&other) => self.join(other, end),
                None => end,
            };
            visited.arriving.insert(to, arriving);
        }
    }

    /// Gives each block a section of its own, for a cycle of blocks that does not free what it allocates.
    fn part_blocks(&mut self, visited: &Visited) {
        self.most = None;
        let ends = visited.begins.iter().skip(1);
        let ends = ends.map(|begin| (begin.point, begin.frame as usize));
        let ends: Vec<(usize, usize)> = ends
            .chain([(self.points.len(), self.frames.len())])
            .collect();
        for (begin, (point, frame)) in visited.begins.iter().zip(ends) {
            let (points, frames) = (begin.point..point, begin.frame as usize..frame);
            self.part(points, frames, begin.state.section);
        }
    }

    /// A block that post-dominates its immediate dominator runs whenever the dominator runs.
    fn pass_on_tops(&mut self, region: RegionId, visited: &Visited) {
        let post = PostDominance::new(self.m, region);
        for begin in visited.begins.iter().skip(1).rev() {
            let dominator = self.dominance.immediate_dominator(begin.block);
            let at = dominator.and_then(|block| visited.at.get(&block).copied());
            let outer = at.map(|at| visited.begins[at]);
            if let Some(outer) = outer
                && post.block_post_dominates(begin.block, outer.block)
            {
                self.reach_all_of(outer.frame, begin.frame);
            }
        }
    }

    /// Moves loads of a section to a separate section.
    fn part(
        &mut self,
        points: std::ops::Range<usize>,
        frames: std::ops::Range<usize>,
        section: u32,
    ) {
        let new = self.new_section();
        for point in &mut self.points[points] {
            if point.section == section {
                point.section = new;
            }
        }
        for frame in &mut self.frames[frames] {
            for top in &mut frame.tops {
                if top.0 == section {
                    top.0 = new;
                }
            }
        }
    }

    /// A state with only a lower bound.
    fn unknown(&mut self, least: HeapBytes) -> State {
        self.most = None;
        State {
            section: self.new_section(),
            load: Load { least, most: None },
        }
    }

    /// The state after a change of the load.
    fn change(&mut self, state: State, by: Load) -> State {
        let mut load = state.load + by;
        if load.most.is_none() {
            self.most = None;
        }
        if by.is_exact() {
            return State { load, ..state };
        }
        load.least = load.least.max(self.floor);
        State {
            section: self.new_section(),
            load,
        }
    }

    fn block(&mut self, block: BlockId, frame: u32, begin: State) -> State {
        let mut state = begin;
        let mut next = self.m.first_op(block);
        while let Some(op) = next {
            next = self.m.next_op(op);
            self.op(op, frame, &mut state);
        }
        state
    }

    fn op(&mut self, op: OpId, frame: u32, state: &mut State) {
        let m = self.m;
        if self.program.is_inert(op) || m.has_trait(op, Traits::FUNCTION) {
            self.note(op, frame, *state, Load::NOTHING);
        } else if callee(m, op).is_none() && !m.regions(op).is_empty() {
            self.is_deferred |= runs_later(m, op);
            self.note(op, frame, *state, Load::NOTHING);
            self.with_regions(op, frame, state);
        } else {
            self.is_deferred |= callee(m, op).is_some() && runs_later(m, op);
            let effect = (self.program).effect(op, |buffer| self.sizes.bytes_of(buffer));
            let held = self.change(*state, effect.made);
            self.note(op, frame, held, effect.peak);
            *state = self.change(held, effect.kept);
        }
    }

    fn with_regions(&mut self, op: OpId, frame: u32, state: &mut State) {
        let m = self.m;
        let flow = m.def(op).map_or(RegionFlow::Unknown, |def| def.flow);
        match flow {
            RegionFlow::Branch => *state = self.branch(op, frame, *state),
            RegionFlow::Once => {
                let region = m.regions(op).first().copied();
                if let Some((inner, end)) =
                    region.map(|region| self.region(region, *state, Some(frame)))
                {
                    if let Some(inner) = inner {
                        self.reach_all_of(frame, inner);
                    }
                    *state = end.unwrap_or(*state);
                }
            }
            _ => *state = self.repeated(op, frame, *state, flow),
        }
    }

    /// Exactly one of the regions runs; an empty region does nothing.
    fn branch(&mut self, op: OpId, frame: u32, state: State) -> State {
        let mut end: Option<State> = None;
        let mut top: Option<HeapBytes> = None;
        let mut least: Option<HeapBytes> = None;
        for &region in self.m.regions(op) {
            let (inner, exit) = match self.m.first_block(region) {
                Some(_) => self.region(region, state, Some(frame)),
                None => (None, Some(state)),
            };
            let (of_region, of_any) = match inner.map(|inner| &self.frames[inner as usize]) {
                Some(inner) => {
                    let tops = inner.tops.iter();
                    let top = tops.filter(|top| top.0 == state.section).map(|top| top.1);
                    (top.fold(state.load.least, HeapBytes::max), inner.least)
                }
                None => (state.load.least, state.load.least),
            };
            top = Some(top.map_or(of_region, |top| top.min(of_region)));
            least = Some(least.map_or(of_any, |least| least.min(of_any)));
            end = match (end, exit) {
                (Some(end), Some(exit)) => Some(self.join(end, exit)),
                (end, exit) => end.or(exit),
            };
        }
        self.reach(frame, state.section, top.unwrap_or(state.load.least));
        let outer = &mut self.frames[frame as usize].least;
        *outer = outer.max(least.unwrap_or_default());
        end.unwrap_or(state)
    }

    /// The regions run any number of times, in any order.
    fn repeated(&mut self, op: OpId, frame: u32, state: State, flow: RegionFlow) -> State {
        let m = self.m;
        let (first_point, first_frame) = (self.points.len(), self.frames.len());
        let mut is_stable = true;
        let mut least = state.load.least;
        for (number, &region) in m.regions(op).iter().enumerate() {
            if m.first_block(region).is_none() {
                continue;
            }
            let (inner, end) = self.region(region, state, Some(frame));
            if let Some(end) = end {
                is_stable &= end.is_level_with(state);
                least = least.min(end.load.least);
            }
            let runs = (flow == RegionFlow::While && number == 0) || has_iterations(m, op, flow);
            if let Some(inner) = inner.filter(|_| runs && is_stable) {
                self.reach_all_of(frame, inner);
            }
        }
        if is_stable {
            return state;
        }
        let (points, frames) = (self.points.len(), self.frames.len());
        self.part(first_point..points, first_frame..frames, state.section);
        // Without iterations the load stays the same; with many, everything may be freed.
        let least = if least == state.load.least {
            least
        } else {
            least.min(self.floor)
        };
        self.unknown(least)
    }
}

/// Whether a loop has at least one iteration in every run.
fn has_iterations(m: &Module, op: OpId, flow: RegionFlow) -> bool {
    matches!(
        flow,
        RegionFlow::For | RegionFlow::Parallel | RegionFlow::Forall
    ) && trip_count(m, op).is_some_and(|count| count > 0)
}

/// The start of a block.
#[derive(Clone, Copy, Debug)]
struct Begin {
    block: BlockId,
    state: State,
    /// Number of points before it.
    point: usize,
    frame: u32,
}

/// The blocks of a region that were visited.
#[derive(Debug, Default)]
struct Visited {
    /// In order.
    begins: Vec<Begin>,
    /// Positions in `begins`.
    at: FxHashMap<BlockId, usize>,
    /// The states of edges to blocks that were not visited yet.
    arriving: FxHashMap<BlockId, State>,
    /// The state after the region.
    end: Option<State>,
    is_unstable: bool,
}

impl State {
    /// Whether the actual loads are the same.
    fn is_level_with(self, other: Self) -> bool {
        (self.section, self.load.least) == (other.section, other.load.least)
    }
}
