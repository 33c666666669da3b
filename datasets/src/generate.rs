//! Seeded generators of traces.
//!
//! Generators use integer arithmetic only, so rounding in a math library cannot change a trace.
//! [`crate::registry`] gives each of them a name and checked parameters.

mod bundles;
mod known;
mod shapes;
mod synthetic;
mod tight;
mod training;
mod traps;
mod workloads;

pub use bundles::bundles;
pub use known::{Cuts, Known, boxing_hard, guillotine};
pub use shapes::{Shape, shape};
pub use synthetic::synthetic;
pub use tight::{Tight, tight};
pub use training::training;
pub use traps::{TRAPS, Trap};
pub use workloads::{Workload, workload};

use memplan_planner::algorithms::chunk::Event;
use memplan_planner::{Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, Tick};

use memplan_support::Random;

/// Lifetimes and sizes without structure: begins over `n_buffers` ticks, lives of 1 to 100 ticks,
/// sizes of 1 to 4096 bytes, all uniform.
pub fn uniform(seed: u64, n_buffers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let buffers = (0..n_buffers).map(|index| {
        let begin = random.below(u64::from(n_buffers));
        let life = random.between(1, 100);
        buffer(
            format!("b{index}"),
            begin,
            begin + life,
            random.between(1, 4096),
        )
    });
    checked(&format!("uniform seed={seed}"), buffers.collect())
}

/// Many short and few long lives, many small and few large sizes, as in a large program.
///
/// Buffer `i` is born at `i` and lives for 1 to 16 ticks (90 %), 1 to 512 (9 %) or 1 to 50000 (1 %),
/// at most to the end of the program. Sizes are multiples of 64 up to 6.4 MB whose logarithms are
/// about uniform.
pub fn skewed(seed: u64, n_buffers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let end_of_program = u64::from(n_buffers) + 1;
    let buffers = (0..n_buffers).map(|index| {
        let longest = match random.below(100) {
            0..90 => 16,
            90..99 => 512,
            _ => 50_000,
        };
        let begin = u64::from(index);
        let end = (begin + random.between(1, longest)).min(end_of_program);
        buffer(format!("b{index}"), begin, end, skewed_size(&mut random))
    });
    checked(&format!("skewed seed={seed}"), buffers.collect())
}

/// A network of `n_layers` layers: weights that live throughout, activations that the next layer
/// reads, a scratch buffer in each layer, and skip connections over 2 to 8 layers from a fifth of
/// the layers. A third of the layers halves the sizes of what follows, until a floor is reached.
pub fn model(seed: u64, n_layers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let mut buffers = Vec::new();
    let end = 2 * u64::from(n_layers) + 2;
    let mut width = 1 << 20;
    for layer in 0..n_layers {
        let at = 2 * u64::from(layer);
        if random.below(3) == 0 && 4096 < width {
            width /= 2;
        }
        let weights = 64 * random.between(16, 4096);
        buffers.push(buffer(format!("weights{layer}"), 0, end, weights));
        let skips = if random.below(5) == 0 {
            2 * random.between(2, 8)
        } else {
            0
        };
        let activation_end = (at + 3 + skips).min(end);
        let activation = width + 64 * random.below(16);
        buffers.push(buffer(
            format!("activation{layer}"),
            at,
            activation_end,
            activation,
        ));
        let scratch = width / 2 + 64 * random.below(1 + width / 128);
        buffers.push(buffer(format!("scratch{layer}"), at, at + 1, scratch));
    }
    checked(&format!("model seed={seed}"), buffers)
}

/// The allocator calls of a long-running program: `n_events` allocations and frees with about
/// `n_live` buffers live at a time. The buffer to free is drawn at random. Buffers live at the end
/// are not freed.
pub fn events(seed: u64, n_events: u32, n_live: u32) -> Vec<Event> {
    let mut random = Random::new(seed);
    let mut events = Vec::with_capacity(n_events as usize);
    let mut live: Vec<BufferId> = Vec::new();
    let mut n_buffers = 0;
    for _ in 0..n_events {
        // The probability of a free grows with the number of live buffers and reaches 1 at twice
        // `n_live`.
        if random.below(2 * u64::from(n_live.max(1))) < live.len() as u64 {
            let which = random.below(live.len() as u64) as usize;
            events.push(Event::Free {
                buffer: live.swap_remove(which),
            });
        } else {
            let buffer = BufferId(n_buffers);
            n_buffers += 1;
            live.push(buffer);
            events.push(Event::Alloc {
                buffer,
                size: Bytes(skewed_size(&mut random)),
            });
        }
    }
    events
}

/// The trace of a sequence of events. Each event allocates a buffer that is not live or frees one
/// that is. Ticks are the numbers of the events; buffers that are not freed live to the end.
pub fn trace_of(events: &[Event]) -> LifetimeTrace {
    let mut buffers: Vec<Buffer> = Vec::new();
    for (at, event) in (0_u64..).zip(events) {
        match *event {
            Event::Alloc { size, .. } => {
                let name = format!("b{}", buffers.len());
                buffers.push(buffer(name, at, events.len() as u64, size.0));
            }
            Event::Free { buffer } => {
                if let Some(freed) = buffers.get_mut(buffer.index()) {
                    freed.live = Lifetime::half_open(freed.live.begin(), tick(at));
                }
            }
        }
    }
    checked("events", buffers)
}

/// A multiple of 64 bytes: a power of two from 64 to 2^22, plus up to as much again.
fn skewed_size(random: &mut Random) -> u64 {
    let power = 1_u64 << random.between(0, 16);
    64 * (power + random.below(power)).min(100_000)
}

fn buffer(name: String, begin: u64, end: u64, size: u64) -> Buffer {
    Buffer::new(
        name,
        Bytes(size),
        Lifetime::half_open(tick(begin), tick(end)),
    )
}

fn tick(at: u64) -> Tick {
    // Ticks of generated traces are small multiples of 32-bit counts of buffers or events, so they
    // fit into `i64`.
    Tick(at.cast_signed())
}

#[expect(
    clippy::expect_used,
    reason = "generators make lifetimes and sums that are in range"
)]
fn checked(scope: &str, buffers: Vec<Buffer>) -> LifetimeTrace {
    LifetimeTrace::builder(scope)
        .buffers(buffers)
        .build()
        .expect("a generator keeps the rules")
}

#[cfg(test)]
mod tests {
    use super::{events, model, skewed, trace_of, uniform};
    use memplan_planner::MemoryTraceScopes;
    use memplan_planner::wire::trace_hash;

    #[test]
    fn traces_never_change() {
        let traces = vec![
            uniform(1, 500),
            skewed(1, 500),
            model(1, 50),
            trace_of(&events(1, 500, 20)),
        ];
        let lengths: Vec<usize> = traces.iter().map(|trace| trace.len()).collect();
        assert_eq!(lengths[..3], [500, 500, 150]);
        let scopes = MemoryTraceScopes {
            traces,
            ..MemoryTraceScopes::default()
        };
        assert_eq!(
            format!("{:032x}", trace_hash(&scopes).unwrap()),
            "ef51faf7c6a54c445c4cb881d7fd01c4"
        );
    }

    #[test]
    fn extremes_are_no_problem() {
        assert!(uniform(0, 0).is_empty());
        assert!(model(0, 0).is_empty());
        assert!(trace_of(&events(0, 0, 0)).is_empty());
        assert_eq!(trace_of(&events(0, 9, 0)).len(), 5);
    }
}
