//! A lower bound by Lagrangian relaxation: each row of the fast pool gets a price for a byte, each item makes its
//! cheapest choice by itself, and the price of the whole pool is subtracted. The best prices give the bound of the
//! linear program in which items may be divided.
//!
//! Subgradient steps of Polyak's length, `O(accesses + rows)` each. All prices give a valid bound, so rounding only
//! weakens it; the bound is reduced by more than the rounding error of its sums.
//! Source: Held, Wolfe and Crowder, "Validation of subgradient optimization", Mathematical Programming 6, 1974.

use super::model::Model;
use super::path::{Terms, cheapest};
use crate::{Units, WorkMeter};

/// The most steps, and the most accesses that all of them visit.
const STEPS: usize = 1_500;
const MOST_LOOKS: usize = 40_000_000;
/// After this many steps without a better bound, steps are halved.
const PATIENCE: u32 = 15;

/// A bound and the prices that give it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) bytes: u64,
    /// Sums of the prices before each row.
    pub(super) prices: Vec<f64>,
}

/// A lower bound on the cost of all plans of the model. `best` is the cost of a plan.
pub(super) fn bound(model: &Model, best: u64, meter: &mut WorkMeter<'_>) -> Bound {
    let n_accesses: usize = model.items.iter().map(|item| item.accesses.len()).sum();
    let steps = STEPS.min(MOST_LOOKS / n_accesses.max(1));
    tighten(model, best, &vec![0.0; model.n_rows + 1], steps, meter)
}

/// The same, from given prices and with at most `steps` steps. `best` if no plan meets the assumptions of the model.
pub(super) fn tighten(
    model: &Model,
    best: u64,
    sums: &[f64],
    steps: usize,
    meter: &mut WorkMeter<'_>,
) -> Bound {
    let n = model.n_rows;
    let mut price: Vec<f64> = sums.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let mut highest = f64::NEG_INFINITY;
    let mut best_sums = vec![0.0; n + 1];
    let (mut length, mut idle) = (1.0, 0);
    let mut held = vec![0.0; n + 1];
    for _ in 0..steps {
        if meter.spend(Units(model.items.len() as u64)).is_err() {
            break;
        }
        let mut sums = Vec::with_capacity(n + 1);
        sums.push(0.0);
        let mut sum = 0.0;
        for price in &price {
            sum += price;
            sums.push(sum);
        }
        let value = value_at(model, &sums, &mut held);
        if highest < value {
            if highest + 1e-4 * highest.abs() < value {
                idle = 0;
            }
            highest = value;
            best_sums = sums;
        } else {
            idle += 1;
        }
        if PATIENCE < idle {
            (length, idle) = (length / 2.0, 0);
        }
        let mut square = 0.0;
        let mut at = 0.0;
        let step: Vec<f64> = (0..n)
            .map(|row| {
                at += held[row];
                let over: f64 = at - model.capacity as f64;
                let is_idle = over < 0.0 && price[row] == 0.0;
                let over = if is_idle { 0.0 } else { over };
                square += over * over;
                over
            })
            .collect();
        let gap = best as f64 - value;
        if square == 0.0 || gap <= 0.5 || length < 1e-4 {
            break;
        }
        let scale = length * gap / square;
        for (price, over) in price.iter_mut().zip(step) {
            *price = (*price + scale * over).max(0.0);
        }
    }
    // The rounding error of all sums.
    let slack = 1e-9 * (best as f64 + best_sums[n] * model.capacity as f64) + 1e-3;
    let bytes = (highest - slack).ceil().clamp(0.0, best as f64) as u64;
    Bound {
        bytes: bytes.next_multiple_of(model.unit()).min(best),
        prices: best_sums,
    }
}

/// The value of prices, given as sums: the costs of the cheapest choices, less the price of the whole pool. `held`
/// receives the changes of the bytes that these choices take in each row.
fn value_at(model: &Model, sums: &[f64], held: &mut [f64]) -> f64 {
    let terms = Terms {
        prices: Some(sums),
        weight: 1.0,
        ..Terms::default()
    };
    held.fill(0.0);
    let mut value = -sums[model.n_rows] * model.capacity as f64;
    for item in &model.items {
        let Some((choice, cost)) = cheapest(item, &terms) else {
            continue;
        };
        value += cost;
        item.rows(&choice, |rows| {
            held[rows.begin] += item.size as f64;
            held[rows.end] -= item.size as f64;
        });
    }
    value
}
