//! Attributes, types and locations as bytecode.

use super::{Attr, Bytes, Encoded, Writer};
use crate::types::identity;
use crate::{FLOATS, attr_code, type_code};
use memplan_mlir::ir::{
    AttrId, AttrKind, DenseData, IntValue, LocId, LocationKind, Signedness, StrId, TypeId,
    TypeKind, array_limbs,
};
use memplan_mlir::syntax::MlirVersion;
use memplan_mlir::text::{AttrPrinter, packed_bits};

impl Writer<'_> {
    pub(super) fn attr(&mut self, attr: Attr) -> usize {
        let ctx = self.ctx();
        // What occurs as a part of others, too, is stored once.
        let attr = match attr {
            Attr::Of(id) => match ctx.attr_kind(id) {
                AttrKind::String { value, ty: None } => Attr::String(*value),
                AttrKind::SymbolRef { root, nested } if nested.is_empty() => Attr::Symbol(*root),
                AttrKind::Location(loc) => Attr::Location(Some(*loc)),
                AttrKind::Dictionary(entries) => Attr::Dictionary(entries.to_vec()),
                AttrKind::Unit => Attr::Unit,
                _ => attr,
            },
            _ => attr,
        };
        if let Some(&number) = self.attrs.get(&attr) {
            return number;
        }
        let mut out = Bytes::default();
        let mut text = None;
        match &attr {
            Attr::Of(id) => text = self.encode_attr(&mut out, *id),
            Attr::Location(Some(loc)) => self.encode_location(&mut out, *loc),
            Attr::Location(None) => out.number(attr_code::UNKNOWN),
            Attr::Symbol(name) => {
                out.number(attr_code::FLAT_SYMBOL);
                self.write_string(&mut out, *name);
            }
            Attr::String(text) => {
                out.number(attr_code::STRING);
                out.count(self.string(ctx.bytes(*text)));
            }
            Attr::Dictionary(entries) => {
                out.number(attr_code::DICTIONARY);
                out.count(entries.len());
                for &(key, value) in entries {
                    self.write_string(&mut out, key);
                    self.write_attr(&mut out, value);
                }
            }
            Attr::Identity(rank) => text = Some((b"builtin".to_vec(), identity(*rank))),
            Attr::Unit => out.number(attr_code::UNIT),
        }
        let encoded = self.encoded(out, text);
        self.attr_table.push(encoded);
        let number = self.attr_table.len() - 1;
        self.attrs.insert(attr, number);
        number
    }

    fn encoded(&mut self, out: Bytes, text: Option<(Vec<u8>, String)>) -> Encoded {
        let is_encoded = text.is_none();
        let (dialect, bytes) = match text {
            None => (b"builtin".to_vec(), out.0),
            Some((dialect, text)) => (dialect, [text.as_bytes(), b"\0"].concat()),
        };
        Encoded {
            dialect: self.dialects.of(dialect),
            is_encoded,
            bytes,
        }
    }

    fn write_attr(&mut self, out: &mut Bytes, attr: AttrId) {
        let attr = self.attr(Attr::Of(attr));
        out.count(attr);
    }

    fn write_string(&mut self, out: &mut Bytes, text: StrId) {
        let text = self.attr(Attr::String(text));
        out.count(text);
    }

    pub(super) fn write_location(&mut self, out: &mut Bytes, loc: LocId) {
        let loc = self.attr(Attr::Location(Some(loc)));
        out.count(loc);
    }

    pub(super) fn write_type(&mut self, out: &mut Bytes, ty: TypeId) {
        let ty = self.ty(ty);
        out.count(ty);
    }

    fn write_types(&mut self, out: &mut Bytes, types: &[TypeId]) {
        out.count(types.len());
        for &ty in types {
            self.write_type(out, ty);
        }
    }

    /// Encodes an attribute; if it has no encoding, its dialect and text.
    fn encode_attr(&mut self, out: &mut Bytes, attr: AttrId) -> Option<(Vec<u8>, String)> {
        let ctx = self.ctx();
        match ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } => {
                out.number(attr_code::INTEGER);
                self.write_type(out, *ty);
                let width = match ctx.type_kind(*ty) {
                    TypeKind::Integer { width, .. } => *width,
                    _ => 64,
                };
                write_limbs(out, width, limbs(value, width));
            }
            AttrKind::Float { bits, ty } => {
                out.number(attr_code::FLOAT);
                self.write_type(out, *ty);
                let width = ctx.bit_width(*ty).unwrap_or(64);
                write_limbs(out, width, vec![*bits as u64, (*bits >> 64) as u64]);
            }
            AttrKind::String { value, ty } => {
                out.number(attr_code::TYPED_STRING);
                out.count(self.string(ctx.bytes(*value)));
                if let Some(ty) = ty {
                    self.write_type(out, *ty);
                }
            }
            AttrKind::Type(ty) => {
                out.number(attr_code::TYPE);
                self.write_type(out, *ty);
            }
            AttrKind::Array(items) => {
                out.number(attr_code::ARRAY);
                out.count(items.len());
                items.iter().for_each(|&item| self.write_attr(out, item));
            }
            AttrKind::SymbolRef { root, nested } => {
                out.number(attr_code::SYMBOL);
                self.write_string(out, *root);
                out.count(nested.len());
                for &name in nested {
                    out.count(self.attr(Attr::Symbol(name)));
                }
            }
            AttrKind::Dense { .. }
            | AttrKind::Sparse { .. }
            | AttrKind::DenseResource { .. }
            | AttrKind::DenseArray { .. } => self.encode_elements(out, attr),
            AttrKind::Distinct { referenced, .. } => {
                out.number(attr_code::DISTINCT);
                let referenced = referenced.map_or(Attr::Unit, Attr::Of);
                out.count(self.attr(referenced));
            }
            AttrKind::Unit | AttrKind::Dictionary(_) | AttrKind::Location(_) => {}
            AttrKind::AffineMap(_) | AttrKind::IntegerSet(_) | AttrKind::Strided { .. } => {
                return Some((b"builtin".to_vec(), self.text(|p| p.attr(attr))));
            }
            AttrKind::Opaque { dialect, .. } => {
                return Some((ctx.bytes(*dialect).to_vec(), self.text(|p| p.attr(attr))));
            }
        }
        None
    }

    fn text(&self, print: impl FnOnce(&mut AttrPrinter<'_>)) -> String {
        let mut printer = AttrPrinter::new(self.ctx());
        print(&mut printer);
        printer.out
    }

    fn encode_elements(&mut self, out: &mut Bytes, attr: AttrId) {
        let ctx = self.ctx();
        match ctx.attr_kind(attr) {
            AttrKind::Dense {
                ty,
                data: DenseData::Strings { values, is_splat },
            } => {
                out.number(attr_code::DENSE_STRINGS);
                self.write_type(out, *ty);
                out.number((*is_splat).into());
                for value in values {
                    let text = self.string(ctx.bytes(*value));
                    out.count(text);
                }
            }
            AttrKind::Dense { ty, data } => {
                out.number(attr_code::DENSE);
                self.write_type(out, *ty);
                out.blob(&self.dense_bytes(*ty, data));
            }
            AttrKind::Sparse {
                ty,
                indices,
                values,
            } => {
                out.number(attr_code::SPARSE);
                self.write_type(out, *ty);
                self.write_attr(out, *indices);
                self.write_attr(out, *values);
            }
            AttrKind::DenseResource { key, ty } => {
                out.number(attr_code::RESOURCE);
                self.write_type(out, *ty);
                out.count(self.resources.of(*key));
            }
            AttrKind::DenseArray { element, values } => {
                out.number(attr_code::DENSE_ARRAY);
                self.write_type(out, *element);
                let kind = ctx.type_kind(*element);
                let n_limbs = array_limbs(kind);
                let n_bytes = ctx.part_bytes(*element).unwrap_or(8);
                out.count(values.len() / n_limbs);
                let mut bytes = Vec::with_capacity(values.len() / n_limbs * n_bytes);
                for value in values.chunks(n_limbs) {
                    let limbs = value.iter().flat_map(|limb| limb.to_le_bytes());
                    bytes.extend(limbs.take(n_bytes));
                }
                out.blob(&bytes);
            }
            _ => {}
        }
    }

    /// The elements of a literal; up to MLIR 22, eight booleans are in one byte.
    fn dense_bytes(&self, ty: TypeId, data: &DenseData) -> Vec<u8> {
        let element = self
            .ctx()
            .element_type(ty)
            .map(|element| self.ctx().type_kind(element));
        let is_packed = self.version < MlirVersion::V23
            && matches!(element, Some(TypeKind::Integer { width: 1, .. }));
        match data {
            DenseData::Splat(bytes) if is_packed => {
                bytes.iter().map(|&bit| (bit & 1) * 0xFF).collect()
            }
            DenseData::Elements(bytes) if is_packed => packed_bits(bytes).collect(),
            DenseData::Splat(bytes) | DenseData::Elements(bytes) => bytes.to_vec(),
            DenseData::Strings { .. } => Vec::new(),
        }
    }

    fn encode_location(&mut self, out: &mut Bytes, loc: LocId) {
        let ctx = self.ctx();
        match ctx.loc_kind(loc) {
            LocationKind::Unknown => out.number(attr_code::UNKNOWN),
            LocationKind::File {
                file,
                line,
                column,
                end: None,
            } => {
                out.number(attr_code::FILE);
                self.write_string(out, *file);
                out.number((*line).into());
                out.number((*column).into());
            }
            LocationKind::File {
                file,
                line,
                column,
                end: Some((end_line, end)),
            } => {
                out.number(attr_code::FILE_RANGE);
                self.write_string(out, *file);
                let place = if end_line == line {
                    vec![*line, *column, *end]
                } else {
                    vec![*line, *column, *end_line, *end]
                };
                out.count(place.len());
                for number in place {
                    out.number(number.into());
                }
            }
            LocationKind::Name { name, child } => {
                out.number(attr_code::NAME);
                self.write_string(out, *name);
                self.write_location(out, *child);
            }
            LocationKind::CallSite { callee, caller } => {
                out.number(attr_code::CALL_SITE);
                self.write_location(out, *callee);
                self.write_location(out, *caller);
            }
            LocationKind::Fused {
                metadata,
                locations,
            } => {
                out.number(match metadata {
                    Some(_) => attr_code::FUSED_WITH_METADATA,
                    None => attr_code::FUSED,
                });
                out.count(locations.len());
                for &location in locations {
                    self.write_location(out, location);
                }
                if let Some(metadata) = metadata {
                    self.write_attr(out, *metadata);
                }
            }
        }
    }

    pub(super) fn ty(&mut self, ty: TypeId) -> usize {
        if let Some(&number) = self.types.get(&ty) {
            return number;
        }
        let mut out = Bytes::default();
        let text = self.encode_type(&mut out, ty);
        let encoded = self.encoded(out, text);
        self.type_table.push(encoded);
        let number = self.type_table.len() - 1;
        self.types.insert(ty, number);
        number
    }

    fn encode_type(&mut self, out: &mut Bytes, ty: TypeId) -> Option<(Vec<u8>, String)> {
        let ctx = self.ctx();
        match ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => {
                out.number(type_code::INTEGER);
                let sign = match signedness {
                    Signedness::Signless => 0,
                    Signedness::Signed => 1,
                    Signedness::Unsigned => 2,
                };
                out.number(u64::from(*width) << 2 | sign);
            }
            TypeKind::Index => out.number(type_code::INDEX),
            TypeKind::None => out.number(type_code::NONE),
            TypeKind::Float(kind) => match FLOATS.iter().position(|float| float == kind) {
                Some(position) => out.number(type_code::FLOAT + position as u64),
                None => return Some((b"builtin".to_vec(), kind.name().to_owned())),
            },
            TypeKind::Complex(element) => {
                out.number(type_code::COMPLEX);
                self.write_type(out, *element);
            }
            TypeKind::Tuple(types) => {
                out.number(type_code::TUPLE);
                self.write_types(out, types);
            }
            TypeKind::Function { inputs, results } => {
                out.number(type_code::FUNCTION);
                self.write_types(out, inputs);
                self.write_types(out, results);
            }
            TypeKind::Vector { .. }
            | TypeKind::Tensor { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::MemRef(_)
            | TypeKind::UnrankedMemRef { .. } => self.encode_shaped(out, ty),
            TypeKind::Opaque { dialect, .. } => {
                return Some((ctx.bytes(*dialect).to_vec(), self.text(|p| p.ty(ty))));
            }
        }
        None
    }

    fn encode_shaped(&mut self, out: &mut Bytes, ty: TypeId) {
        let ctx = self.ctx();
        match ctx.type_kind(ty) {
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                let is_scalable = scalable.contains(&true);
                out.number(if is_scalable {
                    type_code::SCALABLE_VECTOR
                } else {
                    type_code::VECTOR
                });
                if is_scalable {
                    out.count(scalable.len());
                    out.0.extend(scalable.iter().map(|&flag| u8::from(flag)));
                }
                write_shape(out, shape);
                self.write_type(out, *element);
            }
            TypeKind::Tensor {
                shape,
                element,
                encoding,
            } => {
                out.number(match encoding {
                    Some(_) => type_code::TENSOR_WITH_ENCODING,
                    None => type_code::TENSOR,
                });
                if let Some(encoding) = encoding {
                    self.write_attr(out, *encoding);
                }
                write_shape(out, shape);
                self.write_type(out, *element);
            }
            TypeKind::UnrankedTensor { element } => {
                out.number(type_code::UNRANKED_TENSOR);
                self.write_type(out, *element);
            }
            TypeKind::MemRef(memref) => {
                out.number(match memref.space {
                    Some(_) => type_code::MEMREF_WITH_SPACE,
                    None => type_code::MEMREF,
                });
                if let Some(space) = memref.space {
                    self.write_attr(out, space);
                }
                write_shape(out, &memref.shape);
                self.write_type(out, memref.element);
                let identity = Attr::Identity(memref.shape.len());
                out.count(self.attr(memref.layout.map_or(identity, Attr::Of)));
            }
            TypeKind::UnrankedMemRef { element, space } => {
                out.number(match space {
                    Some(_) => type_code::UNRANKED_MEMREF_WITH_SPACE,
                    None => type_code::UNRANKED_MEMREF,
                });
                if let Some(space) = space {
                    self.write_attr(out, *space);
                }
                self.write_type(out, *element);
            }
            _ => {}
        }
    }
}

/// Writes a number of a type of this width from its limbs, the lowest first.
fn write_limbs(out: &mut Bytes, width: u32, mut limbs: Vec<u64>) {
    let n_limbs = width.div_ceil(64).max(1) as usize;
    limbs.resize(n_limbs, 0);
    if !width.is_multiple_of(64) {
        limbs[n_limbs - 1] &= u64::MAX >> (64 - width % 64);
    }
    match width {
        0..=8 => out.0.push(limbs[0] as u8),
        9..=64 => out.signed(limbs[0].cast_signed()),
        _ => {
            let n = limbs
                .iter()
                .rposition(|&limb| limb != 0)
                .map_or(1, |top| top + 1);
            out.count(n);
            for &limb in &limbs[..n] {
                out.signed(limb.cast_signed());
            }
        }
    }
}

/// The limbs of a number, extended to a width.
fn limbs(value: &IntValue, width: u32) -> Vec<u64> {
    let (mut limbs, is_negative) = match value {
        IntValue::Small(value) => (vec![value.cast_unsigned()], *value < 0),
        IntValue::Big(limbs) => {
            let is_negative = limbs.last().is_some_and(|limb| limb >> 63 == 1);
            (limbs.to_vec(), is_negative)
        }
    };
    let n_limbs = width.div_ceil(64).max(1) as usize;
    limbs.resize(n_limbs, if is_negative { u64::MAX } else { 0 });
    limbs
}

fn write_shape(out: &mut Bytes, shape: &[i64]) {
    out.count(shape.len());
    for &size in shape {
        out.signed(size);
    }
}
