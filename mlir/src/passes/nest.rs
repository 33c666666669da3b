//! Runs nested passes on every operation of one name, in parallel.
//!
//! The IR of a module is one arena, which two threads cannot change concurrently. Each operation is
//! therefore copied to a module that shares types, attributes and strings with the original, and
//! copied back in order. Both copies are linear; together they cost about as much as parsing the
//! operations. Threads pay off for passes that cost more than that.
//!
//! If one operation is most of the module, which threads cannot divide, nothing is copied. All operations are
//! taken out of the module, and each is alone in it while the passes run, so that passes see the same as in a
//! copy. This choice does not depend on the number of threads, because the result must not.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::pipeline::Nest;
use super::run::{Extent, Failure, Run, RunOptions};
use super::{PassContext, Threading, Timing};
use crate::ir::{Extracted, Module, OpId, OpName};

/// The result of one operation.
struct Done {
    /// The module that was processed; `None` if it was the operation's own module.
    extracted: Option<Extracted>,
    result: Result<(), Vec<Failure>>,
    cx: PassContext,
    dumps: String,
    times: Vec<Timing>,
    /// Number of the thread that processed it.
    thread: usize,
}

/// Runs a nest on the operations directly in the regions of `root`.
pub(super) fn run_nest(
    run: &mut Run<'_>,
    nest: &Nest,
    m: &mut Module,
    root: OpId,
) -> Result<(), Vec<Failure>> {
    let start = run.now();
    let anchors = anchors(nest, m, root);
    let options = run.options;
    let done = if root == m.root() && one_is_most(m, &anchors) {
        run_in_place(options, nest, m, &anchors)
    } else {
        run_copies(options, nest, m, &anchors)
    };
    let mut failures = Vec::new();
    let mut of_thread: Vec<(usize, Timing)> = Vec::new();
    for (op, mut done) in anchors.into_iter().zip(done) {
        run.cx.join(std::mem::take(&mut done.cx));
        run.dumps += &done.dumps;
        if options.clock.is_some() {
            add_times(&mut of_thread, done.thread, done.times);
        }
        match done.result {
            Ok(()) if failures.is_empty() => {
                if let Some(extracted) = &done.extracted {
                    m.put_back(op, extracted);
                }
            }
            Ok(()) => {}
            Err(mut errors) => failures.append(&mut errors),
        }
    }
    if options.clock.is_some() {
        let mut threads = of_thread.into_iter().map(|(_, times)| times);
        let mut all = threads.next().unwrap_or_default();
        threads.for_each(|times| all.join(&times));
        let name = format!("'{}' Pipeline", nest.anchor);
        let wall = run.now().saturating_sub(start);
        run.times.push(Timing::nest(name, wall, all.children));
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

impl Done {
    /// Runs a nest on the only operation in the body of a module.
    fn new(options: &RunOptions<'_>, nest: &Nest, m: &mut Module, op: OpId) -> Self {
        let mut inner = Run {
            options,
            cx: PassContext::default(),
            dumps: String::new(),
            times: Vec::new(),
        };
        let result = inner.steps(nest, m, op, Extent::Part);
        Self {
            extracted: None,
            result,
            cx: inner.cx,
            dumps: inner.dumps,
            times: inner.times,
            thread: rayon::current_thread_index().unwrap_or(0),
        }
    }
}

/// Runs a nest on operations directly in a module, one after the other.
fn run_in_place(
    options: &RunOptions<'_>,
    nest: &Nest,
    m: &mut Module,
    anchors: &[OpId],
) -> Vec<Done> {
    let taken_out = m.take_out();
    let one = |&op| m.with_only(op, |m| Done::new(options, nest, m, op));
    let done = anchors.iter().map(one).collect();
    m.put_all_back(taken_out);
    done
}

/// Whether all operations are directly in the body of the module, and one of them, with its contents, is at least
/// three quarters of the total. Linear in the contents.
fn one_is_most(m: &Module, anchors: &[OpId]) -> bool {
    let in_body = |&op: &OpId| m.op_block(op) == m.body();
    if !anchors.iter().all(in_body) {
        return false;
    }
    let (mut most, mut sum) = (0, 0);
    for &op in anchors {
        let size = m.walk(op).count();
        most = most.max(size);
        sum += size;
    }
    most > sum / 4 * 3
}

/// Runs a nest on copies of operations, concurrently if the options ask for it.
fn run_copies(
    options: &RunOptions<'_>,
    nest: &Nest,
    m: &mut Module,
    anchors: &[OpId],
) -> Vec<Done> {
    let forks: Vec<_> = anchors.iter().map(|&op| (op, m.fork_context())).collect();
    let one = |(op, fork)| {
        let mut extracted = Module::extract(m, op, fork);
        let root = extracted.op;
        let done = Done::new(options, nest, &mut extracted.module, root);
        Done {
            extracted: Some(extracted),
            ..done
        }
    };
    match options.threading {
        Threading::On if forks.len() > 1 => forks.into_par_iter().map(one).collect(),
        Threading::On | Threading::Off => forks.into_iter().map(one).collect(),
    }
}

/// The operations that a nest runs on, in order. Linear in the operations directly in `root`.
fn anchors(nest: &Nest, m: &Module, root: OpId) -> Vec<OpId> {
    let mut is_anchor: FxHashMap<OpName, bool> = FxHashMap::default();
    let regions = m.regions(root).iter();
    let ops = regions.flat_map(|&region| m.blocks(region).flat_map(|block| m.ops(block)));
    ops.filter(|&op| {
        let name = m.op_name(op);
        let is_named = *is_anchor
            .entry(name)
            .or_insert_with(|| nest.runs_on(m.ctx.dialects(), &m.ctx.op_name_text(name)));
        is_named && m.is_self_contained(op)
    })
    .collect()
}

/// Adds the times of one operation to those of its thread. A failed run has fewer steps and is
/// included.
fn add_times(of_thread: &mut Vec<(usize, Timing)>, thread: usize, steps: Vec<Timing>) {
    let steps = Timing {
        children: steps,
        ..Timing::default()
    };
    match of_thread.iter_mut().find(|(other, _)| *other == thread) {
        Some((_, times)) => times.add(&steps),
        None => of_thread.push((thread, steps)),
    }
}
