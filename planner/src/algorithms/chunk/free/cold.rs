//! Cold free chunks: an AVL tree by size, for the query "best size score, then freed first".
//!
//! Many sizes can round to one 32-bit score, and among those the chunk that was freed first wins,
//! so the nearest size alone is not enough. Each node stores the sizes and the earliest
//! `last_freed` of its subtree. A search skips subtrees that cannot hold a better chunk, and
//! handles a subtree in which all scores are equal in constant time.

use super::size_score;
use crate::algorithms::chunk::state::ChunkId;

/// The index of a node.
type Link = u32;

/// The link to an empty subtree.
const NIL: Link = Link::MAX;

/// Integers up to this many units are exact in 32-bit floats.
const EXACT_UNITS: u64 = 1 << 24;

/// A chunk that may be picked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) score: f32,
    pub(super) last_freed: u64,
    pub(super) chunk: ChunkId,
}

impl Choice {
    fn improve(&mut self, other: Self) {
        let freed_first = self.score == other.score && other.last_freed < self.last_freed;
        if self.score < other.score || freed_first {
            *self = other;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Freed {
    tick: u64,
    chunk: ChunkId,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    size: u64,
    freed: Freed,
    left: Link,
    right: Link,
    height: u8,
    /// The least and the greatest size of the subtree.
    sizes: (u64, u64),
    /// The chunk of the subtree that was freed first.
    earliest: Freed,
    /// The chunk of the subtree that was freed last, with its size.
    latest: (Freed, u64),
}

/// The tree. All operations but [`ColdChunks::best`] are `O(log n)` always.
#[derive(Debug)]
pub(super) struct ColdChunks {
    nodes: Vec<Node>,
    unused: Vec<Link>,
    root: Link,
    /// Up to this size, scores are a monotone function of the size.
    exact_size: u64,
}

impl ColdChunks {
    pub(super) fn new(unit: u64) -> Self {
        let exact_size = EXACT_UNITS.saturating_mul(unit);
        Self {
            nodes: Vec::new(),
            unused: Vec::new(),
            root: NIL,
            exact_size,
        }
    }

    pub(super) fn insert(&mut self, chunk: ChunkId, size: u64, last_freed: u64) {
        let freed = Freed {
            tick: last_freed,
            chunk,
        };
        let node = Node {
            size,
            freed,
            left: NIL,
            right: NIL,
            height: 1,
            sizes: (size, size),
            earliest: freed,
            latest: (freed, size),
        };
        let link = match self.unused.pop() {
            Some(link) => {
                self.nodes[link as usize] = node;
                link
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as Link
            }
        };
        self.root = self.insert_below(self.root, link);
    }

    pub(super) fn remove(&mut self, size: u64, last_freed: u64) {
        self.root = self.remove_below(self.root, (size, last_freed));
    }

    /// The chunk that was freed last.
    pub(super) fn latest(&self, aligned: u64) -> Option<Choice> {
        let (freed, size) = self.get(self.root)?.latest;
        let score = size_score(size, aligned);
        Some(Choice {
            score,
            last_freed: freed.tick,
            chunk: freed.chunk,
        })
    }

    /// The chunk with the best size score, among equals the one that was freed first.
    ///
    /// `O(log n)` while sizes are exact as 32-bit floats; chunks beyond that whose scores differ by
    /// no more than rounding are looked at one by one.
    pub(super) fn best(&self, aligned: u64) -> Option<Choice> {
        let mut best = self.latest(aligned)?;
        self.improve(self.root, aligned, &mut best);
        Some(best)
    }

    fn improve(&self, link: Link, aligned: u64, best: &mut Choice) {
        let Some(node) = self.get(link) else { return };
        let (least, greatest) = node.sizes;
        let (upper, lower) = self.score_bounds(least, greatest, aligned);
        let freed_later = upper == best.score && best.last_freed <= node.earliest.tick;
        if upper < best.score || freed_later {
            return;
        }
        if upper == lower {
            let Freed {
                tick: last_freed,
                chunk,
            } = node.earliest;
            return best.improve(Choice {
                score: upper,
                last_freed,
                chunk,
            });
        }
        // Visit the more promising side first: small sizes if they can fit, otherwise large ones.
        let fits = aligned <= node.sizes.1;
        let (near, far) = if fits && aligned <= node.size {
            (node.left, node.right)
        } else {
            (node.right, node.left)
        };
        self.improve(near, aligned, best);
        let Freed {
            tick: last_freed,
            chunk,
        } = node.freed;
        best.improve(Choice {
            score: size_score(node.size, aligned),
            last_freed,
            chunk,
        });
        self.improve(far, aligned, best);
    }

    /// An upper and a lower bound of the scores of chunks of `least` to `greatest` bytes.
    ///
    /// Conversion to float, subtraction and division are monotone, rounded or not. Below the size of
    /// the allocation the score is therefore monotone in the size of the chunk. From there on both
    /// numerator and denominator round, and beyond `exact_size` bounds take them from either end.
    fn score_bounds(&self, least: u64, greatest: u64, aligned: u64) -> (f32, f32) {
        if greatest < aligned {
            return (size_score(greatest, aligned), size_score(least, aligned));
        }
        let lower_if_one_does_not_fit = size_score(least, aligned);
        let fitting = least.max(aligned);
        let (upper, lower) = if greatest <= self.exact_size {
            (size_score(fitting, aligned), size_score(greatest, aligned))
        } else {
            let score = |difference: u64, size: u64| 1.0 - difference as f32 / size as f32;
            (
                score(fitting - aligned, greatest),
                score(greatest - aligned, fitting),
            )
        };
        (
            upper,
            if least < aligned {
                lower_if_one_does_not_fit
            } else {
                lower
            },
        )
    }

    fn get(&self, link: Link) -> Option<&Node> {
        self.nodes.get(link as usize)
    }

    fn height(&self, link: Link) -> u8 {
        self.get(link).map_or(0, |node| node.height)
    }

    fn key(&self, link: Link) -> (u64, u64) {
        let node = &self.nodes[link as usize];
        (node.size, node.freed.tick)
    }

    /// The recursion of this and the next functions is as deep as the tree: below 64.
    fn insert_below(&mut self, root: Link, new: Link) -> Link {
        if root == NIL {
            return new;
        }
        let node = self.nodes[root as usize];
        if self.key(new) < self.key(root) {
            self.nodes[root as usize].left = self.insert_below(node.left, new);
        } else {
            self.nodes[root as usize].right = self.insert_below(node.right, new);
        }
        self.rebalance(root)
    }

    fn remove_below(&mut self, root: Link, key: (u64, u64)) -> Link {
        debug_assert_ne!(root, NIL, "a chunk is removed where it was inserted");
        if root == NIL {
            return NIL;
        }
        let Node { left, right, .. } = self.nodes[root as usize];
        match key.cmp(&self.key(root)) {
            std::cmp::Ordering::Less => {
                self.nodes[root as usize].left = self.remove_below(left, key);
            }
            std::cmp::Ordering::Greater => {
                self.nodes[root as usize].right = self.remove_below(right, key);
            }
            std::cmp::Ordering::Equal => {
                self.unused.push(root);
                if right == NIL {
                    return left;
                }
                let (first, rest) = self.take_first(right);
                self.nodes[first as usize].left = left;
                self.nodes[first as usize].right = rest;
                return self.rebalance(first);
            }
        }
        self.rebalance(root)
    }

    /// The first node of a subtree, and the subtree without it.
    fn take_first(&mut self, root: Link) -> (Link, Link) {
        let Node { left, right, .. } = self.nodes[root as usize];
        if left == NIL {
            return (root, right);
        }
        let (first, rest) = self.take_first(left);
        self.nodes[root as usize].left = rest;
        (first, self.rebalance(root))
    }

    /// Restores balance and summaries of a subtree whose children are in order.
    fn rebalance(&mut self, root: Link) -> Link {
        let Node { left, right, .. } = self.nodes[root as usize];
        let (left_height, right_height) = (self.height(left), self.height(right));
        if right_height + 1 < left_height {
            let Node {
                left: outer,
                right: inner,
                ..
            } = self.nodes[left as usize];
            if self.height(outer) < self.height(inner) {
                self.nodes[root as usize].left = self.rotate_left(left);
            }
            return self.rotate_right(root);
        }
        if left_height + 1 < right_height {
            let Node {
                left: inner,
                right: outer,
                ..
            } = self.nodes[right as usize];
            if self.height(outer) < self.height(inner) {
                self.nodes[root as usize].right = self.rotate_right(right);
            }
            return self.rotate_left(root);
        }
        self.summarise(root);
        root
    }

    fn rotate_left(&mut self, root: Link) -> Link {
        let top = self.nodes[root as usize].right;
        self.nodes[root as usize].right = self.nodes[top as usize].left;
        self.nodes[top as usize].left = root;
        self.summarise(root);
        self.summarise(top);
        top
    }

    fn rotate_right(&mut self, root: Link) -> Link {
        let top = self.nodes[root as usize].left;
        self.nodes[root as usize].left = self.nodes[top as usize].right;
        self.nodes[top as usize].right = root;
        self.summarise(root);
        self.summarise(top);
        top
    }

    fn summarise(&mut self, root: Link) {
        let mut node = self.nodes[root as usize];
        node.height = 1;
        node.sizes = (node.size, node.size);
        node.earliest = node.freed;
        node.latest = (node.freed, node.size);
        for child in [node.left, node.right] {
            if let Some(child) = self.get(child) {
                node.height = node.height.max(child.height + 1);
                node.sizes.0 = node.sizes.0.min(child.sizes.0);
                node.sizes.1 = node.sizes.1.max(child.sizes.1);
                node.earliest = node.earliest.min(child.earliest);
                node.latest = node.latest.max(child.latest);
            }
        }
        self.nodes[root as usize] = node;
    }
}

#[cfg(test)]
mod tests {
    use memplan_support::Random;

    use super::{Choice, ColdChunks, size_score};

    /// The rule, by looking at every chunk.
    fn best_by_scan(chunks: &[(u64, u64)], aligned: u64) -> Option<(u64, u64)> {
        let mut by_age = chunks.to_vec();
        by_age.sort_by_key(|&(_, last_freed)| last_freed);
        let mut best: Option<(u64, u64)> = None;
        for chunk in by_age {
            let score = size_score(chunk.0, aligned);
            if best.is_none_or(|best| size_score(best.0, aligned) < score) {
                best = Some(chunk);
            }
        }
        best
    }

    #[test]
    fn the_tree_agrees_with_a_scan_and_stays_balanced() {
        let mut numbers = Random::new(1);
        let mut random = move |n: u64| numbers.below(n);
        for (unit, base, spread) in [
            (1, 1, 20),
            (64, 1, 1 << 20),
            (1, 1 << 40, 1 << 18),
            (1, 1 << 24, 64),
        ] {
            let mut tree = ColdChunks::new(unit);
            let mut chunks: Vec<(u64, u64)> = Vec::new();
            for tick in 0..3000 {
                if random(3) < 2 {
                    let size = (base + random(spread)) * unit;
                    tree.insert(0, size, tick);
                    chunks.push((size, tick));
                } else if !chunks.is_empty() {
                    let (size, tick) = chunks.swap_remove(random(chunks.len() as u64) as usize);
                    tree.remove(size, tick);
                }
                for aligned in [
                    (base + random(spread)) * unit,
                    (1 + random(2 * base)) * unit,
                ] {
                    let best = tree
                        .best(aligned)
                        .map(|Choice { last_freed, .. }| last_freed);
                    assert_eq!(
                        best,
                        best_by_scan(&chunks, aligned).map(|(_, last_freed)| last_freed)
                    );
                }
            }
            assert!(tree.height(tree.root) <= 16, "{} chunks", chunks.len());
        }
    }
}
