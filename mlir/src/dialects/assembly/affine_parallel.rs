//! `affine.parallel`, whose bounds are groups of expressions over values.

use smallvec::SmallVec;

use crate::dialects::memref::ATOMIC_KINDS;
use crate::ir::{AffineExpr, AffineMap, AttrId, AttrKind, DenseData, OpId, TypeKind, ValueId};
use crate::syntax::pieces::{
    Parse, arg_names, entry_args, list, opt_attr_dict, print_dict_without, print_paren_types, prop,
    push_arrow_results, push_region, push_uniform, set_prop,
};
use crate::syntax::{MapUses, OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle, UseRef};

type Uses = SmallVec<[UseRef; 4]>;

/// The bounds of one side during parsing: all expressions of all groups, over shared values.
#[derive(Default)]
struct Bounds {
    exprs: Vec<AffineExpr>,
    groups: Vec<i64>,
    dims: Uses,
    symbols: Uses,
}

impl Bounds {
    /// Adds a group whose expressions have their own numbering.
    fn push(&mut self, exprs: &[AffineExpr], uses: &MapUses) {
        let dims = unify(&mut self.dims, &uses.dims);
        let symbols = unify(&mut self.symbols, &uses.symbols);
        self.groups.push(exprs.len() as i64);
        self.exprs.extend(
            exprs
                .iter()
                .map(|expr| expr.renumbered(&|i| dims[i as usize], &|i| symbols[i as usize])),
        );
    }

    fn map(&self) -> AffineMap {
        AffineMap {
            dims: self.dims.len() as u32,
            symbols: self.symbols.len() as u32,
            results: self.exprs.clone(),
        }
    }
}

/// The position of each of `uses` in `all`, to which new ones are added.
fn unify(all: &mut Uses, uses: &[UseRef]) -> SmallVec<[u32; 4]> {
    uses.iter()
        .map(|used| {
            let is_same = |known: &UseRef| known.name == used.name && known.index == used.index;
            let at = all.iter().position(is_same).unwrap_or_else(|| {
                all.push(*used);
                all.len() - 1
            });
            at as u32
        })
        .collect()
}

/// `(%a, max(%b, 3))`.
fn bounds(p: &mut OpParser<'_>, keyword: &'static str) -> Parse<Bounds> {
    let mut bounds = Bounds::default();
    list(p, ["(", ")"], |p| {
        if p.eat_word(keyword) {
            p.expect_literal("(")?;
            let (map, uses) = p.parse_map_of_uses(")")?;
            bounds.push(&map.results, &uses);
        } else {
            let (expr, uses) = p.parse_affine_expr_of_uses()?;
            bounds.push(&[expr], &uses);
        }
        Ok(())
    })?;
    Ok(bounds)
}

/// `dense<..> : tensor<Nxi32>`.
fn groups_attr(p: &mut OpParser<'_>, groups: &[i64]) -> AttrId {
    let ctx = p.ctx_mut();
    let element = ctx.int_type(32);
    let ty = ctx.ty(TypeKind::Tensor {
        shape: Box::new([groups.len() as i64]),
        element,
        encoding: None,
    });
    let bytes = |size: i64| (size as i32).to_le_bytes();
    let data = match groups {
        [first, rest @ ..] if rest.iter().all(|size| size == first) => {
            DenseData::Splat(bytes(*first).into())
        }
        _ => DenseData::Elements(groups.iter().flat_map(|&size| bytes(size)).collect()),
    };
    ctx.attr(AttrKind::Dense { ty, data })
}

fn set_bounds(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    bounds: &Bounds,
    names: [&'static str; 2],
) -> Parse<()> {
    let map = p.ctx_mut().attr(AttrKind::AffineMap(bounds.map()));
    set_prop(p, state, names[0], map);
    let groups = groups_attr(p, &bounds.groups);
    set_prop(p, state, names[1], groups);
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, &bounds.dims, index)?;
    push_uniform(p, state, &bounds.symbols, index)
}

/// `step (1, 2)`; all 1 if it is absent.
fn steps(p: &mut OpParser<'_>, rank: usize) -> Parse<AttrId> {
    let mut steps: SmallVec<[i64; 4]> = SmallVec::new();
    if p.eat_word("step") {
        list(p, ["(", ")"], |p| {
            steps.push(p.parse_i64()?);
            Ok(())
        })?;
    } else {
        steps.resize(rank, 1);
    }
    Ok(int_array(p, &steps))
}

/// `[1, 2]`: an array of `i64` attributes.
fn int_array(p: &mut OpParser<'_>, values: &[i64]) -> AttrId {
    let attrs = values.iter().map(|&value| p.ctx_mut().i64_attr(value));
    let attrs: Vec<AttrId> = attrs.collect();
    p.ctx_mut().attr(AttrKind::Array(attrs.into()))
}

/// `reduce ("addf", "mulf")`.
fn reductions(p: &mut OpParser<'_>) -> Parse<SmallVec<[i64; 4]>> {
    let mut kinds = SmallVec::new();
    if !p.eat_word("reduce") {
        return Ok(kinds);
    }
    list(p, ["(", ")"], |p| {
        let at = p.here();
        let word = p.parse_string()?;
        let word = p.module().ctx.text(word).into_owned();
        let Some(kind) = ATOMIC_KINDS.iter().position(|kind| *kind == word) else {
            let kind = ParseErrorKind::UnknownKeyword {
                found: word,
                known: ATOMIC_KINDS.to_vec(),
            };
            return Err(p.err_at(at, kind));
        };
        kinds.push(kind as i64);
        Ok(())
    })?;
    Ok(kinds)
}

/// `(%i) = (lower) to (upper) step (1) reduce ("addf") -> types {..} {..}`.
pub(in crate::dialects) fn parse(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let ivs = arg_names(p)?;
    p.expect_literal("=")?;
    let lower = bounds(p, "max")?;
    p.expect_literal("to")?;
    let upper = bounds(p, "min")?;
    set_bounds(p, state, &lower, ["lowerBoundsMap", "lowerBoundsGroups"])?;
    set_bounds(p, state, &upper, ["upperBoundsMap", "upperBoundsGroups"])?;
    p.check_count("lower bounds", ivs.len(), lower.groups.len())?;
    p.check_count("upper bounds", ivs.len(), upper.groups.len())?;
    let steps = steps(p, ivs.len())?;
    set_prop(p, state, "steps", steps);
    let kinds = reductions(p)?;
    let kinds = int_array(p, &kinds);
    set_prop(p, state, "reductions", kinds);
    push_arrow_results(p, state)?;
    let index = p.ctx_mut().index_type();
    let args = entry_args(&ivs, std::iter::repeat(index));
    push_region(p, state, &args)?;
    opt_attr_dict(p, state)
}

/// `%a, max(%b, 3)`.
fn print_bounds(
    p: &mut OpPrinter<'_>,
    keyword: &str,
    map: &AffineMap,
    groups: &[i64],
    operands: &[ValueId],
) {
    let mut rest = &map.results[..];
    for (index, &size) in groups.iter().enumerate() {
        if index > 0 {
            p.push(", ");
        }
        let (now, later) = rest.split_at(usize::try_from(size).unwrap_or(0).min(rest.len()));
        rest = later;
        let part = AffineMap {
            dims: map.dims,
            symbols: map.symbols,
            results: now.to_vec(),
        };
        if size != 1 {
            p.push(keyword);
            p.push("(");
        }
        p.affine_results(&part, operands);
        if size != 1 {
            p.push(")");
        }
    }
}

/// The elements of an `array` of integers, or of a dense attribute of `i32`.
fn ints(p: &OpPrinter<'_>, attr: Option<AttrId>) -> Vec<i64> {
    let ctx = &p.module().ctx;
    let word = |chunk: &[u8]| {
        chunk
            .try_into()
            .map_or(0, |b| i64::from(i32::from_le_bytes(b)))
    };
    match attr.map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => items
            .iter()
            .filter_map(|&item| ctx.attr_i64(item))
            .collect(),
        Some(AttrKind::Dense { ty, data }) => match data {
            DenseData::Splat(bytes) => {
                let count = ctx.n_elements(*ty).unwrap_or(0).min(1 << 16) as usize;
                vec![word(bytes); count]
            }
            DenseData::Elements(bytes) => bytes.chunks(4).map(word).collect(),
            DenseData::Strings { .. } => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(in crate::dialects) fn print(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let Some(entry) = module.first_block(module.regions(op)[0]) else {
        return;
    };
    let map = |p: &OpPrinter<'_>, name| match prop(p, op, name).map(|a| module.ctx.attr_kind(a)) {
        Some(AttrKind::AffineMap(map)) => map.clone(),
        _ => AffineMap::identity(0),
    };
    let (lower, upper) = (map(p, "lowerBoundsMap"), map(p, "upperBoundsMap"));
    let operands = module.operands(op);
    let (lower_operands, upper_operands) = operands.split_at(lower.n_inputs().min(operands.len()));
    p.push(" (");
    p.values(module.block_args(entry));
    p.push(") = (");
    let groups = ints(p, prop(p, op, "lowerBoundsGroups"));
    print_bounds(p, "max", &lower, &groups, lower_operands);
    p.push(") to (");
    let groups = ints(p, prop(p, op, "upperBoundsGroups"));
    print_bounds(p, "min", &upper, &groups, upper_operands);
    p.push(")");
    let steps = ints(p, prop(p, op, "steps"));
    if steps.iter().any(|&step| step != 1) {
        p.push(" step (");
        p.ints(&steps);
        p.push(")");
    }
    if module.result_count(op) > 0 {
        p.push(" reduce (");
        for (index, kind) in ints(p, prop(p, op, "reductions")).into_iter().enumerate() {
            if index > 0 {
                p.push(", ");
            }
            let word = usize::try_from(kind)
                .ok()
                .and_then(|kind| ATOMIC_KINDS.get(kind));
            p.string(word.unwrap_or(&"").as_bytes());
        }
        p.push(") -> ");
        let results: SmallVec<[ValueId; 4]> = module.results(op).collect();
        print_paren_types(p, &results);
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::BARE);
    let spelled = [
        "lowerBoundsMap",
        "lowerBoundsGroups",
        "upperBoundsMap",
        "upperBoundsGroups",
        "steps",
        "reductions",
    ];
    print_dict_without(p, op, &spelled);
}
