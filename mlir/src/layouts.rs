//! Layouts of views of memrefs.
//!
//! Strides and offset are in elements; [`DYNAMIC`] marks a value that is known only at run time.

use crate::ir::{AttrId, AttrKind, Context, DYNAMIC, MemRefType, TypeId, TypeKind};

/// Strides and offset of a ranked memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// By dimension.
    pub strides: Vec<i64>,
    /// Of the first element.
    pub offset: i64,
}

/// The attribute `strided<..>`.
pub fn strided(ctx: &mut Context, layout: &Layout) -> AttrId {
    ctx.attr(AttrKind::Strided {
        offset: layout.offset,
        strides: layout.strides.clone().into(),
    })
}

/// Strides and offset of a ranked memref type; `None` for layouts that are not strided.
pub fn layout_of(ctx: &Context, ty: TypeId) -> Option<Layout> {
    let (strides, offset) = ctx.memref_strides_offset(ty)?;
    Some(Layout { strides, offset })
}

/// Offsets, sizes and strides of a slice, with [`DYNAMIC`] for operands.
#[derive(Clone, Copy, Debug)]
pub struct SliceSpec<'a> {
    /// The first index of each dimension.
    pub offsets: &'a [i64],
    /// The number of indices of each dimension.
    pub sizes: &'a [i64],
    /// The distance between indices of each dimension.
    pub strides: &'a [i64],
}

/// The type of `memref.subview`, in the shape `wanted`, which may lack dimensions of size 1. `None` if the source
/// has no strided layout.
pub fn subview(
    ctx: &mut Context,
    source: TypeId,
    slice: SliceSpec<'_>,
    wanted: &[i64],
) -> Option<TypeId> {
    let layout = layout_of(ctx, source)?.sliced(slice, wanted)?;
    let layout = strided(ctx, &layout);
    viewed(ctx, source, wanted, Some(layout))
}

/// The type of `memref.expand_shape` to the shape `wanted`.
pub fn expanded(
    ctx: &mut Context,
    source: TypeId,
    groups: &[Vec<usize>],
    wanted: &[i64],
) -> Option<TypeId> {
    reshaped(ctx, source, wanted, |_, from| from.expanded(groups, wanted))
}

/// The type of `memref.collapse_shape` to the shape `wanted`; `None` if a group is not certainly
/// contiguous.
pub fn collapsed(
    ctx: &mut Context,
    source: TypeId,
    groups: &[Vec<usize>],
    wanted: &[i64],
) -> Option<TypeId> {
    reshaped(ctx, source, wanted, |ctx, from| {
        from.collapsed(groups, ctx.shape(source)?)
    })
}

/// The type of a reshape, whose layout follows from that of the source unless it is omitted.
fn reshaped(
    ctx: &mut Context,
    source: TypeId,
    wanted: &[i64],
    layout: impl Fn(&Context, Layout) -> Option<Layout>,
) -> Option<TypeId> {
    let from = layout_of(ctx, source)?;
    let layout = if is_plain(ctx, source) {
        None
    } else {
        Some(layout(ctx, from)?)
    };
    let layout = layout.map(|layout| strided(ctx, &layout));
    viewed(ctx, source, wanted, layout)
}

/// Whether reshapes of a memref have no layout in their types: the memref has no layout, or an identity layout.
fn is_plain(ctx: &Context, ty: TypeId) -> bool {
    let has_none = matches!(ctx.type_kind(ty), TypeKind::MemRef(memref) if memref.layout.is_none());
    has_none || layout_of(ctx, ty).is_some_and(|layout| layout.changes_nothing())
}

/// A memref type with the elements of another one.
fn viewed(
    ctx: &mut Context,
    source: TypeId,
    shape: &[i64],
    layout: Option<AttrId>,
) -> Option<TypeId> {
    let TypeKind::MemRef(memref) = ctx.type_kind(source) else {
        return None;
    };
    let (element, space) = (memref.element, memref.space);
    Some(ctx.ty(TypeKind::MemRef(MemRefType {
        shape: shape.into(),
        element,
        layout,
        space,
    })))
}

impl Layout {
    /// Whether the layout has rank 0 or 1 and is the identity.
    pub fn changes_nothing(&self) -> bool {
        self.offset == 0 && matches!(self.strides[..], [] | [1])
    }

    /// The layout of a slice in the shape `wanted`, which may lack dimensions of size 1.
    pub fn sliced(&self, slice: SliceSpec<'_>, wanted: &[i64]) -> Option<Self> {
        let mut offset = self.offset;
        for (&at, &stride) in slice.offsets.iter().zip(&self.strides) {
            offset = plus(offset, times(at, stride)?)?;
        }
        let all: Option<Vec<i64>> = slice
            .strides
            .iter()
            .zip(&self.strides)
            .map(|(&a, &b)| times(a, b))
            .collect();
        let all = all?;
        let mut strides = Vec::with_capacity(wanted.len());
        for (&size, &stride) in slice.sizes.iter().zip(&all) {
            match wanted.get(strides.len()) {
                Some(&next) if next == size => strides.push(stride),
                _ if size == 1 => {}
                _ => return None,
            }
        }
        (strides.len() == wanted.len()).then_some(Self { strides, offset })
    }

    /// The layout with each dimension replaced by a group of dimensions of the shape `wanted`.
    pub fn expanded(&self, groups: &[Vec<usize>], wanted: &[i64]) -> Option<Self> {
        // A rank-0 buffer has one element: the dimensions that no group covers keep stride 1.
        let mut strides = vec![1; wanted.len()];
        for (group, &outer) in groups.iter().zip(&self.strides) {
            let mut stride = outer;
            for &dim in group.iter().rev() {
                *strides.get_mut(dim)? = stride;
                stride = times(stride, *wanted.get(dim)?)?;
            }
        }
        let offset = self.offset;
        Some(Self { strides, offset })
    }

    /// The layout with each group of dimensions of a shape collapsed to one; `None` if a group is not certainly
    /// contiguous.
    pub fn collapsed(&self, groups: &[Vec<usize>], shape: &[i64]) -> Option<Self> {
        let groups = groups.iter();
        let strides: Option<Vec<i64>> = groups
            .map(|group| group_stride(group, shape, &self.strides))
            .collect();
        let offset = self.offset;
        strides.map(|strides| Self { strides, offset })
    }
}

/// The stride of the dimension that a group collapses to, if the group is certainly contiguous.
fn group_stride(group: &[usize], shape: &[i64], strides: &[i64]) -> Option<i64> {
    let mut last = group;
    while let [rest @ .., dim] = last
        && !rest.is_empty()
        && shape[*dim] == 1
    {
        last = rest;
    }
    let &inner = last.last()?;
    // A dynamic dimension may have size 1 at run time; its stride is then not the stride of the group.
    let result = if shape[inner] != DYNAMIC || last.len() == 1 {
        strides[inner]
    } else {
        DYNAMIC
    };
    let mut stride = result;
    for pair in group.windows(2).rev() {
        let (outer, dim) = (pair[0], pair[1]);
        stride = times(stride, shape[dim])?;
        if shape[outer] == 1 {
            continue;
        }
        if stride == DYNAMIC || strides[outer] == DYNAMIC || stride != strides[outer] {
            return None;
        }
    }
    Some(result)
}

/// The row-major layout of a shape.
pub fn row_major(shape: &[i64]) -> Option<Layout> {
    let mut strides = vec![1; shape.len()];
    let mut stride = 1;
    for (slot, &size) in strides.iter_mut().zip(shape).rev() {
        *slot = stride;
        stride = times(stride, size)?;
    }
    Some(Layout { strides, offset: 0 })
}

/// Sum of numbers that may be [`DYNAMIC`].
fn plus(a: i64, b: i64) -> Option<i64> {
    if a == DYNAMIC || b == DYNAMIC {
        return Some(DYNAMIC);
    }
    a.checked_add(b).filter(|&sum| sum != DYNAMIC)
}

/// Product of numbers that may be [`DYNAMIC`]; zero times anything is zero.
fn times(a: i64, b: i64) -> Option<i64> {
    if a == 0 || b == 0 {
        return Some(0);
    }
    if a == DYNAMIC || b == DYNAMIC {
        return Some(DYNAMIC);
    }
    a.checked_mul(b).filter(|&product| product != DYNAMIC)
}
