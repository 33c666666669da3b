//! `fuse-for-memory`: elementwise operations in the loops of what reads their results, where that keeps no more alive.
//!
//! A buffer that one structured operation reads, at the very points at which an elementwise operation writes it, need not
//! exist: the reader computes the element itself. But it keeps the operands of the producer alive up to there: a
//! comparison writes masks of a byte for elements of four. So the operands that would have died before must not be larger
//! than the buffer. Then the load falls or stays everywhere.
//!
//! - Producers are fills and elementwise operations with one output, whose operands do not change any more; see
//!   [`Buffers`]. Nothing is computed twice, unless several readers are allowed; then only where that reads and writes no
//!   more bytes, and repeats at most four operations for each byte that is not read or written any more.
//! - What only moves elements (fills, broadcasts, transposes, copies) is computed by up to 64 readers, which then read
//!   its operand: products and convolutions, too, at any indices.
//! - Fused operations become `linalg.generic`. All elements have the same values as before, bit for bit.
//! - With the option `updates`, each result that is computed in place of an operand first gets a buffer of its own, as a
//!   chain of elementwise operations on one buffer holds many values. What was not fused is computed in place again. The
//!   load may grow then.
//! - Functions that free the buffers stay as they are.

mod fused;

use memplan_mlir::interfaces::effects;
use memplan_mlir::passes::{
    Anchor, OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use rustc_hash::FxHashSet;

use crate::accesses::Memory;
use crate::in_place::compute_in_place;
use crate::local_buffer::allocations;
use crate::loops::Loops;
use crate::rematerialize::buffers::{Buffer, Buffers, Source, traffic};
use crate::versions::SplitBuffers;
use crate::whole::overwritten;
use fused::Fused;

/// How many operations a fused body may have.
const MAX_BODY: usize = 128;

/// How many operations may read what a fill, broadcast, transpose or copy makes: reading its operand costs them nothing.
const MAX_FREE_READERS: usize = 64;

/// How many operations on elements may be repeated for each byte of memory traffic that is saved: about as many as take
/// the time of moving the byte.
const MAX_REPEATED_OPS_PER_BYTE: u64 = 4;

/// How often the whole program is looked at.
const MAX_ROUNDS: usize = 64;

/// The pass `fuse-for-memory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuseForMemory {
    /// How many operations may read a buffer that each of them then computes.
    pub max_readers: usize,
    /// Whether results that are computed in place of an operand are fused, too.
    pub updates: bool,
}

impl Default for FuseForMemory {
    fn default() -> Self {
        Self {
            max_readers: 1,
            updates: false,
        }
    }
}

impl Pass for FuseForMemory {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "fuse-for-memory",
            aliases: &[],
            summary: "Fuses elementwise operations into what reads their results, where that keeps no more alive.",
            cost: "near-linear in the operations, for each of at most 64 rounds",
            source: "own",
            options: &[
                OptionInfo {
                    name: "max-readers",
                    default: "1",
                    help: "How many operations may read a buffer that each of them then computes.",
                },
                OptionInfo {
                    name: "updates",
                    default: "false",
                    help: "Whether results that are computed in place of an operand are fused, too.",
                },
            ],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let max_readers = params.parse_with("max-readers", "a number", |text| text.parse().ok())?;
        Ok(Box::new(Self {
            max_readers: max_readers.unwrap_or(self.max_readers),
            updates: params.flag("updates")?.unwrap_or(self.updates),
        }))
    }

    fn params(&self) -> Params {
        let mut params = Params::default();
        if self.max_readers != Self::default().max_readers {
            params.or_insert("max-readers", self.max_readers);
        }
        if self.updates {
            params.or_insert("updates", true);
        }
        params
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        self.fuse(m, root);
        Ok(())
    }
}

impl FuseForMemory {
    /// Fuses elementwise operations below `root` into their readers. Returns whether there were any.
    pub fn fuse(&self, m: &mut Module, root: OpId) -> bool {
        if !self.updates {
            return self.fuse_values(m, root);
        }
        let split = SplitBuffers {
            updates: true,
            ..SplitBuffers::default()
        };
        let mut has_changed = false;
        // What works in place again may be fused with what did not before.
        for _ in 0..MAX_ROUNDS {
            let before = m.clone();
            split.split(m, root);
            if !self.fuse_values(m, root) {
                *m = before;
                break;
            }
            compute_in_place(m, root);
            has_changed = true;
        }
        has_changed
    }

    /// Fuses what writes a buffer that holds one value.
    fn fuse_values(&self, m: &mut Module, root: OpId) -> bool {
        let mut has_changed = false;
        for _ in 0..MAX_ROUNDS {
            let memory = Memory::new(m);
            let mut blocks: Vec<BlockId> = allocations(m, root)
                .into_iter()
                .filter_map(|alloc| m.op_block(alloc))
                .collect();
            blocks.sort_unstable();
            blocks.dedup();
            let mut found = Vec::new();
            for block in blocks {
                let buffers = Buffers::new(m, &memory, block);
                self.choose(m, &buffers, &mut found);
            }
            if found.is_empty() {
                break;
            }
            has_changed = true;
            for fused in &found {
                apply(m, fused);
            }
        }
        has_changed
    }

    /// What can be fused at once in a block: no operation takes part twice.
    fn choose(&self, m: &Module, buffers: &Buffers, found: &mut Vec<Vec<Fused>>) {
        let mut is_taken: FxHashSet<OpId> = FxHashSet::default();
        for buffer in &buffers.list {
            let Some(fused) = self.candidate(m, buffers, buffer) else {
                continue;
            };
            let ops: FxHashSet<OpId> = fused.iter().flat_map(Fused::ops).collect();
            if ops.is_disjoint(&is_taken) {
                is_taken.extend(ops);
                found.push(fused);
            }
        }
    }

    /// The operations that read a buffer, each fused with the one that writes it.
    fn candidate(&self, m: &Module, buffers: &Buffers, buffer: &Buffer) -> Option<Vec<Fused>> {
        let ([producer], [value]) = (&buffer.writers[..], &buffer.values[..]) else {
            return None;
        };
        let sources = buffer.sources.as_ref()?;
        let loops = Loops::new(m, *producer)?;
        let max_readers = match loops.computes_nothing(m) {
            true => self.max_readers.max(MAX_FREE_READERS),
            false => self.max_readers,
        };
        let is_output = m.operands(*producer).get(loops.n_inputs..) == Some(&[*value][..]);
        if !is_output || overwritten(m, *producer)[..] != [*value] {
            return None;
        }
        let mut readers: Vec<OpId> = Vec::new();
        for known in buffer.uses.iter().filter(|known| known.node != *producer) {
            if known.user != known.node {
                return None;
            }
            if readers.last() != Some(&known.user) {
                readers.push(known.user);
            }
        }
        let kept = sources.iter().map(|source| match source {
            Source::Buffer(number) => {
                let source = &buffers.list[*number as usize];
                let dies = source.last_use < buffer.last_use;
                if dies { source.bytes } else { 0 }
            }
            Source::Given(_) => 0,
        });
        let is_worth_it = kept.fold(0, u64::saturating_add) <= buffer.bytes
            && (1..=max_readers).contains(&readers.len())
            && pays_for_all(m, *producer, (*value, buffer.bytes), readers.len())
            && readers.iter().all(|&reader| {
                body_len(m, reader) + body_len(m, *producer) <= MAX_BODY
                    && reads_only(m, reader, *value)
            });
        let fused = readers
            .into_iter()
            .map(|reader| Fused::new(m, *producer, reader, *value));
        is_worth_it.then(|| fused.collect())?
    }
}

/// Whether several readers may compute a buffer: all but the first read its sources once more and repeat its operations,
/// and none reads the buffer, which is not written either. What is repeated must not take longer than the traffic that
/// is saved.
fn pays_for_all(
    m: &Module,
    producer: OpId,
    (value, bytes): (ValueId, u64),
    n_readers: usize,
) -> bool {
    let Some(n_more) = (n_readers as u64).checked_sub(1).filter(|&more| more > 0) else {
        return true;
    };
    let sources = traffic(m, producer).saturating_sub(bytes);
    let repeated = sources.saturating_mul(n_more);
    let Some(saved) = bytes.saturating_mul(n_more + 2).checked_sub(repeated) else {
        return false;
    };
    // But for the operation itself and the end of its body.
    let n_ops = (body_len(m, producer) as u64).saturating_sub(2);
    let Some(n_elements) = m.ctx.n_elements(m.value_type(value)) else {
        return false;
    };
    n_ops.saturating_mul(n_elements).saturating_mul(n_more)
        <= saved.saturating_mul(MAX_REPEATED_OPS_PER_BYTE)
}

fn body_len(m: &Module, op: OpId) -> usize {
    m.walk(op).count()
}

/// Whether an operation does nothing with a buffer but read it.
fn reads_only(m: &Module, op: OpId, value: ValueId) -> bool {
    use memplan_mlir::dialects::EffectKind;
    effects(m, op).is_some_and(|list| {
        list.iter()
            .all(|effect| effect.value != Some(value) || effect.kind == EffectKind::Read)
    })
}

/// Fuses a producer into all its readers, and erases it with its buffer.
fn apply(m: &mut Module, readers: &[Fused]) {
    for fused in readers {
        fused.emit(m);
    }
    let Some(first) = readers.first() else { return };
    let [producer, _] = first.ops();
    m.erase(producer);
    let alloc = m.defining_op(first.result());
    if let Some(alloc) = alloc.filter(|_| m.is_unused(first.result())) {
        m.erase(alloc);
    }
}
