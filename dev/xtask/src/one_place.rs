//! Checks that random numbers and sorting have one implementation each, and names of attributes one place.
//!
//! A second generator may be a bad one, and tests that rely on it then test less than they seem to; each type that the
//! standard library sorts adds 7 kB to the command. A misspelt attribute would never be found in a program.

use crate::tidy::{code_lines, program_lines};

/// The multipliers of common generators and hashes. Written in two halves, so that this file does not find itself.
const MULTIPLIERS: &[&str] = &[
    concat!("6_364_136_223_846_", "793_005"),
    concat!("0xbf58_476d_", "1ce4_e5b9"),
    concat!("1_103_", "515_245"),
    concat!("1_664_", "525"),
];

/// Where these may occur.
const OWN_GENERATORS: &[&str] = &[
    // Does not depend on this workspace.
    "examples/wasm-planners/",
    // The operation that MLIR defines by its generator.
    "mlir/src/dialects/assembly/linalg_body.rs",
    // Chosen traces on which tests claim that one rule is better than another: other numbers, other traces.
    "planner/src/testing.rs",
    // The generator of the system that a planner reproduces, and the transcription of its source.
    "planner/src/named/python_random.rs",
    "planner/src/named/rand_r.rs",
    "planner/tests/named_literal.rs",
];

/// The libraries of the command.
const SORTING: &[&str] = &[
    "bin/src/",
    "collectors/readers/src/",
    "collectors/src/",
    "datasets/src/",
    "driver/src/",
    "mlir/bufferize/src/",
    "mlir/bytecode/src/",
    "mlir/dialects-extra/src/",
    "mlir/interp/src/",
    "mlir/src/",
    "mutators/alias-scopes/src/",
    "mutators/memory/src/",
    "mutators/placement/src/",
    "mutators/src/",
    "planner/src/",
    "service/page/src/",
    "support/plugin/src/",
];

/// Inner loops, in which a sort of its own is faster.
const OWN_SORTS: &[&str] = &[
    "planner/src/builder/fits.rs",
    "planner/src/constrained/place.rs",
    "planner/src/orders.rs",
    "planner/src/problem/sections.rs",
];

/// Calls of the sorts of the standard library.
const SORTS: &[&str] = &[
    ".sort()",
    ".sort_by(|",
    ".sort_by_cached_key(",
    ".sort_by_key(",
    ".sort_unstable",
];

/// The folders whose sources use the names of attributes, and the file that has them.
const ATTRIBUTES: (&[&str], &str) = (
    &["collectors/src/", "driver/src/", "mlir/", "mutators/"],
    "mlir/src/ir/names.rs",
);

/// The lines of a source file that implement random numbers, sort without `memplan-support`, or spell the name of an
/// attribute.
pub(crate) fn check(name: &str, text: &str) -> Vec<String> {
    let starts_with = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    let has = |code: &str, list: &[&str]| list.iter().any(|text| code.contains(text));
    let mut findings = Vec::new();
    if !starts_with(OWN_GENERATORS) {
        let lines = code_lines(text).filter(|(_, code)| has(code, MULTIPLIERS));
        findings.extend(lines.map(|(number, _)| {
            format!("{name}:{number}: a random number generator: use `memplan_support::Random`")
        }));
    }
    if starts_with(SORTING) && !starts_with(OWN_SORTS) && !name.ends_with("/tests.rs") {
        let lines = program_lines(text).filter(|(_, code)| has(code, SORTS));
        findings.extend(lines.map(|(number, _)| {
            format!("{name}:{number}: a sort of the standard library: use `memplan_support::Sort`")
        }));
    }
    let (users, names) = ATTRIBUTES;
    let is_test = name.contains("/tests/") || name.ends_with("/tests.rs");
    if starts_with(users) && name != names && !is_test {
        let lines = program_lines(text).filter(|(_, code)| code.contains("\"memplan."));
        findings.extend(
            lines.map(|(number, _)| {
                format!("{name}:{number}: the name of an attribute: use {names}")
            }),
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::{MULTIPLIERS, check};

    #[test]
    fn generators_are_found_in_tests_too() {
        let text = format!("#[cfg(test)]\nlet x = y * {};\n", MULTIPLIERS[0]);
        assert_eq!(check("mlir/src/a.rs", &text).len(), 1);
        assert!(check("examples/wasm-planners/rust/src/lib.rs", &text).is_empty());
    }

    #[test]
    fn attributes_are_found_outside_of_tests() {
        let text = "m.ctx.str(\"memplan.arena\");\n";
        assert_eq!(check("mutators/src/a.rs", text).len(), 1);
        assert!(check("mutators/tests/a.rs", text).is_empty());
        assert!(check("mlir/src/ir/names.rs", text).is_empty());
    }

    #[test]
    fn sorts_are_found_outside_of_tests() {
        let text = "list.sort_by_key(|x| x.0);\n";
        assert_eq!(check("mlir/src/a.rs", text).len(), 1);
        assert!(check("mlir/src/a/tests.rs", text).is_empty());
        assert!(check("planner/src/builder/fits.rs", text).is_empty());
        assert!(check("mlir/src/a.rs", &format!("#[cfg(test)]\n{text}")).is_empty());
        assert!(check("mlir/src/a.rs", "list.sort_stable();\n").is_empty());
    }
}
