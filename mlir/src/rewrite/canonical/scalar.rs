//! Scalar functions of constants, whatever their dialect: computed by the functions that the interpreter runs.

use smallvec::{SmallVec, smallvec};

use crate::dialects::Traits;
use crate::ir::{
    AttrId, AttrKind, DYNAMIC, DenseData, Module, OpId, Signedness, TypeId, TypeKind, ValueId,
    names,
};
use crate::rewrite::Rewriter;
use crate::semantics::{Element, Form, Kernel, Scalar, Signature, signed};

/// Constants of more elements, unless all are equal, are left to run time: the results would fill the program.
const MAX_ELEMENTS: usize = 1 << 16;

/// The elements of a constant: one if all are equal.
pub(super) type Elements = SmallVec<[Element; 1]>;

/// The elements of a constant number, vector or tensor.
pub(super) fn elements(m: &Module, value: ValueId) -> Option<Elements> {
    let op = m.defining_op(value)?;
    if !m.has_trait(op, Traits::CONSTANT_LIKE) {
        return None;
    }
    let form = Form::of(&m.ctx, m.value_type(value))?;
    let float = |attr: AttrId| match *m.ctx.attr_kind(attr) {
        AttrKind::Float { bits, .. } => Some(bits),
        _ => None,
    };
    match m.ctx.attr_kind(m.prop(op, names::VALUE)?) {
        AttrKind::Integer { value, .. } => Some(smallvec![
            form.decode(value.as_i64()?.cast_unsigned().into())
        ]),
        AttrKind::Float { bits, .. } => Some(smallvec![form.decode(*bits)]),
        AttrKind::Array(parts) => match (form, &**parts) {
            (Form::Complex(kind), &[re, im]) => {
                let bits = float(re)? | (float(im)? << kind.width());
                Some(smallvec![form.decode(bits)])
            }
            _ => None,
        },
        AttrKind::Dense { data, .. } => {
            let bytes = match data {
                DenseData::Splat(bytes) | DenseData::Elements(bytes) => bytes,
                DenseData::Strings { .. } => return None,
            };
            let size = stored(form);
            if bytes.len() / size > MAX_ELEMENTS {
                return None;
            }
            Some(
                bytes
                    .chunks_exact(size)
                    .map(|bytes| element(form, bytes))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// The element that a constant number is, or that all elements of a constant are.
pub(super) fn only(m: &Module, value: ValueId) -> Option<Element> {
    let op = m.defining_op(value)?;
    if !m.has_trait(op, Traits::CONSTANT_LIKE) {
        return None;
    }
    if let AttrKind::Dense {
        data: DenseData::Elements(_),
        ..
    } = m.ctx.attr_kind(m.prop(op, names::VALUE)?)
    {
        return None;
    }
    elements(m, value)?.first().copied()
}

/// Bytes of an element in a dense attribute.
fn stored(form: Form) -> usize {
    let part = |width: u32| width.div_ceil(8) as usize;
    match form {
        Form::Int(width) => part(width),
        Form::Float(kind) => part(kind.width()),
        Form::Complex(kind) => 2 * part(kind.width()),
    }
}

/// A little-endian number of up to 16 bytes.
fn word(bytes: &[u8]) -> u128 {
    let mut word = [0; 16];
    let n = bytes.len().min(16);
    word[..n].copy_from_slice(&bytes[..n]);
    u128::from_le_bytes(word)
}

fn element(form: Form, bytes: &[u8]) -> Element {
    match form {
        Form::Complex(kind) => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            form.decode(word(re) | (word(im) << kind.width()))
        }
        _ => form.decode(word(bytes)),
    }
}

/// A constant of elements in front of an operation. Nothing if the type has dynamic sizes, or no constant is of this
/// type.
pub(in crate::rewrite) fn constant(
    rw: &mut Rewriter<'_>,
    anchor: OpId,
    elements: &[Element],
    ty: TypeId,
) -> Option<ValueId> {
    let form = Form::of(&rw.m.ctx, ty)?;
    let &first = elements.first()?;
    let number = rw.m.ctx.element_type(ty);
    if let TypeKind::Integer { signedness, .. } = rw.m.ctx.type_kind(number.unwrap_or(ty))
        && *signedness != Signedness::Signless
    {
        return None;
    }
    if number.is_none() || matches!(form, Form::Complex(_)) && rw.m.ctx.shape(ty).is_none() {
        return match (form, first) {
            (Form::Int(width), Element::Int(bits)) => rw.constant(anchor, signed(bits, width), ty),
            (Form::Float(_), _) => rw.float_constant(anchor, form.encode(first)?, ty),
            (Form::Complex(_), _) => complex_constant(rw, anchor, form, first, ty),
            _ => None,
        };
    }
    let is_static =
        rw.m.ctx
            .shape(ty)
            .is_some_and(|shape| !shape.contains(&DYNAMIC));
    if !is_static {
        return None;
    }
    let is_splat = elements
        .iter()
        .all(|other| form.encode(*other) == form.encode(first));
    let mut bytes = Vec::new();
    for &element in if is_splat { &elements[..1] } else { elements } {
        let bits = form.encode(element)?;
        match form {
            Form::Complex(kind) => {
                let size = stored(form) / 2;
                let low = bits & ((1 << kind.width()) - 1);
                bytes.extend_from_slice(&low.to_le_bytes()[..size]);
                bytes.extend_from_slice(&(bits >> kind.width()).to_le_bytes()[..size]);
            }
            _ => bytes.extend_from_slice(&bits.to_le_bytes()[..stored(form)]),
        }
    }
    let data = if is_splat {
        DenseData::Splat(bytes.into())
    } else {
        DenseData::Elements(bytes.into())
    };
    let attr = rw.m.ctx.attr(AttrKind::Dense { ty, data });
    rw.insert_constant(anchor, "arith.constant", attr, ty)
}

fn complex_constant(
    rw: &mut Rewriter<'_>,
    anchor: OpId,
    form: Form,
    element: Element,
    ty: TypeId,
) -> Option<ValueId> {
    let (Form::Complex(kind), TypeKind::Complex(part)) = (form, rw.m.ctx.type_kind(ty)) else {
        return None;
    };
    let (part, bits) = (*part, form.encode(element)?);
    let halves = [bits & ((1 << kind.width()) - 1), bits >> kind.width()];
    let parts = halves.map(|bits| rw.m.ctx.attr(AttrKind::Float { bits, ty: part }));
    let value = rw.m.ctx.attr(AttrKind::Array(parts.into()));
    rw.insert_constant(anchor, "complex.constant", value, ty)
}

/// Replaces a scalar function of constants by what it computes. Not where that is undefined, or no number: the bits of
/// that differ between machines. Linear in the elements.
pub(in crate::rewrite) fn fold(rw: &mut Rewriter<'_>, op: OpId, scalar: Scalar) -> bool {
    let is_poison = |&value: &ValueId| rw.definer(value, Kernel::Poison).is_some();
    if rw.m.operands(op).iter().any(is_poison) {
        return of_poison(rw, op, scalar);
    }
    let Some(results) = computed(rw.m, op, scalar) else {
        return false;
    };
    let types = rw.result_types(op);
    let mut values = Vec::with_capacity(results.len());
    for (elements, &ty) in results.iter().zip(&types) {
        match constant(rw, op, elements, ty) {
            Some(value) => values.push(value),
            None => return false,
        }
    }
    values.len() == types.len() && rw.replace(op, &values)
}

/// A constant as another type, with its elements in the same order, or all equal.
pub(super) fn of_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    let elements = elements(rw.m, source);
    match elements.and_then(|elements| constant(rw, op, &elements, ty)) {
        Some(constant) => rw.replace(op, &[constant]),
        None => false,
    }
}

/// A function of poison is poison; a choice is the other value.
fn of_poison(rw: &mut Rewriter<'_>, op: OpId, scalar: Scalar) -> bool {
    let is_poison = |value: ValueId| rw.definer(value, Kernel::Poison).is_some();
    if let (Scalar::Select, &[condition, a, b]) = (scalar, rw.m.operands(op))
        && !is_poison(condition)
    {
        let other = if is_poison(a) { b } else { a };
        return rw.replace(op, &[other]);
    }
    let types = rw.result_types(op);
    let values: Vec<ValueId> = types.iter().filter_map(|&ty| poison(rw, op, ty)).collect();
    rw.replace(op, &values)
}

/// A value that says that it is not defined, in front of an operation.
pub(super) fn poison(rw: &mut Rewriter<'_>, anchor: OpId, ty: TypeId) -> Option<ValueId> {
    rw.value_before(anchor, "ub.poison", &[], ty)
}

/// The elements of the results of a scalar function of constants.
fn computed(m: &Module, op: OpId, scalar: Scalar) -> Option<Vec<Elements>> {
    let operands = m.operands(op);
    let args: SmallVec<[Elements; 3]> = operands
        .iter()
        .map(|&operand| elements(m, operand))
        .collect::<Option<_>>()?;
    // Functions round to the nearest float.
    let mode = m.ctx.find_str("roundingmode");
    if mode.is_some_and(|mode| m.prop(op, mode).is_some()) {
        return None;
    }
    let signature = Signature::of(m, op)?;
    let n = args.iter().map(SmallVec::len).max()?;
    let mut results = vec![Elements::new(); m.result_count(op)];
    for index in 0..n {
        let at = |elements: &Elements| match elements.len() {
            1 => elements.first().copied(),
            _ => elements.get(index).copied(),
        };
        let args: SmallVec<[Element; 3]> = args.iter().map(at).collect::<Option<_>>()?;
        let computed = scalar.apply(&signature, &args)?.ok()?;
        for (result, &element) in results.iter_mut().zip(&computed) {
            let is_number = match element {
                Element::Int(_) => true,
                Element::Float(number) => !number.is_nan(),
                Element::Complex((re, im)) => !re.is_nan() && !im.is_nan(),
            };
            if !is_number {
                return None;
            }
            result.push(element);
        }
    }
    Some(results)
}

/// The integer that a constant is, or that all its elements are, sign-extended.
pub(in crate::rewrite) fn only_int(m: &Module, value: ValueId) -> Option<i64> {
    let Form::Int(width) = Form::of(&m.ctx, m.value_type(value))? else {
        return None;
    };
    match only(m, value)? {
        Element::Int(bits) => Some(signed(bits, width)),
        _ => None,
    }
}
