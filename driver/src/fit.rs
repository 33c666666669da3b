//! Memory that a program has to fit in: passes do what that takes, in the order of their costs, and no more.

use memplan_collectors::Collected;
use memplan_memory_model::heap::allocation_bytes;
use memplan_memory_model::{HeapLoads, HeapPeak, HeapPoint};
use memplan_mlir::interfaces::{allocation, is_plain_dealloc, viewed_buffer};
use memplan_mlir::{Module, OpId};
use memplan_support::Sort as _;
use memplan_support::sizes::human;
use memplan_support::table::plural;
use rustc_hash::FxHashMap;

use crate::lower_peak::{Blocks, LowerPeak, highest_peak};
use crate::report::entries;
use crate::{Error, Merge, Prepared, steps};

/// What is tried, cheapest first: nothing, what costs no traffic, computing in blocks, and recomputation for ever more
/// traffic.
const EFFORTS: [Option<(Blocks, u64)>; 10] = [
    None,
    Some((Blocks::Off, 0)),
    Some((Blocks::Auto, 0)),
    Some((Blocks::Auto, 5)),
    Some((Blocks::Auto, 10)),
    Some((Blocks::Auto, 20)),
    Some((Blocks::Auto, 40)),
    Some((Blocks::Auto, 80)),
    Some((Blocks::Auto, 160)),
    Some((Blocks::Auto, 1000)),
];

/// After so many efforts that lower nothing, more will not help.
const MAX_IN_VAIN: usize = 2;

/// How many buffers an error names.
const N_NAMED: usize = 5;

/// A program that needs more memory than it is given, whatever passes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// The memory, in bytes.
    pub given_bytes: u64,
    /// The lowest run-time peak that was reached; absent where it has no bound.
    pub reached_bytes: Option<u64>,
    /// The largest buffers that are live where it is reached, results too, with their bytes, and then what else there is: all
    /// together at least what was reached.
    pub in_the_way: Vec<(String, u64)>,
}

impl std::fmt::Display for TooLittle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let given = human(u128::from(self.given_bytes));
        match self.reached_bytes {
            Some(reached) => {
                let missing = human(u128::from(reached.saturating_sub(self.given_bytes)));
                let reached = human(u128::from(reached));
                write!(
                    f,
                    "the program does not fit in {given}: it needs {reached}, {missing} more"
                )?;
            }
            None => write!(
                f,
                "no bound on what the program needs is known, so it cannot be fitted in {given}"
            )?,
        }
        for (at, (name, bytes)) in self.in_the_way.iter().enumerate() {
            let before = if at == 0 {
                "; live at once there: "
            } else {
                ", "
            };
            write!(f, "{before}{name} ({})", human(u128::from(*bytes)))?;
        }
        Ok(())
    }
}

impl Merge<'_> {
    /// As [`Self::prepare`], until no public function needs more than this many bytes at run time.
    pub(crate) fn prepare_to_fit(
        &self,
        m: &mut Module,
        given_bytes: u64,
    ) -> Result<Prepared, Error> {
        let given = m.clone();
        let mut least: Option<(Option<u64>, Module)> = None;
        let mut n_in_vain = 0;
        for effort in EFFORTS {
            let mut options = effort.map(|(blocks, recompute_percent)| LowerPeak {
                recompute_percent,
                blocks,
                goal_bytes: Some(given_bytes),
                ..LowerPeak::default()
            });
            let fits = |reached: Option<u64>| reached.is_some_and(|bytes| bytes <= given_bytes);
            let (tried, reached) = loop {
                let mut tried = given.clone();
                let prepared = self.prepare_as(&mut tried, options)?;
                let reached = self.reached_bytes(&tried)?;
                if fits(reached) {
                    *m = tried;
                    return Ok(prepared);
                }
                let goal = options
                    .as_mut()
                    .and_then(|options| options.goal_bytes.take());
                // A search that stopped at the goal may lower a peak further, where merged allocations are above it.
                if goal.is_none() || !fits(highest_peak(&tried)) {
                    break (tried, reached);
                }
            };
            let key = |reached: Option<u64>| reached.unwrap_or(u64::MAX);
            if least.as_ref().is_none_or(|it| key(reached) < key(it.0)) {
                least = Some((reached, tried));
                n_in_vain = 0;
            } else if effort.is_some_and(|(_, percent)| percent > 0) {
                n_in_vain += 1;
            }
            if n_in_vain == MAX_IN_VAIN {
                break;
            }
        }
        let (reached_bytes, program) = least.unwrap_or((None, given));
        let collected = self.collect(&program)?;
        Err(Error::TooLittle(TooLittle {
            given_bytes,
            reached_bytes,
            in_the_way: live_at_peak(&program, &collected, reached_bytes).unwrap_or_default(),
        }))
    }

    /// What the report says that no run of a prepared program exceeds: after merging, if buffers are freed, too.
    fn reached_bytes(&self, prepared: &Module) -> Result<Option<u64>, Error> {
        if !self.inserts_deallocations() {
            return Ok(highest_peak(prepared));
        }
        let mut merged = prepared.clone();
        let collected = self.collect(&merged)?;
        let mut report = self.merge(&mut merged, &collected)?;
        self.deallocate(&mut merged)?;
        report.add_peaks(&merged, &collected.separate_peaks);
        Ok(report.most_bytes())
    }
}

/// The largest buffers that are live where the load is highest, and the rest up to the bytes that are needed.
fn live_at_peak(
    program: &Module,
    collected: &Collected,
    needed_bytes: Option<u64>,
) -> Option<Vec<(String, u64)>> {
    let separate = steps::deallocated(program.clone())?;
    let loads = HeapLoads::new(&separate);
    let most = |peak: &HeapPeak| peak.most.unwrap_or(peak.least).bytes;
    let functions = entries(&separate).into_iter();
    let heaps = functions.filter_map(|function| loads.of(function));
    let heap = heaps.max_by_key(|heap| most(&heap.peak))?;
    let load = |point: &HeapPoint| point.most.map(|most| most.bytes);
    let peak = heap.points.iter().rev().max_by_key(|point| load(point))?;
    let mut names: FxHashMap<OpId, String> = FxHashMap::default();
    for scope in &collected.scopes {
        let buffers = scope.trace.buffers().iter().zip(&scope.sites);
        names.extend(buffers.map(|(buffer, site)| (site.alloc, buffer.name.to_string())));
    }
    let skipped = collected.skipped.iter();
    names.extend(skipped.map(|skipped| (skipped.alloc, skipped.name.clone())));
    let mut live: Vec<(String, u64)> = Vec::new();
    for alloc in live_at(&separate, peak.op) {
        let bytes = allocation_bytes(&separate, alloc).map_or(0, |size| size.bytes.unsigned_abs());
        let name = names.remove(&alloc);
        live.push((
            name.unwrap_or_else(|| separate.op_name_text(alloc).into_owned()),
            bytes,
        ));
    }
    live.retain(|(_, bytes)| *bytes > 0);
    live.sort_stable_by_key(|it| std::cmp::Reverse(it.1));
    let rest = live.split_off(N_NAMED.min(live.len()));
    if !rest.is_empty() {
        let bytes = rest.iter().map(|(_, bytes)| bytes).sum();
        live.push((plural(rest.len(), "smaller buffer"), bytes));
    }
    let listed: u64 = live.iter().map(|(_, bytes)| bytes).sum();
    let others = needed_bytes.map_or(0, |needed| needed.saturating_sub(listed));
    if others > 0 {
        live.push(("other memory".to_owned(), others));
    }
    Some(live)
}

/// The allocations that are live during an operation of a program that frees each buffer, of its block and of those around it.
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
