//! Finds the inputs of the user: files, directories with everything below them, patterns, `-`.
//!
//! The order is that of the command line, and that of the names within a directory or pattern. Only
//! names are examined, and the first bytes of possible archives; files are read later, one by one.
//! A missing file is kept in the list, so that it is reported like any other bad input.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader};
use memplan_support::Sort;

use crate::data::Kind;
use crate::exit::{Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::io;
use crate::render::Message;

/// Extensions that are looked for in directories, besides those of trace readers.
const TRACE_EXTENSIONS: &[&str] = &["mtrace", "json", "csv"];
const PLAN_EXTENSIONS: &[&str] = &["mplan"];

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// The name of its results: its path below the given directory, with `/` and without extension, unless another
    /// file would have the same name.
    pub stem: String,
    /// Whether it was given directly, and not found in a directory or by a pattern.
    pub is_named: bool,
}

impl Found {
    /// Whether the file begins as an archive does. Standard input is not examined.
    pub(crate) fn is_archive(&self) -> bool {
        self.archive_kind().is_some()
    }

    /// The kind of an archive, if the file is one.
    pub(crate) fn archive_kind(&self) -> Option<ArchiveKind> {
        let is_other = matches!(
            self.path
                .extension()
                .and_then(|extension| extension.to_str()),
            Some("json" | "csv" | "log" | "events")
        );
        if is_other || io::is_std(&self.path) {
            return None;
        }
        let file = File::open(&self.path).ok()?;
        ArchiveReader::new(file).ok().map(|reader| reader.kind())
    }
}

/// All files that the arguments denote. `output` is the place of results: files below it are not inputs.
///
/// # Errors
///
/// When a directory cannot be read, or a directory or pattern has nothing to read.
pub(crate) fn find(
    arguments: &[PathBuf],
    kind: Kind,
    output: Option<&Path>,
    front_end: &FrontEnd,
) -> Outcome<Vec<Found>> {
    let walk = Walk {
        extensions: match kind {
            Kind::Trace => TRACE_EXTENSIONS,
            Kind::Plan => PLAN_EXTENSIONS,
        },
        readers: (kind == Kind::Trace).then_some(front_end),
        output: output.and_then(|path| fs::canonicalize(path).ok()),
    };
    let mut files = Vec::new();
    for argument in arguments {
        let n_before = files.len();
        if io::is_std(argument) {
            files.push(named(argument.clone(), "stdin".to_owned(), true));
        } else if argument.is_dir() {
            walk.directory(argument, argument, &mut files)?;
        } else if let Some(pattern) = pattern(argument) {
            walk.pattern(pattern, &mut files)?;
        } else {
            let stem = relative(argument, argument.parent());
            files.push(named(argument.clone(), stem, true));
        }
        if files.len() == n_before {
            return Err(Failure::could_not_try(
                Message::error("no-input", "nothing to read")
                    .in_file(&io::display_name(argument))
                    .help(match (argument.is_dir(), kind) {
                        (true, Kind::Trace) => format!(
                            "a directory is searched for files with the extensions {}; name MLIR files, or a \
                             pattern in quotes: '{}/**/*.mlir'",
                            walk.all_extensions(),
                            argument.display()
                        ),
                        (true, Kind::Plan) => format!(
                            "a directory is searched for files with the extension {}",
                            walk.all_extensions()
                        ),
                        (false, _) => "no file matches the pattern".to_owned(),
                    }),
            ));
        }
    }
    name_apart(&mut files);
    Ok(files)
}

fn named(path: PathBuf, stem: String, is_named: bool) -> Found {
    Found {
        path,
        stem,
        is_named,
    }
}

/// The argument as a pattern, if it is one and no file has that name.
fn pattern(argument: &Path) -> Option<&str> {
    let text = argument.to_str()?;
    (text.contains(['*', '?', '[']) && !argument.exists()).then_some(text)
}

struct Walk<'a> {
    /// Extensions of memplan's own files.
    extensions: &'static [&'static str],
    /// The readers of other tools' files.
    readers: Option<&'a FrontEnd>,
    output: Option<PathBuf>,
}

impl Walk<'_> {
    /// Everything below a directory that has a known extension. Omits hidden entries, linked
    /// directories and the directory of the results.
    fn directory(&self, root: &Path, directory: &Path, files: &mut Vec<Found>) -> Outcome<()> {
        let is_output = |path: &Path| {
            let output = self.output.as_deref();
            output.is_some() && fs::canonicalize(path).ok().as_deref() == output
        };
        if directory != root && is_output(directory) {
            return Ok(());
        }
        let fail = |error: std::io::Error| io::cannot_read(directory, &error);
        let mut entries = fs::read_dir(directory)
            .map_err(fail)?
            .collect::<Result<Vec<_>, _>>()
            .map_err(fail)?;
        entries.sort_stable_by(|a, b| a.file_name().cmp(&b.file_name()));
        let is_beside = |name: &str| {
            let files =
                entries.binary_search_by(|entry| entry.file_name().as_os_str().cmp(name.as_ref()));
            files.is_ok()
        };
        for entry in &entries {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.directory(root, &path, files)?;
            } else if (self.is_known(&path) || self.is_searched(&name, &is_beside))
                && path.is_file()
            {
                let stem = relative(&path, Some(root));
                files.push(named(path, stem, false));
            }
        }
        Ok(())
    }

    fn pattern(&self, pattern: &str, files: &mut Vec<Found>) -> Outcome<()> {
        let bad = |problem: String| {
            Failure::could_not_try(
                Message::error("bad-pattern", problem)
                    .in_file(pattern)
                    .help("supported patterns: `*`, `?`, `[a-z]`, and `**` for directories of any depth"),
            )
        };
        let paths = glob::glob(pattern).map_err(|error| bad(error.msg.to_owned()))?;
        let root = literal_part(pattern);
        for path in paths {
            let path = path.map_err(|error| io::cannot_read(error.path(), error.error()))?;
            if path.is_dir() {
                self.directory(&root, &path, files)?;
            } else {
                let stem = relative(&path, Some(&root));
                files.push(named(path, stem, false));
            }
        }
        Ok(())
    }

    /// Whether a trace reader accepts the file.
    fn is_searched(&self, name: &str, is_beside: &dyn Fn(&str) -> bool) -> bool {
        self.readers
            .is_some_and(|readers| readers.is_searched(name, is_beside))
    }

    /// All extensions, for a message.
    fn all_extensions(&self) -> String {
        let of_readers = self.readers.map(FrontEnd::extensions).unwrap_or_default();
        [self.extensions, &of_readers].concat().join(", ")
    }

    fn is_known(&self, path: &Path) -> bool {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| self.extensions.contains(&extension))
    }
}

/// The directories of a pattern before its first wildcard.
fn literal_part(pattern: &str) -> PathBuf {
    let parts = Path::new(pattern).components();
    let is_plain = |part: &Component<'_>| {
        let text = part.as_os_str().to_string_lossy();
        !text.contains(['*', '?', '['])
    };
    parts.take_while(is_plain).collect()
}

/// The path below `root`, with `/`, without extension and without `..`.
fn relative(path: &Path, root: Option<&Path>) -> String {
    let below = root.and_then(|root| path.strip_prefix(root).ok());
    let below = below.unwrap_or(path).with_extension("");
    let parts: Vec<_> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy()),
            _ => None,
        })
        .collect();
    parts.join("/")
}

/// Restores the extensions of files that share a name.
fn name_apart(files: &mut [Found]) {
    let mut n_by_stem: BTreeMap<String, usize> = BTreeMap::new();
    for file in files.iter() {
        *n_by_stem.entry(file.stem.clone()).or_default() += 1;
    }
    for file in files.iter_mut() {
        if n_by_stem.get(&file.stem).is_some_and(|&n| n > 1)
            && let Some(extension) = file.path.extension()
        {
            file.stem = format!("{}.{}", file.stem, extension.to_string_lossy());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use memplan_testing::scratch::Scratch;

    use super::{find, literal_part};
    use crate::data::Kind;
    use crate::front_end::FrontEnd;

    fn stems(arguments: &[PathBuf], output: Option<&Path>) -> Vec<String> {
        let front_end = FrontEnd::of(&crate::context());
        let files = find(arguments, Kind::Trace, output, &front_end).unwrap();
        files.into_iter().map(|file| file.stem).collect()
    }

    #[test]
    fn directories_patterns_and_files_are_found_in_order() {
        let scratch = Scratch::new("find");
        let root = scratch.folder().to_owned();
        for name in [
            "b.csv",
            "a.csv",
            "x/c.csv",
            "x/c.json",
            "x/e.log",
            "x/d.txt",
            ".h.csv",
            "out/e.json",
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, b"").unwrap();
        }
        let all = ["a", "b", "out/e", "x/c.csv", "x/c.json", "x/e"];
        assert_eq!(stems(std::slice::from_ref(&root), None), all);
        let out = root.join("out");
        assert_eq!(
            stems(std::slice::from_ref(&root), Some(&out)),
            ["a", "b", "x/c.csv", "x/c.json", "x/e"]
        );
        assert_eq!(stems(&[root.join("*/*.json")], None), ["out/e", "x/c"]);
        assert_eq!(
            stems(&[root.join("b.csv"), "-".into()], None),
            ["b", "stdin"]
        );
        assert_eq!(stems(&[root.join("missing.csv")], None), ["missing"]);
        let front_end = FrontEnd::of(&crate::context());
        let nothing = find(&[root.join("*.nothing")], Kind::Trace, None, &front_end).unwrap_err();
        assert_eq!(nothing.messages[0].code, "no-input");
    }

    #[test]
    fn names_of_results_are_counted_from_the_plain_part_of_a_pattern() {
        assert_eq!(literal_part("a/b/*/c.csv"), Path::new("a/b"));
        assert_eq!(literal_part("*.csv"), Path::new(""));
        assert_eq!(literal_part("/x/[ab]/c"), Path::new("/x"));
    }
}
