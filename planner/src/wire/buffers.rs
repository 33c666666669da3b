//! Lists of buffers on their way to and from a format, one buffer at a time.
//!
//! A format has a struct of its own for a buffer. A trace of a million of them is neither turned
//! into a list of such structs before it is written, nor read into one: that would double the memory
//! and cost a third of the time.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Buffer;

/// The most buffers for which memory is reserved before they are read, whatever length the input
/// claims.
const MAX_CLAIMED: usize = 8192;

/// Writes buffers, each as the `W` that `from_core` makes of it.
pub(super) fn serialize<'a, W: Serialize, S: Serializer>(
    buffers: &'a [Buffer],
    serializer: S,
    from_core: impl Fn(&'a Buffer) -> W,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(buffers.iter().map(from_core))
}

/// Reads a list of `W` as buffers.
pub(super) fn deserialize<'de, 'a, W, D>(deserializer: D) -> Result<Cow<'a, [Buffer]>, D::Error>
where
    W: Deserialize<'de> + Into<Buffer>,
    D: Deserializer<'de>,
{
    deserialize_with(deserializer, W::into).map(Cow::Owned)
}

/// Reads a list of `W` as buffers, each as `into_core` makes it.
pub(super) fn deserialize_with<'de, W, D>(
    deserializer: D,
    into_core: impl FnMut(W) -> Buffer,
) -> Result<Vec<Buffer>, D::Error>
where
    W: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_seq(List(into_core, PhantomData))
}

struct List<W, F>(F, PhantomData<W>);

impl<'de, W: Deserialize<'de>, F: FnMut(W) -> Buffer> Visitor<'de> for List<W, F> {
    type Value = Vec<Buffer>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of buffers")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Vec<Buffer>, A::Error> {
        let mut buffers = Vec::with_capacity(items.size_hint().unwrap_or(0).min(MAX_CLAIMED));
        while let Some(item) = items.next_element::<W>()? {
            buffers.push(self.0(item));
        }
        Ok(buffers)
    }
}
