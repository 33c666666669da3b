//! Liveness against its definition, on random programs and on what grows.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use memplan_mlir::analyses::Liveness;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_testing::programs::{ProgramOptions, numbered_program};

type Sets = BTreeMap<BlockId, BTreeSet<ValueId>>;

fn module(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &ParseOptions::default());
    parsed
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn blocks_below(m: &Module, root: OpId) -> Vec<BlockId> {
    m.walk(root)
        .flat_map(|op| m.regions(op))
        .flat_map(|&region| m.blocks(region))
        .collect()
}

/// The definition, word by word: iterated over everything until nothing changes.
fn by_definition(m: &Module, root: OpId) -> (Sets, Sets) {
    let blocks = blocks_below(m, root);
    let inside = |block: BlockId| m.ops(block).flat_map(|op| m.walk(op));
    let mut uses: Sets = BTreeMap::new();
    let mut defs: Sets = BTreeMap::new();
    let (mut live_in, mut live_out): (Sets, Sets) = (BTreeMap::new(), BTreeMap::new());
    for &block in &blocks {
        let mut own: BTreeSet<ValueId> = m.block_args(block).iter().copied().collect();
        own.extend(inside(block).flat_map(|op| m.results(op)));
        own.extend(
            inside(block)
                .flat_map(|op| m.regions(op))
                .flat_map(|&region| m.blocks(region))
                .flat_map(|block| m.block_args(block)),
        );
        let used = inside(block).flat_map(|op| m.operands(op).to_vec());
        uses.insert(block, used.filter(|value| !own.contains(value)).collect());
        let region = m.block_region(block);
        let here = own
            .iter()
            .filter(|&&value| m.value_block(value) == Some(block));
        let out = here.filter(|&&value| {
            m.uses(value).any(|(user, _)| {
                let around = std::iter::once(user).chain(m.ancestors(user));
                let mut blocks = around.filter_map(|op| m.op_block(op));
                let at = blocks.find(|&at| m.block_region(at) == region);
                at.is_some_and(|at| at != block)
            })
        });
        live_out.insert(block, out.copied().collect());
        live_in.insert(block, BTreeSet::new());
        defs.insert(block, own);
    }
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &block in &blocks {
            let mut out = live_out[&block].clone();
            for successor in m.last_op(block).map_or(&[][..], |op| m.successors(op)) {
                out.extend(&live_in[successor]);
            }
            let mut entering: BTreeSet<ValueId> = uses[&block].union(&out).copied().collect();
            entering.retain(|value| !defs[&block].contains(value));
            has_changed |= out != live_out[&block] || entering != live_in[&block];
            live_out.insert(block, out);
            live_in.insert(block, entering);
        }
    }
    (live_in, live_out)
}

/// The last operation of a block with a use in it, by looking at all of them.
fn last_use(m: &Module, value: ValueId, block: BlockId) -> Option<OpId> {
    let is_user = |&op: &OpId| m.walk(op).any(|inner| m.operands(inner).contains(&value));
    m.ops(block).filter(is_user).last()
}

fn check(m: &Module, root: OpId) -> usize {
    let (live_in, live_out) = by_definition(m, root);
    let found = Liveness::of(m, root);
    let memrefs = Liveness::of_values(m, root, |value| m.is_memref(value));
    let mut n = 0;
    for block in blocks_below(m, root) {
        let sets = [
            (
                &live_in[&block],
                found.live_in(block),
                memrefs.live_in(block),
            ),
            (
                &live_out[&block],
                found.live_out(block),
                memrefs.live_out(block),
            ),
        ];
        for (expected, found, of_memrefs) in sets {
            let expected: Vec<ValueId> = expected.iter().copied().collect();
            assert_eq!(found, expected, "{block:?}");
            let only: Vec<ValueId> = expected.into_iter().filter(|&v| m.is_memref(v)).collect();
            assert_eq!(of_memrefs, only, "{block:?}");
            n += found.len();
        }
        let own = m.block_args(block).iter().copied();
        let own = own.chain(m.ops(block).flat_map(|op| m.results(op)));
        for value in own.chain(live_in[&block].iter().copied()) {
            let (start, last) = match m.defining_op(value) {
                Some(op) if m.op_block(op) == Some(block) => (Some(op), m.last_op(block)),
                _ => (m.first_op(block), m.last_op(block)),
            };
            assert_eq!(found.start_of(m, value, block), start);
            let end = if live_out[&block].contains(&value) {
                last
            } else {
                last_use(m, value, block).or(start)
            };
            assert_eq!(found.end_of(m, value, block), end, "{value:?} in {block:?}");
        }
    }
    n
}

#[test]
fn agrees_with_the_definition_on_random_programs() {
    let mut n = 0;
    for number in 0..150 {
        let text = numbered_program(number, &ProgramOptions::default());
        let m = module(&text);
        n += check(&m, m.root());
        for op in m.ops(m.body().unwrap()).collect::<Vec<_>>() {
            n += check(&m, op);
        }
    }
    assert!(n > 10_000, "the programs have {n} live values only");
}

#[test]
fn agrees_with_the_definition_where_nothing_leads_and_where_nothing_ends() {
    let m = module(
        "func.func @f(%c: i1, %x: index) {
           %a = memref.alloc() : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           cf.cond_br %c, ^loop(%x : index), ^inner
         ^loop(%i: index):
           %j = arith.addi %i, %x : index
           scf.if %c {
             %v = memref.cast %a : memref<4xf32> to memref<?xf32>
             \"test.use\"(%v) : (memref<?xf32>) -> ()
           }
           cf.br ^loop(%j : index)
         ^inner:
           %r = scf.execute_region -> index {
             cf.cond_br %c, ^bb1, ^bb2
           ^bb1:
             \"test.use\"(%b) : (memref<4xf32>) -> ()
             cf.br ^bb2
           ^bb2:
             scf.yield %x : index
           }
           %z = \"test.make\"() ({
             \"test.unused\"(%r) : (index) -> ()
           }) : () -> index
           cf.br ^end
         ^never:
           %d = arith.addi %x, %x : index
           cf.br ^never_too
         ^never_too:
           \"test.use\"(%d) : (index) -> ()
           cf.br ^end
         ^end:
           return
         }",
    );
    let function = m.first_op(m.body().unwrap()).unwrap();
    check(&m, function);
    // A root that uses values from outside: they are live into all blocks on the way.
    let inner = m
        .walk(function)
        .find(|&op| m.op_name_text(op) == "scf.execute_region");
    check(&m, inner.unwrap());
    assert!(
        Liveness::of(&m, m.root())
            .live_in(BlockId::from_index(9999))
            .is_empty()
    );
}

/// 100,000 blocks in a row, each of which uses what the one before has made: what is live is a few
/// values everywhere.
#[test]
fn long_functions_have_small_sets() {
    const N: usize = 100_000;
    let mut text = "func.func @f(%a: memref<8xf32>, %v0: index) {\n  cf.br ^b1\n".to_owned();
    for i in 1..=N {
        writeln!(
            text,
            "^b{i}:\n  %v{i} = arith.addi %v{}, %v{} : index\n  cf.br ^b{}",
            i - 1,
            i.saturating_sub(2),
            i + 1
        )
        .unwrap();
    }
    writeln!(
        text,
        "^b{}:\n  memref.dealloc %a : memref<8xf32>\n  return\n}}",
        N + 1
    )
    .unwrap();
    let m = module(&text);
    let found = Liveness::of(&m, m.root());
    let sizes = blocks_below(&m, m.root())
        .into_iter()
        .map(|block| found.live_in(block).len());
    assert_eq!(sizes.sum::<usize>(), 3 * N, "two indices and the buffer");
}
