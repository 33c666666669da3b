//! The integration tests of the crate, one program.

mod grammar;
mod registry;
