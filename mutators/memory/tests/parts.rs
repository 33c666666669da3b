//! `write-into-parts` on random programs of temporaries that go to parts of buffers: results, loads, and that a second
//! run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use std::fmt::Write as _;

use memplan_memory::{write_into_parts, write_into_parts_at_peaks};
use memplan_mlir::{Module, OpId};
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::{Changes, check_loads};

/// A program in the making.
struct Program {
    random: Random,
    text: String,
    /// How many values have names.
    n_values: usize,
    /// Buffers of 8 elements, and temporaries of 4: the values and types of all that can be read.
    buffers: Vec<String>,
    temporaries: Vec<String>,
    parts: Vec<(String, &'static str)>,
}

const DENSE: &str = "memref<4xf32>";
const GRID: &str = "memref<2x2xf32>";
const WHOLE: &str = "memref<8xf32>";
/// Offset, stride and type of a part.
const PARTS: [(u64, u64, &str); 5] = [
    (0, 1, "memref<4xf32, strided<[1]>>"),
    (4, 1, "memref<4xf32, strided<[1], offset: 4>>"),
    (2, 1, "memref<4xf32, strided<[1], offset: 2>>"),
    (0, 2, "memref<4xf32, strided<[2]>>"),
    (1, 2, "memref<4xf32, strided<[2], offset: 1>>"),
];

impl Program {
    fn value(&mut self) -> String {
        self.n_values += 1;
        format!("%v{}", self.n_values)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn alloc(&mut self, ty: &str) -> String {
        let value = self.value();
        self.line(&format!("{value} = memref.alloc() : {ty}"));
        value
    }

    fn fill(&mut self, value: &str, ty: &str) {
        let number = ["%one", "%two"][self.random.index(2)];
        self.line(&format!(
            "linalg.fill ins({number} : f32) outs({value} : {ty})"
        ));
    }

    fn part(&mut self) -> (String, &'static str) {
        if !self.parts.is_empty() && self.random.one_in(3) {
            return self.random.pick(&self.parts).clone();
        }
        let (offset, stride, ty) = *self.random.pick(&PARTS);
        let buffer = self.random.pick(&self.buffers).clone();
        let value = self.value();
        self.line(&format!(
            "{value} = memref.subview {buffer}[{offset}] [4] [{stride}] : {WHOLE} to {ty}"
        ));
        self.parts.push((value.clone(), ty));
        (value, ty)
    }

    /// Something to read: a temporary or a part.
    fn source(&mut self) -> (String, &'static str) {
        if self.random.one_in(4) || self.temporaries.is_empty() {
            return self.part();
        }
        (self.random.pick(&self.temporaries).clone(), DENSE)
    }

    fn statement(&mut self) {
        match self.random.below(10) {
            0 => {
                let buffer = self.alloc(WHOLE);
                self.fill(&buffer, WHOLE);
                self.buffers.push(buffer);
            }
            1 => {
                let buffer = self.random.pick(&self.buffers).clone();
                if self.random.one_in(2) {
                    self.fill(&buffer, WHOLE);
                } else {
                    let other = self.random.pick(&self.buffers).clone();
                    self.line(&format!(
                        "linalg.exp ins({other} : {WHOLE}) outs({buffer} : {WHOLE})"
                    ));
                }
            }
            2 | 3 => {
                let temporary = self.alloc(DENSE);
                self.fill(&temporary, DENSE);
                self.temporaries.push(temporary);
            }
            9 => {
                let grid = self.alloc(GRID);
                self.fill(&grid, GRID);
                let value = self.value();
                self.line(&format!(
                    "{value} = memref.collapse_shape {grid} [[0, 1]] : {GRID} into {DENSE}"
                ));
                self.temporaries.push(value);
                if self.random.one_in(3) {
                    self.line(&format!(
                        "linalg.exp ins({grid} : {GRID}) outs({grid} : {GRID})"
                    ));
                }
            }
            4 => {
                let (source, ty) = self.source();
                let temporary = self.alloc(DENSE);
                self.line(&format!(
                    "linalg.exp ins({source} : {ty}) outs({temporary} : {DENSE})"
                ));
                self.temporaries.push(temporary);
            }
            5 => {
                let ((a, of_a), (b, of_b)) = (self.source(), self.source());
                let (to, ty) = self.source();
                self.line(&format!(
                    "linalg.add ins({a}, {b} : {of_a}, {of_b}) outs({to} : {ty})"
                ));
            }
            _ => {
                let ((source, from), (part, to)) = (self.source(), self.part());
                let is_copy = self.random.one_in(2);
                self.line(&if is_copy {
                    format!("memref.copy {source}, {part} : {from} to {to}")
                } else {
                    format!("linalg.exp ins({source} : {from}) outs({part} : {to})")
                });
            }
        }
    }
}

/// Some programs write to a part what they read from another one with elements in common: their results depend on the
/// order of the elements. They are the same for both programs, since both run in one order.
fn program(number: u64) -> String {
    let mut program = Program {
        random: Random::new(number),
        text: "func.func @main() -> (memref<8xf32>, memref<4xf32>) {\n  %one = arith.constant 1.0 : f32\n  \
               %two = arith.constant 2.0 : f32\n"
            .to_owned(),
        n_values: 0,
        buffers: Vec::new(),
        temporaries: Vec::new(),
        parts: Vec::new(),
    };
    let first = program.alloc(WHOLE);
    program.fill(&first, WHOLE);
    program.buffers.push(first.clone());
    for _ in 0..4 + number % 16 {
        program.statement();
    }
    let buffer = program.random.pick(&program.buffers).clone();
    let result = program.alloc(DENSE);
    let (source, ty) = program.source();
    program.line(&format!("memref.copy {source}, {result} : {ty} to {DENSE}"));
    program.line(&format!("return {buffer}, {result} : {WHOLE}, {DENSE}"));
    program.text.push_str("}\n");
    program.text
}

#[test]
fn programs_of_parts_keep_their_results_and_loads() {
    let n = n_programs(400);
    let pass_for = |number: u64| -> fn(&mut Module, OpId) -> bool {
        match number % 4 {
            3 => write_into_parts_at_peaks,
            _ => write_into_parts,
        }
    };
    let Changes {
        n_changed,
        given,
        reached,
    } = check_loads(n, program, pass_for);
    assert!(n_changed * 4 > n, "{n_changed} of {n} changed");
    figure(&format!(
        "{n_changed} of {n} programs write into parts, loads {given} -> {reached} bytes"
    ));
}
