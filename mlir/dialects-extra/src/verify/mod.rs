//! Rules of single operations, beyond what their table entries say; one file per dialect.

pub(crate) mod asynch;
pub(crate) mod gpu;
pub(crate) mod llvm;
pub(crate) mod tosa;

use memplan_mlir::verifier::rules::{
    Checked, count, group_type, int_list, invalid, operand_type, result_type, type_argument,
    type_is, type_is_text, wrong_type,
};
