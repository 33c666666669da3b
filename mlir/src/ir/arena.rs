//! Storage that clones share until one of them changes it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A list that takes constant time to clone. The first change after a clone copies it, in linear time; a search that
/// tries passes on clones of one module pays only for those that change something.
#[derive(Debug)]
pub(super) struct Arena<T>(Arc<Vec<T>>);

impl<T> Clone for Arena<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> From<Vec<T>> for Arena<T> {
    fn from(list: Vec<T>) -> Self {
        Self(Arc::new(list))
    }
}

impl<T> Deref for Arena<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for Arena<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Arena;

    #[test]
    fn a_clone_is_copied_when_it_changes() {
        let mut given: Arena<u32> = Arena::default();
        given.extend([1, 2]);
        let mut clone = given.clone();
        assert_eq!(given.as_ptr(), clone.as_ptr());
        clone[0] = 3;
        assert_eq!((&given[..], &clone[..]), (&[1, 2][..], &[3, 2][..]));
        let before = clone.as_ptr();
        clone[1] = 4;
        assert_eq!(clone.as_ptr(), before);
    }
}
