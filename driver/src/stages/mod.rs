//! The stages of a job: the steps of a [`Merge`].
//!
//! A stage is a file with one function that takes the [`Job`] and returns its section of the report.

pub(crate) mod apply;
mod bufferize;
mod collect;
mod copy;
mod declare;
mod fit;
mod free;
mod lower;
mod place;
mod plan;
mod rounds;

use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_mlir::text::{Diagnostic, MlirVersion, ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;

use crate::donation::DonatedName;
use crate::merge::{Deallocation, MemoryCopies, Peak};
use crate::{Error, LowerPeak, Merge, Report};

/// A program and the results of the stages of a [`Merge`] that have run.
#[derive(Debug)]
pub struct Job<'j> {
    /// The program after the last stage. After an error, it is in an unspecified state.
    pub module: &'j mut Module,
    /// The plug-ins and options.
    pub options: &'j Merge<'j>,
    /// The sections of the report that stages have added.
    pub report: Report,
    /// Warnings and remarks of the stages, in their order.
    pub warnings: Vec<Diagnostic>,
    /// What [`Stage::Collect`] has found.
    pub collected: Option<Collected>,
    /// The donations that the program declares, once [`Stage::Declare`] has added those of the options.
    declared: Vec<DonatedName>,
}

/// A step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Writes the options about arguments and their dimensions to attributes of the program.
    Declare,
    /// Bufferizes a program on tensors with the fewest copies, and carries out donations.
    Bufferize,
    /// As [`Self::Bufferize`], for the form of the program with the lowest run-time peak, after passes that lower it
    /// further ([`lower_peak`](crate::lower_peak())). A program on tensors is also fused, divided and unrolled, and
    /// also bufferized with the decisions of mlir-opt; of equal sums of peaks the fastest program is taken. The
    /// interrupt of the job's options stops the search early.
    Lower,
    /// As [`Self::Lower`], with as little effort as suffices to need at most the bytes of [`Merge::fit`].
    Fit,
    /// Puts buffers into the memories of [`Merge::pools`], and moves them.
    Place,
    /// Computes when each buffer is live.
    Collect,
    /// Computes a schedule for each merged allocation, checks it, rewrites the program accordingly, and verifies it.
    /// `merge-alloc` may need several [rounds](memplan_mutators::MergeAlloc::rounds): after it rewrites callees, their
    /// callers are collected again.
    Apply,
    /// Inserts deallocations, and computes the run-time peaks of the result.
    Free,
    /// Makes copies asynchronous, so that they run concurrently with the program ([`MemoryCopies::Dma`]).
    Copy,
}

impl Stage {
    /// Runs the stage. Requires that those before it in [`Merge::stages`] have run.
    ///
    /// # Errors
    ///
    /// Those of the stage, see [`Error`].
    pub fn run(self, job: &mut Job<'_>) -> Result<(), Error> {
        match self {
            Self::Declare => job.declared = declare::run(job)?,
            Self::Bufferize => job.report.prepared = bufferize::run(job)?,
            Self::Lower => job.report.prepared = lower::run(job)?,
            Self::Fit => job.report.prepared = fit::run(job)?,
            Self::Place => job.report.pools = place::run(job)?,
            Self::Collect => job.collected = Some(collect::run(job)?),
            Self::Apply => job.report.merged = apply::run(job)?,
            Self::Free => job.report.peaks = free::run(job)?,
            Self::Copy => copy::run(job)?,
        }
        Ok(())
    }
}

/// The result of [`Merge::run_text`].
#[derive(Debug)]
pub struct Merged {
    /// The rewritten program, verified.
    pub module: Module,
    /// The report on its buffers.
    pub report: Report,
    /// Warnings of the parser and of the stages.
    pub warnings: Vec<Diagnostic>,
    /// The version of MLIR of the text, if it can be recognised.
    pub version: Option<MlirVersion>,
}

impl Merged {
    /// The program as text, for the version of MLIR that it was read from.
    pub fn text(&self) -> String {
        let options = PrintOptions {
            version: self.version.unwrap_or_default(),
            ..PrintOptions::default()
        };
        print(&self.module, &options)
    }
}

impl<'j> Job<'j> {
    /// The same job for another form of the program.
    fn of<'n>(&self, module: &'n mut Module) -> Job<'n>
    where
        'j: 'n,
    {
        Job {
            declared: self.declared.clone(),
            ..self.options.start(module)
        }
    }

    /// Lowers the run-time peak of a program with these options, whatever those of the job are.
    pub(crate) fn lower(&mut self, options: LowerPeak) -> Result<(), Error> {
        self.report.prepared = lower::prepare(self, Some(options))?;
        Ok(())
    }

    /// Runs the stages up to this one, or all of them if the job does not have it.
    ///
    /// # Errors
    ///
    /// Those of the stages.
    pub fn run_to(&mut self, last: Stage) -> Result<(), Error> {
        for stage in self.options.stages() {
            stage.run(self)?;
            if stage == last {
                break;
            }
        }
        Ok(())
    }
}

impl<'a> Merge<'a> {
    /// The stages that these options choose.
    pub fn stages(&self) -> Vec<Stage> {
        let prepare = match self.peak {
            Peak::Fit(_) => Stage::Fit,
            _ if self.peak_options().is_some() => Stage::Lower,
            _ => Stage::Bufferize,
        };
        let mut stages = vec![Stage::Declare, prepare];
        stages.extend(self.memories.pools.is_some().then_some(Stage::Place));
        stages.extend([Stage::Collect, Stage::Apply]);
        stages.extend((self.deallocation == Deallocation::Insert).then_some(Stage::Free));
        stages.extend((self.memories.copies == MemoryCopies::Dma).then_some(Stage::Copy));
        stages
    }

    /// A job for a valid module, before its first stage.
    pub fn start<'j>(&'j self, module: &'j mut Module) -> Job<'j>
    where
        'a: 'j,
    {
        Job {
            module,
            options: self,
            report: Report::default(),
            warnings: Vec::new(),
            collected: None,
            declared: Vec::new(),
        }
    }

    /// Runs all stages on a valid module. Returns the report, and warnings.
    ///
    /// # Errors
    ///
    /// Those of the stages. After an error, the module is in an unspecified state.
    pub fn run(&self, m: &mut Module) -> Result<(Report, Vec<Diagnostic>), Error> {
        let mut job = self.start(m);
        job.run_to(Stage::Copy)?;
        Ok((job.report, job.warnings))
    }

    /// Runs all stages on a text, which is parsed and verified first.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the text is not a valid program, and the errors of the stages.
    pub fn run_text(&self, text: &str) -> Result<Merged, Error> {
        let options = ParseOptions {
            dialects: Some(&self.context.dialects),
            ..ParseOptions::default()
        };
        let parsed = parse(text.as_bytes(), &options).map_err(Error::Program)?;
        let mut module = parsed.module;
        let errors = verify(&module);
        if !errors.is_empty() {
            return Err(Error::Program(errors.into_iter().map(Into::into).collect()));
        }
        let mut warnings = parsed.warnings;
        let (report, more) = self.run(&mut module)?;
        warnings.extend(more);
        Ok(Merged {
            module,
            report,
            warnings,
            version: parsed.version,
        })
    }
}
