//! [`Merge`]: a builder that chooses plug-ins and runs the steps, one by one or all at once.

mod prepare;

use crate::Prepared;
use crate::arenas::ChosenCollector;
use crate::dealloc;
use std::sync::Arc;

use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{Diagnostic, MlirVersion, ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mutators::{ArenaKind, MergeAlloc, MergeAllocOptions, Mutator};
use memplan_placement::copies_to_dma;
use memplan_planner::algorithms::auto::Auto;
use memplan_planner::{
    Bytes, MemoryPlan, MemoryPlanner, MemoryTraceScopes, PlanOptions, Provenance,
};
use memplan_symbolic::{OrientationPlans, trace_hash};

use crate::context::{ChosenPlanner, USUAL_COLLECTOR};
use crate::donation::ArgumentOptions;
use crate::planning::{self, Planned};
use crate::{
    ChoiceError, Clock, Context, Error, LowerPeak, MemoryPools, MoveSchedules, PoolReport, Report,
    move_between_pools, rounds, steps, symbolic,
};

/// Merges the buffers of a program: the plug-ins and options of all steps.
///
/// [`Self::run_text`] and [`Self::run`] run all steps. A caller that needs intermediate results calls
/// [`Self::prepare`], [`Self::collect`], [`Self::plan`], [`Self::apply`] and [`Self::deallocate`] in this order.
#[derive(Clone, Debug)]
pub struct Merge<'a> {
    context: &'a Context,
    collector: ChosenCollector,
    schedules: Schedules<'a>,
    mutator: Arc<dyn Mutator>,
    deallocation: Deallocation,
    options: PlanOptions,
    threading: Threading,
    peak: Peak,
    arguments: ArgumentOptions,
    fit_bytes: Option<u64>,
    pools: Option<MemoryPools>,
    /// How buffers move between them, if that is planned already.
    moves: Option<&'a MemoryPlan>,
    copies: MemoryCopies,
}

/// How buffers are copied between memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryCopies {
    /// By `memref.copy`: the program goes on after the copy.
    #[default]
    Blocking,
    /// By `memref.dma_start` and `memref.dma_wait`: copies run beside the program, see
    /// [`CopiesToDma`](memplan_placement::CopiesToDma).
    Dma,
}

/// Whether passes lower the run-time peak first.
#[derive(Clone, Copy, Debug)]
enum Peak {
    /// Lowers the peak unless the schedules exist already, or the collector has `compat=reference`.
    Usual,
    Chosen(Option<LowerPeak>),
}

/// Where schedules come from.
#[derive(Clone, Debug)]
enum Schedules<'a> {
    Planner(ChosenPlanner),
    Existing(&'a MemoryPlan),
    /// For a program with dynamic buffers.
    Oriented(&'a OrientationPlans),
}

/// Whether a [`Merge`] inserts deallocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deallocation {
    /// Every buffer is freed exactly once.
    #[default]
    Insert,
    /// No deallocations are inserted, except of merged allocations whose buffers the program itself freed. The
    /// mutator `merge-alloc{arena=caller}` becomes `arena=alloc`.
    Keep,
}

/// The result of [`Merge::run_text`].
#[derive(Debug)]
pub struct Merged {
    /// The rewritten program, verified.
    pub module: Module,
    /// The report on its buffers.
    pub report: Report,
    /// Warnings of the parser and of deallocation.
    pub warnings: Vec<Diagnostic>,
    /// The version of MLIR that the text is of, where it tells.
    pub version: Option<MlirVersion>,
}

impl Merged {
    /// The program as text, for the version of MLIR that it was read from.
    pub fn text(&self) -> String {
        let options = PrintOptions {
            version: self.version.unwrap_or_default(),
            ..PrintOptions::default()
        };
        print(&self.module, &options)
    }
}

impl<'a> Merge<'a> {
    /// A job with the default plug-ins: [`lower_peak`](crate::lower_peak()) without recomputation, the collector
    /// `tick` with the options of [`Context::economical_collector`], the planner `auto` with a fixed work limit, and
    /// the mutator `merge-alloc{arena=caller}`.
    ///
    /// # Errors
    ///
    /// When the context has no such collector or mutator.
    pub fn new(context: &'a Context) -> Result<Self, ChoiceError> {
        Ok(Self {
            context,
            collector: context.economical_collector(USUAL_COLLECTOR, None)?,
            schedules: Schedules::Planner(ChosenPlanner {
                planner: Arc::new(Auto::QUICK),
                alignment: Bytes(1),
            }),
            mutator: context.mutator("merge-alloc{arena=caller}")?,
            deallocation: Deallocation::Insert,
            options: PlanOptions::default(),
            threading: Threading::Off,
            peak: Peak::Usual,
            arguments: ArgumentOptions::default(),
            fit_bytes: None,
            pools: None,
            moves: None,
            copies: MemoryCopies::Blocking,
        })
    }

    /// A job with the schedules of an existing plan, and the collector that made its traces. It does not lower the
    /// run-time peak, since that would change the traces. A plan of [`pool_traces`](crate::pool_traces()) says where
    /// buffers are in which memory; the merged allocations of the memories are then planned by the planner.
    ///
    /// `source_hash` is the [`source_hash`](memplan_planner::wire::source_hash) of the text of the
    /// program.
    ///
    /// # Errors
    ///
    /// [`Error::OtherModule`] when the plan belongs to another module, [`Error::Choice`] when its
    /// collector is unknown.
    pub fn with_plan(
        context: &'a Context,
        plan: &'a MemoryPlan,
        source_hash: u128,
    ) -> Result<Self, Error> {
        let Some(pools) = MemoryPools::of_provenance(&plan.provenance) else {
            let schedules = Schedules::Existing(plan);
            return Self::with_schedules(context, schedules, &plan.provenance, source_hash);
        };
        let (pools, collector) = pools?;
        check_source(&plan.provenance, source_hash)?;
        let mut job = Self::new(context)?.pools(pools).lower_peak(None);
        job.collector = context.collector(collector)?;
        job.moves = Some(plan);
        Ok(job)
    }

    /// As [`Self::with_plan`], for a program with dynamic buffers: with plans for
    /// [`symbolic_traces`](crate::symbolic_traces()).
    ///
    /// # Errors
    ///
    /// Those of [`Self::with_plan`].
    pub fn with_orientation_plans(
        context: &'a Context,
        plans: &'a OrientationPlans,
        source_hash: u128,
    ) -> Result<Self, Error> {
        let schedules = Schedules::Oriented(plans);
        Self::with_schedules(context, schedules, &plans.provenance, source_hash)
    }

    fn with_schedules(
        context: &'a Context,
        schedules: Schedules<'a>,
        provenance: &Provenance,
        source_hash: u128,
    ) -> Result<Self, Error> {
        check_source(provenance, source_hash)?;
        let mut job = Self::new(context)?;
        if !provenance.collector.is_empty() {
            let (name, options) = (&provenance.collector, &provenance.options);
            job.collector = context.collector(&format!("{name}{{{options}}}"))?;
        }
        // A plan file holds the schedules of one round.
        job.mutator = context.mutator("merge-alloc")?;
        job.schedules = schedules;
        Ok(job)
    }

    /// Chooses the planner, such as `best-fit{alignment=128}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn planner(mut self, spec: &str) -> Result<Self, ChoiceError> {
        self.schedules = Schedules::Planner(self.context.planner(spec)?);
        Ok(self)
    }

    /// Chooses the collector, such as `tick{compat=reference}`, with the defaults of
    /// [`Context::economical_collector`].
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn collector(mut self, spec: &str) -> Result<Self, ChoiceError> {
        self.collector = self.context.economical_collector(spec, None)?;
        Ok(self)
    }

    /// Uses a configured collector.
    #[must_use]
    pub fn with_collector(mut self, collector: impl Into<ChosenCollector>) -> Self {
        self.collector = collector.into();
        self
    }

    /// Chooses the mutator, such as `merge-alloc{arena=alloca}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn mutator(mut self, spec: &str) -> Result<Self, ChoiceError> {
        self.mutator = self.context.mutator(spec)?;
        self.set_arena_dealloc();
        Ok(self)
    }

    /// Uses a configured mutator.
    #[must_use]
    pub fn with_mutator(mut self, mutator: Arc<dyn Mutator>) -> Self {
        self.mutator = mutator;
        self.set_arena_dealloc();
        self
    }

    /// Chooses the mutator `merge-alloc`, and where its memory comes from.
    #[must_use]
    pub fn arena(self, kind: ArenaKind) -> Self {
        let options = MergeAllocOptions {
            arena: kind,
            ..MergeAllocOptions::DEFAULT
        };
        self.with_mutator(Arc::new(MergeAlloc { options }))
    }

    /// Chooses whether deallocations are inserted.
    #[must_use]
    pub fn deallocation(mut self, deallocation: Deallocation) -> Self {
        self.deallocation = deallocation;
        self.set_arena_dealloc();
        self
    }

    fn set_arena_dealloc(&mut self) {
        if self.deallocation == Deallocation::Keep
            && let Some(merging) = self.mutator.merge_alloc()
        {
            self.mutator = Arc::new(merging.without_deallocs());
        }
    }

    /// Lets passes do what it takes, and no more, until no public function needs more than this many bytes at run time:
    /// nothing, then what adds no traffic, then recomputation. Replaces [`Self::lower_peak`]. If that does not suffice,
    /// [`Self::prepare`] and [`Self::run`] fail with [`Error::TooLittle`].
    #[must_use]
    pub fn fit(mut self, bytes: u64) -> Self {
        self.fit_bytes = Some(bytes);
        self
    }

    /// Gives the program a fast memory: after the passes that lower the peak, buffers are put into it and moved, so
    /// that few bytes are copied or accessed in the memory of the program. Each function gets one merged allocation for
    /// each memory.
    #[must_use]
    pub fn pools(mut self, pools: MemoryPools) -> Self {
        self.pools = Some(pools);
        self
    }

    /// Chooses how buffers are copied between the memories of [`Self::pools`].
    #[must_use]
    pub fn copies(mut self, copies: MemoryCopies) -> Self {
        self.copies = copies;
        self
    }

    /// Starts the copies between memories as [`Self::copies`] says, and verifies the module. The last step.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidResult`].
    pub fn start_copies(&self, m: &mut Module) -> Result<(), Error> {
        if self.copies == MemoryCopies::Dma {
            let root = m.root();
            copies_to_dma(m, root);
            dealloc::verified(m, "copies-to-dma")?;
        }
        Ok(())
    }

    /// The collector of the merged allocations: with pools, one for each memory.
    fn merging_collector(&self) -> ChosenCollector {
        match self.pools {
            Some(_) => self.collector.single(),
            None => self.collector.clone(),
        }
    }

    /// Chooses what may be done with the arguments of functions.
    #[must_use]
    pub fn arguments(mut self, arguments: ArgumentOptions) -> Self {
        self.arguments = arguments;
        self
    }

    /// Sets limits, threads, seed and interrupt of the planner.
    #[must_use]
    pub fn options(mut self, options: PlanOptions) -> Self {
        self.options = options;
        self
    }

    /// Chooses whether the current thread pool deallocates functions in parallel. The result is the same.
    #[must_use]
    pub fn threading(mut self, threading: Threading) -> Self {
        self.threading = threading;
        self
    }

    /// Chooses whether [`lower_peak`](crate::lower_peak()) runs before the buffers are collected, and with which
    /// options. By default it runs without recomputation, unless a plan exists already or the collector has
    /// `compat=reference`.
    #[must_use]
    pub fn lower_peak(mut self, options: Option<LowerPeak>) -> Self {
        self.peak = Peak::Chosen(options);
        self
    }

    /// Whether [`Self::run`] inserts deallocations.
    pub fn inserts_deallocations(&self) -> bool {
        self.deallocation == Deallocation::Insert
    }

    /// Runs all steps on a text: parse, verify, then [`Self::run`].
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the text is not a valid program, and the errors of the steps.
    pub fn run_text(&self, text: &str) -> Result<Merged, Error> {
        let options = ParseOptions {
            dialects: Some(&self.context.dialects),
            ..ParseOptions::default()
        };
        let parsed = parse(text.as_bytes(), &options).map_err(Error::Program)?;
        let mut module = parsed.module;
        let errors = verify(&module);
        if !errors.is_empty() {
            return Err(Error::Program(errors.into_iter().map(Into::into).collect()));
        }
        let mut warnings = parsed.warnings;
        let (report, more) = self.run(&mut module)?;
        warnings.extend(more);
        Ok(Merged {
            module,
            report,
            warnings,
            version: parsed.version,
        })
    }

    /// Bufferizes a valid module ([`bufferize`](crate::bufferize)) and lowers its run-time peak, unless the job leaves
    /// that out ([`Self::lower_peak`]). The interrupt of the job's options stops the lowering early. With
    /// [`Self::pools`], buffers are then put into them.
    ///
    /// If the peak is lowered, a program on tensors is also fused, divided and unrolled, and also bufferized with the
    /// decisions of mlir-opt; the result is the program with the lowest sum of peaks, and of equal ones the quickest.
    ///
    /// # Errors
    ///
    /// Those of [`bufferize`](crate::bufferize), and [`Error::TooLittle`]. After an error, the module is in an
    /// unspecified state.
    pub fn prepare(&self, m: &mut Module) -> Result<Prepared, Error> {
        let mut prepared = match self.fit_bytes {
            Some(bytes) => self.prepare_to_fit(m, bytes),
            None => self.prepare_as(m, self.peak_options()),
        }?;
        prepared.pools = self.move_buffers(m)?;
        Ok(prepared)
    }

    /// Puts buffers into the memories of [`Self::pools`], if there are any: the last part of [`Self::prepare`].
    ///
    /// # Errors
    ///
    /// Those of [`move_between_pools`](crate::move_between_pools()).
    pub fn move_buffers(&self, m: &mut Module) -> Result<Option<PoolReport>, Error> {
        let Some(pools) = &self.pools else {
            return Ok(None);
        };
        let chosen = self.context.planner("constrained")?;
        let options = PlanOptions {
            alignment: chosen.alignment,
            ..self.options.clone()
        };
        let schedules = match self.moves {
            Some(plan) => MoveSchedules::Existing(plan),
            None => MoveSchedules::Planner(&*chosen.planner, &options),
        };
        move_between_pools(m, &self.collector, pools, schedules).map(Some)
    }

    /// Runs all steps on a valid module: bufferize, lower the peak, collect, plan, check, apply, verify, deallocate,
    /// verify. Returns the report, and the warnings of deallocation.
    ///
    /// # Errors
    ///
    /// Those of the steps. After an error, the module is in an unspecified state.
    pub fn run(&self, m: &mut Module) -> Result<(Report, Vec<Diagnostic>), Error> {
        let prepared = self.prepare(m)?;
        let collected = self.collect(m)?;
        let mut report = self.merge(m, &collected)?;
        let mut warnings = report.add_prepared(prepared);
        warnings.extend(match self.deallocation {
            Deallocation::Insert => self.deallocate(m)?,
            Deallocation::Keep => Vec::new(),
        });
        if self.inserts_deallocations() {
            report.add_peaks(m, &collected.separate_peaks);
        }
        self.start_copies(m)?;
        Ok((report, warnings))
    }

    /// Plans the traces that were collected from a module, rewrites and verifies the module, and returns the report.
    ///
    /// `merge-alloc` may need several [rounds](MergeAlloc::rounds): after it rewrites callees, their callers are
    /// collected again.
    ///
    /// # Errors
    ///
    /// Those of [`Self::plan`] and [`Self::apply`]. A mutator that needs several rounds adds those of
    /// [`Self::collect`], after which the module is in an unspecified state, and [`Error::ExistingPlan`] if there is
    /// an existing plan.
    pub fn merge(&self, m: &mut Module, collected: &Collected) -> Result<Report, Error> {
        let symbolic = self.merge_symbolic(m, collected)?;
        let again;
        let collected = if symbolic.arenas.is_empty() {
            collected
        } else {
            again = self.collect(m)?;
            &again
        };
        if let Schedules::Oriented(plans) = self.schedules {
            let found = symbolic.traces(collected, Provenance::default());
            let is_other = || trace_hash(&found).map(|hash| plans.trace_hash != Some(hash));
            let is_long = found.traces.len() != plans.plans.len();
            if is_long || plans.trace_hash.is_some() && is_other().unwrap_or(true) {
                return Err(Error::OtherTraces);
            }
        }
        let mut report = self.merge_static(m, collected)?;
        report.add_symbolic(m, collected, symbolic);
        if let Some(pools) = &self.pools {
            check_pools(pools, &report)?;
        }
        Ok(report)
    }

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
        let quick = &Auto::QUICK;
        let (planner, plans): (&dyn MemoryPlanner, _) = match &self.schedules {
            Schedules::Planner(chosen) => (&*chosen.planner, None),
            Schedules::Oriented(plans) => (quick, Some(plans.plans.iter().collect())),
            Schedules::Existing(_) => return Ok(symbolic::Done::default()),
        };
        if plans.is_some() && !merging.rounds(m).functions.is_empty() {
            let mutator = self.mutator.info().name;
            return Err(Error::ExistingPlan { mutator });
        }
        let job = symbolic::Job {
            planner,
            options: &self.options,
            collector: match merging.allocates_on_heap() {
                true => self.merging_collector(),
                false => self.collector.single(),
            },
            merging: *merging,
            sizes: self.arguments.sizes,
            plans,
        };
        let done = symbolic::merge(m, collected, &job)?;
        if !done.arenas.is_empty() {
            dealloc::verified(m, self.mutator.info().name)?;
        }
        Ok(done)
    }

    fn merge_static(&self, m: &mut Module, collected: &Collected) -> Result<Report, Error> {
        let merging = self.mutator.merge_alloc();
        let rounds = merging.map(|it| it.rounds(m)).unwrap_or_default();
        if rounds.functions.is_empty() {
            let planned = self.plan(collected)?;
            return self.apply(m, collected, &planned);
        }
        let mutator = self.mutator.info().name;
        if !matches!(self.schedules, Schedules::Planner(_)) {
            return Err(Error::ExistingPlan { mutator });
        }
        let takers = rounds.takers;
        let first = (!takers.is_empty()).then(|| collected.clone());
        // A function whose arena is an argument takes all its buffers from it, also where there is only one.
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
        let report = rounds::run(m, &rounds.functions, first, &steps)?;
        dealloc::verified(m, mutator)?;
        Ok(report)
    }

    /// Computes when each buffer of a valid module is live.
    ///
    /// # Errors
    ///
    /// [`Error::Collect`] and [`Error::TooLarge`].
    pub fn collect(&self, m: &Module) -> Result<Collected, Error> {
        match self.mutator.merge_alloc() {
            Some(merging) if merging.allocates_on_heap() => {
                steps::collect_for(m, &self.merging_collector(), &merging.rounds(m).takers)
            }
            Some(_) | None => steps::collect(m, &self.collector.single()),
        }
    }

    /// What [`Self::collect`] found, as files of traces hold it: see [`traces`](crate::traces()).
    pub fn traces(&self, collected: &Collected, hash: u128, name: &str) -> MemoryTraceScopes {
        steps::traces(&self.collector, collected, hash, name)
    }

    /// Computes a schedule for each trace and checks it. No schedule is larger than separate allocations.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`] and [`Error::InvalidSchedule`]; with an existing plan also [`Error::OtherTraces`],
    /// [`Error::InvalidPlan`] and [`Error::Encode`].
    pub fn plan(&self, collected: &Collected) -> Result<Vec<Planned>, Error> {
        match &self.schedules {
            Schedules::Planner(chosen) => {
                let options = PlanOptions {
                    alignment: chosen.alignment,
                    ..self.options.clone()
                };
                let clock: Option<&dyn Clock> = self.context.clock.as_deref();
                if self.moves.is_some() {
                    return planning::as_planned(&*chosen.planner, collected, &options, clock);
                }
                planning::plan(&*chosen.planner, collected, &options, clock)
            }
            Schedules::Existing(plan) => {
                let scopes = MemoryTraceScopes {
                    traces: collected.traces().cloned().collect(),
                    provenance: plan.provenance.clone(),
                };
                planning::economical(collected, planning::schedules_of(plan, &scopes)?)
            }
            Schedules::Oriented(plans) => {
                // Those of merged allocations of symbolic size come first.
                let n_others = plans.plans.len().saturating_sub(collected.scopes.len());
                let schedules = plans.plans[n_others..].iter();
                let schedules = schedules.map(|plan| plan.schedule_at(&[]));
                let plan = MemoryPlan {
                    schedules: schedules
                        .collect::<Result<_, _>>()
                        .map_err(|_| Error::OtherTraces)?,
                    ..MemoryPlan::default()
                };
                let scopes = MemoryTraceScopes {
                    traces: collected.traces().cloned().collect(),
                    ..MemoryTraceScopes::default()
                };
                planning::economical(collected, planning::schedules_of(&plan, &scopes)?)
            }
        }
    }

    /// Rewrites the module, verifies it, and returns the report.
    ///
    /// # Errors
    ///
    /// [`Error::Apply`] when the schedules do not fit the module, which then is unchanged, and
    /// [`Error::InvalidResult`].
    pub fn apply(
        &self,
        m: &mut Module,
        collected: &Collected,
        planned: &[Planned],
    ) -> Result<Report, Error> {
        steps::check_ids(m, collected)?;
        let mut report = Report::new(m, collected, planned);
        let mutated = steps::rewrite(m, &*self.mutator, collected, planned)?;
        dealloc::verified(m, self.mutator.info().name)?;
        report.add_arenas(&mutated);
        Ok(report)
    }

    /// Inserts deallocations and verifies the module; returns the warnings of the passes.
    ///
    /// # Errors
    ///
    /// [`Error::Deallocate`] and [`Error::InvalidResult`]. After an error, the module is in an unspecified state.
    pub fn deallocate(&self, m: &mut Module) -> Result<Vec<Diagnostic>, Error> {
        dealloc::deallocate(m, self.threading)
    }
}

/// Whether the merged allocations of the fast memory fit into it. They are planned again with the copies that were
/// inserted, but these do not change what is live at once.
///
/// # Errors
/// [`Error::Pools`].
fn check_pools(pools: &MemoryPools, report: &Report) -> Result<(), Error> {
    let Some(capacity) = pools.pools[0].capacity else {
        return Ok(());
    };
    let fast = (report.scopes.iter())
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

/// Whether a plan is of the program with this hash.
fn check_source(provenance: &Provenance, source_hash: u128) -> Result<(), Error> {
    let planned = provenance.source_hash;
    if planned.is_some_and(|planned| planned != source_hash) {
        return Err(Error::OtherModule {
            source_name: provenance.source_name.clone(),
        });
    }
    Ok(())
}
