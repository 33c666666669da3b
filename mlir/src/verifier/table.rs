//! Rules from table entries: numbers and types of values, regions and successors, attributes (V8).

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::classes::ClassRules;
use super::{Errors, Expected, VerifyErrorKind};
use crate::dialects::{Arg, Arity, AttrForm, LoopBounds, OpDef, Presence, Regions, Successors, Ty};
use crate::ir::{
    AttrId, AttrKind, FloatKind, Module, OpId, OpName, Signedness, StrId, TypeId, TypeKind,
    ValueId, names, shapes,
};
use crate::syntax::format;
use crate::text::{attr_summary, type_summary};

const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// The rules of all operations so far, with names resolved.
#[derive(Default)]
pub(super) struct TableRules {
    by_name: Vec<Option<Rc<Rules>>>,
    known: Known,
}

/// Valid operations, by all properties that the rules check. Most operations are like an earlier one, and a
/// lookup costs a fifth of the rules.
#[derive(Default)]
struct Known {
    fit: FxHashSet<Box<[u32]>>,
    /// The operation that was looked up last.
    key: Vec<u32>,
}

/// Maximum number of cached operations, which bounds the memory.
const MAX_KNOWN: usize = 1 << 14;

impl Known {
    /// Whether an operation is like an earlier valid one.
    fn has(&mut self, m: &Module, op: OpId) -> bool {
        let (operands, results) = (m.operands(op), m.results(op));
        let (props, attrs) = (m.props(op), m.attrs(op));
        let counts = [
            operands.len(),
            results.len(),
            m.regions(op).len(),
            m.successors(op).len(),
            props.len(),
        ];
        let value_types = operands.iter().copied().chain(results);
        self.key.clear();
        self.key.push(m.op_name(op).index() as u32);
        self.key.extend(counts.map(|n| n as u32));
        self.key
            .extend(value_types.map(|value| m.value_type(value).index() as u32));
        for (name, attr) in props.iter() {
            self.key.extend([name.index() as u32, attr.index() as u32]);
        }
        // Only the names of discardable attributes matter: no rule restricts their values.
        self.key
            .extend(attrs.iter().map(|(name, _)| name.index() as u32));
        self.fit.contains(&self.key[..])
    }

    /// Caches the operation that was looked up last.
    fn insert(&mut self) {
        if self.fit.len() < MAX_KNOWN {
            self.fit.insert(self.key.as_slice().into());
        }
    }
}

/// The rules of one operation name.
struct Rules {
    types: Vec<TypeRule>,
    mixed_lists: Vec<MixedList>,
    classes: ClassRules,
}

/// An `array<i64>` with [`DYNAMIC`](crate::DYNAMIC) for each operand of a group.
struct MixedList {
    attr: StrId,
    group: usize,
    name: &'static str,
}

/// The type of one group.
#[derive(Clone, Copy)]
struct TypeRule {
    group: Group,
    name: &'static str,
    ty: Rule,
}

#[derive(Clone, Copy)]
pub(super) enum Group {
    Operand(usize),
    Result(usize),
}

#[derive(Clone, Copy)]
enum Rule {
    Index,
    Int(u32),
    Named(&'static str),
    Same(Group),
    Like(Group),
    Elem(Group),
    I1Like(Group),
    OfAttr(StrId),
}

impl TableRules {
    pub(super) fn check(&mut self, m: &Module, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
        if self.known.has(m, op) {
            return;
        }
        let n_errors = errors.list.len();
        check_values(m, op, def, errors);
        check_regions_and_successors(m, op, def, errors);
        check_attrs(m, op, def, errors);
        if errors.list.len() > n_errors {
            return;
        }
        let rules = self.rules(m, m.op_name(op), def);
        let types = rules.types.iter().map(|rule| rule.check(m, op));
        let mixed_lists = rules.mixed_lists.iter().map(|list| list.check(m, op));
        for kind in types.chain(mixed_lists).filter_map(Result::err) {
            errors.add(op, kind);
        }
        if errors.list.len() > n_errors {
            return;
        }
        match rules.classes.check(m, op) {
            Ok(()) => self.known.insert(),
            Err(kind) => errors.add(op, kind),
        }
    }

    fn rules(&mut self, m: &Module, name: OpName, def: &OpDef) -> Rc<Rules> {
        let index = name.index();
        if self.by_name.len() <= index {
            self.by_name.resize(index + 1, None);
        }
        let rules = self.by_name[index].get_or_insert_with(|| Rc::new(Rules::new(m, name, def)));
        Rc::clone(rules)
    }
}

impl Rules {
    fn new(m: &Module, name: OpName, def: &OpDef) -> Self {
        let operands = def.operands.iter().enumerate();
        let results = def.results.iter().enumerate();
        let types = operands
            .map(|(i, arg)| (Group::Operand(i), arg))
            .chain(results.map(|(i, arg)| (Group::Result(i), arg)))
            .filter_map(|(group, arg)| TypeRule::new(m, def, group, arg))
            .collect();
        let mut mixed_lists = Vec::new();
        let format = m.ctx.format(name);
        format::mixed_lists(format.as_deref().unwrap_or(&[]), &mut |group, attr| {
            mixed_lists.push(MixedList {
                attr: m.ctx.attr_names(name)[attr],
                group,
                name: def.operands[group].name,
            });
        });
        // Hooks parse and print the bounds of loops, so no format lists them.
        if let LoopBounds::Mixed { lower, upper, step } = def.loop_bounds {
            let lists = [lower, upper, step];
            mixed_lists.extend(lists.into_iter().filter_map(|(operands, attr)| {
                Some(MixedList {
                    attr: m.ctx.find_str(attr)?,
                    group: def.operand_group(operands)?,
                    name: operands,
                })
            }));
        }
        Self {
            types,
            mixed_lists,
            classes: ClassRules::new(m.ctx.dialects(), def),
        }
    }
}

impl MixedList {
    fn check(&self, m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
        // MLIR 19 prints `expand_shape` without this list.
        let Some(list) = m.prop(op, self.attr) else {
            return Ok(());
        };
        let entries = m.ctx.attr_array(list).unwrap_or(&[]);
        let (expected, found) = (
            shapes::dynamic_dims(entries),
            m.operand_range(op, self.group),
        );
        if expected == found.len() {
            return Ok(());
        }
        Err(VerifyErrorKind::Count {
            what: self.name,
            expected: Expected::Exactly(expected),
            found: found.len(),
        })
    }
}

impl TypeRule {
    fn new(m: &Module, def: &OpDef, group: Group, arg: &Arg) -> Option<Self> {
        let find = |name: &str| {
            let operand = def.operand_group(name).map(Group::Operand);
            operand.or_else(|| def.result_group(name).map(Group::Result))
        };
        let ty = match arg.ty {
            Ty::Any | Ty::Of(..) | Ty::Hook => return None,
            Ty::Index => Rule::Index,
            Ty::I1 => Rule::Int(1),
            Ty::I32 => Rule::Int(32),
            Ty::Named(text) => Rule::Named(text),
            Ty::Same(name) => Rule::Same(find(name)?),
            Ty::Like(name) => Rule::Like(find(name)?),
            Ty::Elem(name) => Rule::Elem(find(name)?),
            Ty::I1Like(name) => Rule::I1Like(find(name)?),
            Ty::OfAttr(name) => Rule::OfAttr(m.ctx.find_str(name)?),
        };
        Some(Self {
            group,
            name: arg.name,
            ty,
        })
    }

    fn check(&self, m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
        for (index, value) in self.group.values(m, op).enumerate() {
            let ty = m.value_type(value);
            if !self.fits(m, op, index, ty) {
                return Err(VerifyErrorKind::Type {
                    what: self.name,
                    expected: self.expected(m, op, index),
                    found: type_summary(&m.ctx, ty),
                });
            }
        }
        Ok(())
    }

    fn fits(&self, m: &Module, op: OpId, index: usize, actual: TypeId) -> bool {
        let ctx = &m.ctx;
        match self.ty {
            Rule::Index => matches!(ctx.type_kind(actual), TypeKind::Index),
            Rule::Int(bits) => is_signless(ctx.type_kind(actual), bits),
            Rule::Named(text) => type_summary(ctx, actual) == text,
            Rule::Same(group) => group.ty(m, op, index).is_none_or(|ty| ty == actual),
            Rule::Like(group) => group
                .ty(m, op, index)
                .is_none_or(|ty| ty == actual || shapes::compatible_tensors(ctx, ty, actual)),
            Rule::Elem(group) => group
                .ty(m, op, 0)
                .and_then(|ty| ctx.element_type(ty))
                .is_none_or(|ty| ty == actual),
            Rule::I1Like(group) => group.ty(m, op, 0).is_none_or(|like| {
                let element = ctx.element_type(actual).unwrap_or(actual);
                is_signless(ctx.type_kind(element), 1) && shapes::same_container(ctx, actual, like)
            }),
            Rule::OfAttr(name) => m
                .prop(op, name)
                .and_then(|attr| m.ctx.attr_type(attr))
                .is_none_or(|ty| ty == actual),
        }
    }

    fn expected(&self, m: &Module, op: OpId, index: usize) -> String {
        let text = |ty: Option<TypeId>| ty.map_or("?".to_owned(), |ty| type_summary(&m.ctx, ty));
        match self.ty {
            Rule::Index => "index".to_owned(),
            Rule::Int(bits) => format!("i{bits}"),
            Rule::Named(text) => text.to_owned(),
            Rule::Same(group) | Rule::Like(group) => text(group.ty(m, op, index)),
            Rule::Elem(group) => text(group.ty(m, op, 0).and_then(|ty| m.ctx.element_type(ty))),
            Rule::I1Like(group) => format!("i1 in the shape of {}", text(group.ty(m, op, 0))),
            Rule::OfAttr(name) => text(m.prop(op, name).and_then(|attr| m.ctx.attr_type(attr))),
        }
    }
}

impl Group {
    fn range(self, m: &Module, op: OpId) -> Range<usize> {
        match self {
            Self::Operand(group) => m.operand_range(op, group),
            Self::Result(group) => m.result_range(op, group),
        }
    }

    fn value(self, m: &Module, op: OpId, position: usize) -> Option<ValueId> {
        match self {
            Self::Operand(_) => m.operands(op).get(position).copied(),
            Self::Result(_) => m.result(op, position),
        }
    }

    pub(super) fn values(self, m: &Module, op: OpId) -> impl Iterator<Item = ValueId> {
        self.range(m, op)
            .filter_map(move |position| self.value(m, op, position))
    }

    /// Type of value `index` of the group.
    fn ty(self, m: &Module, op: OpId, index: usize) -> Option<TypeId> {
        let mut range = self.range(m, op);
        let position = range.nth(index)?;
        self.value(m, op, position).map(|value| m.value_type(value))
    }
}

fn is_signless(kind: &TypeKind, bits: u32) -> bool {
    matches!(
        kind,
        TypeKind::Integer { width, signedness: Signedness::Signless } if *width == bits
    )
}

fn check_values(m: &Module, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
    let operands = m.operands(op).len();
    let checked = if def.segments.of_operands() {
        let sizes = m.prop_array(op, names::OPERAND_SEGMENT_SIZES);
        check_segments(def.operands, sizes, operands, OPERAND_SEGMENTS)
    } else {
        check_count(def.operands, operands, "operand(s)")
    };
    if let Err(kind) = checked {
        errors.add(op, kind);
    }
    let results = m.result_count(op);
    let checked = if def.segments.of_results() {
        let sizes = m.prop_array(op, names::RESULT_SEGMENT_SIZES);
        check_segments(def.results, sizes, results, RESULT_SEGMENTS)
    } else {
        check_count(def.results, results, "result(s)")
    };
    if let Err(kind) = checked {
        errors.add(op, kind);
    }
}

fn check_count(groups: &[Arg], found: usize, what: &'static str) -> Result<(), VerifyErrorKind> {
    let (mut fixed, mut optional, mut many) = (0, 0, 0);
    for group in groups {
        match group.arity {
            Arity::One => fixed += 1,
            Arity::Optional => optional += 1,
            Arity::Many => many += 1,
        }
    }
    let (fits, expected) = match (optional, many) {
        (0, 0) => (found == fixed, Expected::Exactly(fixed)),
        (_, 0) => (
            (fixed..=fixed + optional).contains(&found),
            Expected::Between(fixed, fixed + optional),
        ),
        (0, 1) => (found >= fixed, Expected::AtLeast(fixed)),
        _ => (
            found >= fixed && (found - fixed).is_multiple_of(optional + many),
            Expected::AtLeast(fixed),
        ),
    };
    if fits {
        Ok(())
    } else {
        Err(VerifyErrorKind::Count {
            what,
            expected,
            found,
        })
    }
}

fn check_segments(
    groups: &[Arg],
    sizes: &[i64],
    found: usize,
    attr: &'static str,
) -> Result<(), VerifyErrorKind> {
    // Generic syntax may omit the sizes of groups that are all empty.
    let is_empty = sizes.is_empty() && found == 0;
    if is_empty && groups.iter().all(|group| group.arity != Arity::One) {
        return Ok(());
    }
    if sizes.len() != groups.len() {
        return Err(VerifyErrorKind::SegmentCount {
            attr,
            expected: groups.len(),
            found: sizes.len(),
        });
    }
    for (group, &size) in groups.iter().zip(sizes) {
        let fits = match group.arity {
            Arity::One => size == 1,
            Arity::Optional => size == 0 || size == 1,
            Arity::Many => size >= 0,
        };
        if !fits {
            return Err(VerifyErrorKind::SegmentSize {
                attr,
                group: group.name,
                size,
            });
        }
    }
    let sum = sizes
        .iter()
        .fold(0i64, |sum, &size| sum.saturating_add(size));
    if usize::try_from(sum).is_ok_and(|sum| sum == found) {
        Ok(())
    } else {
        Err(VerifyErrorKind::SegmentSum { attr, sum, found })
    }
}

fn check_regions_and_successors(m: &Module, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
    let check = |found: usize, (exact, least): (Option<u8>, u8), what: &'static str| {
        let (fits, expected) = match exact.map(usize::from) {
            Some(n) => (found == n, Expected::Exactly(n)),
            None => (
                found >= usize::from(least),
                Expected::AtLeast(usize::from(least)),
            ),
        };
        (!fits).then_some(VerifyErrorKind::Count {
            what,
            expected,
            found,
        })
    };
    let regions = match def.regions {
        Regions::Exactly(n) => (Some(n), n),
        Regions::AtLeast(n) => (None, n),
    };
    let successors = match def.successors {
        Successors::Exactly(n) => (Some(n), n),
        Successors::AtLeast(n) => (None, n),
    };
    let wrong = [
        check(m.regions(op).len(), regions, "region(s)"),
        check(m.successors(op).len(), successors, "successor(s)"),
    ];
    for kind in wrong.into_iter().flatten() {
        errors.add(op, kind);
    }
}

fn check_attrs(m: &Module, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
    for (is_used, name, text) in [
        (
            def.segments.of_operands(),
            names::OPERAND_SEGMENT_SIZES,
            OPERAND_SEGMENTS,
        ),
        (
            def.segments.of_results(),
            names::RESULT_SEGMENT_SIZES,
            RESULT_SEGMENTS,
        ),
    ] {
        let sizes = m.prop(op, name).filter(|_| is_used);
        if let Some(sizes) = sizes.filter(|&sizes| !m.ctx.is_i32_array(sizes)) {
            let kind = VerifyErrorKind::AttrForm {
                name: text,
                expected: "array<i32>",
                found: attr_summary(&m.ctx, sizes),
            };
            errors.add(op, kind);
        }
    }
    let attr_names = m.ctx.attr_names(m.op_name(op));
    for (attr, &name) in def.attrs.iter().zip(attr_names) {
        match m.prop(op, name) {
            Some(value) => {
                if let Some(expected) = wrong_form(m, attr.kind, value) {
                    let kind = VerifyErrorKind::AttrForm {
                        name: attr.name,
                        expected,
                        found: attr_summary(&m.ctx, value),
                    };
                    errors.add(op, kind);
                }
            }
            // MLIR 19 stores some required attributes as discardable attributes.
            None if attr.presence == Presence::Required && m.attr(op, name).is_none() => {
                errors.add(op, VerifyErrorKind::MissingAttr { name: attr.name });
            }
            None => {}
        }
    }
}

/// The required form of the attribute, if it has another one.
fn wrong_form(m: &Module, form: AttrForm, attr: AttrId) -> Option<&'static str> {
    let kind = m.ctx.attr_kind(attr);
    let is_int = |bits: u32| match kind {
        AttrKind::Integer { ty, .. } => matches!(
            m.ctx.type_kind(*ty),
            TypeKind::Integer { width, .. } if *width == bits
        ),
        _ => false,
    };
    let is_ints = |bits: u32| match kind {
        AttrKind::DenseArray { element, .. } => is_signless(m.ctx.type_kind(*element), bits),
        _ => false,
    };
    let int = m.ctx.attr_i64(attr);
    let (fits, expected) = match form {
        AttrForm::Int(bits) => (is_int(bits), "an integer of its own width"),
        AttrForm::IntEnum(bits, words) | AttrForm::QuotedEnum(bits, words) => {
            let code = m.ctx.attr_i64(attr).and_then(|n| usize::try_from(n).ok());
            let is_known = code.is_some_and(|code| code < words.len());
            (is_int(bits) && is_known, "the code of a keyword")
        }
        AttrForm::Index => (
            matches!(kind, AttrKind::Integer { ty, .. } if matches!(m.ctx.type_kind(*ty), TypeKind::Index)),
            "an index",
        ),
        AttrForm::F64 => (
            matches!(kind, AttrKind::Float { ty, .. } if matches!(m.ctx.type_kind(*ty), TypeKind::Float(FloatKind::F64))),
            "an f64",
        ),
        AttrForm::Bool => (is_int(1), "true or false"),
        AttrForm::Unit => (matches!(kind, AttrKind::Unit), "unit"),
        AttrForm::Str | AttrForm::SymName => (matches!(kind, AttrKind::String { .. }), "a string"),
        AttrForm::SymRef => (
            matches!(kind, AttrKind::SymbolRef { nested, .. } if nested.is_empty()),
            "a flat symbol reference",
        ),
        AttrForm::NestedRef => (
            matches!(kind, AttrKind::SymbolRef { .. }),
            "a symbol reference",
        ),
        AttrForm::I64Array => (is_ints(64), "array<i64>"),
        AttrForm::I32Array => (is_ints(32), "array<i32>"),
        AttrForm::Array => (matches!(kind, AttrKind::Array(_)), "an array"),
        AttrForm::Reassociation => (
            shapes::reassociation(&m.ctx, attr).is_some(),
            "an array of arrays of integers",
        ),
        AttrForm::Map => (matches!(kind, AttrKind::AffineMap(_)), "an affine map"),
        AttrForm::Type => (matches!(kind, AttrKind::Type(_)), "a type"),
        AttrForm::Flags(bits, _, words) => {
            let all = (1_i64 << words.len()) - 1;
            let fits = int.is_some_and(|value| value & !all == 0);
            (is_int(bits) && fits, "the bits of a flag set")
        }
        AttrForm::IntIn(bits, low, high) => {
            let fits = int.is_some_and(|value| (low..=high).contains(&value));
            (
                is_int(bits) && fits,
                "an integer in the range of the attribute",
            )
        }
        AttrForm::Alignment => {
            let fits = int.is_some_and(|value| value > 0 && value.count_ones() == 1);
            (is_int(64) && fits, "a power of two, as an i64")
        }
        AttrForm::AngleEnum(mnemonic)
        | AttrForm::KeywordEnum(mnemonic)
        | AttrForm::SpacedKeywordEnum(mnemonic)
        | AttrForm::Dialect(mnemonic) => (
            is_dialect_attr(m, kind, mnemonic),
            "an attribute of its kind",
        ),
        AttrForm::Elements => (
            matches!(
                kind,
                AttrKind::Dense { .. } | AttrKind::Sparse { .. } | AttrKind::DenseResource { .. }
            ),
            "elements with a type",
        ),
        AttrForm::Any => (true, ""),
    };
    (!fits).then_some(expected)
}

/// Whether an attribute is `#dialect.name<..>`, or `#dialect<name ..>`, according to its form.
fn is_dialect_attr(m: &Module, kind: &AttrKind, mnemonic: &str) -> bool {
    let AttrKind::Opaque { dialect, body, .. } = kind else {
        return false;
    };
    let (of, name) = mnemonic.split_once(['.', ' ']).unwrap_or(("", mnemonic));
    let body = m.ctx.bytes(*body);
    let body = body.strip_prefix(b"<").unwrap_or(body);
    let rest = body.strip_prefix(name.as_bytes());
    let is_name = rest.is_some_and(|rest| {
        let next = rest.first().copied().unwrap_or(b' ');
        !next.is_ascii_alphanumeric() && next != b'_'
    });
    is_name && m.ctx.bytes(*dialect) == of.as_bytes()
}
