//! `memplan plan --explain` for traces with pools, relations or costs: which clique or rule sets each peak and cost.

use std::fmt::Write as _;

use memplan_planner::{
    BufferId, Clique, LifetimeTrace, Measure, MemoryPlanner, MemorySchedule, MoveWitness, PairRule,
    PlanError, PlanOptions, PoolLink, PoolWitness, PriceWitness, RelationWitness,
    explain_relations,
};
use memplan_support::sizes::human;
use memplan_support::table::plural;
use serde::Serialize;

use super::explain::listed;
use crate::batch::RowMeasure;
use crate::exit::{Failure, Outcome};
use crate::planning;
use crate::render::Message;

/// The explanation of one trace.
#[derive(Serialize)]
pub(super) struct RelationAnswer {
    file: String,
    scope: String,
    fits: bool,
    measures: Vec<RowMeasure>,
    pools: Vec<PoolAnswer>,
    prices: Vec<PriceAnswer>,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct PoolAnswer {
    name: String,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity_bytes: Option<u64>,
    /// Those that are not reserved.
    #[serde(skip_serializing_if = "Option::is_none")]
    free_bytes: Option<u64>,
    /// No schedule with the same buffers in the pool has a lower peak.
    bound_bytes: u64,
    clique: CliqueAnswer,
    /// From the top of the pool to its bottom.
    chain: Vec<LinkAnswer>,
}

#[derive(Serialize)]
struct CliqueAnswer {
    bytes: u64,
    buffers: Vec<String>,
    /// A tick at which all buffers are live that no entry of `pairs` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    tick: Option<i64>,
    pairs: Vec<PairAnswer>,
}

#[derive(Serialize)]
struct PairAnswer {
    buffer: String,
    other: String,
    /// As a predicate.
    rule: String,
}

#[derive(Serialize)]
struct LinkAnswer {
    name: String,
    offset_bytes: u64,
    size_bytes: u64,
    /// Between this buffer and the one below.
    unused_bytes: u64,
    /// Why it is not at the place of the buffer below, as a predicate about the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    on_reserved: bool,
}

#[derive(Serialize)]
struct PriceAnswer {
    buffer: String,
    other: String,
    measure: &'static str,
    cost: u64,
    pool: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    clique: Option<CliqueAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    free_bytes: Option<u64>,
}

#[derive(Serialize)]
struct MoveAnswer {
    name: String,
    begin_tick: i64,
    end_tick: i64,
    /// When the first pool holds most of this time, and how much.
    tick: i64,
    taken_bytes: u64,
    size_bytes: u64,
}

/// Explains the schedule of a planner. Where none fits, the failure comes with the explanation of the best one.
pub(super) fn answer(
    planner: &dyn MemoryPlanner,
    file: &str,
    trace: &LifetimeTrace,
    options: &PlanOptions,
) -> Outcome<(RelationAnswer, MemorySchedule, Option<Failure>)> {
    let fail = |error| {
        let mut failure = planning::failure(error);
        for message in &mut failure.messages {
            message.place.file = Some(file.to_owned());
        }
        failure
    };
    let of_plan = |error| memplan::Error::Plan {
        scope: trace.scope().to_owned(),
        error,
    };
    let (schedule, failure) = match memplan::plan_trace(planner, trace, options, None) {
        Ok(planned) => (planned.schedule, None),
        Err(memplan::Error::Plan { error, .. }) => {
            let best = match &error {
                PlanError::PoolExceeded { schedule, .. }
                | PlanError::CapacityExceeded { schedule, .. } => (**schedule).clone(),
                _ => return Err(fail(of_plan(error))),
            };
            (best, Some(fail(of_plan(error))))
        }
        Err(error) => return Err(fail(error)),
    };
    let explained = explain_relations(trace, &schedule, options);
    let witness = explained.map_err(|error| fail(of_plan(error)))?;
    let words = Words { trace };
    let terms = schedule.pooled.iter().flat_map(|pooled| &pooled.terms);
    let prices = (witness.prices.iter()).map(|price| words.price(&schedule, &witness, price));
    let answer = RelationAnswer {
        file: file.to_owned(),
        scope: trace.scope().to_owned(),
        fits: failure.is_none(),
        measures: terms
            .filter(|term| term.measure != Measure::CapacityOverflow || term.value != 0)
            .map(RowMeasure::of)
            .collect(),
        pools: witness.pools.iter().map(|pool| words.pool(pool)).collect(),
        prices: prices.collect(),
        moves: witness.moves.iter().map(|m| words.moved(m)).collect(),
    };
    Ok((answer, schedule, failure))
}

/// Rejects `--sensitivity`, which supports a single arena only.
pub(super) fn without_sensitivity(file: &str) -> Failure {
    let message = "`--sensitivity` is for traces without pools, relations and costs";
    Failure::no(
        Message::error("unsupported", message)
            .in_file(file)
            .help("`--explain` alone names cliques and rules"),
    )
}

/// Names and rules of a trace.
struct Words<'a> {
    trace: &'a LifetimeTrace,
}

impl Words<'_> {
    fn name(&self, id: BufferId) -> String {
        self.trace[id].name.to_string()
    }

    /// Why two buffers may not share bytes, as a predicate about them.
    fn rule(&self, buffer: BufferId, other: BufferId, rule: Option<&PairRule>) -> String {
        match rule {
            None => "share bytes only at a price".to_owned(),
            Some(PairRule::Live {
                buffer: a,
                other: b,
                tick,
            }) if [(buffer, other), (other, buffer)].contains(&(*a, *b)) => {
                format!("are live at tick {tick}")
            }
            Some(rule) => rule.describe(self.trace),
        }
    }

    fn clique(&self, clique: &Clique) -> CliqueAnswer {
        let pair = |(a, b, rule): &(BufferId, BufferId, Option<PairRule>)| PairAnswer {
            buffer: self.name(*a),
            other: self.name(*b),
            rule: self.rule(*a, *b, rule.as_ref()),
        };
        CliqueAnswer {
            bytes: clique.bytes.0,
            buffers: clique.buffers.iter().map(|&id| self.name(id)).collect(),
            tick: clique.tick.map(|tick| tick.0),
            pairs: clique.pairs.iter().map(pair).collect(),
        }
    }

    fn pool(&self, witness: &PoolWitness) -> PoolAnswer {
        let pool = &self.trace.pools()[witness.pool.index()];
        let link = |link: &PoolLink| LinkAnswer {
            name: self.name(link.buffer),
            offset_bytes: link.offset.0,
            size_bytes: self.trace[link.buffer].size.0,
            unused_bytes: link.offset.0 - link.floor.0,
            rule: (link.below.as_ref())
                .map(|(below, rule)| self.rule(link.buffer, *below, rule.as_ref())),
            on_reserved: link.is_on_reserved,
        };
        PoolAnswer {
            name: pool_name(&pool.name),
            peak_bytes: witness.peak.0,
            capacity_bytes: pool.capacity.map(|bytes| bytes.0),
            free_bytes: witness.free.map(|bytes| bytes.0),
            bound_bytes: witness.bound.0,
            clique: self.clique(&witness.clique),
            chain: witness.chain.iter().map(link).collect(),
        }
    }

    fn price(
        &self,
        schedule: &MemorySchedule,
        witness: &RelationWitness,
        price: &PriceWitness,
    ) -> PriceAnswer {
        let pair = price.paid.pair;
        let mut pooled = schedule.pooled.iter();
        let pool = pooled.find_map(|pooled| pooled.pools.get(pair.buffer.index()));
        let index = pool.map_or(0, |pool| pool.index());
        let pools = self.trace.pools();
        let pool = pools.get(index);
        let free = witness.pools.get(index).and_then(|pool| pool.free);
        let free = free.filter(|_| price.clique.is_some());
        PriceAnswer {
            buffer: self.name(pair.buffer),
            other: self.name(pair.other),
            measure: price.paid.measure.name(),
            cost: pair.cost,
            pool: pool.map_or_else(String::new, |pool| pool_name(&pool.name)),
            clique: price.clique.as_ref().map(|clique| self.clique(clique)),
            free_bytes: free.map(|bytes| bytes.0),
        }
    }

    fn moved(&self, it: &MoveWitness) -> MoveAnswer {
        MoveAnswer {
            name: self.name(it.buffer),
            begin_tick: it.away.begin().0,
            end_tick: it.away.end().0,
            tick: it.tick.0,
            taken_bytes: it.taken.0,
            size_bytes: self.trace[it.buffer].size.0,
        }
    }
}

/// The name of a pool in sentences.
fn pool_name(name: &str) -> String {
    match name {
        "" => "default".to_owned(),
        name => name.to_owned(),
    }
}

fn quoted(names: &[String]) -> String {
    listed(names.iter().map(|name| format!("`{name}`")))
}

impl RelationAnswer {
    pub(super) fn text(&self) -> String {
        let scope = match &*self.scope {
            "" => self.file.clone(),
            scope => format!("{}, scope `{scope}`", self.file),
        };
        let measures: Vec<String> = self.measures.iter().map(RowMeasure::words).collect();
        let mut text = if self.fits {
            format!("{scope}: {}\n", measures.join(", "))
        } else {
            format!("{scope}: no schedule was found that fits\n")
        };
        for pool in &self.pools {
            pool.write(&mut text);
        }
        // Writing to a string cannot fail, here and below.
        for price in &self.prices {
            let PriceAnswer {
                buffer,
                other,
                cost,
                ..
            } = price;
            let verb = if price.measure == Measure::BankCost.name() {
                "touch a common bank"
            } else {
                "share bytes"
            };
            let _ = write!(
                text,
                "  `{buffer}` and `{other}` {verb}, which costs {cost}"
            );
            if let (Some(clique), Some(free)) = (&price.clique, price.free_bytes) {
                let (bytes, free) = (human(clique.bytes.into()), human(free.into()));
                let n = clique.buffers.len();
                let _ = write!(
                    text,
                    ": {} {bytes} without sharing, and `{}` has {free} for them: {}",
                    if n == 2 {
                        "the two need".to_owned()
                    } else {
                        format!("{n} buffers need")
                    },
                    price.pool,
                    quoted(&clique.buffers)
                );
            }
            text.push_str(".\n");
        }
        for it in &self.moves {
            let (name, taken, size) = (
                &it.name,
                human(it.taken_bytes.into()),
                human(it.size_bytes.into()),
            );
            let pool = self.pools.first().map_or("", |pool| &pool.name);
            let _ = writeln!(
                text,
                "  `{name}` ({size}) is not in `{pool}` at ticks {}..{}: {taken} of it are taken at tick {}.",
                it.begin_tick, it.end_tick, it.tick
            );
        }
        text
    }
}

impl PoolAnswer {
    fn write(&self, text: &mut String) {
        let peak = human(self.peak_bytes.into());
        let of = self
            .capacity_bytes
            .map_or_else(String::new, |bytes| format!(" of {}", human(bytes.into())));
        let _ = writeln!(text, "  Pool `{}`: {peak}{of}.", self.name);
        let clique = &self.clique;
        if 1 < clique.buffers.len() {
            let bytes = human(clique.bytes.into());
            let n = plural(clique.buffers.len(), "buffer");
            let names = quoted(&clique.buffers);
            let verdict = if self.free_bytes.is_some_and(|free| free < clique.bytes) {
                let free = human(self.free_bytes.unwrap_or(0).into());
                format!(", and only {free} are free")
            } else if self.peak_bytes <= self.bound_bytes {
                "; no schedule with these buffers in the pool has a lower peak".to_owned()
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "    {n} that may not share bytes need {bytes}{verdict}: {names}.{}",
                clique.reasons()
            );
        }
        // The rule of a buffer and the one below comes with the lower one.
        let rules = self.chain.iter().map(|link| link.rule.as_deref());
        let links = (self.chain.iter())
            .zip(std::iter::once(None).chain(rules))
            .map(|(link, rule)| link.words(rule));
        if !self.chain.is_empty() {
            let links: Vec<String> = links.collect();
            let _ = writeln!(
                text,
                "    From the top down: {}.",
                listed(links.into_iter())
            );
        }
    }
}

impl CliqueAnswer {
    /// Why no two of them may share bytes.
    fn reasons(&self) -> String {
        let pairs = self.pairs.iter().map(|pair| {
            let PairAnswer {
                buffer,
                other,
                rule,
            } = pair;
            format!("`{buffer}` and `{other}` {rule}")
        });
        match (self.tick, self.pairs.is_empty()) {
            (Some(tick), true) => format!(" All are live at tick {tick}."),
            (Some(tick), false) => {
                format!(
                    " {}; all other pairs are live at tick {tick}.",
                    listed(pairs)
                )
            }
            (None, _) => String::new(),
        }
    }
}

impl LinkAnswer {
    /// `c` 24..32 (the two are to be apart)
    fn words(&self, rule: Option<&str>) -> String {
        let end = self.offset_bytes.saturating_add(self.size_bytes);
        let mut text = format!("`{}` {}..{end}", self.name, self.offset_bytes);
        if self.unused_bytes != 0 {
            let _ = write!(text, " above {} unused", human(self.unused_bytes.into()));
        }
        if let Some(rule) = rule {
            let _ = write!(text, " (the two {rule})");
        }
        if self.on_reserved {
            text.push_str(" on a reserved range");
        }
        text
    }
}
