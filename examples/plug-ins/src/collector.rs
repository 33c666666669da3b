//! `explicit`: buffers of one memory space, live from allocation to `memref.dealloc` in the same block.

use std::collections::{BTreeMap, HashMap};

use memplan_collectors::{
    CollectError, Collected, SkipReason, TraceCollector, memory_space, space_text, static_site,
};
use memplan_mlir::interfaces::{Allocation, AllocationSite, allocation, is_allocation_scope};
use memplan_mlir::{Module, OpId};
use memplan_planner::{Bytes, Lifetime, Tick};
use memplan_plugin::{Field, Options, PluginInfo};

/// The scope of an allocation, its site, and the alignment of its buffer.
type Site = (OpId, AllocationSite, Bytes);

/// The collector described in the module documentation.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    /// The memory space; empty for the default one.
    pub space: String,
}

impl TraceCollector for Explicit {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "explicit",
            aliases: &[],
            summary: "Buffers of one memory space, live from allocation to explicit deallocation.",
            source: "docs/book/src/guides/plug-ins/collector.md",
            cost: "O(operations)",
        }
    }

    fn options(&self) -> Options<'_, dyn TraceCollector> {
        Options::of(self, Self::default(), |collector| {
            vec![
                Field::text("space", &mut collector.space)
                    .help("The memory space, such as `1`; the default one if empty."),
            ]
        })
    }

    fn collect(&self, m: &Module) -> Result<Collected, CollectError> {
        let ticks: HashMap<OpId, i64> = m.walk(m.root()).zip(0..).collect();
        let (mut collected, mut scopes) = (Collected::default(), BTreeMap::new());
        for allocation in m.walk(m.root()).filter_map(|op| allocation(m, op)) {
            match self.site(m, &allocation) {
                Ok((scope, site, align)) => {
                    let [begin, end] = [site.alloc, site.deallocs[0]].map(|op| Tick(ticks[&op]));
                    let sites: &mut Vec<_> = scopes.entry(scope).or_default();
                    sites.push((site, align, Lifetime::half_open(begin, end)));
                }
                Err(reason) => collected.skip(m, allocation.op, reason),
            }
        }
        for (scope, sites) in scopes {
            collected.push_scope(m, scope, sites)?;
        }
        Ok(collected)
    }
}

impl Explicit {
    /// The scope, site and alignment of an allocation, or why it is not merged.
    fn site(&self, m: &Module, allocation: &Allocation<'_>) -> Result<Site, SkipReason> {
        let (site, align) = static_site(m, allocation)?;
        let space = memory_space(m, allocation.buffer).map(|space| space_text(m, space));
        let scope = m
            .parent(allocation.op)
            .filter(|&op| is_allocation_scope(m, op));
        let block = scope.and_then(|scope| m.first_block(*m.regions(scope).first()?));
        if space.unwrap_or_default() != self.space {
            return Err(SkipReason::Other("other-space"));
        }
        let is_in_block = |&op: &OpId| m.op_block(op) == block;
        match (scope, &*site.deallocs) {
            (Some(scope), [by]) if is_in_block(by) && is_in_block(&allocation.op) => {
                Ok((scope, site, align))
            }
            _ => Err(SkipReason::Other("no-explicit-dealloc")),
        }
    }
}
