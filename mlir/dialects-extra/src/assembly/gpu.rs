//! Custom forms of `gpu`: kernels and their launch.

use smallvec::SmallVec;

use memplan_mlir::ir::{AttrId, AttrKind, OpId, Span, TypeId, TypeKind, ValueId, names};
use memplan_mlir::syntax::function::{
    Signature, print_args, print_result_list, print_value_attrs, signature,
};
use memplan_mlir::syntax::pieces::{
    ArgName, Parse, list, opt_attr_dict, opt_attr_dict_with_keyword, print_dict_without, prop,
    push_arrow_results, push_operands, push_region, push_uniform, set_prop, set_segments,
};
use memplan_mlir::syntax::{
    EntryArg, MlirVersion, OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle, UseRef,
    pieces,
};

type Uses = SmallVec<[UseRef; 4]>;

/// The first twelve arguments of a launch: positions and sizes of block and thread in x, y and z.
const GRID_ARGS: usize = 12;

// Functions.

/// `workgroup(%a : T, %b : U)`: arguments in the memory of the workgroup or thread.
fn attributions(p: &mut OpParser<'_>, word: &str) -> Parse<(Vec<EntryArg>, Vec<AttrId>)> {
    let mut args = Vec::new();
    let mut attrs = Vec::new();
    if !p.eat_word(word) {
        return Ok((args, attrs));
    }
    list(p, ["(", ")"], |p| {
        let name = p.parse_value_name()?;
        p.expect_literal(":")?;
        let ty = p.parse_type()?;
        let dict = if p.at_literal("{") {
            p.parse_dict()?
        } else {
            memplan_mlir::ir::Dict::default()
        };
        attrs.push(p.dict_to_attr(&dict));
        let loc = p.try_parse_trailing_loc()?;
        args.push(EntryArg { name, ty, loc });
        Ok(())
    })?;
    Ok((args, attrs))
}

/// Stores the dictionaries of attributions, unless all are empty.
fn set_attribution_attrs(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    name: &'static str,
    attrs: Vec<AttrId>,
) {
    let is_empty = |&attr: &AttrId| matches!(p.module().ctx.attr_kind(attr), AttrKind::Dictionary(entries) if entries.is_empty());
    if !attrs.iter().all(is_empty) {
        let attr = p.ctx_mut().attr(AttrKind::Array(attrs.into()));
        set_prop(p, state, name, attr);
    }
}

/// Sets the number of arguments that are memory of the workgroup.
fn set_workgroup_count(p: &mut OpParser<'_>, state: &mut OpState, count: usize) {
    let attr = p.ctx_mut().i64_attr(count as i64);
    let name = p.ctx_mut().str("workgroup_attributions");
    state.attrs.set(name, attr);
}

fn workgroup_count(p: &OpPrinter<'_>, op: OpId) -> usize {
    let key = p.module().ctx.find_str("workgroup_attributions");
    let attr = key.and_then(|key| p.module().attr(op, key));
    let count = attr.and_then(|attr| p.module().ctx.attr_i64(attr));
    count
        .and_then(|count| usize::try_from(count).ok())
        .unwrap_or(0)
}

/// `@name(args) -> results workgroup(..) private(..) kernel attributes {..} {..}`.
pub(crate) fn parse_func(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_symbol_name()?;
    let name = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    state.attrs.set(names::SYM_NAME, name);
    let Signature {
        mut args,
        arg_types,
        arg_attrs,
        result_types,
        result_attrs,
        ..
    } = signature(p, false)?;
    p.check_count("argument names", arg_types.len(), args.len())?;
    let ty = p.ctx_mut().function_type(&arg_types, &result_types);
    let ty = p.ctx_mut().attr(AttrKind::Type(ty));
    state.set(names::FUNCTION_TYPE, ty);
    set_attribution_attrs(p, state, "arg_attrs", arg_attrs);
    set_attribution_attrs(p, state, "res_attrs", result_attrs);
    let (workgroup, attrs) = attributions(p, "workgroup")?;
    set_workgroup_count(p, state, workgroup.len());
    set_attribution_attrs(p, state, "workgroup_attrib_attrs", attrs);
    args.extend(workgroup);
    let (private, attrs) = attributions(p, "private")?;
    set_attribution_attrs(p, state, "private_attrib_attrs", attrs);
    args.extend(private);
    if p.eat_word("kernel") {
        let (name, unit) = (p.ctx_mut().str("gpu.kernel"), p.ctx_mut().unit_attr());
        state.attrs.set(name, unit);
    }
    opt_attr_dict_with_keyword(p, state)?;
    let region = p.parse_region(&args)?;
    state.regions.push(region);
    Ok(())
}

fn print_attributions(p: &mut OpPrinter<'_>, word: &str, args: &[ValueId], attrs: &[AttrId]) {
    if args.is_empty() {
        return;
    }
    p.push(word);
    p.push("(");
    for (index, &arg) in args.iter().enumerate() {
        if index > 0 {
            p.push(", ");
        }
        p.values_and_types(&[arg]);
        print_value_attrs(p, attrs.get(index).copied());
    }
    p.push(")");
}

/// The elements of an inherent array attribute.
fn elements<'m>(p: &OpPrinter<'m>, op: OpId, name: &str) -> &'m [AttrId] {
    let key = p.module().ctx.find_str(name);
    key.map_or(&[], |key| p.module().prop_elements(op, key))
}

pub(crate) fn print_func(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let ctx = &module.ctx;
    p.push(" ");
    if let Some(AttrKind::String { value, .. }) = module
        .attr(op, names::SYM_NAME)
        .map(|attr| ctx.attr_kind(attr))
    {
        p.symbol_name(ctx.bytes(*value));
    }
    let (inputs, results) = module.signature(op).unwrap_or_default();
    let entry = module.first_block(module.regions(op)[0]);
    let args = entry.map_or(&[][..], |entry| module.block_args(entry));
    let (arg_attrs, res_attrs) = (elements(p, op, "arg_attrs"), elements(p, op, "res_attrs"));
    print_args(p, args, inputs, arg_attrs);
    print_result_list(p, results, res_attrs);
    let memory = args.get(inputs.len()..).unwrap_or_default();
    let (workgroup, private) = memory.split_at(workgroup_count(p, op).min(memory.len()));
    let attrs = elements(p, op, "workgroup_attrib_attrs");
    print_attributions(p, " workgroup", workgroup, attrs);
    let attrs = elements(p, op, "private_attrib_attrs");
    print_attributions(p, " private", private, attrs);
    let kernel = ctx.find_str("gpu.kernel");
    if kernel.is_some_and(|name| module.attr(op, name).is_some()) {
        p.push(" kernel");
    }
    let elide: SmallVec<[_; 8]> = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "workgroup_attributions",
        "workgroup_attrib_attrs",
        "private_attrib_attrs",
        "gpu.kernel",
    ]
    .iter()
    .filter_map(|name| ctx.find_str(name))
    .collect();
    p.attr_dict(op, &elide, true);
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::BARE);
}

// Launches.

/// `async? [%a, %b]?`: the tokens to wait for. With `async`, the operation has a token as result.
fn async_tokens(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<usize> {
    let token = p.named_type("!gpu.async.token")?;
    if p.eat_word("async") {
        state.results.push(token);
    }
    if !p.at_literal("[") {
        return Ok(0);
    }
    p.bump();
    let uses = p.parse_uses()?;
    p.expect_literal("]")?;
    push_uniform(p, state, &uses, token)?;
    Ok(uses.len())
}

/// `(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`: names of positions and sizes, and the sizes.
struct Extent {
    positions: SmallVec<[ArgName; 4]>,
    sizes: SmallVec<[ArgName; 4]>,
    operands: Uses,
}

fn extent(p: &mut OpParser<'_>) -> Parse<Extent> {
    let positions = pieces::arg_names(p)?;
    p.expect_literal("in")?;
    let pairs = pieces::assignments(p)?;
    p.check_count("positions", 3, positions.len())?;
    p.check_count("sizes", 3, pairs.len())?;
    Ok(Extent {
        positions,
        sizes: pairs.iter().map(|(name, _)| *name).collect(),
        operands: pairs.iter().map(|(_, size)| *size).collect(),
    })
}

/// `word(@name)`.
fn opt_symbol(p: &mut OpParser<'_>, state: &mut OpState, word: &'static str) -> Parse<()> {
    if p.eat_word(word) {
        p.expect_literal("(")?;
        let attr = p.parse_symbol_ref()?;
        p.expect_literal(")")?;
        set_prop(p, state, word, attr);
    }
    Ok(())
}

/// `async? clusters.. blocks.. threads.. dynamic_shared_memory_size.. {..} {..}`.
pub(crate) fn parse_launch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let tokens = async_tokens(p, state)?;
    let clusters = if p.eat_word("clusters") {
        Some(extent(p)?)
    } else {
        None
    };
    p.expect_literal("blocks")?;
    let blocks = extent(p)?;
    p.expect_literal("threads")?;
    let threads = extent(p)?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &blocks.operands, index)?;
    push_uniform(p, state, &threads.operands, index)?;
    if let Some(clusters) = &clusters {
        push_uniform(p, state, &clusters.operands, index)?;
    }
    let has_memory = p.eat_word("dynamic_shared_memory_size");
    if has_memory {
        let size = p.parse_use()?;
        let ty = p.ctx_mut().int_type(32);
        push_uniform(p, state, &[size], ty)?;
    }
    let mut segments = [1; 11];
    segments[0] = tokens;
    segments[7..10].fill(usize::from(clusters.is_some()));
    segments[10] = usize::from(has_memory);
    set_segments(p, state, &segments);
    opt_symbol(p, state, "module")?;
    opt_symbol(p, state, "function")?;
    let mut args: SmallVec<[EntryArg; 16]> = SmallVec::new();
    let lists = [
        &blocks.positions,
        &threads.positions,
        &blocks.sizes,
        &threads.sizes,
    ];
    let cluster_lists = clusters.iter().flat_map(|c| [&c.positions, &c.sizes]);
    for list in lists.into_iter().chain(cluster_lists) {
        args.extend(pieces::entry_args(list, std::iter::repeat(index)));
    }
    let (workgroup, _) = attributions(p, "workgroup")?;
    set_workgroup_count(p, state, workgroup.len());
    args.extend(workgroup);
    let (private, _) = attributions(p, "private")?;
    args.extend(private);
    push_region(p, state, &args)?;
    opt_attr_dict(p, state)
}

fn print_extent(p: &mut OpPrinter<'_>, ids: &[ValueId], sizes: &[ValueId], operands: &[ValueId]) {
    p.push("(");
    p.values(ids);
    p.push(") in ");
    pieces::print_assignments(p, sizes, operands);
}

fn print_async(p: &mut OpPrinter<'_>, op: OpId) {
    if p.module().result_count(op) > 0 {
        p.push(" async");
    }
    let tokens = p.module().operands_of(op, 0);
    if !tokens.is_empty() {
        p.push(" [");
        p.values(tokens);
        p.push("]");
    }
}

pub(crate) fn print_launch(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let region = module.regions(op)[0];
    let args = module
        .first_block(region)
        .map_or(&[][..], |entry| module.block_args(entry));
    let group = |index| module.operand_range(op, index);
    let operands = module.operands(op);
    let sizes = |first: usize| &operands[group(first).start..group(first + 2).end];
    let has_clusters = !group(7).is_empty();
    let n_grid = GRID_ARGS + if has_clusters { 6 } else { 0 };
    if args.len() < n_grid {
        return;
    }
    print_async(p, op);
    if has_clusters {
        p.push(" clusters");
        print_extent(p, &args[12..15], &args[15..18], sizes(7));
    }
    p.push(" blocks");
    print_extent(p, &args[..3], &args[6..9], sizes(1));
    p.push(" threads");
    print_extent(p, &args[3..6], &args[9..12], sizes(4));
    if !group(10).is_empty() {
        p.push(" dynamic_shared_memory_size ");
        p.values(&operands[group(10)]);
    }
    for name in ["module", "function"] {
        if let Some(attr) = prop(p, op, name) {
            p.push(" ");
            p.push(name);
            p.push("(");
            p.attr(attr);
            p.push(")");
        }
    }
    let memory = &args[n_grid..];
    let (workgroup, private) = memory.split_at(workgroup_count(p, op).min(memory.len()));
    print_attributions(p, " workgroup", workgroup, &[]);
    print_attributions(p, " private", private, &[]);
    p.push(" ");
    p.region(region, RegionStyle::BARE);
    print_dict_without(p, op, &["workgroup_attributions", "module", "function"]);
}

/// `(%a, %b, %c)`.
fn three(p: &mut OpParser<'_>, word: &'static str) -> Parse<Uses> {
    p.expect_literal(word)?;
    p.expect_literal("in")?;
    let uses = pieces::paren_uses(p)?;
    p.check_count("sizes", 3, uses.len())?;
    Ok(uses)
}

/// `async? <%o : T>? @m::@f clusters in (..) blocks in (..) threads in (..) : T
/// dynamic_shared_memory_size %n args(%a : T) {..}`.
pub(crate) fn parse_launch_func(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let tokens = async_tokens(p, state)?;
    let mut object = None;
    if p.eat_literal("<") {
        let used = p.parse_use()?;
        p.expect_literal(":")?;
        object = Some((used, p.parse_type()?));
        p.expect_literal(">")?;
    }
    let kernel = p.parse_symbol_ref()?;
    set_prop(p, state, "kernel", kernel);
    let clusters = if p.at_literal("clusters") {
        three(p, "clusters")?
    } else {
        Uses::new()
    };
    let blocks = three(p, "blocks")?;
    let threads = three(p, "threads")?;
    let ty = if p.eat_literal(":") {
        p.parse_type()?
    } else {
        p.ctx_mut().index_type()
    };
    for uses in [&blocks, &threads, &clusters] {
        push_uniform(p, state, uses, ty)?;
    }
    let has_memory = p.eat_word("dynamic_shared_memory_size");
    if has_memory {
        let size = p.parse_use()?;
        let ty = p.ctx_mut().int_type(32);
        push_uniform(p, state, &[size], ty)?;
    }
    let mut n_args = 0;
    if p.eat_word("args") {
        list(p, ["(", ")"], |p| {
            let used = p.parse_use()?;
            p.expect_literal(":")?;
            let ty = p.parse_type()?;
            push_operands(p, state, &[used], &[ty])?;
            n_args += 1;
            Ok(())
        })?;
    }
    if let Some((used, ty)) = object {
        push_operands(p, state, &[used], &[ty])?;
    }
    let mut segments = [1; 13];
    segments[0] = tokens;
    segments[7..10].fill(usize::from(!clusters.is_empty()));
    segments[10] = usize::from(has_memory);
    segments[11] = n_args;
    segments[12] = usize::from(object.is_some());
    set_segments(p, state, &segments);
    opt_attr_dict(p, state)
}

pub(crate) fn print_launch_func(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let operands = module.operands(op);
    let group = |index: usize| module.operand_range(op, index);
    let sizes = |first: usize| &operands[group(first).start..group(first + 2).end];
    if module.result_count(op) == 0 && group(0).is_empty() {
        // mlir-opt prints a space even without `async`.
        p.push(" ");
    }
    print_async(p, op);
    if let Some(&object) = operands[group(12)].first() {
        p.push(" <");
        p.values_and_types(&[object]);
        p.push(">");
    }
    p.push(" ");
    if let Some(kernel) = prop(p, op, "kernel") {
        p.attr(kernel);
    }
    let clusters = sizes(7);
    for (word, values) in [
        (" clusters in (", clusters),
        (" blocks in (", sizes(1)),
        (" threads in (", sizes(4)),
    ] {
        if !values.is_empty() {
            p.push(word);
            p.values(values);
            p.push(")");
        }
    }
    let ty: TypeId = module.value_type(sizes(1)[0]);
    p.push(" ");
    if !matches!(module.ctx.type_kind(ty), TypeKind::Index) {
        p.push(": ");
        p.ty(ty);
    }
    if !group(10).is_empty() {
        p.push(" dynamic_shared_memory_size ");
        p.values(&operands[group(10)]);
    }
    p.push(" ");
    let args = &operands[group(11)];
    for (index, &arg) in args.iter().enumerate() {
        p.push(if index > 0 { ", " } else { "args(" });
        p.values_and_types(&[arg]);
    }
    p.push(if args.is_empty() { "" } else { ")" });
    print_dict_without(p, op, &["kernel"]);
}

/// `(%lane)[32] args(%a : T) -> types {..} {..}`.
/// `"f %d" {..}, %a : i32`; MLIR 20 and older have no comma, but everything on one line.
pub(crate) fn parse_printf(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let value = p.parse_string()?;
    let format = p.ctx_mut().attr(AttrKind::String { value, ty: None });
    set_prop(p, state, "format", format);
    opt_attr_dict(p, state)?;
    let before = p.span_from(p.here());
    let between = Span {
        start: before.end,
        end: p.here().start,
    };
    let is_old = p.word().starts_with(b"%") && !p.bytes(between).contains(&b'\n');
    if is_old {
        p.note_versions(MlirVersion::V19, MlirVersion::V20);
    }
    if is_old || p.eat_literal(",") {
        let uses = p.parse_uses()?;
        p.expect_literal(":")?;
        let types = pieces::type_list(p)?;
        push_operands(p, state, &uses, &types)?;
    }
    Ok(())
}

pub(crate) fn print_printf(p: &mut OpPrinter<'_>, op: OpId) {
    p.push(" ");
    if let Some(format) = prop(p, op, "format") {
        p.attr(format);
    }
    print_dict_without(p, op, &["format"]);
    let args = p.module().operands(op);
    if !args.is_empty() {
        let is_old = p.version() < MlirVersion::V21;
        p.push(if is_old { " " } else { ", " });
        p.values_and_types(args);
    }
}

pub(crate) fn parse_warp(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let lane = pieces::paren_uses(p)?;
    p.check_count("lanes", 1, lane.len())?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &lane, index)?;
    let at = p.here();
    let size = p.int_list(64)?;
    let [size] = size[..] else {
        let (what, found) = ("warp sizes", size.len());
        let kind = ParseErrorKind::WrongCount {
            what,
            expected: 1,
            found,
        };
        return Err(p.err_at(at, kind));
    };
    let size = p.ctx_mut().i64_attr(size);
    set_prop(p, state, "warp_size", size);
    if p.eat_word("args") {
        p.expect_literal("(")?;
        let uses = p.parse_uses()?;
        p.expect_literal(":")?;
        let types = pieces::type_list(p)?;
        push_operands(p, state, &uses, &types)?;
        p.expect_literal(")")?;
    }
    push_arrow_results(p, state)?;
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(crate) fn print_warp(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let (lane, args) = module.operands(op).split_at(1);
    p.push("(");
    p.values(lane);
    p.push(")[");
    if let Some(size) = prop(p, op, "warp_size") {
        p.attr_without_type(size);
    }
    p.push("]");
    if !args.is_empty() {
        p.push(" args(");
        p.values_and_types(args);
        p.push(")");
    }
    if module.result_count(op) > 0 {
        p.push(" -> (");
        p.types_of(module.results(op));
        p.push(")");
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::LABELLED);
    print_dict_without(p, op, &["warp_size"]);
}
