//! Rules of the `memref` dialect, and of similar `tensor` operations.

use crate::verifier::VerifyErrorKind;
use memplan_support::Sort;

use super::{
    Checked, count, group_type, invalid, is_index, operand_type, result_type, type_is, wrong_type,
};
use crate::ir::shapes::{
    Layout, compatible_layouts, compatible_shapes, compatible_size, dynamic_dims, layout, memref,
    multiply, reassociation, row_major_strides,
};
use crate::ir::{AffineExpr, AttrKind, DYNAMIC, MemRefType, Module, OpId, TypeId, TypeKind, names};

fn is_identity(results: &[AffineExpr]) -> bool {
    let mut dims = (0..).map(AffineExpr::Dim);
    results
        .iter()
        .all(|result| dims.next().as_ref() == Some(result))
}

/// Verifies an allocation: one size for each dynamic dimension, one symbol for each symbol of the layout.
///
/// # Errors
/// If there are more or fewer.
pub fn allocation(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let Some(buffer) = memref(&m.ctx, ty) else {
        return Err(wrong_type(m, "memref", "a ranked memref", ty));
    };
    let sizes = m.operand_group(op, "dynamicSizes").len();
    count(
        "dynamic size operand(s)",
        dynamic_dims(&buffer.shape),
        sizes,
    )?;
    let symbols = match buffer.layout.map(|layout| m.ctx.attr_kind(layout)) {
        // MLIR treats a map with unused symbols as the identity.
        Some(AttrKind::AffineMap(map)) if is_identity(&map.results) => 0,
        Some(AttrKind::AffineMap(map)) => map.symbols as usize,
        // As a map, such a layout has one symbol for each dynamic stride or offset.
        Some(AttrKind::Strided { strides, offset }) => {
            let numbers = strides.iter().chain(std::iter::once(offset));
            numbers.filter(|&&number| number == DYNAMIC).count()
        }
        _ => 0,
    };
    let n_symbols = m.operand_group(op, "symbolOperands").len();
    count("symbol operand(s)", symbols, n_symbols)?;
    alignment(m, op)
}

/// A power of two; MLIR 19 also accepts 0 for an unknown alignment.
fn alignment(m: &Module, op: OpId) -> Checked {
    match m.prop_i64(op, names::ALIGNMENT) {
        Some(n) if n < 0 || n != 0 && !n.unsigned_abs().is_power_of_two() => Err(invalid(
            "alignment",
            format!("the alignment must be a power of two, found {n}"),
        )),
        _ => Ok(()),
    }
}

/// Every operand of the named groups is a memref.
fn are_memrefs(m: &Module, op: OpId, groups: &[&'static str]) -> Checked {
    for &group in groups {
        if let Some(ty) = group_type(m, op, group)
            && !m.ctx.is_memref(ty)
        {
            return Err(wrong_type(m, group, "a memref", ty));
        }
    }
    Ok(())
}

/// The operand is a memref, and the alignment a power of two.
pub(crate) fn assume_alignment(m: &Module, op: OpId) -> Checked {
    takes_memref(m, op)?;
    match m.prop_i64(op, names::ALIGNMENT) {
        Some(n) if n <= 0 => Err(invalid("alignment", "the alignment must be positive")),
        _ => alignment(m, op),
    }
}

/// Indices into a memref whose elements suit the kind of update.
pub(crate) fn atomic_rmw(m: &Module, op: OpId) -> Checked {
    super::access::memref_indices(m, op)?;
    let (Some(value), Some(memref)) = (group_type(m, op, "value"), group_type(m, op, "memref"))
    else {
        return Ok(());
    };
    if let Some(element) = m.ctx.element_type(memref) {
        super::type_is(m, "value", element, value)?;
    }
    let kinds = crate::dialects::atomic_kinds();
    let code = m.ctx.find_str("kind").and_then(|name| m.prop_i64(op, name));
    let kind = code.and_then(|code| kinds.get(usize::try_from(code).ok()?));
    let is_float = matches!(m.ctx.type_kind(value), TypeKind::Float(_));
    let is_int = matches!(m.ctx.type_kind(value), TypeKind::Integer { .. });
    match kind.copied() {
        Some("addf" | "maximumf" | "minimumf" | "mulf") if !is_float => {
            Err(wrong_type(m, "value", "a float", value))
        }
        Some("addi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "andi") if !is_int => {
            Err(wrong_type(m, "value", "an integer", value))
        }
        _ => Ok(()),
    }
}

/// Indices into a memref; the region takes an element and yields one.
pub(crate) fn generic_atomic_rmw(m: &Module, op: OpId) -> Checked {
    super::access::memref_indices(m, op)?;
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let args = super::entry_args(m, op, 0);
    super::types_are(
        m,
        "argument(s) of the region",
        [ty].into_iter(),
        args.into_iter(),
    )?;
    let body = m.regions(op).first().and_then(|&body| m.first_block(body));
    match body.and_then(|body| m.last_op(body)) {
        Some(exit) => match super::operand_type(m, exit, 0) {
            Some(actual) => super::type_is(m, "yielded value", ty, actual),
            None => Ok(()),
        },
        None => Ok(()),
    }
}

/// The operand is a memref.
pub(crate) fn takes_memref(m: &Module, op: OpId) -> Checked {
    are_memrefs(m, op, &["memref"])
}

/// The source is a memref.
pub(crate) fn takes_source_memref(m: &Module, op: OpId) -> Checked {
    are_memrefs(m, op, &["source"])
}

/// Equal element types, and compatible shapes.
pub(crate) fn copy(m: &Module, op: OpId) -> Checked {
    are_memrefs(m, op, &["source", "target"])?;
    let (Some(source), Some(target)) = (operand_type(m, op, 0), operand_type(m, op, 1)) else {
        return Ok(());
    };
    if let (Some(from), Some(to)) = (m.ctx.element_type(source), m.ctx.element_type(target)) {
        type_is(m, "target element type", from, to)?;
    }
    match (m.ctx.shape(source), m.ctx.shape(target)) {
        (Some(from), Some(to)) if !compatible_shapes(from, to) => Err(wrong_type(
            m,
            "target",
            "of the shape of the source",
            target,
        )),
        _ => Ok(()),
    }
}

/// The source has at least one dimension.
pub(crate) fn dim(m: &Module, op: OpId) -> Checked {
    let Some(source) = operand_type(m, op, 0) else {
        return Ok(());
    };
    let is_ranked = m.ctx.shape(source).is_none_or(|shape| !shape.is_empty());
    if is_ranked && (m.ctx.is_memref(source) || m.ctx.is_tensor(source)) {
        Ok(())
    } else {
        Err(wrong_type(m, "source", "of rank one or more", source))
    }
}

/// As many results as operands; their types are in the table.
pub(crate) fn distinct_objects(m: &Module, op: OpId) -> Checked {
    count("result(s)", m.operands(op).len(), m.result_count(op))
}

/// Only static type information changes.
pub(crate) fn cast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let incompatible = || Err(wrong_type(m, "result", "compatible with the source", to));
    let fits = match (m.ctx.type_kind(from), m.ctx.type_kind(to)) {
        (TypeKind::MemRef(a), TypeKind::MemRef(b)) => {
            let layouts = (layout(&m.ctx, a), layout(&m.ctx, b));
            let layouts_fit = match layouts {
                (Some(a), Some(b)) => compatible_layouts(&a, &b),
                _ => true,
            };
            a.element == b.element
                && a.space == b.space
                && compatible_shapes(&a.shape, &b.shape)
                && layouts_fit
        }
        (TypeKind::MemRef(a), TypeKind::UnrankedMemRef { element, space })
        | (TypeKind::UnrankedMemRef { element, space }, TypeKind::MemRef(a)) => {
            a.element == *element && a.space == *space
        }
        _ => false,
    };
    if fits { Ok(()) } else { incompatible() }
}

/// Only the memory space changes.
pub(crate) fn memory_space_cast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let fits = match (m.ctx.type_kind(from), m.ctx.type_kind(to)) {
        (TypeKind::MemRef(a), TypeKind::MemRef(b)) => {
            a.element == b.element && a.shape == b.shape && a.layout == b.layout
        }
        (
            TypeKind::UnrankedMemRef { element: a, .. },
            TypeKind::UnrankedMemRef { element: b, .. },
        ) => a == b,
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        Err(wrong_type(
            m,
            "result",
            "the source type in another space",
            to,
        ))
    }
}

/// Bytes to elements: one size for each dynamic dimension.
pub(crate) fn view(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let is_bytes = |ty: TypeId| match m.ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => *width == 8,
        _ => false,
    };
    let is_dense = |source: &&MemRefType| {
        layout(&m.ctx, source).is_some_and(|layout| layout.offset == 0 && layout.strides[..] == [1])
    };
    let source = memref(&m.ctx, from)
        .filter(|source| source.shape.len() == 1 && is_bytes(source.element))
        .filter(is_dense);
    let Some(source) = source else {
        return Err(wrong_type(
            m,
            "source",
            "a contiguous memref of i8 with one dimension",
            from,
        ));
    };
    let Some(result) = memref(&m.ctx, to).filter(|result| result.layout.is_none()) else {
        return Err(wrong_type(m, "result", "a contiguous memref", to));
    };
    if source.space != result.space {
        return Err(wrong_type(
            m,
            "result",
            "in the memory space of the source",
            to,
        ));
    }
    let sizes = m.operand_group(op, "sizes").len();
    count("size operand(s)", dynamic_dims(&result.shape), sizes)
}

/// The shape operand has one dimension and holds integers.
pub(crate) fn reshape(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(shape_ty), Some(to)) = (
        operand_type(m, op, 0),
        operand_type(m, op, 1),
        result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    let is_int = m.ctx.element_type(shape_ty).is_some_and(|ty| {
        matches!(
            m.ctx.type_kind(ty),
            TypeKind::Integer { .. } | TypeKind::Index
        )
    });
    let Some(&[length]) = m.ctx.shape(shape_ty).filter(|_| is_int) else {
        return Err(wrong_type(
            m,
            "shape",
            "integers or indices in one dimension",
            shape_ty,
        ));
    };
    if let (Some(a), Some(b)) = (m.ctx.element_type(from), m.ctx.element_type(to)) {
        type_is(m, "result element type", a, b)?;
    }
    match m.ctx.shape(to) {
        Some(dims) if length != DYNAMIC && dims.len() as i64 != length => {
            Err(wrong_type(m, "result", format!("of rank {length}"), to))
        }
        _ => Ok(()),
    }
}

/// One dimension before and after; a size if it is dynamic.
pub(crate) fn realloc(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let one_dim = |ty: TypeId| memref(&m.ctx, ty).filter(|buffer| buffer.shape.len() == 1);
    let (Some(source), Some(result)) = (one_dim(from), one_dim(to)) else {
        return Err(wrong_type(
            m,
            "result",
            "a memref with one dimension, like the source",
            to,
        ));
    };
    type_is(m, "result element type", source.element, result.element)?;
    if source.space != result.space {
        return Err(wrong_type(
            m,
            "result",
            "in the memory space of the source",
            to,
        ));
    }
    let sizes = m.operands(op).len() - 1;
    count("size operand(s)", dynamic_dims(&result.shape), sizes)?;
    alignment(m, op)
}

/// A permutation of the dimensions.
pub(crate) fn transpose(m: &Module, op: OpId) -> Checked {
    let map = m
        .ctx
        .find_str("permutation")
        .and_then(|name| m.prop(op, name))
        .map(|attr| m.ctx.attr_kind(attr));
    let (Some(AttrKind::AffineMap(map)), Some(from), Some(to)) =
        (map, operand_type(m, op, 0), result_type(m, op, 0))
    else {
        return Ok(());
    };
    let dims: Option<Vec<u32>> = map
        .results
        .iter()
        .map(|expr| match expr {
            AffineExpr::Dim(dim) => Some(*dim),
            _ => None,
        })
        .collect();
    let mut sorted = dims.clone().unwrap_or_default();
    sorted.sort_stable();
    let Some(dims) = dims.filter(|_| sorted.iter().copied().eq(0..map.dims)) else {
        return Err(invalid("permutation", "the map must be a permutation"));
    };
    let (Some(source), Some(result)) = (memref(&m.ctx, from), memref(&m.ctx, to)) else {
        return Err(wrong_type(
            m,
            "result",
            "a ranked memref, like the source",
            to,
        ));
    };
    count("dimension(s) of its map", source.shape.len(), dims.len())?;
    let expected: Vec<i64> = dims.iter().map(|&dim| source.shape[dim as usize]).collect();
    if expected[..] != result.shape[..] || source.element != result.element {
        return Err(wrong_type(
            m,
            "result",
            "the permuted type of the source",
            to,
        ));
    }
    let layouts = (layout(&m.ctx, source), layout(&m.ctx, result));
    let (Some(before), Some(after)) = layouts else {
        return Ok(());
    };
    let strides = dims.iter().map(|&dim| before.strides[dim as usize]);
    let expected = Layout {
        offset: before.offset,
        strides: strides.collect(),
    };
    same_layout(m, &expected, &after, to)
}

/// A static buffer; the initial value has its shape and elements.
pub(crate) fn global(m: &Module, op: OpId) -> Checked {
    let Some(AttrKind::Type(ty)) = m.prop(op, names::TYPE).map(|attr| m.ctx.attr_kind(attr)) else {
        return Ok(());
    };
    let Some(buffer) = memref(&m.ctx, *ty).filter(|buffer| dynamic_dims(&buffer.shape) == 0) else {
        return Err(wrong_type(m, "type", "a static memref", *ty));
    };
    let initial = m
        .ctx
        .find_str("initial_value")
        .and_then(|name| m.prop(op, name));
    let value_ty = match initial.map(|attr| m.ctx.attr_kind(attr)) {
        Some(
            AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. },
        ) => *ty,
        None | Some(AttrKind::Unit | AttrKind::Opaque { .. }) => {
            return alignment(m, op);
        }
        Some(_) => {
            return Err(invalid(
                "initial-value",
                "the initial value must be elements, or `uninitialized`",
            ));
        }
    };
    let fits = m.ctx.shape(value_ty) == Some(&buffer.shape)
        && m.ctx.element_type(value_ty) == Some(buffer.element);
    if !fits {
        return Err(wrong_type(
            m,
            "initial_value",
            "of the shape and elements of the type",
            value_ty,
        ));
    }
    alignment(m, op)
}

/// The symbol of `memref.get_global` is a global of the type of the result.
pub(crate) fn get_global(m: &Module, op: OpId, symbol: OpId) -> Checked {
    let ty = match m
        .prop(symbol, names::TYPE)
        .map(|attr| m.ctx.attr_kind(attr))
    {
        Some(AttrKind::Type(ty)) => *ty,
        _ => {
            return Err(VerifyErrorKind::WrongSymbol {
                name: m
                    .symbol_name(symbol)
                    .map_or(String::new(), |name| format!("@{}", m.ctx.text(name))),
                expected: "a global buffer",
            });
        }
    };
    match result_type(m, op, 0) {
        Some(actual) => type_is(m, "result", ty, actual),
        None => Ok(()),
    }
}

/// Source and result of a reshape, with their layouts.
struct Reshape<'m> {
    source: &'m MemRefType,
    result: &'m MemRefType,
    before: Layout,
    found: Layout,
}

impl<'m> Reshape<'m> {
    /// Nothing if a type has no strided layout; both must be in the same memory space.
    fn new(m: &'m Module, from: TypeId, to: TypeId) -> Result<Option<Self>, VerifyErrorKind> {
        let (Some(source), Some(result)) = (memref(&m.ctx, from), memref(&m.ctx, to)) else {
            return Ok(None);
        };
        if source.space != result.space {
            return Err(wrong_type(
                m,
                "result",
                "in the memory space of the source",
                to,
            ));
        }
        let layouts = layout(&m.ctx, source).zip(layout(&m.ctx, result));
        Ok(layouts.map(|(before, found)| Self {
            source,
            result,
            before,
            found,
        }))
    }
}

/// Groups of dimensions are collapsed to one each.
pub(crate) fn collapse_shape(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let groups = check_groups(m, op, "result", to, from)?;
    let Some(reshape) = Reshape::new(m, from, to)? else {
        return Ok(());
    };
    let Reshape {
        source,
        result,
        before,
        found,
    } = reshape;
    if source.shape.is_empty() {
        return Ok(());
    }
    let expected = if source.layout.is_none() {
        Layout {
            offset: 0,
            strides: row_major_strides(&result.shape),
        }
    } else {
        collapsed(&before, &source.shape, &groups)?
    };
    same_layout(m, &expected, &found, to)?;
    same_spelling(m, source, to, result)
}

/// The layout of groups of dimensions that are contiguous in memory. Strides of dimensions of size one have no
/// meaning, and unknown strides are assumed to fit.
fn collapsed(
    from: &Layout,
    shape: &[i64],
    groups: &[smallvec::SmallVec<[usize; 4]>],
) -> Result<Layout, VerifyErrorKind> {
    let mut strides = smallvec::SmallVec::new();
    for group in groups {
        let Some(&first) = group.first() else {
            continue;
        };
        let last = group.iter().rev().find(|&&dim| shape[dim] != 1);
        let last = *last.unwrap_or(&first);
        let is_known = shape[last] != DYNAMIC || last == first;
        let stride = if is_known {
            from.strides[last]
        } else {
            DYNAMIC
        };
        strides.push(stride);
        let mut expected = stride;
        for pair in group.windows(2).rev() {
            expected = multiply(expected, shape[pair[1]]);
            let outer = from.strides[pair[0]];
            if shape[pair[0]] != 1 && !compatible_size(expected, outer) {
                return Err(invalid(
                    "not-contiguous",
                    format!(
                        "dimensions {} and {} are not contiguous in memory",
                        pair[0], pair[1]
                    ),
                ));
            }
        }
    }
    Ok(Layout {
        offset: from.offset,
        strides,
    })
}

/// `memref.dma_start`: two buffers and a tag, each with an index for each dimension, the number of elements, and
/// optionally a stride and the number of elements per stride.
pub(crate) fn dma_start(m: &Module, op: OpId) -> Checked {
    let mut operands = m.operands(op);
    for (what, follows) in [("source", 0), ("target", 1), ("tag", 0)] {
        let Some((&buffer, rest)) = operands.split_first() else {
            return count("operand(s) of a buffer", 1, 0);
        };
        let ty = m.value_type(buffer);
        let Some(buffer) = memref(&m.ctx, ty) else {
            return Err(wrong_type(m, what, "a ranked memref", ty));
        };
        let taken = buffer.shape.len() + follows;
        let Some((indices, rest)) = rest.split_at_checked(taken) else {
            return count("index operand(s)", taken, rest.len());
        };
        are_indices(m, indices)?;
        operands = rest;
    }
    if !operands.is_empty() {
        count("operand(s) for the stride", 2, operands.len())?;
    }
    are_indices(m, operands)
}

fn are_indices(m: &Module, values: &[crate::ir::ValueId]) -> Checked {
    let mut types = values.iter().map(|&value| m.value_type(value));
    match types.find(|&ty| !is_index(m, ty)) {
        Some(ty) => Err(wrong_type(m, "operand", "index", ty)),
        None => Ok(()),
    }
}

/// The element to prefetch, and the locality hint.
pub(crate) fn prefetch(m: &Module, op: OpId) -> Checked {
    super::access::memref_indices(m, op)?;
    let hint = m.ctx.find_str("localityHint");
    match hint.and_then(|name| m.prop_i64(op, name)) {
        Some(hint) if !(0..=3).contains(&hint) => Err(invalid(
            "locality",
            format!("the locality is between 0 and 3, found {hint}"),
        )),
        _ => Ok(()),
    }
}

/// Dimensions split into groups.
pub(crate) fn expand_shape(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let groups = check_groups(m, op, "src", from, to)?;
    check_output_shape(m, op, to)?;
    let Some(reshape) = Reshape::new(m, from, to)? else {
        return Ok(());
    };
    let Reshape {
        source,
        result,
        before,
        found,
    } = reshape;
    // The strides of empty and rank-0 buffers do not matter.
    if source.shape.is_empty() || source.shape.contains(&0) {
        return Ok(());
    }
    let mut expected = Layout {
        offset: before.offset,
        strides: smallvec::SmallVec::from_elem(0, result.shape.len()),
    };
    for (group, &stride) in groups.iter().zip(&before.strides) {
        let mut stride = stride;
        for &dim in group.iter().rev() {
            expected.strides[dim] = stride;
            stride = multiply(stride, result.shape[dim]);
        }
    }
    same_layout(m, &expected, &found, to)?;
    same_spelling(m, source, to, result)
}

/// MLIR infers no layout from an identity layout, and `strided<..>` from any other, even if both mean the same.
fn same_spelling(m: &Module, source: &MemRefType, ty: TypeId, result: &MemRefType) -> Checked {
    let kind = |buffer: &MemRefType| buffer.layout.map(|layout| m.ctx.attr_kind(layout));
    let wants_none = match kind(source) {
        None => true,
        Some(AttrKind::AffineMap(map)) => is_identity(&map.results),
        Some(AttrKind::Strided { strides, offset }) => {
            *offset == 0 && matches!(strides[..], [] | [1])
        }
        Some(_) => return Ok(()),
    };
    let has_none = match kind(result) {
        None => true,
        Some(AttrKind::AffineMap(map)) => is_identity(&map.results),
        Some(_) => false,
    };
    let is_strided = matches!(kind(result), Some(AttrKind::Strided { .. }));
    let (has_wanted, wanted) = if wants_none {
        (has_none, "without a layout")
    } else {
        (is_strided, "of a layout that is written as `strided<..>`")
    };
    if has_wanted {
        return Ok(());
    }
    Err(wrong_type(m, "result", wanted, ty))
}

fn same_layout(m: &Module, expected: &Layout, found: &Layout, ty: TypeId) -> Checked {
    if expected == found {
        return Ok(());
    }
    let number = |n: &i64| match *n {
        DYNAMIC => "?".to_owned(),
        n => n.to_string(),
    };
    let strides: Vec<String> = expected.strides.iter().map(number).collect();
    let expected = format!(
        "laid out with strides [{}] and offset {}",
        strides.join(", "),
        number(&expected.offset)
    );
    Err(wrong_type(m, "result", expected, ty))
}

/// The listed output shape is that of the result; MLIR checks this for buffers only.
fn check_output_shape(m: &Module, op: OpId, result: TypeId) -> Checked {
    let Some(name) = m.ctx.find_str("static_output_shape") else {
        return Ok(());
    };
    // MLIR 19 accepts the operation without this attribute.
    if m.prop(op, name).is_none() {
        return Ok(());
    }
    let list = m.prop_array(op, name);
    match memref(&m.ctx, result).map(|result| &result.shape[..]) {
        Some(dims) if dims != list => Err(wrong_type(
            m,
            "result",
            "of the listed output shape",
            result,
        )),
        _ => Ok(()),
    }
}

type Groups = Vec<smallvec::SmallVec<[usize; 4]>>;

/// Groups cover the dimensions of `expanded` in order, one for each dimension of `collapsed`, and
/// the sizes agree.
fn check_groups(
    m: &Module,
    op: OpId,
    what: &'static str,
    collapsed: TypeId,
    expanded: TypeId,
) -> Result<Groups, VerifyErrorKind> {
    let groups = m
        .prop(op, names::REASSOCIATION)
        .and_then(|attr| reassociation(&m.ctx, attr))
        .unwrap_or_default();
    let (Some(small), Some(large)) = (m.ctx.shape(collapsed), m.ctx.shape(expanded)) else {
        return Err(wrong_type(m, what, "ranked", collapsed));
    };
    if let (Some(a), Some(b)) = (m.ctx.element_type(expanded), m.ctx.element_type(collapsed)) {
        type_is(m, "element type", b, a)?;
    }
    count("group(s) of dimensions", small.len(), groups.len())?;
    if small.is_empty() {
        // MLIR does not check this for tensors.
        let is_free = memref(&m.ctx, collapsed).is_none();
        return if is_free || large.iter().all(|&dim| dim == 1) {
            Ok(groups)
        } else {
            Err(wrong_type(m, what, "one element on both sides", collapsed))
        };
    }
    let is_in_order = groups.iter().flatten().copied().eq(0..large.len());
    if !is_in_order || groups.iter().any(|group| group.is_empty()) {
        return Err(invalid(
            "reassociation",
            "the groups must cover all dimensions, in order and without gaps",
        ));
    }
    for (group, &size) in groups.iter().zip(small) {
        let product = group
            .iter()
            .fold(1i64, |product, &dim| product_of(product, large[dim]));
        if product != size {
            return Err(wrong_type(
                m,
                what,
                "of sizes that are the products of their groups",
                collapsed,
            ));
        }
    }
    Ok(groups)
}

/// Unlike for strides, a product with an unknown factor is unknown even if another factor is zero.
fn product_of(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC {
        DYNAMIC
    } else {
        a.checked_mul(b).unwrap_or(DYNAMIC)
    }
}
