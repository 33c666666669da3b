//! Local search: improves a plan step by step.
//!
//! The start is the best plan of a portfolio of orders and dives, or that of any other planner. It
//! is justified: turned upside down and compacted, which never raises its peak. The exact search
//! then replans windows of time in which the peak is above the bound; buffers that cross the
//! borders of a window keep their offsets. Finally, the order is changed a little and placed again
//! by first fit. Anytime: when a limit is reached, the best plan so far is returned, and
//! [`crate::Progress`] receives each improvement.
//!
//! It proves only what the bounds prove. For small traces `exact` is better; this planner is for
//! those on which a search cannot complete one descent.
//!
//! Source: justification after Valls, Ballestin and Quintanilla, "Justification and RCPSP", EJOR 2005;
//! windows are a large neighbourhood search after Shaw, CP 1998.

use crate::algorithms::trials::or_at_once;
use crate::bounds::of_instance;
use crate::portfolio::Portfolio;
use crate::reduce::Instance;
use crate::registry;
use crate::{
    Capabilities, Field, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, Options, PlanError,
    PlanOptions, PluginInfo, StopReason, lower_bound,
};

/// The tuned parameters of [`LocalSearch`].
///
/// Tuned with those of the portfolio (`planner/src/portfolio/parameters.rs`, which names the traces). To see
/// what a change costs:
///
/// ```sh
/// cargo run --release -p memplan-planner --example exact_bench -- --planner local-search --seeds 5 \
///     gen:tight gen:skewed{n=3000}
/// ```
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// The default of [`LocalSearch::moves`].
    moves: u64,
    /// The default of [`LocalSearch::windows`].
    windows: u32,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        moves: 300,
        windows: 24,
    };
}

/// The start that is no planner.
const PORTFOLIO: &str = "portfolio";

/// The planner described in the module documentation.
#[derive(Clone, Debug)]
pub struct LocalSearch {
    /// The planner that makes the first plan; `None` for the portfolio.
    start: Option<String>,
    /// Maximum number of changes of the order.
    moves: u64,
    /// The most windows that are replanned.
    windows: u32,
}

impl LocalSearch {
    /// With the default options.
    pub const DEFAULT: Self = Self {
        start: None,
        moves: Parameters::DEFAULT.moves,
        windows: Parameters::DEFAULT.windows,
    };

    /// The first plan, by a planner of the registry.
    fn start(
        name: &str,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<Option<MemorySchedule>, PlanError> {
        // The name was validated when the option was parsed.
        let Ok(planner) = registry::planner(name) else {
            return Ok(None);
        };
        or_at_once(planner.plan(trace, options), trace, options).map(Some)
    }
}

impl MemoryPlanner for LocalSearch {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "local-search",
            aliases: &[],
            summary: "Improves a schedule: justification, replanned windows, changed orders.",
            source: "memplan; justification after Valls et al., EJOR 2005",
            cost: "O(n log^2 n) per schedule",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::SEARCH.with_hints(HintUse::Fused)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let bound = if instance.is_restriction || !trace.in_place().is_empty() {
            lower_bound(trace, options)?
        } else {
            of_instance(&instance)
        };
        let mut portfolio = Portfolio::new(&instance, options, bound.bytes.0);
        let mut first = None;
        if let Some(name) = &self.start {
            first = Self::start(name, trace, options)?;
        }
        if let Some(first) = &first {
            portfolio.resume_at(first.work);
            portfolio.start_from(&first.offsets);
            portfolio.justify_incumbent();
        } else {
            portfolio.sprint();
            portfolio.sweep();
        }
        portfolio.repair_windows(self.windows);
        portfolio.search_orders(self.moves);
        let name = self.info().name;
        let best = portfolio.best().filter(|placement| {
            first
                .as_ref()
                .is_none_or(|s| placement.peak < s.total_size.0)
        });
        let stopped = portfolio.stopped();
        let schedule = match (best, first) {
            (Some(best), _) => {
                let work = portfolio.work();
                let planned = instance.schedule(trace, &best, bound, name, work);
                planned.or_else(PlanError::into_schedule)?
            }
            (None, Some(first)) => MemorySchedule {
                planner: name.to_owned(),
                work: portfolio.work(),
                ..first
            },
            (None, None) => {
                return Err(PlanError::Stopped {
                    reason: stopped.unwrap_or(StopReason::WorkLimit),
                    work: portfolio.work(),
                });
            }
        };
        let stopped = schedule.stopped_by.or(stopped);
        schedule.stopped(stopped).within(trace.capacity())
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |search| {
            let show = |start: &Option<String>| start.clone().unwrap_or(PORTFOLIO.to_owned());
            let read = |name: &str| match name {
                PORTFOLIO => Some(None),
                _ => registry::find(name).map(|_| Some(name.to_owned())),
            };
            vec![
                Field::read("start", &mut search.start, show, read)
                    .expects("the name of a planner")
                    .help("Planner of the initial schedule."),
                Field::value("moves", &mut search.moves)
                    .help("Maximum number of changes of the order."),
                Field::value("windows", &mut search.windows)
                    .help("Maximum number of windows to replan."),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::random_trace;
    use crate::{PlanOptions, ValidateOptions, registry, validate};

    #[test]
    fn any_plan_gets_better_but_never_worse() {
        let options = PlanOptions::default();
        let mut n_better = 0;
        for seed in 0..12 {
            let trace = random_trace(seed, 60 + 20 * seed, 40, &[]);
            for start in ["first-fit", "greedy-by-size", "chunk-hot"] {
                let plan = |spec: &str| {
                    let planner = registry::planner(spec).unwrap();
                    let schedule = planner.plan(&trace, &options).unwrap();
                    let checks = ValidateOptions::default();
                    assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{spec}");
                    schedule.total_size
                };
                let before = plan(start);
                let after = plan(&format!("local-search{{start={start} moves=40 windows=4}}"));
                assert!(after <= before, "{start} {seed}");
                n_better += usize::from(after < before);
            }
        }
        assert!(24 < n_better, "of 36 plans only {n_better} got better");
    }

    #[test]
    fn each_part_of_it_helps_somewhere() {
        let options = PlanOptions::default();
        let (mut by_windows, mut by_moves) = (0, 0);
        for seed in 0..30 {
            let trace = random_trace(seed, 120, 30, &[]);
            let peak = |spec: &str| {
                let planner = registry::planner(spec).unwrap();
                planner.plan(&trace, &options).unwrap().total_size
            };
            let none = peak("local-search{start=first-fit moves=0 windows=0}");
            by_windows += usize::from(peak("local-search{start=first-fit moves=0}") < none);
            let moves = peak("local-search{start=first-fit moves=200 windows=0}");
            by_moves += usize::from(moves < none);
        }
        assert!(3 < by_windows && 3 < by_moves, "{by_windows} {by_moves}");
    }

    #[test]
    fn an_unknown_start_is_refused() {
        let error = registry::planner("local-search{start=unknown}").unwrap_err();
        assert!(
            error.to_string().contains("the name of a planner"),
            "{error}"
        );
    }
}
