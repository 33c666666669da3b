//! The tests of the command, in one program.

mod common;

mod bad_input;
mod batch;
mod bench;
mod check;
mod corpus;
mod exec;
mod front_end;
mod verbs;
mod verify_proof;
