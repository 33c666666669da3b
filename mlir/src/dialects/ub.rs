//! The `ub` dialect: undefined behaviour.

use super::registry::Dialect;
use super::{Assembly, AttrForm, Effects, OpDef, Traits, Ty, dflt, one};
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "ub",
    ops: &[OPS],
    attrs: super::vocabulary::UB,
    ..Dialect::EMPTY
};

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "ub.poison",
        summary: "Makes a poison value.",
        results: &[one("result", Ty::Any)],
        attrs: &[dflt("value", AttrForm::Any, "#ub.poison")],
        assembly: Assembly::Format("{} ( '<' @value^ '>' )? ':' :result"),
        traits: Traits::CONSTANT_LIKE,
        effects: Effects::None,
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Poison),
    OpDef {
        name: "ub.unreachable",
        summary: "Ends a block that is never left.",
        assembly: Assembly::Format("{}"),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Unreachable),
];
