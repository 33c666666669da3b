//! Mutators: from IR and memory schedules to IR in which buffers share their memory.
//!
//! A [`Mutator`] receives valid IR and a [`MergePlan`], which says for every allocation scope which
//! allocations go where in one merged allocation. It decides all edits first and only then applies
//! them: valid IR comes out, or an error and the module as it was.
//!
//! A mutator knows no collector and no planner. Whoever calls it turns what those found into a plan;
//! everything in the plan that the IR can contradict is checked against the IR, so that a plan for
//! another module is an error and never a broken program. What the IR cannot contradict (that two
//! buffers with overlapping bytes are never live at once) is the planner's promise.
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
//!         memory_space: None,
//!         total: Bytes(64),
//!         alignment: Bytes(64),
//!         buffers: vec![BufferRewrite::new(alloc, Bytes(0), Bytes(4))],
//!     }],
//!     dead: Vec::new(),
//! };
//!
//! let (mutator, options) = find_mutator("merge-alloc{arena=alloc}")?;
//! let report = mutator.apply(&mut module, &plan, &options)?;
//! assert_eq!(report.buffers_merged, 1);
//! let text = print(&module, &PrintOptions::default());
//! assert!(text.contains("memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation}"));
//! assert!(text.contains(": memref<64xi8> to memref<f32>"));
//! assert!(text.contains("memref.dealloc %alloc"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
pub mod dealloc;
mod error;
mod invariants;
mod marks;
mod merge_alloc;
mod options;
mod plan;

use memplan_mlir::Module;

pub use error::{MutateError, MutateErrorKind};
pub use invariants::{Invariant, PROMISES, Promise, promise};
pub use marks::{mark_lifetime, mark_scope};
pub use merge_alloc::MergeAlloc;
pub use options::{ArenaDealloc, ArenaKind, MutateOptions, OptionError, find_mutator};
pub use plan::{ArenaReport, BufferRewrite, Fallback, MergePlan, MutateReport, ScopeRewrite};

/// Every mutator, in the order in which users see them.
pub const MUTATORS: &[&dyn Mutator] = &[&MergeAlloc];

/// Rewrites a module so that its buffers stand where a schedule puts them.
pub trait Mutator: Send + Sync {
    /// Name, purpose and options.
    fn info(&self) -> MutatorInfo;

    /// Applies a plan to a module, which is valid IR before and afterwards. Linear in the plan and in
    /// the uses of the buffers.
    ///
    /// # Errors
    ///
    /// [`MutateError`] when the plan does not fit the module, which then is as it was.
    fn apply(
        &self,
        module: &mut Module,
        plan: &MergePlan,
        options: &MutateOptions,
    ) -> Result<MutateReport, MutateError>;
}

/// What a user wants to know of a mutator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutatorInfo {
    /// Name, in kebab case.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// How its cost grows.
    pub cost: &'static str,
    /// Each option with its meaning.
    pub options: &'static [(&'static str, &'static str)],
}
