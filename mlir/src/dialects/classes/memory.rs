//! Type classes of the operands and results of `memref`, `tensor`, `vector`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{
    ANY_MEMREF, FIXED_VECTOR, FIXED_VECTOR_I1, INDEX, MEMREF, MEMREF_0D, MEMREF_1D, MEMREF_1D_I8,
    MEMREF_1D_SIGNLESS, MEMREF_NOT_0D, MEMREF_NUMBERS, PRINTED, RANKED_TENSOR, SHAPED,
    SIGNLESS_OR_FLOAT, STATIC_MEMREF, STATIC_TENSOR, STRIDED_MEMREF, TENSOR, TENSOR_1D_SIGNLESS,
    TENSOR_NOT_0D, TENSOR_NUMBERS, TENSOR_OR_MEMREF, TENSOR_SIGNLESS, VECTOR, VECTOR_1D_INDEX,
    VECTOR_FLOAT, VECTOR_I1, VECTOR_I1_NOT_0D, VECTOR_INT,
};

pub(in crate::dialects) static MEMREF_OPS: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "alloc",
            "alloca",
            "assume_alignment",
            "load",
            "prefetch",
            "store",
        ],
        places: &[(Group("memref"), &MEMREF)],
    },
    ClassRow {
        ops: &["atomic_rmw"],
        places: &[
            (Group("value"), &SIGNLESS_OR_FLOAT),
            (Group("memref"), &MEMREF_NUMBERS),
            (Group("result"), &SIGNLESS_OR_FLOAT),
        ],
    },
    ClassRow {
        ops: &["cast", "memory_space_cast"],
        places: &[
            (Group("source"), &ANY_MEMREF),
            (Group("result"), &ANY_MEMREF),
        ],
    },
    ClassRow {
        ops: &["collapse_shape", "expand_shape"],
        places: &[
            (Group("src"), &STRIDED_MEMREF),
            (Group("result"), &STRIDED_MEMREF),
        ],
    },
    ClassRow {
        ops: &["copy"],
        places: &[
            (Group("source"), &ANY_MEMREF),
            (Group("target"), &ANY_MEMREF),
        ],
    },
    ClassRow {
        ops: &["dealloc", "rank"],
        places: &[(Group("memref"), &ANY_MEMREF)],
    },
    ClassRow {
        ops: &["dim"],
        places: &[(Group("source"), &MEMREF_NOT_0D)],
    },
    ClassRow {
        ops: &["distinct_objects"],
        places: &[(Group("operands"), &MEMREF)],
    },
    ClassRow {
        ops: &["dma_wait"],
        places: &[(Group("tagMemRef"), &MEMREF)],
    },
    ClassRow {
        ops: &["extract_aligned_pointer_as_index"],
        places: &[(Group("source"), &ANY_MEMREF), (Group("result"), &INDEX)],
    },
    ClassRow {
        ops: &["extract_strided_metadata"],
        places: &[
            (Group("source"), &STRIDED_MEMREF),
            (Group("base_buffer"), &MEMREF_0D),
        ],
    },
    ClassRow {
        ops: &["generic_atomic_rmw"],
        places: &[
            (Group("memref"), &MEMREF_NUMBERS),
            (Group("result"), &SIGNLESS_OR_FLOAT),
        ],
    },
    ClassRow {
        ops: &["get_global"],
        places: &[(Group("result"), &STATIC_MEMREF)],
    },
    ClassRow {
        ops: &["realloc"],
        places: &[(Group("source"), &MEMREF_1D), (Group("result"), &MEMREF_1D)],
    },
    ClassRow {
        ops: &["reinterpret_cast"],
        places: &[
            (Group("source"), &ANY_MEMREF),
            (Group("result"), &STRIDED_MEMREF),
        ],
    },
    ClassRow {
        ops: &["reshape"],
        places: &[
            (Group("source"), &ANY_MEMREF),
            (Group("shape"), &MEMREF_1D_SIGNLESS),
            (Group("result"), &ANY_MEMREF),
        ],
    },
    ClassRow {
        ops: &["subview"],
        places: &[(Group("source"), &MEMREF), (Group("result"), &MEMREF)],
    },
    ClassRow {
        ops: &["transpose"],
        places: &[
            (Group("in"), &STRIDED_MEMREF),
            (Group("result"), &STRIDED_MEMREF),
        ],
    },
    ClassRow {
        ops: &["view"],
        places: &[(Group("source"), &MEMREF_1D_I8), (Group("result"), &MEMREF)],
    },
];

pub(in crate::dialects) static TENSOR_OPS: &[ClassRow] = &[
    ClassRow {
        ops: &["bitcast"],
        places: &[
            (Group("source"), &TENSOR_NUMBERS),
            (Group("result"), &TENSOR_NUMBERS),
        ],
    },
    ClassRow {
        ops: &["cast"],
        places: &[(Group("source"), &TENSOR), (Group("result"), &TENSOR)],
    },
    ClassRow {
        ops: &["collapse_shape", "expand_shape"],
        places: &[(Group("src"), &TENSOR), (Group("result"), &TENSOR)],
    },
    ClassRow {
        ops: &["concat"],
        places: &[
            (Group("inputs"), &RANKED_TENSOR),
            (Group("result"), &RANKED_TENSOR),
        ],
    },
    ClassRow {
        ops: &["dim"],
        places: &[(Group("source"), &TENSOR_NOT_0D)],
    },
    ClassRow {
        ops: &["empty", "generate"],
        places: &[(Group("result"), &RANKED_TENSOR)],
    },
    ClassRow {
        ops: &["extract"],
        places: &[(Group("tensor"), &RANKED_TENSOR)],
    },
    ClassRow {
        ops: &["extract_slice", "pad"],
        places: &[
            (Group("source"), &RANKED_TENSOR),
            (Group("result"), &RANKED_TENSOR),
        ],
    },
    ClassRow {
        ops: &["from_elements"],
        places: &[(Group("result"), &STATIC_TENSOR)],
    },
    ClassRow {
        ops: &["gather"],
        places: &[
            (Group("source"), &RANKED_TENSOR),
            (Group("indices"), &TENSOR_SIGNLESS),
            (Group("result"), &RANKED_TENSOR),
        ],
    },
    ClassRow {
        ops: &["insert"],
        places: &[(Group("dest"), &RANKED_TENSOR)],
    },
    ClassRow {
        ops: &["insert_slice"],
        places: &[
            (Group("source"), &RANKED_TENSOR),
            (Group("dest"), &RANKED_TENSOR),
        ],
    },
    ClassRow {
        ops: &["rank"],
        places: &[(Group("tensor"), &TENSOR)],
    },
    ClassRow {
        ops: &["reshape"],
        places: &[
            (Group("source"), &TENSOR),
            (Group("shape"), &TENSOR_1D_SIGNLESS),
            (Group("result"), &TENSOR),
        ],
    },
    ClassRow {
        ops: &["scatter"],
        places: &[
            (Group("source"), &RANKED_TENSOR),
            (Group("dest"), &RANKED_TENSOR),
            (Group("indices"), &TENSOR_SIGNLESS),
            (Group("result"), &RANKED_TENSOR),
        ],
    },
    ClassRow {
        ops: &["splat"],
        places: &[(Group("aggregate"), &RANKED_TENSOR)],
    },
];

pub(in crate::dialects) static VECTOR_OPS: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "bitcast",
            "extract_strided_slice",
            "scalable.extract",
            "shape_cast",
        ],
        places: &[(Group("source"), &VECTOR), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["broadcast"],
        places: &[(Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["compressstore"],
        places: &[
            (Group("base"), &MEMREF),
            (Group("mask"), &FIXED_VECTOR_I1),
            (Group("valueToStore"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["constant_mask", "create_mask"],
        places: &[(Group("result"), &VECTOR_I1)],
    },
    ClassRow {
        ops: &["contract"],
        places: &[(Group("lhs"), &VECTOR), (Group("rhs"), &VECTOR)],
    },
    ClassRow {
        ops: &["deinterleave"],
        places: &[(Group("source"), &VECTOR), (Group("res1"), &VECTOR)],
    },
    ClassRow {
        ops: &["expandload"],
        places: &[
            (Group("base"), &MEMREF),
            (Group("mask"), &FIXED_VECTOR_I1),
            (Group("pass_thru"), &VECTOR),
            (Group("result"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["print"],
        places: &[(Group("source"), &PRINTED)],
    },
    ClassRow {
        ops: &["extract", "multi_reduction", "to_elements"],
        places: &[(Group("source"), &VECTOR)],
    },
    ClassRow {
        ops: &["fma"],
        places: &[(Group("lhs"), &VECTOR_FLOAT)],
    },
    ClassRow {
        ops: &["from_elements"],
        places: &[(Group("dest"), &FIXED_VECTOR)],
    },
    ClassRow {
        ops: &["gather"],
        places: &[
            (Group("base"), &TENSOR_OR_MEMREF),
            (Group("indices"), &VECTOR_INT),
            (Group("mask"), &VECTOR_I1),
            (Group("pass_thru"), &VECTOR),
            (Group("result"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["insert"],
        places: &[(Group("dest"), &VECTOR)],
    },
    ClassRow {
        ops: &["insert_strided_slice", "scalable.insert"],
        places: &[(Group("valueToStore"), &VECTOR), (Group("dest"), &VECTOR)],
    },
    ClassRow {
        ops: &["interleave"],
        places: &[(Group("lhs"), &VECTOR), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["load"],
        places: &[(Group("base"), &MEMREF), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["mask"],
        places: &[(Group("mask"), &VECTOR_I1_NOT_0D)],
    },
    ClassRow {
        ops: &["maskedload"],
        places: &[
            (Group("base"), &MEMREF),
            (Group("mask"), &VECTOR_I1),
            (Group("pass_thru"), &VECTOR),
            (Group("result"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["maskedstore"],
        places: &[
            (Group("base"), &MEMREF),
            (Group("mask"), &VECTOR_I1),
            (Group("valueToStore"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["outerproduct"],
        places: &[
            (Group("lhs"), &VECTOR),
            (Group("result"), &VECTOR),
            (Group("acc"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["reduction"],
        places: &[(Group("vector"), &VECTOR)],
    },
    ClassRow {
        ops: &["scan"],
        places: &[
            (Group("source"), &VECTOR),
            (Group("initial_value"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["scatter"],
        places: &[
            (Group("base"), &TENSOR_OR_MEMREF),
            (Group("indices"), &VECTOR_INT),
            (Group("mask"), &VECTOR_I1),
            (Group("valueToStore"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["shuffle"],
        places: &[
            (Group("v1"), &FIXED_VECTOR),
            (Group("v2"), &FIXED_VECTOR),
            (Group("vector"), &VECTOR),
        ],
    },
    ClassRow {
        ops: &["step"],
        places: &[(Group("result"), &VECTOR_1D_INDEX)],
    },
    ClassRow {
        ops: &["store"],
        places: &[(Group("valueToStore"), &VECTOR), (Group("base"), &MEMREF)],
    },
    ClassRow {
        ops: &["transfer_read"],
        places: &[
            (Group("base"), &SHAPED),
            (Group("vector"), &VECTOR),
            (Group("mask"), &VECTOR_I1),
        ],
    },
    ClassRow {
        ops: &["transfer_write"],
        places: &[
            (Group("valueToStore"), &VECTOR),
            (Group("base"), &SHAPED),
            (Group("mask"), &VECTOR_I1),
        ],
    },
    ClassRow {
        ops: &["transpose"],
        places: &[(Group("vector"), &VECTOR), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["type_cast"],
        places: &[
            (Group("source"), &STATIC_MEMREF),
            (Group("result"), &MEMREF),
        ],
    },
];
