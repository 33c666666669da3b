//! The integration tests of the IR. `hostile` is a separate program, because it measures memory
//! with its own allocator.

mod agreed;
mod attrs_oracle;
mod attrs_properties;
mod attrs_text;
mod common;
mod dialect_tables;
mod inline;
mod kept;
mod mutants;
mod operations;
mod own_dialect;
mod passes;
mod rewritten;
mod round_trip;
mod verify;
mod versions;
