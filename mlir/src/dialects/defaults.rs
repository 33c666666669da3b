//! Default values of attributes that the text omits.

use super::{Attr, Presence};
use crate::ir::{AttrId, AttrKind, Context, IntValue};

impl Attr {
    /// The default of this attribute, which applies if the text omits it. Defaults are few and simple: dialect
    /// attributes, booleans, integers, and `[]`.
    pub(crate) fn default_value(&self, ctx: &mut Context) -> Option<AttrId> {
        let Presence::Default(text) = self.presence else {
            return None;
        };
        if let Some(rest) = text.strip_prefix('#') {
            let split = rest.find(['.', '<'])?;
            let (dialect, body) = rest.split_at(split);
            let dialect = ctx.str(dialect);
            let body = ctx.str(body.strip_prefix('.').unwrap_or(body));
            return Some(ctx.attr(AttrKind::Opaque {
                dialect,
                body,
                ty: None,
            }));
        }
        match text {
            "true" | "false" => {
                let ty = ctx.int_type(1);
                return Some(ctx.int_attr(i64::from(text == "true"), ty));
            }
            "[]" => return Some(ctx.attr(AttrKind::Array(Box::default()))),
            "array<i32>" => return Some(ctx.i32_array(&[])),
            _ => {}
        }
        let (number, ty) = text.split_once(':').unwrap_or((text, "i64"));
        let value = number.trim().parse().ok()?;
        let ty = match ty.trim() {
            "index" => ctx.index_type(),
            ty => ctx.int_type(ty.strip_prefix('i')?.parse().ok()?),
        };
        Some(ctx.attr(AttrKind::Integer {
            value: IntValue::Small(value),
            ty,
        }))
    }

    /// Whether an attribute has the default.
    pub fn is_default(&self, ctx: &Context, attr: AttrId) -> bool {
        let Presence::Default(text) = self.presence else {
            return false;
        };
        match ctx.attr_kind(attr) {
            AttrKind::Opaque {
                dialect,
                body,
                ty: None,
            } => text.strip_prefix('#').is_some_and(|rest| {
                let dialect = ctx.text(*dialect);
                rest.strip_prefix(&*dialect).is_some_and(|rest| {
                    rest.strip_prefix('.').unwrap_or(rest).as_bytes() == ctx.bytes(*body)
                })
            }),
            AttrKind::Integer {
                value: IntValue::Small(value),
                ..
            } => match text {
                "true" => *value == 1,
                "false" => *value == 0,
                _ => text.split(':').next().and_then(|n| n.trim().parse().ok()) == Some(*value),
            },
            AttrKind::Array(elements) => text == "[]" && elements.is_empty(),
            AttrKind::DenseArray { values, .. } => text == "array<i32>" && values.is_empty(),
            _ => false,
        }
    }
}
