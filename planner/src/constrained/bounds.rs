//! Bounds from cliques: items no two of which may share a byte, or only at a price.
//!
//! *Fit*: the items of a clique of hard pairs lie beside each other. *Cost*: a clique of hard and priced pairs with `W`
//! bytes in a pool of `C` free bytes covers some bytes more than once. A byte that is covered `t` times is shared by `t
//! (t - 1) / 2` pairs, which is convex, so the pairs share at least the bytes that they share if the clique covers the
//! pool evenly. A pair shares at most the size of its smaller item. So `sum of min(s_i, s_j) over active pairs >=
//! evenly shared bytes`: a *row*.

use memplan_support::Sort;

use super::problem::Problem;

/// How many pairs are looked up at most for cliques.
const MOST_LOOKUPS: u64 = 30_000_000;

/// The most rows that are found.
const MOST_ROWS: usize = 4_000;

/// `sum of the weights of active pairs >= least`, for a clique.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Pairs by their number, with weights of at most `least`.
    pub(crate) pairs: Vec<(u32, u64)>,
    pub(crate) least: u64,
}

/// Priced pairs, numbered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// The two items and the price.
    pub(crate) all: Vec<(u32, u32, u64)>,
}

impl Pairs {
    pub(crate) fn of(problem: &Problem) -> Self {
        let mut all = Vec::new();
        for (item, list) in (0..).zip(&problem.soft) {
            let later = list.iter().filter(|&&(other, _)| item < other);
            all.extend(later.map(|&(other, cost)| (item, other, cost)));
        }
        Self { all }
    }

    fn number(&self, a: u32, b: u32) -> Option<usize> {
        let key = (a.min(b), a.max(b));
        self.all
            .binary_search_by_key(&key, |&(a, b, _)| (a, b))
            .ok()
    }
}

/// The bytes that a clique of `bytes` bytes shares at least in `free` bytes.
pub(crate) fn shared_evenly(bytes: u64, free: u64) -> u64 {
    let (bytes, free) = (u128::from(bytes), u128::from(free));
    if free == 0 {
        return if bytes == 0 { 0 } else { u64::MAX };
    }
    let (times, rest) = (bytes / free, bytes % free);
    let shared =
        (free - rest) * (times * times.saturating_sub(1) / 2) + rest * (times * (times + 1) / 2);
    u64::try_from(shared).unwrap_or(u64::MAX)
}

/// The heaviest clique of hard pairs that is found from each item in three orders, with its bytes.
/// `O(n * degree^2)`, but at most [`MOST_LOOKUPS`].
pub(crate) fn heaviest(problem: &Problem) -> (u64, Vec<u32>) {
    let size = |item: u32| problem.items[item as usize].size;
    let degree = |item: u32| problem.hard[item as usize].len() as u64;
    let mut best = (0, Vec::new());
    let room = |item: u32| {
        let near = problem.hard[item as usize].iter();
        near.map(|&item| size(item)).sum::<u64>() + size(item)
    };
    let mut order: Vec<(u64, u32)> = (0..problem.len() as u32).map(|i| (room(i), i)).collect();
    order.sort_stable_by_key(|&(room, _)| u64::MAX - room);
    let mut n_lookups = 0;
    for (room, first) in order {
        if room <= best.0 || MOST_LOOKUPS < n_lookups {
            break;
        }
        for order in 0..3 {
            let mut near = problem.hard[first as usize].clone();
            near.sort_stable_by_key(|&item| {
                u64::MAX
                    - match order {
                        0 => size(item),
                        1 => degree(item),
                        _ => size(item).saturating_mul(degree(item)),
                    }
            });
            let clique = grown(problem, vec![first], &near, |a, b| is_hard(problem, a, b));
            n_lookups += near.len() as u64 * clique.len() as u64;
            let bytes = clique.iter().map(|&item| size(item)).sum();
            if best.0 < bytes {
                best = (bytes, clique);
            }
        }
    }
    best
}

fn grown(
    problem: &Problem,
    mut clique: Vec<u32>,
    candidates: &[u32],
    is_pair: impl Fn(u32, u32) -> bool,
) -> Vec<u32> {
    for &item in candidates {
        let has_bytes = problem.items[item as usize].size != 0;
        if has_bytes
            && clique
                .iter()
                .all(|&other| other != item && is_pair(item, other))
        {
            clique.push(item);
        }
    }
    clique
}

pub(crate) fn is_hard(problem: &Problem, a: u32, b: u32) -> bool {
    problem.hard[a as usize].binary_search(&b).is_ok()
}

/// The price of a pair; `None` if it has none.
pub(crate) fn price(problem: &Problem, a: u32, b: u32) -> Option<u64> {
    let list = &problem.soft[a as usize];
    let at = list.binary_search_by_key(&b, |&(other, _)| other).ok()?;
    Some(list[at].1)
}

fn is_either(problem: &Problem, a: u32, b: u32) -> bool {
    is_hard(problem, a, b) || price(problem, a, b).is_some()
}

/// Rows of a problem in one pool with `free` bytes, and cliques with disjoint priced pairs first.
///
/// Maximal cliques from each priced pair, in several orders; of each, also the smaller ones that still exceed the pool.
pub(crate) fn rows(problem: &Problem, pairs: &Pairs, free: u64) -> Vec<Row> {
    let mut cliques: Vec<Vec<u32>> = Vec::new();
    let mut n_lookups = 0;
    for &(a, b, _) in &pairs.all {
        if MOST_ROWS < cliques.len() || MOST_LOOKUPS < n_lookups {
            break;
        }
        for (clique, n_near) in cliques_with(problem, a, b) {
            n_lookups += n_near * clique.len() as u64;
            cliques.push(clique);
        }
    }
    cliques.sort_stable_by(Ord::cmp);
    cliques.dedup();
    let mut rows = Vec::new();
    for clique in &cliques {
        let mut sized = clique.clone();
        sized.sort_stable_by_key(|&item| u64::MAX - problem.items[item as usize].size);
        // The large items of a clique alone, down to those that just exceed the pool.
        for n in (2..=sized.len()).rev() {
            match row(problem, pairs, &sized[..n], free) {
                Some(row) => rows.push(row),
                None => break,
            }
        }
    }
    rows
}

/// Maximal cliques of hard and priced pairs that contain a pair, in three orders, each with the number of items it was
/// chosen from.
fn cliques_with(problem: &Problem, a: u32, b: u32) -> impl Iterator<Item = (Vec<u32>, u64)> {
    let near: Vec<u32> = common(problem, a, b);
    (0..3).map(move |order| {
        let mut near = near.clone();
        near.sort_stable_by_key(|&item| {
            let degree = problem.hard[item as usize].len() + problem.soft[item as usize].len();
            match order {
                0 => u64::MAX - problem.items[item as usize].size,
                1 => u64::MAX - degree as u64,
                _ => u64::from(item ^ a ^ b.rotate_left(3)),
            }
        });
        let mut clique = grown(problem, vec![a, b], &near, |x, y| is_either(problem, x, y));
        clique.sort_stable();
        (clique, near.len() as u64)
    })
}

/// The heaviest clique of hard and priced pairs that is found around a pair, with its bytes.
pub(crate) fn clique_with(problem: &Problem, a: u32, b: u32) -> (u64, Vec<u32>) {
    let bytes = |clique: &Vec<u32>| -> u64 {
        clique
            .iter()
            .map(|&item| problem.items[item as usize].size)
            .sum()
    };
    let cliques = cliques_with(problem, a, b).map(|(clique, _)| (bytes(&clique), clique));
    cliques.max_by_key(|(bytes, _)| *bytes).unwrap_or_default()
}

/// The items that form pairs with both.
fn common(problem: &Problem, a: u32, b: u32) -> Vec<u32> {
    let soft = problem.soft[a as usize].iter().map(|&(other, _)| other);
    let near = problem.hard[a as usize].iter().copied().chain(soft);
    near.filter(|&item| item != b && is_either(problem, item, b))
        .collect()
}

/// The row of a clique; `None` if it fits.
pub(crate) fn row(problem: &Problem, pairs: &Pairs, clique: &[u32], free: u64) -> Option<Row> {
    let size = |item: u32| problem.items[item as usize].size;
    let bytes: u64 = clique.iter().map(|&item| size(item)).sum();
    let least = shared_evenly(bytes, free);
    if least == 0 {
        return None;
    }
    let mut row = Row {
        pairs: Vec::new(),
        least,
    };
    for (at, &a) in clique.iter().enumerate() {
        for &b in &clique[at + 1..] {
            if let Some(number) = pairs.number(a, b) {
                row.pairs
                    .push((number as u32, size(a).min(size(b)).min(least)));
            }
        }
    }
    Some(row)
}

/// How finely prices are divided among rows.
const SCALE: u128 = 1 << 48;

/// A lower bound of the cost from rows: a feasible solution of the dual of the linear program over them, by ascent.
/// Rows are taken in `rounds` orders, the best first.
pub(crate) fn dual_bound(pairs: &Pairs, rows: &[Row], rounds: usize) -> u64 {
    let mut best = 0;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let gain = |row: &Row| {
        let weights: u64 = row.pairs.iter().map(|&(_, weight)| weight).sum();
        (row.least as f64 / weights.max(1) as f64 * 1e9) as u64
    };
    order.sort_stable_by_key(|&at| u64::MAX - gain(&rows[at]));
    let mut random = memplan_support::Random::new(1);
    for _ in 0..rounds {
        let mut left: Vec<u128> = (pairs.all.iter())
            .map(|&(_, _, cost)| u128::from(cost) * SCALE)
            .collect();
        let mut bound: u128 = 0;
        for &at in &order {
            let row = &rows[at];
            // Pairs whose price is used up pay nothing for this row.
            let per_byte = (row.pairs.iter())
                .map(|&(pair, weight)| left[pair as usize] / u128::from(weight))
                .min();
            let Some(per_byte) = per_byte else { continue };
            for &(pair, weight) in &row.pairs {
                left[pair as usize] -= per_byte * u128::from(weight);
            }
            bound = bound.saturating_add(per_byte.saturating_mul(u128::from(row.least)));
        }
        let rounded = bound.div_ceil(SCALE);
        best = best.max(u64::try_from(rounded).unwrap_or(u64::MAX));
        random.shuffle(&mut order);
    }
    best
}
