//! `cf.switch` and `llvm.switch`: successors by the value of an integer.

use smallvec::SmallVec;

use super::pieces::{
    Parse, list, opt_attr_dict, push_operands, push_uniform, set_segments, type_list,
};
use super::{OpParser, OpPrinter, OpState, UseRef};
use crate::ir::{AttrId, AttrKind, BlockId, Context, DenseData, OpId, TypeId, TypeKind, names};

/// A successor with the operands that it receives and their types.
pub type Target = (BlockId, SmallVec<[UseRef; 4]>, SmallVec<[TypeId; 4]>);

/// `^block` or `^block(%a : T)`.
///
/// # Errors
///
/// A parse error where the text has another form.
pub fn successor(p: &mut OpParser<'_>) -> Parse<Target> {
    let block = p.parse_successor_name()?;
    let mut uses = SmallVec::new();
    let mut types = SmallVec::new();
    if p.eat_literal("(") {
        uses = p.parse_uses()?;
        p.expect_literal(":")?;
        types = type_list(p)?;
        p.expect_literal(")")?;
    }
    Ok((block, uses, types))
}

/// `%flag : T, [default: ^a(..), 1: ^b(..)] {..}`.
///
/// # Errors
///
/// A parse error where the text has another form.
pub fn parse_switch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
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
    let mut cases = Cases::default();
    while p.at_literal(",") {
        p.bump();
        cases.read(p, state, ty)?;
    }
    p.expect_literal("]")?;
    cases.finish(p, state, ty, default_len);
    opt_attr_dict(p, state)
}

/// An integer of 64 bits; for a flag of 64 bits, values from 2^63 on stand for negative ones with the same bits.
fn case_value(p: &mut OpParser<'_>, flag: TypeId) -> Parse<i64> {
    let is_wide = matches!(
        p.module().ctx.type_kind(flag),
        TypeKind::Integer { width: 64, .. }
    );
    let unsigned = std::str::from_utf8(p.word())
        .ok()
        .and_then(|word| word.parse::<u64>().ok());
    match unsigned {
        Some(value) if i64::try_from(value).is_err() && is_wide => {
            p.bump();
            Ok(value as i64)
        }
        _ => p.parse_i64(),
    }
}

/// The cases of a switch during parsing.
#[derive(Default)]
struct Cases {
    values: Vec<i64>,
    lens: SmallVec<[i64; 4]>,
}

impl Cases {
    /// `1: ^b(..)`.
    fn read(&mut self, p: &mut OpParser<'_>, state: &mut OpState, flag: TypeId) -> Parse<()> {
        self.values.push(case_value(p, flag)?);
        p.expect_literal(":")?;
        let (block, uses, types) = successor(p)?;
        state.successors.push(block);
        push_operands(p, state, &uses, &types)?;
        self.lens.push(uses.len() as i64);
        Ok(())
    }

    fn finish(self, p: &mut OpParser<'_>, state: &mut OpState, flag: TypeId, default_len: usize) {
        if !self.values.is_empty() {
            let attr = case_values(p.ctx_mut(), flag, &self.values);
            let name = p.ctx_mut().str("case_values");
            state.set(name, attr);
        }
        let total: i64 = self.lens.iter().sum();
        let segments = p.ctx_mut().i32_array(&self.lens);
        state.set(names::CASE_OPERAND_SEGMENTS, segments);
        set_segments(p, state, &[1, default_len, total as usize]);
    }
}

/// `%flag : T, ^a(..) [1: ^b(..)] {..}`, the syntax of `llvm`.
///
/// # Errors
///
/// A parse error where the text has another form.
pub fn parse_llvm_switch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let flag = p.parse_use()?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[flag], ty)?;
    p.expect_literal(",")?;
    let (block, uses, types) = successor(p)?;
    state.successors.push(block);
    push_operands(p, state, &uses, &types)?;
    let mut cases = Cases::default();
    list(p, ["[", "]"], |p| {
        cases.read(p, state, ty)?;
        Ok(())
    })?;
    cases.finish(p, state, ty, uses.len());
    opt_attr_dict(p, state)
}

/// The values of the cases of a switch, of which there is at least one.
pub(crate) fn case_values(ctx: &mut Context, flag: TypeId, values: &[i64]) -> AttrId {
    let width = ctx.bit_width(flag).unwrap_or(64).clamp(1, 64);
    let bytes = (width as usize).div_ceil(8);
    let ty = ctx.ty(TypeKind::Vector {
        shape: Box::new([values.len() as i64]),
        scalable: Box::new([false]),
        element: flag,
    });
    let raw = |value: i64| value.to_le_bytes()[..bytes].to_vec();
    let data = if values.windows(2).all(|pair| pair[0] == pair[1]) {
        DenseData::Splat(raw(values[0]).into())
    } else {
        DenseData::Elements(values.iter().flat_map(|&value| raw(value)).collect())
    };
    ctx.attr(AttrKind::Dense { ty, data })
}

/// Prints the syntax of [`parse_switch`].
pub fn print_switch(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let group = |index| module.operands_of(op, index);
    p.push(" ");
    p.values_and_types(group(0));
    p.push(", [");
    p.indented(1, &mut |p| {
        p.newline();
        p.push("default: ");
        if let Some(&block) = module.successors(op).first() {
            p.successor(block, group(1));
        }
    });
    print_cases(p, op, true, IsSigned::No);
    // mlir-opt does not break the line after a lone `default`.
    if module.successors(op).len() > 1 {
        p.newline();
    }
    p.push("]");
    print_rest(p, op);
}

fn print_rest(p: &mut OpPrinter<'_>, op: OpId) {
    let mut elide: SmallVec<[_; 2]> = SmallVec::from_slice(&[names::CASE_OPERAND_SEGMENTS]);
    elide.extend(p.module().ctx.find_str("case_values"));
    p.attr_dict(op, &elide, false);
}

/// `1: ^b(..)` for each case, each on its own line.
fn print_cases(p: &mut OpPrinter<'_>, op: OpId, mut needs_comma: bool, is_signed: IsSigned) {
    let module = p.module();
    let values = case_list(module, op, is_signed);
    let mut operands = module.operands_of(op, 2);
    let lens = module.prop_array(op, names::CASE_OPERAND_SEGMENTS);
    p.indented(1, &mut |p| {
        for (index, &block) in module.successors(op).iter().skip(1).enumerate() {
            p.push(if needs_comma { "," } else { "" });
            needs_comma = true;
            p.newline();
            p.ints(&[values.get(index).copied().unwrap_or(0)]);
            p.push(": ");
            let len = lens.get(index).map_or(0, |&len| len as usize);
            let (now, rest) = operands.split_at(len.min(operands.len()));
            p.successor(block, now);
            operands = rest;
        }
    });
}

/// Prints the syntax of [`parse_llvm_switch`].
pub fn print_llvm_switch(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let group = |index| module.operands_of(op, index);
    p.push(" ");
    p.values_and_types(group(0));
    p.push(", ");
    if let Some(&block) = module.successors(op).first() {
        p.successor(block, group(1));
    }
    p.push(" [");
    print_cases(p, op, false, IsSigned::Yes);
    p.newline();
    p.push("]");
    print_rest(p, op);
}

/// How case values are read: mlir-opt prints those of `cf.switch` as unsigned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsSigned {
    No,
    Yes,
}

fn case_list(module: &crate::ir::Module, op: OpId, is_signed: IsSigned) -> Vec<i64> {
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
    let read = |chunk: &[u8]| {
        let is_negative = chunk.last().is_some_and(|&byte| byte >= 0x80);
        let fill = if is_negative && is_signed == IsSigned::Yes {
            0xFF
        } else {
            0
        };
        let mut bytes = [fill; 8];
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
