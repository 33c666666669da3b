//! Published rules, for comparison.

use memplan_support::Sort;

use super::model::{Choice, FAST, Item, Model, SLOW};
use super::plan::Plan;
use super::room::Rows;
use crate::AccessKind;

/// Brings each operand into the fast pool, and evicts the buffer whose next access is furthest. An operand that does
/// not fit beside the others of its operation is accessed where it is. `O(accesses * live buffers)`.
///
/// Source: Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems Journal 5(2), 1966.
pub(super) fn belady(model: &Model) -> Vec<Option<Choice>> {
    let items = &model.items;
    let mut choices: Vec<Choice> = items.iter().map(Choice::nowhere).collect();
    let mut order: Vec<(usize, usize, usize)> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let steps = item.accesses.iter().enumerate();
        order.extend(steps.map(|(at, step)| (step.rows.begin, index, at)));
    }
    order.sort_stable();
    let mut residents = Residents {
        model,
        last: Vec::new(),
        used: 0,
    };
    let mut start = 0;
    while let Some(&(row, ..)) = order.get(start) {
        let end = start + order[start..].partition_point(|&(other, ..)| other == row);
        let mut operands: Vec<(usize, usize)> = (order[start..end].iter())
            .map(|&(_, item, at)| (item, at))
            .collect();
        start = end;
        residents.drop_unneeded(row);
        // The largest operands stay where they are, if not all fit.
        let mut fixed = residents.fixed_bytes(row, &operands);
        operands.sort_stable_by_key(|&(item, _)| (items[item].may_be[SLOW], items[item].size));
        for &(index, at) in &operands {
            let item = &items[index];
            if !item.may_be[FAST] || model.capacity < fixed + item.size {
                residents.remove(index);
                continue;
            }
            fixed += item.size;
            choices[index].is_fast[at] = true;
            if residents.access(index, at) {
                choices[index].is_kept[at] = item.accesses[at].kind != AccessKind::Write;
            }
        }
        residents.evict(row);
    }
    choices.into_iter().map(Some).collect()
}

/// What [`belady`] has in the fast pool.
struct Residents<'a> {
    model: &'a Model,
    /// Each item with its last access.
    last: Vec<(usize, usize)>,
    /// The sum of their sizes.
    used: u64,
}

impl Residents<'_> {
    fn item(&self, index: usize) -> &Item {
        &self.model.items[index]
    }

    /// Removes items whose last access ends before a row, and whose content is not needed afterwards.
    fn drop_unneeded(&mut self, row: usize) {
        let items = &self.model.items;
        self.last.retain(|&(index, at)| {
            let item = &items[index];
            let stays = row < item.accesses[at].rows.end || item.is_needed_after(at);
            if !stays {
                self.used -= item.size;
            }
            stays
        });
    }

    fn is_active(&self, index: usize, at: usize, row: usize) -> bool {
        row < self.item(index).accesses[at].rows.end
    }

    /// The bytes of items that cannot be evicted at a row, without the operands.
    fn fixed_bytes(&self, row: usize, operands: &[(usize, usize)]) -> u64 {
        (self.last.iter())
            .filter(|&&(index, at)| {
                self.is_active(index, at, row) || !self.item(index).may_be[SLOW]
            })
            .filter(|&&(index, _)| operands.iter().all(|&(operand, _)| operand != index))
            .map(|&(index, _)| self.item(index).size)
            .sum()
    }

    fn place(&self, index: usize) -> Option<usize> {
        self.last.iter().position(|&(other, _)| other == index)
    }

    fn remove(&mut self, index: usize) {
        if let Some(place) = self.place(index) {
            self.last.swap_remove(place);
            self.used -= self.item(index).size;
        }
    }

    /// Records an access of an item. Returns whether the item was in the fast pool already.
    fn access(&mut self, index: usize, at: usize) -> bool {
        let place = self.place(index);
        match place {
            Some(place) => self.last[place].1 = at,
            None => {
                self.last.push((index, at));
                self.used += self.item(index).size;
            }
        }
        place.is_some()
    }

    /// Evicts items that are not accessed at a row, the furthest next access first, until the others fit.
    fn evict(&mut self, row: usize) {
        while self.model.capacity < self.used {
            let candidates = (self.last.iter().enumerate()).filter(|&(_, &(index, at))| {
                !self.is_active(index, at, row) && self.item(index).may_be[SLOW]
            });
            let furthest = candidates.max_by_key(|&(_, &(index, at))| {
                let next = self.item(index).accesses.get(at + 1);
                (next.map_or(usize::MAX, |step| step.rows.begin), index)
            });
            let Some((place, &(index, _))) = furthest else {
                break;
            };
            self.used -= self.item(index).size;
            self.last.swap_remove(place);
        }
    }
}

/// XLA's memory-space assignment, without its model of time. Values are taken by benefit over the square root of their
/// size. From each access to the next, a value stays if it fits. Otherwise it is evicted, and fetched again for the
/// next access if it fits there.
///
/// Source: `MsaAlgorithm` of XLA (`xla/service/memory_space_assignment/algorithm.cc`).
pub(super) fn xla(model: &Model) -> Vec<Option<Choice>> {
    let items = &model.items;
    let benefit = |item: usize| {
        let saved = items[item].accesses.iter();
        let saved: u64 = saved
            .map(|step| step.cost[SLOW].saturating_sub(step.cost[FAST]))
            .sum();
        saved as f64 / (items[item].size as f64).sqrt()
    };
    let mut order: Vec<(f64, usize)> = (0..items.len()).map(|item| (benefit(item), item)).collect();
    order.sort_stable_by(|a, b| b.0.total_cmp(&a.0));
    let mut plan = Plan::empty(model);
    for (_, index) in order {
        let item = &items[index];
        let mut choice = Choice::nowhere(item);
        let size = item.size as i64;
        let has_room = |begin: usize, end: usize| size <= plan.room.least(Rows { begin, end });
        for (at, step) in item
            .accesses
            .iter()
            .enumerate()
            .filter(|_| item.may_be[FAST])
        {
            let is_fast = at != 0 && choice.is_fast[at - 1];
            let needs =
                step.kind != AccessKind::Write && (at != 0 || step.kind == AccessKind::Read);
            if is_fast && needs && has_room(item.accesses[at - 1].rows.end, step.rows.end) {
                (choice.is_fast[at], choice.is_kept[at]) = (true, true);
            } else if !needs {
                // A definition is fast if the value can stay until its first use.
                let next = item
                    .accesses
                    .get(at + 1)
                    .filter(|_| item.is_needed_after(at));
                choice.is_fast[at] = has_room(step.rows.begin, next.unwrap_or(step).rows.end);
            } else {
                choice.is_fast[at] = has_room(step.rows.begin, step.rows.end);
            }
        }
        plan.put(index, choice);
    }
    plan.choices
}
