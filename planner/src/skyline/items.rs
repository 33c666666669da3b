//! The unplaced items of a component: which of them fit into a valley.

use memplan_support::Sort;

use super::trees::Peaks;
use crate::Units;
use crate::reduce::Instance;

/// How many items or sections are visited in about the time of a placement.
const VISITS_PER_UNIT: u64 = 256;

/// The items of a component, numbered by *rank*: their place in the order in which a dive prefers them.
/// Sections count from the first one of the component.
#[derive(Debug)]
pub(super) struct Items {
    pub(super) ids: Vec<u32>,
    pub(super) first: Vec<u32>,
    pub(super) end: Vec<u32>,
    pub(super) size: Vec<u64>,
    pub(super) is_placed: Vec<bool>,
    /// The leaves of a segment tree over the sections; a power of two.
    n_leaves: u32,
    /// The ranks of the items at each node, ascending, node by node: an item is at the nodes that make
    /// up its sections.
    at_nodes: Vec<u32>,
    /// Where in `at_nodes` the unplaced ranks of each node begin.
    begin_of: Vec<u32>,
    end_of: Vec<u32>,
    by_first: Ends,
    by_end: Ends,
    /// Items and sections visited since the work for them was counted last.
    pub(super) n_visited: u64,
}

/// For each section the items that begin (or end) there, the shortest unplaced one known.
#[derive(Debug)]
struct Ends {
    /// Ranks by section; of one section the shortest first.
    ranks: Vec<u32>,
    /// Where those of each section begin that may be unplaced.
    begin_of: Vec<u32>,
    end_of: Vec<u32>,
    /// For each section a number that grows as the shortest item gets shorter.
    shortest: Peaks,
}

impl Ends {
    /// `at` is the section of a rank, `nearness` grows as the other end comes nearer and is not 0.
    fn new(
        n_items: usize,
        n_sections: usize,
        at: impl Fn(u32) -> u32,
        nearness: impl Fn(u32) -> u32,
    ) -> Self {
        let mut begin_of = vec![0_u32; n_sections + 1];
        for rank in 0..n_items as u32 {
            begin_of[at(rank) as usize + 1] += 1;
        }
        for section in 0..n_sections {
            begin_of[section + 1] += begin_of[section];
        }
        let mut next = begin_of.clone();
        let mut ranks = vec![0_u32; n_items];
        for rank in 0..n_items as u32 {
            let slot = &mut next[at(rank) as usize];
            ranks[*slot as usize] = rank;
            *slot += 1;
        }
        let end_of = begin_of[1..].to_vec();
        begin_of.pop();
        let mut ends = Self {
            ranks,
            begin_of,
            end_of,
            shortest: Peaks::new(n_sections),
        };
        for section in 0..n_sections {
            let of_section = ends.begin_of[section] as usize..ends.end_of[section] as usize;
            let list = &mut ends.ranks[of_section];
            list.sort_stable_by_key(|&rank| (std::cmp::Reverse(nearness(rank)), rank));
            if let Some(&rank) = list.first() {
                ends.shortest.set(section as u32, nearness(rank));
            }
        }
        ends
    }

    /// Removes placed items from the head of the list of a section.
    fn advance(&mut self, section: u32, is_placed: &[bool], nearness: impl Fn(u32) -> u32) {
        let begin = &mut self.begin_of[section as usize];
        let before = *begin;
        while *begin < self.end_of[section as usize]
            && is_placed[self.ranks[*begin as usize] as usize]
        {
            *begin += 1;
        }
        if *begin != before {
            let is_empty = *begin == self.end_of[section as usize];
            let value = if is_empty {
                0
            } else {
                nearness(self.ranks[*begin as usize])
            };
            self.shortest.set(section, value);
        }
    }
}

impl Items {
    /// The items in `ids`, the preferred ones first, of a component that begins at section `origin`.
    pub(super) fn new(instance: &Instance, ids: Vec<u32>, origin: u32, n_sections: u32) -> Self {
        let hull = |&id: &u32| instance.hull[id as usize];
        let first: Vec<u32> = ids.iter().map(|id| hull(id).0 - origin).collect();
        let end: Vec<u32> = ids.iter().map(|id| hull(id).1 - origin).collect();
        let n_leaves = n_sections.next_power_of_two();
        let n_nodes = 2 * n_leaves as usize;
        let mut begin_of = vec![0_u32; n_nodes + 1];
        for rank in 0..ids.len() {
            canonical_nodes(n_leaves, first[rank], end[rank], |node| {
                begin_of[node as usize + 1] += 1;
            });
        }
        for node in 0..n_nodes {
            begin_of[node + 1] += begin_of[node];
        }
        let mut at_nodes = vec![0_u32; begin_of[n_nodes] as usize];
        let mut next = begin_of.clone();
        for rank in 0..ids.len() {
            canonical_nodes(n_leaves, first[rank], end[rank], |node| {
                let slot = &mut next[node as usize];
                at_nodes[*slot as usize] = rank as u32;
                *slot += 1;
            });
        }
        let end_of = begin_of[1..].to_vec();
        begin_of.pop();
        let n_sections = n_sections as usize;
        let by_first = Ends::new(
            ids.len(),
            n_sections,
            |rank| first[rank as usize],
            |rank| u32::MAX - end[rank as usize],
        );
        let by_end = Ends::new(
            ids.len(),
            n_sections,
            |rank| end[rank as usize] - 1,
            |rank| first[rank as usize] + 1,
        );
        Self {
            size: ids.iter().map(|&id| instance.size[id as usize]).collect(),
            is_placed: vec![false; ids.len()],
            ids,
            first,
            end,
            n_leaves,
            at_nodes,
            begin_of,
            end_of,
            by_first,
            by_end,
            n_visited: 0,
        }
    }

    /// The work for what was visited since the last call. Where long lives overlap in long valleys, or the load is high
    /// nearly everywhere, a placement visits thousands of items and sections.
    pub(super) fn work_of_visits(&mut self) -> Units {
        let work = self.n_visited / VISITS_PER_UNIT;
        self.n_visited %= VISITS_PER_UNIT;
        Units(work)
    }

    /// The first in rank of the unplaced items that contain section `at` and lie within `left..right`.
    ///
    /// Visits the nodes on the way from the section up to the valley. Items stored there that extend
    /// beyond the valley end near its borders, so there are few of them.
    pub(super) fn best_in(
        &mut self,
        at: u32,
        left: u32,
        right: u32,
        fits: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut best: Option<u32> = None;
        let (mut node, mut level) = (self.n_leaves + at, 0);
        while node != 0 {
            let begin = (node << level) - self.n_leaves;
            if begin < left || right < begin + (1 << level) {
                break;
            }
            best = self.best_at(node, left, right, best, &fits);
            node >>= 1;
            level += 1;
        }
        best
    }

    /// The best item of one node that precedes `best`. Drops placed items from a list when at least
    /// half of the visited items are placed.
    fn best_at(
        &mut self,
        node: u32,
        left: u32,
        right: u32,
        best: Option<u32>,
        fits: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let begin = self.begin_of[node as usize] as usize;
        let end = self.end_of[node as usize] as usize;
        let mut n_placed = 0;
        let mut best_so_far = best;
        let mut at = begin;
        while at < end {
            let rank = self.at_nodes[at];
            if best.is_some_and(|best| best < rank) {
                break;
            }
            at += 1;
            let item = rank as usize;
            if self.is_placed[item] {
                n_placed += 1;
            } else if left <= self.first[item] && self.end[item] <= right && fits(rank) {
                best_so_far = Some(rank);
                break;
            }
        }
        self.n_visited += (at - begin) as u64;
        if at - begin <= 2 * n_placed {
            // Move the unplaced items among those visited up to the unvisited ones.
            let mut to = at;
            for from in (begin..at).rev() {
                let rank = self.at_nodes[from];
                if !self.is_placed[rank as usize] {
                    to -= 1;
                    self.at_nodes[to] = rank;
                }
            }
            self.begin_of[node as usize] = to as u32;
        }
        best_so_far
    }

    /// Given a section of a valley that no unplaced item within the valley contains, returns the
    /// sections around it of which the same is true.
    pub(super) fn barren_around(&self, at: u32, left: u32, right: u32) -> (u32, u32) {
        // The last end of an item before the section, and the first begin of one after it.
        let before = at.checked_sub(1).and_then(|to| {
            let last = self.by_end.shortest.last_up_to(to, left + 1)?;
            (left <= last).then_some(last + 1)
        });
        let next = self
            .by_first
            .shortest
            .first_from((at + 1).min(self.n_leaves - 1), u32::MAX - right)
            .filter(|&first| at < first && first < right);
        (before.unwrap_or(left), next.unwrap_or(right))
    }

    /// Removes an item.
    pub(super) fn place(&mut self, rank: u32) {
        self.is_placed[rank as usize] = true;
        let (first, end) = (self.first[rank as usize], self.end[rank as usize]);
        let ends = &self.end;
        let firsts = &self.first;
        self.by_first.advance(first, &self.is_placed, |rank| {
            u32::MAX - ends[rank as usize]
        });
        self.by_end
            .advance(end - 1, &self.is_placed, |rank| firsts[rank as usize] + 1);
    }
}

/// The nodes of a segment tree that make up a range.
fn canonical_nodes(n_leaves: u32, first: u32, end: u32, mut visit: impl FnMut(u32)) {
    let (mut left, mut right) = (n_leaves + first, n_leaves + end);
    while left < right {
        if left & 1 == 1 {
            visit(left);
            left += 1;
        }
        if right & 1 == 1 {
            right -= 1;
            visit(right);
        }
        left >>= 1;
        right >>= 1;
    }
}
