//! The last use of each tensor's buffer, as if every operand were updated in place.
//!
//! Tensors that may share a buffer form a class. If the contents of an output are not read, its result stays in
//! another class, because the result can get a private buffer at no cost. Near-linear.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, Module, OpId, TypeKind, ValueDef, ValueId};
use rustc_hash::FxHashMap;

use super::facts::unknown_alias_values;
use super::inspect::alias_operands;
use super::interface::{Query, Reads};
use super::order::Order;
use super::union_find::UnionFind;

/// Facts about the tensors of one class.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// Position of the last use.
    last: u32,
    /// Position of the last use that writes.
    last_write: u32,
    /// The block that contains all definitions and uses, directly or in regions.
    home: Option<BlockId>,
    /// Whether the program made all the buffers itself, and only operations with known effects use them.
    is_owned: bool,
}

/// The classes of all tensors of a module.
pub(crate) struct Lifetimes {
    order: Order,
    index: FxHashMap<ValueId, u32>,
    sets: UnionFind,
    classes: Vec<Class>,
}

impl Lifetimes {
    pub(crate) fn new(q: Query) -> Self {
        let m = q.m;
        let mut this = Self {
            order: Order::new(m),
            index: FxHashMap::default(),
            sets: UnionFind::new(0),
            classes: Vec::new(),
        };
        for op in m.walk(m.root()) {
            let args = m.regions(op).iter().flat_map(|&region| m.blocks(region));
            let args = args.flat_map(|block| m.block_args(block).iter().copied());
            for value in m.results(op).chain(args) {
                if q.is_tensor(value) {
                    this.index.insert(value, this.classes.len() as u32);
                    this.classes.push(Class {
                        last: 0,
                        last_write: 0,
                        home: m.value_block(value),
                        is_owned: is_own(q, value),
                    });
                }
            }
        }
        this.sets = UnionFind::new(this.classes.len());
        for op in m.walk(m.root()) {
            this.add_uses(q, op);
        }
        this
    }

    fn add_uses(&mut self, q: Query, op: OpId) {
        let m = q.m;
        let model = q.model(op);
        let has_buffers = m.results(op).any(|result| m.is_memref(result));
        for (operand, &value) in m.operands(op).iter().enumerate() {
            let Some(class) = self.class_of(value) else {
                continue;
            };
            let writes = model.is_none_or(|model| model.writes(q, op, operand));
            let use_ = Class {
                last: self.order.span(op).0,
                last_write: if writes { self.order.span(op).0 } else { 0 },
                home: m.op_block(op),
                is_owned: model.is_some() && !has_buffers,
            };
            self.classes[class as usize] = self.joined(self.classes[class as usize], use_);
            let is_fresh =
                model.is_some_and(|model| writes && model.reads(q, op, operand) == Reads::Never);
            if is_fresh {
                continue;
            }
            let aliases = match model {
                Some(model) => model.alias_values(q, op, operand),
                None => unknown_alias_values(q, op),
            };
            for alias in aliases {
                self.join(value, alias.value);
            }
        }
    }

    fn class_of(&self, value: ValueId) -> Option<u32> {
        self.index.get(&value).map(|&at| self.sets.find(at))
    }

    fn class(&self, value: ValueId) -> Option<Class> {
        self.class_of(value).map(|at| self.classes[at as usize])
    }

    fn joined(&self, a: Class, b: Class) -> Class {
        Class {
            last: a.last.max(b.last),
            last_write: a.last_write.max(b.last_write),
            home: self.outer(a.home, b.home),
            is_owned: a.is_owned && b.is_owned,
        }
    }

    /// Of two blocks, the one that contains the other.
    fn outer(&self, a: Option<BlockId>, b: Option<BlockId>) -> Option<BlockId> {
        let (a, b) = (a?, b?);
        let (of_a, of_b) = (self.order.block_span(a), self.order.block_span(b));
        let contains =
            |outer: (u32, u32), inner: (u32, u32)| outer.0 <= inner.0 && inner.1 <= outer.1;
        match () {
            () if contains(of_a, of_b) => Some(a),
            () if contains(of_b, of_a) => Some(b),
            () => None,
        }
    }

    /// Records that two tensors share a buffer.
    pub(crate) fn join(&mut self, a: ValueId, b: ValueId) {
        let (Some(a), Some(b)) = (self.class_of(a), self.class_of(b)) else {
            return;
        };
        if let Some((kept, gone)) = self.sets.union(a, b) {
            self.classes[kept as usize] =
                self.joined(self.classes[kept as usize], self.classes[gone as usize]);
        }
    }

    /// Whether two tensors may share a buffer.
    pub(crate) fn may_share(&self, a: ValueId, b: ValueId) -> bool {
        match (self.class_of(a), self.class_of(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    /// Whether the program owns the buffer of a tensor, and `op`, in the block where the buffer was made, is its last
    /// user.
    pub(crate) fn ends_at(&self, m: &Module, value: ValueId, op: OpId) -> bool {
        self.is_local(m, value, op)
            && self
                .class(value)
                .is_some_and(|class| class.last == self.order.span(op).0)
    }

    /// Whether the buffer of a tensor is used after an operation.
    pub(crate) fn is_used_after(&self, value: ValueId, op: OpId) -> bool {
        let class = self.class(value);
        class.is_some_and(|class| class.last > self.order.span(op).0)
    }

    /// Whether the buffer of a tensor is written after an operation.
    pub(crate) fn is_written_after(&self, value: ValueId, op: OpId) -> bool {
        let class = self.class(value);
        class.is_none_or(|class| class.last_write > self.order.span(op).0)
    }

    /// Whether the program owns the buffer of a tensor, and makes and uses it only in the block of an operation.
    pub(crate) fn is_local(&self, m: &Module, value: ValueId, op: OpId) -> bool {
        let class = self.class(value);
        class.is_some_and(|class| {
            class.is_owned && class.home.is_some() && class.home == m.op_block(op)
        })
    }
}

/// Whether a tensor is a writable result of an operation that is either a new buffer or the buffer of an operand.
fn is_own(q: Query, value: ValueId) -> bool {
    let m = q.m;
    let ValueDef::Result { op, .. } = m.value_def(value) else {
        return false;
    };
    let Some(model) = q.model(op) else {
        return false;
    };
    let is_call = m.def(op).is_some_and(|def| def.callee.is_some());
    let is_ranked = matches!(m.value_type_kind(value), TypeKind::Tensor { .. });
    !is_call
        && is_ranked
        && !m.is_kernel(op, Kernel::Constant)
        && model.is_writable(q, value)
        && (model.allocates(q, value) || !alias_operands(q, value).is_empty())
}
