//! Arguments of `memplan serve`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use memplan_support::sizes;

const SERVE_EXAMPLES: &str = "\
Examples:
  memplan serve                                          listen on 127.0.0.1:7717
  memplan serve --data /var/lib/memplan --tokens tokens.txt --listen 0.0.0.0:7717
  curl --data-binary @model.csv 'http://127.0.0.1:7717/v1/plan?planner=best-fit'
  memplan plan traces/ -o plans/ --server http://127.0.0.1:7717

docs/book/src/guides/service.md describes the interface; GET /v1/openapi.json returns it in OpenAPI 3.1. SIGTERM and Ctrl-C end the
service after the active requests; jobs are continued after the next start.

FILE has a line for each client: a name, and the SHA-256 hash of its token (`printf %s TOKEN | sha256sum`).";

/// `memplan serve`
#[derive(Debug, Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 is a free port.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7717")]
    pub listen: SocketAddr,
    /// Ask the service that listens there whether it takes requests, and end: the health check of a container.
    #[arg(long)]
    pub ask_health: bool,
    /// Folder of jobs and cached plans; it is created if necessary.
    #[arg(long, value_name = "DIR", default_value = "memplan-data", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Accept only clients with a bearer token whose hash is in this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub tokens: Option<PathBuf>,
    /// Let clients use the planner `exec`, which runs programs on this machine.
    #[arg(long)]
    pub allow_exec: bool,
    /// Let clients upload planners, which run in a WebAssembly sandbox.
    #[cfg(feature = "wasm")]
    #[arg(long)]
    pub allow_wasm: bool,
    /// Threads that plan. Default: all cores.
    #[arg(short = 'j', long, value_name = "N", value_parser = crate::cli::spec::positive)]
    pub threads: Option<NonZeroUsize>,
    /// Largest body of a request.
    #[arg(long, value_name = "BYTES", default_value = "64MiB", value_parser = sizes::parse_positive)]
    pub max_body: u64,
    /// Most buffers of an input.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_buffers: usize,
    /// Most memory of a request, estimated from the size of its input.
    #[arg(long, value_name = "BYTES", default_value = "4GiB", value_parser = sizes::parse_positive)]
    pub request_memory: u64,
    /// Time limit of a request, and of an item of a job.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = memplan::parse_duration)]
    pub time_limit: Duration,
    /// Time within which a body has to arrive.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = memplan::parse_duration)]
    pub body_time: Duration,
    /// Time within which the head of a request has to arrive.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = memplan::parse_duration)]
    pub head_time: Duration,
    /// Most requests that wait for a thread; one client has at most half of the places.
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub queue: usize,
    /// Most connections at once; one client has at most half of them.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub connections: usize,
    /// Most bytes of cached plans; 0 turns the cache off.
    #[arg(long, value_name = "BYTES", default_value = "1GiB", value_parser = sizes::parse)]
    pub cache: u64,
    /// Most bytes of the inputs and results of all jobs.
    #[arg(long, value_name = "BYTES", default_value = "16GiB", value_parser = sizes::parse_positive)]
    pub job_space: u64,
    /// How long results of jobs are kept.
    #[arg(long, value_name = "TIME", default_value = "7days", value_parser = memplan::parse_duration)]
    pub keep: Duration,
    /// How long active requests may take after the service was asked to end.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = memplan::parse_duration)]
    pub shutdown_time: Duration,
    /// Format of the log on standard error. `RUST_LOG` selects events; default: `info`.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Human-readable.
    Text,
    /// One JSON object per line.
    Json,
}
