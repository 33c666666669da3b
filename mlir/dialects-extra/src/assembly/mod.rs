//! Custom forms that a format string cannot express, one file per dialect.

pub(crate) mod asynch;
pub(crate) mod gpu;
pub(crate) mod llvm;
pub(crate) mod llvm_calls;
pub(crate) mod llvm_type_syntax;
mod llvm_types;
pub(crate) mod llvm_values;
pub(crate) mod modern;
pub(crate) mod tosa;
pub(crate) mod tosa_versions;
