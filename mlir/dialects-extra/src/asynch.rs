//! The `async` dialect: deferred work and waiting for it.

use super::assembly::asynch as assembly;
use super::verify;
use memplan_mlir::dialects::Dialect;
use memplan_mlir::dialects::{
    Arg, Assembly, AttrForm, Effects, OpDef, RegionFlow, Regions, ResultName, Segments, Successors,
    Traits, Ty, hook, many, maybe, one, opt, req,
};
use memplan_mlir::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "async",
    ops: &[OPS, LOWERED],
    types: super::vocabulary::ASYNC_TYPES,
    classes: &[super::classes::asynch::ASYNC],
    ..Dialect::EMPTY
};

const GROUP: Ty = Ty::Named("!async.group");
const HANDLE: Ty = Ty::Named("!async.coro.handle");
const ID: Ty = Ty::Named("!async.coro.id");
const STATE: Ty = Ty::Named("!async.coro.state");

/// A step of a lowered asynchronous function.
const fn step(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    results: &'static [Arg],
    format: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results,
        assembly: Assembly::Format(format),
        ..OpDef::EMPTY
    }
}

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "async.add_to_group",
        summary: "Adds a token or value to a group.",
        operands: &[one("operand", Ty::Any), one("group", GROUP)],
        results: &[one("rank", Ty::Index)],
        traits: Traits::ADDS_TO_GROUP,
        assembly: Assembly::Format("operand ',' group ':' :operand {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AsyncAddToGroup),
    OpDef {
        name: "async.await",
        verify: Some(verify::asynch::read),
        summary: "Waits for a token or value.",
        operands: &[one("operand", Ty::Any)],
        results: &[opt("result", Ty::Hook)],
        traits: Traits::AWAITS,
        assembly: hook(assembly::parse_await, assembly::print_await),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AsyncAwait),
    OpDef {
        name: "async.await_all",
        summary: "Waits for a group.",
        operands: &[one("operand", GROUP)],
        traits: Traits::AWAITS,
        assembly: Assembly::Format("operand {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AsyncAwait),
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
        verify_symbol: Some(memplan_mlir::dialects::shared::call),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "async.create_group",
        summary: "Makes a group of a given size.",
        operands: &[one("size", Ty::Index)],
        results: &[one("result", Ty::Any)],
        assembly: Assembly::Format("size ':' :result {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AsyncCreateGroup),
    OpDef {
        name: "async.execute",
        verify: Some(verify::asynch::execute),
        summary: "Runs its region later, once what it depends on is ready.",
        operands: &[many("dependencies", Ty::Any), many("bodyOperands", Ty::Any)],
        results: &[one("token", Ty::Any), many("bodyResults", Ty::Any)],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::RUNS_LATER
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        result_name: ResultName::Groups,
        assembly: hook(assembly::parse_execute, assembly::print_execute),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AsyncExecute),
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
        assembly: hook(
            memplan_mlir::syntax::function::parse,
            memplan_mlir::syntax::function::print,
        ),
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

const OPERAND: &[Arg] = &[one("operand", Ty::Any)];
const COUNT: &[memplan_mlir::dialects::Attr] = &[req("count", AttrForm::Int(64))];

/// Coroutine operations, and calls of the runtime library.
pub(super) const LOWERED: &[OpDef] = &[
    step(
        "async.coro.begin",
        "Starts a coroutine.",
        &[one("id", ID)],
        &[one("handle", HANDLE)],
        "id {}",
    ),
    step(
        "async.coro.end",
        "Ends a coroutine.",
        &[one("handle", HANDLE)],
        &[],
        "handle {}",
    ),
    step(
        "async.coro.free",
        "Frees the frame of a coroutine.",
        &[one("id", ID), one("handle", HANDLE)],
        &[],
        "id ',' handle {}",
    ),
    step(
        "async.coro.id",
        "Names a coroutine.",
        &[],
        &[one("id", ID)],
        "{}",
    ),
    step(
        "async.coro.save",
        "Saves the state of a coroutine.",
        &[one("handle", HANDLE)],
        &[one("state", STATE)],
        "handle {}",
    ),
    OpDef {
        successors: Successors::Exactly(3),
        traits: Traits::TERMINATOR,
        ..step(
            "async.coro.suspend",
            "Suspends a coroutine.",
            &[one("state", STATE)],
            &[],
            "state ',' S ',' S ',' S {}",
        )
    },
    OpDef {
        attrs: COUNT,
        ..step(
            "async.runtime.add_ref",
            "Adds references.",
            OPERAND,
            &[],
            "operand {} ':' :operand",
        )
    },
    OpDef {
        traits: Traits::ADDS_TO_GROUP,
        ..step(
            "async.runtime.add_to_group",
            "Adds a token or value to a group.",
            &[one("operand", Ty::Any), one("group", GROUP)],
            &[one("rank", Ty::Index)],
            "operand ',' group {} ':' :operand",
        )
    },
    OpDef {
        traits: Traits::AWAITS,
        ..step(
            "async.runtime.await",
            "Blocks until a token, value or group is ready.",
            OPERAND,
            &[],
            "operand {} ':' :operand",
        )
    },
    step(
        "async.runtime.await_and_resume",
        "Resumes a coroutine once a token, value or group is ready.",
        &[one("operand", Ty::Any), one("handle", HANDLE)],
        &[],
        "operand ',' handle {} ':' :operand",
    ),
    step(
        "async.runtime.create",
        "Makes a token or value that is not ready.",
        &[],
        &[one("result", Ty::Any)],
        "{} ':' :result",
    ),
    step(
        "async.runtime.create_group",
        "Makes a group of a given size.",
        &[one("size", Ty::Index)],
        &[one("result", Ty::Any)],
        "size ':' :result {}",
    ),
    OpDef {
        attrs: COUNT,
        ..step(
            "async.runtime.drop_ref",
            "Drops references.",
            OPERAND,
            &[],
            "operand {} ':' :operand",
        )
    },
    step(
        "async.runtime.is_error",
        "Whether a token, value or group is in the error state.",
        OPERAND,
        &[one("is_error", Ty::I1)],
        "operand {} ':' :operand",
    ),
    OpDef {
        name: "async.runtime.load",
        verify: Some(verify::asynch::read),
        summary: "Reads the payload of a value.",
        operands: &[one("storage", Ty::Any)],
        results: &[one("result", Ty::Hook)],
        assembly: hook(assembly::parse_runtime_load, assembly::print_runtime_load),
        ..OpDef::EMPTY
    },
    step(
        "async.runtime.num_worker_threads",
        "Number of worker threads.",
        &[],
        &[one("result", Ty::Any)],
        "{} ':' :result",
    ),
    step(
        "async.runtime.resume",
        "Resumes a coroutine.",
        &[one("handle", HANDLE)],
        &[],
        "handle {}",
    ),
    step(
        "async.runtime.set_available",
        "Makes a token or value ready.",
        OPERAND,
        &[],
        "operand {} ':' :operand",
    ),
    step(
        "async.runtime.set_error",
        "Puts a token or value into the error state.",
        OPERAND,
        &[],
        "operand {} ':' :operand",
    ),
    OpDef {
        name: "async.runtime.store",
        verify: Some(verify::asynch::write),
        summary: "Writes the payload of a value.",
        operands: &[one("value", Ty::Hook), one("storage", Ty::Any)],
        assembly: hook(assembly::parse_runtime_store, assembly::print_runtime_store),
        ..OpDef::EMPTY
    },
];
