//! Every step has its own error, and those of a program say where.

use std::sync::Arc;

use memplan::{ChoiceError, Context, Error, Merge, Planned, Stage};
use memplan_collectors::CollectErrorKind;
use memplan_mlir::Module;
use memplan_mutators::{
    MergeAlloc, MergeAllocOptions, MergePlan, MutateError, MutateReport, Mutator,
};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PluginInfo, Provenance, StopReason, Units, registry,
};

const PAIR: &str = "func.func @pair(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  return
}";

fn run(text: &str) -> Error {
    let context = Context::default();
    let job = Merge::new(&context).unwrap();
    job.run_text(text).unwrap_err()
}

/// The code of the first diagnostic, and the text from its span on.
fn place<'a>(error: &Error, text: &'a str) -> (&'static str, &'a str) {
    let diagnostics = error.diagnostics().unwrap();
    let start = diagnostics[0].span.start as usize;
    (diagnostics[0].code, &text[start..])
}

#[test]
fn a_text_that_is_no_valid_program_is_refused_before_any_step() {
    let text = "func.func @f() {\n  %a = memref.aloc() : memref<4xf32>\n  return\n}";
    let error = run(text);
    assert!(matches!(error, Error::Program(_)), "{error}");
    let (code, at) = place(&error, text);
    assert!(
        code == "unknown-op" && at.starts_with("memref.aloc"),
        "{error}"
    );
    let text = "func.func @f(%n: index) {\n  %a = memref.alloc(%n) : memref<4xf32>\n  return\n}";
    let error = run(text);
    assert!(matches!(error, Error::Program(_)), "{error}");
}

#[test]
fn the_collector_names_what_it_does_not_understand() {
    let text = "func.func @f() {
  \"unknown.loop\"() ({
    %a = memref.alloc() : memref<4xf32>
    \"unknown.use\"(%a) : (memref<4xf32>) -> ()
    \"unknown.yield\"() : () -> ()
  }) : () -> () loc(\"jit(f)/while\"(\"model.py\":7:3))
  return
}";
    let error = run(text);
    let Error::Collect { error: inner, .. } = &error else {
        panic!("{error}");
    };
    assert!(matches!(
        inner.kind,
        CollectErrorKind::UnknownRegionOp { .. }
    ));
    let (code, at) = place(&error, text);
    assert!(
        code == "unknown-region-op" && at.starts_with("\"unknown.loop\""),
        "{at}"
    );
    assert_eq!(
        error.diagnostics().unwrap()[0].notes[0].message,
        "this is `jit(f)/while (model.py:7)` in the source"
    );
}

#[test]
fn allocations_without_end_are_refused() {
    let text = "func.func @f() {
  %a = memref.alloc() : memref<4611686018427387904xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4611686018427387904xf32>
  \"some.use\"(%a, %b) : (memref<4611686018427387904xf32>, memref<4xf32>) -> ()
  return
}";
    let error = run(text);
    assert!(
        matches!(&error, Error::TooLarge(buffers) if buffers.len() == 1),
        "{error}"
    );
    assert_eq!(place(&error, text).0, "too-large");
    let text = text.replace(
        "xf32>\n  \"some",
        "xf32> loc(\"jit(f)/iota\"(\"model.py\":7:3))\n  \"some",
    );
    let expected = "buffer `f/alloc0` of `jit(f)/iota (model.py:7)` has 2^63 bytes or more";
    assert_eq!(run(&text).to_string(), expected);
}

#[test]
fn a_planner_without_a_schedule_and_a_wrong_one_have_different_errors() {
    let mut context = Context::default();
    for name in ["never", "everything-at-0"] {
        context.planners.register(Arc::new(Broken(name))).unwrap();
    }
    let run = |planner| {
        let job = Merge::new(&context).unwrap().planner(planner).unwrap();
        job.lower_peak(None).run_text(PAIR).unwrap_err()
    };
    let Error::Plan { scope, error } = run("never") else {
        panic!("the planner has a schedule");
    };
    assert_eq!(scope, "pair");
    assert_eq!(error, CANCELLED);

    let error = run("everything-at-0");
    let Error::InvalidSchedule { planner, rejected } = &error else {
        panic!("{error}");
    };
    assert_eq!(planner, "everything-at-0");
    let violations = &rejected.violations;
    assert_eq!(violations.len(), 1);
    assert!(
        violations[0]
            .describe(&rejected.trace)
            .contains("pair/alloc0")
    );
    assert_eq!(error.diagnostics(), None);
}

const MERGE_ALLOC: MergeAlloc = MergeAlloc {
    options: MergeAllocOptions::DEFAULT,
};

/// Merges with other offsets than those of the plan.
#[derive(Debug)]
struct Moved(&'static str, Bytes);

impl Mutator for Moved {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: self.0,
            ..MERGE_ALLOC.info()
        }
    }

    fn apply(&self, m: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError> {
        let mut plan = plan.clone();
        for buffer in plan.scopes.iter_mut().flat_map(|scope| &mut scope.buffers) {
            buffer.offset = self.1;
        }
        MERGE_ALLOC.apply(m, &plan)
    }
}

#[test]
fn errors_of_mutators_name_what_a_front_end_wrote() {
    let mut context = Context::default();
    for moved in [
        Moved("to-the-start", Bytes(0)),
        Moved("beyond-the-end", Bytes(64)),
    ] {
        context.mutators.register(Arc::new(moved)).unwrap();
    }
    let text = "func.func @pair(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32> loc(\"jit(f)/sin\"(\"model.py\":7:3))
  %b = memref.alloc() : memref<4xf32>
  memref.copy %y, %b : memref<4xf32> to memref<4xf32> loc(\"jit(f)/cos\"(\"model.py\":7:3))
  memref.copy %a, %y : memref<4xf32> to memref<4xf32> loc(\"jit(f)/tan\"(\"model.py\":7:3))
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  return
}";
    let run = |mutator: &str| {
        let job = Merge::new(&context).unwrap().mutator(mutator).unwrap();
        let Err(error) = job.lower_peak(None).run_text(text) else {
            panic!("{mutator} gives a program");
        };
        let (code, at) = place(&error, text);
        let notes = error.diagnostics().unwrap().remove(0).notes.into_iter();
        let notes: Vec<String> = notes.map(|note| note.message).collect();
        (code, at.lines().next().unwrap().to_owned(), notes)
    };
    let (code, at, notes) = run("to-the-start");
    assert_eq!(code, "wrong-merge");
    assert!(at.starts_with("memref.copy %a, %y"), "{at}");
    let expected = [
        "this is `jit(f)/tan (model.py:7)` in the source",
        "the bytes are overwritten or freed here",
        "this is `jit(f)/cos (model.py:7)` in the source",
    ];
    assert_eq!(notes, expected);
    let (code, at, notes) = run("beyond-the-end");
    assert_eq!(code, "does-not-fit");
    assert!(at.starts_with("memref.alloc()"), "{at}");
    assert_eq!(notes, ["this is `jit(f)/sin (model.py:7)` in the source"]);
}

const CANCELLED: PlanError = PlanError::Stopped {
    reason: StopReason::Cancelled,
    work: Units(0),
};

/// Has no schedule, or puts all buffers at offset 0.
#[derive(Debug)]
struct Broken(&'static str);

impl MemoryPlanner for Broken {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: self.0,
            aliases: &[],
            ..registry::find("first-fit").unwrap().info()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if self.0 == "never" {
            return Err(CANCELLED);
        }
        let schedule = registry::find("first-fit").unwrap().plan(trace, options)?;
        Ok(MemorySchedule {
            offsets: vec![Bytes(0); trace.len()],
            ..schedule
        })
    }
}

fn module(text: &str) -> Module {
    let parsed = memplan_mlir::text::parse(text.as_bytes(), &Default::default());
    parsed.unwrap().module
}

#[test]
fn a_plan_for_another_module_is_refused() {
    let context = Context::default();
    let job = Merge::new(&context).unwrap();
    let all = job.collect(&module(PAIR)).unwrap();
    let planned: Vec<Planned> = job.plan(&all).unwrap();
    let mut plan = MemoryPlan {
        schedules: planned
            .into_iter()
            .map(|planned| planned.schedule)
            .collect(),
        provenance: Provenance {
            source_hash: Some(7),
            source_name: "pair.mlir".to_owned(),
            ..Provenance::default()
        },
        trace_hash: None,
    };
    let error = Merge::with_plan(&context, &plan, 8).unwrap_err();
    assert!(
        matches!(&error, Error::OtherModule { source_name } if source_name == "pair.mlir"),
        "{error}"
    );
    // A plan applies to another text with the same traces; here the traces differ.
    plan.trace_hash = Some(1);
    let job = Merge::with_plan(&context, &plan, 7).unwrap();
    let error = job.run_text(PAIR).unwrap_err();
    assert!(matches!(error, Error::OtherTraces), "{error}");
    plan.trace_hash = None;
    plan.schedules[0].offsets.fill(Bytes(0));
    let job = Merge::with_plan(&context, &plan, 7).unwrap();
    let error = job.run_text(PAIR).unwrap_err();
    assert!(
        matches!(&error, Error::InvalidPlan(rejected) if rejected.violations.len() == 1),
        "{error}"
    );
}

#[test]
fn schedules_for_another_module_do_not_apply() {
    let context = Context::default();
    let job = Merge::new(&context).unwrap();
    let collected = job.collect(&module(PAIR)).unwrap();
    let mut other = module("func.func @other() {\n  return\n}");
    let mut other = job.start(&mut other);
    other.collected = Some(collected);
    let error = Stage::Apply.run(&mut other).unwrap_err();
    assert!(matches!(error, Error::Apply { .. }), "{error}");
    assert_eq!(error.diagnostics().unwrap().len(), 1);
}

#[test]
fn a_choice_that_is_none_lists_what_there_is() {
    let context = Context::default();
    let job = || Merge::new(&context).unwrap();
    let code = |error: ChoiceError| error.code();
    assert_eq!(
        code(job().planner("unknown").unwrap_err()),
        "unknown-planner"
    );
    assert_eq!(
        code(job().planner("best-fit{x=1}").unwrap_err()),
        "unknown-option"
    );
    assert_eq!(
        code(job().collector("unknown").unwrap_err()),
        "bad-collector"
    );
    assert_eq!(
        code(job().mutator("merge-alloc{arena=x}").unwrap_err()),
        "bad-mutator"
    );
    let error = job().planner("best-fit{time=1s}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "planner `best-fit`: option `time` is `1s`: time limits need a clock, which this program does not provide"
    );
}
