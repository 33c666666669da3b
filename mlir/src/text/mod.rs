//! MLIR as text: spans, diagnostics, lexer, parser, printer.

mod context;
mod diagnostic;
mod digest;
pub(crate) mod lexer;
mod parser;
mod place;
mod printer;
mod recognise;
mod version;

pub use crate::ir::Span;
pub use crate::syntax::{Note, PResult, ParseError, ParseErrorKind};
pub use diagnostic::{Diagnostic, Severity, SourceMap, line_col};
pub use digest::Common;
pub use parser::{ParseLimits, attr_from_text, type_from_text};
pub use place::{Place, PlacedOp};
pub use printer::{AttrPrinter, attr_text, packed_bits, space_name, space_text, type_text};
pub(crate) use printer::{attr_summary, type_summary};
pub use recognise::begins_like_program;

use crate::dialects::Dialects;
use crate::ir::{Module, OpId, ValueId};
pub use crate::syntax::MlirVersion;

/// Options of the parser.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'a> {
    /// Limits on the resources that a text may use.
    pub limits: ParseLimits,
    /// The source file of the text. Operations and arguments without an explicit location get one in this file;
    /// without a file they have no location.
    pub file: Option<SourceFile<'a>>,
    /// The dialects whose custom forms the parser accepts, and whose rules the module follows; by default the core
    /// dialects.
    pub dialects: Option<&'a Dialects>,
}

/// The source file of a text.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The name of the file, as printed in locations.
    pub name: &'a str,
    /// The number of lines of the file before the text.
    pub lines_before: u32,
}

/// Options of the printer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Print every operation in generic form.
    pub generic: bool,
    /// Print locations.
    pub locations: bool,
    /// Print affine maps and sets in place, without aliases.
    pub local_scope: bool,
    /// The version of MLIR that is to read the text.
    pub version: MlirVersion,
    /// What is shortened.
    pub lengths: Lengths,
    /// Print `{...}` in place of regions.
    pub skip_regions: bool,
    /// Give each value a name that no other value of the module has.
    pub unique_names: bool,
}

/// How much of long attributes and resources is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The number of elements above which a dense literal is a hex string.
    pub hex_above: u64,
    /// The number of elements above which a literal is omitted. The text is then for people only.
    pub elements: u64,
    /// The number of characters above which a resource is omitted.
    pub resource_chars: u64,
}

impl Lengths {
    /// As `mlir-opt` without options: nothing is omitted.
    pub const DEFAULT: Self = Self {
        hex_above: 100,
        elements: u64::MAX,
        resource_chars: u64::MAX,
    };
}

impl Default for Lengths {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The result of parsing a text.
#[derive(Debug)]
pub struct Parsed {
    /// The module.
    pub module: Module,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// The version of MLIR that the text is of, unless MLIR 22 reads it, too: the oldest one that has all operations of
    /// the text and spells them alike.
    pub version: Option<MlirVersion>,
}

/// Reads MLIR text. Linear in its length.
///
/// # Errors
///
/// Everything that is wrong with the text, in source order, up to [`ParseLimits::errors`].
///
/// ```
/// use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
///
/// let parsed = parse(b"func.func private @f(i32)", &ParseOptions::default()).unwrap();
/// let text = print(&parsed.module, &PrintOptions::default());
/// assert_eq!(text, "module {\n  func.func private @f(i32)\n}\n\n");
/// ```
pub fn parse(src: &[u8], options: &ParseOptions) -> Result<Parsed, Vec<Diagnostic>> {
    parser::parse_file(src, options)
}

/// Prints a module the way mlir-opt of the [version](PrintOptions::version) does. Linear in the length of the text.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let [aliases, body] = print_parts(module, options);
    if aliases.is_empty() {
        return body;
    }
    aliases + &body
}

/// The result of [`print()`] in two parts, to be written one after the other: the definitions of aliases, and the
/// rest. The set of aliases is known last, so joining the parts would take twice the memory of a large text.
pub fn print_parts(module: &Module, options: &PrintOptions) -> [String; 2] {
    match version::converted(module, options.version).0 {
        None => printer::print_module(module, *options),
        Some(module) => printer::print_module(&module, *options),
    }
}

/// The operations of a module that a version of MLIR does not have or cannot express; [`print()`] writes them as MLIR
/// 22 does. Linear.
pub fn check_version(module: &Module, version: MlirVersion) -> Vec<Diagnostic> {
    version::converted(module, version).1
}

/// The program with the operations of a version, if it has others. Linear.
pub fn converted(module: &Module, version: MlirVersion) -> Option<Module> {
    version::converted(module, version).0
}

/// Prints one operation with its regions, as [`print()`] prints a module. Linear in the length of the text.
pub fn print_op(module: &Module, op: OpId, options: &PrintOptions) -> String {
    printer::print_op(module, op, *options)
}

/// The names of the values of a module in the output of [`print()`].
#[derive(Debug)]
pub struct ValueNames(printer::Names);

impl ValueNames {
    /// Names everything in a module. Linear.
    pub fn new(module: &Module) -> Self {
        Self(printer::Names::new(
            module,
            module.root(),
            printer::Naming::Custom,
        ))
    }

    /// The name of a value: `%name` or `%name#i`.
    pub fn text(&self, value: ValueId) -> String {
        let mut text = String::new();
        self.0.write_value(&mut text, value);
        text
    }
}
