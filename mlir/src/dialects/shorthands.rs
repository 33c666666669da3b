//! Shorthands for the parts of an [`OpDef`](super::OpDef) in dialect tables.

use super::{
    Arg, Arity, Assembly, Attr, AttrForm, Effect, EffectKind, EffectOn, Form, Presence, Spelling,
    Ty,
};
use crate::syntax::{CustomParse, CustomPrint, MlirVersion};

/// A group of one value.
pub const fn one(name: &'static str, ty: Ty) -> Arg {
    Arg {
        name,
        arity: Arity::One,
        ty,
    }
}

/// An optional value.
pub const fn opt(name: &'static str, ty: Ty) -> Arg {
    Arg {
        name,
        arity: Arity::Optional,
        ty,
    }
}

/// Any number of values.
pub const fn many(name: &'static str, ty: Ty) -> Arg {
    Arg {
        name,
        arity: Arity::Many,
        ty,
    }
}

/// A required attribute.
pub const fn req(name: &'static str, kind: AttrForm) -> Attr {
    Attr {
        name,
        kind,
        presence: Presence::Required,
    }
}

/// An optional attribute.
pub const fn maybe(name: &'static str, kind: AttrForm) -> Attr {
    Attr {
        name,
        kind,
        presence: Presence::Optional,
    }
}

/// An attribute that is filled in when absent.
pub const fn dflt(name: &'static str, kind: AttrForm, value: &'static str) -> Attr {
    Attr {
        name,
        kind,
        presence: Presence::Default(value),
    }
}

/// How versions from one to another write operations.
pub const fn spelled(
    ops: &'static str,
    first: MlirVersion,
    last: MlirVersion,
    form: Form,
) -> Spelling {
    Spelling {
        ops,
        versions: (first, last),
        form,
    }
}

/// Operations that versions from one to another do not have.
pub const fn missing(ops: &'static str, first: MlirVersion, last: MlirVersion) -> Spelling {
    spelled(ops, first, last, Form::Missing)
}

/// An effect on an operand group.
pub const fn on(kind: EffectKind, group: &'static str) -> Effect {
    Effect {
        kind,
        on: EffectOn::Operand(group),
    }
}

/// An effect on a result group.
pub const fn makes(kind: EffectKind, group: &'static str) -> Effect {
    Effect {
        kind,
        on: EffectOn::Result(group),
    }
}

/// Custom assembly by a pair of functions.
pub const fn hook(parse: CustomParse, print: CustomPrint) -> Assembly {
    Assembly::Hook { parse, print }
}

/// A write without a target: the operation keeps its order among other effects.
pub const ORDERED: Effect = Effect {
    kind: EffectKind::Write,
    on: EffectOn::World,
};

/// Defines a table of [`OpDef`](crate::dialects::OpDef)s: its visibility and name, then a row for each operation:
///
/// ```text
/// "name" "summary" like BASE (operands) -> (results) [attributes] "format" { field: value, .. };
/// ```
///
/// All but name and summary may be left out. `BASE` is an entry with what several operations share. A group of operands
/// or results is its name, `[name]` if it is optional or `{name}` if it has any number of values, and its [`Ty`].
/// Attributes are expressions, such as [`req`]. The braces hold the other fields of [`OpDef`](crate::dialects::OpDef).
#[macro_export]
macro_rules! op_table {
    ($visibility:vis $table:ident: $(
        $name:literal $summary:literal $(like $base:ident)? $(($($operand:tt $operand_ty:expr),*))? $(-> ($($result:tt $result_ty:expr),*))?
            $([$($attr:expr),+])? $($format:literal)? $({ $($field:ident: $value:expr),+ })?;
    )*) => {
        $visibility const $table: &[$crate::dialects::OpDef] = &[$($crate::dialects::OpDef {
            name: $name,
            summary: $summary,
            $(operands: &[$($crate::op_table!(@group $operand $operand_ty)),*],)?
            $(results: &[$($crate::op_table!(@group $result $result_ty)),*],)?
            $(attrs: &[$($attr),+],)?
            $(assembly: $crate::dialects::Assembly::Format($format),)?
            $($($field: $value,)+)?
            ..$crate::op_table!(@base $($base)?)
        }),*];
    };
    (@base) => { $crate::dialects::OpDef::EMPTY };
    (@base $base:ident) => { $base };
    (@group [$name:ident] $ty:expr) => { $crate::dialects::opt(stringify!($name), $ty) };
    (@group {$name:ident} $ty:expr) => { $crate::dialects::many(stringify!($name), $ty) };
    (@group $name:ident $ty:expr) => { $crate::dialects::one(stringify!($name), $ty) };
}

pub use op_table as ops;
