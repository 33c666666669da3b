//! Passes that lower the load: how many bytes a program needs at once, before any planner places them.
//!
//! The *load* at a point is the sum of the sizes of the buffers that are live there; no planner needs less memory
//! than the largest load. These passes change the program so that this maximum falls, and keep its results bit for
//! bit.
//!
//! | pass | effect |
//! |---|---|
//! | [`split_buffers`], [`split_outputs`], [`split_updates`] | give each value that a buffer holds an allocation of its own |
//! | [`sink_fills`] | fills instead of copying fills, right before the first use |
//! | [`sink_allocations`] | allocates each buffer right before its first use |
//! | [`fuse_into_readers`], [`fuse_updates_into_readers`], [`fuse_updates_into_readers_at_peaks`] | fuse elementwise operations into what reads their results |
//! | [`Rematerialize`] | recomputes cheap buffers after a peak |
//! | [`ComputeInBlocks`] | computes chains of operations block by block, in buffers of the size of a block |
//! | [`ScheduleForMemory`] | orders the operations of each block |
//! | [`carry_in_place`] | gives each buffer that a loop carries one allocation before the loop |
//! | [`merge_in_loops`] (`buffer-loop-merging`) | writes a stack buffer that a loop passes on over the one that it begins with |
//! | [`pad_borders`], [`pad_borders_at_peaks`] | pad only what convolutions read outside of their operands |
//! | [`write_into_parts`], [`write_into_parts_at_peaks`] | write results into the parts of buffers that they would be copied to |
//! | [`compute_in_place`] | writes results over operands that nothing reads any more |
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. loops, views and layouts; the order of operations: `elementwise`, `relayout`, `reshape`, `slices`, `loops`,
//!    `schedule`
//! 2. what it costs to compute a buffer again: `rematerialize::buffers`
//! 3. what passes know of a program, and rewrites in rounds: `analyses`, `rewrite`, `rounds`
//! 4. passes on single buffers: `carried`, `fills`, `in_place`, `loop_merging`, `sink_allocations`, `versions`
//! 5. passes that combine others: `fuse`, `in_blocks`, `padding`, `parts`, `rematerialize`
//!
//! # Inside
//!
//! All passes ask the memory model which objects an operation reads, writes and overwrites, through views and calls.
//! What a collector takes for live comes from its `BufferEvents`, which collectors use, too. `schedule/` separates the
//! IR from the search: `block.rs` makes a `Problem` of a block, `emit.rs` puts an order of its nodes back. The search
//! knows nodes, edges and sizes only, so its tests compare it with all orders of random problems. `rematerialize/` uses
//! its minimum cuts. `fuse/` chooses with the buffers of `rematerialize/`; `loops.rs` puts two loop nests into one.
//! `parts/` writes temporaries where they are copied to; it asks `schedule/loads.rs` what the load becomes.
//!
//! The driver tries many passes on one program. They share its [`Analyses`], so one that changes nothing costs little.
//! A pass that changes the program drops them; one that only moves operations keeps the memory model.

mod analyses;
mod carried;
mod elementwise;
mod fills;
mod fuse;
mod in_blocks;
mod in_place;
mod loop_merging;
mod loops;
mod padding;
mod parts;
mod relayout;
mod rematerialize;
mod reshape;
mod rewrite;
mod rounds;
mod schedule;
mod sink_allocations;
mod slices;
mod versions;

use std::sync::Arc;

use memplan_mlir::passes::{Field, PassPlugin};

pub use analyses::Analyses;
pub use carried::{CARRY_IN_PLACE, carry_in_place};
pub use fills::{SINK_FILLS, sink_fills};
pub use fuse::{
    FUSE_INTO_READERS, FUSE_UPDATES_INTO_READERS, FUSE_UPDATES_INTO_READERS_AT_PEAKS,
    fuse_into_readers, fuse_updates_into_readers, fuse_updates_into_readers_at_peaks,
};
pub use in_blocks::{BlockedChain, ComputeInBlocks};
pub use in_place::{COMPUTE_IN_PLACE, compute_in_place};
pub use loop_merging::{BUFFER_LOOP_MERGING, merge_in_loops};
pub use padding::{PAD_BORDERS, PAD_BORDERS_AT_PEAKS, pad_borders, pad_borders_at_peaks};
pub use parts::{
    WRITE_INTO_PARTS, WRITE_INTO_PARTS_AT_PEAKS, write_into_parts, write_into_parts_at_peaks,
};
pub use rematerialize::buffers::{time_bytes, traffic_bytes};
pub use rematerialize::{Recomputation, Rematerialize};
pub use rewrite::Rewrite;
pub use schedule::{BlockLoad, Effort, FoundOrders, LiveBuffer, ScheduleForMemory};
pub use sink_allocations::{SINK_ALLOCATIONS, sink_allocations};
pub use versions::{
    SPLIT_BUFFERS, SPLIT_OUTPUTS, SPLIT_UPDATES, split_buffers, split_outputs, split_updates,
};

/// All passes of this crate with their default options, in display order.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    let rewrites = [
        SPLIT_BUFFERS,
        SPLIT_OUTPUTS,
        SPLIT_UPDATES,
        SINK_FILLS,
        SINK_ALLOCATIONS,
        FUSE_INTO_READERS,
        FUSE_UPDATES_INTO_READERS,
        FUSE_UPDATES_INTO_READERS_AT_PEAKS,
        CARRY_IN_PLACE,
        PAD_BORDERS,
        PAD_BORDERS_AT_PEAKS,
        WRITE_INTO_PARTS,
        WRITE_INTO_PARTS_AT_PEAKS,
        COMPUTE_IN_PLACE,
        BUFFER_LOOP_MERGING,
    ];
    let mut passes: Vec<Arc<dyn PassPlugin>> = vec![
        Arc::new(Rematerialize::default()),
        Arc::new(ScheduleForMemory::default()),
        Arc::new(ComputeInBlocks::default()),
    ];
    for rewrite in rewrites {
        passes.push(Arc::new(rewrite));
    }
    passes
}

/// An option that is a percentage, such as `5%`.
fn percentage<'a>(name: &'static str, field: &'a mut u64) -> Field<'a> {
    let read = |text: &str| text.strip_suffix('%')?.parse().ok();
    Field::read(name, field, |n| format!("{n}%"), read).expects("a percentage such as `5%`")
}

#[cfg(test)]
mod tests {
    use super::passes;

    /// A pass is in the table by its name, by its function or by its type.
    #[test]
    fn the_table_lists_all_passes() {
        let lines = include_str!("lib.rs").lines();
        let table: String = lines.filter(|line| line.starts_with("//! | ")).collect();
        for pass in passes() {
            let name = pass.info().name;
            let words = name
                .split('-')
                .map(|word| word[..1].to_uppercase() + &word[1..]);
            let forms = [name.to_owned(), name.replace('-', "_"), words.collect()];
            let is_listed = |form: &String| table.contains(&format!("`{form}`"));
            assert!(forms.iter().any(is_listed), "{name}");
        }
    }
}
