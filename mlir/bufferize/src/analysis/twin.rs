//! A quadratic reference implementation of the search for conflicts: all pairs of reads and in-place writes of
//! the joined sets. Also checks that sets stay free of conflicts, which the search relies on.

use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::text::{ParseOptions, parse};

use super::conflicts::Test;
use super::decide::post_order;
use super::facts::{Facts, Use};
use super::functions::is_function;
use super::interface::Query;
use super::models::Resolved;
use super::order::Order;
use super::state::{Reason, State};
use super::summary::Summaries;
use crate::Options;

#[path = "../../tests/generator.rs"]
mod generator;

/// Whether any pair of the sets that an operand joins conflicts.
fn has_conflict(state: &mut State, u: Use) -> bool {
    let facts = state.facts;
    state.deciding = Some(u);
    let joined = state.joined(u);
    let members: Vec<u32> = joined
        .iter()
        .flat_map(|&set| state.sets.set(set).members.iter().copied())
        .collect();
    let uses = || {
        members
            .iter()
            .flat_map(|&v| facts.uses_of[v as usize].iter().copied())
    };
    let is_read = |&u: &Use| facts.of(u).counts_as_read;
    let is_write = |&w: &Use| facts.of(w).writes && (w == u || state.is_in_place(w));
    let writes: Vec<Use> = uses().filter(is_write).collect();
    uses().filter(is_read).any(|read| {
        writes
            .iter()
            .any(|&write| state.pair(read, write).is_some())
    })
}

fn check(text: &str, options: &Options) -> usize {
    let m = parse(text.as_bytes(), &ParseOptions::default())
        .unwrap()
        .module;
    let (symbols, order, summaries) = (SymbolIndex::new(&m), Order::new(&m), Summaries::default());
    let models = Resolved::new(&m, options);
    let q = Query {
        m: &m,
        options,
        symbols: &symbols,
        summaries: &summaries,
        models: &models,
    };
    let mut n_conflicts = 0;
    for function in m.walk(m.root()).filter(|&op| is_function(&m, op)) {
        let facts = Facts::new(q, &order, function);
        let mut state = State::new(&facts);
        for op in post_order(&facts).into_iter().rev() {
            for u in facts.uses_by(op).collect::<Vec<Use>>() {
                if state.is_in_place(u) || !facts.of(u).is_known {
                    continue;
                }
                let expected = has_conflict(&mut state, u);
                let reason = state.conflict(u, Test::Decision);
                let is_conflict = matches!(reason, Some(Reason::Conflict(_)));
                if reason != Some(Reason::Parallel) {
                    assert_eq!(is_conflict, expected, "{:?}\n{text}", facts.of(u));
                }
                n_conflicts += usize::from(is_conflict);
                match state.obstacle(u, Test::Decision) {
                    Some(_) => state.put_out_of_place(u),
                    None => state.put_in_place(u),
                }
            }
        }
    }
    n_conflicts
}

#[test]
fn the_search_finds_a_conflict_where_there_is_one() {
    let mut n_conflicts = 0;
    for base in [Options::default(), Options::reference()] {
        let options = Options {
            function_boundaries: true,
            ..base
        };
        for seed in 0..60 {
            for kind in generator::Kind::ALL {
                n_conflicts += check(&generator::program(seed, kind), &options);
            }
        }
    }
    assert!(n_conflicts > 1000, "{n_conflicts}");
}
