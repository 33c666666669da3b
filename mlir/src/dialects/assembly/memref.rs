//! `memref`: globals, transposition, and regions.

use smallvec::SmallVec;

use super::{Parse, opt_attr_dict, push_region, push_uniform};
use crate::ir::{AttrKind, OpId, TypeId, TypeKind, names};
use crate::text::{OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle};

/// `"private"? constant? @name : type (= uninitialized | = elements)? {..}`.
pub(in crate::dialects) fn parse_global(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.word().first() == Some(&b'"') {
        let value = p.parse_string()?;
        let attr = p.module.ctx.attr(AttrKind::String { value, ty: None });
        state.set(names::SYM_VISIBILITY, attr);
    }
    if p.eat_word("constant") {
        let (name, unit) = (p.module.ctx.str("constant"), p.module.ctx.unit_attr());
        state.set(name, unit);
    }
    let value = p.parse_symbol_name()?;
    let attr = p.module.ctx.attr(AttrKind::String { value, ty: None });
    state.set(names::SYM_NAME, attr);
    p.expect_literal(":")?;
    let at = p.tok.span;
    let ty = p.parse_type()?;
    let attr = p.module.ctx.attr(AttrKind::Type(ty));
    state.set(names::TYPE, attr);
    if p.at_literal("=") {
        p.bump();
        let attr = if p.eat_word("uninitialized") {
            p.module.ctx.unit_attr()
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
        let name = p.module.ctx.str("initial_value");
        state.set(name, attr);
    }
    opt_attr_dict(p, state)
}

/// The tensor type with the shape and elements of a memref type.
fn tensor_of(p: &mut OpParser<'_>, ty: TypeId) -> Option<TypeId> {
    let TypeKind::MemRef(memref) = p.module.ctx.type_kind(ty) else {
        return None;
    };
    let kind = TypeKind::Tensor {
        shape: memref.shape.clone(),
        element: memref.element,
        encoding: None,
    };
    Some(p.module.ctx.ty(kind))
}

pub(in crate::dialects) fn print_global(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    let ctx = &module.ctx;
    let constant = ctx.find_str("constant");
    let initial = ctx.find_str("initial_value");
    if let Some(visibility) = module.prop(op, names::SYM_VISIBILITY) {
        p.push(" ");
        p.a.attr(visibility);
    }
    if constant.is_some_and(|name| module.prop(op, name).is_some()) {
        p.push(" constant");
    }
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.a.symbol_name(ctx.bytes(name));
    }
    p.push(" : ");
    if let Some(ty) = module.prop(op, names::TYPE) {
        p.a.attr(ty);
    }
    if let Some(value) = initial.and_then(|name| module.prop(op, name)) {
        p.push(" = ");
        if matches!(ctx.attr_kind(value), AttrKind::Unit) {
            p.push("uninitialized");
        } else {
            p.a.attr_without_type(value);
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
    let at = p.tok.span;
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
    let attr = p.module.ctx.attr(AttrKind::AffineMap(map));
    let name = p.module.ctx.str("permutation");
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
    let module = p.module;
    let key = module.ctx.find_str("permutation");
    p.push(" ");
    p.value(module.operands(op)[0]);
    p.push(" ");
    if let Some(attr) = key.and_then(|key| module.prop(op, key))
        && let AttrKind::AffineMap(map) = module.ctx.attr_kind(attr)
    {
        p.a.affine_map(map);
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
    if p.at_literal("->") {
        p.bump();
        let types = p.parse_fn_results()?;
        state.results.extend_from_slice(&types);
    }
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_alloca_scope(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
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
    let index = p.module.ctx.index_type();
    push_uniform(p, state, &[source], ty)?;
    push_uniform(p, state, &indices, index)?;
    let element = p.element_or_self(ty);
    state.results.push(element);
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_generic_atomic_rmw(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
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
