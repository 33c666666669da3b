//! The boxing lemmas: Corollary 15, Theorem 2 and Lemma 1 of Buchsbaum et al.
//!
//! Time is counted in sections, and a *point* is a section: a job is live at a point if it is live
//! in that section. In the paper, points lie between ticks, which is equivalent.

use std::collections::BTreeMap;

use memplan_support::{Random, Sort};

use super::jobs::{Job, rows};
use crate::Interrupt;

/// What boxing needs besides jobs.
#[derive(Debug)]
pub(super) struct Boxing<'r> {
    /// The loss that is allowed, `mu` or epsilon in the paper; above 0.
    pub(super) loss: f64,
    pub(super) random: &'r mut Random,
    /// Once it gives a reason to stop, boxes are missing from the results.
    pub(super) interrupt: Option<&'r dyn Interrupt>,
}

/// Segments of fewer jobs do not poll the interrupt.
const FEWEST_TO_POLL: usize = 256;

/// Jobs of one class, the range of sections that contains them, and the points at which to cut
/// them.
struct Segment {
    jobs: Vec<Job>,
    first: u32,
    end: u32,
    points: Vec<u32>,
}

impl Boxing<'_> {
    /// Corollary 15: boxes of height `height` around jobs that are no higher.
    ///
    /// Sizes are rounded up to powers of `1 + loss`; the jobs of one power are boxed as if they had
    /// unit size, as many to a box as fit into it.
    pub(super) fn box_all(&mut self, jobs: Vec<Job>, height: f64) -> Vec<Job> {
        let class_of: Vec<u32> = (jobs.iter().map(|job| class(job.size, self.loss))).collect();
        let mut n_in: BTreeMap<u32, usize> = BTreeMap::new();
        for &class in &class_of {
            *n_in.entry(class).or_default() += 1;
        }
        let empty = n_in
            .iter()
            .map(|(&class, &n)| (class, Vec::with_capacity(n)));
        let mut classes: BTreeMap<u32, Vec<Job>> = empty.collect();
        for (class, job) in class_of.into_iter().zip(jobs) {
            classes.entry(class).or_default().push(job);
        }
        let mut boxes = Vec::new();
        for (class, jobs) in classes {
            // The largest size of the class is a bound that does not suffer from float rounding.
            let largest = jobs.iter().map(|job| job.size).max().unwrap_or(1);
            let rounded = (1.0 + self.loss).powf(f64::from(class));
            let per_box = (height / rounded.max(largest as f64)).floor();
            let per_box = (per_box as usize).max(1);
            self.box_units(jobs, per_box, (height as u64).max(largest), &mut boxes);
        }
        boxes
    }

    /// Theorem 2: boxes of `per_box` rows each around jobs of about one size. `O(n log^2 n)` expected.
    fn box_units(&mut self, jobs: Vec<Job>, per_box: usize, size: u64, boxes: &mut Vec<Job>) {
        let first = jobs.iter().map(|job| job.first).min().unwrap_or(0);
        let end = jobs.iter().map(|job| job.end).max().unwrap_or(0);
        let points = self.injected(&jobs);
        let mut segments = vec![Segment {
            jobs,
            first,
            end,
            points,
        }];
        // Segments are independent, so a work list replaces recursion and bounds the stack depth.
        while let Some(segment) = segments.pop() {
            if FEWEST_TO_POLL <= segment.jobs.len() && self.is_stopped() {
                return;
            }
            let (groups, within) = split(segment.jobs, &segment.points);
            let mut left_over = Vec::new();
            for group in groups {
                self.box_group(group, per_box, size, boxes, &mut left_over);
            }
            let hole_ends = box_rows(left_over, segment.first, segment.end, per_box, size, boxes);
            for (place, jobs) in within {
                let before = place.checked_sub(1).map(|at| segment.points[at]);
                let first = before.map_or(segment.first, |point| point + 1);
                let end = segment.points.get(place).copied().unwrap_or(segment.end);
                let low = hole_ends.partition_point(|&point| point < first);
                let high = hole_ends.partition_point(|&point| point < end);
                let mut points = hole_ends[low..high].to_vec();
                // If no job is live at a point, splitting makes no progress.
                if !jobs.iter().any(|job| is_cut(job, &points)) {
                    points = self.injected(&jobs);
                }
                segments.push(Segment {
                    jobs,
                    first,
                    end,
                    points,
                });
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.interrupt
            .is_some_and(|interrupt| interrupt.reason_to_stop().is_some())
    }

    /// A point at which one of the jobs is live, next to a begin or an end.
    fn injected(&mut self, jobs: &[Job]) -> Vec<u32> {
        let which = self.random.index(2 * jobs.len());
        let point = jobs.get(which / 2).map(|job| {
            if which.is_multiple_of(2) {
                job.first
            } else {
                job.end - 1
            }
        });
        Vec::from_iter(point)
    }

    /// Lemma 1: boxes around most of the jobs of a group, which all share a section.
    ///
    /// The jobs that begin first and those that end last are left over: the others are cut into
    /// strips from both sides, which lose little when they are chopped into boxes.
    fn box_group(
        &self,
        mut group: Vec<Job>,
        per_box: usize,
        size: u64,
        boxes: &mut Vec<Job>,
        left_over: &mut Vec<Job>,
    ) {
        let n_outer = strip_length(per_box, 1.0 / (self.loss * self.loss));
        if group.len() / 2 <= n_outer {
            left_over.append(&mut group);
            return;
        }
        let n_inner = strip_length(per_box, 1.0 / self.loss);
        let mut from_front: Vec<usize> = (0..group.len()).collect();
        let mut from_back = from_front.clone();
        from_front.sort_stable_by_key(|&job| group[job].first);
        from_back.sort_stable_by_key(|&job| std::cmp::Reverse(group[job].end));
        let mut jobs: Vec<Option<Job>> = group.into_iter().map(Some).collect();
        let mut front = from_front.into_iter();
        let mut back = from_back.into_iter();
        let mut cut = |strip: &mut dyn Iterator<Item = usize>, length: usize| -> Vec<Job> {
            strip
                .filter_map(|job| jobs[job].take())
                .take(length)
                .collect()
        };
        left_over.append(&mut cut(&mut front, n_outer));
        left_over.append(&mut cut(&mut back, n_outer));
        loop {
            let mut strip = cut(&mut front, n_inner);
            let is_done = strip.is_empty();
            strip.sort_stable_by_key(|job| std::cmp::Reverse(job.end));
            chop(strip, per_box, size, boxes);
            let mut strip = cut(&mut back, n_inner);
            if is_done && strip.is_empty() {
                return;
            }
            strip.sort_stable_by_key(|job| job.first);
            chop(strip, per_box, size, boxes);
        }
    }
}

/// The number of the first power of `1 + loss` that is at least `size`.
fn class(size: u64, loss: f64) -> u32 {
    ((size as f64).ln() / loss.ln_1p()).ceil() as u32
}

/// `per_box * ceil(factor)`, as far as it can be counted.
fn strip_length(per_box: usize, factor: f64) -> usize {
    per_box.saturating_mul(factor.ceil() as usize).max(1)
}

/// Whether a job is live at one of some ascending points.
fn is_cut(job: &Job, points: &[u32]) -> bool {
    let next = points.partition_point(|&point| point < job.first);
    points.get(next).is_some_and(|&point| job.is_live_in(point))
}

/// Jobs by the place among the points before which they live.
type Within = BTreeMap<usize, Vec<Job>>;

/// The jobs that are live at a point, in groups that share one, and the others by place.
///
/// The list of points is halved until a job is live at the middle one, which is that of its group.
fn split(jobs: Vec<Job>, points: &[u32]) -> (Vec<Vec<Job>>, Within) {
    let mut groups: BTreeMap<usize, Vec<Job>> = BTreeMap::new();
    let mut within = Within::new();
    for job in jobs {
        let first = points.partition_point(|&point| point < job.first);
        let end = points.partition_point(|&point| point < job.end);
        if first == end {
            within.entry(first).or_default().push(job);
            continue;
        }
        let (mut low, mut high) = (0, points.len());
        let group = loop {
            let middle = low + (high - low) / 2;
            if end <= middle {
                high = middle;
            } else if middle < first {
                low = middle + 1;
            } else {
                break middle;
            }
        };
        groups.entry(group).or_default().push(job);
    }
    (groups.into_values().collect(), within)
}

/// Boxes of `per_box` jobs each, in the given order.
fn chop(strip: Vec<Job>, per_box: usize, size: u64, boxes: &mut Vec<Job>) {
    let mut rest = strip.into_iter().peekable();
    while rest.peek().is_some() {
        let content = rest.by_ref().take(per_box).collect();
        boxes.push(Job::boxed(content, size));
    }
}

/// Colours jobs and boxes their rows, `per_box` at a time. Returns the first and last sections of
/// the holes that the rows have between the first and the end, ascending.
fn box_rows(
    jobs: Vec<Job>,
    first: u32,
    end: u32,
    per_box: usize,
    size: u64,
    boxes: &mut Vec<Job>,
) -> Vec<u32> {
    let mut hole_ends = Vec::new();
    let mut rest = rows(jobs).into_iter().peekable();
    while rest.peek().is_some() {
        let mut content = Vec::new();
        for row in rest.by_ref().take(per_box) {
            let mut free_from = first;
            let borders = row.iter().map(|job| (job.first, job.end));
            for (begin, job_end) in borders.chain([(end, end)]) {
                if free_from < begin {
                    hole_ends.extend([free_from, begin - 1]);
                }
                free_from = job_end;
            }
            content.extend(row);
        }
        boxes.push(Job::boxed(content.into(), size));
    }
    hole_ends.sort_stable();
    hole_ends.dedup();
    hole_ends
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::jobs::{Content, Job};
    use super::{Boxing, class, split};
    use memplan_support::Random;

    fn jobs(parts: &[(u32, u32, u64)]) -> Vec<Job> {
        let items = (0..).zip(parts);
        items
            .map(|(item, &(first, life, size))| Job {
                size,
                first,
                end: first + life,
                content: Content::Item(item),
            })
            .collect()
    }

    #[test]
    fn classes_are_powers() {
        let classes: Vec<u32> = [1, 2, 3, 4, 5, 8, 9].map(|size| class(size, 1.0)).to_vec();
        assert_eq!(classes, [0, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn jobs_are_split_at_points_by_halves() {
        let jobs = jobs(&[
            (0, 2, 1),
            (1, 9, 1),
            (3, 1, 1),
            (5, 1, 1),
            (6, 3, 1),
            (9, 2, 1),
        ]);
        let (groups, within) = split(jobs, &[2, 5, 8]);
        let firsts = |jobs: &Vec<Job>| jobs.iter().map(|job| job.first).collect::<Vec<u32>>();
        let groups: Vec<Vec<u32>> = groups.iter().map(firsts).collect();
        assert_eq!(groups, [vec![1, 5], vec![6]]);
        let within: Vec<(usize, Vec<u32>)> = within
            .iter()
            .map(|(place, jobs)| (*place, firsts(jobs)))
            .collect();
        assert_eq!(within, [(0, vec![0]), (1, vec![3]), (3, vec![9])]);
    }

    /// The items in a job, and the largest load of its content, by opening all boxes in it.
    fn check_box(job: &Job, items: &mut Vec<u32>) {
        match &job.content {
            Content::Item(item) => items.push(*item),
            Content::Box(content) => {
                for section in job.first..job.end {
                    let live = content.iter().filter(|inner| inner.is_live_in(section));
                    let load: u64 = live.map(|inner| inner.size).sum();
                    assert!(load <= job.size, "{load} in a box of {}", job.size);
                }
                for inner in content {
                    assert!(job.first <= inner.first && inner.end <= job.end);
                    check_box(inner, items);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn boxes_hold_all_jobs_and_are_high_enough(
            parts in proptest::collection::vec((0_u32..40, 1_u32..20, 1_u64..50), 1..120),
            loss in prop_oneof![Just(0.6), Just(1.0), Just(0.3)],
            height in prop_oneof![Just(50.0), Just(81.0), Just(400.0)],
            seed in 0_u64..9,
        ) {
            let mut random = Random::new(seed);
            let mut boxing = Boxing { loss, random: &mut random, interrupt: None };
            let boxes = boxing.box_all(jobs(&parts), height);
            let mut items = Vec::new();
            for job in &boxes {
                prop_assert_eq!(job.size, height as u64);
                check_box(job, &mut items);
            }
            items.sort_unstable();
            prop_assert_eq!(items, (0..parts.len() as u32).collect::<Vec<u32>>());
        }
    }
}
