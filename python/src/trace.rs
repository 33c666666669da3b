//! The Python class `Trace`.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use memplan::LeftOut;
use memplan_planner::symbols::{self, Symbol};
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Buffer, BufferId, BufferName, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace,
    MemorySchedule, MemoryTraceScopes, Provenance, Tick, load_profile,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::arguments::Arg;
use crate::arrays::{Column, array};
use crate::errors::Failure;
use crate::files::format_of;
use crate::schedule::Schedule;

/// The buffers of one allocation scope: sizes in bytes and half-open lifetimes `[begin, end)` in ticks.
///
/// A trace never changes, and it is always well formed. Columns are NumPy arrays.
///
/// >>> trace = memplan.Trace.parse("a 0..4 32; b 2..6 16 align=8")
/// >>> len(trace), trace.max_load, trace.size.tolist()
/// (2, 48, [32, 16])
/// >>> print(trace)
/// a 0..4 32
/// b 2..6 16 align=8
#[pyclass(frozen, module = "memplan", weakref)]
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    pub(crate) inner: Arc<LifetimeTrace>,
    pub(crate) provenance: Arc<Provenance>,
    /// The schedule of the tool that the trace comes from.
    placed: Option<Arc<MemorySchedule>>,
    left_out: Arc<[LeftOut]>,
    remarks: Arc<[String]>,
}

impl From<LifetimeTrace> for Trace {
    fn from(trace: LifetimeTrace) -> Self {
        Self::new(trace, Arc::default())
    }
}

impl Trace {
    pub(crate) fn new(trace: LifetimeTrace, provenance: Arc<Provenance>) -> Self {
        Self {
            inner: Arc::new(trace),
            provenance,
            placed: None,
            left_out: Arc::default(),
            remarks: Arc::default(),
        }
    }

    pub(crate) fn of_file(file: memplan::TraceFile) -> Vec<Self> {
        let provenance = Arc::new(file.scopes.provenance);
        let left_out: Arc<[LeftOut]> = file.left_out.into();
        let remarks: Arc<[String]> = file.remarks.into();
        let schedules = file.plan.map_or_else(Vec::new, |plan| plan.schedules);
        let mut schedules = schedules.into_iter().map(Arc::new);
        let traces = file.scopes.traces.into_iter();
        let traces = traces.map(|trace| Self {
            placed: schedules.next(),
            left_out: left_out.clone(),
            remarks: remarks.clone(),
            ..Self::new(trace, provenance.clone())
        });
        traces.collect()
    }

    /// The trace as a file of memplan holds it.
    pub(crate) fn scopes(&self) -> MemoryTraceScopes {
        MemoryTraceScopes {
            traces: vec![(*self.inner).clone()],
            provenance: (*self.provenance).clone(),
        }
    }

    fn column<T>(&self, value: impl Fn(&Buffer) -> T) -> Vec<T> {
        self.inner.buffers().iter().map(value).collect()
    }
}

/// Half-open ticks, several for each buffer.
type Gaps = Vec<Vec<(i64, i64)>>;

/// The values of symbols that a caller gave as keywords.
pub(crate) fn values_of(
    symbols: &[Symbol],
    values: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<i64>> {
    let pairs = values.into_iter().flat_map(PyDictMethods::iter);
    let named: PyResult<Vec<(String, i64)>> = pairs
        .map(|(name, value)| {
            let name: String = name.extract()?;
            let value = value.extract::<Arg<i64>>()?.named(&name)?;
            Ok((name, value))
        })
        .collect();
    Ok(symbols::values(symbols, &named?).map_err(Failure::from)?)
}

/// The columns of a trace that a program builds.
struct Columns {
    begin: Vec<i64>,
    end: Vec<i64>,
    size: Vec<u64>,
    align: Option<Vec<u64>>,
    /// An offset for each buffer; negative numbers pin nothing.
    pinned: Option<Vec<i64>>,
    names: Option<Vec<String>>,
    gaps: Option<Gaps>,
}

impl Columns {
    fn check_lengths(&self) -> Result<(), Failure> {
        let lengths = [
            ("end", Some(self.end.len())),
            ("size", Some(self.size.len())),
            ("align", self.align.as_ref().map(Vec::len)),
            ("pinned", self.pinned.as_ref().map(Vec::len)),
            ("names", self.names.as_ref().map(Vec::len)),
            ("gaps", self.gaps.as_ref().map(Vec::len)),
        ];
        let n_buffers = self.begin.len();
        for (name, length) in lengths {
            if let Some(length) = length.filter(|&length| length != n_buffers) {
                return Err(Failure::argument(format!(
                    "`begin` has {n_buffers} values, `{name}` has {length}"
                )));
            }
        }
        Ok(())
    }

    fn buffers(self) -> Vec<Buffer> {
        let mut number = String::new();
        let mut names = self.names.map(Vec::into_iter);
        let mut name = |index: usize| match names.as_mut().and_then(Iterator::next) {
            Some(name) => BufferName::from(name),
            None => {
                number.clear();
                // Writing to a string does not fail.
                let _ = write!(number, "{index}");
                BufferName::from(number.as_str())
            }
        };
        let lives = self.begin.iter().zip(&self.end);
        let buffers = lives.zip(&self.size).enumerate();
        buffers
            .map(|(index, ((&begin, &end), &size))| {
                let live = Lifetime::half_open(Tick(begin), Tick(end));
                let mut buffer = Buffer::new(name(index), Bytes(size), live);
                if let Some(align) = &self.align {
                    buffer.align = Bytes(align[index]);
                }
                let pinned = self.pinned.as_ref();
                let pinned = pinned.and_then(|pinned| u64::try_from(pinned[index]).ok());
                buffer.pinned = pinned.map(Bytes);
                let gaps = self.gaps.as_ref().map_or(&[][..], |gaps| &gaps[index]);
                let gaps = gaps.iter().map(|&(begin, end)| Gap {
                    ticks: Lifetime::half_open(Tick(begin), Tick(end)),
                    window: None,
                });
                buffer.gaps = gaps.collect();
                buffer
            })
            .collect()
    }
}

#[pymethods]
impl Trace {
    /// Builds a trace from columns. Arrays of `int64` and `uint64` are read in place.
    ///
    /// `pinned` has an offset for each buffer, -1 for none; `gaps` has ticks within each lifetime at which others may
    /// use the bytes. `in_place` has pairs of numbers of buffers: the first may take over the bytes of the second.
    /// Without names, buffers are numbered. `remarks` are for readers of the trace; files do not keep them.
    ///
    /// >>> import numpy as np
    /// >>> memplan.Trace.from_arrays(np.arange(3), np.arange(3) + 2, np.full(3, 64))
    /// <Trace: 3 buffers, max load 128 bytes>
    ///
    /// Raises `InputError` for a trace that is not well formed, and `ArgumentError` for wrong columns.
    #[staticmethod]
    #[pyo3(signature = (begin, end, size, *, align=None, names=None.into(), pinned=None, gaps=None.into(), in_place=None.into(), scope="".into(), memory_space=None.into(), capacity=None.into(), remarks=None.into()))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn from_arrays(
        begin: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        size: &Bound<'_, PyAny>,
        align: Option<&Bound<'_, PyAny>>,
        names: Arg<Option<Vec<String>>>,
        pinned: Option<&Bound<'_, PyAny>>,
        gaps: Arg<Option<Gaps>>,
        in_place: Arg<Option<Vec<(u32, u32)>>>,
        scope: Arg<&str>,
        memory_space: Arg<Option<String>>,
        capacity: Arg<Option<u64>>,
        remarks: Arg<Option<Vec<String>>>,
    ) -> PyResult<Self> {
        let columns = Columns {
            begin: Column::read(begin, "begin")?.values("begin")?,
            end: Column::read(end, "end")?.values("end")?,
            size: Column::read(size, "size")?.values("size")?,
            align: align
                .map(|align| Column::read(align, "align")?.values("align"))
                .transpose()?,
            pinned: pinned
                .map(|pinned| Column::read(pinned, "pinned")?.values("pinned"))
                .transpose()?,
            names: names.named("names")?,
            gaps: gaps.named("gaps")?,
        };
        columns.check_lengths()?;
        let in_place = in_place.named("in_place")?;
        let hints = in_place.unwrap_or_default().into_iter();
        let hints = hints.map(|(buffer, other)| InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind: InPlaceKind::ZeroOffset,
        });
        let builder = LifetimeTrace::builder(scope.named("scope")?)
            .memory_space(memory_space.named("memory_space")?)
            .capacity(capacity.named("capacity")?.map(Bytes))
            .buffers(columns.buffers())
            .in_place(hints);
        Ok(Self {
            remarks: remarks.named("remarks")?.unwrap_or_default().into(),
            ..Self::from(builder.build().map_err(Failure::from)?)
        })
    }

    /// Reads the notation `name begin..end size align=8`; lines or semicolons separate buffers.
    #[staticmethod]
    fn parse(text: Arg<&str>) -> PyResult<Self> {
        let trace: LifetimeTrace = text.named("text")?.parse().map_err(Failure::from)?;
        Ok(trace.into())
    }

    /// Builds a trace from columns `begin`, `end`, `size`, and `align`, `pinned`, `name` where they exist.
    ///
    /// >>> table = memplan.Trace.parse("a 0..4 32; b 2..6 16").to_pandas()
    /// >>> memplan.Trace.from_pandas(table[table["size"] < 20]).names
    /// ['b']
    ///
    /// Raises `ArgumentError` for a table without the first three, and `InputError` like `from_arrays`.
    #[staticmethod]
    fn from_pandas<'py>(table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let tables = table.py().import("memplan._tables")?;
        tables.call_method1("trace_from_pandas", (table,))
    }

    /// Returns the buffers as a table, indexed by name.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("memplan._tables")?;
        tables.call_method1("trace_to_pandas", (slf,))
    }

    /// The name of the allocation scope.
    #[getter]
    fn scope(&self) -> &str {
        self.inner.scope()
    }

    /// The memory space; `None` is the default one.
    #[getter]
    fn memory_space(&self) -> Option<&str> {
        self.inner.memory_space()
    }

    /// The size of the arena in bytes, where it is given.
    #[getter]
    fn capacity(&self) -> Option<u64> {
        self.inner.capacity().map(|bytes| bytes.0)
    }

    /// The first tick of each buffer.
    #[getter]
    fn begin<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        array(py, self.column(|buffer| buffer.live.begin().0))
    }

    /// The first tick after each lifetime.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        array(py, self.column(|buffer| buffer.live.end().0))
    }

    /// Sizes in bytes.
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        array(py, self.column(|buffer| buffer.size.0))
    }

    /// Alignments in bytes.
    #[getter]
    fn align<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        array(py, self.column(|buffer| buffer.align.0))
    }

    /// Offsets fixed in advance, -1 for none.
    #[getter]
    fn pinned<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let offset = |bytes: Bytes| i64::try_from(bytes.0).unwrap_or(i64::MAX);
        array(py, self.column(|buffer| buffer.pinned.map_or(-1, offset)))
    }

    /// The names of the buffers.
    #[getter]
    fn names(&self) -> Vec<&str> {
        let buffers = self.inner.buffers().iter();
        buffers.map(|buffer| buffer.name.as_str()).collect()
    }

    /// Ticks within each lifetime at which others may use the bytes, half-open.
    #[getter]
    fn gaps(&self) -> Vec<Vec<(i64, i64)>> {
        self.column(|buffer| {
            let gaps = buffer.gaps.iter().map(|gap| gap.ticks);
            gaps.map(|ticks| (ticks.begin().0, ticks.end().0)).collect()
        })
    }

    /// Pairs of buffers: the first may take over the bytes of the second, at its offset.
    #[getter]
    fn in_place(&self) -> Vec<(u32, u32)> {
        let hints = self.inner.in_place().iter();
        hints.map(|hint| (hint.buffer.0, hint.other.0)).collect()
    }

    /// The max load if every in-place hint is used, in bytes.
    #[getter]
    fn least_load(&self) -> u64 {
        self.inner.least_load().0
    }

    /// The largest sum of sizes live at one tick, in bytes; no schedule has a lower peak.
    #[getter]
    fn max_load(&self) -> u64 {
        self.inner.max_load().0
    }

    /// The bytes that separate allocations take.
    #[getter]
    fn separate_size(&self) -> u64 {
        self.inner.separate_size().0
    }

    /// The least value of each symbol that sizes depend on, the greatest one or `None`, and what divides all.
    ///
    /// Where there are symbols, sizes and loads are those in the middle of the ranges; `at` has others.
    ///
    /// >>> file = b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\ny,1,3,b*b\n"
    /// >>> [trace] = memplan.read(file)
    /// >>> trace.symbols, trace.sizes, trace.load_terms
    /// ({'b': (1, 64, 1)}, ['64*b', 'b*b'], ['b*b + 64*b'])
    /// >>> trace.at(b=4)
    /// <Trace: 2 buffers, max load 272 bytes>
    /// >>> memplan.plan(trace).at(b=4).peak
    /// 272
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for symbol in self.inner.symbols() {
            all.set_item(&symbol.name, (symbol.min, symbol.max, symbol.multiple))?;
        }
        Ok(all)
    }

    /// The size of each buffer in bytes, as a polynomial over the symbols.
    #[getter]
    fn sizes(&self) -> Vec<String> {
        let symbols = self.inner.symbols();
        let sizes = self.inner.ids().map(|id| self.inner.size(id));
        sizes
            .map(|size| size.display(symbols).to_string())
            .collect()
    }

    /// Polynomials whose maximum is the max load in bytes, wherever all symbols are in their ranges.
    ///
    /// Raises `InputError` if there are more than 256.
    #[getter]
    fn load_terms(&self) -> PyResult<Vec<String>> {
        let terms = self.inner.load_terms().map_err(Failure::from)?;
        let symbols = self.inner.symbols();
        let terms = terms.iter().map(|term| term.display(symbols).to_string());
        Ok(terms.collect())
    }

    /// Returns the trace at values of all symbols: `trace.at(b=4, s=128)`.
    ///
    /// Raises `InputError` for a symbol without a value, and for sizes that are negative there.
    #[pyo3(signature = (**values))]
    fn at(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let values = values_of(self.inner.symbols(), values)?;
        let trace = self.inner.at(&values).map_err(Failure::from)?;
        Ok(Self::new(trace.into_owned(), self.provenance.clone()))
    }

    /// Returns the ticks at which the load changes, and the load from there on.
    ///
    /// >>> ticks, loads = memplan.Trace.parse("a 0..4 32; b 2..6 16").load()
    /// >>> ticks.tolist(), loads.tolist()
    /// ([0, 2, 4, 6], [32, 48, 16, 0])
    fn load<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u64>>) {
        let steps = load_profile(&self.inner);
        let (ticks, loads) = steps.iter().map(|step| (step.begin.0, step.load.0)).unzip();
        (array(py, ticks), array(py, loads))
    }

    /// The schedule of the tool that the trace comes from, if its file has one.
    #[getter]
    fn placed(&self) -> Option<Schedule> {
        let schedule = self.placed.as_ref()?;
        Some(Schedule::new(self.clone(), schedule.clone()))
    }

    /// Values of the file that are in no trace: `reason`, `count`, `bytes`, and the first `names`.
    #[getter]
    fn left_out<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let entry = |entry: &LeftOut| {
            let row = PyDict::new(py);
            row.set_item("reason", entry.reason)?;
            row.set_item("count", entry.count)?;
            row.set_item("bytes", entry.bytes.0)?;
            row.set_item("names", &entry.names)?;
            Ok(row)
        };
        self.left_out.iter().map(entry).collect()
    }

    /// Assumptions of the reader, and figures of the tool.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.remarks.to_vec()
    }

    /// The name of the file or program.
    #[getter]
    fn source(&self) -> &str {
        &self.provenance.source_name
    }

    /// The collector or reader that made the trace.
    #[getter]
    fn collector(&self) -> &str {
        &self.provenance.collector
    }

    /// Returns a schedule with these offsets. It is not checked: see `Schedule.check`.
    #[pyo3(signature = (offsets, planner="user".into()))]
    fn schedule(&self, offsets: &Bound<'_, PyAny>, planner: Arg<&str>) -> PyResult<Schedule> {
        let offsets: Vec<u64> = Column::read(offsets, "offsets")?.values("offsets")?;
        let offsets = offsets.into_iter().map(Bytes).collect();
        let schedule =
            MemorySchedule::from_offsets(&self.inner, offsets, planner.named("planner")?);
        Ok(Schedule::new(self.clone(), Arc::new(schedule)))
    }

    /// Returns the bytes of a file: `mtrace`, `json`, `csv` or `log`.
    #[pyo3(signature = (format="mtrace".into()))]
    fn to_bytes<'py>(&self, py: Python<'py>, format: Arg<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let format = format_of(format)?;
        let bytes = wire::write_trace(&self.scopes(), format).map_err(Failure::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Reads the first trace in a file of memplan.
    #[staticmethod]
    fn from_bytes(bytes: Arg<&[u8]>) -> PyResult<Self> {
        let scopes = wire::read_trace(bytes.named("bytes")?).map_err(Failure::from)?;
        let traces = Self::of_file(scopes.into());
        let missing = || Failure::new("InputError", "no-traces", "the file has no traces");
        Ok(traces.into_iter().next().ok_or_else(missing)?)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let class: Bound<'py, PyType> = py.get_type::<Self>();
        Ok((
            class.getattr("from_bytes")?,
            (self.to_bytes(py, Format::Binary.name().into())?,),
        ))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.inner.len(), self.inner.scope()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let n_buffers = self.inner.len();
        let noun = if n_buffers == 1 { "buffer" } else { "buffers" };
        let max_load = self.inner.max_load();
        let name = match self.inner.scope() {
            "" => String::new(),
            scope => format!(" `{scope}`"),
        };
        let at = self.inner.symbolic().map_or_else(String::new, |symbols| {
            let pairs = symbols.list().iter().zip(symbols.middle());
            let pairs = pairs.map(|(symbol, value)| format!("{}={value}", symbol.name));
            format!(" at {}", pairs.collect::<Vec<_>>().join(", "))
        });
        format!("<Trace{name}: {n_buffers} {noun}, max load {max_load} bytes{at}>")
    }

    /// The load as a picture.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("memplan._tables")?;
        tables.call_method1("trace_html", (slf,))
    }
}
