//! Alias scopes: what merging hides from LLVM, restored on lowered programs.
//!
//! LLVM knows that two allocations do not overlap. Buffers of one merged allocation are parts of one object, so it
//! keeps values in memory that it kept in registers before, and vectorises less. [`alias_scopes`] proves from the
//! addresses of a lowered function which bytes of an object each access may touch, and gives accesses of different
//! bytes metadata for that.
//!
//! # Why this is sound
//!
//! Metadata states that two accesses never touch the same byte, whenever they are executed. So only bytes count, never
//! lifetimes. An access is marked if all of this is proved (`ranges.rs`):
//!
//! * Its address is an object plus a number of bytes in a range. The range follows from constants, from start, step
//!   and bound of loops, and from branches that dominate the access; wrap-around is excluded.
//! * The object is one value in a whole call: an argument, a global, a load or a call in a block that is in no loop; or
//!   each one is new, as with `malloc` and `alloca`.
//!
//! Accesses of disjoint ranges of one object get scopes of one domain. Another domain has a scope for each call of
//! `malloc`, and one for all arguments and globals: accesses inside of what `malloc` returns touch no other new object,
//! and no memory that existed before. LLVM knows that of `malloc`, but not of the aligned address that MLIR computes
//! from the result. A copy gets a scope of ranges only if both ends are in one object.
//!
//! Nothing is assumed about merging: the metadata is true for programs of other tools, too, and after passes of LLVM.
//! Where LLVM inlines a function into a loop, an argument may be another object in each iteration. Scopes that depend
//! on arguments are therefore declared in the entry (`llvm.experimental.noalias.scope.decl`), and LLVM copies them with
//! the body.
//!
//! # Cost
//!
//! Near-linear. Lists grow with the square of the scopes of an object: above 256, neighbouring ranges are merged
//! into 64. Equal lists are shared.

mod classes;
mod dialect;
mod graph;
mod llvm_ir;
mod ranges;

use memplan_mlir::Module;

/// Whether a module has a function in the LLVM dialect.
pub fn is_lowered(m: &Module) -> bool {
    m.walk(m.root())
        .any(|op| dialect::is_lowered_function(m, op))
}

/// What was marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AliasScopes {
    /// Loads, stores, copies and fills.
    pub n_accesses: usize,
    /// Those that got scopes.
    pub n_marked: usize,
    /// Scopes: ranges of bytes.
    pub n_scopes: usize,
}

/// Marks the accesses in the functions `llvm.func` of a module in the LLVM dialect; see the [module](self). Accesses
/// that have scopes stay as they are.
pub fn alias_scopes(m: &mut Module) -> AliasScopes {
    dialect::mark(m)
}

/// The same for LLVM IR as text. Lines are kept; metadata is added to them, and below the last one.
pub fn alias_scopes_in_llvm_ir(text: &str) -> (String, AliasScopes) {
    llvm_ir::mark(text)
}
