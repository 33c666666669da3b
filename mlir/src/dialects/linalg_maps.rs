//! The indexing maps of named `linalg` operations from the notation in their table entries.
//!
//! `n h+ w+ c, H W c f -> n h w f`: operands separated by commas, the output after the arrow, one letter for each
//! dimension. `h+` in the input of a convolution means `h * stride + H * dilation`; the first `+` takes the first
//! stride and dilation. Dimensions are numbered in the order of the output, then of their first appearance, where
//! `h+` counts as `h H`. Letters before `|` give another order, if MLIR uses one.

use super::IndexingMaps;
use super::def::ImpliedAttr;
use crate::ir::{AffineExpr, AffineMap, AffineOp, AttrId, AttrKind, Context, TypeKind};

/// The maps that mlir-opt keeps among the attributes of a named operation. They contain no additional
/// information.
pub(super) const MEMOIZED: ImpliedAttr = ImpliedAttr {
    name: "linalg.memoized_indexing_maps",
    value: |ctx, state| {
        let def = state.def?;
        let has_own_maps = def.attrs.iter().any(|attr| attr.name == "indexing_maps");
        if has_own_maps || def.modern.is_some() {
            return None;
        }
        let of = |ctx: &Context, name: &str| {
            let name = ctx.find_str(name)?;
            state.props.get(name).or_else(|| state.attrs.get(name))
        };
        let (strides, dilations) = (of(ctx, "strides"), of(ctx, "dilations"));
        memoized(ctx, def.indexing_maps, strides, dilations)
    },
};

/// The maps of the operands of an operation, according to its table entry; `rank` is that of its output. `None`
/// if the entry has none.
pub fn maps(
    maps: IndexingMaps,
    n_operands: usize,
    rank: usize,
    strides: &[i64],
    dilations: &[i64],
) -> Option<Vec<AffineMap>> {
    match maps {
        IndexingMaps::Elementwise => Some(vec![AffineMap::identity(rank as u32); n_operands]),
        IndexingMaps::Notation(notation) => Some(from_notation(notation, strides, dilations)),
        IndexingMaps::Unknown | IndexingMaps::Attribute | IndexingMaps::Scalars2d => None,
    }
}

/// Kinds of loops, as spelled in the bodies of attributes.
pub(crate) const ITERATORS: &[&str] = &["iterator_type<parallel>", "iterator_type<reduction>"];

/// Number of dimensions of the window of a convolution or pooling; 0 for other operations.
pub(crate) fn n_windows(maps: IndexingMaps) -> usize {
    match maps {
        IndexingMaps::Notation(notation) => notation.matches('+').count(),
        IndexingMaps::Unknown
        | IndexingMaps::Attribute
        | IndexingMaps::Elementwise
        | IndexingMaps::Scalars2d => 0,
    }
}

/// The maps of an operation that is neither elementwise nor has maps of its own, in an array.
/// mlir-opt computes them when it verifies the operation and keeps them among its attributes.
fn memoized(
    ctx: &mut Context,
    maps: IndexingMaps,
    strides: Option<AttrId>,
    dilations: Option<AttrId>,
) -> Option<AttrId> {
    let maps = match maps {
        IndexingMaps::Scalars2d => {
            let scalar = AffineMap {
                dims: 2,
                symbols: 0,
                results: Vec::new(),
            };
            vec![
                scalar.clone(),
                scalar.clone(),
                scalar,
                AffineMap::identity(2),
            ]
        }
        IndexingMaps::Notation(notation) => {
            let n = n_windows(maps);
            let factors = |attr: Option<AttrId>| match attr {
                Some(attr) => window(ctx, attr, n),
                None => Some(Vec::new()),
            };
            from_notation(notation, &factors(strides)?, &factors(dilations)?)
        }
        IndexingMaps::Unknown | IndexingMaps::Attribute | IndexingMaps::Elementwise => return None,
    };
    let maps: Vec<AttrId> = maps
        .into_iter()
        .map(|map| ctx.attr(AttrKind::AffineMap(map)))
        .collect();
    Some(ctx.attr(AttrKind::Array(maps.into())))
}

/// The factors of a window with `n` dimensions, from a dense attribute.
pub(crate) fn window(ctx: &Context, attr: AttrId, n: usize) -> Option<Vec<i64>> {
    let AttrKind::Dense { ty, .. } = ctx.attr_kind(attr) else {
        return None;
    };
    let element = ctx.element_type(*ty).map(|ty| ctx.type_kind(ty));
    let is_long = matches!(element, Some(TypeKind::Integer { width: 64, .. }));
    if ctx.shape(*ty) != Some(&[n as i64]) || !is_long {
        return None;
    }
    ctx.dense_integers(attr, n)
}

/// The maps that a notation denotes.
fn from_notation(notation: &str, strides: &[i64], dilations: &[i64]) -> Vec<AffineMap> {
    let (order, operands) = notation.split_once('|').unwrap_or(("", notation));
    let (inputs, output) = operands.split_once("->").unwrap_or((operands, ""));
    let mut letters: Vec<char> = Vec::new();
    let mut number = |letter: char| {
        if letter.is_ascii_alphabetic() && !letters.contains(&letter) {
            letters.push(letter);
        }
    };
    for word in [order, output, inputs]
        .into_iter()
        .flat_map(str::split_whitespace)
    {
        let letter = word.chars().next().unwrap_or(' ');
        number(letter);
        if word.contains('+') {
            number(letter.to_ascii_uppercase());
        }
    }
    let dim = |letter: char| {
        let at = letters.iter().position(|&other| other == letter);
        AffineExpr::Dim(at.unwrap_or(0) as u32)
    };
    let map = |operand: &str| {
        let mut n_windows = 0;
        let results = operand.split_whitespace().map(|word| {
            let letter = word.chars().next().unwrap_or(' ');
            if !word.ends_with('+') {
                return dim(letter);
            }
            let factor = |of: &[i64]| AffineExpr::Constant(of.get(n_windows).copied().unwrap_or(1));
            let moved = AffineExpr::binary(AffineOp::Mul, dim(letter), factor(strides));
            let window = dim(letter.to_ascii_uppercase());
            let window = AffineExpr::binary(AffineOp::Mul, window, factor(dilations));
            n_windows += 1;
            AffineExpr::add(moved, window)
        });
        AffineMap {
            results: results.collect(),
            dims: letters.len() as u32,
            symbols: 0,
        }
    };
    inputs
        .split(',')
        .chain(std::iter::once(output))
        .map(map)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::maps;
    use crate::dialects;

    #[test]
    fn strides_and_dilations_count_dimensions_of_the_window() {
        let def = dialects::Dialects::core().find("linalg.conv_2d_nchw_fchw");
        let notation = def.map_or(dialects::IndexingMaps::Unknown, |def| def.indexing_maps);
        let maps = maps(notation, 3, 4, &[2, 3], &[1, 5]).unwrap_or_default();
        let at = [0, 1, 2, 3, 4, 5, 6]; // n f h w c H W
        let input: Vec<Option<i64>> = maps[0].results.iter().map(|e| e.eval(&at, &[])).collect();
        assert_eq!(
            input,
            [Some(0), Some(4), Some(2 * 2 + 5), Some(3 * 3 + 6 * 5)]
        );
        assert_eq!(maps.len(), 3);
    }
}
