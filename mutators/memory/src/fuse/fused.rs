//! The loops of two structured operations in one.

use memplan_mlir::rewrite::generalize;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AffineExpr, AffineMap, AttrId, AttrKind, BlockId, CloneMap, Module, OpId, OpSpec, ValueId,
    names,
};

use crate::elementwise::{is_cheap, parallel};
use crate::loops::Loops;
use crate::reshape::reshaped;

use super::strides::{Nest, orders};

/// The property of `linalg.index`.
const DIM: &str = "dim";

/// How many operands a fused operation may have.
const MAX_OPERANDS: usize = 24;

/// A producer in the loops of an operation that reads its result.
#[derive(Clone, Debug)]
pub(super) struct Fused {
    consumer: OpId,
    producer: OpId,
    /// For each loop of the producer, the index expression of the consumer.
    dims: Vec<AffineExpr>,
    inputs: Vec<(ValueId, AffineMap)>,
    /// By input of the producer: its number in `inputs`. Empty if the producer only moves elements.
    of_producer: Vec<usize>,
    /// By input of the consumer; absent where the result was computed.
    of_consumer: Vec<Option<usize>>,
    /// How often the producer is computed; absent if each element is computed once, or copied.
    n_points: Option<u64>,
    /// The order of the loops of the consumer, if it changes.
    order: Option<Vec<u32>>,
}

impl Fused {
    /// A producer that overwrites `written`, and a consumer that reads it by any of the `names`: all of them are the
    /// elements of one buffer in the same order.
    ///
    /// Absent if the loops do not fit: each point of the consumer must read the element of one point of the producer,
    /// and no two of them the same one unless nothing is computed for it, or the consumer works element by element; and
    /// the remaining operands must determine the extent of each loop.
    pub(super) fn new(
        m: &Module,
        [producer, consumer]: [OpId; 2],
        written: ValueId,
        names: &[ValueId],
    ) -> Option<Self> {
        let (first, second) = (Loops::new(m, producer)?, Loops::new(m, consumer)?);
        if first.body.is_none() && second.body.is_none() {
            return None;
        }
        let mut fused = Self {
            consumer,
            producer,
            dims: Vec::new(),
            inputs: Vec::new(),
            of_producer: Vec::new(),
            of_consumer: Vec::new(),
            n_points: None,
            order: None,
        };
        let (moved, is_free) = (first.moved_input(m), first.computes_nothing(m));
        let extents = second.extents(m, consumer);
        let mut is_read = false;
        for (at, &value) in m.operands(consumer).iter().enumerate() {
            let map = &second.maps[at];
            let is_input = at < second.n_inputs;
            if names.contains(&value) {
                if !is_input {
                    return None;
                }
                if !is_free && !reads_each_once(map, &extents) {
                    fused.n_points = Some(n_points(m, consumer, &extents)?);
                }
                let dims = first.loops_of(&reshaped(m, map, value, written)?)?;
                if !is_free && is_read && fused.dims != dims {
                    return None;
                }
                (fused.dims, is_read) = (dims, true);
                let moved = moved.map(|input| fused.input_of(m, &first, input, map.dims));
                fused.of_consumer.push(moved);
            } else if is_input {
                let number = fused.input(value, map.clone());
                fused.of_consumer.push(Some(number));
            }
        }
        if !is_read || !fused.has_indices(m, &first) {
            return None;
        }
        if moved.is_none() {
            for input in 0..first.n_inputs {
                let number = fused.input_of(m, &first, input, second.n_dims());
                fused.of_producer.push(number);
            }
        }
        let outputs = &second.maps[second.n_inputs..];
        let all = || fused.inputs.iter().map(|input| &input.1).chain(outputs);
        let is_known = |dim: u32| {
            let mut exprs = all().flat_map(|map| &map.results);
            exprs.any(|expr| *expr == AffineExpr::Dim(dim))
        };
        let fits = all().count() <= MAX_OPERANDS && (0..second.n_dims()).all(is_known);
        fits.then_some(fused)
    }

    /// Whether each loop of the producer whose number its body uses is one of the consumer.
    fn has_indices(&self, m: &Module, loops: &Loops) -> bool {
        let mut body = loops.body.into_iter().flat_map(|body| m.ops(body));
        body.all(|op| {
            let is_loop = |dim| matches!(self.dims.get(dim), Some(AffineExpr::Dim(_)));
            !m.is_kernel(op, Kernel::PointIndex) || index_of(m, op).is_some_and(is_loop)
        })
    }

    /// The number of an input of the producer, at the points of the consumer.
    fn input_of(&mut self, m: &Module, loops: &Loops, input: usize, n_dims: u32) -> usize {
        let results = loops.maps[input].results.iter();
        let map = AffineMap {
            dims: n_dims,
            symbols: 0,
            results: results.map(|expr| expr.with_dims(&self.dims)).collect(),
        };
        self.input(m.operands(self.producer)[input], map)
    }

    fn input(&mut self, value: ValueId, map: AffineMap) -> usize {
        let same = self
            .inputs
            .iter()
            .position(|(other, other_map)| *other == value && *other_map == map);
        same.unwrap_or_else(|| {
            self.inputs.push((value, map));
            self.inputs.len() - 1
        })
    }

    /// Replaces the consumer by the fused operation.
    pub(super) fn emit(&self, m: &mut Module) {
        let mut named = self.clone();
        // A copy cannot be generalized; it is fused as it is.
        if let Some(generic) = generalize(m, self.consumer) {
            named.consumer = generic;
        }
        named.emit_generic(m);
    }

    fn emit_generic(&self, m: &mut Module) {
        let (Some(first), Some(second)) =
            (Loops::new(m, self.producer), Loops::new(m, self.consumer))
        else {
            return;
        };
        let outputs = m.operands(self.consumer)[second.n_inputs..].to_vec();
        let operands: Vec<ValueId> = self.inputs.iter().map(|input| input.0).collect();
        let operands = [operands, outputs.clone()].concat();
        let region = m.create_region();
        let block = m.append_block(region);
        let args: Vec<ValueId> = operands
            .iter()
            .map(|&value| {
                let ty = m.ctx.element_or_self(m.value_type(value));
                m.add_block_arg(block, ty)
            })
            .collect();
        let read = self.copy_producer(m, &first, &args, block);
        self.copy_consumer(m, &second, &args, read, block);
        let mut number: Vec<u32> = (0..second.n_dims()).collect();
        for (to, &from) in (0..).zip(self.order.iter().flatten()) {
            number[from as usize] = to;
        }
        let maps = self.maps(m, &second, &number);
        let indices: Vec<OpId> = m.ops(block).collect();
        for op in indices.into_iter().filter(|_| self.order.is_some()) {
            if m.is_kernel(op, Kernel::PointIndex)
                && let Some(&dim) = index_of(m, op).and_then(|dim| number.get(dim))
            {
                let (name, attr) = (m.ctx.str(DIM), m.ctx.i64_attr(i64::from(dim)));
                m.set_prop(op, name, attr);
            }
        }
        let is_generic = m.is_kernel(self.consumer, Kernel::Generic);
        let iterators = self.iterators(m, second.n_dims());
        let counts = [self.inputs.len() as i64, outputs.len() as i64];
        let counts = m.ctx.i32_array(&counts);
        let mut spec = OpSpec::new(m.ctx.op_name("linalg.generic"))
            .operands(&operands)
            .regions(&[region])
            .prop(names::INDEXING_MAPS, maps)
            .prop(names::ITERATOR_TYPES, iterators)
            .prop(names::OPERAND_SEGMENT_SIZES, counts);
        if is_generic {
            spec.attrs = m.attrs(self.consumer).clone();
        }
        m.create_before(self.consumer, spec);
        m.erase(self.consumer);
    }

    /// The indexing maps, with new numbers for the loops.
    fn maps(&self, m: &mut Module, second: &Loops, number: &[u32]) -> AttrId {
        let out_maps = second.maps[second.n_inputs..].iter();
        let maps = self.inputs.iter().map(|input| &input.1).chain(out_maps);
        let maps: Vec<AttrId> = maps
            .map(|map| {
                let mut map = map.clone();
                for expr in &mut map.results {
                    *expr = expr.renumbered(&|dim| number[dim as usize], &|symbol| symbol);
                }
                m.ctx.attr(AttrKind::AffineMap(map))
            })
            .collect();
        m.ctx.attr(AttrKind::Array(maps.into()))
    }

    /// The kinds of the loops, in their new order.
    fn iterators(&self, m: &mut Module, n_dims: u32) -> AttrId {
        let of_consumer = m.prop(self.consumer, names::ITERATOR_TYPES);
        let iterators = of_consumer.unwrap_or_else(|| parallel(&mut m.ctx, n_dims));
        match (&self.order, m.ctx.attr_kind(iterators)) {
            (Some(order), AttrKind::Array(list)) => {
                let moved = order
                    .iter()
                    .filter_map(|&dim| list.get(dim as usize).copied());
                let moved = AttrKind::Array(moved.collect());
                m.ctx.attr(moved)
            }
            _ => iterators,
        }
    }

    /// Copies the body of the producer; what it yields.
    fn copy_producer(
        &self,
        m: &mut Module,
        loops: &Loops,
        args: &[ValueId],
        to: BlockId,
    ) -> Option<ValueId> {
        if loops.moved_input(m).is_some() {
            return None;
        }
        let body = loops.body?;
        let mut map = CloneMap::default();
        let params = m.block_args(body).to_vec();
        for (&param, &number) in params.iter().zip(&self.of_producer) {
            map.map(param, args[number]);
        }
        let end = m.last_op(body)?;
        let ops: Vec<OpId> = m.ops(body).filter(|&op| op != end).collect();
        for op in ops {
            let copy = m.clone_op(op, &mut map);
            m.insert_at_end(to, copy);
            if m.is_kernel(copy, Kernel::PointIndex)
                && let Some(dim) = index_of(m, copy).and_then(|dim| self.dims.get(dim))
                && let AffineExpr::Dim(dim) = dim
            {
                let (name, attr) = (m.ctx.str(DIM), m.ctx.i64_attr(i64::from(*dim)));
                m.set_prop(copy, name, attr);
            }
        }
        let &yielded = m.operands(end).first()?;
        Some(map.value(yielded))
    }

    fn copy_consumer(
        &self,
        m: &mut Module,
        loops: &Loops,
        args: &[ValueId],
        read: Option<ValueId>,
        to: BlockId,
    ) {
        let Some(body) = loops.body else {
            let moved = self.of_consumer.first().copied().flatten();
            let read = moved.and_then(|number| args.get(number).copied()).or(read);
            let yielded: Vec<ValueId> = read.into_iter().collect();
            let end = OpSpec::new(m.ctx.op_name("linalg.yield")).operands(&yielded);
            let end = end.located_at(m, self.consumer);
            let end = m.create_op(end);
            m.insert_at_end(to, end);
            return;
        };
        let mut map = CloneMap::default();
        let params = m.block_args(body).to_vec();
        let outputs = self.inputs.len()..;
        let outputs = outputs
            .map(Some)
            .take(params.len().saturating_sub(loops.n_inputs));
        let sources = self.of_consumer.iter().copied().chain(outputs);
        for (&param, number) in params.iter().zip(sources) {
            let value = match number {
                Some(number) => args.get(number).copied(),
                None => read,
            };
            if let Some(value) = value {
                map.map(param, value);
            }
        }
        let ops: Vec<OpId> = m.ops(body).collect();
        for op in ops {
            let copy = m.clone_op(op, &mut map);
            m.insert_at_end(to, copy);
        }
    }

    /// What fusing adds to the bytes that the loops of the consumer move, see [`Nest::cost`], in the order that adds
    /// the least; or in the order of the consumer, unless `may_reorder`. None if sizes are not known.
    pub(super) fn order_loops(&mut self, m: &Module, may_reorder: bool) -> Option<i128> {
        let loops = Loops::new(m, self.consumer)?;
        let extents = loops.extents(m, self.consumer);
        let outputs = &loops.maps[loops.n_inputs..];
        let operands = m.operands(self.consumer);
        let cost = |order: &[u32],
                    inputs: &mut dyn Iterator<Item = (ValueId, &AffineMap)>|
         -> Option<i128> {
            let nest = Nest::new(&extents, order, outputs);
            let read: Option<i128> = inputs
                .map(|(value, map)| nest.cost(m, value, map).map(i128::from))
                .sum();
            let outputs = operands[loops.n_inputs..].iter().zip(outputs);
            let written: Option<i128> = outputs
                .map(|(&value, map)| nest.cost(m, value, map).map(i128::from))
                .sum();
            // Outputs are read, too, or else are allocated in a cache.
            Some(read? + 2 * written?)
        };
        let orders = orders(loops.n_dims(), outputs);
        let inputs = operands.iter().copied().zip(&loops.maps);
        let before = cost(orders.first()?, &mut inputs.take(loops.n_inputs))?;
        let n_orders = if may_reorder { orders.len() } else { 1 };
        let after = orders.into_iter().take(n_orders).map(|order| {
            let mut inputs = self.inputs.iter().map(|(value, map)| (*value, map));
            Some((cost(&order, &mut inputs)?, order))
        });
        let after: Vec<(i128, Vec<u32>)> = after.collect::<Option<_>>()?;
        let (after, order) = after.into_iter().min_by_key(|(cost, _)| *cost)?;
        self.order = (!order.is_sorted()).then_some(order);
        Some(after - before)
    }

    /// How often the producer is computed where that is more than once for an element that the consumer reads.
    pub(super) fn n_points(&self) -> Option<u64> {
        self.n_points
    }

    /// The operations that fusing changes.
    pub(super) fn ops(&self) -> [OpId; 2] {
        [self.producer, self.consumer]
    }
}

/// The number of the loop whose index `linalg.index` returns.
fn index_of(m: &Module, op: OpId) -> Option<usize> {
    let dim = m.prop_i64(op, m.ctx.find_str(DIM)?)?;
    usize::try_from(dim).ok()
}

/// Whether no two points of loops use the same element: all loops that run more than once are results of the map.
fn reads_each_once(map: &AffineMap, extents: &[Option<i64>]) -> bool {
    let runs_once = |dim: u32| extents.get(dim as usize) == Some(&Some(1));
    map.is_projected_permutation(true)
        && (0..map.dims).all(|dim| runs_once(dim) || map.results.contains(&AffineExpr::Dim(dim)))
}

/// How often the body of an operation runs, if it is elementwise.
fn n_points(m: &Module, op: OpId, extents: &[Option<i64>]) -> Option<u64> {
    if !is_cheap(m, op) {
        return None;
    }
    let count = |n: u64, extent: &Option<i64>| n.checked_mul(u64::try_from((*extent)?).ok()?);
    extents.iter().try_fold(1, count)
}
