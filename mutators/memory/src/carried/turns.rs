//! Pairs of buffers to which iterations write alternately.
//!
//! If a loop yields a new buffer in each iteration, bufferization allocates two buffers before it, and a bit selects
//! the next of them. If an iteration overwrites the chosen buffer before it reads it, that is the same as a new
//! allocation in each iteration.

use memplan_memory_model::{Access, LocalBuffer, Memory};
use memplan_mlir::interfaces::{allocation, constant_int, is_select_like, region_edges};
use memplan_mlir::semantics::{IntOp, Kernel};
use memplan_mlir::{CloneMap, Module, OpId, ValueId};

/// A choice between two buffers, and the allocation that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    select: OpId,
    pair: [OpId; 2],
    alloc: OpId,
}

impl Turn {
    /// Whether a buffer is the allocation.
    pub(super) fn is(self, m: &Module, buffer: ValueId) -> bool {
        m.defining_op(buffer) == Some(self.alloc)
    }

    /// Keeps the allocation, or restores the choice.
    pub(super) fn settle(self, m: &mut Module, is_kept: bool) {
        if is_kept {
            m.erase(self.select);
            for old in self.pair {
                m.erase(old);
            }
            return;
        }
        if let (Some(new), Some(old)) = (m.result(self.alloc, 0), m.result(self.select, 0)) {
            m.replace_all_uses(new, old);
        }
        m.erase(self.alloc);
    }
}

/// Allocates a new buffer in each iteration of a loop in which iterations alternate between two buffers. The old
/// buffers are kept until the pass has decided: the new ones are correct only if no value is live for more than an
/// iteration.
pub(super) fn take_no_turns(m: &mut Module, memory: &Memory, op: OpId) -> Vec<Turn> {
    let body = m.regions(op).last().and_then(|&body| m.first_block(body));
    let selects = body.into_iter().flat_map(|body| m.ops(body));
    let selects: Vec<OpId> = selects
        .filter(|&select| is_select_like(m, select))
        .collect();
    let turns = selects
        .into_iter()
        .filter_map(|select| allocate_in_turn(m, memory, op, select));
    turns.collect()
}

fn allocate_in_turn(m: &mut Module, memory: &Memory, op: OpId, select: OpId) -> Option<Turn> {
    let &[bit, a, b] = m.operands(select) else {
        return None;
    };
    let chosen = m.result(select, 0)?;
    let pair = [m.defining_op(a)?, m.defining_op(b)?];
    let is_only_chosen = |m: &Module, alloc: OpId, buffer: ValueId| {
        m.is_kernel(alloc, Kernel::Alloc)
            && m.operands(alloc).is_empty()
            && allocation(m, alloc).is_some_and(|made| made.buffer == buffer)
            && !m.encloses(op, alloc)
            && m.uses(buffer).all(|(user, _)| user == select)
    };
    let is_pair = a != b
        && is_only_chosen(m, pair[0], a)
        && is_only_chosen(m, pair[1], b)
        && m.value_type(chosen) == m.value_type(a)
        && m.value_type(a) == m.value_type(b);
    if !is_pair || !is_turned(m, op, bit) {
        return None;
    }
    let alloc = m.clone_op(pair[0], &mut CloneMap::default());
    m.insert_before(select, alloc);
    let new = m.result(alloc, 0)?;
    m.replace_all_uses(chosen, new);
    let turn = Turn {
        select,
        pair,
        alloc,
    };
    let buffer = LocalBuffer::new(m, memory, alloc);
    let begins = buffer.and_then(|buffer| buffer.home().first().map(|node| node.access));
    if begins != Some(Access::OVERWRITE) {
        turn.settle(m, false);
        return None;
    }
    Some(turn)
}

/// Whether a bit is flipped in each iteration.
fn is_turned(m: &Module, op: OpId, bit: ValueId) -> bool {
    let mut names = vec![bit];
    let edges = region_edges(m, op);
    let mut is_turned = false;
    let mut next = 0;
    while let Some(&name) = names.get(next) {
        next += 1;
        let pairs = edges.iter().flat_map(|edge| {
            let pairs = edge.sources.iter().zip(&edge.targets);
            pairs.map(move |(&source, &target)| (edge.via, source, target))
        });
        for (via, source, target) in pairs.filter(|pair| pair.2 == name) {
            if via == op {
                continue;
            }
            if m.value_block(source)
                .is_some_and(|block| m.block_args(block).contains(&source))
            {
                if !names.contains(&source) {
                    names.push(source);
                }
                if target == source {
                    return false;
                }
                continue;
            }
            let Some(turn) = m
                .defining_op(source)
                .filter(|&turn| m.is_int_op(turn, IntOp::Xor))
            else {
                return false;
            };
            let &[x, y] = m.operands(turn) else {
                return false;
            };
            let is_one = |value| constant_int(m, value).is_some_and(|constant| constant & 1 == 1);
            is_turned = (x == bit && is_one(y)) || (y == bit && is_one(x));
            if !is_turned {
                return false;
            }
        }
    }
    is_turned
}
