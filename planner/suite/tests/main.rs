//! The tests of the planner suite, in one program.

mod brute_force;
mod catches;
