//! The compiled engine of the interpreter against the one that runs operation by operation: same
//! results, same faults at the same places, same number of steps, on random programs, on programs
//! made to fail, and on every function of every fixture.
//!
//! `MEMPLAN_PROGRAMS=n` runs `n` programs of each kind instead of the usual number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interp::{
    Datum, Engine, Fault, FaultKind, Run, RunOptions, function, random_arguments, run,
};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_testing::programs::{ProgramOptions, numbered_program};

fn n_programs(usual: u64) -> u64 {
    let given = std::env::var("MEMPLAN_PROGRAMS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn options(engine: Engine, strict: bool) -> RunOptions {
    RunOptions {
        engine,
        step_limit: 300_000,
        byte_limit: 1 << 24,
        opaque_reads_everything: strict,
        ..RunOptions::default()
    }
}

/// Runs a function by both engines and says what became of it; `None` where it does not end.
fn compare(m: &Module, main: memplan_mlir::OpId, text: &str, seed: u64) -> Option<&'static str> {
    let arguments = random_arguments(m, main, seed)?;
    let strict = seed % 2 == 0;
    let slow = run(m, main, &arguments, &options(Engine::Reference, strict));
    if let Err(fault) = &slow
        && fault.kind == FaultKind::StepLimit
    {
        return None;
    }
    let fast = run(m, main, &arguments, &options(Engine::Compiled, strict));
    assert!(
        same(&slow, &fast),
        "{slow:?}\n{fast:?}\nseed {seed}\n{text}"
    );
    Some(match slow {
        Ok(_) => "ok",
        Err(fault) => fault.kind.name(),
    })
}

/// As `==`, but that of NaN there is one.
fn same(a: &Result<Run, Fault>, b: &Result<Run, Fault>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => a == b,
        _ => false,
    }
}

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

/// SplitMix64, Steele, Lea and Flood, OOPSLA 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

fn count(ends: &mut BTreeMap<&'static str, u64>, end: Option<&'static str>) {
    if let Some(end) = end {
        *ends.entry(end).or_default() += 1;
    }
}

#[test]
fn engines_agree_on_random_programs_and_without_one_of_their_writes() {
    let mut ends = BTreeMap::new();
    for number in 0..n_programs(250) {
        let options = ProgramOptions {
            tensors: number % 2 == 0,
            statements: 14,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, number));
        // Without a write the program reads what was never written, or something else.
        let lines: Vec<&str> = text.lines().collect();
        let writes: Vec<usize> = (0..lines.len())
            .filter(|&at| {
                [
                    "linalg.fill",
                    "memref.store",
                    "memref.copy",
                    "memref.dealloc",
                ]
                .iter()
                .any(|name| lines[at].trim_start().starts_with(name))
            })
            .collect();
        if writes.is_empty() {
            continue;
        }
        let gone = *Random(number).pick(&writes);
        let kept = lines.iter().enumerate().filter(|&(at, _)| at != gone);
        let text: Vec<&str> = kept.map(|(_, line)| *line).collect();
        let text = text.join("\n");
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, number));
    }
    assert!(ends["ok"] > 100, "{ends:?}");
    assert!(ends["uninitialised-read"] > 0, "{ends:?}");
}

#[test]
fn engines_agree_on_all_fixtures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![
        root.join("mlir/tests/fixtures"),
        root.join("mutators/tests"),
        root.join("collectors/tests"),
        root.join("examples"),
    ];
    let mut ends = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "mlir") {
                continue;
            }
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            for part in text.split("// -----") {
                let Ok(parsed) = parse(part.as_bytes(), &ParseOptions::default()) else {
                    continue;
                };
                let m = parsed.module;
                for op in m.ops_with_trait(Traits::FUNCTION) {
                    let entry = m.regions(op).first().and_then(|&r| m.first_block(r));
                    if entry.is_some() {
                        let name = path.display().to_string();
                        count(&mut ends, compare(&m, op, &name, 3));
                    }
                }
            }
        }
    }
    assert!(ends["ok"] > 200, "{ends:?}");
}

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
/// shape, or read what nobody wrote.
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
        let dim = self.random.below(sizes.len());
        let most = sizes[dim] - 1;
        match self.random.below(12) {
            0 => ("0".into(), 0),
            1 => {
                let other = self.random.below(sizes.len());
                let sum = 2 * most + sizes[other] - 1;
                (format!("d{dim} * 2 + d{other}"), sum)
            }
            2 => (format!("d{dim} + 1"), most + 1),
            3 => (format!("d{dim} floordiv 2"), most / 2),
            4 => (format!("{most} - d{dim}"), most),
            _ => (format!("d{dim}"), most),
        }
    }

    /// A buffer of a shape: a part of the arena, an argument, or fresh memory.
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
                8 * self.random.below(room)
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

    /// The lines of a body over values of one type; the last value.
    fn body(&mut self, values: &mut Vec<String>, ty: &str, n_dims: usize) -> String {
        let mut lines = String::new();
        if self.random.chance(20) && !is_float(ty) && ty != "i1" {
            let at = self.name();
            let dim = self.random.below(n_dims);
            writeln!(lines, "    {at} = linalg.index {dim} : index").unwrap();
            if ty == "index" {
                values.push(at);
            } else {
                let cast = self.name();
                writeln!(lines, "    {cast} = arith.index_cast {at} : index to {ty}").unwrap();
                values.push(cast);
            }
        }
        for _ in 0..self.random.below(4) {
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
                match self.random.below(6) {
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
        let n_dims = 1 + self.random.below(4);
        let sizes: Vec<usize> = (0..n_dims)
            .map(|_| match self.random.below(8) {
                0 => 1,
                1 => 1 + self.random.below(40),
                _ => 1 + self.random.below(5),
            })
            .collect();
        if sizes.iter().product::<usize>() > 700 {
            return;
        }
        let ty = *self.random.pick(TYPES);
        let (n_ins, n_outs) = (self.random.below(4), 1 + self.random.below(5) / 4);
        let dims: Vec<String> = (0..n_dims).map(|dim| format!("d{dim}")).collect();
        let dims = dims.join(", ");
        let reduced: Vec<bool> = (0..n_dims).map(|_| self.random.chance(35)).collect();
        let mut maps = Vec::new();
        let mut operands: Vec<(String, String)> = Vec::new();
        for _ in 0..n_ins {
            let rank = 1 + self.random.below(3);
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
        // One more input with all dimensions, or nothing tells the extents of some.
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
            .map(|_| values[values.len() - 1 - self.random.below(2)].clone())
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

fn dense_program(seed: u64) -> String {
    let mut dense = Dense {
        random: Random(seed),
        out: String::new(),
        n_names: 0,
    };
    for ty in ["f32", "f64", "f16", "i32", "i8", "i1", "index"] {
        let literal = if is_float(ty) { "1.5" } else { "1" };
        writeln!(dense.out, "  %c_{ty} = arith.constant {literal} : {ty}").unwrap();
    }
    for _ in 0..2 + dense.random.below(3) {
        dense.generic();
    }
    // Half of the programs have an arena of which a part was never written.
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

#[test]
fn engines_agree_on_random_structured_operations() {
    let mut ends = BTreeMap::new();
    for seed in 0..n_programs(300) {
        let text = dense_program(seed);
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, seed));
    }
    for end in ["ok", "uninitialised-read", "out-of-bounds"] {
        assert!(ends.get(end).is_some_and(|&n| n > 2), "{ends:?}");
    }
}

/// A program of nested loops that compute indices, load and store; some leave their buffers, divide
/// by zero, or act upon poison.
struct Loops {
    random: Random,
    out: String,
    n_names: usize,
    indices: Vec<String>,
    ints: Vec<String>,
    floats: Vec<String>,
}

impl Loops {
    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn index(&mut self) -> String {
        let indices = self.indices.clone();
        self.random.pick(&indices).clone()
    }

    fn int(&mut self) -> String {
        let ints = self.ints.clone();
        self.random.pick(&ints).clone()
    }

    fn float(&mut self) -> String {
        let floats = self.floats.clone();
        self.random.pick(&floats).clone()
    }

    /// An index below 8, nearly always.
    fn place(&mut self) -> String {
        let index = self.index();
        if self.random.chance(2) {
            return index;
        }
        let to = self.name();
        self.line(&format!("{to} = arith.remui {index}, %c8 : index"));
        to
    }

    fn statement(&mut self, depth: usize) {
        let to = self.name();
        match self.random.below(if depth < 3 { 17 } else { 11 }) {
            0 | 1 => {
                let (a, b) = (self.index(), self.index());
                let name = *self
                    .random
                    .pick(&["addi", "muli", "subi", "maxsi", "minui"]);
                self.line(&format!("{to} = arith.{name} {a}, {b} : index"));
                self.indices.push(to);
            }
            2 => {
                let (a, b) = (self.index(), self.index());
                let map = *self.random.pick(&[
                    "(d0 * 3 + d1 - 2)",
                    "(d0 mod 5 + d1)",
                    "((d0 + d1) floordiv 3)",
                    "(d0 ceildiv 2)",
                ]);
                self.line(&format!(
                    "{to} = affine.apply affine_map<(d0, d1) -> {map}>({a}, {b})"
                ));
                self.indices.push(to);
            }
            3 | 4 => {
                let (a, b) = (self.int(), self.int());
                let name = *self.random.pick(&[
                    "addi", "muli", "subi", "xori", "divsi", "remui", "shli", "shrui", "maxsi",
                ]);
                self.line(&format!("{to} = arith.{name} {a}, {b} : i32"));
                self.ints.push(to);
            }
            5 => {
                let (a, b) = (self.float(), self.float());
                let name = *self.random.pick(&["addf", "mulf", "divf", "maximumf"]);
                self.line(&format!("{to} = arith.{name} {a}, {b} : f32"));
                self.floats.push(to);
            }
            6 => {
                let a = self.float();
                self.line(&format!("{to} = arith.fptosi {a} : f32 to i32"));
                self.ints.push(to);
            }
            7 => {
                let (a, b) = (self.int(), self.int());
                let flag = self.name();
                let code = *self.random.pick(&["slt", "ult", "eq", "sge"]);
                self.line(&format!("{flag} = arith.cmpi {code}, {a}, {b} : i32"));
                self.line(&format!("{to} = arith.select {flag}, {a}, {b} : i32"));
                self.ints.push(to);
            }
            8 => {
                let at = self.place();
                let line = match self.random.below(3) {
                    0 => format!("{to} = memref.load %f[{at}, {at}] : memref<8x8xf32>"),
                    1 => format!("{to} = affine.load %f[symbol({at}), 3] : memref<8x8xf32>"),
                    _ => format!("{to} = memref.load %g[{at}] : memref<8xf32>"),
                };
                self.line(&line);
                self.floats.push(to);
            }
            9 => {
                let (a, b) = (self.place(), self.place());
                let value = self.float();
                let line = match self.random.below(3) {
                    0 => format!("memref.store {value}, %g[{a}] : memref<8xf32>"),
                    _ => format!("memref.store {value}, %f[{a}, {b}] : memref<8x8xf32>"),
                };
                self.line(&line);
            }
            10 => {
                let at = self.place();
                if self.random.chance(50) {
                    let value = self.int();
                    self.line(&format!("memref.store {value}, %i[{at}] : memref<?xi32>"));
                } else {
                    self.line(&format!("{to} = memref.load %i[{at}] : memref<?xi32>"));
                    self.ints.push(to);
                }
            }
            _ => self.nest(depth),
        }
    }

    /// Runs `body` with what it defines out of sight afterwards.
    fn inside(&mut self, depth: usize, ivs: &[String], ints: &[String]) -> String {
        let known = (self.indices.clone(), self.ints.clone(), self.floats.clone());
        self.indices.extend_from_slice(ivs);
        self.ints.extend_from_slice(ints);
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth + 1);
        }
        let value = self.int();
        (self.indices, self.ints, self.floats) = known;
        value
    }

    fn nest(&mut self, depth: usize) {
        let (to, iv, carried) = (self.name(), self.name(), self.name());
        let n = self.random.below(6);
        let step = self.name();
        match self.random.below(7) {
            0 => {
                let (lower, upper, init) = (self.index(), self.name(), self.int());
                let size = if self.random.chance(3) {
                    0
                } else {
                    1 + self.random.below(2)
                };
                self.line(&format!("{step} = arith.constant {size} : index"));
                self.line(&format!("{upper} = arith.constant {n} : index"));
                self.line(&format!(
                    "{to} = scf.for {iv} = {lower} to {upper} step {step} iter_args({carried} = {init}) -> (i32) {{"
                ));
                let value = self.inside(depth, &[iv], &[carried]);
                self.line(&format!("scf.yield {value} : i32 }}"));
                self.ints.push(to);
            }
            1 => {
                let other = self.name();
                let init = self.int();
                let second = self.int();
                self.line(&format!(
                    "{to}:2 = affine.for {iv} = 0 to {n} step 2 iter_args({carried} = {init}, {other} = {second}) -> (i32, i32) {{"
                ));
                let value = self.inside(depth, &[iv], &[carried.clone(), other.clone()]);
                let turned = if self.random.chance(50) { other } else { value };
                self.line(&format!("affine.yield {turned}, {carried} : i32, i32 }}"));
                self.ints.push(format!("{to}#0"));
                self.ints.push(format!("{to}#1"));
            }
            2 => {
                let flag = self.name();
                let (a, b) = (self.int(), self.int());
                self.line(&format!("{flag} = arith.cmpi slt, {a}, {b} : i32"));
                self.line(&format!("{to} = scf.if {flag} -> (i32) {{"));
                let value = self.inside(depth, &[], &[]);
                self.line(&format!("scf.yield {value} : i32 }} else {{"));
                let value = self.inside(depth, &[], &[]);
                self.line(&format!("scf.yield {value} : i32 }}"));
                self.ints.push(to);
            }
            3 => {
                let (a, b) = (self.index(), self.name());
                self.line(&format!(
                    "scf.parallel ({iv}, {b}) = (%c0, %c0) to (%c2, {a}) step (%c1, %c1) {{"
                ));
                self.inside(depth, &[iv, b], &[]);
                self.line("scf.reduce }");
            }
            4 => {
                let (flag, next, more) = (self.name(), self.name(), self.name());
                let (limit, body) = (self.name(), self.name());
                self.line(&format!("{limit} = arith.constant {n} : i32"));
                self.line(&format!(
                    "{to} = scf.while ({carried} = %one) : (i32) -> i32 {{"
                ));
                self.line(&format!(
                    "{flag} = arith.cmpi slt, {carried}, {limit} : i32"
                ));
                self.line(&format!("scf.condition({flag}) {carried} : i32 }} do {{"));
                self.line(&format!("^bb0({body}: i32):"));
                self.inside(depth, &[], &[body.clone()]);
                self.line(&format!("{more} = arith.constant 1 : i32"));
                self.line(&format!("{next} = arith.addi {body}, {more} : i32"));
                self.line(&format!("scf.yield {next} : i32 }}"));
                self.ints.push(to);
            }
            5 => {
                let other = self.name();
                self.line(&format!(
                    "affine.parallel ({iv}, {other}) = (0, 1) to (3, {}) {{",
                    n + 1
                ));
                let inner = self.name();
                self.inside(depth, &[iv.clone(), other.clone()], &[]);
                self.line(&format!(
                    "{inner} = affine.load %f[{iv}, {other} + 1] : memref<8x8xf32>"
                ));
                self.line(&format!(
                    "affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>({iv}, {other}) {{"
                ));
                self.line(&format!(
                    "affine.store {inner}, %f[{other}, {iv}] : memref<8x8xf32>"
                ));
                self.line("} }");
            }
            _ => {
                let (sum, value, a, b) = (self.name(), self.name(), self.name(), self.name());
                let init = self.float();
                self.line(&format!(
                    "{to} = scf.parallel ({iv}) = (%c0) to (%c8) step (%c2) init ({init}) -> f32 {{"
                ));
                self.line(&format!("{value} = memref.load %g[{iv}] : memref<8xf32>"));
                self.line(&format!(
                    "scf.reduce({value} : f32) {{ ^bb0({a}: f32, {b}: f32):"
                ));
                self.line(&format!("{sum} = arith.addf {a}, {b} : f32"));
                self.line(&format!("scf.reduce.return {sum} : f32 }} }}"));
                self.floats.push(to);
            }
        }
    }
}

fn loop_program(seed: u64) -> String {
    let mut loops = Loops {
        random: Random(seed),
        out: String::new(),
        n_names: 0,
        indices: ["%c0", "%c1", "%c2", "%c8", "%n"].map(String::from).into(),
        ints: ["%one", "%x"].map(String::from).into(),
        floats: ["%half", "%y"].map(String::from).into(),
    };
    let is_unwritten = loops.random.chance(25);
    for _ in 0..3 + loops.random.below(5) {
        if loops.random.chance(60) {
            loops.nest(0);
        } else {
            loops.statement(0);
        }
    }
    let result = loops.int();
    let g = if is_unwritten {
        "%g = memref.alloc() : memref<8xf32>\n"
    } else {
        "%g = memref.alloc() : memref<8xf32>\nlinalg.fill ins(%half : f32) outs(%g : memref<8xf32>)\n"
    };
    format!(
        "func.func @main(%f: memref<8x8xf32>, %i: memref<?xi32>, %n: index, %x: i32, %y: f32) -> (i32, memref<8xf32>) {{\n\
         %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index\n\
         %c2 = arith.constant 2 : index %c8 = arith.constant 8 : index\n\
         %one = arith.constant 1 : i32 %half = arith.constant 0.5 : f32\n\
         {g}{}return {result}, %g : i32, memref<8xf32> }}\n",
        loops.out
    )
}

#[test]
fn engines_agree_on_random_loops() {
    let mut ends = BTreeMap::new();
    for seed in 0..n_programs(400) {
        let text = loop_program(seed);
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, seed));
    }
    for end in [
        "ok",
        "uninitialised-read",
        "out-of-bounds",
        "undefined-behaviour",
    ] {
        assert!(ends.get(end).is_some_and(|&n| n > 2), "{ends:?}");
    }
}

#[test]
fn a_run_tells_how_many_steps_it_took() {
    let text = "func.func @main() {
      %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index
      %n = arith.constant 100000 : index
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.addi %i, %i : index
      }
      return
    }";
    let m = module(text);
    let main = function(&m, "main").unwrap();
    let told = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let options = RunOptions {
        progress: Some(std::sync::Arc::clone(&told)),
        ..RunOptions::default()
    };
    let result = run(&m, main, &[], &options).unwrap();
    assert_eq!(result.n_steps, 5 + 3 * 100_000);
    let last = told.load(std::sync::atomic::Ordering::Relaxed);
    assert!((200_000..=result.n_steps).contains(&last), "{last}");
    // Compiled steps count a sixteenth towards the limit.
    let limited = |step_limit| RunOptions {
        step_limit,
        ..RunOptions::default()
    };
    assert_eq!(run(&m, main, &[], &limited(20_000)).unwrap(), result);
    let fault = run(&m, main, &[] as &[Datum], &limited(15_000)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::StepLimit);
}
