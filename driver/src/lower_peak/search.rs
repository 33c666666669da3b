//! A best-first search over programs: any pass may follow any other, and the loads of the programs decide.
//!
//! A node is a program, an edge a pass that changes it. Roots are forms of the given program. On each, short recipes
//! run: the passes that raise no load, and the [first](super::moves::FIRST) ones that trade. For the forms that these
//! lower most, two lines of search begin: with the program whose loads are lowest, and with the one that exposes
//! most, in which as many calls and loops as possible are resolved. A line alternates between two orders of its
//! programs: by the [highest loads](Profile::key), and by the [sum of all loads](Profile::area), since the pass that
//! lowers the peak may depend on one that lowers other loads. The pass that led to the best program is also tried on
//! the results of its siblings. A line ends after several consecutive programs without lower loads
//! ([`SearchLimits::patience`]). When all lines have ended, passes that come last run on the best program, and a new
//! line begins with their results. Finally, [faster](Role::Spares) passes replace those on the way to the best
//! program if its loads do not rise.
//!
//! A pass that changed nothing is not tried again before the peak changes, and no pass runs twice on one program.
//! Programs that are equal, up to locations, are one node. The work is limited by the operations that passes
//! touch ([`work`]), so results depend neither on time nor on the number of threads: the passes of a round run on
//! threads, and their results are processed in the order of the table.

mod end;
mod recipes;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use memplan_memory::{FoundOrders, time_bytes};
use memplan_mlir::Module;
use memplan_mlir::text::Common;
use memplan_support::Sort as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::moves::{Move, Program, Role};
use super::profile::{Key, Profile};
use super::{IsLow, PassRuns, PeakStep, SearchLimits};
use crate::Clock;
use crate::run_time::RunTimePeak;
use crate::threads::on_threads;

fn n_ops(m: &Module) -> usize {
    m.walk(m.root()).count()
}

/// A pass that changes nothing counts as this part of one that makes a new program, which is also copied, ordered and
/// analysed. Measured times differ by factors from 8 to 13: `docs/book/src/appendix/measurements.md`.
const IN_VAIN: usize = 16;

/// What passes on a program of so many operations count as: in full for each that changes it.
fn work(n_ops: usize, n_runs: usize, n_changes: usize) -> usize {
    (n_ops * n_runs).div_ceil(IN_VAIN) + n_ops * n_changes
}

/// The input of a search.
pub(super) struct Search<'s> {
    pub(super) moves: &'s [Move],
    /// The peaks that the result may not exceed.
    pub(super) limits: &'s [RunTimePeak],
    pub(super) common: Common,
    pub(super) goal_bytes: Option<u64>,
    pub(super) effort: SearchLimits,
    pub(super) threads: NonZeroUsize,
    pub(super) orders: FoundOrders,
    /// Whether to end the search with the best program so far.
    pub(super) has_to_stop: &'s (dyn Fn() -> bool + Sync),
    /// The condition on the result.
    pub(super) is_low: Option<IsLow<'s>>,
    pub(super) clock: Option<&'s dyn Clock>,
}

/// An equivalent of the given program, and the pass that made it.
pub(super) struct Root<'r> {
    pub(super) pass: Option<&'static str>,
    pub(super) form: usize,
    /// Whether this form is searched in addition to the limit on forms.
    pub(super) is_variant: bool,
    /// The bytes of peak that it has to save, because its code takes memory, too.
    pub(super) price_bytes: u64,
    pub(super) module: &'r Module,
}

/// The best program that a search has reached.
pub(super) struct Found {
    pub(super) steps: Vec<PeakStep>,
    pub(super) runs: Vec<PassRuns>,
    /// `None` for the given program.
    pub(super) program: Option<Program>,
    pub(super) root: usize,
}

/// A program that the search has reached.
struct Node {
    /// Kept for open nodes and the best one only.
    program: Option<Program>,
    profile: Profile,
    /// The sum of its peaks, and the size of its additional code.
    cost: i128,
    time: u64,
    /// Its parent, and the numbers of the passes that led to it; several only for the first node of a line.
    from: Option<(usize, Vec<usize>)>,
    root: usize,
    line: usize,
    n_steps: usize,
    /// The number of last steps that did not lower the highest loads.
    n_idle: usize,
    /// By pass: whether it changed nothing since the last change of the peak.
    is_vain: Vec<bool>,
    /// Whether passes have yet to be tried on it.
    is_open: bool,
}

struct Line {
    /// The node that it begins with, until passes have been tried on it.
    begin: Option<usize>,
    /// The node whose highest loads are lowest.
    best: usize,
    /// The number of consecutive programs without lower loads since then.
    n_stalled: usize,
}

/// A pass on a program.
struct Task {
    program: usize,
    number: usize,
    has_changed: bool,
    /// Whether the pass changed nothing, if it has run on the program before.
    was_vain: Option<bool>,
    /// The result, if it is new.
    next: Option<(Program, u128)>,
    profile: Option<Profile>,
    time: Duration,
}

/// The digests of the results of passes.
#[derive(Default)]
struct Known {
    programs: FxHashSet<u128>,
    /// Before ordering, and whether they were ordered afterwards.
    unordered: FxHashSet<(u128, bool)>,
}

struct State<'s> {
    search: &'s Search<'s>,
    nodes: Vec<Node>,
    lines: Vec<Line>,
    known: Known,
    /// Programs and passes that were [`crossed`](Self::crossed).
    is_crossed: FxHashSet<(usize, usize)>,
    /// The programs and passes that have run on them, and whether each run changed nothing.
    tried: FxHashMap<(usize, usize), bool>,
    /// By pass.
    runs: Vec<PassRuns>,
    best: usize,
    /// Whether it satisfies the conditions on the result; the given program may not.
    is_best_low: bool,
    /// The peaks that the result may not exceed.
    limits: Vec<RunTimePeak>,
    /// By root.
    price_bytes: Vec<u64>,
    work_left: usize,
    /// Whether passes that come last are tried.
    is_last: bool,
    /// Whether programs of the same form are also compared by time.
    is_sparing: bool,
    is_done: bool,
}

impl Search<'_> {
    /// Runs the search. The first of the roots is the given program, with its profile.
    pub(super) fn run(&self, roots: &[Root<'_>], given: Profile) -> Found {
        let mut state = State {
            search: self,
            nodes: Vec::new(),
            lines: Vec::new(),
            known: Known::default(),
            is_crossed: FxHashSet::default(),
            tried: FxHashMap::default(),
            runs: self.moves.iter().map(Move::runs).collect(),
            best: 0,
            is_best_low: roots.first().is_none_or(|given| self.is_low(given.module)),
            limits: self.limits.to_vec(),
            price_bytes: roots.iter().map(|root| root.price_bytes).collect(),
            work_left: self.effort.work,
            is_last: false,
            is_sparing: false,
            is_done: given.is_within(self.goal_bytes),
        };
        state.begin(roots, given);
        state.rounds();
        state.finish();
        state.spare_time(roots);
        state.found(roots)
    }

    fn is_low(&self, m: &Module) -> bool {
        self.is_low.is_none_or(|is_low| is_low(m))
    }

    /// Runs a step for each task and its number, on threads. The results are in the order of the tasks, and the time
    /// is added to them.
    fn each<T: Send>(
        &self,
        tasks: &mut [Task],
        step: impl Fn(usize, &Task) -> Option<T> + Sync,
        mut done: impl FnMut(&mut Task, T),
    ) {
        let now = || self.clock.map(Clock::now).unwrap_or_default();
        let timed = |task: usize| {
            let start = now();
            let result = (!(self.has_to_stop)()).then(|| step(task, &tasks[task]));
            (result.flatten(), now().saturating_sub(start))
        };
        let results = on_threads(tasks.len(), self.threads, timed);
        for (task, (result, time)) in tasks.iter_mut().zip(results) {
            task.time += time;
            if let Some(result) = result {
                done(task, result);
            }
        }
    }

    /// Runs passes on programs. Of tasks with equal results, only the first one keeps its result, and known programs
    /// are neither ordered nor evaluated again.
    fn outcomes(&self, programs: &[(usize, Program)], tasks: &mut [Task], known: &mut Known) {
        let with_digest = |program: Program| {
            let digest = self.common.digest(&program.module);
            (program, digest)
        };
        let rewritten = |_, task: &Task| {
            let from = &programs.get(task.program)?.1;
            if task.was_vain.is_some() {
                return None;
            }
            self.moves[task.number]
                .rewritten(from, &self.orders)
                .map(with_digest)
        };
        self.each(tasks, rewritten, |task, next| {
            task.has_changed = true;
            let is_new = known
                .unordered
                .insert((next.1, self.moves[task.number].orders));
            task.next = Some(next).filter(|_| is_new);
        });
        // Changes a program that is used nowhere else without a copy.
        let unordered = tasks.iter_mut().map(|task| Mutex::new(task.next.take()));
        let unordered: Vec<Mutex<Option<(Program, u128)>>> = unordered.collect();
        let ordered = |at: usize, task: &Task| {
            let (mut next, _) = unordered[at].lock().ok()?.take()?;
            self.moves[task.number].put_in_order(&mut next, &self.orders);
            Some(with_digest(next))
        };
        self.each(tasks, ordered, |task, next| {
            task.next = Some(next).filter(|next| known.programs.insert(next.1));
        });
        // The peaks of programs that cannot be deallocated are unknown.
        let profile = |_, task: &Task| Profile::of(&task.next.as_ref()?.0.module);
        self.each(tasks, profile, |task, profile| task.profile = Some(profile));
    }

    /// The numbers of the passes with these names.
    fn named(&self, names: &[&str]) -> Vec<usize> {
        let number = |name: &&str| self.moves.iter().position(|pass| pass.name == *name);
        names.iter().filter_map(number).collect()
    }

    /// The numbers of the passes of a role.
    fn of_role(&self, role: Role) -> Vec<usize> {
        let all = 0..self.moves.len();
        all.filter(|&at| self.moves[at].role == role).collect()
    }
}

impl State<'_> {
    /// Adds a node, which becomes the best one if its peaks are lower.
    fn push(
        &mut self,
        program: Option<Program>,
        profile: Profile,
        from: Option<(usize, Vec<usize>)>,
        root: usize,
        line: usize,
    ) -> usize {
        let at = self.nodes.len();
        let search = self.search;
        let cost = profile.sum() + i128::from(self.price_bytes[root]);
        let time = program.as_ref().map_or(0, |p| time_bytes(&p.module));
        let (n_steps, n_idle, is_vain) = match &from {
            None => (0, 0, vec![false; self.search.moves.len()]),
            Some((from, _)) => {
                let from = &self.nodes[*from];
                let is_lower = profile.key() < from.profile.key();
                let n_idle = if is_lower { 0 } else { from.n_idle + 1 };
                let is_vain = if profile.sum() == from.profile.sum() {
                    from.is_vain.clone()
                } else {
                    vec![false; self.search.moves.len()]
                };
                (from.n_steps + 1, n_idle, is_vain)
            }
        };
        let is_better = self.nodes.get(self.best).is_some_and(|best| {
            let (now, before) = (cost, best.cost);
            // Roots are also compared by the bytes that every run reaches. Later programs are not: that figure
            // ignores buffers of unknown size, which passes move.
            let is_lower_root = from.is_none()
                && now == before
                && profile.sum_of_unbounded() < best.profile.sum_of_unbounded();
            // Below the goal, the size of the code does not count.
            let is_enough = !self.is_done && profile.is_within(self.search.goal_bytes);
            // Of forms of the program with equal loads, the faster one.
            let is_quicker = (best.root != root || self.is_sparing)
                && now == before
                && profile.sum_of_unbounded() <= best.profile.sum_of_unbounded()
                && time < best.time;
            (now < before || is_lower_root || is_quicker || is_enough || !self.is_best_low)
                && profile.is_nowhere_higher(&self.limits)
                && program.as_ref().is_some_and(|of| search.is_low(&of.module))
        });
        if is_better {
            self.is_done |= profile.is_within(self.search.goal_bytes);
        }
        self.nodes.push(Node {
            program,
            profile,
            cost,
            time,
            from,
            root,
            line,
            n_steps,
            n_idle,
            is_vain,
            is_open: true,
        });
        if is_better {
            self.is_best_low = true;
            let before = std::mem::replace(&mut self.best, at);
            self.close_unless_open(before);
        }
        at
    }

    /// Drops the program of a node that is no longer needed.
    fn close_unless_open(&mut self, at: usize) {
        let is_best = at == self.best || self.lines.iter().any(|line| line.best == at);
        if !self.nodes[at].is_open && !is_best {
            self.nodes[at].program = None;
        }
    }

    fn is_live(&self, line: usize) -> bool {
        self.lines[line].n_stalled < self.search.effort.patience
    }

    /// The order by the highest loads; programs that the last steps did not lower come later.
    fn turn(&self, at: usize) -> (usize, Key<'_>, usize, usize) {
        let node = &self.nodes[at];
        (node.n_idle, node.profile.key(), node.n_steps, at)
    }

    /// The open nodes of a line, in both orders.
    fn open(&self, line: usize) -> [Vec<usize>; 2] {
        let nodes = (0..self.nodes.len()).filter(|&at| {
            let node = &self.nodes[at];
            node.is_open && node.line == line && node.program.is_some()
        });
        let nodes: Vec<usize> = nodes.collect();
        let mut by_load = nodes.clone();
        by_load.sort_stable_by(|&a, &b| self.turn(a).cmp(&self.turn(b)));
        let area = |at: usize| (self.nodes[at].profile.area(), at);
        let mut by_area = nodes;
        by_area.sort_stable_by(|&a, &b| area(a).cmp(&area(b)));
        [by_load, by_area]
    }

    /// The pass that led to the best program of each line, to be tried on the results of other passes that lowered
    /// loads of the same program: a pass may achieve more after a weaker one.
    fn crossed(&mut self) -> Vec<(usize, usize)> {
        let mut crossed = Vec::new();
        for line in (0..self.lines.len()).filter(|&line| self.is_live(line)) {
            let Some((from, path)) = &self.nodes[self.lines[line].best].from else {
                continue;
            };
            let &[number] = &path[..] else { continue };
            let [by_load, _] = self.open(line);
            let siblings = by_load.into_iter().filter(|&at| {
                let node = &self.nodes[at];
                node.from.as_ref().is_some_and(|made| made.0 == *from) && node.n_idle == 0
            });
            let siblings = siblings.map(|at| (at, number));
            let is_new = |pair: &(usize, usize)| !self.is_crossed.contains(pair);
            let new: Vec<_> = siblings.filter(is_new).collect();
            crossed.extend(new);
        }
        self.is_crossed.extend(&crossed);
        crossed
    }

    fn count(&mut self, work: usize) {
        self.work_left = self.work_left.saturating_sub(work);
    }

    fn rounds(&mut self) {
        while !self.is_done && !(self.search.has_to_stop)() && self.round() {}
    }

    /// The next programs of each line, and the lines that begin with them.
    fn batch(&mut self) -> (Vec<usize>, Vec<usize>) {
        let (mut batch, mut begun) = (Vec::new(), Vec::new());
        let live: Vec<usize> = (0..self.lines.len())
            .filter(|&line| self.is_live(line))
            .collect();
        for line in live {
            let [by_load, by_area] = self.open(line);
            let begin = self.lines[line].begin.take();
            begun.extend(begin.map(|_| line));
            let mut next: Vec<usize> = begin.into_iter().chain(by_load.first().copied()).collect();
            next.dedup();
            next.extend(by_area.into_iter().find(|at| !next.contains(at)));
            batch.extend(next);
        }
        (batch, begun)
    }

    /// Runs all passes on the next programs of each line. Returns whether there were any.
    fn round(&mut self) -> bool {
        let (batch, begun) = self.batch();
        let mut programs: Vec<(usize, Program)> = Vec::new();
        for at in batch {
            self.nodes[at].is_open = false;
            let program = self.nodes[at].program.clone();
            self.close_unless_open(at);
            programs.extend(program.map(|program| (at, program)));
        }
        let n_expanded = programs.len();
        let crossed = self.crossed();
        let mut tasks: Vec<Task> = Vec::new();
        let task = |program, number, was_vain: Option<&bool>| Task {
            program,
            number,
            has_changed: false,
            was_vain: was_vain.copied(),
            next: None,
            profile: None,
            time: Duration::ZERO,
        };
        for (at, number) in crossed {
            let program = self.nodes[at].program.clone();
            let was_vain = self.tried.get(&(at, number));
            tasks.extend(
                program
                    .is_some()
                    .then(|| task(programs.len(), number, was_vain)),
            );
            programs.extend(program.map(|program| (at, program)));
        }
        for (program, (at, _)) in programs.iter().enumerate().take(n_expanded) {
            let left = (0..self.search.moves.len()).filter(|&number| self.is_due(*at, number));
            let task = |number| task(program, number, self.tried.get(&(*at, number)));
            tasks.extend(left.map(task));
        }
        let n_ops = programs.iter().map(|(_, program)| n_ops(&program.module));
        let n_ops: Vec<usize> = n_ops.collect();
        self.limit_work(&n_ops, &mut tasks);
        let search = self.search;
        search.outcomes(&programs, &mut tasks, &mut self.known);
        for &(at, _) in programs.iter().take(n_expanded) {
            // The results of passes on the start of a line may be known already.
            let line = self.nodes[at].line;
            self.lines[line].n_stalled += usize::from(!begun.contains(&line));
        }
        let has_tasks = !tasks.is_empty();
        for task in tasks {
            let (number, from) = (task.number, programs[task.program].0);
            if let Some(was_vain) = task.was_vain {
                self.nodes[from].is_vain[number] |= was_vain;
                continue;
            }
            let n_changes = usize::from(task.has_changed);
            self.count(work(n_ops[task.program], 0, n_changes));
            self.record(from, task);
        }
        for line in 0..self.lines.len() {
            self.prune(line);
        }
        has_tasks
    }

    /// Whether a pass is still to be tried on a node.
    fn is_due(&self, at: usize, number: usize) -> bool {
        let is_due = match self.search.moves[number].role {
            Role::Last => self.is_last,
            Role::Spares => false,
            Role::Exposes | Role::Clears | Role::Trades => true,
        };
        is_due && !self.nodes[at].is_vain[number]
    }

    /// Drops the tasks that exceed the work limit. `n_ops` are the sizes of the programs.
    fn limit_work(&mut self, n_ops: &[usize], tasks: &mut Vec<Task>) {
        tasks.retain(|task| {
            if task.was_vain.is_some() {
                return true;
            }
            let left = self.work_left.checked_sub(work(n_ops[task.program], 1, 0));
            self.work_left = left.unwrap_or(self.work_left);
            left.is_some()
        });
    }

    /// Records the run of a pass on a node, and adds its result.
    fn record(&mut self, from: usize, task: Task) {
        let number = task.number;
        let pass = self.search.moves[number].name;
        let is_new = task.profile.is_some();
        tracing::debug!(pass, is_new, time = ?task.time, "tried");
        let runs = &mut self.runs[number];
        runs.n_runs += 1;
        runs.n_new += usize::from(is_new);
        runs.time += task.time;
        let line = self.nodes[from].line;
        let is_vain = !task.has_changed || (task.next.is_some() && !is_new);
        self.nodes[from].is_vain[number] |= is_vain;
        let before = self.tried.insert((from, number), is_vain);
        debug_assert!(before.is_none(), "{pass} has run on node {from}");
        let (Some((program, _)), Some(profile), false) = (task.next, task.profile, self.is_done)
        else {
            return;
        };
        let (root, from) = (self.nodes[from].root, Some((from, vec![number])));
        let at = self.push(Some(program), profile, from, root, line);
        let best = &mut self.lines[line];
        if self.nodes[at].profile.key() < self.nodes[best.best].profile.key() {
            let peaks = self.nodes[at].profile.sum();
            tracing::debug!(pass, %peaks, line, "lower loads");
            (best.best, best.n_stalled) = (at, 0);
        }
    }

    /// Keeps the first programs of both orders.
    fn prune(&mut self, line: usize) {
        let [by_load, by_area] = self.open(line);
        let is_live = self.is_live(line);
        for &at in &by_load {
            let is_kept = |order: &[usize]| {
                order
                    .iter()
                    .take(self.search.effort.open)
                    .any(|&node| node == at)
            };
            self.nodes[at].is_open = is_live && (is_kept(&by_load) || is_kept(&by_area));
            self.close_unless_open(at);
        }
    }

    /// The best program, and the steps that led to it.
    fn found(mut self, roots: &[Root<'_>]) -> Found {
        let step = |pass: &str, profile: &Profile| PeakStep {
            pass: pass.to_owned(),
            is_kept: true,
            peaks: profile.peaks.clone(),
        };
        let mut edges = Vec::new();
        let mut at = self.best;
        while let Some((from, path)) = self.nodes[at].from.take() {
            edges.push((at, path));
            at = from;
        }
        edges.reverse();
        let root = self.nodes[at].root;
        tracing::debug!(root, "taken");
        let mut steps: Vec<PeakStep> = Vec::new();
        steps.extend(
            self.nodes
                .first()
                .map(|first| step("given", &first.profile)),
        );
        if let Some(pass) = roots.get(root).and_then(|root| root.pass) {
            steps.push(step(pass, &self.nodes[at].profile));
        }
        // The intermediate programs of a recipe were not measured, so the first passes run again.
        let is_recipe = |(_, path): &(usize, Vec<usize>)| path.len() > 1;
        let n_again = edges.iter().rposition(is_recipe).map_or(0, |last| last + 1);
        let mut now = roots
            .get(root)
            .filter(|_| n_again > 0)
            .map(|root| Program::new(root.module.clone()));
        for (edge, (at, path)) in edges.into_iter().enumerate() {
            let n_on_the_way = path.len().saturating_sub(1);
            for (place, &number) in path.iter().enumerate() {
                let pass = &self.search.moves[number];
                if edge < n_again {
                    now = now.and_then(|now| pass.run(&now, &self.search.orders));
                }
                let on_the_way = now.as_ref().filter(|_| place < n_on_the_way);
                let measured = on_the_way.and_then(|now| Profile::of(&now.module));
                let profile = measured.as_ref().unwrap_or(&self.nodes[at].profile);
                steps.push(step(pass.name, profile));
            }
        }
        let best = self.nodes.get_mut(self.best);
        let program = best.and_then(|best| best.program.take());
        Found {
            steps,
            runs: self.runs,
            program: program.filter(|_| self.best != 0),
            root,
        }
    }
}
