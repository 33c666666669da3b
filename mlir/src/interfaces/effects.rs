//! Which memory an operation reads, writes, allocates and frees.
//!
//! An operation without a table entry, or whose entry has [`Effects::Unknown`], may do anything to
//! any memory it can reach. Leaving an effect out of an entry is unsound; listing one too many costs
//! precision. All groups of a listed effect are taken from the segment sizes, so the answers hold
//! for verified IR only.

use smallvec::SmallVec;

use crate::dialects::{EffectInstance, EffectKind, EffectList, EffectOn, Effects};
use crate::ir::{Module, OpId, ValueId};

/// The effects of the operation itself; absent if they are unknown.
///
/// Operations with [`Effects::Recursive`] have none of their own: all effects come from the operations in their
/// regions.
pub fn effects(m: &Module, op: OpId) -> Option<EffectList> {
    let mut list = EffectList::new();
    match m.def(op)?.effects {
        Effects::Unknown => return None,
        Effects::None | Effects::Recursive => {}
        Effects::List(effects) => {
            for effect in effects {
                let kind = effect.kind;
                match effect.on {
                    EffectOn::Operand(group) => {
                        list.extend(m.operand_group(op, group).iter().map(|&value| {
                            EffectInstance {
                                kind,
                                value: Some(value),
                            }
                        }));
                    }
                    EffectOn::Result(group) => {
                        let group = m.def(op)?.result_group(group)?;
                        list.extend(m.result_range(op, group).filter_map(|index| {
                            let value = Some(m.result(op, index)?);
                            Some(EffectInstance { kind, value })
                        }));
                    }
                    EffectOn::World => list.push(EffectInstance { kind, value: None }),
                }
            }
        }
        Effects::Accesses(hook) => {
            hook(m, op, &mut list);
        }
    }
    Some(list)
}

/// Whether the operation itself is known to have no effects; those of its regions do not count.
pub fn has_no_effects(m: &Module, op: OpId) -> bool {
    effects(m, op).is_some_and(|list| list.is_empty())
}

/// The values on which an operation has an effect of one kind; empty if its effects are unknown. Cheap if the
/// table entry lists no such effect.
pub fn affected(m: &Module, op: OpId, kind: EffectKind) -> SmallVec<[ValueId; 2]> {
    if !may_have_effect(m, op, kind) {
        return SmallVec::new();
    }
    let list = effects(m, op).unwrap_or_default();
    let of_kind = list.iter().filter(|effect| effect.kind == kind);
    of_kind.filter_map(|effect| effect.value).collect()
}

/// `false` if an operation itself certainly has no effect of a kind.
pub fn may_have_effect(m: &Module, op: OpId, kind: EffectKind) -> bool {
    match m.def(op).map(|def| &def.effects) {
        None | Some(Effects::Unknown) => true,
        Some(Effects::None | Effects::Recursive) => false,
        Some(Effects::Accesses(_)) => matches!(kind, EffectKind::Read | EffectKind::Write),
        Some(Effects::List(effects)) => effects.iter().any(|effect| effect.kind == kind),
    }
}

/// Whether neither the operation nor, if its effects are recursive, the operations in its regions access memory.
/// `O(size of the operation)`; use [`EffectFreeOps`] for many operations at once.
pub fn is_memory_effect_free(m: &Module, op: OpId) -> bool {
    if !is_recursive(m, op) {
        return has_no_effects(m, op);
    }
    // The walk also visits operations inside those with known effects, which those effects would already cover. This
    // is rare inside recursive operations, and the answer errs on the safe side.
    m.walk(op)
        .all(|op| is_recursive(m, op) || has_no_effects(m, op))
}

fn is_recursive(m: &Module, op: OpId) -> bool {
    m.def(op)
        .is_some_and(|def| matches!(def.effects, Effects::Recursive))
}

/// The answers of [`is_memory_effect_free`] for everything below one operation, in linear time.
#[derive(Clone, Debug)]
pub struct EffectFreeOps {
    is_free: Vec<bool>,
}

impl EffectFreeOps {
    /// Visits each operation below `root` once.
    pub fn new(m: &Module, root: OpId) -> Self {
        let order: Vec<OpId> = m.walk(root).collect();
        let mut is_free = vec![true; m.op_count()];
        // In reverse order, every operation comes after those in its regions.
        for &op in order.iter().rev() {
            let index = op.index();
            is_free[index] = if is_recursive(m, op) {
                is_free[index]
            } else {
                has_no_effects(m, op)
            };
            if let (false, Some(parent)) = (is_free[index], m.parent(op)) {
                is_free[parent.index()] = false;
            }
        }
        Self { is_free }
    }

    /// Whether the operation does not access memory; `false` for operations created later.
    pub fn contains(&self, op: OpId) -> bool {
        self.is_free.get(op.index()).copied().unwrap_or(false)
    }
}
