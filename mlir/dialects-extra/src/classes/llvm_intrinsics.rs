//! Type classes of the operands and results of the intrinsics of `llvm`.

use super::kinds::{
    FLOAT, I1, I32, LLVM_ANY_INT_LIKE, LLVM_FLOAT, LLVM_FLOAT_LIKE, LLVM_FLOAT_VECTOR,
    LLVM_I1_VECTOR, LLVM_INT_LIKE, LLVM_INT_VECTOR, LLVM_PTR, LLVM_PTR_LIKE, LLVM_PTR_VECTOR,
    LLVM_TOKEN, LLVM_TYPE, LLVM_VECTOR, SIGNLESS,
};
use super::rows;

rows! { pub(crate) INTRINSICS:
    "intr.invariant.end intr.invariant.start intr.launder.invariant.group intr.lifetime.end \
     intr.lifetime.start intr.stackrestore intr.strip.invariant.group"
        ptr LLVM_PTR;
    "intr.coro.align intr.coro.size intr.coro.suspend intr.expect intr.stacksave" res LLVM_TYPE;
    "intr.acos intr.asin intr.atan intr.ceil intr.cos intr.cosh intr.exp intr.exp10 intr.exp2 intr.fabs \
     intr.floor intr.frexp intr.llrint intr.log intr.log10 intr.log2 intr.lrint intr.lround intr.nearbyint \
     intr.rint intr.round intr.roundeven intr.sin intr.sincos intr.sinh intr.sqrt intr.tan intr.tanh \
     intr.trunc"
        args[0] LLVM_FLOAT_LIKE, res LLVM_TYPE;
    "intr.assume" op_bundle_operands LLVM_TYPE;
    "intr.atan2 intr.copysign intr.maximum intr.maxnum intr.minimum intr.minnum intr.pow"
        args[0] LLVM_FLOAT_LIKE, args[1] LLVM_FLOAT_LIKE, res LLVM_TYPE;
    "intr.bitreverse intr.bswap intr.ctpop" args[0] LLVM_INT_LIKE, res LLVM_TYPE;
    "intr.coro.begin intr.coro.free" args[0] LLVM_TOKEN, args[1] LLVM_PTR, res LLVM_TYPE;
    "intr.coro.end" args[0] LLVM_PTR, args[1] I1, args[2] LLVM_TOKEN, res LLVM_TYPE;
    "intr.coro.id" args[0] I32, args[1] LLVM_PTR, args[2] LLVM_PTR, args[3] LLVM_PTR, res LLVM_TYPE;
    "intr.coro.promise" args[0] LLVM_PTR, args[1] I32, args[2] I1, res LLVM_PTR;
    "intr.coro.resume" handle LLVM_PTR;
    "intr.coro.save intr.eh.typeid.for" args[0] LLVM_PTR, res LLVM_TYPE;
    "intr.expect.with.probability" lhs SIGNLESS;
    "intr.experimental.constrained.fpext intr.experimental.constrained.fptrunc \
     intr.experimental.constrained.sitofp intr.experimental.constrained.uitofp"
        arg LLVM_TYPE, res LLVM_TYPE;
    "intr.fma intr.fmuladd"
        args[0] LLVM_FLOAT_LIKE, args[1] LLVM_FLOAT_LIKE, args[2] LLVM_FLOAT_LIKE, res LLVM_TYPE;
    "intr.fshl intr.fshr" args[0] LLVM_INT_LIKE, args[1] LLVM_INT_LIKE, args[2] LLVM_INT_LIKE, res LLVM_TYPE;
    "intr.get.active.lane.mask" base SIGNLESS, n SIGNLESS, res LLVM_TYPE;
    "intr.ldexp intr.powi" args[0] LLVM_FLOAT_LIKE, args[1] SIGNLESS, res LLVM_TYPE;
    "intr.llround" args[0] LLVM_FLOAT, res LLVM_TYPE;
    "intr.masked.gather"
        args[0] LLVM_PTR_VECTOR, args[1] LLVM_I1_VECTOR, args[2..] LLVM_VECTOR, res LLVM_VECTOR;
    "intr.masked.load" args[0] LLVM_PTR, args[1] LLVM_I1_VECTOR, args[2..] LLVM_VECTOR, res LLVM_VECTOR;
    "intr.masked.scatter" value LLVM_VECTOR, ptrs LLVM_PTR_VECTOR, mask LLVM_I1_VECTOR;
    "intr.masked.store" value LLVM_VECTOR, data LLVM_PTR, mask LLVM_I1_VECTOR;
    "intr.matrix.column.major.load" data LLVM_PTR, stride SIGNLESS, res LLVM_VECTOR;
    "intr.matrix.column.major.store" matrix LLVM_VECTOR, data LLVM_PTR, stride SIGNLESS;
    "intr.matrix.multiply" lhs LLVM_VECTOR, rhs LLVM_VECTOR, res LLVM_VECTOR;
    "intr.matrix.transpose" matrix LLVM_VECTOR, res LLVM_VECTOR;
    "intr.ptrmask" args[0] LLVM_PTR_LIKE, args[1] LLVM_ANY_INT_LIKE, res LLVM_PTR_LIKE;
    "intr.sadd.sat intr.smax intr.smin intr.sshl.sat intr.ssub.sat intr.uadd.sat intr.umax intr.umin \
     intr.ushl.sat intr.usub.sat"
        args[0] LLVM_INT_LIKE, args[1] LLVM_INT_LIKE, res LLVM_TYPE;
    "intr.scmp intr.ucmp" args[0] LLVM_INT_LIKE, args[1] LLVM_INT_LIKE, res LLVM_INT_LIKE;
    "intr.stepvector" res LLVM_INT_VECTOR;
    "intr.vacopy" dest_list LLVM_PTR, src_list LLVM_PTR;
    "intr.vaend intr.vastart" arg_list LLVM_PTR;
    "intr.vector.extract intr.vector.insert" srcvec LLVM_VECTOR, res LLVM_VECTOR;
    "intr.vector.reduce.fadd" args[0] FLOAT, args[1] LLVM_FLOAT_VECTOR, res LLVM_TYPE;
    "intr.vector.reduce.fmax intr.vector.reduce.fmaximum intr.vector.reduce.fmin \
     intr.vector.reduce.fminimum"
        args[0] LLVM_FLOAT_VECTOR, res LLVM_TYPE;
}
