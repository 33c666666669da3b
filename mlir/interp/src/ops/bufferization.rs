//! The `bufferization` dialect: clones, conditional deallocation, and conversions to and from tensors.

use std::rc::Rc;

use super::Table;
use super::memref::{copy_elements, free, fresh, read_all, sizes, write_all};
use super::tensor::tensor;
use crate::elements::Elements;
use crate::machine::{Machine, Step, Values};
use crate::memory::Owner;
use crate::value::{Dims, Kind, MemRef, Tensor, Value};
use memplan_mlir::OpId;
use memplan_mlir::semantics::Kernel;

/// A new buffer of the same shape with the same contents.
fn clone(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = machine.memref(op, &source)?;
    let ty = machine.result_type(op, 0)?;
    // A static layout, such as that of a view, is kept. Otherwise the clone is dense.
    let dense = match machine.m.ctx.memref_strides_offset(ty) {
        Some((strides, offset))
            if !strides.contains(&memplan_mlir::DYNAMIC) && offset != memplan_mlir::DYNAMIC =>
        {
            fresh(machine, op, ty, source.sizes.clone(), &[], Owner::Heap)?
        }
        _ => {
            let n = source.n_elements();
            let allocation = machine.allocate(op, source.element, n, Owner::Heap)?;
            MemRef {
                allocation,
                base: 0,
                offset: 0,
                strides: crate::value::row_major(&source.sizes),
                sizes: source.sizes.clone(),
                element: source.element,
            }
        }
    };
    copy_elements(machine, op, &source, &dense)?;
    machine.n_clones += 1;
    machine.finish(op, Value::MemRef(Rc::new(dense)))
}

/// Frees each allocation that some condition owns, unless it contains a retained memref; the results report the
/// ownership of the retained memrefs.
fn dealloc(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memrefs = machine.group(op, "memrefs")?;
    let conditions = machine.group(op, "conditions")?;
    let retained = machine.group(op, "retained")?;
    let base =
        |machine: &Machine<'_>, value: &Value| -> Step<Rc<MemRef>> { machine.memref(op, value) };
    let mut owned: Vec<(Rc<MemRef>, bool)> = Vec::new();
    for (memref, condition) in memrefs.iter().zip(&conditions) {
        let is_owned = machine.int(op, condition)? != 0;
        owned.push((base(machine, memref)?, is_owned));
    }
    let mut updated = Values::new();
    let mut kept: Vec<u32> = Vec::new();
    for memref in &retained {
        let allocation = base(machine, memref)?.allocation;
        kept.push(allocation);
        let takes_over = owned
            .iter()
            .any(|(memref, is_owned)| *is_owned && memref.allocation == allocation);
        updated.push(Value::Int(takes_over.into()));
    }
    let mut freed: Vec<u32> = Vec::new();
    for (memref, is_owned) in &owned {
        let allocation = memref.allocation;
        if *is_owned && !kept.contains(&allocation) && !freed.contains(&allocation) {
            freed.push(allocation);
            free(
                machine,
                op,
                &MemRef {
                    base: 0,
                    ..(**memref).clone()
                },
            )?;
        }
    }
    updated.truncate(machine.m.result_count(op));
    machine.finish_all(op, updated)
}

fn to_tensor(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = machine.memref(op, &source)?;
    let elements = read_all(machine, op, &source)?;
    let tensor = Tensor {
        sizes: source.sizes.clone(),
        elements: Elements::packed(Kind::of(machine.m, source.element), elements),
    };
    machine.finish(op, Value::Tensor(Rc::new(tensor)))
}

/// A buffer that belongs to the tensor and is never freed.
fn to_buffer(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    let ty = machine.result_type(op, 0)?;
    let is_dynamic = machine
        .m
        .ctx
        .memref_strides_offset(ty)
        .is_none_or(|(strides, offset)| {
            strides.contains(&memplan_mlir::DYNAMIC) || offset == memplan_mlir::DYNAMIC
        });
    let memref = if is_dynamic && machine.m.ctx.element_type(ty).is_some() {
        let element = machine.m.ctx.element_type(ty).unwrap_or(ty);
        let n = Some(source.elements.len() as u64);
        MemRef {
            allocation: machine.allocate(op, element, n, Owner::External)?,
            base: 0,
            offset: 0,
            strides: crate::value::row_major(&source.sizes),
            sizes: source.sizes.clone(),
            element,
        }
    } else {
        fresh(machine, op, ty, source.sizes.clone(), &[], Owner::External)?
    };
    let elements: Vec<Value> = source.elements.iter().collect();
    write_all(machine, op, &memref, &elements)?;
    machine.finish(op, Value::MemRef(Rc::new(memref)))
}

fn alloc_tensor(machine: &mut Machine<'_>, op: OpId) -> Step {
    if let Some(copy) = machine.group(op, "copy")?.pop() {
        return machine.finish(op, copy);
    }
    let dynamic = machine.group(op, "dynamic_sizes")?;
    let dynamic = machine.indices(op, &dynamic)?;
    let sizes: Dims = sizes(machine, op, machine.result_type(op, 0)?, &dynamic)?;
    let n = crate::value::n_elements(&sizes).unwrap_or(u64::MAX);
    if n > machine.options.byte_limit / 32 {
        return machine.fault(
            crate::FaultKind::MemoryLimit,
            op,
            "a tensor is larger than the limit",
        );
    }
    let element = machine.m.ctx.element_type(machine.result_type(op, 0)?);
    let kind = element.and_then(|element| Kind::of(machine.m, element));
    let elements = Elements::poison(kind, n as usize);
    machine.finish(op, Value::Tensor(Rc::new(Tensor { sizes, elements })))
}

fn materialize(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let source = tensor(machine, op, &operands[0])?;
    match &operands[1] {
        Value::MemRef(memref) => {
            let memref = Rc::clone(memref);
            let elements: Vec<Value> = source.elements.iter().collect();
            write_all(machine, op, &memref, &elements)
        }
        _ => machine.finish(op, Value::Tensor(source)),
    }
}

pub(super) const OPS: Table = &[
    (Kernel::AllocTensor, alloc_tensor),
    (Kernel::Clone, clone),
    (Kernel::DeallocOwned, dealloc),
    (Kernel::Materialize, materialize),
    (Kernel::ToBuffer, to_buffer),
    (Kernel::ToTensor, to_tensor),
];
