//! Mutators: rewrite IR so that buffers share memory according to their schedules.
//!
//! A [`Mutator`] receives valid IR and a [`MergePlan`], which lists the allocations of every
//! allocation scope with their offsets in one merged allocation. It validates the whole plan before
//! it changes anything: the result is valid IR, or an error and an unchanged module.
//!
//! A mutator does not depend on collectors or planners; its caller converts their results to a
//! plan. The mutator checks the plan against the IR wherever the IR can contradict it, so a plan
//! for another module is an error and never miscompiles. It trusts the plan that buffers with
//! overlapping bytes are never live at the same time.
//!
//! ```
//! use memplan_mlir::interfaces::allocation;
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//! use memplan_mutators::{BufferRewrite, MergePlan, ScopeRewrite, find_mutator};
//! use memplan_planner::Bytes;
//!
//! let source = b"func.func @f(%x: f32) {
//!   %a = memref.alloc() : memref<f32>
//!   memref.store %x, %a[] : memref<f32>
//!   return
//! }";
//! let mut module = parse(source, &ParseOptions::default()).unwrap().module;
//! let alloc = module.walk(module.root()).find(|&op| allocation(&module, op).is_some()).unwrap();
//! let plan = MergePlan {
//!     scopes: vec![ScopeRewrite {
//!         block: module.op_block(alloc).unwrap(),
//!         before: None,
//!         memory_space: None,
//!         total: Bytes(64),
//!         alignment: Bytes(64),
//!         callers_may_hold: None,
//!         base: None,
//!         buffers: vec![BufferRewrite::new(alloc, Bytes(0), Bytes(4))],
//!     }],
//!     dead: Vec::new(),
//! };
//!
//! let mutator = find_mutator("merge-alloc{arena=alloc}")?;
//! let report = mutator.apply(&mut module, &plan)?;
//! assert_eq!(report.buffers_merged, 1);
//! let text = print(&module, &PrintOptions::default());
//! assert!(text.contains("memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation}"));
//! assert!(text.contains(": memref<64xi8> to memref<f32>"));
//! assert!(text.contains("memref.dealloc %alloc"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. errors, options, marks, what passes promise: `error`, `options`, `marks`, `invariants`, `builder`
//! 2. plans for merged allocations: `plan`
//! 3. deallocation, and where allocations may stay: `dealloc`, `stays`
//! 4. the rewrite: `merge_alloc`
//! 5. sizes that depend on symbols, and plans as attributes: `symbolic`, `static_planner`
//!
//! # Inside
//!
//! A mutator first checks the schedules against the IR and decides all edits, then applies them. It produces valid IR,
//! or an error and the unchanged module. Merged allocations are freed by the mutator (`dealloc/arena.rs`); since they
//! never leave their scope, this needs no ownership indicators.
//!
//! With `arena=arg`, merged memory is an argument of the function (`merge_alloc/arguments.rs`). An allocation of its
//! size is inserted before each call and a deallocation after it; when the caller is collected, this allocation is a
//! buffer that is live during the call. `MergeAlloc::rounds` therefore asks for callees first, and
//! `driver/src/rounds.rs` collects, plans and rewrites round by round. Collectors and alias analysis find these
//! operands by the attribute `memplan.arena_operands`; all such names are in `mlir/src/ir/names.rs`. `arena=caller`
//! does that for private functions whose scopes the collector allows (`ScopeRewrite::callers_may_hold`).
//!
//! Merged allocations of dynamic size (`symbolic/`) use the same arguments, stack and globals: `memory.rs` decides and
//! makes them, `emit.rs` writes the arithmetic in the function, in front of calls, and in the function that computes
//! the size for callers, and `readback.rs` executes all three. `checks.rs` asserts declared ranges at entry;
//! `SymbolicSizes` reads such assertions as proofs.
//!
//! `stays.rs` moves buffers between memories, before their pieces are merged.
//!
//! `dealloc/` implements the ownership-based scheme. `ownership/` computes possible owners and lifetimes (`facts`),
//! solves all ownership indicators without changing the program (`solve`), warns about pointers that may outlive their
//! buffer (`escape`), and emits the result (`emit`). The other modules simplify and lower `bufferization.dealloc`.

mod builder;
pub mod dealloc;
mod error;
mod marks;
mod merge_alloc;
mod options;
mod plan;
mod static_planner;
mod stays;
mod symbolic;

use std::fmt;
use std::sync::Arc;

use memplan_mlir::Module;
use memplan_mlir::passes::PassPlugin;
use memplan_plugin::{KindOf, Options, PluginInfo, PluginKind, RegistryError};

pub use error::{MutateError, MutateErrorKind};
pub use marks::{mark_lifetime, mark_scope};
pub use merge_alloc::{MergeAlloc, Rounds};
pub use options::{ArenaDealloc, ArenaKind, MergeAllocOptions};
pub use plan::{ArenaReport, BufferRewrite, Fallback, MergePlan, MutateReport, ScopeRewrite};
pub use static_planner::StaticPlanner;
pub use stays::{MovedBuffer, Stay, StayCopy, move_buffers};
pub use symbolic::{
    ArenaArgument, ComputedSize, ReadBackError, SizeBound, SymbolicArena, SymbolicMemory,
    SymbolicMerger, SymbolicRewrite, assert_ranges, read_back, symbol_values,
};

/// The passes of this crate, with the default options, in display order.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    let mut passes = dealloc::passes();
    passes.push(Arc::new(StaticPlanner::default()));
    passes
}

/// The registry of mutators.
pub type Registry = memplan_plugin::Registry<dyn Mutator>;

/// Rewrites a module so that its buffers are at the offsets of a schedule.
pub trait Mutator: Send + Sync + fmt::Debug {
    /// Name and purpose.
    fn info(&self) -> PluginInfo;

    /// The options, and the fields that hold their values.
    fn options(&self) -> Options<'_, dyn Mutator> {
        Options::none()
    }

    /// Applies a plan to a valid module. For the cost see [`PluginInfo::cost`].
    ///
    /// # Errors
    ///
    /// [`MutateError`] if the plan does not match the module. The module is then unchanged.
    fn apply(&self, module: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError>;

    /// Whether it adds symbols to the module or arguments to functions, so that it cannot run on one
    /// function alone.
    fn needs_module(&self) -> bool {
        false
    }

    /// The built-in `merge-alloc` with its options, if this is it: the driver plans for it in rounds, with arenas that
    /// callers hold. Others need no implementation.
    fn merge_alloc(&self) -> Option<&MergeAlloc> {
        None
    }
}

impl PluginKind for dyn Mutator {
    const KIND: &'static str = "mutator";

    fn builtin() -> Vec<Arc<Self>> {
        vec![Arc::new(MergeAlloc::DEFAULT)]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }
}

impl<M: Mutator + 'static> KindOf<M> for dyn Mutator {
    fn boxed(mutator: M) -> Box<Self> {
        Box::new(mutator)
    }
}

/// Returns the configured built-in mutator of a specification such as `merge-alloc{arena=alloca}`.
///
/// ```
/// let mutator = memplan_mutators::find_mutator("merge-alloc{arena=global}")?;
/// assert_eq!(mutator.info().name, "merge-alloc");
/// assert!(mutator.needs_module());
/// # Ok::<(), memplan_plugin::RegistryError>(())
/// ```
///
/// # Errors
///
/// [`RegistryError`] names the unknown mutator or option and lists the known ones.
pub fn find_mutator(spec: &str) -> Result<Arc<dyn Mutator>, RegistryError> {
    Registry::with_builtin().parse(spec)
}
