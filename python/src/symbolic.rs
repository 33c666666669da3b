//! The Python classes `SymbolicTrace` and `SymbolicPlan`.

use std::sync::Arc;

use memplan_page::{SymbolicScope, symbolic_document};
use memplan_planner::registry::PluginSpec;
use memplan_planner::{PlanOptions, Provenance};
use memplan_symbolic::{
    ORIENT, OrientPlanner, OrientationPlan, OrientationPlans, Polynomial, SymbolicError,
    SymbolicScopes, check, read_plans, read_traces, trace_hash, write_plans, write_traces,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::Arg;
use crate::errors::Failure;
use crate::files::format_of;
use crate::schedule::Schedule;
use crate::trace::Trace;

impl From<SymbolicError> for Failure {
    fn from(error: SymbolicError) -> Self {
        match error {
            SymbolicError::Wire(error) => error.into(),
            SymbolicError::Plan(error) => error.into(),
            SymbolicError::Trace(error) => error.into(),
            other => {
                let place = match &other {
                    SymbolicError::Text { line, column, .. } => Some((*line, *column)),
                    _ => None,
                };
                let failure = Self::new("InputError", other.code(), other.to_string());
                match place {
                    Some((line, column)) => failure.at(line, column),
                    None => failure,
                }
            }
        }
    }
}

/// The values of symbols that a caller gave as keywords.
fn named(values: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, i64)>> {
    let pairs = values.into_iter().flat_map(PyDictMethods::iter);
    pairs
        .map(|(name, value)| {
            let name: String = name.extract()?;
            let value = value.extract::<Arg<i64>>()?.named(&name)?;
            Ok((name, value))
        })
        .collect()
}

/// `1 buffer`, `2 buffers`.
fn counted(n_buffers: usize) -> String {
    format!(
        "{n_buffers} buffer{}",
        if n_buffers == 1 { "" } else { "s" }
    )
}

/// A trace whose sizes are polynomials over symbols, such as a batch or a length that is known only at run time.
///
/// >>> file = b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\ny,1,3,b*b\n"
/// >>> [trace] = memplan.read_symbolic(file)
/// >>> trace.symbols, trace.sizes, trace.max_load
/// ({'b': (1, 64, 1)}, ['64*b', 'b*b'], ['b*b + 64*b'])
/// >>> trace.at(b=4)
/// <Trace: 2 buffers, max load 272 bytes>
/// >>> trace.plan().peak(b=4)
/// 272
#[pyclass(frozen, module = "memplan", weakref)]
#[derive(Clone, Debug)]
pub(crate) struct SymbolicTrace {
    inner: Arc<memplan_symbolic::SymbolicTrace>,
    provenance: Arc<Provenance>,
}

impl SymbolicTrace {
    fn scopes(&self) -> SymbolicScopes {
        SymbolicScopes {
            traces: vec![(*self.inner).clone()],
            provenance: (*self.provenance).clone(),
        }
    }

    fn expressions(&self, sizes: &[Polynomial]) -> Vec<String> {
        let symbols = self.inner.symbols();
        let sizes = sizes.iter();
        sizes
            .map(|size| size.display(symbols).to_string())
            .collect()
    }
}

#[pymethods]
impl SymbolicTrace {
    /// The name of the allocation scope.
    #[getter]
    fn scope(&self) -> &str {
        self.inner.lifetimes().scope()
    }

    /// The least value of each symbol, the greatest one or `None`, and the divisor of all values.
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for symbol in self.inner.symbols() {
            all.set_item(&symbol.name, (symbol.min, symbol.max, symbol.multiple))?;
        }
        Ok(all)
    }

    /// The name of each buffer.
    #[getter]
    fn names(&self) -> Vec<String> {
        let buffers = self.inner.lifetimes().buffers().iter();
        buffers.map(|buffer| buffer.name.to_string()).collect()
    }

    /// The size of each buffer in bytes, as a polynomial.
    #[getter]
    fn sizes(&self) -> Vec<String> {
        let distinct = self.expressions(self.inner.distinct_sizes());
        let indices = self.inner.size_indices().iter();
        indices
            .map(|&index| distinct[index as usize].clone())
            .collect()
    }

    /// Polynomials whose maximum is the max load in bytes, wherever all symbols are in their ranges.
    ///
    /// Raises `InputError` if there are more than 256.
    #[getter]
    fn max_load(&self) -> PyResult<Vec<String>> {
        let terms = self.inner.load_terms().map_err(Failure::from)?;
        Ok(self.expressions(&terms))
    }

    /// Returns the trace at values of all symbols: `trace.at(b=4, s=128)`.
    ///
    /// Raises `InputError` for a symbol without a value, and for sizes that are negative there.
    #[pyo3(signature = (**values))]
    fn at(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Trace> {
        let values = self.inner.values(&named(values)?).map_err(Failure::from)?;
        let trace = self.inner.at(&values).map_err(Failure::from)?;
        Ok(Trace::new(trace, self.provenance.clone()))
    }

    /// Returns a plan that is valid for all values, checked. `planner` is `orient` with options: `"orient{k=1}"`.
    ///
    /// Raises `ArgumentError` for another planner, and `PlanError` if there is no plan.
    #[pyo3(signature = (planner="orient".into()))]
    fn plan(&self, py: Python<'_>, planner: Arg<&str>) -> PyResult<SymbolicPlan> {
        let planner = planner.named("planner")?;
        let wrong = |problem: String| Failure::argument(format!("planner `{planner}`: {problem}"));
        let spec = PluginSpec::parse(planner).map_err(|error| wrong(error.to_string()))?;
        if spec.name != ORIENT {
            let problem = format!(
                "sizes depend on symbols: use `{ORIENT}{{planner={}}}`",
                spec.name
            );
            return Err(wrong(problem).into());
        }
        let planner = OrientPlanner::new(&spec.params).map_err(|error| wrong(error.to_string()))?;
        let trace = &*self.inner;
        let planned = py.detach(|| planner.plan_symbolic(trace, &PlanOptions::default()));
        let plan = SymbolicPlan {
            of: self.clone(),
            inner: Arc::new(planned.map_err(Failure::from)?),
        };
        plan.check(py)?;
        Ok(plan)
    }

    /// Returns the bytes of a trace file: `mtrace`, `json` or `csv`.
    #[pyo3(signature = (format="mtrace".into()))]
    fn to_bytes<'py>(&self, py: Python<'py>, format: Arg<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = write_traces(&self.scopes(), format_of(format)?).map_err(Failure::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __repr__(&self) -> String {
        let names = self.inner.symbols().iter().map(|symbol| &*symbol.name);
        let names: Vec<&str> = names.collect();
        let buffers = counted(self.inner.len());
        format!("<SymbolicTrace: {buffers}, symbols {}>", names.join(", "))
    }
}

/// Offsets for all values of the symbols of a trace: which buffers lie below others, from which offsets follow.
#[pyclass(frozen, module = "memplan", weakref)]
#[derive(Clone, Debug)]
pub(crate) struct SymbolicPlan {
    of: SymbolicTrace,
    inner: Arc<OrientationPlan>,
}

#[pymethods]
impl SymbolicPlan {
    /// The trace that is planned.
    #[getter]
    fn trace(&self) -> SymbolicTrace {
        self.of.clone()
    }

    /// The number of orientations; the one with the lowest peak gives the offsets.
    #[getter]
    fn k(&self) -> usize {
        self.inner.orientations.len()
    }

    /// For the best 1, 2 and 4 orientations: their number, and the worst and the mean ratio of peak to max load.
    ///
    /// The ratios are those at the shapes at which the orientations were chosen.
    #[getter]
    fn figures(&self) -> Vec<(usize, f64, f64)> {
        let figures = self.inner.figures.iter();
        figures
            .map(|quality| (quality.k, quality.worst, quality.mean))
            .collect()
    }

    /// Returns the size of the arena in bytes at values of all symbols: `plan.peak(b=4, s=128)`.
    #[pyo3(signature = (**values))]
    fn peak(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        let values = self
            .of
            .inner
            .values(&named(values)?)
            .map_err(Failure::from)?;
        let evaluated = self.inner.evaluate(&values).map_err(Failure::from)?;
        Ok(evaluated.peak.0)
    }

    /// Returns the offsets at values of all symbols, as a schedule of the trace there.
    #[pyo3(signature = (**values))]
    fn at(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Schedule> {
        let trace = self.of.at(values)?;
        let values = self
            .of
            .inner
            .values(&named(values)?)
            .map_err(Failure::from)?;
        let schedule = self.inner.schedule_at(&values).map_err(Failure::from)?;
        Ok(Schedule::new(trace, Arc::new(schedule)))
    }

    /// Raises `InvalidScheduleError` unless the plan is valid for all sizes.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let (trace, plan) = (&*self.of.inner, &*self.inner);
        let checked = py.detach(|| check(trace, plan));
        checked.map_err(|fault| {
            Failure::new("InvalidScheduleError", "invalid-plan", fault.to_string()).into()
        })
    }

    /// Returns a self-contained interactive page with a slider for each symbol.
    fn page(&self) -> PyResult<String> {
        let scope = SymbolicScope {
            trace: &self.of.inner,
            planner: ORIENT,
            plan: &self.inner,
        };
        let page = symbolic_document(self.of.scope(), &[scope]);
        Ok(page.map_err(Failure::from)?)
    }

    /// Returns the bytes of a plan file: `mplan`, or `json` with the formulas to compute at run time.
    #[pyo3(signature = (format="mplan".into()))]
    fn to_bytes<'py>(&self, py: Python<'py>, format: Arg<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let hash = trace_hash(&self.of.scopes()).map_err(Failure::from)?;
        let plans = OrientationPlans {
            plans: vec![(*self.inner).clone()],
            provenance: (*self.of.provenance).clone(),
            trace_hash: Some(hash),
        };
        let bytes = write_plans(&plans, format_of(format)?).map_err(Failure::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        let k = self.inner.orientations.len();
        format!("<SymbolicPlan of {}, k={k}>", counted(self.of.inner.len()))
    }
}

/// Reads the traces in the bytes of a file, with or without symbols.
#[pyfunction]
pub(crate) fn read_symbolic(bytes: Arg<&[u8]>, name: Arg<&str>) -> PyResult<Vec<SymbolicTrace>> {
    let (bytes, name) = (bytes.named("bytes")?, name.named("name")?);
    let read = read_traces(bytes).map_err(|error| Failure::from(error).in_file(name))?;
    let provenance = Arc::new(read.provenance);
    let traces = read.traces.into_iter().map(|trace| SymbolicTrace {
        inner: Arc::new(trace),
        provenance: provenance.clone(),
    });
    Ok(traces.collect())
}

/// Reads the plan of a trace from the bytes of a plan file.
#[pyfunction]
pub(crate) fn read_symbolic_plan(
    py: Python<'_>,
    trace: Arg<Bound<'_, SymbolicTrace>>,
    bytes: Arg<&[u8]>,
) -> PyResult<SymbolicPlan> {
    let (trace, bytes) = (trace.named("trace")?, bytes.named("bytes")?);
    let wrong = |problem: &str| Failure::new("InputError", "other-traces", problem);
    let of = trace.get().clone();
    let plans = read_plans(bytes).map_err(Failure::from)?;
    let plans = plans.ok_or_else(|| wrong("the plan is none for all values of symbols"))?;
    let hash = trace_hash(&of.scopes()).map_err(Failure::from)?;
    let is_other = plans.trace_hash.is_some_and(|planned| planned != hash);
    let mut all = plans.plans.into_iter();
    let (Some(plan), None, false) = (all.next(), all.next(), is_other) else {
        return Err(wrong("the plan is that of another trace").into());
    };
    let plan = SymbolicPlan {
        of,
        inner: Arc::new(plan),
    };
    plan.check(py)?;
    Ok(plan)
}
