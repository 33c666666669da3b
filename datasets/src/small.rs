//! The small, hand-made traces in `data/`, each with a known best peak.

use memplan_planner::wire::{self, WireError};
use memplan_planner::{Bytes, LifetimeTrace};

/// A trace with a name and its least peak.
#[derive(Clone, Debug)]
pub struct NamedTrace {
    /// The name of the file, without its extension.
    pub name: &'static str,
    /// The trace; its scope is the name, or that of the function in a network.
    pub trace: LifetimeTrace,
    /// The optimum: a schedule with this peak exists, and no schedule has a lower one.
    pub best_peak: Bytes,
}

/// Name, content and least peak of each file. `data/manifest.tsv` lists the same with checksums,
/// and one peak for each trace of a file.
const FILES: &[(&str, &str, u64)] = &[
    ("diamond", include_str!("../data/diamond.csv"), 192),
    (
        "load-is-not-enough",
        include_str!("../data/load-is-not-enough.csv"),
        12,
    ),
    ("nine", include_str!("../data/nine.csv"), 34),
    ("staircase", include_str!("../data/staircase.csv"), 64),
];

/// All small traces.
///
/// # Errors
/// Those of [`wire::read_trace`], if a file is damaged.
pub fn all() -> Result<Vec<NamedTrace>, WireError> {
    let mut traces = Vec::new();
    for &(name, text, best_peak) in FILES {
        for trace in wire::read_trace(text.as_bytes())?.traces {
            let named = LifetimeTrace::builder(name).buffers(trace.buffers().iter().cloned());
            let trace = named.build().map_err(|error| WireError::Trace {
                index: 0,
                scope: name.to_owned(),
                error,
            })?;
            traces.push(NamedTrace {
                name,
                trace,
                best_peak: Bytes(best_peak),
            });
        }
    }
    Ok(traces)
}

#[cfg(test)]
mod tests {
    use super::{FILES, all};
    use memplan_planner::registry;
    use memplan_planner::{
        Bytes, MemorySchedule, Optimality, PlanOptions, Units, ValidateOptions, validate, wire,
    };

    #[test]
    fn the_known_peaks_are_reached() {
        let plans: [&[u64]; 4] = [
            &[0, 64, 128, 0, 64],
            &[0, 0, 7, 2, 3, 7, 2, 0, 10],
            &[0, 22, 7, 16, 32, 14, 0, 2, 14],
            &[0, 32, 0, 32, 0, 32, 0, 32],
        ];
        for (named, offsets) in all().unwrap().into_iter().zip(plans) {
            let schedule = MemorySchedule {
                certificate: None,
                oriented: None,
                pooled: None,
                total_size: named.best_peak,
                offsets: offsets.iter().copied().map(Bytes).collect(),
                reuses: Vec::new(),
                planner: "by hand".to_owned(),
                work: Units(0),
                optimality: Optimality::Optimal,
                bound_rule: None,
                stopped_by: None,
            };
            let checks = ValidateOptions::default();
            assert_eq!(
                validate(&named.trace, &schedule, &checks),
                Ok(()),
                "{}",
                named.name
            );
        }
    }

    #[test]
    fn no_planner_beats_the_known_peak() {
        for named in all().unwrap() {
            assert!(named.trace.max_load() <= named.best_peak, "{}", named.name);
            for planner in registry::planners() {
                let schedule = planner.plan(&named.trace, &PlanOptions::default()).unwrap();
                assert!(named.best_peak <= schedule.peak(), "{}", named.name);
            }
        }
    }

    #[test]
    fn the_manifest_lists_every_file_with_its_checksum() {
        let mut rows = Vec::new();
        let mut row = |file: String, source: &str, bytes: &[u8], peaks: &[u64]| {
            let traces = wire::read_trace(bytes).unwrap().traces;
            let n_buffers: Vec<String> = traces.iter().map(|t| t.len().to_string()).collect();
            let peaks: Vec<String> = peaks.iter().map(u64::to_string).collect();
            rows.push(format!(
                "{file}\t{source}\tApache-2.0 OR MIT\t{}\t{}\t{:032x}\n",
                n_buffers.join(" "),
                peaks.join(" "),
                wire::source_hash(bytes)
            ));
        };
        for &(name, text, best_peak) in FILES {
            let source = "made for this repository";
            row(format!("{name}.csv"), source, text.as_bytes(), &[best_peak]);
        }
        for &(name, bytes, best_peaks) in crate::models::FILES {
            let source = "memplan trace of a small JAX network";
            row(format!("models/{name}.mtrace"), source, bytes, best_peaks);
        }
        let expected = format!(
            "file\tsource\tlicence\tbuffers\tbest_peak_bytes\txxh3_128\n{}",
            rows.concat()
        );
        assert_eq!(include_str!("../data/manifest.tsv"), expected);
    }
}
