//! Runs all random tests with many more programs and traces, and what takes minutes on an idle machine, and writes a
//! report.
//!
//! `cargo test` runs a few random programs and traces, so that it stays quick; this runs the same
//! tests on thousands. The oracles (mlir-opt 22 and 19, mlir-runner) are required: a skipped
//! comparison is a failure. The whole output of a step is kept in `target/thorough/STEP.log`; the
//! report names what passed, how long it took, and the figures that the tests printed
//! (`memplan_testing::figure`).

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The command of a step.
enum Runs {
    /// Tests, with these arguments of `cargo`.
    Tests(&'static [&'static str]),
    /// A script of the repository.
    Script(&'static str),
    /// A task of this program, with its arguments.
    Task(&'static [&'static str]),
}

/// One command of the run.
struct Step {
    name: &'static str,
    /// The property that the step shows, for the report.
    shows: &'static str,
    runs: Runs,
    /// The environment variables of the tests.
    variables: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step {
        name: "planners",
        shows: "10,000 random traces for each planner, against checker and brute force",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-planner",
            "-p",
            "memplan-suite",
            "--tests",
        ]),
        variables: &[("MEMPLAN_SUITE_CASES", "10000")],
    },
    Step {
        name: "bytecode",
        shows: "bytecode of mlir-opt 19 and 22 of all fixtures, read and written",
        runs: Runs::Tests(&["test", "-p", "memplan-bytecode"]),
        variables: &[("MEMPLAN_THOROUGH", "1")],
    },
    Step {
        name: "programs",
        shows: "10,000 random programs for each pass and order of passes; \
                those that MLIR runs are fewer",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-mlir",
            "-p",
            "memplan-interp",
            "-p",
            "memplan-collectors",
            "-p",
            "memplan-mutators",
            "-p",
            "memplan-memory",
            "--tests",
        ]),
        variables: &[("MEMPLAN_PROGRAMS", "10000")],
    },
    Step {
        name: "memory-model",
        shows: "100,000 programs make no access that the memory model rules out, and each that it calls certain",
        runs: Runs::Tests(&["test", "-p", "memplan-memory-model", "--test", "tests"]),
        variables: &[("MEMPLAN_PROGRAMS", "100000")],
    },
    Step {
        name: "hostile",
        shows: "100,000 programs with random operations between the parts of every pattern compute the same after each pass",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-mutators",
            "--test",
            "tests",
            "hostile::",
        ]),
        variables: &[("MEMPLAN_PROGRAMS", "100000")],
    },
    Step {
        name: "bufferization",
        shows: "10,000 random programs on tensors before and after, 1,000 compared with mlir-opt 22",
        runs: Runs::Tests(&["test", "-p", "memplan-bufferize", "--tests"]),
        variables: &[("MEMPLAN_PROGRAMS", "2000")],
    },
    Step {
        name: "models",
        shows: "the 34 models in datasets/programs need no more memory than XLA reports, with one exception that the test names",
        runs: Runs::Tests(&["test", "-p", "memplan", "--test", "tests", "programs::"]),
        variables: &[("MEMPLAN_MODELS", "all")],
    },
    Step {
        name: "functions",
        shows: "of 2,000 random JAX functions at most one in twenty needs more memory than jaxlib allocates",
        runs: Runs::Script(".ci/functions"),
        variables: &[],
    },
    Step {
        name: "alias-scopes",
        shows: "500 random programs compiled by clang -O3 with alias scopes compute the same as without optimisation",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-cli",
            "--test",
            "tests",
            "alias_scopes",
        ]),
        variables: &[("MEMPLAN_PROGRAMS", "500")],
    },
    Step {
        name: "run-time",
        shows: "models before and after merging, natively compiled: the same results bit for bit, and how long a call takes",
        runs: Runs::Script(".ci/run-time"),
        variables: &[],
    },
    Step {
        name: "mutants",
        shows: "10,000 mutants of fixtures and models, verified by memplan and by mlir-opt 22",
        runs: Runs::Tests(&["test", "-p", "memplan-mlir", "--test", "tests", "mutants"]),
        variables: &[("MEMPLAN_MUTANTS", "10000"), ("MEMPLAN_MUTANT_TYPES", "5")],
    },
    Step {
        name: "versions",
        shows: "the programs of the fixtures, written for MLIR 19 to 24, are read there as the same programs, and back",
        runs: Runs::Script(".ci/versions"),
        variables: &[],
    },
    Step {
        name: "service",
        shows: "2,000 damaged requests for each route of the service",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-cli",
            "--features",
            "serve",
            "--test",
            "tests",
            "serve::",
        ]),
        variables: &[("MEMPLAN_MUTANTS", "2000")],
    },
    Step {
        name: "without-service",
        shows: "the command that `cargo build` leaves, without its service",
        runs: Runs::Tests(&["test", "-p", "memplan-cli", "--test", "tests", "manual::"]),
        variables: &[],
    },
    Step {
        name: "wasm",
        shows: "planners in WebAssembly: the examples, and some that misbehave",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-remote",
            "--features",
            "exec,wasm",
            "--tests",
        ]),
        variables: &[("MEMPLAN_SUITE_CASES", "1000")],
    },
    Step {
        name: "wasm-command",
        shows: "planners in WebAssembly in the command and in the service",
        runs: Runs::Tests(&[
            "test",
            "-p",
            "memplan-cli",
            "--features",
            "serve,wasm",
            "--test",
            "tests",
            "wasm",
        ]),
        variables: &[],
    },
    Step {
        name: "packages",
        shows: "every crate can be packed, and the command is built from its packed form",
        runs: Runs::Script(".ci/package"),
        variables: &[],
    },
    Step {
        name: "browser",
        shows: "the command in WebAssembly plans in a browser what it plans here",
        runs: Runs::Script(".ci/play"),
        variables: &[("MEMPLAN_REQUIRE_BROWSER", "1")],
    },
    Step {
        name: "fuzz",
        shows: "a minute of random input for each reader",
        runs: Runs::Tests(&["test", "-p", "memplan-fuzz-bodies", "--tests"]),
        variables: &[("MEMPLAN_FUZZ_SECONDS", "60")],
    },
    Step {
        name: "sweep",
        shows: "every program of the tree and every operation through every pass",
        runs: Runs::Task(&["sweep"]),
        variables: &[],
    },
    Step {
        name: "growth",
        shows: "the time of no pass grows much faster than the program",
        runs: Runs::Task(&["growth"]),
        variables: &[],
    },
    Step {
        name: "anytime",
        shows: "no planner is lower than `auto` in the same time, on twelve workloads of up to 100,000 buffers",
        runs: Runs::Task(&["anytime"]),
        variables: &[],
    },
    Step {
        name: "mutation",
        shows: "tests notice 65 % of 600 changes to planner, bufferization, driver, collectors, mutators and memory passes",
        runs: Runs::Task(&["mutants"]),
        variables: &[],
    },
    Step {
        name: "executorch",
        shows: "17 models in ExecuTorch's runtime: the same results with arenas no larger than its own",
        runs: Runs::Script(".ci/executorch"),
        variables: &[],
    },
    Step {
        name: "ray",
        shows: "20,000 traces on four local nodes of Ray, one of them killed: nothing lost, at least 0.7 of `memplan plan -j`",
        runs: Runs::Script(".ci/farm"),
        variables: &[],
    },
];

/// The result of a step.
struct Ended {
    passed: bool,
    seconds: u64,
    n_tests: u64,
    figures: Vec<String>,
}

/// Runs the steps that are named, or all of them.
///
/// # Errors
///
/// The report, when a step failed; a sentence, when a name is unknown or a step cannot be started.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<String, String> {
    if let Some(unknown) = names
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != *name))
    {
        let step_names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        let step_names = step_names.join(", ");
        return Err(format!(
            "thorough: there is no step `{unknown}`; known: {step_names}"
        ));
    }
    let mut report =
        String::from("| step | what it shows | result | tests | time |\n|---|---|---|---|---|\n");
    let mut figures = String::new();
    let mut all_passed = true;
    for step in STEPS {
        if !names.is_empty() && !names.iter().any(|name| step.name == name) {
            continue;
        }
        eprintln!("== {}: {}", step.name, step.shows);
        let ended = step
            .run(root)
            .map_err(|error| format!("thorough: step `{}`: {error}", step.name))?;
        all_passed &= ended.passed;
        let result = if ended.passed { "passed" } else { "FAILED" };
        let (minutes, seconds) = (ended.seconds / 60, ended.seconds % 60);
        let _ = writeln!(
            report,
            "| {} | {} | {result} | {} | {minutes}:{seconds:02} |",
            step.name, step.shows, ended.n_tests
        );
        for figure in ended.figures {
            let _ = writeln!(figures, "- {}: {figure}", step.name);
        }
    }
    if !figures.is_empty() {
        report.push('\n');
        report.push_str(&figures);
    }
    if all_passed {
        Ok(report)
    } else {
        Err(format!(
            "{report}\nthorough: a step failed; its output is in target/thorough/"
        ))
    }
}

impl Step {
    fn run(&self, root: &Path) -> io::Result<Ended> {
        let folder = root.join("target/thorough");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}.log", self.name));
        let log = fs::File::create(&path)?;
        let start = Instant::now();
        let mut command = match self.runs {
            Runs::Tests(arguments) => {
                let mut command = Command::new(env!("CARGO"));
                command
                    .args(arguments)
                    .args(["--profile", "thorough", "--no-fail-fast", "--"])
                    .arg("--nocapture");
                command
            }
            Runs::Script(path) => Command::new(root.join(path)),
            Runs::Task(arguments) => {
                let mut command = Command::new(std::env::current_exe()?);
                command.args(arguments);
                command
            }
        };
        let status = command
            .current_dir(root)
            .env("MEMPLAN_REQUIRE_MLIR", "1")
            .env("MEMPLAN_REQUIRE_DATA", "1")
            .envs(self.variables.iter().copied())
            .stdout(log.try_clone()?)
            .stderr(log)
            .status()?;
        let seconds = start.elapsed().as_secs();
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        Ok(Ended {
            passed: status.success(),
            seconds,
            n_tests: n_passed(&text),
            figures: figures(&text),
        })
    }
}

/// How many tests passed, by the summaries of the test programs.
fn n_passed(log: &str) -> u64 {
    log.lines()
        .filter_map(|line| line.split_once("test result: "))
        .filter_map(|(_, rest)| rest.split_once(" passed")?.0.rsplit(' ').next())
        .filter_map(|number| number.parse::<u64>().ok())
        .sum()
}

/// The figures that the tests measured, in the order of their output. Other tests may print to the same line before.
fn figures(log: &str) -> Vec<String> {
    log.lines()
        .filter_map(|line| line.split_once("figure: "))
        .map(|(_, figure)| figure.to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{figures, n_passed};

    #[test]
    fn summaries_add_up_and_figures_are_found() {
        let log = "test a ... figure: 3 of 4 merged\nok\n\
                   test result: ok. 12 passed; 0 failed; 0 ignored\n\
                   test result: FAILED. 3 passed; 1 failed; 0 ignored\n";
        assert_eq!(n_passed(log), 15);
        assert_eq!(figures(log), ["3 of 4 merged"]);
    }
}
