//! The dialect `pool`: buffers that a program takes from a pool of its runtime.
//!
//! A table entry is all that passes need: `pool.take` is merged like `memref.alloc`, because its entry says
//! that it does nothing but allocate.

use memplan_mlir::dialects::Ty::Any;
use memplan_mlir::dialects::classes::kinds::MEMREF;
use memplan_mlir::dialects::classes::rows;
use memplan_mlir::dialects::{AllocationDef, Dialect, EffectKind, Effects, makes, on, ops};
use memplan_mlir::semantics::{Kernel, Semantics};

/// The dialect described in the module documentation.
pub static POOL: Dialect = Dialect {
    name: "pool",
    ops: &[OPS],
    classes: &[CLASSES],
    ..Dialect::EMPTY
};

ops! { OPS:
    "pool.take" "Takes an uninitialised buffer from the pool." -> (buffer Any) "{} ':' :buffer"
        { effects: Effects::List(&[makes(EffectKind::Allocate, "buffer")]),
         allocation: Some(AllocationDef { sizes: "", symbols: "" }),
         semantics: Semantics::Kernel(Kernel::Alloc) };
    "pool.give" "Gives a buffer back to the pool." (buffer Any) "buffer {} ':' :buffer"
        { effects: Effects::List(&[on(EffectKind::Free, "buffer")]),
         semantics: Semantics::Kernel(Kernel::Dealloc) };
    "pool.clear" "Fills a buffer with zeros." (buffer Any) "buffer {} ':' :buffer"
        { effects: Effects::List(&[on(EffectKind::Write, "buffer")]) };
}

rows! { CLASSES:
    "take give clear" buffer MEMREF;
}
