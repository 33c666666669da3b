//! Programs on tensors: they have no buffers until they are bufferized.

use memplan_bufferize::analysis::{Copied, Report as Decisions};
use memplan_bufferize::passes::{LoopDestinations, eliminate_empty_tensors, split_empty_tensors};
use memplan_bufferize::tensors::{
    BubbleUpExtractSlice, Detensorize, FlattenReductions, FoldTransposes, FuseElementwiseOps,
    ParallelizeUnitReductions, SinkConcatenations, UpliftWhileToFor, WindowsToScans,
};
use memplan_bufferize::{BoundaryLayout, Options, one_shot_bufferize};
use memplan_mlir::interfaces::allocation;
use memplan_mlir::passes::{Pass, PassContext, PassError};
use memplan_mlir::rewrite::{canonicalize, cse, inline, unroll_loops};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{Common, Diagnostic, Place, PlacedOp, Severity, Span};
use memplan_mlir::{Module, OpId};
use serde::Serialize;

use crate::Error;
use crate::dealloc;
use crate::donation::{self, ArgumentOptions};
use crate::origins::note_words;

/// How a program on tensors became a program on buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bufferized {
    /// Tensor operands whose buffers are used in place.
    pub n_in_place: usize,
    /// Tensor operands that have a buffer of their own.
    pub n_out_of_place: usize,
    /// How many of the additional buffers are copies.
    pub n_copies: usize,
    /// The additional buffers, in the order of the program within each function.
    pub new_buffers: Vec<NewBuffer>,
}

/// A buffer that bufferization adds, because an operand cannot be updated in place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewBuffer {
    /// The operation whose operand or result has the buffer.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::PlacedOp"))]
    pub at: PlacedOp,
    /// Whether elements are copied into it; otherwise it is overwritten or filled again.
    pub is_copy: bool,
    /// Why it is needed.
    pub reason: String,
}

impl Bufferized {
    fn new(decisions: Decisions) -> Self {
        let new_buffer = |copied: Copied| NewBuffer {
            at: PlacedOp {
                operation: copied.op,
                place: Place {
                    span: copied.span,
                    ..Place::default()
                },
            },
            is_copy: copied.is_copy,
            reason: copied.reason,
        };
        Self {
            n_in_place: decisions.n_in_place,
            n_out_of_place: decisions.n_out_of_place,
            n_copies: decisions.copies.iter().filter(|copy| copy.is_copy).count(),
            new_buffers: decisions.copies.into_iter().map(new_buffer).collect(),
        }
    }
}

/// Bufferizes a valid program that computes on tensors and allocates no buffers. Arguments and results of functions
/// become memrefs with identity layouts. Results are computed in the arguments that are donated to them, where that
/// is correct. Before that, `eliminate-empty-tensors` computes tensors directly in the part of another that they are
/// inserted into, and `split-empty-tensors` stops unrelated operations from sharing a `tensor.empty`. Returns `None`
/// for other programs. Results that donated arguments hold are dropped, as [`Merge`](crate::Merge) does by default,
/// in other programs as well.
///
/// A program that already allocates buffers is assumed to be in the middle of its author's pipeline. To bufferize it,
/// or to choose options, call [`one_shot_bufferize`].
///
/// Near-linear in the number of operations.
///
/// # Errors
///
/// [`Error::Bufferize`] when an operation cannot be bufferized, and [`Error::InvalidResult`]. After an error, the
/// module is in an unspecified state.
pub fn bufferize(m: &mut Module) -> Result<Option<Bufferized>, Error> {
    let bufferized = bufferize_as(m, Manner::FewestCopies)?;
    ArgumentOptions::default().carry_out(m)?;
    Ok(bufferized)
}

/// How a program is bufferized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    FewestCopies,
    /// Keeps the tensors of the program, and updates them in place where mlir-opt does. This makes more copies, but
    /// buffers are smaller and have shorter lifetimes. The passes that lower the peak remove copies where that does
    /// not raise it.
    AsWritten,
    /// Exactly as mlir-opt: selects of tensors stay selects of buffers.
    Plain,
}

/// Whether [`bufferize`] changes a program: it computes on tensors, and allocates no buffer.
pub(crate) fn is_on_tensors_alone(m: &Module) -> bool {
    let has_buffers = m.walk(m.root()).any(|op| allocation(m, op).is_some());
    !has_buffers && m.walk(m.root()).any(|op| is_on_tensors(m, op))
}

/// A program on tensors that is equivalent to the given one.
#[derive(Clone)]
pub(crate) struct Form {
    /// The name of the pass that made it.
    pub(crate) pass: &'static str,
    /// Whether this form is searched in addition to the limit on forms.
    pub(crate) is_variant: bool,
    /// The bytes of peak that it has to save, because its code takes memory, too.
    pub(crate) price_bytes: u64,
    pub(crate) module: Module,
}

impl Form {
    /// The given program, to be bufferized with the decisions of mlir-opt.
    pub(crate) fn given(m: &Module) -> Self {
        Self {
            pass: "one-shot-bufferize{compat=reference}",
            is_variant: false,
            price_bytes: 0,
            module: m.clone(),
        }
    }
}

/// The forms of a program on tensors: with its calls inlined, its elementwise operations fused, parts of tensors
/// computed where they are needed, and counted loops; with cheap operations computed again for each reader; with
/// padded tensors divided, as a variant of that; and with loops of known trip counts unrolled, up to a limit of
/// operations. Forms equal to earlier ones are left out.
pub(crate) fn other_forms(given: &Module, common: Common, max_ops: usize) -> Vec<Form> {
    let (mut forms, mut digests) = (Vec::new(), vec![common.digest(given)]);
    let mut add = |pass, is_variant, price_bytes, module: &Module| {
        let digest = common.digest(module);
        if !digests.contains(&digest) && dealloc::verified(module, pass).is_ok() {
            forms.push(Form {
                pass,
                is_variant,
                price_bytes,
                module: module.clone(),
            });
        }
        digests.push(digest);
    };
    let mut m = given.clone();
    let root = m.root();
    inline(&mut m, root);
    clean(&mut m);
    run(&mut m, COUNT);
    run(&mut m, FUSE);
    let n_ops = m.walk(m.root()).count();
    // The loops that the next passes make stay loops.
    let mut unrolled = m.clone();
    run(&mut m, DIVIDE);
    add("linalg-bubble-up-extract-slice", false, 0, &m);
    run(&mut m, RECOMPUTE);
    run(&mut m, DIVIDE);
    add("linalg-fuse-elementwise-ops{recompute=true}", false, 0, &m);
    let whole = common.digest(&m);
    run(&mut m, PADS);
    // Reads of the parts of a pad need all of what is padded at once.
    if common.digest(&m) != whole {
        run(&mut m, DIVIDE);
        add("linalg-sink-concatenations{pads=true}", true, 0, &m);
    }
    let root = unrolled.root();
    if max_ops > 0 && unroll_loops(&mut unrolled, root, max_ops) > 0 {
        clean(&mut unrolled);
        let mut divided = unrolled.clone();
        run(&mut divided, FUSE);
        run(&mut divided, DIVIDE);
        for unrolled in [unrolled, divided] {
            let n_added = unrolled.walk(unrolled.root()).count().saturating_sub(n_ops);
            add(
                "unroll-loops",
                false,
                BYTES_OF_CODE * n_added as u64,
                &unrolled,
            );
        }
    }
    forms
}

/// Groups of passes on tensors; the program is cleaned up after each.
type Sequence = &'static [&'static [&'static dyn Pass]];

const FUSE: Sequence = &[&[&ONCE]];

/// Fusion without recomputation.
const ONCE: FuseElementwiseOps = FuseElementwiseOps {
    recompute: false,
    once: true,
};

const RECOMPUTE: Sequence = &[&[&FuseElementwiseOps {
    recompute: true,
    once: true,
}]];

/// Rewrites products as elementwise operations, and leaves loops with scalars and a single counter.
const COUNT: Sequence = &[
    &[&ParallelizeUnitReductions],
    &[&Detensorize],
    &[&UpliftWhileToFor],
];

/// Computes parts of tensors where they are needed.
const DIVIDE: Sequence = &[
    &[
        &FlattenReductions,
        &WindowsToScans,
        &FoldTransposes,
        &SinkConcatenations { pads: false },
        &BubbleUpExtractSlice,
    ],
    &[&ONCE],
    &[&LoopDestinations],
];

/// Divides padded tensors.
const PADS: Sequence = &[&[&SinkConcatenations { pads: true }]];

/// Runs passes, which do not fail on valid programs.
fn run(m: &mut Module, passes: Sequence) {
    for group in passes {
        let root = m.root();
        for pass in *group {
            let result = pass.run(m, root, &mut PassContext::default());
            debug_assert!(result.is_ok(), "{result:?}");
        }
        clean(m);
    }
}

fn clean(m: &mut Module) {
    let root = m.root();
    canonicalize(m, root);
    cse(m, root);
    canonicalize(m, root);
    // Otherwise the next passes would make tables of erased operations.
    m.compact();
}

/// An estimate of the code of an operation, in bytes.
const BYTES_OF_CODE: u64 = 1 << 10;

pub(crate) fn bufferize_as(m: &mut Module, manner: Manner) -> Result<Option<Bufferized>, Error> {
    if !is_on_tensors_alone(m) {
        return Ok(None);
    }
    bufferize_form(m, manner).map(Some)
}

/// Bufferizes a form of a program on tensors, which may compute nothing any more.
pub(crate) fn bufferize_form(m: &mut Module, manner: Manner) -> Result<Bufferized, Error> {
    // Where a result cannot be computed in the argument that is donated to it, it is copied afterwards.
    if let Some(mut prepared) = donation::prepared(m)?
        && let Ok(decisions) = bufferize_one(&mut prepared, manner)
    {
        *m = prepared;
        return Ok(Bufferized::new(decisions));
    }
    bufferize_one(m, manner).map(Bufferized::new)
}

fn bufferize_one(m: &mut Module, manner: Manner) -> Result<Decisions, Error> {
    let options = match manner {
        Manner::FewestCopies | Manner::AsWritten => Options::default(),
        Manner::Plain => Options::reference(),
    };
    let options = Options {
        function_boundaries: true,
        boundary_layout: BoundaryLayout::Identity,
        is_reference: manner != Manner::FewestCopies,
        allow_return_allocs_from_loops: true,
        ..options
    };
    if manner == Manner::FewestCopies {
        eliminate_empty_tensors(m).map_err(Error::Bufferize)?;
        split_empty_tensors(m);
    }
    let decisions = one_shot_bufferize(m, &options).map_err(|error| {
        let mut diagnostics = match error {
            PassError::Diagnostics(diagnostics) => diagnostics,
            PassError::Other(error) => vec![Diagnostic {
                severity: Severity::Error,
                code: "not-bufferizable",
                message: error.to_string(),
                span: Span::default(),
                notes: Vec::new(),
                help: None,
            }],
        };
        note_words(m, &mut diagnostics);
        Error::Bufferize(diagnostics)
    })?;
    dealloc::verified(m, "one-shot-bufferize")?;
    Ok(decisions)
}

/// Whether an operation computes tensors. Views of buffers as tensors do not count.
pub(crate) fn is_on_tensors(m: &Module, op: OpId) -> bool {
    let is_tensor = |value| m.is_tensor(value);
    m.results(op).any(is_tensor) && !m.is_kernel(op, Kernel::ToTensor)
}
