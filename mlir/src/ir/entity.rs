//! Typed indices: one `u32` newtype for each kind of thing that the IR owns.
//!
//! An id is only meaningful together with the [`Module`](crate::Module) or [`Context`](crate::Context) that
//! created it. `Option<Id>` has the size of `Id`.

use std::fmt;
use std::num::NonZeroU32;

use memplan_support::Key;

macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The id with the given dense index. Indices stop at `u32::MAX - 1`.
            #[inline]
            pub const fn from_index(index: u32) -> Self {
                Self(NonZeroU32::MIN.saturating_add(index))
            }

            /// The dense index of this id, for side tables.
            #[inline]
            pub const fn index(self) -> usize {
                (self.0.get() - 1) as usize
            }
        }

        impl Key for $name {
            const N_WORDS: usize = 1;

            #[inline]
            fn append(&self, words: &mut Vec<u64>) {
                words.push(u64::from(self.0.get()));
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.index())
            }
        }
    )*};
}

entity! {
    /// An operation.
    OpId, "op";
    /// A block: a list of operations with arguments.
    BlockId, "block";
    /// A region: a list of blocks.
    RegionId, "region";
    /// An SSA value: an operation's result or a block's argument.
    ValueId, "v";
    /// One operand slot of one operation; a link of a value's use list.
    UseId, "use";
    /// An interned type.
    TypeId, "type";
    /// An interned attribute.
    AttrId, "attr";
    /// An interned byte string.
    StrId, "str";
    /// An interned location.
    LocId, "loc";
    /// An interned operation name, with its definition if a dialect table has one.
    OpName, "name";
}
