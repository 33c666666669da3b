//! Random programs of loops.

use memplan_support::Random;

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

    /// An index that is nearly always below 8.
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
        match self.random.index(if depth < 3 { 17 } else { 11 }) {
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
                let line = match self.random.index(3) {
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
                let line = match self.random.index(3) {
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

    /// Runs `body`, whose definitions are not visible afterwards.
    fn inside(&mut self, depth: usize, ivs: &[String], ints: &[String]) -> String {
        let before = (self.indices.clone(), self.ints.clone(), self.floats.clone());
        self.indices.extend_from_slice(ivs);
        self.ints.extend_from_slice(ints);
        for _ in 0..1 + self.random.index(4) {
            self.statement(depth + 1);
        }
        let value = self.int();
        (self.indices, self.ints, self.floats) = before;
        value
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of loop")]
    fn nest(&mut self, depth: usize) {
        let (to, iv, carried) = (self.name(), self.name(), self.name());
        let n = self.random.index(6);
        let step = self.name();
        match self.random.index(7) {
            0 => {
                let (lower, upper, init) = (self.index(), self.name(), self.int());
                let size = if self.random.chance(3) {
                    0
                } else {
                    1 + self.random.index(2)
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
                self.inside(depth, &[], std::slice::from_ref(&body));
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

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut loops = Loops {
        random: Random::new(seed),
        out: String::new(),
        n_names: 0,
        indices: ["%c0", "%c1", "%c2", "%c8", "%n"].map(String::from).into(),
        ints: ["%one", "%x"].map(String::from).into(),
        floats: ["%half", "%y"].map(String::from).into(),
    };
    let is_unwritten = loops.random.chance(25);
    for _ in 0..3 + loops.random.index(5) {
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
