//! `loop-iter-arg-destination-folding`: loops that carry a tensor write the next one over it.
//!
//! An elementwise operation whose result is passed on computes it in the tensor that the iteration was given, if
//! nothing reads that afterwards: the loop then needs one buffer instead of two that alternate.
//!
//! A vector that an iteration writes into a `tensor.empty` outside of the loop, and passes on, goes into the tensor
//! that the iteration was given instead, at the end of the body. Bufferization then needs neither the second tensor nor
//! a copy of it. Only writes of whole tensors are moved: what a smaller vector left of the `tensor.empty` is undefined,
//! but the tensor given has contents. (The pass that was proposed for MLIR does not check this.)

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::constant_int;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AttrKind, BlockId, Module, OpId, TypeKind, ValueId};

use crate::tensors::structured::{is_on_tensors, is_parallel, is_read, maps, n_inputs};

/// The operand of `vector.transfer_write` that is written into.
const DESTINATION: usize = 1;

/// The pass `loop-iter-arg-destination-folding`. Linear in the operations and in the uses of what loops carry.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopDestinations;

impl Pass for LoopDestinations {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "loop-iter-arg-destination-folding",
            aliases: &[],
            summary: "Lets loops compute the tensors that they pass on in those that they were given.",
            cost: "linear in the operations and in the uses of what loops carry",
            source: "a pass proposed for MLIR",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Any
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let is_loop = |op: &OpId| m.is_kernel(*op, Kernel::For) || m.is_kernel(*op, Kernel::While);
        let loops: Vec<OpId> = m.walk(root).filter(is_loop).collect();
        for op in loops {
            for number in 0..m.result_count(op) {
                if let Some(carry) = Carry::new(m, op, number) {
                    carry.fold(m);
                }
            }
        }
        Ok(())
    }
}

/// A tensor that an iteration of a loop is given, and the one that it passes on instead.
struct Carry {
    op: OpId,
    body: BlockId,
    end: OpId,
    given: ValueId,
    passed_on: ValueId,
}

impl Carry {
    fn new(m: &Module, op: OpId, number: usize) -> Option<Self> {
        let body = m.first_block(*m.regions(op).last()?)?;
        let end = m.last_op(body)?;
        let args = m.block_args(body);
        let given = if m.is_kernel(op, Kernel::For) {
            args.get(number + 1)
        } else {
            // The first region passes the value on once.
            let before = m.first_block(*m.regions(op).first()?)?;
            let &arg = m.block_args(before).get(number)?;
            let passed = m.operands(m.last_op(before)?).get(1..)?;
            args.get(passed.iter().position(|&value| value == arg)?)
        };
        Some(Self {
            op,
            body,
            end,
            given: *given?,
            passed_on: *m.operands(end).get(number)?,
        })
    }

    /// Computes the tensor that is passed on in the one that was given, where that needs no copy.
    fn fold(&self, m: &mut Module) {
        if let Some(write) = self.foldable(m) {
            m.detach(write);
            m.insert_before(self.end, write);
            m.set_operand(write, DESTINATION, self.given);
        } else if let Some((compute, destination)) = self.computed(m) {
            let old = m.operands(compute)[destination];
            m.set_operand(compute, destination, self.given);
            if let (Some(empty), true) = (m.defining_op(old), m.is_unused(old)) {
                m.erase(empty);
            }
        }
    }

    /// The elementwise operation that computes the tensor that is passed on, and its destination. Absent if the given
    /// tensor is needed afterwards, or at another index than it is overwritten.
    fn computed(&self, m: &Module) -> Option<(OpId, usize)> {
        let compute = m.defining_op(self.passed_on)?;
        let is_here =
            m.is_kernel(compute, Kernel::Generic) && m.op_block(compute) == Some(self.body);
        if !is_here || !is_on_tensors(m, compute) || !is_parallel(m, compute) {
            return None;
        }
        let result = m
            .results(compute)
            .position(|value| value == self.passed_on)?;
        let destination = n_inputs(m, compute) + result;
        let &old = m.operands(compute).get(destination)?;
        let is_new = m.kernel_of(old, Kernel::TensorEmpty).is_some()
            && m.value_type(old) == m.value_type(self.given)
            && !is_read(m, compute, destination);
        let maps = maps(m, compute);
        let is_before = |(user, operand): (OpId, usize)| {
            if user == compute {
                return operand < n_inputs(m, user) && maps.get(operand) == maps.get(destination);
            }
            // A view of what was given may be read later.
            let reads = m.is_kernel(user, Kernel::TensorExtract)
                || (m.has_trait(user, Traits::STRUCTURED) && operand < n_inputs(m, user));
            let around = m.ancestor_in_block(self.body, user);
            reads && around.is_some_and(|around| m.is_before(around, compute))
        };
        (is_new && m.uses(self.given).all(is_before)).then_some((compute, destination))
    }

    /// The write of a vector whose tensor an iteration passes on.
    fn foldable(&self, m: &Module) -> Option<OpId> {
        let write = m.defining_op(self.passed_on)?;
        let destination = *m.operands(write).get(DESTINATION)?;
        let empty = m.defining_op(destination)?;
        let is_only_passed_on =
            m.uses(self.passed_on).count() == 1 && m.op_block(write) == Some(self.body);
        let is_outside = m.is_kernel(empty, Kernel::TensorEmpty) && !m.encloses(self.op, empty);
        let is_write = m.is_kernel(write, Kernel::TransferWrite)
            && is_only_passed_on
            && is_outside
            && m.value_type(self.given) == m.value_type(destination)
            && covers(m, write);
        is_write.then_some(write)
    }
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
