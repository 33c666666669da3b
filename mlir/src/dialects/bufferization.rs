//! The `bufferization` dialect: conversions between tensors and buffers.

use super::assembly::{bufferization as assembly, modern};
use super::def::EffectKind::{Allocate, Free, Read, Write};
use super::registry::Dialect;
use super::verify;
use super::{
    Assembly, Attr, AttrForm, EffectInstance, Effects, OpDef, Segments, Traits, Ty, Views, hook,
    makes, many, maybe, on, one, opt,
};
use crate::ir::{Module, OpId};
use crate::rewrite::canonical;
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "bufferization",
    ops: &[OPS],
    classes: &[super::classes::arith_math::BUFFERIZATION],
    ..Dialect::EMPTY
};

const RESTRICT_WRITABLE: &[Attr] = &[
    maybe("restrict", AttrForm::Unit),
    maybe("writable", AttrForm::Unit),
];
const READ_ONLY: &[Attr] = &[maybe("read_only", AttrForm::Unit)];

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "bufferization.alloc_tensor",
        summary: "A tensor that gets a buffer of its own.",
        operands: &[
            many("dynamic_sizes", Ty::Index),
            opt("copy", Ty::Same("result")),
            opt("size_hint", Ty::Index),
        ],
        results: &[one("result", Ty::Any)],
        attrs: &[maybe("memory_space", AttrForm::Any)],
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "'(' dynamic_sizes ')' ( 'copy' '(' copy^ ')' )? ( 'size_hint' _ '=' _ size_hint^ )? \
             {} ':' :result",
        ),
        verify: Some(verify::bufferization::alloc_tensor),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AllocTensor),
    OpDef {
        name: "bufferization.clone",
        summary: "A buffer with the contents of another; the two may share memory.",
        operands: &[one("input", Ty::Any)],
        results: &[one("output", Ty::Any)],
        assembly: Assembly::Format("input {} ':' :input 'to' :output"),
        effects: Effects::List(&[
            on(Read, "input"),
            makes(Allocate, "output"),
            makes(Write, "output"),
        ]),
        verify: Some(verify::bufferization::clone),
        ..OpDef::EMPTY
    }
    .simplified(canonical::bufferization::clone)
    .kernel(Kernel::Clone),
    OpDef {
        name: "bufferization.dealloc",
        summary: "Frees the buffers that the program owns and does not retain.",
        operands: &[
            many("memrefs", Ty::Any),
            many("conditions", Ty::I1),
            many("retained", Ty::Any),
        ],
        results: &[many("updatedConditions", Ty::I1)],
        segments: Segments::Operands,
        verify: Some(verify::bufferization::dealloc),
        // MLIR declares no effects; the frees follow from the semantics.
        effects: Effects::List(&[on(Free, "memrefs")]),
        assembly: Assembly::Hook {
            parse: super::assembly::misc::parse_dealloc,
            print: super::assembly::misc::print_dealloc,
        },
        ..OpDef::EMPTY
    }
    .simplified(canonical::bufferization::dealloc)
    .kernel(Kernel::DeallocOwned),
    OpDef {
        name: "bufferization.dealloc_tensor",
        summary: "Frees the buffer that a tensor gets.",
        operands: &[one("tensor", Ty::Any)],
        assembly: Assembly::Format("tensor {} ':' :tensor"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Nothing),
    OpDef {
        name: "bufferization.materialize_in_destination",
        summary: "Writes a tensor to a buffer or to the buffer of another tensor.",
        operands: &[one("source", Ty::Any), one("dest", Ty::Any)],
        results: &[opt("result", Ty::Any)],
        attrs: RESTRICT_WRITABLE,
        assembly: Assembly::Format(
            "source 'in' ( 'restrict' @restrict^ )? ( 'writable' @writable^ )? dest {} ':' fn",
        ),
        effects: Effects::Accesses(materialize_effects),
        destination: Some("dest"),
        verify: Some(verify::bufferization::materialize),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Materialize),
    OpDef {
        name: "bufferization.to_buffer",
        summary: "The buffer of a tensor.",
        operands: &[one("tensor", Ty::Any)],
        results: &[one("buffer", Ty::Any)],
        attrs: READ_ONLY,
        assembly: Assembly::Format(
            "tensor ( 'read_only' @read_only^ )? {} ':' :tensor 'to' :buffer",
        ),
        effects: Effects::None,
        views: Views::First,
        verify: Some(verify::bufferization::to_buffer),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::ToBuffer),
    // MLIR 19; the custom form spells only the type of the buffer.
    OpDef {
        name: "bufferization.to_memref",
        summary: "The buffer of a tensor, as MLIR 19 spells it.",
        operands: &[one("tensor", Ty::Hook)],
        results: &[one("memref", Ty::Any)],
        attrs: READ_ONLY,
        assembly: hook(assembly::parse_to_memref, assembly::print_to_memref),
        effects: Effects::None,
        views: Views::First,
        modern: Some(modern::to_memref),
        verify: Some(verify::bufferization::to_buffer),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::ToBuffer),
    OpDef {
        name: "bufferization.to_tensor",
        summary: "The contents of a buffer as a tensor.",
        operands: &[one("buffer", Ty::Any)],
        results: &[one("result", Ty::Any)],
        attrs: RESTRICT_WRITABLE,
        assembly: hook(assembly::parse_to_tensor, assembly::print_to_tensor),
        traits: Traits::CAPTURES,
        effects: Effects::List(&[on(Read, "buffer")]),
        views: Views::First,
        verify: Some(verify::bufferization::to_tensor),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::ToTensor),
];

/// Writes the destination if it is a buffer.
fn materialize_effects(module: &Module, op: OpId, effects: &mut Vec<EffectInstance>) {
    for &value in module.operand_group(op, "dest") {
        if module.is_memref(value) {
            effects.push(EffectInstance {
                kind: Write,
                value: Some(value),
            });
        }
    }
}
