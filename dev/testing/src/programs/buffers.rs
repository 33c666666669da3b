//! Statements on buffers: allocation, writes, reads, views, selects, copies.

use super::Maker;
use super::scope::{Scope, Ty};

impl Maker<'_> {
    pub(super) fn choose_type(&mut self) -> Ty {
        if self.options.spaces && self.choose(4) == 3 {
            return Ty::Spaced;
        }
        self.pick(&Ty::ALL).unwrap_or(Ty::Four)
    }

    /// The attributes of an allocation.
    fn promise(&mut self) -> &'static str {
        if !self.options.alignments {
            return "";
        }
        match self.choose(6) {
            3 => " {alignment = 16 : i64}",
            4 => " {alignment = 128 : i64}",
            5 => " {alignment = 4096 : i64}",
            _ => "",
        }
    }

    fn int(&mut self, scope: &Scope) -> String {
        self.pick(&scope.ints).unwrap_or_else(|| "%k1".to_owned())
    }

    fn index(&mut self) -> &'static str {
        ["%c0", "%c1"][self.choose(2) as usize]
    }

    /// A condition that depends on what was computed.
    pub(super) fn condition(&mut self, scope: &Scope) -> String {
        let (a, b) = (self.int(scope), self.int(scope));
        let predicate = ["slt", "ne", "ule"][self.choose(3) as usize];
        let odd = self.define(&format!("arith.andi {a}, %k1 : i32"));
        let other = if self.choose(2) == 0 {
            "%k1".to_owned()
        } else {
            b
        };
        self.define(&format!("arith.cmpi {predicate}, {odd}, {other} : i32"))
    }

    /// A new buffer, all elements written.
    pub(super) fn fresh(&mut self, scope: &Scope, ty: Ty) -> String {
        let value = self.int(scope);
        match ty {
            Ty::Four | Ty::Matrix | Ty::Spaced => {
                let promise = self.promise();
                let made = self.define(&format!("memref.alloc(){promise} : {}", ty.text()));
                self.fill(&made, ty, &value);
                made
            }
            Ty::Dynamic => {
                let size = ["%c2", "%c3"][self.choose(2) as usize];
                let made = self.define(&format!("memref.alloc({size}) : {}", ty.text()));
                self.fill(&made, ty, &value);
                made
            }
            Ty::Strided | Ty::Unranked => {
                let from = if self.choose(2) == 0 {
                    Ty::Four
                } else {
                    Ty::Dynamic
                };
                let made = self.fresh(scope, from);
                self.cast(&made, from, ty)
            }
        }
    }

    pub(super) fn cast(&mut self, name: &str, from: Ty, to: Ty) -> String {
        if from == to {
            return name.to_owned();
        }
        self.define(&format!(
            "memref.cast {name} : {} to {}",
            from.text(),
            to.text()
        ))
    }

    /// Buffers get different contents, so that one which holds those of another is noticed.
    fn fill(&mut self, name: &str, ty: Ty, value: &str) {
        let number = 1000 + 7 * self.n_names;
        let tag = self.define(&format!("arith.constant {number} : i32"));
        let value = self.define(&format!("arith.xori {value}, {tag} : i32"));
        self.line(&format!(
            "linalg.fill ins({value} : i32) outs({name} : {})",
            ty.text()
        ));
    }

    /// A buffer of a type: one in sight, if there is one and the choice falls on it, or a new one.
    pub(super) fn some(&mut self, scope: &mut Scope, ty: Ty) -> String {
        let names: Vec<String> = scope
            .buffers
            .iter()
            .filter(|(_, names)| *names == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if self.choose(3) != 0
            && let Some(name) = self.pick(&names)
        {
            return name;
        }
        self.fresh(scope, ty)
    }

    /// A buffer whose elements can be named, to be written.
    fn writable(&mut self, scope: &mut Scope) -> Option<(String, Ty)> {
        let (name, ty) = self.ranked(scope)?;
        if self.options.late_writes {
            return Some((name, ty));
        }
        let fresh = self.fresh(scope, ty);
        scope.buffers.push((fresh.clone(), ty));
        Some((fresh, ty))
    }

    /// A buffer in sight whose elements can be named.
    fn ranked(&mut self, scope: &Scope) -> Option<(String, Ty)> {
        let ranked: Vec<(String, Ty)> = scope
            .buffers
            .iter()
            .filter(|(_, ty)| *ty != Ty::Unranked)
            .cloned()
            .collect();
        self.pick(&ranked)
    }

    pub(super) fn arithmetic(&mut self, scope: &mut Scope) {
        let (a, b) = (self.int(scope), self.int(scope));
        let op = ["addi", "muli", "xori", "subi", "maxsi"][self.choose(5) as usize];
        let result = self.define(&format!("arith.{op} {a}, {b} : i32"));
        scope.ints.push(result);
    }

    pub(super) fn store(&mut self, scope: &mut Scope) {
        let Some((name, ty)) = self.writable(scope) else {
            return self.arithmetic(scope);
        };
        let (value, at) = (self.int(scope), self.index());
        let at = if ty == Ty::Matrix {
            format!("{at}, %c3")
        } else {
            at.to_owned()
        };
        self.line(&format!(
            "memref.store {value}, {name}[{at}] : {}",
            ty.text()
        ));
    }

    pub(super) fn load(&mut self, scope: &mut Scope) {
        let Some((name, ty)) = self.pick(&scope.buffers) else {
            return self.arithmetic(scope);
        };
        let at = self.index();
        let value = self.define(&ty.load(&name, at));
        scope.ints.push(value);
    }

    /// A view of a buffer in sight.
    pub(super) fn view(&mut self, scope: &mut Scope) {
        let Some((name, ty)) = self.pick(&scope.buffers) else {
            return self.arithmetic(scope);
        };
        let text = ty.text();
        let strided = Ty::Strided.text();
        let (view, of) = match (ty, self.choose(4)) {
            (Ty::Spaced, _) => (
                self.define(&format!(
                    "memref.memory_space_cast {name} : {text} to memref<4xi32>"
                )),
                Ty::Four,
            ),
            (Ty::Four, 0) => (self.cast(&name, ty, Ty::Dynamic), Ty::Dynamic),
            (Ty::Four, 1) => (self.cast(&name, ty, Ty::Unranked), Ty::Unranked),
            (Ty::Four, 2) => {
                let part = self.define(&format!(
                    "memref.subview {name}[%c1] [%c2] [1] : {text} to \
                     memref<?xi32, strided<[1], offset: ?>>"
                ));
                let cast = self.define(&format!(
                    "memref.cast {part} : memref<?xi32, strided<[1], offset: ?>> to {strided}"
                ));
                (cast, Ty::Strided)
            }
            (Ty::Four, _) => (
                self.define(&format!(
                    "memref.reinterpret_cast {name} to offset: [%c1], sizes: [%c2], strides: [%c1] \
                     : {text} to {strided}"
                )),
                Ty::Strided,
            ),
            (Ty::Dynamic, 0 | 1) => (self.cast(&name, ty, Ty::Strided), Ty::Strided),
            (Ty::Dynamic, _) => (self.cast(&name, ty, Ty::Unranked), Ty::Unranked),
            (Ty::Strided, 0) => (self.cast(&name, ty, Ty::Unranked), Ty::Unranked),
            (Ty::Strided, _) => (
                self.define(&format!(
                    "memref.subview {name}[%c0] [%c2] [%c1] : {text} to {strided}"
                )),
                Ty::Strided,
            ),
            (Ty::Matrix, 0) => {
                let flat = self.define(&format!(
                    "memref.collapse_shape {name} [[0, 1]] : {text} into memref<8xi32>"
                ));
                (
                    self.define(&format!(
                        "memref.cast {flat} : memref<8xi32> to memref<?xi32>"
                    )),
                    Ty::Dynamic,
                )
            }
            (Ty::Matrix, 1) => {
                let turned = self.define(&format!(
                    "memref.transpose {name} (i, j) -> (j, i) : {text} to \
                     memref<4x2xi32, strided<[1, 4]>>"
                ));
                let column = self.define(&format!(
                    "memref.subview {turned}[1, 0] [1, 2] [1, 1] : memref<4x2xi32, strided<[1, 4]>> \
                     to memref<2xi32, strided<[4], offset: 1>>"
                ));
                (
                    self.define(&format!(
                        "memref.cast {column} : memref<2xi32, strided<[4], offset: 1>> to {strided}"
                    )),
                    Ty::Strided,
                )
            }
            (Ty::Matrix, _) => {
                let row = self.define(&format!(
                    "memref.subview {name}[%c1, 0] [1, 4] [1, 1] : {text} to \
                     memref<4xi32, strided<[1], offset: ?>>"
                ));
                (
                    self.define(&format!(
                        "memref.cast {row} : memref<4xi32, strided<[1], offset: ?>> to {strided}"
                    )),
                    Ty::Strided,
                )
            }
            (Ty::Unranked, _) => (
                self.define(&format!("memref.cast {name} : {text} to {strided}")),
                Ty::Strided,
            ),
        };
        scope.buffers.push((view, of));
    }

    pub(super) fn select(&mut self, scope: &mut Scope) {
        let Some((first, ty)) = self.pick(&scope.buffers) else {
            return self.arithmetic(scope);
        };
        let second = self.some(scope, ty);
        let condition = self.condition(scope);
        let chosen = self.define(&format!(
            "arith.select {condition}, {first}, {second} : {}",
            ty.text()
        ));
        scope.buffers.push((chosen, ty));
    }

    /// A copy between buffers that have the same shape for sure.
    pub(super) fn copy(&mut self, scope: &mut Scope) {
        let Some((name, ty)) = self.ranked(scope) else {
            return self.arithmetic(scope);
        };
        match ty {
            Ty::Four | Ty::Matrix | Ty::Spaced => {
                let target = if self.options.late_writes {
                    self.some(scope, ty)
                } else {
                    self.fresh(scope, ty)
                };
                self.line(&format!(
                    "memref.copy {name}, {target} : {} to {}",
                    ty.text(),
                    ty.text()
                ));
                scope.buffers.push((target, ty));
            }
            _ => {
                let size = self.define(&format!("memref.dim {name}, %c0 : {}", ty.text()));
                let target = self.define(&format!("memref.alloc({size}) : memref<?xi32>"));
                self.line(&format!(
                    "memref.copy {name}, {target} : {} to memref<?xi32>",
                    ty.text()
                ));
                scope.buffers.push((target, Ty::Dynamic));
            }
        }
    }

    /// A structured operation.
    pub(super) fn structured(&mut self, scope: &mut Scope) {
        let Some((name, ty)) = self.writable(scope) else {
            return self.arithmetic(scope);
        };
        let value = self.int(scope);
        if ty == Ty::Strided || self.choose(3) == 0 {
            return self.fill(&name, ty, &value);
        }
        let map = if ty == Ty::Matrix {
            "affine_map<(d0, d1) -> (d0, d1)>"
        } else {
            "affine_map<(d0) -> (d0)>"
        };
        let iterators = if ty == Ty::Matrix {
            "\"parallel\", \"parallel\""
        } else {
            "\"parallel\""
        };
        self.line(&format!(
            "linalg.generic {{indexing_maps = [{map}], iterator_types = [{iterators}]}} \
             outs({name} : {}) {{",
            ty.text()
        ));
        let (arg, sum) = (self.name(), self.name());
        self.line(&format!("^bb0({arg}: i32):"));
        self.line(&format!("  {sum} = arith.addi {arg}, {value} : i32"));
        self.line(&format!("  linalg.yield {sum} : i32"));
        self.line("}");
    }

    /// Globals, stack memory, byte buffers, clones, tensors.
    pub(super) fn special(&mut self, scope: &mut Scope) {
        let value = self.int(scope);
        match self.choose(6) {
            0 => {
                let table = self.define("memref.get_global @table : memref<4xi32>");
                let at = self.index();
                let value = self.define(&format!("memref.load {table}[{at}] : memref<4xi32>"));
                scope.ints.push(value);
            }
            1 => {
                let state = self.define("memref.get_global @state : memref<4xi32>");
                if self.options.late_writes {
                    let at = self.index();
                    self.line(&format!(
                        "memref.store {value}, {state}[{at}] : memref<4xi32>"
                    ));
                }
                scope.buffers.push((state, Ty::Four));
            }
            2 => self.stack(scope, &value),
            3 => {
                let bytes = self.define("memref.alloc() : memref<64xi8>");
                let view = self.define(&format!(
                    "memref.view {bytes}[%c0][] : memref<64xi8> to memref<4xi32>"
                ));
                self.fill(&view, Ty::Four, &value);
                scope.buffers.push((view, Ty::Four));
            }
            4 if self.options.clones => {
                if let Some((name, ty)) = self.ranked(scope)
                    && ty != Ty::Strided
                {
                    let text = ty.text();
                    let clone =
                        self.define(&format!("bufferization.clone {name} : {text} to {text}"));
                    scope.buffers.push((clone, ty));
                }
            }
            5 if self.options.clones => {
                let old = self.define("memref.alloc(%c2) : memref<?xi32>");
                self.fill(&old, Ty::Dynamic, &value);
                let new = self.define(&format!(
                    "memref.realloc {old}(%c3) : memref<?xi32> to memref<?xi32>"
                ));
                self.fill(&new, Ty::Dynamic, &value);
                scope.buffers.push((new, Ty::Dynamic));
            }
            _ if self.options.tensors => self.tensor(scope, &value),
            _ => self.arithmetic(scope),
        }
    }

    /// Memory of the scope, used at once: it must not leave the region around it.
    fn stack(&mut self, scope: &mut Scope, value: &str) {
        let stack = self.define("memref.alloca() : memref<4xi32>");
        self.fill(&stack, Ty::Four, value);
        let at = self.index();
        let value = self.define(&format!("memref.load {stack}[{at}] : memref<4xi32>"));
        scope.ints.push(value);
    }

    fn tensor(&mut self, scope: &mut Scope, value: &str) {
        let source = match self.pick(&scope.tensors) {
            Some(tensor) if self.choose(2) == 1 => tensor,
            _ => self.define(&format!("tensor.splat {value} : tensor<4xi32>")),
        };
        let at = self.index();
        let changed = self.define(&format!(
            "tensor.insert {value} into {source}[{at}] : tensor<4xi32>"
        ));
        let read = self.define(&format!("tensor.extract {changed}[%c1] : tensor<4xi32>"));
        scope.ints.push(read);
        scope.tensors.push(changed);
    }
}
