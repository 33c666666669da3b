//! What calls give back, for those who ask where buffers come from.

use memplan_mlir::analyses::Origins;
use memplan_mlir::interfaces::{SymbolIndex, callee};
use memplan_mlir::{Module, OpId};

use super::queries::{has_body, is_private};

/// What calls of private functions give back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateCalls {
    /// Perhaps what they were given, which saves copies. Calls whose function is not seen count as
    /// well.
    #[default]
    GiveAnything,
    /// New buffers, as public functions do, unless bits behind the results say whether they are.
    GiveNew,
}

/// The origins of all buffers below `root`, for questions about what a condition of a
/// `bufferization.dealloc` can be true for. Linear.
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

/// Whether the buffers that a call returns are new.
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
        (PrivateCalls::GiveNew, _) => true,
        (PrivateCalls::GiveAnything, None) => false,
        (PrivateCalls::GiveAnything, Some(function)) => {
            !(is_private(m, function) && has_body(m, function))
        }
    }
}
