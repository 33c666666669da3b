//! Questions about types that the parser, the verifier and passes share.

use super::{AffineExpr, AttrKind, Context, DYNAMIC, MemRefType, TypeId, TypeKind};

impl Context {
    /// Element type of a shaped type.
    pub fn element_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.type_kind(ty) {
            TypeKind::MemRef(memref) => Some(memref.element),
            TypeKind::Tensor { element, .. }
            | TypeKind::UnrankedTensor { element }
            | TypeKind::UnrankedMemRef { element, .. }
            | TypeKind::Vector { element, .. } => Some(*element),
            TypeKind::Complex(part) => Some(*part),
            _ => None,
        }
    }

    /// Sizes of a ranked shaped type.
    pub fn shape(&self, ty: TypeId) -> Option<&[i64]> {
        match self.type_kind(ty) {
            TypeKind::MemRef(memref) => Some(&memref.shape),
            TypeKind::Tensor { shape, .. } | TypeKind::Vector { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// A ranked memref type.
    pub fn memref(&self, ty: TypeId) -> Option<&MemRefType> {
        match self.type_kind(ty) {
            TypeKind::MemRef(memref) => Some(memref),
            _ => None,
        }
    }

    /// The tensor or vector type of the same shape with another element type; `None` for a scalar.
    pub fn with_element(&mut self, ty: TypeId, element: TypeId) -> Option<TypeId> {
        let kind = match self.type_kind(ty) {
            TypeKind::Tensor {
                shape, encoding, ..
            } => TypeKind::Tensor {
                shape: shape.clone(),
                element,
                encoding: *encoding,
            },
            TypeKind::UnrankedTensor { .. } => TypeKind::UnrankedTensor { element },
            TypeKind::Vector {
                shape, scalable, ..
            } => TypeKind::Vector {
                shape: shape.clone(),
                scalable: scalable.clone(),
                element,
            },
            _ => return None,
        };
        Some(self.ty(kind))
    }

    /// Width of an integer, float or complex type in bits; 64 for `index`.
    pub fn bit_width(&self, ty: TypeId) -> Option<u32> {
        match self.type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Float(kind) => Some(kind.width()),
            TypeKind::Index => Some(64),
            TypeKind::Complex(part) => self.bit_width(*part).map(|width| 2 * width),
            _ => None,
        }
    }

    /// Strides and offset of a ranked memref in elements, [`DYNAMIC`] where unknown; `None` for a
    /// layout map that is not strided.
    pub fn memref_strides_offset(&self, ty: TypeId) -> Option<(Vec<i64>, i64)> {
        let memref = self.memref(ty)?;
        match memref.layout.map(|layout| self.attr_kind(layout)) {
            None => Some((identity_strides(&memref.shape), 0)),
            Some(AttrKind::Strided { offset, strides }) => Some((strides.to_vec(), *offset)),
            Some(AttrKind::AffineMap(map)) => {
                let [expr] = &map.results[..] else {
                    // A permutation of the dimensions in row-major order.
                    return permuted_strides(&map.results, &memref.shape).map(|s| (s, 0));
                };
                linear_strides(expr, memref.shape.len())
            }
            Some(_) => None,
        }
    }
}

fn identity_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for dim in (0..shape.len().saturating_sub(1)).rev() {
        strides[dim] = match (strides[dim + 1], shape[dim + 1]) {
            (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
            (stride, size) => stride.checked_mul(size).unwrap_or(DYNAMIC),
        };
    }
    strides
}

/// Strides of a layout whose map reorders the dimensions: `(d0, d1) -> (d1, d0)`.
fn permuted_strides(results: &[AffineExpr], shape: &[i64]) -> Option<Vec<i64>> {
    if results.len() != shape.len() {
        return None;
    }
    let mut strides = vec![0; shape.len()];
    let mut stride = 1i64;
    for result in results.iter().rev() {
        let AffineExpr::Dim(dim) = result else {
            return None;
        };
        let dim = *dim as usize;
        if *strides.get(dim)? != 0 {
            return None;
        }
        strides[dim] = stride;
        stride = match (stride, shape[dim]) {
            (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
            (stride, size) => stride.checked_mul(size)?,
        };
    }
    Some(strides)
}

/// Coefficients of `d0 * 4 + d1 + 7`; a symbol makes its coefficient dynamic.
fn linear_strides(expr: &AffineExpr, rank: usize) -> Option<(Vec<i64>, i64)> {
    use super::AffineOp;
    let mut strides = vec![0i64; rank];
    let mut offset = 0i64;
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match expr {
            AffineExpr::Binary(AffineOp::Add, lhs, rhs) => pending.extend([&**lhs, &**rhs]),
            AffineExpr::Dim(dim) => add(strides.get_mut(*dim as usize)?, 1),
            AffineExpr::Constant(value) => add(&mut offset, *value),
            AffineExpr::Symbol(_) => offset = DYNAMIC,
            AffineExpr::Binary(AffineOp::Mul, lhs, rhs) => match (&**lhs, &**rhs) {
                (AffineExpr::Dim(dim), AffineExpr::Constant(factor)) => {
                    add(strides.get_mut(*dim as usize)?, *factor);
                }
                (AffineExpr::Dim(dim), rhs) if rhs.is_symbolic() => {
                    *strides.get_mut(*dim as usize)? = DYNAMIC;
                }
                (lhs, rhs) if lhs.is_symbolic() && rhs.is_symbolic() => offset = DYNAMIC,
                _ => return None,
            },
            AffineExpr::Binary(..) => return None,
        }
    }
    Some((strides, offset))
}

fn add(sum: &mut i64, value: i64) {
    *sum = match *sum {
        DYNAMIC => DYNAMIC,
        known => known.checked_add(value).unwrap_or(DYNAMIC),
    };
}
