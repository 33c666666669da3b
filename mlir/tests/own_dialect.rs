//! A dialect from outside the crate is registered, parsed, verified, printed and analysed like a built-in one.
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use memplan_mlir::dialects::classes::{ClassRow, Place, kinds};
use memplan_mlir::dialects::vocabulary::AttrBody;
use memplan_mlir::dialects::{
    Assembly, AttrForm, Dialect, DialectError, Dialects, EffectKind, Effects, OpDef, RegionFlow,
    Regions, Traits, Ty, Views, hook, makes, on, one, req,
};
use memplan_mlir::interfaces::{effects, view_sources};
use memplan_mlir::passes::{Pipeline, PipelineError, Registry};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState, PResult, RegionStyle, pieces};
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::{VerifyErrorKind, rules, verify};
use memplan_mlir::{Module, OpId};

/// `ring.window %buffer at 4 : T to U`: a view with custom hooks.
fn parse_window(p: &mut OpParser<'_>, state: &mut OpState) -> PResult<()> {
    let buffer = p.parse_use()?;
    p.expect_literal("at")?;
    let start = p.parse_i64()?;
    let start = p.ctx_mut().i64_attr(start);
    pieces::set_prop(p, state, "start", start);
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    p.expect_literal("to")?;
    let result = p.parse_type()?;
    state.results.push(result);
    pieces::push_operands(p, state, &[buffer], &[ty])
}

fn print_window(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    p.values(module.operands(op));
    p.push(" at ");
    let start = pieces::prop(p, op, "start").and_then(|attr| module.ctx.attr_i64(attr));
    p.ints(&[start.unwrap_or(0)]);
    p.push(" : ");
    p.types_of(module.operands(op).iter().copied());
    p.push(" to ");
    p.types_of(module.results(op));
}

/// The window starts inside the buffer.
fn verify_window(m: &Module, op: OpId) -> rules::Checked {
    let name = m.ctx.find_str("start");
    match name.and_then(|name| m.prop_i64(op, name)) {
        Some(start) if start < 0 => Err(VerifyErrorKind::Invalid {
            code: "ring-start",
            reason: format!("the window starts at {start}"),
        }),
        _ => Ok(()),
    }
}

fn parse_section(p: &mut OpParser<'_>, state: &mut OpState) -> PResult<()> {
    pieces::push_region(p, state, &[])
}

fn print_section(p: &mut OpPrinter<'_>, op: OpId) {
    p.push(" ");
    let region = p.module().regions(op)[0];
    p.region(region, RegionStyle::LABELLED);
}

static OPS: &[OpDef] = &[
    OpDef {
        name: "ring.take",
        summary: "Takes a buffer from the ring.",
        attrs: &[req("mode", AttrForm::AngleEnum("ring.mode"))],
        results: &[one("buffer", Ty::Any)],
        assembly: Assembly::Format("@mode {} ':' :buffer"),
        effects: Effects::List(&[makes(EffectKind::Allocate, "buffer")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "ring.give",
        summary: "Gives a buffer back.",
        operands: &[one("buffer", Ty::Any)],
        assembly: Assembly::Format("buffer {} ':' :buffer"),
        effects: Effects::List(&[on(EffectKind::Free, "buffer")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "ring.window",
        summary: "Views a part of a buffer.",
        operands: &[one("buffer", Ty::Hook)],
        results: &[one("view", Ty::Hook)],
        attrs: &[req("start", AttrForm::Int(64))],
        assembly: hook(parse_window, print_window),
        effects: Effects::None,
        views: Views::First,
        verify: Some(verify_window),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "ring.section",
        summary: "Runs its region once.",
        regions: Regions::Exactly(1),
        assembly: hook(parse_section, print_section),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("ring.end"),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "ring.end",
        summary: "Ends a section.",
        assembly: Assembly::Format("{}"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["ring.section"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "ring.program",
        summary: "Holds functions.",
        regions: Regions::Exactly(1),
        assembly: hook(parse_section, print_section),
        traits: Traits::ISOLATED_FROM_ABOVE
            .and(Traits::SYMBOL_TABLE)
            .and(Traits::GRAPH_REGION)
            .and(Traits::SINGLE_BLOCK),
        ..OpDef::EMPTY
    },
];

static RING: Dialect = Dialect {
    name: "ring",
    ops: &[OPS],
    attrs: &[("mode", AttrBody::Word(&["fast", "large"]))],
    types: &["handle"],
    classes: &[&[ClassRow {
        ops: "take give",
        places: &[(Place::Group("buffer"), &kinds::MEMREF)],
    }]],
    ..Dialect::EMPTY
};

fn dialects() -> Dialects {
    Dialects::core().with(&[&RING]).unwrap()
}

fn read(text: &str) -> Result<Module, String> {
    let dialects = dialects();
    let options = ParseOptions {
        dialects: Some(&dialects),
        ..ParseOptions::default()
    };
    let parsed = parse(text.as_bytes(), &options);
    parsed
        .map(|parsed| parsed.module)
        .map_err(|errors| errors[0].message.clone())
}

const PROGRAM: &str = "\
module {
  func.func @f(%arg0: memref<4xf32>) {
    ring.section {
      %0 = ring.take <fast> : memref<16xf32>
      %1 = ring.window %0 at 4 : memref<16xf32> to memref<4xf32>
      memref.copy %arg0, %1 : memref<4xf32> to memref<4xf32>
      ring.give %0 : memref<16xf32>
    }
    return
  }
}

";

fn op(m: &Module, name: &str) -> OpId {
    let mut ops = m.walk(m.root());
    ops.find(|&op| m.op_name_text(op) == name).unwrap()
}

#[test]
fn it_is_read_verified_and_printed() {
    let module = read(PROGRAM).unwrap();
    assert_eq!(verify(&module), []);
    assert_eq!(print(&module, &PrintOptions::default()), PROGRAM);

    let generic = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    let again = read(&print(&module, &generic)).unwrap();
    assert_eq!(print(&again, &PrintOptions::default()), PROGRAM);
}

#[test]
fn its_rules_hold() {
    let invalid = PROGRAM.replace("at 4", "at -4");
    let errors = verify(&read(&invalid).unwrap());
    assert_eq!(errors[0].kind.to_string(), "the window starts at -4");

    let no_memref = PROGRAM.replace("memref<16xf32>", "i32");
    let errors = verify(&read(&no_memref).unwrap());
    let message = errors[0].kind.to_string();
    assert!(message.contains("a ranked memref"), "{message}");

    let error = read(&PROGRAM.replace("<fast>", "<slow>")).unwrap_err();
    assert!(error.contains("one of `fast`, `large`"), "{error}");
    let error = read("\"t.t\"() : () -> !ring.handel").unwrap_err();
    assert!(error.contains("has no type `handel`"), "{error}");
    let error = read("\"ring.taek\"() : () -> ()").unwrap_err();
    assert!(error.contains("has no operation `ring.taek`"), "{error}");
}

#[test]
fn analyses_ask_its_table() {
    let module = read(PROGRAM).unwrap();
    let (take, window) = (op(&module, "ring.take"), op(&module, "ring.window"));
    let kinds = |op| -> Vec<EffectKind> {
        let list = effects(&module, op).unwrap();
        list.iter().map(|effect| effect.kind).collect()
    };
    assert_eq!(kinds(take), [EffectKind::Allocate]);
    assert_eq!(kinds(op(&module, "ring.give")), [EffectKind::Free]);
    let buffer = module.result(take, 0).unwrap();
    let view = module.result(window, 0).unwrap();
    assert_eq!(view_sources(&module, window).as_slice(), [(buffer, view)]);
}

#[test]
fn pipelines_may_name_its_operations() {
    let registry = Registry::with_builtin();
    let text = "ring.program(canonicalize)";
    assert!(matches!(
        Pipeline::parse(text, &registry, &Dialects::core()),
        Err(PipelineError::BadNest { .. })
    ));
    assert!(Pipeline::parse(text, &registry, &dialects()).is_ok());
}

#[test]
fn names_are_taken_once() {
    assert_eq!(
        dialects().with(&[&RING]).unwrap_err(),
        DialectError::DuplicateDialect { name: "ring" }
    );
    static STRANGE: Dialect = Dialect {
        name: "ringlet",
        ops: &[OPS],
        ..Dialect::EMPTY
    };
    assert_eq!(
        Dialects::core().with(&[&STRANGE]).unwrap_err(),
        DialectError::ForeignOp {
            name: "ring.take",
            dialect: "ringlet"
        }
    );
    static TWICE: Dialect = Dialect {
        name: "ring",
        ops: &[OPS, OPS],
        ..Dialect::EMPTY
    };
    assert_eq!(
        Dialects::core().with(&[&TWICE]).unwrap_err(),
        DialectError::DuplicateOp { name: "ring.take" }
    );
}
