//! Allocation problems with pools, relations and costs: the format `dsa-problem`, version 1, of dsa-solver and PyPTO.
//!
//! A file is one trace with [`Relations`]: its pools, separations (`apart`), temporal exclusions (`never together`),
//! colocations (`same place`), pins, reuse penalties and objective. A plan is written as a `dsa-solution`, and read
//! from one beside the problem: `NAME.solution.json` for `NAME.json`. Unknown fields are errors.

mod document;
mod problem;
mod solution;

use memplan_planner::{MemoryPlan, PoolId};
use memplan_plugin::{Params, PluginInfo};

use super::error::MISMATCH;
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};
use problem::Reading;

/// The reader `dsa-problem`: allocation problems of dsa-solver and PyPTO, with pools, relations between buffers and
/// reuse penalties. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct DsaProblem;

/// The keys of a document.
const KEYS: &[&str] = &[
    "schema_version",
    "profile",
    "instance",
    "metadata",
    "problem",
    "relaxed_from",
    "relaxed_features",
];

impl TraceReader for DsaProblem {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "dsa-problem",
            aliases: &["dsa"],
            summary: "Allocation problems of dsa-solver and PyPTO: pools, relations between buffers, reuse penalties.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/constraints.md",
        }
    }

    fn companions(&self, name: &str, _head: &[u8]) -> Vec<String> {
        let stem = name.strip_suffix(".json").unwrap_or(name);
        vec![format!("{stem}.solution.json")]
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut text = String::from_utf8_lossy(text.trim_ascii_start()).into_owned();
        if !text.starts_with('{') || text.contains("\"problem_fingerprint\"") {
            return false;
        }
        text.retain(|letter| !letter.is_ascii_whitespace());
        let has = |key: &&&str| text.contains(&format!("\"{key}\":"));
        let first = KEYS
            .iter()
            .any(|key| text[1..].starts_with(&format!("\"{key}\":")));
        first && 2 <= KEYS.iter().filter(has).count()
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Ok("the document of a solution, `NAME.solution.json`")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let reading = Reading::of(input.bytes)?;
        let trace = reading.trace()?;
        let mut schedules = Vec::new();
        if let Some((name, bytes)) = input.companion {
            schedules.push(reading.solution(&trace, input.bytes, name, bytes)?);
        }
        let scopes = input.scopes("dsa-problem", &Params::default(), vec![trace]);
        Ok(TraceFile::new(scopes, schedules))
    }

    fn with_plan(
        &self,
        input: &TraceInput<'_>,
        plan: &MemoryPlan,
    ) -> Result<Vec<u8>, TraceReadError> {
        let reading = Reading::of(input.bytes)?;
        let [schedule] = &plan.schedules[..] else {
            let problem = "a problem is one trace, so its plan is one schedule";
            return Err(TraceReadError::refused(MISMATCH, problem));
        };
        let pool_of = |index: usize| match &schedule.pooled {
            Some(pooled) => pooled.pools.get(index).copied(),
            None => Some(PoolId(0)),
        };
        let mut placements = Vec::new();
        for (index, (buffer, _)) in reading.buffers.iter().enumerate() {
            let pool = pool_of(index).and_then(|pool| reading.pools.get(pool.index()));
            let (Some((pool, _)), Some(offset)) = (pool, schedule.offsets.get(index)) else {
                let problem = "the plan has other buffers or pools than the problem";
                return Err(TraceReadError::refused(MISMATCH, problem));
            };
            placements.push(serde_json::json!({
                "buffer": buffer.id, "pool": pool.id, "offset": offset.0,
            }));
        }
        let solution = serde_json::json!({
            "schema_version": 1,
            "profile": reading.profile,
            "instance": reading.instance,
            "problem_fingerprint": fingerprint(input.bytes)?,
            "metadata": { "planner": schedule.planner },
            "placements": placements,
        });
        pretty(&solution)
    }
}

/// A document with its keys sorted, an indentation of two, and a newline.
fn pretty(document: &serde_json::Value) -> Result<Vec<u8>, TraceReadError> {
    let text = serde_json::to_vec_pretty(document);
    let mut text = text.map_err(|error| TraceReadError::Malformed {
        problem: error.to_string(),
    })?;
    text.push(b'\n');
    Ok(text)
}

/// FNV-1a, 64 bits, of a problem document as [`pretty`] prints it, in 16 hexadecimal digits.
fn fingerprint(problem: &[u8]) -> Result<String, TraceReadError> {
    let text = problem.strip_prefix(b"\xef\xbb\xbf").unwrap_or(problem);
    let document: serde_json::Value =
        serde_json::from_slice(text).map_err(|error| json_error(text, 0, &error))?;
    let hash = pretty(&document)?
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    Ok(format!("{hash:016x}"))
}

/// Line and column of a byte, counted from 1.
fn line_col(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    (line, 1 + before.len() - start)
}

/// An error of a part of the text that begins at a byte.
fn json_error(text: &[u8], at: usize, error: &serde_json::Error) -> TraceReadError {
    let (line, column) = line_col(text, at);
    let (below, right) = (error.line().max(1) - 1, error.column().max(1));
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = message.strip_suffix(&place).unwrap_or(&message);
    let column = if below == 0 {
        column + right - 1
    } else {
        right
    };
    TraceReadError::at(line + below, column, problem)
}
