//! The address-set segment tree: which bytes are taken at which time, without a conflict graph.
//!
//! A segment tree over the sections of a trace. Each node has two sets of disjoint, merged address
//! intervals: `full`, of the buffers that cover exactly all its sections as one of their canonical
//! nodes, and `any`, of those that touch any of its sections. A buffer conflicts with what is in
//! `any` of its canonical nodes and in `full` of the ancestors of these; no lifetime is ever
//! compared. Packed buffers touch each other, so that the sets stay tiny: the upper nodes soon hold
//! the one interval from 0 up.

/// Half-open addresses.
type Interval = (u64, u64);

/// Disjoint intervals that do not touch, in ascending order.
type AddressSet = Vec<Interval>;

/// Bytes `lo..hi` of a buffer, there in the sections from `first` to before `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) lo: u64,
    pub(super) hi: u64,
}

/// Consecutive offsets at which a buffer fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hole {
    /// The first one that is aligned.
    pub(super) first: u64,
    /// The last one, aligned or not; `None` if there is no last one.
    pub(super) last: Option<u64>,
}

/// A set that restricts the bytes `lo..hi` of a buffer, and the first interval not yet passed.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    set: u32,
    at: u32,
    lo: u64,
    hi: u64,
}

/// The tree.
#[derive(Debug)]
pub(super) struct AddressTree {
    /// Number of leaves, a power of two. Node 1 is the root, `i` has the children `2i`, `2i + 1`.
    n_leaves: u32,
    /// `any` of node `i` at `2i`, `full` at `2i + 1`.
    sets: Vec<AddressSet>,
    /// Reused from query to query.
    cursors: Vec<Cursor>,
}

impl AddressTree {
    pub(super) fn new(n_sections: u32) -> Self {
        let n_leaves = n_sections.max(1).next_power_of_two();
        // Nodes beyond the last section are never touched.
        let n_nodes = n_leaves as usize + n_sections.max(1) as usize;
        Self {
            n_leaves,
            sets: vec![AddressSet::new(); 2 * n_nodes],
            cursors: Vec::new(),
        }
    }

    /// The lowest offset, not below `from` and a multiple of `align`, at which all items are free.
    pub(super) fn first_fit(&mut self, items: &[Item], from: u64, align: u64) -> u64 {
        self.load_cursors(items);
        self.next_fit(from, align)
    }

    /// The first hole that has an aligned offset not below `from`.
    pub(super) fn next_hole(&mut self, items: &[Item], from: u64, align: u64) -> Hole {
        if from == 0 {
            self.load_cursors(items);
        }
        let first = self.next_fit(from, align);
        let last = self.cursors.iter().filter_map(|cursor| {
            let set = &self.sets[cursor.set as usize];
            set.get(cursor.at as usize)
                .map(|&(begin, _)| begin - cursor.hi)
        });
        Hole {
            first,
            last: last.min(),
        }
    }

    /// Marks the bytes of all items as taken, for a buffer at `offset`.
    pub(super) fn insert(&mut self, items: &[Item], offset: u64) {
        for item in items {
            let interval = (offset + item.lo, offset + item.hi);
            let (mut left, mut right) = (self.n_leaves + item.first, self.n_leaves + item.end);
            while left < right {
                if left & 1 == 1 {
                    self.insert_at(left, interval);
                    left += 1;
                }
                if right & 1 == 1 {
                    right -= 1;
                    self.insert_at(right, interval);
                }
                left >>= 1;
                right >>= 1;
            }
        }
    }

    fn insert_at(&mut self, canonical: u32, interval: Interval) {
        insert_interval(&mut self.sets[2 * canonical as usize + 1], interval);
        let mut node = canonical;
        // What a node contains, all its ancestors contain.
        while node != 0 && insert_interval(&mut self.sets[2 * node as usize], interval) {
            node >>= 1;
        }
    }

    /// Collects the sets that restrict the items.
    fn load_cursors(&mut self, items: &[Item]) {
        self.cursors.clear();
        for item in items {
            let (mut left, mut right) = (self.n_leaves + item.first, self.n_leaves + item.end);
            // The lowest canonical nodes on the left and on the right side.
            let (mut first_node, mut last_node) = (0, 0);
            while left < right {
                if left & 1 == 1 {
                    first_node = if first_node == 0 { left } else { first_node };
                    self.push_cursor(2 * left, item);
                    left += 1;
                }
                if right & 1 == 1 {
                    right -= 1;
                    last_node = if last_node == 0 { right } else { last_node };
                    self.push_cursor(2 * right, item);
                }
                left >>= 1;
                right >>= 1;
            }
            // The parent of a higher canonical node on the left side contains all lower ones on that
            // side, so the ancestors of the lowest one are all that count; likewise on the right.
            let (mut first, mut last) = (first_node >> 1, last_node >> 1);
            // The deeper path first, then both together from where they meet.
            while first != last {
                let deeper = if first < last { &mut last } else { &mut first };
                self.push_cursor(2 * *deeper + 1, item);
                *deeper >>= 1;
            }
            while first != 0 {
                self.push_cursor(2 * first + 1, item);
                first >>= 1;
            }
        }
    }

    fn push_cursor(&mut self, set: u32, item: &Item) {
        if !self.sets[set as usize].is_empty() {
            self.cursors.push(Cursor {
                set,
                at: 0,
                lo: item.lo,
                hi: item.hi,
            });
        }
    }

    /// Moves up from `offset` until no set objects.
    ///
    /// Goes round the sets. One that moved the offset is asked again at once, because its next
    /// interval may begin below the new end; cursors never move back.
    fn next_fit(&mut self, offset: u64, align: u64) -> u64 {
        let mut offset = offset.next_multiple_of(align);
        let n_cursors = self.cursors.len();
        let (mut n_agreed, mut next) = (0, 0);
        while n_agreed < n_cursors {
            let cursor = &mut self.cursors[next];
            let set = &self.sets[cursor.set as usize];
            let mut moved = false;
            let mut at = pass(set, cursor.at as usize, offset + cursor.lo);
            while let Some(&(begin, end)) = set.get(at)
                && begin < offset + cursor.hi
            {
                offset = (end - cursor.lo).next_multiple_of(align);
                at = pass(set, at + 1, offset + cursor.lo);
                moved = true;
            }
            cursor.at = at as u32;
            n_agreed = if moved { 1 } else { n_agreed + 1 };
            next = if next + 1 == n_cursors { 0 } else { next + 1 };
        }
        offset
    }
}

/// The first interval from `at` on that ends above `address`; gallops.
fn pass(set: &[Interval], at: usize, address: u64) -> usize {
    let mut step = 1;
    let mut begin = at;
    while begin + step <= set.len() && set[begin + step - 1].1 <= address {
        begin += step;
        step *= 2;
    }
    let end = (begin + step - 1).min(set.len());
    begin + set[begin.min(end)..end].partition_point(|interval| interval.1 <= address)
}

/// Adds an interval to a set; `false` if the set contained it already.
fn insert_interval(set: &mut AddressSet, (mut begin, mut end): Interval) -> bool {
    let first = set.partition_point(|interval| interval.1 < begin);
    let Some(&(first_begin, first_end)) = set.get(first) else {
        set.push((begin, end));
        return true;
    };
    if first_begin <= begin && end <= first_end {
        return false;
    }
    if end < first_begin {
        set.insert(first, (begin, end));
        return true;
    }
    begin = begin.min(first_begin);
    let mut last = first;
    while let Some(&(next_begin, next_end)) = set.get(last)
        && next_begin <= end
    {
        end = end.max(next_end);
        last += 1;
    }
    set[first] = (begin, end);
    set.drain(first + 1..last);
    true
}

#[cfg(test)]
mod tests {
    use super::{AddressTree, Hole, Item, insert_interval, pass};

    #[test]
    fn touching_intervals_become_one() {
        let mut set = vec![(0, 4), (8, 12), (16, 20)];
        assert!(!insert_interval(&mut set, (9, 12)));
        assert!(insert_interval(&mut set, (4, 8)));
        assert_eq!(set, [(0, 12), (16, 20)]);
        assert!(insert_interval(&mut set, (22, 23)));
        assert!(insert_interval(&mut set, (13, 14)));
        assert_eq!(set, [(0, 12), (13, 14), (16, 20), (22, 23)]);
        assert!(insert_interval(&mut set, (5, 30)));
        assert_eq!(set, [(0, 30)]);
    }

    #[test]
    fn galloping_equals_scanning() {
        let set: Vec<(u64, u64)> = (0..40).map(|i| (3 * i, 3 * i + 2)).collect();
        for at in 0..=set.len() {
            for address in 0..130 {
                let scanned = (at..set.len())
                    .find(|&i| address < set[i].1)
                    .unwrap_or(set.len());
                assert_eq!(pass(&set, at, address), scanned, "from {at} past {address}");
            }
        }
    }

    #[test]
    fn holes_come_in_order() {
        let mut tree = AddressTree::new(3);
        let item = |first, end, hi| Item {
            first,
            end,
            lo: 0,
            hi,
        };
        tree.insert(&[item(0, 1, 4)], 0);
        tree.insert(&[item(1, 2, 4)], 6);
        tree.insert(&[item(0, 3, 2)], 16);
        let wanted = [item(0, 2, 2)];
        assert_eq!(
            tree.next_hole(&wanted, 0, 1),
            Hole {
                first: 4,
                last: Some(4)
            }
        );
        assert_eq!(
            tree.next_hole(&wanted, 5, 4),
            Hole {
                first: 12,
                last: Some(14)
            }
        );
        assert_eq!(
            tree.next_hole(&wanted, 15, 1),
            Hole {
                first: 18,
                last: None
            }
        );
        assert_eq!(tree.first_fit(&[item(2, 3, 9)], 0, 1), 0);
    }
}
