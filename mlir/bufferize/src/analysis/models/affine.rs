//! Models of the dialect `affine`: loops and branches that carry tensors, like those of `scf`.

use super::Entry;
use super::scf::{Branch, For, Yield};

pub(super) const MODELS: &[Entry] = &[
    ("affine.for", Some(&For)),
    ("affine.if", Some(&Branch)),
    ("affine.yield", Some(&Yield)),
];
