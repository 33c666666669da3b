//! What `docs/plug-ins.md` says about the example: small files, and a planner that passes the test suite.

use memplan_planner::algorithms::greedy::BY_SIZE;
use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanOptions};
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
fn each_plug_in_has_less_than_80_lines_of_code() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in [
        "collector",
        "dialect",
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
