//! What is decided for a function before anything is changed.

use memplan_mlir::{BlockId, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::facts::Carrier;

/// What is known of a flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Flag {
    /// Nothing yet.
    #[default]
    Open,
    /// Always false.
    No,
    /// Always true.
    Yes,
    /// Known at run time.
    Dynamic,
}

impl Flag {
    /// One or the other, depending on the way that control takes.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, flag) | (flag, Self::Open) => flag,
            (a, b) if a == b => a,
            _ => Self::Dynamic,
        }
    }

    /// True if either is.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            (Self::No, flag) | (flag, Self::No) => flag,
            (Self::Dynamic, Self::Dynamic) => Self::Dynamic,
        }
    }
}

/// Somebody who can take over a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnershipReceiver {
    /// A carrier that is still needed.
    Carrier(Carrier),
    /// What becomes of this operand of the terminator.
    Operand(u32),
}

impl OwnershipReceiver {
    /// The carrier, if it is one.
    pub(super) fn carrier(self) -> Option<Carrier> {
        match self {
            Self::Carrier(carrier) => Some(carrier),
            Self::Operand(_) => None,
        }
    }
}

/// Something to be done at some place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Frees the buffer if the flag is true, which then is false.
    Free(Carrier),
    /// Hands the flag on.
    Move(Carrier, OwnershipReceiver),
    /// What becomes of the first operand of a return is certainly what becomes of the second, under
    /// the same address: the caller gets the buffer twice.
    Share(u32, u32),
    /// Frees those that no receiver is the same as; the flags of the others go to the receivers. The last list
    /// says which receivers certainly get one that is true.
    Compare {
        carriers: Vec<Carrier>,
        receivers: Vec<OwnershipReceiver>,
        is_certain: Vec<bool>,
    },
}

/// What is to be done when control leaves a block in one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgePlan {
    pub(super) actions: Vec<Action>,
    /// The flag of each memref that is handed on, by operand.
    pub(super) flags: Vec<(u32, Flag)>,
}

/// Everything that is to be done in a function.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Of each carrier where it is defined.
    pub(super) flags: Vec<Flag>,
    /// Of the carriers that are needed in a block, where it begins.
    pub(super) entry: FxHashMap<(BlockId, Carrier), Flag>,
    pub(super) after: FxHashMap<OpId, Vec<Action>>,
    pub(super) at_start: FxHashMap<BlockId, Vec<Action>>,
    /// By terminator: one for each successor, or one for all that control may leave to.
    pub(super) edges: FxHashMap<OpId, Vec<EdgePlan>>,
    /// Carriers whose flag an operation takes over, with the initial value that they are.
    pub(super) handed: FxHashMap<OpId, Vec<(Carrier, ValueId)>>,
    /// Results of the function: the join over all returns.
    pub(super) results: Vec<Flag>,
}

impl Plan {
    /// How much is left to run time: comparisons and flags.
    pub(super) fn n_open(&self) -> usize {
        let on_edges = self.edges.values().flatten().map(|edge| &edge.actions);
        let lists = self.after.values().chain(self.at_start.values());
        let actions = lists.chain(on_edges).flatten();
        let compared = actions.map(|action| match action {
            Action::Compare {
                carriers,
                receivers,
                ..
            } => carriers.len() * receivers.len().max(1),
            Action::Free(_) | Action::Move(..) | Action::Share(..) => 0,
        });
        let flags = self.flags.iter().chain(self.entry.values());
        compared.sum::<usize>() + flags.filter(|&&flag| flag == Flag::Dynamic).count()
    }
}
