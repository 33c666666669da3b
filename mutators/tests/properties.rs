//! Random programs compute the same before and after merging, whatever the planner.
//!
//! A program is a tree of statements: allocations of three sizes, full writes and reads, loops,
//! branches, selections between buffers, buffers that loops carry and swap, buffers that branches
//! yield, and deallocations at the ends of blocks. Every read folds into one checksum and every write
//! depends on it, so a byte that is overwritten too early changes the result. Programs never read what
//! they did not write.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::fmt::Write as _;

use crate::common::chain::{Chain, everything_shares, innermost_loops_only, planners, read};
use crate::common::interpreter::interpret;
use memplan_testing::programs::n_programs;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

/// One statement; numbers pick buffers among those in scope, modulo their number.
#[derive(Clone, Debug)]
enum Stmt {
    New { class: usize, is_freed: bool },
    Write(usize),
    Read(usize),
    For(u8, Vec<Stmt>),
    If(Vec<Stmt>, Vec<Stmt>),
    Select(usize, usize),
    SwapLoop(u8, usize, usize, Vec<Stmt>),
    IfYields(usize, Vec<Stmt>, Vec<Stmt>),
}

const SIZES: [usize; 3] = [1, 4, 20];

fn statements() -> impl Strategy<Value = Vec<Stmt>> {
    let leaf = prop_oneof![
        3 => (0..SIZES.len(), any::<bool>())
            .prop_map(|(class, is_freed)| Stmt::New { class, is_freed }),
        3 => any::<usize>().prop_map(Stmt::Write),
        9 => any::<usize>().prop_map(Stmt::Read),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Stmt::Select(a, b)),
    ];
    let stmt = leaf.prop_recursive(3, 40, 6, |inner| {
        let block = || prop::collection::vec(inner.clone(), 1..6);
        prop_oneof![
            3 => (1..4u8, block()).prop_map(|(n, body)| Stmt::For(n, body)),
            2 => (block(), block()).prop_map(|(a, b)| Stmt::If(a, b)),
            1 => (1..4u8, any::<usize>(), any::<usize>(), block())
                .prop_map(|(n, a, b, body)| Stmt::SwapLoop(n, a, b, body)),
            1 => (any::<usize>(), block(), block())
                .prop_map(|(class, a, b)| Stmt::IfYields(class, a, b)),
        ]
    });
    prop::collection::vec(stmt, 6..24)
}

#[derive(Clone, Debug)]
struct Buffer {
    name: String,
    class: usize,
    is_written: bool,
}

/// Writes a program as text.
#[derive(Debug, Default)]
struct Emitter {
    text: String,
    n_names: usize,
    acc: String,
    scope: Vec<Buffer>,
}

fn program(statements: &[Stmt]) -> String {
    let mut emitter = Emitter {
        acc: "%seed".into(),
        ..Emitter::default()
    };
    // Every other program has buffers that are in use from its start to its end.
    if statements.len().is_multiple_of(2) {
        for class in 0..SIZES.len() {
            emitter.alloc(class);
            emitter.write(class);
        }
    }
    emitter.block(statements, |this| {
        for at in (0..this.scope.len()).step_by(2) {
            this.read(at);
        }
        String::new()
    });
    let (body, acc) = (&emitter.text, &emitter.acc);
    format!(
        "func.func @main() -> i32 {{
%seed = arith.constant 7 : i32
%k = arith.constant 31 : i32
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
%c4 = arith.constant 4 : index
%c20 = arith.constant 20 : index
{body}return {acc} : i32
}}
"
    )
}

impl Emitter {
    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").unwrap();
    }

    fn ty(class: usize) -> String {
        format!("memref<{}xi32>", SIZES[class])
    }

    /// Emits the statements of a block, what `end` yields, and the deallocations that the block ends
    /// with. Returns the buffers that were in scope before, as far as they are written now.
    fn block(&mut self, statements: &[Stmt], end: impl FnOnce(&mut Self) -> String) -> Vec<Buffer> {
        let depth = self.scope.len();
        let mut freed = Vec::new();
        for stmt in statements {
            self.statement(stmt, &mut freed);
        }
        let terminator = end(self);
        // A block that yields a buffer frees none: the yielded one may be any of them.
        if !terminator.contains("memref") {
            for (name, class) in freed {
                self.line(format_args!("memref.dealloc {name} : {}", Self::ty(class)));
            }
        }
        self.text += &terminator;
        self.scope.truncate(depth);
        self.scope.clone()
    }

    fn statement(&mut self, stmt: &Stmt, freed: &mut Vec<(String, usize)>) {
        match stmt {
            Stmt::New { class, is_freed } => {
                let name = self.alloc(*class);
                if *is_freed {
                    freed.push((name, *class));
                }
            }
            Stmt::Write(pick) => {
                if let Some(at) = self.pick(*pick, None) {
                    self.write(at);
                }
            }
            Stmt::Read(pick) => {
                if let Some(at) = self.pick(*pick, None) {
                    self.read(at);
                }
            }
            Stmt::For(n, body) => {
                let (result, acc) = (self.name(), self.name());
                let (id, init) = (self.n_names, self.acc.clone());
                self.line(format_args!(
                    "{result} = scf.for %i{id} = %c0 to %c{n} step %c1 iter_args({acc} = {init}) -> (i32) {{"
                ));
                self.acc = acc;
                self.block(body, |this| format!("scf.yield {} : i32\n}}\n", this.acc));
                self.acc = result;
            }
            Stmt::If(yes, no) => self.branch(yes, no, None),
            Stmt::IfYields(class, yes, no) => self.branch(yes, no, Some(class % SIZES.len())),
            Stmt::Select(a, b) => self.select(*a, *b),
            Stmt::SwapLoop(n, a, b, body) => self.swap_loop(*n, *a, *b, body),
        }
    }

    fn alloc(&mut self, class: usize) -> String {
        let name = self.name();
        self.line(format_args!(
            "{name} = memref.alloc() : {}",
            Self::ty(class)
        ));
        self.scope.push(Buffer {
            name: name.clone(),
            class,
            is_written: false,
        });
        name
    }

    /// Index in scope of a buffer, of a class if one is given.
    fn pick(&self, pick: usize, class: Option<usize>) -> Option<usize> {
        let fits = |&at: &usize| class.is_none_or(|class| self.scope[at].class == class);
        let candidates: Vec<usize> = (0..self.scope.len()).filter(fits).collect();
        (!candidates.is_empty()).then(|| candidates[pick % candidates.len()])
    }

    fn write(&mut self, at: usize) {
        let Buffer { name, class, .. } = self.scope[at].clone();
        self.scope[at].is_written = true;
        let (seed, acc, size, ty) = (self.name(), self.acc.clone(), SIZES[class], Self::ty(class));
        self.n_names += 1;
        let n = self.n_names;
        self.line(format_args!(
            "{seed} = arith.muli {acc}, %k : i32
scf.for %i{n} = %c0 to %c{size} step %c1 {{
%n{n} = arith.index_cast %i{n} : index to i32
%x{n} = arith.addi {seed}, %n{n} : i32
memref.store %x{n}, {name}[%i{n}] : {ty}
}}"
        ));
        self.acc = seed;
    }

    fn read(&mut self, at: usize) {
        if !self.scope[at].is_written {
            self.write(at);
        }
        let Buffer { name, class, .. } = self.scope[at].clone();
        let (result, acc, size, ty) =
            (self.name(), self.acc.clone(), SIZES[class], Self::ty(class));
        self.n_names += 1;
        let n = self.n_names;
        self.line(format_args!(
            "{result} = scf.for %i{n} = %c0 to %c{size} step %c1 iter_args(%a{n} = {acc}) -> (i32) {{
%x{n} = memref.load {name}[%i{n}] : {ty}
%m{n} = arith.muli %a{n}, %k : i32
%s{n} = arith.xori %m{n}, %x{n} : i32
scf.yield %s{n} : i32
}}"
        ));
        self.acc = result;
    }

    fn condition(&mut self) -> String {
        let condition = self.name();
        let acc = self.acc.clone();
        self.line(format_args!("{condition} = arith.trunci {acc} : i32 to i1"));
        condition
    }

    /// `scf.if`, which yields a buffer of the given class besides the checksum.
    fn branch(&mut self, yes: &[Stmt], no: &[Stmt], class: Option<usize>) {
        let condition = self.condition();
        let (result, acc, before) = (self.name(), self.acc.clone(), self.scope.clone());
        let types = class.map_or("i32".into(), |class| format!("i32, {}", Self::ty(class)));
        let results = class.map_or("", |_| ":2");
        self.line(format_args!(
            "{result}{results} = scf.if {condition} -> ({types}) {{"
        ));
        let end = |this: &mut Self, last: &str| {
            let yielded = class.map(|class| {
                let at = this.pick(this.n_names, Some(class)).unwrap_or_else(|| {
                    this.alloc(class);
                    this.scope.len() - 1
                });
                if !this.scope[at].is_written {
                    this.write(at);
                }
                this.scope[at].name.clone()
            });
            let buffer = yielded.map_or(String::new(), |name| format!(", {name}"));
            format!("scf.yield {}{buffer} : {types}\n{last}\n", this.acc)
        };
        let after_yes = self.block(yes, |this| end(this, "} else {"));
        self.acc = acc;
        self.scope = before;
        let after_no = self.block(no, |this| end(this, "}"));
        for (buffer, (a, b)) in self.scope.iter_mut().zip(after_yes.iter().zip(&after_no)) {
            buffer.is_written = a.is_written && b.is_written;
        }
        self.acc = class.map_or(result.clone(), |_| format!("{result}#0"));
        if let Some(class) = class {
            self.scope.push(Buffer {
                name: format!("{result}#1"),
                class,
                is_written: true,
            });
        }
    }

    fn select(&mut self, a: usize, b: usize) {
        let Some(a) = self.pick(a, None) else { return };
        let class = self.scope[a].class;
        let Some(b) = self.pick(b, Some(class)) else {
            return;
        };
        let condition = self.condition();
        let (name, ty) = (self.name(), Self::ty(class));
        let (a, b) = (self.scope[a].clone(), self.scope[b].clone());
        self.line(format_args!(
            "{name} = arith.select {condition}, {}, {} : {ty}",
            a.name, b.name
        ));
        self.scope.push(Buffer {
            name,
            class,
            is_written: a.is_written && b.is_written,
        });
    }

    /// A loop that carries two buffers and swaps them in every iteration.
    fn swap_loop(&mut self, n: u8, a: usize, b: usize, body: &[Stmt]) {
        let Some(a) = self.pick(a, None) else { return };
        let class = self.scope[a].class;
        let Some(b) = self.pick(b, Some(class)) else {
            return;
        };
        for at in [a, b] {
            if !self.scope[at].is_written {
                self.write(at);
            }
        }
        let (x, y) = (self.scope[a].name.clone(), self.scope[b].name.clone());
        let (result, acc, left, right) = (self.name(), self.name(), self.name(), self.name());
        let (ty, id, init) = (Self::ty(class), self.n_names, self.acc.clone());
        self.line(format_args!(
            "{result}:3 = scf.for %i{id} = %c0 to %c{n} step %c1 \
             iter_args({acc} = {init}, {left} = {x}, {right} = {y}) -> (i32, {ty}, {ty}) {{"
        ));
        self.acc = acc;
        let depth = self.scope.len();
        for name in [&left, &right] {
            self.scope.push(Buffer {
                name: name.clone(),
                class,
                is_written: true,
            });
        }
        self.block(body, |this| {
            format!(
                "scf.yield {}, {right}, {left} : i32, {ty}, {ty}\n}}\n",
                this.acc
            )
        });
        self.scope.truncate(depth);
        self.acc = format!("{result}#0");
        for index in 1..3 {
            self.scope.push(Buffer {
                name: format!("{result}#{index}"),
                class,
                is_written: true,
            });
        }
    }
}

proptest! {
    #![proptest_config(Config {
        failure_persistence: None,
        ..Config::with_cases(u32::try_from(n_programs(48)).unwrap_or(u32::MAX))
    })]

    #[test]
    fn random_programs_compute_the_same(statements in statements()) {
        let text = program(&statements);
        let before = interpret(&read(&text));
        prop_assert!(before.is_ok(), "{before:?} of\n{text}");
        for planner in planners() {
            let merged = Chain { planner, ..Chain::default() }.run(&text);
            let after = interpret(&merged.module);
            prop_assert_eq!(&after, &before, "{}\n{}\nbecame\n{}", planner, text, merged.text);
        }
    }
}

/// The same programs on every run.
fn sample(n: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy = statements();
    let draw = |_| program(&strategy.new_tree(&mut runner).unwrap().current());
    (0..n).map(draw).collect()
}

#[test]
fn random_programs_notice_wrong_lifetimes() {
    let (mut merging, mut shared, mut innermost) = (0, 0, 0);
    for text in sample(128) {
        let before = interpret(&read(&text));
        let chain = Chain::default();
        if chain.run(&text).report.buffers_merged < 2 {
            continue;
        }
        merging += 1;
        let wrong = chain.run_with(&text, everything_shares);
        shared += usize::from(interpret(&wrong.module) != before);
        let wrong = chain.run_with(&text, innermost_loops_only);
        innermost += usize::from(interpret(&wrong.module) != before);
    }
    let counts = format!("of {merging}, {shared} notice sharing, {innermost} innermost loops");
    assert!(
        merging >= 100 && 3 * shared > merging && 8 * innermost > merging,
        "{counts}"
    );
}
