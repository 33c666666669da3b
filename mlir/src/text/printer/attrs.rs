//! Attributes as text.

use rustc_hash::FxHashMap;

use crate::ir::{AttrId, AttrKind, Context, StrId, TypeId};

/// Writes types, attributes and locations into one string.
#[derive(Debug)]
pub(crate) struct AttrPrinter<'m> {
    /// What the ids refer to.
    pub(crate) ctx: &'m Context,
    /// What was written so far.
    pub(crate) out: String,
    /// Names to print instead of attributes, `#` included.
    pub(crate) aliases: FxHashMap<AttrId, String>,
}

/// A type as text, without aliases.
pub fn type_text(ctx: &Context, ty: TypeId) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.ty(ty);
    printer.out
}

/// An attribute as text, without aliases.
pub fn attr_text(ctx: &Context, attr: AttrId) -> String {
    let mut printer = AttrPrinter::new(ctx);
    printer.attr(attr);
    printer.out
}

/// Calls `visit` for every attribute nested in an attribute, the attribute itself last, in the order
/// in which a printer meets them.
pub(crate) fn visit_nested_attrs(ctx: &Context, attr: AttrId, visit: &mut dyn FnMut(AttrId)) {
    let _ = ctx;
    visit(attr);
}

impl<'m> AttrPrinter<'m> {
    /// A printer with nothing written.
    pub(crate) fn new(ctx: &'m Context) -> Self {
        Self {
            ctx,
            out: String::new(),
            aliases: FxHashMap::default(),
        }
    }

    /// An attribute in full: its alias if it has one, else with its type.
    pub(crate) fn attr(&mut self, attr: AttrId) {
        let _ = attr;
    }

    /// An attribute without its type.
    pub(crate) fn attr_without_type(&mut self, attr: AttrId) {
        let _ = attr;
    }

    /// `a = 1, b`: the inside of a dictionary.
    pub(crate) fn dict_entries(&mut self, entries: &[(StrId, AttrId)]) {
        let _ = entries;
    }

    /// A quoted string.
    pub(crate) fn string(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// `@name`, quoted where needed.
    pub(crate) fn symbol_name(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// The name of an attribute, quoted where needed.
    pub(crate) fn attr_name(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// Integers separated by commas.
    pub(crate) fn ints(&mut self, values: &[i64]) {
        let _ = values;
    }

    /// What an attribute is.
    pub(crate) fn kind(&self, attr: AttrId) -> &'m AttrKind {
        self.ctx.attr_kind(attr)
    }
}
