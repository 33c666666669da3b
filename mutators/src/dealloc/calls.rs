//! What calls give back, for those who ask where buffers come from.

use memplan_mlir::analyses::{CallResult, Origins};
use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::{Module, OpId, names};

/// What calls of private functions give back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateCalls {
    /// New buffers, unless bits behind the results say whether they are.
    #[default]
    GiveNew,
    /// Perhaps what they were given. Calls whose function is not seen count as well.
    GiveAnything,
}

/// The origins of all buffers below `root`. Linear.
pub(super) fn origins(m: &Module, root: OpId, private: PrivateCalls) -> Origins {
    let symbols = SymbolIndex::new(m);
    Origins::with_calls(m, root, |call, _| call_result(m, &symbols, call, private))
}

fn call_result(m: &Module, symbols: &SymbolIndex, call: OpId, private: PrivateCalls) -> CallResult {
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
        return CallResult::Unknown;
    }
    match (private, symbols.resolve_call(m, call)) {
        (PrivateCalls::GiveAnything, None) => CallResult::Unknown,
        (PrivateCalls::GiveAnything, Some(function)) if has_private_body(m, function) => {
            CallResult::Unknown
        }
        (PrivateCalls::GiveNew | PrivateCalls::GiveAnything, _) => CallResult::New,
    }
}

fn has_private_body(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    visibility.is_some_and(|text| m.ctx.bytes(text) == b"private")
        && m.regions(function)
            .iter()
            .any(|&region| m.first_block(region).is_some())
}
