//! The address lists of a deallocation, and the helper function that compares them.

use memplan_mlir::dialects::Traits;
use memplan_mlir::{
    AttrKind, DYNAMIC, MemRefType, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId, names,
};

use super::is_concurrent;
use crate::builder::{Builder, Compare};

/// The five lists: three inputs and two outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists {
    /// Addresses of the memrefs.
    pub(super) addresses: ValueId,
    /// Addresses of the retained memrefs.
    pub(super) retained: ValueId,
    /// Whether each memref is owned.
    pub(super) conditions: ValueId,
    /// Whether each memref is to be freed.
    pub(super) frees: ValueId,
    /// Whether each retained memref receives ownership.
    pub(super) owned: ValueId,
}

/// Where lists are allocated on the stack.
pub(super) enum Place {
    /// Before the first operation of a function.
    Entry(OpId, OpId),
    /// In an allocation scope around their use.
    OwnScope,
}

/// An operation with a region under construction.
pub(super) struct Scope {
    pub(super) op: OpId,
    pub(super) end: OpId,
}

/// The nearest symbol table around an operation, if it is `root` or below it.
pub(super) fn symbol_table(m: &Module, root: OpId, op: OpId) -> Option<OpId> {
    m.ancestors(op)
        .find(|&table| m.has_trait(table, Traits::SYMBOL_TABLE))
        .filter(|&table| m.encloses(root, table))
}

/// Where the lists of an operation are allocated. `O(depth)`.
pub(super) fn place(m: &Module, op: OpId) -> Place {
    for around in m.ancestors(op) {
        if m.has_trait(around, Traits::FUNCTION) {
            let entry = m.regions(around).first().and_then(|&r| m.first_block(r));
            return match entry.and_then(|block| m.first_op(block)) {
                Some(first) => Place::Entry(around, first),
                None => Place::OwnScope,
            };
        }
        if is_concurrent(m, around) {
            break;
        }
    }
    Place::OwnScope
}

/// Adds the helper function to a symbol table, with an unused name.
pub(super) fn add(m: &mut Module, table: OpId, user: OpId) -> OpId {
    let name = free_name(m, table);
    let lists = list_types(m);
    let function_type = m.ctx.function_type(&lists, &[]);
    let region = m.create_region();
    let block = m.append_block(region);
    let args = lists.map(|ty| m.add_block_arg(block, ty));
    let return_name = m.ctx.op_name("func.return");
    let spec = OpSpec::new(return_name).located_at(m, user);
    let end = m.create_op(spec);
    m.insert_at_end(block, end);
    Builder::before(m, end).helper_body(&args);

    let symbol = AttrKind::String {
        value: name,
        ty: None,
    };
    let attrs = [
        (names::SYM_NAME, m.ctx.attr(symbol)),
        (
            names::FUNCTION_TYPE,
            m.ctx.attr(AttrKind::Type(function_type)),
        ),
        (names::SYM_VISIBILITY, m.ctx.string_attr("private")),
    ];
    let function_name = m.ctx.op_name("func.func");
    let mut spec = OpSpec::new(function_name)
        .regions(&[region])
        .located_at(m, user);
    for (key, value) in attrs {
        spec = spec.prop(key, value);
    }
    let function = m.create_op(spec);
    let body = m.regions(table).first().and_then(|&r| m.first_block(r));
    if let Some(body) = body {
        // A symbol table may end with a terminator.
        let end = m
            .last_op(body)
            .filter(|&last| m.has_trait(last, Traits::TERMINATOR));
        match end {
            Some(end) => m.insert_before(end, function),
            None => m.insert_at_end(body, function),
        }
    }
    function
}

fn free_name(m: &mut Module, table: OpId) -> StrId {
    let taken: rustc_hash::FxHashSet<StrId> = m
        .regions(table)
        .iter()
        .flat_map(|&region| m.blocks(region))
        .flat_map(|block| m.ops(block))
        .filter_map(|op| m.symbol_name(op))
        .collect();
    let mut name = m.ctx.str("dealloc_helper");
    let mut number = 0;
    while taken.contains(&name) {
        name = m.ctx.str(format!("dealloc_helper_{number}"));
        number += 1;
    }
    name
}

/// Types of the arguments of the helper function: addresses, retained, conditions, frees, owned.
fn list_types(m: &mut Module) -> [TypeId; 5] {
    let (index, bit) = (m.ctx.index_type(), m.ctx.int_type(1));
    [index, index, bit, bit, bit].map(|element| list_type(m, element, DYNAMIC))
}

fn list_type(m: &mut Module, element: TypeId, len: i64) -> TypeId {
    m.ctx.ty(TypeKind::MemRef(MemRefType {
        shape: [len].into(),
        element,
        layout: None,
        space: None,
    }))
}

impl Lists {
    pub(super) fn all(&self) -> [ValueId; 5] {
        [
            self.addresses,
            self.retained,
            self.conditions,
            self.frees,
            self.owned,
        ]
    }

    /// The lists with dynamic length, as the helper function expects them.
    pub(super) fn as_arguments(&self, builder: &mut Builder<'_>) -> [ValueId; 5] {
        let types = list_types(builder.m);
        let mut args = self.all();
        for (arg, ty) in args.iter_mut().zip(types) {
            *arg = builder.cast(*arg, ty);
        }
        args
    }
}

impl Builder<'_> {
    /// Lists for `n` memrefs and `k` retained ones, allocated by the operation of this name.
    pub(super) fn lists(&mut self, allocate: &str, n: usize, k: usize) -> Lists {
        let (index, bit) = (self.m.ctx.index_type(), self.m.ctx.int_type(1));
        let mut list = |element, len: usize| {
            let ty = list_type(self.m, element, len as i64);
            self.allocate(allocate, ty, &[], None)
        };
        Lists {
            addresses: list(index, n),
            retained: list(index, k),
            conditions: list(bit, n),
            frees: list(bit, n),
            owned: list(bit, k),
        }
    }

    /// `memref.alloca_scope` with `k` results of type `i1`.
    pub(super) fn alloca_scope(&mut self, k: usize) -> Scope {
        let region = self.m.create_region();
        let block = self.m.append_block(region);
        let end_name = self.m.ctx.op_name("memref.alloca_scope.return");
        let spec = OpSpec::new(end_name).located_at(self.m, self.anchor);
        let end = self.m.create_op(spec);
        self.m.insert_at_end(block, end);
        let bit = self.m.ctx.int_type(1);
        let name = self.m.ctx.op_name("memref.alloca_scope");
        let spec = OpSpec::new(name).results(&vec![bit; k]).regions(&[region]);
        Scope {
            op: self.insert(spec),
            end,
        }
    }

    pub(super) fn call(&mut self, function: OpId, args: &[ValueId]) {
        let Some(root) = self.m.symbol_name(function) else {
            return;
        };
        let callee = self.m.ctx.attr(AttrKind::SymbolRef {
            root,
            nested: Box::default(),
        });
        let name = self.m.ctx.op_name("func.call");
        let spec = OpSpec::new(name).operands(args).prop(names::CALLEE, callee);
        self.insert(spec);
    }

    /// Compares every address with every retained one and with the preceding ones.
    ///
    /// Every element of the outputs is written.
    /// `O(n (n + k))` at run time.
    pub(super) fn helper_body(&mut self, lists: &[ValueId; 5]) {
        let &[addresses, retained, conditions, frees, owned] = lists;
        let (n, k) = (self.dim(addresses, 0), self.dim(retained, 0));

        let clear = self.count_to(k, &[]);
        let mut body = self.at(clear.end);
        let no = body.bit(false);
        body.store(no, owned, clear.args[0]);

        let each = self.count_to(n, &[]);
        let mut body = self.at(each.end);
        let i = each.args[0];
        let (address, own) = (body.load(addresses, i), body.load(conditions, i));

        let yes = body.bit(true);
        let kept = body.count_to(k, &[yes]);
        let (j, not_kept) = (kept.args[0], kept.args[1]);
        let mut inner = body.at(kept.end);
        let other = inner.load(retained, j);
        let same = inner.compare(Compare::Equal, other, address);
        let then = inner.if_then(same);
        let mut hit = inner.at(then);
        let before = hit.load(owned, j);
        let now = hit.or(before, own);
        hit.store(now, owned, j);
        let differs = inner.compare(Compare::NotEqual, other, address);
        let not_kept = inner.and(not_kept, differs);
        body.m.set_operands(kept.end, &[not_kept]);
        let not_kept = body.first_result(kept.op);

        // Only an owned memref frees its allocation, so an earlier memref without ownership must not prevent it.
        let first = body.count_to(i, &[not_kept]);
        let (earlier, is_first) = (first.args[0], first.args[1]);
        let mut inner = body.at(first.end);
        let other = inner.load(addresses, earlier);
        let other_own = inner.load(conditions, earlier);
        let same = inner.compare(Compare::Equal, other, address);
        let frees_it = inner.and(same, other_own);
        let does_not = inner.not(frees_it);
        let is_first = inner.and(is_first, does_not);
        body.m.set_operands(first.end, &[is_first]);
        let is_first = body.first_result(first.op);

        let free = body.and(is_first, own);
        body.store(free, frees, i);
    }
}
