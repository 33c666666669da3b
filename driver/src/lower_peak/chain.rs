//! One run of the chain of passes, and the peaks after each of its stages.

use std::num::NonZeroUsize;

use memplan_memory::FoundOrders;
use memplan_mlir::Module;
use rustc_hash::FxHashMap;

use super::step::{Choice, PAYING, Step, order, sink};
use super::{LowerPeak, PeakStep, Start, with_calls_inlined};
use crate::report::{RunTimePeak, run_time_peaks};
use crate::steps;
use crate::threads::on_threads;

/// Whether the chain has to stop and return the best stage so far.
pub(super) type HasToStop<'a> = &'a (dyn Fn() -> bool + Sync);

/// The stages of a program.
pub(super) struct Chain<'g> {
    /// The peaks that no stage may exceed.
    limits: &'g [RunTimePeak],
    /// Shared by all chains of a program.
    orders: &'g FoundOrders,
    goal_bytes: Option<u64>,
    /// Whether the best stage reaches the goal.
    is_done: bool,
    pub(super) steps: Vec<PeakStep>,
    /// The program at the best stage; `None` while that is the given program.
    pub(super) module: Option<Module>,
    /// The sum of its peaks.
    least: i128,
    /// The part of those that have no bound which every run reaches.
    least_of_unbounded: i128,
    /// The peaks of the current program.
    now: Vec<RunTimePeak>,
    /// The steps that the current program went through, by index.
    taken: Vec<usize>,
}

impl<'g> Chain<'g> {
    pub(super) fn new(
        given: Vec<RunTimePeak>,
        limits: &'g [RunTimePeak],
        orders: &'g FoundOrders,
        goal_bytes: Option<u64>,
    ) -> Self {
        Self {
            limits,
            orders,
            goal_bytes,
            is_done: is_reached(&given, goal_bytes),
            least: sum(&given),
            least_of_unbounded: sum_of_unbounded(&given),
            now: given.clone(),
            steps: vec![PeakStep {
                pass: "given".to_owned(),
                is_kept: true,
                peaks: given,
            }],
            module: None,
            taken: Vec::new(),
        }
    }

    /// Orders chains by their best stages.
    pub(super) fn key(&self) -> (i128, i128) {
        (self.least, self.least_of_unbounded)
    }

    /// Whether there is a goal, and the best stage reaches it.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// The program after all passes of a variant; `None` if one of the passes changes nothing. `pass` names the pass
    /// that produced the program, if any.
    pub(super) fn start(
        &mut self,
        pass: Option<&str>,
        m: &Module,
        variant: &[Start],
    ) -> Option<Module> {
        if let Some(pass) = pass {
            self.reach(pass, m, i128::MAX);
            self.prefer_lower_start(m);
        }
        let mut now = None;
        for (pass, make) in variant {
            let next = make(now.as_ref().unwrap_or(m))?;
            self.reach(pass, &next, i128::MAX);
            now = Some(next);
        }
        Some(now.unwrap_or_else(|| m.clone()))
    }

    /// Takes the program that the chain starts with instead of the given one, if they differ only in what every run
    /// reaches. Later stages are not compared by that, since it says nothing of buffers of unknown size, which they move.
    fn prefer_lower_start(&mut self, m: &Module) {
        let unbounded = sum_of_unbounded(&self.now);
        let is_lower = sum(&self.now) == self.least && unbounded < self.least_of_unbounded;
        if is_lower && is_nowhere_higher(&self.now, self.limits) {
            self.keep_stage(m, self.least, unbounded);
        }
    }

    /// Makes a program the best one, with all steps that led to it.
    fn keep_stage(&mut self, now: &Module, least: i128, of_unbounded: i128) {
        (self.least, self.least_of_unbounded) = (least, of_unbounded);
        self.module = Some(now.clone());
        for &step in &self.taken {
            self.steps[step].is_kept = true;
        }
    }

    pub(super) fn run(
        &mut self,
        mut now: Module,
        options: LowerPeak,
        threads: NonZeroUsize,
        has_to_stop: HasToStop<'_>,
    ) {
        let mut total = i128::MAX;
        for step in Step::always(options) {
            if self.is_done || has_to_stop() {
                return;
            }
            let has_changed = step.run(&mut now, self.orders);
            let is_ordered = matches!(step, Step::Order);
            if (!is_ordered && sink(&mut now)) || has_changed {
                match self.reach(step.name(), &now, i128::MAX) {
                    Some(reached) => total = reached,
                    None => return,
                }
            } else {
                total = self.keep(step.name());
            }
        }
        for choice in PAYING {
            if self.is_done || has_to_stop() {
                return;
            }
            let Some((reached, programs)) =
                best_sequence(&now, choice, self.orders, threads, has_to_stop)
            else {
                continue;
            };
            let limit = if reached < total { i128::MAX } else { total };
            for (name, next) in &programs {
                self.reach(name, next, limit);
            }
            if let Some((_, last)) = programs.into_iter().last().filter(|_| reached < total) {
                (now, total) = (last, reached);
            }
        }
    }

    /// Records that a pass changed nothing. Returns the sum of the peaks.
    fn keep(&mut self, pass: &str) -> i128 {
        self.taken.push(self.steps.len());
        self.steps.push(PeakStep {
            pass: pass.to_owned(),
            is_kept: false,
            peaks: self.now.clone(),
        });
        sum(&self.now)
    }

    /// Records the peaks after a pass, and keeps the program if their sum is the least so far and no function has a
    /// higher peak than in the given program. If the sum is not below `limit`, later stages do not build on the pass.
    /// Returns the sum; `None` if the peaks are unknown.
    fn reach(&mut self, pass: &str, now: &Module, limit: i128) -> Option<i128> {
        let reached = peaks(now)?;
        let (is_fine, total) = (is_nowhere_higher(&reached, self.limits), sum(&reached));
        if total < limit {
            self.taken.push(self.steps.len());
            self.now.clone_from(&reached);
        }
        let of_unbounded = sum_of_unbounded(&reached);
        let is_done = is_reached(&reached, self.goal_bytes);
        self.steps.push(PeakStep {
            pass: pass.to_owned(),
            is_kept: false,
            peaks: reached,
        });
        if is_fine && total < self.least && !self.is_done {
            self.keep_stage(now, total, of_unbounded);
            self.is_done = is_done;
        }
        Some(total)
    }
}

/// Runs all sequences of a choice. Returns the least sum of the peaks after one of them, and the programs after each
/// of its steps, with the names of the steps. `None` if no sequence changes anything. A sequence ends before the
/// first step that changes nothing.
///
/// Steps that several sequences start with run once. Sequences run on threads, which changes no result.
fn best_sequence(
    now: &Module,
    choice: Choice,
    orders: &FoundOrders,
    threads: NonZeroUsize,
    has_to_stop: HasToStop<'_>,
) -> Option<(i128, Vec<(&'static str, Module)>)> {
    let behind = behind_prefixes(now, choice, orders, threads, has_to_stop);
    let program = |steps: &[Step]| program_behind(&behind, steps);
    let mut ends: Vec<(&[Step], &Module)> = Vec::new();
    for sequence in choice {
        let mut lengths = (1..=sequence.len()).rev();
        let end = lengths.find_map(|n| Some((&sequence[..n], program(&sequence[..n])?)));
        ends.extend(end.filter(|end| ends.iter().all(|earlier| earlier.0 != end.0)));
    }
    let reached = on_threads(ends.len(), threads, |at| peaks(ends[at].1));
    let reached = ends.iter().zip(reached);
    let reached = reached.filter_map(|(&(end, _), peaks)| Some((sum(&peaks?), end)));
    // On ties, the first one wins.
    let (least, end) = reached.min_by_key(|&(total, _)| total)?;
    let prefixes = (1..=end.len()).map(|n| &end[..n]);
    let programs = prefixes.filter_map(|prefix| {
        let step = prefix.last()?;
        Some((step.name(), program(prefix)?.clone()))
    });
    Some((least, programs.collect()))
}

/// The program that is known to result from some steps.
fn program_behind<'b>(behind: &'b [(&[Step], Module)], steps: &[Step]) -> Option<&'b Module> {
    let mut programs = behind.iter();
    programs.find_map(|(behind, program)| (*behind == steps).then_some(program))
}

/// The programs after all prefixes of the sequences. Those that end with a step that changes nothing are left out.
fn behind_prefixes(
    now: &Module,
    choice: Choice,
    orders: &FoundOrders,
    threads: NonZeroUsize,
    has_to_stop: HasToStop<'_>,
) -> Vec<(&'static [Step], Module)> {
    let mut behind: Vec<(&[Step], Module)> = Vec::new();
    for n in 1..=choice
        .iter()
        .map(|sequence| sequence.len())
        .max()
        .unwrap_or(0)
    {
        let mut prefixes: Vec<(&[Step], Step, &Module)> = Vec::new();
        for prefix in choice.iter().filter_map(|sequence| sequence.get(..n)) {
            let Some((&step, earlier)) = prefix.split_last() else {
                continue;
            };
            let before = if earlier.is_empty() {
                Some(now)
            } else {
                program_behind(&behind, earlier)
            };
            let is_new = prefixes.iter().all(|(steps, ..)| *steps != prefix);
            prefixes.extend(before.filter(|_| is_new).map(|m| (prefix, step, m)));
        }
        let reached = on_threads(prefixes.len(), threads, |at| {
            let (_, step, before) = prefixes[at];
            let mut next = before.clone();
            if has_to_stop() || !step.run(&mut next, orders) {
                return None;
            }
            if step.is_ordered_again() {
                order(&mut next, orders);
            } else {
                sink(&mut next);
            }
            Some(next)
        });
        let names: Vec<&[Step]> = prefixes.iter().map(|(prefix, ..)| *prefix).collect();
        let reached = names.into_iter().zip(reached);
        behind.extend(reached.filter_map(|(prefix, program)| Some((prefix, program?))));
    }
    behind
}

/// The peaks if each buffer is freed separately. `None` if the program cannot be deallocated.
pub(super) fn peaks(m: &Module) -> Option<Vec<RunTimePeak>> {
    let separate = steps::deallocated(m.clone())?;
    Some(run_time_peaks(&separate, &[]))
}

/// Whether no peak is above the goal.
fn is_reached(peaks: &[RunTimePeak], goal_bytes: Option<u64>) -> bool {
    let fits = |peak: &RunTimePeak, goal: u64| {
        let most = peak
            .peak
            .most
            .and_then(|most| u64::try_from(most.bytes).ok());
        most.is_some_and(|most| most <= goal)
    };
    goal_bytes.is_some_and(|goal| peaks.iter().all(|peak| fits(peak, goal)))
}

/// The sum of the peaks. Those without a bound count more than any other.
fn sum(peaks: &[RunTimePeak]) -> i128 {
    let bytes = |peak: &RunTimePeak| peak.peak.most.map_or(i64::MAX, |most| most.bytes);
    peaks.iter().map(|peak| i128::from(bytes(peak))).sum()
}

/// The sum of what every run reaches of the peaks that have no bound.
fn sum_of_unbounded(peaks: &[RunTimePeak]) -> i128 {
    let unbounded = peaks.iter().filter(|peak| peak.peak.most.is_none());
    unbounded
        .map(|peak| i128::from(peak.peak.least.bytes))
        .sum()
}

/// The peaks of a program, and where they have no bound, those of the program with its calls inlined: who owns a result
/// is often known there, and inlining alone does not raise the peak of any run.
pub(super) fn limits(given: &[RunTimePeak], m: &Module) -> Vec<RunTimePeak> {
    let mut limits = given.to_vec();
    if limits.iter().all(|peak| peak.peak.most.is_some()) {
        return limits;
    }
    let inlined = with_calls_inlined(m).and_then(|inlined| peaks(&inlined));
    for inlined in inlined.unwrap_or_default() {
        let mut unbounded = limits.iter_mut().filter(|limit| limit.peak.most.is_none());
        if let Some(limit) = unbounded.find(|limit| limit.function == inlined.function) {
            limit.peak.most = inlined.peak.most;
        }
    }
    limits
}

/// Whether no function has a higher peak than before.
fn is_nowhere_higher(after: &[RunTimePeak], before: &[RunTimePeak]) -> bool {
    let before: FxHashMap<&str, &RunTimePeak> = before
        .iter()
        .map(|peak| (peak.function.as_str(), peak))
        .collect();
    after.iter().all(|now| {
        // A function that was not listed held no memory, so any peak is higher.
        let Some(earlier) = before.get(now.function.as_str()) else {
            return false;
        };
        match (now.peak.most, earlier.peak.most) {
            (Some(now), Some(earlier)) => now.fits(earlier),
            (None, Some(_)) => false,
            // Every run of the given program reaches its lower bound, so none holds more now.
            (Some(now), None) => now.fits(earlier.peak.least),
            (None, None) => now.peak.least.fits(earlier.peak.least),
        }
    })
}
