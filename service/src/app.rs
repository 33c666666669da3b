//! The state of the service, and the way from requests to planning threads.

use std::collections::HashMap;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::StatusCode;
use memplan::Context;
use memplan_planner::wire::{self, Format};
use memplan_planner::{MemoryTraceScopes, PlannerKind, StopReason};
use tokio::sync::{oneshot, watch};

use crate::body::BodyReader;
use crate::clients::{Client, Tokens, sha256};
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::scheduler::{Full, Scheduler, Urgency};
use crate::store::{Cache, Cached, Jobs, StoreError};
#[cfg(feature = "wasm")]
use crate::uploads::Uploads;
use crate::work::{self, Limit, Options, Planned};
use crate::{Config, Limits};

/// Plans that took less time are not cached.
const MIN_CACHED_MS: f64 = 5.0;

/// The grace period after the time limit of a request: planners stop only between two steps.
const GRACE: Duration = Duration::from_secs(2);

/// The state that handlers share.
pub(crate) struct App {
    pub(crate) context: Context,
    version: String,
    pub(crate) command: Vec<OsString>,
    pub(crate) limits: Limits,
    pub(crate) tokens: Tokens,
    pub(crate) bodies: BodyReader,
    pub(crate) scheduler: Arc<Scheduler>,
    pub(crate) jobs: Jobs,
    pub(crate) cache: Cache,
    #[cfg(feature = "wasm")]
    pub(crate) uploads: Option<Uploads>,
    pub(crate) metrics: Metrics,
    /// Set when the service shuts down: no new work starts, and running items are left for the next start.
    pub(crate) is_draining: AtomicBool,
    /// Changes with every result of a job.
    pub(crate) changes: watch::Sender<u64>,
    /// The cancellation flags of running jobs.
    running: Mutex<HashMap<String, Arc<AtomicBool>>>,
    pub(crate) openapi: Bytes,
    pub(crate) page: Bytes,
}

/// Cancels work when its client disconnects, because the handler is dropped then.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl App {
    /// Opens the data folder.
    ///
    /// # Errors
    ///
    /// When a database cannot be opened.
    pub(crate) fn new(
        config: &Config,
        #[cfg_attr(
            not(feature = "wasm"),
            expect(unused_mut, reason = "uploads add a planner")
        )]
        mut context: Context,
        openapi: Bytes,
    ) -> Result<Self, StoreError> {
        let limits = config.limits.clone();
        #[cfg(feature = "wasm")]
        let uploads = uploads(config, &mut context)?;
        let n_threads = limits.threads.get();
        Ok(Self {
            context,
            version: config.version.clone(),
            command: config.command.clone(),
            tokens: config.tokens.clone(),
            bodies: BodyReader::new(
                limits.body_bytes,
                limits.body_time,
                limits.body_bytes.saturating_mul(16),
            ),
            scheduler: Arc::new(Scheduler::new(limits.queue, limits.job_items, n_threads)),
            jobs: Jobs::open(&config.data)?,
            cache: Cache::open(&config.data, limits.cache_bytes)?,
            #[cfg(feature = "wasm")]
            uploads,
            limits,
            metrics: Metrics::default(),
            is_draining: AtomicBool::new(false),
            changes: watch::Sender::new(0),
            running: Mutex::default(),
            openapi,
            page: Bytes::from(memplan_page::service_page()),
        })
    }

    /// Does work for a client on a thread of the scheduler.
    ///
    /// # Errors
    ///
    /// Those of the work; 429 when the queue is full, 504 at the time limit.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        client: &Client,
        work: impl FnOnce(&Self, &Limit) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if self.is_draining.load(Ordering::Relaxed) {
            return Err(ending());
        }
        let limit = self.limit(Arc::default());
        let _guard = CancelOnDrop(limit.cancelled.clone());
        let (sender, receiver) = oneshot::channel();
        let app = self.clone();
        let task = Box::new(move || {
            if !sender.is_closed() {
                // The receiver may have been dropped.
                let _ = sender.send(guarded(|| work(&app, &limit)));
            }
        });
        let submitted = self.scheduler.submit(&client.0, Urgency::Request, task);
        submitted.map_err(busy)?;
        match tokio::time::timeout(self.limits.request_time + GRACE, receiver).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(ending()),
            Err(_) => Err(work::out_of_time()),
        }
    }

    /// The time limit of a request that arrives now.
    pub(crate) fn limit(&self, cancelled: Arc<AtomicBool>) -> Limit {
        let start = Instant::now();
        Limit {
            cancelled,
            start,
            end: start + self.limits.request_time,
            max_buffers: self.limits.buffers,
            memory: Memory(self.limits.request_bytes),
        }
    }

    /// Plans traces, or takes the plan from the cache.
    pub(crate) fn plan(
        &self,
        scopes: MemoryTraceScopes,
        options: &Options,
        limit: &Limit,
    ) -> Result<Planned, Problem> {
        let key = self.key(&scopes, options)?;
        if let Some(planned) = key.as_ref().and_then(|key| self.cached(key, &scopes)) {
            self.metrics.cache_hits.fetch_add(1, Ordering::Relaxed);
            return Ok(planned);
        }
        self.metrics.cache_misses.fetch_add(1, Ordering::Relaxed);
        let planned = work::plan(&self.context, scopes, options, limit)?;
        if let Some(key) = key {
            self.keep(&key, &planned);
        }
        Ok(planned)
    }

    /// The cache key of a plan; `None` if the planner runs another program, whose content is unknown.
    fn key(
        &self,
        scopes: &MemoryTraceScopes,
        options: &Options,
    ) -> Result<Option<String>, Problem> {
        let spec = options.job.planner.as_deref().unwrap_or("auto");
        let chosen = self.context.planner(spec)?;
        if chosen.planner.capabilities().kind == PlannerKind::External {
            return Ok(None);
        }
        let traces = wire::write_trace(scopes, Format::Binary)?;
        let request = format!(
            "{spec} {:?} {:?} {:?} {}",
            options.job.alignment, options.job.time_limit, options.job.work_limit, options.job.seed
        );
        let version = self.version.as_bytes();
        Ok(Some(sha256(&[&traces, request.as_bytes(), version])))
    }

    /// A cached plan. A failure of the cache is logged, and the plan is computed.
    fn cached(&self, key: &str, scopes: &MemoryTraceScopes) -> Option<Planned> {
        let entry = self.cache.get(key);
        let entry = entry.inspect_err(|error| tracing::warn!(%error, "the cache failed"));
        let cached = entry.ok()??;
        let plan = wire::read_plan(&cached.bytes).ok()?;
        work::is_valid(&plan, scopes).then(|| Planned {
            scopes: scopes.clone(),
            plan,
            stopped_by: cached.stopped_by.as_deref().and_then(StopReason::from_name),
            elapsed_ms: Vec::new(),
        })
    }

    /// Adds a plan to the cache, unless it depends on the time that planning had.
    fn keep(&self, key: &str, planned: &Planned) {
        let is_timed = matches!(
            planned.stopped_by,
            Some(StopReason::Deadline | StopReason::Cancelled)
        );
        if is_timed || planned.elapsed_ms.iter().sum::<f64>() < MIN_CACHED_MS {
            return;
        }
        let Ok(bytes) = wire::write_plan(&planned.plan, Format::Binary) else {
            return;
        };
        let cached = Cached {
            bytes,
            stopped_by: planned.stopped_by.map(|reason| reason.name().to_owned()),
        };
        if let Err(error) = self.cache.put(key, &cached) {
            tracing::warn!(%error, "the cache failed");
        }
    }

    /// The cancellation flag of a job, which its items poll.
    pub(crate) fn flag(&self, job: &str) -> Arc<AtomicBool> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let flag = running.entry(job.to_owned()).or_default();
        if self.is_draining.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
        }
        flag.clone()
    }

    /// Removes the flag of a finished job, after setting it if the job is cancelled.
    pub(crate) fn forget(&self, job: &str, cancels: Cancels) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = running.remove(job)
            && cancels == Cancels::Yes
        {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Stops new work, and the items of running jobs, which are left for the next start.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut flags: Vec<_> = running.iter().collect();
        flags.sort_by_key(|(id, _)| *id);
        for (_, flag) in flags {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// The uploads of the data folder, whose planner becomes one of the context.
#[cfg(feature = "wasm")]
fn uploads(config: &Config, context: &mut Context) -> Result<Option<Uploads>, StoreError> {
    let Some(limits) = &config.uploads else {
        return Ok(None);
    };
    let store = crate::store::Uploads::open(&config.data, limits.all_bytes)?;
    let uploads = Uploads::new(store, limits);
    if let Err(error) = context.planners.register(Arc::new(uploads.planner.clone())) {
        tracing::error!(%error, "uploaded planners are unavailable");
    }
    Ok(Some(uploads))
}

/// Whether the removed job is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cancels {
    /// Its items stop.
    Yes,
    /// It has no more items.
    No,
}

/// Does the work; a panic fails this piece of work alone.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Problem::bug("internal error of memplan or of a plug-in")))
}

/// The problem of a full queue.
pub(crate) fn busy(full: Full) -> Problem {
    let detail = "too many requests are waiting";
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", detail).retry_after(full.0)
}

/// The problem of requests during shutdown.
pub(crate) fn ending() -> Problem {
    let detail = "the service is shutting down";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "shutting-down", detail).retry_after(1)
}
