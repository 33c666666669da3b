//! Lists of specifications, and counts.

use std::num::NonZeroUsize;

/// Reads how many threads or jobs there are.
///
/// # Errors
///
/// What was expected.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a number from 1".to_owned())
}

/// Splits `a,b{c=d,e=f}` at separators outside braces. Braces within quoted values do not count.
pub(crate) fn split_outside_braces(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut quote, mut before) = (None, ' ');
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        let before = std::mem::replace(&mut before, c);
        match c {
            '\\' if quote == Some('"') => drop(characters.next()),
            c if quote.is_some() => quote = quote.filter(|&quote| quote != c),
            '"' | '\'' if depth != 0 && before == '=' => quote = Some(c),
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && is_separator(c) => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::split_outside_braces;

    #[test]
    fn commas_in_braces_do_not_separate() {
        let is_comma = |c| c == ',';
        let parts = split_outside_braces("a,b{c=1,d=2},e", is_comma);
        assert_eq!(parts, ["a", "b{c=1,d=2}", "e"]);
        assert!(split_outside_braces(" , ", is_comma).is_empty());
        let parts = split_outside_braces(r#"a{c="}\",{" d='"},'},b"#, is_comma);
        assert_eq!(parts, [r#"a{c="}\",{" d='"},'}"#, "b"]);
        assert_eq!(
            split_outside_braces("a{c=it's},b", is_comma),
            ["a{c=it's}", "b"]
        );
    }
}
