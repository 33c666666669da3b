//! Rules of symbols and of modules (V9, V11).

use rustc_hash::FxHashMap;

use super::{Errors, VerifyErrorKind};
use crate::dialects::{AttrForm, OpDef, Presence, Traits};
use crate::interfaces::SymbolIndex;
use crate::ir::{AttrId, AttrKind, Module, OpId, StrId, names};

/// The definitions of symbols.
pub(super) struct Symbols<'m> {
    m: &'m Module,
    index: SymbolIndex,
    first: FxHashMap<(OpId, StrId), OpId>,
    /// Whether unresolved symbols may be defined outside the verified part.
    is_part: bool,
}

impl<'m> Symbols<'m> {
    pub(super) fn new(m: &'m Module) -> Self {
        Self {
            m,
            index: SymbolIndex::new(m),
            first: FxHashMap::default(),
            is_part: false,
        }
    }

    pub(super) fn of_part(m: &'m Module) -> Self {
        Self {
            is_part: true,
            ..Self::new(m)
        }
    }

    pub(super) fn check(&mut self, op: OpId, errors: &mut Errors<'_>) {
        let m = self.m;
        let Some(def) = m.def(op) else { return };
        if def.traits.has(Traits::SYMBOL) {
            self.check_symbol(op, def, errors);
        }
        if op == m.root()
            || def
                .traits
                .has(Traits::SYMBOL_TABLE.and(Traits::GRAPH_REGION))
        {
            check_module_attrs(m, op, errors);
        }
        let names = m.ctx.attr_names(m.op_name(op));
        for (attr, &name) in def.attrs.iter().zip(names) {
            let is_reference = matches!(attr.kind, AttrForm::SymRef | AttrForm::NestedRef);
            if is_reference
                && attr.presence == Presence::Required
                && let Some(reference) = m.prop(op, name)
            {
                self.check_reference(op, def, reference, errors);
            }
        }
    }

    fn check_symbol(&mut self, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
        let m = self.m;
        if let Some(attr) = m.prop(op, names::SYM_VISIBILITY) {
            let text = m.ctx.attr_str(attr).map(|text| m.ctx.bytes(text));
            if !matches!(text, Some(b"public" | b"private" | b"nested") | None) {
                let visibility = String::from_utf8_lossy(text.unwrap_or(b"")).into_owned();
                errors.add(op, VerifyErrorKind::Visibility { found: visibility });
            }
        }
        let (Some(name), Some(parent)) = (m.symbol_name(op), m.parent(op)) else {
            return;
        };
        // Symbols inside unknown operations are not checked.
        match m.def(parent) {
            Some(def) if def.traits.has(Traits::SYMBOL_TABLE) => {
                self.check_unique(op, parent, name, errors);
            }
            Some(_) => {
                let parent = m.op_name_text(parent).into_owned();
                errors.add(op, VerifyErrorKind::SymbolOutsideTable { parent });
            }
            None => {}
        }
        let is_declaration = m
            .regions(op)
            .first()
            .is_some_and(|&region| m.first_block(region).is_none());
        let must_be_private = def.traits.has(Traits::FUNCTION) && !def.traits.has(Traits::LINKAGE);
        if must_be_private && is_declaration && is_public(m, op) {
            errors.add(op, VerifyErrorKind::PublicDeclaration);
        }
    }

    /// Checks that the name is unique in its table.
    fn check_unique(&mut self, op: OpId, table: OpId, name: StrId, errors: &mut Errors<'_>) {
        let m = self.m;
        let first = *self.first.entry((table, name)).or_insert(op);
        if first == op {
            return;
        }
        let kind = VerifyErrorKind::RedefinedSymbol {
            name: m.ctx.text(name).into_owned(),
        };
        errors.add_with_note(
            op,
            kind,
            "see existing symbol definition here",
            m.span(first),
        );
    }

    /// Whether a reference leads into a symbol with opaque contents, such as a `gpu.binary`.
    fn is_sealed(&self, op: OpId, root: StrId, nested: &[StrId]) -> bool {
        let m = self.m;
        !nested.is_empty()
            && self
                .index
                .lookup(m, op, root, &[])
                .is_some_and(|symbol| m.regions(symbol).is_empty())
    }

    fn check_reference(&self, op: OpId, def: &OpDef, reference: AttrId, errors: &mut Errors<'_>) {
        let m = self.m;
        let AttrKind::SymbolRef { root, nested } = m.ctx.attr_kind(reference) else {
            return;
        };
        let Some(symbol) = self.index.lookup(m, op, *root, nested) else {
            // An unknown operation may be a symbol table of its own.
            if self.is_part
                || self.is_sealed(op, *root, nested)
                || m.ancestors(op).any(|around| m.def(around).is_none())
            {
                return;
            }
            errors.add(
                op,
                VerifyErrorKind::UnknownSymbol {
                    name: symbol_text(m, *root, nested),
                },
            );
            return;
        };
        if let Some(Err(kind)) = def.verify_symbol.map(|verify| verify(m, op, symbol)) {
            errors.add_with_note(op, kind, "the symbol is defined here", m.span(symbol));
        }
    }
}

fn is_public(m: &Module, op: OpId) -> bool {
    m.prop(op, names::SYM_VISIBILITY)
        .and_then(|attr| m.ctx.attr_str(attr))
        .is_none_or(|text| m.ctx.bytes(text) == b"public")
}

fn symbol_text(m: &Module, root: StrId, nested: &[StrId]) -> String {
    let mut text = format!("@{}", m.ctx.text(root));
    for &part in nested {
        text.push_str("::@");
        text.push_str(&m.ctx.text(part));
    }
    text
}

/// Discardable attributes of a module must belong to a dialect.
fn check_module_attrs(m: &Module, op: OpId, errors: &mut Errors<'_>) {
    if m.def(op).map_or("", OpDef::dialect) != "builtin" {
        return;
    }
    for (name, _) in m.attrs(op).iter() {
        if !m.ctx.bytes(name).contains(&b'.') {
            let name = m.ctx.text(name).into_owned();
            errors.add(op, VerifyErrorKind::UnprefixedAttr { name });
        }
    }
}
