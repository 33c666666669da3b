//! The passes of the chain.

use memplan_memory::{
    Effort, FoundOrders, FuseForMemory, PadBorders, Rematerialize, ScheduleForMemory, SplitBuffers,
    WriteIntoParts, compute_in_place, sink_allocations, sink_fills,
};
use memplan_mlir::Module;
use memplan_mlir::passes::Pass;

use super::LowerPeak;

/// The passes, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Split(SplitBuffers),
    Sink,
    Recompute(Rematerialize),
    Order,
    Fuse(FuseForMemory),
    Padding(PadBorders),
    Parts(WriteIntoParts),
    InPlace,
}

/// Sequences of steps. The one with the least sum of peaks is taken.
pub(super) type Choice = Vec<Vec<Step>>;

/// Buffers that functions return take memory at run time, too.
const ORDER: ScheduleForMemory = ScheduleForMemory {
    effort: Effort::Windows,
    work: 100_000,
    outputs: true,
    report: false,
};

/// The maximum number of readers of a buffer that may recompute it, where that adds no memory traffic.
const MAX_READERS: usize = 8;

impl Step {
    /// The steps of every program, and then those that must lower the peak.
    pub(super) fn all(options: LowerPeak) -> (Vec<Self>, [Choice; 6]) {
        let percent = options.recompute_percent;
        let mut always = vec![Self::Split(SplitBuffers::default()), Self::Sink];
        if percent > 0 {
            always.push(Self::Recompute(Rematerialize {
                max_traffic_percent: percent,
                ..Rematerialize::default()
            }));
        }
        always.push(Self::Order);
        let fuse = |max_readers, updates| {
            vec![Self::Fuse(FuseForMemory {
                max_readers,
                updates,
            })]
        };
        let outputs = SplitBuffers {
            outputs: true,
            ..SplitBuffers::default()
        };
        let parts = |peaks| Self::Parts(WriteIntoParts { peaks });
        let padding = |peaks| Self::Padding(PadBorders { peaks });
        // Sequences that change less come first, since the first one wins on ties.
        let parts = vec![
            vec![parts(true)],
            vec![parts(false)],
            vec![padding(true)],
            vec![padding(true), parts(true)],
            vec![padding(true), parts(false)],
            vec![padding(false), parts(true)],
            vec![padding(false), parts(false)],
        ];
        let paying = [
            vec![fuse(1, false), fuse(MAX_READERS, false)],
            vec![fuse(1, true), fuse(MAX_READERS, true)],
            parts,
            // Pads again: lowering a peak may expose padded buffers that are live at another one.
            vec![vec![padding(true)]],
            vec![vec![Self::Split(outputs)]],
            vec![vec![Self::InPlace]],
        ];
        (always, paying)
    }

    /// The pass in the syntax of pipelines; without the options that are the same in the whole chain.
    pub(super) fn name(self) -> String {
        match self {
            Self::Split(pass) => pass.text(),
            Self::Sink => "sink-fills".to_owned(),
            Self::Recompute(_) => "rematerialize".to_owned(),
            Self::Order => "schedule-for-memory".to_owned(),
            Self::Fuse(pass) => pass.text(),
            Self::Padding(pass) => pass.text(),
            Self::Parts(pass) => pass.text(),
            Self::InPlace => "compute-in-place".to_owned(),
        }
    }

    /// Runs the pass. Returns whether it changed anything.
    pub(super) fn run(self, m: &mut Module, found: &FoundOrders) -> bool {
        let root = m.root();
        match self {
            Self::Split(pass) => {
                let has_split = pass.split(m, root);
                if has_split && pass.outputs {
                    sink_fills(m, root);
                }
                has_split
            }
            Self::Sink => sink_fills(m, root),
            Self::Recompute(pass) => !pass.recompute(m, root).is_empty(),
            Self::Order => order(m, found),
            Self::Fuse(pass) => pass.fuse(m, root),
            Self::Padding(pass) => pass.divide(m, root),
            Self::Parts(pass) => pass.write(m, root),
            Self::InPlace => compute_in_place(m, root),
        }
    }

    /// Whether operations are ordered again after the pass, if it changed anything.
    pub(super) fn is_ordered_again(self) -> bool {
        match self {
            Self::Split(pass) => pass.outputs,
            Self::Fuse(_) | Self::Padding(_) | Self::Parts(_) => true,
            Self::Sink | Self::Recompute(_) | Self::Order | Self::InPlace => false,
        }
    }
}

/// Orders the operations of the program. Returns whether any moved.
pub(super) fn order(m: &mut Module, found: &FoundOrders) -> bool {
    let has_sunk = sink(m);
    let root = m.root();
    let loads = ORDER.schedule_again(m, root, found);
    has_sunk || loads.iter().any(|load| load.has_moved)
}

/// Allocates buffers at their first uses. Returns whether anything moved.
pub(super) fn sink(m: &mut Module) -> bool {
    let root = m.root();
    sink_allocations(m, root)
}
