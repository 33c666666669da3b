//! The results of calls, determined from the bodies of their callees.

use rustc_hash::FxHashMap;

use super::{AliasScratch, BufferViewFlowAnalysis, Returned};
use crate::analyses::call_graph::callees_first;
use crate::interfaces::{SymbolIndex, allocates, arena_operands, callee, region_exits};
use crate::ir::{BlockId, Module, OpId, ValueDef, ValueId};

/// Maximum number of values visited for the results of a function, relative to its operations.
const VISITS_PER_OP: usize = 4;

impl BufferViewFlowAnalysis {
    /// Like [`new`](Self::new), but a result of a call is only what its callee returns: some of the operands, or
    /// memory that the callee allocates. Two results may share that memory, which no edge represents.
    ///
    /// Unknown callees, callees without a body, and callees that call the caller back may return any operand or
    /// anything else. The same holds for callees with a result that is neither an argument nor new, such as a buffer
    /// loaded from memory. Linear except for the depth of symbol tables.
    pub fn across_calls(m: &Module, root: OpId) -> Self {
        let symbols = SymbolIndex::new(m);
        let returns_buffer = |op: OpId| {
            m.results(op).any(|result| m.is_memref(result)) && symbols.resolve_call(m, op).is_some()
        };
        if !m.walk(root).any(returns_buffer) {
            return Self::new(m, root);
        }
        let mut flow = Self::without_edges(m);
        let mut returned: FxHashMap<OpId, Vec<Returned>> = FxHashMap::default();
        let mut is_added = vec![false; m.op_count()];
        let mut scratch = AliasScratch::default();
        let functions = callees_first(m, &symbols);
        for around in functions.into_iter().chain([root]) {
            let mut n_ops = 0;
            for op in m.walk(around) {
                n_ops += 1;
                if std::mem::replace(&mut is_added[op.index()], true) {
                    continue;
                }
                match of_call(m, op, &symbols, &returned) {
                    Some(known) => flow.add_known_call(m, op, &known),
                    None => flow.add_op(m, op),
                }
            }
            let found = flow.returned_by(m, around, VISITS_PER_OP * n_ops, &mut scratch);
            returned.extend(found.map(|found| (around, found)));
        }
        flow.finish();
        flow
    }

    /// What a function returns, with the numbers of its arguments for operands of its calls. Absent if it has no body.
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
        for exit in region_exits(m, body) {
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
            result.operands.sort_unstable();
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

/// The results of a call; absent if the callee is unknown.
fn of_call(
    m: &Module,
    call: OpId,
    symbols: &SymbolIndex,
    returned: &FxHashMap<OpId, Vec<Returned>>,
) -> Option<Vec<Returned>> {
    let function = symbols.resolve_call(m, call)?;
    let found = returned.get(&function)?;
    let body = m.regions(function).first().copied()?;
    let n_arguments = m.block_args(m.first_block(body)?).len();
    let n_operands = m.operands(call).len();
    let first = u32::try_from(n_operands.checked_sub(n_arguments)?).ok()?;
    let n_passed = n_operands - arena_operands(m, call).len();
    if m.results(call).count() != found.len() {
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
    Some(found.iter().map(of_result).collect())
}
