//! Custom forms of `memref`: globals, transposition, accesses, and operations with regions.

use smallvec::SmallVec;

use crate::ir::{AttrKind, OpId, TypeId, TypeKind, ValueId, names};
use crate::syntax::pieces::{
    Parse, opt_attr_dict, print_dict_without, prop, push_arrow_results, push_operands, push_region,
    push_uniform, set_prop,
};
use crate::syntax::{OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle, UseRef, pieces};

/// `"private"? constant? @name : type (= uninitialized | = elements)? {..}`.
pub(in crate::dialects) fn parse_global(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.word().first() == Some(&b'"') {
        let value = p.parse_string()?;
        let attr = p.ctx_mut().attr(AttrKind::String { value, ty: None });
        state.set(names::SYM_VISIBILITY, attr);
    }
    if p.eat_word("constant") {
        let (name, unit) = (p.ctx_mut().str("constant"), p.ctx_mut().unit_attr());
        state.set(name, unit);
    }
    let value = p.parse_symbol_name()?;
    let attr = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    state.set(names::SYM_NAME, attr);
    p.expect_literal(":")?;
    let at = p.here();
    let ty = p.parse_type()?;
    let attr = p.ctx_mut().attr(AttrKind::Type(ty));
    state.set(names::TYPE, attr);
    if p.eat_literal("=") {
        let attr = if p.eat_word("uninitialized") {
            p.ctx_mut().unit_attr()
        } else {
            let tensor = tensor_of(p, ty).ok_or_else(|| {
                p.err_at(
                    at,
                    ParseErrorKind::TypeExpected {
                        found: "no memref".into(),
                    },
                )
            })?;
            p.parse_attr_with_type_hint(Some(tensor))?
        };
        let name = p.ctx_mut().str("initial_value");
        state.set(name, attr);
    }
    opt_attr_dict(p, state)
}

/// The tensor type with the shape and elements of a memref type.
fn tensor_of(p: &mut OpParser<'_>, ty: TypeId) -> Option<TypeId> {
    let TypeKind::MemRef(memref) = p.module().ctx.type_kind(ty) else {
        return None;
    };
    let kind = TypeKind::Tensor {
        shape: memref.shape.clone(),
        element: memref.element,
        encoding: None,
    };
    Some(p.ctx_mut().ty(kind))
}

pub(in crate::dialects) fn print_global(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    let constant = ctx.find_str("constant");
    let initial = ctx.find_str("initial_value");
    if let Some(visibility) = module.prop(op, names::SYM_VISIBILITY) {
        p.push(" ");
        p.attr(visibility);
    }
    if constant.is_some_and(|name| module.prop(op, name).is_some()) {
        p.push(" constant");
    }
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(ctx.bytes(name));
    }
    p.push(" : ");
    if let Some(ty) = module.prop(op, names::TYPE) {
        p.attr(ty);
    }
    if let Some(value) = initial.and_then(|name| module.prop(op, name)) {
        p.push(" = ");
        if matches!(ctx.attr_kind(value), AttrKind::Unit) {
            p.push("uninitialized");
        } else {
            p.attr_without_type(value);
        }
    }
    let mut elide: SmallVec<[_; 6]> =
        SmallVec::from_slice(&[names::SYM_NAME, names::SYM_VISIBILITY, names::TYPE]);
    elide.extend(constant);
    elide.extend(initial);
    p.attr_dict(op, &elide, false);
}

/// `%m (i, j) -> (j, i) {..} : T to U`.
pub(in crate::dialects) fn parse_transpose(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let source = p.parse_use()?;
    let at = p.here();
    let map = p.parse_affine_map()?;
    if !map.is_permutation() {
        return Err(p.err_at(
            at,
            ParseErrorKind::Invalid {
                what: "permutation",
                reason: "not a permutation map".into(),
            },
        ));
    }
    let attr = p.ctx_mut().attr(AttrKind::AffineMap(map));
    let name = p.ctx_mut().str("permutation");
    state.set(name, attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    p.expect_literal("to")?;
    let result = p.parse_type()?;
    state.results.push(result);
    push_uniform(p, state, &[source], ty)
}

pub(in crate::dialects) fn print_transpose(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let key = module.ctx.find_str("permutation");
    p.push(" ");
    p.value(module.operands(op)[0]);
    p.push(" ");
    if let Some(attr) = key.and_then(|key| module.prop(op, key))
        && let AttrKind::AffineMap(map) = module.ctx.attr_kind(attr)
    {
        p.affine_map(map);
    }
    p.attr_dict(op, key.as_slice(), false);
    p.push(" : ");
    p.ty(module.value_type(module.operands(op)[0]));
    p.push(" to ");
    p.types_of(module.results(op));
}

/// `-> (types)? {..} {..}`.
pub(in crate::dialects) fn parse_alloca_scope(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    push_arrow_results(p, state)?;
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_alloca_scope(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    if module.result_count(op) > 0 {
        p.push(" -> (");
        p.types_of(module.results(op));
        p.push(")");
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::LABELLED);
    p.attr_dict(op, &[], false);
}

/// `%m[%i] : T {..} {..}`.
pub(in crate::dialects) fn parse_generic_atomic_rmw(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let source = p.parse_use()?;
    p.expect_literal("[")?;
    let indices = p.parse_uses()?;
    p.expect_literal("]")?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &[source], ty)?;
    push_uniform(p, state, &indices, index)?;
    let element = p.module().ctx.element_or_self(ty);
    state.results.push(element);
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_generic_atomic_rmw(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let operands = module.operands(op);
    p.push(" ");
    p.value(operands[0]);
    p.push("[");
    p.values(&operands[1..]);
    p.push("] : ");
    p.ty(module.value_type(operands[0]));
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::LABELLED);
    p.attr_dict(op, &[], false);
}

/// `read, locality<3>, data`.
pub(super) fn parse_prefetch_hints(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let is_write = one_of(p, ["read", "write"])?;
    p.expect_literal(",")?;
    p.expect_literal("locality")?;
    p.expect_literal("<")?;
    let i32_type = p.ctx_mut().int_type(32);
    let hint = p.parse_attr_with_type_hint(Some(i32_type))?;
    p.expect_literal(">")?;
    p.expect_literal(",")?;
    let is_data = one_of(p, ["instr", "data"])?;
    let bit = p.ctx_mut().int_type(1);
    let is_write = p.ctx_mut().int_attr(i64::from(is_write), bit);
    let is_data = p.ctx_mut().int_attr(i64::from(is_data), bit);
    set_prop(p, state, "isWrite", is_write);
    set_prop(p, state, "localityHint", hint);
    set_prop(p, state, "isDataCache", is_data);
    Ok(())
}

/// Whether the next keyword is the second of two; one of them must be present.
fn one_of(p: &mut OpParser<'_>, words: [&'static str; 2]) -> Parse<bool> {
    if p.eat_word(words[0]) {
        return Ok(false);
    }
    if p.eat_word(words[1]) {
        return Ok(true);
    }
    Err(p.err(ParseErrorKind::UnknownKeyword {
        found: String::from_utf8_lossy(p.word()).into_owned(),
        known: words.to_vec(),
    }))
}

/// Prints the syntax of [`parse_prefetch_hints`], after `, `.
pub(super) fn print_prefetch_hints(p: &mut OpPrinter<'_>, op: OpId) {
    let ctx = &p.module().ctx;
    let int = |p: &OpPrinter<'_>, name| prop(p, op, name).and_then(|attr| ctx.attr_i64(attr));
    let is_write = int(p, "isWrite") == Some(1);
    let is_data = int(p, "isDataCache") == Some(1);
    let hint = int(p, "localityHint").unwrap_or(0);
    p.push(if is_write { ", write" } else { ", read" });
    p.push(", locality<");
    p.ints(&[hint]);
    p.push(if is_data { ">, data" } else { ">, instr" });
}

/// `%m[%i], read, locality<3>, data {..} : T`.
pub(in crate::dialects) fn parse_prefetch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let (memref, indices) = indexed(p)?;
    p.expect_literal(",")?;
    parse_prefetch_hints(p, state)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &[memref], ty)?;
    push_uniform(p, state, &indices, index)
}

pub(in crate::dialects) fn print_prefetch(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    print_indexed(p, operands);
    print_prefetch_hints(p, op);
    print_dict_without(p, op, &["isWrite", "localityHint", "isDataCache"]);
    p.push(" : ");
    p.types_of(operands[..1].iter().copied());
}

type Uses = SmallVec<[UseRef; 4]>;

/// `%m[%i, %j]`.
fn indexed(p: &mut OpParser<'_>) -> Parse<(UseRef, Uses)> {
    let memref = p.parse_use()?;
    p.expect_literal("[")?;
    let indices = p.parse_uses()?;
    p.expect_literal("]")?;
    Ok((memref, indices))
}

/// `%m[%i, %j]` for a memref and its indices.
fn print_indexed(p: &mut OpPrinter<'_>, values: &[ValueId]) {
    let Some((&memref, indices)) = values.split_first() else {
        return;
    };
    p.value(memref);
    p.push("[");
    p.values(indices);
    p.push("]");
}

/// `%a[%i], %b[%j], %n, %tag[%k], %stride, %per_stride : A, B, T`.
pub(in crate::dialects) fn parse_dma_start(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let (source, source_indices) = indexed(p)?;
    p.expect_literal(",")?;
    let (target, target_indices) = indexed(p)?;
    p.expect_literal(",")?;
    let count = p.parse_use()?;
    p.expect_literal(",")?;
    let (tag, tag_indices) = indexed(p)?;
    let mut strides = Uses::new();
    while p.at_literal(",") {
        p.bump();
        // mlir-opt accepts a trailing comma.
        if p.at_literal(":") {
            break;
        }
        strides.push(p.parse_use()?);
    }
    if !matches!(strides.len(), 0 | 2) {
        return Err(p.expected("two operands for the stride"));
    }
    p.expect_literal(":")?;
    let types = pieces::type_list(p)?;
    p.check_count("types", 3, types.len())?;
    let index = p.ctx_mut().index_type();
    push_operands(p, state, &[source], &types[..1])?;
    push_uniform(p, state, &source_indices, index)?;
    push_operands(p, state, &[target], &types[1..2])?;
    push_uniform(p, state, &target_indices, index)?;
    push_uniform(p, state, &[count], index)?;
    push_operands(p, state, &[tag], &types[2..])?;
    push_uniform(p, state, &tag_indices, index)?;
    push_uniform(p, state, &strides, index)
}

/// Splits off a memref and one index for each of its dimensions.
fn take_indexed<'v>(p: &OpPrinter<'_>, values: &mut &'v [ValueId]) -> &'v [ValueId] {
    let rank = values
        .first()
        .and_then(|&memref| p.module().ctx.shape(p.module().value_type(memref)))
        .map_or(0, <[i64]>::len);
    let (now, rest) = values.split_at((rank + 1).min(values.len()));
    *values = rest;
    now
}

pub(in crate::dialects) fn print_dma_start(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let mut rest = module.operands(op);
    let source = take_indexed(p, &mut rest);
    let target = take_indexed(p, &mut rest);
    let (count, mut rest) = rest.split_at(1.min(rest.len()));
    let tag = take_indexed(p, &mut rest);
    p.push(" ");
    print_indexed(p, source);
    p.push(", ");
    print_indexed(p, target);
    p.push(", ");
    p.values(count);
    p.push(", ");
    print_indexed(p, tag);
    if !rest.is_empty() {
        p.push(", ");
        p.values(rest);
    }
    p.push(" : ");
    let memrefs = [source, target, tag];
    p.types_of(memrefs.iter().filter_map(|part| part.first().copied()));
}
