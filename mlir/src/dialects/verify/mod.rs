//! Rules of single operations, beyond what their table entries say; one file per dialect.

pub(super) mod access;
pub(super) mod affine;
pub(super) mod arith;
pub(super) mod bufferization;
pub(super) mod func;
pub(super) mod linalg;
pub(super) mod memref;
pub(super) mod scf;
pub(super) mod slices;
pub(super) mod tensor;
pub(super) mod tiles;
pub(super) mod vector;
pub(super) mod vector_access;

use crate::verifier::rules::{
    Checked, count, entry_args, group_type, int_list, invalid, is_index, is_permutation,
    operand_type, result_type, type_is, types_are, wrong_type,
};
