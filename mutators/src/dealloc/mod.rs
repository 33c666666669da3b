//! Deallocation: what frees every buffer exactly once, and what turns that into plain operations.

mod error;
pub mod expand_realloc;
pub mod liveness;
pub mod lower;
pub mod lower_clones;
pub mod simplify;

pub use error::DeallocError;
