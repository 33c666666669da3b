//! The `async` dialect: work that runs later, and waiting for it.

use super::def::{
    Assembly, AttrForm, Effects, OpDef, RegionFlow, Regions, ResultName, Segments, Traits, Ty,
    many, maybe, one, opt, req,
};

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "async.add_to_group",
        summary: "Adds a token or value to a group.",
        operands: &[one("operand", Ty::Any), one("group", Ty::Any)],
        results: &[one("rank", Ty::Index)],
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.await",
        summary: "Waits for a token or value.",
        operands: &[one("operand", Ty::Any)],
        results: &[opt("result", Ty::Hook)],
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.await_all",
        summary: "Waits for a group.",
        operands: &[one("operand", Ty::Any)],
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.call",
        summary: "Calls an asynchronous function.",
        operands: &[many("operands", Ty::Any)],
        results: &[many("results", Ty::Any)],
        attrs: &[
            req("callee", AttrForm::SymRef),
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
        ],
        assembly: Assembly::Format("@callee '(' operands ')' {} ':' fn"),
        callee: Some("callee"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.create_group",
        summary: "Makes a group of a given size.",
        operands: &[one("size", Ty::Index)],
        results: &[one("result", Ty::Any)],
        assembly: Assembly::Format("size ':' :result {}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.execute",
        summary: "Runs its region later, once what it depends on is ready.",
        operands: &[many("dependencies", Ty::Any), many("bodyOperands", Ty::Any)],
        results: &[one("token", Ty::Any), many("bodyResults", Ty::Any)],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::RUNS_LATER
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("async.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.func",
        summary: "Defines or declares an asynchronous function.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            req("function_type", AttrForm::Type),
            maybe("sym_visibility", AttrForm::Str),
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
        ],
        regions: Regions::Exactly(1),
        traits: Traits::FUNCTION
            .and(Traits::SYMBOL)
            .and(Traits::ISOLATED_FROM_ABOVE)
            .and(Traits::RUNS_LATER),
        default_dialect: "async",
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.return",
        summary: "Returns from an asynchronous function.",
        operands: &[many("operands", Ty::Any)],
        assembly: Assembly::Format("{} ( operands^ ':' :operands )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["async.func"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.yield",
        summary: "Ends the region of `async.execute` with its results.",
        operands: &[many("operands", Ty::Any)],
        assembly: Assembly::Format("( operands^ ':' :operands )? {}"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["async.execute"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
];
