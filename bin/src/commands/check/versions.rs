//! Compares what a program computes with what an earlier version of it does.

use memplan::{OldResult, old_results};
use memplan_interp::{Datum, Run, RunOptions, entry_functions, function, run};
use memplan_mlir::{Module, OpId};

use super::runs::Inputs;
use crate::render::{Message, Place};
use crate::source::Source;

/// The code of a difference.
const DIFFERS: &str = "differs";

/// Public functions of the earlier version that the later one lacks.
pub(super) fn missing(before: &Source, after: &Source) -> Vec<Message> {
    let place = before.text.places();
    let m = &before.module;
    let is_missing = |&op: &OpId| function(&after.module, &m.symbol_text(op)).is_none();
    let gone = entry_functions(m).into_iter().filter(is_missing);
    gone.map(|op| {
        let message = format!("`{}` is gone in {}", m.symbol_text(op), after.text.name);
        Message::error(DIFFERS, message).at(place(m.span(op)))
    })
    .collect()
}

/// A function in both versions, and what was compared of it.
///
/// memplan may have changed the later one: results may be in arguments that were donated to them, and functions may
/// overwrite tensors that they are given.
pub(super) struct Comparison<'a> {
    before: &'a Source,
    earlier: OpId,
    place: Place,
    /// Where the later version has the results of the earlier one.
    results: Vec<OldResult>,
    /// Inputs on which both returned.
    pub n_runs: u64,
    /// The highest heap peak of the earlier version in these.
    pub peak_bytes: u64,
    /// The first difference.
    pub difference: Option<Message>,
    /// Why there was nothing to compare.
    pub stopped: Option<Message>,
}

impl<'a> Comparison<'a> {
    /// `None` if the function, which is at `place`, is new.
    pub(super) fn new(
        before: &'a Source,
        after: &Module,
        later: OpId,
        place: &Place,
    ) -> Option<Self> {
        let name = after.symbol_text(later);
        let earlier = function(&before.module, &name)?;
        let [expected, actual] = [(&before.module, earlier), (after, later)]
            .map(|(m, op)| m.signature(op).map_or(0, |(inputs, _)| inputs.len()));
        let stopped = (expected != actual).then(|| {
            let message = format!("`{name}` takes {actual} arguments, and {expected} before");
            let message = Message::error("not-compared", message).at(place.clone());
            message.help("compare a version whose merged allocations are no arguments")
        });
        Some(Self {
            before,
            earlier,
            place: place.clone(),
            results: old_results(after, later),
            n_runs: 0,
            peak_bytes: 0,
            difference: None,
            stopped,
        })
    }

    /// Compares a run of the later version with one of the earlier version, until they differ.
    pub(super) fn take(
        &mut self,
        inputs: &Inputs<'_>,
        seed: u64,
        given: &[Datum],
        later: &Run,
        options: &RunOptions,
    ) {
        if self.stopped.is_some() || self.difference.is_some() {
            return;
        }
        let m = &self.before.module;
        let expected = match run(m, self.earlier, given, options) {
            Ok(run) => run,
            Err(fault) => {
                let mut messages = self.before.text.messages(&[fault.diagnostic(m)]);
                self.stopped = messages.pop().map(|message| {
                    message.help("nothing is compared where the earlier version has a fault")
                });
                return;
            }
        };
        self.n_runs += 1;
        self.peak_bytes = self.peak_bytes.max(expected.peak_bytes);
        let results = self.results.iter().map(|place| match *place {
            OldResult::Argument(number) => later.arguments.get(number),
            OldResult::Result(number) => later.results.get(number),
        });
        let mut actual = Run {
            results: results.flatten().cloned().collect(),
            ..later.clone()
        };
        for (number, argument) in actual.arguments.iter_mut().enumerate() {
            let is_donated = self.results.contains(&OldResult::Argument(number));
            if is_donated || is_tensor(m, self.earlier, number) {
                argument.clone_from(&expected.arguments[number]);
            }
        }
        let Some(difference) = expected.difference(&actual) else {
            return;
        };
        let (name, before) = (m.symbol_text(self.earlier), &self.before.text.name);
        let message = format!("`{name}` computes something else than in {before}");
        let message = Message::error(DIFFERS, message).at(self.place.clone());
        let message = message.note(difference, Place::default());
        self.difference = Some(inputs.note(message, &name, given, seed));
    }
}

fn is_tensor(m: &Module, function: OpId, number: usize) -> bool {
    let inputs = m.signature(function).map(|(inputs, _)| inputs);
    inputs.is_some_and(|inputs| {
        let ty = inputs.get(number);
        ty.is_some_and(|&ty| m.ctx.is_tensor(ty))
    })
}
