//! `compute-in-donated`: results on tensors are computed in the arguments that are donated to them, where bufferization
//! finds that correct.

use memplan_memory_model::{Donation, Donations};
use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId, OpSpec, ValueDef, ValueId, names};
use rustc_hash::FxHashSet;

/// The pass `compute-in-donated`: [`compute_in_donated`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputeInDonated;

impl Pass for ComputeInDonated {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "compute-in-donated",
            aliases: &[],
            summary: "Lets results on tensors be computed in the arguments that are donated to them.",
            cost: "linear in the functions",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let declared = Donations::of(m)?;
        declared
            .warnings
            .into_iter()
            .for_each(|warning| context.add_warning(warning));
        compute_in_donated(m, &declared.list);
        Ok(())
    }
}

/// Lets results be computed in the arguments that are donated to them, on tensors: each return passes the result
/// written into the tensor of the argument. What the program computes is the same, in whatever buffers. Leaves out
/// donations whose argument may not be written yet at the return, because another result may be a name of it.
/// Near-linear in the functions, for each donation.
pub fn compute_in_donated(m: &mut Module, donations: &[Donation]) {
    for &Donation {
        function,
        argument,
        result,
    } in donations
    {
        let Some(entry) = m
            .regions(function)
            .first()
            .and_then(|&body| m.first_block(body))
        else {
            continue;
        };
        let target = m.block_args(entry)[argument];
        let flag = m.arg_attr(function, argument, names::WRITABLE);
        if flag.is_some_and(|flag| m.ctx.attr_i64(flag) == Some(0)) {
            continue;
        }
        let ends: Vec<OpId> = m
            .blocks(m.regions(function)[0])
            .filter_map(|block| m.last_op(block))
            .filter(|&end| m.has_trait(end, Traits::RETURN_LIKE))
            .collect();
        for end in ends {
            let value = m.operands(end)[result];
            let others = m.operands(end).iter().enumerate();
            let mut others = others.filter(|&(at, _)| at != result);
            let is_needed = others.any(|(_, &other)| may_be_in(m, other, target));
            if !m.is_tensor(value) || value == target || is_needed {
                continue;
            }
            let name = m.ctx.op_name("bufferization.materialize_in_destination");
            let spec = OpSpec::new(name)
                .operands(&[value, target])
                .results(&[m.value_type(value)]);
            let written = m.create_before(end, spec);
            let mut operands = m.operands(end).to_vec();
            operands[result] = m.result(written, 0).unwrap_or(value);
            m.set_operands(end, &operands);
        }
    }
}

/// Whether a tensor may be in the buffer of an argument after bufferization: it is updated in place from there.
/// Operations without a destination, and with regions, may return any of their operands.
fn may_be_in(m: &Module, value: ValueId, target: ValueId) -> bool {
    let mut pending = vec![value];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if !m.is_tensor(value) || !is_seen.insert(value) {
            continue;
        }
        let op = match m.value_def(value) {
            ValueDef::Result { op, .. } => op,
            // Other blocks get anything.
            ValueDef::Arg { block, .. }
                if m.value_block(target) == Some(block) && value != target =>
            {
                continue;
            }
            ValueDef::Arg { .. } | ValueDef::Forward => return true,
        };
        let destination = m.def(op).and_then(|def| def.destination);
        match destination {
            Some(group) => pending.extend_from_slice(m.operand_group(op, group)),
            None if m.regions(op).is_empty() => pending.extend_from_slice(m.operands(op)),
            // Values of the function may be yielded inside.
            None => return true,
        }
    }
    false
}
