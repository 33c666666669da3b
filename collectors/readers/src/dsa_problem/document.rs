//! The entries of a `dsa-problem` document. Lists are read entry by entry, so that errors have places.

use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document<'a> {
    #[serde(borrow)]
    pub(super) schema_version: &'a RawValue,
    #[serde(borrow)]
    pub(super) profile: &'a RawValue,
    #[serde(borrow)]
    pub(super) instance: &'a RawValue,
    #[serde(borrow)]
    pub(super) metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) relaxed_from: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) relaxed_features: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) problem: ProblemDocument<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemDocument<'a> {
    #[serde(borrow)]
    pub(super) pools: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) buffers: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) constraints: Constraints<'a>,
    #[serde(borrow)]
    pub(super) cost_model: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) pypto_structure: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) objective: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Constraints<'a> {
    #[serde(borrow)]
    pub(super) colocations: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) separations: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) temporal_exclusions: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) pinned_allocations: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolEntry {
    pub(super) id: u32,
    pub(super) name: String,
    #[serde(deserialize_with = "present")]
    pub(super) capacity: Option<u64>,
    pub(super) reserved_ranges: Vec<Range>,
    pub(super) bank_geometry: Option<Geometry>,
}

/// A field that may be null, but not missing.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(deserializer)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub(super) begin: u64,
    pub(super) end: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Geometry {
    pub(super) bank_size: u64,
    pub(super) num_banks: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BufferEntry {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) alignment: u64,
    pub(super) live_intervals: Vec<Interval>,
    pub(super) allowed_pools: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Interval {
    pub(super) lower: i64,
    pub(super) upper: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PairEntry {
    pub(super) first: u32,
    pub(super) second: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeparationEntry {
    pub(super) first: u32,
    pub(super) second: u32,
    #[serde(default)]
    pub(super) reasons: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PinEntry {
    pub(super) buffer: u32,
    pub(super) pool: u32,
    pub(super) offset: u64,
    pub(super) exclusive_for_all_time: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostModel<'a> {
    #[serde(borrow)]
    pub(super) reuse_penalties: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PenaltyEntry {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) cost: u64,
    pub(super) reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Objective {
    pub(super) aggregation: String,
    pub(super) terms: Vec<String>,
}

/// Names of a compiler; they affect no plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its errors only")]
pub(super) struct Structure {
    #[serde(default)]
    pub(super) alias_classes: Vec<AliasClass>,
    #[serde(default)]
    pub(super) pipeline_groups: Vec<PipelineGroup>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its errors only")]
pub(super) struct AliasClass {
    pub(super) buffer: u32,
    pub(super) members: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its errors only")]
pub(super) struct PipelineGroup {
    pub(super) group: u32,
    pub(super) pool: u32,
    pub(super) slot_size: u64,
    pub(super) depth: u64,
    pub(super) effective_depth: u64,
    pub(super) members: Vec<GroupMember>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its errors only")]
pub(super) struct GroupMember {
    pub(super) buffer: u32,
    pub(super) stage: u64,
    pub(super) residue: u64,
}
