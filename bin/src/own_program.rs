//! How other processes start this program again, and where its code is.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A program that contains the command, where it is not the executable of the process: an interpreter that loaded it.
#[derive(Debug, Clone)]
pub struct OwnProgram {
    /// The words that start the command; its arguments follow them.
    pub command: Vec<OsString>,
    /// The file with the code of the command. Plans that another version made are told apart by its content.
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
