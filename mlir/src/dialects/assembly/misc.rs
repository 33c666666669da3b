//! Single operations of `arith`, `bufferization` and `cf` whose text no format expresses.

use smallvec::SmallVec;

use super::{Parse, opt_attr_dict, push_operands, push_uniform, set_segments};
use crate::ir::{AttrKind, BlockId, DenseData, OpId, TypeId, TypeKind, names};
use crate::text::{OpParser, OpPrinter, OpState, UseRef};

/// `%c, %a, %b {..} : (C,)? T`.
pub(in crate::dialects) fn parse_select(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.parse_use()?;
    p.expect_literal(",")?;
    let on_true = p.parse_use()?;
    p.expect_literal(",")?;
    let on_false = p.parse_use()?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let first = p.parse_type()?;
    let (condition_ty, ty) = if p.at_literal(",") {
        p.bump();
        (first, p.parse_type()?)
    } else {
        (p.module.ctx.int_type(1), first)
    };
    push_uniform(p, state, &[condition], condition_ty)?;
    push_uniform(p, state, &[on_true, on_false], ty)?;
    state.results.push(ty);
    Ok(())
}

pub(in crate::dialects) fn print_select(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    p.push(" ");
    p.values(module.operands(op));
    p.attr_dict(op, &[], false);
    p.push(" : ");
    let condition = module.value_type(module.operands(op)[0]);
    if !matches!(module.ctx.type_kind(condition), TypeKind::Integer { .. }) {
        p.ty(condition);
        p.push(", ");
    }
    p.types_of(module.results(op));
}

/// `(%sizes) (copy(%t))? (size_hint=%n)? {..} : T`.
pub(in crate::dialects) fn parse_alloc_tensor(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    p.expect_literal("(")?;
    let sizes = p.parse_uses()?;
    p.expect_literal(")")?;
    let mut copy: SmallVec<[UseRef; 1]> = SmallVec::new();
    if p.eat_word("copy") {
        p.expect_literal("(")?;
        copy.push(p.parse_use()?);
        p.expect_literal(")")?;
    }
    let mut hint: SmallVec<[UseRef; 1]> = SmallVec::new();
    if p.eat_word("size_hint") {
        p.expect_literal("=")?;
        hint.push(p.parse_use()?);
    }
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let index = p.module.ctx.index_type();
    push_uniform(p, state, &sizes, index)?;
    push_uniform(p, state, &copy, ty)?;
    push_uniform(p, state, &hint, index)?;
    set_segments(p, state, &[sizes.len(), copy.len(), hint.len()]);
    state.results.push(ty);
    Ok(())
}

pub(in crate::dialects) fn print_alloc_tensor(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    let group = |index| &module.operands(op)[module.operand_range(op, index)];
    p.push("(");
    p.values(group(0));
    p.push(")");
    if let Some(&copy) = group(1).first() {
        p.push(" copy(");
        p.value(copy);
        p.push(")");
    }
    if let Some(&hint) = group(2).first() {
        p.push(" size_hint=");
        p.value(hint);
    }
    p.attr_dict(op, &[], false);
    p.push(" : ");
    p.types_of(module.results(op));
}

/// `^block` or `^block(%a : T)`.
fn successor(p: &mut OpParser<'_>) -> Parse<(BlockId, SmallVec<[UseRef; 4]>, SmallVec<[TypeId; 4]>)> {
    let block = p.parse_successor_name()?;
    let mut uses = SmallVec::new();
    let mut types = SmallVec::new();
    if p.at_literal("(") {
        p.bump();
        uses = p.parse_uses()?;
        p.expect_literal(":")?;
        loop {
            types.push(p.parse_type()?);
            if !p.at_literal(",") {
                break;
            }
            p.bump();
        }
        p.expect_literal(")")?;
    }
    Ok((block, uses, types))
}

/// `%flag : T, [default: ^a(..), 1: ^b(..)] {..}`.
pub(in crate::dialects) fn parse_switch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let flag = p.parse_use()?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[flag], ty)?;
    p.expect_literal(",")?;
    p.expect_literal("[")?;
    p.expect_literal("default")?;
    p.expect_literal(":")?;
    let (block, uses, types) = successor(p)?;
    state.successors.push(block);
    push_operands(p, state, &uses, &types)?;
    let default_len = uses.len();
    let mut values: Vec<i64> = Vec::new();
    let mut lens: SmallVec<[i64; 4]> = SmallVec::new();
    while p.at_literal(",") {
        p.bump();
        values.push(p.parse_i64()?);
        p.expect_literal(":")?;
        let (block, uses, types) = successor(p)?;
        state.successors.push(block);
        push_operands(p, state, &uses, &types)?;
        lens.push(uses.len() as i64);
    }
    p.expect_literal("]")?;
    if !values.is_empty() {
        let attr = case_values(p, ty, &values);
        let name = p.module.ctx.str("case_values");
        state.set(name, attr);
    }
    let total: i64 = lens.iter().sum();
    let segments = p.module.ctx.i32_array(&lens);
    state.set(names::CASE_OPERAND_SEGMENTS, segments);
    set_segments(p, state, &[1, default_len, total as usize]);
    opt_attr_dict(p, state)
}

fn case_values(p: &mut OpParser<'_>, flag: TypeId, values: &[i64]) -> crate::ir::AttrId {
    let width = p.module.ctx.bit_width(flag).unwrap_or(64).clamp(1, 64);
    let bytes = (width as usize).div_ceil(8);
    let kind = TypeKind::Tensor {
        shape: Box::new([values.len() as i64]),
        element: flag,
        encoding: None,
    };
    let ty = p.module.ctx.ty(kind);
    let raw = |value: i64| value.to_le_bytes()[..bytes].to_vec();
    let data = if values.windows(2).all(|pair| pair[0] == pair[1]) {
        DenseData::Splat(raw(values[0]).into())
    } else {
        DenseData::Elements(values.iter().flat_map(|&value| raw(value)).collect())
    };
    p.module.ctx.attr(AttrKind::Dense { ty, data })
}

pub(in crate::dialects) fn print_switch(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    let group = |index| &module.operands(op)[module.operand_range(op, index)];
    p.push(" ");
    p.values_and_types(group(0));
    p.push(", [");
    let values = case_list(module, op);
    let mut cases = group(2);
    let lens = module.prop_array(op, names::CASE_OPERAND_SEGMENTS);
    p.indented(1, |p| {
        p.newline();
        p.push("default: ");
        if let Some(&block) = module.successors(op).first() {
            p.successor(block, group(1));
        }
        for (index, &block) in module.successors(op).iter().skip(1).enumerate() {
            p.push(",");
            p.newline();
            p.a.ints(&[values.get(index).copied().unwrap_or(0)]);
            p.push(": ");
            let len = lens.get(index).map_or(0, |&len| len as usize).min(cases.len());
            let (now, rest) = cases.split_at(len);
            p.successor(block, now);
            cases = rest;
        }
    });
    p.newline();
    p.push("]");
    let mut elide: SmallVec<[_; 2]> = SmallVec::from_slice(&[names::CASE_OPERAND_SEGMENTS]);
    elide.extend(module.ctx.find_str("case_values"));
    p.attr_dict(op, &elide, false);
}

fn case_list(module: &crate::ir::Module, op: OpId) -> Vec<i64> {
    let attr = module.ctx.find_str("case_values").and_then(|name| module.prop(op, name));
    let Some(AttrKind::Dense { ty, data }) = attr.map(|attr| module.ctx.attr_kind(attr)) else {
        return Vec::new();
    };
    let element = module.ctx.element_type(*ty).and_then(|ty| module.ctx.bit_width(ty));
    let width = (element.unwrap_or(64) as usize).div_ceil(8).clamp(1, 8);
    let read = |chunk: &[u8]| {
        let negative = chunk.last().is_some_and(|byte| byte & 0x80 != 0);
        let mut bytes = [if negative { 0xFF } else { 0 }; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        i64::from_le_bytes(bytes)
    };
    match data {
        DenseData::Splat(bytes) => {
            vec![read(&bytes[..width.min(bytes.len())]); module.successors(op).len().saturating_sub(1)]
        }
        DenseData::Elements(bytes) => bytes.chunks(width).map(read).collect(),
        DenseData::Strings { .. } => Vec::new(),
    }
}
