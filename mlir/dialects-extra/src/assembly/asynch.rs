//! Custom forms of `async`: deferred work.

use smallvec::SmallVec;

use memplan_mlir::dialects::TypeRule;
use memplan_mlir::ir::{Context, OpId, TypeId, TypeKind, ValueId};
use memplan_mlir::syntax::pieces::{
    Parse, list, opt_attr_dict, opt_attr_dict_with_keyword, push_arrow_results, push_operands,
    push_region, push_uniform, set_segments,
};
use memplan_mlir::syntax::{EntryArg, OpParser, OpPrinter, OpState, RegionStyle, UseRef};

/// `T` of `!async.value<T>`.
pub(crate) static PAYLOAD: TypeRule = TypeRule {
    expected: "an `!async.value`",
    compute: |ctx, ty, _| payload(ctx, ty),
};

fn payload(ctx: &mut Context, ty: TypeId) -> Option<TypeId> {
    let TypeKind::Opaque { dialect, body } = *ctx.type_kind(ty) else {
        return None;
    };
    let body = ctx.text(body);
    let inner = body.strip_prefix("value<")?.strip_suffix('>')?.to_owned();
    if ctx.bytes(dialect) != b"async" {
        return None;
    }
    ctx.type_from_text(inner.as_bytes()).ok()
}

/// `[%t] (%v as %a: !async.value<T>) -> types attributes {..} {..}`.
pub(crate) fn parse_execute(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let token = p.named_type("!async.token")?;
    let mut tokens: SmallVec<[UseRef; 4]> = SmallVec::new();
    if p.eat_literal("[") {
        tokens = p.parse_uses()?;
        p.expect_literal("]")?;
    }
    push_uniform(p, state, &tokens, token)?;
    let mut args: SmallVec<[EntryArg; 4]> = SmallVec::new();
    if p.at_literal("(") {
        list(p, ["(", ")"], |p| {
            let used = p.parse_use()?;
            p.expect_literal("as")?;
            let name = p.parse_value_name()?;
            p.expect_literal(":")?;
            let at = p.here();
            let ty = p.parse_type()?;
            let Some(inner) = payload(p.ctx_mut(), ty) else {
                return Err(p.invalid(at, "type", "expected an `!async.value`"));
            };
            push_operands(p, state, &[used], &[ty])?;
            args.push(EntryArg {
                name,
                ty: inner,
                loc: None,
            });
            Ok(())
        })?;
    }
    set_segments(p, state, &[tokens.len(), args.len()]);
    state.results.push(token);
    push_arrow_results(p, state)?;
    opt_attr_dict_with_keyword(p, state)?;
    push_region(p, state, &args)
}

pub(crate) fn print_execute(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let region = module.regions(op)[0];
    let group = |index| module.operands_of(op, index);
    if !group(0).is_empty() {
        p.push(" [");
        p.values(group(0));
        p.push("]");
    }
    let args = module
        .first_block(region)
        .map_or(&[][..], |entry| module.block_args(entry));
    for (index, (&value, &arg)) in group(1).iter().zip(args).enumerate() {
        p.push(if index > 0 { ", " } else { " (" });
        p.value(value);
        p.push(" as ");
        p.value(arg);
        p.push(": ");
        p.ty(module.value_type(value));
    }
    if !group(1).is_empty() {
        p.push(")");
    }
    let results: SmallVec<[ValueId; 4]> = module.results(op).skip(1).collect();
    if !results.is_empty() {
        p.push(" -> ");
        p.push(if results.len() > 1 { "(" } else { "" });
        p.types_of(results.iter().copied());
        p.push(if results.len() > 1 { ")" } else { "" });
    }
    p.attr_dict(op, &[], true);
    p.push(" ");
    p.region(region, RegionStyle::BARE);
}

/// `%storage {..} : !async.value<T>`; the result is the payload.
pub(crate) fn parse_runtime_load(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let used = p.parse_use()?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = value_type(p)?;
    push_uniform(p, state, &[used], ty)?;
    state.results.extend(payload(p.ctx_mut(), ty));
    Ok(())
}

/// `!async.value<T>`, or `<T>`, as mlir-opt prints it where no other type is possible.
fn value_type(p: &mut OpParser<'_>) -> Parse<TypeId> {
    if !p.at_literal("<") {
        return p.parse_type();
    }
    p.bump();
    let inner = p.parse_type()?;
    p.expect_literal(">")?;
    let text = format!("!async.value<{}>", p.module().ctx.type_text(inner));
    p.ctx_mut().type_from_text(text.as_bytes())
}

/// ` : <T>` for a value of type `!async.value<T>`.
fn print_value_type(p: &mut OpPrinter<'_>, value: ValueId) {
    let text = p.module().ctx.type_text(p.module().value_type(value));
    p.push(" : ");
    p.push(text.strip_prefix("!async.value").unwrap_or(&text));
}

pub(crate) fn print_runtime_load(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    p.attr_dict(op, &[], false);
    print_value_type(p, operands[0]);
}

/// `%value, %storage {..} : !async.value<T>`.
pub(crate) fn parse_runtime_store(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_use()?;
    p.expect_literal(",")?;
    let storage = p.parse_use()?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let at = p.here();
    let ty = value_type(p)?;
    let Some(inner) = payload(p.ctx_mut(), ty) else {
        return Err(p.invalid(at, "type", "expected an `!async.value`"));
    };
    push_operands(p, state, &[value, storage], &[inner, ty])
}

pub(crate) fn print_runtime_store(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    p.attr_dict(op, &[], false);
    print_value_type(p, operands[1]);
}
