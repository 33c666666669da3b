//! The `async` dialect: deferred work and waiting for it.

use super::assembly::asynch as assembly;
use super::verify;
use memplan_mlir::dialects::Ty::{self, Any, Hook, I1, Index, Of};
use memplan_mlir::dialects::{
    AttrForm, Dialect, Effects, RegionFlow, Regions, ResultName, Segments, Successors, Traits,
    hook, maybe, ops, req, shared,
};
use memplan_mlir::semantics::{Kernel, Semantics};

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

ops! { pub(super) OPS:
    "async.add_to_group" "Adds a token or value to a group." (operand Any, group GROUP) -> (rank Index)
        "operand ',' group ':' :operand {}"
        { traits: Traits::ADDS_TO_GROUP, semantics: Semantics::Kernel(Kernel::AsyncAddToGroup) };
    "async.await" "Waits for a token or value." (operand Any) -> ([result] Of("operand", &assembly::PAYLOAD))
        "operand ':' :operand {}"
        { verify: Some(verify::asynch::read), traits: Traits::AWAITS,
         semantics: Semantics::Kernel(Kernel::AsyncAwait) };
    "async.await_all" "Waits for a group." (operand GROUP) "operand {}"
        { traits: Traits::AWAITS, semantics: Semantics::Kernel(Kernel::AsyncAwait) };
    "async.call" "Calls an asynchronous function." ({operands} Any) -> ({results} Any)
        [req("callee", AttrForm::SymRef), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array)] "@callee '(' operands ')' {} ':' fn"
        { callee: Some("callee"), verify_symbol: Some(shared::call) };
    "async.create_group" "Makes a group of a given size." (size Index) -> (result Any) "size ':' :result {}"
        { effects: Effects::None, semantics: Semantics::Kernel(Kernel::AsyncCreateGroup) };
    "async.execute" "Runs its region later, once what it depends on is ready."
        ({dependencies} Any, {bodyOperands} Any) -> (token Any, {bodyResults} Any)
        { verify: Some(verify::asynch::execute), regions: Regions::Exactly(1), segments: Segments::Operands,
         traits: Traits::RUNS_LATER.and(Traits::AUTOMATIC_ALLOCATION_SCOPE).and(Traits::SINGLE_BLOCK),
         effects: Effects::Recursive, flow: RegionFlow::Unknown, result_name: ResultName::Groups,
         assembly: hook(assembly::parse_execute, assembly::print_execute),
         semantics: Semantics::Kernel(Kernel::AsyncExecute) };
    "async.func" "Defines or declares an asynchronous function."
        [req("sym_name", AttrForm::SymName), req("function_type", AttrForm::Type),
         maybe("sym_visibility", AttrForm::Str), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array)]
        { regions: Regions::Exactly(1),
         traits: Traits::FUNCTION.and(Traits::SYMBOL).and(Traits::ISOLATED_FROM_ABOVE).and(Traits::RUNS_LATER),
         default_dialect: "async",
         assembly: hook(memplan_mlir::syntax::function::parse, memplan_mlir::syntax::function::print) };
    "async.return" "Returns from an asynchronous function." ({operands} Any)
        "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["async.func"],
         effects: Effects::None };
    "async.yield" "Ends the region of `async.execute` with its results." ({operands} Any)
        "( operands^ ':' :operands )? {}"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["async.execute"],
         effects: Effects::None };
}

// Coroutine operations, and calls of the runtime library.
ops! { pub(super) LOWERED:
    "async.coro.begin" "Starts a coroutine." (id ID) -> (handle HANDLE) "id {}";
    "async.coro.end" "Ends a coroutine." (handle HANDLE) "handle {}";
    "async.coro.free" "Frees the frame of a coroutine." (id ID, handle HANDLE) "id ',' handle {}";
    "async.coro.id" "Names a coroutine." -> (id ID) "{}";
    "async.coro.save" "Saves the state of a coroutine." (handle HANDLE) -> (state STATE) "handle {}";
    "async.coro.suspend" "Suspends a coroutine." (state STATE) "state ',' S ',' S ',' S {}"
        { successors: Successors::Exactly(3), traits: Traits::TERMINATOR };
    "async.runtime.add_ref" "Adds references." (operand Any) [req("count", AttrForm::Int(64))]
        "operand {} ':' :operand";
    "async.runtime.add_to_group" "Adds a token or value to a group."
        (operand Any, group GROUP) -> (rank Index) "operand ',' group {} ':' :operand"
        { traits: Traits::ADDS_TO_GROUP };
    "async.runtime.await" "Blocks until a token, value or group is ready." (operand Any)
        "operand {} ':' :operand" { traits: Traits::AWAITS };
    "async.runtime.await_and_resume" "Resumes a coroutine once a token, value or group is ready."
        (operand Any, handle HANDLE) "operand ',' handle {} ':' :operand";
    "async.runtime.create" "Makes a token or value that is not ready." -> (result Any) "{} ':' :result";
    "async.runtime.create_group" "Makes a group of a given size." (size Index) -> (result Any)
        "size ':' :result {}";
    "async.runtime.drop_ref" "Drops references." (operand Any) [req("count", AttrForm::Int(64))]
        "operand {} ':' :operand";
    "async.runtime.is_error" "Whether a token, value or group is in the error state."
        (operand Any) -> (is_error I1) "operand {} ':' :operand";
    "async.runtime.load" "Reads the payload of a value." (storage Any) -> (result Hook)
        { verify: Some(verify::asynch::read),
         assembly: hook(assembly::parse_runtime_load, assembly::print_runtime_load) };
    "async.runtime.num_worker_threads" "Number of worker threads." -> (result Any) "{} ':' :result";
    "async.runtime.resume" "Resumes a coroutine." (handle HANDLE) "handle {}";
    "async.runtime.set_available" "Makes a token or value ready." (operand Any) "operand {} ':' :operand";
    "async.runtime.set_error" "Puts a token or value into the error state." (operand Any)
        "operand {} ':' :operand";
    "async.runtime.store" "Writes the payload of a value." (value Hook, storage Any)
        { verify: Some(verify::asynch::write),
         assembly: hook(assembly::parse_runtime_store, assembly::print_runtime_store) };
}
