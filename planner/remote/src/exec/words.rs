//! Splits a command into words, like a shell that supports only quotes.

/// The words of a command; `None` when a quote is not closed.
///
/// Blanks separate words. Everything between `'` and `'` is literal; between `"` and `"`, a `\`
/// escapes `"` and `\`. Nothing is expanded.
pub(super) fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        end if end == c => break,
                        '\\' if c == '"' => match characters.next()? {
                            escaped @ ('"' | '\\') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        inside => word.push(inside),
                    }
                }
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_keep_words_together() {
        let words = |command| split(command).unwrap();
        assert_eq!(
            words("  python3 a.py\t--fast "),
            ["python3", "a.py", "--fast"]
        );
        assert_eq!(words("a 'b  c' d''e \"\" f"), ["a", "b  c", "de", "", "f"]);
        assert_eq!(
            words(r#"a "b \" \\ \n $HOME" c"#),
            ["a", r#"b " \ \n $HOME"#, "c"]
        );
        assert_eq!(words(r"a\b * ~"), [r"a\b", "*", "~"]);
        assert!(words(" ").is_empty());
        for open in ["a 'b", "a \"b", "\"a\\"] {
            assert_eq!(split(open), None, "{open}");
        }
    }
}
