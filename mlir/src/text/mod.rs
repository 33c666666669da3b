//! MLIR as text: spans, diagnostics, lexer, parser, printer.

mod context;
mod diagnostic;
pub(crate) mod lexer;
mod parser;
mod printer;
mod recognise;

pub use crate::ir::Span;
pub use crate::syntax::{Note, PResult, ParseError, ParseErrorKind};
pub use diagnostic::{Diagnostic, Severity, SourceMap, line_col};
pub use parser::{ParseLimits, attr_from_text, type_from_text};
pub(crate) use printer::{attr_summary, type_summary};
pub use printer::{attr_text, bits_from_f64, f64_from_bits, type_text};
pub use recognise::begins_like_program;

use crate::dialects::Dialects;
use crate::ir::{Module, OpId, ValueId};

/// How to read a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'a> {
    /// What the text may ask for at most.
    pub limits: ParseLimits,
    /// The file that the text comes from. Operations and arguments whose location the text leaves out
    /// get their locations from it; without it they have no location.
    pub file: Option<SourceFile<'a>>,
    /// The dialects whose custom forms the reader knows, and whose rules the module obeys; without it
    /// the core ones.
    pub dialects: Option<&'a Dialects>,
}

/// Where a text comes from.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The name of the file, as locations spell it.
    pub name: &'a str,
    /// The number of lines of the file before the text.
    pub lines_before: u32,
}

/// How to print a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Print every operation in generic form.
    pub generic: bool,
    /// Print locations.
    pub locations: bool,
    /// Print affine maps and sets in place, without aliases.
    pub local_scope: bool,
}

/// What a text means.
#[derive(Debug)]
pub struct Parsed {
    /// The module.
    pub module: Module,
    /// Remarks that are no errors.
    pub warnings: Vec<Diagnostic>,
}

/// Reads MLIR text. Linear in its length.
///
/// # Errors
///
/// Everything that is wrong with the text, in source order, up to `limits.errors`.
///
/// ```
/// use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
///
/// let parsed = parse(b"func.func private @f(i32)", &ParseOptions::default()).unwrap();
/// let text = print(&parsed.module, &PrintOptions::default());
/// assert_eq!(text, "module {\n  func.func private @f(i32)\n}\n\n");
/// ```
pub fn parse(src: &[u8], options: &ParseOptions) -> Result<Parsed, Vec<Diagnostic>> {
    parser::parse_file(src, options).map(|(module, warnings)| Parsed { module, warnings })
}

/// Prints a module the way mlir-opt 22 does. Linear in the length of the text.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let [aliases, body] = print_parts(module, options);
    if aliases.is_empty() {
        return body;
    }
    aliases + &body
}

/// What [`print()`] gives, in two parts to be written one after the other: the definitions of
/// aliases, and all the rest. Which aliases there are is known last, so that joining the two takes
/// twice the memory of a large text.
pub fn print_parts(module: &Module, options: &PrintOptions) -> [String; 2] {
    printer::print_module(module, *options)
}

/// Prints one operation with everything in it, as [`print()`] prints a module.
pub fn print_op(module: &Module, op: OpId, options: &PrintOptions) -> String {
    printer::print_op(module, op, *options)
}

/// The names that [`print()`] gives to the values of a module.
#[derive(Debug)]
pub struct ValueNames(printer::Names);

impl ValueNames {
    /// Names everything in a module. Linear.
    pub fn new(module: &Module) -> Self {
        Self(printer::Names::new(module, module.root(), false))
    }

    /// The name of a value: `%name` or `%name#i`.
    pub fn text(&self, value: ValueId) -> String {
        let mut text = String::new();
        self.0.write_value(&mut text, value);
        text
    }
}
