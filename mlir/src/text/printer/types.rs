//! Types as text.

use super::AttrPrinter;
use crate::ir::TypeId;

impl AttrPrinter<'_> {
    /// A type.
    pub(crate) fn ty(&mut self, ty: TypeId) {
        let _ = ty;
    }
}
