//! `#loc1 = loc(..)`: aliases of locations, numbered like mlir-opt.
//!
//! Locations without parts come first, in the order in which a module's text mentions them, then those with parts.
//! Locations used only after operations are defined below the module, the rest above it. With aliases, `n` lines can
//! define a location with `2^n` parts, so long locations get an alias even if none are requested.

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{AttrId, AttrKind, BlockId, Context, LocId, LocationKind, Module, OpId};

/// Maximum length of a location that is written in full if no aliases are requested, in bytes.
const LONG: u64 = 4 << 10;

/// The aliases of a module's locations.
#[derive(Debug, Default)]
pub(crate) struct LocAliases {
    numbers: FxHashMap<LocId, u32>,
    /// Aliases defined above the module: those without parts, then those with parts. Then those defined below.
    above: [Vec<LocId>; 2],
    below: Vec<LocId>,
}

/// Facts about a location that the text mentions.
#[derive(Clone, Copy)]
struct Seen {
    loc: LocId,
    depth: u32,
    /// Approximate length of its text in bytes.
    size: u64,
    /// Whether it was used only after operations so far.
    is_trailing: bool,
}

struct Collector<'m> {
    ctx: &'m Context,
    seen: Vec<Seen>,
    index: FxHashMap<LocId, usize>,
    attrs: FxHashSet<AttrId>,
}

impl LocAliases {
    /// The aliases that the text of a module needs. `O(operations)`, and nothing for modules without
    /// locations.
    pub(crate) fn new(module: &Module, prints_locations: bool, is_local: bool) -> Option<Self> {
        if module.ctx.loc_count() == 0 {
            return None;
        }
        let mut collector = Collector {
            ctx: &module.ctx,
            seen: Vec::new(),
            index: FxHashMap::default(),
            attrs: FxHashSet::default(),
        };
        for op in module.walk(module.root()) {
            collector.op(module, op, prints_locations);
        }
        let mut seen = collector.seen;
        if is_local {
            seen.retain(|seen| seen.size > LONG);
        }
        seen.sort_stable_by_key(|seen| seen.depth);
        let mut aliases = Self::default();
        for (number, seen) in (0..).zip(&seen) {
            aliases.numbers.insert(seen.loc, number);
            let list = if seen.is_trailing {
                &mut aliases.below
            } else {
                &mut aliases.above[usize::from(seen.depth > 0)]
            };
            list.push(seen.loc);
        }
        Some(aliases)
    }

    /// The number of the alias of a location.
    pub(super) fn number(&self, loc: LocId) -> Option<u32> {
        self.numbers.get(&loc).copied()
    }

    /// The aliases defined above the module: locations without parts, or those with parts.
    pub(super) fn above(&self, has_parts: bool) -> &[LocId] {
        &self.above[usize::from(has_parts)]
    }

    /// The aliases defined below the module.
    pub(super) fn below(&self) -> &[LocId] {
        &self.below
    }
}

impl Collector<'_> {
    fn op(&mut self, module: &Module, op: OpId, prints_locations: bool) {
        if prints_locations {
            let block = module.op_block(op);
            if let Some(block) = block.filter(|&block| module.first_op(block) == Some(op)) {
                self.args(module, block);
            }
            if let Some(loc) = module.op_loc(op) {
                self.loc(loc, true);
            }
        }
        // In the order of printing, not that of the source.
        for dict in [module.props(op), module.attrs(op)] {
            for (_, attr) in dict.sorted(self.ctx) {
                self.attr(attr);
            }
        }
        if !prints_locations {
            return;
        }
        for &region in module.regions(op) {
            for block in module.blocks(region) {
                if module.first_op(block).is_none() {
                    self.args(module, block);
                }
            }
        }
    }

    fn args(&mut self, module: &Module, block: BlockId) {
        for &arg in module.block_args(block) {
            if let Some(loc) = module.arg_loc(arg) {
                self.loc(loc, false);
            }
        }
    }

    /// Recurses at most as deep as the parser's nesting limit.
    fn attr(&mut self, attr: AttrId) {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Location(loc) => {
                self.loc(*loc, false);
            }
            AttrKind::Array(items) if self.attrs.insert(attr) => {
                items.iter().for_each(|&item| self.attr(item));
            }
            AttrKind::Dictionary(entries) if self.attrs.insert(attr) => {
                entries.iter().for_each(|&(_, value)| self.attr(value));
            }
            _ => {}
        }
    }

    /// Records a location and its parts; returns its depth and size.
    fn loc(&mut self, loc: LocId, is_trailing: bool) -> (u32, u64) {
        if let Some(&at) = self.index.get(&loc) {
            let entry = self.seen[at];
            if entry.is_trailing && !is_trailing {
                self.seen[at].is_trailing = false;
                self.parts(loc, false);
            }
            return (entry.depth, entry.size);
        }
        let at = self.seen.len();
        self.index.insert(loc, at);
        self.seen.push(Seen {
            loc,
            depth: 0,
            size: 0,
            is_trailing,
        });
        let (depth, size) = self.parts(loc, is_trailing);
        self.seen[at].depth = depth;
        self.seen[at].size = size;
        (depth, size)
    }

    fn parts(&mut self, loc: LocId, is_trailing: bool) -> (u32, u64) {
        let ctx = self.ctx;
        let mut depth = 0;
        let mut size = 16;
        let mut part = |collector: &mut Self, loc| {
            let (part_depth, part_size) = collector.loc(loc, is_trailing);
            depth = depth.max(part_depth + 1);
            size = u64::saturating_add(size, part_size);
        };
        match ctx.loc_kind(loc) {
            LocationKind::Unknown | LocationKind::File { .. } => {}
            LocationKind::Name { child, .. } => {
                if *ctx.loc_kind(*child) != LocationKind::Unknown {
                    part(self, *child);
                }
            }
            LocationKind::CallSite { callee, caller } => {
                part(self, *callee);
                part(self, *caller);
            }
            LocationKind::Fused {
                metadata,
                locations,
            } => {
                if let Some(metadata) = metadata {
                    self.attr(*metadata);
                }
                locations.iter().for_each(|&loc| part(self, loc));
            }
        }
        (depth, size)
    }
}
