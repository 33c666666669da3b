//! Custom forms of `llvm`: allocations and addresses of elements, and the types that follow from others.

use smallvec::SmallVec;

use super::llvm_types::{member, part_text};
use crate::verify::llvm::DYNAMIC_INDEX;
use memplan_mlir::dialects::TypeRule;
use memplan_mlir::ir::{AttrKind, Context, DYNAMIC, OpId, TypeKind, names};
use memplan_mlir::syntax::pieces::{
    Parse, opt_attr_dict, opt_unit, print_dict_without, prop, push_operands, set_prop,
};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState};

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
    if prop(p, op, "inbounds").is_some() {
        p.push(" inbounds");
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
    print_dict_without(
        p,
        op,
        &["noWrapFlags", "inbounds", "rawConstantIndices", "elem_type"],
    );
    p.push(" : ");
    p.functional_type(op);
    p.push(", ");
    if let Some(ty) = prop(p, op, "elem_type") {
        p.attr(ty);
    }
}

/// The value of an inherent attribute that was parsed.
fn parsed<'c>(ctx: &'c Context, state: &OpState, name: &str) -> Option<&'c [i64]> {
    let attr = state.props.get(ctx.find_str(name)?)?;
    ctx.attr_array(attr)
}

/// The member of an aggregate at the attribute `position`.
pub(crate) static MEMBER: TypeRule = TypeRule {
    expected: "the type of a structure or array that has this position",
    compute: |ctx, ty, state| {
        let position = parsed(ctx, state, "position")?.to_vec();
        member(ctx, ty, &position)
    },
};

/// A vector with one element for each of the attribute `mask`.
pub(crate) static SHUFFLED: TypeRule = TypeRule {
    expected: "a vector",
    compute: |ctx, ty, state| {
        let size = parsed(ctx, state, "mask")?.len() as i64;
        let is_scalable = matches!(
            ctx.type_kind(ty),
            TypeKind::Vector { scalable, .. } if scalable.contains(&true)
        );
        let kind = TypeKind::Vector {
            shape: Box::new([size]),
            scalable: Box::new([is_scalable]),
            element: ctx.element_or_self(ty),
        };
        Some(ctx.ty(kind))
    },
};

/// A value in memory, and whether it was replaced.
pub(crate) static EXCHANGED: TypeRule = TypeRule {
    expected: "a type of LLVM",
    compute: |ctx, ty, _| {
        let text = format!("!llvm.struct<({}, i1)>", part_text(ctx, ty));
        ctx.type_from_text(text.as_bytes()).ok()
    },
};
