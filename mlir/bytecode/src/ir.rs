//! Sections of a file, and its operations as text.

use std::fmt::Write as _;
use std::rc::Rc;

use super::attrs::{Attrs, Entry, Facts, State, Text};
use super::cursor::Cursor;
use super::{MAGIC, Result, part, properties, section, since};
use memplan_mlir::dialects::Dialects;

/// Maximum nesting of regions.
const DEEPEST: u32 = 256;

/// The name of an operation.
#[derive(Debug)]
struct OpName {
    text: Vec<u8>,
    /// Whether the writer knew the operation.
    is_known: bool,
}

/// A file while it is read.
#[derive(Debug)]
struct Reader<'b, 'd> {
    version: u64,
    /// The version of MLIR that wrote the file, if it was MLIR.
    producer: Option<u32>,
    attrs: Attrs<'b>,
    ops: Vec<OpName>,
    /// The blob of each list of properties.
    properties: Vec<Cursor<'b>>,
    dialects: &'d Dialects,
    /// The types of all values, once they are defined.
    types: Vec<Option<Rc<Text<'b>>>>,
    /// Blocks so far.
    n_blocks: usize,
    /// Most values and blocks that the file can have: each takes a byte.
    file_bytes: usize,
    /// Most bytes of the text: a few references may stand for long texts.
    longest: usize,
}

/// The values that operations may use, by their numbers in the file.
#[derive(Debug, Default)]
struct Scope {
    values: Vec<usize>,
    /// How many of them are defined.
    defined: usize,
}

/// Text of operations; types of operands that are defined later are filled in at the end.
#[derive(Debug, Default)]
struct Output {
    text: String,
    /// Where the type of a value belongs.
    types: Vec<(usize, usize)>,
    indent: usize,
}

/// A program as text in generic form.
pub(super) fn to_text(bytes: &[u8], dialects: &Dialects) -> Result<String> {
    let mut file = Cursor::new(bytes);
    if file.take(MAGIC.len() as u64)? != MAGIC {
        return Err(file.error("this is not MLIR bytecode"));
    }
    let version = file.number()?;
    if version > super::NEWEST {
        return Err(file.error(format!(
            "this is version {version} of MLIR bytecode; versions up to {} are known",
            super::NEWEST
        )));
    }
    let producer = file.until_zero()?;
    let mut sections: [Option<Cursor<'_>>; section::COUNT as usize] = Default::default();
    while !file.is_empty() {
        let (kind, data) = file.section()?;
        if sections[usize::from(kind)].replace(data).is_some() {
            return Err(data.error(format!("there are two sections of kind {kind}")));
        }
    }
    let required = |kind: u8| {
        let section = sections[usize::from(kind)];
        section.ok_or_else(|| file.error(format!("the section of kind {kind} is missing")))
    };
    let longest = bytes.len().saturating_mul(64) + (64 << 20);
    let mut reader = Reader {
        version,
        producer: mlir_version(producer),
        attrs: Attrs::new(longest),
        ops: Vec::new(),
        properties: Vec::new(),
        dialects,
        types: Vec::new(),
        n_blocks: 0,
        file_bytes: bytes.len(),
        longest,
    };
    reader.read_strings(required(section::STRINGS)?)?;
    if let Some(data) = sections[usize::from(section::PROPERTIES)] {
        reader.read_properties(data)?;
    }
    reader.read_dialects(required(section::DIALECTS)?)?;
    let resources = match sections[usize::from(section::RESOURCE_OFFSETS)] {
        Some(offsets) => {
            let data = sections[usize::from(section::RESOURCES)];
            reader.read_resources(offsets, data.unwrap_or(offsets))?
        }
        None => String::new(),
    };
    reader.read_entries(required(section::ATTR_OFFSETS)?, required(section::ATTRS)?)?;
    let body = reader.read_ir(required(section::IR)?)?;
    Ok(reader.attrs.aliases + &body + &resources)
}

/// The version of a producer such as `MLIR19.1.7`.
fn mlir_version(producer: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(producer).ok()?;
    let digits = text.strip_prefix("MLIR")?;
    digits
        .split_once('.')
        .map_or(digits, |(major, _)| major)
        .parse()
        .ok()
}

// Sections.
impl<'b> Reader<'b, '_> {
    fn read_strings(&mut self, mut data: Cursor<'b>) -> Result<()> {
        let n = data.count()?;
        // The lengths are in reverse order.
        let mut lengths = (0..n)
            .map(|_| data.number())
            .collect::<Result<Vec<u64>>>()?;
        lengths.reverse();
        for length in lengths {
            let bytes = data.take(length)?;
            let Some((_, text)) = bytes.split_last() else {
                return Err(data.error("a string has no end"));
            };
            self.attrs.strings.push(text);
        }
        done(&data)
    }

    fn read_properties(&mut self, mut data: Cursor<'b>) -> Result<()> {
        for _ in 0..data.count()? {
            let n = data.number()?;
            self.properties.push(data.part(n)?);
        }
        done(&data)
    }

    fn read_dialects(&mut self, mut data: Cursor<'b>) -> Result<()> {
        for _ in 0..data.count()? {
            if self.version < since::DIALECT_VERSIONS {
                let name = self.attrs.string(&mut data)?;
                self.attrs.dialects.push(name);
                continue;
            }
            let (name, has_version) = data.flagged()?;
            let name = data.checked(name, self.attrs.strings.len(), "string")?;
            self.attrs.dialects.push(self.attrs.strings[name]);
            if has_version {
                let (kind, contents) = data.section()?;
                if kind != section::DIALECT_VERSION {
                    return Err(contents.error("expected the version of a dialect"));
                }
            }
        }
        if self.version >= since::FEWER_LOCATIONS {
            data.number()?;
        }
        while !data.is_empty() {
            let dialect = data.index(self.attrs.dialects.len(), "dialect")?;
            for _ in 0..data.count()? {
                let (name, is_known) = if self.version < since::PROPERTIES {
                    (data.number()?, false)
                } else {
                    data.flagged()?
                };
                let name = data.checked(name, self.attrs.strings.len(), "string")?;
                let mut text = self.attrs.dialects[dialect].to_vec();
                if !self.attrs.strings[name].is_empty() {
                    text.push(b'.');
                    text.extend(self.attrs.strings[name]);
                }
                self.ops.push(OpName { text, is_known });
            }
        }
        Ok(())
    }

    fn read_entries(&mut self, mut offsets: Cursor<'b>, mut data: Cursor<'b>) -> Result<()> {
        let counts = [offsets.count()?, offsets.count()?];
        for (table, n) in counts.into_iter().enumerate() {
            let mut entries = Vec::new();
            while entries.len() < n {
                let dialect = offsets.index(self.attrs.dialects.len(), "dialect")?;
                let n_of_dialect = offsets.count()?;
                if n_of_dialect > n - entries.len() {
                    return Err(offsets.error("a dialect has too many attributes or types"));
                }
                for _ in 0..n_of_dialect {
                    let (length, is_encoded) = offsets.flagged()?;
                    entries.push(Entry {
                        dialect,
                        is_encoded,
                        data: data.part(length)?,
                        state: State::Unread,
                    });
                }
            }
            if table == 0 {
                self.attrs.attrs = entries;
            } else {
                self.attrs.types = entries;
            }
        }
        done(&offsets)
    }

    /// The resource sections as text.
    fn read_resources(&mut self, mut offsets: Cursor<'b>, mut data: Cursor<'b>) -> Result<String> {
        let mut external = String::new();
        for _ in 0..offsets.count()? {
            let group = self.attrs.string(&mut offsets)?;
            self.resource_group(group, &mut offsets, &mut data, &mut external, false)?;
        }
        let mut of_dialects = String::new();
        while !offsets.is_empty() {
            let dialect = offsets.index(self.attrs.dialects.len(), "dialect")?;
            let dialect = self.attrs.dialects[dialect];
            self.resource_group(dialect, &mut offsets, &mut data, &mut of_dialects, true)?;
        }
        let mut text = String::new();
        for (title, groups) in [
            ("dialect_resources", of_dialects),
            ("external_resources", external),
        ] {
            if !groups.is_empty() {
                let start = if text.is_empty() { "{-#" } else { "," };
                _ = write!(text, "{start}\n  {title}: {{{groups}\n  }}");
            }
        }
        if !text.is_empty() {
            text.push_str("\n#-}\n");
        }
        Ok(text)
    }

    fn resource_group(
        &mut self,
        name: &[u8],
        offsets: &mut Cursor<'b>,
        data: &mut Cursor<'b>,
        out: &mut String,
        is_dialect: bool,
    ) -> Result<()> {
        let mut entries = String::new();
        for _ in 0..offsets.count()? {
            let key = self.attrs.string(offsets)?;
            let length = offsets.number()?;
            let kind = offsets.byte()?;
            let mut entry = data.part(length)?;
            if is_dialect {
                self.attrs.resources.push(key);
            }
            if entry.is_empty() {
                // The data is elsewhere.
                continue;
            }
            entries.push_str(if entries.is_empty() {
                "\n      "
            } else {
                ",\n      "
            });
            self.attrs.print(&mut entries, |p| p.attr_name(key));
            entries.push_str(": ");
            self.resource(kind, &mut entry, &mut entries)?;
        }
        if !entries.is_empty() {
            out.push_str(if out.is_empty() { "\n    " } else { ",\n    " });
            self.attrs.print(out, |p| p.attr_name(name));
            _ = write!(out, ": {{{entries}\n    }}");
        }
        Ok(())
    }

    fn resource(&mut self, kind: u8, entry: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        match kind {
            0 => {
                let alignment = entry.number()?;
                let n = entry.number()?;
                entry.align(alignment)?;
                let alignment = u32::try_from(alignment)
                    .map_err(|_| entry.error("the alignment of a blob is too large"))?;
                let bytes = [&alignment.to_le_bytes(), entry.take(n)?].concat();
                self.attrs.spend(2 * bytes.len(), entry)?;
                self.attrs.print(out, |p| p.hex(&bytes));
            }
            1 => out.push_str(if entry.byte()? == 0 { "false" } else { "true" }),
            2 => {
                let text = self.attrs.string(entry)?;
                self.attrs.print(out, |p| p.string(text));
            }
            _ => return Err(entry.error(format!("there is no resource of kind {kind}"))),
        }
        done(entry)
    }

    fn read_ir(&mut self, mut data: Cursor<'b>) -> Result<String> {
        let mut out = Output::default();
        let (n_ops, has_args) = data.flagged()?;
        if has_args {
            return Err(data.error("the outermost block has arguments"));
        }
        let mut scope = Scope::default();
        for _ in 0..n_ops {
            self.op(&mut data, &mut scope, &[], &mut out, 0)?;
        }
        done(&data)?;
        let mut text = String::with_capacity(out.text.len() + 16 * out.types.len());
        let mut written = 0;
        for &(at, value) in &out.types {
            text.push_str(&out.text[written..at]);
            written = at;
            let Some(ty) = &self.types[value] else {
                return Err(data.error(format!("the value {value} is used and not defined")));
            };
            text.push_str(&ty.short);
        }
        text.push_str(&out.text[written..]);
        Ok(text)
    }
}

// Operations.
impl<'b> Reader<'b, '_> {
    /// An operation and its regions. `blocks` are the names of the blocks of its region.
    fn op(
        &mut self,
        data: &mut Cursor<'b>,
        scope: &mut Scope,
        blocks: &[usize],
        out: &mut Output,
        depth: u32,
    ) -> Result<()> {
        if depth > DEEPEST {
            return Err(data.error(format!("regions are nested more than {DEEPEST} times")));
        }
        if out.text.len() > self.longest {
            return Err(data.error("the text of the program would be too long"));
        }
        let name = data.index(self.ops.len(), "operation name")?;
        let mask = data.byte()?;
        let location = self.attrs.location(data)?;
        let mut attrs = String::new();
        if mask & part::ATTRS != 0 {
            attrs.push(' ');
            self.attr_dict(data, &mut attrs)?;
        }
        let mut properties = String::new();
        if mask & part::PROPERTIES != 0 {
            properties = self.properties_of(data, name)?;
        }
        let results = list(data, mask & part::RESULTS, |data| self.attrs.ty(data))?;
        let operands = list(data, mask & part::OPERANDS, |data| {
            Ok(scope.values[data.index(scope.values.len(), "value")?])
        })?;
        let successors = list(data, mask & part::SUCCESSORS, |data| {
            Ok(blocks[data.index(blocks.len(), "block")?])
        })?;
        if mask & part::USE_ORDERS != 0 && self.version >= since::USE_ORDERS {
            skip_use_orders(data, results.len())?;
        }
        let (n_regions, is_isolated) = match mask & part::REGIONS {
            0 => (0, false),
            _ => data.flagged()?,
        };
        out.newline();
        if depth == 0 {
            // Results of the outermost operations have no numbers in the file.
            let mut outermost = Scope::default();
            let first = self.reserve(results.len(), data)?;
            outermost.values.extend(first..first + results.len());
            self.results(data, &mut outermost, &results, out)?;
        } else {
            self.results(data, scope, &results, out)?;
        }
        let name = &self.ops[name].text;
        self.attrs.print(&mut out.text, |p| p.string(name));
        out.list("(", ", ", ")", &operands, |text, value| {
            _ = write!(text, "%{value}")
        });
        if !successors.is_empty() {
            out.list("[", ", ", "]", &successors, |text, block| {
                _ = write!(text, "^b{block}")
            });
        }
        out.text.push_str(&properties);
        if n_regions > 0 {
            self.regions(data, scope, (n_regions, is_isolated), out, depth)?;
        }
        out.text.push_str(&attrs);
        write_signature(&operands, &results, out);
        self.write_location(&location, out);
        Ok(())
    }

    /// `%0, %1 = `.
    fn results(
        &mut self,
        data: &Cursor<'b>,
        scope: &mut Scope,
        types: &[Rc<Text<'b>>],
        out: &mut Output,
    ) -> Result<()> {
        for (position, ty) in types.iter().enumerate() {
            let value = self.define(scope, ty, data)?;
            out.text.push_str(if position == 0 { "%" } else { ", %" });
            _ = write!(out.text, "{value}");
        }
        if !types.is_empty() {
            out.text.push_str(" = ");
        }
        Ok(())
    }

    fn write_location(&self, location: &Text<'_>, out: &mut Output) {
        if let Facts::Location(inside) = &location.facts
            && inside != "unknown"
        {
            _ = write!(out.text, " loc({inside})");
        }
    }

    /// `{a = 1}`.
    fn attr_dict(&mut self, data: &mut Cursor<'b>, out: &mut String) -> Result<()> {
        let dict = self.attrs.attr(data)?;
        let Facts::Dictionary(entries) = &dict.facts else {
            return Err(data.error("the attributes of an operation are no dictionary"));
        };
        out.push('{');
        for (position, &(key, value)) in entries.iter().enumerate() {
            self.attrs.named_attr(out, position == 0, key, value)?;
        }
        out.push('}');
        Ok(())
    }

    /// ` <{a = 1}>`.
    fn properties_of(&mut self, data: &mut Cursor<'b>, name: usize) -> Result<String> {
        let mut blob = self.properties[data.index(self.properties.len(), "list of properties")?];
        let name = &self.ops[name];
        if !name.is_known {
            let mut text = " <".to_owned();
            self.attr_dict(&mut blob, &mut text)?;
            text.push('>');
            return done(&blob).map(|()| text);
        }
        let op = String::from_utf8_lossy(&name.text).into_owned();
        let def = self.dialects.find(&op);
        let def = def.or_else(|| self.dialects.renamed(&op));
        properties::read(&mut self.attrs, &op, def, blob, self.version, self.producer)
    }

    fn regions(
        &mut self,
        data: &mut Cursor<'b>,
        scope: &mut Scope,
        (n_regions, is_isolated): (u64, bool),
        out: &mut Output,
        depth: u32,
    ) -> Result<()> {
        let mut own_scope = Scope::default();
        let mut section = None;
        if is_isolated && self.version >= since::ISOLATED_SECTIONS {
            let (kind, contents) = data.section()?;
            if kind != section::IR {
                return Err(contents.error("expected the section of a region"));
            }
            section = Some(contents);
        }
        let scope = if is_isolated { &mut own_scope } else { scope };
        let inside = section.as_mut().unwrap_or(data);
        out.text.push_str(" (");
        for position in 0..n_regions {
            out.text.push_str(if position == 0 { "{" } else { ", {" });
            out.indent += 1;
            self.region(inside, scope, out, depth + 1)?;
            out.indent -= 1;
            out.newline();
            out.text.push('}');
        }
        out.text.push(')');
        section.map_or(Ok(()), |section| done(&section))
    }

    fn region(
        &mut self,
        data: &mut Cursor<'b>,
        scope: &mut Scope,
        out: &mut Output,
        depth: u32,
    ) -> Result<()> {
        let n_blocks = data.count()?;
        if n_blocks == 0 {
            return Ok(());
        }
        let n_values = data.count()?;
        let outside = scope.values.len();
        let first = self.reserve(n_values, data)?;
        scope.values.extend(first..first + n_values);
        let defined = std::mem::replace(&mut scope.defined, outside);
        let first = self.n_blocks;
        self.n_blocks += n_blocks;
        if self.n_blocks > self.file_bytes {
            return Err(data.error("there are more blocks than the file can have"));
        }
        let blocks: Vec<usize> = (first..first + n_blocks).collect();
        for block in 0..n_blocks {
            let (n_ops, has_args) = data.flagged()?;
            out.indent -= 1;
            out.newline();
            out.indent += 1;
            _ = write!(out.text, "^b{}", blocks[block]);
            if has_args {
                self.block_args(data, scope, out)?;
            }
            out.text.push(':');
            for _ in 0..n_ops {
                self.op(data, scope, &blocks, out, depth)?;
            }
        }
        scope.values.truncate(outside);
        scope.defined = defined;
        Ok(())
    }

    fn block_args(
        &mut self,
        data: &mut Cursor<'b>,
        scope: &mut Scope,
        out: &mut Output,
    ) -> Result<()> {
        out.text.push('(');
        let n_args = data.count()?;
        for position in 0..n_args {
            let (ty, location) = if self.version >= since::FEWER_LOCATIONS {
                let (ty, has_location) = data.flagged()?;
                let ty = data.checked(ty, self.attrs.types.len(), "type")?;
                let ty = self.attrs.type_at(ty)?;
                let location = has_location.then(|| self.attrs.location(data));
                (ty, location.transpose()?)
            } else {
                (self.attrs.ty(data)?, Some(self.attrs.location(data)?))
            };
            let value = self.define(scope, &ty, data)?;
            let comma = if position == 0 { "" } else { ", " };
            _ = write!(out.text, "{comma}%{value}: {}", ty.short);
            if let Some(location) = location {
                self.write_location(&location, out);
            }
        }
        out.text.push(')');
        if self.version >= since::USE_ORDERS && data.byte()? != 0 {
            skip_use_orders(data, n_args)?;
        }
        Ok(())
    }

    /// Numbers for values. All of them together are fewer than the bytes of the file, since each definition takes one.
    fn reserve(&mut self, n: usize, at: &Cursor<'_>) -> Result<usize> {
        let first = self.types.len();
        if n > self.file_bytes - first.min(self.file_bytes) {
            return Err(at.error("there are more values than the file can have"));
        }
        self.types.resize(first + n, None);
        Ok(first)
    }

    /// The next value of a region.
    fn define(&mut self, scope: &mut Scope, ty: &Rc<Text<'b>>, at: &Cursor<'_>) -> Result<usize> {
        let Some(&value) = scope.values.get(scope.defined) else {
            return Err(at.error("a region defines more values than it says"));
        };
        scope.defined += 1;
        self.types[value] = Some(ty.clone());
        Ok(value)
    }
}

impl Output {
    fn newline(&mut self) {
        self.text.push('\n');
        self.text
            .extend(std::iter::repeat_n(' ', 2 * self.indent.min(64)));
    }

    fn list<T>(
        &mut self,
        open: &str,
        between: &str,
        close: &str,
        items: &[T],
        mut item: impl FnMut(&mut String, &T),
    ) {
        self.text.push_str(open);
        for (position, one) in items.iter().enumerate() {
            if position > 0 {
                self.text.push_str(between);
            }
            item(&mut self.text, one);
        }
        self.text.push_str(close);
    }
}

/// A count and as many entries; empty without the flag.
fn list<'b, T>(
    data: &mut Cursor<'b>,
    flag: u8,
    mut read: impl FnMut(&mut Cursor<'b>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = if flag == 0 { 0 } else { data.count()? };
    (0..count).map(|_| read(data)).collect()
}

/// ` : (T, T) -> (T)`. The types of the operands are filled in later.
fn write_signature(operands: &[usize], results: &[Rc<Text<'_>>], out: &mut Output) {
    out.text.push_str(" : (");
    for (position, &value) in operands.iter().enumerate() {
        if position > 0 {
            out.text.push_str(", ");
        }
        out.types.push((out.text.len(), value));
    }
    out.text.push_str(") -> ");
    out.list("(", ", ", ")", results, |text, ty| text.push_str(&ty.short));
}

/// Skips the orders of uses of values, which no output depends on.
fn skip_use_orders(data: &mut Cursor<'_>, n_values: usize) -> Result<()> {
    let n_orders = if n_values > 1 { data.number()? } else { 1 };
    for _ in 0..n_orders {
        if n_values > 1 {
            data.number()?;
        }
        let (n, _) = data.flagged()?;
        for _ in 0..n {
            data.number()?;
        }
    }
    Ok(())
}

fn done(data: &Cursor<'_>) -> Result<()> {
    if data.is_empty() {
        return Ok(());
    }
    Err(data.error("bytes are left over"))
}
