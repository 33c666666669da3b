//! The lowest peak of a tiny trace, by brute force over all canonical schedules.
//!
//! Shares only the types with the planners and the checker. Take, among the best plans, one with
//! the least sum of offsets. Without byte windows each buffer without a pin then lies at 0 or rests
//! on another one: at its lowest aligned offset from the end of that one on, or it could be moved
//! down. The other one lies lower or is pinned, so it suffices to place buffers by ascending
//! offsets, each at 0 or upon something placed before.
//!
//! With byte windows two buffers may each rest on the other, at different ticks, and none of them can
//! be moved alone. But let `l` be a common multiple of all alignments, and say that `q` leans on `p`
//! if moving `q` down by `l` would make them clash, and on the ground if it would make the offset
//! negative. Buffers that lean neither directly nor through others on the ground or a pin could be
//! moved down by `l` all together, and the sum of offsets would not be the least. So it suffices to
//! place buffers in any order, each at an aligned offset less than `l` above the ground or above the
//! lowest place over something placed before.

use std::collections::BTreeSet;

use memplan_planner::{Buffer, Bytes, LifetimeTrace};

/// The result of the exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No plan has a lower peak, and some plan has this one.
    Optimum(Bytes),
    /// Pinned buffers share bytes while both are live: there is no plan.
    PinsClash,
    /// The search was too large for its limits.
    GaveUp,
}

/// The least peak of all plans whose offsets, but for pinned ones, are multiples of `alignment`.
///
/// Buffers of zero bytes are ignored, and in-place hints are not used. `max_nodes` bounds the
/// number of placements tried; up to seven buffers usually need a few thousand. Exponential in the
/// number of buffers, and with byte windows in the logarithm of the alignments too.
///
/// ```
/// use memplan_planner::{Bytes, LifetimeTrace};
/// use memplan_suite::brute_force::{Outcome, optimum};
///
/// let trace: LifetimeTrace = "a 0..3 1; b 2..5 2; c 4..7 1; d 0..7 1".parse()?;
/// assert_eq!(optimum(&trace, Bytes(1), 1000), Outcome::Optimum(Bytes(4)));
/// assert_eq!(optimum(&trace, Bytes(8), 1000), Outcome::Optimum(Bytes(17)));
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
pub fn optimum(trace: &LifetimeTrace, alignment: Bytes, max_nodes: u64) -> Outcome {
    let items: Vec<Item> = trace
        .buffers()
        .iter()
        .filter(|buffer| buffer.size != Bytes(0))
        .filter_map(|buffer| Item::new(buffer, alignment))
        .collect();
    let n_sized = trace.buffers().iter().filter(|b| b.size != Bytes(0));
    if items.len() != n_sized.count() {
        return Outcome::GaveUp; // an alignment beyond 63 bits
    }
    let mut search = Search::new(items, max_nodes);
    if search.pins_clash() {
        return Outcome::PinsClash;
    }
    if search.has_windows {
        match search.common_multiple() {
            Some(l) => search.try_any_order(l),
            None => return Outcome::GaveUp,
        }
    } else {
        search.try_ascending(0, 0);
    }
    if search.nodes_left == 0 {
        Outcome::GaveUp
    } else {
        u64::try_from(search.best).map_or(Outcome::GaveUp, |best| Outcome::Optimum(Bytes(best)))
    }
}

/// Bytes `lo..hi` of a buffer, live from `begin` to before `end`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    begin: i64,
    end: i64,
    lo: i128,
    hi: i128,
}

/// A buffer with at least one byte. Offsets are signed, so that differences need no care.
#[derive(Clone, Debug)]
struct Item {
    size: i128,
    align: i128,
    pinned: Option<i128>,
    pieces: Vec<Piece>,
}

impl Item {
    fn new(buffer: &Buffer, alignment: Bytes) -> Option<Self> {
        let size = i128::from(buffer.size.0);
        let mut pieces = Vec::new();
        let mut whole_from = buffer.live.begin().0;
        let mut push = |begin: i64, end: i64, lo: i128, hi: i128| {
            if begin < end {
                pieces.push(Piece { begin, end, lo, hi });
            }
        };
        for gap in &buffer.gaps {
            push(whole_from, gap.ticks.begin().0, 0, size);
            if let Some(window) = gap.window {
                let (lo, hi) = (i128::from(window.lo.0), i128::from(window.hi.0));
                push(gap.ticks.begin().0, gap.ticks.end().0, lo, hi);
            }
            whole_from = gap.ticks.end().0;
        }
        push(whole_from, buffer.live.end().0, 0, size);
        let align = least_common_multiple(buffer.align.0.into(), alignment.0.into())
            .filter(|&align| align <= i128::from(i64::MAX))?;
        Some(Self {
            size,
            align,
            pinned: buffer.pinned.map(|offset| offset.0.into()),
            pieces,
        })
    }

    /// The offsets relative to this buffer at or above which `q` lies over it, one for each pair of
    /// pieces that are live at the same time.
    fn places_over<'a>(&'a self, q: &'a Item) -> impl Iterator<Item = i128> + 'a {
        self.meetings(q).map(|(p, q)| p.hi - q.lo)
    }

    fn clashes(&self, q: &Item, distance: i128) -> bool {
        self.meetings(q)
            .any(|(p, q)| p.lo - q.hi < distance && distance < p.hi - q.lo)
    }

    fn meetings<'a>(&'a self, q: &'a Item) -> impl Iterator<Item = (Piece, Piece)> + 'a {
        self.pieces.iter().flat_map(move |&p| {
            let meets = move |q: &Piece| p.begin.max(q.begin) < p.end.min(q.end);
            q.pieces.iter().copied().filter(meets).map(move |q| (p, q))
        })
    }
}

struct Search {
    items: Vec<Item>,
    offsets: Vec<Option<i128>>,
    has_windows: bool,
    /// No plan is below this: the largest sum of bytes live at one tick, and the highest pin.
    bound: i128,
    best: i128,
    nodes_left: u64,
    /// Placements of some of the buffers from which everything was tried.
    seen: BTreeSet<Vec<Option<i128>>>,
}

impl Search {
    fn new(items: Vec<Item>, max_nodes: u64) -> Self {
        let load_at = |tick: i64| -> i128 {
            let pieces = items.iter().flat_map(|item| &item.pieces);
            pieces
                .filter(|piece| piece.begin <= tick && tick < piece.end)
                .map(|piece| piece.hi - piece.lo)
                .sum()
        };
        let begins = items.iter().flat_map(|i| i.pieces.iter().map(|p| p.begin));
        let load = begins.map(load_at).max().unwrap_or(0);
        let tops = items.iter().map(|i| i.pinned.unwrap_or(0) + i.size);
        let bound = tops.max().unwrap_or(0).max(load);
        let whole = |item: &Item| item.pieces.iter().all(|p| p.lo == 0 && p.hi == item.size);
        Self {
            offsets: items.iter().map(|item| item.pinned).collect(),
            has_windows: !items.iter().all(whole),
            items,
            bound,
            best: i128::MAX,
            nodes_left: max_nodes,
            seen: BTreeSet::new(),
        }
    }

    fn pins_clash(&self) -> bool {
        (0..self.items.len()).any(|i| self.offsets[i].is_some_and(|at| !self.fits(i, at)))
    }

    /// Whether an item overlaps no other placed one.
    fn fits(&self, index: usize, at: i128) -> bool {
        self.placed()
            .all(|(other, p_at, p)| other == index || !p.clashes(&self.items[index], at - p_at))
    }

    fn placed(&self) -> impl Iterator<Item = (usize, i128, &Item)> {
        let placed = self.offsets.iter().enumerate();
        placed.filter_map(|(i, offset)| Some((i, (*offset)?, &self.items[i])))
    }

    /// Counts a node; `None` to backtrack: at a full plan, a bad one or the limit.
    fn enter(&mut self) -> Option<()> {
        if self.nodes_left == 0 || self.best <= self.bound {
            return None;
        }
        self.nodes_left -= 1;
        let peak = self.placed().map(|(_, at, item)| at + item.size).max();
        let peak = peak.unwrap_or(0);
        if self.best <= peak {
            return None;
        }
        if self.offsets.iter().all(Option::is_some) {
            self.best = peak;
            return None;
        }
        Some(())
    }

    /// Tries the items that are not placed at offsets from `lowest` on, equal ones by index.
    fn try_ascending(&mut self, lowest: i128, first_index: usize) {
        if self.enter().is_none() {
            return;
        }
        for index in 0..self.items.len() {
            if self.offsets[index].is_some() {
                continue;
            }
            let item = &self.items[index];
            let over = self.placed().flat_map(|(_, p_at, p)| {
                let places = p.places_over(item).map(move |place| p_at + place);
                places.map(|place| round_up(place, item.align))
            });
            let candidates: BTreeSet<i128> = over.chain([0]).collect();
            for at in candidates {
                let is_in_order = (lowest, first_index) <= (at, index);
                if is_in_order && self.fits(index, at) {
                    self.offsets[index] = Some(at);
                    self.try_ascending(at, index);
                    self.offsets[index] = None;
                }
            }
        }
    }

    /// Tries the items that are not placed in every order, less than `l` above what they lean on.
    fn try_any_order(&mut self, l: i128) {
        if self.enter().is_none() || !self.seen.insert(self.offsets.clone()) {
            return;
        }
        for index in 0..self.items.len() {
            if self.offsets[index].is_some() {
                continue;
            }
            let item = &self.items[index];
            let over = self
                .placed()
                .flat_map(|(_, p_at, p)| p.places_over(item).map(move |place| p_at + place));
            let candidates: BTreeSet<i128> = over
                .chain([0])
                .flat_map(|place| {
                    let first = round_up(place.max(0), item.align);
                    let steps = 0..(l + place.max(0) - first).max(0);
                    steps
                        .step_by(item.align as usize)
                        .map(move |step| first + step)
                })
                .collect();
            for at in candidates {
                if self.fits(index, at) {
                    self.offsets[index] = Some(at);
                    self.try_any_order(l);
                    self.offsets[index] = None;
                }
            }
        }
    }

    /// A small common multiple of all alignments.
    fn common_multiple(&self) -> Option<i128> {
        let mut aligns = self.items.iter().map(|item| item.align);
        aligns
            .try_fold(1, least_common_multiple)
            .filter(|&multiple| multiple <= 64)
    }
}

fn round_up(at: i128, align: i128) -> i128 {
    at + (align - at.rem_euclid(align)) % align
}

fn least_common_multiple(a: i128, b: i128) -> Option<i128> {
    let (mut high, mut low) = (a.max(b), a.min(b));
    while low != 0 {
        (high, low) = (low, high % low);
    }
    if high == 0 {
        None
    } else {
        (a / high).checked_mul(b)
    }
}
