//! Random control flow graphs: lifetimes against a definition that does not depend on the order of blocks.
//!
//! A buffer is in use at an operation if an access to it may run before and another one after, without
//! the allocation running again in between. Wherever that is so at an access to another buffer, the
//! two lifetimes must overlap, whatever loops the graph has.

use memplan_collectors::find_collector;
use memplan_mlir::Module;
use memplan_mlir::text::parse;
use memplan_planner::Lifetime;
use memplan_support::Random;

const N_BUFFERS: usize = 4;

/// An operation of a random program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Alloc(usize),
    Use(usize),
    Branch,
}

/// Where a step is: its block, and its position there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    block: usize,
    at: usize,
}

struct Program {
    blocks: Vec<Vec<Step>>,
    successors: Vec<Vec<usize>>,
}

/// Blocks with up to two successors; the last one returns. Each buffer is allocated in some block and
/// used in blocks that it dominates.
fn program(random: &mut Random) -> Program {
    let n = 2 + random.index(7);
    let mut successors: Vec<Vec<usize>> = Vec::new();
    for block in 0..n - 1 {
        let forward = block + 1 + random.index(n - 1 - block);
        let any = 1 + random.index(n - 1);
        successors.push(if random.index(3) == 0 {
            vec![forward]
        } else {
            vec![any, forward]
        });
    }
    successors.push(Vec::new());
    let mut blocks = vec![Vec::new(); n];
    for buffer in 0..N_BUFFERS {
        let home = random.index(n);
        blocks[home].push(Step::Alloc(buffer));
        let inside: Vec<usize> = (0..n)
            .filter(|&b| dominates(&successors, home, b))
            .collect();
        for _ in 0..1 + random.index(3) {
            let block = inside[random.index(inside.len())];
            blocks[block].push(Step::Use(buffer));
        }
    }
    blocks.iter_mut().for_each(|block| block.push(Step::Branch));
    Program { blocks, successors }
}

/// Whether every way from the entry to `b` leads through `a`; blocks out of reach do not count.
fn dominates(successors: &[Vec<usize>], a: usize, b: usize) -> bool {
    let reach = |without: Option<usize>| {
        let mut seen = vec![false; successors.len()];
        let mut stack = vec![0];
        while let Some(block) = stack.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block], true) {
                stack.extend(&successors[block]);
            }
        }
        seen
    };
    a == b || (reach(None)[b] && !reach(Some(a))[b])
}

impl Program {
    fn text(&self) -> String {
        let mut text = String::from("func.func @f(%c: i1) {\n");
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 {
                text.push_str(&format!("^b{index}:\n"));
            }
            for step in block {
                text.push_str(&match step {
                    Step::Alloc(b) => format!("  %a{b} = memref.alloc() : memref<8xf32>\n"),
                    Step::Use(b) => format!("  \"test.use\"(%a{b}) : (memref<8xf32>) -> ()\n"),
                    Step::Branch => match self.successors[index][..] {
                        [] => "  return\n".to_owned(),
                        [a] => format!("  cf.br ^b{a}\n"),
                        [a, b, ..] => format!("  cf.cond_br %c, ^b{a}, ^b{b}\n"),
                    },
                });
            }
        }
        text + "}\n"
    }

    fn places(&self) -> Vec<Place> {
        let blocks = self.blocks.iter().enumerate();
        let places =
            blocks.flat_map(|(block, steps)| (0..steps.len()).map(move |at| Place { block, at }));
        places.collect()
    }

    fn step(&self, place: Place) -> Step {
        self.blocks[place.block][place.at]
    }

    fn next(&self, place: Place) -> Vec<Place> {
        let Place { block, at } = place;
        if at + 1 < self.blocks[block].len() {
            return vec![Place { block, at: at + 1 }];
        }
        self.successors[block]
            .iter()
            .map(|&block| Place { block, at: 0 })
            .collect()
    }

    /// Whether a use of the buffer may follow the step without its allocation in between.
    fn is_used_after(&self, from: Place, buffer: usize) -> bool {
        let (mut seen, mut stack) = (Vec::new(), self.next(from));
        while let Some(at) = stack.pop() {
            let step = self.step(at);
            if step == Step::Use(buffer) {
                return true;
            }
            if step != Step::Alloc(buffer) && !seen.contains(&at) {
                seen.push(at);
                stack.extend(self.next(at));
            }
        }
        false
    }

    /// Whether the step may run after a use of the buffer without its allocation in between.
    fn is_after_use(&self, to: Place, buffer: usize) -> bool {
        let uses = self
            .places()
            .into_iter()
            .filter(|&at| self.step(at) == Step::Use(buffer));
        let mut stack: Vec<_> = uses.flat_map(|at| self.next(at)).collect();
        let mut seen = Vec::new();
        while let Some(at) = stack.pop() {
            if at == to {
                return true;
            }
            if self.step(at) != Step::Alloc(buffer) && !seen.contains(&at) {
                seen.push(at);
                stack.extend(self.next(at));
            }
        }
        false
    }
}

/// The lifetime of each buffer.
fn lifetimes(m: &Module) -> Vec<Option<Lifetime>> {
    let mut lifetimes = vec![None; N_BUFFERS];
    let Ok(collector) = find_collector("tick") else {
        return lifetimes;
    };
    let Ok(collected) = collector.collect(m) else {
        return lifetimes;
    };
    // Allocations are distinguished by their place among all of them in the text.
    let mut order: Vec<_> = m
        .walk(m.root())
        .filter(|&op| m.op_name_text(op) == "memref.alloc")
        .collect();
    order.sort_by_key(|&op| m.span(op).start);
    for scope in &collected.scopes {
        for (id, facts) in scope.ids() {
            if let Some(index) = order.iter().position(|&op| op == facts.alloc) {
                lifetimes[index] = Some(scope.trace[id].live);
            }
        }
    }
    lifetimes
}

#[test]
fn lifetimes_overlap_wherever_one_buffer_is_used_while_another_is_live() {
    let mut random = Random::new(1);
    let (mut merged, mut conflicts) = (0, 0);
    for round in 0..4000 {
        let program = program(&mut random);
        let text = program.text();
        let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
        let m = parsed
            .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
            .module;
        // Buffers in the order of their allocations in the text.
        let order: Vec<usize> = program
            .places()
            .into_iter()
            .filter_map(|at| match program.step(at) {
                Step::Alloc(buffer) => Some(buffer),
                Step::Use(_) | Step::Branch => None,
            })
            .collect();
        let mut live = [None; N_BUFFERS];
        for (lifetime, buffer) in lifetimes(&m).into_iter().zip(order) {
            live[buffer] = lifetime;
        }
        merged += live.iter().flatten().count();
        for at in program.places() {
            let Step::Use(user) = program.step(at) else {
                continue;
            };
            if !dominates(&program.successors, 0, at.block) {
                continue;
            }
            for other in (0..N_BUFFERS).filter(|&other| other != user) {
                let is_live = program.is_after_use(at, other) && program.is_used_after(at, other);
                let (Some(a), Some(b)) = (live[user], live[other]) else {
                    continue;
                };
                conflicts += usize::from(is_live);
                assert!(
                    !is_live || a.overlaps(b),
                    "round {round}: {user} {other}\n{text}"
                );
            }
        }
    }
    // The test is only meaningful if the programs merge buffers and have conflicts.
    assert!(merged > 4000 && conflicts > 4000, "{merged} {conflicts}");
}
