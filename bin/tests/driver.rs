//! The command and the library `memplan` do the same job.

use crate::common::{Scratch, args, assert_has, json_file, memplan, stdout, text};
use memplan::{Context, Merge};

const PROGRAMS: [&str; 6] = [
    "examples/mlp.mlir",
    "examples/views.mlir",
    "examples/branch.mlir",
    "examples/loop.mlir",
    "bin/tests/data/planning/over-aligned.mlir",
    "bin/tests/data/planning/lone.mlir",
];

#[test]
fn the_library_gives_what_the_command_gives() {
    let context = Context::default();
    for program in PROGRAMS {
        let path = crate::common::root().join(program);
        let source = std::fs::read_to_string(path).unwrap();
        for planner in ["auto{effort=quick}", "chunk-hot", "best-fit{alignment=128}"] {
            let job = Merge::new(&context).unwrap().planner(planner).unwrap();
            let merged = job.run_text(&source).unwrap();
            let expected = stdout(&["merge", program, "--planner", planner]);
            assert_eq!(merged.text(), expected, "{program} with {planner}");
        }
        let merged = Merge::new(&context).unwrap().run_text(&source).unwrap();
        assert_eq!(merged.text(), stdout(&["merge", program]), "{program}");
    }
}

#[test]
fn an_arena_that_fell_back_is_reported() {
    let scratch = Scratch::new("fallback");
    let report = scratch.path("report.json");
    let program = "examples/mlp.mlir";
    let json = |arena: &str| {
        stdout(&["merge", program, "--arena", arena, "--report", &report]);
        let report = json_file(&report);
        report["scopes"][0].clone()
    };
    let scope = json("alloca");
    assert_eq!(scope["arena"], "alloc");
    assert_eq!(scope["fallback"], "too-large-for-stack");
    let scope = json("global");
    assert_eq!(scope["arena"], "global");
    assert_eq!(scope.get("fallback"), None);
    let mutator = "merge-alloc{stack-limit=131072}";
    let path = scratch.path("report.json");
    let program_on_stack = stdout(args!(
        "merge {program} --mutator {mutator} --arena alloca --report {path}"
    ));
    assert_has!(program_on_stack, "memref.alloca()");
    // The flag overrides the option of the specification.
    let both = ["--mutator", "merge-alloc{arena=global}", "--arena=alloc"];
    let merged = stdout(&[&["merge", program], &both[..]].concat());
    assert_eq!(merged, stdout(&["merge", program, "--arena=alloc"]));
    assert!(!merged.contains("memref.global"));
    for mutator in ["unknown", "merge-alloc{"] {
        let output = memplan(&["merge", program, "--mutator", mutator, "--arena=alloca"]);
        assert!(text(&output.stderr).contains("[bad-mutator]"), "{mutator}");
    }
    let output = memplan(&["merge", program, "--arena=alloca"]);
    let told = text(&output.stderr);
    assert_has!(
        told,
        "auto, arena falls back to alloc (too-large-for-stack)"
    );
}
