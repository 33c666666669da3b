//! Constants all of whose elements are equal.

use memplan_mlir::{AttrKind, DenseData, FloatKind, IntValue, Module, OpId, TypeKind, names};

/// The element of a constant tensor, if all its elements are this one and it can be written as an attribute.
pub(crate) fn splat_element(m: &Module, constant: OpId) -> Option<AttrKind> {
    let AttrKind::Dense {
        ty,
        data: DenseData::Splat(bytes),
    } = m.ctx.attr_kind(m.prop(constant, names::VALUE)?)
    else {
        return None;
    };
    let element = m.ctx.element_type(*ty)?;
    let mut word = [0; 16];
    word.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let bits = u128::from_le_bytes(word);
    let integer = |value: i64| AttrKind::Integer {
        value: IntValue::Small(value),
        ty: element,
    };
    match *m.ctx.type_kind(element) {
        TypeKind::Float(FloatKind::F80 | FloatKind::F128) => None,
        TypeKind::Float(_) => Some(AttrKind::Float { bits, ty: element }),
        TypeKind::Integer { width: 1, .. } => Some(integer(i64::from(bits != 0))),
        TypeKind::Integer { width, .. } if width <= 64 && width % 8 == 0 => {
            let shift = 64 - width;
            Some(integer((bits as u64).cast_signed() << shift >> shift))
        }
        TypeKind::Index => Some(integer((bits as u64).cast_signed())),
        _ => None,
    }
}
