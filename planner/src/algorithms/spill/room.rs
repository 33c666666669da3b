//! What is left of the fast pool, row by row: sums over ranges are added, and minima of ranges asked for, in
//! `O(log rows)`.

/// A segment tree of numbers.
#[derive(Clone, Debug)]
pub(super) struct Room {
    n_leaves: usize,
    /// The least number below each node, without what is pending above it.
    least: Vec<i64>,
    pending: Vec<i64>,
}

impl Room {
    pub(super) fn new(n_rows: usize, room: i64) -> Self {
        let n_leaves = n_rows.max(1).next_power_of_two();
        Self {
            n_leaves,
            least: vec![room; 2 * n_leaves],
            pending: vec![0; 2 * n_leaves],
        }
    }

    /// Adds to the rows `from..to`.
    pub(super) fn add(&mut self, from: usize, to: usize, change: i64) {
        if from < to {
            self.add_below(1, 0, self.n_leaves, (from, to), change);
        }
    }

    fn add_below(&mut self, node: usize, lo: usize, hi: usize, rows: (usize, usize), change: i64) {
        if rows.1 <= lo || hi <= rows.0 {
            return;
        }
        if rows.0 <= lo && hi <= rows.1 {
            self.least[node] += change;
            self.pending[node] += change;
            return;
        }
        let middle = lo.midpoint(hi);
        self.add_below(2 * node, lo, middle, rows, change);
        self.add_below(2 * node + 1, middle, hi, rows, change);
        self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]) + self.pending[node];
    }

    /// The least number in the rows `from..to`; the largest there is for no rows.
    pub(super) fn least(&self, from: usize, to: usize) -> i64 {
        if to <= from {
            return i64::MAX;
        }
        self.least_below(1, 0, self.n_leaves, (from, to))
    }

    fn least_below(&self, node: usize, lo: usize, hi: usize, rows: (usize, usize)) -> i64 {
        if rows.1 <= lo || hi <= rows.0 {
            return i64::MAX;
        }
        if rows.0 <= lo && hi <= rows.1 {
            return self.least[node];
        }
        let middle = lo.midpoint(hi);
        let left = self.least_below(2 * node, lo, middle, rows);
        let right = self.least_below(2 * node + 1, middle, hi, rows);
        left.min(right).saturating_add(self.pending[node])
    }
}

#[cfg(test)]
mod tests {
    use super::Room;
    use memplan_support::Random;

    #[test]
    fn minima_are_those_of_a_list() {
        let mut random = Random::new(5);
        for n_rows in [1, 2, 5, 16, 33] {
            let mut room = Room::new(n_rows, 7);
            let mut list = vec![7_i64; n_rows];
            for _ in 0..200 {
                let (a, b) = (random.index(n_rows + 1), random.index(n_rows + 1));
                let (from, to) = (a.min(b), a.max(b));
                let change = random.below(9) as i64 - 4;
                room.add(from, to, change);
                list[from..to].iter_mut().for_each(|it| *it += change);
                let (a, b) = (random.index(n_rows + 1), random.index(n_rows + 1));
                let (from, to) = (a.min(b), a.max(b));
                let least = list[from..to].iter().copied().min();
                assert_eq!(room.least(from, to), least.unwrap_or(i64::MAX));
            }
        }
    }
}
