//! Plans and rewrites functions in rounds, callees first.
//!
//! A mutator with [`rounds`](memplan_mutators::MergeAlloc::rounds) adds buffers to callers when it rewrites their
//! callees. So each round collects the module again, and plans and rewrites the functions of the round. Linear in the
//! size of the module for each round; with arenas as arguments there are as many rounds as functions in the longest
//! chain of calls.

use memplan_collectors::Collected;
use memplan_mlir::interfaces::{
    SymbolIndex, allocation, arena_operands, function_around, is_arena_of_call,
};
use memplan_mlir::{Module, OpId, ValueId};
use memplan_mutators::Mutator;
use memplan_mutators::dealloc::settle_arenas_of_calls;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arenas::ChosenCollector;
use crate::report::MergedBuffers;
use crate::steps::{collect_for, rewrite};
use crate::{Error, Planned};

/// The steps of each round.
pub(crate) struct Steps<'a> {
    /// Collects the whole module.
    pub(crate) collector: ChosenCollector,
    /// The functions that can take merged allocations from their callers where that costs no memory. If there are
    /// none, every function whose signature can change takes its arena as an argument, even if that costs memory.
    pub(crate) takers: Vec<OpId>,
    /// Plans collected traces.
    pub(crate) plan: &'a dyn Fn(&Collected) -> Result<Vec<Planned>, Error>,
    /// Rewrites the module.
    pub(crate) mutator: &'a dyn Mutator,
}

/// Collects, plans and rewrites a module round by round, until no function adds buffers to its callers. `first` is an
/// earlier collection of the module. The result is not verified.
///
/// # Errors
///
/// Those of the steps; after the first round the module is unusable then.
pub(crate) fn run(
    m: &mut Module,
    rounds: &[Vec<OpId>],
    mut first: Option<Collected>,
    steps: &Steps<'_>,
) -> Result<MergedBuffers, Error> {
    let passes_all = steps.takers.is_empty();
    let mut merged = MergedBuffers::default();
    let mut functions_of_scopes: Vec<Option<OpId>> = Vec::new();
    let mut is_left: FxHashSet<OpId> = rounds.iter().flatten().copied().collect();
    for (index, round) in rounds.iter().enumerate() {
        let collected = match first.take() {
            Some(collected) => collected,
            None => collect_for(m, &steps.collector, &steps.takers)?,
        };
        let collected = within(m, collected, |function| {
            function.is_none_or(|function| is_left.contains(&function))
        });
        let mut scopes = collected.scopes.iter();
        let gives_buffers = passes_all || scopes.any(|scope| scope.callers_may_hold.is_some());
        let is_last = index + 1 == rounds.len() || !gives_buffers;
        let functions: FxHashSet<OpId> = if is_last {
            std::mem::take(&mut is_left)
        } else {
            round.iter().copied().collect()
        };
        is_left.retain(|function| !functions.contains(function));
        let collected = within(m, collected, |function| match function {
            Some(function) => functions.contains(&function),
            None => is_last,
        });
        let planned = (steps.plan)(&collected)?;
        let mut part = MergedBuffers::new(m, &collected, &planned);
        for (scope, row) in collected.scopes.iter().zip(&mut part.scopes) {
            for (buffer, site) in scope.trace.buffers().iter().zip(&scope.sites) {
                let is_of_call = m
                    .result(site.alloc, 0)
                    .is_some_and(|buffer| is_arena_of_call(m, buffer));
                if is_of_call {
                    row.callees.add(buffer);
                }
            }
        }
        let mutated = rewrite(m, steps.mutator, &collected, &planned)?;
        part.add_arenas(&mutated);
        let functions = collected.scopes.iter().map(|scope| Some(scope.function));
        functions_of_scopes.extend(functions);
        functions_of_scopes.resize(merged.scopes.len() + part.scopes.len(), None);
        merged.append(part);
        if is_last {
            break;
        }
    }
    if !passes_all {
        settle_arenas_of_calls(m);
    }
    let contained = contained_arenas(m);
    for (row, function) in merged.scopes.iter_mut().zip(functions_of_scopes) {
        let Some(arena) = &mut row.arena else {
            continue;
        };
        let key = function.zip(arena.argument);
        arena.is_within_callers = key.is_some_and(|key| contained.contains(&key));
    }
    merged.finish();
    Ok(merged)
}

/// The part of a collection that is in some functions.
fn within(m: &Module, collected: Collected, is_in: impl Fn(Option<OpId>) -> bool) -> Collected {
    let around = |op: OpId| function_around(m, op);
    let Collected {
        mut scopes,
        symbolic,
        mut skipped,
        mut dead,
        lifetimes,
        scope_ops,
        separate_peaks,
    } = collected;
    scopes.retain(|scope| is_in(Some(scope.function)));
    skipped.retain(|skipped| is_in(around(skipped.alloc)));
    dead.retain(|dead| is_in(around(dead.alloc)));
    Collected {
        scopes,
        symbolic,
        skipped,
        dead,
        lifetimes,
        scope_ops,
        separate_peaks,
    }
}

/// The arguments, by function and number, that are part of another arena in every call of the module. Each has at
/// least one call.
fn contained_arenas(m: &Module) -> FxHashSet<(OpId, usize)> {
    let symbols = SymbolIndex::new(m);
    let mut is_contained: FxHashMap<(OpId, usize), bool> = FxHashMap::default();
    for call in m.walk(m.root()) {
        let arenas: &[ValueId] = arena_operands(m, call);
        let Some(function) = (!arenas.is_empty())
            .then(|| symbols.resolve_call(m, call))
            .flatten()
        else {
            continue;
        };
        let first = m.operands(call).len() - arenas.len();
        for (number, &arena) in (first..).zip(arenas) {
            let made_by = m.defining_op(arena);
            let is_part = made_by.is_none_or(|op| allocation(m, op).is_none());
            let is_one = is_contained.entry((function, number)).or_insert(true);
            *is_one &= is_part;
        }
    }
    let contained = is_contained.into_iter().filter(|&(_, is)| is);
    contained.map(|(key, _)| key).collect()
}
