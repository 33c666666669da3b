//! The `builtin` dialect: modules, and unrealized conversion casts.

use super::registry::Dialect;
use super::verify;
use super::{Assembly, AttrForm, Effects, OpDef, Regions, Traits, Ty, Views, many, maybe};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "builtin",
    ops: &[OPS],
    ..Dialect::EMPTY
};

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "builtin.module",
        summary: "Holds functions, globals and other symbols.",
        attrs: &[
            maybe("sym_name", AttrForm::SymName),
            maybe("sym_visibility", AttrForm::Str),
        ],
        regions: Regions::Exactly(1),
        traits: Traits::ISOLATED_FROM_ABOVE
            .and(Traits::SYMBOL_TABLE)
            .and(Traits::SYMBOL)
            .and(Traits::GRAPH_REGION)
            .and(Traits::SINGLE_BLOCK)
            .and(Traits::AFFINE_SCOPE),
        assembly: Assembly::Format("( @sym_name^ )? {kw} R"),
        default_dialect: "builtin",
        verify: Some(verify::scf::no_arguments),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "builtin.unrealized_conversion_cast",
        summary: "Converts values to other types in a way that a later conversion settles.",
        operands: &[many("inputs", Ty::Any)],
        results: &[many("outputs", Ty::Any)],
        assembly: Assembly::Format("( inputs^ ':' :inputs )? 'to' :outputs {}"),
        traits: Traits::CAPTURES,
        effects: Effects::None,
        views: Views::All,
        verify: Some(verify::func::conversion),
        ..OpDef::EMPTY
    },
];
