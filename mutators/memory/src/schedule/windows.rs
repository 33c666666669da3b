//! Improves an order around its peaks: a stretch of it is reordered, and put back if its load fell.
//!
//! A stretch ends where few bytes are live. The buffers that are live before and after a stretch do not change, so each
//! stretch is an independent problem.

use super::problem::{Buffer, Problem};
use super::solve::FoundOrders;
use super::{beam, exact, portfolio};

/// How many sets of each size the beam search keeps.
const BEAM_WIDTH: usize = 100;

/// Maximum number of sets that the exact search may visit.
pub(super) const EXACT_SETS: u64 = 20_000;

/// How far a stretch reaches to either side of a peak, in nodes.
const REACHES: [usize; 3] = [100, 400, 1000];

/// A position in no stretch.
const NEVER: u32 = u32::MAX;

/// An order that is being improved.
pub(super) struct Windows<'a> {
    problem: &'a Problem,
    found: &'a FoundOrders,
    pub(super) order: Vec<u32>,
    /// By node.
    position: Vec<u32>,
    /// By buffer: the positions of its first and last user; [`NEVER`] where it is live beyond the order.
    ends: Vec<(u32, u32)>,
    /// By position.
    during: Vec<u64>,
    /// Live bytes before each position, and after the last one.
    between: Vec<u64>,
    /// By buffer: its number in the stretch that was last taken out, if `stamp` is that of the stretch.
    local: Vec<(u32, u32)>,
    stamp: u32,
}

/// A stretch as a problem, and its buffers.
struct Stretch {
    problem: Problem,
    buffers: Vec<u32>,
    /// Bytes that are live in all of it and not part of the problem.
    constant: u64,
}

impl<'a> Windows<'a> {
    pub(super) fn new(problem: &'a Problem, order: Vec<u32>, found: &'a FoundOrders) -> Self {
        let (during, between) = problem.profile(&order);
        let mut position = vec![0; order.len()];
        let mut ends = vec![(NEVER, 0); problem.buffers.len()];
        for (at, &node) in (0..).zip(&order) {
            position[node as usize] = at;
            for &buffer in problem.uses.of(node) {
                let ends = &mut ends[buffer as usize];
                *ends = (ends.0.min(at), at);
            }
        }
        for (ends, facts) in ends.iter_mut().zip(&problem.buffers) {
            ends.0 = if facts.live_in { NEVER } else { ends.0 };
            ends.1 = if facts.live_out { NEVER } else { ends.1 };
        }
        Self {
            problem,
            found,
            order,
            position,
            ends,
            during,
            between,
            local: vec![(0, 0); problem.buffers.len()],
            stamp: 0,
        }
    }

    /// The load of the order.
    pub(super) fn load(&self) -> u64 {
        let ends = [self.between.first(), self.between.last()];
        let all = self.during.iter().chain(ends.into_iter().flatten());
        all.copied().max().unwrap_or(0)
    }

    /// Everything that follows from the order.
    #[cfg(test)]
    pub(super) fn parts(&self) -> String {
        let (places, loads) = ((&self.position, &self.ends), (&self.during, &self.between));
        format!("{places:?} {loads:?}")
    }

    /// Improves the order until its load is `bound`, no stretch improves, or `work` is used up.
    pub(super) fn run(&mut self, bound: u64, work: &mut u64) {
        for reach in REACHES {
            while self.load() > bound && *work > 0 {
                if !self.round(reach, work) {
                    break;
                }
            }
        }
    }

    /// Improves the stretches around all peaks; false as soon as one does not improve.
    pub(super) fn round(&mut self, reach: usize, work: &mut u64) -> bool {
        let peak = self.load();
        let mut next = 0;
        while let Some(at) = (next..self.order.len()).find(|&at| self.during[at] == peak) {
            // On either side, the position with the fewest live bytes; the farthest one on ties.
            let before = (at.saturating_sub(reach).max(next)..=at).min_by_key(|&i| self.between[i]);
            let after = at + 1..=(at + reach).min(self.order.len());
            let after = after.rev().min_by_key(|&i| self.between[i]);
            let (Some(first), Some(end)) = (before, after) else {
                return false;
            };
            if !self.improve(first, end, work) {
                return false;
            }
            next = end;
        }
        // `next` is 0 if the peak is at an end of the block, where no order lowers it.
        next > 0
    }

    /// Reorders a stretch. Returns whether its load fell.
    fn improve(&mut self, first: usize, end: usize, work: &mut u64) -> bool {
        let mut stretch = self.stretch(first, end);
        let problem = &mut stretch.problem;
        let n = problem.len();
        let peak = self.during[first..end].iter().max().copied().unwrap_or(0);
        let load = peak - stretch.constant;
        *work = work.saturating_sub((n + problem.n_relations()) as u64);
        let step = (BEAM_WIDTH * n + 1) as u64;
        let better = self
            .found
            .stretch(problem, load, work, step, |problem, work| {
                better_order(problem, load, work)
            });
        let Some(order) = better else {
            return false;
        };
        self.put(&stretch, first, &order);
        true
    }

    fn stretch(&mut self, first: usize, end: usize) -> Stretch {
        self.stamp += 1;
        let inside = |at: u32| (first..end).contains(&(at as usize));
        let mut stretch = Stretch {
            problem: Problem::default(),
            buffers: Vec::new(),
            constant: self.between[first],
        };
        let (mut buffers, mut edges, mut uses) = (Vec::new(), Vec::new(), Vec::new());
        for at in first..end {
            let node = self.order[at];
            let here = (at - first) as u32;
            let preds = self.problem.preds.of(node).iter();
            let preds = preds.map(|&pred| self.position[pred as usize]);
            edges.extend(
                preds
                    .filter(|&pred| inside(pred))
                    .map(|pred| (pred - first as u32, here)),
            );
            for &buffer in self.problem.uses.of(node) {
                let facts = self.problem.buffers[buffer as usize];
                let ends = self.ends[buffer as usize];
                let (live_in, live_out) = (!inside(ends.0), !inside(ends.1));
                if live_in && live_out {
                    continue;
                }
                let local = &mut self.local[buffer as usize];
                if local.0 != self.stamp {
                    *local = (self.stamp, buffers.len() as u32);
                    stretch.buffers.push(buffer);
                    stretch.constant -= if live_in { facts.size } else { 0 };
                    buffers.push(Buffer {
                        size: facts.size,
                        live_in,
                        live_out,
                    });
                }
                uses.push((here, local.1));
            }
        }
        let nodes = self.order[first..end].iter();
        let inside = nodes.map(|&node| self.problem.inside[node as usize]);
        stretch.problem = Problem::new(buffers, inside.collect(), edges, &uses);
        stretch
    }

    /// Puts a stretch back in a new order.
    fn put(&mut self, stretch: &Stretch, first: usize, order: &[u32]) {
        let (during, between) = stretch.problem.profile(order);
        let nodes: Vec<u32> = order
            .iter()
            .map(|&at| self.order[first + at as usize])
            .collect();
        let mut ends = vec![(NEVER, 0); stretch.buffers.len()];
        for (at, &local) in (first..).zip(order) {
            self.during[at] = during[at - first] + stretch.constant;
            self.between[at] = between[at - first] + stretch.constant;
            let node = nodes[at - first];
            self.order[at] = node;
            self.position[node as usize] = at as u32;
            for &buffer in stretch.problem.uses.of(local) {
                let ends = &mut ends[buffer as usize];
                *ends = (ends.0.min(at as u32), at as u32);
            }
        }
        let buffers = stretch.buffers.iter().zip(&stretch.problem.buffers);
        for ((&buffer, here), new) in buffers.zip(ends) {
            let ends = &mut self.ends[buffer as usize];
            ends.0 = if here.live_in { ends.0 } else { new.0 };
            ends.1 = if here.live_out { ends.1 } else { new.1 };
        }
    }
}

/// An order with less than a load, if one is found.
fn better_order(problem: &mut Problem, load: u64, work: &mut u64) -> Option<Vec<u32>> {
    if let Some((order, _)) = portfolio::best(problem, load) {
        return Some(order);
    }
    let limit = load.checked_sub(1)?;
    problem.reverse();
    let better = beam::search(problem, BEAM_WIDTH, limit, work);
    problem.reverse();
    if let Some(mut order) = better {
        order.reverse();
        return Some(order);
    }
    match exact::search(problem, limit, EXACT_SETS, work) {
        exact::Found::Order(order) => Some(order),
        exact::Found::Refuted | exact::Found::Open => None,
    }
}
