//! Ownership-based deallocation with the scheme of MLIR 22: accepts the same programs and inserts
//! the same operations. Tests compare memplan's scheme with it.
//!
//! Each block owns allocations. A bit for each pair of value and block, constant or computed,
//! records whether the block owns the buffer of the value. At the end of a block, one
//! `bufferization.dealloc` per exit receives all buffers that the block may own, with their bits,
//! and all buffers that are needed on that exit. It frees the buffers that are not needed; its
//! results are the bits of the retained ones, which are passed along with the buffers through
//! arguments, region results and calls.
//!
//! Invariant: a block owns an allocation if *any* tracked value of it has its bit set. Every
//! deallocation either frees an allocation or transfers its ownership as a whole to the retained
//! values.
//!
//! Differences from MLIR, all of which are defects there: values that are replaced when an
//! operation is rebuilt are tracked (`Engine::now`); a value that is needed twice on one exit is
//! retained once; unreachable blocks are removed first; the operands of `affine.for` are counted;
//! private functions whose address is taken keep their signature; a consumed bit is never read.

#[path = "../../../src/builder.rs"]
mod builder;
mod check;
mod engine;
mod exits;
mod live;
#[path = "../../../src/dealloc/queries.rs"]
mod queries;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, address_taken, has_body, is_private};
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::drop_unreachable_blocks;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc::DeallocError;
use rustc_hash::FxHashSet;

use self::engine::Engine;

/// The ownership information that private functions return to their callers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PrivateFunctions {
    /// As for public functions: results are owned and never an argument; other values are cloned.
    #[default]
    LikePublic,
    /// Private functions return a bit for each buffer, and clone nothing.
    DynamicOwnership,
}

/// Inserts deallocations into every function below `root`. Linear in the operations, plus the number of
/// (exit, owned buffer) pairs of each block.
///
/// # Errors
///
/// Everything that the MLIR pass does not support in any function. The module is then unchanged.
pub(crate) fn run(
    m: &mut Module,
    root: OpId,
    private: PrivateFunctions,
) -> Result<(), Vec<DeallocError>> {
    let functions: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.has_trait(op, Traits::FUNCTION) && is_host_function(m, op))
        .filter(|&op| has_body(m, op))
        .collect();
    let mut errors = Vec::new();
    for &function in &functions {
        check::function(m, function, &mut errors);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    drop_unreachable_blocks(m, root);
    let symbols = SymbolIndex::new(m);
    let dynamic = match private {
        PrivateFunctions::LikePublic => FxHashSet::default(),
        PrivateFunctions::DynamicOwnership => with_known_callers(m, &symbols),
    };
    for function in functions {
        Engine::new(m, function, &symbols, &dynamic)
            .run()
            .map_err(|error| vec![error])?;
    }
    Ok(())
}

fn refusal(op: OpId, code: &'static str, message: impl Into<String>) -> DeallocError {
    DeallocError {
        op,
        code,
        message: message.into(),
    }
}

/// The scheme as a pass, for the pipelines of tests.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Upstream(PrivateFunctions);

impl Pass for Upstream {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "upstream-deallocation",
            aliases: &[],
            summary: "Frees buffers by the scheme of MLIR 22, for comparison.",
            cost: "near-linear in the operations",
            source: "MLIR 22",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            const VALUES: [PrivateFunctions; 2] = [
                PrivateFunctions::LikePublic,
                PrivateFunctions::DynamicOwnership,
            ];
            vec![
                Field::either("private-function-dynamic-ownership", &mut pass.0, VALUES)
                    .help("Private functions return a flag for each buffer."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        run(m, root, self.0).map_err(|errors| {
            let lists = errors.into_iter().flat_map(|error| {
                match PassError::at(m, error.op, error.code, error.message) {
                    PassError::Diagnostics(list) => list,
                    PassError::Other(_) => Vec::new(),
                }
            });
            PassError::from(lists.collect::<Vec<_>>())
        })
    }
}

/// Upstream considers only these functions: others allocate and free by other means.
fn is_host_function(m: &Module, op: OpId) -> bool {
    m.is_kernel(op, Kernel::Function)
}

/// Private functions with a body that are used by direct calls and by nothing else.
fn with_known_callers(m: &Module, symbols: &SymbolIndex) -> FxHashSet<OpId> {
    let mut functions: FxHashSet<OpId> = m
        .walk(m.root())
        .filter(|&op| m.has_trait(op, Traits::FUNCTION) && is_host_function(m, op))
        .filter(|&op| has_body(m, op) && is_private(m, op))
        .collect();
    for function in address_taken(m, m.root(), symbols) {
        functions.remove(&function);
    }
    functions
}
