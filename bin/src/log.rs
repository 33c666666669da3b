//! The log that the environment variable `RUST_LOG` asks for, on standard error.
//!
//! Libraries explain their decisions in `tracing` events. Without `RUST_LOG` there is no subscriber, and an event
//! costs one comparison. `RUST_LOG=memplan=debug` shows the events of all crates of memplan.

use std::str::FromStr;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::render::{Colour, Level, Message};

/// Starts the log if `RUST_LOG` is set. One line for each event: the seconds since the start, the
/// level, the module, and the event.
///
/// Returns a warning if the variable cannot be read; the command then runs without a log.
pub(crate) fn start(colour: Colour) -> Option<Message> {
    let wanted = std::env::var("RUST_LOG").ok()?;
    let targets = match Targets::from_str(&wanted) {
        Ok(targets) => targets,
        Err(error) => {
            let message = format!("RUST_LOG is ignored: {error}");
            let warning = Message {
                level: Level::Warning,
                ..Message::error("bad-log-filter", message)
            };
            return Some(warning.help("`RUST_LOG=memplan=debug` logs planning runs"));
        }
    };
    let lines = fmt::layer()
        .compact()
        .with_timer(fmt::time::uptime())
        .with_ansi(colour == Colour::On)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    // Only the first command of a process starts a log.
    let _ = tracing_subscriber::registry()
        .with(targets)
        .with(lines)
        .try_init();
    None
}

/// Starts the log of the service: the events that `RUST_LOG` selects, or all of level `info`.
#[cfg(feature = "serve")]
pub(crate) fn start_service(format: crate::cli::LogFormat) {
    use crate::cli::LogFormat;
    use tracing_subscriber::filter::LevelFilter;

    let wanted = std::env::var("RUST_LOG").ok();
    let targets = wanted.and_then(|wanted| Targets::from_str(&wanted).ok());
    let targets = targets.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let registry = tracing_subscriber::registry().with(targets);
    let layer = fmt::layer()
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    // Only the first command of a process starts a log.
    let _ = match format {
        LogFormat::Text => registry.with(layer.compact()).try_init(),
        LogFormat::Json => registry.with(layer.json().flatten_event(true)).try_init(),
    };
}
