//! Attributes as text.

use rustc_hash::FxHashMap;

use super::names::push_u64;
use crate::ir::{
    AttrId, AttrKind, Context, DYNAMIC, DenseData, FloatKind, IntValue, Signedness, StrId, TypeId,
    TypeKind,
};
use crate::text::floats;

/// Non-splat elements attributes with more elements than this print as one hex string.
const HEX_ABOVE: usize = 100;

/// Writes types, attributes and locations into one string.
#[derive(Debug)]
pub(crate) struct AttrPrinter<'m> {
    /// What the ids refer to.
    pub(crate) ctx: &'m Context,
    /// What was written so far.
    pub(crate) out: String,
    /// Names of affine maps and sets, given out as they are met; absent when they print in full.
    pub(crate) aliases: Option<Aliases>,
}

/// Aliases of affine maps and sets, in the order in which a printer meets them.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    index: FxHashMap<AttrId, u32>,
    maps: Vec<AttrId>,
    sets: Vec<AttrId>,
}

/// A type as text, without aliases.
pub fn type_text(ctx: &Context, ty: TypeId) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.ty(ty);
    printer.out
}

/// An attribute as text, without aliases.
pub fn attr_text(ctx: &Context, attr: AttrId) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.attr(attr);
    printer.out
}

impl<'m> AttrPrinter<'m> {
    /// A printer with nothing written.
    pub(crate) fn new(ctx: &'m Context) -> Self {
        Self {
            ctx,
            out: String::new(),
            aliases: None,
        }
    }

    /// An attribute in full: its alias if it has one, else with its type.
    pub(crate) fn attr(&mut self, attr: AttrId) {
        self.attr_with(attr, true);
    }

    /// An attribute without its type.
    pub(crate) fn attr_without_type(&mut self, attr: AttrId) {
        match self.ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } => self.integer(value, *ty),
            AttrKind::Float { bits, ty } => self.float(*bits, *ty),
            AttrKind::Dense { ty, data } => self.dense(*ty, data),
            _ => self.attr_with(attr, false),
        }
    }

    /// An attribute inside an array: `i64` and `f64` are left out.
    pub(super) fn attr_in_list(&mut self, attr: AttrId) {
        let ctx = self.ctx;
        let elide = match ctx.attr_kind(attr) {
            AttrKind::Integer { ty, .. } => {
                *ctx.type_kind(*ty)
                    == TypeKind::Integer {
                        width: 64,
                        signedness: Signedness::Signless,
                    }
            }
            AttrKind::Float { ty, .. } => *ctx.type_kind(*ty) == TypeKind::Float(FloatKind::F64),
            _ => false,
        };
        if elide {
            self.attr_without_type(attr);
        } else {
            self.attr(attr);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of attribute")]
    fn attr_with(&mut self, attr: AttrId, with_type: bool) {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Unit => self.out.push_str("unit"),
            AttrKind::Integer { value, ty } => {
                self.integer(value, *ty);
                if !is_bit(ctx, *ty) {
                    self.colon_type(*ty);
                }
            }
            AttrKind::Float { bits, ty } => {
                self.float(*bits, *ty);
                self.colon_type(*ty);
            }
            AttrKind::String { value, ty } => {
                self.string(ctx.bytes(*value));
                if let Some(ty) = ty {
                    self.colon_type(*ty);
                }
            }
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Array(elements) => {
                self.out.push('[');
                for (index, &element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.attr_in_list(element);
                }
                self.out.push(']');
            }
            AttrKind::Dictionary(entries) => {
                self.out.push('{');
                self.dict_entries(entries);
                self.out.push('}');
            }
            AttrKind::SymbolRef { root, nested } => {
                self.symbol_name(ctx.bytes(*root));
                for &part in nested {
                    self.out.push_str("::");
                    self.symbol_name(ctx.bytes(part));
                }
            }
            AttrKind::AffineMap(map) => {
                if !self.alias(attr, true) {
                    self.out.push_str("affine_map<");
                    self.affine_map(map);
                    self.out.push('>');
                }
            }
            AttrKind::IntegerSet(set) => {
                if !self.alias(attr, false) {
                    self.out.push_str("affine_set<");
                    self.integer_set(set);
                    self.out.push('>');
                }
            }
            AttrKind::Dense { ty, data } => {
                self.dense(*ty, data);
                if with_type {
                    self.colon_type(*ty);
                }
            }
            AttrKind::Sparse {
                ty,
                indices,
                values,
            } => {
                self.out.push_str("sparse<");
                self.sparse_part(*indices);
                self.out.push_str(", ");
                self.sparse_part(*values);
                self.out.push('>');
                if with_type {
                    self.colon_type(*ty);
                }
            }
            AttrKind::DenseResource { key, ty } => {
                self.out.push_str("dense_resource<");
                self.attr_name(ctx.bytes(*key));
                self.out.push('>');
                if with_type {
                    self.colon_type(*ty);
                }
            }
            AttrKind::DenseArray { element, values } => self.dense_array(*element, values),
            AttrKind::Strided { offset, strides } => {
                self.out.push_str("strided<[");
                for (index, &stride) in strides.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.int_or_dynamic(stride);
                }
                self.out.push(']');
                if *offset != 0 {
                    self.out.push_str(", offset: ");
                    self.int_or_dynamic(*offset);
                }
                self.out.push('>');
            }
            AttrKind::Distinct { id, referenced } => {
                self.out.push_str("distinct[");
                push_u64(&mut self.out, *id);
                self.out.push_str("]<");
                if let Some(referenced) = referenced {
                    self.attr(*referenced);
                }
                self.out.push('>');
            }
            AttrKind::Location(loc) => {
                self.out.push_str("loc(");
                self.loc(*loc);
                self.out.push(')');
            }
            AttrKind::Opaque { dialect, body, ty } => {
                self.out.push('#');
                self.dialect_symbol(*dialect, *body);
                if let Some(ty) = ty {
                    self.colon_type(*ty);
                }
            }
        }
    }

    fn colon_type(&mut self, ty: TypeId) {
        self.out.push_str(" : ");
        self.ty(ty);
    }

    /// Writes the alias of a map or set, if aliases are in use.
    fn alias(&mut self, attr: AttrId, is_map: bool) -> bool {
        let Some(aliases) = &mut self.aliases else {
            return false;
        };
        let list = if is_map {
            &mut aliases.maps
        } else {
            &mut aliases.sets
        };
        let number = *aliases.index.entry(attr).or_insert_with(|| {
            list.push(attr);
            list.len() as u32 - 1
        });
        self.out.push_str(if is_map { "#map" } else { "#set" });
        if number > 0 {
            super::names::push_u32(&mut self.out, number);
        }
        true
    }

    /// The definitions of all aliases that were written, a line each.
    pub(crate) fn alias_definitions(&mut self) -> String {
        let Some(aliases) = self.aliases.take() else {
            return String::new();
        };
        let text = std::mem::take(&mut self.out);
        for (prefix, list) in [("#map", &aliases.maps), ("#set", &aliases.sets)] {
            for (index, &attr) in list.iter().enumerate() {
                self.out.push_str(prefix);
                if index > 0 {
                    super::names::push_u32(&mut self.out, index as u32);
                }
                self.out.push_str(" = ");
                self.attr(attr);
                self.out.push('\n');
            }
        }
        std::mem::replace(&mut self.out, text)
    }

    /// `a = 1, b`: the inside of a dictionary.
    pub(crate) fn dict_entries(&mut self, entries: &[(StrId, AttrId)]) {
        for (index, &(name, attr)) in entries.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.attr_name(self.ctx.bytes(name));
            if !matches!(self.ctx.attr_kind(attr), AttrKind::Unit) {
                self.out.push_str(" = ");
                self.attr(attr);
            }
        }
    }

    /// A quoted string.
    pub(crate) fn string(&mut self, bytes: &[u8]) {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        self.out.push('"');
        for &byte in bytes {
            match byte {
                b'\\' => self.out.push_str("\\\\"),
                b'"' => self.out.push_str("\\22"),
                0x20..=0x7E => self.out.push(char::from(byte)),
                _ => {
                    self.out.push('\\');
                    self.out.push(char::from(HEX[usize::from(byte >> 4)]));
                    self.out.push(char::from(HEX[usize::from(byte & 15)]));
                }
            }
        }
        self.out.push('"');
    }

    /// `@name`, quoted where needed.
    pub(crate) fn symbol_name(&mut self, bytes: &[u8]) {
        self.out.push('@');
        self.attr_name(bytes);
    }

    /// The name of an attribute, quoted where needed.
    pub(crate) fn attr_name(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if crate::text::lexer::is_bare_id(bytes) => self.out.push_str(text),
            _ => self.string(bytes),
        }
    }

    /// Integers separated by commas.
    pub(crate) fn ints(&mut self, values: &[i64]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.int(value);
        }
    }

    pub(crate) fn int(&mut self, value: i64) {
        if value < 0 {
            self.out.push('-');
        }
        push_u64(&mut self.out, value.unsigned_abs());
    }

    fn int_or_dynamic(&mut self, value: i64) {
        if value == DYNAMIC {
            self.out.push('?');
        } else {
            self.int(value);
        }
    }

    fn integer(&mut self, value: &IntValue, ty: TypeId) {
        match value {
            IntValue::Small(value) if is_bit(self.ctx, ty) => {
                self.out
                    .push_str(if *value == 0 { "false" } else { "true" });
            }
            IntValue::Small(value) => self.int(*value),
            IntValue::Big(limbs) => self.big_int(limbs),
        }
    }

    fn big_int(&mut self, limbs: &[u64]) {
        let mut limbs = limbs.to_vec();
        if limbs.last().is_some_and(|limb| limb >> 63 == 1) {
            self.out.push('-');
            let mut carry = true;
            for limb in &mut limbs {
                let (value, overflow) = (!*limb).overflowing_add(u64::from(carry));
                *limb = value;
                carry = overflow;
            }
        }
        let mut groups: Vec<u64> = Vec::new();
        while limbs.iter().any(|&limb| limb != 0) {
            let mut rest = 0u128;
            for limb in limbs.iter_mut().rev() {
                let wide = rest << 64 | u128::from(*limb);
                *limb = (wide / 10_000_000_000_000_000_000) as u64;
                rest = wide % 10_000_000_000_000_000_000;
            }
            groups.push(rest as u64);
        }
        push_u64(&mut self.out, groups.pop().unwrap_or(0));
        for group in groups.iter().rev() {
            self.out.push_str(&format!("{group:019}"));
        }
    }

    fn float(&mut self, bits: u128, ty: TypeId) {
        if let TypeKind::Float(kind) = *self.ctx.type_kind(ty) {
            floats::print(&mut self.out, bits, kind);
        }
    }

    fn dense_array(&mut self, element: TypeId, values: &[i64]) {
        self.out.push_str("array<");
        self.ty(element);
        for (index, &value) in values.iter().enumerate() {
            self.out.push_str(if index == 0 { ": " } else { ", " });
            match *self.ctx.type_kind(element) {
                TypeKind::Integer { width: 1, .. } => {
                    self.out.push_str(if value == 0 { "false" } else { "true" });
                }
                TypeKind::Float(kind) => {
                    floats::print(&mut self.out, u128::from(value as u64), kind)
                }
                TypeKind::Integer {
                    signedness: Signedness::Unsigned,
                    width,
                } if width <= 64 => {
                    let mask = u64::MAX >> (64 - width.clamp(1, 64));
                    push_u64(&mut self.out, value as u64 & mask);
                }
                _ => self.int(value),
            }
        }
        self.out.push('>');
    }

    fn sparse_part(&mut self, attr: AttrId) {
        let AttrKind::Dense { ty, data } = self.ctx.attr_kind(attr) else {
            return;
        };
        let before = self.out.len();
        self.dense(*ty, data);
        // Inside `sparse` the literals stand without `dense<..>`.
        let text = self.out.split_off(before);
        let inner = text
            .strip_prefix("dense<")
            .and_then(|text| text.strip_suffix('>'));
        self.out.push_str(inner.unwrap_or(&text));
    }

    fn dense(&mut self, ty: TypeId, data: &DenseData) {
        let (shape, element) = match self.ctx.type_kind(ty) {
            TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. } => {
                (&shape[..], *element)
            }
            TypeKind::MemRef(memref) => (&memref.shape[..], memref.element),
            _ => (&[][..], ty),
        };
        self.out.push_str("dense<");
        match data {
            DenseData::Splat(bytes) => self.element(element, bytes),
            DenseData::Elements(bytes) if bytes.is_empty() => {}
            DenseData::Elements(bytes) => {
                let count: i64 = shape.iter().product();
                let width = bytes.len() / (count.max(1) as usize);
                if bytes.len() / width.max(1) > HEX_ABOVE {
                    self.hex(element, bytes);
                } else {
                    let mut chunks = bytes.chunks(width.max(1));
                    self.nested_lists(shape, &mut |p| {
                        if let Some(chunk) = chunks.next() {
                            p.element(element, chunk);
                        }
                    });
                }
            }
            DenseData::Strings {
                values,
                is_splat: true,
            } => {
                if let Some(&value) = values.first() {
                    self.string(self.ctx.bytes(value));
                }
            }
            DenseData::Strings {
                values,
                is_splat: false,
            } => {
                let mut values = values.iter();
                self.nested_lists(shape, &mut |p| {
                    if let Some(&value) = values.next() {
                        p.string(p.ctx.bytes(value));
                    }
                });
            }
        }
        self.out.push('>');
    }

    fn nested_lists(&mut self, shape: &[i64], element: &mut dyn FnMut(&mut Self)) {
        let Some((&size, inner)) = shape.split_first() else {
            element(self);
            return;
        };
        self.out.push('[');
        for index in 0..size {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.nested_lists(inner, element);
        }
        self.out.push(']');
    }

    /// Raw bytes in hex; `i1` packed, lowest bit first.
    fn hex(&mut self, element: TypeId, bytes: &[u8]) {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        let packed: Vec<u8>;
        let bytes = if is_bit(self.ctx, element) {
            packed = bytes
                .chunks(8)
                .map(|bits| {
                    bits.iter()
                        .enumerate()
                        .fold(0, |byte, (i, bit)| byte | bit << i)
                })
                .collect();
            &packed
        } else {
            bytes
        };
        self.out.push_str("\"0x");
        self.out.extend(bytes.iter().flat_map(|&byte| {
            [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]].map(char::from)
        }));
        self.out.push('"');
    }

    fn element(&mut self, element: TypeId, bytes: &[u8]) {
        match *self.ctx.type_kind(element) {
            TypeKind::Complex(part) => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                self.out.push('(');
                self.element(part, re);
                self.out.push(',');
                self.element(part, im);
                self.out.push(')');
            }
            TypeKind::Float(kind) => {
                let mut raw = [0; 16];
                raw[..bytes.len().min(16)].copy_from_slice(&bytes[..bytes.len().min(16)]);
                floats::print(&mut self.out, u128::from_le_bytes(raw), kind);
            }
            TypeKind::Integer { width: 1, .. } => {
                self.out
                    .push_str(if bytes == [0] { "false" } else { "true" });
            }
            TypeKind::Integer { signedness, .. } => {
                self.int_bytes(bytes, signedness == Signedness::Unsigned);
            }
            _ => self.int_bytes(bytes, false),
        }
    }

    fn int_bytes(&mut self, bytes: &[u8], is_unsigned: bool) {
        let is_minus = !is_unsigned && bytes.last().is_some_and(|byte| byte & 0x80 != 0);
        let fill = if is_minus { 0xFF } else { 0 };
        // One limb more than the bytes need keeps an unsigned value positive.
        let limbs: Vec<u64> = (0..=bytes.len() / 8)
            .map(|limb| {
                let mut raw = [fill; 8];
                for (index, byte) in raw.iter_mut().enumerate() {
                    if let Some(&value) = bytes.get(limb * 8 + index) {
                        *byte = value;
                    }
                }
                u64::from_le_bytes(raw)
            })
            .collect();
        match limbs[..] {
            [only] => self.int(only as i64),
            [low, 0] if low >> 63 == 0 => self.int(low as i64),
            [low, u64::MAX] if low >> 63 == 1 => self.int(low as i64),
            _ => self.big_int(&limbs),
        }
    }
}

fn is_bit(ctx: &Context, ty: TypeId) -> bool {
    *ctx.type_kind(ty)
        == TypeKind::Integer {
            width: 1,
            signedness: Signedness::Signless,
        }
}
