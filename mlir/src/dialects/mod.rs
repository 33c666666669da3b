//! The dialect tables: one file per dialect, one [`OpDef`] per operation, and this list of them.

mod affine;
mod arith;
mod assembly;
mod asynch;
mod bufferization;
mod builtin;
mod cf;
pub(crate) mod classes;
mod complex;
mod def;
mod func;
mod gpu;
mod gpu_sparse;
mod index;
mod linalg;
pub mod linalg_maps;
mod llvm;
mod llvm_intrinsics;
mod llvm_runtime;
mod llvm_symbols;
mod math;
mod memref;
mod scf;
mod tensor;
mod tosa;
mod ub;
mod vector;
mod verify;
pub(crate) mod vocabulary;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub use def::*;

/// Every dialect: its name and its operations.
pub static DIALECTS: &[(&str, &[&[OpDef]])] = &[
    ("affine", &[affine::OPS]),
    ("arith", &[arith::OPS]),
    ("async", &[asynch::OPS, asynch::LOWERED]),
    ("bufferization", &[bufferization::OPS]),
    ("builtin", &[builtin::OPS]),
    ("cf", &[cf::OPS]),
    ("complex", &[complex::OPS]),
    ("func", &[func::OPS]),
    ("gpu", &[gpu::OPS, gpu_sparse::OPS]),
    ("index", &[index::OPS]),
    (
        "linalg",
        &[
            linalg::OPS,
            linalg::MATMULS,
            linalg::PRODUCTS,
            linalg::PLAIN_CONVOLUTIONS,
            linalg::TRANSPOSED,
            linalg::CONVOLUTIONS,
            linalg::QUANTIZED,
            linalg::POOL_SUMS,
            linalg::POOL_MAXES,
            linalg::POOL_MINS,
            linalg::POOL_UNSIGNED,
            linalg::ELEMENTWISE,
        ],
    ),
    (
        "llvm",
        &[
            llvm::OPS,
            llvm_symbols::OPS,
            llvm_intrinsics::FLOATS,
            llvm_intrinsics::INTEGERS,
            llvm_intrinsics::MEMORY,
            llvm_intrinsics::ORDERED,
            llvm_runtime::OPS,
            llvm_runtime::CALLS,
            llvm_runtime::COROUTINES,
            llvm_runtime::MATRICES,
            llvm_runtime::CONSTRAINED,
        ],
    ),
    ("math", &[math::OPS]),
    ("memref", &[memref::OPS]),
    ("scf", &[scf::OPS]),
    ("tensor", &[tensor::OPS]),
    ("tosa", &[tosa::OPERATORS, tosa::OPS]),
    ("ub", &[ub::OPS]),
    ("vector", &[vector::OPS]),
];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static OpDef>> = LazyLock::new(|| {
    DIALECTS
        .iter()
        .flat_map(|(_, tables)| tables.iter())
        .flat_map(|table| table.iter())
        .map(|def| (def.name, def))
        .collect()
});

/// The definition of the operation with this full name.
pub fn find(name: &str) -> Option<&'static OpDef> {
    BY_NAME.get(name).copied()
}

/// The known operation whose name is nearest to an unknown one, if any is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    let limit = (name.len() / 4).clamp(1, 3);
    BY_NAME
        .keys()
        .filter_map(|known| edit_distance(name, known, limit).map(|distance| (distance, *known)))
        .min()
        .map(|(_, known)| known)
}

/// Number of single-byte edits between two words, if it is at most `limit`.
///
/// `O(a * limit)`, and less for words that have little in common: only the cells that `limit` edits
/// reach are looked at (Ukkonen, "Algorithms for approximate string matching", 1985), up to the first
/// row that has none.
pub(crate) fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > limit || a.len() > 100 {
        return None;
    }
    let out_of_reach = limit + 1;
    let mut row: SmallVec<[usize; 32]> = (0..=b.len()).map(|j| j.min(out_of_reach)).collect();
    for (i, x) in a.iter().enumerate() {
        let first = (i + 1).saturating_sub(limit);
        let last = (i + 1 + limit).min(b.len());
        let mut diagonal = row[first.saturating_sub(1)];
        let mut best = out_of_reach;
        if first == 0 {
            row[0] = i + 1;
            best = i + 1;
        } else {
            row[first - 1] = out_of_reach;
        }
        for j in first.max(1)..=last {
            let cost = (diagonal + usize::from(*x != b[j - 1]))
                .min(row[j - 1] + 1)
                .min(row[j] + 1)
                .min(out_of_reach);
            diagonal = std::mem::replace(&mut row[j], cost);
            best = best.min(cost);
        }
        if best > limit {
            return None;
        }
    }
    row.last().copied().filter(|&distance| distance <= limit)
}

/// Kinds of atomic updates and reductions, by their codes in MLIR 22.
pub fn atomic_kinds() -> &'static [&'static str] {
    memref::ATOMIC_KINDS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::edit_distance;

    /// The whole table of the textbook.
    fn plain_distance(a: &[u8], b: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let cost = (diagonal + usize::from(x != y))
                    .min(row[j] + 1)
                    .min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], cost);
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn the_band_gives_the_distance_of_the_whole_table(
            a in "[abc]{0,9}", b in "[abc]{0,9}", limit in 0_usize..5,
        ) {
            let plain = plain_distance(a.as_bytes(), b.as_bytes());
            prop_assert_eq!(edit_distance(&a, &b, limit), (plain <= limit).then_some(plain));
        }
    }
}
