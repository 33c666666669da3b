//! A set of intervals of positions with payloads. Finds the intervals that start in a range and end at or after a
//! position.
//!
//! Small sets are scanned. Larger ones also keep a tree over positions whose nodes hold the latest end in their
//! subtree, so a query costs `O(log positions)` for each interval found. Merging inserts the smaller set into the
//! larger one, `O(log n log positions)` amortised for each interval.

use std::ops::RangeInclusive;

/// An interval of positions, both ends included, with its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) payload: u32,
}

/// The nodes of the trees of all sets.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    /// Positions lie below this power of two.
    size: u32,
    /// Nodes visited by queries.
    pub(super) visited: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    children: [u32; 2],
    /// The latest end of an interval in the subtree.
    end: u32,
    /// For leaves: the last item with this start, as its index; the others follow by `Set::next`.
    item: u32,
}

/// A set of intervals.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    items: Vec<Item>,
    /// The item before in the same leaf.
    next: Vec<u32>,
    root: Option<u32>,
}

const NONE: u32 = u32::MAX;
/// Sets of up to this many intervals have no tree.
const SCANNED: usize = 16;

impl Forest {
    pub(super) fn new(n_positions: u32) -> Self {
        Self {
            nodes: Vec::new(),
            size: n_positions.max(1).next_power_of_two(),
            visited: 0,
        }
    }

    fn node(&mut self) -> u32 {
        self.nodes.push(Node {
            children: [NONE; 2],
            end: 0,
            item: NONE,
        });
        self.nodes.len() as u32 - 1
    }
}

impl Set {
    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(super) fn insert(&mut self, forest: &mut Forest, item: Item) {
        self.items.push(item);
        self.next.push(NONE);
        if self.root.is_some() {
            self.plant(forest, self.items.len() - 1);
        } else if self.items.len() > SCANNED {
            self.root = Some(forest.node());
            for index in 0..self.items.len() {
                self.plant(forest, index);
            }
        }
    }

    /// Adds the intervals of another set.
    pub(super) fn merge(&mut self, forest: &mut Forest, mut other: Self) {
        if other.items.len() > self.items.len() {
            std::mem::swap(self, &mut other);
        }
        for item in other.items {
            self.insert(forest, item);
        }
    }

    fn plant(&mut self, forest: &mut Forest, index: usize) {
        let Item { start, end, .. } = self.items[index];
        let Some(mut at) = self.root else { return };
        let mut half = forest.size / 2;
        let mut low = 0;
        loop {
            let node = &mut forest.nodes[at as usize];
            node.end = node.end.max(end);
            if half == 0 {
                self.next[index] = node.item;
                node.item = index as u32;
                return;
            }
            let side = usize::from(start >= low + half);
            low += half * side as u32;
            half /= 2;
            at = match node.children[side] {
                NONE => {
                    let child = forest.node();
                    forest.nodes[at as usize].children[side] = child;
                    child
                }
                child => child,
            };
        }
    }

    /// Calls `visit` with each interval that starts in `starts` and ends at or after `end`, until `visit` returns
    /// true. Returns whether it did.
    pub(super) fn any(
        &self,
        forest: &mut Forest,
        starts: RangeInclusive<u32>,
        end: u32,
        mut visit: impl FnMut(Item) -> bool,
    ) -> bool {
        let is_wanted = |item: &Item| starts.contains(&item.start) && item.end >= end;
        let Some(root) = self.root else {
            forest.visited += self.items.len() as u64;
            return self
                .items
                .iter()
                .filter(|item| is_wanted(item))
                .any(|&item| visit(item));
        };
        let mut work = vec![(root, 0, forest.size)];
        while let Some((at, low, size)) = work.pop() {
            forest.visited += 1;
            let node = forest.nodes[at as usize];
            if node.end < end || low > *starts.end() || low + (size - 1) < *starts.start() {
                continue;
            }
            if size > 1 {
                let half = size / 2;
                for side in [1, 0] {
                    if node.children[side] != NONE {
                        work.push((node.children[side], low + half * side as u32, half));
                    }
                }
                continue;
            }
            let mut index = node.item;
            while index != NONE {
                forest.visited += 1;
                let item = self.items[index as usize];
                if is_wanted(&item) && visit(item) {
                    return true;
                }
                index = self.next[index as usize];
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use memplan_support::Random;

    use super::{Forest, Item, Set};

    #[test]
    fn finds_what_a_scan_finds_after_merges() {
        let mut forest = Forest::new(200);
        let mut sets: Vec<Set> = vec![Set::default(); 7];
        let mut all = Vec::new();
        let mut numbers = Random::new(1);
        let mut random = |n: u32| numbers.below(n.into()) as u32;
        for payload in 0..300 {
            let start = random(200);
            let item = Item {
                start,
                end: start + random(200 - start),
                payload,
            };
            all.push(item);
            sets[random(7) as usize].insert(&mut forest, item);
        }
        let mut merged = Set::default();
        for set in sets {
            merged.merge(&mut forest, set);
        }
        for _ in 0..200 {
            let (low, end) = (random(200), random(200));
            let high = low + random(200 - low);
            let wanted = |item: &&Item| low <= item.start && item.start <= high && item.end >= end;
            let mut expected: Vec<u32> =
                all.iter().filter(wanted).map(|item| item.payload).collect();
            let mut hits = Vec::new();
            merged.any(&mut forest, low..=high, end, |item| {
                hits.push(item.payload);
                false
            });
            hits.sort_unstable();
            expected.sort_unstable();
            assert_eq!(hits, expected);
        }
    }
}
