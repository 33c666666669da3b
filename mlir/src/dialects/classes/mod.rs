//! Type classes: which types the operands and results of an operation may have, where its table entry
//! leaves them to the text.
//!
//! The words of the classes are those of mlir-opt, whose errors name them. A class is never narrower
//! than that of mlir-opt 22, and wider where types of dialects that have no table are concerned.

mod arith_math;
mod control;
mod gpu;
mod kinds;
mod linalg;
mod llvm;
mod llvm_intrinsics;
mod memory;
mod relations;
mod tosa;

pub(crate) use relations::Relation;

use crate::ir::{Context, TypeId};

/// A set of types.
#[derive(Debug)]
pub(crate) struct TypeClass {
    /// What a type of another kind should have been.
    pub(crate) expected: &'static str,
    /// Whether a type is in the set.
    pub(crate) holds: fn(&Context, TypeId) -> bool,
}

/// Operations with the same classes.
#[derive(Debug)]
pub(crate) struct ClassRow {
    /// Their names without the prefix of the dialect.
    ops: &'static [&'static str],
    /// What is known of which values.
    pub(crate) places: &'static [(Place, &'static TypeClass)],
}

/// Values of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// All of a group of operands or results.
    Group(&'static str),
    /// One of a group.
    Nth(&'static str, usize),
}

impl Place {
    /// The name of the group.
    pub(crate) const fn group(self) -> &'static str {
        match self {
            Self::Group(name) | Self::Nth(name, _) => name,
        }
    }
}

/// The classes of an operation; linear in the number of rows of its dialect.
pub(crate) fn of(name: &str) -> &'static [(Place, &'static TypeClass)] {
    let Some((dialect, op)) = name.split_once('.') else {
        return &[];
    };
    let rows = TABLES.iter().filter(|(of, _)| *of == dialect);
    let mut rows = rows.flat_map(|(_, rows)| rows.iter());
    let row = rows.find(|row| row.ops.contains(&op));
    row.map_or(&[], |row| row.places)
}

/// The relations between the types of an operation's values.
pub(crate) fn relations(name: &str) -> Vec<Relation> {
    let (dialect, op) = name.split_once('.').unwrap_or((name, ""));
    relations::of(dialect, op).collect()
}

/// How many operands and results an operation has, where one group of its entry stands for several.
pub(crate) fn counts(name: &str) -> (Option<usize>, Option<usize>) {
    let (dialect, op) = name.split_once('.').unwrap_or((name, ""));
    relations::counts(dialect, op)
}

/// The rows of each dialect.
static TABLES: &[(&str, &[ClassRow])] = &[
    ("affine", control::AFFINE),
    ("arith", arith_math::ARITH),
    ("async", control::ASYNC),
    ("bufferization", arith_math::BUFFERIZATION),
    ("cf", control::CF),
    ("complex", arith_math::COMPLEX_OPS),
    ("func", control::FUNC),
    ("gpu", gpu::GPU),
    ("index", arith_math::INDEX_OPS),
    ("linalg", linalg::LINALG),
    ("llvm", llvm::LLVM),
    ("llvm", llvm_intrinsics::INTRINSICS),
    ("math", arith_math::MATH),
    ("memref", memory::MEMREF_OPS),
    ("scf", control::SCF),
    ("tensor", memory::TENSOR_OPS),
    ("tosa", tosa::TOSA),
    ("vector", memory::VECTOR_OPS),
];

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::dialects::DIALECTS;

    #[test]
    fn rows_are_about_groups_that_there_are() {
        let mut seen = std::collections::BTreeSet::new();
        for (dialect, rows) in TABLES {
            for row in *rows {
                for op in row.ops {
                    let name = format!("{dialect}.{op}");
                    let mut tables = DIALECTS
                        .iter()
                        .flat_map(|(_, tables)| tables.iter().copied().flatten());
                    let def = tables.find(|def| def.name == name);
                    let def = def.unwrap_or_else(|| panic!("no {name}"));
                    for (place, _) in row.places {
                        let group = place.group();
                        let found = def.operand_group(group).or(def.result_group(group));
                        assert!(found.is_some(), "{name} has no {group}");
                    }
                    assert!(seen.insert(name.clone()), "{name} has two rows");
                }
            }
        }
    }
}
