//! Custom forms of `linalg`: `ins(..) outs(..)`, and the bodies of named operations.

use crate::syntax::MlirVersion;
use smallvec::SmallVec;

use super::linalg_body::{
    ADD, Body, DIV, DIVU, MAX, MAXU, MIN, MINU, MUL, POW, SUB, Unary, is_synthesised, synthesise,
};
use super::vector::{dictionary, print_iterators, typed_iterators};
use crate::dialects::{AttrForm, OpDef, TypeRule, linalg_maps};
use crate::ir::{
    AffineMap, AttrId, AttrKind, Context, Dict, Module, OpId, StrId, TypeId, TypeKind, ValueId,
    names,
};
use crate::syntax::pieces::{
    Parse, list, opt_attr_dict, push_arrow_results, push_operands, set_segments, type_list,
};
use crate::syntax::{
    EntryArg, OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle, UseRef, pieces,
};

type Uses = SmallVec<[UseRef; 4]>;
type Types = SmallVec<[TypeId; 4]>;

macro_rules! parsers {
    ($($name:ident = $body:expr;)*) => {$(
        pub(in crate::dialects) fn $name(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
            structured(p, state, $body)
        }
    )*

    /// Whether the region of an operation is the one that the parser of the same name builds.
    pub(in crate::dialects) mod elided {
        use super::*;

        $(pub(in crate::dialects) fn $name(m: &Module, op: OpId) -> bool {
            is_synthesised(m, op, $body)
        })*
    }};
}

parsers! {
    parse_mac = Body::MultiplyAdd;
    parse_quantized = Body::QuantizedMultiplyAdd;
    parse_pool_sum = Body::Pool(ADD);
    parse_pool_max = Body::Pool(MAX);
    parse_pool_min = Body::Pool(MIN);
    parse_pool_max_unsigned = Body::Pool(MAXU);
    parse_pool_min_unsigned = Body::Pool(MINU);
    parse_exp = Body::Unary(Unary::Op("math.exp"));
    parse_log = Body::Unary(Unary::Op("math.log"));
    parse_abs = Body::Unary(Unary::Abs);
    parse_ceil = Body::Unary(Unary::Op("math.ceil"));
    parse_floor = Body::Unary(Unary::Op("math.floor"));
    parse_negf = Body::Unary(Unary::Op("arith.negf"));
    parse_reciprocal = Body::Unary(Unary::Reciprocal);
    parse_round = Body::Unary(Unary::Op("math.round"));
    parse_sqrt = Body::Unary(Unary::Op("math.sqrt"));
    parse_rsqrt = Body::Unary(Unary::Op("math.rsqrt"));
    parse_square = Body::Unary(Unary::Square);
    parse_tanh = Body::Unary(Unary::Op("math.tanh"));
    parse_erf = Body::Unary(Unary::Op("math.erf"));
    parse_add = Body::Binary(ADD);
    parse_sub = Body::Binary(SUB);
    parse_mul = Body::Binary(MUL);
    parse_div = Body::Binary(DIV);
    parse_div_unsigned = Body::Binary(DIVU);
    parse_max = Body::Binary(MAX);
    parse_min = Body::Binary(MIN);
    parse_powf = Body::Binary(POW);
    parse_select = Body::Select;
    parse_fill = Body::Fill;
    parse_copy = Body::Copy;
    parse_fill_rng_2d = Body::Random;
}

/// `ins(%a, %b : T, U)`, or the same after `outs`; empty if the keyword is absent.
fn operand_list(p: &mut OpParser<'_>, word: &str) -> Parse<(Uses, Types)> {
    if !p.eat_word(word) {
        return Ok((Uses::new(), Types::new()));
    }
    p.expect_literal("(")?;
    let uses = p.parse_uses()?;
    let mut types = Types::new();
    if p.eat_literal(":") {
        types = type_list(p)?;
    }
    p.expect_literal(")")?;
    p.check_count("operand types", uses.len(), types.len())?;
    Ok((uses, types))
}

/// Parses inputs and outputs as operands and returns their types.
fn ins_outs(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<(Types, Types)> {
    let (ins, in_types) = operand_list(p, "ins")?;
    let (outs, out_types) = operand_list(p, "outs")?;
    push_operands(p, state, &ins, &in_types)?;
    push_operands(p, state, &outs, &out_types)?;
    Ok((in_types, out_types))
}

fn tensors(p: &OpParser<'_>, types: &[TypeId]) -> Types {
    types
        .iter()
        .copied()
        .filter(|&ty| p.module().ctx.is_tensor(ty))
        .collect()
}

fn opt_results(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    push_arrow_results(p, state)?;
    Ok(())
}

/// `indexing_maps = [..]`: before the operands; in MLIR 20, after the results.
fn opt_maps(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("indexing_maps") {
        p.expect_literal("=")?;
        let maps = p.parse_attr()?;
        state.set(names::INDEXING_MAPS, maps);
    }
    Ok(())
}

fn structured(p: &mut OpParser<'_>, state: &mut OpState, body: Body) -> Parse<()> {
    opt_maps(p, state)?;
    if p.eat_literal("<") {
        let dict = p.parse_dict()?;
        p.expect_literal(">")?;
        state.take_dict(p, dict)?;
    }
    opt_attr_dict(p, state)?;
    let (in_types, out_types) = ins_outs(p, state)?;
    opt_results(p, state)?;
    opt_maps(p, state)?;
    set_segments(p, state, &[in_types.len(), out_types.len()]);
    if let Some(maps) = default_maps(p, state)
        && state.props.get(names::INDEXING_MAPS).is_none()
    {
        state.set(names::INDEXING_MAPS, maps);
    }
    let elements: Types = in_types
        .iter()
        .chain(&out_types)
        .map(|&ty| match p.module().ctx.type_kind(ty) {
            // A vector counts as one element here.
            TypeKind::Vector { .. } => ty,
            _ => p.module().ctx.element_or_self(ty),
        })
        .collect();
    let region = p.module_mut().create_region();
    let block = p.module_mut().append_block(region);
    for &ty in &elements {
        p.module_mut().add_block_arg(block, ty);
    }
    state.regions.push(region);
    let result = synthesise(p, state, block, body)
        .ok_or_else(|| p.err_at(state.span, ParseErrorKind::NoNamedBody))?;
    p.emit(block, "linalg.yield", &[result], None, Dict::default());
    Ok(())
}

/// The indexing maps that MLIR uses if the text of a matrix product contains none.
fn matmul_maps(def: &OpDef) -> Option<Vec<AffineMap>> {
    let has_maps = def.attrs.iter().any(|attr| attr.name == "indexing_maps");
    let maps = || linalg_maps::maps(def.indexing_maps, 3, 0, &[], &[]);
    has_maps.then(maps).flatten()
}

fn default_maps(p: &mut OpParser<'_>, state: &OpState) -> Option<AttrId> {
    let maps = matmul_maps(state.def?)?;
    let maps = maps.into_iter();
    let maps: Vec<AttrId> = maps
        .map(|map| p.ctx_mut().attr(AttrKind::AffineMap(map)))
        .collect();
    Some(p.ctx_mut().attr(AttrKind::Array(maps.into())))
}

fn print_list(p: &mut OpPrinter<'_>, word: &str, values: &[ValueId]) {
    if !values.is_empty() {
        p.push(word);
        p.push("(");
        p.values_and_types(values);
        p.push(")");
    }
}

fn print_ins_outs(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ins = module.operand_range(op, 0);
    let outs = module.operand_range(op, 1);
    print_list(p, " ins", &module.operands(op)[ins]);
    print_list(p, " outs", &module.operands(op)[outs]);
}

fn print_results(p: &mut OpPrinter<'_>, op: OpId) {
    if p.module().result_count(op) > 0 {
        p.push(" -> ");
        p.result_types(op);
    }
}

pub(in crate::dialects) fn print_structured(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    if let Some(maps) = module.prop(op, names::INDEXING_MAPS)
        && !is_default_maps(p, op, maps)
    {
        p.push(" indexing_maps = ");
        p.attr(maps);
    }
    p.attr_dict(op, &[names::INDEXING_MAPS], false);
    print_ins_outs(p, op);
    print_results(p, op);
}

fn is_default_maps(p: &OpPrinter<'_>, op: OpId, maps: AttrId) -> bool {
    let ctx = &p.module().ctx;
    let AttrKind::Array(maps) = ctx.attr_kind(maps) else {
        return false;
    };
    let is_map = |(&attr, expected): (&AttrId, &AffineMap)| matches!(ctx.attr_kind(attr), AttrKind::AffineMap(map) if map == expected);
    let expected = p.module().def(op).and_then(matmul_maps);
    expected.is_some_and(|expected| {
        maps.len() == expected.len() && maps.iter().zip(&expected).all(is_map)
    })
}

/// An operation on buffers has no result.
pub(in crate::dialects) static IF_TENSOR: TypeRule = TypeRule {
    expected: "a tensor",
    compute: |ctx, ty, _| ctx.is_tensor(ty).then_some(ty),
};

/// `kind = #linalg.elementwise_kind<add> indexing_maps = [..] {..} ins(..) outs(..) -> types`.
pub(in crate::dialects) fn parse_elementwise(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let at = p.here();
    let kind = if p.at_literal("<") {
        p.note_versions(MlirVersion::V24, MlirVersion::V24);
        p.attr_in_form(AttrForm::AngleEnum("linalg.elementwise_kind"))?
    } else {
        p.expect_literal("kind")?;
        p.expect_literal("=")?;
        p.parse_attr()?
    };
    pieces::set_prop(p, state, "kind", kind);
    let Some(body) = kind_body(&p.module().ctx, kind) else {
        let other = "no kind of elementwise operation";
        return Err(pieces::attribute_expected(p, at, other));
    };
    structured(p, state, body)?;
    if state.props.get(names::INDEXING_MAPS).is_none()
        && let Some(block) = p.module().first_block(state.regions[0])
        && let Some(&out) = state.operands.last()
    {
        let count = p.module().block_args(block).len();
        let rank = p
            .module()
            .ctx
            .shape(p.module().value_type(out))
            .map_or(0, <[i64]>::len);
        let map = AttrKind::AffineMap(AffineMap::identity(rank as u32));
        let map = p.ctx_mut().attr(map);
        let maps = p.ctx_mut().attr(AttrKind::Array(vec![map; count].into()));
        state.set(names::INDEXING_MAPS, maps);
    }
    Ok(())
}

/// `{fun = #linalg.unary_fn<exp>} ins(..) outs(..) -> types`.
pub(in crate::dialects) fn parse_elemwise(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    opt_attr_dict(p, state)?;
    let kind = elemwise_kind(&p.module().ctx, state);
    let body = elementwise_body(&kind).ok_or_else(|| p.err(ParseErrorKind::NoNamedBody))?;
    structured(p, state, body)
}

/// The word of `fun`, or its default.
pub(super) fn elemwise_kind(ctx: &Context, state: &OpState) -> String {
    let fun = ctx.find_str("fun").and_then(|name| state.props.get(name));
    match fun.map(|fun| ctx.attr_kind(fun)) {
        Some(AttrKind::Opaque { body, .. }) => {
            let body = ctx.text(*body);
            let word = body.split_once('<').map_or("", |(_, word)| word);
            word.trim_end_matches('>').to_owned()
        }
        _ if state
            .def
            .is_some_and(|def| def.name == "linalg.elemwise_binary") =>
        {
            "add".to_owned()
        }
        _ => "exp".to_owned(),
    }
}

/// Like the functions of [`elided`], for `linalg.elementwise`: the body depends on the attribute `kind`.
pub(in crate::dialects) fn elided_elementwise(m: &Module, op: OpId) -> bool {
    let kind = m.ctx.find_str("kind").and_then(|name| m.prop(op, name));
    let body = kind.and_then(|kind| kind_body(&m.ctx, kind));
    body.is_some_and(|body| is_synthesised(m, op, body))
}

/// The body of a `#linalg.elementwise_kind<word>`.
fn kind_body(ctx: &Context, kind: AttrId) -> Option<Body> {
    let AttrKind::Opaque { body, .. } = ctx.attr_kind(kind) else {
        return None;
    };
    let body = ctx.text(*body);
    let word = body.split_once('<').map_or("", |(_, word)| word);
    elementwise_body(word.trim_end_matches('>'))
}

fn elementwise_body(kind: &str) -> Option<Body> {
    Some(match kind {
        "exp" => Body::Unary(Unary::Op("math.exp")),
        "log" => Body::Unary(Unary::Op("math.log")),
        "abs" => Body::Unary(Unary::Abs),
        "ceil" => Body::Unary(Unary::Op("math.ceil")),
        "floor" => Body::Unary(Unary::Op("math.floor")),
        "negf" => Body::Unary(Unary::Op("arith.negf")),
        "reciprocal" => Body::Unary(Unary::Reciprocal),
        "round" => Body::Unary(Unary::Op("math.round")),
        "sqrt" => Body::Unary(Unary::Op("math.sqrt")),
        "rsqrt" => Body::Unary(Unary::Op("math.rsqrt")),
        "square" => Body::Unary(Unary::Square),
        "tanh" => Body::Unary(Unary::Op("math.tanh")),
        "erf" => Body::Unary(Unary::Op("math.erf")),
        "add" => Body::Binary(ADD),
        "sub" => Body::Binary(SUB),
        "mul" => Body::Binary(MUL),
        "div" => Body::Binary(DIV),
        "div_unsigned" => Body::Binary(DIVU),
        "max_signed" => Body::Binary(MAX),
        "min_signed" => Body::Binary(MIN),
        "max_unsigned" => Body::Binary(MAXU),
        "min_unsigned" => Body::Binary(MINU),
        "powf" => Body::Binary(POW),
        "select" => Body::Select,
        _ => return None,
    })
}

pub(in crate::dialects) fn print_elementwise(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    if let Some(kind) = pieces::prop(p, op, "kind") {
        if p.version() < MlirVersion::V24 {
            p.push(" kind=");
            p.attr(kind);
        } else {
            p.push(" ");
            p.attr_in_form(AttrForm::AngleEnum("linalg.elementwise_kind"), kind);
        }
    }
    let out = module.operands(op).last().copied();
    let rank = out
        .and_then(|out| ctx.shape(module.value_type(out)))
        .map_or(0, <[i64]>::len);
    let identity = AffineMap::identity(rank as u32);
    if let Some(maps) = module.prop(op, names::INDEXING_MAPS)
        && let AttrKind::Array(items) = ctx.attr_kind(maps)
        && !items.iter().all(
            |&item| matches!(ctx.attr_kind(item), AttrKind::AffineMap(map) if *map == identity),
        )
    {
        p.push(" indexing_maps = ");
        p.attr(maps);
    }
    pieces::print_dict_without(p, op, &["kind", "indexing_maps"]);
    print_ins_outs(p, op);
    print_results(p, op);
}

/// `linalg.generic {maps, iterators} ins(..) outs(..) attrs = {..} {body} -> types`.
pub(in crate::dialects) fn parse_generic(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let at = p.here();
    let dict = dictionary(p)?;
    state.take_dict(p, dict)?;
    if let Some(types) = state.props.get(names::ITERATOR_TYPES) {
        let types = typed_iterators(p, at, "linalg", types)?;
        state.set(names::ITERATOR_TYPES, types);
    }
    let (ins, outs) = ins_outs(p, state)?;
    set_segments(p, state, &[ins.len(), outs.len()]);
    if p.eat_word("attrs") {
        p.expect_literal("=")?;
        let dict = p.parse_dict()?;
        state.take_dict(p, dict)?;
    }
    let region = p.parse_region(&[])?;
    state.regions.push(region);
    opt_results(p, state)
}

pub(in crate::dialects) fn print_generic(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    let keys: SmallVec<[StrId; 4]> = ["doc", "indexing_maps", "iterator_types", "library_call"]
        .iter()
        .filter_map(|name| ctx.find_str(name))
        .collect();
    p.push(" {");
    let mut is_first = true;
    for &key in &keys {
        let Some(attr) = module.prop(op, key) else {
            continue;
        };
        if !is_first {
            p.push(", ");
        }
        is_first = false;
        p.attr_name(ctx.bytes(key));
        p.push(" = ");
        if key == names::ITERATOR_TYPES {
            print_iterators(p, attr);
        } else {
            p.attr(attr);
        }
    }
    p.push("}");
    print_ins_outs(p, op);
    let rest = module.attrs(op).sorted(ctx);
    if !rest.is_empty() {
        p.push(" attrs =  ");
        p.dict(&rest);
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::FULL);
    print_results(p, op);
}

/// `{ arith.addf }`: the payload of a short form.
fn opt_payload(p: &mut OpParser<'_>) -> Parse<Option<(StrId, crate::ir::Dict)>> {
    if !p.at_literal("{") {
        return Ok(None);
    }
    p.bump();
    let name = p.word();
    let name = p.ctx_mut().str(name);
    p.bump();
    let dict = if p.at_literal("{") {
        p.parse_dict()?
    } else {
        crate::ir::Dict::default()
    };
    p.expect_literal("}")?;
    Ok(Some((name, dict)))
}

/// Builds the region of a short form: one operation on the block's arguments, yielded.
fn payload_region(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    payload: (StrId, crate::ir::Dict),
    arg_types: &[TypeId],
    operand_order: &[usize],
) -> Parse<()> {
    let region = p.module_mut().create_region();
    let block = p.module_mut().append_block(region);
    let args: SmallVec<[ValueId; 4]> = arg_types
        .iter()
        .map(|&ty| p.module_mut().add_block_arg(block, ty))
        .collect();
    let operands: SmallVec<[ValueId; 4]> = operand_order
        .iter()
        .filter_map(|&index| args.get(index).copied())
        .collect();
    let ty = arg_types.last().copied();
    let name = p.module().ctx.text(payload.0).into_owned();
    let result = p
        .emit(block, &name, &operands, ty, payload.1)
        .ok_or_else(|| p.err_at(state.span, ParseErrorKind::NoNamedBody))?;
    p.emit(block, "linalg.yield", &[result], None, Dict::default());
    state.regions.push(region);
    Ok(())
}

/// `(%in: f32, %init: f32) { .. }`.
fn args_and_region(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let mut args: SmallVec<[EntryArg; 4]> = SmallVec::new();
    list(p, ["(", ")"], |p| {
        let name = p.parse_value_name()?;
        p.expect_literal(":")?;
        let ty = p.parse_type()?;
        let loc = p.try_parse_trailing_loc()?;
        args.push(EntryArg { name, ty, loc });
        Ok(())
    })?;
    let region = p.parse_region(&args)?;
    state.regions.push(region);
    Ok(())
}

/// The types of the elements of inputs and outputs.
fn elements(p: &OpParser<'_>, ins: &[TypeId], outs: &[TypeId]) -> Types {
    let types = ins.iter().chain(outs);
    types
        .map(|&ty| p.module().ctx.element_or_self(ty))
        .collect()
}

pub(in crate::dialects) fn parse_map(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let payload = opt_payload(p)?;
    let (ins, outs) = ins_outs(p, state)?;
    state.results.extend(tensors(p, &outs));
    opt_attr_dict(p, state)?;
    let elements = elements(p, &ins, &outs);
    match payload {
        Some(payload) => {
            let order: SmallVec<[usize; 4]> = (0..ins.len()).collect();
            payload_region(p, state, payload, &elements, &order)
        }
        None => args_and_region(p, state),
    }
}

pub(in crate::dialects) fn parse_reduce(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let payload = opt_payload(p)?;
    let (ins, outs) = ins_outs(p, state)?;
    state.results.extend(tensors(p, &outs));
    int_list_property(p, state, "dimensions")?;
    opt_attr_dict(p, state)?;
    let elements = elements(p, &ins, &outs);
    match payload {
        Some(payload) => {
            let mut order: SmallVec<[usize; 4]> = (ins.len()..elements.len()).collect();
            order.extend(0..ins.len());
            payload_region(p, state, payload, &elements, &order)
        }
        None => args_and_region(p, state),
    }
}

fn int_list_property(p: &mut OpParser<'_>, state: &mut OpState, name: &'static str) -> Parse<()> {
    p.expect_word(name)?;
    p.expect_literal("=")?;
    let values = p.int_list(64)?;
    let attr = p.ctx_mut().i64_array(&values);
    let name = p.ctx_mut().str(name);
    state.set(name, attr);
    Ok(())
}

/// The single operation of a body that the short form can express.
fn short_payload(p: &OpPrinter<'_>, op: OpId, order: &[usize]) -> Option<OpId> {
    let module = p.module();
    let block = module.first_block(*module.regions(op).first()?)?;
    let payload = module.first_op(block)?;
    let yields = module.next_op(payload)?;
    let args = module.block_args(block);
    let result = module.result(payload, 0)?;
    let expected: SmallVec<[ValueId; 4]> = order
        .iter()
        .filter_map(|&index| args.get(index).copied())
        .collect();
    (module.next_op(yields).is_none()
        && module.result_count(payload) == 1
        && module.operands(yields) == [result]
        && module.attrs(yields).is_empty()
        && module.regions(payload).is_empty()
        && module.successors(payload).is_empty()
        && module.operands(payload) == &expected[..]
        && args
            .last()
            .is_some_and(|&last| module.value_type(last) == module.value_type(result)))
    .then_some(payload)
}

fn print_payload(p: &mut OpPrinter<'_>, payload: OpId) {
    let module = p.module();
    p.push(" { ");
    let name = module.op_name_text(payload).into_owned();
    p.push(&name);
    let mut dict = crate::ir::Dict::default();
    for (key, attr) in module
        .props(payload)
        .iter()
        .chain(module.attrs(payload).iter())
    {
        let is_plain_fastmath = key == names::FASTMATH
            && matches!(module.ctx.attr_kind(attr), AttrKind::Opaque { body, .. }
                if module.ctx.bytes(*body) == b"fastmath<none>");
        if !is_plain_fastmath {
            dict.set(key, attr);
        }
    }
    if !dict.is_empty() {
        p.push(" ");
        p.dict(&dict.sorted(&module.ctx));
    }
    p.push(" }");
}

fn print_args_and_region(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let region = module.regions(op)[0];
    let Some(block) = module.first_block(region) else {
        return;
    };
    p.indented(1, &mut |p| {
        p.newline();
        p.push("(");
        p.typed_args(module.block_args(block));
        p.push(") ");
        p.region(
            region,
            RegionStyle {
                entry_label: false,
                elide_terminator: false,
            },
        );
    });
}

pub(in crate::dialects) fn print_map(p: &mut OpPrinter<'_>, op: OpId) {
    let order: SmallVec<[usize; 4]> = p.module().operand_range(op, 0).collect();
    let payload = if order.is_empty() {
        None
    } else {
        short_payload(p, op, &order)
    };
    if let Some(payload) = payload {
        print_payload(p, payload);
    }
    print_ins_outs(p, op);
    p.attr_dict(op, &[], false);
    if payload.is_none() {
        print_args_and_region(p, op);
    }
}

pub(in crate::dialects) fn print_reduce(p: &mut OpPrinter<'_>, op: OpId) {
    let ins = p.module().operand_range(op, 0);
    let mut order: SmallVec<[usize; 4]> = p.module().operand_range(op, 1).collect();
    order.extend(ins);
    let payload = short_payload(p, op, &order);
    if let Some(payload) = payload {
        print_payload(p, payload);
    }
    print_ins_outs(p, op);
    print_int_list(p, op, "dimensions");
    if payload.is_none() {
        print_args_and_region(p, op);
    }
}

fn print_int_list(p: &mut OpPrinter<'_>, op: OpId, name: &'static str) {
    let Some(key) = p.module().ctx.find_str(name) else {
        return;
    };
    p.push(" ");
    p.push(name);
    p.push(" = [");
    p.ints(p.module().prop_array(op, key));
    p.push("]");
    // mlir-opt prints this space even if nothing follows.
    p.push(" ");
    p.attr_dict(op, &[key], false);
}

/// `ins(..) outs(..) permutation = [..]`.
pub(in crate::dialects) fn parse_transpose(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    parse_rearrangement(p, state, "permutation")
}

pub(in crate::dialects) fn print_transpose(p: &mut OpPrinter<'_>, op: OpId) {
    print_ins_outs(p, op);
    print_int_list(p, op, "permutation");
}

/// `ins(..) outs(..) dimensions = [..]`.
pub(in crate::dialects) fn parse_broadcast(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    parse_rearrangement(p, state, "dimensions")
}

pub(in crate::dialects) fn print_broadcast(p: &mut OpPrinter<'_>, op: OpId) {
    print_ins_outs(p, op);
    print_int_list(p, op, "dimensions");
}

fn parse_rearrangement(p: &mut OpParser<'_>, state: &mut OpState, name: &'static str) -> Parse<()> {
    let (ins, outs) = ins_outs(p, state)?;
    state.results.extend(tensors(p, &outs));
    int_list_property(p, state, name)?;
    opt_attr_dict(p, state)?;
    let region = p.module_mut().create_region();
    let block = p.module_mut().append_block(region);
    let args: SmallVec<[ValueId; 2]> = ins
        .iter()
        .chain(&outs)
        .map(|&ty| {
            let element = p.module().ctx.element_or_self(ty);
            p.module_mut().add_block_arg(block, element)
        })
        .collect();
    p.emit(
        block,
        "linalg.yield",
        &args[..1.min(args.len())],
        None,
        Dict::default(),
    );
    state.regions.push(region);
    Ok(())
}
