//! The exhaustive solver against plain enumeration of all offsets.

#![allow(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    Buffer, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, MemorySchedule, Tick, ValidateOptions,
};
use memplan_suite::brute_force::{Outcome, optimum};
use memplan_suite::reference::violations;
use memplan_support::Random;

/// The least peak over all offsets up to `highest`, one by one.
fn enumerate(trace: &LifetimeTrace, alignment: Bytes, highest: u64) -> Option<u64> {
    let options = ValidateOptions {
        alignment,
        ..ValidateOptions::default()
    };
    let mut offsets = vec![Bytes(0); trace.len()];
    let mut best = None;
    'plans: loop {
        let plan = MemorySchedule::from_offsets(trace, offsets.clone(), "enumerated");
        let peak = plan.total_size.0;
        if best.is_none_or(|best| peak < best) && violations(trace, &plan, &options).is_empty() {
            best = Some(peak);
        }
        for offset in &mut offsets {
            if offset.0 < highest {
                offset.0 += 1;
                continue 'plans;
            }
            offset.0 = 0;
        }
        return best;
    }
}

/// Up to three buffers, or four where offsets are few, with everything that restricts a place.
fn small(random: &mut Random) -> (LifetimeTrace, Bytes) {
    let n_buffers = random.between(0, 4);
    let max_size = if n_buffers == 4 { 3 } else { 5 };
    let has_windows = random.below(2) == 0;
    let has_pins = random.below(3) == 0;
    let buffers = (0..n_buffers).map(|index| {
        let begin = random.below(4) as i64;
        let live = Lifetime::half_open(Tick(begin), Tick(begin + random.between(1, 4) as i64));
        let least = u64::from(random.below(9) != 0);
        let size = random.between(least, max_size);
        let mut buffer = Buffer::new(format!("b{index}"), Bytes(size), live);
        if random.below(3) == 0 {
            buffer.align = Bytes(random.between(1, if n_buffers == 4 { 2 } else { 3 }));
        }
        if has_pins && random.below(3) == 0 {
            buffer.pinned = Some(Bytes(random.below(7) / buffer.align.0 * buffer.align.0));
        }
        let mut at = begin;
        while at < live.end().0 && random.below(2) == 0 {
            let ticks = Lifetime::half_open(Tick(at), Tick(at + 1));
            let window = (has_windows && size != 0 && random.below(4) != 0).then(|| {
                let lo = random.below(size);
                let hi = Bytes(random.between(lo + 1, size));
                ByteWindow { lo: Bytes(lo), hi }
            });
            buffer.gaps.push(Gap { ticks, window });
            at += random.between(1, 2) as i64;
        }
        buffer
    });
    let buffers: Vec<Buffer> = buffers.collect();
    let trace = LifetimeTrace::builder("").buffers(buffers).build().unwrap();
    (trace, Bytes(random.between(1, 2)))
}

#[test]
fn no_offset_is_forgotten() {
    let mut random = Random::new(5);
    let (mut n_windows, mut n_above_load, mut n_clashes) = (0, 0, 0);
    for _ in 0..3000 {
        let (trace, alignment) = small(&mut random);
        let outcome = optimum(&trace, alignment, 1 << 24);
        let highest = if trace.len() == 4 { 12 } else { 18 };
        let expected = match enumerate(&trace, alignment, highest) {
            Some(peak) => Outcome::Optimum(Bytes(peak)),
            None => Outcome::PinsClash,
        };
        assert_eq!(outcome, expected, "alignment {alignment}\n{trace}");
        let gaps = trace.buffers().iter().flat_map(|b| &b.gaps);
        n_windows += u32::from(gaps.filter(|gap| gap.window.is_some()).count() > 1);
        n_above_load +=
            u32::from(matches!(outcome, Outcome::Optimum(peak) if trace.max_load() < peak));
        n_clashes += u32::from(outcome == Outcome::PinsClash);
    }
    assert!(400 < n_windows && 400 < n_above_load && 20 < n_clashes);
}

#[test]
fn the_search_gives_up_at_its_limit_and_never_lies() {
    // The load is 4, the optimum 5: three middle layers cannot share the two places left.
    let trace: LifetimeTrace =
        "a 0..2 1; b 0..3 2; c 1..4 1; d 2..5 2; e 3..6 1; f 4..6 2; g 0..6 1"
            .parse()
            .unwrap();
    let full = optimum(&trace, Bytes(1), 1 << 20);
    assert!(matches!(full, Outcome::Optimum(_)));
    for max_nodes in 0..200 {
        let outcome = optimum(&trace, Bytes(1), max_nodes);
        assert!(
            outcome == full || outcome == Outcome::GaveUp,
            "{max_nodes}: {outcome:?}"
        );
    }
    assert_eq!(optimum(&trace, Bytes(1), 0), Outcome::GaveUp);
}
