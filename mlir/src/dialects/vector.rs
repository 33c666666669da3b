//! The `vector` dialect: operations on vectors, and between vectors and memory.

use super::Clauses;
use super::Form::Converted;
use super::Ty::{Any, Elem, Hook, Index, Same};
use super::assembly::older;
use super::assembly::{modern, vector as assembly};
use super::def::EffectKind::{Read, Write};
use super::shorthands::{missing, spelled};
use super::verify;
use super::{
    Attr, AttrForm, Dialect, EffectInstance, EffectKind, EffectList, Effects, ORDERED, RegionFlow,
    Regions, ResultName, Segments, Traits, Views, dflt, hook, maybe, on, ops, req,
};
use crate::ir::{Module, OpId};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V20, V21, V22, V24, V24Early};

pub(super) static DIALECT: Dialect = Dialect {
    name: "vector",
    clauses: Clauses::Equals,
    strict_from: V24Early,
    ops: &[OPS],
    attrs: super::vocabulary::VECTOR,
    without_entry: &[
        "vector.flat_transpose",
        "vector.matrix_multiply",
        "vector.reshape",
        "vector.warp_execute_on_lane_0",
    ],
    classes: &[super::classes::memory::VECTOR_OPS],
    spellings: &[
        spelled(
            "load store maskedload maskedstore gather scatter expandload compressstore",
            V19,
            V21,
            Converted(older::aligned),
        ),
        missing("to_elements", V19, V20),
        missing("extractelement insertelement splat", V22, V24),
    ],
    ..Dialect::EMPTY
};

const NONTEMPORAL: Attr = maybe("nontemporal", AttrForm::Bool);
const ALIGNMENT: Attr = maybe("alignment", AttrForm::Alignment);
const KIND_FORM: AttrForm = AttrForm::AngleEnum("vector.kind");
const KIND: Attr = req("kind", KIND_FORM);
const KIND_OR_ADD: Attr = dflt("kind", KIND_FORM, "#vector.kind<add>");

const READS_BASE: Effects = Effects::List(&[on(Read, "base")]);
const WRITES_BASE: Effects = Effects::List(&[on(Write, "base")]);

ops! { pub(super) OPS:
    "vector.bitcast" "Reads the same bits as another vector type." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, canonical: Some(canonical::vector::bitcast), verify: Some(verify::vector::bitcast) };
    "vector.broadcast" "Repeats a value along new or unit dimensions." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, canonical: Some(canonical::vector::broadcast), verify: Some(verify::vector::broadcast) };
    "vector.compressstore" "Writes the masked elements side by side."
        (base Any, {indices} Index, mask Any, valueToStore Any) [ALIGNMENT]
        "base '[' indices ']' ',' mask ',' valueToStore {} ':' :base ',' :mask ',' :valueToStore"
        { effects: WRITES_BASE };
    "vector.constant_mask" "A mask whose leading elements are set." -> (result Any)
        [req("mask_dim_sizes", AttrForm::I64Array)] "@mask_dim_sizes {} ':' :result"
        { effects: Effects::None };
    "vector.contract" "Multiplies and reduces vectors along dimensions that maps name."
        (lhs Any, rhs Any, acc Any) -> (result Any)
        [req("indexing_maps", AttrForm::Array), req("iterator_types", AttrForm::Array), KIND_OR_ADD]
        { assembly: hook(assembly::parse_contract, assembly::print_contract),
         masking: Some(verify::vector_access::MASKED_CONTRACT), effects: Effects::None };
    "vector.create_mask" "A mask whose leading elements are set, by sizes known at run time."
        ({operands} Index) -> (result Any) "operands {} ':' :result"
        { effects: Effects::None };
    "vector.deinterleave" "The elements at even and at odd positions."
        (source Any) -> (res1 Any, res2 Same("res1")) "source {} ':' :source '->' :res1"
        { result_name: ResultName::Groups, effects: Effects::None };
    "vector.expandload" "Reads elements side by side into the masked positions."
        (base Any, {indices} Index, mask Any, pass_thru Any) -> (result Any) [ALIGNMENT]
        "base '[' indices ']' ',' mask ',' pass_thru {} ':' :base ',' :mask ',' :pass_thru 'into' :result"
        { effects: READS_BASE };
    "vector.extract" "An element or a part of a vector."
        (source Any, {dynamic_position} Index) -> (result Any) [req("static_position", AttrForm::I64Array)]
        "source _ dyn[dynamic_position,@static_position] {} ':' :result 'from' :source"
        { effects: Effects::None, canonical: Some(canonical::vector::extract), verify: Some(verify::vector::extract) };
    "vector.extract_strided_slice" "A strided part of a vector." (source Any) -> (result Any)
        [req("offsets", AttrForm::Array), req("sizes", AttrForm::Array), req("strides", AttrForm::Array)]
        "source {} ':' :source 'to' :result"
        { clauses: Some(Clauses::Commas), effects: Effects::None, canonical: Some(canonical::vector::whole), verify: Some(verify::vector::extract_slice) };
    "vector.fma" "Multiplies two vectors and adds a third, rounding once."
        (lhs Any, rhs Same("lhs"), acc Same("lhs")) -> (result Same("lhs")) "lhs ',' rhs ',' acc {} ':' :lhs"
        { effects: Effects::None };
    "vector.from_elements" "A vector of the given elements." ({elements} Elem("dest")) -> (dest Any)
        "elements {} ':' :dest" { effects: Effects::None, verify: Some(verify::tensor::from_elements) };
    "vector.gather" "Reads elements at positions that a vector holds."
        (base Any, {offsets} Index, indices Any, mask Any, pass_thru Any) -> (result Any) [ALIGNMENT]
        "base '[' offsets ']' '[' indices ']' ',' mask ',' pass_thru {} ':' :base ',' :indices ',' :mask \
         ',' :pass_thru 'into' :result"
        { effects: READS_BASE, verify: Some(verify::vector_access::gather),
         masking: Some(verify::vector_access::MASKED_RESULT),
         semantics: Semantics::Kernel(Kernel::VectorGather) };
    "vector.insert" "A vector with an element or a part replaced."
        (valueToStore Any, dest Any, {dynamic_position} Index) -> (result Same("dest"))
        [req("static_position", AttrForm::I64Array)]
        "valueToStore ',' dest dyn[dynamic_position,@static_position] {} ':' :valueToStore 'into' :dest"
        { effects: Effects::None, modern: Some(modern::insert) };
    "vector.insert_strided_slice" "A vector with a strided part replaced."
        (valueToStore Any, dest Any) -> (res Same("dest"))
        [req("offsets", AttrForm::Array), req("strides", AttrForm::Array)]
        "valueToStore ',' dest {} ':' :valueToStore 'into' :dest"
        { clauses: Some(Clauses::Commas), effects: Effects::None };
    "vector.interleave" "Interleaves the elements of two vectors." (lhs Any, rhs Same("lhs")) -> (result Any)
        "lhs ',' rhs {} ':' :lhs '->' :result"
        { effects: Effects::None };
    "vector.load" "Reads a vector of neighbouring elements." (base Any, {indices} Index) -> (result Any)
        [NONTEMPORAL, ALIGNMENT] "base '[' indices ']' {} ':' :base ',' :result"
        { effects: READS_BASE, verify: Some(verify::access::vector_load) };
    "vector.mask" "Runs one operation on the elements that a mask names."
        (mask Any, [passthru] Any) -> ({results} Any)
        { regions: Regions::Exactly(1), assembly: hook(assembly::parse_mask, assembly::print_mask),
         traits: Traits::SINGLE_BLOCK, implicit_terminator: Some("vector.yield"),
         effects: Effects::Recursive, flow: RegionFlow::Once, verify: Some(verify::vector_access::mask),
         canonical: Some(canonical::vector::mask),
         is_spelled: Some(assembly::is_mask_spelled) };
    "vector.maskedload" "Reads the elements that a mask names."
        (base Any, {indices} Index, mask Any, pass_thru Any) -> (result Any) [ALIGNMENT]
        "base '[' indices ']' ',' mask ',' pass_thru {} ':' :base ',' :mask ',' :pass_thru 'into' :result"
        { effects: READS_BASE };
    "vector.maskedstore" "Writes the elements that a mask names."
        (base Any, {indices} Index, mask Any, valueToStore Any) [ALIGNMENT]
        "base '[' indices ']' ',' mask ',' valueToStore {} ':' :base ',' :mask ',' :valueToStore"
        { effects: WRITES_BASE };
    "vector.multi_reduction" "Reduces a vector along dimensions."
        (source Any, acc Same("dest")) -> (dest Any) [KIND, req("reduction_dims", AttrForm::I64Array)]
        "@kind ',' source ',' acc {} @reduction_dims ':' :source 'to' :dest"
        { effects: Effects::None, masking: Some(verify::vector_access::MASKED_OPERAND) };
    "vector.outerproduct" "Product of every element of one vector with every element of another."
        (lhs Any, rhs Any, [acc] Hook) -> (result Hook) [KIND_OR_ADD]
        { masking: Some(verify::vector_access::MASKED_RESULT),
         assembly: hook(assembly::parse_outerproduct, assembly::print_outerproduct), effects: Effects::None };
    "vector.print" "Prints a value." ([source] Any)
        [dflt("punctuation", AttrForm::AngleEnum("vector.punctuation"), "#vector.punctuation<newline>"),
         maybe("stringLiteral", AttrForm::Str)]
        "( source^ ':' :source )? ( 'str' @stringLiteral^ )? ( 'punctuation' @punctuation^ )? {}"
        { effects: Effects::List(&[ORDERED]) };
    "vector.reduction" "Reduces a vector to one element." (vector Any, [acc] Same("dest")) -> (dest Any)
        [KIND, dflt("fastmath", AttrForm::AngleEnum("arith.fastmath"), "#arith.fastmath<none>")]
        "@kind ',' vector ( ',' acc^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :vector 'into' :dest"
        { effects: Effects::None, masking: Some(verify::vector_access::MASKED_OPERAND) };
    "vector.scalable.extract" "A fixed part of a scalable vector." (source Any) -> (result Any)
        [req("pos", AttrForm::Int(64))] "source '[' @pos ']' {} ':' :result 'from' :source"
        { effects: Effects::None };
    "vector.scalable.insert" "A scalable vector with a fixed part replaced."
        (valueToStore Any, dest Any) -> (res Same("dest")) [req("pos", AttrForm::Int(64))]
        "valueToStore ',' dest '[' @pos ']' {} ':' :valueToStore 'into' :dest"
        { effects: Effects::None };
    "vector.scan" "Running reduction along a dimension."
        (source Any, initial_value Any) -> (dest Same("source"), accumulated_value Same("initial_value"))
        [KIND, req("reduction_dim", AttrForm::Int(64)), req("inclusive", AttrForm::Bool)]
        "@kind ',' source ',' initial_value {} ':' :source ',' :initial_value"
        { clauses: Some(Clauses::Commas), result_name: ResultName::Groups, effects: Effects::None };
    "vector.scatter" "Writes elements at positions that a vector holds."
        (base Any, {offsets} Index, indices Any, mask Any, valueToStore Any) -> ([result] Any) [ALIGNMENT]
        "base '[' offsets ']' '[' indices ']' ',' mask ',' valueToStore {} ':' :base ',' :indices ',' :mask \
         ',' :valueToStore ( '->' :result^ )?"
        { effects: WRITES_BASE };
    "vector.shape_cast" "The same elements in another shape." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, canonical: Some(canonical::vector::shape_cast), verify: Some(verify::vector::shape_cast) };
    "vector.shuffle" "Parts of two vectors in a given order." (v1 Any, v2 Any) -> (vector Hook)
        [req("mask", AttrForm::I64Array)]
        { canonical: Some(canonical::vector::whole), verify: Some(verify::vector::shuffle),
         assembly: hook(assembly::parse_shuffle, assembly::print_shuffle), effects: Effects::None };
    "vector.splat" "Repeats a value, as MLIR 19 spells it." (input Elem("aggregate")) -> (aggregate Any)
        "input {} ':' :aggregate" { modern: Some(modern::splat), effects: Effects::None };
    "vector.extractelement" "An element of a vector; in MLIR 19 only."
        (vector Any, [position] Any) -> (result Elem("vector"))
        "vector '[' ( position^ ':' :position )? ']' {} ':' :vector"
        { effects: Effects::None, modern: Some(modern::extractelement) };
    "vector.insertelement" "A vector with an element replaced; in MLIR 19 only."
        (source Elem("dest"), dest Any, [position] Any) -> (result Same("dest"))
        "source ',' dest '[' ( position^ ':' :position )? ']' {} ':' :dest"
        { effects: Effects::None, modern: Some(modern::insertelement) };
    "vector.step" "The vector 0, 1, 2 and so on." -> (result Any) "{} ':' :result" { effects: Effects::None };
    "vector.store" "Writes a vector to neighbouring elements." (valueToStore Any, base Any, {indices} Index)
        [NONTEMPORAL, ALIGNMENT] "valueToStore ',' base '[' indices ']' {} ':' :base ',' :valueToStore"
        { effects: WRITES_BASE, verify: Some(verify::access::vector_store) };
    "vector.to_elements" "The elements of a vector." (source Any) -> ({elements} Elem("source"))
        { assembly: hook(assembly::parse_to_elements, assembly::print_to_elements), effects: Effects::None };
    "vector.transfer_read" "Reads a vector from a memref or tensor, with padding."
        (base Any, {indices} Index, padding Elem("base"), [mask] Hook) -> (vector Any)
        [req("permutation_map", AttrForm::Map), req("in_bounds", AttrForm::Array)]
        { segments: Segments::Operands, clauses: Some(Clauses::Dictionary),
         assembly: hook(assembly::parse_transfer_read, assembly::print_transfer_read),
         effects: Effects::Accesses(transfer_read_effects),
         verify: Some(verify::vector_access::transfer_read),
         canonical: Some(canonical::vector::transfer_read),
         masking: Some(verify::vector_access::MASKED_READ),
         semantics: Semantics::Kernel(Kernel::TransferRead) };
    "vector.transfer_write" "Writes a vector to a memref or into a tensor."
        (valueToStore Any, base Any, {indices} Index, [mask] Hook) -> ([result] Same("base"))
        [req("permutation_map", AttrForm::Map), req("in_bounds", AttrForm::Array)]
        { segments: Segments::Operands, clauses: Some(Clauses::Dictionary),
         assembly: hook(assembly::parse_transfer_write, assembly::print_transfer_write),
         effects: Effects::Accesses(transfer_write_effects), destination: Some("base"),
         verify: Some(verify::vector_access::transfer_write),
         masking: Some(verify::vector_access::MASKED_WRITE),
         canonical: Some(canonical::vector::transfer_write),
         semantics: Semantics::Kernel(Kernel::TransferWrite) };
    "vector.transpose" "A vector with its dimensions permuted." (vector Any) -> (result Any)
        [req("permutation", AttrForm::I64Array)] "vector ',' @permutation {} ':' :vector 'to' :result"
        { effects: Effects::None, canonical: Some(canonical::vector::transpose), verify: Some(verify::vector::transpose) };
    "vector.type_cast" "Views a static buffer as a buffer of one vector." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { verify: Some(verify::vector::type_cast), views: Views::First, effects: Effects::None };
    "vector.vscale" "The factor of scalable dimensions." -> (res Index) "{}"
        { result_name: ResultName::Word("vscale"), effects: Effects::None };
    "vector.yield" "Ends a region with its results." ({operands} Any) "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None };
}

/// Reads the source if it is a memref.
fn transfer_read_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    effect_on_buffers(module, op, Read, effects);
}

/// Writes the destination if it is a memref.
fn transfer_write_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    effect_on_buffers(module, op, Write, effects);
}

fn effect_on_buffers(module: &Module, op: OpId, kind: EffectKind, effects: &mut EffectList) {
    effects.extend(
        module
            .operand_group(op, "base")
            .iter()
            .filter(|&&value| module.is_memref(value))
            .map(|&value| EffectInstance {
                kind,
                value: Some(value),
            }),
    );
}
