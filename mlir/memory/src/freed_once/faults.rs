//! Which failures are certain faults: those of every run that returns.

use rustc_hash::FxHashSet;

use super::graph::End;
use super::{ProofFailure, ProofFailureKind, Prover};
use memplan_mlir::OpId;

impl Prover<'_> {
    /// Marks the failures that every run of the function that returns has. A leak is certain only if nothing else may
    /// free the allocation, so not beside failures of other kinds. Runs over the final states once more.
    pub(super) fn find_faults(&mut self, failures: &mut [ProofFailure]) {
        let may_be = |failure: &&mut ProofFailure| {
            use ProofFailureKind::{NotFreed, UnknownFree, UsedAfterFree};
            matches!(failure.kind, NotFreed | UnknownFree | UsedAfterFree)
        };
        if !failures.iter_mut().any(|failure| may_be(&failure)) || self.states.is_empty() {
            return;
        }
        let mut faults: FxHashSet<OpId> = FxHashSet::default();
        let mut leaks: FxHashSet<(OpId, OpId)> = FxHashSet::default();
        for node in 0..self.graph.nodes.len() {
            let mut cases = self.states[node].clone();
            if cases.is_empty() || !self.is_on_every_path(node as u32) {
                continue;
            }
            let end = self.graph.nodes[node].end;
            for op in self.ops_of(node) {
                let is_divided = end == End::Flow(op);
                let mut has_fault = true;
                let mut more = Vec::new();
                for state in &mut cases {
                    self.is_fault = !is_divided && self.uses_freed(state, op);
                    if !is_divided {
                        self.op(op, state, &mut more);
                    }
                    has_fault &= self.is_fault;
                }
                cases.append(&mut more);
                if has_fault {
                    faults.insert(op);
                }
            }
            if let (End::Return(op), Some(state)) = (end, cases.first()) {
                let sites: Vec<OpId> = state.iter().map(|obligation| obligation.site).collect();
                let given = self.m.operands(op);
                let is_lost = |site: &OpId| {
                    cases.iter().all(|state| {
                        let mut left = state.iter().filter(|obligation| obligation.site == *site);
                        left.any(|obligation| {
                            !obligation.names().iter().any(|name| given.contains(name))
                        })
                    })
                };
                leaks.extend(sites.into_iter().filter(is_lost).map(|site| (op, site)));
            }
        }
        let is_leak = |kind| kind == ProofFailureKind::NotFreed;
        let mut is_alone = true;
        for failure in failures.iter_mut().filter(|failure| !is_leak(failure.kind)) {
            failure.is_certain = faults.contains(&failure.op)
                && matches!(
                    failure.kind,
                    ProofFailureKind::UnknownFree | ProofFailureKind::UsedAfterFree
                );
            is_alone &= failure.is_certain;
        }
        for failure in failures.iter_mut().filter(|failure| is_leak(failure.kind)) {
            let at = failure.related.map(|site| (failure.op, site));
            failure.is_certain = is_alone && at.is_some_and(|at| leaks.contains(&at));
        }
    }

    /// Whether every path from the start to a return goes through a node. Linear.
    fn is_on_every_path(&self, node: u32) -> bool {
        let mut open = vec![0];
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        while let Some(at) = open.pop() {
            if at == node || !seen.insert(at) {
                continue;
            }
            let here = &self.graph.nodes[at as usize];
            if matches!(here.end, End::Return(_)) {
                return false;
            }
            open.extend(here.edges.iter().map(|edge| edge.to));
        }
        true
    }
}
