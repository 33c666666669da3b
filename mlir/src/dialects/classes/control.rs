//! Type classes of the operands and results of `affine`, `async`, `cf`, `func`, `scf`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{
    ASYNC_ANY, ASYNC_GROUP, ASYNC_TOKEN, ASYNC_VALUE, ASYNC_VALUE_OR_TOKEN, FUNCTION, INDEX, INT,
    MEMREF, RANKED_TENSOR, SIGNLESS_OR_INDEX, VECTOR,
};

pub(in crate::dialects) static AFFINE: &[ClassRow] = &[
    ClassRow {
        ops: &["load", "prefetch", "store"],
        places: &[(Group("memref"), &MEMREF)],
    },
    ClassRow {
        ops: &["vector_load"],
        places: &[(Group("memref"), &MEMREF), (Group("result"), &VECTOR)],
    },
    ClassRow {
        ops: &["vector_store"],
        places: &[(Group("value"), &VECTOR), (Group("memref"), &MEMREF)],
    },
];

pub(in crate::dialects) static ASYNC: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "add_to_group",
            "await",
            "runtime.add_to_group",
            "runtime.set_available",
            "runtime.set_error",
        ],
        places: &[(Group("operand"), &ASYNC_VALUE_OR_TOKEN)],
    },
    ClassRow {
        ops: &["call"],
        places: &[(Group("results"), &ASYNC_VALUE_OR_TOKEN)],
    },
    ClassRow {
        ops: &["create_group", "runtime.create_group"],
        places: &[(Group("result"), &ASYNC_GROUP)],
    },
    ClassRow {
        ops: &["execute"],
        places: &[
            (Group("token"), &ASYNC_TOKEN),
            (Group("dependencies"), &ASYNC_TOKEN),
            (Group("bodyResults"), &ASYNC_VALUE),
            (Group("bodyOperands"), &ASYNC_VALUE_OR_TOKEN),
        ],
    },
    ClassRow {
        ops: &[
            "runtime.add_ref",
            "runtime.await",
            "runtime.await_and_resume",
            "runtime.drop_ref",
            "runtime.is_error",
        ],
        places: &[(Group("operand"), &ASYNC_ANY)],
    },
    ClassRow {
        ops: &["runtime.create"],
        places: &[(Group("result"), &ASYNC_VALUE_OR_TOKEN)],
    },
    ClassRow {
        ops: &["runtime.load", "runtime.store"],
        places: &[(Group("storage"), &ASYNC_VALUE)],
    },
    ClassRow {
        ops: &["runtime.num_worker_threads"],
        places: &[(Group("result"), &INDEX)],
    },
];

pub(in crate::dialects) static CF: &[ClassRow] = &[ClassRow {
    ops: &["switch"],
    places: &[(Group("flag"), &INT)],
}];

pub(in crate::dialects) static FUNC: &[ClassRow] = &[ClassRow {
    ops: &["call_indirect"],
    places: &[(Group("callee"), &FUNCTION)],
}];

pub(in crate::dialects) static SCF: &[ClassRow] = &[
    ClassRow {
        ops: &["for"],
        places: &[(Group("lowerBound"), &SIGNLESS_OR_INDEX)],
    },
    ClassRow {
        ops: &["forall"],
        places: &[(Group("outs"), &RANKED_TENSOR)],
    },
];
