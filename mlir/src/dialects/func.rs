//! The `func` dialect: functions, calls and returns.

use super::Ty::{Any, Hook};
use super::verify;
use super::{AttrForm, Dialect, Effects, Regions, ResultName, Traits, hook, maybe, ops, req};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};

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

ops! { pub(super) OPS:
    "func.func" "Defines or declares a function."
        [req("sym_name", AttrForm::SymName), req("function_type", AttrForm::Type),
         maybe("sym_visibility", AttrForm::Str), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array), maybe("no_inline", AttrForm::Unit)]
        { regions: Regions::Exactly(1), traits: FUNCTION_TRAITS, default_dialect: "func",
         assembly: hook(crate::syntax::function::parse, crate::syntax::function::print),
         verify: Some(verify::func::function), semantics: Semantics::Kernel(Kernel::Function) };
    "func.return" "Returns from a function." ({operands} Any) "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["func.func"],
         effects: Effects::None, verify: Some(verify::func::return_op) };
    "func.call" "Calls a function by name." ({operands} Any) -> ({results} Any)
        [req("callee", AttrForm::SymRef), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array), maybe("no_inline", AttrForm::Unit)]
        "@callee '(' operands ')' {} ':' fn"
        { callee: Some("callee"), verify_symbol: Some(verify::func::call),
         semantics: Semantics::Kernel(Kernel::Call) };
    "func.call_indirect" "Calls a function value." (callee Any, {callee_operands} Hook) -> ({results} Hook)
        [maybe("arg_attrs", AttrForm::Array), maybe("res_attrs", AttrForm::Array)]
        { callee: Some("callee"), verify: Some(verify::func::call_indirect),
         assembly: hook(super::assembly::misc::parse_call_indirect, super::assembly::misc::print_call_indirect),
         canonical: Some(canonical::func::call_indirect),
         semantics: Semantics::Kernel(Kernel::CallIndirect) };
    "func.constant" "Makes a function value from a function's name." -> (result Any)
        [req("value", AttrForm::SymRef)] "{} @value ':' :result"
        { traits: Traits::CONSTANT_LIKE, effects: Effects::None, result_name: ResultName::Word("f"),
         verify_symbol: Some(verify::func::constant),
         semantics: Semantics::Kernel(Kernel::FunctionReference) };
}
