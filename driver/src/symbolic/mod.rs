//! Merges buffers whose sizes are known only at run time.
//!
//! Runs before static planning: afterwards the merged buffers are ordinary allocations. Buffers of static size in the
//! same scope are merged with them. With `arenas=paying`, a merged allocation has to be proven not to raise the
//! run-time peak of any run, see [`loads`].

mod bounds;
mod loads;
mod peak;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use memplan_collectors::{Collected, SkipReason, Skipped, SymbolicScope};
use memplan_memory_model::{BufferViewFlowAnalysis, SizeSource};
use memplan_mlir::interfaces::{allocation, function_argument};
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc::settle_arenas_of_calls;
use memplan_mutators::{
    ArenaArgument, ArenaKind, Fallback, MergeAlloc, SymbolicMemory, SymbolicMerger,
    SymbolicRewrite, read_back,
};
use memplan_planner::symbols::{OrientPlanner, OrientationPlan, PlanFault, Quality, check};
use memplan_planner::{BufferId, Bytes, LifetimeTrace, MemoryPlanner, PlanOptions};
use memplan_support::Sort;
use memplan_support::symbolic::{Polynomial, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use self::bounds::{fits_62_bits, size_bound};
use self::loads::{BlockLoads, N_SAMPLES, peak_forms};
pub use self::peak::SymbolicPeak;
use self::peak::only_block;
use crate::arenas::{Arenas, ChosenCollector};
use crate::dealloc::deallocated;
use crate::dims::SizeOptions;
use crate::{Error, arenas, steps};

/// Multiples of it are not rounded up in merged allocations.
const USUAL_ALIGNMENT: u64 = 64;

/// The most plans for dividing a scope.
const MAX_TRIES: usize = 256;

/// A merged allocation of symbolic size.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicArenaReport {
    /// The name of the scope.
    pub scope: String,
    /// Lifetimes, symbols and sizes of the buffers.
    pub trace: LifetimeTrace,
    /// The formulas of offsets and size.
    pub plan: OrientationPlan,
    /// The buffers whose size is known only at run time.
    pub n_dynamic: usize,
    /// The operations that compute size and offsets.
    pub n_operations: usize,
    /// The meaning of each symbol.
    pub sources: Vec<String>,
    /// Conclusions that hold only if sizes are in the ranges that the user gave.
    pub assumptions: Vec<String>,
    /// The source of its memory.
    pub memory: SymbolicMemory,
    /// The reason why it is not of the requested kind, if so.
    pub fallback: Option<Fallback>,
    /// The argument that holds it, if there is one.
    pub argument: Option<ArenaArgument>,
    /// Whether the merged allocation is freed in its scope.
    pub is_freed: bool,
}

/// The result of merging.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) arenas: Vec<SymbolicArenaReport>,
    /// The merged allocations.
    pub(crate) ops: FxHashSet<OpId>,
    /// Why dynamic buffers of symbolic scopes are not merged.
    pub(crate) reasons: FxHashMap<OpId, SkipReason>,
    /// Bounds on the peaks of functions.
    pub(crate) peaks: Vec<SymbolicPeak>,
}

impl Done {
    /// The traces of merged allocations, and those of the remaining buffers.
    pub(crate) fn traces(&self, rest: &Collected) -> Vec<LifetimeTrace> {
        let made = self.arenas.iter().map(|arena| arena.trace.clone());
        made.chain(rest.traces().cloned()).collect()
    }
}

/// How scopes are merged.
pub(crate) struct Job<'a> {
    pub(crate) planner: &'a dyn MemoryPlanner,
    pub(crate) options: &'a PlanOptions,
    pub(crate) collector: ChosenCollector,
    pub(crate) merging: MergeAlloc,
    pub(crate) sizes: SizeOptions,
    /// Existing plans for the merged allocations, in their order. The planner divides scopes then, but places nothing.
    pub(crate) plans: Option<Vec<&'a OrientationPlan>>,
}

impl Job<'_> {
    /// The existing plan of a merged allocation by its number, if there are any; otherwise `new`.
    fn plan(
        &self,
        number: usize,
        trace: &LifetimeTrace,
        new: OrientationPlan,
    ) -> Result<OrientationPlan, Error> {
        let Some(plans) = &self.plans else {
            return Ok(new);
        };
        let Some(&plan) = plans.get(number) else {
            return Err(Error::OtherTraces);
        };
        match check(trace, plan) {
            Ok(()) => Ok(plan.clone()),
            Err(PlanFault::OtherTrace { .. } | PlanFault::OtherSize { .. }) => {
                Err(Error::OtherTraces)
            }
            Err(fault) => Err(Error::InvalidOrientations {
                scope: trace.scope().to_owned(),
                problem: fault.to_string(),
            }),
        }
    }
}

/// The traces of a module with dynamic buffers, as [`Merge`](crate::Merge) places them: those of merged allocations of
/// symbolic size, and then those of static size that are left. `None` if there are none of the former.
///
/// # Errors
/// Those of [`collect`](crate::collect()), and [`Error::Symbolic`].
pub(crate) fn traces(
    m: &Module,
    collector: &ChosenCollector,
    collected: &Collected,
) -> Result<Option<Vec<LifetimeTrace>>, Error> {
    if collected.symbolic.is_empty() {
        return Ok(None);
    }
    let mut merged = m.clone();
    let job = Job {
        planner: &OrientPlanner::DEFAULT,
        options: &PlanOptions::default(),
        collector: collector.clone(),
        merging: MergeAlloc::DEFAULT,
        sizes: SizeOptions::default(),
        plans: None,
    };
    let done = merge(&mut merged, collected, &job)?;
    let mut symbols = done.arenas.iter().map(SymbolicArenaReport::symbols);
    if symbols.all(<[Symbol]>::is_empty) {
        return Ok(None);
    }
    let rest = steps::collect(&merged, collector)?;
    Ok(Some(done.traces(&rest)))
}

/// Merges the symbolic scopes of a module, one after the other. The module is valid afterwards. Where memory is an
/// argument, callers come after the functions that they call, and the module is collected for each round of them.
///
/// # Errors
/// [`Error::Symbolic`] for plans that the checker rejects, and code that does not compute what the plan says.
pub(crate) fn merge(m: &mut Module, collected: &Collected, job: &Job<'_>) -> Result<Done, Error> {
    let mut done = Done::default();
    let mut merger = SymbolicMerger::new(m, job.merging.options);
    if job.merging.options.arena != ArenaKind::Arg {
        merge_scopes(m, &collected.symbolic, job, &mut merger, &mut done)?;
        return Ok(done);
    }
    let is_dynamic = |buffer: &Skipped| buffer.reason == SkipReason::DynamicShape;
    if !collected.skipped.iter().any(is_dynamic) {
        return Ok(done);
    }
    for round in job.merging.rounds(m).functions {
        let mut scopes = steps::collect(m, &job.collector.with_lone_buffers())?.symbolic;
        scopes.retain(|scope| round.contains(&scope.function));
        merge_scopes(m, &scopes, job, &mut merger, &mut done)?;
    }
    Ok(done)
}

fn merge_scopes(
    m: &mut Module,
    scopes: &[SymbolicScope],
    job: &Job<'_>,
    merger: &mut SymbolicMerger,
    done: &mut Done,
) -> Result<(), Error> {
    let mut baseline: Option<Module> = None;
    let mut changed: FxHashSet<OpId> = FxHashSet::default();
    for scope in scopes {
        // A buffer that is alone gains nothing, unless the caller has its memory. Those of static size get memory of
        // their own.
        let dynamic = dynamic_members(m, scope);
        let alone;
        let scope = if 1 < dynamic.len() {
            scope
        } else {
            let is_taken = job.merging.options.arena == ArenaKind::Arg;
            let part = is_taken.then(|| part_of(m, scope, &dynamic, 0));
            match part.flatten() {
                Some(part) => {
                    alone = part;
                    &alone
                }
                None => continue,
            }
        };
        let parts = match job.collector.arenas {
            Arenas::Single => {
                let plan = || plan_scope(&scope.trace, job);
                vec![Part {
                    plan: match job.plans.as_ref().and_then(|p| p.get(done.arenas.len())) {
                        Some(&given) => job.plan(done.arenas.len(), &scope.trace, given.clone())?,
                        None => plan()?,
                    },
                    scope: scope.clone(),
                    is_sampled: false,
                }]
            }
            Arenas::Paying => {
                if baseline.is_none() || changed.contains(&scope.function) {
                    let mut separate = m.clone();
                    settle_arenas_of_calls(&mut separate);
                    baseline = deallocated(separate);
                    changed.clear();
                }
                match &baseline {
                    Some(baseline) => divided(m, baseline, scope, job, done)?,
                    None => Vec::new(),
                }
            }
        };
        for site in &scope.sites {
            done.reasons.insert(site.alloc, SkipReason::RaisesPeak);
        }
        for part in parts {
            let made = apply(m, part, job, merger, &mut done.ops)?;
            done.arenas.extend(made);
            changed.insert(scope.function);
        }
    }
    Ok(())
}

/// Buffers that share a merged allocation.
struct Part {
    plan: OrientationPlan,
    scope: SymbolicScope,
    /// Whether samples, not a proof, show that it does not raise the peak.
    is_sampled: bool,
}

fn plan_scope(trace: &LifetimeTrace, job: &Job<'_>) -> Result<OrientationPlan, Error> {
    let failed = |problem: String| Error::Symbolic {
        scope: trace.scope().to_owned(),
        problem,
    };
    let options = PlanOptions {
        alignment: Bytes(1),
        ..job.options.clone()
    };
    let schedule = job.planner.plan(trace, &options);
    let schedule = schedule.map_err(|error| failed(error.to_string()))?;
    // Dynamic sizes may be numbers, too, that are computed at run time.
    let plan = match schedule.oriented {
        Some(plan) => *plan,
        None => OrientationPlan::of_placement(trace, &schedule.offsets)
            .map_err(|error| failed(error.to_string()))?,
    };
    check(trace, &plan).map_err(|fault| failed(fault.to_string()))?;
    Ok(plan)
}

/// The alignment of the merged allocation. Where it must not cost memory, that is the requirement of its buffers, or
/// none if allocators guarantee it by default.
fn asked_alignment(scope: &SymbolicScope, planned: Bytes, arenas: Arenas) -> Bytes {
    let least = match arenas {
        Arenas::Single => planned,
        Arenas::Paying => scope.required_alignment,
    };
    let least = if least <= arenas::GUARANTEED {
        Bytes(1)
    } else {
        least
    };
    least.max(scope.asked_alignment)
}

/// Divides the buffers of a scope among merged allocations that are proven not to raise the peak of any run. Where one
/// allocation may raise it, the buffers that are live there are left out, and those before and after it are tried by
/// themselves. At most [`MAX_TRIES`] plans.
fn divided(
    m: &Module,
    baseline: &Module,
    scope: &SymbolicScope,
    job: &Job<'_>,
    done: &mut Done,
) -> Result<Vec<Part>, Error> {
    let is_sampled = job.sizes.assume_ranges;
    let Some(loads) = BlockLoads::new(baseline, scope.block, &scope.sizes, is_sampled) else {
        return Ok(Vec::new());
    };
    let function = m.symbol_text(scope.function);
    let is_first = done.peaks.iter().all(|peak| peak.function != function);
    if is_first && only_block(m, scope.function) == Some(scope.block) {
        done.peaks
            .extend(loads.peak(m, scope.function, &scope.sizes));
    }
    let flow = BufferViewFlowAnalysis::across_calls(m, scope.function);
    let mut names = arenas::Names::new(&flow);
    let mut spans = Vec::new();
    for site in &scope.sites {
        let users = names.users(m, site.alloc, site.is_live_until_freed);
        spans.push(loads.span(m, scope.block, site.alloc, &users));
    }
    let mut division = Division {
        m,
        scope,
        job,
        loads,
        spans,
        accepted: Vec::new(),
        n_before: done.arenas.len(),
        n_tries: 0,
    };
    let left = division.by_time()?;
    division.fill_slots(left)?;
    Ok(division.accepted)
}

struct Division<'a> {
    m: &'a Module,
    scope: &'a SymbolicScope,
    job: &'a Job<'a>,
    loads: BlockLoads,
    /// First and last operation of each buffer; absent if it is used outside of the block.
    spans: Vec<Option<(usize, usize)>>,
    accepted: Vec<Part>,
    n_before: usize,
    n_tries: usize,
}

impl Division<'_> {
    /// Tries all buffers, then those before and after operations with too little room. Returns the buffers that are
    /// not merged.
    fn by_time(&mut self) -> Result<Vec<usize>, Error> {
        let n_buffers = self.scope.sites.len();
        let all: Vec<usize> = (0..n_buffers)
            .filter(|&buffer| self.spans[buffer].is_some())
            .collect();
        let mut is_left = vec![false; n_buffers];
        for &buffer in &all {
            is_left[buffer] = true;
        }
        let mut open = vec![all];
        while let Some(members) = open.pop() {
            let Some(tight) = self.try_merge(&members)? else {
                continue;
            };
            if tight.is_empty() {
                for &member in &members {
                    is_left[member] = false;
                }
                continue;
            }
            let mut firsts: Vec<usize> = members.iter().map(|&at| self.span(at).0).collect();
            firsts.sort_stable();
            let middle = firsts[firsts.len() / 2];
            // Within the loop that they are in, buffers share the time of their allocation.
            let last = members.iter().map(|&at| self.span(at).1).max();
            let is_between = |&at: &usize| firsts.first() <= Some(&at) && Some(at) <= last;
            let cuts = tight.into_iter().filter(is_between);
            let cut = cuts.min_by_key(|at| at.abs_diff(middle));
            let Some(cut) = cut else {
                let mut even = members.clone();
                even.retain(|&at| self.size(at).is_multiple_of(USUAL_ALIGNMENT));
                open.extend(Some(even).filter(|even| even.len() < members.len()));
                continue;
            };
            let side = |is_in: &dyn Fn((usize, usize)) -> bool| -> Vec<usize> {
                let members = members.iter().copied();
                members.filter(|&at| is_in(self.span(at))).collect()
            };
            let sides = [
                side(&|(first, _)| cut < first),
                side(&|(_, last)| last < cut),
            ];
            open.extend(sides);
        }
        Ok((0..n_buffers).filter(|&at| is_left[at]).collect())
    }

    /// Buffers with disjoint lifetimes share an allocation of the size of the first.
    fn fill_slots(&mut self, mut left: Vec<usize>) -> Result<(), Error> {
        left.sort_stable_by_key(|&buffer| self.span(buffer));
        let symbols = self.scope.trace.symbols();
        let mut is_used = vec![false; left.len()];
        for start in 0..left.len() {
            if is_used[start] {
                continue;
            }
            let size = self.size(left[start]).into_owned();
            let mut chain = vec![left[start]];
            let mut places = vec![start];
            let mut last = self.span(left[start]).1;
            for place in start + 1..left.len() {
                let buffer = left[place];
                let fits = !is_used[place]
                    && last < self.span(buffer).0
                    && self.size(buffer).is_at_most(&size, symbols);
                if fits {
                    chain.push(buffer);
                    if self.has_room(&chain) {
                        places.push(place);
                        last = self.span(buffer).1;
                    } else {
                        chain.pop();
                    }
                }
            }
            if self
                .try_merge(&chain)?
                .is_some_and(|tight| tight.is_empty())
            {
                for place in places {
                    is_used[place] = true;
                }
            }
        }
        Ok(())
    }

    fn span(&self, buffer: usize) -> (usize, usize) {
        self.spans[buffer].unwrap_or_default()
    }

    fn size(&self, buffer: usize) -> Cow<'_, Polynomial> {
        self.scope.trace.size(BufferId(buffer as u32))
    }

    /// The operations at which an allocation for these buffers is held.
    fn hull(&self, members: &[usize]) -> RangeInclusive<usize> {
        let spans = members.iter().map(|&at| self.span(at));
        let hull = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let (first, last) = hull.unwrap_or_default();
        self.loads.around(first, last)
    }

    /// Whether the load of these buffers fits.
    fn has_room(&self, members: &[usize]) -> bool {
        let part = part_of(self.m, self.scope, members, self.accepted.len());
        part.is_some_and(|part| {
            let tight = self.tight(members, &part, part.trace.load_terms().ok(), Bytes(1));
            tight.is_some_and(|tight| tight.is_empty())
        })
    }

    /// The operations at which an allocation may raise the peak; `None` if unknown.
    fn tight(
        &self,
        members: &[usize],
        part: &SymbolicScope,
        terms: Option<Vec<Polynomial>>,
        planned: Bytes,
    ) -> Option<Vec<usize>> {
        let (terms, alignment) = in_loads(part, &terms?, planned)?;
        let allocs: Vec<OpId> = part.sites.iter().map(|site| site.alloc).collect();
        Some(
            self.loads
                .too_tight(self.hull(members), &allocs, &terms, alignment),
        )
    }

    /// Merges buffers if that is proven not to raise the peak, or returns the operations at which it may; `None` if
    /// nothing is to be merged.
    fn try_merge(&mut self, members: &[usize]) -> Result<Option<Vec<usize>>, Error> {
        let mut sizes = members.iter().map(|&at| self.size(at).as_constant());
        let is_dynamic = sizes.any(|size| size.is_none());
        if members.len() < 2 || !is_dynamic || self.n_tries == MAX_TRIES {
            return Ok(None);
        }
        self.n_tries += 1;
        let Some(part) = part_of(self.m, self.scope, members, self.accepted.len()) else {
            return Ok(None);
        };
        // No plan is below the load.
        let load = part.trace.load_terms().ok();
        let tight = self
            .tight(members, &part, load, Bytes(1))
            .unwrap_or_default();
        if !tight.is_empty() {
            return Ok(Some(tight));
        }
        let plan = plan_scope(&part.trace, self.job)?;
        let n_sampled = self.loads.n_sampled();
        let tight = plan.orientations.iter().filter_map(|orientation| {
            let terms = peak_forms(&plan, orientation, &plan.symbols)?;
            let tight = self.tight(members, &part, Some(terms.clone()), plan.alignment)?;
            Some((tight, terms))
        });
        let Some((tight, terms)) = tight.min_by_key(|(tight, _)| tight.len()) else {
            return Ok(None);
        };
        if tight.is_empty() {
            let number = self.n_before + self.accepted.len();
            let new = plan.clone();
            let given = self.job.plan(number, &part.trace, plan)?;
            let (plan, terms) = if given == new {
                (new, terms)
            } else {
                self.fitting(members, &part, given)?
            };
            let allocs: Vec<OpId> = part.sites.iter().map(|site| site.alloc).collect();
            let hull = self.hull(members);
            let is_known =
                in_loads(&part, &terms, plan.alignment).is_some_and(|(terms, alignment)| {
                    self.loads.hold(hull, &allocs, &terms, alignment)
                });
            if !is_known {
                self.n_tries = MAX_TRIES;
            }
            self.accepted.push(Part {
                plan,
                scope: part,
                is_sampled: n_sampled < self.loads.n_sampled(),
            });
        }
        Ok(Some(tight))
    }
}

impl Division<'_> {
    /// An existing plan with the polynomials of which its peak is the maximum.
    fn fitting(
        &self,
        members: &[usize],
        part: &SymbolicScope,
        plan: OrientationPlan,
    ) -> Result<(OrientationPlan, Vec<Polynomial>), Error> {
        let terms = plan.orientations.iter().filter_map(|orientation| {
            let terms = peak_forms(&plan, orientation, &plan.symbols)?;
            let tight = self.tight(members, part, Some(terms.clone()), plan.alignment)?;
            tight.is_empty().then_some(terms)
        });
        match terms.min_by_key(Vec::len) {
            Some(terms) => Ok((plan, terms)),
            None => Err(Error::InvalidOrientations {
                scope: part.trace.scope().to_owned(),
                problem: "it may raise the run-time peak".to_owned(),
            }),
        }
    }
}

/// Sizes of a merged allocation in the symbols of its function, and what the lowering adds for its alignment.
fn in_loads(
    part: &SymbolicScope,
    terms: &[Polynomial],
    planned: Bytes,
) -> Option<(Vec<Polynomial>, i64)> {
    let alignment = match asked_alignment(part, planned, Arenas::Paying) {
        Bytes(1) => 0,
        Bytes(alignment) => i64::try_from(alignment).ok()?,
    };
    let terms = terms.iter().map(|term| term.in_symbols(&part.symbols).ok());
    Some((terms.collect::<Option<_>>()?, alignment))
}

/// Some buffers of a scope, as a scope.
fn part_of(
    m: &Module,
    scope: &SymbolicScope,
    members: &[usize],
    number: usize,
) -> Option<SymbolicScope> {
    if members.len() == scope.sites.len() {
        return Some(scope.clone());
    }
    let whole = &scope.trace;
    let buffers = members.iter().map(|&at| whole.buffers()[at].clone());
    let name = match number {
        0 => whole.scope().to_owned(),
        _ => format!("{}/part{number}", whole.scope()),
    };
    let sizes = members.iter().map(|&at| whole.size(BufferId(at as u32)));
    let part = LifetimeTrace::builder(name)
        .memory_space(whole.memory_space().map(str::to_owned))
        .buffers(buffers)
        .symbols(
            whole.symbols().to_vec(),
            sizes.map(Cow::into_owned).collect(),
        )
        .build();
    let sites: Vec<_> = members.iter().map(|&at| scope.sites[at].clone()).collect();
    let starts = sites
        .iter()
        .filter_map(|site| m.ancestor_in_block(scope.block, site.alloc));
    let before = starts.reduce(|a, b| if m.is_before(b, a) { b } else { a })?;
    Some(SymbolicScope {
        before,
        sites,
        trace: part.ok()?,
        ..scope.clone()
    })
}

/// Makes a merged allocation; `None` where one on the heap would hold a single buffer.
fn apply(
    m: &mut Module,
    part: Part,
    job: &Job<'_>,
    merger: &mut SymbolicMerger,
    ops: &mut FxHashSet<OpId>,
) -> Result<Option<SymbolicArenaReport>, Error> {
    let Part {
        mut plan,
        mut scope,
        ..
    } = part;
    let bound = size_bound(&scope, &plan);
    let (memory, fallback) = merger.memory(m, scope.block, &scope.sizes, &scope.symbols, bound);
    let dynamic = dynamic_members(m, &scope);
    let n_left = match fallback {
        Some(_) => dynamic.len(),
        None => scope.sites.len(),
    };
    if memory == SymbolicMemory::Heap && n_left < 2 {
        return Ok(None);
    }
    if n_left < scope.sites.len() {
        // Those of static size may still get memory of the requested kind.
        let Some(rest) = part_of(m, &scope, &dynamic, 0) else {
            return Ok(None);
        };
        scope = rest;
        plan = plan_scope(&scope.trace, job)?;
    }
    let fits = fits_62_bits(&scope, &plan);
    let rewrite = SymbolicRewrite {
        block: scope.block,
        before: scope.before,
        memory_space: scope.memory_space,
        alignment: match memory {
            SymbolicMemory::Heap => asked_alignment(&scope, plan.alignment, job.collector.arenas),
            // Memory other than that of an allocator has only the alignment that is asked for.
            _ => plan.alignment.max(scope.required_alignment),
        },
        plan: &plan,
        sites: &scope.sites,
        sizes: &scope.sizes,
        symbols: &scope.symbols,
        memory,
        is_checked: job.sizes.check_overflow && !fits,
    };
    let sizes = scope.sizes.sources();
    let sources = scope
        .symbols
        .iter()
        .map(|&index| source_text(m, &sizes[index]));
    let sources: Vec<String> = sources.collect();
    let n_dynamic = dynamic.len();
    let name = scope.trace.scope().to_owned();
    let made = merger.merge(m, &rewrite);
    let made = made.map_err(|error| Error::of_mutator(m, error))?;
    read_back(m, &rewrite, &made).map_err(|error| Error::Symbolic {
        scope: name.clone(),
        problem: error.to_string(),
    })?;
    if memory == SymbolicMemory::Heap {
        ops.insert(made.op);
    }
    let mut assumptions = scope.sizes.assumptions();
    if part.is_sampled {
        assumptions.push(format!(
            "merging raises no run-time peak, as at {N_SAMPLES} shapes"
        ));
    }
    if !rewrite.is_checked && !fits {
        assumptions.push("no size exceeds 2^63 bytes".to_owned());
    }
    Ok(Some(SymbolicArenaReport {
        scope: name,
        n_dynamic,
        n_operations: made.n_ops,
        sources,
        assumptions,
        memory,
        fallback,
        argument: made.argument,
        is_freed: made.is_freed,
        trace: scope.trace,
        plan,
    }))
}

/// The buffers of a scope whose allocations have dynamic sizes.
fn dynamic_members(m: &Module, scope: &SymbolicScope) -> Vec<usize> {
    let is_dynamic = |&index: &usize| {
        let facts = allocation(m, scope.sites[index].alloc);
        facts.is_some_and(|facts| !facts.dynamic_sizes.is_empty())
    };
    (0..scope.sites.len()).filter(is_dynamic).collect()
}

/// The description of a symbol, for reports.
fn source_text(m: &Module, source: &SizeSource) -> String {
    let argument = |value| function_argument(m, value);
    let made_by = |value| {
        let op = m.defining_op(value);
        op.map_or_else(
            || "a block".to_owned(),
            |op| format!("`{}`", m.op_name_text(op)),
        )
    };
    match source {
        SizeSource::Dim { of, dim } => match argument(*of) {
            Some((_, number)) => format!("dimension {dim} of argument {number}"),
            None => format!("dimension {dim} of a result of {}", made_by(*of)),
        },
        SizeSource::Value(value) => match argument(*value) {
            Some((_, number)) => format!("argument {number}"),
            None => format!("a result of {}", made_by(*value)),
        },
        SizeSource::Wrapped { width, .. } => {
            format!("a size that is converted to i{width} and back")
        }
        SizeSource::Computed { name, .. } => {
            format!("a result of `{}`", m.ctx.op_name_text(*name))
        }
    }
}

impl SymbolicArenaReport {
    /// The size of the merged allocation at some values of the symbols, in bytes; `None` where it is not defined.
    pub fn peak_at(&self, values: &[i64]) -> Option<Bytes> {
        self.plan.evaluate(values).ok().map(|sized| sized.peak)
    }

    /// The symbols, in the order of values.
    pub fn symbols(&self) -> &[Symbol] {
        self.trace.symbols()
    }

    /// The ratio of the peak to the max load, for this number of orientations.
    pub fn quality(&self) -> Quality {
        let k = self.plan.orientations.len();
        let mut figures = self.plan.figures.iter().filter(|row| row.k <= k);
        let best = figures.next_back().copied();
        Quality {
            k,
            ..best.unwrap_or(Quality {
                k,
                worst: 1.0,
                mean: 1.0,
            })
        }
    }

    /// The polynomials of which the peak is the maximum, with the orientation that needs the fewest; `None` if there
    /// are too many.
    pub fn peak_terms(&self) -> Option<Vec<Polynomial>> {
        let orientations = self.plan.orientations.iter();
        let forms = orientations.filter_map(|of| peak_forms(&self.plan, of, self.symbols()));
        forms.min_by_key(Vec::len)
    }
}
