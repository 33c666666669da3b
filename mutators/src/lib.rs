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

/// The built-in mutators, in the order in which users see them.
pub const MUTATORS: &[&dyn Mutator] = &[&MergeAlloc::DEFAULT];

/// The mutators that a program offers.
pub type Registry = memplan_plugin::Registry<dyn Mutator>;

/// Rewrites a module so that its buffers stand where a schedule puts them.
pub trait Mutator: Send + Sync + fmt::Debug {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// Applies a plan to a module, which is valid IR before and afterwards. Linear in the plan and in
    /// the uses of the buffers.
    ///
    /// # Errors
    ///
    /// [`MutateError`] when the plan does not fit the module, which then is as it was.
    fn apply(&self, module: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError>;

    /// The same mutator with the values of a specification.
    ///
    /// Called only with keys that its [`PluginInfo::options`] list, and only if there are any, so a
    /// mutator without options needs no implementation.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    fn configure(&self, params: &Params) -> Result<Box<dyn Mutator>, ParamError> {
        Err(params.unsupported())
    }

    /// Whether it adds symbols to the module or arguments to functions, so that it cannot run on one
    /// function alone.
    fn needs_module(&self) -> bool {
        false
    }

    /// The functions of a module in the order in which plans for them are to be made and applied; `None`
    /// when one plan for all of them is enough.
    ///
    /// With rounds, the caller collects the module, plans and applies what is in the functions of the first
    /// round, collects again for those of the second, and so on: what a round does to a function gives its
    /// callers buffers.
    fn rounds(&self, m: &Module) -> Option<Vec<Vec<OpId>>> {
        let _ = m;
        None
    }

    /// The same mutator, freeing only what takes the place of a buffer that the program freed: the
    /// caller inserts no deallocations. `None` when it never frees more than that.
    fn without_deallocs(&self) -> Option<Box<dyn Mutator>> {
        None
    }
}

/// A reference to a mutator is a mutator: the built-in ones are a static list.
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

/// The built-in mutator of a specification such as `merge-alloc{arena=alloca}`, ready to run.
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
/// [`RegistryError`] names what is unknown and lists what is known.
pub fn find_mutator(spec: &str) -> Result<Arc<dyn Mutator>, RegistryError> {
    Registry::with_builtin().parse(spec)
}
