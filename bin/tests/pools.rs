//! Programs whose buffers move between two memories compute what they computed before, and copy the bytes that the report says.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is one of the test"
)]

use memplan::{Context, Merge, PoolReport};
use memplan_interp::{RunOptions, function, random_arguments, run};
use memplan_mlir::Module;
use memplan_mlir::rewrite::inline;
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_testing::{carried, chains, padding, reuse};

fn parsed(context: &Context, text: &str) -> Module {
    let options = ParseOptions {
        dialects: Some(&context.dialects),
        ..ParseOptions::default()
    };
    let mut m = parse(text.as_bytes(), &options).unwrap().module;
    let root = m.root();
    inline(&mut m, root);
    m
}

/// Gives a program this much fast memory, and compares runs. Returns the report, and whether all copies between the memories were planned.
fn moved(context: &Context, text: &str, entry: &str, fast: u64) -> (PoolReport, bool) {
    let given = parsed(context, text);
    let mut m = given.clone();
    let job = Merge::new(context).unwrap().lower_peak(None);
    let job = job.pools(format!("fast={fast},slow").parse().unwrap());
    let told = || format!("{fast} bytes\n{text}");
    let (report, _) = job
        .run(&mut m)
        .unwrap_or_else(|error| panic!("{error}: {}", told()));
    let report = report.pools.unwrap();
    let run_of = |m: &Module| {
        let function = function(m, entry).unwrap();
        let arguments = random_arguments(m, function, 7).unwrap();
        run(m, function, &arguments, &RunOptions::default())
    };
    let before = run_of(&given).unwrap();
    let after = run_of(&m);
    let rewritten = || print(&m, &PrintOptions::default());
    let after = after.unwrap_or_else(|fault| panic!("{fault}: {}\n{}", told(), rewritten()));
    assert_eq!(
        before.difference(&after),
        None,
        "{}\n{}",
        told(),
        rewritten()
    );
    assert!(
        after.leaks.is_empty() || !before.leaks.is_empty(),
        "{}",
        told()
    );
    let of_entry = report.functions.iter().find(|it| it.function == entry);
    let (n_copies, copied) = of_entry.map_or((0, 0), |it| (it.n_copies, it.copied_bytes));
    // Copies of the program itself may be between the memories, too. Without these, the run copied what was planned.
    let result = rewritten();
    let of_entry = result
        .split("func.func ")
        .find(|it| it.starts_with(&format!("@{entry}(")));
    let between = of_entry.unwrap().lines().filter(|line| {
        let types = line
            .split_once("memref.copy")
            .and_then(|(_, types)| types.split_once(" to "));
        types.is_some_and(|(from, to)| from.contains(", 1>") != to.contains(", 1>"))
    });
    // How often branches and such loops run is not known to the planner.
    let is_straight = !["scf.while", "scf.if", "scf.for", "cf."]
        .iter()
        .any(|it| text.contains(it));
    let is_exact = is_straight && between.count() as u64 == n_copies;
    if is_exact {
        assert_eq!(copied, after.moved_bytes, "{}\n{result}", told());
    } else if is_straight {
        assert!(copied <= after.moved_bytes, "{}\n{result}", told());
    }
    (report, is_exact)
}

/// The bytes that the functions of a report hold at most, in both memories.
fn most(report: &PoolReport) -> u64 {
    let peaks = report.functions.iter().map(|it| it.peaks[0] + it.peaks[1]);
    peaks.max().unwrap_or(0)
}

/// The random program of a number.
type Program = fn(u64) -> String;

#[test]
fn random_programs_compute_the_same_with_every_fast_memory() {
    let context = Context::default();
    let kinds: [(Program, &str); 4] = [
        (chains::numbered_program, "entry"),
        (|n| reuse::numbered_program(n, reuse::Frees::All), "main"),
        (carried::numbered_program, "main"),
        (padding::numbered_program, "main"),
    ];
    let (mut n_moving, mut n_exact) = (0, 0);
    for (program, entry) in kinds {
        for number in 0..30 {
            let text = program(number);
            let (all, _) = moved(&context, &text, entry, 1 << 30);
            for share in [2, 4] {
                let fast = most(&all) / share;
                if fast == 0 {
                    continue;
                }
                let (report, is_exact) = moved(&context, &text, entry, fast);
                let copies: u64 = report.functions.iter().map(|it| it.n_copies).sum();
                n_moving += usize::from(copies != 0);
                n_exact += usize::from(copies != 0 && is_exact);
            }
        }
    }
    assert!(20 < n_moving && 5 < n_exact, "{n_moving} {n_exact}");
}
