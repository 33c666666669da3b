//! The tests of merging and deallocation, in one program.

mod common;

mod corpus;
mod dealloc_programs;
mod dealloc_semantics;
mod fixtures;
mod generated;
mod kinds;
mod orders;
mod ownership;
mod passes;
mod pipeline;
mod plans;
mod properties;
mod semantics;
mod side_by_side;
mod upstream;
mod views;
