//! The facts of one case: where buffers are, which flags are set, and what operations free under them.
//!
//! Where something depends on an unknown flag, the case is divided into one in which the flag is set and one in which
//! it is not. Ownership flags of loops and branches are then constants in each case.

use memplan_mlir::interfaces::{
    allocates, callee, constant_int, function_argument, is_select_like, moves_pointer,
};
use memplan_mlir::rewrite::Dealloc;
use memplan_mlir::semantics::{IntOp, Kernel, Scalar, Semantics};
use memplan_mlir::{OpId, ValueId, names};
use memplan_support::Sort;

use super::graph::is_flag;
use super::state::{Fact, Moves, State};
use super::{Callers, MAX_CASES, ProofFailureKind, Prover};
use crate::access::{is_stack_allocation, view};

/// How far chains of views, and of operations on flags, are followed.
const MAX_DEPTH: usize = 64;

/// Predicates of comparisons, of which the others are made.
const EQUAL: i64 = 0;
const LESS: i64 = 2;
const LESS_UNSIGNED: i64 = 6;

/// A comparison of two addresses, for equality or for the opposite.
struct ComparedBuffers {
    buffers: [ValueId; 2],
    is_negated: bool,
}

impl ComparedBuffers {
    /// Its value, if it is known. Allocations of no bytes may have equal addresses.
    fn truth(&self, prover: &Prover<'_>, state: &State) -> Option<bool> {
        let m = prover.m;
        let is_somewhere = |first| m.ctx.n_elements(m.value_type(first)) > Some(0);
        let is_own = |first| {
            let obligation = state.of_first_name(first);
            obligation.is_some_and(|obligation| obligation.site != prover.function)
        };
        let are_equal = match self.buffers.map(|buffer| prover.place(state, buffer)) {
            [
                Place::Live {
                    first: a,
                    is_start: true,
                },
                Place::Live {
                    first: b,
                    is_start: true,
                },
            ] if a == b || is_somewhere(a) => a == b,
            [Place::Live { first, .. }, Place::Borrowed { .. }]
            | [Place::Borrowed { .. }, Place::Live { first, .. }]
                if is_own(first) && is_somewhere(first) =>
            {
                false
            }
            _ => return None,
        };
        Some(are_equal != self.is_negated)
    }
}

/// What a buffer is in one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The allocation of the obligation with this first name, or a part of it.
    Live {
        first: ValueId,
        is_start: bool,
    },
    /// Memory that the function does not free.
    Borrowed {
        root: ValueId,
        is_start: bool,
    },
    /// Memory that is freed.
    Freed,
    Unknown,
}

impl Place {
    /// A view of it, which may start elsewhere.
    fn view(self, may_move: bool) -> Self {
        match self {
            Self::Live { first, is_start } => Self::Live {
                first,
                is_start: is_start && !may_move,
            },
            Self::Borrowed { root, is_start } => Self::Borrowed {
                root,
                is_start: is_start && !may_move,
            },
            Self::Freed | Self::Unknown => self,
        }
    }

    /// The allocation that it is in, from its first byte on.
    fn base(self) -> Self {
        match self {
            Self::Live { first, .. } => Self::Live {
                first,
                is_start: true,
            },
            // The start of a part of an argument need not be the start of the argument.
            Self::Borrowed { .. } | Self::Freed | Self::Unknown => self,
        }
    }
}

impl Prover<'_> {
    /// What a buffer is.
    pub(super) fn place(&self, state: &State, value: ValueId) -> Place {
        if self.is_precise() {
            return self.place_of(state, value, 0);
        }
        let first = state.first_name(value);
        first.map_or(Place::Unknown, |first| Place::Live {
            first,
            is_start: true,
        })
    }

    fn place_of(&self, state: &State, value: ValueId, depth: usize) -> Place {
        let m = self.m;
        if state.is_first_name(value) {
            return Place::Live {
                first: value,
                is_start: true,
            };
        }
        match state.fact(value) {
            Some(Fact::Freed) => return Place::Freed,
            Some(Fact::Borrowed { root, is_start }) => return Place::Borrowed { root, is_start },
            Some(Fact::Is(_)) | None => {}
        }
        // Views are found by what they view, which takes less time.
        let structural = match m.defining_op(value) {
            Some(op) if depth < MAX_DEPTH && m.regions(op).is_empty() => {
                self.place_by_op(state, op, value, depth + 1)
            }
            _ => Place::Unknown,
        };
        if structural != Place::Unknown {
            return structural;
        }
        if let Some(first) = state.first_name(value) {
            return Place::Live {
                first,
                is_start: true,
            };
        }
        match function_argument(m, value) {
            Some((function, number)) if function == self.function => {
                if self.own.takes.contains(&number) {
                    return Place::Unknown;
                }
                Place::Borrowed {
                    root: value,
                    is_start: true,
                }
            }
            _ => Place::Unknown,
        }
    }

    fn place_by_op(&self, state: &State, op: OpId, value: ValueId, depth: usize) -> Place {
        let m = self.m;
        if is_select_like(m, op) {
            return match *m.operands(op) {
                [flag, a, b] if m.result_count(op) == 1 => match self.truth(state, flag, 0) {
                    Some(true) => self.place_of(state, a, depth),
                    Some(false) => self.place_of(state, b, depth),
                    None => {
                        let place = self.place_of(state, a, depth);
                        let other = self.place_of(state, b, depth);
                        if place == other {
                            place
                        } else {
                            Place::Unknown
                        }
                    }
                },
                _ => Place::Unknown,
            };
        }
        if let Some((_, source)) = view(m, value) {
            let place = self.place_of(state, source, depth);
            return if m.is_kernel(op, Kernel::StridedMetadata) {
                place.base()
            } else {
                place.view(moves_pointer(m, op))
            };
        }
        let is_global =
            callee(m, op).is_none() && m.operands(op).is_empty() && !allocates(m, op, value);
        if is_global || is_stack_allocation(m, op) {
            return Place::Borrowed {
                root: value,
                is_start: true,
            };
        }
        Place::Unknown
    }

    /// The value of a flag, if it is known.
    pub(super) fn truth(&self, state: &State, flag: ValueId, depth: usize) -> Option<bool> {
        let m = self.m;
        if let Some(number) = constant_int(m, flag) {
            return Some(number & 1 == 1);
        }
        if let Some(Fact::Is(is_set)) = state.fact(flag) {
            return Some(is_set);
        }
        let op = m.defining_op(flag).filter(|_| depth < MAX_DEPTH)?;
        let depth = depth + 1;
        let of = |value: ValueId| {
            is_flag(m, value)
                .then(|| self.truth(state, value, depth))
                .flatten()
        };
        match (m.semantics(op), m.operands(op)) {
            (Semantics::Scalar(Scalar::Int(IntOp::Xor)), &[a, b]) => Some(of(a)? != of(b)?),
            (Semantics::Scalar(Scalar::Int(IntOp::And)), &[a, b]) => match (of(a), of(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => Some(a? && b?),
            },
            (Semantics::Scalar(Scalar::Int(IntOp::Or)), &[a, b]) => match (of(a), of(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (a, b) => Some(a? || b?),
            },
            (Semantics::Scalar(Scalar::Select), &[flag, a, b]) => match of(flag) {
                Some(true) => of(a),
                Some(false) => of(b),
                None => of(a).filter(|place| of(b) == Some(*place)),
            },
            _ => {
                if let Some(are_equal) = self
                    .compared_buffers(flag)
                    .and_then(|fact| fact.truth(self, state))
                {
                    return Some(are_equal);
                }
                let (same, is_negated) = self.comparison(flag)?;
                match state.fact(same) {
                    Some(Fact::Is(is_set)) => Some(is_set != is_negated),
                    _ => None,
                }
            }
        }
    }

    /// The buffers whose addresses a flag compares.
    fn compared_buffers(&self, flag: ValueId) -> Option<ComparedBuffers> {
        let ((a, b, order), is_negated) = self.compared(flag)?;
        let buffer = |address: ValueId| {
            let op = self.m.kernel_of(address, Kernel::Address)?;
            self.m.operands(op).first().copied()
        };
        (order == EQUAL).then_some(ComparedBuffers {
            buffers: [buffer(a)?, buffer(b)?],
            is_negated,
        })
    }

    /// A value that stands for all comparisons of the same two values for the same order, or for the opposite.
    fn comparison(&self, flag: ValueId) -> Option<(ValueId, bool)> {
        let (key, is_negated) = self.compared(flag)?;
        let &(lhs, ..) = &key;
        let mut users: Vec<OpId> = self.m.uses(lhs).map(|(user, _)| user).collect();
        users.sort_stable();
        let results = users.into_iter().filter_map(|user| self.m.result(user, 0));
        let mut same = results.filter_map(|other| {
            let (other_key, is_other_negated) = self.compared(other)?;
            let is_before =
                self.dominance
                    .value_dominates(self.m, other, self.m.defining_op(flag)?);
            (other_key == key && (other == flag || is_before)).then_some((other, is_other_negated))
        });
        let (other, is_other_negated) = same.next()?;
        Some((other, is_negated != is_other_negated))
    }

    /// The values that a comparison of integers compares, for which order, and whether for the opposite.
    fn compared(&self, flag: ValueId) -> Option<((ValueId, ValueId, i64), bool)> {
        let m = self.m;
        let op = m.defining_op(flag)?;
        let Semantics::Scalar(Scalar::CompareInts) = m.semantics(op) else {
            return None;
        };
        let &[a, b] = m.operands(op) else { return None };
        match m.prop_i64(op, names::PREDICATE)? {
            0 => Some(((a, b, EQUAL), false)),
            1 => Some(((a, b, EQUAL), true)),
            2 => Some(((a, b, LESS), false)),
            3 => Some(((b, a, LESS), true)),
            4 => Some(((b, a, LESS), false)),
            5 => Some(((a, b, LESS), true)),
            6 => Some(((a, b, LESS_UNSIGNED), false)),
            7 => Some(((b, a, LESS_UNSIGNED), true)),
            8 => Some(((b, a, LESS_UNSIGNED), false)),
            9 => Some(((a, b, LESS_UNSIGNED), true)),
            _ => None,
        }
    }

    /// Notes that a flag has a value; `false` if it has the other one.
    pub(super) fn assume(&self, state: &mut State, flag: ValueId, is_set: bool) -> bool {
        self.assume_at(state, flag, is_set, 0)
    }

    fn assume_at(&self, state: &mut State, flag: ValueId, is_set: bool, depth: usize) -> bool {
        let m = self.m;
        match self.truth(state, flag, depth) {
            Some(value) if value != is_set => return false,
            // A comparison of addresses stays what it is when the buffers are freed.
            Some(_) if self.compared_buffers(flag).is_none() => return true,
            Some(_) | None => state.set_fact(flag, Fact::Is(is_set)),
        }
        let Some(op) = m.defining_op(flag).filter(|_| depth < MAX_DEPTH) else {
            return true;
        };
        let depth = depth + 1;
        match (m.semantics(op), m.operands(op)) {
            (Semantics::Scalar(Scalar::Int(IntOp::Xor)), &[a, b]) => {
                for (side, other) in [(a, b), (b, a)] {
                    if let Some(value) = self.truth(state, side, depth) {
                        return self.assume_at(state, other, is_set != value, depth);
                    }
                }
                true
            }
            (Semantics::Scalar(Scalar::Int(IntOp::And)), &[a, b]) if is_set => {
                self.assume_at(state, a, true, depth) && self.assume_at(state, b, true, depth)
            }
            (Semantics::Scalar(Scalar::Int(IntOp::Or)), &[a, b]) if !is_set => {
                self.assume_at(state, a, false, depth) && self.assume_at(state, b, false, depth)
            }
            _ => {
                if let Some((same, is_negated)) = self.comparison(flag) {
                    state.set_fact(same, Fact::Is(is_set != is_negated));
                }
                true
            }
        }
    }

    /// The flag on which it depends what a buffer is.
    fn open_flag(&self, state: &State, value: ValueId) -> Option<ValueId> {
        let m = self.m;
        let mut value = value;
        for _ in 0..MAX_DEPTH {
            let op = m.defining_op(value)?;
            if let (true, &[flag, a, b]) = (is_select_like(m, op), m.operands(op)) {
                value = match self.truth(state, flag, 0) {
                    Some(true) => a,
                    Some(false) => b,
                    None => return is_flag(m, flag).then_some(flag),
                };
            } else {
                value = view(m, value)?.1;
            }
        }
        None
    }

    /// Divides cases until it is known in each what a buffer is, as far as that depends on flags.
    pub(super) fn divide(&self, cases: &mut Vec<State>, value: ValueId) {
        if !self.m.is_memref(value) {
            return;
        }
        let mut at = 0;
        while let Some(state) = cases.get_mut(at) {
            let is_open = self.place(state, value) == Place::Unknown;
            let flag = self.open_flag(state, value).filter(|_| is_open);
            let Some(flag) = flag.filter(|_| cases.len() < MAX_CASES) else {
                at += 1;
                continue;
            };
            self.divide_by(cases, at, flag);
        }
    }

    /// Divides cases until it is known which buffers are compared, if a flag compares addresses.
    pub(super) fn divide_compared(&self, cases: &mut Vec<State>, flag: ValueId) {
        let compared = self.compared_buffers(flag);
        for buffer in compared.into_iter().flat_map(|compared| compared.buffers) {
            self.divide(cases, buffer);
        }
    }

    /// Divides a case by the value of a flag.
    fn divide_by(&self, cases: &mut Vec<State>, at: usize, flag: ValueId) {
        let mut other = cases[at].clone();
        let can_be_set = self.assume(&mut cases[at], flag, true);
        if !self.assume(&mut other, flag, false) {
            return;
        }
        if can_be_set {
            cases.push(other);
        } else {
            cases[at] = other;
        }
    }

    /// What an edge passes on.
    pub(super) fn moves(&self, pairs: &[(ValueId, ValueId)], state: &State) -> Moves {
        let mut moves = Moves::default();
        for &(source, target) in pairs {
            if !self.is_precise() && !self.m.is_memref(target) {
                continue;
            }
            moves.targets.push(target);
            if !self.m.is_memref(target) {
                let is_set = self.truth(state, source, 0);
                moves
                    .facts
                    .extend(is_set.map(|is_set| (target, Fact::Is(is_set))));
                continue;
            }
            match self.place(state, source) {
                Place::Live {
                    first,
                    is_start: true,
                } => moves.names.push((first, target)),
                Place::Borrowed { root, is_start } => {
                    moves
                        .facts
                        .push((target, Fact::Borrowed { root, is_start }));
                }
                Place::Freed => moves.facts.push((target, Fact::Freed)),
                Place::Live { .. } | Place::Unknown => {}
            }
        }
        moves
    }

    /// Notes that a result is the same buffer as another value.
    pub(super) fn rename(&self, state: &mut State, source: ValueId, result: ValueId) {
        match self.place(state, source) {
            Place::Live {
                first,
                is_start: true,
            } => state.add_name(first, result),
            Place::Borrowed { root, is_start } => {
                state.set_fact(result, Fact::Borrowed { root, is_start });
            }
            Place::Freed => state.set_fact(result, Fact::Freed),
            Place::Live { .. } | Place::Unknown => {}
        }
    }

    /// An operation frees a buffer. What this adds to `more` are other cases, in which it freed it, too.
    pub(super) fn free(
        &mut self,
        op: OpId,
        value: ValueId,
        state: &mut State,
        more: &mut Vec<State>,
    ) {
        let mut cases = vec![state.clone()];
        if self.is_precise() {
            self.divide(&mut cases, value);
        }
        let n = cases.len();
        let mut n_faults = 0;
        for state in &mut cases {
            let place = self.place(state, value);
            n_faults += usize::from(place == Place::Freed);
            self.free_place(op, value, place, state);
        }
        self.is_fault |= n_faults == n;
        let mut cases = cases.into_iter();
        if let Some(first) = cases.next() {
            *state = first;
        }
        more.extend(cases);
    }

    fn free_place(&mut self, op: OpId, value: ValueId, place: Place, state: &mut State) {
        let source = self.m.defining_op(value);
        if let Place::Borrowed {
            root,
            is_start: true,
        } = place
            && self.callers == Callers::All
            && let Some((function, number)) = function_argument(self.m, root)
            && function == self.function
        {
            // Analysed again, with the argument as an allocation of this function.
            if let Err(at) = self.own.takes.binary_search(&number) {
                self.own.takes.insert(at, number);
            }
            return;
        }
        let Place::Live {
            first,
            is_start: true,
        } = place
        else {
            self.failure(ProofFailureKind::UnknownFree, op, source);
            return;
        };
        let Some(freed) = state.take(first) else {
            return;
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.end(op, &freed.sites);
            return;
        }
        for &name in freed.names() {
            if self.is_used_elsewhere(name, op) {
                state.set_fact(name, Fact::Freed);
            }
        }
    }

    /// Whether something uses a value other than in front of an operation in its block.
    fn is_used_elsewhere(&self, value: ValueId, op: OpId) -> bool {
        let m = self.m;
        let Some(block) = m.op_block(op) else {
            return true;
        };
        m.uses(value).any(|(user, _)| {
            let at = m.ancestor_in_block(block, user);
            at.is_none_or(|at| at != op && !m.is_before(at, op))
        })
    }

    /// Frees each allocation that a memref with a true condition denotes and that no retained memref denotes.
    pub(super) fn free_owned(
        &mut self,
        op: OpId,
        dealloc: &Dealloc,
        state: &mut State,
        more: &mut Vec<State>,
    ) {
        let mut cases = vec![state.clone()];
        for (_, condition) in dealloc.entries() {
            let mut at = 0;
            while let Some(state) = cases.get(at) {
                let is_open = self.truth(state, condition, 0).is_none();
                if is_open && cases.len() < MAX_CASES {
                    self.divide_by(&mut cases, at, condition);
                } else {
                    at += 1;
                }
            }
        }
        let buffers = dealloc.memrefs.iter().chain(&dealloc.retained);
        buffers.for_each(|&value| self.divide(&mut cases, value));
        let n = cases.len();
        let mut n_faults = 0;
        for state in &mut cases {
            n_faults += usize::from(self.free_owned_in(op, dealloc, state));
        }
        self.is_fault |= n_faults == n;
        let mut cases = cases.into_iter();
        if let Some(first) = cases.next() {
            *state = first;
        }
        more.extend(cases);
    }

    /// The same in a case. Returns whether it certainly frees what is freed.
    fn free_owned_in(&mut self, op: OpId, dealloc: &Dealloc, state: &mut State) -> bool {
        let retained: Vec<Place> = (dealloc.retained.iter())
            .map(|&value| self.place(state, value).base())
            .collect();
        let mut is_owned = vec![false; retained.len()];
        let mut freed: Vec<(ValueId, Place)> = Vec::new();
        let mut is_fault = false;
        for (memref, condition) in dealloc.entries() {
            match self.truth(state, condition, 0) {
                Some(true) => {}
                Some(false) => continue,
                None => {
                    self.failure(ProofFailureKind::ConditionalFree, op, None);
                    continue;
                }
            }
            let place = self.place(state, memref).base();
            let Place::Live { first, .. } = place else {
                is_fault |= place == Place::Freed;
                self.failure(
                    ProofFailureKind::UnknownFree,
                    op,
                    self.m.defining_op(memref),
                );
                continue;
            };
            // Memory that is given away may be what a caller passes as another argument, too.
            let is_own = state
                .of_first_name(first)
                .is_some_and(|obligation| obligation.site != self.function);
            let mut is_kept = false;
            for (other, owned) in retained.iter().zip(&mut is_owned) {
                match *other {
                    Place::Live { first: kept, .. } if kept == first => {
                        *owned = true;
                        is_kept = true;
                    }
                    Place::Live { .. } => {}
                    Place::Borrowed { .. } if is_own => {}
                    Place::Borrowed { .. } | Place::Freed | Place::Unknown => {
                        self.failure(ProofFailureKind::ConditionalFree, op, None);
                        is_kept = true;
                    }
                }
            }
            if !is_kept && freed.iter().all(|other| other.1 != place) {
                freed.push((memref, place));
            }
        }
        for (memref, place) in freed {
            self.free_place(op, memref, place, state);
        }
        let results: Vec<ValueId> = self.m.results(op).collect();
        for (result, is_owned) in results.into_iter().zip(is_owned) {
            state.set_fact(result, Fact::Is(is_owned));
        }
        is_fault
    }
}
