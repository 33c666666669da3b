//! Compares the run time and memory of the command with those of mlir-opt 22.
//!
//! The two run alternately, A B A B, so that a machine whose speed drifts treats them alike; what
//! is reported is the median of each and the median of the pairwise ratios, and the most memory
//! that each takes. Needs the command as users install it (`cargo build --profile dist`), mlir-opt
//! 22 and the shared corpus; what is missing is named and left out. `cargo bench -p memplan-benches
//! --bench whole_process`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports to a person"
)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use memplan_benches::alternating::{alternate, peak_mib};
use memplan_benches::{corpus_path, repeated_corpus};
use memplan_testing::outside::mlir_opt;

const PAIRS: usize = 15;

fn main() {
    // `cargo test --benches` must not take minutes.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let Some(memplan) = memplan() else {
        eprintln!("skipped: build the command first with `cargo build --profile dist`");
        return;
    };
    let Some(mlir_opt) = mlir_opt(22) else {
        return;
    };
    if let Some(model) = corpus_path("transformer_grad.memref.mlir") {
        let theirs = [mlir_opt.as_os_str(), model.as_os_str()];
        for optimize in ["memory", "none"] {
            let [verb, flag, optimize] = ["merge", "-O", optimize].map(OsStr::new);
            let ours = [memplan.as_os_str(), verb, flag, optimize, model.as_os_str()];
            compare(
                &format!(
                    "merge -O {} transformer_grad; mlir-opt only parses and prints it",
                    optimize.display()
                ),
                PAIRS,
                &ours,
                &theirs,
            );
        }
    }
    for (what, bytes, pairs) in [
        ("0.3 MB", 300 << 10, PAIRS),
        ("5 MB", 5 << 20, PAIRS),
        ("50 MB", 50 << 20, 3),
    ] {
        text_of_size(what, bytes, pairs, &memplan, &mlir_opt);
    }
}

/// Parse, verify and print a file made of the corpus; a model alone for the smallest.
fn text_of_size(what: &str, bytes: usize, pairs: usize, memplan: &Path, mlir_opt: &Path) {
    let text = if bytes < 1 << 20 {
        memplan_benches::corpus_file("transformer_grad.memref.mlir")
    } else {
        repeated_corpus(bytes)
    };
    let Some(text) = text else {
        return;
    };
    let path = std::env::temp_dir().join(format!("memplan-bench-{}.mlir", std::process::id()));
    if std::fs::write(&path, text).is_err() {
        eprintln!("skipped: {} cannot be written", path.display());
        return;
    }
    let ours = [memplan.as_os_str(), "opt".as_ref(), path.as_os_str()];
    let theirs = [
        mlir_opt.as_os_str(),
        "--mlir-disable-threading".as_ref(),
        path.as_os_str(),
    ];
    compare(
        &format!("parse, verify and print {what}"),
        pairs,
        &ours,
        &theirs,
    );
    if let (Some(a), Some(b)) = (peak_mib(&ours), peak_mib(&theirs)) {
        println!(
            "  memory: memplan {a:.0} MiB, mlir-opt {b:.0} MiB, ratio {:.2}",
            a / b
        );
    }
    // A leftover in the temporary directory is harmless.
    let _ = std::fs::remove_file(&path);
}

fn compare(what: &str, pairs: usize, ours: &[&OsStr], theirs: &[&OsStr]) {
    match alternate(pairs, &[ours.to_vec()], &[theirs.to_vec()], &[0]) {
        Ok(times) => println!(
            "{what}: memplan {:.1} ms, mlir-opt {:.1} ms, ratio {:.3} (medians of {pairs} pairs)",
            times.a_ms, times.b_ms, times.ratio
        ),
        Err(error) => eprintln!("skipped: {what}: {error}"),
    }
}

/// The command, built with the profile `dist`: this program runs from `target/release/deps`.
fn memplan() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let target = here.parent()?.parent()?.parent()?;
    let path = target.join("dist/memplan");
    path.is_file().then_some(path)
}
