//! What recomputation buys: the run-time peak against the memory traffic that is added.

use memplan_mlir::Module;

use crate::lower_peak::{Blocks, LowerPeak, highest_peak};
use crate::{Error, Merge, Stage};

/// How much traffic recomputation may add, in percent.
const PERCENTS: [u64; 9] = [0, 1, 2, 5, 10, 20, 40, 80, 160];

/// A program that recomputes as much as its traffic allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// How much traffic recomputation may add, in percent.
    pub percent: u64,
    /// The highest run-time peak of a public function, in bytes; absent where it has no bound.
    pub peak_bytes: Option<u64>,
    /// The bytes that the program reads and writes, as [`memplan_memory::traffic_bytes`] counts them.
    pub traffic_bytes: u64,
}

impl Merge<'_> {
    /// The run-time peaks with ever more recomputation, from none to 160 % of the traffic; `found` is called with
    /// each point at once. Passes start from the given program each time, so this takes nine times as long as
    /// [`Stage::Lower`].
    ///
    /// # Errors
    ///
    /// As [`Stage::Lower`].
    pub fn recompute_curve(
        &self,
        m: &Module,
        blocks: Blocks,
        mut found: impl FnMut(CurvePoint),
    ) -> Result<(), Error> {
        for percent in PERCENTS {
            let options = LowerPeak {
                recompute_percent: percent,
                blocks,
                ..LowerPeak::default()
            };
            let mut tried = m.clone();
            let mut job = self.start(&mut tried);
            Stage::Declare.run(&mut job)?;
            job.lower(options)?;
            found(CurvePoint {
                percent,
                peak_bytes: highest_peak(&tried),
                traffic_bytes: memplan_memory::traffic_bytes(&tried),
            });
        }
        Ok(())
    }
}
