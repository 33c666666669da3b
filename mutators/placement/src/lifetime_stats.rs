//! `print-buffer-lifetime-stats`: how long the buffers of a function live, and how much is live at once.

use std::fmt::Write as _;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{allocation, frees};
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

/// The pass `print-buffer-lifetime-stats`: prints the allocations of each function with one block, and leaves it as it
/// is.
///
/// Positions count the operations of the block. Linear in them, but for the sorting of lifetimes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LifetimeStats;

impl Pass for LifetimeStats {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "print-buffer-lifetime-stats",
            aliases: &[],
            summary: "Prints how long buffers live, and how many bytes at once: to standard error, or to standard output with `-o FILE`.",
            cost: "near-linear in the operations",
            source: "a pass proposed for MLIR",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        for function in m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION)) {
            cx.print(&lifetime_stats(m, function));
        }
        Ok(())
    }
}

/// A buffer that is allocated and freed in one block.
struct Tracked {
    buffer: ValueId,
    bytes: u64,
    /// Positions: from the allocation to in front of what frees it.
    live: [usize; 2],
}

/// What is known of the buffers of a function with one block; nothing for others. Sizes are in bytes, and 0 for dynamic
/// shapes.
pub fn lifetime_stats(m: &Module, function: OpId) -> String {
    let mut blocks = m.regions(function).iter().flat_map(|&body| m.blocks(body));
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        return String::new();
    };
    let place: FxHashMap<OpId, usize> = m.ops(block).zip(0..).collect();
    let tracked = m.ops(block).filter_map(|op| {
        let buffer = allocation(m, op)?.buffer;
        let uses = m.uses(buffer).filter(|&(user, _)| frees(m, user, buffer));
        let mut ends = uses.filter_map(|(user, _)| place.get(&user).copied());
        let (end, None) = (ends.next()?, ends.next()) else {
            return None;
        };
        Some(Tracked {
            buffer,
            bytes: bytes(m, buffer),
            live: [*place.get(&op)?, end],
        })
    });
    let tracked: Vec<Tracked> = tracked.collect();
    let mut text = String::new();
    let name = m.symbol_text(function);
    let total: u64 = tracked
        .iter()
        .fold(0, |sum, buffer| sum.saturating_add(buffer.bytes));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "--- Buffer Lifetime Statistics for '{name}' ---\n\
         \x20 Tracked allocations     : {}\n\
         \x20 Total allocated bytes    : {total}\n\
         \x20 Peak live bytes          : {}\n\
         \x20 Non-overlapping pairs    : {}\n",
        tracked.len(),
        peak(&tracked),
        n_apart(&tracked),
    );
    for buffer in &tracked {
        let ty = m.ctx.type_text(m.value_type(buffer.buffer));
        let ([begin, end], bytes) = (buffer.live, buffer.bytes);
        let _ = writeln!(
            text,
            "  Buffer: {ty} | size={bytes} | lifetime=[{begin}, {end})"
        );
    }
    text + "---\n"
}

fn bytes(m: &Module, buffer: ValueId) -> u64 {
    let ty = m.value_type(buffer);
    let stored = || {
        let element = m.ctx.stored_bytes(m.ctx.element_type(ty)?, INDEX_WIDTH)?;
        m.ctx.n_elements(ty)?.checked_mul(element)
    };
    m.ctx.packed_bytes(ty).or_else(stored).unwrap_or(0)
}

/// The most bytes that are live at once.
fn peak(tracked: &[Tracked]) -> u64 {
    let mut begins: Vec<(usize, u64)> = tracked
        .iter()
        .map(|buffer| (buffer.live[0], buffer.bytes))
        .collect();
    let mut ends: Vec<(usize, u64)> = tracked
        .iter()
        .map(|buffer| (buffer.live[1], buffer.bytes))
        .collect();
    begins.sort_stable();
    ends.sort_stable();
    let mut ends = ends.into_iter().peekable();
    let (mut live, mut most) = (0u128, 0u128);
    for (begin, bytes) in begins {
        while let Some((_, bytes)) = ends.next_if(|&(end, _)| end <= begin) {
            live -= u128::from(bytes);
        }
        live += u128::from(bytes);
        most = most.max(live);
    }
    u64::try_from(most).unwrap_or(u64::MAX)
}

/// How many pairs of buffers are never live at once.
fn n_apart(tracked: &[Tracked]) -> u64 {
    let mut ends: Vec<usize> = tracked.iter().map(|buffer| buffer.live[1]).collect();
    ends.sort_stable();
    let n_before = |begin: usize| ends.partition_point(|&end| end <= begin) as u64;
    tracked.iter().map(|buffer| n_before(buffer.live[0])).sum()
}
