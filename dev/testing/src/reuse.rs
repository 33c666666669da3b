//! Random programs whose buffers are used again and again, as bufferization leaves them.
//!
//! All buffers hold eight numbers. Statements overwrite them wholly or partly, through views of either shape, with
//! fills, copies, elementwise operations, gathers, loads and stores; in loops and branches, too, and in private
//! functions. Some buffers get second names. Most buffers have contents from the start; the others are first written
//! where they are first used, by a statement that overwrites them or by a fill in front of it, perhaps in a loop or
//! branch. `@main` returns a sum over all contents at the end, so that each value that is read in the wrong place
//! shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use memplan_support::Random;

/// The type of buffers.
const FLAT: &str = "memref<8xi32>";

/// The type of whole views of them.
const SQUARE: &str = "memref<2x4xi32>";

/// The type of views of a half.
const HALF: &str = "memref<4xi32, strided<[1], offset: 4>>";

/// Which of its buffers the program frees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frees {
    /// None.
    None,
    /// Those of `@main`, at the end.
    All,
    /// Those of `@main`, some of them before the end.
    Early,
}

/// The program of a number. Equal numbers give equal programs.
pub fn numbered_program(number: u64, frees: Frees) -> String {
    let mut maker = Maker {
        random: Random::new(number),
        late: Random::new(number ^ LATE),
        out: String::new(),
        n_names: 0,
        depth: 0,
        freed: Vec::new(),
        unwritten: BTreeMap::new(),
    };
    maker.module(frees);
    maker.out
}

/// The seed of the choice of late buffers: apart from the other choices, which do not depend on it.
const LATE: u64 = 0x4c61_7465;

struct Maker {
    random: Random,
    /// Chooses the buffers that are first written where they are first used.
    late: Random,
    out: String,
    n_names: usize,
    depth: usize,
    /// Buffers that must not be used any more.
    freed: Vec<String>,
    /// Buffers that are not written yet, and the lines that fill them.
    unwritten: BTreeMap<String, String>,
}

/// The first access of a statement to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Reads it, writes a part of it, or names it.
    Any,
    Overwrite,
}

/// Functions that read, write, return new memory, and return an argument.
const FUNCTIONS: &str = "\
func.func private @read(%a: memref<8xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  %v = memref.load %a[%c2] : memref<8xi32>
  return %v : i32
}
func.func private @update(%a: memref<8xi32>, %b: memref<8xi32>) {
  memref.copy %a, %b : memref<8xi32> to memref<8xi32>
  return
}
func.func private @double(%a: memref<8xi32>) -> memref<8xi32> {
  %b = memref.alloc() : memref<8xi32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], \
iterator_types = [\"parallel\"]} ins(%a : memref<8xi32>) outs(%b : memref<8xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %x : i32
    linalg.yield %s : i32
  }
  return %b : memref<8xi32>
}
func.func private @same(%a: memref<8xi32>) -> memref<8xi32> {
  return %a : memref<8xi32>
}
";

impl Maker {
    fn module(&mut self, frees: Frees) {
        self.out.push_str(
            "memref.global \"private\" constant @ones : memref<8xi32> = dense<1>\n\
             memref.global \"private\" constant @table : memref<8xi32> = dense<[3, 1, 4, 1, 5, 9, 2, 6]>\n",
        );
        self.out.push_str(FUNCTIONS);
        self.out.push_str("func.func @main() -> i32 {\n");
        for n in [0, 1, 3, 6] {
            self.line(&format!("%c{n} = arith.constant {n} : index"));
        }
        self.line("%t = arith.constant true");
        for n in [0, 5, 7] {
            self.line(&format!("%k{n} = arith.constant {n} : i32"));
        }
        let n_buffers = 3 + self.random.index(4);
        let mut buffers: Vec<String> = (0..n_buffers).map(|n| format!("%buf{n}")).collect();
        for buffer in &buffers {
            self.line(&format!("{buffer} = memref.alloc() : {FLAT}"));
            if !self.random.chance(70) {
                let value = self.constant();
                self.fill(&value, buffer, FLAT);
            } else if self.late.one_in(3) {
                self.unwritten.insert(buffer.clone(), String::new());
            }
        }
        // Fill the buffers after all allocations, including those that were filled directly after theirs.
        for buffer in buffers.clone() {
            let value = self.constant();
            let start = self.out.len();
            self.fill(&value, &buffer, FLAT);
            if let Some(fill) = self.unwritten.get_mut(&buffer) {
                *fill = self.out.split_off(start);
            }
        }
        let owned = buffers.clone();
        for _ in 0..6 + self.random.index(14) {
            self.statement(&mut buffers);
            if frees == Frees::Early && self.depth == 0 && self.random.one_in(8) {
                self.free_early(&owned, &mut buffers);
            }
        }
        let sum = self.sum(&buffers);
        if frees != Frees::None {
            for buffer in &owned {
                if !self.freed.contains(buffer) {
                    self.line(&format!("memref.dealloc {buffer} : {FLAT}"));
                }
            }
        }
        self.line(&format!("return {sum} : i32"));
        self.out.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%n{}", self.n_names)
    }

    fn define(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {text}"));
        name
    }

    fn constant(&mut self) -> String {
        (*self.random.pick(&["%k0", "%k0", "%k5", "%k7"])).to_owned()
    }

    /// A buffer, which is written before a statement that accesses it in this way.
    fn pick(&mut self, buffers: &[String], access: Access) -> String {
        let buffer = self.random.pick(buffers).clone();
        self.prepare(&buffer, access);
        buffer
    }

    /// Two buffers, in the order of their accesses.
    fn pick_two(&mut self, buffers: &[String], accesses: [Access; 2]) -> [String; 2] {
        accesses.map(|access| self.pick(buffers, access))
    }

    /// Fills a buffer that is not written yet, unless the statement that follows overwrites it.
    fn prepare(&mut self, buffer: &str, access: Access) {
        if let Some(fill) = self.unwritten.remove(buffer)
            && access == Access::Any
        {
            for line in fill.lines() {
                let line = line.strip_prefix("  ").unwrap_or(line);
                self.line(line);
            }
        }
    }

    /// Frees a buffer that has no other name, in front of everything that follows.
    fn free_early(&mut self, owned: &[String], buffers: &mut Vec<String>) {
        // A second name may refer to any buffer.
        if buffers.len() != owned.len() - self.freed.len() || buffers.len() < 3 {
            return;
        }
        let at = self.random.index(buffers.len());
        let buffer = buffers.remove(at);
        self.line(&format!("memref.dealloc {buffer} : {FLAT}"));
        self.freed.push(buffer);
    }

    /// A buffer, perhaps as a view of all of it; with the type.
    fn whole(&mut self, buffers: &[String], access: Access) -> (String, &'static str) {
        let buffer = self.pick(buffers, access);
        (self.viewed(&buffer), SQUARE)
    }

    fn viewed(&mut self, buffer: &str) -> String {
        self.define(&format!(
            "memref.expand_shape {buffer} [[0, 1]] output_shape [2, 4] : {FLAT} into {SQUARE}"
        ))
    }

    fn half(&mut self, buffers: &[String]) -> String {
        let buffer = self.pick(buffers, Access::Any);
        self.define(&format!(
            "memref.subview {buffer}[4] [4] [1] : {FLAT} to {HALF}"
        ))
    }

    fn fill(&mut self, value: &str, target: &str, ty: &str) {
        match self.random.index(4) {
            0 => {
                self.line(&format!("linalg.map outs({target} : {ty}) (%out: i32) {{"));
                self.line(&format!("  linalg.yield {value} : i32"));
                self.line("}");
            }
            1 if ty == FLAT => {
                let constant = self.name();
                self.line(&format!(
                    "linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], \
                     iterator_types = [\"parallel\"]}} outs({target} : {ty}) {{"
                ));
                self.line("^bb0(%out: i32):");
                self.line(&format!("  {constant} = arith.constant 11 : i32"));
                self.line(&format!("  linalg.yield {constant} : i32"));
                self.line("}");
            }
            _ => self.line(&format!(
                "linalg.fill ins({value} : i32) outs({target} : {ty})"
            )),
        }
    }

    fn statement(&mut self, buffers: &mut Vec<String>) {
        match self.random.index(if self.depth < 2 { 17 } else { 12 }) {
            0 | 1 => {
                let (target, ty) = self.whole_or_buffer(buffers, Access::Overwrite);
                let value = self.constant();
                self.fill(&value, &target, ty);
            }
            2 | 3 => self.copy(buffers),
            4 | 5 => self.elementwise(buffers),
            6 => {
                let half = self.half(buffers);
                let value = self.constant();
                self.fill(&value, &half, HALF);
            }
            7 => {
                let (source, target) = (self.half(buffers), self.half(buffers));
                self.line(&format!(
                    "memref.copy {source}, {target} : {HALF} to {HALF}"
                ));
            }
            8 => self.accumulate(buffers),
            9 => self.gather(buffers),
            10 => self.constant_copy(buffers),
            11 => self.store(buffers),
            12 => self.nested("scf.for %i = %c0 to %c3 step %c1 {", buffers),
            13 => {
                self.nested("scf.if %t {", buffers);
            }
            14 | 15 => self.call(buffers),
            _ => self.second_name(buffers),
        }
    }

    fn whole_or_buffer(&mut self, buffers: &[String], access: Access) -> (String, &'static str) {
        if self.random.chance(40) {
            return self.whole(buffers, access);
        }
        (self.pick(buffers, access), FLAT)
    }

    fn copy(&mut self, buffers: &[String]) {
        let (source, ty) = self.whole_or_buffer(buffers, Access::Any);
        let target = self.pick(buffers, Access::Overwrite);
        let target = if ty == FLAT {
            target
        } else {
            self.viewed(&target)
        };
        self.line(&format!("memref.copy {source}, {target} : {ty} to {ty}"));
    }

    /// Overwrites a buffer by the sum of two.
    fn elementwise(&mut self, buffers: &[String]) {
        let [a, b] = self.pick_two(buffers, [Access::Any; 2]);
        let c = self.random.pick(buffers).clone();
        let is_read = self.random.chance(25);
        let access = if is_read {
            Access::Any
        } else {
            Access::Overwrite
        };
        self.prepare(&c, access);
        let (x, y, z, s) = (self.name(), self.name(), self.name(), self.name());
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, \
             affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}} \
             ins({a}, {b} : {FLAT}, {FLAT}) outs({c} : {FLAT}) {{"
        ));
        self.line(&format!("^bb0({x}: i32, {y}: i32, {z}: i32):"));
        let other = if is_read { z } else { y };
        self.line(&format!("  {s} = arith.addi {x}, {other} : i32"));
        self.line(&format!("  linalg.yield {s} : i32"));
        self.line("}");
    }

    /// Adds to an accumulator.
    fn accumulate(&mut self, buffers: &[String]) {
        let [a, b] = self.pick_two(buffers, [Access::Any; 2]);
        self.line(&format!(
            "linalg.add ins({a}, {b} : {FLAT}, {FLAT}) outs({b} : {FLAT})"
        ));
    }

    /// Overwrites a buffer by elements of another one that the body loads.
    fn gather(&mut self, buffers: &[String]) {
        let [a, b] = self.pick_two(buffers, [Access::Any, Access::Overwrite]);
        let (x, at) = (self.name(), *self.random.pick(&["%c0", "%c1", "%c6"]));
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], \
             iterator_types = [\"parallel\"]}} outs({b} : {FLAT}) {{"
        ));
        self.line("^bb0(%out: i32):");
        self.line(&format!("  {x} = memref.load {a}[{at}] : {FLAT}"));
        self.line(&format!("  linalg.yield {x} : i32"));
        self.line("}");
    }

    fn constant_copy(&mut self, buffers: &[String]) {
        let symbol = *self.random.pick(&["@ones", "@table"]);
        let target = self.pick(buffers, Access::Overwrite);
        let global = self.define(&format!("memref.get_global {symbol} : {FLAT}"));
        self.line(&format!(
            "memref.copy {global}, {target} : {FLAT} to {FLAT}"
        ));
    }

    fn store(&mut self, buffers: &[String]) {
        let [a, b] = self.pick_two(buffers, [Access::Any; 2]);
        let value = self.define(&format!("memref.load {a}[%c1] : {FLAT}"));
        self.line(&format!("memref.store {value}, {b}[%c3] : {FLAT}"));
    }

    fn nested(&mut self, head: &str, buffers: &[String]) {
        let iv = self.name();
        self.line(&head.replace("%i", &iv));
        self.depth += 1;
        let mut inner = buffers.to_vec();
        for _ in 0..1 + self.random.index(5) {
            self.statement(&mut inner);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn call(&mut self, buffers: &mut Vec<String>) {
        let [a, b] = [0; 2].map(|_| self.random.pick(buffers).clone());
        let callee = self.random.index(5);
        self.prepare(&a, Access::Any);
        match callee {
            0 => {
                self.prepare(&b, Access::Any);
                let value = self.define(&format!("func.call @read({a}) : ({FLAT}) -> i32"));
                self.line(&format!("memref.store {value}, {b}[%c0] : {FLAT}"));
            }
            1 | 2 => {
                self.prepare(&b, Access::Overwrite);
                self.line(&format!(
                    "func.call @update({a}, {b}) : ({FLAT}, {FLAT}) -> ()"
                ));
            }
            3 => {
                self.prepare(&b, Access::Overwrite);
                let new = self.define(&format!("func.call @double({a}) : ({FLAT}) -> {FLAT}"));
                self.line(&format!("memref.copy {new}, {b} : {FLAT} to {FLAT}"));
            }
            _ => {
                let same = self.define(&format!("func.call @same({a}) : ({FLAT}) -> {FLAT}"));
                buffers.push(same);
            }
        }
    }

    /// Another name for one of two buffers.
    fn second_name(&mut self, buffers: &mut Vec<String>) {
        let [a, b] = self.pick_two(buffers, [Access::Any; 2]);
        let name = self.define(&format!("arith.select %t, {a}, {b} : {FLAT}"));
        buffers.push(name);
    }

    /// A sum of all contents that distinguishes the buffers.
    fn sum(&mut self, buffers: &[String]) -> String {
        let mut sum = "%k0".to_owned();
        for (buffer, factor) in buffers.iter().zip(1..) {
            self.prepare(buffer, Access::Any);
            let factor = self.define(&format!("arith.constant {factor} : i32"));
            for at in ["%c0", "%c1", "%c3", "%c6"] {
                let value = self.define(&format!("memref.load {buffer}[{at}] : {FLAT}"));
                let weighted = self.define(&format!("arith.muli {sum}, %k7 : i32"));
                let value = self.define(&format!("arith.muli {value}, {factor} : i32"));
                sum = self.define(&format!("arith.addi {weighted}, {value} : i32"));
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::{Frees, numbered_program};

    /// The lines that first use a buffer, of all buffers of a program.
    fn first_uses(text: &str) -> Vec<&str> {
        let is_used = |line: &str, buffer: &str| {
            line.split(|c: char| !c.is_alphanumeric() && c != '%')
                .any(|word| word == buffer)
        };
        (0..7)
            .map(|n| format!("%buf{n}"))
            .filter_map(|buffer| text.lines().filter(|line| is_used(line, &buffer)).nth(1))
            .collect()
    }

    #[test]
    fn some_buffers_are_first_written_where_they_are_first_used() {
        let programs: Vec<String> = (0..50)
            .map(|number| numbered_program(number, Frees::All))
            .collect();
        let first: Vec<&str> = programs.iter().flat_map(|text| first_uses(text)).collect();
        let is_copied_into = |line: &&&str| line.contains("memref.copy");
        let is_nested = |line: &&&str| line.starts_with("    ");
        assert!(first.iter().any(|line| is_copied_into(&line)), "{first:#?}");
        assert!(first.iter().any(|line| is_nested(&line)), "{first:#?}");
        let is_filled = |line: &&&str| !is_copied_into(line) && !is_nested(line);
        assert!(first.len() < 2 * first.iter().filter(is_filled).count());
    }
}
