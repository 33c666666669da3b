//! Loop nests over strided bytes: selects the row dimension and the order of the other dimensions.

use memplan_support::Sort;
use smallvec::SmallVec;

use super::build::add_linear;
use super::code::Kind;
use crate::value::{Dims, MemRef};
use memplan_mlir::AffineMap;

/// The layout of elements in an allocation.
#[derive(Clone, Debug)]
pub(super) struct Extents {
    /// The first byte.
    pub(super) base: i64,
    /// A further offset in elements.
    pub(super) offset: i64,
    pub(super) sizes: Dims,
    /// In elements.
    pub(super) strides: Dims,
}

impl Extents {
    pub(super) fn of(memref: &MemRef) -> Self {
        Self {
            base: memref.base,
            offset: memref.offset,
            sizes: memref.sizes.clone(),
            strides: memref.strides.clone(),
        }
    }
}

/// How an operand is accessed: bytes by the coordinates of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) kind: Kind,
    /// The byte offset of the point with all coordinates 0.
    pub(super) start: i64,
    /// Distance in bytes by dimension of the nest.
    pub(super) strides: Dims,
    /// The range of accessed bytes: the first, and one past the last.
    pub(super) low: i64,
    pub(super) high: i64,
}

impl View {
    /// The accesses by a map; `None` if it is not linear, or leaves the shape or the allocation of `n_bytes`.
    pub(super) fn new(
        memref: &Extents,
        kind: Kind,
        map: &AffineMap,
        sizes: &[i64],
        n_bytes: usize,
    ) -> Option<Self> {
        let indices: Option<Vec<(i64, Vec<i64>)>> = map
            .results
            .iter()
            .map(|expr| {
                let mut linear = (0, vec![0; sizes.len()]);
                add_linear(expr, sizes.len(), 1, &mut linear)?;
                Some(linear)
            })
            .collect();
        Self::linear(memref, kind, &indices?, sizes, n_bytes)
    }

    /// The accesses by indices that are linear in the coordinates: constant and factors for each index.
    pub(super) fn linear(
        memref: &Extents,
        kind: Kind,
        indices: &[(i64, Vec<i64>)],
        sizes: &[i64],
        n_bytes: usize,
    ) -> Option<Self> {
        if indices.len() != memref.sizes.len() {
            return None;
        }
        let bytes = kind.bytes() as i64;
        let (base, offset) = (memref.base, memref.offset);
        let mut start = offset.checked_mul(bytes)?.checked_add(base)?;
        let mut strides: Dims = sizes.iter().map(|_| 0).collect();
        let dims = memref.sizes.iter().zip(&memref.strides);
        for ((constant, factors), (&size, &stride)) in indices.iter().zip(dims) {
            let (mut least, mut most) = (i128::from(*constant), i128::from(*constant));
            for (&factor, &extent) in factors.iter().zip(sizes) {
                let span = i128::from(factor) * i128::from(extent - 1);
                least += span.min(0);
                most += span.max(0);
            }
            if least < 0 || most >= i128::from(size) {
                return None;
            }
            let stride = stride.checked_mul(bytes)?;
            start = start.checked_add(constant.checked_mul(stride)?)?;
            for (sum, &factor) in strides.iter_mut().zip(factors) {
                *sum = sum.checked_add(factor.checked_mul(stride)?)?;
            }
        }
        let (mut low, mut high) = (i128::from(start), i128::from(start) + i128::from(bytes));
        for (&stride, &extent) in strides.iter().zip(sizes) {
            let span = i128::from(stride) * i128::from(extent - 1);
            low += span.min(0);
            high += span.max(0);
        }
        if low < 0 || high > n_bytes as i128 {
            return None;
        }
        Some(Self {
            kind,
            start,
            strides,
            low: i64::try_from(low).ok()?,
            high: i64::try_from(high).ok()?,
        })
    }

    /// Whether the byte ranges of two views of one allocation overlap.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.low < other.high && other.low < self.high
    }
}

/// A loop: its extent, and the distance that each operand moves in an iteration.
#[derive(Clone, Debug)]
pub(super) struct Dim {
    pub(super) extent: i64,
    pub(super) strides: SmallVec<[i64; 4]>,
    /// The dimension of the operation; none for one that was merged from several.
    pub(super) origin: Option<usize>,
}

/// A nest of loops in the order in which they run.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    /// Dimensions of the results, outermost first.
    pub(super) outer: Vec<Dim>,
    /// The dimension that is computed as rows.
    pub(super) row: Dim,
    /// Reduced dimensions, in the order of the operation.
    pub(super) reduced: Vec<Dim>,
    /// Whether the row is reduced too, so that its lanes depend on each other.
    pub(super) is_sequential: bool,
}

impl Nest {
    /// The nest over `sizes` for operands whose strides are given by dimension. `parallel`: which dimensions the
    /// results have. `fixed`: which dimensions must stay separate because their coordinates are needed.
    pub(super) fn new(
        sizes: &[i64],
        views: &[Option<&View>],
        parallel: &[bool],
        fixed: &[bool],
    ) -> Self {
        let dim = |at: usize| Dim {
            extent: sizes[at],
            strides: views
                .iter()
                .map(|view| view.map_or(0, |view| view.strides[at]))
                .collect(),
            origin: Some(at),
        };
        let dims = |of: bool| -> Vec<Dim> {
            let wanted = (0..sizes.len()).filter(|&at| parallel[at] == of && sizes[at] != 1);
            merged(wanted.map(dim).collect(), fixed)
        };
        let (mut outer, mut reduced) = (dims(true), dims(false));
        let cheapest = (0..outer.len()).min_by_key(|&at| cost(&outer[at], views));
        let (row, is_sequential) = match cheapest {
            Some(at) => (outer.remove(at), false),
            None => match reduced.pop() {
                Some(last) => (last, true),
                None => (
                    Dim {
                        extent: 1,
                        strides: views.iter().map(|_| 0).collect(),
                        origin: None,
                    },
                    false,
                ),
            },
        };
        Self {
            outer,
            row,
            reduced,
            is_sequential,
        }
    }
}

/// The cost of a point if this dimension is the row, in arbitrary units.
fn cost(dim: &Dim, views: &[Option<&View>]) -> i64 {
    const PER_ROW: i64 = 200;
    let strided = dim.strides.iter().zip(views).filter(|&(&stride, view)| {
        let size = view.map_or(0, |view| view.kind.bytes() as i64);
        stride != 0 && stride != size
    });
    PER_ROW / dim.extent.min(PER_ROW) + 5 * strided.count() as i64
}

/// Merges neighbouring dimensions that form one loop for all operands.
fn merged(dims: Vec<Dim>, fixed: &[bool]) -> Vec<Dim> {
    let may_merge = |dim: &Dim| dim.origin.is_none_or(|origin| !fixed[origin]);
    let mut out: Vec<Dim> = Vec::new();
    for dim in dims {
        if let Some(last) = out.last_mut()
            && may_merge(last)
            && may_merge(&dim)
            && let Some(extent) = last.extent.checked_mul(dim.extent)
            && last
                .strides
                .iter()
                .zip(&dim.strides)
                .all(|(&far, &near)| near.checked_mul(dim.extent) == Some(far))
        {
            *last = Dim {
                extent,
                origin: None,
                ..dim
            };
        } else {
            out.push(dim);
        }
    }
    out
}

/// Iterates over a nest and updates the positions of the operands.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    dims: &'a [Dim],
    pub(super) at: SmallVec<[i64; 8]>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(dims: &'a [Dim]) -> Self {
        Self {
            dims,
            at: dims.iter().map(|_| 0).collect(),
        }
    }

    /// Advances to the next point. After the last point, returns `false` and resets everything to the first.
    #[inline]
    pub(super) fn advance(&mut self, positions: &mut [i64]) -> bool {
        for (at, dim) in self.at.iter_mut().zip(self.dims).rev() {
            *at += 1;
            let is_inside = *at < dim.extent;
            let by = if is_inside { 1 } else { 1 - dim.extent };
            for (position, stride) in positions.iter_mut().zip(&dim.strides) {
                *position += by * stride;
            }
            if is_inside {
                return true;
            }
            *at = 0;
        }
        false
    }
}

/// The dimensions that a result has; `None` if two points of them may have common bytes.
pub(super) fn result_dims(view: &View, sizes: &[i64]) -> Option<Vec<bool>> {
    let moves = view.strides.iter().zip(sizes);
    let used: Vec<bool> = moves
        .map(|(&stride, &size)| stride != 0 && size != 1)
        .collect();
    let mut spans: Vec<(i64, i64)> = (0..sizes.len())
        .filter(|&dim| used[dim])
        .map(|dim| (view.strides[dim].abs(), sizes[dim]))
        .collect();
    spans.sort_stable();
    let mut reach = view.kind.bytes() as i64;
    for (stride, extent) in spans {
        if stride < reach {
            return None;
        }
        reach += stride * (extent - 1);
    }
    Some(used)
}
