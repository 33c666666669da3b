//! What a call computed: the type `memplan_result` of C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::thread;

use memplan_mlir::text::{Diagnostic, Severity, SourceMap};
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, Term,
};

/// The stack of the thread that works on a program: deeply nested ones are recursed into up to a bound. The system
/// gives it memory as it is used.
const STACK_BYTES: usize = 256 << 20;

/// The exit statuses of the command, and a status for bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Status {
    Ok = 0,
    No = 1,
    Usage = 2,
    Stopped = 3,
    Bug = 4,
}

/// How important a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Level {
    Error = 0,
    Warning = 1,
    Remark = 2,
    Note = 3,
}

/// An error, a warning, a remark, or a note on one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) level: Level,
    pub(crate) code: String,
    pub(crate) text: String,
    pub(crate) help: String,
    /// From 1; 0 if there is no place.
    pub(crate) line: u32,
    /// From 1; 0 if there is no place.
    pub(crate) column: u32,
}

impl Message {
    /// A message without a place.
    pub(crate) fn new(level: Level, code: &str, text: impl Into<String>) -> Self {
        Self {
            level,
            code: code.to_owned(),
            text: text.into(),
            help: String::new(),
            line: 0,
            column: 0,
        }
    }

    pub(crate) fn at(mut self, line: usize, column: usize) -> Self {
        self.line = u32::try_from(line).unwrap_or(u32::MAX);
        self.column = u32::try_from(column).unwrap_or(u32::MAX);
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// The messages of diagnostics, each followed by its notes. Without a map, their places are unknown to the caller.
pub(crate) fn messages(diagnostics: &[Diagnostic], places: Option<&SourceMap>) -> Vec<Message> {
    let place = |message: Message, start: u32| match places {
        Some(map) => {
            let (line, column) = map.line_col(start);
            Message {
                line,
                column,
                ..message
            }
        }
        None => message,
    };
    let mut all = Vec::new();
    for diagnostic in diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Remark => Level::Remark,
        };
        let message = Message::new(level, diagnostic.code, &diagnostic.message);
        let help = diagnostic.help.clone().unwrap_or_default();
        all.push(place(message.with_help(help), diagnostic.span.start));
        all.extend(diagnostic.notes.iter().map(|note| {
            let message = Message::new(Level::Note, diagnostic.code, &note.message);
            match note.span {
                Some(span) => place(message, span.start),
                None => message,
            }
        }));
    }
    all
}

/// A call that did not succeed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// The first one is an error.
    pub(crate) messages: Vec<Message>,
}

pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: Status, message: Message) -> Self {
        Self {
            status,
            messages: vec![message],
        }
    }

    /// The answer is no.
    pub(crate) fn no(code: &str, text: impl Into<String>) -> Self {
        Self::new(Status::No, Message::new(Level::Error, code, text))
    }

    /// An argument is wrong.
    pub(crate) fn usage(code: &str, text: impl Into<String>) -> Self {
        Self::new(Status::Usage, Message::new(Level::Error, code, text))
    }

    /// A bug of this library.
    pub(crate) fn bug(text: impl Into<String>) -> Self {
        let message = Message::new(Level::Error, "bug", text);
        let help = "this is a bug: please report it with the input";
        Self::new(Status::Bug, message.with_help(help))
    }

    fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Self::bug(format!("internal error: {}", text.unwrap_or("panic")))
    }
}

/// A schedule with its trace.
#[derive(Debug)]
struct Scheduled {
    trace: LifetimeTrace,
    schedule: MemorySchedule,
    /// The offsets as numbers, as C reads them.
    offsets: Vec<u64>,
    pools: Vec<u32>,
}

impl Scheduled {
    fn new(trace: LifetimeTrace, schedule: MemorySchedule) -> Self {
        Self {
            offsets: schedule.offsets.iter().map(|offset| offset.0).collect(),
            pools: (schedule.pooled.iter())
                .flat_map(|pooled| pooled.pools.iter().map(|pool| pool.0))
                .collect(),
            trace,
            schedule,
        }
    }

    fn is_optimal(&self) -> bool {
        let schedule = &self.schedule;
        if let Some(pooled) = &schedule.pooled {
            return pooled.terms.iter().all(Term::is_optimal);
        }
        let bound = schedule.lower_bound(&self.trace);
        schedule.optimality == Optimality::Optimal || schedule.total_size <= bound
    }

    /// The schedule in JSON.
    fn plan(&self) -> String {
        let scopes = MemoryTraceScopes {
            traces: vec![self.trace.clone()],
            ..MemoryTraceScopes::default()
        };
        let plan = MemoryPlan {
            schedules: vec![self.schedule.clone()],
            trace_hash: wire::trace_hash(&scopes).ok(),
            ..MemoryPlan::default()
        };
        json_text(wire::write_plan(&plan, Format::Json).unwrap_or_default())
    }
}

/// The text of a file in JSON.
pub(crate) fn json_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// The figures of a schedule, in the layout of C.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Figures {
    peak: u64,
    lower_bound: u64,
    work: u64,
    is_optimal: i32,
    is_stopped: i32,
}

/// A text of an [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Program,
    Report,
    Trace,
    Plan,
    List,
}

impl Which {
    /// In the order of the numbers in C.
    const ALL: [Self; 5] = [
        Self::Program,
        Self::Report,
        Self::Trace,
        Self::Plan,
        Self::List,
    ];

    pub(crate) fn of(number: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

/// What a call computed.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) messages: Vec<Message>,
    scheduled: Option<Scheduled>,
    texts: [Option<String>; Which::ALL.len()],
    /// The plan of `scheduled`, once it was asked for.
    plan: OnceLock<String>,
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self {
            status: failure.status,
            messages: failure.messages,
            ..Self::default()
        }
    }
}

impl Default for Answer {
    fn default() -> Self {
        Self {
            status: Status::Ok,
            messages: Vec::new(),
            scheduled: None,
            texts: Default::default(),
            plan: OnceLock::new(),
        }
    }
}

impl Answer {
    /// Success with warnings and remarks.
    pub(crate) fn told(messages: Vec<Message>) -> Self {
        Self {
            messages,
            ..Self::default()
        }
    }

    /// A schedule of a trace.
    pub(crate) fn scheduled(trace: LifetimeTrace, schedule: MemorySchedule) -> Self {
        Self {
            scheduled: Some(Scheduled::new(trace, schedule)),
            ..Self::default()
        }
    }

    pub(crate) fn with(mut self, which: Which, text: String) -> Self {
        self.texts[which as usize] = Some(text);
        self
    }

    pub(crate) fn text(&self, which: Which) -> &str {
        match (&self.texts[which as usize], &self.scheduled, which) {
            (Some(text), ..) => text,
            (None, Some(scheduled), Which::Plan) => self.plan.get_or_init(|| scheduled.plan()),
            (None, ..) => "",
        }
    }

    pub(crate) fn offsets(&self) -> &[u64] {
        let scheduled = self.scheduled.as_ref();
        scheduled.map_or(&[], |scheduled| &scheduled.offsets)
    }

    /// The pool of each buffer; none for a trace that is one memory.
    pub(crate) fn pools(&self) -> &[u32] {
        let scheduled = self.scheduled.as_ref();
        scheduled.map_or(&[], |scheduled| &scheduled.pools)
    }

    pub(crate) fn figures(&self) -> Figures {
        let Some(scheduled) = &self.scheduled else {
            return Figures::default();
        };
        let Scheduled {
            trace, schedule, ..
        } = scheduled;
        let Bytes(lower_bound) = schedule.lower_bound(trace);
        Figures {
            peak: schedule.total_size.0,
            lower_bound,
            work: schedule.work.0,
            is_optimal: scheduled.is_optimal().into(),
            is_stopped: schedule.stopped_by.is_some().into(),
        }
    }
}

/// The value of `work`, or this one if it panics.
pub(crate) fn caught<T>(instead: T, work: impl FnOnce() -> T) -> T {
    // What callers share is a flag, and handles that nothing changes.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(instead)
}

/// The answer of a call. A panic is one as well.
pub(crate) fn answered(work: impl FnOnce() -> Outcome<Answer>) -> Box<Answer> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|payload| Err(Failure::panicked(&*payload)));
    Box::new(done.unwrap_or_else(Answer::from))
}

/// Does work on a thread with a stack for nested programs.
pub(crate) fn on_stack(work: impl FnOnce() -> Outcome<Answer> + Send) -> Outcome<Answer> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("memplan".to_owned());
        let worker = builder.stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let worker =
            worker.map_err(|error| Failure::bug(format!("cannot start a thread: {error}")))?;
        let done = worker.join();
        done.unwrap_or_else(|payload| resume_unwind(payload))
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, Failure, Status, Which, answered, on_stack};

    #[test]
    fn panics_are_answers() {
        for answer in [
            answered(|| panic!("of this thread")),
            answered(|| on_stack(|| panic!("of another thread"))),
        ] {
            assert_eq!(answer.status, Status::Bug);
            let message = &answer.messages[0];
            assert!(
                message.text.starts_with("internal error: of"),
                "{message:?}"
            );
        }
    }

    #[test]
    fn a_failure_has_no_texts() {
        let answer = Answer::from(Failure::no("code", "text"));
        assert_eq!((answer.status, answer.text(Which::Plan)), (Status::No, ""));
        assert_eq!(Which::of(5), None);
        assert_eq!(Which::of(-1), None);
    }
}
