//! [`Merge`]: the plug-ins and options of a job.

use std::sync::Arc;

use memplan_mutators::{ArenaKind, MergeAlloc, MergeAllocOptions, Mutator};
use memplan_planner::algorithms::auto::Auto;
use memplan_planner::{Bytes, MemoryPlan, PlanOptions, Provenance};

use crate::arenas::ChosenCollector;
use crate::context::{ChosenPlanner, USUAL_COLLECTOR};
use crate::donation::ArgumentOptions;
use crate::{ChoiceError, Context, Error, LowerPeak, MemoryPools};

/// Merges the buffers of a program: the plug-ins and options of all [stages](crate::Stage).
///
/// [`Self::run_text`] and [`Self::run`] run all stages. A caller that needs intermediate results runs the stages of a
/// [`Job`](crate::Job) one by one.
#[derive(Clone, Debug)]
pub struct Merge<'a> {
    pub(crate) context: &'a Context,
    pub(crate) collector: ChosenCollector,
    pub(crate) schedules: Schedules<'a>,
    pub(crate) mutator: Arc<dyn Mutator>,
    pub(crate) deallocation: Deallocation,
    pub(crate) options: PlanOptions,
    pub(crate) peak: Peak,
    pub(crate) arguments: ArgumentOptions,
    pub(crate) memories: Memories<'a>,
}

/// The memories beside that of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memories<'a> {
    pub(crate) pools: Option<MemoryPools>,
    /// The moves of buffers between them, if these are planned already.
    pub(crate) moves: Option<&'a MemoryPlan>,
    pub(crate) copies: MemoryCopies,
}

/// How buffers are copied between memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryCopies {
    /// By `memref.copy`: the program continues after the copy.
    #[default]
    Blocking,
    /// By `memref.dma_start` and `memref.dma_wait`: copies run concurrently with the program, see
    /// [`CopiesToDma`](memplan_placement::CopiesToDma).
    Dma,
}

/// Whether passes lower the run-time peak first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Peak {
    /// Lowers the peak unless the schedules exist already, or the collector has `compat=reference`.
    Usual,
    Chosen(Option<LowerPeak>),
    /// Lowers the peak only until no public function needs more than this many bytes at run time.
    Fit(u64),
}

/// Where schedules come from.
#[derive(Clone, Debug)]
pub(crate) enum Schedules<'a> {
    Planner(ChosenPlanner),
    /// As those of the planner, but one far above the load is replaced by the best one of the portfolio.
    NearLoad(ChosenPlanner),
    /// Those of merged allocations of symbolic size come first.
    Existing(&'a MemoryPlan),
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
            peak: Peak::Usual,
            arguments: ArgumentOptions::default(),
            memories: Memories::default(),
        })
    }

    /// A job with the schedules of an existing plan, and the collector that made its traces. It does not lower the
    /// run-time peak, since that would change the traces. A plan of [`pool_traces`](crate::pool_traces()) states
    /// which buffers are in which memory and when; the planner then plans the merged allocations of the memories.
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
        job.memories.moves = Some(plan);
        Ok(job)
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

    /// Chooses the mutator `merge-alloc` with this source of memory.
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

    /// Lowers the peak only until no public function needs more than this many bytes at run time, by the cheapest
    /// sufficient passes: none, those that add no traffic, then recomputation. Replaces [`Self::lower_peak`]. If none
    /// suffice, [`Stage::Fit`](crate::Stage::Fit) and [`Self::run`] fail with [`Error::TooLittle`].
    #[must_use]
    pub fn fit(mut self, bytes: u64) -> Self {
        self.peak = Peak::Fit(bytes);
        self
    }

    /// Gives the program a fast memory: after the passes that lower the peak, buffers are put into it and moved so
    /// that few bytes are copied or accessed in the memory of the program. Each function gets one merged allocation
    /// for each memory.
    #[must_use]
    pub fn pools(mut self, pools: MemoryPools) -> Self {
        self.memories.pools = Some(pools);
        self
    }

    /// Chooses how buffers are copied between the memories of [`Self::pools`].
    #[must_use]
    pub fn copies(mut self, copies: MemoryCopies) -> Self {
        self.memories.copies = copies;
        self
    }

    /// The collector of the merged allocations: with pools, one for each memory.
    pub(crate) fn merging_collector(&self) -> ChosenCollector {
        match self.memories.pools {
            Some(_) => self.collector.single(),
            None => self.collector.clone(),
        }
    }

    /// Chooses how the arguments of functions may be used.
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

    /// Chooses whether [`lower_peak`](crate::lower_peak()) runs before the buffers are collected, and with which
    /// options. By default it runs without recomputation, unless a plan exists already or the collector has
    /// `compat=reference`.
    #[must_use]
    pub fn lower_peak(mut self, options: Option<LowerPeak>) -> Self {
        self.peak = Peak::Chosen(options);
        self
    }

    /// How far passes lower the run-time peak.
    pub(crate) fn peak_options(&self) -> Option<LowerPeak> {
        let is_usual = match self.schedules {
            Schedules::Planner(_) | Schedules::NearLoad(_) => {
                self.collector.params().get("compat") != Some("reference")
            }
            Schedules::Existing(_) => false,
        };
        match self.peak {
            Peak::Usual | Peak::Fit(_) => is_usual.then(LowerPeak::default),
            Peak::Chosen(options) => options,
        }
    }
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
