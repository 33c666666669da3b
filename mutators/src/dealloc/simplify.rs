//! `buffer-deallocation-simplification`: simplifies `bufferization.dealloc` statically, to save
//! comparisons at run time.
//!
//! Each operation is simplified in this order. Two buffers are *the same* if they are certainly in one
//! allocation, and *distinct* if they are certainly in two:
//!
//! 1. Memrefs that are the same are merged; the result is owned if any of them is.
//! 2. Memrefs that are distinct from all others get an operation of their own, and so do groups of
//!    them. A result is true if it is true in any of these operations.
//! 3. A retained memref that is distinct from all memrefs is removed; its result is false.
//! 4. A memref that is the same as some retained ones and distinct from all others is not freed
//!    here. It is removed, and the retained ones receive its ownership.
//! 5. If each retained memref is the same as one that is certainly owned, the results are true and
//!    those retained memrefs are removed.
//!
//! By the calling convention a call returns new buffers, unless flags among its results or
//! [`PrivateCalls`] indicate otherwise; then a result may be one of its operands.
//!
//! [`run_to_fixpoint`] alternates the pass with `canonicalize`, since each enables the other, for at most 10 rounds.

use memplan_memory_model::{Origin, Origins};
use memplan_mlir::interfaces::constant_int;
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::{Dealloc, canonicalize};
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::calls::{self, PrivateCalls};
use crate::builder::Builder;

/// The values of the option `private-calls`.
const PRIVATE_CALLS: &[(&str, PrivateCalls)] = &[
    ("anything", PrivateCalls::GiveAnything),
    ("new", PrivateCalls::GiveNew),
];

/// The pass `buffer-deallocation-simplification`: decides statically what `bufferization.dealloc` would compare at
/// run time.
///
/// Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplify {
    /// Whether it alternates with `canonicalize` until neither changes anything, for at most 10 rounds.
    pub to_fixpoint: bool,
    /// The convention for results of private functions.
    pub private: PrivateCalls,
}

impl Pass for Simplify {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-deallocation-simplification",
            aliases: &[],
            summary: "Decides statically what `bufferization.dealloc` would compare at run time.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::flag("fixpoint", &mut pass.to_fixpoint)
                    .help("Alternate with `canonicalize` until neither changes anything."),
                Field::word("private-calls", &mut pass.private, PRIVATE_CALLS).help(
                    "What private functions return: `anything`, or `new` buffers that their \
                     callers own.",
                ),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        if self.to_fixpoint {
            run_to_fixpoint(m, root, self.private);
        } else {
            run(m, root, self.private);
        }
        Ok(())
    }
}

/// Maximum number of iterations of [`run_to_fixpoint`].
const MAX_ROUNDS: u32 = 10;

/// Simplifies every `bufferization.dealloc` below `root` once. Returns whether any changed.
///
/// Linear in the operations. Two different allocations are trivially distinct, so only memrefs of
/// other origin are compared with all others.
pub fn run(m: &mut Module, root: OpId, private: PrivateCalls) -> bool {
    let ops = Dealloc::all(m, root);
    if ops.is_empty() {
        return false;
    }
    let mut origins = calls::origins(m, root, private);
    let mut has_changed = false;
    for op in ops {
        if let Some(lists) = Dealloc::of(m, op) {
            has_changed |= simplify(m, &mut origins, op, &lists);
        }
    }
    has_changed
}

/// Alternates this pass and `canonicalize` below `root` until neither changes anything, for at most 10 rounds. Returns
/// whether anything changed.
pub fn run_to_fixpoint(m: &mut Module, root: OpId, private: PrivateCalls) -> bool {
    let mut has_changed = canonicalize(m, root);
    for _ in 0..MAX_ROUNDS {
        if !run(m, root, private) {
            break;
        }
        has_changed = true;
        canonicalize(m, root);
    }
    has_changed
}

/// A memref, or several that are the same.
#[derive(Clone, Debug)]
struct Entry {
    memref: ValueId,
    conditions: Vec<ValueId>,
}

/// An independent part of an operation.
#[derive(Clone, Debug, Default)]
struct Piece {
    entries: Vec<Entry>,
    /// Numbers of retained memrefs.
    retained: Vec<usize>,
}

/// The replacement of a result of the operation: true if any of these is.
#[derive(Clone, Debug, Default)]
struct Outcome {
    conditions: Vec<ValueId>,
    is_true: bool,
}

struct Relations<'a> {
    m: &'a Module,
    origins: &'a mut Origins,
}

impl Relations<'_> {
    fn same(&mut self, a: ValueId, b: ValueId) -> Option<bool> {
        self.origins.same(self.m, a, b)
    }

    /// The allocation that a value is a view of, if an operation of this function made it.
    fn allocation(&self, value: ValueId) -> Option<ValueId> {
        (self.origins.origin(self.m, value) == Origin::Heap)
            .then(|| self.origins.base(self.m, value))
    }
}

/// Entries, classified by their origin.
#[derive(Debug, Default)]
struct Index {
    allocations: FxHashMap<ValueId, usize>,
    /// Entries of unknown origin.
    others: Vec<usize>,
    n: usize,
}

impl Index {
    fn add(&mut self, allocation: Option<ValueId>) {
        match allocation {
            Some(allocation) => {
                self.allocations.insert(allocation, self.n);
            }
            None => self.others.push(self.n),
        }
        self.n += 1;
    }

    /// The entries that a value is not trivially distinct from.
    fn candidates(&self, allocation: Option<ValueId>) -> Vec<usize> {
        match allocation {
            Some(allocation) => {
                let own = self.allocations.get(&allocation);
                own.into_iter().chain(&self.others).copied().collect()
            }
            None => (0..self.n).collect(),
        }
    }
}

fn simplify(m: &mut Module, origins: &mut Origins, op: OpId, lists: &Dealloc) -> bool {
    let mut relations = Relations { m, origins };
    let (entries, index) = merged(&mut relations, lists);
    let mut pieces = pieces(&mut relations, entries, &index, &lists.retained);
    let mut outcomes = vec![Outcome::default(); lists.retained.len()];
    for piece in &mut pieces {
        hand_over(&mut relations, piece, &lists.retained, &mut outcomes);
        hand_over_owned(&mut relations, piece, &lists.retained, &mut outcomes);
    }
    pieces.retain(|piece| !piece.entries.is_empty());
    let is_as_before = matches!(&pieces[..], [piece]
        if piece.entries.len() == lists.memrefs.len()
            && piece.retained.len() == lists.retained.len()
            && outcomes.iter().all(|outcome| outcome.conditions.is_empty() && !outcome.is_true));
    if is_as_before {
        return false;
    }
    emit(m, op, lists, &pieces, outcomes);
    true
}

/// Step 1.
fn merged(relations: &mut Relations<'_>, lists: &Dealloc) -> (Vec<Entry>, Index) {
    let mut entries: Vec<Entry> = Vec::with_capacity(lists.memrefs.len());
    let mut index = Index::default();
    for (memref, condition) in lists.entries() {
        let allocation = relations.allocation(memref);
        let same = index
            .candidates(allocation)
            .into_iter()
            .find(|&at| relations.same(memref, entries[at].memref) == Some(true));
        match same {
            Some(at) => entries[at].conditions.push(condition),
            None => {
                index.add(allocation);
                entries.push(Entry {
                    memref,
                    conditions: vec![condition],
                });
            }
        }
    }
    (entries, index)
}

/// Steps 2 and 3: groups of entries that may be the same, each with the retained memrefs that it may
/// be the same as.
fn pieces(
    relations: &mut Relations<'_>,
    entries: Vec<Entry>,
    index: &Index,
    retained: &[ValueId],
) -> Vec<Piece> {
    // Union-find forest: the root of a group is its first entry.
    let mut parent: Vec<usize> = (0..entries.len()).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for &other in &index.others {
        for at in 0..entries.len() {
            let (a, b) = (root(&mut parent, at), root(&mut parent, other));
            if a != b && relations.same(entries[at].memref, entries[other].memref) != Some(false) {
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    let mut at_root: FxHashMap<usize, usize> = FxHashMap::default();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut piece_of = Vec::with_capacity(entries.len());
    for at in 0..entries.len() {
        let next = pieces.len();
        let piece = *at_root.entry(root(&mut parent, at)).or_insert(next);
        if piece == next {
            pieces.push(Piece::default());
        }
        piece_of.push(piece);
    }
    for (number, &value) in retained.iter().enumerate() {
        let allocation = relations.allocation(value);
        for at in index.candidates(allocation) {
            let piece = piece_of[at];
            if pieces[piece].retained.last() != Some(&number)
                && relations.same(value, entries[at].memref) != Some(false)
            {
                pieces[piece].retained.push(number);
            }
        }
    }
    for (entry, piece) in entries.into_iter().zip(piece_of) {
        pieces[piece].entries.push(entry);
    }
    pieces
}

/// Step 4.
fn hand_over(
    relations: &mut Relations<'_>,
    piece: &mut Piece,
    retained: &[ValueId],
    outcomes: &mut [Outcome],
) {
    let numbers = piece.retained.clone();
    piece.entries.retain(|entry| {
        let mut receivers = Vec::new();
        for &number in &numbers {
            match relations.same(entry.memref, retained[number]) {
                None => return true,
                Some(true) => receivers.push(number),
                Some(false) => {}
            }
        }
        for &receiver in &receivers {
            outcomes[receiver]
                .conditions
                .extend_from_slice(&entry.conditions);
        }
        receivers.is_empty()
    });
}

/// Step 5.
fn hand_over_owned(
    relations: &mut Relations<'_>,
    piece: &mut Piece,
    retained: &[ValueId],
    outcomes: &mut [Outcome],
) {
    if piece.retained.is_empty() {
        return;
    }
    let is_true = |relations: &Relations<'_>, entry: &Entry| {
        entry.conditions.iter().any(|&condition| {
            constant_int(relations.m, condition).is_some_and(|value| value & 1 == 1)
        })
    };
    let mut goes = vec![false; piece.entries.len()];
    for &number in &piece.retained {
        let mut is_owned = false;
        for (at, entry) in piece.entries.iter().enumerate() {
            if is_true(relations, entry)
                && relations.same(entry.memref, retained[number]) == Some(true)
            {
                goes[at] = true;
                is_owned = true;
            }
        }
        if !is_owned {
            return;
        }
    }
    for &number in &piece.retained {
        outcomes[number].is_true = true;
    }
    let mut goes = goes.into_iter();
    piece.entries.retain(|_| goes.next() != Some(true));
}

fn emit(m: &mut Module, op: OpId, lists: &Dealloc, pieces: &[Piece], mut outcomes: Vec<Outcome>) {
    let mut builder = Builder::before(m, op);
    for piece in pieces {
        let mut new = Dealloc::default();
        for entry in &piece.entries {
            new.memrefs.push(entry.memref);
            let condition = builder.any(&entry.conditions);
            new.conditions.push(condition);
        }
        new.retained = piece
            .retained
            .iter()
            .map(|&at| lists.retained[at])
            .collect();
        let spec = new.spec(builder.m);
        let rest = builder.insert(spec);
        let results: Vec<ValueId> = builder.m.results(rest).collect();
        for (&number, result) in piece.retained.iter().zip(results) {
            outcomes[number].conditions.push(result);
        }
    }
    let results: Vec<ValueId> = outcomes
        .iter()
        .map(|outcome| {
            if outcome.is_true {
                builder.bit(true)
            } else {
                builder.any(&outcome.conditions)
            }
        })
        .collect();
    m.replace_op(op, &results);
}

impl Builder<'_> {
    /// Whether any of these holds.
    fn any(&mut self, conditions: &[ValueId]) -> ValueId {
        match *conditions {
            [] => self.bit(false),
            [first, ref rest @ ..] => {
                rest.iter().fold(
                    first,
                    |any, &next| {
                        if any == next { any } else { self.or(any, next) }
                    },
                )
            }
        }
    }
}
