//! Scalar functions on rows: many lanes per dispatch.

use super::code::{Kind, Pure};
use memplan_mlir::FloatKind;
use memplan_mlir::semantics::compare_floats;
use memplan_mlir::semantics::{rounded, truncated};

/// The lanes of a register, in the narrowest form that holds them exactly.
#[derive(Clone, Debug)]
pub(super) enum Row {
    F32(Vec<f32>),
    /// Floats of all other types.
    F64(Vec<f64>),
    Int(Vec<u64>),
}

impl Default for Row {
    fn default() -> Self {
        Self::Int(Vec::new())
    }
}

impl Row {
    /// `n` lanes of one value, given as the bits of a register.
    pub(super) fn filled(kind: Kind, n: usize, bits: u64) -> Self {
        match kind {
            Kind::Float(FloatKind::F32) => Self::F32(vec![f64::from_bits(bits) as f32; n]),
            Kind::Float(_) => Self::F64(vec![f64::from_bits(bits); n]),
            Kind::Int(_) => Self::Int(vec![bits; n]),
        }
    }

    /// A lane as the bits of a register.
    #[inline]
    pub(super) fn get(&self, lane: usize) -> u64 {
        match self {
            Self::F32(lanes) => f64::from(lanes[lane]).to_bits(),
            Self::F64(lanes) => lanes[lane].to_bits(),
            Self::Int(lanes) => lanes[lane],
        }
    }

    /// Sets a lane to the bits of a register.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, bits: u64) {
        match self {
            Self::F32(lanes) => lanes[lane] = f64::from_bits(bits) as f32,
            Self::F64(lanes) => lanes[lane] = f64::from_bits(bits),
            Self::Int(lanes) => lanes[lane] = bits,
        }
    }

    /// Sets the first `n` lanes to one value.
    pub(super) fn fill(&mut self, n: usize, bits: u64) {
        match self {
            Self::F32(lanes) => lanes[..n].fill(f64::from_bits(bits) as f32),
            Self::F64(lanes) => lanes[..n].fill(f64::from_bits(bits)),
            Self::Int(lanes) => lanes[..n].fill(bits),
        }
    }

    /// Copies the first `n` lanes of a row of the same kind.
    pub(super) fn copy(&mut self, other: &Self, n: usize) {
        match (self, other) {
            (Self::F32(to), Self::F32(from)) => to[..n].copy_from_slice(&from[..n]),
            (Self::F64(to), Self::F64(from)) => to[..n].copy_from_slice(&from[..n]),
            (Self::Int(to), Self::Int(from)) => to[..n].copy_from_slice(&from[..n]),
            (to, from) => (0..n).for_each(|lane| to.set(lane, from.get(lane))),
        }
    }

    /// Reads `n` elements that lie `stride` bytes apart from `at` on. All were checked.
    pub(super) fn load(&mut self, kind: Kind, bytes: &[u8], at: i64, stride: i64, n: usize) {
        let size = kind.bytes();
        if stride == 0 {
            return self.fill(n, kind.load(&bytes[at as usize..][..size]));
        }
        let place = |lane: usize| (at + lane as i64 * stride) as usize;
        let is_dense = stride == size as i64;
        match (self, kind) {
            (Self::F32(lanes), _) if is_dense => {
                let elements = bytes[at as usize..].as_chunks::<4>().0;
                for (lane, element) in lanes[..n].iter_mut().zip(elements) {
                    *lane = quiet(*element);
                }
            }
            (Self::F32(lanes), _) => {
                for (index, lane) in lanes[..n].iter_mut().enumerate() {
                    if let Some(element) = bytes[place(index)..].first_chunk::<4>() {
                        *lane = quiet(*element);
                    }
                }
            }
            (Self::F64(lanes), Kind::Float(FloatKind::F64)) => {
                for (index, lane) in lanes[..n].iter_mut().enumerate() {
                    if let Some(element) = bytes[place(index)..].first_chunk::<8>() {
                        *lane = f64::from_le_bytes(*element);
                    }
                }
            }
            (row, _) => {
                for lane in 0..n {
                    row.set(lane, kind.load(&bytes[place(lane)..][..size]));
                }
            }
        }
    }

    /// Writes `n` elements that lie `stride` bytes apart from `at` on. All were checked.
    pub(super) fn store(&self, kind: Kind, bytes: &mut [u8], at: i64, stride: i64, n: usize) {
        let size = kind.bytes();
        let place = |lane: usize| (at + lane as i64 * stride) as usize;
        match (self, kind) {
            (Self::F32(lanes), _) if stride == 4 => {
                let elements = bytes[at as usize..].as_chunks_mut::<4>().0;
                for (element, lane) in elements.iter_mut().zip(&lanes[..n]) {
                    *element = lane.to_le_bytes();
                }
            }
            (Self::F64(lanes), Kind::Float(FloatKind::F64)) if stride == 8 => {
                let elements = bytes[at as usize..].as_chunks_mut::<8>().0;
                for (element, lane) in elements.iter_mut().zip(&lanes[..n]) {
                    *element = lane.to_le_bytes();
                }
            }
            (row, _) => {
                for lane in 0..n {
                    kind.store(row.get(lane), &mut bytes[place(lane)..][..size]);
                }
            }
        }
    }
}

/// The number in four bytes. A signalling NaN becomes quiet, as in the conversion to `f64` in the interpreter.
#[inline]
fn quiet(element: [u8; 4]) -> f32 {
    const QUIET: u32 = 1 << 22;
    let bits = u32::from_le_bytes(element);
    let number = f32::from_bits(bits);
    if number.is_nan() {
        f32::from_bits(bits | QUIET)
    } else {
        number
    }
}

/// The maximum as defined by `arith.maximumf`, computed in `f32`.
#[inline]
fn maximum(a: f32, b: f32) -> f32 {
    if a.is_nan() || b.is_nan() {
        f32::NAN
    } else if a == b {
        // `+0.0` is larger than `-0.0`.
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

/// Computes the first `n` lanes of `to`. The function must have a result for all arguments.
pub(super) fn apply(f: Pure, to: &mut Row, args: [&Row; 3], n: usize) {
    match (to, args) {
        (Row::F32(to), [Row::F32(a), Row::F32(b), c]) => {
            let (to, a, b) = (&mut to[..n], &a[..n], &b[..n]);
            match f {
                Pure::AddF(_) => zip(to, a, b, |a, b| a + b),
                Pure::SubF(_) => zip(to, a, b, |a, b| a - b),
                Pure::MulF(_) => zip(to, a, b, |a, b| a * b),
                Pure::DivF(_) => zip(to, a, b, |a, b| a / b),
                Pure::MaximumF(_) => zip(to, a, b, maximum),
                Pure::Float(f, kind) => {
                    let lane = |at: usize| match c {
                        Row::F32(c) => f64::from(c[at]),
                        _ => 0.0,
                    };
                    for (at, to) in to.iter_mut().enumerate() {
                        *to = rounded(kind, f([a[at].into(), b[at].into(), lane(at)])) as f32;
                    }
                }
                _ => by_lane(
                    f,
                    |lane, bits| to[lane] = f64::from_bits(bits) as f32,
                    args,
                    n,
                ),
            }
        }
        (Row::F64(to), [Row::F64(a), Row::F64(b), _]) => {
            let (to, a, b) = (&mut to[..n], &a[..n], &b[..n]);
            match f {
                Pure::AddF(FloatKind::F64) => zip(to, a, b, |a, b| a + b),
                Pure::SubF(FloatKind::F64) => zip(to, a, b, |a, b| a - b),
                Pure::MulF(FloatKind::F64) => zip(to, a, b, |a, b| a * b),
                Pure::DivF(FloatKind::F64) => zip(to, a, b, |a, b| a / b),
                _ => by_lane(f, |lane, bits| to[lane] = f64::from_bits(bits), args, n),
            }
        }
        (Row::Int(to), [Row::Int(a), Row::Int(b), _]) => {
            let (to, a, b) = (&mut to[..n], &a[..n], &b[..n]);
            match f {
                Pure::AddI(w) => zip(to, a, b, |a, b| truncated(a.wrapping_add(b), w)),
                Pure::SubI(w) => zip(to, a, b, |a, b| truncated(a.wrapping_sub(b), w)),
                Pure::MulI(w) => zip(to, a, b, |a, b| truncated(a.wrapping_mul(b), w)),
                _ => by_lane(f, |lane, bits| to[lane] = bits, args, n),
            }
        }
        (Row::Int(to), [Row::F32(a), Row::F32(b), _]) => {
            let (to, a, b) = (&mut to[..n], &a[..n], &b[..n]);
            match f {
                Pure::CompareFloats(2) => zip(to, a, b, |a, b| (a > b).into()),
                Pure::CompareFloats(4) => zip(to, a, b, |a, b| (a < b).into()),
                Pure::CompareFloats(code) => zip(to, a, b, |a, b| {
                    compare_floats(code, a.into(), b.into()).into()
                }),
                _ => by_lane(f, |lane, bits| to[lane] = bits, args, n),
            }
        }
        (Row::F32(to), [Row::Int(flag), Row::F32(a), Row::F32(b)]) if matches!(f, Pure::Select) => {
            for (at, to) in to[..n].iter_mut().enumerate() {
                *to = if flag[at] == 0 { b[at] } else { a[at] };
            }
        }
        (to, _) => by_lane(f, |lane, bits| to.set(lane, bits), args, n),
    }
}

#[inline]
fn zip<A: Copy, B>(to: &mut [B], a: &[A], b: &[A], f: impl Fn(A, A) -> B) {
    for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
        *to = f(a, b);
    }
}

fn by_lane(f: Pure, mut set: impl FnMut(usize, u64), args: [&Row; 3], n: usize) {
    for lane in 0..n {
        // Programs with functions that may fail do not reach this point.
        if let Ok(bits) = f.eval(args.map(|row| row.get(lane))) {
            set(lane, bits);
        }
    }
}
