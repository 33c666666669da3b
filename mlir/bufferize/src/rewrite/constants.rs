//! Turns constants into globals, with the names of mlir-opt.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::type_text;
use memplan_mlir::{AttrId, AttrKind, Module, OpId, OpSpec, StrId, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{Error, ErrorKind};
use super::layout;
use super::rewriter::Rewriter;

/// The globals of all modules.
#[derive(Debug, Default)]
pub(super) struct Globals {
    /// By symbol table, value and type. Read from the module when the first constant is rewritten.
    known: Option<FxHashMap<(OpId, AttrId, TypeId), StrId>>,
    taken: FxHashSet<(OpId, StrId)>,
    /// How many numeric suffixes of a name are taken.
    counts: FxHashMap<(OpId, StrId), u64>,
}

impl Globals {
    fn read(m: &Module, alignment: Option<AttrId>) -> Self {
        let mut globals = Self::default();
        let mut by_value = FxHashMap::default();
        let find = |text: &str| m.ctx.find_str(text);
        let (value, constant) = (find("initial_value"), find("constant"));
        for op in m.walk(m.root()) {
            let (Some(name), Some(table)) = (m.symbol_name(op), m.parent(op)) else {
                continue;
            };
            globals.taken.insert((table, name));
            let ty = m.prop(op, names::TYPE).map(|attr| m.ctx.attr_kind(attr));
            let value = value.and_then(|name| m.prop(op, name));
            let is_constant = constant.is_some_and(|name| m.prop(op, name).is_some());
            if let (Some(AttrKind::Type(ty)), Some(value), true) = (ty, value, is_constant)
                && m.prop(op, names::ALIGNMENT) == alignment
            {
                by_value.entry((table, value, *ty)).or_insert(name);
            }
        }
        globals.known = Some(by_value);
        globals
    }

    /// An unused name in a symbol table.
    fn fresh(&mut self, m: &mut Module, table: OpId, base: &str) -> StrId {
        let name = m.ctx.str(base);
        if self.taken.insert((table, name)) {
            return name;
        }
        let count = self.counts.entry((table, name)).or_default();
        loop {
            let numbered = m.ctx.str(format!("{base}_{count}"));
            *count += 1;
            if self.taken.insert((table, numbered)) {
                return numbered;
            }
        }
    }
}

impl Rewriter<'_> {
    /// The buffer of a constant tensor, of type `ty`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BadConstant`] if the constant is in no module.
    pub(super) fn global(&mut self, op: OpId, value: AttrId, ty: TypeId) -> Result<ValueId, Error> {
        let m = self.module();
        let table = m
            .ancestors(op)
            .find(|&table| m.has_trait(table, memplan_mlir::dialects::Traits::SYMBOL_TABLE));
        let table = table.ok_or_else(|| self.error(op, ErrorKind::BadConstant))?;
        let alignment = self.alignment();
        if self.globals.known.is_none() {
            self.globals = Globals::read(self.types.m, alignment.map(|(_, attr)| attr));
        }
        let key = (table, value, ty);
        let existing = self
            .globals
            .known
            .as_ref()
            .and_then(|existing| existing.get(&key));
        let name = match existing {
            Some(&name) => name,
            None => {
                let name = self.define(op, table, value, ty)?;
                if let Some(existing) = &mut self.globals.known {
                    existing.insert(key, name);
                }
                name
            }
        };
        let reference = self.m().ctx.attr(AttrKind::SymbolRef {
            root: name,
            nested: Box::default(),
        });
        Ok(self.op("memref.get_global", &[], ty, &[(names::NAME, reference)]))
    }

    fn define(&mut self, op: OpId, table: OpId, value: AttrId, ty: TypeId) -> Result<StrId, Error> {
        let ctx = &self.module().ctx;
        let mut base = String::from("__constant_");
        for size in ctx.shape(ty).unwrap_or(&[]) {
            base.push_str(&format!("{size}x"));
        }
        if base.ends_with('_') {
            base.push('x');
        }
        if let Some(element) = ctx.element_type(ty) {
            base.push_str(&type_text(ctx, element));
        }
        let name = self.globals.fresh(self.types.m, table, &base);
        let block = self.module().regions(table).first();
        let block = block.and_then(|&body| self.module().first_block(body));
        let block = block.ok_or_else(|| self.error(op, ErrorKind::BadConstant))?;
        let alignment = self.alignment();
        let (initial, constant) = (
            self.m().ctx.str("initial_value"),
            self.m().ctx.str("constant"),
        );
        let symbol = self.m().ctx.attr(AttrKind::String {
            value: name,
            ty: None,
        });
        let private = self.m().ctx.string_attr("private");
        let type_attr = self.m().ctx.attr(AttrKind::Type(ty));
        let unit = self.m().ctx.unit_attr();
        let op_name = self.m().ctx.op_name("memref.global");
        let mut spec = OpSpec::new(op_name)
            .prop(names::SYM_NAME, symbol)
            .prop(names::SYM_VISIBILITY, private)
            .prop(names::TYPE, type_attr)
            .prop(initial, value)
            .prop(constant, unit);
        if let Some((key, bytes)) = alignment {
            spec = spec.prop(key, bytes);
        }
        let spec = spec.located_at(self.module(), op);
        let global = self.m().create_op(spec);
        self.m().insert_at_start(block, global);
        self.report.n_globals += 1;
        Ok(name)
    }
}

/// The value of a constant tensor that a global may hold.
pub(super) fn constant_value(m: &Module, op: OpId) -> Option<AttrId> {
    let result = m.result(op, 0)?;
    let is_constant = m.is_kernel(op, Kernel::Constant);
    let is_ranked = m.ctx.shape(m.value_type(result)).is_some();
    let is_shaped = layout::is_tensor_value(m, result) && is_ranked;
    (is_constant && is_shaped).then(|| m.prop(op, names::VALUE))?
}
