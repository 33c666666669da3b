//! Type classes of the operands and results of `llvm`.

use super::kinds::{
    LLVM_AGGREGATE, LLVM_FLOAT_LIKE, LLVM_I1_LIKE, LLVM_INT_LIKE, LLVM_INT_OR_PTR,
    LLVM_INT_OR_PTR_LIKE, LLVM_NON_AGGREGATE, LLVM_PTR, LLVM_PTR_LIKE, LLVM_SIZED, LLVM_STRUCT,
    LLVM_TOKEN, LLVM_TYPE, LLVM_VECTOR, SIGNLESS,
};
use super::rows;

rows! { pub(crate) LLVM:
    "add and ashr lshr mul or sdiv shl srem sub udiv urem xor" res LLVM_INT_LIKE;
    "addrspacecast" arg LLVM_PTR_LIKE, res LLVM_PTR_LIKE;
    "alloca" arraySize SIGNLESS, res LLVM_PTR;
    "atomicrmw" ptr LLVM_PTR;
    "bitcast" arg LLVM_NON_AGGREGATE, res LLVM_NON_AGGREGATE;
    "br" destOperands LLVM_TYPE;
    "call" callee_operands LLVM_TYPE, result LLVM_TYPE, op_bundle_operands LLVM_TYPE;
    "call_intrinsic" args LLVM_TYPE, results LLVM_TYPE, op_bundle_operands LLVM_TYPE;
    "cmpxchg" ptr LLVM_PTR, cmp LLVM_INT_OR_PTR, res LLVM_STRUCT;
    "cond_br" trueDestOperands LLVM_TYPE;
    "dso_local_equivalent mlir.addressof" res LLVM_PTR;
    "extractelement" vector LLVM_VECTOR, position SIGNLESS, res LLVM_TYPE;
    "extractvalue" container LLVM_AGGREGATE, res LLVM_TYPE;
    "fadd fdiv fmul fneg frem fsub" res LLVM_FLOAT_LIKE;
    "fcmp" lhs LLVM_FLOAT_LIKE, res LLVM_I1_LIKE;
    "fpext fptrunc" arg LLVM_FLOAT_LIKE, res LLVM_FLOAT_LIKE;
    "fptosi fptoui" arg LLVM_FLOAT_LIKE, res LLVM_INT_LIKE;
    "freeze mlir.constant mlir.poison mlir.undef mlir.zero" res LLVM_TYPE;
    "getelementptr" base LLVM_PTR_LIKE, dynamicIndices LLVM_INT_LIKE, res LLVM_PTR_LIKE;
    "icmp" lhs LLVM_INT_OR_PTR_LIKE, res LLVM_I1_LIKE;
    "inline_asm" operands LLVM_TYPE, res LLVM_TYPE;
    "insertelement" vector LLVM_VECTOR, value LLVM_TYPE, position SIGNLESS;
    "insertvalue" value LLVM_TYPE, res LLVM_AGGREGATE;
    "inttoptr" arg LLVM_INT_LIKE, res LLVM_PTR_LIKE;
    "invoke" callee_operands LLVM_TYPE, normalDestOperands LLVM_TYPE, op_bundle_operands LLVM_TYPE;
    "load" addr LLVM_PTR, res LLVM_SIZED;
    "mlir.none" res LLVM_TOKEN;
    "ptrtoint" arg LLVM_PTR_LIKE, res LLVM_INT_LIKE;
    "resume" value LLVM_TYPE;
    "return" arg LLVM_TYPE;
    "select" condition LLVM_I1_LIKE, res LLVM_TYPE;
    "sext trunc zext" arg LLVM_INT_LIKE, res LLVM_INT_LIKE;
    "shufflevector" v1 LLVM_VECTOR, v2 LLVM_VECTOR, res LLVM_VECTOR;
    "sitofp uitofp" arg LLVM_INT_LIKE, res LLVM_FLOAT_LIKE;
    "store" value LLVM_SIZED, addr LLVM_PTR;
    "switch" value SIGNLESS;
    "va_arg" arg LLVM_PTR, res LLVM_TYPE;
}
