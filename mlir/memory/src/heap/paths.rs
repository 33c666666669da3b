//! Bounds on the peak of a function whose deallocations depend on ownership indicators.
//!
//! The walk visits the body of a loop once. If an iteration frees what the previous one allocated only where an
//! indicator is set, the load after an iteration is unknown, and the peak gets no bound. [`PathWalk`] runs the function
//! abstractly instead: in a few *paths*, each with the `i1` values and sizes of carried buffers that are known on it,
//! and with bounds on the load. Conditions that are known choose a region, conditions that are used more than once
//! divide a path, and loops run until no new path appears. The first iteration of such a loop then owns nothing, and
//! all later ones own what they carry.
//!
//! Gives up, without a bound, on allocations of unknown size, loads that grow with the iterations, and functions in
//! which more paths or steps are needed than the limits allow. Linear in the operations for the few paths of most
//! programs.

use memplan_support::Sort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::sizes::Sizes;
use super::{Effect, HeapBytes, Load, Program};
use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{
    RegionEdge, RegionPoint, SuccessorOperands, callee, constant_int, is_select_like, region_edges,
    runs_later, successor_operands, trip_count, viewed_buffer,
};
use memplan_mlir::semantics::IntOp;
use memplan_mlir::{BlockId, Module, OpId, RegionId, TypeKind, ValueId};

/// Maximum number of paths at a point; more are joined into one.
const MAX_PATHS: usize = 16;

/// Maximum number of times that a loop is entered again before its loads count as unbounded.
const MAX_ROUNDS: usize = 12;

/// Maximum number of times that an operation is visited, on average.
const MAX_VISITS: usize = 64;

/// What is known of a value on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// The value of an `i1`.
    Flag(bool),
    /// The bytes and padded bytes of the buffer that a memref is, if they differ from those that it has on other paths.
    Bytes(i64, i64),
}

/// One abstract run up to a point.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    /// By value, sorted.
    facts: SmallVec<[(ValueId, Fact); 4]>,
    load: Load,
    /// The path has reached at least this load.
    top: HeapBytes,
}

/// An operation, and the edges between its regions.
#[derive(Clone, Copy)]
struct Regions<'e> {
    op: OpId,
    edges: &'e [RegionEdge],
}

pub(super) struct PathWalk<'w, 'm> {
    m: &'m Module,
    program: Program<'m>,
    sizes: &'w mut Sizes<'m>,
    /// The largest load of any path.
    most: HeapBytes,
    visits_left: usize,
}

impl<'w, 'm> PathWalk<'w, 'm> {
    pub(super) fn new(program: Program<'m>, sizes: &'w mut Sizes<'m>) -> Self {
        Self {
            m: program.m,
            program,
            sizes,
            most: HeapBytes::default(),
            visits_left: 0,
        }
    }

    /// The bounds of a function; `None` if no bound on its peak is found.
    pub(super) fn run(mut self, function: OpId) -> Option<Effect> {
        let body = self.m.regions(function).first().copied()?;
        self.visits_left = self.m.walk(function).count().saturating_mul(MAX_VISITS);
        let start = Path {
            facts: SmallVec::new(),
            load: Load::NOTHING,
            top: HeapBytes::default(),
        };
        let exits = self.region(body, vec![start])?;
        let mut ends = exits.into_iter().map(|(_, path)| path);
        let first = ends.next()?;
        let end = ends.fold(first, |end, next| end.hull(&next));
        Some(Effect {
            peak: Load {
                least: end.top,
                most: Some(self.most),
            },
            kept: end.load,
            ..Effect::NONE
        })
    }

    /// Runs a region on each path. Returns the paths at its exits, each with its terminator.
    fn region(&mut self, region: RegionId, paths: Vec<Path>) -> Option<Vec<(OpId, Path)>> {
        let m = self.m;
        let entry = m.first_block(region)?;
        let mut exits = Vec::new();
        let mut seen: FxHashMap<BlockId, Vec<Path>> = FxHashMap::default();
        let mut open = vec![(entry, paths)];
        while let Some((block, paths)) = open.pop() {
            let ends = self.block(block, paths)?;
            let last = m.last_op(block)?;
            if m.successors(last).is_empty() {
                exits.extend(ends.into_iter().map(|path| (last, path)));
                continue;
            }
            let mut arriving: Vec<(BlockId, Vec<Path>)> = Vec::new();
            for end in &ends {
                for (to, path) in self.successors(last, end) {
                    match arriving.iter_mut().find(|old| old.0 == to) {
                        Some((_, list)) => list.push(path),
                        None => arriving.push((to, vec![path])),
                    }
                }
            }
            for (to, mut list) in arriving {
                reduce(&mut list);
                let old = seen.entry(to).or_default();
                let new = add_new(old, list);
                if old.len() > MAX_PATHS * MAX_ROUNDS {
                    return None;
                }
                if !new.is_empty() {
                    open.push((to, new));
                }
            }
        }
        Some(exits)
    }

    /// The blocks that a path may continue in after a terminator, with their arguments bound.
    fn successors(&mut self, last: OpId, path: &Path) -> Vec<(BlockId, Path)> {
        let m = self.m;
        let all = m.successors(last);
        let condition = self.condition(last).filter(|_| all.len() == 2);
        let flag = condition.and_then(|value| path.flag(m, value));
        let mut next_paths = Vec::new();
        for (number, &to) in all.iter().enumerate() {
            let taken = number == 0;
            if flag.is_some_and(|flag| flag != taken) {
                continue;
            }
            let mut next = path.clone();
            if let Some(value) = condition {
                next.assume(m, value, taken);
            }
            let arguments = m.block_args(to);
            match successor_operands(m, last, number) {
                SuccessorOperands::Range(range) => {
                    next.bind(m, self.sizes, &m.operands(last)[range], arguments);
                }
                SuccessorOperands::Unknown => next.forget(arguments),
            }
            next_paths.push((to, next));
        }
        next_paths
    }

    /// The `i1` value that an operation chooses by: its first operand.
    fn condition(&self, op: OpId) -> Option<ValueId> {
        let &value = self.m.operands(op).first()?;
        is_flag(self.m, value).then_some(value)
    }

    fn block(&mut self, block: BlockId, mut paths: Vec<Path>) -> Option<Vec<Path>> {
        let mut next = self.m.first_op(block);
        while let Some(op) = next {
            next = self.m.next_op(op);
            paths = self.op(op, paths)?;
            if paths.is_empty() {
                break;
            }
        }
        Some(paths)
    }

    fn op(&mut self, op: OpId, mut paths: Vec<Path>) -> Option<Vec<Path>> {
        let m = self.m;
        self.visits_left = self.visits_left.checked_sub(1)?;
        if m.has_trait(op, Traits::FUNCTION) {
            return Some(paths);
        }
        if m.results(op).any(|result| is_flag(m, result)) {
            for path in &mut paths {
                path.compute(m, op);
            }
        }
        if self.program.is_inert(op) {
            return Some(paths);
        }
        if runs_later(m, op) {
            return None;
        }
        if callee(m, op).is_none() && !m.regions(op).is_empty() {
            return self.with_regions(op, paths);
        }
        for path in &mut paths {
            let effect = (self.program).effect(op, |buffer| path.bytes_of(m, self.sizes, buffer));
            let held = path.load + effect.made;
            let peak = held + effect.peak;
            path.load = held + effect.kept;
            path.top = path.top.max(peak.least).max(path.load.least);
            self.most = self.most.max(peak.most?).max(path.load.most?);
        }
        Some(paths)
    }

    fn with_regions(&mut self, op: OpId, paths: Vec<Path>) -> Option<Vec<Path>> {
        let m = self.m;
        let edges = region_edges(m, op);
        let regions = Regions { op, edges: &edges };
        let mut ends = match m.def(op).map_or(RegionFlow::Unknown, |def| def.flow) {
            RegionFlow::Branch => self.branch(regions, &paths)?,
            RegionFlow::Once => {
                let region = *m.regions(op).first()?;
                let exits = self.region(region, paths)?;
                let body = RegionPoint::Region(region);
                self.follow(regions, body, RegionPoint::Parent, &exits)
            }
            RegionFlow::For => self.counted(regions, paths)?,
            RegionFlow::While => self.conditional(regions, paths)?,
            _ => self.balanced(op, paths)?,
        };
        reduce(&mut ends);
        Some(ends)
    }

    /// The paths after an edge, with the values that it passes. Values of the regions have other values the next time.
    fn follow(
        &mut self,
        regions: Regions<'_>,
        from: RegionPoint,
        to: RegionPoint,
        exits: &[(OpId, Path)],
    ) -> Vec<Path> {
        let m = self.m;
        let is_inner = |value: ValueId| {
            let block = m.value_block(value);
            let around = block.and_then(|block| m.block_parent(block));
            around.is_some_and(|around| m.encloses(regions.op, around))
        };
        let mut next_paths = Vec::new();
        for edge in regions
            .edges
            .iter()
            .filter(|edge| (edge.from, edge.to) == (from, to))
        {
            for (_, path) in exits.iter().filter(|exit| exit.0 == edge.via) {
                let mut path = path.clone();
                path.bind(m, self.sizes, &edge.sources, &edge.targets);
                let is_bound = |value| edge.targets.contains(&value);
                path.facts
                    .retain(|fact| is_bound(fact.0) || !is_inner(fact.0));
                next_paths.push(path);
            }
        }
        next_paths
    }

    /// Exactly one of the regions runs; an empty region does nothing.
    fn branch(&mut self, all: Regions<'_>, paths: &[Path]) -> Option<Vec<Path>> {
        let m = self.m;
        let regions = m.regions(all.op);
        let condition = self.condition(all.op).filter(|_| regions.len() == 2);
        let mut ends = Vec::new();
        for (number, &region) in regions.iter().enumerate() {
            let taken = number == 0;
            let mut entering = paths.to_vec();
            if let Some(value) = condition {
                entering.retain(|path| path.flag(m, value).is_none_or(|flag| flag == taken));
                for path in &mut entering {
                    path.assume(m, value, taken);
                }
            }
            if m.first_block(region).is_none() {
                ends.append(&mut entering);
            } else if !entering.is_empty() {
                let exits = self.region(region, entering)?;
                let taken_region = RegionPoint::Region(region);
                ends.append(&mut self.follow(all, taken_region, RegionPoint::Parent, &exits));
            }
        }
        Some(ends)
    }

    /// A loop with a trip count, which may be unknown.
    fn counted(&mut self, regions: Regions<'_>, paths: Vec<Path>) -> Option<Vec<Path>> {
        let region = *self.m.regions(regions.op).first()?;
        let (body, parent) = (RegionPoint::Region(region), RegionPoint::Parent);
        let given: Vec<(OpId, Path)> = paths.into_iter().map(|path| (regions.op, path)).collect();
        let entering = self.follow(regions, parent, body, &given);
        let count = trip_count(self.m, regions.op);
        let mut ends = match count {
            None | Some(0) => self.follow(regions, parent, parent, &given),
            Some(_) => Vec::new(),
        };
        if count == Some(0) {
            return Some(ends);
        }
        if let Some(count) = count
            && let Some(ends) = self.iterations(regions, region, entering.clone(), count)?
        {
            return Some(ends);
        }
        let mut entering = entering;
        let mut seen = Vec::new();
        for _ in 0..MAX_ROUNDS {
            reduce(&mut entering);
            let new = add_new(&mut seen, entering);
            if new.is_empty() {
                return Some(ends);
            }
            let exits = self.region(region, new)?;
            ends.extend(self.follow(regions, body, parent, &exits));
            entering = self.follow(regions, body, body, &exits);
        }
        None
    }

    /// A number of iterations, or as many as it takes until they begin as they end. The inner `None` if they do not
    /// after some rounds.
    fn iterations(
        &mut self,
        regions: Regions<'_>,
        region: RegionId,
        mut entering: Vec<Path>,
        count: u64,
    ) -> Option<Option<Vec<Path>>> {
        let body = RegionPoint::Region(region);
        reduce(&mut entering);
        for round in 1..=count.min(MAX_ROUNDS as u64) {
            let exits = self.region(region, entering.clone())?;
            let mut next = self.follow(regions, body, body, &exits);
            reduce(&mut next);
            if round == count || next == entering {
                return Some(Some(self.follow(
                    regions,
                    body,
                    RegionPoint::Parent,
                    &exits,
                )));
            }
            entering = next;
        }
        Some(None)
    }

    /// A loop with a condition region and a body.
    fn conditional(&mut self, regions: Regions<'_>, paths: Vec<Path>) -> Option<Vec<Path>> {
        let &[first, second] = self.m.regions(regions.op) else {
            return None;
        };
        let (before, after) = (RegionPoint::Region(first), RegionPoint::Region(second));
        let parent = RegionPoint::Parent;
        let given: Vec<(OpId, Path)> = paths.into_iter().map(|path| (regions.op, path)).collect();
        let mut entering = self.follow(regions, parent, before, &given);
        let mut ends = Vec::new();
        let mut seen = Vec::new();
        for _ in 0..MAX_ROUNDS {
            reduce(&mut entering);
            let new = add_new(&mut seen, entering);
            if new.is_empty() {
                return Some(ends);
            }
            let exits = self.region(first, new)?;
            let may_be = |exit: &&(OpId, Path), taken: bool| {
                let value = self.condition(exit.0);
                let flag = value.and_then(|value| exit.1.flag(self.m, value));
                flag.is_none_or(|flag| flag == taken)
            };
            let of = |taken: bool| -> Vec<(OpId, Path)> {
                exits
                    .iter()
                    .filter(|exit| may_be(exit, taken))
                    .cloned()
                    .collect()
            };
            let (on, off) = (of(true), of(false));
            ends.extend(self.follow(regions, before, parent, &off));
            let mut inside = self.follow(regions, before, after, &on);
            reduce(&mut inside);
            if inside.is_empty() {
                return Some(ends);
            }
            let exits = self.region(second, inside)?;
            entering = self.follow(regions, after, before, &exits);
        }
        None
    }

    /// Regions that run any number of times, in any order: each must leave the load as it was.
    fn balanced(&mut self, op: OpId, paths: Vec<Path>) -> Option<Vec<Path>> {
        let m = self.m;
        for &region in m.regions(op) {
            if m.first_block(region).is_none() {
                continue;
            }
            for path in &paths {
                let exits = self.region(region, vec![path.clone()])?;
                let is_balanced = |exit: &(OpId, Path)| exit.1.load == path.load;
                if !exits.iter().all(is_balanced) {
                    return None;
                }
            }
        }
        Some(paths)
    }
}

impl Path {
    fn fact(&self, value: ValueId) -> Option<Fact> {
        let at = self.facts.binary_search_by_key(&value, |fact| fact.0);
        at.ok().map(|at| self.facts[at].1)
    }

    fn flag(&self, m: &Module, value: ValueId) -> Option<bool> {
        match self.fact(value) {
            Some(Fact::Flag(is_set)) => Some(is_set),
            _ => constant_int(m, value).map(|value| value & 1 == 1),
        }
    }

    fn set(&mut self, value: ValueId, fact: Option<Fact>) {
        let at = self.facts.binary_search_by_key(&value, |fact| fact.0);
        match (at, fact) {
            (Ok(at), Some(fact)) => self.facts[at].1 = fact,
            (Ok(at), None) => _ = self.facts.remove(at),
            (Err(at), Some(fact)) => self.facts.insert(at, (value, fact)),
            (Err(_), None) => {}
        }
    }

    /// The size of the buffer that a value is or views.
    fn bytes_of(&self, m: &Module, sizes: &mut Sizes<'_>, value: ValueId) -> Option<HeapBytes> {
        match self.fact(viewed_buffer(m, value)) {
            Some(Fact::Bytes(bytes, padded)) => Some(HeapBytes { bytes, padded }),
            _ => sizes.bytes_of(value),
        }
    }

    /// Takes a branch on a value. This is kept only if the value is used again.
    fn assume(&mut self, m: &Module, value: ValueId, taken: bool) {
        if constant_int(m, value).is_none() && m.uses(value).nth(1).is_some() {
            self.set(value, Some(Fact::Flag(taken)));
        }
    }

    /// Gives targets the values of sources.
    fn bind(
        &mut self,
        m: &Module,
        sizes: &mut Sizes<'_>,
        sources: &[ValueId],
        targets: &[ValueId],
    ) {
        let pairs = || sources.iter().zip(targets);
        let facts: SmallVec<[Option<Fact>; 8]> = pairs()
            .map(|(&source, &target)| {
                if is_flag(m, target) {
                    return self.flag(m, source).map(Fact::Flag);
                }
                let bytes = if m.is_memref(target) {
                    self.bytes_of(m, sizes, source)
                } else {
                    None
                };
                let is_new = bytes.is_some() && bytes != sizes.bytes_of(target);
                let bytes = bytes.filter(|_| is_new);
                bytes.map(|bytes| Fact::Bytes(bytes.bytes, bytes.padded))
            })
            .collect();
        for ((_, &target), fact) in pairs().zip(facts) {
            self.set(target, fact);
        }
    }

    fn forget(&mut self, values: &[ValueId]) {
        for &value in values {
            self.set(value, None);
        }
    }

    /// Computes the results of an operation that are known.
    fn compute(&mut self, m: &Module, op: OpId) {
        let operands = m.operands(op);
        let of = |at: usize| operands.get(at).and_then(|&value| self.flag(m, value));
        let (a, b) = (of(0), of(1));
        let flag = if is_select_like(m, op) {
            match (a, b, of(2)) {
                (Some(true), then, _) => then,
                (Some(false), _, other) => other,
                (None, then, other) => then.filter(|_| then == other),
            }
        } else if m.is_int_op(op, IntOp::And) {
            match (a, b) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => a.zip(b).map(|(a, b)| a && b),
            }
        } else if m.is_int_op(op, IntOp::Or) {
            match (a, b) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (a, b) => a.zip(b).map(|(a, b)| a || b),
            }
        } else if m.is_int_op(op, IntOp::Xor) {
            a.zip(b).map(|(a, b)| a != b)
        } else {
            None
        };
        for result in m.results(op) {
            let flag = flag.filter(|_| is_flag(m, result));
            self.set(result, flag.map(Fact::Flag));
        }
    }

    /// A path that stands for two.
    fn hull(&self, other: &Self) -> Self {
        let facts = self.facts.iter().copied();
        Self {
            facts: facts.filter(|fact| other.facts.contains(fact)).collect(),
            load: self.load.or(other.load),
            top: self.top.min(other.top),
        }
    }

    /// Whether one of these paths stands for this one, too.
    fn is_in(&self, list: &[Self]) -> bool {
        list.iter().any(|other| {
            other.facts.iter().all(|fact| self.facts.contains(fact))
                && self.load.is_within(other.load)
                && other.top.fits(self.top)
        })
    }
}

/// Adds paths to those that a point has seen. Returns the new ones.
fn add_new(seen: &mut Vec<Path>, paths: Vec<Path>) -> Vec<Path> {
    let mut new = Vec::new();
    for path in paths {
        if !path.is_in(seen) {
            seen.push(path.clone());
            new.push(path);
        }
    }
    new
}

/// Joins paths with the same facts, and all paths if there are too many.
fn reduce(paths: &mut Vec<Path>) {
    paths.sort_stable_by(|a, b| a.facts.cmp(&b.facts));
    paths.dedup_by(|later, first| {
        let is_same = later.facts == first.facts;
        if is_same {
            *first = first.hull(later);
        }
        is_same
    });
    if paths.len() > MAX_PATHS {
        let all = paths.drain(..).reduce(|all, next| all.hull(&next));
        paths.extend(all);
    }
}

/// Whether a value is of type `i1`.
fn is_flag(m: &Module, value: ValueId) -> bool {
    matches!(m.value_type_kind(value), TypeKind::Integer { width: 1, .. })
}
