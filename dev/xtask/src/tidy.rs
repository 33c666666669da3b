//! Checks the rules of this repository: crate dependencies, and the style of every source file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::house;
use crate::layers::Layers;
use crate::{documents, habits, one_place, op_names, packages, words};

/// The folder of each crate, and the crates of this workspace that its program may use, and its tests; without
/// `memplan-`.
///
/// A new arrow needs its reason in `ARCHITECTURE.md`.
const ARROWS: &[(&str, &str, &str)] = &[
    ("support/plugin", "", ""),
    ("support", "", ""),
    (
        "planner",
        "plugin support",
        "certificate datasets suite testing",
    ),
    ("planner/certificate", "planner", "datasets support"),
    ("planner/remote", "planner", "datasets suite testing"),
    ("planner/suite", "certificate planner support", ""),
    ("mlir", "plugin support", "dialects-extra testing"),
    ("mlir/dialects-extra", "mlir", ""),
    ("mlir/bytecode", "mlir support", "dialects-extra testing"),
    (
        "mlir/bufferize",
        "memory-model mlir support",
        "dialects-extra interp placement testing",
    ),
    (
        "mlir/memory",
        "mlir support",
        "dialects-extra interp support testing",
    ),
    ("mlir/interp", "mlir support", "dialects-extra testing"),
    (
        "collectors",
        "memory-model mlir planner plugin support",
        "dialects-extra testing",
    ),
    (
        "collectors/readers",
        "mlir planner plugin support",
        "testing",
    ),
    (
        "mutators",
        "memory-model mlir planner plugin support",
        "collectors dialects-extra interp memory memplan merge-checker placement testing",
    ),
    (
        "mutators/placement",
        "memory-model mlir support",
        "dialects-extra testing",
    ),
    ("mutators/alias-scopes", "mlir support", ""),
    ("mutators/checker", "mlir", ""),
    (
        "mutators/memory",
        "memory-model mlir support",
        "collectors dialects-extra interp testing",
    ),
    ("datasets", "planner plugin support", "testing"),
    ("dev/testing", "support", ""),
    (
        "driver",
        "bufferize collectors dialects-extra memory memory-model merge-checker mlir mutators placement planner plugin readers support",
        "",
    ),
    ("service/page", "planner support", "datasets testing"),
    (
        "python",
        "cli interp memplan mlir page planner plugin readers",
        "",
    ),
    (
        "service",
        "bytecode certificate interp memory-model memplan mlir page planner readers remote",
        "",
    ),
    (
        "bin",
        "alias-scopes bench bytecode certificate collectors datasets interp memory-model memplan merge-checker mlir mutators page planner plugin readers remote service support",
        "testing",
    ),
    (
        "c",
        "bytecode memory-model memplan merge-checker mlir mutators planner readers",
        "testing",
    ),
    (
        "examples/plug-ins",
        "cli collectors memory-model mlir mutators planner plugin readers",
        "interp suite testing",
    ),
    (
        "dev/fuzz/bodies",
        "dialects-extra mlir planner readers support",
        "testing",
    ),
    ("benches/compare", "datasets memplan planner support", ""),
    (
        "benches",
        "collectors datasets dialects-extra interp mlir planner testing",
        "memory memory-model memplan placement support",
    ),
    (
        "dev/xtask",
        "datasets dialects-extra memory-model memplan mlir planner support",
        "",
    ),
];

/// The dialects that the text layer must not name; `builtin` is part of the syntax.
const DIALECTS: &[&str] = &[
    "affine",
    "arith",
    "async",
    "bufferization",
    "cf",
    "complex",
    "func",
    "gpu",
    "index",
    "linalg",
    "llvm",
    "math",
    "memref",
    "scf",
    "tensor",
    "tosa",
    "ub",
    "vector",
];

const MAX_LINES: usize = 800;

/// Text that code must not contain. Written in two halves, so that this file does not find itself.
const REFUSED: &[(&str, &str)] = &[
    (
        concat!("todo", "!("),
        "unfinished code: finish it, or return an error",
    ),
    (
        concat!("#[", "ignore"),
        "a test that does not run: repair or remove it",
    ),
    (concat!("#[", "should_panic"), "assert the error instead"),
    (concat!("dbg", "!("), "left over from debugging"),
];

/// Checks the tree below `root`. `tasks` are the tasks of this program.
///
/// # Errors
///
/// One line for each finding, with its file.
pub(crate) fn check(root: &Path, tasks: &[&str]) -> Result<String, String> {
    let mut findings = Vec::new();
    for &(folder, normal, dev) in ARROWS {
        match fs::read_to_string(root.join(folder).join("Cargo.toml")) {
            Ok(manifest) => findings.extend(check_manifest(folder, [normal, dev], &manifest)),
            Err(error) => findings.push(format!("{folder}/Cargo.toml: {error}")),
        }
    }
    findings.extend(check_members(root));
    findings.extend(words::check_tree(root));
    findings.extend(house::check_references(root));
    findings.extend(documents::check(root, tasks));
    findings.extend(habits::check(root));
    let layers = Layers::new(root);
    for &(folder, normal, dev) in ARROWS {
        findings.extend(house::check_dependencies(root, folder, &[normal, dev]));
        findings.extend(check_tests(root, folder));
        findings.extend(check_unit_tests(root, folder));
        findings.extend(packages::check(root, folder));
    }
    let files = rust_files(root);
    for path in &files {
        let name = path
            .strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string();
        match fs::read_to_string(path) {
            Ok(text) => {
                findings.extend(check_source(&name, &text));
                findings.extend(house::check_source(&name, &text));
                findings.extend(layers.check(&name, &text));
                findings.extend(check_layers(&name, &text));
                findings.extend(one_place::check(&name, &text));
                findings.extend(op_names::check(&name, &text));
            }
            Err(error) => findings.push(format!("{name}: {error}")),
        }
    }
    let sizes = house::Sizes::new(root);
    findings.extend(sizes.check());
    if findings.is_empty() {
        let n_crates = ARROWS.len();
        Ok(format!(
            "tidy: {n_crates} manifests and {} files are fine; {} lines of Rust, {} of them in the core",
            files.len(),
            sizes.all(),
            sizes.core()
        ))
    } else {
        let n_findings = findings.len();
        Err(format!(
            "{}\ntidy: {n_findings} findings",
            findings.join("\n")
        ))
    }
}

pub(crate) fn folders() -> impl Iterator<Item = &'static str> {
    ARROWS.iter().map(|row| row.0)
}

/// The source files of all crates, in order of their paths.
pub(crate) fn rust_files(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders() {
        // A folder that cannot be read has no manifest either, which is a finding.
        let _ = files_with(&root.join(folder), "rs", &mut files);
    }
    files.sort();
    files.dedup(); // one crate may contain another
    files
}

/// Every member of the workspace has a row in the table.
fn check_members(root: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let members = manifest
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(members, _)| members);
    members
        .split(',')
        .map(|member| member.trim().trim_matches('"'))
        .filter(|member| !member.is_empty())
        .filter(|member| ARROWS.iter().all(|(folder, ..)| folder != member))
        .map(|member| format!("Cargo.toml: member `{member}` has no row in dev/xtask/src/tidy.rs"))
        .collect()
}

/// If the tests of a crate are one program, every file of the folder must belong to it or be a
/// program that the manifest lists: cargo does not look for others there.
fn check_tests(root: &Path, folder: &str) -> Vec<String> {
    let tests = root.join(folder).join("tests");
    let Ok(main) = fs::read_to_string(tests.join("main.rs")) else {
        return Vec::new();
    };
    let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap_or_default();
    let mut names: Vec<String> = fs::read_dir(&tests)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
        .filter(|name| name != "main")
        .collect();
    names.sort();
    names
        .iter()
        .filter(|name| !main.lines().any(|line| line == format!("mod {name};")))
        .filter(|name| !manifest.contains(&format!("\"tests/{name}.rs\"")))
        .map(|name| format!("{folder}/tests/{name}.rs: never runs: add `mod {name};` to main.rs"))
        .collect()
}

/// A library is compiled a second time for its unit tests, so its manifest says whether it has any, and whether it
/// has examples in its documentation.
fn check_unit_tests(root: &Path, folder: &str) -> Vec<String> {
    let crate_folder = root.join(folder);
    if !crate_folder.join("src/lib.rs").exists() {
        return Vec::new();
    }
    let manifest = fs::read_to_string(crate_folder.join("Cargo.toml")).unwrap_or_default();
    let mut files = Vec::new();
    if let Err(error) = files_with(&crate_folder.join("src"), "rs", &mut files) {
        return vec![format!("{folder}/src: {error}")];
    }
    let texts = files
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    let text = texts.collect::<Vec<_>>().join("\n");
    let mut lines = text.lines().map(str::trim);
    let has_tests = lines.clone().any(|line| line == "#[cfg(test)]");
    let has_examples = lines.any(|line| ["/// ```", "//! ```"].contains(&line));
    let lib = manifest.split("[lib]").nth(1).unwrap_or_default();
    let lib = lib.split("\n[").next().unwrap_or_default();
    let mut findings = Vec::new();
    for (key, is_needed, what) in [
        ("test", has_tests, "unit tests"),
        ("doctest", has_examples, "examples in documentation"),
    ] {
        let is_off = lib.lines().any(|line| line == format!("{key} = false"));
        if is_off && is_needed {
            findings.push(format!(
                "{folder}/Cargo.toml: `{key} = false`, but there are {what} in src/"
            ));
        } else if !is_off && !is_needed {
            findings.push(format!(
                "{folder}/Cargo.toml: no {what} in src/: `[lib]` needs `{key} = false`, which saves time"
            ));
        }
    }
    findings
}

fn check_manifest(folder: &str, [normal, dev]: [&str; 2], manifest: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let mut section = "";
    for (number, line) in (1..).zip(manifest.lines()) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_matches(['[', ']']);
            continue;
        }
        let allowed = match section {
            "dependencies" | "build-dependencies" => normal.to_owned(),
            "dev-dependencies" => [normal, dev].join(" "),
            _ => continue,
        };
        let name = line.split([' ', '=', '.']).next().unwrap_or_default();
        let is_ours = name == "memplan" || name == "xtask" || name.starts_with("memplan-");
        let short = name.strip_prefix("memplan-").unwrap_or(name);
        if is_ours && allowed.split(' ').all(|allowed| allowed != short) {
            findings.push(format!(
                "{folder}/Cargo.toml:{number}: `{folder}` must not depend on `{name}`"
            ));
        }
    }
    findings
}

fn check_source(name: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let first = text.lines().find(|line| !line.trim().is_empty());
    if !first.is_some_and(|line| line.starts_with("//!") && line.len() > 6) {
        findings.push(format!(
            "{name}:1: the file does not start with a module doc (`//! ..`)"
        ));
    }
    let n_lines = text.lines().count();
    if n_lines > MAX_LINES {
        findings.push(format!(
            "{name}: {n_lines} lines, the limit is {MAX_LINES}: split it"
        ));
    }
    for (number, code) in code_lines(text) {
        for (refused, why) in REFUSED {
            if code.contains(refused) {
                findings.push(format!("{name}:{number}: `{refused}`: {why}"));
            }
        }
    }
    findings
}

/// Dialects and the text layer see each other through `mlir/src/syntax` only.
fn check_layers(name: &str, text: &str) -> Vec<String> {
    let is_dialect = ["mlir/src/dialects/", "mlir/src/syntax/"]
        .iter()
        .any(|folder| name.starts_with(folder));
    let is_text = name.starts_with("mlir/src/text/");
    let names_dialect = |line: &str| {
        let named = |dialect: &&str| {
            let forms = [
                format!("\"{dialect}."),
                format!("\"#{dialect}"),
                format!("\"!{dialect}"),
                format!("dialects::{dialect}"),
            ];
            forms.iter().any(|form| line.contains(form.as_str()))
        };
        DIALECTS.iter().any(named)
    };
    let of_line = |(number, line): (usize, &str)| {
        if is_dialect && line.contains("crate::text") {
            return Some(format!(
                "{name}:{number}: dialects use `crate::syntax`, never the text layer"
            ));
        }
        (is_text && names_dialect(line)).then(|| {
            format!("{name}:{number}: the text layer names a dialect: ask its table instead")
        })
    };
    program_lines(text).filter_map(of_line).collect()
}

/// The lines of a source file without their comments, numbered from 1.
pub(crate) fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    (1..).zip(code)
}

/// The [`code_lines`] before the unit tests of a source file.
pub(crate) fn program_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    code_lines(text).take_while(|(_, code)| code.trim() != "#[cfg(test)]")
}

pub(crate) fn files_with(
    directory: &Path,
    extension: &str,
    files: &mut Vec<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name != "target" && !name.starts_with('.') {
                files_with(&path, extension, files)?;
            }
        } else if path.extension().is_some_and(|files| files == extension) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_layers, check_manifest, check_source};

    #[test]
    fn a_forbidden_arrow_is_found() {
        let check = |manifest| check_manifest("planner", ["plugin support", "suite"], manifest);
        let manifest = "[dependencies]\nserde.workspace = true\nmemplan-mlir = { path = \"x\" }\n";
        assert_eq!(
            check(manifest),
            ["planner/Cargo.toml:3: `planner` must not depend on `memplan-mlir`"]
        );
        assert!(check("[dependencies]\nserde = \"1\"\n").is_empty());
    }

    #[test]
    fn dialects_and_text_do_not_know_each_other() {
        let uses_text = "use crate::text::parse;\n";
        assert_eq!(check_layers("mlir/src/dialects/scf.rs", uses_text).len(), 1);
        assert!(check_layers("mlir/src/passes/run.rs", uses_text).is_empty());
        let names_scf = "let name = \"scf.for\";\n";
        assert_eq!(check_layers("mlir/src/text/lexer.rs", names_scf).len(), 1);
        let in_test = format!("#[cfg(test)]\nmod tests {{ {names_scf} }}");
        assert!(check_layers("mlir/src/text/lexer.rs", &in_test).is_empty());
    }

    #[test]
    fn what_a_file_owes_its_reader() {
        assert!(check_source("a.rs", "//! Says why.\nfn f() {}\n").is_empty());
        let bad = concat!("fn f() { todo", "!() }\n");
        assert_eq!(check_source("a.rs", bad).len(), 2);
        let long = format!("//! Says why.\n{}", "\n".repeat(900));
        assert_eq!(check_source("a.rs", &long).len(), 1);
    }
}
