//! Resource sections of an MLIR file.

use super::{Context, StrId};

/// A value in a resource section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// `true` or `false`.
    Bool(bool),
    /// A string; a blob is spelled `"0x.."`, an alignment in four bytes and then the data.
    Text(StrId),
}

/// Entries of the resource sections of a file: by group (dialect or tool), then by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Blobs that `dense_resource` attributes refer to.
    pub dialect: Vec<ResourceGroup>,
    /// Data of tools.
    pub external: Vec<ResourceGroup>,
}

/// One dialect's or tool's entries.
pub type ResourceGroup = (StrId, Vec<(StrId, ResourceValue)>);

impl Resources {
    /// The data of a blob, decoded from its text without the alignment; `None` if there is no such blob, or it is not
    /// in hex digits. Linear in the number of keys and the size of the blob.
    pub fn blob(&self, ctx: &Context, key: StrId) -> Option<Vec<u8>> {
        let mut entries = self.dialect.iter().flat_map(|(_, entries)| entries);
        let (_, value) = entries.find(|(name, _)| *name == key)?;
        let ResourceValue::Text(text) = value else {
            return None;
        };
        Self::decoded(ctx.bytes(*text)).map(|(_, bytes)| bytes)
    }

    /// The alignment and the bytes of a blob from its text.
    pub fn decoded(text: &[u8]) -> Option<(u32, Vec<u8>)> {
        let digits = text.strip_prefix(b"0x")?;
        let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        let (pairs, rest) = digits.as_chunks::<2>();
        let bytes = pairs
            .iter()
            .map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
        let bytes: Option<Vec<u8>> = bytes.collect();
        let mut bytes = bytes.filter(|_| rest.is_empty())?;
        let alignment = *bytes.first_chunk()?;
        bytes.drain(..4);
        Some((u32::from_le_bytes(alignment), bytes))
    }
}
