//! MLIR in Rust, without LLVM: parser, verifier, printer, dialect tables, analyses, rewrites and passes.
//!
//! | module | contents |
//! | --- | --- |
//! | [`text`] | parsing and printing, diagnostics |
//! | [`ir`], also at the crate root | [`Module`], [`OpId`], types and attributes, stored in vectors and addressed by indices |
//! | [`dialects`] | a table of operations for each dialect: structure, assembly, effects, semantics |
//! | [`syntax`] | the interface of the parser and printer to custom forms of operations |
//! | [`semantics`] | what operations compute: scalar functions and kernels |
//! | [`interfaces`] | queries about operations that the tables answer: allocations, views, loops, calls |
//! | [`analyses`] | control flow: dominance, loops, the order of blocks |
//! | [`layouts`] | strided layouts of views of memrefs |
//! | [`verifier`] | the rules for valid programs: those of mlir-opt, except for some operations on vectors |
//! | [`rewrite`], [`passes`] | `canonicalize`, `cse`, `inline`, and the pass manager |
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. the IR, and what definitions of dialects consist of: `ir`, `dialects`, `semantics`, `syntax`
//! 2. questions that definitions answer: `interfaces`
//! 3. `analyses`, `layouts`
//! 4. `text`
//! 5. `verifier`
//! 6. `rewrite`
//! 7. the tables, whose entries name functions of all of these: `dialects::affine`, `dialects::arith`,
//!    `dialects::assembly`, `dialects::bufferization`, `dialects::builtin`, `dialects::cf`, `dialects::complex`,
//!    `dialects::func`, `dialects::index`, `dialects::linalg`, `dialects::math`, `dialects::memref`, `dialects::scf`,
//!    `dialects::shared`, `dialects::tensor`, `dialects::ub`, `dialects::vector`, `dialects::verify`
//! 8. `passes`
//!
//! ```
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//! use memplan_mlir::{interfaces::allocation, verifier::verify};
//!
//! let text = b"func.func @f() {
//!   %a = memref.alloc() : memref<4xf32>
//!   return
//! }";
//! let module = parse(text, &ParseOptions::default()).map_err(|_| "syntax error")?.module;
//! assert!(verify(&module).is_empty());
//! let n_allocations = module.walk(module.root()).filter(|&op| allocation(&module, op).is_some()).count();
//! assert_eq!(n_allocations, 1);
//! assert!(print(&module, &PrintOptions::default()).contains("memref.alloc() : memref<4xf32>"));
//! # Ok::<(), &str>(())
//! ```
//!
//! # Inside
//!
//! A `Module` is a set of arenas addressed by index newtypes, with interned types and attributes. The facts about an
//! operation (operands, traits, effects, assembly) are an entry in a dialect table, which parser, printer, verifier and
//! analyses read. Type constraints are in `dialects/classes/`, one row for all operations that share them. A `Dialect`
//! holds everything known about one dialect; `Dialects` is the set that readers, contexts and pipelines carry.
//! `memplan-dialects-extra` and other programs add to it through public API. `syntax/` is the interface between
//! dialects and `text/`: hooks in the tables see the parser and printer through its traits only, and `text/` implements
//! them without naming a dialect. Passes query interfaces and never compare operation names. The modules of the crate
//! are in layers (`mlir/src/lib.rs`). `cargo xtask tidy` checks these rules.
//!
//! The entry also says what an operation computes (`semantics/`): a function of numbers, which the folder and the
//! interpreter evaluate, or a `Kernel`, a named behaviour that the interpreter implements and rewrites query. The
//! indexing maps of named linalg operations are in their entries, in the notation of `dialects/linalg_maps.rs`.
//! Operations that are in no table are kept in generic form; all analyses answer conservatively for them. `rewrite/`
//! holds the greedy driver, `canonicalize` and `cse`; the simplifications of an operation are the function `canonical`
//! of its entry, defined in `rewrite/canonical/`.
//!
//! `passes/` is the pass manager: passes by name, nested pipelines, functions of a module in parallel (each in a module
//! of its own, so the result does not depend on the number of threads). All printing of attributes, types and locations
//! is bounded, because a few lines of aliases can expand to gigabytes.
#![recursion_limit = "256"]

pub mod analyses;
pub mod dialects;
pub mod interfaces;
pub mod ir;
pub mod layouts;
pub mod passes;
pub mod rewrite;
pub mod semantics;
pub mod syntax;
pub mod text;
pub mod verifier;

pub use ir::*;
