//! The `bufferization` dialect: conversions between tensors and buffers.

use super::Clauses;
use super::Form::Named;
use super::Ty::{Any, I1, Index, Same};
use super::assembly::bufferization as assembly;
use super::def::EffectKind::{Allocate, Free, Read, Write};
use super::shorthands::spelled;
use super::verify;
use super::{
    AttrForm, Dialect, EffectInstance, EffectList, Effects, Segments, Traits, Views, hook, makes,
    maybe, on, ops,
};
use crate::ir::{Module, OpId};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V20, V24Early};

pub(super) static DIALECT: Dialect = Dialect {
    name: "bufferization",
    clauses: Clauses::Generic,
    strict_from: V24Early,
    ops: &[OPS],
    classes: &[super::classes::arith_math::BUFFERIZATION],
    spellings: &[spelled(
        "to_buffer",
        V19,
        V20,
        Named("bufferization.to_memref"),
    )],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "bufferization.alloc_tensor" "A tensor that gets a buffer of its own."
        ({dynamic_sizes} Index, [copy] Same("result"), [size_hint] Index) -> (result Any)
        [maybe("memory_space", AttrForm::Any)]
        "'(' dynamic_sizes ')' ( 'copy' '(' copy^ ')' )? ( 'size_hint' _ '=' _ size_hint^ )? {} ':' :result"
        { segments: Segments::Operands, verify: Some(verify::bufferization::alloc_tensor),
         canonical: Some(canonical::shapes::sized),
         semantics: Semantics::Kernel(Kernel::AllocTensor) };
    "bufferization.clone" "A buffer with the contents of another; the two may share memory."
        (input Any) -> (output Any) "input {} ':' :input 'to' :output"
        { effects: Effects::List(&[on(Read, "input"), makes(Allocate, "output"), makes(Write, "output")]),
         verify: Some(verify::bufferization::clone), canonical: Some(canonical::bufferization::clone),
         semantics: Semantics::Kernel(Kernel::Clone) };
    // MLIR declares no effects; the frees follow from the semantics.
    "bufferization.dealloc" "Frees the buffers that the program owns and does not retain."
        ({memrefs} Any, {conditions} I1, {retained} Any) -> ({updatedConditions} I1)
        { segments: Segments::Operands, verify: Some(verify::bufferization::dealloc),
         effects: Effects::List(&[on(Free, "memrefs")]),
         assembly: hook(super::assembly::misc::parse_dealloc, super::assembly::misc::print_dealloc),
         canonical: Some(canonical::bufferization::dealloc),
         semantics: Semantics::Kernel(Kernel::DeallocOwned) };
    "bufferization.dealloc_tensor" "Frees the buffer that a tensor gets." (tensor Any)
        "tensor {} ':' :tensor" { semantics: Semantics::Kernel(Kernel::Nothing) };
    "bufferization.materialize_in_destination" "Writes a tensor to a buffer or to the buffer of another tensor."
        (source Any, dest Any) -> ([result] Any)
        [maybe("restrict", AttrForm::Unit), maybe("writable", AttrForm::Unit)]
        "source 'in' ( 'restrict' @restrict^ )? ( 'writable' @writable^ )? dest {} ':' fn"
        { effects: Effects::Accesses(materialize_effects), destination: Some("dest"),
         verify: Some(verify::bufferization::materialize),
         semantics: Semantics::Kernel(Kernel::Materialize) };
    "bufferization.to_buffer" "The buffer of a tensor." (tensor Any) -> (buffer Any)
        [maybe("read_only", AttrForm::Unit)]
        { assembly: hook(assembly::parse_to_buffer, assembly::print_to_buffer), effects: Effects::None, views: Views::First, verify: Some(verify::bufferization::to_buffer),
         canonical: Some(canonical::bufferization::to_buffer),
         semantics: Semantics::Kernel(Kernel::ToBuffer) };
    "bufferization.to_tensor" "The contents of a buffer as a tensor." (buffer Any) -> (result Any)
        [maybe("restrict", AttrForm::Unit), maybe("writable", AttrForm::Unit)]
        { assembly: hook(assembly::parse_to_tensor, assembly::print_to_tensor), traits: Traits::CAPTURES,
         effects: Effects::List(&[on(Read, "buffer")]), views: Views::First,
         verify: Some(verify::bufferization::to_tensor), canonical: Some(canonical::bufferization::to_tensor), semantics: Semantics::Kernel(Kernel::ToTensor) };
}

/// Writes the destination if it is a buffer.
fn materialize_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    for &value in module.operand_group(op, "dest") {
        if module.is_memref(value) {
            effects.push(EffectInstance {
                kind: Write,
                value: Some(value),
            });
        }
    }
}
