//! Aliases that bound the size of printed attributes and types.
//!
//! Attributes and types are stored once regardless of the number of uses, so a few lines of aliases
//! can expand to gigabytes of text: `#b = [#a, #a]`, `#c = [#b, #b]`, and so on. The printer
//! introduces aliases `#big` and `!big` for large ones, which keeps the text linear in the size of
//! the module.

use rustc_hash::FxHashMap;

use super::AttrPrinter;
use crate::ir::{AttrId, AttrKind, Context, TypeId, TypeKind};

/// Maximum length of text that is written in place, in bytes.
const LONG: u64 = 64 << 10;
/// The same limit once the text is longer than [`LONG_TEXT`]: it is then probably long because of repetitions.
const LONG_IN_LONG_TEXT: u64 = 256;
/// Length above which a text is long, in bytes.
const LONG_TEXT: usize = 64 << 20;

/// An attribute or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Attr(AttrId),
    Type(TypeId),
}

/// The aliases in use, and the lengths of attributes and types as text.
#[derive(Debug, Default)]
pub(super) struct Shared {
    sizes: FxHashMap<Part, u64>,
    numbers: FxHashMap<Part, u32>,
    /// Parts precede the attributes and types that contain them.
    order: Vec<Part>,
}

/// The direct parts of an attribute or type.
fn children(ctx: &Context, part: Part) -> Vec<Part> {
    match part {
        Part::Attr(attr) => match ctx.attr_kind(attr) {
            AttrKind::Array(items) => items.iter().map(|&item| Part::Attr(item)).collect(),
            AttrKind::Dictionary(entries) => entries
                .iter()
                .map(|&(_, value)| Part::Attr(value))
                .collect(),
            AttrKind::Type(ty) => vec![Part::Type(*ty)],
            AttrKind::Distinct {
                referenced: Some(attr),
                ..
            } => vec![Part::Attr(*attr)],
            _ => Vec::new(),
        },
        Part::Type(ty) => match ctx.type_kind(ty) {
            TypeKind::Tuple(types) => types.iter().map(|&ty| Part::Type(ty)).collect(),
            TypeKind::Function { inputs, results } => inputs
                .iter()
                .chain(results)
                .map(|&ty| Part::Type(ty))
                .collect(),
            TypeKind::Tensor {
                element, encoding, ..
            } => {
                let mut parts = vec![Part::Type(*element)];
                parts.extend(encoding.map(Part::Attr));
                parts
            }
            TypeKind::MemRef(memref) => {
                let mut parts = vec![Part::Type(memref.element)];
                parts.extend(memref.space.map(Part::Attr));
                parts
            }
            TypeKind::UnrankedMemRef { element, space } => {
                let mut parts = vec![Part::Type(*element)];
                parts.extend(space.map(Part::Attr));
                parts
            }
            _ => Vec::new(),
        },
    }
}

/// Approximate length of an attribute or type without its parts, in bytes.
fn own_size(ctx: &Context, part: Part) -> u64 {
    let bytes = match part {
        Part::Attr(attr) => match ctx.attr_kind(attr) {
            AttrKind::Dictionary(entries) => entries
                .iter()
                .map(|(key, _)| ctx.bytes(*key).len() + 5)
                .sum(),
            AttrKind::Array(items) => 2 * items.len(),
            AttrKind::String { value, .. } => ctx.bytes(*value).len(),
            AttrKind::Opaque { body, .. } => ctx.bytes(*body).len(),
            _ => 0,
        },
        Part::Type(ty) => match ctx.type_kind(ty) {
            TypeKind::Opaque { body, .. } => ctx.bytes(*body).len(),
            _ => 0,
        },
    };
    bytes as u64 + 4
}

/// Whether a part may have an alias: leaves may not, since they are as long as their source.
fn may_have_alias(ctx: &Context, part: Part) -> bool {
    match part {
        Part::Attr(attr) => {
            matches!(
                ctx.attr_kind(attr),
                AttrKind::Array(_) | AttrKind::Dictionary(_)
            )
        }
        Part::Type(ty) => {
            matches!(
                ctx.type_kind(ty),
                TypeKind::Tuple(_) | TypeKind::Function { .. }
            )
        }
    }
}

impl Shared {
    /// Approximate length of the text of a part. Computed once for each part; recurses at most as deep as the
    /// parser's nesting limit.
    fn size(&mut self, ctx: &Context, part: Part) -> u64 {
        if let Some(&size) = self.sizes.get(&part) {
            return size;
        }
        let mut size = own_size(ctx, part);
        for child in children(ctx, part) {
            size = size.saturating_add(self.size(ctx, child));
        }
        self.sizes.insert(part, size);
        size
    }

    /// Assigns aliases to a part and all its long parts.
    fn name(&mut self, ctx: &Context, part: Part) {
        if self.numbers.contains_key(&part) {
            return;
        }
        for child in children(ctx, part) {
            if self.size(ctx, child) > LONG_IN_LONG_TEXT {
                self.name(ctx, child);
            }
        }
        if may_have_alias(ctx, part) {
            self.numbers.insert(part, self.order.len() as u32);
            self.order.push(part);
        }
    }

    /// The number of the alias of a part that has one, or needs one in a text of this length.
    fn number(&mut self, ctx: &Context, part: Part, text_len: usize) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&part) {
            return Some(number);
        }
        let limit = if text_len > LONG_TEXT {
            LONG_IN_LONG_TEXT
        } else {
            LONG
        };
        if !may_have_alias(ctx, part) || self.size(ctx, part) <= limit {
            return None;
        }
        self.name(ctx, part);
        self.numbers.get(&part).copied()
    }
}

impl AttrPrinter<'_> {
    /// Prints long attributes and types through aliases from here on.
    pub(crate) fn share_long_parts(&mut self) {
        self.shared = Some(Shared::default());
    }

    /// Prints the alias of a long attribute or type.
    pub(super) fn shared_alias(&mut self, part: Part) -> bool {
        let Some(shared) = &mut self.shared else {
            return false;
        };
        let Some(number) = shared.number(self.ctx, part, self.out.len()) else {
            return false;
        };
        self.out.push_str(match part {
            Part::Attr(_) => "#big",
            Part::Type(_) => "!big",
        });
        if number > 0 {
            super::names::push_int(&mut self.out, number);
        }
        true
    }

    /// The definitions of the aliases of long parts, one per line.
    pub(super) fn shared_definitions(&mut self) -> String {
        let parts = self
            .shared
            .as_ref()
            .map_or(Vec::new(), |shared| shared.order.clone());
        let text = std::mem::take(&mut self.out);
        for part in parts {
            self.shared_alias(part);
            self.out.push_str(" = ");
            match part {
                Part::Attr(attr) => self.attr_in_full(attr),
                Part::Type(ty) => self.ty_in_full(ty),
            }
            self.out.push('\n');
        }
        std::mem::replace(&mut self.out, text)
    }
}
