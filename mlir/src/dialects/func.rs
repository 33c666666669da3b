//! The `func` dialect: functions, calls and returns.

use super::registry::Dialect;
use super::verify;
use super::{
    Assembly, AttrForm, Effects, OpDef, Regions, ResultName, Traits, Ty, many, maybe, one, req,
};
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "func",
    ops: &[OPS],
    classes: &[super::classes::control::FUNC],
    ..Dialect::EMPTY
};

const FUNCTION_TRAITS: Traits = Traits::FUNCTION
    .and(Traits::SYMBOL)
    .and(Traits::ISOLATED_FROM_ABOVE)
    .and(Traits::AFFINE_SCOPE)
    .and(Traits::AUTOMATIC_ALLOCATION_SCOPE);

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "func.func",
        summary: "Defines or declares a function.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            req("function_type", AttrForm::Type),
            maybe("sym_visibility", AttrForm::Str),
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
            maybe("no_inline", AttrForm::Unit),
        ],
        regions: Regions::Exactly(1),
        traits: FUNCTION_TRAITS,
        default_dialect: "func",
        assembly: Assembly::Hook {
            parse: crate::syntax::function::parse,
            print: crate::syntax::function::print,
        },
        verify: Some(verify::func::function),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Function),
    OpDef {
        name: "func.return",
        summary: "Returns from a function.",
        operands: &[many("operands", Ty::Any)],
        assembly: Assembly::Format("{} ( operands^ ':' :operands )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["func.func"],
        effects: Effects::None,
        verify: Some(verify::func::return_op),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "func.call",
        summary: "Calls a function by name.",
        operands: &[many("operands", Ty::Any)],
        results: &[many("results", Ty::Any)],
        attrs: &[
            req("callee", AttrForm::SymRef),
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
            maybe("no_inline", AttrForm::Unit),
        ],
        assembly: Assembly::Format("@callee '(' operands ')' {} ':' fn"),
        callee: Some("callee"),
        verify_symbol: Some(verify::func::call),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Call),
    OpDef {
        name: "func.call_indirect",
        summary: "Calls a function value.",
        operands: &[one("callee", Ty::Any), many("callee_operands", Ty::Hook)],
        results: &[many("results", Ty::Hook)],
        attrs: &[
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
        ],
        callee: Some("callee"),
        verify: Some(verify::func::call_indirect),
        assembly: Assembly::Hook {
            parse: super::assembly::misc::parse_call_indirect,
            print: super::assembly::misc::print_call_indirect,
        },
        ..OpDef::EMPTY
    }
    .kernel(Kernel::CallIndirect),
    OpDef {
        name: "func.constant",
        summary: "Makes a function value from a function's name.",
        results: &[one("result", Ty::Any)],
        attrs: &[req("value", AttrForm::SymRef)],
        assembly: Assembly::Format("{} @value ':' :result"),
        traits: Traits::CONSTANT_LIKE,
        effects: Effects::None,
        result_name: ResultName::Word("f"),
        verify_symbol: Some(verify::func::constant),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::FunctionReference),
];
