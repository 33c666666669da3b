//! Places the strips of bands in existing buffers.
//!
//! Bands are computed one after the other. The part of the result after their writes has no contents yet. If nothing
//! else reads the operand, the parts that no later band reads are dead.

use memplan_mlir::layouts::{collapsed, expanded};
use memplan_mlir::{Module, OpId, TypeKind, ValueId};

use super::division::{Division, Points, n_elements};
use super::{Inside, Padded};
use crate::reshape::{collapse, expand};
use crate::slices::slice;

/// Maximum number of times that a band is halved to make its strip fit.
const MAX_HALVINGS: u32 = 3;

/// A buffer whose elements follow one another.
#[derive(Clone, Debug)]
struct Host {
    value: ValueId,
    shape: Vec<i64>,
}

impl Host {
    /// Absent if the sizes are not known, or the buffer has a layout.
    fn new(m: &Module, value: ValueId) -> Option<Self> {
        let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
            return None;
        };
        let is_plain = ty.layout.is_none() && ty.shape.iter().all(|&size| size > 0);
        let shape = ty.shape.to_vec();
        (is_plain && !shape.is_empty()).then_some(Self { value, shape })
    }

    /// How many elements are before the one at an index.
    fn position(&self, index: &[i64]) -> i64 {
        let dims = self.shape.iter().zip(index);
        dims.fold(0, |n, (&size, &at)| {
            n.saturating_mul(size).saturating_add(at)
        })
    }
}

/// A strip in an existing buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    host: ValueId,
    /// The first element.
    at: i64,
}

/// Points whose strip is in an existing buffer, or in a buffer of its own.
pub(super) type Piece = (Points, Option<Line>);

/// The buffers that strips may be in.
#[derive(Debug)]
pub(super) struct Rooms<'a> {
    division: &'a Division,
    inside: &'a Inside,
    result: Option<Host>,
    operand: Option<Host>,
    /// How many elements of the result, from the first one on, may be written.
    n_written: i64,
}

impl<'a> Rooms<'a> {
    pub(super) fn new(
        m: &Module,
        division: &'a Division,
        padded: &'a Padded,
        operand: ValueId,
    ) -> Self {
        let result = m.operands(division.op()).last().copied();
        let result = result.filter(|_| division.fills_parts());
        let operand = Some(operand).filter(|_| division.ends_operand());
        Self {
            division,
            inside: &padded.at,
            result: result.and_then(|value| Host::new(m, value)),
            operand: operand.and_then(|value| Host::new(m, value)),
            n_written: 0,
        }
    }

    /// The bands, halved where their strips fit in then. Linear in the pieces.
    pub(super) fn pieces(&mut self, bands: &[Points]) -> Vec<Piece> {
        // For each band, the number of elements at the start of the operand that no later band reads.
        let mut free = vec![i64::MAX; bands.len()];
        let mut least = i64::MAX;
        for (free, points) in free.iter_mut().zip(bands).rev() {
            *free = least;
            least = least.min(self.n_unread(points));
        }
        let mut list = Vec::new();
        for (points, free) in bands.iter().zip(free) {
            let (n, n_written) = (list.len(), self.n_written);
            if self.fit(points, free, MAX_HALVINGS, &mut list).is_none() {
                list.truncate(n);
                self.n_written = n_written;
                self.write(points);
                list.push((points.clone(), None));
            }
        }
        list
    }

    /// Adds points that fit, in pieces. `free` elements of the operand are not read later.
    fn fit(
        &mut self,
        points: &Points,
        free: i64,
        halvings: u32,
        list: &mut Vec<Piece>,
    ) -> Option<()> {
        let (_, sizes) = self.division.strip_of(points)?;
        let n = n_elements(&sizes);
        let n_written = self.n_written;
        self.write(points);
        let in_result = self.result.as_ref().and_then(|host| {
            let at = n_elements(&host.shape) - n;
            (at >= self.n_written).then_some(Line {
                host: host.value,
                at,
            })
        });
        let in_operand = || {
            let host = self.operand.as_ref()?;
            let free = free.min(self.n_unread(points)).min(n_elements(&host.shape));
            (n <= free).then_some(Line {
                host: host.value,
                at: 0,
            })
        };
        if let Some(line) = in_result.or_else(in_operand) {
            list.push((points.clone(), Some(line)));
            return Some(());
        }
        self.n_written = n_written;
        let [first, second] = self.division.halves_of(points).filter(|_| halvings > 0)?;
        self.fit(&first, free.min(self.n_unread(&second)), halvings - 1, list)?;
        self.fit(&second, free, halvings - 1, list)
    }

    fn write(&mut self, points: &Points) {
        if let (Some(host), Some((first, sizes))) = (&self.result, self.division.written_by(points))
        {
            let last = first
                .iter()
                .zip(&sizes)
                .map(|(first, size)| first + size - 1);
            let last: Vec<i64> = last.collect();
            self.n_written = self.n_written.max(host.position(&last) + 1);
        }
    }

    /// How many elements at the beginning of the operand the strip of some points has none of.
    fn n_unread(&self, points: &Points) -> i64 {
        let (Some(host), Some((first, sizes))) = (&self.operand, self.division.strip_of(points))
        else {
            return 0;
        };
        let ranges = self.inside.ranges(&first, &sizes);
        let is_any = ranges.iter().all(|range| range.count > 0);
        let index: Vec<i64> = ranges.iter().map(|range| range.from).collect();
        if is_any {
            host.position(&index)
        } else {
            i64::MAX
        }
    }
}

/// Creates a strip in an existing buffer, before an operation. `None` if its type cannot be determined.
pub(super) fn strip_in(m: &mut Module, anchor: OpId, line: Line, sizes: &[i64]) -> Option<ValueId> {
    let Line { mut host, at } = line;
    let shape = m.ctx.shape(m.value_type(host))?.to_vec();
    if shape.len() > 1 {
        let dims = vec![(0..shape.len()).collect()];
        let ty = m.value_type(host);
        let ty = collapsed(&mut m.ctx, ty, &dims, &[n_elements(&shape)])?;
        host = collapse(m, host, ty, &[shape.len()], anchor)?;
    }
    let part = slice(m, anchor, host, &[at], &[n_elements(sizes)]);
    if sizes.len() == 1 {
        return Some(part);
    }
    let dims = vec![(0..sizes.len()).collect()];
    let ty = m.value_type(part);
    let ty = expanded(&mut m.ctx, ty, &dims, sizes)?;
    expand(m, part, ty, &[sizes.len()], anchor)
}
