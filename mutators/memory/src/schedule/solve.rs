//! Finds an order for one problem: linear methods first, then windows, then exact search.

use std::hash::Hash as _;
use std::sync::{Mutex, PoisonError};

use memplan_support::Digest;
use rustc_hash::FxHashMap;

use super::problem::Problem;
use super::windows::{EXACT_SETS, Windows};
use super::{beam, bound, exact, portfolio};

/// The methods that [`ScheduleForMemory`](crate::ScheduleForMemory) tries for each block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// Orders in linear time.
    Linear,
    /// The same, then searches around the peaks.
    #[default]
    Windows,
    /// The same, then searches in the whole block.
    Exact,
}

/// The number of edges and uses per node above which only linear methods are tried.
const MAX_RELATIONS: usize = 50;

/// The divisor of the work limit that gives the limit for the bounds.
const FLOW_SHARE: u64 = 4;

/// The width of the beam search in a whole block.
const WIDE_BEAM: usize = 2000;

/// Maximum number of nodes of a block that is searched as a whole with [`Effort::Windows`].
const SMALL: usize = 2000;

/// An order and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// Numbers of nodes in the given order.
    pub(super) order: Vec<u32>,
    /// The load of the given order.
    pub(super) given: u64,
    /// The load of this one, at most that of the given one.
    pub(super) load: u64,
    /// A lower bound on the load of any order.
    pub(super) bound: u64,
}

/// The orders that searches have found so far. Versions of a program share most of their blocks, so a search that a
/// version has made is not repeated for the next one. Results do not depend on it.
#[derive(Debug, Default)]
pub struct FoundOrders {
    blocks: Mutex<FxHashMap<u128, Solved>>,
    stretches: Mutex<FxHashMap<(u128, Option<u64>), Stretch>>,
}

/// What a search in a stretch of a block found, and the work that took.
#[derive(Clone, Debug)]
struct Stretch {
    better: Option<Vec<u32>>,
    used: u64,
}

impl FoundOrders {
    /// A better order of a stretch, by a `search` that takes its work off `work` and never more than `step` at once.
    pub(super) fn stretch(
        &self,
        problem: &mut Problem,
        load: u64,
        work: &mut u64,
        step: u64,
        search: impl FnOnce(&mut Problem, &mut u64) -> Option<Vec<u32>>,
    ) -> Option<Vec<u32>> {
        let mut digest = Digest::default();
        (&*problem, load).hash(&mut digest);
        let digest = digest.digest();
        let stretches = || {
            self.stretches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        // With enough work left, more of it would have changed nothing.
        let is_enough =
            |work: u64, used: u64| work.checked_sub(used).is_some_and(|left| left > step);
        let given = *work;
        let unlimited = stretches().get(&(digest, None)).cloned();
        let unlimited = unlimited.filter(|stretch| is_enough(given, stretch.used));
        let solved = unlimited.or_else(|| stretches().get(&(digest, Some(given))).cloned());
        if let Some(Stretch { better, used }) = solved {
            *work -= used;
            return better;
        }
        let better = search(problem, work);
        let used = given - *work;
        let limit = Some(given).filter(|_| !is_enough(given, used));
        let stretch = Stretch {
            better: better.clone(),
            used,
        };
        stretches().insert((digest, limit), stretch);
        better
    }

    /// Like [`solve`].
    pub(super) fn solve(&self, problem: &Problem, effort: Effort, work: u64) -> Solved {
        // Others only pass through linear methods, and would take much memory.
        if problem.len() > SMALL {
            return solve(problem, effort, work, self);
        }
        // By a digest of everything that the result depends on: problems are long, and there are many.
        let mut digest = Digest::default();
        (problem, effort, work).hash(&mut digest);
        let digest = digest.digest();
        let blocks = || self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solved) = blocks().get(&digest) {
            return solved.clone();
        }
        let solved = solve(problem, effort, work, self);
        blocks().insert(digest, solved.clone());
        solved
    }
}

/// Repeats the search, with `work` as the limit of each repetition, until it finds no better order. So solving the
/// result again does not improve it.
pub(super) fn solve(problem: &Problem, effort: Effort, work: u64, found: &FoundOrders) -> Solved {
    let mut problem = problem.clone();
    let given: Vec<u32> = (0..problem.len() as u32).collect();
    let load = problem.load(&given);
    let mut solved = Solved {
        order: given,
        given: load,
        load,
        bound: 0,
    };
    while !solved.order.is_empty() && solved.bound < solved.load {
        let (order, load, bound) =
            attempt(&mut problem, effort, solved.load, solved.bound, work, found);
        solved.bound = bound;
        if load >= solved.load {
            break;
        }
        problem = problem.renumbered(&order);
        let composed = order.iter().map(|&node| solved.order[node as usize]);
        solved.order = composed.collect();
        solved.load = load;
    }
    solved
}

/// One search: an order, its load, and the best bound known.
fn attempt(
    problem: &mut Problem,
    effort: Effort,
    load: u64,
    bound: u64,
    work: u64,
    found: &FoundOrders,
) -> (Vec<u32>, u64, u64) {
    let (mut work, mut flow_work) = (work, work / FLOW_SHARE);
    let given = || (0..problem.len() as u32).collect();
    let order = given();
    let (order, load) = portfolio::best(problem, load).unwrap_or((order, load));
    let mut bound = bound::bound(problem, &problem.profile(&order).0, bound, &mut flow_work);
    let is_dense = problem.n_relations() > MAX_RELATIONS * problem.len();
    if load <= bound || effort == Effort::Linear || is_dense {
        return (order, load, bound);
    }
    let mut windows = Windows::new(problem, order, found);
    windows.run(bound, &mut work);
    let (mut order, mut load) = (std::mem::take(&mut windows.order), windows.load());
    bound = bound::bound(problem, &problem.profile(&order).0, bound, &mut flow_work);
    let is_small = problem.len() <= SMALL;
    if load > bound && effort == Effort::Exact {
        problem.reverse();
        let better = beam::search(problem, WIDE_BEAM, load - 1, &mut work);
        problem.reverse();
        if let Some(better) = better {
            order = better.into_iter().rev().collect();
            load = problem.load(&order);
        }
    }
    while load > bound && (is_small || effort == Effort::Exact) {
        let max_sets = match effort {
            Effort::Exact => work,
            Effort::Linear | Effort::Windows => EXACT_SETS,
        };
        match exact::search(problem, load - 1, max_sets, &mut work) {
            exact::Found::Order(better) => {
                load = problem.load(&better);
                order = better;
            }
            exact::Found::Refuted => bound = load,
            exact::Found::Open => break,
        }
    }
    (order, load, bound)
}
