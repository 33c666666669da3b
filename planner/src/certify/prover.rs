//! The search that writes certificates: branch and bound by the rules of the checker.
//!
//! Like the exact search it splits at the lowest floor of a part, by the buffers of the section with the fewest
//! candidates, and solves parts separately as soon as nothing connects them. Sections where earlier runs failed are
//! preferred, and runs restart. A node computes the floors of its whole part instead of updating them, which is slower
//! and needs a tenth of the code.

use memplan_support::Sort;

use super::NoCertificate;
use crate::problem::units::{align_up, gcd};
use crate::reduce::Run;
use crate::{BufferId, LifetimeTrace, PlanError, StopReason, Units, WorkMeter};

/// The longest path of cases; a proof that needs more is given up.
pub(super) const MAX_DEPTH: usize = 1000;

/// Nodes of the first run. Later ones are longer by half.
const FIRST_RUN: u64 = 4000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Refuted,
    /// Everything in the part fits.
    Open,
    TooDeep,
    /// The run is over, or a limit of the caller was reached.
    Stopped(Option<StopReason>),
}

struct Section {
    /// Its number among the ticks at which items begin.
    label: u32,
    /// How often it was full.
    weight: f32,
    /// Of the items of the current part that are not placed: the least lower bound, the sum of rounded sizes, and
    /// by how much the rounding is too much for the topmost one.
    floor: u64,
    rest: u64,
    saved: u64,
    n_candidates: u32,
}

/// See the module documentation.
pub(super) struct Prover {
    ids: Vec<BufferId>,
    capacity: u64,
    unit: u64,
    size: Vec<u64>,
    align: Vec<u64>,
    pin: Vec<Option<u64>>,
    pinned: Vec<u32>,
    twin: Vec<Option<u32>>,
    runs: Vec<Vec<Run>>,
    conflicts: Vec<Vec<u32>>,
    sections: Vec<Section>,
    least: Vec<u64>,
    is_placed: Vec<bool>,
    trail: Vec<(u32, Option<u64>)>,
    steps: Vec<u32>,
    nodes: u64,
    last_node: u64,
}

impl Prover {
    pub(super) fn new(
        trace: &LifetimeTrace,
        ids: &[BufferId],
        align: Vec<u64>,
        capacity: u64,
    ) -> Self {
        let pin: Vec<Option<u64>> = ids.iter().map(|&id| Some(trace[id].pinned?.0)).collect();
        let bases = align
            .iter()
            .zip(&pin)
            .map(|(&align, pin)| pin.unwrap_or(align));
        let n = ids.len();
        let mut pinned: Vec<u32> = (0..n as u32)
            .filter(|&item| pin[item as usize].is_some())
            .collect();
        pinned.sort_stable_by_key(|&item| pin[item as usize]);
        let mut prover = Self {
            ids: ids.to_vec(),
            capacity,
            unit: bases.fold(0, gcd).max(1),
            size: ids.iter().map(|&id| trace[id].size.0).collect(),
            align,
            pin,
            pinned,
            twin: Vec::new(),
            runs: vec![Vec::new(); n],
            conflicts: vec![Vec::new(); n],
            sections: Vec::new(),
            least: vec![0; n],
            is_placed: vec![false; n],
            trail: Vec::new(),
            steps: Vec::new(),
            nodes: 0,
            last_node: 0,
        };
        prover.lay_out(trace);
        prover
    }

    /// Computes sections, conflicts and twins.
    fn lay_out(&mut self, trace: &LifetimeTrace) {
        let mut events = Vec::new();
        for (item, &id) in self.ids.iter().enumerate() {
            for piece in trace[id].pieces() {
                events.push((piece.ticks.begin(), 1, item as u32));
                events.push((piece.ticks.end(), 0, item as u32));
            }
        }
        events.sort_stable();
        let mut live: Vec<u32> = Vec::new();
        let (mut n_labels, mut last_birth, mut grows) = (0, None, false);
        for (tick, kind, item) in events {
            if kind == 0 {
                if std::mem::take(&mut grows) {
                    self.add_section(n_labels - 1);
                }
                live.retain(|&other| other != item);
                let first = self.runs[item as usize].pop().map_or(0, |run| run.0);
                self.runs[item as usize].push((first, self.sections.len() as u32));
                continue;
            }
            if last_birth != Some(tick) {
                (n_labels, last_birth) = (n_labels + 1, Some(tick));
            }
            grows = true;
            for &other in &live {
                self.conflicts[other as usize].push(item);
                self.conflicts[item as usize].push(other);
            }
            live.push(item);
            self.runs[item as usize].push((self.sections.len() as u32, 0));
        }
        for conflicts in &mut self.conflicts {
            conflicts.sort_stable();
            conflicts.dedup();
        }
        for item in 0..self.ids.len() {
            let of = &trace[self.ids[item]];
            let is_twin = |other: &u32| {
                let a = &trace[self.ids[*other as usize]];
                (a.size, a.align, a.pinned) == (of.size, of.align, None)
                    && a.pieces().eq(of.pieces())
            };
            let before = self.conflicts[item]
                .iter()
                .copied()
                .filter(|&other| (other as usize) < item);
            let twin = before.rev().find(is_twin);
            self.twin.push(twin.filter(|_| of.pinned.is_none()));
        }
    }

    fn add_section(&mut self, label: u32) {
        self.sections.push(Section {
            label,
            weight: 1.0,
            floor: 0,
            rest: 0,
            saved: 0,
            n_candidates: 0,
        });
    }

    /// The steps of a refutation and their items, with at most `cases` cases in all runs together.
    pub(super) fn run(
        mut self,
        cases: u64,
        meter: &mut WorkMeter<'_>,
    ) -> Result<(Vec<u32>, Vec<BufferId>), NoCertificate> {
        if !(0..self.ids.len()).all(|item| self.raise(item, 0)) {
            return Ok((Vec::new(), self.ids));
        }
        let mark = self.trail.len();
        let mut all: Vec<u32> = (0..self.ids.len() as u32).collect();
        all.retain(|&item| !self.runs[item as usize].is_empty());
        all.sort_stable_by_key(|&item| (self.runs[item as usize][0], item));
        let mut budget = FIRST_RUN;
        loop {
            self.steps.clear();
            self.last_node = self.nodes.saturating_add(budget);
            let answer = self.parts(&all, 0, meter);
            self.undo(mark);
            match answer {
                Answer::Refuted => return Ok((self.steps, self.ids)),
                Answer::Open => return Err(NoCertificate::Fits),
                Answer::TooDeep => return Err(NoCertificate::TooDeep),
                Answer::Stopped(Some(reason)) => return Err(NoCertificate::Stopped(reason)),
                Answer::Stopped(None) if cases <= self.nodes => {
                    return Err(NoCertificate::Stopped(StopReason::Budget));
                }
                Answer::Stopped(None) => budget += budget / 2,
            }
            for section in &mut self.sections {
                section.weight = 0.5 * section.weight + 0.5;
            }
        }
    }

    /// Refutes one of the parts into which some items fall.
    fn parts(&mut self, items: &[u32], depth: usize, meter: &mut WorkMeter<'_>) -> Answer {
        let (mark, n_steps) = (self.trail.len(), self.steps.len());
        let mut parts = Vec::new();
        let (mut first, mut end) = (0, 0);
        for (index, &item) in items.iter().enumerate() {
            let runs = &self.runs[item as usize];
            if end <= runs[0].0 && first < index {
                parts.push(&items[first..index]);
                first = index;
            }
            end = runs[runs.len() - 1].1.max(end);
        }
        if first < items.len() {
            parts.push(&items[first..]);
        }
        parts.sort_stable_by_key(|part| part.len());
        for part in parts {
            match self.refute(part, depth, meter) {
                Answer::Open => {
                    self.undo(mark);
                    self.steps.truncate(n_steps);
                }
                decided => return decided,
            }
        }
        Answer::Open
    }

    /// Refutes a part whose items are not placed, in the order of their first sections.
    fn refute(&mut self, part: &[u32], depth: usize, meter: &mut WorkMeter<'_>) -> Answer {
        let Some(last) = part
            .iter()
            .map(|&item| self.runs[item as usize][self.runs[item as usize].len() - 1].1)
            .max()
        else {
            return Answer::Open;
        };
        if self.last_node <= self.nodes {
            return Answer::Stopped(None);
        }
        if MAX_DEPTH < depth {
            return Answer::TooDeep;
        }
        if let Err(PlanError::Stopped { reason, .. }) = meter.spend(Units::ONE) {
            return Answer::Stopped(Some(reason));
        }
        self.nodes += 1;
        let sections = self.runs[part[0] as usize][0].0 as usize..last as usize;
        let lowest = self.survey(part, sections.clone());
        if let Some(full) = sections.clone().find(|&section| self.is_full(section)) {
            self.sections[full].weight += 1.0;
            self.steps.push(2 * self.sections[full].label + 1);
            return Answer::Refuted;
        }
        let Some(section) = self.choose(part, sections, lowest) else {
            return Answer::Open;
        };
        self.steps.push(2 * self.sections[section].label);
        let at_floor = self.items_at_floor(part, section, lowest);
        let mark = self.trail.len();
        for &item in &at_floor {
            if !self.may_lie_at(item as usize, lowest) {
                continue;
            }
            if self.place(item as usize) {
                let rest: Vec<u32> = part
                    .iter()
                    .copied()
                    .filter(|&other| other != item)
                    .collect();
                let answer = self.parts(&rest, depth + 1, meter);
                if answer != Answer::Refuted {
                    return answer;
                }
            }
            self.undo(mark);
        }
        let answer = if at_floor
            .iter()
            .all(|&item| self.lift(item as usize, lowest))
        {
            self.refute(part, depth + 1, meter)
        } else {
            Answer::Refuted
        };
        if answer == Answer::Refuted {
            self.undo(mark);
        }
        answer
    }

    /// The items of a part in a section that may lie at its floor.
    fn items_at_floor(&self, part: &[u32], section: usize, floor: u64) -> Vec<u32> {
        let is_here = |&item: &u32| {
            self.least[item as usize] == floor
                && self.runs[item as usize]
                    .iter()
                    .any(|&(first, end)| (first as usize..end as usize).contains(&section))
        };
        let mut items: Vec<u32> = part.iter().copied().filter(is_here).collect();
        items.sort_stable();
        items
    }

    /// Computes what is known of the sections of a part, and its lowest floor.
    fn survey(&mut self, part: &[u32], sections: std::ops::Range<usize>) -> u64 {
        for section in &mut self.sections[sections] {
            (
                section.floor,
                section.rest,
                section.saved,
                section.n_candidates,
            ) = (u64::MAX, 0, 0, 0);
        }
        let mut lowest = u64::MAX;
        for &item in part {
            let item = item as usize;
            let size = self.size[item].next_multiple_of(self.unit);
            let (least, saved) = (self.least[item], size - self.size[item]);
            lowest = lowest.min(least);
            for &(first, end) in &self.runs[item] {
                for section in &mut self.sections[first as usize..end as usize] {
                    section.floor = least.min(section.floor);
                    section.rest += size;
                    section.saved = saved.max(section.saved);
                }
            }
        }
        lowest
    }

    fn is_full(&self, section: usize) -> bool {
        let section = &self.sections[section];
        section.rest != 0 && self.capacity < section.floor + section.rest - section.saved
    }

    /// The section with the lowest floor at which to split.
    fn choose(
        &mut self,
        part: &[u32],
        sections: std::ops::Range<usize>,
        lowest: u64,
    ) -> Option<usize> {
        for &item in part {
            let item = item as usize;
            if self.least[item] == lowest && self.may_lie_at(item, lowest) {
                for &(first, end) in &self.runs[item] {
                    for section in &mut self.sections[first as usize..end as usize] {
                        section.n_candidates += 1;
                    }
                }
            }
        }
        let score = |&section: &usize| {
            let section = &self.sections[section];
            let slack = self.capacity - (section.floor + section.rest - section.saved);
            let wastes = if slack == 0 { 0.0 } else { 0.5 };
            (section.n_candidates as f32 + wastes) / section.weight
        };
        sections
            .filter(|&section| self.sections[section].floor == lowest)
            .min_by(|a, b| score(a).total_cmp(&score(b)))
    }

    fn align_up(&self, item: usize, at: u64) -> u64 {
        align_up(at, self.align[item]).unwrap_or(u64::MAX)
    }

    /// The lowest offset of `item` upon `other`, if that lies as low as it can.
    fn upon(&self, item: usize, other: u32) -> u64 {
        self.align_up(item, self.least[other as usize] + self.size[other as usize])
    }

    fn may_lie_at(&self, item: usize, floor: u64) -> bool {
        let waits =
            |twin: u32| !self.is_placed[twin as usize] && floor <= self.least[twin as usize];
        let carries = |&other: &u32| {
            let end = self.upon(item, other);
            end == floor || end < floor && !self.is_placed[other as usize]
        };
        !self.twin[item].is_some_and(waits)
            && (floor == 0 || self.pin[item].is_some() || self.conflicts[item].iter().any(carries))
    }

    fn place(&mut self, item: usize) -> bool {
        let (at, end) = (self.least[item], self.least[item] + self.size[item]);
        self.is_placed[item] = true;
        self.trail.push((item as u32, None));
        (0..self.conflicts[item].len()).all(|index| {
            let other = self.conflicts[item][index] as usize;
            let least = self.least[other];
            self.is_placed[other]
                || end <= least
                || least + self.size[other] <= at
                || self.raise(other, end)
        })
    }

    /// Raises an item that does not lie at the floor to its next possible support.
    fn lift(&mut self, item: usize, floor: u64) -> bool {
        let support = self.conflicts[item]
            .iter()
            .map(|&other| match self.upon(item, other) {
                end if floor < end => end,
                _ if self.is_placed[other as usize] => u64::MAX,
                _ => floor + 1,
            });
        let support = support.min().unwrap_or(u64::MAX);
        self.raise(item, support)
    }

    /// Raises an item to the first offset that is aligned and clear of pins. False if it then ends too high.
    fn raise(&mut self, item: usize, to: u64) -> bool {
        let mut at = self.align_up(item, to);
        if let Some(pin) = self.pin[item] {
            if pin < at {
                return false;
            }
            at = pin;
        } else if at <= self.capacity {
            for &pinned in &self.pinned {
                let begin = self.pin[pinned as usize].unwrap_or(0);
                let end = begin + self.size[pinned as usize];
                let meets = begin < at.saturating_add(self.size[item]) && at < end;
                if meets && self.conflicts[item].binary_search(&pinned).is_ok() {
                    at = self.align_up(item, end);
                }
            }
        }
        self.trail.push((item as u32, Some(self.least[item])));
        self.least[item] = at;
        at.saturating_add(self.size[item]) <= self.capacity
    }

    fn undo(&mut self, mark: usize) {
        for (item, least) in self.trail.drain(mark..).rev() {
            match least {
                Some(least) => self.least[item as usize] = least,
                None => self.is_placed[item as usize] = false,
            }
        }
    }
}
