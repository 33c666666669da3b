//! The verifier: structural rules, and what the dialect tables fix.

use crate::ir::{Module, OpId};

/// Rules of one operation beyond its table.
pub type OpVerifier = fn(&Module, OpId);
