//! The examples: plug-ins in C and Rust are planners like any other.

use std::sync::Arc;

use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanOptions};
use memplan_remote::wasm::{Limits, Raising};
use memplan_suite::Suite;

use crate::library::{Plugins, file, registry};

const EXAMPLES: [&str; 2] = ["first_fit.wasm", "shaken_first_fit.wasm"];

fn example(name: &str) -> Arc<dyn MemoryPlanner> {
    file(&format!("wasm{{file={name}}}")).unwrap()
}

#[test]
fn they_pass_the_planner_test_suite() {
    for name in EXAMPLES {
        let suite = Suite::from_env().at_most(1000);
        let summary = suite
            .check(&example(name))
            .unwrap_or_else(|failure| panic!("{failure}"));
        println!("{name}: {summary}");
    }
}

#[test]
fn the_one_in_rust_reports_schedules_that_improve() {
    let traces = memplan_datasets::small::all().unwrap();
    let trace = &traces
        .iter()
        .find(|named| named.name == "nine")
        .unwrap()
        .trace;
    let plan = |name| example(name).plan(trace, &PlanOptions::default()).unwrap();
    let (first, shaken) = (plan(EXAMPLES[0]), plan(EXAMPLES[1]));
    assert!(
        shaken.total_size < first.total_size,
        "{} {}",
        shaken.total_size,
        first.total_size
    );
    assert_eq!(shaken, plan(EXAMPLES[1]));
    assert_eq!(shaken.planner, "wasm");
}

#[test]
fn limits_can_be_lowered_and_only_raised_where_that_is_allowed() {
    let trace: LifetimeTrace = "a 0..4 64; b 1..3 32".parse().unwrap();
    let few = file("wasm{file=first_fit.wasm fuel=100}").unwrap();
    let message = few
        .plan(&trace, &PlanOptions::default())
        .unwrap_err()
        .to_string();
    let expected = "`wasm` failed: `first_fit.wasm` did not end within 100 instructions";
    assert_eq!(message, expected);
    let limits = Limits {
        fuel: 1000,
        memory_bytes: 1 << 20,
        raising: Raising::Forbidden,
        ..Limits::default()
    };
    for (option, expected) in [
        ("fuel=1001", "option `fuel`: 1001 exceeds the limit, 1000"),
        ("memory=2", "option `memory`: 2 exceeds the limit, 1"),
        ("fuel=x", "option `fuel` is `x`, expected a whole number"),
    ] {
        let spec = format!("wasm{{file=first_fit.wasm {option}}}");
        let refused = registry(Plugins::default(), limits)
            .parse(&spec)
            .unwrap_err();
        assert_eq!(refused.to_string(), format!("planner `wasm`: {expected}"));
    }
}

#[test]
fn files_that_are_missing_or_not_named_are_errors() {
    let missing = file("wasm{file=none.wasm}").unwrap_err().to_string();
    assert!(
        missing.starts_with("planner `wasm`: option `file`: "),
        "{missing}"
    );
    let trace: LifetimeTrace = "a 0..4 64".parse().unwrap();
    let unnamed = file("wasm").unwrap().plan(&trace, &PlanOptions::default());
    let expected = "`wasm` failed: missing `file`: `wasm{file=..}`";
    assert_eq!(unnamed.unwrap_err().to_string(), expected);
}
