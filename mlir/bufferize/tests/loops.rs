//! Random loops as frontends of array languages write them: what they compute stays the same when their counters
//! become scalars and they become `scf.for`.

use std::fmt::Write as _;

use memplan_interp::{RunOptions, function, random_arguments, run as interpret};
use memplan_mlir::Module;
use memplan_mlir::semantics::Kernel;
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::passes::run;
use crate::rewrite::common::{compare, read, write};

const STEPS: [&str; 3] = [
    "linalg-detensorize",
    "scf-uplift-while-to-for",
    "canonicalize,cse,linalg-detensorize,canonicalize,scf-uplift-while-to-for,canonicalize,linalg-fuse-elementwise-ops,loop-iter-arg-destination-folding",
];

const PREDICATES: [&str; 9] = ["ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

struct Loop {
    rng: Random,
    text: String,
    next: usize,
    int: &'static str,
    /// Whether integers are tensors of rank 0.
    has_tensors: bool,
}

impl Loop {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// The type of carried integers.
    fn ty(&self) -> String {
        if self.has_tensors {
            format!("tensor<{}>", self.int)
        } else {
            self.int.to_owned()
        }
    }

    /// An operation on integers, as the operation itself or as one on tensors of rank 0.
    fn compute(&mut self, op: &str, a: &str, b: &str, result: &str) -> String {
        let (name, int) = (self.name(), self.int);
        if !self.has_tensors {
            self.line(&format!("{name} = {op} {a}, {b} : {int}"));
            return name;
        }
        let empty = self.name();
        self.line(&format!("{empty} = tensor.empty() : tensor<{result}>"));
        self.line(&format!(
            "{name} = linalg.generic {{indexing_maps = [#point, #point, #point], iterator_types = []}} \
             ins({a}, {b} : tensor<{int}>, tensor<{int}>) outs({empty} : tensor<{result}>) {{\n  \
             ^bb0(%x: {int}, %y: {int}, %o: {result}):\n    %r = {op} %x, %y : {int}\n    \
             linalg.yield %r : {result}\n  }} -> tensor<{result}>"
        ));
        name
    }

    /// A constant integer below a limit and sometimes below zero, or an argument below eight.
    fn number(&mut self, limit: u64) -> String {
        let (name, int) = (self.name(), self.int);
        if self.rng.one_in(8) {
            let mask = self.name();
            self.line(&format!("{mask} = arith.constant 7 : {int}"));
            let given = if self.rng.chance(50) { "%m" } else { "%n" };
            self.line(&format!("{name} = arith.andi {given}, {mask} : {int}"));
        } else {
            let below_zero = i64::from(self.rng.one_in(8)) * 5;
            let value = self.rng.between(1, limit).cast_signed() - 1 - below_zero;
            self.line(&format!("{name} = arith.constant {value} : {int}"));
        }
        self.carried(name)
    }

    /// What the counter advances by: mostly a small constant.
    fn step(&mut self) -> String {
        if self.rng.one_in(8) {
            return self.number(4);
        }
        let (name, int) = (self.name(), self.int);
        let value = if self.rng.chance(60) {
            1
        } else {
            self.rng.between(1, 3)
        };
        self.line(&format!("{name} = arith.constant {value} : {int}"));
        self.carried(name)
    }

    fn carried(&mut self, name: String) -> String {
        let int = self.int;
        if !self.has_tensors {
            return name;
        }
        let tensor = self.name();
        self.line(&format!(
            "{tensor} = tensor.from_elements {name} : tensor<{int}>"
        ));
        tensor
    }

    /// The vector of an iteration: half of the old one, plus an integer that the loop carries.
    fn vector(&mut self, old: &str, counter: &str) -> String {
        let mut at = counter.to_owned();
        if self.has_tensors {
            at = self.name();
            self.line(&format!(
                "{at} = tensor.extract {counter}[] : tensor<{}>",
                self.int
            ));
        }
        let index = self.name();
        if self.int == "index" {
            self.line(&format!("{index} = arith.index_cast {at} : index to i64"));
        } else {
            self.line(&format!("{index} = arith.extsi {at} : {} to i80", self.int));
        }
        let (float, from) = (self.name(), if self.int == "index" { "i64" } else { "i80" });
        self.line(&format!("{float} = arith.sitofp {index} : {from} to f32"));
        let (empty, new) = (self.name(), self.name());
        self.line(&format!("{empty} = tensor.empty() : tensor<4xf32>"));
        self.line(&format!(
            "{new} = linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\"]}} \
             ins({old} : tensor<4xf32>) outs({empty} : tensor<4xf32>) {{\n  ^bb0(%x: f32, %o: f32):\n    \
             %h = arith.mulf %x, %half : f32\n    %r = arith.addf %h, {float} : f32\n    linalg.yield %r : f32\n  \
             }} -> tensor<4xf32>"
        ));
        new
    }
}

/// A program with one loop. Some do not end; they do not run.
fn program(seed: u64) -> String {
    let mut rng = Random::new(seed);
    let int = *rng.pick(&["i8", "i32", "i64", "index"]);
    let has_tensors = rng.chance(60);
    let mut g = Loop {
        rng,
        text: String::new(),
        next: 0,
        int,
        has_tensors,
    };
    g.line("%half = arith.constant 0.5 : f32");
    let near_the_end = int == "i8" && g.rng.one_in(4);
    let (first, bound) = (g.number(4), g.number(if near_the_end { 128 } else { 20 }));
    let (step, twin_step) = (g.step(), g.step());
    let (twin, kept) = (g.number(8), g.number(8));
    let starts_alike = g.rng.chance(60);
    let (twin, twin_step) = if starts_alike {
        (first.clone(), step.clone())
    } else {
        (twin, twin_step)
    };
    let ty = g.ty();
    let types = format!("{ty}, {ty}, {ty}, tensor<4xf32>, {ty}");
    g.line(&format!(
        "%r:5 = scf.while (%i = {first}, %j = {twin}, %k = {kept}, %a = %v, %d = {first}) : ({types}) -> ({types}) {{"
    ));
    let predicate = if g.rng.chance(50) {
        "slt"
    } else {
        *g.rng.pick(&PREDICATES)
    };
    let counter = if g.rng.one_in(8) {
        g.compute("arith.addi", "%i", "%k", int)
    } else {
        "%i".to_owned()
    };
    let (a, b) = if g.rng.one_in(3) {
        (bound.as_str(), counter.as_str())
    } else {
        (counter.as_str(), bound.as_str())
    };
    let mut decided = g.compute(&format!("arith.cmpi {predicate},"), a, b, "i1");
    if has_tensors {
        let flag = g.name();
        g.line(&format!("{flag} = tensor.extract {decided}[] : tensor<i1>"));
        decided = flag;
    }
    let passed = if g.rng.one_in(4) {
        "%j, %i, %k, %a, %d"
    } else {
        "%i, %j, %k, %a, %d"
    };
    g.line(&format!(
        "scf.condition({decided}) {passed} : {types}\n  }} do {{"
    ));
    let args = if passed.starts_with("%j") {
        ["%j", "%i"]
    } else {
        ["%i", "%j"]
    };
    g.line(&format!(
        "^bb0({}: {ty}, {}: {ty}, %k: {ty}, %a: tensor<4xf32>, %d: {ty}):",
        args[0], args[1]
    ));
    let next = g.compute("arith.addi", "%i", &step, int);
    let base = if g.rng.one_in(4) { "%i" } else { "%j" };
    let next_twin = g.compute("arith.addi", base, &twin_step, int);
    let read = *g.rng.pick(&["%i", "%j", "%k", "%d"]);
    let vector = g.vector("%a", read);
    let for_itself = g.compute("arith.muli", "%d", &step, int);
    let kept = if g.rng.one_in(4) {
        next_twin.as_str()
    } else {
        "%k"
    };
    g.line(&format!(
        "scf.yield {next}, {next_twin}, {kept}, {vector}, {for_itself} : {types}\n  }}"
    ));
    // Which results are used decides what the loop must still carry.
    let used = *g.rng.pick(&["%r#3", "%r#0", "%r#1", "%r#2", "%r#4"]);
    let of = if used == "%r#3" {
        "tensor<4xf32>".to_owned()
    } else {
        ty
    };
    format!(
        "#point = affine_map<() -> ()>\n#id = affine_map<(d0) -> (d0)>\n\
         func.func @main(%m: {int}, %n: {int}, %v: tensor<4xf32>) -> (tensor<4xf32>, {of}) {{\n{}  \
         return %r#3, {used} : tensor<4xf32>, {of}\n}}",
        g.text
    )
}

/// Whether the loop of a program ends soon, for the arguments that [`compare`] runs it on.
fn ends(m: &Module) -> bool {
    let options = RunOptions {
        step_limit: 20_000,
        ..RunOptions::default()
    };
    let main = function(m, "main").unwrap();
    (0..3).all(|seed| {
        let arguments = random_arguments(m, main, seed).unwrap();
        interpret(m, main, &arguments, &options).is_ok()
    })
}

#[test]
fn loops_compute_the_same_and_most_that_count_become_for() {
    let (mut n_ending, mut n_runs, mut n_for) = (0, 0, 0);
    let n = n_programs(400);
    for seed in 0..n {
        let text = program(seed);
        let before = read(&text);
        if !ends(&before) {
            continue;
        }
        n_ending += 1;
        for pipeline in STEPS {
            let mut after = read(&text);
            run(&mut after, pipeline).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
            n_runs += compare(&before, &after, &format!("{pipeline}\n{text}\n"));
            let has_for = after
                .walk(after.root())
                .any(|op| after.is_kernel(op, Kernel::For));
            n_for += u64::from(has_for);
            let mut again = read(&write(&after));
            run(&mut again, "linalg-detensorize").unwrap();
            assert!(
                pipeline == STEPS[1] || write(&again) == write(&after),
                "{pipeline}\n{text}"
            );
        }
    }
    figure(&format!(
        "{n_ending} loops that end: {n_runs} runs, {n_for} times scf.for"
    ));
    assert!(n_ending > n / 3, "only {n_ending} of {n} programs end");
    assert_eq!(n_runs as u64, n_ending * 9);
    assert!(n_for > n_ending / 4, "only {n_for} times scf.for");
}
