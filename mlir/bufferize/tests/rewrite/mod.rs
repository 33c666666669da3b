//! Tests of the rewriting from tensors to memrefs.

pub(crate) mod common;
mod corpus;
mod fixtures;
mod own_model;
mod scale;
mod upstream;
