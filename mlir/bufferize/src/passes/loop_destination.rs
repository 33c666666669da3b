//! `loop-iter-arg-destination-folding`: loops that carry a tensor write the next one over it.
//!
//! A vector that an iteration writes into a `tensor.empty` outside of the loop, and passes on, goes into the tensor that the
//! iteration was given instead, at the end of the body. Bufferization then needs neither the second tensor nor a copy of it. Only
//! writes of whole tensors are moved: what a smaller vector left of the `tensor.empty` is undefined, but the tensor given has
//! contents. (The pass that was proposed for MLIR does not check this.)

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AttrKind, Module, OpId, TypeKind, ValueId};

/// The operand of `vector.transfer_write` that is written into.
const DESTINATION: usize = 1;

/// The pass `loop-iter-arg-destination-folding`. Linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopDestinations;

impl Pass for LoopDestinations {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "loop-iter-arg-destination-folding",
            aliases: &[],
            summary: "Lets loops write vectors that they pass on as tensors over the tensor that they were given.",
            cost: "linear in the operations",
            source: "a pass proposed for MLIR",
            options: &[],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Any
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let loops: Vec<OpId> = m
            .walk(root)
            .filter(|&op| m.is_kernel(op, Kernel::For))
            .collect();
        for op in loops {
            for number in 0..m.operand_group(op, "inits").len() {
                if let Some((write, given, end)) = foldable(m, op, number) {
                    m.detach(write);
                    m.insert_before(end, write);
                    m.set_operand(write, DESTINATION, given);
                }
            }
        }
        Ok(())
    }
}

/// The write whose tensor an iteration passes on, the tensor that it was given, and the end of the body.
fn foldable(m: &Module, op: OpId, number: usize) -> Option<(OpId, ValueId, OpId)> {
    let body = m.first_block(*m.regions(op).first()?)?;
    let end = m.last_op(body)?;
    let given = *m.block_args(body).get(number + 1)?;
    let passed_on = *m.operands(end).get(number)?;
    let write = m.defining_op(passed_on)?;
    let destination = *m.operands(write).get(DESTINATION)?;
    let empty = m.defining_op(destination)?;
    let is_only_passed_on = m.uses(passed_on).count() == 1 && m.op_block(write) == Some(body);
    let is_outside = m.is_kernel(empty, Kernel::TensorEmpty) && !m.encloses(op, empty);
    let is_found = m.is_kernel(write, Kernel::TransferWrite)
        && is_only_passed_on
        && is_outside
        && m.value_type(given) == m.value_type(destination)
        && covers(m, write);
    is_found.then_some((write, given, end))
}

/// Whether a write without a mask covers all of its tensor.
fn covers(m: &Module, write: OpId) -> bool {
    let [vector, destination, indices @ ..] = m.operands(write) else {
        return false;
    };
    let map = m.ctx.find_str("permutation_map");
    let map = map.and_then(|name| m.prop(write, name));
    let (
        Some(shape),
        TypeKind::Vector {
            shape: of_vector,
            scalable,
            ..
        },
        Some(AttrKind::AffineMap(map)),
    ) = (
        m.ctx.shape(m.value_type(*destination)),
        m.value_type_kind(*vector),
        map.map(|map| m.ctx.attr_kind(map)),
    )
    else {
        return false;
    };
    // A mask would be one operand more.
    let begins_at_zero = indices.len() == shape.len()
        && indices
            .iter()
            .all(|&index| constant_int(m, index) == Some(0));
    let has_size = |(expr, size): (&AffineExpr, &i64)| matches!(*expr, AffineExpr::Dim(dim) if shape.get(dim as usize) == Some(size));
    begins_at_zero
        && !scalable.contains(&true)
        && of_vector.len() == shape.len()
        && map.is_projected_permutation(false)
        && map.results.iter().zip(of_vector.iter()).all(has_size)
}
