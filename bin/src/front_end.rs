//! Reads inputs: with trace readers for files of other tools, bytecode as text, the user's mlir-opt for custom forms
//! of other dialects, and the user's program that lowers dialects of front ends.
//!
//! Such a program runs only on inputs that need it, and only if the user names it. Its output replaces the input;
//! messages then name lines of that output.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use memplan::{ArgumentOptions, Context};
use memplan_bytecode as bytecode;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::text::Diagnostic;
use memplan_readers::TraceReader;
use memplan_support::process::run_on;

use crate::exit::{Failure, Outcome};
use crate::kinds;
use crate::profile::{Reader, cannot_run};
use crate::render::Message;
use crate::text::Text;

/// Codes of errors that the generic form helps against.
const UNKNOWN: [&str; 2] = ["unknown-op", "no-custom-form"];

/// How inputs are read.
#[derive(Clone, Debug)]
pub(crate) struct FrontEnd {
    /// The user's mlir-opt; without one, programs are read as they are.
    pub mlir_opt: Option<PathBuf>,
    /// The user's program that lowers StableHLO, TOSA and torch to linalg; without one, programs are read as they are.
    pub lower_with: Option<PathBuf>,
    /// The program that is to read what is written, if the user names one.
    pub write_for: Option<PathBuf>,
    /// Whether operations without a location get their place in the text, because locations are printed.
    pub locate: bool,
    /// The dialects whose custom forms are known.
    pub dialects: Dialects,
    /// The readers of other tools' trace files.
    pub readers: memplan_readers::Registry,
    /// The reader of all trace files, if the user chose one.
    pub from: Option<Arc<dyn TraceReader>>,
    /// The values of symbols, if the user chose any.
    pub at: Vec<(String, i64)>,
    /// The user's ranges of dynamic dimensions of traced programs.
    pub dims: ArgumentOptions,
    /// Whether to list values that are in no trace.
    pub is_verbose: bool,
}

impl FrontEnd {
    /// The same without values of symbols.
    pub(crate) fn without_values(&self) -> Self {
        Self {
            at: Vec::new(),
            ..self.clone()
        }
    }

    /// With the dialects and readers of a context, and no choice of the user.
    pub(crate) fn of(context: &Context) -> Self {
        Self {
            mlir_opt: None,
            lower_with: None,
            write_for: None,
            locate: false,
            dialects: context.dialects.clone(),
            readers: context.readers.clone(),
            from: None,
            at: Vec::new(),
            dims: ArgumentOptions::default(),
            is_verbose: false,
        }
    }

    /// The reader for a text that may hold traces: the user's choice, or the one that recognises it. A file named
    /// like a program is a program.
    pub(crate) fn reader(&self, text: &Text) -> Option<&dyn TraceReader> {
        self.from.as_deref().or_else(|| self.recognised(text))
    }

    pub(crate) fn recognised(&self, text: &Text) -> Option<&dyn TraceReader> {
        if kinds::is_named_program(&text.name) {
            return None;
        }
        memplan_readers::recognise(&self.readers, &text.name, &text.bytes).map(|reader| &**reader)
    }

    /// Whether a file is a trace file of another tool, by its name.
    pub(crate) fn is_searched(&self, name: &str, is_beside: &dyn Fn(&str) -> bool) -> bool {
        let mut readers = self.readers.iter();
        readers.any(|reader| reader.is_searched(name, is_beside))
    }

    /// The extensions of trace files of other tools.
    pub(crate) fn extensions(&self) -> Vec<&'static str> {
        let readers = self.readers.iter();
        readers
            .flat_map(|reader| reader.extensions())
            .copied()
            .collect()
    }

    /// A program in bytecode as text, by the user's own program if memplan cannot read it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, and there is no program.
    pub(crate) fn unpacked(&self, file: &Text) -> Outcome<Text> {
        match (
            bytecode::to_text(&file.bytes, &self.dialects),
            &self.mlir_opt,
        ) {
            (Ok(text), _) => Ok(Text {
                path: file.path.clone(),
                ..Text::new(format!("{} (as text)", file.name), text.into())
            }),
            (Err(_), Some(program)) => generic(program, file),
            (Err(error), None) => {
                let message = format!("this bytecode cannot be read: {error}");
                let message = Message::error("bytecode", message)
                    .in_file(&file.name)
                    .help("pass `--mlir-opt=PATH` with the program that wrote it, such as `iree-opt`, which converts it to text");
                Err(Failure::no(message))
            }
        }
    }

    /// The program to run on a text with these errors, if it may help.
    pub(crate) fn for_errors(&self, errors: &[Diagnostic]) -> Option<&Path> {
        let program = self.mlir_opt.as_deref()?;
        are_unknown(errors).then_some(program)
    }
}

/// Whether a text has operations in custom forms that are not known.
pub(crate) fn are_unknown(errors: &[Diagnostic]) -> bool {
    errors.iter().any(|error| UNKNOWN.contains(&error.code))
}

/// A text in generic form, by the user's own mlir-opt.
///
/// # Errors
///
/// When the program cannot be run, or does not take the text.
pub(crate) fn generic(program: &Path, text: &Text) -> Outcome<Text> {
    let flags = [
        "--mlir-print-op-generic",
        "--allow-unregistered-dialect",
        "-",
    ];
    let output = run_on(program, &flags, &text.bytes)
        .map_err(|error| cannot_run(program, "--mlir-opt", &error))?;
    let name = format!("{} (by {})", text.name, program.display());
    if output.status.success() {
        return Ok(Text {
            reader: Some(Reader::new(program, "--mlir-opt")),
            ..Text::new(name, output.stdout)
        });
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or("");
    let message = format!("`{}` cannot read it either: {first}", program.display());
    Err(Failure::no(
        Message::error("mlir-opt", message)
            .in_file(&text.name)
            .help("use an `mlir-opt` that supports all dialects of the program"),
    ))
}
