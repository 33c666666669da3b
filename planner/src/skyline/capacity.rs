//! A dive that keeps within a capacity.
//!
//! For a section, the *floor* is the lowest place that any of its unplaced items can have: the
//! least, over these items, of the highest top in their sections. The sum of floor and rest is a
//! lower bound of the peak. Placing an item can raise the floors of distant sections, whose items
//! it blocks. Before an item is placed, all sections that it could push above the capacity are
//! therefore checked; if it would push one of them, another item is tried.
//!
//! Floors are not computed. Each section has a *witness*, an unplaced item that can still lie low
//! enough. A new one is sought only when the witness is placed or blocked. The query is the same as
//! for an item that fits into a valley: that of the surrounding sections with tops below what the
//! capacity leaves.

use super::{Dive, SKY, Valley};
use crate::Units;
use crate::problem::budget::{Budget, Halt};

/// The tuned parameters of dives within a capacity.
///
/// Tuned with those of the portfolio (`planner/src/portfolio/parameters.rs`, which names the traces and
/// the command that shows what a change costs).
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// A capacity that cannot be kept grows by one part in `steps`. Fewer steps end earlier and
    /// higher.
    steps: u64,
    /// The most items that are tried in one place.
    most_tried: usize,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        steps: 1024,
        most_tried: 24,
    };
}

/// The witnesses of all sections.
#[derive(Debug)]
pub(super) struct Watch {
    /// In units.
    capacity: u64,
    /// The capacity grows no further than this.
    limit: u64,
    /// The witness of each section, if one is known.
    witness: Vec<Option<u32>>,
    /// Sections with large rests, and these rests.
    endangered: Vec<(u32, u64)>,
    /// New witnesses, in case the current item is chosen.
    changes: Vec<(u32, u32)>,
    tried: Vec<u32>,
}

impl Watch {
    pub(super) fn new(capacity: u64, limit: u64, n_sections: u32) -> Self {
        Self {
            capacity,
            limit,
            witness: vec![None; n_sections as usize],
            endangered: Vec::new(),
            changes: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Whether the capacity had to grow above the limit.
    pub(super) fn is_hopeless(&self) -> bool {
        self.limit < self.capacity
    }
}

impl Dive<'_> {
    /// The best item for the fullest section of a valley that endangers no section. If there is none,
    /// the capacity grows until there is.
    pub(super) fn choose_within(
        &mut self,
        valley: Valley,
        end: u32,
        watch: &mut Watch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Halt> {
        loop {
            watch.tried.clear();
            while watch.tried.len() < Parameters::DEFAULT.most_tried {
                let tried = std::mem::take(&mut watch.tried);
                let is_new = |rank: u32| !tried.contains(&rank);
                let best = self
                    .items
                    .best_in(valley.fullest, valley.first, end, is_new);
                watch.tried = tried;
                let Some(rank) = best else {
                    break;
                };
                budget.spend(Units::ONE)?;
                if self.is_harmless(rank, valley.top, watch) {
                    for &(section, witness) in &watch.changes {
                        watch.witness[section as usize] = Some(witness);
                    }
                    return Ok(Some(rank));
                }
                watch.tried.push(rank);
            }
            if watch.tried.is_empty() || watch.limit < watch.capacity {
                return Ok(watch.tried.first().copied());
            }
            watch.capacity += watch.capacity / Parameters::DEFAULT.steps + 1;
        }
    }

    /// Whether all sections keep room for their rests when an item is put on the ground at `height`.
    fn is_harmless(&mut self, rank: u32, height: u64, watch: &mut Watch) -> bool {
        watch.changes.clear();
        let item = rank as usize;
        let id = self.items.ids[item] as usize;
        let height = height.next_multiple_of(self.instance.align[id]);
        let top = height + self.items.size[item];
        let Some(room) = watch.capacity.checked_sub(top) else {
            return false;
        };
        let mut endangered = std::mem::take(&mut watch.endangered);
        self.rest.collect_from(room + 1, &mut endangered);
        self.items.n_visited += endangered.len() as u64;
        let is_harmless = endangered
            .iter()
            .all(|&(section, rest)| self.keeps_room(section, rest, rank, watch));
        watch.endangered = endangered;
        is_harmless
    }

    /// Whether a section keeps a witness when an item is placed. The sum of its rest and the top of
    /// that item is above the capacity, except in the sections of the item itself.
    fn keeps_room(&mut self, section: u32, rest: u64, rank: u32, watch: &mut Watch) -> bool {
        let witness = watch.witness[section as usize];
        let (first, end) = (
            self.items.first[rank as usize],
            self.items.end[rank as usize],
        );
        let is_inside = first <= section && section < end;
        if let Some(witness) = witness
            && witness != rank
            && !self.items.is_placed[witness as usize]
        {
            let (low, high) = (
                self.items.first[witness as usize],
                self.items.end[witness as usize],
            );
            if is_inside || high <= first || end <= low {
                return true;
            }
        }
        let size = self.items.size[rank as usize];
        let (left, right) = if is_inside {
            if rest == size {
                return true; // the item is the last one in the section
            }
            let Some(level) = watch.capacity.checked_sub(rest - size) else {
                return false;
            };
            (self.left_end(first, level), self.right_end(end, level))
        } else {
            let Some(level) = watch.capacity.checked_sub(rest) else {
                return false;
            };
            let begin = self.starts.last_up_to(section, 1).unwrap_or(0);
            if level < self.top[begin as usize] {
                return false;
            }
            let left = self.left_end(begin, level);
            let right = self.right_end(self.end_of[begin as usize], level);
            if section < first {
                (left, right.min(first))
            } else {
                (left.max(end), right)
            }
        };
        let taken = self
            .items
            .best_in(section, left, right, |other| other != rank);
        if let Some(taken) = taken {
            watch.changes.push((section, taken));
        }
        taken.is_some()
    }

    /// How far tops to the left of a border are at most at `level`.
    fn left_end(&self, mut border: u32, level: u64) -> u32 {
        while let Some(last) = border.checked_sub(1) {
            let first = self.first_of[last as usize];
            let top = self.top[first as usize];
            if top == SKY || level < top {
                break;
            }
            border = first;
        }
        border
    }

    /// How far tops to the right of a border are at most at `level`.
    fn right_end(&self, mut border: u32, level: u64) -> u32 {
        while border < self.n_sections {
            let top = self.top[border as usize];
            if top == SKY || level < top {
                break;
            }
            border = self.end_of[border as usize];
        }
        border
    }
}
