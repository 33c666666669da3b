//! The passes that the search tries.

use std::time::Duration;

use memplan_memory::{
    Analyses, BlockedChain, CARRY_IN_PLACE, COMPUTE_IN_PLACE, ComputeInBlocks, Effort,
    FUSE_INTO_READERS, FUSE_UPDATES_INTO_READERS, FUSE_UPDATES_INTO_READERS_AT_PEAKS, FoundOrders,
    PAD_BORDERS, PAD_BORDERS_AT_PEAKS, Recomputation, Rematerialize, Rewrite, SINK_ALLOCATIONS,
    SINK_FILLS, SPLIT_BUFFERS, SPLIT_OUTPUTS, ScheduleForMemory, WRITE_INTO_PARTS,
    WRITE_INTO_PARTS_AT_PEAKS,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{callee, is_private};
use memplan_mlir::rewrite::inline;
use memplan_mlir::{Module, OpId};

use super::{Blocks, LowerPeak, PassRuns};

/// A program and its analyses.
#[derive(Clone)]
pub(super) struct Program {
    pub(super) module: Module,
    pub(super) analyses: Analyses,
    /// The traffic that recomputation has added, in thousandths of that of a function, for the function with the
    /// most.
    pub(super) recomputed_per_mille: u64,
    /// The chains that are computed in blocks.
    pub(super) chains: Vec<BlockedChain>,
}

impl Program {
    pub(super) fn new(module: Module) -> Self {
        Self {
            module,
            analyses: Analyses::default(),
            recomputed_per_mille: 0,
            chains: Vec::new(),
        }
    }
}

/// A pass that the search may run on any program, at any time.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// The name of the pass.
    pub(super) name: &'static str,
    pub(super) role: Role,
    run: Run,
    /// Whether fills sink again after it.
    sinks_fills: bool,
    /// Whether operations are ordered again after it; buffers are always allocated late.
    pub(super) orders: bool,
}

/// The effect of a pass on loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Makes more buffers visible, and may raise loads. The search also begins after it.
    Exposes,
    /// Raises no load. The search begins after all of these, in the order of the table.
    Clears,
    /// Lowers some loads and may raise others.
    Trades,
    /// As [`Self::Trades`], once no other pass lowers the peak.
    Last,
    /// A faster version of the next row, for the cases that matter most. It replaces that pass on the way to the best
    /// program if the peak is then as low.
    Spares,
}

/// How a pass is run. Each says whether it changed anything.
#[derive(Clone, Copy)]
enum Run {
    /// `schedule-for-memory` alone.
    Order,
    Rewrite(fn(&mut Module, OpId, &mut Analyses) -> bool),
    Recompute(Rematerialize),
    InBlocks(ComputeInBlocks),
}

const fn row(name: &'static str, role: Role, run: Run) -> Move {
    Move {
        name,
        role,
        run,
        sinks_fills: false,
        orders: matches!(role, Role::Trades | Role::Last),
    }
}

const fn exposes(
    name: &'static str,
    rewrite: fn(&mut Module, OpId, &mut Analyses) -> bool,
) -> Move {
    row(name, Role::Exposes, Run::Rewrite(rewrite))
}

const fn clears(pass: Rewrite) -> Move {
    row(pass.name, Role::Clears, Run::Rewrite(pass.rewrite))
}

const fn trades(pass: Rewrite) -> Move {
    row(pass.name, Role::Trades, Run::Rewrite(pass.rewrite))
}

/// All passes. A new one is a row here: the search finds out when it pays. Of two with the same result, the first one
/// is taken, so those that change less come first.
const MOVES: [Move; 14] = [
    exposes("inline", inline_calls),
    exposes("carry-in-place", carry_values_in_place),
    clears(SPLIT_BUFFERS),
    clears(SINK_FILLS),
    row("schedule-for-memory", Role::Clears, Run::Order),
    trades(FUSE_INTO_READERS),
    Move {
        role: Role::Spares,
        ..trades(FUSE_UPDATES_INTO_READERS_AT_PEAKS)
    },
    trades(FUSE_UPDATES_INTO_READERS),
    trades(WRITE_INTO_PARTS_AT_PEAKS),
    trades(WRITE_INTO_PARTS),
    trades(PAD_BORDERS_AT_PEAKS),
    trades(PAD_BORDERS),
    Move {
        sinks_fills: true,
        ..trades(SPLIT_OUTPUTS)
    },
    // The order is good already, and buffers that share memory restrict it.
    Move {
        orders: false,
        ..trades(COMPUTE_IN_PLACE)
    },
];

/// The passes that are tried first on each form of a program, one after the other: the search continues with the
/// forms that these lower most.
pub(super) const FIRST: &[&str] = &["pad-borders-at-peaks", "fuse-updates-into-readers"];

/// The number of times that they run.
pub(super) const N_FIRST: usize = 2;

/// Buffers that functions return take memory at run time, too.
const ORDER: ScheduleForMemory = ScheduleForMemory {
    effort: Effort::Windows,
    work: 100_000,
    outputs: true,
    report: false,
};

pub(super) fn moves(options: LowerPeak) -> Vec<Move> {
    let mut moves = MOVES.to_vec();
    if options.recompute_percent > 0 {
        for (name, products) in [
            ("rematerialize", false),
            ("rematerialize{products=true}", true),
        ] {
            let run = Run::Recompute(Rematerialize {
                max_traffic_percent: options.recompute_percent,
                products,
                ..Rematerialize::default()
            });
            moves.push(row(name, Role::Trades, run));
        }
    }
    if options.blocks != Blocks::Off {
        let mut usual = ComputeInBlocks::default();
        if options.blocks == Blocks::Free {
            usual.max_work_percent = 0;
            usual.max_traffic_percent = 2;
        }
        let run = Run::InBlocks(ComputeInBlocks {
            blocks: match options.blocks {
                Blocks::Forced(n) => n.get(),
                _ => 0,
            },
            max_work_percent: usual.max_work_percent.max(options.recompute_percent),
            ..usual
        });
        let role = match options.blocks {
            Blocks::Free => Role::Last,
            _ => Role::Trades,
        };
        moves.push(row("compute-in-blocks", role, run));
    }
    moves
}

impl Move {
    /// The pass, which has not run yet.
    pub(super) fn runs(&self) -> PassRuns {
        PassRuns {
            pass: self.name.to_owned(),
            n_runs: 0,
            n_new: 0,
            time: Duration::ZERO,
        }
    }

    /// The program after the pass, with its operations ordered; `None` if it changes nothing.
    pub(super) fn run(&self, given: &Program, orders: &FoundOrders) -> Option<Program> {
        let mut next = self.rewritten(given, orders)?;
        self.put_in_order(&mut next, orders);
        Some(next)
    }

    /// The program after the pass alone; `None` if it changes nothing.
    pub(super) fn rewritten(&self, given: &Program, orders: &FoundOrders) -> Option<Program> {
        let mut next = given.clone();
        let root = next.module.root();
        let Program {
            module,
            analyses,
            recomputed_per_mille,
            chains,
        } = &mut next;
        let has_changed = match self.run {
            Run::Order => order(&mut next, orders),
            Run::Rewrite(rewrite) => rewrite(module, root, analyses),
            Run::Recompute(pass) => {
                // The traffic that earlier runs have added counts, too.
                let spent = recomputed_per_mille.div_ceil(10);
                let pass = Rematerialize {
                    max_traffic_percent: pass.max_traffic_percent.saturating_sub(spent),
                    ..pass
                };
                let done = pass.recompute(module, root);
                let added = done.iter().map(Recomputation::added_per_mille);
                *recomputed_per_mille += added.max().unwrap_or(0);
                if !done.is_empty() {
                    analyses.forget();
                }
                !done.is_empty()
            }
            Run::InBlocks(pass) => {
                let divided = pass.divide_again(module, root, analyses);
                chains.extend_from_slice(&divided);
                !divided.is_empty()
            }
        };
        if !has_changed {
            return None;
        }
        let Program {
            module, analyses, ..
        } = &mut next;
        if self.sinks_fills {
            (SINK_FILLS.rewrite)(module, root, analyses);
        }
        Some(next)
    }

    /// The steps after the pass. Passes with equal [`Self::orders`] turn equal programs into equal programs.
    pub(super) fn put_in_order(&self, next: &mut Program, orders: &FoundOrders) {
        if self.orders {
            order(next, orders);
        } else {
            let Program {
                module, analyses, ..
            } = next;
            (SINK_ALLOCATIONS.rewrite)(module, module.root(), analyses);
        }
    }
}

/// Orders the operations of the program, and allocates buffers at their first uses. Returns whether any moved.
fn order(program: &mut Program, orders: &FoundOrders) -> bool {
    let Program {
        module, analyses, ..
    } = program;
    let root = module.root();
    let has_sunk = (SINK_ALLOCATIONS.rewrite)(module, root, analyses);
    let loads = ORDER.schedule_again(module, root, orders, analyses);
    has_sunk || loads.iter().any(|load| load.has_moved)
}

/// Gives each buffer that a loop carries one allocation, if there are any.
fn carry_values_in_place(m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
    let carries = |op: OpId| {
        let is_loop = m.has_trait(op, Traits::LOOP);
        is_loop && m.operands(op).iter().any(|&value| m.is_memref(value))
    };
    m.walk(root).any(carries) && (CARRY_IN_PLACE.rewrite)(m, root, analyses)
}

/// Inlines the calls that can be. It removes private functions without callers, so a program without public functions,
/// in which any function may be the entry, is not changed.
fn inline_calls(m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    let has_calls = || m.walk(root).any(|op| callee(m, op).is_some());
    if functions.all(|function| is_private(m, function)) || !has_calls() {
        return false;
    }
    analyses.forget();
    inline(m, root)
}

/// The program without its calls; `None` if none can be inlined.
pub(super) fn with_calls_inlined(m: &Module) -> Option<Module> {
    let (mut inlined, root) = (m.clone(), m.root());
    inline_calls(&mut inlined, root, &mut Analyses::default()).then_some(inlined)
}
