//! The `ub` dialect: undefined behaviour.

use super::Ty::Any;
use super::shorthands::missing;
use super::{AttrForm, Dialect, Effects, Traits, dflt, ops};
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V21};

pub(super) static DIALECT: Dialect = Dialect {
    name: "ub",
    ops: &[OPS],
    attrs: super::vocabulary::UB,
    spellings: &[missing("unreachable", V19, V21)],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "ub.poison" "Makes a poison value." -> (result Any) [dflt("value", AttrForm::Any, "#ub.poison")]
        "{} ( '<' @value^ '>' )? ':' :result"
        { traits: Traits::CONSTANT_LIKE, effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Poison) };
    "ub.unreachable" "Ends a block that is never left." "{}"
        { traits: Traits::TERMINATOR, effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Unreachable) };
}
