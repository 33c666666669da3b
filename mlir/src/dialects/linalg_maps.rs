//! The indexing maps of named `linalg` operations, in a notation of one line each.
//!
//! `n h+ w+ c, H W c f -> n h w f`: operands separated by commas, the output behind the arrow, one
//! letter for each dimension. `h+` in the input of a convolution stands for
//! `h * stride + H * dilation`; the first `+` takes the first stride and dilation. Dimensions are numbered
//! in the order of the output, then in that of their first appearance, where `h+` stands for `h H`; letters
//! before `|` say another order, if MLIR has one.

use super::def::ImpliedAttr;
use crate::ir::{AffineExpr, AffineMap, AffineOp, AttrId, AttrKind, Context, DenseData, TypeKind};

/// The maps that mlir-opt keeps among the attributes of a named operation. They say nothing of their
/// own.
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
        memoized(ctx, def.name, strides, dilations)
    },
};

/// Name without `linalg.`, and its maps.
const MAPS: &[(&str, &str)] = &[
    ("matmul", "m k, k n -> m n"),
    ("matmul_transpose_a", "k m, k n -> m n"),
    ("matmul_transpose_b", "m k, n k -> m n"),
    ("batch_matmul", "b m k, b k n -> b m n"),
    ("batch_matmul_transpose_a", "b k m, b k n -> b m n"),
    ("batch_matmul_transpose_b", "b m k, b n k -> b m n"),
    ("batch_reduce_matmul", "b m k, b k n -> m n"),
    ("matvec", "m n, n -> m"),
    ("vecmat", "m, m n -> n"),
    ("dot", "m, m ->"),
    ("batch_matvec", "b m k, b k -> b m"),
    ("batch_vecmat", "b k, b k n -> b n"),
    ("mmt4d", "m n k x y z | m k x z, n k y z -> m n x y"),
    (
        "batch_mmt4d",
        "b m n k x y z | b m k x z, b n k y z -> b m n x y",
    ),
    ("quantized_matmul", "m k, k n, , -> m n"),
    ("quantized_batch_matmul", "b m k, b k n, , -> b m n"),
    ("conv_1d", "w+, W -> w"),
    ("conv_2d", "h+ w+, H W -> h w"),
    ("conv_3d", "d+ h+ w+, D H W -> d h w"),
    ("conv_1d_nwc_wcf", "n w+ c, W c f -> n w f"),
    ("conv_1d_ncw_fcw", "n c w+, f c W -> n f w"),
    ("conv_2d_nhwc_hwcf", "n h+ w+ c, H W c f -> n h w f"),
    ("conv_2d_nhwc_hwcf_q", "n h+ w+ c, H W c f, , -> n h w f"),
    ("conv_2d_nhwc_fhwc", "n h+ w+ c, f H W c -> n h w f"),
    ("conv_2d_nhwc_fhwc_q", "n h+ w+ c, f H W c, , -> n h w f"),
    ("conv_2d_nchw_fchw", "n c h+ w+, f c H W -> n f h w"),
    ("conv_2d_nchw_fchw_q", "n c h+ w+, f c H W, , -> n f h w"),
    ("conv_2d_ngchw_fgchw", "n g c h+ w+, f g c H W -> n g f h w"),
    ("conv_2d_ngchw_gfchw", "n g c h+ w+, g f c H W -> n g f h w"),
    (
        "conv_2d_ngchw_gfchw_q",
        "n g c h+ w+, g f c H W, , -> n g f h w",
    ),
    ("conv_2d_nhwgc_gfhwc", "n h+ w+ g c, g f H W c -> n h w g f"),
    (
        "conv_2d_nhwgc_gfhwc_q",
        "n h+ w+ g c, g f H W c, , -> n h w g f",
    ),
    (
        "conv_3d_ndhwc_dhwcf",
        "n d+ h+ w+ c, D H W c f -> n d h w f",
    ),
    (
        "conv_3d_ndhwc_dhwcf_q",
        "n d+ h+ w+ c, D H W c f, , -> n d h w f",
    ),
    (
        "conv_3d_ncdhw_fcdhw",
        "n c d+ h+ w+, f c D H W -> n f d h w",
    ),
    ("depthwise_conv_1d_nwc_wc", "n w+ c, W c -> n w c"),
    ("depthwise_conv_1d_ncw_cw", "n w c W | n c w+, c W -> n c w"),
    ("depthwise_conv_1d_nwc_wcm", "n w+ c, W c m -> n w c m"),
    ("depthwise_conv_2d_nhwc_hwc", "n h+ w+ c, H W c -> n h w c"),
    (
        "depthwise_conv_2d_nhwc_hwc_q",
        "n h+ w+ c, H W c, , -> n h w c",
    ),
    (
        "depthwise_conv_2d_nchw_chw",
        "n h w c H W | n c h+ w+, c H W -> n c h w",
    ),
    (
        "depthwise_conv_2d_nhwc_hwcm",
        "n h+ w+ c, H W c m -> n h w c m",
    ),
    (
        "depthwise_conv_2d_nhwc_hwcm_q",
        "n h+ w+ c, H W c m, , -> n h w c m",
    ),
    (
        "depthwise_conv_3d_ndhwc_dhwc",
        "n d h w D H W c | n d+ h+ w+ c, D H W c -> n d h w c",
    ),
    (
        "depthwise_conv_3d_ncdhw_cdhw",
        "n d h w D H W c | n c d+ h+ w+, c D H W -> n c d h w",
    ),
    (
        "depthwise_conv_3d_ndhwc_dhwcm",
        "n d h w m D H W c | n d+ h+ w+ c, D H W c m -> n d h w c m",
    ),
    ("pooling_nhwc_sum", "n h+ w+ c, H W -> n h w c"),
    ("pooling_nchw_sum", "n c h+ w+, H W -> n c h w"),
    ("pooling_nwc_sum", "n w+ c, W -> n w c"),
    ("pooling_ncw_sum", "n c w+, W -> n c w"),
    ("pooling_ndhwc_sum", "n d+ h+ w+ c, D H W -> n d h w c"),
    ("pooling_nhwc_max", "n h+ w+ c, H W -> n h w c"),
    ("pooling_nchw_max", "n c h+ w+, H W -> n c h w"),
    ("pooling_nwc_max", "n w+ c, W -> n w c"),
    ("pooling_ncw_max", "n c w+, W -> n c w"),
    ("pooling_ndhwc_max", "n d+ h+ w+ c, D H W -> n d h w c"),
    ("pooling_nhwc_min", "n h+ w+ c, H W -> n h w c"),
    ("pooling_nwc_min", "n w+ c, W -> n w c"),
    ("pooling_ndhwc_min", "n d+ h+ w+ c, D H W -> n d h w c"),
    ("pooling_nhwc_max_unsigned", "n h+ w+ c, H W -> n h w c"),
    ("pooling_nwc_max_unsigned", "n w+ c, W -> n w c"),
    ("pooling_nhwc_min_unsigned", "n h+ w+ c, H W -> n h w c"),
    ("pooling_nwc_min_unsigned", "n w+ c, W -> n w c"),
];

/// Operations that compute each element from the elements at its place.
const ELEMENTWISE: &[&str] = &[
    "abs",
    "add",
    "ceil",
    "copy",
    "div",
    "div_unsigned",
    "erf",
    "exp",
    "floor",
    "log",
    "max",
    "min",
    "mul",
    "negf",
    "powf",
    "reciprocal",
    "round",
    "rsqrt",
    "select",
    "sqrt",
    "square",
    "sub",
    "tanh",
];

/// Whether the maps of the named operation are known.
pub fn is_known(name: &str) -> bool {
    name.strip_prefix("linalg.").is_some_and(|name| {
        name == "contract"
            || ELEMENTWISE.contains(&name)
            || MAPS.iter().any(|&(known, _)| known == name)
    })
}

/// Whether the named operation computes each element from the elements at its place.
pub(crate) fn is_elementwise(name: &str) -> bool {
    name.strip_prefix("linalg.")
        .is_some_and(|name| ELEMENTWISE.contains(&name))
}

/// The maps of the operands of a named operation; `rank` is that of its output.
pub fn maps(
    name: &str,
    n_operands: usize,
    rank: usize,
    strides: &[i64],
    dilations: &[i64],
) -> Option<Vec<AffineMap>> {
    let name = name.strip_prefix("linalg.")?;
    if ELEMENTWISE.contains(&name) {
        return Some(vec![AffineMap::identity(rank as u32); n_operands]);
    }
    let (_, notation) = MAPS.iter().find(|&&(known, _)| known == name)?;
    Some(from_notation(notation, strides, dilations))
}

/// Kinds of loops, as the bodies of attributes spell them.
pub(crate) const ITERATORS: &[&str] = &["iterator_type<parallel>", "iterator_type<reduction>"];

/// How many dimensions the window of a convolution or pooling has; none for other operations.
pub(crate) fn n_windows(name: &str) -> usize {
    let name = name.strip_prefix("linalg.").unwrap_or(name);
    let found = MAPS.iter().find(|&&(known, _)| known == name);
    found.map_or(0, |(_, notation)| notation.matches('+').count())
}

/// The maps of a named operation that is neither elementwise nor has maps of its own, in an array.
/// mlir-opt computes them when it verifies the operation and keeps them among its attributes.
fn memoized(
    ctx: &mut Context,
    name: &str,
    strides: Option<AttrId>,
    dilations: Option<AttrId>,
) -> Option<AttrId> {
    let short = name.strip_prefix("linalg.")?;
    let maps = if short == "fill_rng_2d" {
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
    } else {
        let (_, notation) = MAPS.iter().find(|&&(known, _)| known == short)?;
        let n = n_windows(name);
        let factors = |attr: Option<AttrId>| match attr {
            Some(attr) => window(ctx, attr, n),
            None => Some(Vec::new()),
        };
        from_notation(notation, &factors(strides)?, &factors(dilations)?)
    };
    let maps: Vec<AttrId> = maps
        .into_iter()
        .map(|map| ctx.attr(AttrKind::AffineMap(map)))
        .collect();
    Some(ctx.attr(AttrKind::Array(maps.into())))
}

/// The factors of a window with `n` dimensions, from a dense attribute.
pub(crate) fn window(ctx: &Context, attr: AttrId, n: usize) -> Option<Vec<i64>> {
    let AttrKind::Dense { ty, data } = ctx.attr_kind(attr) else {
        return None;
    };
    let element = ctx.element_type(*ty).map(|ty| ctx.type_kind(ty));
    let is_long = matches!(element, Some(TypeKind::Integer { width: 64, .. }));
    if ctx.shape(*ty) != Some(&[n as i64]) || !is_long {
        return None;
    }
    let decode = |bytes: &[u8]| Some(i64::from_le_bytes(bytes.try_into().ok()?));
    match data {
        DenseData::Splat(bytes) => decode(bytes).map(|factor| vec![factor; n]),
        DenseData::Elements(bytes) => bytes.chunks_exact(8).map(decode).collect(),
        DenseData::Strings { .. } => None,
    }
}

/// The maps that a notation means.
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
        let at = letters.iter().position(|&known| known == letter);
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
    use super::{ELEMENTWISE, MAPS, is_known, maps};
    use crate::dialects;

    #[test]
    fn every_name_is_that_of_an_operation() {
        for name in MAPS.iter().map(|(name, _)| name).chain(ELEMENTWISE) {
            let name = format!("linalg.{name}");
            assert!(
                is_known(&name) && dialects::Dialects::core().find(&name).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn strides_and_dilations_count_dimensions_of_the_window() {
        let maps = maps("linalg.conv_2d_nchw_fchw", 3, 4, &[2, 3], &[1, 5]).unwrap_or_default();
        let at = [0, 1, 2, 3, 4, 5, 6]; // n f h w c H W
        let input: Vec<Option<i64>> = maps[0].results.iter().map(|e| e.eval(&at, &[])).collect();
        assert_eq!(
            input,
            [Some(0), Some(4), Some(2 * 2 + 5), Some(3 * 3 + 6 * 5)]
        );
        assert_eq!(maps.len(), 3);
    }
}
