//! Type classes of the dialects of this crate.

use memplan_mlir::dialects::classes::classes;
pub(super) use memplan_mlir::dialects::classes::kinds::*;
use memplan_mlir::ir::{Context, TypeId, TypeKind};

classes! { pub(super),
    ASYNC_TOKEN "!async.token" |c, t| is_async(c, t, "token");
    ASYNC_GROUP "!async.group" |c, t| is_async(c, t, "group");
    ASYNC_VALUE "an async value" |c, t| is_async(c, t, "value<");
    ASYNC_VALUE_OR_TOKEN "an async value or token"
        |c, t| is_async(c, t, "token") || is_async(c, t, "value<");
    ASYNC_ANY "an async value, token or group"
        |c, t| ["token", "value<", "group"].iter().any(|body| is_async(c, t, body));
    MMA_MATRIX "!gpu.mma_matrix" |c, t| starts_with(c, t, "gpu", "mma_matrix<");

    LLVM_TYPE "a type of LLVM" is_llvm;
    LLVM_SIZED "a type of LLVM with a size"
        |c, t| is_llvm(c, t) && !is_one_of(c, t, &["void", "func<", "label", "metadata"]);
    LLVM_AGGREGATE "an aggregate of LLVM" is_llvm_aggregate;
    LLVM_STRUCT "a struct of LLVM" |c, t| is_one_of(c, t, &["struct<"]);
    LLVM_NON_AGGREGATE "a type of LLVM that is no aggregate"
        |c, t| is_llvm(c, t) && !is_llvm_aggregate(c, t);
    LLVM_TOKEN "!llvm.token" |c, t| is_one_of(c, t, &["token"]);
    LLVM_PTR "a pointer of LLVM" is_llvm_ptr;
    LLVM_PTR_LIKE "a pointer of LLVM or a vector of pointers" |c, t| is_llvm_like(c, t, is_llvm_ptr);
    LLVM_PTR_VECTOR "a vector of pointers of LLVM" |c, t| is_llvm_vector_of(c, t, is_llvm_ptr);
    LLVM_VECTOR "a vector of LLVM" |c, t| is_llvm_vector_of(c, t, is_llvm);
    LLVM_FLOAT "a floating-point type of LLVM" is_llvm_float;
    LLVM_FLOAT_LIKE "a floating-point type of LLVM or a vector of these"
        |c, t| is_llvm_like(c, t, is_llvm_float);
    LLVM_FLOAT_VECTOR "a vector of floating-point values of LLVM"
        |c, t| is_llvm_vector_of(c, t, is_float);
    LLVM_INT_LIKE "a signless integer or a vector of these" |c, t| is_llvm_like(c, t, is_signless);
    LLVM_INT_VECTOR "a vector of signless integers" |c, t| is_llvm_vector_of(c, t, is_signless);
    LLVM_ANY_INT_LIKE "an integer or a vector of these" |c, t| is_llvm_like(c, t, is_int);
    LLVM_I1_LIKE "i1 or a vector of i1" |c, t| is_llvm_like(c, t, is_i1);
    LLVM_I1_VECTOR "a vector of i1" |c, t| is_llvm_vector_of(c, t, is_i1);
    LLVM_INT_OR_PTR "a signless integer or a pointer of LLVM"
        |c, t| is_signless(c, t) || is_llvm_ptr(c, t);
    LLVM_INT_OR_PTR_LIKE "a signless integer, a pointer of LLVM, or a vector of these"
        |c, t| is_llvm_like(c, t, |c, t| is_signless(c, t) || is_llvm_ptr(c, t));

    TOSA_SHAPE "!tosa.shape" |c, t| starts_with(c, t, "tosa", "shape<");
    TOSA_TENSOR_ANY "a tensor" Context::is_tensor;
    TOSA_TENSOR "a tensor of numbers" is_tosa;
    TOSA_SCALAR "a tensor of one number" is_tosa;
    TOSA_RANK_1_UP "a tensor of rank 1 or more" |c, t| is_tosa(c, t) && !has_rank(c, t, 0);
    TOSA_1D "a tensor of rank 1" |c, t| is_tosa_of_rank(c, t, 1);
    TOSA_3D "a tensor of rank 3" |c, t| is_tosa_of_rank(c, t, 3);
    TOSA_4D "a tensor of rank 4" |c, t| is_tosa_of_rank(c, t, 4);
    TOSA_5D "a tensor of rank 5" |c, t| is_tosa_of_rank(c, t, 5);
    TOSA_BOOLS "a tensor of i1" |c, t| is_tensor_of(c, t, is_i1);
    TOSA_INTS "a tensor of i32 or i64"
        |c, t| is_tensor_of(c, t, |c, t| is_signless_of(c, t, 32) || is_signless_of(c, t, 64));
    TOSA_MULTIPLIER "a tensor of i16 or i32 of rank 1"
        |c, t| is_tensor_of(c, t, |c, t| is_signless_of(c, t, 16) || is_signless_of(c, t, 32))
            && has_rank(c, t, 1);
    TOSA_SHIFT "a tensor of i8 of rank 1"
        |c, t| is_tensor_of(c, t, |c, t| is_signless_of(c, t, 8)) && has_rank(c, t, 1);
    TOSA_FLOATS "a tensor of floating-point values"
        |c, t| is_tensor_of(c, t, |c, t| is_float(c, t) || is_opaque(c, t));
}

/// Whether a type of a dialect has this text, or starts with it if the text ends in `<`.
fn starts_with(ctx: &Context, ty: TypeId, of: &str, text: &str) -> bool {
    let TypeKind::Opaque { dialect, body } = ctx.type_kind(ty) else {
        return false;
    };
    let (body, text) = (ctx.bytes(*body), text.as_bytes());
    let fits = if text.ends_with(b"<") {
        body.starts_with(text)
    } else {
        body == text
    };
    fits && ctx.bytes(*dialect) == of.as_bytes()
}

fn is_async(ctx: &Context, ty: TypeId, text: &str) -> bool {
    starts_with(ctx, ty, "async", text)
}

fn is_one_of(ctx: &Context, ty: TypeId, bodies: &[&str]) -> bool {
    bodies.iter().any(|body| starts_with(ctx, ty, "llvm", body))
}

fn is_llvm_ptr(ctx: &Context, ty: TypeId) -> bool {
    is_one_of(ctx, ty, &["ptr", "ptr<"])
}

fn is_llvm_aggregate(ctx: &Context, ty: TypeId) -> bool {
    is_one_of(ctx, ty, &["struct<", "array<"])
}

fn is_llvm_float(ctx: &Context, ty: TypeId) -> bool {
    use memplan_mlir::ir::FloatKind::{BF16, F16, F32, F64, F80, F128};
    match ctx.type_kind(ty) {
        TypeKind::Float(kind) => matches!(kind, BF16 | F16 | F32 | F64 | F80 | F128),
        _ => is_one_of(ctx, ty, &["ppc_fp128"]),
    }
}

fn is_llvm(ctx: &Context, ty: TypeId) -> bool {
    match ctx.type_kind(ty) {
        // Pointers of the `ptr` dialect may be compatible with LLVM.
        TypeKind::Opaque { dialect, .. } => matches!(ctx.bytes(*dialect), b"llvm" | b"ptr"),
        TypeKind::Vector { shape, .. } => shape.len() == 1,
        _ => is_signless(ctx, ty) || is_llvm_float(ctx, ty),
    }
}

fn is_llvm_vector_of(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    has_rank(ctx, ty, 1) && is_vector_of(ctx, ty, holds)
}

/// A type itself, or a vector of rank 1 of it.
fn is_llvm_like(ctx: &Context, ty: TypeId, holds: fn(&Context, TypeId) -> bool) -> bool {
    holds(ctx, ty) || is_llvm_vector_of(ctx, ty, holds)
}

/// A tensor of numbers, which may be quantized.
fn is_tosa(ctx: &Context, ty: TypeId) -> bool {
    ctx.is_tensor(ty)
        && ctx.element_type(ty).is_some_and(|element| {
            is_int(ctx, element) || is_float(ctx, element) || is_opaque(ctx, element)
        })
}

fn is_tosa_of_rank(ctx: &Context, ty: TypeId, rank: usize) -> bool {
    is_tosa(ctx, ty) && ctx.shape(ty).is_none_or(|dims| dims.len() == rank)
}
