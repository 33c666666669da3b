//! Tests of the rewrite from tensors to memrefs.

pub(crate) mod common;
mod corpus;
mod fixtures;
mod own_model;
mod scale;
mod upstream;
