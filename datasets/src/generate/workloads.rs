//! Workloads that no planner was tuned on: what programs of many kinds allocate, from caches of language models to
//! heaps.

use memplan_planner::LifetimeTrace;
use memplan_support::Random;

use super::{buffer, checked};

/// What allocates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Lives that grow steadily and then drop, several periods interleaved; the longer, the smaller.
    Sawtooth,
    /// Nested loops over epochs, batches, steps and operations, each with buffers of its own.
    Loops,
    /// The cache of a language model: requests whose buffers double in size as they grow.
    Cache,
    /// One stage of a pipeline that runs one forward pass and one backward pass by turns.
    Pipeline,
    /// Encoders and decoders with skip connections, over and over.
    Unet,
    /// A program with generations: most die young, some live until the end of a phase.
    Heap,
    /// Producers that keep their last few results, each with a period of its own.
    Ring,
    /// Nine of ten are tiny and short-lived, the others are huge and long-lived.
    Bimodal,
    /// Lifetimes that nest, shifted against each other.
    Pyramid,
    /// All lives and sizes are nearly equal.
    Primes,
    /// First in, first out, with lives that hardly differ.
    Fifo,
    /// Layers whose results are needed by one of the next few.
    Layers,
}

impl Workload {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Sawtooth,
        Self::Loops,
        Self::Cache,
        Self::Pipeline,
        Self::Unet,
        Self::Heap,
        Self::Ring,
        Self::Bimodal,
        Self::Pyramid,
        Self::Primes,
        Self::Fifo,
        Self::Layers,
    ];
}

/// The buffers so far, and where their numbers come from.
struct Buffers {
    random: Random,
    most: usize,
    /// First tick, end and size of each.
    lives: Vec<[u64; 3]>,
}

impl Buffers {
    fn push(&mut self, begin: u64, life: u64, size: u64) {
        self.lives.push([begin, begin + life.max(1), size.max(1)]);
    }

    fn is_short(&self) -> bool {
        self.lives.len() < self.most
    }

    fn upto(&mut self, most: u64) -> u64 {
        self.random.between(1, most.max(1))
    }

    fn is_one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    /// About exponential with this mean.
    fn exponential(&mut self, mean: u64) -> u64 {
        let halvings = u64::from(self.random.below(1 << 32).leading_zeros() - 31);
        mean * (halvings * 1000 + self.random.below(1000)) * 693 / 1_000_000
    }
}

/// The buffers of a workload, in the order of their allocation, with sizes in bytes. `O(n)`.
pub fn workload(kind: Workload, seed: u64, n_buffers: u32) -> LifetimeTrace {
    let mut buffers = Buffers {
        random: Random::new(seed),
        most: n_buffers as usize,
        lives: Vec::new(),
    };
    let mut tick = 0;
    let fixed = [buffers.upto(9), buffers.upto(7), buffers.upto(64)];
    while buffers.is_short() {
        tick = match kind {
            Workload::Sawtooth | Workload::Primes | Workload::Fifo | Workload::Bimodal => {
                scattered(kind, &mut buffers, tick, u64::from(n_buffers), fixed)
            }
            Workload::Loops => epoch(&mut buffers, tick),
            Workload::Cache => request(&mut buffers, tick),
            Workload::Pipeline => pipeline(&mut buffers, tick),
            Workload::Unet => unet(&mut buffers, tick),
            Workload::Heap => heap(&mut buffers, tick, u64::from(n_buffers)),
            Workload::Ring => ring(&mut buffers, tick, seed),
            Workload::Pyramid => pyramid(&mut buffers, tick, 50 + seed % 100),
            Workload::Layers => layer(&mut buffers, tick),
        };
    }
    buffers.lives.truncate(n_buffers as usize);
    let lives = buffers.lives.into_iter().enumerate();
    let named =
        lives.map(|(index, [begin, end, size])| buffer(format!("b{index}"), begin, end, size));
    checked(&format!("{kind:?} seed={seed}"), named.collect())
}

/// One buffer that does not depend on others.
fn scattered(kind: Workload, b: &mut Buffers, tick: u64, n: u64, fixed: [u64; 3]) -> u64 {
    match kind {
        Workload::Sawtooth => {
            let age = tick % (40 * fixed[2]);
            let (life, size) = (age * b.upto(3), b.upto(400) * 40 / (40 + age));
            b.push(tick, life + 1, 64 * (size + 1));
        }
        Workload::Primes => {
            let wide = 64 + fixed[2];
            let (life, more) = (wide / 2 + b.upto(wide), b.upto(1500) * b.upto(1500));
            b.push(tick, life, 10_007 + 2 * (more / 1500));
        }
        Workload::Fifo => {
            let (life, size) = (600 + b.upto(3) + fixed[2], b.upto(400));
            b.push(tick, life, 64 * size);
        }
        _ => {
            let begin = b.random.below(n / 4 + 1);
            if b.is_one_in(10) {
                let (life, size) = (b.upto(n / 50), b.upto(1000));
                b.push(begin, life, 4096 * size);
            } else {
                let (life, size) = (b.upto(8), b.upto(64));
                b.push(begin, life, 16 * size);
            }
        }
    }
    tick + 1
}

fn epoch(b: &mut Buffers, start: u64) -> u64 {
    let mut tick = start;
    for _ in 0..b.upto(8) {
        let batch = tick;
        for _ in 0..b.upto(12) {
            let step = tick;
            for _ in 0..1 + b.upto(6) {
                let (life, size) = (b.upto(3), b.upto(200));
                b.push(tick, life, 256 * size);
                tick += 1;
            }
            let size = b.upto(30);
            b.push(step, tick + 1 - step, 4096 * size);
        }
        let (more, size) = (b.upto(5), b.upto(12));
        b.push(batch, tick + more - batch, 65_536 * size);
    }
    let size = b.upto(4);
    b.push(start, tick + 1 - start, 1_048_576 * size);
    tick
}

fn request(b: &mut Buffers, tick: u64) -> u64 {
    let end = tick + (16 << b.exponential(2).min(8));
    let (mut length, mut room) = (1 + b.exponential(200), 64);
    while room < length {
        room *= 2;
    }
    let mut at = tick;
    while at < end && b.is_short() {
        let next = end.min(at + (room - length) + 1);
        // The old buffer is copied into the new one in the tick in which both live.
        b.push(at, next + 1 - at, room * 2048);
        (length, room, at) = (room, 2 * room, next);
    }
    tick + 1 + b.exponential(3)
}

fn pipeline(b: &mut Buffers, start: u64) -> u64 {
    let (n_stages, n_batches, n_layers) = (3 + b.upto(12), 15 + b.upto(64), 2 + b.upto(5));
    let n_ahead = b.upto(n_stages).min(n_batches);
    let sizes: Vec<u64> = (0..n_layers).map(|_| 4096 * b.upto(50)).collect();
    let mut forward: Vec<u64> = (0..n_ahead).map(|batch| start + batch * n_layers).collect();
    let mut tick = start + n_ahead * n_layers;
    for batch in 0..n_batches as usize {
        for (layer, &size) in (0..).zip(&sizes) {
            let (begin, back) = (forward[batch] + layer, tick + n_layers - layer);
            let more = 64 * b.random.below(3);
            b.push(begin, back - begin, size + more);
            b.push(back - 1, 2, 2 * size);
            if b.is_one_in(2) {
                let factor = b.upto(4);
                b.push(begin, 1, size * factor);
            }
        }
        tick += n_layers;
        if forward.len() < n_batches as usize {
            forward.push(tick);
            tick += n_layers;
        }
    }
    tick
}

fn unet(b: &mut Buffers, start: u64) -> u64 {
    let (mut tick, mut area, mut channels) = (start, 1 << (3 + b.upto(4)), 64 * b.upto(8));
    let mut skipped = Vec::new();
    for _ in 0..4 + b.upto(20) {
        let size = area * channels * (100 + b.upto(20)) / 100;
        let factor = b.upto(9);
        skipped.push((tick, size));
        b.push(tick, 2, size);
        b.push(tick, 1, factor * size);
        tick += 2;
        if b.is_one_in(2) {
            (area, channels) = ((area / 4).max(4), (2 * channels).min(2048));
        }
    }
    while let Some((begin, size)) = skipped.pop() {
        let factor = b.upto(5);
        b.push(begin, tick + 1 - begin, size);
        b.push(tick, 2, 2 * size);
        b.push(tick, 1, factor * size);
        tick += 2;
    }
    tick
}

fn heap(b: &mut Buffers, tick: u64, n: u64) -> u64 {
    const CLASSES: [u64; 11] = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096];
    let phase = n / 5 + 1;
    let class = |index: u64| CLASSES[index.min(10) as usize];
    let small = class(b.exponential(2));
    let any = class(b.random.below(11));
    let factor = b.upto(8);
    match b.random.below(100) {
        0..70 => {
            let life = b.exponential(20);
            b.push(tick, life, small);
        }
        70..93 => {
            let life = b.exponential(2000);
            b.push(tick, life, any);
        }
        93..97 => b.push(tick, phase - tick % phase, any * factor),
        _ => {
            let (life, size) = (b.exponential(300), 1 << b.exponential(1).min(8));
            b.push(tick, life, 4096 * size);
        }
    }
    tick + 1
}

fn ring(b: &mut Buffers, tick: u64, seed: u64) -> u64 {
    let mut producers = Random::new(seed ^ 0x9e37);
    for _ in 0..5 + seed % 11 {
        let (period, depth) = (producers.between(1, 9), producers.between(1, 7));
        let (size, phase) = (producers.between(1, 1000), producers.below(20));
        if (tick + phase).is_multiple_of(period) {
            b.push(tick, period * depth, 64 * size);
        }
    }
    if b.is_one_in(20) {
        let (life, size) = (b.upto(30), b.upto(5000));
        b.push(tick, life, 64 * size);
    }
    tick + 1
}

fn pyramid(b: &mut Buffers, start: u64, height: u64) -> u64 {
    for index in 0..height {
        let (begin, more) = (start + index + b.random.below(3), b.random.below(4));
        let size = b.upto(2000) * b.upto(2000) / 2000;
        b.push(
            begin,
            start + 2 * height + more - index - (begin - start - index),
            128 * size,
        );
    }
    start + height / 2 + b.upto(height)
}

fn layer(b: &mut Buffers, tick: u64) -> u64 {
    for _ in 0..b.upto(6) {
        let n_layers = if b.is_one_in(8) {
            b.upto(20)
        } else {
            b.upto(2)
        };
        let size = b.upto(4000);
        b.push(tick, n_layers, 64 * size);
    }
    tick + 1
}

#[cfg(test)]
mod tests {
    use super::{Workload, workload};

    #[test]
    fn a_seed_determines_as_many_buffers_as_wanted() {
        for kind in Workload::ALL {
            let trace = workload(kind, 3, 5_000);
            assert_eq!(trace.len(), 5_000);
            assert_eq!(workload(kind, 3, 5_000), trace);
            assert_ne!(workload(kind, 4, 5_000), trace, "{kind:?}");
            let load = trace.max_load();
            assert!(load < trace.separate_size(), "{kind:?}: something dies");
        }
    }
}
