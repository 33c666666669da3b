//! Many buffers.

use std::time::{Duration, Instant};

use memplan_planner::registry;
use memplan_planner::symbols::{OrientOptions, Polynomial, Symbol, check};
use memplan_support::Random;

use super::common::{lifetimes, oriented, size, with_sizes};

#[test]
fn a_hundred_thousand_buffers_of_ten_symbols_take_seconds() {
    let mut random = Random::new(30);
    let n = 100_000;
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let symbols = names.map(|name| Symbol::new(name, 1, Some(64)).unwrap());
    let classes: Vec<Polynomial> = (0..40).map(|_| size(&mut random, 10)).collect();
    let lifetimes = lifetimes(&mut random, n, n as u64, 60);
    let sizes = (0..n).map(|_| random.pick(&classes).clone()).collect();
    let trace = with_sizes(lifetimes, symbols.to_vec(), sizes);
    let planner = registry::planner("auto{effort=quick}").unwrap();
    let begin = Instant::now();
    let plan = oriented(&trace, &*planner, &OrientOptions::default());
    let planned = begin.elapsed();
    assert_eq!(check(&trace, &plan), Ok(()));
    let checked = begin.elapsed() - planned;
    let n_edges = plan.orientations[0].edges().count();
    println!(
        "planned in {planned:?}, checked in {checked:?}, {n_edges} edges, {:?}",
        plan.figures
    );
    assert!(
        planned + checked < Duration::from_secs(20),
        "5 s with one machine to itself"
    );
    assert!(n_edges <= 2 * n);
}

#[test]
fn many_different_sizes_are_no_slower() {
    let mut random = Random::new(31);
    let n = 50_000;
    let lifetimes = lifetimes(&mut random, n, n as u64, 60);
    let b = Polynomial::symbol(0).unwrap();
    let sizes = (0..n).map(|index| {
        b.scale(64 + index as i64)
            .unwrap()
            .add(&b.mul(&b).unwrap())
            .unwrap()
    });
    let symbols = vec![Symbol::new("b", 1, Some(64)).unwrap()];
    let trace = with_sizes(lifetimes, symbols, sizes.collect());
    let begin = Instant::now();
    let loads = [1, 8, 64].map(|b| trace.at(&[b]).unwrap().max_load());
    let terms = trace.load_terms().unwrap();
    let most = [1, 8, 64].map(|b| {
        terms
            .iter()
            .map(|term| term.eval(&[b]).unwrap())
            .max()
            .unwrap()
    });
    assert_eq!(loads.map(|load| load.0.cast_signed()), most);
    let planner = registry::planner("greedy-by-size").unwrap();
    let plan = oriented(&trace, &*planner, &OrientOptions::default());
    assert_eq!(check(&trace, &plan), Ok(()));
    println!("{:?}, {} terms", begin.elapsed(), terms.len());
    assert!(begin.elapsed() < Duration::from_secs(20));
}
