//! What operations do with memory: the checker's own table, small and conservative.

use memplan_mlir::ir::names;
use memplan_mlir::{AttrKind, Module, OpId, OpName, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What an operation does with the memory of its operands, as far as the checker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing, such as asking for a size.
    Nothing,
    /// The result is a part of the first operand.
    View,
    /// Allocates its result.
    Allocation,
    /// Frees the first operand.
    Free,
    /// Reads all operands.
    Read,
    /// Writes to its memory operand, a part at least.
    Write,
    /// Copies the first operand to all of the second.
    Copy,
    /// Overwrites the last operands without reading them.
    Fill,
    /// Reads its inputs, and computes its outputs.
    Structured,
    /// Calls a function.
    Call,
    /// Runs at most one of its regions; all cases are there if it has so many.
    Choice {
        /// The number of regions that leaves no other case.
        n_exhaustive: usize,
    },
    /// Runs its regions once, one after the other.
    Once,
    /// Runs its regions any number of times, one after the other.
    Loop,
    /// As a loop, but the first region runs at least once.
    While,
    /// Runs its regions any number of times, in any order or side by side.
    Parallel,
    /// Begins work that its last memref stands for: what uses that one may wait for it.
    Start,
    /// Anything.
    Opaque,
}

/// The names that the checker knows.
const KINDS: &[(Kind, &[&str])] = &[
    (
        Kind::Nothing,
        &[
            "memref.dim",
            "memref.rank",
            "memref.prefetch",
            "scf.yield",
            "scf.condition",
            "scf.reduce",
            "scf.forall.in_parallel",
            "affine.yield",
            "cf.br",
            "cf.cond_br",
            "cf.switch",
            "linalg.yield",
            "memref.alloca_scope.return",
            "arith.select",
            "ub.poison",
        ],
    ),
    (
        Kind::View,
        &[
            "memref.subview",
            "memref.cast",
            "memref.collapse_shape",
            "memref.expand_shape",
            "memref.transpose",
            "memref.memory_space_cast",
            "memref.reinterpret_cast",
            "memref.reshape",
            "memref.view",
            "memref.assume_alignment",
            "memref.distinct_objects",
        ],
    ),
    (
        Kind::Allocation,
        &["memref.alloc", "memref.alloca", "memref.get_global"],
    ),
    (Kind::Free, &["memref.dealloc"]),
    (
        Kind::Read,
        &[
            "memref.load",
            "affine.load",
            "affine.vector_load",
            "vector.load",
            "vector.maskedload",
            "vector.gather",
            "bufferization.clone",
            "func.return",
        ],
    ),
    (
        Kind::Write,
        &[
            "memref.store",
            "affine.store",
            "affine.vector_store",
            "vector.store",
            "vector.maskedstore",
            "vector.scatter",
        ],
    ),
    (Kind::Copy, &["memref.copy", "linalg.copy"]),
    (Kind::Fill, &["linalg.fill"]),
    (Kind::Call, &["func.call"]),
    (Kind::Start, &["memref.dma_start", "affine.dma_start"]),
    (Kind::Choice { n_exhaustive: 2 }, &["scf.if", "affine.if"]),
    (Kind::Choice { n_exhaustive: 1 }, &["scf.index_switch"]),
    (Kind::Once, &["scf.execute_region", "memref.alloca_scope"]),
    (Kind::Loop, &["scf.for", "affine.for"]),
    (Kind::While, &["scf.while"]),
    (
        Kind::Parallel,
        &["scf.parallel", "scf.forall", "affine.parallel"],
    ),
];

/// The operation that makes a buffer of a merged allocation.
const VIEW: &str = "memref.view";

/// Kinds of operations, by their names in one program.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    by_name: FxHashMap<OpName, Kind>,
    /// The name of `memref.view`.
    view: Option<OpName>,
}

impl Kinds {
    /// Looks up the names of all operations in another one.
    pub(crate) fn new(m: &Module, root: OpId) -> Self {
        let mut kinds = Self::default();
        for op in m.walk(root) {
            let name = m.op_name(op);
            if kinds.by_name.contains_key(&name) {
                continue;
            }
            let text = m.op_name_text(op);
            if text == VIEW {
                kinds.view = Some(name);
            }
            kinds.by_name.insert(name, kind(&text));
        }
        kinds
    }

    /// What an operation does.
    pub(crate) fn of(&self, m: &Module, op: OpId) -> Kind {
        let kind = self.by_name.get(&m.op_name(op));
        kind.copied().unwrap_or(Kind::Opaque)
    }

    /// Whether an operation is a `memref.view`.
    pub(crate) fn is_view_of_bytes(&self, m: &Module, op: OpId) -> bool {
        self.view == Some(m.op_name(op))
    }
}

fn kind(name: &str) -> Kind {
    let row = KINDS.iter().find(|(_, names)| names.contains(&name));
    match row {
        Some(&(kind, _)) => kind,
        None if name.starts_with("linalg.") => Kind::Structured,
        None => Kind::Opaque,
    }
}

/// How much of the bytes of an operand an operation reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Not at all.
    No,
    /// Some of them; when it writes, perhaps none.
    Some,
    /// All bytes.
    All,
}

/// The access of an operation to one of its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) value: ValueId,
    pub(crate) reads: Extent,
    pub(crate) writes: Extent,
}

/// The accesses of an operation without regions of its own, by operand: reads come before all writes.
pub(crate) fn accesses(m: &Module, kind: Kind, op: OpId) -> SmallVec<[Access; 4]> {
    let operands = m.operands(op);
    let last = operands.len().saturating_sub(1);
    let access = |(index, &value): (usize, &ValueId)| {
        let (reads, writes) = match kind {
            Kind::Nothing | Kind::View | Kind::Allocation | Kind::Free => (Extent::No, Extent::No),
            Kind::Read => (Extent::Some, Extent::No),
            Kind::Write => (Extent::No, Extent::Some),
            Kind::Copy if index == 0 => (Extent::All, Extent::No),
            Kind::Copy => (Extent::No, Extent::All),
            Kind::Fill if index == last => (Extent::No, Extent::All),
            Kind::Fill => (Extent::Some, Extent::No),
            Kind::Structured => structured(m, op, index),
            _ => (Extent::Some, Extent::Some),
        };
        Access {
            value,
            reads,
            writes,
        }
    };
    operands.iter().enumerate().map(access).collect()
}

/// What an operation of `linalg` does with an operand. Outputs are the second group, or the last operand.
fn structured(m: &Module, op: OpId, index: usize) -> (Extent, Extent) {
    let reach = if covers(m, op, index) {
        Extent::All
    } else {
        Extent::Some
    };
    if !m.operand_range(op, 1).contains(&index) {
        // Without a definition nothing is known of the groups.
        let is_input = m.operand_range(op, 0).contains(&index);
        return (reach, if is_input { Extent::No } else { Extent::Some });
    }
    let body = m.regions(op).first().and_then(|&body| m.first_block(body));
    let argument = body.and_then(|body| m.block_args(body).get(index));
    let is_read = argument.is_none_or(|&argument| !m.is_unused(argument));
    (if is_read { reach } else { Extent::No }, reach)
}

/// Whether the points of an operation reach every element of an operand: its map selects different dimensions.
fn covers(m: &Module, op: OpId, index: usize) -> bool {
    let map = m.prop_elements(op, names::INDEXING_MAPS).get(index);
    map.is_some_and(|&map| match m.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map.is_projected_permutation(false),
        _ => false,
    })
}
