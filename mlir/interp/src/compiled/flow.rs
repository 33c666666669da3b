//! Compiles loops, conditions and buffer accesses to instructions.

use super::build::{Builder, Exit};
use super::code::{Apply, Code, Kind, Pure, Reg};
use memplan_mlir::semantics::{IntOp, Kernel};
use memplan_mlir::{AffineMap, AttrId, AttrKind, DYNAMIC, OpId, names};

/// The message for a map without a value.
const NO_INDEX: &str = "a map divides by zero or overflows";

/// The type of an induction variable.
#[derive(Clone, Copy)]
struct Counter {
    width: u32,
    is_signed: bool,
}

impl Counter {
    const INDEX: Self = Self {
        width: 64,
        is_signed: true,
    };
}

impl Builder<'_> {
    /// The instructions of an operation that is not a scalar function.
    pub(super) fn flow(&mut self, op: OpId, kernel: Kernel) -> Option<()> {
        match kernel {
            Kernel::Load | Kernel::AffineLoad => self.load(op),
            Kernel::Store | Kernel::AffineStore => self.store(op),
            Kernel::Dim => self.dim(op),
            Kernel::Prefetch => Some(()),
            Kernel::AffineApply => self.applied(op, None),
            Kernel::AffineMax => self.applied(op, Some(IntOp::MaxS)),
            Kernel::AffineMin => self.applied(op, Some(IntOp::MinS)),
            Kernel::AffineIf => self.affine_if(op),
            Kernel::If => self.if_(op),
            Kernel::IndexSwitch => self.switch(op),
            Kernel::ExecuteRegion => {
                let exit = self.region(op, *self.m.regions(op).first()?, 0)?;
                self.finish(op, exit)
            }
            _ => self.loop_(op, kernel),
        }
    }

    /// The instructions of a loop.
    pub(super) fn loop_(&mut self, op: OpId, kernel: Kernel) -> Option<()> {
        match kernel {
            Kernel::For => self.for_(op),
            Kernel::AffineFor => self.affine_for(op),
            Kernel::While => self.while_(op),
            Kernel::Parallel => self.parallel(op),
            Kernel::Forall => self.forall(op),
            Kernel::AffineParallel => self.affine_parallel(op),
            _ => None,
        }
    }

    fn map(&self, attr: Option<AttrId>) -> Option<AffineMap> {
        match self.m.ctx.attr_kind(attr?) {
            AttrKind::AffineMap(map) => Some(map.clone()),
            _ => None,
        }
    }

    fn prop(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.m.prop(op, self.m.ctx.find_str(name)?)
    }

    /// The results of a map applied to registers.
    fn results_of(&mut self, op: OpId, map: &AffineMap, args: &[Reg]) -> Option<Vec<Reg>> {
        // No argument may be poison, not even one that no result uses.
        let is_used = |at: u32| map.results.iter().any(|expr| expr.uses_dim(at));
        let are_used = map.symbols == 0 && (0..map.dims).all(is_used);
        let fits = args.len() == (map.dims + map.symbols) as usize;
        if !fits || (self.program.makes_poison && !are_used) {
            return None;
        }
        let results = map.results.iter();
        results
            .map(|expr| self.affine_or_argument(op, expr, map.dims, args, NO_INDEX))
            .collect()
    }

    fn int2(&mut self, op: OpId, f: IntOp, a: Reg, b: Reg) -> Reg {
        let to = self.register(Some(Kind::Int(64)));
        let apply = Apply {
            f: Pure::Int2(f.function(), 64),
            to,
            args: [a, b, a],
        };
        self.emit(op, Code::Apply(apply));
        to
    }

    fn extreme(&mut self, op: OpId, f: IntOp, of: &[Reg]) -> Option<Reg> {
        let (&first, rest) = of.split_first()?;
        Some(
            rest.iter()
                .fold(first, |so_far, &next| self.int2(op, f, so_far, next)),
        )
    }

    fn applied(&mut self, op: OpId, f: Option<IntOp>) -> Option<()> {
        let m = self.m;
        let map = self.map(self.prop(op, "map"))?;
        let args = self.uses(m.operands(op))?;
        if args.len() != (map.dims + map.symbols) as usize {
            return None;
        }
        let results = map.results.iter();
        let results: Option<Vec<Reg>> = results
            .map(|expr| self.affine(op, expr, map.dims, &args, NO_INDEX))
            .collect();
        let results = results?;
        let value = match f {
            None => *results.first()?,
            Some(f) => self.extreme(op, f, &results)?,
        };
        let to = self.results(op)?;
        self.moves(op, &to, &[value])
    }

    /// Slot, kind and indices of an access whose buffer is operand `memref`.
    fn access(&mut self, op: OpId, memref: usize) -> Option<(usize, Kind, super::code::List)> {
        let m = self.m;
        let operands = m.operands(op);
        let args = self.uses(operands.get(memref + 1..)?)?;
        let at = match self.prop(op, "map") {
            Some(attr) => {
                let map = self.map(Some(attr))?;
                self.results_of(op, &map, &args)?
            }
            None => args,
        };
        let (slot, kind) = self.buffer(operands[memref])?;
        let rank = m.ctx.shape(m.value_type(operands[memref]))?.len();
        if at.len() != rank {
            return None;
        }
        self.program.may_fail = true;
        Some((slot, kind, self.list(&at)))
    }

    fn load(&mut self, op: OpId) -> Option<()> {
        let (slot, kind, at) = self.access(op, 0)?;
        let to = self.results(op)?.pop()?;
        self.emit(op, Code::Load { to, kind, slot, at });
        Some(())
    }

    fn store(&mut self, op: OpId) -> Option<()> {
        let from = self.use_of(*self.m.operands(op).first()?)?;
        let (slot, kind, at) = self.access(op, 1)?;
        let code = Code::Store {
            from,
            kind,
            slot,
            at,
        };
        self.emit(op, code);
        Some(())
    }

    fn dim(&mut self, op: OpId) -> Option<()> {
        let operands = self.m.operands(op);
        let (slot, _) = self.buffer(*operands.first()?)?;
        let at = self.use_of(*operands.get(1)?)?;
        let to = self.results(op)?.pop()?;
        self.program.may_fail = true;
        self.emit(op, Code::Dim { to, slot, at });
        Some(())
    }

    /// Sets the yielded values of a region as the results of its operation.
    fn finish(&mut self, op: OpId, exit: Exit) -> Option<()> {
        let from = self.yielded(exit)?;
        let to = self.results(op)?;
        self.moves(op, &to, &from)
    }

    fn if_(&mut self, op: OpId) -> Option<()> {
        let condition = self.use_of(*self.m.operands(op).first()?)?;
        self.branches(op, condition)
    }

    /// Two regions; the first runs if the condition holds.
    fn branches(&mut self, op: OpId, condition: Reg) -> Option<()> {
        let [then, otherwise] = *self.m.regions(op) else {
            return None;
        };
        self.program.may_fail = true;
        let to = self.results(op)?;
        let skip = self.emit(op, Code::JumpIfZero { condition, to: 0 });
        let exit = self.region(op, then, 0)?;
        let from = self.yielded(exit)?;
        self.moves(op, &to, &from)?;
        let leave = self.emit(op, Code::Jump(0));
        self.program.code[skip].code = Code::JumpIfZero {
            condition,
            to: self.here(),
        };
        let exit = self.region(op, otherwise, 0)?;
        let from = self.yielded(exit)?;
        self.moves(op, &to, &from)?;
        self.program.code[leave].code = Code::Jump(self.here());
        Some(())
    }

    fn affine_if(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let name = m.ctx.find_str("condition")?;
        let attr = m.prop(op, name).or(m.attr(op, name))?;
        let AttrKind::IntegerSet(set) = m.ctx.attr_kind(attr) else {
            return None;
        };
        let set = set.clone();
        let args = self.uses(m.operands(op))?;
        if args.len() != (set.dims + set.symbols) as usize {
            return None;
        }
        let zero = self.index_constant(0);
        let mut holds = self.constant(Kind::Int(1), 1);
        for constraint in &set.constraints {
            let message = "a constraint overflows";
            let value = self.affine(op, &constraint.expr, set.dims, &args, message)?;
            let code = if constraint.is_equality { 0 } else { 5 };
            let this = self.register(Some(Kind::Int(1)));
            let compare = Apply {
                f: Pure::CompareInts(code, 64),
                to: this,
                args: [value, zero, zero],
            };
            self.emit(op, Code::Apply(compare));
            holds = self.int2(op, IntOp::And, holds, this);
        }
        self.branches(op, holds)
    }

    fn switch(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let flag = self.use_of(*m.operands(op).first()?)?;
        let cases = m.prop_array(op, names::CASES).to_vec();
        let regions = m.regions(op).to_vec();
        let (&default, regions) = regions.split_first()?;
        if regions.len() != cases.len() || cases.is_empty() {
            return None;
        }
        self.program.may_fail = true;
        let to = self.results(op)?;
        let mut leaves = Vec::new();
        for (&region, &case) in regions.iter().zip(&cases) {
            let test = self.here();
            let unless = |to| Code::JumpUnless { flag, case, to };
            self.emit(op, unless(0));
            let exit = self.region(op, region, 0)?;
            let from = self.yielded(exit)?;
            self.moves(op, &to, &from)?;
            leaves.push(self.emit(op, Code::Jump(0)));
            self.program.code[test].code = unless(self.here());
        }
        let exit = self.region(op, default, 0)?;
        let from = self.yielded(exit)?;
        self.moves(op, &to, &from)?;
        for leave in leaves {
            self.program.code[leave].code = Code::Jump(self.here());
        }
        Some(())
    }

    /// A loop from `bounds[0]` to below `bounds[1]` in steps of `bounds[2]`; `body` gets the
    /// register of the induction variable.
    fn count(
        &mut self,
        op: OpId,
        bounds: [Reg; 3],
        counter: Counter,
        iv: Reg,
        body: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let Counter { width, is_signed } = counter;
        self.program.may_fail = true;
        let count = self.register(Some(Kind::Int(64)));
        let enter = |exit| Code::Loop {
            count,
            iv,
            bounds,
            width,
            is_signed,
            exit,
        };
        let start = self.emit(op, enter(0));
        body(self)?;
        let next = Code::Next {
            count,
            iv,
            step: bounds[2],
            width,
            body: start + 1,
        };
        self.emit(op, next);
        self.program.code[start].code = enter(self.here());
        Some(())
    }

    /// A loop that carries values: results start as `inits` and are replaced by the values that the body yields.
    fn carrying(
        &mut self,
        op: OpId,
        bounds: [Reg; 3],
        counter: Counter,
        inits: &[Reg],
    ) -> Option<()> {
        let m = self.m;
        let body = *m.regions(op).first()?;
        let block = self.only_block(body)??;
        let params = self.define_all(m.block_args(block))?;
        let (&iv, carried) = params.split_first()?;
        self.moves(op, carried, inits)?;
        self.count(op, bounds, counter, iv, |b| {
            let exit = b.region(op, body, 1)?;
            let from = b.yielded(exit)?;
            b.moves(op, carried, &from)
        })?;
        let to = self.results(op)?;
        self.moves(op, &to, carried)
    }

    fn for_(&mut self, op: OpId) -> Option<()> {
        let operands = self.m.operands(op);
        let bounds = self.uses(operands.get(..3)?)?;
        let Kind::Int(width) = self.program.kinds[bounds[0]]? else {
            return None;
        };
        let is_signed = self.prop(op, "unsignedCmp").is_none();
        let inits = self.group(op, "inits")?;
        let bounds = [bounds[0], bounds[1], bounds[2]];
        self.carrying(op, bounds, Counter { width, is_signed }, &inits)
    }

    fn affine_for(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let lower_map = self.map(m.prop(op, names::LOWER_BOUND_MAP))?;
        let upper_map = self.map(m.prop(op, names::UPPER_BOUND_MAP))?;
        let args = self.group(op, "lowerBoundOperands")?;
        let lower = self.results_of(op, &lower_map, &args)?;
        let args = self.group(op, "upperBoundOperands")?;
        let upper = self.results_of(op, &upper_map, &args)?;
        let lower = self.extreme(op, IntOp::MaxS, &lower)?;
        let upper = self.extreme(op, IntOp::MinS, &upper)?;
        let step = self.index_constant(m.prop_i64(op, names::STEP).unwrap_or(1));
        let inits = self.group(op, "inits")?;
        self.carrying(op, [lower, upper, step], Counter::INDEX, &inits)
    }

    fn while_(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let [before, after] = *m.regions(op) else {
            return None;
        };
        let inits = self.uses(m.operands(op))?;
        let block = self.only_block(before)??;
        let params = self.define_all(m.block_args(block))?;
        self.moves(op, &params, &inits)?;
        self.program.may_fail = true;
        let start = self.here();
        let exit = self.region(op, before, 1)?;
        let values = self.yielded(exit)?;
        let (&condition, values) = values.split_first()?;
        let leave = self.emit(op, Code::JumpIfZero { condition, to: 0 });
        let block = self.only_block(after)??;
        let args = self.define_all(m.block_args(block))?;
        self.moves(op, &args, values)?;
        let exit = self.region(op, after, 0)?;
        let from = self.yielded(exit)?;
        self.moves(op, &params, &from)?;
        self.emit(op, Code::Jump(start));
        self.program.code[leave].code = Code::JumpIfZero {
            condition,
            to: self.here(),
        };
        let to = self.results(op)?;
        self.moves(op, &to, values)
    }

    /// Nested loops; `body` runs in the innermost one.
    fn nest(
        &mut self,
        op: OpId,
        dims: &[([Reg; 3], Reg)],
        body: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        match dims.split_first() {
            None => body(self),
            Some((&(bounds, iv), inner)) => {
                self.count(op, bounds, Counter::INDEX, iv, |b| b.nest(op, inner, body))
            }
        }
    }

    /// Bounds by dimension, with steps that are checked before the first iteration.
    fn grid(
        &mut self,
        op: OpId,
        [lower, upper, step]: [&[Reg]; 3],
        ivs: &[Reg],
    ) -> Option<Vec<([Reg; 3], Reg)>> {
        if lower.len() != ivs.len() || upper.len() != ivs.len() || step.len() != ivs.len() {
            return None;
        }
        for &step in step {
            let check = Code::CheckStep {
                step,
                width: 64,
                is_signed: true,
            };
            self.emit(op, check);
        }
        let dims = ivs.iter().enumerate();
        Some(
            dims.map(|(at, &iv)| ([lower[at], upper[at], step[at]], iv))
                .collect(),
        )
    }

    fn parallel(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let lower = self.group(op, "lowerBound")?;
        let upper = self.group(op, "upperBound")?;
        let step = self.group(op, "step")?;
        let inits = self.group(op, "inits")?;
        let body = *m.regions(op).first()?;
        let block = self.only_block(body)??;
        let ivs = self.define_all(m.block_args(block))?;
        let dims = self.grid(op, [&lower, &upper, &step], &ivs)?;
        let to = self.results(op)?;
        self.moves(op, &to, &inits)?;
        self.nest(op, &dims, &mut |b| {
            let exit = b.region(op, body, 1)?;
            let Some(reduce) = exit.terminator else {
                return Some(());
            };
            let operands = b.uses(m.operands(reduce))?;
            let regions = m.regions(reduce);
            if regions.len() != operands.len() || operands.len() > to.len() {
                return None;
            }
            for ((&region, &operand), &so_far) in regions.iter().zip(&operands).zip(&to) {
                let block = b.only_block(region)??;
                let params = b.define_all(m.block_args(block))?;
                b.moves(reduce, &params, &[so_far, operand])?;
                let exit = b.region(reduce, region, 0)?;
                let value = b.yielded(exit)?.pop()?;
                b.moves(reduce, &[so_far], &[value])?;
            }
            Some(())
        })
    }

    /// A list that mixes integers of an `array<i64>` with operands.
    fn mixed(&mut self, op: OpId, group: &str, attr: &str) -> Option<Vec<Reg>> {
        let m = self.m;
        let fixed = m.prop_array(op, m.ctx.find_str(attr)?).to_vec();
        let mut dynamic = self.group(op, group)?.into_iter();
        let register = |&size: &i64| match size {
            DYNAMIC => dynamic.next(),
            size => Some(self.index_constant(size)),
        };
        fixed.iter().map(register).collect()
    }

    fn forall(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        if m.result_count(op) != 0 || !m.operand_group(op, "outs").is_empty() {
            return None;
        }
        let lower = self.mixed(op, "dynamicLowerBound", "staticLowerBound")?;
        let upper = self.mixed(op, "dynamicUpperBound", "staticUpperBound")?;
        let step = self.mixed(op, "dynamicStep", "staticStep")?;
        let body = *m.regions(op).first()?;
        let block = self.only_block(body)??;
        let ivs = self.define_all(m.block_args(block))?;
        let dims = self.grid(op, [&lower, &upper, &step], &ivs)?;
        self.nest(op, &dims, &mut |b| {
            let exit = b.region(op, body, 1)?;
            let combines = exit.terminator.is_some_and(|terminator| {
                let blocks = m.regions(terminator).iter().flat_map(|&r| m.blocks(r));
                blocks.into_iter().any(|block| m.first_op(block).is_some())
            });
            (!combines).then_some(())
        })
    }

    fn affine_parallel(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        if m.result_count(op) != 0 {
            return None;
        }
        let lower_map = self.map(self.prop(op, "lowerBoundsMap"))?;
        let upper_map = self.map(self.prop(op, "upperBoundsMap"))?;
        let args = self.uses(m.operands(op))?;
        let (of_lower, of_upper) =
            args.split_at_checked((lower_map.dims + lower_map.symbols) as usize)?;
        let lower = self.results_of(op, &lower_map, of_lower)?;
        let upper = self.results_of(op, &upper_map, of_upper)?;
        let AttrKind::Array(steps) = m.ctx.attr_kind(self.prop(op, "steps")?) else {
            return None;
        };
        let steps: Option<Vec<i64>> = steps.iter().map(|&step| m.ctx.attr_i64(step)).collect();
        // Leave steps that form no loop, and groups of several bounds, to the interpreter.
        let steps = steps.filter(|steps| steps.iter().all(|&step| step > 0))?;
        let step: Vec<Reg> = steps
            .iter()
            .map(|&step| self.index_constant(step))
            .collect();
        let body = *m.regions(op).first()?;
        let block = self.only_block(body)??;
        let ivs = self.define_all(m.block_args(block))?;
        let dims = self.grid(op, [&lower, &upper, &step], &ivs)?;
        self.nest(op, &dims, &mut |b| b.region(op, body, 1).map(|_| ()))
    }
}
