//! Warns about buffers whose descriptor or address may outlive them.
//!
//! A buffer that escapes is live to the end of the block that owns it, which may be too short. The pass cannot decide
//! this, so it reports a warning.

use memplan_memory_model::{may_write, stored};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{callee, may_hold_buffer, takes_address};
use memplan_mlir::{Module, OpId, TypeKind, ValueId};
use rustc_hash::FxHashMap;

use super::facts::{Carrier, Facts, Source};
use super::plan::{Flag, Plan};
use crate::dealloc::DeallocWarning;

/// Reports where buffers that the function frees are stored or leave it in another form. Linear.
pub(super) fn warnings(m: &Module, facts: &Facts, plan: &Plan) -> Vec<DeallocWarning> {
    let mut warnings = Vec::new();
    // Addresses, tensors and similar values, each with one of the buffers that it refers to.
    let mut holders: FxHashMap<ValueId, Carrier> = FxHashMap::default();
    for op in m.walk(facts.function) {
        let held = m.operands(op).iter().find_map(|value| holders.get(value));
        let held = held.copied();
        if let Some(carrier) = held.filter(|_| lets_go(m, op)) {
            warnings.push(warning(
                m,
                op,
                facts,
                carrier,
                "the address of this buffer leaves the function",
            ));
        } else if let Some(carrier) = stored(m, op).find_map(|v| freed_here(facts, plan, v)) {
            warnings.push(warning(
                m,
                op,
                facts,
                carrier,
                "this buffer is stored in memory",
            ));
        }
        let taken = takes_address(m, op).then(|| {
            let mut operands = m.operands(op).iter();
            operands.find_map(|&value| freed_here(facts, plan, value))
        });
        if let Some(carrier) = held.or(taken.flatten()) {
            let results = m.results(op).filter(|&result| may_hold(m, result));
            holders.extend(results.map(|result| (result, carrier)));
        }
    }
    warnings
}

fn warning(m: &Module, op: OpId, facts: &Facts, carrier: Carrier, what: &str) -> DeallocWarning {
    let value = facts.carriers[carrier as usize].value;
    DeallocWarning {
        op,
        code: "escaping-buffer",
        message: format!(
            "{what}, but the buffer is freed at the end of its block at the latest: it must not \
             be used after that"
        ),
        buffer: m.defining_op(value),
    }
}

/// One of the carriers of a value that the function may have to free.
fn freed_here(facts: &Facts, plan: &Plan, value: ValueId) -> Option<Carrier> {
    let mut carriers = facts.derived_from(value).iter().copied();
    carriers.find(|&carrier| {
        let source = facts.carriers[carrier as usize].source;
        !matches!(source, Source::Manual | Source::Kept) && plan.flags[carrier as usize] != Flag::No
    })
}

/// Whether the operands of an operation may be accessed after the function returns.
fn lets_go(m: &Module, op: OpId) -> bool {
    callee(m, op).is_some() || m.has_trait(op, Traits::RETURN_LIKE) || may_write(m, op)
}

/// Whether a value may be or contain an address.
fn may_hold(m: &Module, value: ValueId) -> bool {
    match m.value_type_kind(value) {
        TypeKind::Index => true,
        TypeKind::Integer { width, .. } => *width >= 32,
        _ => may_hold_buffer(m, m.value_type(value)),
    }
}
