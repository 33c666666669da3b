//! Converts flags to plug-ins of the driver, and errors of its steps to messages.

use std::sync::Arc;

use memplan::{ArgumentOptions, Bufferized, ChosenCollector, Context, Error, NotPlanned};
use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_mlir::passes::{Failure as PassFailure, PassError};
use memplan_mlir::text::{Lengths, MlirVersion, PrintOptions, check_version, print_parts};
use memplan_mlir::verifier::VerifyError;
use memplan_planner::MemoryTraceScopes;
use memplan_readers::TraceReader;

use crate::cli::PrintArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::lowering::Dialect;
use crate::planning::{self, choice_failure};
use crate::render::{Message, Place};
use crate::source::Source;
use crate::text::Text;

/// The collector of commands without flags for it.
pub(crate) fn usual_collector(context: &Context) -> Outcome<ChosenCollector> {
    chosen_collector(context, "tick")
}

/// The collector of a specification.
pub(crate) fn chosen_collector(context: &Context, spec: &str) -> Outcome<ChosenCollector> {
    let chosen = context.economical_collector(spec, None);
    chosen.map_err(|error| choice_failure(&error))
}

/// The trace reader of the command line, if it names one.
pub(crate) fn reader(
    context: &Context,
    spec: Option<&str>,
) -> Outcome<Option<Arc<dyn TraceReader>>> {
    let chosen = spec.map(|spec| context.reader(spec)).transpose();
    chosen.map_err(|error| choice_failure(&error))
}

/// The failure, with the plan file as its place if the plan does not match.
pub(crate) fn in_plan(mut failure: Failure, plan_name: &str) -> Failure {
    for message in &mut failure.messages {
        if ["other-traces", "invalid-plan"].contains(&&*message.code) {
            message.place.file = Some(plan_name.to_owned());
        }
    }
    failure
}

/// Writes the user's ranges of dynamic dimensions to the attributes of a program.
pub(crate) fn declare(source: &mut Source, dims: &ArgumentOptions) -> Outcome<()> {
    memplan::declare_dims(&mut source.module, &dims.ranges, &dims.equal)
        .map_err(|error| step_failure(&source.text, error))
}

/// The traces of a program with their provenance.
pub(crate) fn traces(
    source: &Source,
    collector: &ChosenCollector,
    collected: &Collected,
) -> Outcome<MemoryTraceScopes> {
    let (hash, name) = (source.text.hash(), &source.text.name);
    memplan::traces(&source.module, collector, collected, hash, name)
        .map_err(|error| step_failure(&source.text, error))
}

/// Converts the error of a step into a message.
pub(crate) fn step_failure(text: &Text, error: Error) -> Failure {
    if let Some(diagnostics) = error.diagnostics() {
        let mut failure = text.failure(&diagnostics);
        if matches!(error, Error::Bufferize(_))
            && let Some(dialect) = Dialect::of(&text.bytes)
        {
            for message in &mut failure.messages {
                message.help = vec![dialect.way_out()];
            }
        }
        return failure;
    }
    match error {
        Error::Choice(error) => choice_failure(&error),
        Error::Plan { scope, error } => planning::plan_failure(&scope, &error),
        Error::Deallocate(failures) => pass_failures(text, failures),
        Error::InvalidResult { step, errors } => made_invalid(text, &step, errors),
        error => planning::failure(error),
    }
}

/// Converts pass failures into messages.
pub(crate) fn pass_failures(text: &Text, failures: Vec<PassFailure>) -> Failure {
    let mut all = Failure {
        status: ExitStatus::Done,
        messages: Vec::new(),
    };
    for failure in failures {
        let failure = match failure {
            PassFailure::GaveUp {
                error: PassError::Diagnostics(diagnostics),
                ..
            } => text.failure(&diagnostics),
            PassFailure::GaveUp {
                error: PassError::Other(error),
                pass,
            } => match error.downcast::<Error>() {
                Ok(error) => step_failure(text, *error),
                Err(error) => {
                    let message = format!("`{pass}`: {error}");
                    Failure::could_not_try(Message::error("pass-failed", message))
                }
            },
            PassFailure::Invalid { pass, errors } => made_invalid(text, &pass, errors),
        };
        all.status = all.status.max(failure.status);
        all.messages.extend(failure.messages);
    }
    all
}

/// A step made an invalid program, which is a bug of the step.
fn made_invalid(text: &Text, step: &str, errors: Vec<VerifyError>) -> Failure {
    let diagnostics: Vec<_> = errors.into_iter().map(Into::into).collect();
    let mut messages = text.messages(&diagnostics);
    messages.insert(
        0,
        Message::error(
            "bug",
            format!("`{step}` produced an invalid program; nothing was written"),
        )
        .in_file(&text.name)
        .help("this is a bug: please report it with the input"),
    );
    Failure {
        status: ExitStatus::CouldNotTry,
        messages,
    }
}

/// Bufferizes a program on tensors; `None` for any other program.
pub(crate) fn bufferized(source: &mut Source) -> Outcome<Option<Bufferized>> {
    memplan::bufferize(&mut source.module).map_err(|error| step_failure(&source.text, error))
}

/// A warning that tensors are not planned, or that a program is empty; `None` for any other program.
pub(crate) fn not_planned(text: &Text, m: &Module, collected: &Collected) -> Option<Message> {
    let remark = memplan::not_planned(m, collected)?;
    let mut messages = text.messages(&[remark.warning()]);
    let message = messages.pop()?;
    Some(match remark {
        NotPlanned::EmptyProgram => message.at(Place::default()).in_file(&text.name),
        NotPlanned::Tensors { .. } => message,
    })
}

/// The module as text, in parts to be written one after the other.
///
/// # Errors
///
/// When the version of MLIR to write for does not have an operation.
pub(crate) fn printed(source: &Source, args: PrintArgs) -> Outcome<[String; 2]> {
    Ok(print_parts(&source.module, &checked_options(source, args)?))
}

/// Options for printing a module, which the version of MLIR to write for can express.
///
/// # Errors
///
/// When the version does not have an operation.
pub(crate) fn checked_options(source: &Source, args: PrintArgs) -> Outcome<PrintOptions> {
    let target = match args.mlir_version {
        Some(_) => None,
        None => source.target()?,
    };
    let options = print_options(args, target);
    let errors = check_version(&source.module, options.version);
    if errors.is_empty() {
        return Ok(options);
    }
    Err(source.text.failure(&errors))
}

/// Options of the user for printing modules, which were read from text of a version.
pub(crate) fn print_options(args: PrintArgs, read: Option<MlirVersion>) -> PrintOptions {
    PrintOptions {
        generic: args.mlir_print_op_generic,
        locations: args.mlir_print_debuginfo,
        local_scope: args.mlir_print_local_scope,
        skip_regions: args.mlir_print_skip_regions,
        unique_names: args.mlir_print_unique_ssa_ids,
        lengths: Lengths {
            hex_above: match args.mlir_print_elementsattrs_with_hex_if_larger {
                Some(n) => u64::try_from(n).unwrap_or(u64::MAX),
                None => Lengths::DEFAULT.hex_above,
            },
            elements: args.mlir_elide_elementsattrs_if_larger.unwrap_or(u64::MAX),
            resource_chars: args
                .mlir_elide_resource_strings_if_larger
                .unwrap_or(u64::MAX),
        },
        version: args
            .mlir_version
            .map(Into::into)
            .or(read)
            .unwrap_or_default(),
    }
}
