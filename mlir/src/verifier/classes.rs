//! Type classes of operands and results, relations between their types, and their numbers (V8).

use std::ops::Range;

use super::table::Group;
use super::{Expected, VerifyErrorKind};
use crate::dialects::classes::{Facts, Place, Relation, TypeClass};
use crate::dialects::{Dialects, OpDef};
use crate::ir::{Context, DYNAMIC, Module, OpId, TypeId, shapes};
use crate::text::type_summary;

/// The rules of one operation name.
pub(super) struct ClassRules {
    classes: Vec<ClassRule>,
    facts: Option<Facts>,
}

/// The class of the types of some values of a group.
struct ClassRule {
    group: Group,
    values: Range<usize>,
    name: &'static str,
    class: &'static TypeClass,
}

impl ClassRules {
    pub(super) fn new(dialects: &Dialects, def: &OpDef) -> Self {
        let facts = dialects.facts(def.name).cloned();
        let places = facts.as_ref().map_or(&[][..], |facts| facts.places).iter();
        Self {
            classes: places
                .filter_map(|&(place, class)| ClassRule::new(def, place, class))
                .collect(),
            facts,
        }
    }

    /// The first rule that is broken. Linear in the number of operands and results.
    pub(super) fn check(&self, m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
        let Some(facts) = &self.facts else {
            return Ok(());
        };
        count("operand(s)", facts.operands, m.operands(op).len())?;
        count("result(s)", facts.results, m.result_count(op))?;
        for rule in &self.classes {
            rule.check(m, op)?;
        }
        for &relation in &facts.relations {
            check_relation(m, op, relation)?;
        }
        Ok(())
    }
}

fn count(what: &'static str, expected: Option<usize>, found: usize) -> Result<(), VerifyErrorKind> {
    match expected {
        Some(expected) if expected != found => Err(VerifyErrorKind::Count {
            what,
            expected: Expected::Exactly(expected),
            found,
        }),
        _ => Ok(()),
    }
}

impl ClassRule {
    fn new(def: &OpDef, place: Place, class: &'static TypeClass) -> Option<Self> {
        let name = place.group();
        let operand = def.operand_group(name).map(Group::Operand);
        Some(Self {
            group: operand.or_else(|| def.result_group(name).map(Group::Result))?,
            values: match place {
                Place::Group(_) => 0..usize::MAX,
                Place::Nth(_, nth) => nth..nth + 1,
                Place::From(_, first) => first..usize::MAX,
            },
            name,
            class,
        })
    }

    fn check(&self, m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
        let values = self.group.values(m, op).skip(self.values.start);
        let mut types = values
            .take(self.values.len())
            .map(|value| m.value_type(value));
        match types.find(|&ty| !(self.class.holds)(&m.ctx, ty)) {
            Some(ty) => Err(VerifyErrorKind::Type {
                what: self.name,
                expected: self.class.expected.to_owned(),
                found: type_summary(&m.ctx, ty),
            }),
            None => Ok(()),
        }
    }
}

fn check_relation(m: &Module, op: OpId, relation: Relation) -> Result<(), VerifyErrorKind> {
    match relation {
        Relation::Broadcast => return broadcasts(m, op),
        Relation::SameInputElements => return same_input_elements(m, op),
        Relation::Reduces => return reduces(m, op),
        _ => {}
    }
    let of_results = !matches!(
        relation,
        Relation::SameOperandTypes | Relation::SameOperandElements
    );
    let operands = m.operands(op).iter().map(|&value| m.value_type(value));
    let results = m.results(op).filter(|_| of_results);
    let mut types = operands.chain(results.map(|value| m.value_type(value)));
    let Some(first) = types.next() else {
        return Ok(());
    };
    let (elements, shapes) = match relation {
        Relation::SameTypes | Relation::SameOperandTypes => (true, true),
        Relation::SameElements | Relation::SameOperandElements => (true, false),
        _ => (false, true),
    };
    let fits = |ty: TypeId| {
        ty == first
            || (!elements || element(&m.ctx, ty) == element(&m.ctx, first))
                && (!shapes || same_shape(&m.ctx, ty, first))
    };
    let Some(other) = types.find(|&ty| !fits(ty)) else {
        return Ok(());
    };
    let what = match (elements, shapes) {
        (true, true) => "type",
        (true, false) => "element type",
        _ => "shape",
    };
    let of = if of_results {
        "operands and results"
    } else {
        "operands"
    };
    Err(VerifyErrorKind::Invalid {
        code: "same-types",
        reason: format!(
            "all {of} must have the same {what}, found {} and {}",
            type_summary(&m.ctx, first),
            type_summary(&m.ctx, other)
        ),
    })
}

fn element(ctx: &Context, ty: TypeId) -> TypeId {
    match ctx.type_kind(ty) {
        crate::ir::TypeKind::Complex(_) => ty,
        _ => ctx.element_type(ty).unwrap_or(ty),
    }
}

/// Whether two types can have one shape at run time.
fn same_shape(ctx: &Context, a: TypeId, b: TypeId) -> bool {
    match (ctx.shape(a), ctx.shape(b)) {
        (Some(a), Some(b)) => shapes::compatible_shapes(a, b),
        (None, None) => true,
        // An unranked tensor may have any shape.
        _ => ctx.element_type(a).is_some() && ctx.element_type(b).is_some(),
    }
}

fn invalid(code: &'static str, reason: String) -> VerifyErrorKind {
    VerifyErrorKind::Invalid { code, reason }
}

/// Types of the first operand and the first result.
fn ends(m: &Module, op: OpId) -> Option<(TypeId, TypeId)> {
    let operand = m.value_type(*m.operands(op).first()?);
    Some((operand, m.value_type(m.result(op, 0)?)))
}

fn broadcasts(m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
    let operands = m.operands(op).iter().map(|&value| m.value_type(value));
    let shapes: Option<Vec<&[i64]>> = operands.map(|ty| m.ctx.shape(ty)).collect();
    let Some((_, to)) = ends(m, op) else {
        return Ok(());
    };
    let (Some(shapes), Some(sizes)) = (shapes, m.ctx.shape(to)) else {
        return Ok(());
    };
    let fits = shapes.iter().all(|dims| dims.len() == sizes.len())
        && (0..sizes.len()).all(|at| {
            let aligned = || shapes.iter().map(|dims| dims[at]);
            let fixed = aligned().find(|&size| size != 1 && size != DYNAMIC);
            match fixed {
                Some(fixed) => {
                    aligned().all(|size| size == 1 || size == DYNAMIC || size == fixed)
                        && shapes::compatible_size(sizes[at], fixed)
                }
                None if aligned().any(|size| size == DYNAMIC) => true,
                None => shapes::compatible_size(sizes[at], 1),
            }
        });
    if fits {
        return Ok(());
    }
    let summary = type_summary(&m.ctx, to);
    Err(invalid(
        "broadcast",
        format!("operands must broadcast to the shape of the result, {summary}"),
    ))
}

fn same_input_elements(m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
    match ends(m, op) {
        Some((from, to)) if element(&m.ctx, from) != element(&m.ctx, to) => Err(invalid(
            "same-types",
            format!(
                "input and output must have the same element type, found {} and {}",
                type_summary(&m.ctx, from),
                type_summary(&m.ctx, to)
            ),
        )),
        _ => Ok(()),
    }
}

fn reduces(m: &Module, op: OpId) -> Result<(), VerifyErrorKind> {
    let axis = m.ctx.find_str("axis").and_then(|name| m.prop_i64(op, name));
    let (Some((from, to)), Some(axis)) = (ends(m, op), axis) else {
        return Ok(());
    };
    same_input_elements(m, op)?;
    let (Some(dims), Some(result_dims)) = (m.ctx.shape(from), m.ctx.shape(to)) else {
        return Ok(());
    };
    let fits = dims.len() == result_dims.len()
        && usize::try_from(axis)
            .is_ok_and(|axis| axis < dims.len() && shapes::compatible_size(result_dims[axis], 1));
    if fits {
        return Ok(());
    }
    Err(invalid(
        "reduced-axis",
        format!(
            "the result must have one element along axis {axis} of {}",
            type_summary(&m.ctx, from)
        ),
    ))
}
