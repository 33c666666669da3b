//! Planners by name: `greedy-by-size`, `chunk-hot{alignment=64}`.
//!
//! The built-in planners are one static list, [`crate::algorithms::PLANNERS`]. A program that brings
//! planners of its own adds them to a [`Registry`] at run time. Names, options and their grammar are those
//! of all plug-ins; the registry adds [`COMMON_OPTIONS`] to those of each planner.

use std::sync::Arc;

use memplan_plugin::{OptionInfo, PluginInfo, PluginKind};
pub use memplan_plugin::{ParamError, Params, PluginSpec, RegistryError};

use crate::algorithms::PLANNERS;
use crate::placement::schedule_at_once;
use crate::{Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions};

/// Options that every planner takes; they override those of [`PlanOptions`].
pub const COMMON_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "alignment",
        default: "1",
        help: "Alignment of all offsets that are not pinned, in bytes.",
    },
    OptionInfo {
        name: "seed",
        default: "0",
        help: "Random seed.",
    },
    OptionInfo {
        name: "work",
        default: "none",
        help: "Work limit, in units of work.",
    },
];

/// The planners that a program offers.
pub type Registry = memplan_plugin::Registry<dyn MemoryPlanner>;

impl PluginKind for dyn MemoryPlanner {
    const KIND: &'static str = "planner";
    const COMMON_OPTIONS: &'static [OptionInfo] = COMMON_OPTIONS;

    fn builtin() -> Vec<Arc<Self>> {
        let shared = |&planner| Arc::new(planner) as Arc<Self>;
        PLANNERS.iter().map(shared).collect()
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn configured(planner: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        let own = params.filtered(|key| COMMON_OPTIONS.iter().all(|common| common.name != key));
        let inner = if own.is_empty() {
            Arc::clone(planner)
        } else {
            Arc::from(planner.configure(&own)?)
        };
        let overrides = Overrides::parse(params)?;
        Ok(Arc::new(Configured { inner, overrides }))
    }
}

/// The built-in planner with this name or alias.
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

/// The values of [`COMMON_OPTIONS`] that a specification gave.
#[derive(Clone, Debug, Default)]
struct Overrides {
    alignment: Option<Bytes>,
    seed: Option<u64>,
    work: Option<u64>,
}

impl Overrides {
    fn parse(params: &Params) -> Result<Self, ParamError> {
        let alignment: Option<std::num::NonZeroU64> =
            params.parse("alignment", "a number of bytes, at least 1")?;
        Ok(Self {
            alignment: alignment.map(|bytes| Bytes(bytes.get())),
            seed: params.parse("seed", "a whole number")?,
            work: params.parse("work", "a whole number")?,
        })
    }
}

/// A planner with the common options of its specification applied. If a planner of this crate has no
/// schedule when a limit is reached, the buffers are placed in order of birth.
#[derive(Clone, Debug)]
struct Configured {
    inner: Arc<dyn MemoryPlanner>,
    overrides: Overrides,
}

impl MemoryPlanner for Configured {
    fn info(&self) -> PluginInfo {
        self.inner.info()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let options = PlanOptions {
            alignment: self.overrides.alignment.unwrap_or(options.alignment),
            seed: self.overrides.seed.unwrap_or(options.seed),
            work_limit: self.overrides.work.or(options.work_limit),
            ..options.clone()
        };
        match self.inner.plan(trace, &options) {
            Err(PlanError::Stopped { reason, work })
                if reason.wants_schedule() && find(self.info().name).is_some() =>
            {
                schedule_at_once(trace, &options, self.info().name, work, reason)
            }
            planned => planned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Registry, RegistryError};
    use crate::algorithms::PLANNERS;
    use crate::{Bytes, PlanOptions, registry};
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
