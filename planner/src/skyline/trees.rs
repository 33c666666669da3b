//! Segment trees over sections.

/// Numbers, one for each section, with a search for the next large one.
#[derive(Debug)]
pub(super) struct Peaks {
    n_leaves: usize,
    nodes: Vec<u32>,
}

impl Peaks {
    pub(super) fn new(n: usize) -> Self {
        let n_leaves = n.max(1).next_power_of_two();
        Self {
            n_leaves,
            nodes: vec![0; 2 * n_leaves],
        }
    }

    /// Sets the number of a section. `O(log n)`.
    pub(super) fn set(&mut self, at: u32, value: u32) {
        let mut node = self.n_leaves + at as usize;
        self.nodes[node] = value;
        while 1 < node {
            node >>= 1;
            let most = self.nodes[2 * node].max(self.nodes[2 * node + 1]);
            if self.nodes[node] == most {
                break;
            }
            self.nodes[node] = most;
        }
    }

    /// The last section up to `at` whose number is at least `least`.
    pub(super) fn last_up_to(&self, at: u32, least: u32) -> Option<u32> {
        let mut node = self.n_leaves + at as usize;
        while self.nodes[node] < least {
            // Ascend to the next subtree on the left.
            while node & 1 == 0 {
                node >>= 1;
            }
            if node <= 1 {
                return None;
            }
            node -= 1;
        }
        while node < self.n_leaves {
            node = 2 * node + usize::from(least <= self.nodes[2 * node + 1]);
        }
        Some((node - self.n_leaves) as u32)
    }

    /// The first section from `at` on whose number is at least `least`.
    pub(super) fn first_from(&self, at: u32, least: u32) -> Option<u32> {
        let mut node = self.n_leaves + at as usize;
        while self.nodes[node] < least {
            // Ascend to the next subtree on the right.
            while node & 1 == 1 {
                node >>= 1;
            }
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < self.n_leaves {
            node = 2 * node + usize::from(self.nodes[2 * node] < least);
        }
        Some((node - self.n_leaves) as u32)
    }
}

/// Sums of sizes, one for each section, that only shrink.
#[derive(Debug)]
pub(super) struct Sums {
    n_leaves: usize,
    /// The largest sum below a node, without what was taken from whole nodes above it.
    most: Vec<u64>,
    /// What was taken from all sections below a node.
    taken: Vec<u64>,
}

impl Sums {
    pub(super) fn new(sums: &[u64]) -> Self {
        let n_leaves = sums.len().max(1).next_power_of_two();
        let mut most = vec![0; 2 * n_leaves];
        most[n_leaves..n_leaves + sums.len()].copy_from_slice(sums);
        for node in (1..n_leaves).rev() {
            most[node] = most[2 * node].max(most[2 * node + 1]);
        }
        Self {
            n_leaves,
            most,
            taken: vec![0; 2 * n_leaves],
        }
    }

    /// Takes `amount` from all sections of a range. `O(log n)`.
    pub(super) fn take(&mut self, first: u32, end: u32, amount: u64) {
        let (begin, last) = (
            self.n_leaves + first as usize,
            self.n_leaves + end as usize - 1,
        );
        let (mut left, mut right) = (begin, last + 1);
        while left < right {
            if left & 1 == 1 {
                self.most[left] -= amount;
                self.taken[left] += amount;
                left += 1;
            }
            if right & 1 == 1 {
                right -= 1;
                self.most[right] -= amount;
                self.taken[right] += amount;
            }
            left >>= 1;
            right >>= 1;
        }
        self.pull(begin);
        self.pull(last);
    }

    fn pull(&mut self, mut node: usize) {
        while 1 < node {
            node >>= 1;
            let most = self.most[2 * node].max(self.most[2 * node + 1]);
            self.most[node] = most - self.taken[node];
        }
    }

    /// Collects the sections in ascending order whose sums are at least `least`, which is not 0, with
    /// their sums. `O(log n)` for each.
    pub(super) fn collect_from(&self, least: u64, list: &mut Vec<(u32, u64)>) {
        list.clear();
        let mut nodes = vec![(1_usize, 0_u64)];
        while let Some((node, taken)) = nodes.pop() {
            if self.most[node] < least + taken {
                continue;
            }
            if self.n_leaves <= node {
                list.push(((node - self.n_leaves) as u32, self.most[node] - taken));
            } else {
                let taken = taken + self.taken[node];
                nodes.push((2 * node + 1, taken));
                nodes.push((2 * node, taken));
            }
        }
    }

    /// The largest sum in a range, and the first section that has it.
    pub(super) fn largest(&self, first: u32, end: u32) -> (u64, u32) {
        let mut best = (0, 0);
        let (mut left, mut right) = (self.n_leaves + first as usize, self.n_leaves + end as usize);
        let mut rights = [0_usize; 64];
        let mut n_rights = 0;
        let mut consider = |node: usize| {
            let mut taken = 0;
            let mut above = node >> 1;
            while above != 0 {
                taken += self.taken[above];
                above >>= 1;
            }
            let most = self.most[node] - taken;
            if best.0 < most {
                best = (most, node);
            }
        };
        while left < right {
            if left & 1 == 1 {
                consider(left);
                left += 1;
            }
            if right & 1 == 1 {
                right -= 1;
                rights[n_rights] = right;
                n_rights += 1;
            }
            left >>= 1;
            right >>= 1;
        }
        for &node in rights[..n_rights].iter().rev() {
            consider(node);
        }
        let (most, mut node) = best;
        if node == 0 {
            return (0, first);
        }
        while node < self.n_leaves {
            let wanted = self.most[node] + self.taken[node];
            node = 2 * node + usize::from(self.most[2 * node] != wanted);
        }
        (most, (node - self.n_leaves) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Peaks, Sums};

    #[test]
    fn searches_find_what_scans_find() {
        let values: Vec<u32> = (0..37_u32).map(|i| i * 29 % 11).collect();
        let mut peaks = Peaks::new(values.len());
        for (at, &value) in (0..).zip(&values) {
            peaks.set(at, value);
        }
        for least in 1..13 {
            for at in 0..values.len() {
                let is_large = |i: &usize| least <= values[*i];
                let last = (0..=at).rev().find(is_large).map(|i| i as u32);
                assert_eq!(peaks.last_up_to(at as u32, least), last);
                let first = (at..values.len()).find(is_large).map(|i| i as u32);
                assert_eq!(peaks.first_from(at as u32, least), first);
            }
        }
    }

    #[test]
    fn sums_shrink_where_something_is_taken() {
        let mut plain: Vec<u64> = (0..53).map(|i| 1000 + i * 37 % 101).collect();
        let mut sums = Sums::new(&plain);
        for round in 0..200_u32 {
            let first = round * 13 % 53;
            let end = (first + 1 + round * 7 % 17).min(53);
            sums.take(first, end, u64::from(round % 5));
            for sum in &mut plain[first as usize..end as usize] {
                *sum -= u64::from(round % 5);
            }
            let (begin, last) = (round * 5 % 53, (round * 5 % 53 + 1 + round % 31).min(53));
            let range = &plain[begin as usize..last as usize];
            let most = range.iter().copied().max().unwrap();
            let at = range.iter().position(|&sum| sum == most).unwrap() as u32;
            assert_eq!(sums.largest(begin, last), (most, begin + at));
            let mut list = Vec::new();
            sums.collect_from(1050, &mut list);
            let large = (0..)
                .zip(plain.iter().copied())
                .filter(|&(_, sum)| 1050 <= sum);
            assert_eq!(list, large.collect::<Vec<(u32, u64)>>());
        }
    }
}
