//! Ownership of call results, for queries about the origin of buffers.

use memplan_memory_model::{Origins, returns_arguments};
use memplan_mlir::interfaces::{SymbolIndex, callee, has_body, is_private};
use memplan_mlir::{Module, OpId};

/// Assumptions about the results of private functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateCalls {
    /// Results may be operands of the call, which saves copies. Includes calls with an unknown callee.
    #[default]
    GiveAnything,
    /// Results are new buffers, as for public functions, unless flags after the results indicate
    /// otherwise.
    GiveNew,
}

/// The origins of all buffers below `root`, for queries about the buffers that a condition of a
/// `bufferization.dealloc` can own. Linear.
pub(super) fn origins(m: &Module, root: OpId, private: PrivateCalls) -> Origins {
    let symbols = SymbolIndex::new(m);
    let mut origins = Origins::new(m, root);
    origins.only_owned();
    for call in m.walk(root).filter(|&op| callee(m, op).is_some()) {
        if gives_new(m, &symbols, call, private) {
            continue;
        }
        for result in m.results(call).filter(|&result| m.is_memref(result)) {
            origins.set_unknown_result(result);
        }
    }
    origins
}

/// Whether a call returns new buffers.
fn gives_new(m: &Module, symbols: &SymbolIndex, call: OpId, private: PrivateCalls) -> bool {
    let n_memrefs = m
        .results(call)
        .filter(|&result| m.is_memref(result))
        .count();
    let n_bits = m
        .results(call)
        .rev()
        .take_while(|&result| m.ctx.bit_width(m.value_type(result)) == Some(1))
        .count();
    if n_bits >= n_memrefs {
        return false;
    }
    match (private, symbols.resolve_call(m, call)) {
        (_, Some(function)) if returns_arguments(m, function) => false,
        (PrivateCalls::GiveNew, _) => true,
        (PrivateCalls::GiveAnything, None) => false,
        (PrivateCalls::GiveAnything, Some(function)) => {
            !(is_private(m, function) && has_body(m, function))
        }
    }
}
