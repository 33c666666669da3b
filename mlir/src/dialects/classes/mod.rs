//! Type classes: the permitted types of operands and results that a table entry does not fix.
//!
//! The descriptions of the classes are those of mlir-opt, whose errors quote them. A class is never
//! narrower than that of mlir-opt 22, and may be wider for types of dialects without a table.

pub(super) mod arith_math;
pub(super) mod control;
pub mod kinds;
pub(super) mod linalg;
pub(super) mod memory;
pub(super) mod relations;

pub use relations::Relation;

use crate::ir::{Context, TypeId};

/// A set of types that a value of an operation may have.
#[derive(Debug)]
pub struct TypeClass {
    /// The description of the expected types, for errors.
    pub expected: &'static str,
    /// Whether a type is in the class.
    pub holds: fn(&Context, TypeId) -> bool,
}

/// Operations with the same classes.
#[derive(Debug)]
pub struct ClassRow {
    /// Their names without the prefix of the dialect, separated by blanks.
    pub ops: &'static str,
    /// The type class of each operand and result.
    pub places: &'static [(Place, &'static TypeClass)],
}

/// The values of an operation that a class applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// All of a group of operands or results.
    Group(&'static str),
    /// One of a group. A group whose values are listed one by one has exactly these.
    Nth(&'static str, usize),
    /// Those of a group from one on.
    From(&'static str, usize),
}

impl Place {
    /// The name of the group.
    pub const fn group(self) -> &'static str {
        match self {
            Self::Group(name) | Self::Nth(name, _) | Self::From(name, _) => name,
        }
    }
}

/// The type facts of an operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The type classes of its values.
    pub(crate) places: &'static [(Place, &'static TypeClass)],
    /// The relations between its types.
    pub(crate) relations: Vec<Relation>,
    /// The number of its operands, if one group of its entry represents several.
    pub(crate) operands: Option<usize>,
    /// The number of its results, likewise.
    pub(crate) results: Option<usize>,
}

/// Defines static [`TypeClass`](crate::dialects::classes::TypeClass)es: the visibility of all, then
/// `NAME "expected types" predicate;` for each.
#[macro_export]
macro_rules! type_classes {
    ($visibility:vis, $($name:ident $expected:literal $holds:expr;)*) => {
        $(
            #[doc = $expected]
            $visibility static $name: $crate::dialects::classes::TypeClass =
                $crate::dialects::classes::TypeClass { expected: $expected, holds: $holds };
        )*
    };
}

/// Defines a static table of [`ClassRow`](crate::dialects::classes::ClassRow)s: its visibility and name, then for each
/// row the names of operations and the class of each place. A place is a group, `group[0]` or `group[2..]`.
#[macro_export]
macro_rules! class_rows {
    ($visibility:vis $name:ident: $($ops:literal $($group:ident $([$($index:tt)+])? $class:ident),+;)*) => {
        $visibility static $name: &[$crate::dialects::classes::ClassRow] = &[
            $($crate::dialects::classes::ClassRow {
                ops: $ops,
                places: &[$(($crate::class_rows!(@place $group $($($index)+)?), &$class)),+],
            },)*
        ];
    };
    (@place $group:ident) => {
        $crate::dialects::classes::Place::Group(stringify!($group))
    };
    (@place $group:ident $nth:literal) => {
        $crate::dialects::classes::Place::Nth(stringify!($group), $nth)
    };
    (@place $group:ident $first:literal ..) => {
        $crate::dialects::classes::Place::From(stringify!($group), $first)
    };
}

pub use class_rows as rows;
pub use type_classes as classes;
