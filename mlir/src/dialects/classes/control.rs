//! Type classes of the operands and results of `affine`, `cf`, `func`, `scf`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{FUNCTION, INT, MEMREF, RANKED_TENSOR, SIGNLESS_OR_INDEX, VECTOR};

pub(in crate::dialects) static AFFINE: &[ClassRow] = &[
    ClassRow {
        ops: &["load", "prefetch", "store"],
        places: &[(Group("memref"), &MEMREF)],
    },
    ClassRow {
        ops: &["vector_load"],
        places: &[(Group("memref"), &MEMREF), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["vector_store"],
        places: &[(Group("value"), &VECTOR), (Group("memref"), &MEMREF)],
    },
];

pub(in crate::dialects) static CF: &[ClassRow] = &[ClassRow {
    ops: &["switch"],
    places: &[(Group("flag"), &INT)],
}];

pub(in crate::dialects) static FUNC: &[ClassRow] = &[ClassRow {
    ops: &["call_indirect"],
    places: &[(Group("callee"), &FUNCTION)],
}];

pub(in crate::dialects) static SCF: &[ClassRow] = &[
    ClassRow {
        ops: &["for"],
        places: &[(Group("lowerBound"), &SIGNLESS_OR_INDEX)],
    },
    ClassRow {
        ops: &["forall"],
        places: &[(Group("outs"), &RANKED_TENSOR)],
    },
];
