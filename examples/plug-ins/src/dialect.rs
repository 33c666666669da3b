//! The dialect `pool`: buffers that a program takes from a pool of its runtime.
//!
//! A table entry is all that passes need: `pool.take` is merged like `memref.alloc`, because its entry says
//! that it does nothing but allocate.

use memplan_mlir::dialects::classes::{ClassRow, Place, kinds};
use memplan_mlir::dialects::{
    AllocationDef, Assembly, Dialect, EffectKind, Effects, OpDef, Ty, makes, on, one,
};
use memplan_mlir::semantics::Kernel;

/// The dialect described in the module documentation.
pub static POOL: Dialect = Dialect {
    name: "pool",
    ops: &[OPS],
    classes: &[&[ClassRow {
        ops: "take give clear",
        places: &[(Place::Group("buffer"), &kinds::MEMREF)],
    }]],
    ..Dialect::EMPTY
};

static OPS: &[OpDef] = &[
    OpDef {
        name: "pool.take",
        summary: "Takes an uninitialised buffer from the pool.",
        results: &[one("buffer", Ty::Any)],
        assembly: Assembly::Format("{} ':' :buffer"),
        effects: Effects::List(&[makes(EffectKind::Allocate, "buffer")]),
        allocation: Some(AllocationDef {
            sizes: "",
            symbols: "",
        }),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Alloc),
    OpDef {
        name: "pool.give",
        summary: "Gives a buffer back to the pool.",
        operands: &[one("buffer", Ty::Any)],
        assembly: Assembly::Format("buffer {} ':' :buffer"),
        effects: Effects::List(&[on(EffectKind::Free, "buffer")]),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Dealloc),
    OpDef {
        name: "pool.clear",
        summary: "Fills a buffer with zeros.",
        operands: &[one("buffer", Ty::Any)],
        assembly: Assembly::Format("buffer {} ':' :buffer"),
        effects: Effects::List(&[on(EffectKind::Write, "buffer")]),
        ..OpDef::EMPTY
    },
];
