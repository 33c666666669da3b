//! Fragmentation traps: for each classic planner, a trace that its heuristic handles badly.
//!
//! All optima equal the load, and each trace has a schedule that reaches it. A trap targets the
//! criterion of one planner, but others may also do badly on it. `rounds` repeats a trap in time,
//! which creates traces of any length with the same optimum and excess.

use std::ops::Range;

use memplan_planner::{Buffer, Bytes};

use super::{Known, buffer, checked};

/// A trap and what it does to its planner.
#[derive(Clone, Copy, Debug)]
pub struct Trap {
    /// The name of the planner that falls into it.
    pub planner: &'static str,
    /// The least excess of the planner over the optimum, in percent of the optimum.
    pub excess_percent: u32,
    /// How the trap works, in a sentence.
    pub summary: &'static str,
    layout: fn() -> Layout,
}

impl Trap {
    /// The trace, `rounds` times in a row; at least once.
    pub fn trace(&self, rounds: u32) -> Known {
        (self.layout)().repeated(self.planner, rounds.max(1))
    }
}

/// The traps, in the order of the planners of the command.
pub const TRAPS: &[Trap] = &[
    Trap {
        planner: "chunk-hot",
        excess_percent: 60,
        summary: "Small chunks freed a moment ago are enlarged, one by one, next to a large cold one that holds all.",
        layout: hot_chunks,
    },
    Trap {
        planner: "chunk-size-first",
        excess_percent: 65,
        summary: "Every eighth byte stays in use, and the next size is eight times as large: chunks are only enlarged.",
        layout: || survivors(8, 1024),
    },
    Trap {
        planner: "first-fit",
        excess_percent: 85,
        summary: "Every other buffer stays, and the next ones are twice as large as the holes between them.",
        layout: || survivors(2, 64),
    },
    Trap {
        planner: "best-fit",
        excess_percent: 48,
        summary: "The tightest hole leaves a sliver, and the roomy one is then broken for want of it.",
        layout: slivers,
    },
    Trap {
        planner: "greedy-by-size",
        excess_percent: 49,
        summary: "The largest buffers are the ends of a chain: its middle finds both floors taken.",
        layout: || chain([1002, 1001, 1000, 1002], 1),
    },
    Trap {
        planner: "greedy-by-area",
        excess_percent: 49,
        summary: "The ends of a chain have the largest areas: its middle finds both floors taken.",
        layout: || chain([1000, 1000, 1000, 1000], 100),
    },
    Trap {
        planner: "greedy-by-lifetime",
        excess_percent: 49,
        summary: "The ends of a chain live longest, and are the smallest: its middle finds both floors taken.",
        layout: || chain([999, 1000, 1000, 999], 100),
    },
    Trap {
        planner: "greedy-by-conflicts",
        excess_percent: 49,
        summary: "Crumbs make the ends of a chain look crowded: its middle finds both floors taken.",
        layout: crowded_chain,
    },
];

/// A buffer and where it is in an optimal schedule.
#[derive(Clone, Debug)]
struct Placed {
    name: String,
    begin: u64,
    end: u64,
    size: u64,
    offset: u64,
}

/// Buffers in the order of the trace.
#[derive(Clone, Debug, Default)]
struct Layout(Vec<Placed>);

impl Layout {
    fn add(&mut self, name: String, live: Range<u64>, size: u64, offset: u64) {
        self.0.push(Placed {
            name,
            begin: live.start,
            end: live.end,
            size,
            offset,
        });
    }

    fn repeated(&self, planner: &str, rounds: u32) -> Known {
        let span = self.0.iter().map(|placed| placed.end).max().unwrap_or(0);
        let all = (0..u64::from(rounds)).flat_map(|round| self.0.iter().map(move |p| (round, p)));
        let buffers: Vec<Buffer> = all
            .clone()
            .map(|(round, placed)| {
                let name = format!("{}.{round}", placed.name);
                let shift = round * span;
                buffer(name, placed.begin + shift, placed.end + shift, placed.size)
            })
            .collect();
        let top = self.0.iter().map(|placed| placed.offset + placed.size);
        Known {
            trace: checked(&format!("trap for {planner}"), buffers),
            offsets: all.map(|(_, placed)| Bytes(placed.offset)).collect(),
            optimum: Bytes(top.max().unwrap_or(0)),
        }
    }
}

/// Buffers of one byte fill `load` bytes; every other one is freed, buffers of `factor` bytes take
/// what became free, every other one of them is freed, and so on, `factor` times larger each time.
///
/// The remaining buffers live to the end. A planner that places buffers in order of birth finds no
/// gap that is large enough, so each generation is placed on top: `load * (1 + 1/2 + 1/4 + ...)`. The
/// optimum places the long-lived buffers at the bottom and all others above. After Robson, "Bounds
/// for some functions concerning dynamic storage allocation", JACM 1974. `factor` is at least 2.
fn survivors(factor: u64, load: u64) -> Layout {
    let mut layout = Layout::default();
    // The last buffer of each generation must stay live; otherwise its hole would be open at the top.
    let stays = |index: u64, n_buffers: u64| index % 2 == 1 || index + 1 == n_buffers;
    let mut generations = Vec::new();
    let (mut size, mut room) = (1, load);
    while size <= room {
        let n_buffers = room / size;
        generations.push((size, n_buffers));
        room -= size * n_buffers.div_ceil(2);
        size *= factor;
    }
    let end = generations.len() as u64;
    let mut bottom = 0;
    for (generation, &(size, n_buffers)) in (0_u64..).zip(&generations) {
        let mut top = load;
        for index in 0..n_buffers {
            let name = format!("g{generation}b{index}");
            if stays(index, n_buffers) {
                layout.add(name, generation..end, size, bottom);
                bottom += size;
            } else {
                top -= size;
                layout.add(name, generation..generation + 1, size, top);
            }
        }
    }
    layout
}

/// Holes of 102 and 100 bytes, then requests for 99, 3 and 100 bytes. The first request belongs in
/// the larger hole.
fn slivers() -> Layout {
    let mut layout = Layout::default();
    layout.add("roomy".into(), 0..1, 102, 0);
    layout.add("wall".into(), 0..3, 1, 102);
    layout.add("tight".into(), 0..1, 100, 103);
    layout.add("lid".into(), 0..3, 1, 203);
    layout.add("first".into(), 1..3, 99, 0);
    layout.add("crumb".into(), 1..3, 3, 99);
    layout.add("last".into(), 2..3, 100, 103);
    layout
}

/// Four buffers that overlap in a chain. Two floors suffice, but if the two ends are placed first,
/// both take the ground floor, and each middle one needs a floor of its own. The ends live `longer`
/// ticks longer than necessary.
fn chain(sizes: [u64; 4], longer: u64) -> Layout {
    let mut layout = Layout::default();
    let lives = [
        (0, longer + 1),
        (longer, longer + 3),
        (longer + 2, longer + 5),
        (longer + 4, 2 * longer + 5),
    ];
    // Link 1 is on the second floor, above the larger of its neighbours on the ground floor.
    let offsets = [0, sizes[0].max(sizes[2]), 0, sizes[2]];
    for (index, (live, (size, offset))) in lives
        .into_iter()
        .zip(sizes.into_iter().zip(offsets))
        .enumerate()
    {
        layout.add(format!("link{index}"), live.0..live.1, size, offset);
    }
    layout
}

/// A chain of equal buffers whose ends meet ten crumbs each, one after the other.
fn crowded_chain() -> Layout {
    let mut layout = chain([1000; 4], 12);
    for index in 0..10 {
        layout.add(format!("crumb{index}"), index..index + 1, 1, 1000);
        let at = 17 + index;
        // The last link is on the second floor, so its crumbs go below it.
        layout.add(format!("crumb{}", 10 + index), at..at + 1, 1, 0);
    }
    layout
}

/// One large chunk is freed and cools down; then small chunks are freed one after the other, and
/// after each of them a buffer is born that is five times as large and would fit into the large one.
///
/// Its score there is its share of the large chunk, a fiftieth; the score of the small one that was
/// just freed is `1/5 - 1` for its size and almost 1 for its heat.
fn hot_chunks() -> Layout {
    const N_SMALL: u64 = 50;
    const SMALL: u64 = 200;
    const LARGE: u64 = 1000;
    const N_FILLERS: u64 = 12;
    let mut layout = Layout::default();
    let cold = N_SMALL * LARGE;
    let born = N_SMALL + N_FILLERS + 3;
    let freed = |step: u64| born + 1 + N_FILLERS + 2 * step;
    let end = freed(N_SMALL) + 1;
    layout.add("cold".into(), 0..born, cold, 0);
    layout.add("wall".into(), 1..end, 1, cold);
    for step in 0..N_SMALL {
        let offset = cold + 1 + step * SMALL;
        layout.add(format!("small{step}"), 2 + step..freed(step), SMALL, offset);
    }
    // The fillers are freed after the large chunk, so that ten events pass and it is no longer hot.
    for index in 0..N_FILLERS {
        let live = 2 + N_SMALL + index..born + 1 + index;
        let offset = cold + 1 + N_SMALL * SMALL + index;
        layout.add(format!("filler{index}"), live, 1, offset);
    }
    for step in 0..N_SMALL {
        let name = format!("large{step}");
        layout.add(name, freed(step) + 1..end, LARGE, step * LARGE);
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::{Known, TRAPS, survivors};
    use memplan_planner::{
        MemorySchedule, Optimality, PlanOptions, ValidateOptions, registry, validate,
    };

    /// Checks that the optimum is the load, and that the offsets reach it. Returns the schedule of `first-fit`.
    fn with_valid_optimum(known: &Known, what: &str) -> MemorySchedule {
        assert_eq!(known.trace.max_load(), known.optimum, "{what}");
        let planner = registry::planner("first-fit").unwrap();
        let schedule = planner.plan(&known.trace, &PlanOptions::default()).unwrap();
        let optimal = MemorySchedule {
            total_size: known.optimum,
            offsets: known.offsets.clone(),
            optimality: Optimality::Optimal,
            ..schedule.clone()
        };
        let checks = ValidateOptions::default();
        assert_eq!(validate(&known.trace, &optimal, &checks), Ok(()), "{what}");
        schedule
    }

    #[test]
    fn every_optimum_is_the_load_and_has_a_schedule() {
        for trap in TRAPS {
            with_valid_optimum(&trap.trace(2), trap.planner);
        }
    }

    #[test]
    fn survivors_have_their_properties_for_all_loads() {
        for factor in 2..=9 {
            for load in 1..=200 {
                let what = format!("factor {factor}, load {load}");
                let layout = survivors(factor, load);
                let buffers = &layout.0;
                let end = buffers.last().unwrap().end;
                let next_begins = buffers.iter().skip(1).map(|next| next.begin);
                for (placed, next) in buffers.iter().zip(next_begins.chain([end])) {
                    let is_last = placed.begin < next;
                    assert!(!is_last || placed.end == end, "{what}: {}", placed.name);
                }
                let total: u64 = buffers.iter().map(|placed| placed.size).sum();
                let made = layout.repeated("first-fit", 1);
                assert_eq!(made.optimum.0, load, "{what}");
                let schedule = with_valid_optimum(&made, &what);
                assert_eq!(schedule.total_size.0, total, "{what}: no hole is used");
            }
        }
    }

    #[test]
    fn every_planner_falls_into_its_trap() {
        for trap in TRAPS {
            let planner = registry::find(trap.planner).unwrap();
            for rounds in [1, 3] {
                let made = trap.trace(rounds);
                let schedule = planner.plan(&made.trace, &PlanOptions::default()).unwrap();
                let excess = 100.0 * schedule.fragmentation(&made.trace);
                assert!(
                    f64::from(trap.excess_percent) <= excess,
                    "{}: {excess:.1} % in {rounds} rounds",
                    trap.planner
                );
            }
        }
    }
}
