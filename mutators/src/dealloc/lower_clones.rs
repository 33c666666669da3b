//! `convert-bufferization-to-memref`: `bufferization.clone` as an allocation and a copy.
//!
//! | type of the clone | becomes |
//! |---|---|
//! | a dense buffer under this type is legal | dense allocation, cast |
//! | strided with static strides or offset | flat allocation of the whole extent, reinterpreted |
//! | unranked | flat allocation of all elements, reshaped to the sizes of the source |

use memplan_mlir::passes::{Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::{IntOp, Kernel};
use memplan_mlir::{DYNAMIC, MemRefType, Module, OpId, TypeId, TypeKind, ValueId};

use super::{DeallocError, lower};
use crate::builder::{Builder, Extent};

/// The pass `convert-bufferization-to-memref`: lowers `bufferization.clone` to an allocation and a copy, and
/// `bufferization.dealloc` as [`LowerDeallocs`](super::lower::LowerDeallocs) does.
///
/// Linear in the operations and the inline comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToMemref {
    /// How deallocations are lowered.
    pub options: lower::Options,
}

impl Pass for ToMemref {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "convert-bufferization-to-memref",
            aliases: &[],
            summary: "Turns `bufferization.clone` and `bufferization.dealloc` into operations on memrefs.",
            cost: "linear in the operations and the comparisons made in place",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| vec![pass.options.compat()])
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        run(m, root)
            .and_then(|_| lower::run(m, root, &self.options))
            .map_err(|error| error.into_pass_error(m))?;
        Ok(())
    }
}

/// How a clone is allocated.
enum Shape {
    /// Dense, then cast to the type of the clone.
    Dense(MemRefType),
    /// Flat, then reinterpreted with these strides and this offset; dynamic strides are dense.
    Strided {
        memref: MemRefType,
        strides: Vec<i64>,
        offset: i64,
    },
    Unranked {
        element: TypeId,
        space: Option<memplan_mlir::AttrId>,
    },
}

/// Lowers every `bufferization.clone` below `root`. Returns whether there was one. Linear.
///
/// # Errors
///
/// `clone-layout` for a clone whose layout is not strided. The module is then unchanged.
pub fn run(m: &mut Module, root: OpId) -> Result<bool, DeallocError> {
    let clones: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.is_kernel(op, Kernel::Clone))
        .collect();
    let mut shapes = Vec::with_capacity(clones.len());
    for &op in &clones {
        shapes.push(shape(m, op)?);
    }
    for (&op, shape) in clones.iter().zip(&shapes) {
        let (Some(&source), Some(result)) = (m.operands(op).first(), m.result(op, 0)) else {
            continue;
        };
        let ty = m.value_type(result);
        let mut builder = Builder::before(m, op);
        let copy = match shape {
            Shape::Dense(memref) => builder.dense(source, memref, ty),
            Shape::Strided {
                memref,
                strides,
                offset,
            } => builder.strided(source, memref, strides, *offset, ty),
            Shape::Unranked { element, space } => builder.unranked(source, *element, *space, ty),
        };
        builder.effect("memref.copy", &[source, copy]);
        m.replace_op(op, &[copy]);
    }
    Ok(!clones.is_empty())
}

fn shape(m: &Module, op: OpId) -> Result<Shape, DeallocError> {
    let unsupported = || {
        DeallocError::new(
            op,
            "clone-layout",
            "cannot lower a clone whose layout is not strided",
        )
    };
    let ty = m.result(op, 0).map(|result| m.value_type(result));
    let ty = ty.ok_or_else(unsupported)?;
    let memref = match m.ctx.type_kind(ty) {
        TypeKind::MemRef(memref) => memref.clone(),
        &TypeKind::UnrankedMemRef { element, space } => {
            return Ok(Shape::Unranked { element, space });
        }
        _ => return Err(unsupported()),
    };
    let (strides, offset) = m.ctx.memref_strides_offset(ty).ok_or_else(unsupported)?;
    let dense = MemRefType {
        layout: None,
        ..memref.clone()
    };
    // A dynamic stride may match a dense layout, and so does a static stride of the right value. A static
    // stride outside a dynamic size never does.
    let mut extent = Some(1_i64);
    let mut is_dense = offset == 0 || offset == DYNAMIC;
    for (&size, &stride) in memref.shape.iter().zip(&strides).rev() {
        is_dense &= stride == DYNAMIC || Some(stride) == extent;
        extent = match (extent, size) {
            (_, DYNAMIC) | (None, _) => None,
            (Some(extent), size) => extent.checked_mul(size),
        };
    }
    if memref.layout.is_none() || is_dense {
        return Ok(Shape::Dense(dense));
    }
    Ok(Shape::Strided {
        memref,
        strides,
        offset,
    })
}

impl Builder<'_> {
    /// Sizes of the dynamic dimensions of a type, taken from the source.
    fn dynamic_sizes(&mut self, source: ValueId, shape: &[i64]) -> Vec<ValueId> {
        let dynamic = shape
            .iter()
            .enumerate()
            .filter(|(_, size)| **size == DYNAMIC);
        dynamic
            .map(|(dim, _)| self.dim(source, dim as i64))
            .collect()
    }

    fn dense(&mut self, source: ValueId, memref: &MemRefType, ty: TypeId) -> ValueId {
        let sizes = self.dynamic_sizes(source, &memref.shape);
        let dense = self.m.ctx.ty(TypeKind::MemRef(memref.clone()));
        let new = self.allocate("memref.alloc", dense, &sizes, None);
        self.cast(new, ty)
    }

    fn extent_value(&mut self, extent: Extent) -> ValueId {
        match extent {
            Extent::Known(value) => self.constant(value),
            Extent::Value(value) => value,
        }
    }

    fn combine(&mut self, int: IntOp, a: Extent, b: Extent) -> Extent {
        let folded = match (int, a, b) {
            (IntOp::Mul, Extent::Known(a), Extent::Known(b)) => a.checked_mul(b),
            (IntOp::Add, Extent::Known(a), Extent::Known(b)) => a.checked_add(b),
            (IntOp::Mul, Extent::Known(1), Extent::Value(_)) => return b,
            (IntOp::Mul, Extent::Value(_), Extent::Known(1))
            | (IntOp::Add, Extent::Value(_), Extent::Known(0)) => return a,
            _ => None,
        };
        if let Some(value) = folded {
            return Extent::Known(value);
        }
        let (a, b) = (self.extent_value(a), self.extent_value(b));
        let name = match int {
            IntOp::Mul => "arith.muli",
            _ => "arith.addi",
        };
        Extent::Value(self.binary(name, a, b))
    }

    fn strided(
        &mut self,
        source: ValueId,
        memref: &MemRefType,
        strides: &[i64],
        offset: i64,
        ty: TypeId,
    ) -> ValueId {
        let mut dynamic = self.dynamic_sizes(source, &memref.shape).into_iter();
        let sizes: Vec<Extent> = memref
            .shape
            .iter()
            .map(|&size| match size {
                DYNAMIC => dynamic.next().map_or(Extent::Known(0), Extent::Value),
                size => Extent::Known(size),
            })
            .collect();
        // Dynamic strides: large enough for the inner dimensions.
        let mut all = vec![Extent::Known(1); sizes.len()];
        let mut within = Extent::Known(1);
        for (dim, &size) in sizes.iter().enumerate().rev() {
            all[dim] = match strides[dim] {
                DYNAMIC => within,
                stride => Extent::Known(stride),
            };
            within = self.combine(IntOp::Mul, all[dim], size);
        }
        let offset = if offset == DYNAMIC { 0 } else { offset };
        let n = self.extent_of(&sizes, &all, offset);
        let (len, operands) = match n {
            Extent::Known(n) => (n, Vec::new()),
            Extent::Value(n) => (DYNAMIC, vec![n]),
        };
        let flat = self.m.ctx.ty(TypeKind::MemRef(MemRefType {
            shape: [len].into(),
            element: memref.element,
            layout: None,
            space: memref.space,
        }));
        let new = self.allocate("memref.alloc", flat, &operands, None);
        self.reinterpret(new, ty, Extent::Known(offset), &sizes, &all)
    }

    /// Number of elements from the start of the allocation to its end; 0 if any size is 0.
    fn extent_of(&mut self, sizes: &[Extent], strides: &[Extent], offset: i64) -> Extent {
        if sizes.contains(&Extent::Known(0)) {
            return Extent::Known(0);
        }
        let mut last = Extent::Known(offset);
        let mut is_empty = None;
        for (&size, &stride) in sizes.iter().zip(strides) {
            let steps = self.combine(IntOp::Add, size, Extent::Known(-1));
            let way = self.combine(IntOp::Mul, steps, stride);
            last = self.combine(IntOp::Add, last, way);
            if let Extent::Value(size) = size {
                let zero = self.constant(0);
                let none = self.compare(crate::builder::Compare::Equal, size, zero);
                is_empty = Some(match is_empty {
                    None => none,
                    Some(before) => self.or(before, none),
                });
            }
        }
        let n = self.combine(IntOp::Add, last, Extent::Known(1));
        let Some(is_empty) = is_empty else { return n };
        let (n, zero) = (self.extent_value(n), self.constant(0));
        let index = self.m.ctx.index_type();
        Extent::Value(self.op("arith.select", &[is_empty, zero, n], index, &[]))
    }

    fn unranked(
        &mut self,
        source: ValueId,
        element: TypeId,
        space: Option<memplan_mlir::AttrId>,
        ty: TypeId,
    ) -> ValueId {
        let index = self.m.ctx.index_type();
        let rank = self.op("memref.rank", &[source], index, &[]);
        let list = |element, space| {
            TypeKind::MemRef(MemRefType {
                shape: [DYNAMIC].into(),
                element,
                layout: None,
                space,
            })
        };
        let shape_type = self.m.ctx.ty(list(index, None));
        let flat_type = self.m.ctx.ty(list(element, space));
        let shape = self.allocate("memref.alloca", shape_type, &[rank], None);
        let one = self.constant(1);
        let each = self.count_to(rank, &[one]);
        let mut body = self.at(each.end);
        let (dim, so_far) = (each.args[0], each.args[1]);
        let size = body.op("memref.dim", &[source, dim], index, &[]);
        body.store(size, shape, dim);
        let product = body.binary("arith.muli", so_far, size);
        self.m.set_operands(each.end, &[product]);
        let n = self.first_result(each.op);
        let flat = self.allocate("memref.alloc", flat_type, &[n], None);
        self.op("memref.reshape", &[flat, shape], ty, &[])
    }
}
