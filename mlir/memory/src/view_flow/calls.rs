//! The results of calls, determined from the bodies of their callees.

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::{AliasScratch, BufferViewFlowAnalysis, Returned};
use crate::call_graph::callees_first;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, allocates, arena_operands, callee, region_exits};
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};

/// Maximum number of values visited for the results of a function, relative to its operations.
const VISITS_PER_OP: usize = 4;

impl BufferViewFlowAnalysis {
    /// Like [`new`](Self::new), but a result of a call is only what its callee returns: some of the operands, or
    /// memory that the callee allocates. Two results may share that memory, which no edge represents.
    ///
    /// Unknown callees and functions without a body may return any operand or anything else. So may functions with a
    /// result that is neither an argument nor new, such as a buffer loaded from memory. The results of recursive
    /// functions are the least solution: right for every call that returns, by induction over the depth of calls.
    /// Linear except for the depth of symbol tables, and a small number of rounds for recursive functions and their
    /// callers.
    pub fn across_calls(m: &Module, root: OpId) -> Self {
        let symbols = SymbolIndex::new(m);
        let returns_buffer = |op: OpId| {
            m.results(op).any(|result| m.is_memref(result)) && symbols.resolve_call(m, op).is_some()
        };
        if !m.walk(root).any(returns_buffer) {
            return Self::new(m, root);
        }
        let mut flow = Self::without_edges(m);
        let mut functions = Functions::new(m, root, &symbols);
        let mut is_added = vec![false; m.op_count()];
        let mut is_recursive = false;
        for number in 0..functions.list.len() {
            let around = functions.list[number].op;
            for op in m.walk(around) {
                if std::mem::replace(&mut is_added[op.index()], true) {
                    continue;
                }
                match functions.of_call(m, op) {
                    Some((callee, returned)) => {
                        is_recursive |= number <= callee;
                        flow.add_known_call(m, op, &returned);
                    }
                    None => flow.add_op(m, op),
                }
            }
            functions.decide(m, &flow, number);
        }
        if is_recursive {
            functions.settle(m, &mut flow);
        }
        flow.finish();
        flow
    }

    /// What a function returns, with the numbers of its arguments for operands of its calls. Absent if it has no body,
    /// or ends with unknown operations.
    fn returned_by(
        &self,
        m: &Module,
        function: OpId,
        mut n_visits: usize,
        scratch: &mut AliasScratch,
    ) -> Option<Vec<Returned>> {
        let &body = m.regions(function).first()?;
        let entry = m.first_block(body)?;
        let mut results: Vec<Returned> = Vec::new();
        for exit in known_exits(m, body)? {
            let operands = m.operands(exit);
            results.resize_with(results.len().max(operands.len()), Returned::default);
            for (&value, result) in operands.iter().zip(&mut results) {
                if !m.is_memref(value) {
                    continue;
                }
                scratch.reach(&self.from, self.n_values, value, |source| {
                    match argument_number(m, entry, source) {
                        Some(number) => result.operands.push(number),
                        None => result.may_be_other |= !self.is_followed(m, source),
                    }
                    result.may_be_other |= n_visits == 0;
                    n_visits = n_visits.saturating_sub(1);
                    !result.may_be_other
                });
            }
        }
        let n_arguments = m.block_args(entry).len() as u32;
        for result in &mut results {
            if result.may_be_other {
                result.operands = (0..n_arguments).collect();
            }
            result.operands.sort_stable();
            result.operands.dedup();
        }
        Some(results)
    }

    /// Whether a value is new memory, or can be traced completely to its sources.
    fn is_followed(&self, m: &Module, value: ValueId) -> bool {
        let op = m.defining_op(value);
        if self.is_terminal[value.index()] {
            return op.is_some_and(|op| allocates(m, op, value));
        }
        !self.from[value.index()].is_empty() || op.is_some_and(|op| callee(m, op).is_some())
    }
}

/// The number of an argument of a function.
fn argument_number(m: &Module, entry: BlockId, value: ValueId) -> Option<u32> {
    match m.value_def(value) {
        ValueDef::Arg { block, index } if block == entry => Some(index),
        ValueDef::Arg { .. } | ValueDef::Result { .. } | ValueDef::Forward => None,
    }
}

/// Number of times that the results of a recursive function may grow; then they may be anything.
const MAX_CHANGES: u32 = 4;

/// Functions with a body, and what is known of their results.
struct Functions<'s> {
    symbols: &'s SymbolIndex,
    /// Callees first, except for recursion; at last the operation around all of them.
    list: Vec<Function>,
    number: FxHashMap<OpId, usize>,
    scratch: AliasScratch,
}

struct Function {
    op: OpId,
    n_ops: usize,
    /// Nothing until the function is decided.
    returned: Vec<Returned>,
    n_changes: u32,
}

impl<'s> Functions<'s> {
    fn new(m: &Module, root: OpId, symbols: &'s SymbolIndex) -> Self {
        let list: Vec<Function> = callees_first(m, symbols)
            .into_iter()
            .chain([root])
            .map(|op| Function {
                op,
                n_ops: m.walk(op).count(),
                returned: vec![Returned::default(); n_returned(m, op)],
                n_changes: 0,
            })
            .collect();
        let numbers = list.iter().enumerate();
        Self {
            symbols,
            number: numbers
                .map(|(number, function)| (function.op, number))
                .collect(),
            list,
            scratch: AliasScratch::default(),
        }
    }

    /// The callee, and what each result of a call may be; absent if the callee is unknown.
    fn of_call(&self, m: &Module, call: OpId) -> Option<(usize, Vec<Returned>)> {
        let function = self.symbols.resolve_call(m, call)?;
        let number = *self.number.get(&function)?;
        let results = &self.list[number].returned;
        let body = m.regions(function).first().copied()?;
        let n_arguments = m.block_args(m.first_block(body)?).len();
        let n_operands = m.operands(call).len();
        let first = u32::try_from(n_operands.checked_sub(n_arguments)?).ok()?;
        let n_passed = n_operands - arena_operands(m, call).len();
        if m.results(call).count() != results.len() {
            return None;
        }
        let of_result = |result: &Returned| Returned {
            operands: result
                .operands
                .iter()
                .map(|&number| number + first)
                .filter(|&number| (number as usize) < n_passed)
                .collect(),
            may_be_other: result.may_be_other,
        };
        Some((number, results.iter().map(of_result).collect()))
    }

    /// Decides what a function returns. Returns whether that is more than was known.
    fn decide(&mut self, m: &Module, flow: &BufferViewFlowAnalysis, number: usize) -> bool {
        let function = &mut self.list[number];
        // Without visits, a buffer may be anything.
        let n_visits = if function.n_changes < MAX_CHANGES {
            VISITS_PER_OP * function.n_ops
        } else {
            0
        };
        let returned = flow.returned_by(m, function.op, n_visits, &mut self.scratch);
        let Some(returned) = returned.filter(|returned| *returned != function.returned) else {
            return false;
        };
        function.n_changes += 1;
        function.returned = returned;
        true
    }

    /// Repeats until no function returns more than before: where a call was visited before its callee was decided, it
    /// returned nothing.
    fn settle(&mut self, m: &Module, flow: &mut BufferViewFlowAnalysis) {
        let mut calls: Vec<Vec<(OpId, usize)>> = vec![Vec::new(); self.list.len()];
        for call in m.walk(self.list.last().map_or(m.root(), |around| around.op)) {
            let Some((callee, _)) = self.of_call(m, call) else {
                continue;
            };
            let mut around = m.ancestors(call);
            let around = around.find_map(|around| self.number.get(&around).copied());
            calls[around.unwrap_or(self.list.len() - 1)].push((call, callee));
        }
        let mut has_changed = vec![true; self.list.len()];
        while has_changed.contains(&true) {
            let before = std::mem::replace(&mut has_changed, vec![false; self.list.len()]);
            for number in 0..self.list.len() {
                let mut is_open = false;
                for &(call, callee) in &calls[number] {
                    if (before[callee] || has_changed[callee])
                        && let Some((_, returned)) = self.of_call(m, call)
                    {
                        flow.add_known_call(m, call, &returned);
                        is_open = true;
                    }
                }
                has_changed[number] = is_open && self.decide(m, flow, number);
            }
        }
    }
}

/// Number of values that a function returns, at any of its exits; 0 if an exit is unknown.
fn n_returned(m: &Module, function: OpId) -> usize {
    let body = m.regions(function).first();
    let exits = body.and_then(|&body| known_exits(m, body));
    let counts = exits
        .into_iter()
        .flatten()
        .map(|exit| m.operands(exit).len());
    counts.max().unwrap_or(0)
}

/// The exits of a function, if no block ends with an unknown operation, which may return.
fn known_exits(m: &Module, body: RegionId) -> Option<impl Iterator<Item = OpId>> {
    let mut ends = m.blocks(body).filter_map(|block| m.last_op(block));
    let are_known = ends.all(|end| m.has_trait(end, Traits::TERMINATOR));
    are_known.then(|| region_exits(m, body))
}
