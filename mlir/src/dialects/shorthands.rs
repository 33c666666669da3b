//! Shorthands for the parts of an [`OpDef`](super::OpDef) in dialect tables.

use super::{Arg, Arity, Assembly, Attr, AttrForm, Effect, EffectKind, EffectOn, Presence, Ty};
use crate::syntax::{CustomParse, CustomPrint};

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
