//! Models of the dialect `arith`.

use memplan_mlir::{OpId, ValueId};

use super::Entry;
use super::shared::{Simple, simple};
use crate::analysis::interface::{AliasValue, BufferModel, Query, Reads, Relation};

pub(super) const MODELS: &[Entry] = &[
    simple!("arith.constant", CONSTANT),
    ("arith.select", Some(&Select)),
    // mlir-opt treats the result as a view of the operand, although the element widths differ.
    simple!("arith.index_cast", Simple::NEW),
    simple!("arith.index_castui", Simple::NEW),
];

static CONSTANT: Simple = Simple {
    is_writable: false,
    ..Simple::NOTHING
};

/// `arith.select`: the result has one of two buffers.
struct Select;

impl BufferModel for Select {
    fn reads(&self, _: Query, _: OpId, _: usize) -> Reads {
        Reads::Never
    }

    fn alias_values(&self, q: Query, op: OpId, _: usize) -> Vec<AliasValue> {
        let result = q.m.result(op, 0);
        let alias = result.map(|result| AliasValue::maybe(result, Relation::Equivalent));
        alias.into_iter().collect()
    }

    fn copies_result(&self, q: Query, _: OpId) -> bool {
        !q.options.is_reference
    }

    fn is_writable(&self, _: Query, _: ValueId) -> bool {
        true
    }
}
