//! Custom forms of `tosa`: operands, attributes with keywords for enums, and a function type.

use memplan_mlir::syntax::MlirVersion;
use smallvec::SmallVec;

use memplan_mlir::ir::{AttrId, AttrKind, DYNAMIC, DenseData, Dict, OpId, TypeId, TypeKind, names};
use memplan_mlir::syntax::pieces::{
    Parse, list, opt_attr_dict, print_dict_without, prop, push_arrow_results, push_operands,
    push_uniform, set_prop,
};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState, RegionStyle, pieces};

/// Attributes whose values are bare words, and the mnemonics of their kinds.
pub(super) const ENUMS: &[(&str, &str)] = &[
    ("nan_mode", "nan_mode"),
    ("rounding_mode", "rounding_mode"),
    ("mode", "resize_mode"),
    ("block_size", "block_size"),
];

/// `{axis = 1 : i32, nan_mode = IGNORE}`.
fn dictionary(p: &mut OpParser<'_>) -> Parse<Dict> {
    let mut dict = Dict::default();
    list(p, ["{", "}"], |p| {
        let at = p.here();
        let key = String::from_utf8_lossy(p.word()).into_owned();
        let name = p.parse_attr_name()?;
        let attr = if p.eat_literal("=") {
            value(p, &key)?
        } else {
            p.ctx_mut().unit_attr()
        };
        if dict.set(name, attr).is_some() {
            let kind = memplan_mlir::syntax::ParseErrorKind::DuplicateKey { name: key };
            return Err(p.err_at(at, kind));
        }
        Ok(())
    })?;
    Ok(dict)
}

/// A bare word in capitals for an enum, or a string as in LLVM 21, else any attribute.
fn value(p: &mut OpParser<'_>, key: &str) -> Parse<AttrId> {
    let mnemonic = ENUMS.iter().find(|(name, _)| *name == key);
    let Some((_, mnemonic)) = mnemonic else {
        return p.parse_attr();
    };
    let word = if p.word().first().is_some_and(u8::is_ascii_uppercase) {
        let word = String::from_utf8_lossy(p.word()).into_owned();
        p.bump();
        word
    } else {
        let attr = p.parse_attr()?;
        match p.ctx_mut().attr_str(attr) {
            Some(word) => p.ctx_mut().text(word).into_owned(),
            None => return Ok(attr),
        }
    };
    Ok(word_attr(p, mnemonic, &word))
}

/// `#tosa.mnemonic<word>`.
pub(super) fn word_attr(p: &mut OpParser<'_>, mnemonic: &str, word: &str) -> AttrId {
    let text = format!("{mnemonic}<{word}>");
    let ctx = p.ctx_mut();
    let (dialect, body) = (ctx.str("tosa"), ctx.str(text));
    ctx.attr(AttrKind::Opaque {
        dialect,
        body,
        ty: None,
    })
}

/// `%a, %b {..} : (A, B) -> C`.
pub(crate) fn parse(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let uses = p.parse_uses()?;
    p.parse_clauses(state)?;
    if p.at_literal("{") {
        let dict = dictionary(p)?;
        state.take_dict(p, dict)?;
    }
    p.expect_literal(":")?;
    let (inputs, results) = p.parse_function_type()?;
    push_operands(p, state, &uses, &inputs)?;
    state.results.extend_from_slice(&results);
    Ok(())
}

pub(crate) fn print(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    p.push(" ");
    p.values(module.operands(op));
    if MlirVersion::V24 <= p.version() {
        p.attr_dict(op, &[], false);
        p.push(" : ");
        return p.functional_type(op);
    }
    let entries = p.merged_attrs(op, &[], false).sorted(ctx);
    for (index, &(name, attr)) in entries.iter().enumerate() {
        p.push(if index > 0 { ", " } else { " {" });
        match ctx.attr_kind(attr) {
            AttrKind::Opaque { dialect, body, .. }
                if ctx.bytes(*dialect) == b"tosa" && is_enum(&ctx.text(name)) =>
            {
                let body = ctx.text(*body);
                let word = body.split_once('<').map_or(&*body, |(_, word)| word);
                p.attr_name(ctx.bytes(name));
                p.push(" = ");
                p.push(word.trim_end_matches('>'));
            }
            _ => p.dict_entries(&[(name, attr)]),
        }
    }
    p.push(if entries.is_empty() { "" } else { "}" });
    p.push(" : ");
    p.functional_type(op);
}

fn is_enum(key: &str) -> bool {
    ENUMS.iter().any(|(name, _)| *name == key)
}

/// `%c (%a = %x) : C (X) -> types {..} else {..} {..}`.
pub(crate) fn parse_if(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.parse_use()?;
    let mut inputs = SmallVec::new();
    if p.at_literal("(") {
        inputs = pieces::assignments(p)?;
    }
    // MLIR 21 and older omit the type of the condition, and of the inputs, whose names they have not.
    let ty = if p.eat_literal(":") {
        p.parse_type()?
    } else {
        p.note_versions(MlirVersion::V19, MlirVersion::V21);
        p.ctx_mut().type_from_text(b"tensor<i1>")?
    };
    push_uniform(p, state, &[condition], ty)?;
    if p.eat_literal("(") {
        let types = pieces::type_list(p)?;
        p.expect_literal(")")?;
        let uses: SmallVec<[_; 4]> = inputs.iter().map(|(_, used)| *used).collect();
        push_operands(p, state, &uses, &types)?;
    }
    push_arrow_results(p, state)?;
    pieces::push_region(p, state, &[])?;
    pieces::push_else_region(p, state)?;
    opt_attr_dict(p, state)
}

pub(crate) fn print_if(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let (condition, inputs) = module.operands(op).split_at(1);
    p.push(" ");
    p.values(condition);
    let regions = module.regions(op);
    if !inputs.is_empty() {
        let args = module
            .first_block(regions[0])
            .map_or(&[][..], |entry| module.block_args(entry));
        p.push(" ");
        pieces::print_assignments(p, args, inputs);
    }
    let is_typed = MlirVersion::V22 <= p.version();
    if is_typed {
        p.push(" : ");
        p.types_of(condition.iter().copied());
    }
    if !inputs.is_empty() {
        p.push(" (");
        p.types_of(inputs.iter().copied());
        p.push(")");
    }
    if module.result_count(op) > 0 {
        p.push(" -> ");
        if is_typed {
            p.result_types(op);
        } else {
            p.push("(");
            p.types_of(module.results(op));
            p.push(")");
        }
    }
    p.push(" ");
    p.region(regions[0], RegionStyle::LABELLED);
    if module.first_block(regions[1]).is_some() {
        p.push(" else ");
        p.region(regions[1], RegionStyle::LABELLED);
    }
    p.attr_dict(op, &[], false);
}

/// `@v {..} = dense<7> : tensor<4xi32>` or `@v {..} : tensor<4xi32>`.
pub(crate) fn parse_variable(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_symbol_name()?;
    let attr = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    state.set(names::SYM_NAME, attr);
    opt_attr_dict(p, state)?;
    let at = p.here();
    let ty = if p.eat_literal("=") {
        let value = p.parse_attr()?;
        set_prop(p, state, "initial_value", value);
        match p.module().ctx.attr_kind(value) {
            AttrKind::Dense { ty, .. } | AttrKind::DenseResource { ty, .. } => *ty,
            _ => return Err(p.invalid(at, "initial value", "expected elements")),
        }
    } else {
        p.expect_literal(":")?;
        p.parse_type()?
    };
    let (Some(shape), Some(element)) = (
        p.module().ctx.shape(ty).map(<[i64]>::to_vec),
        p.module().ctx.element_type(ty),
    ) else {
        return Err(p.invalid(at, "type", "expected a ranked tensor"));
    };
    let shape = shape_attr(p, &shape);
    set_prop(p, state, "var_shape", shape);
    let ty = p.ctx_mut().attr(AttrKind::Type(element));
    state.set(names::TYPE, ty);
    Ok(())
}

/// `dense<[4, -1]> : tensor<2xindex>`.
fn shape_attr(p: &mut OpParser<'_>, shape: &[i64]) -> AttrId {
    let ctx = p.ctx_mut();
    let element = ctx.index_type();
    let ty: TypeId = ctx.ty(TypeKind::Tensor {
        shape: Box::new([shape.len() as i64]),
        element,
        encoding: None,
    });
    let bytes = |size: i64| (if size == DYNAMIC { -1 } else { size }).to_le_bytes();
    let data = match shape {
        [first, rest @ ..] if rest.iter().all(|size| size == first) => {
            DenseData::Splat(bytes(*first).into())
        }
        _ => DenseData::Elements(shape.iter().flat_map(|&size| bytes(size)).collect()),
    };
    ctx.attr(AttrKind::Dense { ty, data })
}

pub(crate) fn print_variable(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(module.ctx.bytes(name));
    }
    print_dict_without(p, op, &["sym_name", "var_shape", "type", "initial_value"]);
    if let Some(value) = prop(p, op, "initial_value") {
        p.push(" = ");
        p.attr(value);
        return;
    }
    p.push(" : tensor<");
    let data = prop(p, op, "var_shape").map(|attr| module.ctx.attr_kind(attr));
    if let Some(AttrKind::Dense { ty, data }) = data {
        let rank = module.ctx.n_elements(*ty).unwrap_or(0).min(255) as usize;
        for index in 0..rank {
            match size_at(data, index) {
                size if size < 0 => p.push("?"),
                size => p.ints(&[size]),
            }
            p.push("x");
        }
    }
    if let Some(ty) = module.prop(op, names::TYPE) {
        p.attr(ty);
    }
    p.push(">");
}

fn size_at(data: &DenseData, index: usize) -> i64 {
    let bytes = match data {
        DenseData::Splat(bytes) => bytes.get(..8),
        DenseData::Elements(bytes) => bytes.get(index * 8..index * 8 + 8),
        DenseData::Strings { .. } => None,
    };
    bytes
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0, i64::from_le_bytes)
}
