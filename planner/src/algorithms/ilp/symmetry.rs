//! Symmetry breaking: orders of pairs that can be fixed, because every schedule has an equivalent one with them.

use std::collections::BTreeMap;

use super::problem::{Item, Problem};

/// Pairs with their order, such that some best plan has all of them.
///
/// *Twins*, buffers that differ only in their names, are stacked in the order of their numbers. If
/// nothing is pinned or aligned, a plan can be turned upside down, so the order of one pair of
/// buffers without twins can be fixed as well: that of the largest pair.
pub(super) fn decided(problem: &Problem) -> Vec<(usize, bool)> {
    let groups = twins(problem);
    let mut decided: BTreeMap<usize, bool> = BTreeMap::new();
    let is_twin = |a: u32, b: u32| groups[a as usize] == groups[b as usize];
    let mut seen: Vec<(u32, u32)> = Vec::new();
    for (index, pair) in problem.pairs.iter().enumerate() {
        // Windows may give twins several pairs; decide only the first one.
        if is_twin(pair.a, pair.b) && !seen.contains(&(pair.a, pair.b)) {
            seen.push((pair.a, pair.b));
            decided.insert(index, true);
        }
    }
    let is_plain = |item: &Item| {
        item.pin.is_none() && item.align == 1 && item.bytes.is_multiple_of(problem.unit)
    };
    if !problem.has_windows && problem.items.iter().all(is_plain) {
        let has_twin = |item: u32| {
            groups
                .iter()
                .filter(|g| **g == groups[item as usize])
                .count()
                > 1
        };
        let size = |item: u32| problem.items[item as usize].bytes;
        let lonely = problem
            .pairs
            .iter()
            .enumerate()
            .filter(|(_, p)| !has_twin(p.a) && !has_twin(p.b));
        let largest =
            lonely.max_by_key(|(index, p)| (size(p.a) + size(p.b), std::cmp::Reverse(*index)));
        if let Some((index, _)) = largest {
            decided.insert(index, true);
        }
    }
    decided.into_iter().collect()
}

/// Where an item is, with which bytes.
type Profile = Vec<(u32, u64, u64)>;

/// The first item that each item is a twin of.
fn twins(problem: &Problem) -> Vec<u32> {
    let mut profiles: Vec<Profile> = vec![Vec::new(); problem.items.len()];
    for (index, section) in problem.sections.iter().enumerate() {
        for member in &section.members {
            profiles[member.item as usize].push((index as u32, member.lo, member.hi));
        }
    }
    let mut first: BTreeMap<(&Profile, u64, u64), u32> = BTreeMap::new();
    let keys = profiles.iter().zip(&problem.items).enumerate();
    keys.map(|(index, (profile, item))| {
        let index = index as u32;
        if item.pin.is_some() {
            return index;
        }
        *first
            .entry((profile, item.bytes, item.align))
            .or_insert(index)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::decided;
    use crate::algorithms::ilp::problem::Problem;
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    fn orders(notation: &str) -> Vec<(u32, u32)> {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        let problem = Problem::new(&trace, &options, &instance);
        let pair = |&(index, _): &(usize, bool)| (problem.pairs[index].a, problem.pairs[index].b);
        decided(&problem).iter().map(pair).collect()
    }

    #[test]
    fn twins_are_stacked_in_order_and_plans_turned_over() {
        let twins = "a 0..4 3; b 0..4 3; c 1..4 5; d 3..9 7";
        assert_eq!(orders(twins), [(0, 1), (2, 3)]);
        assert_eq!(
            orders("a 0..4 3; b 0..4 3; c 1..4 5; d 3..9 7 pin=99"),
            [(0, 1)]
        );
        assert_eq!(orders("a 0..4 3 align=2; b 0..4 5; c 1..4 4"), []);
    }
}
