//! `buffer-deallocation` and `copy-removal` on random programs: by execution, and next to mlir-opt 19.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs of each kind instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use std::fmt::Write as _;
use std::fs;

use crate::common::chain::read;
use crate::common::corpus;
use crate::common::passes;
use crate::common::programs::{meaning, text_of};
use crate::common::real_mlir::{Ledger, MlirOpt};
use memplan_interp::Run;
use memplan_mlir::{Module, OpId, ValueDef, ValueId};
use memplan_testing::figure;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};
use rustc_hash::FxHashMap;

const FREE: &str = "expand-realloc{emit-deallocs=false},buffer-deallocation";

/// The pipelines that free everything.
const PIPELINES: &[&str] = &[
    FREE,
    "expand-realloc{emit-deallocs=false},buffer-deallocation,copy-removal",
    "expand-realloc{emit-deallocs=false},buffer-deallocation,canonicalize,cse",
    "expand-realloc{emit-deallocs=false},buffer-deallocation{copies=alloc},copy-removal,\
     func.func(optimize-allocation-liveness)",
];

/// Programs of every kind. Buffers are not written after they were passed on: a copy would show.
fn kinds() -> [(&'static str, ProgramOptions); 4] {
    let plain = ProgramOptions {
        late_writes: false,
        ..ProgramOptions::default()
    };
    [
        (
            "structured",
            ProgramOptions {
                blocks: false,
                ..plain
            },
        ),
        ("with blocks", plain),
        (
            "with rotations",
            ProgramOptions {
                rotation: true,
                twice: true,
                ..plain
            },
        ),
        (
            "with memory spaces, alignments and late writes",
            ProgramOptions {
                spaces: true,
                alignments: true,
                late_writes: true,
                statements: 14,
                ..plain
            },
        ),
    ]
}

/// The fault of a program after a pipeline, if there is one.
fn fault_after(text: &str, before: &Run, pipeline: &str, keeps_results: bool) -> Option<String> {
    let mut m = read(text);
    if let Err(errors) = passes::run(&mut m, pipeline) {
        return Some(format!("{errors:?}"));
    }
    let after = match meaning(&m) {
        Ok(after) => after,
        Err(fault) => return Some(format!("{fault}\n{}", text_of(&m))),
    };
    let difference = before.difference(&after).filter(|_| keeps_results);
    let leak = after
        .leaks
        .first()
        .map(|leak| format!("{:?}", leak.diagnostic(&m)));
    if let Some(fault) = difference.or(leak) {
        return Some(format!("{fault}\n{}", text_of(&m)));
    }
    let once = text_of(&m);
    passes::run(&mut m, FREE).unwrap();
    let twice = text_of(&m);
    (pipeline == FREE && once != twice)
        .then(|| format!("a second run changes it:\n{once}\n{twice}"))
}

#[test]
fn programs_free_everything_once() {
    for (kind, options) in kinds() {
        for number in 0..n_programs(40) {
            let text = numbered_program(number, &options);
            let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            for pipeline in PIPELINES {
                let fault = fault_after(&text, &before, pipeline, !options.late_writes);
                if let Some(fault) = fault {
                    panic!("program {number} {kind}, {pipeline}: {fault}\n{text}");
                }
            }
        }
    }
}

/// Removing copies changes no result, whatever the order of writes. In at most three programs in a hundred the peak
/// grows: without the copy of a part of a buffer, all of it stays live.
#[test]
fn copies_are_removed_where_nothing_shows() {
    let (mut n_removed, mut n_higher) = (0, 0);
    let options = ProgramOptions {
        spaces: true,
        alignments: true,
        statements: 14,
        ..ProgramOptions::default()
    };
    let n = n_programs(60);
    for number in 0..n {
        let text = numbered_program(number, &options);
        for given in ["", "buffer-deallocation-pipeline", FREE] {
            let mut m = read(&text);
            if !given.is_empty() {
                passes::run(&mut m, given).unwrap();
            }
            let before = meaning(&m).unwrap();
            let start = text_of(&m);
            passes::run(&mut m, "copy-removal").unwrap();
            let what = || format!("program {number}, {given}\n{start}\n{}", text_of(&m));
            let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
            assert_eq!(before.difference(&after), None, "{}", what());
            assert!(after.leaks.len() <= before.leaks.len(), "{}", what());
            assert!(after.n_allocations <= before.n_allocations, "{}", what());
            n_higher += u64::from(after.peak_bytes > before.peak_bytes);
            n_removed += before.n_allocations - after.n_allocations;
        }
    }
    figure(&format!(
        "{n_removed} allocations removed with their copies, {n_higher} programs have a higher peak"
    ));
    assert!(n_removed > 50, "{n_removed}");
    assert!(n_higher * 100 <= 3 * n, "{n_higher}");
}

/// The operations of a module in order, without names of values. Copies and deallocations that stand
/// together are sorted.
fn without_names(m: &Module) -> String {
    let is_sorted = |op: OpId| {
        matches!(
            &*m.op_name_text(op),
            "bufferization.clone" | "memref.dealloc"
        )
    };
    let mut numbers: FxHashMap<OpId, usize> = FxHashMap::default();
    let mut blocks = FxHashMap::default();
    for op in m.walk(m.root()) {
        if !is_sorted(op) {
            numbers.insert(op, numbers.len());
        }
        for block in m.regions(op).iter().flat_map(|&region| m.blocks(region)) {
            blocks.insert(block, blocks.len());
        }
    }
    fn name(
        m: &Module,
        numbers: &FxHashMap<OpId, usize>,
        blocks: &FxHashMap<memplan_mlir::BlockId, usize>,
        value: ValueId,
    ) -> String {
        match m.value_def(value) {
            ValueDef::Result { op, index } => match numbers.get(&op) {
                Some(number) => format!("{number}#{index}"),
                None => format!("clone({})", name(m, numbers, blocks, m.operands(op)[0])),
            },
            ValueDef::Arg { block, index } => format!("b{}#{index}", blocks[&block]),
            ValueDef::Forward => unreachable!(),
        }
    }
    let line = |op: OpId| {
        let mut line = m.op_name_text(op).into_owned();
        for &value in m.operands(op) {
            let _ = write!(line, " {}", name(m, &numbers, &blocks, value));
        }
        for &block in m.successors(op) {
            let _ = write!(line, " ^{}", blocks[&block]);
        }
        line
    };
    let mut out = String::new();
    for op in m.walk(m.root()) {
        for block in m.regions(op).iter().flat_map(|&region| m.blocks(region)) {
            let _ = writeln!(out, "^{}", blocks[&block]);
            let mut run: Vec<String> = Vec::new();
            for op in m.ops(block) {
                if is_sorted(op) {
                    run.push(line(op));
                    continue;
                }
                run.sort();
                run.push(line(op));
                for line in run.drain(..) {
                    let _ = writeln!(out, "{line}");
                }
            }
        }
    }
    out
}

/// Copies of buffers, of the program and of the pass: `copy-removal` makes one of an allocation and its copy.
fn n_copies(m: &Module) -> usize {
    m.walk(m.root())
        .filter(|&op| ["bufferization.clone", "memref.copy"].contains(&m.op_name_text(op).as_ref()))
        .count()
}

/// How a program compares with what mlir-opt 19 makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Same,
    /// It refuses the program, or breaks.
    Refused,
    /// The result leaks, frees twice, uses freed memory, or is not valid.
    Wrong,
    Better,
}

fn compare(mlir_opt: &MlirOpt, text: &str) -> Verdict {
    let mut ours = read(text);
    passes::run(&mut ours, "buffer-deallocation").unwrap();
    let Ok(theirs) = mlir_opt.run(text, &["--buffer-deallocation"]) else {
        return Verdict::Refused;
    };
    let theirs = read(&theirs);
    if without_names(&ours) == without_names(&theirs) {
        return Verdict::Same;
    }
    let before = meaning(&read(text)).unwrap();
    let is_right = |m: &Module| {
        meaning(m).is_ok_and(|after| after.leaks.is_empty() && before.difference(&after).is_none())
    };
    if !is_right(&theirs) {
        return Verdict::Wrong;
    }
    let both = || {
        format!(
            "{text}\nours:\n{}\ntheirs:\n{}",
            text_of(&ours),
            text_of(&theirs)
        )
    };
    let theirs_clean = mlir_opt.run(text, &["--buffer-deallocation", "--canonicalize"]);
    let theirs_clean = read(&theirs_clean.unwrap());
    // MLIR's canonicalization removes clones that are needed, so that a buffer is read after a loop has freed it.
    if !is_right(&theirs_clean) {
        return Verdict::Wrong;
    }
    let mut ours_clean = read(&text_of(&ours));
    passes::run(&mut ours_clean, "copy-removal,canonicalize").unwrap();
    // MLIR leaks new buffers that functions return, if a run reaches them.
    let returns_buffers =
        |line: &str| line.contains("func.func") && line.contains("-> (i32, memref");
    if text.lines().any(returns_buffers) {
        return Verdict::Wrong;
    }
    let copies = (n_copies(&ours_clean), n_copies(&theirs_clean));
    assert!(copies.0 <= copies.1, "{copies:?} copies\n{}", both());
    let peaks = [&ours_clean, &theirs_clean].map(|m| meaning(m).unwrap().peak_bytes);
    assert!(peaks[0] <= peaks[1], "{peaks:?}\n{}", both());
    Verdict::Better
}

#[test]
fn programs_are_freed_as_by_mlir() {
    let Some(mlir_opt) = MlirOpt::find(19) else {
        return;
    };
    for (kind, blocks, calls) in [
        ("structured", false, false),
        ("with blocks", true, false),
        ("with calls", false, true),
    ] {
        let options = ProgramOptions {
            blocks,
            calls,
            late_writes: false,
            ..ProgramOptions::default()
        };
        let mut verdicts = Vec::new();
        for number in 0..n_programs(20).min(300) {
            // By our convention, public functions return only buffers that they own. MLIR has no such
            // convention, so make the functions private.
            let text =
                numbered_program(number, &options).replace("func.func @f", "func.func private @f");
            let mut m = read(&text);
            passes::run(&mut m, "expand-realloc{emit-deallocs=false},canonicalize").unwrap();
            verdicts.push(compare(&mlir_opt, &text_of(&m)));
        }
        let n = |verdict| verdicts.iter().filter(|&&found| found == verdict).count();
        figure(&format!(
            "{kind}: {} of {} as mlir-opt 19, which refuses {}, is wrong on {} and worse on {}",
            n(Verdict::Same),
            verdicts.len(),
            n(Verdict::Refused),
            n(Verdict::Wrong),
            n(Verdict::Better),
        ));
    }
}

/// Real models get the same operations, hence the same allocations and peak; but MLIR never frees what calls
/// return.
#[test]
fn models_are_freed_as_by_mlir() {
    let Some(mlir_opt) = MlirOpt::find(19) else {
        return;
    };
    for path in corpus::memref_models() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // In MLIR 19, the body of `linalg.map` has no argument for the init.
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("(%init: f32) {", "() {");
        let theirs = read(&mlir_opt.run(&text, &["--buffer-deallocation"]).unwrap());
        let mut ours = read(&text);
        passes::run(&mut ours, "buffer-deallocation").unwrap();
        if without_names(&ours) != without_names(&theirs) {
            let n_frees = [&ours, &theirs].map(|m| text_of(m).matches("memref.dealloc").count());
            assert!(text.contains("call @"), "{name}");
            assert!(n_frees[0] > n_frees[1], "{name}: {n_frees:?}");
        }
        let theirs = mlir_opt.run(&text, &["--buffer-deallocation", "--canonicalize"]);
        passes::run(&mut ours, "copy-removal,canonicalize").unwrap();
        let copies = (n_copies(&ours), n_copies(&read(&theirs.unwrap())));
        assert!(copies.0 <= copies.1, "{name}: {copies:?}");
        figure(&format!(
            "{name}: {} copies, mlir-opt 19 leaves {}",
            copies.0, copies.1
        ));
    }
}

/// MLIR executes the result with tracked allocations.
#[test]
fn the_real_mlir_frees_everything_once() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    let options = ProgramOptions {
        late_writes: false,
        ..ProgramOptions::default()
    };
    for number in 0..(n_programs(50) / 10).min(300) {
        let text = numbered_program(number, &options);
        let lower = "canonicalize,convert-bufferization-to-memref";
        let freed = |pipeline: &str| {
            let mut m = read(&text);
            passes::run(&mut m, &format!("{pipeline},{lower}")).unwrap();
            ledger.run(&text_of(&m)).unwrap()
        };
        let given = freed("expand-realloc{emit-deallocs=false}");
        for pipeline in &PIPELINES[..2] {
            let freed = freed(pipeline);
            let mistakes = (freed.leaked, freed.double_frees, freed.wild_frees);
            assert_eq!(mistakes, (0, 0, 0), "{pipeline}\n{text}");
            assert_eq!(freed.result, given.result, "{pipeline}\n{text}");
        }
    }
}
