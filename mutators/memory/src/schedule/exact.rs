//! Exact search for an order whose load does not exceed a limit.
//!
//! Sets of placed nodes are extended, those with the fewest live bytes first. As soon as one is reached that has no
//! more live bytes than the set where the search began, the search restarts there and drops all other sets: the live
//! bytes are a submodular function of the set, so every order within the limit can be changed into one that passes
//! through this set (Liu's hills and valleys, for any graph). Among sets with as many live bytes the smaller comes
//! first, so that no set between the two has fewer. A search that ends without such a set refutes the limit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::beam::mixed;
use super::problem::{Problem, Sweep};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An order within the limit.
    Order(Vec<u32>),
    /// There is none.
    Refuted,
    /// Neither, within the number of sets.
    Open,
}

/// A set that was reached: by one more node than another one.
#[derive(Clone, Copy)]
struct Reached {
    parent: u32,
    node: u32,
    /// How many nodes it has more than the set where the search began.
    size: u32,
    hash: u128,
}

const ROOT: u32 = u32::MAX;

/// The remaining budget of the search.
struct Left {
    /// Sets that it may extend.
    n_sets: u64,
    /// Sets that it may extend or reach.
    work: u64,
}

struct Search<'a> {
    problem: &'a Problem,
    limit: u64,
    sweep: Sweep<'a>,
    /// By node: predecessors that are not placed.
    missing: Vec<u32>,
    is_placed: Vec<bool>,
    ready: Vec<u32>,
    order: Vec<u32>,
}

/// Looks for an order with a load of at most `limit` among at most `max_sets` sets. Each set takes itself and the
/// sets that it leads to off `work`. Two sets count as equal if their 128-bit hashes are equal.
pub(super) fn search(problem: &Problem, limit: u64, max_sets: u64, work: &mut u64) -> Found {
    let n = problem.len();
    let mut search = Search {
        problem,
        limit,
        sweep: Sweep::new(problem),
        missing: (0..n as u32)
            .map(|node| problem.preds.of(node).len() as u32)
            .collect(),
        is_placed: vec![false; n],
        ready: Vec::new(),
        order: Vec::with_capacity(n),
    };
    let starts = (0..n as u32).filter(|&node| problem.preds.of(node).is_empty());
    search.ready.extend(starts);
    let mut left = Left {
        n_sets: max_sets,
        work: *work,
    };
    let outcome = search.run(&mut left);
    *work = left.work;
    outcome
}

impl Search<'_> {
    fn run(&mut self, left: &mut Left) -> Found {
        let start = self.sweep.live;
        if start > self.limit {
            return Found::Refuted;
        }
        while self.order.len() < self.problem.len() {
            if self.place_safe() {
                continue;
            }
            match self.climb(left) {
                Some(path) if path.is_empty() => return Found::Refuted,
                Some(path) => path.into_iter().for_each(|node| self.place(node)),
                None => return Found::Open,
            }
        }
        Found::Order(std::mem::take(&mut self.order))
    }

    /// Places a ready node that leaves no more bytes live than before, if there is one.
    fn place_safe(&mut self) -> bool {
        let fits = |&&node: &&u32| {
            let (new, dead) = self.sweep.change(node);
            new <= dead && self.load(new, node) <= self.limit
        };
        let safe = self.ready.iter().filter(fits).min().copied();
        if let Some(node) = safe {
            self.place(node);
        }
        safe.is_some()
    }

    fn load(&self, new: u64, node: u32) -> u64 {
        self.sweep.live + new + self.problem.inside[node as usize]
    }

    fn place(&mut self, node: u32) {
        self.sweep.place(node);
        self.is_placed[node as usize] = true;
        self.order.push(node);
        self.ready.retain(|&ready| ready != node);
        for &succ in self.problem.succs.of(node) {
            let missing = &mut self.missing[succ as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.push(succ);
            }
        }
    }

    fn unplace(&mut self) {
        let Some(node) = self.order.pop() else {
            return;
        };
        self.sweep.unplace(node);
        self.is_placed[node as usize] = false;
        for &succ in self.problem.succs.of(node) {
            self.missing[succ as usize] += 1;
        }
        let missing = &self.missing;
        self.ready.retain(|&ready| missing[ready as usize] == 0);
        self.ready.push(node);
    }

    /// The nodes that lead from the present set to one with no more live bytes, or to the last one; empty if none
    /// is within the limit, absent if the number of sets or the work did not suffice.
    fn climb(&mut self, left: &mut Left) -> Option<Vec<u32>> {
        let start = self.sweep.live;
        let n = self.problem.len();
        let n_before = self.order.len();
        let mut reached: Vec<Reached> = Vec::new();
        let mut seen: FxHashSet<u128> = FxHashSet::default();
        let mut heap: BinaryHeap<Reverse<(u64, u32, u32)>> = BinaryHeap::new();
        let mut path = Vec::new();
        self.extend(ROOT, 0, &mut reached, &mut seen, &mut heap);
        while let Some(Reverse((live, size, number))) = heap.pop() {
            left.n_sets = left.n_sets.checked_sub(1)?;
            path.clear();
            let mut at = number;
            while let Some(step) = reached.get(at as usize) {
                path.push(step.node);
                at = step.parent;
            }
            path.reverse();
            if live <= start || size as usize + n_before == n {
                return Some(path);
            }
            for &node in &path {
                self.place(node);
            }
            let hash = reached[number as usize].hash;
            let before = reached.len();
            self.extend(number, hash, &mut reached, &mut seen, &mut heap);
            let n_reached = (reached.len() - before) as u64;
            left.work = left.work.saturating_sub(n_reached + 1);
            if left.work == 0 {
                return None;
            }
            for _ in &path {
                self.unplace();
            }
        }
        Some(Vec::new())
    }

    /// Adds the sets that have one node more than the present one, which has a number and a hash.
    fn extend(
        &self,
        number: u32,
        hash: u128,
        reached: &mut Vec<Reached>,
        seen: &mut FxHashSet<u128>,
        heap: &mut BinaryHeap<Reverse<(u64, u32, u32)>>,
    ) {
        for &node in &self.ready {
            let (new, dead) = self.sweep.change(node);
            if self.load(new, node) > self.limit {
                continue;
            }
            let two = u128::from(mixed(node)) << 64 | u128::from(mixed(!node));
            let hash = hash ^ two;
            if seen.insert(hash) {
                let size = reached.get(number as usize).map_or(0, |parent| parent.size) + 1;
                let live = self.sweep.live + new - dead;
                heap.push(Reverse((live, size, reached.len() as u32)));
                reached.push(Reached {
                    parent: number,
                    node,
                    size,
                    hash,
                });
            }
        }
    }
}
