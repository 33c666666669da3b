//! The analysis of a program that a pass is changing: decisions from before the changes, and the models' answers
//! about the current operations.

use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId, ValueDef, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::analyse_with_summaries;
use super::interface::{AliasOperand, Query, Relation};
use super::models::Resolved;
use super::summary::Summaries;
use crate::Options;

/// What is known of a program.
pub(crate) struct Inspector<'o> {
    options: &'o Options,
    symbols: SymbolIndex,
    summaries: Summaries,
    models: Resolved,
    /// Decisions by operand.
    in_place: FxHashMap<(OpId, usize), bool>,
    equivalent: FxHashSet<(ValueId, ValueId)>,
}

/// A use of a `tensor.empty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmptyUse {
    /// The `tensor.empty`.
    pub(crate) empty: OpId,
    /// The operation that uses it.
    pub(crate) user: OpId,
    /// Which of its operands.
    pub(crate) operand: usize,
}

impl<'o> Inspector<'o> {
    /// Analyses a program.
    ///
    /// # Errors
    ///
    /// What cannot be bufferized.
    pub(crate) fn new(m: &Module, options: &'o Options) -> Result<Self, Vec<Diagnostic>> {
        let models = Resolved::new(m, options);
        let (analysis, summaries) = analyse_with_summaries(m, options, &models)?;
        let pairs = analysis.units.iter().flat_map(|unit| &unit.equivalent);
        Ok(Self {
            options,
            symbols: SymbolIndex::new(m),
            summaries,
            models,
            in_place: analysis
                .operands()
                .map(|(op, operand, is_in_place)| ((op, operand), is_in_place))
                .collect(),
            equivalent: pairs.copied().collect(),
        })
    }

    /// Uses the models only, and assumes that every loop carries new buffers.
    pub(crate) fn unanalysed(m: &Module, options: &'o Options) -> Self {
        Self {
            options,
            symbols: SymbolIndex::new(m),
            summaries: Summaries::default(),
            models: Resolved::new(m, options),
            in_place: FxHashMap::default(),
            equivalent: FxHashSet::default(),
        }
    }

    /// The models for the current program. Operations with a name that was not in the analysed program are unknown.
    pub(crate) fn query<'a>(&'a self, m: &'a Module) -> Query<'a> {
        Query {
            m,
            options: self.options,
            symbols: &self.symbols,
            summaries: &self.summaries,
            models: &self.models,
        }
    }

    /// Whether an operand was updated in place.
    pub(crate) fn is_in_place(&self, op: OpId, operand: usize) -> bool {
        self.in_place.get(&(op, operand)).copied().unwrap_or(false)
    }

    /// The uses of `tensor.empty` that provide the buffer of an operand. Found by walking back over equivalent
    /// operands that have the type of the result, unless the operation is a cast.
    pub(crate) fn reachable_empties(&self, m: &Module, op: OpId, operand: usize) -> Vec<EmptyUse> {
        let q = self.query(m);
        let mut empties = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![(op, operand)];
        while let Some((user, operand)) = work.pop() {
            let value = m.operands(user)[operand];
            if let Some(empty) = m.kernel_of(value, Kernel::TensorEmpty) {
                empties.push(EmptyUse {
                    empty,
                    user,
                    operand,
                });
            } else if seen.insert(value) {
                let aliases = alias_operands(q, value).into_iter();
                let aliases = aliases.filter(|alias| {
                    self.is_equivalent(&alias.relation) && keeps_type(q, value, alias)
                });
                work.extend(aliases.map(|alias| (alias.op, alias.operand)));
            }
        }
        empties
    }

    fn is_equivalent(&self, relation: &Relation) -> bool {
        match relation {
            Relation::Equivalent => true,
            Relation::Unknown => false,
            Relation::EquivalentIf(pairs) => pairs
                .iter()
                .all(|pair| pair.0 == pair.1 || self.equivalent.contains(pair)),
        }
    }
}

/// The operands whose buffer a value may have; empty for values of unknown operations.
pub(super) fn alias_operands(q: Query, value: ValueId) -> Vec<AliasOperand> {
    let m = q.m;
    let Some(owner) = q.owner(value) else {
        return Vec::new();
    };
    let Some(model) = q.model(owner) else {
        return Vec::new();
    };
    if let ValueDef::Arg { block, .. } = m.value_def(value)
        && let predecessors = m.predecessors(block)
        && !predecessors.is_empty()
    {
        return passed_by(q, &predecessors, value);
    }
    model
        .alias_operands(q, value)
        .unwrap_or_else(|| passed_by(q, &[owner], value))
}

/// The operands of some operations that may become a value.
fn passed_by(q: Query, ops: &[OpId], value: ValueId) -> Vec<AliasOperand> {
    let mut operands = Vec::new();
    for &op in ops {
        let Some(model) = q.model(op) else { continue };
        for (operand, &passed) in q.m.operands(op).iter().enumerate() {
            if !q.is_tensor(passed) {
                continue;
            }
            let aliases = model.alias_values(q, op, operand).into_iter();
            operands.extend(aliases.filter(|alias| alias.value == value).map(|alias| {
                AliasOperand {
                    op,
                    operand,
                    relation: alias.relation,
                    is_definite: alias.is_definite,
                }
            }));
        }
    }
    operands
}

fn keeps_type(q: Query, value: ValueId, alias: &AliasOperand) -> bool {
    let m = q.m;
    let source = m.operands(alias.op)[alias.operand];
    let is_cast = || {
        let model = m.defining_op(value).and_then(|op| q.model(op));
        model.is_some_and(|model| model.is_cast())
    };
    m.value_type(source) == m.value_type(value) || is_cast()
}
