//! A `dsa-solution` document as the schedule of its problem.

use std::collections::BTreeMap;

use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, PoolId};
use serde::Deserialize;

use super::super::ErrorPlace;
use super::problem::Reading;
use super::{MISMATCH, TraceReadError, fingerprint};

impl Reading<'_> {
    /// The schedule of a `dsa-solution` of this problem.
    pub(super) fn solution(
        &self,
        trace: &LifetimeTrace,
        problem: &[u8],
        name: &str,
        bytes: &[u8],
    ) -> Result<MemorySchedule, TraceReadError> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let fail = |line: usize, problem: String| TraceReadError::Refused {
            code: MISMATCH,
            place: ErrorPlace {
                file: Some(name.to_owned()),
                line: Some(line),
                byte: None,
            },
            problem,
        };
        let solution: Solution = serde_json::from_slice(text)
            .map_err(|error| fail(error.line().max(1), error.to_string()))?;
        let _ = &solution.metadata;
        let expected = fingerprint(problem)?;
        let facts = [
            (
                "schema_version",
                solution.schema_version.to_string(),
                "1".to_owned(),
            ),
            ("profile", solution.profile, self.profile.clone()),
            ("instance", solution.instance, self.instance.clone()),
            (
                "problem_fingerprint",
                solution.problem_fingerprint,
                expected,
            ),
        ];
        for (key, found, expected) in facts {
            if found != expected {
                return Err(fail(
                    1,
                    format!("`{key}` is `{found}`, but the problem has `{expected}`"),
                ));
            }
        }
        let places = self.places(&solution.placements);
        let (offsets, pools) = places.map_err(|problem| fail(1, problem))?;
        let tool = "dsa-solution";
        Ok(MemorySchedule::from_places(trace, offsets, pools, tool))
    }

    /// The offset and the pool of each buffer, or what is wrong with the placements.
    fn places(&self, placements: &[Placement]) -> Result<(Vec<Bytes>, Vec<PoolId>), String> {
        let mut places = BTreeMap::new();
        for placement in placements {
            if places.insert(placement.buffer, placement).is_some() {
                return Err(format!("buffer {} is placed twice", placement.buffer));
            }
        }
        let (mut offsets, mut pools) = (Vec::new(), Vec::new());
        for (entry, _) in &self.buffers {
            let Some(placement) = places.remove(&entry.id) else {
                return Err(format!("buffer {} is not placed", entry.id));
            };
            let mut ids = self.pools.iter().map(|(pool, _)| pool.id);
            let Some(pool) = ids.position(|id| id == placement.pool) else {
                return Err(format!("there is no pool {}", placement.pool));
            };
            offsets.push(Bytes(placement.offset));
            pools.push(PoolId(pool as u32));
        }
        match places.keys().next() {
            Some(id) => Err(format!("there is no buffer with the id {id}")),
            None => Ok((offsets, pools)),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solution {
    schema_version: u64,
    profile: String,
    instance: String,
    problem_fingerprint: String,
    metadata: BTreeMap<String, String>,
    placements: Vec<Placement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placement {
    buffer: u32,
    pool: u32,
    offset: u64,
}
