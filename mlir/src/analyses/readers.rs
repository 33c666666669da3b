//! Functions that write no memory except what they allocate themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialects::{EffectKind, Traits};
use crate::interfaces::{SymbolIndex, allocates, callee, effects, has_body};
use crate::ir::{Module, OpId, ValueId};

/// The functions of a module that only read their arguments. Declared functions and indirect callees may do
/// anything.
#[derive(Clone, Debug)]
pub struct Readers {
    symbols: SymbolIndex,
    functions: FxHashSet<OpId>,
}

impl Readers {
    /// Visits each operation once, and each call once more. Mutually recursive functions only read if nothing else in
    /// them writes.
    pub fn new(m: &Module) -> Self {
        let symbols = SymbolIndex::new(m);
        let mut functions = FxHashSet::default();
        let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let mut writers = Vec::new();
        for function in m.walk(m.root()) {
            if !m.has_trait(function, Traits::FUNCTION) || !has_body(m, function) {
                continue;
            }
            functions.insert(function);
            for op in m.walk(function).filter(|&op| op != function) {
                match symbols.resolve_call(m, op) {
                    Some(target) => callers.entry(target).or_default().push(function),
                    None if callee(m, op).is_none() && changes_only_its_own(m, op) => {}
                    None => writers.push(function),
                }
            }
        }
        let unknown = callers.keys().copied().filter(|op| !functions.contains(op));
        writers.extend(unknown);
        let mut seen: FxHashSet<OpId> = FxHashSet::default();
        while let Some(writer) = writers.pop() {
            if seen.insert(writer) {
                functions.remove(&writer);
                writers.extend(callers.get(&writer).into_iter().flatten());
            }
        }
        Self { symbols, functions }
    }

    /// Whether an operation is a call that only reads its operands. `O(depth)`.
    pub fn is_reading_call(&self, m: &Module, op: OpId) -> bool {
        let target = self.symbols.resolve_call(m, op);
        target.is_some_and(|function| self.functions.contains(&function))
    }
}

/// Whether an operation, without its regions, writes nothing but buffers that were allocated in the same
/// function.
fn changes_only_its_own(m: &Module, op: OpId) -> bool {
    let is_own = |value: ValueId| {
        let maker = m.defining_op(value);
        maker.is_some_and(|maker| allocates(m, maker, value))
    };
    effects(m, op).is_some_and(|list| {
        list.iter().all(|effect| match effect.kind {
            EffectKind::Read | EffectKind::Allocate | EffectKind::AllocateAutomatic => true,
            EffectKind::Write | EffectKind::Free => effect.value.is_some_and(is_own),
        })
    })
}
