//! New operations, before the anchor of a [`Rewriter`] and at its location.

use memplan_mlir::{
    AffineExpr, AffineMap, AttrId, AttrKind, BlockId, DYNAMIC, OpId, OpSpec, RegionId, StrId,
    TypeId, TypeKind, ValueId, names,
};

use super::error::{Error, ErrorKind};
use super::layout;
use super::rewriter::Rewriter;

/// A size or an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A constant.
    Known(i64),
    /// A value of type `index`.
    Value(ValueId),
}

impl Rewriter<'_> {
    /// Makes an operation before the anchor.
    pub fn insert(&mut self, spec: OpSpec) -> OpId {
        let anchor = self.anchor;
        self.m().create_before(anchor, spec)
    }

    /// Makes an operation with one result before the anchor.
    pub fn op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        props: &[(StrId, AttrId)],
    ) -> ValueId {
        let name = self.m().ctx.op_name(name);
        let mut spec = OpSpec::new(name).operands(operands).results(&[ty]);
        for &(key, value) in props {
            spec = spec.prop(key, value);
        }
        let op = self.insert(spec);
        self.first_result(op)
    }

    /// A constant of type `index`.
    pub fn constant(&mut self, value: i64) -> ValueId {
        let ty = self.m().ctx.index_type();
        let value = self.m().ctx.index_attr(value);
        self.op("arith.constant", &[], ty, &[(names::VALUE, value)])
    }

    /// The size of a dimension of a buffer.
    pub fn dim(&mut self, buffer: ValueId, dim: i64) -> ValueId {
        let dim = self.constant(dim);
        let ty = self.m().ctx.index_type();
        self.op("memref.dim", &[buffer, dim], ty, &[])
    }

    /// Sizes of a buffer.
    pub fn sizes(&mut self, buffer: ValueId) -> Vec<Extent> {
        let ty = self.module().value_type(buffer);
        let shape = self.module().ctx.shape(ty).map(<[i64]>::to_vec);
        let sizes = shape.unwrap_or_default().into_iter().enumerate();
        sizes
            .map(|(dim, size)| match size {
                DYNAMIC => Extent::Value(self.dim(buffer, dim as i64)),
                size => Extent::Known(size),
            })
            .collect()
    }

    /// The sizes of a buffer that its type leaves open.
    pub fn dynamic_sizes(&mut self, buffer: ValueId) -> Vec<ValueId> {
        let sizes = self.sizes(buffer).into_iter();
        sizes
            .filter_map(|size| match size {
                Extent::Value(value) => Some(value),
                Extent::Known(_) => None,
            })
            .collect()
    }

    /// A new buffer.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BadElement`] if no memref may have such elements.
    pub fn alloc(&mut self, ty: TypeId, sizes: &[ValueId]) -> Result<ValueId, Error> {
        self.check_element(ty)?;
        let counts = self.m().ctx.i32_array(&[sizes.len() as i64, 0]);
        let mut props = vec![(names::OPERAND_SEGMENT_SIZES, counts)];
        props.extend(self.alignment());
        self.report.n_allocations += 1;
        Ok(self.op("memref.alloc", sizes, ty, &props))
    }

    fn check_element(&self, ty: TypeId) -> Result<(), Error> {
        let ctx = &self.module().ctx;
        let element = ctx.element_type(ty).map(|element| ctx.type_kind(element));
        match element {
            Some(TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. } | TypeKind::None) => {
                Err(self.error(self.anchor, ErrorKind::BadElement))
            }
            _ => Ok(()),
        }
    }

    /// The attribute `alignment` of allocations and globals.
    pub(super) fn alignment(&mut self) -> Option<(StrId, AttrId)> {
        let bytes = self.options().buffer_alignment;
        let bytes = i64::try_from(bytes).ok().filter(|&bytes| bytes > 0)?;
        Some((names::ALIGNMENT, self.m().ctx.i64_attr(bytes)))
    }

    /// Copies the elements of a buffer.
    pub fn copy(&mut self, source: ValueId, target: ValueId) {
        let name = self.m().ctx.op_name("memref.copy");
        self.report.n_copies += 1;
        self.insert(OpSpec::new(name).operands(&[source, target]));
    }

    /// A new row-major buffer with the contents of another one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnrankedCopy`] if the rank is unknown.
    pub fn duplicate(&mut self, source: ValueId) -> Result<ValueId, Error> {
        let ty = self.module().value_type(source);
        let space = layout::space(&self.module().ctx, ty);
        let dense = layout::identity(&mut self.m().ctx, ty, space);
        self.duplicate_as(source, dense)
    }

    fn duplicate_as(&mut self, source: ValueId, ty: TypeId) -> Result<ValueId, Error> {
        if !matches!(self.module().ctx.type_kind(ty), TypeKind::MemRef(_)) {
            return Err(self.error(self.anchor, ErrorKind::UnrankedCopy));
        }
        let sizes = self.dynamic_sizes(source);
        let target = self.alloc(ty, &sizes)?;
        self.copy(source, target);
        Ok(target)
    }

    /// `memref.cast`, if the type changes.
    pub fn cast(&mut self, buffer: ValueId, ty: TypeId) -> ValueId {
        if self.module().value_type(buffer) == ty {
            return buffer;
        }
        self.op("memref.cast", &[buffer], ty, &[])
    }

    /// The buffer with another type of the same shape: the buffer itself, a cast of it, or a copy.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Irreconcilable`] if there is no such buffer.
    pub fn reconcile(&mut self, buffer: ValueId, ty: TypeId) -> Result<ValueId, Error> {
        let given = self.module().value_type(buffer);
        if given == ty {
            return Ok(buffer);
        }
        if layout::is_castable(&self.module().ctx, given, ty) {
            return Ok(self.cast(buffer, ty));
        }
        let ctx = &mut self.m().ctx;
        let is_copyable = ctx.element_type(given) == ctx.element_type(ty)
            && ctx.shape(given).is_some()
            && ctx.shape(given).map(<[i64]>::len) == ctx.shape(ty).map(<[i64]>::len);
        if !is_copyable {
            return Err(self.irreconcilable(given, ty));
        }
        let space = layout::space(ctx, ty);
        let dense = layout::identity(ctx, ty, space);
        if layout::is_castable(ctx, dense, ty) {
            let copy = self.duplicate_as(buffer, dense)?;
            return Ok(self.cast(copy, ty));
        }
        let is_allocatable = layout::layout_of(ctx, ty)
            .is_some_and(|l| l.offset != DYNAMIC && !l.strides.contains(&DYNAMIC));
        if is_allocatable {
            return self.duplicate_as(buffer, ty);
        }
        Err(self.irreconcilable(given, ty))
    }

    fn irreconcilable(&self, given: TypeId, wanted: TypeId) -> Error {
        let text = |ty| self.module().ctx.type_text(ty);
        self.error(self.anchor, ErrorKind::Irreconcilable)
            .with_note(format!(
                "the buffer is `{}`, and `{}` is needed",
                text(given),
                text(wanted)
            ))
    }

    /// A view of a part of a buffer, in the shape `shape`, which may lack dimensions of size 1.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnsupportedLayout`] if the buffer has no strides.
    pub fn subview(
        &mut self,
        buffer: ValueId,
        offsets: &[Extent],
        sizes: &[Extent],
        shape: &[i64],
    ) -> Result<ValueId, Error> {
        let mut operands = vec![buffer];
        let mut counts = vec![1];
        let mut lists = Vec::new();
        let strides = vec![Extent::Known(1); offsets.len()];
        for list in [offsets, sizes, &strides] {
            let before = operands.len();
            let fixed = list.iter().map(|&extent| match extent {
                Extent::Known(value) => value,
                Extent::Value(value) => {
                    operands.push(value);
                    DYNAMIC
                }
            });
            let fixed: Vec<i64> = fixed.collect();
            counts.push((operands.len() - before) as i64);
            lists.push(fixed);
        }
        let props = [
            (names::STATIC_OFFSETS, self.m().ctx.i64_array(&lists[0])),
            (names::STATIC_SIZES, self.m().ctx.i64_array(&lists[1])),
            (names::STATIC_STRIDES, self.m().ctx.i64_array(&lists[2])),
            (
                names::OPERAND_SEGMENT_SIZES,
                self.m().ctx.i32_array(&counts),
            ),
        ];
        let slice = layout::SliceSpec {
            offsets: &lists[0],
            sizes: &lists[1],
            strides: &lists[2],
        };
        let source = self.module().value_type(buffer);
        let ty = layout::subview(&mut self.m().ctx, source, slice, shape);
        let ty = ty.ok_or_else(|| Error::layout(self.module(), self.anchor, source))?;
        Ok(self.op("memref.subview", &operands, ty, &props))
    }

    /// A region of one block with arguments of these types.
    pub fn region(&mut self, args: &[TypeId]) -> (RegionId, BlockId) {
        let region = self.m().create_region();
        let block = self.m().append_block(region);
        for &ty in args {
            self.m().add_block_arg(block, ty);
        }
        (region, block)
    }

    /// Makes an operation at the end of a block.
    pub fn insert_in(&mut self, block: BlockId, spec: OpSpec) -> OpId {
        let spec = spec.located_at(self.module(), self.anchor);
        let op = self.m().create_op(spec);
        self.m().insert_at_end(block, op);
        op
    }

    /// Moves the blocks of all regions of an operation to new regions.
    pub fn take_regions(&mut self, op: OpId) -> Vec<RegionId> {
        let old = self.module().regions(op).to_vec();
        old.into_iter()
            .map(|from| {
                let to = self.m().create_region();
                self.m().move_blocks(from, to);
                to
            })
            .collect()
    }

    /// Recreates an operation before the anchor, with other operands and results. Attributes are copied, and the
    /// blocks of its regions move to the new operation.
    pub fn again(&mut self, op: OpId, operands: &[ValueId], results: &[TypeId]) -> OpId {
        let regions = self.take_regions(op);
        let m = self.module();
        let mut spec = OpSpec::new(m.op_name(op))
            .operands(operands)
            .results(results)
            .regions(&regions);
        spec.props = m.props(op).clone();
        spec.attrs = m.attrs(op).clone();
        let spec = spec.located_at(m, op);
        let anchor = self.anchor;
        let new = self.m().create_op(spec);
        self.m().insert_before(anchor, new);
        new
    }

    /// `affine.apply` of the sum of a constant and symbols.
    pub fn sum(&mut self, constant: i64, terms: &[ValueId]) -> ValueId {
        if terms.is_empty() {
            return self.constant(constant);
        }
        if let ([term], 0) = (terms, constant) {
            return *term;
        }
        let mut expr = AffineExpr::Symbol(0);
        for number in 1..terms.len() as u32 {
            expr = AffineExpr::add(expr, AffineExpr::Symbol(number));
        }
        let map = AffineMap {
            dims: 0,
            symbols: terms.len() as u32,
            results: vec![AffineExpr::add(expr, AffineExpr::Constant(constant))],
        };
        let map = self.m().ctx.attr(AttrKind::AffineMap(map));
        let name = self.m().ctx.str("map");
        let ty = self.m().ctx.index_type();
        self.op("affine.apply", terms, ty, &[(name, map)])
    }

    /// The sum of sizes or offsets.
    pub fn sum_of(&mut self, parts: &[Extent]) -> Extent {
        let mut constant = 0_i64;
        let mut terms = Vec::new();
        for part in parts {
            match part {
                Extent::Known(value) => constant = constant.saturating_add(*value),
                Extent::Value(value) => terms.push(*value),
            }
        }
        if terms.is_empty() {
            Extent::Known(constant)
        } else {
            Extent::Value(self.sum(constant, &terms))
        }
    }

    /// Reads an `array<i64>` that contains [`DYNAMIC`] for each operand of a group.
    pub fn mixed(&mut self, op: OpId, group: &str, attr: &str) -> Vec<Extent> {
        let m = self.module();
        let fixed = m.ctx.find_str(attr);
        let fixed = fixed.map_or(&[][..], |name| m.prop_array(op, name));
        let mut values = m.operand_group(op, group).iter();
        fixed
            .iter()
            .map(|&fixed| match (fixed, values.len()) {
                (DYNAMIC, 1..) => values
                    .next()
                    .map_or(Extent::Known(0), |&v| Extent::Value(v)),
                _ => Extent::Known(fixed),
            })
            .collect()
    }

    /// `linalg.map` without inputs that writes to a buffer what the body of `op` yields for the indices:
    /// the block moves, and its arguments become `linalg.index`.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::require`](super::BufferTypes::require).
    pub fn generate_into(&mut self, op: OpId, buffer: ValueId) -> Result<(), Error> {
        let regions = self.take_regions(op);
        let Some(block) = regions.first().and_then(|&r| self.module().first_block(r)) else {
            return Ok(());
        };
        let ty = self.module().value_type(buffer);
        let element = self.module().ctx.element_type(ty).unwrap_or(ty);
        let index = self.m().ctx.index_type();
        let (name, dim) = (
            self.m().ctx.op_name("linalg.index"),
            self.m().ctx.str("dim"),
        );
        let n_args = self.module().block_args(block).len();
        for number in (0..n_args).rev() {
            let arg = self.module().block_args(block)[number];
            if self.module().is_unused(arg) {
                self.m().remove_block_arg(block, number);
                continue;
            }
            let at = self.m().ctx.i64_attr(number as i64);
            let spec = OpSpec::new(name).results(&[index]).prop(dim, at);
            let spec = spec.located_at(self.module(), op);
            let at = self.m().create_op(spec);
            self.m().insert_at_start(block, at);
            let at = self.first_result(at);
            self.m().replace_all_uses(arg, at);
            self.m().remove_block_arg(block, number);
        }
        self.m().add_block_arg(block, element);
        if let Some(end) = self.module().last_op(block) {
            let values = self.module().operands(end).to_vec();
            let name = self.m().ctx.op_name("linalg.yield");
            let spec = OpSpec::new(name).operands(&values);
            self.m().create_before(end, spec);
            self.m().erase(end);
        }
        let name = self.m().ctx.op_name("linalg.map");
        self.insert(OpSpec::new(name).operands(&[buffer]).regions(&regions));
        Ok(())
    }

    /// `linalg.map` that writes one value to all elements of a buffer.
    pub fn fill(&mut self, buffer: ValueId, value: ValueId) {
        let ty = self.module().value_type(value);
        let (region, block) = self.region(&[ty]);
        let name = self.m().ctx.op_name("linalg.yield");
        self.insert_in(block, OpSpec::new(name).operands(&[value]));
        let name = self.m().ctx.op_name("linalg.map");
        self.insert(OpSpec::new(name).operands(&[buffer]).regions(&[region]));
    }
}
