//! Large neighbourhoods: removes an item with a cost and items around it, and inserts them in another order, each where
//! it is cheapest. Ruin and recreate with a falling threshold (Schrimpf et al. 2000).

use memplan_support::{Random, Sort};

use super::place::{NOWHERE, Place, Plan, Scratch};
use super::problem::Problem;
use crate::{Units, WorkMeter};

/// The most items that are removed at once.
const MOST_TAKEN: usize = 16;

/// Improves a plan in `rounds` rounds, or until its value is `goal`. One unit of work for each item that is placed.
pub(super) fn improve(
    problem: &Problem,
    start: Plan,
    limits: &[u64],
    goal: u64,
    rounds: u64,
    random: &mut Random,
    meter: &mut WorkMeter<'_>,
) -> Plan {
    let movable: Vec<u32> = (0..problem.len() as u32)
        .filter(|&item| problem.items[item as usize].pin.is_none())
        .collect();
    if movable.is_empty() {
        return start;
    }
    let most = start.cost / 40 + 3;
    let mut best = start.clone();
    let mut plan = start;
    let mut scratch = Scratch::default();
    let mut taken: Vec<(u32, Option<Place>)> = Vec::new();
    for round in 0..rounds {
        if best.value() <= (0, goal) {
            break;
        }
        choose(problem, &plan, &movable, random, &mut taken);
        if meter.spend(Units(taken.len() as u64)).is_err() {
            break;
        }
        let before = plan.value();
        for (item, place) in &mut taken {
            let size = problem.items[*item as usize].size.max(1);
            if plan.is_placed(*item as usize) {
                *place = Some(plan.take(problem, *item as usize));
            } else {
                plan.left_out -= size;
            }
        }
        for item in order(problem, &taken, random) {
            let at = item as usize;
            let noise = Some(&mut *random);
            match plan.best_place(problem, at, limits, &mut scratch, noise) {
                Some(place) => plan.put(at, place),
                None => plan.left_out += problem.items[at].size.max(1),
            }
        }
        // The threshold falls linearly.
        let slack = u128::from(most) * u128::from(rounds - round) / u128::from(rounds);
        let slack = u64::try_from(slack).unwrap_or(u64::MAX >> 1);
        let threshold = random.below(slack + 1);
        let after = plan.value();
        if after < best.value() {
            best = plan.clone();
        }
        let is_accepted = after.0 < before.0
            || after.0 == before.0
                && after.1 <= before.1.saturating_add(threshold)
                && after.1 <= best.cost.saturating_add(most);
        if !is_accepted {
            for &(item, place) in &taken {
                let item = item as usize;
                plan.offset[item] = place.map_or(NOWHERE, |place| place.offset);
                plan.pool[item] = place.map_or(plan.pool[item], |place| place.pool);
            }
            (plan.left_out, plan.cost) = before;
        }
    }
    best
}

/// An order to insert items: at random, or the largest or the most expensive first.
fn order(problem: &Problem, taken: &[(u32, Option<Place>)], random: &mut Random) -> Vec<u32> {
    let mut order: Vec<u32> = taken.iter().map(|&(item, _)| item).collect();
    random.shuffle(&mut order);
    match random.below(3) {
        0 => order.sort_stable_by_key(|&item| u64::MAX - problem.items[item as usize].size),
        1 => order.sort_stable_by_key(|&item| {
            let prices = problem.soft[item as usize].iter();
            u64::MAX - prices.map(|(_, cost)| cost).sum::<u64>()
        }),
        _ => {}
    }
    order
}

/// Chooses an item that has a cost or no place, and items around it.
fn choose(
    problem: &Problem,
    plan: &Plan,
    movable: &[u32],
    random: &mut Random,
    taken: &mut Vec<(u32, Option<Place>)>,
) {
    taken.clear();
    let mut seed = *random.pick(movable);
    let mut highest = 0;
    let left_out = movable.iter().find(|&&item| !plan.is_placed(item as usize));
    if let Some(&item) = left_out {
        seed = item;
    } else {
        for _ in 0..3 {
            let item = *random.pick(movable);
            let price = plan.price(problem, item as usize);
            if highest < price {
                (seed, highest) = (item, price);
            }
        }
    }
    let n = 2 + random.index(MOST_TAKEN - 2);
    taken.push((seed, None));
    let mut tries = 4 * n;
    while taken.len() < n && 0 < tries {
        tries -= 1;
        let from = taken[random.index(taken.len().min(3))].0 as usize;
        let (hard, soft) = (&problem.hard[from], &problem.soft[from]);
        let item = match random.below(8) {
            0 => *random.pick(movable),
            1 | 2 if !hard.is_empty() => *random.pick(hard),
            _ if !soft.is_empty() => random.pick(soft).0,
            _ if !hard.is_empty() => *random.pick(hard),
            _ => *random.pick(movable),
        };
        let is_free = problem.items[item as usize].pin.is_none();
        if is_free && taken.iter().all(|&(other, _)| other != item) {
            taken.push((item, None));
        }
    }
}
