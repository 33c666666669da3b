//! Unstructured control flow: blocks that pass buffers as arguments, early returns, and loops of
//! blocks.

use super::Maker;
use super::scope::{Scope, Ty};

impl Maker<'_> {
    /// A diamond, a switch, or a loop of blocks. Afterwards the current block is where they meet.
    pub(super) fn blocks(&mut self, scope: &mut Scope) {
        match self.choose(4) {
            0 | 1 => self.diamond(scope),
            2 => self.switch(scope),
            _ => self.block_loop(scope),
        }
    }

    fn handed_types(&mut self) -> Vec<Ty> {
        let n = self.choose(3);
        (0..n).map(|_| self.choose_type()).collect()
    }

    /// `^name(%x: i32, ..):`, and the names of the arguments.
    fn block_with_args(&mut self, block: &str, types: &[Ty]) -> Vec<String> {
        let args: Vec<String> = (0..=types.len()).map(|_| self.name()).collect();
        let typed: Vec<String> = std::iter::once("i32")
            .chain(types.iter().map(|ty| ty.text()))
            .zip(&args)
            .map(|(ty, name)| format!("{name}: {ty}"))
            .collect();
        self.label(&format!("{block}({}):", typed.join(", ")));
        args
    }

    fn label(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
        self.indent += 1;
    }

    fn take_args(scope: &mut Scope, args: Vec<String>, types: &[Ty]) {
        let mut args = args.into_iter();
        scope.ints.extend(args.next());
        scope.buffers.extend(args.zip(types.iter().copied()));
    }

    /// `^target(%x, .. : i32, ..)` with values in sight.
    fn edge(&mut self, scope: &mut Scope, target: &str, types: &[Ty]) -> String {
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(scope, ty)).collect();
        let int = scope.ints.last().cloned();
        let int = int.unwrap_or_else(|| "%k0".to_owned());
        let values: Vec<String> = std::iter::once(int).chain(buffers).collect();
        let all: Vec<&str> = std::iter::once("i32")
            .chain(types.iter().map(|ty| ty.text()))
            .collect();
        format!("{target}({} : {})", values.join(", "), all.join(", "))
    }

    /// A block of statements that continues to `target`.
    fn arm(&mut self, scope: &Scope, block: &str, target: &str, types: &[Ty]) {
        self.label(&format!("{block}:"));
        let mut inner = scope.clone();
        self.depth += 1;
        let n = self.options.statements / 3;
        self.statements(&mut inner, n, true);
        self.depth -= 1;
        let edge = self.edge(&mut inner, target, types);
        self.line(&format!("cf.br {edge}"));
    }

    fn diamond(&mut self, scope: &mut Scope) {
        let types = self.handed_types();
        let (left, right, join) = (self.block_name(), self.block_name(), self.block_name());
        let is_short = self.choose(3) == 2;
        let condition = self.condition(scope);
        if is_short {
            // One edge goes straight to the join.
            let edge = self.edge(scope, &join, &types);
            self.line(&format!("cf.cond_br {condition}, {left}, {edge}"));
            self.arm(scope, &left, &join, &types);
        } else {
            self.line(&format!("cf.cond_br {condition}, {left}, {right}"));
            self.arm(scope, &left, &join, &types);
            self.arm(scope, &right, &join, &types);
        }
        let args = self.block_with_args(&join, &types);
        Self::take_args(scope, args, &types);
    }

    fn switch(&mut self, scope: &mut Scope) {
        let types = self.handed_types();
        let (first, second, join) = (self.block_name(), self.block_name(), self.block_name());
        let flag = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let small = self.define(&format!("arith.andi {flag}, %k1 : i32"));
        let direct = self.edge(scope, &join, &types);
        self.line(&format!("cf.switch {small} : i32, ["));
        self.line(&format!("  default: {first},"));
        self.line(&format!("  0: {second},"));
        self.line(&format!("  1: {direct}"));
        self.line("]");
        self.arm(scope, &first, &join, &types);
        self.arm(scope, &second, &join, &types);
        let args = self.block_with_args(&join, &types);
        Self::take_args(scope, args, &types);
    }

    fn block_loop(&mut self, scope: &mut Scope) {
        let types = self.handed_types();
        let (head, body, exit) = (self.block_name(), self.block_name(), self.block_name());
        let texts: Vec<&str> = types.iter().map(|ty| ty.text()).collect();
        let all: Vec<&str> = ["index", "i32"].iter().chain(&texts).copied().collect();
        let int = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(scope, ty)).collect();
        let values: Vec<String> = std::iter::once(int).chain(buffers).collect();
        self.line(&format!(
            "cf.br {head}(%c0, {} : {})",
            values.join(", "),
            all.join(", ")
        ));
        let count = self.name();
        let args: Vec<String> = (0..=types.len()).map(|_| self.name()).collect();
        let typed: Vec<String> = all[1..]
            .iter()
            .zip(&args)
            .map(|(ty, name)| format!("{name}: {ty}"))
            .collect();
        self.label(&format!("{head}({count}: index, {}):", typed.join(", ")));
        let bound = ["%c1", "%c2", "%c3"][self.choose(3) as usize];
        let goes_on = self.define(&format!("arith.cmpi ult, {count}, {bound} : index"));
        Self::take_args(scope, args, &types);
        let mut inner = scope.clone();
        inner.n_loops += 1;
        let leaving = self.edge(scope, &exit, &types);
        self.line(&format!("cf.cond_br {goes_on}, {body}, {leaving}"));
        self.label(&format!("{body}:"));
        self.depth += 1;
        let n = self.options.statements / 3;
        self.statements(&mut inner, n, true);
        self.depth -= 1;
        let next = self.define(&format!("arith.addi {count}, %c1 : index"));
        let int = inner.ints.last().cloned();
        let int = int.unwrap_or_else(|| "%k0".to_owned());
        let buffers: Vec<String> = types.iter().map(|&ty| self.some(&mut inner, ty)).collect();
        let values: Vec<String> = std::iter::once(int).chain(buffers).collect();
        self.line(&format!(
            "cf.br {head}({next}, {} : {})",
            values.join(", "),
            all.join(", ")
        ));
        let args = self.block_with_args(&exit, &types);
        Self::take_args(scope, args, &types);
    }
}
