//! Rules of the `async` dialect about values that become ready later.

use super::{Checked, count, group_type, operand_type, result_type, type_argument, type_is_text};
use memplan_mlir::interfaces::region_exits;
use memplan_mlir::ir::{Module, OpId, TypeId};

/// The payload of a value: `f32` of `!async.value<f32>`.
fn payload(m: &Module, ty: TypeId) -> Option<String> {
    type_argument(m, ty, "async", "value")
}

/// `async.await` and `async.runtime.load`: the result is the payload.
pub(crate) fn read(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    match payload(m, from) {
        Some(expected) => type_is_text(m, "result", &expected, to),
        None => Ok(()),
    }
}

/// `async.runtime.store`: the value is the payload.
pub(crate) fn write(m: &Module, op: OpId) -> Checked {
    let (Some(value), Some(to)) = (group_type(m, op, "value"), group_type(m, op, "storage")) else {
        return Ok(());
    };
    match payload(m, to) {
        Some(expected) => type_is_text(m, "value", &expected, value),
        None => Ok(()),
    }
}

/// `async.execute`: the region yields the payloads of the results.
pub(crate) fn execute(m: &Module, op: OpId) -> Checked {
    let results = m.result_count(op).saturating_sub(1);
    for &region in m.regions(op) {
        for exit in region_exits(m, region) {
            let yielded = m.operands(exit);
            count("yielded value(s)", results, yielded.len())?;
            for (index, &value) in yielded.iter().enumerate() {
                let expected = result_type(m, op, index + 1).and_then(|ty| payload(m, ty));
                if let Some(expected) = expected {
                    type_is_text(m, "yielded value", &expected, m.value_type(value))?;
                }
            }
        }
    }
    Ok(())
}
