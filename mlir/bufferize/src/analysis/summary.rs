//! Summaries of functions for their callers, in terms of argument and result numbers.

use memplan_mlir::OpId;
use memplan_support::Sort;
use rustc_hash::FxHashMap;

/// What a function does with the buffers of its arguments, and what its results are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// For each argument: the results that may share its memory, in order.
    pub aliases: Vec<Vec<usize>>,
    /// For each result: the argument whose buffer it always is.
    pub equivalent: Vec<Option<usize>>,
    /// For each argument: whether its contents are read.
    pub reads: Vec<bool>,
    /// For each argument: whether its buffer is written.
    pub writes: Vec<bool>,
    /// For each result: whether callers may write to its buffer.
    pub writable: Vec<bool>,
    /// For each result: the other results that may share memory with it.
    pub same: Vec<Vec<usize>>,
}

impl Summary {
    /// The least summary: nothing is read, written or aliased. The analysis of recursive functions starts with it.
    pub(super) fn least(n_args: usize, n_results: usize) -> Self {
        Self {
            aliases: vec![Vec::new(); n_args],
            equivalent: vec![None; n_results],
            reads: vec![false; n_args],
            writes: vec![false; n_args],
            writable: vec![true; n_results],
            same: vec![Vec::new(); n_results],
        }
    }

    /// Joins another summary of the same function; an equivalence remains only if both have it.
    pub(super) fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.aliases.iter_mut().zip(&other.aliases) {
            add_all(mine, theirs);
        }
        for (mine, theirs) in self.same.iter_mut().zip(&other.same) {
            add_all(mine, theirs);
        }
        for (mine, theirs) in self.equivalent.iter_mut().zip(&other.equivalent) {
            *mine = mine.filter(|_| *mine == *theirs);
        }
        let join = |mine: &mut [bool], theirs: &[bool], is_any: bool| {
            for (mine, &theirs) in mine.iter_mut().zip(theirs) {
                *mine = if is_any {
                    *mine || theirs
                } else {
                    *mine && theirs
                };
            }
        };
        join(&mut self.reads, &other.reads, true);
        join(&mut self.writes, &other.writes, true);
        join(&mut self.writable, &other.writable, false);
    }
}

fn add_all(mine: &mut Vec<usize>, theirs: &[usize]) {
    mine.extend(theirs);
    mine.sort_stable();
    mine.dedup();
}

/// The summaries of the functions analysed so far.
#[derive(Clone, Debug, Default)]
pub struct Summaries(FxHashMap<OpId, Summary>);

impl Summaries {
    /// The summary of a function.
    pub fn get(&self, function: OpId) -> Option<&Summary> {
        self.0.get(&function)
    }

    pub(super) fn set(&mut self, function: OpId, summary: Summary) {
        self.0.insert(function, summary);
    }

    pub(super) fn remove(&mut self, function: OpId) {
        self.0.remove(&function);
    }
}
