//! Random programs on tensors: updates, slices that overlap, branches, loops and calls, with any value in
//! scope yielded and returned.

use std::fmt::Write as _;

use memplan_support::Random;

const MAPS: &str = "#id = affine_map<(d) -> (d)>\n#rev8 = affine_map<(d) -> (7 - d)>\n#rev4 = affine_map<(d) -> (3 - d)>\n";

/// What programs may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No loops and calls.
    Straight,
    /// Also loops.
    Loops,
    /// Loops, and parts that are computed in separate tensors before they are inserted.
    Parts,
    /// Also calls of functions of the program.
    Calls,
    /// Also operations that mlir-opt bufferizes wrongly.
    Everything,
}

impl Kind {
    /// Every kind.
    pub(crate) const ALL: [Self; 5] = [
        Self::Straight,
        Self::Loops,
        Self::Parts,
        Self::Calls,
        Self::Everything,
    ];
}

struct Generator {
    rng: Random,
    text: String,
    kind: Kind,
    next: usize,
    depth: usize,
    tensors: Vec<(String, usize)>,
    scalars: Vec<String>,
    callees: Vec<(String, usize)>,
}

/// A program with `@main(%c: i1, %n: index, %i: index, %f: f32) -> (f32, f32, f32)`; `%i` must be below 4.
pub(crate) fn program(seed: u64, kind: Kind) -> String {
    let mut generator = Generator {
        rng: Random::new(seed),
        text: MAPS.to_owned(),
        kind,
        next: 0,
        depth: 0,
        tensors: Vec::new(),
        scalars: Vec::new(),
        callees: Vec::new(),
    };
    if matches!(kind, Kind::Calls | Kind::Everything) {
        for _ in 0..generator.rng.between(1, 2) {
            generator.callee();
        }
    }
    generator.main();
    generator.text
}

impl Generator {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}_", self.next)
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn ty(size: usize) -> String {
        format!("tensor<{size}xf32>")
    }

    fn size(&mut self) -> usize {
        if self.rng.chance(70) { 8 } else { 4 }
    }

    fn tensor(&mut self, size: usize) -> String {
        let fitting: Vec<String> = self
            .tensors
            .iter()
            .filter(|t| t.1 == size)
            .map(|t| t.0.clone())
            .collect();
        // Recent values lead to more interesting programs.
        let n = fitting.len();
        let from = if self.rng.chance(60) {
            n.saturating_sub(3)
        } else {
            0
        };
        fitting[from + self.rng.index(n - from)].clone()
    }

    fn scalar(&mut self) -> String {
        let index = self.rng.index(self.scalars.len());
        self.scalars[index].clone()
    }

    fn index(&mut self) -> String {
        let choices = ["%i", "%k0", "%k1", "%k3"];
        (*self.rng.pick(&choices)).to_owned()
    }

    fn constants(&mut self) {
        for (name, value) in [("%k0", 0), ("%k1", 1), ("%k2", 2), ("%k3", 3)] {
            self.line(&format!("{name} = arith.constant {value} : index"));
        }
        for (size, values) in [
            (8, "1., 2., 3., 4., 5., 6., 7., 8."),
            (4, "9., 10., 11., 12."),
        ] {
            let name = self.name();
            let ty = Self::ty(size);
            self.line(&format!("{name} = arith.constant dense<[{values}]> : {ty}"));
            self.tensors.push((name, size));
        }
        self.scalars.push("%f".to_owned());
    }

    fn main(&mut self) {
        self.text.push_str(
            "func.func @main(%c: i1, %n: index, %i: index, %f: f32) -> (f32, f32, f32) {\n",
        );
        self.constants();
        for size in [8, 4] {
            let name = self.name();
            let ty = Self::ty(size);
            self.line(&format!("{name} = tensor.splat %f : {ty}"));
            self.tensors.push((name, size));
        }
        let n = self.rng.between(6, 14);
        self.statements(n);
        for _ in 0..3 {
            self.extract();
        }
        let last = self.scalars[self.scalars.len() - 3..].join(", ");
        self.line(&format!("return {last} : f32, f32, f32"));
        self.text.push_str("}\n");
    }

    fn callee(&mut self) {
        let name = format!("@callee{}", self.callees.len());
        let n_results = self.rng.between(1, 2) as usize;
        let results = vec!["tensor<8xf32>"; n_results].join(", ");
        let _ = writeln!(
            self.text,
            "func.func private {name}(%c: i1, %n: index, %i: index, %f: f32, %a: tensor<8xf32>, %b: tensor<8xf32>) -> ({results}) {{"
        );
        self.constants();
        self.tensors
            .extend([("%a".to_owned(), 8), ("%b".to_owned(), 8)]);
        let n = self.rng.between(1, 4);
        self.statements(n);
        let returned: Vec<String> = (0..n_results).map(|_| self.tensor(8)).collect();
        self.line(&format!("return {} : {results}", returned.join(", ")));
        self.text.push_str("}\n");
        self.tensors.clear();
        self.scalars.clear();
        self.callees.push((name, n_results));
    }

    fn statements(&mut self, n: u64) {
        for _ in 0..n {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let may_nest = self.depth < 2;
        match self.rng.below(22) {
            0..=3 => self.insert(),
            4..=5 => self.extract(),
            6 => self.fill(),
            7..=9 => self.map(),
            10 => self.accumulate(),
            11 => self.reverse(),
            12..=15 if self.kind == Kind::Parts && self.rng.chance(60) => self.part(),
            12..=13 => self.extract_slice(),
            14..=15 => self.insert_slice(),
            16 if self.kind == Kind::Everything && self.rng.chance(50) => self.elementwise(),
            16 => self.select(),
            17 if may_nest => self.branch(),
            18 if may_nest && self.kind != Kind::Straight => self.for_loop(),
            19 if may_nest && self.kind != Kind::Straight => self.while_loop(),
            20 if self.depth == 0 && self.kind != Kind::Straight => self.forall(),
            21 if !self.callees.is_empty() => self.call(),
            21 if may_nest && self.kind == Kind::Everything => self.switch(),
            _ => self.insert(),
        }
    }

    fn insert(&mut self) {
        let size = self.size();
        let (t, f, i, name, ty) = (
            self.tensor(size),
            self.scalar(),
            self.index(),
            self.name(),
            Self::ty(size),
        );
        self.line(&format!("{name} = tensor.insert {f} into {t}[{i}] : {ty}"));
        self.tensors.push((name, size));
    }

    fn extract(&mut self) {
        let size = self.size();
        let (t, i, name, ty) = (self.tensor(size), self.index(), self.name(), Self::ty(size));
        self.line(&format!("{name} = tensor.extract {t}[{i}] : {ty}"));
        self.scalars.push(name);
    }

    /// A tensor to write to: any tensor, or an empty one.
    fn out(&mut self, size: usize) -> String {
        if self.rng.chance(40) {
            let (name, ty) = (self.name(), Self::ty(size));
            self.line(&format!("{name} = tensor.empty() : {ty}"));
            return name;
        }
        self.tensor(size)
    }

    fn fill(&mut self) {
        let size = self.size();
        let (t, f, name, ty) = (self.out(size), self.scalar(), self.name(), Self::ty(size));
        self.line(&format!(
            "{name} = linalg.fill ins({f} : f32) outs({t} : {ty}) -> {ty}"
        ));
        self.tensors.push((name, size));
    }

    fn map(&mut self) {
        let size = self.size();
        let (a, b, o) = (self.tensor(size), self.tensor(size), self.out(size));
        let (name, ty) = (self.name(), Self::ty(size));
        self.line(&format!(
            "{name} = linalg.map {{ arith.addf }} ins({a}, {b} : {ty}, {ty}) outs({o} : {ty})"
        ));
        self.tensors.push((name, size));
    }

    /// An operation on whole tensors, which bufferization lowers first.
    fn elementwise(&mut self) {
        self.of_two("arith.mulf");
    }

    fn generic(&mut self, map: &str, size: usize, o: &str) {
        let (a, name, ty) = (self.tensor(size), self.name(), Self::ty(size));
        self.line(&format!(
            "{name} = linalg.generic {{indexing_maps = [{map}, #id], iterator_types = [\"parallel\"]}} ins({a} : {ty}) outs({o} : {ty}) {{"
        ));
        self.line("^bb0(%x: f32, %y: f32):");
    }

    fn accumulate(&mut self) {
        let size = self.size();
        let o = self.tensor(size);
        self.generic("#id", size, &o);
        self.line("  %z = arith.addf %x, %y : f32");
        self.end_generic(size);
    }

    fn reverse(&mut self) {
        let size = self.size();
        let o = self.out(size);
        self.generic(&format!("#rev{size}"), size, &o);
        self.line("  %z = arith.addf %x, %x : f32");
        self.end_generic(size);
    }

    fn end_generic(&mut self, size: usize) {
        self.line("  linalg.yield %z : f32");
        self.line(&format!("}} -> {}", Self::ty(size)));
        let name = format!("%v{}_", self.next);
        self.tensors.push((name, size));
    }

    fn extract_slice(&mut self) {
        let (t, at, name) = (self.tensor(8), self.rng.below(5), self.name());
        self.line(&format!(
            "{name} = tensor.extract_slice {t}[{at}] [4] [1] : tensor<8xf32> to tensor<4xf32>"
        ));
        self.tensors.push((name, 4));
    }

    fn insert_slice(&mut self) {
        let (s, t, at, name) = (
            self.tensor(4),
            self.tensor(8),
            self.rng.below(5),
            self.name(),
        );
        self.line(&format!(
            "{name} = tensor.insert_slice {s} into {t}[{at}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
        ));
        self.tensors.push((name, 8));
    }

    /// A part in a separate tensor, updated once or twice, then inserted.
    fn part(&mut self) {
        let (out, f, first, ty) = (self.name(), self.scalar(), self.name(), Self::ty(4));
        self.line(&format!("{out} = tensor.empty() : {ty}"));
        self.line(&format!(
            "{first} = linalg.fill ins({f} : f32) outs({out} : {ty}) -> {ty}"
        ));
        let mut part = first;
        if self.rng.chance(50) {
            let (a, next) = (self.tensor(4), self.name());
            self.line(&format!(
                "{next} = linalg.map {{ arith.addf }} ins({a}, {part} : {ty}, {ty}) outs({part} : {ty})"
            ));
            part = next;
        }
        if self.rng.chance(30) {
            self.tensors.push((part.clone(), 4));
        }
        let (t, at, name) = (self.tensor(8), self.rng.below(5), self.name());
        self.line(&format!(
            "{name} = tensor.insert_slice {part} into {t}[{at}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
        ));
        self.tensors.push((name, 8));
    }

    fn select(&mut self) {
        self.of_two("arith.select %c,");
    }

    /// An operation on two tensors of one size, which gives a third.
    fn of_two(&mut self, op: &str) {
        let size = self.size();
        let (a, b) = (self.tensor(size), self.tensor(size));
        let (name, ty) = (self.name(), Self::ty(size));
        self.line(&format!("{name} = {op} {a}, {b} : {ty}"));
        self.tensors.push((name, size));
    }

    /// Statements in a region, then the values that it yields.
    fn region(&mut self, sizes: &[usize], args: &[String], n: u64) -> String {
        let (tensors, scalars) = (self.tensors.len(), self.scalars.len());
        for (arg, &size) in args.iter().zip(sizes) {
            self.tensors.push((arg.clone(), size));
        }
        self.depth += 1;
        self.statements(n);
        let yielded: Vec<String> = sizes.iter().map(|&size| self.tensor(size)).collect();
        self.depth -= 1;
        self.tensors.truncate(tensors);
        self.scalars.truncate(scalars);
        let types: Vec<String> = sizes.iter().map(|&size| Self::ty(size)).collect();
        format!("{} : {}", yielded.join(", "), types.join(", "))
    }

    fn branch(&mut self) {
        let (size, name) = (self.size(), self.name());
        self.line(&format!("{name} = scf.if %c -> {} {{", Self::ty(size)));
        for end in ["} else {", "}"] {
            let n = self.rng.between(0, 3);
            let yielded = self.region(&[size], &[], n);
            self.line(&format!("  scf.yield {yielded}"));
            self.line(end);
        }
        self.tensors.push((name, size));
    }

    fn switch(&mut self) {
        let (size, name) = (self.size(), self.name());
        self.line(&format!(
            "{name} = scf.index_switch %i -> {}",
            Self::ty(size)
        ));
        for start in ["case 0 {", "case 2 {", "default {"] {
            self.line(start);
            let n = self.rng.between(0, 2);
            let yielded = self.region(&[size], &[], n);
            self.line(&format!("  scf.yield {yielded}"));
            self.line("}");
        }
        self.tensors.push((name, size));
    }

    fn results(&mut self, name: &str, sizes: &[usize]) {
        if let [size] = sizes {
            self.tensors.push((name.to_owned(), *size));
            return;
        }
        for (index, &size) in sizes.iter().enumerate() {
            self.tensors.push((format!("{name}#{index}"), size));
        }
    }

    fn carried(&mut self) -> (Vec<usize>, String, String, String) {
        let n = self.rng.between(1, 2);
        let sizes: Vec<usize> = (0..n).map(|_| self.size()).collect();
        let types: Vec<String> = sizes.iter().map(|&size| Self::ty(size)).collect();
        let name = self.name();
        let names = if n == 1 {
            name.clone()
        } else {
            format!("{name}:{n}")
        };
        (sizes, types.join(", "), name, names)
    }

    /// Tensors that become the arguments of a loop.
    fn inits(&mut self, sizes: &[usize], args: &[String]) -> String {
        let mut inits = Vec::new();
        for (&size, arg) in sizes.iter().zip(args) {
            inits.push(format!("{arg} = {}", self.tensor(size)));
        }
        inits.join(", ")
    }

    fn for_loop(&mut self) {
        let (sizes, types, name, names) = self.carried();
        let args: Vec<String> = sizes.iter().map(|_| self.name()).collect();
        let inits = self.inits(&sizes, &args);
        let iv = self.name();
        let upper = *self.rng.pick(&["%n", "%k2", "%k0"]);
        self.line(&format!(
            "{names} = scf.for {iv} = %k0 to {upper} step %k1 iter_args({inits}) -> ({types}) {{"
        ));
        let n = self.rng.between(1, 4);
        let yielded = self.region(&sizes, &args, n);
        self.line(&format!("  scf.yield {yielded}"));
        self.line("}");
        self.results(&name, &sizes);
    }

    fn while_loop(&mut self) {
        let (sizes, types, name, names) = self.carried();
        let before: Vec<String> = sizes.iter().map(|_| self.name()).collect();
        let after: Vec<String> = sizes.iter().map(|_| self.name()).collect();
        let (count, next, is_less) = (self.name(), self.name(), self.name());
        let inits = self.inits(&sizes, &before);
        self.line(&format!(
            "{names}, {name}n = scf.while ({count} = %k0, {inits}) : (index, {types}) -> ({types}, index) {{"
        ));
        let n = self.rng.between(0, 2);
        let passed = self.region(&sizes, &before, n);
        let (values, _) = passed.split_once(" : ").unwrap_or_default();
        self.line(&format!(
            "  {is_less} = arith.cmpi ult, {count}, %n : index"
        ));
        self.line(&format!(
            "  scf.condition({is_less}) {values}, {count} : {types}, index"
        ));
        self.line("} do {");
        let typed: Vec<String> = after
            .iter()
            .zip(&sizes)
            .map(|(arg, &size)| format!("{arg}: {}", Self::ty(size)))
            .collect();
        self.line(&format!("^bb0({}, {count}a: index):", typed.join(", ")));
        self.line(&format!("  {next} = arith.addi {count}a, %k1 : index"));
        let n = self.rng.between(0, 2);
        let yielded = self.region(&sizes, &after, n);
        let (values, _) = yielded.split_once(" : ").unwrap_or_default();
        self.line(&format!("  scf.yield {next}, {values} : index, {types}"));
        self.line("}");
        self.results(&name, &sizes);
    }

    fn forall(&mut self) {
        let (init, name, out, iv) = (self.tensor(8), self.name(), self.name(), self.name());
        let at = self.name();
        self.line(&format!(
            "{name} = scf.forall ({iv}) in (2) shared_outs({out} = {init}) -> (tensor<8xf32>) {{"
        ));
        let (tensors, scalars) = (self.tensors.len(), self.scalars.len());
        self.depth += 1;
        self.line(&format!(
            "{at} = affine.apply affine_map<(d) -> (d * 4)>({iv})"
        ));
        let part = self.name();
        self.line(&format!(
            "{part} = tensor.extract_slice {out}[{at}] [4] [1] : tensor<8xf32> to tensor<4xf32>"
        ));
        self.tensors.push((part, 4));
        let n = self.rng.between(1, 3);
        self.statements(n);
        let source = self.tensor(4);
        self.depth -= 1;
        self.tensors.truncate(tensors);
        self.scalars.truncate(scalars);
        self.line("  scf.forall.in_parallel {");
        self.line(&format!(
            "    tensor.parallel_insert_slice {source} into {out}[{at}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
        ));
        self.line("  }");
        self.line("}");
        self.tensors.push((name, 8));
    }

    fn call(&mut self) {
        let (callee, n_results) = self.rng.pick(&self.callees.clone()).clone();
        let (a, b, name) = (self.tensor(8), self.tensor(8), self.name());
        let names = if n_results == 1 {
            name.clone()
        } else {
            format!("{name}:{n_results}")
        };
        let types = vec!["tensor<8xf32>"; n_results].join(", ");
        let f = self.scalar();
        self.line(&format!(
            "{names} = func.call {callee}(%c, %n, %i, {f}, {a}, {b}) : (i1, index, index, f32, tensor<8xf32>, tensor<8xf32>) -> ({types})"
        ));
        self.results(&name, &vec![8; n_results]);
    }
}
