//! Programs in the operations that a version of MLIR has.

use crate::dialects::as_elementwise;
use crate::ir::{Module, OpId};
use crate::syntax::MlirVersion;

/// The program with the operations of a version, if it has others. Linear.
pub(super) fn converted(module: &Module, version: MlirVersion) -> Option<Module> {
    if version < MlirVersion::V24 {
        return None;
    }
    let kind_of = |op: OpId| module.def(op).and_then(|def| def.elementwise_kind);
    let ops = module.walk(module.root());
    let renamed: Vec<(OpId, &str)> = ops.filter_map(|op| Some((op, kind_of(op)?))).collect();
    if renamed.is_empty() {
        return None;
    }
    let mut module = module.clone();
    for (op, kind) in renamed {
        as_elementwise(&mut module, op, kind);
    }
    Some(module)
}
