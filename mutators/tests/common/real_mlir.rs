//! MLIR as an oracle: `mlir-opt` of two releases, and execution with tracked allocations.
//!
//! Where a tool is missing, the test is skipped or fails: see [`memplan_testing::outside`].

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;

use memplan_testing::outside::{mlir_opt, shared_tool};

/// `mlir-opt` of one release.
#[derive(Clone, Debug)]
pub(crate) struct MlirOpt {
    program: PathBuf,
    pub(crate) release: u32,
}

impl MlirOpt {
    /// The installed one; a missing one is reported.
    pub(crate) fn find(release: u32) -> Option<Self> {
        mlir_opt(release).map(|program| Self { program, release })
    }

    /// Runs passes on a text; the error says what `mlir-opt` said.
    pub(crate) fn run(&self, text: &str, passes: &[&str]) -> Result<String, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = directory.path().join("in.mlir");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let output = run(Command::new(&self.program).arg(&file).args(passes))?;
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    }

    /// Runs passes on the pieces of a text, and returns those that they accept.
    pub(crate) fn run_pieces(&self, pieces: &[String], passes: &[&str]) -> Vec<String> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("in.mlir");
        fs::write(&file, pieces.join("\n// -----\n")).unwrap();
        let mut command = Command::new(&self.program);
        command.arg(&file).args(passes).arg("--split-input-file");
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let accepted = text
            .split("// -----")
            .filter(|piece| piece.contains("module"));
        accepted.map(str::to_owned).collect()
    }

    /// Parses and verifies a text; the error is that of `mlir-opt`.
    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = directory.path().join("in.mlir");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command
            .arg(&file)
            .arg("-o")
            .arg("/dev/null")
            .arg("--split-input-file");
        run(&mut command).map(|_| ())
    }
}

/// The result of running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The value that `@main` returned.
    pub(crate) result: String,
    pub(crate) double_frees: u64,
    pub(crate) wild_frees: u64,
    pub(crate) leaked: u64,
    /// Number of allocations on the heap.
    pub(crate) allocs: u64,
    /// The most bytes that were allocated at once.
    pub(crate) peak: u64,
}

/// Runs programs, each text once in a process.
#[derive(Debug)]
pub(crate) struct Ledger {
    script: PathBuf,
    /// Functions in C, with the folder of the library.
    runtime: Option<(tempfile::TempDir, PathBuf)>,
}

/// Results of texts that were run before.
static KNOWN: Mutex<BTreeMap<String, Result<Run, String>>> = Mutex::new(BTreeMap::new());

impl Ledger {
    /// Finds the script beside the repository.
    pub(crate) fn find() -> Option<Self> {
        Some(Self {
            script: shared_tool("mlir-ledger")?,
            runtime: None,
        })
    }

    /// Defines the functions that programs declare, in C.
    pub(crate) fn with_runtime(self, source: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let [file, library] = ["runtime.c", "runtime.so"].map(|name| directory.path().join(name));
        fs::write(&file, source).unwrap();
        let mut gcc = Command::new("gcc");
        gcc.args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(&file);
        run(&mut gcc).unwrap();
        Self {
            runtime: Some((directory, library)),
            ..self
        }
    }

    /// Runs `@main` of a text.
    pub(crate) fn run(&self, text: &str) -> Result<Run, String> {
        if let Some(run) = KNOWN.lock().unwrap().get(text) {
            return run.clone();
        }
        let run = self.run_anew(text);
        KNOWN.lock().unwrap().insert(text.to_owned(), run.clone());
        run
    }

    fn run_anew(&self, text: &str) -> Result<Run, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = directory.path().join("program.mlir");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.script);
        if let Some((_, library)) = &self.runtime {
            command.env("LD_PRELOAD", library);
        }
        let output = run(command.arg(&file))?;
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let number = |key: &str| {
            stderr
                .split_whitespace()
                .find_map(|word| word.strip_prefix(key)?.strip_prefix('=')?.parse().ok())
                .ok_or_else(|| format!("no `{key}` in {stderr}"))
        };
        Ok(Run {
            result: String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            double_frees: number("double_frees")?,
            wild_frees: number("wild_frees")?,
            leaked: number("leaked")?,
            allocs: number("allocs")?,
            peak: number("peak")?,
        })
    }
}

/// MLIR under valgrind: seconds a program.
#[derive(Debug)]
pub(crate) struct Memcheck(PathBuf);

impl Memcheck {
    /// Finds the script beside the repository.
    pub(crate) fn find() -> Option<Self> {
        shared_tool("mlir-memcheck").map(Self)
    }

    /// Runs `@main` of a text; the error is what valgrind, or one of the tools, had to say.
    pub(crate) fn run(&self, text: &str) -> Result<(), String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = directory.path().join("program.mlir");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        run(Command::new(&self.0).arg(&file)).map(|_| ())
    }
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(output)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
