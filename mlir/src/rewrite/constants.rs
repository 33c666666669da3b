//! Hoists constants to the entry of the function that uses them, and merges equal ones.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dialects::Traits;
use crate::interfaces::may_be_isolated;
use crate::ir::{AttrId, Module, OpId, OpName, StrId, TypeId};

/// The identity of a constant.
type Key = (OpName, TypeId, SmallVec<[(StrId, AttrId); 4]>);

/// The constants of one isolated operation.
#[derive(Debug, Default)]
struct Scope {
    known: FxHashMap<Key, OpId>,
    /// The first operation after the constants at the entry.
    anchor: Option<OpId>,
}

/// Moves the constants of every function below `root` to its entry, and merges equal ones; returns whether
/// anything changed. Those in unknown operations, which may be isolated, stay. Linear, up to hashing and nesting depth.
pub(super) fn gather(m: &mut Module, root: OpId) -> bool {
    let constants: Vec<OpId> = m
        .walk(root)
        .filter(|&op| {
            m.has_trait(op, Traits::CONSTANT_LIKE)
                && m.operands(op).is_empty()
                && m.result_count(op) == 1
        })
        .collect();
    let mut scopes: FxHashMap<OpId, Scope> = FxHashMap::default();
    let mut has_changed = false;
    for op in constants {
        let Some(around) = m
            .ancestors(op)
            .find(|&around| may_be_isolated(m, around))
            .filter(|&around| m.has_trait(around, Traits::FUNCTION))
        else {
            continue;
        };
        let scope = scopes.entry(around).or_insert_with(|| Scope {
            anchor: first_other(m, around),
            ..Scope::default()
        });
        let Some(ty) = m.result(op, 0).map(|result| m.value_type(result)) else {
            continue;
        };
        let mut attrs = m.props(op).sorted(&m.ctx);
        attrs.extend(m.attrs(op).sorted(&m.ctx));
        let key = (m.op_name(op), ty, attrs);
        if let Some(&existing) = scope.known.get(&key) {
            let values: SmallVec<[_; 1]> = m.results(existing).collect();
            m.replace_op(op, &values);
            has_changed = true;
            continue;
        }
        scope.known.insert(key, op);
        let Some(anchor) = scope.anchor else { continue };
        let is_in_place = m.op_block(op) == m.op_block(anchor) && m.is_before(op, anchor);
        if !is_in_place {
            m.detach(op);
            m.insert_before(anchor, op);
            has_changed = true;
        }
    }
    has_changed
}

/// The first operation of a function that is not a constant.
fn first_other(m: &Module, function: OpId) -> Option<OpId> {
    let entry = m
        .regions(function)
        .first()
        .and_then(|&r| m.first_block(r))?;
    m.ops(entry)
        .find(|&op| !m.has_trait(op, Traits::CONSTANT_LIKE) || !m.operands(op).is_empty())
}
