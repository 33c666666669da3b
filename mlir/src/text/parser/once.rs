//! A cache for texts that occur many times.

use rustc_hash::FxHashMap;

use super::{PResult, Parser};

/// Cached results, by text.
pub(super) type Known<'s, T> = FxHashMap<&'s [u8], Read<T>>;

/// A cached result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read<T> {
    what: T,
    /// Its nesting depth.
    height: u32,
}

/// Maximum number of cached texts, which bounds the memory.
const MAX_KNOWN: usize = 1 << 16;

impl<'s> Parser<'s> {
    /// The result of `read`, run in a nested level, with a cache. `text` returns the text at the start of the source,
    /// if its meaning does not depend on its position; `known` is the cache.
    pub(super) fn read_once<T: Clone>(
        &mut self,
        text: fn(&[u8]) -> Option<&[u8]>,
        known: fn(&mut Self) -> &mut Known<'s, T>,
        read: fn(&mut Self) -> PResult<T>,
    ) -> PResult<T> {
        let src: &'s [u8] = self.src;
        let start = self.tok.span.start as usize;
        let Some(text) = src.get(start..).and_then(text) else {
            return self.nested(read);
        };
        if let Some(Read { what, height }) = known(self).get(text) {
            let (what, height) = (what.clone(), *height);
            let deepest = self.depth.saturating_add(height);
            if deepest <= self.limits.nesting {
                self.deepest = self.deepest.max(deepest);
                self.reset_to(start + text.len());
                return Ok(what);
            }
        }
        let outside = std::mem::replace(&mut self.deepest, self.depth);
        let what = self.nested(read);
        let height = self.deepest.saturating_sub(self.depth);
        self.deepest = self.deepest.max(outside);
        let what = what?;
        let is_whole = self.prev_end == start + text.len();
        let entries = known(self);
        if is_whole && entries.len() < MAX_KNOWN {
            entries.insert(
                text,
                Read {
                    what: what.clone(),
                    height,
                },
            );
        }
        Ok(what)
    }
}
