//! Bufferizes a program in all its forms, of which the search for lower run-time peaks chooses one.

use std::cell::OnceCell;

use memplan_mlir::Module;
use memplan_mlir::text::Common;
use memplan_placement::donation::DonatedArgument;

use super::{Job, bufferize};
use crate::donation::{self, DonatedName, DonationForm};
use crate::lower_peak::{OtherStart, highest_peak, lower_peak_of_any};
use crate::report::Prepared;
use crate::tensors::{
    Form, Manner, bufferize_as, bufferize_form, is_on_tensors_alone, other_forms,
};
use crate::{Bufferized, Clock, Error, LowerPeak, Merge, SearchLimits};

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

/// Chooses the form of the program with the lowest run-time peak.
///
/// # Errors
///
/// Those of [`bufferize`](crate::bufferize).
pub(super) fn run(job: &mut Job<'_>) -> Result<Prepared, Error> {
    prepare(job, job.options.peak_options())
}

/// As [`run`], with these options; with none, as [`bufferize::run`].
pub(super) fn prepare(job: &mut Job<'_>, options: Option<LowerPeak>) -> Result<Prepared, Error> {
    let Some(options) = options else {
        return bufferize::run(job);
    };
    let mut prepared = job.options.lowered(job.module, options)?;
    bufferize::settle(job, &mut prepared.donated);
    Ok(prepared)
}

impl Merge<'_> {
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
                // A program without buffers cannot save the bytes of additional code.
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

    /// The starting points of the search, bufferized. `None` if donations are carried out at the end, because
    /// equivalent programs may then return less.
    pub(super) fn forms(&self, mut m: Module) -> Result<Option<Vec<Module>>, Error> {
        let starts = self.starts(&mut m, LowerPeak::default().unroll_ops)?;
        let others = starts.others.into_iter().map(|other| other.module);
        let all = std::iter::once(m).chain(others);
        Ok(starts.postponed.is_none().then(|| all.collect()))
    }

    /// Bufferizes a program, if it is on tensors, and lowers its run-time peak.
    fn lowered(&self, m: &mut Module, options: LowerPeak) -> Result<Prepared, Error> {
        let Starts {
            common,
            bufferized,
            donated,
            mut others,
            mut reports,
            postponed,
        } = self.starts(m, options.unroll_ops)?;
        // Results that are computed in arguments may prevent all other rewrites.
        if let Some((plain, names)) = postponed
            && let Some((plain, lowered)) = self.donated_last(plain, &names, options)
        {
            others.push(OtherStart {
                pass: "donate-arguments",
                form: others.len() + 1,
                is_variant: false,
                // The donations of private functions are lost, so the peak has to become lower.
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
        let (start, lowered) =
            lower_peak_of_any(m, common, &mut others, options, &self.options, clock);
        let taken = start.map(|start| reports.swap_remove(start));
        let (bufferized, donated) = taken.unwrap_or((bufferized, donated));
        Ok(Prepared {
            bufferized,
            donated,
            lowered,
        })
    }

    /// Lowers the peak of a program without its donations, and then carries these out. `None` if that fails.
    fn donated_last(
        &self,
        mut plain: Module,
        donations: &[DonatedName],
        options: LowerPeak,
    ) -> Option<(Module, Prepared)> {
        // The search continues with the donations.
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
}
