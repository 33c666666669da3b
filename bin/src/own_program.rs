//! The command line that starts this program again, and the file with its code.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The program that contains the command, if it is not the executable of the process but a library in an interpreter.
#[derive(Debug, Clone)]
pub struct OwnProgram {
    /// The words that start the command; its arguments follow them.
    pub command: Vec<OsString>,
    /// The file with the code of the command. Its content identifies the version that made a plan.
    pub file: PathBuf,
}

static OWN: OnceLock<OwnProgram> = OnceLock::new();

impl OwnProgram {
    /// Makes this the program of the process. Only the first call has an effect.
    pub fn install(self) {
        let _ = OWN.set(self);
    }

    /// The program of this process.
    ///
    /// # Errors
    ///
    /// The executable is not found.
    pub(crate) fn get() -> io::Result<Self> {
        if let Some(own) = OWN.get() {
            return Ok(own.clone());
        }
        let file = std::env::current_exe()?;
        Ok(Self {
            command: vec![file.clone().into_os_string()],
            file,
        })
    }
}
