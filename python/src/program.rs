//! Programs in MLIR: traces, merging, passes.

use memplan::{
    Context, Error, JobOptions, Merged, Report, ReportSource, ReportTimes, Stage, bufferize,
    collect, origins, traces,
};
use memplan_mlir::Module;
use memplan_mlir::passes::{self, PassError, RunOptions};
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_page::Origin;
use memplan_planner::PlanOptions;
use memplan_planner::wire;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Arg;
use crate::errors::Failure;
use crate::schedule::Schedule;
use crate::trace::Trace;

/// A program and what it is called in messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program<'a> {
    pub(crate) text: &'a str,
    pub(crate) name: &'a str,
}

impl<'a> Program<'a> {
    /// The program of the arguments `text` and `name`.
    pub(crate) fn named(text: Arg<&'a str>, name: Arg<&'a str>) -> Result<Self, Failure> {
        Ok(Self {
            text: text.named("text")?,
            name: name.named("name")?,
        })
    }

    fn failure(self, error: Error) -> Failure {
        match error {
            Error::Deallocate(failures) => self
                .failed(failures)
                .with_help("`deallocate=False` inserts no deallocations"),
            error => {
                let may_help = matches!(error, Error::Program(_) | Error::Bufferize(_));
                let failure = Failure::of_program(error, self.name, self.text);
                match memplan_cli::lowerers(self.text.as_bytes()).first() {
                    Some(_) if may_help => {
                        failure.with_help("`memplan.lower` lowers programs of this dialect first")
                    }
                    _ => failure,
                }
            }
        }
    }

    pub(crate) fn module(self, context: &Context) -> Result<Module, Failure> {
        let options = ParseOptions {
            dialects: Some(&context.dialects),
            ..ParseOptions::default()
        };
        let wrong = |diagnostics| self.failure(Error::Program(diagnostics));
        let parsed = parse(self.text.as_bytes(), &options).map_err(wrong)?;
        let errors = verify(&parsed.module);
        if errors.is_empty() {
            return Ok(parsed.module);
        }
        Err(wrong(errors.into_iter().map(Into::into).collect()))
    }

    /// The traces of the program, which is bufferized first if it is on tensors.
    pub(crate) fn traces(self, context: &Context, collector: &str) -> Result<Vec<Trace>, Failure> {
        let collector = context.economical_collector(collector, None)?;
        let mut module = self.module(context)?;
        bufferize(&mut module).map_err(|error| self.failure(error))?;
        let collected = collect(&module, &collector).map_err(|error| self.failure(error))?;
        let hash = wire::source_hash(self.text.as_bytes());
        let scopes = traces(&module, &collector, &collected, hash, self.name);
        let scopes = scopes.map_err(|error| self.failure(error))?;
        Ok(Trace::of_file(scopes.into()))
    }

    /// The program with its buffers merged.
    pub(crate) fn merged(
        self,
        context: &Context,
        job: &JobOptions,
        options: PlanOptions,
    ) -> Result<Merged, Failure> {
        let job = job.job(context, options)?;
        job.run_text(self.text).map_err(|error| self.failure(error))
    }

    /// The schedules by which [`Self::merged`] merges the buffers of a program.
    pub(crate) fn schedules(
        self,
        context: &Context,
        job: &JobOptions,
        options: PlanOptions,
    ) -> Result<Vec<Schedule>, Failure> {
        let merge = job.job(context, options)?;
        let mut module = self.module(context)?;
        let mut job = merge.start(&mut module);
        let planned = job.run_to(Stage::Collect).and_then(|()| {
            let collected = job.collected.unwrap_or_default();
            let planned = merge.plan(&collected)?;
            Ok((collected, planned))
        });
        let (collected, planned) = planned.map_err(|error| self.failure(error))?;
        let hash = wire::source_hash(self.text.as_bytes());
        let scopes = merge.traces(&collected, hash, self.name);
        let scopes = Trace::of_file(scopes.into());
        let place = |origin: memplan::Origin| Origin {
            is_named: origin.is_named,
            op: origin.op,
            line: origin.line,
            column: origin.column,
        };
        let origins = origins(&module, &collected, self.text.as_bytes()).into_iter();
        let of_scopes = scopes.into_iter().zip(planned).zip(origins);
        Ok(of_scopes
            .map(|((trace, planned), origins)| {
                let origins = origins.into_iter().map(place).collect();
                Schedule::planned(trace, planned).with_origins(origins)
            })
            .collect())
    }

    /// The program after a pipeline of passes.
    pub(crate) fn optimised(self, context: &Context, pipeline: &str) -> Result<String, Failure> {
        let pipeline = context.pipeline(pipeline);
        let pipeline = pipeline.map_err(|error| Failure::argument(error.to_string()))?;
        let mut module = self.module(context)?;
        match pipeline.run(&mut module, &RunOptions::default()).result {
            Ok(()) => Ok(print(&module, &PrintOptions::default())),
            Err(failed) => Err(self.failed(failed.0)),
        }
    }

    fn failed(self, failures: Vec<passes::Failure>) -> Failure {
        let diagnostics = |failure| match failure {
            passes::Failure::GaveUp {
                error: PassError::Diagnostics(diagnostics),
                ..
            } => Ok(diagnostics),
            passes::Failure::GaveUp {
                error: PassError::Other(error),
                pass,
            } => Err(match error.downcast::<Error>() {
                Ok(error) => self.failure(*error),
                Err(error) => {
                    Failure::new("InputError", "pass-failed", format!("`{pass}`: {error}"))
                }
            }),
            passes::Failure::Invalid { pass, errors } => {
                let first = errors.first().map(ToString::to_string).unwrap_or_default();
                let message = format!("`{pass}` produced an invalid program: {first}");
                Err(Failure::new("MemplanError", "bug", message))
            }
        };
        let all: Result<Vec<_>, Failure> = failures.into_iter().map(diagnostics).collect();
        match all {
            Ok(all) => Failure::of_diagnostics(&all.concat(), self.name, self.text),
            Err(failure) => failure,
        }
    }
}

/// A report as a dictionary: the document that `memplan merge --format json` prints, without times.
pub(crate) fn report<'py>(
    py: Python<'py>,
    report: &mut Report,
    program: Program<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let source = ReportSource {
        name: program.name,
        text: program.text.as_bytes(),
        lines_before: 0,
    };
    let document = serde_json::to_string(&report.to_json(source, ReportTimes::Omitted));
    let document = document.map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (document,))
}
