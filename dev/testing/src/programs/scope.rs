//! The values in scope at a position of a program.

/// The type of a buffer. Every dimension has at least two elements, so that the indices 0 and 1 are
/// always good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// `memref<4xi32>`.
    Four,
    /// `memref<?xi32>`.
    Dynamic,
    /// `memref<?xi32, strided<[?], offset: ?>>`.
    Strided,
    /// `memref<2x4xi32>`.
    Matrix,
    /// `memref<*xi32>`, of one dimension.
    Unranked,
    /// `memref<4xi32, 1>`.
    Spaced,
}

impl Ty {
    /// Those of the default memory space.
    pub(super) const ALL: [Self; 5] = [
        Self::Four,
        Self::Dynamic,
        Self::Strided,
        Self::Matrix,
        Self::Unranked,
    ];

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Four => "memref<4xi32>",
            Self::Dynamic => "memref<?xi32>",
            Self::Strided => "memref<?xi32, strided<[?], offset: ?>>",
            Self::Matrix => "memref<2x4xi32>",
            Self::Unranked => "memref<*xi32>",
            Self::Spaced => "memref<4xi32, 1>",
        }
    }

    /// The operation that loads an element at an index of 0 or 1.
    pub(super) fn load(self, name: &str, index: &str) -> String {
        match self {
            Self::Matrix => format!("memref.load {name}[{index}, %c2] : {}", self.text()),
            // An unranked buffer cannot be indexed, so a function reads its first element.
            Self::Unranked => format!("func.call @first({name}) : (memref<*xi32>) -> i32"),
            _ => format!("memref.load {name}[{index}] : {}", self.text()),
        }
    }
}

/// Names in sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Of type `i32`.
    pub(super) ints: Vec<String>,
    pub(super) buffers: Vec<(String, Ty)>,
    /// Buffers of two buffers.
    pub(super) holders: Vec<String>,
    /// Of type `tensor<4xi32>`.
    pub(super) tensors: Vec<String>,
    /// How often recursion may continue, in a function other than `@main`.
    pub(super) fuel: Option<String>,
    /// Functions must not be called from here: loops around would run them too often.
    pub(super) n_loops: u32,
}
