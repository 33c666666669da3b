//! Dense and sparse literals as text.

use super::AttrPrinter;
use crate::ir::write_float;
use crate::ir::{AttrId, AttrKind, DenseData, IntValue, TypeId, TypeKind};
use crate::syntax::MlirVersion;

impl AttrPrinter<'_> {
    /// Whether a literal is too long to be printed.
    pub(super) fn is_elided(&self, literal: &AttrKind) -> bool {
        let (AttrKind::Dense { ty, .. } | AttrKind::Sparse { ty, .. }) = literal else {
            return false;
        };
        let is_splat = matches!(
            literal,
            AttrKind::Dense {
                data: DenseData::Splat(_) | DenseData::Strings { is_splat: true, .. },
                ..
            }
        );
        let sizes = self.ctx.shape(*ty).unwrap_or_default().iter();
        let n_elements = sizes.fold(1_u64, |n, &size| {
            n.saturating_mul(size.max(0).cast_unsigned())
        });
        !is_splat && n_elements > self.lengths.elements
    }

    /// The contents of `dense<..>`; `max_listed` elements are not yet a hex string.
    pub(super) fn dense_elements(&mut self, ty: TypeId, data: &DenseData, max_listed: u64) {
        let shape = self.ctx.shape(ty).unwrap_or_default();
        let element = self.ctx.element_type(ty).unwrap_or(ty);
        let part = match self.ctx.type_kind(element) {
            TypeKind::Complex(part) => *part,
            _ => element,
        };
        let n_parts = if part == element { 1 } else { 2 };
        let part_bytes = self.ctx.part_bytes(part).unwrap_or(1);
        let element_bytes = part_bytes * n_parts;
        match data {
            DenseData::Splat(bytes) => self.element(part, n_parts, bytes),
            DenseData::Elements(bytes) => {
                let n_elements = bytes.len() / element_bytes;
                if n_elements as u64 > max_listed {
                    self.hex_elements(part, n_parts, bytes);
                    return;
                }
                self.nested_list(shape, n_elements, |p, i| {
                    let start = i * element_bytes;
                    let element = bytes.get(start..start + element_bytes);
                    p.element(part, n_parts, element.unwrap_or_default());
                });
            }
            DenseData::Strings { values, is_splat } => {
                let one = |p: &mut Self, i: usize| {
                    if let Some(value) = values.get(i) {
                        p.string(p.ctx.bytes(*value));
                    }
                };
                if *is_splat {
                    one(self, 0);
                } else {
                    self.nested_list(shape, values.len(), one);
                }
            }
        }
    }

    /// `sparse<..>`.
    pub(super) fn sparse(&mut self, indices: AttrId, values: AttrId) {
        self.out.push_str("sparse<");
        for (i, attr) in [indices, values].into_iter().enumerate() {
            let AttrKind::Dense { ty, data } = self.ctx.attr_kind(attr) else {
                continue;
            };
            if matches!(data, DenseData::Elements(bytes) if bytes.is_empty()) {
                continue;
            }
            if i > 0 {
                self.out.push_str(", ");
            }
            // MLIR lists all indices.
            let max_listed = if i == 0 {
                u64::MAX
            } else {
                self.lengths.hex_above
            };
            self.dense_elements(*ty, data, max_listed);
        }
        self.out.push('>');
    }

    /// Elements in row-major order in nested brackets.
    fn nested_list(
        &mut self,
        shape: &[i64],
        n_elements: usize,
        mut element: impl FnMut(&mut Self, usize),
    ) {
        if n_elements == 0 {
            return;
        }
        // Number of elements in one list at each level, innermost first.
        let mut sizes = Vec::with_capacity(shape.len());
        let mut size = 1_usize;
        for dim in shape.iter().rev() {
            size = size.saturating_mul(usize::try_from(*dim).unwrap_or(1).max(1));
            sizes.push(size);
        }
        for i in 0..n_elements {
            let n_opened = sizes.iter().filter(|size| i % **size == 0).count();
            if i > 0 {
                self.out.push_str(", ");
            }
            self.out.extend(std::iter::repeat_n('[', n_opened));
            element(self, i);
            let n_closed = sizes.iter().filter(|size| (i + 1) % **size == 0).count();
            self.out.extend(std::iter::repeat_n(']', n_closed));
        }
    }

    /// One element: `1`, `1.5`, `true` or `(1,2)`.
    fn element(&mut self, part: TypeId, n_parts: usize, bytes: &[u8]) {
        if n_parts == 1 {
            return self.part(part, bytes);
        }
        let (re, im) = bytes.split_at(bytes.len() / 2);
        self.out.push('(');
        self.part(part, re);
        self.out.push(',');
        self.part(part, im);
        self.out.push(')');
    }

    fn part(&mut self, ty: TypeId, bytes: &[u8]) {
        match self.ctx.type_kind(ty) {
            TypeKind::Float(kind) => {
                let mut bits = [0; 16];
                for (slot, byte) in bits.iter_mut().zip(bytes) {
                    *slot = *byte;
                }
                write_float(&mut self.out, *kind, u128::from_le_bytes(bits));
            }
            TypeKind::Integer { width: 1, .. } => {
                let is_true = bytes.first().is_some_and(|byte| *byte != 0);
                self.out.push_str(if is_true { "true" } else { "false" });
            }
            TypeKind::Integer { width, signedness } => {
                let value = int_from_bytes(bytes, *width, signedness.is_signed());
                self.int_value(&value);
            }
            _ => self.int_value(&int_from_bytes(bytes, 64, true)),
        }
    }

    /// `"0x.."`: the raw bytes, up to MLIR 22 with eight booleans in a byte.
    fn hex_elements(&mut self, part: TypeId, n_parts: usize, bytes: &[u8]) {
        let is_packed = self.version < MlirVersion::V23
            && n_parts == 1
            && matches!(self.ctx.type_kind(part), TypeKind::Integer { width: 1, .. });
        if is_packed {
            self.hex(&packed_bits(bytes).collect::<Vec<u8>>());
        } else {
            self.hex(bytes);
        }
    }

    /// `"0x.."`.
    pub fn hex(&mut self, bytes: &[u8]) {
        self.out.push_str("\"0x");
        self.out.reserve(bytes.len() * 2);
        for byte in bytes {
            self.hex_byte(*byte);
        }
        self.out.push('"');
    }
}

/// Booleans that are a byte each, eight in a byte.
pub fn packed_bits(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let bit = |packed, (i, bit): (usize, &u8)| packed | (bit & 1) << i;
    bytes
        .chunks(8)
        .map(move |group| group.iter().enumerate().fold(0, bit))
}

/// An integer from its little-endian bytes.
fn int_from_bytes(bytes: &[u8], width: u32, is_signed: bool) -> IntValue {
    let mut limbs: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let mut limb = [0; 8];
            for (slot, byte) in limb.iter_mut().zip(chunk) {
                *slot = *byte;
            }
            u64::from_le_bytes(limb)
        })
        .collect();
    let sign_bit = width.checked_sub(1).filter(|_| is_signed);
    let is_negative = sign_bit.is_some_and(|bit| {
        let limb = limbs.get(bit as usize / 64).copied().unwrap_or(0);
        limb >> (bit % 64) & 1 == 1
    });
    if is_negative {
        if !width.is_multiple_of(64)
            && let Some(top) = limbs.last_mut()
        {
            *top |= u64::MAX << (width % 64);
        }
        limbs.push(u64::MAX);
    } else {
        limbs.push(0);
    }
    IntValue::from_limbs(limbs)
}
