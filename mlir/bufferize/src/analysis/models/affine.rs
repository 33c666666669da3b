//! Models of the dialect `affine`: loops and branches that carry tensors are not supported.

use super::Entry;

pub(super) const MODELS: &[Entry] = &[];
