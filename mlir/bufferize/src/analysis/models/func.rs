//! Models of the dialect `func`. Calls use the summaries of their callees.

use memplan_mlir::{Module, OpId, ValueDef, ValueId, names};

use super::Entry;
use super::shared::{Simple, simple};
use crate::analysis::interface::{AliasOperand, AliasValue, BufferModel, Query, Reads, Relation};

pub(super) const MODELS: &[Entry] = &[
    ("func.func", Some(&Function)),
    ("func.call", Some(&Call)),
    simple!("func.return", Simple::READ),
];

/// Whether a function may have callers outside the module.
fn is_public(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    visibility.is_none_or(|text| m.ctx.bytes(text) == b"public")
}

/// `func.func`.
struct Function;

impl BufferModel for Function {
    fn alias_operands(&self, _: Query, _: ValueId) -> Option<Vec<AliasOperand>> {
        Some(Vec::new())
    }

    fn is_writable(&self, q: Query, value: ValueId) -> bool {
        let ValueDef::Arg { block, index } = q.m.value_def(value) else {
            return true;
        };
        let Some(function) = q.m.block_parent(block) else {
            return true;
        };
        let entry = q.m.regions(function).first();
        if entry.and_then(|&region| q.m.first_block(region)) != Some(block) {
            // For other blocks, the aliased values decide.
            return true;
        }
        let attr = q.m.arg_attr(function, index as usize, names::WRITABLE);
        match attr.and_then(|attr| q.m.ctx.attr_i64(attr)) {
            Some(is_writable) => is_writable != 0,
            None => !(q.options.readonly_public_args && is_public(q.m, function)),
        }
    }

    fn supports_blocks(&self) -> bool {
        true
    }
}

/// `func.call`. A callee that was not analysed yet may do anything with its arguments.
struct Call;

impl BufferModel for Call {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        let callee = q.callee(op);
        Reads::when(
            callee.is_none_or(|callee| callee.reads.get(operand).is_none_or(|reads| *reads)),
        )
    }

    fn writes(&self, q: Query, op: OpId, operand: usize) -> bool {
        let callee = q.callee(op);
        callee.is_none_or(|callee| callee.writes.get(operand).is_none_or(|writes| *writes))
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let Some(callee) = q.callee(op) else {
            let results = q.m.results(op).filter(|&result| q.is_tensor(result));
            return results
                .map(|result| AliasValue::maybe(result, Relation::Unknown))
                .collect();
        };
        let aliases = callee.aliases.get(operand).map_or(&[][..], |list| list);
        let is_equivalent = match aliases {
            [only] => callee.equivalent.get(*only).copied().flatten() == Some(operand),
            _ => false,
        };
        let results = aliases.iter().filter_map(|&index| q.m.result(op, index));
        results
            .map(|result| {
                if is_equivalent {
                    AliasValue::equivalent(result)
                } else {
                    AliasValue::maybe(result, Relation::Unknown)
                }
            })
            .collect()
    }

    fn allocates(&self, _: Query, _: ValueId) -> bool {
        true
    }

    fn interleaves_writes(&self) -> bool {
        true
    }

    fn is_writable(&self, q: Query, value: ValueId) -> bool {
        let ValueDef::Result { op, index } = q.m.value_def(value) else {
            return false;
        };
        let callee = q.callee(op);
        callee.is_none_or(|callee| callee.writable.get(index as usize).is_none_or(|w| *w))
    }
}
