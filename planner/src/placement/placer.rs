//! First fit over a reduced instance: what all planners that try many orders share.
//!
//! A [`Board`] stores where in the address tree each item belongs; it is built once for an
//! instance. A [`Placer`] has its own tree and places item by item in a given order. It stops as
//! soon as an item ends above a limit, because the order is then no better than a known one.

use crate::Units;
use std::sync::Arc;

use super::address::Address;
use super::address_tree::{AddressTree, Item};
use super::grid::{Grid, Span};
use crate::problem::budget::{Budget, Halt};
use crate::reduce::{Instance, Pin};

/// Above this number of items, spans are computed on demand: with 16 bytes each, they would not fit into the cache.
const MOST_SPANS: usize = 1 << 20;

/// The places of the items of an instance in an address tree.
#[derive(Debug)]
pub(crate) struct Board<'i> {
    instance: &'i Instance,
    grid: Arc<Grid>,
    /// The spans of all runs of all items; empty where there are so many that they are computed on demand.
    spans: Vec<Span>,
    /// With gaps: where the spans of each item begin; one entry more than items.
    first_span: Vec<u32>,
    /// The items with a given offset.
    pinned: Vec<u32>,
    /// The highest end, in units, up to which sums fit 32 bits.
    narrow_limit: u64,
}

impl<'i> Board<'i> {
    /// Prepares the placing of some items; it is an error to place others. `O(n + sections)`.
    pub(crate) fn new(instance: &'i Instance, items: impl Iterator<Item = u32> + Clone) -> Self {
        let runs = items
            .clone()
            .flat_map(|item| instance.runs(item as usize).iter().copied());
        let grid = Grid::new(instance.n_sections, runs);
        let nowhere = Span {
            first: 0,
            end: 0,
            before: 0,
            after: 0,
        };
        let (mut spans, mut first_span) = (Vec::new(), Vec::new());
        if instance.has_gaps {
            for item in 0..instance.len() {
                first_span.push(spans.len() as u32);
                spans.extend(instance.runs(item).iter().map(|&run| grid.span(run)));
            }
            first_span.push(spans.len() as u32);
        } else if instance.len() <= MOST_SPANS {
            spans.resize(instance.len(), nowhere);
            for item in items.clone() {
                spans[item as usize] = grid.span(instance.hull[item as usize]);
            }
        }
        // An address may exceed the limit by a size and by the rounding of an end.
        let largest = items.clone().map(|item| instance.size[item as usize]).max();
        let coarsest = items
            .clone()
            .map(|item| instance.align[item as usize])
            .max();
        let above = largest.unwrap_or(0).saturating_add(coarsest.unwrap_or(1));
        let is_pinned = |&item: &u32| instance.pin[item as usize].is_some();
        let pinned: Vec<u32> = items.filter(is_pinned).collect();
        let pins = pinned
            .iter()
            .filter_map(|&item| instance.pin[item as usize]);
        let highest = pins.map(Pin::offset).max();
        let narrow_limit = <u32 as Address>::MAX.saturating_sub(above);
        Self {
            instance,
            grid: Arc::new(grid),
            spans,
            first_span,
            pinned,
            narrow_limit: if highest.unwrap_or(0) < narrow_limit {
                narrow_limit
            } else {
                0
            },
        }
    }

    fn load<A: Address>(&self, item: usize, items: &mut Vec<Item<A>>) {
        items.clear();
        let (lo, hi) = (A::new(0), A::new(self.instance.size[item]));
        let spans = if !self.first_span.is_empty() {
            &self.spans[self.first_span[item] as usize..self.first_span[item + 1] as usize]
        } else if let Some(span) = self.spans.get(item) {
            std::slice::from_ref(span)
        } else {
            &[self.grid.span(self.instance.hull[item])]
        };
        items.extend(spans.iter().map(|&span| Item { span, lo, hi }));
    }
}

/// Places items by first fit.
#[derive(Debug)]
pub(crate) struct Placer<'b, 'i> {
    board: &'b Board<'i>,
    narrow: Option<AddressTree<u32>>,
    wide: Option<AddressTree<u64>>,
    most_steps: u64,
}

impl<'b, 'i> Placer<'b, 'i> {
    /// A placer without items; its trees are built on demand.
    pub(crate) fn new(board: &'b Board<'i>) -> Self {
        Self {
            board,
            narrow: None,
            wide: None,
            most_steps: u64::MAX,
        }
    }

    /// Placing an order that takes more steps fails like one that exceeds the limit: see [`AddressTree::n_steps`].
    pub(crate) fn within_steps(self, most_steps: u64) -> Self {
        Self { most_steps, ..self }
    }

    /// Removes all items but the pinned ones. `O(sections)`.
    pub(crate) fn clear(&mut self) {
        if let Some(tree) = &mut self.narrow {
            restart(self.board, tree);
        }
        if let Some(tree) = &mut self.wide {
            restart(self.board, tree);
        }
    }

    /// Places the items of an independent part of the instance in this order, from `floor` units
    /// on. None of them may have been placed since the last [`Self::clear`]. Writes their offsets
    /// in units. Returns the highest end in bytes, or `None` as soon as it is above `limit`; the
    /// offsets of the part are then not valid.
    ///
    /// # Errors
    /// [`Halt`] when the budget ends; a placement is a unit of work.
    pub(crate) fn place(
        &mut self,
        order: &[u32],
        floor: u64,
        limit: u64,
        offsets: &mut [u64],
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        self.place_around((&[], order), floor, limit, offsets, budget)
    }

    /// As [`Self::place`], but around items of that part whose offsets are already known and do not
    /// clash. Their ends count for the peak.
    ///
    /// # Errors
    /// As [`Self::place`].
    pub(crate) fn place_around(
        &mut self,
        (placed, order): (&[u32], &[u32]),
        floor: u64,
        limit: u64,
        offsets: &mut [u64],
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        let board = self.board;
        let instance = board.instance;
        let top = |&item: &u32| offsets[item as usize] + instance.size[item as usize];
        let highest = placed.iter().map(top).max().unwrap_or(0);
        // No sum of sizes is above 2^63, so a higher limit has no effect.
        let bytes = limit.min(i64::MAX as u64);
        let limits = Limits {
            bytes,
            units: bytes / board.instance.unit,
            steps: self.most_steps,
        };
        if floor.max(highest) < board.narrow_limit {
            let tree = self.narrow.get_or_insert_with(|| {
                let mut tree = AddressTree::new(board.grid.clone());
                restart(board, &mut tree);
                tree
            });
            let units = limits.units.min(board.narrow_limit - 1);
            let peak = place_in(
                board,
                tree,
                (placed, order),
                floor,
                Limits { units, ..limits },
                offsets,
                budget,
            )?;
            if peak.is_some() || limits.units < board.narrow_limit {
                return Ok(peak);
            }
        }
        let tree = self.wide.get_or_insert_with(|| {
            let mut tree = AddressTree::new(board.grid.clone());
            restart(board, &mut tree);
            tree
        });
        place_in(board, tree, (placed, order), floor, limits, offsets, budget)
    }
}

/// Removes everything but the pinned items.
fn restart<A: Address>(board: &Board<'_>, tree: &mut AddressTree<A>) {
    tree.clear();
    let mut items = Vec::new();
    for &item in &board.pinned {
        if let Some(pin) = board.instance.pin[item as usize] {
            board.load(item as usize, &mut items);
            tree.insert(&items, A::new(pin.offset()));
        }
    }
}

/// The limits at which placing an order gives up.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The highest end in bytes.
    bytes: u64,
    /// The highest end in units, rounded down.
    units: u64,
    /// The most steps.
    steps: u64,
}

/// Places the items of one part.
fn place_in<A: Address>(
    board: &Board<'_>,
    tree: &mut AddressTree<A>,
    (placed, order): (&[u32], &[u32]),
    floor: u64,
    limits: Limits,
    offsets: &mut [u64],
    budget: &mut Budget<'_>,
) -> Result<Option<u64>, Halt> {
    let instance = board.instance;
    let mut items = Vec::new();
    let mut peak = 0;
    let mut n_steps = 0;
    let before = tree.n_steps();
    for &item in placed {
        let item = item as usize;
        if instance.pin[item].is_none() {
            board.load(item, &mut items);
            tree.insert(&items, A::new(offsets[item]));
        }
        peak = peak.max(instance.end(item, offsets[item]));
    }
    if limits.bytes < peak {
        return Ok(None);
    }
    for &item in order {
        budget.spend(Units::ONE)?;
        let item = item as usize;
        let size = instance.size[item];
        let offset = if let Some(pin) = instance.pin[item] {
            pin.offset()
        } else {
            // The slack is less than a unit, so the end may be a unit above the limit.
            if limits.units + 1 < size {
                return Ok(None);
            }
            board.load(item, &mut items);
            let highest = limits.units + 1 - size;
            let mut query = tree.query(&items, A::new(floor), A::new(instance.align[item]));
            let offset = query.first_fit_below(A::new(highest));
            n_steps += query.n_steps();
            drop(query);
            if highest < offset.get() || limits.steps < n_steps + tree.n_steps() - before {
                return Ok(None);
            }
            tree.insert(&items, offset);
            offset.get()
        };
        let end = instance.end(item, offset);
        if limits.bytes < end {
            return Ok(None);
        }
        peak = peak.max(end);
        offsets[item] = offset;
    }
    Ok(Some(peak))
}

#[cfg(test)]
mod tests {
    use super::{Board, Placer};
    use crate::orders::{Order, Sorter};
    use crate::problem::budget::Budget;
    use crate::reduce::{Core, Instance};
    use crate::testing::random_trace;
    use crate::{PlanOptions, Units};

    fn conflict(instance: &Instance, a: usize, b: usize) -> bool {
        let mut runs = instance.runs(a).iter();
        runs.any(|a| instance.runs(b).iter().any(|b| a.0 < b.1 && b.0 < a.1))
    }

    /// First fit by looking at all pairs.
    fn plainly(instance: &Instance, order: &[u32], floor: u64) -> Vec<u64> {
        let mut offsets = vec![0; instance.len()];
        let mut placed: Vec<usize> = Vec::new();
        for (item, pin) in instance.pin.iter().enumerate() {
            if let Some(pin) = pin {
                offsets[item] = pin.offset();
                placed.push(item);
            }
        }
        for &item in order {
            let item = item as usize;
            if instance.pin[item].is_some() {
                continue;
            }
            let mut offset = floor.next_multiple_of(instance.align[item]);
            let clash = |offset: u64| {
                let blocks = |&&other: &&usize| {
                    conflict(instance, item, other)
                        && offsets[other] < offset + instance.size[item]
                        && offset < offsets[other] + instance.size[other]
                };
                placed.iter().find(blocks).copied()
            };
            while let Some(other) = clash(offset) {
                let end = offsets[other] + instance.size[other];
                offset = end.next_multiple_of(instance.align[item]);
            }
            offsets[item] = offset;
            placed.push(item);
        }
        offsets
    }

    #[test]
    fn every_order_gives_the_offsets_of_a_plain_placer() {
        let options = PlanOptions::default();
        for seed in 0..24 {
            let features = [&[][..], &["align"], &["gap"], &["align", "gap", "pin"]];
            let features = features[seed as usize % 4];
            let longest = [3, 30, 200][seed as usize % 3];
            let trace = random_trace(seed, 150, longest, features);
            let Ok(instance) = Instance::new(&trace, &options) else {
                continue; // pins that overlap
            };
            let loads = instance.loads();
            let core = Core::new(&instance, &loads);
            let board = Board::new(&instance, core.items.iter().copied());
            // The same board with 64-bit addresses.
            let mut wide_board = Board::new(&instance, core.items.iter().copied());
            wide_board.narrow_limit = 0;
            let mut placer = Placer::new(&board);
            let mut wide_placer = Placer::new(&wide_board);
            let sorter = Sorter::new(&instance, loads);
            let mut order = Vec::new();
            for rule in Order::ALL {
                for component in &core.components {
                    sorter.sort(&core, component, *rule, &[], &mut order);
                    let wanted = plainly(&instance, &order, component.floor);
                    let ends = order.iter().map(|&item| item as usize);
                    let ends = ends.map(|item| instance.end(item, wanted[item]));
                    let wanted_peak = ends.max();
                    for placer in [&mut placer, &mut wide_placer] {
                        placer.clear();
                        let mut offsets = vec![0; instance.len()];
                        let mut budget = Budget::new(&options, Units(u64::MAX));
                        let floor = component.floor;
                        let mut place = |limit| {
                            let offsets = &mut offsets;
                            placer.place(&order, floor, limit, offsets, &mut budget)
                        };
                        assert_eq!(place(u64::MAX), Ok(wanted_peak), "{seed} {}", rule.name);
                        for &item in &order {
                            let item = item as usize;
                            assert_eq!(offsets[item], wanted[item], "{seed} {}", rule.name);
                        }
                        placer.clear();
                        let mut place = |limit| {
                            let offsets = &mut offsets;
                            placer.place(&order, floor, limit, offsets, &mut budget)
                        };
                        let peak = wanted_peak.unwrap_or(1);
                        assert_eq!(place(peak - 1), Ok(None), "{seed} {}", rule.name);
                        placer.clear();
                        let mut offsets = vec![0; instance.len()];
                        let again = placer.place(&order, floor, peak, &mut offsets, &mut budget);
                        assert_eq!(again, Ok(wanted_peak), "{seed} {}", rule.name);
                        placer.clear();
                        let halves = order.split_at(order.len() / 2);
                        let around =
                            placer.place_around(halves, floor, peak, &mut offsets, &mut budget);
                        assert_eq!(around, Ok(wanted_peak), "{seed} {}", rule.name);
                        for &item in &order {
                            let item = item as usize;
                            assert_eq!(offsets[item], wanted[item], "{seed} {}", rule.name);
                        }
                    }
                }
            }
        }
    }
}
