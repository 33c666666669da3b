//! Reads the wire format of protocol buffers without a schema: fields by number.
//!
//! Every length is checked against the remaining bytes, and nothing is copied or allocated. A nested message is read
//! only when the caller asks for it, so callers bound the depth. Positions count bytes of the whole file.
//!
//! Source: <https://protobuf.dev/programming-guides/encoding/>.

use super::TraceReadError;
use super::error::DAMAGED;

/// A message, or the content of any field with a length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a> {
    bytes: &'a [u8],
    /// Where it begins in the file.
    base: u64,
}

/// A field of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    /// Its number.
    pub(super) number: u64,
    /// Where it begins in the file.
    pub(super) at: u64,
    value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    Number(u64),
    Bytes(Message<'a>),
}

impl<'a> Message<'a> {
    /// A whole file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, base: 0 }
    }

    pub(super) fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The fields, in the order of the file. The iterator ends after an error.
    pub(super) fn fields(self) -> Fields<'a> {
        Fields {
            rest: self.bytes,
            at: self.base,
        }
    }

    /// The numbers of a packed field.
    fn numbers(self) -> impl Iterator<Item = Result<u64, TraceReadError>> {
        let mut fields = self.fields();
        std::iter::from_fn(move || {
            (!fields.rest.is_empty()).then(|| {
                let number = fields.varint();
                if number.is_err() {
                    fields.rest = &[];
                }
                number
            })
        })
    }
}

impl<'a> Field<'a> {
    /// The value as an integer; a negative one is in two's complement of 64 bits.
    pub(super) fn integer(self) -> Result<u64, TraceReadError> {
        match self.value {
            Value::Number(number) => Ok(number),
            Value::Bytes(_) => Err(self.wrong("a number")),
        }
    }

    /// The value as a size or an offset: an integer that is not negative.
    pub(super) fn size(self) -> Result<u64, TraceReadError> {
        let number = self.integer()?;
        match i64::try_from(number) {
            Ok(_) => Ok(number),
            Err(_) => Err(TraceReadError::at_byte(
                self.at,
                DAMAGED,
                format!(
                    "field {} is {}, expected a size",
                    self.number,
                    number.cast_signed()
                ),
            )),
        }
    }

    /// The value as a Boolean.
    pub(super) fn flag(self) -> Result<bool, TraceReadError> {
        self.integer().map(|number| number != 0)
    }

    /// The value as a nested message.
    pub(super) fn message(self) -> Result<Message<'a>, TraceReadError> {
        match self.value {
            Value::Bytes(message) => Ok(message),
            Value::Number(_) => Err(self.wrong("a message")),
        }
    }

    /// The value as text in UTF-8.
    pub(super) fn text(self) -> Result<&'a str, TraceReadError> {
        let Value::Bytes(message) = self.value else {
            return Err(self.wrong("a text"));
        };
        std::str::from_utf8(message.bytes).map_err(|_| self.wrong("a text in UTF-8"))
    }

    /// Adds the numbers of a repeated field: all of them if it is packed, otherwise one.
    pub(super) fn add_numbers(self, to: &mut impl Extend<u64>) -> Result<(), TraceReadError> {
        match self.value {
            Value::Number(number) => to.extend([number]),
            Value::Bytes(packed) => {
                for number in packed.numbers() {
                    to.extend([number?]);
                }
            }
        }
        Ok(())
    }

    fn wrong(self, expected: &str) -> TraceReadError {
        let problem = format!("field {} is not {expected}", self.number);
        TraceReadError::at_byte(self.at, DAMAGED, problem)
    }
}

/// The fields of a message.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    rest: &'a [u8],
    at: u64,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, TraceReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.rest = &[];
        }
        Some(field)
    }
}

impl<'a> Fields<'a> {
    fn field(&mut self) -> Result<Field<'a>, TraceReadError> {
        let at = self.at;
        let tag = self.varint()?;
        let value = match tag & 7 {
            0 => Value::Number(self.varint()?),
            1 => Value::Number(self.fixed::<8>().map(u64::from_le_bytes)?),
            2 => {
                let length = self.varint()?;
                Value::Bytes(self.take(length)?)
            }
            5 => Value::Number(self.fixed::<4>().map(u32::from_le_bytes)?.into()),
            kind => {
                let problem = format!("wire type {kind} is not known");
                return Err(TraceReadError::at_byte(at, DAMAGED, problem));
            }
        };
        Ok(Field {
            number: tag >> 3,
            at,
            value,
        })
    }

    fn varint(&mut self) -> Result<u64, TraceReadError> {
        let mut number = 0;
        for (index, &byte) in self.rest.iter().take(10).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.advance(index + 1);
                return Ok(number);
            }
        }
        let problem = "a number does not end".to_owned();
        Err(TraceReadError::at_byte(self.at, DAMAGED, problem))
    }

    fn take(&mut self, length: u64) -> Result<Message<'a>, TraceReadError> {
        let taken = usize::try_from(length)
            .ok()
            .and_then(|length| self.rest.get(..length));
        let Some(bytes) = taken else {
            let left = self.rest.len();
            let problem = format!("a field of {length} bytes leaves its message, which has {left}");
            return Err(TraceReadError::at_byte(self.at, DAMAGED, problem));
        };
        let base = self.at;
        self.advance(bytes.len());
        Ok(Message { bytes, base })
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], TraceReadError> {
        let taken = self.take(N as u64)?.bytes;
        // `taken` has the length of the array.
        Ok(taken.first_chunk().copied().unwrap_or([0; N]))
    }

    fn advance(&mut self, n_bytes: usize) {
        self.rest = self.rest.get(n_bytes..).unwrap_or_default();
        self.at += n_bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    fn shown(bytes: &[u8]) -> String {
        let fields = Message::new(bytes).fields().map(|field| match field {
            Err(error) => error.to_string(),
            Ok(field) => match field.integer() {
                Ok(number) => format!("{}={number}", field.number),
                Err(_) => format!("{}:{:?}", field.number, field.text()),
            },
        });
        fields.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fields_of_all_kinds_are_read() {
        assert_eq!(shown(b"\x08\x96\x01\x12\x02hi"), "1=150 2:Ok(\"hi\")");
        assert_eq!(shown(b"\x0d\x01\0\0\0\x09\x02\0\0\0\0\0\0\0"), "1=1 1=2");
    }

    #[test]
    fn lengths_and_numbers_stay_within_the_file() {
        assert_eq!(
            shown(b"\x08\x01\x12\x05hi"),
            "1=1 byte 4: a field of 5 bytes leaves its message, which has 2"
        );
        assert_eq!(shown(b"\x08\x80"), "byte 1: a number does not end");
        let eleven_bytes = [&b"\x08"[..], &[0x80; 10], &[1]].concat();
        assert_eq!(shown(&eleven_bytes), "byte 1: a number does not end");
        assert_eq!(shown(b"\x0b"), "byte 0: wire type 3 is not known");
        assert_eq!(
            shown(b"\x09\x02\0"),
            "byte 1: a field of 8 bytes leaves its message, which has 2"
        );
    }

    #[test]
    fn repeated_numbers_are_packed_or_not() {
        let mut numbers: Vec<u64> = Vec::new();
        for field in Message::new(b"\x08\x05\x0a\x03\x01\x80\x01").fields() {
            field.unwrap().add_numbers(&mut numbers).unwrap();
        }
        assert_eq!(numbers, [5, 1, 128]);
    }
}
