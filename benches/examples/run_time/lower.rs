//! Compiles a model to shared objects, one for each variant, and measures them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use memplan_mlir::text::parse;
use memplan_testing::outside::{mlir_opt, skip_tool};

use crate::signature;

/// The variants whose LLVM IR goes through `memplan alias-scopes`.
pub(crate) const WITH_SCOPES: [&str; 2] = ["X", "Y"];

/// Lowers what `memplan merge` writes to loops, and these to the LLVM dialect.
const PASSES: &[&str] = &[
    "--convert-bufferization-to-memref",
    "--convert-linalg-to-loops",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--llvm-request-c-wrappers",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The programs that the benchmark runs.
pub(crate) struct Tools {
    memplan: PathBuf,
    mlir_opt: PathBuf,
    mlir_translate: PathBuf,
    clang: PathBuf,
}

impl Tools {
    /// Finds them; what is missing is reported. The command is the one beside this program by default.
    pub(crate) fn find(memplan: Option<&Path>) -> Option<Self> {
        let beside = || {
            Some(
                std::env::current_exe()
                    .ok()?
                    .parent()?
                    .parent()?
                    .join("memplan"),
            )
        };
        let memplan = memplan.map(Path::to_owned).or_else(beside)?;
        if !memplan.is_file() {
            skip_tool(&format!(
                "{} (`cargo build -p memplan-cli`)",
                memplan.display()
            ));
            return None;
        }
        Some(Self {
            memplan,
            mlir_opt: mlir_opt(22)?,
            mlir_translate: of_llvm("mlir-translate")?,
            clang: of_llvm("clang")?,
        })
    }
}

/// A program of LLVM 22.
fn of_llvm(name: &str) -> Option<PathBuf> {
    let candidates = [format!("{name}-22"), format!("/usr/lib/llvm-22/bin/{name}")];
    let works = |path: &&String| Command::new(path).arg("--version").output().is_ok();
    let program = candidates.iter().find(works).map(PathBuf::from);
    if program.is_none() {
        skip_tool(&format!("{name} 22"));
    }
    program
}

/// A model, compiled.
pub(crate) struct Model {
    folder: tempfile::TempDir,
    /// In the order of measurement; the first one is the reference.
    variants: Vec<String>,
}

/// What was measured of a variant.
pub(crate) struct Measured {
    pub(crate) variant: String,
    pub(crate) nanoseconds: f64,
    pub(crate) is_equal: bool,
}

impl Model {
    /// Compiles all variants. One that the command refuses is left out.
    pub(crate) fn build(
        tools: &Tools,
        path: &Path,
        variants: &[(&str, &[&str])],
        limit: u64,
    ) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let at = |name: &str, ending: &str| folder.path().join(format!("{name}.{ending}"));
        let mut built = Vec::new();
        let mut texts: Vec<(&str, String)> = Vec::new();
        for &(name, flags) in variants {
            let merged = at(name, "mlir");
            let mut merge = Command::new(&tools.memplan);
            merge
                .arg("merge")
                .arg(path)
                .args(flags)
                .args(["--arguments", "read-only", "-q"])
                .arg("-o")
                .arg(&merged);
            if let Err(error) = finish(&mut merge, limit) {
                if built.is_empty() {
                    return Err(error);
                }
                continue;
            }
            let text = fs::read(&merged).map_err(|error| error.to_string())?;
            let m = parse(&text, &memplan_dialects_extra::parse_options());
            let m = m.map_err(|_| "memplan cannot read what it wrote")?.module;
            let header = signature::header(&m)?;
            let header_path = folder.path().join("signature.h");
            let has_other = fs::read_to_string(&header_path).is_ok_and(|other| other != header);
            if !built.is_empty() && has_other {
                eprintln!("{}: {name} has another signature", path.display());
                continue;
            }
            fs::write(&header_path, header).map_err(|error| error.to_string())?;
            let text = with_copies_as_loops(&String::from_utf8_lossy(&text));
            fs::write(&merged, &text).map_err(|error| error.to_string())?;
            if !WITH_SCOPES.contains(&name)
                && let Some((same, _)) = texts.iter().find(|(_, other)| *other == text)
            {
                let copied = fs::copy(at(same, "so"), at(name, "so"));
                copied.map_err(|error| error.to_string())?;
                built.push(name.to_owned());
                continue;
            }
            texts.push((name, text));
            let (llvm, ir) = (at(name, "llvm.mlir"), at(name, "ll"));
            let mut lower = Command::new(&tools.mlir_opt);
            lower.arg(&merged).args(PASSES).arg("-o").arg(&llvm);
            finish(&mut lower, limit)?;
            let mut translate = Command::new(&tools.mlir_translate);
            translate
                .arg("--mlir-to-llvmir")
                .arg(&llvm)
                .arg("-o")
                .arg(&ir);
            finish(&mut translate, limit)?;
            if WITH_SCOPES.contains(&name) {
                let mut scopes = Command::new(&tools.memplan);
                scopes.arg("alias-scopes").arg(&ir).arg("-o").arg(&ir);
                if finish(&mut scopes, limit).is_err() {
                    continue;
                }
            }
            let mut compile = Command::new(&tools.clang);
            compile.args([
                "-O3",
                "-march=native",
                "-shared",
                "-fPIC",
                "-Wno-override-module",
            ]);
            compile.arg(&ir).arg("-o").arg(at(name, "so")).arg("-lm");
            finish(&mut compile, limit)?;
            built.push(name.to_owned());
        }
        let source = folder.path().join("harness.c");
        fs::write(&source, include_str!("harness.c")).map_err(|error| error.to_string())?;
        let mut compile = Command::new(&tools.clang);
        compile
            .arg("-O2")
            .arg(&source)
            .arg("-o")
            .arg(folder.path().join("harness"))
            .arg("-ldl");
        finish(&mut compile, limit)?;
        Ok(Self {
            folder,
            variants: built,
        })
    }

    /// Calls all variants alternately.
    pub(crate) fn measure(
        &self,
        rounds: &str,
        seconds: &str,
        limit: u64,
    ) -> Result<Vec<Measured>, String> {
        let mut harness = Command::new(self.folder.path().join("harness"));
        harness.arg(rounds).arg(seconds);
        for name in &self.variants {
            let library = self.folder.path().join(format!("{name}.so"));
            harness.arg(format!("{name}={}", library.display()));
        }
        let text = finish(&mut harness, limit)?;
        let rows = text.lines().filter_map(|line| {
            let mut words = line.split(' ');
            Some(Measured {
                variant: words.next()?.to_owned(),
                nanoseconds: words.next()?.parse().ok()?,
                is_equal: words.next()? == "1",
            })
        });
        Ok(rows.collect())
    }
}

/// Copies as `linalg.copy`, which becomes a loop: the copy of the C runner library is interpreted element by element,
/// and would hide what it stands beside.
fn with_copies_as_loops(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        let copy = line.split_once("memref.copy ").and_then(|(indent, rest)| {
            let (values, types) = rest.split_once(" : ")?;
            let ((from, to), (from_type, to_type)) =
                (values.split_once(", ")?, types.split_once(" to ")?);
            let to = to.split(' ').next()?;
            Some(format!(
                "{indent}linalg.copy ins({from} : {from_type}) outs({to} : {to_type})"
            ))
        });
        lines.push_str(copy.as_deref().unwrap_or(line));
        lines.push('\n');
    }
    lines
}

/// Runs a command that must succeed within the limit, in seconds; its standard output.
fn finish(command: &mut Command, limit: u64) -> Result<String, String> {
    let name = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_owned();
    let name = name.to_string_lossy();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let streams = ["out", "err"].map(|stream| folder.path().join(stream));
    let [out, err] = streams.each_ref().map(File::create);
    let (out, err) = out
        .and_then(|out| Ok((out, err?)))
        .map_err(|error| error.to_string())?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let mut child = command
        .spawn()
        .map_err(|error| format!("{name}: {error}"))?;
    let status = within(&mut child, Duration::from_secs(limit));
    let status = status.ok_or_else(|| format!("{name} takes more than {limit} s"))?;
    if !status {
        let text = fs::read_to_string(&streams[1]).unwrap_or_default();
        return Err(format!(
            "{name} failed: {}",
            text.lines().next().unwrap_or_default()
        ));
    }
    fs::read_to_string(&streams[0]).map_err(|error| error.to_string())
}

/// Whether a process succeeded; none if it did not end in time and was killed.
fn within(child: &mut Child, limit: Duration) -> Option<bool> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.success());
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}
