//! Files that earlier releases wrote are read, and give the same traces and plans.
//!
//! `plain` is of version 1, `symbols` of version 2 and `pools` of version 3.

use std::path::Path;

use memplan_planner::wire::{self, Format};
use memplan_planner::{
    MemoryPlan, MemoryTraceScopes, PlanOptions, ValidateOptions, registry, validate,
};

const FILES: [(&str, u32); 3] = [("plain", 1), ("symbols", 2), ("pools", 3)];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier");
    std::fs::read(folder.join(name)).unwrap()
}

fn traces(name: &str) -> MemoryTraceScopes {
    wire::read_trace(&file(name)).unwrap()
}

fn plan(name: &str) -> MemoryPlan {
    wire::read_plan(&file(name)).unwrap()
}

#[test]
fn files_of_each_version_are_read() {
    for (name, version) in FILES {
        let binary = file(&format!("{name}.mtrace"));
        assert_eq!(binary[8..12], version.to_le_bytes());
        let read = traces(&format!("{name}.mtrace"));
        let text = if version == 3 { "json" } else { "csv" };
        assert_eq!(read.traces, traces(&format!("{name}.{text}")).traces);
        for plan in [
            plan(&format!("{name}.mplan")),
            plan(&format!("{name}.plan.json")),
        ] {
            let hash = wire::trace_hash(&read).unwrap();
            assert!(plan.trace_hash.is_none_or(|of| of == hash), "{name}");
            for (trace, schedule) in read.traces.iter().zip(&plan.schedules) {
                assert_eq!(
                    validate(trace, schedule, &ValidateOptions::default()),
                    Ok(()),
                    "{name}"
                );
            }
        }
        assert_eq!(
            plan(&format!("{name}.mplan")).schedules,
            plan(&format!("{name}.plan.json")).schedules
        );
    }
}

/// What is written now is read back, as the files of today.
#[test]
fn files_of_each_version_are_written_again() {
    for (name, _) in FILES {
        let (read, planned) = (
            traces(&format!("{name}.mtrace")),
            plan(&format!("{name}.mplan")),
        );
        for format in [Format::Binary, Format::Json] {
            let bytes = wire::write_trace(&read, format).unwrap();
            assert_eq!(wire::read_trace(&bytes).unwrap(), read, "{name}");
            let bytes = wire::write_plan(&planned, format).unwrap();
            assert_eq!(wire::read_plan(&bytes).unwrap(), planned, "{name}");
        }
    }
}

/// The planner of today gives the plans of then.
#[test]
fn plans_are_those_of_then() {
    for (name, _) in FILES {
        let read = traces(&format!("{name}.mtrace"));
        let then = plan(&format!("{name}.mplan"));
        let planner = registry::planner("auto").unwrap();
        for (trace, then) in read.traces.iter().zip(&then.schedules) {
            let now = planner.plan(trace, &PlanOptions::default()).unwrap();
            assert_eq!(
                (&now.offsets, &now.oriented, &now.pooled),
                (&then.offsets, &then.oriented, &then.pooled),
                "{name}"
            );
        }
    }
}
