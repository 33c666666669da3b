//! Decomposes types of the `llvm` dialect from their canonical form.

use super::llvm_type_syntax::is_short;
use memplan_mlir::ir::{Context, TypeId, TypeKind};

/// Parts of a type, as spelled inside the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parts<'a> {
    /// `array<4 x T>`.
    Array(&'a str),
    /// `struct<(T, U)>`.
    Struct(Vec<&'a str>),
    /// `func<T (U, ...)>`.
    Function {
        /// `void` for none.
        result: &'a str,
        params: Vec<&'a str>,
        is_variadic: bool,
    },
    /// A type without parts.
    Other,
}

/// The body of a type of the dialect: `ptr` for `!llvm.ptr`.
pub(super) fn body(ctx: &Context, ty: TypeId) -> Option<String> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, body } if ctx.bytes(*dialect) == b"llvm" => {
            Some(ctx.text(*body).into_owned())
        }
        _ => None,
    }
}

/// Decomposes the body of a type.
pub(super) fn parts(body: &str) -> Parts<'_> {
    let inner = |name: &str| {
        body.strip_prefix(name)?
            .strip_prefix('<')?
            .strip_suffix('>')
    };
    if let Some(inner) = inner("array") {
        return inner
            .split_once(" x ")
            .map_or(Parts::Other, |(_, element)| Parts::Array(element));
    }
    if let Some(inner) = inner("struct") {
        let list = split(inner).pop().map(str::trim_start);
        let list = list.map(|list| list.strip_prefix("packed ").unwrap_or(list));
        let list = list.and_then(|list| list.strip_prefix('(')?.strip_suffix(')'));
        return list.map_or(Parts::Other, |list| Parts::Struct(split(list)));
    }
    if let Some(inner) = inner("func")
        && let Some((result, list)) = function_parts(inner)
    {
        let mut params = split(list);
        let is_variadic = params.last() == Some(&"...");
        if is_variadic {
            params.pop();
        }
        return Parts::Function {
            result,
            params,
            is_variadic,
        };
    }
    Parts::Other
}

/// `T` and the text between the parentheses of `T (U, ...)`.
fn function_parts(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_suffix(')')?;
    let mut depth = 1usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text[..at].trim_end(), &text[at + 1..]));
        }
    }
    None
}

/// Splits at the commas outside brackets and strings.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut depth, mut start, mut in_string) = (0usize, 0, false);
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                pieces.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !pieces.is_empty() {
        pieces.push(last);
    }
    pieces
}

/// The full spelling of a part as a type.
pub(super) fn full_text(part: &str) -> String {
    if is_short(part) {
        format!("!llvm.{part}")
    } else {
        part.to_owned()
    }
}

/// The type that a part spells.
pub(super) fn part_type(ctx: &mut Context, part: &str) -> Option<TypeId> {
    ctx.type_from_text(full_text(part).as_bytes()).ok()
}

/// The spelling of a type inside another.
pub(super) fn part_text(ctx: &Context, ty: TypeId) -> String {
    body(ctx, ty)
        .filter(|body| is_short(body))
        .unwrap_or_else(|| ctx.type_text(ty))
}

/// The type of the member of an aggregate at a position.
pub(super) fn member(ctx: &mut Context, ty: TypeId, position: &[i64]) -> Option<TypeId> {
    let mut current = body(ctx, ty)?;
    for &index in position {
        let part = match parts(&current) {
            Parts::Array(element) => element.to_owned(),
            Parts::Struct(members) => (*members.get(usize::try_from(index).ok()?)?).to_owned(),
            Parts::Function { .. } | Parts::Other => return None,
        };
        current = part;
    }
    if position.is_empty() {
        return Some(ty);
    }
    part_type(ctx, &current)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_come_apart() {
        assert_eq!(
            parts("array<4 x array<2 x i8>>"),
            Parts::Array("array<2 x i8>")
        );
        let named = "struct<\"a, (b\", packed (ptr<3>, func<void (i32, ...)>)>";
        let members = vec!["ptr<3>", "func<void (i32, ...)>"];
        assert_eq!(parts(named), Parts::Struct(members));
        assert_eq!(parts("struct<()>"), Parts::Struct(Vec::new()));
        let function = parts("func<struct<(i32, i64)> (ptr, array<2 x f32>, ...)>");
        let expected = Parts::Function {
            result: "struct<(i32, i64)>",
            params: vec!["ptr", "array<2 x f32>"],
            is_variadic: true,
        };
        assert_eq!(function, expected);
        assert_eq!(parts("ptr"), Parts::Other);
    }

    #[test]
    fn members_are_found() {
        let mut ctx = Context::with_dialects(crate::dialects().clone());
        let text = b"!llvm.struct<(i32,array<2xstruct<(ptr, f32)>>)>";
        let ty = ctx.type_from_text(text).unwrap();
        let text = |ctx: &Context, ty| ctx.type_text(ty);
        assert_eq!(
            text(&ctx, ty),
            "!llvm.struct<(i32, array<2 x struct<(ptr, f32)>>)>"
        );
        let inner = member(&mut ctx, ty, &[1, 0, 0]).unwrap();
        assert_eq!(text(&ctx, inner), "!llvm.ptr");
        assert_eq!(member(&mut ctx, ty, &[2]), None);
    }
}
