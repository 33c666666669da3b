//! Passes that lower the run-time peak of a program before its buffers are merged: `-O memory`, the default of `merge`.

use memplan_memory::{
    Effort, FuseForMemory, PadBorders, Rematerialize, ScheduleForMemory, SplitBuffers,
    WriteIntoParts, carry_in_place, compute_in_place, sink_allocations, sink_fills,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{callee, is_private};
use memplan_mlir::rewrite::inline;
use memplan_mlir::{Module, OpId};
use memplan_planner::Interrupt;
use rustc_hash::FxHashMap;

use crate::report::{RunTimePeak, run_time_peaks};
use crate::results::results_to_callers;
use crate::steps;

/// What [`lower_peak`] may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerPeak {
    /// How much memory traffic may be added by computing buffers again, in percent of that of each function. With
    /// zero, buffers are computed again only where that adds none.
    pub recompute_percent: u64,
}

/// What one pass made of the run-time peaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeakStep {
    /// The name of the pass; `given` for the program before all of them.
    pub pass: &'static str,
    /// Whether the result has what this pass did.
    pub is_kept: bool,
    /// The run-time peaks behind the pass, with each buffer freed by itself.
    pub peaks: Vec<RunTimePeak>,
}

/// The passes, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Split(SplitBuffers),
    Sink,
    Recompute(Rematerialize),
    Order,
    Fuse(FuseForMemory),
    Padding(PadBorders),
    Parts(WriteIntoParts),
    InPlace,
}

/// Steps of which the one sequence is taken that reaches the least peaks.
type Choice = Vec<Vec<Step>>;

/// Buffers that functions return take memory at run time, too.
const ORDER: ScheduleForMemory = ScheduleForMemory {
    effort: Effort::Windows,
    work: 100_000,
    outputs: true,
    report: false,
};

/// How many readers may compute a buffer that they would read, where that adds no memory traffic.
const MAX_READERS: usize = 8;

impl Step {
    /// What each program goes through, and then what has to pay.
    fn all(options: LowerPeak) -> (Vec<Self>, [Choice; 5]) {
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
        // Sequences that change less come first, since the first of equal ones is taken.
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
            vec![vec![Self::Split(outputs)]],
            vec![vec![Self::InPlace]],
        ];
        (always, paying)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Split(pass) if pass.outputs => "split-buffers{outputs=true}",
            Self::Split(_) => "split-buffers",
            Self::Sink => "sink-fills",
            Self::Recompute(_) => "rematerialize",
            Self::Order => "schedule-for-memory",
            Self::Fuse(pass) => match (pass.max_readers, pass.updates) {
                (1, false) => "fuse-for-memory",
                (1, true) => "fuse-for-memory{updates=true}",
                (_, false) => "fuse-for-memory{max-readers=8}",
                (_, true) => "fuse-for-memory{max-readers=8 updates=true}",
            },
            Self::Padding(pass) if pass.peaks => "pad-borders{peaks=true}",
            Self::Padding(_) => "pad-borders",
            Self::Parts(pass) if pass.peaks => "write-into-parts{peaks=true}",
            Self::Parts(_) => "write-into-parts",
            Self::InPlace => "compute-in-place",
        }
    }

    /// Runs the pass. Returns whether it changed anything.
    fn run(self, m: &mut Module) -> bool {
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
            Self::Order => order(m),
            Self::Fuse(pass) => pass.fuse(m, root),
            Self::Padding(pass) => pass.divide(m, root),
            Self::Parts(pass) => pass.write(m, root),
            Self::InPlace => compute_in_place(m, root),
        }
    }

    /// Whether operations are ordered again behind the pass, if it changed anything.
    fn is_ordered_again(self) -> bool {
        match self {
            Self::Split(pass) => pass.outputs,
            Self::Fuse(_) | Self::Padding(_) | Self::Parts(_) => true,
            Self::Sink | Self::Recompute(_) | Self::Order | Self::InPlace => false,
        }
    }
}

/// Orders the operations of the program. Returns whether any moved.
fn order(m: &mut Module) -> bool {
    let has_sunk = sink(m);
    let root = m.root();
    let loads = ORDER.schedule(m, root);
    has_sunk || loads.iter().any(|load| load.has_moved)
}

/// Allocates buffers at their first uses. Returns whether anything moved.
fn sink(m: &mut Module) -> bool {
    let root = m.root();
    sink_allocations(m, root)
}

/// Lowers the run-time peaks of a program on buffers: by `split-buffers`, `sink-fills`, `rematerialize` where
/// recomputation is allowed, `schedule-for-memory`, `fuse-for-memory`, the same with `updates=true`, `write-into-parts` and
/// `pad-borders`, `split-buffers{outputs=true}` and `compute-in-place`. From `fuse-for-memory` on, passes are left out where the
/// peaks do not fall.
///
/// The chain runs with calls as they are, with results of private functions in their callers ([`results_to_callers`]), with
/// calls inlined, and, with calls as they are and inlined, with one allocation for each buffer that a loop carries
/// ([`carry_in_place`]). The program becomes that of the stage with the least peaks, in sum, among those where no public
/// function has a higher one than before; it stays as it is if there is none. Results stay the same bit for bit.
///
/// The peaks are those of a program that frees each buffer by itself; merging does not raise them. Returns those at each stage
/// of the chain that was taken. Nothing is returned for a program without buffers, and for one that cannot be deallocated:
/// its peaks are not known, and it is not changed.
///
/// An interrupt is polled between the passes; the best stage until then is taken.
///
/// Near-linear in the program, besides the limits of the passes.
pub fn lower_peak(
    m: &mut Module,
    options: LowerPeak,
    interrupt: Option<&dyn Interrupt>,
) -> Vec<PeakStep> {
    lower_peak_of_any(m, &[], options, interrupt).0
}

/// The same with other programs of the same meaning to start from, which have the names of the passes that made them. Also
/// returns the number of the one that was taken, if not the given one.
pub(crate) fn lower_peak_of_any(
    m: &mut Module,
    others: &[(&'static str, Module)],
    options: LowerPeak,
    interrupt: Option<&dyn Interrupt>,
) -> (Vec<PeakStep>, Option<usize>) {
    let has_to_stop = || interrupt.is_some_and(|it| it.reason_to_stop().is_some());
    let Some(given) = peaks(m).filter(|peaks| !peaks.is_empty()) else {
        return (Vec::new(), None);
    };
    let mut best = Chain::new(given.clone());
    let mut taken = None;
    let given_program = std::iter::once((None, &*m));
    let other_programs = others.iter().enumerate();
    let programs = given_program.chain(other_programs.map(|(at, it)| (Some(at), &it.1)));
    for (at, program) in programs {
        let pass = at.and_then(|at| others.get(at)).map(|other| other.0);
        let first: &[Start] = &[];
        for variant in std::iter::once(first).chain(VARIANTS) {
            if has_to_stop() {
                break;
            }
            let mut chain = Chain::new(given.clone());
            let Some(start) = chain.start(pass, program, variant) else {
                continue;
            };
            chain.run(start, options, &has_to_stop);
            if chain.least < best.least {
                (best, taken) = (chain, at);
            }
        }
    }
    if let Some(module) = best.module {
        *m = module;
    }
    (best.steps, taken)
}

/// A pass that makes another program of the same meaning to start from, if there is one.
type Start = (&'static str, fn(&Module) -> Option<Module>);

const RESULTS_TO_CALLERS: Start = ("results-to-callers", with_results_in_callers);
const INLINE: Start = ("inline", with_calls_inlined);
const CARRY_IN_PLACE: Start = ("carry-in-place", with_values_in_place);

/// What the chain starts from besides the given program.
const VARIANTS: [&[Start]; 4] = [
    &[RESULTS_TO_CALLERS],
    &[INLINE],
    &[CARRY_IN_PLACE],
    &[INLINE, CARRY_IN_PLACE],
];

/// The program with one allocation for each buffer that a loop carries; `None` if there are none.
fn with_values_in_place(m: &Module) -> Option<Module> {
    let carries = |op: OpId| {
        let is_loop = m.has_trait(op, Traits::LOOP);
        is_loop && m.operands(op).iter().any(|&it| m.is_memref(it))
    };
    if !m.walk(m.root()).any(carries) {
        return None;
    }
    let (mut changed, root) = (m.clone(), m.root());
    carry_in_place(&mut changed, root).then_some(changed)
}

/// The program without the calls that can be inlined; `None` if there are none. Inlining shows the passes behind it
/// more buffers, but raises the peak of some programs. It removes private functions that nothing calls any more, so a
/// program without public functions, in which any may be the entry, stays as it is.
fn with_calls_inlined(m: &Module) -> Option<Module> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    let has_calls = || m.walk(m.root()).any(|op| callee(m, op).is_some());
    if functions.all(|function| is_private(m, function)) || !has_calls() {
        return None;
    }
    let (mut inlined, root) = (m.clone(), m.root());
    inline(&mut inlined, root).then_some(inlined)
}

/// The program with results of private functions in their callers; `None` if there are none.
fn with_results_in_callers(m: &Module) -> Option<Module> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    if !functions.any(|function| is_private(m, function)) {
        return None;
    }
    let mut changed = m.clone();
    results_to_callers(&mut changed).then_some(changed)
}

/// The stages of a program.
struct Chain {
    steps: Vec<PeakStep>,
    /// The program at the best stage, if that is not the given one.
    module: Option<Module>,
    /// The sum of its peaks.
    least: i128,
    /// The peaks of the current program.
    now: Vec<RunTimePeak>,
    /// The steps that the current program went through, by index.
    taken: Vec<usize>,
}

impl Chain {
    fn new(given: Vec<RunTimePeak>) -> Self {
        Self {
            least: sum(&given),
            now: given.clone(),
            steps: vec![PeakStep {
                pass: "given",
                is_kept: true,
                peaks: given,
            }],
            module: None,
            taken: Vec::new(),
        }
    }

    fn given(&self) -> &[RunTimePeak] {
        self.steps.first().map_or(&[], |given| &given.peaks)
    }

    /// The program, which a pass may have made, behind all passes of a variant; `None` if one of those changes nothing.
    fn start(
        &mut self,
        pass: Option<&'static str>,
        m: &Module,
        variant: &[Start],
    ) -> Option<Module> {
        if let Some(pass) = pass {
            self.reach(pass, m, i128::MAX);
        }
        let mut now = None;
        for (pass, make) in variant {
            let next = make(now.as_ref().unwrap_or(m))?;
            self.reach(pass, &next, i128::MAX);
            now = Some(next);
        }
        Some(now.unwrap_or_else(|| m.clone()))
    }

    fn run(&mut self, mut now: Module, options: LowerPeak, has_to_stop: &dyn Fn() -> bool) {
        let (always, paying) = Step::all(options);
        let mut total = i128::MAX;
        for step in always {
            if has_to_stop() {
                return;
            }
            let has_changed = step.run(&mut now);
            let is_ordered = matches!(step, Step::Order);
            if (!is_ordered && sink(&mut now)) || has_changed {
                match self.reach(step.name(), &now, i128::MAX) {
                    Some(reached) => total = reached,
                    None => return,
                }
            } else {
                total = self.keep(step.name());
            }
        }
        for choice in paying {
            if has_to_stop() {
                return;
            }
            let Some((reached, programs)) = best_sequence(&now, &choice, has_to_stop) else {
                continue;
            };
            let limit = if reached < total { i128::MAX } else { total };
            for (name, next) in &programs {
                self.reach(name, next, limit);
            }
            if let Some((_, last)) = programs.into_iter().last().filter(|_| reached < total) {
                (now, total) = (last, reached);
            }
        }
    }

    /// Notes that a pass changed nothing. The sum of the peaks.
    fn keep(&mut self, pass: &'static str) -> i128 {
        self.taken.push(self.steps.len());
        self.steps.push(PeakStep {
            pass,
            is_kept: false,
            peaks: self.now.clone(),
        });
        sum(&self.now)
    }

    /// Notes what a pass reached, and keeps it if the peaks are the least so far. The sum of the peaks, if they are known.
    /// The pass is left out of what follows if they are not below a limit.
    fn reach(&mut self, pass: &'static str, now: &Module, limit: i128) -> Option<i128> {
        let reached = peaks(now)?;
        let (is_fine, total) = (is_nowhere_higher(&reached, self.given()), sum(&reached));
        if total < limit {
            self.taken.push(self.steps.len());
            self.now.clone_from(&reached);
        }
        self.steps.push(PeakStep {
            pass,
            is_kept: false,
            peaks: reached,
        });
        if is_fine && total < self.least {
            self.least = total;
            self.module = Some(now.clone());
            for &step in &self.taken {
                self.steps[step].is_kept = true;
            }
        }
        Some(total)
    }
}

/// The least sum of the peaks that a sequence reaches, and the programs behind its steps, with their names. Absent if none
/// changes anything.
fn best_sequence(
    now: &Module,
    choice: &Choice,
    has_to_stop: &dyn Fn() -> bool,
) -> Option<(i128, Vec<(&'static str, Module)>)> {
    let mut best: Option<(i128, Vec<(&'static str, Module)>)> = None;
    let mut idle: Option<Step> = None;
    for sequence in choice {
        // What starts with a step that changes nothing was tried without it.
        if has_to_stop() || (idle.is_some() && sequence.first().copied() == idle) {
            continue;
        }
        let mut programs: Vec<(&'static str, Module)> = Vec::new();
        for &step in sequence {
            let mut next = programs.last().map_or(now, |it| &it.1).clone();
            if !step.run(&mut next) {
                idle = idle.or(programs.is_empty().then_some(step));
                break;
            }
            match step.is_ordered_again() {
                true => _ = order(&mut next),
                false => _ = sink(&mut next),
            }
            programs.push((step.name(), next));
        }
        let reached = programs.last().and_then(|it| peaks(&it.1));
        if let Some(reached) = reached.map(|peaks| sum(&peaks))
            && best.as_ref().is_none_or(|known| reached < known.0)
        {
            best = Some((reached, programs));
        }
    }
    best
}

/// The peaks if each buffer is freed by itself. `None` if the program cannot be deallocated.
fn peaks(m: &Module) -> Option<Vec<RunTimePeak>> {
    let separate = steps::deallocated_for_peaks(m.clone())?;
    Some(run_time_peaks(&separate, &[]))
}

/// The sum of the peaks. Those without a bound count more than any other.
fn sum(peaks: &[RunTimePeak]) -> i128 {
    let bytes = |peak: &RunTimePeak| peak.peak.most.map_or(i64::MAX, |most| most.bytes);
    peaks.iter().map(|peak| i128::from(bytes(peak))).sum()
}

/// Whether no function has a higher peak than before.
fn is_nowhere_higher(found: &[RunTimePeak], before: &[RunTimePeak]) -> bool {
    let before: FxHashMap<&str, &RunTimePeak> = before
        .iter()
        .map(|known| (known.function.as_str(), known))
        .collect();
    found.iter().all(|now| {
        // Functions that are not listed hold nothing.
        let Some(known) = before.get(now.function.as_str()) else {
            return false;
        };
        match (now.peak.most, known.peak.most) {
            (Some(now), Some(known)) => now.fits(known),
            (None, Some(_)) => false,
            // Any bound is lower than none.
            (Some(_), None) => true,
            (None, None) => now.peak.least.fits(known.peak.least),
        }
    })
}
