//! Checks that the modules of a crate use each other in the order that its documentation states.
//!
//! The order is the numbered list in the documentation of `lib.rs`: a module uses those of its own line and of the lines
//! before. What `lib.rs` re-exports counts as its module. Unit tests may use everything.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::tidy::{files_with, program_lines};

/// One line for each use of a later module in the crate at `folder`.
pub(crate) fn check(root: &Path, folder: &str) -> Vec<String> {
    let source = root.join(folder).join("src");
    let read = || -> io::Result<Vec<(String, String)>> {
        let mut paths = Vec::new();
        files_with(&source, "rs", &mut paths)?;
        paths.sort();
        let name = |path: &Path| {
            path.strip_prefix(&source)
                .map(|name| name.display().to_string())
        };
        let read = |path: &std::path::PathBuf| {
            Ok((name(path).unwrap_or_default(), fs::read_to_string(path)?))
        };
        paths.iter().map(read).collect()
    };
    match read() {
        Ok(files) => {
            let findings = findings(&files).into_iter();
            findings
                .map(|finding| format!("{folder}/src/{finding}"))
                .collect()
        }
        Err(error) => vec![format!("{folder}/src: {error}")],
    }
}

fn findings(files: &[(String, String)]) -> Vec<String> {
    let lib = files.iter().find(|(name, _)| name == "lib.rs");
    let lib = lib.map_or("", |(_, text)| text);
    let layers = layers(lib);
    let exports = exports(lib);
    let mut findings = Vec::new();
    for (name, text) in files {
        let module = name
            .split('/')
            .next()
            .unwrap_or(name)
            .trim_end_matches(".rs");
        if ["lib", "testing"].contains(&module) || name.ends_with("tests.rs") {
            continue;
        }
        let Some(&own) = layers.get(module) else {
            findings.push(format!(
                "{name}: the list of layers in lib.rs lacks `{module}`"
            ));
            continue;
        };
        for used in uses(text) {
            let target = exports.get(&*used).map_or(&*used, String::as_str);
            if layers.get(target).is_some_and(|&layer| own < layer) {
                findings.push(format!(
                    "{name}: `{module}` uses `{used}` of the later layer `{target}`"
                ));
            }
        }
    }
    findings
}

/// The line of each module in the numbered list.
fn layers(lib: &str) -> BTreeMap<&str, usize> {
    let docs = lib.lines().filter_map(|line| line.strip_prefix("//! "));
    let numbered = docs.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    numbered
        .enumerate()
        .flat_map(|(layer, line)| {
            line.split('`')
                .skip(1)
                .step_by(2)
                .map(move |name| (name, layer))
        })
        .collect()
}

/// The module of each item that the root of the crate re-exports.
fn exports(lib: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for part in lib.split("pub use ").skip(1) {
        let part = part.split(';').next().unwrap_or_default();
        if let Some((module, items)) = part.split_once("::") {
            let items = words(items).map(|item| (item, module.to_owned()));
            exports.extend(items);
        }
    }
    exports
}

/// What stands directly behind `crate::` outside of tests and comments.
fn uses(text: &str) -> Vec<String> {
    let code: String = program_lines(text)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    let mut uses = Vec::new();
    for part in code.split("crate::").skip(1) {
        let Some(list) = part.strip_prefix('{') else {
            uses.extend(words(part).next());
            continue;
        };
        let mut depth = 0;
        // What is in nested lists belongs to the modules before them.
        let direct: String = list
            .split(';')
            .next()
            .unwrap_or_default()
            .chars()
            .filter(|&c| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                depth == 0
            })
            .collect();
        uses.extend(direct.split(',').filter_map(|item| words(item).next()));
    }
    uses
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::findings;

    #[test]
    fn uses_of_later_modules_are_found() {
        let lib = "//! 1. numbers: `units`\n//! 2. `trace`, `load`\npub use trace::{Trace, TraceError};\n";
        let units =
            "use crate::{\n    Trace,\n    load::{a, b},\n};\nfn f() { crate::units::g() }\n";
        let trace = "use crate::load;\nuse crate::units::Bytes;\n#[cfg(test)]\nmod tests {}\n";
        let files = [
            ("lib.rs", lib),
            ("units.rs", units),
            ("trace.rs", trace),
            ("new/mod.rs", ""),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(
            findings(&files),
            [
                "units.rs: `units` uses `Trace` of the later layer `trace`",
                "units.rs: `units` uses `load` of the later layer `load`",
                "new/mod.rs: the list of layers in lib.rs lacks `new`",
            ]
        );
    }
}
