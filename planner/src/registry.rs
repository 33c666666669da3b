//! Planners by name: `greedy-by-size`, `chunk-hot{alignment=64}`.
//!
//! The built-in planners are one static list, [`crate::algorithms::PLANNERS`]. A program that brings
//! planners of its own adds them to a [`Registry`] at run time. Names, options and their grammar are those
//! of all plug-ins. A registry makes planners ready by what they declare
//! ([`MemoryPlanner::capabilities`]): it adds common options, uses in-place hints around planners that
//! ignore them, and makes a schedule where a limit leaves none.

use std::num::NonZeroU64;
use std::sync::Arc;

use memplan_plugin::{Field, KindOf, OptionInfo, Options, PluginInfo, PluginKind};
pub use memplan_plugin::{ParamError, Params, PluginSpec, RegistryError};

use crate::algorithms::PLANNERS;
use crate::placement::schedule_at_once;
use crate::{
    Bytes, Capabilities, Feature, HintUse, InPlace, LifetimeTrace, MemoryPlanner, MemorySchedule,
    PlanError, PlanOptions, PlannerKind, ProvedInPlace, SymbolUse, Units, orient,
};

/// The planners that a program offers.
pub type Registry = memplan_plugin::Registry<dyn MemoryPlanner>;

impl PluginKind for dyn MemoryPlanner {
    const KIND: &'static str = "planner";

    fn builtin() -> Vec<Arc<Self>> {
        let shared = |&planner| Arc::new(planner) as Arc<Self>;
        PLANNERS.iter().map(shared).collect()
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }

    fn common_options() -> Vec<OptionInfo> {
        Field::infos(Overrides::default().fields())
    }

    fn configured(planner: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        let common = Self::common_options();
        let own = params.filtered(|key| common.iter().all(|common| common.name != key));
        let inner = if own.is_empty() {
            Arc::clone(planner)
        } else {
            Arc::from(planner.options().configured(&own)?)
        };
        let mut overrides = Overrides::default();
        Field::set_all(overrides.fields(), params)?;
        Ok(Arc::new(Configured {
            inner: with_hints(inner),
            overrides,
        }))
    }
}

impl<P: MemoryPlanner + 'static> KindOf<P> for dyn MemoryPlanner {
    fn boxed(planner: P) -> Box<Self> {
        Box::new(planner)
    }
}

/// The planner with the use of in-place hints that it declares.
fn with_hints(planner: Arc<dyn MemoryPlanner>) -> Arc<dyn MemoryPlanner> {
    match planner.capabilities().in_place {
        HintUse::Ignored | HintUse::Native => planner,
        HintUse::Fused => Arc::new(InPlace(planner)),
        HintUse::Proved(effort) => Arc::new(ProvedInPlace { planner, effort }),
    }
}

/// The built-in planners with their defaults, ready to run, in the order of
/// [`PLANNERS`].
pub fn planners() -> Vec<Arc<dyn MemoryPlanner>> {
    let ready = |&planner| Configured {
        inner: with_hints(Arc::new(planner)),
        overrides: Overrides::default(),
    };
    let all = PLANNERS.iter().map(ready);
    all.map(|planner| Arc::new(planner) as Arc<dyn MemoryPlanner>)
        .collect()
}

/// The bare algorithm with this name or alias, the entry of [`PLANNERS`]: it ignores in-place hints, and
/// returns no schedule where a limit stops it first. [`planner`] makes it ready.
pub fn find(name: &str) -> Option<&'static dyn MemoryPlanner> {
    let is_called = |planner: &&dyn MemoryPlanner| planner.info().is_called(name);
    PLANNERS.iter().copied().find(is_called)
}

/// The built-in planner that the user specified, ready to run.
///
/// ```
/// use memplan_planner::{PlanOptions, registry};
///
/// let planner = registry::planner("greedy-by-size{alignment=64}")?;
/// let schedule = planner.plan(&"a 0..4 32\n b 2..6 16".parse()?, &PlanOptions::default())?;
/// assert_eq!(schedule.total_size.0, 64 + 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`Registry::parse`](memplan_plugin::Registry::parse).
pub fn planner(spec: &str) -> Result<Arc<dyn MemoryPlanner>, RegistryError> {
    Registry::with_builtin().parse(spec)
}

/// The alignment that the specification of a planner asks for.
pub fn alignment_of(spec: &PluginSpec) -> Option<Bytes> {
    spec.params.get("alignment")?.parse().ok().map(Bytes)
}

/// The options that every planner takes; they override those of [`PlanOptions`].
#[derive(Clone, Debug, Default)]
struct Overrides {
    alignment: Option<NonZeroU64>,
    seed: Option<u64>,
    work: Option<u64>,
}

impl Overrides {
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::maybe("alignment", &mut self.alignment, "1")
                .expects("a number of bytes, at least 1")
                .help("Alignment of all offsets that are not pinned, in bytes."),
            Field::maybe("seed", &mut self.seed, "0")
                .expects("a whole number")
                .help("Random seed."),
            Field::maybe("work", &mut self.work, "none")
                .expects("a whole number")
                .help("Work limit, in units of work."),
        ]
    }
}

/// A planner with the common options of its specification applied. Where it has no schedule when a deadline
/// or a work limit comes, buffers are placed in order of birth, unless another program plans.
#[derive(Clone, Debug)]
struct Configured {
    inner: Arc<dyn MemoryPlanner>,
    overrides: Overrides,
}

impl MemoryPlanner for Configured {
    fn info(&self) -> PluginInfo {
        self.inner.info()
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        self.inner.options().map(|inner| Self {
            inner: inner.into(),
            overrides: self.overrides.clone(),
        })
    }

    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let options = PlanOptions {
            alignment: (self.overrides.alignment)
                .map_or(options.alignment, |bytes| Bytes(bytes.get())),
            seed: self.overrides.seed.unwrap_or(options.seed),
            work_limit: self.overrides.work.map(Units).or(options.work_limit),
            ..options.clone()
        };
        if !self.capabilities().relations {
            refuse_relations(self.info().name, trace)?;
        }
        if trace.symbolic().is_some() {
            let schedule = match self.capabilities().symbols {
                SymbolUse::Native => self.inner.plan(trace, &options),
                SymbolUse::Oriented => orient::around(trace, &self.inner, &options),
            };
            let schedule = MemorySchedule {
                planner: self.info().name.to_owned(),
                ..schedule?
            };
            return orient::within_capacity(trace, schedule);
        }
        match self.inner.plan(trace, &options) {
            Err(PlanError::Stopped { reason, work })
                if reason.wants_schedule() && self.capabilities().kind != PlannerKind::External =>
            {
                schedule_at_once(trace, &options, self.info().name, work, reason)
            }
            planned => planned,
        }
    }
}

/// Refuses a trace with relations, for planners without them.
fn refuse_relations(planner: &'static str, trace: &LifetimeTrace) -> Result<(), PlanError> {
    let feature = match trace.relations().first_feature() {
        None => return Ok(()),
        Some(Feature::Pools) => "pools",
        Some(Feature::Relations) => "relations between buffers",
        Some(Feature::Costs) => "costs or an objective",
    };
    let first = trace.buffers().first();
    Err(PlanError::Unsupported {
        planner,
        feature,
        buffer: first.map_or_else(String::new, |buffer| buffer.name.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::{Registry, RegistryError};
    use crate::algorithms::PLANNERS;
    use crate::algorithms::greedy::FIRST_FIT;
    use crate::{
        BufferId, Bytes, Capabilities, HintUse, InPlaceHint, InPlaceKind, LifetimeTrace,
        MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PlannerKind, PluginInfo,
        ProofEffort, StopReason, Units, registry,
    };
    use std::sync::Arc;

    fn error(spec: &str) -> String {
        registry::planner(spec)
            .map(|planner| format!("{planner:?}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn errors_list_what_is_known() {
        let names: Vec<_> = PLANNERS.iter().map(|planner| planner.info().name).collect();
        assert_eq!(
            error("chunk-hit"),
            format!(
                "there is no planner `chunk-hit`, did you mean `chunk-hot`?; known planners: {}",
                names.join(", ")
            )
        );
        assert_eq!(
            error("chunk-hot{algnment=8}"),
            "planner `chunk-hot` has no option `algnment`, did you mean `alignment`?; \
             its options: alignment, seed, work"
        );
        assert_eq!(
            error("chunk-hot{alignment=0}"),
            "planner `chunk-hot`: option `alignment` is `0`, expected a number of bytes, at least 1"
        );
        assert_eq!(
            error("chunk-hot{alignment=8"),
            "`chunk-hot{alignment=8` is not `name` or `name{key=value}`: the closing `}` is missing"
        );
        assert_eq!(
            error("chunk-hot{seed=1 seed=2}"),
            "`chunk-hot{seed=1 seed=2}` is not `name` or `name{key=value}`: `seed` is given twice"
        );
    }

    #[test]
    fn an_option_in_braces_overrides_those_of_the_caller() {
        let trace = "a 0..1 10; b 0..1 10".parse().unwrap();
        let planner = registry::planner("size-first{alignment=16}").unwrap();
        let options = PlanOptions {
            alignment: Bytes(64),
            ..PlanOptions::default()
        };
        let schedule = planner.plan(&trace, &options).unwrap();
        assert_eq!(schedule.offsets, [Bytes(0), Bytes(16)]);
    }

    /// A planner from outside that a limit leaves without a schedule, and that ignores in-place hints.
    #[derive(Clone, Copy, Debug)]
    struct Outsider(Capabilities);

    impl MemoryPlanner for Outsider {
        fn info(&self) -> PluginInfo {
            PluginInfo {
                name: "outsider",
                ..FIRST_FIT.info()
            }
        }

        fn capabilities(&self) -> Capabilities {
            self.0
        }

        fn plan(
            &self,
            trace: &LifetimeTrace,
            options: &PlanOptions,
        ) -> Result<MemorySchedule, PlanError> {
            match options.work_limit {
                Some(work) => Err(PlanError::Stopped {
                    reason: StopReason::WorkLimit,
                    work,
                }),
                None => FIRST_FIT.plan(trace, options),
            }
        }
    }

    #[test]
    fn planners_are_made_ready_by_what_they_declare() {
        let ready = |capabilities| {
            let mut registry = Registry::empty();
            registry.register(Arc::new(Outsider(capabilities))).unwrap();
            registry.parse("outsider").unwrap()
        };
        let usual = Capabilities::default();
        // If a planner has no schedule when it reaches a limit, buffers are placed in order of
        // birth.
        let trace: LifetimeTrace = "a 0..4 8; b 2..6 8".parse().unwrap();
        let limited = PlanOptions {
            work_limit: Some(Units(3)),
            ..PlanOptions::default()
        };
        let schedule = ready(usual).plan(&trace, &limited).unwrap();
        assert_eq!((schedule.peak(), schedule.work), (Bytes(16), Units(3)));
        let external = Capabilities {
            kind: PlannerKind::External,
            ..usual
        };
        let error = ready(external).plan(&trace, &limited).unwrap_err();
        assert!(matches!(error, PlanError::Stopped { work: Units(3), .. }));

        let hint = InPlaceHint {
            buffer: BufferId(1),
            other: BufferId(0),
            kind: InPlaceKind::ZeroOffset,
        };
        let hinted = trace.into_builder().in_place([hint]).build().unwrap();
        let peak = |in_place| {
            let planner = ready(usual.with_hints(in_place));
            let schedule = planner.plan(&hinted, &PlanOptions::default());
            schedule.unwrap().peak()
        };
        assert_eq!(peak(HintUse::Ignored), Bytes(16));
        assert_eq!(peak(HintUse::Fused), Bytes(8));
        assert_eq!(peak(HintUse::Proved(ProofEffort::Short)), Bytes(8));
    }

    #[test]
    fn names_are_unique_and_planners_from_outside_are_welcome() {
        let mut registry = Registry::empty();
        for planner in PLANNERS {
            registry.register(Arc::new(*planner)).unwrap();
            assert!(registry::find(planner.info().name).is_some());
        }
        let again = registry.register(Arc::new(PLANNERS[0]));
        assert_eq!(
            again,
            Err(RegistryError::Taken {
                kind: "planner",
                name: PLANNERS[0].info().name
            })
        );
        assert_eq!(registry.iter().len(), PLANNERS.len());
    }
}
