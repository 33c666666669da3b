//! The tables of the interpreter and those of the dialects list the same operations.

use memplan_interp::executes;
use memplan_mlir::semantics::{Kernel, Semantics};

#[test]
fn operations_with_known_semantics_are_executed() {
    for def in memplan_dialects_extra::dialects().ops() {
        // Control flow handles these operations.
        let is_jump = matches!(
            def.semantics,
            Semantics::Kernel(Kernel::Branch | Kernel::Unreachable)
        );
        let is_known = !matches!(def.semantics, Semantics::Unknown);
        assert_eq!(
            executes(def.semantics),
            is_known && !is_jump,
            "{}",
            def.name
        );
    }
}
