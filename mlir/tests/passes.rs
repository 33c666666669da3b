//! The pass manager: its output depends only on its input.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::sync::Arc;
use std::time::Duration;

use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{
    Anchor, Cse, DumpRule, Expansion, Failed, Failure, Field, Options, Pass, PassContext,
    PassError, PassPlugin, Pipeline, PipelineError, PipelineResult, PluginInfo, Registry,
    RunOptions, Select, Threading, Verification,
};
use memplan_mlir::text::{PrintOptions, attr_from_text, parse, print, type_from_text};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId, OpSpec};
use memplan_testing::programs::{ProgramOptions, numbered_program};

const fn info(name: &'static str) -> PluginInfo {
    PluginInfo {
        name,
        aliases: &[],
        summary: "A pass for tests.",
        cost: "none",
        source: "none",
    }
}

fn tag(tag: &mut i64) -> Vec<Field<'_>> {
    vec![Field::value("tag", tag).help("A number.")]
}

/// Inserts unregistered operations, with types, attributes and locations of all kinds, at the start of the first
/// function below the root, and emits a warning.
#[derive(Clone, Default)]
struct Decorate {
    tag: i64,
}

const TYPES: &[&str] = &[
    "complex<f64>",
    "vector<2x[4]xf16>",
    "tensor<3x?xf64, #tag<\"x\">>",
    "tensor<*xi7>",
    "memref<5x?xf64, strided<[9, 1], offset: 3>, #new.space>",
    "memref<*xi9, 77>",
    "tuple<i11, f16>",
    "(i13, complex<f32>) -> tuple<i13>",
    "!new.type<with<i15>>",
];

const ATTRS: &[&str] = &[
    "unit",
    "123456789012345678901234567890 : i99",
    "1.5 : f16",
    "\"new\" : i17",
    "vector<3xi19>",
    "[@new::@nested, 3 : i21]",
    "{key = \"value\", other = [unit]}",
    "affine_map<(d0)[s0] -> (d0 * 3 + s0)>",
    "affine_set<(d0) : (d0 - 3 >= 0)>",
    "dense<[1, 2]> : tensor<2xi23>",
    "dense<3.0> : vector<4xf16>",
    "sparse<[[0, 0]], [7]> : tensor<3x4xi25>",
    "dense_resource<blob> : tensor<2xf16>",
    "array<i16: 1, 2>",
    "strided<[7, 1], offset: 5>",
    "distinct[3]<\"new\">",
    "#new.attr<deep<[1]>>",
    "loc(fused<\"why\">[\"f.mlir\":1:2, callsite(\"inner\" at \"outer\"(unknown))])",
];

impl Pass for Decorate {
    fn info(&self) -> PluginInfo {
        info("decorate")
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| tag(&mut pass.tag))
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        let entry = m.regions(root).first().and_then(|&r| m.first_block(r));
        let Some(entry) = entry else {
            return Ok(());
        };
        cx.warn(m, root, "decorated", format!("tag {}", self.tag), None);
        let name = m
            .symbol_name(root)
            .map(|name| m.ctx.text(name).into_owned());
        let name = name.unwrap_or_default();
        let types: Vec<_> = TYPES
            .iter()
            .map(|text| type_from_text(&mut m.ctx, text.as_bytes()).unwrap())
            .collect();
        let op_name = m.ctx.op_name(format!("new.of_{name}"));
        let mut spec = OpSpec::new(op_name).results(&types);
        for (index, text) in ATTRS.iter().enumerate() {
            let attr = attr_from_text(&mut m.ctx, text.as_bytes()).unwrap();
            let key = m.ctx.str(format!("{name}_{index}"));
            spec = spec.attr(key, attr);
        }
        let tag = m.ctx.i64_attr(self.tag);
        let key = m.ctx.str("tag");
        let op = m.create_op(spec.attr(key, tag));
        m.insert_at_start(entry, op);
        Ok(())
    }
}

/// Fails for functions whose name starts with `bad`, and makes those called `broken` invalid.
struct Picky;

impl Pass for Picky {
    fn info(&self) -> PluginInfo {
        info("picky")
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let name = m
            .symbol_name(root)
            .map(|name| m.ctx.text(name).into_owned());
        let name = name.unwrap_or_default();
        if name.starts_with("bad") {
            return Err(PassError::at(m, root, "picky", format!("not `{name}`")).help("rename it"));
        }
        if name == "broken" {
            let block = m.regions(root).first().and_then(|&r| m.first_block(r));
            let last = block.and_then(|block| m.last_op(block));
            m.erase(last.unwrap());
        }
        Ok(())
    }
}

/// Decorates twice, with `cse` in between.
#[derive(Clone, Default)]
struct Twice {
    tag: i64,
}

impl PassPlugin for Twice {
    fn info(&self) -> PluginInfo {
        info("twice")
    }

    fn options(&self) -> Options<'_, dyn PassPlugin> {
        Options::of(self, Self::default(), |twice| tag(&mut twice.tag))
    }

    fn expand(self: Arc<Self>) -> Expansion {
        let decorate = |tag| Arc::new(Decorate { tag });
        Expansion::Pipeline(vec![
            decorate(self.tag),
            Arc::new(Cse),
            decorate(self.tag + 1),
        ])
    }
}

struct Nothing;

impl Pass for Nothing {
    fn info(&self) -> PluginInfo {
        info("module-only")
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, _: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        Ok(())
    }
}

fn registry() -> Registry {
    let mut registry = Registry::with_builtin();
    let plugins: [Arc<dyn PassPlugin>; 5] = [
        Arc::new(Alone),
        Arc::new(Decorate::default()),
        Arc::new(Picky),
        Arc::new(Nothing),
        Arc::new(Twice::default()),
    ];
    for plugin in plugins {
        registry.register(plugin).unwrap();
    }
    registry
}

fn pipeline(text: &str) -> Result<Pipeline, PipelineError> {
    Pipeline::parse(text, &registry(), &Dialects::core())
}

fn module(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed.unwrap_or_else(|errors| panic!("{errors:?}")).module
}

fn run(text: &str, pipeline: &str, options: &RunOptions<'_>) -> (PipelineResult, String) {
    let mut m = module(text);
    let pipeline = self::pipeline(pipeline).unwrap();
    let outcome = pipeline.run(&mut m, options);
    let printed = print(&m, &PrintOptions::default());
    (outcome, printed)
}

fn threaded() -> RunOptions<'static> {
    RunOptions {
        threading: Threading::On,
        ..RunOptions::default()
    }
}

const FOUR: &str = "
module attributes {a.b = 1 : i64} {
  func.func private @external(memref<?xf32>)
  func.func @f(%x: i32) -> i32 {
    %0 = arith.constant 1 : i32
    %1 = arith.addi %0, %x : i32
    %2 = arith.addi %0, %x : i32
    %3 = arith.muli %1, %2 : i32
    return %3 : i32
  }
  module @inner {
    func.func @g() {
      cf.br ^bb1
    ^bb1:
      cf.br ^bb1
    }
  }
  func.func @h(%m: memref<?xf32>) {
    call @external(%m) : (memref<?xf32>) -> ()
    return
  }
}
";

#[test]
fn any_number_of_threads_gives_the_same_text() {
    let mut texts: Vec<String> = vec![FOUR.to_owned()];
    texts.extend((0..40).map(|number| numbered_program(number, &ProgramOptions::default())));
    let pools: Vec<_> = [1, 2, 8]
        .map(|n| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(n)
                .build()
                .unwrap()
        })
        .into();
    for text in &texts {
        for pipeline in [
            "builtin.module(func.func(canonicalize,cse))",
            "builtin.module(func.func(twice{tag=5},canonicalize),builtin.module(func.func(twice),cse),any(cse))",
        ] {
            let (outcome, expected) = run(text, pipeline, &RunOptions::default());
            outcome.result.unwrap();
            assert_eq!(verify(&module(&expected)), [], "{expected}");
            for pool in &pools {
                let options = RunOptions {
                    dumps: DumpRule {
                        after: Select::All,
                        ..DumpRule::default()
                    },
                    ..threaded()
                };
                let (outcome, found) = pool.install(|| run(text, pipeline, &options));
                outcome.result.unwrap();
                assert_eq!(found, expected);
            }
        }
    }
}

/// Functions of a module are extracted and returned: only the changes of the pass may remain.
#[test]
fn what_nests_do_not_touch_stays_as_it_is() {
    let mut texts: Vec<String> = vec![FOUR.to_owned()];
    texts.extend((100..140).map(|number| numbered_program(number, &ProgramOptions::default())));
    for text in texts {
        let before = print(&module(&text), &PrintOptions::default());
        let nest = "builtin.module(any(picky,picky),any(picky),func.func(picky),any(picky))";
        // `picky` runs on functions only, but `any` matches other operations, too.
        let nest = nest.replace("any(picky,picky)", "func.func(picky,picky)");
        let nest = nest.replace("any(picky)", "any(canonicalize{max-iterations=0})");
        let (outcome, after) = run(&text, &nest, &threaded());
        outcome.result.unwrap();
        assert_eq!(after, before);
    }
}

/// Warns about what a pass on a function finds in the module besides the function.
struct Alone;

impl Pass for Alone {
    fn info(&self) -> PluginInfo {
        info("alone")
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        let others = m
            .walk(m.root())
            .filter(|&op| m.parent(op) == Some(m.root()) && op != root);
        let message = format!(
            "{} others, {} resources",
            others.count(),
            m.resources.dialect.len()
        );
        cx.warn(m, root, "others", message, None);
        Ok(())
    }
}

/// Functions are copied, or processed in place if one is most of the module. Passes see the same in both cases.
#[test]
fn passes_on_functions_see_nothing_else() {
    let one = "memref.global @a : memref<4xf32>
        func.func @f() { return }
        memref.global @b : memref<4xf32>
        {-# dialect_resources: {builtin: {blob: \"0x0400000001000000\"}} #-}";
    let second = "func.func @g() { return } memref.global @b";
    let two = one.replace("memref.global @b", second);
    let calls = "func.call @f() : () -> () ".repeat(9);
    let unequal = two.replace("@g() {", &format!("@g() {{ {calls}"));
    for (text, n_functions) in [(one, 1), (&two, 2), (&unequal, 2)] {
        let mut m = module(text);
        let before = print(&m, &PrintOptions::default());
        let pipeline = pipeline("builtin.module(func.func(alone))").unwrap();
        let outcome = pipeline.run(&mut m, &threaded());
        outcome.result.unwrap();
        let warnings: Vec<&str> = outcome.warnings.iter().map(|w| &*w.message).collect();
        assert_eq!(warnings, vec!["0 others, 0 resources"; n_functions]);
        assert_eq!(print(&m, &PrintOptions::default()), before);
    }
}

/// Types, attributes, locations and names created in a part have the same meaning in the whole module.
#[test]
fn what_is_new_in_a_part_is_known_to_the_whole() {
    let (outcome, nested) = run(
        FOUR,
        "builtin.module(func.func(decorate{tag=7}))",
        &threaded(),
    );
    outcome.result.unwrap();
    let warnings: Vec<&str> = outcome.warnings.iter().map(|w| &*w.message).collect();
    assert_eq!(warnings, ["tag 7", "tag 7"]);
    // The same pass without splitting the module.
    let mut m = module(FOUR);
    let mut cx = PassContext::default();
    for op in m.ops(m.body().unwrap()).collect::<Vec<_>>() {
        if m.def(op).unwrap().name == "func.func" {
            Decorate { tag: 7 }.run(&mut m, op, &mut cx).unwrap();
        }
    }
    assert_eq!(nested, print(&m, &PrintOptions::default()));
    for text in ["\"new.of_f\"", "\"new.of_h\"", "loc(fused<"] {
        assert_eq!(nested.matches(text).count(), 1, "{text} in {nested}");
    }
    assert_eq!(print(&module(&nested), &PrintOptions::default()), nested);
}

#[test]
fn modules_that_were_nested_often_do_not_grow() {
    let mut m = module(FOUR);
    let text = vec!["func.func(cse),cse"; 50].join(",");
    let pipeline = pipeline(&format!("builtin.module({text})")).unwrap();
    pipeline.run(&mut m, &threaded()).result.unwrap();
    assert!(m.op_count() < 100, "{}", m.op_count());
}

fn failures(failed: Failed) -> Vec<String> {
    let show = |failure: Failure| match failure {
        Failure::GaveUp {
            pass,
            error: PassError::Diagnostics(list),
        } => format!(
            "{pass}: {} [{}] {:?}",
            list[0].message, list[0].code, list[0].help
        ),
        Failure::GaveUp { pass, error } => format!("{pass}: {error:?}"),
        Failure::Invalid { pass, errors } => format!("{pass} made: {}", errors[0]),
    };
    failed.0.into_iter().map(show).collect()
}

#[test]
fn every_function_that_a_pass_gives_up_on_is_told() {
    let text = "func.func @bad1() { return }
        func.func @good() { return }
        func.func @bad2() { return }";
    let (outcome, _) = run(text, "builtin.module(func.func(picky))", &threaded());
    assert_eq!(
        failures(outcome.result.unwrap_err()),
        [
            "picky: not `bad1` [picky] Some(\"rename it\")",
            "picky: not `bad2` [picky] Some(\"rename it\")"
        ]
    );
}

#[test]
fn what_a_pass_breaks_is_found_at_once_or_at_the_end() {
    let text = "func.func @broken() { return }";
    let pipeline = "builtin.module(func.func(picky,cse),canonicalize)";
    let (outcome, _) = run(text, pipeline, &RunOptions::default());
    let messages = failures(outcome.result.unwrap_err());
    assert!(messages[0].starts_with("picky made: "), "{messages:?}");
    let (outcome, _) = run(
        text,
        "builtin.module(func.func(picky))",
        &RunOptions {
            verification: Verification::End,
            ..RunOptions::default()
        },
    );
    let messages = failures(outcome.result.unwrap_err());
    assert!(
        messages[0].starts_with("builtin.module(func.func(picky)) made: "),
        "{messages:?}"
    );
}

#[test]
fn programs_are_printed_around_the_passes_asked_for() {
    let dumps = |rule: DumpRule| {
        let options = RunOptions {
            dumps: rule,
            ..threaded()
        };
        run(
            FOUR,
            "builtin.module(func.func(cse),func.func(canonicalize),cse)",
            &options,
        )
        .0
        .dumps
    };
    let headings = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| {
                Some(
                    line.strip_prefix("// -----// IR Dump ")?
                        .replace(" //----- //", ""),
                )
            })
            .collect()
    };
    let all = dumps(DumpRule {
        before: Select::Named(vec!["canonicalize".to_owned()]),
        after: Select::All,
        after_change: false,
        after_failure: false,
    });
    let of_function = ["After cse", "Before canonicalize", "After canonicalize"];
    let expected = [&of_function[..], &of_function, &of_function, &["After cse"]].concat();
    assert_eq!(headings(&all), expected, "{all}");
    assert!(
        all.contains("//----- //\nfunc.func private @external(memref<?xf32>)\n\n"),
        "{all}"
    );
    let changed = dumps(DumpRule {
        after: Select::All,
        after_change: true,
        after_failure: false,
        ..DumpRule::default()
    });
    assert_eq!(
        headings(&changed),
        ["After cse", "After canonicalize"],
        "{changed}"
    );
}

#[test]
fn times_are_those_of_the_passes() {
    let ticks = std::sync::atomic::AtomicU64::new(0);
    let clock = || Duration::from_micros(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let options = RunOptions {
        clock: Some(&clock),
        ..RunOptions::default()
    };
    let (outcome, _) = run(
        FOUR,
        "builtin.module(func.func(cse,canonicalize),cse)",
        &options,
    );
    let [nest, cse] = &outcome.times[..] else {
        panic!("{:?}", outcome.times);
    };
    assert_eq!((&*nest.name, &*cse.name), ("'func.func' Pipeline", "cse"));
    let inside: Vec<(&str, u128)> = nest
        .children
        .iter()
        .map(|step| (&*step.name, step.user.as_micros()))
        .collect();
    // Three functions, with one tick of this clock each.
    assert_eq!(inside, [("cse", 3), ("canonicalize", 3)]);
}

#[test]
fn names_stand_for_sequences_and_pipelines_are_told_in_full() {
    let text = |text: &str| match pipeline(text) {
        Ok(pipeline) => pipeline.text(),
        Err(error) => format!("[{}] {error} = {}", error.code(), error.help()),
    };
    assert_eq!(
        text("builtin.module(func.func(twice{tag=3}),func.func(cse),cse)"),
        "builtin.module(func.func(decorate{tag=3},cse,decorate{tag=4}),func.func(cse),cse)"
    );
    for (wrong, expected) in [
        (
            "builtin.module(decorate)",
            "[bad-nesting] `decorate` works on functions, not on `builtin.module` = nest it: `func.func(decorate)`",
        ),
        (
            "builtin.module(func.func(module-only))",
            "[bad-nesting] `module-only` works on modules, not on `func.func` = put it directly into `builtin.module(module-only)`",
        ),
        (
            "builtin.module(canonicalise)",
            "[unknown-pass] there is no pass `canonicalise`, did you mean `canonicalize`?; known passes: canonicalize, cse, inline, unroll-loops, alone, decorate, picky, module-only, twice = `memplan list passes` lists the passes with their options",
        ),
        (
            "builtin.module(cse{a=1})",
            "[unknown-option] pass `cse` has no option `a`; it has no options = `memplan list passes` lists the passes with their options",
        ),
        (
            "builtin.module(func.func(decorate{tag=x}))",
            "[bad-value] pass `decorate`: option `tag` is `x`, expected a whole number = `memplan list passes` lists the passes with their options",
        ),
    ] {
        assert_eq!(text(wrong), expected);
    }
}

#[test]
fn passes_in_a_row_are_nested_by_what_they_work_on() {
    let passes = ["decorate", "picky", "cse", "picky"].map(|name| (name.to_owned(), String::new()));
    let pipeline = Pipeline::parse_sequence(&passes, &registry(), &Dialects::core()).unwrap();
    assert_eq!(
        pipeline.text(),
        "builtin.module(func.func(decorate),func.func(picky),cse,func.func(picky))"
    );
    let typed: [Arc<dyn Pass>; 3] = [
        Arc::new(Decorate { tag: 2 }),
        Arc::new(Cse),
        Arc::new(Nothing),
    ];
    assert_eq!(
        Pipeline::sequence(typed).unwrap().text(),
        "builtin.module(func.func(decorate{tag=2}),cse,module-only)"
    );
}
