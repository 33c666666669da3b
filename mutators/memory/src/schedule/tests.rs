//! The search on random problems, against all orders.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` problems instead of the default number, larger ones too.

use memplan_memory_model::Memory;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_support::Random;
use memplan_testing::programs::n_programs;

use super::block::{RegionSpans, through};
use super::problem::{Buffer, Problem};
use super::solve::{Effort, FoundOrders, solve};
use super::windows::Windows;
use super::{beam, bound, exact, portfolio};

const WORK: u64 = 10_000_000;

fn below(random: &mut Random, n: u64) -> u64 {
    random.bits() % n
}

/// A problem with edges and buffers between nodes that are up to `reach` apart.
fn problem(random: &mut Random, n: u32, reach: u32) -> Problem {
    let (mut buffers, mut edges, mut uses) = (Vec::new(), Vec::new(), Vec::new());
    let sparse = below(random, 6) + 1;
    for from in 0..n {
        for to in from + 1..(from + 1 + reach).min(n) {
            if below(random, 2 + sparse) == 0 {
                edges.push((from, to));
            }
        }
    }
    for _ in 0..u64::from(n) + below(random, u64::from(n)) {
        let buffer = buffers.len() as u32;
        let first = below(random, n.into()) as u32;
        let mut users = vec![first];
        for _ in 0..below(random, 4) {
            let user = first + below(random, reach.into()) as u32;
            if user < n && !users.contains(&user) {
                users.push(user);
            }
        }
        uses.extend(users.into_iter().map(|user| (user, buffer)));
        buffers.push(Buffer {
            size: below(random, 20) * below(random, 20),
            live_in: below(random, 8) == 0,
            live_out: below(random, 8) == 0,
        });
    }
    let inside = (0..n).map(|_| (below(random, 6) / 5) * below(random, 100));
    Problem::new(buffers, inside.collect(), edges, &uses)
}

/// The least load of all orders, by the definition of the load, set by set.
fn least_load(p: &Problem) -> u64 {
    let n = p.len() as u32;
    let is_in = |set: usize, node: u32| set >> node & 1 == 1;
    let live = |set: usize, running: Option<u32>| -> u64 {
        let buffers = (0..).zip(&p.buffers);
        let live = buffers.filter(|&(buffer, facts)| {
            let users = p.users.of(buffer);
            let begun = facts.live_in || users.iter().any(|&user| is_in(set, user));
            let ended = !facts.live_out && users.iter().all(|&user| is_in(set, user));
            (begun && !ended) || running.is_some_and(|node| users.contains(&node))
        });
        let inside = running.map_or(0, |node| p.inside[node as usize]);
        live.map(|(_, facts)| facts.size).sum::<u64>() + inside
    };
    let mut least = vec![u64::MAX; 1 << n];
    least[0] = live(0, None);
    for set in 0..1usize << n {
        if least[set] == u64::MAX {
            continue;
        }
        for node in (0..n).filter(|&node| !is_in(set, node)) {
            if p.preds.of(node).iter().all(|&pred| is_in(set, pred)) {
                let load = least[set].max(live(set, Some(node)));
                let next = set | 1 << node;
                least[next] = least[next].min(load).max(live(next, None));
            }
        }
    }
    least[(1 << n) - 1]
}

#[test]
fn exact_search_finds_the_least_load_and_bounds_are_below_it() {
    let n_problems = n_programs(400);
    let largest = if n_problems > 1000 { 14 } else { 9 };
    let mut n_better = 0;
    for number in 0..n_problems {
        let random = &mut Random::new(number);
        let n = 2 + below(random, largest - 1) as u32;
        let mut p = problem(random, n, n);
        let least = least_load(&p);
        let given: Vec<u32> = (0..n).collect();
        let what = || format!("problem {number}: {p:?}");
        let exact::Found::Order(order) = exact::search(&p, least, u64::MAX, &mut WORK.clone())
        else {
            panic!("{}", what());
        };
        assert!(p.is_order(&order) && p.load(&order) == least, "{}", what());
        if least > 0 {
            let outcome = exact::search(&p, least - 1, u64::MAX, &mut WORK.clone());
            assert_eq!(outcome, exact::Found::Refuted, "{}", what());
        }
        let during = p.profile(&given).0;
        let bound = bound::bound(&p, &during, 0, &mut WORK.clone());
        assert!(bound <= least, "{bound}, not {least}, {}", what());
        for effort in [Effort::Linear, Effort::Windows, Effort::Exact] {
            let solved = solve(&p, effort, WORK, &FoundOrders::default());
            assert!(p.is_order(&solved.order), "{}", what());
            assert_eq!(p.load(&solved.order), solved.load, "{}", what());
            assert_eq!(p.load(&given), solved.given, "{}", what());
            assert!(solved.bound <= least && solved.load <= solved.given);
            if effort != Effort::Linear {
                assert_eq!((solved.load, solved.bound), (least, least), "{}", what());
                n_better += usize::from(solved.load < solved.given);
            }
            let again = solve(
                &p.renumbered(&solved.order),
                effort,
                WORK,
                &FoundOrders::default(),
            );
            assert_eq!(again.order, given, "{}", what());
        }
        if let Some((order, load)) = portfolio::best(&mut p, u64::MAX) {
            assert!(p.is_order(&order) && p.load(&order) == load);
        }
    }
    assert!(n_better as u64 > n_problems / 4, "{n_better} improved");
}

/// The bytes around each position equal those that a search among all spans finds.
#[test]
fn bytes_around_a_position_are_those_of_the_spans_around_it() {
    for number in 0..100 {
        let random = &mut Random::new(number);
        let n = 1 + below(random, 30);
        let spans: Vec<((u32, u32), u64)> = (0..below(random, 60))
            .map(|_| {
                let first = below(random, n);
                let last = first + below(random, n - first);
                ((first as u32, last as u32), u64::MAX - below(random, 3))
            })
            .collect();
        let sums = through(spans.iter().copied(), n as usize);
        let expected = (0..n as u32).map(|at| {
            let around = spans.iter().filter(|(span, _)| span.0 < at && at < span.1);
            around.map(|&(_, bytes)| u128::from(bytes)).sum()
        });
        assert_eq!(sums, expected.collect::<Vec<u128>>());
    }
}

#[test]
fn buffers_from_before_a_loop_of_blocks_are_live_in_all_of_it() {
    let text = "func.func @f(%c: i1, %x: memref<4xf32>) {
        %a = memref.alloc() : memref<4xf32>
        cf.br ^head
      ^head:
        memref.copy %x, %a : memref<4xf32> to memref<4xf32>
        memref.copy %a, %x : memref<4xf32> to memref<4xf32>
        cf.cond_br %c, ^body, ^end
      ^body:
        cf.br ^head
      ^end:
        return
    }";
    let m = parse(text.as_bytes(), &ParseOptions::default())
        .unwrap()
        .module;
    let function = m.walk(m.root()).nth(1).unwrap();
    let region = m.regions(function)[0];
    let spans = RegionSpans::new(&m, &Memory::new(&m), region);
    let through: Vec<_> = m.blocks(region).map(|block| spans.through(block)).collect();
    assert_eq!(through, [0, 16, 16, 0].map(Some));
}

#[test]
fn an_order_backwards_has_the_load_of_the_order() {
    for number in 0..100 {
        let random = &mut Random::new(number);
        let mut p = problem(random, 30, 8);
        let mut order: Vec<u32> = (0..30).collect();
        let load = p.load(&order);
        p.reverse();
        order.reverse();
        assert_eq!(p.load(&order), load);
    }
}

/// The profile that windows update incrementally equals the profile computed from the order.
#[test]
fn windows_keep_the_profile_of_their_order() {
    let mut n_better = 0;
    for number in 0..60 {
        let random = &mut Random::new(number);
        let p = problem(random, 120, 12);
        let given: Vec<u32> = (0..120).collect();
        let orders = FoundOrders::default();
        let mut windows = Windows::new(&p, given, &orders);
        let before = windows.load();
        while windows.round(10, &mut WORK.clone()) {
            n_better += 1;
        }
        assert!(p.is_order(&windows.order));
        let fresh = Windows::new(&p, windows.order.clone(), &orders);
        assert_eq!(windows.parts(), fresh.parts(), "problem {number}");
        assert!(windows.load() <= before);
    }
    assert!(n_better > 20, "{n_better} rounds");
}

#[test]
fn a_beam_keeps_to_its_limit() {
    let mut n_found = 0;
    for number in 0..100 {
        let random = &mut Random::new(number);
        let p = problem(random, 60, 10);
        let given: Vec<u32> = (0..60).collect();
        let limit = p.load(&given) * 9 / 10;
        if let Some(order) = beam::search(&p, 20, limit, &mut WORK.clone()) {
            assert!(p.is_order(&order) && p.load(&order) <= limit);
            n_found += 1;
        }
    }
    assert!(n_found > 20, "{n_found} found");
}
