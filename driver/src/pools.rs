//! A fast memory beside that of the program: decides which buffers are in it, and when.
//!
//! The buffers that may be in another memory get traces with their accesses ([`movable`]), the planner assigns each a
//! memory at each access, and the program is rewritten ([`move_buffers`]): one allocation for each stay,
//! `memref.copy` between. Merging then makes one arena for each memory.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use memplan_collectors::{Fixed, MovableBuffer, MovableScope, movable};
use memplan_mlir::Module;
use memplan_mlir::text::Place;
use memplan_mutators::{MovedBuffer, Stay, StayCopy, move_buffers};
use memplan_planner::{
    Bytes, LifetimeTrace, Measure, MemoryPlan, MemoryPlanner, MemorySchedule, MemoryTraceScopes,
    PlanOptions, Pool, PoolId, Provenance, Residence, Uses, replay,
};
use memplan_support::sizes;
use serde::Serialize;

use crate::arenas::ChosenCollector;
use crate::dealloc;
use crate::planning::{plan_trace, schedules_of};
use crate::{Error, steps};

/// The memories of a target: a fast one of limited size, and that of the program.
///
/// Parsed from `NAME[@SPACE]=SIZE[/ALIGNMENT][@RATE/tick[*COPIES]],NAME`, such as `l1=512KiB,dram` or
/// `l1@3=1MiB/32@4KiB/tick*2,dram`. `SPACE` is the memory space of the fast memory as MLIR spells it, by default `1`.
/// `RATE` are the bytes that a copy moves in one tick, which is one operation, and at most `COPIES` are under way at
/// once; without a rate, copies take no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryPools {
    /// The two pools, as traces have them. An access in the second one costs the bytes that it moves.
    pub pools: Vec<Pool>,
    /// The memory space of the first pool, in the syntax of MLIR.
    pub space: String,
}

impl FromStr for MemoryPools {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORM: &str =
            "expected a fast memory and that of the program, such as `l1=512KiB,dram`";
        let Some((fast, slow)) = text.split_once(',') else {
            return Err(FORM.to_owned());
        };
        let Some((name, size)) = fast.split_once('=') else {
            return Err(format!("{FORM}: `{fast}` has no size"));
        };
        if slow.contains([',', '=', '@']) || slow.is_empty() {
            return Err(format!("{FORM}: `{slow}` is not a name alone"));
        }
        let (name, space) = name.split_once('@').unwrap_or((name, "1"));
        let (size, rate) = match size.split_once('@') {
            Some((size, rate)) => (size, Some(copy_rate(rate)?)),
            None => (size, None),
        };
        let (size, align) = match size.split_once('/') {
            Some((size, align)) => (size, sizes::parse_positive(align)?),
            None => (size, 1),
        };
        let fast = Pool {
            capacity: Some(Bytes(sizes::parse_positive(size)?)),
            align: Bytes(align),
            copy_bytes_per_tick: rate.map(|rate| Bytes(rate.0)),
            copies_at_once: rate.and_then(|rate| rate.1),
            ..Pool::new(name)
        };
        let slow = Pool {
            access_cost: 1,
            ..Pool::new(slow)
        };
        if fast.name.is_empty() || fast.name == slow.name {
            return Err(format!("{FORM}: the names must differ"));
        }
        Ok(Self {
            pools: vec![fast, slow],
            space: space.to_owned(),
        })
    }
}

/// The bytes per tick, and the most copies under way at once.
fn copy_rate(text: &str) -> Result<(u64, Option<u32>), String> {
    let problem = || format!("`{text}` is no rate of copies, such as `4KiB/tick` or `4KiB/tick*2`");
    let (bytes, rest) = text.split_once("/tick").ok_or_else(problem)?;
    let most = match rest.strip_prefix('*') {
        Some(most) => Some(most.parse().map_err(|_| problem())?),
        None if rest.is_empty() => None,
        None => return Err(problem()),
    };
    match most {
        Some(0) => Err(problem()),
        most => Ok((sizes::parse_positive(bytes)?, most)),
    }
}

impl fmt::Display for MemoryPools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [fast, slow] = &self.pools[..] else {
            return Ok(());
        };
        let size = fast.capacity.unwrap_or_default();
        write!(f, "{}@{}={size}", fast.name, self.space)?;
        if fast.align != Bytes(1) {
            write!(f, "/{}", fast.align)?;
        }
        if let Some(rate) = fast.copy_bytes_per_tick {
            write!(f, "@{rate}/tick")?;
        }
        if let Some(most) = fast.copies_at_once {
            write!(f, "*{most}")?;
        }
        write!(f, ",{}", slow.name)
    }
}

/// The [`Provenance::collector`] of traces with pools of a program; the options are the pools and the collector.
const COLLECTOR: &str = "memory-pools";

impl MemoryPools {
    /// The provenance of the traces of [`pool_traces`], which `Merge` needs to apply plans of them.
    pub fn provenance(&self, collector: &ChosenCollector, hash: u128, name: &str) -> Provenance {
        let of = steps::provenance(collector, hash, name);
        let collector = match &*of.options {
            "" => of.collector,
            options => format!("{}{{{options}}}", of.collector),
        };
        Provenance {
            collector: COLLECTOR.to_owned(),
            options: format!("{self} {collector}"),
            ..of
        }
    }

    /// The pools and the collector, if traces are those of a program with pools.
    pub(crate) fn of_provenance(provenance: &Provenance) -> Option<Result<(Self, &str), Error>> {
        if provenance.collector != COLLECTOR {
            return None;
        }
        let problem = || Error::Pools {
            problem: format!("the plan states its pools as `{}`", provenance.options),
        };
        let read = || {
            let (pools, collector) = provenance.options.split_once(' ')?;
            Some((pools.parse().ok()?, collector))
        };
        Some(read().ok_or_else(problem))
    }
}

/// Where the buffers of a program were put.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolReport {
    /// The names of the pools, the fast one first.
    #[serde(rename = "names")]
    pub pools: Vec<String>,
    /// The bytes of the fast pool.
    pub capacity_bytes: u64,
    /// The functions with buffers in both.
    pub functions: Vec<FunctionPools>,
    /// Buffers that stay in the memory of the program.
    pub fixed: Vec<FixedBuffer>,
}

/// The buffers of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FunctionPools {
    /// The name of the function.
    pub function: String,
    /// Buffers that could be in either pool.
    pub n_buffers: usize,
    /// Buffers that are at least once in the fast one.
    pub n_fast: usize,
    /// Buffers that move.
    pub n_moving: usize,
    /// Copies between the pools in one run, as far as trip counts of loops are known, and their bytes.
    pub n_copies: u64,
    /// See [`Self::n_copies`].
    pub copied_bytes: u64,
    /// The bytes of accesses in the slow pool.
    pub accessed_bytes: u64,
    /// A lower bound on the bytes of copies and accesses together.
    pub bound_bytes: u64,
    /// The bytes that all accesses would move without a fast pool.
    pub without_bytes: u64,
    /// The peak of each pool.
    #[serde(rename = "peaks_bytes")]
    pub peaks: [u64; 2],
}

/// A buffer that stays where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixedBuffer {
    /// Its name.
    #[serde(rename = "buffer")]
    pub name: String,
    /// Its size.
    #[serde(rename = "size_bytes")]
    pub bytes: u64,
    /// A stable identifier of the reason.
    #[serde(rename = "reason")]
    pub code: &'static str,
    /// The reason.
    #[serde(skip)]
    pub reason: String,
    /// The allocation.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Place"))]
    pub place: Place,
    /// The operation that is in the way.
    #[serde(skip)]
    pub culprit: Option<Place>,
}

/// The traces of the buffers of a module that may be in either pool, and the buffers that may not.
///
/// # Errors
/// Those of the collector.
pub fn pool_traces(
    m: &Module,
    collector: &ChosenCollector,
    pools: &MemoryPools,
) -> Result<(Vec<MovableScope>, Vec<Fixed>), Error> {
    let collected = steps::collect(m, &collector.single())?;
    movable(m, &collected, &pools.pools).map_err(|error| Error::of_collector(m, error))
}

/// Where the schedules of buffers that may move come from.
#[derive(Clone, Copy, Debug)]
pub enum MoveSchedules<'a> {
    /// A planner for traces with uses.
    Planner(&'a dyn MemoryPlanner, &'a PlanOptions),
    /// A plan of the traces of [`pool_traces`].
    Existing(&'a MemoryPlan),
}

impl MoveSchedules<'_> {
    fn of(&self, scopes: &[MovableScope]) -> Result<Vec<MemorySchedule>, Error> {
        let traces = scopes.iter().map(|scope| &scope.trace);
        match self {
            Self::Planner(planner, options) => {
                let plan = |trace| Ok(plan_trace(*planner, trace, options, None)?.schedule);
                traces.map(plan).collect()
            }
            Self::Existing(plan) => {
                let scopes = MemoryTraceScopes {
                    traces: traces.cloned().collect(),
                    provenance: plan.provenance.clone(),
                };
                let planned = schedules_of(plan, &scopes)?.into_iter();
                Ok(planned.map(|plan| plan.schedule).collect())
            }
        }
    }
}

/// Puts buffers of a module into the fast pool and moves them.
///
/// # Errors
/// Those of the collector and of the schedules, and [`Error::Pools`].
pub fn move_between_pools(
    m: &mut Module,
    collector: &ChosenCollector,
    pools: &MemoryPools,
    schedules: MoveSchedules<'_>,
) -> Result<PoolReport, Error> {
    let space = m
        .ctx
        .attr_from_text(pools.space.as_bytes())
        .map_err(|_| Error::Pools {
            problem: format!("`{}` is not a memory space", pools.space),
        })?;
    let (scopes, fixed) = pool_traces(m, collector, pools)?;
    let mut report = PoolReport {
        pools: pools.pools.iter().map(|pool| pool.name.clone()).collect(),
        capacity_bytes: pools.pools[0].capacity.map_or(u64::MAX, |bytes| bytes.0),
        ..PoolReport::default()
    };
    report.fixed = fixed
        .into_iter()
        .map(|buffer| FixedBuffer {
            name: buffer.name,
            bytes: buffer.size.0,
            code: buffer.reason.code(),
            reason: buffer.reason.to_string(),
            place: Place::of(m, buffer.alloc),
            culprit: buffer.reason.culprit().map(|op| Place::of(m, op)),
        })
        .collect();
    let mut moved = Vec::new();
    // An existing plan is carried out unchanged, and copies that begin early find their bytes only at its offsets.
    // Otherwise the planner of the merged allocations chooses the offsets.
    let is_existing = matches!(schedules, MoveSchedules::Existing(_));
    let is_pinned = [
        is_existing || pools.pools[0].copy_bytes_per_tick.is_some(),
        is_existing,
    ];
    for (scope, schedule) in scopes.iter().zip(schedules.of(&scopes)?) {
        let spaces = [Some(space), None];
        moved.extend(moves(m, scope, &schedule, &spaces, is_pinned)?);
        report.functions.push(figures(&scope.trace, &schedule));
    }
    let is_moved = move_buffers(m, &moved);
    is_moved.map_err(|error| Error::of_mutator(m, error))?;
    dealloc::verified(m, "pools")?;
    Ok(report)
}

fn uses_of(trace: &LifetimeTrace) -> BTreeMap<u32, &Uses> {
    let uses = trace.relations().uses.iter();
    uses.map(|uses| (uses.buffer.0, uses)).collect()
}

fn residences_of(schedule: &MemorySchedule) -> BTreeMap<u32, Vec<Residence>> {
    let mut of: BTreeMap<u32, Vec<Residence>> = BTreeMap::default();
    for home in schedule.pooled.iter().flat_map(|pooled| &pooled.residences) {
        of.entry(home.buffer.0).or_default().push(*home);
    }
    of
}

fn pool_of(schedule: &MemorySchedule, index: usize) -> usize {
    let pools = schedule.pooled.as_ref().map(|pooled| &pooled.pools);
    pools.map_or(1, |pools| pools[index].index())
}

/// The moves that a schedule means for the operations of the program, with its offsets in the pools where buffers
/// must have these.
fn moves(
    m: &Module,
    scope: &MovableScope,
    schedule: &MemorySchedule,
    spaces: &[Option<memplan_mlir::AttrId>; 2],
    is_pinned: [bool; 2],
) -> Result<Vec<MovedBuffer>, Error> {
    let uses = uses_of(&scope.trace);
    let residences = residences_of(schedule);
    let pools = scope.trace.pools();
    let mut moved = Vec::new();
    for (index, buffer) in scope.buffers.iter().enumerate() {
        let MovableBuffer { alloc, accesses } = buffer;
        let Some(residences) = residences.get(&(index as u32)) else {
            let pool = pool_of(schedule, index);
            if pool == 0 || is_pinned[pool] {
                moved.push(MovedBuffer {
                    alloc: *alloc,
                    stays: vec![Stay {
                        space: spaces[pool],
                        offset: is_pinned[pool].then(|| schedule.offsets[index].0),
                        copy: None,
                        users: accesses.clone(),
                    }],
                });
            }
            continue;
        };
        let problem = |problem: &str| Error::Pools {
            problem: format!("`{}` {problem}", scope.trace.buffers()[index].name),
        };
        let of = uses
            .get(&(index as u32))
            .filter(|uses| uses.accesses.len() == accesses.len());
        let of = of.ok_or_else(|| problem("moves, but is accessed in several blocks"))?;
        let size = scope.trace.buffers()[index].size;
        let replayed = replay(&pools, size, of, residences).map_err(problem)?;
        let mut stays: Vec<Stay> = Vec::new();
        for (at, it) in residences.iter().enumerate() {
            let begin = it.ticks.begin();
            let copy = replayed.sources[at].map(|from| {
                // A copy out of the fast pool follows the last access before it; one into it begins at its tick, before
                // the next access.
                let is_after = it.pool > residences[from].pool;
                let next = of.accesses.partition_point(|a| a.ticks.begin() < begin);
                let at = if is_after { next.max(1) - 1 } else { next };
                let at = accesses[at.min(accesses.len() - 1)];
                let begins_at = |at| scope.operation_at(m, begin, at);
                StayCopy {
                    from,
                    at: if is_after { at } else { begins_at(at) },
                    is_after,
                }
            });
            let users = accesses.iter().zip(&replayed.accesses);
            stays.push(Stay {
                space: spaces[it.pool.index()],
                offset: is_pinned[it.pool.index()].then_some(it.offset.0),
                copy,
                users: users
                    .filter(|(_, place)| **place == at)
                    .map(|(op, _)| *op)
                    .collect(),
            });
        }
        moved.push(MovedBuffer {
            alloc: *alloc,
            stays,
        });
    }
    Ok(moved)
}

fn figures(trace: &LifetimeTrace, schedule: &MemorySchedule) -> FunctionPools {
    let uses = uses_of(trace);
    let residences = residences_of(schedule);
    let pooled = schedule.pooled.as_deref();
    let term = |measure| {
        let mut terms = pooled.into_iter().flat_map(|pooled| &pooled.terms);
        terms.find(|term| term.measure == measure)
    };
    let times = |buffer: &u32| uses.get(buffer).map_or(1, |uses| uses.times);
    let (mut n_moving, mut n_copies, mut copied_bytes) = (0, 0, 0);
    for (buffer, list) in &residences {
        let n = list.iter().filter(|home| home.copy_ticks.is_some()).count() as u64;
        n_moving += usize::from(n != 0);
        n_copies += n * times(buffer);
        copied_bytes += n * times(buffer) * trace.buffers()[*buffer as usize].size.0;
    }
    let is_fast = |index: usize| match residences.get(&(index as u32)) {
        Some(list) => list.iter().any(|home| home.pool == PoolId(0)),
        None => pool_of(schedule, index) == 0,
    };
    let moved = term(Measure::BytesMoved);
    let accessed = |of: &&Uses| of.accesses.iter().map(|a| a.bytes.0).sum::<u64>() * of.times;
    let peak = |pool: usize| {
        pooled
            .and_then(|pooled| pooled.peaks.get(pool))
            .map_or(0, |peak| peak.0)
    };
    FunctionPools {
        function: trace.scope().to_owned(),
        n_buffers: trace.len(),
        n_fast: (0..trace.len()).filter(|&index| is_fast(index)).count(),
        n_moving,
        n_copies,
        copied_bytes,
        accessed_bytes: moved.map_or(0, |t| t.value).saturating_sub(copied_bytes),
        bound_bytes: moved.map_or(0, |t| t.bound),
        without_bytes: uses.values().map(accessed).sum(),
        peaks: [peak(0), peak(1)],
    }
}
