//! Soundness of the freed-once proof: the interpreter executes programs with correct and with
//! misplaced deallocations.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_interp::{FaultKind, RunOptions, function, run};
use memplan_memory_model::{BufferViewFlowAnalysis, freed_once::prove};
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{effects, is_plain_dealloc};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId, OpSpec, ValueId};
use memplan_support::Random;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

fn module(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn dealloc_before(m: &mut Module, anchor: OpId, value: ValueId) {
    let name = m.ctx.op_name("memref.dealloc");
    let op = m.create_op(OpSpec::new(name).operands(&[value]));
    m.insert_before(anchor, op);
}

fn allocated(m: &Module) -> Vec<(OpId, ValueId)> {
    let of = |op| {
        let list = effects(m, op)?;
        let made = list
            .iter()
            .find(|effect| effect.kind == EffectKind::Allocate)?;
        let value = made.value.filter(|&value| m.is_memref(value))?;
        Some((op, value))
    };
    m.walk(m.root()).filter_map(of).collect()
}

/// Frees each buffer that does not leave its block at the end of the block.
fn free_what_stays(m: &mut Module) {
    let flow = BufferViewFlowAnalysis::new(m, m.root());
    for (op, value) in allocated(m) {
        let block = m.op_block(op).unwrap();
        let Some(last) = m
            .last_op(block)
            .filter(|&last| m.has_trait(last, Traits::TERMINATOR))
        else {
            continue;
        };
        let stays = flow.resolve(value).into_iter().all(|alias| {
            m.value_block(alias) == Some(block)
                && m.uses(alias).all(|(user, _)| {
                    !m.has_trait(user, Traits::TERMINATOR)
                        || m.ancestor_in_block(block, user) != Some(user)
                })
        });
        if stays && m.uses(value).all(|(user, _)| !is_plain_dealloc(m, user)) {
            dealloc_before(m, last, value);
        }
    }
}

/// Moves a deallocation up in its block, past up to eight operations.
fn free_earlier(m: &mut Module, random: &mut Random, dealloc: OpId) {
    let freed = m.operands(dealloc)[0];
    let before = std::iter::successors(m.prev_op(dealloc), |&op| m.prev_op(op));
    let before = before.take_while(|&op| m.defining_op(freed) != Some(op));
    let anchors: Vec<OpId> = before.take(8).collect();
    if !anchors.is_empty() {
        m.detach(dealloc);
        m.insert_before(anchors[random.index(anchors.len())], dealloc);
    }
}

/// Inserts a deallocation of a visible value at a random place, or removes or moves a deallocation.
fn spoil(m: &mut Module, random: &mut Random) {
    let deallocs: Vec<OpId> = m
        .walk(m.root())
        .filter(|&op| is_plain_dealloc(m, op))
        .collect();
    if !deallocs.is_empty() && random.index(3) > 0 {
        let op = deallocs[random.index(deallocs.len())];
        match random.index(2) {
            0 => m.erase(op),
            _ => free_earlier(m, random, op),
        }
        return;
    }
    let dominance = memplan_mlir::analyses::Dominance::new(m);
    let memrefs: Vec<ValueId> = (0..m.value_count() as u32)
        .map(ValueId::from_index)
        .filter(|&value| m.is_memref(value) && m.value_block(value).is_some())
        .collect();
    let inside: Vec<OpId> = m
        .walk(m.root())
        .filter(|&op| {
            m.ancestors(op)
                .any(|around| m.has_trait(around, Traits::FUNCTION))
        })
        .collect();
    for _ in 0..200 {
        let value = memrefs[random.index(memrefs.len())];
        let anchor = inside[random.index(inside.len())];
        let is_plain = m.ancestors(anchor).all(|around| {
            // Bodies that compute single elements hold no deallocations.
            memplan_mlir::interfaces::is_sequential_loop(m, around)
                || !m.has_trait(around, Traits::LOOP)
        });
        if is_plain && dominance.value_dominates(m, value, anchor) {
            dealloc_before(m, anchor, value);
            if verify(m).is_empty() {
                return;
            }
            let added = m.prev_op(anchor).unwrap();
            m.erase(added);
        }
    }
}

/// The memory fault of `@main` in the interpreter.
fn memory_fault(m: &Module) -> Option<FaultKind> {
    let main = function(m, "main").unwrap();
    match run(m, main, &[], &RunOptions::default()) {
        Ok(run) => run.leaks.first().map(|leak| leak.kind),
        Err(fault) => Some(fault.kind),
    }
}

fn is_about_frees(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Leak | FaultKind::DoubleFree | FaultKind::InvalidFree | FaultKind::UseAfterFree
    )
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    proved: usize,
    doubted: usize,
    faulty: usize,
}

fn judge(m: &Module, counts: &mut Counts) {
    assert_eq!(verify(m), []);
    let is_proved = prove(m).iter().all(|function| function.failures.is_empty());
    let fault = memory_fault(m);
    let text = || print(m, &PrintOptions::default());
    if is_proved {
        assert!(
            !fault.is_some_and(is_about_frees),
            "{fault:?} in\n{}",
            text()
        );
        counts.proved += 1;
    } else {
        counts.doubted += 1;
    }
    counts.faulty += usize::from(fault.is_some_and(is_about_frees));
}

#[test]
fn nothing_is_proved_that_the_interpreter_refutes() {
    let n = n_programs(600);
    let (mut right, mut wrong) = (Counts::default(), Counts::default());
    for number in 0..n {
        let options = ProgramOptions {
            statements: 1 + (number % 7) as u32,
            clones: false,
            calls: !number.is_multiple_of(3),
            ..ProgramOptions::default()
        };
        let mut m = module(&numbered_program(number, &options));
        free_what_stays(&mut m);
        judge(&m, &mut right);
        let mut random = Random::new(number);
        for _ in 0..=random.index(2) {
            spoil(&mut m, &mut random);
        }
        judge(&m, &mut wrong);
    }
    // The test is meaningful only if it meets enough programs of each kind.
    assert!(right.proved as u64 >= n / 10, "{right:?}");
    assert!(wrong.faulty as u64 >= n / 3, "{wrong:?}");
}
