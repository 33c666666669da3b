//! Errors of the steps, one variant for each cause.
//!
//! Variants hold data. [`Error::diagnostics`] turns errors that belong to a place in the program into diagnostics, as
//! the parser returns them; the caller renders these.

use memplan_collectors::{CollectError, CollectErrorKind};
use memplan_merge_checker::Fault;
use memplan_mlir::passes::{Failure, PipelineError};
use memplan_mlir::text::{Diagnostic, Note, Severity, Span};
use memplan_mlir::verifier::VerifyError;
use memplan_mlir::{Module, OpId};
use memplan_mutators::MutateError;
use memplan_planner::registry::RegistryError;
use memplan_planner::wire::WireError;
use memplan_planner::{LifetimeTrace, PlanError, Violation};
use memplan_support::sizes::human;

use crate::origins::{note, words_about};

/// The error of a step of [`Merge`](crate::Merge).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The plug-in is unknown, or an option is invalid.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The text is not a valid program.
    #[error("the program is invalid: {}", first(.0))]
    Program(Vec<Diagnostic>),
    /// The program computes on tensors, and an operation cannot be bufferized.
    #[error("the program cannot be bufferized: {}", first(.0))]
    Bufferize(Vec<Diagnostic>),
    /// The collector cannot compute lifetimes.
    #[error("{error}")]
    Collect {
        /// The error of the collector.
        error: CollectError,
        /// The operation at fault.
        place: Box<OpPlace>,
    },
    /// Allocations have 2^63 bytes or more: valid IR, but no memory has room for them.
    #[error("{}", too_large(.0.first().map_or("", |(name, _)| name)))]
    TooLarge(Vec<(String, Span)>),
    /// The program needs more memory than it is given.
    #[error("{0}")]
    TooLittle(TooLittle),
    /// The planner has no schedule for a scope.
    #[error("scope `{scope}`: {error}")]
    Plan {
        /// The name of the scope.
        scope: String,
        /// The error of the planner.
        error: PlanError,
    },
    /// The checker rejects the schedule of a planner, which is a bug of the planner.
    #[error("planner `{planner}` returned an invalid schedule{}", for_scope(.rejected))]
    InvalidSchedule {
        /// The planner.
        planner: String,
        /// The rejected item, and the reason.
        rejected: Box<Rejected>,
    },
    /// An existing plan was made for another module.
    #[error("the plan belongs to another module")]
    OtherModule {
        /// The name of that module; empty if the plan does not record it.
        source_name: String,
    },
    /// The mutator needs a planner, because rewriting callees changes the buffers of their callers.
    #[error(
        "mutator `{mutator}` plans callees before callers here, so it cannot apply an existing plan"
    )]
    ExistingPlan {
        /// The mutator.
        mutator: &'static str,
    },
    /// An existing plan was made for other traces than those of the program.
    #[error("the plan does not belong to the traces of this program")]
    OtherTraces,
    /// The checker rejects a schedule of an existing plan.
    #[error("the plan is invalid{}", for_scope(.0))]
    InvalidPlan(Box<Rejected>),
    /// An existing plan for all shapes is not valid for a scope, or may raise the run-time peak.
    #[error("scope `{scope}`: the plan is invalid: {problem}")]
    InvalidOrientations {
        /// The name of the scope.
        scope: String,
        /// What is wrong.
        problem: String,
    },
    /// The traces cannot be encoded to compare them with those of a plan.
    #[error(transparent)]
    Encode(#[from] WireError),
    /// Buffers cannot be moved between pools.
    #[error("{problem}")]
    Pools {
        /// What is wrong.
        problem: String,
    },
    /// The plan does not fit the program.
    #[error("{error}")]
    Apply {
        /// The error of the mutator.
        error: MutateError,
        /// The operation at fault, if there is one.
        place: Option<Box<OpPlace>>,
    },
    /// A merged allocation whose size is known only at run time cannot be planned, or its code is wrong, which is a
    /// bug.
    #[error("scope `{scope}` with symbolic sizes: {problem}")]
    Symbolic {
        /// The name of the scope.
        scope: String,
        /// What is wrong.
        problem: String,
    },
    /// A pipeline cannot be set up.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The passes that insert deallocations reject the program.
    #[error("the program cannot be deallocated")]
    Deallocate(Vec<Failure>),
    /// A step produced an invalid program, which is a bug of that step.
    #[error("`{step}` produced an invalid program")]
    InvalidResult {
        /// The mutator or the pass.
        step: String,
        /// The errors of the verifier.
        errors: Vec<VerifyError>,
    },
    /// The checker of merged allocations refutes the result of a mutator, which is a bug of the mutator, or of the
    /// collector or planner before it.
    #[error("`{step}` merged buffers wrongly: {fault}")]
    WrongMerge {
        /// The mutator.
        step: String,
        /// What is wrong.
        fault: Fault,
        /// The access that is wrong.
        place: Box<OpPlace>,
        /// The operation that causes it, if there is one.
        culprit: Option<Box<OpPlace>>,
    },
}

/// An operation that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpPlace {
    /// Where it is in the text.
    pub span: Span,
    /// What a front end says about it in its location; for an allocation, about its first user.
    pub words: Option<Box<str>>,
}

impl OpPlace {
    pub(crate) fn of(m: &Module, op: OpId) -> Box<Self> {
        Box::new(Self {
            span: m.span(op),
            words: words_about(m, op).map(String::into),
        })
    }

    /// A diagnostic about the operation.
    fn diagnostic(&self, code: &'static str, message: String, help: &str) -> Diagnostic {
        Diagnostic {
            notes: self.words.as_deref().map(note).into_iter().collect(),
            ..diagnostic(code, message, self.span, help)
        }
    }
}

/// A trace, and what is wrong with a schedule for it.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The trace.
    pub trace: LifetimeTrace,
    /// The errors of the checker; [`Violation::describe`] names the buffers.
    pub violations: Vec<Violation>,
}

impl Error {
    /// The error of a collector about a program.
    pub(crate) fn of_collector(m: &Module, error: CollectError) -> Self {
        Self::Collect {
            place: OpPlace::of(m, error.op),
            error,
        }
    }

    /// The error of a mutator about a program. A plan for another module may name operations that this one lacks.
    pub(crate) fn of_mutator(m: &Module, error: MutateError) -> Self {
        let op = error.op.filter(|op| op.index() < m.op_count());
        Self::Apply {
            place: op.map(|op| OpPlace::of(m, op)),
            error,
        }
    }

    /// The diagnostics for errors that belong to a place in the program; `None` for all others.
    pub fn diagnostics(&self) -> Option<Vec<Diagnostic>> {
        match self {
            Self::Program(diagnostics) | Self::Bufferize(diagnostics) => Some(diagnostics.clone()),
            Self::Collect { error, place } => Some(vec![of_collector(error, place)]),
            Self::TooLarge(buffers) => {
                let buffers = buffers.iter();
                Some(buffers.map(|(name, span)| of_buffer(name, *span)).collect())
            }
            Self::Apply { error, place } => {
                let help = "the plan does not match the program: trace and plan the program again";
                let (code, message) = (error.kind.code(), error.kind.to_string());
                Some(vec![match place {
                    Some(place) => place.diagnostic(code, message, help),
                    None => diagnostic(code, message, Span::default(), help),
                }])
            }
            Self::WrongMerge { place, culprit, .. } => {
                let help = "this is a bug: please report it";
                let mut wrong = place.diagnostic("wrong-merge", self.to_string(), help);
                if let Some(culprit) = culprit {
                    wrong.notes.push(Note {
                        message: "the bytes are overwritten or freed here".to_owned(),
                        span: Some(culprit.span),
                    });
                    let words = culprit.words.as_deref();
                    let words = words.filter(|_| culprit.words != place.words);
                    wrong.notes.extend(words.map(note));
                }
                Some(vec![wrong])
            }
            Self::Choice(_)
            | Self::TooLittle(_)
            | Self::Plan { .. }
            | Self::Symbolic { .. }
            | Self::InvalidOrientations { .. }
            | Self::InvalidSchedule { .. }
            | Self::OtherModule { .. }
            | Self::ExistingPlan { .. }
            | Self::OtherTraces
            | Self::InvalidPlan(_)
            | Self::Pools { .. }
            | Self::Encode(_)
            | Self::Pipeline(_)
            | Self::Deallocate(_)
            | Self::InvalidResult { .. } => None,
        }
    }
}

fn first(diagnostics: &[Diagnostic]) -> &str {
    diagnostics.first().map_or("", |first| &first.message)
}

/// Where a schedule was rejected. Traces from files may name no scope.
fn for_scope(rejected: &Rejected) -> String {
    match rejected.trace.scope() {
        "" => String::new(),
        scope => format!(" for scope `{scope}`"),
    }
}

fn too_large(name: &str) -> String {
    format!("buffer {name} has 2^63 bytes or more")
}

fn of_collector(error: &CollectError, place: &OpPlace) -> Diagnostic {
    let kind = &error.kind;
    let help = match kind {
        CollectErrorKind::UnknownRegionOp { .. } => {
            "lower the operation to `scf` or `cf` first, or allocate in a function that it calls"
        }
        CollectErrorKind::BadPools { .. } => {
            "correct the attribute; inline calls, so that each pool holds one merged allocation"
        }
        _ => {
            "check the shapes and alignments of the allocations: all buffers of a scope together \
             have at most 2^63 - 1 bytes"
        }
    };
    place.diagnostic(kind.code(), kind.to_string(), help)
}

fn of_buffer(name: &str, span: Span) -> Diagnostic {
    let help = "check its shape: sizes must be below 2^63 bytes";
    diagnostic("too-large", too_large(name), span, help)
}

fn diagnostic(code: &'static str, message: String, span: Span, help: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        message,
        span,
        notes: Vec::new(),
        help: Some(help.to_owned()),
    }
}

/// The error of looking up or configuring a plug-in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// There is no such planner, or an option is wrong.
    #[error(transparent)]
    Planner(#[from] RegistryError),
    /// The option `time` of a planner is not a duration, or there is no clock.
    #[error("planner `{planner}`: option `time` is `{value}`: {problem}")]
    Time {
        /// The planner.
        planner: &'static str,
        /// The value.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no such collector, or an option is wrong.
    #[error(transparent)]
    Collector(RegistryError),
    /// There is no such mutator, or an option is wrong.
    #[error(transparent)]
    Mutator(RegistryError),
    /// There is no such trace reader, or an option is wrong.
    #[error(transparent)]
    Reader(RegistryError),
    /// There is no such option of a job, or its value is wrong.
    #[error("option `{name}` is {problem}")]
    Option {
        /// The option, as it was named.
        name: String,
        /// What is wrong, such as: `x`, expected a whole number.
        problem: String,
    },
}

impl ChoiceError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Planner(RegistryError::UnknownName { .. }) => "unknown-planner",
            Self::Planner(RegistryError::UnknownOption { .. }) => "unknown-option",
            Self::Planner(RegistryError::BadValue { .. }) | Self::Time { .. } => "bad-value",
            Self::Planner(_) => "bad-spec",
            Self::Collector(_) => "bad-collector",
            Self::Mutator(_) => "bad-mutator",
            Self::Reader(_) => "bad-reader",
            Self::Option { .. } => "bad-option",
        }
    }
}

/// A program that needs more memory than it is given, whatever passes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// The memory, in bytes.
    pub given_bytes: u64,
    /// The lowest run-time peak that was reached; absent where it has no bound.
    pub reached_bytes: Option<u64>,
    /// Whether that is the size of the results of a function, which no equivalent program is below. Then nothing was
    /// tried.
    pub is_least: bool,
    /// The largest buffers that are live at that peak, results included, with their bytes, and then the rest:
    /// together at least that peak.
    pub in_the_way: Vec<(String, u64)>,
}

impl std::fmt::Display for TooLittle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let given = human(u128::from(self.given_bytes));
        match self.reached_bytes {
            Some(reached) => {
                let missing = human(u128::from(reached.saturating_sub(self.given_bytes)));
                let reached = human(u128::from(reached));
                let at_least = if self.is_least { "at least " } else { "" };
                write!(
                    f,
                    "the program does not fit in {given}: it needs {at_least}{reached}, {missing} more"
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
