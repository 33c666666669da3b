//! The state of a search: placed items, the lowest possible offset of every other item, and the room left in each
//! section.
//!
//! Items are placed by ascending offset, so the least offset `m` of an unplaced item is the highest
//! end of the items placed in its sections, or more if the search has refuted everything lower. The
//! *floor* of a section is the least `m` of its unplaced items. If their sizes exceed the room
//! between the floor and the capacity, they do not fit.
//!
//! Every change is recorded in a trail of vector pieces, so that a placement can be undone.

use std::ops::Range;

use super::problem::Problem;
use super::unit::{Unit, is_live, or_infinite};

/// A change, in the form in which it is undone.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// An item was placed.
    Placed {
        item: u32,
    },
    /// Least offsets of some items were overwritten; their values are on the stack.
    Leasts {
        begin: u32,
        len: u32,
    },
    /// Tops, or floors, of some sections were overwritten; their values are on the stack.
    Tops {
        begin: u32,
        len: u32,
    },
    Floors {
        begin: u32,
        len: u32,
    },
}

/// The number of items that are scanned, or changed, between checks for an early exit.
const BLOCK_OF_MINIMUM: usize = 64;
const BLOCK_OF_RAISES: usize = 256;

/// The weight of the slack of a section in the look-ahead, by slack.
#[derive(Debug)]
pub(super) struct Scarcity {
    table: Vec<f32>,
    capacity: f32,
}

/// Slacks from here on are computed rather than looked up.
const MAX_SCARCITY_TABLE: u64 = 1 << 14;

impl Scarcity {
    /// `1 / (1 + 1024 w / C)` for slack `w` and capacity `C`.
    pub(super) fn new(capacity: u64) -> Self {
        let capacity_f = capacity.max(1) as f32;
        let value = |slack: u64| 1.0 / (1.0 + 1024.0 * slack as f32 / capacity_f);
        Self {
            table: (0..=capacity.min(MAX_SCARCITY_TABLE)).map(value).collect(),
            capacity: capacity_f,
        }
    }

    fn of<T: Unit>(&self, slack: T) -> f32 {
        match self.table.get(slack.index()) {
            Some(&value) => value,
            None => 1.0 / (1.0 + 1024.0 * slack.to_u64() as f32 / self.capacity),
        }
    }
}

/// See the module documentation. By item (padded), and by section.
#[derive(Debug)]
pub(super) struct State<T> {
    /// The least offset of each unplaced item; infinite once it is placed.
    pub(super) least: Vec<T>,
    /// The offset of each placed item.
    pub(super) offset: Vec<T>,
    /// The largest offset of each item within the capacity.
    latest: Vec<T>,
    /// The same for the unplaced ones; infinite for the others, as `least` is.
    limit: Vec<T>,
    /// The highest end of the placed items.
    pub(super) top: Vec<T>,
    /// The sum of the sizes of the unplaced items.
    pub(super) rest: Vec<T>,
    /// The least offset of the unplaced items; infinite if there are none.
    pub(super) floor: Vec<T>,
    /// The highest end allowed.
    pub(super) ceiling: Vec<T>,
    /// The number of unplaced items.
    pub(super) count: Vec<T>,
    /// The number of unplaced hulls that reach from the section into the next one.
    pub(super) crossing: Vec<T>,
    /// An item at the floor, if it still is one.
    witness: Vec<u32>,
    /// How often the section was the reason to fail, recent failures more.
    pub(super) weight: Vec<f32>,
    /// Sections times size, summed over the placed items, and of each item.
    pub(super) area: u64,
    item_area: Vec<u64>,
    scarcity: Scarcity,
    changes: Vec<Change>,
    values: Vec<T>,
    /// Whether items are placed at the lowest floor of their part only: then a placement leaves the
    /// slack of its own sections as it was.
    pub(super) in_order: bool,
    /// Waste jumps to the next possible support; else by one unit.
    pub(super) jumps: bool,
    raised: Vec<(u32, T)>,
}

impl<T: Unit> State<T> {
    /// Nothing placed, and no capacity yet.
    pub(super) fn new(problem: &Problem<T>) -> Self {
        let padded = problem.first.len();
        let n_sections = problem.n_sections;
        let mut state = Self {
            least: vec![T::INFINITE; padded],
            offset: vec![T::ZERO; problem.n],
            latest: vec![T::ZERO; problem.n],
            limit: vec![T::INFINITE; padded],
            top: vec![T::ZERO; n_sections],
            rest: vec![T::ZERO; n_sections],
            floor: vec![T::ZERO; n_sections],
            ceiling: vec![T::ZERO; n_sections],
            count: vec![T::ZERO; n_sections],
            crossing: vec![T::ZERO; n_sections],
            witness: vec![0; n_sections],
            weight: vec![1.0; n_sections],
            area: 0,
            item_area: vec![0; problem.n],
            scarcity: Scarcity::new(0),
            changes: Vec::new(),
            values: Vec::new(),
            in_order: true,
            jumps: true,
            raised: Vec::new(),
        };
        for item in 0..problem.n {
            for &(first, end) in problem.runs(item) {
                for section in first as usize..end as usize {
                    state.item_area[item] += problem.size[item].to_u64();
                    state.rest[section] += problem.size[item];
                    state.count[section] += T::ONE;
                    state.witness[section] = item as u32;
                }
            }
            let (first, end) = problem.hull[item];
            for section in first as usize..end as usize - 1 {
                state.crossing[section] += T::ONE;
            }
        }
        state
    }

    /// Undoes everything and sets the capacity: the latest offset of each item, and the highest end
    /// that anything may have. False if something does not fit at all.
    pub(super) fn reset(
        &mut self,
        problem: &Problem<T>,
        latest: &[Option<T>],
        capacity: u64,
    ) -> bool {
        self.undo_to(problem, 0);
        if self.scarcity.table.is_empty() || self.scarcity.capacity != capacity.max(1) as f32 {
            self.scarcity = Scarcity::new(capacity);
        }
        self.ceiling.fill(T::ZERO);
        for item in 0..problem.n {
            let Some(latest) = latest[item] else {
                return false;
            };
            self.latest[item] = latest;
            self.limit[item] = latest;
            let end = latest + problem.size[item];
            for &(first, last) in problem.runs(item) {
                for ceiling in &mut self.ceiling[first as usize..last as usize] {
                    *ceiling = end.max(*ceiling);
                }
            }
            self.least[item] = problem.pin(item).unwrap_or(T::ZERO);
        }
        for item in 0..problem.n {
            if problem.pin(item).is_none() {
                match self.passed_pins(problem, item, T::ZERO) {
                    Some(least) => self.least[item] = least,
                    None => return false,
                }
            } else if self.latest[item] < self.least[item] {
                return false;
            }
        }
        (0..problem.n_sections).all(|section| {
            self.floor[section] = T::INFINITE;
            if self.count[section] == T::ZERO {
                return true;
            }
            (self.floor[section], self.witness[section]) =
                self.find_floor(problem, section, T::ZERO);
            self.fits(section, self.floor[section])
        })
    }

    /// The current position of the trail.
    pub(super) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// The memory of the trail in bytes.
    pub(super) fn trail_bytes(&self) -> usize {
        self.changes.len() * size_of::<Change>() + self.values.len() * size_of::<T>()
    }

    /// Undoes everything since the trail was at `mark`.
    pub(super) fn undo_to(&mut self, problem: &Problem<T>, mark: usize) {
        while mark < self.changes.len() {
            let Some(change) = self.changes.pop() else {
                return;
            };
            match change {
                Change::Placed { item } => {
                    let item = item as usize;
                    self.least[item] = self.offset[item];
                    self.limit[item] = self.latest[item];
                    self.enter_sections(problem, item);
                }
                Change::Leasts { begin, len } => {
                    let range = begin as usize..(begin + len) as usize;
                    restore(&mut self.values, &mut self.least[range]);
                }
                Change::Tops { begin, len } => {
                    let range = begin as usize..(begin + len) as usize;
                    restore(&mut self.values, &mut self.top[range]);
                }
                Change::Floors { begin, len } => {
                    let range = begin as usize..(begin + len) as usize;
                    restore(&mut self.values, &mut self.floor[range]);
                }
            }
        }
    }

    /// Places an item at its least offset, which must not be above any floor of its part. `None` if
    /// something no longer fits; otherwise, if `LOOK` is set, by how much it makes room scarcer. In
    /// either case the caller decides when to undo the changes.
    pub(super) fn place<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        item: usize,
    ) -> Option<f32> {
        let at = self.least[item];
        let end = at + problem.size[item];
        self.offset[item] = at;
        self.changes.push(Change::Placed { item: item as u32 });
        self.least[item] = T::INFINITE;
        self.limit[item] = T::INFINITE;
        self.leave_sections(problem, item);
        let (first, last) = problem.hull[item];
        let (first, last) = (first as usize, last as usize);
        self.values.extend_from_slice(&self.top[first..last]);
        self.changes.push(Change::Tops {
            begin: first as u32,
            len: (last - first) as u32,
        });
        for &(first, last) in problem.runs(item) {
            self.top[first as usize..last as usize].fill(end);
        }
        if problem.is_plain() {
            let hull = self.raise_all(problem, first, last, end)?;
            return self.lift_all::<LOOK>(problem, first..last, hull.0..hull.1, end);
        }
        if !self.raise_conflicts(problem, item, end) {
            return None;
        }
        self.lift_floors::<LOOK>(problem, item, end)
    }

    fn leave_sections(&mut self, problem: &Problem<T>, item: usize) {
        let size = problem.size[item];
        self.area += self.item_area[item];
        for &(first, last) in problem.runs(item) {
            let range = first as usize..last as usize;
            self.rest[range.clone()]
                .iter_mut()
                .for_each(|rest| *rest -= size);
            self.count[range]
                .iter_mut()
                .for_each(|count| *count -= T::ONE);
        }
        let (first, last) = problem.hull[item];
        let crossing = &mut self.crossing[first as usize..last as usize - 1];
        crossing.iter_mut().for_each(|crossing| *crossing -= T::ONE);
    }

    fn enter_sections(&mut self, problem: &Problem<T>, item: usize) {
        let size = problem.size[item];
        self.area -= self.item_area[item];
        for &(first, last) in problem.runs(item) {
            let range = first as usize..last as usize;
            self.rest[range.clone()]
                .iter_mut()
                .for_each(|rest| *rest += size);
            self.count[range]
                .iter_mut()
                .for_each(|count| *count += T::ONE);
        }
        let (first, last) = problem.hull[item];
        let crossing = &mut self.crossing[first as usize..last as usize - 1];
        crossing.iter_mut().for_each(|crossing| *crossing += T::ONE);
    }

    /// Raises all unplaced items in some sections to at least `to`. Returns the hull of the raised
    /// items and the sections, or `None` if one of them then ends too high.
    fn raise_all(
        &mut self,
        problem: &Problem<T>,
        first: usize,
        last: usize,
        to: T,
    ) -> Option<(usize, usize)> {
        let range = problem.near(first, last);
        let (first, last) = (T::from_u64(first as u64), T::from_u64(last as u64));
        let mut excess = T::ZERO;
        let (mut low, mut high) = (first, last);
        for begin in range.clone().step_by(BLOCK_OF_RAISES) {
            let block = begin..range.end.min(begin + BLOCK_OF_RAISES);
            let saved = self.values.len();
            self.values.extend_from_slice(&self.least[block.clone()]);
            let spans = problem.first[block.clone()]
                .iter()
                .zip(&problem.end[block.clone()]);
            let limits = self.limit[block.clone()].iter().zip(spans);
            let mut changed = T::ZERO;
            let least = self.least[block.clone()].iter_mut();
            for (least, (&latest, (&begin, &end))) in least.zip(limits) {
                let old = *least;
                let there = is_live(begin, end, first, last);
                let new = old.max(to & there);
                let raised = new ^ old;
                let is_raised = T::mask(raised != T::ZERO);
                low = low.min(or_infinite(begin, is_raised));
                high = high.max(end & is_raised);
                changed = changed | raised;
                excess = excess.max(new - latest);
                *least = new;
            }
            if changed == T::ZERO {
                self.values.truncate(saved);
            } else {
                self.changes.push(Change::Leasts {
                    begin: begin as u32,
                    len: block.len() as u32,
                });
            }
        }
        (excess == T::ZERO).then(|| (low.index(), high.index()))
    }

    /// Like [`Self::raise_all`], for the items that clash with an item, with alignment, pins and
    /// gaps.
    fn raise_conflicts(&mut self, problem: &Problem<T>, item: usize, to: T) -> bool {
        let (first, last) = problem.hull[item];
        for other in problem.near(first as usize, last as usize) {
            let old = self.least[other];
            if to <= old || !problem.conflict(item, other) {
                continue;
            }
            if !self.raise(problem, other, to) {
                return false;
            }
        }
        true
    }

    /// Raises one item to the least offset from `to` on that suits its alignment and the pins. False
    /// if it then ends too high, or is pinned.
    fn raise(&mut self, problem: &Problem<T>, item: usize, to: T) -> bool {
        if problem.pin(item).is_some() {
            return false;
        }
        let Some(new) = self.passed_pins(problem, item, to) else {
            return false;
        };
        self.values.push(self.least[item]);
        self.changes.push(Change::Leasts {
            begin: item as u32,
            len: 1,
        });
        self.least[item] = new;
        true
    }

    /// The least offset from `at` on that is aligned and clashes with no pinned item that is still to
    /// be placed; `None` if the item would then end too high.
    fn passed_pins(&self, problem: &Problem<T>, item: usize, at: T) -> Option<T> {
        let mut at = problem.align_up(item, at);
        for &pinned in &problem.pinned {
            let pinned = pinned as usize;
            let pin = self.least[pinned];
            if pin == T::INFINITE || pinned == item || at + problem.size[item] <= pin {
                continue;
            }
            let end = pin + problem.size[pinned];
            if at < end && problem.conflict(item, pinned) {
                at = problem.align_up(item, end);
            }
        }
        (at <= self.latest[item]).then_some(at)
    }

    /// Whether the unplaced items of a section still fit if all lie at `floor` or above.
    fn fits(&mut self, section: usize, floor: T) -> bool {
        let fits =
            floor <= self.ceiling[section] && self.rest[section] <= self.ceiling[section] - floor;
        if !fits {
            self.weight[section] += 1.0;
        }
        fits
    }

    /// Whether the unplaced items of a section fit if all lie at its floor or `lowest` or above.
    pub(super) fn fits_above(&mut self, section: usize, lowest: T) -> bool {
        self.count[section] == T::ZERO || self.fits(section, lowest.max(self.floor[section]))
    }

    /// The room that may be wasted in a section.
    pub(super) fn slack(&self, section: usize) -> T {
        self.ceiling[section] - self.floor[section] - self.rest[section]
    }

    /// Records floors before they change.
    #[inline(always)]
    fn save_floors(&mut self, sections: Range<usize>) {
        self.changes.push(Change::Floors {
            begin: sections.start as u32,
            len: sections.len() as u32,
        });
        self.values.extend_from_slice(&self.floor[sections]);
    }

    /// Recomputes the floors after a placement in the sections `placed`, which has raised items
    /// within `hull`, and checks them. For plain problems.
    fn lift_all<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        placed: Range<usize>,
        hull: Range<usize>,
        end: T,
    ) -> Option<f32> {
        let (first, last) = (placed.start, placed.end);
        let (mut low, mut high) = (first, last);
        while hull.start < low && self.floor[low - 1] < end {
            low -= 1;
        }
        while high < hull.end && self.floor[high] < end {
            high += 1;
        }
        self.save_floors(low..high);
        let mut delta = 0.0;
        for section in first..last {
            delta += self.lift_own_floor::<LOOK>(problem, section, end)?;
        }
        for section in low..first {
            let range = problem.near(section, section + 1);
            delta += self.lift_to::<LOOK>(problem, section, range, end)?;
        }
        for section in last..high {
            // Items of this section that begin before `last` were raised.
            let range = problem.n_before[last] as usize..problem.n_before[section + 1] as usize;
            delta += self.lift_to::<LOOK>(problem, section, range, end)?;
        }
        Some(delta)
    }

    /// The floor of a section where some items were raised to `end`; the others are in `range`.
    #[inline]
    fn lift_to<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        section: usize,
        range: Range<usize>,
        end: T,
    ) -> Option<f32> {
        let old = self.floor[section];
        if self.least[self.witness[section] as usize] == old {
            return Some(0.0);
        }
        let (mut floor, witness) = self.find_floor_among(problem, section, range, old);
        if floor < end {
            self.witness[section] = witness;
            if floor == old {
                return Some(0.0);
            }
        } else {
            floor = end;
        }
        self.floor[section] = floor;
        self.raised::<LOOK>(section, old)
    }

    /// Recomputes the floors that placing an item has changed, and checks them.
    fn lift_floors<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        item: usize,
        end: T,
    ) -> Option<f32> {
        let (first, last) = problem.hull[item];
        let (first, last) = (first as usize, last as usize);
        // A raised item that reaches further was below `end` before, and so were the floors of its
        // sections.
        let has_gaps = problem.gaps.is_some();
        let (mut low, mut high) = (first, last);
        while low > 0
            && self.crossing[low - 1] != T::ZERO
            && (has_gaps || self.floor[low - 1] < end)
        {
            low -= 1;
        }
        while high < problem.n_sections
            && self.crossing[high - 1] != T::ZERO
            && (has_gaps || self.floor[high] < end)
        {
            high += 1;
        }
        self.save_floors(low..high);
        let mut delta = 0.0;
        for &(first, last) in problem.runs(item) {
            for section in first as usize..last as usize {
                delta += self.lift_own_floor::<LOOK>(problem, section, end)?;
            }
        }
        for section in (low..first).chain(last..high) {
            delta += self.lift_floor::<LOOK>(problem, section)?;
        }
        if has_gaps {
            for runs in problem.runs(item).windows(2) {
                for section in runs[0].1 as usize..runs[1].0 as usize {
                    delta += self.lift_floor::<LOOK>(problem, section)?;
                }
            }
        }
        Some(delta)
    }

    /// The look-ahead cost of raising the floor of a section from `before`; `None` if the section has no room left.
    #[inline(always)]
    fn raised<const LOOK: bool>(&mut self, section: usize, before: T) -> Option<f32> {
        let floor = self.floor[section];
        if !self.fits(section, floor) {
            return None;
        }
        if LOOK {
            let now = self.slack(section);
            return Some(self.scarcity.of(now) - self.scarcity.of(now + (floor - before)));
        }
        Some(0.0)
    }

    /// The floor of a section in which an item was just placed from `at` to `end`.
    fn lift_own_floor<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        section: usize,
        end: T,
    ) -> Option<f32> {
        if self.count[section] == T::ZERO {
            self.floor[section] = T::INFINITE;
            if LOOK {
                let ceiling = self.ceiling[section];
                return Some(-self.scarcity.of(ceiling - end));
            }
            return Some(0.0);
        }
        if self.least[self.witness[section] as usize] == end {
            self.floor[section] = end;
        } else {
            let (floor, witness) = self.find_floor(problem, section, end);
            self.witness[section] = witness;
            self.floor[section] = floor;
        }
        let floor = self.floor[section];
        if floor == end && self.in_order {
            return Some(0.0);
        }
        self.raised::<LOOK>(section, end)
    }

    /// The floor of a section in which items may have been raised.
    fn lift_floor<const LOOK: bool>(
        &mut self,
        problem: &Problem<T>,
        section: usize,
    ) -> Option<f32> {
        let old = self.floor[section];
        if self.least[self.witness[section] as usize] == old || old == T::INFINITE {
            return Some(0.0);
        }
        let (floor, witness) = self.find_floor(problem, section, old);
        self.witness[section] = witness;
        if floor == old {
            return Some(0.0);
        }
        self.floor[section] = floor;
        self.raised::<LOOK>(section, old)
    }

    /// The least of the least offsets of the unplaced items in a section, which is known to be at
    /// least `known`, and an item that has it.
    fn find_floor(&self, problem: &Problem<T>, section: usize, floor: T) -> (T, u32) {
        if let Some(gaps) = &problem.gaps {
            let members = gaps.members(section).iter();
            return members
                .map(|&item| (self.least[item as usize], item))
                .min()
                .unwrap_or((T::INFINITE, 0));
        }
        let range = problem.near(section, section + 1);
        self.find_floor_among(problem, section, range, floor)
    }

    /// The same among a range of items, without gaps.
    fn find_floor_among(
        &self,
        problem: &Problem<T>,
        section: usize,
        range: Range<usize>,
        floor: T,
    ) -> (T, u32) {
        let section = T::from_u64(section as u64);
        let mut best = T::INFINITE;
        let mut at = range.start;
        // Blocks deliberately have no constant length: unrolled loops are not vectorised.
        for begin in range.clone().step_by(BLOCK_OF_MINIMUM) {
            let block = begin..range.end.min(begin + BLOCK_OF_MINIMUM);
            let spans = problem.first[block.clone()]
                .iter()
                .zip(&problem.end[block.clone()]);
            let mut minimum = T::INFINITE;
            for (&least, (&first, &end)) in self.least[block].iter().zip(spans) {
                let there = is_live(first, end, section, section + T::ONE);
                minimum = minimum.min(or_infinite(least, there));
            }
            if minimum < best {
                (best, at) = (minimum, begin);
                if best == floor {
                    break;
                }
            }
        }
        let block = at..range.end.min(at + BLOCK_OF_MINIMUM);
        let spans = problem.first[block.clone()]
            .iter()
            .zip(&problem.end[block.clone()]);
        let items = problem.number[block.clone()].iter().zip(spans);
        let mut witness = T::ZERO;
        for (&least, (&item, (&first, &end))) in self.least[block].iter().zip(items) {
            let there = is_live(first, end, section, section + T::ONE);
            witness = witness.max(item & there & T::mask(least == best));
        }
        (best, witness.index() as u32)
    }

    /// Declares that no unplaced item of a section lies at its floor: those that could, `at_floor`,
    /// will rest on something that is not placed yet. False if something no longer fits.
    pub(super) fn waste(&mut self, problem: &Problem<T>, section: usize, at_floor: &[u32]) -> bool {
        let at = self.floor[section];
        self.raised.clear();
        for &item in at_floor {
            let item = item as usize;
            let support = if self.jumps {
                self.next_support(problem, item)
            } else {
                at + T::ONE
            };
            if self.latest[item] < support {
                return false;
            }
            self.raised.push((item as u32, support));
        }
        for index in 0..self.raised.len() {
            let (item, support) = self.raised[index];
            if !self.raise(problem, item as usize, support) {
                return false;
            }
        }
        for &item in at_floor {
            let (first, last) = problem.hull[item as usize];
            self.values
                .extend_from_slice(&self.floor[first as usize..last as usize]);
            self.changes.push(Change::Floors {
                begin: first,
                len: last - first,
            });
            for &(first, last) in problem.runs(item as usize) {
                for section in first as usize..last as usize {
                    if self.lift_floor::<false>(problem, section).is_none() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The least end that any unplaced item that clashes with an item can have.
    fn next_support(&self, problem: &Problem<T>, item: usize) -> T {
        let (first, last) = problem.hull[item];
        let range = problem.near(first as usize, last as usize);
        if !problem.is_plain() {
            return range
                .filter(|&other| {
                    other != item
                        && self.least[other] != T::INFINITE
                        && problem.conflict(item, other)
                })
                .map(|other| self.least[other] + problem.size[other])
                .min()
                .unwrap_or(T::INFINITE);
        }
        let (first, last) = (problem.first[item], problem.end[item]);
        let support = |range: std::ops::Range<usize>| {
            let spans = problem.first[range.clone()]
                .iter()
                .zip(&problem.end[range.clone()]);
            let tops = self.least[range.clone()].iter().zip(&problem.size[range]);
            let mut minimum = T::INFINITE;
            for ((&least, &size), (&begin, &end)) in tops.zip(spans) {
                minimum = minimum.min(or_infinite(least + size, is_live(begin, end, first, last)));
            }
            minimum
        };
        // The range contains the item itself, which must be skipped.
        support(range.start..item).min(support(item + 1..range.end))
    }
}

fn restore<T: Copy>(values: &mut Vec<T>, to: &mut [T]) {
    let begin = values.len() - to.len();
    to.copy_from_slice(&values[begin..]);
    values.truncate(begin);
}
