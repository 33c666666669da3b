//! Modules as bytecode.

mod attrs;

use rustc_hash::FxHashMap;

use super::cursor::PADDING;
use super::properties::{self, Slot, SlotForm, is_number};
use super::{MAGIC, part, section, since};
use memplan_mlir::dialects::{Form, Traits};
use memplan_mlir::ir::{
    AttrId, Context, Dict, LocId, Module, OpId, OpName, RegionId, ResourceValue, Resources, StrId,
    TypeId, ValueId, names,
};
use memplan_mlir::syntax::MlirVersion;
use memplan_mlir::text::converted;

/// The newest version of the format, which MLIR 19 to 24 write and read.
pub const NEWEST: u64 = 6;

/// A module as bytecode of a version of the format, for a version of MLIR. Linear.
///
/// Up to version 4 of the format, inherent attributes are among the others, with their names, which all versions of
/// MLIR read. From version 5 on they are lists whose order is known for MLIR 19 and 22.
///
/// # Errors
///
/// What is wrong, if the version of the format does not exist or cannot hold the program, or the order of attributes is
/// not known.
pub fn write(module: &Module, format: u64, version: MlirVersion) -> Result<Vec<u8>, String> {
    if format > NEWEST {
        return Err(format!(
            "there is no version {format} of MLIR bytecode: the newest is {NEWEST}"
        ));
    }
    let has_order = matches!(version, MlirVersion::V19 | MlirVersion::V22);
    if format >= since::PROPERTIES && !has_order {
        return Err(format!(
            "the order of attributes in bytecode of version {format} is not known for MLIR {}; version 4 has their names",
            version.number()
        ));
    }
    let converted = converted(module, version);
    let module = converted.as_ref().unwrap_or(module);
    let mut writer = Writer::new(module, format, version);
    let mut body = Bytes::default();
    // One operation, without arguments of its block.
    body.flagged(1, false);
    writer.op(&mut body, module.root(), 0)?;
    Ok(writer.file(&body))
}

/// A part of a file.
#[derive(Debug, Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, n: u64) {
        let bits = 64 - n.leading_zeros();
        let n_bytes = bits.div_ceil(7).max(1);
        if n_bytes > 8 {
            self.0.push(0);
            self.0.extend(n.to_le_bytes());
            return;
        }
        let marked = (n << 1 | 1) << (n_bytes - 1);
        self.0.extend(&marked.to_le_bytes()[..n_bytes as usize]);
    }

    fn count(&mut self, n: usize) {
        self.number(n as u64);
    }

    fn signed(&mut self, n: i64) {
        self.number((n << 1 ^ n >> 63).cast_unsigned());
    }

    fn flagged(&mut self, n: usize, flag: bool) {
        self.number((n as u64) << 1 | u64::from(flag));
    }

    fn section(&mut self, kind: u8, contents: &Bytes) {
        self.0.push(kind);
        self.count(contents.0.len());
        self.0.extend(&contents.0);
    }

    /// A section whose start and parts are aligned.
    fn aligned_section(&mut self, kind: u8, contents: &Bytes, alignment: u64) {
        self.0.push(kind | 0x80);
        self.count(contents.0.len());
        self.number(alignment);
        self.align(alignment);
        self.0.extend(&contents.0);
    }

    fn align(&mut self, alignment: u64) {
        while !(self.0.len() as u64).is_multiple_of(alignment.max(1)) {
            self.0.push(PADDING);
        }
    }

    fn blob(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }
}

/// Things, and their numbers in the order in which they were first named.
#[derive(Debug)]
struct Numbers<K> {
    of: FxHashMap<K, usize>,
    list: Vec<K>,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self {
            of: FxHashMap::default(),
            list: Vec::new(),
        }
    }
}

impl<K: std::hash::Hash + Eq + Clone> Numbers<K> {
    fn of(&mut self, key: K) -> usize {
        if let Some(&number) = self.of.get(&key) {
            return number;
        }
        self.list.push(key.clone());
        self.of.insert(key, self.list.len() - 1);
        self.list.len() - 1
    }
}

/// What an entry of the table of attributes stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Attr {
    Of(AttrId),
    Location(Option<LocId>),
    /// `@name`.
    Symbol(StrId),
    String(StrId),
    Dictionary(Vec<(StrId, AttrId)>),
    /// The layout of memrefs of this rank that have none.
    Identity(usize),
    Unit,
}

/// An encoded attribute or type.
#[derive(Debug)]
struct Encoded {
    dialect: usize,
    is_encoded: bool,
    bytes: Vec<u8>,
}

#[derive(Debug)]
struct Writer<'m> {
    m: &'m Module,
    format: u64,
    version: MlirVersion,
    strings: Numbers<Vec<u8>>,
    dialects: Numbers<Vec<u8>>,
    /// The number of each name; its dialect and string, and whether the order of its attributes is known.
    ops: FxHashMap<OpName, usize>,
    op_names: Vec<(usize, usize, bool)>,
    /// Slots of properties by the name of the operation.
    slots: FxHashMap<OpName, Option<Vec<Slot>>>,
    properties: Numbers<Vec<u8>>,
    attrs: FxHashMap<Attr, usize>,
    attr_table: Vec<Encoded>,
    types: FxHashMap<TypeId, usize>,
    type_table: Vec<Encoded>,
    /// Keys of blobs: those of the resource section, and others.
    resources: Numbers<StrId>,
    /// The numbers of values and blocks in the file, by id.
    values: Vec<usize>,
    blocks: Vec<usize>,
}

impl<'m> Writer<'m> {
    fn new(m: &'m Module, format: u64, version: MlirVersion) -> Self {
        let mut resources = Numbers::default();
        for (_, entries) in &m.resources.dialect {
            for (key, _) in entries {
                resources.of(*key);
            }
        }
        Self {
            m,
            format,
            version,
            strings: Numbers::default(),
            dialects: Numbers::default(),
            ops: FxHashMap::default(),
            op_names: Vec::new(),
            slots: FxHashMap::default(),
            properties: Numbers::default(),
            attrs: FxHashMap::default(),
            attr_table: Vec::new(),
            types: FxHashMap::default(),
            type_table: Vec::new(),
            resources,
            values: vec![0; m.value_count()],
            blocks: vec![0; m.block_count()],
        }
    }

    fn ctx(&self) -> &'m Context {
        &self.m.ctx
    }

    fn string(&mut self, bytes: &[u8]) -> usize {
        self.strings.of(bytes.to_vec())
    }

    /// The file around an IR section.
    fn file(mut self, body: &Bytes) -> Vec<u8> {
        let (resources, offsets, alignment) = self.resource_sections();
        let [table, table_offsets] = self.tables();
        let dialects = self.dialect_section();
        let mut strings = Bytes::default();
        strings.count(self.strings.list.len());
        for string in self.strings.list.iter().rev() {
            strings.count(string.len() + 1);
        }
        for string in &self.strings.list {
            strings.0.extend(string);
            strings.0.push(0);
        }
        let mut file = Bytes(MAGIC.to_vec());
        file.number(self.format);
        file.0.extend(b"memplan\0");
        file.section(section::DIALECTS, &dialects);
        file.section(section::ATTR_OFFSETS, &table_offsets);
        file.section(section::ATTRS, &table);
        file.section(section::IR, body);
        if !offsets.0.is_empty() {
            file.section(section::RESOURCE_OFFSETS, &offsets);
            file.aligned_section(section::RESOURCES, &resources, alignment);
        }
        file.section(section::STRINGS, &strings);
        if self.format >= since::PROPERTIES {
            let mut properties = Bytes::default();
            properties.count(self.properties.list.len());
            for blob in &self.properties.list {
                properties.blob(blob);
            }
            file.section(section::PROPERTIES, &properties);
        }
        file.0
    }

    fn dialect_section(&mut self) -> Bytes {
        let mut out = Bytes::default();
        out.count(self.dialects.list.len());
        for dialect in &self.dialects.list {
            let name = self.strings.of(dialect.clone());
            if self.format < since::DIALECT_VERSIONS {
                out.count(name);
            } else {
                out.flagged(name, false);
            }
        }
        if self.format >= since::FEWER_LOCATIONS {
            out.count(self.op_names.len());
        }
        for group in self.op_names.chunk_by(|a, b| a.0 == b.0) {
            out.count(group[0].0);
            out.count(group.len());
            for &(_, name, is_known) in group {
                if self.format < since::PROPERTIES {
                    out.count(name);
                } else {
                    out.flagged(name, is_known);
                }
            }
        }
        out
    }

    /// The sections of attributes and types, and of their lengths.
    fn tables(&mut self) -> [Bytes; 2] {
        let (mut data, mut offsets) = (Bytes::default(), Bytes::default());
        offsets.count(self.attr_table.len());
        offsets.count(self.type_table.len());
        for table in [&self.attr_table, &self.type_table] {
            for group in table.chunk_by(|a, b| a.dialect == b.dialect) {
                offsets.count(group[0].dialect);
                offsets.count(group.len());
                for entry in group {
                    offsets.flagged(entry.bytes.len(), entry.is_encoded);
                    data.0.extend(&entry.bytes);
                }
            }
        }
        [data, offsets]
    }

    /// The resources, their lengths, and the alignment of the former.
    fn resource_sections(&mut self) -> (Bytes, Bytes, u64) {
        let m = self.m;
        let (mut data, mut offsets) = (Bytes::default(), Bytes::default());
        let mut largest = 1;
        if m.resources.external.is_empty() && self.resources.list.is_empty() {
            return (data, offsets, largest);
        }
        offsets.count(m.resources.external.len());
        for (group, entries) in &m.resources.external {
            let group = self.string(m.ctx.bytes(*group));
            offsets.count(group);
            offsets.count(entries.len());
            for (key, value) in entries {
                let start = data.0.len();
                let kind = self.resource(&mut data, value, false, &mut largest);
                self.resource_info(&mut offsets, *key, data.0.len() - start, kind);
            }
        }
        let mut listed = 0;
        for (group, entries) in &m.resources.dialect {
            let group = self.dialects.of(m.ctx.bytes(*group).to_vec());
            offsets.count(group);
            offsets.count(entries.len());
            for (key, value) in entries {
                let start = data.0.len();
                let kind = self.resource(&mut data, value, true, &mut largest);
                self.resource_info(&mut offsets, *key, data.0.len() - start, kind);
                listed += 1;
            }
        }
        // Blobs that are named only.
        let named = self.resources.list.split_off(listed);
        if !named.is_empty() {
            let builtin = self.dialects.of(b"builtin".to_vec());
            offsets.count(builtin);
            offsets.count(named.len());
            for key in named {
                self.resource_info(&mut offsets, key, 0, 0);
            }
        }
        (data, offsets, largest)
    }

    fn resource_info(&mut self, out: &mut Bytes, key: StrId, length: usize, kind: u8) {
        let key = self.string(self.ctx().bytes(key));
        out.count(key);
        out.count(length);
        out.0.push(kind);
    }

    /// Writes the value of a resource; its kind.
    fn resource(
        &mut self,
        out: &mut Bytes,
        value: &ResourceValue,
        may_be_blob: bool,
        largest: &mut u64,
    ) -> u8 {
        let text = match value {
            ResourceValue::Bool(value) => {
                out.0.push((*value).into());
                return 1;
            }
            ResourceValue::Text(text) => self.ctx().bytes(*text),
        };
        let blob = may_be_blob.then(|| Resources::decoded(text)).flatten();
        let Some((alignment, bytes)) = blob else {
            let string = self.string(text);
            out.count(string);
            return 2;
        };
        let alignment = u64::from(alignment).max(1);
        *largest = alignment.max(*largest);
        out.number(alignment);
        out.count(bytes.len());
        out.align(alignment);
        out.0.extend(bytes);
        0
    }
}

// Operations.
impl Writer<'_> {
    /// An operation; the values of its regions have numbers from `next` on.
    fn op(&mut self, out: &mut Bytes, op: OpId, next: usize) -> Result<(), String> {
        let m = self.m;
        if m.def(op).is_none() && m.prop(op, names::KEPT_TEXT).is_some() {
            let name = m.op_name_text(op);
            return Err(format!(
                "`{name}` is kept as text, which bytecode cannot hold"
            ));
        }
        out.count(self.op_name(op));
        let mask_at = out.0.len();
        out.0.push(0);
        out.count(self.attr(Attr::Location(m.op_loc(op))));
        let mut mask = self.op_attrs(out, op)?;
        if m.result_count(op) > 0 {
            mask |= part::RESULTS;
            out.count(m.result_count(op));
            for result in m.results(op) {
                self.write_type(out, m.value_type(result));
            }
        }
        if !m.operands(op).is_empty() {
            mask |= part::OPERANDS;
            out.count(m.operands(op).len());
            for operand in m.operands(op) {
                out.count(self.values[operand.index()]);
            }
        }
        if !m.successors(op).is_empty() {
            mask |= part::SUCCESSORS;
            out.count(m.successors(op).len());
            for block in m.successors(op) {
                out.count(self.blocks[block.index()]);
            }
        }
        if !m.regions(op).is_empty() {
            mask |= part::REGIONS;
            self.regions(out, op, next)?;
        }
        out.0[mask_at] = mask;
        Ok(())
    }

    /// The number of the name of an operation, as the version of MLIR has it.
    fn op_name(&mut self, op: OpId) -> usize {
        let ctx = self.ctx();
        let name = self.m.op_name(op);
        if let Some(&number) = self.ops.get(&name) {
            return number;
        }
        let def = self.m.def(op);
        let spelling = def.and_then(|def| ctx.dialects().spelling(def.name, self.version));
        let text = match spelling {
            Some(Form::Named(old) | Form::Renamed(old, _)) => old.as_bytes(),
            _ => ctx.bytes(ctx.op_name_str(name)),
        };
        let full = ctx.op_name_text(name);
        let slots = properties::slots(&full, def, self.format, self.version);
        let (dialect, rest) = match memchr::memchr(b'.', text) {
            Some(dot) => (&text[..dot], &text[dot + 1..]),
            None => (text, &[][..]),
        };
        let dialect = self.dialects.of(dialect.to_vec());
        let rest = self.string(rest);
        self.op_names.push((dialect, rest, slots.is_some()));
        self.slots.insert(name, slots);
        self.ops.insert(name, self.op_names.len() - 1);
        self.op_names.len() - 1
    }

    /// The attributes of an operation; which parts there are.
    fn op_attrs(&mut self, out: &mut Bytes, op: OpId) -> Result<u8, String> {
        let m = self.m;
        let mut mask = 0;
        let mut attrs = m.attrs(op).clone();
        if self.format < since::PROPERTIES {
            for (name, attr) in m.props(op).iter() {
                if self.is_named(op, name, attr)? {
                    attrs.set(name, attr);
                }
            }
        }
        if !attrs.is_empty() {
            mask |= part::ATTRS;
            out.count(self.dict(&attrs));
        }
        if self.format >= since::PROPERTIES
            && let Some(blob) = self.op_properties(op)?
        {
            mask |= part::PROPERTIES;
            out.count(self.properties.of(blob));
        }
        Ok(mask)
    }

    fn dict(&mut self, dict: &Dict) -> usize {
        let entries = dict.sorted(self.ctx()).to_vec();
        self.attr(Attr::Dictionary(entries))
    }

    /// The properties of an operation: a list, or a dictionary if the operation is not known.
    fn op_properties(&mut self, op: OpId) -> Result<Option<Vec<u8>>, String> {
        let props = self.m.props(op);
        let mut blob = Bytes::default();
        let Some(Some(slots)) = self.slots.get(&self.m.op_name(op)) else {
            if props.is_empty() {
                return Ok(None);
            }
            blob.count(self.dict(props));
            return Ok(Some(blob.0));
        };
        let slots = slots.clone();
        self.check_slots(op, &slots)?;
        for slot in &slots {
            let name = self.ctx().find_str(slot.name);
            let attr = name.and_then(|name| props.get(name));
            self.property(&mut blob, slot, attr).ok_or_else(|| {
                let op = self.m.op_name_text(op);
                format!(
                    "`{op}` has no attribute `{}`, which bytecode needs",
                    slot.name
                )
            })?;
        }
        Ok((!slots.is_empty()).then_some(blob.0))
    }

    /// One property; nothing if it is absent and must not be.
    fn property(&mut self, out: &mut Bytes, slot: &Slot, attr: Option<AttrId>) -> Option<()> {
        match slot.form {
            SlotForm::Required => out.count(self.attr(Attr::Of(attr?))),
            SlotForm::Optional => match attr {
                Some(attr) => out.flagged(self.attr(Attr::Of(attr)), true),
                None => out.number(0),
            },
            SlotForm::Flags(_) => {
                let value = attr.and_then(|attr| self.ctx().attr_i64(attr));
                out.number(value.unwrap_or(0).cast_unsigned());
            }
            SlotForm::Unit => out.0.push(attr.is_some().into()),
            SlotForm::Sizes(_) => {
                let sizes = self.ctx().attr_array(attr?)?;
                out.flagged(sizes.len(), false);
                for &size in sizes {
                    out.number(size.cast_unsigned());
                }
            }
        }
        Some(())
    }

    /// Refuses attributes that the version does not have.
    fn check_slots(&self, op: OpId, slots: &[Slot]) -> Result<(), String> {
        let ctx = self.ctx();
        for (name, attr) in self.m.props(op).iter() {
            let text = ctx.text(name);
            let decls = self.m.def(op).map_or(&[][..], |def| def.attrs);
            let decl = decls.iter().find(|decl| decl.name == text);
            let is_default = decl.is_some_and(|decl| decl.is_default(ctx, attr));
            if !is_default && slots.iter().all(|slot| slot.name != text) {
                return Err(format!(
                    "`{}` of MLIR {} has no attribute `{text}` in bytecode of version {}; version 4 has its name",
                    self.m.op_name_text(op),
                    self.version.number(),
                    self.format
                ));
            }
        }
        Ok(())
    }

    /// Whether a property is among the attributes in a format without properties. One that MLIR has no attribute for,
    /// or that the version does not have, is omitted if it is the default.
    fn is_named(&self, op: OpId, name: StrId, attr: AttrId) -> Result<bool, String> {
        let ctx = self.ctx();
        let Some(def) = self.m.def(op) else {
            return Ok(true);
        };
        let text = ctx.text(name);
        let decl = def.attrs.iter().find(|decl| decl.name == text);
        let is_default = decl.is_none_or(|decl| decl.is_default(ctx, attr));
        if decl.is_some_and(|decl| is_number(def, decl)) {
            return if is_default {
                Ok(false)
            } else {
                Err(self.no_place(def.name, &text))
            };
        }
        let slots = self.slots.get(&self.m.op_name(op)).and_then(Option::as_ref);
        let is_known = slots.is_none_or(|slots| slots.iter().any(|slot| slot.name == text));
        Ok(is_known || !is_default)
    }

    fn no_place(&self, op: &str, property: &str) -> String {
        format!(
            "version {} of MLIR bytecode cannot hold the property `{property}` of `{op}`; version {} can",
            self.format,
            since::PROPERTIES
        )
    }

    fn regions(&mut self, out: &mut Bytes, op: OpId, next: usize) -> Result<(), String> {
        let m = self.m;
        let is_isolated = m.has_trait(op, Traits::ISOLATED_FROM_ABOVE);
        out.flagged(m.regions(op).len(), is_isolated);
        let first = if is_isolated { 0 } else { next };
        let in_section = is_isolated && self.format >= since::ISOLATED_SECTIONS;
        let mut section = Bytes::default();
        let inside = if in_section { &mut section } else { &mut *out };
        for &region in m.regions(op) {
            self.region(inside, region, first)?;
        }
        if in_section {
            out.section(section::IR, &section);
        }
        Ok(())
    }

    fn region(&mut self, out: &mut Bytes, region: RegionId, first: usize) -> Result<(), String> {
        let m = self.m;
        let mut next = first;
        let mut n_blocks = 0;
        for block in m.blocks(region) {
            self.blocks[block.index()] = n_blocks;
            n_blocks += 1;
            let results = m.ops(block).flat_map(|op| m.results(op));
            for value in m.block_args(block).iter().copied().chain(results) {
                self.values[value.index()] = next;
                next += 1;
            }
        }
        out.count(n_blocks);
        if n_blocks == 0 {
            return Ok(());
        }
        out.count(next - first);
        for block in m.blocks(region) {
            let args = m.block_args(block);
            out.flagged(m.ops(block).count(), !args.is_empty());
            if !args.is_empty() {
                self.block_args(out, args);
            }
            for op in m.ops(block) {
                self.op(out, op, next)?;
            }
        }
        Ok(())
    }

    fn block_args(&mut self, out: &mut Bytes, args: &[ValueId]) {
        let m = self.m;
        out.count(args.len());
        for &arg in args {
            let ty = self.ty(m.value_type(arg));
            let loc = m.arg_loc(arg);
            if self.format < since::FEWER_LOCATIONS {
                out.count(ty);
                out.count(self.attr(Attr::Location(loc)));
                continue;
            }
            out.flagged(ty, loc.is_some());
            if let Some(loc) = loc {
                self.write_location(out, loc);
            }
        }
        if self.format >= since::USE_ORDERS {
            // The uses are in the order of the file.
            out.0.push(0);
        }
    }
}
