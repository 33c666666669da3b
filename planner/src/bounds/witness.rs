//! The witness of the max load: the buffers live at a tick where the load is largest.

use memplan_support::Sort;

use crate::problem::load::without_takeovers;
use crate::{BufferId, Bytes, LifetimeTrace, Tick, load_profile};

/// The buffers that are live at a tick with the largest load.
///
/// In-place hints are taken into account: a buffer whose bytes may be taken over counts until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadWitness {
    /// The first tick with the largest load.
    pub tick: Tick,
    /// What the buffers add up to.
    pub load: Bytes,
    /// Each buffer with its bytes that are live at the tick, largest first, then in trace order.
    pub buffers: Vec<(BufferId, Bytes)>,
}

/// The buffers that cause the max load, which every schedule must keep apart; `None` for a trace
/// without bytes, or with relations. `O(n log n)` in the number of buffers and gaps.
///
/// ```
/// use memplan_planner::{BufferId, Bytes, LifetimeTrace, Tick, load_witness};
///
/// let trace: LifetimeTrace = "a 0..4 16\n b 2..6 32\n c 5..9 8".parse()?;
/// let witness = load_witness(&trace).ok_or("no bytes")?;
/// assert_eq!((witness.tick, witness.load), (Tick(2), Bytes(48)));
/// assert_eq!(witness.buffers, [(BufferId(1), Bytes(32)), (BufferId(0), Bytes(16))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_witness(trace: &LifetimeTrace) -> Option<LoadWitness> {
    if !trace.relations().is_empty() {
        return None;
    }
    let relaxed = without_takeovers(trace);
    let steps = load_profile(&relaxed);
    // `max_by_key` returns the last of equal steps, so reverse them to get the first.
    let highest = steps.iter().rev().max_by_key(|step| step.load)?;
    let tick = highest.begin;
    let live = |id: BufferId| -> Option<(BufferId, Bytes)> {
        let mut pieces = relaxed[id].pieces();
        let is_live = |ticks: crate::Lifetime| ticks.begin() <= tick && tick < ticks.end();
        let piece = pieces.find(|piece| is_live(piece.ticks))?;
        Some((id, Bytes(piece.hi - piece.lo)))
    };
    let mut buffers: Vec<(BufferId, Bytes)> = relaxed.ids().filter_map(live).collect();
    buffers.sort_stable_by_key(|&(_, bytes)| std::cmp::Reverse(bytes));
    Some(LoadWitness {
        tick,
        load: highest.load,
        buffers,
    })
}

#[cfg(test)]
mod tests {
    use super::load_witness;
    use crate::{LifetimeTrace, lower_bound};

    fn check(notation: &str, tick: i64, expected: &[(&str, u64)]) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let witness = load_witness(&trace).unwrap();
        let named = witness.buffers.iter();
        let named: Vec<(String, u64)> = named
            .map(|&(id, bytes)| (trace[id].name.to_string(), bytes.0))
            .collect();
        let named: Vec<(&str, u64)> = named.iter().map(|(n, b)| (&**n, *b)).collect();
        assert_eq!((witness.tick.0, &*named), (tick, expected), "{notation}");
        let sum: u64 = expected.iter().map(|(_, bytes)| bytes).sum();
        assert_eq!(witness.load.0, sum);
        assert_eq!(witness.load, trace.max_load());
        let bound = lower_bound(&trace, &Default::default()).unwrap();
        assert_eq!(witness.load, bound.bytes);
    }

    #[test]
    fn gaps_windows_and_equal_loads_are_seen() {
        check("a 0..2 8; b 1..3 8; c 2..4 8", 1, &[("a", 8), ("b", 8)]);
        check("a 0..9 8 gap=2..4; b 2..4 9", 2, &[("b", 9)]);
        check("a 0..9 8 gap=2..4@0..3; b 2..4 9", 2, &[("b", 9), ("a", 3)]);
        assert_eq!(load_witness(&LifetimeTrace::default()), None);
    }
}
