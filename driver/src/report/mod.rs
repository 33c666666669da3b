//! The report of a job: what was planned, what was skipped and why, what was saved, and where merged
//! memory comes from.
//!
//! Sums run over scopes: the peak of a program is the sum of the peaks of its merged allocations, as if all of them
//! were live at once. [`RunTimePeak`] bounds what is live at once at run time. An arena that is part of the arenas of
//! its callers counts once, as a part of them. Equal programs, plug-ins and options give equal reports, except for
//! times.

mod json;
mod prepared;
mod unmerged;

use std::time::Duration;

use memplan_collectors::{Collected, SkipReason};
use memplan_memory::BlockedChain;
use memplan_memory_model::HeapPeak;
use memplan_mlir::text::{Diagnostic, Span};
use memplan_mlir::{Module, OpId};
use memplan_mutators::{ArenaKind, Fallback, MutateReport};
use memplan_placement::donation::DonatedArgument;
use memplan_planner::{BoundRule, Buffer, Bytes, LifetimeTrace, StopReason};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::lower_peak::{MemoryShape, PassRuns, PeakStep};
use crate::planning::Planned;
use crate::pools::PoolReport;
use crate::run_time::{RunTimePeak, entries, run_time_peaks};
use crate::symbolic::{Done, SymbolicArenaReport, SymbolicPeak};
use crate::tensors::Bufferized;
pub use json::{HeapBounds, ReportJson, ReportSource, ReportTimes};
pub use prepared::Prepared;
use unmerged::Unmerged;

/// The decisions about the buffers of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// How the program became a program on buffers, if it was on tensors.
    pub bufferized: Option<Bufferized>,
    /// Buffers of the program: merged, skipped and deleted ones. The arenas that calls pass to functions
    /// are buffers as well.
    pub n_buffers: usize,
    /// Buffers that share a merged allocation.
    pub n_merged: usize,
    /// Sums over all scopes.
    pub total: Figures,
    /// The scopes: first those with merged allocations in the order of the traces, then the others. If arenas are
    /// arguments, this holds for each round of planning, and rounds are in order, callees before callers.
    pub scopes: Vec<ScopeReport>,
    /// The merged allocations whose sizes are known only at run time. Their buffers count in [`Self::n_buffers`] and
    /// [`Self::n_merged`], and their bytes in no sum.
    pub symbolic: Vec<SymbolicArenaReport>,
    /// Bounds on the run-time peaks of functions with such allocations, where they are known.
    pub symbolic_peaks: Vec<SymbolicPeak>,
    /// Buffers that are not merged, in walk order.
    pub skipped: Vec<SkippedBuffer>,
    /// Names of the buffers that are deleted because nothing accesses them, in walk order.
    pub deleted: Vec<String>,
    /// The passes that ran before planning to lower the run-time peaks.
    pub memory_steps: Vec<PeakStep>,
    /// The shape of the peaks after these passes, if there are buffers of dynamic shape.
    pub memory_shape: Option<MemoryShape>,
    /// How often each pass was tried for that.
    pub pass_runs: Vec<PassRuns>,
    /// The chains of operations that are computed in blocks.
    pub blocks: Vec<BlockedChain>,
    /// The arguments that hold results, which are dropped.
    pub donated: Vec<DonatedArgument>,
    /// Where buffers were put, if there are pools.
    pub pools: Option<PoolReport>,
    /// The run-time peaks of the program; empty if no deallocations are inserted.
    pub run_time_peaks: Vec<RunTimePeak>,
}

/// The sizes before and after merging, and the bounds, of one scope or of all scopes together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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
    pub bound_rule: Option<BoundRule>,
    /// The reason why the planner stopped early.
    pub stopped_by: Option<StopReason>,
    /// The schedule of the chosen planner, if another one replaced it; see [`Planned::instead_of`].
    pub instead_of: Option<ReplacedSchedule>,
    /// The merged allocation; absent where nothing is merged, and before the plan is applied.
    pub arena: Option<Arena>,
    /// Buffers that share the merged allocation.
    pub n_merged: usize,
    /// Number of buffers that are not merged.
    pub n_skipped: usize,
    /// Buffers that are deleted.
    pub n_deleted: usize,
    /// The buffers of [`Self::figures`] that are arenas of calls.
    pub callees: CalleeArenas,
    /// The figures.
    pub figures: Figures,
}

/// The bytes of merged buffers that are arenas of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CalleeArenas {
    /// Their number.
    pub n_calls: usize,
    /// The sum of their sizes.
    pub size_bytes: u128,
    /// The sizes, each rounded up to its alignment.
    pub separate_bytes: u128,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedSchedule {
    /// Its planner.
    pub planner: String,
    /// Its peak.
    pub peak_bytes: u64,
}

/// A merged allocation, and where its memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedBuffer {
    /// Its name.
    pub name: String,
    /// Why, as the stable code of [`SkipReason`](memplan_collectors::SkipReason).
    pub reason: &'static str,
    /// The allocation in the text of the program.
    pub span: Span,
    /// The operation that is the reason, if one is: its name and where it is.
    pub culprit: Option<(String, Span)>,
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
            reason: SkipReason::RaisesPeak.code(),
            span: m.span(site.alloc),
            culprit: None,
        })
    })
}

impl Report {
    /// The run-time peaks of the functions that [hold memory](RunTimePeak::holds_memory).
    pub fn peaks_of_holders(&self) -> impl Iterator<Item = &RunTimePeak> {
        self.run_time_peaks
            .iter()
            .filter(|peak| peak.holds_memory())
    }

    /// Makes all run-time peaks count the arguments of functions, donated ones too, each once.
    pub fn count_arguments(&mut self) {
        let steps = self
            .memory_steps
            .iter_mut()
            .flat_map(|step| &mut step.peaks);
        for peak in self.run_time_peaks.iter_mut().chain(steps) {
            peak.count_arguments();
        }
    }

    /// The report on a program before it is rewritten, while skipped allocations still have their places.
    ///
    /// `O(n log n)` in the number of allocations.
    pub fn new(m: &Module, collected: &Collected, planned: &[Planned]) -> Self {
        let mut unmerged = Unmerged::of(collected);
        let skipped = collected.skipped.iter().map(|skipped| SkippedBuffer {
            name: skipped.name.clone(),
            reason: skipped.reason.code(),
            span: m.span(skipped.alloc),
            culprit: skipped
                .reason
                .culprit()
                .map(|op| (m.op_name_text(op).into_owned(), m.span(op))),
        });
        let mut skipped: Vec<SkippedBuffer> =
            skipped.chain(unpaying(m, collected, planned)).collect();
        skipped.sort_stable_by_key(|skipped| skipped.span.start);
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
                        .then(|| schedule.bound_rule.unwrap_or(BoundRule::Load)),
                    stopped_by: schedule.stopped_by,
                    instead_of: planned
                        .instead_of
                        .as_ref()
                        .map(|replaced| ReplacedSchedule {
                            planner: replaced.planner.clone(),
                            peak_bytes: replaced.total_size.0,
                        }),
                    arena: None,
                    n_merged: if planned.is_merged { n_planned } else { 0 },
                    n_skipped: counts.n_skipped + if planned.is_merged { 0 } else { n_planned },
                    n_deleted: counts.n_deleted,
                    callees: CalleeArenas::default(),
                    figures: if planned.is_merged {
                        Figures::of(&scope.trace, planned)
                    } else {
                        Figures::default()
                    },
                }
            })
            .collect();
        scopes.extend(unmerged.rows(m, collected));
        let n_merged: usize = scopes.iter().map(|scope| scope.n_merged).sum();
        Self {
            bufferized: None,
            donated: Vec::new(),
            n_merged,
            total: Figures::total(&scopes),
            scopes,
            n_buffers: n_merged + skipped.len() + collected.dead.len(),
            skipped,
            deleted: collected
                .dead
                .iter()
                .map(|dead| dead.name.clone())
                .collect(),
            memory_steps: Vec::new(),
            memory_shape: None,
            pass_runs: Vec::new(),
            blocks: Vec::new(),
            pools: None,
            run_time_peaks: Vec::new(),
            symbolic: Vec::new(),
            symbolic_peaks: Vec::new(),
        }
    }

    /// Adds what was done before planning; returns the warnings about it.
    pub fn add_prepared(&mut self, prepared: Prepared) -> Vec<Diagnostic> {
        self.bufferized = prepared.bufferized;
        self.memory_steps = prepared.memory_steps;
        self.memory_shape = prepared.memory_shape;
        self.pass_runs = prepared.pass_runs;
        self.blocks = prepared.blocks;
        self.donated = prepared.donated;
        self.pools = prepared.pools;
        prepared.warnings
    }

    /// Adds the merged allocations of symbolic size. The collection found them as allocations that are freed already.
    pub(crate) fn add_symbolic(&mut self, m: &Module, collected: &Collected, done: Done) {
        if done.arenas.is_empty() && done.reasons.is_empty() {
            return;
        }
        let by_name: FxHashMap<&str, OpId> = (collected.skipped.iter())
            .map(|skipped| (&*skipped.name, skipped.alloc))
            .collect();
        let n_before = self.skipped.len();
        self.skipped.retain_mut(|skipped| {
            let alloc = by_name.get(&*skipped.name);
            if let Some(reason) = alloc.and_then(|alloc| done.reasons.get(alloc)) {
                let by_collector = [SkipReason::DynamicShape, SkipReason::Lone];
                if by_collector.iter().any(|it| it.code() == skipped.reason) {
                    skipped.reason = reason.code();
                }
            }
            alloc.is_none_or(|alloc| !done.ops.contains(alloc))
        });
        let n_arenas = n_before - self.skipped.len();
        let n_merged: usize = done.arenas.iter().map(|arena| arena.trace.len()).sum();
        self.n_merged += n_merged;
        self.n_buffers = self.n_buffers + n_merged - n_arenas;
        let mut rows: FxHashMap<String, usize> = FxHashMap::default();
        let made = collected.skipped.iter().map(|skipped| skipped.alloc);
        for op in made.filter(|op| done.ops.contains(op)) {
            let function = memplan_mlir::interfaces::function_around(m, op);
            let name = function.map(|it| m.symbol_text(it));
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
        self.symbolic_peaks = done.peaks;
    }

    /// Adds the run-time peaks of the program that was made, and formulas of those that are known only as such.
    /// `separate` has the peaks without merging. Near-linear.
    pub fn add_peaks(&mut self, m: &Module, separate: &[(OpId, HeapPeak)]) {
        self.run_time_peaks = run_time_peaks(m, separate);
        for function in entries(m) {
            let name = m.symbol_text(function);
            let mut peaks = self.run_time_peaks.iter();
            let is_unbounded = peaks.any(|peak| peak.function == name && peak.peak.most.is_none());
            if is_unbounded && self.symbolic_peaks.iter().all(|peak| peak.function != name) {
                self.symbolic_peaks.extend(SymbolicPeak::of(m, function));
            }
        }
    }

    /// No run of a function that others may call holds more bytes; `None` where there is no such bound.
    pub fn most_bytes(&self) -> Option<u64> {
        let most = |peak: &RunTimePeak| match peak.peak.most {
            Some(most) => u64::try_from(most.bytes.max(0)).ok(),
            None => {
                let mut by_formula = self.symbolic_peaks.iter();
                let by_formula = by_formula.find(|of| of.function == peak.function);
                by_formula?.most_bytes()
            }
        };
        let all: Option<Vec<u64>> = self.run_time_peaks.iter().map(most).collect();
        Some(all?.into_iter().max().unwrap_or(0))
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

    /// Appends the report of further functions. The sums are not valid until [`Self::finish`].
    pub(crate) fn append(&mut self, part: Self) {
        self.n_buffers += part.n_buffers;
        self.n_merged += part.n_merged;
        self.scopes.extend(part.scopes);
        self.skipped.extend(part.skipped);
        self.deleted.extend(part.deleted);
    }

    /// Computes the sums, and sorts skipped buffers by their place in the program.
    pub(crate) fn finish(&mut self) {
        self.total = Figures::total(&self.scopes);
        self.skipped
            .sort_stable_by_key(|skipped| skipped.span.start);
    }
}
