//! Jobs and boxes: what boxing groups, and how groups are opened again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use memplan_support::Sort;

/// A buffer, or a box of other jobs.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The height: bytes or units, all of one kind.
    pub(super) size: u64,
    /// The first section, and the one after the last.
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) content: Content,
}

/// What is in a job.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// An item of the instance, or [`DUMMY`].
    Item(u32),
    /// Other jobs, whose sections lie within those of the box.
    Box(Box<[Job]>),
}

/// The job that widens the range of sizes is no item of the instance, and has no place in a plan.
pub(super) const DUMMY: Content = Content::Item(u32::MAX);

// There are several copies of a million jobs. Lists are shorter where addresses have 32 bits.
const _: () = assert!(size_of::<Job>() <= 32);

impl Job {
    /// Puts jobs, of which there is at least one, into a box.
    pub(super) fn boxed(content: Box<[Job]>, size: u64) -> Self {
        let first = content.iter().map(|job| job.first).min().unwrap_or(0);
        let end = content.iter().map(|job| job.end).max().unwrap_or(0);
        Self {
            size,
            first,
            end,
            content: Content::Box(content),
        }
    }

    /// Whether the job is live in a section.
    pub(super) fn is_live_in(&self, section: u32) -> bool {
        self.first <= section && section < self.end
    }
}

/// Colours intervals: rows in which no two jobs share a section, as few as there can be.
///
/// Jobs come by their first section and take the lowest row that is free. `O(n log n)`.
pub(super) fn rows(mut jobs: Vec<Job>) -> Vec<Vec<Job>> {
    jobs.sort_stable_by_key(|job| (job.first, Reverse(job.end)));
    let mut rows: Vec<Vec<Job>> = Vec::new();
    let mut busy: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    let mut free: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    for job in jobs {
        while let Some(&Reverse((end, row))) = busy.peek()
            && end <= job.first
        {
            busy.pop();
            free.push(Reverse(row));
        }
        let row = free.pop().map_or(rows.len(), |Reverse(row)| row);
        busy.push(Reverse((job.end, row)));
        match rows.get_mut(row) {
            Some(row) => row.push(job),
            None => rows.push(vec![job]),
        }
    }
    rows
}

/// Opens boxes from `offset` upwards: assigns each item a loose offset, at which it need not fit.
///
/// Jobs of one size are coloured, jobs that never meet all get the same offset, and others are
/// coloured size by size, the largest at the bottom. The recursion is as deep as boxes are nested.
pub(super) fn unbox(jobs: Vec<Job>, mut offset: u64, loose: &mut [u64]) {
    let mut by_size = jobs;
    by_size.sort_stable_by_key(|job| (Reverse(job.size), job.first));
    if are_disjoint(&by_size) {
        return open_row(by_size, offset, loose);
    }
    let mut rest = by_size.into_iter().peekable();
    while let Some(job) = rest.next() {
        let size = job.size;
        let mut class = vec![job];
        while let Some(job) = rest.next_if(|job| job.size == size) {
            class.push(job);
        }
        for row in rows(class) {
            open_row(row, offset, loose);
            offset = offset.saturating_add(size);
        }
    }
}

/// Opens jobs that never meet, all at one offset.
fn open_row(jobs: Vec<Job>, offset: u64, loose: &mut [u64]) {
    for job in jobs {
        match job.content {
            Content::Item(item) => {
                if let Some(loose) = loose.get_mut(item as usize) {
                    *loose = offset;
                }
            }
            Content::Box(content) => unbox(content.into_vec(), offset, loose),
        }
    }
}

fn are_disjoint(jobs: &[Job]) -> bool {
    let mut lives: Vec<(u32, u32)> = jobs.iter().map(|job| (job.first, job.end)).collect();
    lives.sort_stable();
    lives.windows(2).all(|pair| pair[0].1 <= pair[1].0)
}

#[cfg(test)]
mod tests {
    use super::{Content, DUMMY, Job, rows, unbox};

    fn job(item: u32, first: u32, end: u32, size: u64) -> Job {
        Job {
            size,
            first,
            end,
            content: Content::Item(item),
        }
    }

    #[test]
    fn as_many_rows_as_jobs_meet() {
        let jobs = vec![
            job(0, 0, 4, 1),
            job(1, 1, 2, 1),
            job(2, 2, 6, 1),
            job(3, 4, 5, 1),
            job(4, 5, 6, 1),
        ];
        let items: Vec<Vec<(u32, u32)>> = rows(jobs)
            .iter()
            .map(|row| row.iter().map(|job| (job.first, job.end)).collect())
            .collect();
        assert_eq!(items, [vec![(0, 4), (4, 5), (5, 6)], vec![(1, 2), (2, 6)]]);
    }

    #[test]
    fn boxes_open_from_the_largest_class_up() {
        let inner = Job::boxed(Box::new([job(0, 0, 2, 3), job(1, 2, 4, 2)]), 5);
        assert_eq!((inner.first, inner.end), (0, 4));
        let mut loose = [u64::MAX; 5];
        let dummy = Job {
            content: DUMMY,
            ..job(0, 0, 9, 100)
        };
        let jobs = vec![
            inner,
            job(2, 1, 3, 8),
            job(3, 3, 9, 8),
            job(4, 0, 9, 5),
            dummy,
        ];
        unbox(jobs, 0, &mut loose);
        assert_eq!(loose, [113, 113, 100, 100, 108]);
    }
}
