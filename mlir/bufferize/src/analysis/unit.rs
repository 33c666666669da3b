//! The analysis of one unit, with results as plain data.

use memplan_memory_model::declared_access;
use memplan_mlir::interfaces::region_exits;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{OpId, ValueId};

use super::checks;
use super::decide::{Decided, OutOfPlace, decide};
use super::equivalence::Equivalent;
use super::facts::{Facts, Val};
use super::interface::{Equivalence, Query, Relation};
use super::order::Order;
use super::plan::{NewBuffer, for_operand};
use super::state::{Conflict, Reason, State};
use super::summary::Summary;

/// A conflict for `print-conflicts`: operations and numbers of operands, and the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Conflict {
        read: (OpId, usize),
        write: (OpId, usize),
        definition: ValueId,
    },
    ReadOnly(ValueId),
}

/// A `return`, and for each operand the argument that it is equivalent to.
pub(super) type Returned = (OpId, Vec<Option<usize>>);

/// The results of the analysis of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitResult {
    /// For each tensor operand, whether it is updated in place.
    pub(super) in_place: Vec<(OpId, usize, bool)>,
    pub(super) buffers: Vec<NewBuffer>,
    pub(super) shown: Vec<Shown>,
    /// The alias set of each tensor value, as values in the order in which they were joined.
    pub(super) alias_sets: Vec<(ValueId, Vec<ValueId>)>,
    pub(super) returned: Vec<Returned>,
    /// The pairs of loop-carried values with one buffer, of those that decide a relation.
    pub(super) equivalent: Vec<(ValueId, ValueId)>,
    /// The summary, if the unit is a function.
    pub(super) summary: Option<Summary>,
    /// Number of read-write pairs that were tested, and of steps to find them.
    pub(super) work: (u64, u64),
}

/// Analyses everything at and below `root`.
///
/// # Errors
///
/// What cannot be bufferized, or violates a requirement of an operation.
pub(super) fn analyse(
    q: Query,
    order: &Order,
    root: OpId,
    is_function: bool,
) -> Result<UnitResult, Vec<Diagnostic>> {
    let facts = Facts::new(q, order, root);
    let mut start = State::new(&facts);
    checks::before(&mut start).map_err(|error| vec![error])?;
    let Decided {
        state,
        out,
        equivalent,
        buffers,
    } = decide(&start);
    checks::after(&facts, &equivalent)?;
    let mut result = UnitResult {
        in_place: in_place(&facts, state.in_place()),
        shown: shown(&facts, &out),
        equivalent: carried_pairs(&facts, &equivalent),
        work: (state.n_pairs, state.sets.forest.visited),
        ..UnitResult::default()
    };
    if is_function {
        let (summary, returned) = summarise(&state, &equivalent, root);
        result.summary = Some(summary);
        result.returned = returned;
    }
    if q.options.dump_alias_sets {
        result.alias_sets = alias_sets(&state);
    }
    if !q.options.test_analysis_only {
        result.buffers = buffers.map_err(|error| vec![error])?;
    }
    Ok(result)
}

/// Copies every operand that is written, without analysis.
///
/// # Errors
///
/// An unranked tensor that would have to be copied.
pub(super) fn copy_before_write(
    q: Query,
    order: &Order,
    root: OpId,
) -> Result<UnitResult, Vec<Diagnostic>> {
    let facts = Facts::new(q, order, root);
    let mut in_place_flags = vec![true; facts.uses.len()];
    let mut copied = rustc_hash::FxHashSet::default();
    let mut buffers = Vec::new();
    for (u, of) in (0..).zip(&facts.uses) {
        let model = facts.model(of.op);
        let is_fixed = model.is_none_or(|model| model.must_in_place(q, of.op, of.operand));
        if is_fixed || !of.writes || facts.alias_values[u as usize].is_empty() && !of.reads {
            continue;
        }
        // A buffer that becomes a memref is outside the scope of the analysis.
        let is_exported = q.m.results(of.op).any(|result| q.m.is_memref(result));
        if is_exported {
            continue;
        }
        in_place_flags[u as usize] = false;
        let reason = || "every operand that is written is copied first".to_owned();
        let buffer = for_operand(&facts, u, of.reads, &mut copied, reason);
        buffers.extend(buffer.map_err(|error| vec![error])?);
    }
    Ok(UnitResult {
        in_place: in_place(&facts, &in_place_flags),
        buffers,
        ..UnitResult::default()
    })
}

fn in_place(facts: &Facts, flags: &[bool]) -> Vec<(OpId, usize, bool)> {
    let uses = facts.uses.iter().zip(flags);
    uses.map(|(of, &flag)| (of.op, of.operand, flag)).collect()
}

fn shown(facts: &Facts, out: &OutOfPlace) -> Vec<Shown> {
    let place = |u: u32| (facts.of(u).op, facts.of(u).operand);
    out.iter()
        .filter_map(|(_, reason)| match *reason {
            Reason::ReadOnly(v) => Some(Shown::ReadOnly(facts.value(v))),
            Reason::Parallel | Reason::Yielded => None,
            Reason::Conflict(Conflict {
                read,
                write,
                definition,
            }) => Some(Shown::Conflict {
                read: place(read),
                write: place(write),
                definition: facts.value(definition),
            }),
        })
        .collect()
}

/// The pairs of values whose relations depend on decisions, if they are equivalent.
fn carried_pairs(facts: &Facts, equivalent: &Equivalent) -> Vec<(ValueId, ValueId)> {
    let relations = facts.alias_values.iter().flatten();
    let pairs = relations.flat_map(|alias| match &alias.relation {
        Relation::EquivalentIf(pairs) => pairs.as_slice(),
        Relation::Equivalent | Relation::Unknown => &[],
    });
    let pairs = pairs.filter(|(a, b)| equivalent.are_equivalent(*a, *b));
    pairs.copied().collect()
}

fn alias_sets(state: &State) -> Vec<(ValueId, Vec<ValueId>)> {
    let facts = state.facts;
    let members = |v: Val| {
        let members = state.sets.set(state.sets.find(v)).members.iter();
        members.map(|&member| facts.value(member)).collect()
    };
    (0..facts.values.len() as Val)
        .map(|v| (facts.value(v), members(v)))
        .collect()
}

/// Whether an argument is read and written, as declared by its attribute `bufferization.access`.
/// The summary of a function, and the values that each `return` returns.
fn summarise(state: &State, equivalent: &Equivalent, function: OpId) -> (Summary, Vec<Returned>) {
    let facts = state.facts;
    let m = facts.q.m;
    let region = m.regions(function).first().copied();
    let entry = region.and_then(|region| m.first_block(region));
    let args = entry.map_or(&[][..], |entry| m.block_args(entry));
    let exits: Vec<OpId> = region.map_or(Vec::new(), |region| region_exits(m, region).collect());
    let n_results = exits.first().map_or(0, |&exit| m.operands(exit).len());
    let mut summary = Summary::least(args.len(), n_results);
    for (index, &arg) in args.iter().enumerate() {
        let Some(v) = facts.val(arg) else { continue };
        let set = state.sets.find(v);
        summary.reads[index] = facts.is_read[v as usize];
        summary.writes[index] = !state.sets.set(set).writes.items().is_empty();
        if let Some(access) = declared_access(m, function, index) {
            (summary.reads[index], summary.writes[index]) = (access.reads(), access.writes());
        }
    }
    let mut returned = Vec::new();
    for (number, &exit) in exits.iter().enumerate() {
        let values: Vec<Option<Val>> = m.operands(exit).iter().map(|&v| facts.val(v)).collect();
        let mut equal = vec![None; values.len()];
        for (index, v) in values.iter().enumerate().take(n_results) {
            let Some(v) = *v else { continue };
            let is_same = |arg: &ValueId| {
                let number = facts.val(*arg).filter(|_| !facts.q.is_unranked(*arg));
                number.is_some_and(|arg| equivalent.are_same(arg, v))
            };
            equal[index] = args.iter().position(is_same);
            add_returned(state, args, &mut summary, index, v);
            for (other, w) in values.iter().enumerate().take(n_results) {
                let is_shared = w.is_some_and(|w| state.sets.find(w) == state.sets.find(v));
                if other != index && is_shared && !summary.same[index].contains(&other) {
                    summary.same[index].push(other);
                }
            }
        }
        for (index, &arg) in equal.iter().enumerate().take(n_results) {
            let equivalent = &mut summary.equivalent[index];
            *equivalent = if number == 0 {
                arg
            } else {
                equivalent.filter(|_| *equivalent == arg)
            };
        }
        returned.push((exit, equal));
    }
    (summary, returned)
}

/// Records that a result may be this value.
fn add_returned(state: &State, args: &[ValueId], summary: &mut Summary, index: usize, v: Val) {
    let facts = state.facts;
    let set = state.sets.find(v);
    for (number, &arg) in args.iter().enumerate() {
        let is_alias = facts
            .val(arg)
            .is_some_and(|arg| state.sets.find(arg) == set);
        if is_alias && !summary.aliases[number].contains(&index) {
            summary.aliases[number].push(index);
        }
    }
    // Callers decide whether the buffers of arguments may be written.
    let members = state.sets.set(set).members.iter();
    let is_read_only = members
        .into_iter()
        .any(|&member| !facts.writable[member as usize] && !args.contains(&facts.value(member)));
    if is_read_only {
        summary.writable[index] = false;
    }
}
