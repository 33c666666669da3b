//! Bytes of trace and plan files.

use std::sync::Arc;

use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader};
use memplan_planner::wire::{self, Format};
use memplan_planner::{MemoryPlan, MemoryTraceScopes};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::Arg;
use crate::errors::Failure;
use crate::schedule::Schedule;
use crate::trace::Trace;

/// The format that an extension names.
pub(crate) fn format_of(name: Arg<&str>) -> Result<Format, Failure> {
    match name.named("format")? {
        "mtrace" | "mplan" | "binary" => Ok(Format::Binary),
        "json" => Ok(Format::Json),
        "csv" => Ok(Format::Csv),
        "log" | "events" => Ok(Format::Events),
        name => Err(Failure::argument(format!(
            "there is no format `{name}`; known formats: mtrace, mplan, json, csv, log"
        ))),
    }
}

/// The traces of an archive of traces.
pub(crate) fn read_archive(bytes: &[u8]) -> Result<Vec<Trace>, Failure> {
    let mut reader = ArchiveReader::new(bytes)?;
    if reader.kind() != ArchiveKind::Traces {
        let message = "expected traces, found an archive of plans";
        return Err(Failure::new("InputError", "wrong-kind", message));
    }
    let mut traces = Vec::new();
    while let Some(record) = reader.next_record()? {
        let scopes = wire::read_trace(&record.bytes);
        let scopes = scopes.map_err(|error| Failure::from(error).in_file(&record.name))?;
        traces.extend(Trace::of_file(scopes.into()));
    }
    Ok(traces)
}

/// Traces of one source, as one file.
fn scopes_of(traces: &[Bound<'_, Trace>]) -> MemoryTraceScopes {
    let first = traces.first().map(|trace| trace.get());
    let provenance = first.map(|first| Arc::clone(&first.provenance));
    let is_common = |trace: &Bound<'_, Trace>| Some(&trace.get().provenance) == provenance.as_ref();
    let is_common = traces.iter().all(is_common);
    MemoryTraceScopes {
        traces: traces
            .iter()
            .map(|trace| (*trace.get().inner).clone())
            .collect(),
        provenance: provenance
            .filter(|_| is_common)
            .map_or_else(Default::default, |hash| (*hash).clone()),
    }
}

/// Returns the bytes of a file with these traces.
#[pyfunction]
pub(crate) fn write_traces<'py>(
    py: Python<'py>,
    traces: Arg<Vec<Bound<'py, Trace>>>,
    format: Arg<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = wire::write_trace(&scopes_of(&traces.named("traces")?), format_of(format)?);
    Ok(PyBytes::new(py, &bytes.map_err(Failure::from)?))
}

/// Returns the bytes of a plan file, for the traces of one file in their order.
#[pyfunction]
pub(crate) fn write_plan<'py>(
    py: Python<'py>,
    schedules: Arg<Vec<Bound<'py, Schedule>>>,
    format: Arg<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (schedules, format) = (schedules.named("schedules")?, format_of(format)?);
    if let ([schedule], Format::Csv) = (&*schedules, format) {
        return schedule.get().written(py, format);
    }
    let traces: PyResult<Vec<_>> = schedules
        .iter()
        .map(|schedule| Bound::new(py, schedule.get().of.clone()))
        .collect();
    let scopes = scopes_of(&traces?);
    let plan = MemoryPlan {
        schedules: schedules
            .iter()
            .map(|schedule| (*schedule.get().inner).clone())
            .collect(),
        trace_hash: Some(wire::trace_hash(&scopes).map_err(Failure::from)?),
        provenance: scopes.provenance,
    };
    let bytes = wire::write_plan(&plan, format).map_err(Failure::from)?;
    Ok(PyBytes::new(py, &bytes))
}

/// Reads the schedules of a plan file, for the traces of one file in their order.
#[pyfunction]
pub(crate) fn read_plan(
    traces: Arg<Vec<Bound<'_, Trace>>>,
    bytes: Arg<&[u8]>,
) -> PyResult<Vec<Schedule>> {
    let (traces, bytes) = (traces.named("traces")?, bytes.named("bytes")?);
    let plan = wire::read_plan(bytes).map_err(Failure::from)?;
    let hash = wire::trace_hash(&scopes_of(&traces)).map_err(Failure::from)?;
    let pairs = traces.iter().zip(plan.schedules);
    let pairs = pairs.map(|(trace, schedule)| Schedule::new(trace.get().clone(), schedule.into()));
    let schedules: Vec<Schedule> = pairs.collect();
    let is_whole = |schedule: &Schedule| schedule.inner.offsets.len() == schedule.of.inner.len();
    let is_same = plan.trace_hash.is_none_or(|planned| planned == hash)
        && schedules.len() == traces.len()
        && schedules.iter().all(is_whole);
    if !is_same {
        let message = "the plan is for other traces";
        return Err(Failure::new("InputError", "other-traces", message).into());
    }
    Ok(schedules)
}

/// Returns the hash by which plans belong to the traces of one file.
#[pyfunction]
pub(crate) fn trace_hash(traces: Vec<Bound<'_, Trace>>) -> PyResult<String> {
    let hash = wire::trace_hash(&scopes_of(&traces)).map_err(Failure::from)?;
    Ok(format!("{hash:032x}"))
}

/// Returns the hash of the bytes of a file, as in manifests.
#[pyfunction]
pub(crate) fn source_hash(bytes: &[u8]) -> String {
    format!("{:032x}", wire::source_hash(bytes))
}
