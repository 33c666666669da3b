//! Forked contexts for parallel passes: each thread works on a context that shares existing entries.
//! New entries are merged into the original context at the end.

use std::sync::Arc;

use super::context::{Added, Forked};
use super::{
    AttrId, AttrKind, Context, DenseData, Dict, LocId, LocationKind, MemRefType, OpName, StrId,
    TypeId, TypeKind,
};

/// Maps ids of a forked context to ids of the context that absorbed it.
///
/// Ids from before the fork are the same in both.
#[derive(Debug, Default)]
pub(super) struct Translation {
    strs: Renamed<StrId>,
    names: Renamed<OpName>,
    types: Renamed<TypeId>,
    attrs: Renamed<AttrId>,
    locs: Renamed<LocId>,
}

#[derive(Debug)]
struct Renamed<Id> {
    /// Number of ids that are the same in both.
    n_same: u32,
    new: Vec<Id>,
}

impl<Id> Default for Renamed<Id> {
    fn default() -> Self {
        Self {
            n_same: u32::MAX,
            new: Vec::new(),
        }
    }
}

impl<Id: Copy> Renamed<Id> {
    fn after(n_same: u32) -> Self {
        Self {
            n_same,
            new: Vec::new(),
        }
    }

    fn get(&self, index: usize, same: Id) -> Id {
        match (index as u32).checked_sub(self.n_same) {
            Some(at) => self.new[at as usize],
            None => same,
        }
    }
}

impl Context {
    /// A context that shares all existing items. Items added later are private to each of the two.
    ///
    /// `O(1)`, except for the first fork after items were added.
    pub(super) fn fork(&mut self) -> Self {
        let fork = Self {
            strs: self.strs.fork(),
            types: self.types.fork(),
            attrs: self.attrs.fork(),
            locs: self.locs.fork(),
            op_names: Arc::clone(&self.op_names),
            dialects: self.dialects.clone(),
            forked: None,
        };
        Self {
            forked: Some(Forked {
                n_strs: fork.strs.len(),
                n_names: fork.op_names.list.len() as u32,
                n_types: fork.types.len(),
                n_attrs: fork.attrs.len(),
                n_locs: fork.locs.len(),
                added: Vec::new(),
            }),
            ..fork
        }
    }

    /// Adds the items that a fork of this context has added. Linear in their number.
    pub(super) fn absorb(&mut self, fork: &Self) -> Translation {
        let Some(base) = &fork.forked else {
            return Translation::default();
        };
        let mut t = Translation {
            strs: Renamed::after(base.n_strs),
            names: Renamed::after(base.n_names),
            types: Renamed::after(base.n_types),
            attrs: Renamed::after(base.n_attrs),
            locs: Renamed::after(base.n_locs),
        };
        for number in base.n_strs..fork.strs.len() {
            let new = self.str(fork.strs.get(number));
            t.strs.new.push(new);
        }
        for info in &fork.op_names.list[base.n_names as usize..] {
            let new = self.op_name(fork.strs.get(info.text.index() as u32));
            t.names.new.push(new);
        }
        let (mut types, mut attrs, mut locs) = (base.n_types, base.n_attrs, base.n_locs);
        // Each item refers to items that were added before it.
        for added in &base.added {
            match added {
                Added::Type => {
                    let new = self.ty(t.type_kind(fork.types.get(types)));
                    t.types.new.push(new);
                    types += 1;
                }
                Added::Attr => {
                    let new = self.attr(t.attr_kind(fork.attrs.get(attrs)));
                    t.attrs.new.push(new);
                    attrs += 1;
                }
                Added::Loc => {
                    let new = self.loc(t.location(fork.locs.get(locs)));
                    t.locs.new.push(new);
                    locs += 1;
                }
            }
        }
        t
    }
}

impl Translation {
    pub(super) fn str(&self, id: StrId) -> StrId {
        self.strs.get(id.index(), id)
    }

    pub(super) fn name(&self, id: OpName) -> OpName {
        self.names.get(id.index(), id)
    }

    pub(super) fn ty(&self, id: TypeId) -> TypeId {
        self.types.get(id.index(), id)
    }

    pub(super) fn attr(&self, id: AttrId) -> AttrId {
        self.attrs.get(id.index(), id)
    }

    pub(super) fn loc(&self, id: LocId) -> LocId {
        self.locs.get(id.index(), id)
    }

    pub(super) fn dict(&self, dict: &Dict) -> Dict {
        dict.map(|(name, attr)| (self.str(name), self.attr(attr)))
    }

    fn tys(&self, ids: &[TypeId]) -> Box<[TypeId]> {
        ids.iter().map(|&id| self.ty(id)).collect()
    }

    fn type_kind(&self, kind: &TypeKind) -> TypeKind {
        match kind {
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::None | TypeKind::Float(_) => {
                kind.clone()
            }
            TypeKind::Complex(element) => TypeKind::Complex(self.ty(*element)),
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => TypeKind::Vector {
                shape: shape.clone(),
                scalable: scalable.clone(),
                element: self.ty(*element),
            },
            TypeKind::Tensor {
                shape,
                element,
                encoding,
            } => TypeKind::Tensor {
                shape: shape.clone(),
                element: self.ty(*element),
                encoding: encoding.map(|attr| self.attr(attr)),
            },
            TypeKind::UnrankedTensor { element } => TypeKind::UnrankedTensor {
                element: self.ty(*element),
            },
            TypeKind::MemRef(memref) => TypeKind::MemRef(MemRefType {
                shape: memref.shape.clone(),
                element: self.ty(memref.element),
                layout: memref.layout.map(|attr| self.attr(attr)),
                space: memref.space.map(|attr| self.attr(attr)),
            }),
            TypeKind::UnrankedMemRef { element, space } => TypeKind::UnrankedMemRef {
                element: self.ty(*element),
                space: space.map(|attr| self.attr(attr)),
            },
            TypeKind::Tuple(types) => TypeKind::Tuple(self.tys(types)),
            TypeKind::Function { inputs, results } => TypeKind::Function {
                inputs: self.tys(inputs),
                results: self.tys(results),
            },
            TypeKind::Opaque { dialect, body } => TypeKind::Opaque {
                dialect: self.str(*dialect),
                body: self.str(*body),
            },
        }
    }

    fn attr_kind(&self, kind: &AttrKind) -> AttrKind {
        match kind {
            AttrKind::Unit
            | AttrKind::AffineMap(_)
            | AttrKind::IntegerSet(_)
            | AttrKind::Strided { .. } => kind.clone(),
            AttrKind::Integer { value, ty } => AttrKind::Integer {
                value: value.clone(),
                ty: self.ty(*ty),
            },
            AttrKind::Float { bits, ty } => AttrKind::Float {
                bits: *bits,
                ty: self.ty(*ty),
            },
            AttrKind::String { value, ty } => AttrKind::String {
                value: self.str(*value),
                ty: ty.map(|ty| self.ty(ty)),
            },
            AttrKind::Type(ty) => AttrKind::Type(self.ty(*ty)),
            AttrKind::Array(elements) => {
                AttrKind::Array(elements.iter().map(|&attr| self.attr(attr)).collect())
            }
            AttrKind::Dictionary(entries) => AttrKind::Dictionary(
                entries
                    .iter()
                    .map(|&(key, attr)| (self.str(key), self.attr(attr)))
                    .collect(),
            ),
            AttrKind::SymbolRef { root, nested } => AttrKind::SymbolRef {
                root: self.str(*root),
                nested: nested.iter().map(|&name| self.str(name)).collect(),
            },
            AttrKind::Dense { ty, data } => AttrKind::Dense {
                ty: self.ty(*ty),
                data: self.dense(data),
            },
            AttrKind::Sparse {
                ty,
                indices,
                values,
            } => AttrKind::Sparse {
                ty: self.ty(*ty),
                indices: self.attr(*indices),
                values: self.attr(*values),
            },
            AttrKind::DenseResource { key, ty } => AttrKind::DenseResource {
                key: self.str(*key),
                ty: self.ty(*ty),
            },
            AttrKind::DenseArray { element, values } => AttrKind::DenseArray {
                element: self.ty(*element),
                values: values.clone(),
            },
            AttrKind::Distinct { id, referenced } => AttrKind::Distinct {
                id: *id,
                referenced: referenced.map(|attr| self.attr(attr)),
            },
            AttrKind::Location(loc) => AttrKind::Location(self.loc(*loc)),
            AttrKind::Opaque { dialect, body, ty } => AttrKind::Opaque {
                dialect: self.str(*dialect),
                body: self.str(*body),
                ty: ty.map(|ty| self.ty(ty)),
            },
        }
    }

    fn dense(&self, data: &DenseData) -> DenseData {
        match data {
            DenseData::Splat(_) | DenseData::Elements(_) => data.clone(),
            DenseData::Strings { values, is_splat } => DenseData::Strings {
                values: values.iter().map(|&text| self.str(text)).collect(),
                is_splat: *is_splat,
            },
        }
    }

    fn location(&self, kind: &LocationKind) -> LocationKind {
        match kind {
            LocationKind::Unknown => LocationKind::Unknown,
            LocationKind::File {
                file,
                line,
                column,
                end,
            } => LocationKind::File {
                file: self.str(*file),
                line: *line,
                column: *column,
                end: *end,
            },
            LocationKind::Name { name, child } => LocationKind::Name {
                name: self.str(*name),
                child: self.loc(*child),
            },
            LocationKind::CallSite { callee, caller } => LocationKind::CallSite {
                callee: self.loc(*callee),
                caller: self.loc(*caller),
            },
            LocationKind::Fused {
                metadata,
                locations,
            } => LocationKind::Fused {
                metadata: metadata.map(|attr| self.attr(attr)),
                locations: locations.iter().map(|&loc| self.loc(loc)).collect(),
            },
        }
    }
}
