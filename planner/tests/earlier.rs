//! Files that earlier releases wrote are read, and give the same traces and plans.
//!
//! `plain` is of version 1, `symbols` of version 2 and `pools` of version 3.

use std::path::Path;

use memplan_planner::wire::{self, Format};
use memplan_planner::{
    MemoryPlan, MemoryTraceScopes, PlanOptions, ValidateOptions, registry, validate,
};
use memplan_support::Random;

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

/// Files of all versions, of today as well, that are cut or changed anywhere are read or refused: 3,000 of each, or as
/// many as `MEMPLAN_SUITE_CASES` says.
#[test]
fn damaged_files_do_no_harm() {
    let cases = std::env::var("MEMPLAN_SUITE_CASES").ok();
    let n_cases = cases.map_or(3000, |text| text.parse().unwrap());
    let mut random = Random::new(6);
    for (name, _) in FILES {
        let (read, planned) = (
            traces(&format!("{name}.mtrace")),
            plan(&format!("{name}.mplan")),
        );
        let earlier = ["mtrace", "mplan", "plan.json"].map(|kind| file(&format!("{name}.{kind}")));
        let today = [Format::Binary, Format::Json].map(|format| {
            [
                wire::write_trace(&read, format).unwrap(),
                wire::write_plan(&planned, format).unwrap(),
            ]
        });
        for original in earlier.iter().chain(today.as_flattened()) {
            for _ in 0..n_cases {
                read_both(&damaged(original, &mut random), &read);
            }
        }
    }
}

/// A file with one byte changed or gone, or without its end; the checksum of the frame is right.
fn damaged(original: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    let at = random.index(bytes.len());
    match random.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] = *random.pick(b"0-9\"{}[],.# \n\xffb"),
        2 => bytes[at] = bytes[at].wrapping_add(1),
        _ => drop(bytes.remove(at)),
    }
    if let Some(payload) = bytes.get(28..).filter(|_| bytes[0] == 0x89) {
        // What the checksum covers has to be refused by itself.
        let sum = xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes();
        let length = (payload.len() as u64).to_le_bytes();
        bytes[12..20].copy_from_slice(&length);
        bytes[20..28].copy_from_slice(&sum);
    }
    bytes
}

fn read_both(bytes: &[u8], of: &MemoryTraceScopes) {
    if let Ok(read) = wire::read_trace(bytes) {
        for trace in &read.traces {
            drop(trace.load_terms());
        }
    }
    if let Ok(plan) = wire::read_plan(bytes) {
        for (trace, schedule) in of.traces.iter().zip(&plan.schedules) {
            let _ = validate(trace, schedule, &ValidateOptions::default());
            let _ = schedule.at(&[3, 40]);
        }
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
