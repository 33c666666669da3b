//! Traces with pools: pictures side by side, one for each pool, with what connects them.

use memplan_planner::{
    Bytes, LifetimeTrace, Measure, Pool, PoolPart, PoolSchedule, Residence, Term, by_pool,
    paid_costs, replay,
};
use memplan_support::Sort;

use crate::svg::bytes;
use crate::{Entry, Origin, Scope};

/// What a scope is drawn as.
#[derive(Debug)]
pub(crate) enum Drawn<'a> {
    /// One picture for each schedule.
    Plain(&'a Scope<'a>),
    /// One schedule, with a picture for each pool.
    Pools(Box<Pools<'a>>),
}

/// A schedule of a trace with pools.
#[derive(Debug)]
pub(crate) struct Pools<'a> {
    pub trace: &'a LifetimeTrace,
    pub entry: Entry<'a>,
    /// The pools in which something is, or in which nothing may be.
    pub parts: Vec<Part>,
    /// The first and the last tick of all pools.
    pub ticks: (i64, i64),
    pub prices: Vec<Price>,
    pub moves: Vec<Move>,
}

/// One pool of a schedule.
#[derive(Debug)]
pub(crate) struct Part {
    pub pool: Pool,
    pub part: PoolPart,
    pub origins: Option<Vec<Origin>>,
    /// Ranges that are taken at all ticks, and why.
    pub taken: Vec<(Bytes, Bytes, String)>,
}

/// A buffer in a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub part: usize,
    pub piece: usize,
}

/// A price that is paid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Price {
    pub buffer: Spot,
    /// In the same part.
    pub other: Spot,
    /// The bytes that both have. `None`: they touch a common bank.
    pub bytes: Option<(Bytes, Bytes)>,
    pub cost: u64,
}

/// A copy from one pool to another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub from: Spot,
    pub to: Spot,
    /// When it begins.
    pub tick: i64,
}

/// What scopes are drawn as, in their order.
pub(crate) fn drawn<'a>(scopes: &'a [Scope<'a>]) -> Vec<Drawn<'a>> {
    let mut all = Vec::new();
    for scope in scopes {
        if scope.trace.relations().is_empty() {
            all.push(Drawn::Plain(scope));
            continue;
        }
        let pools = scope.entries.iter().map(|entry| Pools::of(scope, *entry));
        match pools.collect::<Option<Vec<_>>>() {
            Some(pools) => all.extend(pools.into_iter().map(|drawn| Drawn::Pools(Box::new(drawn)))),
            None => all.push(Drawn::Plain(scope)),
        }
    }
    all
}

/// Each pool as a scope of its own, for viewers that know no pools.
pub(crate) fn one_by_one<'b>(all: &'b [Drawn<'_>]) -> Vec<Scope<'b>> {
    let mut scopes = Vec::new();
    for one in all {
        match one {
            Drawn::Plain(scope) => scopes.push((*scope).clone()),
            Drawn::Pools(pools) => scopes.extend(pools.parts.iter().map(|part| Scope {
                trace: &part.part.trace,
                entries: vec![Entry {
                    schedule: &part.part.schedule,
                    ..pools.entry
                }],
                origins: part.origins.as_deref(),
            })),
        }
    }
    scopes
}

impl<'a> Pools<'a> {
    /// `None` if the schedule has no pools.
    fn of(scope: &Scope<'a>, entry: Entry<'a>) -> Option<Self> {
        let trace = scope.trace;
        let pooled = entry.schedule.pooled.as_deref()?;
        let pools = trace.pools();
        let mut parts = Vec::new();
        for part in by_pool(trace, entry.schedule) {
            let pool = pools.get(part.pool.index())?;
            if part.pieces.is_empty() && pool.reserved.is_empty() {
                continue;
            }
            let origins = scope.origins.map(|given| {
                let of = part.pieces.iter().map(|(id, _)| given.get(id.index()));
                of.map(|origin| origin.cloned().unwrap_or_default())
                    .collect()
            });
            parts.push(Part {
                taken: taken(trace, entry, pooled, pool, part.pool.index()),
                pool: pool.clone(),
                part,
                origins,
            });
        }
        let lives = || trace.buffers().iter().map(|buffer| buffer.live);
        let mut pools = Self {
            trace,
            entry,
            ticks: (
                lives().map(|live| live.begin().0).min().unwrap_or(0),
                lives().map(|live| live.end().0).max().unwrap_or(1),
            ),
            prices: Vec::new(),
            moves: Vec::new(),
            parts,
        };
        if pools.parts.is_empty() {
            return None;
        }
        pools.add_prices();
        pools.add_moves(&pooled.residences);
        Some(pools)
    }

    fn add_prices(&mut self) {
        let mut spots = vec![None; self.trace.len()];
        for (at, part) in self.parts.iter().enumerate() {
            for (piece, (id, residence)) in part.part.pieces.iter().enumerate() {
                if residence.is_none() {
                    spots[id.index()] = Some(Spot { part: at, piece });
                }
            }
        }
        for paid in paid_costs(self.trace, self.entry.schedule) {
            let spot = |id: memplan_planner::BufferId| spots[id.index()];
            let pair = paid.pair;
            if let (Some(buffer), Some(other)) = (spot(pair.buffer), spot(pair.other)) {
                self.prices.push(Price {
                    buffer,
                    other,
                    bytes: paid.bytes.filter(|_| paid.measure == Measure::ReuseCost),
                    cost: pair.cost,
                });
            }
        }
    }

    fn add_moves(&mut self, residences: &[Residence]) {
        let mut spots = vec![None; residences.len()];
        for (at, part) in self.parts.iter().enumerate() {
            for (piece, (_, residence)) in part.part.pieces.iter().enumerate() {
                if let Some(residence) = residence {
                    spots[*residence] = Some(Spot { part: at, piece });
                }
            }
        }
        let pools = self.trace.pools();
        let mut uses: Vec<_> = self.trace.relations().uses.iter().collect();
        uses.sort_stable_by_key(|uses| uses.buffer.0);
        let mut first = 0;
        while let Some(it) = residences.get(first) {
            let rest = residences[first..].iter();
            let n = rest.take_while(|other| other.buffer == it.buffer).count();
            let own = &residences[first..first + n];
            let of = uses.binary_search_by_key(&it.buffer, |uses| uses.buffer);
            let size = self.trace[it.buffer].size;
            // A plan of another tool may be wrong; then nothing is known of its copies.
            let replayed = of.map(|at| replay(&pools, size, uses[at], own));
            if let Ok(Ok(replayed)) = replayed {
                for (to, from) in replayed.sources.iter().enumerate() {
                    let from = from.and_then(|from| spots[first + from]);
                    if let (Some(from), Some(to_spot)) = (from, spots[first + to]) {
                        let tick = own[to].ticks.begin().0;
                        self.moves.push(Move {
                            from,
                            to: to_spot,
                            tick,
                        });
                    }
                }
            }
            first += n;
        }
    }

    /// The measures of the schedule, in words.
    pub(crate) fn measures(&self) -> Vec<String> {
        let terms = self
            .entry
            .schedule
            .pooled
            .iter()
            .flat_map(|pooled| &pooled.terms);
        let terms =
            terms.filter(|term| term.measure != Measure::CapacityOverflow || term.value != 0);
        terms.map(words).collect()
    }

    /// The part of a pool.
    pub(crate) fn part(&self, spot: Spot) -> &Part {
        &self.parts[spot.part]
    }

    /// The name of the buffer at a spot.
    pub(crate) fn name(&self, spot: Spot) -> &str {
        &self.trace[self.part(spot).part.pieces[spot.piece].0].name
    }
}

/// `reuse-cost 5 (at least 3)`
fn words(term: &Term) -> String {
    let is_cost = matches!(term.measure, Measure::ReuseCost | Measure::BankCost);
    let number = |value: u64| {
        if is_cost {
            value.to_string()
        } else {
            bytes(value)
        }
    };
    let (name, value) = (term.measure.name(), number(term.value));
    if term.is_optimal() {
        format!("{name} {value}")
    } else {
        format!("{name} {value} (at least {})", number(term.bound))
    }
}

/// The ranges of a pool that are taken at all ticks.
fn taken(
    trace: &LifetimeTrace,
    entry: Entry<'_>,
    pooled: &PoolSchedule,
    pool: &Pool,
    index: usize,
) -> Vec<(Bytes, Bytes, String)> {
    let reserved = pool.reserved.iter();
    let mut taken: Vec<_> = reserved
        .map(|range| (range.lo, range.hi, "reserved".to_owned()))
        .collect();
    for id in &trace.relations().forever {
        let is_here = pooled
            .pools
            .get(id.index())
            .is_some_and(|at| at.index() == index);
        if let Some(offset) = entry.schedule.offset(*id).filter(|_| is_here) {
            let end = Bytes(offset.0.saturating_add(trace[*id].size.0));
            let name = &trace[*id].name;
            taken.push((offset, end, format!("taken by {name} at all ticks")));
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Bytes, LifetimeTrace, PlanOptions, registry};

    use super::{Drawn, Move, Pools, Price, Spot, drawn};
    use crate::{Entry, Scope};

    fn check(notation: &str, judge: impl Fn(&Pools<'_>)) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let planner = registry::planner("auto").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let scopes = [Scope {
            trace: &trace,
            entries: vec![Entry::new("auto", &schedule)],
            origins: None,
        }];
        let all = drawn(&scopes);
        let [Drawn::Pools(pools)] = &all[..] else {
            panic!("{all:?}");
        };
        judge(pools);
    }

    #[test]
    fn a_copy_connects_the_places_of_a_buffer() {
        let trace = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                     pool fast 24\npool slow - access=1";
        check(trace, |pools| {
            // `b`, `c`, `d`, and `a` twice in the fast pool; `a` in the slow one.
            let spot = |part, piece| Spot { part, piece };
            let to = |from, to, tick| Move { from, to, tick };
            let moves = [to(spot(0, 3), spot(1, 0), 2), to(spot(1, 0), spot(0, 4), 8)];
            assert_eq!(pools.moves, moves);
            assert_eq!(pools.ticks, (0, 9));
        });
    }

    #[test]
    fn a_paid_price_has_its_bytes_and_a_range_its_reason() {
        let trace = "a 0..2 8; b 2..4 8; c 0..4 4 pin=0 pool=p forever\npool p 16\nreserve p 12..16\ncost a b 3";
        check(trace, |pools| {
            let spot = |piece| Spot { part: 0, piece };
            let price = Price {
                buffer: spot(0),
                other: spot(1),
                bytes: Some((Bytes(4), Bytes(12))),
                cost: 3,
            };
            assert_eq!(pools.prices, [price]);
            let reasons = pools.parts[0].taken.iter().map(|(.., reason)| &**reason);
            let reasons: Vec<_> = reasons.collect();
            assert_eq!(reasons, ["reserved", "taken by c at all ticks"]);
        });
    }
}
