//! Relations between the types of an operation's values.

/// What types have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Operands and results have one type, except for sizes that are known at run time only.
    SameTypes,
    /// Operands have one type.
    SameOperandTypes,
    /// Operands and results have one element type.
    SameElements,
    /// Operands have one element type.
    SameOperandElements,
    /// Operands and results have one shape.
    SameShapes,
    /// Operands and results have one rank, and each size is 1 or that of all others.
    Broadcast,
    /// The first operand and the first result have one element type.
    SameInputElements,
    /// As the operand, except for one element along `axis`.
    Reduces,
}
