//! Type classes of the operands and results of the dialects of this crate.

pub(crate) mod asynch;
pub(crate) mod gpu;
mod kinds;
pub(crate) mod llvm;
pub(crate) mod llvm_intrinsics;
pub(crate) mod relations;
pub(crate) mod tosa;

use memplan_mlir::dialects::classes::rows;
