//! What is left of the fast pool, row by row: a segment tree that adds to ranges and gives their minima in
//! `O(log rows)`.

/// Rows, from the first to before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) begin: usize,
    pub(super) end: usize,
}

impl Rows {
    pub(super) fn new(begin: usize, end: usize) -> Self {
        Self { begin, end }
    }

    pub(super) fn contains(self, row: usize) -> bool {
        self.begin <= row && row < self.end
    }

    pub(super) fn is_empty(self) -> bool {
        self.end <= self.begin
    }

    fn overlaps(self, other: Self) -> bool {
        self.begin < other.end && other.begin < self.end
    }

    fn covers(self, other: Self) -> bool {
        self.begin <= other.begin && other.end <= self.end
    }

    fn halves(self) -> (Self, Self) {
        let middle = self.begin.midpoint(self.end);
        (Self::new(self.begin, middle), Self::new(middle, self.end))
    }
}

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

    /// Adds to each of the rows.
    pub(super) fn add(&mut self, rows: Rows, change: i64) {
        if !rows.is_empty() {
            self.add_below(1, Rows::new(0, self.n_leaves), rows, change);
        }
    }

    fn add_below(&mut self, node: usize, leaves: Rows, rows: Rows, change: i64) {
        if !rows.overlaps(leaves) {
            return;
        }
        if rows.covers(leaves) {
            self.least[node] += change;
            self.pending[node] += change;
            return;
        }
        let (left, right) = leaves.halves();
        self.add_below(2 * node, left, rows, change);
        self.add_below(2 * node + 1, right, rows, change);
        self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]) + self.pending[node];
    }

    /// The least number in the rows; [`i64::MAX`] for no rows.
    pub(super) fn least(&self, rows: Rows) -> i64 {
        if rows.is_empty() {
            return i64::MAX;
        }
        self.least_below(1, Rows::new(0, self.n_leaves), rows)
    }

    fn least_below(&self, node: usize, leaves: Rows, rows: Rows) -> i64 {
        if !rows.overlaps(leaves) {
            return i64::MAX;
        }
        if rows.covers(leaves) {
            return self.least[node];
        }
        let (left, right) = leaves.halves();
        let least_left = self.least_below(2 * node, left, rows);
        let least_right = self.least_below(2 * node + 1, right, rows);
        least_left
            .min(least_right)
            .saturating_add(self.pending[node])
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, Rows};
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
                room.add(Rows::new(from, to), change);
                list[from..to].iter_mut().for_each(|value| *value += change);
                let (a, b) = (random.index(n_rows + 1), random.index(n_rows + 1));
                let (from, to) = (a.min(b), a.max(b));
                let least = list[from..to].iter().copied().min();
                assert_eq!(room.least(Rows::new(from, to)), least.unwrap_or(i64::MAX));
            }
        }
    }
}
