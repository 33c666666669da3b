//! Programs in StableHLO whose shapes are known only at run time, as JAX exports them with symbolic dimensions.
//!
//! `iree-opt` has no pipeline for them: some of their operations have no lowering to linalg, while those of `tensor`
//! that do the same need none. So passes run twice, and lines are rewritten between the two.

use crate::text::Text;

/// The first passes: functions that JAX wraps have the sizes of dimensions as arguments.
pub(super) const INLINED: &str = "inline,symbol-dce,func.func(chlo-legalize-to-stablehlo)";

/// The passes after [`rewritten`]. Computations of shapes come before the rest, which has no patterns for them. The
/// canonicalizer of StableHLO would drop what broadcasts state about dimensions, and is left out.
pub(super) const LOWERED: &str =
    "func.func(iree-stablehlo-legalize-shape-computations),iree-stablehlo-to-iree-input";

/// Operations of programs with dynamic shapes.
const DYNAMIC: [&[u8]; 4] = [
    b"stablehlo.get_dimension_size",
    b"stablehlo.dynamic_broadcast_in_dim",
    b"stablehlo.dynamic_reshape",
    b"@shape_assertion",
];

/// Whether a program has such operations. Linear.
pub(super) fn are_dynamic(text: &Text) -> bool {
    let has = |name: &&[u8]| text.bytes.windows(name.len()).any(|part| part == *name);
    DYNAMIC.iter().any(has)
}

/// A program as `iree-opt` prints it, with operations that have lowerings. Linear.
///
/// Assertions about shapes are left out: ranges of dimensions are options.
pub(super) fn rewritten(program: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(program);
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.contains("custom_call @shape_assertion") {
            continue;
        }
        let changed = size(line)
            .or_else(|| reshape(line))
            .or_else(|| broadcast(line));
        out.push_str(changed.as_deref().unwrap_or(line));
        out.push('\n');
    }
    out.into_bytes()
}

/// `%n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>` by `tensor.dim`.
fn size(line: &str) -> Option<String> {
    let (result, rest) = line.split_once(" = stablehlo.get_dimension_size ")?;
    let (operand, rest) = rest.split_once(", dim = ")?;
    let (dim, rest) = rest.split_once(" : (")?;
    let (ty, _) = rest.split_once(") -> tensor<i32>")?;
    let result = result.trim_start();
    let number = result.strip_prefix('%')?;
    Some(format!(
        "%dim_{number} = arith.constant {dim} : index\n\
         %size_{number} = tensor.dim {operand}, %dim_{number} : {ty}\n\
         %size_i32_{number} = arith.index_cast %size_{number} : index to i32\n\
         {result} = tensor.from_elements %size_i32_{number} : tensor<i32>"
    ))
}

/// `%y = stablehlo.dynamic_reshape %x, %shape : ..` by `tensor.reshape`.
fn reshape(line: &str) -> Option<String> {
    let (result, rest) = line.split_once("stablehlo.dynamic_reshape ")?;
    let (operand, rest) = rest.split_once(", ")?;
    let (shape, types) = rest.split_once(" : ")?;
    Some(format!(
        "{result}tensor.reshape {operand}({shape}) : {types}"
    ))
}

/// A broadcast with what is known of its operand: dimensions of size 1 grow, and others do not.
fn broadcast(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("stablehlo.dynamic_broadcast_in_dim ")?;
    let (operands, types) = rest.split_once(" : (tensor<")?;
    // Sizes come before the element type, which begins with a letter.
    let sizes = types.split(['x', '>']);
    let sizes = sizes.take_while(|size| *size == "?" || size.bytes().all(|b| b.is_ascii_digit()));
    let (mut grow, mut stay) = (Vec::new(), Vec::new());
    for (place, size) in sizes.enumerate() {
        if size == "1" { &mut grow } else { &mut stay }.push(place.to_string());
    }
    let list = |places: &[String]| match places {
        [] => "array<i64>".to_owned(),
        places => format!("array<i64: {}>", places.join(", ")),
    };
    Some(format!(
        "{before}stablehlo.dynamic_broadcast_in_dim {operands} {{known_expanding_dimensions = {}, \
         known_nonexpanding_dimensions = {}}} : (tensor<{types}",
        list(&grow),
        list(&stay)
    ))
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn operations_without_lowerings_are_replaced() {
        let text = b"  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>\n  \
            stablehlo.custom_call @shape_assertion(%2, %0) {has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n  \
            %1 = stablehlo.dynamic_reshape %arg0, %s : (tensor<4x?xf32>, tensor<1xi32>) -> tensor<?xf32>\n  \
            %3 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<1x?xbf16>, tensor<2xi32>) -> tensor<?x?xbf16>\n  \
            %4 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>\n  \
            return %3 : tensor<?x?xbf16>";
        let expected = "%dim_0 = arith.constant 1 : index\n\
            %size_0 = tensor.dim %arg0, %dim_0 : tensor<4x?xf32>\n\
            %size_i32_0 = arith.index_cast %size_0 : index to i32\n\
            %0 = tensor.from_elements %size_i32_0 : tensor<i32>\n  \
            %1 = tensor.reshape %arg0(%s) : (tensor<4x?xf32>, tensor<1xi32>) -> tensor<?xf32>\n  \
            %3 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<1x?xbf16>, tensor<2xi32>) -> tensor<?x?xbf16>\n  \
            %4 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>\n  \
            return %3 : tensor<?x?xbf16>\n";
        assert_eq!(String::from_utf8(rewritten(text)).unwrap(), expected);
    }
}
