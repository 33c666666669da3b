//! Type classes of the core dialects.

use super::classes;
use crate::ir::shapes::memref;
use crate::ir::{Context, DYNAMIC, Signedness, TypeId, TypeKind};

classes! { pub,
    INDEX "index" is_index;
    I1 "i1" is_i1;
    I32 "i32" |c, t| is_signless_of(c, t, 32);
    INT "an integer" is_int;
    SIGNLESS "a signless integer" is_signless;
    FLOAT "a floating-point type" is_float;
    INT_OR_INDEX "an integer or index" |c, t| is_int(c, t) || is_index(c, t);
    INT_OR_FLOAT "an integer or a floating-point type" |c, t| is_int(c, t) || is_float(c, t);
    INT_INDEX_FLOAT "an integer, index or a floating-point type"
        |c, t| is_int(c, t) || is_index(c, t) || is_float(c, t);
    SIGNLESS_OR_INDEX "a signless integer or index" is_signless_or_index;
    SIGNLESS_OR_FLOAT "a signless integer or a floating-point type" is_signless_or_float;
    LAUNCH_SIZE "index, i32 or i64"
        |c, t| is_index(c, t) || is_signless_of(c, t, 32) || is_signless_of(c, t, 64);
    FLOAT_LIKE "floating-point-like" |c, t| is_like(c, t, is_float);
    SIGNLESS_LIKE "signless-integer-like" |c, t| is_like(c, t, is_signless_or_index);
    FIXED_WIDTH_LIKE "signless-fixed-width-integer-like" |c, t| is_like(c, t, is_signless);
    BOOL_LIKE "bool-like" |c, t| is_like(c, t, is_i1);
    INDEX_CAST "signless-integer-like or a memref of signless integers"
        |c, t| is_like(c, t, is_signless_or_index) || is_memref_of(c, t, is_signless_or_index);
    BITCAST "signless-integer-like or floating-point-like, or a memref of such elements"
        |c, t| is_like(c, t, is_number) || is_memref_of(c, t, is_number);
    COMPLEX "a complex type" |c, t| matches!(c.type_kind(t), TypeKind::Complex(_));
    COMPLEX_FLOAT "a complex type with floating-point elements"
        |c, t| matches!(c.type_kind(t), TypeKind::Complex(part) if is_float(c, *part));
    FUNCTION "a function type" |c, t| matches!(c.type_kind(t), TypeKind::Function { .. });
    SHAPED "a vector, tensor or memref"
        |c, t| is_vector(c, t) || c.is_tensor(t) || c.is_memref(t);

    VECTOR "a vector" is_vector;
    VECTOR_I1 "a vector of i1" |c, t| is_vector_of(c, t, is_i1);
    VECTOR_I1_NOT_0D "a vector of i1 of rank 1 or more"
        |c, t| is_vector_of(c, t, is_i1) && !has_rank(c, t, 0);
    PRINTED "an integer, index or a floating-point type, or a vector"
        |c, t| is_int(c, t) || is_index(c, t) || is_float(c, t) || is_vector(c, t);
    VECTOR_INT "a vector of integers or index"
        |c, t| is_vector_of(c, t, |c, t| is_int(c, t) || is_index(c, t));
    VECTOR_FLOAT "a vector of floating-point values" |c, t| is_vector_of(c, t, is_float);
    VECTOR_1D_INDEX "a vector of index values of rank 1"
        |c, t| is_vector_of(c, t, is_index) && has_rank(c, t, 1);
    FIXED_VECTOR "a fixed-length vector" is_fixed_vector;
    FIXED_VECTOR_I1 "a fixed-length vector of i1"
        |c, t| is_fixed_vector(c, t) && is_vector_of(c, t, is_i1);
    INT_OR_FLOAT_1D "an integer, a floating-point type or a fixed-length vector of these of rank 1"
        |c, t| {
            let fits = |c: &Context, t| is_int(c, t) || is_float(c, t);
            fits(c, t) || is_fixed_vector(c, t) && has_rank(c, t, 1) && is_vector_of(c, t, fits)
        };

    TENSOR "a tensor" Context::is_tensor;
    RANKED_TENSOR "a ranked tensor" is_ranked_tensor;
    STATIC_TENSOR "a statically shaped tensor" |c, t| is_ranked_tensor(c, t) && is_static(c, t);
    TENSOR_NOT_0D "an unranked tensor, or one of rank 1 or more"
        |c, t| c.is_tensor(t) && !has_rank(c, t, 0);
    TENSOR_4D "a tensor of rank 4" |c, t| is_ranked_tensor(c, t) && has_rank(c, t, 4);
    TENSOR_6D "a tensor of rank 6" |c, t| is_ranked_tensor(c, t) && has_rank(c, t, 6);
    TENSOR_NUMBERS "a tensor of integers or floating-point values"
        |c, t| is_tensor_of(c, t, |c, t| is_int(c, t) || is_float(c, t));
    TENSOR_SIGNLESS "a ranked tensor of signless integers or index"
        |c, t| is_ranked_tensor(c, t) && is_tensor_of(c, t, is_signless_or_index);
    TENSOR_1D_SIGNLESS "a tensor of signless integers or index, of rank 1"
        |c, t| is_tensor_of(c, t, is_signless_or_index) && has_rank(c, t, 1);

    MEMREF "a ranked memref" |c, t| memref(c, t).is_some();
    ANY_MEMREF "a memref" Context::is_memref;
    UNRANKED_MEMREF "an unranked memref" |c, t| c.is_memref(t) && memref(c, t).is_none();
    STRIDED_MEMREF "a strided memref" |c, t| memref(c, t).is_some();
    STATIC_MEMREF "a statically shaped memref" |c, t| memref(c, t).is_some() && is_static(c, t);
    MEMREF_0D "a memref of rank 0" |c, t| memref(c, t).is_some() && has_rank(c, t, 0);
    MEMREF_NOT_0D "an unranked memref, or one of rank 1 or more"
        |c, t| c.is_memref(t) && !has_rank(c, t, 0);
    MEMREF_1D "a memref of rank 1" |c, t| memref(c, t).is_some() && has_rank(c, t, 1);
    MEMREF_1D_I8 "a memref of i8 of rank 1"
        |c, t| is_memref_of(c, t, |c, t| is_signless_of(c, t, 8)) && has_rank(c, t, 1);
    MEMREF_1D_SIGNLESS "a memref of signless integers or index, of rank 1"
        |c, t| is_memref_of(c, t, is_signless_or_index) && has_rank(c, t, 1);
    MEMREF_NUMBERS "a memref of signless integers or floating-point values"
        |c, t| is_memref_of(c, t, is_signless_or_float);
    MEMREF_OR_TENSOR "a ranked memref or a ranked tensor"
        |c, t| memref(c, t).is_some() || is_ranked_tensor(c, t);
    TENSOR_OR_MEMREF "a tensor or a memref" |c, t| c.is_tensor(t) || c.is_memref(t);
}

/// Whether a type is an integer type.
pub fn is_int(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Integer { .. })
}

/// Whether a type is a signless integer type.
pub fn is_signless(ctx: &Context, ty: TypeId) -> bool {
    let kind = ctx.type_kind(ty);
    matches!(kind, TypeKind::Integer { signedness, .. } if *signedness == Signedness::Signless)
}

/// Whether a type is the signless integer type of this many bits.
pub fn is_signless_of(ctx: &Context, ty: TypeId, bits: u32) -> bool {
    is_signless(ctx, ty) && ctx.bit_width(ty) == Some(bits)
}

/// Whether a type is `i1`.
pub fn is_i1(ctx: &Context, ty: TypeId) -> bool {
    is_signless_of(ctx, ty, 1)
}

fn is_index(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Index)
}

/// Whether a type is a floating-point type.
pub fn is_float(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Float(_))
}

fn is_signless_or_index(ctx: &Context, ty: TypeId) -> bool {
    is_signless(ctx, ty) || is_index(ctx, ty)
}

fn is_signless_or_float(ctx: &Context, ty: TypeId) -> bool {
    is_signless(ctx, ty) || is_float(ctx, ty)
}

fn is_number(ctx: &Context, ty: TypeId) -> bool {
    is_signless_or_index(ctx, ty) || is_float(ctx, ty)
}

/// Whether a type is a dialect type that is kept as text.
pub fn is_opaque(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Opaque { .. })
}

/// A type itself, or a vector or tensor of it.
fn is_like(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    if is_vector(ctx, ty) || ctx.is_tensor(ty) {
        return ctx
            .element_type(ty)
            .is_some_and(|element| holds(ctx, element));
    }
    holds(ctx, ty)
}

fn is_vector(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Vector { .. })
}

fn is_fixed_vector(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Vector { scalable, .. } if !scalable.contains(&true))
}

/// Whether a type is a vector type with an element type that fits.
pub fn is_vector_of(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Vector { element, .. } if holds(ctx, *element))
}

fn is_ranked_tensor(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Tensor { .. })
}

/// Whether a type is a tensor type with an element type that fits.
pub fn is_tensor_of(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    ctx.is_tensor(ty)
        && ctx
            .element_type(ty)
            .is_some_and(|element| holds(ctx, element))
}

fn is_memref_of(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    memref(ctx, ty).is_some_and(|memref| holds(ctx, memref.element))
}

/// Whether a type has this rank.
pub fn has_rank(ctx: &Context, ty: TypeId, rank: usize) -> bool {
    ctx.shape(ty).is_some_and(|dims| dims.len() == rank)
}

fn is_static(ctx: &Context, ty: TypeId) -> bool {
    ctx.shape(ty).is_some_and(|dims| !dims.contains(&DYNAMIC))
}
