//! The decisions of the analysis in human-readable form.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, Span};

use super::Analysis;
use super::plan::{Contents, Place};

/// A new buffer that the decisions require.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The operation whose operand or result is copied.
    pub op: String,
    /// The location of the operation in the text.
    pub span: Span,
    /// Whether elements are copied, rather than written again or left undefined.
    pub is_copy: bool,
    /// Why the buffer cannot be shared.
    pub reason: String,
}

/// The numbers of decisions of an analysis, and the reason for each new buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Tensor operands that are updated in place.
    pub n_in_place: usize,
    /// Tensor operands that get a buffer of their own.
    pub n_out_of_place: usize,
    /// Tensors that the program allocates itself.
    pub n_allocations: usize,
    /// The new buffers.
    pub copies: Vec<Copied>,
}

impl Report {
    pub(super) fn new(m: &Module, analysis: &Analysis) -> Self {
        let mut report = Self::default();
        for (_, _, is_in_place) in analysis.operands() {
            if is_in_place {
                report.n_in_place += 1
            } else {
                report.n_out_of_place += 1
            }
        }
        let makes =
            |op| m.is_kernel(op, Kernel::TensorEmpty) || m.is_kernel(op, Kernel::AllocTensor);
        report.n_allocations = m.walk(m.root()).filter(|&op| makes(op)).count();
        for buffer in analysis.buffers() {
            let op = match buffer.place {
                Place::Operand(op, _) => Some(op),
                Place::Result(value) => m.defining_op(value),
            };
            let Some(op) = op else { continue };
            report.copies.push(Copied {
                op: m.op_name_text(op).into_owned(),
                span: m.span(op),
                is_copy: buffer.contents == Contents::Copied,
                reason: buffer.reason.clone(),
            });
        }
        report
    }
}
