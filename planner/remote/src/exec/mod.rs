//! Planners in any language: a program that reads a trace and writes schedules, one process a trace.
//!
//! `exec{cmd=./my_planner.py}` starts the program, writes one line to its standard input and reads
//! lines from its standard output: schedules that get better, and a last one. The schemas in `schema/` say
//! what they look like, `docs/book/src/guides/plug-ins/exec.md` how to write such a program. Every line of its output
//! is checked before it is used. A program that is not done at the deadline is killed with all
//! processes that it started, and its best schedule is the result.

mod process;
mod protocol;
mod words;

use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use memplan_planner::registry::{ParamError, PluginSpec};
use memplan_planner::{
    BoundRule, Bytes, Capabilities, Field, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule,
    Optimality, Options, PlanError, PlanOptions, PlannerKind, PluginInfo, StopReason, Units,
};

use crate::trust::{check_trace, violation};

use process::{Output, Process};
use protocol::{Reply, Solution};

/// How often the caller is asked whether to stop.
const ASK_EVERY: Duration = Duration::from_millis(10);

/// The name of the planner.
pub const NAME: &str = "exec";

/// The planner described in the module documentation.
#[derive(Clone, Debug)]
pub struct ExecPlanner {
    /// The program and its arguments, as the user gives them; `None` in the registry, before `cmd` is given.
    command: Option<String>,
    /// Whether `sh -c` runs the command.
    shell: bool,
    /// The words of the command.
    words: Vec<String>,
    /// The name in reports.
    label: String,
    /// Whether bounds that the program claims are taken for proven.
    trusts_bounds: bool,
    /// Gets what programs write to standard error.
    tell: fn(&str),
}

impl MemoryPlanner for ExecPlanner {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: NAME,
            aliases: &[],
            summary: "Runs an external planner, given by `cmd`; see `docs/book/src/guides/plug-ins/exec.md`.",
            source: "memplan",
            cost: "that of the program, plus starting a process",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::External,
            is_anytime: true,
            in_place: HintUse::Native,
            ..Capabilities::default()
        }
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        let default = Self::new(self.tell);
        Options::checked(self, default, Self::fields, Self::split)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if self.words.is_empty() {
            return Err(failed("missing `cmd`: `exec{cmd=./my_planner.py}`"));
        }
        if let Some(reason) = reason_to_stop(options) {
            return Err(PlanError::Stopped {
                reason,
                work: Units(0),
            });
        }
        check_trace(trace, options)?;
        let mut run = Run {
            planner: self,
            trace,
            options,
            load: trace.least_load(),
            best: None,
        };
        let request = protocol::request(trace, options).map_err(|problem| failed(&problem))?;
        // Large enough for the offsets of any plan, with room for blanks and the other fields.
        let max_line_bytes = 4096 + 64 * trace.len();
        let process = Process::start(&self.words, request, max_line_bytes, self.tell)
            .map_err(|error| failed(&format!("`{}` cannot be started: {error}", self.program())))?;
        let outcome = run.listen(&process);
        let status = process.end();
        let mut stopped = None;
        match outcome? {
            End::Done => {}
            End::Stopped { reason, work } if run.best.is_none() => {
                return Err(PlanError::Stopped { reason, work });
            }
            End::Stopped { reason, .. } => stopped = Some(reason),
            End::Silent => {
                let how = status.map_or_else(String::new, |status| format!(" with {status}"));
                let what = "before a line of type `schedule`";
                return Err(run.failure(&format!("ended{how} {what}")));
            }
        }
        let schedule = run.best.take();
        let schedule = schedule.ok_or_else(|| run.failure("returned no schedule"))?;
        schedule.stopped(stopped).within(trace.capacity())
    }
}

impl ExecPlanner {
    /// A planner without a command, for registries. Lines that programs write to standard error go to `tell`.
    pub fn new(tell: fn(&str)) -> Self {
        Self {
            command: None,
            shell: false,
            words: Vec::new(),
            label: NAME.to_owned(),
            trusts_bounds: false,
            tell,
        }
    }

    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::maybe("cmd", &mut self.command, "none (required)")
                .help("Program and arguments: `cmd=./a.py`, `cmd=\"python3 a.py -f\"`."),
            Field::flag("shell", &mut self.shell).help(
                "Whether to run the command with `sh -c` instead of splitting it into words.",
            ),
            Field::text("name", &mut self.label).help("Name of the planner in reports."),
            Field::flag("trust-bounds", &mut self.trusts_bounds)
                .help("Whether to accept the lower bounds that the program reports as proven."),
        ]
    }

    /// Splits the command into words.
    fn split(&mut self) -> Result<(), ParamError> {
        let Some(command) = &self.command else {
            return Ok(());
        };
        let words = if self.shell {
            Some(["sh", "-c", command].map(str::to_owned).to_vec())
        } else {
            words::split(command).filter(|words| !words.is_empty())
        };
        self.words = words.ok_or_else(|| {
            let expected = "a program and its arguments, with quotes closed";
            ParamError::value("cmd", command, expected)
        })?;
        Ok(())
    }

    /// The command, for messages.
    fn program(&self) -> String {
        self.words.join(" ")
    }
}

fn failed(problem: &str) -> PlanError {
    PlanError::Failed {
        planner: NAME,
        problem: problem.to_owned(),
    }
}

fn reason_to_stop(options: &PlanOptions) -> Option<StopReason> {
    options.interrupt.as_ref()?.reason_to_stop()
}

/// The end of the exchange with a program.
enum End {
    /// With a last schedule.
    Done,
    /// Because the caller stopped it, or a limit came first.
    Stopped { reason: StopReason, work: Units },
    /// Without a last schedule.
    Silent,
}

/// One conversation with a program.
struct Run<'a> {
    planner: &'a ExecPlanner,
    trace: &'a LifetimeTrace,
    options: &'a PlanOptions,
    load: Bytes,
    best: Option<MemorySchedule>,
}

impl Run<'_> {
    /// Reads replies until the last one, or until the caller interrupts.
    fn listen(&mut self, process: &Process) -> Result<End, PlanError> {
        let mut line_number = 0_u64;
        loop {
            let time_left = self.options.interrupt.as_ref().and_then(|i| i.time_left());
            match process.receive(time_left.unwrap_or(ASK_EVERY).min(ASK_EVERY)) {
                Ok(Output::Line(line)) => {
                    line_number += 1;
                    let end = self.take(&line);
                    if let Some(end) = end.map_err(|error| self.in_line(line_number, error))? {
                        return Ok(end);
                    }
                }
                Ok(Output::TooLong { max_bytes }) => {
                    let problem = format!("the line is longer than {max_bytes} bytes");
                    return Err(self.in_line(line_number + 1, ReplyError::Malformed(problem)));
                }
                Ok(Output::Unreadable(error)) => {
                    return Err(self.failure(&format!("cannot be read from: {error}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(End::Silent),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(reason) = reason_to_stop(self.options) {
                return Ok(End::Stopped {
                    reason,
                    work: Units(0),
                });
            }
        }
    }

    /// Takes one line; the end, if it is the last one.
    fn take(&mut self, line: &[u8]) -> Result<Option<End>, ReplyError> {
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        match protocol::reply(line).map_err(ReplyError::Malformed)? {
            Reply::Incumbent(solution) => self.improve(solution).map(|()| None),
            Reply::Schedule(solution) => self.improve(solution).map(|()| Some(End::Done)),
            Reply::Stopped { work } => match self.options.work_limit {
                Some(limit) if work <= limit => Ok(Some(End::Stopped {
                    reason: StopReason::WorkLimit,
                    work,
                })),
                Some(limit) => Err(ReplyError::Malformed(format!(
                    "{work} units of work exceed the limit of {limit}"
                ))),
                None => Err(ReplyError::Malformed("there is no work limit".to_owned())),
            },
            Reply::Error { message } => {
                let message: String = message.chars().take(1000).collect();
                Err(ReplyError::Final(failed(&format!(
                    "`{}` reports: {message}",
                    self.planner.program()
                ))))
            }
            Reply::Unsupported { feature, buffer } => {
                Err(ReplyError::Final(PlanError::Unsupported {
                    planner: NAME,
                    feature: feature.name(),
                    buffer,
                }))
            }
        }
    }

    /// Checks a schedule, and keeps it if it is the best one.
    fn improve(&mut self, solution: Solution) -> Result<(), ReplyError> {
        let schedule = self.schedule(solution)?;
        if let Some(violation) = violation(self.trace, &schedule, self.options) {
            return Err(ReplyError::Malformed(violation));
        }
        let is_better = |best: &MemorySchedule| schedule.total_size < best.total_size;
        if !self.best.as_ref().is_none_or(is_better) {
            return Ok(());
        }
        if let Some(progress) = &self.options.progress {
            let bound = schedule.claimed_bound().unwrap_or_default();
            progress.improved(schedule.total_size, bound, schedule.work);
        }
        self.best = Some(schedule);
        Ok(())
    }

    fn schedule(&self, solution: Solution) -> Result<MemorySchedule, ReplyError> {
        let malformed = |problem: String| Err(ReplyError::Malformed(problem));
        if self
            .options
            .work_limit
            .is_some_and(|limit| limit < solution.work)
        {
            let (work, limit) = (solution.work, self.options.work_limit.unwrap_or(Units(0)));
            return malformed(format!("{work} units of work exceed the limit of {limit}"));
        }
        let total_size = match solution.total_size {
            Some(total_size) => total_size,
            None => highest_end(self.trace, &solution.offsets),
        };
        let claimed = solution.lower_bound.unwrap_or_default();
        if total_size < claimed {
            return malformed(format!("the bound {claimed} exceeds the peak {total_size}"));
        }
        let claimed = Some(claimed).filter(|_| self.planner.trusts_bounds);
        let (bound, rule) = match claimed {
            Some(claimed) if self.load < claimed => (claimed, BoundRule::Search),
            _ => (self.load, BoundRule::Load),
        };
        let optimality = match bound {
            bound if bound == total_size => Optimality::Optimal,
            bound => Optimality::LowerBound(bound),
        };
        let label = &self.planner.label;
        Ok(MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size,
            offsets: solution.offsets,
            reuses: solution.reuses,
            planner: if label.is_empty() { NAME } else { label }.to_owned(),
            work: solution.work,
            optimality,
            bound_rule: Some(rule),
            stopped_by: None,
        })
    }

    fn in_line(&self, line_number: u64, error: ReplyError) -> PlanError {
        match error {
            ReplyError::Final(error) => error,
            ReplyError::Malformed(problem) => self.failure(&format!(
                "sent an invalid reply in line {line_number}: {problem}"
            )),
        }
    }

    fn failure(&self, problem: &str) -> PlanError {
        failed(&format!("`{}` {problem}", self.planner.program()))
    }
}

enum ReplyError {
    /// It does not parse, or its claims are wrong.
    Malformed(String),
    /// It reports an error.
    Final(PlanError),
}

/// The highest end of a buffer, saturated on overflow; the checker rejects such schedules.
fn highest_end(trace: &LifetimeTrace, offsets: &[Bytes]) -> Bytes {
    let sized = trace.buffers().iter().zip(offsets);
    let ends = sized
        .filter(|(buffer, _)| buffer.size != Bytes(0))
        .map(|(buffer, offset)| Bytes(offset.0.saturating_add(buffer.size.0)));
    ends.max().unwrap_or_default()
}

/// The files that the command of an `exec` planner names: the program, and arguments that are files.
/// Empty for other planners.
///
/// A program without a directory is looked up as the system does; files that a script reads itself are unknown.
pub fn files(spec: &PluginSpec) -> Vec<PathBuf> {
    let Some(command) = spec.params.get("cmd").filter(|_| spec.name == NAME) else {
        return Vec::new();
    };
    let words = words::split(command).unwrap_or_default();
    let named = words.iter().enumerate().filter_map(|(index, word)| {
        // In `--script=plan.py`, the value is the file.
        let value = word.rsplit('=').next().unwrap_or(word);
        let path = Path::new(value);
        if path.is_file() {
            return Some(path.to_owned());
        }
        let is_program = index == 0 && path.components().count() == 1;
        is_program.then(|| on_search_path(path)).flatten()
    });
    named.collect()
}

fn on_search_path(program: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|directory| directory.join(program));
    places.find(|place| place.is_file())
}
