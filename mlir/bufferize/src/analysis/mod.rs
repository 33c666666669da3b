//! The analysis: decides which tensor operands may be updated in place, and which copies the others need.
//!
//! [`analyse`] decides about every tensor operand of a program: either the operation may use the buffer of the
//! operand, also to write, or it needs a buffer of its own. [`insert_copies`] also inserts these buffers, as
//! `bufferization.alloc_tensor`, so that afterwards every operand may be updated in place.
//!
//! The steps, each a module: `facts` asks the models ([`interface`], [`models`]) about every operation; `checks`
//! rejects what cannot be bufferized; `decide` visits the operands in some order, and `conflicts` tests whether a
//! decision would break an earlier one; `equivalence` finds equivalent buffers; `plan` turns decisions into
//! copies. Functions are analysed callees first (`functions`), and callers use their [`summary`].
//!
//! Near-linear in the operations of a function: alias sets index their reads and writes by position, and a
//! decision tests only the pairs that it brings together.
//!
//! Source: the One-Shot Analysis of MLIR. With [`Options::is_reference`](crate::Options::is_reference) the
//! decisions are those of mlir-opt 22, except where they change what a program computes.

mod annotate;
mod chains;
mod checks;
mod conflicts;
mod decide;
mod equivalence;
mod facts;
mod functions;
mod insert;
mod inspect;
pub mod interface;
mod intervals;
mod lifetimes;
mod linear;
pub mod models;
mod order;
mod plan;
mod regions;
mod report;
mod reuse;
mod sets;
mod state;
pub mod subset;
pub mod summary;
#[cfg(test)]
mod twin;
mod union_find;
mod unit;

use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{AttrKind, Module, OpId, names};
use rustc_hash::FxHashMap;

use crate::Options;
use functions::Group;
pub(crate) use inspect::{EmptyUse, Inspector};
use interface::Query;
pub(crate) use lifetimes::Lifetimes;
use models::Resolved;
use order::Order;
pub use plan::{Contents, NewBuffer, Place};
pub use report::{Copied, Report};
pub(crate) use reuse::reuse_inputs;
use summary::{Summaries, Summary};
use unit::UnitResult;

/// Maximum number of analyses of mutually recursive functions; after that, nothing is assumed about them.
const MAX_ROUNDS: usize = 10;

/// The decisions about a program.
#[derive(Debug)]
pub struct Analysis {
    units: Vec<UnitResult>,
    summaries: Vec<(OpId, Summary)>,
}

impl Analysis {
    /// The buffers to allocate, in the order of the text within each function.
    pub fn buffers(&self) -> impl Iterator<Item = &NewBuffer> {
        self.units.iter().flat_map(|unit| &unit.buffers)
    }

    /// Every tensor operand, by operation and number, and whether it is updated in place.
    pub fn operands(&self) -> impl Iterator<Item = (OpId, usize, bool)> + '_ {
        self.units
            .iter()
            .flat_map(|unit| unit.in_place.iter().copied())
    }

    /// The summary of each function that was analysed, callees first.
    pub fn summaries(&self) -> &[(OpId, Summary)] {
        &self.summaries
    }

    /// Number of read-write pairs that were tested, and number of steps to find them. Summed over functions, for the
    /// order of decisions that was kept.
    pub fn work(&self) -> (u64, u64) {
        let work = self.units.iter().map(|unit| unit.work);
        work.fold((0, 0), |sum, work| (sum.0 + work.0, sum.1 + work.1))
    }
}

/// Decides about a program and changes nothing.
///
/// # Errors
///
/// What cannot be bufferized.
pub fn analyse(m: &Module, options: &Options) -> Result<Analysis, Vec<Diagnostic>> {
    let models = Resolved::new(m, options);
    analyse_with_summaries(m, options, &models).map(|(analysis, _)| analysis)
}

/// Like [`analyse`], but also returns the summaries that calls used.
fn analyse_with_summaries(
    m: &Module,
    options: &Options,
    models: &Resolved,
) -> Result<(Analysis, Summaries), Vec<Diagnostic>> {
    let symbols = SymbolIndex::new(m);
    let order = Order::new(m);
    let mut run = Run {
        m,
        options,
        symbols: &symbols,
        order: &order,
        models,
        summaries: Summaries::default(),
        analysis: Analysis {
            units: Vec::new(),
            summaries: Vec::new(),
        },
    };
    if options.function_boundaries {
        for group in functions::groups(m, &symbols, options.is_reference) {
            run.group(&group)?;
        }
    } else {
        run.whole()?;
    }
    Ok((run.analysis, run.summaries))
}

/// Decides about a program, and gives every operand that is not updated in place a private buffer.
///
/// With [`Options::test_analysis_only`](crate::Options::test_analysis_only), writes the decisions into attributes
/// instead.
///
/// # Errors
///
/// What cannot be bufferized.
pub fn insert_copies(m: &mut Module, options: &Options) -> Result<Report, Vec<Diagnostic>> {
    if options.function_boundaries && !options.test_analysis_only {
        insert::copy_kept_operands(m);
    }
    let analysis = analyse(m, options)?;
    let report = Report::new(m, &analysis);
    if options.test_analysis_only {
        annotate::annotate(m, options, &analysis);
    } else {
        let mut places = analysis
            .buffers()
            .filter_map(|buffer| insert::masked(m, buffer));
        if let Some(mask) = places.next() {
            let text = "body must bufferize in-place";
            return Err(vec![checks::op_error(m, mask, "not-bufferizable", text)]);
        }
        for buffer in analysis.buffers() {
            insert::insert(m, buffer);
        }
    }
    Ok(report)
}

/// An analysis in progress.
struct Run<'a> {
    m: &'a Module,
    options: &'a Options,
    symbols: &'a SymbolIndex,
    order: &'a Order,
    models: &'a Resolved,
    summaries: Summaries,
    analysis: Analysis,
}

impl Run<'_> {
    fn query(&self) -> Query<'_> {
        Query {
            m: self.m,
            options: self.options,
            symbols: self.symbols,
            summaries: &self.summaries,
            models: self.models,
        }
    }

    /// The whole module as one unit.
    fn whole(&mut self) -> Result<(), Vec<Diagnostic>> {
        let unit = if self.options.copy_before_write {
            unit::copy_before_write(self.query(), self.order, self.m.root())
        } else {
            unit::analyse(self.query(), self.order, self.m.root(), false)
        };
        self.analysis.units.push(unit?);
        Ok(())
    }

    fn group(&mut self, group: &Group) -> Result<(), Vec<Diagnostic>> {
        if !group.is_recursive {
            let [function] = group.functions[..] else {
                return Ok(());
            };
            let unit = self.function(function)?;
            self.finish(function, unit, true);
            return Ok(());
        }
        if self.options.is_reference || !self.iterate(&group.functions)? {
            for &function in &group.functions {
                self.summaries.remove(function);
            }
            for &function in &group.functions {
                let unit = self.function(function)?;
                self.finish(function, unit, false);
            }
        }
        Ok(())
    }

    /// Analyses mutually recursive functions until their summaries are stable; returns whether they became stable.
    /// The first analysis assumes that calls do nothing, later ones use the previous summaries.
    fn iterate(&mut self, functions: &[OpId]) -> Result<bool, Vec<Diagnostic>> {
        let mut summaries: FxHashMap<OpId, Summary> = FxHashMap::default();
        for &function in functions {
            let (inputs, results) = functions::signature(self.m, function);
            let least = Summary::least(inputs.len(), results.len());
            self.summaries.set(function, least);
        }
        for _ in 0..MAX_ROUNDS {
            let mut units = Vec::new();
            let mut has_changed = false;
            for &function in functions {
                let unit = self.function(function)?;
                let summary = unit.summary.clone().unwrap_or_default();
                let joined = match summaries.get(&function) {
                    Some(before) => {
                        let mut joined = before.clone();
                        joined.join(&summary);
                        joined
                    }
                    None => summary,
                };
                has_changed |= summaries.get(&function) != Some(&joined);
                summaries.insert(function, joined);
                units.push(unit);
            }
            for &function in functions {
                let summary = summaries.get(&function).cloned().unwrap_or_default();
                self.summaries.set(function, summary);
            }
            if !has_changed {
                for (&function, unit) in functions.iter().zip(units) {
                    self.analysis.units.push(unit);
                    let summary = summaries.remove(&function).unwrap_or_default();
                    self.analysis.summaries.push((function, summary));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn function(&self, function: OpId) -> Result<UnitResult, Vec<Diagnostic>> {
        let m = self.m;
        let body = m
            .regions(function)
            .first()
            .and_then(|&region| m.first_block(region));
        if body.is_none() {
            return Ok(UnitResult {
                summary: Some(functions::external(m, function)),
                ..UnitResult::default()
            });
        }
        if self.options.copy_before_write || self.is_skipped(function) {
            return unit::copy_before_write(self.query(), self.order, function);
        }
        let unit = unit::analyse(self.query(), self.order, function, true)?;
        if unit.returned.is_empty() && functions::has_tensors(m, function) {
            let message = "cannot bufferize func.func without func.return".to_owned();
            return Err(vec![checks::error(m, function, "no-return", message)]);
        }
        Ok(unit)
    }

    /// Whether the user excluded a function from the analysis.
    fn is_skipped(&self, function: OpId) -> bool {
        let name = self.m.prop(function, names::SYM_NAME);
        let name = name.map(|name| self.m.ctx.attr_kind(name));
        let Some(AttrKind::String { value, .. }) = name else {
            return false;
        };
        let name = self.m.ctx.text(*value);
        self.options
            .no_analysis_functions
            .iter()
            .any(|skipped| *skipped == name)
    }

    fn finish(&mut self, function: OpId, unit: UnitResult, is_known: bool) {
        if let Some(summary) = unit.summary.as_ref().filter(|_| is_known) {
            self.summaries.set(function, summary.clone());
            self.analysis.summaries.push((function, summary.clone()));
        }
        self.analysis.units.push(unit);
    }
}
