//! Development tasks; `cargo xtask` lists them.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program reports to people"
)]

mod anytime;
mod documents;
mod folds;
mod growth;
mod habits;
mod house;
mod layers;
mod lit;
mod mutants;
mod one_place;
mod op_names;
mod packages;
mod sweep;
mod thorough;
mod tidy;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A task by its name.
struct Task {
    name: &'static str,
    summary: &'static str,
    /// Runs the task on the tree below the first argument, with the words that follow its name. The
    /// report goes to standard output, the failure to standard error.
    run: fn(&Path, &[String]) -> Result<String, String>,
}

const TASKS: &[Task] = &[
    Task {
        name: "tidy",
        summary: "check the repository rules that no compiler checks",
        run: |root, _| {
            tidy::check(
                root,
                &TASKS.iter().map(|task| task.name).collect::<Vec<_>>(),
            )
        },
    },
    Task {
        name: "readmes",
        summary: "write the README of each published crate from its documentation",
        run: |root, _| packages::write_readmes(root, tidy::folders()),
    },
    Task {
        name: "sweep",
        summary: "send every program of the tree and every operation through every pass; \
                  `sweep 2` each through half of them, by turns",
        run: sweep::run,
    },
    Task {
        name: "folds",
        summary: "compare `canonicalize` with that of mlir-opt 22 on every program of the tree; \
                  `folds PATH...` on some of them, `--list` names the programs",
        run: folds::run,
    },
    Task {
        name: "lit",
        summary: "run test suites of MLIR (`RUN` lines with FileCheck) with memplan as `mlir-opt`; \
                  `lit [--list] DIR...`",
        run: lit::run,
    },
    Task {
        name: "growth",
        summary: "measure how the time of every pass grows with the program; \
                  `growth TEXT...` on some families of programs, `--all` prints all figures",
        run: growth::run,
    },
    Task {
        name: "anytime",
        summary: "compare `auto` with every planner in equal times; \
                  `anytime N MS` on up to N buffers, with limits of up to MS milliseconds",
        run: anytime::run,
    },
    Task {
        name: "mutants",
        summary: "break the code in small ways and count how often no test fails; \
                  `mutants N SEED PATH...` samples N changes of the files below the paths",
        run: mutants::run,
    },
    Task {
        name: "habits",
        summary: "count habits of writing that the code gives up; `habits NAME...` lists their places",
        run: habits::run,
    },
    Task {
        name: "thorough",
        summary: "run the long form of every random test and print a report; \
                  `thorough STEP...` runs some of its steps",
        run: thorough::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task_and_rest = arguments
        .split_first()
        .and_then(|(name, rest)| Some((TASKS.iter().find(|task| task.name == name)?, rest)));
    let Some((task, rest)) = task_and_rest else {
        eprintln!("usage: cargo xtask TASK\n");
        for task in TASKS {
            eprintln!("  {:11} {}", task.name, task.summary);
        }
        return ExitCode::from(2);
    };
    match (task.run)(&root(), rest) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the tree that this program was built from.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
