//! Donated arguments: the caller gives up what an argument holds, and its memory holds a result afterwards.
//!
//! A program declares donations with `memplan.donated`, or as JAX, MHLO and IREE do ([`Donations::of`]). On tensors,
//! bufferization computes results in donated arguments where it can. On buffers, [`drop_donated_results`] makes sure
//! that the argument holds the result when the function returns, and drops the result. Deallocation allows no function
//! to return its argument, so there is no other way to return it without a copy.
//!
//! No argument may overlap a donated one: that is for callers to keep, and [`check_donated`] for the program to test.

mod buffers;
mod dropped;
mod reasons;

use memplan_memory_model::Donations;
use memplan_mlir::passes::{
    Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo, Promise,
};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, names};

pub use buffers::{DonatedArgument, check_donated, drop_donated_results};
pub use reasons::{CopyReason, WhyCopied, left_out, settle_copies};

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

    fn promise(&self) -> Promise {
        Promise::MEANING
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
        let declared = Donations::of(m)?;
        declared
            .warnings
            .into_iter()
            .for_each(|warning| context.add_warning(warning));
        if self.check {
            check_donated(m, &declared.list);
        }
        drop_donated_results(m, &declared.list);
        Ok(())
    }
}
