//! Traces of real networks, collected by memplan's collector; `data/models/`.
//!
//! The networks are small JAX models, lowered to MLIR and bufferized by MLIR's passes: an Inception
//! block stack, an LSTM, a ResNet, and transformers for inference and with gradients. The files
//! contain only sizes and lifetimes of buffers, no code and no weights.

use memplan_planner::Bytes;
use memplan_planner::wire::{self, WireError};

use crate::small::NamedTrace;

/// Name, content, and the least peak of each allocation scope.
pub(crate) const FILES: &[(&str, &[u8], &[u64])] = &[
    (
        "inception",
        include_bytes!("../data/models/inception.mtrace"),
        &[3_538_944],
    ),
    (
        "lstm",
        include_bytes!("../data/models/lstm.mtrace"),
        &[72_704, 512],
    ),
    (
        "resnet",
        include_bytes!("../data/models/resnet.mtrace"),
        &[1_345_024],
    ),
    (
        "transformer",
        include_bytes!("../data/models/transformer.mtrace"),
        &[4_729_856],
    ),
    (
        "transformer-grad",
        include_bytes!("../data/models/transformer-grad.mtrace"),
        &[69_555_200],
    ),
    (
        "transformer-small",
        include_bytes!("../data/models/transformer-small.mtrace"),
        &[140_672],
    ),
    (
        "transformer-small-grad",
        include_bytes!("../data/models/transformer-small-grad.mtrace"),
        &[822_784],
    ),
];

/// All traces of all networks, one for each allocation scope, in the order of their names.
///
/// # Errors
/// Those of [`wire::read_trace`], if a file is damaged.
pub fn all() -> Result<Vec<NamedTrace>, WireError> {
    let mut named = Vec::new();
    for &(name, bytes, best_peaks) in FILES {
        let traces = wire::read_trace(bytes)?.traces;
        named.extend(
            traces
                .into_iter()
                .zip(best_peaks)
                .map(|(trace, &peak)| NamedTrace {
                    name,
                    trace,
                    best_peak: Bytes(peak),
                }),
        );
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::{FILES, all};
    use memplan_planner::{PlanOptions, registry};

    #[test]
    fn every_peak_is_the_load_and_is_reached() {
        let traces = all().unwrap();
        let n_scopes: usize = FILES.iter().map(|(_, _, peaks)| peaks.len()).sum();
        assert_eq!(traces.len(), n_scopes);
        for named in traces {
            assert_eq!(named.trace.max_load(), named.best_peak, "{}", named.name);
            let peaks = ["greedy-by-size", "best-fit"].map(|name| {
                let planner = registry::planner(name).unwrap();
                let schedule = planner.plan(&named.trace, &PlanOptions::default());
                schedule.unwrap().peak()
            });
            assert_eq!(
                peaks.into_iter().min(),
                Some(named.best_peak),
                "{}",
                named.name
            );
        }
    }
}
