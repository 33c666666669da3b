//! The version of MLIR that another program reads, found with operations that only some versions have.
//!
//! `--version` is no help: builds with three different syntaxes call themselves 24.

use std::path::{Path, PathBuf};

use memplan_mlir::text::MlirVersion;
use memplan_support::process::run_on;

use crate::exit::{Failure, Outcome};
use crate::io;
use crate::render::Message;

/// For each version a function that it reads and older versions reject, in dialects that all MLIR programs have.
const PROBES: [(MlirVersion, &str, &str); 7] = [
    (MlirVersion::V19, "@probe_19(", "func.func private @probe_19()"),
    (
        MlirVersion::V20,
        "@probe_20(",
        "#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @probe_20(%a: memref<4x4xf32>) {
  linalg.matmul indexing_maps = [#lhs, #rhs, #out] ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}",
    ),
    (
        MlirVersion::V21,
        "@probe_21(",
        "func.func @probe_21(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.assume_alignment %a, 16 : memref<4xf32>
  return %0 : memref<4xf32>
}",
    ),
    (
        MlirVersion::V22,
        "@probe_22(",
        "func.func @probe_22(%a: memref<4xf32>) {
  linalg.map ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) (%in: f32, %init: f32) { linalg.yield %in : f32 }
  return
}",
    ),
    (
        MlirVersion::V23,
        "@probe_23(",
        "func.func @probe_23() -> tensor<3xi1> {
  %0 = arith.constant dense<\"0x010001\"> : tensor<3xi1>
  return %0 : tensor<3xi1>
}",
    ),
    (
        MlirVersion::V24Early,
        "@probe_24_early(",
        "func.func @probe_24_early() -> memref<4xf32> {
  %0 = memref.alloc() alignment = 64 : memref<4xf32>
  return %0 : memref<4xf32>
}",
    ),
    (
        MlirVersion::V24,
        "@probe_24(",
        "func.func @probe_24(%a: memref<4xf32>) {
  linalg.elementwise <add> ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  return
}",
    ),
];

/// The flag that chooses a program to write for.
pub(crate) const FOR: &str = "--for";

/// A program that reads what is written.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// Its path.
    pub program: PathBuf,
    /// The flag that names it.
    pub flag: &'static str,
}

impl Reader {
    /// The program that a flag names.
    pub(crate) fn new(program: &Path, flag: &'static str) -> Self {
        Self {
            program: program.to_owned(),
            flag,
        }
    }

    /// The newest version whose operations it reads; `None` if it reads none of them and the user did not choose it
    /// as the reader. Runs it once, for about a tenth of a second.
    ///
    /// # Errors
    ///
    /// When it cannot be run, or the user chose it and it reads no version.
    pub(crate) fn version(&self) -> Outcome<Option<MlirVersion>> {
        let Self { program, flag } = self;
        let texts: Vec<&str> = PROBES.iter().map(|(.., text)| *text).collect();
        let input = texts.join("\n// -----\n");
        let flags = ["--split-input-file", "-"];
        let output = run_on(program, &flags, input.as_bytes());
        let output = output.map_err(|error| cannot_run(program, flag, &error))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let mut newest_first = PROBES.iter().rev();
        let newest = newest_first.find(|(_, name, _)| printed.contains(name));
        if newest.is_none() && *flag == FOR {
            let message = format!("`{}` reads no version of MLIR", program.display());
            let error = Message::error("for", message);
            let help = "pass the path of an `mlir-opt`, or a version: `--mlir-version`";
            return Err(Failure::could_not_try(error.help(help)));
        }
        Ok(newest.map(|(version, ..)| *version))
    }
}

/// The program that a flag names does not start.
pub(crate) fn cannot_run(program: &Path, flag: &str, error: &std::io::Error) -> Failure {
    let message = format!("cannot run `{}`: {}", program.display(), io::plain(error));
    let help = format!("pass the path of an executable: `{flag}=PATH`");
    Failure::could_not_try(Message::error(flag.trim_start_matches('-'), message).help(help))
}

#[cfg(test)]
mod tests {
    use memplan_mlir::text::{MlirVersion, ParseOptions, parse};

    use super::PROBES;

    #[test]
    fn probes_are_programs_of_their_versions() {
        let versions: Vec<MlirVersion> = PROBES.iter().map(|(version, ..)| *version).collect();
        assert_eq!(versions, MlirVersion::ALL);
        for (_, name, text) in PROBES {
            assert!(text.contains(name), "{text}");
            assert!(
                parse(text.as_bytes(), &ParseOptions::default()).is_ok(),
                "{text}"
            );
        }
    }
}
