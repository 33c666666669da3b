//! What the bytes of buffers hold at a point of a program.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::Fault;
use crate::buffers::{Buffer, Bytes};

/// What bytes may hold on the paths to a point of a program: a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holds(u8);

impl Holds {
    /// The buffer has not written them since its life began.
    pub(crate) const UNWRITTEN: Self = Self(1);
    /// What the buffer wrote.
    pub(crate) const OWN: Self = Self(2);
    /// Something else, after the buffer has written.
    pub(crate) const LOST: Self = Self(4);
    /// Another iteration that runs at the same time may overwrite them.
    pub(crate) const RACING: Self = Self(8);

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The bytes from the end of the piece before to `end`, which hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    end: u64,
    holds: Holds,
}

/// What the bytes of a live buffer hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pieces: SmallVec<[Piece; 1]>,
    /// What made bytes [`Holds::LOST`] last.
    pub(crate) lost_by: Option<Fault>,
}

impl Content {
    fn new(size: u64) -> Self {
        let holds = Holds::UNWRITTEN;
        Self {
            pieces: SmallVec::from_elem(Piece { end: size, holds }, 1),
            lost_by: None,
        }
    }

    /// What each part of some bytes holds.
    pub(crate) fn within(&self, bytes: Bytes) -> impl Iterator<Item = Holds> + '_ {
        let mut begin = 0;
        let pieces = self.pieces.iter().filter_map(move |piece| {
            let (lo, hi) = (begin, piece.end);
            begin = hi;
            (lo < bytes.hi && bytes.lo < hi).then_some(piece.holds)
        });
        pieces.into_iter()
    }

    /// Changes what some bytes hold.
    pub(crate) fn change(&mut self, bytes: Bytes, change: impl Fn(Holds) -> Holds) {
        let mut pieces: SmallVec<[Piece; 1]> = SmallVec::new();
        let mut push = |end: u64, holds: Holds| match pieces.last_mut() {
            Some(last) if last.holds == holds => last.end = end,
            _ => pieces.push(Piece { end, holds }),
        };
        let mut begin = 0;
        for piece in &self.pieces {
            let (lo, hi) = (
                bytes.lo.clamp(begin, piece.end),
                bytes.hi.clamp(begin, piece.end),
            );
            if begin < lo {
                push(lo, piece.holds);
            }
            if lo < hi {
                push(hi, change(piece.holds));
            }
            if lo.max(hi) < piece.end {
                push(piece.end, piece.holds);
            }
            begin = piece.end;
        }
        self.pieces = pieces;
    }

    /// Adds what the bytes hold on other paths; returns whether that is more.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        let mut begin = 0;
        for piece in &other.pieces {
            let bytes = Bytes {
                lo: begin,
                hi: piece.end,
            };
            self.change(bytes, |holds| holds.or(piece.holds));
            begin = piece.end;
        }
        self.lost_by = self.lost_by.or(other.lost_by);
        *self != before
    }
}

/// The buffers that are live at a point of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// By allocation, offset and number.
    live: BTreeMap<(u32, u64, u32), Content>,
}

/// Where a buffer is among the live ones.
fn key(index: u32, buffer: &Buffer) -> (u32, u64, u32) {
    (buffer.arena, buffer.offset, index)
}

impl State {
    /// Begins the life of a buffer.
    pub(crate) fn begin(&mut self, index: u32, buffer: &Buffer) {
        self.live
            .insert(key(index, buffer), Content::new(buffer.size));
    }

    /// Ends it.
    pub(crate) fn end(&mut self, index: u32, buffer: &Buffer) {
        self.live.remove(&key(index, buffer));
    }

    /// What a live buffer holds.
    pub(crate) fn content(&mut self, index: u32, buffer: &Buffer) -> Option<&mut Content> {
        self.live.get_mut(&key(index, buffer))
    }

    /// The live buffers of an allocation that have bytes in a range of it, with that range in their own bytes.
    pub(crate) fn others(
        &mut self,
        arena: u32,
        range: Bytes,
        all: &[Buffer],
        largest: u64,
    ) -> impl Iterator<Item = (u32, Bytes, &mut Content)> {
        let least = range.lo.saturating_sub(largest);
        let near = self.live.range_mut((arena, least, 0)..(arena, range.hi, 0));
        near.filter_map(move |(&(_, offset, index), content)| {
            let bytes = Bytes {
                lo: range.lo.saturating_sub(offset),
                hi: (range.hi - offset).min(all[index as usize].size),
            };
            (bytes.lo < bytes.hi).then_some((index, bytes, content))
        })
    }

    /// Adds another path to this point; returns whether that changes anything. A buffer that is live on one of them
    /// only is another value on the other.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let mut is_more = false;
        for (&key, content) in &other.live {
            match self.live.get_mut(&key) {
                Some(own) => is_more |= own != content && own.join(content),
                None => {
                    self.live.insert(key, content.clone());
                    is_more = true;
                }
            }
        }
        is_more
    }

    /// Changes what all bytes of some live buffers hold.
    pub(crate) fn change_all(
        &mut self,
        is_meant: impl Fn(u32) -> bool,
        change: impl Fn(Holds) -> Holds,
    ) {
        let meant = self.live.iter_mut().filter(|(key, _)| is_meant(key.2));
        for (_, content) in meant {
            content.change(Bytes::ALL, &change);
        }
    }
}
