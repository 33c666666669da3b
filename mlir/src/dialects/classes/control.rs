//! Type classes of the operands and results of `affine`, `cf`, `func`, `scf`.

use super::kinds::{FUNCTION, INT, MEMREF, RANKED_TENSOR, SIGNLESS_OR_INDEX, VECTOR};
use super::rows;

rows! { pub(in crate::dialects) AFFINE:
    "load prefetch store" memref MEMREF;
    "vector_load" memref MEMREF, result VECTOR;
    "vector_store" value VECTOR, memref MEMREF;
}

rows! { pub(in crate::dialects) CF:
    "switch" flag INT;
}

rows! { pub(in crate::dialects) FUNC:
    "call_indirect" callee FUNCTION;
}

rows! { pub(in crate::dialects) SCF:
    "for" lowerBound SIGNLESS_OR_INDEX;
    "forall" outs RANKED_TENSOR;
}
