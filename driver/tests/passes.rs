//! Pipelines with the passes of a context: passes of a program, `merge-alloc`, and the named pipeline of
//! deallocation.

use std::collections::BTreeSet;
use std::sync::Arc;

use memplan::{Context, Merge, Stage};
use memplan_mlir::passes::{
    Invariant, Pass, PassContext, PassError, PipelineError, PluginInfo, Promise, RunOptions,
};
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::{Module, OpId};
use memplan_mutators::ArenaKind;

const PROGRAM: &str = "
func.func @f() {
  %a = memref.alloc() : memref<256xi8>
  %b = memref.alloc() : memref<256xi8>
  \"test.use\"(%a, %b) : (memref<256xi8>, memref<256xi8>) -> ()
  return
}
";

/// [`PROGRAM`] after a pipeline in the module.
fn run(context: &Context, pipeline: &str) -> String {
    run_in(context, PROGRAM, pipeline)
}

/// A program after a pipeline of the libraries in the module.
fn run_on(program: &str, pipeline: &str) -> String {
    run_in(&Context::default(), program, pipeline)
}

fn run_in(context: &Context, program: &str, pipeline: &str) -> String {
    let mut m = parse(program.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap()
        .module;
    let pipeline = context
        .pipeline(&format!("builtin.module({pipeline})"))
        .unwrap();
    pipeline.run(&mut m, &RunOptions::default()).result.unwrap();
    print(&m, &PrintOptions::default())
}

fn refused(pipeline: &str) -> String {
    let context = Context::default();
    let error = context.pipeline(&format!("builtin.module({pipeline})"));
    error.unwrap_err().to_string()
}

/// Marks the root.
struct Mark;

impl Pass for Mark {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "mark",
            aliases: &["sign"],
            summary: "Marks the module.",
            cost: "constant",
            source: "none",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let (key, value) = (m.ctx.str("test.mark"), m.ctx.unit_attr());
        m.set_attr(root, key, value);
        Ok(())
    }
}

/// The bytes of the merged allocation, and the remarks.
fn merged(program: &str, pass: &str) -> (u64, Vec<String>) {
    let mut m = parse(program.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap()
        .module;
    let pipeline = Context::default().pipeline(&format!("builtin.module({pass})"));
    let journal = pipeline.unwrap().run(&mut m, &RunOptions::default());
    journal.result.unwrap();
    let text = print(&m, &PrintOptions::default());
    let (_, bytes) = text.split_once(": memref<").unwrap();
    let bytes = bytes.split_once('x').unwrap().0.parse().unwrap();
    let remarks = journal.warnings.into_iter().map(|remark| remark.message);
    (bytes, remarks.collect())
}

#[test]
fn the_usual_planner_is_replaced_far_above_the_load_but_not_where_it_is_asked_for() {
    // Each buffer is live for six operations. `chunk-hot` enlarges its chunks again and again.
    let mut program = "func.func @f() {\n".to_owned();
    for i in 0..300 {
        let ty = |i: usize| format!("memref<{}xi8>", 64 * (i * 7919 % 61 + 1));
        let last = i.max(5) - 5;
        program += &format!("  %{i} = memref.alloc() : {}\n", ty(i));
        program += &format!(
            "  \"test.use\"(%{i}, %{last}) : ({}, {}) -> ()\n",
            ty(i),
            ty(last)
        );
    }
    program += "  return\n}\n";
    let (hot, remarks) = merged(&program, "merge-alloc{planner=chunk-hot}");
    assert_eq!(remarks, Vec::<String>::new());
    for same in [
        "compat=reference planner=chunk-hot",
        "compat=reference",
        "planner-options=cost-model",
    ] {
        let pass = format!("merge-alloc{{{same}}}");
        assert_eq!(merged(&program, &pass), (hot, Vec::new()), "{same}");
    }
    let (quick, _) = merged(&program, "merge-alloc{planner=auto{effort=quick}}");
    assert!(quick < hot);
    let remark = format!(
        "`chunk-hot` needs {hot} bytes for `f`, so the {quick} bytes of `auto` are taken; `planner=chunk-hot` keeps the former"
    );
    for pass in [
        "merge-alloc",
        "merge-alloc{arena=global}",
        "merge-alloc{arena=arg}",
    ] {
        assert_eq!(
            merged(&program, pass),
            (quick, vec![remark.clone()]),
            "{pass}"
        );
    }
}

#[test]
fn a_program_registers_passes_of_its_own() {
    let mut context = Context::default();
    assert!(context.pipeline("builtin.module(mark)").is_err());
    context.passes.register(Arc::new(Mark)).unwrap();
    assert!(context.passes.register(Arc::new(Mark)).is_err());
    let text = run(&context, "sign,merge-alloc");
    assert!(text.contains("attributes {test.mark}"), "{text}");
    assert_eq!(text.matches("memref.alloc()").count(), 1, "{text}");
}

#[test]
fn merge_alloc_takes_specifications_or_their_options() {
    let context = Context::default();
    let by_spec = run(
        &context,
        "merge-alloc{collector=tick{alignment=128} mutator=merge-alloc{arena=global}}",
    );
    assert_eq!(
        by_spec,
        run(&context, "merge-alloc{alignment=128 arena=global}")
    );
    assert!(by_spec.contains("memref.global"), "{by_spec}");
    assert_eq!(
        refused("merge-alloc{collector=tick alignment=128}"),
        "pass `merge-alloc`: option `alignment`: `collector` is given: write the option into its braces"
    );
    assert_eq!(
        refused("merge-alloc{mutator=none}"),
        "pass `merge-alloc`: option `mutator`: there is no mutator `none`; known mutators: merge-alloc"
    );
    assert!(
        refused("merge-alloc{collector=tick!}")
            .contains("option `collector`: `tick!` is not `name`")
    );
}

#[test]
fn merge_alloc_chooses_among_the_plug_ins_of_its_context() {
    let context = Context {
        planners: memplan_planner::registry::Registry::empty(),
        ..Context::default()
    };
    let error = context.pipeline("builtin.module(merge-alloc{planner=first-fit})");
    assert!(matches!(error, Err(PipelineError::Plugin(_))), "{error:?}");
}

/// The expansion of a named pipeline is printed with its non-default options, and can be parsed again.
#[test]
fn named_pipelines_are_written_out_and_read_again() {
    let context = Context::default();
    let text = |text: &str| context.pipeline(text).unwrap().text();
    let all = "buffer-deallocation-pipeline{private-function-dynamic-ownership \
               existing-deallocs=strip lower-clones}";
    let written = text(&format!("builtin.module({all})"));
    assert_eq!(
        written,
        "builtin.module(expand-realloc{emit-deallocs=auto},canonicalize,\
         ownership-based-buffer-deallocation{existing-deallocs=strip \
         private-function-dynamic-ownership=true},canonicalize,\
         buffer-deallocation-simplification{fixpoint=true},bufferization-lower-deallocations,\
         canonicalize,cse,canonicalize,cse,canonicalize,convert-bufferization-to-memref,cse,\
         canonicalize,cse,canonicalize)"
    );
    assert_eq!(text(&written), written);
}

const ON_TENSORS: &str = "
func.func @main(%x: tensor<4x64xf32>, %w: tensor<64x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x64xf32>) -> tensor<4x64xf32>
  %a = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%init : tensor<4x64xf32>) -> tensor<4x64xf32>
  %b = linalg.matmul ins(%a, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%init : tensor<4x64xf32>) -> tensor<4x64xf32>
  %c = linalg.matmul ins(%b, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%init : tensor<4x64xf32>) -> tensor<4x64xf32>
  %d = linalg.matmul ins(%c, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%init : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %d : tensor<4x64xf32>
}
";

#[test]
fn one_pipeline_leads_from_tensors_to_planned_memory() {
    let text = run_on(ON_TENSORS, "memory-planning-pipeline");
    assert!(!text.contains("tensor<"), "{text}");
    // Two of three temporary buffers of 1024 bytes are live at once.
    assert!(text.contains("memref<2048xi8>"), "{text}");
    assert_eq!(text.matches("memref.alloc(").count(), 2, "{text}");
    assert_eq!(text.matches("memref.dealloc").count(), 1, "{text}");
    let on_stack = run_on(ON_TENSORS, "memory-planning-pipeline{arena=alloca}");
    assert!(on_stack.contains("memref.alloca("), "{on_stack}");
    let only_buffers = run_on(ON_TENSORS, "bufferization-pipeline");
    assert_eq!(
        only_buffers.matches("memref.alloc(").count(),
        4,
        "{only_buffers}"
    );
    assert!(!only_buffers.contains("memref.dealloc"), "{only_buffers}");
}

#[test]
fn pipelines_refuse_wrong_options() {
    let error = refused("memory-planning-pipeline{planner=unheard-of}");
    assert!(error.contains("unheard-of"), "{error}");
    let error = refused("bufferization-pipeline{planner=auto}");
    assert!(error.contains("has no option `planner`"), "{error}");
    let error = refused("bufferization-pipeline{function-boundary-type-conversion=none}");
    assert!(error.contains("identity-layout-map"), "{error}");
}

#[test]
fn passes_are_documented() {
    let registry = Context::default().all_passes();
    let mut names = BTreeSet::new();
    for pass in registry.iter() {
        let (info, options) = (pass.info(), pass.options());
        let name = info.name;
        assert!(names.insert(name), "{name}");
        let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(is_kebab), "{name}");
        assert!(info.summary.ends_with('.'), "{name}: {}", info.summary);
        assert!(!info.cost.is_empty() && !info.source.is_empty(), "{name}");
        let mut keys = BTreeSet::new();
        for option in options.infos() {
            assert!(keys.insert(option.name), "{name}: {}", option.name);
            assert!(option.name.chars().all(is_kebab), "{}", option.name);
            assert!(!option.help.is_empty(), "{name}: {}", option.name);
        }
    }
    for plugin in memplan_mutators::passes()
        .into_iter()
        .chain(memplan_placement::passes())
    {
        assert!(names.contains(plugin.info().name));
    }
    assert!(names.contains("merge-alloc") && names.contains("cse"));
}

/// What a pass keeps of a program, as `docs/book/src/reference/passes.md` says it.
fn kept(promise: Promise) -> String {
    let words = |list: &[Invariant]| -> Vec<&str> {
        list.iter()
            .map(|invariant| match invariant {
                Invariant::Results => "results",
                Invariant::FreedAtMostOnce => "frees",
                Invariant::NoLeaks => "no leaks",
                _ => "other",
            })
            .collect()
    };
    let mut text = words(promise.keeps).join(", ");
    if !promise.establishes.is_empty() {
        text.push_str("; **establishes** ");
        text.push_str(&words(promise.establishes).join(", "));
    }
    text
}

/// `UPDATE_EXPECT=1` writes the page.
#[test]
fn the_page_of_passes_lists_all_of_them() {
    let mut page = String::from(PAGE_BEGIN);
    for pass in Context::default().passes.iter() {
        let info = pass.info();
        page.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            info.name,
            info.summary,
            kept(pass.promise()),
            info.cost
        ));
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/book/src/reference/passes.md"
    );
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), page);
}

const PAGE_BEGIN: &str = "# Passes

Each pass does one thing. `memplan opt --NAME` runs one, `--pass-pipeline` several; `memplan list passes NAME` shows options.
This page is written by a test from the registry and from what the passes promise, which random programs hold them to:

- *results*: the program computes the same, except for copies that the calling convention requires;
- *frees*: no memory is freed twice, or used after it was freed;
- *no leaks*: all memory is freed, if it was before. Passes that may add allocations run before deallocation.

| pass | what it does | keeps | cost |
| --- | --- | --- | --- |
";

/// Two buffers of sizes known only at run time, and one of static size, in a function that another one calls.
const DYNAMIC: &str = "
func.func @f(%x: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%d) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  %v = memref.load %a[%c0] : memref<?xf32>
  %b = memref.alloc(%d) : memref<?x2xf32>
  memref.store %v, %b[%c0, %c0] : memref<?x2xf32>
  %w = memref.load %b[%c0, %c0] : memref<?x2xf32>
  %s = memref.alloc() : memref<8xf32>
  memref.store %w, %s[%c0] : memref<8xf32>
  %r = memref.load %s[%c0] : memref<8xf32>
  return %r : f32
}
func.func @g(%x: memref<?xf32>) -> f32 {
  %r = call @f(%x) : (memref<?xf32>) -> f32
  return %r : f32
}
";

/// The pass and the job share the code that places dynamic buffers.
#[test]
fn merge_alloc_places_dynamic_buffers_as_merge_does() {
    let context = Context::default();
    for (arena, kind) in [
        ("alloc", ArenaKind::Alloc),
        ("arg", ArenaKind::Arg),
        ("alloca", ArenaKind::Alloca),
    ] {
        for arenas in ["single", "paying"] {
            // The job divides no scopes for memory of other kinds; the pass follows its option.
            if arenas == "paying" && kind != ArenaKind::Alloc {
                continue;
            }
            let options = format!(
                "merge-alloc{{planner=best-fit collector=tick{{arenas={arenas}}} arena={arena}}}"
            );
            let by_pass = run_on(DYNAMIC, &options);
            // Rounding to 64 bytes might raise the peak.
            let is_merged = by_pass.contains("memref<?xi8>");
            assert_eq!(
                is_merged,
                arenas == "single" || arena != "alloc",
                "{by_pass}"
            );
            let mut m = parse(DYNAMIC.as_bytes(), &ParseOptions::default())
                .unwrap()
                .module;
            let job = Merge::new(&context).unwrap().planner("best-fit").unwrap();
            let collector = context
                .collector(&format!("tick{{arenas={arenas}}}"))
                .unwrap();
            let job = job.with_collector(collector);
            let job = job.arena(kind);
            Stage::Apply.run(&mut job.start(&mut m)).unwrap();
            assert_eq!(
                by_pass,
                print(&m, &PrintOptions::default()),
                "{arena} {arenas}"
            );
        }
    }
    let within = "func.func(merge-alloc{planner=best-fit})";
    assert_eq!(
        run_on(DYNAMIC, within),
        run_on(DYNAMIC, "merge-alloc{planner=best-fit}")
    );
}
