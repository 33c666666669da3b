//! Rules of the `scf` dialect.

use memplan_support::Sort;

use super::{Checked, count, entry_args, invalid, is_index, operand_type, type_is, wrong_type};
use crate::dialects::Traits;
use crate::interfaces::{constant_int, region_exits};
use crate::ir::{Module, OpId, Signedness, TypeId, TypeKind, names};

/// Bounds are integers or indices; the first argument of the body has their type.
pub(crate) fn for_loop(m: &Module, op: OpId) -> Checked {
    let Some(bound) = operand_type(m, op, 0) else {
        return Ok(());
    };
    let is_signless = matches!(
        m.ctx.type_kind(bound),
        TypeKind::Integer {
            signedness: Signedness::Signless,
            ..
        }
    );
    if !is_index(m, bound) && !is_signless {
        let expected = "a signless integer or index";
        return Err(wrong_type(m, "lowerBound", expected, bound));
    }
    let args = entry_args(m, op, 0);
    let carried = m.operand_group(op, "inits").len();
    count("argument(s) of the region", 1 + carried, args.len())?;
    type_is(m, "induction variable", bound, args[0])
}

/// The first `n` arguments of the body are indices.
fn induction_variables(m: &Module, args: &[TypeId], n: usize) -> Checked {
    match args.iter().take(n).find(|&&arg| !is_index(m, arg)) {
        Some(&arg) => Err(wrong_type(m, "induction variable", "index", arg)),
        None => Ok(()),
    }
}

/// The first region decides whether to continue, the second one does not.
pub(crate) fn while_loop(m: &Module, op: OpId) -> Checked {
    let &[before, after] = m.regions(op) else {
        return Ok(());
    };
    let yields =
        |region| region_exits(m, region).any(|exit| m.has_trait(exit, Traits::RETURN_LIKE));
    if yields(before) {
        return Err(invalid(
            "while-condition",
            "the first region must end in `scf.condition`",
        ));
    }
    if region_exits(m, after).next().is_some() && !yields(after) {
        return Err(invalid(
            "while-yield",
            "the second region must end in `scf.yield`",
        ));
    }
    Ok(())
}

/// There are as many lower bounds as upper bounds, steps and arguments.
pub(crate) fn parallel(m: &Module, op: OpId) -> Checked {
    let n = m.operand_group(op, "lowerBound").len();
    if n == 0 {
        return Err(invalid(
            "no-dimension",
            "needs at least one induction variable",
        ));
    }
    count("upper bound(s)", n, m.operand_group(op, "upperBound").len())?;
    count("step(s)", n, m.operand_group(op, "step").len())?;
    let args = entry_args(m, op, 0);
    count("argument(s) of the region", n, args.len())?;
    for &step in m.operand_group(op, "step") {
        if let Some(step) = constant_int(m, step).filter(|&step| step <= 0) {
            return Err(invalid(
                "step",
                format!("a constant step must be positive, found {step}"),
            ));
        }
    }
    induction_variables(m, &args, n)
}

/// There are as many lower bounds as upper bounds and steps, and arguments for them and for the outputs.
pub(crate) fn forall(m: &Module, op: OpId) -> Checked {
    let lower = m.prop_array(op, names::STATIC_LOWER_BOUND);
    let step = m.prop_array(op, names::STATIC_STEP);
    let n = m.prop_array(op, names::STATIC_UPPER_BOUND).len();
    count("lower bound(s)", n, lower.len())?;
    count("step(s)", n, step.len())?;
    let args = entry_args(m, op, 0);
    let outs = m.operand_group(op, "outs").len();
    count("argument(s) of the region", n + outs, args.len())?;
    if m.prop(op, names::MAPPING).is_some() {
        let mapped = m.prop_elements(op, names::MAPPING).len();
        // An empty list maps none of them.
        if mapped > 0 {
            count("mapping(s) of induction variables", n, mapped)?;
        }
    }
    induction_variables(m, &args, n)
}

/// There is one region for each operand, from two values of its type to a third.
pub(crate) fn reduce(m: &Module, op: OpId) -> Checked {
    count("region(s)", m.operands(op).len(), m.regions(op).len())?;
    for (index, &operand) in m.operands(op).iter().enumerate() {
        let ty = m.value_type(operand);
        let args = entry_args(m, op, index);
        count("argument(s) of the region", 2, args.len())?;
        for arg in args {
            type_is(m, "argument of the region", ty, arg)?;
        }
        let body = m.first_block(m.regions(op)[index]);
        let end = body.and_then(|body| m.last_op(body));
        let Some(end) = end.filter(|&end| belongs_in(m, end, op)) else {
            let reason = "the regions must end in `scf.reduce.return`";
            return Err(invalid("reduce-return", reason));
        };
        if let Some(actual) = operand_type(m, end, 0) {
            type_is(m, "reduced value", ty, actual)?;
        }
    }
    Ok(())
}

/// Whether the table entry of an operation lists `holder` as a parent.
fn belongs_in(m: &Module, op: OpId, holder: OpId) -> bool {
    let (Some(def), Some(holder)) = (m.def(op), m.def(holder)) else {
        return false;
    };
    def.parents.contains(&holder.name)
}

/// Contains only operations that combine results.
pub(crate) fn in_parallel(m: &Module, op: OpId) -> Checked {
    let body = m.regions(op).first().and_then(|&body| m.first_block(body));
    let mut ops = body.into_iter().flat_map(|body| m.ops(body));
    match ops.find(|&inner| !belongs_in(m, inner, op)) {
        Some(other) => Err(invalid(
            "in-parallel",
            format!(
                "body may contain only `tensor.parallel_insert_slice`, found `{}`",
                m.op_name_text(other)
            ),
        )),
        None => Ok(()),
    }
}

/// The regions have no arguments.
pub(crate) fn no_arguments(m: &Module, op: OpId) -> Checked {
    for index in 0..m.regions(op).len() {
        count(
            "argument(s) of the region",
            0,
            entry_args(m, op, index).len(),
        )?;
    }
    Ok(())
}

/// The region has at least one block; its entry block has no arguments.
pub(crate) fn execute_region(m: &Module, op: OpId) -> Checked {
    let is_empty = m
        .regions(op)
        .iter()
        .any(|&region| m.first_block(region).is_none());
    if is_empty {
        return Err(invalid(
            "empty-region",
            "the region needs at least one block",
        ));
    }
    no_arguments(m, op)
}

/// One region for each case and one for all others; no case twice.
pub(crate) fn index_switch(m: &Module, op: OpId) -> Checked {
    let cases = m.prop_array(op, names::CASES);
    count("case region(s)", cases.len(), m.regions(op).len() - 1)?;
    let mut sorted = cases.to_vec();
    sorted.sort_stable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(invalid(
            "duplicate-case",
            format!("has duplicate case value: {}", twice[0]),
        ));
    }
    no_arguments(m, op)
}
