//! Random programs of functions that call each other, as compilers leave them: private functions with temporaries that
//! return new memory or an argument.
//!
//! Calls are in straight lines, loops and branches; some functions have several blocks, some call themselves. All
//! numbers that are read go into the result of `@main`, so that each that is read in the wrong place shows.

use std::fmt::Write as _;

use memplan_support::Random;

/// The type of buffers that functions take and return.
const BUFFER: &str = "memref<16xi32>";

/// The program of a number. Equal numbers give equal programs.
pub fn numbered_program(number: u64) -> String {
    let mut maker = Maker {
        random: Random::new(number),
        out: String::new(),
        n_names: 0,
        indent: 1,
        values: Vec::new(),
        buffers: Vec::new(),
    };
    let n_functions = 1 + maker.random.below(4);
    for index in 0..n_functions {
        maker.function(index);
    }
    maker.main(n_functions);
    maker.out
}

struct Maker {
    random: Random,
    out: String,
    n_names: usize,
    indent: usize,
    /// Numbers in scope.
    values: Vec<String>,
    /// Buffers of the type [`BUFFER`] in scope, all of them with contents.
    buffers: Vec<String>,
}

impl Maker {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.indent);
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

    fn value(&mut self) -> String {
        let at = self.random.below(self.values.len() as u64) as usize;
        self.values[at].clone()
    }

    fn buffer(&mut self) -> String {
        let at = self.random.below(self.buffers.len() as u64) as usize;
        self.buffers[at].clone()
    }

    fn start(&mut self) {
        self.line("%c0 = arith.constant 0 : index");
        self.line("%c1 = arith.constant 1 : index");
        self.line("%c2 = arith.constant 2 : index");
        self.line("%one = arith.constant 1 : i32");
        self.line("%zero = arith.constant 0 : i32");
        self.values = vec!["%one".to_owned()];
        self.buffers.clear();
    }

    fn function(&mut self, index: u64) {
        let _ = writeln!(
            self.out,
            "func.func private @f{index}(%x: {BUFFER}, %fuel: i32) -> {BUFFER} {{"
        );
        self.start();
        self.values.push("%fuel".to_owned());
        self.buffers.push("%x".to_owned());
        let n = 1 + self.random.below(5);
        let place = self.random.below(n + 1);
        let is_argument = self.random.below(6) == 0;
        let mut result = is_argument.then(|| "%x".to_owned());
        for at in 0..=n {
            if at == place && result.is_none() {
                result = Some(self.define(&format!("memref.alloc() : {BUFFER}")));
            }
            if at < n {
                self.statement(index, Some(index));
            }
        }
        if self.random.below(4) == 0 {
            self.blocks();
        }
        let (result, value) = (result.unwrap_or_default(), self.value());
        self.line(&format!(
            "linalg.fill ins({value} : i32) outs({result} : {BUFFER})"
        ));
        self.line(&format!("return {result} : {BUFFER}\n}}"));
    }

    fn main(&mut self, n_functions: u64) {
        self.out.push_str("func.func @main() -> i32 {\n");
        self.start();
        let first = self.define(&format!("memref.alloc() : {BUFFER}"));
        self.line(&format!(
            "linalg.fill ins(%one : i32) outs({first} : {BUFFER})"
        ));
        self.buffers.push(first);
        for _ in 0..2 + self.random.below(5) {
            self.statement(n_functions, None);
        }
        for buffer in self.buffers.clone() {
            self.load(&buffer, BUFFER);
        }
        let mut sum = "%one".to_owned();
        for value in self.values.clone() {
            let twice = self.define(&format!("arith.addi {sum}, {sum} : i32"));
            sum = self.define(&format!("arith.addi {twice}, {value} : i32"));
        }
        self.line(&format!("return {sum} : i32\n}}"));
    }

    /// Reads an element of a buffer.
    fn load(&mut self, buffer: &str, ty: &str) {
        let value = self.define(&format!("memref.load {buffer}[%c2] : {ty}"));
        self.values.push(value);
    }

    /// One of the statements. Functions below `n_callees` may be called, and `own` with less fuel.
    fn statement(&mut self, n_callees: u64, own: Option<u64>) {
        match self.random.below(6) {
            0 | 1 => self.temporary(),
            2 | 3 if n_callees > 0 => self.call(n_callees),
            4 => self.region("scf.for %i = %c0 to %c2 step %c1 {", n_callees),
            5 if own.is_some() => self.recursion(own.unwrap_or_default()),
            _ => {
                let value = self.value();
                let is_less = self.define(&format!("arith.cmpi sgt, {value}, %zero : i32"));
                self.region(&format!("scf.if {is_less} {{"), n_callees);
            }
        }
    }

    fn temporary(&mut self) {
        let size = [4, 16, 64][self.random.below(3) as usize];
        let ty = format!("memref<{size}xi32>");
        let buffer = self.define(&format!("memref.alloc() : {ty}"));
        let value = self.value();
        self.line(&format!(
            "linalg.fill ins({value} : i32) outs({buffer} : {ty})"
        ));
        self.load(&buffer, &ty);
        if size == 16 {
            self.buffers.push(buffer);
        }
    }

    fn call(&mut self, n_callees: u64) {
        let (callee, operand) = (self.random.below(n_callees), self.buffer());
        let result = self.define(&format!(
            "func.call @f{callee}({operand}, %one) : ({BUFFER}, i32) -> {BUFFER}"
        ));
        self.load(&result, BUFFER);
        self.buffers.push(result);
    }

    /// A loop or branch that writes what it computes to a buffer.
    fn region(&mut self, head: &str, n_callees: u64) {
        let target = self.buffer();
        let (values, buffers) = (self.values.clone(), self.buffers.clone());
        self.line(head);
        self.indent += 1;
        self.temporary();
        if n_callees > 0 && self.random.below(2) == 0 {
            self.call(n_callees);
        }
        let value = self.value();
        self.line(&format!("memref.store {value}, {target}[%c2] : {BUFFER}"));
        self.indent -= 1;
        self.line("}");
        (self.values, self.buffers) = (values, buffers);
        self.load(&target, BUFFER);
    }

    fn recursion(&mut self, own: u64) {
        let (operand, target) = (self.buffer(), self.buffer());
        let has_fuel = self.define("arith.cmpi sgt, %fuel, %zero : i32");
        self.line(&format!("scf.if {has_fuel} {{"));
        let less = self.define("arith.subi %fuel, %one : i32");
        let result = self.define(&format!(
            "func.call @f{own}({operand}, {less}) : ({BUFFER}, i32) -> {BUFFER}"
        ));
        let value = self.define(&format!("memref.load {result}[%c2] : {BUFFER}"));
        self.line(&format!("memref.store {value}, {target}[%c1] : {BUFFER}"));
        self.line("}");
    }

    /// Splits the function into blocks, one of which has its own buffer.
    fn blocks(&mut self) {
        let value = self.value();
        let is_less = self.define(&format!("arith.cmpi slt, {value}, %one : i32"));
        let end = format!("^end{}", self.n_names);
        let other = format!("^other{}", self.n_names);
        self.line(&format!("cf.cond_br {is_less}, {other}, {end}"));
        self.line(&format!("{other}:"));
        let (values, buffers) = (self.values.clone(), self.buffers.clone());
        let target = self.buffer();
        self.temporary();
        let value = self.value();
        self.line(&format!("memref.store {value}, {target}[%c0] : {BUFFER}"));
        (self.values, self.buffers) = (values, buffers);
        self.line(&format!("cf.br {end}"));
        self.line(&format!("{end}:"));
    }
}
