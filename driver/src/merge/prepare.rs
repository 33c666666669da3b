//! The first part of a job: a program is bufferized, donations are carried out, and the run-time peak is lowered.

use std::cell::OnceCell;

use memplan_memory_model::UnknownOps;
use memplan_mlir::Module;
use memplan_mlir::text::Common;
use memplan_placement::donation::{DonatedArgument, settle_copies};

use super::{Merge, Peak, Schedules};
use crate::donation::{self, DonatedName, DonationForm};
use crate::lower_peak::{Lowered, OtherStart, highest_peak, lower_peak_of_any};
use crate::tensors::{
    Form, Manner, bufferize_as, bufferize_form, is_on_tensors_alone, other_forms,
};
use crate::{Bufferized, Clock, Error, LowerPeak, Prepared, SearchLimits};

/// The starts of the search for lower peaks, besides the program itself, which is bufferized with the fewest copies.
struct Starts {
    common: Common,
    bufferized: Option<Bufferized>,
    donated: Vec<DonatedArgument>,
    others: Vec<OtherStart>,
    /// The reports of `others`.
    reports: Vec<(Option<Bufferized>, Vec<DonatedArgument>)>,
    /// The program without its donations, if these can be carried out afterwards.
    postponed: Option<(Module, Vec<DonatedName>)>,
}

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
        let mut warnings = self.arguments.declare(m)?;
        let declared = DonatedName::declared(m)?;
        let mut taken = match options {
            Some(options) => self.lowered(m, options)?,
            None => LoweredProgram {
                bufferized: bufferize_as(m, Manner::FewestCopies)?,
                donated: self.arguments.carry_out(m)?,
                peaks: Lowered::default(),
            },
        };
        settle_copies(m, &mut taken.donated);
        warnings.extend(self.arguments.left_out(m, declared, &taken.donated));
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

    /// Bufferizes a program, if it is on tensors, in all its forms.
    fn starts(&self, m: &mut Module, unroll_ops: usize) -> Result<Starts, Error> {
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
        if let Some(given) = &given {
            let mut tries = vec![
                (0, Form::given(given), Manner::AsWritten),
                (0, Form::given(given), Manner::Plain),
            ];
            let most_bytes = OnceCell::new();
            for (number, form) in (1..).zip(other_forms(given, common, unroll_ops)) {
                // No program that holds nothing pays for more code than this.
                let most = || *most_bytes.get_or_init(|| highest_peak(m).unwrap_or(u64::MAX));
                if form.price_bytes > 0 && form.price_bytes >= most() {
                    continue;
                }
                tries.push((number, form.clone(), Manner::FewestCopies));
                tries.push((number, form, Manner::AsWritten));
            }
            for (number, mut form, manner) in tries {
                let Ok(bufferized) = bufferize_form(&mut form.module, manner) else {
                    continue;
                };
                reports.push((
                    Some(bufferized),
                    self.arguments.carry_out(&mut form.module)?,
                ));
                others.push(OtherStart {
                    pass: form.pass,
                    form: number,
                    is_variant: form.is_variant,
                    price_bytes: form.price_bytes,
                    module: form.module,
                });
            }
        }
        Ok(Starts {
            common,
            bufferized,
            donated,
            others,
            reports,
            postponed,
        })
    }

    /// The forms of a program as [`Self::prepare_as`] states it, bufferized. `None` if what they return says nothing of
    /// other programs of the same meaning: those whose donations are carried out at the end.
    pub(crate) fn forms(&self, mut m: Module) -> Result<Option<Vec<Module>>, Error> {
        self.arguments.declare(&mut m)?;
        let starts = self.starts(&mut m, LowerPeak::default().unroll_ops)?;
        let others = starts.others.into_iter().map(|other| other.module);
        let all = std::iter::once(m).chain(others);
        Ok(starts.postponed.is_none().then(|| all.collect()))
    }

    /// Bufferizes a program, if it is on tensors, and lowers its run-time peak.
    fn lowered(&self, m: &mut Module, options: LowerPeak) -> Result<LoweredProgram, Error> {
        let Starts {
            common,
            bufferized,
            donated,
            mut others,
            mut reports,
            postponed,
        } = self.starts(m, options.unroll_ops)?;
        // Results that are computed in arguments may prevent all other changes.
        if let Some((plain, names)) = postponed
            && let Some((plain, lowered)) = self.donated_last(plain, &names, options)
        {
            others.push(OtherStart {
                pass: "donate-arguments",
                form: others.len() + 1,
                is_variant: false,
                // Donations of private functions are lost, which has to save something.
                price_bytes: 1,
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
        Ok(LoweredProgram {
            bufferized,
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
        // The search goes on with the donations.
        let first = LowerPeak {
            search: SearchLimits {
                work: 0,
                ..options.search
            },
            ..options
        };
        let mut lowered = self.lowered(&mut plain, first).ok()?;
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
