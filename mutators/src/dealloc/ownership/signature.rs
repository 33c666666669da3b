//! Ownership of function results: the calling convention, and the exceptions of private functions.

use memplan_memory_model::{Origin, Origins, returns_arguments};
use memplan_mlir::interfaces::{SymbolIndex, address_taken, callee, is_private};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::OwnershipOptions;
use super::facts::Facts;
use super::plan::{Flag, Plan};

/// The owner of a function result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReturnMode {
    /// The caller, by convention.
    #[default]
    Owned,
    /// Unchanged: the owner before the call.
    Borrowed,
    /// The caller, if an additional flag result is true.
    Flagged,
}

/// The owners of all results of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// One entry per original result; empty if the function follows the convention.
    pub results: Vec<ReturnMode>,
}

impl Signature {
    /// What an earlier run has recorded, or a function without a body declares.
    fn read(m: &Module, function: OpId) -> Option<Self> {
        if returns_arguments(m, function) {
            let n_results = m.signature(function)?.1.len();
            return Some(Self {
                results: vec![ReturnMode::Borrowed; n_results],
            });
        }
        let attr = m.attr(function, names::DEALLOCATED)?;
        let AttrKind::Array(modes) = m.ctx.attr_kind(attr) else {
            return None;
        };
        let mode = |&attr: &AttrId| {
            let text = m.ctx.attr_str(attr).map(|text| m.ctx.text(text));
            match text.as_deref() {
                Some("borrowed") => ReturnMode::Borrowed,
                Some("flagged") => ReturnMode::Flagged,
                _ => ReturnMode::Owned,
            }
        };
        Some(Self {
            results: modes.iter().map(mode).collect(),
        })
    }

    /// Marks a function as processed and records the owners of its results.
    pub(super) fn mark(&self, m: &mut Module, function: OpId) {
        let follows = self.results.iter().all(|&mode| mode == ReturnMode::Owned);
        let attr = if follows {
            m.ctx.unit_attr()
        } else {
            let modes = self.results.iter().map(|mode| {
                m.ctx.string_attr(match mode {
                    ReturnMode::Owned => "owned",
                    ReturnMode::Borrowed => "borrowed",
                    ReturnMode::Flagged => "flagged",
                })
            });
            let modes: Vec<AttrId> = modes.collect();
            m.ctx.attr(AttrKind::Array(modes.into()))
        };
        m.set_attr(function, names::DEALLOCATED, attr);
    }
}

/// The functions to process, callees first, with the facts about each.
#[derive(Debug)]
pub(super) struct CallGraphWorklist {
    /// The functions that are not processed yet, last one first.
    order: Vec<OpId>,
    /// Every call in each function, with its callee.
    calls: FxHashMap<OpId, Vec<(OpId, OpId)>>,
    /// Functions whose callers are all known.
    private: FxHashSet<OpId>,
    known: FxHashMap<OpId, Signature>,
    /// Functions that never return one buffer twice.
    distinct: FxHashSet<OpId>,
    /// Functions that are called before they are decided.
    recursive: Vec<OpId>,
    /// Those that were assumed to be distinct and are not.
    refuted: Vec<OpId>,
    options: OwnershipOptions,
}

impl CallGraphWorklist {
    /// Linear in the size of the program.
    pub(super) fn new(
        m: &Module,
        root: OpId,
        functions: &[OpId],
        options: &OwnershipOptions,
    ) -> Self {
        let symbols = SymbolIndex::new(m);
        let mut calls: FxHashMap<OpId, Vec<(OpId, OpId)>> = FxHashMap::default();
        let mut signatures: FxHashMap<OpId, Signature> = FxHashMap::default();
        for &function in functions {
            let list = calls.entry(function).or_default();
            for op in m.walk(function) {
                if callee(m, op).is_none() {
                    continue;
                }
                if let Some(target) = symbols.resolve_call(m, op) {
                    list.push((op, target));
                    if let Some(signature) = Signature::read(m, target) {
                        signatures.insert(target, signature);
                    }
                }
            }
        }
        let chosen: FxHashSet<OpId> = functions.iter().copied().collect();
        let mut private: FxHashSet<OpId> = functions
            .iter()
            .copied()
            .filter(|&function| is_private(m, function))
            .collect();
        for target in address_taken(m, root, &symbols) {
            private.remove(&target);
        }
        // Callees of functions that are not processed.
        for op in m.walk(root) {
            if callee(m, op).is_some()
                && !m.ancestors(op).any(|around| chosen.contains(&around))
                && let Some(target) = symbols.resolve_call(m, op)
            {
                private.remove(&target);
            }
        }
        let mut worklist = Self {
            order: Vec::new(),
            calls,
            private,
            known: signatures,
            distinct: FxHashSet::default(),
            recursive: Vec::new(),
            refuted: Vec::new(),
            options: *options,
        };
        worklist.sort(functions, &chosen);
        worklist
    }

    /// Sorts callees before callers. A function called before it is decided follows the convention.
    fn sort(&mut self, functions: &[OpId], chosen: &FxHashSet<OpId>) {
        let mut seen: FxHashSet<OpId> = FxHashSet::default();
        let mut done: FxHashSet<OpId> = FxHashSet::default();
        let mut order = Vec::new();
        for &function in functions {
            if !seen.insert(function) {
                continue;
            }
            let mut path = vec![(function, 0)];
            while let Some((at, next)) = path.last_mut() {
                let calls = self.calls.get(at).map_or(&[][..], |calls| calls);
                if let Some(&(_, target)) = calls.get(*next) {
                    *next += 1;
                    if chosen.contains(&target) {
                        if seen.insert(target) {
                            path.push((target, 0));
                        } else if !done.contains(&target) {
                            self.private.remove(&target);
                            self.recursive.push(target);
                        }
                    }
                } else {
                    done.insert(*at);
                    order.push(*at);
                    path.pop();
                }
            }
        }
        order.reverse();
        self.order = order;
    }

    /// Assumes that functions which are called before they are decided never return one buffer twice, except for
    /// those in `except`. The assumption holds if [`refuted`](Self::refuted) is empty in the end, by induction over
    /// the depth of the calls.
    pub(super) fn assume_distinct(&mut self, except: &FxHashSet<OpId>) {
        let assumed = self.recursive.iter().copied();
        self.distinct
            .extend(assumed.filter(|function| !except.contains(function)));
    }

    /// The functions that are called before they are decided.
    pub(super) fn recursive(&self) -> &[OpId] {
        &self.recursive
    }

    /// The functions that were assumed to be distinct and are not.
    pub(super) fn refuted(&self) -> &[OpId] {
        &self.refuted
    }

    /// The next function to process.
    pub(super) fn next(&mut self) -> Option<OpId> {
        self.order.pop()
    }

    /// The calls in a function to functions that deviate from the convention.
    pub(super) fn calls_below(&self, m: &Module, function: OpId) -> FxHashMap<OpId, Signature> {
        let calls = self.calls.get(&function).map_or(&[][..], |calls| calls);
        let departing = calls.iter().filter_map(|&(call, target)| {
            let signature = self.known.get(&target)?;
            let fits = signature.results.len() <= m.result_count(call);
            let departs = signature
                .results
                .iter()
                .any(|&mode| mode != ReturnMode::Owned);
            (fits && departs).then(|| (call, signature.clone()))
        });
        departing.collect()
    }

    /// The calls in a function that never return one buffer twice.
    pub(super) fn distinct_below(&self, function: OpId) -> impl Iterator<Item = OpId> + '_ {
        let calls = self.calls.get(&function).map_or(&[][..], |calls| calls);
        calls
            .iter()
            .filter(|(_, target)| self.distinct.contains(target))
            .map(|&(call, _)| call)
    }

    /// Decides the owners of a function's results from its flags.
    pub(super) fn decide(
        &mut self,
        m: &Module,
        function: OpId,
        facts: &Facts,
        plan: &Plan,
        origins: &mut Origins,
    ) -> Signature {
        let mut signature = Signature::default();
        let returns: Vec<OpId> = super::check::returns(m, function);
        let is_private = self.private.contains(&function);
        // By convention, the function returns a new copy of a buffer that it does not own.
        let is_copied = |index: usize, value: ValueId| {
            !is_private && plan.results.get(index) == Some(&Flag::No) && !facts.is_kept(value)
        };
        if returns
            .iter()
            .all(|&op| are_distinct(m, op, origins, is_copied))
        {
            self.distinct.insert(function);
        } else if self.distinct.remove(&function) {
            self.refuted.push(function);
        }
        if !is_private {
            return signature;
        }
        for (index, &flag) in plan.results.iter().enumerate() {
            let mut values = returns.iter().filter_map(|&op| m.operands(op).get(index));
            let is_memref = values.clone().any(|&value| m.is_memref(value));
            signature.results.push(match flag {
                _ if !is_memref => ReturnMode::Owned,
                Flag::No
                    if self.options.borrow
                        && values.all(|&value| outlives(m, value, facts, origins)) =>
                {
                    ReturnMode::Borrowed
                }
                Flag::Dynamic if self.options.private_dynamic => ReturnMode::Flagged,
                Flag::Open | Flag::No | Flag::Yes | Flag::Dynamic => ReturnMode::Owned,
            });
        }
        let departs = signature
            .results
            .iter()
            .any(|&mode| mode != ReturnMode::Owned);
        if departs {
            self.known.insert(function, signature.clone());
        } else {
            signature.results.clear();
        }
        signature
    }
}

/// Maximum number of returned buffers that are compared pairwise.
const MAX_COMPARED: usize = 32;

/// Whether all buffers that an operation returns are distinct. At most one copy is made of each value.
fn are_distinct(
    m: &Module,
    op: OpId,
    origins: &mut Origins,
    is_copied: impl Fn(usize, ValueId) -> bool,
) -> bool {
    let all = m.operands(op).iter().copied().enumerate();
    let all: Vec<(usize, ValueId)> = all.filter(|&(_, value)| m.is_memref(value)).collect();
    let names: FxHashSet<ValueId> = all.iter().map(|&(_, value)| value).collect();
    if names.len() < all.len() {
        return false;
    }
    let values = all
        .into_iter()
        .filter(|&(index, value)| !is_copied(index, value));
    let values: Vec<ValueId> = values.map(|(_, value)| value).collect();
    values.len() <= MAX_COMPARED
        && values.iter().enumerate().all(|(index, &a)| {
            let mut before = values[..index].iter();
            before.all(|&b| origins.same(m, a, b) == Some(false))
        })
}

/// Whether a value is certainly an argument of the function or a global. Excludes its own stack
/// allocations and buffers that it frees.
fn outlives(m: &Module, value: ValueId, facts: &Facts, origins: &Origins) -> bool {
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut open = vec![origins.base(m, value)];
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match origins.origin(m, value) {
            Origin::Argument | Origin::Static => {}
            Origin::Merge => open.extend(origins.sources(value).map(|v| origins.base(m, v))),
            // A borrowed result of a callee comes from the operands of the call.
            Origin::Opaque => match m.defining_op(value) {
                Some(op) if callee(m, op).is_some() && facts.carrier(value).is_none() => {
                    let operands = m.operands(op).iter().filter(|&&v| m.is_memref(v));
                    open.extend(operands.map(|&v| origins.base(m, v)));
                }
                _ => return false,
            },
            Origin::Heap | Origin::Stack | Origin::Call => return false,
        }
    }
    true
}
