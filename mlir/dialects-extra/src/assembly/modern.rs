//! Converts the syntax of MLIR 19 to that of MLIR 22 while parsing.

use memplan_mlir::ir::names;
use memplan_mlir::syntax::pieces::{set_prop, set_segments};
use memplan_mlir::syntax::{OpParser, OpState};

/// `inbounds` is a unit attribute of `llvm.getelementptr` in MLIR 19.
pub(crate) fn getelementptr(p: &mut OpParser<'_>, state: &mut OpState) {
    let old = p.ctx_mut().str("inbounds");
    if state.props.remove(old).is_some() {
        let ty = p.ctx_mut().int_type(32);
        let flags = p.ctx_mut().int_attr(3, ty);
        set_prop(p, state, "noWrapFlags", flags);
    }
}

/// Calls of `llvm` have no operand bundles in MLIR 19.
pub(crate) fn llvm_call(p: &mut OpParser<'_>, state: &mut OpState) {
    if state.props.get(names::OPERAND_SEGMENT_SIZES).is_none() {
        let count = state.operands.len();
        set_segments(p, state, &[count, 0]);
    }
}
