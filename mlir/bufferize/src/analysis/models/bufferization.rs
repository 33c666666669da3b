//! Models of the dialect `bufferization`.

use memplan_mlir::{OpId, ValueDef, ValueId};

use super::Entry;
use super::shared::{Simple, simple};
use crate::analysis::interface::{BufferModel, Query, Reads, Violation};
use crate::analysis::subset::{Insertion, Subset};

pub(super) const MODELS: &[Entry] = &[
    ("bufferization.alloc_tensor", Some(&AllocTensor)),
    ("bufferization.to_tensor", Some(&ToTensor)),
    ("bufferization.to_buffer", Some(&ToBuffer)),
    (
        "bufferization.materialize_in_destination",
        Some(&Materialize),
    ),
    simple!("bufferization.dealloc_tensor", Simple::NOTHING),
];

fn has_unit(q: Query, op: OpId, name: &str) -> bool {
    let name = q.m.ctx.find_str(name);
    name.is_some_and(|name| q.m.prop(op, name).is_some())
}

/// `bufferization.alloc_tensor`.
struct AllocTensor;

impl BufferModel for AllocTensor {
    fn result_defines(&self, q: Query, result: ValueId) -> Option<bool> {
        let op = q.m.defining_op(result)?;
        Some(!q.m.operand_group(op, "copy").is_empty())
    }

    fn allocates(&self, _: Query, _: ValueId) -> bool {
        true
    }
}

/// `bufferization.to_tensor`.
struct ToTensor;

impl BufferModel for ToTensor {
    fn check(&self, q: Query, op: OpId) -> Result<(), Violation> {
        let is_used = q.m.results(op).any(|result| !q.m.is_unused(result));
        if !is_used || has_unit(q, op, "restrict") {
            return Ok(());
        }
        Err(Violation {
            op,
            message: format!(
                "'{}' op to_tensor ops without `restrict` are not supported by One-Shot Analysis",
                q.m.op_name_text(op)
            ),
            help: Some("add `restrict` if no other tensor or buffer in use shares its memory"),
        })
    }

    fn is_writable(&self, q: Query, value: ValueId) -> bool {
        match q.m.value_def(value) {
            ValueDef::Result { op, .. } => has_unit(q, op, "writable"),
            ValueDef::Arg { .. } | ValueDef::Forward => false,
        }
    }
}

/// `bufferization.to_buffer`: the uses of the buffer are unknown.
struct ToBuffer;

impl BufferModel for ToBuffer {
    fn writes(&self, q: Query, op: OpId, _: usize) -> bool {
        !has_unit(q, op, "read_only")
    }
}

/// `bufferization.materialize_in_destination`.
struct Materialize;

impl BufferModel for Materialize {
    fn reads(&self, _: Query, _: OpId, operand: usize) -> Reads {
        Reads::when(operand == 0)
    }

    fn must_in_place(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }

    fn is_elementwise(&self, _: Query, _: OpId, _: [usize; 2]) -> bool {
        true
    }

    fn insertion(&self, _: Query, _: OpId) -> Option<Insertion> {
        Some(Insertion {
            source: 0,
            dest: 1,
            subset: Subset::Whole,
        })
    }
}
