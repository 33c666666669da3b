//! The free choices of a run: the order of the items, the rule for the next section to cover, and noise.
//!
//! Runs are heavy-tailed: the right choices solve an instance of 300 items in 300 nodes, and most
//! others do not in ten million. Each run therefore draws its own.

use memplan_support::Sort;

use super::parameters::Parameters;
use super::phase::Follow;
use super::problem::Problem;
use super::techniques::Techniques;
use super::unit::{RunRandom, Unit};

/// How the section to cover next is chosen among those with the lowest floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SectionRule {
    /// Fewest candidates; the chance to waste counts for half a candidate.
    #[default]
    FewestCandidates,
    /// Fewest candidates, then least slack.
    FewestThenSlack,
    /// Fewest candidates for its weight.
    FewestByWeight,
    /// Largest weight.
    Weight,
}

/// The sort keys of items, each descending.
#[derive(Clone, Copy, Debug)]
enum Key {
    Area,
    Conflicts,
    Sections,
    SectionsTimesSize,
    Load,
    Width,
    Size,
}

const ORDERS: [[Key; 3]; 8] = [
    [Key::Width, Key::Area, Key::Load],
    [Key::Load, Key::Area, Key::Width],
    [Key::Load, Key::Width, Key::Area],
    [Key::Area, Key::Load, Key::Width],
    [Key::Size, Key::Width, Key::Load],
    [Key::Sections, Key::Size, Key::Width],
    [Key::Conflicts, Key::Size, Key::Width],
    [Key::SectionsTimesSize, Key::Width, Key::Load],
];

/// The section rules, the better ones more than once. By nodes for a proof, the first is best on
/// instances with small cliques of like sizes, the second on mixed ones, the last two on those with
/// cliques of 75 and more; each of them is two to five times worse elsewhere.
const SECTION_RULES: [SectionRule; 8] = [
    SectionRule::FewestCandidates,
    SectionRule::FewestCandidates,
    SectionRule::FewestByWeight,
    SectionRule::FewestByWeight,
    SectionRule::FewestByWeight,
    SectionRule::FewestThenSlack,
    SectionRule::FewestThenSlack,
    SectionRule::Weight,
];

/// `WAT`, `TAW` and `TWA` of MiniMalloc.
const BASELINE_ORDERS: [[Key; 3]; 3] = [
    [Key::Width, Key::Area, Key::Load],
    [Key::Load, Key::Area, Key::Width],
    [Key::Load, Key::Width, Key::Area],
];

/// The properties of items from which orders are made.
#[derive(Debug)]
pub(super) struct Facts {
    keys: Vec<[f32; 7]>,
}

impl Facts {
    /// Computes the facts of all items. `O(n + sum of all cliques)`, less where conflicts are not
    /// needed.
    pub(super) fn new<T: Unit>(problem: &Problem<T>) -> Self {
        let mut load = vec![0_u64; problem.n_sections];
        let mut n_ends = vec![0_u32; problem.n_sections + 1];
        for item in 0..problem.n {
            for &(first, end) in problem.runs(item) {
                for load in &mut load[first as usize..end as usize] {
                    *load += problem.size[item].to_u64();
                }
            }
            n_ends[problem.hull[item].1 as usize] += 1;
        }
        for section in 0..problem.n_sections {
            n_ends[section + 1] += n_ends[section];
        }
        let facts = |item: usize| {
            let (first, end) = problem.hull[item];
            let size = problem.size[item].to_u64() as f32;
            let sections: u32 = problem.runs(item).iter().map(|&(f, e)| e - f).sum();
            let in_runs = problem.runs(item).iter().flat_map(|&(f, e)| f..e);
            let highest = in_runs.map(|section| load[section as usize]).max();
            let conflicts = problem.n_before[end as usize] - n_ends[first as usize];
            let width = problem.width[item];
            let mut keys = [0.0; 7];
            keys[Key::Area as usize] = width * size;
            keys[Key::Conflicts as usize] = conflicts as f32;
            keys[Key::Sections as usize] = sections as f32;
            keys[Key::SectionsTimesSize as usize] = sections as f32 * size;
            keys[Key::Load as usize] = highest.unwrap_or(0) as f32;
            keys[Key::Width as usize] = width;
            keys[Key::Size as usize] = size;
            keys
        };
        Self {
            keys: (0..problem.n).map(facts).collect(),
        }
    }
}

/// The choices of one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// The place of each item in the static order.
    pub(super) rank: Vec<u32>,
    pub(super) section_rule: SectionRule,
    /// A factor of the look-ahead score of each item; empty for none.
    pub(super) factor: Vec<f32>,
    /// What it repeats of the deepest run.
    pub(super) follow: Follow,
    /// Whether that may be the run of another worker.
    pub(super) borrows: bool,
}

impl Run {
    /// Draws the choices of run number `run` of a worker. `is_step`: the target is above the bound, and a plan is
    /// known.
    pub(super) fn draw(
        facts: &Facts,
        techniques: &Techniques,
        mut random: RunRandom,
        run: u64,
        is_step: bool,
    ) -> Self {
        let order = if techniques.baseline.is_some() {
            BASELINE_ORDERS[run as usize % BASELINE_ORDERS.len()]
        } else {
            ORDERS[random.below(ORDERS.len())]
        };
        let section_rule =
            SECTION_RULES[random.below(2 * SECTION_RULES.len()) % SECTION_RULES.len()];
        let section_rule = match section_rule {
            SectionRule::FewestByWeight | SectionRule::Weight if !techniques.weights => {
                SectionRule::FewestCandidates
            }
            _ => section_rule,
        };
        // Above the bound, different targets and the best plan vary the runs, and noise only makes each worse.
        let is_quiet = is_step || run < Parameters::DEFAULT.first_noisy_run || !techniques.noise;
        let noise = if is_quiet {
            0.0
        } else {
            Parameters::DEFAULT.noise[random.below(Parameters::DEFAULT.noise.len())]
        };
        let n = facts.keys.len();
        let mut log_normal = || exp(noise * random.normal());
        let mut factor = Vec::new();
        let mut first: Vec<f32> = Vec::with_capacity(n);
        for keys in &facts.keys {
            let key = keys[order[0] as usize];
            first.push(if noise == 0.0 {
                key
            } else {
                key * log_normal()
            });
        }
        if noise != 0.0 {
            factor = (0..n).map(|_| log_normal()).collect();
        }
        let mut items: Vec<u32> = (0..n as u32).collect();
        items.sort_stable_by(|&a, &b| {
            let (a, b) = (a as usize, b as usize);
            let by = |key: Key| facts.keys[b][key as usize].total_cmp(&facts.keys[a][key as usize]);
            first[b]
                .total_cmp(&first[a])
                .then_with(|| by(order[1]))
                .then_with(|| by(order[2]))
                .then(a.cmp(&b))
        });
        let mut rank = vec![0; n];
        for (place, &item) in items.iter().enumerate() {
            rank[item as usize] = place as u32;
        }
        let (follows, is_cut, borrows) = (random.below(2), random.below(2), random.below(2));
        let cut = Parameters::DEFAULT.least_cut
            + random.below(100 - Parameters::DEFAULT.least_cut as usize) as u64;
        let is_of_plan = is_step && random.below(5) < 2;
        let around = Follow::PlanExceptAround {
            cut: random.below(100) as u64,
            reach: Parameters::DEFAULT.reaches[random.below(Parameters::DEFAULT.reaches.len())],
        };
        Self {
            rank,
            section_rule,
            factor,
            follow: match (techniques.phases, follows, is_cut) {
                (true, ..) if is_of_plan => around,
                (false, ..) | (true, 0, _) => Follow::Nothing,
                (true, _, 0) => Follow::Below(100),
                (true, ..) => Follow::Below(cut),
            },
            borrows: borrows == 1,
        }
    }
}

/// `e^x` for small `x` by `(1 + x/256)^256`: the same on every machine, unlike that of the platform.
fn exp(x: f32) -> f32 {
    let mut power = 1.0 + x / 256.0;
    for _ in 0..8 {
        power *= power;
    }
    power
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair and Zuckerman, 1993), from `index` 0 on.
pub(super) fn luby(mut index: u64) -> u64 {
    loop {
        let length = index + 2;
        if length.is_power_of_two() {
            return length / 2;
        }
        index -= (length.next_power_of_two() / 2) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{exp, luby};

    #[test]
    fn restarts_follow_the_universal_sequence() {
        let start: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn the_exponential_is_close_enough() {
        for (x, y) in [(0.0, 1.0), (1.0, std::f32::consts::E), (-1.5, 0.223_130_16)] {
            assert!((exp(x) / y - 1.0).abs() < 0.01);
        }
    }
}
