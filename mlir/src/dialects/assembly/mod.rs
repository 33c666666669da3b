//! Custom forms that a format string cannot express, one file per dialect.

pub(super) mod affine;
pub(super) mod affine_dma;
pub(super) mod affine_parallel;
pub(super) mod bufferization;
pub(super) mod linalg;
mod linalg_body;
pub(super) mod memref;
pub(super) mod misc;
pub(super) mod modern;
pub(super) mod older;
pub(super) mod scf;
pub(super) mod vector;
