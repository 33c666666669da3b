//! Batches that run on a Ray cluster: by the Python package, `python3 -m memplan.ray`.
//!
//! This program only translates its arguments. Tasks, retries, the manifest and the plans are handled by the package,
//! which uses the same library.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};

use crate::cli::PlanArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::render::Message;

/// The environment variable with the interpreter that has the package, by default `python3`.
const INTERPRETER: &str = "MEMPLAN_PYTHON";

/// Ends with an error unless the packages `memplan` and `ray` are installed.
const PROBE: &str = "import importlib.util as u; raise SystemExit(not (u.find_spec('memplan') and u.find_spec('ray')))";

/// Plans on the cluster that `engine` names, and returns when all is done.
///
/// # Errors
///
/// When there is no such engine, the package is missing, or planning fails.
pub(crate) fn run(args: &PlanArgs, engine: &str) -> Outcome<()> {
    let address = address(engine).ok_or_else(|| {
        let message = format!("there is no engine `{engine}`");
        let help = "use `ray` (a cluster on this machine), `ray:auto`, `ray:HOST:PORT` or `ray://HOST:PORT`";
        Failure::could_not_try(Message::error("unknown-engine", message).help(help))
    })?;
    let interpreter = std::env::var_os(INTERPRETER).unwrap_or_else(|| "python3".into());
    let cannot_start = |error: io::Error| {
        let name = interpreter.display();
        missing(format!("cannot start `{name}`: {error}"))
    };
    let mut probe = Command::new(&interpreter);
    let probed = probe.args(["-c", PROBE]).stdin(Stdio::null()).status();
    if !probed.map_err(cannot_start)?.success() {
        let name = interpreter.display();
        return Err(missing(format!(
            "`{name}` has no packages `memplan` and `ray`"
        )));
    }
    let status = Command::new(&interpreter)
        .args(["-m", "memplan.ray"])
        .args(arguments(args, address))
        .status()
        .map_err(cannot_start)?;
    let status = match status.code() {
        Some(0) => return Ok(()),
        Some(1) => ExitStatus::No,
        _ => ExitStatus::CouldNotTry,
    };
    // The Python package has already reported the error.
    Err(Failure {
        status,
        messages: Vec::new(),
    })
}

fn missing(message: String) -> Failure {
    let help = format!("`pip install 'memplan[ray]'`; {INTERPRETER} names another interpreter");
    Failure::could_not_try(Message::error("no-ray", message).help(help))
}

/// The address of the cluster; empty for one on this machine. `None` for an engine that is not Ray.
fn address(engine: &str) -> Option<&str> {
    match engine.strip_prefix("ray")? {
        "" => Some(""),
        rest if rest.starts_with("://") => Some(engine),
        rest => rest.strip_prefix(':').filter(|address| !address.is_empty()),
    }
}

/// The arguments of the package.
fn arguments(args: &PlanArgs, address: &str) -> Vec<OsString> {
    let (job, time_limit) = (&args.job, args.job.time_limit);
    let options = [
        (
            "--address",
            Some(address.to_owned()).filter(|a| !a.is_empty()),
        ),
        ("--planner", job.planner.clone()),
        ("--alignment", Some(job.alignment.unwrap_or(1).to_string())),
        ("--seed", Some(job.seed.to_string())),
        ("--work", job.work_limit.map(|work| work.to_string())),
        (
            "--time-limit",
            time_limit.map(|limit| format!("{}ms", limit.as_millis())),
        ),
        ("--in-flight", job.threads.map(|n| n.to_string())),
    ];
    let mut words: Vec<OsString> = Vec::new();
    for (name, value) in options {
        if let Some(value) = value {
            words.extend([name.into(), value.into()]);
        }
    }
    if let Some(output) = &args.output {
        words.extend(["--output".into(), output.into()]);
    }
    words.extend(args.force.then(|| "--force".into()));
    words.extend(args.quiet.then(|| "--quiet".into()));
    words.push("--".into());
    words.extend(args.inputs.iter().map(OsString::from));
    words
}
