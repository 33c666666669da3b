//! Models of the dialect `scf`.

use memplan_mlir::interfaces::{Bound, loop_dims, region_exits};
use memplan_mlir::{OpId, RegionId, ValueId};
use smallvec::smallvec;

use super::Entry;
use super::destination::inits;
use super::shared::{Simple, simple, yielded};
use crate::analysis::interface::{
    AliasOperand, AliasValue, BufferModel, Carried, CarriedOperands, Equivalence, Query, Reads,
    Relation, Violation, entry,
};

pub(super) const MODELS: &[Entry] = &[
    ("scf.if", Some(&Branch)),
    ("scf.index_switch", Some(&Branch)),
    ("scf.execute_region", Some(&ExecuteRegion)),
    ("scf.for", Some(&For)),
    ("scf.while", Some(&While)),
    ("scf.forall", Some(&Forall)),
    simple!("scf.forall.in_parallel", Simple::NOTHING),
    ("scf.yield", Some(&Yield)),
    ("scf.condition", Some(&Condition)),
];

const LOOPS_HELP: &str = "pass `allow-return-allocs-from-loops` to allocate in each iteration";

/// The only terminator that leaves a region.
fn exit(q: Query, region: RegionId) -> Option<OpId> {
    let mut exits = region_exits(q.m, region);
    exits.next().filter(|_| exits.next().is_none())
}

/// `scf.if`, `scf.index_switch` and `affine.if`: the results are the yielded values of the region that ran.
pub(super) struct Branch;

impl BufferModel for Branch {
    fn alias_operands(&self, q: Query, value: ValueId) -> Option<Vec<AliasOperand>> {
        yielded(q, value, false)
    }
}

/// `scf.execute_region`.
struct ExecuteRegion;

impl BufferModel for ExecuteRegion {
    fn alias_operands(&self, q: Query, value: ValueId) -> Option<Vec<AliasOperand>> {
        yielded(q, value, true)
    }

    fn is_writable(&self, _: Query, _: ValueId) -> bool {
        true
    }

    fn verify(&self, q: Query, op: OpId, _: &dyn Equivalence) -> Result<(), Violation> {
        let region = q.m.regions(op).first();
        if region.and_then(|&region| exit(q, region)).is_some() {
            return Ok(());
        }
        Err(Violation {
            op,
            message: format!(
                "'{}' op op without unique scf.yield is not supported",
                q.m.op_name_text(op)
            ),
            help: Some("branch to one block that yields"),
        })
    }

    fn supports_blocks(&self) -> bool {
        true
    }
}

/// The argument that operand `operand` of a loop becomes, and its number.
fn iter_arg(q: Query, op: OpId, inits: usize, operand: usize) -> Option<(ValueId, usize)> {
    let index = operand.checked_sub(inits)?;
    let n_inits = q.m.operands(op).len() - inits;
    let args = q.m.block_args(entry(q.m, op, 0)?);
    let first = args.len().checked_sub(n_inits)?;
    args.get(first + index).map(|&arg| (arg, index))
}

/// Whether a loop may have no iteration.
fn may_run_zero_times(q: Query, op: OpId) -> bool {
    let Some(dims) = loop_dims(q.m, op) else {
        return true;
    };
    dims.iter()
        .any(|dim| match (dim.lower.constant(), dim.upper.constant()) {
            (Some(lower), Some(upper)) => upper <= lower,
            _ => true,
        })
}

/// `scf.for` and `affine.for`.
pub(super) struct For;

impl For {
    fn inits(q: Query, op: OpId) -> usize {
        let group = q.m.def(op).and_then(|def| def.operand_group("inits"));
        group.map_or(0, |group| q.m.operand_range(op, group).start)
    }

    fn yielded(q: Query, op: OpId, index: usize) -> Option<ValueId> {
        let exit = exit(q, *q.m.regions(op).first()?)?;
        q.m.operands(exit).get(index).copied()
    }

    /// The argument that belongs to an operand, and the value that the loop yields for the next iteration.
    fn tied(q: Query, op: OpId, operand: usize) -> Option<(ValueId, ValueId, usize)> {
        let (arg, index) = iter_arg(q, op, Self::inits(q, op), operand)?;
        Some((arg, Self::yielded(q, op, index)?, index))
    }
}

impl BufferModel for For {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        match iter_arg(q, op, Self::inits(q, op), operand) {
            Some((arg, _)) if !may_run_zero_times(q, op) => Reads::IfRead(arg),
            _ => Reads::Always,
        }
    }

    fn writes(&self, q: Query, op: OpId, operand: usize) -> bool {
        if q.options.is_reference {
            return true;
        }
        match Self::tied(q, op, operand) {
            // A loop that passes the argument through and only reads it does not change the operand.
            Some((arg, yielded, _)) => arg != yielded || !is_only_read(q, arg),
            None => true,
        }
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let Some((arg, yielded, index)) = Self::tied(q, op, operand) else {
            return Vec::new();
        };
        let pairs = smallvec![(arg, yielded)];
        let result = q.m.result(op, index);
        let alias = result.map(|result| AliasValue::maybe(result, Relation::EquivalentIf(pairs)));
        alias.into_iter().collect()
    }

    fn is_writable(&self, _: Query, _: ValueId) -> bool {
        true
    }

    fn verify(&self, q: Query, op: OpId, equivalence: &dyn Equivalence) -> Result<(), Violation> {
        let Some(carried) = self.carried(q, op) else {
            return Ok(());
        };
        verify_carried(q, carried.next, &carried.args, equivalence, "Yield operand")
    }

    fn carried(&self, q: Query, op: OpId) -> Option<Carried> {
        let args = q.m.block_args(entry(q.m, op, 0)?);
        Some(Carried {
            next: CarriedOperands {
                terminator: exit(q, *q.m.regions(op).first()?)?,
                first: 0,
            },
            args: args[args.len().saturating_sub(q.m.result_count(op))..].to_vec(),
            exit: None,
            exit_args: Vec::new(),
        })
    }
}

/// Whether all uses of a value only read scalars or dimensions from it, or end the iteration.
///
/// Checks direct uses only: the users must neither write nor alias the value.
fn is_only_read(q: Query, arg: ValueId) -> bool {
    q.m.uses(arg).all(|(user, operand)| {
        let is_exit = q.m.parent(user) == q.owner(arg) && q.m.next_op(user).is_none();
        is_exit
            || q.model(user).is_some_and(|model| {
                !model.writes(q, user, operand) && model.alias_values(q, user, operand).is_empty()
            })
    })
}

/// Checks that each carried operand of a terminator is equivalent to the argument that it becomes.
fn verify_carried(
    q: Query,
    carried: CarriedOperands,
    args: &[ValueId],
    equivalence: &dyn Equivalence,
    what: &str,
) -> Result<(), Violation> {
    if q.options.allow_return_allocs_from_loops {
        return Ok(());
    }
    let CarriedOperands { terminator, first } = carried;
    let operands = q.m.operands(terminator).get(first..).unwrap_or(&[]);
    for (index, &operand) in operands.iter().enumerate() {
        let is_same = args
            .get(index)
            .is_some_and(|&arg| equivalence.are_equivalent(operand, arg));
        if q.is_tensor(operand) && !is_same {
            let message =
                format!("{what} #{index} is not equivalent to the corresponding iter bbArg");
            return Err(Violation {
                op: terminator,
                message,
                help: Some(LOOPS_HELP),
            });
        }
    }
    Ok(())
}

/// `scf.while`.
struct While;

impl While {
    /// The pairs of values that make result `index` equivalent to the operand with the same index.
    fn pairs(q: Query, op: OpId, index: usize) -> Option<Relation> {
        let &[before, after] = q.m.regions(op) else {
            return None;
        };
        let (condition, next) = (exit(q, before)?, exit(q, after)?);
        let arg = |region: usize| q.m.block_args(entry(q.m, op, region)?).get(index).copied();
        let passed = *q.m.operands(condition).get(index + 1)?;
        let yielded = *q.m.operands(next).get(index)?;
        let pairs = smallvec![(arg(0)?, passed), (arg(1)?, yielded)];
        Some(Relation::EquivalentIf(pairs))
    }
}

impl BufferModel for While {
    fn writes(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let value = q.m.operands(op)[operand];
        let result = q.m.result(op, operand);
        let same = result.filter(|&result| q.m.value_type(result) == q.m.value_type(value));
        let relation = Self::pairs(q, op, operand).unwrap_or(Relation::Unknown);
        let alias = same.map(|result| AliasValue::maybe(result, relation));
        alias.into_iter().collect()
    }

    fn is_writable(&self, _: Query, _: ValueId) -> bool {
        true
    }

    fn verify(&self, q: Query, op: OpId, equivalence: &dyn Equivalence) -> Result<(), Violation> {
        let Some(carried) = self.carried(q, op) else {
            return Ok(());
        };
        if let Some(exit) = carried.exit {
            verify_carried(q, exit, &carried.args, equivalence, "Condition arg")?;
        }
        verify_carried(
            q,
            carried.next,
            &carried.exit_args,
            equivalence,
            "Yield operand",
        )
    }

    fn carried(&self, q: Query, op: OpId) -> Option<Carried> {
        let &[before, after] = q.m.regions(op) else {
            return None;
        };
        let args = |region| entry(q.m, op, region).map(|block| q.m.block_args(block).to_vec());
        Some(Carried {
            next: CarriedOperands {
                terminator: exit(q, after)?,
                first: 0,
            },
            args: args(0)?,
            exit: Some(CarriedOperands {
                terminator: exit(q, before)?,
                first: 1,
            }),
            exit_args: args(1)?,
        })
    }
}

/// `scf.forall`.
struct Forall;

impl BufferModel for Forall {
    fn reads(&self, q: Query, op: OpId, operand: usize) -> Reads {
        match iter_arg(q, op, inits(q, op).start, operand) {
            // Without a use in the loop, the result has the contents of the operand.
            Some((arg, _)) if !may_run_zero_times(q, op) && !q.m.is_unused(arg) => {
                Reads::IfRead(arg)
            }
            _ => Reads::Always,
        }
    }

    fn writes(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }

    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let index = operand.checked_sub(inits(q, op).start);
        let result = index.and_then(|index| q.m.result(op, index));
        result.map(AliasValue::equivalent).into_iter().collect()
    }

    fn is_writable(&self, _: Query, _: ValueId) -> bool {
        true
    }

    /// True unless the bounds are constants that give one point.
    fn is_repetitive(&self, q: Query, op: OpId, _: usize) -> bool {
        let Some(dims) = loop_dims(q.m, op) else {
            return true;
        };
        dims.iter().any(
            |dim| match [dim.lower, dim.upper, dim.step].map(Bound::constant) {
                [Some(lower), Some(upper), Some(step)] => {
                    i128::from(lower) + i128::from(step) < i128::from(upper)
                }
                _ => true,
            },
        )
    }

    fn is_parallel(&self, q: Query, op: OpId, region: usize) -> bool {
        self.is_repetitive(q, op, region)
    }
}

/// `scf.yield`, `affine.yield` and `shape.assuming_yield`.
pub(super) struct Yield;

impl BufferModel for Yield {
    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let Some(parent) = q.m.parent(op) else {
            return Vec::new();
        };
        let Some(result) = q.m.result(parent, operand) else {
            return Vec::new();
        };
        // Loops list their own operands here. Branches and regions that run once list those of the terminator.
        let model = q.model(parent);
        let aliases = model.and_then(|model| model.alias_operands(q, result));
        let mut aliases = aliases.into_iter().flatten();
        let mine = aliases.find(|alias| (alias.op, alias.operand) == (op, operand));
        mine.map(|alias| AliasValue {
            value: result,
            relation: alias.relation,
            is_definite: alias.is_definite,
        })
        .into_iter()
        .collect()
    }

    fn must_in_place(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }
}

/// `scf.condition`.
struct Condition;

impl BufferModel for Condition {
    fn must_in_place(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }
}
