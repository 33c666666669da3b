//! Attribute dictionaries.

use memplan_sorting::Sort;
use smallvec::SmallVec;

use super::{AttrId, Context, StrId};

/// A small map from attribute names to attributes, in order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dict(SmallVec<[(StrId, AttrId); 2]>);

impl Dict {
    /// The attribute of this name.
    pub fn get(&self, name: StrId) -> Option<AttrId> {
        self.0
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, attr)| *attr)
    }

    /// Sets the attribute of this name and returns the old one.
    pub fn set(&mut self, name: StrId, attr: AttrId) -> Option<AttrId> {
        if let Some(entry) = self.0.iter_mut().find(|(key, _)| *key == name) {
            return Some(std::mem::replace(&mut entry.1, attr));
        }
        self.0.push((name, attr));
        None
    }

    /// The map of these entries, whose names must all differ.
    pub(crate) const fn from_unique(entries: SmallVec<[(StrId, AttrId); 2]>) -> Self {
        Self(entries)
    }

    /// Removes and returns the attribute of this name.
    pub fn remove(&mut self, name: StrId) -> Option<AttrId> {
        let at = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(at).1)
    }

    /// All entries in order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (StrId, AttrId)> + '_ {
        self.0.iter().copied()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
