//! Which function a call enters.
//!
//! A callee that cannot be found, or that is only declared, may do anything with what it is given.

use rustc_hash::FxHashMap;

use crate::dialects::Traits;
use crate::ir::{AttrKind, Module, OpId, StrId, ValueId};

/// What a call names as its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'m> {
    /// A symbol, outermost name first.
    Symbol {
        /// Outermost symbol.
        root: StrId,
        /// Symbols below it.
        nested: &'m [StrId],
    },
    /// A function value.
    Value(ValueId),
}

/// The target of a call; absent when the operation is not a call.
pub fn callee(m: &Module, op: OpId) -> Option<Callee<'_>> {
    let name = m.def(op)?.callee?;
    let attr = m.ctx.find_str(name).and_then(|name| m.prop(op, name));
    match attr.map(|attr| m.ctx.attr_kind(attr)) {
        Some(AttrKind::SymbolRef { root, nested }) => Some(Callee::Symbol {
            root: *root,
            nested,
        }),
        _ => m.operands(op).first().copied().map(Callee::Value),
    }
}

/// Finds operations by symbol, without walking the module for each question.
#[derive(Clone, Debug, Default)]
pub struct SymbolIndex {
    by_name: FxHashMap<(OpId, StrId), OpId>,
}

impl SymbolIndex {
    /// Indexes every symbol of the module. Linear.
    pub fn new(m: &Module) -> Self {
        let mut by_name = FxHashMap::default();
        for op in m.walk(m.root()) {
            if let (Some(name), Some(parent)) = (m.symbol_name(op), m.parent(op)) {
                by_name.entry((parent, name)).or_insert(op);
            }
        }
        Self { by_name }
    }

    /// The operation that a symbol names, seen from `from`: the innermost symbol table around it
    /// that knows the outermost name decides. `O(depth)`.
    pub fn lookup(&self, m: &Module, from: OpId, root: StrId, nested: &[StrId]) -> Option<OpId> {
        let first = m
            .ancestors(from)
            .filter(|&table| m.has_trait(table, Traits::SYMBOL_TABLE))
            .find_map(|table| self.by_name.get(&(table, root)).copied())?;
        nested
            .iter()
            .try_fold(first, |at, &name| self.by_name.get(&(at, name)).copied())
    }

    /// The function that a call enters, if its symbol can be resolved.
    pub fn resolve_call(&self, m: &Module, call: OpId) -> Option<OpId> {
        match callee(m, call)? {
            Callee::Symbol { root, nested } => self.lookup(m, call, root, nested),
            Callee::Value(_) => None,
        }
    }
}
