//! Replaces an allocation by a view of the merged allocation.

use memplan_mlir::{MemRefType, Module, TypeId, TypeKind, ValueDef, ValueId, names};
use memplan_planner::Bytes;

use super::decide::element_count;
use crate::builder::{Builder, Extent};
use crate::{BufferRewrite, ScopeRewrite};
use memplan_mlir::interfaces::SlotDim;

/// Converts a number of bytes that was checked to fit.
pub(super) fn byte_count(bytes: Bytes) -> i64 {
    i64::try_from(bytes.0).unwrap_or(i64::MAX)
}

/// Replaces one allocation by a view of `arena`.
pub(super) fn replace_by_view(
    m: &mut Module,
    arena: ValueId,
    scope: &ScopeRewrite,
    buffer: &BufferRewrite,
) {
    let Some(old) = m.result(buffer.site.alloc, 0) else {
        return;
    };
    let ty = m.value_type(old);
    let mut builder = Builder::before(m, buffer.site.alloc);
    let offset = builder.offset(buffer);
    let new = match &buffer.site.strides {
        None => builder.op("memref.view", &[arena, offset], ty, &[]),
        Some(strides) => {
            let flat = builder.flat_type(ty, scope);
            let view = builder.op("memref.view", &[arena, offset], flat, &[]);
            builder.with_strides(view, ty, strides)
        }
    };
    if let Some(base) = scope.base
        && buffer.site.slots.is_none()
        && let ValueDef::Result { op, .. } = m.value_def(new)
    {
        let address = m
            .ctx
            .i64_attr(byte_count(Bytes(base.0.saturating_add(buffer.offset.0))));
        m.set_attr(op, names::ADDRESS, address);
    }
    m.replace_all_uses(old, new);
    m.erase(buffer.site.alloc);
}

impl Builder<'_> {
    /// Byte offset of the buffer: a constant, or that of the slot of the current iteration.
    fn offset(&mut self, buffer: &BufferRewrite) -> ValueId {
        let base = byte_count(buffer.offset);
        let Some(nest) = &buffer.site.slots else {
            return self.constant(base);
        };
        let Some(number) = self.iteration_number(&nest.dims) else {
            return self.constant(base);
        };
        let slot = self.constant(byte_count(Bytes(nest.slot_bytes)));
        let offset = self.binary("arith.muli", number, slot);
        if base == 0 {
            return offset;
        }
        let base = self.constant(base);
        self.binary("arith.addi", base, offset)
    }

    /// Index of the current iteration, row-major over all dimensions; absent when it is always 0.
    fn iteration_number(&mut self, dims: &[SlotDim]) -> Option<ValueId> {
        let mut number = None;
        for dim in dims.iter().filter(|dim| dim.trip_count > 1) {
            let mut digit = dim.iv;
            if dim.lower != 0 {
                let lower = self.constant(dim.lower);
                digit = self.binary("arith.subi", digit, lower);
            }
            if dim.step != 1 {
                let step = self.constant(dim.step);
                digit = self.binary("arith.divui", digit, step);
            }
            number = Some(match number {
                None => digit,
                Some(outer) => {
                    let trip_count = self.constant(byte_count(Bytes(dim.trip_count)));
                    let shifted = self.binary("arith.muli", outer, trip_count);
                    self.binary("arith.addi", shifted, digit)
                }
            });
        }
        number
    }

    /// One dimension that holds all elements of a type.
    fn flat_type(&mut self, ty: TypeId, scope: &ScopeRewrite) -> TypeId {
        let TypeKind::MemRef(memref) = self.m.ctx.type_kind(ty) else {
            return ty;
        };
        let flat = MemRefType {
            shape: [element_count(memref).unwrap_or(0)].into(),
            element: memref.element,
            layout: None,
            space: scope.memory_space,
        };
        self.m.ctx.ty(TypeKind::MemRef(flat))
    }

    fn with_strides(&mut self, view: ValueId, ty: TypeId, strides: &[i64]) -> ValueId {
        let shape: Box<[i64]> = match self.m.ctx.type_kind(ty) {
            TypeKind::MemRef(memref) => memref.shape.clone(),
            _ => Box::default(),
        };
        let constants =
            |list: &[i64]| -> Vec<Extent> { list.iter().copied().map(Extent::Known).collect() };
        self.reinterpret(
            view,
            ty,
            Extent::Known(0),
            &constants(&shape),
            &constants(strides),
        )
    }
}
