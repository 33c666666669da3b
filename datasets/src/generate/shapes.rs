//! Shapes of lifetimes: queues, stacks, staircases, periods, and all of them after each other.

use memplan_planner::{Buffer, LifetimeTrace};

use super::{buffer, checked, skewed_size};
use memplan_support::Random;

/// A shape of lifetimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// First in, first out: one buffer is born and one dies at each tick, about 1000 are live.
    Queue,
    /// Last in, first out: calls that nest up to 1000 deep, as a walk up and down.
    Stack,
    /// Each buffer lives for longer than the one before, up to 1000 ticks, then again.
    Staircase,
    /// The same 512 buffers in each of many rounds, and one in 64 lives on for up to 16 rounds.
    Periodic,
    /// A part of each of the others, of [`super::synthetic`] and of lives of 1 to 100 ticks after each other, in which
    /// one buffer in 256 lives until the end of the next part.
    Mixed,
}

/// How many buffers are live at a time.
const LIVE: u64 = 1000;

/// Buffers of a shape with sizes whose logarithms are about uniform. `O(n)`.
pub fn shape(shape: Shape, seed: u64, n_buffers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let mut buffers = Vec::with_capacity(n_buffers as usize);
    let name = match shape {
        Shape::Queue => "queue",
        Shape::Stack => "stack",
        Shape::Staircase => "staircase",
        Shape::Periodic => "periodic",
        Shape::Mixed => "mixed",
    };
    let n = u64::from(n_buffers);
    if shape == Shape::Mixed {
        let mut at = 0;
        let parts = [
            Shape::Queue,
            Shape::Stack,
            Shape::Staircase,
            Shape::Periodic,
            Shape::Mixed,
        ];
        for (index, part) in parts.into_iter().cycle().enumerate() {
            let begin = buffers.len();
            let left = n - begin as u64;
            if left == 0 {
                break;
            }
            let n_part = left.min(2 * LIVE + random.below(LIVE));
            at = one(part, &mut random, n_part, at, &mut buffers);
            // Some results are needed by the part that follows.
            let next = at + LIVE;
            for kept in &mut buffers[begin..] {
                if random.below(256) == 0 && index % 2 == 0 {
                    kept.live = memplan_planner::Lifetime::half_open(
                        kept.live.begin(),
                        memplan_planner::Tick(next as i64),
                    );
                }
            }
        }
    } else {
        one(shape, &mut random, n, 0, &mut buffers);
    }
    checked(&format!("{name} seed={seed}"), buffers)
}

/// Appends `n` buffers that are born from a tick on. Returns the tick after them.
fn one(shape: Shape, random: &mut Random, n: u64, start: u64, buffers: &mut Vec<Buffer>) -> u64 {
    let first = buffers.len();
    let mut push = |random: &mut Random, begin: u64, end: u64| {
        let name = format!("b{}", buffers.len());
        let size = skewed_size(random);
        buffers.push(buffer(name, begin, end, size));
    };
    match shape {
        Shape::Queue => {
            for index in 0..n {
                let begin = start + index;
                push(random, begin, begin + LIVE);
            }
        }
        Shape::Staircase => {
            for index in 0..n {
                let begin = start + index;
                push(random, begin, begin + 1 + index % LIVE);
            }
        }
        Shape::Periodic => {
            const PERIOD: u64 = 512;
            let lives: Vec<u64> = (0..PERIOD).map(|_| random.between(1, 64)).collect();
            for index in 0..n {
                let begin = start + index;
                let life = match random.below(64) {
                    0 => PERIOD * random.between(1, 16),
                    _ => lives[(index % PERIOD) as usize],
                };
                push(random, begin, begin + life);
            }
        }
        Shape::Stack => {
            // Births whose deaths are still to come; a walk that returns to its start.
            let mut open: Vec<(u64, usize)> = Vec::new();
            let mut at = start;
            let mut ends = vec![0; n as usize];
            let mut begins = Vec::with_capacity(n as usize);
            while begins.len() < n as usize || !open.is_empty() {
                let depth = open.len() as u64;
                let pops = !open.is_empty()
                    && (begins.len() == n as usize || random.below(2 * LIVE) < depth + LIVE / 2);
                match pops.then(|| open.pop()).flatten() {
                    Some((_, index)) => ends[index] = at,
                    None => {
                        open.push((at, begins.len()));
                        begins.push(at);
                    }
                }
                at += 1;
            }
            for (begin, end) in begins.into_iter().zip(ends) {
                push(random, begin, end);
            }
        }
        Shape::Mixed => {
            for index in 0..n {
                let begin = start + index;
                let longest = if random.below(10) == 0 { 512 } else { 100 };
                let life = random.between(1, longest);
                push(random, begin, begin + life);
            }
        }
    }
    let ends = buffers[first..].iter().map(|buffer| buffer.live.end().0);
    ends.max().map_or(start, |end| end as u64)
}

#[cfg(test)]
mod tests {
    use super::{LIVE, Shape, shape};

    #[test]
    fn shapes_are_what_they_say() {
        for kind in [
            Shape::Queue,
            Shape::Stack,
            Shape::Staircase,
            Shape::Periodic,
            Shape::Mixed,
        ] {
            let trace = shape(kind, 1, 20_000);
            assert_eq!(trace.len(), 20_000);
            assert_eq!(shape(kind, 1, 20_000), trace, "the same for one seed");
            let mut last = i64::MIN;
            for buffer in trace.buffers() {
                let (begin, end) = (buffer.live.begin().0, buffer.live.end().0);
                match kind {
                    Shape::Queue => assert!(last < end, "first in, first out"),
                    Shape::Staircase => assert!(end - begin <= LIVE as i64),
                    _ => {}
                }
                last = end;
            }
        }
        let stack = shape(Shape::Stack, 3, 5_000);
        let mut open: Vec<i64> = Vec::new();
        for buffer in stack.buffers() {
            let (begin, end) = (buffer.live.begin().0, buffer.live.end().0);
            open.retain(|&other| begin < other);
            assert!(open.iter().all(|&other| end < other), "nested");
            open.push(end);
        }
    }
}
