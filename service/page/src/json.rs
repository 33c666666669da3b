//! Writing JSON: the few forms that this crate needs, without a serialisation framework.

use std::fmt::Write as _;

/// A string literal. `<` is escaped, so that the text can be embedded in a `<script>`.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' || matches!(c, '<' | '\u{7f}' | '\u{2028}' | '\u{2029}') => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The string literal as a separate value.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    string(&mut out, text);
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_literal_is_read_back_unchanged() {
        let text = "a\"b\\c\n\u{0}</script>\u{2028}é🦀";
        let literal = quoted(text);
        assert!(!literal.contains('<'), "{literal}");
        let back: String = serde_json::from_str(&literal).unwrap();
        assert_eq!(back, text);
    }
}
