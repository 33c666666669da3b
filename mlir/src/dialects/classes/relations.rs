//! Relations between the types of an operation's values.

/// A relation between types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Operands and results have the same type, except for dynamic sizes.
    SameTypes,
    /// Operands have the same type.
    SameOperandTypes,
    /// Operands and results have the same element type.
    SameElements,
    /// Operands have the same element type.
    SameOperandElements,
    /// Operands and results have the same shape.
    SameShapes,
    /// Operands and results have the same rank, and each size is 1 or equal to all others.
    Broadcast,
    /// The first operand and the first result have the same element type.
    SameInputElements,
    /// The result is like the operand, but with one element along `axis`.
    Reduces,
}
