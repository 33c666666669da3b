//! Random programs of loops that carry buffers, as bufferization leaves them.
//!
//! `scf.for` and `scf.while` start with buffers of their own, with shared ones, constants, and what loops around them
//! carry; they yield new buffers, views, what they carry, alternately or to several places, and results of calls. Some
//! programs write to what they carry. `@main` returns a sum over all contents in scope at the end, and loops sum up
//! what they read, so that each value that is read in the wrong place shows.

use std::fmt::Write as _;

use memplan_support::Random;

/// The type of buffers.
const FLAT: &str = "memref<8xi32>";

/// The program of a number. Equal numbers give equal programs.
pub fn numbered_program(number: u64) -> String {
    let mut maker = Maker {
        random: Random::new(number),
        out: String::new(),
        n_names: 0,
        depth: 1,
        writes: number.is_multiple_of(3),
        total: String::new(),
    };
    maker.main();
    maker.out
}

struct Maker {
    random: Random,
    out: String,
    n_names: usize,
    depth: usize,
    /// Whether the program writes to buffers that have contents.
    writes: bool,
    /// A buffer of one number that sums up what is read.
    total: String,
}

/// What a loop carries.
struct Carried {
    /// What the values begin with.
    inits: Vec<String>,
    /// Two buffers that the loop writes in turns.
    pair: Option<[String; 2]>,
    /// How many loops may be nested, this one included.
    levels: u64,
}

const FUNCTIONS: &str = "\
memref.global \"private\" constant @table : memref<8xi32> = dense<[3, 1, 4, 1, 5, 9, 2, 6]>
func.func private @double(%a: memref<8xi32>) -> memref<8xi32> {
  %b = memref.alloc() : memref<8xi32>
  linalg.add ins(%a, %a : memref<8xi32>, memref<8xi32>) outs(%b : memref<8xi32>)
  return %b : memref<8xi32>
}
func.func private @same(%a: memref<8xi32>) -> memref<8xi32> {
  return %a : memref<8xi32>
}
";

impl Maker {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.depth);
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn define(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {text}"));
        name
    }

    fn main(&mut self) {
        self.out.push_str(FUNCTIONS);
        self.out.push_str("func.func @main() -> i32 {\n");
        for n in [0, 1, 3, 7] {
            self.line(&format!("%c{n} = arith.constant {n} : index"));
            self.line(&format!("%k{n} = arith.constant {n} : i32"));
        }
        self.line("%true = arith.constant true");
        self.total = self.define("memref.alloc() : memref<i32>");
        let total = self.total.clone();
        self.line(&format!(
            "linalg.fill ins(%k0 : i32) outs({total} : memref<i32>)"
        ));
        let mut scope = vec![self.filled(), self.filled()];
        if !self.writes {
            let table = self.define(&format!("memref.get_global @table : {FLAT}"));
            scope.push(table);
        }
        for _ in 0..1 + self.random.index(3) {
            self.statement(&mut scope);
            self.a_loop(&mut scope, 2);
        }
        for buffer in scope {
            self.read(&buffer);
        }
        let sum = self.define(&format!("memref.load {total}[] : memref<i32>"));
        self.line(&format!("return {sum} : i32\n}}"));
    }

    /// A new buffer that holds one number.
    fn filled(&mut self) -> String {
        let buffer = self.define(&format!("memref.alloc() : {FLAT}"));
        let value = ["%k1", "%k3", "%k7"][self.random.index(3)];
        self.line(&format!(
            "linalg.fill ins({value} : i32) outs({buffer} : {FLAT})"
        ));
        buffer
    }

    fn any(&mut self, scope: &[String]) -> String {
        scope[self.random.index(scope.len())].clone()
    }

    /// A new buffer that is computed from others.
    fn computed(&mut self, scope: &[String]) -> String {
        let (a, b) = (self.any(scope), self.any(scope));
        let buffer = self.define(&format!("memref.alloc() : {FLAT}"));
        self.line(&format!(
            "linalg.add ins({a}, {b} : {FLAT}, {FLAT}) outs({buffer} : {FLAT})"
        ));
        buffer
    }

    /// Adds an element to the total.
    fn read(&mut self, buffer: &str) {
        let total = self.total.clone();
        let at = ["%c0", "%c3", "%c7"][self.random.index(3)];
        let value = self.define(&format!("memref.load {buffer}[{at}] : {FLAT}"));
        let sum = self.define(&format!("memref.load {total}[] : memref<i32>"));
        let twice = self.define(&format!("arith.muli {sum}, %k3 : i32"));
        let sum = self.define(&format!("arith.addi {twice}, {value} : i32"));
        self.line(&format!("memref.store {sum}, {total}[] : memref<i32>"));
    }

    fn statement(&mut self, scope: &mut Vec<String>) {
        let buffer = self.any(scope);
        match self.random.below(8) {
            0 | 1 => self.read(&buffer),
            2 if self.writes => self.line(&format!(
                "linalg.add ins({buffer}, {buffer} : {FLAT}, {FLAT}) outs({buffer} : {FLAT})"
            )),
            3 if self.writes => {
                self.line(&format!("memref.store %k7, {buffer}[%c3] : {FLAT}"));
            }
            4 => {
                let callee = ["double", "same"][self.random.index(2)];
                let new = self.define(&format!(
                    "func.call @{callee}({buffer}) : ({FLAT}) -> {FLAT}"
                ));
                scope.push(new);
            }
            5 => scope.push(self.filled()),
            _ => scope.push(self.computed(&scope.clone())),
        }
    }

    /// A loop whose results are in scope after it.
    fn a_loop(&mut self, scope: &mut Vec<String>, levels: u64) {
        let n = 1 + self.random.index(3);
        let inits: Vec<String> = (0..n)
            .map(|_| {
                if self.random.chance(50) {
                    self.filled()
                } else {
                    self.any(scope)
                }
            })
            .collect();
        let has_turns = self.random.one_in(4);
        let pair =
            has_turns.then(|| [(); 2].map(|()| self.define(&format!("memref.alloc() : {FLAT}"))));
        let carried = Carried {
            inits,
            pair,
            levels,
        };
        let results = if self.random.chance(50) {
            self.counted(scope, &carried)
        } else {
            self.conditional(scope, &carried)
        };
        scope.extend(results);
    }

    /// The names of a list of block arguments or results with a prefix, and their types.
    fn types(n: usize, first: &str) -> String {
        let list = std::iter::once(first).chain(std::iter::repeat_n(FLAT, n));
        let list: Vec<&str> = list.filter(|ty| !ty.is_empty()).collect();
        list.join(", ")
    }

    /// Names for the values that a loop carries, and the list of them with what they begin with.
    fn arguments(&mut self, inits: &[String]) -> (Vec<String>, String) {
        let args: Vec<String> = inits.iter().map(|_| self.name()).collect();
        let pairs = args.iter().zip(inits);
        let pairs: Vec<String> = pairs.map(|(arg, init)| format!("{arg} = {init}")).collect();
        (args, pairs.join(", "))
    }

    fn counted(&mut self, scope: &[String], carried: &Carried) -> Vec<String> {
        let n = carried.inits.len();
        let (result, iv, bit) = (self.name(), self.name(), self.name());
        let (args, pairs) = self.arguments(&carried.inits);
        let upper = ["%c0", "%c1", "%c3", "%c7"][self.random.index(4)];
        self.line(&format!(
            "{result}:{} = scf.for {iv} = %c0 to {upper} step %c1 iter_args({bit} = %true, {pairs}) -> ({}) {{",
            n + 1,
            Self::types(n, "i1")
        ));
        let yielded = self.body(scope, &args, &bit, carried);
        self.line(&format!(
            "scf.yield {} : {}",
            yielded.join(", "),
            Self::types(n, "i1")
        ));
        self.depth -= 1;
        self.line("}");
        (1..=n).map(|at| format!("{result}#{at}")).collect()
    }

    fn conditional(&mut self, scope: &[String], carried: &Carried) -> Vec<String> {
        let n = carried.inits.len();
        let (result, count, bit) = (self.name(), self.name(), self.name());
        let (args, pairs) = self.arguments(&carried.inits);
        let types = Self::types(n, "index, i1");
        self.line(&format!(
            "{result}:{} = scf.while ({count} = %c0, {bit} = %true, {pairs}) : ({types}) -> ({types}) {{",
            n + 2,
        ));
        self.depth += 1;
        let upper = ["%c0", "%c1", "%c3", "%c7"][self.random.index(4)];
        let goes_on = self.define(&format!("arith.cmpi ult, {count}, {upper} : index"));
        let mut passed = args.clone();
        if self.random.one_in(4) {
            let around: Vec<String> = scope.iter().chain(&args).cloned().collect();
            let at = self.random.index(n);
            passed[at] = if self.random.chance(50) {
                self.computed(&around)
            } else {
                self.any(&args)
            };
        }
        self.line(&format!(
            "scf.condition({goes_on}) {count}, {bit}, {} : {types}",
            passed.join(", ")
        ));
        self.depth -= 1;
        let (count, bit) = (self.name(), self.name());
        let args: Vec<String> = (0..n).map(|_| self.name()).collect();
        self.line("} do {");
        let listed = args.iter().map(|arg| format!("{arg}: {FLAT}"));
        let listed: Vec<String> = listed.collect();
        self.line(&format!(
            "^bb0({count}: index, {bit}: i1, {}):",
            listed.join(", ")
        ));
        let yielded = self.body(scope, &args, &bit, carried);
        let next = self.define(&format!("arith.addi {count}, %c1 : index"));
        self.line(&format!(
            "scf.yield {next}, {} : {types}",
            yielded.join(", ")
        ));
        self.depth -= 1;
        self.line("}");
        (2..n + 2).map(|at| format!("{result}#{at}")).collect()
    }

    /// The statements of a loop; the operands of its end, a bit first.
    fn body(
        &mut self,
        scope: &[String],
        args: &[String],
        bit: &str,
        carried: &Carried,
    ) -> Vec<String> {
        self.depth += 1;
        let mut inner: Vec<String> = scope.iter().chain(args).cloned().collect();
        let mut turned = None;
        for _ in 0..1 + self.random.index(4) {
            self.statement(&mut inner);
        }
        if let Some([a, b]) = &carried.pair {
            let new = self.define(&format!("arith.select {bit}, {a}, {b} : {FLAT}"));
            let (x, y) = (self.any(&inner), self.any(&inner));
            self.line(&format!(
                "linalg.add ins({x}, {y} : {FLAT}, {FLAT}) outs({new} : {FLAT})"
            ));
            turned = Some(new);
        }
        if carried.levels > 1 && self.random.one_in(3) {
            self.a_loop(&mut inner, carried.levels - 1);
        }
        for _ in 0..self.random.index(3) {
            self.statement(&mut inner);
        }
        let other = self.define(&format!("arith.xori {bit}, %true : i1"));
        let mut yielded = vec![other];
        for at in 0..args.len() {
            let next = match (turned.take(), self.random.below(10)) {
                (Some(turned), _) => turned,
                (None, 0..=5) => self.computed(&inner),
                (None, 6) => args[at].clone(),
                (None, 7) => self.any(args),
                (None, 8) if at > 0 => yielded[at].clone(),
                _ => self.any(&inner),
            };
            yielded.push(next);
        }
        yielded
    }
}
