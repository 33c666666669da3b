//! Donations on buffers: arguments hold results, which are dropped.

use memplan_memory_model::{
    Access, BufferViewFlowAnalysis, Contracts, Donation, FOREIGN_DONATIONS, MemoryModel,
};
use memplan_mlir::INDEX_WIDTH;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{function_around, is_private};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AttrKind, BlockId, Module, OpId, OpSpec, TypeId, TypeKind, ValueDef, ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::dropped::Dropped;
use super::reasons::{CopyReason, WhyCopied, copies_to};
use crate::signatures::{
    Function, call_again, drop_returned, duplicate, functions, kept, replace_result, set_signature,
};

/// A donation, as it was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DonatedArgument {
    /// The name of the function.
    pub function: String,
    /// The number of the argument.
    pub argument: usize,
    /// The number that the result had.
    pub result: usize,
    /// The size of the argument; absent where it is known at run time only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Copies of all of it: to the argument in the function, of what would be overwritten too early, and in each caller
    /// that still needs what it passes.
    #[serde(rename = "copies")]
    pub n_copies: usize,
    /// How many of them are to the argument in the function.
    #[serde(skip)]
    pub(super) n_inside: usize,
    /// Why there is a copy.
    #[serde(flatten)]
    pub reason: Option<CopyReason>,
}

/// Lets donated arguments hold their results when functions return, and drops these results. A result that is the
/// argument already needs nothing; one that is computed in a buffer of its own is computed in the argument if nothing
/// accesses that any more, otherwise it is copied. Callers in the program pass what they own and do not need any more,
/// or a copy.
///
/// Leaves functions alone that are not only called, such as those whose address is taken, and arguments on tensors.
///
/// Near-linear in the program, once more for each function with donations.
pub fn drop_donated_results(m: &mut Module, donations: &[Donation]) -> Vec<DonatedArgument> {
    let mut done = Vec::new();
    if donations.is_empty() {
        return done;
    }
    let root = m.root();
    for function in callees_first(m, functions(m, root)) {
        // Only callers that need what they pass ask for it.
        let mut model = None;
        let contracts = Contracts::new(m, root);
        let own = donations.iter().filter(|donation| {
            donation.function == function.op && is_memref(m, function.inputs[donation.argument])
        });
        let own: Vec<Place> = own
            .map(|&donation| Place::new(m, &function, donation))
            .filter(|place| place.can_be_passed(m, &function, &contracts, &mut model))
            .collect();
        if own.is_empty() || function.returns.is_empty() {
            continue;
        }
        if let Some(dropped) = Dropped::of(m, &function, &own) {
            done.extend(change(m, &contracts, &function, &own, dropped));
        }
    }
    done
}

/// Lets programs assert that no other argument starts where a donated one does. Calls inside the program may pass one
/// buffer twice, where bufferization found that right: what they may pass is not asserted, nor anything of private
/// functions. Near-linear.
pub fn check_donated(m: &mut Module, donations: &[Donation]) {
    let shared = shared_operands(m, donations);
    for donation in donations {
        if is_private(m, donation.function) {
            continue;
        }
        let Some(entry) = m
            .regions(donation.function)
            .first()
            .and_then(|&body| m.first_block(body))
        else {
            continue;
        };
        let arguments = m.block_args(entry).to_vec();
        let Some(anchor) = m.first_op(entry) else {
            continue;
        };
        let donated = arguments[donation.argument];
        let others = arguments.iter().enumerate().filter(|&(at, &other)| {
            let is_shared = shared.contains(&(donation.function, donation.argument, at));
            other != donated && m.is_memref(other) && !is_shared
        });
        let others: Vec<ValueId> = others.map(|(_, &other)| other).collect();
        if !m.is_memref(donated) {
            continue;
        }
        for other in others {
            let [a, b] = [donated, other].map(|buffer| {
                let name = m.ctx.op_name("memref.extract_aligned_pointer_as_index");
                let index = m.ctx.index_type();
                let spec = OpSpec::new(name).operands(&[buffer]).results(&[index]);
                let op = m.create_before(anchor, spec);
                m.result(op, 0).unwrap_or(buffer)
            });
            let flag = m.ctx.int_type(1);
            let (compare, i64_type) = (m.ctx.op_name("arith.cmpi"), m.ctx.int_type(64));
            let not_equal = m.ctx.int_attr(1, i64_type);
            let spec = OpSpec::new(compare)
                .operands(&[a, b])
                .results(&[flag])
                .prop(names::PREDICATE, not_equal);
            let differ = m.create_before(anchor, spec);
            let differ: Vec<ValueId> = m.results(differ).collect();
            let message = m.ctx.string_attr("a donated argument overlaps another one");
            let (name, key) = (m.ctx.op_name("cf.assert"), m.ctx.str("msg"));
            m.create_before(
                anchor,
                OpSpec::new(name).operands(&differ).prop(key, message),
            );
        }
    }
}

/// Functions with the number of a donated argument and that of another one with which some call may pass the same
/// memory.
fn shared_operands(m: &Module, donations: &[Donation]) -> FxHashSet<(OpId, usize, usize)> {
    let mut shared = FxHashSet::default();
    // Arguments of public functions are apart where these write to them. Calls may pass a private function what they
    // like.
    let mut model = None;
    for function in functions(m, m.root()) {
        let own = donations
            .iter()
            .filter(|donation| donation.function == function.op);
        for donation in own {
            for &call in &function.calls {
                let operands = m.operands(call);
                let is_private = function_around(m, call).is_some_and(|op| is_private(m, op));
                let donated = operands[donation.argument];
                for (at, &other) in operands.iter().enumerate() {
                    if at == donation.argument || !m.is_memref(donated) || !m.is_memref(other) {
                        continue;
                    }
                    let model = model.get_or_insert_with(|| MemoryModel::new(m));
                    model.assume_distinct_arguments(!is_private);
                    if model.may_share(m, donated, other) {
                        shared.insert((function.op, donation.argument, at));
                    }
                }
            }
        }
    }
    shared
}

/// How many copies a donation takes besides those to the argument, and why.
type Copies = (usize, Option<CopyReason>);

/// A donation and what the function does with the argument.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) donation: Donation,
    target: ValueId,
    /// Whether every return passes the argument itself.
    is_itself: bool,
}

impl Place {
    fn new(m: &Module, function: &Function, donation: Donation) -> Self {
        let target = m.block_args(function.entry)[donation.argument];
        let mut returned = function
            .returns
            .iter()
            .map(|&end| m.operands(end)[donation.result]);
        let is_itself = returned.all(|value| without_casts(m, value) == target);
        Self {
            donation,
            target,
            is_itself,
        }
    }

    /// Whether callers can use what they pass in the place of the result. If the function only returns what it was
    /// given, they may; otherwise they pass a copy if they need what they pass, which then must not change in the call.
    fn can_be_passed(
        &self,
        m: &Module,
        function: &Function,
        contracts: &Contracts,
        model: &mut Option<MemoryModel>,
    ) -> bool {
        let argument = self.donation.argument;
        let mut calls = function.calls.iter();
        if self.is_itself
            || calls.all(|&call| is_given_up(m, contracts, call, m.operands(call)[argument]))
        {
            return true;
        }
        let model = model.get_or_insert_with(|| MemoryModel::new(m));
        model.assume_distinct_arguments(true);
        let blocks = m
            .regions(function.op)
            .iter()
            .flat_map(|&body| m.blocks(body));
        let mut inside = blocks.flat_map(|block| m.ops(block));
        !inside.any(|op| model.may_touch(m, op, self.target, Access::CHANGE))
    }
}

pub(super) fn is_memref(m: &Module, ty: TypeId) -> bool {
    matches!(m.ctx.type_kind(ty), TypeKind::MemRef(_))
}

/// Functions after those that they call, as far as calls have no cycle.
fn callees_first(m: &Module, all: Vec<Function>) -> Vec<Function> {
    let at: FxHashMap<OpId, usize> = all
        .iter()
        .enumerate()
        .map(|(at, function)| (function.op, at))
        .collect();
    let mut callees: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (number, function) in all.iter().enumerate() {
        for &call in &function.calls {
            let caller = m.ancestors(call).find_map(|op| at.get(&op));
            if let Some(&caller) = caller {
                callees[caller].push(number);
            }
        }
    }
    let mut order = Vec::new();
    let mut is_seen = vec![false; all.len()];
    for start in 0..all.len() {
        let mut stack = vec![(start, 0)];
        while let Some((function, next)) = stack.pop() {
            if next == 0 && std::mem::replace(&mut is_seen[function], true) {
                continue;
            }
            match callees[function].get(next) {
                Some(&callee) => stack.extend([(function, next + 1), (callee, 0)]),
                None => order.push(function),
            }
        }
    }
    let mut all: Vec<Option<Function>> = all.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| all[at].take()).collect()
}

fn change(
    m: &mut Module,
    contracts: &Contracts,
    function: &Function,
    places: &[Place],
    dropped_buffers: Dropped,
) -> Vec<DonatedArgument> {
    let targets: Vec<ValueId> = places.iter().map(|place| place.target).collect();
    let own: Vec<Donation> = places.iter().map(|place| place.donation).collect();
    let own = &own[..];
    let mut copies = vec![(0, None); own.len()];
    let mut kept_apart = Vec::new();
    for &end in &function.returns {
        let new = write(m, own, &targets, end, &mut copies);
        kept_apart.extend(new.into_iter().map(|buffer| (end, buffer)));
    }
    let dropped: Vec<usize> = own.iter().map(|donation| donation.result).collect();
    drop_returned(m, function, &dropped);
    compute_in_targets(m, function.entry, &targets);
    dropped_buffers.free(m, kept_apart);
    let results = kept(&function.results, &dropped);
    set_signature(m, function.op, &function.inputs, &results, &dropped, &[]);
    annotate(m, function, own);
    for &call in &function.calls {
        pass(m, contracts, call, places, &mut copies);
    }
    let name = m.symbol_name(function.op).map(|name| m.ctx.bytes(name));
    let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
    let of = |(place, (n_copies, reason)): (&Place, (usize, Option<CopyReason>))| {
        let n_inside = copies_to(m, place.target).len();
        DonatedArgument {
            function: name.clone(),
            argument: place.donation.argument,
            result: place.donation.result,
            bytes: size_bytes(m, function.inputs[place.donation.argument]),
            n_copies: n_copies + n_inside,
            n_inside,
            reason,
        }
    };
    places.iter().zip(copies).map(of).collect()
}

fn size_bytes(m: &Module, ty: TypeId) -> Option<u64> {
    let element = m.ctx.element_type(ty)?;
    let bytes = m.ctx.stored_bytes(element, INDEX_WIDTH)?;
    m.ctx.n_elements(ty)?.checked_mul(bytes)
}

/// Copies what a function returns to the arguments that are donated to it. What would be overwritten before it is
/// copied, or is returned in another place, too, is kept in a buffer of its own; those that nothing returns are the
/// answer.
fn write(
    m: &mut Module,
    own: &[Donation],
    targets: &[ValueId],
    end: OpId,
    copies: &mut [Copies],
) -> Vec<ValueId> {
    let flow = BufferViewFlowAnalysis::new(m, m.root());
    let names: Vec<FxHashSet<ValueId>> = targets
        .iter()
        .map(|&target| flow.resolve(target).into_iter().collect())
        .collect();
    let mut values = m.operands(end).to_vec();
    for (at, value) in values.iter_mut().enumerate() {
        let is_donated = own.iter().any(|donation| donation.result == at);
        let is_overwritten = names.iter().any(|names| names.contains(value));
        if !is_donated && is_overwritten && m.is_memref(*value) {
            *value = duplicate(m, end, *value);
        }
    }
    m.set_operands(end, &values);
    let is_there = |m: &Module, at: usize| without_casts(m, values[own[at].result]) == targets[at];
    let mut pending: Vec<usize> = (0..own.len()).filter(|&at| !is_there(m, at)).collect();
    let mut sources: Vec<ValueId> = own.iter().map(|donation| values[donation.result]).collect();
    let mut kept_apart = Vec::new();
    // What is its own target already is read by nothing else that is pending, or copied first.
    while !pending.is_empty() {
        let is_read_by_another = |at: usize| {
            let mut others = pending.iter().filter(|&&other| other != at);
            others.any(|&other| names[at].contains(&sources[other]))
        };
        let next = pending.iter().position(|&at| !is_read_by_another(at));
        let Some(next) = next else {
            // Arguments exchange places.
            let at = pending[0];
            sources[at] = duplicate(m, end, sources[at]);
            kept_apart.push(sources[at]);
            copies[at].0 += 1;
            copies[at].1 = Some(CopyReason::new(m, end, WhyCopied::ReturnsArgument));
            continue;
        };
        let at = pending.remove(next);
        let name = m.ctx.op_name("memref.copy");
        m.create_before(end, OpSpec::new(name).operands(&[sources[at], targets[at]]));
    }
    kept_apart
}

pub(super) fn without_casts(m: &Module, value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(cast) = m.kernel_of(value, Kernel::Cast) {
        value = m.operands(cast)[0];
    }
    value
}

/// Puts arguments in the place of the allocations that are copied to them, where nothing accesses the argument from the
/// first use of the allocation up to the copy, and nothing the allocation after it.
pub(super) fn compute_in_targets(m: &mut Module, entry: BlockId, targets: &[ValueId]) {
    let copies: Vec<(OpId, ValueId)> = targets
        .iter()
        .flat_map(|&target| copies_to(m, target).into_iter().map(move |op| (op, target)))
        .collect();
    if copies.is_empty() {
        return;
    }
    let mut model = MemoryModel::new(m);
    model.assume_distinct_arguments(true);
    let mut chosen = Vec::new();
    for (op, target) in copies {
        let source = m.operands(op)[0];
        let Some(alloc) = m.kernel_of(source, Kernel::Alloc) else {
            continue;
        };
        let is_simple = m.op_block(alloc) == Some(entry)
            && m.op_block(op) == Some(entry)
            && m.value_type(source) == m.value_type(target)
            && !model.is_seen_outside(m, source);
        if !is_simple {
            continue;
        }
        let names: FxHashSet<ValueId> = model.names(source).into_iter().collect();
        let users = names
            .iter()
            .flat_map(|&name| m.uses(name))
            .map(|(user, _)| user);
        let in_entry: Vec<OpId> = users
            .clone()
            .filter_map(|user| m.ancestor_in_block(entry, user))
            .collect();
        let is_freed = users.clone().any(|user| m.is_kernel(user, Kernel::Dealloc));
        let is_last = in_entry
            .iter()
            .all(|&user| user == op || m.is_before(user, op));
        let first = in_entry
            .iter()
            .copied()
            .reduce(|a, b| if m.is_before(a, b) { a } else { b });
        let before = first.and_then(|first| m.prev_op(first)).unwrap_or(alloc);
        let touched = [(target, Access::TOUCH)];
        if !is_freed && is_last && !model.may_touch_between(m, &touched, before, op) {
            chosen.push((op, alloc, target));
        }
    }
    for (copy, alloc, target) in chosen {
        m.erase(copy);
        m.replace_op(alloc, &[target]);
    }
}

/// Says in the attributes of a function what became of its results.
fn annotate(m: &mut Module, function: &Function, own: &[Donation]) {
    let mut n_kept = 0;
    let places: Vec<_> = (0..function.results.len())
        .map(|at| {
            let donation = own.iter().find(|donation| donation.result == at);
            let place = match donation {
                Some(donation) => format!("argument {}", donation.argument),
                None => {
                    n_kept += 1;
                    format!("result {}", n_kept - 1)
                }
            };
            m.ctx.string_attr(place)
        })
        .collect();
    let places = m.ctx.attr(AttrKind::Array(places.into()));
    m.set_attr(function.op, names::RESULTS, places);
    for donation in own {
        for name in FOREIGN_DONATIONS {
            let name = m.ctx.str(name);
            m.set_arg_attr(function.op, donation.argument, name, None);
        }
        let number = m.ctx.i64_attr(donation.result as i64);
        m.set_arg_attr(function.op, donation.argument, names::DONATED, Some(number));
        // Calls inside the program may pass one buffer twice.
        if function.calls.is_empty() && !function.is_private {
            let unit = m.ctx.unit_attr();
            m.set_arg_attr(function.op, donation.argument, names::NOALIAS, Some(unit));
        }
    }
}

/// Lets a caller pass what the function overwrites, and use it in the place of the results.
fn pass(
    m: &mut Module,
    contracts: &Contracts,
    call: OpId,
    places: &[Place],
    copies: &mut [Copies],
) {
    let mut operands = m.operands(call).to_vec();
    for (
        at,
        Place {
            donation,
            is_itself,
            ..
        },
    ) in places.iter().enumerate()
    {
        let operand = operands[donation.argument];
        if !is_itself && !is_given_up(m, contracts, call, operand) {
            operands[donation.argument] = duplicate(m, call, operand);
            copies[at].0 += 1;
            let reason = CopyReason::new(m, call, WhyCopied::KeepsOperand);
            copies[at].1.get_or_insert(reason);
        }
    }
    let dropped: Vec<usize> = places.iter().map(|place| place.donation.result).collect();
    call_again(m, call, &operands, &dropped);
    for Place { donation, .. } in places {
        let Some(result) = m.result(call, donation.result) else {
            continue;
        };
        replace_result(m, call, result, operands[donation.argument]);
    }
    m.erase(call);
}

/// Whether a caller owns an operand, passes it once, and uses it in no way after the call: an allocation of its own, or
/// an argument that was donated to it.
pub(super) fn is_given_up(m: &Module, contracts: &Contracts, call: OpId, operand: ValueId) -> bool {
    let Some(block) = m.op_block(call) else {
        return false;
    };
    let is_owned = match m.value_def(operand) {
        ValueDef::Result { op, .. } => {
            m.is_kernel(op, Kernel::Alloc) && m.op_block(op) == Some(block)
        }
        ValueDef::Arg { block: of, index } => {
            let function = m.block_parent(of).filter(|_| of == block);
            function.is_some_and(|op| m.arg_attr(op, index as usize, names::DONATED).is_some())
        }
        ValueDef::Forward => false,
    };
    if !is_owned {
        return false;
    }
    let mut n_passed = 0;
    let mut pending = vec![operand];
    while let Some(value) = pending.pop() {
        for (user, at) in m.uses(value) {
            if user == call && value == operand {
                n_passed += 1;
                continue;
            }
            let outer = m.ancestor_in_block(block, user);
            let is_over = outer.is_some_and(|outer| outer != call && m.is_before(outer, call));
            if !is_over
                || m.has_trait(user, Traits::TERMINATOR)
                || contracts.capture(m, user, at).is_some()
            {
                return false;
            }
            pending.extend(m.results(user).filter(|&result| m.is_memref(result)));
        }
    }
    n_passed == 1
}
