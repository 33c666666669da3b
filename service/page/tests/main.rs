//! Tests of the exports, and of the page in a browser.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod exports;
mod file;
mod measure;
mod service;
mod symbolic;
