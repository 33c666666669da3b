//! Orders in linear time: list schedules by several keys, forwards and backwards, and a depth-first order.
//!
//! Backward schedules are usually better: forwards, every branch and every fill of the block is ready at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use memplan_support::Sort;

use super::problem::Problem;

/// Rule by which a list schedule picks the next node. `new` and `dead` are the bytes that become and cease to be live.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Least `new - dead`.
    Growth,
    /// Least growth, all that do not grow being equal, then least `new`.
    SmallestGrowth,
    /// Least `new`.
    New,
    /// Nodes that do not raise the live bytes first, then program order.
    Given,
}

const RULES: [Rule; 4] = [Rule::Growth, Rule::SmallestGrowth, Rule::New, Rule::Given];

/// The direction of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// The best order of the portfolio, with its load, if its load is below `limit`. Reverses the problem in between, and
/// restores it. `O(relations * log nodes)`. An order is abandoned where its load reaches that of the best one so far.
pub(super) fn best(problem: &mut Problem, limit: u64) -> Option<(Vec<u32>, u64)> {
    let mut best: Option<(Vec<u32>, u64)> = None;
    for direction in [Direction::Forward, Direction::Backward] {
        if direction == Direction::Backward {
            problem.reverse();
        }
        for rule in RULES.map(Some).into_iter().chain([None]) {
            let limit = best.as_ref().map_or(limit, |best| best.1);
            let candidate = match rule {
                Some(rule) => list(problem, rule, direction, limit),
                None => {
                    let order = depth_first(problem, direction);
                    let load = problem.load_below(&order, limit);
                    load.map(|load| (order, load))
                }
            };
            if let Some((mut order, load)) = candidate {
                if direction == Direction::Backward {
                    order.reverse();
                }
                best = Some((order, load));
            }
        }
    }
    problem.reverse();
    best
}

/// A key in a heap, then the place in the program in the direction of the schedule.
type Key = (i64, i64, u32);

struct List<'a> {
    problem: &'a Problem,
    rule: Rule,
    direction: Direction,
    new: Vec<u64>,
    dead: Vec<u64>,
    /// By buffer: users that are not placed, and the exclusive or of their numbers.
    left: Vec<(u32, u32)>,
    /// By node: predecessors that are not placed.
    missing: Vec<u32>,
    is_placed: Vec<bool>,
    heap: BinaryHeap<Reverse<Key>>,
}

/// The order that a rule gives, with its load, if its load is below `limit`.
fn list(
    problem: &Problem,
    rule: Rule,
    direction: Direction,
    limit: u64,
) -> Option<(Vec<u32>, u64)> {
    let n = problem.len();
    let mut live = problem.live_in();
    let mut load = live;
    let mut list = List {
        problem,
        rule,
        direction,
        new: vec![0; n],
        dead: vec![0; n],
        left: Vec::with_capacity(problem.buffers.len()),
        missing: Vec::with_capacity(n),
        is_placed: vec![false; n],
        heap: BinaryHeap::with_capacity(n),
    };
    for (buffer, facts) in (0..).zip(&problem.buffers) {
        let users = problem.users.of(buffer);
        let all = users.iter().fold(0, |all, &user| all ^ user);
        list.left.push((users.len() as u32, all));
        for &user in users {
            list.new[user as usize] += if facts.live_in { 0 } else { facts.size };
        }
        if let (&[only], false) = (users, facts.live_out) {
            list.dead[only as usize] += facts.size;
        }
    }
    for node in 0..n as u32 {
        list.missing.push(problem.preds.of(node).len() as u32);
    }
    for node in 0..n as u32 {
        list.push(node);
    }
    let mut order = Vec::with_capacity(n);
    while let Some(Reverse((first, second, place))) = list.heap.pop() {
        let node = list.turned(place);
        if !list.is_placed[node as usize] && list.key(node) == (first, second, place) {
            let at = node as usize;
            load = load.max(live + list.new[at] + problem.inside[at]);
            if load >= limit {
                return None;
            }
            live = live + list.new[at] - list.dead[at];
            list.place(node);
            order.push(node);
        }
    }
    load = load.max(live);
    (load < limit).then_some((order, load))
}

impl List<'_> {
    /// From the number of a node to its place in the direction of the schedule, and back.
    fn turned(&self, number: u32) -> u32 {
        match self.direction {
            Direction::Forward => number,
            Direction::Backward => self.problem.len() as u32 - 1 - number,
        }
    }

    fn key(&self, node: u32) -> Key {
        let at = node as usize;
        let (new, dead) = (self.new[at].cast_signed(), self.dead[at].cast_signed());
        let (growth, new) = (new - dead, new + self.problem.inside[at].cast_signed());
        let (first, second) = match self.rule {
            Rule::Growth => (growth, 0),
            Rule::SmallestGrowth => (growth.max(0), new),
            Rule::New => (new, growth),
            Rule::Given => (i64::from(growth > 0), 0),
        };
        (first, second, self.turned(node))
    }

    /// Offers a node, perhaps again with another key.
    fn push(&mut self, node: u32) {
        if self.missing[node as usize] == 0 && !self.is_placed[node as usize] {
            self.heap.push(Reverse(self.key(node)));
        }
    }

    fn place(&mut self, node: u32) {
        let problem = self.problem;
        self.is_placed[node as usize] = true;
        for &buffer in problem.uses.of(node) {
            let facts = problem.buffers[buffer as usize];
            let users = problem.users.of(buffer);
            let (n_left, left) = &mut self.left[buffer as usize];
            let is_first = *n_left as usize == users.len();
            *n_left -= 1;
            *left ^= node;
            let last = (*n_left == 1 && !facts.live_out).then_some(*left);
            if let Some(last) = last {
                self.dead[last as usize] += facts.size;
                self.push(last);
            }
            if is_first && !facts.live_in {
                for &user in users {
                    self.new[user as usize] -= facts.size;
                    self.push(user);
                }
            }
        }
        for &succ in problem.succs.of(node) {
            self.missing[succ as usize] -= 1;
            self.push(succ);
        }
    }
}

/// Depth first from the last nodes, like Sethi and Ullman's order of an expression: nodes that need much memory and
/// leave little live come first.
fn depth_first(problem: &Problem, direction: Direction) -> Vec<u32> {
    let n = problem.len() as u32;
    let is_backward = direction == Direction::Backward;
    let turned = |at: u32| if is_backward { n - 1 - at } else { at };
    // The bytes of the buffers that a node is the first to use, which stay live after it.
    let mut left_after = vec![0u64; n as usize];
    let mut is_seen = vec![false; problem.buffers.len()];
    for node in (0..n).map(turned) {
        for &buffer in problem.uses.of(node) {
            if !std::mem::replace(&mut is_seen[buffer as usize], true) {
                left_after[node as usize] += problem.buffers[buffer as usize].size;
            }
        }
    }
    let mut need = vec![0u64; n as usize];
    let mut preds: Vec<u32> = Vec::new();
    for node in (0..n).map(turned) {
        sort_by_need(problem, node, &need, &left_after, turned, &mut preds);
        let (mut held, mut most) = (0u64, 0u64);
        for &pred in &preds {
            most = most.max(held.saturating_add(need[pred as usize]));
            held = held.saturating_add(left_after[pred as usize]);
        }
        need[node as usize] = most.max(held.saturating_add(left_after[node as usize]));
    }
    let mut order = Vec::with_capacity(n as usize);
    let mut is_entered = vec![false; n as usize];
    // Each node is pushed twice: with `false` to visit its predecessors, then with `true` to be placed after them.
    let mut stack: Vec<(u32, bool)> = Vec::new();
    let last = (0..n).map(turned);
    for sink in last.filter(|&node| problem.succs.of(node).is_empty()) {
        stack.push((sink, false));
        while let Some((node, is_ready)) = stack.pop() {
            if is_ready {
                order.push(node);
            } else if !std::mem::replace(&mut is_entered[node as usize], true) {
                stack.push((node, true));
                sort_by_need(problem, node, &need, &left_after, turned, &mut preds);
                let open = preds.iter().rev();
                stack.extend(
                    open.filter(|&&pred| !is_entered[pred as usize])
                        .map(|&pred| (pred, false)),
                );
            }
        }
    }
    order
}

/// The predecessors of a node, sorted: those that need much memory relative to what they leave live come first.
fn sort_by_need(
    problem: &Problem,
    node: u32,
    need: &[u64],
    left_after: &[u64],
    turned: impl Fn(u32) -> u32,
    preds: &mut Vec<u32>,
) {
    preds.clear();
    preds.extend_from_slice(problem.preds.of(node));
    preds.sort_stable_by_key(|&pred| {
        let gain = need[pred as usize].saturating_sub(left_after[pred as usize]);
        (Reverse(gain), turned(pred))
    });
}
