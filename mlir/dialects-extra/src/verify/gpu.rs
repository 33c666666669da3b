//! Rules of the `gpu` dialect about memory and matrices.

use super::{
    Checked, count, group_type, invalid, type_argument, type_is, type_is_text, wrong_type,
};
use memplan_mlir::ir::shapes::compatible_shapes;
use memplan_mlir::ir::{Module, OpId, TypeId, TypeKind};

/// `gpu.memcpy`: two buffers of the same elements and shape.
pub(crate) fn memcpy(m: &Module, op: OpId) -> Checked {
    let (Some(to), Some(from)) = (group_type(m, op, "dst"), group_type(m, op, "src")) else {
        return Ok(());
    };
    if let (Some(a), Some(b)) = (m.ctx.element_type(to), m.ctx.element_type(from)) {
        type_is(m, "element of the source", a, b)?;
    }
    match (m.ctx.shape(to), m.ctx.shape(from)) {
        (Some(a), Some(b)) if !compatible_shapes(a, b) => Err(wrong_type(
            m,
            "src",
            "of the shape of the destination",
            from,
        )),
        _ => Ok(()),
    }
}

/// `gpu.memset`: the value is an element of the buffer, or has such elements.
pub(crate) fn memset(m: &Module, op: OpId) -> Checked {
    let (Some(to), Some(value)) = (group_type(m, op, "dst"), group_type(m, op, "value")) else {
        return Ok(());
    };
    let value_element = m.ctx.element_type(value).unwrap_or(value);
    match m.ctx.element_type(to) {
        Some(element) => type_is(m, "element of the value", element, value_element),
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

/// `gpu.launch_func`: the arguments have the types of the kernel, unless that is a function of LLVM.
pub(crate) fn launch_func(m: &Module, op: OpId, kernel: OpId) -> Checked {
    let Some((inputs, _)) = m.signature(kernel) else {
        return Ok(());
    };
    let given = m.operand_group(op, "kernelOperands");
    count("kernel argument(s)", inputs.len(), given.len())?;
    for (&expected, &value) in inputs.iter().zip(given) {
        type_is(m, "kernel argument", expected, m.value_type(value))?;
    }
    Ok(())
}

/// `gpu.warp_execute_on_lane_0`: vectors are distributed over the lanes of the warp.
pub(crate) fn warp_execute(m: &Module, op: OpId) -> Checked {
    let block = m.regions(op).first();
    let Some(block) = block.and_then(|&region| m.first_block(region)) else {
        return Ok(());
    };
    let Some(end) = m.last_op(block) else {
        return Ok(());
    };
    let (inside, args) = (m.block_args(block), m.operand_group(op, "args"));
    count("argument(s) of the region", args.len(), inside.len())?;
    count(
        "yielded value(s)",
        m.result_count(op),
        m.operands(end).len(),
    )?;
    let args = inside.iter().copied().zip(args.iter().copied());
    let results = m.operands(end).iter().copied().zip(m.results(op));
    for (whole, part) in args.chain(results) {
        distributed(m, op, m.value_type(whole), m.value_type(part))?;
    }
    Ok(())
}

/// Checks that `part` is the share of each lane of `whole`: the same type, or a vector that is smaller by the
/// size of the warp.
fn distributed(m: &Module, op: OpId, whole: TypeId, part: TypeId) -> Checked {
    if whole == part {
        return Ok(());
    }
    let warp_size = m
        .ctx
        .find_str("warp_size")
        .and_then(|name| m.prop(op, name));
    let warp_size = warp_size.and_then(|size| m.ctx.attr_i64(size));
    let (
        TypeKind::Vector {
            shape: all,
            element: of_all,
            ..
        },
        TypeKind::Vector {
            shape: own,
            element: of_own,
            ..
        },
    ) = (m.ctx.type_kind(whole), m.ctx.type_kind(part))
    else {
        let expected = "a vector, or the type in the region";
        return Err(wrong_type(m, "distributed value", expected, part));
    };
    let mut lanes = 1i64;
    let sizes_fit = all.iter().zip(own).all(|(&all, &own)| {
        lanes = lanes.saturating_mul(all.checked_div(own).unwrap_or(0));
        own != 0 && all % own == 0
    });
    if all.len() == own.len() && of_all == of_own && sizes_fit && Some(lanes) == warp_size {
        return Ok(());
    }
    Err(invalid(
        "distribution",
        "the vector in the region must be that of a lane times the size of the warp",
    ))
}
