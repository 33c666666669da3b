//! Compares the named planners, offset by offset on random traces, with literal quadratic
//! transcriptions of their originals, which use lists of conflicts.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::cmp::Reverse;

use crate::common::{Features, traces};
use memplan_planner::{BufferId, Bytes, LifetimeTrace, PlanOptions, registry};
use proptest::prelude::*;

/// A placed buffer: where it is, and the size it was placed with.
#[derive(Clone, Copy, Debug)]
struct Placed {
    offset: u64,
    size: u64,
}

impl Placed {
    fn end(self) -> u64 {
        self.offset + self.size
    }
}

/// One trace, its conflicts, and the alignment asked for.
struct Problem {
    trace: LifetimeTrace,
    align: u64,
}

impl Problem {
    fn n(&self) -> usize {
        self.trace.len()
    }

    fn size(&self, b: usize) -> u64 {
        self.trace.buffers()[b].size.0
    }

    fn live(&self, b: usize) -> (i64, i64) {
        let live = self.trace.buffers()[b].live;
        (live.begin().0, live.end().0)
    }

    fn life(&self, b: usize) -> i64 {
        self.live(b).1 - self.live(b).0
    }

    fn conflicts(&self, a: usize) -> Vec<usize> {
        let live = |b: usize| self.trace.buffers()[b].live;
        (0..self.n())
            .filter(|&b| b != a && live(a).overlaps(live(b)))
            .collect()
    }

    fn order<K: Ord>(&self, key: impl Fn(usize) -> K) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n()).collect();
        order.sort_by_key(|&b| key(b));
        order
    }

    fn aligned(&self, offset: u64) -> u64 {
        offset.next_multiple_of(self.align)
    }

    /// Places buffers in an order; `fit` sees the conflicts placed so far, by ascending offset.
    fn place(
        &self,
        order: &[usize],
        size: impl Fn(usize) -> u64,
        mut fit: impl FnMut(u64, &[Placed], u64) -> u64,
    ) -> Vec<u64> {
        let mut placed: Vec<Option<Placed>> = vec![None; self.n()];
        let mut peak = 0;
        for &b in order {
            let mut around: Vec<Placed> = self
                .conflicts(b)
                .into_iter()
                .filter_map(|c| placed[c])
                .collect();
            around.sort_by_key(|p| p.offset);
            let offset = fit(size(b), &around, peak);
            placed[b] = Some(Placed {
                offset,
                size: size(b),
            });
            peak = peak.max(offset + size(b));
        }
        placed.into_iter().map(|p| p.unwrap().offset).collect()
    }

    fn ours(&self, planner: &str) -> Vec<u64> {
        let options = PlanOptions {
            alignment: Bytes(self.align),
            ..PlanOptions::default()
        };
        let schedule = registry::planner(planner)
            .unwrap()
            .plan(&self.trace, &options)
            .unwrap();
        schedule.offsets.iter().map(|offset| offset.0).collect()
    }
}

fn mlir_best_fit(p: &Problem) -> Vec<u64> {
    p.place(
        &p.order(|b| p.live(b).0),
        |b| p.size(b),
        |size, around, peak| {
            let mut best: Option<(u64, u64)> = None; // gap size, offset
            let mut from = 0;
            for other in around {
                let start = p.aligned(from);
                if start < other.offset {
                    let gap = other.offset - start;
                    if size <= gap && best.is_none_or(|(least, _)| gap < least) {
                        best = Some((gap, start));
                    }
                }
                from = from.max(other.end());
            }
            let start = p.aligned(from);
            if start + size <= peak && best.is_none_or(|(least, _)| peak - start < least) {
                best = Some((peak - start, start));
            }
            best.map_or(start, |(_, offset)| offset)
        },
    )
}

/// The rule of TensorFlow Lite's arena and of IREE.
fn arena(p: &Problem, order: &[usize], size: impl Fn(usize) -> u64) -> Vec<u64> {
    p.place(order, size, |size, around, _| {
        let (mut best, mut best_fit) = (None, u64::MAX);
        let mut current = 0;
        for other in around {
            let start = p.aligned(current);
            if start + size <= other.offset && other.offset - start < best_fit {
                best = Some(start);
                best_fit = other.offset - current;
            }
            current = current.max(other.end());
        }
        best.unwrap_or(p.aligned(current))
    })
}

fn tflite_arena(p: &Problem) -> Vec<u64> {
    let first = (0..p.n()).map(|b| p.live(b).0).min();
    let last = (0..p.n()).map(|b| p.live(b).1).max();
    let order = p.order(|b| {
        let throughout = Some(p.live(b).0) == first && Some(p.live(b).1) == last;
        if throughout {
            (0, Reverse(0), 0)
        } else {
            (1, Reverse(p.size(b)), p.live(b).0)
        }
    });
    arena(p, &order, |b| p.size(b))
}

fn iree(p: &Problem) -> Vec<u64> {
    let order: Vec<usize> = (0..p.n()).collect();
    arena(p, &order, |b| p.aligned(p.size(b)))
}

fn tflite_micro(p: &Problem, last_first: bool) -> Vec<u64> {
    let rounded = |b: usize| p.aligned(p.size(b));
    let mut order: Vec<usize> = (0..p.n()).collect();
    if last_first {
        order.reverse();
    }
    order.sort_by_key(|&b| Reverse(rounded(b)));
    p.place(&order, rounded, |size, around, _| {
        let mut candidate = 0;
        for other in around {
            if candidate + size <= other.offset {
                break;
            }
            candidate = candidate.max(other.end());
        }
        candidate
    })
}

fn usmp_order(p: &Problem, by_conflicts: bool) -> Vec<usize> {
    p.order(|b| {
        let n_conflicts = p.conflicts(b).len() as u64;
        let keys = if by_conflicts {
            [n_conflicts, p.size(b)]
        } else {
            [p.size(b), n_conflicts]
        };
        Reverse((keys, b))
    })
}

fn usmp(p: &Problem, by_conflicts: bool) -> Vec<u64> {
    p.place(
        &usmp_order(p, by_conflicts),
        |b| p.size(b),
        |_, around, _| {
            around
                .iter()
                .map(|other| p.aligned(other.end()))
                .max()
                .unwrap_or(0)
        },
    )
}

fn usmp_first_fit(p: &Problem, order: &[usize]) -> Vec<u64> {
    p.place(
        order,
        |b| p.size(b),
        |size, around, _| {
            let mut candidate = 0;
            for other in around {
                let next = p.aligned(other.end());
                if candidate < next && other.offset < candidate + size {
                    candidate = next;
                }
            }
            candidate
        },
    )
}

/// `rand_r` of the GNU C library.
fn rand_r(state: &mut u32) -> usize {
    let mut step = |modulus: u32| {
        *state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (*state / 65_536) % modulus
    };
    let (a, b, c) = (step(2048), step(1024), step(1024));
    ((((a << 10) ^ b) << 10) ^ c) as usize
}

fn usmp_hill(p: &Problem) -> Vec<u64> {
    let mut seed = 0;
    let mut order = usmp_order(p, false);
    let (mut swap_1, mut swap_2) = (usize::MAX, usize::MAX);
    let mut total_size = 0;
    let mut accepted: Vec<u64> = vec![];
    let peak = |offsets: &[u64]| {
        (0..p.n())
            .map(|b| offsets[b] + p.size(b))
            .max()
            .unwrap_or(0)
    };
    for attempt in 0..500 {
        if p.n() == 0 {
            break;
        }
        let offsets = usmp_first_fit(p, &order);
        let total = peak(&offsets);
        if total_size == 0
            || total < total_size
            || ((rand_r(&mut seed) % 100) as u64) < 50 * (total - total_size) / total / attempt
        {
            accepted = offsets;
            total_size = total;
            if total_size <= p.trace.max_load().0 {
                break;
            }
        } else if swap_1 != swap_2 {
            order.swap(swap_1, swap_2);
        }
        let place = |b: usize| order.iter().position(|&other| other == b).unwrap();
        let at_peak: Vec<usize> = order
            .iter()
            .copied()
            .filter(|&b| accepted[b] + p.size(b) == total_size)
            .collect();
        let node = at_peak[rand_r(&mut seed) % at_peak.len()];
        let (mut first, mut second) = (vec![], vec![]);
        for c1 in p.conflicts(node) {
            if place(c1) < place(node) {
                first.push(place(c1));
            }
            second.extend(
                p.conflicts(c1)
                    .into_iter()
                    .map(place)
                    .filter(|&c2| c2 < place(c1)),
            );
        }
        first.sort_unstable();
        second.sort_unstable();
        if first.is_empty() {
            continue;
        }
        let one = first[rand_r(&mut seed) % first.len()];
        let mut other = one;
        while other == one {
            other = if !second.is_empty() && 25 < rand_r(&mut seed) % 100 {
                second[rand_r(&mut seed) % second.len()]
            } else {
                first[rand_r(&mut seed) % first.len()]
            };
            if second.len() < 2 && first.len() < 2 {
                break;
            }
        }
        if one != other {
            (swap_1, swap_2) = (one, other);
            order.swap(one, other);
        }
    }
    accepted
}

fn xla(p: &Problem, temporal: bool) -> Vec<u64> {
    let order = p.order(|b| {
        let (size, life) = (p.size(b) as i64, p.life(b));
        Reverse(if temporal { (life, size) } else { (size, life) })
    });
    p.place(
        &order,
        |b| p.size(b),
        |size, around, _| {
            // Free chunks, whose begins are aligned.
            let mut chunks = vec![];
            let mut from = 0;
            for other in around {
                if from < other.offset {
                    chunks.push((other.offset - from, from));
                }
                from = from.max(p.aligned(other.end()));
            }
            let fitting = chunks.into_iter().filter(|&(chunk, _)| size <= chunk);
            fitting.min().map_or(from, |(_, offset)| offset)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn named_planners_give_what_their_originals_give(
        trace in traces(60, Features::default()),
        align in prop_oneof![2 => Just(1_u64), 1 => Just(16), 1 => Just(12)],
    ) {
        // The originals disagree about buffers of size 0, which these planners skip.
        let with_bytes = trace.buffers().iter().filter(|buffer| buffer.size != Bytes(0)).cloned();
        let trace = LifetimeTrace::builder("random").buffers(with_bytes).build().unwrap();
        let p = Problem { trace, align };
        prop_assert_eq!(p.ours("mlir-bestfit"), mlir_best_fit(&p), "mlir-bestfit");
        prop_assert_eq!(p.ours("tflite-arena"), tflite_arena(&p), "tflite-arena");
        prop_assert_eq!(p.ours("iree"), iree(&p), "iree");
        prop_assert_eq!(p.ours("tflite-micro"), tflite_micro(&p, false), "tflite-micro");
        prop_assert_eq!(
            p.ours("tflite-micro{ties=last}"),
            tflite_micro(&p, true),
            "tflite-micro{{ties=last}}"
        );
        prop_assert_eq!(p.ours("usmp-size"), usmp(&p, false), "usmp-size");
        prop_assert_eq!(p.ours("usmp-conflicts"), usmp(&p, true), "usmp-conflicts");
        prop_assert_eq!(p.ours("xla-spatial"), xla(&p, false), "xla-spatial");
        prop_assert_eq!(p.ours("xla-temporal"), xla(&p, true), "xla-temporal");
        let mut at = 0;
        let sums = p.trace.buffers().iter().map(|buffer| {
            let offset = p.aligned(at);
            at = offset + buffer.size.0;
            offset
        });
        prop_assert_eq!(p.ours("mlir-trivial"), sums.collect::<Vec<u64>>(), "mlir-trivial");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn hill_climbing_takes_the_steps_of_its_original(
        trace in traces(30, Features::default()),
        align in prop_oneof![Just(1_u64), Just(16)],
    ) {
        let with_bytes = trace.buffers().iter().filter(|buffer| buffer.size != Bytes(0)).cloned();
        let trace = LifetimeTrace::builder("random").buffers(with_bytes).build().unwrap();
        let p = Problem { trace, align };
        prop_assert_eq!(p.ours("usmp-hill"), usmp_hill(&p));
    }
}

#[test]
fn ties_of_birth_go_to_the_earlier_buffer() {
    let trace: LifetimeTrace = "a 0..2 3; b 0..2 5; c 0..2 4".parse().unwrap();
    let p = Problem { trace, align: 1 };
    assert_eq!(p.ours("mlir-bestfit"), [0, 3, 8]);
    assert_eq!(BufferId(2).index(), 2);
}
