//! Rules of the `func` and `cf` dialects.

use super::{
    Checked, count, entry_args, invalid, operand_type, result_type, type_is, types_are, wrong_type,
};
use crate::dialects::Traits;
use crate::interfaces::function_around;
use crate::ir::{AttrId, AttrKind, Module, OpId, StrId, TypeId, TypeKind, names};
use crate::verifier::VerifyErrorKind;

fn function_type(m: &Module, op: OpId) -> Option<TypeId> {
    match m.ctx.attr_kind(m.prop(op, names::FUNCTION_TYPE)?) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// Inputs and results of a function type.
fn signature(m: &Module, ty: TypeId) -> Option<(&[TypeId], &[TypeId])> {
    match m.ctx.type_kind(ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// The arguments of the body are the inputs.
pub(crate) fn function(m: &Module, op: OpId) -> Checked {
    let Some(ty) = function_type(m, op) else {
        return Ok(());
    };
    let Some((inputs, results)) = signature(m, ty) else {
        return Err(wrong_type(m, "function_type", "a function type", ty));
    };
    attrs_per_value(m, op, names::ARG_ATTRS, inputs.len())?;
    attrs_per_value(m, op, names::RES_ATTRS, results.len())?;
    let has_body = m
        .regions(op)
        .iter()
        .any(|&region| m.first_block(region).is_some());
    for &dictionary in m.prop_elements(op, names::ARG_ATTRS) {
        if let AttrKind::Dictionary(entries) = m.ctx.attr_kind(dictionary) {
            for &(name, attr) in entries {
                super::bufferization::argument_attr(m, name, attr, has_body)?;
            }
        }
    }
    if !has_body {
        return Ok(());
    }
    let args = entry_args(m, op, 0);
    types_are(
        m,
        "argument(s) of the body",
        inputs.iter().copied(),
        args.into_iter(),
    )
}

/// There is a dictionary for each value, with attributes of dialects only.
fn attrs_per_value(m: &Module, op: OpId, name: StrId, values: usize) -> Checked {
    if m.prop(op, name).is_none() {
        return Ok(());
    }
    let dictionaries = m.prop_elements(op, name);
    count(
        "dictionaries of argument or result attributes",
        values,
        dictionaries.len(),
    )?;
    for &dictionary in dictionaries {
        let AttrKind::Dictionary(entries) = m.ctx.attr_kind(dictionary) else {
            return Err(invalid("value-attributes", "each must be a dictionary"));
        };
        for &(key, _) in entries.iter() {
            if !m.ctx.bytes(key).contains(&b'.') {
                let key = m.ctx.text(key);
                let reason =
                    format!("arguments and results may only have dialect attributes, not `{key}`");
                return Err(invalid("value-attributes", reason));
            }
        }
    }
    Ok(())
}

/// The returned values have the result types of the function.
pub(crate) fn return_op(m: &Module, op: OpId) -> Checked {
    let ty = function_around(m, op).and_then(|function| function_type(m, function));
    match ty.and_then(|ty| signature(m, ty)) {
        Some((_, results)) => {
            let operands = m.operands(op).iter().map(|&value| m.value_type(value));
            types_are(m, "returned value(s)", results.iter().copied(), operands)
        }
        None => Ok(()),
    }
}

/// The operands and results of a call have the types of the function.
fn call_fits(m: &Module, op: OpId, skip: usize, ty: TypeId) -> Checked {
    let Some((inputs, results)) = signature(m, ty) else {
        return Err(wrong_type(m, "callee", "a function", ty));
    };
    let operands = m.operands(op).get(skip..).unwrap_or(&[]).iter();
    let given = operands.map(|&value| m.value_type(value));
    types_are(m, "argument(s)", inputs.iter().copied(), given)?;
    let taken = m.results(op).map(|value| m.value_type(value));
    types_are(m, "result(s)", results.iter().copied(), taken)
}

/// Verifies a call: its symbol is a function of its type.
///
/// # Errors
/// If it is not.
pub fn call(m: &Module, op: OpId, symbol: OpId) -> Checked {
    call_fits(m, op, 0, callable_type(m, symbol)?)
}

/// The symbol of a function constant is a function of its type.
pub(crate) fn constant(m: &Module, op: OpId, symbol: OpId) -> Checked {
    let ty = callable_type(m, symbol)?;
    match result_type(m, op, 0) {
        Some(actual) => type_is(m, "result", ty, actual),
        None => Ok(()),
    }
}

fn callable_type(m: &Module, symbol: OpId) -> Result<TypeId, VerifyErrorKind> {
    let is_function = m.has_trait(symbol, Traits::FUNCTION);
    function_type(m, symbol)
        .filter(|_| is_function)
        .ok_or_else(|| VerifyErrorKind::WrongSymbol {
            name: m
                .symbol_name(symbol)
                .map_or(String::new(), |name| format!("@{}", m.ctx.text(name))),
            expected: "a function",
        })
}

/// The callee has a function type that fits.
pub(crate) fn call_indirect(m: &Module, op: OpId) -> Checked {
    match operand_type(m, op, 0) {
        Some(ty) => call_fits(m, op, 1, ty),
        None => Ok(()),
    }
}

/// Verifies a switch: one list of operands and one value for each case, the values as wide as the flag.
///
/// # Errors
/// If there are more or fewer, or of another type.
pub fn switch(m: &Module, op: OpId) -> Checked {
    let cases = m.successors(op).len() - 1;
    let values = m
        .ctx
        .find_str("case_values")
        .and_then(|name| m.prop(op, name));
    let n_values = values.map_or(0, |values| elements_of(m, values));
    count("case value(s)", cases, n_values)?;
    let flag = operand_type(m, op, 0);
    if let Some(flag) = flag
        && !matches!(m.ctx.type_kind(flag), TypeKind::Integer { .. })
    {
        return Err(wrong_type(m, "flag", "an integer", flag));
    }
    if let (Some(values), Some(flag)) = (values, flag)
        && let AttrKind::Dense { ty, .. } = m.ctx.attr_kind(values)
        && let Some(element) = m.ctx.element_type(*ty)
    {
        type_is(m, "type of the case values", flag, element)?;
    }
    let sizes = m.prop_array(op, names::CASE_OPERAND_SEGMENTS);
    count("case(s) in `case_operand_segments`", cases, sizes.len())?;
    let sum = sizes.iter().fold(0i64, |sum, &n| sum.saturating_add(n));
    count(
        "case operand(s)",
        usize::try_from(sum).unwrap_or(usize::MAX),
        m.operand_group(op, "caseOperands").len(),
    )
}

/// A conversion has at least one result.
pub(crate) fn conversion(m: &Module, op: OpId) -> Checked {
    if m.result_count(op) > 0 {
        return Ok(());
    }
    let reason = "expected at least one result for cast operation";
    Err(invalid("no-result", reason))
}

/// Number of elements of an elements attribute; 0 for any other.
fn elements_of(m: &Module, attr: AttrId) -> usize {
    let ty = match m.ctx.attr_kind(attr) {
        AttrKind::Dense { ty, .. }
        | AttrKind::Sparse { ty, .. }
        | AttrKind::DenseResource { ty, .. } => *ty,
        _ => return 0,
    };
    let dims = m.ctx.shape(ty).unwrap_or(&[]);
    let n = dims
        .iter()
        .try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
    n.unwrap_or(usize::MAX)
}
