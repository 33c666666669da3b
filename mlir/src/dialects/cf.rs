//! The `cf` dialect: branches between blocks.

use super::registry::Dialect;
use super::verify;
use super::{
    Assembly, AttrForm, Effects, ORDERED, OpDef, Segments, Successors, Traits, Ty, many, maybe,
    one, req,
};
use crate::rewrite::canonical;
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "cf",
    ops: &[OPS],
    classes: &[super::classes::control::CF],
    ..Dialect::EMPTY
};

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "cf.assert",
        summary: "Stops the program when its operand is false.",
        operands: &[one("arg", Ty::I1)],
        attrs: &[req("msg", AttrForm::Str)],
        assembly: Assembly::Format("arg ',' @msg {}"),
        effects: Effects::List(&[ORDERED]),
        ..OpDef::EMPTY
    }
    .simplified(canonical::cf::assert)
    .kernel(Kernel::Assert),
    OpDef {
        name: "cf.br",
        summary: "Branches to a block.",
        operands: &[many("destOperands", Ty::Any)],
        successors: Successors::Exactly(1),
        assembly: Assembly::Format("S(destOperands) {}"),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        branch: &["destOperands"],
        ..OpDef::EMPTY
    }
    .simplified(canonical::cf::br)
    .kernel(Kernel::Branch),
    OpDef {
        name: "cf.cond_br",
        summary: "Branches to one of two blocks.",
        operands: &[
            one("condition", Ty::I1),
            many("trueDestOperands", Ty::Any),
            many("falseDestOperands", Ty::Any),
        ],
        attrs: &[maybe("branch_weights", AttrForm::I32Array)],
        successors: Successors::Exactly(2),
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "condition ( 'weights' '(' @branch_weights^ ')' )? ',' S(trueDestOperands) ',' \
             S(falseDestOperands) {}",
        ),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        branch: &["trueDestOperands", "falseDestOperands"],
        ..OpDef::EMPTY
    }
    .simplified(canonical::cf::cond_br),
    OpDef {
        name: "cf.switch",
        summary: "Branches to the block of a matching case, or to a default block.",
        operands: &[
            one("flag", Ty::Any),
            many("defaultOperands", Ty::Any),
            many("caseOperands", Ty::Any),
        ],
        attrs: &[
            maybe("case_values", AttrForm::Elements),
            req("case_operand_segments", AttrForm::I32Array),
        ],
        successors: Successors::AtLeast(1),
        segments: Segments::Operands,
        traits: Traits::TERMINATOR.and(Traits::NO_RESULT_NUMBERS),
        effects: Effects::None,
        branch: &["defaultOperands", "caseOperands"],
        assembly: Assembly::Hook {
            parse: crate::syntax::switch::parse_switch,
            print: crate::syntax::switch::print_switch,
        },
        verify: Some(verify::func::switch),
        ..OpDef::EMPTY
    }
    .simplified(canonical::cf::switch),
];
