//! Which attributes a printer meets, in which order: what alias names are assigned by.

use rustc_hash::FxHashSet;

use crate::ir::{AttrId, AttrKind, Context, LocId, LocationKind, TypeId, TypeKind};

/// Visits every attribute below types, attributes and locations once, inner ones before outer ones.
///
/// Keeps what was seen between calls, so walking a whole module is linear in its distinct parts.
pub(crate) struct NestedAttrs<'m> {
    ctx: &'m Context,
    attrs: FxHashSet<AttrId>,
    types: FxHashSet<TypeId>,
    locs: FxHashSet<LocId>,
}

/// Calls `visit` once for every attribute nested in an attribute and for the attribute itself, inner
/// ones first, in the order in which a printer meets them.
pub(crate) fn visit_nested_attrs(ctx: &Context, attr: AttrId, visit: &mut dyn FnMut(AttrId)) {
    NestedAttrs::new(ctx).attr(attr, visit);
}

/// Calls `visit` once for every attribute nested in a type, inner ones first.
pub(crate) fn visit_type_attrs(ctx: &Context, ty: TypeId, visit: &mut dyn FnMut(AttrId)) {
    NestedAttrs::new(ctx).ty(ty, visit);
}

impl<'m> NestedAttrs<'m> {
    /// A visitor that has seen nothing.
    pub(crate) fn new(ctx: &'m Context) -> Self {
        Self {
            ctx,
            attrs: FxHashSet::default(),
            types: FxHashSet::default(),
            locs: FxHashSet::default(),
        }
    }

    /// What is new in an attribute.
    pub(crate) fn attr(&mut self, attr: AttrId, visit: &mut dyn FnMut(AttrId)) {
        if !self.attrs.insert(attr) {
            return;
        }
        match self.ctx.attr_kind(attr) {
            AttrKind::Array(items) => {
                for item in items {
                    self.attr(*item, visit);
                }
            }
            AttrKind::Dictionary(entries) => {
                for (_, item) in entries {
                    self.attr(*item, visit);
                }
            }
            AttrKind::Sparse {
                ty,
                indices,
                values,
            } => {
                self.attr(*indices, visit);
                self.attr(*values, visit);
                self.ty(*ty, visit);
            }
            AttrKind::Distinct { referenced, .. } => {
                if let Some(referenced) = referenced {
                    self.attr(*referenced, visit);
                }
            }
            AttrKind::Location(loc) => self.loc(*loc, visit),
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::Dense { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::DenseArray { element: ty, .. }
            | AttrKind::Type(ty)
            | AttrKind::String { ty: Some(ty), .. }
            | AttrKind::Opaque { ty: Some(ty), .. } => self.ty(*ty, visit),
            AttrKind::Unit
            | AttrKind::String { .. }
            | AttrKind::SymbolRef { .. }
            | AttrKind::AffineMap(_)
            | AttrKind::IntegerSet(_)
            | AttrKind::Strided { .. }
            | AttrKind::Opaque { .. } => {}
        }
        visit(attr);
    }

    /// What is new in a type.
    pub(crate) fn ty(&mut self, ty: TypeId, visit: &mut dyn FnMut(AttrId)) {
        if !self.types.insert(ty) {
            return;
        }
        match self.ctx.type_kind(ty) {
            TypeKind::Complex(element)
            | TypeKind::Vector { element, .. }
            | TypeKind::UnrankedTensor { element } => self.ty(*element, visit),
            TypeKind::Tensor {
                element, encoding, ..
            } => {
                self.ty(*element, visit);
                if let Some(encoding) = encoding {
                    self.attr(*encoding, visit);
                }
            }
            TypeKind::MemRef(memref) => {
                self.ty(memref.element, visit);
                for attr in [memref.layout, memref.space].into_iter().flatten() {
                    self.attr(attr, visit);
                }
            }
            TypeKind::UnrankedMemRef { element, space } => {
                self.ty(*element, visit);
                if let Some(space) = space {
                    self.attr(*space, visit);
                }
            }
            TypeKind::Tuple(types) => {
                for ty in types {
                    self.ty(*ty, visit);
                }
            }
            TypeKind::Function { inputs, results } => {
                for ty in inputs.iter().chain(results) {
                    self.ty(*ty, visit);
                }
            }
            TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::None
            | TypeKind::Float(_)
            | TypeKind::Opaque { .. } => {}
        }
    }

    /// What is new in a location.
    pub(crate) fn loc(&mut self, loc: LocId, visit: &mut dyn FnMut(AttrId)) {
        if !self.locs.insert(loc) {
            return;
        }
        match self.ctx.loc_kind(loc) {
            LocationKind::Unknown | LocationKind::File { .. } => {}
            LocationKind::Name { child, .. } => self.loc(*child, visit),
            LocationKind::CallSite { callee, caller } => {
                self.loc(*callee, visit);
                self.loc(*caller, visit);
            }
            LocationKind::Fused {
                metadata,
                locations,
            } => {
                if let Some(metadata) = metadata {
                    self.attr(*metadata, visit);
                }
                for loc in locations {
                    self.loc(*loc, visit);
                }
            }
        }
    }
}
