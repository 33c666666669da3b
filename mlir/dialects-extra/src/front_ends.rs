//! What front ends leave in programs on tensors: globals of `ml_program` (torch-mlir, for the seeds of modules), and
//! the barriers of `util` (IREE, for `jax.checkpoint`).
//!
//! Other operations, attributes and types of the two dialects are read in generic form.

use memplan_mlir::dialects::Ty::{Any, Same};
use memplan_mlir::dialects::{
    AttrForm, Dialect, Effect, EffectKind, EffectOn, Effects, ORDERED, ResultName, Traits, Views,
    hook, maybe, ops, req,
};
use memplan_mlir::semantics::{Kernel, Semantics};
use memplan_mlir::syntax::pieces::{
    Parse, opt_attr_dict, opt_unit, print_dict_without, prop, set_prop,
};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState};
use memplan_mlir::{AttrKind, OpId};

/// Globals.
pub(super) static ML_PROGRAM: Dialect = Dialect {
    name: "ml_program",
    ops: &[GLOBALS],
    allows_unknown_ops: true,
    ..Dialect::EMPTY
};

/// Barriers.
pub(super) static UTIL: Dialect = Dialect {
    name: "util",
    ops: &[BARRIERS],
    allows_unknown_ops: true,
    ..Dialect::EMPTY
};

const READ: Effect = Effect {
    kind: EffectKind::Read,
    on: EffectOn::World,
};

ops! { GLOBALS:
    "ml_program.global" "Declares or defines a global value."
        [req("sym_name", AttrForm::SymName), req("type", AttrForm::Type), maybe("is_mutable", AttrForm::Unit),
         maybe("value", AttrForm::Any), maybe("sym_visibility", AttrForm::Str)]
        { traits: Traits::SYMBOL, assembly: hook(parse_global, print_global) };
    "ml_program.global_load" "Reads a global value." -> (result Any) [req("global", AttrForm::NestedRef)]
        "@global ':' :result {}" { effects: Effects::List(&[READ]), result_name: NAMED };
    "ml_program.global_load_const" "Reads a global value that does not change." -> (result Any)
        [req("global", AttrForm::NestedRef)] "@global ':' :result {}" { effects: Effects::None, result_name: NAMED };
    "ml_program.global_store" "Replaces a global value." (value Any) [req("global", AttrForm::NestedRef)]
        "@global '=' value ':' :value {}" { effects: Effects::List(&[ORDERED]) };
}

ops! { BARRIERS:
    "util.optimization_barrier" "Its operands, which are opaque to optimisations." ({operands} Any)
        -> ({results} Same("operands")) "{} ( operands^ ':' :operands )?"
        { views: Views::Pairwise, effects: Effects::List(&[ORDERED]), semantics: Semantics::Kernel(Kernel::Forward) };
}

/// Results are named after the global.
const NAMED: ResultName = ResultName::Hook(|m, op| {
    let global = m.prop(op, m.ctx.find_str("global")?)?;
    match m.ctx.attr_kind(global) {
        AttrKind::SymbolRef { root, .. } => Some(m.ctx.text(*root).into_owned()),
        _ => None,
    }
});

const GLOBAL: [&str; 5] = ["sym_visibility", "is_mutable", "sym_name", "value", "type"];

/// `private? mutable? @name((value))? : type {..}`.
fn parse_global(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    for word in ["private", "public", "nested"] {
        if p.eat_word(word) {
            let visibility = p.ctx_mut().string_attr(word);
            set_prop(p, state, "sym_visibility", visibility);
            break;
        }
    }
    opt_unit(p, state, "mutable", "is_mutable");
    let value = p.parse_symbol_name()?;
    let name = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    set_prop(p, state, "sym_name", name);
    if p.eat_literal("(") {
        let value = p.parse_attr()?;
        set_prop(p, state, "value", value);
        p.expect_literal(")")?;
    }
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let ty = p.ctx_mut().attr(AttrKind::Type(ty));
    set_prop(p, state, "type", ty);
    opt_attr_dict(p, state)
}

fn print_global(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    if let Some(AttrKind::String { value, .. }) =
        prop(p, op, "sym_visibility").map(|visibility| ctx.attr_kind(visibility))
    {
        p.push(" ");
        p.push(&ctx.text(*value));
    }
    if prop(p, op, "is_mutable").is_some() {
        p.push(" mutable");
    }
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(ctx.bytes(name));
    }
    if let Some(value) = prop(p, op, "value") {
        p.push("(");
        p.attr(value);
        p.push(")");
    }
    if let Some(ty) = prop(p, op, "type") {
        p.push(" : ");
        p.attr(ty);
    }
    print_dict_without(p, op, &GLOBAL);
}
