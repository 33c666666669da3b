//! `fuse-into-readers` on random programs that broadcast, transpose, fill, copy and reshape what products and
//! reductions read: results, loads, and that a second run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use std::fmt::Write as _;

use memplan_memory::fuse_into_readers;
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::{Changes, check_loads};

const SQUARE: &str = "memref<4x4xf32>";
const ROW: &str = "memref<4xf32>";

struct Program {
    random: Random,
    text: String,
    squares: Vec<String>,
    rows: Vec<String>,
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn alloc(&mut self, ty: &str) -> String {
        let value = format!("%v{}", self.squares.len() + self.rows.len());
        self.line(&format!("{value} = memref.alloc() : {ty}"));
        let list = match ty {
            SQUARE => &mut self.squares,
            _ => &mut self.rows,
        };
        list.push(value.clone());
        value
    }

    fn square(&mut self) -> String {
        self.random.pick(&self.squares).clone()
    }

    fn row(&mut self) -> String {
        self.random.pick(&self.rows).clone()
    }

    /// An operation with one loop for each dimension of a square, and more that are summed over.
    fn generic(
        &mut self,
        inputs: &[(String, &str, &str)],
        (out, of_out): (&str, &str),
        body: &str,
    ) {
        let n_summed = usize::from(body.contains("%o"));
        let dims = ["i, j", "i, j, k"][n_summed];
        let kinds = [
            "\"parallel\", \"parallel\"",
            "\"parallel\", \"parallel\", \"reduction\"",
        ][n_summed];
        let maps: Vec<String> = inputs
            .iter()
            .map(|input| input.2)
            .chain(["i, j"])
            .map(|of| format!("affine_map<({dims}) -> ({of})>"))
            .collect();
        let values: Vec<&str> = inputs.iter().map(|input| input.0.as_str()).collect();
        let types: Vec<&str> = inputs.iter().map(|input| input.1).collect();
        let args: Vec<String> = (0..inputs.len())
            .map(|at| format!("%a{at}: f32, "))
            .collect();
        self.line(&format!(
            "linalg.generic {{indexing_maps = [{}], iterator_types = [{kinds}]}} ins({} : {}) outs({out} : {of_out}) \
             {{\n  ^bb0({}%o0: f32):\n    {body}\n  }}",
            maps.join(", "),
            values.join(", "),
            types.join(", "),
            args.concat()
        ));
    }

    /// A square that is computed in another shape.
    fn reshaped(&mut self, kind: u64, square: &str, row: &str) {
        let (shape, groups, sizes) = match self.random.below(3) {
            0 => ("memref<2x2x4xf32>", "[[0, 1], [2]]", "[2, 2, 4]"),
            1 => ("memref<4x2x2xf32>", "[[0], [1, 2]]", "[4, 2, 2]"),
            _ => ("memref<4x1x4xf32>", "[[0, 1], [2]]", "[4, 1, 4]"),
        };
        let number = self.text.len();
        self.line(&format!("%e{number} = memref.alloc() : {shape}"));
        let (read, of_read, at) = match kind {
            10 => (row, ROW, if shape.contains("2x2x4") { "k" } else { "i" }),
            _ => ("", shape, "i, j, k"),
        };
        let read = match kind {
            10 => read.to_owned(),
            _ => {
                self.line(&format!(
                    "%r{number} = memref.expand_shape {square} {groups} output_shape {sizes} : {SQUARE} into {shape}"
                ));
                format!("%r{number}")
            }
        };
        let body = match kind {
            10 | 11 => "linalg.yield %a0 : f32",
            12 => {
                "%n = linalg.index 2 : index\n    %m = arith.index_cast %n : index to i32\n    %f = arith.sitofp %m : i32 \
                   to f32\n    %s = arith.addf %a0, %f : f32\n    linalg.yield %s : f32"
            }
            _ => "%s = arith.mulf %a0, %a0 : f32\n    linalg.yield %s : f32",
        };
        let all = "affine_map<(i, j, k) -> (i, j, k)>";
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> ({at})>, {all}], iterator_types = [\"parallel\", \
             \"parallel\", \"parallel\"]}} ins({read} : {of_read}) outs(%e{number} : {shape}) {{\n  \
             ^bb0(%a0: f32, %o0: f32):\n    {body}\n  }}"
        ));
        self.line(&format!(
            "%s{number} = memref.collapse_shape %e{number} {groups} : {shape} into {SQUARE}"
        ));
        self.squares.push(format!("%s{number}"));
    }

    fn statement(&mut self) {
        let (square, other, row) = (self.square(), self.square(), self.row());
        let kind = self.random.below(14);
        if kind >= 10 {
            return self.reshaped(kind, &square, &row);
        }
        let out = self.alloc(if kind == 9 { ROW } else { SQUARE });
        let to = (out.as_str(), SQUARE);
        let inner = *self.random.pick(&["i, k", "k, i"]);
        let outer = *self.random.pick(&["k, j", "j, k"]);
        match kind {
            0 => self.generic(&[(row, ROW, ["i", "j"][self.squares.len() % 2])], to, "linalg.yield %a0 : f32"),
            1 => self.generic(&[(square, SQUARE, "j, i")], to, "linalg.yield %a0 : f32"),
            2 => self.line(&format!("linalg.fill ins(%two : f32) outs({out} : {SQUARE})")),
            3 => self.line(&format!("memref.copy {square}, {out} : {SQUARE} to {SQUARE}")),
            4 => self.line(&format!(
                "linalg.transpose ins({square} : {SQUARE}) outs({out} : {SQUARE}) permutation = [1, 0]"
            )),
            5 => self.line(&format!(
                "linalg.broadcast ins({row} : {ROW}) outs({out} : {SQUARE}) dimensions = [1]"
            )),
            6 => self.line(&format!(
                "linalg.exp ins({square} : {SQUARE}) outs({out} : {SQUARE})"
            )),
            7 => {
                self.line(&format!("linalg.fill ins(%two : f32) outs({out} : {SQUARE})"));
                self.line(&format!(
                    "linalg.matmul ins({square}, {other} : {SQUARE}, {SQUARE}) outs({out} : {SQUARE})"
                ));
            }
            8 => {
                self.line(&format!("linalg.fill ins(%two : f32) outs({out} : {SQUARE})"));
                let inputs = [(square, SQUARE, inner), (other, SQUARE, outer)];
                self.generic(
                    &inputs,
                    to,
                    "%p = arith.mulf %a0, %a1 : f32\n    %q = arith.addf %p, %o0 : f32\n    linalg.yield %q : f32",
                );
            }
            _ => {
                self.line(&format!("linalg.fill ins(%two : f32) outs({out} : {ROW})"));
                self.line(&format!(
                    "linalg.reduce ins({square} : {SQUARE}) outs({out} : {ROW}) dimensions = [{}] (%a: f32, %b: f32) \
                     {{\n    %s = arith.addf %a, %b : f32\n    linalg.yield %s : f32\n  }}",
                    self.squares.len() % 2
                ));
            }
        }
        // Overwrites a buffer that others read: fusion must not move those reads past this write.
        if self.random.one_in(10) {
            self.line(&format!(
                "linalg.exp ins({out} : {}) outs({out} : {})",
                if kind == 9 { ROW } else { SQUARE },
                if kind == 9 { ROW } else { SQUARE }
            ));
        }
    }
}

fn program(number: u64) -> String {
    let mut program = Program {
        random: Random::new(number),
        text: format!(
            "func.func @main() -> ({SQUARE}, {ROW}) {{\n  %one = arith.constant 1.0 : f32\n  %two = arith.constant 0.5 : f32\n  \
             %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n"
        ),
        squares: Vec::new(),
        rows: Vec::new(),
    };
    for ty in [SQUARE, ROW] {
        let value = program.alloc(ty);
        program.line(&format!("linalg.fill ins(%one : f32) outs({value} : {ty})"));
        let at = if ty == SQUARE { "%c1, %c2" } else { "%c2" };
        program.line(&format!("memref.store %two, {value}[{at}] : {ty}"));
    }
    for _ in 0..3 + number % 9 {
        program.statement();
    }
    let (square, row) = (program.squares.last().cloned(), program.row());
    let out = program.alloc(SQUARE);
    program.line(&format!(
        "linalg.exp ins({} : {SQUARE}) outs({out} : {SQUARE})",
        square.unwrap()
    ));
    program.line(&format!("return {out}, {row} : {SQUARE}, {ROW}"));
    program.text.push_str("}\n");
    program.text
}

#[test]
fn what_only_moves_elements_is_read_through() {
    let n = n_programs(600);
    let Changes {
        n_changed,
        given,
        reached,
    } = check_loads(n, program, |_| fuse_into_readers);
    assert!(n_changed * 2 > n, "{n_changed} of {n} changed");
    figure(&format!(
        "{n_changed} of {n} programs fuse what only moves elements, loads {given} -> {reached} bytes"
    ));
}
