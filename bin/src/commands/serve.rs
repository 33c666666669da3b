//! `memplan serve`: the service, with the plug-ins of this program.

use std::ffi::OsString;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use memplan::Context;
use memplan_planner::registry::Registry;
use memplan_remote::client::Client;
use memplan_service::{Config, Limits, ServeError, TRIAL_VARIABLE, Tokens};

use crate::batch::content;
use crate::cli::ServeArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::own_program::OwnProgram;
use crate::render::Message;
use crate::{Session, io, log};

/// The time that the planner of an item has to stop after the service that requested it has ended.
const TIME_TO_STOP: Duration = Duration::from_secs(2);

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ServeArgs) -> Outcome<()> {
    if args.ask_health {
        return ask_health(args);
    }
    log::start_service(args.log_format);
    let tokens = tokens(args)?;
    let config = Config {
        listen: args.listen,
        data: args.data.clone(),
        version: format!("{} {:032x}", env!("CARGO_PKG_VERSION"), content::own()),
        command: command(session),
        tokens,
        #[cfg(feature = "wasm")]
        uploads: args.allow_wasm.then(uploads),
        limits: limits(args, session.n_threads()),
    };
    let context = context(session.context, args);
    if let Ok(item) = std::env::var(TRIAL_VARIABLE) {
        return try_item(&config, context, &item);
    }
    if !args.listen.ip().is_loopback() && args.tokens.is_none() {
        let message = format!("every client that reaches {} is accepted", args.listen);
        let mut warning =
            Message::error("no-tokens", message).help("`--tokens FILE` restricts access");
        warning.level = crate::render::Level::Warning;
        session.tell(&[warning]);
    }
    let listening = |address| session.say(&format!("listening on http://{address}"));
    memplan_service::run(&config, context, listening).map_err(|error| failure(&error))
}

/// Whether the service at the address accepts requests.
fn ask_health(args: &ServeArgs) -> Outcome<()> {
    let client = Client::new(&format!("http://{}", args.listen), None);
    client
        .and_then(|client| client.is_ready())
        .map_err(|error| Failure::no(Message::error("not-ready", error.to_string())))
}

/// Writes the result of an item of a job for the service that started this process, and ends with it.
fn try_item(config: &Config, context: Context, item: &str) -> Outcome<()> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let seen = cancelled.clone();
    let watch = thread::Builder::new().spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        seen.store(true, Ordering::Relaxed);
        thread::sleep(TIME_TO_STOP);
        std::process::exit(ExitStatus::CouldNotTry as i32);
    });
    watch.map_err(|error| failure(&ServeError::Threads(error)))?;
    let output = memplan_service::try_item(config, context, item, cancelled);
    io::write_stdout(&output.map_err(|error| failure(&error))?)
}

/// The command line of this process.
fn command(session: &Session<'_>) -> Vec<OsString> {
    let program = OwnProgram::get().map_or_else(|_| Vec::new(), |own| own.command);
    program.iter().chain(session.arguments).cloned().collect()
}

fn limits(args: &ServeArgs, threads: NonZeroUsize) -> Limits {
    let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    Limits {
        threads,
        body_bytes: size(args.max_body),
        body_time: args.body_time,
        head_time: args.head_time,
        request_time: args.time_limit,
        buffers: args.max_buffers,
        request_bytes: args.request_memory,
        queue: args.queue,
        connections: args.connections,
        job_bytes: args.job_space,
        retention: args.keep,
        cache_bytes: size(args.cache),
        shutdown_time: args.shutdown_time,
        ..Limits::default()
    }
}

fn tokens(args: &ServeArgs) -> Outcome<Tokens> {
    let Some(path) = &args.tokens else {
        return Ok(Tokens::default());
    };
    let refuse = |message: String| {
        Err(Failure::could_not_try(
            Message::error("bad-tokens", message).in_file(&path.display().to_string()),
        ))
    };
    let text = io::read(path)?;
    match Tokens::parse(&String::from_utf8_lossy(&text)) {
        Ok(tokens) if tokens.is_empty() => refuse("the file has no tokens".to_owned()),
        Ok(tokens) => Ok(tokens),
        Err(error) => refuse(error.to_string()),
    }
}

/// Limits of uploaded planners: lower than those of the command, because several run at once.
#[cfg(feature = "wasm")]
fn uploads() -> memplan_service::UploadLimits {
    memplan_service::UploadLimits {
        planner: memplan_remote::wasm::Limits {
            memory_bytes: 256 << 20,
            raising: memplan_remote::wasm::Raising::Forbidden,
            plug_in_bytes: 4 << 20,
            ..memplan_remote::wasm::Limits::default()
        },
        all_bytes: 256 << 20,
    }
}

/// The plug-ins of the program, without those that read files that a client names, and without the planner that runs
/// commands unless the operator allows it.
fn context(context: &Context, args: &ServeArgs) -> Context {
    let mut context = context.clone();
    let is_offered = |name: &str| {
        #[cfg(feature = "wasm")]
        if crate::wasm::is_called(name) {
            return false;
        }
        name != memplan_remote::exec::NAME || args.allow_exec
    };
    let mut planners = Registry::empty();
    for planner in context.planners.iter() {
        if is_offered(planner.info().name) {
            // Cannot fail: names are unique in the source registry.
            let _ = planners.register(planner.clone());
        }
    }
    context.planners = planners;
    context
}

fn failure(error: &ServeError) -> Failure {
    let code = match error {
        ServeError::Listen { .. } => "cannot-listen",
        ServeError::Folder { .. } | ServeError::Database(_) | ServeError::NoItem { .. } => {
            "bad-data-folder"
        }
        _ => "no-thread",
    };
    let message = Message::error(code, error.to_string());
    Failure::could_not_try(match error {
        ServeError::Listen { .. } => message.help("choose another address: `--listen HOST:PORT`"),
        ServeError::Folder { .. } => {
            message.help("each service needs a folder of its own: `--data DIR`")
        }
        ServeError::Database(_) => {
            message.help("repair the file, or move it away to start without what it holds")
        }
        _ => message,
    })
}
