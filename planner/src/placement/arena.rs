//! The buffers of a trace in an address tree.

use std::sync::Arc;

use super::address_tree::{AddressTree, Item, Query};
use super::grid::Grid;
use crate::reduce::Sections;
use crate::{BufferId, Bytes, LifetimeTrace, PlanError};

/// What is placed of a trace. Questions are about the *current* buffer.
#[derive(Debug)]
pub(crate) struct Arena<'a> {
    trace: &'a LifetimeTrace,
    sections: Sections,
    grid: Arc<Grid>,
    tree: AddressTree<u64>,
    /// The items of the current buffer.
    items: Vec<Item<u64>>,
}

impl<'a> Arena<'a> {
    /// Without any buffer. `O(n log n)`.
    pub(crate) fn new(trace: &'a LifetimeTrace) -> Self {
        let sections = Sections::new(trace);
        let runs = sections.all_runs().iter().copied();
        let grid = Arc::new(Grid::new(sections.n_sections(), runs));
        Self {
            trace,
            tree: AddressTree::new(grid.clone()),
            grid,
            sections,
            items: Vec::new(),
        }
    }

    /// Checks that pinned buffers do not overlap. `O(n log n)`.
    ///
    /// # Errors
    /// [`PlanError::PinsOverlap`].
    pub(crate) fn check_pins(trace: &'a LifetimeTrace) -> Result<(), PlanError> {
        let mut arena = Self::new(trace);
        for id in trace.ids() {
            if let Some(offset) = trace[id].pinned {
                arena.check_pin(id, offset)?;
                arena.insert(offset);
            }
        }
        Ok(())
    }

    /// Makes a pinned buffer the current one, and checks that nothing placed is in its way.
    ///
    /// # Errors
    /// [`PlanError::PinsOverlap`].
    pub(crate) fn check_pin(&mut self, id: BufferId, offset: Bytes) -> Result<(), PlanError> {
        self.load(id);
        if self.query(1).fits_at(offset.0) {
            Ok(())
        } else {
            Err(self.pins_overlap(id))
        }
    }

    /// Places the current buffer.
    pub(crate) fn insert(&mut self, offset: Bytes) {
        self.tree.insert(&self.items, offset.0);
    }

    /// What insertions have cost so far, in the steps of [`Query::n_steps`].
    pub(crate) fn n_steps(&self) -> u64 {
        self.tree.n_steps()
    }

    /// What is in the way of the current buffer, at multiples of an alignment.
    pub(crate) fn query(&self, align: u64) -> Query<'_, u64> {
        self.tree.query(&self.items, 0, align)
    }

    /// Makes nothing the current buffer.
    pub(crate) fn unload(&mut self) {
        self.items.clear();
    }

    /// The largest load of the trace.
    pub(crate) fn max_load(&self) -> Bytes {
        self.sections.max_load()
    }

    /// Makes a buffer the current one.
    pub(crate) fn load(&mut self, id: BufferId) {
        self.items.clear();
        let runs = self.sections.runs(id);
        for (piece, &run) in self.trace[id].pieces().zip(runs) {
            self.items.push(Item {
                span: self.grid.span(run),
                lo: piece.lo,
                hi: piece.hi,
            });
        }
    }

    /// As [`Self::load`], with `size` bytes in place of the size of the buffer if it is less.
    pub(crate) fn load_padded(&mut self, id: BufferId, size: Bytes) {
        self.load(id);
        let true_size = self.trace[id].size.0;
        for item in &mut self.items {
            if item.hi == true_size {
                item.hi = size.0.max(true_size);
            }
        }
    }

    fn pins_overlap(&self, id: BufferId) -> PlanError {
        let bytes_at = |id: BufferId, offset: u64| {
            self.trace[id]
                .pieces()
                .map(move |p| (p.ticks, offset + p.lo, offset + p.hi))
        };
        let pin = |id: BufferId| self.trace[id].pinned.map_or(0, |offset| offset.0);
        let clashes = |&other: &BufferId| {
            other < id
                && self.trace[other].pinned.is_some()
                && bytes_at(other, pin(other)).any(|(ticks, lo, hi)| {
                    bytes_at(id, pin(id))
                        .any(|(t, l, h)| t.overlaps(ticks) && l.max(lo) < h.min(hi))
                })
        };
        let other = self.trace.ids().find(clashes).unwrap_or(id);
        let name = |id: BufferId| self.trace[id].name.to_string();
        PlanError::PinsOverlap {
            buffer: name(id),
            other: name(other),
        }
    }
}
