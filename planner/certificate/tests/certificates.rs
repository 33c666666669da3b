//! Certificates of the planners are accepted, damaged ones are rejected, and no accepted claim is false.
#![expect(clippy::unwrap_used, reason = "a failure here is one of the test")]

use memplan_certificate::{Claim, Rejection, check};
use memplan_datasets::small;
use memplan_planner::{
    BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, MemoryPlanner as _, MemorySchedule,
    Optimality, PlanOptions, Units, registry,
};
use proptest::prelude::*;

/// The optimum, 12, is above the load, 11.
const NINE: &str =
    "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; h 2..6 2; i 1..6 2";

fn plan(planner: &str, trace: &LifetimeTrace, alignment: u64) -> MemorySchedule {
    let options = PlanOptions {
        alignment: Bytes(alignment),
        work_limit: Some(Units(2_000_000)),
        ..PlanOptions::default()
    };
    let planner = registry::planner(planner).unwrap();
    planner.plan(trace, &options).unwrap()
}

fn trace(text: &str) -> LifetimeTrace {
    text.parse().unwrap()
}

/// Checks the certificate of an optimal schedule; true if there is one.
fn is_certified(trace: &LifetimeTrace, schedule: &MemorySchedule, alignment: u64) -> bool {
    assert_eq!(schedule.optimality, Optimality::Optimal);
    let Some(certificate) = &schedule.certificate else {
        assert_eq!(schedule.peak(), trace.max_load(), "it has a certificate");
        return false;
    };
    let claim = check(trace, certificate).unwrap();
    assert_eq!(claim.capacity.0 + 1, schedule.peak().0);
    assert!(claim.proves(schedule.peak(), Bytes(alignment)));
    assert!(!claim.proves(Bytes(schedule.peak().0 + 1), Bytes(alignment)));
    true
}

/// A trace in which every tick but the last ones is full, so that the optimum is often above the load: what dies is
/// replaced by as much. Each draw is the size of a new buffer, which of the live ones dies, and whether another one
/// follows.
fn full_trace(load: u64, draws: &[(u64, usize, bool)], features: &[u8]) -> String {
    let mut live: Vec<(usize, u64)> = Vec::new();
    let mut draws = draws.iter();
    let (mut tick, mut n, mut text) = (0, 0, String::new());
    let mut line = |begin: usize, end: usize, size: u64| {
        n += 1;
        let feature = match features.get(n) {
            Some(0) => "align=2".to_owned(),
            Some(1) if begin + 2 < end => format!("gap={}..{}", begin + 1, end - 1),
            Some(2) => format!("pin={}", n % 4),
            _ => String::new(),
        };
        text += &format!("b{n} {begin}..{end} {size} {feature}\n");
    };
    loop {
        let used: u64 = live.iter().map(|buffer| buffer.1).sum();
        let Some(&(size, dies, again)) = draws.next() else {
            break;
        };
        if used < load {
            live.push((tick, size.min(load - used)));
            continue;
        }
        let (begin, size) = live.swap_remove(dies % live.len());
        line(begin, tick + 1, size);
        tick += usize::from(!again);
    }
    for (begin, size) in live {
        line(begin, tick + 2, size);
    }
    text
}

#[test]
fn a_certificate_is_short_and_says_what_it_proves() {
    let trace = trace(NINE);
    let schedule = plan("exact", &trace, 1);
    let certificate = schedule.certificate.clone().unwrap();
    let claim = Claim {
        capacity: Bytes(11),
        alignment: Bytes(1),
        steps: 36,
    };
    assert_eq!(check(&trace, &certificate), Ok(claim));
    assert_eq!(
        certificate.len(),
        3 + 1 + 10 + 36,
        "numbers, ground, items, steps"
    );
    assert!(is_certified(&trace, &plan("ilp", &trace, 1), 1));
    assert_eq!(plan("exact{certificate=off}", &trace, 1).certificate, None);
    assert_eq!(
        plan("exact", &"a 0..4 8; b 2..6 8".parse().unwrap(), 1).certificate,
        None
    );
}

#[test]
fn every_small_trace_above_its_load_is_certified() {
    let mut n_certified = 0;
    for named in small::all().unwrap() {
        let trace = named.trace;
        if trace.in_place().is_empty() && trace.relations().is_empty() && trace.len() < 100 {
            n_certified += usize::from(is_certified(&trace, &plan("exact", &trace, 1), 1));
        }
    }
    assert_ne!(n_certified, 0);
}

#[test]
fn bounds_by_alignment_and_pins_need_no_case() {
    let aligned = trace("a 0..4 10 align=8; b 0..4 10 align=8; c 2..6 10 align=8");
    assert!(is_certified(&aligned, &plan("exact", &aligned, 1), 1));
    let plain = trace("a 0..4 10; b 0..4 10; c 2..6 10");
    assert!(is_certified(&plain, &plan("exact", &plain, 8), 8));
    let pinned = trace("a 0..4 4 pin=6; b 0..4 8");
    let schedule = plan("exact", &pinned, 1);
    assert_eq!(schedule.peak(), Bytes(18));
    assert!(is_certified(&pinned, &schedule, 1));
}

#[test]
fn what_spans_the_rest_lies_at_the_bottom() {
    let spanned = trace(&format!("{NINE}; w 0..9 5; v 0..9 2"));
    let schedule = plan("exact", &spanned, 1);
    assert_eq!(schedule.peak(), Bytes(19));
    let certificate = schedule.certificate.clone().unwrap();
    assert_eq!(certificate[3..6], [2, 9, 0], "two buffers of ground");
    assert!(is_certified(&spanned, &schedule, 1));
    let mut twice = certificate.to_vec();
    twice.splice(3..6, [3, 9, 0, 0]);
    let rejection = check(&spanned, &twice).unwrap_err();
    assert!(matches!(rejection, Rejection::Head(_)), "{rejection}");
}

#[test]
fn each_fault_has_a_reason() {
    let trace = trace(NINE);
    let good = plan("exact", &trace, 1).certificate.unwrap().to_vec();
    let rejected = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = good.clone();
        change(&mut changed);
        check(&trace, &changed).unwrap_err().to_string()
    };
    assert_eq!(rejected(&|c| c.truncate(2)), "it is cut off");
    assert_eq!(
        rejected(&|c| c[0] = 2),
        "it has version 2, this program reads 1"
    );
    assert_eq!(
        rejected(&|c| c[1] = 12),
        "step 6 is not justified: the clique is not full"
    );
    assert_eq!(
        rejected(&|c| c[2] = 0),
        "the capacity or the alignment is out of range"
    );
    assert_eq!(
        rejected(&|c| c[5] = 1),
        "it names a buffer that the trace does not have"
    );
    assert_eq!(
        rejected(&|c| c.push(0)),
        "it goes on after all cases are closed"
    );
    assert_eq!(
        rejected(&|c| *c.last_mut().unwrap() = 0x80),
        "it is cut off"
    );
    assert_eq!(
        rejected(&|c| c[14] = 99),
        "step 1 is not justified: there is no such clique"
    );
    assert_eq!(
        rejected(&|c| c[1] = 10),
        "step 32 is not justified: the clique is not full",
        "other cases are closed at once, so that the steps mean something else"
    );
    let priced: LifetimeTrace = format!("{}\ncost a b 3", NINE.replace("; ", "\n"))
        .parse()
        .unwrap();
    assert_eq!(check(&priced, &good), Err(Rejection::Unsupported));
}

/// With hints that let the second buffer of each pair take over the first.
fn hinted(text: &str, pairs: &[(u32, u32)]) -> LifetimeTrace {
    let hint = |&(other, buffer): &(u32, u32)| InPlaceHint {
        buffer: BufferId(buffer),
        other: BufferId(other),
        kind: InPlaceKind::Free,
    };
    let builder = trace(text).into_builder();
    builder.in_place(pairs.iter().map(hint)).build().unwrap()
}

#[test]
fn what_is_taken_over_is_gone_and_what_a_gap_keeps_is_not_there() {
    // `x` ends when `c` may take it over: the others remain as they were.
    let taken = hinted(&format!("{NINE}; x 5..6 3"), &[(9, 2)]);
    let schedule = plan("exact", &taken, 1);
    assert!(
        taken.least_load() < schedule.lower_bound(&taken),
        "{schedule:?}"
    );
    let claim = check(&taken, schedule.certificate.as_deref().unwrap()).unwrap();
    assert!(claim.proves(schedule.lower_bound(&taken), Bytes(1)));
    // The certificate of the plain trace proves nothing once `e`, which it needs, may be taken over.
    let good = plan("exact", &trace(NINE), 1).certificate.unwrap();
    let other = hinted(NINE, &[(4, 0)]);
    assert!(check(&other, &good).is_err());
    assert_eq!(
        check(&hinted(NINE, &[(0, 4)]), &good),
        check(&trace(NINE), &good),
        "never usable"
    );

    let windowed = trace(&format!("{NINE}; x 0..4 2 gap=1..3@0..1"));
    for planner in ["ilp", "exact"] {
        let schedule = plan(planner, &windowed, 1);
        let claim = check(&windowed, schedule.certificate.as_deref().unwrap()).unwrap();
        assert_eq!(claim.capacity, Bytes(11), "{schedule:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Whatever the trace, an optimum above the load has a certificate, and the checker accepts it.
    #[test]
    fn optima_above_the_load_are_certified(
        load in 6_u64..20,
        draws in prop::collection::vec((1_u64..8, 0_usize..9, any::<bool>()), 10..40),
        features in prop::collection::vec(0_u8..12, 40),
        alignment in 1_u64..4,
    ) {
        let Ok(trace) = full_trace(load, &draws, &features).parse::<LifetimeTrace>() else {
            return Ok(());
        };
        let options = PlanOptions {
            alignment: Bytes(alignment),
            work_limit: Some(Units(200_000)),
            ..PlanOptions::default()
        };
        let Ok(schedule) = registry::planner("exact").unwrap().plan(&trace, &options) else {
            return Ok(()); // pins overlap
        };
        // Where the limit came between the proof and its certificate, there is none.
        let is_done = schedule.work < Units(100_000) || schedule.certificate.is_some();
        if schedule.optimality == Optimality::Optimal && is_done {
            is_certified(&trace, &schedule, alignment);
        }
    }

    /// With hints, what is certified is no more than the optimum.
    #[test]
    fn certificates_of_traces_with_hints_are_true(
        load in 6_u64..14,
        draws in prop::collection::vec((1_u64..8, 0_usize..9, any::<bool>()), 8..20),
        pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
        is_foreign in any::<bool>(),
    ) {
        let text = full_trace(load, &draws, &[]);
        let n = trace(&text).len();
        prop_assume!(n != 0);
        let mut pairs: Vec<(u32, u32)> = pairs
            .iter()
            .map(|(a, b)| (a.index(n) as u32, b.index(n) as u32))
            .filter(|(a, b)| a != b)
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let trace = hinted(&text, &pairs);
        let schedule = plan("exact", &trace, 1);
        // One of the trace without hints proves less with them, if anything.
        let donor = if is_foreign { plan("exact", &self::trace(&text), 1) } else { schedule.clone() };
        if let Some(certificate) = &donor.certificate
            && let Ok(claim) = check(&trace, certificate)
        {
            prop_assert!(claim.capacity < schedule.peak(), "{claim:?} of {trace:?}");
        }
        if let Some(certificate) = &schedule.certificate {
            let claim = check(&trace, certificate).unwrap();
            prop_assert!(claim.proves(schedule.lower_bound(&trace), Bytes(1)));
        }
    }

    /// A damaged certificate is rejected, or what it says is true all the same.
    #[test]
    fn no_damage_makes_a_false_claim(
        load in 6_u64..16,
        draws in prop::collection::vec((1_u64..8, 0_usize..9, any::<bool>()), 20..40),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 1..4),
    ) {
        let trace = trace(&full_trace(load, &draws, &[]));
        let schedule = plan("exact", &trace, 1);
        let start = schedule.certificate.clone();
        let mut bytes = start.map_or_else(|| vec![1, load as u8, 1, 0, 3, 0, 0, 0, 1], Vec::from);
        // Claims too much, whatever else changes.
        if changes[0].2 == 3 {
            bytes[1] = schedule.peak().0 as u8;
        }
        for (at, byte, kind) in &changes {
            let index = at.index(bytes.len());
            match kind {
                0 => bytes[index] = byte % 32,
                1 => drop(bytes.remove(index)),
                _ => bytes.insert(index, byte % 16),
            }
            if bytes.is_empty() {
                return Ok(());
            }
        }
        if let Ok(claim) = check(&trace, &bytes) {
            let own = plan("exact{certificate=off}", &trace, claim.alignment.0);
            prop_assert!(claim.capacity < own.peak(), "{claim:?} of {trace:?}");
        }
    }

    /// No bytes make the checker panic or run away.
    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..60), small in any::<bool>()) {
        let bytes: Vec<u8> = if small { bytes.iter().map(|byte| byte % 24).collect() } else { bytes };
        let start = [&[1, 11, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &bytes].concat();
        for bytes in [&bytes, &start] {
            if let Ok(claim) = check(&trace(NINE), bytes) {
                prop_assert!(claim.proves(Bytes(12), Bytes(1)) || claim.capacity < Bytes(12) || claim.alignment != Bytes(1));
            }
        }
    }
}
