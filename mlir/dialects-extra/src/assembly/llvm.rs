//! Custom forms of `llvm`: functions, globals, calls, and operations with inferred types.

use smallvec::SmallVec;

use super::llvm_calls::{
    Bundles, SPELLED, called_types, parse_callee, print_bundles, print_called_types, print_callee,
    print_signature, print_vararg,
};
use super::llvm_types::{Parts, body, full_text, part_text, parts};
use crate::vocabulary::{self, LINKAGES};
use memplan_mlir::ir::{AttrKind, OpId, TypeId, TypeKind, names};
use memplan_mlir::syntax::function::{Signature, is_empty_dict, print_value_attrs, signature};
use memplan_mlir::syntax::pieces::{
    Parse, opt_attr_dict, opt_attr_dict_with_keyword, print_dict_without, print_full_dict_without,
    prop, set_prop, set_segments,
};
use memplan_mlir::syntax::{OpParser, OpPrinter, OpState, RegionStyle, pieces};

const VISIBILITIES: &[&str] = &["", "hidden", "protected"];
const ADDRESS_MATTERS: &[&str] = &["", "local_unnamed_addr", "unnamed_addr"];
const TAIL_CALLS: &[&str] = &["none", "tail", "musttail", "notail"];

fn is_calling_convention(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(vocabulary::is_calling_convention)
}

// Words before a symbol.

/// `#llvm.mnemonic<word>`.
fn set_enum(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    name: &'static str,
    mnemonic: &str,
    word: &str,
) {
    let ctx = p.ctx_mut();
    let (dialect, body) = (ctx.str("llvm"), ctx.str(format!("{mnemonic}<{word}>")));
    let attr = ctx.attr(AttrKind::Opaque {
        dialect,
        body,
        ty: None,
    });
    set_prop(p, state, name, attr);
}

/// The next word if it is one of `words`: its index.
fn eat_one_of(p: &mut OpParser<'_>, words: &[&'static str]) -> Option<usize> {
    let place = words
        .iter()
        .position(|word| !word.is_empty() && p.at_literal(word))?;
    p.bump();
    Some(place)
}

fn opt_int_enum(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    name: &'static str,
    words: &[&'static str],
) {
    let code = eat_one_of(p, words).unwrap_or(0);
    let attr = p.ctx_mut().i64_attr(code as i64);
    set_prop(p, state, name, attr);
}

fn linkage(p: &mut OpParser<'_>, state: &mut OpState) {
    let word = eat_one_of(p, LINKAGES).map_or("external", |index| LINKAGES[index]);
    set_enum(p, state, "linkage", "linkage", word);
}

pub(super) fn calling_convention(p: &mut OpParser<'_>, state: &mut OpState) {
    let mut word = "ccc".to_owned();
    if is_calling_convention(p.word()) {
        word = String::from_utf8_lossy(p.word()).into_owned();
        p.bump();
    }
    set_enum(p, state, "CConv", "cconv", &word);
}

/// The word of `#llvm.mnemonic<word>`.
pub(super) fn enum_word(p: &OpPrinter<'_>, op: OpId, name: &str) -> String {
    let attr = prop(p, op, name).map(|attr| p.module().ctx.attr_kind(attr));
    let Some(AttrKind::Opaque { body, .. }) = attr else {
        return String::new();
    };
    let body = p.module().ctx.text(*body);
    let word = body
        .split_once('<')
        .and_then(|(_, rest)| rest.strip_suffix('>'));
    word.unwrap_or_default().to_owned()
}

/// Prints a word after a space, unless it is the default.
pub(super) fn print_word(p: &mut OpPrinter<'_>, word: &str, default: &str) {
    if word != default {
        p.push(" ");
        p.push(word);
    }
}

fn print_int_enum(p: &mut OpPrinter<'_>, op: OpId, name: &str, words: &[&str]) {
    let code = prop(p, op, name).and_then(|attr| p.module().ctx.attr_i64(attr));
    let word = code.and_then(|code| words.get(usize::try_from(code).ok()?));
    print_word(p, word.unwrap_or(&""), "");
}

// Functions and calls.

/// The type of a function, as a type of the dialect.
fn function_type(p: &mut OpParser<'_>, signature: &Signature) -> TypeId {
    let ctx = p.ctx_mut();
    let mut params: Vec<String> = signature
        .arg_types
        .iter()
        .map(|&ty| part_text(ctx, ty))
        .collect();
    if signature.is_variadic {
        params.push("...".to_owned());
    }
    let result = match &signature.result_types[..] {
        [] => "void".to_owned(),
        [ty, ..] => part_text(ctx, *ty),
    };
    let kind = TypeKind::Opaque {
        dialect: ctx.str("llvm"),
        body: ctx.str(format!("func<{result} ({})>", params.join(", "))),
    };
    ctx.ty(kind)
}

/// `linkage? visibility? unnamed_addr? cconv? @f(args, ...) -> T comdat(@c) attributes {..} {..}`.
pub(crate) fn parse_func(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    linkage(p, state);
    opt_int_enum(p, state, "visibility_", VISIBILITIES);
    opt_int_enum(p, state, "unnamed_addr", ADDRESS_MATTERS);
    calling_convention(p, state);
    let value = p.parse_symbol_name()?;
    let name = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    state.set(names::SYM_NAME, name);
    let at = p.here();
    let signature = signature(p, true)?;
    if signature.result_types.len() > 1 {
        return Err(p.invalid(at, "function", "expected at most one result"));
    }
    let ty = function_type(p, &signature);
    let ty = p.ctx_mut().attr(AttrKind::Type(ty));
    state.set(names::FUNCTION_TYPE, ty);
    let args = signature.args.clone();
    signature.set_attrs(p, state);
    vscale_range(p, state)?;
    comdat(p, state)?;
    opt_attr_dict_with_keyword(p, state)?;
    let region = if p.at_literal("{") {
        p.parse_region(&args)?
    } else {
        p.module_mut().create_region()
    };
    state.regions.push(region);
    Ok(())
}

/// `vscale_range(2, 8)`.
fn vscale_range(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("vscale_range") {
        p.expect_literal("(")?;
        let min = p.parse_i64()?;
        p.expect_literal(",")?;
        let max = p.parse_i64()?;
        p.expect_literal(")")?;
        let text = format!("#llvm.vscale_range<minRange = {min} : i32, maxRange = {max} : i32>");
        let attr = p.ctx_mut().attr_from_text(text.as_bytes())?;
        set_prop(p, state, "vscale_range", attr);
    }
    Ok(())
}

/// ` vscale_range(2, 8)`, if the function has the attribute.
fn print_vscale_range(p: &mut OpPrinter<'_>, op: OpId) {
    let attr = prop(p, op, "vscale_range").map(|attr| p.module().ctx.attr_kind(attr));
    let Some(AttrKind::Opaque { body, .. }) = attr else {
        return;
    };
    let text = p.module().ctx.text(*body);
    let number = |name: &str| {
        let (_, rest) = text.split_once(name)?;
        let digits = rest.trim_start().strip_prefix('=')?.trim_start();
        Some(digits.split([' ', ':', ',', '>']).next()?.to_owned())
    };
    if let (Some(min), Some(max)) = (number("minRange"), number("maxRange")) {
        p.push(&format!(" vscale_range({min}, {max})"));
    }
}

/// `comdat(@group::@selector)`.
fn comdat(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("comdat") {
        p.expect_literal("(")?;
        let attr = p.parse_symbol_ref()?;
        p.expect_literal(")")?;
        set_prop(p, state, "comdat", attr);
    }
    Ok(())
}

fn print_comdat(p: &mut OpPrinter<'_>, op: OpId) {
    if let Some(attr) = prop(p, op, "comdat") {
        p.push(" comdat(");
        p.attr(attr);
        p.push(")");
    }
}

/// `(%a: T {..}, ...) -> T`.
fn print_func_type(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    let entry = module.first_block(module.regions(op)[0]);
    let args = entry.map_or(&[][..], |entry| module.block_args(entry));
    let ty = match module
        .prop(op, names::FUNCTION_TYPE)
        .map(|attr| ctx.attr_kind(attr))
    {
        Some(AttrKind::Type(ty)) => body(ctx, *ty).unwrap_or_default(),
        _ => String::new(),
    };
    if let Parts::Function {
        result,
        params,
        is_variadic,
    } = parts(&ty)
    {
        p.push("(");
        let attrs = module.prop_elements(op, names::ARG_ATTRS);
        for (index, param) in params.iter().enumerate() {
            p.push(if index > 0 { ", " } else { "" });
            if let Some(&arg) = args.get(index) {
                p.value(arg);
                p.push(": ");
            }
            p.push(&full_text(param));
            print_value_attrs(p, attrs.get(index).copied());
        }
        if is_variadic {
            p.push(if params.is_empty() { "..." } else { ", ..." });
        }
        p.push(")");
        if result != "void" {
            print_one_result(p, op, &full_text(result));
        }
    }
}

pub(crate) fn print_func(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    let word = enum_word(p, op, "linkage");
    print_word(p, &word, "external");
    print_int_enum(p, op, "visibility_", VISIBILITIES);
    print_int_enum(p, op, "unnamed_addr", ADDRESS_MATTERS);
    let word = enum_word(p, op, "CConv");
    print_word(p, &word, "ccc");
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(ctx.bytes(name));
    }
    print_func_type(p, op);
    print_vscale_range(p, op);
    print_comdat(p, op);
    let elide: SmallVec<[_; 16]> = [
        "vscale_range",
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "linkage",
        "CConv",
        "visibility_",
        "comdat",
        "unnamed_addr",
    ]
    .iter()
    .filter_map(|name| ctx.find_str(name))
    .collect();
    p.attr_dict(op, &elide, true);
    let body = module.regions(op)[0];
    if module.first_block(body).is_some() {
        p.push(" ");
        p.region(body, RegionStyle::BARE);
    }
}

pub(super) fn print_one_result(p: &mut OpPrinter<'_>, op: OpId, ty: &str) {
    let attrs = p
        .module()
        .prop_elements(op, names::RES_ATTRS)
        .first()
        .copied();
    let has_attrs = attrs.is_some_and(|attr| !is_empty_dict(p.module(), attr));
    p.push(if has_attrs { " -> (" } else { " -> " });
    p.push(ty);
    print_value_attrs(p, attrs);
    p.push(if has_attrs { ")" } else { "" });
}

/// `cconv? tail? @f(%a) vararg(T) {..} : (T) -> U`, or `%f(%a) {..} : P, (T) -> U`.
pub(crate) fn parse_call(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    calling_convention(p, state);
    if let Some(index) = eat_one_of(p, TAIL_CALLS) {
        set_enum(p, state, "TailCallKind", "tailcallkind", TAIL_CALLS[index]);
    }
    let callee = parse_callee(p, state)?;
    let uses = pieces::paren_uses(p)?;
    vararg_type(p, state)?;
    let bundles = Bundles::read(p)?;
    opt_attr_dict(p, state)?;
    let count = called_types(p, state, callee, &uses)?;
    let bundled = bundles.finish(p, state)?;
    set_segments(p, state, &[count, bundled]);
    Ok(())
}

/// `vararg(T)`: the type of a variadic callee.
pub(super) fn vararg_type(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("vararg") {
        p.expect_literal("(")?;
        let ty = p.parse_type()?;
        p.expect_literal(")")?;
        let attr = p.ctx_mut().attr(AttrKind::Type(ty));
        set_prop(p, state, "var_callee_type", attr);
    }
    Ok(())
}

pub(crate) fn print_call(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let word = enum_word(p, op, "CConv");
    print_word(p, &word, "ccc");
    let word = enum_word(p, op, "TailCallKind");
    print_word(p, &word, "none");
    p.push(" ");
    let group = |index| module.operands_of(op, index);
    let callee = module.prop(op, names::CALLEE);
    let args = print_callee(p, callee, group(0));
    print_vararg(p, op);
    print_bundles(p, op, group(1));
    print_dict_without(p, op, &[SPELLED, &["TailCallKind"]].concat());
    print_called_types(p, op, group(0), args);
}

/// `"llvm.name"(%a) {..} : (T) -> U`.
pub(crate) fn parse_call_intrinsic(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_string()?;
    let name = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    set_prop(p, state, "intrin", name);
    let uses = pieces::paren_uses(p)?;
    let bundles = Bundles::read(p)?;
    opt_attr_dict(p, state)?;
    let count = called_types(p, state, None, &uses)?;
    let bundled = bundles.finish(p, state)?;
    set_segments(p, state, &[count, bundled]);
    Ok(())
}

pub(crate) fn print_call_intrinsic(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let args = module.operands_of(op, 0);
    p.push(" ");
    if let Some(name) = prop(p, op, "intrin") {
        p.attr(name);
    }
    p.push("(");
    p.values(args);
    p.push(")");
    let bundles = module.operands_of(op, 1);
    print_bundles(p, op, bundles);
    let spelled = [
        "intrin",
        "op_bundle_sizes",
        "op_bundle_tags",
        "arg_attrs",
        "res_attrs",
    ];
    print_dict_without(p, op, &spelled);
    p.push(" : ");
    print_signature(p, op, args);
}

// Globals.

/// `linkage? visibility? thread_local? unnamed_addr? constant? @g(value) comdat(..) {..} : T {..}`.
/// What is in front of the name of a global variable or alias.
fn parse_symbol_words(p: &mut OpParser<'_>, state: &mut OpState) {
    linkage(p, state);
    opt_int_enum(p, state, "visibility_", VISIBILITIES);
    pieces::opt_unit(p, state, "thread_local", "thread_local_");
    opt_int_enum(p, state, "unnamed_addr", ADDRESS_MATTERS);
}

fn parse_name(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_symbol_name()?;
    let name = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    state.set(names::SYM_NAME, name);
    Ok(())
}

fn print_symbol_words(p: &mut OpPrinter<'_>, op: OpId) {
    let word = enum_word(p, op, "linkage");
    print_word(p, &word, "");
    print_int_enum(p, op, "visibility_", VISIBILITIES);
    if prop(p, op, "thread_local_").is_some() {
        p.push(" thread_local");
    }
    print_int_enum(p, op, "unnamed_addr", ADDRESS_MATTERS);
}

fn print_name(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(module.ctx.bytes(name));
    }
}

/// `internal @a {dso_local} : i32 { .. }`.
pub(crate) fn parse_alias(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    parse_symbol_words(p, state);
    parse_name(p, state)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let ty = p.ctx_mut().attr(AttrKind::Type(ty));
    set_prop(p, state, "alias_type", ty);
    let region = p.parse_region(&[])?;
    state.regions.push(region);
    Ok(())
}

pub(crate) fn print_alias(p: &mut OpPrinter<'_>, op: OpId) {
    print_symbol_words(p, op);
    print_name(p, op);
    let spelled = [
        "sym_name",
        "alias_type",
        "linkage",
        "unnamed_addr",
        "thread_local_",
        "visibility_",
    ];
    print_full_dict_without(p, op, &spelled);
    p.push(" : ");
    if let Some(ty) = prop(p, op, "alias_type") {
        p.attr(ty);
    }
    p.push(" ");
    p.region(p.module().regions(op)[0], RegionStyle::BARE);
}

pub(crate) fn parse_global(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    parse_symbol_words(p, state);
    pieces::opt_unit(p, state, "constant", "constant");
    parse_name(p, state)?;
    p.expect_literal("(")?;
    let mut text_len = None;
    if !p.at_literal(")") {
        let value = p.parse_attr()?;
        if let AttrKind::String { value, .. } = p.module().ctx.attr_kind(value) {
            text_len = Some(p.module().ctx.bytes(*value).len());
        }
        state.set(names::VALUE, value);
    }
    p.expect_literal(")")?;
    comdat(p, state)?;
    opt_attr_dict(p, state)?;
    let ty = if p.eat_literal(":") {
        p.parse_type()?
    } else if let Some(len) = text_len {
        let text = format!("!llvm.array<{len} x i8>");
        p.ctx_mut().type_from_text(text.as_bytes())?
    } else {
        return Err(p.expected("`:` and the type of the global"));
    };
    let attr = p.ctx_mut().attr(AttrKind::Type(ty));
    set_prop(p, state, "global_type", attr);
    let region = if p.at_literal("{") {
        p.parse_region(&[])?
    } else {
        p.module_mut().create_region()
    };
    state.regions.push(region);
    Ok(())
}

pub(crate) fn print_global(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    print_symbol_words(p, op);
    if prop(p, op, "constant").is_some() {
        p.push(" constant");
    }
    print_name(p, op);
    p.push("(");
    let value = module.prop(op, names::VALUE);
    if let Some(value) = value {
        p.attr(value);
    }
    p.push(")");
    print_comdat(p, op);
    let spelled = [
        "sym_name",
        "global_type",
        "constant",
        "value",
        "linkage",
        "unnamed_addr",
        "thread_local_",
        "visibility_",
        "comdat",
    ];
    print_full_dict_without(p, op, &spelled);
    if value.is_some_and(|value| matches!(ctx.attr_kind(value), AttrKind::String { .. })) {
        return;
    }
    p.push(" : ");
    if let Some(ty) = prop(p, op, "global_type") {
        p.attr(ty);
    }
    let region = module.regions(op)[0];
    if module.first_block(region).is_some() {
        p.push(" ");
        p.region(region, RegionStyle::BARE);
    }
}
