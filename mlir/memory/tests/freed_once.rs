//! Soundness of the freed-once proof: the interpreter executes programs with correct and with
//! misplaced deallocations. What is proved is true, and what is called a certain fault is one in every run.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_interp::{Datum, FaultKind, RunOptions, function, run};
use memplan_memory_model::{BufferViewFlowAnalysis, prove_freed_once};
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{effects, is_plain_dealloc};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId, OpSpec, ValueId};
use memplan_support::Random;
use memplan_testing::figure;
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

/// Inputs of `@main`: none, or a flag and a size.
const INPUTS: [(u64, u64); 5] = [(0, 0), (1, 0), (0, 1), (1, 2), (0, 3)];

/// The memory faults of `@main` in the interpreter, with each input.
fn memory_faults(m: &Module) -> Vec<Option<FaultKind>> {
    let main = function(m, "main").unwrap();
    let has_inputs = m
        .signature(main)
        .is_some_and(|(inputs, _)| !inputs.is_empty());
    let all = INPUTS
        .iter()
        .take(if has_inputs { INPUTS.len() } else { 1 });
    let all = all.map(|&(flag, size)| {
        let inputs = [Datum::Int(flag), Datum::Int(size)];
        let inputs = if has_inputs { &inputs[..] } else { &[] };
        let options = RunOptions {
            step_limit: 100_000,
            ..RunOptions::default()
        };
        match run(m, main, inputs, &options) {
            Ok(run) => run.leaks.first().map(|leak| leak.kind),
            Err(fault) => Some(fault.kind),
        }
    });
    all.collect()
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
    certain: usize,
    faulty: usize,
}

fn judge(m: &Module, counts: &mut Counts) {
    assert_eq!(verify(m), []);
    let proofs = prove_freed_once(m);
    let is_proved = proofs.iter().all(|function| function.failures.is_empty());
    let is_fault = |fault: &Option<FaultKind>| fault.is_some_and(is_about_frees);
    let faults = memory_faults(m);
    let is_faulty = faults.iter().any(is_fault);
    let text = || print(m, &PrintOptions::default());
    assert!(!(is_proved && is_faulty), "{faults:?} in\n{}", text());
    let main = function(m, "main");
    let mut of_main = proofs.iter().filter(|proof| Some(proof.function) == main);
    let is_certain = of_main.any(|proof| proof.failures.iter().any(|failure| failure.is_certain));
    let is_always = faults.iter().all(Option::is_some);
    assert!(
        !is_certain || is_always,
        "{proofs:?} {faults:?} in\n{}",
        text()
    );
    counts.proved += usize::from(is_proved);
    counts.doubted += usize::from(!is_proved);
    counts.certain += usize::from(is_certain);
    counts.faulty += usize::from(is_faulty);
}

/// The programs of the fixture, each with the comment that says what it shows.
fn right_programs() -> Vec<&'static str> {
    let text = include_str!("fixtures/freed-once.mlir");
    text.split("// -----\n").collect()
}

#[test]
fn right_programs_are_proved() {
    let programs = right_programs();
    assert_eq!(programs.len(), 41);
    for text in programs {
        let m = module(text);
        let mut counts = Counts::default();
        judge(&m, &mut counts);
        assert_eq!(
            (counts.proved, counts.faulty),
            (1, 0),
            "{:?} in\n{text}",
            prove_freed_once(&m)
        );
    }
}

/// Gives an operation that frees, chooses or passes buffers on another operand of the same type.
fn exchange(m: &mut Module, random: &mut Random) {
    let values = || (0..m.value_count() as u32).map(ValueId::from_index);
    let is_flag = |value: ValueId| m.ctx.type_text(m.value_type(value)) == "i1";
    let is_meant = |&value: &ValueId| m.is_memref(value) || is_flag(value);
    let values: Vec<ValueId> = values()
        .filter(|&value| m.value_block(value).is_some())
        .collect();
    let uses: Vec<(OpId, usize)> = m
        .walk(m.root())
        .flat_map(|op| (0..m.operands(op).len()).map(move |number| (op, number)))
        .filter(|&(op, number)| is_meant(&m.operands(op)[number]))
        .collect();
    let dominance = memplan_mlir::analyses::Dominance::new(m);
    for _ in 0..50 {
        let (op, number) = uses[random.index(uses.len())];
        let old = m.operands(op)[number];
        let new = values[random.index(values.len())];
        let fits = old != new && m.value_type(old) == m.value_type(new);
        if fits && dominance.value_dominates(m, new, op) {
            m.set_operand(op, number, new);
            if verify(m).is_empty() {
                return;
            }
            m.set_operand(op, number, old);
        }
    }
}

/// Frees twice what is freed once.
fn repeat(m: &mut Module, random: &mut Random) {
    let deallocs = m.walk(m.root()).filter(|&op| is_plain_dealloc(m, op));
    let deallocs: Vec<OpId> = deallocs.collect();
    if !deallocs.is_empty() {
        let op = deallocs[random.index(deallocs.len())];
        let value = m.operands(op)[0];
        dealloc_before(m, op, value);
    }
}

/// Mutants of right programs of every kind: none that the interpreter refutes is proved.
#[test]
fn no_wrong_mutant_is_proved() {
    let n = n_programs(600);
    let programs = right_programs();
    let mut counts = Counts::default();
    let mut number = 0;
    while (counts.faulty as u64) < n {
        let mut m = module(programs[number % programs.len()]);
        let mut random = Random::new(number as u64);
        for _ in 0..=random.index(2) {
            match random.index(4) {
                0 | 1 => spoil(&mut m, &mut random),
                2 => exchange(&mut m, &mut random),
                _ => repeat(&mut m, &mut random),
            }
        }
        judge(&m, &mut counts);
        number += 1;
    }
    figure(&format!(
        "{number} mutants of {} right programs, {} wrong: none of these proved; {} proved, {} certain faults",
        programs.len(),
        counts.faulty,
        counts.proved,
        counts.certain
    ));
    assert!(counts.certain > 0 && counts.proved > 0, "{counts:?}");
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
