//! Pools, relations and objectives in JSON: the fields of traces and schedules that one arena does not need.
//!
//! Documents with such fields have version 2. The binary form wraps the document: see [`super::binary`].

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{
    Access, AccessKind, Banks, Buffer, BufferId, ByteWindow, Bytes, Lifetime, Measure, PairCost,
    Pool, PoolId, PoolSchedule, Relations, Residence, Term, Tick, Uses,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonPool<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    capacity_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    align_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reserved: Vec<JsonRange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    banks: Option<JsonBanks>,
    #[serde(default, skip_serializing_if = "is_zero")]
    access_cost: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copy_bytes_per_tick: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copies_at_once: Option<u32>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An access: its tick alone in the usual case ([`Access::at`]).
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum JsonAccess {
    Tick(i64),
    Whole(JsonWholeAccess),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonWholeAccess {
    begin_tick: i64,
    end_tick: i64,
    access: JsonAccessKind,
    bytes: u64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonAccessKind {
    Read,
    Write,
    Update,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonResidence {
    buffer: u32,
    pool: u32,
    offset_bytes: u64,
    begin_tick: i64,
    end_tick: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copy_ticks: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRange {
    begin_byte: u64,
    end_byte: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonBanks {
    size_bytes: u64,
    count: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    strict: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonCost {
    buffer: u32,
    other: u32,
    cost: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonTerm<'a> {
    #[serde(borrow)]
    measure: Cow<'a, str>,
    value: u64,
    bound: u64,
}

/// A pair of buffers.
pub(super) type JsonPair = (u32, u32);

pub(super) fn pools_of(relations: &Relations) -> Vec<JsonPool<'_>> {
    let range = |range: &ByteWindow| JsonRange {
        begin_byte: range.lo.0,
        end_byte: range.hi.0,
    };
    let pool = |pool: &'_ Pool| JsonPool {
        name: Cow::Owned(pool.name.clone()),
        capacity_bytes: pool.capacity.map(|bytes| bytes.0),
        align_bytes: (pool.align != Bytes(1)).then_some(pool.align.0),
        reserved: pool.reserved.iter().map(range).collect(),
        banks: pool.banks.map(|banks| JsonBanks {
            size_bytes: banks.size.0,
            count: banks.count,
            strict: banks.is_strict,
        }),
        access_cost: pool.access_cost,
        copy_bytes_per_tick: pool.copy_bytes_per_tick.map(|rate| rate.0),
        copies_at_once: pool.copies_at_once,
    };
    relations.pools.iter().map(pool).collect()
}

impl From<JsonPool<'_>> for Pool {
    fn from(pool: JsonPool<'_>) -> Self {
        let range = |range: JsonRange| ByteWindow {
            lo: Bytes(range.begin_byte),
            hi: Bytes(range.end_byte),
        };
        Self {
            name: pool.name.into_owned(),
            capacity: pool.capacity_bytes.map(Bytes),
            align: Bytes(pool.align_bytes.unwrap_or(1)),
            reserved: pool.reserved.into_iter().map(range).collect(),
            banks: pool.banks.map(|banks| Banks {
                size: Bytes(banks.size_bytes),
                count: banks.count,
                is_strict: banks.strict,
            }),
            access_cost: pool.access_cost,
            copy_bytes_per_tick: pool.copy_bytes_per_tick.map(Bytes),
            copies_at_once: pool.copies_at_once,
        }
    }
}

pub(super) fn pairs_of(pairs: &[(BufferId, BufferId)]) -> Vec<JsonPair> {
    pairs.iter().map(|(a, b)| (a.0, b.0)).collect()
}

pub(super) fn pairs(pairs: Vec<JsonPair>) -> Vec<(BufferId, BufferId)> {
    let pair = |(a, b)| (BufferId(a), BufferId(b));
    pairs.into_iter().map(pair).collect()
}

pub(super) fn costs_of(costs: &[PairCost]) -> Vec<JsonCost> {
    let cost = |pair: &PairCost| JsonCost {
        buffer: pair.buffer.0,
        other: pair.other.0,
        cost: pair.cost,
    };
    costs.iter().map(cost).collect()
}

pub(super) fn costs(costs: Vec<JsonCost>) -> Vec<PairCost> {
    let cost = |pair: JsonCost| PairCost {
        buffer: BufferId(pair.buffer),
        other: BufferId(pair.other),
        cost: pair.cost,
    };
    costs.into_iter().map(cost).collect()
}

pub(super) fn measure(name: &str) -> Result<Measure, String> {
    Measure::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Measure::NAMES.iter().map(|(_, name)| *name).collect();
        let names = names.join(", ");
        format!("`{name}` is not a measure; known measures: {names}")
    })
}

/// What a buffer of a document states besides its lifetime.
#[derive(Debug, Default)]
pub(super) struct BufferRules {
    pub(super) pools: Vec<String>,
    pub(super) uses: Vec<JsonAccess>,
    pub(super) times: Option<u64>,
    pub(super) forever: bool,
}

/// The accesses of a buffer of `size` bytes.
pub(super) fn uses_of(uses: &Uses, size: Bytes) -> Vec<JsonAccess> {
    let access = |(at, access): (usize, &Access)| {
        if *access == Access::at(access.ticks.begin(), at == 0, size) {
            return JsonAccess::Tick(access.ticks.begin().0);
        }
        JsonAccess::Whole(JsonWholeAccess {
            begin_tick: access.ticks.begin().0,
            end_tick: access.ticks.end().0,
            access: match access.kind {
                AccessKind::Read => JsonAccessKind::Read,
                AccessKind::Write => JsonAccessKind::Write,
                AccessKind::Update => JsonAccessKind::Update,
            },
            bytes: access.bytes.0,
        })
    };
    uses.accesses.iter().enumerate().map(access).collect()
}

fn access(json: JsonAccess, is_first: bool, size: Bytes) -> Access {
    match json {
        JsonAccess::Tick(tick) => Access::at(Tick(tick), is_first, size),
        JsonAccess::Whole(json) => Access {
            ticks: Lifetime::half_open(Tick(json.begin_tick), Tick(json.end_tick)),
            kind: match json.access {
                JsonAccessKind::Read => AccessKind::Read,
                JsonAccessKind::Write => AccessKind::Write,
                JsonAccessKind::Update => AccessKind::Update,
            },
            bytes: Bytes(json.bytes),
        },
    }
}

/// Adds what buffers state to the relations of their trace. `O(n * pools)`.
pub(super) fn add_rules(
    relations: &mut Relations,
    rules: Vec<(u32, BufferRules)>,
    buffers: &[Buffer],
) -> Result<(), String> {
    for (id, rules) in rules {
        if !rules.pools.is_empty() {
            relations.allowed.resize(buffers.len(), Vec::new());
            for name in &rules.pools {
                let pool = relations.pools.iter().position(|pool| pool.name == *name);
                let pool = pool.ok_or_else(|| {
                    format!("buffer {id} names the pool `{name}`, which is not in `pools`")
                })?;
                relations.allowed[id as usize].push(PoolId(pool as u32));
            }
        }
        if !rules.uses.is_empty() {
            let size = buffers[id as usize].size;
            let accesses = rules.uses.into_iter().enumerate();
            relations.uses.push(Uses {
                buffer: BufferId(id),
                times: rules.times.unwrap_or(1),
                accesses: accesses
                    .map(|(at, json)| access(json, at == 0, size))
                    .collect(),
            });
        }
        if rules.forever {
            relations.forever.push(BufferId(id));
        }
    }
    Ok(())
}

pub(super) fn residences_of(pooled: &PoolSchedule) -> Vec<JsonResidence> {
    let residence = |residence: &Residence| JsonResidence {
        buffer: residence.buffer.0,
        pool: residence.pool.0,
        offset_bytes: residence.offset.0,
        begin_tick: residence.ticks.begin().0,
        end_tick: residence.ticks.end().0,
        copy_ticks: residence.copy_ticks,
    };
    pooled.residences.iter().map(residence).collect()
}

pub(super) fn residences(residences: Vec<JsonResidence>) -> Vec<Residence> {
    let residence = |document: JsonResidence| Residence {
        buffer: BufferId(document.buffer),
        pool: PoolId(document.pool),
        offset: Bytes(document.offset_bytes),
        ticks: Lifetime::half_open(Tick(document.begin_tick), Tick(document.end_tick)),
        copy_ticks: document.copy_ticks,
    };
    residences.into_iter().map(residence).collect()
}

pub(super) fn terms_of(pooled: &PoolSchedule) -> Vec<JsonTerm<'static>> {
    let term = |term: &Term| JsonTerm {
        measure: term.measure.name().into(),
        value: term.value,
        bound: term.bound,
    };
    pooled.terms.iter().map(term).collect()
}

pub(super) fn terms(terms: Vec<JsonTerm<'_>>) -> Result<Vec<Term>, String> {
    let term = |term: JsonTerm<'_>| {
        Ok(Term {
            measure: measure(&term.measure)?,
            value: term.value,
            bound: term.bound,
        })
    };
    terms.into_iter().map(term).collect()
}
