//! Operations of `arith`, `bufferization` and `func` whose syntax a format string cannot express.

use crate::ir::{OpId, TypeKind};
use crate::syntax::pieces::{
    Parse, opt_attr_dict, paren_uses, push_operands, push_uniform, set_segments, type_list,
};
use crate::syntax::{OpParser, OpPrinter, OpState};

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
    let (condition_ty, ty) = if p.eat_literal(",") {
        (first, p.parse_type()?)
    } else {
        (p.ctx_mut().int_type(1), first)
    };
    push_uniform(p, state, &[condition], condition_ty)?;
    push_uniform(p, state, &[on_true, on_false], ty)?;
    state.results.push(ty);
    Ok(())
}

pub(in crate::dialects) fn print_select(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
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
    let bit = p.ctx_mut().int_type(1);
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

/// `(%a, %b : T, U)`; appends the values as operands and returns their number.
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
    let module = p.module();
    let group = |index| module.operands_of(op, index);
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
    let ty = p.ctx_mut().function_type(&inputs, &results);
    push_uniform(p, state, &[callee], ty)?;
    push_operands(p, state, &uses, &inputs)?;
    state.results.extend_from_slice(&results);
    Ok(())
}

pub(in crate::dialects) fn print_call_indirect(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
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
