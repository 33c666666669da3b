//! The bytes that a program holds at each of its operations, and the order of programs by these loads.

use std::cmp::Reverse;

use memplan_memory_model::{HeapLoads, HeapPeak};
use memplan_mlir::Module;
use memplan_support::Sort as _;
use rustc_hash::FxHashMap;

use super::moves::with_calls_inlined;
use crate::dealloc;
use crate::run_time::{RunTimePeak, entries, run_time_peaks_of};

/// The loads of the functions that others may call, with each buffer freed separately.
pub(super) struct Profile {
    pub(super) peaks: Vec<RunTimePeak>,
    /// The loads at their operations, the highest first, each with the number of operations: bounds over all
    /// iterations of loops, and over all callees. Without a bound, the bytes that every run reaches.
    loads: Vec<(i64, u32)>,
}

/// The order of profiles: by the sum of the peaks, then by the highest load at which they differ, and by the number
/// of operations that reach it. So a pass that lowers some load counts as progress even while the peak stays the
/// same.
pub(super) type Key<'p> = (i128, &'p [(i64, u32)]);

impl Profile {
    /// `None` if the program cannot be deallocated. Near-linear.
    pub(super) fn of(m: &Module) -> Option<Self> {
        let separate = dealloc::deallocated(m.clone())?;
        let loads = HeapLoads::new(&separate);
        let mut all: Vec<i64> = Vec::new();
        for function in entries(&separate) {
            let Some(heap) = loads.of(function) else {
                continue;
            };
            let least = heap.peak.least.bytes;
            let points = heap.points.iter();
            all.extend(points.map(|point| point.most.map_or(least, |most| most.bytes)));
        }
        all.sort_stable_by_key(|&load| Reverse(load));
        let runs = all.chunk_by(|a, b| a == b);
        let loads_of = runs.filter_map(|run| Some((*run.first()?, run.len() as u32)));
        Some(Self {
            peaks: run_time_peaks_of(&separate, &loads),
            loads: loads_of.collect(),
        })
    }

    pub(super) fn key(&self) -> Key<'_> {
        (self.sum(), &self.loads)
    }

    /// The sum of the loads at all operations.
    pub(super) fn area(&self) -> i128 {
        let loads = self.loads.iter();
        loads
            .map(|&(load, n)| i128::from(load) * i128::from(n))
            .sum()
    }

    /// The sum of the peaks. Those without a bound count more than any other.
    pub(super) fn sum(&self) -> i128 {
        let bytes = |peak: &RunTimePeak| peak.peak.most.map_or(i64::MAX, |most| most.bytes);
        self.peaks.iter().map(|peak| i128::from(bytes(peak))).sum()
    }

    /// The sum, over the peaks without a bound, of the bytes that every run reaches.
    pub(super) fn sum_of_unbounded(&self) -> i128 {
        let unbounded = self.peaks.iter().filter(|peak| peak.peak.most.is_none());
        unbounded
            .map(|peak| i128::from(peak.peak.least.bytes))
            .sum()
    }

    /// Whether no peak is above a goal.
    pub(super) fn is_within(&self, goal_bytes: Option<u64>) -> bool {
        let most = |peak: &RunTimePeak| u64::try_from(peak.peak.most?.bytes).ok();
        goal_bytes.is_some_and(|goal| {
            let mut all = self.peaks.iter().map(most);
            all.all(|most| most.is_some_and(|most| most <= goal))
        })
    }

    /// Whether no function has a higher peak than before.
    pub(super) fn is_nowhere_higher(&self, before: &[RunTimePeak]) -> bool {
        self.compares(before, |now, earlier| match (now.most, earlier.most) {
            (Some(now), Some(earlier)) => now.fits(earlier),
            (None, Some(_)) => false,
            // Every run of the given program reaches its lower bound, so none holds more now.
            (Some(now), None) => now.fits(earlier.least),
            (None, None) => now.least.fits(earlier.least),
        })
    }

    /// Whether no run holds more than before, or the most that one can hold is less. Equal bounds that no run may
    /// reach do not show that, and neither do missing ones.
    pub(super) fn holds_no_more(&self, before: &[RunTimePeak]) -> bool {
        self.compares(before, |now, earlier| match (now.most, earlier.most) {
            (Some(now), Some(most)) => {
                now.fits(most) && (now.bytes < most.bytes || now.fits(earlier.least))
            }
            (Some(now), None) => now.fits(earlier.least),
            (None, _) => false,
        })
    }

    /// Whether each peak compares to that of its function before. A function that was not listed held no memory, so any
    /// peak is higher.
    fn compares(
        &self,
        before: &[RunTimePeak],
        is_fine: impl Fn(&HeapPeak, &HeapPeak) -> bool,
    ) -> bool {
        let before: FxHashMap<&str, &RunTimePeak> = before
            .iter()
            .map(|peak| (peak.function.as_str(), peak))
            .collect();
        self.peaks.iter().all(|now| {
            let earlier = before.get(now.function.as_str());
            earlier.is_some_and(|earlier| is_fine(&now.peak, &earlier.peak))
        })
    }
}

/// The peaks of a program, and where they have no bound, those of the program with its calls inlined: there the
/// ownership of results is often known, and inlining alone does not raise the peak of any run.
pub(super) fn limits(given: &[RunTimePeak], m: &Module) -> Vec<RunTimePeak> {
    let mut limits = given.to_vec();
    if limits.iter().all(|peak| peak.peak.most.is_some()) {
        return limits;
    }
    let inlined = with_calls_inlined(m).and_then(|inlined| Profile::of(&inlined));
    bound(
        &mut limits,
        &inlined.map_or_else(Vec::new, |inlined| inlined.peaks),
    );
    limits
}

/// Replaces peaks without a bound by those of another form of the program.
pub(super) fn bound(limits: &mut [RunTimePeak], peaks: &[RunTimePeak]) {
    for limit in limits.iter_mut().filter(|limit| limit.peak.most.is_none()) {
        let other = peaks.iter().find(|peak| peak.function == limit.function);
        limit.peak.most = other.and_then(|peak| peak.peak.most);
    }
}
