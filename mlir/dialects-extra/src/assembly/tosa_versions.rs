//! `tosa` in MLIR 19 and 20, whose operations have attributes where later versions have operands.

use memplan_mlir::ir::{
    AttrId, AttrKind, Dict, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId,
};
use memplan_mlir::syntax::pieces::set_prop;
use memplan_mlir::syntax::{OpParser, OpState};
use memplan_mlir::text::attr_text;

use std::collections::BTreeSet;

type Done = Result<(), &'static str>;

/// Operands after the first ones that are attributes in MLIR 19 and 20.
pub(crate) struct Moved {
    /// How many operands there are in all versions.
    n_kept: usize,
    /// The attributes of the others, in their order.
    attrs: &'static [(&'static str, Operand)],
    /// The attribute that holds the zero points.
    quantization: &'static str,
}

/// What an operand is.
#[derive(Clone, Copy)]
enum Operand {
    /// A zero point of the type of the elements of this operand, or of the result.
    ZeroPoint(Option<usize>),
    /// Integers, in a tensor with this type of elements.
    Integers(&'static str),
    /// A multiplier: integers of 32 or 16 bits.
    Multiplier,
    /// One integer of 8 bits.
    Shift,
    /// Sizes, in a `!tosa.shape`.
    Shape,
}

const fn moved(
    n_kept: usize,
    attrs: &'static [(&'static str, Operand)],
    quantization: &'static str,
) -> Moved {
    Moved {
        n_kept,
        attrs,
        quantization,
    }
}

pub(crate) const MUL: Moved = moved(2, &[("shift", Operand::Shift)], "");
pub(crate) const NEGATE: Moved = moved(
    1,
    &[
        ("input_zp", Operand::ZeroPoint(Some(0))),
        ("output_zp", Operand::ZeroPoint(None)),
    ],
    "unary_quant",
);
pub(crate) const MATMUL: Moved = moved(
    2,
    &[
        ("a_zp", Operand::ZeroPoint(Some(0))),
        ("b_zp", Operand::ZeroPoint(Some(1))),
    ],
    "matmul_quant",
);
pub(crate) const CONV: Moved = moved(
    3,
    &[
        ("input_zp", Operand::ZeroPoint(Some(0))),
        ("weight_zp", Operand::ZeroPoint(Some(1))),
    ],
    "conv_quant",
);
pub(crate) const RESCALE: Moved = moved(
    1,
    &[
        ("multiplier", Operand::Multiplier),
        ("shift", Operand::Integers("i8")),
        ("input_zp", Operand::ZeroPoint(Some(0))),
        ("output_zp", Operand::ZeroPoint(None)),
    ],
    "",
);
pub(crate) const RESHAPE: Moved = moved(1, &[("new_shape", Operand::Shape)], "");
pub(crate) const TILE: Moved = moved(1, &[("multiples", Operand::Shape)], "");
pub(crate) const SLICE: Moved = moved(
    1,
    &[("start", Operand::Shape), ("size", Operand::Shape)],
    "",
);
pub(crate) const RESIZE: Moved = moved(
    1,
    &[
        ("scale", Operand::Shape),
        ("offset", Operand::Shape),
        ("border", Operand::Shape),
    ],
    "",
);

/// Takes an attribute out of the inherent or the others.
fn take(p: &mut OpParser<'_>, state: &mut OpState, name: &str) -> Option<AttrId> {
    let name = p.ctx_mut().str(name);
    state
        .props
        .remove(name)
        .or_else(|| state.attrs.remove(name))
}

/// The integer after `name = ` in the text of an attribute.
fn entry(text: &str, name: &str) -> Option<i64> {
    let rest = text
        .split_once(name)?
        .1
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    let end = rest
        .find(|c: char| c != '-' && !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}

fn constant(
    p: &mut OpParser<'_>,
    op: &str,
    values: &str,
    ty: &str,
    result: &str,
) -> Option<ValueId> {
    let ctx = p.ctx_mut();
    let values = ctx
        .attr_from_text(format!("dense<{values}> : {ty}").as_bytes())
        .ok()?;
    let result = ctx.type_from_text(result.as_bytes()).ok()?;
    let mut attrs = Dict::default();
    let name = p.ctx_mut().str("values");
    attrs.set(name, values);
    p.emit_before(op, &[], Some(result), attrs)
}

fn listed(values: &[i64]) -> String {
    format!("{values:?}")
}

fn element(p: &OpParser<'_>, ty: TypeId) -> TypeId {
    let ctx = &p.module().ctx;
    ctx.element_or_self(ty)
}

fn zero_point(p: &mut OpParser<'_>, ty: TypeId, value: i64) -> Option<ValueId> {
    let ctx = &p.module().ctx;
    let is_float = matches!(ctx.type_kind(ty), TypeKind::Float(_));
    // Quantized elements are stored as integers of 8 bits, mostly.
    let text = match ctx.type_kind(ty) {
        TypeKind::Opaque { .. } => "i8".to_owned(),
        _ => ctx.type_text(ty),
    };
    let value = if is_float {
        format!("{value}.0")
    } else {
        value.to_string()
    };
    let ty = format!("tensor<1x{text}>");
    constant(p, "tosa.const", &value, &ty, &ty)
}

/// Makes operands of the attributes of an operation of MLIR 19 or 20.
pub(crate) fn operands_of_attrs(p: &mut OpParser<'_>, state: &mut OpState, moved: &Moved) {
    words(p, state);
    if state.operands.len() != moved.n_kept {
        return;
    }
    let info = take(p, state, "quantization_info").map(|info| attr_text(&p.module().ctx, info));
    let of_scale32 = p.ctx_mut().str("scale32");
    let is_wide = state
        .props
        .get(of_scale32)
        .is_none_or(|attr| attr_text(&p.module().ctx, attr) != "false");
    for &(name, kind) in moved.attrs {
        let attr = take(p, state, name);
        let list = attr
            .and_then(|attr| p.module().ctx.attr_array(attr))
            .map(<[i64]>::to_vec);
        let number = attr.and_then(|attr| p.module().ctx.attr_i64(attr));
        let operand = match kind {
            Operand::ZeroPoint(of) => {
                let ty = match of {
                    Some(at) => state
                        .operands
                        .get(at)
                        .map(|&value| p.module().value_type(value)),
                    None => state.results.first().copied(),
                };
                let number = number.or_else(|| entry(info.as_ref()?, name));
                let element = ty.map(|ty| element(p, ty));
                element.and_then(|ty| zero_point(p, ty, number.unwrap_or(0)))
            }
            Operand::Shift => {
                let ty = "tensor<1xi8>";
                constant(p, "tosa.const", &number.unwrap_or(0).to_string(), ty, ty)
            }
            Operand::Integers(_) | Operand::Multiplier => list.and_then(|list| {
                let element = match kind {
                    Operand::Integers(element) => element,
                    _ if is_wide => "i32",
                    _ => "i16",
                };
                let ty = format!("tensor<{}x{element}>", list.len());
                constant(p, "tosa.const", &listed(&list), &ty, &ty)
            }),
            Operand::Shape => list.and_then(|list| shape(p, &list)),
        };
        state.operands.extend(operand);
    }
}

fn shape(p: &mut OpParser<'_>, sizes: &[i64]) -> Option<ValueId> {
    let n = sizes.len();
    let values = if n == 0 { String::new() } else { listed(sizes) };
    let (ty, result) = (format!("tensor<{n}xindex>"), format!("!tosa.shape<{n}>"));
    constant(p, "tosa.const_shape", &values, &ty, &result)
}

pub(crate) fn rescale(p: &mut OpParser<'_>, state: &mut OpState) {
    operands_of_attrs(p, state, &RESCALE);
    rounding(p, state);
    for name in ["input_unsigned", "output_unsigned"] {
        let key = p.ctx_mut().str(name);
        if state.props.get(key).is_none() {
            let no = p.ctx_mut().attr_from_text(b"false");
            if let Ok(no) = no {
                state.set(key, no);
            }
        }
    }
}

/// Words of enumerations are strings up to MLIR 21.
pub(crate) fn words(p: &mut OpParser<'_>, state: &mut OpState) {
    for &(name, mnemonic) in super::tosa::ENUMS {
        let Some(key) = p.module().ctx.find_str(name) else {
            continue;
        };
        let word = state
            .props
            .get(key)
            .and_then(|attr| p.module().ctx.attr_str(attr));
        if let Some(word) = word {
            let word = p.module().ctx.text(word).into_owned();
            let attr = super::tosa::word_attr(p, mnemonic, &word);
            state.set(key, attr);
        }
    }
}

/// `double_round` is a mode of rounding since MLIR 21.
pub(crate) fn rounding(p: &mut OpParser<'_>, state: &mut OpState) {
    words(p, state);
    if let Some(double) = take(p, state, "double_round") {
        let is_double = attr_text(&p.module().ctx, double) == "true";
        let word = if is_double {
            "DOUBLE_ROUND"
        } else {
            "SINGLE_ROUND"
        };
        let mode = super::tosa::word_attr(p, "rounding_mode", word);
        set_prop(p, state, "rounding_mode", mode);
    }
}

/// Convolutions have a type of their sums since MLIR 20.
pub(crate) fn conv(p: &mut OpParser<'_>, state: &mut OpState) {
    operands_of_attrs(p, state, &CONV);
    take(p, state, "out_shape");
    let name = p.ctx_mut().str("acc_type");
    if state.props.get(name).is_none()
        && let Some(&result) = state.results.first()
    {
        let ty = element(p, result);
        let ty = p.ctx_mut().attr(AttrKind::Type(ty));
        state.set(name, ty);
    }
}

/// `value` is `values` since MLIR 21.
pub(crate) fn constant_values(p: &mut OpParser<'_>, state: &mut OpState) {
    if let Some(values) = take(p, state, "value") {
        set_prop(p, state, "values", values);
    }
}

/// The limits have the type of the elements since MLIR 20.
pub(crate) fn clamp(p: &mut OpParser<'_>, state: &mut OpState) {
    words(p, state);
    let [min_int, max_int, min_fp, max_fp] =
        ["min_int", "max_int", "min_fp", "max_fp"].map(|name| take(p, state, name));
    let Some(ty) = state.results.first().map(|&ty| element(p, ty)) else {
        return;
    };
    for (name, int, float) in [("min_val", min_int, min_fp), ("max_val", max_int, max_fp)] {
        let (Some(int), Some(float)) = (int, float) else {
            continue;
        };
        let ctx = p.ctx_mut();
        let value = match ctx.type_kind(ty) {
            TypeKind::Float(kind) => {
                let kind = *kind;
                let number = match *ctx.attr_kind(float) {
                    AttrKind::Float { bits, ty } => match ctx.type_kind(ty) {
                        TypeKind::Float(kind) => memplan_mlir::ir::f64_from_bits(*kind, bits),
                        _ => 0.0,
                    },
                    _ => 0.0,
                };
                let bits = memplan_mlir::ir::bits_from_f64(kind, number);
                ctx.attr(AttrKind::Float { bits, ty })
            }
            TypeKind::Integer { .. } => {
                let value = ctx.attr_i64(int).unwrap_or(0);
                ctx.int_attr(value, ty)
            }
            _ => int,
        };
        set_prop(p, state, name, value);
    }
}

/// The constant that an operand is, with its operation.
fn known(p: &OpParser<'_>, value: ValueId) -> Option<Vec<i64>> {
    integers(p.module(), value)
}

/// The permutation and the padding are tensors in MLIR 19 and 20; constant ones are converted.
pub(crate) fn transpose(p: &mut OpParser<'_>, state: &mut OpState) {
    if let [_, perms] = state.operands[..]
        && let Some(perms) = known(p, perms)
    {
        state.operands.pop();
        let perms = p.ctx_mut().i32_array(&perms);
        set_prop(p, state, "perms", perms);
    }
}

pub(crate) fn pad(p: &mut OpParser<'_>, state: &mut OpState) {
    let Some(&[input, padding]) = state.operands.get(..2) else {
        return;
    };
    let is_tensor = p.module().ctx.is_tensor(p.module().value_type(padding));
    if is_tensor && let Some(sizes) = known(p, padding) {
        state.operands[1] = shape(p, &sizes).unwrap_or(padding);
    }
    let info = take(p, state, "quantization_info").map(|info| attr_text(&p.module().ctx, info));
    match state.operands.get(2).copied() {
        None => {
            let ty = element(p, p.module().value_type(input));
            let value = info.and_then(|info| entry(&info, "input_zp")).unwrap_or(0);
            state.operands.extend(zero_point(p, ty, value));
        }
        Some(value) if p.module().ctx.shape(p.module().value_type(value)) == Some(&[]) => {
            let text = p
                .module()
                .ctx
                .type_text(element(p, p.module().value_type(value)));
            let ty = p
                .ctx_mut()
                .type_from_text(format!("tensor<1x{text}>").as_bytes())
                .ok();
            let one = shape(p, &[1]);
            if let (Some(ty), Some(one)) = (ty, one)
                && let Some(value) =
                    p.emit_before("tosa.reshape", &[value, one], Some(ty), Dict::default())
            {
                state.operands[2] = value;
            }
        }
        Some(_) => {}
    }
}

fn prop_of(m: &Module, op: OpId, name: &str) -> Option<(StrId, AttrId)> {
    let name = m.ctx.find_str(name)?;
    Some((name, m.prop(op, name)?))
}

/// The elements of the constant of integers that a value is, or zeros for a constant of zeros of floats.
fn integers(m: &Module, value: ValueId) -> Option<Vec<i64>> {
    let op = m.defining_op(value)?;
    let (_, attr) = prop_of(m, op, "values")?;
    let AttrKind::Dense { ty, data } = m.ctx.attr_kind(attr) else {
        return None;
    };
    let n = m.ctx.n_elements(*ty)? as usize;
    if let (Some(TypeKind::Float(_)), memplan_mlir::ir::DenseData::Splat(bytes)) =
        (m.ctx.element_type(*ty).map(|ty| m.ctx.type_kind(ty)), data)
    {
        return bytes.iter().all(|&byte| byte == 0).then(|| vec![0; n]);
    }
    m.ctx.dense_integers(attr, n)
}

/// Makes attributes of the operands of an operation, as in MLIR 19 and 20.
pub(crate) fn attrs_of_operands(m: &mut Module, op: OpId, moved: &Moved) -> Done {
    let operands = m.operands(op).to_vec();
    let values = operands.get(moved.n_kept..).unwrap_or_default();
    let mut zero_points = Vec::new();
    for (&(name, kind), &value) in moved.attrs.iter().zip(values) {
        let list = integers(m, value).ok_or("an operand is not a constant")?;
        let first = list.first().copied().unwrap_or(0);
        let int = |m: &mut Module, width| {
            let ty = m.ctx.int_type(width);
            m.ctx.int_attr(first, ty)
        };
        let attr = match kind {
            Operand::ZeroPoint(_) if moved.quantization.is_empty() => int(m, 32),
            Operand::ZeroPoint(_) => {
                zero_points.push(format!("{name} = {first}"));
                continue;
            }
            Operand::Shift => int(m, 8),
            Operand::Shape => m.ctx.i64_array(&list),
            Operand::Multiplier => m.ctx.i32_array(&list),
            Operand::Integers(element) => {
                let element = m
                    .ctx
                    .type_from_text(element.as_bytes())
                    .map_err(|_| "a type")?;
                m.ctx.attr(AttrKind::DenseArray {
                    element,
                    values: list.into(),
                })
            }
        };
        let name = m.ctx.str(name);
        m.set_prop(op, name, attr);
    }
    if zero_points.iter().any(|point| !point.ends_with(" = 0")) {
        let body = format!("{}<{}>", moved.quantization, zero_points.join(", "));
        let (dialect, body) = (m.ctx.str("tosa"), m.ctx.str(body));
        let (name, attr) = (
            m.ctx.str("quantization_info"),
            m.ctx.attr(AttrKind::Opaque {
                dialect,
                body,
                ty: None,
            }),
        );
        m.set_prop(op, name, attr);
    }
    m.set_operands(op, &operands[..moved.n_kept.min(operands.len())]);
    erase_unused(m, values);
    Ok(())
}

/// Erases constants that nothing uses any more.
fn erase_unused(m: &mut Module, values: &[ValueId]) {
    for value in BTreeSet::from_iter(values.iter().copied()) {
        if m.is_unused(value)
            && let Some(op) = m.defining_op(value)
        {
            m.erase(op);
        }
    }
}

pub(crate) fn old_constant(m: &mut Module, op: OpId) -> Done {
    if let Some((name, values)) = prop_of(m, op, "values") {
        m.remove_prop(op, name);
        let name = m.ctx.str("value");
        m.set_prop(op, name, values);
    }
    Ok(())
}

pub(crate) fn old_rescale(m: &mut Module, op: OpId) -> Done {
    attrs_of_operands(m, op, &RESCALE)?;
    for name in ["input_unsigned", "output_unsigned"] {
        if let Some((key, value)) = prop_of(m, op, name) {
            if attr_text(&m.ctx, value) == "true" {
                return Err("its integers are unsigned");
            }
            m.remove_prop(op, key);
        }
    }
    old_rounding(m, op)
}

pub(crate) fn old_rounding(m: &mut Module, op: OpId) -> Done {
    if let Some((name, mode)) = prop_of(m, op, "rounding_mode") {
        let text = attr_text(&m.ctx, mode);
        if text.contains("INEXACT") {
            return Err("its rounding is inexact");
        }
        m.remove_prop(op, name);
        let double: &[u8] = if text.contains("DOUBLE") {
            b"true"
        } else {
            b"false"
        };
        let double = m.ctx.attr_from_text(double).map_err(|_| "an attribute")?;
        let name = m.ctx.str("double_round");
        m.set_prop(op, name, double);
    }
    Ok(())
}

pub(crate) fn old_conv(m: &mut Module, op: OpId) -> Done {
    attrs_of_operands(m, op, &CONV)?;
    without_acc_type(m, op)
}

fn without_acc_type(m: &mut Module, op: OpId) -> Done {
    if let Some((name, _)) = prop_of(m, op, "acc_type") {
        m.remove_prop(op, name);
    }
    Ok(())
}

/// Transposed convolutions also have the shape of the result.
pub(crate) fn old_transpose_conv(m: &mut Module, op: OpId) -> Done {
    let shape = m
        .results(op)
        .next()
        .and_then(|result| m.ctx.shape(m.value_type(result)));
    let shape = shape.ok_or("its result has no shape")?.to_vec();
    let shape: Vec<i64> = shape.into_iter().map(|size| size.max(-1)).collect();
    let (name, shape) = (m.ctx.str("out_shape"), m.ctx.i64_array(&shape));
    m.set_prop(op, name, shape);
    old_conv(m, op)
}

pub(crate) fn old_clamp(m: &mut Module, op: OpId) -> Done {
    let (Some((min, low)), Some((max, high))) =
        (prop_of(m, op, "min_val"), prop_of(m, op, "max_val"))
    else {
        return Ok(());
    };
    m.remove_prop(op, min);
    m.remove_prop(op, max);
    for (value, int, float) in [(low, "min_int", "min_fp"), (high, "max_int", "max_fp")] {
        let (number, whole) = match *m.ctx.attr_kind(value) {
            AttrKind::Float { bits, ty } => match m.ctx.type_kind(ty) {
                TypeKind::Float(kind) => {
                    let number = memplan_mlir::ir::f64_from_bits(*kind, bits);
                    (number, number as i64)
                }
                _ => (0.0, 0),
            },
            _ => {
                let whole = m.ctx.attr_i64(value).unwrap_or(0);
                (whole as f64, whole)
            }
        };
        let f32 = m.ctx.type_from_text(b"f32").map_err(|_| "a type")?;
        let bits = memplan_mlir::ir::bits_from_f64(memplan_mlir::ir::FloatKind::F32, number);
        let float_attr = m.ctx.attr(AttrKind::Float { bits, ty: f32 });
        let int_attr = m.ctx.i64_attr(whole);
        for (name, attr) in [(int, int_attr), (float, float_attr)] {
            let name = m.ctx.str(name);
            m.set_prop(op, name, attr);
        }
    }
    Ok(())
}

/// A constant of integers of 32 bits in front of an operation.
fn constant_before(
    m: &mut Module,
    anchor: OpId,
    values: &[i64],
    shape: &str,
) -> Result<ValueId, &'static str> {
    let ty = format!("tensor<{shape}xi32>");
    let text = format!("dense<{values:?}> : tensor<{}xi32>", values.len());
    let flat = m
        .ctx
        .attr_from_text(text.as_bytes())
        .map_err(|_| "a constant")?;
    let ty = m.ctx.type_from_text(ty.as_bytes()).map_err(|_| "a type")?;
    let values = match m.ctx.attr_kind(flat).clone() {
        AttrKind::Dense { data, .. } => m.ctx.attr(AttrKind::Dense { ty, data }),
        _ => flat,
    };
    let mut spec = OpSpec::new(m.ctx.op_name("tosa.const"));
    spec.results.push(ty);
    let name = m.ctx.str("value");
    spec.props.set(name, values);
    let op = m.create_before(anchor, spec);
    m.results(op).next().ok_or("no result")
}

/// The permutation is an attribute since MLIR 21.
pub(crate) fn known_permutation(m: &Module, op: OpId) -> Done {
    match prop_of(m, op, "perms") {
        Some(_) => Ok(()),
        None => Err("its permutation is not a constant"),
    }
}

pub(crate) fn old_transpose(m: &mut Module, op: OpId) -> Done {
    if let Some((name, perms)) = prop_of(m, op, "perms") {
        let perms = m.ctx.attr_array(perms).unwrap_or_default().to_vec();
        m.remove_prop(op, name);
        let value = constant_before(m, op, &perms, &perms.len().to_string())?;
        let input = m.operands(op)[0];
        m.set_operands(op, &[input, value]);
    }
    Ok(())
}

pub(crate) fn old_pad(m: &mut Module, op: OpId) -> Done {
    let operands = m.operands(op).to_vec();
    let [input, padding, rest @ ..] = &operands[..] else {
        return Ok(());
    };
    let sizes = integers(m, *padding).ok_or("its padding is not a constant")?;
    let padding_of = constant_before(m, op, &sizes, &format!("{}x2", sizes.len() / 2))?;
    let is_zero = rest
        .iter()
        .all(|&value| integers(m, value).is_some_and(|list| list == [0]));
    if !is_zero {
        return Err("it does not pad with zeros");
    }
    m.set_operands(op, &[*input, padding_of]);
    erase_unused(m, &operands[1..]);
    Ok(())
}

/// Constants of shapes remain only where an operation takes a shape as an operand.
pub(crate) fn old_shape(m: &mut Module, op: OpId) -> Done {
    match m.results(op).next() {
        Some(shape) if !m.is_unused(shape) => Err("an operation takes a shape as an operand"),
        _ => {
            m.erase(op);
            Ok(())
        }
    }
}

/// Words of enumerations are strings up to MLIR 21, and MLIR 19 has none for NaN.
pub(crate) fn words_as_strings(m: &mut Module, op: OpId) -> Done {
    for name in ["nan_mode", "rounding_mode", "mode"] {
        let Some((name, value)) = prop_of(m, op, name) else {
            continue;
        };
        let AttrKind::Opaque { body, .. } = m.ctx.attr_kind(value) else {
            continue;
        };
        let body = m.ctx.text(*body).into_owned();
        let word = body
            .split_once('<')
            .map_or("", |(_, word)| word)
            .trim_end_matches('>');
        let value = m.ctx.str(word);
        let attr = m.ctx.attr(AttrKind::String { value, ty: None });
        m.set_prop(op, name, attr);
    }
    Ok(())
}

/// Operations of MLIR 19 and 20 have no mode for NaN.
pub(crate) fn without_nan_mode(m: &mut Module, op: OpId) -> Done {
    if let Some((name, mode)) = prop_of(m, op, "nan_mode") {
        if attr_text(&m.ctx, mode).contains("IGNORE") {
            return Err("it ignores NaN");
        }
        m.remove_prop(op, name);
    }
    words_as_strings(m, op)
}
