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

use memplan_plugin::{ParamError, Params};

use crate::reduce::Instance;
use crate::search::{BaselineRules, Goal, SearchOptions, Techniques, solve};
use crate::{
    BoundRule, Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo,
    PlanError, PlanOptions, PlannerKind, PluginInfo, ProofScope,
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

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "capacity",
        default: "none",
        help: "Search for any schedule within this many bytes instead of the lowest peak.",
    },
    OptionInfo {
        name: "monotonic-floor",
        default: "on",
        help: "Place buffers at non-decreasing offsets.",
    },
    OptionInfo {
        name: "dominance",
        default: "on",
        help: "Place no buffer above a gap that another buffer fits into.",
    },
    OptionInfo {
        name: "hatless",
        default: "on",
        help: "Try no alternative to a buffer without unplaced conflicts.",
    },
    OptionInfo {
        name: "decomposition",
        default: "on",
        help: "Solve components separately once no unplaced buffer connects them.",
    },
];

impl MemoryPlanner for Minimalloc {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "minimalloc",
            aliases: &[],
            summary: "MiniMalloc's search: any schedule within the capacity, or the lowest found.",
            source: "Moffitt, MiniMalloc, ASPLOS 2023",
            cost: "exponential",
            options: OPTIONS,
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            relations: false,
            kind: PlannerKind::Exact,
            proofs: ProofScope::Bounds,
            is_anytime: true,
            in_place: HintUse::Ignored,
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
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
            (trace.max_load().0, BoundRule::Load)
        } else {
            outcome.bound
        };
        let name = self.info().name;
        let planned = instance.schedule(trace, &outcome.placement, bound, name, meter.done());
        let schedule = planned.or_else(PlanError::into_schedule)?;
        schedule.stopped(outcome.stopped).within(trace.capacity())
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        let mut rules = BaselineRules::ALL;
        let mut techniques = self.techniques;
        for (name, field) in [
            ("monotonic-floor", &mut rules.monotonic_floor),
            ("dominance", &mut rules.dominance),
            ("hatless", &mut rules.hatless),
            ("decomposition", &mut techniques.decomposition),
        ] {
            if let Some(value) = Techniques::switch(params, name)? {
                *field = value;
            }
        }
        techniques.baseline = Some(rules);
        Ok(Box::new(Self {
            techniques,
            capacity: params
                .parse("capacity", "a number of bytes")?
                .or(self.capacity),
        }))
    }
}
