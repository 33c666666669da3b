//! Random programs of structured operations.

use std::fmt::Write as _;

use memplan_support::Random;

const TYPES: &[&str] = &[
    "f32", "f32", "f32", "f64", "f16", "i32", "i8", "i1", "index",
];

/// Bytes of an element.
fn bytes(ty: &str) -> usize {
    match ty {
        "f32" | "i32" => 4,
        "f16" => 2,
        "i8" | "i1" => 1,
        _ => 8,
    }
}

fn is_float(ty: &str) -> bool {
    ty.starts_with('f')
}

/// A program of structured operations on views of one arena, some of which overlap, leave their
/// shape, or read uninitialised memory.
struct Dense {
    random: Random,
    out: String,
    n_names: usize,
}

impl Dense {
    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    /// An index expression, and its largest value for dimensions of these sizes.
    fn expr(&mut self, sizes: &[usize]) -> (String, usize) {
        let dim = self.random.index(sizes.len());
        let most = sizes[dim] - 1;
        match self.random.index(12) {
            0 => ("0".into(), 0),
            1 => {
                let other = self.random.index(sizes.len());
                let sum = 2 * most + sizes[other] - 1;
                (format!("d{dim} * 2 + d{other}"), sum)
            }
            2 => (format!("d{dim} + 1"), most + 1),
            3 => (format!("d{dim} floordiv 2"), most / 2),
            4 => (format!("{most} - d{dim}"), most),
            _ => (format!("d{dim}"), most),
        }
    }

    /// A buffer of a shape: a part of the arena, or fresh memory.
    fn buffer(&mut self, sizes: &[usize], ty: &str) -> (String, String) {
        let shape: String = sizes.iter().map(|size| format!("{size}x")).collect();
        let mut of = format!("memref<{shape}{ty}>");
        let n: usize = sizes.iter().product::<usize>() * bytes(ty);
        let mut name = self.name();
        if self.random.chance(70) && n <= 3000 {
            let room = (4096 - n) / 8;
            let offset = if self.random.chance(30) {
                0
            } else {
                8 * self.random.index(room)
            };
            let at = self.name();
            writeln!(
                self.out,
                "  {at} = arith.constant {offset} : index\n  \
                 {name} = memref.view %arena[{at}][] : memref<4096xi8> to {of}"
            )
            .unwrap();
        } else {
            writeln!(self.out, "  {name} = memref.alloc() : {of}").unwrap();
            if self.random.chance(85) {
                let zero = self.name();
                let literal = if is_float(ty) { "0.5" } else { "1" };
                writeln!(
                    self.out,
                    "  {zero} = arith.constant {literal} : {ty}\n  \
                     linalg.fill ins({zero} : {ty}) outs({name} : {of})"
                )
                .unwrap();
            }
        }
        if self.random.chance(15) && sizes.len() == 2 && sizes[0] == sizes[1] {
            let flipped = self.name();
            let [rows, columns] = [sizes[0], sizes[1]];
            let to = format!("memref<{columns}x{rows}x{ty}, strided<[1, {columns}]>>");
            writeln!(
                self.out,
                "  {flipped} = memref.transpose {name} (d0, d1) -> (d1, d0) : {of} to {to}"
            )
            .unwrap();
            (name, of) = (flipped, to);
        }
        (name, of)
    }

    /// Generates the lines of a body over values of one type; returns the last value.
    fn body(&mut self, values: &mut Vec<String>, ty: &str, n_dims: usize) -> String {
        let mut lines = String::new();
        if self.random.chance(20) && !is_float(ty) && ty != "i1" {
            let at = self.name();
            let dim = self.random.index(n_dims);
            writeln!(lines, "    {at} = linalg.index {dim} : index").unwrap();
            if ty == "index" {
                values.push(at);
            } else {
                let cast = self.name();
                writeln!(lines, "    {cast} = arith.index_cast {at} : index to {ty}").unwrap();
                values.push(cast);
            }
        }
        for _ in 0..self.random.index(4) {
            let to = self.name();
            let a = self.random.pick(values).clone();
            let b = self.random.pick(values).clone();
            let line = if is_float(ty) {
                let names = [
                    "arith.addf",
                    "arith.mulf",
                    "arith.subf",
                    "arith.divf",
                    "arith.maximumf",
                    "arith.minimumf",
                    "arith.maxnumf",
                    "arith.remf",
                    "math.atan2",
                ];
                match self.random.index(6) {
                    0 => format!("{to} = math.exp {a} : {ty}"),
                    1 => {
                        let flag = self.name();
                        let code = *self.random.pick(&["ogt", "olt", "ueq", "une"]);
                        format!(
                            "{flag} = arith.cmpf {code}, {a}, {b} : {ty}\n    \
                             {to} = arith.select {flag}, {a}, {b} : {ty}"
                        )
                    }
                    _ => format!("{to} = {} {a}, {b} : {ty}", self.random.pick(&names)),
                }
            } else {
                let total = [
                    "addi", "muli", "subi", "andi", "xori", "maxsi", "minui", "maxui",
                ];
                let partial = ["divsi", "remui", "shli", "shrsi"];
                let name = if self.random.chance(10) {
                    *self.random.pick(&partial)
                } else {
                    *self.random.pick(&total)
                };
                format!("{to} = arith.{name} {a}, {b} : {ty}")
            };
            writeln!(lines, "    {line}").unwrap();
            values.push(to);
        }
        lines
    }

    fn generic(&mut self) {
        let n_dims = 1 + self.random.index(4);
        let sizes: Vec<usize> = (0..n_dims)
            .map(|_| match self.random.index(8) {
                0 => 1,
                1 => 1 + self.random.index(40),
                _ => 1 + self.random.index(5),
            })
            .collect();
        if sizes.iter().product::<usize>() > 700 {
            return;
        }
        let ty = *self.random.pick(TYPES);
        let (n_ins, n_outs) = (self.random.index(4), 1 + self.random.index(5) / 4);
        let dims: Vec<String> = (0..n_dims).map(|dim| format!("d{dim}")).collect();
        let dims = dims.join(", ");
        let reduced: Vec<bool> = (0..n_dims).map(|_| self.random.chance(35)).collect();
        let mut maps = Vec::new();
        let mut operands: Vec<(String, String)> = Vec::new();
        for _ in 0..n_ins {
            let rank = 1 + self.random.index(3);
            let results: Vec<(String, usize)> = (0..rank).map(|_| self.expr(&sizes)).collect();
            let shape: Vec<usize> = results
                .iter()
                .map(|(_, most)| {
                    if self.random.chance(2) {
                        (*most).max(1)
                    } else {
                        most + 1
                    }
                })
                .collect();
            let texts: Vec<&str> = results.iter().map(|(text, _)| &**text).collect();
            maps.push(format!("affine_map<({dims}) -> ({})>", texts.join(", ")));
            // A whole operand tells the sizes.
            let operand = self.buffer(&shape, ty);
            operands.push(operand);
        }
        // Add an input with all dimensions: otherwise the extents of some are undetermined.
        maps.push(format!("affine_map<({dims}) -> ({dims})>"));
        let operand = self.buffer(&sizes, ty);
        operands.push(operand);
        for _ in 0..n_outs {
            let kept: Vec<usize> = (0..n_dims).filter(|&dim| !reduced[dim]).collect();
            let results: Vec<String> = kept.iter().map(|dim| format!("d{dim}")).collect();
            let shape: Vec<usize> = kept.iter().map(|&dim| sizes[dim]).collect();
            maps.push(format!("affine_map<({dims}) -> ({})>", results.join(", ")));
            let same = operands.last().filter(|_| kept.len() == n_dims).cloned();
            let operand = match same {
                Some(same) if self.random.chance(30) => same,
                _ => self.buffer(&shape, ty),
            };
            operands.push(operand);
        }
        let args: Vec<String> = operands.iter().map(|_| self.name()).collect();
        let mut values = args.clone();
        values.push(format!("%c_{ty}"));
        let lines = self.body(&mut values, ty, n_dims);
        let typed: Vec<String> = args.iter().map(|arg| format!("{arg}: {ty}")).collect();
        let results: Vec<String> = (0..n_outs)
            .map(|_| values[values.len() - 1 - self.random.index(2)].clone())
            .collect();
        let list = |of: &[(String, String)]| {
            let names: Vec<&str> = of.iter().map(|(name, _)| &**name).collect();
            let types: Vec<&str> = of.iter().map(|(_, ty)| &**ty).collect();
            format!("{} : {}", names.join(", "), types.join(", "))
        };
        let iterators: Vec<&str> = reduced
            .iter()
            .map(|&reduced| {
                if reduced {
                    "\"reduction\""
                } else {
                    "\"parallel\""
                }
            })
            .collect();
        writeln!(
            self.out,
            "  linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} ins({}) outs({}) {{\n  \
             ^bb0({}):\n{lines}    linalg.yield {} : {}\n  }}",
            maps.join(", "),
            iterators.join(", "),
            list(&operands[..=n_ins]),
            list(&operands[n_ins + 1..]),
            typed.join(", "),
            results.join(", "),
            vec![ty; n_outs].join(", "),
        )
        .unwrap();
        if self.random.chance(20) {
            let (from, ty_from) = operands[n_ins].clone();
            let (to, ty_to) = self.buffer(&sizes, ty);
            writeln!(
                self.out,
                "  memref.copy {from}, {to} : {ty_from} to {ty_to}"
            )
            .unwrap();
        }
    }
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut dense = Dense {
        random: Random::new(seed),
        out: String::new(),
        n_names: 0,
    };
    for ty in ["f32", "f64", "f16", "i32", "i8", "i1", "index"] {
        let literal = if is_float(ty) { "1.5" } else { "1" };
        writeln!(dense.out, "  %c_{ty} = arith.constant {literal} : {ty}").unwrap();
    }
    for _ in 0..2 + dense.random.index(3) {
        dense.generic();
    }
    // Some programs have an arena of which a part was never written.
    let head = if dense.random.chance(30) {
        "func.func @main() -> memref<4096xi8> {\n  %arena = memref.alloc() : memref<4096xi8>\n  \
         %lower = memref.subview %arena[0] [2048] [1] : memref<4096xi8> to memref<2048xi8>\n  \
         %seven = arith.constant 7 : i8\n  \
         linalg.fill ins(%seven : i8) outs(%lower : memref<2048xi8>)\n"
    } else {
        "func.func @main(%arena: memref<4096xi8>) -> memref<4096xi8> {\n"
    };
    format!("{head}{}  return %arena : memref<4096xi8>\n}}\n", dense.out)
}
