//! Programs with decisions as attributes, from memplan and from mlir-opt.

use memplan_testing::outside::run_on;
use std::path::Path;

use memplan_bufferize::Options;
use memplan_bufferize::analysis::insert_copies;
use memplan_dialects_extra::parse_options;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::{AttrKind, Module, OpId, names};

/// Reads a program.
pub(crate) fn module(text: &str) -> Module {
    match parse(text.as_bytes(), &parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{:?}\n{text}", errors.first()),
    }
}

/// The program with memplan's decisions, or its first message.
pub(crate) fn decided(text: &str, options: &Options) -> Result<Module, String> {
    let mut m = module(text);
    match insert_copies(&mut m, options) {
        Ok(_) => Ok(m),
        Err(errors) => Err(errors[0].message.clone()),
    }
}

/// The program with the decisions of mlir-opt, or its first message.
pub(crate) fn decided_by(mlir_opt: &Path, text: &str, flags: &str) -> Result<Module, String> {
    bufferized_by(mlir_opt, text, &format!("test-analysis-only {flags}"))
}

/// What `one-shot-bufferize` of mlir-opt makes of a program, or its first message.
pub(crate) fn bufferized_by(mlir_opt: &Path, text: &str, flags: &str) -> Result<Module, String> {
    let pass = format!("--one-shot-bufferize={flags}");
    let output = run_on(mlir_opt, &["--mlir-disable-threading", &pass], text).unwrap();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let message = errors.split("error: ").nth(1).unwrap_or(&errors);
        return Err(message.lines().next().unwrap_or_default().to_owned());
    }
    Ok(module(&String::from_utf8(output.stdout).unwrap()))
}

/// What was decided, one line for each operation with a tensor operand and for each argument and `return`.
pub(crate) fn decisions(m: &Module) -> Vec<String> {
    let mut lines = Vec::new();
    for op in m.walk(m.root()) {
        let name = m.op_name_text(op);
        // mlir-opt does not print the terminator of `vector.mask`.
        if name == "vector.yield" {
            continue;
        }
        if let Some(words) = strings(m, op, "__inplace_operands_attr__") {
            lines.push(format!("{name} {}", words.join(" ")));
        }
        if let Some(words) = strings(m, op, "__equivalent_func_args__") {
            lines.push(format!("{name} returns {}", words.join(" ")));
        }
        let access = m.ctx.find_str("bufferization.access");
        for (index, &attr) in m.prop_elements(op, names::ARG_ATTRS).iter().enumerate() {
            let AttrKind::Dictionary(entries) = m.ctx.attr_kind(attr) else {
                continue;
            };
            let entry = entries.iter().find(|(key, _)| Some(*key) == access);
            if let Some(word) = entry.and_then(|(_, attr)| m.ctx.attr_str(*attr)) {
                lines.push(format!("argument {index}: {}", m.ctx.text(word)));
            }
        }
    }
    lines
}

fn strings(m: &Module, op: OpId, name: &str) -> Option<Vec<String>> {
    let attr = m.attr(op, m.ctx.find_str(name)?)?;
    let AttrKind::Array(elements) = m.ctx.attr_kind(attr) else {
        return None;
    };
    let text = |&element| match m.ctx.attr_i64(element) {
        Some(number) => number.to_string(),
        None => m
            .ctx
            .attr_str(element)
            .map_or(String::new(), |text| m.ctx.text(text).into_owned()),
    };
    Some(elements.iter().map(text).collect())
}

/// A program as text.
pub(crate) fn text(m: &Module) -> String {
    print(m, &PrintOptions::default())
}

/// Numbers of allocations and copies.
pub(crate) fn count(m: &Module) -> (usize, usize) {
    let count = |kernel| {
        m.walk(m.root())
            .filter(|&op| m.is_kernel(op, kernel))
            .count()
    };
    (count(Kernel::Alloc), count(Kernel::Copy))
}
