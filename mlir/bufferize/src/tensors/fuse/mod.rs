//! `linalg-fuse-elementwise-ops`: one loop nest for a tree of elementwise operations.
//!
//! A producer is fused into the operation that uses it if it is a `linalg.generic` whose loops are all
//! parallel, its result is used by inputs with one map, in the same block, and its output map is a permutation.
//! The whole tree below an operation is collected first and emitted once, so that the work is linear in
//! the bodies. Inputs that are `linalg.fill` or splat constants become scalars, equal inputs one input,
//! and outputs whose old contents are not read become `tensor.empty`.
//!
//! Reshapes between fused operations are then moved out of the way, as in MLIR (see [`reshapes`]). Both steps repeat
//! until nothing changes. The pass of MLIR also fuses into nested regions; this one does not.

mod recompute;
mod reshapes;

use memplan_memory_model::has_pure_body;
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::is_dead;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AffineExpr, AffineMap, AttrKind, BlockId, DYNAMIC, Module, OpId, OpSpec, TypeKind, ValueId,
    names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::structured::{
    Parts, body, composed, dim_size, generic, has_every_dim, is_on_tensors, is_parallel, is_read,
    maps, n_inputs,
};

/// The pass `linalg-fuse-elementwise-ops`: fuses elementwise operations on tensors into the operation that uses them.
/// Linear in the operations and their bodies, for each round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FuseElementwiseOps {
    /// Whether cheap operations are computed again in each of several readers.
    pub recompute: bool,
    /// Whether operations stay whose elements would be computed more than once: products and broadcasts read each
    /// several times.
    pub once: bool,
}

impl Pass for FuseElementwiseOps {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-fuse-elementwise-ops",
            aliases: &[],
            summary: "Fuses elementwise operations on tensors into the operation that uses them.",
            cost: "linear in the operations and their bodies, for each round",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::flag("recompute", &mut pass.recompute)
                    .help("Computes cheap operations again in each of several readers."),
                Field::flag("once", &mut pass.once)
                    .help("Keeps operations of which a reader, such as a product, would compute elements several times."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let merge = |m: &mut Module| {
            erase_unused(m, root);
            while fuse(m, root, self.once) | reshapes::move_away(m, root) {
                erase_unused(m, root);
            }
        };
        merge(m);
        for _ in 0..MAX_ROUNDS {
            if !self.recompute || !recompute::copy_to_readers(m, root) {
                break;
            }
            merge(m);
        }
        Ok(())
    }
}

/// How often operations are copied to their readers: chains of them move up by one reader each time.
const MAX_ROUNDS: usize = 4;

/// Operations that are erased if they are unused.
const ERASED: [Kernel; 6] = [
    Kernel::Generic,
    Kernel::Fill,
    Kernel::TensorEmpty,
    Kernel::Constant,
    Kernel::TensorExpand,
    Kernel::TensorCollapse,
];

/// Erases unused operations, which would otherwise count as users of their operands.
fn erase_unused(m: &mut Module, root: OpId) {
    let all: Vec<OpId> = m.walk(root).collect();
    for &op in all.iter().rev() {
        let may_go = ERASED.iter().any(|&kernel| m.is_kernel(op, kernel));
        if may_go && !m.is_erased(op) && is_dead(m, op) {
            m.erase(op);
        }
    }
}

/// Fuses the operations below `root`; returns whether anything was fused.
fn fuse(m: &mut Module, root: OpId, once: bool) -> bool {
    let is_generic = |&op: &OpId| m.is_kernel(op, Kernel::Generic) && is_on_tensors(m, op);
    let generics: Vec<OpId> = m.walk(root).filter(is_generic).collect();
    let mut fused = FxHashSet::default();
    let mut is_changed = false;
    // Visit users before the operations that they use.
    for &op in generics.iter().rev() {
        if !fused.contains(&op) {
            is_changed |= Tree::grow(m, op, once, &mut fused).emit(m);
        }
    }
    is_changed
}

/// An operation of a tree.
#[derive(Debug)]
struct Node {
    op: OpId,
    /// Maps the loops of the root to those of the operation.
    loops: Vec<AffineExpr>,
    /// The source of each argument of its body.
    args: Vec<Source>,
}

/// The source of an argument of a body.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The operand with this number of the fused operation.
    Operand(usize),
    /// Result `result` of node `node`.
    Fused { node: usize, result: usize },
    /// A scalar.
    Scalar(ValueId),
    /// An output of a producer that its body does not read.
    Unread,
}

/// A root and the producers that are fused into it; producers follow their users.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    inputs: Vec<(ValueId, AffineMap)>,
    known: FxHashMap<(ValueId, AffineMap), usize>,
    /// The nodes of fused operations.
    placed: FxHashMap<OpId, usize>,
    /// How many operands determine the size of each loop of the root.
    covered: Vec<usize>,
    root_maps: Vec<AffineMap>,
    n_dims: u32,
    /// Whether no element may be computed more than once.
    once: bool,
    has_scalars: bool,
}

impl Tree {
    fn grow(m: &mut Module, root: OpId, once: bool, fused: &mut FxHashSet<OpId>) -> Self {
        let root_maps = maps(m, root);
        let n_dims = root_maps.first().map_or(0, |map| map.dims);
        let mut tree = Self {
            nodes: Vec::new(),
            inputs: Vec::new(),
            known: FxHashMap::default(),
            placed: FxHashMap::default(),
            covered: vec![0; n_dims as usize],
            root_maps,
            n_dims,
            once,
            has_scalars: false,
        };
        for number in 0..tree.root_maps.len() {
            let map = tree.root_maps[number].results.clone();
            tree.cover(&map, 1);
        }
        let loops = (0..n_dims).map(AffineExpr::Dim).collect();
        tree.nodes.push(Node {
            op: root,
            loops,
            args: Vec::new(),
        });
        let mut next = 0;
        while next < tree.nodes.len() {
            tree.bind(m, next, fused);
            next += 1;
        }
        tree
    }

    /// Counts an operand with this indexing.
    fn cover(&mut self, exprs: &[AffineExpr], change: isize) {
        for expr in exprs {
            if let AffineExpr::Dim(dim) = expr
                && let Some(count) = self.covered.get_mut(*dim as usize)
            {
                *count = count.saturating_add_signed(change);
            }
        }
    }

    /// Whether the sizes of all loops are still determined if `n` operands with this indexing are dropped and others
    /// are added.
    fn can_drop(&self, exprs: &[AffineExpr], n: usize, instead: &[Vec<AffineExpr>]) -> bool {
        exprs.iter().all(|expr| {
            let AffineExpr::Dim(dim) = expr else {
                return true;
            };
            let drops = exprs.iter().filter(|other| *other == expr).count();
            let left = self.covered.get(*dim as usize).copied().unwrap_or(0);
            left > n * drops || instead.iter().any(|exprs| exprs.contains(expr))
        })
    }

    /// Determines the sources of the arguments of a node's body.
    fn bind(&mut self, m: &mut Module, index: usize, fused: &mut FxHashSet<OpId>) {
        let op = self.nodes[index].op;
        let loops = self.nodes[index].loops.clone();
        let n_ins = n_inputs(m, op);
        let maps = maps(m, op);
        let operands = m.operands(op).to_vec();
        let is_root = index == 0;
        for (number, (&value, map)) in operands.iter().zip(&maps).enumerate() {
            let at = composed(&map.results, &loops);
            let source = if number < n_ins {
                self.input(m, op, value, at, fused)
            } else if is_root {
                continue;
            } else if is_read(m, op, number) {
                self.cover(&at, 1);
                Source::Operand(self.operand(value, at))
            } else {
                Source::Unread
            };
            self.nodes[index].args.push(source);
        }
    }

    /// An input of a node: fused, a scalar, or an operand.
    fn input(
        &mut self,
        m: &mut Module,
        user: OpId,
        value: ValueId,
        at: Vec<AffineExpr>,
        fused: &mut FxHashSet<OpId>,
    ) -> Source {
        let definer = m.defining_op(value);
        if let Some(&node) = definer.and_then(|op| self.placed.get(&op)) {
            self.cover(&at, -1);
            let result = m
                .results(self.nodes[node].op)
                .position(|result| result == value);
            return Source::Fused {
                node,
                result: result.unwrap_or(0),
            };
        }
        if let Some((producer, loops)) = self.producer(m, user, value, &at) {
            let counted: Vec<Vec<AffineExpr>> = maps(m, producer)[..n_inputs(m, producer)]
                .iter()
                .map(|map| composed(&map.results, &loops))
                .collect();
            self.cover(&at, -1);
            for exprs in &counted {
                self.cover(exprs, 1);
            }
            let result = m.results(producer).position(|result| result == value);
            fused.insert(producer);
            self.placed.insert(producer, self.nodes.len());
            self.nodes.push(Node {
                op: producer,
                loops,
                args: Vec::new(),
            });
            return Source::Fused {
                node: self.nodes.len() - 1,
                result: result.unwrap_or(0),
            };
        }
        if self.can_drop(&at, 1, &[])
            && let Some(scalar) = scalar_of(m, self.nodes[0].op, value)
        {
            self.cover(&at, -1);
            self.has_scalars = true;
            return Source::Scalar(scalar);
        }
        Source::Operand(self.operand(value, at))
    }

    fn operand(&mut self, value: ValueId, at: Vec<AffineExpr>) -> usize {
        let map = AffineMap {
            dims: self.n_dims,
            symbols: 0,
            results: at,
        };
        let key = (value, map);
        if let Some(&cached) = self.known.get(&key) {
            return cached;
        }
        self.inputs.push(key.clone());
        self.known.insert(key, self.inputs.len() - 1);
        self.inputs.len() - 1
    }

    /// The operation that can be fused into `user` instead of an input, and its loops.
    fn producer(
        &self,
        m: &Module,
        user: OpId,
        value: ValueId,
        at: &[AffineExpr],
    ) -> Option<(OpId, Vec<AffineExpr>)> {
        let producer = m.defining_op(value)?;
        if !m.is_kernel(producer, Kernel::Generic)
            || !is_on_tensors(m, producer)
            || m.op_block(producer) != m.op_block(user)
            || !is_parallel(m, producer)
        {
            return None;
        }
        let n_uses = n_equal_uses(m, producer, user, value, true)?;
        if !has_pure_body(m, producer) {
            return None;
        }
        let result = m.results(producer).position(|result| result == value)?;
        let maps = maps(m, producer);
        let output = maps.get(n_inputs(m, producer) + result)?;
        let is_again = self.once && !has_every_dim(at, self.n_dims);
        if !output.is_permutation() || is_again && computes(m, producer) {
            return None;
        }
        let mut loops = vec![AffineExpr::Constant(0); output.dims as usize];
        for (expr, place) in output.results.iter().zip(at) {
            if let AffineExpr::Dim(dim) = expr {
                loops[*dim as usize] = place.clone();
            }
        }
        let counted: Vec<Vec<AffineExpr>> = maps[..n_inputs(m, producer)]
            .iter()
            .map(|map| composed(&map.results, &loops))
            .collect();
        self.can_drop(at, n_uses, &counted)
            .then_some((producer, loops))
    }

    /// Replaces the root by the fused operation, unless nothing was fused; returns whether it was replaced.
    fn emit(self, m: &mut Module) -> bool {
        let root = self.nodes[0].op;
        let n_ins = n_inputs(m, root);
        let outputs: Vec<ValueId> = m.operands(root)[n_ins..].to_vec();
        let outputs: Vec<ValueId> = outputs
            .into_iter()
            .enumerate()
            .map(|(number, init)| fresh_output(m, root, n_ins + number, init))
            .collect();
        let is_unchanged = self.nodes.len() == 1 && !self.has_scalars && self.inputs.len() == n_ins;
        if is_unchanged {
            for (number, &init) in outputs.iter().enumerate() {
                m.set_operand(root, n_ins + number, init);
            }
            return false;
        }
        let region = m.create_region();
        let block = m.append_block(region);
        let values = self.inputs.iter().map(|(value, _)| *value);
        let values: Vec<ValueId> = values.chain(outputs.iter().copied()).collect();
        for &value in &values {
            let ty = m.value_type(value);
            let ty = match m.ctx.type_kind(ty) {
                TypeKind::Tensor { element, .. } => *element,
                _ => ty,
            };
            m.add_block_arg(block, ty);
        }
        self.emit_bodies(m, block);
        let in_maps = self.inputs.iter().map(|(_, map)| map);
        let parts = Parts {
            operands: values,
            n_inputs: self.inputs.len(),
            maps: in_maps.chain(&self.root_maps[n_ins..]).cloned().collect(),
            kinds: m.prop_elements(root, names::ITERATOR_TYPES).to_vec(),
        };
        let new = generic(m, root, root, parts, region);
        let results: Vec<ValueId> = m.results(new).collect();
        m.replace_op(root, &results);
        for node in &self.nodes[1..] {
            m.erase(node.op);
        }
        true
    }

    /// Moves the bodies of all nodes to one block, producers first.
    fn emit_bodies(&self, m: &mut Module, block: BlockId) {
        let mut yielded: Vec<Vec<ValueId>> = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let Some(from) = body(m, node.op) else {
                continue;
            };
            let params = m.block_args(from).to_vec();
            let n_root_outs = m.block_args(block).len() - self.inputs.len();
            for (number, &param) in params.iter().enumerate() {
                let value = match node.args.get(number) {
                    Some(Source::Operand(at)) => Some(m.block_args(block)[*at]),
                    Some(Source::Fused { node, result }) => yielded[*node].get(*result).copied(),
                    Some(Source::Scalar(value)) => Some(*value),
                    Some(Source::Unread) => None,
                    // Outputs of the root.
                    None => {
                        let out = number + n_root_outs - params.len();
                        Some(m.block_args(block)[self.inputs.len() + out])
                    }
                };
                if let Some(value) = value {
                    m.replace_all_uses(param, value);
                }
            }
            while let Some(op) = m.first_op(from) {
                m.detach(op);
                m.insert_at_end(block, op);
                if index > 0 && m.is_kernel(op, Kernel::PointIndex) {
                    relocate(m, op, &node.loops);
                }
            }
            if index > 0
                && let Some(end) = m.last_op(block)
            {
                yielded[index] = m.operands(end).to_vec();
                m.erase(end);
            }
        }
    }
}

/// The number of uses of a value by `user`, if it is the only used result of `producer`, `user` uses it only as inputs
/// with one map, and, where it has to be the only user, nothing else uses it.
fn n_equal_uses(
    m: &Module,
    producer: OpId,
    user: OpId,
    value: ValueId,
    is_only: bool,
) -> Option<usize> {
    let mut results = m.results(producer);
    if results.any(|result| result != value && !m.is_unused(result)) {
        return None;
    }
    let (maps, n_inputs) = (
        m.prop_elements(user, names::INDEXING_MAPS),
        n_inputs(m, user),
    );
    let (mut n, mut common) = (0, None);
    for (other, index) in m.uses(value) {
        if other != user && !is_only {
            continue;
        }
        if other != user
            || index >= n_inputs
            || common.get_or_insert(maps.get(index)?) != &maps.get(index)?
        {
            return None;
        }
        n += 1;
    }
    (n > 0).then_some(n)
}

/// Whether the body of an operation computes anything.
fn computes(m: &Module, op: OpId) -> bool {
    m.walk(op)
        .any(|inner| m.semantics(inner).scalar().is_some())
}

/// `linalg.index` of a producer, in terms of the loops of the root.
pub(super) fn relocate(m: &mut Module, op: OpId, loops: &[AffineExpr]) {
    let dim = m.ctx.find_str("dim").and_then(|name| m.prop_i64(op, name));
    let place = dim.and_then(|dim| loops.get(usize::try_from(dim).ok()?));
    let (Some(place), Some(name)) = (place, m.ctx.find_str("dim")) else {
        return;
    };
    let index = m.ctx.index_type();
    let used: Vec<u32> = match place {
        AffineExpr::Dim(dim) => {
            let attr = m.ctx.i64_attr(i64::from(*dim));
            m.set_prop(op, name, attr);
            return;
        }
        other => (0..loops.len() as u32 + 64)
            .filter(|&dim| other.uses_dim(dim))
            .collect(),
    };
    let mut inputs = Vec::new();
    for &dim in &used {
        let attr = m.ctx.i64_attr(i64::from(dim));
        let spec = OpSpec::new(m.op_name(op))
            .results(&[index])
            .prop(name, attr);
        let point = m.create_before(op, spec);
        inputs.extend(m.result(point, 0));
    }
    let number = |dim: u32| used.iter().position(|&used| used == dim).unwrap_or(0) as u32;
    let map = AffineMap {
        dims: used.len() as u32,
        symbols: 0,
        results: vec![place.renumbered(&number, &|symbol| symbol)],
    };
    let map = m.ctx.attr(AttrKind::AffineMap(map));
    let (apply, map_name) = (m.ctx.op_name("affine.apply"), m.ctx.str("map"));
    let spec = OpSpec::new(apply)
        .operands(&inputs)
        .results(&[index])
        .prop(map_name, map);
    let apply = m.create_before(op, spec);
    if let Some(value) = m.result(apply, 0) {
        m.replace_op(op, &[value]);
    }
}

/// The scalar that all elements of a tensor are equal to: the value of a `linalg.fill`, the only one that it is made
/// of, or that of a splat constant, which is created before `anchor`, or of a reshape of these.
fn scalar_of(m: &mut Module, anchor: OpId, value: ValueId) -> Option<ValueId> {
    let element = m.ctx.element_type(m.value_type(value))?;
    let mut value = value;
    while let Some(reshape) = m
        .kernel_of(value, Kernel::TensorExpand)
        .or_else(|| m.kernel_of(value, Kernel::TensorCollapse))
    {
        value = *m.operands(reshape).first()?;
    }
    if let Some(fill) = m.kernel_of(value, Kernel::Fill) {
        let &scalar = m.operands(fill).first()?;
        return (m.value_type(scalar) == element).then_some(scalar);
    }
    if let Some(made) = m.kernel_of(value, Kernel::TensorFromElements) {
        let elements = m.operands(made);
        return elements.first().copied().filter(|_| elements.len() == 1);
    }
    let constant = m.kernel_of(value, Kernel::Constant)?;
    let attr = m.ctx.splat_element(m.prop(constant, names::VALUE)?)?;
    let attr = m.ctx.attr(attr);
    let spec = OpSpec::new(m.op_name(constant))
        .results(&[element])
        .prop(names::VALUE, attr);
    let scalar = m.create_before(anchor, spec);
    m.result(scalar, 0)
}

/// A tensor without contents that replaces an output whose old contents are not read.
fn fresh_output(m: &mut Module, op: OpId, number: usize, init: ValueId) -> ValueId {
    let is_fresh = m.kernel_of(init, Kernel::TensorEmpty).is_some();
    let ty = m.value_type(init);
    if is_fresh || is_read(m, op, number) || m.ctx.shape(ty).is_none() {
        return init;
    }
    let shape = m.ctx.shape(ty).map_or(Vec::new(), <[i64]>::to_vec);
    let mut sizes = Vec::new();
    for (dim, known) in shape.into_iter().enumerate() {
        if known == DYNAMIC {
            sizes.push(dim_size(m, op, init, dim));
        }
    }
    let name = m.ctx.op_name("tensor.empty");
    let empty = m.create_before(op, OpSpec::new(name).operands(&sizes).results(&[ty]));
    m.result(empty, 0).unwrap_or(init)
}
