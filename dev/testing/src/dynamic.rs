//! Random programs with buffers whose shapes are known only at run time.
//!
//! `@f(%x: memref<?xi32>, %list: memref<4xindex>, %n: index, %k: index) -> i32` allocates buffers of dynamic and of
//! static shapes, fills and reads them, in branches and loops as well, and never frees them. Sizes are sums and
//! products of dimensions and arguments, pass through `i32`, come from other buffers, from a list in memory that is
//! written late, or from loop variables. They may be 0, and `%list` holds natural numbers. No program reads memory that
//! it has not written.

use std::fmt::Write as _;

use memplan_support::Random;

/// A buffer in scope.
#[derive(Clone)]
struct Buffer {
    name: String,
    /// The size of each dimension.
    dims: Vec<String>,
    element: &'static str,
}

struct Maker {
    random: Random,
    out: String,
    indent: usize,
    n_names: u32,
    /// Values of type `index` in scope that are natural numbers, by what may be allocated.
    sizes: Vec<String>,
    buffers: Vec<Buffer>,
    /// Those that nothing has read yet.
    unread: Vec<Buffer>,
    /// The `i32` that everything read goes into.
    sum: String,
    is_flat: bool,
}

/// The program of a number. A `flat` one has no branches, and loops only that fill and read.
pub fn numbered_program(number: u64, is_flat: bool) -> String {
    let mut maker = Maker {
        random: Random::new(number),
        out: String::new(),
        indent: 1,
        n_names: 0,
        sizes: vec!["%n".to_owned(), "%k".to_owned()],
        buffers: Vec::new(),
        unread: Vec::new(),
        sum: "%zero".to_owned(),
        is_flat,
    };
    maker.function();
    maker.out
}

/// `@main() -> i32`, which runs `@f` at the given shapes and returns the last digits of everything.
pub fn main_function(shapes: &[Shape]) -> String {
    let mut out = "func.func @main() -> i32 attributes {llvm.emit_c_interface} {\n  %s0 = arith.constant 0 : i32\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n".to_owned();
    for (number, shape) in shapes.iter().enumerate() {
        let i = number;
        let _ = writeln!(out, "  %x{i} = arith.constant {} : index", shape.x);
        let _ = writeln!(out, "  %n{i} = arith.constant {} : index", shape.n);
        let _ = writeln!(out, "  %k{i} = arith.constant {} : index", shape.k);
        let _ = writeln!(out, "  %b{i} = memref.alloc(%x{i}) : memref<?xi32>");
        let _ = writeln!(
            out,
            "  scf.for %i = %c0 to %x{i} step %c1 {{\n    %v = arith.index_cast %i : index to i32\n    memref.store %v, %b{i}[%i] : memref<?xi32>\n  }}"
        );
        let _ = writeln!(out, "  %l{i} = memref.alloc() : memref<4xindex>");
        for (place, value) in shape.list.iter().enumerate() {
            let _ = writeln!(out, "  %p{i}_{place} = arith.constant {place} : index");
            let _ = writeln!(out, "  %v{i}_{place} = arith.constant {value} : index");
            let _ = writeln!(
                out,
                "  memref.store %v{i}_{place}, %l{i}[%p{i}_{place}] : memref<4xindex>"
            );
        }
        let _ = writeln!(
            out,
            "  %r{i} = call @f(%b{i}, %l{i}, %n{i}, %k{i}) : (memref<?xi32>, memref<4xindex>, index, index) -> i32"
        );
        let _ = writeln!(out, "  %s{} = arith.addi %s{i}, %r{i} : i32", i + 1);
    }
    let _ = writeln!(out, "  return %s{} : i32\n}}", shapes.len());
    out
}

/// The arguments of `@f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of elements of `%x`.
    pub x: i64,
    /// `%n`.
    pub n: i64,
    /// `%k`.
    pub k: i64,
    /// The elements of `%list`.
    pub list: [i64; 4],
}

/// Random shapes, small ones more often.
pub fn shapes(number: u64, n_shapes: usize) -> Vec<Shape> {
    let mut random = Random::new(number ^ 0x5a5a);
    let mut size = || {
        let most = [2, 5, 12, 40][random.below(4) as usize];
        random.below(most).cast_signed()
    };
    (0..n_shapes)
        .map(|_| Shape {
            x: size(),
            n: size(),
            k: size(),
            list: [size(), size(), size(), size()],
        })
        .collect()
}

impl Maker {
    fn function(&mut self) {
        self.out.push_str(
            "#sum = affine_map<(d0)[s0] -> (d0 * 2 + s0)>\nfunc.func @f(%x: memref<?xi32>, %list: memref<4xindex>, %n: index, %k: index) -> i32 {\n",
        );
        for (name, value) in [("%c0", 0), ("%c1", 1), ("%c2", 2), ("%c3", 3), ("%c8", 8)] {
            self.line(&format!("{name} = arith.constant {value} : index"));
        }
        self.line("%zero = arith.constant 0 : i32");
        self.line("%factor = arith.constant 31 : i32");
        self.line("%m = memref.dim %x, %c0 : memref<?xi32>");
        self.sizes.extend(["%m".to_owned(), "%c3".to_owned()]);
        let n_statements = 4 + self.random.below(14);
        for _ in 0..n_statements {
            self.statement(0);
        }
        self.read_rest(0);
        let sum = self.sum.clone();
        self.line(&format!("return {sum} : i32"));
        self.out.push_str("}\n");
    }

    fn statement(&mut self, depth: usize) {
        match self
            .random
            .below(if self.is_flat || 1 < depth { 9 } else { 12 })
        {
            0 | 1 => self.size(),
            2..=4 => self.allocate(),
            5..=8 => self.read(),
            9 | 10 => self.branch(depth),
            _ => self.repeat(depth),
        }
    }

    fn size(&mut self) {
        let new = self.name();
        let (a, b) = (self.any_size(), self.any_size());
        let line = match self.random.below(11) {
            0 => format!("{new} = arith.addi {a}, {b} : index"),
            1 => {
                let few = self.name();
                self.line(&format!("{few} = arith.minui {a}, %c8 : index"));
                let other = self.name();
                self.line(&format!("{other} = arith.minui {b}, %c3 : index"));
                format!("{new} = arith.muli {few}, {other} : index")
            }
            2 => {
                let low = self.name();
                self.line(&format!("{low} = arith.index_cast {a} : index to i32"));
                format!("{new} = arith.index_cast {low} : i32 to index")
            }
            3 => format!("{new} = affine.apply #sum({a})[{b}]"),
            4 => format!("{new} = arith.divui {a}, %c2 : index"),
            5 => format!("{new} = arith.maxui {a}, {b} : index"),
            6 => {
                let more = self.name();
                self.line(&format!("{more} = arith.addi {a}, %c3 : index"));
                format!("{new} = arith.subi {more}, %c1 : index")
            }
            7 => {
                let place = self.random.below(4);
                let at = self.name();
                self.line(&format!("{at} = arith.constant {place} : index"));
                format!("{new} = memref.load %list[{at}] : memref<4xindex>")
            }
            8 => {
                let low = self.name();
                self.line(&format!("{low} = arith.index_cast {a} : index to i32"));
                let list = self.name();
                self.line(&format!("{list} = memref.alloca() : memref<1xi32>"));
                self.line(&format!("memref.store {low}, {list}[%c0] : memref<1xi32>"));
                let loaded = self.name();
                self.line(&format!(
                    "{loaded} = memref.load {list}[%c0] : memref<1xi32>"
                ));
                format!("{new} = arith.index_cast {loaded} : i32 to index")
            }
            9 => match self.any_buffer() {
                Some(buffer) => {
                    let ty = buffer.ty();
                    format!("{new} = memref.dim {}, %c0 : {ty}", buffer.name)
                }
                None => format!("{new} = arith.addi {a}, %c1 : index"),
            },
            _ => format!("{new} = arith.remui {a}, %c8 : index"),
        };
        self.line(&line);
        self.sizes.push(new);
    }

    /// Allocates a buffer and fills it.
    fn allocate(&mut self) {
        let name = self.name();
        let element = ["i32", "i32", "i64"][self.random.below(3) as usize];
        let rank = 1 + usize::from(self.random.below(4) == 0);
        let is_static = self.random.below(5) == 0;
        let buffer = if is_static {
            let size = ["%c1", "%c3", "%c8"][self.random.below(3) as usize];
            Buffer {
                name,
                dims: vec![size.to_owned()],
                element,
            }
        } else {
            let dims = (0..rank).map(|_| self.any_size()).collect();
            Buffer {
                name,
                dims,
                element,
            }
        };
        let dynamic: Vec<&str> = (buffer.dims.iter())
            .filter(|dim| fixed(dim).is_none())
            .map(|dim| &**dim)
            .collect();
        let attributes = match self.random.below(12) {
            0 => " {alignment = 64 : i64}",
            _ => "",
        };
        let line = format!(
            "{} = memref.alloc({}){attributes} : {}",
            buffer.name,
            dynamic.join(", "),
            buffer.ty()
        );
        self.line(&line);
        self.visit(&buffer, true);
        self.buffers.push(buffer.clone());
        self.unread.push(buffer);
    }

    fn read(&mut self) {
        let buffer = match self.random.below(4) {
            0 => self.any_buffer(),
            _ => self.unread.first().cloned().or_else(|| self.any_buffer()),
        };
        if let Some(buffer) = buffer {
            self.unread.retain(|other| other.name != buffer.name);
            self.visit(&buffer, false);
        }
    }

    /// Reads what nothing has read, but for the first buffers.
    fn read_rest(&mut self, first: usize) {
        while first < self.unread.len() {
            let buffer = self.unread.remove(first);
            self.visit(&buffer, false);
        }
    }

    /// Loops over all elements, and writes or reads them.
    fn visit(&mut self, buffer: &Buffer, writes: bool) {
        let (ty, element) = (buffer.ty(), buffer.element);
        let n_loops = buffer.dims.len();
        let mut indices = Vec::new();
        let mut results = Vec::new();
        let mut carried = self.sum.clone();
        for dim in &buffer.dims {
            let index = self.name();
            if writes {
                self.line(&format!("scf.for {index} = %c0 to {dim} step %c1 {{"));
            } else {
                let (result, inner) = (self.name(), self.name());
                self.line(&format!(
                    "{result} = scf.for {index} = %c0 to {dim} step %c1 iter_args({inner} = {carried}) -> (i32) {{"
                ));
                results.push(result);
                carried = inner;
            }
            self.indent += 1;
            indices.push(index);
        }
        let at = indices.join(", ");
        let value = self.name();
        if writes {
            let cast = self.name();
            let last = indices[n_loops - 1].clone();
            self.line(&format!("{cast} = arith.index_cast {last} : index to i32"));
            let sum = self.sum.clone();
            self.line(&format!("{value} = arith.addi {cast}, {sum} : i32"));
            let stored = match element {
                "i32" => value,
                _ => {
                    let wide = self.name();
                    self.line(&format!("{wide} = arith.extsi {value} : i32 to i64"));
                    wide
                }
            };
            self.line(&format!(
                "memref.store {stored}, {}[{at}] : {ty}",
                buffer.name
            ));
        } else {
            self.line(&format!(
                "{value} = memref.load {}[{at}] : {ty}",
                buffer.name
            ));
            let narrow = match element {
                "i32" => value,
                _ => {
                    let narrow = self.name();
                    self.line(&format!("{narrow} = arith.trunci {value} : i64 to i32"));
                    narrow
                }
            };
            let (scaled, sum) = (self.name(), self.name());
            self.line(&format!("{scaled} = arith.muli {carried}, %factor : i32"));
            self.line(&format!("{sum} = arith.addi {scaled}, {narrow} : i32"));
            self.line(&format!("scf.yield {sum} : i32"));
        }
        for number in (0..n_loops).rev() {
            self.indent -= 1;
            self.line("}");
            if !writes && 0 < number {
                let inner = results[number].clone();
                self.line(&format!("scf.yield {inner} : i32"));
            }
        }
        if !writes {
            self.sum = results[0].clone();
        }
    }

    /// A branch with statements of its own.
    fn branch(&mut self, depth: usize) {
        let (condition, result) = (self.name(), self.name());
        let (a, b) = (self.any_size(), self.any_size());
        self.line(&format!("{condition} = arith.cmpi ult, {a}, {b} : index"));
        self.line(&format!("{result} = scf.if {condition} -> (i32) {{"));
        let before = self.sum.clone();
        self.nested(depth);
        self.line("} else {");
        self.indent += 1;
        self.line(&format!("scf.yield {before} : i32"));
        self.indent -= 1;
        self.line("}");
        self.sum = result;
    }

    /// A loop whose variable is a size.
    fn repeat(&mut self, depth: usize) {
        let (index, result, inner) = (self.name(), self.name(), self.name());
        let bound = ["%c1", "%c2", "%c3"][self.random.below(3) as usize];
        let sum = self.sum.clone();
        self.line(&format!(
            "{result} = scf.for {index} = %c0 to {bound} step %c1 iter_args({inner} = {sum}) -> (i32) {{"
        ));
        self.sum = inner;
        let n_sizes = self.sizes.len();
        self.sizes.push(index);
        self.nested(depth);
        self.sizes.truncate(n_sizes);
        self.line("}");
        self.sum = result;
    }

    fn nested(&mut self, depth: usize) {
        let (n_sizes, n_buffers) = (self.sizes.len(), self.buffers.len());
        self.indent += 1;
        for _ in 0..1 + self.random.below(5) {
            self.statement(depth + 1);
        }
        let is_outer = |buffer: &Buffer| {
            self.buffers[..n_buffers]
                .iter()
                .any(|outer| outer.name == buffer.name)
        };
        let first = (self.unread.iter())
            .filter(|buffer| is_outer(buffer))
            .count();
        self.read_rest(first);
        let sum = self.sum.clone();
        self.line(&format!("scf.yield {sum} : i32"));
        self.indent -= 1;
        self.sizes.truncate(n_sizes);
        self.buffers.truncate(n_buffers);
    }

    fn any_size(&mut self) -> String {
        let place = self.random.below(self.sizes.len() as u64);
        self.sizes[place as usize].clone()
    }

    fn any_buffer(&mut self) -> Option<Buffer> {
        let n_buffers = self.buffers.len() as u64;
        if n_buffers == 0 {
            return None;
        }
        let place = self.random.below(n_buffers);
        Some(self.buffers[place as usize].clone())
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.indent);
    }
}

/// The number that a constant is.
fn fixed(dim: &str) -> Option<i64> {
    match dim {
        "%c1" => Some(1),
        "%c3" => Some(3),
        "%c8" => Some(8),
        _ => None,
    }
}

impl Buffer {
    fn ty(&self) -> String {
        let dims = self.dims.iter().map(|dim| match fixed(dim) {
            Some(size) => format!("{size}x"),
            None => "?x".to_owned(),
        });
        format!("memref<{}{}>", dims.collect::<String>(), self.element)
    }
}
