//! A lower bound of the load of any order, by minimum cuts.
//!
//! When a node runs, the nodes before it are a set that contains the predecessors of each of its members and those
//! of the node. The bytes of the buffers with users inside and outside of such a set are the cut of a hypergraph; the
//! least cut over all sets that fit the node, plus the buffers of the node itself, bounds the load at the node.

use memplan_support::Sort;

use super::flow::{INFINITE, Network, SINK, SOURCE};
use super::problem::Problem;

/// The position of a node relative to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Before,
    After,
    Free,
}

/// The best bound that is found, at least `least`: the maximum over the nodes whose load in an order, `during`, is
/// above it. Stops when `work` is used up, with what is proved until then.
pub(super) fn bound(problem: &Problem, during: &[u64], least: u64, work: &mut u64) -> u64 {
    let edge = |is_live: &dyn Fn(&super::problem::Buffer) -> bool| -> u64 {
        let live = problem.buffers.iter().filter(|buffer| is_live(buffer));
        live.map(|buffer| buffer.size).sum()
    };
    let edges = edge(&|buffer| buffer.live_in).max(edge(&|buffer| buffer.live_out));
    let mut bound = least.max(edges);
    let mut by_load: Vec<u32> = (0..problem.len() as u32).collect();
    by_load.sort_stable_by_key(|&node| std::cmp::Reverse(during[node as usize]));
    for node in by_load {
        if during[node as usize] <= bound {
            break;
        }
        let Some(at_this_node) = at_node(problem, node, work) else {
            break;
        };
        bound = bound.max(at_this_node);
    }
    bound
}

/// The least load at a node in any order; absent when `work` did not suffice.
fn at_node(problem: &Problem, node: u32, work: &mut u64) -> Option<u64> {
    let place = places(problem, node);
    *work = work.checked_sub(problem.n_relations() as u64)?;
    let mut is_own = vec![false; problem.buffers.len()];
    let mut constant = problem.inside[node as usize];
    for &buffer in problem.uses.of(node) {
        is_own[buffer as usize] = true;
        constant += problem.buffers[buffer as usize].size;
    }
    let mut network = Network::new();
    let vertex_of: Vec<u32> = place
        .iter()
        .map(|&place| match place {
            Place::Before => SOURCE,
            Place::After => SINK,
            Place::Free => network.vertex(),
        })
        .collect();
    for (buffer, facts) in (0..).zip(&problem.buffers) {
        if is_own[buffer as usize] || facts.size == 0 {
            continue;
        }
        let users = problem.users.of(buffer);
        let is = |wanted: Place| users.iter().any(|&user| place[user as usize] == wanted);
        let (is_before, is_after) = (
            facts.live_in || is(Place::Before),
            facts.live_out || is(Place::After),
        );
        if is_before && is_after {
            constant += facts.size;
            continue;
        }
        let free = || {
            users
                .iter()
                .filter(|&&user| place[user as usize] == Place::Free)
        };
        let n_free = free().count();
        if n_free == 0 || (n_free == 1 && !is_before && !is_after) {
            continue;
        }
        let first = if is_before { SOURCE } else { network.vertex() };
        let last = if is_after { SINK } else { network.vertex() };
        network.arc(first, last, facts.size);
        for &user in free() {
            let vertex = vertex_of[user as usize];
            if !is_before {
                network.arc(vertex, first, INFINITE);
            }
            if !is_after {
                network.arc(last, vertex, INFINITE);
            }
        }
    }
    add_order(&mut network, problem, &place, &vertex_of);
    Some(constant + network.min_cut(work)?)
}

/// Nodes that may be on both sides follow their predecessors.
fn add_order(network: &mut Network, problem: &Problem, place: &[Place], vertex_of: &[u32]) {
    let is_free = |node: u32| place[node as usize] == Place::Free;
    for at in (0..place.len() as u32).filter(|&at| is_free(at)) {
        let preds = problem.preds.of(at).iter();
        for &pred in preds.filter(|&&pred| is_free(pred)) {
            network.arc(vertex_of[at as usize], vertex_of[pred as usize], INFINITE);
        }
    }
}

/// Which nodes come before a node in every order, and which after it or at it.
fn places(problem: &Problem, node: u32) -> Vec<Place> {
    let mut place = vec![Place::Free; problem.len()];
    for (lists, what) in [
        (&problem.preds, Place::Before),
        (&problem.succs, Place::After),
    ] {
        let mut open = vec![node];
        while let Some(at) = open.pop() {
            for &next in lists.of(at) {
                if place[next as usize] == Place::Free {
                    place[next as usize] = what;
                    open.push(next);
                }
            }
        }
    }
    place[node as usize] = Place::After;
    place
}
