//! Programs in MLIR: merging, passes, plans, and what is wrong with them.

use std::borrow::Cow;

use memplan::{
    Context, Error, Merge, Report, ReportSource, ReportTimes, Stage, bufferize, collect,
    declare_dims, not_planned, traces,
};
use memplan_bytecode as bytecode;
use memplan_memory_model::prove_freed_once;
use memplan_mlir::passes::{self, PassError, Pipeline, PipelineError, RunOptions};
use memplan_mlir::text::{
    Diagnostic, MlirVersion, ParseOptions, SourceMap, check_version, parse, print,
};
use memplan_mlir::verifier::{VerifyError, verify};
use memplan_mlir::{Module, OpId};
use memplan_mutators::ArenaKind;
use memplan_planner::MemoryPlan;
use memplan_planner::wire::{self, Format, source_hash};

use crate::answer::{Answer, Failure, Level, Message, Outcome, Status, Which, json_text, messages};
use crate::settings::{Settings, context};
use crate::trace::planned;

/// A program as a caller passes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program<'p> {
    /// Its name in reports.
    pub(crate) name: &'p str,
    /// Text or bytecode.
    pub(crate) bytes: &'p [u8],
}

/// A verified module and its text.
struct Source<'p> {
    name: &'p str,
    text: Cow<'p, [u8]>,
    /// Of the text that the caller passed; `None` for bytecode, of which the caller has no lines.
    places: Option<SourceMap>,
    module: Module,
    version: Option<MlirVersion>,
    /// Warnings and remarks so far.
    messages: Vec<Message>,
}

impl<'p> Source<'p> {
    fn read(program: Program<'p>, context: &Context) -> Outcome<Self> {
        let Program { name, bytes } = program;
        let (text, places) = if bytecode::is_bytecode(bytes) {
            let text = bytecode::to_text(bytes, &context.dialects);
            let problem = |error| format!("this bytecode cannot be read: {error}");
            let text = text.map_err(|error| Failure::no("bytecode", problem(error)))?;
            (Cow::Owned(text.into_bytes()), None)
        } else {
            (Cow::Borrowed(bytes), Some(SourceMap::new(bytes)))
        };
        let options = ParseOptions {
            dialects: Some(&context.dialects),
            ..ParseOptions::default()
        };
        let wrong = |errors: &[Diagnostic]| Failure {
            status: Status::No,
            messages: messages(errors, places.as_ref()),
        };
        let parsed = parse(&text, &options).map_err(|errors| wrong(&errors))?;
        let errors = verify(&parsed.module);
        if !errors.is_empty() {
            return Err(wrong(&diagnostics(errors)));
        }
        Ok(Self {
            name,
            messages: messages(&parsed.warnings, places.as_ref()),
            text,
            places,
            module: parsed.module,
            version: parsed.version,
        })
    }

    fn tell(&mut self, diagnostics: &[Diagnostic]) {
        let told = messages(diagnostics, self.places.as_ref());
        self.messages.extend(told);
    }

    /// A message at an operation.
    fn at(&self, op: OpId, message: Message) -> Message {
        match &self.places {
            Some(places) => {
                let (line, column) = places.line_col(self.module.span(op).start);
                message.at(line as usize, column as usize)
            }
            None => message,
        }
    }

    /// The hash that a plan for the program records.
    fn hash(&self) -> u128 {
        source_hash(&self.text)
    }

    fn failure(&self, error: Error) -> Failure {
        if let Some(diagnostics) = error.diagnostics() {
            let is_bug = matches!(error, Error::WrongMerge { .. });
            return Failure {
                status: if is_bug { Status::Bug } else { Status::No },
                messages: messages(&diagnostics, self.places.as_ref()),
            };
        }
        match error {
            Error::Deallocate(failures) => {
                let mut failure = self.failures(failures);
                if let Some(first) = failure.messages.first_mut() {
                    "the option `dealloc=false` inserts no deallocations"
                        .clone_into(&mut first.help);
                }
                failure
            }
            Error::InvalidResult { step, errors } => self.made_invalid(&step, errors),
            error => error.into(),
        }
    }

    fn made_invalid(&self, step: &str, errors: Vec<VerifyError>) -> Failure {
        let mut failure = Failure::bug(format!("`{step}` produced an invalid program"));
        let errors = messages(&diagnostics(errors), self.places.as_ref());
        failure.messages.extend(errors);
        failure
    }

    fn failures(&self, failures: Vec<passes::Failure>) -> Failure {
        let one = |failure| match failure {
            passes::Failure::GaveUp {
                error: PassError::Diagnostics(diagnostics),
                ..
            } => Failure {
                status: Status::No,
                messages: messages(&diagnostics, self.places.as_ref()),
            },
            passes::Failure::GaveUp {
                error: PassError::Other(error),
                pass,
            } => match error.downcast::<Error>() {
                Ok(error) => self.failure(*error),
                Err(error) => Failure::usage("pass-failed", format!("`{pass}`: {error}")),
            },
            passes::Failure::Invalid { pass, errors } => self.made_invalid(&pass, errors),
        };
        let mut all = failures.into_iter().map(one);
        let first = all.next();
        let first = first.unwrap_or_else(|| Failure::bug("a pipeline failed without an error"));
        all.fold(first, |mut whole, failure| {
            whole.messages.extend(failure.messages);
            whole
        })
    }

    /// The answer with the printed program.
    fn printed(self, settings: &Settings) -> Outcome<Answer> {
        let form = settings.form.of(self.version);
        let errors = check_version(&self.module, form.version);
        if !errors.is_empty() {
            return Err(Failure {
                status: Status::No,
                messages: messages(&errors, self.places.as_ref()),
            });
        }
        let answer = Answer::told(self.messages);
        Ok(answer.with(Which::Program, print(&self.module, &form)))
    }

    /// Runs the stages of a job. Returns the program and the report.
    fn merged(mut self, merge: &Merge<'_>, settings: &Settings) -> Outcome<Answer> {
        let report = self.run(merge)?;
        let report = self.report(report);
        Ok(self.printed(settings)?.with(Which::Report, report))
    }

    fn run(&mut self, merge: &Merge<'_>) -> Outcome<Report> {
        let mut module = std::mem::take(&mut self.module);
        let mut job = merge.start(&mut module);
        for stage in merge.stages() {
            stage.run(&mut job).map_err(|error| self.failure(error))?;
            let warnings = std::mem::take(&mut job.warnings);
            self.tell(&warnings);
            if let Some(collected) = job.collected.as_ref().filter(|_| stage == Stage::Collect) {
                let remark = not_planned(job.module, collected);
                self.tell(&Vec::from_iter(remark.map(|remark| remark.warning())));
            }
        }
        let report = job.report;
        self.module = module;
        Ok(report)
    }

    /// The report in JSON.
    fn report(&self, mut report: Report) -> String {
        let source = ReportSource {
            name: self.name,
            text: &self.text,
            lines_before: 0,
        };
        let report = report.to_json(source, ReportTimes::Omitted);
        // Reports consist of strings and finite numbers, which always serialize.
        serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
    }
}

fn diagnostics(errors: Vec<VerifyError>) -> Vec<Diagnostic> {
    errors.into_iter().map(Into::into).collect()
}

/// Merges the buffers of a program.
pub(crate) fn merge(program: Program<'_>, settings: &Settings) -> Outcome<Answer> {
    let context = context();
    let merge = settings.job.job(&context, settings.limits())?;
    Source::read(program, &context)?.merged(&merge, settings)
}

/// Merges the buffers of a program by a plan.
pub(crate) fn apply(program: Program<'_>, plan: &[u8], settings: &Settings) -> Outcome<Answer> {
    let context = context();
    let options = &settings.job;
    let mutator = options.mutator(&context, ArenaKind::Alloc)?;
    let plan = wire::read_plan(plan)?;
    let source = Source::read(program, &context)?;
    let merge = Merge::with_plan(&context, &plan, source.hash());
    let merge = merge.map_err(|error| source.failure(error))?;
    let merge = merge
        .arguments(options.arguments.clone())
        .with_mutator(mutator)
        .copies(options.copies)
        .deallocation(options.deallocation())
        .options(options.limits(settings.limits()));
    source.merged(&merge, settings)
}

/// The traces of a program, and a schedule for each.
pub(crate) fn plan(program: Program<'_>, settings: &Settings) -> Outcome<Answer> {
    let context = context();
    let options = &settings.job;
    let collector = options.collector(&context)?;
    context.planner(options.planner_or_default())?;
    let mut source = Source::read(program, &context)?;
    let arguments = &options.arguments;
    let prepared = declare_dims(&mut source.module, &arguments.ranges, &arguments.equal)
        .and_then(|()| bufferize(&mut source.module));
    prepared.map_err(|error| source.failure(error))?;
    let collected = collect(&source.module, &collector).map_err(|error| source.failure(error))?;
    let remark = not_planned(&source.module, &collected);
    source.tell(&Vec::from_iter(remark.map(|remark| remark.warning())));
    let scopes = traces(
        &source.module,
        &collector,
        &collected,
        source.hash(),
        source.name,
    );
    let scopes = scopes.map_err(|error| source.failure(error))?;
    let schedules = scopes.traces.iter();
    let schedules = schedules.map(|trace| Ok(planned(&context, trace, settings)?.schedule));
    let plan = MemoryPlan {
        schedules: schedules.collect::<Outcome<_>>()?,
        provenance: scopes.provenance.clone(),
        trace_hash: Some(wire::trace_hash(&scopes)?),
    };
    let answer = Answer::told(source.messages);
    let (trace, plan) = (
        wire::write_trace(&scopes, Format::Json)?,
        wire::write_plan(&plan, Format::Json)?,
    );
    Ok(answer
        .with(Which::Trace, json_text(trace))
        .with(Which::Plan, json_text(plan)))
}

/// A pipeline in the syntax of mlir-opt, or one pass with options in braces, which runs wherever it can.
fn pipeline(text: &str, context: &Context) -> Result<Pipeline, PipelineError> {
    let (name, rest) = text.split_at(text.find(['{', '(']).unwrap_or(text.len()));
    if rest.starts_with('(') {
        return context.pipeline(text);
    }
    let options = rest
        .strip_prefix('{')
        .and_then(|rest| rest.trim_end().strip_suffix('}'));
    let pass = (name.trim().to_owned(), options.unwrap_or(rest).to_owned());
    Pipeline::parse_sequence(&[pass], &context.all_passes(), &context.dialects)
}

/// Runs a pipeline of passes on a program.
pub(crate) fn run_passes(
    program: Program<'_>,
    passes: &str,
    settings: &Settings,
) -> Outcome<Answer> {
    let context = context();
    let pipeline = pipeline(passes, &context).map_err(|error| {
        let message = Message::new(Level::Error, error.code(), error.to_string());
        Failure::new(Status::Usage, message.with_help(error.help()))
    })?;
    let mut source = Source::read(program, &context)?;
    let ran = pipeline.run(&mut source.module, &RunOptions::default());
    source.tell(&ran.warnings);
    ran.result.map_err(|failed| source.failures(failed.0))?;
    let answer = source.printed(settings)?;
    Ok(match &*ran.printed {
        "" => answer,
        printed => answer.with(Which::Report, printed.to_owned()),
    })
}

/// Judges how a program frees and reads its memory.
pub(crate) fn check(program: Program<'_>) -> Outcome<Answer> {
    let context = context();
    let mut source = Source::read(program, &context)?;
    let (mut faults, mut doubts) = (Vec::new(), Vec::new());
    for proof in prove_freed_once(&source.module) {
        for failure in &proof.failures {
            let (level, all) = if failure.is_certain {
                (Level::Error, &mut faults)
            } else {
                (Level::Warning, &mut doubts)
            };
            let message = Message::new(level, failure.kind.name(), failure.to_string());
            all.push(source.at(failure.op, message));
        }
        let merges = memplan_merge_checker::check(&source.module, proof.function);
        faults.extend(merges.wrong.iter().map(|wrong| {
            let message = Message::new(Level::Error, "wrong-merge", wrong.fault.to_string());
            source.at(wrong.op, message)
        }));
    }
    if !faults.is_empty() {
        faults.append(&mut doubts);
        return Err(Failure {
            status: Status::No,
            messages: faults,
        });
    }
    source.messages.append(&mut doubts);
    Ok(Answer::told(source.messages))
}
