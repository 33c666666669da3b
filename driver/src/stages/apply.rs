//! Computes schedules and carries them out, first those for sizes that are known only at run time.

use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_planner::symbols::{OrientPlanner, OrientationPlan};
use memplan_planner::wire::trace_hash;
use memplan_planner::{MemoryPlan, MemoryPlanner, MemoryTraceScopes};

use super::{Job, rounds};
use crate::merge::Schedules;
use crate::report::MergedBuffers;
use crate::{Error, MemoryPools, Merge, dealloc, steps, symbolic};

/// Merges the buffers that were collected.
///
/// # Errors
///
/// Those of [`Merge::plan`], [`Error::Apply`] when the schedules do not fit the program, which then is unchanged, and
/// [`Error::InvalidResult`]. A mutator that needs several rounds adds those of [`Merge::collect`], and
/// [`Error::ExistingPlan`] if there is an existing plan.
pub(super) fn run(job: &mut Job<'_>) -> Result<MergedBuffers, Error> {
    let collected = match job.collected.take() {
        Some(collected) => collected,
        None => job.options.collect(job.module)?,
    };
    let merged = merge(job, &collected);
    job.collected = Some(collected);
    let merged = merged?;
    dealloc::verified(job.module, job.options.mutator.info().name)?;
    Ok(merged)
}

/// The plans of merged allocations of symbolic size: they come first.
fn oriented(plan: &MemoryPlan) -> Vec<&OrientationPlan> {
    let schedules = plan.schedules.iter();
    schedules
        .map_while(|schedule| schedule.oriented.as_deref())
        .collect()
}

/// As [`run`], for a module that may be a part of a program: the result is not verified.
pub(crate) fn merge(job: &mut Job<'_>, collected: &Collected) -> Result<MergedBuffers, Error> {
    let (options, m) = (job.options, &mut *job.module);
    let mut symbolic = options.merge_symbolic(m, collected)?;
    let again;
    let collected = if symbolic.arenas.is_empty() {
        collected
    } else {
        again = options.collect(m)?;
        &again
    };
    if let Schedules::Existing(plan) = options.schedules
        && !oriented(plan).is_empty()
    {
        let made = MemoryTraceScopes {
            traces: symbolic.traces(collected),
            ..MemoryTraceScopes::default()
        };
        let is_other = || trace_hash(&made).map(|hash| plan.trace_hash != Some(hash));
        let is_long = made.traces.len() != plan.schedules.len();
        if is_long || plan.trace_hash.is_some() && is_other().unwrap_or(true) {
            return Err(Error::OtherTraces);
        }
    }
    let mut merged = options.merge_static(m, collected)?;
    let unproved = dealloc::merged_rightly(m, options.mutator.info().name)?;
    job.warnings.extend(unproved);
    job.report.peaks.formulas = std::mem::take(&mut symbolic.peaks);
    merged.add_symbolic(m, collected, symbolic);
    if let Some(pools) = &options.memories.pools {
        check_pools(pools, &merged)?;
    }
    Ok(merged)
}

impl Merge<'_> {
    /// Merges the buffers whose sizes are known only at run time.
    fn merge_symbolic(
        &self,
        m: &mut Module,
        collected: &Collected,
    ) -> Result<symbolic::Done, Error> {
        let Some(merging) = self.mutator.merge_alloc() else {
            return Ok(symbolic::Done::default());
        };
        steps::check_ids(m, collected)?;
        let quick = &OrientPlanner::DEFAULT;
        let (planner, plans): (&dyn MemoryPlanner, _) = match &self.schedules {
            Schedules::Planner(chosen) | Schedules::NearLoad(chosen) => (&*chosen.planner, None),
            Schedules::Existing(plan) => match oriented(plan) {
                plans if plans.is_empty() => return Ok(symbolic::Done::default()),
                plans => (quick, Some(plans)),
            },
        };
        if plans.is_some() && !merging.rounds(m).functions.is_empty() {
            let mutator = self.mutator.info().name;
            return Err(Error::ExistingPlan { mutator });
        }
        let job = symbolic::Job {
            planner,
            options: &self.options,
            collector: if merging.allocates_on_heap() {
                self.merging_collector()
            } else {
                self.collector.single()
            },
            merging: *merging,
            sizes: self.arguments.sizes,
            plans,
        };
        symbolic::merge(m, collected, &job)
    }

    fn merge_static(&self, m: &mut Module, collected: &Collected) -> Result<MergedBuffers, Error> {
        let merging = self.mutator.merge_alloc();
        let rounds = merging.map(|merging| merging.rounds(m)).unwrap_or_default();
        if rounds.functions.is_empty() {
            let planned = self.plan(collected)?;
            steps::check_ids(m, collected)?;
            let mut merged = MergedBuffers::new(m, collected, &planned);
            let mutated = steps::rewrite(m, &*self.mutator, collected, &planned)?;
            merged.add_arenas(&mutated);
            return Ok(merged);
        }
        if !matches!(
            self.schedules,
            Schedules::Planner(_) | Schedules::NearLoad(_)
        ) {
            let mutator = self.mutator.info().name;
            return Err(Error::ExistingPlan { mutator });
        }
        let takers = rounds.takers;
        let first = (!takers.is_empty()).then(|| collected.clone());
        // A function whose arena is an argument takes all its buffers from it, even a single one.
        let collector = if takers.is_empty() {
            self.merging_collector().with_lone_buffers()
        } else {
            self.merging_collector()
        };
        let steps = rounds::Steps {
            collector,
            takers,
            plan: &|collected| self.plan(collected),
            mutator: &*self.mutator,
        };
        rounds::run(m, &rounds.functions, first, &steps)
    }
}

/// Checks that the merged allocations of the fast memory fit into it. They were planned again with the inserted
/// copies, which do not change what is live at once.
///
/// # Errors
/// [`Error::Pools`].
fn check_pools(pools: &MemoryPools, merged: &MergedBuffers) -> Result<(), Error> {
    let Some(capacity) = pools.pools[0].capacity else {
        return Ok(());
    };
    let fast = (merged.scopes.iter())
        .filter(|scope| scope.memory_space.as_ref() == Some(&pools.space) && scope.arena.is_some());
    for scope in fast {
        let peak = scope.figures.peak_bytes;
        if u128::from(capacity.0) < peak {
            let (function, name) = (&scope.scope, &pools.pools[0].name);
            let problem = format!(
                "the merged allocation of `{function}` in `{name}` has {peak} bytes, but there are {capacity}"
            );
            return Err(Error::Pools { problem });
        }
    }
    Ok(())
}
