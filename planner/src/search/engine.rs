//! The search tree at a fixed capacity.
//!
//! A node is a part of the instance: a range of sections whose unplaced items clash with those of
//! no other part. One of the sections with the lowest floor is chosen. The children of the node
//! place one of the items that may lie at that floor, or declare that none of them does (*waste*).
//! If a placement cuts the part in two, the pieces are solved one after the other, and the first
//! one that fails undoes the placement. The stack is explicit, because a path may be as long as
//! there are items.
//!
//! Completeness: the floor of the chosen section is at most every least offset in the part, so
//! items that are placed later lie above those placed now. A completion can be pushed down until
//! each item is at 0 or rests on another one. An item that lies at the floor then rests on a placed
//! item, and one that does not rests on an item that is not yet placed. Everything that a waste
//! child excludes has been refuted by its elder siblings, so it follows from the placed items, and
//! the completions of a state depend only on the unplaced items and their least offsets.

use std::sync::Arc;

use memplan_support::Sort;

use super::phase::{Follow, Phase};
use super::problem::Problem;
use super::rules::{Run, SectionRule};
use super::state::State;
use super::table::{StateKey, Table};
use super::techniques::Techniques;
use super::unit::{BLOCK, CHUNK, Unit};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// Everything is placed.
    Solved,
    /// There is no plan within the capacity.
    Refuted,
    /// The node limit or the interrupt stopped the run first.
    Stopped,
}

#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The sections of the part.
    first: u32,
    end: u32,
    /// The trail and the stacks as they were when the node was entered.
    mark: usize,
    first_candidate: u32,
    n_candidates: u32,
    next_candidate: u32,
    /// The number of candidates at the front that are followed; the others are sorted when these have failed.
    n_followed: u32,
    first_part: u32,
    next_part: u32,
    n_parts: u32,
    section: u32,
    /// Whether the waste child has not been tried yet.
    may_waste: bool,
    key: Option<StateKey>,
}

enum Entered {
    /// Nothing is left to place.
    Done,
    /// Some child has to be tried.
    Open,
    /// There is no completion.
    Failed,
}

/// Searches one problem repeatedly.
#[derive(Debug)]
pub(super) struct Engine<T> {
    pub(super) problem: Arc<Problem<T>>,
    techniques: Techniques,
    pub(super) state: State<T>,
    pub(super) table: Table,
    frames: Vec<Frame>,
    pub(super) candidates: Vec<u32>,
    parts: Vec<(u32, u32)>,
    /// Nodes of all runs.
    pub(super) nodes: u64,
    pub(super) run: Run,
    /// The capacity of this run in bytes.
    capacity: u64,
    /// Whether the next step descends into a part rather than to the next child.
    descends: bool,
    at_floor: Vec<u32>,
    /// The deepest state of all finished runs, and of the current one.
    pub(super) phase: Phase<T>,
    deepest: Phase<T>,
    /// The offset at which each item is preferred, or infinite; empty if there is none.
    followed: Vec<T>,
    n_children: Vec<T>,
    scored: Vec<(f32, u32, u32)>,
}

/// How often a run polls whether to stop, in nodes.
const NODES_PER_CHECK: u64 = 128;

impl<T: Unit> Engine<T> {
    pub(super) fn new(problem: Arc<Problem<T>>, techniques: Techniques) -> Self {
        let mut state = State::new(&problem);
        state.jumps = techniques.waste_jump;
        state.in_order = techniques.baseline.is_none();
        Self {
            techniques,
            state,
            table: Table::new(techniques.table_entries),
            frames: Vec::new(),
            candidates: Vec::new(),
            parts: Vec::new(),
            nodes: 0,
            run: Run::default(),
            capacity: 0,
            descends: false,
            at_floor: Vec::new(),
            phase: Phase::new(problem.n),
            deepest: Phase::new(problem.n),
            followed: Vec::new(),
            n_children: vec![T::ZERO; problem.n_sections],
            scored: Vec::new(),
            problem,
        }
    }

    /// The offsets of the last solved run, by item of the problem.
    pub(super) fn offsets(&self) -> &[T] {
        &self.state.offset
    }

    /// Halves the weights that earlier runs have given to sections, or resets them if `forget` is set.
    pub(super) fn fade(&mut self, forget: bool) {
        let keep = if forget { 0.0 } else { 0.5 };
        for weight in &mut self.state.weight {
            *weight = keep * *weight + (1.0 - keep);
        }
    }

    /// Saves the deepest state of the last run, and makes the next run prefer what `run` follows: the state of `other`
    /// if there is one, or a plan, given the latest offsets of the next run.
    pub(super) fn follow(
        &mut self,
        run: &Run,
        other: Option<&Phase<T>>,
        plan: &[T],
        latest: &[Option<T>],
        scale: u64,
    ) {
        self.phase.improve(&mut self.deepest);
        self.followed.clear();
        let height = |percent| T::from_u64((scale.saturating_mul(percent) / 100).max(1));
        match run.follow {
            Follow::Nothing => {}
            Follow::Below(percent) => {
                let phase = other.unwrap_or(&self.phase);
                phase.below(height(percent), &mut self.followed);
            }
            Follow::PlanExceptAround { cut, reach } => {
                self.follow_plan(plan, latest, height(cut), reach);
            }
        }
    }

    /// See [`Follow::PlanExceptAround`]. `O(sum of the sections of all items)`.
    fn follow_plan(&mut self, plan: &[T], latest: &[Option<T>], cut: T, reach: u64) {
        let problem = &self.problem;
        let n_sections = problem.n_sections;
        let reach = n_sections * reach as usize / 100;
        let hull = |item: usize| {
            let (first, end) = problem.hull[item];
            (first as usize, end as usize)
        };
        let is_too_high = |item: usize| latest[item].is_none_or(|latest| latest < plan[item]);
        let mut is_near = vec![false; n_sections];
        for (first, end) in (0..plan.len()).filter(|&item| is_too_high(item)).map(hull) {
            is_near[first.saturating_sub(reach)..(end + reach).min(n_sections)].fill(true);
        }
        self.followed.extend((0..plan.len()).map(|item| {
            let (first, end) = hull(item);
            let is_around = cut <= plan[item] && is_near[first..end].contains(&true);
            if is_too_high(item) || is_around {
                T::INFINITE
            } else {
                plan[item]
            }
        }));
    }

    /// Begins a run: a search for a plan of at most `capacity` bytes, `scale` units, in which items lie
    /// no higher than `latest`. `Refuted` if something does not fit at the start.
    pub(super) fn begin(
        &mut self,
        run: Run,
        latest: &[Option<T>],
        capacity: u64,
        scale: u64,
    ) -> Option<RunEnd> {
        self.frames.clear();
        self.candidates.clear();
        self.parts.clear();
        self.capacity = capacity;
        self.run = run;
        self.descends = true;
        if !self.state.reset(&self.problem, latest, scale) {
            return Some(RunEnd::Refuted);
        }
        self.split(0, self.problem.n_sections);
        // The root is a node whose only child, which places nothing, has already been created.
        self.frames.push(Frame {
            n_parts: self.parts.len() as u32,
            end: self.problem.n_sections as u32,
            ..Frame::default()
        });
        None
    }

    /// Continues the run for up to `node_limit` nodes, or until `stop` returns `true`.
    pub(super) fn resume(&mut self, node_limit: u64, stop: &dyn Fn() -> bool) -> RunEnd {
        let last_node = self.nodes.saturating_add(node_limit);
        let mut check_at = self.nodes + NODES_PER_CHECK;
        while let Some(frame) = self.frames.last_mut() {
            if !self.descends {
                self.descends = self.next_child();
                if !self.descends {
                    self.fail_top();
                }
                continue;
            }
            if frame.next_part == frame.n_parts {
                // All parts and thus the node are solved; its placements stay.
                self.candidates.truncate(frame.first_candidate as usize);
                self.parts.truncate(frame.first_part as usize);
                self.frames.pop();
                continue;
            }
            if last_node <= self.nodes {
                return RunEnd::Stopped;
            }
            if check_at <= self.nodes {
                check_at += NODES_PER_CHECK;
                if stop() || self.techniques.max_trail_bytes < self.state.trail_bytes() {
                    return RunEnd::Stopped;
                }
            }
            let (first, end) = self.parts[(frame.first_part + frame.next_part) as usize];
            frame.next_part += 1;
            self.nodes += 1;
            if self.techniques.phases {
                self.deepest.record(&self.state);
            }
            match self.enter(first, end) {
                Entered::Done => {}
                Entered::Open | Entered::Failed => self.descends = false,
            }
        }
        if self.descends {
            RunEnd::Solved
        } else {
            RunEnd::Refuted
        }
    }

    /// Removes the top node, all of whose children have failed, and records it as refuted.
    fn fail_top(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.candidates.truncate(frame.first_candidate as usize);
            self.parts.truncate(frame.first_part as usize);
            if let Some(key) = frame.key {
                self.table.refute(key, self.capacity);
            }
        }
    }

    /// Undoes the last child of the top node and makes the next one. False if there is none.
    fn next_child(&mut self) -> bool {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return false;
            };
            self.state.undo_to(&self.problem, frame.mark);
            self.parts.truncate(frame.first_part as usize);
            let end = (frame.first_candidate + frame.n_candidates) as usize;
            self.candidates.truncate(end);
            if let Some(rules) = self.techniques.baseline
                && rules.hatless
                && 0 < frame.next_candidate
                && frame.next_candidate < frame.n_candidates
            {
                let tried =
                    self.candidates[(frame.first_candidate + frame.next_candidate - 1) as usize];
                if self.is_hatless(tried as usize) {
                    return false;
                }
            }
            self.order_rest();
            let Some(frame) = self.frames.last_mut() else {
                return false;
            };
            if frame.next_candidate < frame.n_candidates {
                let item = self.candidates[(frame.first_candidate + frame.next_candidate) as usize];
                frame.next_candidate += 1;
                let (first, end) = (frame.first as usize, frame.end as usize);
                if self
                    .state
                    .place::<false>(&self.problem, item as usize)
                    .is_none()
                {
                    continue;
                }
                if self.techniques.decomposition && self.is_cut(item as usize) {
                    self.split(first, end);
                } else {
                    self.parts.push((first as u32, end as u32));
                }
            } else if frame.may_waste {
                frame.may_waste = false;
                let section = frame.section as usize;
                let part = (frame.first, frame.end);
                self.find_at_floor(section);
                if !self.state.waste(&self.problem, section, &self.at_floor) {
                    continue;
                }
                self.parts.push(part);
            } else {
                return false;
            }
            let n_parts = self.parts.len() as u32;
            if let Some(frame) = self.frames.last_mut() {
                frame.next_part = 0;
                frame.n_parts = n_parts - frame.first_part;
            }
            return true;
        }
    }

    /// Orders the candidates of the top node that are not followed, once those that are have failed.
    fn order_rest(&mut self) {
        let Some(&Frame {
            first_candidate,
            next_candidate,
            n_followed,
            ..
        }) = self.frames.last()
        else {
            return;
        };
        if n_followed == 0 || next_candidate < n_followed {
            return;
        }
        self.order_candidates((first_candidate + n_followed) as usize);
        let n_candidates = self.candidates.len() as u32 - first_candidate;
        if let Some(frame) = self.frames.last_mut() {
            frame.n_followed = 0;
            frame.n_candidates = n_candidates;
        }
    }

    /// Whether placing an item may have cut its part in two.
    fn is_cut(&self, item: usize) -> bool {
        let (first, end) = self.problem.hull[item];
        let (first, end) = (first as usize, end as usize);
        self.state.crossing[first..end - 1].contains(&T::ZERO)
            || self.state.count[first..end].contains(&T::ZERO)
            || self.problem.gaps.is_some()
    }

    /// Adds the parts of a range of sections: what remains is cut where no unplaced hull crosses. The
    /// part with the smallest largest clique comes first, since its failure is cheap.
    fn split(&mut self, first: usize, end: usize) {
        let begin = self.parts.len();
        let mut section = first;
        while section < end {
            let start = section;
            while section + 1 < end && self.state.crossing[section] != T::ZERO {
                section += 1;
            }
            section += 1;
            if self.state.count[start..section]
                .iter()
                .any(|&n| n != T::ZERO)
            {
                self.parts.push((start as u32, section as u32));
            }
        }
        let count = &self.state.count;
        if begin + 1 < self.parts.len() {
            self.parts[begin..].sort_stable_by_key(|&(first, end)| {
                count[first as usize..end as usize].iter().copied().max()
            });
        }
    }

    /// Enters a node: finds its children, and pushes a frame if there may be any.
    fn enter(&mut self, first: u32, end: u32) -> Entered {
        let (begin, last) = (first as usize, end as usize);
        let lowest = self.state.floor[begin..last].iter().copied().min();
        let lowest = lowest.unwrap_or(T::INFINITE);
        if lowest == T::INFINITE {
            return Entered::Done;
        }
        if let Some(rules) = self.techniques.baseline {
            let first_candidate = self.candidates.len();
            let mark = self.state.mark();
            if !self.baseline_candidates(rules, begin, last) {
                return Entered::Failed;
            }
            self.frames.push(Frame {
                first,
                end,
                mark,
                first_candidate: first_candidate as u32,
                n_candidates: (self.candidates.len() - first_candidate) as u32,
                first_part: self.parts.len() as u32,
                ..Frame::default()
            });
            return Entered::Open;
        }
        let key = if self.techniques.table {
            let key = self.key(begin, last);
            if self.table.is_refuted(key, self.capacity) {
                return Entered::Failed;
            }
            Some(key)
        } else {
            None
        };
        let first_candidate = self.candidates.len();
        let mark = self.state.mark();
        let (section, may_waste) = self.choose(begin, last, lowest);
        let n_followed = self.followed_first(first_candidate);
        if n_followed == 0 {
            self.order_candidates(first_candidate);
        }
        let n_candidates = (self.candidates.len() - first_candidate) as u32;
        self.frames.push(Frame {
            first,
            end,
            mark,
            first_candidate: first_candidate as u32,
            n_candidates,
            next_candidate: 0,
            n_followed: n_followed as u32,
            first_part: self.parts.len() as u32,
            next_part: 0,
            n_parts: 0,
            section: section as u32,
            may_waste,
            key,
        });
        Entered::Open
    }

    /// Offset and rank of the item whose placement created the current part; `None` at the root.
    pub(super) fn last_placed(&self) -> Option<(T, u32)> {
        let frame = self.frames.last()?;
        let placed = frame.next_candidate.checked_sub(1)?;
        let item = self.candidates[(frame.first_candidate + placed) as usize] as usize;
        Some((self.state.offset[item], self.run.rank[item]))
    }

    /// The key of a part in its present state.
    fn key(&self, first: usize, end: usize) -> StateKey {
        let begin = self.problem.n_before[first] as usize;
        let last = self.problem.n_before[end] as usize;
        let range = begin / BLOCK..last.div_ceil(BLOCK);
        let first_block = range.start;
        let blocks = &self.state.least.as_chunks::<BLOCK>().0[range.clone()];
        let (mut low, mut high) = (0_u128, 0_u128);
        for (index, (block, keys)) in blocks
            .iter()
            .zip(&self.problem.hash_keys[range])
            .enumerate()
        {
            let base = (first_block + index) * BLOCK;
            let hashed = if begin <= base && base + BLOCK <= last {
                T::hash_block(block, keys)
            } else {
                // The block also holds items of neighbouring parts, which must not affect the hash.
                let mut own = *block;
                for (lane, value) in own.iter_mut().enumerate() {
                    if !(begin..last).contains(&(base + lane)) {
                        *value = T::INFINITE;
                    }
                }
                T::hash_block(&own, keys)
            };
            low = low.wrapping_add(hashed.0);
            high = high.wrapping_add(hashed.1);
        }
        [fold(low), fold(high)]
    }

    /// Collects the unplaced items that are at the floor of a section.
    fn find_at_floor(&mut self, section: usize) {
        let floor = self.state.floor[section];
        self.at_floor.clear();
        if let Some(gaps) = &self.problem.gaps {
            let members = gaps.members(section).iter().copied();
            self.at_floor
                .extend(members.filter(|&item| self.state.least[item as usize] == floor));
            return;
        }
        let at = T::from_u64(section as u64);
        for item in self.problem.near(section, section + 1) {
            if self.state.least[item] == floor && at < self.problem.end[item] {
                self.at_floor.push(item as u32);
            }
        }
    }

    /// Whether an item at its least offset rests on something, or on the ground.
    fn is_supported(&self, item: usize) -> bool {
        let at = self.state.least[item];
        if at == T::ZERO || !self.techniques.support {
            return true;
        }
        self.problem.runs(item).iter().any(|&(first, end)| {
            let tops = &self.state.top[first as usize..end as usize];
            if self.problem.align.is_empty() {
                tops.contains(&at)
            } else {
                tops.iter()
                    .any(|&top| self.problem.align_up(item, top) == at)
            }
        })
    }

    /// Chooses the section to cover, and puts its candidates on the stack. Also returns whether it
    /// is possible that none of them lies there.
    fn choose(&mut self, first: usize, end: usize, lowest: T) -> (usize, bool) {
        self.n_children[first..end].fill(T::ZERO);
        self.at_floor.clear();
        let least = self.state.least.as_chunks::<CHUNK>().0;
        let range = self.problem.n_before[first] as usize..self.problem.n_before[end] as usize;
        for chunk in range.start / CHUNK..range.end.div_ceil(CHUNK) {
            let mut any = T::ZERO;
            for &least in &least[chunk] {
                any = any | T::mask(least == lowest);
            }
            if any == T::ZERO {
                continue;
            }
            for (lane, &least) in least[chunk].iter().enumerate() {
                let item = chunk * CHUNK + lane;
                if least == lowest && range.contains(&item) {
                    self.at_floor.push(item as u32);
                }
            }
        }
        for index in 0..self.at_floor.len() {
            let item = self.at_floor[index] as usize;
            if self.problem.pin(item).is_some() {
                self.candidates.push(item as u32);
                return (self.problem.hull[item].0 as usize, false);
            }
            if !self.is_candidate(item) {
                continue;
            }
            for &(first, end) in self.problem.runs(item) {
                let range = first as usize..end as usize;
                self.n_children[range.clone()]
                    .iter_mut()
                    .for_each(|n| *n += T::ONE);
            }
        }
        let section = self.best_section(self.run.section_rule, first, end, lowest);
        for index in 0..self.at_floor.len() {
            let item = self.at_floor[index];
            let is_here = self
                .problem
                .runs(item as usize)
                .iter()
                .any(|&(first, end)| (first as usize..end as usize).contains(&section));
            if is_here && self.is_candidate(item as usize) {
                self.candidates.push(item);
            }
        }
        (section, self.state.slack(section) != T::ZERO)
    }

    /// Whether an item at the lowest floor is worth a child.
    fn is_candidate(&self, item: usize) -> bool {
        let twin_waits = self.techniques.twins
            && self.problem.is_twin[item]
            && self.state.least[item - 1] != T::INFINITE;
        !twin_waits && self.is_supported(item)
    }

    fn best_section(&self, rule: SectionRule, first: usize, end: usize, lowest: T) -> usize {
        let mut best = first;
        let mut best_score = (f32::INFINITY, f32::INFINITY);
        for section in first..end {
            if self.state.floor[section] != lowest {
                continue;
            }
            let slack = self.state.slack(section).to_u64() as f32;
            let n = self.n_children[section].to_u64() as f32;
            let children = if slack == 0.0 { n } else { n + 0.5 };
            let score = match rule {
                SectionRule::FewestCandidates => (children, 0.0),
                SectionRule::FewestThenSlack => (n, slack),
                SectionRule::FewestByWeight => (children / self.state.weight[section], 0.0),
                SectionRule::Weight => (-self.state.weight[section], 0.0),
            };
            if score < best_score {
                (best, best_score) = (section, score);
            }
        }
        best
    }

    /// Moves the followed candidates to the front, by rank, and returns their number. The others are evaluated only
    /// when these have failed.
    fn followed_first(&mut self, begin: usize) -> usize {
        if self.followed.is_empty() {
            return 0;
        }
        let mut n_followed = 0;
        for index in begin..self.candidates.len() {
            let item = self.candidates[index] as usize;
            if self.followed[item] == self.state.least[item] {
                self.candidates.swap(begin + n_followed, index);
                n_followed += 1;
            }
        }
        let rank = &self.run.rank;
        self.candidates[begin..begin + n_followed].sort_stable_by_key(|&item| rank[item as usize]);
        n_followed
    }

    /// Orders the candidates on top of the stack: those that make room least scarce come first.
    /// Candidates that leave too little room are dropped.
    fn order_candidates(&mut self, begin: usize) {
        let n = self.candidates.len() - begin;
        if n < 2 {
            return;
        }
        self.scored.clear();
        for index in begin..self.candidates.len() {
            let item = self.candidates[index];
            let mut score = 0.0;
            if self.techniques.look_ahead {
                let mark = self.state.mark();
                let delta = self.state.place::<true>(&self.problem, item as usize);
                self.state.undo_to(&self.problem, mark);
                match delta {
                    None => continue,
                    Some(delta) => score = delta,
                }
                if let Some(factor) = self.run.factor.get(item as usize) {
                    score *= factor;
                }
            }
            self.scored
                .push((score, self.run.rank[item as usize], item));
        }
        self.scored
            .sort_stable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.candidates.truncate(begin);
        self.candidates
            .extend(self.scored.iter().map(|&(_, _, item)| item));
    }
}

/// 64 well mixed bits of 128.
fn fold(hash: u128) -> u64 {
    let low = (hash as u64) ^ 0x9e37_79b9_7f4a_7c15;
    let high = (hash >> 64) as u64 ^ 0xd1b5_4a32_d192_ed03;
    let mixed =
        u128::from(low.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ (low >> 32)) * u128::from(high | 1);
    (mixed as u64) ^ (mixed >> 64) as u64 ^ low.rotate_left(32)
}
