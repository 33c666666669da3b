//! Random programs that call functions without a body, and what they compute.
//!
//! The functions keep buffers, free them at once or later, write to them later, and return them. They are declared with
//! the attributes that say so, and defined in C ([`RUNTIME`]). A program is run while it is made, by a model of objects
//! and of the names that denote them, so its result does not depend on any compiler.

use std::fmt::Write as _;

use memplan_support::Random;

/// The definitions of the functions, in C. Allocations are those of MLIR with `use-generic-functions`.
pub const RUNTIME: &str = include_str!("contracts.c");

/// The definitions as a program, without values that the results of [`RUNTIME`] have to equal.
pub const DEFINITIONS: &str = include_str!("contracts.mlir");

/// The program of a number, with [`DEFINITIONS`] in the place of the declarations.
pub fn defined_program(number: u64) -> String {
    let text = numbered_program(number).text;
    let is_declaration =
        |line: &&str| line.starts_with("func.func private") && !line.ends_with('{');
    let lines = text.lines().filter(|line| !is_declaration(line));
    let own: Vec<&str> = lines.collect();
    format!("{}\n{DEFINITIONS}", own.join("\n"))
}

/// The declarations, and private functions that pass on what they are given.
const DECLARATIONS: &str = "\
func.func private @seed(i32) -> i32
func.func private @wr(memref<4xi32> {bufferization.access = \"write\", memplan.captures = false}, i32)
func.func private @sum(memref<4xi32> {llvm.readonly, llvm.nocapture}) -> i32
func.func private @keep(memref<4xi32> {memplan.captures})
func.func private @take(memref<4xi32> {memplan.captures})
func.func private @free_now(memref<4xi32> {memplan.frees})
func.func private @readkept() -> i32
func.func private @writekept(i32)
func.func private @freetaken()
func.func private @release()
func.func private @same(memref<4xi32> {memplan.returned}) -> memref<4xi32> attributes {llvm.emit_c_interface}
func.func private @pick(memref<4xi32> {memplan.returned}, memref<4xi32> {llvm.returned}, i32) -> memref<4xi32> \
attributes {llvm.emit_c_interface}
func.func private @make(i32) -> memref<4xi32> attributes {llvm.emit_c_interface}
func.func private @keep_inside(%b: memref<4xi32>, %v: i32) {
  call @wr(%b, %v) : (memref<4xi32>, i32) -> ()
  call @keep(%b) : (memref<4xi32>) -> ()
  return
}
func.func private @free_inside(%b: memref<4xi32>) -> i32 {
  %s = call @sum(%b) : (memref<4xi32>) -> i32
  call @free_now(%b) : (memref<4xi32>) -> ()
  return %s : i32
}
func.func private @same_inside(%b: memref<4xi32>) -> memref<4xi32> {
  %r = call @same(%b) : (memref<4xi32>) -> memref<4xi32>
  return %r : memref<4xi32>
}
func.func @keep_own(%v: i32) {
  %b = memref.alloc() : memref<4xi32>
  call @wr(%b, %v) : (memref<4xi32>, i32) -> ()
  call @keep(%b) : (memref<4xi32>) -> ()
  return
}
";

/// A program whose `@main` takes nothing and returns an `i32`.
#[derive(Clone, Debug)]
pub struct ContractProgram {
    /// The program, without deallocations.
    pub text: String,
    /// What it returns.
    pub result: i32,
    /// Whether everything that a declaration may keep or free is kept or freed in the run, so that nothing may leak.
    pub is_exact: bool,
}

/// The program of a number.
pub fn numbered_program(number: u64) -> ContractProgram {
    let mut maker = Maker {
        random: Random::new(number),
        n_names: 0,
    };
    let mut names = Vec::new();
    let mut machine = Machine::default();
    let mut body = Vec::new();
    for _ in 0..4 + maker.below(14) {
        let statement = maker.statement(&mut names, &machine, 0);
        machine.run(&statement);
        names.retain(|&name| machine.is_usable(name));
        body.push(statement);
    }
    for &name in &names {
        body.push(Statement::Sum(name));
        machine.run(&Statement::Sum(name));
    }
    let mut text = format!(
        "{DECLARATIONS}func.func @main() -> i32 {{\n  %c0 = arith.constant 0 : index\n  \
         %c1 = arith.constant 1 : index\n  %k31 = arith.constant 31 : i32\n  %k17 = arith.constant 17 : i32\n  \
         %acc = memref.alloca() : memref<1xi32>\n  memref.store %k17, %acc[%c0] : memref<1xi32>\n"
    );
    let mut printer = Printer {
        out: &mut text,
        n_values: 0,
    };
    body.iter().for_each(|statement| printer.print(statement));
    text += "  call @release() : () -> ()\n  %result = memref.load %acc[%c0] : memref<1xi32>\n  \
             return %result : i32\n}\n";
    ContractProgram {
        text,
        result: machine.acc as i32,
        is_exact: body.iter().all(|statement| statement.is_exact(true)),
    }
}

/// The same program, in which no declaration says that a function keeps or frees anything.
pub fn without_declarations(text: &str) -> String {
    let line = |line: &str| {
        let mut line = line.to_owned();
        for word in [
            " {bufferization.access = \"write\", memplan.captures = false}",
            " {llvm.readonly, llvm.nocapture}",
            " {memplan.captures}",
            " {memplan.frees}",
        ] {
            line = line.replace(word, "");
        }
        line
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

type Name = usize;

#[derive(Clone, Debug)]
enum Statement {
    New(Name, i32),
    Make(Name, i32),
    /// A new buffer, the sum of two.
    AddNew(Name, Name, Name),
    /// The first becomes the sum of the others.
    Add(Name, Name, Name),
    Sum(Name),
    Keep(Name),
    Take(Name),
    KeepInside(Name, i32),
    KeepOwn(i32),
    FreeNow(Name),
    FreeInside(Name),
    FreeTaken,
    ReadKept,
    WriteKept(i32),
    Same(Name, Name, bool),
    Pick(Name, Name, Name, i32),
    /// Number of iterations.
    For(u32, Vec<Statement>),
    If(i32, Vec<Statement>),
}

impl Statement {
    /// Whether no buffer is kept or freed only in some runs, or under the name of one that may be another.
    fn is_exact(&self, is_executed: bool) -> bool {
        match self {
            Self::Keep(_) | Self::Take(_) | Self::KeepInside(..) | Self::KeepOwn(_) => is_executed,
            Self::Pick(..) => false,
            Self::For(n, inside) => {
                let is_executed = is_executed && *n > 0;
                inside.iter().all(|inner| inner.is_exact(is_executed))
            }
            Self::If(number, inside) => {
                let is_executed = is_executed && seed(*number) & 1 == 1;
                inside.iter().all(|inner| inner.is_exact(is_executed))
            }
            _ => true,
        }
    }
}

struct Maker {
    random: Random,
    n_names: Name,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn number(&mut self) -> i32 {
        self.below(100) as i32
    }

    fn name(&mut self) -> Name {
        self.n_names += 1;
        self.n_names
    }

    /// A statement that may use these names, and adds those that it defines.
    fn statement(&mut self, names: &mut Vec<Name>, machine: &Machine, depth: u32) -> Statement {
        use Statement as S;
        if names.is_empty() {
            let name = self.name();
            names.push(name);
            return S::New(name, self.number());
        }
        let at = |maker: &mut Self| names[maker.below(names.len() as u64) as usize];
        let (a, b, c) = (at(self), at(self), at(self));
        let number = self.number();
        // What frees ends the life of an object under all names. Inside of regions only the machine knows which.
        let may_free = depth == 0 && machine.is_plain(a);
        match self.below(if depth < 2 { 19 } else { 16 }) {
            0 | 1 => {
                let new = self.name();
                names.push(new);
                S::New(new, number)
            }
            2 => {
                let new = self.name();
                names.push(new);
                S::Make(new, number)
            }
            3 | 4 => {
                let new = self.name();
                names.push(new);
                S::AddNew(new, a, b)
            }
            5 if depth == 0 => S::Add(c, a, b),
            6 => S::Keep(a),
            7 => S::Take(a),
            8 => S::KeepInside(a, number),
            9 => S::KeepOwn(number),
            10 if may_free => S::FreeNow(a),
            11 if may_free => S::FreeInside(a),
            12 if depth == 0 => S::FreeTaken,
            13 => S::WriteKept(number),
            14 => {
                let new = self.name();
                names.push(new);
                S::Same(new, a, number % 2 == 0)
            }
            15 => {
                let new = self.name();
                names.push(new);
                S::Pick(new, a, b, number)
            }
            16 => S::For(self.below(4) as u32, self.inside(names, machine, depth)),
            17 => S::If(number, self.inside(names, machine, depth)),
            18 => S::Sum(a),
            _ => S::ReadKept,
        }
    }

    fn inside(&mut self, names: &[Name], machine: &Machine, depth: u32) -> Vec<Statement> {
        let mut names = names.to_vec();
        let n = 1 + self.below(4);
        (0..n)
            .map(|_| self.statement(&mut names, machine, depth + 1))
            .collect()
    }
}

#[derive(Clone, Debug)]
struct Object {
    cells: [u32; 4],
    is_freed: bool,
}

/// Runs programs.
#[derive(Debug)]
struct Machine {
    objects: Vec<Object>,
    /// By name.
    denoted: Vec<Option<usize>>,
    /// Objects, and whether they will be freed.
    kept: Vec<(usize, bool)>,
    acc: u32,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            denoted: Vec::new(),
            kept: Vec::new(),
            acc: 17,
        }
    }
}

impl Machine {
    fn object(&self, name: Name) -> usize {
        self.denoted.get(name).copied().flatten().unwrap_or(0)
    }

    fn is_usable(&self, name: Name) -> bool {
        let object = self.denoted.get(name).copied().flatten();
        object.is_some_and(|object| !self.objects[object].is_freed)
    }

    /// Whether nothing keeps the object of a name.
    fn is_plain(&self, name: Name) -> bool {
        self.is_usable(name) && !self.kept.iter().any(|kept| kept.0 == self.object(name))
    }

    fn bind(&mut self, name: Name, object: usize) {
        if self.denoted.len() <= name {
            self.denoted.resize(name + 1, None);
        }
        self.denoted[name] = Some(object);
    }

    fn new_object(&mut self, cells: [u32; 4]) -> usize {
        self.objects.push(Object {
            cells,
            is_freed: false,
        });
        self.objects.len() - 1
    }

    fn add(&mut self, value: u32) {
        self.acc = self.acc.wrapping_mul(31).wrapping_add(value);
    }

    fn sum_of(&self, name: Name) -> u32 {
        let cells = self.objects[self.object(name)].cells.iter();
        cells.fold(0, |sum: u32, &cell| sum.wrapping_mul(3).wrapping_add(cell))
    }

    fn added(&self, a: Name, b: Name) -> [u32; 4] {
        let [a, b] = [a, b].map(|name| self.objects[self.object(name)].cells);
        std::array::from_fn(|at| a[at].wrapping_add(b[at]))
    }

    fn run(&mut self, statement: &Statement) {
        use Statement as S;
        match *statement {
            S::New(name, number) | S::Make(name, number) => {
                let object = self.new_object(filled(number));
                self.bind(name, object);
            }
            S::AddNew(name, a, b) => {
                let object = self.new_object(self.added(a, b));
                self.bind(name, object);
            }
            S::Add(name, a, b) => {
                let (object, cells) = (self.object(name), self.added(a, b));
                self.objects[object].cells = cells;
            }
            S::Sum(name) => self.add(self.sum_of(name)),
            S::Keep(name) => self.kept.push((self.object(name), false)),
            S::Take(name) => self.kept.push((self.object(name), true)),
            S::KeepInside(name, number) => {
                let object = self.object(name);
                self.objects[object].cells = filled(number);
                self.kept.push((object, false));
            }
            S::KeepOwn(number) => {
                let object = self.new_object(filled(number));
                self.kept.push((object, false));
            }
            S::FreeNow(name) => {
                let object = self.object(name);
                self.objects[object].is_freed = true;
            }
            S::FreeInside(name) => {
                self.add(self.sum_of(name));
                let object = self.object(name);
                self.objects[object].is_freed = true;
            }
            S::FreeTaken => {
                for &(object, is_taken) in &self.kept {
                    self.objects[object].is_freed |= is_taken;
                }
                self.kept.retain(|kept| !self.objects[kept.0].is_freed);
            }
            S::ReadKept => {
                let cells = self.kept.iter().map(|kept| self.objects[kept.0].cells[1]);
                let sum = cells.fold(0, |sum: u32, cell| sum.wrapping_mul(5).wrapping_add(cell));
                self.add(sum);
            }
            S::WriteKept(number) => {
                for (at, &(object, _)) in self.kept.iter().enumerate() {
                    self.objects[object].cells[2] = seed(number).wrapping_add(at as u32);
                }
            }
            S::Same(name, source, _) => self.bind(name, self.object(source)),
            S::Pick(name, a, b, number) => {
                let source = if seed(number) & 1 == 1 { a } else { b };
                self.bind(name, self.object(source));
            }
            S::For(n, ref inside) => {
                (0..n).for_each(|_| inside.iter().for_each(|statement| self.run(statement)));
            }
            S::If(number, ref inside) => {
                if seed(number) & 1 == 1 {
                    inside.iter().for_each(|statement| self.run(statement));
                }
            }
        }
    }
}

/// The function `@seed`.
fn seed(number: i32) -> u32 {
    (number as u32).wrapping_mul(7).wrapping_add(3)
}

/// What `@wr` and `@make` write.
fn filled(number: i32) -> [u32; 4] {
    std::array::from_fn(|at| seed(number).wrapping_add(at as u32))
}

struct Printer<'a> {
    out: &'a mut String,
    n_values: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    fn value(&mut self, text: &str) -> String {
        self.n_values += 1;
        let name = format!("%v{}", self.n_values);
        self.line(&format!("{name} = {text}"));
        name
    }

    /// A number that the compiler does not know.
    fn seed(&mut self, number: i32) -> String {
        let constant = self.value(&format!("arith.constant {number} : i32"));
        self.value(&format!("func.call @seed({constant}) : (i32) -> i32"))
    }

    fn call(&mut self, callee: &str, name: Name) {
        self.line(&format!(
            "func.call @{callee}(%b{name}) : (memref<4xi32>) -> ()"
        ));
    }

    fn call_with(&mut self, callee: &str, name: Name, number: i32) {
        let seed = self.seed(number);
        self.line(&format!(
            "func.call @{callee}(%b{name}, {seed}) : (memref<4xi32>, i32) -> ()"
        ));
    }

    fn add(&mut self, value: &str) {
        let old = self.value("memref.load %acc[%c0] : memref<1xi32>");
        let scaled = self.value(&format!("arith.muli {old}, %k31 : i32"));
        let new = self.value(&format!("arith.addi {scaled}, {value} : i32"));
        self.line(&format!("memref.store {new}, %acc[%c0] : memref<1xi32>"));
    }

    fn add_call(&mut self, callee: &str, name: Name) {
        let value = self.value(&format!(
            "func.call @{callee}(%b{name}) : (memref<4xi32>) -> i32"
        ));
        self.add(&value);
    }

    fn added(&mut self, to: Name, a: Name, b: Name) {
        self.line(&format!(
            "linalg.add ins(%b{a}, %b{b} : memref<4xi32>, memref<4xi32>) outs(%b{to} : memref<4xi32>)"
        ));
    }

    fn alloc(&mut self, name: Name) {
        self.line(&format!("%b{name} = memref.alloc() : memref<4xi32>"));
    }

    fn region(&mut self, head: &str, inside: &[Statement]) {
        self.line(&format!("{head} {{"));
        inside.iter().for_each(|statement| self.print(statement));
        self.line("}");
    }

    fn print(&mut self, statement: &Statement) {
        use Statement as S;
        match *statement {
            S::New(name, number) => {
                self.alloc(name);
                self.call_with("wr", name, number);
            }
            S::Make(name, number) => {
                let seed = self.seed(number);
                self.line(&format!(
                    "%b{name} = func.call @make({seed}) : (i32) -> memref<4xi32>"
                ));
            }
            S::AddNew(name, a, b) => {
                self.alloc(name);
                self.added(name, a, b);
            }
            S::Add(name, a, b) => self.added(name, a, b),
            S::Sum(name) => self.add_call("sum", name),
            S::Keep(name) => self.call("keep", name),
            S::Take(name) => self.call("take", name),
            S::KeepInside(name, number) => self.call_with("keep_inside", name, number),
            S::KeepOwn(number) => {
                let seed = self.seed(number);
                self.line(&format!("func.call @keep_own({seed}) : (i32) -> ()"));
            }
            S::FreeNow(name) => self.call("free_now", name),
            S::FreeInside(name) => self.add_call("free_inside", name),
            S::FreeTaken => self.line("func.call @freetaken() : () -> ()"),
            S::ReadKept => {
                let value = self.value("func.call @readkept() : () -> i32");
                self.add(&value);
            }
            S::WriteKept(number) => {
                let seed = self.seed(number);
                self.line(&format!("func.call @writekept({seed}) : (i32) -> ()"));
            }
            S::Same(name, source, is_direct) => {
                let callee = if is_direct { "same" } else { "same_inside" };
                self.line(&format!(
                    "%b{name} = func.call @{callee}(%b{source}) : (memref<4xi32>) -> memref<4xi32>"
                ));
            }
            S::Pick(name, a, b, number) => {
                let seed = self.seed(number);
                self.line(&format!(
                    "%b{name} = func.call @pick(%b{a}, %b{b}, {seed}) : (memref<4xi32>, memref<4xi32>, i32) -> memref<4xi32>"
                ));
            }
            S::For(n, ref inside) => {
                let bound = self.value(&format!("arith.constant {n} : index"));
                self.n_values += 1;
                let head = format!("scf.for %i{} = %c0 to {bound} step %c1", self.n_values);
                self.region(&head, inside);
            }
            S::If(number, ref inside) => {
                let seed = self.seed(number);
                let bit = self.value(&format!("arith.trunci {seed} : i32 to i1"));
                self.region(&format!("scf.if {bit}"), inside);
            }
        }
    }
}
