//! Function-like operations: `func.func` and everything that shares its signature syntax.

use smallvec::SmallVec;

use super::pieces::{Parse, list, opt_attr_dict_with_keyword};
use super::{EntryArg, OpParser, OpPrinter, OpState, RegionStyle};
use crate::ir::{AttrId, AttrKind, Dict, Module, OpId, TypeId, TypeKind, ValueId, names};

/// The arguments and results in the text of a function.
pub struct Signature {
    /// Names and types, if the arguments are named.
    pub args: SmallVec<[EntryArg; 4]>,
    /// Types of the arguments.
    pub arg_types: SmallVec<[TypeId; 4]>,
    /// Attributes of each argument, as a dictionary.
    pub arg_attrs: Vec<AttrId>,
    /// Whether `...` follows the arguments.
    pub is_variadic: bool,
    /// Types of the results.
    pub result_types: SmallVec<[TypeId; 4]>,
    /// Attributes of each result, as a dictionary.
    pub result_attrs: Vec<AttrId>,
}

impl Signature {
    /// Sets the attributes of the arguments and results of a function, where there are any.
    pub fn set_attrs(&self, p: &mut OpParser<'_>, state: &mut OpState) {
        for (key, attrs) in [
            (names::ARG_ATTRS, &self.arg_attrs),
            (names::RES_ATTRS, &self.result_attrs),
        ] {
            if attrs.iter().any(|&attr| !is_empty_dict(p.module(), attr)) {
                let array = p.ctx_mut().attr(AttrKind::Array(attrs[..].into()));
                state.set(key, array);
            }
        }
    }
}

/// `visibility? @name(args) -> results attributes {..} body?`.
///
/// # Errors
///
/// A parse error where the text has another form.
pub fn parse(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    for word in ["public", "private", "nested"] {
        if p.eat_word(word) {
            let attr = p.ctx_mut().string_attr(word);
            state.set(names::SYM_VISIBILITY, attr);
            break;
        }
    }
    let name = p.parse_symbol_name()?;
    let name = p.ctx_mut().attr(AttrKind::String {
        value: name,
        ty: None,
    });
    state.set(names::SYM_NAME, name);
    let signature = signature(p, false)?;
    let ty = p
        .ctx_mut()
        .function_type(&signature.arg_types, &signature.result_types);
    let ty = p.ctx_mut().attr(AttrKind::Type(ty));
    state.set(names::FUNCTION_TYPE, ty);
    signature.set_attrs(p, state);
    opt_attr_dict_with_keyword(p, state)?;
    if p.at_literal("{") {
        let body = p.here();
        let region = p.parse_region(&signature.args)?;
        if p.module().first_block(region).is_none() {
            return Err(p.err_at(body, crate::syntax::ParseErrorKind::EmptyFunctionBody));
        }
        state.regions.push(region);
    } else {
        let region = p.module_mut().create_region();
        state.regions.push(region);
    }
    Ok(())
}

/// Whether an attribute is a dictionary without entries.
pub fn is_empty_dict(module: &Module, attr: AttrId) -> bool {
    matches!(module.ctx.attr_kind(attr), AttrKind::Dictionary(entries) if entries.is_empty())
}

/// `(%a: T {..}, ...) -> results`.
///
/// # Errors
///
/// A parse error where the text has another form.
pub fn signature(p: &mut OpParser<'_>, allow_variadic: bool) -> Parse<Signature> {
    let mut signature = Signature {
        args: SmallVec::new(),
        arg_types: SmallVec::new(),
        arg_attrs: Vec::new(),
        is_variadic: false,
        result_types: SmallVec::new(),
        result_attrs: Vec::new(),
    };
    p.expect_literal("(")?;
    while !p.at_literal(")") {
        if allow_variadic && p.at_literal("...") {
            p.bump();
            signature.is_variadic = true;
            break;
        }
        let is_named = p.word().first() == Some(&b'%');
        if signature.args.len() != signature.arg_types.len() * usize::from(is_named) {
            return Err(p.expected(if is_named {
                "type"
            } else {
                "SSA argument name"
            }));
        }
        let name = if is_named {
            Some(p.parse_value_name()?)
        } else {
            None
        };
        if is_named {
            p.expect_literal(":")?;
        }
        let ty = p.parse_type()?;
        signature.arg_types.push(ty);
        let attrs = dict_attr(p)?;
        signature.arg_attrs.push(attrs);
        let loc = p.try_parse_trailing_loc()?;
        if let Some(name) = name {
            signature.args.push(EntryArg { name, ty, loc });
        }
        if !p.at_literal(",") {
            break;
        }
        p.bump();
    }
    p.expect_literal(")")?;
    if p.eat_literal("->") {
        results(p, &mut signature)?;
    }
    Ok(signature)
}

fn results(p: &mut OpParser<'_>, signature: &mut Signature) -> Parse<()> {
    if !p.at_literal("(") {
        let ty = p.parse_type()?;
        signature.result_types.push(ty);
        let empty = p.dict_to_attr(&Dict::default());
        signature.result_attrs.push(empty);
        return Ok(());
    }
    list(p, ["(", ")"], |p| {
        let ty = p.parse_type()?;
        signature.result_types.push(ty);
        let attrs = dict_attr(p)?;
        signature.result_attrs.push(attrs);
        Ok(())
    })
}

fn dict_attr(p: &mut OpParser<'_>) -> Parse<AttrId> {
    let dict = if p.at_literal("{") {
        p.parse_dict()?
    } else {
        Dict::default()
    };
    Ok(p.dict_to_attr(&dict))
}

/// Prints the syntax of [`parse`].
pub fn print(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    p.push(" ");
    if let Some(visibility) = module
        .prop(op, names::SYM_VISIBILITY)
        .and_then(|a| ctx.attr_str(a))
    {
        let text = ctx.text(visibility).into_owned();
        p.push(&text);
        p.push(" ");
    }
    if let Some(name) = module.symbol_name(op) {
        p.symbol_name(ctx.bytes(name));
    }
    let (inputs, results) = module.signature(op).unwrap_or_default();
    let entry = module
        .regions(op)
        .first()
        .and_then(|&region| module.first_block(region));
    let args = entry.map_or(&[][..], |entry| module.block_args(entry));
    print_args(p, args, inputs, module.prop_elements(op, names::ARG_ATTRS));
    print_result_list(p, results, module.prop_elements(op, names::RES_ATTRS));
    p.attr_dict(
        op,
        &[
            names::SYM_NAME,
            names::SYM_VISIBILITY,
            names::FUNCTION_TYPE,
            names::ARG_ATTRS,
            names::RES_ATTRS,
        ],
        true,
    );
    if entry.is_some() {
        p.push(" ");
        if let Some(&region) = module.regions(op).first() {
            p.region(region, RegionStyle::BARE);
        }
    }
}

/// `(%a: T {..}, %b: U)`, or only the types if there are no arguments.
pub fn print_args(p: &mut OpPrinter<'_>, args: &[ValueId], types: &[TypeId], attrs: &[AttrId]) {
    p.push("(");
    for (index, &ty) in types.iter().enumerate() {
        if index > 0 {
            p.push(", ");
        }
        if let Some(&arg) = args.get(index) {
            p.value(arg);
            p.push(": ");
        }
        p.ty(ty);
        print_value_attrs(p, attrs.get(index).copied());
        if let Some(&arg) = args.get(index) {
            p.arg_loc(arg);
        }
    }
    p.push(")");
}

/// ` -> T`, ` -> (T {..}, U)`, or nothing.
pub fn print_result_list(p: &mut OpPrinter<'_>, results: &[TypeId], attrs: &[AttrId]) {
    if results.is_empty() {
        return;
    }
    p.push(" -> ");
    let is_function =
        |ty: TypeId| matches!(p.module().ctx.type_kind(ty), TypeKind::Function { .. });
    let has_attrs = attrs.iter().any(|&attr| !is_empty_dict(p.module(), attr));
    let needs_parens = results.len() != 1 || is_function(results[0]) || has_attrs;
    if needs_parens {
        p.push("(");
    }
    for (index, &ty) in results.iter().enumerate() {
        if index > 0 {
            p.push(", ");
        }
        p.ty(ty);
        print_value_attrs(p, attrs.get(index).copied());
    }
    if needs_parens {
        p.push(")");
    }
}

/// ` {..}`, unless it is empty.
pub fn print_value_attrs(p: &mut OpPrinter<'_>, attrs: Option<AttrId>) {
    if let Some(attrs) = attrs
        && let AttrKind::Dictionary(entries) = p.module().ctx.attr_kind(attrs)
        && !entries.is_empty()
    {
        p.push(" ");
        p.dict(entries);
    }
}
