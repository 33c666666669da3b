//! Models of the dialect `tensor`.

use memplan_mlir::OpId;

use super::Entry;
use super::destination::{Destination, inits};
use super::shared::{Defines, Simple, simple};
use crate::analysis::interface::{AliasValue, BufferModel, Query, Reads, Relation};
use crate::analysis::subset::{Extent, Extraction, Insertion, Slice, Subset};

pub(super) const MODELS: &[Entry] = &[
    simple!("tensor.empty", EMPTY),
    simple!("tensor.cast", CAST),
    simple!("tensor.dim", Simple::NOTHING),
    simple!("tensor.rank", Simple::NOTHING),
    simple!("tensor.extract", Simple::READ),
    simple!("tensor.expand_shape", Simple::SAME),
    // A collapse may have to copy its operand.
    simple!("tensor.collapse_shape", COLLAPSE),
    simple!("tensor.from_elements", Simple::NEW),
    simple!("tensor.generate", Simple::NEW),
    simple!("tensor.splat", Simple::NEW),
    simple!("tensor.pad", Simple::NEW),
    simple!("tensor.concat", Simple::NEW),
    ("tensor.insert", Some(&Destination)),
    ("tensor.extract_slice", Some(&ExtractSlice)),
    ("tensor.insert_slice", Some(&InsertSlice)),
    ("tensor.parallel_insert_slice", Some(&ParallelInsertSlice)),
    ("tensor.reshape", Some(&Reshape)),
    ("tensor.scatter", None),
    ("tensor.pack", None),
    ("tensor.unpack", None),
];

static EMPTY: Simple = Simple {
    allocates: true,
    defines: Defines::Never,
    ..Simple::NOTHING
};

static CAST: Simple = Simple {
    is_cast: true,
    ..Simple::SAME
};

static COLLAPSE: Simple = Simple {
    reads: true,
    ..Simple::SAME
};

/// `tensor.extract_slice`: a view of its operand.
struct ExtractSlice;

impl BufferModel for ExtractSlice {
    fn reads(&self, _: Query, _: OpId, _: usize) -> Reads {
        Reads::Never
    }

    fn alias_values(&self, q: Query, op: OpId, _: usize) -> Vec<AliasValue> {
        let result = q.m.result(op, 0).map(|value| AliasValue {
            value,
            relation: Relation::Unknown,
            is_definite: true,
        });
        result.into_iter().collect()
    }

    fn extraction(&self, q: Query, op: OpId) -> Option<Extraction> {
        Some(Extraction {
            container: 0,
            slice: Slice::of_op(q.m, op)?,
        })
    }
}

/// The part that an insertion overwrites.
fn insertion(q: Query, op: OpId) -> Option<Insertion> {
    Some(Insertion {
        source: 0,
        dest: 1,
        subset: Subset::Slice(Slice::of_op(q.m, op)?),
    })
}

/// `tensor.insert_slice`.
struct InsertSlice;

impl BufferModel for InsertSlice {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        Reads::when(!inits(q, op).contains(&operand) || !overwrites_all(q, op))
    }

    fn insertion(&self, q: Query, op: OpId) -> Option<Insertion> {
        insertion(q, op)
    }
}

/// Whether the insertion overwrites the whole destination.
fn overwrites_all(q: Query, op: OpId) -> bool {
    let shape = q.m.ctx.shape(q.m.value_type(q.m.operands(op)[1]));
    let (Some(shape), Some(slice)) = (shape, Slice::of_op(q.m, op)) else {
        return false;
    };
    shape.len() == slice.0.len()
        && shape
            .iter()
            .zip(&slice.0)
            .all(|(&dim, extents)| dim >= 0 && *extents == [0, dim, 1].map(Extent::Constant))
}

/// `tensor.parallel_insert_slice`: has no result, so its destination must be that of the loop.
struct ParallelInsertSlice;

impl BufferModel for ParallelInsertSlice {
    /// mlir-opt may decide otherwise, but updates the destination in place anyway.
    fn must_in_place(&self, q: Query, op: OpId, operand: usize) -> bool {
        inits(q, op).contains(&operand)
    }

    fn insertion(&self, q: Query, op: OpId) -> Option<Insertion> {
        insertion(q, op)
    }
}

/// `tensor.reshape`: reads the shape and keeps the elements.
struct Reshape;

impl BufferModel for Reshape {
    fn reads(&self, _: Query, _: OpId, operand: usize) -> Reads {
        Reads::when(operand == 1)
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let result = q.m.result(op, 0).filter(|_| operand == 0);
        result.map(AliasValue::equivalent).into_iter().collect()
    }
}
