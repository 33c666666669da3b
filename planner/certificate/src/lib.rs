//! Checks certificates: proofs that no schedule of a trace has a peak of at most some number of bytes.
//!
//! A certificate is a refutation: a tree of cases in which every leaf is impossible. The planners `exact` and `ilp`
//! write one where the optimum is above the load, and plans carry it. This crate decides whether it is a proof. It
//! shares the types of traces with the planners and no code with their searches, so that it can be read on its own; the
//! page *What a certificate proves* of the book states the theorem and why every rule is sound.
//!
//! ```
//! use memplan_certificate::check;
//! use memplan_planner::{Bytes, LifetimeTrace, PlanOptions, registry};
//!
//! let trace: LifetimeTrace = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; \
//!                             h 2..6 2; i 1..6 2".parse()?;
//! assert_eq!(trace.max_load(), Bytes(11));
//! let schedule = registry::planner("exact")?.plan(&trace, &PlanOptions::default())?;
//! assert_eq!(schedule.peak(), Bytes(12));
//! let claim = check(&trace, schedule.certificate.as_deref().unwrap_or_default())?;
//! assert_eq!(claim.capacity, Bytes(11), "no schedule fits into 11 bytes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Format
//!
//! A certificate is a list of numbers, each in LEB128: the version, 1; the capacity in bytes; the alignment that every
//! offset has; the number of *ground* buffers and their indices; the number of *items* and their indices, as
//! differences, ascending; and the steps, to the end. A step is `2 * clique + kind`, where cliques are counted by the
//! ticks at which items begin to be live: clique `k` holds the items that are live at the `k`-th such tick. The steps
//! are a tree in preorder. Kind 1 closes the current case, because the clique is *full*; kind 0 splits it, by which
//! item of the clique lies lowest. The cases of a split are not written: they follow from what is known when it is
//! made.
//!
//! # Inside
//!
//! `problem.rs` reads the head and computes cliques and conflicts; `lib.rs` walks the tree. What is known of the
//! current case is one number for each item, its offset or a lower bound of it, and a trail undoes what a case has
//! added. There is no recursion and no arithmetic that can overflow: ends are compared in 128 bits, and lower bounds
//! saturate.

mod problem;

use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule};
use problem::{Problem, number};

/// What an accepted certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// No schedule has a peak of at most this many bytes.
    pub capacity: Bytes,
    /// Only schedules are meant whose offsets, but for those that are pinned, are multiples of this. 1 means all.
    pub alignment: Bytes,
    /// The number of steps.
    pub steps: u64,
}

impl Claim {
    /// Whether the claim implies that no schedule whose offsets are multiples of `alignment` has a peak below `bound`.
    pub fn proves(&self, bound: Bytes, alignment: Bytes) -> bool {
        bound.0 <= self.capacity.0.saturating_add(1)
            && alignment.0 != 0
            && alignment.0.is_multiple_of(self.alignment.0)
    }
}

/// Why a certificate is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The trace has pools, relations or costs, about which certificates say nothing.
    #[error("certificates are about traces without pools, relations and costs")]
    Unsupported,
    /// The certificate ends within its head, or a number of it does.
    #[error("it is cut off")]
    CutOff,
    /// The version is not 1.
    #[error("it has version {0}, this program reads 1")]
    Version(u64),
    /// Something in the head contradicts the trace.
    #[error("{0}")]
    Head(&'static str),
    /// The items have more conflicts or cliques than [`MAX_PAIRS`].
    #[error("its buffers have more than {MAX_PAIRS} conflicts")]
    TooLarge,
    /// A step is not justified.
    #[error("step {step} is not justified: {reason}")]
    Step {
        /// The number of the step, counted from 1.
        step: u64,
        /// What is wrong.
        reason: &'static str,
    },
    /// The steps end before all cases are closed.
    #[error("it leaves a case open after step {steps}")]
    Open {
        /// The number of steps.
        steps: u64,
    },
    /// Steps follow although all cases are closed.
    #[error("it goes on after all cases are closed")]
    Trailing,
}

/// The most pairs of an item and another that it conflicts with, or of an item and a clique, in a certificate.
pub const MAX_PAIRS: usize = 1 << 26;

/// A split whose cases are being closed.
struct Split {
    clique: usize,
    /// Where its candidates begin, and the next one; those of the topmost split reach to the end of the list.
    first: usize,
    next: usize,
    /// The length of the trail when the split was made.
    mark: usize,
    /// Whether the last case, that nothing lies at the floor, has begun.
    is_last: bool,
}

struct Checker {
    problem: Problem,
    /// The offset of a placed item, else a number that its offset is not below.
    least: Vec<u64>,
    is_placed: Vec<bool>,
    /// Undoes changes: the item and its old lower bound, `None` for one that was placed.
    trail: Vec<(u32, Option<u64>)>,
    candidates: Vec<u32>,
    splits: Vec<Split>,
}

/// What the certificate that a schedule carries proves, if that implies a lower bound of all peaks. Absent without a
/// certificate, and if it is about something less.
///
/// # Errors
/// Those of [`check`].
pub fn proof(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    bound: Bytes,
    alignment: Bytes,
) -> Result<Option<Claim>, Rejection> {
    let certificate = schedule.certificate.as_deref();
    let claim = certificate.map(|bytes| check(trace, bytes)).transpose()?;
    Ok(claim.filter(|claim| claim.proves(bound, alignment)))
}

/// Decides whether a certificate proves its claim about a trace.
///
/// After `O(n log n + p)` for `n` buffers with `p` conflicts, a step costs at most the square of the size of the clique
/// it names and the conflicts of its candidates: the time is linear in the length of the certificate.
///
/// # Errors
/// [`Rejection`] says why it proves nothing.
pub fn check(trace: &LifetimeTrace, certificate: &[u8]) -> Result<Claim, Rejection> {
    let mut input = certificate;
    let problem = Problem::read(trace, &mut input)?;
    let mut checker = Checker {
        least: vec![0; problem.len()],
        is_placed: vec![false; problem.len()],
        trail: Vec::new(),
        candidates: Vec::new(),
        splits: Vec::new(),
        problem,
    };
    let mut is_open = (0..checker.problem.len()).all(|item| checker.raise(item, 0));
    let mut steps = 0;
    while is_open {
        if input.is_empty() {
            return Err(Rejection::Open { steps });
        }
        let step = number(&mut input)?;
        steps += 1;
        let clique = usize::try_from(step / 2).unwrap_or(usize::MAX);
        let done = if step % 2 == 1 {
            checker.close(clique)
        } else {
            checker.split(clique)
        };
        done.map_err(|reason| Rejection::Step {
            step: steps,
            reason,
        })?;
        is_open = checker.next_case();
    }
    if !input.is_empty() {
        return Err(Rejection::Trailing);
    }
    Ok(Claim {
        capacity: Bytes(checker.problem.claimed),
        alignment: Bytes(checker.problem.alignment),
        steps,
    })
}

impl Checker {
    /// The items of a clique that are not placed, and the least of their lower bounds.
    fn floor(&self, clique: usize) -> Result<(impl Iterator<Item = usize>, u64), &'static str> {
        let members = self.problem.cliques.get(clique);
        let members = members.ok_or("there is no such clique")?.iter();
        let open = members
            .map(|&item| item as usize)
            .filter(|&item| !self.is_placed[item]);
        let floor = open.clone().map(|item| self.least[item]).min();
        Ok((open, floor.ok_or("everything in the clique is placed")?))
    }

    /// Closes a case: the items of the clique that are not placed do not fit between their floor and the capacity.
    ///
    /// They lie one above the other, and their offsets are multiples of `unit`; above all but the topmost one, what
    /// remains to the next multiple is lost.
    fn close(&self, clique: usize) -> Result<(), &'static str> {
        let (open, floor) = self.floor(clique)?;
        let (mut top, mut saved) = (u128::from(floor), 0);
        for item in open {
            let size = self.problem.size[item];
            let lost = size.next_multiple_of(self.problem.unit) - size;
            top += u128::from(size + lost);
            saved = lost.max(saved);
        }
        if top - u128::from(saved) <= u128::from(self.problem.capacity) {
            return Err("the clique is not full");
        }
        Ok(())
    }

    /// Splits a case by which item of the clique lies at its floor.
    fn split(&mut self, clique: usize) -> Result<(), &'static str> {
        let (open, floor) = self.floor(clique)?;
        let first = self.candidates.len();
        let at_floor =
            open.filter(|&item| self.least[item] == floor && self.may_lie_at(item, floor));
        let at_floor: Vec<u32> = at_floor.map(|item| item as u32).collect();
        self.candidates.extend(at_floor);
        self.splits.push(Split {
            clique,
            first,
            next: first,
            mark: self.trail.len(),
            is_last: false,
        });
        Ok(())
    }

    /// Whether an item that is not placed may lie at its lower bound in a tight, sorted schedule: it rests on something
    /// there, and its elder twin is below.
    fn may_lie_at(&self, item: usize, floor: u64) -> bool {
        let twin = self.problem.twin[item].map(|twin| twin as usize);
        if twin.is_some_and(|twin| !self.is_placed[twin] && floor <= self.least[twin]) {
            return false;
        }
        let supports = |&other: &u32| {
            let end = self.end_below(item, other as usize);
            end == floor || end < floor && !self.is_placed[other as usize]
        };
        floor == 0
            || self.problem.pin[item].is_some()
            || self.problem.conflicts[item].iter().any(supports)
    }

    /// The lowest offset of `item` upon `other`, if that lies as low as it can.
    fn end_below(&self, item: usize, other: usize) -> u64 {
        let end = self.least[other].saturating_add(self.problem.size[other]);
        self.problem.align_up(item, end)
    }

    /// Goes to the next case that is not closed at once. False if there is none.
    fn next_case(&mut self) -> bool {
        while let Some(split) = self.splits.last_mut() {
            let (mark, clique) = (split.mark, split.clique);
            if split.is_last {
                self.candidates.truncate(split.first);
                self.splits.pop();
                self.undo(mark);
                continue;
            }
            let candidate = self.candidates.get(split.next).copied();
            split.next += 1;
            split.is_last = candidate.is_none();
            self.undo(mark);
            let is_open = match candidate {
                Some(item) => self.place(item as usize),
                None => self.lift(clique),
            };
            if is_open {
                return true;
            }
        }
        false
    }

    /// The case in which an item lies at its lower bound. False if some other item then ends above the capacity.
    fn place(&mut self, item: usize) -> bool {
        let (at, end) = (self.least[item], self.least[item] + self.problem.size[item]);
        self.is_placed[item] = true;
        self.trail.push((item as u32, None));
        for index in 0..self.problem.conflicts[item].len() {
            let other = self.problem.conflicts[item][index] as usize;
            // What cannot end at `at` or below lies above.
            let is_above = at < self.least[other] + self.problem.size[other];
            if !self.is_placed[other]
                && is_above
                && self.least[other] < end
                && !self.raise(other, end)
            {
                return false;
            }
        }
        true
    }

    /// The case in which no item of a clique lies at its floor: each that could rests on something that ends above it.
    /// False if some item then ends above the capacity.
    fn lift(&mut self, clique: usize) -> bool {
        let Ok((open, floor)) = self.floor(clique) else {
            return true;
        };
        let at_floor: Vec<usize> = open.filter(|&item| self.least[item] == floor).collect();
        at_floor.into_iter().all(|item| {
            let supports = self.problem.conflicts[item].iter().map(|&other| {
                let end = self.end_below(item, other as usize);
                let next = if self.is_placed[other as usize] {
                    u64::MAX
                } else {
                    floor + 1
                };
                if floor < end { end } else { next }
            });
            let support = supports.min().unwrap_or(u64::MAX);
            self.raise(item, support)
        })
    }

    /// Raises the lower bound of an item to the first offset from `to` on that is aligned and clashes with no pinned
    /// item. False if the item then ends above the capacity, or is pinned below.
    fn raise(&mut self, item: usize, to: u64) -> bool {
        let problem = &self.problem;
        let mut at = problem.align_up(item, to);
        match problem.pin[item] {
            Some(pin) if pin < at => return false,
            Some(pin) => at = pin,
            None => {
                for &pinned in &problem.pinned {
                    let (begin, size) = (
                        problem.pin[pinned as usize].unwrap_or(0),
                        problem.size[pinned as usize],
                    );
                    let meets = begin < at.saturating_add(problem.size[item]) && at < begin + size;
                    if meets && problem.conflicts[item].binary_search(&pinned).is_ok() {
                        at = problem.align_up(item, begin + size);
                    }
                }
            }
        }
        self.trail.push((item as u32, Some(self.least[item])));
        self.least[item] = at;
        u128::from(at) + u128::from(problem.size[item]) <= u128::from(problem.capacity)
    }

    /// Takes back what was learnt since the trail had a length.
    fn undo(&mut self, mark: usize) {
        for (item, least) in self.trail.drain(mark..).rev() {
            match least {
                Some(least) => self.least[item as usize] = least,
                None => self.is_placed[item as usize] = false,
            }
        }
    }
}
