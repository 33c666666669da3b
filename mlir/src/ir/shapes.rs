//! Shapes, element types and layouts, for the rules of operations.

use smallvec::SmallVec;

use super::{
    AffineExpr, AttrId, AttrKind, Context, DYNAMIC, MemRefType, TypeId, TypeKind, map_strides,
};

/// Offset and strides of a memref, in elements; [`DYNAMIC`] if they are known at run time only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Elements before the first.
    pub offset: i64,
    /// Elements from one index to the next, for each dimension.
    pub strides: SmallVec<[i64; 6]>,
}

/// Element type of a vector or tensor, and any other type itself.
pub fn scalar(ctx: &Context, ty: TypeId) -> TypeId {
    match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. }
        | TypeKind::Tensor { element, .. }
        | TypeKind::UnrankedTensor { element } => *element,
        _ => ty,
    }
}

/// A ranked memref.
pub fn memref(ctx: &Context, ty: TypeId) -> Option<&MemRefType> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef(memref) => Some(memref),
        _ => None,
    }
}

/// Number of dynamic dimensions.
pub fn dynamic_dims(shape: &[i64]) -> usize {
    shape.iter().filter(|&&dim| dim == DYNAMIC).count()
}

/// Whether two sizes can be equal at run time.
pub fn compatible_size(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// Whether two shapes can be equal at run time.
pub fn compatible_shapes(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| compatible_size(a, b))
}

/// Whether two types are ranked tensors with the same elements whose shapes can be equal at run time.
pub fn compatible_tensors(ctx: &Context, a: TypeId, b: TypeId) -> bool {
    match (ctx.type_kind(a), ctx.type_kind(b)) {
        (
            TypeKind::Tensor { shape, element, .. },
            TypeKind::Tensor {
                shape: other_shape,
                element: other_element,
                ..
            },
        ) => element == other_element && compatible_shapes(shape, other_shape),
        _ => false,
    }
}

/// Whether two types are both scalars, or the same kind of container with the same shape.
pub fn same_container(ctx: &Context, a: TypeId, b: TypeId) -> bool {
    match (ctx.type_kind(a), ctx.type_kind(b)) {
        (
            TypeKind::Vector {
                shape: a,
                scalable: a_scalable,
                ..
            },
            TypeKind::Vector {
                shape: b,
                scalable: b_scalable,
                ..
            },
        ) => a == b && a_scalable == b_scalable,
        (
            TypeKind::Tensor {
                shape: a,
                encoding: a_encoding,
                ..
            },
            TypeKind::Tensor {
                shape: b,
                encoding: b_encoding,
                ..
            },
        ) => a == b && a_encoding == b_encoding,
        (TypeKind::UnrankedTensor { .. }, TypeKind::UnrankedTensor { .. }) => true,
        _ => scalar(ctx, a) == a && scalar(ctx, b) == b,
    }
}

/// Row-major strides; a stride is dynamic if a later dimension is.
pub fn row_major_strides(shape: &[i64]) -> SmallVec<[i64; 6]> {
    let mut strides: SmallVec<[i64; 6]> = SmallVec::from_elem(1, shape.len());
    for i in (1..shape.len()).rev() {
        strides[i - 1] = multiply(strides[i], shape[i]);
    }
    strides
}

/// Offset and strides of a memref; absent if its map has none, or several results.
pub fn layout(ctx: &Context, memref: &MemRefType) -> Option<Layout> {
    let Some(layout) = memref.layout else {
        return Some(Layout {
            offset: 0,
            strides: row_major_strides(&memref.shape),
        });
    };
    match ctx.attr_kind(layout) {
        AttrKind::Strided { offset, strides } => Some(Layout {
            offset: *offset,
            strides: strides.iter().copied().collect(),
        }),
        AttrKind::AffineMap(map) => {
            // Two terms with the same symbol may cancel, but the sum of two dynamic values is always dynamic.
            let mut met = SmallVec::from_elem(false, map.symbols as usize);
            if !map.results.iter().all(|expr| meets_once(expr, &mut met)) {
                return None;
            }
            let (strides, offset) = map_strides(map)?;
            Some(Layout {
                offset,
                strides: strides.into(),
            })
        }
        _ => None,
    }
}

/// Whether no symbol occurs twice.
fn meets_once(expr: &AffineExpr, met: &mut SmallVec<[bool; 8]>) -> bool {
    match expr {
        AffineExpr::Symbol(symbol) => met
            .get_mut(*symbol as usize)
            .is_some_and(|met| !std::mem::replace(met, true)),
        AffineExpr::Binary(_, lhs, rhs) => meets_once(lhs, met) && meets_once(rhs, met),
        AffineExpr::Dim(_) | AffineExpr::Constant(_) => true,
    }
}

/// Product of two sizes: zero if one is zero, otherwise dynamic if one is dynamic.
pub fn multiply(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 {
        0
    } else if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.checked_mul(b).unwrap_or(DYNAMIC)
    }
}

/// Sum of two offsets; dynamic if one is dynamic.
pub fn add(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.checked_add(b).unwrap_or(DYNAMIC)
    }
}

/// The dimensions of each group of a reassociation; absent if the attribute is not one.
pub fn reassociation(ctx: &Context, attr: AttrId) -> Option<Vec<SmallVec<[usize; 4]>>> {
    let AttrKind::Array(groups) = ctx.attr_kind(attr) else {
        return None;
    };
    let dims = |group: &AttrId| match ctx.attr_kind(*group) {
        AttrKind::Array(dims) => dims
            .iter()
            .map(|&dim| ctx.attr_i64(dim).and_then(|n| usize::try_from(n).ok()))
            .collect(),
        _ => None,
    };
    groups.iter().map(dims).collect()
}

/// Whether two layouts can be equal at run time.
pub fn compatible_layouts(a: &Layout, b: &Layout) -> bool {
    compatible_size(a.offset, b.offset) && compatible_shapes(&a.strides, &b.strides)
}
