//! Planners that are written in Python.

use std::cell::RefCell;
use std::sync::Arc;

use memplan_planner::{
    Bytes, Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality, OptionInfo,
    PlanError, PlanOptions, PluginInfo, lower_bound,
};
use memplan_plugin::{ParamError, Params};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use crate::arrays::Column;
use crate::errors::Failure;
use crate::schedule::Schedule;
use crate::trace::Trace;

thread_local! {
    /// The exception of the last planner that failed on this thread.
    static EXCEPTION: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// The exception of the planner that failed on this thread, once.
pub(crate) fn take_exception() -> Option<PyErr> {
    EXCEPTION.take()
}

/// What a planner in Python must honour: the second argument of its method `plan`.
#[pyclass(frozen, module = "memplan")]
#[derive(Debug)]
pub(crate) struct Options {
    /// Every offset that is not pinned is a multiple of this.
    #[pyo3(get)]
    alignment: u64,
    /// The only source of randomness.
    #[pyo3(get)]
    seed: u64,
    /// How many threads the planner may use.
    #[pyo3(get)]
    threads: usize,
    /// How much work the planner may do.
    #[pyo3(get)]
    work_limit: Option<u64>,
    interrupt: Option<Arc<dyn Interrupt>>,
}

#[pymethods]
impl Options {
    /// Whether a deadline has passed or Ctrl-C was pressed.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        let interrupt = self.interrupt.as_ref();
        // Detach, since the interrupt may attach again to run Python code.
        py.detach(|| interrupt.is_some_and(|interrupt| interrupt.reason_to_stop().is_some()))
    }

    /// Seconds until the deadline, if there is one.
    #[getter]
    fn time_left(&self) -> Option<f64> {
        let left = self.interrupt.as_ref()?.time_left()?;
        Some(left.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        let (alignment, seed) = (self.alignment, self.seed);
        format!(
            "Options(alignment={alignment}, seed={seed}, threads={})",
            self.threads
        )
    }
}

/// A Python object with a method `plan(trace, options)`.
#[derive(Debug)]
pub(crate) struct PythonPlanner {
    info: PluginInfo,
    options: Vec<OptionInfo>,
    object: Py<PyAny>,
}

impl PythonPlanner {
    /// The planner that an object or a class without arguments is.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let is_class = object.is_instance_of::<pyo3::types::PyType>();
        let object = if is_class {
            object.call0()?
        } else {
            object.clone()
        };
        if !object.hasattr("plan")? {
            let class = object.get_type().name()?;
            let message = format!("`{class}` has no method `plan(trace, options)`");
            return Err(Failure::argument(message).into());
        }
        let registration = py
            .import("memplan._planners")?
            .call_method1("describe", (&object,))?;
        let (name, aliases, summary, cost, source, options): Description =
            registration.extract()?;
        let options = options.into_iter().map(|(name, default, help)| OptionInfo {
            name: leaked(name),
            default: default.into(),
            help: leaked(help),
        });
        let info = PluginInfo {
            name: leaked(name),
            aliases: Vec::leak(aliases.into_iter().map(leaked).collect()),
            summary: leaked(summary),
            cost: leaked(cost),
            source: leaked(source),
        };
        let (options, object) = (options.collect(), object.unbind());
        Ok(Self {
            info,
            options,
            object,
        })
    }

    fn failed(&self, error: PyErr) -> PlanError {
        let problem = error.to_string();
        EXCEPTION.set(Some(error));
        PlanError::Failed {
            planner: self.info.name,
            problem,
        }
    }

    /// What the object returns: a schedule or offsets, in the order of the buffers.
    fn offsets(returned: &Bound<'_, PyAny>) -> PyResult<Vec<Bytes>> {
        if let Ok(schedule) = returned.cast::<Schedule>() {
            return Ok(schedule.get().inner.offsets.clone());
        }
        let offsets: Vec<u64> = Column::read(returned, "offsets")?.values("offsets")?;
        Ok(offsets.into_iter().map(Bytes).collect())
    }
}

/// Name, aliases, summary, cost, source, and options with default and help.
type Description = (
    String,
    Vec<String>,
    String,
    String,
    String,
    Vec<(String, String, String)>,
);

/// Descriptions of plug-ins are static. A program registers few planners, each once.
fn leaked(text: String) -> &'static str {
    String::leak(text)
}

impl MemoryPlanner for PythonPlanner {
    fn info(&self) -> PluginInfo {
        self.info
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        // A trace that cannot be planned at all is refused before Python code sees it.
        let bound = lower_bound(trace, options)?;
        let offsets = Python::attach(|py| {
            let shown = Options {
                alignment: options.alignment.0,
                seed: options.seed,
                threads: options.threads.get(),
                work_limit: options.work_limit.map(|limit| limit.0),
                interrupt: options.interrupt.clone(),
            };
            let arguments = (Trace::from(trace.clone()), shown);
            let returned = self.object.bind(py).call_method1("plan", arguments)?;
            Self::offsets(&returned)
        });
        let offsets = offsets.map_err(|error| self.failed(error))?;
        let mut schedule = MemorySchedule::from_offsets(trace, offsets, self.info.name);
        schedule.bound_rule = Some(bound.rule);
        schedule.optimality = if schedule.total_size <= bound.bytes {
            Optimality::Optimal
        } else {
            Optimality::LowerBound(bound.bytes)
        };
        schedule.within(trace.capacity())
    }

    fn options(&self) -> memplan_planner::Options<'_, dyn MemoryPlanner> {
        let configure = |params: &Params| {
            let configured = Python::attach(|py| {
                let values = params.iter().into_py_dict(py)?;
                self.object.call_method(py, "configure", (), Some(&values))
            });
            let object = configured.map_err(|error| {
                let (key, _) = params.iter().next().unwrap_or_default();
                ParamError::refused(key, error.to_string())
            })?;
            let (info, options) = (self.info, self.options.clone());
            Ok(Self {
                info,
                options,
                object,
            })
        };
        memplan_planner::Options::new(self.options.clone(), Params::default(), configure)
    }
}
