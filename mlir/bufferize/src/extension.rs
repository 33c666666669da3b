//! Models of operations from outside this crate.

use crate::analysis::models::Entry;
use crate::rewrite::RewriteModel;

/// How the operations of another dialect are bufferized: an extension of
/// [`Dialects`](memplan_mlir::dialects::Dialects), so that every pass on a module that was read with these
/// dialects knows them. Models here precede those of this crate.
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
    /// How they are rewritten.
    pub rewrite: &'static [RewriteModel],
}
