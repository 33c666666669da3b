//! The head of a certificate, and what follows from it and the trace: which items conflict, and their cliques.

use memplan_planner::{Buffer, BufferId, LifetimeTrace};

use crate::{MAX_PAIRS, Rejection};

/// The buffers that a refutation is about, by item.
pub(crate) struct Problem {
    /// The capacity that the certificate refutes, and what of it the ground leaves to the items.
    pub(crate) claimed: u64,
    pub(crate) capacity: u64,
    /// The alignment of all offsets.
    pub(crate) alignment: u64,
    /// All offsets are multiples of this.
    pub(crate) unit: u64,
    pub(crate) size: Vec<u64>,
    align: Vec<u64>,
    pub(crate) pin: Vec<Option<u64>>,
    /// The pinned items by ascending pin.
    pub(crate) pinned: Vec<u32>,
    /// The last item before it that differs in nothing, where one is, that conflicts with it and is not pinned.
    pub(crate) twin: Vec<Option<u32>>,
    /// The items that are live at some tick with it, ascending.
    pub(crate) conflicts: Vec<Vec<u32>>,
    /// The items that are live when some item begins to be, by that tick; ascending.
    pub(crate) cliques: Vec<Vec<u32>>,
}

/// Stretches of ticks, each from its begin to before its end.
type Pieces = Vec<(i64, i64)>;

/// Reads a number.
pub(crate) fn number(input: &mut &[u8]) -> Result<u64, Rejection> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = input.split_first().ok_or(Rejection::CutOff)?;
        *input = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits || byte == 0 && shift != 0 {
            break; // more than 64 bits, or not the only form of this number
        }
        value |= bits << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Rejection::Head("a number is malformed"))
}

/// For each buffer, the first tick at which a hint lets another one take over its bytes, or its end.
fn taken_over(trace: &LifetimeTrace) -> Vec<i64> {
    let mut until: Vec<i64> = trace.buffers().iter().map(|b| b.live.end().0).collect();
    for hint in trace.in_place() {
        let (earlier, later) = (&trace[hint.other].live, &trace[hint.buffer].live);
        if earlier.begin() <= later.begin() {
            let until = &mut until[hint.other.index()];
            *until = later.begin().0.min(*until);
        }
    }
    until
}

/// The stretches of ticks before `until` at which all bytes of a buffer are live; no two touch. What a gap keeps, or
/// what is not taken over, is ignored: with fewer conflicts the claim is weaker.
fn pieces(buffer: &Buffer, until: i64) -> Pieces {
    let mut at = buffer.live.begin().0;
    let mut pieces = Vec::new();
    for gap in &buffer.gaps {
        let end = gap.ticks.begin().0.min(until);
        if at < end {
            pieces.push((at, end));
        }
        at = gap.ticks.end().0;
    }
    if at < until {
        pieces.push((at, until));
    }
    pieces
}

fn meet(a: &[(i64, i64)], b: &[(i64, i64)]) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.0 < b.1 && b.0 < a.1))
}

impl Problem {
    /// Reads the head of a certificate.
    pub(crate) fn read(trace: &LifetimeTrace, input: &mut &[u8]) -> Result<Self, Rejection> {
        if !trace.relations().is_empty() {
            return Err(Rejection::Unsupported);
        }
        let version = number(input)?;
        if version != 1 {
            return Err(Rejection::Version(version));
        }
        let claimed = number(input)?;
        let alignment = number(input)?;
        if i64::try_from(claimed).is_err() || alignment == 0 {
            return Err(Rejection::Head(
                "the capacity or the alignment is out of range",
            ));
        }
        let until = taken_over(trace);
        let ground = Part::read(trace, &until, input)?;
        let part = Part::read(trace, &until, input)?;
        let is_item = |id: &BufferId| part.ids.binary_search(id).is_ok();
        if ground.ids.iter().any(is_item) {
            return Err(Rejection::Head("a buffer is an item and at the bottom"));
        }
        let items = &part.buffers;
        let mut problem = Self {
            claimed,
            capacity: claimed,
            alignment,
            unit: 0,
            size: items.iter().map(|buffer| buffer.size.0).collect(),
            align: Vec::new(),
            pin: items.iter().map(|b| b.pinned.map(|at| at.0)).collect(),
            pinned: Vec::new(),
            twin: Vec::new(),
            conflicts: Vec::new(),
            cliques: Vec::new(),
        };
        for buffer in items {
            let own = match buffer.pinned {
                Some(_) => Some(1),
                None => lcm(alignment, buffer.align.0),
            };
            let own = own.ok_or(Rejection::Head("an alignment is too large"))?;
            problem.align.push(own);
            problem.unit = gcd(problem.unit, buffer.pinned.map_or(own, |at| at.0));
        }
        problem.unit = problem.unit.max(1);
        let is_pinned = |&item: &u32| problem.pin[item as usize].is_some();
        problem.pinned = (0..items.len() as u32).filter(is_pinned).collect();
        problem
            .pinned
            .sort_by_key(|&item| problem.pin[item as usize]);
        problem.lay_ground(&ground, &part)?;
        problem.find_cliques(&part.live)?;
        problem.find_twins(&part);
        Ok(problem)
    }

    /// Finds the last item before each one that could be exchanged for it.
    fn find_twins(&mut self, items: &Part<'_>) {
        for (item, buffer) in items.buffers.iter().enumerate() {
            let is_twin = |&&other: &&u32| {
                let a = items.buffers[other as usize];
                (a.size, a.align, a.pinned) == (buffer.size, buffer.align, None)
                    && items.live[other as usize] == items.live[item]
            };
            let conflicts = &self.conflicts[item];
            let n_before = conflicts.partition_point(|&other| (other as usize) < item);
            let twin = conflicts[..n_before].iter().rev().find(is_twin).copied();
            self.twin.push(twin.filter(|_| buffer.pinned.is_none()));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.size.len()
    }

    /// The first offset of an item from `at` on; the largest number if there is none.
    pub(crate) fn align_up(&self, item: usize, at: u64) -> u64 {
        at.checked_next_multiple_of(self.align[item])
            .unwrap_or(u64::MAX)
    }

    /// Takes away what buffers at the bottom need. Each conflicts with all that remains, so that what is above it can
    /// sink into its place.
    fn lay_ground(&mut self, ground: &Part<'_>, items: &Part<'_>) -> Result<(), Rejection> {
        for (index, buffer) in ground.buffers.iter().enumerate() {
            let later = &ground.buffers[index + 1..];
            let sinks = |other: &&Buffer| {
                let align = lcm(self.alignment, other.align.0);
                other.pinned.is_none()
                    && align.is_some_and(|align| buffer.size.0.is_multiple_of(align))
            };
            let all_sink = later.iter().chain(&items.buffers).all(sinks) && buffer.pinned.is_none();
            let mut others = ground.live[index + 1..].iter().chain(&items.live);
            let meets_all = others.all(|other| meet(&ground.live[index], other));
            if !all_sink || !meets_all {
                return Err(Rejection::Head(
                    "a ground buffer does not conflict with all others, or they cannot sink",
                ));
            }
            // Without room for the ground there is none for anything.
            self.capacity = self.capacity.saturating_sub(buffer.size.0);
        }
        Ok(())
    }

    /// Computes who is live with whom.
    fn find_cliques(&mut self, live: &[Pieces]) -> Result<(), Rejection> {
        let mut events: Vec<(i64, bool, u32)> = Vec::new();
        for (item, pieces) in live.iter().enumerate() {
            for &(begin, end) in pieces {
                // Ends come first.
                events.push((end, false, item as u32));
                events.push((begin, true, item as u32));
            }
        }
        events.sort_unstable();
        self.conflicts = vec![Vec::new(); live.len()];
        let mut now = std::collections::BTreeSet::new();
        let mut n_pairs = 0;
        for (index, &(tick, begins, item)) in events.iter().enumerate() {
            if !begins {
                now.remove(&item);
                continue;
            }
            for &other in &now {
                self.conflicts[item as usize].push(other);
                self.conflicts[other as usize].push(item);
            }
            n_pairs += 2 * now.len();
            now.insert(item);
            let next = events.get(index + 1);
            if next.is_none_or(|next| (next.0, next.1) != (tick, true)) {
                n_pairs += now.len();
                self.cliques.push(now.iter().copied().collect());
            }
            if MAX_PAIRS < n_pairs {
                return Err(Rejection::TooLarge);
            }
        }
        for conflicts in &mut self.conflicts {
            conflicts.sort_unstable();
            conflicts.dedup();
        }
        Ok(())
    }
}

/// Some buffers of the trace in ascending order, and when each is live.
#[derive(Default)]
struct Part<'a> {
    ids: Vec<BufferId>,
    buffers: Vec<&'a Buffer>,
    live: Vec<Pieces>,
}

impl<'a> Part<'a> {
    /// Reads a list of buffers, each of which has bytes at some tick.
    fn read(trace: &'a LifetimeTrace, until: &[i64], input: &mut &[u8]) -> Result<Self, Rejection> {
        let mut part = Self::default();
        let mut next = Some(0_u64);
        for _ in 0..number(input)? {
            let read = number(input)?;
            let id = next.and_then(|next| next.checked_add(read));
            next = id.and_then(|id| id.checked_add(1));
            let id = id.and_then(|id| u32::try_from(id).ok()).map(BufferId);
            let buffer = id.and_then(|id| trace.buffers().get(id.index()));
            let (Some(id), Some(buffer)) = (id, buffer) else {
                return Err(Rejection::Head(
                    "it names a buffer that the trace does not have",
                ));
            };
            let pieces = pieces(buffer, until[id.index()]);
            if buffer.size.0 == 0 || pieces.is_empty() {
                return Err(Rejection::Head("it names a buffer that is never live"));
            }
            part.ids.push(id);
            part.buffers.push(buffer);
            part.live.push(pieces);
        }
        Ok(part)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}
