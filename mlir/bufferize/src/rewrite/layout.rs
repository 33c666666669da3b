//! Types of buffers: the memref type of a tensor, layouts of views, and the common type of two buffers.
//!
//! Strides and offsets are in elements; [`DYNAMIC`] marks a value that is known only at run time.

pub(crate) use memplan_mlir::layouts::{
    Layout, SliceSpec, collapsed, expanded, layout_of, row_major, strided, subview,
};
use memplan_mlir::{AttrId, Context, DYNAMIC, MemRefType, Module, TypeId, TypeKind, ValueId};

pub(crate) fn is_tensor(ctx: &Context, ty: TypeId) -> bool {
    matches!(
        ctx.type_kind(ty),
        TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. }
    )
}

pub(crate) fn is_tensor_value(m: &Module, value: ValueId) -> bool {
    is_tensor(&m.ctx, m.value_type(value))
}

/// Memory space of a memref type.
pub(crate) fn space(ctx: &Context, ty: TypeId) -> Option<AttrId> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef(memref) => memref.space,
        TypeKind::UnrankedMemRef { space, .. } => *space,
        _ => None,
    }
}

/// The encoding of a tensor type.
pub(crate) fn encoding(ctx: &Context, ty: TypeId) -> Option<AttrId> {
    match ctx.type_kind(ty) {
        TypeKind::Tensor { encoding, .. } => *encoding,
        _ => None,
    }
}

/// The memref with the shape and elements of a shaped type, in row-major order.
pub(crate) fn identity(ctx: &mut Context, shaped: TypeId, space: Option<AttrId>) -> TypeId {
    with_layout(ctx, shaped, None, space)
}

/// The memref with the shape and elements of a shaped type, and dynamic strides and offset.
pub(crate) fn fully_dynamic(ctx: &mut Context, shaped: TypeId, space: Option<AttrId>) -> TypeId {
    let rank = ctx.shape(shaped).map_or(0, <[i64]>::len);
    let layout = strided(
        ctx,
        &Layout {
            strides: vec![DYNAMIC; rank],
            offset: DYNAMIC,
        },
    );
    with_layout(ctx, shaped, Some(layout), space)
}

/// The memref with the shape and elements of a shaped type.
pub(crate) fn with_layout(
    ctx: &mut Context,
    shaped: TypeId,
    layout: Option<AttrId>,
    space: Option<AttrId>,
) -> TypeId {
    let Some(element) = ctx.element_type(shaped) else {
        return shaped;
    };
    match ctx.shape(shaped) {
        Some(shape) => {
            let shape = shape.into();
            ctx.ty(TypeKind::MemRef(MemRefType {
                shape,
                element,
                layout,
                space,
            }))
        }
        None => ctx.ty(TypeKind::UnrankedMemRef { element, space }),
    }
}

/// Whether a memref type has the row-major layout for all shapes at run time.
pub(crate) fn is_identity(ctx: &Context, ty: TypeId) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::MemRef(memref) => match memref.layout {
            None => true,
            Some(_) => layout_of(ctx, ty)
                .zip(row_major(&memref.shape))
                .is_some_and(|(layout, dense)| layout == dense && is_static(&layout)),
        },
        _ => false,
    }
}

fn is_static(layout: &Layout) -> bool {
    layout.offset != DYNAMIC && !layout.strides.contains(&DYNAMIC)
}

/// The common type of two buffers: it keeps the strides and the offset in which they agree. `None` if the memory
/// spaces differ. With `keep_equal_only`, types that differ in any way become fully dynamic, as in mlir-opt.
pub(crate) fn join(
    ctx: &mut Context,
    a: TypeId,
    b: TypeId,
    keep_equal_only: bool,
) -> Option<TypeId> {
    if a == b {
        return Some(a);
    }
    let common_space = space(ctx, a);
    if common_space != space(ctx, b) {
        return None;
    }
    let (Some(first), Some(second)) = (layout_of(ctx, a), layout_of(ctx, b)) else {
        return Some(fully_dynamic(ctx, a, common_space));
    };
    if keep_equal_only {
        return Some(fully_dynamic(ctx, a, common_space));
    }
    let either = |x: i64, y: i64| if x == y { x } else { DYNAMIC };
    let strides = first.strides.iter().zip(&second.strides);
    let joined = Layout {
        strides: strides.map(|(&x, &y)| either(x, y)).collect(),
        offset: either(first.offset, second.offset),
    };
    let dense = ctx.shape(a).and_then(row_major);
    if is_static(&joined) && dense.as_ref() == Some(&joined) {
        return Some(identity(ctx, a, common_space));
    }
    let layout = strided(ctx, &joined);
    Some(with_layout(ctx, a, Some(layout), common_space))
}

/// Whether `memref.cast` from one type to another is correct for all strides at run time.
///
/// mlir-opt also casts `strided<[?, 1]>` to the row-major layout of `?x?`, which asserts that the rows
/// are adjacent.
pub(crate) fn is_castable(ctx: &Context, from: TypeId, to: TypeId) -> bool {
    if ctx.element_type(from) != ctx.element_type(to) || space(ctx, from) != space(ctx, to) {
        return false;
    }
    let (TypeKind::MemRef(source), TypeKind::MemRef(target)) =
        (ctx.type_kind(from), ctx.type_kind(to))
    else {
        return matches!(ctx.type_kind(to), TypeKind::UnrankedMemRef { .. });
    };
    let fits = |(&x, &y): (&i64, &i64)| x == y || x == DYNAMIC || y == DYNAMIC;
    if source.shape.len() != target.shape.len() || !source.shape.iter().zip(&target.shape).all(fits)
    {
        return false;
    }
    if source.layout == target.layout {
        return true;
    }
    let (Some(given), Some(wanted)) = (layout_of(ctx, from), layout_of(ctx, to)) else {
        return false;
    };
    if target.layout.is_none() && !is_static(&wanted) {
        return false;
    }
    let widens = |(&given, &wanted): (&i64, &i64)| wanted == DYNAMIC || given == wanted;
    widens((&given.offset, &wanted.offset)) && given.strides.iter().zip(&wanted.strides).all(widens)
}

#[cfg(test)]
mod tests {
    use memplan_mlir::text::{type_from_text, type_text};

    use super::*;

    fn ty(ctx: &mut Context, text: &str) -> TypeId {
        type_from_text(ctx, text.as_bytes()).unwrap()
    }

    #[test]
    fn only_row_major_layouts_are_the_identity() {
        let cases = [
            ("memref<4x?xf32>", true),
            ("memref<2x4xf32, strided<[4, 1]>>", true),
            ("memref<2x4xf32, strided<[8, 1]>>", false),
            ("memref<?x4xf32, strided<[?, 1]>>", false),
            ("memref<4xf32, strided<[1], offset: ?>>", false),
            // Not strided at all.
            (
                "memref<4x4xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>",
                false,
            ),
            ("tensor<4xf32>", false),
        ];
        for (text, expected) in cases {
            let mut ctx = Context::default();
            let ty = ty(&mut ctx, text);
            assert_eq!(is_identity(&ctx, ty), expected, "{text}");
        }
    }

    /// What is common stays; equal static strides that are dense are the row-major layout.
    #[test]
    fn joins_forget_what_differs() {
        let cases = [
            (
                "memref<4xf32, strided<[1]>>",
                "memref<4xf32>",
                "memref<4xf32>",
            ),
            (
                "memref<4xf32, strided<[1], offset: 3>>",
                "memref<4xf32>",
                "memref<4xf32, strided<[1], offset: ?>>",
            ),
            (
                "memref<2x4xf32, strided<[8, 1], offset: 2>>",
                "memref<2x4xf32, strided<[4, 1], offset: 2>>",
                "memref<2x4xf32, strided<[?, 1], offset: 2>>",
            ),
            // Rows with possible gaps between them are not row-major.
            (
                "memref<?x?xf32>",
                "memref<?x?xf32, strided<[?, 1]>>",
                "memref<?x?xf32, strided<[?, 1]>>",
            ),
        ];
        for (a, b, expected) in cases {
            let mut ctx = Context::default();
            let (a, b) = (ty(&mut ctx, a), ty(&mut ctx, b));
            for (a, b) in [(a, b), (b, a)] {
                let joined = join(&mut ctx, a, b, false).unwrap();
                assert_eq!(type_text(&ctx, joined), expected);
                assert!(is_castable(&ctx, a, joined) && is_castable(&ctx, b, joined));
            }
        }
        let mut ctx = Context::default();
        let (a, b) = (
            ty(&mut ctx, "memref<4xf32, 1>"),
            ty(&mut ctx, "memref<4xf32>"),
        );
        assert_eq!(join(&mut ctx, a, b, false), None);
    }

    #[test]
    fn casts_assert_nothing() {
        let cases = [
            (
                "memref<4xf32>",
                "memref<4xf32, strided<[?], offset: ?>>",
                true,
            ),
            (
                "memref<4xf32, strided<[?], offset: ?>>",
                "memref<4xf32>",
                false,
            ),
            ("memref<4xf32, strided<[1]>>", "memref<4xf32>", true),
            ("memref<?x?xf32, strided<[?, 1]>>", "memref<?x?xf32>", false),
            ("memref<?x?xf32>", "memref<?x?xf32, strided<[?, 1]>>", true),
            ("memref<4xf32>", "memref<*xf32>", true),
            ("memref<4xf32, 1>", "memref<*xf32>", false),
            ("memref<4xf32>", "memref<4xi32>", false),
        ];
        for (from, to, expected) in cases {
            let mut ctx = Context::default();
            let (a, b) = (ty(&mut ctx, from), ty(&mut ctx, to));
            assert_eq!(is_castable(&ctx, a, b), expected, "{from} to {to}");
        }
    }

    #[test]
    fn groups_collapse_only_where_they_are_contiguous() {
        let cases = [
            ("memref<2x3xf32>", Some("memref<6xf32>")),
            (
                "memref<2x3xf32, strided<[3, 1], offset: 4>>",
                Some("memref<6xf32, strided<[1], offset: 4>>"),
            ),
            ("memref<2x3xf32, strided<[4, 1]>>", None),
            ("memref<2x3xf32, strided<[?, 1]>>", None),
        ];
        for (from, expected) in cases {
            let mut ctx = Context::default();
            let source = ty(&mut ctx, from);
            let result = collapsed(&mut ctx, source, &[vec![0, 1]], &[6]);
            let result = result.map(|ty| type_text(&ctx, ty).to_string());
            assert_eq!(result.as_deref(), expected, "{from}");
        }
        // The stride of a dimension of size 1 has no meaning.
        let mut ctx = Context::default();
        let source = ty(&mut ctx, "memref<1x3xf32, strided<[?, 1], offset: ?>>");
        let result = collapsed(&mut ctx, source, &[vec![0, 1]], &[3]).unwrap();
        assert_eq!(
            type_text(&ctx, result),
            "memref<3xf32, strided<[1], offset: ?>>"
        );
    }
}
