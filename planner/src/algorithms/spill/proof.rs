//! The fewest bytes that plans of a small problem move: branch and bound over the pool of each access, and over whether
//! an item stays in the fast pool between two accesses.
//!
//! A node is a model with some of these assumed; its bound is that of [`tighten`] with a few more steps from the prices
//! of its parent. It branches on the largest item in the row with the greatest excess at these prices.

use super::bound::{Bound, tighten};
use super::model::{Choice, Model};
use super::path::{Terms, cheapest};
use crate::{Units, WorkMeter};

/// The most accesses of a problem, and the most that all nodes visit: beyond that, few proofs end.
const MOST_ACCESSES: usize = 200;
const MOST_LOOKS: usize = 200_000;
/// Steps of the bound of a node.
const STEPS: usize = 40;

/// A model with assumptions, the bound of its parent, and the prices that gave it.
struct Node {
    model: Model,
    bound: Bound,
}

/// What a node branches on: the access `at` of an item, or its stay since the access before.
#[derive(Clone, Copy, Debug)]
struct Branch {
    item: usize,
    at: usize,
    is_stay: bool,
}

/// A better bound, up to the cost of the best plan, and a cheaper plan if there is one.
pub(super) fn prove(
    model: &Model,
    bound: &Bound,
    mut best: u64,
    meter: &mut WorkMeter<'_>,
) -> (u64, Option<Vec<Option<Choice>>>) {
    let n_accesses: usize = model.items.iter().map(|item| item.accesses.len()).sum();
    if MOST_ACCESSES < n_accesses || model.copies_at_once.is_some() {
        return (bound.bytes, None);
    }
    let mut cheaper = None;
    let mut open = vec![Node {
        model: model.clone(),
        bound: bound.clone(),
    }];
    let mut n_nodes = 0;
    while let Some(node) = open.pop() {
        if best <= node.bound.bytes {
            continue;
        }
        n_nodes += 1;
        if MOST_LOOKS / n_accesses.max(1) < n_nodes
            || meter.spend(Units(n_accesses as u64)).is_err()
        {
            open.push(node);
            break;
        }
        let tighter = tighten(&node.model, best, &node.bound.prices, STEPS, meter);
        let bytes = tighter.bytes.max(node.bound.bytes);
        if best <= bytes {
            continue;
        }
        let choices = at_prices(&node.model, &tighter.prices);
        let Some(choices) = choices else {
            continue; // nothing follows the assumptions
        };
        let (branch, is_valid) = branch(&node.model, &choices);
        if is_valid {
            let costs = choices.iter().enumerate();
            let cost: u64 = costs.map(|(item, choice)| model.cost(item, choice)).sum();
            if cost < best {
                best = cost;
                cheaper = Some(choices.into_iter().map(Some).collect());
            }
        }
        let Some(branch) = branch else {
            continue;
        };
        for assumed in [false, true] {
            let mut model = node.model.clone();
            let step = &mut model.items[branch.item].accesses[branch.at];
            let decided = if branch.is_stay {
                &mut step.kept
            } else {
                &mut step.fast
            };
            *decided = Some(assumed);
            let bound = Bound {
                bytes,
                prices: tighter.prices.clone(),
            };
            open.push(Node { model, bound });
        }
    }
    let lowest = open.iter().map(|node| node.bound.bytes).min();
    (lowest.unwrap_or(best).min(best), cheaper)
}

/// The cheapest choice of each item at these prices; `None` if there is none.
fn at_prices(model: &Model, prices: &[f64]) -> Option<Vec<Choice>> {
    let terms = Terms {
        prices: Some(prices),
        weight: 1.0,
        ..Terms::default()
    };
    let choices = model
        .items
        .iter()
        .map(|item| Some(cheapest(item, &terms)?.0));
    choices.collect()
}

/// The next assumption, `None` if everything is assumed; and whether the choices fit.
fn branch(model: &Model, choices: &[Choice]) -> (Option<Branch>, bool) {
    let mut held = vec![0_i128; model.n_rows + 1];
    for (item, choice) in model.items.iter().zip(choices) {
        item.rows(choice, |rows| {
            held[rows.begin] += i128::from(item.size);
            held[rows.end] -= i128::from(item.size);
        });
    }
    let (mut sum, mut fullest, mut most) = (0, 0, i128::MIN);
    for (row, change) in held.iter().enumerate().take(model.n_rows) {
        sum += change;
        if most < sum {
            (fullest, most) = (row, sum);
        }
    }
    let is_valid = most <= i128::from(model.capacity);
    let mut best: Option<((bool, u64), Branch)> = None;
    for (index, (item, choice)) in model.items.iter().zip(choices).enumerate() {
        for (at, step) in item.accesses.iter().enumerate() {
            let may_stay = at != 0 && item.is_needed_after(at - 1) && step.kept.is_none();
            let is_stay_cause = choice.is_kept[at] && item.rows_before(at).contains(fullest);
            let options = [
                (
                    step.fast.is_none(),
                    step.rows.contains(fullest) && choice.is_fast[at],
                    false,
                ),
                (may_stay, is_stay_cause, true),
            ];
            for (is_open, is_cause, is_stay) in options {
                let value = (is_cause, item.size);
                if is_open && best.is_none_or(|(known, _)| known < value) {
                    best = Some((
                        value,
                        Branch {
                            item: index,
                            at,
                            is_stay,
                        },
                    ));
                }
            }
        }
    }
    (best.map(|(_, branch)| branch), is_valid)
}
