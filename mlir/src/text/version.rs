//! Programs in the operations that a version of MLIR has.

use crate::ir::{AffineMap, AttrKind, Module, OpId, names};
use crate::syntax::MlirVersion;

/// The program with the operations of a version, if it has others. Linear.
pub(super) fn converted(module: &Module, version: MlirVersion) -> Option<Module> {
    let kind_of = |op: OpId| module.def(op).and_then(|def| def.elementwise_kind);
    let ops = module.walk(module.root());
    let renamed: Vec<(OpId, &str)> = ops.filter_map(|op| Some((op, kind_of(op)?))).collect();
    if version < MlirVersion::V24 || renamed.is_empty() {
        return None;
    }
    let mut module = module.clone();
    for (op, kind) in renamed {
        let rank = module.operands(op).last().and_then(|&out| {
            let shape = module.ctx.shape(module.value_type(out))?;
            Some(shape.len() as u32)
        });
        let map = AttrKind::AffineMap(AffineMap::identity(rank.unwrap_or(0)));
        let map = module.ctx.attr(map);
        let maps = vec![map; module.operands(op).len()];
        let maps = module.ctx.attr(AttrKind::Array(maps.into()));
        let (dialect, body) = (
            module.ctx.str("linalg"),
            module.ctx.str(format!("elementwise_kind<{kind}>")),
        );
        let kind = module.ctx.attr(AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        });
        let (name, key) = (
            module.ctx.op_name("linalg.elementwise"),
            module.ctx.str("kind"),
        );
        module.rename_op(op, name);
        module.set_prop(op, key, kind);
        module.set_prop(op, names::INDEXING_MAPS, maps);
    }
    Some(module)
}
