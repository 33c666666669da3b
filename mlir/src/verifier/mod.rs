//! The verifier: structural rules, and the rules in the dialect tables.
//!
//! | rule | where |
//! |---|---|
//! | V1 a value is defined wherever it is used | `structure.rs` |
//! | V2 blocks end in terminators, and only they do | `structure.rs` |
//! | V3 branch operands fit the arguments of the successor | `structure.rs` |
//! | V4 nothing branches to the entry of a region | `structure.rs` |
//! | V5 regions of isolated operations use no values from outside | `structure.rs` |
//! | V6 some operations are restricted to certain parents | `structure.rs` |
//! | V7 numbers of blocks | `structure.rs` |
//! | V8 numbers and types of operands, results, regions, successors; attributes | `table.rs` |
//! | V8 classes of types, relations between them | `classes.rs` |
//! | V9 symbols are unique, in symbol tables, and resolvable | `symbols.rs` |
//! | V10 values that flow between regions fit | `flow.rs` |
//! | V11 attributes of modules have a dialect prefix | `symbols.rs` |
//! | V12 inputs of affine maps are valid dimensions and symbols | `affine.rs` |
//! | rules of a single operation | the function `verify` of its table entry |
//!
//! Operations without a table entry may do anything. Operations inside their regions are not ordered, but values
//! from outside must be defined. The verifier does not check that types and attributes are well-formed in
//! themselves (the parser does), nor the legality of flags, nor the shapes of operations on vectors that no pass makes
//! or relies on: `tests/mutants/pieces.rs` lists these.

mod affine;
mod classes;
mod error;
mod flow;
pub mod rules;
mod structure;
mod symbols;
mod table;

pub use error::{Expected, VerifyError, VerifyErrorKind};

use crate::analyses::Dominance;
use crate::ir::{Module, OpId};
use crate::text::{Note, Span};

/// Rules of one operation in addition to its table entry; runs after counts, attributes and types of the table
/// were checked.
pub type OpVerifier = fn(&Module, OpId) -> Result<(), VerifyErrorKind>;

/// Rules of an operation about the symbol that it names: module, operation, symbol.
pub type SymbolVerifier = fn(&Module, OpId, OpId) -> Result<(), VerifyErrorKind>;

/// Maximum number of reported errors.
pub const MAX_ERRORS: usize = 20;

/// All errors of a module, in source order; empty if it is valid.
///
/// Stops after [`MAX_ERRORS`]. Linear in the size of the module, except for nesting depth.
pub fn verify(m: &Module) -> Vec<VerifyError> {
    verify_rules(m, symbols::Symbols::new(m))
}

/// Like [`verify`], for a part of a module in a separate module: operations that its symbols refer to may be
/// missing.
pub fn verify_part(m: &Module) -> Vec<VerifyError> {
    verify_rules(m, symbols::Symbols::of_part(m))
}

/// Whether an operation keeps the rules of its table entry, apart from those of what is around it.
pub(crate) fn is_valid(m: &Module, op: OpId) -> bool {
    let mut errors = Errors {
        m,
        list: Vec::new(),
    };
    if let Some(def) = m.def(op) {
        table::TableRules::default().check(m, op, def, &mut errors);
        return errors.list.is_empty() && def.verify.is_none_or(|verify| verify(m, op).is_ok());
    }
    true
}

fn verify_rules<'m>(m: &'m Module, mut symbols: symbols::Symbols<'m>) -> Vec<VerifyError> {
    let mut errors = Errors {
        m,
        list: Vec::new(),
    };
    let dominance = Dominance::new(m);
    let mut tables = table::TableRules::default();
    let mut affine = affine::AffineScopes::new(m);
    for op in m.walk(m.root()) {
        let n_errors = errors.list.len();
        structure::check(m, op, &dominance, &mut errors);
        symbols.check(op, &mut errors);
        if let Some(def) = m.def(op) {
            tables.check(m, op, def, &mut errors);
            if errors.list.len() == n_errors {
                match def.verify.map_or(Ok(()), |verify| verify(m, op)) {
                    Ok(()) => {
                        flow::check(m, op, def, &mut errors);
                        affine.check(op, def, &mut errors);
                    }
                    Err(kind) => errors.add(op, kind),
                }
            }
        }
        if errors.list.len() >= MAX_ERRORS {
            break;
        }
    }
    errors.list.truncate(MAX_ERRORS);
    errors.list
}

/// Collects errors.
struct Errors<'m> {
    m: &'m Module,
    list: Vec<VerifyError>,
}

impl Errors<'_> {
    fn add(&mut self, op: OpId, kind: VerifyErrorKind) {
        self.add_with_notes(op, kind, Vec::new());
    }

    fn add_with_note(&mut self, op: OpId, kind: VerifyErrorKind, message: &str, at: Span) {
        let note = Note {
            message: message.to_owned(),
            span: (at != Span::default()).then_some(at),
        };
        self.add_with_notes(op, kind, vec![note]);
    }

    fn add_with_notes(&mut self, op: OpId, kind: VerifyErrorKind, notes: Vec<Note>) {
        self.list.push(VerifyError {
            kind,
            op,
            op_name: self.m.op_name_text(op).into_owned(),
            span: self.m.span(op),
            notes,
        });
    }
}

#[cfg(test)]
mod tests;
