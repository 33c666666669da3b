//! The model held to the truth by execution.

mod freed_once;
mod truth;
