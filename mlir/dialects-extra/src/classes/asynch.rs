//! Type classes of the operands and results of `async`.

use super::kinds::{ASYNC_ANY, ASYNC_GROUP, ASYNC_TOKEN, ASYNC_VALUE, ASYNC_VALUE_OR_TOKEN, INDEX};
use super::rows;

rows! { pub(crate) ASYNC:
    "add_to_group await runtime.add_to_group runtime.set_available runtime.set_error"
        operand ASYNC_VALUE_OR_TOKEN;
    "call" results ASYNC_VALUE_OR_TOKEN;
    "create_group runtime.create_group" result ASYNC_GROUP;
    "execute"
        token ASYNC_TOKEN, dependencies ASYNC_TOKEN, bodyResults ASYNC_VALUE,
        bodyOperands ASYNC_VALUE_OR_TOKEN;
    "runtime.add_ref runtime.await runtime.await_and_resume runtime.drop_ref runtime.is_error"
        operand ASYNC_ANY;
    "runtime.create" result ASYNC_VALUE_OR_TOKEN;
    "runtime.load runtime.store" storage ASYNC_VALUE;
    "runtime.num_worker_threads" result INDEX;
}
