//! Short recipes of passes, and the programs that lines of the search begin with.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Line, Root, Search, State, n_ops, work};
use crate::Clock;
use crate::lower_peak::moves::{FIRST, N_FIRST, Program, Role};
use crate::lower_peak::profile::{Profile, bound};
use crate::threads::on_threads;
use memplan_support::Sort as _;

/// The highest peak of a program on which recipes are tried: this multiple of the lowest peak, and this many tenths
/// of the lowest one of its form. Recipes seldom make up for more.
const MAX_OF_LEAST: i128 = 4;
const MAX_TENTHS_OF_FORM: i128 = 12;

/// A path of passes that a line may begin with.
struct Start {
    program: Program,
    digest: u128,
    path: Vec<usize>,
    /// `None` if the program cannot be deallocated.
    profile: Option<Profile>,
}

/// Passes that run one after the other.
pub(super) struct Recipe {
    passes: Vec<usize>,
    /// If none of this many first passes changes the program, the others are not run, because they are also a recipe
    /// by themselves.
    n_needed: usize,
}

impl From<Vec<usize>> for Recipe {
    fn from(passes: Vec<usize>) -> Self {
        Self {
            passes,
            n_needed: 0,
        }
    }
}

/// A pass of a recipe: its number, whether it made a new program, and the time that it took.
type RecipeRun = (usize, bool, Duration);

impl Search<'_> {
    /// Runs a recipe; `None` if it changes nothing.
    fn start(
        &self,
        given: &Program,
        recipe: &Recipe,
        known: &FxHashSet<u128>,
    ) -> (Option<Start>, Vec<RecipeRun>) {
        let clock = || self.clock.map(Clock::now).unwrap_or_default();
        let (mut now, mut path, mut runs): (Option<Program>, _, _) = (None, Vec::new(), Vec::new());
        let passes = recipe.passes.iter().enumerate();
        for (at, &number) in passes.filter(|_| !(self.has_to_stop)()) {
            if at > 0 && at == recipe.n_needed && path.is_empty() {
                break;
            }
            let begin = clock();
            let from = now.as_ref().unwrap_or(given);
            let next = self.moves[number].run(from, &self.orders);
            runs.push((number, next.is_some(), clock().saturating_sub(begin)));
            if let Some(next) = next {
                path.push(number);
                now = Some(next);
            }
        }
        let begin = clock();
        let start = now.and_then(|program| {
            let digest = self.common.digest(&program.module);
            (!known.contains(&digest)).then(|| Start {
                profile: Profile::of(&program.module),
                program,
                digest,
                path,
            })
        });
        if let Some((_, _, time)) = runs.last_mut() {
            *time += clock().saturating_sub(begin);
        }
        (start, runs)
    }
}

impl State<'_> {
    /// Adds the given programs and the results of the recipes, and begins lines with the lowest of these.
    pub(super) fn begin(&mut self, roots: &[Root<'_>], given: Profile) {
        let search = self.search;
        let mut given = Some(given);
        let mut ends: Vec<usize> = Vec::new();
        let mut is_begun: FxHashSet<usize> = FxHashSet::default();
        for (number, root) in roots.iter().enumerate() {
            let given = given.take();
            let digest = search.common.digest(root.module);
            if !self.known.programs.insert(digest) {
                continue;
            }
            if let Some(profile) = given.or_else(|| Profile::of(root.module)) {
                bound(&mut self.limits, &profile.peaks);
                let program = Program::new(root.module.clone());
                ends.push(self.push(Some(program), profile, None, number, 0));
            }
        }
        let clears = search.of_role(Role::Clears);
        let exposes = search.of_role(Role::Exposes);
        let exposed = Recipe {
            n_needed: exposes.len(),
            passes: [exposes, clears.clone()].concat(),
        };
        let first = self.promising(self.lowest_of_roots(&ends));
        self.cook(&first, &[clears.into(), exposed], &mut ends);
        let plain = self.lowest_of_roots(&ends);
        let n_plain = ends.len();
        let recipes = search.named(FIRST).into_iter().map(|n| vec![n].into());
        let recipes: Vec<Recipe> = recipes.collect();
        let mut before = Vec::new();
        for round in 0..N_FIRST {
            let lowest = self.lowest_of_roots(&ends);
            let mut new = self.promising(lowest.clone());
            new.retain(|at| !before.contains(at));
            if round == 0 {
                self.keep_lowest_of_forms(&mut new, roots);
            }
            self.cook(&new, &recipes, &mut ends);
            before = lowest;
        }
        let mut lowest = self.lowest_of_roots(&ends);
        let (mut forms, mut n_left) = (FxHashSet::default(), search.effort.forms);
        lowest.retain(|&at| {
            let root = &roots[self.nodes[at].root];
            let is_next = forms.insert(root.form) && (root.is_variant || n_left > 0);
            n_left -= usize::from(is_next && !root.is_variant);
            is_next
        });
        for lowest in lowest {
            let root = self.nodes[lowest].root;
            let of_root = |at: &&usize| self.nodes[**at].root == root;
            // The program that exposes most is the last one without passes that trade.
            let exposed = ends[..n_plain].iter().rfind(of_root).copied();
            let begin = plain.iter().find(of_root).copied();
            let mut begins: Vec<usize> = begin.into_iter().chain(exposed).collect();
            begins.dedup();
            let others: Vec<usize> = ends[n_plain..].iter().filter(of_root).copied().collect();
            for (number, &begin) in begins.iter().enumerate() {
                let line = self.lines.len();
                self.nodes[begin].line = line;
                let mut best = begin;
                if number == 0 {
                    for &other in &others {
                        self.nodes[other].line = line;
                        if self.nodes[other].profile.key() < self.nodes[best].profile.key() {
                            best = other;
                        }
                    }
                }
                self.lines.push(Line {
                    begin: Some(begin),
                    best,
                    n_stalled: 0,
                });
            }
            is_begun.extend(begins.into_iter().chain(others));
        }
        for &end in &ends {
            let node = &self.nodes[end];
            let passes: Vec<&str> = node
                .from
                .iter()
                .flat_map(|(_, path)| path)
                .map(|&number| search.moves[number].name)
                .collect();
            let from = node.from.as_ref().map(|(from, _)| from);
            let is_begun = is_begun.contains(&end);
            tracing::debug!(end, root = node.root, ?from, ?passes, cost = %node.cost, is_begun, "reached");
        }
        for end in ends {
            self.nodes[end].is_open = is_begun.contains(&end);
            self.close_unless_open(end);
        }
    }

    /// Of the lowest programs of the roots, those that may lead to the best one.
    pub(super) fn promising(&self, mut lowest: Vec<usize>) -> Vec<usize> {
        let cost = |at: usize| self.nodes[at].profile.sum();
        let least = lowest.iter().map(|&at| cost(at)).min().unwrap_or(0);
        // Programs without a bound cannot be compared yet.
        let is_unbounded = |at: usize| cost(at) >= i128::from(i64::MAX);
        lowest.retain(|&at| cost(at) <= least * MAX_OF_LEAST || is_unbounded(at));
        lowest
    }

    /// Of these programs, the lowest one of each form, and those with a slightly higher peak.
    fn keep_lowest_of_forms(&self, programs: &mut Vec<usize>, roots: &[Root<'_>]) {
        let cost = |at: usize| self.nodes[at].profile.sum();
        let form = |at: usize| roots[self.nodes[at].root].form;
        let mut of_form: FxHashMap<usize, i128> = FxHashMap::default();
        for &at in &*programs {
            let least = of_form.entry(form(at)).or_insert(i128::MAX);
            *least = cost(at).min(*least);
        }
        programs.retain(|&at| cost(at) * 10 <= of_form[&form(at)] * MAX_TENTHS_OF_FORM);
    }

    /// For each root, the program made of it that has the lowest loads, then the least time; the lowest first.
    fn lowest_of_roots(&self, ends: &[usize]) -> Vec<usize> {
        let mut sorted = ends.to_vec();
        let key = |at: usize| {
            let node = &self.nodes[at];
            // Later passes may make up for the rest of the code.
            let price_bytes = i128::from(self.price_bytes[node.root]);
            (
                node.cost - price_bytes * 3 / 4,
                node.profile.key(),
                node.time,
                at,
            )
        };
        sorted.sort_stable_by(|&a, &b| key(a).cmp(&key(b)));
        let mut roots = FxHashSet::default();
        sorted.retain(|&at| roots.insert(self.nodes[at].root));
        sorted
    }

    /// Adds the result of each recipe on each of these programs.
    pub(super) fn cook(&mut self, from: &[usize], recipes: &[Recipe], ends: &mut Vec<usize>) {
        if self.is_done {
            return;
        }
        let search = self.search;
        let ways = |&at: &usize| (0..recipes.len()).map(move |way| (at, way));
        let tasks: Vec<(usize, usize)> = from.iter().flat_map(ways).collect();
        let starts = on_threads(tasks.len(), search.threads, |task| {
            let (at, way) = tasks[task];
            let program = self.nodes[at].program.as_ref();
            program.map(|program| search.start(program, &recipes[way], &self.known.programs))
        });
        for (start, (at, way)) in starts.into_iter().zip(tasks) {
            let (start, runs) = start.unwrap_or_default();
            let program = self.nodes[at].program.as_ref();
            let n_ops = program.map_or(0, |program| n_ops(&program.module));
            let n_changes = runs.iter().filter(|&&(_, has_changed, _)| has_changed);
            self.count(work(n_ops, runs.len(), n_changes.count()));
            if let (&[_], &[(number, has_changed, _)]) = (&recipes[way].passes[..], &runs[..]) {
                let is_lost = start.as_ref().is_some_and(|p| p.profile.is_none());
                self.tried.insert((at, number), !has_changed || is_lost);
            }
            for (number, is_new, time) in runs {
                let total = &mut self.runs[number];
                total.n_runs += 1;
                total.n_new += usize::from(is_new);
                total.time += time;
            }
            let Some(start) = start else { continue };
            let Some(profile) = start.profile else {
                continue;
            };
            if self.known.programs.insert(start.digest) {
                let root = self.nodes[at].root;
                let (program, from) = (Some(start.program), Some((at, start.path)));
                ends.push(self.push(program, profile, from, root, 0));
            }
        }
    }
}
