//! Mutations of the text of types and attributes.

use super::tree::{end_of, split};
use memplan_support::Random;

/// Replacement types.
const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i32",
    "i64",
    "si32",
    "ui8",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E5M2",
    "none",
    "complex<f32>",
    "vector<4xf32>",
    "vector<[4]xf32>",
    "vector<2x4xf32>",
    "vector<f32>",
    "vector<4xi1>",
    "vector<4xindex>",
    "tensor<4xf32>",
    "tensor<?xf32>",
    "tensor<*xf32>",
    "tensor<2x4xi32>",
    "tensor<f32>",
    "memref<4xf32>",
    "memref<?xf32>",
    "memref<*xf32>",
    "memref<2x4xi32>",
    "memref<f32>",
    "memref<4xf32, 1>",
    "memref<4xi8>",
    "memref<4x4xf32, strided<[8, 1], offset: 2>>",
    "!llvm.ptr",
    "!llvm.struct<(i32, f32)>",
    "!async.token",
    "!gpu.async.token",
    "tuple<i32, f32>",
    "() -> ()",
];
const SCALARS: &[&str] = &[
    "i1",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "si32",
    "ui32",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f80",
    "complex<f32>",
    "f8E4M3FN",
];
/// Words of enumerators.
const WORDS: &[&str] = &[
    "add",
    "mul",
    "minsi",
    "minui",
    "minnumf",
    "maxsi",
    "maxui",
    "maxnumf",
    "and",
    "or",
    "xor",
    "minimumf",
    "maximumf",
    "fast",
    "nnan",
    "none",
    "nsw",
    "nuw",
    "nneg",
    "exact",
    "parallel",
    "reduction",
    "window",
    "workgroup",
    "private",
    "global",
    "x",
    "y",
    "z",
    "upward",
    "to_nearest_even",
    "downward",
    "newline",
    "comma",
    "seq_cst",
    "monotonic",
    "acquire",
    "internal",
    "external",
    "default",
    "hidden",
    "addf",
    "assign",
    "eq",
    "slt",
    "ult",
    "oeq",
    "une",
    "all_reduce",
    "scf.for",
    "true",
    "nope",
];
/// Replacement attributes.
const ATTRS: &[&str] = &[
    "true",
    "false",
    "0 : i64",
    "1 : i32",
    "7 : i64",
    "-1 : i64",
    "2 : index",
    "1 : i1",
    "1.0 : f32",
    "2.0 : f64",
    "\"s\"",
    "\"\"",
    "unit",
    "[]",
    "[0, 1]",
    "[0 : i32]",
    "[\"a\"]",
    "[true]",
    "[false, true]",
    "array<i64>",
    "array<i64: 0>",
    "array<i64: 1, 0>",
    "array<i32: 1, 1>",
    "array<i32: 1>",
    "array<i1: true>",
    "f32",
    "i64",
    "memref<4xf32>",
    "vector<4xf32>",
    "{}",
    "{a = 1 : i64}",
    "@sym",
    "@a::@b",
    "affine_map<(d0) -> (d0)>",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<() -> ()>",
    "affine_map<(d0)[s0] -> (d0 + s0)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "dense<1> : tensor<2xi32>",
    "dense<[1, 2]> : vector<2xi64>",
    "dense<0.0> : tensor<4xf32>",
    "#vector.kind<add>",
    "#arith.fastmath<none>",
    "#arith.overflow<nsw>",
    "strided<[1]>",
    "#gpu.address_space<workgroup>",
    "loc(unknown)",
    "() -> ()",
    "(i32) -> i32",
];

/// A type that differs from the given one.
pub(crate) fn other_type(random: &mut Random, ty: &str, known: &[String]) -> String {
    let mutated = match random.index(10) {
        0 => pick_str(random, TYPES),
        1 if !known.is_empty() => random.pick(known).clone(),
        _ => shaped(random, ty).unwrap_or_else(|| pick_str(random, SCALARS)),
    };
    if mutated == ty {
        pick_str(random, TYPES)
    } else {
        mutated
    }
}

/// A mutation of a vector, tensor, memref or complex type.
fn shaped(random: &mut Random, ty: &str) -> Option<String> {
    let (kind, rest) = ty.split_once('<')?;
    if !["vector", "tensor", "memref", "complex"].contains(&kind) {
        return None;
    }
    let parts = split(rest.strip_suffix('>')?);
    let (first, tail) = parts.split_first()?;
    let (mut dims, mut element) = dims_of(first);
    let mut kind = kind.to_owned();
    let mut tail: Vec<String> = tail.iter().map(|&part| part.to_owned()).collect();
    match random.index(12) {
        0 | 1 => element = pick_str(random, SCALARS),
        2 | 3 if !dims.is_empty() => {
            let at = random.index(dims.len());
            dims[at] = other_number(random, &dims[at]);
        }
        4 => dims.insert(
            random.index(dims.len() + 1),
            pick_str(random, &["1", "2", "4", "3", "?"]),
        ),
        5 if !dims.is_empty() => drop(dims.remove(random.index(dims.len()))),
        6 if !dims.is_empty() => {
            let at = random.index(dims.len());
            dims[at] = if kind == "vector" {
                format!("[{}]", dims[at].trim_matches(['[', ']']))
            } else {
                "?".to_owned()
            };
        }
        7 if dims.len() > 1 => {
            let at = random.index(dims.len() - 1);
            dims.swap(at, at + 1);
        }
        8 => kind = pick_str(random, &["vector", "tensor", "memref"]),
        9 if kind != "vector" => dims = vec!["*".to_owned()],
        10 if kind == "memref" => {
            let strides = vec!["1"; dims.len()].join(", ");
            tail = vec![format!("strided<[{strides}], offset: ?>")];
        }
        10 if kind == "vector" => element = other_type(random, &element, &[]),
        11 if kind == "memref" => tail.push("3".to_owned()),
        11 if kind == "tensor" => tail = vec!["\"enc\"".to_owned()],
        _ => element = pick_str(random, SCALARS),
    }
    let mut text = kind;
    text.push('<');
    for dim in dims {
        text.push_str(&dim);
        text.push('x');
    }
    text.push_str(&element);
    for part in tail {
        text.push_str(", ");
        text.push_str(&part);
    }
    text.push('>');
    Some(text)
}

/// Splits `2x[4]xf32`.
fn dims_of(text: &str) -> (Vec<String>, String) {
    let (mut dims, mut rest) = (Vec::new(), text);
    while let Some((dim, tail)) = rest.split_once('x') {
        let is_dim = !dim.is_empty()
            && dim
                .chars()
                .all(|c| c.is_ascii_digit() || "?*[]".contains(c));
        if !is_dim {
            break;
        }
        dims.push(dim.to_owned());
        rest = tail;
    }
    (dims, rest.to_owned())
}

/// Another number.
fn other_number(random: &mut Random, text: &str) -> String {
    let old: i64 = text.trim_matches(['[', ']']).parse().unwrap_or(4);
    let new = match random.index(7) {
        0 => 0,
        1 => 1,
        2 => old.wrapping_sub(1),
        3 => old.wrapping_mul(2),
        4 => old.wrapping_add(7),
        _ => old.wrapping_add(1),
    };
    new.max(0).to_string()
}

/// The text of an attribute with one change.
pub(crate) fn other_attr(random: &mut Random, text: &str) -> String {
    if random.one_in(6) {
        return pick_str(random, ATTRS);
    }
    match random.index(3) {
        0 => items(random, text),
        _ => token(random, text),
    }
    .unwrap_or_else(|| pick_str(random, ATTRS))
}

/// Drops, repeats or swaps items of one of the lists in the text.
fn items(random: &mut Random, text: &str) -> Option<String> {
    let opens: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| "[(<{".contains(*c))
        .map(|(at, _)| at + 1)
        .collect();
    if opens.is_empty() {
        return None;
    }
    let start = *random.pick(&opens);
    let len = end_of(&text[start..], |c| "])>}".contains(c))?;
    let list = &text[start..start + len];
    // Skip the element type of `array<i64: 1, 2>`.
    let head = match list.split_once(": ") {
        Some((head, _)) if !head.contains(['<', ',', '(', '[']) => head.len() + 2,
        _ => 0,
    };
    let mut items = split(&list[head..]);
    if items.is_empty() {
        return None;
    }
    let at = random.index(items.len());
    match random.index(3) {
        0 => drop(items.remove(at)),
        1 => items.insert(at, items[at]),
        _ => {
            let last = items.len() - 1;
            items.swap(at, last);
        }
    }
    let head = if items.is_empty() {
        list[..head].trim_end_matches([':', ' '])
    } else {
        &list[..head]
    };
    Some(format!(
        "{}{head}{}{}",
        &text[..start],
        items.join(", "),
        &text[start + len..]
    ))
}

/// Changes one word or number of the text.
pub(crate) fn token(random: &mut Random, text: &str) -> Option<String> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return None;
    }
    let (start, end) = *random.pick(&tokens);
    let old = &text[start..end];
    let is_number = old.starts_with(|c: char| c.is_ascii_digit());
    let new = if is_number {
        let sign = if random.one_in(8) { "-" } else { "" };
        format!("{sign}{}", other_number(random, old))
    } else if old == "true" || old == "false" {
        if old == "true" { "false" } else { "true" }.to_owned()
    } else if SCALARS.contains(&old) {
        pick_str(random, SCALARS)
    } else if random.one_in(6) {
        format!("{old}x")
    } else {
        pick_str(random, WORDS)
    };
    Some(format!("{}{new}{}", &text[..start], &text[end..]))
}

/// Words and numbers, by position.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        let digits = bytes[at].is_ascii_digit();
        while at < bytes.len() && is_word(bytes[at]) && (!digits || bytes[at].is_ascii_digit()) {
            at += 1;
        }
        tokens.push((start, at));
        // Skip the `x` between sizes.
        if digits && bytes.get(at) == Some(&b'x') {
            at += 1;
        }
    }
    tokens
}

/// The types in a text, with their positions: shaped types as a whole, then scalars.
pub(crate) fn types_in(text: &str) -> Vec<(usize, usize)> {
    let mut types = Vec::new();
    let mut done = 0;
    for (start, end) in tokens(text) {
        let word = &text[start..end];
        let is_name = text[..start].ends_with(['%', '@', '#', '!', '.', '^', '"']);
        if is_name || start < done {
            continue;
        }
        if ["vector", "tensor", "memref", "complex"].contains(&word) && text[end..].starts_with('<')
        {
            if let Some(len) = end_of(&text[end + 1..], |c| c == '>') {
                types.push((start, end + len + 2));
                done = end + len + 2;
            }
        } else if SCALARS.contains(&word) {
            types.push((start, end));
        }
    }
    types
}

/// Picks one of several words.
pub(crate) fn pick_str(random: &mut Random, of: &[&str]) -> String {
    (*random.pick(of)).to_owned()
}
