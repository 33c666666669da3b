//! Affine expressions, maps and integer sets, simplified as they are built.
//!
//! Building a node applies the same local rewrites that MLIR applies, because two maps are equal
//! exactly when their simplified trees are. The rules stand in the order in which they are tried.

/// An affine expression over dimensions, symbols and constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineExpr {
    /// Dimension `dN`.
    Dim(u32),
    /// Symbol `sN`.
    Symbol(u32),
    /// A constant.
    Constant(i64),
    /// A binary operation.
    Binary(AffineOp, Box<AffineExpr>, Box<AffineExpr>),
}

/// The operator of an [`AffineExpr::Binary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineOp {
    /// Addition.
    Add,
    /// Multiplication; the right side has no dimension.
    Mul,
    /// Remainder, never negative; the right side has no dimension.
    Mod,
    /// Division, rounded down.
    FloorDiv,
    /// Division, rounded up.
    CeilDiv,
}

/// `(d0, ..)[s0, ..] -> (results)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Result expressions.
    pub results: Vec<AffineExpr>,
}

/// One constraint of an [`IntegerSet`]: `expr == 0` or `expr >= 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineConstraint {
    /// The constrained expression.
    pub expr: AffineExpr,
    /// Whether the constraint is an equality.
    pub is_equality: bool,
}

/// `(d0, ..)[s0, ..] : (constraints)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Constraints, all of which hold.
    pub constraints: Vec<AffineConstraint>,
}
