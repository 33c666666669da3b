//! `func`: calls of function values that are known.

use crate::ir::{OpId, OpSpec, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;

pub(crate) fn call_indirect(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [function, arguments @ ..] = rw.m.operands(op) else {
        return false;
    };
    let arguments: Vec<ValueId> = arguments.to_vec();
    let Some(constant) = rw.definer(*function, Kernel::FunctionReference) else {
        return false;
    };
    let Some(callee) = rw.m.prop(constant, names::VALUE) else {
        return false;
    };
    let types = rw.result_types(op);
    let name = rw.m.ctx.op_name("func.call");
    let mut spec = OpSpec::new(name)
        .operands(&arguments)
        .results(&types)
        .prop(names::CALLEE, callee);
    for name in [names::ARG_ATTRS, names::RES_ATTRS] {
        if let Some(attrs) = rw.m.prop(op, name) {
            spec = spec.prop(name, attrs);
        }
    }
    spec.attrs = rw.m.attrs(op).clone();
    rw.replace_by(op, spec)
}
