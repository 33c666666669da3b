//! Programs whose buffers move between two memories compute what they computed before, and copy the bytes that the
//! report says.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is one of the test"
)]

use std::collections::{BTreeMap, BTreeSet};

use memplan::{Context, Error, MemoryCopies, MemoryPools, Merge, PoolReport, pool_traces};
use memplan_interp::{RunOptions, function, random_arguments, run};
use memplan_mlir::Module;
use memplan_mlir::rewrite::inline;
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_planner::{Bytes, Measure, MemoryPlan, MemoryTraceScopes, PlanOptions, wire};
use memplan_support::Random;
use memplan_testing::outside::{mlir_opt, run_on};
use memplan_testing::{carried, chains, padding, reuse};
use serde_json::json;

use crate::common::{Scratch, args, assert_has, printed_json, stdout};

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

/// What [`moved`] found.
struct Moved {
    report: PoolReport,
    /// Whether all copies between the memories were planned.
    is_exact: bool,
    /// Whether the fast memory held what was planned.
    has_peak: bool,
    /// How many copies ran beside the program, and how many of those were awaited later than at once.
    n_dmas: usize,
    n_late: usize,
}

/// Gives a program this much fast memory, and compares runs.
fn moved(context: &Context, text: &str, entry: &str, fast: u64, copies: MemoryCopies) -> Moved {
    moved_at(context, text, entry, fast, "", copies)
}

/// As [`moved`], with a rate of copies.
fn moved_at(
    context: &Context,
    text: &str,
    entry: &str,
    fast: u64,
    rate: &str,
    copies: MemoryCopies,
) -> Moved {
    let given = parsed(context, text);
    let mut m = given.clone();
    let job = Merge::new(context).unwrap().lower_peak(None);
    let job = job.pools(format!("fast={fast}{rate},slow").parse().unwrap());
    let job = job.copies(copies);
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
    let peak = after.peaks_by_space.get("1").copied().unwrap_or(0);
    assert!(peak <= fast, "{peak}: {}", told());
    let of_entry = report.functions.iter().find(|of| of.function == entry);
    let has_peak = of_entry.is_some_and(|of| of.peaks[0] == peak);
    let (n_copies, copied) = of_entry.map_or((0, 0), |of| (of.n_copies, of.copied_bytes));
    // Copies of the program itself may be between the memories, too. Without these, the run copied what was planned.
    let result = rewritten();
    let of_entry = result
        .split("func.func ")
        .find(|text| text.starts_with(&format!("@{entry}(")));
    let lines: Vec<&str> = of_entry.unwrap().lines().collect();
    let is_dma = |line: &&&str| line.contains("memref.dma_start");
    let between = lines.iter().filter(|line| {
        let types = line
            .split_once("memref.copy")
            .and_then(|(_, types)| types.split_once(" to "));
        is_dma(line) || types.is_some_and(|(from, to)| from.contains(", 1>") != to.contains(", 1>"))
    });
    // How often branches and such loops run is not known to the planner.
    let is_straight = !["scf.while", "scf.if", "scf.for", "cf."]
        .iter()
        .any(|op| text.contains(op));
    let is_exact = is_straight && between.count() as u64 == n_copies;
    if is_exact {
        assert_eq!(copied, after.moved_bytes, "{}\n{result}", told());
    } else if is_straight {
        assert!(copied <= after.moved_bytes, "{}\n{result}", told());
    }
    let late = lines
        .windows(2)
        .filter(|pair| is_dma(&&pair[0]) && !pair[1].contains("memref.dma_wait"));
    Moved {
        n_dmas: lines.iter().filter(is_dma).count(),
        n_late: late.count(),
        report,
        is_exact,
        has_peak,
    }
}

/// The bytes that the functions of a report hold at most, in both memories.
fn most(report: &PoolReport) -> u64 {
    let peaks = report.functions.iter().map(|of| of.peaks[0] + of.peaks[1]);
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
    let (mut n_moving, mut n_exact, mut n_peaks, mut n_dmas, mut n_late) = (0, 0, 0, 0, 0);
    let (mut n_timed, mut n_timed_late) = (0, 0);
    for (program, entry) in kinds {
        for number in 0..30 {
            let text = program(number);
            let all = moved(&context, &text, entry, 1 << 30, MemoryCopies::Blocking);
            for share in [2, 4] {
                let fast = most(&all.report) / share;
                if fast == 0 {
                    continue;
                }
                let by_copy = moved(&context, &text, entry, fast, MemoryCopies::Blocking);
                let by_dma = moved(&context, &text, entry, fast, MemoryCopies::Dma);
                assert_eq!(by_copy.report, by_dma.report, "{text}");
                assert_eq!(by_copy.n_dmas, 0);
                let copies: u64 = by_copy.report.functions.iter().map(|of| of.n_copies).sum();
                n_moving += usize::from(copies != 0);
                n_exact += usize::from(copies != 0 && by_copy.is_exact && by_dma.is_exact);
                n_peaks += usize::from(by_copy.has_peak);
                n_dmas += by_dma.n_dmas;
                n_late += by_dma.n_late;
                let rate = ["@64/tick", "@16/tick*2"][number as usize % 2];
                let timed = moved_at(&context, &text, entry, fast, rate, MemoryCopies::Dma);
                n_timed += timed.n_dmas;
                n_timed_late += timed.n_late;
            }
        }
    }
    assert!(20 < n_moving && 5 < n_exact, "{n_moving} {n_exact}");
    assert!(60 < n_peaks, "{n_peaks}");
    assert!(20 < n_dmas && 5 < n_late, "{n_dmas} {n_late}");
    // More of the copies that begin early run beside something.
    let told = format!("{n_timed_late} of {n_timed}, {n_late} of {n_dmas}");
    assert!(n_late * n_timed < n_timed_late * n_dmas, "{told}");
}

/// The offsets of all views of merged allocations. Equal views are made once.
fn offsets_of(m: &Module) -> BTreeSet<u64> {
    let text = print(m, &PrintOptions::default());
    let mut constants = BTreeMap::new();
    let mut offsets = BTreeSet::new();
    for line in text.lines().map(str::trim) {
        if let Some((name, value)) = line.split_once(" = arith.constant ") {
            let value = value.split(' ').next().unwrap();
            constants.insert(name.to_owned(), value.parse::<u64>().ok());
        }
        if let Some((_, view)) = line.split_once(" = memref.view ") {
            let name = view.split_once('[').unwrap().1;
            let name = name.split_once(']').unwrap().0;
            offsets.insert(constants[name].unwrap());
        }
    }
    offsets
}

/// The offsets of all buffers and residences of a plan.
fn offsets_in(plan: &MemoryPlan) -> BTreeSet<u64> {
    let mut offsets = BTreeSet::new();
    for schedule in &plan.schedules {
        let pooled = schedule.pooled.as_ref().unwrap();
        let moves = |index: usize| {
            pooled
                .residences
                .iter()
                .any(|home| home.buffer.index() == index)
        };
        let placed = schedule.offsets.iter().enumerate();
        offsets.extend(placed.filter(|(index, _)| !moves(*index)).map(|p| p.1.0));
        offsets.extend(pooled.residences.iter().map(|home| home.offset.0));
    }
    offsets
}

/// A plan with everything as high as its alignment allows in the fast pool, and some bytes higher in the slow one.
fn raised(plan: &MemoryPlan, traces: &MemoryTraceScopes) -> MemoryPlan {
    let mut plan = plan.clone();
    for (schedule, trace) in plan.schedules.iter_mut().zip(&traces.traces) {
        let pooled = schedule.pooled.as_mut().unwrap();
        let capacity = trace.pools()[0].capacity.unwrap().0;
        let by = [(capacity - pooled.peaks[0].0) / 64 * 64, 128];
        for it in &mut pooled.residences {
            it.offset.0 += by[it.pool.index()];
        }
        for (offset, pool) in schedule.offsets.iter_mut().zip(&pooled.pools) {
            offset.0 += by[pool.index()];
        }
        for (peak, by) in pooled.peaks.iter_mut().zip(by) {
            peak.0 += if peak.0 == 0 { 0 } else { by };
        }
        schedule.total_size = Bytes(pooled.peaks.iter().map(|peak| peak.0).sum());
        let total = schedule.total_size.0;
        let peaks = pooled.terms.iter_mut();
        for term in peaks.filter(|term| term.measure == Measure::TotalPeak) {
            term.value = total;
        }
    }
    plan
}

/// A plan of the traces with pools says where buffers are, as the planner in `merge` does.
#[test]
fn a_plan_with_residences_is_applied_to_its_program() {
    let context = Context::default();
    let (mut n_moving, mut n_raised) = (0, 0);
    for number in 0..20 {
        let text = chains::numbered_program(number);
        let all = moved(&context, &text, "entry", 1 << 30, MemoryCopies::Blocking);
        let rate = ["", "@32/tick*3"][number as usize % 2];
        let fast = (most(&all.report) / 2 + 64).next_multiple_of(64);
        let pools: MemoryPools = format!("fast={fast}/8{rate},slow").parse().unwrap();
        assert_eq!(pools.to_string().parse(), Ok(pools.clone()));
        let collector = context.economical_collector("tick", None).unwrap();
        let given = parsed(&context, &text);
        let (scopes, _) = pool_traces(&given, &collector, &pools).unwrap();
        let traces = MemoryTraceScopes {
            traces: scopes.into_iter().map(|scope| scope.trace).collect(),
            provenance: pools.provenance(&collector, 7, "program"),
        };
        let planner = context.planner("constrained").unwrap().planner;
        let plan = |trace| planner.plan(trace, &PlanOptions::default()).unwrap();
        let plan = MemoryPlan {
            schedules: traces.traces.iter().map(plan).collect(),
            provenance: traces.provenance.clone(),
            trace_hash: Some(wire::trace_hash(&traces).unwrap()),
        };
        let merged = Merge::new(&context).unwrap().lower_peak(None);
        let merged = merged.mutator("merge-alloc").unwrap().pools(pools);
        let mut by_planner = given.clone();
        let (planned, _) = merged.run(&mut by_planner).unwrap();
        let applied = Merge::with_plan(&context, &plan, 7).unwrap();
        let applied = applied.mutator("merge-alloc").unwrap();
        let mut by_plan = given.clone();
        let (report, _) = applied.run(&mut by_plan).unwrap();
        assert_eq!(report.pools, planned.pools);
        // The offsets are those of the plan, also of one that no planner would make.
        assert_eq!(offsets_of(&by_plan), offsets_in(&plan), "{text}");
        let raised = raised(&plan, &traces);
        let applied = Merge::with_plan(&context, &raised, 7).unwrap();
        let applied = applied.mutator("merge-alloc").unwrap();
        let mut high = given.clone();
        applied.run(&mut high).unwrap();
        assert_eq!(offsets_of(&high), offsets_in(&raised), "{text}");
        n_raised += usize::from(offsets_in(&raised) != offsets_in(&plan));
        n_moving += usize::from(
            report
                .pools
                .unwrap()
                .functions
                .iter()
                .any(|of| of.n_copies != 0),
        );
        let other = Merge::with_plan(&context, &plan, 8).unwrap_err();
        assert!(matches!(other, Error::OtherModule { .. }), "{other}");
        let mut wrong = plan.clone();
        wrong.trace_hash = Some(1);
        let wrong = Merge::with_plan(&context, &wrong, 7).unwrap();
        let error = wrong.run(&mut given.clone()).unwrap_err();
        assert!(matches!(error, Error::OtherTraces), "{error}");
    }
    assert!(5 < n_moving && 5 < n_raised, "{n_moving} {n_raised}");
}

/// MLIR reads what is written, and `check` tells the peak of each memory.
#[test]
fn moves_by_dma_are_programs_of_mlir() {
    let scratch = Scratch::new("dma");
    let path = scratch.path("moved.mlir");
    let example = "examples/attention.mlir";
    let merged = |more: &[&str]| {
        let given = ["merge", example, "-O", "none", "--pools", "l1=64KiB,dram"];
        stdout(&[&given[..], &["-o", &path, "-q"], more].concat());
        std::fs::read_to_string(&path).unwrap()
    };
    let by_copy = merged(&[]);
    assert!(by_copy.contains("memref.copy") && !by_copy.contains("memref.dma"));
    let by_dma = merged(&["--dma"]);
    assert_has!(by_dma, "memref.dma_start", "memref.dma_wait");
    let checked = printed_json(&["check", &path, "--format", "json"]);
    let function = &checked["functions"][0];
    assert_eq!(
        function["space_peaks_bytes"],
        json!({"0": 589_824, "1": 65_536})
    );
    // The plan of the trace is the one that `merge` makes.
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("t.mplan"));
    stdout(&["trace", example, "--pools", "l1=64KiB,dram", "-o", &trace]);
    stdout(&["plan", &trace, "--planner", "constrained", "-o", &plan]);
    let applied = stdout(&["apply", example, &plan, "--dma", "-q"]);
    assert_eq!(applied, merged(&["--dma", "--arena", "alloc"]));
    stdout(args!(
        "merge {example} -O none --pools l1=64KiB@4KiB/tick*2,dram --dma -o {path} -q"
    ));
    let timed = std::fs::read_to_string(&path).unwrap();
    for program in [&by_copy, &by_dma, &timed] {
        if let Some(mlir_opt) = mlir_opt(22) {
            let output = run_on(&mlir_opt, &[], program).unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{told}");
        }
    }
}

/// A program that states a pool, a group, and buffers of two branches.
const STATED: &str = r#"module attributes {memplan.pools = [{space = 1 : i32, name = "l1", size = 4096, alignment = 32,
    reserved = [[0, 1024]], base = 65536}]} {
  func.func @f(%x: memref<256xf32>, %c: i1) {
    %zero = arith.constant 0.0 : f32
    %a = memref.alloc() {memplan.apart = "ring"} : memref<256xf32, 1>
    linalg.fill ins(%zero : f32) outs(%a : memref<256xf32, 1>)
    memref.copy %a, %x : memref<256xf32, 1> to memref<256xf32>
    %b = memref.alloc() {memplan.apart = "ring"} : memref<256xf32, 1>
    linalg.fill ins(%zero : f32) outs(%b : memref<256xf32, 1>)
    memref.copy %b, %x : memref<256xf32, 1> to memref<256xf32>
    %p = memref.alloc() : memref<256xf32, 1>
    %q = memref.alloc() : memref<256xf32, 1>
    scf.if %c {
      linalg.fill ins(%zero : f32) outs(%p : memref<256xf32, 1>)
      memref.copy %p, %x : memref<256xf32, 1> to memref<256xf32>
    } else {
      linalg.fill ins(%zero : f32) outs(%q : memref<256xf32, 1>)
      memref.copy %q, %x : memref<256xf32, 1> to memref<256xf32>
    }
    return
  }
}"#;

#[test]
fn pools_and_groups_of_a_program_are_relations_of_its_traces() {
    let context = Context::default();
    let merged = |text: &str| {
        let job = Merge::new(&context).unwrap().lower_peak(None);
        job.run_text(text)
            .map(|merged| merged.text())
            .map_err(|error| error.to_string())
    };
    let m = parsed(&context, STATED);
    let job = Merge::new(&context).unwrap();
    let collected = job.collect(&m).unwrap();
    let trace = collected.scopes[0].trace.to_string();
    let relations = trace.split_once("\npool").unwrap().1;
    assert_eq!(
        relations,
        " l1 4096 align=32\nreserve l1 0..1024\napart f/alloc0 f/alloc1\nnever f/alloc2 f/alloc3"
    );
    // The two branches share their bytes, and one of the group has its own. The price comes first, so the peak is one
    // that costs nothing, and is proved for that.
    let (report, _) = job.run(&mut m.clone()).unwrap();
    assert_eq!(report.merged.total.fragmentation(), 0.0, "{report:?}");
    let text = merged(STATED).unwrap();
    assert_has!(text, "memref<3072xi8, 1>");
    for address in [66_560, 67_584] {
        assert_has!(text, &format!("memplan.address = {address} : i64"));
    }
    let small = STATED.replace("4096", "2048");
    let error = "pool `l1` needs 3072 bytes, but its capacity is 2048: no two of `f/alloc0`, `f/alloc1` may share bytes";
    assert!(merged(&small).unwrap_err().contains(error));
    // A stated offset is a pin, and checked as one.
    let pinned = |offset: &str| {
        let stated = format!("memplan.offset = {offset}, memplan.apart");
        merged(&STATED.replacen("memplan.apart", &stated, 1))
    };
    let text = pinned("3072").unwrap();
    assert_has!(text, "arith.constant 3072 : index");
    for (offset, error) in [
        ("\"x\"", "`memplan.offset` is not a number of bytes"),
        ("-8", "`memplan.offset` is not a number of bytes"),
        ("2050", "which is not a multiple of 64"),
        ("512", "is in the reserved range 0..1024"),
        ("3584", "ends at 4608, above the capacity 4096"),
    ] {
        let refused = pinned(offset).unwrap_err();
        assert!(refused.contains(error), "{offset}: {refused}");
    }
    let wrong = STATED.replace("size =", "siz =");
    assert!(
        merged(&wrong)
            .unwrap_err()
            .contains("`siz` is not one of `space`")
    );
    let called = STATED.replace(
        "    return\n  }\n",
        "    return\n  }\n  func.func @g(%x: memref<256xf32>, %c: i1) {\n    \
         func.call @f(%x, %c) : (memref<256xf32>, i1) -> ()\n    return\n  }\n",
    );
    assert!(merged(&called).unwrap_err().contains("is called by others"));
}

/// A program of conditionals and loops around them, whose branches use buffers that are allocated in front of them.
fn branches(number: u64) -> String {
    let mut random = Random::new(number);
    let mut body = String::new();
    let n_buffers = 12;
    let is_inside = random.one_in(2);
    let allocs: String = (0..n_buffers)
        .map(|at| format!("%b{at} = memref.alloc() : memref<8xi32>\n"))
        .collect();
    for condition in 0..3 {
        // Mostly buffers of their own, else any.
        let mut order: Vec<usize> = (4 * condition..4 * condition + 4).collect();
        if random.one_in(4) {
            order = (0..n_buffers).collect();
            for at in (1..n_buffers).rev() {
                order.swap(at, random.index(at + 1));
            }
        }
        let branch = |random: &mut Random, buffers: &[usize]| {
            let fill = |random: &mut Random, at: &usize| {
                let value = random.index(4);
                format!("linalg.fill ins(%k{value} : i32) outs(%b{at} : memref<8xi32>)\n")
            };
            let fills: String = buffers.iter().map(|at| fill(random, at)).collect();
            let adds = buffers.iter().map(|at| {
                format!("linalg.add ins(%b{at}, %acc : memref<8xi32>, memref<8xi32>) outs(%acc : memref<8xi32>)\n")
            });
            fills + &adds.collect::<String>()
        };
        let (then, other) = order[..4].split_at(1 + random.index(2));
        let (then, other) = (branch(&mut random, then), branch(&mut random, other));
        body += &format!("scf.if %c{condition} {{\n{then}}} else {{\n{other}}}\n");
    }
    let (before, within) = if is_inside {
        ("", &*allocs)
    } else {
        (&*allocs, "")
    };
    format!(
        "module attributes {{memplan.pools = [{{name = \"all\", size = 1048576}}]}} {{
func.func @main(%c0: i1, %c1: i1, %c2: i1) -> i32 {{
%k0 = arith.constant 3 : i32\n%k1 = arith.constant 5 : i32\n%k2 = arith.constant 7 : i32\n%k3 = arith.constant 11 : i32
%i0 = arith.constant 0 : index\n%i1 = arith.constant 1 : index\n%i3 = arith.constant 3 : index
%acc = memref.alloc() : memref<8xi32>
linalg.fill ins(%k0 : i32) outs(%acc : memref<8xi32>)
{before}scf.for %i = %i0 to %i3 step %i1 {{
{within}{body}}}
%r = memref.load %acc[%i1] : memref<8xi32>
return %r : i32
}}
}}"
    )
}

#[test]
fn buffers_of_different_branches_share_bytes_where_that_is_proved() {
    let context = Context::default();
    let mut n_never = 0;
    for number in 0..60 {
        let text = branches(number);
        let given = parsed(&context, &text);
        let job = Merge::new(&context).unwrap().lower_peak(None);
        let collected = job.collect(&given).unwrap();
        let never = collected
            .traces()
            .map(|trace| trace.relations().never_together.len());
        n_never += never.sum::<usize>();
        let mut m = given.clone();
        job.run(&mut m).unwrap();
        let rewritten = || print(&m, &PrintOptions::default());
        for seed in 0..8 {
            let run_of = |m: &Module| {
                let main = function(m, "main").unwrap();
                let arguments = random_arguments(m, main, seed).unwrap();
                run(m, main, &arguments, &RunOptions::default()).unwrap()
            };
            let difference = run_of(&given).difference(&run_of(&m));
            assert_eq!(difference, None, "{text}\n{}", rewritten());
        }
    }
    assert!(20 < n_never, "{n_never}");
}
