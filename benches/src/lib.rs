//! Shared code of the benchmarks: the traces and programs that they run on, and how they time whole commands.
//!
//! Each file in `benches/` answers one question and is one `[[bench]]` entry of the manifest.

pub mod alternating;

use std::fmt::{Debug, Write as _};
use std::path::PathBuf;

use memplan_datasets::generate;
use memplan_planner::{LifetimeTrace, wire};
use memplan_testing::outside::{shared, shared_files};

/// Generated traces of three sizes, and all public traces that lie beside the repository.
///
/// Files that cannot be read are named on standard error and left out.
pub fn traces() -> Vec<(String, LifetimeTrace)> {
    let mut traces = vec![
        ("model-1500".to_owned(), generate::model(1, 500)),
        ("uniform-10k".to_owned(), generate::uniform(1, 10_000)),
        ("skewed-100k".to_owned(), generate::skewed(1, 100_000)),
    ];
    traces.extend(public_traces());
    traces
}

/// The traces in `../shared/traces`, by name; none if the folder does not exist.
#[expect(
    clippy::print_stderr,
    reason = "a benchmark that is skipped must be visible"
)]
pub fn public_traces() -> Vec<(String, LifetimeTrace)> {
    let mut traces = Vec::new();
    for path in shared_files("traces", "") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(&path).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| wire::read_trace(&bytes).map_err(|error| error.to_string())) {
            Ok(scopes) => {
                traces.extend((scopes.traces.into_iter()).map(|trace| (name.to_string(), trace)));
            }
            Err(error) => eprintln!("skipped: {}: {error}", path.display()),
        }
    }
    traces.sort_by(|a, b| a.0.cmp(&b.0));
    traces
}

/// The value, or `None` and a message on standard error that a benchmark is skipped.
#[expect(
    clippy::print_stderr,
    reason = "a benchmark that is skipped must be visible"
)]
pub fn or_skip<T, E: Debug>(what: &str, found: Result<T, E>) -> Option<T> {
    found
        .inspect_err(|error| eprintln!("skipped: {what}: {error:?}"))
        .ok()
}

/// The models of the shared corpus.
pub const MODELS: [&str; 7] = [
    "inception",
    "lstm",
    "resnet",
    "transformer",
    "transformer_grad",
    "transformer_small",
    "transformer_small_grad",
];

/// The path of a model of the shared corpus, if it exists.
pub fn corpus_path(name: &str) -> Option<PathBuf> {
    shared(&format!("corpus/{name}"))
}

/// The text of a model of the shared corpus.
pub fn corpus_file(name: &str) -> Option<Vec<u8>> {
    std::fs::read(corpus_path(name)?).ok()
}

/// The functions of all buffer-level models of the corpus, repeated under distinct names until the
/// text has at least `bytes` bytes.
pub fn repeated_corpus(bytes: usize) -> Option<Vec<u8>> {
    let models: Vec<Vec<u8>> = MODELS
        .iter()
        .map(|name| corpus_file(&format!("{name}.memref.mlir")))
        .collect::<Option<_>>()?;
    let mut aliases = Vec::new();
    let mut bodies = Vec::new();
    for (index, text) in models.iter().enumerate() {
        let (head, body) = module_parts(text)?;
        aliases.extend(renamed(head, &format!("_m{index}"), ""));
        bodies.push(renamed(body, &format!("_m{index}"), ""));
    }
    let mut text = aliases;
    text.extend_from_slice(b"module {\n");
    for round in 0.. {
        for (index, body) in bodies.iter().enumerate() {
            text.extend(renamed(body, "", &format!("_m{index}_r{round}")));
        }
        if text.len() >= bytes {
            break;
        }
    }
    text.extend_from_slice(b"}\n");
    Some(text)
}

/// A function with `n` allocations, some of which conditionals choose between.
pub fn many_allocations(n: usize) -> String {
    let n = n.max(1);
    let mut text =
        "func.func @f(%c: i1, %i: index) -> f32 {\n  %z = arith.constant 0.0 : f32\n".to_owned();
    for k in 0..n {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  %a{k} = memref.alloc() : memref<16xf32>");
        let _ = writeln!(
            text,
            "  linalg.fill ins(%z : f32) outs(%a{k} : memref<16xf32>)"
        );
        if k > 0 && k % 4 == 0 {
            // After every fourth allocation, a value may be either of two buffers.
            let (before, other) = (k - 1, k - 2);
            let _ = writeln!(
                text,
                "  %r{k} = scf.if %c -> (memref<16xf32>) {{ scf.yield %a{k} : memref<16xf32> }} \
                 else {{ scf.yield %a{before} : memref<16xf32> }}\n  \
                 memref.copy %r{k}, %a{other} : memref<16xf32> to memref<16xf32>"
            );
        }
    }
    let last = n - 1;
    let _ = writeln!(
        text,
        "  %v = memref.load %a{last}[%i] : memref<16xf32>\n  return %v : f32\n}}"
    );
    text
}

/// The lines before `module`, and the lines inside it.
fn module_parts(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let find = |needle: &[u8]| {
        text.windows(needle.len())
            .position(|window| window == needle)
    };
    let head = find(b"\nmodule ")? + 1;
    let body = head + text[head..].iter().position(|&byte| byte == b'\n')? + 1;
    let end = text.iter().rposition(|&byte| byte == b'}')?;
    Some((&text[..head], &text[body..end]))
}

/// Appends suffixes to the names of attribute aliases (`#map3`) and of symbols (`@main`).
fn renamed(text: &[u8], alias_suffix: &str, symbol_suffix: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        out.push(byte);
        rest = tail;
        let suffix = match byte {
            b'#' => alias_suffix,
            b'@' => symbol_suffix,
            _ => continue,
        };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let len = rest.iter().take_while(|byte| is_name(byte)).count();
        let starts_name = rest.first().is_some_and(|byte| !byte.is_ascii_digit());
        if len > 0 && starts_name && rest.get(len) != Some(&b'.') {
            out.extend_from_slice(&rest[..len]);
            out.extend_from_slice(suffix.as_bytes());
            rest = &rest[len..];
        }
    }
    out
}
