//! Buffers that a function owns and, once their results are dropped, does not return any more.

use memplan_memory_model::{Origin, Origins, frees_its_buffers};
use memplan_mlir::{Module, OpId, OpSpec, ValueId};
use rustc_hash::FxHashSet;

use super::buffers::{Place, without_casts};
use crate::signatures::{Function, kept};

/// What a function has to free in front of its returns, if it frees its buffers already: no later pass does.
#[derive(Debug)]
pub(super) struct Dropped {
    frees_its_buffers: bool,
    /// With the return.
    buffers: Vec<(OpId, ValueId)>,
}

impl Dropped {
    /// Absent if the function frees its buffers, and it cannot be told which of those that it would not return are its
    /// own. `O(sources of the results)`, besides the origins of the program in such a function.
    pub(super) fn of(m: &Module, function: &Function, places: &[Place]) -> Option<Self> {
        let mut dropped = Self {
            frees_its_buffers: frees_its_buffers(m, function.op),
            buffers: Vec::new(),
        };
        if !dropped.frees_its_buffers {
            return Some(dropped);
        }
        let mut origins = Origins::new(m, m.root());
        let numbers: Vec<usize> = places.iter().map(|place| place.donation.result).collect();
        for &end in &function.returns {
            let returned = m.operands(end);
            let mut passed = kept(returned, &numbers);
            passed.retain(|&value| m.is_memref(value));
            for place in places {
                let value = without_casts(m, returned[place.donation.result]);
                if is_borrowed(m, &origins, value) {
                    continue;
                }
                if !is_owned(m, &origins, value) {
                    return None;
                }
                // Who gets it under another name frees it.
                let same = passed.iter().map(|&other| origins.same(m, value, other));
                let is_passed = same.collect::<Option<Vec<bool>>>()?.contains(&true);
                if !is_passed {
                    dropped.buffers.push((end, value));
                    passed.push(value);
                }
            }
        }
        Some(dropped)
    }

    /// Frees them, and the copies that donations added, `copies`. What has become an argument is none of them.
    pub(super) fn free(self, m: &mut Module, copies: Vec<(OpId, ValueId)>) {
        if !self.frees_its_buffers {
            return;
        }
        for (end, value) in self.buffers.into_iter().chain(copies) {
            let is_there = m.defining_op(value).is_none_or(|op| !m.is_erased(op));
            if is_there {
                let name = m.ctx.op_name("memref.dealloc");
                m.create_before(end, OpSpec::new(name).operands(&[value]));
            }
        }
    }
}

/// Whether a value is certainly the whole of a buffer that the function allocates or gets from a call.
fn is_owned(m: &Module, origins: &Origins, value: ValueId) -> bool {
    all_sources(origins, value, |value| {
        let is_heap = matches!(origins.origin(m, value), Origin::Heap | Origin::Call);
        is_heap
            && without_casts(m, value) == origins.base(m, value)
            && !origins.is_unowned(m, value)
    })
}

/// Whether a value is certainly in memory that the function does not own.
fn is_borrowed(m: &Module, origins: &Origins, value: ValueId) -> bool {
    all_sources(origins, origins.base(m, value), |value| {
        origins.origin(m, value) == Origin::Argument || origins.is_unowned(m, value)
    })
}

/// Whether a question is answered with yes by all that a value may be at run time.
fn all_sources(origins: &Origins, value: ValueId, is: impl Fn(ValueId) -> bool) -> bool {
    let (mut open, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let n_open = open.len();
        open.extend(origins.sources(value));
        if open.len() == n_open && !is(value) {
            return false;
        }
    }
    true
}
