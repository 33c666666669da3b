//! Published rules, for comparison.

use memplan_support::Sort;

use super::model::{Choice, FAST, Model, SLOW};
use super::plan::Plan;
use crate::AccessKind;

/// Brings each operand into the fast pool, and evicts the buffer whose next access is furthest. An operand that does
/// not fit beside the others of its operation is accessed where it is. `O(accesses * live buffers)`.
///
/// Source: Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems Journal 5(2), 1966.
pub(super) fn belady(model: &Model) -> Vec<Option<Choice>> {
    let items = &model.items;
    let mut choices: Vec<Choice> = (items.iter())
        .map(|item| Choice {
            is_fast: vec![false; item.accesses.len()],
            is_kept: vec![false; item.accesses.len()],
        })
        .collect();
    let mut order: Vec<(usize, usize, usize)> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let steps = item.accesses.iter().enumerate();
        order.extend(steps.map(|(at, step)| (step.rows.0, index, at)));
    }
    order.sort_stable();
    // What is in the fast pool, with its last access.
    let mut resident: Vec<(usize, usize)> = Vec::new();
    let mut used = 0_u64;
    let mut start = 0;
    while let Some(&(row, ..)) = order.get(start) {
        let end = start + order[start..].partition_point(|&(other, ..)| other == row);
        let group = &order[start..end];
        start = end;
        let is_over = |&(item, at): &(usize, usize)| {
            let it = &items[item];
            it.accesses[at].rows.1 <= row && !it.is_needed_after(at)
        };
        resident.retain(|it| {
            let stays = !is_over(it);
            if !stays {
                used -= items[it.0].size;
            }
            stays
        });
        let is_active = |item: usize, at: usize| row < items[item].accesses[at].rows.1;
        // The largest operands stay where they are, if not all fit.
        let mut fixed: u64 = (resident.iter())
            .filter(|&&(item, at)| is_active(item, at) || !items[item].may_be[SLOW])
            .filter(|&&(item, _)| group.iter().all(|it| it.1 != item))
            .map(|&(item, _)| items[item].size)
            .sum();
        let mut operands: Vec<(usize, usize)> = group.iter().map(|it| (it.1, it.2)).collect();
        operands.sort_stable_by_key(|&(item, _)| (items[item].may_be[SLOW], items[item].size));
        for &(item, at) in &operands {
            let it = &items[item];
            let place = resident.iter().position(|other| other.0 == item);
            if !it.may_be[FAST] || model.capacity < fixed + it.size {
                if let Some(place) = place {
                    resident.swap_remove(place);
                    used -= it.size;
                }
                continue;
            }
            fixed += it.size;
            choices[item].is_fast[at] = true;
            match place {
                Some(place) => {
                    choices[item].is_kept[at] = it.accesses[at].kind != AccessKind::Write;
                    resident[place].1 = at;
                }
                None => {
                    resident.push((item, at));
                    used += it.size;
                }
            }
        }
        while model.capacity < used {
            let candidates = resident
                .iter()
                .enumerate()
                .filter(|(_, (item, at))| !is_active(*item, *at) && items[*item].may_be[SLOW]);
            let furthest = candidates.max_by_key(|(_, (item, at))| {
                let next = items[*item].accesses.get(at + 1);
                (next.map_or(usize::MAX, |step| step.rows.0), *item)
            });
            let Some((place, &(item, _))) = furthest else {
                break;
            };
            used -= items[item].size;
            resident.swap_remove(place);
        }
    }
    choices.into_iter().map(Some).collect()
}

/// The order and the steps of XLA's memory-space assignment, without its model of time: values by benefit over the
/// square root of their size; from each access to the next, the value stays if there is room, is evicted otherwise, and
/// is fetched again for the next access if there is room for that.
///
/// Source: `MsaAlgorithm` of XLA (`xla/service/memory_space_assignment/algorithm.cc`).
pub(super) fn xla(model: &Model) -> Vec<Option<Choice>> {
    let items = &model.items;
    let benefit = |item: usize| {
        let saved = items[item].accesses.iter();
        let saved: u64 = saved
            .map(|it| it.cost[SLOW].saturating_sub(it.cost[FAST]))
            .sum();
        saved as f64 / (items[item].size as f64).sqrt()
    };
    let mut order: Vec<(f64, usize)> = (0..items.len()).map(|it| (benefit(it), it)).collect();
    order.sort_stable_by(|a, b| b.0.total_cmp(&a.0));
    let mut plan = Plan::empty(model);
    for (_, index) in order {
        let item = &items[index];
        let n = item.accesses.len();
        let mut choice = Choice {
            is_fast: vec![false; n],
            is_kept: vec![false; n],
        };
        let size = item.size as i64;
        let has_room = |from: usize, to: usize| size <= plan.room.least(from, to);
        for (at, step) in item
            .accesses
            .iter()
            .enumerate()
            .filter(|_| item.may_be[FAST])
        {
            let is_fast = at != 0 && choice.is_fast[at - 1];
            let needs =
                step.kind != AccessKind::Write && (at != 0 || step.kind == AccessKind::Read);
            if is_fast && needs && has_room(item.accesses[at - 1].rows.1, step.rows.1) {
                (choice.is_fast[at], choice.is_kept[at]) = (true, true);
            } else if !needs {
                // A definition is fast if the value can stay until its first use.
                let next = item
                    .accesses
                    .get(at + 1)
                    .filter(|_| item.is_needed_after(at));
                choice.is_fast[at] = has_room(step.rows.0, next.unwrap_or(step).rows.1);
            } else {
                choice.is_fast[at] = has_room(step.rows.0, step.rows.1);
            }
        }
        plan.put(index, choice);
    }
    plan.choices
}
