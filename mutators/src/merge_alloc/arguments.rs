//! Merged allocations that functions get as arguments.
//!
//! A function that can take an arena gets one more argument for each of its merged allocations, and each call of it
//! gets memory that is allocated before the call, passed as an operand, and freed after it. When the caller is
//! collected afterwards, that memory is a buffer like any other, live during the call; once it is merged, the call
//! passes a view of the caller's arena. So callees come before callers, in the order of [`rounds`].
//!
//! An argument is possible where every caller can pass it: for the body of a function that only direct
//! calls name, all of which can take further operands, and that no chain of calls leads back to. Callers
//! outside of the module read the attribute `memplan.arenas` of the function: one dictionary for each
//! arena, with the number of the argument, its size and alignment in bytes, and its memory space.
//!
//! `O(operations * depth)`.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, address_taken, allocation, arena_operands, callee, computes_elements,
    function_around, has_body, is_private, runs_later,
};
use memplan_mlir::{
    AttrId, AttrKind, BlockId, Module, OpId, OpSpec, StrId, TypeId, ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::{allocating_op, arena_type};
use super::build::byte_count;
use crate::builder::Builder;
use crate::{Fallback, ScopeRewrite};
use memplan_planner::Bytes;

/// Maximum number of rounds for functions that take arenas from their callers. Functions further up in chains of calls
/// keep their own arenas, since each round collects the module again.
const MAX_ROUNDS: usize = 8;

/// Which functions of a module can get arenas as arguments.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    /// The functions in walk order.
    functions: Vec<OpId>,
    /// The calls of each function.
    calls_of: FxHashMap<OpId, Vec<OpId>>,
    /// The functions that each function calls.
    callees: FxHashMap<OpId, Vec<OpId>>,
    /// Why functions keep arenas of their own.
    kept: FxHashMap<OpId, Fallback>,
}

impl CallGraph {
    pub(crate) fn new(m: &Module) -> Self {
        let symbols = SymbolIndex::new(m);
        let mut graph = Self {
            functions: m.ops_with_trait(Traits::FUNCTION),
            ..Self::default()
        };
        for call in m.walk(m.root()).filter(|&op| callee(m, op).is_some()) {
            let Some(target) = symbols.resolve_call(m, call) else {
                continue;
            };
            graph.calls_of.entry(target).or_default().push(call);
            if let Some(caller) = function_around(m, call) {
                graph.callees.entry(caller).or_default().push(target);
            }
        }
        for target in address_taken(m, m.root(), &symbols) {
            graph.kept.insert(target, Fallback::AddressTaken);
        }
        for function in graph.cyclic() {
            graph.kept.insert(function, Fallback::Recursive);
        }
        for &function in &graph.functions {
            if !graph.can_be_extended(m, function) {
                let fallback = Fallback::FixedSignature;
                graph.kept.entry(function).or_insert(fallback);
            }
        }
        graph
    }

    /// Why the merged allocation of a scope with this block cannot be an argument.
    pub(crate) fn fallback(&self, m: &Module, block: BlockId) -> Option<Fallback> {
        let function = m.block_parent(block)?;
        let is_body = m.has_trait(function, Traits::FUNCTION) && entry(m, function) == Some(block);
        if !is_body {
            return Some(Fallback::NotInFunction);
        }
        self.kept.get(&function).copied()
    }

    /// The calls of a function.
    pub(crate) fn calls(&self, function: OpId) -> &[OpId] {
        self.calls_of.get(&function).map_or(&[], |calls| calls)
    }

    /// The functions that can be reached from themselves. Linear: components of the call graph, without
    /// recursion.
    fn cyclic(&self) -> Vec<OpId> {
        let mut in_cycles = Vec::new();
        let mut number: FxHashMap<OpId, usize> = FxHashMap::default();
        let mut lowest: FxHashMap<OpId, usize> = FxHashMap::default();
        let mut is_open: FxHashSet<OpId> = FxHashSet::default();
        let mut open: Vec<OpId> = Vec::new();
        for &root in &self.functions {
            if number.contains_key(&root) {
                continue;
            }
            let mut path = vec![(root, 0)];
            while let Some(&mut (at, ref mut next)) = path.last_mut() {
                if *next == 0 && !number.contains_key(&at) {
                    lowest.insert(at, number.len());
                    number.insert(at, number.len());
                    open.push(at);
                    is_open.insert(at);
                }
                let callees = self.callees(at);
                if let Some(&target) = callees.get(*next) {
                    *next += 1;
                    if !number.contains_key(&target) {
                        path.push((target, 0));
                    } else if is_open.contains(&target) {
                        lower(&mut lowest, at, number[&target]);
                    }
                    continue;
                }
                path.pop();
                let low = lowest[&at];
                if let Some(&(caller, _)) = path.last() {
                    lower(&mut lowest, caller, low);
                }
                if low == number[&at] {
                    let first = open.iter().rposition(|&op| op == at).unwrap_or(0);
                    let component = open.split_off(first);
                    if component.len() > 1 || callees.contains(&at) {
                        in_cycles.extend_from_slice(&component);
                    }
                    for op in component {
                        is_open.remove(&op);
                    }
                }
            }
        }
        in_cycles
    }

    fn callees(&self, function: OpId) -> &[OpId] {
        self.callees.get(&function).map_or(&[], |callees| callees)
    }

    /// Whether a function and all its calls can take further arguments.
    fn can_be_extended(&self, m: &Module, function: OpId) -> bool {
        let inputs = m.signature(function).map(|(inputs, _)| inputs);
        let Some((inputs, block)) = inputs.zip(entry(m, function)) else {
            return false;
        };
        let n_inputs = inputs.len();
        let takes_operands = |&call: &OpId| {
            m.operands(call).len() == n_inputs
                && m.prop(call, names::OPERAND_SEGMENT_SIZES).is_none()
                && !m.has_trait(call, Traits::TERMINATOR)
                && !runs_later(m, call)
        };
        m.block_args(block).len() == n_inputs && self.calls(function).iter().all(takes_operands)
    }

    /// Whether all callers of a private function can pass it an arena.
    fn can_take(&self, m: &Module, function: OpId) -> bool {
        let is_elementwise = |op: OpId| m.def(op).is_none() || computes_elements(m, op);
        let mut around = self
            .calls(function)
            .iter()
            .flat_map(|&call| m.ancestors(call));
        is_private(m, function)
            && !self.calls(function).is_empty()
            && !self.kept.contains_key(&function)
            && !around.any(is_elementwise)
    }

    /// See [`rounds`].
    fn rounds(&self) -> Vec<Vec<OpId>> {
        // Functions that keep their own arenas are skipped as callees, so the graph has no cycles.
        let mut round: FxHashMap<OpId, usize> = FxHashMap::default();
        let mut rounds: Vec<Vec<OpId>> = Vec::new();
        for &root in &self.functions {
            let mut path = vec![(root, 0, 0)];
            while let Some(&mut (at, ref mut next, ref mut height)) = path.last_mut() {
                if round.contains_key(&at) {
                    path.pop();
                    continue;
                }
                let mut callees = self.callees(at)[*next..].iter().copied();
                let target = callees.find(|target| {
                    *next += 1;
                    !self.kept.contains_key(target)
                });
                match target.map(|target| (target, round.get(&target))) {
                    Some((_, Some(&below))) => *height = (*height).max(below + 1),
                    Some((target, None)) => {
                        *next -= 1;
                        path.push((target, 0, 0));
                    }
                    None => {
                        round.insert(at, *height);
                        path.pop();
                    }
                }
            }
        }
        for &function in &self.functions {
            let at = round[&function];
            if rounds.len() <= at {
                rounds.resize(at + 1, Vec::new());
            }
            rounds[at].push(function);
        }
        rounds
    }
}

/// The functions of a module in the order in which their merged allocations become arguments: each comes
/// in a later round than the functions that it passes an arena to.
pub(super) fn rounds(m: &Module) -> Vec<Vec<OpId>> {
    CallGraph::new(m).rounds()
}

/// The order in which functions are planned and rewritten, and which can take memory from their callers.
///
/// With rounds, the caller of the mutator collects the module, plans and rewrites the functions of the first round,
/// collects again for the second, and so on: rewriting a function adds buffers to its callers.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// The functions by round: each comes in a later round than the functions that add buffers to it. Empty when one
    /// plan for all of them is enough.
    pub functions: Vec<Vec<OpId>>,
    /// The functions that can take merged allocations from their callers, where that costs no memory; callees first.
    /// For each scope of these functions, the caller of the mutator sets
    /// [`ScopeRewrite::callers_may_hold`] if it costs none.
    pub takers: Vec<OpId>,
}

/// The private functions that can take arenas and that allocate, or call another such function; none if all functions
/// are private, since any may be the entry then. Linear.
pub(super) fn takers(m: &Module) -> Rounds {
    let graph = CallGraph::new(m);
    let mut all = Rounds::default();
    if graph
        .functions
        .iter()
        .all(|&function| is_private(m, function))
    {
        return all;
    }
    // Maps a taker to its round.
    let mut taken: FxHashMap<OpId, usize> = FxHashMap::default();
    for &function in graph.rounds().iter().flatten() {
        let callees = graph.callees(function).iter();
        let above = callees.filter_map(|callee| taken.get(callee)).max();
        let round = above.map_or(0, |below| below + 1);
        let has_buffers =
            || above.is_some() || m.walk(function).any(|op| allocation(m, op).is_some());
        if round + 1 < MAX_ROUNDS && graph.can_take(m, function) && has_buffers() {
            taken.insert(function, round);
            all.takers.push(function);
        }
        if all.functions.len() <= round {
            all.functions.resize(round + 1, Vec::new());
        }
        all.functions[round].push(function);
    }
    if all.functions.len() < 2 {
        all.functions.clear();
    }
    all
}

fn lower(lowest: &mut FxHashMap<OpId, usize>, at: OpId, to: usize) {
    let least = lowest.entry(at).or_insert(to);
    *least = to.min(*least);
}

/// The block in which a function starts.
fn entry(m: &Module, function: OpId) -> Option<BlockId> {
    let body = m.regions(function).first();
    body.and_then(|&region| m.first_block(region))
        .filter(|_| has_body(m, function))
}

/// Adds the arena of a scope to the arguments of its function. Returns the function, the argument and its
/// number.
pub(super) fn add_scope_argument(m: &mut Module, scope: &ScopeRewrite) -> (OpId, ValueId, usize) {
    let ty = arena_type(m, scope);
    let function = m.block_parent(scope.block);
    let function =
        function.unwrap_or_else(|| unreachable!("decided on for the body of a function"));
    let alignment = scope.callers_may_hold.unwrap_or_default();
    let alignment = alignment.max(scope.alignment);
    let mut entries = vec![(m.ctx.str("size"), m.ctx.i64_attr(byte_count(scope.total)))];
    if let Some(space) = scope.memory_space {
        entries.insert(0, (m.ctx.str("memory_space"), space));
    }
    let (argument, number) = add_argument(m, function, scope.block, ty, alignment, entries);
    (function, argument, number)
}

/// Adds an arena to the arguments of a function that starts with a block, and to the list for its callers. `entries`
/// are further ones of that list, sorted by name. Returns the argument and its number.
pub(crate) fn add_argument(
    m: &mut Module,
    function: OpId,
    block: BlockId,
    ty: TypeId,
    alignment: Bytes,
    entries: Vec<(StrId, AttrId)>,
) -> (ValueId, usize) {
    let number = m.block_args(block).len();
    let argument = m.add_block_arg(block, ty);
    extend_type(m, function, ty);
    extend_arg_attrs(m, function);
    let mut all: Vec<(StrId, AttrId)> = vec![
        (
            m.ctx.str("alignment"),
            m.ctx.i64_attr(byte_count(alignment)),
        ),
        (m.ctx.str("argument"), m.ctx.i64_attr(number as i64)),
    ];
    all.extend(entries);
    let arena = m.ctx.attr(AttrKind::Dictionary(all.into()));
    let mut arenas = match m
        .attr(function, names::ARENAS)
        .map(|attr| m.ctx.attr_kind(attr))
    {
        Some(AttrKind::Array(attrs)) => attrs.to_vec(),
        _ => Vec::new(),
    };
    arenas.push(arena);
    let arenas = m.ctx.attr(AttrKind::Array(arenas.into()));
    m.set_attr(function, names::ARENAS, arenas);
    (argument, number)
}

fn extend_type(m: &mut Module, function: OpId, argument: TypeId) {
    let Some((inputs, results)) = m.signature(function) else {
        return;
    };
    let (inputs, results) = ([inputs, &[argument]].concat(), results.to_vec());
    m.set_signature(function, &inputs, &results);
}

/// Attributes of arguments are listed for all of them or for none.
fn extend_arg_attrs(m: &mut Module, op: OpId) {
    let mut attrs = m.prop_elements(op, names::ARG_ATTRS).to_vec();
    if attrs.is_empty() {
        return;
    }
    attrs.push(m.ctx.attr(AttrKind::Dictionary(Box::default())));
    let attrs = m.ctx.attr(AttrKind::Array(attrs.into()));
    m.set_prop(op, names::ARG_ATTRS, attrs);
}

/// Lets a call pass its own arena, allocated before the call and freed after it.
pub(super) fn pass_arena(m: &mut Module, call: OpId, scope: &ScopeRewrite) {
    let ty = arena_type(m, scope);
    let asked = scope.callers_may_hold.is_none() || scope.alignment > Bytes(1);
    let asked = asked.then(|| m.ctx.i64_attr(byte_count(scope.alignment)));
    let spec = allocating_op(m, "memref.alloc", asked).results(&[ty]);
    let mut builder = Builder::before(m, call);
    let alloc = builder.insert(spec);
    let arena = builder.first_result(alloc);
    pass(m, call, arena);
}

/// Lets a call pass an arena that was allocated before it, and frees it after the call.
pub(crate) fn pass(m: &mut Module, call: OpId, arena: ValueId) {
    let name = m.ctx.op_name("memref.dealloc");
    let spec = OpSpec::new(name).operands(&[arena]).located_at(m, call);
    let dealloc = m.create_op(spec);
    m.insert_after(call, dealloc);
    let n_arenas = arena_operands(m, call).len() + 1;
    let operands = [m.operands(call), &[arena]].concat();
    m.set_operands(call, &operands);
    extend_arg_attrs(m, call);
    let n_arenas = m.ctx.i64_attr(n_arenas as i64);
    m.set_attr(call, names::ARENA_OPERANDS, n_arenas);
}
