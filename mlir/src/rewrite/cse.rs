//! Common subexpression elimination: replaces an operation by an equal one that dominates it.

use memplan_support::Sort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::is_dead;
use crate::analyses::Dominance;
use crate::dialects::Traits;
use crate::interfaces::{effects, may_be_isolated};
use crate::ir::{AttrId, BlockId, Module, OpId, OpName, RegionId, StrId, TypeId, ValueId};

/// The computation of an operation without effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Expression {
    name: OpName,
    operands: SmallVec<[ValueId; 4]>,
    results: SmallVec<[TypeId; 2]>,
    props: SmallVec<[(StrId, AttrId); 4]>,
}

impl Expression {
    fn of(m: &Module, op: OpId) -> Self {
        let mut operands: SmallVec<[ValueId; 4]> = m.operands(op).iter().copied().collect();
        if m.has_trait(op, Traits::COMMUTATIVE) {
            operands.sort_stable();
        }
        let mut props = m.props(op).sorted(&m.ctx);
        props.extend(m.attrs(op).sorted(&m.ctx));
        Self {
            name: m.op_name(op),
            operands,
            results: m.results(op).map(|result| m.value_type(result)).collect(),
            props,
        }
    }
}

/// Replaces operations that have neither effects nor regions by equal ones that dominate them, and removes dead
/// operations. Returns whether anything changed. Linear in the operations below `root`, up to hashing.
pub fn cse(m: &mut Module, root: OpId) -> bool {
    let dominance = Dominance::new(m);
    let mut pass = Cse {
        dominance,
        known: FxHashMap::default(),
        has_changed: false,
    };
    let regions: SmallVec<[RegionId; 2]> = m.regions(root).iter().copied().collect();
    for region in regions {
        pass.region(m, region);
    }
    pass.has_changed
}

struct Cse {
    dominance: Dominance,
    /// The operations that compute each expression; several if none of them dominates the others.
    known: FxHashMap<Expression, SmallVec<[OpId; 1]>>,
    has_changed: bool,
}

impl Cse {
    fn region(&mut self, m: &mut Module, region: RegionId) {
        // Visit dominators first, in pre-order of the dominator tree.
        let mut blocks: Vec<BlockId> = m.blocks(region).collect();
        blocks.retain(|&block| self.dominance.is_reachable(block));
        blocks.sort_stable_by_key(|&block| self.dominance.enter(block));
        for block in blocks {
            let mut next = m.first_op(block);
            while let Some(op) = next {
                next = m.next_op(op);
                self.op(m, op);
            }
        }
    }

    fn op(&mut self, m: &mut Module, op: OpId) {
        if is_dead(m, op) {
            m.erase(op);
            self.has_changed = true;
            return;
        }
        let regions: SmallVec<[RegionId; 2]> = m.regions(op).iter().copied().collect();
        if !regions.is_empty() {
            // Operations outside an isolated operation cannot be reused inside it.
            if may_be_isolated(m, op) {
                let outside = std::mem::take(&mut self.known);
                for region in regions {
                    self.region(m, region);
                }
                self.known = outside;
            } else {
                for region in regions {
                    self.region(m, region);
                }
            }
            return;
        }
        let is_pure = m.successors(op).is_empty()
            && !m.has_trait(op, Traits::TERMINATOR)
            && !m.has_trait(op, Traits::SYMBOL)
            && m.result_count(op) > 0
            && effects(m, op).is_some_and(|effects| effects.is_empty());
        if !is_pure {
            return;
        }
        let earlier_ops = self.known.entry(Expression::of(m, op)).or_default();
        let same = earlier_ops.iter().rev().copied().find(|&earlier| {
            let value = m.result(earlier, 0);
            !m.is_erased(earlier)
                && value.is_some_and(|value| self.dominance.value_dominates(m, value, op))
        });
        match same {
            Some(earlier) => {
                let values: SmallVec<[ValueId; 2]> = m.results(earlier).collect();
                m.replace_op(op, &values);
                self.has_changed = true;
            }
            None => {
                // Operations of a sibling block never dominate later operations in pre-order, but there may be many.
                // Keep only the latest few.
                if earlier_ops.len() >= 8 {
                    earlier_ops.remove(0);
                }
                earlier_ops.push(op);
            }
        }
    }
}
