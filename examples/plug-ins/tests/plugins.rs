//! What `docs/book/src/guides/plug-ins.md` says about the example: small files, and a planner that passes the test
//! suite.

use memplan_interp::{RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::passes::{Pass, PassContext};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::verifier::verify;
use memplan_planner::algorithms::greedy::BY_SIZE;
use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanOptions};
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};
use plug_ins::memory_pass::ReadTheSource;
use plug_ins::planner::ShakenGreedy;

#[test]
fn it_passes_the_planner_test_suite() -> Result<(), memplan_suite::Failure> {
    let summary = memplan_suite::Suite::from_env().check(&ShakenGreedy { tries: 10 })?;
    println!("{summary}");
    Ok(())
}

#[test]
fn a_shaken_order_can_be_better() {
    let trace: LifetimeTrace = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; \
                                g 5..9 2; h 6..9 12; i 7..10 8"
        .parse()
        .unwrap();
    let options = PlanOptions::default();
    let peak = |planner: &dyn MemoryPlanner| planner.plan(&trace, &options).unwrap().peak().0;
    let peaks = (peak(&BY_SIZE), peak(&ShakenGreedy { tries: 50 }));
    assert_eq!(peaks, (39, 34));
}

#[test]
fn the_memory_pass_removes_copies_and_keeps_results() {
    let options = RunOptions::default();
    let mut n_removed = 0;
    for number in 0..n_programs(300) {
        let text = numbered_program(number, &ProgramOptions::default());
        let parsed = parse(text.as_bytes(), &ParseOptions::default());
        let mut m = parsed.unwrap().module;
        let main = function(&m, "main").unwrap();
        let before = run(&m, main, &[], &options).unwrap();
        let n_copies = n_copies(&m);
        let root = m.root();
        ReadTheSource
            .run(&mut m, root, &mut PassContext::default())
            .unwrap();
        assert_eq!(verify(&m), [], "{text}");
        n_removed += n_copies - self::n_copies(&m);
        let after = run(&m, main, &[], &options).unwrap();
        assert_eq!(before.difference(&after), None, "{text}");
    }
    assert!(n_removed > 0);
}

fn n_copies(m: &Module) -> usize {
    m.walk(m.root())
        .filter(|&op| m.is_kernel(op, Kernel::Copy))
        .count()
}

#[test]
fn each_plug_in_has_less_than_80_lines_of_code() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in [
        "collector",
        "dialect",
        "memory_pass",
        "mutator",
        "pass",
        "planner",
        "reader",
    ] {
        let text = std::fs::read_to_string(sources.join(format!("{name}.rs"))).unwrap();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let n_lines = text.lines().filter(is_code).count();
        assert!(n_lines < 80, "{name}: {n_lines}");
    }
}
