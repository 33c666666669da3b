//! Buffers of buffers: a stored buffer lives at least as long as its container, and is read through
//! it.

use super::Maker;
use super::scope::{Scope, Ty};

const HOLDER: &str = "memref<2xmemref<4xi32>>";

impl Maker<'_> {
    /// A new holder of two buffers in sight, or a look into an older one.
    pub(super) fn holder(&mut self, scope: &mut Scope) {
        if self.choose(2) == 0
            && let Some(holder) = self.pick(&scope.holders)
        {
            return self.look_into(scope, &holder);
        }
        let (first, second) = (self.some(scope, Ty::Four), self.some(scope, Ty::Four));
        let holder = self.define(&format!("memref.alloc() : {HOLDER}"));
        self.line(&format!("memref.store {first}, {holder}[%c0] : {HOLDER}"));
        self.line(&format!("memref.store {second}, {holder}[%c1] : {HOLDER}"));
        if self.choose(2) == 1 {
            self.look_into(scope, &holder);
        }
        scope.holders.push(holder);
    }

    /// Reads, or writes, what a holder holds at a place that only run time knows.
    fn look_into(&mut self, scope: &mut Scope, holder: &str) {
        let int = self.pick(&scope.ints).unwrap_or_else(|| "%k0".to_owned());
        let odd = self.define(&format!("arith.andi {int}, %k1 : i32"));
        let at = self.define(&format!("arith.index_cast {odd} : i32 to index"));
        let held = self.define(&format!("memref.load {holder}[{at}] : {HOLDER}"));
        if self.choose(3) == 2 {
            self.line(&format!(
                "memref.store {int}, {held}[%c1] : {}",
                Ty::Four.text()
            ));
        }
        let value = self.define(&Ty::Four.load(&held, "%c1"));
        scope.ints.push(value);
    }
}
