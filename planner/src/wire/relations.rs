//! Pools, relations and objectives in JSON: the fields that a trace or a schedule has besides those of one arena.
//!
//! Documents with such fields have version 2. The binary form wraps the document: see [`super::binary`].

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{
    Banks, BufferId, ByteWindow, Bytes, Measure, PairCost, Pool, PoolId, PoolSchedule, Relations,
    Term, Tick,
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

/// The measure of a name.
pub(super) fn measure(name: &str) -> Result<Measure, String> {
    let known = || {
        let names: Vec<_> = Measure::NAMES.iter().map(|(_, name)| *name).collect();
        names.join(", ")
    };
    Measure::from_name(name)
        .ok_or_else(|| format!("`{name}` is not a measure; known measures: {}", known()))
}

/// What a buffer of a document states besides its lifetime.
#[derive(Debug, Default)]
pub(super) struct BufferRules {
    pub(super) pools: Vec<String>,
    pub(super) uses: Vec<i64>,
    pub(super) forever: bool,
}

/// Adds what buffers state to the relations of their trace. `O(n * pools)`.
pub(super) fn add_rules(
    relations: &mut Relations,
    rules: Vec<(u32, BufferRules)>,
    n_buffers: usize,
) -> Result<(), String> {
    for (id, rules) in rules {
        if !rules.pools.is_empty() {
            relations.allowed.resize(n_buffers, Vec::new());
            for name in &rules.pools {
                let pool = relations.pools.iter().position(|pool| pool.name == *name);
                let pool = pool.ok_or_else(|| {
                    format!("buffer {id} names the pool `{name}`, which is not in `pools`")
                })?;
                relations.allowed[id as usize].push(PoolId(pool as u32));
            }
        }
        if !rules.uses.is_empty() {
            let ticks = rules.uses.into_iter().map(Tick).collect();
            relations.uses.push((BufferId(id), ticks));
        }
        if rules.forever {
            relations.forever.push(BufferId(id));
        }
    }
    Ok(())
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
