//! memplan as an HTTP service: plans, rewrites and checks on request, and jobs of many inputs that survive restarts.
//!
//! [`run`] serves until the process is asked to stop. Requests are stateless; jobs and the cache of plans are in one
//! data folder. All work is done by the library `memplan`, with the plug-ins of the [`Context`] that the caller
//! passes. `docs/book/src/guides/service.md` describes the interface.
//!
//! # Inside
//!
//! `routes.rs` is the table of all routes, from which the router and the description in OpenAPI are built. Handlers
//! read a request and write an answer; `work.rs` and `check.rs` call the driver and know no HTTP. All work runs on
//! the threads of `scheduler.rs`, which takes one task of each client in turn. When a client disconnects, its handler
//! is dropped, which cancels the task. `store/` holds jobs and cached plans in two SQLite databases in WAL mode: an
//! accepted job is synchronised to the disk, and the result of an item and the progress of its job change in one
//! transaction. Items that may have crashed the process run in a separate process of the same program (`trial.rs`).
//! `connections.rs` bounds the connections of each client. All plans pass the checker, cached ones included. `memplan
//! plan --server` replaces each planner by a `RemotePlanner`, so batches, manifests and tables are those of local
//! runs, and schedules are checked again.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. what is wrong, types of bodies, files: `problem`, `media`, `memory`, `files`, `body`
//! 2. databases, clients, threads, connections: `store`, `clients`, `scheduler`, `connections`, `metrics`
//! 3. work without HTTP: `work`, `check`, `list`, `uploads`
//! 4. the state of the service: `app`
//! 5. queries of requests, routes: `query`, `openapi`, `request`, `route`
//! 6. items of jobs, and processes of their own: `items`, `trial`
//! 7. handlers: `handlers`, `job_handlers`, `upload_handlers`
//! 8. what is noted of each request: `observe`
//! 9. the table of routes, and the server: `routes`, `server`

mod app;
mod body;
mod check;
mod clients;
mod connections;
mod files;
mod handlers;
mod items;
mod job_handlers;
mod list;
mod media;
mod memory;
mod metrics;
mod observe;
mod openapi;
mod problem;
mod query;
mod request;
mod route;
mod routes;
mod scheduler;
mod server;
mod store;
mod trial;
#[cfg(feature = "wasm")]
mod upload_handlers;
#[cfg(feature = "wasm")]
mod uploads;
mod work;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

pub use clients::{Tokens, TokensError};
pub use memplan::Context;
pub use server::run;
pub use store::StoreError;
pub use trial::{TRIAL_VARIABLE, try_item};
#[cfg(feature = "wasm")]
pub use uploads::UploadLimits;

/// The configuration of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The folder of jobs and cached plans. One process uses it at a time.
    pub data: PathBuf,
    /// Identifies this program, so that cached plans of another version are not used.
    pub version: String,
    /// The command line of this program, which is started again, with [`TRIAL_VARIABLE`] set, for items that may have
    /// crashed the process. It then has to call [`try_item`] instead of [`run`].
    pub command: Vec<OsString>,
    /// The tokens that clients need; without any, every client is accepted.
    pub tokens: Tokens,
    /// Limits of uploaded planners; without them, clients cannot upload any.
    #[cfg(feature = "wasm")]
    pub uploads: Option<UploadLimits>,
    /// Limits.
    pub limits: Limits,
}

/// Limits of the service.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Threads that plan.
    pub threads: NonZeroUsize,
    /// The largest body in bytes, after decompression.
    pub body_bytes: usize,
    /// The time within which a body has to arrive.
    pub body_time: Duration,
    /// The time within which the head of a request has to arrive.
    pub head_time: Duration,
    /// The time of a request, or of an item of a job.
    pub request_time: Duration,
    /// The most buffers of an input, which bounds the memory of a planner.
    pub buffers: usize,
    /// The most bytes of memory that a request may take, estimated from its input.
    pub request_bytes: u64,
    /// The most requests that wait for a thread.
    pub queue: usize,
    /// The most connections at once; further ones wait. A client has at most half of them.
    pub connections: usize,
    /// The most items of all jobs that wait.
    pub job_items: usize,
    /// The most bytes of the inputs and results of all jobs.
    pub job_bytes: u64,
    /// The time for which the results of a finished job are kept.
    pub retention: Duration,
    /// The most bytes of cached plans; 0 turns the cache off.
    pub cache_bytes: usize,
    /// The time that active requests have after the service was asked to stop.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            body_bytes: 64 << 20,
            body_time: Duration::from_secs(60),
            head_time: Duration::from_secs(10),
            request_time: Duration::from_secs(60),
            buffers: 1_000_000,
            request_bytes: 4 << 30,
            queue: 256,
            connections: 1024,
            job_items: 1_000_000,
            job_bytes: 16 << 30,
            retention: Duration::from_secs(7 * 24 * 3600),
            cache_bytes: 1 << 30,
            shutdown_time: Duration::from_secs(30),
        }
    }
}

/// Why the service cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The data folder cannot be used, or another process uses it.
    #[error("cannot use the data folder `{}`: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A database of the data folder cannot be used.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// The data folder has no such item.
    #[error("the data folder has no item `{item}`")]
    NoItem {
        /// The job and the position.
        item: String,
    },
    /// The system has no threads left.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
}
