//! The options of a call, and what stops it.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use memplan::{ChoiceError, Clock, Context, FrontDoor, JobOptions, within};
use memplan_mlir::text::{MlirVersion, PrintOptions};
use memplan_planner::{Interrupt, PlanOptions, StopReason};

use crate::answer::{Failure, Outcome};

/// Stops work when it is set: the type `memplan_cancel` of C.
#[derive(Debug, Default)]
pub(crate) struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag(AtomicBool);

impl Cancel {
    pub(crate) fn set(&self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Interrupt for Flag {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let is_set = self.0.load(Ordering::Relaxed);
        is_set.then_some(StopReason::Cancelled)
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(Instant::now())
}

/// All plug-ins, and a clock.
pub(crate) fn context() -> Context {
    Context {
        clock: Some(clock()),
        ..Context::default()
    }
}

/// Which options a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Those of planning traces.
    Planning,
    /// Those of rewriting programs, and of their form.
    Rewriting,
    /// Those of the form of programs.
    Form,
}

impl Takes {
    fn has(self, name: &str) -> bool {
        let door = match self {
            Self::Planning => FrontDoor::Plan,
            Self::Rewriting => FrontDoor::Command,
            Self::Form => return false,
        };
        JobOptions::row(name).is_some_and(|row| row.is_in(door))
    }
}

/// The form of printed programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    options: PrintOptions,
    version: Option<MlirVersion>,
}

impl Form {
    /// The options for a program that was read from text of a version.
    pub(crate) fn of(&self, read: Option<MlirVersion>) -> PrintOptions {
        PrintOptions {
            version: self.version.or(read).unwrap_or_default(),
            ..self.options
        }
    }

    /// Sets an option; `None` if there is none of this name.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), &'static str>> {
        let switch = match name {
            "mlir-print-op-generic" => &mut self.options.generic,
            "mlir-print-debuginfo" => &mut self.options.locations,
            "mlir-print-local-scope" => &mut self.options.local_scope,
            "mlir-version" => {
                let number = |version: &MlirVersion| version.number().to_string() == value;
                // Of the two versions 24 the later one.
                self.version = MlirVersion::ALL.into_iter().rfind(number);
                let is_known = self.version.is_some();
                return Some(
                    is_known
                        .then_some(())
                        .ok_or("expected a number from 19 to 24"),
                );
            }
            _ => return None,
        };
        *switch = value == "true";
        let is_switch = ["true", "false"].contains(&value);
        Some(is_switch.then_some(()).ok_or("expected `true` or `false`"))
    }
}

/// The options of a call.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) job: JobOptions,
    pub(crate) form: Form,
    interrupt: Option<Arc<dyn Interrupt>>,
}

impl Settings {
    /// The options of these names and values.
    pub(crate) fn new(
        takes: Takes,
        options: &[(&str, &str)],
        cancel: Option<&Cancel>,
    ) -> Outcome<Self> {
        let mut settings = Self {
            interrupt: cancel.map(|cancel| Arc::<Flag>::clone(&cancel.0) as Arc<dyn Interrupt>),
            ..Self::default()
        };
        for &(name, value) in options {
            let wrong = |problem: &str| ChoiceError::Option {
                name: name.to_owned(),
                problem: problem.to_owned(),
            };
            if takes.has(name) {
                settings.job.set(name, value)?;
                continue;
            }
            let form = (takes != Takes::Planning).then(|| settings.form.set(name, value));
            match form.flatten() {
                Some(Ok(())) => {}
                Some(Err(problem)) => return Err(wrong(&format!("`{value}`, {problem}")).into()),
                None => {
                    let failure = Failure::from(wrong("not one that this call takes"));
                    return Err(failure);
                }
            }
        }
        Ok(settings)
    }

    /// The limits of planners, on one thread by default: callers have threads of their own.
    pub(crate) fn limits(&self) -> PlanOptions {
        let options = PlanOptions {
            interrupt: self.interrupt.clone(),
            threads: self.job.threads.unwrap_or(NonZeroUsize::MIN),
            ..PlanOptions::default()
        };
        match self.job.time_limit {
            Some(limit) => within(limit, &clock(), options),
            None => options,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, Takes};

    #[test]
    fn options_are_those_of_the_table_and_of_the_form() {
        let set = |takes, name, value| {
            let set = Settings::new(takes, &[(name, value)], None);
            set.map(|_| ())
                .map_err(|failure| failure.messages[0].text.clone())
        };
        for row in memplan::JobOptions::TABLE {
            assert_eq!(set(Takes::Rewriting, row.name, row.example), Ok(()));
        }
        assert_eq!(set(Takes::Form, "mlir-version", "19"), Ok(()));
        let refused = [
            (
                Takes::Planning,
                "arena",
                "alloc",
                "option `arena` is not one that this call takes",
            ),
            (
                Takes::Planning,
                "seed",
                "x",
                "option `seed` is `x`, expected a whole number",
            ),
            (
                Takes::Form,
                "mlir-version",
                "18",
                "option `mlir-version` is `18`, expected a number from 19 to 24",
            ),
            (
                Takes::Form,
                "mlir-print-debuginfo",
                "",
                "option `mlir-print-debuginfo` is ``, expected `true` or `false`",
            ),
        ];
        for (takes, name, value, message) in refused {
            assert_eq!(set(takes, name, value), Err(message.to_owned()));
        }
    }
}
