//! Rules of the `gpu` dialect about memory and matrices.

use super::{Checked, group_type, type_argument, type_is, type_is_text, wrong_type};
use memplan_mlir::ir::{Module, OpId};
use memplan_mlir::verifier::shapes::{compatible_shapes, element, scalar, shape};

/// `gpu.memcpy`: two buffers of the same elements and shape.
pub(crate) fn memcpy(m: &Module, op: OpId) -> Checked {
    let (Some(to), Some(from)) = (group_type(m, op, "dst"), group_type(m, op, "src")) else {
        return Ok(());
    };
    if let (Some(a), Some(b)) = (element(&m.ctx, to), element(&m.ctx, from)) {
        type_is(m, "element of the source", a, b)?;
    }
    match (shape(&m.ctx, to), shape(&m.ctx, from)) {
        (Some(a), Some(b)) if !compatible_shapes(a, b) => Err(wrong_type(
            m,
            "src",
            "of the shape of the destination",
            from,
        )),
        _ => Ok(()),
    }
}

/// `gpu.memset`: the value is an element of the buffer.
pub(crate) fn memset(m: &Module, op: OpId) -> Checked {
    let (Some(to), Some(value)) = (group_type(m, op, "dst"), group_type(m, op, "value")) else {
        return Ok(());
    };
    match element(&m.ctx, to) {
        Some(element) => type_is(m, "element of the value", element, scalar(&m.ctx, value)),
        None => Ok(()),
    }
}

/// Operations that put a value into a matrix of a subgroup.
pub(crate) fn matrix_element(m: &Module, op: OpId) -> Checked {
    let (Some(value), Some(to)) = (group_type(m, op, "value"), super::result_type(m, op, 0)) else {
        return Ok(());
    };
    let matrix = type_argument(m, to, "gpu", "mma_matrix");
    let element = matrix.as_deref().and_then(|text| {
        let (sizes, _) = text.split_once(',')?;
        Some(sizes.rsplit_once('x')?.1)
    });
    match element {
        Some(element) => type_is_text(m, "value", element, value),
        None => Ok(()),
    }
}
