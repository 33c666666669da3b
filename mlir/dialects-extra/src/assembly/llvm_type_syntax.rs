//! Types of the `llvm` dialect in canonical form.
//!
//! Types of most dialects are stored as they are written. LLVM types are normalised, because they have
//! several spellings (`array<4xi8>`, `array<4 x i8>`) and operations inspect them.

use memplan_mlir::ir::{Span, TypeKind};
use memplan_mlir::syntax::{PResult, ParseErrorKind, TypeParser, show};

/// Words that start a type of the dialect when its prefix is omitted.
const SHORT: [&str; 13] = [
    "array",
    "func",
    "label",
    "metadata",
    "ppc_fp128",
    "ptr",
    "struct",
    "target",
    "token",
    "void",
    "x86_amx",
    "x86_mmx",
    "vec",
];

/// Whether a type of the dialect may be spelled without its prefix inside another type.
pub(crate) fn is_short(body: &str) -> bool {
    let word = body.split(['<', ' ']).next().unwrap_or(body);
    SHORT.contains(&word)
}

/// `!llvm.name<..>`; the current token is everything up to the `<`.
pub(crate) fn parse(p: &mut TypeParser<'_>) -> PResult<String> {
    let at = p.here();
    let name = show(p.word().get("!llvm.".len()..).unwrap_or_default());
    p.bump();
    p.nested(|p| body(p, at, name))
}

/// Skips the current token, which must spell `token`.
fn expect(p: &mut TypeParser<'_>, token: &str, what: &str) -> PResult<()> {
    if !p.at_literal(token) {
        return Err(p.expected(what));
    }
    p.bump();
    Ok(())
}

/// The part after the name of a type; returns it with the name.
fn body(p: &mut TypeParser<'_>, at: Span, mut text: String) -> PResult<String> {
    if !is_short(&text) {
        return Err(p.err_at(
            at,
            ParseErrorKind::UnknownDialectPart {
                what: "type",
                name: text,
                dialect: "llvm".to_owned(),
            },
        ));
    }
    if !p.at_literal("<") {
        return Ok(text);
    }
    match text.as_str() {
        "ptr" => pointer(p, &mut text)?,
        "array" => array(p, &mut text)?,
        "struct" => structure(p, &mut text)?,
        "func" => function(p, &mut text)?,
        "target" | "vec" => text.push_str(&String::from_utf8_lossy(p.skip_balanced()?)),
        _ => return Ok(text),
    }
    Ok(text)
}

/// `<3>`: an address space, which is omitted if it is 0.
fn pointer(p: &mut TypeParser<'_>, text: &mut String) -> PResult<()> {
    p.bump();
    let start = p.here();
    let attr = p.parse_attr()?;
    if p.module().ctx.attr_i64(attr) != Some(0) {
        let space = String::from_utf8_lossy(p.bytes(p.span_from(start)));
        text.push_str(&format!("<{space}>"));
    }
    expect(p, ">", "`>` in pointer type")
}

/// `<4 x T>`.
fn array(p: &mut TypeParser<'_>, text: &mut String) -> PResult<()> {
    p.bump();
    let dims = p.parse_dims(false)?;
    let &[size] = &dims[..] else {
        return Err(p.expected("the size of the array"));
    };
    let element = inner(p)?;
    text.push_str(&format!("<{size} x {element}>"));
    expect(p, ">", "`>` in array type")
}

/// `<"name", packed (T, U)>`, `<"name", opaque>` or `<"name">`.
fn structure(p: &mut TypeParser<'_>, text: &mut String) -> PResult<()> {
    p.bump();
    text.push('<');
    let mut is_complete = false;
    if p.at_string() {
        text.push_str(&String::from_utf8_lossy(p.word()));
        p.bump();
        is_complete = !p.at_literal(",");
        if !is_complete {
            p.bump();
            text.push_str(", ");
        }
    }
    if !is_complete && p.eat_word("opaque") {
        text.push_str("opaque");
        is_complete = true;
    }
    if !is_complete {
        if p.eat_word("packed") {
            text.push_str("packed ");
        }
        expect(p, "(", "`(` in structure type")?;
        list(p, text)?;
    }
    text.push('>');
    expect(p, ">", "`>` in structure type")
}

/// `<T (U, ...)>`.
fn function(p: &mut TypeParser<'_>, text: &mut String) -> PResult<()> {
    p.bump();
    let result = inner(p)?;
    text.push_str(&format!("<{result} "));
    expect(p, "(", "`(` in function type")?;
    list(p, text)?;
    text.push('>');
    expect(p, ">", "`>` in function type")
}

/// Types up to a closing parenthesis; the last may be `...`.
fn list(p: &mut TypeParser<'_>, text: &mut String) -> PResult<()> {
    text.push('(');
    let mut is_first = true;
    while !(is_first && p.at_literal(")")) {
        text.push_str(if is_first { "" } else { ", " });
        is_first = false;
        if p.eat_literal("...") {
            text.push_str("...");
        } else {
            text.push_str(&inner(p)?);
        }
        if !p.at_literal(",") {
            break;
        }
        p.bump();
    }
    expect(p, ")", "`,` or `)`")?;
    text.push(')');
    Ok(())
}

/// A type inside another, where the dialect's prefix may be omitted.
fn inner(p: &mut TypeParser<'_>) -> PResult<String> {
    let word = show(p.word());
    let start = p.here();
    let text = if is_short(&word) {
        p.bump();
        p.nested(|p| body(p, start, word))?
    } else {
        let ty = p.parse_type()?;
        let ctx = &p.module().ctx;
        match ctx.type_kind(ty) {
            TypeKind::Opaque { dialect, body }
                if ctx.bytes(*dialect) == b"llvm" && is_short(&ctx.text(*body)) =>
            {
                ctx.text(*body).into_owned()
            }
            _ => ctx.type_text(ty),
        }
    };
    let span = p.span_from(start);
    p.spend_text(span, text.len())?;
    Ok(text)
}
