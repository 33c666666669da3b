//! The load of a trace over time: the data of plots, and the simplest lower bound.

use memplan_support::Sort;

use crate::{Bytes, Lifetime, LifetimeTrace, Tick};

/// From `begin` until the begin of the next step, `load` bytes are live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadStep {
    /// The first tick of the step.
    pub begin: Tick,
    /// The sum of the sizes that are live; gaps do not count, windows count what they keep.
    pub load: Bytes,
}

/// The live bytes over time, as the steps at which they change, in order of time.
///
/// Empty for a trace without bytes; otherwise the last step has load 0. Neighbouring steps have
/// different loads. `O(n log n)` in the number of buffers and gaps. In-place hints are not applied.
///
/// ```
/// use memplan_planner::{Bytes, LifetimeTrace, LoadStep, Tick, load_profile};
///
/// let trace: LifetimeTrace = "a 0..4 32\n b 2..6 16".parse()?;
/// let steps = [(0, 32), (2, 48), (4, 16), (6, 0)];
/// assert_eq!(
///     load_profile(&trace),
///     steps.map(|(begin, load)| LoadStep { begin: Tick(begin), load: Bytes(load) })
/// );
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
pub fn load_profile(trace: &LifetimeTrace) -> Vec<LoadStep> {
    // The sum of all sizes is below 2^63, and deaths sort before births at equal ticks, so neither
    // sums nor differences overflow `i64`.
    let mut changes: Vec<(Tick, i64)> = Vec::with_capacity(2 * trace.len());
    for buffer in trace.buffers() {
        for piece in buffer.pieces() {
            let bytes = (piece.hi - piece.lo).cast_signed();
            changes.push((piece.ticks.begin(), bytes));
            changes.push((piece.ticks.end(), -bytes));
        }
    }
    changes.sort_stable();
    let mut steps: Vec<LoadStep> = Vec::new();
    let mut load: i64 = 0;
    for same_tick in changes.chunk_by(|a, b| a.0 == b.0) {
        let before = load;
        load += same_tick.iter().map(|change| change.1).sum::<i64>();
        if load != before {
            steps.push(LoadStep {
                begin: same_tick[0].0,
                load: Bytes(load.cast_unsigned()),
            });
        }
    }
    steps
}

/// The sum over the pools of the largest sum of sizes that must be live at once in each: of each class one member, and
/// only classes that may be in no other pool and have no member that is never live together with some other buffer.
/// `O(n log n)`.
pub(super) fn load_of_pools(trace: &LifetimeTrace) -> Bytes {
    let pools = trace.pools();
    let Ok((classes, class_of)) = super::relations::classes(trace, &pools) else {
        return Bytes(0); // the trace has been checked
    };
    let mut counts = vec![true; classes.len()];
    for &(a, b) in &trace.relations().never_together {
        for id in [a, b] {
            counts[class_of[id.index()] as usize] = false;
        }
    }
    let mut total = 0;
    for (index, pool) in (0..).zip(pools.iter()) {
        let mut peak = (pool.reserved.iter()).map(|r| r.hi.0).max().unwrap_or(0);
        let mut changes: Vec<(Tick, i64)> = Vec::new();
        let here = |class: &super::relations::Class| class.pools[..] == [crate::PoolId(index)];
        for (class, _) in
            (classes.iter().zip(&counts)).filter(|(class, counts)| **counts && here(class))
        {
            // A class is live with one of its members at least: that with the largest hull.
            let hull = |id: &&crate::BufferId| {
                let live = trace[**id].live;
                live.end().0.abs_diff(live.begin().0)
            };
            let Some(&id) = class.members.iter().max_by_key(hull) else {
                continue;
            };
            for piece in trace[id]
                .pieces()
                .filter(|piece| piece.hi - piece.lo == trace[id].size.0)
            {
                changes.push((piece.ticks.begin(), class.size.cast_signed()));
                changes.push((piece.ticks.end(), -class.size.cast_signed()));
            }
            peak = peak.max(class.size);
        }
        changes.sort_stable();
        let mut load = 0_i64;
        for (_, change) in changes {
            load += change;
            peak = peak.max(load.cast_unsigned());
        }
        total += peak;
    }
    Bytes(total)
}

/// The largest sum of sizes live at one tick where every in-place hint is used: the bound of
/// [`LifetimeTrace::least_load`].
pub(crate) fn least_load(trace: &LifetimeTrace) -> Bytes {
    if trace.in_place().is_empty() {
        return trace.max_load();
    }
    without_takeovers(trace).max_load().max(highest_end(trace))
}

/// The highest end that single buffers force: no arena is smaller than a buffer, or ends below a
/// pinned one.
pub(crate) fn highest_end(trace: &LifetimeTrace) -> Bytes {
    let sized = trace.buffers().iter().filter(|b| b.size != Bytes(0));
    let ends = sized.map(|b| Bytes(b.pinned.unwrap_or_default().0 + b.size.0));
    ends.max().unwrap_or_default()
}

/// The trace in which every buffer dies when another one may take over its bytes. Every schedule
/// that is valid with takeovers is valid for this trace without them.
pub(crate) fn without_takeovers(trace: &LifetimeTrace) -> LifetimeTrace {
    if trace.in_place().is_empty() {
        return trace.clone();
    }
    let mut until: Vec<Tick> = trace.buffers().iter().map(|b| b.live.end()).collect();
    // A buffer cannot take over bytes of a buffer that is born later.
    let is_usable = |hint: &&crate::InPlaceHint| {
        trace[hint.other].live.begin() <= trace[hint.buffer].live.begin()
    };
    for hint in trace.in_place().iter().filter(is_usable) {
        let end = &mut until[hint.other.index()];
        *end = (*end).min(trace[hint.buffer].live.begin());
    }
    let mut buffers = trace.buffers().to_vec();
    for (buffer, until) in buffers.iter_mut().zip(until) {
        if until <= buffer.live.begin() {
            buffer.gaps.clear();
            buffer.size = Bytes(0);
        } else if until < buffer.live.end() {
            buffer.live = Lifetime::half_open(buffer.live.begin(), until);
            buffer.gaps.retain(|gap| gap.ticks.begin() < until);
            for gap in &mut buffer.gaps {
                gap.ticks = Lifetime::half_open(gap.ticks.begin(), gap.ticks.end().min(until));
            }
        }
    }
    // Lifetimes and sizes only shrank, so the trace is still well formed.
    let rebuilt = LifetimeTrace::builder(trace.scope())
        .buffers(buffers)
        .build();
    rebuilt.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::load_profile;
    use crate::LifetimeTrace;
    use crate::testing::random_trace;

    fn steps(notation: &str) -> Vec<(i64, u64)> {
        let trace: LifetimeTrace = notation.parse().unwrap();
        load_profile(&trace)
            .into_iter()
            .map(|step| (step.begin.0, step.load.0))
            .collect()
    }

    #[test]
    fn the_max_load_is_the_highest_step() {
        for seed in 0..100 {
            let near = random_trace(seed, 1 + seed, 1 + seed % 40, &["gap"]);
            let far: Vec<String> = near
                .buffers()
                .iter()
                .map(|buffer| {
                    let (begin, end) = (buffer.live.begin().0 << 40, buffer.live.end().0 << 40);
                    format!("b {begin}..{end} {}", buffer.size)
                })
                .collect();
            let far: LifetimeTrace = far.join("\n").parse().unwrap();
            for trace in [near, far] {
                let highest = load_profile(&trace).into_iter().map(|step| step.load).max();
                assert_eq!(trace.max_load(), highest.unwrap_or_default(), "{trace}");
            }
        }
    }

    #[test]
    fn touching_lifetimes_are_never_live_together() {
        assert_eq!(
            steps("a 0..2 8\nb 2..4 8\nc 3..4 1"),
            [(0, 8), (3, 9), (4, 0)]
        );
    }

    #[test]
    fn gaps_and_windows_count_what_is_there() {
        assert_eq!(
            steps("a 0..9 8 gap=2..4 gap=6..7@0..3\nz 0..9 0"),
            [(0, 8), (2, 0), (4, 8), (6, 3), (7, 8), (9, 0)]
        );
        assert_eq!(steps("z 0..9 0"), []);
    }
}
