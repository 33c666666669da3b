//! Deferred work: `async` with tokens, groups and values, and `gpu` operations with tokens. While a
//! job may run, nothing writes its inputs or accesses its outputs, so results do not depend on when
//! it runs.

use super::Maker;
use super::scope::{Scope, Ty};

/// The type of the buffers that jobs work on.
const FOUR: &str = "memref<4xi32>";

impl Maker<'_> {
    /// Jobs in one of several shapes.
    pub(super) fn jobs(&mut self, scope: &mut Scope) {
        match self.choose(6) {
            0 | 1 => self.several_jobs(scope),
            2 => self.group_of_loop(scope),
            3 => self.loop_of_jobs(scope),
            4 => self.payload(scope),
            _ => self.chain_of_jobs(scope),
        }
    }

    /// A buffer of four elements in sight to read from.
    fn source(&mut self, scope: &mut Scope) -> String {
        self.some(scope, Ty::Four)
    }

    /// `%t = async.execute [..] { reads a buffer, writes another one }`, and the token.
    fn job(&mut self, from: &str, to: &str, depends: &[String]) -> String {
        let token = self.name();
        let depends = if depends.is_empty() {
            String::new()
        } else {
            format!("[{}] ", depends.join(", "))
        };
        self.line(&format!("{token} = async.execute {depends}{{"));
        self.indent += 1;
        let at = ["%c0", "%c3"][self.choose(2) as usize];
        let value = self.define(&format!("memref.load {from}[{at}] : {FOUR}"));
        if self.choose(2) == 1 {
            // A buffer that is local to the job.
            let own = self.define(&format!("memref.alloc() : {FOUR}"));
            self.line(&format!("memref.copy {from}, {own} : {FOUR} to {FOUR}"));
            let other = self.define(&format!("memref.load {own}[%c1] : {FOUR}"));
            let sum = self.define(&format!("arith.addi {value}, {other} : i32"));
            self.line(&format!("memref.store {sum}, {to}[%c1] : {FOUR}"));
        } else {
            self.line(&format!("memref.store {value}, {to}[%c1] : {FOUR}"));
        }
        self.line("async.yield");
        self.indent -= 1;
        self.line("}");
        token
    }

    /// A statement that does not write memory that jobs access.
    fn meanwhile(&mut self, scope: &mut Scope) {
        for _ in 0..self.choose(3) {
            match self.choose(3) {
                0 => self.load(scope),
                1 => self.arithmetic(scope),
                _ => {
                    let fresh = self.fresh(scope, Ty::Four);
                    scope.buffers.push((fresh, Ty::Four));
                }
            }
        }
    }

    fn await_token(&mut self, scope: &Scope, token: &str) {
        if self.choose(3) != 2 {
            self.line(&format!("async.await {token} : !async.token"));
            return;
        }
        // Await the token separately in both branches.
        let condition = self.condition(scope);
        self.line(&format!("scf.if {condition} {{"));
        self.line(&format!("  async.await {token} : !async.token"));
        self.line("} else {");
        self.line(&format!("  async.await {token} : !async.token"));
        self.line("}");
    }

    fn several_jobs(&mut self, scope: &mut Scope) {
        let n = 1 + self.choose(3);
        let mut made = Vec::new();
        let mut tokens = Vec::new();
        for _ in 0..n {
            let (from, to) = (self.source(scope), self.fresh(scope, Ty::Four));
            tokens.push(self.job(&from, &to, &[]));
            made.push((to, Ty::Four));
            self.meanwhile(scope);
        }
        if self.choose(2) == 0 {
            for token in tokens.iter().rev() {
                self.await_token(scope, token);
            }
        } else {
            let size = self.define(&format!("arith.constant {n} : index"));
            let group = self.define(&format!("async.create_group {size} : !async.group"));
            for token in &tokens {
                self.define(&format!(
                    "async.add_to_group {token}, {group} : !async.token"
                ));
            }
            self.meanwhile(scope);
            self.line(&format!("async.await_all {group}"));
        }
        scope.buffers.extend(made);
    }

    /// Each job waits for the one before; only the last is awaited.
    fn chain_of_jobs(&mut self, scope: &mut Scope) {
        let mut from = self.source(scope);
        let mut made = Vec::new();
        let mut depends: Vec<String> = Vec::new();
        for _ in 0..=self.choose(3) {
            let to = self.fresh(scope, Ty::Four);
            let token = self.job(&from, &to, &depends);
            depends = vec![token];
            made.push((to.clone(), Ty::Four));
            from = to;
            self.meanwhile(scope);
        }
        if let Some(token) = depends.pop() {
            self.await_token(scope, &token);
        }
        scope.buffers.extend(made);
    }

    /// Jobs that a loop starts and a group after it awaits; they share buffers from outside.
    fn group_of_loop(&mut self, scope: &mut Scope) {
        let (from, to) = (self.source(scope), self.fresh(scope, Ty::Four));
        let group = self.define("async.create_group %c3 : !async.group");
        let iv = self.name();
        self.line(&format!("scf.for {iv} = %c0 to %c3 step %c1 {{"));
        self.indent += 1;
        let token = self.name();
        self.line(&format!("{token} = async.execute {{"));
        let value = self.name();
        self.line(&format!("  {value} = memref.load {from}[{iv}] : {FOUR}"));
        self.line(&format!("  memref.store {value}, {to}[{iv}] : {FOUR}"));
        self.line("  async.yield");
        self.line("}");
        self.define(&format!(
            "async.add_to_group {token}, {group} : !async.token"
        ));
        self.indent -= 1;
        self.line("}");
        self.meanwhile(scope);
        self.line(&format!("async.await_all {group}"));
        scope.buffers.push((to, Ty::Four));
    }

    /// A loop whose iterations each start a job on a buffer of their own, and wait for it.
    fn loop_of_jobs(&mut self, scope: &mut Scope) {
        let (from, to) = (self.source(scope), self.fresh(scope, Ty::Four));
        let iv = self.name();
        self.line(&format!("scf.for {iv} = %c0 to %c2 step %c1 {{"));
        self.indent += 1;
        let own = self.fresh(scope, Ty::Four);
        let token = self.job(&from, &own, &[]);
        self.await_token(scope, &token);
        let value = self.define(&format!("memref.load {own}[%c1] : {FOUR}"));
        self.line(&format!("memref.store {value}, {to}[{iv}] : {FOUR}"));
        self.indent -= 1;
        self.line("}");
        scope.buffers.push((to, Ty::Four));
    }

    /// A job that returns a number.
    fn payload(&mut self, scope: &mut Scope) {
        let from = self.source(scope);
        let (token, value) = (self.name(), self.name());
        self.line(&format!(
            "{token}, {value} = async.execute -> !async.value<i32> {{"
        ));
        let inner = self.name();
        self.line(&format!("  {inner} = memref.load {from}[%c2] : {FOUR}"));
        self.line(&format!("  async.yield {inner} : i32"));
        self.line("}");
        self.meanwhile(scope);
        let result = self.define(&format!("async.await {value} : !async.value<i32>"));
        scope.ints.push(result);
    }

    /// Copies and kernels of a device, in a chain of tokens.
    pub(super) fn device(&mut self, scope: &mut Scope) {
        let mut token = self.define("gpu.wait async");
        let mut made = Vec::new();
        let mut from = self.source(scope);
        for _ in 0..=self.choose(3) {
            let to = self.fresh(scope, Ty::Four);
            token = match self.choose(5) {
                0 | 1 => self.define(&format!(
                    "gpu.memcpy async [{token}] {to}, {from} : {FOUR}, {FOUR}"
                )),
                2 => {
                    let value = scope.ints.last().cloned();
                    let value = value.unwrap_or_else(|| "%k1".to_owned());
                    self.define(&format!(
                        "gpu.memset async [{token}] {to}, {value} : {FOUR}, i32"
                    ))
                }
                3 => self.branch_of_device(scope, &token, &from, &to),
                _ => self.kernel(&token, &from, &to),
            };
            made.push((to.clone(), Ty::Four));
            if self.choose(2) == 0 {
                from = to;
            }
            self.meanwhile(scope);
        }
        match self.choose(4) {
            // An operation with known effects waits, too.
            3 => {
                let (from, to) = (self.source(scope), self.fresh(scope, Ty::Four));
                self.line(&format!(
                    "gpu.memcpy [{token}] {to}, {from} : {FOUR}, {FOUR}"
                ));
                made.push((to, Ty::Four));
            }
            _ => self.line(&format!("gpu.wait [{token}]")),
        }
        scope.buffers.extend(made);
    }

    fn branch_of_device(&mut self, scope: &Scope, token: &str, from: &str, to: &str) -> String {
        let condition = self.condition(scope);
        let (result, inner) = (self.name(), self.name());
        self.line(&format!(
            "{result} = scf.if {condition} -> !gpu.async.token {{"
        ));
        self.line(&format!(
            "  {inner} = gpu.memcpy async [{token}] {to}, {from} : {FOUR}, {FOUR}"
        ));
        self.line(&format!("  scf.yield {inner} : !gpu.async.token"));
        self.line("} else {");
        self.line(&format!("  scf.yield {token} : !gpu.async.token"));
        self.line("}");
        result
    }

    fn kernel(&mut self, token: &str, from: &str, to: &str) -> String {
        let result = self.name();
        let ids: Vec<String> = (0..12).map(|_| self.name()).collect();
        let sizes = |names: &[String]| {
            let sizes = names.iter().zip(["%c2", "%c1", "%c1"]);
            let sizes: Vec<String> = sizes
                .map(|(name, size)| format!("{name} = {size}"))
                .collect();
            sizes.join(", ")
        };
        self.line(&format!(
            "{result} = gpu.launch async [{token}] blocks({}) in ({}) threads({}) in ({}) {{",
            ids[..3].join(", "),
            sizes(&ids[3..6]),
            ids[6..9].join(", "),
            sizes(&ids[9..]),
        ));
        self.indent += 1;
        let value = self.define(&format!("memref.load {from}[{}] : {FOUR}", ids[0]));
        self.line(&format!("memref.store {value}, {to}[{}] : {FOUR}", ids[0]));
        self.line("gpu.terminator");
        self.indent -= 1;
        self.line("}");
        result
    }
}
