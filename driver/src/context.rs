//! The registries of plug-ins, and their lookup by specification.

use std::sync::Arc;

use memplan_mlir::dialects::Dialects;
use memplan_mutators::Mutator;
use memplan_planner::registry::{PluginSpec, Registry, RegistryError, alignment_of};
use memplan_planner::{Bytes, Field, MemoryPlanner};
use memplan_readers::TraceReader;
use memplan_support::Sort as _;

use crate::arenas::{ARENAS, Arenas, ChosenCollector};
use crate::clock::{Clock, TIME, TimeLimited, parse_duration};
use crate::error::ChoiceError;

/// The default collector.
pub(crate) const USUAL_COLLECTOR: &str = "tick";

/// The plug-ins and dialects that are available. The default has those of memplan.
#[derive(Clone, Debug)]
pub struct Context {
    /// The planners. A program with planners of its own registers them here.
    pub planners: Registry,
    /// The collectors.
    pub collectors: memplan_collectors::Registry,
    /// The mutators.
    pub mutators: memplan_mutators::Registry,
    /// The passes and named pipelines, besides those that take their plug-ins from this context, such as
    /// `merge-alloc`: [`Context::all_passes`] has all. A program with passes of its own registers them here.
    pub passes: memplan_mlir::passes::Registry,
    /// The readers of other tools' trace files.
    pub readers: memplan_readers::Registry,
    /// The dialects whose custom forms and rules are known. A program with dialects of its own adds them
    /// with [`Dialects::with`].
    pub dialects: Dialects,
    /// The clock for the option `time` of planners and the times of reports; none by default.
    pub clock: Option<Arc<dyn Clock>>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            planners: Registry::with_builtin(),
            collectors: memplan_collectors::Registry::with_builtin(),
            mutators: memplan_mutators::Registry::with_builtin(),
            passes: passes_of_libraries(),
            readers: memplan_readers::Registry::with_builtin(),
            dialects: memplan_dialects_extra::dialects().clone(),
            clock: None,
        }
    }
}

/// The passes and named pipelines of the libraries, in display order.
fn passes_of_libraries() -> memplan_mlir::passes::Registry {
    let mut registry = memplan_mlir::passes::Registry::with_builtin();
    let mut companions = memplan_bufferize::passes::passes();
    companions.extend(memplan_placement::signature_passes());
    companions.sort_stable_by(|a, b| a.info().name.cmp(b.info().name));
    let libraries = [
        companions,
        memplan_bufferize::tensors::passes(),
        memplan_mutators::passes(),
        memplan_placement::passes(),
        memplan_memory::passes(),
    ];
    for plugin in libraries.into_iter().flatten() {
        let registered = registry.register(plugin);
        // Cannot fail: a test checks that the names differ.
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    registry
}

/// A planner, ready to run.
#[derive(Clone, Debug)]
pub struct ChosenPlanner {
    /// The planner.
    pub planner: Arc<dyn MemoryPlanner>,
    /// The alignment that its options ask for; 1 where they do not.
    pub alignment: Bytes,
}

impl Context {
    /// The planner of a specification such as `best-fit{alignment=128}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn planner(&self, spec: &str) -> Result<ChosenPlanner, ChoiceError> {
        let mut spec = PluginSpec::parse(spec).map_err(RegistryError::from)?;
        let limit = spec.params.take(TIME);
        let planner = self.planners.configured(&spec);
        let mut planner = planner.map_err(|error| with_option(error, TIME))?;
        if let Some(value) = limit {
            let wrong = |problem| ChoiceError::Time {
                planner: planner.info().name,
                value: value.clone(),
                problem,
            };
            let limit = parse_duration(&value).map_err(wrong)?;
            let clock = self.clock.clone();
            let clock = clock.ok_or_else(|| {
                wrong("time limits need a clock, which this program does not provide".to_owned())
            })?;
            planner = Arc::new(TimeLimited {
                planner,
                limit,
                clock,
            });
        }
        Ok(ChosenPlanner {
            planner,
            alignment: alignment_of(&spec).unwrap_or(Bytes(1)),
        })
    }

    /// The collector of a specification such as `tick{alignment=128}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn collector(&self, spec: &str) -> Result<ChosenCollector, ChoiceError> {
        let parsed = PluginSpec::parse(spec).map_err(RegistryError::from);
        self.configured_collector(&parsed.map_err(ChoiceError::Collector)?)
    }

    pub(crate) fn configured_collector(
        &self,
        spec: &PluginSpec,
    ) -> Result<ChosenCollector, ChoiceError> {
        let mut spec = spec.clone();
        let mut arenas = Arenas::Single;
        let given = Field::set_all(
            vec![Field::word(ARENAS, &mut arenas, Arenas::WORDS)],
            &spec.params,
        );
        spec.params.take(ARENAS);
        let collector = self.collectors.configured(&spec);
        let with_own = |error| ChoiceError::Collector(with_option(error, ARENAS));
        let collector = collector.map_err(with_own)?;
        given.map_err(|error| {
            ChoiceError::Collector(RegistryError::BadValue {
                kind: "collector",
                plugin: collector.info().name,
                error,
            })
        })?;
        Ok(ChosenCollector { collector, arenas })
    }

    /// As [`Self::collector`], with defaults under which merging never costs memory: `arenas=paying`, and for `tick`
    /// also `alignment=own` (no padding) and `lone=skip` (no merged allocation for a single buffer). With
    /// `compat=reference`, the defaults are those of [`Self::collector`]. `alignment` overrides that of the
    /// specification.
    ///
    /// [`Self::collector`] and the pass `merge-alloc` have the defaults of the MLIR merge-alloc proposal instead.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn economical_collector(
        &self,
        spec: &str,
        alignment: Option<Bytes>,
    ) -> Result<ChosenCollector, ChoiceError> {
        let parsed = PluginSpec::parse(spec).map_err(RegistryError::from);
        let mut spec = parsed.map_err(ChoiceError::Collector)?;
        if let Some(alignment) = alignment {
            spec.params.take("alignment");
            spec.params.or_insert("alignment", alignment);
        }
        let is_reference = spec.params.get("compat") == Some("reference");
        if spec.name == USUAL_COLLECTOR && !is_reference {
            spec.params.or_insert("alignment", "own");
            spec.params.or_insert("lone", "skip");
        }
        if !is_reference {
            spec.params.or_insert(ARENAS, "paying");
        }
        self.configured_collector(&spec)
    }

    /// The mutator of a specification such as `merge-alloc{arena=alloca}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn mutator(&self, spec: &str) -> Result<Arc<dyn Mutator>, ChoiceError> {
        let parsed = PluginSpec::parse(spec).map_err(RegistryError::from);
        self.configured_mutator(&parsed.map_err(ChoiceError::Mutator)?)
    }

    /// The mutator of a specification that is parsed already.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn configured_mutator(&self, spec: &PluginSpec) -> Result<Arc<dyn Mutator>, ChoiceError> {
        self.mutators.configured(spec).map_err(ChoiceError::Mutator)
    }

    /// The trace reader of a specification such as `events`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn reader(&self, spec: &str) -> Result<Arc<dyn TraceReader>, ChoiceError> {
        self.readers.parse(spec).map_err(ChoiceError::Reader)
    }
}

/// The error with another option among the known ones.
fn with_option(error: RegistryError, option: &'static str) -> RegistryError {
    match error {
        RegistryError::UnknownOption {
            kind,
            plugin,
            key,
            nearest,
            mut known,
        } => {
            known.push(option);
            RegistryError::UnknownOption {
                kind,
                plugin,
                key,
                nearest,
                known,
            }
        }
        other => other,
    }
}
