//! Addresses of two widths, and sets of them as sorted intervals.
//!
//! Offsets in units mostly fit 32 bits, which halves the memory that placing touches. Larger ones
//! use 64 bits and the same code.

use std::fmt::Debug;

/// An unsigned address. Sums that are formed stay in range: see [`super::Placer`].
pub(crate) trait Address: Copy + Ord + Default + Debug + Send + Sync {
    /// The highest address.
    const MAX: u64;

    /// The address with this number, which must be at most [`Self::MAX`].
    fn new(value: u64) -> Self;

    fn get(self) -> u64;

    fn plus(self, other: Self) -> Self;

    fn minus(self, other: Self) -> Self;

    /// Rounds up to a multiple; powers of two, the common case, without a division.
    fn aligned(self, align: Self) -> Self;
}

macro_rules! addresses {
    ($($address:ty)*) => {$(
        impl Address for $address {
            const MAX: u64 = <$address>::MAX as u64;

            fn new(value: u64) -> Self {
                debug_assert!(value <= <Self as Address>::MAX, "{value} needs more bits");
                value as Self
            }

            fn get(self) -> u64 {
                u64::from(self)
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn minus(self, other: Self) -> Self {
                self - other
            }

            fn aligned(self, align: Self) -> Self {
                if align.is_power_of_two() {
                    (self + (align - 1)) & !(align - 1)
                } else {
                    self.next_multiple_of(align)
                }
            }
        }
    )*};
}

addresses! { u32 u64 }

/// Half-open addresses.
pub(crate) type Interval<A> = (A, A);

/// Disjoint intervals that do not touch, in ascending order; two of them without an allocation.
pub(super) type AddressSet<A> = smallvec::SmallVec<[Interval<A>; 2]>;

/// The intervals from the first one on that ends above `address`, which galloping search finds.
pub(super) fn pass<A: Address>(set: &[Interval<A>], address: A) -> &[Interval<A>] {
    let mut step = 1;
    let mut rest = set;
    while let Some(interval) = rest.get(step - 1)
        && interval.1 <= address
    {
        rest = &rest[step..];
        step *= 2;
    }
    let within = &rest[..rest.len().min(step - 1)];
    &rest[within.partition_point(|interval| interval.1 <= address)..]
}

/// Adds an interval to a set; `false` if the set contained it already.
pub(super) fn insert_interval<A: Address>(
    set: &mut AddressSet<A>,
    (mut begin, mut end): Interval<A>,
) -> bool {
    let first = set.partition_point(|interval| interval.1 < begin);
    let Some(&(first_begin, first_end)) = set.get(first) else {
        make_room(set);
        set.push((begin, end));
        return true;
    };
    if first_begin <= begin && end <= first_end {
        return false;
    }
    if end < first_begin {
        make_room(set);
        set.insert(first, (begin, end));
        return true;
    }
    begin = begin.min(first_begin);
    let mut last = first;
    while let Some(&(next_begin, next_end)) = set.get(last)
        && next_begin <= end
    {
        end = end.max(next_end);
        last += 1;
    }
    set[first] = (begin, end);
    set.drain(first + 1..last);
    true
}

/// Makes room for one more interval: by a quarter, as most of the memory of large trees is in sets.
fn make_room<A: Address>(set: &mut AddressSet<A>) {
    if set.len() == set.capacity() {
        set.reserve_exact(2 + set.len() / 4);
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, AddressSet, insert_interval, pass};

    #[test]
    fn touching_intervals_become_one() {
        let mut set: AddressSet<u32> = [(0, 4), (8, 12), (16, 20)].into_iter().collect();
        assert!(!insert_interval(&mut set, (9, 12)));
        assert!(insert_interval(&mut set, (4, 8)));
        assert_eq!(set[..], [(0, 12), (16, 20)]);
        assert!(insert_interval(&mut set, (22, 23)));
        assert!(insert_interval(&mut set, (13, 14)));
        assert_eq!(set[..], [(0, 12), (13, 14), (16, 20), (22, 23)]);
        assert!(insert_interval(&mut set, (5, 30)));
        assert_eq!(set[..], [(0, 30)]);
    }

    #[test]
    fn galloping_equals_scanning() {
        let set: Vec<(u64, u64)> = (0..40).map(|i| (3 * i, 3 * i + 2)).collect();
        for at in 0..=set.len() {
            for address in 0..130 {
                let scanned = (at..set.len())
                    .find(|&i| address < set[i].1)
                    .unwrap_or(set.len());
                assert_eq!(
                    pass(&set[at..], address),
                    &set[scanned..],
                    "from {at} past {address}"
                );
            }
        }
    }

    #[test]
    fn both_widths_align_alike() {
        for align in 1..20_u32 {
            for value in 0..90_u32 {
                let wide = Address::aligned(u64::from(value), u64::from(align));
                assert_eq!(u64::from(Address::aligned(value, align)), wide);
                assert_eq!(wide, u64::from(value).next_multiple_of(u64::from(align)));
            }
        }
    }
}
