//! Disjoint sets of small numbers.

/// Union-find by size: `find` is logarithmic.
#[derive(Clone, Debug)]
pub(super) struct UnionFind {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl UnionFind {
    pub(super) fn new(len: usize) -> Self {
        Self {
            parent: (0..len as u32).collect(),
            size: vec![1; len],
        }
    }

    /// The representative of a set.
    pub(super) fn find(&self, mut at: u32) -> u32 {
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }

    /// Joins two sets. Returns the representative of the larger set, which is kept, and that of the other set, which
    /// is dropped. `None` if both are in one set.
    pub(super) fn union(&mut self, a: u32, b: u32) -> Option<(u32, u32)> {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return None;
        }
        if self.size[a as usize] < self.size[b as usize] {
            std::mem::swap(&mut a, &mut b);
        }
        self.parent[b as usize] = a;
        self.size[a as usize] += self.size[b as usize];
        Some((a, b))
    }

    pub(super) fn is_same(&self, a: u32, b: u32) -> bool {
        self.find(a) == self.find(b)
    }
}
