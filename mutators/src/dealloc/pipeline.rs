//! `buffer-deallocation-pipeline`: all deallocation passes in order.

use std::sync::Arc;

use memplan_mlir::passes::{
    Canonicalize, Cse, Expansion, Field, Options, Pass, PassPlugin, PluginInfo, Promise,
};

use super::expand_realloc::{Deallocs, ExpandRealloc};
use super::lower::LowerDeallocs;
use super::lower_clones::ToMemref;
use super::ownership::{OwnershipBasedDeallocation, OwnershipOptions};
use super::simplify::Simplify;

/// The named pipeline `buffer-deallocation-pipeline`: expands `memref.realloc`, inserts deallocations by ownership,
/// simplifies them, and lowers `bufferization.dealloc` and, with [`Self::lower_clones`], `bufferization.clone`.
///
/// Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeallocationPipeline {
    /// How ownership is decided.
    pub ownership: OwnershipOptions,
    /// Whether `bufferization.clone` becomes an allocation and a copy.
    pub lower_clones: bool,
}

impl DeallocationPipeline {
    /// The passes, in order: [`Self::insertion`], then [`Self::simplification`].
    pub fn passes(&self) -> Vec<Arc<dyn Pass>> {
        [self.insertion(), self.simplification()].concat()
    }

    /// The passes that insert deallocations: [`Self::preparation`] and those that follow.
    pub fn insertion(&self) -> Vec<Arc<dyn Pass>> {
        [self.preparation(), self.ownership_passes()].concat()
    }

    /// The passes before ownership is computed.
    pub fn preparation(&self) -> Vec<Arc<dyn Pass>> {
        vec![
            Arc::new(ExpandRealloc {
                deallocs: Deallocs::Auto,
            }),
            Arc::new(Canonicalize::default()),
        ]
    }

    /// The passes that compute ownership and insert deallocations accordingly.
    pub fn ownership_passes(&self) -> Vec<Arc<dyn Pass>> {
        let canonicalize = || Arc::new(Canonicalize::default()) as Arc<dyn Pass>;
        vec![
            // The passes that follow keep the ownership decisions made here.
            Arc::new(OwnershipBasedDeallocation {
                options: self.ownership,
            }),
            canonicalize(),
            Arc::new(Simplify {
                to_fixpoint: true,
                ..Simplify::default()
            }),
            Arc::new(LowerDeallocs::default()),
            canonicalize(),
        ]
    }

    /// The passes that simplify the conditions of deallocations.
    pub fn simplification(&self) -> Vec<Arc<dyn Pass>> {
        let canonicalize = || Arc::new(Canonicalize::default()) as Arc<dyn Pass>;
        let mut passes: Vec<Arc<dyn Pass>> = Vec::new();
        if self.lower_clones {
            passes.extend([
                Arc::new(Cse) as _,
                canonicalize(),
                Arc::new(Cse),
                canonicalize(),
            ]);
            passes.push(Arc::new(ToMemref::default()));
        }
        passes.extend([
            Arc::new(Cse) as _,
            canonicalize(),
            Arc::new(Cse),
            canonicalize(),
        ]);
        passes
    }
}

impl PassPlugin for DeallocationPipeline {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-deallocation-pipeline",
            aliases: &[],
            summary: "Frees every buffer exactly once, in plain operations.",
            cost: "near-linear in the operations",
            source: "the pipeline of MLIR 22",
        }
    }

    fn promise(&self) -> Promise {
        Promise::FREES_ALL
    }

    fn options(&self) -> Options<'_, dyn PassPlugin> {
        Options::of(self, Self::default(), |pipeline| {
            let mut fields = pipeline.ownership.fields();
            fields.truncate(2);
            fields.push(
                Field::flag("lower-clones", &mut pipeline.lower_clones).help(
                    "Turn copies into allocations, too; otherwise `bufferization.clone` stays.",
                ),
            );
            fields
        })
    }

    fn expand(self: Arc<Self>) -> Expansion {
        Expansion::Pipeline(self.passes())
    }
}
