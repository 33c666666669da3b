//! Affine expressions, maps and integer sets, simplified as they are built.
//!
//! Building a node applies the same local rewrites that MLIR applies, because two maps are equal
//! exactly when their simplified trees are. Rules are listed in the order in which they are tried.

use AffineExpr::{Binary, Constant, Dim, Symbol};
use AffineOp::{Add, CeilDiv, FloorDiv, Mod, Mul};
use memplan_support::Sort;

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

#[expect(
    clippy::should_implement_trait,
    reason = "building a node rewrites it: not what an operator suggests"
)]
impl AffineExpr {
    /// `lhs op rhs`, simplified.
    pub fn binary(op: AffineOp, lhs: Self, rhs: Self) -> Self {
        match op {
            Add => Self::add(lhs, rhs),
            Mul => Self::mul(lhs, rhs),
            Mod => Self::modulo(lhs, rhs),
            FloorDiv => Self::floor_div(lhs, rhs),
            CeilDiv => Self::ceil_div(lhs, rhs),
        }
    }

    /// `lhs + rhs`, simplified.
    pub fn add(lhs: Self, rhs: Self) -> Self {
        match Self::simplify_add(lhs, rhs) {
            Ok(sum) => sum,
            Err((lhs, rhs)) => node(Add, lhs, rhs),
        }
    }

    /// `lhs + rhs` if a rule applies, otherwise returns both sides.
    fn simplify_add(lhs: Self, rhs: Self) -> Result<Self, (Self, Self)> {
        if let (Constant(l), Constant(r)) = (&lhs, &rhs) {
            return l.checked_add(*r).map(Constant).ok_or((lhs, rhs));
        }
        let is_constant_left = matches!(lhs, Constant(_));
        if is_constant_left || (lhs.is_symbolic() && !rhs.is_symbolic()) || is_unsorted(&lhs, &rhs)
        {
            return Ok(Self::add(rhs, lhs));
        }
        if rhs == Constant(0) {
            return Ok(lhs);
        }
        if let (Binary(Add, _, inner), Constant(r)) = (&lhs, &rhs)
            && let Some(sum) = inner.as_constant().and_then(|l| l.checked_add(*r))
        {
            return Ok(Self::add(lhs.into_left(), Constant(sum)));
        }
        if let Some((l, r)) = equal_terms(&lhs, &rhs)
            && let Some(factor) = l.checked_add(r)
        {
            let term = if lhs.is_scaled() {
                lhs.into_left()
            } else {
                lhs
            };
            return Ok(Self::mul(term, Constant(factor)));
        }
        match lhs {
            // Moves the constant to the end. Two constants stay in place: only constants whose sum overflows reach
            // this point.
            Binary(Add, left, constant)
                if matches!(*constant, Constant(_)) && !matches!(rhs, Constant(_)) =>
            {
                Ok(Self::add(Self::add(*left, rhs), *constant))
            }
            lhs => Self::add_quotient(lhs, rhs),
        }
    }

    /// The rules of [`AffineExpr::add`] for a right side `(x floordiv q) * c`.
    fn add_quotient(lhs: Self, rhs: Self) -> Result<Self, (Self, Self)> {
        if let Some(divisor) = remainder_divisor(&lhs, &rhs) {
            let divisor = divisor.clone();
            return Ok(Self::modulo(lhs, divisor));
        }
        let is_quotient = matches!(&rhs, Binary(Mul, quotient, _)
            if matches!(**quotient, Binary(FloorDiv, ..)));
        match lhs {
            Binary(Add, left, last) if is_quotient => match Self::simplify_add(*last, rhs) {
                Ok(sum) => Ok(Self::add(*left, sum)),
                Err((last, rhs)) => Err((Binary(Add, left, Box::new(last)), rhs)),
            },
            lhs => Err((lhs, rhs)),
        }
    }

    /// `lhs - rhs`, that is `lhs + rhs * -1`, simplified.
    pub fn sub(lhs: Self, rhs: Self) -> Self {
        Self::add(lhs, Self::mul(rhs, Constant(-1)))
    }

    /// `lhs * rhs`, simplified.
    pub fn mul(lhs: Self, rhs: Self) -> Self {
        if let (Constant(l), Constant(r)) = (&lhs, &rhs) {
            return match l.checked_mul(*r) {
                Some(product) => Constant(product),
                None => node(Mul, lhs, rhs),
            };
        }
        if !lhs.is_symbolic() && !rhs.is_symbolic() {
            return node(Mul, lhs, rhs);
        }
        let swap = !rhs.is_symbolic() || matches!(lhs, Constant(_)) || is_unsorted(&lhs, &rhs);
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        match rhs {
            Constant(1) => return lhs,
            Constant(0) => return Constant(0),
            _ => {}
        }
        let Binary(Mul, _, inner) = &lhs else {
            return node(Mul, lhs, rhs);
        };
        let Some(factor) = inner.as_constant() else {
            return node(Mul, lhs, rhs);
        };
        match rhs.as_constant() {
            Some(r) => match factor.checked_mul(r) {
                Some(product) => Self::mul(lhs.into_left(), Constant(product)),
                None => node(Mul, lhs, rhs),
            },
            None => Self::mul(Self::mul(lhs.into_left(), rhs), Constant(factor)),
        }
    }

    /// `lhs floordiv rhs`, simplified.
    pub fn floor_div(lhs: Self, rhs: Self) -> Self {
        let Some(divisor) = rhs.as_constant().filter(|divisor| *divisor != 0) else {
            return node(FloorDiv, lhs, rhs);
        };
        if let Some(quotient) = lhs.as_constant().and_then(|l| floor_div(l, divisor)) {
            return Constant(quotient);
        }
        if divisor == 1 {
            return lhs;
        }
        if let Some(quotient) = lhs.exact_quotient(divisor) {
            return Self::mul(lhs.into_left(), Constant(quotient));
        }
        match lhs {
            Binary(Add, l, r) if l.is_multiple_of(divisor) || r.is_multiple_of(divisor) => {
                Self::add(Self::floor_div(*l, rhs.clone()), Self::floor_div(*r, rhs))
            }
            lhs => node(FloorDiv, lhs, rhs),
        }
    }

    /// `lhs ceildiv rhs`, simplified.
    pub fn ceil_div(lhs: Self, rhs: Self) -> Self {
        let Some(divisor) = rhs.as_constant().filter(|divisor| *divisor != 0) else {
            return node(CeilDiv, lhs, rhs);
        };
        if let Some(quotient) = lhs.as_constant().and_then(|l| ceil_div(l, divisor)) {
            return Constant(quotient);
        }
        if divisor == 1 {
            return lhs;
        }
        match lhs.exact_quotient(divisor) {
            Some(quotient) => Self::mul(lhs.into_left(), Constant(quotient)),
            None => node(CeilDiv, lhs, rhs),
        }
    }

    /// `lhs mod rhs`, simplified.
    pub fn modulo(lhs: Self, rhs: Self) -> Self {
        let Constant(divisor @ 1..) = rhs else {
            return node(Mod, lhs, rhs);
        };
        if let Constant(value) = lhs {
            return Constant(value.rem_euclid(divisor));
        }
        if lhs.is_multiple_of(divisor) {
            return Constant(0);
        }
        match lhs {
            Binary(Add, l, r) if l.is_multiple_of(divisor) => Self::modulo(*r, rhs),
            Binary(Add, l, r) if r.is_multiple_of(divisor) => Self::modulo(*l, rhs),
            Binary(Mod, l, r) if matches!(*r, Constant(k @ 1..) if k % divisor == 0) => {
                Self::modulo(*l, rhs)
            }
            lhs => node(Mod, lhs, rhs),
        }
    }

    /// The value, if this is a constant.
    pub const fn as_constant(&self) -> Option<i64> {
        match self {
            Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether no dimension occurs.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Dim(_) => false,
            Symbol(_) | Constant(_) => true,
            Binary(_, lhs, rhs) => lhs.is_symbolic() && rhs.is_symbolic(),
        }
    }

    /// Whether the dimension occurs.
    pub fn uses_dim(&self, dim: u32) -> bool {
        match self {
            Dim(d) => *d == dim,
            Symbol(_) | Constant(_) => false,
            Binary(_, lhs, rhs) => lhs.uses_dim(dim) || rhs.uses_dim(dim),
        }
    }

    /// The largest number that is known to divide every value of the expression; 0 for the constant 0.
    pub fn largest_known_divisor(&self) -> u64 {
        match self {
            Dim(_) | Symbol(_) => 1,
            Constant(value) => value.unsigned_abs(),
            Binary(Mul, lhs, rhs) => {
                let factors = (lhs.largest_known_divisor(), rhs.largest_known_divisor());
                factors.0.checked_mul(factors.1).unwrap_or(1)
            }
            Binary(Add | Mod, lhs, rhs) => {
                gcd(lhs.largest_known_divisor(), rhs.largest_known_divisor())
            }
            Binary(FloorDiv | CeilDiv, lhs, rhs) => {
                let Some(divisor) = rhs.as_constant().map(i64::unsigned_abs) else {
                    return 1;
                };
                let dividend = lhs.largest_known_divisor();
                match dividend.checked_rem(divisor) {
                    Some(0) => dividend / divisor,
                    _ => 1,
                }
            }
        }
    }

    /// The value for given dimensions and symbols; `None` if one is missing, on overflow, for a division
    /// by 0 and for a `mod` below 1.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        let at = |values: &[i64], i: u32| values.get(i as usize).copied();
        match self {
            Dim(i) => at(dims, *i),
            Symbol(i) => at(symbols, *i),
            Constant(value) => Some(*value),
            Binary(op, lhs, rhs) => {
                let l = lhs.eval(dims, symbols)?;
                let r = rhs.eval(dims, symbols)?;
                match op {
                    Add => l.checked_add(r),
                    Mul => l.checked_mul(r),
                    Mod if r < 1 => None,
                    Mod => Some(l.rem_euclid(r)),
                    FloorDiv => floor_div(l, r),
                    CeilDiv => ceil_div(l, r),
                }
            }
        }
    }

    /// The expression with renumbered dimensions and symbols, simplified again.
    pub fn renumbered(&self, dims: &dyn Fn(u32) -> u32, symbols: &dyn Fn(u32) -> u32) -> Self {
        self.with_inputs(&|i| Dim(dims(i)), &|i| Symbol(symbols(i)))
    }

    /// The expression with other expressions substituted for its dimensions, simplified again; missing ones are zero.
    pub fn with_dims(&self, dims: &[Self]) -> Self {
        let dim = |i: u32| dims.get(i as usize).cloned().unwrap_or(Constant(0));
        self.with_inputs(&dim, &Symbol)
    }

    /// The expression with other expressions substituted for its dimensions and symbols, simplified again.
    pub fn with_inputs(&self, dims: &dyn Fn(u32) -> Self, symbols: &dyn Fn(u32) -> Self) -> Self {
        match self {
            Dim(i) => dims(*i),
            Symbol(i) => symbols(*i),
            Constant(value) => Constant(*value),
            Binary(op, lhs, rhs) => Self::binary(
                *op,
                lhs.with_inputs(dims, symbols),
                rhs.with_inputs(dims, symbols),
            ),
        }
    }

    fn is_multiple_of(&self, divisor: i64) -> bool {
        self.largest_known_divisor()
            .is_multiple_of(divisor.unsigned_abs())
    }

    /// `k / divisor` for `x * k`, if that is exact.
    fn exact_quotient(&self, divisor: i64) -> Option<i64> {
        let Binary(Mul, _, factor) = self else {
            return None;
        };
        let factor = factor.as_constant()?;
        (factor.checked_rem(divisor)? == 0).then_some(factor / divisor)
    }

    /// Whether this is `x * constant`.
    fn is_scaled(&self) -> bool {
        matches!(self, Binary(Mul, _, factor) if matches!(**factor, Constant(_)))
    }

    fn into_left(self) -> Self {
        match self {
            Binary(_, lhs, _) => *lhs,
            other => other,
        }
    }
}

fn node(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    Binary(op, Box::new(lhs), Box::new(rhs))
}

fn floor_div(value: i64, divisor: i64) -> Option<i64> {
    let quotient = value.checked_div(divisor)?;
    let is_below = value % divisor != 0 && (value < 0) != (divisor < 0);
    quotient.checked_sub(is_below.into())
}

fn ceil_div(value: i64, divisor: i64) -> Option<i64> {
    let quotient = value.checked_div(divisor)?;
    let is_above = value % divisor != 0 && (value < 0) == (divisor < 0);
    quotient.checked_add(is_above.into())
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether both sides are dimensions, or both are symbols, and the higher number comes first.
fn is_unsorted(lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    match (lhs, rhs) {
        (Dim(l), Dim(r)) | (Symbol(l), Symbol(r)) => l > r,
        _ => false,
    }
}

/// `(c1, c2)` if the sides are `x * c1` and `x * c2` of the same `x`; a missing factor is 1.
fn equal_terms(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<(i64, i64)> {
    fn split(expr: &AffineExpr) -> (&AffineExpr, i64) {
        if let Binary(Mul, term, factor) = expr
            && let Constant(factor) = **factor
        {
            return (term, factor);
        }
        (expr, 1)
    }
    let ((l, l_factor), (r, r_factor)) = (split(lhs), split(rhs));
    (l == r).then_some((l_factor, r_factor))
}

/// `q` if `rhs` is `((lhs floordiv q) * q) * -1`, or `(lhs floordiv q) * -q` for a constant `q >= 1`.
fn remainder_divisor<'a>(lhs: &AffineExpr, rhs: &'a AffineExpr) -> Option<&'a AffineExpr> {
    let Binary(Mul, product, factor) = rhs else {
        return None;
    };
    let factor = factor.as_constant()?;
    if factor == -1
        && let Binary(Mul, quotient, q) = &**product
    {
        return match &**quotient {
            Binary(FloorDiv, dividend, divisor) if divisor == q && **dividend == *lhs => Some(q),
            _ => None,
        };
    }
    match &**product {
        Binary(FloorDiv, dividend, divisor) if **dividend == *lhs => {
            let is_opposite =
                matches!(**divisor, Constant(q @ 1..) if factor.checked_neg() == Some(q));
            is_opposite.then_some(&**divisor)
        }
        _ => None,
    }
}

impl AffineMap {
    /// `(d0, .., dn-1) -> (d0, .., dn-1)`.
    pub fn identity(dims: u32) -> Self {
        Self {
            dims,
            symbols: 0,
            results: (0..dims).map(Dim).collect(),
        }
    }

    /// `(d0, .., dn-1) -> (di, dj, ..)`, for some of the dimensions.
    pub fn of_dims(dims: u32, chosen: impl IntoIterator<Item = u32>) -> Self {
        Self {
            dims,
            symbols: 0,
            results: chosen.into_iter().map(Dim).collect(),
        }
    }

    /// `() -> (value)`.
    pub fn constant(value: i64) -> Self {
        Self {
            dims: 0,
            symbols: 0,
            results: vec![Constant(value)],
        }
    }

    /// Whether the map returns its dimensions and has no symbols.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && (0..).zip(&self.results).all(|(i, expr)| *expr == Dim(i))
    }

    /// Whether the results are all dimensions in some order, and there are no symbols.
    pub fn is_permutation(&self) -> bool {
        self.results.len() == self.dims as usize && self.is_projected_permutation(false)
    }

    /// Whether the results are different dimensions, and there are no symbols; with `allow_zero`,
    /// results may also be the constant 0.
    pub fn is_projected_permutation(&self, allow_zero: bool) -> bool {
        if self.symbols > 0 || self.results.len() > self.dims as usize {
            return false;
        }
        // `dims` comes from the text of a program, so memory must not grow with it.
        let mut seen: Vec<u32> = Vec::with_capacity(self.results.len());
        for expr in &self.results {
            match expr {
                Dim(dim) => seen.push(*dim),
                Constant(0) if allow_zero => {}
                _ => return false,
            }
        }
        let n_dims = seen.len();
        seen.sort_stable();
        seen.dedup();
        seen.len() == n_dims
    }

    /// The values of the results; `None` if an input is missing, on overflow, for a division by
    /// 0 and for a `mod` below 1.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results
            .iter()
            .map(|expr| expr.eval(dims, symbols))
            .collect()
    }

    /// The value of a map that has one constant result.
    pub fn as_constant(&self) -> Option<i64> {
        match &self.results[..] {
            [Constant(value)] => Some(*value),
            _ => None,
        }
    }

    /// Number of dimensions and symbols together.
    pub const fn n_inputs(&self) -> usize {
        self.dims as usize + self.symbols as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(i: u32) -> AffineExpr {
        Dim(i)
    }

    fn c(value: i64) -> AffineExpr {
        Constant(value)
    }

    #[test]
    fn sums_collect_constants_and_equal_terms() {
        let sum = AffineExpr::add(c(4), d(0));
        assert_eq!(sum, node(Add, d(0), c(4)));
        let sum = AffineExpr::add(sum, d(1));
        assert_eq!(sum, node(Add, node(Add, d(0), d(1)), c(4)));
        assert_eq!(AffineExpr::sub(d(0), d(0)), c(0));
        assert_eq!(AffineExpr::add(d(0), d(0)), node(Mul, d(0), c(2)));
    }

    #[test]
    fn remainders_and_quotients_are_recognised() {
        let quotient = AffineExpr::floor_div(d(0), c(4));
        let product = AffineExpr::mul(quotient, c(-4));
        assert_eq!(AffineExpr::add(d(0), product), node(Mod, d(0), c(4)));
        let scaled = AffineExpr::mul(d(0), c(128));
        assert_eq!(
            AffineExpr::floor_div(scaled.clone(), c(64)),
            node(Mul, d(0), c(2))
        );
        assert_eq!(AffineExpr::modulo(scaled, c(64)), c(0));
        assert_eq!(
            AffineExpr::floor_div(d(0), c(0)),
            node(FloorDiv, d(0), c(0))
        );
    }

    #[test]
    fn overflow_is_left_alone() {
        let big = AffineExpr::add(d(0), c(i64::MAX));
        let bigger = AffineExpr::add(big.clone(), c(i64::MAX));
        assert_eq!(bigger, node(Add, big, c(i64::MAX)));
        let product = AffineExpr::mul(AffineExpr::mul(d(0), c(i64::MAX)), c(3));
        assert_eq!(product.eval(&[1], &[]), None);
        let _ = AffineExpr::add(AffineExpr::add(bigger, d(1)), c(1));
        assert_eq!(
            AffineExpr::ceil_div(c(i64::MIN), c(3)).as_constant(),
            Some(i64::MIN / 3)
        );
    }

    #[test]
    fn maps_know_their_shape() {
        assert!(AffineMap::identity(3).is_identity());
        let mut map = AffineMap::identity(2);
        map.results.swap(0, 1);
        assert!(map.is_permutation() && !map.is_identity());
        map.results[0] = c(0);
        assert!(map.is_projected_permutation(true) && !map.is_projected_permutation(false));
        assert_eq!(map.eval(&[5, 6], &[]), Some(vec![0, 5]));
    }
}
