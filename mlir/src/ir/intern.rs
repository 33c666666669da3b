//! Layered interning tables: every item is stored once and identified by a small number.
//!
//! A table that is not shared has a single layer. Before several threads process parts of a module,
//! its tables are frozen and shared. Each thread reads the immutable frozen layers and adds items
//! to its own layer. Numbering continues across layers, so existing numbers keep their meaning in
//! all threads.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// The storage of a layer.
pub(super) trait Store: Default {
    /// The lookup key of items.
    type Key: ?Sized + Hash + Eq;

    fn len(&self) -> usize;
    fn get(&self, index: usize) -> &Self::Key;
    /// Moves all items of `other` to the end of this store.
    fn append(&mut self, other: Self);
}

/// Adds a new item to a store.
pub(super) trait Accept<Item> {
    fn push(&mut self, item: Item);
}

/// Byte strings, stored consecutively.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

/// A table in layers; only the last one is private.
#[derive(Clone, Debug)]
pub(super) struct Interner<S> {
    frozen: Vec<Arc<Layer<S>>>,
    own: Layer<S>,
}

#[derive(Clone, Debug, Default)]
struct Layer<S> {
    /// Number of the first item.
    start: u32,
    items: S,
    /// Numbers of the items by their hash.
    table: HashTable<u32>,
}

impl<T: Hash + Eq> Store for Vec<T> {
    type Key = T;

    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> &T {
        &self[index]
    }

    fn append(&mut self, mut other: Self) {
        Self::append(self, &mut other);
    }
}

impl<T> Accept<T> for Vec<T> {
    fn push(&mut self, item: T) {
        Self::push(self, item);
    }
}

impl Store for Strings {
    type Key = [u8];

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, index: usize) -> &[u8] {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        &self.bytes[start..self.ends[index] as usize]
    }

    fn append(&mut self, other: Self) {
        let before = self.bytes.len() as u32;
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }
}

impl Accept<&[u8]> for Strings {
    fn push(&mut self, item: &[u8]) {
        self.bytes.extend_from_slice(item);
        self.ends.push(self.bytes.len() as u32);
    }
}

impl<S: Default> Default for Interner<S> {
    fn default() -> Self {
        Self {
            frozen: Vec::new(),
            own: Layer::default(),
        }
    }
}

impl<S: Store> Layer<S> {
    fn find(&self, hash: u64, key: &S::Key) -> Option<u32> {
        let is_it = |&number: &u32| self.items.get((number - self.start) as usize) == key;
        self.table.find(hash, is_it).copied()
    }

    fn insert_number(&mut self, hash: u64, number: u32) {
        let Self {
            start,
            items,
            table,
        } = self;
        table.insert_unique(hash, number, |&number| {
            FxBuildHasher.hash_one(items.get((number - *start) as usize))
        });
    }
}

impl<S: Store> Interner<S> {
    /// The item of this number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &S::Key {
        match number.checked_sub(self.own.start) {
            Some(index) => self.own.items.get(index as usize),
            None => self.get_frozen(number),
        }
    }

    fn get_frozen(&self, number: u32) -> &S::Key {
        // Nearly all items are in the first layer.
        if let Some(first) = self.frozen.first()
            && (number as usize) < first.items.len()
        {
            return first.items.get(number as usize);
        }
        let at = self.frozen.partition_point(|layer| layer.start <= number);
        let layer = &self.frozen[at - 1];
        layer.items.get((number - layer.start) as usize)
    }

    /// Number of items in all layers.
    pub(super) fn len(&self) -> u32 {
        self.own.start + self.own.items.len() as u32
    }

    /// The number of an item, if it is in the table.
    pub(super) fn find(&self, key: &S::Key) -> Option<u32> {
        self.find_hashed(FxBuildHasher.hash_one(key), key)
    }

    fn find_hashed(&self, hash: u64, key: &S::Key) -> Option<u32> {
        self.own.find(hash, key).or_else(|| {
            let mut layers = self.frozen.iter();
            layers.find_map(|layer| layer.find(hash, key))
        })
    }

    /// The number of an item, which is added if it is new.
    pub(super) fn intern<Item: std::borrow::Borrow<S::Key>>(&mut self, item: Item) -> u32
    where
        S: Accept<Item>,
    {
        let hash = FxBuildHasher.hash_one(item.borrow());
        if let Some(existing) = self.find_hashed(hash, item.borrow()) {
            return existing;
        }
        let number = self.len();
        self.own.items.push(item);
        self.own.insert_number(hash, number);
        number
    }

    /// A table that shares all items. `O(own items)` when the layers below are not shared, otherwise
    /// `O(1)`; nothing is copied.
    pub(super) fn fork(&mut self) -> Self {
        self.freeze();
        Self {
            frozen: self.frozen.clone(),
            own: Layer {
                start: self.own.start,
                ..Layer::default()
            },
        }
    }

    /// Freezes the own layer, merging it into the layer below if that is not shared.
    pub(super) fn freeze(&mut self) {
        let n_own = self.own.items.len() as u32;
        if n_own == 0 {
            return;
        }
        let empty = Layer {
            start: self.own.start + n_own,
            ..Layer::default()
        };
        let own = std::mem::replace(&mut self.own, empty);
        match self.frozen.last_mut().and_then(Arc::get_mut) {
            Some(below) => {
                below.items.append(own.items);
                for number in own.start..own.start + n_own {
                    let item = below.items.get((number - below.start) as usize);
                    let hash = FxBuildHasher.hash_one(item);
                    below.insert_number(hash, number);
                }
            }
            None => self.frozen.push(Arc::new(own)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Interner, Strings};

    #[test]
    fn forks_share_what_was_there_and_keep_the_rest_apart() {
        let mut main: Interner<Strings> = Interner::default();
        let [a, b] = [b"a", b"b"].map(|text| main.intern(&text[..]));
        let mut forks = [main.fork(), main.fork()];
        for (index, fork) in forks.iter_mut().enumerate() {
            assert_eq!(fork.intern(&b"a"[..]), a);
            let text = format!("new{index}");
            let number = fork.intern(text.as_bytes());
            assert_eq!((number, fork.get(number)), (2, text.as_bytes()));
            let mut nested = fork.fork();
            assert_eq!(nested.find(text.as_bytes()), Some(2));
            assert_eq!((nested.intern(&b"c"[..]), nested.own.start), (3, 3));
            assert_eq!((nested.get(b), nested.get(2)), (&b"b"[..], text.as_bytes()));
        }
        drop(forks);
        // Layers that are no longer shared are merged.
        let c = main.intern(&b"c"[..]);
        drop(main.fork());
        assert_eq!((main.frozen.len(), main.len()), (1, 3));
        assert_eq!((main.find(b"b"), main.find(b"c")), (Some(b), Some(c)));
        assert_eq!(main.intern(&b"c"[..]), c);
    }
}
