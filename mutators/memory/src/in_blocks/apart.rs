//! Gives readers that need tiles along another dimension a buffer of their own, computed again.
//!
//! The gradient of a loss layer is read twice: for the gradient of its tokens, which can be computed token by token,
//! and for that of its weights, which sums over all tokens but can be computed word by word. Computed twice, no tile
//! needs all of it. Recomputation for memory follows Chen et al., "Training deep nets with sublinear memory cost"
//! (2016).

use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::Facts;
use super::nest::Nest;
use super::range::Path;
use crate::rematerialize::buffers::{Buffer, Buffers, Repeated, Source, Use};
use crate::rematerialize::clones::compute_again_for;
use crate::rematerialize::cut::Again;
use crate::schedule::block::Block;
use crate::schedule::emit::emit;
use memplan_memory_model::Memory;

/// How much smaller than the buffer its sources may be to be computed again, too.
const SOURCE_FRACTION: u64 = 4;

/// The part of the largest load that a buffer must have.
const PEAK_FRACTION: u64 = 10;

/// A reader that gets a buffer of its own.
pub(super) struct Apart {
    buffers: Buffers,
    again: Again,
    uses: Vec<(u32, Use)>,
    /// The block, with its nodes in an order in which the reader comes after all others.
    order: (BlockId, Block, Vec<u32>),
    /// How many points are computed again.
    pub(super) work: u128,
}

impl Apart {
    /// The largest buffer at the peak of a block with readers that need other dimensions than others. Near-linear in
    /// the operations of the block.
    pub(super) fn new(
        facts: &Facts<'_>,
        memory: &Memory,
        block: BlockId,
        during: &[u64],
    ) -> Option<Self> {
        let m = facts.m;
        let peak = during.iter().copied().max()?;
        let buffers = Buffers::new(m, memory, block, Repeated::All);
        let nests: FxHashMap<OpId, &Nest> = facts
            .nests
            .iter()
            .flatten()
            .map(|nest| (nest.op, nest))
            .collect();
        let large = |buffer: &Buffer| buffer.bytes.saturating_mul(PEAK_FRACTION) >= peak;
        let numbers = (0..).zip(&buffers.list).filter(|(_, buffer)| large(buffer));
        let candidates = numbers.filter_map(|(number, buffer)| {
            let uses = other_reader(m, buffer, &nests)?;
            let again = closure(&buffers, number)?;
            let writers = again
                .all
                .iter()
                .flat_map(|&number| &buffers.list[number as usize].writers);
            let points = writers.map(|writer| nests.get(writer).map(|nest| nest.n_points()));
            let work: Option<u128> = points.sum();
            Some((number, uses, again, work?))
        });
        let (number, uses, again, work) =
            candidates.max_by_key(|(number, ..)| buffers.list[*number as usize].bytes)?;
        let order = last_of_all(facts, &buffers.list[number as usize], &uses)?;
        let uses = uses.into_iter().map(|usage| (number, usage)).collect();
        Some(Self {
            buffers,
            again,
            uses,
            order: (block, facts.block.clone(), order),
            work,
        })
    }

    pub(super) fn emit(self, m: &mut Module) {
        let (id, block, order) = &self.order;
        emit(m, *id, block, order);
        compute_again_for(m, &self.buffers, &self.again, self.uses);
    }
}

/// The uses by a reader of a buffer that sums over the only dimensions along which others may be divided, and may be
/// divided along another one.
fn other_reader(m: &Module, buffer: &Buffer, nests: &FxHashMap<OpId, &Nest>) -> Option<Vec<Use>> {
    let mut readers: Vec<(OpId, Vec<Use>)> = Vec::new();
    for &usage in buffer
        .uses
        .iter()
        .filter(|usage| !buffer.writers.contains(&usage.node))
    {
        match readers.iter_mut().find(|(reader, _)| *reader == usage.user) {
            Some((_, uses)) => uses.push(usage),
            None => readers.push((usage.user, vec![usage])),
        }
    }
    let &root = buffer.values.first()?;
    let rank = m.ctx.shape(m.value_type(root))?.len();
    let dims = |uses: &[Use]| -> FxHashSet<usize> {
        let is_free = |&dim: &usize| {
            uses.iter().all(|usage| {
                let value = m.operands(usage.user).get(usage.operand);
                let path = value.and_then(|&value| Path::new(m, root, value, dim));
                let nest = nests.get(&usage.user);
                path.zip(nest)
                    .is_some_and(|(path, nest)| nest.loop_of(usage.operand, path.dim).is_some())
            })
        };
        (0..rank).filter(is_free).collect()
    };
    let of_readers: Vec<FxHashSet<usize>> = readers.iter().map(|reader| dims(&reader.1)).collect();
    let is_other = |at: &usize| {
        let own = &of_readers[*at];
        let mut others = of_readers
            .iter()
            .enumerate()
            .filter(|(number, _)| number != at);
        !own.is_empty() && others.all(|(_, dims)| !dims.is_empty()) && of_readers.len() > 1 && {
            let shared = of_readers
                .iter()
                .enumerate()
                .filter(|(number, _)| number != at);
            let mut shared = shared.map(|(_, dims)| dims.clone());
            let first = shared.next().unwrap_or_default();
            let shared = shared.fold(first, |all, dims| &all & &dims);
            !shared.is_empty() && shared.is_disjoint(own)
        }
    };
    let at = (0..readers.len()).find(is_other)?;
    Some(readers.swap_remove(at).1)
}

/// The nodes of a block with a reader of a buffer, and all that need it, after all other readers. Absent if one of
/// those needs it.
fn last_of_all(facts: &Facts<'_>, buffer: &Buffer, uses: &[Use]) -> Option<Vec<u32>> {
    let (problem, nodes) = (&facts.block.problem, &facts.block.nodes);
    let node_of = |op: OpId| nodes.iter().position(|&node| node == op);
    let reader = node_of(uses.first()?.node)?;
    let last = node_of(buffer.uses.last()?.node)?;
    let mut is_late = vec![false; nodes.len()];
    for node in reader..=last {
        let mut preds = problem.preds.of(node as u32).iter();
        is_late[node] = node == reader || preds.any(|&pred| is_late[pred as usize]);
    }
    if last != reader && is_late[last] {
        return None;
    }
    let numbers = 0..nodes.len() as u32;
    let (after, before): (Vec<u32>, Vec<u32>) =
        (reader as u32..=last as u32).partition(|&node| is_late[node as usize]);
    let mut order: Vec<u32> = numbers.clone().take(reader).collect();
    order.extend(before);
    order.extend(after);
    order.extend(numbers.skip(last + 1));
    Some(order)
}

/// A buffer with the large buffers that it is computed from. Absent if one of them cannot be computed again.
fn closure(buffers: &Buffers, number: u32) -> Option<Again> {
    let least = buffers.list[number as usize].bytes / SOURCE_FRACTION;
    let mut all: FxHashSet<u32> = FxHashSet::from_iter([number]);
    let mut open = vec![number];
    while let Some(number) = open.pop() {
        for source in buffers.list[number as usize].sources.as_ref()? {
            if let Source::Buffer(other) = *source
                && buffers.list[other as usize].bytes >= least
                && all.insert(other)
            {
                open.push(other);
            }
        }
    }
    Some(Again {
        needed: vec![number],
        all,
    })
}
