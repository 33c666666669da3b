//! A `dsa-problem` document as a trace, or the first error with its place.

use std::collections::{BTreeMap, BTreeSet};

use memplan_planner::{
    Banks, Buffer, BufferId, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, Measure, PairCost,
    Pool, PoolId, RelationError, Relations, Tick, TraceError,
};
use memplan_support::Sort;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{
    BufferEntry, CostModel, Document, Objective, PairEntry, PenaltyEntry, PinEntry, PoolEntry,
    Range, SeparationEntry, Structure,
};
use super::{TraceReadError, json_error, line_col};

const PROFILES: &[&str] = &[
    "standard_dsa",
    "dsa_rp_v1",
    "pypto_hard_v1",
    "pypto_research_v1",
    "pypto_structured",
    "pypto_core_relaxation",
];

const SEPARATION_REASONS: &[&str] = &[
    "generic",
    "pipeline_stage",
    "target_hazard",
    "semantic_no_alias",
    "cross_pipe",
];

const PENALTY_REASONS: &[&str] = &[
    "generic",
    "pipeline_serialization",
    "load_motion_serialization",
    "cross_pipe",
    "cross_core",
    "event_budget",
];

/// The names of measures.
const MEASURES: &[(&str, Measure)] = &[
    ("capacity_overflow", Measure::CapacityOverflow),
    ("reuse_cost", Measure::ReuseCost),
    ("bank_cost", Measure::BankCost),
    ("total_peak", Measure::TotalPeak),
    ("max_peak", Measure::MaxPeak),
];

/// A document whose entries are read; each with the byte where it begins.
pub(super) struct Reading<'a> {
    pub(super) text: &'a [u8],
    pub(super) profile: String,
    pub(super) instance: String,
    pub(super) pools: Vec<(PoolEntry, usize)>,
    pub(super) buffers: Vec<(BufferEntry, usize)>,
    pub(super) colocations: Vec<(PairEntry, usize)>,
    pub(super) separations: Vec<(SeparationEntry, usize)>,
    pub(super) exclusions: Vec<(PairEntry, usize)>,
    pub(super) pins: Vec<(PinEntry, usize)>,
    pub(super) penalties: Vec<(PenaltyEntry, usize)>,
    pub(super) has_costs: bool,
    pub(super) has_structure: bool,
    pub(super) objective: (Vec<Measure>, usize),
}

/// Reads a part of the text, and says where it begins.
fn part<'a, T: Deserialize<'a>>(
    text: &[u8],
    raw: &'a RawValue,
) -> Result<(T, usize), TraceReadError> {
    let at = (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let value = serde_json::from_str(raw.get()).map_err(|error| json_error(text, at, &error))?;
    Ok((value, at))
}

fn parts<'a, T: Deserialize<'a>>(
    text: &[u8],
    raw: Vec<&'a RawValue>,
) -> Result<Vec<(T, usize)>, TraceReadError> {
    raw.into_iter().map(|raw| part(text, raw)).collect()
}

/// The measures of an objective, and where it begins.
fn measures(text: &[u8], raw: &RawValue) -> Result<(Vec<Measure>, usize), TraceReadError> {
    let fail = |at: usize, problem: String| -> TraceReadError {
        let (line, column) = line_col(text, at);
        TraceReadError::at(line, column, problem)
    };
    let (objective, at): (Objective, usize) = part(text, raw)?;
    if objective.aggregation != "lexicographic" {
        let found = objective.aggregation;
        let problem = format!("the aggregation is `{found}`, expected `lexicographic`");
        return Err(fail(at, problem));
    }
    let mut measures = Vec::new();
    for term in &objective.terms {
        let measure = MEASURES.iter().find(|(name, _)| name == term);
        let Some(&(_, measure)) = measure else {
            let known: Vec<&str> = MEASURES.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            let problem = format!("`{term}` is not a measure; known measures: {known}");
            return Err(fail(at, problem));
        };
        if measures.contains(&measure) {
            return Err(fail(at, format!("the objective has `{term}` twice")));
        }
        measures.push(measure);
    }
    Ok((measures, at))
}

impl<'a> Reading<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, TraceReadError> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let document: Document<'a> =
            serde_json::from_slice(text).map_err(|error| json_error(text, 0, &error))?;
        let fail = |at: usize, problem: String| -> TraceReadError {
            let (line, column) = line_col(text, at);
            TraceReadError::at(line, column, problem)
        };
        let (version, at): (u64, usize) = part(text, document.schema_version)?;
        if version != 1 {
            return Err(fail(
                at,
                format!("`schema_version` is {version}, expected 1"),
            ));
        }
        let (profile, at): (String, usize) = part(text, document.profile)?;
        if !PROFILES.contains(&&*profile) {
            let known = PROFILES.join(", ");
            return Err(fail(
                at,
                format!("`{profile}` is not a profile; known profiles: {known}"),
            ));
        }
        let (instance, instance_at): (String, usize) = part(text, document.instance)?;
        if instance.is_empty() {
            return Err(fail(instance_at, "`instance` is empty".to_owned()));
        }
        let mut metadata = (BTreeMap::<String, String>::new(), at);
        if let Some(raw) = document.metadata {
            metadata = part(text, raw)?;
        }
        if let "pypto_hard_v1" | "pypto_research_v1" = &*profile {
            let needed = [
                ("lifetime_ordering", "pypto_read_before_write"),
                ("solver_input", "pre_memory_reuse"),
            ];
            for (key, value) in needed {
                if metadata.0.get(key).is_none_or(|found| found != value) {
                    let problem =
                        format!("the profile `{profile}` needs `metadata.{key}` to be `{value}`");
                    return Err(fail(metadata.1, problem));
                }
            }
        }
        let is_relaxation = profile == "pypto_core_relaxation";
        if let Some(raw) = document.relaxed_features {
            let (_, at): (Vec<String>, usize) = part(text, raw)?;
            if !is_relaxation {
                let problem = "`relaxed_features` needs the profile `pypto_core_relaxation`";
                return Err(fail(at, problem.to_owned()));
            }
        }
        match document.relaxed_from {
            Some(raw) => {
                let (_, at): (String, usize) = part(text, raw)?;
                if !is_relaxation {
                    let problem = "`relaxed_from` needs the profile `pypto_core_relaxation`";
                    return Err(fail(at, problem.to_owned()));
                }
            }
            None if is_relaxation => {
                let problem = "the profile `pypto_core_relaxation` needs `relaxed_from`";
                return Err(fail(at, problem.to_owned()));
            }
            None => {}
        }
        let problem = document.problem;
        let objective = measures(text, problem.objective)?;
        let mut penalties = Vec::new();
        if let Some(raw) = problem.cost_model {
            let (model, _): (CostModel<'a>, usize) = part(text, raw)?;
            penalties = parts(text, model.reuse_penalties)?;
        }
        if let Some(raw) = problem.pypto_structure {
            let _: (Structure, usize) = part(text, raw)?;
        }
        Ok(Self {
            text,
            profile,
            instance,
            pools: parts(text, problem.pools)?,
            buffers: parts(text, problem.buffers)?,
            colocations: parts(text, problem.constraints.colocations)?,
            separations: parts(text, problem.constraints.separations)?,
            exclusions: parts(text, problem.constraints.temporal_exclusions)?,
            pins: parts(text, problem.constraints.pinned_allocations)?,
            penalties,
            has_costs: problem.cost_model.is_some(),
            has_structure: problem.pypto_structure.is_some(),
            objective,
        })
    }

    fn fail<T>(&self, at: usize, problem: impl Into<String>) -> Result<T, TraceReadError> {
        let (line, column) = line_col(self.text, at);
        Err(TraceReadError::at(line, column, problem))
    }

    pub(super) fn trace(&self) -> Result<LifetimeTrace, TraceReadError> {
        self.check_profile()?;
        let (pools, pool_of) = self.pools()?;
        let mut buffer_of = BTreeMap::new();
        let mut names = BTreeSet::new();
        let mut relations = Relations {
            pools,
            objective: self.objective.0.clone(),
            ..Relations::default()
        };
        let mut buffers = Vec::new();
        if self.buffers.is_empty() {
            return self.fail(0, "the problem has no buffer");
        }
        for (index, (entry, at)) in (0..).zip(&self.buffers) {
            if buffer_of.insert(entry.id, BufferId(index)).is_some() {
                return self.fail(
                    *at,
                    format!("there are two buffers with the id {}", entry.id),
                );
            }
            if !entry.name.is_empty() && !names.insert(&*entry.name) {
                return self.fail(*at, format!("there are two buffers `{}`", entry.name));
            }
            buffers.push(self.buffer(entry, *at)?);
            let mut allowed = Vec::new();
            for id in &entry.allowed_pools {
                let Some(&pool) = pool_of.get(id) else {
                    return self.fail(
                        *at,
                        format!("buffer {} allows pool {id}, which does not exist", entry.id),
                    );
                };
                if allowed.contains(&pool) {
                    return self.fail(*at, format!("buffer {} allows pool {id} twice", entry.id));
                }
                allowed.push(pool);
            }
            if allowed.is_empty() {
                return self.fail(*at, format!("buffer {} allows no pool", entry.id));
            }
            relations.allowed.push(allowed);
        }
        let buffer = |id: u32, at: usize| match buffer_of.get(&id) {
            Some(&buffer) => Ok(buffer),
            None => self.fail(at, format!("there is no buffer with the id {id}")),
        };
        for (pair, at) in &self.colocations {
            let pair = (buffer(pair.first, *at)?, buffer(pair.second, *at)?);
            relations.same_place.push(pair);
        }
        for (pair, at) in &self.exclusions {
            let pair = (buffer(pair.first, *at)?, buffer(pair.second, *at)?);
            relations.never_together.push(pair);
        }
        for (pair, at) in &self.separations {
            self.check_reasons(&pair.reasons, SEPARATION_REASONS, *at)?;
            let pair = (buffer(pair.first, *at)?, buffer(pair.second, *at)?);
            relations.apart.push(pair);
        }
        for (penalty, at) in &self.penalties {
            self.check_reasons(penalty.reason.as_slice(), PENALTY_REASONS, *at)?;
            relations.reuse_costs.push(PairCost {
                buffer: buffer(penalty.first, *at)?,
                other: buffer(penalty.second, *at)?,
                cost: penalty.cost,
            });
        }
        for (pin, at) in &self.pins {
            let id = buffer(pin.buffer, *at)?;
            let pool = pool_of.get(&pin.pool).copied();
            let allowed = &mut relations.allowed[id.index()];
            match pool.filter(|pool| allowed.contains(pool)) {
                Some(pool) => *allowed = vec![pool],
                None => {
                    return self.fail(
                        *at,
                        format!(
                            "buffer {} is pinned to pool {}, which it does not allow",
                            pin.buffer, pin.pool
                        ),
                    );
                }
            }
            let known = &mut buffers[id.index()];
            if known.pinned.replace(Bytes(pin.offset)).is_some() {
                return self.fail(*at, format!("buffer {} is pinned twice", pin.buffer));
            }
            if pin.exclusive_for_all_time {
                relations.forever.push(id);
            }
        }
        let trace = LifetimeTrace::builder(&*self.instance)
            .buffers(buffers)
            .relations(relations)
            .build();
        trace.or_else(|error| self.fail(self.place_of(&error), error.to_string()))
    }

    /// The pools, and which one an id means.
    fn pools(&self) -> Result<(Vec<Pool>, BTreeMap<u32, PoolId>), TraceReadError> {
        let mut pool_of = BTreeMap::new();
        let mut pools: Vec<Pool> = Vec::new();
        if self.pools.is_empty() {
            return self.fail(0, "the problem has no pool");
        }
        for (index, (entry, at)) in (0..).zip(&self.pools) {
            if pool_of.insert(entry.id, PoolId(index)).is_some() {
                return self.fail(*at, format!("there are two pools with the id {}", entry.id));
            }
            for range in &entry.reserved_ranges {
                if range.end <= range.begin {
                    let (begin, end) = (range.begin, range.end);
                    return self.fail(*at, format!("the reserved range {begin}..{end} is empty"));
                }
                if entry.capacity.is_some_and(|capacity| capacity < range.end) {
                    return self.fail(
                        *at,
                        format!("a reserved range ends at {}, above the capacity", range.end),
                    );
                }
            }
            if let Some(geometry) = &entry.bank_geometry
                && (geometry.bank_size == 0 || geometry.num_banks == 0)
            {
                return self.fail(*at, "`bank_size` and `num_banks` must be above 0");
            }
            let is_taken = pools.iter().any(|pool| pool.name == entry.name);
            let range = |range: &Range| ByteWindow {
                lo: Bytes(range.begin),
                hi: Bytes(range.end),
            };
            pools.push(Pool {
                capacity: entry.capacity.map(Bytes),
                reserved: entry.reserved_ranges.iter().map(range).collect(),
                banks: entry.bank_geometry.as_ref().map(|geometry| Banks {
                    size: Bytes(geometry.bank_size),
                    count: geometry.num_banks,
                    is_strict: false,
                }),
                ..Pool::new(if is_taken {
                    format!("{}#{}", entry.name, entry.id)
                } else {
                    entry.name.clone()
                })
            });
        }
        Ok((pools, pool_of))
    }

    /// A buffer. Its intervals become a lifetime with gaps; overlapping ones mean their union.
    fn buffer(&self, entry: &BufferEntry, at: usize) -> Result<Buffer, TraceReadError> {
        let id = entry.id;
        if entry.size == 0 {
            return self.fail(at, format!("buffer {id} has size 0"));
        }
        if entry.alignment == 0 {
            return self.fail(at, format!("buffer {id} has alignment 0"));
        }
        let mut live: Vec<(i64, i64)> = Vec::new();
        for interval in &entry.live_intervals {
            let (lower, upper) = (interval.lower, interval.upper);
            if upper <= lower {
                return self.fail(
                    at,
                    format!("buffer {id} has the empty interval {lower}..{upper}"),
                );
            }
            live.push((lower, upper));
        }
        live.sort_stable_by_key(|&(lower, upper)| {
            (
                lower.cast_unsigned() ^ 1 << 63,
                upper.cast_unsigned() ^ 1 << 63,
            )
        });
        live.dedup_by(|next, last| {
            let touches = next.0 <= last.1;
            if touches {
                last.1 = last.1.max(next.1);
            }
            touches
        });
        let (Some(first), Some(last)) = (live.first(), live.last()) else {
            return self.fail(at, format!("buffer {id} has no live interval"));
        };
        let ticks = |begin, end| Lifetime::half_open(Tick(begin), Tick(end));
        let mut buffer = Buffer::new(&*entry.name, Bytes(entry.size), ticks(first.0, last.1));
        buffer.align = Bytes(entry.alignment);
        let gap = |pair: &[(i64, i64)]| Gap {
            ticks: ticks(pair[0].1, pair[1].0),
            window: None,
        };
        buffer.gaps = live.windows(2).map(gap).collect();
        Ok(buffer)
    }

    fn check_reasons(
        &self,
        reasons: &[String],
        known: &[&str],
        at: usize,
    ) -> Result<(), TraceReadError> {
        match reasons.iter().find(|reason| !known.contains(&&***reason)) {
            Some(reason) => {
                let known = known.join(", ");
                self.fail(
                    at,
                    format!("`{reason}` is not a reason; known reasons: {known}"),
                )
            }
            None => Ok(()),
        }
    }

    /// The restrictions of profiles.
    fn check_profile(&self) -> Result<(), TraceReadError> {
        let profile = &*self.profile;
        let (is_standard, is_priced, is_hard) = (
            profile == "standard_dsa",
            profile == "dsa_rp_v1",
            profile == "pypto_hard_v1",
        );
        if !(is_standard || is_priced || is_hard) {
            return Ok(());
        }
        let refuse =
            |at: usize, what: &str| self.fail(at, format!("the profile `{profile}` has no {what}"));
        for (pool, at) in self.pools.iter().skip(usize::from(!is_hard)) {
            if !is_hard {
                return refuse(*at, &format!("second pool, such as {}", pool.id));
            }
        }
        for (pool, at) in &self.pools {
            if pool.bank_geometry.is_some() {
                return refuse(*at, "banks");
            }
            if !is_hard && !pool.reserved_ranges.is_empty() {
                return refuse(*at, "reserved ranges");
            }
            if is_priced && pool.capacity.is_none() {
                return refuse(*at, "pool without a capacity");
            }
        }
        for (buffer, at) in &self.buffers {
            if buffer.live_intervals.len() > 1 {
                return refuse(*at, "buffers with several live intervals");
            }
            if buffer.allowed_pools.len() > 1 {
                return refuse(*at, "choice of pools");
            }
            if !is_hard && buffer.alignment != 1 {
                return refuse(*at, "alignment but 1");
            }
        }
        let places = |list: &[(PairEntry, usize)]| list.first().map(|(_, at)| *at);
        if let Some(at) = places(&self.colocations).or(places(&self.exclusions)) {
            return refuse(at, "colocations or temporal exclusions");
        }
        if let Some((_, at)) = self.pins.first() {
            return refuse(*at, "pinned allocations");
        }
        if let Some((_, at)) = self.separations.first().filter(|_| !is_hard) {
            return refuse(*at, "separations");
        }
        if self.has_costs != is_priced {
            let what = if is_priced {
                "problem without a cost model"
            } else {
                "cost model"
            };
            return refuse(self.objective.1, what);
        }
        if self.has_structure && !is_hard {
            return refuse(self.objective.1, "`pypto_structure`");
        }
        use Measure::{CapacityOverflow, MaxPeak, ReuseCost, TotalPeak};
        let (found, at) = &self.objective;
        let is_right = if is_hard {
            found[..] == [TotalPeak, MaxPeak]
        } else if is_priced {
            found[..] == [CapacityOverflow, ReuseCost]
        } else {
            found
                .iter()
                .all(|measure| [TotalPeak, MaxPeak].contains(measure))
                && !found.is_empty()
        };
        if !is_right {
            return refuse(*at, "objective with these terms");
        }
        Ok(())
    }

    /// Where an error of the trace is.
    fn place_of(&self, error: &TraceError) -> usize {
        let id_of = |name: &str| {
            let known = self.buffers.iter().find(|(entry, _)| entry.name == name);
            known.map(|(entry, at)| (entry.id, *at))
        };
        let place = match error {
            TraceError::Relations(RelationError::ApartInClass { buffer, other }) => {
                let ids = id_of(buffer).zip(id_of(other));
                ids.and_then(|((first, _), (second, _))| {
                    let mut all = self.separations.iter();
                    let found = all.find(|(s, _)| (s.first, s.second) == (first, second));
                    found.map(|(_, at)| *at)
                })
            }
            TraceError::Relations(
                RelationError::NoCommonPool { buffer }
                | RelationError::NoCommonAlignment { buffer },
            ) => id_of(buffer).and_then(|(id, _)| {
                let mut all = self.colocations.iter();
                let found = all.find(|(pair, _)| pair.first == id || pair.second == id);
                found.map(|(_, at)| *at)
            }),
            TraceError::Relations(RelationError::BadPin { buffer, .. })
            | TraceError::MisalignedPin { buffer, .. }
            | TraceError::PinTooHigh { buffer, .. } => id_of(buffer).and_then(|(id, _)| {
                let found = self.pins.iter().find(|(pin, _)| pin.buffer == id);
                found.map(|(_, at)| *at)
            }),
            TraceError::Relations(RelationError::CostsTooLarge) => {
                self.penalties.first().map(|(_, at)| *at)
            }
            TraceError::TotalTooLarge { buffer } => id_of(buffer).map(|(_, at)| at),
            _ => None,
        };
        place.unwrap_or(0)
    }
}
