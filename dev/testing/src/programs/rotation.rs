//! Loops that permute the buffers that they carry: structured loops, loops of blocks, and irreducible
//! cycles of two blocks.

use super::Maker;
use super::scope::{Scope, Ty};

impl Maker<'_> {
    /// A loop of one of these kinds.
    pub(super) fn rotation(&mut self, scope: &mut Scope, is_flat: bool) {
        let blocks = is_flat && self.options.blocks;
        match self.choose(if blocks { 5 } else { 2 }) {
            0 | 1 => self.rotating_for(scope),
            2 | 3 => self.rotating_blocks(scope),
            _ => self.two_entries(scope),
        }
    }

    /// Two to four buffers of one type.
    fn rotated(&mut self, scope: &mut Scope) -> (Ty, Vec<String>) {
        let ty = self.choose_type();
        let n = 2 + self.choose(3);
        let inits = (0..n).map(|_| self.some(scope, ty)).collect();
        (ty, inits)
    }

    /// The same buffers, usually rotated by one; sometimes one is replaced by a new one, or all are unchanged.
    fn moved(&mut self, scope: &Scope, ty: Ty, args: &[String]) -> Vec<String> {
        let mut moved = args.to_vec();
        match self.choose(5) {
            0 => moved.reverse(),
            1 => {}
            _ => moved.rotate_left(1),
        }
        match self.choose(4) {
            0 => {
                let fresh = self.fresh(scope, ty);
                if let Some(last) = moved.last_mut() {
                    *last = fresh;
                }
            }
            1 => {
                // One buffer is dropped, and another one is passed twice.
                if let (Some(first), Some(last)) = (args.first(), moved.last_mut()) {
                    last.clone_from(first);
                }
            }
            _ => {}
        }
        moved
    }

    /// Reads and writes that distinguish buffers.
    fn touched(&mut self, scope: &mut Scope, ty: Ty, args: &[String]) {
        if let Some(first) = args.first() {
            let value = self.define(&ty.load(first, "%c1"));
            scope.ints.push(value);
        }
        let own = args.iter().map(|arg| (arg.clone(), ty));
        scope.buffers.extend(own);
        if self.choose(2) == 0 {
            self.store(scope);
        }
        if self.choose(2) == 0 && self.depth < 3 {
            self.depth += 1;
            self.statements(scope, 2, false);
            self.depth -= 1;
        }
    }

    fn repeated(ty: Ty, n: usize) -> String {
        vec![ty.text(); n].join(", ")
    }

    fn rotating_for(&mut self, scope: &mut Scope) {
        let (ty, inits) = self.rotated(scope);
        let args: Vec<String> = inits.iter().map(|_| self.name()).collect();
        let results: Vec<String> = inits.iter().map(|_| self.name()).collect();
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
            Self::repeated(ty, inits.len())
        ));
        self.indent += 1;
        let mut inner = scope.clone();
        inner.n_loops += 1;
        self.touched(&mut inner, ty, &args);
        let moved = self.moved(&inner, ty, &args);
        self.line(&format!(
            "scf.yield {} : {}",
            moved.join(", "),
            Self::repeated(ty, inits.len())
        ));
        self.indent -= 1;
        self.line("}");
        scope
            .buffers
            .extend(results.into_iter().map(|name| (name, ty)));
    }

    /// `^block(%n: index, %a: T, ..):`, with these argument names.
    fn counted_block(&mut self, block: &str, count: &str, ty: Ty, args: &[String]) {
        let typed: Vec<String> = std::iter::once(format!("{count}: index"))
            .chain(args.iter().map(|arg| format!("{arg}: {}", ty.text())))
            .collect();
        self.indent -= 1;
        self.line(&format!("{block}({}):", typed.join(", ")));
        self.indent += 1;
    }

    fn counted_edge(block: &str, count: &str, ty: Ty, values: &[String]) -> String {
        let types = Self::repeated(ty, values.len());
        format!("{block}({count}, {} : index, {types})", values.join(", "))
    }

    fn names(&mut self, n: usize) -> Vec<String> {
        (0..n).map(|_| self.name()).collect()
    }

    fn rotating_blocks(&mut self, scope: &mut Scope) {
        let (ty, inits) = self.rotated(scope);
        let (head, exit) = (self.block_name(), self.block_name());
        let edge = Self::counted_edge(&head, "%c0", ty, &inits);
        self.line(&format!("cf.br {edge}"));
        let (count, args) = (self.name(), self.names(inits.len()));
        self.counted_block(&head, &count, ty, &args);
        let mut inner = scope.clone();
        inner.n_loops += 1;
        self.touched(&mut inner, ty, &args);
        let next = self.define(&format!("arith.addi {count}, %c1 : index"));
        let bound = ["%c1", "%c2", "%c3"][self.choose(3) as usize];
        let goes_on = self.define(&format!("arith.cmpi ult, {next}, {bound} : index"));
        let moved = self.moved(&inner, ty, &args);
        let (back, out) = (
            Self::counted_edge(&head, &next, ty, &moved),
            Self::counted_edge(&exit, &next, ty, &args),
        );
        self.line(&format!("cf.cond_br {goes_on}, {back}, {out}"));
        let (count, args) = (self.name(), self.names(inits.len()));
        self.counted_block(&exit, &count, ty, &args);
        scope
            .buffers
            .extend(args.into_iter().map(|name| (name, ty)));
    }

    /// A cycle of two blocks, each of which is entered from outside: no structured loop.
    fn two_entries(&mut self, scope: &mut Scope) {
        let (ty, inits) = self.rotated(scope);
        let (a, b, exit) = (self.block_name(), self.block_name(), self.block_name());
        let condition = self.condition(scope);
        let (to_a, to_b) = (
            Self::counted_edge(&a, "%c0", ty, &inits),
            Self::counted_edge(&b, "%c1", ty, &inits),
        );
        self.line(&format!("cf.cond_br {condition}, {to_a}, {to_b}"));
        for (own, other) in [(&a, &b), (&b, &a)] {
            let (count, args) = (self.name(), self.names(inits.len()));
            self.counted_block(own, &count, ty, &args);
            let mut inner = scope.clone();
            inner.n_loops += 1;
            self.touched(&mut inner, ty, &args);
            let next = self.define(&format!("arith.addi {count}, %c1 : index"));
            let goes_on = self.define(&format!("arith.cmpi ult, {next}, %c3 : index"));
            let moved = self.moved(&inner, ty, &args);
            let (on, out) = (
                Self::counted_edge(other, &next, ty, &moved),
                Self::counted_edge(&exit, &next, ty, &args),
            );
            self.line(&format!("cf.cond_br {goes_on}, {on}, {out}"));
        }
        let (count, args) = (self.name(), self.names(inits.len()));
        self.counted_block(&exit, &count, ty, &args);
        scope
            .buffers
            .extend(args.into_iter().map(|name| (name, ty)));
    }
}
