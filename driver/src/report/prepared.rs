//! What a job did to a program before it was planned.

use memplan_memory::BlockedChain;
use memplan_mlir::text::Diagnostic;
use memplan_placement::donation::DonatedArgument;

use crate::lower_peak::{MemoryShape, PassRuns, PeakStep};
use crate::pools::PoolReport;
use crate::tensors::Bufferized;

/// The changes that [`Merge::prepare`](crate::Merge::prepare) made to a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// How the program was bufferized; `None` if it was not.
    pub bufferized: Option<Bufferized>,
    /// The effect of each pass that lowers the run-time peak.
    pub memory_steps: Vec<PeakStep>,
    /// The shape at which these peaks are, if there are buffers of dynamic shape.
    pub memory_shape: Option<MemoryShape>,
    /// How often each pass was tried for that.
    pub pass_runs: Vec<PassRuns>,
    /// The chains of operations that are computed in blocks.
    pub blocks: Vec<BlockedChain>,
    /// The arguments that hold results, which are dropped.
    pub donated: Vec<DonatedArgument>,
    /// Where buffers were put, if there are pools.
    pub pools: Option<PoolReport>,
    /// Warnings about donations that other tools declare and that are left out.
    pub warnings: Vec<Diagnostic>,
}
