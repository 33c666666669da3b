//! Interning: every type, attribute, location and string is stored once and named by a small id.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{
    AttrId, AttrKind, IntValue, LocId, LocationKind, OpName, Signedness, StrId, TypeId, TypeKind,
};
use crate::dialects::{self, Assembly, OpDef};
use crate::text::format::{self, Elem};

/// Owns the interned types, attributes, locations, strings and operation names of a module.
#[derive(Debug)]
pub struct Context {
    strs: StrInterner,
    types: Interner<TypeKind>,
    attrs: Interner<AttrKind>,
    locs: Interner<LocationKind>,
    op_names: Vec<OpNameInfo>,
    op_name_of_str: Vec<Option<OpName>>,
}

/// What is known of an operation name.
#[derive(Debug)]
struct OpNameInfo {
    text: StrId,
    def: Option<&'static OpDef>,
    attr_names: Box<[StrId]>,
    format: Option<Arc<[Elem]>>,
}

#[derive(Debug)]
struct Interner<T> {
    items: Vec<T>,
    table: HashTable<u32>,
}

#[derive(Debug, Default)]
struct StrInterner {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            table: HashTable::new(),
        }
    }
}

impl<T: Hash + Eq> Interner<T> {
    fn intern(&mut self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        if let Some(&found) = self.table.find(hash, |&i| self.items[i as usize] == item) {
            return found;
        }
        let index = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.table
            .insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&items[i as usize]));
        index
    }
}

impl StrInterner {
    fn get(&self, index: u32) -> &[u8] {
        let index = index as usize;
        let start = if index == 0 {
            0
        } else {
            self.ends[index - 1] as usize
        };
        &self.bytes[start..self.ends[index] as usize]
    }

    fn find(&self, text: &[u8]) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&i| self.get(i) == text).copied()
    }

    fn intern(&mut self, text: &[u8]) -> u32 {
        if let Some(found) = self.find(text) {
            return found;
        }
        let index = self.ends.len() as u32;
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as u32);
        let Self { bytes, ends, table } = self;
        let get = |i: u32| {
            let i = i as usize;
            let start = if i == 0 { 0 } else { ends[i - 1] as usize };
            &bytes[start..ends[i] as usize]
        };
        table.insert_unique(FxBuildHasher.hash_one(text), index, |&i| {
            FxBuildHasher.hash_one(get(i))
        });
        index
    }
}

macro_rules! well_known {
    ($($name:ident = $text:literal,)*) => {
        /// Attribute names that the IR and its interfaces look up, interned in every context.
        #[expect(missing_docs, reason = "each constant is named after its text")]
        pub mod names {
            use crate::ir::StrId;
            well_known!(@consts 0u32; $($name)*);
            pub(crate) const TEXTS: &[&str] = &[$($text),*];
        }
    };
    (@consts $n:expr; $head:ident $($tail:ident)*) => {
        pub const $head: StrId = StrId::from_index($n);
        well_known!(@consts $n + 1; $($tail)*);
    };
    (@consts $n:expr;) => {};
}

well_known! {
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    RESULT_SEGMENT_SIZES = "resultSegmentSizes",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    FUNCTION_TYPE = "function_type",
    ARG_ATTRS = "arg_attrs",
    RES_ATTRS = "res_attrs",
    VALUE = "value",
    CALLEE = "callee",
    NAME = "name",
    TYPE = "type",
    ALIGNMENT = "alignment",
    INDEXING_MAPS = "indexing_maps",
    ITERATOR_TYPES = "iterator_types",
    STATIC_OFFSETS = "static_offsets",
    STATIC_SIZES = "static_sizes",
    STATIC_STRIDES = "static_strides",
    STATIC_LOWER_BOUND = "staticLowerBound",
    STATIC_UPPER_BOUND = "staticUpperBound",
    STATIC_STEP = "staticStep",
    REASSOCIATION = "reassociation",
    CASES = "cases",
    LOWER_BOUND_MAP = "lowerBoundMap",
    UPPER_BOUND_MAP = "upperBoundMap",
    STEP = "step",
    MAPPING = "mapping",
    PREDICATE = "predicate",
    FASTMATH = "fastmath",
    OVERFLOW_FLAGS = "overflowFlags",
    CASE_OPERAND_SEGMENTS = "case_operand_segments",
}

impl Default for Context {
    fn default() -> Self {
        let mut context = Self {
            strs: StrInterner::default(),
            types: Interner::default(),
            attrs: Interner::default(),
            locs: Interner::default(),
            op_names: Vec::new(),
            op_name_of_str: Vec::new(),
        };
        for text in names::TEXTS {
            context.str(text);
        }
        context
    }
}

impl Context {
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
        String::from_utf8_lossy(self.bytes(id))
    }

    /// Interns a type.
    pub fn ty(&mut self, kind: TypeKind) -> TypeId {
        TypeId::from_index(self.types.intern(kind))
    }

    /// What a type is.
    pub fn type_kind(&self, id: TypeId) -> &TypeKind {
        &self.types.items[id.index()]
    }

    /// Interns an attribute.
    pub fn attr(&mut self, kind: AttrKind) -> AttrId {
        AttrId::from_index(self.attrs.intern(kind))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, id: AttrId) -> &AttrKind {
        &self.attrs.items[id.index()]
    }

    /// Interns a location.
    pub fn loc(&mut self, kind: LocationKind) -> LocId {
        LocId::from_index(self.locs.intern(kind))
    }

    /// What a location is.
    pub fn loc_kind(&self, id: LocId) -> &LocationKind {
        &self.locs.items[id.index()]
    }

    /// Number of locations.
    pub(crate) fn loc_count(&self) -> usize {
        self.locs.items.len()
    }

    /// Interns an operation name and looks up its definition.
    pub fn op_name(&mut self, name: impl AsRef<[u8]>) -> OpName {
        let text = self.str(name.as_ref());
        if self.op_name_of_str.len() <= text.index() {
            self.op_name_of_str.resize(text.index() + 1, None);
        }
        if let Some(known) = self.op_name_of_str[text.index()] {
            return known;
        }
        let def = std::str::from_utf8(name.as_ref())
            .ok()
            .and_then(dialects::find);
        let attr_names = def
            .map_or(&[][..], |def| def.attrs)
            .iter()
            .map(|attr| self.str(attr.name))
            .collect();
        let id = OpName::from_index(self.op_names.len() as u32);
        let format = def.and_then(|def| match def.assembly {
            Assembly::Format(text) => format::compile(def, text).map(Arc::from),
            Assembly::Generic | Assembly::Hook { .. } => None,
        });
        self.op_names.push(OpNameInfo {
            text,
            def,
            attr_names,
            format,
        });
        self.op_name_of_str
            .resize(self.op_name_of_str.len().max(text.index() + 1), None);
        self.op_name_of_str[text.index()] = Some(id);
        id
    }

    /// The text of an operation name, for example `memref.alloc`.
    pub fn op_name_text(&self, name: OpName) -> std::borrow::Cow<'_, str> {
        self.text(self.op_names[name.index()].text)
    }

    /// The interned string of an operation name.
    pub fn op_name_str(&self, name: OpName) -> StrId {
        self.op_names[name.index()].text
    }

    /// The definition of an operation name; absent for operations that no dialect table lists.
    pub fn def(&self, name: OpName) -> Option<&'static OpDef> {
        self.op_names[name.index()].def
    }

    /// The compiled assembly format of an operation name.
    pub(crate) fn format(&self, name: OpName) -> Option<Arc<[Elem]>> {
        self.op_names[name.index()].format.clone()
    }

    /// Interned names of the inherent attributes of a definition, in the order of its table.
    pub fn attr_names(&self, name: OpName) -> &[StrId] {
        &self.op_names[name.index()].attr_names
    }

    // Shorthands for what passes build all the time.

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

    /// The elements of an integer `array<..>`.
    pub fn attr_array(&self, id: AttrId) -> Option<&[i64]> {
        match self.attr_kind(id) {
            AttrKind::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// The bytes of a string attribute.
    pub fn attr_str(&self, id: AttrId) -> Option<StrId> {
        match self.attr_kind(id) {
            AttrKind::String { value, .. } => Some(*value),
            _ => None,
        }
    }
}
