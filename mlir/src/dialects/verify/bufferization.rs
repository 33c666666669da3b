//! Rules of the `bufferization` dialect.

use super::{Checked, count, group_type, invalid, operand_type, result_type, type_is, wrong_type};
use crate::ir::shapes::{compatible_shapes, dynamic_dims};
use crate::ir::{AttrId, AttrKind, Module, OpId, StrId, TypeId};

/// One value is a tensor, the other a memref, with the same shape and elements.
fn counterparts(m: &Module, tensor: TypeId, what: &'static str, buffer: TypeId) -> Checked {
    let fits = m.ctx.is_tensor(tensor)
        && m.ctx.is_memref(buffer)
        && m.ctx.shape(tensor) == m.ctx.shape(buffer)
        && m.ctx.element_type(tensor) == m.ctx.element_type(buffer);
    if fits {
        Ok(())
    } else {
        Err(wrong_type(
            m,
            what,
            "a memref of the shape and elements of the tensor",
            buffer,
        ))
    }
}

/// A tensor to its buffer.
pub(crate) fn to_buffer(m: &Module, op: OpId) -> Checked {
    match (operand_type(m, op, 0), result_type(m, op, 0)) {
        (Some(tensor), Some(buffer)) => counterparts(m, tensor, "result", buffer),
        _ => Ok(()),
    }
}

/// A buffer to its tensor.
pub(crate) fn to_tensor(m: &Module, op: OpId) -> Checked {
    match (operand_type(m, op, 0), result_type(m, op, 0)) {
        (Some(buffer), Some(tensor)) => counterparts(m, tensor, "buffer", buffer),
        _ => Ok(()),
    }
}

/// Sizes for the dynamic dimensions, unless a copy has them.
pub(crate) fn alloc_tensor(m: &Module, op: OpId) -> Checked {
    let sizes = m.operand_group(op, "dynamic_sizes").len();
    if !m.operand_group(op, "copy").is_empty() {
        return match sizes {
            0 => Ok(()),
            _ => Err(invalid(
                "sizes-of-copy",
                "dynamic sizes not needed when copying a tensor",
            )),
        };
    }
    match result_type(m, op, 0).and_then(|ty| m.ctx.shape(ty)) {
        Some(dims) => count("dynamic size operand(s)", dynamic_dims(dims), sizes),
        None => Ok(()),
    }
}

/// A condition for each memref, a result for each retained one.
pub(crate) fn dealloc(m: &Module, op: OpId) -> Checked {
    let memrefs = m.operand_group(op, "memrefs").len();
    count(
        "condition(s)",
        memrefs,
        m.operand_group(op, "conditions").len(),
    )?;
    let retained = m.operand_group(op, "retained").len();
    count("result(s)", retained, m.result_count(op))
}

/// A buffer to one of the same shape and elements.
pub(crate) fn clone(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    if !m.ctx.is_memref(from) || !m.ctx.is_memref(to) {
        return Err(wrong_type(m, "output", "a memref, like the input", to));
    }
    match (m.ctx.element_type(from), m.ctx.element_type(to)) {
        (Some(from), Some(to)) => type_is(m, "output element type", from, to),
        _ => Ok(()),
    }
}

/// A result when the destination is a tensor, none when it is a buffer.
pub(crate) fn materialize(m: &Module, op: OpId) -> Checked {
    let Some(dest) = group_type(m, op, "dest") else {
        return Ok(());
    };
    let is_buffer = m.ctx.is_memref(dest);
    let has = |name: &str| {
        m.ctx
            .find_str(name)
            .is_some_and(|name| m.prop(op, name).is_some())
    };
    if has("writable") != is_buffer {
        let reason = "`writable` must be there if and only if the destination is a memref";
        return Err(invalid("writable", reason));
    }
    if has("restrict") && !is_buffer {
        let reason = "`restrict` is for destinations that are memrefs";
        return Err(invalid("restrict", reason));
    }
    count("result(s)", usize::from(!is_buffer), m.result_count(op))?;
    if let Some(source) = group_type(m, op, "source") {
        if let (Some(a), Some(b)) = (m.ctx.element_type(source), m.ctx.element_type(dest)) {
            type_is(m, "destination element type", a, b)?;
        }
        if let (Some(a), Some(b)) = (m.ctx.shape(source), m.ctx.shape(dest))
            && !compatible_shapes(a, b)
        {
            return Err(wrong_type(m, "dest", "of the shape of the source", dest));
        }
    }
    match result_type(m, op, 0) {
        Some(actual) => type_is(m, "result", dest, actual),
        None => Ok(()),
    }
}

/// The rules of the dialect for an attribute of a function argument.
pub(super) fn argument_attr(m: &Module, name: StrId, attr: AttrId, has_body: bool) -> Checked {
    let wrong = |reason: &str| Err(invalid("argument-attribute", reason));
    let kind = m.ctx.attr_kind(attr);
    match m.ctx.bytes(name) {
        b"bufferization.access" => {
            let word = m.ctx.attr_str(attr).map(|word| m.ctx.bytes(word));
            match word {
                Some(b"none" | b"read" | b"write" | b"read-write") => Ok(()),
                _ => wrong("`bufferization.access` must be none, read, write or read-write"),
            }
        }
        b"bufferization.writable" if !has_body => {
            wrong("`bufferization.writable` says something about functions with a body only")
        }
        b"bufferization.writable" => match kind {
            AttrKind::Integer { ty, .. } if m.ctx.bit_width(*ty) == Some(1) => Ok(()),
            _ => wrong("`bufferization.writable` must be true or false"),
        },
        b"bufferization.buffer_layout" => match kind {
            AttrKind::AffineMap(_) | AttrKind::Strided { .. } | AttrKind::Opaque { .. } => Ok(()),
            _ => wrong("`bufferization.buffer_layout` must be the layout of a memref"),
        },
        _ => Ok(()),
    }
}
