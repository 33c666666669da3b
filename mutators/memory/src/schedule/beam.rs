//! Beam search: the most promising sets of placed nodes, size by size.

use memplan_support::{Random, Sort};
use rustc_hash::FxHashSet;

use super::problem::{Problem, Sweep};

/// A set of placed nodes.
#[derive(Clone)]
struct State<'a> {
    sweep: Sweep<'a>,
    /// One bit for each node.
    placed: Vec<u64>,
    /// Nodes whose predecessors are all placed, in no particular order.
    ready: Vec<u32>,
    /// The largest load so far.
    peak: u64,
    hash: u64,
}

/// A way to extend a set.
#[derive(Clone, Copy)]
struct Step {
    peak: u64,
    live: u64,
    state: u32,
    node: u32,
    hash: u64,
}

/// An order with a load of at most `limit`, the best that `width` sets of each size lead to. Each set that is extended
/// takes its extensions off `work`.
pub(super) fn search(
    problem: &Problem,
    width: usize,
    limit: u64,
    work: &mut u64,
) -> Option<Vec<u32>> {
    let n = problem.len();
    let first = State {
        sweep: Sweep::new(problem),
        placed: vec![0; n.div_ceil(64)],
        ready: (0..n as u32)
            .filter(|&node| problem.preds.of(node).is_empty())
            .collect(),
        peak: 0,
        hash: 0,
    };
    let mut states = vec![first];
    // For each set size, the set of the next smaller size that was extended, and the node that was added.
    let mut steps_back: Vec<Vec<(u32, u32)>> = Vec::with_capacity(n);
    let mut steps: Vec<Step> = Vec::new();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    for _ in 0..n {
        steps.clear();
        for (number, state) in (0..).zip(&states) {
            extend(problem, state, number, limit, &mut steps);
        }
        *work = work.checked_sub(steps.len() as u64 + 1)?;
        steps.sort_stable_by_key(|step| (step.peak, step.live, step.state, step.node));
        seen.clear();
        steps.retain(|step| seen.insert(step.hash));
        steps.truncate(width);
        if steps.is_empty() {
            return None;
        }
        states = steps
            .iter()
            .map(|step| extended(problem, &states[step.state as usize], step))
            .collect();
        steps_back.push(steps.iter().map(|step| (step.state, step.node)).collect());
    }
    // The steps are sorted by peak, so the first one is the best.
    let mut at = 0;
    let mut order: Vec<u32> = Vec::with_capacity(n);
    for steps in steps_back.iter().rev() {
        let (before, node) = steps[at as usize];
        order.push(node);
        at = before;
    }
    order.reverse();
    Some(order)
}

/// Adds the ways to extend a set. A node that does not raise what is live, and fits the limit, is the only one.
fn extend(problem: &Problem, state: &State<'_>, number: u32, limit: u64, steps: &mut Vec<Step>) {
    let first = steps.len();
    for &node in &state.ready {
        let (new, dead) = state.sweep.change(node);
        let load = state.sweep.live + new + problem.inside[node as usize];
        if load > limit {
            continue;
        }
        let step = Step {
            peak: state.peak.max(load),
            live: state.sweep.live + new - dead,
            state: number,
            node,
            hash: state.hash ^ mixed(node),
        };
        if new <= dead {
            steps.truncate(first);
            steps.push(step);
            return;
        }
        steps.push(step);
    }
}

fn extended<'a>(problem: &Problem, state: &State<'a>, step: &Step) -> State<'a> {
    let mut state = state.clone();
    let node = step.node;
    state.sweep.place(node);
    state.placed[node as usize / 64] |= 1 << (node % 64);
    state.ready.retain(|&ready| ready != node);
    let is_placed = |node: u32| state.placed[node as usize / 64] >> (node % 64) & 1 == 1;
    for &succ in problem.succs.of(node) {
        if problem.preds.of(succ).iter().all(|&pred| is_placed(pred)) {
            state.ready.push(succ);
        }
    }
    state.peak = step.peak;
    state.hash = step.hash;
    state
}

/// A number for each node; the exclusive or of the numbers identifies a set.
pub(super) fn mixed(node: u32) -> u64 {
    Random::new(u64::from(node)).bits()
}
