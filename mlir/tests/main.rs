//! The tests of the IR, in one program. `hostile` measures memory with an allocator of its own and is a program by itself.

mod agreed;
mod attrs_oracle;
mod attrs_properties;
mod attrs_text;
mod dialect_tables;
mod mutants;
mod operations;
mod own_dialect;
mod passes;
mod round_trip;
mod verify;
