//! Newtypes for the units of the planning problem: bytes, ticks, buffer numbers, work.
//!
//! No bare `u64` crosses a public function of this crate: an offset in bytes cannot be mistaken for a
//! tick, an index or a number of steps. The newtypes of a trace do no arithmetic of their own, so every sum is
//! visibly checked or visibly covered by the bound that [`crate::LifetimeTrace`] guarantees. [`Units`] only
//! counts, so its arithmetic saturates.

use std::fmt;
use std::iter::Sum;
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use memplan_support::one_word_keys;

/// A size, an alignment or an offset in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

/// A position on the linearised timeline of an allocation scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub i64);

/// A buffer, as its index in the trace it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BufferId(pub u32);

/// Work of a planner, counted in steps of its algorithm; the unit of [`crate::PlanOptions::work_limit`].
///
/// One unit is one placement of a buffer, one allocation or deallocation that is replayed, one node of a
/// search, or one row of a linear program for each node that is solved. It takes from some nanoseconds to
/// some microseconds, depending on the planner and the trace. Work is counted, never timed, so a schedule
/// under a work limit is the same on every machine.
///
/// Sums saturate at [`Units::MAX`], differences at zero.
///
/// ```
/// use memplan_planner::Units;
///
/// assert_eq!(Units(2) + Units(3), Units(5));
/// assert_eq!(Units(2) - Units(3), Units(0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Units(pub u64);

one_word_keys! {
    Bytes, |bytes| bytes.0;
    Tick, |tick| tick.0.cast_unsigned() ^ 1 << 63;
    BufferId, |id| u64::from(id.0);
    Units, |units| units.0;
}

impl Units {
    /// One step.
    pub const ONE: Self = Self(1);

    /// No limit, or more work than can be counted.
    pub const MAX: Self = Self(u64::MAX);
}

impl Add for Units {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Units {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Units {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<u64> for Units {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

/// Parses a whole number.
impl FromStr for Units {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Sum for Units {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self(0), Self::add)
    }
}

impl BufferId {
    /// The index of this buffer in [`crate::LifetimeTrace::buffers`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Bytes {
    /// The least alignment that honours two; `None` when it does not fit, or one of them is 0.
    ///
    /// ```
    /// use memplan_planner::Bytes;
    ///
    /// assert_eq!(Bytes(4).common_alignment(Bytes(6)), Some(Bytes(12)));
    /// ```
    pub fn common_alignment(self, other: Self) -> Option<Self> {
        common_alignment(self.0, other.0).map(Self)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for BufferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The greatest common divisor; 0 is a multiple of everything.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Rounds `value` up to a multiple of `align`; `None` when the result does not fit.
///
/// `align` must not be zero; it need not be a power of two.
pub(crate) fn align_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align)
}

/// The least common multiple of two alignments; `None` when it does not fit.
pub(crate) fn common_alignment(a: u64, b: u64) -> Option<u64> {
    if a == 0 || b == 0 {
        return None;
    }
    (a / gcd(a, b)).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::{align_up, common_alignment};

    #[test]
    fn alignment_need_not_be_a_power_of_two() {
        assert_eq!(align_up(7, 3), Some(9));
        assert_eq!(align_up(u64::MAX, 2), None);
        assert_eq!(common_alignment(4, 6), Some(12));
        assert_eq!(common_alignment(64, 16), Some(64));
        assert_eq!(common_alignment(u64::MAX, u64::MAX - 1), None);
    }
}
