//! More work never gives a higher peak, and no near-linear planner is below `auto`, whatever the limit.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_datasets::generate;
use memplan_planner::{
    Buffer, Bytes, Lifetime, LifetimeTrace, PlanError, PlanOptions, Tick, Units, registry,
};
use memplan_suite::{Case, traces};
use memplan_support::Random;

use crate::suite::{has_default_size, on_all_cores};

/// The planners with the promise. `exact` begins with `auto`.
const ANYTIME: [&str; 3] = ["auto", "auto{effort=quick}", "exact"];

/// The planners that place each buffer once.
pub(crate) const NEAR_LINEAR: [&str; 8] = [
    "chunk-hot",
    "chunk-size-first",
    "first-fit",
    "best-fit",
    "greedy-by-size",
    "greedy-by-area",
    "greedy-by-lifetime",
    "greedy-by-conflicts",
];

/// How lifetimes follow each other.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// First in, first out: all lives have one length.
    Queue,
    /// Last in, first out.
    Stack,
    /// Each lives until the end of the next layer, a few skip some layers.
    Layers,
    /// Most lives and sizes are short, a few are as long as all others together.
    HeavyTails,
}

const SHAPES: [Shape; 4] = [Shape::Queue, Shape::Stack, Shape::Layers, Shape::HeavyTails];

fn trace_of(shape: Shape, n: i64, random: &mut Random) -> LifetimeTrace {
    let wide = random.between(2, 60);
    let unit = 1 << random.below(7);
    let mut open = Vec::new();
    let mut lives: Vec<(i64, i64)> = Vec::new();
    for i in 0..n {
        let end = match shape {
            Shape::Queue => i + wide as i64,
            Shape::Stack => {
                while random.below(2) == 0
                    && let Some(top) = open.pop()
                {
                    let top: &mut (i64, i64) = &mut lives[top];
                    top.1 = i;
                }
                open.push(lives.len());
                n
            }
            Shape::Layers => {
                let per_layer = 1 + wide as i64 / 8;
                let n_layers = 2 + random.below(8) as i64 / 7 * random.below(20) as i64;
                (i / per_layer + n_layers) * per_layer
            }
            Shape::HeavyTails => i + 1 + heavy(random, 12) as i64,
        };
        lives.push((i, end));
    }
    let buffers = lives.into_iter().map(|(begin, end)| {
        let live = Lifetime::half_open(Tick(begin), Tick(end));
        let size = match shape {
            Shape::HeavyTails => heavy(random, 20),
            Shape::Queue | Shape::Stack | Shape::Layers => 1 + random.below(61),
        };
        Buffer::new(format!("b{begin}"), Bytes(size * unit), live)
    });
    let trace = LifetimeTrace::builder(format!("{shape:?} {n}")).buffers(buffers);
    trace.build().unwrap()
}

/// At least `2^k` with a probability of about `2^(-k)`, below `2^most`.
fn heavy(random: &mut Random, most: u32) -> u64 {
    let digits = random.below(1 << most).leading_zeros() - (64 - most);
    (1 << digits) + random.below(1 << digits)
}

fn case(index: u32) -> Case {
    let mut random = Random::new(u64::from(index));
    let n = 1 << random.between(2, 8);
    let n = n + random.below(n);
    let trace = match index % 6 {
        4 => generate::training(u64::from(index), 1 + n as u32 / 16),
        5 => return traces::case(11, index, 120),
        shape => trace_of(SHAPES[shape as usize], n as i64, &mut random),
    };
    Case {
        trace,
        alignment: Bytes(1),
        seed: 0,
        reachable: None,
    }
}

fn peak(spec: &str, case: &Case, work_limit: Option<Units>) -> Option<Bytes> {
    let options = PlanOptions {
        alignment: case.alignment,
        work_limit,
        ..PlanOptions::default()
    };
    match registry::planner(spec).unwrap().plan(&case.trace, &options) {
        Ok(schedule) => Some(schedule.peak()),
        Err(PlanError::PinsOverlap { .. } | PlanError::Unsupported { .. }) => None,
        Err(error) => panic!("{spec}: {error}\n{case}"),
    }
}

#[test]
fn more_work_never_gives_a_higher_peak() {
    let n_cases = if has_default_size() { 1000 } else { 10_000 };
    on_all_cores(n_cases, |index| {
        let case = case(index as u32);
        let spec = ANYTIME[index / 6 % ANYTIME.len()];
        let mut random = Random::new(index as u64);
        // Of every order of magnitude alike.
        let mut limits: Vec<u64> = [0; 12]
            .map(|_| 1 << random.between(0, 16))
            .map(|below: u64| random.below(below))
            .to_vec();
        limits.sort_unstable();
        let near_linear = NEAR_LINEAR
            .iter()
            .filter_map(|spec| peak(spec, &case, None));
        let mut least = near_linear.min();
        for limit in limits {
            let now = peak(spec, &case, Some(Units(limit)));
            if let (Some(least), Some(now)) = (least, now)
                && least < now
            {
                return Err(format!(
                    "{spec}: {now} with {limit} units of work, {least} with less\n{case}"
                ));
            }
            least = now.or(least);
        }
        Ok(())
    });
}
