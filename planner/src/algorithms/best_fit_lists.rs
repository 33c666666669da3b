//! `ggml` and `onnxruntime`: buffers by birth, from a list of free blocks that are merged with their neighbours, each
//! time the smallest block that is large enough; otherwise the arena grows.
//!
//! | planner | sizes are multiples of | of equal blocks |
//! |---|---|---|
//! | `ggml` | 32 bytes, the alignment of its CPU backend | the last |
//! | `onnxruntime` | 256 bytes | the first |
//!
//! Sources: ggml, `ggml-alloc.c`, `ggml_dyn_tallocr_alloc`, for one chunk of any size; microsoft/onnxruntime,
//! `core/framework/mem_pattern_planner.h`, which records the offsets of a first run and uses them for the following
//! ones. Both allocate the outputs of a node before they free its inputs, which is a matter of the trace here. In ggml,
//! a node may take over the memory of an input, and backends have buffers of their own. Alignments above the block size
//! are a feature of this version.

use std::collections::{BTreeMap, BTreeSet};

use super::in_order::{Allocator, replay};
use crate::problem::units::align_up;
use crate::{LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo};

/// A planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct BestFitLists {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    block: u64,
    tie: Tie,
}

/// Which of equally large free blocks is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    First,
    Last,
}

/// The planner `ggml`.
pub const GGML: BestFitLists = BestFitLists {
    name: "ggml",
    summary: "In order of allocation, best fit, as ggml does.",
    source: "ggml, ggml-alloc.c",
    block: 32,
    tie: Tie::Last,
};

/// The planner `onnxruntime`.
pub const ONNX_RUNTIME: BestFitLists = BestFitLists {
    name: "onnxruntime",
    summary: "In order of allocation, best fit, as ONNX Runtime does.",
    source: "microsoft/onnxruntime, core/framework/mem_pattern_planner.h",
    block: 256,
    tie: Tie::First,
};

impl MemoryPlanner for BestFitLists {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: self.name,
            aliases: &[],
            summary: self.summary,
            source: self.source,
            cost: "O(n log n)",
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        replay(trace, options, self.name, self.block, |base, _| Arena {
            base,
            block: self.block,
            tie: self.tie,
            by_offset: BTreeMap::new(),
            by_size: BTreeSet::new(),
            end: 0,
        })
    }
}

/// Free blocks of an arena, none next to another one, and the end, above which nothing is allocated.
struct Arena {
    base: u64,
    block: u64,
    tie: Tie,
    by_offset: BTreeMap<u64, u64>,
    by_size: BTreeSet<(u64, u64)>,
    end: u64,
}

impl Arena {
    fn add(&mut self, offset: u64, size: u64) {
        if size != 0 {
            self.by_offset.insert(offset, size);
            self.by_size.insert((size, offset));
        }
    }

    fn remove(&mut self, offset: u64) -> u64 {
        let size = self.by_offset.remove(&offset).unwrap_or(0);
        self.by_size.remove(&(size, offset));
        size
    }

    /// The smallest block of at least this size.
    fn best(&self, size: u64) -> Option<u64> {
        let &(found, first) = self.by_size.range((size, 0)..).next()?;
        match self.tie {
            Tie::First => Some(first),
            Tie::Last => {
                let equal = self.by_size.range((found, 0)..=(found, u64::MAX));
                equal.last().map(|&(_, offset)| offset)
            }
        }
    }

    fn aligned(&self, offset: u64, align: u64) -> u64 {
        let address = align_up(self.base.saturating_add(offset), align);
        address.map_or(u64::MAX, |address| address.saturating_sub(self.base))
    }
}

impl Allocator for Arena {
    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let padding = if self.block.is_multiple_of(align) {
            0
        } else {
            align - 1
        };
        let Some(offset) = self.best(size.saturating_add(padding)) else {
            let at = self.aligned(self.end, align);
            self.add(self.end, at.saturating_sub(self.end));
            self.end = at.saturating_add(size);
            return at;
        };
        let whole = self.remove(offset);
        let at = self.aligned(offset, align);
        self.add(offset, at.saturating_sub(offset));
        let (begin, end) = (at.saturating_add(size), offset.saturating_add(whole));
        self.add(begin, end.saturating_sub(begin));
        at
    }

    fn free(&mut self, offset: u64, size: u64) {
        let (mut begin, mut end) = (offset, offset.saturating_add(size));
        let before = self.by_offset.range(..begin).next_back();
        if let Some((&at, &n)) = before
            && at.saturating_add(n) == begin
        {
            self.remove(at);
            begin = at;
        }
        if self.by_offset.contains_key(&end) {
            end = end.saturating_add(self.remove(end));
        }
        if end == self.end {
            self.end = begin;
        } else {
            self.add(begin, end.saturating_sub(begin));
        }
    }
}

#[cfg(test)]
mod tests {

    use super::{GGML, ONNX_RUNTIME};
    use crate::testing::check;

    /// The holes of `a` and `c` are of one size.
    const HOLES: &str =
        "a 0..2 512; b 0..9 256; c 0..2 512; d 0..9 256; e 2..4 300; f 2..9 40; g 4..9 1024";

    #[test]
    fn the_last_of_equal_holes_is_taken() {
        check(
            &GGML,
            HOLES,
            "a 0, b 512, c 768, d 1280, e 768, f 1088, g 1536; peak 2560, load 1576",
        );
    }

    #[test]
    fn the_first_of_equal_holes_is_taken() {
        check(
            &ONNX_RUNTIME,
            HOLES,
            "a 0, b 512, c 768, d 1280, e 0, f 768, g 1536; peak 2560, load 1576",
        );
    }
}
