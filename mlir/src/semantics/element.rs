//! What a scalar function computes from given elements: shared by the folds of `canonicalize` and the interpreter.

use smallvec::SmallVec;

use super::scalar::{
    Complex, Scalar, Undefined, compare_floats, compare_ints, float_of, fused, int_of, rounded,
    signed, truncated,
};
use crate::ir::{
    AttrKind, Context, FloatKind, Module, OpId, TypeId, TypeKind, bits_from_f64, f64_from_bits,
    names,
};

/// An element of a value: a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// An integer or index of up to 64 bits, zero-extended.
    Int(u64),
    /// A float that is exactly representable in its type.
    Float(f64),
    /// A complex number whose parts are exactly representable in their type.
    Complex(Complex),
}

/// The type of an [`Element`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An integer of this many bits: 1 to 64; an index has 64.
    Int(u32),
    /// A float of up to 64 bits.
    Float(FloatKind),
    /// A complex number of two such floats.
    Complex(FloatKind),
}

impl Form {
    /// The form of a number, or of the elements of a vector or tensor. Absent for wider numbers, and what is no number.
    pub fn of(ctx: &Context, ty: TypeId) -> Option<Self> {
        let ty = match ctx.type_kind(ty) {
            TypeKind::Vector { element, .. } | TypeKind::Tensor { element, .. } => *element,
            _ => ty,
        };
        let float = |kind: FloatKind| (kind.width() <= 64).then_some(kind);
        match *ctx.type_kind(ty) {
            TypeKind::Index => Some(Self::Int(64)),
            TypeKind::Integer { width, .. } => {
                (1..=64).contains(&width).then_some(Self::Int(width))
            }
            TypeKind::Float(kind) => float(kind).map(Self::Float),
            TypeKind::Complex(part) => match *ctx.type_kind(part) {
                TypeKind::Float(kind) => float(kind).map(Self::Complex),
                _ => None,
            },
            _ => None,
        }
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Float(kind) => kind.width(),
            Self::Complex(kind) => 2 * kind.width(),
        }
    }

    /// The element with these bits; the real part of a complex number is in the low ones.
    pub fn decode(self, bits: u128) -> Element {
        match self {
            Self::Int(width) => Element::Int(truncated(bits as u64, width)),
            Self::Float(kind) => Element::Float(f64_from_bits(kind, bits)),
            Self::Complex(kind) => {
                let width = kind.width();
                let low = bits & ((1 << width) - 1);
                let part = |bits| f64_from_bits(kind, bits);
                Element::Complex((part(low), part(bits >> width)))
            }
        }
    }

    /// The bits of an element; absent if it has another form.
    pub fn encode(self, element: Element) -> Option<u128> {
        match (self, element) {
            (Self::Int(width), Element::Int(bits)) => Some(truncated(bits, width).into()),
            (Self::Float(kind), Element::Float(number)) => Some(bits_from_f64(kind, number)),
            (Self::Complex(kind), Element::Complex((re, im))) => {
                let part = |number| bits_from_f64(kind, number);
                Some(part(re) | (part(im) << kind.width()))
            }
            _ => None,
        }
    }
}

/// The facts about an operation that its scalar function depends on.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The forms of the operands.
    pub operands: SmallVec<[Form; 3]>,
    /// The form of the first result.
    pub result: Form,
    /// The predicate of a comparison, as a code of `arith`.
    pub predicate: i64,
}

impl Signature {
    /// The signature of an operation; absent if its operands or first result are no numbers of up to 64 bits.
    pub fn of(m: &Module, op: OpId) -> Option<Self> {
        let form = |&value: &_| Form::of(&m.ctx, m.value_type(value));
        let predicate = match m.semantics(op).scalar()? {
            Scalar::CompareInts | Scalar::CompareFloats => m.prop_i64(op, names::PREDICATE)?,
            Scalar::CompareIndices => index_predicate(m, op)?,
            _ => 0,
        };
        Some(Self {
            operands: m.operands(op).iter().map(form).collect::<Option<_>>()?,
            result: form(&m.result(op, 0)?)?,
            predicate,
        })
    }
}

/// The predicate of a comparison of indices, as a code of `arith`.
pub fn index_predicate(m: &Module, op: OpId) -> Option<i64> {
    const ORDER: [&str; 10] = [
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ];
    let pred = m.ctx.find_str("pred").and_then(|name| m.prop(op, name));
    let text = match pred.map(|attr| m.ctx.attr_kind(attr)) {
        Some(AttrKind::Opaque { body, .. }) => m.ctx.text(*body).into_owned(),
        _ => String::new(),
    };
    let word = |c: char| !c.is_ascii_alphanumeric();
    let place = ORDER
        .iter()
        .position(|name| text.split(word).any(|part| part == *name))?;
    Some(place as i64)
}

/// What a function computes: its results, of which most functions have one.
pub type Computed = SmallVec<[Element; 2]>;

/// A function's operands, and the form of its result.
struct Call<'a> {
    at: &'a Signature,
    args: &'a [Element],
}

impl Call<'_> {
    fn bitcast(&self) -> Option<Element> {
        let &from = self.at.operands.first()?;
        let bits = from.encode(*self.args.first()?)?;
        (from.width() == self.at.result.width()).then(|| self.at.result.decode(bits))
    }

    /// An integer operand and its width.
    fn int(&self, index: usize) -> Option<(u64, u32)> {
        match (self.args.get(index)?, self.at.operands.get(index)?) {
            (Element::Int(bits), Form::Int(width)) => Some((*bits, *width)),
            _ => None,
        }
    }

    fn float(&self, index: usize) -> Option<f64> {
        match self.args.get(index)? {
            Element::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The float operands; zero for missing ones.
    fn floats(&self) -> Option<[f64; 3]> {
        let mut numbers = [0.0; 3];
        for (index, number) in numbers.iter_mut().enumerate().take(self.args.len()) {
            *number = self.float(index)?;
        }
        Some(numbers)
    }

    /// A complex operand; zero if it is missing.
    fn complex(&self, index: usize) -> Option<Complex> {
        match self.args.get(index) {
            Some(Element::Complex(number)) => Some(*number),
            Some(_) => None,
            None => Some((0.0, 0.0)),
        }
    }

    fn to_int(&self, bits: u64) -> Option<Element> {
        match self.at.result {
            Form::Int(width) => Some(Element::Int(truncated(bits, width))),
            _ => None,
        }
    }

    fn to_float(&self, number: f64) -> Option<Element> {
        match self.at.result {
            Form::Float(kind) => Some(Element::Float(rounded(kind, number))),
            _ => None,
        }
    }

    fn to_complex(&self, (re, im): Complex) -> Option<Element> {
        match self.at.result {
            Form::Complex(kind) => Some(Element::Complex((rounded(kind, re), rounded(kind, im)))),
            _ => None,
        }
    }

    /// A function of two integers.
    fn of_two(&self, f: super::Int2) -> Option<Result<Element, Undefined>> {
        let ((a, width), (b, _)) = (self.int(0)?, self.int(1)?);
        match f(a, b, width) {
            Ok(bits) => self.to_int(bits).map(Ok),
            Err(undefined) => Some(Err(undefined)),
        }
    }

    /// A conversion between integers and floats.
    fn converted(&self, scalar: Scalar) -> Option<Result<Element, Undefined>> {
        match (scalar, self.at.result) {
            (Scalar::ToFloat { is_signed }, Form::Float(kind)) => {
                let (bits, from) = self.int(0)?;
                Some(Ok(Element::Float(float_of(bits, from, kind, is_signed))))
            }
            (Scalar::ToInt { is_signed }, Form::Int(to)) => {
                match int_of(self.float(0)?, to, is_signed) {
                    Some(bits) => Some(Ok(Element::Int(bits))),
                    None => Some(Err(Undefined::Poison)),
                }
            }
            _ => None,
        }
    }

    fn compared(&self, scalar: Scalar) -> Option<Element> {
        let code = self.at.predicate;
        let holds = match scalar {
            Scalar::CompareFloats => compare_floats(code, self.float(0)?, self.float(1)?),
            _ => {
                let ((a, width), (b, _)) = (self.int(0)?, self.int(1)?);
                compare_ints(code, a, b, width)?
            }
        };
        self.to_int(holds.into())
    }
}

impl Scalar {
    /// Applies the function to one element of each operand. Absent if the elements do not fit the function.
    ///
    /// # Errors
    ///
    /// If the result is undefined or poison.
    pub fn apply(self, at: &Signature, args: &[Element]) -> Option<Result<Computed, Undefined>> {
        let call = Call { at, args };
        let element = match self {
            Self::Int(_) | Self::Int2(..) | Self::ToFloat { .. } | Self::ToInt { .. } => {
                let partial = match self {
                    Self::Int(function) => call.of_two(function.function()),
                    Self::Int2(f, _) => call.of_two(f),
                    conversion => call.converted(conversion),
                };
                return Some(partial?.map(|element| SmallVec::from_slice(&[element])));
            }
            Self::Wide(f) => {
                let ((a, width), (b, _)) = (call.int(0)?, call.int(1)?);
                let (low, high) = f(a, b, width);
                let both = [low, high].map(|bits| Element::Int(truncated(bits, width)));
                return Some(Ok(SmallVec::from_slice(&both)));
            }
            Self::FloatPair(first, second) => {
                let given = call.float(0)?;
                let both = [call.to_float(first(given))?, call.to_float(second(given))?];
                return Some(Ok(SmallVec::from_slice(&both)));
            }
            Self::Int1(f) => {
                let (bits, width) = call.int(0)?;
                call.to_int(f(bits, width))?
            }
            Self::FloatOp(function) => call.to_float(function.function()(call.floats()?))?,
            Self::Float(f) => call.to_float(f(call.floats()?))?,
            Self::FloatTest(f) => match at.operands.first()? {
                Form::Float(kind) => call.to_int(f(call.float(0)?, *kind).into())?,
                _ => return None,
            },
            Self::Complex(f) => call.to_complex(f(call.complex(0)?, call.complex(1)?))?,
            Self::ComplexPart(f) => call.to_float(f(call.complex(0)?))?,
            Self::RealPart => call.to_float(call.complex(0)?.0)?,
            Self::ImaginaryPart => call.to_float(call.complex(0)?.1)?,
            Self::ComplexTest(f) => call.to_int(f(call.complex(0)?, call.complex(1)?).into())?,
            Self::CompareInts | Self::CompareIndices | Self::CompareFloats => {
                call.compared(self)?
            }
            Self::Select => *args.get(if call.int(0)?.0 == 0 { 2 } else { 1 })?,
            Self::Resize { is_signed } => {
                let (bits, from) = call.int(0)?;
                call.to_int(if is_signed {
                    signed(bits, from).cast_unsigned()
                } else {
                    bits
                })?
            }
            Self::Fma => match (call.floats()?, at.result) {
                ([a, b, c], Form::Float(kind)) => Element::Float(fused(kind, a, b, c)),
                _ => return None,
            },
            Self::Fpowi => {
                let (exponent, width) = call.int(1)?;
                call.to_float(libm::pow(call.float(0)?, signed(exponent, width) as f64))?
            }
            Self::Bitcast => call.bitcast()?,
        };
        Some(Ok(SmallVec::from_slice(&[element])))
    }
}
