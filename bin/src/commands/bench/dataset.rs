//! Data sets: what the arguments name, as traces with the facts that reports need.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use memplan_datasets::registry::{self, PREFIX};
use memplan_planner::{LifetimeTrace, MemoryTraceScopes};
use serde::Serialize;

use crate::data;
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, CollectorChoice};
use crate::render::Message;
use crate::source::Text;

/// What a directory is searched for.
const EXTENSIONS: [&str; 6] = ["mtrace", "csv", "json", "log", "events", "mlir"];

/// Describes the files beside it and is no trace itself.
const MANIFEST: &str = "manifest.csv";

/// How deep directories are searched.
const MAX_DEPTH: usize = 16;

/// A trace to plan.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Instance {
    /// The data set: a directory, or a kind of generator.
    pub dataset: String,
    /// The name in the data set.
    pub name: String,
    /// A file, or a generator with its prefix.
    pub source: String,
    /// Which trace of the source.
    pub index: usize,
    /// The number of buffers.
    pub n_buffers: usize,
    /// All sizes together.
    pub sum_bytes: u128,
    /// The load.
    pub max_load_bytes: u64,
    /// The optimum, where the generator knows it.
    pub optimum_bytes: Option<u64>,
}

/// A source that gives no trace.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Unreadable {
    /// The data set.
    pub dataset: String,
    /// The name in the data set.
    pub name: String,
    /// Why.
    pub message: String,
}

/// All traces that the arguments name, in the order given, files of a directory by name.
///
/// # Errors
///
/// When an argument names nothing. A file that cannot be read is no error here: it is in the second
/// list.
pub(super) fn find(arguments: &[String]) -> Outcome<(Vec<Instance>, Vec<Unreadable>)> {
    let (mut instances, mut unreadable) = (Vec::new(), Vec::new());
    for argument in arguments {
        for (dataset, source) in sources(argument)? {
            let name = short_name(&source);
            match load(&source) {
                Ok(loaded) => instances.extend(facts(&dataset, &name, &source, &loaded)),
                Err(failure) if source.starts_with(PREFIX) => return Err(failure),
                Err(failure) => unreadable.push(Unreadable {
                    dataset,
                    name,
                    message: first_message(&failure),
                }),
            }
        }
    }
    make_unique(&mut instances);
    Ok((instances, unreadable))
}

/// One trace of a source, without its capacity: a benchmark asks how low the peak gets.
///
/// # Errors
///
/// When it cannot be read any more.
pub(super) fn load_one(source: &str, index: usize) -> Outcome<LifetimeTrace> {
    let mut traces = load(source)?.scopes.traces;
    if index < traces.len() {
        let builder = traces.swap_remove(index).into_builder().capacity(None);
        if let Ok(trace) = builder.build() {
            return Ok(trace);
        }
    }
    let message = format!("`{source}` has changed: it has no trace number {index}");
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

struct Loaded {
    scopes: MemoryTraceScopes,
    optimum_bytes: Option<u64>,
}

fn load(source: &str) -> Outcome<Loaded> {
    if let Some(spec) = source.strip_prefix(PREFIX) {
        let made = registry::generate(spec).map_err(|error| data::no_generator(&error))?;
        return Ok(Loaded {
            optimum_bytes: made.optimum.map(|bytes| bytes.0),
            scopes: MemoryTraceScopes {
                traces: vec![made.trace],
                ..MemoryTraceScopes::default()
            },
        });
    }
    let text = Text::read(Path::new(source))?;
    let is_mlir = Path::new(source).extension().is_some_and(|e| e == "mlir");
    let scopes = if is_mlir {
        let choice = CollectorChoice::new("tick", "")?;
        let source = text.into_source()?;
        let found = pipeline::collect(&source, &choice)?;
        pipeline::traces(&source, &choice, &found)
    } else {
        data::read_traces(&text)?
    };
    Ok(Loaded {
        scopes,
        optimum_bytes: None,
    })
}

fn facts<'a>(
    dataset: &'a str,
    name: &'a str,
    source: &'a str,
    loaded: &'a Loaded,
) -> impl Iterator<Item = Instance> + 'a {
    let traces = &loaded.scopes.traces;
    traces.iter().enumerate().map(move |(index, trace)| {
        let sizes = trace
            .buffers()
            .iter()
            .map(|buffer| u128::from(buffer.size.0));
        Instance {
            dataset: dataset.to_owned(),
            name: if traces.len() > 1 {
                format!("{name}/{}", trace.scope())
            } else {
                name.to_owned()
            },
            source: source.to_owned(),
            index,
            n_buffers: trace.len(),
            sum_bytes: sizes.sum(),
            max_load_bytes: trace.max_load().0,
            optimum_bytes: loaded.optimum_bytes,
        }
    })
}

/// The sources of an argument, each with its data set.
fn sources(argument: &str) -> Outcome<Vec<(String, String)>> {
    if let Some(spec) = argument.strip_prefix(PREFIX) {
        let kind = spec.split('{').next().unwrap_or(spec).trim();
        return Ok(vec![(kind.to_owned(), argument.to_owned())]);
    }
    let path = Path::new(argument);
    let mut files = Vec::new();
    let dataset = if path.is_dir() {
        search(path, 0, &mut files);
        // The name of `.` and the like is that of what it stands for.
        last_name(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    } else if !path.exists() && argument.contains(['*', '?', '[']) {
        files = matches(argument)?;
        String::new()
    } else {
        files.push(path.to_owned());
        String::new()
    };
    if files.is_empty() {
        return Err(Failure::could_not_try(
            Message::error("no-dataset", format!("`{argument}` names no trace")).help(format!(
                "name files, or a directory or glob with files that end in {}",
                EXTENSIONS.join(", ")
            )),
        ));
    }
    files.sort();
    let pairs = files.into_iter().map(|file| {
        let parent = file.parent().map(last_name).unwrap_or_default();
        let own = if parent.is_empty() {
            "files".to_owned()
        } else {
            parent
        };
        let set = if dataset.is_empty() {
            own
        } else {
            dataset.clone()
        };
        (set, file.display().to_string())
    });
    Ok(pairs.collect())
}

fn last_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn search(directory: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    // What cannot be listed is like what is not there; an empty result is told.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            if depth < MAX_DEPTH && !path.is_symlink() {
                search(&path, depth + 1, found);
            }
        } else if is_trace(&path) {
            found.push(path);
        }
    }
}

fn is_trace(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
        && last_name(path) != MANIFEST
}

fn matches(pattern: &str) -> Outcome<Vec<PathBuf>> {
    let paths = glob::glob(pattern).map_err(|error| {
        let message = format!("`{pattern}` is no glob: {}", error.msg);
        Failure::could_not_try(Message::error("bad-glob", message))
    })?;
    Ok(paths.flatten().filter(|path| path.is_file()).collect())
}

/// The name of a file without its extension; a generator as it was typed.
fn short_name(source: &str) -> String {
    match source.strip_prefix(PREFIX) {
        Some(spec) => spec.to_owned(),
        None => Path::new(source)
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
    }
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
    use super::find;

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
        assert_eq!(failure.messages[0].code, "no-dataset");
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
