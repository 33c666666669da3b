//! Attributes, types and locations of a file as text.

use std::fmt::Write as _;
use std::rc::Rc;

use super::cursor::Cursor;
use super::{Result, attr_code};
use memplan_mlir::ir::{Context, FloatKind, IntValue, write_float};
use memplan_mlir::text::AttrPrinter;

/// Maximum length of a text that is written in place; longer ones get an alias.
const IN_PLACE: usize = 80;
/// The start of a distinct attribute.
const DISTINCT: &str = "distinct[";
/// Maximum nesting.
const DEEPEST: u32 = 256;

/// An attribute or type of the file.
#[derive(Debug)]
pub(super) struct Entry<'b> {
    pub(super) dialect: usize,
    pub(super) is_encoded: bool,
    pub(super) data: Cursor<'b>,
    pub(super) state: State<'b>,
}

#[derive(Clone, Debug)]
pub(super) enum State<'b> {
    Unread,
    /// To find cycles.
    Reading,
    Read(Rc<Text<'b>>),
}

/// An attribute or type as text.
#[derive(Debug)]
pub(super) struct Text<'b> {
    /// What stands for it in other text: itself or its alias.
    pub(super) short: String,
    pub(super) facts: Facts<'b>,
}

/// What other entries must know.
#[derive(Debug)]
pub(super) enum Facts<'b> {
    None,
    Unit,
    /// A string without a type.
    String(&'b [u8]),
    /// The name that `@name` refers to.
    Symbol(&'b [u8]),
    /// Keys and values.
    Dictionary(Vec<(&'b [u8], usize)>),
    /// The contents of `loc(..)`.
    Location(String),
    /// A dense literal: its text between `<` and `>`, its bytes, and its sizes, where they are known.
    Elements(String, &'b [u8], Vec<u64>),
    Integer {
        width: u64,
        is_signed: bool,
    },
    Float(FloatKind),
    /// The sizes, where they are known.
    Shaped(Option<Vec<u64>>),
}

/// Attributes and types, and the aliases that their texts use.
#[derive(Debug)]
pub(super) struct Attrs<'b> {
    pub(super) strings: Vec<&'b [u8]>,
    pub(super) dialects: Vec<&'b [u8]>,
    pub(super) attrs: Vec<Entry<'b>>,
    pub(super) types: Vec<Entry<'b>>,
    /// The keys of blobs.
    pub(super) resources: Vec<&'b [u8]>,
    /// Definitions of aliases.
    pub(super) aliases: String,
    /// Bytes of text that may still be written.
    budget: usize,
    depth: u32,
    /// The next number of a distinct attribute.
    n_distinct: u64,
    /// For the notation of numbers and names.
    ctx: Context,
}

/// Which table an entry is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Attrs,
    Types,
}

impl<'b> Attrs<'b> {
    pub(super) fn new(budget: usize) -> Self {
        Self {
            strings: Vec::new(),
            dialects: Vec::new(),
            attrs: Vec::new(),
            types: Vec::new(),
            resources: Vec::new(),
            aliases: String::new(),
            budget,
            depth: 0,
            n_distinct: 0,
            ctx: Context::default(),
        }
    }

    /// Appends what `print` prints.
    pub(super) fn print(&self, out: &mut String, print: impl FnOnce(&mut AttrPrinter<'_>)) {
        let mut printer = AttrPrinter::new(&self.ctx);
        std::mem::swap(&mut printer.out, out);
        print(&mut printer);
        *out = printer.out;
    }

    /// Takes bytes of text from the budget.
    pub(super) fn spend(&mut self, n: usize, at: &Cursor<'_>) -> Result<()> {
        match self.budget.checked_sub(n) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(at.error("the text of the program would be too long")),
        }
    }

    /// An attribute that is read at a place.
    pub(super) fn attr(&mut self, from: &mut Cursor<'b>) -> Result<Rc<Text<'b>>> {
        let index = from.index(self.attrs.len(), "attribute")?;
        self.entry(Table::Attrs, index)
    }

    /// The same if there is one.
    pub(super) fn optional_attr(&mut self, from: &mut Cursor<'b>) -> Result<Option<Rc<Text<'b>>>> {
        let (index, is_there) = from.flagged()?;
        match (index, is_there) {
            (_, true) => {}
            (0, false) => return Ok(None),
            _ => return Err(from.error("an absent attribute has a number")),
        }
        let index = from.checked(index, self.attrs.len(), "attribute")?;
        self.entry(Table::Attrs, index).map(Some)
    }

    /// A type.
    pub(super) fn ty(&mut self, from: &mut Cursor<'b>) -> Result<Rc<Text<'b>>> {
        let index = from.index(self.types.len(), "type")?;
        self.entry(Table::Types, index)
    }

    pub(super) fn type_at(&mut self, index: usize) -> Result<Rc<Text<'b>>> {
        self.entry(Table::Types, index)
    }

    /// A string of the file.
    pub(super) fn string(&self, from: &mut Cursor<'b>) -> Result<&'b [u8]> {
        let index = from.index(self.strings.len(), "string")?;
        Ok(self.strings[index])
    }

    /// The contents of `loc(..)`.
    pub(super) fn location(&mut self, from: &mut Cursor<'b>) -> Result<Rc<Text<'b>>> {
        let text = self.attr(from)?;
        match text.facts {
            Facts::Location(_) => Ok(text),
            _ => Err(from.error("this attribute is no location")),
        }
    }

    fn string_attr(&mut self, from: &mut Cursor<'b>) -> Result<&'b [u8]> {
        match self.attr(from)?.facts {
            Facts::String(text) => Ok(text),
            _ => Err(from.error("this attribute is no string")),
        }
    }

    fn entry(&mut self, table: Table, index: usize) -> Result<Rc<Text<'b>>> {
        let entries = match table {
            Table::Attrs => &mut self.attrs,
            Table::Types => &mut self.types,
        };
        // The callers check the index.
        let entry = &mut entries[index];
        let mut data = entry.data;
        match std::mem::replace(&mut entry.state, State::Reading) {
            State::Read(text) => {
                entry.state = State::Read(text.clone());
                return Ok(text);
            }
            State::Reading => return Err(data.error("it contains itself")),
            State::Unread => {}
        }
        let (dialect, is_encoded) = (entry.dialect, entry.is_encoded);
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(data.error(format!("nested more than {DEEPEST} times")));
        }
        let mut out = String::new();
        let facts = if !is_encoded {
            self.verbatim(table, &mut data, &mut out)?
        } else if self.dialects[dialect] != b"builtin" {
            let name = String::from_utf8_lossy(self.dialects[dialect]).into_owned();
            let what = if table == Table::Attrs {
                "attribute"
            } else {
                "type"
            };
            return Err(data.error(format!(
                "the dialect `{name}` encodes this {what} in a way of its own"
            )));
        } else if table == Table::Attrs {
            self.builtin_attr(&mut data, &mut out)?
        } else {
            self.builtin_type(&mut data, &mut out)?
        };
        if !data.is_empty() {
            return Err(data.error("bytes are left over"));
        }
        self.depth -= 1;
        let text = Rc::new(self.named(table, index, out, facts, &data)?);
        let entries = match table {
            Table::Attrs => &mut self.attrs,
            Table::Types => &mut self.types,
        };
        entries[index].state = State::Read(text.clone());
        Ok(text)
    }

    /// Defines an alias if a text is long.
    fn named(
        &mut self,
        table: Table,
        index: usize,
        text: String,
        mut facts: Facts<'b>,
        at: &Cursor<'_>,
    ) -> Result<Text<'b>> {
        self.spend(text.len(), at)?;
        if text.len() <= IN_PLACE {
            return Ok(Text { short: text, facts });
        }
        let sigil = if table == Table::Attrs { "#a" } else { "!t" };
        let short = format!("{sigil}{index}");
        self.aliases.push_str(&short);
        self.aliases.push_str(" = ");
        self.aliases.push_str(&text);
        self.aliases.push('\n');
        if let Facts::Location(inside) = &mut facts {
            inside.clone_from(&short);
        }
        Ok(Text { short, facts })
    }

    /// An attribute or type that is text in the file.
    ///
    /// Each text numbers its distinct attributes from 0.
    fn verbatim(
        &mut self,
        table: Table,
        data: &mut Cursor<'b>,
        out: &mut String,
    ) -> Result<Facts<'b>> {
        let start = data.error("this text is not UTF-8");
        let text = std::str::from_utf8(data.until_zero()?).map_err(|_| start)?;
        let first = self.n_distinct;
        for (position, part) in text.split(DISTINCT).enumerate() {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            match part[..digits].parse::<u64>() {
                Ok(number) if position > 0 => {
                    let number = first.saturating_add(number);
                    self.n_distinct = self.n_distinct.max(number.saturating_add(1));
                    _ = write!(out, "{DISTINCT}{number}");
                    out.push_str(&part[digits..]);
                }
                _ if position > 0 => _ = write!(out, "{DISTINCT}{part}"),
                _ => out.push_str(part),
            }
        }
        Ok(match FloatKind::from_name(text.as_bytes()) {
            Some(kind) if table == Table::Types => Facts::Float(kind),
            _ => Facts::None,
        })
    }

    fn builtin_attr(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<Facts<'b>> {
        let code = data.number()?;
        match code {
            attr_code::ARRAY => {
                out.push('[');
                self.list(data, out, Self::attr)?;
                out.push(']');
            }
            attr_code::DICTIONARY => return self.dictionary(data, out),
            attr_code::STRING => {
                let text = self.string(data)?;
                self.print(out, |p| p.string(text));
                return Ok(Facts::String(text));
            }
            attr_code::TYPED_STRING => {
                let text = self.string(data)?;
                self.print(out, |p| p.string(text));
                self.type_suffix(data, out)?;
            }
            attr_code::FLAT_SYMBOL => {
                let root = self.string_attr(data)?;
                self.print(out, |p| p.symbol_name(root));
                return Ok(Facts::Symbol(root));
            }
            attr_code::SYMBOL => self.symbol(data, out)?,
            attr_code::TYPE => out.push_str(&self.ty(data)?.short),
            attr_code::UNIT => {
                out.push_str("unit");
                return Ok(Facts::Unit);
            }
            attr_code::INTEGER => self.integer(data, out)?,
            attr_code::FLOAT => self.float(data, out)?,
            attr_code::CALL_SITE
            | attr_code::FILE
            | attr_code::FUSED
            | attr_code::FUSED_WITH_METADATA
            | attr_code::NAME
            | attr_code::UNKNOWN
            | attr_code::FILE_RANGE => {
                let mut inside = String::new();
                self.builtin_location(code, data, &mut inside)?;
                out.push_str("loc(");
                out.push_str(&inside);
                out.push(')');
                return Ok(Facts::Location(inside));
            }
            attr_code::DISTINCT => self.distinct(data, out)?,
            _ => return self.elements(code, data, out),
        }
        Ok(Facts::None)
    }

    /// `@root::@nested`.
    fn symbol(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let root = self.string_attr(data)?;
        self.print(out, |p| p.symbol_name(root));
        for _ in 0..data.count()? {
            let Facts::Symbol(name) = self.attr(data)?.facts else {
                return Err(data.error("this attribute is no symbol"));
            };
            out.push_str("::");
            self.print(out, |p| p.symbol_name(name));
        }
        Ok(())
    }

    /// `1.0 : f32`.
    fn float(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let ty = self.ty(data)?;
        let Facts::Float(kind) = ty.facts else {
            return Err(data.error("the type of this number is no float type"));
        };
        let limbs = Self::limbs(data, kind.width().into())?;
        let bits = limbs
            .iter()
            .rev()
            .fold(0_u128, |n, &limb| n << 64 | u128::from(limb));
        write_float(out, kind, bits);
        out.push_str(" : ");
        out.push_str(&ty.short);
        Ok(())
    }

    /// `distinct[0]<..>`.
    fn distinct(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        _ = write!(out, "{DISTINCT}{}]<", self.n_distinct);
        self.n_distinct = self.n_distinct.saturating_add(1);
        let referenced = self.attr(data)?;
        if !matches!(referenced.facts, Facts::Unit) {
            out.push_str(&referenced.short);
        }
        out.push('>');
        Ok(())
    }

    fn elements(
        &mut self,
        code: u64,
        data: &mut Cursor<'b>,
        out: &mut String,
    ) -> Result<Facts<'b>> {
        match code {
            attr_code::RESOURCE => {
                let ty = self.ty(data)?;
                let key = self.resources[data.index(self.resources.len(), "resource")?];
                out.push_str("dense_resource<");
                self.print(out, |p| p.keyword_or_string(key));
                out.push_str("> : ");
                out.push_str(&ty.short);
            }
            attr_code::DENSE_ARRAY => self.dense_array(data, out)?,
            attr_code::DENSE => {
                let ty = self.ty(data)?;
                let n = data.number()?;
                let bytes = data.take(n)?;
                let mut inside = String::new();
                if n > 0 {
                    self.print(&mut inside, |p| p.hex(bytes));
                }
                _ = write!(out, "dense<{inside}> : {}", ty.short);
                let sizes = match &ty.facts {
                    Facts::Shaped(Some(sizes)) => sizes.clone(),
                    _ => Vec::new(),
                };
                return Ok(Facts::Elements(inside, bytes, sizes));
            }
            attr_code::DENSE_STRINGS => return self.dense_strings(data, out),
            attr_code::SPARSE => {
                let ty = self.ty(data)?;
                let (indices, values) = (self.attr(data)?, self.attr(data)?);
                let (Facts::Elements(_, indices, sizes), Facts::Elements(values, ..)) =
                    (&indices.facts, &values.facts)
                else {
                    return Err(data.error("the parts of this literal are no dense literals"));
                };
                out.push_str("sparse<");
                if !indices.is_empty() {
                    _ = write!(out, "{}, {values}", rows(indices, sizes));
                }
                out.push_str("> : ");
                out.push_str(&ty.short);
            }
            _ => return Err(data.error(format!("there is no builtin attribute of kind {code}"))),
        }
        Ok(Facts::None)
    }

    fn dictionary(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<Facts<'b>> {
        let mut entries = Vec::new();
        out.push('{');
        for position in 0..data.count()? {
            let key = self.string_attr(data)?;
            let value = data.index(self.attrs.len(), "attribute")?;
            self.named_attr(out, position == 0, key, value)?;
            entries.push((key, value));
        }
        out.push('}');
        Ok(Facts::Dictionary(entries))
    }

    /// `key = value`, after a comma unless it is the first.
    pub(super) fn named_attr(
        &mut self,
        out: &mut String,
        is_first: bool,
        key: &[u8],
        value: usize,
    ) -> Result<()> {
        if !is_first {
            out.push_str(", ");
        }
        self.print(out, |p| p.attr_name(key));
        let value = self.entry(Table::Attrs, value)?;
        if !matches!(value.facts, Facts::Unit) {
            out.push_str(" = ");
            out.push_str(&value.short);
        }
        Ok(())
    }

    fn builtin_location(
        &mut self,
        code: u64,
        data: &mut Cursor<'b>,
        out: &mut String,
    ) -> Result<()> {
        match code {
            attr_code::UNKNOWN => out.push_str("unknown"),
            attr_code::CALL_SITE => {
                out.push_str("callsite(");
                self.child_location(data, out)?;
                out.push_str(" at ");
                self.child_location(data, out)?;
                out.push(')');
            }
            attr_code::NAME => {
                let name = self.string_attr(data)?;
                self.print(out, |p| p.string(name));
                out.push('(');
                self.child_location(data, out)?;
                out.push(')');
            }
            attr_code::FUSED | attr_code::FUSED_WITH_METADATA => {
                let mut parts = String::new();
                for position in 0..data.count()? {
                    if position > 0 {
                        parts.push_str(", ");
                    }
                    self.child_location(data, &mut parts)?;
                }
                out.push_str("fused");
                if code == attr_code::FUSED_WITH_METADATA {
                    _ = write!(out, "<{}>", self.attr(data)?.short);
                }
                _ = write!(out, "[{parts}]");
            }
            _ => {
                let file = self.string_attr(data)?;
                let n = if code == attr_code::FILE {
                    2
                } else {
                    data.count()?
                };
                let place: Vec<u64> = (0..n).map(|_| data.number()).collect::<Result<_>>()?;
                self.print(out, |p| p.string(file));
                _ = match place[..] {
                    [] => write!(out, ":0:0"),
                    [line] => write!(out, ":{line}:0"),
                    [line, column] => write!(out, ":{line}:{column}"),
                    [line, column, end] => write!(out, ":{line}:{column} to :{end}"),
                    [line, column, end_line, end] => {
                        write!(out, ":{line}:{column} to {end_line}:{end}")
                    }
                    _ => return Err(data.error("a location has four numbers at most")),
                };
            }
        }
        Ok(())
    }

    fn child_location(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let text = self.location(data)?;
        if let Facts::Location(inside) = &text.facts {
            out.push_str(inside);
        }
        Ok(())
    }

    /// The limbs of a number of this width, the lowest first; higher bits are 0.
    fn limbs(data: &mut Cursor<'b>, width: u64) -> Result<Vec<u64>> {
        let mut limbs = match width {
            0..=8 => vec![data.byte()?.into()],
            9..=64 => vec![data.signed()?.cast_unsigned()],
            _ => {
                let n = data.count()?;
                (0..n)
                    .map(|_| data.signed().map(i64::cast_unsigned))
                    .collect::<Result<Vec<u64>>>()?
            }
        };
        let n_limbs = width.div_ceil(64).max(1) as usize;
        if limbs.len() > n_limbs {
            return Err(data.error("a number has more bits than its type"));
        }
        if let (Some(top), true) = (limbs.get_mut(n_limbs - 1), !width.is_multiple_of(64)) {
            *top &= u64::MAX >> (64 - width % 64);
        }
        Ok(limbs)
    }

    fn integer(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let ty = self.ty(data)?;
        let Facts::Integer { width, is_signed } = ty.facts else {
            return Err(data.error("the type of this number is no integer type"));
        };
        let limbs = Self::limbs(data, width)?;
        if ty.short == "i1" {
            out.push_str(if limbs == [0] { "false" } else { "true" });
            return Ok(());
        }
        let value = integer(limbs, width, is_signed);
        self.print(out, |p| p.int_value(&value));
        out.push_str(" : ");
        out.push_str(&ty.short);
        Ok(())
    }

    fn dense_array(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let ty = self.ty(data)?;
        let n = data.number()?;
        let n_bytes = data.number()?;
        let bytes = data.take(n_bytes)?;
        let width = match ty.facts {
            Facts::Integer { width, .. } => width,
            Facts::Float(kind) => kind.width().into(),
            _ => return Err(data.error("the elements of this array are no numbers")),
        };
        let size = width.div_ceil(8).max(1);
        if n.checked_mul(size) != Some(n_bytes) {
            return Err(data.error(format!(
                "an array of {n} elements of {size} bytes has {n_bytes} bytes"
            )));
        }
        _ = write!(out, "array<{}", ty.short);
        for (position, element) in bytes.chunks_exact(size as usize).enumerate() {
            out.push_str(if position == 0 { ": " } else { ", " });
            let limbs: Vec<u64> = element
                .chunks(8)
                .map(|limb| {
                    limb.iter()
                        .rev()
                        .fold(0, |n, &byte| n << 8 | u64::from(byte))
                })
                .collect();
            match ty.facts {
                Facts::Float(kind) => {
                    let bits = limbs
                        .iter()
                        .rev()
                        .fold(0_u128, |n, &limb| n << 64 | u128::from(limb));
                    write_float(out, kind, bits);
                }
                _ if ty.short == "i1" => out.push_str(if limbs == [0] { "false" } else { "true" }),
                Facts::Integer { is_signed, .. } => {
                    let value = integer(limbs, width, is_signed);
                    self.print(out, |p| p.int_value(&value));
                }
                _ => {}
            }
        }
        out.push('>');
        Ok(())
    }

    fn dense_strings(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<Facts<'b>> {
        let ty = self.ty(data)?;
        let is_splat = data.number()? != 0;
        let Facts::Shaped(Some(sizes)) = &ty.facts else {
            return Err(data.error("the size of this literal is not known"));
        };
        let mut lists = Vec::new();
        while !data.is_empty() {
            let text = self.string(data)?;
            let mut quoted = String::new();
            self.print(&mut quoted, |p| p.string(text));
            lists.push(quoted);
        }
        for &size in sizes.iter().rev().filter(|_| !is_splat) {
            let size = usize::try_from(size).unwrap_or(usize::MAX).max(1);
            lists = lists
                .chunks(size)
                .map(|list| format!("[{}]", list.join(", ")))
                .collect();
        }
        let inside = lists.concat();
        _ = write!(out, "dense<{inside}> : {}", ty.short);
        Ok(Facts::Elements(inside, &[], Vec::new()))
    }

    fn type_suffix(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        out.push_str(" : ");
        out.push_str(&self.ty(data)?.short);
        Ok(())
    }

    /// Comma-separated items.
    pub(super) fn list(
        &mut self,
        data: &mut Cursor<'b>,
        out: &mut String,
        item: fn(&mut Self, &mut Cursor<'b>) -> Result<Rc<Text<'b>>>,
    ) -> Result<()> {
        for position in 0..data.count()? {
            if position > 0 {
                out.push_str(", ");
            }
            out.push_str(&item(self, data)?.short);
        }
        Ok(())
    }
}

/// A number from its limbs.
fn integer(mut limbs: Vec<u64>, width: u64, is_signed: bool) -> IntValue {
    let n_limbs = width.div_ceil(64).max(1) as usize;
    limbs.resize(n_limbs, 0);
    let top = limbs.last_mut();
    let sign_bit = width.checked_sub(1).map_or(0, |bit| bit % 64);
    match top {
        Some(top) if is_signed && width > 0 && *top >> sign_bit & 1 == 1 => {
            *top |= u64::MAX << sign_bit;
            limbs.push(u64::MAX);
        }
        _ => limbs.push(0),
    }
    IntValue::from_limbs(limbs)
}

/// Indices of 8 bytes as rows; a single one stands for all.
fn rows(bytes: &[u8], sizes: &[u64]) -> String {
    let numbers = bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|&bytes| i64::from_le_bytes(bytes));
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let (Some(&width), [_, _, ..]) = (sizes.get(1), &numbers[..]) else {
        return numbers.concat();
    };
    let width = usize::try_from(width).unwrap_or(usize::MAX).max(1);
    let rows: Vec<String> = numbers
        .chunks(width)
        .map(|row| format!("[{}]", row.join(", ")))
        .collect();
    format!("[{}]", rows.join(", "))
}
