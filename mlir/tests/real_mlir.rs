//! The real MLIR, where it is installed.

#![allow(clippy::print_stderr, reason = "a test that compares nothing says so")]

use std::path::PathBuf;
use std::process::Command;

/// mlir-opt of a version, or `None` after a note that it is skipped. `MEMPLAN_REQUIRE_MLIR` makes its
/// absence an error.
pub(crate) fn mlir_opt(version: u32) -> Option<PathBuf> {
    let candidates = [
        format!("/usr/lib/llvm-{version}/bin/mlir-opt"),
        format!("mlir-opt-{version}"),
    ];
    let works = |path: &PathBuf| {
        let output = Command::new(path).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = candidates.iter().map(PathBuf::from).find(works);
    if found.is_none() {
        assert!(
            std::env::var_os("MEMPLAN_REQUIRE_MLIR").is_none(),
            "mlir-opt {version} is required but not installed"
        );
        eprintln!("skipped: mlir-opt {version} is not installed");
    }
    found
}
