//! The small changes of a source file that mutants consist of.

use std::ops::Range;

/// A change of a text: the replaced bytes and their replacement.
pub(super) type Change = (Range<usize>, String);

/// Texts to replace wherever they occur in code.
const SWAPS: &[(&str, &str)] = &[
    (" && ", " || "),
    (" || ", " && "),
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" + ", " - "),
    (" - ", " + "),
    (" += ", " -= "),
    (" -= ", " += "),
    (".min(", ".max("),
    (".max(", ".min("),
    (".any(", ".all("),
    (".all(", ".any("),
];

/// Adapters that select elements: without them, all remain.
const FILTERS: &[&str] = &[".filter(", ".take_while(", ".skip_while("];

/// What the block of a guard clause starts with.
const EXITS: &[&str] = &["return", "continue", "break"];

/// All changes of a source file that is formatted by rustfmt. Some do not compile.
pub(super) fn changes(text: &str) -> Vec<Change> {
    let code = masked(text);
    let mut list = Vec::new();
    for &(from, to) in SWAPS {
        let places = code.match_indices(from);
        list.extend(places.map(|(at, _)| (at..at + from.len(), to.to_owned())));
    }
    for filter in FILTERS {
        for (at, _) in code.match_indices(filter) {
            let end = end_of(&code, at + filter.len(), |c| c == b')');
            list.push((at..end + 1, String::new()));
        }
    }
    let predicate = "-> bool {";
    for (at, _) in code.match_indices(predicate) {
        let start = at + predicate.len();
        for value in ["true", "false"] {
            list.push((start..start, format!(" return {value};")));
        }
    }
    conditions(&code, text, &mut list);
    calls(&code, &mut list);
    list.sort_by_key(|change| change.0.start);
    list
}

/// Negates conditions, and drops guard clauses.
fn conditions(code: &str, text: &str, list: &mut Vec<Change>) {
    for (at, keyword) in code.match_indices(" if ") {
        let start = at + keyword.len();
        let end = end_of(code, start, |c| matches!(c, b'{' | b'=' | b',' | b')'));
        let end = start + code[start..end].trim_end().len();
        let condition = &text[start..end];
        let has_pattern = code[start..end].contains("let ");
        if !has_pattern {
            list.push((start..end, format!("!({condition})")));
        }
        let block = code[end..].trim_start().strip_prefix('{');
        let block = block.map_or("", str::trim_start);
        if EXITS.iter().any(|exit| block.starts_with(exit)) {
            let never = if has_pattern {
                format!("{condition} && false")
            } else {
                format!("false && ({condition})")
            };
            list.push((start..end, never));
        }
    }
}

/// Leaves out calls that are statements of one line.
fn calls(code: &str, list: &mut Vec<Change>) {
    let mut at = 0;
    let mut is_start = false;
    for line in code.split_inclusive('\n') {
        let statement = line.trim();
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
        let is_call = statement
            .strip_suffix(");")
            .and_then(|call| call.split_once('('))
            .is_some_and(|(path, _)| !path.is_empty() && path.chars().all(is_path));
        if is_call && is_start {
            list.push((start..start + statement.len(), String::new()));
        }
        if !statement.is_empty() {
            is_start = statement.ends_with([';', '{', '}']);
        }
    }
}

/// The first byte from `start` on, outside of brackets, that ends an expression; comparisons do not.
fn end_of(code: &str, start: usize, is_end: impl Fn(u8) -> bool) -> usize {
    let bytes = code.as_bytes();
    let mut depth = 0_u32;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let is_comparison = byte == b'='
            && (bytes.get(at + 1) != Some(&b'>') || matches!(bytes[at - 1], b'=' | b'<' | b'>'));
        if depth == 0 && is_end(byte) && !is_comparison {
            return at;
        }
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    at.saturating_sub(1)
}

/// The text with spaces for comments, literals of text, attributes, and items of tests.
fn masked(text: &str) -> String {
    let mut code = text.as_bytes().to_vec();
    let mut at = 0;
    while at < code.len() {
        let length = length_of_other(text, at);
        for byte in &mut code[at..at + length] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at += length.max(1);
    }
    String::from_utf8(code).unwrap_or_default()
}

/// The length of what starts at a byte and is no code to change; 0 at code.
fn length_of_other(text: &str, at: usize) -> usize {
    let Some(rest) = text.get(at..) else {
        return 1;
    };
    let until = |end: &str| {
        rest.find(end)
            .map_or(rest.len(), |at_end| at_end + end.len())
    };
    if rest.starts_with("#[cfg(test)]") {
        let indent = at - text[..at].rfind('\n').map_or(0, |line| line + 1);
        let is_block = rest.find('{') < rest.find(';') && rest.contains('{');
        return if is_block {
            until(&format!("\n{}}}\n", " ".repeat(indent)))
        } else {
            until(";")
        };
    }
    let mut chars = rest.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('/'), Some('/'), _) => rest.find('\n').unwrap_or(rest.len()),
        (Some('#'), Some('[' | '!'), _) => until("]"),
        (Some('r'), Some('#'), Some('"')) => until("\"#"),
        (Some('\''), Some('\\'), _) => 2 + rest[2..].find('\'').map_or(0, |end| end + 1),
        (Some('\''), Some(c), Some('\'')) => 2 + c.len_utf8(),
        (Some('"'), ..) => {
            let mut is_escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::changes;

    /// The lines that are not in the text, one for each change.
    fn mutated(text: &str) -> Vec<String> {
        let apply = |(range, with): (std::ops::Range<usize>, String)| {
            let mutated = format!("{}{with}{}", &text[..range.start], &text[range.end..]);
            let new = mutated.lines().find(|line| !text.contains(line));
            new.unwrap_or_default().trim().to_owned()
        };
        changes(text).into_iter().map(apply).collect()
    }

    #[test]
    fn conditions_operators_predicates_filters_and_calls_change() {
        let text = "fn is_low(list: &[u32], n: u32) -> bool {\n    if n == 0 {\n        return true;\n    }\n    \
                    log(n);\n    list.iter().filter(|&&x| x != 7).any(|&x| n + x <= 9)\n}\n";
        let expected = [
            "fn is_low(list: &[u32], n: u32) -> bool { return true;",
            "fn is_low(list: &[u32], n: u32) -> bool { return false;",
            "if !(n == 0) {",
            "if false && (n == 0) {",
            "if n != 0 {",
            "",
            "list.iter().any(|&x| n + x <= 9)",
            "list.iter().filter(|&&x| x == 7).any(|&x| n + x <= 9)",
            "list.iter().filter(|&&x| x != 7).all(|&x| n + x <= 9)",
            "list.iter().filter(|&&x| x != 7).any(|&x| n - x <= 9)",
            "list.iter().filter(|&&x| x != 7).any(|&x| n + x < 9)",
        ];
        assert_eq!(mutated(text), expected);
    }

    #[test]
    fn a_guard_with_a_pattern_is_dropped_but_not_negated() {
        let text = "if let Some(n) = next\n    && n < 2\n{\n    continue;\n}\n";
        let all = mutated(&format!("loop {{ {text}}}\n"));
        assert!(all.contains(&String::from("&& n < 2 && false")), "{all:?}");
        assert!(!all.iter().any(|line| line.contains("!(")), "{all:?}");
    }

    #[test]
    fn comments_text_attributes_and_tests_stay() {
        let text = "// a && b\n#[doc = \"c == d\"]\nconst TEXT: &str = \"e \\\" + f\";\nconst C: char = '\"';\n\
                    #[cfg(test)]\nmod tests {\n    fn f(n: u32) -> bool {\n        n < 2\n    }\n}\n";
        assert_eq!(mutated(text), [""; 0]);
    }
}
