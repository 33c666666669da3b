//! Makes a program fit into a given memory by the cheapest sufficient passes.

use memplan_collectors::Collected;
use memplan_memory_model::{HeapLoads, HeapPeak, HeapPoint, allocation_bytes};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{allocation, is_plain_dealloc, viewed_buffer};
use memplan_mlir::rewrite::inline;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId};
use memplan_support::Sort as _;
use memplan_support::table::plural;
use rustc_hash::FxHashMap;

use super::{Job, Stage, lower};
use crate::error::TooLittle;
use crate::lower_peak::{Blocks, LowerPeak, highest_peak};
use crate::merge::{Deallocation, Peak};
use crate::origins::words_of;
use crate::report::Prepared;
use crate::run_time::entries;
use crate::{Error, dealloc};

/// The attempts, cheapest first: no pass, passes that add no traffic, and computing in blocks; recomputation with
/// ever more traffic; everything.
const FREE: [Option<Effort>; 3] = [None, Some((Blocks::Free, 0)), Some((Blocks::Auto, 0))];
const COSTLY: [Option<Effort>; 6] = [
    Some((Blocks::Auto, 5)),
    Some((Blocks::Auto, 10)),
    Some((Blocks::Auto, 20)),
    Some((Blocks::Auto, 40)),
    Some((Blocks::Auto, 80)),
    Some((Blocks::Auto, 160)),
];
const MOST: Option<Effort> = Some((Blocks::Auto, 1000));

/// How chains are computed in blocks, and the traffic that recomputation may add, in percent.
type Effort = (Blocks, u64);

/// The number of buffers that an error names.
const N_NAMED: usize = 5;

struct Fitting {
    program: Module,
    prepared: Prepared,
    warnings: Vec<Diagnostic>,
}

impl Fitting {
    fn put_into(self, job: &mut Job<'_>) -> Prepared {
        *job.module = self.program;
        job.warnings.extend(self.warnings);
        self.prepared
    }
}

#[derive(Default)]
struct Attempt {
    /// Absent where there is no bound.
    reached_bytes: Option<u64>,
    program: Option<Module>,
}

impl Attempt {
    fn take_lower(&mut self, other: Self) {
        let key = |attempt: &Self| attempt.reached_bytes.unwrap_or(u64::MAX);
        if self.program.is_none() || key(&other) < key(self) {
            *self = other;
        }
    }
}

/// As [`lower::run`], until no public function needs more than the bytes of [`Merge::fit`](crate::Merge::fit) at run
/// time. Where the results alone need more, nothing is tried. Where even the most costly attempt needs more, the ones
/// in between are skipped.
///
/// # Errors
///
/// Those of [`lower::run`], and [`Error::TooLittle`].
pub(super) fn run(job: &mut Job<'_>) -> Result<Prepared, Error> {
    let Peak::Fit(given_bytes) = job.options.peak else {
        return lower::run(job);
    };
    let mut least = Attempt::default();
    for effort in FREE {
        match attempt(job, effort, given_bytes)? {
            Ok(fitting) => return Ok(fitting.put_into(job)),
            Err(failed) => least.take_lower(failed),
        }
        if effort.is_none() {
            check_results(job, given_bytes)?;
        }
    }
    match attempt(job, MOST, given_bytes)? {
        Ok(most) => {
            for effort in COSTLY {
                if let Ok(fitting) = attempt(job, effort, given_bytes)? {
                    return Ok(fitting.put_into(job));
                }
            }
            return Ok(most.put_into(job));
        }
        Err(failed) => least.take_lower(failed),
    }
    let program = least.program.unwrap_or_else(|| job.module.clone());
    let collected = job.options.collect(&program)?;
    let reached_bytes = least.reached_bytes;
    Err(Error::TooLittle(TooLittle {
        given_bytes,
        reached_bytes,
        is_least: false,
        in_the_way: live_at_peak(&program, &collected, reached_bytes).unwrap_or_default(),
    }))
}

/// Checks that the memory has room for the results, which no pass of the search shrinks or removes: all starting
/// points of the search return as much. Bufferizes each of them.
fn check_results(job: &Job<'_>, given_bytes: u64) -> Result<(), Error> {
    let forms = job.options.forms(job.module.clone())?;
    let returned = forms.into_iter().flatten().map(|mut form| {
        let root = form.root();
        inline(&mut form, root);
        let returned = returned(&form);
        (bytes_of(&form, &returned), form, returned)
    });
    let Some((bytes, form, returned)) = returned.min_by_key(|least| least.0) else {
        return Ok(());
    };
    if bytes <= given_bytes {
        return Ok(());
    }
    let collected = job.options.collect(&form)?;
    Err(Error::TooLittle(TooLittle {
        given_bytes,
        reached_bytes: Some(bytes),
        is_least: true,
        in_the_way: named(&form, &collected, returned),
    }))
}

/// Whether the program fits after this effort.
fn attempt(
    job: &Job<'_>,
    effort: Option<Effort>,
    given_bytes: u64,
) -> Result<Result<Fitting, Attempt>, Error> {
    let mut options = effort.map(|(blocks, recompute_percent)| LowerPeak {
        recompute_percent,
        blocks,
        goal_bytes: Some(given_bytes),
        ..LowerPeak::default()
    });
    let fits = |reached: Option<u64>| reached.is_some_and(|bytes| bytes <= given_bytes);
    loop {
        let mut program = job.module.clone();
        let mut tried = job.of(&mut program);
        let prepared = lower::prepare(&mut tried, options)?;
        let warnings = std::mem::take(&mut tried.warnings);
        let reached_bytes = reached_bytes(job, &program)?;
        if fits(reached_bytes) {
            return Ok(Ok(Fitting {
                program,
                prepared,
                warnings,
            }));
        }
        let goal = options
            .as_mut()
            .and_then(|options| options.goal_bytes.take());
        // A search that stopped at the goal may lower the peak further if merged allocations exceed it.
        if goal.is_none() || !fits(highest_peak(&program)) {
            return Ok(Err(Attempt {
                reached_bytes,
                program: Some(program),
            }));
        }
    }
}

/// The bound on the peak of a prepared program that the report states: after merging, if buffers are freed.
fn reached_bytes(job: &Job<'_>, prepared: &Module) -> Result<Option<u64>, Error> {
    if job.options.deallocation == Deallocation::Keep {
        return Ok(highest_peak(prepared));
    }
    let mut merged = prepared.clone();
    let mut merging = job.of(&mut merged);
    for stage in [Stage::Collect, Stage::Apply, Stage::Free] {
        stage.run(&mut merging)?;
    }
    Ok(merging.report.peaks.most_bytes())
}

/// Of the public function that returns the most bytes in every run, the buffers that it allocates itself and returns
/// as a whole, each once.
fn returned(m: &Module) -> Vec<OpId> {
    let of = |function: OpId| {
        let is_return =
            |op: &OpId| m.has_trait(*op, Traits::RETURN_LIKE) && m.parent(*op) == Some(function);
        let made = |op: OpId| {
            let elements = |value| m.ctx.n_elements(m.value_type(value));
            let operands = m.operands(op).iter().filter(|&&value| m.is_memref(value));
            let made = operands.filter_map(|&value| {
                let buffer = viewed_buffer(m, value);
                let made = m.defining_op(buffer)?;
                let is_whole = elements(value) == elements(buffer);
                (is_whole && allocation(m, made).is_some()).then_some(made)
            });
            let mut made: Vec<OpId> = made.collect();
            made.sort_stable();
            made.dedup();
            made
        };
        let returns = m.walk(function).filter(is_return);
        returns.map(made).min_by_key(|made| bytes_of(m, made))
    };
    let functions = entries(m).into_iter().filter_map(of);
    functions
        .max_by_key(|made| bytes_of(m, made))
        .unwrap_or_default()
}

/// The size of an allocation, if it is known.
fn size_of(m: &Module, alloc: OpId) -> u64 {
    allocation_bytes(m, alloc).map_or(0, |size| size.bytes.unsigned_abs())
}

fn bytes_of(m: &Module, allocs: &[OpId]) -> u64 {
    let sizes = allocs.iter().map(|&alloc| size_of(m, alloc));
    sizes.fold(0, u64::saturating_add)
}

/// The largest buffers that are live at the highest load, and the rest of the needed bytes.
fn live_at_peak(
    program: &Module,
    collected: &Collected,
    needed_bytes: Option<u64>,
) -> Option<Vec<(String, u64)>> {
    let separate = dealloc::deallocated(program.clone())?;
    let loads = HeapLoads::new(&separate);
    let most = |peak: &HeapPeak| peak.most.unwrap_or(peak.least).bytes;
    let functions = entries(&separate).into_iter();
    let heaps = functions.filter_map(|function| loads.of(function));
    let heap = heaps.max_by_key(|heap| most(&heap.peak))?;
    let load = |point: &HeapPoint| point.most.map(|most| most.bytes);
    let peak = heap.points.iter().rev().max_by_key(|point| load(point))?;
    let mut live = named(&separate, collected, live_at(&separate, peak.op));
    let listed: u64 = live.iter().map(|(_, bytes)| bytes).sum();
    let others = needed_bytes.map_or(0, |needed| needed.saturating_sub(listed));
    if others > 0 {
        live.push(("other memory".to_owned(), others));
    }
    Some(live)
}

/// The names and sizes of the largest allocations, and the total size of the others.
fn named(m: &Module, collected: &Collected, allocs: Vec<OpId>) -> Vec<(String, u64)> {
    let mut names: FxHashMap<OpId, String> = FxHashMap::default();
    for scope in &collected.scopes {
        let buffers = scope.trace.buffers().iter().zip(&scope.sites);
        names.extend(buffers.map(|(buffer, site)| (site.alloc, buffer.name.to_string())));
    }
    let skipped = collected.skipped.iter();
    names.extend(skipped.map(|skipped| (skipped.alloc, skipped.name.clone())));
    let mut live: Vec<(String, u64)> = Vec::new();
    for alloc in allocs {
        let name = names.remove(&alloc);
        let mut name = name.unwrap_or_else(|| m.op_name_text(alloc).into_owned());
        if let Some(words) = words_of(m, alloc) {
            name = format!("{name} of `{words}`");
        }
        live.push((name, size_of(m, alloc)));
    }
    live.retain(|(_, bytes)| *bytes > 0);
    live.sort_stable_by_key(|named| std::cmp::Reverse(named.1));
    let rest = live.split_off(N_NAMED.min(live.len()));
    if !rest.is_empty() {
        let bytes = rest.iter().map(|(_, bytes)| bytes).sum();
        live.push((plural(rest.len(), "smaller buffer"), bytes));
    }
    live
}

/// The allocations of the block of an operation and of the enclosing blocks that are live during it, in a program
/// that frees each buffer.
fn live_at(m: &Module, at: OpId) -> Vec<OpId> {
    let mut live: Vec<OpId> = Vec::new();
    let mut around: Vec<OpId> = std::iter::once(at).chain(m.ancestors(at)).collect();
    around.reverse();
    for inner in around {
        let Some(block) = m.op_block(inner) else {
            continue;
        };
        let earlier = m.ops(block).take_while(|&op| op != inner);
        for op in earlier.chain([inner]) {
            if allocation(m, op).is_some() {
                live.push(op);
            } else if is_plain_dealloc(m, op) && op != inner {
                let freed = m
                    .operands(op)
                    .first()
                    .map(|&buffer| viewed_buffer(m, buffer));
                let made = freed.and_then(|buffer| m.defining_op(buffer));
                live.retain(|&alloc| Some(alloc) != made);
            }
        }
    }
    live
}
