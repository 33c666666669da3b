//! Times whole commands alternately, A B A B, so that a machine whose speed drifts treats both alike.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What [`alternate`] measured.
#[derive(Clone, Copy, Debug)]
pub struct Medians {
    /// The first side, in milliseconds.
    pub a_ms: f64,
    /// The second side, in milliseconds.
    pub b_ms: f64,
    /// Median of the ratios of the pairs, first to second.
    pub ratio: f64,
}

/// Runs two sides alternately, `n_pairs` times each after one pair that warms the file cache. A side is a list of
/// commands that run one after the other, without input and output, and end with one of the exit codes.
///
/// # Errors
///
/// The command that cannot be started, or ends otherwise.
pub fn alternate<T: AsRef<OsStr>>(
    n_pairs: usize,
    a: &[Vec<T>],
    b: &[Vec<T>],
    codes: &[i32],
) -> Result<Medians, String> {
    let (mut of_a, mut of_b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..=n_pairs {
        let (x, y) = (milliseconds(a, codes)?, milliseconds(b, codes)?);
        if pair > 0 {
            ratios.push(x / y);
            of_a.push(x);
            of_b.push(y);
        }
    }
    Ok(Medians {
        a_ms: median(&mut of_a),
        b_ms: median(&mut of_b),
        ratio: median(&mut ratios),
    })
}

/// Most resident memory of a command in MiB, as `/usr/bin/time` measures it.
pub fn peak_mib<T: AsRef<OsStr>>(command: &[T]) -> Option<f64> {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M"])
        .args(command)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let kib: f64 = text.lines().last()?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

fn milliseconds<T: AsRef<OsStr>>(commands: &[Vec<T>], codes: &[i32]) -> Result<f64, String> {
    let start = Instant::now();
    for command in commands {
        let (program, args) = command.split_first().ok_or("an empty command")?;
        let status = Command::new(program)
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let code = status.ok().and_then(|status| status.code());
        if !code.is_some_and(|code| codes.contains(&code)) {
            let words: Vec<_> = command.iter().map(|word| word.as_ref().display()).collect();
            return Err(format!("a command failed: {words:?}"));
        }
    }
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
