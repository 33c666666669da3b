//! The buffers that a function has to free, and those that the program itself frees.

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, Contracts, freed};
use memplan_mlir::interfaces::{callee, frees, is_manually_freed, is_plain_dealloc};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::convention::Convention;
use super::unread::Unread;

/// A value that owns a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub(super) value: ValueId,
    pub(super) block: BlockId,
    /// The operation that already frees the buffer.
    pub(super) free: Option<OpId>,
}

/// The owners of one function.
#[derive(Debug, Default)]
pub(super) struct Owners {
    /// New buffers in the order of the program, then critical values.
    pub(super) list: Vec<Owner>,
    /// By value: where it is in the list.
    number: FxHashMap<ValueId, u32>,
    /// Owners whose buffer becomes that of a critical value.
    pub(super) moved: FxHashSet<ValueId>,
    /// The terminators that return the buffer of an owner to the caller, with the owner.
    pub(super) returned: FxHashSet<(OpId, ValueId)>,
}

impl Owners {
    /// The new buffers of a function. Linear.
    pub(super) fn new(m: &Module, program: &Program, function: OpId) -> Self {
        let mut owners = Self::default();
        for op in m.walk(function) {
            for value in m.results(op) {
                if !program.convention.is_new(m, value) || program.is_kept(value) {
                    continue;
                }
                let free = m.uses(value).map(|(user, _)| user);
                let free = free.into_iter().find(|&user| frees(m, user, value));
                owners.add(m, value, free);
            }
        }
        owners
    }

    pub(super) fn add(&mut self, m: &Module, value: ValueId, free: Option<OpId>) {
        if let Some(block) = m.value_block(value) {
            self.number.insert(value, self.list.len() as u32);
            self.list.push(Owner { value, block, free });
        }
    }

    pub(super) fn contains(&self, value: ValueId) -> bool {
        self.number.contains_key(&value)
    }
}

/// The values that the program itself frees or keeps, under a name of their own or another one, by value.
///
/// A buffer that a single plain deallocation frees under its own name is not among them: this deallocation
/// may move. Linear.
pub(super) fn kept(
    m: &Module,
    root: OpId,
    flow: &BufferViewFlowAnalysis,
    convention: &Convention,
    contracts: &Contracts,
) -> Vec<bool> {
    let mut open: Vec<ValueId> = Vec::new();
    let mut n_frees: FxHashMap<ValueId, u32> = FxHashMap::default();
    let mut movable: Vec<ValueId> = Vec::new();
    for op in m.walk(root) {
        open.extend(contracts.taken(m, op));
        if callee(m, op).is_some() {
            continue;
        }
        for value in freed(m, op) {
            *n_frees.entry(value).or_default() += 1;
            let is_plain = is_plain_dealloc(m, op) && !is_manually_freed(m, op);
            if is_plain && convention.is_new(m, value) {
                movable.push(value);
            } else {
                open.push(value);
            }
        }
    }
    open.extend(movable.into_iter().filter(|value| n_frees[value] > 1));
    let mut is_kept = vec![false; m.value_count()];
    while let Some(value) = open.pop() {
        if !std::mem::replace(&mut is_kept[value.index()], true) {
            open.extend(flow.sources(value));
        }
    }
    is_kept
}

/// Whatever may be a buffer whose allocation says that the program frees it, by value. Linear.
pub(super) fn manually_freed(m: &Module, root: OpId, flow: &BufferViewFlowAnalysis) -> Vec<bool> {
    let allocations = m.walk(root).filter(|&op| is_manually_freed(m, op));
    let mut open: Vec<ValueId> = allocations.flat_map(|op| m.results(op)).collect();
    let mut by_value = vec![false; m.value_count()];
    while let Some(value) = open.pop() {
        if !std::mem::replace(&mut by_value[value.index()], true) {
            open.extend(flow.derived(value));
        }
    }
    by_value
}

/// The aliases of an owner that have no owner of their own and are read, and the owner itself.
pub(super) fn aliases(
    program: &Program,
    owners: &Owners,
    unread: &Unread,
    scratch: &mut AliasScratch,
    owner: ValueId,
) -> Vec<ValueId> {
    let mut list = Vec::new();
    let is_other = |value| value != owner && (owners.contains(value) || unread.contains(value));
    let flow = &program.flow;
    flow.resolve_until(scratch, owner, is_other, |value| {
        if !is_other(value) {
            list.push(value);
        }
    });
    list
}
