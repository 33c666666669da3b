//! Recognises programs by their first bytes.

/// Whether a text starts like an MLIR program, in custom or generic form. The text must have no leading white space.
///
/// A text that starts differently may still be a program: one of an unknown dialect, or an invalid one. Traces
/// and plans never start like this: their comments start with `#`, and no column name contains a dot.
pub fn begins_like_program(text: &[u8]) -> bool {
    if text.starts_with(b"//") || text.starts_with(b"{-#") || text.starts_with(b"%") {
        return true;
    }
    let is_word = |c: &u8| c.is_ascii_alphanumeric() || b"_.$-".contains(c);
    let word = |text: &[u8]| text.iter().take_while(|c| is_word(c)).count();
    match text {
        // An alias. Comments of traces have a space after the `#`, or no `=` after the word.
        [b'#' | b'!', rest @ ..] => {
            let n = word(rest);
            n > 0 && rest[n..].trim_ascii_start().starts_with(b"=")
        }
        // A generic operation.
        [b'"', rest @ ..] => {
            let n = word(rest);
            rest[..n].contains(&b'.') && rest[n..].starts_with(b"\"")
        }
        _ => {
            let (name, rest) = text.split_at(word(text));
            let next = rest.first().copied().unwrap_or(b' ');
            let has_dialect = name.iter().position(|&c| c == b'.');
            let has_dialect = has_dialect.is_some_and(|at| 0 < at && at + 1 < name.len());
            let is_plain = matches!(next, b' ' | b'\t' | b'\n' | b'\r' | b'(' | b'{' | b'@');
            is_plain && (has_dialect || name == b"module" || name == b"func")
        }
    }
}
