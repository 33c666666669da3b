//! The planner `wasm`: chooses a plug-in, calls it, and checks what it returns.

use std::fmt;
use std::sync::{Arc, OnceLock};

use memplan_planner::registry::ParamError;
use memplan_planner::{
    BoundRule, Bytes, Capabilities, Field, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule,
    Optimality, Options, PlanError, PlanOptions, PlannerKind, PluginInfo, StopReason, Units,
};

use super::abi::{WitFailure, WitOptions, WitTrace};
use super::runtime::{Call, Ended, Limits, Outcome, PlugIn, Raising, Runtime, peak};
use crate::trust::{check_trace, violation};

const NAME: &str = "wasm";

/// Instructions that count as one unit of work: about one placement.
const FUEL_PER_UNIT: u64 = 1000;

/// Where plug-ins come from.
pub trait Library: Send + Sync + fmt::Debug {
    /// Which option chooses a plug-in.
    fn chosen_by(&self) -> ChosenBy;

    /// The content of a plug-in, of at most this many bytes.
    ///
    /// # Errors
    ///
    /// A human-readable reason.
    fn read(&self, name: &str, max_bytes: usize) -> Result<Vec<u8>, String>;
}

/// Which option chooses a plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// `file`, a path.
    File,
    /// `plugin`, a name or a hash.
    Name,
}

/// The planner `wasm`: what a plug-in computes, under limits.
#[derive(Clone, Debug)]
pub struct WasmPlanner {
    library: Arc<dyn Library>,
    runtime: Arc<OnceLock<Result<Runtime, String>>>,
    limits: Limits,
    /// The name that the user gave, and the plug-in; absent in the registry, before there is one.
    plug_in: Option<(String, PlugIn)>,
    label: String,
}

impl WasmPlanner {
    /// A planner for the plug-ins of a library. The engine starts with the first plug-in.
    pub fn new(library: Arc<dyn Library>, limits: Limits) -> Self {
        Self {
            library,
            runtime: Arc::default(),
            limits,
            plug_in: None,
            label: NAME.to_owned(),
        }
    }

    /// Whether this is a plug-in: compiles it.
    ///
    /// # Errors
    ///
    /// A human-readable reason.
    pub fn check(&self, bytes: Vec<u8>) -> Result<(), String> {
        self.runtime()?.plug_in(bytes).map(drop)
    }

    fn runtime(&self) -> Result<&Runtime, String> {
        let started = self.runtime.get_or_init(|| {
            Runtime::new().map_err(|error| format!("the engine cannot be started: {error}"))
        });
        started.as_ref().map_err(Clone::clone)
    }

    fn key(&self) -> &'static str {
        match self.library.chosen_by() {
            ChosenBy::File => "file",
            ChosenBy::Name => "plugin",
        }
    }

    fn load(&self, name: &str) -> Result<PlugIn, String> {
        let bytes = self.library.read(name, self.limits.plug_in_bytes)?;
        let plug_in = self.runtime()?.plug_in(bytes);
        plug_in.map_err(|problem| format!("`{name}` is no planner plug-in: {problem}"))
    }

    fn fields(&mut self) -> Vec<Field<'_>> {
        let key = self.key();
        let help = match self.library.chosen_by() {
            ChosenBy::File => "The plug-in, a WebAssembly component.",
            ChosenBy::Name => "The name of an uploaded plug-in, or its SHA-256 hash.",
        };
        let (this, plug_in) = (self.clone(), &mut self.plug_in);
        let load = move |name: &str| {
            let loaded = this.load(name);
            let loaded = loaded.map_err(|problem| ParamError::refused(key, problem))?;
            *plug_in = Some((name.to_owned(), loaded));
            Ok(())
        };
        let limits = &mut self.limits;
        let raising = limits.raising;
        vec![
            Field::new(key, "none (required)", load).help(help),
            limit("fuel", "those of the program", &mut limits.fuel, 1, raising)
                .help("Most WebAssembly instructions for each trace."),
            limit(
                "memory",
                "that of the program",
                &mut limits.memory_bytes,
                1 << 20,
                raising,
            )
            .help("Most memory of the plug-in, in MiB."),
            Field::text("name", &mut self.label).help("Name of the planner in reports."),
        ]
    }
}

/// A limit that users lower, and raise where that is allowed.
fn limit<'a>(
    name: &'static str,
    text: &'static str,
    limit: &'a mut u64,
    unit: u64,
    raising: Raising,
) -> Field<'a> {
    Field::new(name, text, move |value| {
        let asked: Option<u64> = value.parse().ok();
        let asked = asked.ok_or_else(|| ParamError::value(name, value, "a whole number"))?;
        let most = *limit / unit;
        if most < asked && raising != Raising::Allowed {
            let problem = format!("{asked} exceeds the limit, {most}");
            return Err(ParamError::refused(name, problem));
        }
        *limit = asked.saturating_mul(unit);
        Ok(())
    })
}

impl MemoryPlanner for WasmPlanner {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: NAME,
            aliases: &[],
            summary: "Runs a planner in a WebAssembly sandbox; see `docs/book/src/guides/plug-ins/wasm.md`.",
            source: "memplan",
            cost: "that of the plug-in, plus copying the trace",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::External,
            is_anytime: true,
            in_place: HintUse::Fused,
            ..Capabilities::default()
        }
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, self.clone(), Self::fields)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let Some((name, plug_in)) = &self.plug_in else {
            let key = self.key();
            return Err(failed(format!("missing `{key}`: `wasm{{{key}=..}}`")));
        };
        let interrupt = options.interrupt.as_ref();
        if let Some(reason) = interrupt.and_then(|interrupt| interrupt.reason_to_stop()) {
            return Err(PlanError::Stopped {
                reason,
                work: Units(0),
            });
        }
        let run = Run {
            planner: self,
            name,
            trace,
            options,
        };
        check_trace(trace, options)?;
        run.plan(plug_in)
    }
}

fn failed(problem: String) -> PlanError {
    PlanError::Failed {
        planner: NAME,
        problem,
    }
}

/// One call.
struct Run<'a> {
    planner: &'a WasmPlanner,
    name: &'a str,
    trace: &'a LifetimeTrace,
    options: &'a PlanOptions,
}

impl Run<'_> {
    fn plan(&self, plug_in: &PlugIn) -> Result<MemorySchedule, PlanError> {
        let Limits {
            fuel, memory_bytes, ..
        } = self.planner.limits;
        let work_limit = self.options.work_limit;
        let work_limit = work_limit.map(|limit| limit.0.saturating_mul(FUEL_PER_UNIT));
        let runtime = self.planner.runtime().map_err(failed)?;
        let ended = runtime.call(
            plug_in,
            Call {
                trace: WitTrace::new(self.trace, self.options)?,
                options: WitOptions::new(self.options),
                sizes: self.sizes(),
                fuel: work_limit.map_or(fuel, |limit| limit.min(fuel)),
                memory_bytes,
                interrupt: self.options.interrupt.clone(),
            },
        );
        let is_work_limit = work_limit.is_some_and(|limit| limit <= fuel);
        let work = Units(ended.fuel.div_ceil(FUEL_PER_UNIT));
        match self.end(ended, is_work_limit)? {
            (Some(offsets), stopped) => self.schedule(offsets, work, stopped),
            (None, stopped) => Err(PlanError::Stopped {
                reason: stopped.unwrap_or(StopReason::Cancelled),
                work,
            }),
        }
    }

    fn sizes(&self) -> Vec<u64> {
        self.trace.buffers().iter().map(|b| b.size.0).collect()
    }

    /// The best offsets, if there are any, and what stopped the plug-in.
    fn end(
        &self,
        ended: Ended,
        is_work_limit: bool,
    ) -> Result<(Option<Vec<u64>>, Option<StopReason>), PlanError> {
        let incumbent = ended.incumbent;
        let best = |incumbent: Option<(u64, Vec<u64>)>| incumbent.map(|(_, offsets)| offsets);
        match ended.outcome {
            Outcome::Returned(Ok(offsets)) => {
                if offsets.len() != self.trace.len() {
                    let (found, expected) = (offsets.len(), self.trace.len());
                    let what = format!("returned {found} offsets for {expected} buffers");
                    return Err(self.failure(&what));
                }
                let peak = peak(&self.sizes(), &offsets);
                let better = incumbent.filter(|(incumbent, _)| *incumbent < peak);
                Ok((best(better).or(Some(offsets)), None))
            }
            Outcome::Returned(Err(WitFailure::Unsupported(lack))) => {
                let buffer = self.trace.buffers().get(lack.buffer as usize);
                let buffer = buffer.ok_or_else(|| {
                    self.failure(&format!(
                        "names buffer {}, which is not in the trace",
                        lack.buffer
                    ))
                })?;
                Err(PlanError::Unsupported {
                    planner: NAME,
                    feature: lack.feature.name(),
                    buffer: buffer.name.to_string(),
                })
            }
            Outcome::Returned(Err(WitFailure::Failed(message))) => {
                let message: String = message.chars().take(1000).collect();
                Err(self.failure(&format!("reports: {message}")))
            }
            Outcome::Interrupted(reason) => Ok((best(incumbent), Some(reason))),
            Outcome::OutOfFuel if is_work_limit => {
                Ok((best(incumbent), Some(StopReason::WorkLimit)))
            }
            Outcome::OutOfFuel => {
                let fuel = self.planner.limits.fuel;
                Err(self.failure(&format!("did not end within {fuel} instructions")))
            }
            Outcome::Failed(problem) => Err(self.failure(&problem)),
        }
    }

    /// The schedule of these offsets, if it is valid.
    fn schedule(
        &self,
        offsets: Vec<u64>,
        work: Units,
        stopped: Option<StopReason>,
    ) -> Result<MemorySchedule, PlanError> {
        let places = offsets.into_iter().map(Bytes).collect();
        let mut schedule = MemorySchedule::from_offsets(self.trace, places, &self.planner.label);
        if let Some(violation) = violation(self.trace, &schedule, self.options) {
            return Err(self.failure(&format!("returned an invalid schedule: {violation}")));
        }
        let load = self.trace.least_load();
        schedule.work = work;
        schedule.bound_rule = Some(BoundRule::Load);
        schedule.optimality = if load == schedule.total_size {
            Optimality::Optimal
        } else {
            Optimality::LowerBound(load)
        };
        schedule.stopped(stopped).within(self.trace.capacity())
    }

    fn failure(&self, problem: &str) -> PlanError {
        failed(format!("`{}` {problem}", self.name))
    }
}
