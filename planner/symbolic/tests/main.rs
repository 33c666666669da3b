//! The tests of symbolic sizes, in one program: linking it once is what keeps the test run short.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod common;

mod checker;
mod formats;
mod models;
mod plans;
mod polynomials;
mod scale;
