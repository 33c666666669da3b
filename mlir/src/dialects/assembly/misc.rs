//! Single operations of `arith`, `bufferization` and `cf` whose text no format expresses.

use smallvec::SmallVec;

use super::{
    Parse, opt_attr_dict, paren_uses, push_operands, push_uniform, set_segments, type_list,
};
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

/// `(%m : T) if (%c) retain (%r : U) {..}`; one `i1` result for each retained buffer.
pub(in crate::dialects) fn parse_dealloc(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let bit = p.module.ctx.int_type(1);
    let (mut freed, mut conditions) = (0, 0);
    if p.at_literal("(") {
        freed = typed_uses(p, state)?;
        p.expect_literal("if")?;
        let uses = paren_uses(p)?;
        conditions = uses.len();
        push_uniform(p, state, &uses, bit)?;
    }
    let retained = if p.eat_word("retain") {
        typed_uses(p, state)?
    } else {
        0
    };
    opt_attr_dict(p, state)?;
    set_segments(p, state, &[freed, conditions, retained]);
    state.results.extend(std::iter::repeat_n(bit, retained));
    Ok(())
}

/// `(%a, %b : T, U)`: the number of values, which become operands.
fn typed_uses(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<usize> {
    p.expect_literal("(")?;
    let uses = p.parse_uses()?;
    p.expect_literal(":")?;
    let types = type_list(p)?;
    p.expect_literal(")")?;
    push_operands(p, state, &uses, &types)?;
    Ok(uses.len())
}

pub(in crate::dialects) fn print_dealloc(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    let group = |index| &module.operands(op)[module.operand_range(op, index)];
    if !group(0).is_empty() {
        p.push(" (");
        p.values_and_types(group(0));
        p.push(") if (");
        p.values(group(1));
        p.push(")");
    }
    if !group(2).is_empty() {
        p.push(" retain (");
        p.values_and_types(group(2));
        p.push(")");
    }
    p.attr_dict(op, &[], false);
}

/// `%f(%a, %b) {..} : (T, U) -> V`.
pub(in crate::dialects) fn parse_call_indirect(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let callee = p.parse_use()?;
    let uses = paren_uses(p)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let (inputs, results) = p.parse_function_type()?;
    let ty = p.module.ctx.function_type(&inputs, &results);
    push_uniform(p, state, &[callee], ty)?;
    push_operands(p, state, &uses, &inputs)?;
    state.results.extend_from_slice(&results);
    Ok(())
}

pub(in crate::dialects) fn print_call_indirect(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module;
    let Some((&callee, operands)) = module.operands(op).split_first() else {
        return;
    };
    p.push(" ");
    p.value(callee);
    p.push("(");
    p.values(operands);
    p.push(")");
    p.attr_dict(op, &[], false);
    p.push(" : ");
    p.ty(module.value_type(callee));
}

/// A successor with the operands that it receives and their types.
type Target = (BlockId, SmallVec<[UseRef; 4]>, SmallVec<[TypeId; 4]>);

/// `^block` or `^block(%a : T)`.
fn successor(p: &mut OpParser<'_>) -> Parse<Target> {
    let block = p.parse_successor_name()?;
    let mut uses = SmallVec::new();
    let mut types = SmallVec::new();
    if p.at_literal("(") {
        p.bump();
        uses = p.parse_uses()?;
        p.expect_literal(":")?;
        types = type_list(p)?;
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
            let len = lens
                .get(index)
                .map_or(0, |&len| len as usize)
                .min(cases.len());
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
    let attr = module
        .ctx
        .find_str("case_values")
        .and_then(|name| module.prop(op, name));
    let Some(AttrKind::Dense { ty, data }) = attr.map(|attr| module.ctx.attr_kind(attr)) else {
        return Vec::new();
    };
    let element = module
        .ctx
        .element_type(*ty)
        .and_then(|ty| module.ctx.bit_width(ty));
    let width = (element.unwrap_or(64) as usize).div_ceil(8).clamp(1, 8);
    // mlir-opt prints case values as unsigned.
    let read = |chunk: &[u8]| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        i64::from_le_bytes(bytes)
    };
    match data {
        DenseData::Splat(bytes) => {
            vec![
                read(&bytes[..width.min(bytes.len())]);
                module.successors(op).len().saturating_sub(1)
            ]
        }
        DenseData::Elements(bytes) => bytes.chunks(width).map(read).collect(),
        DenseData::Strings { .. } => Vec::new(),
    }
}
