//! `empty-tensor-to-alloc-tensor`: turns `tensor.empty` into allocations.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, OpSpec, TypeId, ValueId, names};

/// The pass `empty-tensor-to-alloc-tensor`: replaces `tensor.empty` by `bufferization.alloc_tensor`. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyTensorToAllocTensor;

impl Pass for EmptyTensorToAllocTensor {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "empty-tensor-to-alloc-tensor",
            aliases: &[],
            summary: "Replaces `tensor.empty` by `bufferization.alloc_tensor`.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let is_empty = |&op: &OpId| m.is_kernel(op, Kernel::TensorEmpty);
        let empties: Vec<OpId> = m.walk(root).filter(is_empty).collect();
        for op in empties {
            let sizes = m.operands(op).to_vec();
            let types: Vec<TypeId> = m.results(op).map(|value| m.value_type(value)).collect();
            let counts = m.ctx.i32_array(&[sizes.len() as i64, 0, 0]);
            let name = m.ctx.op_name("bufferization.alloc_tensor");
            let spec = OpSpec::new(name)
                .operands(&sizes)
                .results(&types)
                .prop(names::OPERAND_SEGMENT_SIZES, counts);
            let new = m.create_before(op, spec);
            let results: Vec<ValueId> = m.results(new).collect();
            m.replace_op(op, &results);
        }
        Ok(())
    }
}
