//! The parts of binary files: sections of a name, a version and bytes, which a trace or schedule may have or not.

use serde::{Deserialize, Serialize};

use memplan_support::symbolic::{Monomial, Polynomial, Symbol, check_symbols};

use super::WireError;
use super::relations::measure;
use crate::problem::{Orientation, OrientationPlan, PlannedSize, Quality, SymbolicError, Symbols};
use crate::{
    Access, AccessKind, Banks, BufferId, ByteWindow, Bytes, Lifetime, PairCost, Pool, PoolId,
    PoolSchedule, Relations, Residence, Term, Tick, Uses,
};

/// A section of a file: of those traces or schedules that have the part, the number and the content.
#[derive(Serialize, Deserialize)]
pub(super) struct WirePart<'a> {
    pub(super) name: &'a str,
    pub(super) version: u32,
    pub(super) content: &'a [u8],
}

/// The version of all parts that is written, and the newest that is read.
pub(super) const PART_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
pub(super) struct WireRelations {
    pools: Vec<WirePool>,
    allowed: Vec<Vec<u32>>,
    forever: Vec<u32>,
    same_place: Vec<(u32, u32)>,
    apart: Vec<(u32, u32)>,
    never_together: Vec<(u32, u32)>,
    reuse_costs: Vec<(u32, u32, u64)>,
    bank_costs: Vec<(u32, u32, u64)>,
    objective: Vec<String>,
    uses: Vec<WireUses>,
}

#[derive(Serialize, Deserialize)]
struct WirePool {
    name: String,
    capacity: Option<u64>,
    align: u64,
    reserved: Vec<(u64, u64)>,
    /// Size, count, whether they are strict.
    banks: Option<(u64, u64, bool)>,
    access_cost: u64,
    copy_bytes_per_tick: Option<u64>,
    copies_at_once: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct WireUses {
    buffer: u32,
    times: u64,
    /// Begin, end, kind, bytes.
    accesses: Vec<(i64, i64, WireKind, u64)>,
}

#[derive(Serialize, Deserialize)]
enum WireKind {
    Read,
    Write,
    Update,
}

fn pairs(of: &[(BufferId, BufferId)]) -> Vec<(u32, u32)> {
    of.iter().map(|(a, b)| (a.0, b.0)).collect()
}

fn into_pairs(of: Vec<(u32, u32)>) -> Vec<(BufferId, BufferId)> {
    let pair = |(a, b)| (BufferId(a), BufferId(b));
    of.into_iter().map(pair).collect()
}

fn costs(of: &[PairCost]) -> Vec<(u32, u32, u64)> {
    let cost = |pair: &PairCost| (pair.buffer.0, pair.other.0, pair.cost);
    of.iter().map(cost).collect()
}

fn into_costs(of: Vec<(u32, u32, u64)>) -> Vec<PairCost> {
    let cost = |(buffer, other, cost)| PairCost {
        buffer: BufferId(buffer),
        other: BufferId(other),
        cost,
    };
    of.into_iter().map(cost).collect()
}

impl From<&Relations> for WireRelations {
    fn from(relations: &Relations) -> Self {
        let pool = |pool: &Pool| WirePool {
            name: pool.name.clone(),
            capacity: pool.capacity.map(|bytes| bytes.0),
            align: pool.align.0,
            reserved: (pool.reserved.iter())
                .map(|range| (range.lo.0, range.hi.0))
                .collect(),
            banks: pool
                .banks
                .map(|banks| (banks.size.0, banks.count, banks.is_strict)),
            access_cost: pool.access_cost,
            copy_bytes_per_tick: pool.copy_bytes_per_tick.map(|rate| rate.0),
            copies_at_once: pool.copies_at_once,
        };
        let access = |access: &Access| {
            let kind = match access.kind {
                AccessKind::Read => WireKind::Read,
                AccessKind::Write => WireKind::Write,
                AccessKind::Update => WireKind::Update,
            };
            (
                access.ticks.begin().0,
                access.ticks.end().0,
                kind,
                access.bytes.0,
            )
        };
        let uses = |uses: &Uses| WireUses {
            buffer: uses.buffer.0,
            times: uses.times,
            accesses: uses.accesses.iter().map(access).collect(),
        };
        let allowed = |pools: &Vec<PoolId>| pools.iter().map(|pool| pool.0).collect();
        Self {
            pools: relations.pools.iter().map(pool).collect(),
            allowed: relations.allowed.iter().map(allowed).collect(),
            forever: relations.forever.iter().map(|id| id.0).collect(),
            same_place: pairs(&relations.same_place),
            apart: pairs(&relations.apart),
            never_together: pairs(&relations.never_together),
            reuse_costs: costs(&relations.reuse_costs),
            bank_costs: costs(&relations.bank_costs),
            objective: (relations.objective.iter())
                .map(|measure| measure.name().to_owned())
                .collect(),
            uses: relations.uses.iter().map(uses).collect(),
        }
    }
}

impl WireRelations {
    pub(super) fn into_core(self) -> Result<Relations, WireError> {
        let range = |(lo, hi)| ByteWindow {
            lo: Bytes(lo),
            hi: Bytes(hi),
        };
        let pool = |pool: WirePool| Pool {
            name: pool.name,
            capacity: pool.capacity.map(Bytes),
            align: Bytes(pool.align),
            reserved: pool.reserved.into_iter().map(range).collect(),
            banks: pool.banks.map(|(size, count, is_strict)| Banks {
                size: Bytes(size),
                count,
                is_strict,
            }),
            access_cost: pool.access_cost,
            copy_bytes_per_tick: pool.copy_bytes_per_tick.map(Bytes),
            copies_at_once: pool.copies_at_once,
        };
        let access = |(begin, end, kind, bytes)| Access {
            ticks: Lifetime::half_open(Tick(begin), Tick(end)),
            kind: match kind {
                WireKind::Read => AccessKind::Read,
                WireKind::Write => AccessKind::Write,
                WireKind::Update => AccessKind::Update,
            },
            bytes: Bytes(bytes),
        };
        let uses = |uses: WireUses| Uses {
            buffer: BufferId(uses.buffer),
            times: uses.times,
            accesses: uses.accesses.into_iter().map(access).collect(),
        };
        let allowed = |pools: Vec<u32>| pools.into_iter().map(PoolId).collect();
        let objective = self.objective.iter().map(|name| measure(name));
        let objective: Result<_, String> = objective.collect();
        Ok(Relations {
            pools: self.pools.into_iter().map(pool).collect(),
            allowed: self.allowed.into_iter().map(allowed).collect(),
            forever: self.forever.into_iter().map(BufferId).collect(),
            same_place: into_pairs(self.same_place),
            apart: into_pairs(self.apart),
            never_together: into_pairs(self.never_together),
            reuse_costs: into_costs(self.reuse_costs),
            bank_costs: into_costs(self.bank_costs),
            objective: objective.map_err(|problem| WireError::Malformed { problem })?,
            uses: self.uses.into_iter().map(uses).collect(),
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WirePools {
    pools: Vec<u32>,
    peaks: Vec<u64>,
    /// Measure, value, bound.
    terms: Vec<(String, u64, u64)>,
    residences: Vec<WireResidence>,
}

#[derive(Serialize, Deserialize)]
struct WireResidence {
    buffer: u32,
    pool: u32,
    offset: u64,
    begin: i64,
    end: i64,
    copy_ticks: Option<u64>,
}

impl From<&PoolSchedule> for WirePools {
    fn from(pooled: &PoolSchedule) -> Self {
        let term = |term: &Term| (term.measure.name().to_owned(), term.value, term.bound);
        let residence = |residence: &Residence| WireResidence {
            buffer: residence.buffer.0,
            pool: residence.pool.0,
            offset: residence.offset.0,
            begin: residence.ticks.begin().0,
            end: residence.ticks.end().0,
            copy_ticks: residence.copy_ticks,
        };
        Self {
            pools: pooled.pools.iter().map(|pool| pool.0).collect(),
            peaks: pooled.peaks.iter().map(|peak| peak.0).collect(),
            terms: pooled.terms.iter().map(term).collect(),
            residences: pooled.residences.iter().map(residence).collect(),
        }
    }
}

impl WirePools {
    pub(super) fn into_core(self) -> Result<PoolSchedule, WireError> {
        let term = |(name, value, bound): (String, u64, u64)| {
            let measure = measure(&name).map_err(|problem| WireError::Malformed { problem })?;
            Ok(Term {
                measure,
                value,
                bound,
            })
        };
        let residence = |wire: WireResidence| Residence {
            buffer: BufferId(wire.buffer),
            pool: PoolId(wire.pool),
            offset: Bytes(wire.offset),
            ticks: Lifetime::half_open(Tick(wire.begin), Tick(wire.end)),
            copy_ticks: wire.copy_ticks,
        };
        Ok(PoolSchedule {
            pools: self.pools.into_iter().map(PoolId).collect(),
            peaks: self.peaks.into_iter().map(Bytes).collect(),
            terms: self
                .terms
                .into_iter()
                .map(term)
                .collect::<Result<_, WireError>>()?,
            residences: self.residences.into_iter().map(residence).collect(),
        })
    }
}

/// Name, minimum, maximum, multiple.
#[derive(Serialize, Deserialize)]
struct WireSymbol(String, i64, Option<i64>, i64);

/// Coefficients and indices of symbols.
#[derive(Serialize, Deserialize)]
struct WireSize(Vec<(i64, Vec<u8>)>);

/// The symbols and sizes of a trace.
#[derive(Serialize, Deserialize)]
pub(super) struct WireSymbols {
    symbols: Vec<WireSymbol>,
    sizes: Vec<WireSize>,
    size_of: Vec<u32>,
}

/// The orientations of a schedule.
#[derive(Serialize, Deserialize)]
pub(super) struct WireOrientations {
    symbols: Vec<WireSymbol>,
    alignment: u64,
    sizes: Vec<(WireSize, bool)>,
    size_of: Vec<u32>,
    /// Edges, from the lower to the upper buffer.
    orientations: Vec<Vec<(u32, u32)>>,
    /// k, worst, mean.
    figures: Vec<(u64, f64, f64)>,
    /// In files of earlier versions, the offsets of a trace without symbols.
    pub(super) fixed: Vec<u64>,
}

fn symbols_of(symbols: &[Symbol]) -> Vec<WireSymbol> {
    let wire = |symbol: &Symbol| {
        let name = symbol.name.clone();
        WireSymbol(name, symbol.min, symbol.max, symbol.multiple)
    };
    symbols.iter().map(wire).collect()
}

fn into_symbols(wire: Vec<WireSymbol>) -> Vec<Symbol> {
    let symbol = |WireSymbol(name, min, max, multiple)| Symbol {
        name,
        min,
        max,
        multiple,
    };
    wire.into_iter().map(symbol).collect()
}

impl WireSize {
    fn of(size: &Polynomial) -> Self {
        let term = |&(monomial, coefficient): &(Monomial, i64)| {
            (coefficient, monomial.symbols().map(|at| at as u8).collect())
        };
        Self(size.terms().iter().map(term).collect())
    }

    fn into_core(self, n_symbols: usize) -> Result<Polynomial, SymbolicError> {
        let mut sum = Polynomial::default();
        for (coefficient, symbols) in self.0 {
            if symbols.iter().any(|&index| n_symbols <= usize::from(index)) {
                return Err(unlisted("a size has a symbol that is not listed"));
            }
            let term = Polynomial::term(coefficient, symbols.into_iter().map(usize::from))?;
            sum = sum.add(&term)?;
        }
        Ok(sum)
    }
}

fn unlisted(problem: &str) -> SymbolicError {
    SymbolicError::Malformed {
        problem: problem.to_owned(),
    }
}

impl From<&Symbols> for WireSymbols {
    fn from(part: &Symbols) -> Self {
        Self {
            symbols: symbols_of(part.list()),
            sizes: part.distinct_sizes().iter().map(WireSize::of).collect(),
            size_of: part.size_indices().to_vec(),
        }
    }
}

impl WireSymbols {
    /// The symbols, and the size of each buffer.
    pub(super) fn into_core(self) -> Result<(Vec<Symbol>, Vec<Polynomial>), SymbolicError> {
        let symbols = into_symbols(self.symbols);
        let sizes = self.sizes.into_iter();
        let sizes = sizes.map(|size| size.into_core(symbols.len()));
        let sizes: Vec<Polynomial> = sizes.collect::<Result<_, _>>()?;
        let size = |&index: &u32| sizes.get(index as usize).cloned();
        let of_buffers: Option<Vec<Polynomial>> = self.size_of.iter().map(size).collect();
        let of_buffers =
            of_buffers.ok_or_else(|| unlisted("a buffer has a size that is not listed"))?;
        Ok((symbols, of_buffers))
    }
}

impl From<&OrientationPlan> for WireOrientations {
    fn from(plan: &OrientationPlan) -> Self {
        let edges = |orientation: &Orientation| {
            (orientation.edges())
                .map(|(lower, upper)| (lower.0, upper.0))
                .collect()
        };
        Self {
            symbols: symbols_of(&plan.symbols),
            alignment: plan.alignment.0,
            sizes: (plan.sizes.iter())
                .map(|size| (WireSize::of(&size.bytes), size.is_rounded))
                .collect(),
            size_of: plan.size_of.clone(),
            orientations: plan.orientations.iter().map(edges).collect(),
            figures: (plan.figures.iter())
                .map(|quality| (quality.k as u64, quality.worst, quality.mean))
                .collect(),
            fixed: Vec::new(),
        }
    }
}

impl WireOrientations {
    pub(super) fn into_core(self) -> Result<OrientationPlan, SymbolicError> {
        let symbols = into_symbols(self.symbols);
        check_symbols(&symbols)?;
        let sizes = self.sizes.into_iter().map(|(size, is_rounded)| {
            let bytes = size.into_core(symbols.len())?;
            Ok(PlannedSize { bytes, is_rounded })
        });
        let sizes: Vec<PlannedSize> = sizes.collect::<Result<_, SymbolicError>>()?;
        let n_buffers = self.size_of.len();
        let orientations = self.orientations.into_iter().map(|edges| {
            let named = |(lower, upper)| (BufferId(lower), BufferId(upper));
            Orientation::from_edges(n_buffers, edges.into_iter().map(named))
        });
        let figures = self.figures.into_iter();
        OrientationPlan {
            orientations: orientations.collect::<Result<_, _>>()?,
            alignment: Bytes(self.alignment),
            size_of: self.size_of,
            figures: figures
                .map(|(k, worst, mean)| Quality {
                    k: usize::try_from(k).unwrap_or(usize::MAX),
                    worst,
                    mean,
                })
                .collect(),
            symbols,
            sizes,
        }
        .checked()
    }
}
