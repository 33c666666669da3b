//! Models of the dialect `ml_program`.

use super::Entry;
use super::shared::{Simple, simple};
use crate::analysis::interface::BufferModel;

pub(super) const MODELS: &[Entry] = &[
    simple!("ml_program.global_load", LOAD),
    simple!("ml_program.global_store", Simple::READ),
];

static LOAD: Simple = Simple {
    is_writable: false,
    ..Simple::NOTHING
};
