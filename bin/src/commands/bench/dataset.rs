//! Data sets: what the arguments name, as traces with the facts that reports need.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use memplan::Context;
use memplan_bench::{Instance, Unreadable};
use memplan_datasets::registry::{self, PREFIX};
use memplan_planner::wire::archive::ArchiveKind;
use memplan_planner::{LifetimeTrace, MemoryTraceScopes};

use crate::batch::entries::Entries;
use crate::batch::inputs;
use crate::data::Kind;
use crate::exit::{Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::io;
use crate::pipeline;
use crate::render::Message;
use crate::text::Text;
use crate::{data, shapes, traces};

/// The inputs that the arguments of a run name.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    /// The traces.
    pub instances: Vec<Instance>,
    /// The sources without any.
    pub unreadable: Vec<Unreadable>,
    /// For each of them, the messages and the exit status.
    pub failures: Vec<Failure>,
    /// Warnings about programs.
    pub warnings: Vec<Message>,
}

/// All traces that the arguments name, in the order given, files of a directory by name.
///
/// # Errors
///
/// When an argument names nothing. A file that cannot be read is in [`Inputs::unreadable`].
pub(super) fn find(arguments: &[String], front_end: &FrontEnd) -> Outcome<Inputs> {
    let mut inputs = Inputs::default();
    for argument in arguments {
        if let Some(spec) = argument.strip_prefix(PREFIX) {
            let kind = spec.split('{').next().unwrap_or(spec).trim();
            let origin = Origin {
                dataset: kind.to_owned(),
                name: spec.to_owned(),
                source: argument.clone(),
                record: 0,
            };
            inputs.instances.extend(facts(&origin, &generated(spec)?));
            continue;
        }
        let files = inputs::find(&[PathBuf::from(argument)], Kind::Trace, None, front_end)?;
        for file in files {
            let dataset = data_set(argument, &file.path);
            let source = file.path.display().to_string();
            let entries = Entries::new(vec![file], ArchiveKind::Traces);
            for (record, entry) in entries.enumerate() {
                let origin = Origin {
                    dataset: dataset.clone(),
                    name: entry.stem.clone(),
                    source: source.clone(),
                    record,
                };
                match entry.read().and_then(|text| read(text, front_end)) {
                    Ok(mut loaded) => {
                        inputs.warnings.append(&mut loaded.warnings);
                        inputs.instances.extend(facts(&origin, &loaded));
                    }
                    Err(failure) => {
                        inputs.unreadable.push(Unreadable {
                            dataset: origin.dataset,
                            name: origin.name,
                            message: first_message(&failure),
                        });
                        inputs.failures.push(failure);
                    }
                }
            }
        }
    }
    make_unique(&mut inputs.instances);
    Ok(inputs)
}

/// The contents of standard input, in a file that the processes of a benchmark can read repeatedly.
/// The file is removed when the value is dropped.
#[derive(Debug)]
pub(super) struct Spool {
    directory: PathBuf,
    file: PathBuf,
}

impl Spool {
    /// Puts standard input into a file, if an argument is `-`, and the file in its place.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or is asked for twice.
    pub(super) fn new(arguments: &mut [String]) -> Outcome<Option<Self>> {
        let mut spool: Option<Self> = None;
        for argument in arguments.iter_mut().filter(|argument| *argument == "-") {
            let bytes = io::read(Path::new("-"))?;
            let directory = std::env::temp_dir().join(format!("memplan-{}", std::process::id()));
            let file = directory.join("stdin").join("stdin");
            io::create_directory(&directory.join("stdin"))?;
            let spooled = Self { directory, file };
            io::write(&spooled.file, &bytes)?;
            *argument = spooled.file.display().to_string();
            spool = Some(spooled);
        }
        Ok(spool)
    }

    /// Names standard input where messages name the file.
    pub(super) fn hide_in_messages(&self, inputs: &mut Inputs) {
        let file = self.file.display().to_string();
        let failures = inputs.failures.iter_mut();
        let messages = failures.flat_map(|failure| &mut failure.messages);
        let messages = messages.chain(&mut inputs.warnings);
        for message in messages.filter(|message| message.place.file.as_ref() == Some(&file)) {
            message.place.file = Some(io::STDIN_NAME.to_owned());
        }
    }

    /// Puts `-` back where reports name the source.
    pub(super) fn hide(&self, instances: &mut [Instance]) {
        let file = self.file.display().to_string();
        for instance in instances.iter_mut().filter(|i| i.source == file) {
            "-".clone_into(&mut instance.source);
        }
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        // An error is harmless: leftovers are in the temporary directory.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// One trace of a source, without its capacity: a benchmark asks how low the peak gets.
///
/// # Errors
///
/// When it cannot be read any more.
pub(super) fn load_one(
    source: &str,
    record: usize,
    index: usize,
    front_end: &FrontEnd,
) -> Outcome<LifetimeTrace> {
    let mut traces = load(source, record, front_end)?.scopes.traces;
    if index < traces.len() {
        let builder = traces.swap_remove(index).into_builder().capacity(None);
        if let Ok(trace) = builder.build() {
            return Ok(trace);
        }
    }
    let message = format!("`{source}` has changed: it has no trace {record}.{index}");
    Err(Failure::no(Message::error("changed", message)))
}

/// The first message of a failure, for a row of a table.
fn first_message(failure: &Failure) -> String {
    let Some(message) = failure.messages.first() else {
        return String::new();
    };
    match message.place.line {
        Some(line) => format!("line {line}: {}", message.message),
        None => message.message.clone(),
    }
}

/// Where traces come from.
struct Origin {
    dataset: String,
    name: String,
    source: String,
    record: usize,
}

struct Loaded {
    scopes: MemoryTraceScopes,
    warnings: Vec<Message>,
    optimum_bytes: Option<u64>,
}

fn load(source: &str, record: usize, front_end: &FrontEnd) -> Outcome<Loaded> {
    if let Some(spec) = source.strip_prefix(PREFIX) {
        return generated(spec);
    }
    let files = inputs::find(&[PathBuf::from(source)], Kind::Trace, None, front_end)?;
    let entry = Entries::new(files, ArchiveKind::Traces).nth(record);
    let text = entry.map_or_else(|| Text::read(Path::new(source)), |entry| entry.read())?;
    read(text, front_end)
}

fn generated(spec: &str) -> Outcome<Loaded> {
    let made = registry::generate(spec).map_err(|error| data::no_generator(&error))?;
    Ok(Loaded {
        optimum_bytes: made.optimum.map(|bytes| bytes.0),
        scopes: MemoryTraceScopes {
            traces: vec![made.trace],
            ..MemoryTraceScopes::default()
        },
        warnings: Vec::new(),
    })
}

fn read(text: Text, front_end: &FrontEnd) -> Outcome<Loaded> {
    let collector = pipeline::usual_collector(&Context::default())?;
    let name = text.name.clone();
    let traces_read = traces::read(text, front_end, &collector)?;
    let mut warnings = traces_read.warnings;
    let scopes = shapes::at_one_shape(traces_read.scopes, &name, &mut warnings)?;
    Ok(Loaded {
        scopes,
        warnings,
        optimum_bytes: None,
    })
}

fn facts<'a>(origin: &'a Origin, loaded: &'a Loaded) -> impl Iterator<Item = Instance> + 'a {
    let traces = &loaded.scopes.traces;
    let placed = placed(origin, traces.len());
    traces.iter().enumerate().map(move |(index, trace)| {
        let sizes = trace
            .buffers()
            .iter()
            .map(|buffer| u128::from(buffer.size.0));
        Instance {
            dataset: origin.dataset.clone(),
            name: if traces.len() > 1 {
                format!("{}/{}", origin.name, trace.scope())
            } else {
                origin.name.clone()
            },
            source: origin.source.clone(),
            record: origin.record,
            index,
            n_buffers: trace.len(),
            sum_bytes: sizes.sum(),
            max_load_bytes: trace.least_load().0,
            optimum_bytes: loaded.optimum_bytes,
            placed_bytes: placed.get(index).copied(),
        }
    })
}

/// The peaks of the plan with the name of a trace file, beside it, if that has as many schedules as the file has
/// traces.
fn placed(origin: &Origin, n_traces: usize) -> Vec<u64> {
    let path = Path::new(&origin.source).with_extension("mplan");
    let plan = path.is_file().then(|| io::read(&path).ok()).flatten();
    let plan = plan.and_then(|bytes| memplan_planner::wire::read_plan(&bytes).ok());
    let schedules = plan.unwrap_or_default().schedules;
    let is_whole = schedules.len() == n_traces;
    let peaks = schedules
        .iter()
        .filter(|_| is_whole)
        .map(|schedule| schedule.peak().0);
    peaks.collect()
}

/// The data set of a file: the directory that was named, otherwise the directory of the file.
fn data_set(argument: &str, file: &Path) -> String {
    let argument = Path::new(argument);
    let directory = if argument.is_dir() {
        Some(argument)
    } else {
        file.parent()
    };
    // Paths such as `.` get the name of the directory that they resolve to.
    let whole = directory.and_then(|directory| directory.canonicalize().ok());
    let name = whole.as_deref().or(directory).and_then(Path::file_name);
    name.map_or_else(
        || "files".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Numbers names that occur twice in one data set.
fn make_unique(instances: &mut [Instance]) {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for instance in instances {
        let key = (instance.dataset.clone(), instance.name.clone());
        let count = seen.entry(key).or_default();
        *count += 1;
        if *count > 1 {
            instance.name = format!("{}#{count}", instance.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FrontEnd, Instance, Outcome, Unreadable};

    fn find(arguments: &[String]) -> Outcome<(Vec<Instance>, Vec<Unreadable>)> {
        let inputs = super::find(arguments, &FrontEnd::of(&crate::context()))?;
        Ok((inputs.instances, inputs.unreadable))
    }

    #[test]
    fn a_generator_knows_its_optimum_and_repeated_names_are_told_apart() {
        let spec = "gen:guillotine{n=20 height=10 unit=1}".to_owned();
        let (instances, unreadable) = find(&[spec.clone(), spec]).unwrap();
        assert!(unreadable.is_empty());
        let names: Vec<&str> = instances.iter().map(|i| &*i.name).collect();
        let name = "guillotine{n=20 height=10 unit=1}";
        assert_eq!(names, [name.to_owned(), format!("{name}#2")]);
        assert_eq!(instances[0].dataset, "guillotine");
        assert_eq!(instances[0].optimum_bytes, Some(10));
        assert_eq!(instances[0].max_load_bytes, 10);
    }

    #[test]
    fn what_names_nothing_is_an_error_with_a_way_out() {
        let failure = find(&["nothing-*-here".to_owned()]).unwrap_err();
        assert_eq!(failure.messages[0].code, "no-input");
        let failure = find(&["gen:unifrom".to_owned()]).unwrap_err();
        assert_eq!(failure.messages[0].code, "bad-generator");
        let (_, unreadable) = find(&["not/here.csv".to_owned()]).unwrap();
        assert_eq!(
            unreadable[0].message,
            "cannot read: no such file or directory"
        );
        assert_eq!(unreadable[0].dataset, "not");
    }
}
