//! Models for operations outside this crate.

use crate::analysis::models::Entry;
use crate::rewrite::RewriteModel;

/// How the operations of another dialect are bufferized: an extension of
/// [`Dialects`](memplan_mlir::dialects::Dialects). Every pass on a module that was read with these dialects uses
/// it. Models here take precedence over those of this crate.
///
/// ```
/// use memplan_bufferize::BufferModels;
/// use memplan_mlir::dialects::Dialects;
///
/// let models = BufferModels { analysis: &[], rewrite: &[] };
/// let dialects = Dialects::core().with_extension(models);
/// assert_eq!(dialects.extensions::<BufferModels>().count(), 1);
/// ```
#[derive(Clone, Copy)]
pub struct BufferModels {
    /// What the operations read, write and alias.
    pub analysis: &'static [Entry],
    /// How the operations are rewritten.
    pub rewrite: &'static [RewriteModel],
}
