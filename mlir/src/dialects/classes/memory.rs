//! Type classes of the operands and results of `memref`, `tensor`, `vector`.

use super::kinds::{
    ANY_MEMREF, FIXED_VECTOR, FIXED_VECTOR_I1, INDEX, MEMREF, MEMREF_0D, MEMREF_1D, MEMREF_1D_I8,
    MEMREF_1D_SIGNLESS, MEMREF_NOT_0D, MEMREF_NUMBERS, PRINTED, RANKED_TENSOR, SHAPED,
    SIGNLESS_OR_FLOAT, STATIC_MEMREF, STATIC_TENSOR, STRIDED_MEMREF, TENSOR, TENSOR_1D_SIGNLESS,
    TENSOR_NOT_0D, TENSOR_NUMBERS, TENSOR_OR_MEMREF, TENSOR_SIGNLESS, VECTOR, VECTOR_1D_INDEX,
    VECTOR_FLOAT, VECTOR_I1, VECTOR_I1_NOT_0D, VECTOR_INT,
};
use super::rows;

rows! { pub(in crate::dialects) MEMREF_OPS:
    "alloc alloca assume_alignment load prefetch store" memref MEMREF;
    "atomic_rmw" value SIGNLESS_OR_FLOAT, memref MEMREF_NUMBERS, result SIGNLESS_OR_FLOAT;
    "cast memory_space_cast" source ANY_MEMREF, result ANY_MEMREF;
    "collapse_shape expand_shape" src STRIDED_MEMREF, result STRIDED_MEMREF;
    "copy" source ANY_MEMREF, target ANY_MEMREF;
    "dealloc rank" memref ANY_MEMREF;
    "dim" source MEMREF_NOT_0D;
    "distinct_objects" operands MEMREF;
    "dma_wait" tagMemRef MEMREF;
    "extract_aligned_pointer_as_index" source ANY_MEMREF, result INDEX;
    "extract_strided_metadata" source STRIDED_MEMREF, base_buffer MEMREF_0D;
    "generic_atomic_rmw" memref MEMREF_NUMBERS, result SIGNLESS_OR_FLOAT;
    "get_global" result STATIC_MEMREF;
    "realloc" source MEMREF_1D, result MEMREF_1D;
    "reinterpret_cast" source ANY_MEMREF, result STRIDED_MEMREF;
    "reshape" source ANY_MEMREF, shape MEMREF_1D_SIGNLESS, result ANY_MEMREF;
    "subview" source MEMREF, result MEMREF;
    "transpose" in STRIDED_MEMREF, result STRIDED_MEMREF;
    "view" source MEMREF_1D_I8, result MEMREF;
}

rows! { pub(in crate::dialects) TENSOR_OPS:
    "bitcast" source TENSOR_NUMBERS, result TENSOR_NUMBERS;
    "cast" source TENSOR, result TENSOR;
    "collapse_shape expand_shape" src TENSOR, result TENSOR;
    "concat" inputs RANKED_TENSOR, result RANKED_TENSOR;
    "dim" source TENSOR_NOT_0D;
    "empty generate" result RANKED_TENSOR;
    "extract" tensor RANKED_TENSOR;
    "extract_slice pad" source RANKED_TENSOR, result RANKED_TENSOR;
    "from_elements" result STATIC_TENSOR;
    "gather" source RANKED_TENSOR, indices TENSOR_SIGNLESS, result RANKED_TENSOR;
    "insert" dest RANKED_TENSOR;
    "insert_slice" source RANKED_TENSOR, dest RANKED_TENSOR;
    "rank" tensor TENSOR;
    "reshape" source TENSOR, shape TENSOR_1D_SIGNLESS, result TENSOR;
    "scatter" source RANKED_TENSOR, dest RANKED_TENSOR, indices TENSOR_SIGNLESS, result RANKED_TENSOR;
    "splat" aggregate RANKED_TENSOR;
}

rows! { pub(in crate::dialects) VECTOR_OPS:
    "bitcast extract_strided_slice scalable.extract shape_cast" source VECTOR, result VECTOR;
    "broadcast" result VECTOR;
    "compressstore" base MEMREF, mask FIXED_VECTOR_I1, valueToStore VECTOR;
    "constant_mask create_mask" result VECTOR_I1;
    "contract" lhs VECTOR, rhs VECTOR;
    "deinterleave" source VECTOR, res1 VECTOR;
    "expandload" base MEMREF, mask FIXED_VECTOR_I1, pass_thru VECTOR, result VECTOR;
    "print" source PRINTED;
    "extract multi_reduction to_elements" source VECTOR;
    "fma" lhs VECTOR_FLOAT;
    "from_elements" dest FIXED_VECTOR;
    "gather" base TENSOR_OR_MEMREF, indices VECTOR_INT, mask VECTOR_I1, pass_thru VECTOR, result VECTOR;
    "insert" dest VECTOR;
    "insert_strided_slice scalable.insert" valueToStore VECTOR, dest VECTOR;
    "interleave" lhs VECTOR, result VECTOR;
    "load" base MEMREF, result VECTOR;
    "mask" mask VECTOR_I1_NOT_0D;
    "maskedload" base MEMREF, mask VECTOR_I1, pass_thru VECTOR, result VECTOR;
    "maskedstore" base MEMREF, mask VECTOR_I1, valueToStore VECTOR;
    "outerproduct" lhs VECTOR, result VECTOR, acc VECTOR;
    "reduction" vector VECTOR;
    "scan" source VECTOR, initial_value VECTOR;
    "scatter" base TENSOR_OR_MEMREF, indices VECTOR_INT, mask VECTOR_I1, valueToStore VECTOR;
    "shuffle" v1 FIXED_VECTOR, v2 FIXED_VECTOR, vector VECTOR;
    "step" result VECTOR_1D_INDEX;
    "store" valueToStore VECTOR, base MEMREF;
    "transfer_read" base SHAPED, vector VECTOR, mask VECTOR_I1;
    "transfer_write" valueToStore VECTOR, base SHAPED, mask VECTOR_I1;
    "transpose" vector VECTOR, result VECTOR;
    "type_cast" source STATIC_MEMREF, result MEMREF;
}
