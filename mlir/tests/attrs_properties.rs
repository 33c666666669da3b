//! Properties of parsing and printing attributes that hold for all values.
#![expect(
    clippy::panic,
    reason = "the helper shows the text that does not read back"
)]

use memplan_mlir::text::{attr_from_text, attr_text};
use memplan_mlir::{
    AffineExpr, AffineMap, AffineOp, AttrId, AttrKind, Context, FloatKind, IntValue, TypeKind,
};
use proptest::prelude::*;

/// Prints and parses again.
fn round_trip(ctx: &mut Context, attr: AttrId) -> (String, AttrId) {
    let text = attr_text(ctx, attr);
    let again = attr_from_text(ctx, text.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    (text, again)
}

/// A recipe for an attribute, because ids need a context.
#[derive(Clone, Debug)]
enum Recipe {
    Int(i64, u32),
    Float(u64),
    Bytes(Vec<u8>),
    Symbol(Vec<u8>, Vec<u8>),
    Ints(Vec<i64>),
    Array(Vec<Recipe>),
    Dict(Vec<(Vec<u8>, Recipe)>),
}

fn affine_expr() -> impl Strategy<Value = AffineExpr> {
    let leaf = prop_oneof![
        (0..3_u32).prop_map(AffineExpr::Dim),
        (0..2_u32).prop_map(AffineExpr::Symbol),
        any::<i64>().prop_map(AffineExpr::Constant),
        (-9..9_i64).prop_map(AffineExpr::Constant),
    ];
    leaf.prop_recursive(5, 32, 2, |inner| {
        (inner.clone(), inner, 0..5_u8, 1..9_i64).prop_map(|(lhs, rhs, op, constant)| {
            let small = AffineExpr::Constant(constant);
            match op {
                0 => AffineExpr::add(lhs, rhs),
                1 => AffineExpr::mul(lhs, small),
                2 => AffineExpr::binary(AffineOp::Mod, lhs, small),
                3 => AffineExpr::binary(AffineOp::FloorDiv, lhs, small),
                _ => AffineExpr::binary(AffineOp::CeilDiv, lhs, small),
            }
        })
    })
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        (any::<i64>(), 1..=64_u32).prop_map(|(value, width)| Recipe::Int(value, width)),
        any::<u64>().prop_map(Recipe::Float),
        any::<Vec<u8>>().prop_map(Recipe::Bytes),
        any::<(Vec<u8>, Vec<u8>)>().prop_map(|(root, nested)| Recipe::Symbol(root, nested)),
        any::<Vec<i64>>().prop_map(Recipe::Ints),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop::collection::vec(any::<u8>(), 1..6);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Recipe::Array),
            prop::collection::vec((key, inner), 0..4).prop_map(Recipe::Dict),
        ]
    })
}

fn cook(ctx: &mut Context, recipe: &Recipe) -> AttrId {
    match recipe {
        Recipe::Int(value, width) => {
            let ty = ctx.int_type(*width);
            let value = value << (64 - width) >> (64 - width);
            let value = if *width == 1 { value & 1 } else { value };
            ctx.int_attr(value, ty)
        }
        Recipe::Float(bits) => {
            let ty = ctx.ty(TypeKind::Float(FloatKind::F64));
            let bits = u128::from(*bits);
            ctx.attr(AttrKind::Float { bits, ty })
        }
        Recipe::Bytes(bytes) => ctx.string_attr(bytes),
        Recipe::Symbol(root, nested) => {
            let (root, nested) = (ctx.str(root), Box::new([ctx.str(nested)]));
            ctx.attr(AttrKind::SymbolRef { root, nested })
        }
        Recipe::Ints(values) => ctx.i64_array(values),
        Recipe::Array(items) => {
            let items = items.iter().map(|item| cook(ctx, item)).collect();
            ctx.attr(AttrKind::Array(items))
        }
        Recipe::Dict(entries) => {
            let mut entries = entries.clone();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.dedup_by(|a, b| a.0 == b.0);
            let entries = entries
                .iter()
                .map(|(key, item)| (ctx.str(key), cook(ctx, item)))
                .collect();
            ctx.attr(AttrKind::Dictionary(entries))
        }
    }
}

proptest! {
    #[test]
    fn attributes_read_back_as_they_were(recipe in recipe()) {
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        let attr = cook(&mut ctx, &recipe);
        let (text, again) = round_trip(&mut ctx, attr);
        prop_assert_eq!(again, attr, "{}", text);
    }

    #[test]
    fn maps_read_back_with_the_same_values(
        results in prop::collection::vec(affine_expr(), 0..4),
        dims in [-50..50_i64, -50..50, -50..50],
        symbols in [-50..50_i64, -50..50],
    ) {
        // As in MLIR, a sum on the right of a sum is printed without parentheses, so it may read back as another tree.
        let map = AffineMap { dims: 3, symbols: 2, results };
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        let attr = ctx.attr(AttrKind::AffineMap(map.clone()));
        let (text, again) = round_trip(&mut ctx, attr);
        let AttrKind::AffineMap(again) = ctx.attr_kind(again) else { unreachable!() };
        let (before, after) = (map.eval(&dims, &symbols), again.eval(&dims, &symbols));
        if before.is_some() && after.is_some() {
            prop_assert_eq!(before, after, "{}", text);
        }
    }

    #[test]
    fn simplification_keeps_values(
        lhs in affine_expr(),
        rhs in affine_expr(),
        dims in [-50..50_i64, -50..50, -50..50],
        symbols in [-50..50_i64, -50..50],
        divisor in 1..20_i64,
    ) {
        let (l, r) = (lhs.eval(&dims, &symbols), rhs.eval(&dims, &symbols));
        let sum = AffineExpr::add(lhs.clone(), rhs).eval(&dims, &symbols);
        if let (Some(l), Some(r), Some(sum)) = (l, r, sum) {
            prop_assert_eq!(l.checked_add(r), Some(sum));
        }
        let constant = AffineExpr::Constant(divisor);
        let rest = AffineExpr::modulo(lhs.clone(), constant.clone()).eval(&dims, &symbols);
        let floor = AffineExpr::floor_div(lhs.clone(), constant.clone()).eval(&dims, &symbols);
        let ceil = AffineExpr::ceil_div(lhs, constant).eval(&dims, &symbols);
        if let Some(l) = l {
            prop_assert!(rest.is_none_or(|rest| rest == l.rem_euclid(divisor)));
            prop_assert!(floor.is_none_or(|floor| floor == l.div_euclid(divisor)));
            prop_assert!(ceil.is_none_or(|ceil| i128::from(ceil)
                == (i128::from(l) + i128::from(divisor) - 1).div_euclid(i128::from(divisor))));
        }
    }

    #[test]
    fn float_patterns_survive(bits in any::<u128>(), index in 0..FloatKind::ALL.len()) {
        let (kind, _) = FloatKind::ALL[index];
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        if kind == FloatKind::F80 || kind == FloatKind::F128 {
            // As in MLIR, decimal literals are parsed as `f64`, so wide formats lose digits.
            return Ok(());
        }
        let bits = bits & ((1 << kind.width()) - 1);
        let ty = ctx.ty(TypeKind::Float(kind));
        let attr = ctx.attr(AttrKind::Float { bits, ty });
        let (text, again) = round_trip(&mut ctx, attr);
        prop_assert_eq!(again, attr, "{}", text);
    }

    #[test]
    fn wide_integers_survive(limbs in prop::collection::vec(any::<u64>(), 1..5), negative: bool) {
        let mut digits = String::from(if negative { "-0x" } else { "0x" });
        for limb in &limbs {
            digits.push_str(&format!("{limb:016x}"));
        }
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        let text = format!("{digits} : i300");
        let Ok(attr) = attr_from_text(&mut ctx, text.as_bytes()) else {
            prop_assert!(negative && limbs.iter().all(|limb| *limb == 0));
            return Ok(());
        };
        let (text, again) = round_trip(&mut ctx, attr);
        prop_assert_eq!(again, attr, "{}", text);
        let AttrKind::Integer { value, .. } = ctx.attr_kind(attr) else { unreachable!() };
        if let IntValue::Big(limbs) = value {
            prop_assert!(limbs.len() >= 2);
        }
    }

    #[test]
    fn any_bytes_end_in_a_value_or_an_error(bytes in any::<Vec<u8>>()) {
        let _ = attr_from_text(&mut Context::with_dialects(memplan_dialects_extra::dialects().clone()), &bytes);
    }

    #[test]
    fn any_tokens_end_in_a_value_or_an_error(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..24),
    ) {
        let text = tokens.concat();
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        if let Ok(attr) = attr_from_text(&mut ctx, text.as_bytes()) {
            let text = attr_text(&ctx, attr);
            prop_assert!(attr_from_text(&mut ctx, text.as_bytes()).is_ok(), "{}", text);
        }
    }
}

const TOKENS: &[&str] = &[
    "dense",
    "<",
    ">",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    " ",
    "=",
    "->",
    "-",
    "1",
    "0x1F",
    "1.5",
    "i32",
    "f32",
    "index",
    "tensor",
    "memref",
    "vector",
    "2x",
    "?x",
    "*x",
    "4",
    "\"a\"",
    "\"0x01\"",
    "true",
    "affine_map",
    "affine_set",
    "(d0)",
    "d0",
    "+",
    "floordiv",
    "mod",
    ">=",
    "strided",
    "offset",
    "array",
    "loc",
    "fused",
    "callsite",
    "at",
    "unknown",
    "distinct",
    "unit",
    "@f",
    "::",
    "#foo.bar",
    "!foo.t",
    "#",
    "!",
    "tuple",
    "complex",
    "none",
    "sparse",
    "x",
];
