//! The address-set segment tree: which bytes are taken at which time, without a conflict graph.
//!
//! A segment tree over the sections of a trace. Each node has two sets of disjoint, merged address
//! intervals: `full`, of the buffers that cover exactly all its sections as one of their canonical
//! nodes, and `any`, of those that touch any of its sections. A buffer conflicts with what is in
//! `any` of its canonical nodes and in `full` of the ancestors of these; no lifetime is ever
//! compared. Packed buffers touch each other, so that the sets stay tiny: the upper nodes soon hold
//! the one interval from 0 up.

use smallvec::SmallVec;

/// Half-open addresses.
pub(super) type Interval = (u64, u64);

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

/// A set that restricts the bytes `lo..hi` of a buffer, without the intervals that are passed.
#[derive(Clone, Copy, Debug)]
struct Cursor<'a> {
    ahead: &'a [Interval],
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
}

impl AddressTree {
    pub(super) fn new(n_sections: u32) -> Self {
        let n_leaves = n_sections.max(1).next_power_of_two();
        // Nodes beyond the last section are never touched.
        let n_nodes = n_leaves as usize + n_sections.max(1) as usize;
        Self {
            n_leaves,
            sets: vec![AddressSet::new(); 2 * n_nodes],
        }
    }

    /// What is in the way of a buffer made of these items, whose offset is a multiple of `align`.
    pub(super) fn query(&self, items: &[Item], align: u64) -> Query<'_> {
        let mut query = Query {
            cursors: SmallVec::new(),
            offset: 0,
            align,
        };
        for item in items {
            self.push_cursors(item, &mut query.cursors);
        }
        query
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

    /// Collects the sets that restrict an item.
    fn push_cursors<'a>(&'a self, item: &Item, cursors: &mut Cursors<'a>) {
        let mut push = |set: u32| {
            let ahead = self.sets[set as usize].as_slice();
            if !ahead.is_empty() {
                cursors.push(Cursor {
                    ahead,
                    lo: item.lo,
                    hi: item.hi,
                });
            }
        };
        let (mut left, mut right) = (self.n_leaves + item.first, self.n_leaves + item.end);
        // The lowest canonical nodes on the left and on the right side.
        let (mut first_node, mut last_node) = (0, 0);
        while left < right {
            if left & 1 == 1 {
                first_node = if first_node == 0 { left } else { first_node };
                push(2 * left);
                left += 1;
            }
            if right & 1 == 1 {
                right -= 1;
                last_node = if last_node == 0 { right } else { last_node };
                push(2 * right);
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
            push(2 * *deeper + 1);
            *deeper >>= 1;
        }
        while first != 0 {
            push(2 * first + 1);
            first >>= 1;
        }
    }
}

/// Cursors of one query; most have fewer than there is room for without allocation.
type Cursors<'a> = SmallVec<[Cursor<'a>; 48]>;

/// The free places of one buffer, from the lowest up.
#[derive(Debug)]
pub(super) struct Query<'a> {
    cursors: Cursors<'a>,
    /// Where to go on.
    offset: u64,
    align: u64,
}

impl Query<'_> {
    /// The lowest aligned offset from here on at which all items are free.
    ///
    /// Goes round the sets. One that moved the offset is asked again at once, because its next
    /// interval may begin below the new end; cursors never move back.
    pub(super) fn first_fit(&mut self) -> u64 {
        let align = self.align;
        let mut offset = align_to(self.offset, align);
        let (mut n_agreed, mut next) = (0, 0);
        while n_agreed < self.cursors.len() {
            let cursor = &mut self.cursors[next];
            let mut ahead = pass(cursor.ahead, offset + cursor.lo);
            n_agreed += 1;
            while let [(begin, end), rest @ ..] = ahead
                && *begin < offset + cursor.hi
            {
                offset = align_to(end - cursor.lo, align);
                ahead = pass(rest, offset + cursor.lo);
                n_agreed = 1;
            }
            cursor.ahead = ahead;
            next = if next + 1 == self.cursors.len() {
                0
            } else {
                next + 1
            };
        }
        self.offset = offset;
        offset
    }

    /// Adds the base offsets at which some item would clash, in no particular order.
    pub(super) fn blocked(&self, blocked: &mut Vec<Interval>) {
        for cursor in &self.cursors {
            for &(begin, end) in cursor.ahead {
                // `base + hi <= begin` and `end <= base + lo` are the bases that are fine.
                let begin = (begin + 1).saturating_sub(cursor.hi);
                let end = end.saturating_sub(cursor.lo);
                if begin < end {
                    blocked.push((begin, end));
                }
            }
        }
    }

    /// The lowest base offset at which all items are above everything.
    pub(super) fn top(&self) -> u64 {
        let above = |cursor: &Cursor<'_>| Some(cursor.ahead.last()?.1.saturating_sub(cursor.lo));
        self.cursors.iter().filter_map(above).max().unwrap_or(0)
    }

    /// Whether all items are free at an offset.
    pub(super) fn fits_at(mut self, offset: u64) -> bool {
        self.offset = offset;
        self.align = 1;
        self.first_fit() == offset
    }
}

/// Rounds up to a multiple; powers of two, the common case, without a division.
fn align_to(offset: u64, align: u64) -> u64 {
    if align.is_power_of_two() {
        (offset + (align - 1)) & !(align - 1)
    } else {
        offset.next_multiple_of(align)
    }
}

/// The intervals from the first one on that ends above `address`; gallops.
fn pass(set: &[Interval], address: u64) -> &[Interval] {
    let mut step = 1;
    let mut rest = set;
    while let Some(interval) = rest.get(step - 1)
        && interval.1 <= address
    {
        rest = &rest[step..];
        step *= 2;
    }
    let within = &rest[..rest.len().min(step - 1)];
    &rest[within.partition_point(|interval| interval.1 <= address)..]
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
    use super::{AddressTree, Item, insert_interval, pass};

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
                assert_eq!(
                    pass(&set[at..], address),
                    &set[scanned..],
                    "from {at} past {address}"
                );
            }
        }
    }

    #[test]
    fn offsets_are_blocked_by_what_is_live_at_once() {
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
        let query = tree.query(&[item(0, 2, 2)], 1);
        let mut blocked = Vec::new();
        query.blocked(&mut blocked);
        blocked.sort_unstable();
        assert_eq!(blocked, [(0, 4), (5, 10), (15, 18)]);
        assert_eq!(query.top(), 18);
        assert_eq!(tree.query(&[item(0, 2, 2)], 4).first_fit(), 4);
        assert_eq!(tree.query(&[item(0, 2, 3)], 4).first_fit(), 12);
        assert_eq!(tree.query(&[item(2, 3, 9)], 1).first_fit(), 0);
    }
}
