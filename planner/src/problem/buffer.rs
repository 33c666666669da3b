//! Buffers: sizes, lifetimes and placement constraints.
//!
//! These are plain data. What makes a list of them a well-formed problem is checked once, when a
//! [`crate::LifetimeTrace`] is built.

use std::fmt;

use crate::{BufferId, BufferName, Bytes, Tick};

/// The ticks at which a buffer is live, half-open: live at `begin`, free again at `end`.
///
/// Formats disagree about ends, so there is no plain constructor: readers name the convention of
/// their source with [`Lifetime::half_open`] or [`Lifetime::inclusive`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lifetime {
    begin: Tick,
    end: Tick,
}

impl Lifetime {
    /// Live at `begin`, free again at `end`.
    pub fn half_open(begin: Tick, end: Tick) -> Self {
        Self { begin, end }
    }

    /// Live from `first` to `last`, both included; `None` when `last` is the greatest tick there is.
    pub fn inclusive(first: Tick, last: Tick) -> Option<Self> {
        Some(Self::half_open(first, Tick(last.0.checked_add(1)?)))
    }

    /// The first tick.
    pub fn begin(self) -> Tick {
        self.begin
    }

    /// The first tick after the lifetime.
    pub fn end(self) -> Tick {
        self.end
    }

    /// Whether no tick belongs to the lifetime. A trace rejects such lifetimes.
    pub fn is_empty(self) -> bool {
        self.end <= self.begin
    }

    /// Whether some tick belongs to both lifetimes.
    pub fn overlaps(self, other: Self) -> bool {
        self.begin.max(other.begin) < self.end.min(other.end)
    }
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.begin, self.end)
    }
}

/// The bytes `lo..hi` of a buffer, counted from its own start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteWindow {
    /// The first byte.
    pub lo: Bytes,
    /// The first byte after the window.
    pub hi: Bytes,
}

/// Ticks within a lifetime at which others may use the bytes of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    /// When the gap is; it lies within the lifetime of its buffer.
    pub ticks: Lifetime,
    /// The bytes that the buffer keeps during the gap; none of them without a window.
    pub window: Option<ByteWindow>,
}

/// One allocation to be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Echoed in messages and files, never interpreted; need not be unique.
    pub name: BufferName,
    /// The bytes it needs; a buffer of zero bytes conflicts with nothing.
    pub size: Bytes,
    /// Its offset is a multiple of this; at least 1, not necessarily a power of two.
    pub align: Bytes,
    /// When it is live.
    pub live: Lifetime,
    /// When it is not live, or only partly; in order of time, disjoint.
    pub gaps: Vec<Gap>,
    /// An offset fixed in advance.
    pub pinned: Option<Bytes>,
    /// A hinted offset: it may break ties, and is never a constraint.
    pub hint: Option<Bytes>,
}

impl Buffer {
    /// A buffer with alignment 1 and neither gaps, pin nor hint.
    pub fn new(name: impl Into<BufferName>, size: Bytes, live: Lifetime) -> Self {
        Self {
            name: name.into(),
            size,
            align: Bytes(1),
            live,
            gaps: Vec::new(),
            pinned: None,
            hint: None,
        }
    }

    /// The stretches of the lifetime at which bytes of this buffer are live, in order of time.
    ///
    /// A buffer without gaps has one piece; one without bytes has none.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        Pieces {
            buffer: self,
            at: if self.size == Bytes(0) {
                self.live.end()
            } else {
                self.live.begin()
            },
            next_gap: 0,
        }
    }
}

/// Bytes `lo..hi` of a buffer that are live throughout `ticks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) ticks: Lifetime,
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

/// Iterator of [`Buffer::pieces`].
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    buffer: &'a Buffer,
    at: Tick,
    next_gap: usize,
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            let whole_until = match self.buffer.gaps.get(self.next_gap) {
                Some(gap) if gap.ticks.begin() <= self.at => {
                    let from = self.at;
                    self.at = self.at.max(gap.ticks.end());
                    self.next_gap += 1;
                    match gap.window {
                        Some(window) if from < self.at => {
                            let ticks = Lifetime::half_open(from, self.at);
                            return Some(Piece {
                                ticks,
                                lo: window.lo.0,
                                hi: window.hi.0,
                            });
                        }
                        _ => continue,
                    }
                }
                Some(gap) => gap.ticks.begin().min(self.buffer.live.end()),
                None => self.buffer.live.end(),
            };
            if whole_until <= self.at {
                return None;
            }
            let ticks = Lifetime::half_open(self.at, whole_until);
            self.at = whole_until;
            return Some(Piece {
                ticks,
                lo: 0,
                hi: self.buffer.size.0,
            });
        }
    }
}

/// How a buffer may take over the bytes of another one that is still live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InPlaceKind {
    /// Any overlap of the two is fine.
    Free,
    /// They may overlap only if they start at the same offset.
    ZeroOffset,
}

/// Allows `buffer` to take over bytes of `other` although both are live for a while.
///
/// A planner may ignore hints. One that uses a hint records it in [`crate::MemorySchedule::reuses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InPlaceHint {
    /// The later buffer, which takes over bytes.
    pub buffer: BufferId,
    /// The earlier buffer, whose bytes are taken over.
    pub other: BufferId,
    /// What the takeover requires.
    pub kind: InPlaceKind,
}

#[cfg(test)]
mod tests {
    use super::{Buffer, ByteWindow, Gap, Lifetime, Piece};
    use crate::{Bytes, Tick};

    fn ticks(begin: i64, end: i64) -> Lifetime {
        Lifetime::half_open(Tick(begin), Tick(end))
    }

    #[test]
    fn inclusive_ends_are_converted() {
        assert_eq!(Lifetime::inclusive(Tick(1), Tick(4)), Some(ticks(1, 5)));
        assert_eq!(Lifetime::inclusive(Tick(1), Tick(i64::MAX)), None);
        assert!(!ticks(1, 4).overlaps(ticks(4, 6)));
        assert!(ticks(1, 5).overlaps(ticks(4, 6)));
    }

    #[test]
    fn gaps_cut_a_lifetime_into_pieces() {
        let mut buffer = Buffer::new("b", Bytes(8), ticks(0, 10));
        let window = ByteWindow {
            lo: Bytes(2),
            hi: Bytes(4),
        };
        buffer.gaps.push(Gap {
            ticks: ticks(2, 4),
            window: None,
        });
        buffer.gaps.push(Gap {
            ticks: ticks(4, 6),
            window: Some(window),
        });
        buffer.gaps.push(Gap {
            ticks: ticks(9, 10),
            window: None,
        });
        let pieces: Vec<Piece> = buffer.pieces().collect();
        assert_eq!(
            pieces,
            [
                Piece {
                    ticks: ticks(0, 2),
                    lo: 0,
                    hi: 8
                },
                Piece {
                    ticks: ticks(4, 6),
                    lo: 2,
                    hi: 4
                },
                Piece {
                    ticks: ticks(6, 9),
                    lo: 0,
                    hi: 8
                },
            ]
        );
    }

    #[test]
    fn a_buffer_without_bytes_is_never_there() {
        assert_eq!(Buffer::new("b", Bytes(0), ticks(0, 10)).pieces().count(), 0);
    }
}
