//! Models that are data.

use memplan_mlir::interfaces::region_exits;
use memplan_mlir::{OpId, ValueDef, ValueId};

use crate::analysis::interface::{AliasOperand, AliasValue, BufferModel, Query, Reads, Relation};

/// Whether a result defines contents of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defines {
    /// Determined by operands and regions.
    Default,
    /// Never: its contents are undefined.
    Never,
}

/// An operation that writes no operand, and treats all its tensor operands alike.
#[derive(Clone, Debug)]
pub struct Simple {
    /// Whether operands are read.
    pub reads: bool,
    /// How the first result relates to each operand, if it may have their buffers.
    pub alias: Option<Relation>,
    /// Whether the result always has the buffer of an operand.
    pub is_definite: bool,
    /// Whether results are new buffers.
    pub allocates: bool,
    /// Whether results define contents of their own.
    pub defines: Defines,
    /// Whether results may be written.
    pub is_writable: bool,
    /// Whether only the type changes.
    pub is_cast: bool,
}

impl Simple {
    /// Neither reads nor aliases.
    pub const NOTHING: Self = Self {
        reads: false,
        alias: None,
        is_definite: true,
        allocates: false,
        defines: Defines::Default,
        is_writable: true,
        is_cast: false,
    };
    /// Reads its operands.
    pub const READ: Self = Self {
        reads: true,
        ..Self::NOTHING
    };
    /// Reads its operands and makes a new buffer.
    pub const NEW: Self = Self {
        reads: true,
        allocates: true,
        ..Self::NOTHING
    };
    /// The result is the buffer of the operand with another shape.
    pub const SAME: Self = Self {
        alias: Some(Relation::Equivalent),
        ..Self::NOTHING
    };
}

impl BufferModel for Simple {
    fn reads(&self, _: Query, _: OpId, _: usize) -> Reads {
        Reads::when(self.reads)
    }

    fn writes(&self, _: Query, _: OpId, _: usize) -> bool {
        false
    }

    fn alias_values(&self, q: Query, op: OpId, _: usize) -> Vec<AliasValue> {
        let (Some(relation), Some(value)) = (self.alias.clone(), q.m.result(op, 0)) else {
            return Vec::new();
        };
        vec![AliasValue {
            value,
            relation,
            is_definite: self.is_definite,
        }]
    }

    fn result_defines(&self, _: Query, _: ValueId) -> Option<bool> {
        (self.defines == Defines::Never).then_some(false)
    }

    fn allocates(&self, _: Query, _: ValueId) -> bool {
        self.allocates
    }

    fn is_writable(&self, q: Query, value: ValueId) -> bool {
        self.is_writable && q.m.defining_op(value).is_some()
    }

    fn is_cast(&self) -> bool {
        self.is_cast
    }
}

/// An operation whose results are its operands.
pub(super) struct Forward;

impl BufferModel for Forward {
    fn reads(&self, _: Query, _: OpId, _: usize) -> Reads {
        Reads::Never
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let result = q.m.result(op, operand);
        result.map(AliasValue::equivalent).into_iter().collect()
    }
}

/// An entry whose model is data.
macro_rules! simple {
    ($name:literal, $model:expr) => {
        ($name, Some(&$model as &dyn BufferModel))
    };
}

pub(super) use simple;

/// Operand `index` of the terminators of all regions.
pub(super) fn yielded(q: Query, value: ValueId, is_definite: bool) -> Option<Vec<AliasOperand>> {
    let ValueDef::Result { op, index } = q.m.value_def(value) else {
        return Some(Vec::new());
    };
    let exits = q.m.regions(op).iter();
    let exits = exits.flat_map(|&region| region_exits(q.m, region));
    let aliases = exits.map(|exit| AliasOperand {
        op: exit,
        operand: index as usize,
        relation: Relation::Equivalent,
        is_definite,
    });
    Some(aliases.collect())
}
