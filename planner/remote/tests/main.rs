//! Plug-ins in other languages, and plug-ins that misbehave.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod hostile;
mod library;
mod plug_ins;
