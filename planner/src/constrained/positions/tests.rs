//! The search against all placements of small problems.

use memplan_support::Random;

use super::super::bounds::{Pairs, is_hard, price, rows};
use super::super::place::cost_of;
use super::super::problem::{Item, Problem, Space};
use super::{Found, Query, groups, poured, search};
use crate::PlanOptions;

/// Items of a few sizes in one pool, with random pairs; some are pinned, and some pools are reserved in part.
fn problem(random: &mut Random) -> (Problem, u64) {
    let n = 4 + random.index(3);
    let limit = 6 + random.below(7);
    let has_range = random.one_in(4);
    let unit = random.one_in(3);
    let item = |random: &mut Random| Item {
        size: if unit { 2 } else { 1 + random.below(4) },
        pools: vec![(0, 1 + random.below(2))],
        pin: random.one_in(12).then(|| random.below(3)),
        born: 0,
    };
    let mut problem = Problem {
        items: (0..n).map(|_| item(random)).collect(),
        spaces: vec![Space {
            capacity: limit,
            reserved: if has_range { vec![(2, 3)] } else { Vec::new() },
            banks: None,
        }],
        hard: vec![Vec::new(); n],
        soft: vec![Vec::new(); n],
        bank: vec![Vec::new(); n],
        ..Problem::default()
    };
    for a in 0..n {
        for b in a + 1..n {
            let (x, y) = (a as u32, b as u32);
            match random.below(4) {
                0 => {
                    problem.hard[a].push(y);
                    problem.hard[b].push(x);
                }
                1 | 2 => {
                    let cost = 1 + random.below(3);
                    problem.soft[a].push((y, cost));
                    problem.soft[b].push((x, cost));
                }
                _ => {}
            }
        }
    }
    (problem, limit)
}

/// The least cost below `best` of all ways to place the items from a number on.
fn brute_force(problem: &Problem, limit: u64, at: &mut Vec<u64>, cost: u64, best: &mut u64) {
    if *best <= cost {
        return;
    }
    let Some(item) = problem.items.get(at.len()) else {
        *best = cost;
        return;
    };
    for offset in 0..(limit + 1).saturating_sub(item.size) {
        let end = offset + item.size;
        let mut reserved = problem.spaces[0].reserved.iter();
        let meets =
            |other: &usize| offset < at[*other] + problem.items[*other].size && at[*other] < end;
        let shared: Vec<u32> = (0..at.len())
            .filter(meets)
            .map(|other| other as u32)
            .collect();
        let own = at.len() as u32;
        if item.pin.is_some_and(|pin| pin != offset)
            || item.pin.is_none() && !offset.is_multiple_of(item.pools[0].1)
            || reserved.any(|&(lo, hi)| lo < end && offset < hi)
            || shared.iter().any(|&other| is_hard(problem, own, other))
        {
            continue;
        }
        let prices = shared
            .iter()
            .filter_map(|&other| price(problem, own, other));
        let more: u64 = prices.sum();
        at.push(offset);
        brute_force(problem, limit, at, cost + more, best);
        at.pop();
    }
}

#[test]
fn no_plan_costs_less() {
    let mut random = Random::new(11);
    let options = PlanOptions::default();
    let (mut n_costly, mut n_impossible) = (0, 0);
    for _ in 0..3_000 {
        let (problem, limit) = problem(&mut random);
        let pairs = Pairs::of(&problem);
        let rows = rows(&problem, &pairs, problem.spaces[0].free());
        let mut meter = options.meter();
        let query = Query {
            pool: 0,
            limit,
            below: 1_000,
            least: 0,
            rows: &rows,
            pairs: &pairs,
        };
        let Found { plan, bound } = search(&problem, &query, 1 << 30, &mut meter).unwrap();
        let mut least = 1_000;
        brute_force(&problem, limit, &mut Vec::new(), 0, &mut least);
        assert_eq!(bound, least, "{problem:?}");
        assert_eq!(plan.is_some(), least < 1_000, "{problem:?}");
        let Some(plan) = plan else {
            n_impossible += 1;
            continue;
        };
        assert_eq!(cost_of(&problem, &plan.offset), plan.cost, "{problem:?}");
        assert_eq!(plan.cost, least);
        n_costly += u32::from(plan.cost != 0);
    }
    assert!(
        500 < n_costly && 50 < n_impossible,
        "{n_costly} {n_impossible}"
    );
}

#[test]
fn bytes_are_poured_onto_what_is_covered_least() {
    // Twice covered in 2..4, once in 0..2 and 4..6, free in 6..8.
    let ends = || vec![(0, true), (4, false), (2, true), (6, false)];
    assert_eq!(poured(2, 8, &mut ends()), 0);
    assert_eq!(poured(3, 8, &mut ends()), 1);
    // Two free bytes, six once more, and one of the eight once more.
    assert_eq!(poured(9, 8, &mut ends()), 6 + 2);
    assert_eq!(poured(1, 0, &mut []), u64::MAX);
    assert_eq!(poured(0, 0, &mut []), 0);
}

#[test]
fn groups_are_cliques() {
    assert_eq!(groups(&[0b010, 0b001, 0b000]), [0b011, 0b100]);
}
