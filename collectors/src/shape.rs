//! Decides whether a view of a merged allocation can replace an allocation of a given type.

use memplan_mlir::interfaces::Allocation;
use memplan_mlir::{AttrKind, DYNAMIC, MemRefType, Module, TypeKind};
use memplan_support::Sort;

use crate::{Compat, Padding, SkipReason, TickOptions};

/// The largest alignment of a merged allocation, in bytes.
const ALIGNMENT_LIMIT: u64 = 1 << 30;

/// The requirements of a buffer on its merged allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Bytes.
    pub(crate) size: u64,
    /// Alignment in bytes: that of the options, or a larger one that the allocation requires.
    pub(crate) alignment: u64,
    /// The alignment that the allocation requires; 1 if it requires none.
    pub(crate) promised: u64,
    /// Strides in elements of a layout other than the identity.
    pub(crate) strides: Option<Box<[i64]>>,
}

/// Size, alignment and layout of an allocation, or why it cannot be merged. `least_alignment` is the alignment that
/// its users require, in bytes, a power of two.
pub(crate) fn shape(
    m: &Module,
    allocation: &Allocation<'_>,
    least_alignment: u64,
    options: &TickOptions,
) -> Result<Shape, SkipReason> {
    let TypeKind::MemRef(ty) = m.value_type_kind(allocation.buffer) else {
        return Err(SkipReason::DynamicShape);
    };
    if ty.shape.contains(&DYNAMIC) {
        return Err(SkipReason::DynamicShape);
    }
    if !allocation.symbols.is_empty() {
        return Err(SkipReason::Symbols);
    }
    let strides = strides(m, ty, options.compat)?;
    let element = m
        .ctx
        .stored_bytes(ty.element, options.index_width)
        .ok_or(SkipReason::ElementWidth)?;
    let size = ty
        .shape
        .iter()
        .try_fold(element, |size, &n| size.checked_mul(u64::try_from(n).ok()?))
        .filter(|&size| i64::try_from(size).is_ok())
        .ok_or(SkipReason::TooLarge)?;
    let natural = match options.compat {
        Compat::Beyond => natural_alignment(element).max(least_alignment),
        Compat::Reference => 1,
    };
    let asked = match options.padding {
        Padding::Uniform => options.alignment.0.max(1),
        // No power of two above this one divides the size; 0 is divided by all.
        Padding::None if size == 0 => natural,
        Padding::None => (1 << size.trailing_zeros()).min(options.alignment.0.max(1)),
    };
    let (alignment, promised) = alignment(allocation, natural, asked, options.compat)?;
    Ok(Shape {
        size,
        alignment,
        promised,
        strides,
    })
}

/// The alignment that a lowered load of one element assumes: the largest power of two that divides the
/// element size.
pub(super) const fn natural_alignment(element_size: u64) -> u64 {
    1 << element_size.trailing_zeros()
}

/// The alignment of the buffer, a multiple of the natural one, and the required alignment.
fn alignment(
    allocation: &Allocation<'_>,
    natural: u64,
    asked: u64,
    compat: Compat,
) -> Result<(u64, u64), SkipReason> {
    let wanted = allocation.alignment.unwrap_or(0);
    // The least common multiple, since one side is a power of two.
    let missing = natural >> asked.trailing_zeros().min(natural.trailing_zeros());
    let given = asked
        .checked_mul(missing)
        .filter(|&given| given <= ALIGNMENT_LIMIT || missing == 1)
        .ok_or(SkipReason::ElementWidth)?;
    let refused = SkipReason::Alignment { alignment: wanted };
    let promised = u64::try_from(wanted).map_err(|_| refused)?.max(1);
    if given.is_multiple_of(promised) {
        return Ok((given, promised));
    }
    let is_fine = promised.is_multiple_of(given) && promised <= ALIGNMENT_LIMIT;
    match compat {
        Compat::Beyond if is_fine => Ok((promised, promised)),
        Compat::Beyond | Compat::Reference => Err(refused),
    }
}

/// The alignment that an allocation requires, with that of its elements; `None` if the merged allocation cannot
/// provide it.
pub(super) fn requested_alignment(allocation: &Allocation<'_>, natural: u64) -> Option<u64> {
    let wanted = u64::try_from(allocation.alignment.unwrap_or(0))
        .ok()?
        .max(1);
    let needed = wanted.max(natural);
    (wanted.is_power_of_two() && needed <= ALIGNMENT_LIMIT).then_some(needed)
}

/// Strides of a dense layout with offset 0 that is not the identity; absent for the identity.
fn strides(m: &Module, ty: &MemRefType, compat: Compat) -> Result<Option<Box<[i64]>>, SkipReason> {
    let Some(layout) = ty.layout else {
        return Ok(None);
    };
    match m.ctx.attr_kind(layout) {
        AttrKind::Strided { offset, strides } if *offset == 0 => {
            if !is_dense(&ty.shape, strides) {
                return Err(SkipReason::Layout);
            }
            match compat {
                Compat::Beyond => Ok(Some(strides.clone())),
                Compat::Reference => Err(SkipReason::Layout),
            }
        }
        _ => Err(SkipReason::Layout),
    }
}

/// Whether the elements are contiguous in some order of the dimensions.
fn is_dense(shape: &[i64], strides: &[i64]) -> bool {
    let mut dims: Vec<(i64, i64)> = strides
        .iter()
        .copied()
        .zip(shape.iter().copied())
        .filter(|&(_, size)| size != 1)
        .collect();
    dims.sort_stable();
    let mut expected = Some(1i64);
    strides.len() == shape.len()
        && dims.iter().all(|&(stride, size)| {
            let fits = expected == Some(stride);
            expected = stride.checked_mul(size);
            fits
        })
}
