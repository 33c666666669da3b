//! External resources of tests: MLIR, a browser, and shared models and traces.
//!
//! A test whose tool or data is missing prints `SKIPPED: ..` and passes. With `MEMPLAN_REQUIRE_MLIR=1`,
//! `MEMPLAN_REQUIRE_BROWSER=1` or `MEMPLAN_REQUIRE_C=1` a missing tool is a failure; with
//! `MEMPLAN_REQUIRE_DATA=1` missing data is one. CI sets all of them. `MEMPLAN_REQUIRE_LOWERING=1` is for machines with
//! `iree-opt` and `torch-mlir-opt`, which are in Python packages.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Reports that a tool is missing.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_MLIR=1`.
pub fn skip_tool(tool: &str) {
    skip(tool, "MEMPLAN_REQUIRE_MLIR");
}

/// Reports that a compiler for C, or a tool for what it compiles, is missing.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_C=1`.
pub fn skip_c(tool: &str) {
    skip(tool, "MEMPLAN_REQUIRE_C");
}

/// Reports that data from outside the repository is missing.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_DATA=1`.
pub fn skip_data(data: &str) {
    skip(data, "MEMPLAN_REQUIRE_DATA");
}

/// Reports that no browser is installed.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_BROWSER=1`.
pub fn skip_browser(browser: &str) {
    skip(browser, "MEMPLAN_REQUIRE_BROWSER");
}

/// Reports that a program from a Python package, which lowers dialects of front ends, is missing.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_LOWERING=1`.
pub fn skip_lowering(tool: &str) {
    skip(tool, "MEMPLAN_REQUIRE_LOWERING");
}

#[expect(clippy::print_stderr, reason = "a skipped test must be visible")]
fn skip(what: &str, variable: &str) {
    let is_required = env::var_os(variable).is_some_and(|value| value == "1");
    assert!(!is_required, "{what} is missing, but {variable}=1 is set");
    eprintln!("SKIPPED: {what} is missing");
}

/// `iree-opt` on the path, which reads MLIR 24; `None`, said loudly, where it is missing.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_LOWERING=1`, if it is missing.
pub fn iree_opt() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let program = env::split_paths(&path)
        .map(|folder| folder.join("iree-opt"))
        .find(|program| program.is_file());
    if program.is_none() {
        skip_lowering("iree-opt");
    }
    program
}

/// The path of `name` in the folder `shared` beside the repository, if it exists.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_DATA=1`, if it does not exist.
pub fn shared(name: &str) -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = Some(shared.join(name)).filter(|path| path.exists());
    if path.is_none() {
        skip_data(&format!("../shared/{name}"));
    }
    path
}

/// The files in `folder` of [`shared`] whose names end with `ending`, sorted.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_DATA=1`, if there are none.
pub fn shared_files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let Some(path) = shared(folder) else {
        return Vec::new();
    };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    if files.is_empty() {
        skip_data(&format!("../shared/{folder}/*{ending}"));
    }
    files
}

/// `mlir-opt` of a major version: `mlir-opt-22` or `mlir-opt` in `PATH`, or where Debian installs it.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_MLIR=1`, if it is not installed.
pub fn mlir_opt(version: u32) -> Option<PathBuf> {
    let candidates = [
        format!("/usr/lib/llvm-{version}/bin/mlir-opt"),
        format!("mlir-opt-{version}"),
        "mlir-opt".to_owned(),
    ];
    let wanted = format!("version {version}.");
    let path = candidates.iter().find(|candidate| {
        let output = Command::new(candidate).arg("--version").output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(&wanted))
    });
    if path.is_none() {
        skip_tool(&format!("mlir-opt {version}"));
    }
    path.map(PathBuf::from)
}

/// A program that reads and prints the text of a version of MLIR: `mlir-opt` 19 or 22, else `mlir-opt-VERSION` in the
/// folder that `MEMPLAN_ORACLES` names.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_MLIR=1`, if 19 or 22 is not installed; if the folder does not have another.
pub fn oracle(version: u32) -> Option<PathBuf> {
    if matches!(version, 19 | 22) {
        return mlir_opt(version);
    }
    let folder = env::var_os("MEMPLAN_ORACLES");
    let Some(folder) = folder else {
        skip(&format!("MEMPLAN_ORACLES, for MLIR {version},"), "");
        return None;
    };
    let program = Path::new(&folder).join(format!("mlir-opt-{version}"));
    assert!(program.is_file(), "{} is missing", program.display());
    Some(program)
}

/// Runs a tool on a text that it reads from its standard input.
///
/// # Errors
///
/// If the tool cannot be started.
pub fn run_on(tool: &Path, flags: &[&str], input: &str) -> io::Result<Output> {
    memplan_support::process::run_on(tool, flags, input.as_bytes())
}

/// The directory that holds `mlir-opt` and `mlir-runner` 22.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_MLIR=1`, if one of them is not installed.
pub fn mlir_tools() -> Option<PathBuf> {
    let folder = Path::new("/usr/lib/llvm-22/bin");
    let has = |name: &str| folder.join(name).exists();
    if has("mlir-opt") && has("mlir-runner") {
        return Some(folder.to_owned());
    }
    skip_tool("mlir-opt 22 or mlir-runner 22");
    None
}

/// A script of `../shared/tools`, which runs programs with `mlir-opt` 22.
///
/// # Panics
///
/// With `MEMPLAN_REQUIRE_DATA=1`, if the script does not exist; with `MEMPLAN_REQUIRE_MLIR=1`, if
/// `mlir-opt` 22 is not installed.
pub fn shared_tool(name: &str) -> Option<PathBuf> {
    let script = shared(&format!("tools/{name}"))?;
    mlir_opt(22).map(|_| script)
}
