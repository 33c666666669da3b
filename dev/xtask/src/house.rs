//! Checks of the tree as a whole: how large its parts may be, that what a manifest lists is used, that files are
//! referred to, and that questions about memory stay where they are answered.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::tidy::{files_with, program_lines};

/// The most lines of Rust below each folder of the root, tests and comments included.
///
/// A folder that grows past its ceiling first looks for what it can drop. A raise needs its reason in the commit; a
/// folder that has become much smaller gets a lower ceiling. Ceilings are at most 1 % above the sizes, which is enough
/// to follow `CONTRIBUTING.md`.
const CEILINGS: &[(&str, usize)] = &[
    ("benches", 8490),
    ("bin", 28390),
    ("c", 2995),
    ("collectors", 4285),
    ("datasets", 3155),
    ("dev", 12720),
    ("driver", 15950),
    ("examples", 955),
    ("mlir", 95815),
    ("mutators", 42895),
    ("planner", 53040),
    ("python", 2950),
    ("service", 10695),
    ("support", 3090),
];

/// The core: what `memplan merge` and `memplan plan` need.
const CORE: &[&str] = &[
    "planner",
    "collectors",
    "mutators",
    "driver",
    "mlir",
    "support",
    "bin",
];

/// Crates in folders of the core that are not part of it, because their users can do without them, and the most lines
/// of each. Their folders count without them.
const OPTIONAL: &[(&str, usize)] = &[
    ("collectors/readers", 10985),
    ("mlir/bytecode", 3720),
    ("mlir/interp", 12990),
    ("mutators/alias-scopes", 2175),
    ("planner/certificate", 1065),
    ("planner/remote", 3325),
    ("planner/suite", 2860),
];

/// How far below its ceiling a folder may be, in percent.
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

/// The lines of Rust below the folders of [`CEILINGS`] and [`OPTIONAL`].
pub(crate) struct Sizes(BTreeMap<&'static str, usize>);

impl Sizes {
    /// Counts the lines below `root`. A folder that cannot be read has none.
    pub(crate) fn new(root: &Path) -> Self {
        let size = |folder: &'static str| {
            let mut files = Vec::new();
            let _ = files_with(&root.join(folder), "rs", &mut files);
            let texts = files
                .iter()
                .filter_map(|path| fs::read_to_string(path).ok());
            (folder, texts.map(|text| text.lines().count()).sum())
        };
        let mut sizes: BTreeMap<&str, usize> = parts().map(|row| size(row.0)).collect();
        for (folder, _) in OPTIONAL {
            let n_lines = sizes.get(folder).copied().unwrap_or_default();
            let root = folder.split('/').next().unwrap_or_default();
            if let Some(rest) = sizes.get_mut(root) {
                *rest -= n_lines;
            }
        }
        Self(sizes)
    }

    /// The lines of all folders of the root.
    pub(crate) fn all(&self) -> usize {
        self.0.values().sum()
    }

    /// The lines of the core.
    pub(crate) fn core(&self) -> usize {
        CORE.iter().map(|folder| self.of(folder)).sum()
    }

    /// Folders that are above their ceilings, or far below.
    pub(crate) fn check(&self) -> Vec<String> {
        let of_folder = |(folder, ceiling)| {
            let n_lines = self.of(folder);
            if ceiling < n_lines {
                return Some(format!(
                    "{folder}: {n_lines} lines of Rust, the ceiling is {ceiling}: look for what can go"
                ));
            }
            (n_lines + ceiling * SLACK / 100 + 100 < ceiling).then(|| {
                format!("{folder}: {n_lines} lines of Rust, far below the ceiling of {ceiling}: lower it")
            })
        };
        parts().filter_map(of_folder).collect()
    }

    fn of(&self, folder: &str) -> usize {
        self.0.get(folder).copied().unwrap_or_default()
    }
}

/// The folders with a ceiling, and it.
fn parts() -> impl Iterator<Item = (&'static str, usize)> {
    CEILINGS.iter().chain(OPTIONAL).copied()
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
    use super::{CEILINGS, Sizes, check_source, parts};

    #[test]
    fn a_folder_stays_below_its_ceiling() {
        let (folder, ceiling) = CEILINGS[0];
        let check = |n_lines| {
            let mut sizes = Sizes(parts().collect());
            sizes.0.insert(folder, n_lines);
            sizes.check().len()
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
