//! Reads traces from trace files of memplan or another tool, generators, and programs.

use memplan::{ChosenCollector, DonatedName};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use memplan_collectors::Collected;
use memplan_page::Origin;
use memplan_planner::wire::{self, Format};
use memplan_planner::{BufferId, LifetimeTrace, MemoryPlan, MemoryTraceScopes};
use serde::Serialize;

use crate::data::Kind;
use crate::exit::{Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::pipeline;
use crate::render::Message;
use crate::source::Source;
use crate::text::Text;
use crate::{data, kinds, shapes};

/// How many scopes a message lists.
const MAX_NAMES: usize = 20;

/// The longest part of a file name that a scope contributes, in bytes.
const MAX_NAME_BYTES: usize = 120;

/// Traces with the warnings of tracing a program.
#[derive(Debug)]
pub(crate) struct Found {
    /// The traces.
    pub scopes: MemoryTraceScopes,
    /// Warnings about the program, or remarks about a file of another tool.
    pub warnings: Vec<Message>,
    /// The operations that define the buffers of each trace; empty unless the input is a program.
    pub origins: Vec<Vec<Origin>>,
    /// The placement of the buffers by the other tool, if the file has it.
    pub placed: Option<MemoryPlan>,
    /// The arguments that the program declares as memory of results.
    pub donated: Vec<DonatedName>,
}

impl Found {
    /// Traces without messages.
    pub(crate) fn of(scopes: MemoryTraceScopes) -> Self {
        Self {
            scopes,
            warnings: Vec::new(),
            origins: Vec::new(),
            placed: None,
            donated: Vec::new(),
        }
    }

    /// Leaves out the traces whose scopes are not named; keeps all when none is.
    ///
    /// # Errors
    ///
    /// Those of [`chosen`].
    pub(crate) fn choose(&mut self, names: &[String]) -> Outcome<()> {
        let chosen = chosen(&self.scopes, names)?;
        if chosen.len() == self.scopes.traces.len() {
            return Ok(());
        }
        retain(&mut self.scopes.traces, &chosen);
        retain(&mut self.origins, &chosen);
        if let Some(plan) = &mut self.placed {
            retain(&mut plan.schedules, &chosen);
            plan.trace_hash = wire::trace_hash(&self.scopes).ok();
        }
        Ok(())
    }
}

/// Keeps the elements at these positions, which are ascending.
pub(crate) fn retain<T>(all: &mut Vec<T>, positions: &[usize]) {
    let mut index = 0;
    all.retain(|_| {
        index += 1;
        positions.binary_search(&(index - 1)).is_ok()
    });
}

/// The traces of a file of traces, or of a program.
///
/// # Errors
///
/// When it is neither, or the program cannot be traced.
pub(crate) fn read(
    text: Text,
    front_end: &FrontEnd,
    collector: &ChosenCollector,
) -> Outcome<Found> {
    let is_foreign = front_end.reader(&text).is_some();
    if !is_foreign && kinds::is_program(&text.name, &text.bytes) {
        return of_program(text, front_end, collector);
    }
    data::read_traces(&text, front_end)
}

/// The traces of a program, or of a file of another tool.
///
/// # Errors
///
/// When the text is neither, or the program cannot be traced.
pub(crate) fn of_input(
    text: Text,
    front_end: &FrontEnd,
    collector: &ChosenCollector,
) -> Outcome<Found> {
    match front_end.reader(&text) {
        Some(_) => read(text, front_end, collector),
        None => of_program(text, front_end, collector),
    }
}

/// The traces of a program.
///
/// # Errors
///
/// When the text is no program, or cannot be traced.
fn of_program(text: Text, front_end: &FrontEnd, collector: &ChosenCollector) -> Outcome<Found> {
    let mut source = text.into_source(front_end)?;
    pipeline::declare(&mut source, &front_end.dims)?;
    let donated = DonatedName::declared(&source.module)
        .map_err(|error| pipeline::step_failure(&source.text, error))?;
    pipeline::bufferized(&mut source)?;
    let fail = |error| pipeline::step_failure(&source.text, error);
    let collected = memplan::collect(&source.module, collector).map_err(fail)?;
    let scopes = pipeline::traces(&source, collector, &collected)?;
    let mut warnings = source.warnings.clone();
    warnings.extend(pipeline::not_planned(
        &source.text,
        &source.module,
        &collected,
    ));
    // Merged allocations of symbolic size have other buffers than those that were collected.
    let is_symbolic = scopes.traces.iter().any(|trace| trace.symbolic().is_some());
    let scopes = match &*front_end.at {
        [] => scopes,
        at => shapes::traces_at(&scopes, at, &source.text.name)?,
    };
    Ok(Found {
        scopes,
        origins: if is_symbolic {
            Vec::new()
        } else {
            origins(&source, &collected)
        },
        warnings,
        placed: None,
        donated,
    })
}

/// The origins of the buffers of a trace; none if they are not known.
pub(crate) fn of_trace(origins: &[Vec<Origin>], index: usize) -> &[Origin] {
    origins.get(index).map_or(&[], Vec::as_slice)
}

/// A buffer in messages and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    pub name: String,
    /// What a front end calls the operation that first uses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

impl Named {
    /// A buffer of a trace, and the origins of all of them, if they are known.
    pub(crate) fn of(trace: &LifetimeTrace, id: BufferId, origins: &[Origin]) -> Self {
        let origin = origins.get(id.index()).filter(|origin| origin.is_named);
        Self {
            name: trace[id].name.to_string(),
            origin: origin.map(|origin| origin.op.clone()),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Some(origin) => write!(f, "`{}` of `{origin}`", self.name),
            None => write!(f, "`{}`", self.name),
        }
    }
}

/// The operations that define the buffers of a program, with places in its text.
fn origins(source: &Source, collected: &Collected) -> Vec<Vec<Origin>> {
    let place = |origin: memplan::Origin| Origin {
        op: origin.op,
        is_named: origin.is_named,
        line: origin.line + source.text.lines_before,
        column: origin.column,
    };
    let all = memplan::origins(&source.module, collected, &source.text.bytes).into_iter();
    all.map(|scope| scope.into_iter().map(place).collect())
        .collect()
}

/// The positions of the traces whose scopes are named; all of them when none is.
///
/// # Errors
///
/// When there is no scope of some name.
pub(crate) fn chosen(scopes: &MemoryTraceScopes, names: &[String]) -> Outcome<Vec<usize>> {
    let is_known = |name: &String| scopes.traces.iter().any(|trace| trace.scope() == name);
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        let help = match known(scopes) {
            None => "the input has no buffers to plan".to_owned(),
            Some(scopes_listed) => format!("known scopes: {scopes_listed}"),
        };
        let message = format!("there is no scope `{name}`");
        return Err(Failure::could_not_try(
            Message::error("unknown-scope", message).help(help),
        ));
    }
    let is_chosen =
        |trace: &LifetimeTrace| names.is_empty() || names.iter().any(|name| name == trace.scope());
    let all = scopes.traces.iter().enumerate();
    Ok(all
        .filter_map(|(index, trace)| is_chosen(trace).then_some(index))
        .collect())
}

/// The names of all scopes, for a message; `None` when there are none.
pub(crate) fn known(scopes: &MemoryTraceScopes) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for trace in &scopes.traces {
        if !names.contains(&trace.scope()) {
            names.push(trace.scope());
        }
    }
    let n_more = names.len().saturating_sub(MAX_NAMES);
    let shown: Vec<String> = names
        .iter()
        .take(MAX_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    match n_more {
        _ if names.is_empty() => None,
        0 => Some(shown.join(", ")),
        more => Some(format!("{} and {more} more", shown.join(", "))),
    }
}

/// One file for each trace: `STEM.SCOPE.csv` and so on, or `SCOPE.csv` without a stem.
///
/// # Errors
///
/// When the format has no place for something in a trace, or there is no trace.
pub(crate) fn files(
    scopes: &MemoryTraceScopes,
    directory: &Path,
    stem: &str,
    format: Format,
) -> Outcome<Vec<(PathBuf, Vec<u8>)>> {
    if scopes.traces.is_empty() {
        let message = "nothing to write: the input has no buffers to plan";
        return Err(Failure::no(
            Message::error("no-traces", message).in_file(&directory.display().to_string()),
        ));
    }
    let extension = data::extension(format, Kind::Trace);
    let named = file_names(scopes).into_iter().zip(&scopes.traces);
    named
        .map(|(name, trace)| {
            let name = match stem {
                "" => format!("{name}.{extension}"),
                stem => format!("{stem}.{name}.{extension}"),
            };
            let path = directory.join(name);
            let one = MemoryTraceScopes {
                traces: vec![trace.clone()],
                provenance: scopes.provenance.clone(),
            };
            let bytes =
                wire::write_trace(&one, format).map_err(|error| data::unwritable(&path, &error))?;
            Ok((path, bytes))
        })
        .collect()
}

/// A file name for each trace, without extension and different from all others: its scope, with its
/// memory space where it has one, and a number where that is not enough.
pub(crate) fn file_names(scopes: &MemoryTraceScopes) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names: Vec<String> = Vec::new();
    for trace in &scopes.traces {
        let mut name = match trace.scope() {
            "" => "scope".to_owned(),
            scope => plain(scope),
        };
        if let Some(space) = trace.memory_space() {
            name = format!("{name}.{}", plain(space));
        }
        let mut unique = name.clone();
        let mut number = 2;
        // Some file systems do not distinguish case.
        while !taken.insert(unique.to_ascii_lowercase()) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        names.push(unique);
    }
    names
}

/// A name that is safe on every file system: other characters become `_`.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+=.".contains(c);
    let plain: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .take(MAX_NAME_BYTES)
        .collect();
    match plain.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use memplan_planner::{LifetimeTrace, MemoryTraceScopes};

    use super::{Found, file_names};

    fn scopes(names: &[(&str, Option<&str>)]) -> MemoryTraceScopes {
        let trace = |&(scope, space): &(&str, Option<&str>)| {
            let builder = LifetimeTrace::builder(scope).memory_space(space.map(str::to_owned));
            builder.build().unwrap()
        };
        MemoryTraceScopes {
            traces: names.iter().map(trace).collect(),
            ..MemoryTraceScopes::default()
        }
    }

    #[test]
    fn files_of_scopes_have_names_of_their_own() {
        let scopes = scopes(&[
            ("main", None),
            ("main", Some("#gpu.address_space<workgroup>")),
            ("Main", None),
            ("", None),
            ("../x", None),
        ]);
        assert_eq!(
            file_names(&scopes),
            [
                "main",
                "main._gpu.address_space_workgroup_",
                "Main-2",
                "scope",
                "_._x"
            ]
        );
    }

    #[test]
    fn scopes_are_chosen_by_name_and_others_are_unknown() {
        let mut all = Found::of(scopes(&[("a", None), ("b", None), ("a", Some("1"))]));
        all.choose(&[]).unwrap();
        assert_eq!(all.scopes.traces.len(), 3);
        let failure = all.choose(&["c".to_owned()]).unwrap_err();
        assert_eq!(failure.messages[0].message, "there is no scope `c`");
        assert_eq!(failure.messages[0].help, ["known scopes: `a`, `b`"]);
        all.choose(&["a".to_owned()]).unwrap();
        assert_eq!(all.scopes.traces.len(), 2);
    }
}
