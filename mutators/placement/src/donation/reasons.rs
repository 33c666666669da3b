//! Why a donation takes a copy, or is left out.

use memplan_memory_model::{Access, Contracts, MemoryModel, frees_its_buffers};
use memplan_mlir::interfaces::{has_no_effects, viewed_buffer};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{Diagnostic, PlacedOp, Severity};
use memplan_mlir::{Module, OpId, ValueDef, ValueId};
use serde::Serialize;

use super::buffers::{DonatedArgument, compute_in_targets, is_given_up, is_memref};
use crate::signatures::functions;

/// Why a result is not computed in the argument that is donated to it, with the operation that prevents it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CopyReason {
    /// What the operation does.
    #[serde(rename = "reason")]
    pub why: WhyCopied,
    /// The operation.
    pub culprit: PlacedOp,
}

/// What an operation does that makes a donated argument take a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyCopied {
    /// It reads what the argument held, while a buffer holds a part of the result already.
    ReadsOldValue,
    /// It reads a buffer that is copied to the argument, after that.
    ReadsCopiedValue,
    /// The result is a part of a larger buffer, which it gives.
    GivesPart,
    /// It returns what another argument held, which gets a new value, too.
    ReturnsArgument,
    /// It selects the buffer of the result at run time.
    SelectsBuffer,
    /// It calls the function, and something uses afterwards what it passes.
    KeepsOperand,
}

impl WhyCopied {
    /// The end of a sentence whose subject is the operation.
    pub fn text(self) -> &'static str {
        match self {
            Self::ReadsOldValue => "reads the old value while the new one is computed",
            Self::ReadsCopiedValue => "reads later what is copied",
            Self::GivesPart => "gives a part of a larger buffer",
            Self::ReturnsArgument => "returns the old value of another argument",
            Self::SelectsBuffer => "selects the buffer of the result",
            Self::KeepsOperand => "passes what is used afterwards",
        }
    }
}

impl CopyReason {
    pub(super) fn new(m: &Module, op: OpId, why: WhyCopied) -> Self {
        Self {
            why,
            culprit: PlacedOp::of(m, op),
        }
    }
}

/// Computes results in donated arguments where passes made that possible, counts the copies that are left, and finds
/// out why they are needed.
///
/// Linear in the program for each argument with a copy.
pub fn settle_copies(m: &mut Module, donated: &mut [DonatedArgument]) {
    let mut places = Vec::new();
    for (at, donated) in donated
        .iter()
        .enumerate()
        .filter(|(_, argument)| argument.n_copies > 0)
    {
        let named = |&op: &OpId| m.symbol_text(op) == donated.function;
        let mut functions = m
            .walk(m.root())
            .filter(|&op| m.is_kernel(op, Kernel::Function));
        let body = functions.find(named).and_then(|op| m.regions(op).first());
        if let Some(entry) = body.and_then(|&body| m.first_block(body))
            && let Some(&target) = m.block_args(entry).get(donated.argument)
        {
            places.push((at, entry, target));
        }
    }
    for of_function in places.chunk_by(|a, b| a.1 == b.1) {
        let targets: Vec<ValueId> = of_function.iter().map(|place| place.2).collect();
        compute_in_targets(m, of_function[0].1, &targets);
    }
    let mut model = None;
    for (at, _, target) in places {
        let donated = &mut donated[at];
        let copies = copies_to(m, target);
        donated.n_copies = donated.n_copies - donated.n_inside + copies.len();
        donated.n_inside = copies.len();
        let model = model.get_or_insert_with(|| MemoryModel::new(m));
        let mut reasons = copies
            .iter()
            .filter_map(|&copy| reason(m, model, copy, target));
        donated.reason = donated.reason.take().or_else(|| reasons.next());
        if donated.n_copies == 0 {
            donated.reason = None;
        }
    }
}

/// The copies that overwrite a buffer.
pub(super) fn copies_to(m: &Module, target: ValueId) -> Vec<OpId> {
    let uses = m.uses(target);
    let copies = uses.filter(|&(user, operand)| operand == 1 && m.is_kernel(user, Kernel::Copy));
    copies.map(|(user, _)| user).collect()
}

/// Why a result is copied to an argument.
fn reason(m: &Module, model: &mut MemoryModel, copy: OpId, target: ValueId) -> Option<CopyReason> {
    let block = m.op_block(copy)?;
    let source = viewed_buffer(m, m.operands(copy)[0]);
    let alloc = match m.value_def(source) {
        ValueDef::Result { op, .. } if m.is_kernel(op, Kernel::Alloc) => op,
        ValueDef::Result { op, .. } => {
            return Some(CopyReason::new(m, op, WhyCopied::SelectsBuffer));
        }
        ValueDef::Arg { block: of, .. } if m.value_block(target) == Some(of) => {
            let end = m.last_op(block)?;
            return Some(CopyReason::new(m, end, WhyCopied::ReturnsArgument));
        }
        ValueDef::Arg { block: of, .. } => {
            let around = m.block_parent(of)?;
            return Some(CopyReason::new(m, around, WhyCopied::SelectsBuffer));
        }
        ValueDef::Forward => return None,
    };
    if m.op_block(alloc) != Some(block) {
        return None;
    }
    let names = model.names(source);
    let users = names.into_iter().flat_map(|name| m.uses(name));
    let users = users.filter(|&(user, _)| !has_no_effects(m, user));
    let users = users.filter_map(|(user, _)| m.ancestor_in_block(block, user));
    let (before, later): (Vec<OpId>, Vec<OpId>) = users
        .filter(|&user| user != copy && !m.is_kernel(user, Kernel::Dealloc))
        .partition(|&user| m.is_before(user, copy));
    let earlier = |a, b| if m.is_before(a, b) { a } else { b };
    if let Some(user) = later.into_iter().reduce(earlier) {
        return Some(CopyReason::new(m, user, WhyCopied::ReadsCopiedValue));
    }
    let mut op = before.into_iter().reduce(earlier);
    let mut last = None;
    while let Some(now) = op.filter(|&now| now != copy) {
        if model.may_touch(m, now, target, Access::TOUCH) {
            last = Some(now);
        }
        op = m.next_op(now);
    }
    if let Some(op) = last {
        return Some(CopyReason::new(m, op, WhyCopied::ReadsOldValue));
    }
    let view = m
        .defining_op(m.operands(copy)[0])
        .filter(|&op| op != alloc)?;
    Some(CopyReason::new(m, view, WhyCopied::GivesPart))
}

/// A remark for each donation that was not carried out, given the function, the argument and the result. Linear in the
/// program.
pub fn left_out(m: &Module, donations: &[(String, usize, usize)]) -> Vec<Diagnostic> {
    if donations.is_empty() {
        return Vec::new();
    }
    let contracts = Contracts::new(m, m.root());
    let all = functions(m, m.root());
    let remarks = donations.iter().filter_map(|(name, argument, result)| {
        let mut named = m
            .walk(m.root())
            .filter(|&op| m.is_kernel(op, Kernel::Function));
        let function = named.find(|&op| m.symbol_text(op) == *name)?;
        let info = all.iter().find(|function_of| function_of.op == function);
        let (op, why) = match info {
            None => (
                function,
                "the function is used other than by calls".to_owned(),
            ),
            Some(info) if info.returns.is_empty() => {
                (function, "the function never returns".to_owned())
            }
            Some(info) if !is_memref(m, *info.inputs.get(*argument)?) => {
                (function, "the argument is no buffer".to_owned())
            }
            Some(info) => {
                let keeps =
                    |&&call: &&OpId| !is_given_up(m, &contracts, call, m.operands(call)[*argument]);
                match info.calls.iter().find(keeps) {
                    Some(&call) => {
                        let what = m.op_name_text(call);
                        let why = format!(
                            "`{what}` passes what is used afterwards, and the function writes to it"
                        );
                        (call, why)
                    }
                    None if frees_its_buffers(m, function) => (
                        function,
                        "the function frees its buffers, and may not own what it returns"
                            .to_owned(),
                    ),
                    None => return None,
                }
            }
        };
        Some(Diagnostic {
            severity: Severity::Remark,
            code: "not-donated",
            message: format!(
                "argument {argument} of `{name}` does not hold result {result}: {why}"
            ),
            span: m.span(op),
            notes: Vec::new(),
            help: None,
        })
    });
    remarks.collect()
}
