//! The types of views whose buffer gets another layout.

use memplan_mlir::ir::shapes::reassociation;
use memplan_mlir::layouts::{Layout, SliceSpec, strided};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, TypeKind, ValueId, names};

/// The layout that a value gets.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) layout: Layout,
    /// Whether its type has no layout.
    pub(crate) is_plain: bool,
}

impl Place {
    /// Of a reshape, whose type has no layout if that of the source changes no index.
    pub(crate) fn reshaped(&self, layout: Layout) -> Self {
        let is_plain = self.is_plain || self.layout.changes_nothing();
        Self { layout, is_plain }
    }
}

/// The dimensions that a reshape joins.
pub(crate) fn groups(m: &Module, op: OpId) -> Option<Vec<Vec<usize>>> {
    let groups = m.prop(op, names::REASSOCIATION)?;
    let groups = reassociation(&m.ctx, groups)?.into_iter();
    Some(groups.map(|group| group.to_vec()).collect())
}

/// The layout of a static view of a buffer with another layout.
pub(crate) fn viewed(m: &Module, view: OpId, from: &Place) -> Option<Place> {
    let shape = |value| m.ctx.shape(m.value_type(value));
    let (source, result) = (
        shape(*m.operands(view).first()?)?,
        shape(m.result(view, 0)?)?,
    );
    match m.semantics(view).kernel()? {
        Kernel::Subview => {
            let slice = SliceSpec {
                offsets: m.prop_array(view, names::STATIC_OFFSETS),
                sizes: m.prop_array(view, names::STATIC_SIZES),
                strides: m.prop_array(view, names::STATIC_STRIDES),
            };
            let layout = from.layout.sliced(slice, result)?;
            let is_plain = false;
            Some(Place { layout, is_plain })
        }
        Kernel::CollapseShape => {
            let layout = from.layout.collapsed(&groups(m, view)?, source)?;
            Some(from.reshaped(layout))
        }
        Kernel::ExpandShape => {
            let layout = from.layout.expanded(&groups(m, view)?, result)?;
            Some(from.reshaped(layout))
        }
        _ => None,
    }
}

/// Changes the type of a value.
pub(crate) fn set_layout(m: &mut Module, value: ValueId, place: &Place) {
    let TypeKind::MemRef(own) = m.value_type_kind(value) else {
        return;
    };
    let mut own = own.clone();
    let attr = (!place.is_plain).then(|| strided(&mut m.ctx, &place.layout));
    own.layout = attr;
    let ty = m.ctx.ty(TypeKind::MemRef(own));
    m.set_value_type(value, ty);
}
