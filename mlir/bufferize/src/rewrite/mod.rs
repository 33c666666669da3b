//! Rewrites tensors to memrefs. Makes no decision about copies: these are already in the program, as
//! `bufferization.alloc_tensor`.
//!
//! First the type of every tensor's buffer is inferred ([`BufferTypes`]), then each operation is replaced
//! by its [`RewriteModel`] in one walk ([`Rewriter`]). Both are linear in the program.
//!
//! The result of an operation becomes the buffer of one of its operands or a new buffer. A program in
//! which a tensor is still read after an operation has updated it in place computes something else
//! afterwards: the analysis has to insert copies first.
//!
//! ```
//! use memplan_bufferize::{Options, rewrite};
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! let text = b"func.func @f(%t: tensor<8xf32>, %x: f32, %i: index) -> tensor<8xf32> {
//!   %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
//!   return %0 : tensor<8xf32>
//! }";
//! let mut module = parse(text, &ParseOptions::default()).unwrap().module;
//! let options = Options { function_boundaries: true, ..Options::default() };
//! rewrite::bufferize(&mut module, &options)?;
//! let text = print(&module, &PrintOptions::default());
//! assert!(text.contains("memref.store %arg1, %arg0[%arg2] : memref<8xf32, strided<[?], offset: ?>>"));
//! # Ok::<(), rewrite::Error>(())
//! ```

mod build;
mod constants;
mod elementwise;
mod error;
mod layout;
mod models;
mod ping_pong;
mod rewriter;
mod types;

pub use build::Extent;
pub use elementwise::{Selection, lower_elementwise};
pub use error::{Error, ErrorKind};
pub use models::RewriteModel;
pub use ping_pong::{AlternateBuffers, alternate_buffers};
pub(crate) use rewriter::has_tensors;
pub use rewriter::{RewriteReport, Rewriter};
pub use types::BufferTypes;

use memplan_mlir::rewrite::drop_unreachable_blocks;
use memplan_mlir::{Module, OpId};

use self::models::ModelTable;
use crate::options::Options;

/// Replaces tensors by memrefs in the whole module. Linear in its size.
///
/// # Errors
///
/// [`Error`] at the first operation that cannot be bufferized; the module is then as it was.
pub fn bufferize(module: &mut Module, options: &Options) -> Result<RewriteReport, Error> {
    let before = module.clone();
    let result = bufferize_or_break(module, options);
    if result.is_err() {
        *module = before;
    }
    result
}

/// Like [`bufferize`], but after an error the module must be dropped.
pub(crate) fn bufferize_or_break(
    m: &mut Module,
    options: &Options,
) -> Result<RewriteReport, Error> {
    let root = m.root();
    if options.must_infer_memory_space && options.encoding_is_memory_space {
        return Err(Error::at(m, root, ErrorKind::ExclusiveSpaces));
    }
    if options.lower_elementwise {
        lower_elementwise(m, root, Selection::WithoutModel);
    }
    drop_unreachable_blocks(m, root);
    let ops: Vec<OpId> = m.walk(root).collect();
    let table = ModelTable::new(m, &ops, options);
    check_blocks(m, &ops, &table)?;
    let mut types = BufferTypes::new(m, options, table);
    types.infer(&ops)?;
    let mut rewriter = Rewriter::new(types);
    for &op in &ops {
        if rewriter.module().is_erased(op) {
            continue;
        }
        if let Some(model) = rewriter.types.model(op)
            && (model.is_declaration || has_tensors(rewriter.module(), op))
        {
            rewriter.anchor = op;
            (model.bufferize)(&mut rewriter, op)?;
        }
    }
    rewriter.finish(&ops)
}

/// Only some operations may have regions with several blocks.
fn check_blocks(m: &Module, ops: &[OpId], table: &ModelTable) -> Result<(), Error> {
    for &op in ops {
        if table.get(m, op).is_none_or(|model| model.is_unstructured) {
            continue;
        }
        let has_blocks = |&region: &_| m.blocks(region).nth(1).is_some();
        if m.regions(op).iter().any(has_blocks) && has_tensors(m, op) {
            return Err(Error::at(m, op, ErrorKind::Unstructured));
        }
    }
    Ok(())
}
