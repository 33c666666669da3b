//! Orders: the keys by which greedy planners sort buffers, and the loop that they share.

use memplan_support::{Key, Sort};

use crate::problem::sections::Sections;
use crate::{
    BufferId, Bytes, LifetimeTrace, MemorySchedule, PlanError, PlanOptions, ScheduleBuilder,
};

/// Places all buffers in an order, each where `fit` says.
///
/// # Errors
/// Those of [`ScheduleBuilder`].
pub(crate) fn place_in_order<'a>(
    trace: &'a LifetimeTrace,
    options: &'a PlanOptions,
    planner: &str,
    order: impl IntoIterator<Item = BufferId>,
    mut fit: impl FnMut(&mut ScheduleBuilder<'a>, BufferId) -> Bytes,
) -> Result<MemorySchedule, PlanError> {
    let mut schedule = ScheduleBuilder::new(trace, options)?;
    for id in order {
        let offset = fit(&mut schedule, id);
        schedule.place(id, offset)?;
    }
    schedule.finish(planner)
}

/// All buffers in ascending order of a key; ties go to the lower [`BufferId`]. `O(n log n)`.
pub(crate) fn sorted_by<K: Key>(
    trace: &LifetimeTrace,
    mut key: impl FnMut(BufferId) -> K,
) -> Vec<BufferId> {
    let mut ids: Vec<BufferId> = trace.ids().collect();
    ids.sort_stable_by_key(|&id| key(id));
    ids
}

/// The ticks from the begin of a buffer to its end, gaps included.
pub(crate) fn lifetime(trace: &LifetimeTrace, id: BufferId) -> u64 {
    let live = trace[id].live;
    live.begin().0.abs_diff(live.end().0)
}

/// The bytes of a buffer that are live, summed over its ticks; at most its size times its lifetime.
pub(crate) fn area(trace: &LifetimeTrace, id: BufferId) -> u128 {
    let pieces = trace[id].pieces();
    pieces
        .map(|piece| {
            let ticks = piece.ticks.begin().0.abs_diff(piece.ticks.end().0);
            u128::from(ticks) * u128::from(piece.hi - piece.lo)
        })
        .sum()
}

/// The load of a trace, prepared for questions about its maximum over a lifetime.
#[derive(Debug)]
pub(crate) struct PeakLoads<'a> {
    sections: &'a Sections,
    /// A tree: the second half has the loads of the sections, and `maxima[i]` is the larger one of `maxima[2 * i]` and
    /// `maxima[2 * i + 1]`.
    maxima: Vec<u64>,
}

impl<'a> PeakLoads<'a> {
    /// `O(n)` time and memory, once the sections are known.
    pub(crate) fn new(trace: &'a LifetimeTrace) -> Self {
        let sections = trace.sections();
        let n = sections.n_sections() as usize;
        let mut maxima = vec![0_u64; 2 * n + 1];
        for id in trace.ids() {
            for (&(first, end), piece) in sections.runs(id).iter().zip(trace[id].pieces()) {
                let bytes = piece.hi - piece.lo;
                // Wraps below zero, as the sums do not.
                let begin = &mut maxima[n + first as usize];
                *begin = begin.wrapping_add(bytes);
                let after = &mut maxima[n + end as usize];
                *after = after.wrapping_sub(bytes);
            }
        }
        let mut load = 0_u64;
        for growth in &mut maxima[n..] {
            load = load.wrapping_add(*growth);
            *growth = load;
        }
        for at in (1..n).rev() {
            maxima[at] = maxima[2 * at].max(maxima[2 * at + 1]);
        }
        Self { sections, maxima }
    }

    /// The largest load from the first to the last tick at which bytes of a buffer are live. `O(log n)`.
    pub(crate) fn of(&self, id: BufferId) -> u64 {
        let runs = self.sections.runs(id);
        let (Some(&(first, _)), Some(&(_, end))) = (runs.first(), runs.last()) else {
            return 0; // without bytes
        };
        let n = self.sections.n_sections() as usize;
        let (mut low, mut high) = (n + first as usize, n + end as usize);
        let mut most = 0;
        // Parents cover what is left between them, except where one begins or ends outside.
        while low < high {
            if low % 2 == 1 {
                most = most.max(self.maxima[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                most = most.max(self.maxima[high]);
            }
            (low, high) = (low / 2, high / 2);
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::{PeakLoads, area, lifetime};
    use crate::{BufferId, LifetimeTrace};

    #[test]
    fn keys_of_buffers_with_gaps_count_what_is_there() {
        let trace: LifetimeTrace = "a 0..10 8 gap=2..4 gap=6..9@0..3; b -3..7 5; z 1..2 0"
            .parse()
            .unwrap();
        let ids = || (0..3).map(BufferId);
        let areas: Vec<u128> = ids().map(|id| area(&trace, id)).collect();
        assert_eq!(areas, [5 * 8 + 3 * 3, 50, 0]);
        let lifetimes: Vec<u64> = ids().map(|id| lifetime(&trace, id)).collect();
        assert_eq!(lifetimes, [10, 10, 1]);
    }

    #[test]
    fn the_load_is_known_over_any_lifetime() {
        let trace: LifetimeTrace =
            "z -9..-8 0; a 0..4 8; b 2..3 5; c 6..9 2; d 3..7 1; e 8..9 9; y 3..5 0; x 20..21 0"
                .parse()
                .unwrap();
        // Loads: 8 from 0, 13 from 2, 9 from 3, 1 from 4, 3 from 6, 2 from 7, 11 from 8.
        let loads = PeakLoads::new(&trace);
        let of: Vec<u64> = trace.ids().map(|id| loads.of(id)).collect();
        assert_eq!(of, [0, 13, 13, 11, 9, 11, 0, 0]);
        PeakLoads::new(&LifetimeTrace::default());
    }
}
