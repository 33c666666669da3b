//! Structured control flow: regions that yield fresh buffers and buffers from outside.

use super::Maker;
use super::scope::{Scope, Ty};

impl Maker<'_> {
    /// Which buffers a region passes on, besides one `i32`.
    fn carried_types(&mut self) -> Vec<Ty> {
        let n = self.choose(3);
        (0..n).map(|_| self.choose_type()).collect()
    }

    fn result_types(types: &[Ty]) -> String {
        let all: Vec<&str> = std::iter::once("i32")
            .chain(types.iter().map(|ty| ty.text()))
            .collect();
        all.join(", ")
    }

    /// The body of a region; its terminator passes on an `i32` and buffers of these types.
    fn nested(&mut self, scope: &Scope, types: &[Ty], terminator: &str) {
        let mut inner = scope.clone();
        self.indent += 1;
        self.depth += 1;
        let n = self.options.statements / 2;
        self.statements(&mut inner, n, false);
        self.hand_on(&mut inner, types, terminator);
        self.depth -= 1;
        self.indent -= 1;
    }

    pub(super) fn hand_on(&mut self, scope: &mut Scope, types: &[Ty], terminator: &str) {
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(scope, ty)).collect();
        let recent = scope.ints.last().cloned();
        let mut int = recent.unwrap_or_else(|| "%k0".to_owned());
        // Mix local buffers into the `i32`, since their contents are visible outside only through passed values.
        let locals = scope.buffers.len().saturating_sub(3)..scope.buffers.len();
        for (name, ty) in &scope.buffers[locals] {
            let value = self.define(&ty.load(name, "%c0"));
            int = self.mixed(&int, &value);
        }
        let values: Vec<String> = std::iter::once(int).chain(buffers).collect();
        self.line(&format!(
            "{terminator}{} : {}",
            values.join(", "),
            Self::result_types(types)
        ));
    }

    /// Names for an `i32` and buffers of these types: `%a`, or `%a:3`.
    fn results(&mut self, types: &[Ty]) -> Vec<String> {
        (0..=types.len()).map(|_| self.name()).collect()
    }

    fn take_results(scope: &mut Scope, names: Vec<String>, types: &[Ty]) {
        let mut names = names.into_iter();
        scope.ints.extend(names.next());
        scope.buffers.extend(names.zip(types.iter().copied()));
    }

    pub(super) fn branch(&mut self, scope: &mut Scope) {
        let types = self.carried_types();
        let results = self.results(&types);
        let text = Self::result_types(&types);
        if self.choose(4) == 3 {
            let int = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
            let small = self.define(&format!("arith.andi {int}, %k1 : i32"));
            let flag = self.define(&format!("arith.index_cast {small} : i32 to index"));
            self.line(&format!(
                "{} = scf.index_switch {flag} -> {text}",
                results.join(", ")
            ));
            self.line("case 0 {");
            self.nested(scope, &types, "scf.yield ");
            self.line("}");
            self.line("default {");
        } else {
            let condition = self.condition(scope);
            self.line(&format!(
                "{} = scf.if {condition} -> ({text}) {{",
                results.join(", ")
            ));
            self.nested(scope, &types, "scf.yield ");
            self.line("} else {");
        }
        self.nested(scope, &types, "scf.yield ");
        self.line("}");
        Self::take_results(scope, results, &types);
    }

    /// Values that enter a loop: an `i32` and buffers of these types.
    fn inits(&mut self, scope: &mut Scope, types: &[Ty]) -> Vec<String> {
        let int = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(scope, ty)).collect();
        std::iter::once(int).chain(buffers).collect()
    }

    pub(super) fn counted_loop(&mut self, scope: &mut Scope) {
        let types = self.carried_types();
        let inits = self.inits(scope, &types);
        let results = self.results(&types);
        let args = self.results(&types);
        let carried: Vec<String> = args
            .iter()
            .zip(&inits)
            .map(|(arg, init)| format!("{arg} = {init}"))
            .collect();
        let upper = ["%c1", "%c2", "%c3", "%c0"][self.choose(4) as usize];
        let iv = self.name();
        self.line(&format!(
            "{} = scf.for {iv} = %c0 to {upper} step %c1 iter_args({}) -> ({}) {{",
            results.join(", "),
            carried.join(", "),
            Self::result_types(&types)
        ));
        let mut inner = scope.clone();
        inner.n_loops += 1;
        Self::take_results(&mut inner, args, &types);
        self.nested(&inner, &types, "scf.yield ");
        self.line("}");
        Self::take_results(scope, results, &types);
    }

    pub(super) fn other_loop(&mut self, scope: &mut Scope) {
        match self.choose(4) {
            0 | 1 => self.while_loop(scope),
            2 if self.options.parallel => self.forall(scope),
            3 if self.options.parallel => self.parallel(scope),
            _ => self.affine(scope),
        }
    }

    fn while_loop(&mut self, scope: &mut Scope) {
        let types = self.carried_types();
        let inits = self.inits(scope, &types);
        let results = self.results(&types);
        let (before, after) = (self.results(&types), self.results(&types));
        let (count_in, count_out) = (self.name(), self.name());
        let text = Self::result_types(&types);
        let left = self.name();
        let entering: Vec<String> = before
            .iter()
            .zip(&inits)
            .map(|(arg, init)| format!("{arg} = {init}"))
            .collect();
        self.line(&format!(
            "{left}, {} = scf.while ({count_in} = %c0, {}) : (index, {text}) -> (index, {text}) {{",
            results.join(", "),
            entering.join(", ")
        ));
        self.indent += 1;
        let bound = ["%c1", "%c2", "%c3"][self.choose(3) as usize];
        let goes_on = self.define(&format!("arith.cmpi ult, {count_in}, {bound} : index"));
        let mut inner = scope.clone();
        inner.n_loops += 1;
        Self::take_results(&mut inner, before.clone(), &types);
        // The passed values may be the incoming ones or new ones.
        let mut values = before;
        for (slot, &ty) in values.iter_mut().skip(1).zip(&types) {
            *slot = self.some(&mut inner, ty);
        }
        self.line(&format!(
            "scf.condition({goes_on}) {count_in}, {} : index, {text}",
            values.join(", ")
        ));
        self.indent -= 1;
        self.line("} do {");
        let typed: Vec<String> = std::iter::once("i32")
            .chain(types.iter().map(|ty| ty.text()))
            .zip(&after)
            .map(|(ty, name)| format!("{name}: {ty}"))
            .collect();
        self.line(&format!("^bb0({count_out}: index, {}):", typed.join(", ")));
        let mut inner = scope.clone();
        inner.n_loops += 1;
        Self::take_results(&mut inner, after, &types);
        self.indent += 1;
        let next = self.define(&format!("arith.addi {count_out}, %c1 : index"));
        self.indent -= 1;
        let terminator = format!("scf.yield {next}, ");
        self.nested_with_count(&inner, &types, &terminator);
        self.line("}");
        Self::take_results(scope, results, &types);
    }

    /// As `nested`, with a counter before the values that are passed on.
    fn nested_with_count(&mut self, scope: &Scope, types: &[Ty], terminator: &str) {
        let mut inner = scope.clone();
        self.indent += 1;
        self.depth += 1;
        let n = self.options.statements / 2;
        self.statements(&mut inner, n, false);
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(&mut inner, ty)).collect();
        let int = inner.ints.last().cloned();
        let int = int.unwrap_or_else(|| "%k0".to_owned());
        let values: Vec<String> = std::iter::once(int).chain(buffers).collect();
        self.line(&format!(
            "{terminator}{} : index, {}",
            values.join(", "),
            Self::result_types(types)
        ));
        self.depth -= 1;
        self.indent -= 1;
    }

    /// Independent iterations: each has its own buffer, and stores values that do not depend on the order.
    fn forall(&mut self, scope: &mut Scope) {
        let target = self.fresh(scope, Ty::Matrix);
        let iv = self.name();
        self.line(&format!("scf.forall ({iv}) in (2) {{"));
        self.indent += 1;
        let own = self.fresh(scope, Ty::Four);
        let at = self.define(&format!("arith.index_cast {iv} : index to i32"));
        self.line(&format!("memref.store {at}, {own}[%c1] : memref<4xi32>"));
        let value = self.define(&format!("memref.load {own}[%c1] : memref<4xi32>"));
        self.line(&format!(
            "memref.store {value}, {target}[{iv}, %c2] : memref<2x4xi32>"
        ));
        self.indent -= 1;
        self.line("}");
        scope.buffers.push((target, Ty::Matrix));
    }

    fn parallel(&mut self, scope: &mut Scope) {
        let init = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let (result, iv) = (self.name(), self.name());
        self.line(&format!(
            "{result} = scf.parallel ({iv}) = (%c0) to (%c3) step (%c1) init ({init}) -> i32 {{"
        ));
        self.indent += 1;
        let own = self.fresh(scope, Ty::Dynamic);
        let at = self.define(&format!("arith.index_cast {iv} : index to i32"));
        self.line(&format!("memref.store {at}, {own}[%c0] : memref<?xi32>"));
        let value = self.define(&format!("memref.load {own}[%c0] : memref<?xi32>"));
        self.line(&format!("scf.reduce({value} : i32) {{"));
        let (a, b, sum) = (self.name(), self.name(), self.name());
        self.line(&format!("^bb0({a}: i32, {b}: i32):"));
        self.line(&format!("  {sum} = arith.addi {a}, {b} : i32"));
        self.line(&format!("  scf.reduce.return {sum} : i32"));
        self.line("}");
        self.indent -= 1;
        self.line("}");
        scope.ints.push(result);
    }

    fn affine(&mut self, scope: &mut Scope) {
        let init = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let own = self.fresh(scope, Ty::Four);
        let (result, iv, sum, value, next) = (
            self.name(),
            self.name(),
            self.name(),
            self.name(),
            self.name(),
        );
        self.line(&format!(
            "{result} = affine.for {iv} = 0 to 3 iter_args({sum} = {init}) -> (i32) {{"
        ));
        self.line(&format!(
            "  {value} = affine.load {own}[{iv} + 1] : memref<4xi32>"
        ));
        self.line(&format!("  {next} = arith.addi {sum}, {value} : i32"));
        self.line(&format!(
            "  affine.store {next}, {own}[{iv}] : memref<4xi32>"
        ));
        self.line(&format!("  affine.yield {next} : i32"));
        self.line("}");
        scope.ints.push(result);
        scope.buffers.push((own, Ty::Four));
    }

    /// A region that runs once, perhaps of several blocks.
    pub(super) fn region(&mut self, scope: &mut Scope) {
        let types = self.carried_types();
        let results = self.results(&types);
        self.line(&format!(
            "{} = scf.execute_region -> ({}) {{",
            results.join(", "),
            Self::result_types(&types)
        ));
        let mut inner = scope.clone();
        self.indent += 1;
        self.depth += 1;
        let n = self.options.statements / 2;
        self.statements(&mut inner, n, true);
        self.hand_on(&mut inner, &types, "scf.yield ");
        self.depth -= 1;
        self.indent -= 1;
        self.line("}");
        Self::take_results(scope, results, &types);
    }

    /// A call of an earlier function, or of this one while there is fuel.
    pub(super) fn call(&mut self, scope: &mut Scope) {
        if scope.n_loops > 0 {
            return self.load(scope);
        }
        let recursive = match (&self.current, &scope.fuel) {
            (Some(function), Some(fuel)) => Some((function.clone(), fuel.clone())),
            _ => None,
        };
        if let Some((function, fuel)) = recursive
            && self.choose(3) == 2
            && self.depth == 0
        {
            let has_fuel = self.define(&format!("arith.cmpi sgt, {fuel}, %k0 : i32"));
            let types = function.results.clone();
            let results = self.results(&types);
            self.line(&format!(
                "{} = scf.if {has_fuel} -> ({}) {{",
                results.join(", "),
                Self::result_types(&types)
            ));
            self.indent += 1;
            let less = self.define(&format!("arith.subi {fuel}, %k1 : i32"));
            let mut inner = scope.clone();
            let values = self.call_of(&mut inner, &function, &less);
            self.line(&format!(
                "scf.yield {} : {}",
                values.join(", "),
                Self::result_types(&types)
            ));
            self.indent -= 1;
            self.line("} else {");
            self.indent += 1;
            self.hand_on(&mut scope.clone(), &types, "scf.yield ");
            self.indent -= 1;
            self.line("}");
            Self::take_results(scope, results, &types);
            // One recursive call is enough: with two, the number of calls would explode.
            self.current = None;
            return;
        }
        let Some(function) = self.pick(&self.functions.clone()) else {
            return self.load(scope);
        };
        let fuel = self.define(&format!("arith.constant {} : i32", self.n_names % 3));
        let values = self.call_of(scope, &function, &fuel);
        Self::take_results(scope, values, &function.results);
    }

    fn call_of(
        &mut self,
        scope: &mut Scope,
        function: &super::Function,
        fuel: &str,
    ) -> Vec<String> {
        let args: Vec<String> = function
            .params
            .iter()
            .map(|&ty| self.some(scope, ty))
            .collect();
        let types: Vec<&str> = function.params.iter().map(|ty| ty.text()).collect();
        let results = self.results(&function.results);
        self.line(&format!(
            "{} = func.call @{}({fuel}, {}) : (i32, {}) -> ({})",
            results.join(", "),
            function.name,
            args.join(", "),
            types.join(", "),
            Self::result_types(&function.results)
        ));
        results
    }
}
