//! The checker of schedules. It shares only the data types with the planners.
//!
//! It sweeps the births and deaths of all pieces of buffers (gaps cut a lifetime into pieces) and
//! finds at each birth the live pieces that share bytes with the new one. Most schedules have no such pieces, which an
//! ordered map of the live ones shows. Otherwise a segment tree over the pieces in order of their addresses holds the
//! ends of the live ones and finds each clash in logarithmic time. A valid schedule has only clashes that in-place
//! hints allow, and the check of an invalid one stops after ten, so the whole is `O((n + h) log n)` for `n` pieces and
//! `h` hints.

mod explain;
mod orientations;
mod relations;
mod residences;
mod violation;

use std::collections::BTreeMap;

use memplan_support::Sort;

use crate::{BufferId, Bytes, InPlaceKind, Lifetime, LifetimeTrace, MemorySchedule, Tick};

pub use explain::{PairRule, pair_rule};
pub use orientations::{PlanFault, check};
pub use relations::{PaidCost, paid_costs};
pub use residences::{Replay, replay};
pub use violation::Violation;

/// How many violations are reported at most.
const MAX_VIOLATIONS: usize = 10;

/// The requirements on a schedule besides those of its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Addresses that are not pinned must be multiples of this too; 1 by default.
    pub alignment: Bytes,
    /// The address of offset 0: alignment applies to `base + offset`. 0 by default.
    pub base: Bytes,
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self {
            alignment: Bytes(1),
            base: Bytes(0),
        }
    }
}

/// Checks a schedule: no two buffers share a byte while both are live, unless the schedule says that
/// one reuses the other and a hint of the trace allows it; pins, alignment, total size and capacity
/// hold. Of a trace with relations, their rules are checked too, and peaks and measures are computed again. Of a trace
/// with symbols, the orientations are [proved](crate::symbols::check) valid for all sizes.
///
/// # Errors
/// Up to ten violations, sorted by kind and buffer; among several for one pair, the earliest.
///
/// ```
/// use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, Optimality};
/// use memplan_planner::{Units, ValidateOptions, validate};
///
/// let trace: LifetimeTrace = "a 0..4 32\n b 2..6 16".parse()?;
/// let schedule = MemorySchedule {
///     total_size: Bytes(40),
///     offsets: vec![Bytes(0), Bytes(24)],
///     reuses: vec![],
///     planner: "by hand".into(),
///     work: Units(0),
///     optimality: Optimality::Unknown,
///     bound_rule: None,
///     stopped_by: None,
///     pooled: None,
///     oriented: None,
///     certificate: None,
/// };
/// let violations = validate(&trace, &schedule, &ValidateOptions::default()).unwrap_err();
/// assert_eq!(violations[0].describe(&trace), "`a` and `b` share the bytes 24..32 at tick 2");
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
pub fn validate(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Result<(), Vec<Violation>> {
    let (n_buffers, n_offsets) = (trace.len(), schedule.offsets.len());
    if n_buffers != n_offsets {
        return Err(vec![Violation::OffsetCount {
            n_buffers,
            n_offsets,
        }]);
    }
    if let Some(symbols) = trace.symbolic() {
        let violation = orientations::violation(trace, symbols, schedule, options);
        return violation.map_or(Ok(()), |violation| Err(vec![violation]));
    }
    if !trace.relations().is_empty() {
        return verdict(relations::check(trace, schedule, options));
    }
    let mut violations = check_each(trace, schedule, options);
    let waived = waived_pairs(trace, schedule, &mut violations);
    // Addresses beyond 64 bits cannot be compared.
    let is_too_high = |(id, &offset)| end_address(trace, id, offset, options).is_none();
    if !trace.ids().zip(&schedule.offsets).any(is_too_high) {
        check_overlaps(trace, schedule, &waived, &mut violations);
    }
    verdict(violations)
}

/// The first violations, sorted.
fn verdict(mut violations: Vec<Violation>) -> Result<(), Vec<Violation>> {
    if violations.is_empty() {
        return Ok(());
    }
    violations.sort_stable_by(Ord::cmp);
    violations.truncate(MAX_VIOLATIONS);
    Err(violations)
}

/// The address of the end of a buffer, 0 for one without bytes; `None` above 64 bits.
fn end_address(
    trace: &LifetimeTrace,
    id: BufferId,
    offset: Bytes,
    options: &ValidateOptions,
) -> Option<u64> {
    if trace[id].size == Bytes(0) {
        return Some(0);
    }
    let address = options.base.0.checked_add(offset.0)?;
    address.checked_add(trace[id].size.0)
}

/// Checks each buffer by itself, and the schedule as a whole.
fn check_each(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let placed = || trace.ids().zip(&schedule.offsets);
    for (id, &offset) in placed() {
        if MAX_VIOLATIONS <= violations.len() {
            break;
        }
        let buffer = &trace[id];
        if let Some(pinned) = buffer.pinned
            && pinned != offset
        {
            violations.push(Violation::PinMoved {
                buffer: id,
                pinned,
                offset,
            });
        }
        if buffer.size == Bytes(0) {
            continue;
        }
        if end_address(trace, id, offset, options).is_none() {
            violations.push(Violation::TooHigh { buffer: id, offset });
            continue;
        }
        let address = options.base.0 + offset.0;
        let aligned_to = |align: Bytes| align.0 != 0 && address.is_multiple_of(align.0);
        if !aligned_to(buffer.align) {
            violations.push(Violation::Misaligned {
                buffer: id,
                offset,
                align: buffer.align,
            });
        } else if buffer.pinned.is_none() && !aligned_to(options.alignment) {
            violations.push(Violation::Misaligned {
                buffer: id,
                offset,
                align: options.alignment,
            });
        }
    }
    let total_size = schedule.total_size;
    let ends = placed().filter_map(|(id, &offset)| end_address(trace, id, offset, options));
    let needed = Bytes(
        ends.max()
            .map_or(0, |end| end.saturating_sub(options.base.0)),
    );
    if total_size < needed {
        violations.push(Violation::TotalTooSmall { total_size, needed });
    }
    if let Some(capacity) = trace.capacity()
        && capacity < total_size
    {
        violations.push(Violation::CapacityExceeded {
            total_size,
            capacity,
        });
    }
    violations
}

/// The pairs that may share bytes, the lower buffer first.
type Waived = Vec<(BufferId, BufferId)>;

fn waived_pairs(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    violations: &mut Vec<Violation>,
) -> Waived {
    let mut waived = Waived::new();
    if schedule.reuses.is_empty() {
        return waived;
    }
    let hints: BTreeMap<(BufferId, BufferId), InPlaceKind> = trace
        .in_place()
        .iter()
        .map(|hint| ((hint.buffer, hint.other), hint.kind))
        .collect();
    for (buffer, others) in &schedule.reuses {
        for other in others {
            let (buffer, other) = (*buffer, *other);
            let offset = |id: BufferId| schedule.offsets[id.index()];
            let allowed = hints.get(&(buffer, other)).is_some_and(|kind| {
                trace[other].live.begin() <= trace[buffer].live.begin()
                    && (*kind == InPlaceKind::Free || offset(buffer) == offset(other))
            });
            if allowed {
                waived.push((buffer.min(other), buffer.max(other)));
            } else if violations.len() < MAX_VIOLATIONS {
                violations.push(Violation::ReuseNotAllowed { buffer, other });
            }
        }
    }
    waived.sort_stable();
    waived
}

/// Bytes `from..to` of the arena that belong to a buffer throughout `ticks`.
#[derive(Clone, Copy, Debug)]
struct Occupied {
    from: u64,
    to: u64,
    ticks: Lifetime,
    buffer: BufferId,
}

fn check_overlaps(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    waived: &Waived,
    violations: &mut Vec<Violation>,
) {
    let mut pieces: Vec<Occupied> = Vec::with_capacity(trace.len());
    for (id, &offset) in trace.ids().zip(&schedule.offsets) {
        push_pieces(trace, id, offset, trace[id].size, &mut pieces);
    }
    if waived.is_empty() && are_disjoint(&pieces) {
        return;
    }
    pieces.sort_stable_by_key(|piece| (piece.from, piece.to));
    find_overlaps(&pieces, waived, violations);
}

/// Whether no two pieces share a byte while both are live.
///
/// Live pieces are disjoint until the first overlap, so each new one is compared with its neighbour only: with the
/// last live piece that starts below its end. `O(n log k)` for `k` pieces that are live at once, where ticks are dense.
fn are_disjoint(pieces: &[Occupied]) -> bool {
    let births = by_tick(pieces, |piece| piece.ticks.begin());
    let deaths = by_tick(pieces, |piece| piece.ticks.end());
    let mut deaths = deaths.into_iter().peekable();
    // The ends of the live pieces, by their starts.
    let mut live: BTreeMap<u64, u64> = BTreeMap::new();
    for index in births {
        let piece = pieces[index as usize];
        let is_over = |&dead: &u32| pieces[dead as usize].ticks.end() <= piece.ticks.begin();
        while let Some(dead) = deaths.next_if(is_over) {
            live.remove(&pieces[dead as usize].from);
        }
        let neighbour = live.range(..piece.to).next_back();
        if neighbour.is_some_and(|(_, &end)| piece.from < end) {
            return false;
        }
        live.insert(piece.from, piece.to);
    }
    true
}

/// The pieces in order of one of their ticks; pieces with equal ticks stay in order. `O(n)` where
/// ticks are dense, otherwise `O(n log n)`.
fn by_tick(pieces: &[Occupied], tick: impl Fn(&Occupied) -> Tick) -> Vec<u32> {
    let ticks = || pieces.iter().map(|piece| tick(piece).0);
    let (Some(first), Some(last)) = (ticks().min(), ticks().max()) else {
        return Vec::new();
    };
    let n_pieces = u32::try_from(pieces.len()).unwrap_or(u32::MAX); // a trace has fewer pieces
    let mut order: Vec<u32> = (0..n_pieces).collect();
    if (4 * pieces.len() as u64) < last.abs_diff(first) {
        order.sort_stable_by_key(|&index| tick(&pieces[index as usize]));
        return order;
    }
    let place = |tick: i64| tick.abs_diff(first) as usize;
    let mut next = vec![0_u32; place(last) + 2];
    for tick in ticks() {
        next[place(tick) + 1] += 1;
    }
    let mut sum = 0;
    for next in &mut next {
        sum += *next;
        *next = sum;
    }
    for (index, tick) in (0..).zip(ticks()) {
        let next = &mut next[place(tick)];
        order[*next as usize] = index;
        *next += 1;
    }
    order
}

/// Reports the overlaps of pieces that are sorted by address.
fn find_overlaps(pieces: &[Occupied], waived: &Waived, violations: &mut Vec<Violation>) {
    let n_pieces = u32::try_from(pieces.len()).unwrap_or(u32::MAX); // a trace has fewer pieces
    let mut instants: Vec<(Tick, bool, u32)> = Vec::with_capacity(2 * pieces.len());
    for (index, piece) in (0..n_pieces).zip(pieces) {
        instants.push((piece.ticks.begin(), true, index));
        instants.push((piece.ticks.end(), false, index));
    }
    instants.sort_stable(); // `false` first: deaths before births

    let starts: Vec<u64> = pieces.iter().map(|piece| piece.from).collect();
    let mut live = LiveEnds::new(pieces.len());
    let mut clashes: Vec<u32> = Vec::new();
    for (tick, is_birth, index) in instants {
        let piece = pieces[index as usize];
        if !is_birth {
            live.set(index as usize, 0);
            continue;
        }
        let n_starting_below = starts.partition_point(|&start| start < piece.to);
        live.above(piece.from, n_starting_below, &mut |other| {
            clashes.push(other as u32)
        });
        live.set(index as usize, piece.to);
        for other in clashes.drain(..).map(|other| pieces[other as usize]) {
            let pair = (
                piece.buffer.min(other.buffer),
                piece.buffer.max(other.buffer),
            );
            let is_reported = |violation: &Violation| {
                matches!(violation, Violation::Overlap { buffer, other, .. }
                    if (*buffer, *other) == pair)
            };
            if waived.binary_search(&pair).is_ok() || violations.iter().any(is_reported) {
                continue;
            }
            violations.push(Violation::Overlap {
                buffer: pair.0,
                other: pair.1,
                from: Bytes(piece.from.max(other.from)),
                to: Bytes(piece.to.min(other.to)),
                tick,
            });
            if MAX_VIOLATIONS <= violations.len() {
                return;
            }
        }
    }
}

/// The pieces of one buffer that takes `size` bytes while it is live: whole outside of its gaps, the window inside of
/// one that has a window.
fn push_pieces(
    trace: &LifetimeTrace,
    id: BufferId,
    offset: Bytes,
    size: Bytes,
    pieces: &mut Vec<Occupied>,
) {
    let buffer = &trace[id];
    let mut push = |begin: Tick, end: Tick, lo: Bytes, hi: Bytes| {
        if begin < end && lo < hi {
            let ticks = Lifetime::half_open(begin, end);
            let (from, to) = (offset.0 + lo.0, offset.0 + hi.0);
            pieces.push(Occupied {
                from,
                to,
                ticks,
                buffer: id,
            });
        }
    };
    let mut whole_from = buffer.live.begin();
    for gap in &buffer.gaps {
        push(whole_from, gap.ticks.begin(), Bytes(0), size);
        if let Some(window) = gap.window {
            push(gap.ticks.begin(), gap.ticks.end(), window.lo, window.hi);
        }
        whole_from = gap.ticks.end();
    }
    push(whole_from, buffer.live.end(), Bytes(0), size);
}

/// The ends of the live pieces, 0 for the others, in a tree of maxima over all pieces.
struct LiveEnds {
    n_leaves: usize,
    maxima: Vec<u64>,
}

impl LiveEnds {
    fn new(n_pieces: usize) -> Self {
        let n_leaves = n_pieces.max(1).next_power_of_two();
        Self {
            n_leaves,
            maxima: vec![0; 2 * n_leaves],
        }
    }

    fn set(&mut self, piece: usize, end: u64) {
        let mut node = self.n_leaves + piece;
        self.maxima[node] = end;
        while node > 1 {
            node /= 2;
            let maximum = self.maxima[2 * node].max(self.maxima[2 * node + 1]);
            if std::mem::replace(&mut self.maxima[node], maximum) == maximum {
                break;
            }
        }
    }

    /// Visits the pieces among the first `n_pieces` that end above `address`, up to ten times as
    /// many as can be reported, because the rest would not be reported.
    fn above(&self, address: u64, n_pieces: usize, visit: &mut impl FnMut(usize)) {
        self.above_below(1, 0, self.n_leaves, address, n_pieces, visit);
    }

    /// The recursion is as deep as the tree.
    fn above_below(
        &self,
        node: usize,
        first: usize,
        n_leaves: usize,
        address: u64,
        n_pieces: usize,
        visit: &mut impl FnMut(usize),
    ) {
        if n_pieces <= first || self.maxima[node] <= address {
            return;
        }
        if n_leaves == 1 {
            return visit(first);
        }
        let half = n_leaves / 2;
        self.above_below(2 * node, first, half, address, n_pieces, visit);
        self.above_below(2 * node + 1, first + half, half, address, n_pieces, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::{ValidateOptions, validate};
    use crate::{
        BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, MemorySchedule, Optimality, Units,
    };

    fn schedule(offsets: &[u64], total_size: u64) -> MemorySchedule {
        MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size: Bytes(total_size),
            offsets: offsets.iter().copied().map(Bytes).collect(),
            reuses: Vec::new(),
            planner: "by hand".to_owned(),
            work: Units(0),
            optimality: Optimality::Unknown,
            bound_rule: None,
            stopped_by: None,
        }
    }

    /// All violations, a line each.
    fn judge(trace: &LifetimeTrace, schedule: &MemorySchedule) -> String {
        judge_at(0, trace, schedule)
    }

    /// The same for an arena at an address.
    fn judge_at(base: u64, trace: &LifetimeTrace, schedule: &MemorySchedule) -> String {
        let options = ValidateOptions {
            alignment: Bytes(4),
            base: Bytes(base),
        };
        match validate(trace, schedule, &options) {
            Ok(()) => "valid".to_owned(),
            Err(violations) => violations
                .iter()
                .map(|v| v.describe(trace))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }

    #[test]
    fn every_rule_has_its_sentence() {
        let trace: LifetimeTrace =
            "a 0..4 8; b 3..6 8 align=8; c 5..9 8; p 0..9 4 pin=30; z 0..9 0"
                .parse()
                .unwrap();
        let trace = trace
            .into_builder()
            .capacity(Some(Bytes(40)))
            .build()
            .unwrap();
        assert_eq!(judge(&trace, &schedule(&[0, 8, 0, 30, 77], 34)), "valid");
        assert_eq!(
            judge(&trace, &schedule(&[6, 12, 14, 32, 0], 20)),
            "`p` is pinned to offset 30, but is at 32\n\
             `a` at offset 6 is not aligned to 4\n\
             `b` at offset 12 is not aligned to 8\n\
             `c` at offset 14 is not aligned to 4\n\
             `a` and `b` share the bytes 12..14 at tick 3\n\
             `b` and `c` share the bytes 14..20 at tick 5\n\
             the total size is 20, but a buffer ends at 36"
        );
        assert_eq!(
            judge(&trace, &schedule(&[u64::MAX - 3, 8, 0, 30, 0], 41)),
            "`a` at offset 18446744073709551612 ends above 2^64 - 1\n\
             the total size is 41, but the capacity is 40"
        );
        assert_eq!(judge(&trace, &schedule(&[0], 8)), "1 offsets for 5 buffers");
    }

    #[test]
    fn gaps_and_windows_are_honoured() {
        let trace: LifetimeTrace = "a 0..9 8 gap=2..4 gap=6..8@0..4; b 2..4 8; c 6..8 4"
            .parse()
            .unwrap();
        assert_eq!(judge(&trace, &schedule(&[0, 0, 4], 8)), "valid");
        assert_eq!(
            judge(&trace, &schedule(&[0, 0, 0], 8)),
            "`a` and `c` share the bytes 0..4 at tick 6"
        );
    }

    #[test]
    fn reuse_needs_a_hint_and_waives_one_pair_only() {
        let trace: LifetimeTrace = "a 0..4 8; b 3..6 8; c 3..6 8".parse().unwrap();
        let hint = |buffer, kind| InPlaceHint {
            buffer,
            other: BufferId(0),
            kind,
        };
        let trace = trace
            .into_builder()
            .in_place([
                hint(BufferId(1), InPlaceKind::Free),
                hint(BufferId(2), InPlaceKind::ZeroOffset),
            ])
            .build()
            .unwrap();
        let reusing = |offsets: &[u64], reuses: &[(u32, u32)]| MemorySchedule {
            reuses: reuses
                .iter()
                .map(|&(b, a)| (BufferId(b), vec![BufferId(a)]))
                .collect(),
            ..schedule(offsets, 100)
        };
        assert_eq!(judge(&trace, &reusing(&[0, 4, 12], &[(1, 0)])), "valid");
        assert_eq!(judge(&trace, &reusing(&[0, 8, 0], &[(2, 0)])), "valid");
        assert_eq!(
            judge(&trace, &reusing(&[0, 8, 4], &[(2, 0)])),
            "`a` and `c` share the bytes 4..8 at tick 3\n\
             `b` and `c` share the bytes 8..12 at tick 3\n\
             `c` reuses `a` in place, which no hint allows"
        );
        assert_eq!(
            judge(&trace, &reusing(&[0, 8, 16], &[(0, 1), (7, 0)])),
            "`a` reuses `b` in place, which no hint allows\n\
             buffer 7 reuses `a` in place, which no hint allows"
        );
    }

    #[test]
    fn a_buffer_reuses_none_that_is_born_later() {
        let trace: LifetimeTrace = "a 0..2 4; b 1..2 4".parse().unwrap();
        let hint = InPlaceHint {
            buffer: BufferId(0),
            other: BufferId(1),
            kind: InPlaceKind::Free,
        };
        let trace = trace.into_builder().in_place([hint]).build().unwrap();
        let reusing = MemorySchedule {
            reuses: vec![(BufferId(0), vec![BufferId(1)])],
            ..schedule(&[0, 0], 4)
        };
        assert_eq!(
            judge(&trace, &reusing),
            "`a` and `b` share the bytes 0..4 at tick 1\n\
             `a` reuses `b` in place, which no hint allows"
        );
    }

    #[test]
    fn addresses_are_aligned_not_offsets() {
        let trace: LifetimeTrace = "a 0..1 1; b 0..1 1 align=8".parse().unwrap();
        assert_eq!(judge_at(2, &trace, &schedule(&[2, 6], 7)), "valid");
        assert_eq!(
            judge_at(2, &trace, &schedule(&[0, 8], 9)),
            "`a` at offset 0 is not aligned to 4\n`b` at offset 8 is not aligned to 8"
        );
        assert_eq!(
            judge_at(u64::MAX - 7, &trace, &schedule(&[4, 8], 9)),
            "`b` at offset 8 ends above 2^64 - 1"
        );
    }

    #[test]
    fn ten_violations_are_enough() {
        let trace: LifetimeTrace = (0..1000)
            .map(|i| format!("b{i} 0..1 8;"))
            .collect::<String>()
            .parse()
            .unwrap();
        let all_at_zero = schedule(&[0; 1000], 8);
        let violations = validate(&trace, &all_at_zero, &ValidateOptions::default()).unwrap_err();
        assert_eq!(violations.len(), 10);
    }
}
