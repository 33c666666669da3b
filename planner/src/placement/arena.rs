//! The buffers of a trace in an address tree.

use std::num::NonZeroU64;
use std::sync::Arc;

use smallvec::SmallVec;

use super::address::Address;
use super::address_tree::{AddressTree, Item, Query};
use super::grid::Grid;
use crate::problem::sections::Sections;
use crate::{BufferId, Bytes, LifetimeTrace, PlanError};

/// The placed buffers of a trace. Queries are about the *current* buffer.
#[derive(Debug)]
pub(crate) struct Arena<'a> {
    trace: &'a LifetimeTrace,
    sections: &'a Sections,
    grid: Arc<Grid>,
    tree: Tree,
    /// The highest end of what is placed, in bytes.
    top: u64,
    /// The items of the current buffer, in bytes.
    items: Vec<Item<u64>>,
}

/// The address tree, with 32-bit addresses as long as they suffice, which halves its memory.
#[derive(Debug)]
enum Tree {
    /// Addresses count units of this many bytes.
    Narrow(AddressTree<u32>, NonZeroU64),
    Wide(AddressTree<u64>),
}

impl<'a> Arena<'a> {
    /// Without any buffer. `O(n log n)`.
    pub(crate) fn new(trace: &'a LifetimeTrace) -> Self {
        let sections = trace.sections();
        let runs = sections.all_runs().iter().copied();
        let grid = Arc::new(Grid::new(sections.n_sections(), runs));
        Self {
            trace,
            tree: Tree::Narrow(AddressTree::new(grid.clone()), sections.unit()),
            grid,
            sections,
            top: 0,
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

    /// Makes a pinned buffer the current one, and checks that its bytes are free.
    ///
    /// # Errors
    /// [`PlanError::PinsOverlap`].
    pub(crate) fn check_pin(&mut self, id: BufferId, offset: Bytes) -> Result<(), PlanError> {
        self.load(id);
        self.widen_unless(offset.0, 1);
        if self.query(1).fits_at(offset.0) {
            Ok(())
        } else {
            Err(self.pins_overlap(id))
        }
    }

    /// Places the current buffer.
    pub(crate) fn insert(&mut self, offset: Bytes) {
        self.widen_unless(offset.0, 1);
        let ends = self.items.iter().map(|item| offset.0 + item.hi);
        self.top = ends.fold(self.top, u64::max);
        match &mut self.tree {
            Tree::Narrow(tree, unit) => {
                tree.insert(&in_units(&self.items, *unit), (offset.0 / *unit) as u32);
            }
            Tree::Wide(tree) => tree.insert(&self.items, offset.0),
        }
    }

    /// What insertions have cost so far, in the steps of [`Places::n_steps`].
    pub(crate) fn n_steps(&self) -> u64 {
        match &self.tree {
            Tree::Narrow(tree, _) => tree.n_steps(),
            Tree::Wide(tree) => tree.n_steps(),
        }
    }

    /// The free places of the current buffer, at multiples of an alignment.
    pub(crate) fn query(&mut self, align: u64) -> Places<'_> {
        self.widen_unless(self.top, align);
        match &self.tree {
            Tree::Narrow(tree, unit) => {
                let align = (align / *unit).max(1) as u32;
                Places::Narrow(tree.query(&in_units(&self.items, *unit), 0, align), *unit)
            }
            Tree::Wide(tree) => Places::Wide(tree.query(&self.items, 0, align)),
        }
    }

    /// Makes addresses 64 bits wide unless the current buffer, at `offset` rounded up to a multiple of `align`, has
    /// addresses that 32 bits hold exactly.
    fn widen_unless(&mut self, offset: u64, align: u64) {
        let Tree::Narrow(tree, unit) = &self.tree else {
            return;
        };
        let is_exact = |bytes: u64| bytes.is_multiple_of(unit.get());
        let is_step = unit.get().is_multiple_of(align) || is_exact(align);
        let mut ends = self.items.iter().flat_map(|item| [item.lo, item.hi]);
        let above = self.items.iter().map(|item| item.hi).max();
        let highest = [offset, align, unit.get()].into_iter().chain(above);
        let highest = highest.fold(0, u64::saturating_add);
        let fits = highest / *unit < <u32 as Address>::MAX;
        if !(fits && is_step && is_exact(offset) && ends.all(is_exact)) {
            self.tree = Tree::Wide(tree.widened(*unit));
        }
    }

    /// Leaves no buffer current.
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

    /// As [`Self::load`], with `size` bytes if the buffer is larger.
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

/// Items in units that divide their addresses, which fit 32 bits.
fn in_units(items: &[Item<u64>], unit: NonZeroU64) -> SmallVec<[Item<u32>; 4]> {
    let item = |item: &Item<u64>| Item {
        span: item.span,
        lo: (item.lo / unit) as u32,
        hi: (item.hi / unit) as u32,
    };
    items.iter().map(item).collect()
}

/// The free places of the current buffer, from the lowest up, in bytes.
#[expect(
    clippy::large_enum_variant,
    reason = "a query lives on the stack for a moment, an allocation would cost more"
)]
#[derive(Debug)]
pub(crate) enum Places<'a> {
    /// Addresses count units of this many bytes.
    Narrow(Query<'a, u32>, NonZeroU64),
    Wide(Query<'a, u64>),
}

impl Places<'_> {
    /// As [`Query::first_fit`].
    pub(crate) fn first_fit(&mut self) -> u64 {
        match self {
            Self::Narrow(query, unit) => u64::from(query.first_fit()) * unit.get(),
            Self::Wide(query) => query.first_fit(),
        }
    }

    /// As [`Query::next_free`].
    pub(crate) fn next_free(&mut self) -> (u64, Option<u64>) {
        match self {
            Self::Narrow(query, unit) => {
                let (first, last) = query.next_free();
                let bytes = |address: u32| u64::from(address) * unit.get();
                (bytes(first), last.map(bytes))
            }
            Self::Wide(query) => query.next_free(),
        }
    }

    /// As [`Query::top`].
    pub(crate) fn top(&self) -> u64 {
        match self {
            Self::Narrow(query, unit) => u64::from(query.top()) * unit.get(),
            Self::Wide(query) => query.top(),
        }
    }

    /// As [`Query::fits_at`], for a multiple of the unit.
    fn fits_at(self, offset: u64) -> bool {
        match self {
            Self::Narrow(query, unit) => query.fits_at((offset / unit) as u32),
            Self::Wide(query) => query.fits_at(offset),
        }
    }

    /// As [`Query::n_steps`].
    pub(crate) fn n_steps(&self) -> u64 {
        match self {
            Self::Narrow(query, _) => query.n_steps(),
            Self::Wide(query) => query.n_steps(),
        }
    }
}
