//! The lexer: bytes to tokens, one at a time, from any position.
//!
//! Tokens are spans without values: no allocation, no conversion. The parser can restart the lexer
//! after any byte, as dimension lists require (`4x8xf32` is not a sequence of ordinary tokens).
//! Keywords are contextual in MLIR, so the lexer does not know them.

use crate::ir::Span;
use crate::syntax::ParseErrorKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// End of input.
    Eof,
    /// `memref.alloc`, `i32`, `loc`.
    BareId,
    /// `@name`, `@"any bytes"`.
    At,
    /// `%name`.
    Percent,
    /// `^name`.
    Caret,
    /// `#name`, also `#0` after a value.
    Hash,
    /// `!name`.
    Bang,
    /// `12`, `0x1F`.
    Integer,
    /// `1.5e3`.
    Float,
    /// `"text"`.
    String,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `=`
    Equal,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `?`
    Question,
    /// `|`
    Pipe,
    /// `/`
    Slash,
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// `{-#`
    FileMetaBegin,
    /// `#-}`
    FileMetaEnd,
    /// Bytes that are not a token; [`error_kind`] returns the reason.
    Error,
}

/// A token: its kind and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// Its position.
    pub(crate) span: Span,
}

/// Classes of bytes, as bits of the entries of `CLASSES`.
mod class {
    pub(super) const BLANK: u8 = 1;
    /// `[A-Za-z_]`
    pub(super) const ID_START: u8 = 2;
    /// `[A-Za-z0-9_.$]`
    pub(super) const ID: u8 = 4;
    pub(super) const DIGIT: u8 = 8;
    pub(super) const HEX: u8 = 16;
    /// `[A-Za-z$._-]`
    pub(super) const SUFFIX_START: u8 = 32;
    /// `[A-Za-z0-9$._-]`
    pub(super) const SUFFIX: u8 = 64;
    /// Ends the fast scan of a string: `"`, `\`, LF, VT, FF.
    pub(super) const STRING_STOP: u8 = 128;
}

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        let mut c = 0;
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0) {
            c |= class::BLANK;
        }
        if b.is_ascii_alphabetic() || b == b'_' {
            c |= class::ID_START;
        }
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$') {
            c |= class::ID | class::SUFFIX;
        }
        if b.is_ascii_digit() {
            c |= class::DIGIT;
        }
        if b.is_ascii_hexdigit() {
            c |= class::HEX;
        }
        if b.is_ascii_alphabetic() || matches!(b, b'$' | b'.' | b'_' | b'-') {
            c |= class::SUFFIX_START | class::SUFFIX;
        }
        if matches!(b, b'"' | b'\\' | b'\n' | 0x0B | 0x0C) {
            c |= class::STRING_STOP;
        }
        table[i] = c;
        i += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// The position after all bytes of `class` from `pos` on.
fn skip(src: &[u8], pos: usize, class: u8) -> usize {
    let rest = src.get(pos..).unwrap_or_default();
    pos + rest
        .iter()
        .position(|&b| !is(b, class))
        .unwrap_or(rest.len())
}

fn byte(src: &[u8], pos: usize) -> u8 {
    src.get(pos).copied().unwrap_or(0)
}

/// The first position at or after `pos` that is neither white space nor in a comment.
fn skip_blanks(src: &[u8], mut pos: usize) -> usize {
    loop {
        pos = skip(src, pos, class::BLANK);
        if byte(src, pos) != b'/' || byte(src, pos + 1) != b'/' {
            return pos;
        }
        let rest = &src[pos..];
        pos += rest
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .unwrap_or(rest.len());
    }
}

/// The token at or after `pos`.
pub(crate) fn lex(src: &[u8], pos: usize) -> Token {
    let start = skip_blanks(src, pos);
    let (kind, end) = lex_at(src, start);
    Token {
        kind,
        span: Span::new(start, end),
    }
}

fn lex_at(src: &[u8], start: usize) -> (TokenKind, usize) {
    use TokenKind as T;
    let Some(&first) = src.get(start) else {
        return (T::Eof, src.len());
    };
    let next = start + 1;
    if is(first, class::ID_START) {
        return (T::BareId, skip(src, next, class::ID));
    }
    if is(first, class::DIGIT) {
        return number(src, start);
    }
    let one = |kind| (kind, next);
    match first {
        b'%' => suffixed(src, start, T::Percent),
        b'^' => suffixed(src, start, T::Caret),
        b'!' => suffixed(src, start, T::Bang),
        b'#' if src[next..].starts_with(b"-}") => (T::FileMetaEnd, start + 3),
        b'#' => suffixed(src, start, T::Hash),
        b'@' => match byte(src, next) {
            b'"' => match string_end(src, next) {
                Ok(end) => (T::At, end),
                Err(end) => (T::Error, end),
            },
            b if is(b, class::ID_START) => (T::At, skip(src, next, class::ID)),
            _ => (T::Error, next),
        },
        b'"' => match string_end(src, start) {
            Ok(end) => (T::String, end),
            Err(end) => (T::Error, end),
        },
        b'-' if byte(src, next) == b'>' => (T::Arrow, start + 2),
        b'-' => one(T::Minus),
        b'{' if src[next..].starts_with(b"-#") => (T::FileMetaBegin, start + 3),
        b'.' if src[next..].starts_with(b"..") => (T::Ellipsis, start + 3),
        b':' => one(T::Colon),
        b',' => one(T::Comma),
        b'(' => one(T::LParen),
        b')' => one(T::RParen),
        b'{' => one(T::LBrace),
        b'}' => one(T::RBrace),
        b'[' => one(T::LBracket),
        b']' => one(T::RBracket),
        b'<' => one(T::Less),
        b'>' => one(T::Greater),
        b'=' => one(T::Equal),
        b'+' => one(T::Plus),
        b'*' => one(T::Star),
        b'?' => one(T::Question),
        b'|' => one(T::Pipe),
        b'/' => one(T::Slash),
        _ => one(T::Error),
    }
}

fn number(src: &[u8], start: usize) -> (TokenKind, usize) {
    if src[start] == b'0' && byte(src, start + 1) == b'x' && is(byte(src, start + 2), class::HEX) {
        return (TokenKind::Integer, skip(src, start + 2, class::HEX));
    }
    let end = skip(src, start + 1, class::DIGIT);
    if byte(src, end) != b'.' {
        return (TokenKind::Integer, end);
    }
    let mut end = skip(src, end + 1, class::DIGIT);
    if matches!(byte(src, end), b'e' | b'E') {
        let digits = end + 1 + usize::from(matches!(byte(src, end + 1), b'+' | b'-'));
        if is(byte(src, digits), class::DIGIT) {
            end = skip(src, digits, class::DIGIT);
        }
    }
    (TokenKind::Float, end)
}

fn suffixed(src: &[u8], start: usize, kind: TokenKind) -> (TokenKind, usize) {
    let first = byte(src, start + 1);
    if is(first, class::DIGIT) {
        (kind, skip(src, start + 2, class::DIGIT))
    } else if is(first, class::SUFFIX_START) {
        (kind, skip(src, start + 2, class::SUFFIX))
    } else {
        (TokenKind::Error, start + 1)
    }
}

/// The end of the string that opens at `start`, or the position where it is malformed.
pub(super) fn string_end(src: &[u8], start: usize) -> Result<usize, usize> {
    let mut pos = start + 1;
    loop {
        let rest = src.get(pos..).unwrap_or_default();
        let Some(stop) = rest.iter().position(|&b| is(b, class::STRING_STOP)) else {
            return Err(src.len());
        };
        pos += stop;
        match src[pos] {
            b'"' => return Ok(pos + 1),
            b'\\' if pos + 1 < src.len() && !matches!(src[pos + 1], b'\n' | 0x0B | 0x0C) => {
                pos += 2;
            }
            _ => return Err(pos),
        }
    }
}

/// Whether `text` is printed as a name without quotes.
pub(crate) fn is_bare_id(text: &[u8]) -> bool {
    text.first().is_some_and(|&b| is(b, class::ID_START)) && text.iter().all(|&b| is(b, class::ID))
}

/// Why the bytes of an [`TokenKind::Error`] token are not a token.
pub(super) fn error_kind(src: &[u8], span: Span) -> ParseErrorKind {
    let start = span.start as usize;
    match byte(src, start) {
        b'"' => ParseErrorKind::UnterminatedString,
        b'@' if byte(src, start + 1) == b'"' => ParseErrorKind::UnterminatedString,
        b'@' => ParseErrorKind::NameExpected { sigil: '@' },
        b'%' => ParseErrorKind::NameExpected { sigil: '%' },
        b'^' => ParseErrorKind::NameExpected { sigil: '^' },
        b'#' => ParseErrorKind::NameExpected { sigil: '#' },
        b'!' => ParseErrorKind::NameExpected { sigil: '!' },
        byte => ParseErrorKind::UnexpectedCharacter { byte },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut tokens = Vec::new();
        let mut pos = 0;
        loop {
            let token = lex(text.as_bytes(), pos);
            if token.kind == TokenKind::Eof {
                return tokens;
            }
            pos = token.span.end as usize;
            tokens.push((token.kind, &text[token.span.start as usize..pos]));
        }
    }

    #[test]
    fn lexes_numbers_as_mlir_does() {
        use TokenKind::*;
        assert_eq!(
            kinds("1. 1.e5 1e5 0x1F 0xg 0X1 - 5 1.5e+ 007"),
            [
                (Float, "1."),
                (Float, "1.e5"),
                (Integer, "1"),
                (BareId, "e5"),
                (Integer, "0x1F"),
                (Integer, "0"),
                (BareId, "xg"),
                (Integer, "0"),
                (BareId, "X1"),
                (Minus, "-"),
                (Integer, "5"),
                (Float, "1.5"),
                (BareId, "e"),
                (Plus, "+"),
                (Integer, "007"),
            ]
        );
    }

    #[test]
    fn lexes_names_and_punctuation() {
        use TokenKind::*;
        assert_eq!(
            kinds("%0a %a-b#1 ^bb0 #map !llvm.ptr<i8> @\"a b\" @f.g$ {-# #-} -> ... // c\n::"),
            [
                (Percent, "%0"),
                (BareId, "a"),
                (Percent, "%a-b"),
                (Hash, "#1"),
                (Caret, "^bb0"),
                (Hash, "#map"),
                (Bang, "!llvm.ptr"),
                (Less, "<"),
                (BareId, "i8"),
                (Greater, ">"),
                (At, "@\"a b\""),
                (At, "@f.g$"),
                (FileMetaBegin, "{-#"),
                (FileMetaEnd, "#-}"),
                (Arrow, "->"),
                (Ellipsis, "..."),
                (Colon, ":"),
                (Colon, ":"),
            ]
        );
    }

    #[test]
    fn never_gets_stuck_on_any_bytes() {
        for a in 0..=255_u8 {
            for b in 0..=255_u8 {
                let src = [a, b, b'"', a];
                let mut pos = 0;
                while pos < src.len() {
                    let token = lex(&src, pos);
                    assert!(token.kind == TokenKind::Eof || token.span.end as usize > pos);
                    pos = token.span.end as usize;
                }
            }
        }
    }
}
