//! Branch and bound for the lowest peak of a trace with in-place hints.
//!
//! With hints, whether two buffers may share bytes no longer follows from their lifetimes, so the
//! search of [`crate::search`] does not apply. This one works on the conflicts of pairs. A pair with a
//! `free` hint has none. A pair with a `zero-offset` hint either has one offset or conflicts like any
//! other pair: first it is treated as if it had no conflict, and where the resulting plan violates
//! the hint the search branches into *together* (one offset for both) and *apart* (a conflict).
//!
//! Within such a branch, buffers with one offset form a *body*. Bodies have flat bottoms, so that of
//! two that conflict one lies above the other by a known distance, and some best plan has each body at
//! offset 0 or as low as those below it allow. So bodies are placed by ascending offset, each at the
//! only offset that is left: a plan is a sequence of bodies.
//!
//! Pruning: the load of each section above the placed bodies; the end of each body at its lowest
//! offset; and no body is placed above a hole into which another one fits (after Moffitt,
//! MiniMalloc, ASPLOS 2023). A node costs `O(n + s)` for `n` buffers and `s` sections. Gaps that
//! keep some bytes count as filled, so that nothing is proved about traces that have them.

use std::collections::BTreeMap;

use memplan_support::Sort;

use super::Parameters;
use crate::problem::load::without_takeovers;
use crate::problem::units::{align_up, common_alignment};
use crate::{
    BufferId, Bytes, InPlaceKind, LifetimeTrace, PlanError, PlanOptions, StopReason, Units,
    WorkMeter,
};

/// The result of the search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The offsets of all buffers in a plan below the limit that was given, and its peak.
    pub(crate) best: Option<(Vec<Bytes>, u64)>,
    /// Why the search ended early; `None` if it has tried everything.
    pub(crate) stopped: Option<StopReason>,
}

/// Searches for the lowest plan of at most `limit` bytes, and stops at any plan of at most `enough`
/// bytes. `max_nodes` bounds the work besides the limits of `meter`.
///
/// If the result has neither a plan nor a reason to stop, no such plan exists, provided that no gap
/// of the trace keeps bytes.
pub(crate) fn search(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    meter: &mut WorkMeter<'_>,
    limit: u64,
    enough: u64,
    max_nodes: u64,
) -> Found {
    let mut outcome = Found {
        best: None,
        stopped: None,
    };
    let Some(problem) = Problem::new(trace, options) else {
        outcome.stopped = Some(StopReason::Budget);
        return outcome;
    };
    let mut limit = Some(limit);
    let mut nodes_left = max_nodes;
    let mut open: Vec<Vec<Decision>> = vec![Vec::new()];
    while let Some(decisions) = open.pop() {
        let Some(bodies) = Bodies::new(&problem, &decisions) else {
            continue;
        };
        let mut descent = Descent::new(&problem, &bodies, meter, limit, enough, nodes_left);
        let end = descent.run();
        (limit, nodes_left) = (descent.limit, descent.nodes_left);
        if let Some((offsets, peak)) = descent.best.take() {
            outcome.best = Some((offsets, peak));
        }
        match end {
            End::Exhausted => {}
            End::Enough => break,
            End::Stopped(reason) => {
                outcome.stopped = Some(reason);
                break;
            }
            End::Violated(pair) => {
                // `open` is a stack: the last decision is tried first.
                for is_together in [false, true] {
                    let mut more = decisions.clone();
                    more.push(Decision { pair, is_together });
                    open.push(more);
                }
            }
        }
    }
    outcome
}

/// The relation of two buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// They never share a tick, or a hint lets them share any bytes.
    Free,
    /// They may share bytes only if they have one offset.
    SameOffset,
    /// They may not share bytes.
    Conflict,
}

/// What is decided about a pair that may have one offset.
#[derive(Clone, Copy, Debug)]
struct Decision {
    pair: (usize, usize),
    is_together: bool,
}

/// The trace as pairs of buffers.
struct Problem {
    /// The buffers that need bytes; all other vectors are indexed like this one.
    ids: Vec<BufferId>,
    n_buffers: usize,
    size: Vec<u64>,
    align: Vec<u64>,
    pin: Vec<Option<u64>>,
    relations: Vec<Relation>,
    /// The pairs that may have one offset, the lower index first.
    same_offset: Vec<(usize, usize)>,
    /// Sets of buffers of which no two may share bytes.
    sections: Vec<Vec<usize>>,
    pinned_elsewhere: Vec<(BufferId, u64)>,
    /// The peak is at least this: buffers that are never live need their bytes too.
    floor: u64,
}

impl Problem {
    /// `None` where there are too many buffers, or alignments without a common multiple.
    fn new(trace: &LifetimeTrace, options: &PlanOptions) -> Option<Self> {
        let is_live = |id: &BufferId| trace[*id].pieces().next().is_some();
        let ids: Vec<BufferId> = trace.ids().filter(is_live).collect();
        if Parameters::DEFAULT.most_buffers < ids.len() {
            return None;
        }
        let mut align = Vec::with_capacity(ids.len());
        for &id in &ids {
            let asked = match trace[id].pinned {
                Some(_) => 1,
                None => options.alignment.0,
            };
            align.push(common_alignment(asked, trace[id].align.0)?);
        }
        let kinds = hint_kinds(trace);
        let mut problem = Self {
            n_buffers: trace.len(),
            size: ids.iter().map(|&id| trace[id].size.0).collect(),
            align,
            pin: ids.iter().map(|&id| Some(trace[id].pinned?.0)).collect(),
            relations: vec![Relation::Free; ids.len() * ids.len()],
            same_offset: Vec::new(),
            sections: sections(trace, &ids),
            pinned_elsewhere: Vec::new(),
            floor: 0,
            ids,
        };
        for id in trace.ids().filter(|id| !is_live(id)) {
            let offset = trace[id].pinned.unwrap_or_default().0;
            problem.pinned_elsewhere.push((id, offset));
            if trace[id].size != Bytes(0) {
                problem.floor = problem.floor.max(offset + trace[id].size.0);
            }
        }
        for j in 0..problem.ids.len() {
            for i in 0..j {
                let (p, q) = (problem.ids[i], problem.ids[j]);
                if !share_a_tick(trace, p, q) {
                    continue;
                }
                let relation = match kinds.get(&(p, q)) {
                    None => Relation::Conflict,
                    Some(InPlaceKind::Free) => Relation::Free,
                    Some(InPlaceKind::ZeroOffset) => Relation::SameOffset,
                };
                if relation == Relation::SameOffset {
                    problem.same_offset.push((i, j));
                }
                let n = problem.ids.len();
                problem.relations[i * n + j] = relation;
                problem.relations[j * n + i] = relation;
            }
        }
        Some(problem)
    }

    fn relation(&self, i: usize, j: usize) -> Relation {
        self.relations[i * self.ids.len() + j]
    }
}

/// The kind of the hints that apply to each pair of buffers, the lower one first.
fn hint_kinds(trace: &LifetimeTrace) -> BTreeMap<(BufferId, BufferId), InPlaceKind> {
    let mut kinds: BTreeMap<(BufferId, BufferId), InPlaceKind> = BTreeMap::new();
    for hint in trace.in_place() {
        if trace[hint.other].live.begin() <= trace[hint.buffer].live.begin() {
            let pair = (hint.buffer.min(hint.other), hint.buffer.max(hint.other));
            let kind = kinds.entry(pair).or_insert(hint.kind);
            if hint.kind == InPlaceKind::Free {
                *kind = InPlaceKind::Free;
            }
        }
    }
    kinds
}

/// Whether two buffers are both live at some tick.
fn share_a_tick(trace: &LifetimeTrace, p: BufferId, q: BufferId) -> bool {
    let of_q = || trace[q].pieces();
    trace[p]
        .pieces()
        .any(|a| of_q().any(|b| a.ticks.overlaps(b.ticks)))
}

/// The sections of the trace in which every takeover ends the earlier buffer: the buffers of one
/// section may not share bytes, whatever the hints.
fn sections(trace: &LifetimeTrace, ids: &[BufferId]) -> Vec<Vec<usize>> {
    let relaxed = without_takeovers(trace);
    let reduced = relaxed.sections();
    let mut sections = vec![Vec::new(); reduced.n_sections() as usize];
    for (index, &id) in ids.iter().enumerate() {
        let mut last = None;
        for &(first, end) in reduced.runs(id) {
            for section in first..end {
                if last.is_none_or(|last| last < section) {
                    sections[section as usize].push(index);
                    last = Some(section);
                }
            }
        }
    }
    sections
}

/// The members of each body, and the body of each item.
fn joined(n_items: usize, decisions: &[Decision]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut roots: Vec<usize> = (0..n_items).collect();
    for decision in decisions.iter().filter(|decision| decision.is_together) {
        let (i, j) = decision.pair;
        let (from, to) = (roots[i].max(roots[j]), roots[i].min(roots[j]));
        for root in roots.iter_mut().filter(|root| **root == from) {
            *root = to;
        }
    }
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut body_of = vec![0; n_items];
    let mut body_of_root = BTreeMap::new();
    for (item, root) in roots.into_iter().enumerate() {
        let body = *body_of_root.entry(root).or_insert_with(|| {
            members.push(Vec::new());
            members.len() - 1
        });
        members[body].push(item);
        body_of[item] = body;
    }
    (members, body_of)
}

/// Buffers that have one offset by decision, as one.
struct Bodies {
    members: Vec<Vec<usize>>,
    height: Vec<u64>,
    align: Vec<u64>,
    pin: Vec<Option<u64>>,
    /// The distance of a body `q` above `p` from it, at index `p * n + q`; 0 if they do not
    /// conflict.
    distance: Vec<u64>,
    /// Bodies of each section with the size of their member there.
    sections: Vec<Vec<(usize, u64)>>,
    /// Pairs of bodies that must have one offset or not share bytes, with the buffers.
    undecided: Vec<(usize, usize)>,
    body_of: Vec<usize>,
}

impl Bodies {
    /// `None` where the decisions contradict each other.
    fn new(problem: &Problem, decisions: &[Decision]) -> Option<Self> {
        let n_items = problem.ids.len();
        let (members, body_of) = joined(n_items, decisions);
        let n = members.len();
        let mut bodies = Self {
            height: vec![0; n],
            align: vec![1; n],
            pin: vec![None; n],
            distance: vec![0; n * n],
            sections: Vec::new(),
            undecided: Vec::new(),
            members,
            body_of,
        };
        for item in 0..n_items {
            let body = bodies.body_of[item];
            bodies.height[body] = bodies.height[body].max(problem.size[item]);
            bodies.align[body] = common_alignment(bodies.align[body], problem.align[item])?;
            match (bodies.pin[body], problem.pin[item]) {
                (Some(pin), Some(other)) if pin != other => return None,
                (pin, own) => bodies.pin[body] = pin.or(own),
            }
        }
        for body in 0..n {
            if let Some(pin) = bodies.pin[body]
                && !pin.is_multiple_of(bodies.align[body])
            {
                return None;
            }
        }
        let is_apart = |i: usize, j: usize| {
            let mut apart = decisions.iter().filter(|decision| !decision.is_together);
            apart.any(|decision| decision.pair == (i, j))
        };
        for j in 0..n_items {
            for i in 0..j {
                let is_conflict = match problem.relation(i, j) {
                    Relation::Free => false,
                    Relation::SameOffset => is_apart(i, j),
                    Relation::Conflict => true,
                };
                if is_conflict && !bodies.add_conflict(i, j, problem) {
                    return None;
                }
            }
        }
        let undecided = problem.same_offset.iter().copied();
        bodies.undecided = undecided
            .filter(|&(i, j)| !is_apart(i, j) && bodies.body_of[i] != bodies.body_of[j])
            .collect();
        let in_section = |section: &Vec<usize>| {
            let of = |&item: &usize| (bodies.body_of[item], problem.size[item]);
            section.iter().map(of).collect()
        };
        bodies.sections = problem.sections.iter().map(in_section).collect();
        Some(bodies)
    }

    /// Adds a conflict. Returns whether it leaves any plan.
    fn add_conflict(&mut self, i: usize, j: usize, problem: &Problem) -> bool {
        let (p, q, n) = (self.body_of[i], self.body_of[j], self.members.len());
        if p == q {
            return false;
        }
        let above = [(p, q, problem.size[i]), (q, p, problem.size[j])];
        for (lower, upper, size) in above {
            let distance = &mut self.distance[lower * n + upper];
            *distance = size.max(*distance);
        }
        true
    }
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Exhausted,
    Enough,
    Stopped(StopReason),
    /// A plan was found in which this pair shares bytes at different offsets.
    Violated((usize, usize)),
}

/// The search for plans of bodies.
struct Descent<'a, 'm, 'o> {
    problem: &'a Problem,
    bodies: &'a Bodies,
    meter: &'m mut WorkMeter<'o>,
    /// Only schedules up to this size are improvements; `None` once none can be.
    limit: Option<u64>,
    enough: u64,
    nodes_left: u64,
    best: Option<(Vec<Bytes>, u64)>,
    offset: Vec<Option<u64>>,
    /// The lowest offset of each body over those that are placed.
    least: Vec<u64>,
    /// The sections of each body, with its size there.
    of_body: Vec<Vec<(usize, u64)>>,
    /// For each section the highest end placed, and the bytes still to be placed.
    top: Vec<u64>,
    rest: Vec<u64>,
    n_left: usize,
}

impl<'a, 'm, 'o> Descent<'a, 'm, 'o> {
    fn new(
        problem: &'a Problem,
        bodies: &'a Bodies,
        meter: &'m mut WorkMeter<'o>,
        limit: Option<u64>,
        enough: u64,
        nodes_left: u64,
    ) -> Self {
        let n = bodies.members.len();
        let mut of_body = vec![Vec::new(); n];
        let mut rest = Vec::with_capacity(bodies.sections.len());
        for (section, bodies) in bodies.sections.iter().enumerate() {
            for &(body, size) in bodies {
                of_body[body].push((section, size));
            }
            rest.push(bodies.iter().map(|(_, size)| size).sum());
        }
        Self {
            problem,
            bodies,
            meter,
            limit,
            enough,
            nodes_left,
            best: None,
            offset: vec![None; n],
            least: vec![0; n],
            of_body,
            top: vec![0; bodies.sections.len()],
            rest,
            n_left: n,
        }
    }

    fn run(&mut self) -> End {
        match self.descend(0, 0) {
            Ok(()) => End::Exhausted,
            Err(end) => end,
        }
    }

    /// Places all bodies that are left at offsets from `last` on, those at `last` by ascending index
    /// from `first` on.
    fn descend(&mut self, last: u64, first: usize) -> Result<(), End> {
        self.enter()?;
        if self.n_left == 0 {
            return self.leaf();
        }
        if self.is_hopeless(last) {
            return Ok(());
        }
        let Some(hole) = self.lowest_end() else {
            return Ok(());
        };
        let mut candidates: Vec<(u64, usize)> = Vec::new();
        for body in 0..self.offset.len() {
            if self.offset[body].is_none()
                && let Some(at) = self.place_of(body)
                && (last, first) <= (at, body)
                && !hole.iter().any(|&(end, other)| other != body && end <= at)
            {
                candidates.push((at, body));
            }
        }
        candidates.sort_stable();
        for (at, body) in candidates {
            let (least, tops) = self.place(body, at);
            let result = self.descend(at, body);
            self.take_back(body, least, tops);
            result?;
            if self.is_hopeless(last) {
                return Ok(()); // the recursion has lowered the limit
            }
        }
        Ok(())
    }

    /// Counts a node.
    fn enter(&mut self) -> Result<(), End> {
        if self.nodes_left == 0 {
            return Err(End::Stopped(StopReason::Budget));
        }
        self.nodes_left -= 1;
        self.meter.spend(Units::ONE).map_err(|error| match error {
            PlanError::Stopped { reason, .. } => End::Stopped(reason),
            _ => End::Stopped(StopReason::WorkLimit),
        })
    }

    /// Accepts a plan, or returns why it is invalid.
    fn leaf(&mut self) -> Result<(), End> {
        let at = |body: usize| self.offset[body].unwrap_or_default();
        let ends = (0..self.offset.len()).map(|body| at(body) + self.bodies.height[body]);
        let peak = ends.fold(self.problem.floor, u64::max);
        if self.limit.is_none_or(|limit| limit < peak) {
            return Ok(());
        }
        let shares = |&(i, j): &(usize, usize)| {
            let (p, q) = (at(self.bodies.body_of[i]), at(self.bodies.body_of[j]));
            p != q && p < q + self.problem.size[j] && q < p + self.problem.size[i]
        };
        if let Some(&pair) = self.bodies.undecided.iter().find(|pair| shares(pair)) {
            return Err(End::Violated(pair));
        }
        let mut offsets = vec![Bytes(0); self.problem.n_buffers];
        for &(id, offset) in &self.problem.pinned_elsewhere {
            offsets[id.index()] = Bytes(offset);
        }
        for (item, id) in self.problem.ids.iter().enumerate() {
            offsets[id.index()] = Bytes(at(self.bodies.body_of[item]));
        }
        self.best = Some((offsets, peak));
        self.limit = peak.checked_sub(1);
        if peak <= self.enough {
            return Err(End::Enough);
        }
        Ok(())
    }

    /// Whether no plan from here on, with everything left at `last` or above, is within the limit.
    fn is_hopeless(&self, last: u64) -> bool {
        let Some(limit) = self.limit else {
            return true;
        };
        let is_high = |body: usize| {
            let lowest = align_up(self.least[body].max(last), self.bodies.align[body]);
            let end = lowest.and_then(|at| at.checked_add(self.bodies.height[body]));
            self.offset[body].is_none() && end.is_none_or(|end| limit < end)
        };
        let is_full = |section: usize| {
            let (top, rest) = (self.top[section].max(last), self.rest[section]);
            rest != 0 && top.checked_add(rest).is_none_or(|end| limit < end)
        };
        (0..self.offset.len()).any(is_high) || (0..self.top.len()).any(is_full)
    }

    /// The place of a body that comes next: the only offset at which it rests on something, or its
    /// pin.
    fn place_of(&self, body: usize) -> Option<u64> {
        match self.bodies.pin[body] {
            Some(pin) => (self.least[body] <= pin).then_some(pin),
            None => align_up(self.least[body], self.bodies.align[body]),
        }
    }

    /// The two lowest ends of bodies that are not placed, at their lowest offsets: what is placed
    /// above one of them leaves a hole that it fits into. `None` where a pin is out of reach.
    fn lowest_end(&self) -> Option<Vec<(u64, usize)>> {
        let mut ends: Vec<(u64, usize)> = Vec::with_capacity(3);
        for body in 0..self.offset.len() {
            if self.offset[body].is_some() {
                continue;
            }
            let at = self.place_of(body)?;
            if self.bodies.pin[body].is_none() {
                ends.push((at + self.bodies.height[body], body));
                ends.sort_stable();
                ends.truncate(2);
            }
        }
        Some(ends)
    }

    /// Places a body; returns what [`Self::take_back`] needs.
    fn place(&mut self, body: usize, at: u64) -> (Vec<u64>, Vec<u64>) {
        let n = self.offset.len();
        let least = self.least.clone();
        for (other, least) in self.least.iter_mut().enumerate() {
            let distance = self.bodies.distance[body * n + other];
            if distance != 0 {
                *least = (*least).max(at + distance);
            }
        }
        let mut tops = Vec::with_capacity(self.of_body[body].len());
        for &(section, size) in &self.of_body[body] {
            tops.push(self.top[section]);
            self.top[section] = self.top[section].max(at + size);
            self.rest[section] -= size;
        }
        self.offset[body] = Some(at);
        self.n_left -= 1;
        (least, tops)
    }

    fn take_back(&mut self, body: usize, least: Vec<u64>, tops: Vec<u64>) {
        self.least = least;
        for (&(section, size), top) in self.of_body[body].iter().zip(tops) {
            self.top[section] = top;
            self.rest[section] += size;
        }
        self.offset[body] = None;
        self.n_left += 1;
    }
}
