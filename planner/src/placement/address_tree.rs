//! The address-set segment tree: which bytes are taken at which time, without a conflict graph.
//!
//! A segment tree over the blocks of a [`Grid`]. Each node has two sets of disjoint, merged address intervals:
//! `full`, of the buffers that cover exactly all its blocks as one of their canonical nodes, and `any`, of those that
//! touch any of its sections. Each block also has a list of the intervals that cover a part of it. A buffer conflicts
//! with the intervals in `any` of its canonical nodes, in `full` of their ancestors, and with those that share a
//! section with it in the lists of the blocks at its two ends; lifetimes are not compared. Packed buffers touch each
//! other, so that the sets stay tiny: the upper nodes soon hold the one interval from 0 up.

use std::num::NonZeroU64;
use std::sync::Arc;

use smallvec::SmallVec;

use super::address::{Address, AddressSet, Interval, insert_interval, pass};
use super::grid::{Grid, Span};

/// Buffers cover only nodes of every `STEP`-th level. They cover more nodes, which are adjacent,
/// but fewer nodes are on the path to the root, where each is a step of every query.
const STEP: u32 = 3;

/// Bytes `lo..hi` of a buffer, live in the sections of a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<A> {
    pub(super) span: Span,
    pub(super) lo: A,
    pub(super) hi: A,
}

/// Addresses that are taken in the sections of `mask` of one block.
#[derive(Clone, Copy, Debug, Default)]
struct Partial<A> {
    begin: A,
    end: A,
    mask: u32,
}

#[derive(Debug)]
pub(super) struct AddressTree<A> {
    grid: Arc<Grid>,
    /// Number of leaves, a power of two. Node 1 is the root, `i` has the children `2i`, `2i + 1`.
    /// Block `b` is leaf `b + 1`: a leaf without a block on either side saves special cases.
    n_leaves: u32,
    any: Vec<AddressSet<A>>,
    full: Vec<AddressSet<A>>,
    /// One bit for each node whose `full` is not empty. A path to the root touches few cache lines.
    has_full: Vec<u64>,
    /// The lists of all blocks, each sorted by `begin`, each with room for all entries that it can
    /// get.
    partials: Vec<Partial<A>>,
    n_partials: Vec<u32>,
    /// The cost of insertions so far.
    n_steps: u64,
}

impl AddressTree<u32> {
    /// The same with addresses in bytes.
    pub(super) fn widened(&self, unit: NonZeroU64) -> AddressTree<u64> {
        let bytes = |address: u32| u64::from(address) * unit.get();
        let interval = |&(begin, end): &Interval<u32>| (bytes(begin), bytes(end));
        let set = |set: &AddressSet<u32>| set.iter().map(interval).collect();
        let partial = |partial: &Partial<u32>| Partial {
            begin: bytes(partial.begin),
            end: bytes(partial.end),
            mask: partial.mask,
        };
        AddressTree {
            grid: self.grid.clone(),
            n_leaves: self.n_leaves,
            any: self.any.iter().map(set).collect(),
            full: self.full.iter().map(set).collect(),
            has_full: self.has_full.clone(),
            partials: self.partials.iter().map(partial).collect(),
            n_partials: self.n_partials.clone(),
            n_steps: self.n_steps,
        }
    }
}

impl<A: Address> AddressTree<A> {
    pub(super) fn new(grid: Arc<Grid>) -> Self {
        let n_leaves = (grid.n_blocks() + 2).next_power_of_two();
        // Nodes beyond the last block are never touched.
        let n_nodes = (n_leaves + grid.n_blocks() + 2) as usize;
        Self {
            n_leaves,
            any: vec![AddressSet::new(); n_nodes],
            full: vec![AddressSet::new(); n_nodes],
            has_full: vec![0; n_nodes.div_ceil(64)],
            partials: vec![Partial::default(); grid.first_partial(grid.n_blocks())],
            n_partials: vec![0; grid.n_blocks() as usize],
            n_steps: 0,
            grid,
        }
    }

    /// Removes everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.any.iter_mut().for_each(AddressSet::clear);
        self.full.iter_mut().for_each(AddressSet::clear);
        self.has_full.fill(0);
        self.n_partials.fill(0);
    }

    /// A query for the places of a buffer made of these items, from `offset` on, at multiples of
    /// `align`.
    pub(super) fn query(&self, items: &[Item<A>], offset: A, align: A) -> Query<'_, A> {
        let mut query = Query {
            partial: SmallVec::new(),
            cursors: SmallVec::new(),
            offset,
            align,
            n_steps: 0,
        };
        for item in items {
            self.push_cursors(item, &mut query);
        }
        query
    }

    /// Marks the bytes of all items as taken, for a buffer at `offset`.
    pub(super) fn insert(&mut self, items: &[Item<A>], offset: A) {
        for item in items {
            let interval = (offset.plus(item.lo), offset.plus(item.hi));
            let span = item.span;
            if span.before != 0 {
                self.insert_partial(span.first - 1, span.before, interval);
            }
            if span.after != 0 {
                self.insert_partial(span.end, span.after, interval);
            }
            let (mut left, mut right) = self.outside(span);
            // Insert at the nodes of this level that are between the two paths and whose parent is
            // not.
            while left + 1 < right {
                if left >> STEP == right >> STEP {
                    for node in left + 1..right {
                        self.insert_full(node, interval);
                    }
                } else {
                    for node in left + 1..((left >> STEP) + 1) << STEP {
                        self.insert_full(node, interval);
                    }
                    for node in right >> STEP << STEP..right {
                        self.insert_full(node, interval);
                    }
                }
                left >>= STEP;
                right >>= STEP;
            }
        }
    }

    /// The cost of insertions so far, in the steps of [`Query::n_steps`].
    pub(super) fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// The leaves before the first and after the last block that a span covers.
    fn outside(&self, span: Span) -> (u32, u32) {
        (self.n_leaves + span.first, self.n_leaves + span.end + 1)
    }

    fn insert_partial(&mut self, block: u32, mask: u32, (begin, end): Interval<A>) {
        let first = self.grid.first_partial(block);
        let n = &mut self.n_partials[block as usize];
        let list = &mut self.partials[first..=first + *n as usize];
        let mut at = *n as usize;
        *n += 1;
        while 0 < at && begin < list[at - 1].begin {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = Partial { begin, end, mask };
        self.insert_any(self.n_leaves + block + 1, (begin, end));
    }

    fn insert_full(&mut self, canonical: u32, interval: Interval<A>) {
        insert_interval(&mut self.full[canonical as usize], interval);
        self.has_full[canonical as usize / 64] |= 1 << (canonical % 64);
        self.insert_any(canonical, interval);
    }

    fn insert_any(&mut self, mut node: u32, interval: Interval<A>) {
        // All ancestors of a node contain its intervals, so stop at the first one that has this
        // interval.
        while node != 0 && insert_interval(&mut self.any[node as usize], interval) {
            // Long sets are moved in memory.
            self.n_steps += 1 + self.any[node as usize].len() as u64 / 64;
            node >>= 1;
        }
    }

    /// Collects the sets that restrict an item.
    fn push_cursors<'a>(&'a self, item: &Item<A>, query: &mut Query<'a, A>) {
        let span = item.span;
        let mut push_partial = |block: u32, mask: u32| {
            let first = self.grid.first_partial(block);
            let n = self.n_partials[block as usize] as usize;
            if mask != 0 && n != 0 {
                query.partial.push(PartialCursor {
                    ahead: &self.partials[first..first + n],
                    mask,
                    lo: item.lo,
                    hi: item.hi,
                });
            }
        };
        if span.before != 0 {
            push_partial(span.first - 1, span.before);
        }
        if span.after != 0 {
            push_partial(span.end, span.after);
        }
        let mut push = |set: &'a AddressSet<A>| {
            if !set.is_empty() {
                query.cursors.push(Cursor {
                    ahead: set,
                    lo: item.lo,
                    hi: item.hi,
                });
            }
        };
        let has_full = |node: u32| self.has_full[node as usize / 64] >> (node % 64) & 1 == 1;
        let (mut left, mut right) = self.outside(span);
        // Whether the item has sections below the current nodes of the two paths.
        let (mut is_left, mut is_right) = (span.before != 0, span.after != 0);
        let mut level = 0;
        while left ^ right != 1 {
            if level % STEP == 0 {
                if is_left && has_full(left) {
                    push(&self.full[left as usize]);
                }
                if is_right && has_full(right) {
                    push(&self.full[right as usize]);
                }
            }
            level += 1;
            if left & 1 == 0 {
                push(&self.any[(left ^ 1) as usize]);
                is_left = true;
            }
            if right & 1 == 1 {
                push(&self.any[(right ^ 1) as usize]);
                is_right = true;
            }
            left >>= 1;
            right >>= 1;
        }
        if level % STEP == 0 {
            if is_left && has_full(left) {
                push(&self.full[left as usize]);
            }
            if is_right && has_full(right) {
                push(&self.full[right as usize]);
            }
        }
        left >>= STEP - level % STEP;
        while left != 0 {
            if has_full(left) {
                push(&self.full[left as usize]);
            }
            left >>= STEP;
        }
    }
}

/// A set that restricts the bytes `lo..hi` of a buffer, without the intervals that are passed.
#[derive(Clone, Copy, Debug)]
struct Cursor<'a, A> {
    ahead: &'a [Interval<A>],
    lo: A,
    hi: A,
}

/// The list of a block that restricts the bytes `lo..hi` of a buffer in the sections of `mask`.
#[derive(Clone, Copy, Debug)]
struct PartialCursor<'a, A> {
    ahead: &'a [Partial<A>],
    mask: u32,
    lo: A,
    hi: A,
}

impl<A: Address> Cursor<'_, A> {
    /// The lowest offset from `offset` on that this set allows.
    fn advance(&mut self, mut offset: A, align: A) -> A {
        let mut ahead = pass(self.ahead, offset.plus(self.lo));
        while let [(begin, end), rest @ ..] = ahead
            && *begin < offset.plus(self.hi)
        {
            offset = end.minus(self.lo).aligned(align);
            ahead = pass(rest, offset.plus(self.lo));
        }
        self.ahead = ahead;
        offset
    }
}

impl<A: Address> PartialCursor<'_, A> {
    /// The lowest offset from `offset` on that this list allows. Skipped entries do not restrict later offsets.
    fn advance(&mut self, mut offset: A, align: A) -> A {
        while let [next, rest @ ..] = self.ahead
            && next.begin < offset.plus(self.hi)
        {
            if next.mask & self.mask != 0 && offset.plus(self.lo) < next.end {
                offset = next.end.minus(self.lo).aligned(align);
            }
            self.ahead = rest;
        }
        offset
    }
}

/// The free places of one buffer, from the lowest up.
#[derive(Debug)]
pub(crate) struct Query<'a, A: Address> {
    partial: SmallVec<[PartialCursor<'a, A>; 2]>,
    /// Most queries have few enough cursors to need no allocation.
    cursors: SmallVec<[Cursor<'a, A>; 32]>,
    /// The offset at which the search continues.
    offset: A,
    align: A,
    /// How often a set was asked to move the offset: a measure of cost that does not depend on the machine.
    n_steps: u64,
}

impl<A: Address> Query<'_, A> {
    /// The lowest aligned offset from here on at which all items are free. If it is above `limit`,
    /// any offset above `limit`.
    ///
    /// Cycles through the sets until none moves the offset; cursors never move back.
    pub(super) fn first_fit_below(&mut self, limit: A) -> A {
        let align = self.align;
        let mut offset = self.offset.aligned(align);
        let n_cursors = self.partial.len() + self.cursors.len();
        let mut n_agreed = 0;
        'round: while n_agreed < n_cursors {
            self.n_steps += n_cursors as u64;
            for cursor in &mut self.partial {
                let moved = cursor.advance(offset, align);
                n_agreed = if moved == offset { n_agreed + 1 } else { 1 };
                offset = moved;
            }
            for cursor in &mut self.cursors {
                let moved = cursor.advance(offset, align);
                n_agreed = if moved == offset { n_agreed + 1 } else { 1 };
                offset = moved;
                if n_agreed == n_cursors || limit < offset {
                    break 'round;
                }
            }
            if limit < offset {
                break;
            }
        }
        self.offset = offset;
        offset
    }

    /// The lowest aligned offset from here on at which all items are free.
    pub(crate) fn first_fit(&mut self) -> A {
        self.first_fit_below(A::new(A::MAX))
    }

    /// The cost of the query so far, in steps that take about as long on every trace.
    pub(crate) fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// The next range of offsets at which all items are free: the first offset, and the last one if the range is
    /// bounded. `O(c log n)` for `c` sets and the intervals that they pass.
    pub(crate) fn next_free(&mut self) -> (A, Option<A>) {
        let first = self.first_fit();
        // What is ahead of the cursors begins above the items.
        let partial = self.partial.iter().filter_map(|cursor| {
            let mut ahead = cursor.ahead.iter();
            let next = ahead.find(|next| next.mask & cursor.mask != 0)?;
            Some(next.begin.minus(cursor.hi))
        });
        let whole = self.cursors.iter().filter_map(|cursor| {
            let next = cursor.ahead.first()?;
            Some(next.0.minus(cursor.hi))
        });
        let last = partial.chain(whole).min();
        self.offset = last.unwrap_or(first).plus(A::new(1));
        (first, last)
    }

    /// The lowest offset at which all items are above all intervals.
    pub(crate) fn top(&self) -> A {
        let mut top = A::new(0);
        for cursor in &self.partial {
            for next in cursor
                .ahead
                .iter()
                .filter(|next| next.mask & cursor.mask != 0)
            {
                top = top.max(next.end.minus(cursor.lo.min(next.end)));
            }
        }
        for cursor in &self.cursors {
            if let Some(&(_, end)) = cursor.ahead.last() {
                top = top.max(end.minus(cursor.lo.min(end)));
            }
        }
        top
    }

    /// Whether all items are free at an offset.
    pub(crate) fn fits_at(mut self, offset: A) -> bool {
        self.offset = offset;
        self.align = A::new(1);
        self.first_fit() == offset
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{AddressTree, Item};
    use crate::placement::grid::Grid;
    use crate::reduce::Run;

    fn item(grid: &Grid, run: Run, hi: u64) -> Item<u64> {
        Item {
            span: grid.span(run),
            lo: 0,
            hi,
        }
    }

    #[test]
    fn offsets_are_blocked_by_what_is_live_at_once() {
        let grid = Arc::new(Grid::new(3, [(0, 1), (1, 2), (0, 3)].into_iter()));
        let mut tree = AddressTree::new(grid.clone());
        tree.insert(&[item(&grid, (0, 1), 4)], 0);
        tree.insert(&[item(&grid, (1, 2), 4)], 6);
        tree.insert(&[item(&grid, (0, 3), 2)], 16);
        let wanted = [item(&grid, (0, 2), 2)];
        let mut query = tree.query(&wanted, 0, 1);
        assert_eq!(query.top(), 18);
        let free = [(); 3].map(|()| query.next_free());
        assert_eq!(free, [(4, Some(4)), (10, Some(14)), (18, None)]);
        assert_eq!(tree.query(&wanted, 0, 4).first_fit(), 4);
        let larger = [item(&grid, (0, 2), 3)];
        assert_eq!(tree.query(&larger, 0, 4).first_fit(), 12);
        let above = [item(&grid, (2, 3), 9)];
        assert_eq!(tree.query(&above, 0, 1).first_fit(), 0);
        assert_eq!(tree.query(&above, 9, 1).first_fit(), 18);
        drop(query);
        tree.clear();
        assert_eq!(tree.query(&wanted, 0, 1).first_fit(), 0);
    }
}
