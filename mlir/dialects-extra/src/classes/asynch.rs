//! Type classes of the operands and results of `async`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{ASYNC_ANY, ASYNC_GROUP, ASYNC_TOKEN, ASYNC_VALUE, ASYNC_VALUE_OR_TOKEN, INDEX};

pub(crate) static ASYNC: &[ClassRow] = &[
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
