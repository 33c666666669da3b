//! Attributes as text.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::loc_aliases::LocAliases;
use super::names::push_int;
use super::shared::{Part, Shared};
use crate::ir::write_float;
use crate::ir::{
    AttrId, AttrKind, Context, FloatKind, IntValue, MemRefType, Signedness, StrId, TypeId,
    TypeKind, array_limbs,
};
use crate::syntax::MlirVersion;
use crate::text::Lengths;
use crate::text::lexer::is_bare_id;

/// Prints types, attributes and locations into one string.
#[derive(Debug)]
pub struct AttrPrinter<'m> {
    /// The context of the ids.
    pub(crate) ctx: &'m Context,
    /// The version that is to read the text.
    pub(super) version: MlirVersion,
    /// The text so far.
    pub out: String,
    /// Aliases of affine maps and sets, assigned on first use; absent if they are printed in full.
    pub(crate) aliases: Option<Aliases>,
    /// What is shortened.
    pub(super) lengths: Lengths,
    /// Length of the text, in bytes, at which printing stops; what it omits is unspecified. Without a limit, shared
    /// parts may double the text at each nesting level.
    pub(crate) max_len: usize,
    /// Aliases of parts that would be too long; absent if everything is printed in full.
    pub(super) shared: Option<Shared>,
    /// Aliases of locations; absent if they are printed in full.
    pub(super) locs: Option<Rc<LocAliases>>,
    /// New numbers of distinct attributes, in the order of printing.
    distinct: FxHashMap<u64, usize>,
}

/// Aliases of affine maps and sets, in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    index: FxHashMap<AttrId, u32>,
    maps: Vec<AttrId>,
    sets: Vec<AttrId>,
}

/// When the type of a number is omitted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elide {
    /// Never (except where MLIR never prints one).
    Never,
    /// For `i64` and `f64`.
    Default,
    Always,
}

/// Maximum length of the result of [`type_text`] and [`attr_text`], in bytes.
const LONGEST: usize = 2 << 20;
/// Maximum length of a type or attribute in an error message, in bytes.
const LONGEST_IN_MESSAGE: usize = 200;

/// A type as text, without aliases; cut off after two mebibytes.
pub fn type_text(ctx: &Context, ty: TypeId) -> String {
    cut(ctx, LONGEST, |printer| printer.ty(ty))
}

/// The name of a memory space: of an integer, whatever its type, the number alone.
pub fn space_text(ctx: &Context, space: AttrId) -> String {
    let number = match ctx.attr_kind(space) {
        AttrKind::Integer { value, .. } => value.as_i64(),
        _ => None,
    };
    number.map_or_else(|| attr_text(ctx, space), |number| number.to_string())
}

/// The name of the memory space of a memref; `None` for the default one, which is 0 or not written.
pub fn space_name(ctx: &Context, ty: &MemRefType) -> Option<String> {
    let name = ty.space.map(|space| space_text(ctx, space));
    name.filter(|name| name != "0")
}

/// An attribute as text, without aliases; cut off after two mebibytes.
pub fn attr_text(ctx: &Context, attr: AttrId) -> String {
    cut(ctx, LONGEST, |printer| printer.attr(attr))
}

/// A type for an error message: as text, shortened if it is long.
pub(crate) fn type_summary(ctx: &Context, ty: TypeId) -> String {
    cut(ctx, LONGEST_IN_MESSAGE, |printer| printer.ty(ty))
}

/// An attribute for an error message: as text, shortened if it is long.
pub(crate) fn attr_summary(ctx: &Context, attr: AttrId) -> String {
    cut(ctx, LONGEST_IN_MESSAGE, |printer| printer.attr(attr))
}

/// Prints up to a limit, because a few lines of aliases can represent gigabytes of text.
fn cut(ctx: &Context, limit: usize, print: impl FnOnce(&mut AttrPrinter<'_>)) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.max_len = limit;
    print(&mut printer);
    let mut text = printer.out;
    if text.len() > limit {
        let end = (0..=limit).rev().find(|i| text.is_char_boundary(*i));
        text.truncate(end.unwrap_or(0));
        text.push_str("...");
    }
    text
}

impl<'m> AttrPrinter<'m> {
    /// A printer with an empty text.
    pub fn new(ctx: &'m Context) -> Self {
        Self {
            ctx,
            version: MlirVersion::default(),
            out: String::new(),
            aliases: None,
            lengths: Lengths::default(),
            max_len: usize::MAX,
            shared: None,
            locs: None,
            distinct: FxHashMap::default(),
        }
    }

    /// Whether the text has reached its limit.
    pub(crate) fn is_full(&self) -> bool {
        self.out.len() > self.max_len
    }

    /// An attribute in full: its alias if it has one, else with its type.
    pub fn attr(&mut self, attr: AttrId) {
        self.attr_or_alias(attr, Elide::Never);
    }

    /// An attribute without its type.
    pub(crate) fn attr_without_type(&mut self, attr: AttrId) {
        self.attr_or_alias(attr, Elide::Always);
    }

    /// An attribute whose type is omitted if it is the default one, as inside arrays.
    pub(crate) fn attr_eliding(&mut self, attr: AttrId) {
        self.attr_or_alias(attr, Elide::Default);
    }

    fn attr_or_alias(&mut self, attr: AttrId, elide: Elide) {
        if self.is_full() {
            return;
        }
        if !self.alias(attr) && !self.shared_alias(Part::Attr(attr)) {
            self.attr_kind(attr, elide);
        }
    }

    /// Writes the alias of a map or set, if aliases are in use.
    fn alias(&mut self, attr: AttrId) -> bool {
        let Some(aliases) = &mut self.aliases else {
            return false;
        };
        let (list, prefix) = match self.ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) => (&mut aliases.maps, "#map"),
            AttrKind::IntegerSet(_) => (&mut aliases.sets, "#set"),
            _ => return false,
        };
        let number = *aliases.index.entry(attr).or_insert_with(|| {
            list.push(attr);
            list.len() as u32 - 1
        });
        self.out.push_str(prefix);
        if number > 0 {
            push_int(&mut self.out, number);
        }
        true
    }

    /// An attribute without using its own alias; its parts may use theirs.
    pub(super) fn attr_in_full(&mut self, attr: AttrId) {
        self.attr_kind(attr, Elide::Never);
    }

    /// The definitions of all aliases in use, one per line.
    pub(crate) fn alias_definitions(&mut self) -> String {
        let shared = self.shared_definitions();
        let aliases = self.aliases.take().unwrap_or_default();
        let text = std::mem::take(&mut self.out);
        self.define_locs_above(false);
        for (prefix, list) in [("#map", &aliases.maps), ("#set", &aliases.sets)] {
            for (index, &attr) in list.iter().enumerate() {
                self.out.push_str(prefix);
                if index > 0 {
                    push_int(&mut self.out, index as u32);
                }
                self.out.push_str(" = ");
                self.attr(attr);
                self.out.push('\n');
            }
        }
        self.define_locs_above(true);
        let maps = std::mem::replace(&mut self.out, text);
        maps + &shared
    }

    fn float(&mut self, bits: u128, ty: TypeId, elide: Elide) {
        let kind = self.float_kind(ty);
        let start = self.out.len();
        write_float(&mut self.out, kind, bits);
        // With `Elide::Always`, MLIR omits the type even if the bit pattern then reads back as an integer.
        let is_pattern = self.out.get(start..).is_some_and(|t| t.starts_with("0x"));
        if elide != Elide::Default || kind != FloatKind::F64 || is_pattern {
            self.type_suffix(Some(ty), elide);
        }
    }

    fn array(&mut self, items: &[AttrId]) {
        self.out.push('[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.attr_eliding(*item);
        }
        self.out.push(']');
    }

    fn distinct(&mut self, number: usize, referenced: Option<AttrId>) {
        self.out.push_str("distinct[");
        self.int(number as i64);
        self.out.push_str("]<");
        if let Some(referenced) = referenced {
            self.attr(referenced);
        }
        self.out.push('>');
    }

    fn attr_kind(&mut self, attr: AttrId, elide: Elide) {
        match self.ctx.attr_kind(attr) {
            AttrKind::Unit => self.out.push_str("unit"),
            AttrKind::Integer { value, ty } => self.integer(value, *ty, elide),
            AttrKind::Float { bits, ty } => self.float(*bits, *ty, elide),
            AttrKind::String { value, ty } => {
                self.string(self.ctx.bytes(*value));
                self.type_suffix(*ty, elide);
            }
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Array(items) => self.array(items),
            AttrKind::Dictionary(entries) => {
                self.out.push('{');
                self.dict_entries(entries);
                self.out.push('}');
            }
            AttrKind::SymbolRef { root, nested } => {
                self.symbol_name(self.ctx.bytes(*root));
                for name in nested {
                    self.out.push_str("::");
                    self.symbol_name(self.ctx.bytes(*name));
                }
            }
            AttrKind::AffineMap(map) => {
                self.out.push_str("affine_map<");
                self.affine_map(map);
                self.out.push('>');
            }
            AttrKind::IntegerSet(set) => {
                self.out.push_str("affine_set<");
                self.integer_set(set);
                self.out.push('>');
            }
            AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. } => {
                self.elements(attr);
                self.type_suffix(Some(*ty), elide);
            }
            AttrKind::DenseArray { element, values } => self.dense_array(*element, values),
            AttrKind::Strided { offset, strides } => self.strided(*offset, strides),
            AttrKind::Distinct { id, referenced } => {
                let next = self.distinct.len();
                let number = *self.distinct.entry(*id).or_insert(next);
                self.distinct(number, *referenced);
            }
            AttrKind::Location(loc) => {
                if !self.loc_alias(*loc) {
                    self.out.push_str("loc(");
                    self.loc_in_full(*loc);
                    self.out.push(')');
                }
            }
            AttrKind::Opaque { dialect, body, ty } => {
                self.out.push('#');
                self.dialect_symbol(*dialect, *body);
                self.type_suffix(*ty, elide);
            }
        }
    }

    /// An elements attribute without its type.
    fn elements(&mut self, attr: AttrId) {
        match self.ctx.attr_kind(attr) {
            kind if self.is_elided(kind) => self.out.push_str("dense_resource<__elided__>"),
            AttrKind::Dense { ty, data } => {
                self.out.push_str("dense<");
                self.dense_elements(*ty, data, self.lengths.hex_above);
                self.out.push('>');
            }
            AttrKind::Sparse {
                indices, values, ..
            } => self.sparse(*indices, *values),
            AttrKind::DenseResource { key, .. } => {
                self.out.push_str("dense_resource<");
                self.keyword_or_string(self.ctx.bytes(*key));
                self.out.push('>');
            }
            _ => {}
        }
    }

    fn strided(&mut self, offset: i64, strides: &[i64]) {
        self.out.push_str("strided<[");
        for (i, stride) in strides.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.int_or_dynamic(*stride);
        }
        self.out.push(']');
        if offset != 0 {
            self.out.push_str(", offset: ");
            self.int_or_dynamic(offset);
        }
        self.out.push('>');
    }

    /// `a = 1, b`: the contents of a dictionary.
    pub(crate) fn dict_entries(&mut self, entries: &[(StrId, AttrId)]) {
        for (i, (name, attr)) in entries.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.attr_name(self.ctx.bytes(*name));
            if !matches!(self.ctx.attr_kind(*attr), AttrKind::Unit) {
                self.out.push_str(" = ");
                self.attr(*attr);
            }
        }
    }

    /// A quoted string.
    pub fn string(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for byte in bytes {
            match byte {
                b'\\' => self.out.push_str("\\\\"),
                b'"' => self.out.push_str("\\22"),
                0x20..=0x7E => self.out.push(char::from(*byte)),
                _ => {
                    self.out.push('\\');
                    self.hex_byte(*byte);
                }
            }
        }
        self.out.push('"');
    }

    /// `@name`, quoted where needed.
    pub fn symbol_name(&mut self, bytes: &[u8]) {
        self.out.push('@');
        self.keyword_or_string(bytes);
    }

    /// The name of an attribute, quoted where needed.
    pub fn attr_name(&mut self, bytes: &[u8]) {
        self.keyword_or_string(bytes);
    }

    /// A bare word if the bytes are one, else a string.
    pub fn keyword_or_string(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if is_bare_id(bytes) => self.out.push_str(text),
            _ => self.string(bytes),
        }
    }

    /// Integers separated by commas.
    pub(crate) fn ints(&mut self, values: &[i64]) {
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.int(*value);
        }
    }

    /// A decimal integer.
    pub(crate) fn int(&mut self, value: i64) {
        push_int(&mut self.out, value);
    }

    pub(super) fn hex_byte(&mut self, byte: u8) {
        for digit in [byte >> 4, byte & 15] {
            let digit = char::from_digit(digit.into(), 16).unwrap_or('0');
            self.out.push(digit.to_ascii_uppercase());
        }
    }

    /// `dialect.body` or `dialect<body>`.
    pub(super) fn dialect_symbol(&mut self, dialect: StrId, body: StrId) {
        let body = self.ctx.text(body);
        self.out.push_str(&self.ctx.text(dialect));
        if !body.starts_with('<') {
            self.out.push('.');
        }
        self.out.push_str(&body);
    }

    fn integer(&mut self, value: &IntValue, ty: TypeId, elide: Elide) {
        if let TypeKind::Integer {
            width: 1,
            signedness: Signedness::Signless,
        } = self.ctx.type_kind(ty)
        {
            let is_true = *value != IntValue::Small(0);
            self.out.push_str(if is_true { "true" } else { "false" });
            return;
        }
        self.int_value(value);
        let is_default = matches!(
            self.ctx.type_kind(ty),
            TypeKind::Integer {
                width: 64,
                signedness: Signedness::Signless
            }
        );
        if elide != Elide::Default || !is_default {
            self.type_suffix(Some(ty), elide);
        }
    }

    /// An integer of any width.
    pub fn int_value(&mut self, value: &IntValue) {
        let limbs = match value {
            IntValue::Small(value) => return self.int(*value),
            IntValue::Big(limbs) => limbs,
        };
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
        self.natural(limbs);
    }

    /// A natural number from little-endian limbs.
    fn natural(&mut self, mut limbs: Vec<u64>) {
        const CHUNK: u128 = 10_u128.pow(19);
        let mut chunks = Vec::new();
        while !limbs.is_empty() {
            let mut rest = 0_u128;
            for limb in limbs.iter_mut().rev() {
                rest = rest << 64 | u128::from(*limb);
                *limb = (rest / CHUNK) as u64;
                rest %= CHUNK;
            }
            chunks.push(rest as u64);
            while limbs.last() == Some(&0) {
                limbs.pop();
            }
        }
        while chunks.len() > 1 && chunks.last() == Some(&0) {
            chunks.pop();
        }
        for (i, chunk) in chunks.iter().rev().enumerate() {
            if i == 0 {
                push_int(&mut self.out, *chunk);
            } else {
                self.out.push_str(&format!("{chunk:019}"));
            }
        }
    }

    fn type_suffix(&mut self, ty: Option<TypeId>, elide: Elide) {
        if elide == Elide::Always {
            return;
        }
        if let Some(ty) = ty {
            self.out.push_str(" : ");
            self.ty(ty);
        }
    }

    pub(super) fn float_kind(&self, ty: TypeId) -> FloatKind {
        match self.ctx.type_kind(ty) {
            TypeKind::Float(kind) => *kind,
            _ => FloatKind::F64,
        }
    }

    fn dense_array(&mut self, element: TypeId, values: &[i64]) {
        self.out.push_str("array<");
        self.ty(element);
        let kind = self.ctx.type_kind(element);
        for (index, limbs) in values.chunks_exact(array_limbs(kind)).enumerate() {
            self.out.push_str(if index == 0 { ": " } else { ", " });
            self.array_element(kind, limbs);
        }
        self.out.push('>');
    }

    /// An element of a dense array: its entries, the lowest first.
    fn array_element(&mut self, kind: &TypeKind, limbs: &[i64]) {
        let low = limbs.first().copied().unwrap_or(0);
        match kind {
            TypeKind::Float(kind) => {
                let high = limbs.get(1).copied().unwrap_or(0);
                let bits = u128::from(high as u64) << 64 | u128::from(low as u64);
                let mask = u128::MAX >> (128 - kind.width().min(128));
                write_float(&mut self.out, *kind, bits & mask);
            }
            TypeKind::Integer {
                width: 1,
                signedness: Signedness::Signless,
            } => self.out.push_str(if low != 0 { "true" } else { "false" }),
            TypeKind::Integer {
                width: 64,
                signedness: Signedness::Unsigned,
            } => push_int(&mut self.out, low as u64),
            TypeKind::Integer { signedness, .. } if limbs.len() > 1 => {
                let mut limbs: Vec<u64> = limbs.iter().map(|&limb| limb as u64).collect();
                if *signedness == Signedness::Unsigned {
                    limbs.push(0);
                }
                self.int_value(&IntValue::from_limbs(limbs));
            }
            _ => self.int(low),
        }
    }
}
