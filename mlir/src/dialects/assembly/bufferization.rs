//! Custom forms of `bufferization`: conversions between tensors and buffers, in the syntax of MLIR 19 and 22.

use crate::ir::{OpId, TypeId, TypeKind};
use crate::syntax::pieces::{
    Parse, opt_attr_dict, opt_unit, print_dict_without, prop, push_uniform,
};
use crate::syntax::{MlirVersion, OpParser, OpPrinter, OpState};

/// The tensor type with the sizes and elements of a memref type.
fn tensor_of(p: &mut OpParser<'_>, ty: TypeId) -> Parse<TypeId> {
    let kind = match p.module().ctx.type_kind(ty) {
        TypeKind::MemRef(memref) => TypeKind::Tensor {
            shape: memref.shape.clone(),
            element: memref.element,
            encoding: None,
        },
        TypeKind::UnrankedMemRef { element, .. } => TypeKind::UnrankedTensor { element: *element },
        _ => return Err(p.expected("a memref type")),
    };
    Ok(p.ctx_mut().ty(kind))
}

/// `%m restrict? writable? {..} : M to T`; MLIR 19 omits the tensor type.
pub(in crate::dialects) fn parse_to_tensor(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let used = p.parse_use()?;
    opt_unit(p, state, "restrict", "restrict");
    opt_unit(p, state, "writable", "writable");
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[used], ty)?;
    let result = if p.eat_word("to") {
        p.note_versions(MlirVersion::V20, MlirVersion::V24);
        p.parse_type()?
    } else {
        p.note_versions(MlirVersion::V19, MlirVersion::V19);
        tensor_of(p, ty)?
    };
    state.results.push(result);
    Ok(())
}

pub(in crate::dialects) fn print_to_tensor(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    for name in ["restrict", "writable"] {
        if prop(p, op, name).is_some() {
            p.push(" ");
            p.push(name);
        }
    }
    print_dict_without(p, op, &["restrict", "writable"]);
    p.push(" : ");
    p.types_of(operands.iter().copied());
    if MlirVersion::V20 <= p.version() {
        p.push(" to ");
        p.types_of(p.module().results(op));
    }
}

/// `%t read_only? {..} : T to M`; MLIR 19 omits the tensor type.
pub(in crate::dialects) fn parse_to_buffer(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let used = p.parse_use()?;
    opt_unit(p, state, "read_only", "read_only");
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let (tensor, memref) = if p.eat_word("to") {
        p.note_versions(MlirVersion::V20, MlirVersion::V24);
        (ty, p.parse_type()?)
    } else {
        p.note_versions(MlirVersion::V19, MlirVersion::V19);
        (tensor_of(p, ty)?, ty)
    };
    push_uniform(p, state, &[used], tensor)?;
    state.results.push(memref);
    Ok(())
}

pub(in crate::dialects) fn print_to_buffer(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    if prop(p, op, "read_only").is_some() {
        p.push(" read_only");
    }
    print_dict_without(p, op, &["read_only"]);
    p.push(" : ");
    if MlirVersion::V20 <= p.version() {
        p.types_of(operands.iter().copied());
        p.push(" to ");
    }
    p.types_of(p.module().results(op));
}
