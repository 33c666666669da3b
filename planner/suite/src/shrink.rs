//! Shrinks a trace on which a planner fails.
//!
//! Works on the trace itself instead of its random numbers, so that it does not depend on
//! how the trace was made. It first removes buffers, half of them at a time and then ever fewer, as
//! in Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002 (`ddmin`).
//! Then it simplifies the rest, and starts again as long as anything helped.

use memplan_planner::{
    Buffer, BufferId, ByteWindow, Bytes, InPlaceHint, Lifetime, LifetimeTrace, Tick,
};

use crate::Case;

/// How many cases are tried at most.
const MAX_TRIES: usize = 4000;

/// The smallest case found for which `fails` still holds, given that it holds for `case`.
pub(crate) fn shrink(case: &Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut shrinker = Shrinker {
        case: Case {
            reachable: None, // not valid for another trace
            ..case.clone()
        },
        fails,
        tries_left: MAX_TRIES,
    };
    if !(shrinker.fails)(&shrinker.case) {
        return case.clone();
    }
    loop {
        let is_smaller = shrinker.leave_out_buffers() | shrinker.simplify();
        if !is_smaller || shrinker.tries_left == 0 {
            return shrinker.case;
        }
    }
}

struct Shrinker<F> {
    case: Case,
    fails: F,
    tries_left: usize,
}

impl<F: Fn(&Case) -> bool> Shrinker<F> {
    fn accept(&mut self, trace: Option<LifetimeTrace>, alignment: Bytes, seed: u64) -> bool {
        let Some(trace) = trace else { return false };
        let smaller = Case {
            trace,
            alignment,
            seed,
            reachable: None,
        };
        if self.tries_left == 0 || smaller == self.case {
            return false;
        }
        self.tries_left -= 1;
        let fails = (self.fails)(&smaller);
        if fails {
            self.case = smaller;
        }
        fails
    }

    fn accept_trace(&mut self, trace: Option<LifetimeTrace>) -> bool {
        self.accept(trace, self.case.alignment, self.case.seed)
    }

    fn leave_out_buffers(&mut self) -> bool {
        let mut is_smaller = false;
        let mut n_out = self.case.trace.len();
        while n_out != 0 {
            let mut first = 0;
            while first < self.case.trace.len() {
                let out = first..first + n_out;
                let smaller = without(&self.case.trace, |index| out.contains(&index));
                if self.accept_trace(smaller) {
                    is_smaller = true;
                } else {
                    first += n_out;
                }
            }
            n_out /= 2;
        }
        is_smaller
    }

    fn simplify(&mut self) -> bool {
        let trace = self.case.trace.clone();
        let seed = self.case.seed;
        let mut is_smaller = self.accept(Some(trace.clone()), Bytes(1), seed);
        is_smaller |= self.accept(Some(trace), self.case.alignment, 0);
        let trace = self.case.trace.clone();
        is_smaller |= self.accept_trace(trace.into_builder().capacity(None).build().ok());
        for left_out in 0..self.case.trace.in_place().len() {
            is_smaller |= self.accept_trace(without_hint(&self.case.trace, left_out));
        }
        is_smaller |= self.accept_trace(with_dense_ticks(&self.case.trace));
        is_smaller |= self.accept_trace(with_letters(&self.case.trace));
        for index in 0..self.case.trace.len() {
            for change in CHANGES {
                // A change that halves a value is worth repeating.
                while self.accept_trace(changed(&self.case.trace, index, change)) {
                    is_smaller = true;
                }
            }
        }
        is_smaller
    }
}

/// Simplifications of a buffer, the largest first; each leaves a plain buffer unchanged.
const CHANGES: &[fn(&mut Buffer)] = &[
    |b| b.gaps.clear(),
    |b| b.gaps.truncate(b.gaps.len().saturating_sub(1)),
    |b| b.gaps.iter_mut().for_each(|gap| gap.window = None),
    |b| b.pinned = None,
    |b| b.pinned = b.pinned.map(|_| Bytes(0)),
    |b| b.hint = None,
    |b| b.align = Bytes(1),
    |b| b.align = Bytes(b.align.0.div_ceil(2)),
    |b| resize(b, b.size.0.min(1)),
    |b| resize(b, b.size.0.div_ceil(2)),
    |b| resize(b, b.size.0.saturating_sub(1).max(1)),
    |b| b.live = Lifetime::half_open(b.live.begin(), Tick(b.live.begin().0 + 1)),
    |b| b.live = Lifetime::half_open(b.live.begin(), Tick(b.live.end().0 - 1)),
    |b| b.live = Lifetime::half_open(Tick(b.live.begin().0 + 1), b.live.end()),
];

fn resize(buffer: &mut Buffer, size: u64) {
    buffer.size = Bytes(size);
    for gap in &mut buffer.gaps {
        gap.window = gap.window.and_then(|window| {
            let hi = window.hi.0.min(size);
            let lo = window.lo.0.min(hi.checked_sub(1)?);
            Some(ByteWindow {
                lo: Bytes(lo),
                hi: Bytes(hi),
            })
        });
    }
}

/// The trace with a change to one buffer; `None` where it would not be well formed.
fn changed(trace: &LifetimeTrace, which: usize, change: &fn(&mut Buffer)) -> Option<LifetimeTrace> {
    let mut index = 0;
    let builder = trace.clone().into_builder().map_buffers(|buffer| {
        if index == which {
            change(buffer);
        }
        index += 1;
    });
    builder.build().ok()
}

/// The trace without some of its buffers.
fn without(trace: &LifetimeTrace, is_out: impl Fn(usize) -> bool) -> Option<LifetimeTrace> {
    let mut renumbered = Vec::with_capacity(trace.len());
    let mut buffers = Vec::new();
    for (index, buffer) in trace.buffers().iter().enumerate() {
        if is_out(index) {
            renumbered.push(None);
        } else {
            renumbered.push(Some(BufferId(u32::try_from(buffers.len()).ok()?)));
            buffers.push(buffer.clone());
        }
    }
    let hints = trace.in_place().iter().filter_map(|hint| {
        Some(InPlaceHint {
            buffer: renumbered[hint.buffer.index()]?,
            other: renumbered[hint.other.index()]?,
            kind: hint.kind,
        })
    });
    rebuilt(trace, buffers, hints.collect())
}

fn without_hint(trace: &LifetimeTrace, left_out: usize) -> Option<LifetimeTrace> {
    let mut hints = trace.in_place().to_vec();
    if left_out < hints.len() {
        hints.remove(left_out);
    }
    rebuilt(trace, trace.buffers().to_vec(), hints)
}

fn rebuilt(
    trace: &LifetimeTrace,
    buffers: Vec<Buffer>,
    hints: Vec<InPlaceHint>,
) -> Option<LifetimeTrace> {
    let builder = LifetimeTrace::builder(trace.scope())
        .capacity(trace.capacity())
        .buffers(buffers)
        .in_place(hints);
    builder.build().ok()
}

/// The trace on the ticks 0, 1, 2 and so on, in the order that they had.
fn with_dense_ticks(trace: &LifetimeTrace) -> Option<LifetimeTrace> {
    let lives = |b: &Buffer| {
        let gaps = b.gaps.iter().map(|gap| gap.ticks);
        [b.live].into_iter().chain(gaps).collect::<Vec<_>>()
    };
    let lives = trace.buffers().iter().flat_map(lives);
    let mut ticks: Vec<Tick> = lives.flat_map(|live| [live.begin(), live.end()]).collect();
    ticks.sort_unstable();
    ticks.dedup();
    let rank = |tick: Tick| Tick(ticks.partition_point(|&other| other < tick) as i64);
    let dense = |live: Lifetime| Lifetime::half_open(rank(live.begin()), rank(live.end()));
    let builder = trace.clone().into_builder().map_buffers(|buffer| {
        buffer.live = dense(buffer.live);
        for gap in &mut buffer.gaps {
            gap.ticks = dense(gap.ticks);
        }
    });
    builder.build().ok()
}

/// The trace with the letters of the alphabet as names, if there are enough.
fn with_letters(trace: &LifetimeTrace) -> Option<LifetimeTrace> {
    let mut letters = 'a'..='z';
    let builder = trace.clone().into_builder().map_buffers(|buffer| {
        if let Some(letter) = letters.next() {
            buffer.name = letter.to_string().into();
        }
    });
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Bytes, LifetimeTrace};

    use super::shrink;
    use crate::Case;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let trace: LifetimeTrace = "x 0..90 7 align=4; a 3..40 100 gap=5..6 gap=8..9@3..9 hint=8; \
                                    y 7..9 8 pin=64; b 20..50 33 align=12; z 1..2 1"
            .parse()
            .unwrap();
        let case = Case {
            trace,
            alignment: Bytes(64),
            seed: 9,
            reachable: Some(Bytes(4096)),
        };
        // Fails if two buffers of more than 10 bytes overlap in time.
        let fails = |case: &Case| {
            let large: Vec<_> = case
                .trace
                .buffers()
                .iter()
                .filter(|b| 10 < b.size.0)
                .collect();
            large.len() == 2 && large[0].live.overlaps(large[1].live)
        };
        let shrunk = shrink(&case, fails);
        assert_eq!(shrunk.to_string(), "a 0..1 11\nb 0..1 11");
    }
}
