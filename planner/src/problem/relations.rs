//! Pools, relations between buffers, and an objective: the optional parts of a trace.
//!
//! Accelerators have several memories of fixed size, buffers that must, may not or should not share bytes, and a price
//! for sharing. A trace states this in its [`Relations`]; without them it is one arena, and the objective is its peak.
//!
//! *Classes.* Buffers at the same place form classes, closed transitively. A class is one allocation: its size is that
//! of its largest member, its alignment the least common multiple, its pools those that all members allow. All rules
//! hold between classes, and buffers of other classes avoid all bytes of a class even while only a smaller member is
//! live.

use std::borrow::Cow;
use std::fmt;

use memplan_support::Sort;

use super::units::common_alignment;
use crate::{Access, BufferId, ByteWindow, Bytes, LifetimeTrace, Uses};

/// A pool, as its index in [`LifetimeTrace::pools`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolId(pub u32);

impl PoolId {
    /// The index of this pool in [`LifetimeTrace::pools`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A memory that holds buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Its name, unique within a trace; a memory space, for traces from programs.
    pub name: String,
    /// How many bytes it has, if that is limited.
    pub capacity: Option<Bytes>,
    /// All offsets in it are multiples of this; at least 1.
    pub align: Bytes,
    /// Ranges of addresses that no buffer may use; they may overlap each other.
    pub reserved: Vec<ByteWindow>,
    /// How its addresses are interleaved over banks.
    pub banks: Option<Banks>,
    /// The price of each byte that is accessed while a buffer is here; 0 where accesses are free. Part of
    /// [`Measure::BytesMoved`].
    pub access_cost: u64,
    /// The bytes that a copy into this pool, or out of it, moves in one tick. `None`: copies take no time.
    pub copy_bytes_per_tick: Option<Bytes>,
    /// How many copies into this pool or out of it may be under way at once, if that is limited.
    pub copies_at_once: Option<u32>,
}

impl Pool {
    /// A pool of unlimited capacity, with alignment 1.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            capacity: None,
            align: Bytes(1),
            reserved: Vec::new(),
            banks: None,
            access_cost: 0,
            copy_bytes_per_tick: None,
            copies_at_once: None,
        }
    }

    /// How many ticks a copy of some bytes takes.
    pub fn copy_ticks(&self, size: Bytes) -> u64 {
        self.copy_bytes_per_tick
            .map_or(0, |rate| size.0.div_ceil(rate.0.max(1)))
    }
}

/// Banks of equal size: the byte at offset `o` is in the bank `(o / size) mod count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// The bytes of a bank before the next one begins; at least 1.
    pub size: Bytes,
    /// The number of banks; at least 1.
    pub count: u64,
    /// Whether each buffer must lie within one bank or, if it is larger than a bank, start at the start of one.
    pub is_strict: bool,
}

/// A price for a pair of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairCost {
    /// One buffer.
    pub buffer: BufferId,
    /// The other one.
    pub other: BufferId,
    /// The price; prices of one pair add up.
    pub cost: u64,
}

/// What a schedule is measured by. Smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The bytes above the capacities, over all pools. Not 0: the schedule is a diagnosis, not a result.
    CapacityOverflow,
    /// The sum of [`Relations::reuse_costs`] of pairs that share bytes.
    ReuseCost,
    /// The sum of [`Relations::bank_costs`] of pairs that touch a common bank.
    BankCost,
    /// The bytes of all copies between pools, and the price of accesses in pools that have one.
    BytesMoved,
    /// The sum of the peaks of all pools. A reserved range counts for the peak.
    TotalPeak,
    /// The largest peak of a pool.
    MaxPeak,
}

impl Measure {
    /// All measures with their names in files and reports.
    pub const NAMES: &[(Self, &str)] = &[
        (Self::CapacityOverflow, "capacity-overflow"),
        (Self::ReuseCost, "reuse-cost"),
        (Self::BankCost, "bank-cost"),
        (Self::BytesMoved, "bytes-moved"),
        (Self::TotalPeak, "total-peak"),
        (Self::MaxPeak, "max-peak"),
    ];

    /// The name in files and reports, in kebab-case.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(measure, _)| *measure == self);
        named.map_or("", |(_, name)| name)
    }

    /// The measure of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(_, text)| *text == name);
        named.map(|(measure, _)| *measure)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The optional parts of a trace; empty by default. Planners that lack a feature refuse traces that use it
/// ([`crate::PlanError::Unsupported`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    /// The pools. Empty: one pool with the memory space and the capacity of the trace.
    pub pools: Vec<Pool>,
    /// The pools that each buffer may be in, in order of preference, by buffer. An empty list, or a buffer without one,
    /// allows all pools in their order.
    pub allowed: Vec<Vec<PoolId>>,
    /// Pinned buffers whose bytes are taken at all ticks.
    pub forever: Vec<BufferId>,
    /// Pairs of buffers that start at the same byte.
    pub same_place: Vec<(BufferId, BufferId)>,
    /// Pairs of buffers that never share a byte.
    pub apart: Vec<(BufferId, BufferId)>,
    /// Pairs of buffers that are never live together, whatever their lifetimes say.
    pub never_together: Vec<(BufferId, BufferId)>,
    /// The price of pairs that share a byte although they are not live together.
    pub reuse_costs: Vec<PairCost>,
    /// The price of pairs that touch a common bank of a pool.
    pub bank_costs: Vec<PairCost>,
    /// The measures, the most important first. Empty: reuse cost, bank cost, bytes moved if there are uses, total peak.
    /// Bytes above a capacity come before all of them.
    pub objective: Vec<Measure>,
    /// When buffers are accessed, each buffer at most once: with two pools, they may move from one to the other.
    pub uses: Vec<Uses>,
}

/// What a trace uses beyond lifetimes; see [`Relations::first_feature`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Pools, with their capacities, reserved ranges and banks.
    Pools,
    /// Pairs at the same place, apart or never together, and bytes taken at all ticks.
    Relations,
    /// Prices, or an objective.
    Costs,
}

impl Relations {
    /// Whether the trace is one arena without relations.
    pub fn is_empty(&self) -> bool {
        self.first_feature().is_none() && self.uses.is_empty()
    }

    /// A feature that the trace uses, for messages.
    pub fn first_feature(&self) -> Option<Feature> {
        if !self.pools.is_empty() || !self.allowed.is_empty() {
            Some(Feature::Pools)
        } else if !(self.same_place.is_empty()
            && self.apart.is_empty()
            && self.never_together.is_empty()
            && self.forever.is_empty())
        {
            Some(Feature::Relations)
        } else if !(self.reuse_costs.is_empty()
            && self.bank_costs.is_empty()
            && self.objective.is_empty())
        {
            Some(Feature::Costs)
        } else {
            None
        }
    }

    /// The measures in their order: [`Measure::CapacityOverflow`] first, whatever [`Self::objective`] says.
    pub fn measures(&self) -> Vec<Measure> {
        let mut usual = vec![Measure::ReuseCost, Measure::BankCost];
        usual.extend((!self.uses.is_empty()).then_some(Measure::BytesMoved));
        usual.push(Measure::TotalPeak);
        let given: &[Measure] = if self.objective.is_empty() {
            &usual
        } else {
            &self.objective
        };
        let rest = given.iter().filter(|&&m| m != Measure::CapacityOverflow);
        std::iter::once(Measure::CapacityOverflow)
            .chain(rest.copied())
            .collect()
    }

    /// The pools that a buffer may be in, of `n_pools`.
    pub fn allowed_pools(&self, buffer: BufferId, n_pools: usize) -> Cow<'_, [PoolId]> {
        match self.allowed.get(buffer.index()) {
            Some(pools) if !pools.is_empty() => pools.into(),
            _ => (0..n_pools as u32).map(PoolId).collect(),
        }
    }

    /// The representative of the class of each of `n_buffers` buffers: its member with the lowest number.
    pub fn classes(&self, n_buffers: usize) -> Vec<BufferId> {
        let mut class: Vec<u32> = (0..n_buffers as u32).collect();
        let find = |class: &mut Vec<u32>, mut at: u32| {
            while class[at as usize] != at {
                class[at as usize] = class[class[at as usize] as usize];
                at = class[at as usize];
            }
            at
        };
        for &(a, b) in &self.same_place {
            let (a, b) = (find(&mut class, a.0), find(&mut class, b.0));
            class[a.max(b) as usize] = a.min(b);
        }
        (0..n_buffers as u32)
            .map(|id| BufferId(find(&mut class, id)))
            .collect()
    }
}

/// Why relations contradict a trace or each other. The places of the entries are indices into the lists of
/// [`Relations`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelationError {
    /// A relation names a buffer that does not exist.
    #[error("`{list}` names buffer {id}, but the trace has {n_buffers} buffers")]
    NoBuffer {
        /// The list.
        list: &'static str,
        /// The buffer named.
        id: BufferId,
        /// The number of buffers there are.
        n_buffers: usize,
    },
    /// A buffer allows a pool that does not exist.
    #[error("buffer `{buffer}` allows pool {pool}, but there are {n_pools} pools")]
    NoPool {
        /// The name of the buffer.
        buffer: String,
        /// The pool named.
        pool: PoolId,
        /// The number of pools there are.
        n_pools: usize,
    },
    /// A buffer allows a pool twice.
    #[error("buffer `{buffer}` allows pool `{pool}` twice")]
    RepeatedPool {
        /// The name of the buffer.
        buffer: String,
        /// The name of the pool.
        pool: String,
    },
    /// A pool is wrong by itself.
    #[error("pool `{pool}` {problem}")]
    BadPool {
        /// The name of the pool.
        pool: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The trace has a capacity or a memory space, and pools that have their own.
    #[error("the trace has pools, so capacity and memory space are those of the pools")]
    TwoCapacities,
    /// There is not one list of pools for each buffer.
    #[error("{n_lists} lists of allowed pools for {n_buffers} buffers")]
    AllowedCount {
        /// The lists.
        n_lists: usize,
        /// The buffers.
        n_buffers: usize,
    },
    /// Two buffers are to be apart and at the same place.
    #[error("`{buffer}` and `{other}` are to be apart, but also at the same place")]
    ApartInClass {
        /// The name of one buffer.
        buffer: String,
        /// The name of the other one.
        other: String,
    },
    /// Two buffers at the same place have no pool in common.
    #[error("`{buffer}` is at the same place as others, but no pool is allowed for all of them")]
    NoCommonPool {
        /// The name of the first buffer that leaves no pool.
        buffer: String,
    },
    /// The alignments of a class have no common multiple below 2^63.
    #[error(
        "`{buffer}` is at the same place as others, but their alignments have no common multiple below 2^63"
    )]
    NoCommonAlignment {
        /// The name of the first buffer that leaves none.
        buffer: String,
    },
    /// A pinned buffer may be in more than one pool.
    #[error("`{buffer}` is pinned, so exactly one pool must be allowed for it")]
    PinWithoutPool {
        /// The name of the buffer.
        buffer: String,
    },
    /// A buffer is to take its bytes at all ticks, but is not pinned.
    #[error("`{buffer}` is to take its bytes at all ticks, but has no pinned offset")]
    ForeverWithoutPin {
        /// The name of the buffer.
        buffer: String,
    },
    /// A pin does not hold for the class of the buffer.
    #[error("`{buffer}`, pinned to offset {offset} of pool `{pool}`, {problem}")]
    BadPin {
        /// The name of the buffer.
        buffer: String,
        /// Its offset.
        offset: Bytes,
        /// The name of the pool.
        pool: String,
        /// What is wrong.
        problem: String,
    },
    /// The objective has a measure twice.
    #[error("the objective has `{measure}` twice")]
    RepeatedMeasure {
        /// The measure.
        measure: Measure,
    },
    /// The sum of all costs does not fit.
    #[error("the costs add up to more than 2^63 - 1")]
    CostsTooLarge,
    /// The uses of a buffer are wrong.
    #[error("the uses of `{buffer}` {problem}")]
    BadUses {
        /// The name of the buffer.
        buffer: String,
        /// What is wrong with them.
        problem: &'static str,
    },
    /// The bytes of all copies and accesses, with their prices, do not fit.
    #[error("the bytes that uses may move add up to more than 2^63 - 1")]
    UsesTooLarge,
}

/// A class of buffers at the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// Ascending; the first one represents the class.
    pub(crate) members: Vec<BufferId>,
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// In the order of preference of the first member.
    pub(crate) pools: Vec<PoolId>,
    /// The offset, if any member is pinned.
    pub(crate) pinned: Option<u64>,
    /// Whether its bytes are taken at all ticks.
    pub(crate) is_forever: bool,
}

/// The classes of a trace, in the order of their first members, and the class of each buffer.
///
/// # Errors
/// [`RelationError`] where members contradict each other.
pub(crate) fn classes(
    trace: &LifetimeTrace,
    pools: &[Pool],
) -> Result<(Vec<Class>, Vec<u32>), RelationError> {
    let relations = trace.relations();
    let mut classes: Vec<Class> = Vec::new();
    let mut class_of = vec![u32::MAX; trace.len()];
    for (id, root) in trace.ids().zip(relations.classes(trace.len())) {
        let buffer = &trace[id];
        let allowed = relations.allowed_pools(id, pools.len());
        let name = || buffer.name.to_string();
        if root == id {
            class_of[id.index()] = classes.len() as u32;
            classes.push(Class {
                members: vec![id],
                size: buffer.size.0,
                align: buffer.align.0,
                pools: allowed.into_owned(),
                pinned: buffer.pinned.map(|at| at.0),
                is_forever: false,
            });
            continue;
        }
        class_of[id.index()] = class_of[root.index()];
        let class = &mut classes[class_of[root.index()] as usize];
        class.members.push(id);
        class.size = class.size.max(buffer.size.0);
        class.align = common_alignment(class.align, buffer.align.0)
            .filter(|&align| i64::try_from(align).is_ok())
            .ok_or_else(|| RelationError::NoCommonAlignment { buffer: name() })?;
        class.pools.retain(|pool| allowed.contains(pool));
        if class.pools.is_empty() {
            return Err(RelationError::NoCommonPool { buffer: name() });
        }
        if let Some(at) = buffer.pinned {
            if let Some(other) = class.pinned.filter(|&other| other != at.0) {
                return Err(RelationError::BadPin {
                    buffer: name(),
                    offset: at,
                    pool: pools[class.pools[0].index()].name.clone(),
                    problem: format!("is at the same place as a buffer pinned to {other}"),
                });
            }
            class.pinned = Some(at.0);
        }
    }
    for id in &relations.forever {
        classes[class_of[id.index()] as usize].is_forever = true;
    }
    Ok((classes, class_of))
}

/// Checks the relations of a trace whose buffers are well formed. `O(n + r log r)` for `r` entries.
pub(super) fn check(trace: &LifetimeTrace) -> Result<(), RelationError> {
    let relations = trace.relations();
    if !relations.pools.is_empty() && (trace.capacity().is_some() || trace.memory_space().is_some())
    {
        return Err(RelationError::TwoCapacities);
    }
    check_ids(trace)?;
    let pools = trace.pools();
    check_pools(&pools)?;
    check_allowed(trace, &pools)?;
    let (classes, class_of) = classes(trace, &pools)?;
    let name = |id: BufferId| trace[id].name.to_string();
    for &(a, b) in &relations.apart {
        if class_of[a.index()] == class_of[b.index()] {
            let (buffer, other) = (name(a), name(b));
            return Err(RelationError::ApartInClass { buffer, other });
        }
    }
    for id in &relations.forever {
        if trace[*id].pinned.is_none() {
            return Err(RelationError::ForeverWithoutPin { buffer: name(*id) });
        }
    }
    check_pins(trace, &pools, &classes)?;
    let mut measures = relations.objective.clone();
    measures.sort_stable_by_key(|&measure| measure as u8);
    if let Some(pair) = measures.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(RelationError::RepeatedMeasure { measure: pair[0] });
    }
    let costs = relations.reuse_costs.iter().chain(&relations.bank_costs);
    let sum = costs.map(|pair| u128::from(pair.cost)).sum::<u128>();
    if i64::try_from(sum).is_err() {
        return Err(RelationError::CostsTooLarge);
    }
    check_uses(trace, &pools)
}

fn check_uses(trace: &LifetimeTrace, pools: &[Pool]) -> Result<(), RelationError> {
    let mut seen = vec![false; trace.len()];
    let price = pools.iter().map(|pool| pool.access_cost).max().unwrap_or(0);
    let mut most = 0_u128;
    for uses in &trace.relations().uses {
        let id = uses.buffer;
        let buffer = &trace[id];
        let (live, accesses) = (buffer.live, &uses.accesses);
        let is_within = |access: &Access| {
            live.begin() <= access.ticks.begin() && access.ticks.end() <= live.end()
        };
        let problem = if std::mem::replace(&mut seen[id.index()], true) {
            "are stated twice"
        } else if accesses.is_empty() || uses.times == 0 {
            "are none"
        } else if accesses.iter().any(|access| access.ticks.is_empty()) {
            "have an access without ticks"
        } else if accesses
            .windows(2)
            .any(|pair| pair[1].ticks.begin() < pair[0].ticks.end())
        {
            "are not in ascending order, or overlap"
        } else if !accesses.iter().all(is_within) {
            "are not within its lifetime"
        } else {
            // Two copies before each access at most.
            let bytes = accesses.iter().map(|access| {
                2 * u128::from(buffer.size.0) + u128::from(access.bytes.0) * u128::from(price)
            });
            most = most.saturating_add(bytes.sum::<u128>().saturating_mul(uses.times.into()));
            continue;
        };
        let buffer = buffer.name.to_string();
        return Err(RelationError::BadUses { buffer, problem });
    }
    if i64::try_from(most).is_err() {
        return Err(RelationError::UsesTooLarge);
    }
    Ok(())
}

fn check_ids(trace: &LifetimeTrace) -> Result<(), RelationError> {
    let relations = trace.relations();
    let check = |list: &'static str, id: BufferId| {
        if id.index() < trace.len() {
            return Ok(());
        }
        let n_buffers = trace.len();
        Err(RelationError::NoBuffer {
            list,
            id,
            n_buffers,
        })
    };
    let pairs = [
        ("same_place", &relations.same_place),
        ("apart", &relations.apart),
        ("never_together", &relations.never_together),
    ];
    for (list, pairs) in pairs {
        for &(a, b) in pairs {
            check(list, a)?;
            check(list, b)?;
        }
    }
    let costs = [
        ("reuse_costs", &relations.reuse_costs),
        ("bank_costs", &relations.bank_costs),
    ];
    for (list, costs) in costs {
        for pair in costs {
            check(list, pair.buffer)?;
            check(list, pair.other)?;
        }
    }
    for &id in &relations.forever {
        check("forever", id)?;
    }
    for uses in &relations.uses {
        check("uses", uses.buffer)?;
    }
    Ok(())
}

fn check_pools(pools: &[Pool]) -> Result<(), RelationError> {
    let mut names: Vec<&str> = pools.iter().map(|pool| &*pool.name).collect();
    names.sort_stable_by(Ord::cmp);
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(RelationError::BadPool {
            pool: pair[0].to_owned(),
            problem: "is stated twice",
        });
    }
    for pool in pools {
        let bad = |problem| {
            let pool = pool.name.clone();
            Err(RelationError::BadPool { pool, problem })
        };
        if pool.align == Bytes(0) {
            return bad("has alignment 0; the minimum is 1");
        }
        if i64::try_from(pool.align.0).is_err() {
            return bad("has an alignment above 2^63 - 1");
        }
        for range in &pool.reserved {
            if range.hi <= range.lo {
                return bad("has an empty reserved range");
            }
            if pool.capacity.is_some_and(|capacity| capacity < range.hi) {
                return bad("has a reserved range that exceeds its capacity");
            }
            if i64::try_from(range.hi.0).is_err() {
                return bad("has a reserved range above 2^63 - 1");
            }
        }
        if pool.copy_bytes_per_tick == Some(Bytes(0)) || pool.copies_at_once == Some(0) {
            return bad("has a rate or a number of copies of 0; the minimum is 1");
        }
        if let Some(banks) = pool.banks
            && (banks.size == Bytes(0) || banks.count == 0)
        {
            return bad("has banks of size 0, or none of them");
        }
        if let Some(banks) = pool.banks
            && i64::try_from(banks.size.0).is_err()
        {
            return bad("has banks above 2^63 - 1 bytes");
        }
    }
    Ok(())
}

fn check_allowed(trace: &LifetimeTrace, pools: &[Pool]) -> Result<(), RelationError> {
    let relations = trace.relations();
    let (n_lists, n_buffers) = (relations.allowed.len(), trace.len());
    if n_lists != 0 && n_lists != n_buffers {
        return Err(RelationError::AllowedCount { n_lists, n_buffers });
    }
    for (id, allowed) in trace.ids().zip(&relations.allowed) {
        for (at, &pool) in allowed.iter().enumerate() {
            let buffer = || trace[id].name.to_string();
            let Some(spec) = pools.get(pool.index()) else {
                return Err(RelationError::NoPool {
                    buffer: buffer(),
                    pool,
                    n_pools: pools.len(),
                });
            };
            if allowed[..at].contains(&pool) {
                return Err(RelationError::RepeatedPool {
                    buffer: buffer(),
                    pool: spec.name.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Checks each pinned class against its pool, and against the other pinned classes that it may not overlap.
fn check_pins(
    trace: &LifetimeTrace,
    pools: &[Pool],
    classes: &[Class],
) -> Result<(), RelationError> {
    for class in classes.iter().filter(|class| class.pinned.is_some()) {
        let pinned = class.members.iter().find(|id| trace[**id].pinned.is_some());
        let (&id, Some(at)) = (pinned.unwrap_or(&class.members[0]), class.pinned) else {
            continue;
        };
        let [pool] = class.pools[..] else {
            let buffer = trace[id].name.to_string();
            return Err(RelationError::PinWithoutPool { buffer });
        };
        let pool = &pools[pool.index()];
        let bad = |problem: String| {
            Err(RelationError::BadPin {
                buffer: trace[id].name.to_string(),
                offset: Bytes(at),
                pool: pool.name.clone(),
                problem,
            })
        };
        let Some(end) = at
            .checked_add(class.size)
            .filter(|&end| i64::try_from(end).is_ok())
        else {
            return bad("ends above 2^63 - 1 bytes".to_owned());
        };
        if !at.is_multiple_of(class.align) {
            return bad(format!("is not aligned to {}", class.align));
        }
        if let Some(capacity) = pool.capacity
            && capacity.0 < end
        {
            return bad(format!("ends at {end}, above the capacity {capacity}"));
        }
        let meets = |range: &&ByteWindow| at < range.hi.0 && range.lo.0 < end;
        if let Some(range) = pool.reserved.iter().find(meets)
            && class.size != 0
        {
            return bad(format!(
                "is in the reserved range {}..{}",
                range.lo, range.hi
            ));
        }
        if let Some(banks) = pool.banks
            && banks.is_strict
            && banks.is_crossed(at, class.size)
        {
            return bad("lies in more than one bank".to_owned());
        }
    }
    Ok(())
}

impl Banks {
    /// Whether a buffer at an offset is neither within one bank nor, if larger, at the start of one.
    pub fn is_crossed(&self, offset: u64, size: u64) -> bool {
        let within = offset % self.size.0;
        if self.size.0 < size {
            within != 0
        } else {
            self.size.0 - within < size
        }
    }

    /// Whether two ranges of addresses, neither of them empty, touch a common bank. `O(1)`.
    pub fn share(&self, a: (u64, u64), b: (u64, u64)) -> bool {
        let banks = |(lo, hi): (u64, u64)| (lo / self.size.0, (hi - 1) / self.size.0);
        let ((a0, a1), (b0, b1)) = (banks(a), banks(b));
        let (na, nb) = (a1 - a0 + 1, b1 - b0 + 1);
        if self.count <= na || self.count <= nb {
            return true;
        }
        let (count, na, nb) = (u128::from(self.count), u128::from(na), u128::from(nb));
        // Arcs on a circle of `count` banks, starting at `a0` and `b0`.
        let (a0, b0) = (u128::from(a0) % count, u128::from(b0) % count);
        let forward = (b0 + count - a0) % count;
        let backward = (count - forward) % count;
        forward < na || backward < nb
    }
}

#[cfg(test)]
mod tests {
    use super::{Banks, Measure};
    use crate::Bytes;

    #[test]
    fn measures_have_names_of_their_own() {
        for &(measure, name) in Measure::NAMES {
            assert_eq!(
                (measure.name(), Measure::from_name(name)),
                (name, Some(measure))
            );
        }
        assert_eq!(Measure::from_name("beauty"), None);
    }

    #[test]
    fn common_banks_are_those_that_counting_finds() {
        for (size, count) in [(1, 3), (2, 4), (3, 2), (2, 1)] {
            let banks = Banks {
                size: Bytes(size),
                count,
                is_strict: false,
            };
            let touched = |lo: u64, hi: u64| -> Vec<u64> {
                (lo..hi).map(|byte| byte / size % count).collect()
            };
            for (a, n, b, m) in (0..4096).map(|i| (i % 8, 1 + i / 8 % 8, i / 64 % 8, 1 + i / 512)) {
                let others = touched(b, b + m);
                let expected = touched(a, a + n).iter().any(|bank| others.contains(bank));
                assert_eq!(banks.share((a, a + n), (b, b + m)), expected);
            }
        }
    }
}
