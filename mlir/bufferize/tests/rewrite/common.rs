//! Shared helpers for tests of the rewrite: copies without an analysis, execution before and after, mlir-opt.

use memplan_bufferize::rewrite::{self, RewriteReport};
use memplan_bufferize::{BoundaryLayout, Options, UnknownLayout};
use memplan_dialects_extra::parse_options;
use memplan_interp::{Datum, Run, RunOptions, function, random_arguments, run};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId, OpSpec, TypeKind, ValueId, names};
use memplan_testing::outside::{mlir_opt, run_on};

pub(crate) fn read(text: &str) -> Module {
    match parse(text.as_bytes(), &parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

pub(crate) fn write(m: &Module) -> String {
    print(m, &PrintOptions::default())
}

/// The options for a list of words, and whether destinations are copied first.
pub(crate) fn options(words: &str) -> (Options, bool) {
    let mut options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let mut copies = false;
    for word in words.split_whitespace() {
        match word {
            "bufferize" => {}
            "copies" => copies = true,
            "identity" => options.boundary_layout = BoundaryLayout::Identity,
            "fully-dynamic" => options.boundary_layout = BoundaryLayout::FullyDynamic,
            "no-boundaries" => options.function_boundaries = false,
            "unknown-ops" => options.allow_unknown_ops = true,
            "unknown-identity" => options.unknown_layout = UnknownLayout::Identity,
            "reference" => options.is_reference = true,
            "encoding-space" => options.encoding_is_memory_space = true,
            "must-infer-space" => options.must_infer_memory_space = true,
            "no-lowering" => options.lower_elementwise = false,
            "no-alignment" => options.buffer_alignment = 0,
            _ => match word.split_once('=') {
                Some(("dialects", list)) => {
                    options.dialect_filter = list.split(',').map(str::to_owned).collect();
                }
                _ => panic!("unknown word `{word}`"),
            },
        }
    }
    (options, copies)
}

/// Inserts a copy in front of every destination, so that the program stays the same when all updates are
/// in place.
pub(crate) fn copy_destinations(m: &mut Module) {
    let ops: Vec<OpId> = m.walk(m.root()).collect();
    for op in ops {
        let group = m.def(op).and_then(|def| {
            let group = def.destination?;
            def.operand_group(group)
        });
        let (Some(group), true) = (group, m.result_count(op) > 0) else {
            continue;
        };
        let parent = m.parent(op);
        let is_masked = parent.is_some_and(|parent| m.op_name_text(parent) == "vector.mask");
        let anchor = parent.filter(|_| is_masked).unwrap_or(op);
        for at in m.operand_range(op, group) {
            let value = m.operands(op)[at];
            if !matches!(m.value_type_kind(value), TypeKind::Tensor { .. }) {
                continue;
            }
            let copy = copy_of(m, anchor, value);
            m.set_operand(op, at, copy);
        }
    }
}

fn copy_of(m: &mut Module, anchor: OpId, value: ValueId) -> ValueId {
    let ty = m.value_type(value);
    let name = m.ctx.op_name("bufferization.alloc_tensor");
    let counts = m.ctx.i32_array(&[0, 1, 0]);
    let spec = OpSpec::new(name)
        .operands(&[value])
        .results(&[ty])
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    let op = m.create_op(spec);
    m.insert_before(anchor, op);
    m.result(op, 0).unwrap()
}

/// Bufferizes a verified program and verifies the result.
pub(crate) fn bufferized(
    text: &str,
    words: &str,
) -> Result<(Module, RewriteReport), rewrite::Error> {
    let (options, copies) = options(words);
    let mut m = read(text);
    assert_eq!(verify(&m), Vec::new(), "{text}");
    if copies {
        let root = m.root();
        rewrite::lower_elementwise(&mut m, root, rewrite::Selection::All);
        copy_destinations(&mut m);
        assert_eq!(verify(&m), Vec::new());
    }
    let before = write(&m);
    let result = rewrite::bufferize(&mut m, &options);
    match result {
        Ok(report) => {
            let errors = verify(&m);
            assert!(errors.is_empty(), "{errors:#?}\n{}", write(&m));
            Ok((m, report))
        }
        Err(error) => {
            assert_eq!(write(&m), before, "a failure changes nothing");
            Err(error)
        }
    }
}

/// Runs every function with a body on random arguments before and after; returns how many ran.
pub(crate) fn compare(before: &Module, after: &Module, what: &str) -> usize {
    compare_where(before, after, what, |_| true)
}

/// Like [`compare`], for the functions with certain names.
pub(crate) fn compare_where(
    before: &Module,
    after: &Module,
    what: &str,
    is_compared: impl Fn(&str) -> bool,
) -> usize {
    let mut n_compared = 0;
    // Large programs take seconds.
    let n_seeds = if before.op_count() < 500 { 3 } else { 1 };
    for op in before.ops_with_trait(memplan_mlir::dialects::Traits::FUNCTION) {
        let name = before.symbol_name(op).map(|name| before.ctx.text(name));
        let name = name.unwrap_or_default();
        if !is_compared(&name) {
            continue;
        }
        for seed in 0..n_seeds {
            let Some(arguments) = random_arguments(before, op, seed) else {
                continue;
            };
            let options = RunOptions::default();
            let Ok(expected) = run(before, op, &arguments, &options) else {
                continue;
            };
            // The result of an unknown function depends on the types of its arguments.
            if !expected.results.iter().all(Datum::is_defined) || expected.n_observed > 0 {
                continue;
            }
            let twin = function(after, &name).unwrap();
            let actual = run(after, twin, &arguments, &options)
                .unwrap_or_else(|fault| panic!("{what}: @{name}: {fault:?}\n{}", write(after)));
            // Arguments may have been updated in place.
            let expected = Run {
                arguments: actual.arguments.clone(),
                ..expected
            };
            let difference = expected.difference(&actual);
            assert_eq!(difference, None, "{what}: @{name}\n{}", write(after));
            n_compared += 1;
        }
    }
    n_compared
}

/// What mlir-opt 22 prints for a text and passes; `None` where it is not installed.
pub(crate) fn mlir_opt_22(text: &str, passes: &[&str]) -> Option<Result<String, String>> {
    let program = mlir_opt(22)?;
    let flags = [
        &["--allow-unregistered-dialect", "--split-input-file"],
        passes,
    ]
    .concat();
    let output = run_on(&program, &flags, text).unwrap();
    Some(if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    })
}
