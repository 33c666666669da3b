//! Memory that a program has to fit in: passes do what that takes, in the order of their costs, and no more.

use memplan_mlir::Module;
use memplan_planner::{LifetimeTrace, load_profile};
use memplan_support::Sort as _;
use memplan_support::sizes::human;

use crate::lower_peak::{Blocks, LowerPeak, highest_peak};
use crate::{Error, Merge, Prepared};

/// What is tried, cheapest first: nothing, what costs no traffic, computing in blocks, and recomputation for ever more
/// traffic.
const EFFORTS: [Option<(Blocks, u64)>; 10] = [
    None,
    Some((Blocks::Off, 0)),
    Some((Blocks::Auto, 0)),
    Some((Blocks::Auto, 5)),
    Some((Blocks::Auto, 10)),
    Some((Blocks::Auto, 20)),
    Some((Blocks::Auto, 40)),
    Some((Blocks::Auto, 80)),
    Some((Blocks::Auto, 160)),
    Some((Blocks::Auto, 1000)),
];

/// After so many efforts that lower nothing, more will not help.
const MAX_IN_VAIN: usize = 2;

/// How many buffers an error names.
const N_NAMED: usize = 5;

/// A program that needs more memory than it is given, whatever passes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// The memory, in bytes.
    pub given_bytes: u64,
    /// The lowest run-time peak that was reached; absent where it has no bound.
    pub reached_bytes: Option<u64>,
    /// The largest buffers that are live where it is reached, with their bytes; fewer where results of functions, which are
    /// not planned, are in the way.
    pub in_the_way: Vec<(String, u64)>,
}

impl std::fmt::Display for TooLittle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let given = human(u128::from(self.given_bytes));
        match self.reached_bytes {
            Some(reached) => {
                let missing = human(u128::from(reached.saturating_sub(self.given_bytes)));
                let reached = human(u128::from(reached));
                write!(
                    f,
                    "the program does not fit in {given}: it needs {reached}, {missing} more"
                )?;
            }
            None => write!(
                f,
                "no bound on what the program needs is known, so it cannot be fitted in {given}"
            )?,
        }
        for (at, (name, bytes)) in self.in_the_way.iter().enumerate() {
            let before = if at == 0 {
                "; live at once there: "
            } else {
                ", "
            };
            write!(f, "{before}{name} ({})", human(u128::from(*bytes)))?;
        }
        Ok(())
    }
}

impl Merge<'_> {
    /// As [`Self::prepare`], until no public function needs more than this many bytes at run time.
    pub(crate) fn prepare_to_fit(
        &self,
        m: &mut Module,
        given_bytes: u64,
    ) -> Result<Prepared, Error> {
        let given = m.clone();
        let mut least: Option<(Option<u64>, Module)> = None;
        let mut n_in_vain = 0;
        for effort in EFFORTS {
            let options = effort.map(|(blocks, recompute_percent)| LowerPeak {
                recompute_percent,
                blocks,
                goal_bytes: Some(given_bytes),
                ..LowerPeak::default()
            });
            let mut tried = given.clone();
            let prepared = self.prepare_as(&mut tried, options)?;
            let reached = highest_peak(&tried);
            if reached.is_some_and(|reached| reached <= given_bytes) {
                *m = tried;
                return Ok(prepared);
            }
            let key = |reached: Option<u64>| reached.unwrap_or(u64::MAX);
            if least.as_ref().is_none_or(|it| key(reached) < key(it.0)) {
                least = Some((reached, tried));
                n_in_vain = 0;
            } else if effort.is_some_and(|(_, percent)| percent > 0) {
                n_in_vain += 1;
            }
            if n_in_vain == MAX_IN_VAIN {
                break;
            }
        }
        let (reached_bytes, program) = least.unwrap_or((None, given));
        let collected = self.collect(&program)?;
        let fullest = collected.traces().max_by_key(|trace| trace.max_load());
        Err(Error::TooLittle(TooLittle {
            given_bytes,
            reached_bytes,
            in_the_way: fullest.map(live_at_peak).unwrap_or_default(),
        }))
    }
}

/// The largest buffers that are live where the load is highest.
fn live_at_peak(trace: &LifetimeTrace) -> Vec<(String, u64)> {
    let profile = load_profile(trace);
    let Some(step) = profile.iter().rev().max_by_key(|step| step.load) else {
        return Vec::new();
    };
    let live = trace.buffers().iter();
    let live = live.filter(|buffer| (buffer.live.begin()..buffer.live.end()).contains(&step.begin));
    let mut live: Vec<(String, u64)> = live
        .map(|buffer| (buffer.name.to_string(), buffer.size.0))
        .collect();
    live.sort_stable_by_key(|it| std::cmp::Reverse(it.1));
    live.truncate(N_NAMED);
    live
}
