//! The interface through which bufferization queries operations: a trait with defaults, implemented by the tables in
//! `models`.
//!
//! An answer may be conservative: reporting a read, write or alias that does not happen costs a copy. Omitting
//! one makes programs compute wrong results.

use std::fmt;

use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{RegionPoint, SymbolIndex, has_region_flow, region_edges};
use memplan_mlir::{BlockId, Module, OpId, TypeKind, ValueDef, ValueId};
use smallvec::SmallVec;

use super::models::{Resolved, inits, tied_result};
use super::subset::{Extraction, Insertion};
use super::summary::{Summaries, Summary};
use crate::Options;

/// The context of models: the program, the options, and the summaries of functions.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The program.
    pub m: &'a Module,
    /// The options.
    pub options: &'a Options,
    pub(super) symbols: &'a SymbolIndex,
    pub(super) summaries: &'a Summaries,
    pub(super) models: &'a Resolved,
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Query")
    }
}

impl<'a> Query<'a> {
    /// Whether the type of a value is a tensor.
    pub fn is_tensor(&self, value: ValueId) -> bool {
        self.m.is_tensor(value)
    }

    /// Whether the type of a value is a tensor without rank.
    pub fn is_unranked(&self, value: ValueId) -> bool {
        matches!(
            self.m.value_type_kind(value),
            TypeKind::UnrankedTensor { .. }
        )
    }

    /// Whether an operation has a tensor among its operands or results.
    pub fn has_tensors(&self, op: OpId) -> bool {
        let operands = self.m.operands(op).iter().copied();
        operands
            .chain(self.m.results(op))
            .any(|v| self.is_tensor(v))
    }

    /// The operation that a value belongs to: the operation that defines it, or the owner of the region of a block
    /// argument.
    pub fn owner(&self, value: ValueId) -> Option<OpId> {
        match self.m.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Arg { block, .. } => self.m.block_parent(block),
            ValueDef::Forward => None,
        }
    }

    /// The model of an operation that can be bufferized.
    pub fn model(&self, op: OpId) -> Option<&'static dyn BufferModel> {
        self.models.of(self.m, op)
    }

    /// The summary of the callee; `None` if it is unknown or not analysed yet.
    pub fn callee(&self, call: OpId) -> Option<&'a Summary> {
        let function = self.symbols.resolve_call(self.m, call)?;
        self.summaries.get(function)
    }
}

/// Whether an operation reads the buffer of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// No.
    Never,
    /// Yes.
    Always,
    /// If this value, which names the same buffer inside, is read.
    IfRead(ValueId),
}

impl Reads {
    /// [`Reads::Always`] or [`Reads::Never`].
    pub const fn when(reads: bool) -> Self {
        if reads { Self::Always } else { Self::Never }
    }
}

/// How the buffers of an operand and of a value that it may become relate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Same memory, offset, sizes and strides.
    Equivalent,
    /// They may overlap.
    Unknown,
    /// Equivalent, and definitely so, if the values of each pair have equivalent buffers; else unknown.
    EquivalentIf(SmallVec<[(ValueId, ValueId); 2]>),
}

/// A value whose buffer may be that of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasValue {
    /// The value.
    pub value: ValueId,
    /// How the buffers relate.
    pub relation: Relation,
    /// Whether the value has this buffer whenever the operation runs.
    pub is_definite: bool,
}

impl AliasValue {
    /// A value that always has the buffer of the operand.
    pub const fn equivalent(value: ValueId) -> Self {
        Self {
            value,
            relation: Relation::Equivalent,
            is_definite: true,
        }
    }

    /// A value that may have the buffer of the operand.
    pub const fn maybe(value: ValueId, relation: Relation) -> Self {
        Self {
            value,
            relation,
            is_definite: false,
        }
    }
}

/// An operand whose buffer a value may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasOperand {
    /// The operation: the owner of the value, or a terminator in one of its regions.
    pub op: OpId,
    /// Which of its operands.
    pub operand: usize,
    /// How the buffers relate.
    pub relation: Relation,
    /// Whether the value always has the buffer of this operand.
    pub is_definite: bool,
}

/// Answers whether values are equivalent, for the verification of operations.
pub trait Equivalence {
    /// Whether two values have the same memory, offset, sizes and strides.
    fn are_equivalent(&self, a: ValueId, b: ValueId) -> bool;
}

/// A violated invariant: the operation at fault, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The operation.
    pub op: OpId,
    /// What is wrong, in the wording of MLIR.
    pub message: String,
    /// How to fix it.
    pub help: Option<&'static str>,
}

/// The behaviour of an operation on buffers.
///
/// Operands are identified by number. Only operands and values of tensor type are queried. The defaults describe a
/// destination-style operation: it reads all operands, writes those of the group
/// [`OpDef::destination`](memplan_mlir::dialects::OpDef::destination), and its results have their buffers. Without
/// such a group it writes nothing, and its results have the buffer of no operand.
pub trait BufferModel: Sync {
    /// Whether the buffer of an operand is read.
    fn reads(&self, _q: Query, _op: OpId, _operand: usize) -> Reads {
        Reads::Always
    }

    /// Whether the buffer of an operand is written, if it is updated in place.
    fn writes(&self, q: Query, op: OpId, operand: usize) -> bool {
        inits(q, op).contains(&operand)
    }

    /// The values that may have the buffer of an operand.
    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        tied_result(q, op, operand)
    }

    /// The operands whose buffer a result, or an argument of an entry block, may have. `None` means the inverse of
    /// [`Self::alias_values`].
    fn alias_operands(&self, _q: Query, _value: ValueId) -> Option<Vec<AliasOperand>> {
        None
    }

    /// Whether a result defines contents of its own. `None` means: if it aliases no operand, if an aliasing operand
    /// is written, or if its contents come from inside the operation.
    fn result_defines(&self, _q: Query, _result: ValueId) -> Option<bool> {
        None
    }

    /// Whether a result may be a new buffer.
    fn allocates(&self, _q: Query, _result: ValueId) -> bool {
        false
    }

    /// Whether an operand must be updated in place.
    fn must_in_place(&self, q: Query, op: OpId, operand: usize) -> bool {
        q.is_unranked(q.m.operands(op)[operand])
    }

    /// Whether the buffer of a result or of an argument of the operation's regions may be written.
    fn is_writable(&self, q: Query, value: ValueId) -> bool {
        q.m.defining_op(value).is_some()
    }

    /// Whether the operation loads each element of these operands before it stores the same element.
    fn is_elementwise(&self, _q: Query, _op: OpId, _operands: [usize; 2]) -> bool {
        false
    }

    /// Checks the operation before the analysis.
    ///
    /// # Errors
    ///
    /// What the analysis does not support.
    fn check(&self, _q: Query, _op: OpId) -> Result<(), Violation> {
        Ok(())
    }

    /// Checks the results of the analysis.
    ///
    /// # Errors
    ///
    /// What the operation does not support.
    fn verify(&self, _q: Query, _op: OpId, _found: &dyn Equivalence) -> Result<(), Violation> {
        Ok(())
    }

    /// The part of a tensor that the operation overwrites, if it inserts one tensor into another.
    fn insertion(&self, _q: Query, _op: OpId) -> Option<Insertion> {
        None
    }

    /// The part of a tensor that the result represents, if the operation extracts one.
    fn extraction(&self, _q: Query, _op: OpId) -> Option<Extraction> {
        None
    }

    /// Whether the operation may write one operand between a write and a read of another one, so that two written
    /// operands must not share memory.
    fn interleaves_writes(&self) -> bool {
        false
    }

    /// Whether the operation changes types only.
    fn is_cast(&self) -> bool {
        false
    }

    /// Whether a region may run several times each time the operation runs.
    fn is_repetitive(&self, q: Query, op: OpId, region: usize) -> bool {
        is_region_repetitive(q.m, op, region)
    }

    /// Whether iterations of a region may run at the same time.
    fn is_parallel(&self, _q: Query, _op: OpId, _region: usize) -> bool {
        false
    }

    /// Whether regions may have several blocks.
    fn supports_blocks(&self) -> bool {
        false
    }

    /// Whether an out-of-place operand is made private by copying its only aliasing result, although the result may
    /// also be the buffer of other operands.
    fn copies_result(&self, _q: Query, _op: OpId) -> bool {
        false
    }

    /// The terminators of a loop whose operands become its results or run its next iteration, with the first such
    /// operand, and the region arguments that they are compared with. Implemented by loops only.
    fn carried(&self, _q: Query, _op: OpId) -> Option<Carried> {
        None
    }
}

/// What a loop carries from one iteration to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The operands that run the next iteration.
    pub next: CarriedOperands,
    /// The arguments that those operands become, by position.
    pub args: Vec<ValueId>,
    /// The operands that become the results of the loop, if they differ from `next`.
    pub exit: Option<CarriedOperands>,
    /// The arguments of the region that the second terminator enters.
    pub exit_args: Vec<ValueId>,
}

/// The operands of a terminator that a loop carries: all from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedOperands {
    /// The terminator.
    pub terminator: OpId,
    /// Its first operand that is carried.
    pub first: usize,
}

/// Whether a region can run again after itself, by the operation's control flow.
pub(super) fn is_region_repetitive(m: &Module, op: OpId, region: usize) -> bool {
    let Some(&start) = m.regions(op).get(region) else {
        return false;
    };
    is_reachable(m, op, start, start)
}

/// Whether control may pass from region `from` to region `to` of an operation.
pub(super) fn is_reachable(
    m: &Module,
    op: OpId,
    from: memplan_mlir::RegionId,
    to: memplan_mlir::RegionId,
) -> bool {
    if !has_region_flow(m, op) {
        return true;
    }
    if matches!(
        m.def(op).map(|def| def.flow),
        Some(RegionFlow::Branch | RegionFlow::Once)
    ) {
        return false;
    }
    let edges = region_edges(m, op);
    let mut seen: SmallVec<[_; 4]> = SmallVec::new();
    let mut work: SmallVec<[_; 4]> = SmallVec::from_slice(&[from]);
    while let Some(at) = work.pop() {
        for edge in edges
            .iter()
            .filter(|edge| edge.from == RegionPoint::Region(at))
        {
            let RegionPoint::Region(next) = edge.to else {
                continue;
            };
            if next == to {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                work.push(next);
            }
        }
    }
    false
}

/// Whether a region of an operation without model may run several times.
pub(super) fn may_repeat_unknown(m: &Module, op: OpId) -> bool {
    let Some(def) = m.def(op) else { return true };
    let is_scope = def.traits.has(Traits::FUNCTION) || def.traits.has(Traits::SYMBOL_TABLE);
    !is_scope && !matches!(def.flow, RegionFlow::Branch | RegionFlow::Once)
}

/// The first block of a region of an operation.
pub(super) fn entry(m: &Module, op: OpId, region: usize) -> Option<BlockId> {
    m.regions(op)
        .get(region)
        .and_then(|&region| m.first_block(region))
}
