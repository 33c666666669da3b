//! What a job did to a program before it was planned.

use memplan_placement::donation::DonatedArgument;

use crate::lower_peak::Lowered;
use crate::tensors::Bufferized;

/// How a program was bufferized, and its run-time peak lowered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// How the program became a program on buffers, if it was on tensors.
    pub bufferized: Option<Bufferized>,
    /// The arguments that hold results, which are dropped.
    pub donated: Vec<DonatedArgument>,
    /// The passes that lowered the run-time peaks.
    pub lowered: Lowered,
}
