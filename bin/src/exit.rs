//! The result of a run: an exit code and messages.

use crate::render::Message;

/// The exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ExitStatus {
    /// Success.
    Done = 0,
    /// The answer is no: the input is invalid, or has no valid schedule.
    No = 1,
    /// Usage or I/O error.
    CouldNotTry = 2,
    /// A limit or deadline was reached first.
    Limit = 3,
}

impl ExitStatus {
    /// Done if the answer is yes.
    pub(crate) fn of_answer(is_yes: bool) -> Self {
        if is_yes { Self::Done } else { Self::No }
    }

    /// The result of a run that has already printed its messages.
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

/// The failure of a run.
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

    /// Usage or I/O error.
    pub(crate) fn could_not_try(message: Message) -> Self {
        Self::with(ExitStatus::CouldNotTry, message)
    }

    /// A limit was reached first.
    pub(crate) fn limit(message: Message) -> Self {
        Self::with(ExitStatus::Limit, message)
    }

    /// A silent end, because the reader has closed the output.
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
