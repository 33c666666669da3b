//! The end of the search: passes that come last, and those that take less time.

use memplan_support::Sort as _;
use rustc_hash::FxHashSet;

use super::recipes::Recipe;
use super::{Line, Program, Root, State};
use crate::lower_peak::moves::Role;

/// The number of results of the last passes that are simplified at once, the lowest first.
const N_CLEARED: usize = 2;

impl State<'_> {
    /// Runs the passes that come last on the best program of each line, and continues with the result of the lowest
    /// peak: they may lower one program more than another that was lower before.
    pub(super) fn finish(&mut self) {
        let (before, mut from) = (self.best, vec![self.best]);
        from.extend(self.lines.iter().map(|line| line.best));
        let mut is_new = FxHashSet::default();
        from.retain(|&at| is_new.insert(at));
        let from = self.promising(from);
        let last = self.search.of_role(Role::Last).into_iter();
        let recipes: Vec<Recipe> = last.map(|number| vec![number].into()).collect();
        let (mut ends, mut cleared) = (Vec::new(), Vec::new());
        self.cook(&from, &recipes, &mut ends);
        let cost = |end: usize| (self.nodes[end].cost, end);
        ends.sort_stable_by(|&a, &b| cost(a).cmp(&cost(b)));
        let lowest = &ends[..ends.len().min(N_CLEARED)];
        self.cook(
            lowest,
            &[self.search.of_role(Role::Clears).into()],
            &mut cleared,
        );
        ends.append(&mut cleared);
        for &end in &ends {
            self.nodes[end].is_open = end == self.best;
            self.close_unless_open(end);
        }
        if self.best != before {
            self.is_last = true;
            self.nodes[self.best].line = self.lines.len();
            self.lines.push(Line {
                begin: None,
                best: self.best,
                n_stalled: 0,
            });
            self.rounds();
        }
    }

    /// Runs the passes from a root to the best program again, with faster passes where there are any. The result is
    /// the best program if its loads are no higher.
    pub(super) fn spare_time(&mut self, roots: &[Root<'_>]) {
        let search = self.search;
        let (mut at, mut path) = (self.best, Vec::new());
        while let Some((from, passes)) = &self.nodes[at].from {
            path.extend(passes.iter().rev());
            at = *from;
        }
        path.reverse();
        let spares = |number: &usize| {
            let before = number.checked_sub(1)?;
            (search.moves.get(before)?.role == Role::Spares).then_some(before)
        };
        let sparing: Vec<usize> = path.iter().map(|n| spares(n).unwrap_or(*n)).collect();
        let Some(root) = roots.get(self.nodes[at].root).filter(|_| sparing != path) else {
            return;
        };
        let is_open = std::mem::replace(&mut self.nodes[at].is_open, true);
        self.nodes[at].program = Some(Program::new(root.module.clone()));
        (self.is_done, self.is_sparing) = (false, true);
        let mut ends = Vec::new();
        self.cook(&[at], &[sparing.into()], &mut ends);
        self.nodes[at].is_open = is_open;
        self.close_unless_open(at);
    }
}
