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

mod builder;
pub mod dealloc;
mod error;
mod invariants;
mod marks;
mod merge_alloc;
mod plan;

use std::fmt;
use std::sync::Arc;

use memplan_mlir::{Module, OpId};
use memplan_plugin::{ParamError, Params, PluginInfo, PluginKind, RegistryError};

pub use error::{MutateError, MutateErrorKind};
pub use invariants::{Invariant, PROMISES, Promise, promise};
pub use marks::{mark_lifetime, mark_scope};
pub use merge_alloc::MergeAlloc;
pub use merge_alloc::options::{ArenaDealloc, ArenaKind, MergeAllocOptions};
pub use plan::{ArenaReport, BufferRewrite, Fallback, MergePlan, MutateReport, ScopeRewrite};

/// The built-in mutators, in display order.
pub const MUTATORS: &[&dyn Mutator] = &[&MergeAlloc::DEFAULT];

/// The registry of mutators.
pub type Registry = memplan_plugin::Registry<dyn Mutator>;

/// Rewrites a module so that its buffers are at the offsets of a schedule.
pub trait Mutator: Send + Sync + fmt::Debug {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// Applies a plan to a valid module. For the cost see [`PluginInfo::cost`].
    ///
    /// # Errors
    ///
    /// [`MutateError`] if the plan does not match the module. The module is then unchanged.
    fn apply(&self, module: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError>;

    /// Returns this mutator with the option values of a specification.
    ///
    /// Called only with at least one key, and only with keys of its [`PluginInfo::options`], so a
    /// mutator without options needs no implementation.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if a value is invalid for its option.
    fn configure(&self, params: &Params) -> Result<Box<dyn Mutator>, ParamError> {
        Err(params.unsupported())
    }

    /// Whether it adds symbols to the module or arguments to functions, so that it cannot run on one
    /// function alone.
    fn needs_module(&self) -> bool {
        false
    }

    /// The functions of a module, grouped in the order in which they must be planned and rewritten; `None` when one
    /// plan for all of them is enough.
    ///
    /// With rounds, the caller collects the module, plans and rewrites the functions of the first round, collects again
    /// for the second, and so on: rewriting a function adds buffers to its callers.
    fn rounds(&self, m: &Module) -> Option<Vec<Vec<OpId>>> {
        let _ = m;
        None
    }

    /// The functions that can take merged allocations from their callers, where that costs no memory. For each scope
    /// of these functions, the caller of the mutator sets [`ScopeRewrite::callers_may_hold`] if it costs none.
    fn takers(&self, m: &Module) -> Vec<OpId> {
        let _ = m;
        Vec::new()
    }

    /// Whether merged allocations come from the heap, are allocated where the plan says, and are freed
    /// after their last use. Otherwise plans have one merged allocation for each scope and memory space.
    fn allocates_on_heap(&self) -> bool {
        false
    }

    /// Returns a variant of this mutator for callers that insert no deallocations: it frees a merged allocation only
    /// if the program freed a buffer in it, or was already deallocated. `None` if this mutator does so itself.
    fn without_deallocs(&self) -> Option<Box<dyn Mutator>> {
        None
    }
}

/// Implements the trait for references, since the built-in mutators are a static list.
impl<M: Mutator + ?Sized> Mutator for &M {
    fn info(&self) -> PluginInfo {
        (**self).info()
    }

    fn apply(&self, module: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError> {
        (**self).apply(module, plan)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Mutator>, ParamError> {
        (**self).configure(params)
    }

    fn needs_module(&self) -> bool {
        (**self).needs_module()
    }

    fn rounds(&self, m: &Module) -> Option<Vec<Vec<OpId>>> {
        (**self).rounds(m)
    }

    fn takers(&self, m: &Module) -> Vec<OpId> {
        (**self).takers(m)
    }

    fn allocates_on_heap(&self) -> bool {
        (**self).allocates_on_heap()
    }

    fn without_deallocs(&self) -> Option<Box<dyn Mutator>> {
        (**self).without_deallocs()
    }
}

impl PluginKind for dyn Mutator {
    const KIND: &'static str = "mutator";

    fn builtin() -> Vec<Arc<Self>> {
        let shared = |&mutator| Arc::new(mutator) as Arc<Self>;
        MUTATORS.iter().map(shared).collect()
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn configured(mutator: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        if params.is_empty() {
            return Ok(Arc::clone(mutator));
        }
        mutator.configure(params).map(Arc::from)
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
