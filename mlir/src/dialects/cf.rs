//! The `cf` dialect: branches between blocks.

use super::Form::Converted;
use super::Ty::{Any, I1};
use super::assembly::older;
use super::shorthands::spelled;
use super::verify;
use super::{
    AttrForm, Dialect, Effects, ORDERED, Segments, Successors, Traits, hook, maybe, ops, req,
};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V20};

pub(super) static DIALECT: Dialect = Dialect {
    name: "cf",
    ops: &[OPS],
    classes: &[super::classes::control::CF],
    spellings: &[spelled("cond_br", V19, V20, Converted(older::unweighted))],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "cf.assert" "Stops the program when its operand is false." (arg I1) [req("msg", AttrForm::Str)]
        "arg ',' @msg {}"
        { effects: Effects::List(&[ORDERED]), canonical: Some(canonical::cf::assert),
         semantics: Semantics::Kernel(Kernel::Assert) };
    "cf.br" "Branches to a block." ({destOperands} Any) "S(destOperands) {}"
        { successors: Successors::Exactly(1), traits: Traits::TERMINATOR, effects: Effects::None,
         branch: &["destOperands"], canonical: Some(canonical::cf::br),
         semantics: Semantics::Kernel(Kernel::Branch) };
    "cf.cond_br" "Branches to one of two blocks."
        (condition I1, {trueDestOperands} Any, {falseDestOperands} Any)
        [maybe("branch_weights", AttrForm::I32Array)]
        "condition ( 'weights' '(' @branch_weights^ ')' )? ',' S(trueDestOperands) ',' S(falseDestOperands) {}"
        { successors: Successors::Exactly(2), segments: Segments::Operands, traits: Traits::TERMINATOR,
         effects: Effects::None, branch: &["trueDestOperands", "falseDestOperands"],
         canonical: Some(canonical::cf::cond_br) };
    "cf.switch" "Branches to the block of a matching case, or to a default block."
        (flag Any, {defaultOperands} Any, {caseOperands} Any)
        [maybe("case_values", AttrForm::Elements), req("case_operand_segments", AttrForm::I32Array)]
        { successors: Successors::AtLeast(1), segments: Segments::Operands,
         traits: Traits::TERMINATOR.and(Traits::NO_RESULT_NUMBERS), effects: Effects::None,
         branch: &["defaultOperands", "caseOperands"],
         assembly: hook(crate::syntax::switch::parse_switch, crate::syntax::switch::print_switch),
         verify: Some(verify::func::switch), canonical: Some(canonical::cf::switch) };
}
