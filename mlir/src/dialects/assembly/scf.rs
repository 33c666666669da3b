//! Custom forms of `scf`: loops and branches.

use smallvec::SmallVec;

use crate::ir::{OpId, StrId, TypeId, names};
use crate::syntax::pieces::{
    ArgName, Parse, arg_names, assignments, entry_args, opt_attr_dict, opt_attr_dict_with_keyword,
    paren_uses, print_assignments, print_attr_dict, print_branches, print_paren_types,
    push_else_region, push_operands, push_region, push_uniform, set_segments, type_list,
};
use crate::syntax::{EntryArg, OpParser, OpPrinter, OpState, RegionStyle, UseRef};

type Types = SmallVec<[TypeId; 4]>;

/// `-> types`, if present.
fn opt_results(p: &mut OpParser<'_>) -> Parse<Types> {
    if p.eat_literal("->") {
        return p.parse_fn_results();
    }
    Ok(Types::new())
}

fn property(p: &mut OpParser<'_>, name: &'static str) -> StrId {
    p.ctx_mut().str(name)
}

pub(in crate::dialects) fn parse_for(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("unsigned") {
        let (name, unit) = (property(p, "unsignedCmp"), p.ctx_mut().unit_attr());
        state.set(name, unit);
    }
    let iv = p.parse_value_name()?;
    p.expect_literal("=")?;
    let lower = p.parse_use()?;
    p.expect_literal("to")?;
    let upper = p.parse_use()?;
    p.expect_literal("step")?;
    let step = p.parse_use()?;
    let mut carried = SmallVec::new();
    let mut types = Types::new();
    if p.eat_word("iter_args") {
        carried = assignments(p)?;
        p.expect_literal("->")?;
        types = p.parse_fn_results()?;
        p.check_count("result types", carried.len(), types.len())?;
    }
    let bound = if p.eat_literal(":") {
        p.parse_type()?
    } else {
        p.ctx_mut().index_type()
    };
    push_uniform(p, state, &[lower, upper, step], bound)?;
    let inits: SmallVec<[UseRef; 4]> = carried.iter().map(|(_, init)| *init).collect();
    push_operands(p, state, &inits, &types)?;
    let mut args: SmallVec<[EntryArg; 4]> = SmallVec::new();
    args.push(EntryArg {
        name: iv,
        ty: bound,
        loc: None,
    });
    let carried = carried.iter().zip(&types);
    args.extend(carried.map(|((name, _), &ty)| name.typed(ty)));
    push_region(p, state, &args)?;
    state.results.extend_from_slice(&types);
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_for(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let operands = module.operands(op);
    let Some(entry) = module
        .regions(op)
        .first()
        .and_then(|&r| module.first_block(r))
    else {
        return;
    };
    let args = module.block_args(entry);
    let unsigned = module.ctx.find_str("unsignedCmp");
    if unsigned.is_some_and(|name| module.prop(op, name).is_some()) {
        p.push(" unsigned");
    }
    p.push(" ");
    p.values(&args[..1]);
    p.push(" = ");
    p.value(operands[0]);
    p.push(" to ");
    p.value(operands[1]);
    p.push(" step ");
    p.value(operands[2]);
    if operands.len() > 3 {
        p.push(" iter_args");
        print_assignments(p, &args[1..], &operands[3..]);
        p.push(" -> ");
        print_paren_types(p, &operands[3..]);
    }
    let bound = module.value_type(operands[0]);
    if !matches!(module.ctx.type_kind(bound), crate::ir::TypeKind::Index) {
        p.push("  : ");
        p.ty(bound);
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::BARE);
    print_attr_dict(p, op, unsigned.as_slice());
}

/// `(%a = %x, ..) : type {..} do {..} attributes {..}`: the form of `scf.while`.
///
/// # Errors
/// If the text is malformed.
pub fn parse_while(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let carried = if p.at_literal("(") {
        assignments(p)?
    } else {
        SmallVec::new()
    };
    p.expect_literal(":")?;
    let (inputs, results) = p.parse_function_type()?;
    let inits: SmallVec<[UseRef; 4]> = carried.iter().map(|(_, init)| *init).collect();
    push_operands(p, state, &inits, &inputs)?;
    state.results.extend_from_slice(&results);
    let names: SmallVec<[ArgName; 4]> = carried.iter().map(|(name, _)| *name).collect();
    let args = entry_args(&names, inputs.iter().copied());
    push_region(p, state, &args)?;
    p.expect_literal("do")?;
    push_region(p, state, &[])?;
    opt_attr_dict_with_keyword(p, state)
}

/// Prints the syntax of [`parse_while`].
pub fn print_while(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let regions = module.regions(op);
    p.push(" ");
    if !module.operands(op).is_empty()
        && let Some(before) = module.first_block(regions[0])
    {
        print_assignments(p, module.block_args(before), module.operands(op));
        p.push(" ");
    }
    p.push(": ");
    p.functional_type(op);
    p.push(" ");
    p.region(regions[0], RegionStyle::BARE);
    p.push(" do ");
    p.region(regions[1], RegionStyle::LABELLED);
    p.attr_dict(op, &[], true);
}

pub(in crate::dialects) fn parse_if(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.parse_use()?;
    let bit = p.ctx_mut().int_type(1);
    push_uniform(p, state, &[condition], bit)?;
    let results = opt_results(p)?;
    state.results.extend_from_slice(&results);
    push_region(p, state, &[])?;
    push_else_region(p, state)?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_if(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    p.value(module.operands(op)[0]);
    let results: SmallVec<[_; 4]> = module.results(op).collect();
    if !results.is_empty() {
        p.push(" -> ");
        print_paren_types(p, &results);
    }
    print_branches(p, op);
    print_attr_dict(p, op, &[]);
}

pub(in crate::dialects) fn parse_parallel(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let ivs = arg_names(p)?;
    p.expect_literal("=")?;
    let lower = paren_uses(p)?;
    p.expect_literal("to")?;
    let upper = paren_uses(p)?;
    p.expect_literal("step")?;
    let step = paren_uses(p)?;
    for bounds in [&lower, &upper, &step] {
        p.check_count("loop bounds", ivs.len(), bounds.len())?;
    }
    let index = p.ctx_mut().index_type();
    for bounds in [&lower, &upper, &step] {
        push_uniform(p, state, bounds, index)?;
    }
    let inits = if p.eat_word("init") {
        paren_uses(p)?
    } else {
        SmallVec::new()
    };
    let types = opt_results(p)?;
    push_operands(p, state, &inits, &types)?;
    state.results.extend_from_slice(&types);
    set_segments(
        p,
        state,
        &[lower.len(), upper.len(), step.len(), inits.len()],
    );
    let args = entry_args(&ivs, std::iter::repeat(index));
    push_region(p, state, &args)?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_parallel(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let Some(entry) = module.first_block(module.regions(op)[0]) else {
        return;
    };
    p.push(" (");
    p.values(module.block_args(entry));
    for (separator, group) in [(") = (", 0), (") to (", 1), (") step (", 2)] {
        p.push(separator);
        p.values(module.operands_of(op, group));
    }
    p.push(")");
    let inits = module.operands_of(op, 3);
    if !inits.is_empty() {
        p.push(" init (");
        p.values(inits);
        p.push(")");
    }
    if module.result_count(op) > 0 {
        p.push(" -> ");
        p.result_types(op);
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::BARE);
    print_attr_dict(p, op, &[]);
}

pub(in crate::dialects) fn parse_forall(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let ivs = arg_names(p)?;
    let (lower, upper, step);
    if p.eat_word("in") {
        p.expect_literal("(")?;
        upper = p.mixed_list(")", 64)?;
        lower = (SmallVec::from_elem(0, upper.0.len()), SmallVec::new());
        step = (SmallVec::from_elem(1, upper.0.len()), SmallVec::new());
    } else {
        p.expect_literal("=")?;
        p.expect_literal("(")?;
        lower = p.mixed_list(")", 64)?;
        p.expect_literal("to")?;
        p.expect_literal("(")?;
        upper = p.mixed_list(")", 64)?;
        p.expect_literal("step")?;
        p.expect_literal("(")?;
        step = p.mixed_list(")", 64)?;
    }
    let index = p.ctx_mut().index_type();
    for ((statics, uses), name) in [
        (&lower, names::STATIC_LOWER_BOUND),
        (&upper, names::STATIC_UPPER_BOUND),
        (&step, names::STATIC_STEP),
    ] {
        p.check_count("loop bounds", ivs.len(), statics.len())?;
        push_uniform(p, state, uses, index)?;
        let attr = p.ctx_mut().i64_array(statics);
        state.set(name, attr);
    }
    let mut outs = SmallVec::new();
    let mut types = Types::new();
    if p.eat_word("shared_outs") {
        outs = assignments(p)?;
        types = opt_results(p)?;
    }
    let inits: SmallVec<[UseRef; 4]> = outs.iter().map(|(_, out)| *out).collect();
    push_operands(p, state, &inits, &types)?;
    set_segments(
        p,
        state,
        &[lower.1.len(), upper.1.len(), step.1.len(), inits.len()],
    );
    state.results.extend_from_slice(&types);
    let mut args = entry_args(&ivs, std::iter::repeat(index));
    let outs = outs.iter().zip(&types);
    args.extend(outs.map(|((name, _), &ty)| name.typed(ty)));
    push_region(p, state, &args)?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_forall(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let Some(entry) = module.first_block(module.regions(op)[0]) else {
        return;
    };
    let args = module.block_args(entry);
    let group = |index| module.operands_of(op, index);
    let lower = module.prop_array(op, names::STATIC_LOWER_BOUND);
    let upper = module.prop_array(op, names::STATIC_UPPER_BOUND);
    let step = module.prop_array(op, names::STATIC_STEP);
    let rank = upper.len().min(args.len());
    p.push(" (");
    p.values(&args[..rank]);
    if lower.iter().all(|&bound| bound == 0) && step.iter().all(|&bound| bound == 1) {
        p.push(") in (");
        p.mixed_list(upper, group(1));
    } else {
        p.push(") = (");
        p.mixed_list(lower, group(0));
        p.push(") to (");
        p.mixed_list(upper, group(1));
        p.push(") step (");
        p.mixed_list(step, group(2));
    }
    p.push(")");
    let outs = group(3);
    if !outs.is_empty() {
        p.push(" shared_outs");
        print_assignments(p, &args[rank..], outs);
        p.push(" -> ");
        print_paren_types(p, outs);
    }
    p.push(" ");
    // With results, the terminator `scf.forall.in_parallel` is printed even if it is empty.
    let style = RegionStyle {
        elide_terminator: module.results(op).len() == 0,
        ..RegionStyle::BARE
    };
    p.region(module.regions(op)[0], style);
    print_attr_dict(
        p,
        op,
        &[
            names::STATIC_LOWER_BOUND,
            names::STATIC_UPPER_BOUND,
            names::STATIC_STEP,
        ],
    );
}

pub(in crate::dialects) fn parse_execute_region(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let results = opt_results(p)?;
    state.results.extend_from_slice(&results);
    if p.eat_word("no_inline") {
        let (name, unit) = (property(p, "no_inline"), p.ctx_mut().unit_attr());
        state.set(name, unit);
    }
    push_region(p, state, &[])?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_execute_region(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    if module.result_count(op) > 0 {
        p.push(" -> ");
        p.result_types(op);
    }
    let no_inline = module.ctx.find_str("no_inline");
    if no_inline.is_some_and(|name| module.prop(op, name).is_some()) {
        p.push(" no_inline");
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::LABELLED);
    print_attr_dict(p, op, no_inline.as_slice());
}

pub(in crate::dialects) fn parse_index_switch(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let selector = p.parse_use()?;
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &[selector], index)?;
    opt_attr_dict(p, state)?;
    // Unlike the other operations of the dialect, this one lists several result types without parentheses.
    if p.eat_literal("->") {
        let types = type_list(p)?;
        state.results.extend_from_slice(&types);
    }
    let mut cases: SmallVec<[i64; 4]> = SmallVec::new();
    while p.eat_word("case") {
        cases.push(p.parse_i64()?);
        // Only the default region may omit its terminator.
        let region = p.parse_region(&[])?;
        state.regions.push(region);
    }
    p.expect_literal("default")?;
    push_region(p, state, &[])?;
    // The default region comes last in the text and first in the operation.
    state.regions.rotate_right(1);
    let cases = p.ctx_mut().i64_array(&cases);
    state.set(names::CASES, cases);
    Ok(())
}

pub(in crate::dialects) fn print_index_switch(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    p.push(" ");
    p.value(module.operands(op)[0]);
    print_attr_dict(p, op, &[names::CASES]);
    if module.result_count(op) > 0 {
        p.push(" -> ");
        p.types_of(module.results(op));
    }
    p.push(" ");
    let regions = module.regions(op);
    for (&case, &region) in module
        .prop_array(op, names::CASES)
        .iter()
        .zip(&regions[1..])
    {
        p.newline();
        p.push("case ");
        p.ints(&[case]);
        p.push(" ");
        p.region(region, RegionStyle::FULL);
    }
    p.newline();
    p.push("default ");
    p.region(regions[0], RegionStyle::LABELLED);
}
