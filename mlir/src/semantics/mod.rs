//! The semantics of operations, as fields of their table entries.
//!
//! [`OpDef::semantics`](crate::dialects::OpDef::semantics) holds a [`Semantics`]. `canonicalize`
//! folds with it, the interpreter (crate `memplan-interp`) executes with it, and rewrites that
//! match a specific operation compare it. An operation of another dialect with the semantics of a
//! built-in operation is folded and executed like that operation.

mod element;
mod kernel;
mod scalar;

pub use element::{Computed, Element, Form, Signature, index_predicate};
pub use kernel::Kernel;
pub(crate) use scalar::power;
pub use scalar::{
    Complex, Domain, FloatOp, Int2, IntOp, Scalar, Undefined, compare_floats, compare_ints,
    float_of, fused, int_of, maximum, minimum, rounded, signed, truncated,
};

use crate::ir::{Module, OpId, ValueId};

/// What an operation computes.
#[derive(Clone, Copy, Debug)]
pub enum Semantics {
    /// Not described: it is neither folded nor executed.
    Unknown,
    /// A scalar function, applied to each element of vectors and tensors.
    Scalar(Scalar),
    /// A named behaviour.
    Kernel(Kernel),
}

impl Semantics {
    /// The behaviour, if it is one.
    pub const fn kernel(self) -> Option<Kernel> {
        match self {
            Self::Kernel(kernel) => Some(kernel),
            Self::Unknown | Self::Scalar(_) => None,
        }
    }

    /// The scalar function, if it is one.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(scalar),
            Self::Unknown | Self::Kernel(_) => None,
        }
    }
}

impl Module {
    /// The semantics of an operation according to its table entry.
    pub fn semantics(&self, op: OpId) -> Semantics {
        self.def(op).map_or(Semantics::Unknown, |def| def.semantics)
    }

    /// Whether an operation has this behaviour.
    pub fn is_kernel(&self, op: OpId, kernel: Kernel) -> bool {
        self.semantics(op).kernel() == Some(kernel)
    }

    /// Whether an operation computes this integer operation.
    pub fn is_int_op(&self, op: OpId, int: IntOp) -> bool {
        matches!(self.semantics(op), Semantics::Scalar(Scalar::Int(other)) if other == int)
    }

    /// The operation that defines a value, if it has this behaviour.
    pub fn kernel_of(&self, value: ValueId, kernel: Kernel) -> Option<OpId> {
        self.defining_op(value)
            .filter(|&op| self.is_kernel(op, kernel))
    }
}
