//! Random programs: well-typed, terminating MLIR text that reads no uninitialized memory and whose
//! result depends on all its memory accesses.
//!
//! A program is generated from a list of numbers, each of which decides one choice; when they run
//! out, the simplest choice is taken. Shorter lists and smaller numbers give simpler programs, so
//! shrinking lists shrinks programs: [`strategy`] is a proptest strategy.
//!
//! `@main` has no arguments and returns one `i32`. It and its callees allocate buffers, view,
//! select and copy them, and pass them through branches, loops, calls and blocks. They never free
//! buffers; tests of deallocation add that. A transformed program must return the same number.

mod blocks;
mod buffers;
mod flow;
mod holders;
mod later;
mod rotation;
mod scope;

use memplan_support::Random;
use std::fmt::Write as _;

use proptest::prelude::*;

use scope::{Scope, Ty};

/// The operations that random programs may contain.
#[derive(Clone, Copy, Debug)]
pub struct ProgramOptions {
    /// Whether functions may consist of several blocks, with loops among them.
    pub blocks: bool,
    /// Whether there are functions besides `@main`, and calls, recursive ones too.
    pub calls: bool,
    /// Whether there are loops whose iterations may run at the same time.
    pub parallel: bool,
    /// Whether tensors occur.
    pub tensors: bool,
    /// Whether there are `bufferization.clone` and `memref.realloc`.
    pub clones: bool,
    /// Whether some buffers are in another memory space.
    pub spaces: bool,
    /// Whether some allocations promise an alignment, up to 4096 bytes.
    pub alignments: bool,
    /// Whether loops pass on their buffers in another order, cycles with two entries among them.
    pub rotation: bool,
    /// Whether there are jobs that run until they are awaited (`async`).
    pub jobs: bool,
    /// Whether there are operations of a device with tokens (`gpu`).
    pub device: bool,
    /// Whether there are buffers of buffers.
    pub holders: bool,
    /// Whether private functions return one buffer twice.
    pub twice: bool,
    /// Whether a buffer may be written after it got a second name or was passed on, so that a copy in its
    /// place changes the result.
    pub late_writes: bool,
    /// Statements of a function at most, those in nested regions not counted.
    pub statements: u32,
}

impl ProgramOptions {
    /// Everything of plain programs, in ten statements.
    pub const DEFAULT: Self = Self {
        blocks: true,
        calls: true,
        parallel: true,
        tensors: false,
        clones: true,
        spaces: false,
        alignments: false,
        rotation: false,
        jobs: false,
        device: false,
        holders: false,
        twice: false,
        late_writes: true,
        statements: 10,
    };
}

impl Default for ProgramOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Random programs, as text.
pub fn strategy(options: ProgramOptions) -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u16>(), 0..600)
        .prop_map(move |choices| program(&choices, &options))
}

/// The program that a list of choices makes. Equal lists make equal programs.
pub fn program(choices: &[u16], options: &ProgramOptions) -> String {
    let mut maker = Maker {
        choices: choices.iter(),
        options: *options,
        out: String::new(),
        indent: 1,
        n_names: 0,
        n_blocks: 0,
        depth: 0,
        functions: Vec::new(),
        current: None,
    };
    maker.module();
    maker.out
}

/// The number of programs of a test: `usual`, or the value of the environment variable `MEMPLAN_PROGRAMS`.
pub fn n_programs(usual: u64) -> u64 {
    let given = std::env::var("MEMPLAN_PROGRAMS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The first number of a test that counts through programs: `MEMPLAN_FIRST_PROGRAM`, or zero. So a long run can be
/// divided.
pub fn first_program() -> u64 {
    let given = std::env::var("MEMPLAN_FIRST_PROGRAM").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The program of a number: for those who count through programs.
pub fn numbered_program(number: u64, options: &ProgramOptions) -> String {
    let mut random = Random::new(number);
    let n = 40 + random.bits() % 500;
    let choices: Vec<u16> = (0..n).map(|_| random.bits() as u16).collect();
    program(&choices, options)
}

/// A function that may be called.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    /// Arguments besides the fuel that comes first.
    params: Vec<Ty>,
    /// Results besides the `i32` that comes first.
    results: Vec<Ty>,
}

struct Maker<'a> {
    choices: std::slice::Iter<'a, u16>,
    options: ProgramOptions,
    out: String,
    indent: usize,
    n_names: u32,
    n_blocks: u32,
    /// Regions around the current place.
    depth: u32,
    /// Functions that are finished, callable from later ones.
    functions: Vec<Function>,
    /// The function being made, callable from itself while there is fuel.
    current: Option<Function>,
}

impl Maker<'_> {
    /// A number below `n`; the lower, the simpler. 0 when the choices have run out.
    fn choose(&mut self, n: u32) -> u32 {
        self.choices
            .next()
            .map_or(0, |&choice| u32::from(choice) % n.max(1))
    }

    /// Whether there are choices left; without any, no more statements are added.
    fn goes_on(&self) -> bool {
        !self.choices.as_slice().is_empty()
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let at = self.choose(from.len() as u32) as usize;
        from.get(at).cloned()
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn block_name(&mut self) -> String {
        self.n_blocks += 1;
        format!("^b{}", self.n_blocks)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.indent);
    }

    /// `%name = text`, and the name.
    fn define(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {text}"));
        name
    }

    fn module(&mut self) {
        self.out.push_str(
            "memref.global \"private\" constant @table : memref<4xi32> = dense<[3, 1, 4, 1]>\n",
        );
        self.out
            .push_str("memref.global \"private\" @state : memref<4xi32> = dense<0>\n");
        self.out.push_str(
            "func.func private @first(%u: memref<*xi32>) -> i32 {\n  %c0 = arith.constant 0 : index\n  \
             %m = memref.cast %u : memref<*xi32> to memref<?xi32, strided<[?], offset: ?>>\n  \
             %r = memref.load %m[%c0] : memref<?xi32, strided<[?], offset: ?>>\n  \
             return %r : i32\n}\n",
        );
        let n_functions = if self.options.calls {
            self.choose(4)
        } else {
            0
        };
        for index in 0..n_functions {
            self.helper(index);
        }
        self.out.push_str("func.func @main() -> i32 {\n");
        let mut scope = self.constants();
        let first = self.define("arith.constant 17 : i32");
        scope.ints.push(first);
        let result = self.body(scope, &[]);
        self.line(&format!("return {} : i32", result[0]));
        self.out.push_str("}\n");
    }

    fn helper(&mut self, index: u32) {
        let n_params = 1 + self.choose(3);
        let params: Vec<Ty> = (0..n_params).map(|_| self.choose_type()).collect();
        let n_results = self.choose(3);
        let mut results: Vec<Ty> = (0..n_results).map(|_| self.choose_type()).collect();
        if let (true, [a, b, ..]) = (self.options.twice, &mut results[..]) {
            *b = *a;
        }
        let function = Function {
            name: format!("f{index}"),
            params,
            results,
        };
        let visibility = if self.choose(3) == 0 { "" } else { "private " };
        let args: Vec<(String, Ty)> = function
            .params
            .iter()
            .map(|&ty| (self.name(), ty))
            .collect();
        let typed: Vec<String> = args
            .iter()
            .map(|(name, ty)| format!("{name}: {}", ty.text()))
            .collect();
        let types: Vec<&str> = function.results.iter().map(|ty| ty.text()).collect();
        let _ = writeln!(
            self.out,
            "func.func {visibility}@{}(%fuel: i32, {}) -> ({}) {{",
            function.name,
            typed.join(", "),
            ["i32"]
                .iter()
                .chain(&types)
                .copied()
                .collect::<Vec<_>>()
                .join(", ")
        );
        let mut scope = self.constants();
        scope.ints.push("%fuel".to_owned());
        scope.fuel = Some("%fuel".to_owned());
        scope.buffers = args;
        self.current = Some(function.clone());
        let results = self.body(scope, &function.results);
        self.current = None;
        self.line(&format!(
            "return {} : {}",
            results.join(", "),
            ["i32"]
                .iter()
                .chain(&types)
                .copied()
                .collect::<Vec<_>>()
                .join(", ")
        ));
        self.out.push_str("}\n");
        self.functions.push(function);
    }

    /// Constants that every function begins with.
    fn constants(&mut self) -> Scope {
        self.line("%c0 = arith.constant 0 : index");
        self.line("%c1 = arith.constant 1 : index");
        self.line("%c2 = arith.constant 2 : index");
        self.line("%c3 = arith.constant 3 : index");
        self.line("%k0 = arith.constant 0 : i32");
        self.line("%k1 = arith.constant 1 : i32");
        Scope::default()
    }

    /// The statements of a function; the values to return: an `i32`, and buffers of these types.
    fn body(&mut self, mut scope: Scope, results: &[Ty]) -> Vec<String> {
        let n = self.options.statements;
        self.statements(&mut scope, n, true);
        let mut values: Vec<String> = Vec::new();
        let mut buffers: Vec<String> = results
            .iter()
            .map(|&ty| self.some(&mut scope, ty))
            .collect();
        if let (true, &[a, b, ..]) = (self.options.twice, results)
            && a == b
        {
            buffers[1] = buffers[0].clone();
        }
        values.push(self.digest(&scope));
        values.extend(buffers);
        values
    }

    /// Some statements; `is_flat` says that the current block belongs to a region that may have
    /// several.
    fn statements(&mut self, scope: &mut Scope, n_most: u32, is_flat: bool) {
        let n = 1 + self.choose(n_most);
        for _ in 0..n {
            if !self.goes_on() {
                return;
            }
            self.statement(scope, is_flat);
        }
    }

    /// One of the statements that only some programs have.
    fn special_kind(&mut self, scope: &mut Scope, is_flat: bool) -> bool {
        let options = self.options;
        let kinds = [
            options.rotation,
            options.jobs,
            options.device,
            options.holders,
        ];
        let kinds: Vec<usize> = (0..kinds.len()).filter(|&kind| kinds[kind]).collect();
        if kinds.is_empty() || self.choose(3) != 2 || self.depth >= 3 {
            return false;
        }
        match self.pick(&kinds) {
            Some(0) => self.rotation(scope, is_flat),
            Some(1) => self.jobs(scope),
            Some(2) => self.device(scope),
            _ => self.holder(scope),
        }
        true
    }

    fn statement(&mut self, scope: &mut Scope, is_flat: bool) {
        if self.special_kind(scope, is_flat) {
            return;
        }
        let is_deep = self.depth >= 3;
        match self.choose(20) {
            0 | 1 => {
                let ty = self.choose_type();
                let fresh = self.fresh(scope, ty);
                scope.buffers.push((fresh, ty));
            }
            2 => self.arithmetic(scope),
            3 | 4 => self.store(scope),
            5 => self.load(scope),
            6 | 7 => self.view(scope),
            8 => self.select(scope),
            9 => self.copy(scope),
            10 => self.structured(scope),
            11 => self.special(scope),
            12 | 13 if !is_deep => self.branch(scope),
            14 if !is_deep => self.counted_loop(scope),
            15 if !is_deep => self.other_loop(scope),
            16 if !is_deep => self.region(scope),
            17 if self.options.calls => self.call(scope),
            18 | 19 if is_flat && self.options.blocks && !is_deep => self.blocks(scope),
            _ => self.load(scope),
        }
    }

    /// One `i32` that depends on the integers and on the buffers in sight.
    fn digest(&mut self, scope: &Scope) -> String {
        let mut sum = "%k1".to_owned();
        let recent = |n: usize| n.saturating_sub(16)..n;
        for int in &scope.ints[recent(scope.ints.len())] {
            sum = self.mixed(&sum, int);
        }
        for (name, ty) in &scope.buffers[recent(scope.buffers.len())] {
            let value = self.define(&ty.load(name, "%c1"));
            sum = self.mixed(&sum, &value);
        }
        sum
    }

    /// A number that depends on two others.
    fn mixed(&mut self, a: &str, b: &str) -> String {
        let shifted = self.define(&format!("arith.addi {a}, {a} : i32"));
        let more = self.define(&format!("arith.addi {shifted}, {a} : i32"));
        self.define(&format!("arith.xori {more}, {b} : i32"))
    }
}

#[cfg(test)]
mod tests {
    use super::{ProgramOptions, numbered_program, program};

    #[test]
    fn without_choices_the_simplest_program_is_made() {
        let text = program(&[], &ProgramOptions::default());
        assert!(text.contains("func.func @main() -> i32 {"));
        assert!(text.lines().count() < 30, "{text}");
    }

    #[test]
    fn numbers_make_programs_that_differ_and_stay_the_same() {
        let options = ProgramOptions::default();
        let all: Vec<String> = (0..50).map(|n| numbered_program(n, &options)).collect();
        assert_eq!(all[7], numbered_program(7, &options));
        for op in [
            "scf.if",
            "scf.for",
            "scf.while",
            "scf.execute_region",
            "cf.cond_br",
            "func.call",
            "memref.subview",
            "arith.select",
            "memref.copy",
            "linalg.",
            "memref.view",
        ] {
            assert!(
                all.iter().any(|text| text.contains(op)),
                "no program has {op}"
            );
        }
    }
}
