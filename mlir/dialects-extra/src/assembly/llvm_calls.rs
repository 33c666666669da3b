//! Custom forms of `llvm`: the shared syntax of calls, and calls that may unwind.

use smallvec::SmallVec;

use super::llvm::{calling_convention, enum_word, print_one_result, print_word, vararg_type};
use memplan_mlir::ir::{AttrId, AttrKind, OpId, TypeId, TypeKind, ValueId, names};
use memplan_mlir::syntax::function::{print_args, signature};
use memplan_mlir::syntax::pieces::{
    Parse, list, opt_attr_dict, opt_unit, paren_uses, print_dict_without, prop, push_operands,
    push_uniform, set_prop, set_segments, type_list,
};
use memplan_mlir::syntax::switch::successor;
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState, UseRef};

/// Operand bundles while they are read: `["tag"(%a : T), "other"()]`.
#[derive(Default)]
pub(super) struct Bundles {
    tags: Vec<AttrId>,
    sizes: SmallVec<[i64; 2]>,
    uses: SmallVec<[UseRef; 4]>,
    types: SmallVec<[TypeId; 4]>,
}

impl Bundles {
    /// Reads operand bundles, if there are any.
    pub(super) fn read(p: &mut OpParser<'_>) -> Parse<Self> {
        let mut bundles = Self::default();
        if !p.at_literal("[") {
            return Ok(bundles);
        }
        list(p, ["[", "]"], |p| {
            let value = p.parse_string()?;
            let tag = p.ctx_mut().attr(AttrKind::String { value, ty: None });
            bundles.tags.push(tag);
            p.expect_literal("(")?;
            let uses = p.parse_uses()?;
            if p.eat_literal(":") {
                bundles.types.extend(type_list(p)?);
            }
            p.expect_literal(")")?;
            bundles.sizes.push(uses.len() as i64);
            bundles.uses.extend(uses);
            Ok(())
        })?;
        Ok(bundles)
    }

    /// Appends the operands and sets the attributes; returns the number of operands.
    pub(super) fn finish(self, p: &mut OpParser<'_>, state: &mut OpState) -> Parse<usize> {
        push_operands(p, state, &self.uses, &self.types)?;
        if !self.tags.is_empty() {
            let tags = p.ctx_mut().attr(AttrKind::Array(self.tags.into()));
            set_prop(p, state, "op_bundle_tags", tags);
            let sizes = p.ctx_mut().i32_array(&self.sizes);
            set_prop(p, state, "op_bundle_sizes", sizes);
        }
        Ok(self.uses.len())
    }
}

/// ` ["tag"(%a : T)]`, if there are bundles; `values` are the operands of all of them.
pub(super) fn print_bundles(p: &mut OpPrinter<'_>, op: OpId, values: &[ValueId]) {
    let module = p.module();
    let tags = prop(p, op, "op_bundle_tags").map(|attr| module.ctx.attr_kind(attr));
    let Some(AttrKind::Array(tags)) = tags else {
        return;
    };
    let sizes = module.ctx.find_str("op_bundle_sizes");
    let sizes = sizes.map_or(&[][..], |name| module.prop_array(op, name));
    let mut rest = values;
    for (index, (&tag, &size)) in tags.iter().zip(sizes).enumerate() {
        p.push(if index == 0 { " [" } else { ", " });
        p.attr(tag);
        p.push("(");
        let size = usize::try_from(size).unwrap_or(0).min(rest.len());
        let (bundle, tail) = rest.split_at(size);
        if !bundle.is_empty() {
            p.values_and_types(bundle);
        }
        rest = tail;
        p.push(")");
    }
    p.push(if tags.is_empty() { "" } else { "]" });
}

/// `%c ["tag"(%a : T)] : i1 {..}`.
pub(crate) fn parse_assume(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.parse_use()?;
    let bundles = Bundles::read(p)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[condition], ty)?;
    opt_attr_dict(p, state)?;
    bundles.finish(p, state)?;
    Ok(())
}

pub(crate) fn print_assume(p: &mut OpPrinter<'_>, op: OpId) {
    let Some((&condition, bundles)) = p.module().operands(op).split_first() else {
        return;
    };
    p.push(" ");
    p.value(condition);
    print_bundles(p, op, bundles);
    p.push(" : ");
    p.types_of(std::iter::once(condition));
    print_dict_without(p, op, &["op_bundle_sizes", "op_bundle_tags"]);
}

/// The attributes of a call by name or pointer that its custom form spells.
pub(super) const SPELLED: &[&str] = &[
    "callee",
    "var_callee_type",
    "CConv",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
];

/// `cconv? @f(%a) to ^a(..) unwind ^b(..) vararg(T) ["tag"(..)] {..} : (T) -> U`.
pub(crate) fn parse_invoke(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    calling_convention(p, state);
    let callee = parse_callee(p, state)?;
    let uses = paren_uses(p)?;
    p.expect_word("to")?;
    let normal = successor(p)?;
    p.expect_word("unwind")?;
    let unwind = successor(p)?;
    vararg_type(p, state)?;
    let bundles = Bundles::read(p)?;
    opt_attr_dict(p, state)?;
    let n_args = called_types(p, state, callee, &uses)?;
    let mut sizes = [n_args, 0, 0, 0];
    for (index, (block, uses, types)) in [normal, unwind].into_iter().enumerate() {
        state.successors.push(block);
        push_operands(p, state, &uses, &types)?;
        sizes[index + 1] = uses.len();
    }
    sizes[3] = bundles.finish(p, state)?;
    set_segments(p, state, &sizes);
    Ok(())
}

pub(crate) fn print_invoke(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let group = |index| module.operands_of(op, index);
    let word = enum_word(p, op, "CConv");
    print_word(p, &word, "ccc");
    p.push(" ");
    let callee = module.prop(op, names::CALLEE);
    let args = print_callee(p, callee, group(0));
    for (index, (word, &block)) in [" to ", " unwind "]
        .into_iter()
        .zip(module.successors(op))
        .enumerate()
    {
        p.push(word);
        p.successor(block, group(index + 1));
    }
    print_vararg(p, op);
    print_bundles(p, op, group(3));
    print_dict_without(p, op, SPELLED);
    print_called_types(p, op, group(0), args);
}

/// `@f` or `%f`; returns the callee if it is a value.
pub(super) fn parse_callee(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<Option<UseRef>> {
    if p.word().first() == Some(&b'%') {
        return p.parse_use().map(Some);
    }
    let attr = p.parse_symbol_ref()?;
    state.set(names::CALLEE, attr);
    Ok(None)
}

/// `: (T {..}) -> U`, or `: P, (T) -> U` with the type of an indirect callee. Sets operands and results, and
/// returns the number of these operands.
pub(super) fn called_types(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    callee: Option<UseRef>,
    uses: &[UseRef],
) -> Parse<usize> {
    p.expect_literal(":")?;
    if let Some(callee) = callee {
        let ty = p.parse_type()?;
        push_uniform(p, state, &[callee], ty)?;
        p.expect_literal(",")?;
    }
    let signature = signature(p, false)?;
    push_operands(p, state, uses, &signature.arg_types)?;
    state.results.extend_from_slice(&signature.result_types);
    signature.set_attrs(p, state);
    Ok(uses.len() + usize::from(callee.is_some()))
}

/// Prints the syntax of [`called_types`]. `operands` are all operands, `args` those after the callee.
pub(super) fn print_called_types(
    p: &mut OpPrinter<'_>,
    op: OpId,
    operands: &[ValueId],
    args: &[ValueId],
) {
    p.push(" : ");
    if args.len() < operands.len() {
        p.types_of(operands.iter().copied().take(1));
        p.push(", ");
    }
    print_signature(p, op, args);
}

/// `@f(%a)` or `%f(%a)`; returns the arguments, which follow the callee if it is a value.
pub(super) fn print_callee<'v>(
    p: &mut OpPrinter<'_>,
    callee: Option<AttrId>,
    operands: &'v [ValueId],
) -> &'v [ValueId] {
    let args = operands
        .get(usize::from(callee.is_none())..)
        .unwrap_or_default();
    match callee {
        Some(callee) => p.attr(callee),
        None => p.values(&operands[..1.min(operands.len())]),
    }
    p.push("(");
    p.values(args);
    p.push(")");
    args
}

pub(super) fn print_vararg(p: &mut OpPrinter<'_>, op: OpId) {
    if let Some(ty) = prop(p, op, "var_callee_type") {
        p.push(" vararg(");
        p.attr(ty);
        p.push(")");
    }
}

/// `(T {..}) -> U` of a call.
pub(super) fn print_signature(p: &mut OpPrinter<'_>, op: OpId, args: &[ValueId]) {
    let module = p.module();
    let types: SmallVec<[TypeId; 4]> = args.iter().map(|&arg| module.value_type(arg)).collect();
    print_args(p, &[], &types, module.prop_elements(op, names::ARG_ATTRS));
    match module.result(op, 0) {
        Some(result) => {
            let ty = module.ctx.type_text(module.value_type(result));
            print_one_result(p, op, &ty);
        }
        None => p.push(" -> ()"),
    }
}

/// `cleanup? (catch %a : T) (filter %b : U) : V`: the type of a value distinguishes the two kinds of clauses.
pub(crate) fn parse_landingpad(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    opt_unit(p, state, "cleanup", "cleanup");
    while p.at_literal("(") {
        p.bump();
        if !p.eat_word("filter") {
            p.expect_word("catch")?;
        }
        let used = p.parse_use()?;
        p.expect_literal(":")?;
        let ty = p.parse_type()?;
        push_uniform(p, state, &[used], ty)?;
        p.expect_literal(")")?;
    }
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    state.results.push(ty);
    Ok(())
}

pub(crate) fn print_landingpad(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    if prop(p, op, "cleanup").is_some() {
        p.push(" cleanup");
    }
    for &value in module.operands(op) {
        let ty = module.value_type(value);
        let is_array = match module.ctx.type_kind(ty) {
            TypeKind::Opaque { body, .. } => module.ctx.bytes(*body).starts_with(b"array<"),
            _ => false,
        };
        p.push(if is_array { " (filter " } else { " (catch " });
        p.values_and_types(&[value]);
        p.push(")");
    }
    // The custom form cannot hold attributes; an operation that has any is printed in generic form.
    p.push(" : ");
    p.types_of(module.results(op));
}
