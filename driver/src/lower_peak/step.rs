//! The passes of the chain.

use memplan_memory::{
    COMPUTE_IN_PLACE, Effort, FUSE_FOR_MEMORY, FUSE_INTO_READERS, FUSE_UPDATES,
    FUSE_UPDATES_INTO_READERS, FoundOrders, PAD_BORDERS, PAD_BORDERS_AT_PEAKS, Rematerialize,
    Rewrite, SINK_FILLS, SPLIT_BUFFERS, SPLIT_OUTPUTS, ScheduleForMemory, WRITE_INTO_PARTS,
    WRITE_INTO_PARTS_AT_PEAKS, sink_allocations,
};
use memplan_mlir::Module;

use super::LowerPeak;

/// A pass of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Recompute(Rematerialize),
    Order,
    Run(Rewrite),
    /// A pass, after which operations are ordered again if it changed anything.
    RunAndOrder(Rewrite),
    /// A pass, after which fills sink and operations are ordered again if it changed anything.
    RunAndSinkFills(Rewrite),
}

/// Sequences of steps. The one with the least sum of peaks is taken; on ties, the first one, so sequences that change
/// less come first.
pub(super) type Choice = &'static [&'static [Step]];

/// Buffers that functions return take memory at run time, too.
const ORDER: ScheduleForMemory = ScheduleForMemory {
    effort: Effort::Windows,
    work: 100_000,
    outputs: true,
    report: false,
};

const PARTS: Step = Step::RunAndOrder(WRITE_INTO_PARTS);
const PARTS_AT_PEAKS: Step = Step::RunAndOrder(WRITE_INTO_PARTS_AT_PEAKS);
const PADDING: Step = Step::RunAndOrder(PAD_BORDERS);
const PADDING_AT_PEAKS: Step = Step::RunAndOrder(PAD_BORDERS_AT_PEAKS);

/// The steps that must lower the peak, in this order.
pub(super) const PAYING: [Choice; 6] = [
    &[
        &[Step::RunAndOrder(FUSE_FOR_MEMORY)],
        &[Step::RunAndOrder(FUSE_INTO_READERS)],
    ],
    &[
        &[Step::RunAndOrder(FUSE_UPDATES)],
        &[Step::RunAndOrder(FUSE_UPDATES_INTO_READERS)],
    ],
    &[
        &[PARTS_AT_PEAKS],
        &[PARTS],
        &[PADDING_AT_PEAKS],
        &[PADDING_AT_PEAKS, PARTS_AT_PEAKS],
        &[PADDING_AT_PEAKS, PARTS],
        &[PADDING, PARTS_AT_PEAKS],
        &[PADDING, PARTS],
    ],
    // Pads again: lowering a peak may expose padded buffers that are live at another one.
    &[&[PADDING_AT_PEAKS]],
    &[&[Step::RunAndSinkFills(SPLIT_OUTPUTS)]],
    &[&[Step::Run(COMPUTE_IN_PLACE)]],
];

/// Passes have different names.
impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Step {
    /// The steps of every program.
    pub(super) fn always(options: LowerPeak) -> Vec<Self> {
        let mut steps = vec![Self::Run(SPLIT_BUFFERS), Self::Run(SINK_FILLS)];
        if options.recompute_percent > 0 {
            steps.push(Self::Recompute(Rematerialize {
                max_traffic_percent: options.recompute_percent,
                ..Rematerialize::default()
            }));
        }
        steps.push(Self::Order);
        steps
    }

    /// The name of the pass.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Recompute(_) => "rematerialize",
            Self::Order => "schedule-for-memory",
            Self::Run(pass) | Self::RunAndOrder(pass) | Self::RunAndSinkFills(pass) => pass.name,
        }
    }

    /// Runs the pass. Returns whether it changed anything.
    pub(super) fn run(self, m: &mut Module, orders: &FoundOrders) -> bool {
        let root = m.root();
        match self {
            Self::Recompute(pass) => !pass.recompute(m, root).is_empty(),
            Self::Order => order(m, orders),
            Self::Run(pass) | Self::RunAndOrder(pass) => (pass.rewrite)(m, root),
            Self::RunAndSinkFills(pass) => {
                let has_changed = (pass.rewrite)(m, root);
                if has_changed {
                    (SINK_FILLS.rewrite)(m, root);
                }
                has_changed
            }
        }
    }

    /// Whether operations are ordered again after the pass, if it changed anything.
    pub(super) fn is_ordered_again(self) -> bool {
        matches!(self, Self::RunAndOrder(_) | Self::RunAndSinkFills(_))
    }
}

/// Orders the operations of the program. Returns whether any moved.
pub(super) fn order(m: &mut Module, orders: &FoundOrders) -> bool {
    let has_sunk = sink(m);
    let root = m.root();
    let loads = ORDER.schedule_again(m, root, orders);
    has_sunk || loads.iter().any(|load| load.has_moved)
}

/// Allocates buffers at their first uses. Returns whether anything moved.
pub(super) fn sink(m: &mut Module) -> bool {
    let root = m.root();
    sink_allocations(m, root)
}
