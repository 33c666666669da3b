//! Reads numbers and pieces of a file, within bounds.

use super::{BytecodeError, Result, section};

/// The byte between aligned parts.
pub(super) const PADDING: u8 = 0xCB;

/// A position in a file, and the end of the part that is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'b> {
    file: &'b [u8],
    at: usize,
    end: usize,
}

impl<'b> Cursor<'b> {
    pub(super) fn new(file: &'b [u8]) -> Self {
        Self {
            file,
            at: 0,
            end: file.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    pub(super) fn remaining(&self) -> usize {
        self.end - self.at
    }

    /// An error here.
    pub(super) fn error(&self, message: impl Into<String>) -> BytecodeError {
        BytecodeError {
            offset: self.at,
            message: message.into(),
        }
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        let bytes = self.take(1)?;
        Ok(bytes[0])
    }

    /// The next `n` bytes.
    pub(super) fn take(&mut self, n: u64) -> Result<&'b [u8]> {
        let part = self.part(n)?;
        Ok(&self.file[part.at..part.end])
    }

    /// A cursor over the next `n` bytes, which are skipped here.
    pub(super) fn part(&mut self, n: u64) -> Result<Self> {
        if n > self.remaining() as u64 {
            let left = self.remaining();
            return Err(self.error(format!("{n} bytes are missing: {left} are left")));
        }
        let part = Self {
            file: self.file,
            at: self.at,
            end: self.at + n as usize,
        };
        self.at = part.end;
        Ok(part)
    }

    /// An unsigned number: the low bits of the first byte tell the number of bytes.
    pub(super) fn number(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first == 0 {
            let bytes = self.take(8)?;
            return Ok(bytes
                .iter()
                .rev()
                .fold(0, |n, &byte| n << 8 | u64::from(byte)));
        }
        let n_more = first.trailing_zeros();
        let more = self.take(n_more.into())?;
        let high = more
            .iter()
            .rev()
            .fold(0, |n, &byte| n << 8 | u64::from(byte));
        Ok((high << 8 | u64::from(first)) >> (n_more + 1))
    }

    /// A number whose lowest bit is the sign.
    pub(super) fn signed(&mut self) -> Result<i64> {
        let n = self.number()?;
        Ok((n >> 1).cast_signed() ^ -((n & 1).cast_signed()))
    }

    /// A number whose lowest bit is a flag.
    pub(super) fn flagged(&mut self) -> Result<(u64, bool)> {
        let n = self.number()?;
        Ok((n >> 1, n & 1 == 1))
    }

    /// The number of items in a list, each of which takes a byte at least.
    pub(super) fn count(&mut self) -> Result<usize> {
        let n = self.number()?;
        match usize::try_from(n) {
            Ok(n) if n <= self.remaining() => Ok(n),
            _ => Err(self.error(format!("a list of {n} items does not fit"))),
        }
    }

    /// The index of one of `n` things.
    pub(super) fn index(&mut self, n: usize, what: &str) -> Result<usize> {
        let index = self.number()?;
        self.checked(index, n, what)
    }

    pub(super) fn checked(&self, index: u64, n: usize, what: &str) -> Result<usize> {
        match usize::try_from(index) {
            Ok(index) if index < n => Ok(index),
            _ => Err(self.error(format!("there is no {what} {index}: the file has {n}"))),
        }
    }

    /// The bytes up to the next zero, which is skipped.
    pub(super) fn until_zero(&mut self) -> Result<&'b [u8]> {
        let rest = &self.file[self.at..self.end];
        match memchr::memchr(0, rest) {
            Some(n) => {
                self.at += n + 1;
                Ok(&rest[..n])
            }
            None => Err(self.error("a text has no end")),
        }
    }

    /// Skips padding.
    pub(super) fn align(&mut self, alignment: u64) -> Result<()> {
        if !alignment.is_power_of_two() {
            return Err(self.error(format!("the alignment {alignment} is not a power of two")));
        }
        while self.at as u64 & (alignment - 1) != 0 {
            if self.byte()? != PADDING {
                return Err(self.error("expected padding"));
            }
        }
        Ok(())
    }

    /// A section: its kind and contents.
    pub(super) fn section(&mut self) -> Result<(u8, Self)> {
        let kind = self.byte()?;
        let length = self.number()?;
        if kind & 0x80 != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        let kind = kind & 0x7F;
        if kind >= section::COUNT {
            return Err(self.error(format!("there is no section of kind {kind}")));
        }
        Ok((kind, self.part(length)?))
    }
}
