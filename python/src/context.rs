//! The Python class `Context`: the registries of plug-ins, and the jobs that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memplan::{
    ChosenPlanner, JobOptions, TraceInput, parse_duration, plan_trace, read_traces, within,
};
use memplan_interp::Datum;
use memplan_mlir::text::{PrintOptions, begins_like_program, print};
use memplan_planner::wire::archive;
use memplan_planner::{Bytes, Interrupt, PlanOptions, Progress, Units};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{Arg, Expected};
use crate::errors::Failure;
use crate::files::read_archive;
use crate::interrupt::{Listener, Signals, beside_signals};
use crate::options::{self, Keywords};
use crate::planners::{PythonPlanner, take_exception};
use crate::program::{Program, report};
use crate::run::{self, Argument, Shaped};
use crate::schedule::Schedule;
use crate::trace::Trace;

/// Extensions of trace files of memplan.
const OWN_EXTENSIONS: [&str; 3] = ["mtrace", "json", "csv"];

/// Registries of planners, readers, passes and dialects.
///
/// The functions of `memplan` use a context of their own unless they get one. A new context has the built-in
/// plug-ins only.
#[pyclass(frozen, module = "memplan")]
#[derive(Debug)]
pub(crate) struct Context(Mutex<State>);

#[derive(Debug)]
struct State {
    context: Arc<memplan::Context>,
    /// Planners by specification: small traces take less time than the search for a planner.
    chosen: BTreeMap<String, ChosenPlanner>,
}

/// How many planners are kept for the next call.
const MAX_CHOSEN: usize = 64;

/// Limits of planners, as Python passes them: alignment, seed, threads, time limit, work limit, progress.
#[derive(Debug, FromPyObject)]
struct Limits(
    Arg<Option<u64>>,
    Arg<u64>,
    Arg<usize>,
    Arg<Option<TimeLimit>>,
    Arg<Option<u64>>,
    Option<Py<PyAny>>,
);

/// Seconds, or a text such as `500ms`.
#[derive(Debug, FromPyObject)]
enum TimeLimit {
    Seconds(f64),
    Text(String),
}

impl Expected for TimeLimit {
    const TEXT: &'static str = "seconds, or a time such as \"500ms\"";
}

impl TimeLimit {
    fn duration(&self) -> Result<Duration, Failure> {
        let wrong = |problem: String| Failure::argument(format!("`time_limit`: {problem}"));
        match self {
            Self::Seconds(seconds) => {
                Duration::try_from_secs_f64(*seconds).map_err(|error| wrong(error.to_string()))
            }
            Self::Text(text) => parse_duration(text).map_err(wrong),
        }
    }
}

impl Limits {
    /// The options of a planner that `signals` stop.
    fn options(self, alignment: Bytes, signals: &Arc<Signals>) -> Result<PlanOptions, Failure> {
        let Self(own_alignment, seed, threads, time_limit, work_limit, progress) = self;
        let own_alignment = own_alignment.named("alignment")?;
        let threads = threads.named("threads")?;
        let threads = NonZeroUsize::new(threads).ok_or_else(|| Failure::is_zero("threads"))?;
        if own_alignment == Some(0) {
            return Err(Failure::is_zero("alignment"));
        }
        let listener = progress.as_ref().map(|function| {
            let function = Python::attach(|py| function.clone_ref(py));
            let signals = Arc::clone(signals);
            Arc::new(Listener { function, signals }) as Arc<dyn Progress>
        });
        let interrupt: Arc<dyn Interrupt> = Arc::<Signals>::clone(signals);
        let options = PlanOptions {
            alignment: own_alignment.map_or(alignment, |own| Bytes(own.max(alignment.0))),
            work_limit: work_limit.named("work_limit")?.map(Units),
            interrupt: Some(interrupt),
            seed: seed.named("seed")?,
            threads,
            progress: listener,
        };
        let time_limit = time_limit.named("time_limit")?;
        let time_limit = time_limit.as_ref().map(TimeLimit::duration).transpose()?;
        Ok(limited(options, time_limit))
    }
}

/// Options with a deadline, if there is a limit.
fn limited(options: PlanOptions, time_limit: Option<Duration>) -> PlanOptions {
    match time_limit {
        None => options,
        Some(limit) => {
            let clock: Arc<dyn memplan::Clock> = Arc::new(Instant::now());
            within(limit, &clock, options)
        }
    }
}

/// The limits of a job that `signals` stop, on one thread by default.
fn limits(job: &JobOptions, signals: &Arc<Signals>) -> PlanOptions {
    let interrupt: Arc<dyn Interrupt> = Arc::<Signals>::clone(signals);
    let options = PlanOptions {
        interrupt: Some(interrupt),
        threads: job.threads.unwrap_or(NonZeroUsize::MIN),
        ..PlanOptions::default()
    };
    limited(options, job.time_limit)
}

impl Context {
    /// The context as it is now; later registrations do not change it.
    fn current(&self) -> Arc<memplan::Context> {
        Arc::clone(&self.state().context)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn chosen(&self, spec: &str) -> Result<ChosenPlanner, Failure> {
        if let Some(chosen) = self.state().chosen.get(spec) {
            return Ok(chosen.clone());
        }
        // A planner in Python is configured by Python code, which may use this context.
        let chosen = self.current().planner(spec)?;
        let mut state = self.state();
        if state.chosen.len() < MAX_CHOSEN {
            state.chosen.insert(spec.to_owned(), chosen.clone());
        }
        Ok(chosen)
    }
}

/// Does work on a program, on a stack for nested ones, without the interpreter lock.
fn on_program<T: Send>(
    py: Python<'_>,
    signals: &Signals,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let work = || (work(), take_exception());
    let done = py.detach(|| beside_signals(signals, work));
    let (done, exception) = done?;
    finished(done, signals, exception)
}

/// The result, or the exception that stopped it or made it fail.
fn finished<T>(
    done: Result<T, Failure>,
    signals: &Signals,
    exception: Option<PyErr>,
) -> PyResult<T> {
    if let Some(exception) = signals.take() {
        return Err(exception);
    }
    done.map_err(|failure| {
        let failure = PyErr::from(failure);
        if let Some(cause) = exception {
            return Python::attach(|py| {
                // Ctrl-C and requests to exit are not errors of the planner.
                if !cause.is_instance_of::<PyException>(py) {
                    return cause;
                }
                failure.set_cause(py, Some(cause));
                failure
            });
        }
        failure
    })
}

#[pymethods]
impl Context {
    #[new]
    fn new() -> Self {
        let context = memplan::Context {
            clock: Some(Arc::new(Instant::now())),
            ..memplan::Context::default()
        };
        let context = Arc::new(context);
        let chosen = BTreeMap::new();
        Self(Mutex::new(State { context, chosen }))
    }

    /// Adds a planner that is written in Python, and returns its name.
    fn register(&self, planner: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let planner = Arc::new(PythonPlanner::new(planner)?);
        let name = memplan_planner::MemoryPlanner::info(&*planner).name;
        let mut state = self.state();
        let registered = Arc::make_mut(&mut state.context).planners.register(planner);
        registered.map_err(|error| Failure::argument(error.to_string()))?;
        Ok(name)
    }

    /// Descriptions of all planners.
    fn planners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let context = self.current();
        let rows = PyList::empty(py);
        for planner in context.planners.iter() {
            let (info, capabilities) = (planner.info(), planner.capabilities());
            let row = PyDict::new(py);
            row.set_item("name", info.name)?;
            row.set_item("aliases", info.aliases)?;
            row.set_item("kind", capabilities.kind.to_string())?;
            row.set_item("summary", info.summary)?;
            row.set_item("cost", info.cost)?;
            row.set_item("source", info.source)?;
            let options = PyDict::new(py);
            for option in planner.options().infos() {
                options.set_item(option.name, (&*option.default, option.help))?;
            }
            row.set_item("options", options)?;
            rows.append(row)?;
        }
        Ok(rows)
    }

    /// Plans one trace; the schedule is checked.
    fn plan(
        &self,
        py: Python<'_>,
        trace: Arg<Bound<'_, Trace>>,
        planner: Arg<&str>,
        limits: Limits,
    ) -> PyResult<Schedule> {
        let trace = trace.named("trace")?;
        let trace = trace.get();
        let chosen = self.chosen(planner.named("planner")?)?;
        let signals = Arc::new(Signals::default());
        let options = limits.options(chosen.alignment, &signals)?;
        let (done, exception) = py.detach(|| {
            let clock = Instant::now();
            let work = || {
                let planned = plan_trace(&*chosen.planner, &trace.inner, &options, Some(&clock));
                (planned, take_exception())
            };
            // Only the main thread sees signals, and it may not be the one that polls.
            match options.threads {
                NonZeroUsize::MIN => Ok(work()),
                _ => beside_signals(&signals, work),
            }
        })?;
        let planned = finished(done.map_err(Failure::from), &signals, exception)?;
        Ok(Schedule::planned(trace.clone(), planned))
    }

    /// Whether the bytes begin like a program or are named like one.
    #[staticmethod]
    fn is_program(name: Arg<&str>, head: &[u8]) -> PyResult<bool> {
        let name = name.named("name")?;
        let is_named = name.ends_with(".mlir");
        Ok(!archive::is_archive(head) && (is_named || begins_like_program(head)))
    }

    /// Of the names of all files in a directory, those that are read when it is searched for traces.
    fn searched(&self, names: Vec<String>) -> Vec<String> {
        let context = self.current();
        let beside: BTreeSet<String> = names.iter().cloned().collect();
        let is_beside = |name: &str| beside.contains(name);
        let is_own = |name: &String| {
            let extension = name.rsplit_once('.').map(|(_, extension)| extension);
            extension.is_some_and(|extension| OWN_EXTENSIONS.contains(&extension))
        };
        let is_searched = |name: &String| {
            let mut readers = context.readers.iter();
            is_own(name) || readers.any(|reader| reader.is_searched(name, &is_beside))
        };
        names.into_iter().filter(is_searched).collect()
    }

    /// Names of files that may belong to a file.
    fn companions(&self, name: &str, head: &[u8]) -> Vec<String> {
        self.current().companions(name, head)
    }

    /// The traces in the bytes of a file.
    #[pyo3(signature = (name, bytes, companion=None, reader=None.into()))]
    fn read(
        &self,
        py: Python<'_>,
        name: Arg<&str>,
        bytes: &[u8],
        companion: Option<(String, Vec<u8>)>,
        reader: Arg<Option<&str>>,
    ) -> PyResult<Vec<Trace>> {
        let (name, reader) = (name.named("name")?, reader.named("reader")?);
        let context = self.current();
        let companion = companion.as_ref();
        let input = TraceInput {
            companion: companion.map(|(name, bytes)| (&**name, &**bytes)),
            ..TraceInput::new(name, bytes)
        };
        let traces = py.detach(|| {
            if reader.is_none() && archive::is_archive(bytes) {
                return read_archive(bytes);
            }
            let file = match reader {
                None => context.read_traces(&input),
                Some(reader) => read_traces(Some(&*context.reader(reader)?), &input),
            };
            Ok(Trace::of_file(file?))
        });
        Ok(traces.map_err(|failure| failure.in_file(name))?)
    }

    /// The traces of a program.
    fn trace(
        &self,
        py: Python<'_>,
        text: Arg<&str>,
        name: Arg<&str>,
        collector: Arg<&str>,
    ) -> PyResult<Vec<Trace>> {
        let context = self.current();
        let program = Program::named(text, name)?;
        let collector = collector.named("collector")?;
        let signals = Signals::default();
        on_program(py, &signals, || program.traces(&context, collector))
    }

    /// The program with its buffers merged, the report, and warnings.
    fn merge<'py>(
        &self,
        py: Python<'py>,
        text: Arg<&str>,
        name: Arg<&str>,
        options: Keywords<'py>,
        generic: Arg<bool>,
    ) -> PyResult<(String, Bound<'py, PyAny>, Vec<String>)> {
        let context = self.current();
        let signals = Arc::new(Signals::default());
        let job = options::job(&options)?;
        let limits = limits(&job, &signals);
        let program = Program::named(text, name)?;
        let generic = generic.named("generic")?;
        let merged = on_program(py, &signals, || {
            let merged = program.merged(&context, &job, limits)?;
            let form = PrintOptions {
                generic,
                ..PrintOptions::default()
            };
            let text = print(&merged.module, &form);
            Ok((text, merged.report, merged.warnings))
        });
        let (text, mut figures, warnings) = merged?;
        let warnings = warnings.into_iter().map(|warning| warning.message);
        Ok((text, report(py, &mut figures, program)?, warnings.collect()))
    }

    /// The schedules by which `merge` merges the buffers of a program.
    fn schedules(
        &self,
        py: Python<'_>,
        text: Arg<&str>,
        name: Arg<&str>,
        options: Keywords<'_>,
    ) -> PyResult<Vec<Schedule>> {
        let context = self.current();
        let signals = Arc::new(Signals::default());
        let job = options::job(&options)?;
        let limits = limits(&job, &signals);
        let program = Program::named(text, name)?;
        on_program(py, &signals, || program.schedules(&context, &job, limits))
    }

    /// The types of arguments and results of a function.
    fn signature(
        &self,
        py: Python<'_>,
        text: Arg<&str>,
        name: Arg<&str>,
        function: Arg<Option<&str>>,
    ) -> PyResult<(Vec<Shaped>, Vec<Shaped>)> {
        let context = self.current();
        let program = Program::named(text, name)?;
        let function = function.named("function")?;
        on_program(py, &Signals::default(), || {
            let module = program.module(&context)?;
            Ok(run::signature(&module, run::chosen(&module, function)?))
        })
    }

    /// The results of a function on arguments, by the reference interpreter: sizes and elements.
    fn run<'py>(
        &self,
        py: Python<'py>,
        text: Arg<&str>,
        name: Arg<&str>,
        function: Arg<Option<&str>>,
        arguments: Vec<Argument<'py>>,
        limits: (Arg<u64>, Arg<u64>),
    ) -> PyResult<Vec<(Vec<i64>, Bound<'py, PyAny>)>> {
        let context = self.current();
        let program = Program::named(text, name)?;
        let function = function.named("function")?;
        let limits = (limits.0.named("max_steps")?, limits.1.named("max_bytes")?);
        let arguments = arguments.iter().map(run::datum);
        let arguments = arguments.collect::<Result<Vec<Datum>, Failure>>()?;
        let results = on_program(py, &Signals::default(), || {
            let module = program.module(&context)?;
            let function = run::chosen(&module, function)?;
            run::results(&module, function, &arguments, limits, program)
        })?;
        let results = results.into_iter();
        Ok(results
            .map(|(sizes, column)| (sizes, column.into_array(py)))
            .collect())
    }

    /// The program after a pipeline of passes.
    fn opt(
        &self,
        py: Python<'_>,
        text: Arg<&str>,
        pipeline: Arg<&str>,
        name: Arg<&str>,
    ) -> PyResult<String> {
        let context = self.current();
        let program = Program::named(text, name)?;
        let pipeline = pipeline.named("pipeline")?;
        let signals = Signals::default();
        on_program(py, &signals, || program.optimised(&context, pipeline))
    }
}
