//! Traces of programs with dynamic shapes.

use memplan::{
    Context, DimRange, EqualDims, bufferize, collect, declare_dims, traces as collected_traces,
};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_planner::LifetimeTrace;
use memplan_planner::wire::source_hash;

use crate::Outcome;

/// Ranges and equal dimensions of programs, as `--range` and `--equal` take them.
const DIMS: &[(&str, &[&str], &[&str])] = &[
    (
        "bert",
        SEQUENCE,
        &["main:0:0=main:1:0", "main:0:1=main:1:1"],
    ),
    ("block", SEQUENCE, &[]),
    ("block_grad", SEQUENCE, &[]),
    ("gpt", SEQUENCE, &[]),
    ("conv", BATCH, &[]),
    ("mlp", BATCH, &[]),
    ("residual", BATCH, &[]),
    (
        "decode",
        &["main:0:0=1..16", "main:1:1=64..4096"],
        &[
            "main:0:0=main:1:0",
            "main:0:0=main:2:0",
            "main:1:1=main:2:1",
        ],
    ),
    ("jax_block_bs", SEQUENCE, &[]),
    ("jax_conv_b", BATCH, &[]),
    ("jax_mlp_b", BATCH, &[]),
    (
        "jax_decode_bc",
        &["main:0:0=1..16", "main:1:1=64..4096"],
        &[
            "main:0:0=main:1:0",
            "main:0:0=main:2:0",
            "main:1:1=main:2:1",
        ],
    ),
];

/// Batch and sequence.
const SEQUENCE: &[&str] = &["main:0:0=1..16", "main:0:1=32..1024"];

const BATCH: &[&str] = &["main:0:0=1..64"];

/// The traces of a program, one for each merged allocation.
pub(crate) fn traces(name: &str, text: &[u8]) -> Outcome<Vec<LifetimeTrace>> {
    let context = Context::default();
    let options = ParseOptions {
        dialects: Some(&context.dialects),
        ..ParseOptions::default()
    };
    let parsed = parse(text, &options);
    let mut m = parsed
        .map_err(|errors| format!("{name}: {errors:?}"))?
        .module;
    let stem = name.trim_end_matches(".tensor");
    if let Some((_, ranges, equal)) = DIMS.iter().find(|(model, ..)| *model == stem) {
        let ranges = ranges.iter().map(|text| text.parse::<DimRange>());
        let equal = equal.iter().map(|text| text.parse::<EqualDims>());
        let (ranges, equal): (Vec<_>, Vec<_>) = (
            ranges.collect::<Result<_, _>>()?,
            equal.collect::<Result<_, _>>()?,
        );
        declare_dims(&mut m, &ranges, &equal)?;
    }
    bufferize(&mut m)?;
    let collector = context.collector("tick")?;
    let collected = collect(&m, &collector)?;
    let scopes = collected_traces(&m, &collector, &collected, source_hash(text), name)?;
    Ok(scopes.traces)
}
