//! The effects of calls on the buffers that are passed to them.

use crate::FreedArguments;
use memplan_mlir::interfaces::callee;
use memplan_mlir::{Module, OpId};
use rustc_hash::FxHashSet;

use crate::local_buffer::Access;
use crate::objects::Memory;

/// The callees of a module, with the effects on their arguments.
#[derive(Debug)]
pub struct Callees {
    /// Absent in a module without calls.
    memory: Option<Memory>,
    /// Operands of calls that the callee may free.
    freed: FxHashSet<(OpId, usize)>,
}

impl Callees {
    /// Visits every operation once for each level of calls.
    pub fn new(m: &Module, root: OpId) -> Self {
        let mut freed = FxHashSet::default();
        let calls: Vec<OpId> = m.walk(root).filter(|&op| callee(m, op).is_some()).collect();
        if calls.is_empty() {
            return Self {
                memory: None,
                freed,
            };
        }
        let freed_arguments = FreedArguments::new(m, root);
        for call in calls {
            let list = freed_arguments.of(call);
            let operands = m.operands(call).iter().enumerate();
            let of_call = operands.filter(|(_, operand)| list.contains(operand));
            freed.extend(of_call.map(|(index, _)| (call, index)));
        }
        Self {
            memory: Some(Memory::new(m)),
            freed,
        }
    }

    /// The access of a call to an operand. An operand that the call may return is opaque: it is live as long as the
    /// result.
    pub fn access(&self, m: &Module, call: OpId, operand: usize) -> Access {
        if self.freed.contains(&(call, operand)) {
            return Access::Opaque;
        }
        let memory = self.memory.as_ref();
        match memory.and_then(|memory| memory.borrowed(m, call, operand)) {
            Some((_, true)) => Access::Write,
            Some((_, false)) => Access::Read,
            None => Access::Opaque,
        }
    }
}
