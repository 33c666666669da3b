//! The reference checker: what makes a schedule invalid, straight from the definitions.
//!
//! Quadratic, and independent of [`validate`](memplan_planner::validate), with which it shares only the types. It
//! compares all pairs of buffers at all ticks at which one of them begins to hold other bytes, and has no limit on
//! violations.

use memplan_planner::{
    Buffer, BufferId, Bytes, InPlaceKind, LifetimeTrace, MemorySchedule, Tick, ValidateOptions,
    Violation,
};

/// All violations of a schedule, sorted; of several overlaps of one pair the earliest. `O(n^2)` for `n` buffers, and
/// linear in their gaps.
///
/// ```
/// use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, ValidateOptions};
/// use memplan_suite::reference::violations;
///
/// let trace: LifetimeTrace = "a 0..4 32; b 2..6 16".parse()?;
/// let schedule = MemorySchedule::from_offsets(&trace, vec![Bytes(0), Bytes(24)], "by hand");
/// let found = violations(&trace, &schedule, &ValidateOptions::default());
/// assert_eq!(found[0].describe(&trace), "`a` and `b` share the bytes 24..32 at tick 2");
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
pub fn violations(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Vec<Violation> {
    let (n_buffers, n_offsets) = (trace.len(), schedule.offsets.len());
    if n_buffers != n_offsets {
        return vec![Violation::OffsetCount {
            n_buffers,
            n_offsets,
        }];
    }
    let mut violations = of_buffers(trace, schedule, options);
    for (buffer, others) in &schedule.reuses {
        let refused = others
            .iter()
            .filter(|&&other| !may_reuse(trace, schedule, *buffer, other));
        violations.extend(refused.map(|&other| Violation::ReuseNotAllowed {
            buffer: *buffer,
            other,
        }));
    }
    let total_size = schedule.total_size;
    violations.extend(
        trace
            .capacity()
            .filter(|&capacity| capacity < total_size)
            .map(|capacity| Violation::CapacityExceeded {
                total_size,
                capacity,
            }),
    );
    if !violations
        .iter()
        .any(|violation| matches!(violation, Violation::TooHigh { .. }))
    {
        let pairs = trace
            .ids()
            .flat_map(|p| trace.ids().filter(move |&q| p < q).map(move |q| (p, q)));
        violations.extend(pairs.filter_map(|(p, q)| overlap(trace, schedule, p, q)));
    }
    violations.sort();
    violations
}

/// What is wrong with single buffers, and whether the total size covers them.
fn of_buffers(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut needed = Bytes(0);
    for (id, &offset) in trace.ids().zip(&schedule.offsets) {
        let buffer = &trace[id];
        if let Some(pinned) = buffer.pinned.filter(|&pinned| pinned != offset) {
            violations.push(Violation::PinMoved {
                buffer: id,
                pinned,
                offset,
            });
        }
        if buffer.size == Bytes(0) {
            continue;
        }
        let address = u128::from(options.base.0) + u128::from(offset.0);
        if u128::from(u64::MAX) < address + u128::from(buffer.size.0) {
            violations.push(Violation::TooHigh { buffer: id, offset });
            continue;
        }
        needed = needed.max(Bytes(offset.0 + buffer.size.0));
        let of_options = buffer.pinned.is_none().then_some(options.alignment);
        let mut aligns = [buffer.align].into_iter().chain(of_options);
        let is_violated = |align: &Bytes| align.0 == 0 || address % u128::from(align.0) != 0;
        violations.extend(aligns.find(is_violated).map(|align| Violation::Misaligned {
            buffer: id,
            offset,
            align,
        }));
    }
    let total_size = schedule.total_size;
    if total_size < needed {
        violations.push(Violation::TotalTooSmall { total_size, needed });
    }
    violations
}

/// Whether a hint lets `buffer`, which begins no earlier, take over bytes of `other` at these offsets.
fn may_reuse(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    buffer: BufferId,
    other: BufferId,
) -> bool {
    let hint = trace
        .in_place()
        .iter()
        .find(|hint| (hint.buffer, hint.other) == (buffer, other));
    hint.is_some_and(|hint| {
        let has_one_offset = schedule.offset(buffer) == schedule.offset(other);
        let is_later = trace[other].live.begin() <= trace[buffer].live.begin();
        is_later && (hint.kind == InPlaceKind::Free || has_one_offset)
    })
}

/// The first bytes that a pair shares against the rules.
fn overlap(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    p: BufferId,
    q: BufferId,
) -> Option<Violation> {
    let reuses = |buffer: BufferId, other: BufferId| {
        let mut reuses = schedule.reuses.iter();
        reuses.any(|(id, others)| *id == buffer && others.contains(&other))
            && may_reuse(trace, schedule, buffer, other)
    };
    if reuses(p, q) || reuses(q, p) {
        return None;
    }
    let ticks = [p, q].into_iter().flat_map(|id| changes(&trace[id]));
    let shared = |tick: Tick| {
        let [p, q] = [p, q].map(|id| {
            let offset = schedule.offset(id)?.0;
            bytes_at(&trace[id], tick).map(|(lo, hi)| (offset + lo, offset + hi))
        });
        let (p, q) = (p?, q?);
        let (from, to) = (p.0.max(q.0), p.1.min(q.1));
        (from < to).then_some((tick, Bytes(from), Bytes(to)))
    };
    let (tick, from, to) = ticks.filter_map(shared).min()?;
    Some(Violation::Overlap {
        buffer: p,
        other: q,
        from,
        to,
        tick,
    })
}

/// The ticks at which a buffer begins to hold other bytes.
fn changes(buffer: &Buffer) -> impl Iterator<Item = Tick> {
    let edges = buffer.gaps.iter().map(|gap| gap.ticks);
    std::iter::once(buffer.live.begin()).chain(edges.flat_map(|gap| [gap.begin(), gap.end()]))
}

/// The bytes of a buffer that are live at a tick, relative to its offset.
fn bytes_at(buffer: &Buffer, tick: Tick) -> Option<(u64, u64)> {
    let holds = |ticks: memplan_planner::Lifetime| ticks.begin() <= tick && tick < ticks.end();
    if !holds(buffer.live) {
        return None;
    }
    let bytes = match buffer.gaps.iter().find(|gap| holds(gap.ticks)) {
        Some(gap) => gap.window.map(|window| (window.lo.0, window.hi.0)),
        None => Some((0, buffer.size.0)),
    };
    bytes.filter(|(lo, hi)| lo < hi)
}
