//! Functions without a body that keep, free and return buffers: random programs, run by MLIR with the functions in C.

use memplan::{ArgumentOptions, Context, Merge};
use memplan_memory_model::UnknownOps;
use memplan_mlir::Module;
use memplan_mlir::passes::RunOptions as PassOptions;
use memplan_testing::contracts::{RUNTIME, numbered_program, without_declarations};
use memplan_testing::figure;
use memplan_testing::programs::{first_program, n_programs};

use crate::common::chain::read;
use crate::common::programs::text_of;
use crate::common::real_mlir::Ledger;

fn merged(text: &str, unknown_ops: UnknownOps) -> Module {
    let mut m = read(text);
    let context = Context::default();
    let arguments = ArgumentOptions {
        unknown_ops,
        ..ArgumentOptions::default()
    };
    let job = Merge::new(&context).unwrap().arguments(arguments);
    job.run(&mut m).unwrap();
    m
}

fn passed(text: &str, pipeline: &str) -> Module {
    let mut m = read(text);
    let pipeline = Context::default().pipeline(pipeline).unwrap();
    let run = pipeline.run(&mut m, &PassOptions::default());
    run.result.unwrap();
    m
}

/// What LLVM would refuse on the sizes of a buffer.
fn without_attributes(text: &str) -> String {
    let text = without_declarations(text);
    text.replace(" {memplan.returned}", "")
        .replace(" {llvm.returned}", "")
}

#[test]
fn the_real_mlir_agrees_and_nothing_is_freed_twice() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    let ledger = ledger.with_runtime(RUNTIME);
    let (mut n_runs, mut n_exact) = (0, 0);
    let first = first_program();
    for number in first..first + n_programs(8) {
        let program = numbered_program(number);
        let distrusted = without_declarations(&program.text);
        let variants = [
            ("merge", merged(&program.text, UnknownOps::Access)),
            (
                "merge, distrusting",
                merged(&distrusted, UnknownOps::Capture),
            ),
            (
                "ownership",
                passed(
                    &program.text,
                    "builtin.module(buffer-deallocation-pipeline{lower-clones=true})",
                ),
            ),
            (
                "placement",
                passed(
                    &program.text,
                    "builtin.module(buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack,buffer-deallocation,\
                     func.func(optimize-allocation-liveness))",
                ),
            ),
            (
                "placement, distrusting",
                passed(
                    &distrusted,
                    "builtin.module(unknown-ops-capture,buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack,\
                     buffer-deallocation,func.func(optimize-allocation-liveness))",
                ),
            ),
        ];
        for (what, m) in variants {
            let run = ledger.run(&without_attributes(&text_of(&m)));
            let run =
                run.unwrap_or_else(|error| panic!("{what} {number}: {error}\n{}", text_of(&m)));
            let context = format!("{what} {number}\n{}\nbecame\n{}", program.text, text_of(&m));
            assert_eq!(run.result, program.result.to_string(), "{context}");
            assert_eq!((run.double_frees, run.wild_frees), (0, 0), "{context}");
            let may_leak = !program.is_exact || what.ends_with("distrusting");
            assert!(
                may_leak || run.leaked == 0,
                "{} leaks: {context}",
                run.leaked
            );
            n_runs += 1;
            n_exact += usize::from(!may_leak);
        }
    }
    figure(&format!(
        "{n_runs} runs of programs that call functions without a body: nothing is freed twice or read after it was freed; nothing \
         leaks in {n_exact} of them, in which all that may be kept is kept"
    ));
}
