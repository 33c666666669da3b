//! Folders for the files of a test.
#![expect(
    clippy::unwrap_used,
    reason = "a folder that cannot be written is a test that fails"
)]

use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

/// An empty directory of a test, removed when the value is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A directory named after the test.
    pub fn new(test: &str) -> Self {
        let name = format!("memplan-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Its path.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The path of a file in it, as text.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file into it and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Writes a program of the shell into it and returns its path.
    ///
    /// Another process writes it. A file that this one has open for writing is also open in what other threads
    /// start at that moment, until that runs its own program, and such a file cannot be run ("Text file busy").
    #[cfg(unix)]
    pub fn program(&self, name: &str, lines: &str) -> String {
        let path = self.path(name);
        let write = r#"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod +x "$1""#;
        let status = Command::new("sh")
            .args(["-c", write, "sh", &path, lines])
            .status();
        assert!(status.unwrap().success(), "{path}");
        path
    }

    /// Names of everything in it.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
