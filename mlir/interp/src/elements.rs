//! Elements of a tensor: packed bytes for numbers, individual values otherwise.

use super::memory::Bytes;
use super::value::{Kind, Value};

/// Elements in row-major order. An element without a value is poison.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    /// Numbers of one kind; unwritten elements are poison.
    Numbers(Kind, Bytes),
    Values(Vec<Value>),
}

impl From<Vec<Value>> for Elements {
    fn from(values: Vec<Value>) -> Self {
        Self::Values(values)
    }
}

impl Elements {
    /// `n` elements without a value; as bytes if a kind is given.
    pub(super) fn poison(kind: Option<Kind>, n: usize) -> Self {
        match kind {
            Some(kind) => Self::Numbers(kind, Bytes::unwritten(n * kind.bytes())),
            None => Self::Values(vec![Value::Poison; n]),
        }
    }

    /// Values as bytes, if a kind is given and all values fit.
    pub(super) fn packed(kind: Option<Kind>, values: Vec<Value>) -> Self {
        let fits = |kind: Kind| {
            let fits = |value: &Value| matches!(value, Value::Poison) || kind.bits(value).is_some();
            values.iter().all(fits).then_some(kind)
        };
        let Some(kind) = kind.and_then(fits) else {
            return Self::Values(values);
        };
        let mut packed = Self::poison(Some(kind), values.len());
        for (at, value) in values.into_iter().enumerate() {
            packed.set(at, value);
        }
        packed
    }

    /// The same number of elements without a value, in the same representation.
    pub(super) fn same_kind(&self, n: usize) -> Self {
        Self::poison(self.kind(), n)
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        match self {
            Self::Numbers(kind, _) => Some(*kind),
            Self::Values(_) => None,
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Numbers(kind, data) => data.bytes.len() / kind.bytes(),
            Self::Values(values) => values.len(),
        }
    }

    /// An element; poison beyond the last one.
    pub(super) fn at(&self, index: usize) -> Value {
        match self {
            Self::Numbers(kind, data) => {
                let size = kind.bytes();
                let range = index * size..(index + 1) * size;
                match data.bytes.get(range.clone()) {
                    Some(bytes) if data.is_written(range) => kind.value(kind.load(bytes)),
                    _ => Value::Poison,
                }
            }
            Self::Values(values) => values.get(index).cloned().unwrap_or(Value::Poison),
        }
    }

    /// Sets an element; ignores indices past the end.
    pub(super) fn set(&mut self, index: usize, value: Value) {
        if index >= self.len() {
            return;
        }
        if let Self::Numbers(kind, data) = self {
            let size = kind.bytes();
            if let Some(bits) = kind.bits(&value) {
                data.mark(index * size..(index + 1) * size);
                kind.store(bits, &mut data.bytes[index * size..(index + 1) * size]);
                return;
            }
            if matches!(value, Value::Poison) && matches!(self.at(index), Value::Poison) {
                return;
            }
            // Bytes that are marked as written cannot become poison again.
            *self = Self::Values(self.iter().collect());
        }
        if let Self::Values(values) = self {
            values[index] = value;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|index| self.at(index))
    }

    /// The elements at some positions.
    pub(super) fn gather(&self, positions: &[usize]) -> Self {
        let mut out = self.same_kind(positions.len());
        for (to, &from) in positions.iter().enumerate() {
            out.set(to, self.at(from));
        }
        out
    }

    /// The bytes of numbers.
    pub(super) fn bytes(&self) -> Option<&Bytes> {
        match self {
            Self::Numbers(_, data) => Some(data),
            Self::Values(_) => None,
        }
    }

    /// Moves the bytes of numbers out; [`Self::put_back`] returns them.
    pub(super) fn take_bytes(&mut self) -> Bytes {
        match self {
            Self::Numbers(_, data) => std::mem::take(data),
            Self::Values(_) => Bytes::default(),
        }
    }

    /// Returns bytes that [`Self::take_bytes`] moved out.
    pub(super) fn put_back(&mut self, bytes: Bytes) {
        if let Self::Numbers(_, data) = self {
            *data = bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Elements;
    use crate::value::{Kind, Value};

    #[test]
    fn elements_are_the_same_as_bytes_and_one_by_one() {
        let values = || vec![Value::Int(7), Value::Poison, Value::Int(255)];
        let mut packed = Elements::packed(Some(Kind::Int(8)), values());
        let mut plain = Elements::from(values());
        assert!(packed.bytes().is_some() && plain.bytes().is_none());
        let same = |a: &Elements, b: &Elements| {
            let text = |e: &Elements| format!("{:?}", e.iter().collect::<Vec<_>>());
            assert_eq!(text(a), text(b));
        };
        same(&packed, &plain);
        same(&packed.gather(&[2, 1, 0, 9]), &plain.gather(&[2, 1, 0, 9]));
        for (at, value) in [(1, Value::Int(3)), (2, Value::Poison), (5, Value::Int(0))] {
            packed.set(at, value.clone());
            plain.set(at, value);
            same(&packed, &plain);
        }
    }
}
