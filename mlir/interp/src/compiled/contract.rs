//! Contractions: sums of products of two operands, which dominate the run time of models.
//!
//! Several lanes of the result stay in machine registers during the reduction.

use super::code::{Code, Pure};
use super::kernel::{Job, Source};
use super::nest::{Dim, Walk};
use crate::memory::Bytes;
use memplan_mlir::FloatKind;

/// `out + left * right` in `f32`, if the body of an operation computes that.
pub(super) struct Contraction<'a> {
    /// The operand that is the same in all lanes, if there is one; otherwise either operand.
    left: Factor<'a>,
    right: Factor<'a>,
    out: usize,
}

#[derive(Clone, Copy)]
struct Factor<'a> {
    operand: usize,
    bytes: &'a [u8],
    /// Distance between lanes in bytes.
    stride: i64,
}

/// The contraction that a job computes, if it is one.
pub(super) fn find<'a>(job: &Job<'a>) -> Option<Contraction<'a>> {
    let mut code = job.program.code.iter().filter_map(|inst| match inst.code {
        Code::Steps(_) => None,
        Code::Apply(apply) => Some(Some(apply)),
        _ => Some(None),
    });
    let (product, sum) = (code.next()??, code.next()??);
    let out = job.sources.len();
    let out_arg = *job.program.args.get(out)?;
    let is_sum = sum.args[..2] == [out_arg, product.to] || sum.args[..2] == [product.to, out_arg];
    let is_f32 = matches!(
        (product.f, sum.f),
        (Pure::MulF(FloatKind::F32), Pure::AddF(FloatKind::F32))
    );
    let is_body = code.next().is_none() && job.program.results == [sum.to];
    if !is_sum || !is_f32 || !is_body || job.nest.is_sequential || !job.is_out_read[0] {
        return None;
    }
    let factor = |register: usize| {
        let operand = job.program.args.iter().position(|&arg| arg == register)?;
        match *job.sources.get(operand)? {
            Source::Bytes(bytes) => Some(Factor {
                operand,
                bytes,
                stride: job.nest.row.strides[operand],
            }),
            Source::Number(_) | Source::Out(_) => None,
        }
    };
    let (a, b) = (factor(product.args[0])?, factor(product.args[1])?);
    let (left, right) = if b.stride == 0 { (b, a) } else { (a, b) };
    Some(Contraction { left, right, out })
}

impl Contraction<'_> {
    /// Computes all points.
    pub(super) fn run(&self, job: &Job<'_>, outs: &mut [Bytes]) {
        let nest = job.nest;
        let out_bytes = &mut outs[job.buffer_of[0]].bytes;
        let mut positions: Vec<i64> = job
            .views
            .iter()
            .map(|view| view.as_ref().map_or(0, |view| view.start))
            .collect();
        // The kernel runs the innermost loop of the reduction.
        let innermost;
        let (around, inner) = match nest.reduced.split_last() {
            Some((inner, around)) => (around, inner),
            None => {
                innermost = Dim {
                    extent: 1,
                    strides: job.views.iter().map(|_| 0).collect(),
                    origin: None,
                };
                (&[][..], &innermost)
            }
        };
        let out_stride = nest.row.strides[self.out];
        let mut outer = Walk::new(&nest.outer);
        loop {
            let mut lane = 0;
            while lane < nest.row.extent {
                let mut here = positions.clone();
                for (position, stride) in here.iter_mut().zip(&nest.row.strides) {
                    *position += lane * stride;
                }
                let place = here[self.out];
                let strip = Strip {
                    around,
                    inner,
                    here: &mut here,
                    out: place,
                    out_stride,
                };
                lane += match nest.row.extent - lane {
                    32.. => self.strip::<32>(strip, out_bytes),
                    16.. => self.strip::<16>(strip, out_bytes),
                    8.. => self.strip::<8>(strip, out_bytes),
                    4.. => self.strip::<4>(strip, out_bytes),
                    _ => self.strip::<1>(strip, out_bytes),
                };
            }
            if !outer.advance(&mut positions) {
                break;
            }
        }
    }

    /// Computes `N` lanes and returns `N`.
    fn strip<const N: usize>(&self, strip: Strip<'_>, out: &mut [u8]) -> i64 {
        let (place, stride) = (strip.out, strip.out_stride);
        let byte = |lane: usize| (place + lane as i64 * stride) as usize;
        let mut sums = [0_f32; N];
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = float(out, byte(lane));
        }
        let mut walk = Walk::new(strip.around);
        let Strip { inner, here, .. } = strip;
        loop {
            self.inner(&mut sums, inner, here);
            if !walk.advance(here) {
                break;
            }
        }
        for (lane, sum) in sums.iter().enumerate() {
            if let Some(element) = out[byte(lane)..].first_chunk_mut::<4>() {
                *element = sum.to_le_bytes();
            }
        }
        N as i64
    }

    #[inline]
    fn inner<const N: usize>(&self, sums: &mut [f32; N], inner: &Dim, here: &[i64]) {
        let (mut left, mut right) = (here[self.left.operand], here[self.right.operand]);
        let by_left = inner.strides[self.left.operand];
        let by_right = inner.strides[self.right.operand];
        if self.left.stride == 0 && self.right.stride == 4 {
            for _ in 0..inner.extent {
                let factor = float(self.left.bytes, left as usize);
                let row = self.right.bytes[right as usize..].as_chunks::<4>().0;
                if let Some(row) = row.first_chunk::<N>() {
                    for (sum, element) in sums.iter_mut().zip(row) {
                        *sum += factor * f32::from_le_bytes(*element);
                    }
                }
                left += by_left;
                right += by_right;
            }
            return;
        }
        for _ in 0..inner.extent {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let lane = lane as i64;
                let a = float(self.left.bytes, (left + lane * self.left.stride) as usize);
                let b = float(
                    self.right.bytes,
                    (right + lane * self.right.stride) as usize,
                );
                *sum += a * b;
            }
            left += by_left;
            right += by_right;
        }
    }
}

/// The location of a strip.
struct Strip<'a> {
    /// The loops of the reduction, except for the innermost one.
    around: &'a [Dim],
    inner: &'a Dim,
    /// The position of each operand.
    here: &'a mut [i64],
    /// The first byte of the result.
    out: i64,
    /// The distance between the lanes of the result, in bytes.
    out_stride: i64,
}

/// The element at a byte offset; all offsets were checked.
#[inline]
fn float(bytes: &[u8], at: usize) -> f32 {
    match bytes.get(at..).and_then(|bytes| bytes.first_chunk::<4>()) {
        Some(element) => f32::from_le_bytes(*element),
        None => 0.0,
    }
}
