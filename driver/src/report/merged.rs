//! What was merged, and what was not.

use std::collections::BTreeMap;
use std::time::Duration;

use memplan_collectors::{Collected, SkipReason};
use memplan_mlir::interfaces::function_around;
use memplan_mlir::text::{Place, PlacedOp};
use memplan_mlir::{Module, OpId};
use memplan_mutators::{ArenaKind, Fallback, MutateReport};
use memplan_planner::{BoundRule, Buffer, Bytes, LifetimeTrace, StopReason};
use memplan_support::Sort;
use rustc_hash::FxHashMap;
use serde::Serialize;

#[cfg(feature = "schema")]
use super::json::SymbolicJson;
use super::json::{ArenaJson, FiguresJson};
use super::unmerged::Unmerged;
use crate::origins::words_of;
use crate::planning::Planned;
use crate::symbolic::{Done, SymbolicArenaReport};

/// The decisions about the buffers of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedBuffers {
    /// Buffers of the program: merged, skipped and deleted ones. The arenas that calls pass to functions
    /// are buffers as well.
    pub n_buffers: usize,
    /// Buffers that share a merged allocation.
    pub n_merged: usize,
    /// Buffers that are not merged.
    pub n_skipped: usize,
    /// Buffers that are deleted.
    pub n_deleted: usize,
    /// Sums over all scopes.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "FiguresJson"))]
    pub total: Figures,
    /// The scopes: first those with merged allocations in the order of the traces, then the others. If arenas are
    /// arguments, this holds for each round of planning, and rounds are in order, callees before callers.
    pub scopes: Vec<ScopeReport>,
    /// The merged allocations whose sizes are known only at run time. Their buffers count in [`Self::n_buffers`] and
    /// [`Self::n_merged`], and their bytes in no sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SymbolicJson>"))]
    pub symbolic: Vec<SymbolicArenaReport>,
    /// The number of skipped buffers for each reason.
    pub skipped_by_reason: BTreeMap<&'static str, usize>,
    /// Buffers that are not merged, in walk order.
    pub skipped: Vec<SkippedBuffer>,
    /// Names of the buffers that are deleted because nothing accesses them, in walk order.
    pub deleted: Vec<String>,
}

/// The sizes before and after merging, and the bounds, of one scope or of all scopes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "FiguresJson")]
pub struct Figures {
    /// The sum of all sizes.
    pub size_bytes: u128,
    /// The bytes of separate allocations: the sizes, each rounded up to its alignment.
    pub separate_bytes: u128,
    /// The largest sum of sizes that are live at once.
    pub max_load_bytes: u128,
    /// The best proved lower bound on the peak.
    pub lower_bound_bytes: u128,
    /// The size of the merged allocation.
    pub peak_bytes: u128,
    /// Time of the planner; absent without a clock.
    pub elapsed: Option<Duration>,
}

/// The decisions in one scope and memory space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScopeReport {
    /// The name of the scope.
    pub scope: String,
    /// The name of the operation that is the scope.
    pub operation: String,
    /// The memory space; absent for the default one.
    pub memory_space: Option<String>,
    /// The planner; absent where nothing is merged.
    pub planner: Option<String>,
    /// The rule that gives the lower bound; absent where nothing is merged.
    pub bound_rule: Option<&'static str>,
    /// The reason why the planner stopped early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// The schedule of the chosen planner, if another one replaced it; see [`Planned::instead_of`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<ReplacedSchedule>,
    /// The merged allocation; absent where nothing is merged, and before the plan is applied.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<ArenaJson>"))]
    pub arena: Option<Arena>,
    /// The buffers of [`Self::figures`] that are arenas of calls.
    #[serde(flatten)]
    pub callees: CalleeArenas,
    /// Buffers that share the merged allocation.
    pub n_merged: usize,
    /// Number of buffers that are not merged.
    pub n_skipped: usize,
    /// Buffers that are deleted.
    pub n_deleted: usize,
    /// The figures.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "FiguresJson"))]
    pub figures: Figures,
}

/// The bytes of merged buffers that are arenas of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalleeArenas {
    /// Their number.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_calls: usize,
    /// The sum of their sizes.
    #[serde(skip)]
    pub size_bytes: u128,
    /// The sizes, each rounded up to its alignment.
    #[serde(skip)]
    pub separate_bytes: u128,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature of serde")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl CalleeArenas {
    /// Adds the arena of one call.
    pub(crate) fn add(&mut self, buffer: &Buffer) {
        self.n_calls += 1;
        self.size_bytes += u128::from(buffer.size.0);
        self.separate_bytes += u128::from(buffer.size.0).next_multiple_of(buffer.align.0.into());
    }
}

/// A schedule that another one replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplacedSchedule {
    /// Its planner.
    pub planner: String,
    /// Its peak.
    pub peak_bytes: u64,
}

/// A merged allocation, and where its memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "ArenaJson")]
pub struct Arena {
    /// The kind of memory.
    pub kind: ArenaKind,
    /// Why it is not of the requested kind, if it is not.
    pub fallback: Option<Fallback>,
    /// Whether the mutator frees it in its scope.
    pub is_freed: bool,
    /// The alignment that it has, or that the caller has to give it.
    pub alignment: Bytes,
    /// The number of the argument that it is.
    pub argument: Option<usize>,
    /// Whether the module has calls of the function, all of which pass a part of the caller's arena.
    pub is_within_callers: bool,
}

/// A buffer that is not merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkippedBuffer {
    /// Its name.
    #[serde(rename = "buffer")]
    pub name: String,
    /// What a front end calls the first operation that uses it, with the line: `jit(f)/dot_general (model.py:12)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Why, as the stable code of [`SkipReason`](memplan_collectors::SkipReason).
    pub reason: &'static str,
    /// The allocation in the text of the program.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Place"))]
    pub place: Place,
    /// The operation that is the reason, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::PlacedOp>"))]
    pub culprit: Option<PlacedOp>,
}

impl Figures {
    fn of(trace: &LifetimeTrace, planned: &Planned) -> Self {
        let sizes = trace.buffers().iter().map(|b| u128::from(b.size.0));
        Self {
            size_bytes: sizes.sum(),
            separate_bytes: trace.separate_size().0.into(),
            max_load_bytes: trace.least_load().0.into(),
            lower_bound_bytes: planned.schedule.lower_bound(trace).0.into(),
            peak_bytes: planned.schedule.total_size.0.into(),
            elapsed: planned.elapsed,
        }
    }

    /// The figures of a scope without what others count: the arenas of calls, and, of an arena that is part
    /// of others, the bytes live in it.
    fn own(scope: &ScopeReport) -> Self {
        let (figures, callees) = (scope.figures, scope.callees);
        let is_within = scope.arena.is_some_and(|arena| arena.is_within_callers);
        let live = |bytes: u128| if is_within { 0 } else { bytes };
        Self {
            size_bytes: figures.size_bytes - callees.size_bytes,
            separate_bytes: figures.separate_bytes - callees.separate_bytes,
            max_load_bytes: live(figures.max_load_bytes),
            lower_bound_bytes: live(figures.lower_bound_bytes),
            peak_bytes: live(figures.peak_bytes),
            elapsed: figures.elapsed,
        }
    }

    /// The sums of all scopes.
    fn total(scopes: &[ScopeReport]) -> Self {
        let scopes = scopes.iter().map(Self::own);
        scopes.fold(Self::default(), |sum, scope| Self {
            size_bytes: sum.size_bytes + scope.size_bytes,
            separate_bytes: sum.separate_bytes + scope.separate_bytes,
            max_load_bytes: sum.max_load_bytes + scope.max_load_bytes,
            lower_bound_bytes: sum.lower_bound_bytes + scope.lower_bound_bytes,
            peak_bytes: sum.peak_bytes + scope.peak_bytes,
            elapsed: [sum.elapsed, scope.elapsed]
                .into_iter()
                .flatten()
                .reduce(|sum, time| sum + time),
        })
    }

    /// `(peak - lower bound) / lower bound`; 0 is optimal.
    pub fn fragmentation(&self) -> f64 {
        share(self.peak_bytes, self.lower_bound_bytes)
    }

    /// `(separate - peak) / separate`: the share of memory that merging saves.
    pub fn saved(&self) -> f64 {
        -share(self.peak_bytes, self.separate_bytes)
    }
}

/// `(value - base) / base`; 0 where there is no base.
fn share(value: u128, base: u128) -> f64 {
    if base == 0 {
        0.0
    } else {
        (value as f64 - base as f64) / base as f64
    }
}

/// The buffers of merged allocations that would raise the run-time peak.
fn unpaying<'a>(
    m: &'a Module,
    collected: &'a Collected,
    planned: &'a [Planned],
) -> impl Iterator<Item = SkippedBuffer> + 'a {
    let scopes = collected.scopes.iter().zip(planned);
    let scopes = scopes.filter(|(_, planned)| !planned.is_merged);
    scopes.flat_map(|(scope, _)| {
        let buffers = scope.trace.buffers().iter().zip(&scope.sites);
        buffers.map(|(buffer, site)| SkippedBuffer {
            name: buffer.name.to_string(),
            origin: words_of(m, site.alloc),
            reason: SkipReason::RaisesPeak.code(),
            place: Place::of(m, site.alloc),
            culprit: None,
        })
    })
}

impl MergedBuffers {
    /// The section on a program before it is rewritten, while skipped allocations still have their places.
    ///
    /// `O(n log n)` in the number of allocations.
    pub fn new(m: &Module, collected: &Collected, planned: &[Planned]) -> Self {
        let mut unmerged = Unmerged::of(collected);
        let skipped = collected.skipped.iter().map(|skipped| SkippedBuffer {
            name: skipped.name.clone(),
            origin: words_of(m, skipped.alloc),
            reason: skipped.reason.code(),
            place: Place::of(m, skipped.alloc),
            culprit: skipped.reason.culprit().map(|op| PlacedOp::of(m, op)),
        });
        let mut scopes: Vec<ScopeReport> = collected
            .scopes
            .iter()
            .zip(planned)
            .map(|(scope, planned)| {
                let counts = unmerged.take(scope);
                let schedule = &planned.schedule;
                let n_planned = scope.trace.len();
                ScopeReport {
                    scope: scope.trace.scope().to_owned(),
                    operation: m.op_name_text(scope.scope_op).into_owned(),
                    memory_space: scope.trace.memory_space().map(str::to_owned),
                    planner: planned.is_merged.then(|| schedule.planner.clone()),
                    bound_rule: planned
                        .is_merged
                        .then(|| schedule.bound_rule.unwrap_or(BoundRule::Load).name()),
                    stopped_by: schedule.stopped_by.map(StopReason::name),
                    instead_of: (planned.instead_of.as_ref()).map(|replaced| ReplacedSchedule {
                        planner: replaced.planner.clone(),
                        peak_bytes: replaced.total_size.0,
                    }),
                    n_merged: if planned.is_merged { n_planned } else { 0 },
                    n_skipped: counts.n_skipped + if planned.is_merged { 0 } else { n_planned },
                    n_deleted: counts.n_deleted,
                    figures: if planned.is_merged {
                        Figures::of(&scope.trace, planned)
                    } else {
                        Figures::default()
                    },
                    ..ScopeReport::default()
                }
            })
            .collect();
        scopes.extend(unmerged.rows(m, collected));
        let dead = collected.dead.iter();
        let mut merged = Self {
            n_merged: scopes.iter().map(|scope| scope.n_merged).sum(),
            scopes,
            skipped: skipped.chain(unpaying(m, collected, planned)).collect(),
            deleted: dead.map(|dead| dead.name.clone()).collect(),
            ..Self::default()
        };
        merged.finish();
        merged
    }

    /// Adds the merged allocations of symbolic size. The collection found them as allocations that are freed already.
    pub(crate) fn add_symbolic(&mut self, m: &Module, collected: &Collected, done: Done) {
        if done.arenas.is_empty() && done.reasons.is_empty() {
            return;
        }
        let by_name: FxHashMap<&str, OpId> = (collected.skipped.iter())
            .map(|skipped| (&*skipped.name, skipped.alloc))
            .collect();
        self.skipped.retain_mut(|skipped| {
            let alloc = by_name.get(&*skipped.name);
            if let Some(reason) = alloc.and_then(|alloc| done.reasons.get(alloc)) {
                let by_collector = [SkipReason::DynamicShape, SkipReason::Lone];
                if by_collector
                    .iter()
                    .any(|reason| reason.code() == skipped.reason)
                {
                    skipped.reason = reason.code();
                }
            }
            alloc.is_none_or(|alloc| !done.ops.contains(alloc))
        });
        let n_merged: usize = done.arenas.iter().map(|arena| arena.trace.len()).sum();
        self.n_merged += n_merged;
        let mut rows: FxHashMap<String, usize> = FxHashMap::default();
        let made = collected.skipped.iter().map(|skipped| skipped.alloc);
        for op in made.filter(|op| done.ops.contains(op)) {
            let function = function_around(m, op);
            let name = function.map(|function| m.symbol_text(function));
            *rows.entry(name.unwrap_or_default()).or_default() += 1;
        }
        for row in &mut self.scopes {
            if let Some(left) = rows.get_mut(row.scope.split('/').next().unwrap_or_default()) {
                let gone = row.n_skipped.min(*left);
                row.n_skipped -= gone;
                *left -= gone;
            }
        }
        let is_empty = |row: &ScopeReport| row.n_merged + row.n_skipped + row.n_deleted == 0;
        self.scopes.retain(|row| !is_empty(row));
        self.symbolic = done.arenas;
        self.finish();
    }

    /// Adds the merged allocations that the mutator made.
    pub(crate) fn add_arenas(&mut self, mutated: &MutateReport) {
        for arena in &mutated.arenas {
            if let Some(scope) = self.scopes.get_mut(arena.scope) {
                scope.arena = Some(Arena {
                    kind: arena.kind,
                    fallback: arena.fallback,
                    is_freed: arena.is_freed,
                    alignment: arena.alignment,
                    argument: arena.argument,
                    is_within_callers: false,
                });
            }
        }
    }

    /// Appends the section of further functions. The sums are not valid until [`Self::finish`].
    pub(crate) fn append(&mut self, part: Self) {
        self.n_merged += part.n_merged;
        self.scopes.extend(part.scopes);
        self.skipped.extend(part.skipped);
        self.deleted.extend(part.deleted);
    }

    /// Computes the sums, and sorts skipped buffers by their place in the program.
    pub(crate) fn finish(&mut self) {
        self.total = Figures::total(&self.scopes);
        self.skipped
            .sort_stable_by_key(|skipped| skipped.place.span.start);
        (self.n_skipped, self.n_deleted) = (self.skipped.len(), self.deleted.len());
        self.n_buffers = self.n_merged + self.n_skipped + self.n_deleted;
        self.skipped_by_reason.clear();
        for skipped in &self.skipped {
            *self.skipped_by_reason.entry(skipped.reason).or_default() += 1;
        }
    }
}
