//! Donated arguments: the caller gives up what an argument holds, and its memory holds a result afterwards.
//!
//! A program declares donations with `memplan.donated`, or as JAX, MHLO and IREE do ([`Donations::of`]). On tensors,
//! [`compute_in_donated`] lets a result be computed in the argument where bufferization finds that correct. On buffers,
//! [`drop_donated_results`] makes sure that the argument holds the result when the function returns, and drops the
//! result. Deallocation allows no function to return its argument, so there is no other way to return it without a
//! copy.
//!
//! No argument may overlap a donated one: that is for callers to keep, and [`check_donated`] for the program to test.

mod buffers;
mod declared;
mod reasons;

use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, OpSpec, ValueDef, ValueId, names};
use rustc_hash::FxHashSet;

pub use buffers::{DonatedArgument, check_donated, drop_donated_results};
pub use declared::Donations;
pub use reasons::{CopyReason, WhyCopied, left_out, settle_copies};

use crate::passes::insert;

/// An argument whose memory holds a result when the function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Donation {
    /// The function.
    pub function: OpId,
    /// The number of the argument.
    pub argument: usize,
    /// The number of the result.
    pub result: usize,
}

/// Lets results be computed in the arguments that are donated to them, on tensors: each return passes the result
/// written into the tensor of the argument. What the program computes is the same, in whatever buffers. Leaves out
/// donations whose argument may not be written yet at the return, because another result may be a name of it.
/// Near-linear in the functions, for each donation.
pub fn compute_in_donated(m: &mut Module, donations: &[Donation]) {
    for &Donation {
        function,
        argument,
        result,
    } in donations
    {
        let Some(entry) = m
            .regions(function)
            .first()
            .and_then(|&body| m.first_block(body))
        else {
            continue;
        };
        let target = m.block_args(entry)[argument];
        let flag = m.arg_attr(function, argument, names::WRITABLE);
        if flag.is_some_and(|flag| m.ctx.attr_i64(flag) == Some(0)) {
            continue;
        }
        let ends: Vec<OpId> = m
            .blocks(m.regions(function)[0])
            .filter_map(|block| m.last_op(block))
            .filter(|&end| m.has_trait(end, Traits::RETURN_LIKE))
            .collect();
        for end in ends {
            let value = m.operands(end)[result];
            let others = m.operands(end).iter().enumerate();
            let mut others = others.filter(|&(at, _)| at != result);
            let is_needed = others.any(|(_, &other)| may_be_in(m, other, target));
            if !m.is_tensor(value) || value == target || is_needed {
                continue;
            }
            let name = m.ctx.op_name("bufferization.materialize_in_destination");
            let spec = OpSpec::new(name)
                .operands(&[value, target])
                .results(&[m.value_type(value)]);
            let written = insert(m, end, spec);
            let mut operands = m.operands(end).to_vec();
            operands[result] = m.result(written, 0).unwrap_or(value);
            m.set_operands(end, &operands);
        }
    }
}

/// Whether a tensor may be in the buffer of an argument after bufferization: it is updated in place from there.
/// Operations without a destination, and with regions, may return any of their operands.
fn may_be_in(m: &Module, value: ValueId, target: ValueId) -> bool {
    let mut pending = vec![value];
    let mut is_seen = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if !m.is_tensor(value) || !is_seen.insert(value) {
            continue;
        }
        let op = match m.value_def(value) {
            ValueDef::Result { op, .. } => op,
            // Other blocks get anything.
            ValueDef::Arg { block, .. }
                if m.value_block(target) == Some(block) && value != target =>
            {
                continue;
            }
            ValueDef::Arg { .. } | ValueDef::Forward => return true,
        };
        let destination = m.def(op).and_then(|def| def.destination);
        match destination {
            Some(group) => pending.extend_from_slice(m.operand_group(op, group)),
            None if m.regions(op).is_empty() => pending.extend_from_slice(m.operands(op)),
            // Values of the function may be yielded inside.
            None => return true,
        }
    }
    false
}

/// Where a result of a function is, which it may not return any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldResult {
    /// In the argument with this number, when the function returns.
    Argument(usize),
    /// It is the result with this number.
    Result(usize),
}

/// Where the results of a function are that it had before any were dropped, in their old order.
pub fn old_results(m: &Module, function: OpId) -> Vec<OldResult> {
    let place = |attr: &AttrId| {
        let text = m.ctx.bytes(m.ctx.attr_str(*attr)?);
        let (kind, number) = std::str::from_utf8(text).ok()?.split_once(' ')?;
        let number = number.parse().ok()?;
        match kind {
            "argument" => Some(OldResult::Argument(number)),
            "result" => Some(OldResult::Result(number)),
            _ => None,
        }
    };
    let places = m
        .attr(function, names::RESULTS)
        .map(|attr| m.ctx.attr_kind(attr));
    let declared = match places {
        Some(AttrKind::Array(places)) => places.iter().map(place).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let n_results = m
        .signature(function)
        .map_or(0, |(_, results)| results.len());
    declared.unwrap_or_else(|| (0..n_results).map(OldResult::Result).collect())
}

/// The pass `compute-in-donated`: [`compute_in_donated`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputeInDonated;

impl Pass for ComputeInDonated {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "compute-in-donated",
            aliases: &[],
            summary: "Lets results on tensors be computed in the arguments that are donated to them.",
            cost: "linear in the functions",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let donations = declared(m, context)?;
        compute_in_donated(m, &donations);
        Ok(())
    }
}

/// The pass `donate-arguments`: [`drop_donated_results`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DonateArguments {
    /// Whether the program tests that no argument overlaps a donated one.
    pub check: bool,
}

impl Pass for DonateArguments {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "donate-arguments",
            aliases: &[],
            summary: "Drops results whose memory is that of a donated argument, and lets the argument hold them.",
            cost: "near-linear in the operations",
            source: "own",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::flag("check", &mut pass.check)
                    .help("Assert at run time that no argument starts where a donated one does."),
            ]
        })
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let donations = declared(m, context)?;
        if self.check {
            check_donated(m, &donations);
        }
        drop_donated_results(m, &donations);
        Ok(())
    }
}

fn declared(m: &Module, context: &mut PassContext) -> Result<Vec<Donation>, PassError> {
    let all = Donations::of(m)?;
    for warning in all.warnings {
        context.add_warning(warning);
    }
    Ok(all.list)
}
