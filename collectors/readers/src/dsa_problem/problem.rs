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

/// What a profile leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restriction {
    /// `standard_dsa`
    Standard,
    /// `dsa_rp_v1`
    Priced,
    /// `pypto_hard_v1`
    Hard,
}

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

/// The error of what begins at a byte.
fn failure(text: &[u8], at: usize, problem: impl Into<String>) -> TraceReadError {
    let (line, column) = line_col(text, at);
    TraceReadError::at(line, column, problem)
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
    let (objective, at): (Objective, usize) = part(text, raw)?;
    let Objective { aggregation, terms } = objective;
    if aggregation != "lexicographic" {
        let problem = format!("the aggregation is `{aggregation}`, expected `lexicographic`");
        return Err(failure(text, at, problem));
    }
    let mut measures = Vec::new();
    for term in &terms {
        let measure = MEASURES.iter().find(|(name, _)| name == term);
        let Some(&(_, measure)) = measure else {
            let names: Vec<&str> = MEASURES.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            let problem = format!("`{term}` is not a measure; known measures: {names}");
            return Err(failure(text, at, problem));
        };
        if measures.contains(&measure) {
            let problem = format!("the objective has `{term}` twice");
            return Err(failure(text, at, problem));
        }
        measures.push(measure);
    }
    Ok((measures, at))
}

/// Checks that the metadata have what the profile, which begins at a byte, needs.
fn check_metadata(
    text: &[u8],
    document: &Document<'_>,
    profile: &str,
    profile_at: usize,
) -> Result<(), TraceReadError> {
    let (mut metadata, mut at) = (BTreeMap::<String, String>::new(), profile_at);
    if let Some(raw) = document.metadata {
        (metadata, at) = part(text, raw)?;
    }
    if !matches!(profile, "pypto_hard_v1" | "pypto_research_v1") {
        return Ok(());
    }
    let needed = [
        ("lifetime_ordering", "pypto_read_before_write"),
        ("solver_input", "pre_memory_reuse"),
    ];
    for (key, value) in needed {
        if metadata.get(key).is_none_or(|stated| stated != value) {
            let problem = format!("the profile `{profile}` needs `metadata.{key}` to be `{value}`");
            return Err(failure(text, at, problem));
        }
    }
    Ok(())
}

/// Checks that only a relaxation states what it was relaxed from.
fn check_relaxation(
    text: &[u8],
    document: &Document<'_>,
    profile: &str,
    profile_at: usize,
) -> Result<(), TraceReadError> {
    let is_relaxation = profile == "pypto_core_relaxation";
    if let Some(raw) = document.relaxed_features {
        let (_, at): (Vec<String>, usize) = part(text, raw)?;
        if !is_relaxation {
            let problem = "`relaxed_features` needs the profile `pypto_core_relaxation`";
            return Err(failure(text, at, problem));
        }
    }
    match document.relaxed_from {
        Some(raw) => {
            let (_, at): (String, usize) = part(text, raw)?;
            if !is_relaxation {
                let problem = "`relaxed_from` needs the profile `pypto_core_relaxation`";
                return Err(failure(text, at, problem));
            }
        }
        None if is_relaxation => {
            let problem = "the profile `pypto_core_relaxation` needs `relaxed_from`";
            return Err(failure(text, profile_at, problem));
        }
        None => {}
    }
    Ok(())
}

impl<'a> Reading<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, TraceReadError> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let document: Document<'a> =
            serde_json::from_slice(text).map_err(|error| json_error(text, 0, &error))?;
        let (version, at): (u64, usize) = part(text, document.schema_version)?;
        if version != 1 {
            let problem = format!("`schema_version` is {version}, expected 1");
            return Err(failure(text, at, problem));
        }
        let (profile, at): (String, usize) = part(text, document.profile)?;
        if !PROFILES.contains(&&*profile) {
            let names = PROFILES.join(", ");
            let problem = format!("`{profile}` is not a profile; known profiles: {names}");
            return Err(failure(text, at, problem));
        }
        let (instance, instance_at): (String, usize) = part(text, document.instance)?;
        if instance.is_empty() {
            return Err(failure(text, instance_at, "`instance` is empty"));
        }
        check_metadata(text, &document, &profile, at)?;
        check_relaxation(text, &document, &profile, at)?;
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
        Err(failure(self.text, at, problem))
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
            let id = entry.id;
            if buffer_of.insert(id, BufferId(index)).is_some() {
                return self.fail(*at, format!("there are two buffers with the id {id}"));
            }
            if !entry.name.is_empty() && !names.insert(&*entry.name) {
                return self.fail(*at, format!("there are two buffers `{}`", entry.name));
            }
            buffers.push(self.buffer(entry, *at)?);
            let allowed = self.allowed_pools(entry, *at, &pool_of)?;
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
            let pool = pool.filter(|pool| relations.allowed[id.index()].contains(pool));
            relations.allowed[id.index()] =
                vec![self.pin(pin, *at, pool, &mut buffers[id.index()])?];
            relations
                .forever
                .extend(Some(id).filter(|_| pin.exclusive_for_all_time));
        }
        let trace = LifetimeTrace::builder(&*self.instance)
            .buffers(buffers)
            .relations(relations)
            .build();
        trace.or_else(|error| self.fail(self.place_of(&error), error.to_string()))
    }

    /// Pins a buffer to an offset of a pool; `None` is a pool that the buffer does not allow. Returns the pool.
    fn pin(
        &self,
        pin: &PinEntry,
        at: usize,
        pool: Option<PoolId>,
        pinned: &mut Buffer,
    ) -> Result<PoolId, TraceReadError> {
        let buffer = pin.buffer;
        let Some(pool) = pool else {
            let pool = pin.pool;
            let problem =
                format!("buffer {buffer} is pinned to pool {pool}, which it does not allow");
            return self.fail(at, problem);
        };
        if pinned.pinned.replace(Bytes(pin.offset)).is_some() {
            return self.fail(at, format!("buffer {buffer} is pinned twice"));
        }
        Ok(pool)
    }

    /// The pools that a buffer allows, in their order.
    fn allowed_pools(
        &self,
        entry: &BufferEntry,
        at: usize,
        pool_of: &BTreeMap<u32, PoolId>,
    ) -> Result<Vec<PoolId>, TraceReadError> {
        let buffer = entry.id;
        let mut allowed = Vec::new();
        for id in &entry.allowed_pools {
            let Some(&pool) = pool_of.get(id) else {
                let problem = format!("buffer {buffer} allows pool {id}, which does not exist");
                return self.fail(at, problem);
            };
            if allowed.contains(&pool) {
                return self.fail(at, format!("buffer {buffer} allows pool {id} twice"));
            }
            allowed.push(pool);
        }
        if allowed.is_empty() {
            return self.fail(at, format!("buffer {buffer} allows no pool"));
        }
        Ok(allowed)
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
        names: &[&str],
        at: usize,
    ) -> Result<(), TraceReadError> {
        match reasons.iter().find(|reason| !names.contains(&&***reason)) {
            Some(reason) => {
                let names = names.join(", ");
                self.fail(
                    at,
                    format!("`{reason}` is not a reason; known reasons: {names}"),
                )
            }
            None => Ok(()),
        }
    }

    /// The restrictions of profiles.
    fn check_profile(&self) -> Result<(), TraceReadError> {
        let restriction = match &*self.profile {
            "standard_dsa" => Restriction::Standard,
            "dsa_rp_v1" => Restriction::Priced,
            "pypto_hard_v1" => Restriction::Hard,
            _ => return Ok(()),
        };
        self.check_pools(restriction)?;
        self.check_buffers(restriction)?;
        self.check_constraints(restriction)
    }

    fn refuse(&self, at: usize, what: &str) -> Result<(), TraceReadError> {
        self.fail(at, format!("the profile `{}` has no {what}", self.profile))
    }

    fn check_pools(&self, restriction: Restriction) -> Result<(), TraceReadError> {
        let is_hard = restriction == Restriction::Hard;
        if let Some((pool, at)) = self.pools.get(1).filter(|_| !is_hard) {
            return self.refuse(*at, &format!("second pool, such as {}", pool.id));
        }
        for (pool, at) in &self.pools {
            if pool.bank_geometry.is_some() {
                return self.refuse(*at, "banks");
            }
            if !is_hard && !pool.reserved_ranges.is_empty() {
                return self.refuse(*at, "reserved ranges");
            }
            if restriction == Restriction::Priced && pool.capacity.is_none() {
                return self.refuse(*at, "pool without a capacity");
            }
        }
        Ok(())
    }

    fn check_buffers(&self, restriction: Restriction) -> Result<(), TraceReadError> {
        for (buffer, at) in &self.buffers {
            if buffer.live_intervals.len() > 1 {
                return self.refuse(*at, "buffers with several live intervals");
            }
            if buffer.allowed_pools.len() > 1 {
                return self.refuse(*at, "choice of pools");
            }
            if restriction != Restriction::Hard && buffer.alignment != 1 {
                return self.refuse(*at, "alignment but 1");
            }
        }
        Ok(())
    }

    fn check_constraints(&self, restriction: Restriction) -> Result<(), TraceReadError> {
        use Measure::{CapacityOverflow, MaxPeak, ReuseCost, TotalPeak};
        let is_hard = restriction == Restriction::Hard;
        let places = |list: &[(PairEntry, usize)]| list.first().map(|(_, at)| *at);
        if let Some(at) = places(&self.colocations).or(places(&self.exclusions)) {
            return self.refuse(at, "colocations or temporal exclusions");
        }
        if let Some((_, at)) = self.pins.first() {
            return self.refuse(*at, "pinned allocations");
        }
        if let Some((_, at)) = self.separations.first().filter(|_| !is_hard) {
            return self.refuse(*at, "separations");
        }
        let (measures, at) = &self.objective;
        match (restriction, self.has_costs) {
            (Restriction::Priced, false) => {
                return self.refuse(*at, "problem without a cost model");
            }
            (Restriction::Standard | Restriction::Hard, true) => {
                return self.refuse(*at, "cost model");
            }
            _ => {}
        }
        if self.has_structure && !is_hard {
            return self.refuse(*at, "`pypto_structure`");
        }
        let is_allowed = match restriction {
            Restriction::Hard => measures[..] == [TotalPeak, MaxPeak],
            Restriction::Priced => measures[..] == [CapacityOverflow, ReuseCost],
            Restriction::Standard => {
                let is_peak = |measure: &Measure| [TotalPeak, MaxPeak].contains(measure);
                !measures.is_empty() && measures.iter().all(is_peak)
            }
        };
        if !is_allowed {
            return self.refuse(*at, "objective with these terms");
        }
        Ok(())
    }

    /// Where an error of the trace is.
    fn place_of(&self, error: &TraceError) -> usize {
        let id_of = |name: &str| {
            let mut buffers = self.buffers.iter();
            let named = buffers.find(|(entry, _)| entry.name == name);
            named.map(|(entry, at)| (entry.id, *at))
        };
        let place = match error {
            TraceError::Relations(RelationError::ApartInClass { buffer, other }) => {
                let ids = id_of(buffer).zip(id_of(other));
                ids.and_then(|((first, _), (second, _))| {
                    let mut all = self.separations.iter();
                    let own = all.find(|(s, _)| (s.first, s.second) == (first, second));
                    own.map(|(_, at)| *at)
                })
            }
            TraceError::Relations(
                RelationError::NoCommonPool { buffer }
                | RelationError::NoCommonAlignment { buffer },
            ) => id_of(buffer).and_then(|(id, _)| {
                let mut all = self.colocations.iter();
                let first = all.find(|(pair, _)| pair.first == id || pair.second == id);
                first.map(|(_, at)| *at)
            }),
            TraceError::Relations(RelationError::BadPin { buffer, .. })
            | TraceError::MisalignedPin { buffer, .. }
            | TraceError::PinTooHigh { buffer, .. } => id_of(buffer).and_then(|(id, _)| {
                let own = self.pins.iter().find(|(pin, _)| pin.buffer == id);
                own.map(|(_, at)| *at)
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
