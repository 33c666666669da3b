//! One value for each item, which takes no memory where all are the same.
//!
//! Few traces have pins, and alignment and rounding are mostly those of the unit: then a million items share one value,
//! and no loop over them touches memory for it.

use std::ops::Index;

use memplan_support::{Key, Sort};

/// The values of all items, by item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Column<T> {
    len: usize,
    /// The value of all items, as long as `each` is empty.
    common: T,
    each: Vec<T>,
}

impl<T: Copy + PartialEq> Column<T> {
    /// Adds the value of the next item.
    pub(crate) fn push(&mut self, value: T) {
        if self.len == 0 {
            self.common = value;
        } else if !self.each.is_empty() || value != self.common {
            self.expand();
            self.each.push(value);
        }
        self.len += 1;
    }

    /// Changes the value of an item.
    pub(crate) fn set(&mut self, item: usize, value: T) {
        if self[item] != value {
            self.expand();
            self.each[item] = value;
        }
    }

    fn expand(&mut self) {
        if self.each.is_empty() {
            self.each = vec![self.common; self.len];
        }
    }

    /// Changes all values.
    pub(crate) fn replace(&mut self, change: impl Fn(T) -> T) {
        self.common = change(self.common);
        for value in &mut self.each {
            *value = change(*value);
        }
    }

    /// The values of all items.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = T> + Clone {
        (0..self.len).map(|item| self[item])
    }

    /// The different values, ascending.
    pub(crate) fn distinct(&self) -> Vec<T>
    where
        T: Key,
    {
        let mut values = if self.each.is_empty() {
            vec![self.common; self.len.min(1)]
        } else {
            self.each.clone()
        };
        values.sort_stable();
        values.dedup();
        values
    }

    /// Whether some item has a value other than this one.
    pub(crate) fn has_other_than(&self, value: T) -> bool {
        0 < self.len && (self.common != value || self.each.iter().any(|&each| each != value))
    }
}

impl<T: Copy + Default + PartialEq> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut column = Self::default();
        values.into_iter().for_each(|value| column.push(value));
        column
    }
}

impl<T> Index<usize> for Column<T> {
    type Output = T;

    #[inline]
    fn index(&self, item: usize) -> &T {
        debug_assert!(item < self.len, "{item} of {} items", self.len);
        self.each.get(item).unwrap_or(&self.common)
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn a_column_is_a_list() {
        let mut column: Column<u64> = [7, 7, 7].into_iter().collect();
        assert!(column.each.is_empty() && !column.has_other_than(7));
        column.set(1, 7);
        assert!(column.each.is_empty());
        column.set(1, 5);
        column.push(9);
        assert_eq!(column.iter().collect::<Vec<u64>>(), [7, 5, 7, 9]);
        assert!(column.has_other_than(7));
        assert_eq!(column.distinct(), [5, 7, 9]);
        column.replace(|value| 2 * value);
        assert_eq!(column.iter().collect::<Vec<u64>>(), [14, 10, 14, 18]);
        column.replace(|value| value / 2);
        column.set(1, 7);
        column.set(3, 7);
        assert!(!column.has_other_than(7), "equal again");
        assert_eq!([4, 4].into_iter().collect::<Column<u64>>().distinct(), [4]);
        let empty = Column::<u64>::default();
        assert!(!empty.has_other_than(1) && empty.iter().len() == 0);
    }
}
