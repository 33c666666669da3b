//! `ScheduleBuilder` against a quadratic placer that compares every pair of buffers: offset by offset,
//! in all orders, for all rules.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    Buffer, BufferId, Bytes, HeapEnd, LifetimeTrace, PlanOptions, ScheduleBuilder,
};
use memplan_suite::traces;
use memplan_support::Random;

/// Bytes `lo..hi` of a buffer, live from `begin` to before `end`.
type Piece = (i64, i64, i128, i128);

fn pieces(buffer: &Buffer) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = buffer.live.begin().0;
    for gap in &buffer.gaps {
        pieces.push((at, gap.ticks.begin().0, 0, buffer.size.0.into()));
        if let Some(window) = gap.window {
            let (begin, end) = (gap.ticks.begin().0, gap.ticks.end().0);
            pieces.push((begin, end, window.lo.0.into(), window.hi.0.into()));
        }
        at = gap.ticks.end().0;
    }
    pieces.push((at, buffer.live.end().0, 0, buffer.size.0.into()));
    pieces.retain(|piece| piece.0 < piece.1 && piece.2 < piece.3);
    pieces
}

/// The offsets of placed buffers, without any index.
struct Quadratic<'a> {
    trace: &'a LifetimeTrace,
    alignment: u64,
    placed: Vec<(BufferId, u64)>,
    peak: u64,
}

impl<'a> Quadratic<'a> {
    fn new(trace: &'a LifetimeTrace, alignment: Bytes) -> Self {
        let mut placer = Self {
            trace,
            alignment: alignment.0,
            placed: Vec::new(),
            peak: 0,
        };
        for id in trace.ids() {
            if let Some(offset) = trace[id].pinned {
                placer.place(id, offset.0);
            }
        }
        placer
    }

    fn place(&mut self, id: BufferId, offset: u64) {
        self.placed.push((id, offset));
        if self.trace[id].size != Bytes(0) {
            self.peak = self.peak.max(offset + self.trace[id].size.0);
        }
    }

    /// Runs of offsets at which nothing is in the way: first aligned one, and last one if any.
    fn holes(&self, id: BufferId) -> Vec<(u64, Option<u64>)> {
        let mut forbidden: Vec<(i128, i128)> = Vec::new(); // both ends excluded
        for &(other, offset) in &self.placed {
            for p in pieces(&self.trace[other]) {
                for q in pieces(&self.trace[id]) {
                    if p.0.max(q.0) < p.1.min(q.1) {
                        let offset = i128::from(offset);
                        forbidden.push((offset + p.2 - q.3, offset + p.3 - q.2));
                    }
                }
            }
        }
        forbidden.sort_unstable();
        let mut holes = Vec::new();
        let mut from: i128 = 0;
        for (below, above) in forbidden {
            if from <= below {
                holes.push((from, Some(below)));
            }
            from = from.max(above);
        }
        holes.push((from, None));
        let align = self.align_of(id);
        let aligned = holes.into_iter().filter_map(|(first, last)| {
            let first = first.unsigned_abs().next_multiple_of(align.into());
            let fits = last.is_none_or(|last| i128::try_from(first).unwrap() <= last);
            let last = last.map(|last| last.try_into().unwrap());
            fits.then(|| (first.try_into().unwrap(), last))
        });
        aligned.collect()
    }

    /// The least common multiple, by trying.
    fn align_of(&self, id: BufferId) -> u64 {
        let own = self.trace[id].align.0;
        let multiples = (1..).map(|n| n * own);
        let mut common = multiples.filter(|multiple| multiple.is_multiple_of(self.alignment));
        common.next().unwrap()
    }

    fn first_fit(&self, id: BufferId) -> u64 {
        self.trace[id]
            .pinned
            .map_or_else(|| self.holes(id)[0].0, |offset| offset.0)
    }

    fn best_fit(&self, id: BufferId, heap_end: HeapEnd) -> u64 {
        if let Some(offset) = self.trace[id].pinned {
            return offset.0;
        }
        let holes = self.holes(id);
        let size = self.trace[id].size.0;
        let spare = |&(first, last): &(u64, Option<u64>)| match (last, heap_end) {
            (Some(last), _) => Some((last - first, first)),
            (None, HeapEnd::IsAHole) => Some((self.peak.checked_sub(first + size)?, first)),
            (None, HeapEnd::IsTheLastResort) => None,
        };
        let smallest = holes.iter().filter_map(spare).min();
        smallest.map_or(holes[holes.len() - 1].0, |(_, first)| first)
    }
}

const BOTH_ENDS: [HeapEnd; 2] = [HeapEnd::IsAHole, HeapEnd::IsTheLastResort];

/// Places all buffers in an order; the rule of the `i`-th placement is the `i`-th number modulo 3.
fn compare(trace: &LifetimeTrace, alignment: Bytes, order: &[usize], rules: &mut Random) {
    let options = PlanOptions {
        alignment,
        ..PlanOptions::default()
    };
    let Ok(mut builder) = ScheduleBuilder::new(trace, &options) else {
        return; // pins that overlap
    };
    let mut quadratic = Quadratic::new(trace, alignment);
    for &index in order {
        let id = trace.ids().nth(index).unwrap();
        let expected = [
            quadratic.first_fit(id),
            quadratic.best_fit(id, BOTH_ENDS[0]),
            quadratic.best_fit(id, BOTH_ENDS[1]),
        ];
        let offsets = [
            builder.first_fit(id).0,
            builder.best_fit(id, BOTH_ENDS[0]).0,
            builder.best_fit(id, BOTH_ENDS[1]).0,
        ];
        assert_eq!(
            offsets, expected,
            "buffer {index}, order {order:?}, alignment {alignment}\n{trace}"
        );
        let offset = offsets[rules.below(3) as usize];
        builder.place(id, Bytes(offset)).unwrap();
        if trace[id].pinned.is_none() {
            quadratic.place(id, offset);
        }
    }
    let schedule = builder.finish("test").unwrap();
    assert_eq!(schedule.total_size, Bytes(quadratic.peak), "{trace}");
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, n - 1);
        order
    };
    let longer = shorter
        .iter()
        .flat_map(|order| (0..n).map(move |at| insert(order, at)));
    longer.collect()
}

#[test]
fn all_orders_of_small_traces() {
    let mut rules = Random::new(3);
    let mut n_compared = 0;
    for index in 0..600 {
        let case = traces::case(4, index, 5);
        for order in permutations(case.trace.len()) {
            compare(&case.trace, case.alignment, &order, &mut rules);
            n_compared += 1;
        }
    }
    assert!(20_000 < n_compared, "{n_compared}");
}

#[test]
fn some_orders_of_larger_traces() {
    let mut random = Random::new(4);
    for index in 0..400 {
        let case = traces::case(5, index, 120);
        let mut order: Vec<usize> = (0..case.trace.len()).collect();
        for _ in 0..3 {
            random.shuffle(&mut order);
            let mut rules = random.clone();
            compare(&case.trace, case.alignment, &order, &mut rules);
        }
    }
}
