//! The steps that every program goes through.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use memplan::{ChoiceError, Context, Error, Planned, plan_trace};
use memplan_memory_model::prove_freed_once;
use memplan_mlir::passes::{Failure, PassError, Pipeline, RunOptions};
use memplan_mlir::text::{Diagnostic, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId, ValueId};
use memplan_planner::PlanOptions;

/// The outcome of a step on a program.
pub(super) enum Verdict {
    /// The step accepted the program, and the result is valid.
    Passed,
    /// The step rejected the program with a message.
    Refused,
    /// A failure that must not happen.
    Wrong(String),
}

/// One way through.
pub(super) struct Step {
    /// Its name, for reports.
    pub(super) name: &'static str,
    /// What is done with the program, if the name is no pipeline.
    own: Option<fn(&Program) -> Verdict>,
}

impl Step {
    fn pipeline(text: &'static str) -> Self {
        Self {
            name: text,
            own: None,
        }
    }

    /// Sends a valid program through.
    pub(super) fn run(&self, program: &Program) -> Verdict {
        match self.own {
            Some(run) => run(program),
            None => with(program, |m| pipeline(m, self.name)),
        }
    }
}

/// A valid program.
pub(super) struct Program {
    module: Module,
    /// Whether all regions of unknown operations may be isolated: they use no values from outside.
    is_isolated: bool,
    /// Texts that were read again, and are valid. Many steps make the same of a program.
    checked: RefCell<BTreeSet<String>>,
}

impl Program {
    /// None if the text is no valid program.
    pub(super) fn new(text: &str) -> Option<Self> {
        let module = read(text)?;
        let printed = print(&module, &PrintOptions::default());
        Some(Self {
            is_isolated: outside_use(&module).is_none(),
            module,
            checked: RefCell::new(BTreeSet::from([printed])),
        })
    }

    /// Whether a module is valid as text, unless that is one that was read before. In memory, pipelines verify it.
    fn sound(&self, m: &Module) -> Went {
        let text = print(m, &PrintOptions::default());
        if self.checked.borrow().contains(&text) {
            return Ok(());
        }
        let errors = match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
            Ok(parsed) => {
                if let Some(name) = outside_use(&parsed.module).filter(|_| self.is_isolated) {
                    let what =
                        format!("`{name}` may be isolated, and uses values from outside:\n{text}");
                    return Err(Some(what));
                }
                verify(&parsed.module)
            }
            Err(errors) => {
                let first = errors.first();
                let what = format!("what is printed cannot be read: {first:?}\n{text}");
                return Err(Some(what));
            }
        };
        if let Some(error) = errors.first() {
            let what = format!("what is printed is not valid: {error:?}\n{text}");
            return Err(Some(what));
        }
        self.checked.borrow_mut().insert(text);
        Ok(())
    }
}

/// The name of an unknown operation whose regions use values from outside, if there is one.
fn outside_use(m: &Module) -> Option<String> {
    let mut unknown = m.walk(m.root()).filter(|&op| m.def(op).is_none());
    let is_outside = |op: OpId, value: ValueId| {
        let block = m.value_block(value);
        let around = m.defining_op(value).map_or_else(
            || block.and_then(|block| m.block_parent(block)),
            |def| m.parent(def),
        );
        around.is_none_or(|around| !m.encloses(op, around))
    };
    let uses_outside = |&op: &OpId| {
        let mut inner = m.walk(op).filter(|&inner| inner != op);
        inner.any(|inner| m.operands(inner).iter().any(|&value| is_outside(op, value)))
    };
    let op = unknown.find(uses_outside)?;
    Some(m.op_name_text(op).into_owned())
}

/// All steps: every pass of the registry, and what follows.
pub(super) fn all() -> Vec<Step> {
    let context = Context::default();
    let registry = context.all_passes();
    let alone = registry.infos().map(|info| match parsed(info.name) {
        Ok(_) => info.name,
        Err(_) => format!("func.func({})", info.name).leak(),
    });
    let all = alone.chain(PIPELINES.iter().copied());
    let mut steps: Vec<Step> = all.map(Step::pipeline).collect();
    steps.extend(merges());
    steps
}

/// Passes with options, and pipelines.
const PIPELINES: &[&str] = &[
    "expand-realloc{emit-deallocs=false}",
    "ownership-based-buffer-deallocation{early=false borrow=false}",
    "ownership-based-buffer-deallocation{private-function-dynamic-ownership=true}",
    "expand-realloc{emit-deallocs=false},buffer-deallocation{copies=alloc},copy-removal",
    "buffer-deallocation,canonicalize,buffer-deallocation-pipeline",
    "buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack,buffer-deallocation-pipeline",
    "one-shot-bufferize{bufferize-function-boundaries=true}",
    "one-shot-bufferize{compat=reference allow-unknown-ops=true}",
    "one-shot-bufferize{copy-before-write=true bufferize-function-boundaries=true}",
    "tensor-copy-insertion{bufferize-function-boundaries=true}",
    "linalg-detensorize,scf-uplift-while-to-for,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,loop-iter-arg-destination-folding",
    "linalg-parallelize-unit-reductions,linalg-flatten-reductions,linalg-windows-to-scans,linalg-fold-transposes,linalg-sink-concatenations{pads=true},linalg-bubble-up-extract-slice",
    "convert-elementwise-to-linalg,eliminate-empty-tensors,split-empty-tensors,empty-tensor-to-alloc-tensor",
    "drop-equivalent-buffer-results,buffer-results-to-out-params{add-result-attr=true hoist-static-allocs=true hoist-dynamic-allocs=true modify-public-functions=true}",
    "memory-planning-pipeline",
    "split-buffers,sink-fills",
    "inline,sink-fills,split-buffers,buffer-deallocation-pipeline",
    "buffer-deallocation-pipeline,split-buffers,sink-fills",
    "schedule-for-memory{work=100000}",
    "buffer-deallocation-pipeline,schedule-for-memory{effort=linear}",
    "sink-allocations,buffer-deallocation-pipeline",
    "split-buffers,sink-fills,rematerialize{max-traffic=100%}",
    "carry-in-place,buffer-deallocation-pipeline",
    "split-outputs,sink-fills,fuse-updates-into-readers,pad-borders,write-into-parts,compute-in-place,sink-allocations",
    "buffer-deallocation-pipeline,compute-in-place,sink-allocations",
    "buffer-deallocation-pipeline,buffer-deallocation-pipeline",
    "buffer-deallocation-pipeline{existing-deallocs=strip lower-clones=true}",
    "buffer-deallocation-pipeline{private-function-dynamic-ownership=true},func.func(optimize-allocation-liveness)",
];

/// Merging before and after other passes.
fn merges() -> Vec<Step> {
    vec![
        Step {
            name: "bufferize, merge, deallocate",
            own: Some(|program| {
                with(program, |m| {
                    pipeline(m, "one-shot-bufferize{bufferize-function-boundaries=true}")?;
                    merge(m, "tick", "merge-alloc{arena=alloc}")?;
                    program.sound(m)?;
                    pipeline(m, "buffer-deallocation-pipeline")
                })
            }),
        },
        Step {
            name: "merge with arenas of callers",
            own: Some(|program| {
                with(program, |m| {
                    merge(m, "tick{arenas=paying}", "merge-alloc{arena=caller}")
                })
            }),
        },
        Step {
            name: "merge, merge again, deallocate",
            own: Some(|program| {
                with(program, |m| {
                    merge(m, "tick", "merge-alloc{arena=alloc}")?;
                    program.sound(m)?;
                    merge(m, "tick", "merge-alloc{arena=alloc}")?;
                    pipeline(m, "buffer-deallocation-pipeline")
                })
            }),
        },
        Step {
            name: "merge as the reference does, into a global",
            own: Some(|program| {
                with(program, |m| {
                    merge(m, "tick{compat=reference}", "merge-alloc{arena=global}")
                })
            }),
        },
        Step {
            name: "deallocate, merge, deallocate",
            own: Some(|program| {
                with(program, |m| {
                    pipeline(m, "buffer-deallocation-pipeline")?;
                    merge(m, "tick{hoist=false}", "merge-alloc{arena=alloc}")?;
                    program.sound(m)?;
                    pipeline(m, "buffer-deallocation-pipeline")
                })
            }),
        },
        Step {
            name: "deallocate, merge by deallocations",
            own: Some(|program| {
                with(program, |m| {
                    pipeline(m, "buffer-deallocation-pipeline")?;
                    merge(m, "dealloc", "merge-alloc{arena=alloc}")?;
                    program.sound(m)?;
                    pipeline(m, "buffer-deallocation-pipeline")
                })
            }),
        },
        Step {
            name: "merge by the deallocations of the program",
            own: Some(|program| {
                with(program, |m| {
                    merge(m, "dealloc", "merge-alloc{arena=alloca}")
                })
            }),
        },
        Step {
            name: "the proof that everything is freed once",
            own: Some(|program| {
                with(program, |m| {
                    prove_freed_once(m);
                    Ok(())
                })
            }),
        },
    ]
}

/// Reads a program; none if it is not valid.
pub(super) fn read(text: &str) -> Option<Module> {
    let module = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .ok()?
        .module;
    verify(&module).is_empty().then_some(module)
}

/// `None` for a refusal.
type Went = Result<(), Option<String>>;

fn with(program: &Program, work: impl FnOnce(&mut Module) -> Went) -> Verdict {
    let mut m = program.module.clone();
    match work(&mut m).and_then(|()| program.sound(&m)) {
        Ok(()) => Verdict::Passed,
        Err(None) => Verdict::Refused,
        Err(Some(what)) => Verdict::Wrong(what),
    }
}

/// Whether a refusal has words.
fn refusal(list: &[Diagnostic]) -> Option<String> {
    let is_clear = !list.is_empty() && list.iter().all(|error| !error.message.trim().is_empty());
    (!is_clear).then(|| "refused without a message".to_owned())
}

fn parsed(text: &str) -> Result<Pipeline, String> {
    let context = Context::default();
    context
        .pipeline(&format!("builtin.module({text})"))
        .map_err(|error| error.to_string())
}

thread_local! {
    /// Pipelines that were parsed already.
    static PARSED: RefCell<BTreeMap<&'static str, Result<Rc<Pipeline>, String>>> =
        const { RefCell::new(BTreeMap::new()) };
}

fn pipeline(m: &mut Module, text: &'static str) -> Went {
    let pipeline = PARSED.with(|cache| {
        let mut cache = cache.borrow_mut();
        let entry = cache.entry(text);
        entry.or_insert_with(|| parsed(text).map(Rc::new)).clone()
    });
    let pipeline = pipeline.map_err(Some)?;
    let Err(failed) = pipeline.run(m, &RunOptions::default()).result else {
        return Ok(());
    };
    for failure in failed.0 {
        match failure {
            Failure::GaveUp {
                error: PassError::Diagnostics(list),
                ..
            } => {
                if let Some(what) = refusal(&list) {
                    return Err(Some(what));
                }
            }
            other => return Err(Some(format!("{other:?}"))),
        }
    }
    Err(None)
}

fn merge(m: &mut Module, collector: &str, mutator: &str) -> Went {
    let context = Context::default();
    let choice = |error: ChoiceError| Some(error.to_string());
    let collector = context.collector(collector).map_err(choice)?;
    let planner = context.planner("greedy-by-size").map_err(choice)?.planner;
    let mutator = context.mutator(mutator).map_err(choice)?;
    let options = PlanOptions::default();
    let merged = memplan::collect(m, &collector).and_then(|collected| {
        let traces = collected.traces();
        let planned = traces.map(|trace| plan_trace(&*planner, trace, &options, None));
        let planned = planned.collect::<Result<Vec<Planned>, Error>>()?;
        memplan::rewrite(m, &*mutator, &collected, &planned)
    });
    match merged {
        Ok(_) => match verify(m).first() {
            None => Ok(()),
            Some(error) => {
                let text = print(m, &PrintOptions::default());
                Err(Some(format!("made an invalid program: {error:?}\n{text}")))
            }
        },
        Err(error @ Error::InvalidSchedule { .. }) => Err(Some(error.to_string())),
        Err(error) if error.to_string().is_empty() => {
            Err(Some("refused without a message".to_owned()))
        }
        Err(_) => Err(None),
    }
}
