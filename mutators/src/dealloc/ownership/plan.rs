//! The ownership plan of a function, computed before anything is changed.

use memplan_mlir::{BlockId, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::facts::Carrier;

/// The lattice value of an ownership flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Flag {
    /// Not yet known.
    #[default]
    Open,
    /// Always false.
    No,
    /// Always true.
    Yes,
    /// Known only at run time.
    Dynamic,
}

impl Flag {
    /// The join over two paths.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, flag) | (flag, Self::Open) => flag,
            (a, b) if a == b => a,
            _ => Self::Dynamic,
        }
    }

    /// The disjunction of both.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            (Self::No, flag) | (flag, Self::No) => flag,
            (Self::Dynamic, Self::Dynamic) => Self::Dynamic,
        }
    }
}

/// A value that can take over the ownership of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnershipReceiver {
    /// A carrier that is still needed.
    Carrier(Carrier),
    /// The target of this terminator operand.
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

/// An ownership action at a program point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Frees the buffer if the flag is true, and clears the flag.
    Free(Carrier),
    /// Transfers the flag to a receiver.
    Move(Carrier, OwnershipReceiver),
    /// Both operands of a return certainly become the same buffer at the same address: the caller
    /// receives the buffer twice.
    Share(u32, u32),
    /// Frees the carriers that differ from all receivers; the flags of the others go to the receivers. The last list
    /// states which receivers certainly get a true flag.
    Compare {
        carriers: Vec<Carrier>,
        receivers: Vec<OwnershipReceiver>,
        is_certain: Vec<bool>,
    },
}

/// The actions when control leaves a block along one edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgePlan {
    pub(super) actions: Vec<Action>,
    /// The flag of each memref operand that is passed on.
    pub(super) flags: Vec<(u32, Flag)>,
}

/// All ownership actions of a function.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The flag of each carrier at its definition.
    pub(super) flags: Vec<Flag>,
    /// The flags of the live-in carriers of each block.
    pub(super) entry: FxHashMap<(BlockId, Carrier), Flag>,
    pub(super) after: FxHashMap<OpId, Vec<Action>>,
    pub(super) at_start: FxHashMap<BlockId, Vec<Action>>,
    /// For each terminator: one entry per successor, or a single one when control leaves the region.
    pub(super) edges: FxHashMap<OpId, Vec<EdgePlan>>,
    /// Carriers whose flag an operation takes over, with the corresponding initial value.
    pub(super) handed: FxHashMap<OpId, Vec<(Carrier, ValueId)>>,
    /// The flags of the function results: the join over all returns.
    pub(super) results: Vec<Flag>,
}

impl Plan {
    /// The number of runtime comparisons and dynamic flags.
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
