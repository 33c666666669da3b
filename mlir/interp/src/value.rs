//! Runtime values.

use std::rc::Rc;

use smallvec::SmallVec;

use super::elements::Elements;
use memplan_mlir::semantics::{Element, truncated};
use memplan_mlir::{FloatKind, Module, OpId, TypeId, TypeKind, bits_from_f64, f64_from_bits};

/// Sizes, strides or indices.
pub(super) type Dims = SmallVec<[i64; 4]>;

/// A value. Integers of up to 64 bits and indices are stored without sign extension.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Int(u64),
    /// A float that is exactly representable in its type.
    Float(f64),
    Complex(f64, f64),
    MemRef(Rc<MemRef>),
    Tensor(Rc<Tensor>),
    Vector(Rc<[Value]>),
    Function(OpId),
    /// Result number `index` of a deferred job.
    Job {
        job: u32,
        index: u32,
    },
    /// A group of jobs.
    Group(u32),
    /// A value whose contents are opaque.
    Token,
    /// An undefined result, such as that of a division by zero; using it is an error.
    Poison,
}

impl Value {
    /// The number, if this is one.
    pub(super) fn element(&self) -> Option<Element> {
        match *self {
            Self::Int(bits) => Some(Element::Int(bits)),
            Self::Float(number) => Some(Element::Float(number)),
            Self::Complex(re, im) => Some(Element::Complex((re, im))),
            _ => None,
        }
    }
}

impl From<Element> for Value {
    fn from(element: Element) -> Self {
        match element {
            Element::Int(bits) => Self::Int(bits),
            Element::Float(number) => Self::Float(number),
            Element::Complex((re, im)) => Self::Complex(re, im),
        }
    }
}

/// A memref descriptor, as in the lowering to LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemRef {
    pub(super) allocation: u32,
    /// The byte in the allocation where the base buffer starts.
    pub(super) base: i64,
    /// In elements, as are the strides.
    pub(super) offset: i64,
    pub(super) sizes: Dims,
    pub(super) strides: Dims,
    pub(super) element: TypeId,
}

/// A tensor: elements in row-major order.
#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub(super) sizes: Dims,
    pub(super) elements: Elements,
}

impl MemRef {
    /// Number of elements; `None` for a negative size or on overflow.
    pub(super) fn n_elements(&self) -> Option<u64> {
        n_elements(&self.sizes)
    }
}

/// The product of sizes; `None` for a negative one or on overflow.
pub(super) fn n_elements(sizes: &[i64]) -> Option<u64> {
    sizes.iter().try_fold(1_u64, |product, &size| {
        product.checked_mul(u64::try_from(size).ok()?)
    })
}

/// Strides of a dense array in row-major order. Wraps only for sizes that no allocation can have.
pub(super) fn row_major(sizes: &[i64]) -> Dims {
    let mut strides: Dims = sizes.iter().map(|_| 1).collect();
    for at in (1..sizes.len()).rev() {
        strides[at - 1] = strides[at].wrapping_mul(sizes[at]);
    }
    strides
}

/// Iterates over all indices below `sizes`, the last one fastest. Empty if a size is not positive.
#[derive(Debug)]
pub(super) struct Indices<'a> {
    sizes: &'a [i64],
    at: Dims,
    is_done: bool,
}

impl<'a> Indices<'a> {
    pub(super) fn new(sizes: &'a [i64]) -> Self {
        Self {
            sizes,
            at: sizes.iter().map(|_| 0).collect(),
            is_done: sizes.iter().any(|&size| size <= 0),
        }
    }

    /// The next indices. Not an iterator, because each item borrows from this one.
    pub(super) fn next(&mut self) -> Option<Dims> {
        if self.is_done {
            return None;
        }
        let current = self.at.clone();
        self.is_done = true;
        for (at, &size) in self.at.iter_mut().zip(self.sizes).rev() {
            *at += 1;
            if *at < size {
                self.is_done = false;
                break;
            }
            *at = 0;
        }
        Some(current)
    }
}

/// The memory layout of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// An integer of this many bits, or an index of 64.
    Int(u32),
    Float(FloatKind),
    Complex(FloatKind),
    /// An array of another layout.
    Vector(usize, Rc<Layout>),
    /// A non-numeric value such as a memref, stored separately from the bytes.
    Object,
}

impl Layout {
    /// The layout of a type; `None` if the interpreter does not support the type.
    pub(super) fn of(m: &Module, ty: TypeId) -> Option<Self> {
        Some(match m.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } if *width <= 64 => Self::Int(*width),
            TypeKind::Index => Self::Int(64),
            TypeKind::Float(kind) if kind.width() <= 64 => Self::Float(*kind),
            TypeKind::Complex(element) => match m.ctx.type_kind(*element) {
                TypeKind::Float(kind) if kind.width() <= 64 => Self::Complex(*kind),
                _ => return None,
            },
            TypeKind::Vector {
                scalable, element, ..
            } if !scalable.contains(&true) => {
                let n = usize::try_from(m.ctx.n_elements(ty)?).ok()?;
                Self::Vector(n, Rc::new(Self::of(m, *element)?))
            }
            TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. } | TypeKind::Opaque { .. } => {
                Self::Object
            }
            _ => return None,
        })
    }

    /// Bytes of one element.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Int(width) => width.div_ceil(8).max(1) as usize,
            Self::Float(kind) => kind.width().div_ceil(8) as usize,
            Self::Complex(kind) => 2 * kind.width().div_ceil(8) as usize,
            Self::Vector(n, element) => n * element.bytes(),
            Self::Object => 8,
        }
    }

    /// The bytes of a value; `false` if it is poison or of another type.
    pub(super) fn encode(&self, value: &Value, out: &mut [u8]) -> bool {
        match (self, value) {
            (Self::Int(_), Value::Int(bits)) => write_bits(out, u128::from(*bits)),
            (Self::Float(kind), Value::Float(number)) => {
                write_bits(out, bits_from_f64(*kind, *number));
            }
            (Self::Complex(kind), Value::Complex(re, im)) => {
                let (low, high) = out.split_at_mut(out.len() / 2);
                write_bits(low, bits_from_f64(*kind, *re));
                write_bits(high, bits_from_f64(*kind, *im));
            }
            (Self::Vector(_, element), Value::Vector(values)) => {
                let chunks = out.chunks_exact_mut(element.bytes());
                return values
                    .iter()
                    .zip(chunks)
                    .all(|(value, chunk)| element.encode(value, chunk));
            }
            _ => return false,
        }
        true
    }

    /// The value of some bytes; `None` for objects.
    pub(super) fn decode(&self, bytes: &[u8]) -> Option<Value> {
        Some(match self {
            Self::Int(width) => Value::Int(truncated(read_bits(bytes) as u64, *width)),
            Self::Float(kind) => Value::Float(f64_from_bits(*kind, read_bits(bytes))),
            Self::Complex(kind) => {
                let (low, high) = bytes.split_at(bytes.len() / 2);
                let number = |bytes| f64_from_bits(*kind, read_bits(bytes));
                Value::Complex(number(low), number(high))
            }
            Self::Vector(_, element) => {
                let chunks = bytes.chunks_exact(element.bytes());
                let values: Option<Vec<Value>> =
                    chunks.map(|chunk| element.decode(chunk)).collect();
                Value::Vector(values?.into())
            }
            Self::Object => return None,
        })
    }
}

fn write_bits(out: &mut [u8], bits: u128) {
    let bytes = bits.to_le_bytes();
    let n = out.len().min(bytes.len());
    out[..n].copy_from_slice(&bytes[..n]);
}

fn read_bits(bytes: &[u8]) -> u128 {
    let mut all = [0; 16];
    let n = bytes.len().min(all.len());
    all[..n].copy_from_slice(&bytes[..n]);
    u128::from_le_bytes(all)
}

/// The kind of a number that fits into 64 bits: an integer without sign extension, or the bits of an `f64` that
/// is exactly representable in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer of up to 64 bits, or an index of 64.
    Int(u32),
    /// A float of up to 64 bits.
    Float(FloatKind),
}

impl Kind {
    /// The kind of the values of a type; `None` if they are not numbers.
    pub(crate) fn of(m: &Module, ty: TypeId) -> Option<Self> {
        match m.ctx.type_kind(ty) {
            TypeKind::Index => Some(Self::Int(64)),
            TypeKind::Integer { width, .. } if (1..=64).contains(width) => Some(Self::Int(*width)),
            TypeKind::Float(kind) if kind.width() <= 64 => Some(Self::Float(*kind)),
            _ => None,
        }
    }

    /// Bytes of an element in memory.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Int(width) => width.div_ceil(8) as usize,
            Self::Float(kind) => kind.width().div_ceil(8) as usize,
        }
    }

    /// The 64 bits of a value; `None` for poison and for values of other types.
    pub(crate) fn bits(self, value: &Value) -> Option<u64> {
        match (self, value) {
            (Self::Int(_), Value::Int(bits)) => Some(*bits),
            (Self::Float(_), Value::Float(number)) => Some(number.to_bits()),
            _ => None,
        }
    }

    pub(crate) fn value(self, bits: u64) -> Value {
        match self {
            Self::Int(_) => Value::Int(bits),
            Self::Float(_) => Value::Float(f64::from_bits(bits)),
        }
    }

    /// The 64 bits of an element in memory.
    #[inline]
    pub(crate) fn load(self, bytes: &[u8]) -> u64 {
        match self {
            Self::Float(FloatKind::F32) => {
                let number = bytes.first_chunk().map(|bytes| f32::from_le_bytes(*bytes));
                f64::from(number.unwrap_or(0.0)).to_bits()
            }
            Self::Float(FloatKind::F64) => word(bytes),
            Self::Int(width) => truncated(word(bytes), width),
            Self::Float(kind) => f64_from_bits(kind, word(bytes).into()).to_bits(),
        }
    }

    /// Writes 64 bits to an element in memory.
    #[inline]
    pub(crate) fn store(self, bits: u64, bytes: &mut [u8]) {
        let word = match self {
            Self::Int(_) | Self::Float(FloatKind::F64) => bits,
            Self::Float(FloatKind::F32) => (f64::from_bits(bits) as f32).to_bits().into(),
            Self::Float(kind) => bits_from_f64(kind, f64::from_bits(bits)) as u64,
        };
        // With a case for each size, the compiler can emit a single store.
        match bytes {
            [byte] => *byte = word as u8,
            [_, _, _, _] => bytes.copy_from_slice(&(word as u32).to_le_bytes()),
            [_, _, _, _, _, _, _, _] => bytes.copy_from_slice(&word.to_le_bytes()),
            _ => {
                let n = bytes.len().min(8);
                bytes[..n].copy_from_slice(&word.to_le_bytes()[..n]);
            }
        }
    }
}

/// The little-endian number of up to 8 bytes.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    match bytes {
        [byte] => (*byte).into(),
        [a, b, c, d] => u32::from_le_bytes([*a, *b, *c, *d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        _ => {
            let mut word = [0; 8];
            let n = bytes.len().min(8);
            word[..n].copy_from_slice(&bytes[..n]);
            u64::from_le_bytes(word)
        }
    }
}
