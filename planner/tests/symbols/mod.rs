//! Sizes that depend on symbols.

mod common;

mod checker;
mod formats;
mod models;
mod plans;
mod polynomials;
mod scale;
