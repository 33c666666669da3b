//! The tests of the command, in one program.

mod common;
mod play;

mod alias_scopes;
mod bad_input;
mod batch;
mod bench;
mod book;
mod capacity;
mod check;
mod corpus;
mod driver;
mod dumps;
mod engine;
mod exec;
mod front_end;
mod kinds;
mod manual;
mod opt_flags;
mod people;
mod pipelines;
mod planning;
mod pools;
mod readers;
mod reference;
#[cfg(feature = "serve")]
mod serve;
mod stdin;
mod symbolic;
mod verbs;
mod verify_proof;
#[cfg(feature = "wasm")]
mod wasm;
