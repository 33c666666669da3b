//! Copies returned buffers that the caller must own and the function does not.

use memplan_memory_model::AliasScratch;
use memplan_mlir::{Module, OpId, ValueId};

use super::Program;
use super::convention::returns;
use super::copies::Copier;
use super::owners::Owners;

/// Whether a function returns buffers.
pub(super) fn any(m: &Module, function: OpId) -> bool {
    returns(m, function).any(|end| m.operands(end).iter().any(|&value| m.is_memref(value)))
}

/// Where a returned value may come from.
#[derive(Debug, Default)]
struct Sources {
    owners: Vec<ValueId>,
    /// The value may be a buffer that the program itself frees.
    may_be_kept: bool,
    /// It may be something that has no owner in the function.
    may_be_foreign: bool,
}

/// Decides for every returned buffer whether the function transfers ownership of one of its own, and returns
/// a copy where it cannot. Linear in the values from which returned ones are derived.
pub(super) fn settle(
    copier: &mut Copier<'_>,
    program: &Program,
    owners: &mut Owners,
    function: OpId,
) {
    let mut scratch = AliasScratch::default();
    let ends: Vec<OpId> = returns(copier.m, function).collect();
    for end in ends {
        for index in 0..copier.m.operands(end).len() {
            let value = copier.m.operands(end)[index];
            let is_owned = program.convention.returns_owned(function, index);
            if !is_owned || !copier.m.is_memref(value) {
                continue;
            }
            let sources = sources(copier.m, program, owners, &mut scratch, value);
            match sources.owners[..] {
                // A buffer that the program itself frees elsewhere may be returned without a copy.
                [] if sources.may_be_kept && !sources.may_be_foreign => {}
                [owner]
                    if !sources.may_be_kept
                        && !sources.may_be_foreign
                        && owners.returned.insert((end, owner)) => {}
                _ => copier.copy_operand(end, index, value),
            }
        }
    }
}

fn sources(
    m: &Module,
    program: &Program,
    owners: &Owners,
    scratch: &mut AliasScratch,
    value: ValueId,
) -> Sources {
    let mut sources = Sources::default();
    let flow = &program.flow;
    let is_owner = |value| owners.contains(value);
    flow.resolve_reverse_until(scratch, value, is_owner, |source| {
        if owners.contains(source) {
            sources.owners.push(source);
        } else if program.convention.is_new(m, source) {
            sources.may_be_kept = true;
        } else if flow.is_terminal(source) || flow.sources(source).next().is_none() {
            sources.may_be_foreign = true;
        }
    });
    sources
}
