//! `minimalloc`: the search of MiniMalloc, as a baseline.
//!
//! With the option `capacity`, it searches for any schedule within the capacity. Without it, it
//! tries the lower bound, and then the next higher peak that is not refuted. It places buffers by
//! ascending offset and branches on all buffers that could come next, whereas [`crate::algorithms::exact`]
//! branches on those that can cover the tightest place. It cannot improve a plan step by step: if a
//! limit is reached first, the plan is first fit by size, and the bound is what has been refuted.
//!
//! Source: Moffitt, "MiniMalloc: A Lightweight Memory Allocator for Hardware-Accelerated Machine
//! Learning", ASPLOS 2023, with its default orders `WAT,TAW,TWA` in turn and node limits that double.

use crate::reduce::Instance;
use crate::search::{BaselineRules, Goal, ON_OFF, SearchOptions, Techniques, solve};
use crate::{
    Capabilities, Field, HintUse, LifetimeTrace, LowerBound, MemoryPlanner, MemorySchedule,
    Options, PlanError, PlanOptions, PlannerKind, PluginInfo, ProofScope,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Minimalloc {
    techniques: Techniques,
    /// Stop at any schedule within this many bytes.
    capacity: Option<u64>,
}

impl Minimalloc {
    /// With all of its rules.
    pub const DEFAULT: Self = Self {
        techniques: Techniques {
            look_ahead: false,
            table: false,
            twins: false,
            support: false,
            weights: false,
            noise: false,
            peeling: true,
            subset_sums: false,
            descent: false,
            workers: 1,
            baseline: Some(BaselineRules::ALL),
            ..Techniques::ALL
        },
        capacity: None,
    };
}

impl Default for Minimalloc {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The tuned parameters of [`Minimalloc`].
///
/// Chosen so that a run without limits ends within seconds on the tight family. To see what a change
/// costs:
///
/// ```sh
/// cargo run --release -p memplan-planner --example exact_bench -- --planner minimalloc --seeds 1 \
///     --ms 0 gen:tight
/// ```
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// The nodes of the search without a limit of the caller.
    default_nodes: u64,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        default_nodes: 1 << 15,
    };
}

impl MemoryPlanner for Minimalloc {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "minimalloc",
            aliases: &[],
            summary: "MiniMalloc's search: any schedule within the capacity, or the lowest found.",
            source: "Moffitt, MiniMalloc, ASPLOS 2023",
            cost: "exponential",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::Exact,
            proofs: ProofScope::Bounds,
            is_anytime: true,
            in_place: HintUse::Ignored,
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let mut meter = options.meter();
        let search = SearchOptions {
            goal: self.capacity.map_or(Goal::Optimise, Goal::Within),
            // The search may run forever, so it has a default node limit if the caller sets no
            // limit.
            node_limit: (options.work_limit.is_none() && options.interrupt.is_none())
                .then_some(Parameters::DEFAULT.default_nodes),
            seed: options.seed,
            techniques: self.techniques,
            ..SearchOptions::default()
        };
        let outcome = solve(&instance, &search, &mut meter)?;
        let bound = if instance.is_restriction {
            LowerBound::load(trace.max_load())
        } else {
            outcome.bound
        };
        let name = self.info().name;
        let planned = instance.schedule(trace, &outcome.placement, bound, name, meter.done());
        let schedule = planned.or_else(PlanError::into_schedule)?;
        schedule.stopped(outcome.stopped).within(trace.capacity())
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |planner| {
            let techniques = &mut planner.techniques;
            let rules = techniques.baseline.get_or_insert(BaselineRules::ALL);
            vec![
                Field::maybe("capacity", &mut planner.capacity, "none")
                    .expects("a number of bytes")
                    .help("Search for any schedule within this many bytes instead of the lowest peak."),
                Field::word("monotonic-floor", &mut rules.monotonic_floor, ON_OFF)
                    .help("Place buffers at non-decreasing offsets."),
                Field::word("dominance", &mut rules.dominance, ON_OFF)
                    .help("Place no buffer above a gap that another buffer fits into."),
                Field::word("hatless", &mut rules.hatless, ON_OFF)
                    .help("Try no alternative to a buffer without unplaced conflicts."),
                Field::word("decomposition", &mut techniques.decomposition, ON_OFF)
                    .help("Solve components separately once no unplaced buffer connects them."),
            ]
        })
    }
}
