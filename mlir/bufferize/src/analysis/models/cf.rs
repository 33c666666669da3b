//! Models of the dialect `cf`: branches pass buffers to blocks.

use memplan_mlir::OpId;
use memplan_mlir::interfaces::{SuccessorOperands, successor_operands};

use super::Entry;
use super::shared::{Simple, simple};
use crate::analysis::interface::{AliasValue, BufferModel, Query, Reads, Relation};

pub(super) const MODELS: &[Entry] = &[
    simple!("cf.assert", Simple::NOTHING),
    ("cf.br", Some(&Branch)),
    ("cf.cond_br", Some(&Branch)),
    ("cf.switch", Some(&Branch)),
];

/// A terminator with successors.
struct Branch;

impl BufferModel for Branch {
    fn reads(&self, _: Query, _: OpId, _: usize) -> Reads {
        Reads::Never
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let mut aliases = Vec::new();
        for (number, &block) in q.m.successors(op).iter().enumerate() {
            let SuccessorOperands::Range(range) = successor_operands(q.m, op, number) else {
                continue;
            };
            if let Some(index) = operand
                .checked_sub(range.start)
                .filter(|_| operand < range.end)
                && let Some(&arg) = q.m.block_args(block).get(index)
                && aliases.iter().all(|alias: &AliasValue| alias.value != arg)
            {
                aliases.push(AliasValue::maybe(arg, Relation::Equivalent));
            }
        }
        aliases
    }
}
