//! Attribute dictionaries.

use memplan_support::Sort;
use smallvec::SmallVec;

use super::{AttrId, Context, StrId};

/// A small map from attribute names to attributes, in order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dict {
    entries: SmallVec<[(StrId, AttrId); 2]>,
    /// Whether the text shows the map although it is empty.
    is_shown_empty: bool,
}

impl Dict {
    /// The attribute of this name.
    #[inline]
    pub fn get(&self, name: StrId) -> Option<AttrId> {
        self.entries
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, attr)| *attr)
    }

    /// Sets the attribute of this name and returns the old one.
    pub fn set(&mut self, name: StrId, attr: AttrId) -> Option<AttrId> {
        if let Some(entry) = self.entries.iter_mut().find(|(key, _)| *key == name) {
            return Some(std::mem::replace(&mut entry.1, attr));
        }
        self.entries.push((name, attr));
        None
    }

    /// The map of these entries, whose names must all differ.
    pub(crate) const fn from_unique(entries: SmallVec<[(StrId, AttrId); 2]>) -> Self {
        Self {
            entries,
            is_shown_empty: false,
        }
    }

    /// The map with other entries, whose names must all differ.
    pub(crate) fn map(&self, entry: impl FnMut((StrId, AttrId)) -> (StrId, AttrId)) -> Self {
        Self {
            entries: self.iter().map(entry).collect(),
            is_shown_empty: self.is_shown_empty,
        }
    }

    /// Removes and returns the attribute of this name.
    pub fn remove(&mut self, name: StrId) -> Option<AttrId> {
        let at = self.entries.iter().position(|(key, _)| *key == name)?;
        Some(self.entries.remove(at).1)
    }

    /// All entries in order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (StrId, AttrId)> + '_ {
        self.entries.iter().copied()
    }

    /// An empty map that stays in the text: `<{}>`.
    pub(crate) fn shown_empty() -> Self {
        Self {
            is_shown_empty: true,
            ..Self::default()
        }
    }

    /// Whether the text has the map.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown_empty || !self.is_empty()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries sorted by the bytes of their names, as MLIR keeps and prints them.
    pub fn sorted(&self, ctx: &Context) -> SmallVec<[(StrId, AttrId); 4]> {
        let mut entries: SmallVec<[_; 4]> = self.iter().collect();
        if entries.len() > 1 {
            entries.sort_stable_by(|a, b| ctx.bytes(a.0).cmp(ctx.bytes(b.0)));
        }
        entries
    }
}
