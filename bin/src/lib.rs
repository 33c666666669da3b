//! The `memplan` command: everything that depends on terminals, files and clocks.
//!
//! [`run`] parses the command line, runs the verb on a thread with a large stack, and returns the exit code. A panic
//! is reported as an internal error and leaves no output.
//!
//! # Inside
//!
//! `cli/` defines the arguments, `commands/` has one file for each verb. `pipeline.rs` turns flags into options of the
//! driver and its errors into messages. `report.rs` renders reports, and `passes/` runs pipelines with threads and a
//! clock. Only `render.rs` turns diagnostics into text, only `io.rs` opens files, and `exit.rs` defines the exit codes.
//! `batch/` plans many traces: threads take traces from a queue, results are reported in input order, and a plan is
//! added to the manifest of its directory only after it has been written. `commands/bench/` finds the traces; the
//! library `memplan-bench` runs each case in a child process, which isolates memory measurements and crashes, and
//! writes tables and pages.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. messages: `render`
//! 2. exit codes, and threads: `exit`, `deadline`, `pool`, `own_program`
//! 3. files: `io`
//! 4. the arguments: `cli`
//! 5. texts, and programs that read them: `profile`, `text`
//! 6. kinds of files: `kinds`
//! 7. how inputs are read: `front_end`, `lowering`
//! 8. programs: `source`
//! 9. planners and their errors: `planning`
//! 10. sizes that depend on symbols, and errors of the driver: `shapes`, `pipeline`
//! 11. traces and plans: `data`, `traces`, `capacity`
//! 12. what verbs share: `batch`, `passes`, `report`, `log`, `wasm`, `labels`
//! 13. the verbs: `commands`
mod batch;
mod capacity;
mod cli;
mod commands;
mod data;
mod deadline;
mod exit;
mod front_end;
mod io;
mod kinds;
mod labels;
mod log;
mod lowering;
mod own_program;
mod passes;
mod pipeline;
mod planning;
mod pool;
mod profile;
mod render;
mod report;
mod shapes;
mod source;
mod text;
mod traces;
#[cfg(feature = "wasm")]
mod wasm;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::panic;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use cli::{Cli, ColorChoice, DiagnosticsFormat, Verb};
pub use exit::ExitStatus;
use exit::{Failure, Outcome};
use front_end::FrontEnd;
pub use lowering::{NotLowered, lower, lowerers};
pub use memplan::Context;
use memplan_remote::exec::ExecPlanner;
pub use own_program::OwnProgram;
use render::{Colour, Level, Message, MessageFormat};

/// The stack of the working thread, which recurses into nested programs up to a bound.
const STACK_BYTES: usize = 256 << 20;

/// The plug-ins of the command: those of the libraries, the planner `exec` and, with the feature `wasm`, the planner of
/// this name, and a clock for the option `time` of planners.
pub fn context() -> Context {
    let mut context = Context {
        clock: Some(Arc::new(Instant::now())),
        ..Context::default()
    };
    // Cannot fail: no planner of the library is named `exec`.
    let registered = context
        .planners
        .register(Arc::new(ExecPlanner::new(io::write_stderr)));
    debug_assert!(registered.is_ok(), "{registered:?}");
    #[cfg(feature = "wasm")]
    {
        let registered = context.planners.register(Arc::new(wasm::planner()));
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    context
}

/// Runs the command line of this process with the plug-ins of a context: the whole `main` of a program with its own
/// plug-ins. An error, such as a name that is taken, is printed.
///
/// ```no_run
/// use std::sync::Arc;
/// # use memplan_planner::algorithms::greedy::FIRST_FIT as MyPlanner;
///
/// fn main() -> std::process::ExitCode {
///     let mut context = memplan_cli::context();
///     let registered = context.planners.register(Arc::new(MyPlanner));
///     memplan_cli::main_with(registered.map(|()| context))
/// }
/// ```
pub fn main_with<E: Display>(context: Result<Context, E>) -> ExitCode {
    match context {
        Ok(context) => run(&context, std::env::args_os()).into(),
        Err(error) => {
            let message = Message::error("name-taken", error.to_string())
                .help("rename the plug-in in its `info`");
            io::write_stderr(&render::render(
                &[message],
                MessageFormat::Text(Colour::Off),
            ));
            ExitStatus::CouldNotTry.into()
        }
    }
}

/// Runs one command line, the name of the program first, and returns its exit status.
///
/// Reads and writes the files that the arguments name, standard input and output included.
pub fn run(
    context: &Context,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitStatus {
    io::release_stdin();
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let is_json = cli::wants_json(arguments.iter().map(OsString::as_os_str));
    let cli = match Cli::from_arguments(arguments.clone(), context) {
        Ok(cli) => cli,
        Err(error) if is_json && error.use_stderr() => {
            let message = cli::usage_error(&error);
            io::write_stderr(&render::render(&[message], MessageFormat::Json));
            return ExitStatus::CouldNotTry;
        }
        Err(error) => {
            // Ignore write errors: a closed pipe is no failure. A request for help or the version succeeds.
            let _ = error.print();
            return if error.use_stderr() {
                ExitStatus::CouldNotTry
            } else {
                ExitStatus::Done
            };
        }
    };
    let format = message_format(&cli);
    let colour = match format {
        MessageFormat::Text(colour) => colour,
        MessageFormat::Json => Colour::Off,
    };
    if !cli.verb.has_own_log()
        && let Some(warning) = log::start(colour)
    {
        io::write_stderr(&render::render(&[warning], format));
    }
    let from = match pipeline::reader(context, cli.verb.from()) {
        Ok(from) => from,
        Err(failure) => {
            io::write_stderr(&render::render(&failure.messages, format));
            return failure.status;
        }
    };
    let front_end = FrontEnd {
        mlir_opt: cli.mlir_opt.clone(),
        lower_with: cli.lower_with.clone(),
        write_for: cli.write_for.clone(),
        from,
        at: cli.verb.at().to_vec(),
        dims: cli.verb.dims(),
        is_verbose: matches!(&cli.verb, Verb::Plan(args) if args.verbose),
        locate: match &cli.verb {
            Verb::Merge(args) => args.print.mlir_print_debuginfo,
            Verb::Opt(args) => args.print.mlir_print_debuginfo,
            Verb::Apply(args) => args.print.mlir_print_debuginfo,
            _ => false,
        },
        ..FrontEnd::of(context)
    };
    let arguments = arguments.get(1..).unwrap_or_default();
    match on_large_stack(|| dispatch(context, &cli.verb, arguments, format, front_end)) {
        Ok(()) => ExitStatus::Done,
        Err(failure) => {
            io::write_stderr(&render::render(&failure.messages, format));
            failure.status
        }
    }
}

fn dispatch(
    context: &Context,
    verb: &Verb,
    arguments: &[OsString],
    format: MessageFormat,
    front_end: FrontEnd,
) -> Outcome<()> {
    let session = Session {
        context,
        format,
        front_end,
        threads: verb.threads(),
        is_quiet: verb.is_quiet(),
        arguments,
    };
    match verb {
        Verb::Merge(args) => commands::merge::run(&session, args),
        Verb::Opt(args) => commands::opt::run(&session, args),
        Verb::Trace(args) => commands::trace::run(&session, args),
        Verb::Plan(args) => commands::plan::run(&session, args),
        Verb::Bench(args) => commands::bench::run(&session, args),
        Verb::Leaderboard(args) => commands::bench::leaderboard(&session, args),
        Verb::Check(args) => commands::check::run(&session, args),
        Verb::VerifyProof(args) => commands::verify_proof::run(&session, args),
        Verb::Apply(args) => commands::apply::run(&session, args),
        Verb::AliasScopes(args) => commands::alias_scopes::run(&session, args),
        Verb::Convert(args) => commands::convert::run(&session, args),
        Verb::List(args) => commands::list::run(&session, args),
        Verb::Show(args) => commands::show::run(&session, args),
        #[cfg(feature = "serve")]
        Verb::Serve(args) => commands::serve::run(&session, args),
        #[cfg(not(feature = "serve"))]
        Verb::Serve(_) => Err(commands::without_service("cannot start a service")),
        Verb::Completions(args) => commands::manual::completions(&session, args),
        Verb::Man(args) => commands::manual::man(&session, args),
    }
}

/// The state that every verb receives besides its arguments.
struct Session<'a> {
    context: &'a Context,
    format: MessageFormat,
    front_end: FrontEnd,
    /// The words that follow the name of the program.
    arguments: &'a [OsString],
    /// The maximum number of threads; by default, all cores.
    threads: Option<NonZeroUsize>,
    /// Whether only errors are printed.
    is_quiet: bool,
}

impl Session<'_> {
    /// Whether messages are machine-readable.
    fn wants_json(&self) -> bool {
        self.format == MessageFormat::Json
    }

    /// Prints a human-readable message to standard error.
    fn say(&self, words: &str) {
        if !self.wants_json() && !self.is_quiet && !words.is_empty() {
            io::write_stderr(&format!("{}\n", words.trim_end()));
        }
    }

    /// Reports messages that do not end the run; a quiet run reports errors only.
    fn tell(&self, messages: &[Message]) {
        let is_told = |message: &Message| !self.is_quiet || message.level == Level::Error;
        if messages.iter().all(is_told) {
            io::write_stderr(&render::render(messages, self.format));
        } else {
            let told: Vec<Message> = messages.iter().filter(|m| is_told(m)).cloned().collect();
            io::write_stderr(&render::render(&told, self.format));
        }
    }

    /// The number of threads to use.
    fn n_threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(planning::all_cores)
    }
}

fn message_format(cli: &Cli) -> MessageFormat {
    let is_coloured = match cli.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    match cli.diagnostics {
        DiagnosticsFormat::Json => MessageFormat::Json,
        DiagnosticsFormat::Text if is_coloured => MessageFormat::Text(Colour::On),
        DiagnosticsFormat::Text => MessageFormat::Text(Colour::Off),
    }
}

/// Runs `work` on a separate thread; a panic there becomes a failure that asks for a bug report.
fn on_large_stack(work: impl FnOnce() -> Outcome<()> + Send) -> Outcome<()> {
    // The default hook would print a backtrace hint for developers before this message.
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        let payload = info.payload();
        let what = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        let place = place.unwrap_or_else(|| "an unknown location".to_owned());
        io::write_stderr(&format!("memplan: panicked at {place}: {what}\n"));
    }));
    // Without threads, as in a browser, the stack is that of the program, and its linker sets the size.
    if cfg!(target_family = "wasm") {
        return work();
    }
    let result = thread::scope(|scope| {
        thread::Builder::new()
            .name("memplan".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map(thread::ScopedJoinHandle::join)
    });
    let _ = panic::take_hook();
    match result {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(Failure::could_not_try(
            Message::error("bug", "internal error; nothing was written")
                .help("this is a bug: please report it with the input and the line above"),
        )),
        Err(error) => Err(Failure::could_not_try(Message::error(
            "no-thread",
            format!("cannot start a thread: {error}"),
        ))),
    }
}
