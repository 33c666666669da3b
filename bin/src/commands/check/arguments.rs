//! Reads arguments of a function from JSON, according to the types of its parameters.

use std::path::Path;

use memplan_interp::Datum;
use memplan_mlir::text::type_text;
use memplan_mlir::{DYNAMIC, Module, OpId, TypeId, TypeKind};
use serde_json::Value;

use crate::exit::{Failure, Outcome};
use crate::io;
use crate::render::Message;

/// The arguments in a text: a JSON array, or `@FILE` with one.
///
/// # Errors
///
/// When the text is no array, the number of elements differs from that of the parameters, or an element does not fit
/// its type.
pub(super) fn parse(m: &Module, function: OpId, text: &str) -> Outcome<Vec<Datum>> {
    let content;
    let json = match text.strip_prefix('@') {
        Some(path) => {
            content = String::from_utf8_lossy(&io::read(Path::new(path))?).into_owned();
            &content
        }
        None => text,
    };
    let values: Vec<Value> = serde_json::from_str(json)
        .map_err(|error| bad(&format!("expected a JSON array: {error}")))?;
    let entry = m.regions(function).first().and_then(|&r| m.first_block(r));
    let params = entry.map_or(&[][..], |entry| m.block_args(entry));
    if params.len() != values.len() {
        let (expected, given) = (params.len(), values.len());
        return Err(bad(&format!(
            "the function has {expected} parameters, found {given} arguments"
        )));
    }
    let pairs = params.iter().zip(&values).enumerate();
    pairs
        .map(|(index, (&param, value))| {
            let ty = m.value_type(param);
            datum(m, ty, value).map_err(|problem| {
                let ty = type_text(&m.ctx, ty);
                bad(&format!("argument {index} of type `{ty}`: {problem}"))
            })
        })
        .collect()
}

fn bad(problem: &str) -> Failure {
    Failure::could_not_try(Message::error("bad-arguments", problem).help(
        "write one element for each parameter: `[3, 1.5, true, [[1, 2], [3, 4]]]`; \
             a complex number is `[re, im]`",
    ))
}

fn datum(m: &Module, ty: TypeId, value: &Value) -> Result<Datum, String> {
    match m.ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Index => integer(value),
        TypeKind::Float(_) => value
            .as_f64()
            .map(Datum::Float)
            .ok_or_else(|| format!("expected a number, found `{value}`")),
        TypeKind::Complex(_) => match value.as_array().map(Vec::as_slice) {
            Some([re, im]) => match (re.as_f64(), im.as_f64()) {
                (Some(re), Some(im)) => Ok(Datum::Complex(re, im)),
                _ => Err(format!("expected two numbers, found `{value}`")),
            },
            _ => Err(format!("expected `[re, im]`, found `{value}`")),
        },
        TypeKind::Opaque { .. } | TypeKind::None => Ok(Datum::Opaque),
        _ => array(m, ty, value),
    }
}

fn integer(value: &Value) -> Result<Datum, String> {
    let unsigned = value.as_u64().or_else(|| value.as_bool().map(u64::from));
    let signed = || value.as_i64().map(i64::cast_unsigned);
    let bits = unsigned.or_else(signed);
    bits.map(Datum::Int)
        .ok_or_else(|| format!("expected a 64-bit integer, found `{value}`"))
}

/// Nested arrays, as deep as the type has dimensions; as deep as they are for an unranked one.
fn array(m: &Module, ty: TypeId, value: &Value) -> Result<Datum, String> {
    let element = m
        .ctx
        .element_type(ty)
        .ok_or("values of this type are not supported")?;
    let is_complex = matches!(m.ctx.type_kind(element), TypeKind::Complex(_));
    let mut sizes: Vec<i64> = Vec::new();
    let mut at = value;
    let rank = m.ctx.shape(ty).map(<[i64]>::len);
    while let Value::Array(elements) = at {
        // The innermost array of a complex type is a single number.
        let is_number = is_complex && elements.iter().all(Value::is_number);
        if rank == Some(sizes.len()) || (rank.is_none() && is_number) {
            break;
        }
        sizes.push(elements.len() as i64);
        match elements.first() {
            Some(first) => at = first,
            None => break,
        }
    }
    if rank.is_some_and(|rank| rank != sizes.len()) && !sizes.contains(&0) {
        return Err(format!("expected arrays nested {} deep", rank.unwrap_or(0)));
    }
    let shape = m.ctx.shape(ty).unwrap_or(&[]);
    for (&promised, &size) in shape.iter().zip(&sizes) {
        if promised != DYNAMIC && promised != size {
            return Err(format!("expected {promised} elements, found {size}"));
        }
    }
    let mut elements = Vec::new();
    flatten(m, element, value, &sizes, &mut elements)?;
    // After an empty array, only the type gives the remaining sizes.
    for &promised in &shape[sizes.len().min(shape.len())..] {
        sizes.push(if promised == DYNAMIC { 0 } else { promised });
    }
    Ok(Datum::Array { sizes, elements })
}

/// As deep as there are sizes.
fn flatten(
    m: &Module,
    element: TypeId,
    value: &Value,
    sizes: &[i64],
    out: &mut Vec<Datum>,
) -> Result<(), String> {
    let Some((&size, inner)) = sizes.split_first() else {
        out.push(datum(m, element, value)?);
        return Ok(());
    };
    match value {
        Value::Array(elements) if elements.len() as i64 == size => elements
            .iter()
            .try_for_each(|value| flatten(m, element, value, inner, out)),
        _ => Err(format!("expected an array of {size} elements")),
    }
}
