//! Builds operations before an anchor operation, at its location.

use memplan_mlir::{
    AttrId, AttrKind, BlockId, DYNAMIC, FloatKind, IntValue, MemRefType, Module, OpId, OpSpec,
    StrId, TypeId, TypeKind, ValueId, names,
};

/// An insertion point: new operations go before an anchor operation and take its location.
#[derive(Debug)]
pub(crate) struct Builder<'m> {
    pub(crate) m: &'m mut Module,
    pub(crate) anchor: OpId,
}

/// Predicates of `arith.cmpi`, with their codes in MLIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal = 0,
    NotEqual = 1,
    SignedLess = 2,
    SignedLessEqual = 3,
    SignedGreaterEqual = 5,
    UnsignedLess = 6,
    UnsignedGreaterEqual = 9,
}

/// A size, stride or offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A static value.
    Known(i64),
    /// An SSA value of type `index`.
    Value(ValueId),
}

/// A loop under construction.
#[derive(Debug)]
pub(crate) struct Loop {
    /// The loop.
    pub(crate) op: OpId,
    /// The induction variable, then the iteration arguments.
    pub(crate) args: Vec<ValueId>,
    /// The terminator of the body, without operands.
    pub(crate) end: OpId,
}

/// A conditional under construction.
#[derive(Debug)]
pub(crate) struct If {
    /// The conditional.
    pub(crate) op: OpId,
    /// Terminators of both regions, without operands.
    pub(crate) ends: [OpId; 2],
}

impl<'m> Builder<'m> {
    pub(crate) fn before(m: &'m mut Module, anchor: OpId) -> Self {
        Self { m, anchor }
    }

    /// A builder at another insertion point of the same module.
    pub(crate) fn at(&mut self, anchor: OpId) -> Builder<'_> {
        Builder { m: self.m, anchor }
    }

    pub(crate) fn insert(&mut self, spec: OpSpec) -> OpId {
        self.m.create_before(self.anchor, spec)
    }

    /// An operation with one result.
    pub(crate) fn op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        props: &[(StrId, AttrId)],
    ) -> ValueId {
        let name = self.m.ctx.op_name(name);
        let mut spec = OpSpec::new(name).operands(operands).results(&[ty]);
        for &(key, value) in props {
            spec = spec.prop(key, value);
        }
        let op = self.insert(spec);
        self.first_result(op)
    }

    /// An operation without results.
    pub(crate) fn effect(&mut self, name: &str, operands: &[ValueId]) -> OpId {
        let name = self.m.ctx.op_name(name);
        self.insert(OpSpec::new(name).operands(operands))
    }

    /// The first result of an operation that has one.
    pub(crate) fn first_result(&self, op: OpId) -> ValueId {
        self.m
            .result(op, 0)
            .unwrap_or_else(|| unreachable!("made with one result"))
    }

    /// A constant of type `index`.
    pub(crate) fn constant(&mut self, value: i64) -> ValueId {
        let ty = self.m.ctx.index_type();
        let value = self.m.ctx.index_attr(value);
        self.op("arith.constant", &[], ty, &[(names::VALUE, value)])
    }

    /// A constant of type `i1`.
    pub(crate) fn bit(&mut self, value: bool) -> ValueId {
        let ty = self.m.ctx.int_type(1);
        let value = self.m.ctx.attr(AttrKind::Integer {
            value: IntValue::Small(value.into()),
            ty,
        });
        self.op("arith.constant", &[], ty, &[(names::VALUE, value)])
    }

    /// A binary operation whose result has the type of its operands.
    pub(crate) fn binary(&mut self, name: &str, left: ValueId, right: ValueId) -> ValueId {
        let ty = self.m.value_type(left);
        self.op(name, &[left, right], ty, &[])
    }

    pub(crate) fn and(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.binary("arith.andi", left, right)
    }

    pub(crate) fn or(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.binary("arith.ori", left, right)
    }

    pub(crate) fn not(&mut self, value: ValueId) -> ValueId {
        let one = self.bit(true);
        self.binary("arith.xori", value, one)
    }

    pub(crate) fn compare(&mut self, relation: Compare, left: ValueId, right: ValueId) -> ValueId {
        let ty = self.m.ctx.int_type(1);
        let code = self.m.ctx.i64_attr(relation as i64);
        self.op(
            "arith.cmpi",
            &[left, right],
            ty,
            &[(names::PREDICATE, code)],
        )
    }

    pub(crate) fn load(&mut self, list: ValueId, index: ValueId) -> ValueId {
        let list_ty = self.m.value_type(list);
        let ty = self.m.ctx.element_type(list_ty).unwrap_or(list_ty);
        self.op("memref.load", &[list, index], ty, &[])
    }

    pub(crate) fn store(&mut self, value: ValueId, list: ValueId, index: ValueId) {
        self.effect("memref.store", &[value, list, index]);
    }

    pub(crate) fn cast(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        if self.m.value_type(value) == ty {
            return value;
        }
        self.op("memref.cast", &[value], ty, &[])
    }

    pub(crate) fn dim(&mut self, memref: ValueId, dim: i64) -> ValueId {
        let index = self.constant(dim);
        let ty = self.m.ctx.index_type();
        self.op("memref.dim", &[memref, index], ty, &[])
    }

    /// An integer as an `index`, sign-extended.
    pub(crate) fn extended(&mut self, value: ValueId) -> ValueId {
        if *self.m.value_type_kind(value) == TypeKind::Index {
            return value;
        }
        let ty = self.m.ctx.index_type();
        self.op("arith.index_cast", &[value], ty, &[])
    }

    /// A constant of type `f64`.
    pub(crate) fn number(&mut self, value: f64) -> ValueId {
        let ty = self.m.ctx.ty(TypeKind::Float(FloatKind::F64));
        let bits = value.to_bits().into();
        let value = self.m.ctx.attr(AttrKind::Float { bits, ty });
        self.op("arith.constant", &[], ty, &[(names::VALUE, value)])
    }

    /// Whether a floating-point number is less than another, and neither is NaN.
    pub(crate) fn is_less(&mut self, left: ValueId, right: ValueId) -> ValueId {
        const ORDERED_LESS: i64 = 4;
        let ty = self.m.ctx.int_type(1);
        let code = self.m.ctx.i64_attr(ORDERED_LESS);
        self.op(
            "arith.cmpf",
            &[left, right],
            ty,
            &[(names::PREDICATE, code)],
        )
    }

    /// Stops the program with a message unless a condition holds.
    pub(crate) fn assert(&mut self, condition: ValueId, message: &str) {
        let message = self.m.ctx.string_attr(message);
        let (name, key) = (self.m.ctx.op_name("cf.assert"), self.m.ctx.str("msg"));
        self.insert(OpSpec::new(name).operands(&[condition]).prop(key, message));
    }

    /// The address of a buffer.
    pub(crate) fn pointer(&mut self, memref: ValueId) -> ValueId {
        let memref = self.ranked(memref);
        let ty = self.m.ctx.index_type();
        self.op(
            "memref.extract_aligned_pointer_as_index",
            &[memref],
            ty,
            &[],
        )
    }

    /// Returns a ranked memref unchanged, and the element at offset 0 of an unranked one.
    pub(crate) fn ranked(&mut self, memref: ValueId) -> ValueId {
        let &TypeKind::UnrankedMemRef { element, space } = self.m.value_type_kind(memref) else {
            return memref;
        };
        let ty = self.m.ctx.ty(TypeKind::MemRef(MemRefType {
            shape: Box::default(),
            element,
            layout: None,
            space,
        }));
        self.reinterpret(memref, ty, Extent::Known(0), &[], &[])
    }

    /// The base buffer of a memref that may be a view.
    pub(crate) fn base_buffer(&mut self, memref: ValueId) -> ValueId {
        let memref = self.ranked(memref);
        let ty = self.m.value_type(memref);
        let TypeKind::MemRef(kind) = self.m.ctx.type_kind(ty) else {
            return memref;
        };
        let rank = kind.shape.len();
        let base = MemRefType {
            shape: Box::default(),
            layout: None,
            ..kind.clone()
        };
        let base = self.m.ctx.ty(TypeKind::MemRef(base));
        let index = self.m.ctx.index_type();
        let mut types = vec![base];
        types.extend(std::iter::repeat_n(index, 1 + 2 * rank));
        let name = self.m.ctx.op_name("memref.extract_strided_metadata");
        let spec = OpSpec::new(name).operands(&[memref]).results(&types);
        let op = self.insert(spec);
        self.first_result(op)
    }

    /// The base buffer of a memref with another shape.
    pub(crate) fn reinterpret(
        &mut self,
        source: ValueId,
        ty: TypeId,
        offset: Extent,
        sizes: &[Extent],
        strides: &[Extent],
    ) -> ValueId {
        let mut operands = vec![source];
        let mut counts = vec![1];
        let mut attrs = Vec::new();
        for list in [&[offset][..], sizes, strides] {
            let before = operands.len();
            let statics: Vec<i64> = list
                .iter()
                .map(|&extent| match extent {
                    Extent::Known(value) => value,
                    Extent::Value(value) => {
                        operands.push(value);
                        DYNAMIC
                    }
                })
                .collect();
            counts.push((operands.len() - before) as i64);
            attrs.push(self.m.ctx.i64_array(&statics));
        }
        let props = [
            (names::STATIC_OFFSETS, attrs[0]),
            (names::STATIC_SIZES, attrs[1]),
            (names::STATIC_STRIDES, attrs[2]),
            (names::OPERAND_SEGMENT_SIZES, self.m.ctx.i32_array(&counts)),
        ];
        self.op("memref.reinterpret_cast", &operands, ty, &props)
    }

    /// `memref.alloc` or `memref.alloca` with one size for each dynamic dimension of the type.
    pub(crate) fn allocate(
        &mut self,
        name: &str,
        ty: TypeId,
        sizes: &[ValueId],
        alignment: Option<AttrId>,
    ) -> ValueId {
        let counts = self.m.ctx.i32_array(&[sizes.len() as i64, 0]);
        let mut props = vec![(names::OPERAND_SEGMENT_SIZES, counts)];
        props.extend(alignment.map(|attr| (names::ALIGNMENT, attr)));
        self.op(name, sizes, ty, &props)
    }

    /// `scf.if` with results and both regions.
    pub(crate) fn if_else(&mut self, condition: ValueId, results: &[TypeId]) -> If {
        let (then, then_end) = self.region();
        let (otherwise, otherwise_end) = self.region();
        let name = self.m.ctx.op_name("scf.if");
        let spec = OpSpec::new(name)
            .operands(&[condition])
            .results(results)
            .regions(&[then, otherwise]);
        If {
            op: self.insert(spec),
            ends: [then_end, otherwise_end],
        }
    }

    /// `scf.if` without results and without `else`; returns the terminator of its region.
    pub(crate) fn if_then(&mut self, condition: ValueId) -> OpId {
        let (then, end) = self.region();
        let otherwise = self.m.create_region();
        let name = self.m.ctx.op_name("scf.if");
        let spec = OpSpec::new(name)
            .operands(&[condition])
            .regions(&[then, otherwise]);
        self.insert(spec);
        end
    }

    /// `scf.for` from zero in steps of one.
    pub(crate) fn count_to(&mut self, end: ValueId, inits: &[ValueId]) -> Loop {
        let (zero, one) = (self.constant(0), self.constant(1));
        let (region, end_op) = self.region();
        let types: Vec<TypeId> = inits.iter().map(|&v| self.m.value_type(v)).collect();
        let mut args = Vec::new();
        if let Some(block) = self.m.first_block(region) {
            let index = self.m.ctx.index_type();
            for ty in std::iter::once(index).chain(types.iter().copied()) {
                args.push(self.m.add_block_arg(block, ty));
            }
        }
        let name = self.m.ctx.op_name("scf.for");
        let spec = OpSpec::new(name)
            .operands(&[zero, end, one])
            .operands(inits)
            .results(&types)
            .regions(&[region]);
        Loop {
            op: self.insert(spec),
            args,
            end: end_op,
        }
    }

    /// A region of one block that ends with an empty `scf.yield`.
    fn region(&mut self) -> (memplan_mlir::RegionId, OpId) {
        let region = self.m.create_region();
        let block: BlockId = self.m.append_block(region);
        let name = self.m.ctx.op_name("scf.yield");
        let spec = OpSpec::new(name).located_at(self.m, self.anchor);
        let end = self.m.create_op(spec);
        self.m.insert_at_end(block, end);
        (region, end)
    }
}
