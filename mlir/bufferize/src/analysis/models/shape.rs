//! Models of the dialect `shape`: regions under an assumption. The dialect has no table, so its operations are
//! read in generic form.

use memplan_mlir::{ValueDef, ValueId};

use super::Entry;
use super::scf::Yield;
use crate::analysis::interface::{AliasOperand, BufferModel, Query, Relation, entry};
use memplan_mlir::OpId;

pub(super) const MODELS: &[Entry] = &[
    ("shape.assuming", Some(&Assuming)),
    ("shape.assuming_yield", Some(&Yield)),
];

/// `shape.assuming`: runs its region once.
struct Assuming;

impl BufferModel for Assuming {
    fn alias_operands(&self, q: Query, value: ValueId) -> Option<Vec<AliasOperand>> {
        let ValueDef::Result { op, index } = q.m.value_def(value) else {
            return Some(Vec::new());
        };
        let exit = entry(q.m, op, 0).and_then(|block| q.m.last_op(block));
        let alias = exit.map(|exit| AliasOperand {
            op: exit,
            operand: index as usize,
            relation: Relation::Equivalent,
            is_definite: true,
        });
        Some(alias.into_iter().collect())
    }

    fn is_repetitive(&self, _: Query, _: OpId, _: usize) -> bool {
        false
    }
}
