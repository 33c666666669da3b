//! Families of programs that grow linearly with a number.

use std::fmt::Write as _;

/// A family: its name, and the program of a size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    /// What there is more and more of.
    pub(super) name: &'static str,
    /// The program with about `n` of it, in MLIR.
    pub(super) program: fn(usize) -> String,
    /// The largest exponent that is accepted, see [`LINEAR`] and [`PAIRS`].
    pub(super) largest_exponent: f64,
}

/// Between near-linear steps, which reach 1.7 where their data exceeds the cache, and quadratic ones, from 1.9 on.
const LINEAR: f64 = 1.8;

/// Some steps are quadratic, because they visit pairs: each of `n` values may be any of `n` buffers, or all of `n`
/// buffers stay live in each of `n` blocks, or each of `n` carried buffers is compared with the others.
const PAIRS: f64 = 2.8;

pub(super) const FAMILIES: &[Family] = &[
    family("chain", chain),
    family("live", |n| live(n, false)),
    family("live, freed", |n| live(n, true)),
    family("reused", reused),
    family("copies", copies),
    family("views", views),
    with_pairs("selects", selects),
    with_pairs("blocks", blocks),
    with_pairs("block arguments", block_arguments),
    family("conditionals", conditionals),
    with_pairs("conditional results", conditional_results),
    family("nested conditionals", nested),
    with_pairs("carried by a loop", |n| carried(n / 64)),
    family("loops", loops),
    family("functions", functions),
    family("chain of calls", chain_of_calls),
    family("returned buffers", returned),
    family("tensors in a chain", tensor_chain),
    family("tensors, live", tensors_live),
    family("slices of a tensor", slices),
    family("functions of tensors", tensor_functions),
];

const fn family(name: &'static str, program: fn(usize) -> String) -> Family {
    Family {
        name,
        program,
        largest_exponent: LINEAR,
    }
}

const fn with_pairs(name: &'static str, program: fn(usize) -> String) -> Family {
    Family {
        largest_exponent: PAIRS,
        ..family(name, program)
    }
}

const BUFFER: &str = "memref<8xf32>";
const TENSOR: &str = "tensor<8xf32>";

/// A function body that is written line by line.
struct Body(String);

impl Body {
    fn new(signature: &str) -> Self {
        Self(format!("func.func {signature} {{\n"))
    }

    /// A function from `%x` to `%y`, with a condition `%c`.
    fn of_buffers(name: &str) -> Self {
        Self::new(&format!("@{name}(%x: {BUFFER}, %y: {BUFFER}, %c: i1)"))
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    fn alloc(&mut self, name: &str) {
        self.line(&format!("{name} = memref.alloc() : {BUFFER}"));
    }

    /// Reads one buffer and writes another.
    fn map(&mut self, from: &str, to: &str) {
        self.line(&format!(
            "linalg.map {{ math.exp }} ins({from} : {BUFFER}) outs({to} : {BUFFER})"
        ));
    }

    /// A new buffer with what is computed from another.
    fn computed(&mut self, name: &str, from: &str) {
        self.alloc(name);
        self.map(from, name);
    }

    /// A new tensor that is computed from another.
    fn tensor(&mut self, name: &str, from: &str) {
        self.line(&format!("{name}_e = tensor.empty() : {TENSOR}"));
        self.line(&format!(
            "{name} = linalg.map {{ math.exp }} ins({from} : {TENSOR}) outs({name}_e : {TENSOR})"
        ));
    }

    fn copy(&mut self, from: &str, to: &str) {
        self.line(&format!("memref.copy {from}, {to} : {BUFFER} to {BUFFER}"));
    }

    fn end(self) -> String {
        self.0 + "return\n}\n"
    }

    fn returning(self, value: &str, ty: &str) -> String {
        self.0 + &format!("return {value} : {ty}\n}}\n")
    }
}

/// The name of the item before an item, `first` before the first one.
fn previous(i: usize, prefix: &str, first: &str) -> String {
    let i = i.checked_sub(1);
    i.map_or(first.to_owned(), |i| format!("{prefix}{i}"))
}

fn chain(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    for i in 0..n {
        body.computed(&format!("%a{i}"), &previous(i, "%a", "%x"));
    }
    body.copy(&previous(n, "%a", "%x"), "%y");
    body.end()
}

fn live(n: usize, frees: bool) -> String {
    let mut body = Body::of_buffers("f");
    for i in 0..n {
        body.computed(&format!("%a{i}"), "%x");
    }
    for i in 0..n {
        body.map(&format!("%a{i}"), "%y");
        if frees {
            body.line(&format!("memref.dealloc %a{i} : {BUFFER}"));
        }
    }
    body.end()
}

fn reused(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.alloc("%z");
    for _ in 0..n {
        body.map("%x", "%z");
        body.map("%z", "%y");
    }
    body.end()
}

fn copies(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.computed("%z", "%x");
    for i in 0..n {
        let copy = format!("%a{i}");
        body.alloc(&copy);
        body.copy("%z", &copy);
        body.map(&copy, "%y");
    }
    body.end()
}

fn views(n: usize) -> String {
    let whole = format!("memref<{}xf32>", 8 * n);
    let mut body = Body::new(&format!("@f(%x: {BUFFER}, %y: {whole})"));
    body.line(&format!("%z = memref.alloc() : {whole}"));
    for i in 0..n {
        let offset = 8 * i;
        let view = format!("memref<8xf32, strided<[1], offset: {offset}>>");
        body.line(&format!(
            "%v{i} = memref.subview %z[{offset}] [8] [1] : {whole} to {view}"
        ));
        body.line(&format!(
            "linalg.map {{ math.exp }} ins(%x : {BUFFER}) outs(%v{i} : {view})"
        ));
    }
    body.line(&format!("memref.copy %z, %y : {whole} to {whole}"));
    body.end()
}

fn selects(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.computed("%p", "%x");
    for i in 0..n {
        let from = previous(i, "%s", "%p");
        body.computed(&format!("%a{i}"), &from);
        body.line(&format!(
            "%s{i} = arith.select %c, {from}, %a{i} : {BUFFER}"
        ));
    }
    body.copy(&previous(n, "%s", "%p"), "%y");
    body.end()
}

fn blocks(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.line("cf.br ^b0");
    for i in 0..n {
        body.line(&format!("^b{i}:"));
        body.computed(&format!("%a{i}"), "%x");
        if let Some(two_before) = i.checked_sub(2) {
            body.map(&format!("%a{two_before}"), "%y");
        }
        body.line(&format!("cf.br ^b{}", i + 1));
    }
    body.line(&format!("^b{n}:"));
    body.end()
}

fn block_arguments(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.computed("%z", "%x");
    body.line(&format!("cf.br ^b0(%z : {BUFFER})"));
    for i in 0..n {
        let next = i + 1;
        body.line(&format!("^b{i}(%p{i}: {BUFFER}):"));
        body.computed(&format!("%a{i}"), &format!("%p{i}"));
        body.line(&format!(
            "cf.cond_br %c, ^b{next}(%a{i} : {BUFFER}), ^b{next}(%p{i} : {BUFFER})"
        ));
    }
    body.line(&format!("^b{n}(%p{n}: {BUFFER}):"));
    body.copy(&format!("%p{n}"), "%y");
    body.end()
}

fn conditionals(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    for _ in 0..n {
        body.line("scf.if %c {");
        body.computed("%a", "%x");
        body.map("%a", "%y");
        body.line("}");
    }
    body.end()
}

fn conditional_results(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    for i in 0..n {
        let from = previous(i, "%r", "%x");
        body.line(&format!("%r{i} = scf.if %c -> ({BUFFER}) {{"));
        body.computed("%a", &from);
        body.line(&format!("scf.yield %a : {BUFFER}\n}} else {{"));
        body.line(&format!("scf.yield {from} : {BUFFER}\n}}"));
    }
    body.copy(&previous(n, "%r", "%x"), "%y");
    body.end()
}

fn nested(n: usize) -> String {
    const DEPTH: usize = 50;
    let mut body = Body::of_buffers("f");
    for _ in 0..n.div_ceil(DEPTH) {
        for i in 0..DEPTH {
            body.line("scf.if %c {");
            body.computed(&format!("%a{i}"), "%x");
        }
        for i in (0..DEPTH).rev() {
            body.map(&format!("%a{i}"), "%y");
            body.line("}");
        }
    }
    body.end()
}

fn carried(n: usize) -> String {
    let list = |one: fn(usize) -> String| (0..n).map(one).collect::<Vec<_>>().join(", ");
    let types = list(|_| BUFFER.to_owned());
    let mut body = Body::new(&format!("@f(%x: {BUFFER}, %y: {BUFFER}, %n: index)"));
    body.line("%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index");
    for i in 0..n {
        body.computed(&format!("%a{i}"), "%x");
    }
    let arguments = list(|i| format!("%p{i} = %a{i}"));
    body.line(&format!(
        "%r:{n} = scf.for %i = %c0 to %n step %c1 iter_args({arguments}) -> ({types}) {{"
    ));
    for i in 0..n {
        body.computed(&format!("%b{i}"), &format!("%p{i}"));
    }
    body.line(&format!(
        "scf.yield {} : {types}\n}}",
        list(|i| format!("%b{i}"))
    ));
    for i in 0..n {
        body.map(&format!("%r#{i}"), "%y");
    }
    body.end()
}

fn loops(n: usize) -> String {
    let mut body = Body::of_buffers("f");
    body.line("%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index");
    for _ in 0..n {
        body.line("scf.for %i = %c0 to %c2 step %c1 {");
        body.computed("%a", "%x");
        body.map("%a", "%y");
        body.line("}");
    }
    body.end()
}

fn functions(n: usize) -> String {
    let mut text = String::new();
    let mut main = Body::new(&format!("@f(%x: {BUFFER}, %y: {BUFFER})"));
    for i in 0..n {
        let mut body = Body::new(&format!("private @g{i}(%x: {BUFFER}, %y: {BUFFER})"));
        body.computed("%a", "%x");
        body.map("%a", "%y");
        text += &body.end();
        main.line(&format!(
            "func.call @g{i}(%x, %y) : ({BUFFER}, {BUFFER}) -> ()"
        ));
    }
    text + &main.end()
}

fn chain_of_calls(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let visibility = if i == 0 { "" } else { "private " };
        let mut body = Body::new(&format!("{visibility}@g{i}(%x: {BUFFER}, %y: {BUFFER})"));
        body.computed("%a", "%x");
        if i + 1 < n {
            let next = i + 1;
            body.line(&format!(
                "func.call @g{next}(%a, %y) : ({BUFFER}, {BUFFER}) -> ()"
            ));
        } else {
            body.map("%a", "%y");
        }
        text += &body.end();
    }
    text
}

fn returned(n: usize) -> String {
    let mut text = String::new();
    let mut main = Body::new(&format!("@f(%x: {BUFFER}, %y: {BUFFER})"));
    for i in 0..n {
        let mut body = Body::new(&format!("private @g{i}(%x: {BUFFER}) -> {BUFFER}"));
        body.computed("%a", "%x");
        text += &body.returning("%a", BUFFER);
        let from = previous(i, "%r", "%x");
        main.line(&format!(
            "%r{i} = func.call @g{i}({from}) : ({BUFFER}) -> {BUFFER}"
        ));
    }
    main.copy(&previous(n, "%r", "%x"), "%y");
    text + &main.end()
}

fn tensor_chain(n: usize) -> String {
    let mut body = Body::new(&format!("@f(%x: {TENSOR}) -> {TENSOR}"));
    for i in 0..n {
        body.tensor(&format!("%t{i}"), &previous(i, "%t", "%x"));
    }
    body.returning(&previous(n, "%t", "%x"), TENSOR)
}

fn tensors_live(n: usize) -> String {
    let mut body = Body::new(&format!("@f(%x: {TENSOR}) -> {TENSOR}"));
    for i in 0..n {
        body.tensor(&format!("%t{i}"), "%x");
    }
    for i in 0..n {
        let sum = previous(i, "%s", "%x");
        body.line(&format!("%e{i} = tensor.empty() : {TENSOR}"));
        body.line(&format!(
            "%s{i} = linalg.map {{ arith.addf }} ins({sum}, %t{i} : {TENSOR}, {TENSOR}) outs(%e{i} : {TENSOR})"
        ));
    }
    body.returning(&previous(n, "%s", "%x"), TENSOR)
}

fn slices(n: usize) -> String {
    let whole = format!("tensor<{}xf32>", 8 * n);
    let mut body = Body::new(&format!("@f(%x: {TENSOR}) -> {whole}"));
    body.line(&format!("%w = tensor.empty() : {whole}"));
    for i in 0..n {
        let into = previous(i, "%w", "%w");
        body.tensor(&format!("%t{i}"), "%x");
        body.line(&format!(
            "%w{i} = tensor.insert_slice %t{i} into {into}[{}] [8] [1] : {TENSOR} into {whole}",
            8 * i
        ));
    }
    body.returning(&previous(n, "%w", "%w"), &whole)
}

fn tensor_functions(n: usize) -> String {
    let parameters = format!("(%x: {TENSOR}, %v: f32, %i: index) -> {TENSOR}");
    let mut text = String::new();
    let mut main = Body::new(&format!("@f{parameters}"));
    for i in 0..n {
        let mut body = Body::new(&format!("private @g{i}{parameters}"));
        body.line(&format!("%0 = tensor.insert %v into %x[%i] : {TENSOR}"));
        text += &body.returning("%0", TENSOR);
        let from = previous(i, "%r", "%x");
        main.line(&format!(
            "%r{i} = func.call @g{i}({from}, %v, %i) : ({TENSOR}, f32, index) -> {TENSOR}"
        ));
    }
    text + &main.returning(&previous(n, "%r", "%x"), TENSOR)
}
