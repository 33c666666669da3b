//! How a run ends: one status for the shell, and the messages that explain it.

use crate::render::Message;

/// What the exit code of the process says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ExitStatus {
    /// The work is done.
    Done = 0,
    /// The answer is no: the input is at fault, or there is no plan for it.
    No = 1,
    /// The work could not be tried: wrong usage, or files that cannot be read or written.
    CouldNotTry = 2,
    /// A limit or deadline came first.
    Limit = 3,
}

impl ExitStatus {
    /// Done if the answer is yes.
    pub(crate) fn of_answer(is_yes: bool) -> Self {
        if is_yes { Self::Done } else { Self::No }
    }

    /// The end of a run that has told everything already.
    pub(crate) fn quietly(self) -> Outcome<()> {
        match self {
            Self::Done => Ok(()),
            status => Err(Failure {
                status,
                messages: Vec::new(),
            }),
        }
    }
}

impl From<ExitStatus> for std::process::ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// Why a run ends before its work is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The exit code.
    pub status: ExitStatus,
    /// Messages for the user; empty if there is no reader, as after a broken pipe.
    pub messages: Vec<Message>,
}

impl Failure {
    /// The input is at fault.
    pub(crate) fn no(message: Message) -> Self {
        Self::with(ExitStatus::No, message)
    }

    /// The work could not be tried.
    pub(crate) fn could_not_try(message: Message) -> Self {
        Self::with(ExitStatus::CouldNotTry, message)
    }

    /// A limit came first.
    pub(crate) fn limit(message: Message) -> Self {
        Self::with(ExitStatus::Limit, message)
    }

    /// A quiet end, because the reader of our output has gone.
    pub(crate) fn reader_has_gone() -> Self {
        Self {
            status: ExitStatus::Done,
            messages: Vec::new(),
        }
    }

    fn with(status: ExitStatus, message: Message) -> Self {
        Self {
            status,
            messages: vec![message],
        }
    }
}

/// Shows the first message only; `render` shows all.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.messages.first().map_or("", |first| &first.message))
    }
}

impl std::error::Error for Failure {}

/// The result of a step that may end the run.
pub(crate) type Outcome<T> = Result<T, Failure>;
