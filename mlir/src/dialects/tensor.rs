//! The `tensor` dialect: operations on tensors, which are values and have no memory of their own before
//! bufferization.

use super::Ty::{Any, Elem, Index, Same};
use super::verify;
use super::{
    AttrForm, Dialect, Effects, RegionFlow, Regions, ResultName, Segments, Sizes, Traits, maybe,
    ops, req,
};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};

pub(super) static DIALECT: Dialect = Dialect {
    name: "tensor",
    ops: &[OPS],
    classes: &[super::classes::memory::TENSOR_OPS],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "tensor.bitcast" "Reads the elements as another type of the same width." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, verify: Some(verify::tensor::bitcast),
         canonical: Some(canonical::tensor::bitcast),
         semantics: Semantics::Kernel(Kernel::TensorBitcast) };
    "tensor.cast" "Changes what is known statically of a tensor's shape." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { result_name: ResultName::Word("cast"), effects: Effects::None, verify: Some(verify::tensor::cast),
         canonical: Some(canonical::tensor::cast),
         semantics: Semantics::Kernel(Kernel::TensorCast) };
    "tensor.collapse_shape" "Joins groups of dimensions into one dimension each." (src Any) -> (result Any)
        [req("reassociation", AttrForm::Reassociation)] "src @reassociation {} ':' :src 'into' :result"
        { result_name: ResultName::Word("collapsed"), effects: Effects::None,
         verify: Some(verify::memref::collapse_shape), canonical: Some(canonical::tensor::collapse),
         semantics: Semantics::Kernel(Kernel::TensorCollapse) };
    "tensor.concat" "Joins tensors along a dimension." ({inputs} Any) -> (result Any)
        [req("dim", AttrForm::Int(64))] "'dim' '(' @dim ')' inputs {} ':' fn"
        { result_name: ResultName::Word("concat"), effects: Effects::None,
         verify: Some(verify::tensor::concat), canonical: Some(canonical::tensor::concat),
         semantics: Semantics::Kernel(Kernel::TensorConcat) };
    "tensor.dim" "Size of a dimension." (source Any, index Index) -> (result Index)
        "{} source ',' index ':' :source"
        { result_name: ResultName::Word("dim"), effects: Effects::None, verify: Some(verify::memref::dim),
         sizes: Sizes::Dimension, canonical: Some(canonical::tensor::dim),
         semantics: Semantics::Kernel(Kernel::TensorDim) };
    "tensor.empty" "A tensor whose elements do not matter." ({dynamicSizes} Index) -> (result Any)
        "'(' dynamicSizes ')' {} ':' :result"
        { effects: Effects::None, verify: Some(verify::tensor::sized), canonical: Some(canonical::shapes::sized),
         semantics: Semantics::Kernel(Kernel::TensorEmpty) };
    "tensor.expand_shape" "Splits dimensions into groups of dimensions."
        (src Any, {output_shape} Index) -> (result Any)
        [req("reassociation", AttrForm::Reassociation), req("static_output_shape", AttrForm::I64Array)]
        "src @reassociation 'output_shape' dyn[output_shape,@static_output_shape] {} ':' :src 'into' :result"
        { result_name: ResultName::Word("expanded"), effects: Effects::None,
         verify: Some(verify::tensor::expand_shape), canonical: Some(canonical::tensor::expand),
         semantics: Semantics::Kernel(Kernel::TensorExpand) };
    "tensor.extract" "One element." (tensor Any, {indices} Index) -> (result Elem("tensor"))
        "tensor '[' indices ']' {} ':' :tensor"
        { result_name: ResultName::Word("extracted"), effects: Effects::None,
         verify: Some(verify::access::tensor_indices), canonical: Some(canonical::tensor::extract),
         semantics: Semantics::Kernel(Kernel::TensorExtract) };
    "tensor.extract_slice" "A strided part of a tensor."
        (source Any, {offsets} Index, {sizes} Index, {strides} Index) -> (result Any)
        [req("static_offsets", AttrForm::I64Array), req("static_sizes", AttrForm::I64Array),
         req("static_strides", AttrForm::I64Array)]
        "source _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] dyn[strides,@static_strides] {} ':' \
         :source 'to' :result"
        { result_name: ResultName::Word("extracted_slice"), segments: Segments::Operands,
         effects: Effects::None, verify: Some(verify::slices::extract_slice),
         canonical: Some(canonical::tensor::extract_slice),
         semantics: Semantics::Kernel(Kernel::TensorExtractSlice) };
    "tensor.from_elements" "A tensor of the given elements." ({elements} Elem("result")) -> (result Any)
        "elements {} ':' :result"
        { result_name: ResultName::Word("from_elements"), effects: Effects::None,
         verify: Some(verify::tensor::from_elements), canonical: Some(canonical::tensor::from_elements),
         semantics: Semantics::Kernel(Kernel::TensorFromElements) };
    "tensor.gather" "Slices of a tensor at given coordinates." (source Any, indices Any) -> (result Any)
        [req("gather_dims", AttrForm::I64Array), maybe("unique", AttrForm::Unit)]
        "source '[' indices ']' 'gather_dims' '(' @gather_dims ')' ( 'unique' @unique^ )? {} ':' fn"
        { result_name: ResultName::Word("gather"), effects: Effects::None,
         verify: Some(verify::tensor::gather) };
    "tensor.generate" "A tensor of the elements that its region computes."
        ({dynamicExtents} Index) -> (result Any) "dynamicExtents R {} ':' :result"
        { result_name: ResultName::Word("generated"), regions: Regions::Exactly(1),
         traits: Traits::SINGLE_BLOCK, effects: Effects::Recursive, flow: RegionFlow::Elementwise,
         verify: Some(verify::tensor::generate), canonical: Some(canonical::shapes::sized), semantics: Semantics::Kernel(Kernel::TensorGenerate) };
    "tensor.insert" "A tensor with one element replaced."
        (scalar Elem("dest"), dest Any, {indices} Index) -> (result Same("dest"))
        "scalar 'into' dest '[' indices ']' {} ':' :dest"
        { result_name: ResultName::Word("inserted"), destination: Some("dest"), effects: Effects::None,
         verify: Some(verify::access::dest_indices), canonical: Some(canonical::tensor::insert),
         semantics: Semantics::Kernel(Kernel::TensorInsert) };
    "tensor.insert_slice" "A tensor with a strided part replaced."
        (source Any, dest Any, {offsets} Index, {sizes} Index, {strides} Index) -> (result Same("dest"))
        [req("static_offsets", AttrForm::I64Array), req("static_sizes", AttrForm::I64Array),
         req("static_strides", AttrForm::I64Array)]
        "source 'into' dest _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] \
         dyn[strides,@static_strides] {} ':' :source 'into' :dest"
        { result_name: ResultName::Word("inserted_slice"), segments: Segments::Operands,
         destination: Some("dest"), effects: Effects::None, verify: Some(verify::slices::insert_slice),
         canonical: Some(canonical::tensor::insert_slice),
         semantics: Semantics::Kernel(Kernel::TensorInsertSlice) };
    "tensor.pad" "A tensor with elements added on its sides."
        (source Any, {low} Index, {high} Index) -> (result Any)
        [req("static_low", AttrForm::I64Array), req("static_high", AttrForm::I64Array),
         maybe("nofold", AttrForm::Unit)]
        "source ( 'nofold' @nofold^ )? 'low' _ dyn[low,@static_low] 'high' _ dyn[high,@static_high] R {} \
         ':' :source 'to' :result"
        { result_name: ResultName::Word("padded"), regions: Regions::Exactly(1),
         segments: Segments::Operands, traits: Traits::SINGLE_BLOCK, flow: RegionFlow::Elementwise,
         effects: Effects::None, verify: Some(verify::tensor::pad), canonical: Some(canonical::tensor::pad),
         semantics: Semantics::Kernel(Kernel::TensorPad) };
    "tensor.parallel_insert_slice" "Replaces a strided part of a result of `scf.forall`."
        (source Any, dest Any, {offsets} Index, {sizes} Index, {strides} Index)
        [req("static_offsets", AttrForm::I64Array), req("static_sizes", AttrForm::I64Array),
         req("static_strides", AttrForm::I64Array)]
        "source 'into' dest _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] \
         dyn[strides,@static_strides] {} ':' :source 'into' :dest"
        { segments: Segments::Operands, destination: Some("dest"), parents: &["scf.forall.in_parallel"],
         verify: Some(verify::tensor::parallel_insert_slice),
         canonical: Some(canonical::tensor::parallel_insert_slice),
         semantics: Semantics::Kernel(Kernel::TensorParallelInsertSlice) };
    "tensor.rank" "Number of dimensions." (tensor Any) -> (result Index) "tensor {} ':' :tensor"
        { result_name: ResultName::Word("rank"), effects: Effects::None, verify: Some(verify::tensor::rank),
         canonical: Some(canonical::tensor::rank),
         semantics: Semantics::Kernel(Kernel::TensorRank) };
    "tensor.reshape" "A tensor in the shape that another tensor holds."
        (source Any, shape Any) -> (result Any) "source '(' shape ')' {} ':' fn"
        { result_name: ResultName::Word("reshape"), effects: Effects::None,
         verify: Some(verify::tensor::reshape), canonical: Some(canonical::tensor::reshape),
         semantics: Semantics::Kernel(Kernel::TensorReshape) };
    "tensor.scatter" "A tensor with slices replaced at given coordinates."
        (source Any, dest Any, indices Any) -> (result Any)
        [req("scatter_dims", AttrForm::I64Array), maybe("unique", AttrForm::Unit)]
        "source 'into' dest '[' indices ']' 'scatter_dims' '(' @scatter_dims ')' ( 'unique' @unique^ )? {} ':' fn"
        { result_name: ResultName::Word("scatter"), effects: Effects::None,
         verify: Some(verify::tensor::scatter) };
    "tensor.splat" "A tensor of equal elements."
        (input Elem("aggregate"), {dynamicSizes} Index) -> (aggregate Any)
        "input ( '[' dynamicSizes^ ']' )? {} ':' :aggregate"
        { result_name: ResultName::Word("splat"), effects: Effects::None,
         verify: Some(verify::tensor::sized), canonical: Some(canonical::tensor::splat),
         semantics: Semantics::Kernel(Kernel::TensorSplat) };
    "tensor.yield" "Ends a region with the element that it computed." (value Any) "value {} ':' :value"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["tensor.generate", "tensor.pad"],
         verify: Some(verify::tensor::generate), effects: Effects::None };
}
