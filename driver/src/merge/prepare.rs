//! The first part of a job: a program is bufferized, donations are carried out, and the run-time peak is lowered.

use memplan_bufferize::donation::DonatedArgument;
use memplan_memory_model::UnknownOps;
use memplan_mlir::Module;
use memplan_mlir::text::Common;

use super::{Merge, Peak, Prepared, Schedules};
use crate::donation::{self, DonatedName, DonationForm};
use crate::lower_peak::{Lowered, OtherStart, holds_less, lower_peak_of_any};
use crate::tensors::{
    Manner, bufferize_as, bufferized_otherwise, fused, is_on_tensors_alone, unrolled,
};
use crate::{Bufferized, Clock, Error, LowerPeak};

/// A program whose peak was lowered.
struct LoweredProgram {
    bufferized: Option<Bufferized>,
    donated: Vec<DonatedArgument>,
    peaks: Lowered,
}

impl Merge<'_> {
    /// As [`Self::prepare`], with these options.
    pub(crate) fn prepare_as(
        &self,
        m: &mut Module,
        options: Option<LowerPeak>,
    ) -> Result<Prepared, Error> {
        if self.collector.params().get("unknown-ops") == Some("capture") {
            UnknownOps::Capture.state(m);
        }
        let warnings = self.arguments.declare(m)?;
        let Some(options) = options else {
            return Ok(Prepared {
                bufferized: bufferize_as(m, Manner::FewestCopies)?,
                memory_steps: Vec::new(),
                pass_runs: Vec::new(),
                blocks: Vec::new(),
                memory_shape: None,
                donated: self.arguments.carry_out(m)?,
                pools: None,
                warnings,
            });
        };
        let prepared = fused(m);
        let short = prepared.as_ref().map_or(&*m, |(_, prepared)| prepared);
        let unrolled = unrolled(short, options.unroll_ops);
        let mut taken = self.lowered(m, options)?;
        if let Some((mut other, code_bytes)) = unrolled
            && !taken.peaks.is_within(options.goal_bytes)
            && !taken.peaks.is_less_than(code_bytes)
            && let Ok(mut lowered) = self.lowered(&mut other, options)
            && lowered
                .peaks
                .pays_off(code_bytes, &taken.peaks, options.goal_bytes)
        {
            lowered.peaks.begin_with(&taken.peaks, "unroll-loops");
            *m = other;
            taken = lowered;
        }
        Ok(Prepared {
            bufferized: taken.bufferized,
            memory_steps: taken.peaks.steps,
            pass_runs: taken.peaks.runs,
            blocks: taken.peaks.blocks,
            memory_shape: taken.peaks.shape,
            donated: taken.donated,
            pools: None,
            warnings,
        })
    }

    /// Bufferizes a program, if it is on tensors, and lowers its run-time peak.
    fn lowered(&self, m: &mut Module, options: LowerPeak) -> Result<LoweredProgram, Error> {
        m.ctx.share();
        let common = Common::of(m);
        let postponed = match self.arguments.form {
            DonationForm::Drop => donation::postponed(m)?,
            DonationForm::Keep => None,
        };
        let given = is_on_tensors_alone(m).then(|| m.clone());
        let bufferized = bufferize_as(m, Manner::FewestCopies)?;
        let donated = self.arguments.carry_out(m)?;
        let mut others = Vec::new();
        let mut reports = Vec::new();
        let other = |manner| bufferized_otherwise(given.as_ref()?, manner);
        if let Some(((pass, mut module), bufferized)) = other(Manner::AsWritten) {
            let donated = self.arguments.carry_out(&mut module)?;
            others.push(OtherStart {
                pass,
                form: 0,
                module,
            });
            reports.push((Some(bufferized), donated));
        }
        if let Some((pass, mut module)) = given.as_ref().and_then(fused) {
            let bufferized = bufferize_as(&mut module, Manner::FewestCopies)?;
            let donated = self.arguments.carry_out(&mut module)?;
            others.push(OtherStart {
                pass,
                form: 1,
                module,
            });
            reports.push((bufferized, donated));
        }
        // What is computed in the arguments may stand in the way of everything else.
        if let Some((plain, names)) = postponed
            && let Some((plain, lowered)) = self.donated_last(plain, &names, options)
        {
            others.push(OtherStart {
                pass: "donate-arguments",
                form: 2,
                module: plain,
            });
            reports.push((lowered.bufferized, lowered.donated));
        }
        let clock = self
            .context
            .clock
            .as_deref()
            .map(|clock| clock as &dyn Clock);
        let peaks = lower_peak_of_any(m, common, &mut others, options, &self.options, clock);
        let taken = peaks.start.map(|at| reports.swap_remove(at));
        let (bufferized, donated) = taken.unwrap_or((bufferized, donated));
        let lowered = LoweredProgram {
            bufferized,
            donated,
            peaks,
        };
        let Some(((pass, mut plain), bufferized)) = other(Manner::Plain) else {
            return Ok(lowered);
        };
        let donated = self.arguments.carry_out(&mut plain)?;
        if !holds_less(&plain, m) {
            return Ok(lowered);
        }
        // Rare: the passes end above a program that they could have begun with.
        let mut peaks =
            lower_peak_of_any(&mut plain, common, &mut [], options, &self.options, clock);
        peaks.begin_with(&lowered.peaks, pass);
        *m = plain;
        Ok(LoweredProgram {
            bufferized: Some(bufferized),
            donated,
            peaks,
        })
    }

    /// A program whose peak is lowered without its donations, which are carried out afterwards. `None` if that fails.
    fn donated_last(
        &self,
        mut plain: Module,
        donations: &[DonatedName],
        options: LowerPeak,
    ) -> Option<(Module, LoweredProgram)> {
        let mut lowered = self.lowered(&mut plain, options).ok()?;
        for name in donations {
            donation::donate(&mut plain, name).ok()?;
        }
        lowered.donated = self.arguments.donate(&mut plain).ok()?;
        (lowered.donated.len() == donations.len()).then_some((plain, lowered))
    }

    pub(super) fn peak_options(&self) -> Option<LowerPeak> {
        let is_usual = match self.schedules {
            Schedules::Planner(_) => self.collector.params().get("compat") != Some("reference"),
            Schedules::Existing(_) | Schedules::Oriented(_) => false,
        };
        match self.peak {
            Peak::Usual => is_usual.then(LowerPeak::default),
            Peak::Chosen(options) => options,
        }
    }
}
