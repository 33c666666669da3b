//! Custom forms of `llvm`: comparisons, memory accesses, and accesses to members, whose types are inferred from the
//! aggregate.

use smallvec::SmallVec;

use super::llvm_types::{member, part_text};
use crate::llvm::ORDERING;
use crate::verify::llvm::DYNAMIC_INDEX;
use memplan_mlir::ir::{AttrKind, DYNAMIC, OpId, TypeId, TypeKind, ValueId, names};
use memplan_mlir::syntax::pieces::{
    Parse, opt_attr_dict, opt_unit, print_dict_without, prop, push_operands, push_uniform,
    set_prop, type_list,
};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState, ParseErrorKind};

const INT_PREDICATES: &[&str] = &[
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];
const FLOAT_PREDICATES: &[&str] = &[
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "_true",
];

/// `"slt" %a, %b {..} : T`.
fn compare(p: &mut OpParser<'_>, state: &mut OpState, words: &[&'static str]) -> Parse<()> {
    let at = p.here();
    let word = p.parse_string()?;
    let found = p.module().ctx.text(word).into_owned();
    let Some(code) = words.iter().position(|known| *known == found) else {
        let known = words.to_vec();
        return Err(p.err_at(at, ParseErrorKind::UnknownKeyword { found, known }));
    };
    let attr = p.ctx_mut().i64_attr(code as i64);
    state.set(names::PREDICATE, attr);
    let uses = p.parse_uses()?;
    p.check_count("operands", 2, uses.len())?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &uses, ty)?;
    let bit = p.ctx_mut().int_type(1);
    let is_vector = matches!(p.module().ctx.type_kind(ty), TypeKind::Vector { .. });
    let result = if is_vector {
        p.ctx_mut().with_element(ty, bit)
    } else {
        bit
    };
    state.results.push(result);
    Ok(())
}

fn print_compare(p: &mut OpPrinter<'_>, op: OpId, words: &[&str]) {
    let operands = p.module().operands(op);
    let code = p.module().prop_i64(op, names::PREDICATE);
    let word = code.and_then(|code| words.get(usize::try_from(code).ok()?));
    p.push(" ");
    p.string(word.unwrap_or(&"").as_bytes());
    p.push(" ");
    p.values(operands);
    print_dict_without(p, op, &["predicate"]);
    p.push(" : ");
    p.types_of(operands.iter().copied().take(1));
}

pub(crate) fn parse_icmp(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    compare(p, state, INT_PREDICATES)
}

pub(crate) fn print_icmp(p: &mut OpPrinter<'_>, op: OpId) {
    print_compare(p, op, INT_PREDICATES);
}

pub(crate) fn parse_fcmp(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    compare(p, state, FLOAT_PREDICATES)
}

pub(crate) fn print_fcmp(p: &mut OpPrinter<'_>, op: OpId) {
    print_compare(p, op, FLOAT_PREDICATES);
}

/// `inalloca? %n x T {..} : (N) -> P`.
pub(crate) fn parse_alloca(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    opt_unit(p, state, "inalloca", "inalloca");
    let size = p.parse_use()?;
    p.expect_word("x")?;
    let ty = p.parse_type()?;
    let attr = p.ctx_mut().attr(AttrKind::Type(ty));
    set_prop(p, state, "elem_type", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let (inputs, results) = p.parse_function_type()?;
    push_operands(p, state, &[size], &inputs)?;
    state.results.extend_from_slice(&results);
    Ok(())
}

pub(crate) fn print_alloca(p: &mut OpPrinter<'_>, op: OpId) {
    if prop(p, op, "inalloca").is_some() {
        p.push(" inalloca");
    }
    p.push(" ");
    p.values(p.module().operands(op));
    p.push(" x ");
    if let Some(ty) = prop(p, op, "elem_type") {
        p.attr(ty);
    }
    // MLIR omits an alignment of 0, which means no alignment.
    let alignment = p.module().prop_i64(op, names::ALIGNMENT);
    let zero: &[&str] = if alignment == Some(0) {
        &["alignment"]
    } else {
        &[]
    };
    let spelled = [&["elem_type", "inalloca"], zero].concat();
    print_dict_without(p, op, &spelled);
    p.push(" : ");
    p.functional_type(op);
}

const NO_WRAP: &[(&str, i64)] = &[("inbounds", 3), ("nusw", 2), ("nuw", 4)];

/// `inbounds|nuw? %p[0, %i] {..} : (P, I) -> P, T`.
pub(crate) fn parse_gep(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let mut flags = 0;
    while let Some(&(_, bits)) = NO_WRAP.iter().find(|(word, _)| p.at_literal(word)) {
        p.bump();
        flags |= bits;
        if !p.at_literal("|") {
            break;
        }
        p.bump();
    }
    let ty = p.ctx_mut().int_type(32);
    let flags = p.ctx_mut().int_attr(flags, ty);
    set_prop(p, state, "noWrapFlags", flags);
    let base = p.parse_use()?;
    p.expect_literal("[")?;
    let (mut indices, uses) = p.mixed_list("]", 32)?;
    for index in &mut indices {
        if *index == DYNAMIC {
            *index = DYNAMIC_INDEX;
        }
    }
    let attr = p.ctx_mut().i32_array(&indices);
    set_prop(p, state, "rawConstantIndices", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let (inputs, results) = p.parse_function_type()?;
    p.expect_literal(",")?;
    let element = p.parse_type()?;
    let attr = p.ctx_mut().attr(AttrKind::Type(element));
    set_prop(p, state, "elem_type", attr);
    let mut all = SmallVec::<[_; 4]>::new();
    all.push(base);
    all.extend(uses);
    push_operands(p, state, &all, &inputs)?;
    state.results.extend_from_slice(&results);
    Ok(())
}

pub(crate) fn print_gep(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    let Some((&base, values)) = module.operands(op).split_first() else {
        return;
    };
    let flags = prop(p, op, "noWrapFlags").and_then(|attr| ctx.attr_i64(attr));
    let mut rest = flags.unwrap_or(0);
    let mut separator = " ";
    for &(word, bits) in NO_WRAP {
        if rest & bits == bits {
            p.push(separator);
            p.push(word);
            separator = "|";
            rest &= !bits;
        }
    }
    p.push(" ");
    p.value(base);
    p.push("[");
    let indices = prop(p, op, "rawConstantIndices").and_then(|attr| ctx.attr_array(attr));
    let indices: SmallVec<[i64; 4]> = indices
        .unwrap_or_default()
        .iter()
        .map(|&index| {
            if index == DYNAMIC_INDEX {
                DYNAMIC
            } else {
                index
            }
        })
        .collect();
    p.mixed_list(&indices, values);
    p.push("]");
    print_dict_without(p, op, &["noWrapFlags", "rawConstantIndices", "elem_type"]);
    p.push(" : ");
    p.functional_type(op);
    p.push(", ");
    if let Some(ty) = prop(p, op, "elem_type") {
        p.attr(ty);
    }
}

/// The type of the member of an aggregate, which must exist.
fn member_type(p: &mut OpParser<'_>, ty: TypeId, position: &[i64]) -> Parse<TypeId> {
    member(p.ctx_mut(), ty, position)
        .ok_or_else(|| p.expected("the type of a structure or array that has this position"))
}

/// `%a[1, 0] {..} : T `.
pub(crate) fn parse_extractvalue(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let container = p.parse_use()?;
    let position = p.int_list(64)?;
    let attr = p.ctx_mut().i64_array(&position);
    set_prop(p, state, "position", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let result = member_type(p, ty, &position)?;
    push_uniform(p, state, &[container], ty)?;
    state.results.push(result);
    Ok(())
}

/// ` %a[1, 0] {..} : T `, with the space that mlir-opt prints after the type.
fn print_member(p: &mut OpPrinter<'_>, op: OpId, container: ValueId) {
    p.value(container);
    p.push("[");
    if let Some(key) = p.module().ctx.find_str("position") {
        p.ints(p.module().prop_array(op, key));
    }
    p.push("]");
    print_dict_without(p, op, &["position"]);
    p.push(" : ");
    p.ty(p.module().value_type(container));
    p.push(" ");
}

pub(crate) fn print_extractvalue(p: &mut OpPrinter<'_>, op: OpId) {
    p.push(" ");
    let container = p.module().operands(op)[0];
    print_member(p, op, container);
}

/// `%v, %a[1, 0] {..} : T `.
pub(crate) fn parse_insertvalue(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_use()?;
    p.expect_literal(",")?;
    let container = p.parse_use()?;
    let position = p.int_list(64)?;
    let attr = p.ctx_mut().i64_array(&position);
    set_prop(p, state, "position", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let member = member_type(p, ty, &position)?;
    push_operands(p, state, &[container, value], &[ty, member])?;
    state.results.push(ty);
    Ok(())
}

pub(crate) fn print_insertvalue(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.value(operands[1]);
    p.push(", ");
    print_member(p, op, operands[0]);
}

/// `%a, %b [0, 5, -1] {..} : V`.
pub(crate) fn parse_shufflevector(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let uses = p.parse_uses()?;
    p.check_count("operands", 2, uses.len())?;
    let mask = p.int_list(32)?;
    let attr = p.ctx_mut().i32_array(&mask);
    set_prop(p, state, "mask", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &uses, ty)?;
    let element = p.module().ctx.element_or_self(ty);
    let is_scalable = matches!(
        p.module().ctx.type_kind(ty),
        TypeKind::Vector { scalable, .. } if scalable.contains(&true)
    );
    let result = p.ctx_mut().ty(TypeKind::Vector {
        shape: Box::new([mask.len() as i64]),
        scalable: Box::new([is_scalable]),
        element,
    });
    state.results.push(result);
    Ok(())
}

pub(crate) fn print_shufflevector(p: &mut OpPrinter<'_>, op: OpId) {
    memplan_mlir::dialects::shared::print_masked(p, op);
    let operands = p.module().operands(op);
    p.types_of(operands.iter().copied().take(1));
    // mlir-opt prints this trailing space, too.
    p.push(" ");
}

/// `%p, %c, %v` of `llvm.cmpxchg`: the old value, and whether it was replaced.
pub(crate) fn parse_cmpxchg(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    opt_unit(p, state, "weak", "weak");
    opt_unit(p, state, "volatile", "volatile_");
    let uses = p.parse_uses()?;
    p.check_count("operands", 3, uses.len())?;
    if p.eat_word("syncscope") {
        p.expect_literal("(")?;
        let value = p.parse_string()?;
        p.expect_literal(")")?;
        let attr = p.ctx_mut().attr(AttrKind::String { value, ty: None });
        set_prop(p, state, "syncscope", attr);
    }
    for name in ["success_ordering", "failure_ordering"] {
        let attr = p.attr_in_form(ORDERING)?;
        set_prop(p, state, name, attr);
    }
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let types = type_list(p)?;
    p.check_count("operand types", 2, types.len())?;
    push_operands(p, state, &uses, &[types[0], types[1], types[1]])?;
    let text = format!(
        "!llvm.struct<({}, i1)>",
        part_text(&p.module().ctx, types[1])
    );
    let result = p.ctx_mut().type_from_text(text.as_bytes())?;
    state.results.push(result);
    Ok(())
}

pub(crate) fn print_cmpxchg(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    for (name, word) in [("weak", " weak"), ("volatile_", " volatile")] {
        if prop(p, op, name).is_some() {
            p.push(word);
        }
    }
    p.push(" ");
    p.values(operands);
    if let Some(scope) = prop(p, op, "syncscope") {
        p.push(" syncscope(");
        p.attr(scope);
        p.push(")");
    }
    for name in ["success_ordering", "failure_ordering"] {
        if let Some(attr) = prop(p, op, name) {
            p.push(" ");
            p.attr_in_form(ORDERING, attr);
        }
    }
    let spelled = [
        "weak",
        "volatile_",
        "syncscope",
        "success_ordering",
        "failure_ordering",
    ];
    print_dict_without(p, op, &spelled);
    p.push(" : ");
    p.types_of(operands.iter().copied().take(2));
}
