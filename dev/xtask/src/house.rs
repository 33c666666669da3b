//! Checks of the tree as a whole: how large each crate may be, that what a manifest lists is used, that files are
//! referred to, and that questions about memory stay where they are answered.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::tidy::{files_with, program_lines};

/// The most lines of Rust that a crate may have, tests and comments included, without crates inside it.
///
/// A crate that grows past its ceiling first looks for what it can drop. A raise needs its reason in the commit; a crate
/// that has become much smaller gets a lower ceiling.
const CEILINGS: &[(&str, usize)] = &[
    ("benches", 4600),
    ("benches/compare", 3950),
    ("bin", 29390),
    ("collectors", 14560),
    ("datasets", 3160),
    ("dev/fuzz/bodies", 800),
    ("dev/testing", 6280),
    ("dev/xtask", 4790),
    ("driver", 16150),
    ("examples/plug-ins", 900),
    ("mlir", 57380),
    ("mlir/bufferize", 22660),
    ("mlir/dialects-extra", 6300),
    ("mlir/interp", 12790),
    ("mlir/memory", 14240),
    ("mutators", 21850),
    ("mutators/memory", 13440),
    ("mutators/placement", 3850),
    ("planner", 47200),
    ("planner/certificate", 1100),
    ("planner/exec", 1450),
    ("planner/suite", 2850),
    ("planner/symbolic", 4810),
    ("planner/wasm", 1600),
    ("python", 2900),
    ("service", 6660),
    ("service/client", 400),
    ("service/page", 4350),
    ("support", 1670),
    ("support/plugin", 1200),
];

/// How far below its ceiling a crate may be, in percent.
const SLACK: usize = 5;

/// Facts of the tables that only the interfaces of `mlir` and the memory model interpret.
const OF_THE_MODEL: &[&str] = &[
    "Traits::CAPTURES",
    "Traits::PARALLEL_REGION",
    "RegionFlow::Elementwise",
];

/// Where they may stand.
const MODEL: &[&str] = &[
    "mlir/src/dialects/",
    "mlir/src/interfaces/",
    "mlir/src/verifier/",
    "mlir/dialects-extra/",
    "mlir/memory/",
    "dev/xtask/",
];

/// The lines of a source file that interpret facts of the memory model.
pub(crate) fn check_source(name: &str, text: &str) -> Vec<String> {
    if MODEL.iter().any(|start| name.starts_with(start)) || name.contains("/tests/") {
        return Vec::new();
    }
    let named = |code: &str| {
        OF_THE_MODEL
            .iter()
            .find(|fact| code.contains(**fact))
            .copied()
    };
    program_lines(text)
        .filter_map(|(number, code)| Some((number, named(code)?)))
        .map(|(number, fact)| {
            format!("{name}:{number}: `{fact}`: ask `memplan_mlir::interfaces` or the memory model")
        })
        .collect()
}

/// The sizes of crates: `lines` is the number of each file, relative to the root.
pub(crate) fn check_sizes(folders: &[&str], lines: &BTreeMap<String, usize>) -> Vec<String> {
    let mut of_crate: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, n_lines) in lines {
        let around = folders
            .iter()
            .filter(|folder| name.starts_with(&format!("{folder}/")));
        if let Some(folder) = around.max_by_key(|folder| folder.len()) {
            *of_crate.entry(folder).or_default() += n_lines;
        }
    }
    let mut findings = Vec::new();
    for (&folder, &n_lines) in &of_crate {
        let ceiling = CEILINGS
            .iter()
            .find(|it| it.0 == folder)
            .map_or(0, |it| it.1);
        if n_lines > ceiling {
            findings.push(format!(
                "{folder}: {n_lines} lines of Rust, the ceiling is {ceiling}: look for what can go"
            ));
        } else if n_lines + ceiling * SLACK / 100 + 100 < ceiling {
            findings.push(format!(
                "{folder}: {n_lines} lines of Rust, far below the ceiling of {ceiling}: lower it"
            ));
        }
    }
    findings
}

/// Dependencies of a crate that no source file of it names, and permitted arrows that it does not use.
pub(crate) fn check_dependencies(root: &Path, folder: &str, permitted: &[&str]) -> Vec<String> {
    let crate_folder = root.join(folder);
    let manifest = fs::read_to_string(crate_folder.join("Cargo.toml")).unwrap_or_default();
    let mut files = Vec::new();
    if let Err(error) = files_with(&crate_folder, "rs", &mut files) {
        return vec![format!("{folder}: {error}")];
    }
    let texts: Vec<String> = files
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let mut findings = Vec::new();
    let mut listed: Vec<&str> = Vec::new();
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
            continue;
        }
        let is_dependency = section.ends_with("dependencies") && line.contains('=');
        let name = line.split([' ', '=', '.']).next().unwrap_or_default();
        if is_dependency && !name.starts_with('#') {
            listed.push(name);
            let word = name.replace('-', "_");
            if !texts.iter().any(|text| text.contains(&word)) {
                findings.push(format!("{folder}/Cargo.toml: nothing uses `{name}`"));
            }
        }
    }
    let is_listed = |name: &str| {
        listed.contains(&name)
            || listed
                .iter()
                .any(|of| of.strip_prefix("memplan-") == Some(name))
    };
    let permitted = permitted.iter().flat_map(|list| list.split(' '));
    let unused = permitted.filter(|name| !name.is_empty() && !is_listed(name));
    findings.extend(unused.map(|name| {
        format!("dev/xtask/src/tidy.rs: `{folder}` may depend on `{name}`, and does not")
    }));
    findings
}

/// Files that people read or tests use, in folders that no program reads as a whole.
const REFERRED: &[&str] = &["docs", "datasets", "examples"];

/// Files of [`REFERRED`] folders that no other file names, neither by their names nor by their folders.
pub(crate) fn check_references(root: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for extension in ["md", "rs", "toml", "py", "html", "js", "sh", "yml"] {
        if let Err(error) = files_with(root, extension, &mut texts) {
            return vec![error.to_string()];
        }
    }
    let texts: Vec<_> = texts
        .into_iter()
        .filter_map(|path| Some((fs::read_to_string(&path).ok()?, path)))
        .collect();
    let is_named = |path: &Path, word: &str| {
        texts
            .iter()
            .any(|(text, of)| of != path && text.contains(word))
    };
    let mut findings = Vec::new();
    for folder in REFERRED {
        let mut open = vec![root.join(folder)];
        while let Some(at) = open.pop() {
            for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.starts_with('.') || name == "target" {
                    continue;
                }
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let around = at.file_name().unwrap_or_default().to_string_lossy();
                let is_source = ["rs", "toml", "lock"].iter().any(|end| name.ends_with(end));
                if !is_source
                    && !is_named(&path, &name)
                    && (*folder == "docs" || !is_named(&path, &format!("/{around}")))
                {
                    let shown = path.strip_prefix(root).unwrap_or(&path).display();
                    findings.push(format!("{shown}: nothing refers to this file"));
                }
            }
        }
    }
    findings.sort();
    findings
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{CEILINGS, check_sizes, check_source};

    #[test]
    fn a_crate_stays_below_its_ceiling() {
        let (folder, ceiling) = CEILINGS[0];
        let check = |n_lines| {
            let lines = BTreeMap::from([(format!("{folder}/src/lib.rs"), n_lines)]);
            check_sizes(&[folder], &lines).len()
        };
        assert_eq!(
            [check(ceiling), check(ceiling + 1), check(ceiling / 2)],
            [0, 1, 1]
        );
    }

    #[test]
    fn passes_ask_the_model() {
        let line = "//! Says why.\nlet is_kept = m.has_trait(op, Traits::CAPTURES);\n";
        assert_eq!(check_source("mutators/src/lib.rs", line).len(), 1);
        assert!(check_source("mlir/memory/src/access.rs", line).is_empty());
    }
}
