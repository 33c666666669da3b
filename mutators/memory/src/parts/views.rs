//! The layouts of a buffer and its views if a part of another buffer takes their place.

use memplan_mlir::layouts::layout_of;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{DYNAMIC, Module, OpId, TypeKind, ValueId, names};

use crate::relayout::{Place, groups, set_layout, viewed};
use crate::reshape::reshape;
use memplan_memory_model::LocalBuffer;

/// The new layouts of a buffer and its views.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    /// The reshape of the buffer whose place the part takes; absent if it takes that of the buffer.
    through: Option<OpId>,
    buffer: Place,
    /// By view of the buffer.
    views: Vec<Place>,
}

impl Layouts {
    /// If a part takes the place of the buffer, or of a reshape of all of it. Absent if the types do not fit.
    pub(super) fn new(
        m: &Module,
        temporary: &LocalBuffer,
        replaced: ValueId,
        part: ValueId,
    ) -> Option<Self> {
        let (TypeKind::MemRef(own), TypeKind::MemRef(of_replaced), TypeKind::MemRef(of_part)) = (
            m.value_type_kind(temporary.buffer),
            m.value_type_kind(replaced),
            m.value_type_kind(part),
        ) else {
            return None;
        };
        let layout = layout_of(&m.ctx, m.value_type(part))?;
        let is_plain = of_part.layout.is_none();
        let part = Place { layout, is_plain };
        let fits = own.layout.is_none()
            && of_replaced.shape == of_part.shape
            && own.element == of_part.element
            && own.space == of_part.space
            && !part.layout.strides.contains(&DYNAMIC);
        if !fits {
            return None;
        }
        let through = (replaced != temporary.buffer).then(|| m.defining_op(replaced));
        let buffer = match through {
            None => part,
            Some(op) => {
                let op = op.filter(|&op| m.operands(op) == [temporary.buffer])?;
                let groups = groups(m, op)?;
                let layout = match m.semantics(op).kernel()? {
                    Kernel::CollapseShape => part.layout.expanded(&groups, &own.shape)?,
                    Kernel::ExpandShape => part.layout.collapsed(&groups, &of_replaced.shape)?,
                    _ => return None,
                };
                part.reshaped(layout)
            }
        };
        let mut views = Self {
            through: through.flatten(),
            buffer,
            views: Vec::new(),
        };
        for &view in &temporary.views {
            let &[source] = m.operands(view) else {
                return None;
            };
            let layout = views.of(m, temporary, source)?;
            views.views.push(viewed(m, view, layout)?);
        }
        Some(views)
    }

    /// The layout of the buffer, or of a view whose layout is known already.
    fn of(&self, m: &Module, temporary: &LocalBuffer, value: ValueId) -> Option<&Place> {
        if value == temporary.buffer {
            return Some(&self.buffer);
        }
        let op = m.defining_op(value)?;
        let at = temporary.views.iter().position(|&view| view == op)?;
        self.views.get(at)
    }

    /// Replaces the buffer by the part. Creates the required values before an operation.
    pub(super) fn apply(
        &self,
        m: &mut Module,
        temporary: &LocalBuffer,
        part: ValueId,
        anchor: OpId,
    ) {
        for (&view, layout) in temporary.views.iter().zip(&self.views) {
            if let Some(result) = m.result(view, 0) {
                set_layout(m, result, layout);
            }
        }
        let value = self.reshaped(m, temporary, part, anchor);
        m.replace_all_uses(temporary.buffer, value);
    }

    /// The part in the shape of the buffer.
    fn reshaped(
        &self,
        m: &mut Module,
        temporary: &LocalBuffer,
        part: ValueId,
        anchor: OpId,
    ) -> ValueId {
        let groups = |op| m.prop(op, names::REASSOCIATION);
        let Some((through, groups)) = self.through.and_then(|op| Some((op, groups(op)?))) else {
            return part;
        };
        let ty = m.value_type(temporary.buffer);
        let back = if m.is_kernel(through, Kernel::CollapseShape) {
            Kernel::ExpandShape
        } else {
            Kernel::CollapseShape
        };
        let Some(result) = reshape(m, back, &[part], ty, groups, anchor) else {
            return part;
        };
        set_layout(m, result, &self.buffer);
        result
    }
}
