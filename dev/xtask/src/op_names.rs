//! Checks that operation names are compared in dialect tables only.
//!
//! Passes, analyses, the verifier and the interpreter ask the table entry of an operation for facts
//! (traits, interfaces, [`semantics`](memplan_mlir::semantics)), so that operations of other dialects
//! with the same facts are treated alike. Creating an operation by name is fine.

use crate::tidy::program_lines;

/// The folders whose sources are checked.
const FOLDERS: &[&str] = &[
    "bin/src/",
    "collectors/readers/src/",
    "collectors/src/",
    "driver/src/",
    "mlir/bytecode/src/",
    "mlir/interp/src/",
    "mlir/src/",
    "mutators/alias-scopes/src/",
    "mutators/memory/src/",
    "mutators/placement/src/",
    "mutators/src/",
];

/// Files in which names may be compared, with the reason.
const ALLOWED: &[&str] = &[
    // The tables, and the syntax and rules that their entries point to.
    "mlir/src/dialects/",
    // Names in text.
    "mlir/src/text/",
    // Names of parents, as the table entry of the child lists them.
    "mlir/src/verifier/structure.rs",
    // Operations of a dialect without a table, in dumps of IREE.
    "collectors/readers/src/iree_pack.rs",
    // The LLVM dialect as LLVM IR: its reader of text has the same names.
    "mutators/alias-scopes/src/dialect.rs",
    // Names that the user of a pipeline types.
    "mlir/src/passes/",
];

/// The lines of a source file that compare the name of an operation.
pub(crate) fn check(name: &str, text: &str) -> Vec<String> {
    let is_checked = FOLDERS.iter().any(|folder| name.starts_with(folder))
        && !ALLOWED.iter().any(|allowed| name.starts_with(allowed))
        && !name.ends_with("/tests.rs");
    if !is_checked {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, code) in program_lines(text) {
        if compares_name(code) || compares_literal(code) {
            findings.push(format!(
                "{name}:{number}: compares the name of an operation: ask its table entry for a \
                 fact, such as its `semantics`"
            ));
        }
    }
    findings
}

/// `m.op_name_text(op) == ..`, and `match` on one.
fn compares_name(code: &str) -> bool {
    ["op_name_text(", "op_name_str("].iter().any(|call| {
        let Some((before, after)) = code.split_once(call) else {
            return false;
        };
        let is_matched = before.trim_start().starts_with("match ") || before.contains(" match ");
        let is_compared = [before, after]
            .iter()
            .any(|part| part.contains(" == ") || part.contains(" != "));
        is_matched || is_compared
    })
}

/// Whether a line has the name of an operation next to `==` or `!=`, in a pattern, or in a search of a list.
fn compares_literal(code: &str) -> bool {
    let parts: Vec<&str> = code.split('"').collect();
    // Every second part is a literal.
    (1..parts.len().saturating_sub(1)).step_by(2).any(|at| {
        let (before, after) = (parts[at - 1].trim_end(), parts[at + 1].trim_start());
        let is_compared = ["==", "!=", "|", "contains(&"]
            .iter()
            .any(|operator| before.ends_with(operator))
            || ["==", "!=", "|", "=>", "if "]
                .iter()
                .any(|operator| after.starts_with(operator));
        is_compared && memplan_dialects_extra::dialects().find(parts[at]).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::check;

    fn n_findings(line: &str) -> usize {
        check("mlir/src/rewrite/a.rs", line).len()
    }

    #[test]
    fn comparisons_of_names_are_found() {
        for line in [
            "if m.op_name_text(op) == NAME {",
            "let is_cast = |op| \"memref.cast\" != *m.op_name_text(op);",
            "match &*m.op_name_text(op) {",
            "    \"memref.load\" | \"memref.dim\" => operand == 0,",
            "if name == \"scf.for\" {",
            ".filter(|&op| m.ctx.op_name_str(m.op_name(op)) == name)",
            "if CASTS.contains(&\"memref.cast\") {",
        ] {
            assert_eq!(n_findings(line), 1, "{line}");
        }
    }

    #[test]
    fn names_may_be_used_otherwise() {
        for line in [
            "let name = m.ctx.op_name(\"arith.constant\");",
            "let operation = m.op_name_text(op).into_owned();",
            "builder.op(\"memref.load\", &[memref])",
            "if word == \"not.an.op\" {",
            "// as if name == \"scf.for\"",
        ] {
            assert_eq!(n_findings(line), 0, "{line}");
        }
        let compares = "if name == \"scf.for\" {";
        assert!(check("mlir/src/dialects/scf.rs", compares).is_empty());
        let in_tests = format!("#[cfg(test)]\nmod tests {{\n{compares}\n");
        assert!(check("mlir/src/rewrite/a.rs", &in_tests).is_empty());
    }
}
