//! Merged allocations that never raise the run-time peak.
//!
//! A merged allocation is held as a whole from its first to its last use. Buffers that cannot be merged, such as
//! results of calls, are live beside it, so the peak of the program may be higher than with separately freed buffers.
//! With `arenas=paying`, [`ChosenCollector`] deallocates a copy of the program without merging, computes the room
//! under the peak at each of its operations ([`HeapLoads`]), and [divides](divide) the collected buffers until the
//! merged allocations fit into that room.
//!
//! A function that takes memory from its callers gets one allocation for all its buffers, even a single one, if there
//! is room for it during the whole call: then each caller can hold it as a buffer of its own.
//!
//! The guarantee holds for every run of the program, not only for the one with the highest peak: the peak of a run is
//! never above that of the same run without merging. So buffers of a branch that is not always taken are not merged
//! if that would cost memory in other runs.

mod baseline;
mod divide;
mod slots;

pub(crate) use baseline::Names;

use std::sync::Arc;

use memplan_collectors::{
    CollectError, Collected, CollectedScope, TraceCollector, relate, states_relations,
};
use memplan_memory_model::{BufferViewFlowAnalysis, HeapLoads};
use memplan_mlir::passes::Params;
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc::settle_arenas_of_calls;
use memplan_planner::{Bytes, OptionInfo};
use rustc_hash::FxHashSet;

use crate::dealloc;

/// The alignment that allocators guarantee by default.
pub(crate) const GUARANTEED: Bytes = Bytes(16);

/// The option `arenas` of every collector.
pub fn arenas_option() -> OptionInfo {
    OptionInfo {
        name: ARENAS,
        default: "single".into(),
        help: "`paying` merges only where that does not raise the run-time peak, in several allocations where \
               one would cost memory; `single` makes one for each scope and memory space.",
    }
}

/// The key of [`arenas_option`].
pub(crate) const ARENAS: &str = "arenas";

/// The values of [`arenas_option`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arenas {
    Single,
    Paying,
}

impl Arenas {
    pub(crate) const WORDS: &[(&str, Self)] = &[("single", Self::Single), ("paying", Self::Paying)];
}

/// A collector, and how the buffers of a scope are divided among merged allocations: see the module documentation.
#[derive(Clone, Debug)]
pub struct ChosenCollector {
    /// The collector.
    pub collector: Arc<dyn TraceCollector>,
    pub(crate) arenas: Arenas,
}

impl From<Arc<dyn TraceCollector>> for ChosenCollector {
    fn from(collector: Arc<dyn TraceCollector>) -> Self {
        Self {
            collector,
            arenas: Arenas::Single,
        }
    }
}

impl ChosenCollector {
    /// Collects the traces of all functions of a valid module, one for each merged allocation.
    ///
    /// # Errors
    ///
    /// Those of [`TraceCollector::collect`].
    pub fn collect(&self, m: &Module) -> Result<Collected, CollectError> {
        self.collect_for(m, &[])
    }

    /// As [`collect`](Self::collect) for a program in which the functions `takers` can take merged allocations from
    /// their callers. Computes [`CollectedScope::callers_may_hold`] for the scopes of these functions, and collects
    /// lone buffers there; not with one merged allocation for each scope.
    pub(crate) fn collect_for(
        &self,
        m: &Module,
        takers: &[OpId],
    ) -> Result<Collected, CollectError> {
        // Pools and relations are those of one merged allocation for each memory.
        if self.arenas == Arenas::Single || states_relations(m) {
            let mut collected = self.collector.collect(m)?;
            relate(m, &mut collected)?;
            return Ok(collected);
        }
        let takers: FxHashSet<OpId> = takers.iter().copied().collect();
        let flow = BufferViewFlowAnalysis::across_calls(m, m.root());
        let mut collected = self.collector.collect_with(m, &flow)?;
        self.add_lone(m, &flow, &takers, &mut collected)?;
        if collected.scopes.is_empty() {
            return Ok(collected);
        }
        let mut separate = m.clone();
        settle_arenas_of_calls(&mut separate);
        // If deallocation fails, there is no baseline to compare with. Merging reports the same errors.
        if let Some(separate) = dealloc::deallocated(separate) {
            let loads = HeapLoads::new(&separate);
            collected.separate_peaks = loads.peaks();
            divide::divide(m, &flow, &mut collected, &separate, &loads, &takers);
        }
        Ok(collected)
    }

    /// Adds the scopes with one buffer of functions that can take merged allocations from their callers.
    fn add_lone(
        &self,
        m: &Module,
        flow: &BufferViewFlowAnalysis,
        takers: &FxHashSet<OpId>,
        collected: &mut Collected,
    ) -> Result<(), CollectError> {
        let with_lone = self.collector.with_lone_buffers();
        let Some(with_lone) = with_lone.filter(|_| !takers.is_empty()) else {
            return Ok(());
        };
        let ids = collected.scopes.iter();
        let ids: FxHashSet<_> = ids.map(|scope| (scope.id, scope.memory_space)).collect();
        let is_wanted = |scope: &CollectedScope| {
            ids.contains(&(scope.id, scope.memory_space))
                || (scope.scope_op == scope.function && takers.contains(&scope.function))
        };
        collected.scopes = with_lone.collect_with(m, flow)?.scopes;
        collected.scopes.retain(is_wanted);
        Ok(())
    }

    /// This collector with one merged allocation for all buffers of a scope and memory space.
    #[must_use]
    pub fn single(&self) -> Self {
        Arc::clone(&self.collector).into()
    }

    /// This collector with a merged allocation even for a single buffer.
    pub(crate) fn with_lone_buffers(&self) -> Self {
        match self.collector.with_lone_buffers() {
            Some(collector) => Arc::<dyn TraceCollector>::from(collector).into(),
            None => self.clone(),
        }
    }

    /// The options in effect that differ from the defaults of the collector.
    pub fn params(&self) -> Params {
        let mut params = self.collector.options().params();
        if self.arenas == Arenas::Paying {
            params.or_insert(ARENAS, "paying");
        }
        params
    }
}
