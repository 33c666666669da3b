//! Queries about types: shape, element type, width, strides.

use super::{
    AffineExpr, AffineMap, AffineOp, AttrKind, Context, DYNAMIC, FloatKind, TypeId, TypeKind,
};

/// The width of `index` in bits on the targets that memplan assumes; collectors take another one as an option.
pub const INDEX_WIDTH: u32 = 64;

impl Context {
    /// Whether a type is a ranked or unranked memref.
    #[inline]
    pub fn is_memref(&self, ty: TypeId) -> bool {
        matches!(
            self.type_kind(ty),
            TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// Whether a type is a ranked or unranked tensor.
    #[inline]
    pub fn is_tensor(&self, ty: TypeId) -> bool {
        matches!(
            self.type_kind(ty),
            TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. }
        )
    }

    /// The element type of a shaped or complex type.
    pub fn element_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.type_kind(ty) {
            TypeKind::Vector { element, .. }
            | TypeKind::Tensor { element, .. }
            | TypeKind::UnrankedTensor { element }
            | TypeKind::UnrankedMemRef { element, .. }
            | TypeKind::Complex(element) => Some(*element),
            TypeKind::MemRef(memref) => Some(memref.element),
            _ => None,
        }
    }

    /// The element type of a shaped type, or the type itself for a scalar.
    pub fn element_or_self(&self, ty: TypeId) -> TypeId {
        match self.type_kind(ty) {
            TypeKind::Complex(_) => ty,
            _ => self.element_type(ty).unwrap_or(ty),
        }
    }

    /// Sizes of a ranked vector, tensor or memref; dynamic ones are [`DYNAMIC`].
    pub fn shape(&self, ty: TypeId) -> Option<&[i64]> {
        match self.type_kind(ty) {
            TypeKind::Vector { shape, .. } | TypeKind::Tensor { shape, .. } => Some(shape),
            TypeKind::MemRef(memref) => Some(&memref.shape),
            _ => None,
        }
    }

    /// Number of elements of a statically shaped type; `None` also on overflow.
    pub fn n_elements(&self, ty: TypeId) -> Option<u64> {
        let shape = self.shape(ty)?;
        if shape.contains(&0) {
            let is_static = shape.iter().all(|size| *size >= 0);
            return is_static.then_some(0);
        }
        shape
            .iter()
            .try_fold(1_i64, |product, size| {
                (*size >= 0).then(|| product.checked_mul(*size))?
            })?
            .try_into()
            .ok()
    }

    /// The same shaped or complex type with another element type; for other types, that element type itself.
    pub fn with_element(&mut self, ty: TypeId, new: TypeId) -> TypeId {
        let mut kind = self.type_kind(ty).clone();
        match &mut kind {
            TypeKind::Vector { element, .. }
            | TypeKind::Tensor { element, .. }
            | TypeKind::UnrankedTensor { element }
            | TypeKind::UnrankedMemRef { element, .. }
            | TypeKind::Complex(element) => *element = new,
            TypeKind::MemRef(memref) => memref.element = new,
            _ => return new,
        }
        self.ty(kind)
    }

    /// Width of an integer or float in bits; `None` for `index` and all other types.
    pub fn bit_width(&self, ty: TypeId) -> Option<u32> {
        match self.type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }

    /// Bytes of all elements of a static shape without gaps, where elements of fewer than eight bits share bytes: as
    /// upstream counts them, not as they are stored. `None` for dynamic shapes and elements without a width.
    pub fn packed_bytes(&self, ty: TypeId) -> Option<u64> {
        let bits = self.bit_width(self.element_type(ty)?)?;
        Some(self.n_elements(ty)?.checked_mul(bits.into())?.div_ceil(8))
    }

    /// Bytes of a value of this type as the element of a buffer, with common data layouts. Scalars are rounded up to
    /// a power of two of bytes, above 16 bytes to a multiple of 16. In vectors, the innermost dimension is packed and
    /// rounded up to a power of two of bytes.
    ///
    /// `None` for types without a known size, such as memrefs and those of other dialects.
    pub fn stored_bytes(&self, ty: TypeId, index_width: u32) -> Option<u64> {
        match self.type_kind(ty) {
            TypeKind::Integer { width, .. } => scalar_bytes(u64::from(*width)),
            TypeKind::Index => scalar_bytes(u64::from(index_width)),
            TypeKind::Float(FloatKind::F80) => Some(16),
            TypeKind::Float(kind) => scalar_bytes(u64::from(kind.width())),
            TypeKind::Complex(part) => self.stored_bytes(*part, index_width)?.checked_mul(2),
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                if scalable.contains(&true) {
                    return None;
                }
                let (&last, outer) = shape.split_last().unwrap_or((&1, &[]));
                let width = match self.type_kind(*element) {
                    TypeKind::Integer { width, .. } => u64::from(*width),
                    _ => self.stored_bytes(*element, index_width)?.checked_mul(8)?,
                };
                let bits = width.checked_mul(u64::try_from(last).ok()?)?;
                let row = bits.div_ceil(8).checked_next_power_of_two()?;
                let mut outer = outer.iter();
                outer.try_fold(row, |size, &n| size.checked_mul(u64::try_from(n).ok()?))
            }
            TypeKind::None
            | TypeKind::Tensor { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::MemRef(_)
            | TypeKind::UnrankedMemRef { .. }
            | TypeKind::Tuple(_)
            | TypeKind::Function { .. }
            | TypeKind::Opaque { .. } => None,
        }
    }

    /// Whether a buffer of one memref type always has another one too, if its sizes fit: a cast between the two then
    /// never fails.
    pub fn is_always_memref(&self, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        let TypeKind::MemRef(source) = self.type_kind(from) else {
            return false;
        };
        let target = match self.type_kind(to) {
            TypeKind::MemRef(target) => target,
            TypeKind::UnrankedMemRef { element, space } => {
                return source.element == *element && source.space == *space;
            }
            _ => return false,
        };
        let fits = |(&a, &b): (&i64, &i64)| a == b || a == DYNAMIC || b == DYNAMIC;
        if source.element != target.element
            || source.space != target.space
            || source.shape.len() != target.shape.len()
            || !source.shape.iter().zip(&*target.shape).all(fits)
        {
            return false;
        }
        if source.layout == target.layout || target.layout.is_none() {
            return source.layout == target.layout;
        }
        let layouts = (
            self.memref_strides_offset(from),
            self.memref_strides_offset(to),
        );
        let (Some((strides, offset)), Some((wanted, at))) = layouts else {
            return false;
        };
        let is_kept = |(&a, &b): (&i64, &i64)| b == DYNAMIC || a == b;
        (at == DYNAMIC || at == offset) && strides.iter().zip(&wanted).all(is_kept)
    }

    /// Strides and offset of a ranked memref, in elements; dynamic ones are [`DYNAMIC`].
    ///
    /// `None` for other types, for layouts that are not strided, and on overflow.
    pub fn memref_strides_offset(&self, ty: TypeId) -> Option<(Vec<i64>, i64)> {
        let TypeKind::MemRef(memref) = self.type_kind(ty) else {
            return None;
        };
        match memref.layout.map(|layout| self.attr_kind(layout)) {
            None => Some((row_major_strides(&memref.shape)?, 0)),
            Some(AttrKind::Strided { offset, strides }) => Some((strides.to_vec(), *offset)),
            Some(AttrKind::AffineMap(map)) => map_strides(map),
            Some(_) => None,
        }
    }

    /// Bytes that one number of this type takes in a dense literal.
    pub fn part_bytes(&self, ty: TypeId) -> Option<usize> {
        match self.type_kind(ty) {
            TypeKind::Index => Some(8),
            _ => Some(self.bit_width(ty)?.div_ceil(8).max(1) as usize),
        }
    }
}

/// A scalar of more than 16 bytes is a multiple of 16.
fn scalar_bytes(bits: u64) -> Option<u64> {
    match bits.div_ceil(8) {
        0 => None,
        bytes if bytes <= 16 => Some(bytes.next_power_of_two()),
        bytes => bytes.checked_next_multiple_of(16),
    }
}

/// Strides of a dense array in row-major order.
fn row_major_strides(shape: &[i64]) -> Option<Vec<i64>> {
    let mut strides = vec![1; shape.len()];
    let mut stride = 1;
    for (slot, size) in strides.iter_mut().zip(shape).rev() {
        *slot = stride;
        stride = product(stride, *size)?;
    }
    Some(strides)
}

/// Strides and offset of a map with one result that is linear in its dimensions.
pub(crate) fn map_strides(map: &AffineMap) -> Option<(Vec<i64>, i64)> {
    let [result] = &map.results[..] else {
        return None;
    };
    let mut strides = vec![0; map.dims as usize];
    let mut offset = 0;
    add_linear(result, 1, &mut strides, &mut offset)?;
    Some((strides, offset))
}

/// Adds `expr * factor` to strides and offset.
fn add_linear(expr: &AffineExpr, factor: i64, strides: &mut [i64], offset: &mut i64) -> Option<()> {
    match expr {
        AffineExpr::Dim(dim) => {
            let stride = strides.get_mut(*dim as usize)?;
            *stride = sum(*stride, factor)?;
        }
        AffineExpr::Constant(value) => *offset = sum(*offset, product(*value, factor)?)?,
        AffineExpr::Symbol(_) => *offset = sum(*offset, product(DYNAMIC, factor)?)?,
        AffineExpr::Binary(AffineOp::Add, lhs, rhs) => {
            add_linear(lhs, factor, strides, offset)?;
            add_linear(rhs, factor, strides, offset)?;
        }
        AffineExpr::Binary(AffineOp::Mul, lhs, rhs) if rhs.is_symbolic() => {
            let scale = rhs.as_constant().unwrap_or(DYNAMIC);
            add_linear(lhs, product(scale, factor)?, strides, offset)?;
        }
        other if other.is_symbolic() => *offset = DYNAMIC,
        _ => return None,
    }
    Some(())
}

/// Sum of numbers that may be [`DYNAMIC`].
fn sum(a: i64, b: i64) -> Option<i64> {
    if a == DYNAMIC || b == DYNAMIC {
        return Some(DYNAMIC);
    }
    a.checked_add(b).filter(|sum| *sum != DYNAMIC)
}

/// Product of numbers that may be [`DYNAMIC`]; zero times anything is zero.
fn product(a: i64, b: i64) -> Option<i64> {
    if a == 0 || b == 0 {
        return Some(0);
    }
    if a == DYNAMIC || b == DYNAMIC {
        return Some(DYNAMIC);
    }
    a.checked_mul(b).filter(|product| *product != DYNAMIC)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::type_from_text;

    fn strides(text: &str) -> Option<(Vec<i64>, i64)> {
        let mut ctx = Context::default();
        let ty = type_from_text(&mut ctx, text.as_bytes()).unwrap();
        ctx.memref_strides_offset(ty)
    }

    #[test]
    fn layouts_give_strides() {
        let cases = [
            ("memref<2x3x4xf32>", Some((vec![12, 4, 1], 0))),
            ("memref<?x3x?xf32>", Some((vec![DYNAMIC, DYNAMIC, 1], 0))),
            ("memref<f32>", Some((vec![], 0))),
            (
                "memref<4x4xf32, strided<[?, 1], offset: 7>>",
                Some((vec![DYNAMIC, 1], 7)),
            ),
            (
                "memref<4x4xf32, affine_map<(i, j) -> (i * 8 + j + 3)>>",
                Some((vec![8, 1], 3)),
            ),
            (
                "memref<4x4xf32, affine_map<(i, j)[s, t] -> (i * s + j * 2 + t)>>",
                Some((vec![DYNAMIC, 2], DYNAMIC)),
            ),
            ("memref<4xf32, affine_map<(i) -> (i floordiv 2)>>", None),
            ("memref<4x4xf32, affine_map<(i, j) -> (j, i)>>", None),
            ("memref<4x9223372036854775807x8xf32>", None),
            ("tensor<4xf32>", None),
        ];
        for (text, expected) in cases {
            assert_eq!(strides(text), expected, "{text}");
        }
    }

    #[test]
    fn shapes_and_elements() {
        let mut ctx = Context::default();
        let ty = type_from_text(&mut ctx, b"memref<4x?xf16, 3>").unwrap();
        assert_eq!(ctx.shape(ty), Some(&[4, DYNAMIC][..]));
        assert_eq!(ctx.n_elements(ty), None);
        let element = ctx.element_type(ty).unwrap();
        assert_eq!(ctx.bit_width(element), Some(16));
        let i1 = ctx.int_type(1);
        let changed = ctx.with_element(ty, i1);
        assert_eq!(crate::text::type_text(&ctx, changed), "memref<4x?xi1, 3>");
        let huge = type_from_text(&mut ctx, b"tensor<4294967296x4294967296xi8>").unwrap();
        assert_eq!(ctx.n_elements(huge), None);
    }
}
