//! Rules of the `tosa` dialect.

use super::{Checked, count, invalid, result_type, type_is, wrong_type};
use memplan_mlir::ir::shapes::compatible_shapes;
use memplan_mlir::ir::{AttrKind, Module, OpId, TypeId, TypeKind};

/// The type of the attribute `values`.
fn values_type(m: &Module, op: OpId) -> Option<TypeId> {
    let values = m.ctx.find_str("values").and_then(|name| m.prop(op, name));
    match m.ctx.attr_kind(values?) {
        AttrKind::Dense { ty, .. }
        | AttrKind::Sparse { ty, .. }
        | AttrKind::DenseResource { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// `tosa.const`: the result has the shape and the elements of the values.
pub(crate) fn constant(m: &Module, op: OpId) -> Checked {
    let (Some(values), Some(to)) = (values_type(m, op), result_type(m, op, 0)) else {
        return Ok(());
    };
    let (Some(a), Some(b)) = (m.ctx.element_type(values), m.ctx.element_type(to)) else {
        return Ok(());
    };
    // Quantized elements are stored as integers.
    if !matches!(m.ctx.type_kind(b), TypeKind::Opaque { .. }) {
        type_is(m, "element of the result", a, b)?;
    }
    if m.ctx.shape(values) == m.ctx.shape(to) {
        return Ok(());
    }
    Err(wrong_type(m, "output", "of the shape of its values", to))
}

/// `tosa.const_shape`: sizes of type index in one dimension.
pub(crate) fn constant_shape(m: &Module, op: OpId) -> Checked {
    let Some(values) = values_type(m, op) else {
        return Ok(());
    };
    let element = m.ctx.element_type(values);
    let is_index = element.is_some_and(|ty| memplan_mlir::verifier::rules::is_index(m, ty));
    if is_index && m.ctx.shape(values).is_none_or(|dims| dims.len() == 1) {
        return Ok(());
    }
    Err(invalid(
        "shape-values",
        "`values` must be elements of type index in one dimension",
    ))
}

/// `tosa.while_loop`: the results have the elements and shapes of the initial values.
pub(crate) fn while_loop(m: &Module, op: OpId) -> Checked {
    let inputs = m.operands(op);
    count("result(s)", inputs.len(), m.result_count(op))?;
    for (&input, output) in inputs.iter().zip(m.results(op)) {
        let (from, to) = (m.value_type(input), m.value_type(output));
        if let (Some(a), Some(b)) = (m.ctx.element_type(from), m.ctx.element_type(to)) {
            type_is(m, "element of the result", a, b)?;
        }
        if let (Some(a), Some(b)) = (m.ctx.shape(from), m.ctx.shape(to))
            && !compatible_shapes(a, b)
        {
            return Err(wrong_type(
                m,
                "result",
                "of the shape of the initial value",
                to,
            ));
        }
    }
    Ok(())
}

/// `tosa.transpose`: the permutation is an attribute or, in MLIR 19 and 20, an operand.
pub(crate) fn transpose(m: &Module, op: OpId) -> Checked {
    let perms = m.ctx.find_str("perms").and_then(|name| m.prop(op, name));
    count(
        "operand(s)",
        if perms.is_some() { 1 } else { 2 },
        m.operands(op).len(),
    )
}
