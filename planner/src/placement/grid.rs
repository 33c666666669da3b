//! Sections in blocks: the leaves of the address tree.
//!
//! Most lifetimes are short. A tree whose leaves are single sections spends its depth on them; here a
//! leaf is a *block* of neighbouring sections, and what occupies a block only partly is kept in a short
//! list with a bit mask of sections. A block has at most [`MAX_SECTIONS`] sections and at most
//! [`MAX_ENDS`] lifetimes that begin or end inside, so a list is short whatever the trace: where many
//! buffers begin and end at one section, the blocks are single sections, and the lists empty.

use crate::reduce::Run;

/// The most sections of a block: bits of a mask.
const MAX_SECTIONS: u32 = 32;

/// The most begins and ends strictly inside a block of more than one section.
const MAX_ENDS: u32 = 64;

/// The blocks, and room for the list of each.
#[derive(Debug)]
pub(crate) struct Grid {
    block_of: Vec<u32>,
    first_section: Vec<u32>,
    /// Where the list of each block begins in one array of lists; one entry more than blocks.
    first_partial: Vec<u32>,
}

/// The blocks that a run of sections occupies: all of `first..end`, and the sections in the masks
/// of the blocks before and after these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Sections of block `first - 1`.
    pub(crate) before: u32,
    /// Sections of block `end`.
    pub(crate) after: u32,
}

impl Grid {
    /// Groups the sections that these runs occupy. `O(runs + sections)`.
    pub(crate) fn new(n_sections: u32, runs: impl Iterator<Item = Run> + Clone) -> Self {
        let n_sections = n_sections.max(1);
        // The number of begins and ends at the border before each section.
        let mut n_ends = vec![0_u32; n_sections as usize + 1];
        for (first, end) in runs.clone() {
            n_ends[first as usize] += 1;
            n_ends[end as usize] += 1;
        }
        let mut grid = Self {
            block_of: Vec::with_capacity(n_sections as usize),
            first_section: Vec::new(),
            first_partial: Vec::new(),
        };
        let mut inside = 0;
        for section in 0..n_sections {
            inside += n_ends[section as usize];
            let begin = grid.first_section.last().copied().unwrap_or(0);
            if section == 0 || MAX_SECTIONS <= section - begin || MAX_ENDS < inside {
                grid.first_section.push(section);
                inside = 0;
            }
            grid.block_of.push(grid.first_section.len() as u32 - 1);
        }
        grid.first_section.push(n_sections);
        grid.first_partial = vec![0; grid.first_section.len()];
        for run in runs {
            let span = grid.span(run);
            if span.before != 0 {
                grid.first_partial[span.first as usize] += 1;
            }
            if span.after != 0 {
                grid.first_partial[span.end as usize + 1] += 1;
            }
        }
        let mut sum = 0;
        for first in &mut grid.first_partial {
            sum += *first;
            *first = sum;
        }
        grid
    }

    pub(super) fn n_blocks(&self) -> u32 {
        self.first_section.len() as u32 - 1
    }

    /// Where the list of a block begins; for the number of blocks, the length of all lists.
    pub(super) fn first_partial(&self, block: u32) -> usize {
        self.first_partial[block as usize] as usize
    }

    /// The blocks of a run, which must not be empty.
    pub(crate) fn span(&self, (first, end): Run) -> Span {
        let (left, right) = (
            self.block_of[first as usize],
            self.block_of[end as usize - 1],
        );
        let bits = |block: u32| {
            let begin = self.first_section[block as usize];
            let next = self.first_section[block as usize + 1];
            let (low, high) = (first.max(begin) - begin, end.min(next) - begin);
            let mask = (u32::MAX >> (32 - (high - low))) << low;
            (mask, high - low == next - begin)
        };
        let (left_mask, left_is_whole) = bits(left);
        let (right_mask, right_is_whole) = bits(right);
        let before = if left_is_whole { 0 } else { left_mask };
        let after = if right_is_whole || (left == right && before != 0) {
            0
        } else {
            right_mask
        };
        Span {
            first: if left_is_whole { left } else { left + 1 },
            end: if right_is_whole || left != right {
                right + u32::from(right_is_whole)
            } else {
                right + 1
            },
            before,
            after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, MAX_ENDS, MAX_SECTIONS, Span};

    fn sections(grid: &Grid, span: Span) -> Vec<u32> {
        let of_mask = |block: u32, mask: u32| {
            let begin = grid.first_section[block as usize];
            (0..32)
                .filter(move |bit| mask >> bit & 1 == 1)
                .map(move |bit| begin + bit)
        };
        let mut sections = Vec::new();
        if span.before != 0 {
            sections.extend(of_mask(span.first - 1, span.before));
        }
        sections
            .extend(grid.first_section[span.first as usize]..grid.first_section[span.end as usize]);
        if span.after != 0 {
            sections.extend(of_mask(span.end, span.after));
        }
        sections
    }

    #[test]
    fn spans_cover_their_runs() {
        let runs: Vec<(u32, u32)> = (0..70)
            .flat_map(|first| (first + 1..=70).map(move |end| (first, end)))
            .collect();
        let chosen = |every: usize| runs.iter().copied().step_by(every);
        for grid in [Grid::new(70, chosen(1)), Grid::new(70, chosen(97))] {
            for &run in &runs {
                assert_eq!(
                    sections(&grid, grid.span(run)),
                    (run.0..run.1).collect::<Vec<u32>>()
                );
            }
        }
        assert_eq!(Grid::new(70, chosen(1)).n_blocks(), 70);
        assert_eq!(Grid::new(70, [].into_iter()).n_blocks(), 3);
    }

    #[test]
    fn lists_are_short() {
        let runs = || (0..4000_u32).map(|i| (i % 500, i % 500 + 1 + i % 7));
        let grid = Grid::new(507, runs());
        let blocks = || 0..grid.n_blocks();
        let longest =
            blocks().map(|block| grid.first_partial(block + 1) - grid.first_partial(block));
        assert!(longest.max().unwrap() <= MAX_ENDS as usize);
        let widths = grid.first_section.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(widths.max().unwrap() <= MAX_SECTIONS);
    }
}
