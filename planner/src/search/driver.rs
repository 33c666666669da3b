//! The driver of the exact search: it splits an instance into parts, tightens bounds and incumbents, and allots work.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use memplan_support::Sort;

use super::first_plan::first_plan;
use super::parameters::Parameters;
use super::worker::{Epoch, EpochResult, PartSearch, Refutation, part_search};
use super::{CriticalPart, Goal, Outcome, SearchOptions};
use crate::bounds::ReachablePeaks;
use crate::reduce::Instance;
use crate::{BoundRule, BufferId, Bytes, LowerBound, PlanError, StopReason, Units, WorkMeter};

/// A part of the instance that can be planned by itself, above the items that were peeled off below
/// it.
struct Leaf {
    instance: Arc<Instance>,
    /// The items of the whole.
    items: Vec<u32>,
    /// The height of its ground, in units, and the items of the whole instance that form the ground.
    ground: u64,
    below: Vec<u32>,
    offsets: Vec<u64>,
    /// Bytes, ground included.
    lower: LowerBound,
    upper: u64,
    /// The run that proved the bound, if a search did.
    refutation: Option<Refutation>,
    reachable: Option<ReachablePeaks>,
    search: Option<Box<dyn PartSearch>>,
    /// Nodes for each worker in the next epoch, and whether that is the first one.
    budget: u64,
    is_new: bool,
    nodes: u64,
}

impl Leaf {
    fn take(&mut self, result: EpochResult, below: u64) {
        if let Some((peak, offsets)) = result.plan {
            self.upper = below + peak;
            self.offsets = offsets;
        }
        let lower = self
            .lower
            .or_better(below + result.lower, BoundRule::Search);
        if lower != self.lower {
            self.lower = lower;
            self.refutation = result.refutation.map(|refutation| Refutation {
                capacity: below + refutation.capacity,
                ..refutation
            });
        }
    }
}

impl Leaf {
    /// Computes the reachable peaks. Returns whether they raise the bound.
    fn find_reachable(&mut self, has_sums: bool) -> bool {
        let below = self.ground * self.instance.unit;
        let max_words = if has_sums {
            Parameters::DEFAULT.max_sum_words
        } else {
            0
        };
        let reachable = ReachablePeaks::of_instance(&self.instance, self.upper - below, max_words);
        let raised = below + reachable.raise(self.lower.bytes.0 - below);
        self.reachable = Some(reachable);
        let before = self.lower;
        self.lower = before.or_better(raised, BoundRule::SubsetSum);
        self.lower != before
    }
}

/// See [`super::solve`].
pub(super) struct Driver<'a, 'm> {
    whole: &'a Instance,
    options: &'a SearchOptions,
    meter: &'a mut WorkMeter<'m>,
    leaves: Vec<Leaf>,
    /// Offsets of items that were peeled off.
    offsets: Vec<u64>,
    nodes: u64,
    /// Whether the limit of the meter has shortened an epoch. The search then ends, because a higher limit would
    /// have continued the epoch first.
    is_cut_short: bool,
    stopped: Option<StopReason>,
}

impl<'a, 'm> Driver<'a, 'm> {
    /// Cuts the instance into leaves, each with a first plan and a bound.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] at a limit.
    pub(super) fn new(
        whole: &'a Instance,
        options: &'a SearchOptions,
        meter: &'a mut WorkMeter<'m>,
    ) -> Result<Self, PlanError> {
        let mut driver = Self {
            whole,
            options,
            meter,
            leaves: Vec::new(),
            offsets: vec![0; whole.len()],
            nodes: 0,
            is_cut_short: false,
            stopped: None,
        };
        driver.cut()?;
        if let Some(incumbent) = &options.incumbent {
            driver.adopt(incumbent);
        }
        driver
            .leaves
            .sort_stable_by_key(|leaf| std::cmp::Reverse(leaf.lower.bytes.0));
        tracing::debug!(
            n_items = whole.len(),
            n_parts = driver.leaves.len(),
            bound = driver.lower().bytes.0,
            peak = driver.upper(),
            goal = ?options.goal,
            "exact search"
        );
        Ok(driver)
    }

    /// Splits parts into components and peels off the items that span them, repeatedly.
    fn cut(&mut self) -> Result<(), PlanError> {
        let all: Vec<u32> = (0..self.whole.len() as u32).collect();
        let mut open = vec![(self.whole.clone(), all, 0, Vec::new())];
        while let Some((instance, items, ground, below)) = open.pop() {
            let parts = if self.options.techniques.peeling {
                instance.parts()
            } else {
                Vec::new()
            };
            if 1 < parts.len() {
                for part in parts {
                    let of = |&item: &u32| items[item as usize];
                    let items = part.items.iter().map(of).collect();
                    open.push((part.instance, items, ground, below.clone()));
                }
                continue;
            }
            let peeled = if self.options.techniques.peeling {
                instance.full_span()
            } else {
                Vec::new()
            };
            if peeled.is_empty() || peeled.len() == instance.len() {
                self.add_leaf(instance, items, ground, below)?;
                continue;
            }
            let (mut ground, mut below) = (ground, below);
            let mut rest: Vec<u32> = Vec::new();
            let mut next = peeled.iter().peekable();
            for item in 0..instance.len() as u32 {
                if next.next_if_eq(&&item).is_some() {
                    self.offsets[items[item as usize] as usize] = ground;
                    ground += instance.size[item as usize];
                    below.push(items[item as usize]);
                } else {
                    rest.push(item);
                }
            }
            let inner = instance.restricted(&rest, 0, instance.n_sections);
            let items = rest.iter().map(|&item| items[item as usize]).collect();
            open.push((inner, items, ground, below));
        }
        Ok(())
    }

    fn add_leaf(
        &mut self,
        instance: Instance,
        items: Vec<u32>,
        ground: u64,
        peeled: Vec<u32>,
    ) -> Result<(), PlanError> {
        if instance.is_empty() {
            return Ok(());
        }
        let offsets = first_plan(&instance, self.meter)?;
        let below = ground * instance.unit;
        let bound = load_bound(&instance);
        let lower = LowerBound {
            bytes: Bytes(below + bound.bytes.0),
            ..bound
        };
        self.leaves.push(Leaf {
            upper: below + instance.peak(&offsets),
            lower,
            instance: Arc::new(instance),
            items,
            ground,
            below: peeled,
            offsets,
            refutation: None,
            reachable: None,
            search: None,
            budget: Parameters::DEFAULT.first_epoch,
            is_new: true,
            nodes: 0,
        });
        Ok(())
    }

    /// Adopts the better parts of a known plan.
    fn adopt(&mut self, incumbent: &[u64]) {
        for leaf in self.leaves.iter_mut().filter(|leaf| leaf.ground == 0) {
            let of = |&item: &u32| incumbent[item as usize];
            let offsets: Vec<u64> = leaf.items.iter().map(of).collect();
            let peak = leaf.instance.peak(&offsets);
            if peak < leaf.upper {
                (leaf.upper, leaf.offsets) = (peak, offsets);
            }
        }
    }

    /// The best bound of the whole.
    fn lower(&self) -> LowerBound {
        let start = (self.options.bound).unwrap_or(LowerBound::load(Bytes(0)));
        self.leaves.iter().fold(start, |best, leaf| {
            best.or_better(leaf.lower.bytes.0, leaf.lower.rule)
        })
    }

    fn upper(&self) -> u64 {
        let upper = self.leaves.iter().map(|leaf| leaf.upper).max();
        upper.unwrap_or(0)
    }

    /// Works on the leaves in turn until they are closed, the goal is reached, or a limit stops the
    /// run.
    pub(super) fn run(&mut self) {
        self.report();
        while self.stopped.is_none() {
            let lower = self.lower().bytes.0;
            let enough = match self.options.goal {
                Goal::Optimise => lower,
                Goal::Within(capacity) if capacity < lower => return,
                Goal::Within(capacity) => capacity,
            };
            let open = (0..self.leaves.len()).filter(|&leaf| enough < self.leaves[leaf].upper);
            // Take the leaf with the shortest epoch first, so that hard leaves do not delay easy
            // ones.
            let Some(leaf) = open.min_by_key(|&leaf| self.leaves[leaf].budget) else {
                return;
            };
            let (upper, lower) = (self.upper(), self.lower());
            self.work_on(leaf, enough);
            if self.upper() < upper {
                tracing::debug!(
                    peak = self.upper(),
                    nodes = self.nodes,
                    by = "exact search",
                    "better schedule"
                );
                self.report();
            }
            if self.lower() != lower {
                let LowerBound { bytes, rule } = self.lower();
                tracing::debug!(
                    bound = bytes.0,
                    rule = rule.name(),
                    nodes = self.nodes,
                    "better bound"
                );
            }
        }
    }

    /// One epoch on one leaf.
    fn work_on(&mut self, index: usize, enough: u64) {
        let n_workers = {
            let leaf = &self.leaves[index];
            let techniques = &self.options.techniques;
            techniques.n_workers(leaf.is_new, leaf.nodes, leaf.lower.bytes.0, leaf.upper)
        };
        let left_of_own = self
            .options
            .node_limit
            .map_or(u64::MAX, |limit| limit - self.nodes.min(limit));
        let leaf = &mut self.leaves[index];
        let wanted = leaf.budget.min(left_of_own / n_workers as u64);
        let budget = wanted.min(self.meter.remaining().0 / n_workers as u64);
        let reason = self.meter.reason_to_stop();
        if self.is_cut_short || budget == 0 || reason.is_some() {
            self.stopped = reason.or(Some(self.limit_reached()));
            return;
        }
        let below = leaf.ground * leaf.instance.unit;
        if leaf.reachable.is_none() && leaf.find_reachable(self.options.techniques.subset_sums) {
            return;
        }
        let interrupted = AtomicBool::new(false);
        let meter = &*self.meter;
        let stop = || {
            interrupted.load(Ordering::Relaxed) || {
                let reason = meter.reason_to_stop();
                interrupted.fetch_or(reason.is_some(), Ordering::Relaxed) || reason.is_some()
            }
        };
        let threads = if budget < Parameters::DEFAULT.min_parallel_epoch || n_workers == 1 {
            NonZeroUsize::MIN
        } else {
            meter.options().threads
        };
        let epoch = Epoch {
            budget,
            n_workers,
            threads,
            lower: leaf.lower.bytes.0 - below,
            upper: leaf.upper - below,
            enough: enough.saturating_sub(below),
            plan: &leaf.offsets,
            stop: &stop,
        };
        let Some(reachable) = &leaf.reachable else {
            return;
        };
        let search = leaf.search.get_or_insert_with(|| {
            part_search(
                &leaf.instance,
                reachable,
                leaf.upper - below,
                self.options.techniques,
                self.options.seed,
            )
        });
        let result = search.epoch(&epoch);
        let nodes = result.nodes;
        leaf.take(result, below);
        let is_used_up = budget * n_workers as u64 <= nodes;
        // If one of several workers ended the epoch, the progress of the others depends on the budget.
        let is_open = leaf.lower.bytes.0 < leaf.upper;
        self.is_cut_short = budget < wanted && (is_used_up || 1 < n_workers && is_open);
        if is_used_up {
            if !leaf.is_new {
                leaf.budget = (2 * leaf.budget).min(Parameters::DEFAULT.max_epoch);
            }
            leaf.is_new = false;
        }
        leaf.nodes += nodes;
        if leaf.upper <= leaf.lower.bytes.0 {
            leaf.search = None; // frees its memory
        }
        self.nodes += nodes;
        let spent = self.meter.spend(Units(nodes));
        self.stopped = match spent {
            Err(PlanError::Stopped { reason, .. }) => Some(reason),
            Err(_) => Some(StopReason::WorkLimit),
            Ok(()) if interrupted.into_inner() => {
                self.meter.reason_to_stop().or(Some(StopReason::Deadline))
            }
            Ok(()) => None,
        };
    }

    /// Which limit leaves too few nodes for another epoch.
    fn limit_reached(&self) -> StopReason {
        let of_own = self.options.node_limit.unwrap_or(u64::MAX);
        if of_own.saturating_sub(self.nodes) < self.meter.remaining().0 {
            StopReason::Budget
        } else {
            StopReason::WorkLimit
        }
    }

    fn report(&self) {
        if let Some(progress) = &self.meter.options().progress {
            let floor = self.whole.floor;
            let peak = self.upper().max(floor);
            let bound = self.lower().bytes.0.max(floor).min(peak);
            progress.improved(Bytes(peak), Bytes(bound), self.meter.done());
        }
    }

    /// The plan of the whole and its bound.
    pub(super) fn finish(mut self) -> Outcome {
        for leaf in &self.leaves {
            for (&item, offset) in leaf.items.iter().zip(&leaf.offsets) {
                self.offsets[item as usize] = leaf.ground + offset;
            }
        }
        let mut placement = self.whole.placement(std::mem::take(&mut self.offsets));
        if let Some(incumbent) = &self.options.incumbent {
            let incumbent_placement = self.whole.placement(incumbent.clone());
            if incumbent_placement.peak < placement.peak {
                placement = incumbent_placement;
            }
        }
        let bound = self.lower();
        tracing::debug!(
            peak = placement.peak,
            bound = bound.bytes.0,
            nodes = self.nodes,
            stopped_by = self.stopped.map(StopReason::name),
            "exact search ends"
        );
        let prover = self.leaves.iter().find(|leaf| leaf.lower == bound);
        Outcome {
            placement,
            bound,
            refutation: prover.and_then(|leaf| leaf.refutation),
            critical: prover.map(|leaf| {
                let ids = |items: &[u32]| {
                    let mut ids: Vec<BufferId> = items
                        .iter()
                        .map(|&item| self.whole.ids[item as usize])
                        .collect();
                    ids.sort_stable();
                    ids
                };
                CriticalPart {
                    items: ids(&leaf.items),
                    ground: ids(&leaf.below),
                }
            }),
            nodes: self.nodes,
            stopped: self.stopped,
        }
    }
}

/// The largest load in bytes, including rounding except for the slack of the topmost item of a
/// section; or the bound from a pin.
fn load_bound(instance: &Instance) -> LowerBound {
    let n_sections = instance.n_sections as usize;
    let mut saved = vec![0_u64; n_sections];
    if instance.slack.has_other_than(0) {
        for (item, slack) in instance.slack.iter().enumerate() {
            for &(first, end) in instance.runs(item) {
                for saved in &mut saved[first as usize..end as usize] {
                    *saved = slack.max(*saved);
                }
            }
        }
    }
    let loads = instance.loads();
    let bounds = loads.iter().zip(&saved);
    let load = bounds
        .map(|(load, saved)| load * instance.unit - saved)
        .max();
    let pins = instance.pin.iter().enumerate();
    let ends = pins.filter_map(|(item, pin)| Some(instance.end(item, pin?.offset())));
    let load = load.unwrap_or(0);
    let rule = if saved.iter().any(|&saved| saved != 0) {
        BoundRule::AlignedLoad
    } else {
        BoundRule::Load
    };
    let bytes = Bytes(load);
    LowerBound { bytes, rule }.or_better(ends.max().unwrap_or(0), BoundRule::Pins)
}
