//! The engine that prints custom forms according to their formats.

use super::ops::TextPrinter;
use crate::dialects::{Arity, AttrForm, OpDef};
use crate::ir::{AttrId, AttrKind, DYNAMIC, Module, OpId, StrId, ValueId};
use crate::syntax::RegionStyle;
use crate::syntax::format::{self, Elem};
use crate::text::lexer::is_bare_id;
use smallvec::SmallVec;

/// Facts about the preceding text that determine spacing.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    /// A space is due before the next element.
    is_due: bool,
    /// The last element was literal punctuation.
    after_punctuation: bool,
}

impl Spacing {
    const DUE: Self = Self {
        is_due: true,
        after_punctuation: false,
    };
}

/// Positions in lists that elements consume one by one.
#[derive(Debug, Default)]
struct Cursor {
    region: usize,
    successor: usize,
}

impl TextPrinter<'_> {
    pub(crate) fn print_format(&mut self, op: OpId, def: &'static OpDef) {
        let Some(elems) = self.module.ctx.format(self.module.op_name(op)) else {
            return;
        };
        let mut spacing = Spacing {
            is_due: true,
            after_punctuation: false,
        };
        let mut cursor = Cursor::default();
        for elem in elems.iter() {
            self.format_elem(op, def, elem, &elems, &mut spacing, &mut cursor);
        }
    }

    fn format_elem(
        &mut self,
        op: OpId,
        def: &'static OpDef,
        elem: &Elem,
        all: &[Elem],
        spacing: &mut Spacing,
        cursor: &mut Cursor,
    ) {
        let module = self.module;
        match elem {
            Elem::NoSpace => {
                spacing.is_due = false;
                return;
            }
            Elem::Space => {
                self.push(" ");
                spacing.is_due = false;
                return;
            }
            Elem::Literal(text) => {
                self.literal(text, spacing);
                return;
            }
            Elem::Group {
                elems,
                anchor,
                leaves_blank,
            } => {
                if elems
                    .get(*anchor)
                    .is_some_and(|anchor| self.is_present(op, def, anchor))
                {
                    for elem in elems {
                        self.format_elem(op, def, elem, all, spacing, cursor);
                    }
                } else if *leaves_blank {
                    self.push(" ");
                }
                return;
            }
            Elem::AttrDict { with_keyword } => {
                let before = self.a.out.len();
                let spelled = spelled_names(module, op, all);
                self.attr_dict(op, &spelled, *with_keyword);
                if self.a.out.len() > before {
                    *spacing = Spacing::DUE;
                }
                return;
            }
            Elem::Attr(attr) if def.attrs[*attr].kind == AttrForm::Unit => return,
            // mlir-opt prints the space of a variadic group even if the group is empty.
            Elem::Operands(group)
                if def.operands[*group].arity != Arity::Many
                    && module.operand_range(op, *group).is_empty() =>
            {
                return;
            }
            Elem::OperandTypes(group) if module.operand_range(op, *group).is_empty() => return,
            Elem::ResultTypes(group) if module.result_range(op, *group).is_empty() => return,
            Elem::AllResultTypes if module.result_count(op) == 0 => return,
            Elem::Successor(_) if cursor.successor >= module.successors(op).len() => return,
            Elem::Region if cursor.region >= module.regions(op).len() => return,
            _ => {}
        }
        if spacing.is_due {
            self.push(" ");
        }
        *spacing = Spacing::DUE;
        self.present_elem(op, def, elem, cursor);
    }

    /// Prints an element with contents.
    fn present_elem(&mut self, op: OpId, def: &'static OpDef, elem: &Elem, cursor: &mut Cursor) {
        let module = self.module;
        match elem {
            Elem::Operands(group) => {
                self.values(module.operands_of(op, *group));
            }
            Elem::Attr(attr) => {
                let name = module.ctx.attr_names(module.op_name(op))[*attr];
                if let Some(value) = module.prop(op, name) {
                    if matches!(def.attrs[*attr].kind, AttrForm::SpacedKeywordEnum(_)) {
                        // mlir-opt prints an extra space before the keywords of these enums.
                        self.push(" ");
                    }
                    self.attr_in_form(def.attrs[*attr].kind, value);
                }
            }
            Elem::OperandTypes(group) => {
                let values = module.operands_of(op, *group);
                self.types_of(values.iter().copied());
            }
            Elem::ResultTypes(group) => {
                let range = module.result_range(op, *group);
                let values: SmallVec<[ValueId; 4]> =
                    range.filter_map(|index| module.result(op, index)).collect();
                self.types_of(values.into_iter());
            }
            Elem::AllResultTypes => self.types_of(module.results(op)),
            Elem::FunctionType => self.functional_type(op),
            Elem::Region => {
                self.region(module.regions(op)[cursor.region], RegionStyle::LABELLED);
                cursor.region += 1;
            }
            Elem::Regions => {
                for (index, &region) in module.regions(op).iter().enumerate() {
                    if index > 0 {
                        self.push(", ");
                    }
                    self.region(region, RegionStyle::LABELLED);
                }
            }
            Elem::Successor(group) => {
                let block = module.successors(op)[cursor.successor];
                cursor.successor += 1;
                let values = match group {
                    Some(group) => module.operands_of(op, *group),
                    None => &[],
                };
                self.successor(block, values);
            }
            Elem::Dynamic {
                group,
                attr,
                open,
                close,
            } => {
                let name = module.ctx.attr_names(module.op_name(op))[*attr];
                let values = module.operands_of(op, *group);
                self.push(open);
                self.mixed_list(module.prop_array(op, name), values);
                self.push(close);
            }
            Elem::Async { group, .. } => {
                let tokens = module.operands_of(op, *group);
                let last = def.results.len().saturating_sub(1);
                let has_result = !module.result_range(op, last).is_empty();
                self.push(if has_result { "async" } else { "" });
                if !tokens.is_empty() {
                    self.push(if has_result { " [" } else { "[" });
                    self.values(tokens);
                    self.push("]");
                }
            }
            Elem::Literal(_)
            | Elem::NoSpace
            | Elem::Space
            | Elem::Group { .. }
            | Elem::AttrDict { .. } => {}
        }
    }

    /// Prints one space before every literal, except after an opening bracket and before punctuation that follows
    /// directly.
    fn literal(&mut self, text: &'static str, spacing: &mut Spacing) {
        let is_punctuation = !text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let hugs = text.len() == 1
            && if spacing.after_punctuation {
                matches!(text, "," | ">" | ")" | "]" | "}")
            } else {
                matches!(text, "," | "<" | ">" | "(" | ")" | "[" | "]" | "{" | "}")
            };
        if spacing.is_due && !hugs {
            self.push(" ");
        }
        self.push(text);
        spacing.is_due = !matches!(text, "(" | "[" | "{" | "<");
        spacing.after_punctuation = is_punctuation;
    }

    fn is_present(&self, op: OpId, def: &'static OpDef, anchor: &Elem) -> bool {
        let module = self.module;
        match anchor {
            Elem::Operands(group) | Elem::OperandTypes(group) | Elem::Dynamic { group, .. } => {
                !module.operand_range(op, *group).is_empty()
            }
            Elem::ResultTypes(group) => !module.result_range(op, *group).is_empty(),
            Elem::AllResultTypes => module.result_count(op) > 0,
            Elem::Attr(attr) => {
                let name = module.ctx.attr_names(module.op_name(op))[*attr];
                module
                    .prop(op, name)
                    .is_some_and(|value| !def.attrs[*attr].is_default(&module.ctx, value))
            }
            Elem::Region | Elem::Regions => module
                .regions(op)
                .iter()
                .any(|&region| module.first_block(region).is_some()),
            Elem::Successor(_) => !module.successors(op).is_empty(),
            Elem::Group { elems, anchor, .. } => elems
                .get(*anchor)
                .is_some_and(|anchor| self.is_present(op, def, anchor)),
            Elem::FunctionType
            | Elem::AttrDict { .. }
            | Elem::Literal(_)
            | Elem::Async { .. }
            | Elem::Space
            | Elem::NoSpace => true,
        }
    }

    /// `^bb1` or `^bb1(%a, %b : T, U)`.
    pub(crate) fn successor(&mut self, block: crate::ir::BlockId, values: &[ValueId]) {
        self.block_name(block);
        if !values.is_empty() {
            self.push("(");
            self.values_and_types(values);
            self.push(")");
        }
    }

    /// Integers and values mixed: `4, %i`.
    pub(crate) fn mixed_list(&mut self, statics: &[i64], values: &[ValueId]) {
        let mut values = values.iter();
        for (index, &entry) in statics.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            if entry == DYNAMIC {
                if let Some(&value) = values.next() {
                    self.value(value);
                }
            } else {
                self.a.ints(&[entry]);
            }
        }
    }

    pub(crate) fn attr_in_form(&mut self, form: AttrForm, attr: AttrId) {
        let ctx = &self.module.ctx;
        match (form, ctx.attr_kind(attr)) {
            (AttrForm::IntEnum(..) | AttrForm::QuotedEnum(..), AttrKind::Integer { value, .. }) => {
                let code = value.as_i64();
                match code.and_then(|code| format::enum_keyword(form, code)) {
                    Some(word) if matches!(form, AttrForm::QuotedEnum(..)) => {
                        self.a.string(word.as_bytes());
                    }
                    Some(word) => self.push(word),
                    None => self.a.attr(attr),
                }
            }
            (AttrForm::Flags(_, keyword, words), AttrKind::Integer { value, .. }) => {
                let bits = value.as_i64();
                match bits.and_then(|bits| format::flag_words(words, bits)) {
                    Some(words) => self.push(&format!("{keyword}<{}>", words.join(", "))),
                    None => self.a.attr(attr),
                }
            }
            (
                AttrForm::Int(_)
                | AttrForm::IntIn(..)
                | AttrForm::Alignment
                | AttrForm::Index
                | AttrForm::F64,
                _,
            ) => self.a.attr_without_type(attr),
            (AttrForm::SymName, AttrKind::String { value, .. }) => {
                self.a.symbol_name(ctx.bytes(*value));
            }
            (AttrForm::I64Array | AttrForm::I32Array, AttrKind::DenseArray { values, .. }) => {
                self.push("[");
                self.a.ints(values);
                self.push("]");
            }
            (
                AttrForm::AngleEnum(mnemonic)
                | AttrForm::KeywordEnum(mnemonic)
                | AttrForm::SpacedKeywordEnum(mnemonic),
                AttrKind::Opaque {
                    dialect,
                    body,
                    ty: None,
                },
            ) => {
                let (dialect, body) = (ctx.text(*dialect), ctx.text(*body));
                let is_keyword = matches!(
                    form,
                    AttrForm::KeywordEnum(_) | AttrForm::SpacedKeywordEnum(_)
                );
                match enum_words(mnemonic, &dialect, &body) {
                    Some(words) if !is_keyword => self.push(&format!("<{words}>")),
                    Some(word) if is_bare_id(word.as_bytes()) => self.push(word),
                    _ => self.a.attr(attr),
                }
            }
            _ => self.a.attr(attr),
        }
    }
}

/// The keywords of an attribute of this mnemonic, `dialect.name` or `dialect name`; `None` for other attributes,
/// and if the body is not keywords only, which needs the full form.
fn enum_words<'b>(mnemonic: &str, dialect: &str, body: &'b str) -> Option<&'b str> {
    let words = if let Some((of, name)) = mnemonic.split_once(' ') {
        let inner = body.strip_prefix('<')?.strip_suffix('>')?;
        (of == dialect).then_some(inner.strip_prefix(name)?.strip_prefix(' ')?)
    } else {
        let (of, name) = mnemonic.split_once('.')?;
        let inner = body.strip_prefix(name)?;
        (of == dialect).then_some(inner.strip_prefix('<')?.strip_suffix('>')?)
    }?;
    let is_word = |word: &str| is_bare_id(word.trim().as_bytes());
    words.split(',').all(is_word).then_some(words)
}

/// Names of the attributes in a format.
fn spelled_names(module: &Module, op: OpId, elems: &[Elem]) -> SmallVec<[StrId; 8]> {
    let names = module.ctx.attr_names(module.op_name(op));
    let mut spelled = SmallVec::new();
    format::spelled_attrs(elems, &mut |attr| spelled.push(names[attr]));
    spelled
}
