//! The `builtin` dialect: modules, and unrealized conversion casts.

use super::Clauses;
use super::Ty::Any;
use super::verify;
use super::{AttrForm, Dialect, Effects, Regions, Traits, Views, maybe, ops};
use crate::rewrite::canonical;

pub(super) static DIALECT: Dialect = Dialect {
    name: "builtin",
    clauses: Clauses::Generic,
    ops: &[OPS],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "builtin.module" "Holds functions, globals and other symbols."
        [maybe("sym_name", AttrForm::SymName), maybe("sym_visibility", AttrForm::Str)]
        "( @sym_name^ )? {kw} R"
        { regions: Regions::Exactly(1),
         traits: Traits::ISOLATED_FROM_ABOVE.and(Traits::SYMBOL_TABLE).and(Traits::SYMBOL)
          .and(Traits::GRAPH_REGION).and(Traits::SINGLE_BLOCK).and(Traits::AFFINE_SCOPE),
         default_dialect: "builtin", verify: Some(verify::scf::no_arguments) };
    "builtin.unrealized_conversion_cast" "Converts values to other types in a way that a later conversion settles."
        ({inputs} Any) -> ({outputs} Any) "( inputs^ ':' :inputs )? 'to' :outputs {}"
        { traits: Traits::CAPTURES, effects: Effects::None, views: Views::All,
         verify: Some(verify::func::conversion), canonical: Some(canonical::builtin::unrealized_cast) };
}
