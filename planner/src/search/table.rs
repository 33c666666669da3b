//! The table of refuted states.
//!
//! The completions of a part depend only on its unplaced items and their least offsets, so a part
//! that was searched without success need not be searched again, in this run or in a later one, at
//! the same or a lower capacity. The table is direct-mapped, and new entries always replace old
//! ones; keys of 128 bits stand for states.

pub(super) type StateKey = [u64; 2];

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: StateKey,
    /// Bytes for which there is no completion, plus one; 0 for an empty entry.
    refuted: u64,
}

/// See the module documentation.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    n_stored: usize,
    max_entries: usize,
}

const FIRST_ENTRIES: usize = 1 << 11;

impl Table {
    /// A table that grows up to `max_entries`, a power of two.
    pub(super) fn new(max_entries: usize) -> Self {
        Self {
            entries: vec![Entry::default(); FIRST_ENTRIES.min(max_entries)],
            n_stored: 0,
            max_entries,
        }
    }

    /// Whether a state is known to have no completion of at most `capacity` bytes.
    pub(super) fn is_refuted(&self, key: StateKey, capacity: u64) -> bool {
        let entry = &self.entries[self.slot(key)];
        capacity < entry.refuted && entry.key == key
    }

    /// Records that a state has no completion of at most `capacity` bytes.
    pub(super) fn refute(&mut self, key: StateKey, capacity: u64) {
        if self.entries.len() <= self.n_stored && self.entries.len() < self.max_entries {
            self.grow();
        }
        self.n_stored += 1;
        let slot = self.slot(key);
        self.entries[slot] = Entry {
            key,
            refuted: capacity.saturating_add(1),
        };
    }

    fn grow(&mut self) {
        let n_entries = (4 * self.entries.len()).min(self.max_entries);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); n_entries]);
        for entry in old {
            if entry.refuted != 0 {
                let slot = self.slot(entry.key);
                self.entries[slot] = entry;
            }
        }
    }

    fn slot(&self, key: StateKey) -> usize {
        key[0] as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_refutation_holds_for_lower_capacities_and_survives_growth() {
        let mut table = Table::new(1 << 14);
        table.refute([7, 1], 10);
        for key in 8..2500 {
            table.refute([key, 1], 10);
        }
        assert!(table.entries.len() > 2048);
        assert!(table.is_refuted([7, 1], 10) && table.is_refuted([7, 1], 9));
        assert!(!table.is_refuted([7, 1], 11));
        assert!(!table.is_refuted([7, 2], 10) && !table.is_refuted([6, 1], 0));
    }
}
