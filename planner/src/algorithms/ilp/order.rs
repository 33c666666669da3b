//! Offsets from orientations, in integers: no floating-point value determines an offset.
//!
//! Given the order of every pair, the lowest offsets are longest paths, found by relaxing all arcs
//! until nothing moves. If a path exceeds the capacity, passes a pin, or runs into a cycle, its
//! arcs are a *reason*: no plan within the capacity has all of them. A reason is a cut for the
//! integer program that is exact however coarse the tolerances of its solver are.

use super::problem::Problem;

/// What a pair becomes when it is decided: an arc from the lower to the upper item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arc {
    from: usize,
    to: usize,
    room: i64,
}

/// The result of an orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ordered {
    /// The lowest offsets, in units; the peak is within the capacity.
    Offsets(Vec<u64>),
    /// Pairs that cannot all be oriented like this within the capacity.
    Reason(Vec<usize>),
    /// Neither was found; possible only where windows meet unequal alignments.
    Unknown,
}

/// The lowest offsets within `capacity` bytes; `a_is_below[p]` says whether `a` is below in pair `p`.
///
/// `O(n p)` for `p` pairs.
pub(super) fn offsets_of(problem: &Problem, a_is_below: &[bool], capacity: u64) -> Ordered {
    let arcs: Vec<Arc> = problem
        .pairs
        .iter()
        .zip(a_is_below)
        .map(|(pair, &a_is_below)| {
            let (a, b) = (pair.a as usize, pair.b as usize);
            if a_is_below {
                Arc {
                    from: a,
                    to: b,
                    room: pair.a_below,
                }
            } else {
                Arc {
                    from: b,
                    to: a,
                    room: pair.b_below,
                }
            }
        })
        .collect();
    let n = problem.items.len();
    let mut offsets: Vec<u64> = problem
        .items
        .iter()
        .map(|item| item.pin.unwrap_or(0))
        .collect();
    // The arc that pushed each item to its current offset.
    let mut pushed_by: Vec<Option<usize>> = vec![None; n];
    if let Some(item) = (0..n).find(|&item| !fits(problem, item, offsets[item], capacity)) {
        return Ordered::Reason(reason(&arcs, &pushed_by, item));
    }
    let mut last_moved = 0;
    // Without cycles every path has at most `n - 1` arcs. Windows allow feasible cycles.
    for _ in 0..4 * n + 16 {
        let mut has_moved = false;
        for (index, arc) in arcs.iter().enumerate() {
            let at = offsets[arc.from].saturating_add_signed(arc.room);
            if at <= offsets[arc.to] {
                continue;
            }
            let item = &problem.items[arc.to];
            let at = at.next_multiple_of(item.align);
            pushed_by[arc.to] = Some(index);
            if item.pin.is_some() || !fits(problem, arc.to, at, capacity) {
                return Ordered::Reason(reason(&arcs, &pushed_by, arc.to));
            }
            offsets[arc.to] = at;
            (has_moved, last_moved) = (true, arc.to);
        }
        if !has_moved {
            return Ordered::Offsets(offsets);
        }
    }
    match circle(&arcs, &pushed_by, last_moved) {
        Some(arcs) => Ordered::Reason(arcs),
        None => Ordered::Unknown,
    }
}

fn fits(problem: &Problem, item: usize, offset: u64, capacity: u64) -> bool {
    let bytes = problem.items[item].bytes;
    let last = capacity.checked_sub(bytes).map(|room| room / problem.unit);
    last.is_some_and(|last| offset <= last)
}

/// The arcs that pushed an item to an offset that it cannot have: the path to it, or the cycle on
/// that path.
///
/// A push may be older than those before it on the path, but offsets only increase, so the arcs of
/// the path alone push the item at least as high.
fn reason(arcs: &[Arc], pushed_by: &[Option<usize>], item: usize) -> Vec<usize> {
    if let Some(circle) = circle(arcs, pushed_by, item) {
        return circle;
    }
    let mut path = Vec::new();
    let mut at = item;
    while let Some(index) = pushed_by[at] {
        if path.len() == pushed_by.len() {
            // A feasible cycle of windows hides which arcs pushed the item, so return all of them.
            return (0..arcs.len()).collect();
        }
        path.push(index);
        at = arcs[index].from;
    }
    path
}

/// A cycle of pushes that puts an item above itself, if walking back from `item` meets one.
fn circle(arcs: &[Arc], pushed_by: &[Option<usize>], item: usize) -> Option<Vec<usize>> {
    let mut place: Vec<Option<usize>> = vec![None; pushed_by.len()];
    let mut path: Vec<usize> = Vec::new();
    let mut at = item;
    while place[at].is_none() {
        place[at] = Some(path.len());
        let index = pushed_by[at]?;
        path.push(index);
        at = arcs[index].from;
    }
    let circle = path.split_off(place[at]?);
    let climb: i64 = circle.iter().map(|&index| arcs[index].room).sum();
    (0 < climb).then_some(circle)
}

#[cfg(test)]
mod tests {
    use super::{Ordered, offsets_of};
    use crate::algorithms::ilp::problem::tests::problem;

    #[test]
    fn each_buffer_rests_on_what_is_below_it() {
        let problem = problem("a 0..2 3; b 1..4 4 align=4; c 3..5 5");
        let rests = offsets_of(&problem, &[true, true], 13);
        assert_eq!(rests, Ordered::Offsets(vec![0, 4, 8]));
        assert_eq!(
            offsets_of(&problem, &[true, true], 12),
            Ordered::Reason(vec![1, 0])
        );
        assert_eq!(
            offsets_of(&problem, &[false, true], 9),
            Ordered::Offsets(vec![4, 0, 4])
        );
    }

    #[test]
    fn pins_are_not_pushed_and_circles_are_found() {
        let pinned = problem("a 0..2 3; p 1..4 4 pin=2");
        assert_eq!(offsets_of(&pinned, &[true], 99), Ordered::Reason(vec![0]));
        assert_eq!(
            offsets_of(&pinned, &[false], 99),
            Ordered::Offsets(vec![6, 2])
        );
        // `a` is below `b`, `c` below `a`, and `b` below `c`.
        let clique = problem("a 0..2 3; b 0..2 4; c 0..2 5");
        let Ordered::Reason(mut reason) = offsets_of(&clique, &[true, false, true], 9999) else {
            panic!("a circle has no offsets");
        };
        reason.sort_unstable();
        assert_eq!(reason, [0, 1, 2]);
    }

    #[test]
    fn windows_may_let_two_buffers_be_on_both_sides_of_each_other() {
        // During its gap `a` keeps only the bytes 6..8, so `b` fits below them; `c` is above all of
        // `a`.
        let problem = problem("a 0..9 8 gap=2..4@6..8; b 2..4 6; c 4..6 1");
        let low = offsets_of(&problem, &[false, true], 9);
        assert_eq!(low, Ordered::Offsets(vec![0, 0, 8]));
    }
}
