//! The Python class `Schedule`, and the page that shows schedules.

use std::sync::Arc;
use std::time::Duration;

use memplan::{Planned, check_schedule};
use memplan_page::{Entry, Origin, Scope, document, svg};
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, MemoryPlan, MemorySchedule, Optimality, PoolId, Residence, Term, Violation, paid_costs,
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::arguments::Arg;
use crate::arrays::array;
use crate::errors::Failure;
use crate::files::{format_of, read_plan};
use crate::trace::{Trace, values_of};

/// An offset for each buffer of a trace, in an arena of `peak` bytes.
///
/// >>> schedule = memplan.plan(memplan.Trace.parse("a 0..4 32; b 2..6 16"), "first-fit")
/// >>> schedule.peak, schedule.lower_bound, schedule.is_optimal, schedule.bound_rule
/// (48, 48, True, 'load')
#[pyclass(frozen, module = "memplan", weakref)]
pub(crate) struct Schedule {
    pub(crate) of: Trace,
    pub(crate) inner: Arc<MemorySchedule>,
    elapsed: Option<Duration>,
    offsets: PyOnceLock<Py<PyArray1<u64>>>,
    /// Of each buffer, for a program.
    origins: Option<Arc<[Origin]>>,
}

impl Schedule {
    pub(crate) fn new(of: Trace, inner: Arc<MemorySchedule>) -> Self {
        Self {
            of,
            inner,
            elapsed: None,
            offsets: PyOnceLock::new(),
            origins: None,
        }
    }

    /// The schedule of buffers of a program.
    pub(crate) fn with_origins(self, origins: Vec<Origin>) -> Self {
        Self {
            origins: Some(origins.into()),
            ..self
        }
    }

    pub(crate) fn planned(of: Trace, planned: Planned) -> Self {
        Self {
            elapsed: planned.elapsed,
            ..Self::new(of, Arc::new(planned.schedule))
        }
    }

    /// The schedule as a file of memplan holds it.
    pub(crate) fn plan(&self) -> PyResult<MemoryPlan> {
        let hash = wire::trace_hash(&self.of.scopes()).map_err(Failure::from)?;
        Ok(MemoryPlan {
            schedules: vec![(*self.inner).clone()],
            provenance: (*self.of.provenance).clone(),
            trace_hash: Some(hash),
        })
    }

    fn found_wrong(&self, py: Python<'_>, alignment: Arg<u64>) -> Result<Vec<Violation>, Failure> {
        let alignment = alignment.named("alignment")?;
        if alignment == 0 {
            return Err(Failure::is_zero("alignment"));
        }
        let trace = &*self.of.inner;
        let checked = py.detach(|| check_schedule(trace, &self.inner, Bytes(alignment)));
        Ok(checked.err().unwrap_or_default())
    }

    /// The bytes of a plan file.
    pub(crate) fn written<'py>(
        &self,
        py: Python<'py>,
        format: Format,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let written = match format {
            Format::Csv => wire::write_plan_csv(&self.of.inner, &self.inner),
            format => wire::write_plan(&self.plan()?, format),
        };
        Ok(PyBytes::new(py, &written.map_err(Failure::from)?))
    }

    fn bound(&self) -> u64 {
        self.inner.lower_bound(&self.of.inner).0
    }
}

#[pymethods]
impl Schedule {
    /// The trace that is scheduled.
    #[getter]
    fn trace(&self) -> Trace {
        self.of.clone()
    }

    /// The offset of each buffer in bytes; read-only.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let made = self.offsets.get_or_try_init(py, || {
            let offsets = self.inner.offsets.iter().map(|offset| offset.0);
            let offsets = array(py, offsets.collect());
            // The array is not shared yet, so borrowing it succeeds.
            let borrowed = offsets.try_readwrite();
            borrowed
                .map_err(|error| Failure::argument(error.to_string()))?
                .make_nonwriteable();
            PyResult::Ok(offsets.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// Returns the schedule at values of the symbols of its trace, for the trace there: `schedule.at(b=4, s=128)`.
    ///
    /// A schedule of a trace with symbols holds for all of their values. Its own offsets and peak are those in the
    /// middle of the ranges.
    #[pyo3(signature = (**values))]
    fn at(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let values = values_of(self.inner.symbols(), values)?;
        let trace = self.of.inner.at(&values).map_err(Failure::from)?;
        let schedule = self.inner.at(&values).map_err(Failure::from)?;
        let trace = Trace::new(trace.into_owned(), self.of.provenance.clone());
        Ok(Self::new(trace, Arc::new(schedule.into_owned())))
    }

    /// The number of orientations where sizes depend on symbols: that with the lowest peak is taken. Else 1.
    #[getter]
    fn k(&self) -> usize {
        let plan = self.inner.oriented.as_ref();
        plan.map_or(1, |plan| plan.orientations.len())
    }

    /// For the best 1, 2 and 4 orientations: their number, and the worst and the mean ratio of peak to max load.
    ///
    /// The ratios are those at the shapes at which the orientations were chosen. Empty without symbols.
    #[getter]
    fn figures(&self) -> Vec<(usize, f64, f64)> {
        let figures = self.inner.oriented.iter().flat_map(|plan| &plan.figures);
        figures
            .map(|quality| (quality.k, quality.worst, quality.mean))
            .collect()
    }

    /// The size of the arena in bytes.
    #[getter]
    fn peak(&self) -> u64 {
        self.inner.total_size.0
    }

    /// The best proven lower bound of the peak, in bytes; with costs, of peaks that cost no more.
    #[getter]
    fn lower_bound(&self) -> u64 {
        self.bound()
    }

    /// Whether no schedule has a lower peak or, with pools, relations or costs, lower measures.
    #[getter]
    fn is_optimal(&self) -> bool {
        if let Some(pooled) = &self.inner.pooled {
            return pooled.terms.iter().all(Term::is_optimal);
        }
        self.inner.optimality == Optimality::Optimal || self.peak() <= self.bound()
    }

    /// `(peak - lower_bound) / lower_bound`.
    #[getter]
    fn fragmentation(&self) -> f64 {
        self.inner.fragmentation(&self.of.inner)
    }

    /// The name of the pool of each buffer; `None` for a trace without pools, relations and costs.
    ///
    /// >>> trace = memplan.Trace.parse("a 0..2 8; b 2..4 8\npool l1 8\ncost a b 3")
    /// >>> schedule = memplan.plan(trace)
    /// >>> schedule.pools, schedule.pool_peaks, schedule.measures["reuse-cost"]
    /// (['l1', 'l1'], {'l1': 8}, (3, 3))
    #[getter]
    fn pools(&self) -> Option<Vec<String>> {
        let pooled = self.inner.pooled.as_ref()?;
        let pools = self.of.inner.pools();
        let name = |pool: &PoolId| pools.get(pool.index()).map(|pool| pool.name.clone());
        pooled.pools.iter().map(name).collect()
    }

    /// The peak of each pool in bytes, by name; `None` where `pools` is.
    #[getter]
    fn pool_peaks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(pooled) = &self.inner.pooled else {
            return Ok(None);
        };
        let peaks = PyDict::new(py);
        for (pool, peak) in self.of.inner.pools().iter().zip(&pooled.peaks) {
            peaks.set_item(&pool.name, peak.0)?;
        }
        Ok(Some(peaks))
    }

    /// Value and proven lower bound of each measure, the most important first; empty where `pools` is `None`.
    #[getter]
    fn measures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let measures = PyDict::new(py);
        for term in self.inner.pooled.iter().flat_map(|pooled| &pooled.terms) {
            measures.set_item(term.measure.name(), (term.value, term.bound))?;
        }
        Ok(measures)
    }

    /// Places of buffers that move: buffer, pool, begin, end and offset, and whether a copy fills it.
    #[getter]
    fn residences(&self) -> Vec<(u32, String, i64, i64, u64, bool)> {
        let pools = self.of.inner.pools();
        let all = self
            .inner
            .pooled
            .iter()
            .flat_map(|pooled| &pooled.residences);
        let residence = |home: &Residence| {
            let pool = pools.get(home.pool.index())?.name.clone();
            let (begin, end) = (home.ticks.begin().0, home.ticks.end().0);
            Some((
                home.buffer.0,
                pool,
                begin,
                end,
                home.offset.0,
                home.copy_ticks.is_some(),
            ))
        };
        all.filter_map(residence).collect()
    }

    /// The pairs of buffers whose price is paid, with the price.
    #[getter]
    fn paid_costs(&self) -> Vec<(u32, u32, u64)> {
        let paid = paid_costs(&self.of.inner, &self.inner);
        let pairs = paid.iter().map(|price| price.pair);
        pairs
            .map(|pair| (pair.buffer.0, pair.other.0, pair.cost))
            .collect()
    }

    /// The name of the planner.
    #[getter]
    fn planner(&self) -> &str {
        &self.inner.planner
    }

    /// What proved the lower bound.
    #[getter]
    fn bound_rule(&self) -> Option<&'static str> {
        self.inner.bound_rule.map(|rule| rule.name())
    }

    /// What stopped the planner early: `deadline`, `work-limit`, `budget`.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.inner.stopped_by.map(|reason| reason.name())
    }

    /// Work of the planner, in units of `work_limit`.
    #[getter]
    fn work(&self) -> u64 {
        self.inner.work.0
    }

    /// Time of the planner in seconds, if it is known.
    #[getter]
    fn elapsed(&self) -> Option<f64> {
        self.elapsed.map(|elapsed| elapsed.as_secs_f64())
    }

    /// The operation that first uses each buffer, and the line of its allocation in the program, 0 if it has none;
    /// `None` for a trace that is of no program.
    #[getter]
    fn origins(&self) -> Option<Vec<(String, u32)>> {
        let origins = self.origins.as_ref()?.iter();
        Some(
            origins
                .map(|origin| (origin.op.clone(), origin.line))
                .collect(),
        )
    }

    /// Returns what the checker finds wrong, in sentences; nothing for a valid schedule.
    #[pyo3(signature = (alignment=1.into()))]
    fn violations(&self, py: Python<'_>, alignment: Arg<u64>) -> PyResult<Vec<String>> {
        let violations = self.found_wrong(py, alignment)?;
        let sentences = violations
            .iter()
            .map(|violation| violation.describe(&self.of.inner));
        Ok(sentences.collect())
    }

    /// Raises `InvalidScheduleError` unless the schedule is valid.
    #[pyo3(signature = (alignment=1.into()))]
    fn check(&self, py: Python<'_>, alignment: Arg<u64>) -> PyResult<()> {
        let violations = self.found_wrong(py, alignment)?;
        if violations.is_empty() {
            return Ok(());
        }
        let text = format!("the schedule of `{}` is not valid", self.inner.planner);
        Err(Failure::invalid(&text, &self.of.inner, &violations).into())
    }

    /// Returns buffers and offsets as a table, indexed by name.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("memplan._tables")?;
        tables.call_method1("schedule_to_pandas", (slf,))
    }

    /// Returns the bytes of a plan file: `mplan`, `json` or `csv`.
    #[pyo3(signature = (format="mplan".into()))]
    fn to_bytes<'py>(&self, py: Python<'py>, format: Arg<&str>) -> PyResult<Bound<'py, PyBytes>> {
        self.written(py, format_of(format)?)
    }

    /// Reads the schedule of a plan file. Raises `InputError` for a plan of another trace.
    #[staticmethod]
    fn from_bytes(trace: Arg<Bound<'_, Trace>>, bytes: Arg<&[u8]>) -> PyResult<Self> {
        let traces = vec![trace.named("trace")?];
        let schedule = read_plan(traces.into(), bytes)?.into_iter().next();
        let missing = || Failure::new("InputError", "other-traces", "the plan is empty");
        Ok(schedule.ok_or_else(missing)?)
    }

    #[expect(clippy::type_complexity, reason = "a callable and its arguments")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Trace, Bound<'py, PyBytes>))> {
        let py = slf.py();
        let class: Bound<'py, PyType> = py.get_type::<Self>();
        let bytes = slf.get().written(py, Format::Binary)?;
        Ok((class.getattr("from_bytes")?, (slf.get().of.clone(), bytes)))
    }

    /// Returns a still picture, offset against tick.
    fn svg(&self) -> String {
        let trace = &*self.of.inner;
        let scope = Scope {
            trace,
            entries: vec![Entry::new(&self.inner.planner, &self.inner)],
            origins: self.origins.as_deref(),
        };
        svg(trace.scope(), &[scope])
    }

    fn __len__(&self) -> usize {
        self.inner.offsets.len()
    }

    fn __repr__(&self) -> String {
        let (peak, bound) = (self.peak(), self.bound());
        let judged = if self.is_optimal() {
            "optimal".to_owned()
        } else {
            format!("bound {bound}, {:+.2} %", 100.0 * self.fragmentation())
        };
        format!(
            "<Schedule of `{}`: peak {peak} bytes, {judged}>",
            self.inner.planner
        )
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("memplan._tables")?;
        tables.call_method1("schedules_html", ((slf,),))
    }
}

/// Returns a self-contained interactive page; schedules of equal traces are shown together.
#[pyfunction]
#[pyo3(signature = (title, schedules, labels=None.into()))]
pub(crate) fn page(
    title: Arg<&str>,
    schedules: Arg<Vec<Bound<'_, Schedule>>>,
    labels: Arg<Option<Vec<String>>>,
) -> PyResult<String> {
    let (title, schedules) = (title.named("title")?, schedules.named("schedules")?);
    let labels = labels.named("labels")?.unwrap_or_default();
    let mut scopes: Vec<Scope<'_>> = Vec::new();
    for (index, schedule) in schedules.iter().enumerate() {
        let schedule = schedule.get();
        let trace = &*schedule.of.inner;
        let planner = labels.get(index).unwrap_or(&schedule.inner.planner);
        let entry = Entry {
            elapsed: schedule.elapsed,
            ..Entry::new(planner, &schedule.inner)
        };
        match scopes.iter_mut().find(|scope| scope.trace == trace) {
            Some(scope) => scope.entries.push(entry),
            None => scopes.push(Scope {
                trace,
                entries: vec![entry],
                origins: schedule.origins.as_deref(),
            }),
        }
    }
    Ok(document(title, &scopes))
}
