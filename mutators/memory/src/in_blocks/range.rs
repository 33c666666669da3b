//! Which elements along a dimension a tile needs, and how views map them.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{DYNAMIC, Module, OpId, ValueId, names};

use crate::relayout::groups;

/// Elements along a dimension, as a function of the tile. A tile of the points `first..end` needs those from
/// `scale * first + low` up to and including `scale * (end - 1) + high`, as far as there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) scale: i64,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// Elements along a dimension: the first one, and the one after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: i64,
    pub(super) end: i64,
}

impl Span {
    pub(super) fn len(self) -> i64 {
        (self.end - self.start).max(0)
    }

    /// The elements of both.
    pub(super) fn within(self, extent: i64) -> Self {
        Self {
            start: self.start.max(0),
            end: self.end.min(extent),
        }
    }
}

impl Range {
    /// `scale` elements for each point, which no other point needs.
    pub(super) fn tiles(scale: i64) -> Self {
        Self {
            scale,
            low: 0,
            high: scale - 1,
        }
    }

    /// Whether no two tiles need the same element, and all of them together need every element.
    pub(super) fn is_tiling(self) -> bool {
        self == Self::tiles(self.scale)
    }

    /// The least range with the elements of both. Absent if they move at different speeds.
    pub(super) fn hull(self, other: Self) -> Option<Self> {
        (self.scale == other.scale).then(|| Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            ..self
        })
    }

    /// The range of `factor * i + w` for `i` of this range and `w` from `low` to `high`.
    pub(super) fn image(self, factor: i64, low: i64, high: i64) -> Option<Self> {
        Some(Self {
            scale: self.scale.checked_mul(factor)?,
            low: self.low.checked_mul(factor)?.checked_add(low)?,
            high: self.high.checked_mul(factor)?.checked_add(high)?,
        })
    }

    fn shifted(self, by: i64) -> Option<Self> {
        self.image(1, by, by)
    }

    /// The range of groups of `n` elements, if the range has whole groups only.
    fn grouped(self, n: i64) -> Option<Self> {
        let is_whole = self.scale % n == 0 && self.low % n == 0 && (self.high + 1) % n == 0;
        is_whole.then(|| Self {
            scale: self.scale / n,
            low: self.low / n,
            high: (self.high + 1) / n - 1,
        })
    }

    /// The elements for `count` points from `first` on, whether there are that many or not.
    pub(super) fn span(self, first: i64, count: i64) -> Span {
        Span {
            start: self.scale.saturating_mul(first).saturating_add(self.low),
            end: self
                .scale
                .saturating_mul(first + count - 1)
                .saturating_add(self.high + 1),
        }
    }
}

/// What a view does to the elements along one dimension of its source.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Has `size` of them, from `offset` on.
    Part { offset: i64, size: i64 },
    /// Has rows of `n` elements, of which each is one element.
    Split { n: i64 },
    /// Has `n` elements for each.
    Join { n: i64 },
}

/// How one dimension of a buffer is seen through views.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The views, each with what it does and the dimension in its result.
    steps: Vec<(OpId, Step, usize)>,
    /// The dimension in the last view.
    pub(super) dim: usize,
}

impl Path {
    /// From a buffer to a view of it. Absent where a view does not keep the dimension apart from the others.
    pub(super) fn new(m: &Module, buffer: ValueId, value: ValueId, dim: usize) -> Option<Self> {
        let mut views = Vec::new();
        let mut at = value;
        while at != buffer {
            let view = m.defining_op(at)?;
            views.push(view);
            at = *m.operands(view).first()?;
        }
        let mut path = Self {
            steps: Vec::with_capacity(views.len()),
            dim,
        };
        for &view in views.iter().rev() {
            let (step, dim) = step(m, view, path.dim)?;
            let is_of_part = path
                .steps
                .iter()
                .any(|(_, step, _)| matches!(step, Step::Part { .. }));
            // The layout of a reshaped part of a tile may not exist.
            if is_of_part && !matches!(step, Step::Part { .. }) {
                return None;
            }
            path.dim = dim;
            path.steps.push((view, step, dim));
        }
        Some(path)
    }

    /// The views, the buffer's own first.
    pub(super) fn views(&self) -> impl Iterator<Item = (OpId, usize)> + '_ {
        self.steps.iter().map(|&(view, _, dim)| (view, dim))
    }

    /// The range in the last view of a range in the buffer.
    pub(super) fn forward(&self, range: Range) -> Option<Range> {
        let mut steps = self.steps.iter();
        steps.try_fold(range, |range, &(_, step, _)| match step {
            Step::Part { offset, .. } => range.shifted(-offset),
            Step::Split { n } => range.grouped(n),
            Step::Join { n } => range.image(n, 0, n - 1),
        })
    }

    /// The range in the buffer of a range in the last view.
    pub(super) fn back(&self, range: Range) -> Option<Range> {
        let mut steps = self.steps.iter().rev();
        steps.try_fold(range, |range, &(_, step, _)| match step {
            Step::Part { offset, .. } => range.shifted(offset),
            Step::Split { n } => range.image(n, 0, n - 1),
            Step::Join { n } => range.grouped(n),
        })
    }

    /// The elements of each view, in turn, that are among given ones of the buffer.
    pub(super) fn spans(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        self.steps.iter().scan(span, |span, &(_, step, _)| {
            *span = match step {
                Step::Part { offset, size } => {
                    let moved = Span {
                        start: span.start - offset,
                        end: span.end - offset,
                    };
                    moved.within(size)
                }
                Step::Split { n } => Span {
                    start: span.start / n,
                    end: span.end / n,
                },
                Step::Join { n } => Span {
                    start: span.start * n,
                    end: span.end * n,
                },
            };
            Some(*span)
        })
    }
}

/// What a view does to a dimension of its source, and the dimension in its result.
fn step(m: &Module, view: OpId, dim: usize) -> Option<(Step, usize)> {
    let shape = |value| m.ctx.shape(m.value_type(value));
    let source = shape(*m.operands(view).first()?)?;
    let result = shape(m.result(view, 0)?)?;
    match m.semantics(view).kernel()? {
        Kernel::Subview => {
            let at = |name| m.prop_array(view, name);
            let is_static = at(names::STATIC_OFFSETS).iter().all(|&at| at >= 0)
                && result.iter().all(|&size| size >= 0)
                && at(names::STATIC_SIZES) == result
                && at(names::STATIC_STRIDES).iter().all(|&step| step == 1);
            let offset = *at(names::STATIC_OFFSETS).get(dim).filter(|_| is_static)?;
            let size = *result.get(dim)?;
            Some((Step::Part { offset, size }, dim))
        }
        Kernel::ExpandShape => {
            let groups = groups(m, view)?;
            let group = groups.get(dim)?;
            let n_dynamic = result.iter().filter(|&&size| size == DYNAMIC).count();
            (m.operands(view).len() == 1 + n_dynamic).then_some(())?;
            let (at, n) = outermost(group, result)?;
            Some((Step::Split { n }, at))
        }
        Kernel::CollapseShape => {
            let groups = groups(m, view)?;
            let at = groups.iter().position(|group| group.contains(&dim))?;
            let (outer, n) = outermost(groups.get(at)?, source)?;
            (outer == dim).then_some((Step::Join { n }, at))
        }
        _ => None,
    }
}

/// The outermost dimension of a group with more than one index, and how many elements of the group are at each.
fn outermost(group: &[usize], shape: &[i64]) -> Option<(usize, i64)> {
    let size = |dim: &usize| shape.get(*dim).copied();
    let place = group.iter().position(|dim| size(dim) != Some(1))?;
    let inner = group.get(place + 1..)?.iter();
    let n = inner
        .map(size)
        .try_fold(1, |n: i64, size| n.checked_mul(size?))?;
    (n > 0).then_some((*group.get(place)?, n))
}
