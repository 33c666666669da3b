//! Interning: every type, attribute, location and string is stored once and named by a small id.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::intern::{Interner, Strings};
use super::{
    AttrId, AttrKind, DenseData, FloatKind, IntValue, LocId, LocationKind, OpName, Signedness,
    StrId, TypeId, TypeKind, names,
};
use crate::dialects::{Assembly, Dialects, OpDef};
use crate::syntax::format::{self, Elem};

/// Owns the interned types, attributes, locations, strings and operation names of a module.
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) strs: Interner<Strings>,
    pub(super) types: Interner<Vec<TypeKind>>,
    pub(super) attrs: Interner<Vec<AttrKind>>,
    pub(super) locs: Interner<Vec<LocationKind>>,
    pub(super) op_names: Arc<OpNames>,
    /// The dialects that define operations in this context.
    pub(super) dialects: Dialects,
    /// For a fork of another context: the items that it has added.
    pub(super) forked: Option<Forked>,
}

/// Operation names; few, and nearly all are known once a module is parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct OpNames {
    pub(super) list: Vec<OpNameInfo>,
    of_str: FxHashMap<StrId, OpName>,
}

/// Facts about an operation name.
#[derive(Clone, Debug)]
pub(super) struct OpNameInfo {
    pub(super) text: StrId,
    def: Option<&'static OpDef>,
    attr_names: Arc<[StrId]>,
    format: Option<Arc<[Elem]>>,
}

/// The sizes of the tables when a context was forked, and the items added since.
#[derive(Clone, Debug)]
pub(super) struct Forked {
    pub(super) n_strs: u32,
    pub(super) n_names: u32,
    pub(super) n_types: u32,
    pub(super) n_attrs: u32,
    pub(super) n_locs: u32,
    /// The tables of new types, attributes and locations, in order.
    pub(super) added: Vec<Added>,
}

/// Which table an item was added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    Type,
    Attr,
    Loc,
}

impl Default for Context {
    fn default() -> Self {
        Self::with_dialects(Dialects::core())
    }
}

impl Context {
    /// An empty context with these dialects; [`Context::default`] has the core dialects.
    pub fn with_dialects(dialects: Dialects) -> Self {
        let mut context = Self {
            strs: Interner::default(),
            types: Interner::default(),
            attrs: Interner::default(),
            locs: Interner::default(),
            op_names: Arc::default(),
            dialects,
            forked: None,
        };
        for text in names::TEXTS {
            context.str(text);
        }
        context
    }

    /// The dialects that define operations in this context.
    pub fn dialects(&self) -> &Dialects {
        &self.dialects
    }

    /// Interns a byte string.
    pub fn str(&mut self, text: impl AsRef<[u8]>) -> StrId {
        StrId::from_index(self.strs.intern(text.as_ref()))
    }

    /// The id of a byte string that was interned before.
    pub fn find_str(&self, text: impl AsRef<[u8]>) -> Option<StrId> {
        self.strs.find(text.as_ref()).map(StrId::from_index)
    }

    /// The bytes of an interned string.
    pub fn bytes(&self, id: StrId) -> &[u8] {
        self.strs.get(id.index() as u32)
    }

    /// The text of an interned string; bytes that are not UTF-8 become replacement characters.
    pub fn text(&self, id: StrId) -> std::borrow::Cow<'_, str> {
        let bytes = self.bytes(id);
        // Nearly all strings are ASCII, which `from_utf8` checks a word at a time.
        std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Into::into)
    }

    /// Interns a type.
    pub fn ty(&mut self, kind: TypeKind) -> TypeId {
        let n_known = self.types.len();
        let number = self.types.intern(kind);
        self.note(number == n_known, Added::Type);
        TypeId::from_index(number)
    }

    /// The id of a type that was interned before.
    pub(crate) fn find_type(&self, kind: &TypeKind) -> Option<TypeId> {
        let number = self.types.find(kind)?;
        Some(TypeId::from_index(number))
    }

    /// The contents of a type.
    #[inline]
    pub fn type_kind(&self, id: TypeId) -> &TypeKind {
        self.types.get(id.index() as u32)
    }

    /// Interns an attribute.
    pub fn attr(&mut self, kind: AttrKind) -> AttrId {
        let n_known = self.attrs.len();
        let number = self.attrs.intern(kind);
        self.note(number == n_known, Added::Attr);
        AttrId::from_index(number)
    }

    /// The contents of an attribute.
    #[inline]
    pub fn attr_kind(&self, id: AttrId) -> &AttrKind {
        self.attrs.get(id.index() as u32)
    }

    /// Interns a location.
    pub fn loc(&mut self, kind: LocationKind) -> LocId {
        let n_known = self.locs.len();
        let number = self.locs.intern(kind);
        self.note(number == n_known, Added::Loc);
        LocId::from_index(number)
    }

    /// The contents of a location.
    pub fn loc_kind(&self, id: LocId) -> &LocationKind {
        self.locs.get(id.index() as u32)
    }

    /// Shares all items with copies that are made later, which then take time and memory for new items only. Linear in
    /// the items that are not shared yet.
    pub fn share(&mut self) {
        self.strs.freeze();
        self.types.freeze();
        self.attrs.freeze();
        self.locs.freeze();
    }

    /// Numbers of strings, names of operations, types and attributes.
    pub(crate) fn counts(&self) -> [u32; 4] {
        let n_names = self.op_names.list.len() as u32;
        [self.strs.len(), n_names, self.types.len(), self.attrs.len()]
    }

    /// Number of locations.
    pub(crate) fn loc_count(&self) -> usize {
        self.locs.len() as usize
    }

    /// Interns an operation name and looks up its definition.
    pub fn op_name(&mut self, name: impl AsRef<[u8]>) -> OpName {
        let text = self.str(name.as_ref());
        if let Some(&existing) = self.op_names.of_str.get(&text) {
            return existing;
        }
        let def = std::str::from_utf8(name.as_ref())
            .ok()
            .and_then(|name| self.dialects.find(name));
        if def.is_none()
            && let Ok(old_name) = std::str::from_utf8(name.as_ref())
            && let Some(def) = self.dialects.renamed(old_name)
        {
            let id = self.op_name(def.name);
            Arc::make_mut(&mut self.op_names).of_str.insert(text, id);
            return id;
        }
        let attr_names = def
            .map_or(&[][..], |def| def.attrs)
            .iter()
            .map(|attr| self.str(attr.name))
            .collect();
        let format = def.and_then(|def| match def.assembly {
            Assembly::Format(text) => format::compile(def, text).map(Arc::from),
            Assembly::Generic | Assembly::Hook { .. } => None,
        });
        // Forked contexts share the table of names until one of them adds a name.
        let names = Arc::make_mut(&mut self.op_names);
        let id = OpName::from_index(names.list.len() as u32);
        names.list.push(OpNameInfo {
            text,
            def,
            attr_names,
            format,
        });
        names.of_str.insert(text, id);
        id
    }

    fn note(&mut self, is_new: bool, what: Added) {
        if is_new && let Some(forked) = &mut self.forked {
            forked.added.push(what);
        }
    }

    /// The number of texts that name operations, including names of older versions.
    pub(crate) fn name_count(&self) -> usize {
        self.op_names.of_str.len()
    }

    /// The definitions of the operations that were named so far.
    pub(crate) fn used_defs(&self) -> impl Iterator<Item = &'static OpDef> {
        self.op_names.list.iter().filter_map(|info| info.def)
    }

    /// The text of an operation name, for example `memref.alloc`.
    pub fn op_name_text(&self, name: OpName) -> std::borrow::Cow<'_, str> {
        self.text(self.op_names.list[name.index()].text)
    }

    /// The interned string of an operation name.
    pub fn op_name_str(&self, name: OpName) -> StrId {
        self.op_names.list[name.index()].text
    }

    /// The definition of an operation name; absent for operations that no dialect table lists.
    #[inline]
    pub fn def(&self, name: OpName) -> Option<&'static OpDef> {
        self.op_names.list[name.index()].def
    }

    /// The compiled assembly format of an operation name.
    pub(crate) fn format(&self, name: OpName) -> Option<Arc<[Elem]>> {
        self.op_names.list[name.index()].format.clone()
    }

    /// Interned names of the inherent attributes of a definition, in the order of its table.
    pub fn attr_names(&self, name: OpName) -> &[StrId] {
        &self.op_names.list[name.index()].attr_names
    }

    // Shorthands for types and attributes that passes often build.

    /// `index`.
    pub fn index_type(&mut self) -> TypeId {
        self.ty(TypeKind::Index)
    }

    /// The signless integer type of `width` bits.
    pub fn int_type(&mut self, width: u32) -> TypeId {
        self.ty(TypeKind::Integer {
            width,
            signedness: Signedness::Signless,
        })
    }

    /// A function type.
    pub fn function_type(&mut self, inputs: &[TypeId], results: &[TypeId]) -> TypeId {
        self.ty(TypeKind::Function {
            inputs: inputs.into(),
            results: results.into(),
        })
    }

    /// An integer attribute of the given type.
    pub fn int_attr(&mut self, value: i64, ty: TypeId) -> AttrId {
        self.attr(AttrKind::Integer {
            value: IntValue::Small(value),
            ty,
        })
    }

    /// `value : i64`.
    pub fn i64_attr(&mut self, value: i64) -> AttrId {
        let ty = self.int_type(64);
        self.int_attr(value, ty)
    }

    /// `value : index`.
    pub fn index_attr(&mut self, value: i64) -> AttrId {
        let ty = self.index_type();
        self.int_attr(value, ty)
    }

    /// `unit`.
    pub fn unit_attr(&mut self) -> AttrId {
        self.attr(AttrKind::Unit)
    }

    /// A string attribute without a type.
    pub fn string_attr(&mut self, text: impl AsRef<[u8]>) -> AttrId {
        let value = self.str(text);
        self.attr(AttrKind::String { value, ty: None })
    }

    /// `array<i64: ..>`.
    pub fn i64_array(&mut self, values: &[i64]) -> AttrId {
        let element = self.int_type(64);
        self.attr(AttrKind::DenseArray {
            element,
            values: values.into(),
        })
    }

    /// `array<i32: ..>`.
    pub fn i32_array(&mut self, values: &[i64]) -> AttrId {
        let element = self.int_type(32);
        self.attr(AttrKind::DenseArray {
            element,
            values: values.into(),
        })
    }

    /// The value of an integer attribute that fits 64 bits.
    pub fn attr_i64(&self, id: AttrId) -> Option<i64> {
        match self.attr_kind(id) {
            AttrKind::Integer { value, .. } => value.as_i64(),
            _ => None,
        }
    }

    /// Whether an attribute is a dense array of signless integers of 32 bits.
    pub(crate) fn is_i32_array(&self, id: AttrId) -> bool {
        let AttrKind::DenseArray { element, .. } = self.attr_kind(id) else {
            return false;
        };
        matches!(
            self.type_kind(*element),
            TypeKind::Integer {
                width: 32,
                signedness: Signedness::Signless
            }
        )
    }

    /// The elements of an `array<..>`, as in [`AttrKind::DenseArray`]: bit patterns if they are floats.
    pub fn attr_array(&self, id: AttrId) -> Option<&[i64]> {
        match self.attr_kind(id) {
            AttrKind::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// The type that an attribute carries.
    pub(crate) fn attr_type(&self, id: AttrId) -> Option<TypeId> {
        match self.attr_kind(id) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. } => Some(*ty),
            AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => *ty,
            _ => None,
        }
    }

    /// The interned bytes of a string attribute.
    pub fn attr_str(&self, id: AttrId) -> Option<StrId> {
        match self.attr_kind(id) {
            AttrKind::String { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The elements of a dense attribute of `n` indices or integers of 8 to 64 bits, sign-extended.
    pub fn dense_integers(&self, id: AttrId, n: usize) -> Option<Vec<i64>> {
        let AttrKind::Dense { ty, data } = self.attr_kind(id) else {
            return None;
        };
        let width = match self.type_kind(self.element_type(*ty)?) {
            TypeKind::Integer { width, .. } if (8..=64).contains(width) => *width,
            TypeKind::Index => 64,
            _ => return None,
        };
        let n_bytes = width.div_ceil(8) as usize;
        let value = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
            let shift = 64 - width;
            i64::from_le_bytes(word) << shift >> shift
        };
        match data {
            DenseData::Splat(bytes) => Some(vec![value(bytes); n]),
            DenseData::Elements(bytes) => Some(bytes.chunks_exact(n_bytes).map(value).collect()),
            DenseData::Strings { .. } => None,
        }
    }

    /// The element of a dense attribute whose elements are all equal, if `arith.constant` may have it.
    pub fn splat_element(&self, id: AttrId) -> Option<AttrKind> {
        let AttrKind::Dense {
            ty,
            data: DenseData::Splat(bytes),
        } = self.attr_kind(id)
        else {
            return None;
        };
        let element = self.element_type(*ty)?;
        let mut word = [0; 16];
        word.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let bits = u128::from_le_bytes(word);
        let integer = |value: i64| AttrKind::Integer {
            value: IntValue::Small(value),
            ty: element,
        };
        match *self.type_kind(element) {
            TypeKind::Float(FloatKind::F80 | FloatKind::F128) => None,
            TypeKind::Float(_) => Some(AttrKind::Float { bits, ty: element }),
            TypeKind::Index => Some(integer((bits as u64).cast_signed())),
            TypeKind::Integer {
                width,
                signedness: Signedness::Signless,
            } => match width {
                1 => Some(integer(i64::from(bits != 0))),
                8 | 16 | 24 | 32 | 40 | 48 | 56 | 64 => {
                    let shift = 64 - width;
                    Some(integer((bits as u64).cast_signed() << shift >> shift))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
