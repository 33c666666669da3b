//! The text of a CSV file, field by field: slowly, with quotes, blanks and positions for messages,
//! or fast, for rows without any of these.

use std::borrow::Cow;

use crate::wire::WireError;

/// A field, without blanks around it and without quotes.
pub(super) struct Field<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where it begins.
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) is_quoted: bool,
    pub(super) ends_line: bool,
}

/// A line that begins with `#`.
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The part of the input that is not read yet.
pub(super) struct Text<'a> {
    pub(super) all: &'a str,
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) line_begin: usize,
    /// Those in front of the first row that begin with a declaration.
    pub(super) comments: Vec<Comment<'a>>,
    has_content: bool,
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, WireError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let all = std::str::from_utf8(bytes).map_err(|error| {
            let problem = "the text is not UTF-8".to_owned();
            WireError::at(bytes, error.valid_up_to(), 0, problem)
        })?;
        Ok(Self {
            all,
            at: 0,
            line: 1,
            line_begin: 0,
            comments: Vec::new(),
            has_content: false,
        })
    }

    pub(super) fn error(&self, field: &Field<'_>, problem: String) -> WireError {
        WireError::Text {
            line: field.line,
            column: field.column,
            problem,
        }
    }

    fn end_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_begin = self.at;
    }

    /// Goes past blank lines and comments; `false` at the end of the input.
    pub(super) fn skip_to_content(&mut self) -> bool {
        let bytes = self.all.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => self.end_line(),
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'#' => {
                    let rest = &bytes[self.at..];
                    let length = rest.iter().position(|&byte| byte == b'\n');
                    let end = self.at + length.unwrap_or(rest.len());
                    let text = &self.all[self.at..end];
                    if !self.has_content && text[1..].trim_ascii_start().starts_with("symbol") {
                        self.comments.push(Comment {
                            text,
                            line: self.line,
                            column: self.at - self.line_begin + 1,
                        });
                    }
                    self.at = end;
                }
                _ => {
                    self.has_content = true;
                    return true;
                }
            }
        }
        false
    }

    #[inline(always)] // returning fields through memory takes a sixth of the reader's time
    pub(super) fn field(&mut self) -> Result<Field<'a>, WireError> {
        let bytes = self.all.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let (line, column) = (self.line, self.at - self.line_begin + 1);
        let quoted = match bytes.get(self.at) {
            Some(b'"') => Some(self.quoted()?),
            _ => None,
        };
        let is_quoted = quoted.is_some();
        let begin = self.at;
        let rest = &bytes[begin..];
        let length = rest.iter().position(|&byte| matches!(byte, b',' | b'\n'));
        self.at += length.unwrap_or(rest.len());
        let plain = self.all[begin..self.at].trim_ascii_end();
        let text = match quoted {
            None => Cow::Borrowed(plain),
            Some(text) if plain.is_empty() => text,
            Some(_) => {
                let column = begin - self.line_begin + 1;
                let problem = format!("`{plain}` follows a closing quote");
                return Err(WireError::Text {
                    line: self.line,
                    column,
                    problem,
                });
            }
        };
        let ends_line = match bytes.get(self.at) {
            Some(b',') => {
                self.at += 1;
                false
            }
            Some(_) => {
                self.end_line();
                true
            }
            None => {
                self.line += 1;
                true
            }
        };
        Ok(Field {
            text,
            is_quoted,
            line,
            column,
            ends_line,
        })
    }

    /// The text between quotes; a quote within is written twice.
    #[cold]
    fn quoted(&mut self) -> Result<Cow<'a, str>, WireError> {
        let (line, column) = (self.line, self.at - self.line_begin + 1);
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.all[self.at..];
            let Some(length) = rest.find('"') else {
                let problem = "the closing quote is missing".to_owned();
                return Err(WireError::Text {
                    line,
                    column,
                    problem,
                });
            };
            let part = &rest[..length];
            if let Some(last) = part.rfind('\n') {
                self.line += part.bytes().filter(|&byte| byte == b'\n').count();
                self.line_begin = self.at + last + 1;
            }
            text.push_str(part);
            self.at += length + 1;
            if !self.all[self.at..].starts_with('"') {
                return Ok(Cow::Owned(text));
            }
            text.push('"');
            self.at += 1;
        }
    }
}

/// A position in a row of plain numbers. A method that returns `None` means: this is not a plain
/// row.
pub(super) struct PlainRow<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl PlainRow<'_> {
    /// Digits that cannot overflow.
    #[inline(always)] // like all methods here: four calls per row take a tenth of the reader's time
    pub(super) fn unsigned(&mut self) -> Option<u64> {
        let begin = self.at;
        let mut value: u64 = 0;
        while let Some(digit) = self.bytes.get(self.at).map(|byte| byte.wrapping_sub(b'0'))
            && digit <= 9
        {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.at += 1;
        }
        // 19 digits always fit; the slow reader handles 20 digits, of which only some values fit.
        (1..=19).contains(&(self.at - begin)).then_some(value)
    }

    #[inline(always)]
    pub(super) fn signed(&mut self) -> Option<i64> {
        let is_negative = self.bytes.get(self.at) == Some(&b'-');
        self.at += usize::from(is_negative);
        let value = i64::try_from(self.unsigned()?).ok()?;
        Some(if is_negative { -value } else { value })
    }

    /// The range of a name with neither quotes nor blanks around it.
    #[inline(always)]
    pub(super) fn name(&mut self) -> Option<std::ops::Range<usize>> {
        let begin = self.at;
        loop {
            match self.bytes.get(self.at)? {
                b',' | b'\n' => break,
                b'"' => return None,
                _ => self.at += 1,
            }
        }
        let name = &self.bytes[begin..self.at];
        let has_blanks = *name.first()? <= b' ' || *name.last()? <= b' ';
        (!has_blanks).then_some(begin..self.at)
    }

    #[inline(always)]
    pub(super) fn is_at_end_of_field(&self) -> bool {
        matches!(self.bytes.get(self.at), Some(b',' | b'\n'))
    }

    #[inline(always)]
    pub(super) fn comma(&mut self) -> Option<()> {
        self.at += 1;
        (self.bytes.get(self.at - 1) == Some(&b',')).then_some(())
    }

    #[inline(always)]
    pub(super) fn end_of_line(&mut self) -> Option<()> {
        self.at += usize::from(self.bytes.get(self.at) == Some(&b'\r'));
        self.at += 1;
        (self.bytes.get(self.at - 1) == Some(&b'\n')).then_some(())
    }
}
