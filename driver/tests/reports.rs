//! The contents of the report, and the equality of single steps and the whole job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memplan::{Arena, Context, Merge, Stage};
use memplan_mlir::Module;
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mutators::{ArenaKind, Fallback};
use memplan_planner::wire::source_hash;
use memplan_planner::{Bytes, Interrupt, MemoryPlan, PlanOptions, Provenance, StopReason};

/// Two buffers of 4096 bytes that are never live at once, one of 4 bytes that is returned, and one that is never
/// accessed.
const PROGRAM: &str = "func.func @f(%x: memref<1024xf32>) -> memref<f32> {
  %a = memref.alloc() : memref<1024xf32>
  memref.copy %x, %a : memref<1024xf32> to memref<1024xf32>
  memref.copy %a, %x : memref<1024xf32> to memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  memref.copy %x, %b : memref<1024xf32> to memref<1024xf32>
  memref.copy %b, %x : memref<1024xf32> to memref<1024xf32>
  %r = memref.alloc() : memref<f32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %r[] : memref<f32>
  %dead = memref.alloc() : memref<8xf32>
  return %r : memref<f32>
}";

#[test]
fn a_report_accounts_for_every_buffer() {
    let context = Context::default();
    let report = Merge::new(&context)
        .unwrap()
        .run_text(PROGRAM)
        .unwrap()
        .report;
    assert_eq!((report.merged.n_buffers, report.merged.n_merged), (4, 2));
    assert_eq!(report.merged.deleted, ["f/alloc3"]);
    let [skipped] = &report.merged.skipped[..] else {
        panic!("{:?}", report.merged.skipped);
    };
    assert_eq!((&*skipped.name, skipped.reason), ("f/alloc2", "escapes"));
    assert!(
        PROGRAM[skipped.place.span.start as usize..].starts_with("memref.alloc() : memref<f32>")
    );
    let culprit = skipped.culprit.as_ref().unwrap();
    assert_eq!(culprit.operation, "func.return");
    assert!(PROGRAM[culprit.place.span.start as usize..].starts_with("return %r"));
    let [scope] = &report.merged.scopes[..] else {
        panic!("{:?}", report.merged.scopes);
    };
    assert_eq!((&*scope.scope, &*scope.operation), ("f", "func.func"));
    assert_eq!(
        (scope.n_merged, scope.n_skipped, scope.n_deleted),
        (2, 1, 1)
    );
    assert_eq!(scope.figures, report.merged.total);
    let total = &report.merged.total;
    assert_eq!((total.separate_bytes, total.peak_bytes), (8192, 4096));
    assert_eq!((total.saved(), total.fragmentation()), (0.5, 0.0));
    // Without a clock, no time is measured.
    assert_eq!(total.elapsed, None);
}

#[test]
fn the_report_says_where_merged_memory_comes_from_and_why() {
    let context = Context::default();
    let arena = |kind, text: &str| {
        let job = Merge::new(&context).unwrap().arena(kind);
        job.run_text(text).unwrap().report.merged.scopes[0]
            .arena
            .unwrap()
    };
    let freed = |fallback| Arena {
        kind: ArenaKind::Alloc,
        fallback,
        is_freed: true,
        alignment: Bytes(64),
        argument: None,
        is_within_callers: false,
    };
    // No buffer asks for an alignment, and any alignment could cost memory.
    let unaligned = Arena {
        alignment: Bytes(1),
        ..freed(None)
    };
    assert_eq!(arena(ArenaKind::Alloc, PROGRAM), unaligned);
    let on_stack = Arena {
        kind: ArenaKind::Alloca,
        fallback: None,
        is_freed: false,
        ..freed(None)
    };
    assert_eq!(arena(ArenaKind::Alloca, PROGRAM), on_stack);
    let larger = PROGRAM.replace("1024", "1025");
    let fallback = Some(Fallback::TooLargeForStack);
    let on_heap = Arena {
        // The largest power of two that divides the sizes.
        alignment: Bytes(4),
        ..freed(fallback)
    };
    assert_eq!(arena(ArenaKind::Alloca, &larger), on_heap);
}

#[test]
fn the_stages_one_by_one_and_an_existing_plan_give_the_same_program() {
    let context = Context::default();
    let job = Merge::new(&context).unwrap().planner("best-fit").unwrap();
    let whole = job.run_text(PROGRAM).unwrap();
    let read = || parse(PROGRAM.as_bytes(), &ParseOptions::default()).unwrap();

    let mut module = read().module;
    let mut running = job.start(&mut module);
    running.run_to(Stage::Collect).unwrap();
    let all = running.collected.clone().unwrap();
    let planned = job.plan(&all).unwrap();
    for stage in [Stage::Apply, Stage::Free] {
        stage.run(&mut running).unwrap();
    }
    assert_eq!(running.report, whole.report);
    let peaks = memplan::run_time_peaks(running.module, &all.separate_peaks);
    assert_eq!(running.report.peaks.functions, peaks);
    assert_eq!(print(&module, &PrintOptions::default()), whole.text());

    let collector = context.economical_collector("tick", None).unwrap();
    let hash = source_hash(PROGRAM.as_bytes());
    let scopes = memplan::traces(&module, &collector, &all, hash, "p.mlir").unwrap();
    assert_eq!(
        scopes.provenance,
        Provenance {
            collector: "tick".to_owned(),
            options: "alignment=own arenas=paying lone=skip".to_owned(),
            source_hash: Some(hash),
            source_name: "p.mlir".to_owned(),
        }
    );
    let plan = MemoryPlan {
        schedules: planned
            .into_iter()
            .map(|planned| planned.schedule)
            .collect(),
        provenance: scopes.provenance.clone(),
        trace_hash: Some(memplan_planner::wire::trace_hash(&scopes).unwrap()),
    };
    let job = Merge::with_plan(&context, &plan, hash).unwrap();
    assert_eq!(job.run_text(PROGRAM).unwrap().text(), whole.text());
}

/// A chain of calls, a recursive function, one that is used as a value, and a parallel loop.
const CALLS: &str = "func.func private @leaf(%x: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  return
}
func.func @middle(%x: memref<64xf32>) {
  %a = memref.alloc() {alignment = 128 : i64} : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  call @leaf(%a) : (memref<64xf32>) -> ()
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  return
}
func.func @again(%x: memref<64xf32>, %c: i1) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  %f = arith.constant false
  scf.if %c {
    func.call @again(%x, %f) : (memref<64xf32>, i1) -> ()
  }
  return
}
func.func @value(%x: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  return
}
func.func @main(%x: memref<64xf32>) -> ((memref<64xf32>) -> ()) {
  call @middle(%x) : (memref<64xf32>) -> ()
  call @leaf(%x) : (memref<64xf32>) -> ()
  scf.forall (%i) in (8) {
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.copy %x, %a : memref<64xf32> to memref<64xf32>
    memref.copy %a, %b : memref<64xf32> to memref<64xf32>
  }
  %f = constant @value : (memref<64xf32>) -> ()
  return %f : (memref<64xf32>) -> ()
}";

#[test]
fn the_report_says_which_arenas_are_arguments_and_why_others_are_not() {
    let context = Context::default();
    let job = Merge::new(&context).unwrap().arena(ArenaKind::Arg);
    let report = job.lower_peak(None).run_text(CALLS).unwrap().report;
    let rows = report.merged.scopes.iter().map(|row| {
        let arena = row.arena.unwrap();
        let what = (arena.argument, arena.alignment.0, arena.is_within_callers);
        let reason = arena.fallback.map_or("", Fallback::code);
        (&*row.scope, row.figures.peak_bytes, what, reason)
    });
    let rows: Vec<_> = rows.collect();
    let own = (None, 64, false);
    assert_eq!(
        rows,
        [
            ("leaf", 256, (Some(1), 64, true), ""),
            ("again", 256, own, "recursive"),
            ("value", 256, own, "address-taken"),
            ("middle", 512, (Some(1), 128, true), ""),
            ("main", 512, (Some(1), 128, false), ""),
            ("main/scope3", 512, own, "not-in-function"),
        ]
    );
    // Of the arenas of calls, only that of @main counts.
    assert_eq!(report.merged.total.peak_bytes, 512 + 512 + 256 + 256);
    assert_eq!(report.merged.total.size_bytes, 6 * 256);
    let calls: Vec<usize> = report
        .merged
        .scopes
        .iter()
        .map(|row| row.callees.n_calls)
        .collect();
    assert_eq!(calls, [0, 0, 0, 1, 2, 0]);
    assert_eq!((report.merged.n_buffers, report.merged.n_merged), (9, 9));
}

#[test]
fn arenas_as_arguments_need_a_planner() {
    let context = Context::default();
    let plan = MemoryPlan {
        schedules: Vec::new(),
        provenance: Provenance::default(),
        trace_hash: None,
    };
    let job = Merge::with_plan(&context, &plan, 0).unwrap();
    let error = job.arena(ArenaKind::Arg).run_text(CALLS).unwrap_err();
    assert!(
        matches!(
            error,
            memplan::Error::ExistingPlan {
                mutator: "merge-alloc"
            }
        ),
        "{error}"
    );
}

/// Asks to stop from the given poll on.
#[derive(Debug)]
struct StopsAt(u64, AtomicU64);

impl Interrupt for StopsAt {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let n_before = self.1.fetch_add(1, Ordering::Relaxed);
        (n_before >= self.0).then_some(StopReason::Cancelled)
    }
}

/// The search for passes that lower the peak ends between two of them, and the best program until then is taken.
#[test]
fn an_interrupt_ends_the_search_before_the_plan() {
    let text = |module: &Module| print(module, &PrintOptions::default());
    let context = Context::default();
    let given = include_str!("search/expand.mlir");
    let mut given = parse(given.as_bytes(), &ParseOptions::default())
        .unwrap()
        .module;
    memplan::bufferize(&mut given).unwrap();
    let mut peaks = Vec::new();
    for n_polls in [0, 1, 2, 5, 10, 20, 40, 80, 160, 320] {
        let interrupt = Arc::new(StopsAt(n_polls, AtomicU64::default()));
        let options = PlanOptions {
            interrupt: Some(interrupt),
            ..PlanOptions::default()
        };
        let job = Merge::new(&context).unwrap().options(options);
        let mut module = given.clone();
        let mut running = job.start(&mut module);
        running.run_to(Stage::Lower).unwrap();
        let steps = running.report.prepared.lowered.steps;
        assert_eq!(verify(&module), []);
        if n_polls == 0 {
            assert_eq!((steps.len(), text(&module)), (1, text(&given)));
        }
        let last = steps.last().unwrap().peaks[0].peak.most.unwrap();
        peaks.push(last.bytes);
    }
    assert!(peaks.is_sorted_by(|a, b| a >= b), "{peaks:?}");
    assert!(peaks.first() > peaks.last(), "{peaks:?}");
}
