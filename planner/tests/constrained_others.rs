//! Traces with relations: explanations and in-place hints, against the definitions of `constrained.rs`.

use memplan_planner::{
    BufferId, InPlaceHint, InPlaceKind, Measure, PlanError, PlanOptions, Term, ValidateOptions,
    explain_relations, registry, validate,
};
use memplan_support::{Random, Sort};

use crate::constrained::{ALL, Features, GRID, Rules, places, random_trace};

#[test]
fn explanations_follow_the_definitions() {
    let planner = registry::planner("auto").unwrap();
    let mut random = Random::new(77);
    let features = Features {
        windows: false,
        ..ALL
    };
    let (mut n_links, mut n_prices, mut n_cliques) = (0, 0, 0);
    for _ in 0..3_000 {
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let options = PlanOptions::default();
        let schedule = match planner.plan(&trace, &options) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { schedule, .. }) => *schedule,
            Err(_) => continue,
        };
        let rules = Rules::of(&trace);
        let at = places(&schedule);
        let witness = explain_relations(&trace, &schedule, &options).unwrap();
        let pooled = schedule.pooled.as_ref().unwrap();
        // At one place, nothing keeps the two classes from each other but a rule.
        let is_hard = |a: BufferId, b: BufferId| {
            let members = |id: BufferId| {
                let class = rules.class_of[id.index()];
                (0..trace.len())
                    .filter(|&x| rules.class_of[x] == class)
                    .collect::<Vec<_>>()
            };
            let together = vec![(0, 0); trace.len()];
            let others = members(b);
            members(a).iter().any(|&x| {
                let mut others = others.iter();
                others.any(|&y| !rules.pair_is_valid(&together, x, y))
            })
        };
        for (pool, peak) in witness.pools.iter().zip(&pooled.peaks) {
            let told = || format!("{trace}\n{at:?}\n{pool:?}");
            assert_eq!(pool.peak, *peak, "{}", told());
            assert!(pool.bound <= *peak, "{}", told());
            let clique = &pool.clique.buffers;
            let sizes = clique.iter().map(|id| rules.size[id.index()]);
            assert_eq!(pool.clique.bytes.0, sizes.sum::<u64>(), "{}", told());
            for (k, &a) in clique.iter().enumerate() {
                assert_eq!(at[a.index()].0, pool.pool.index(), "{}", told());
                assert!(clique[..k].iter().all(|&b| is_hard(a, b)), "{}", told());
            }
            n_cliques += usize::from(1 < clique.len());
            let end = |id: BufferId| at[id.index()].1 + rules.size[id.index()];
            for (k, link) in pool.chain.iter().enumerate() {
                n_links += 1;
                let top = match k {
                    0 => peak.0,
                    _ => pool.chain[k - 1].floor.0,
                };
                assert_eq!(end(link.buffer), top, "{}", told());
                assert_eq!(link.offset.0, at[link.buffer.index()].1, "{}", told());
                assert!(link.floor <= link.offset, "{}", told());
                if let Some((below, rule)) = &link.below {
                    assert_eq!(link.floor.0, end(*below), "{}", told());
                    assert_eq!(rule.is_some(), is_hard(link.buffer, *below), "{}", told());
                }
            }
        }
        let paid = witness.prices.iter();
        let of = |measure| {
            let prices = paid.clone();
            prices.filter(move |price| price.paid.measure == measure)
        };
        for term in &pooled.terms {
            if matches!(term.measure, Measure::ReuseCost | Measure::BankCost) {
                let sum: u64 = of(term.measure).map(|price| price.paid.pair.cost).sum();
                assert_eq!(sum, term.value, "{trace}\n{at:?}");
            }
        }
        for price in paid {
            let pool = &witness.pools[at[price.paid.pair.buffer.index()].0];
            if let Some(clique) = &price.clique {
                n_prices += 1;
                let classes = |id: &BufferId| rules.class_of[id.index()];
                let members: Vec<usize> = clique.buffers.iter().map(classes).collect();
                for id in [price.paid.pair.buffer, price.paid.pair.other] {
                    assert!(members.contains(&classes(&id)), "{trace}\n{price:?}");
                }
                assert!(pool.free.unwrap() < clique.bytes, "{trace}\n{price:?}");
            }
        }
    }
    assert!(
        1_000 < n_links && 10 < n_prices && 500 < n_cliques,
        "{n_links} {n_prices} {n_cliques}"
    );
}

/// All schedules on the grid of a trace with hints: a pair of a hint whose buffers are at one place may be live
/// together.
#[test]
fn hints_are_used_beside_relations() {
    let planner = registry::planner("auto").unwrap();
    let mut random = Random::new(12);
    let features = Features {
        windows: false,
        banks: false,
        choice: false,
        pins: true,
    };
    let (mut n_used, mut n_best, mut n_proved, mut n) = (0, 0, 0, 0);
    while n < 400 {
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let hint = |random: &mut Random| {
            let (buffer, other) = (random.index(trace.len()), random.index(trace.len()));
            let id = |index: usize| BufferId(index as u32);
            (buffer != other).then(|| InPlaceHint {
                buffer: id(buffer),
                other: id(other),
                kind: InPlaceKind::ZeroOffset,
            })
        };
        let mut hints: Vec<InPlaceHint> = (0..3).filter_map(|_| hint(&mut random)).collect();
        hints.sort_stable_by_key(|hint| (hint.buffer, hint.other));
        hints.dedup_by_key(|hint| (hint.buffer, hint.other));
        let hinted = trace.clone().into_builder().in_place(hints.clone());
        let hinted = hinted.build().unwrap();
        let may_share = |a: usize, b: usize, at: &[(usize, u64)]| {
            let takes = |x: usize, y: usize| {
                let begin = |x: usize| hinted.buffers()[x].live.begin();
                let mut hints = hints.iter();
                hints.any(|hint| (hint.buffer.index(), hint.other.index()) == (x, y))
                    && begin(y) <= begin(x)
                    && at[x] == at[y]
            };
            !Rules::of(&hinted).is_kept_apart(a, b) && (takes(a, b) || takes(b, a))
        };
        let schedule = match planner.plan(&hinted, &PlanOptions::default()) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { .. } | PlanError::PinsOverlap { .. }) => continue,
            Err(error) => unreachable!("{error}\n{hinted}"),
        };
        n += 1;
        let told = || format!("{hinted}\n{:?}", schedule.offsets);
        let options = ValidateOptions::default();
        assert_eq!(validate(&hinted, &schedule, &options), Ok(()), "{}", told());
        let at = places(&schedule);
        let rules = Rules::of(&hinted);
        // The schedule keeps all rules but those of pairs that the hints except.
        for a in 0..at.len() {
            assert!(rules.one_is_valid(&at, a), "{}", told());
            for b in 0..a {
                let is_valid = rules.pair_is_valid(&at, a, b) || may_share(a, b, &at);
                assert!(is_valid, "{a} {b}: {}", told());
            }
        }
        if !schedule.reuses.is_empty() {
            n_used += 1;
            // Without the permission, it is no schedule.
            let mut wrong = schedule.clone();
            wrong.reuses.clear();
            assert!(validate(&hinted, &wrong, &options).is_err(), "{}", told());
        }
        let values = rules.values(&at);
        let best = every(&rules, &may_share);
        let terms = &schedule.pooled.as_ref().unwrap().terms;
        for (k, term) in terms.iter().enumerate() {
            let earlier = best
                .iter()
                .filter(|other| other[..k].iter().zip(&values).all(|(o, v)| o <= v));
            let least = earlier.map(|other| other[k]).min().unwrap_or(u64::MAX);
            assert!(term.bound <= least, "{term:?} but {least}: {}", told());
        }
        n_best += usize::from(best.iter().all(|other| values <= *other));
        n_proved += usize::from(terms.iter().all(Term::is_optimal));
    }
    assert!(
        30 < n_used && 9 * n < 10 * n_best && n < 2 * n_proved,
        "{n_used} {n_best} {n_proved} of {n}"
    );
}

/// Whether two buffers may share bytes where they are although a rule says otherwise.
type MayShare<'a> = &'a dyn Fn(usize, usize, &[(usize, u64)]) -> bool;

/// The values of all placements on the grid that are valid but for pairs that may share bytes.
fn every(rules: &Rules<'_>, may_share: MayShare<'_>) -> Vec<Vec<u64>> {
    fn extend(
        rules: &Rules<'_>,
        may_share: MayShare<'_>,
        at: &mut Vec<(usize, u64)>,
        values: &mut Vec<Vec<u64>>,
    ) {
        let b = at.len();
        if b == rules.trace.len() {
            values.push(rules.values(at));
            return;
        }
        for offset in 0..GRID {
            at.push((0, offset));
            let is_valid = |a: usize| {
                let pair = &at[..];
                rules.pair_is_valid(pair, a, b) || may_share(b, a, pair)
            };
            if rules.one_is_valid(at, b) && (0..b).all(is_valid) {
                extend(rules, may_share, at, values);
            }
            at.pop();
        }
    }
    let mut values = Vec::new();
    extend(rules, may_share, &mut Vec::new(), &mut values);
    values
}
