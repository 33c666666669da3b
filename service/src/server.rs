//! Connections: accepting them, bounding their number and time, and the orderly end.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use memplan::Context;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service as _;

use crate::app::App;
use crate::work::SystemClock;
use crate::{Config, ServeError, items, routes, store};

/// Stack of the threads that plan: deeply nested programs are recursed into up to a bound.
const STACK_BYTES: usize = 256 << 20;

/// How often results of old jobs are removed.
const CLEANING_PERIOD: Duration = Duration::from_secs(3600);

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Serves until the process is asked to end by Ctrl-C or, on Unix, SIGTERM. `listening` receives the address
/// once connections are accepted.
///
/// The context should have no plug-ins that let clients run programs, unless the operator wants that.
///
/// # Errors
///
/// When the address or the data folder cannot be used.
pub fn run(
    config: &Config,
    mut context: Context,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let folder = |error| ServeError::Folder {
        folder: config.data.clone(),
        error,
    };
    let _lock = store::lock(&config.data).map_err(folder)?;
    if context.clock.is_none() {
        context.clock = Some(Arc::new(SystemClock(Instant::now())));
    }
    let database = |error: rusqlite::Error| ServeError::Database {
        folder: config.data.clone(),
        error: error.to_string(),
    };
    let openapi = Bytes::from(routes::openapi());
    let app = Arc::new(App::new(config, context, openapi).map_err(database)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(128)
        .enable_all()
        .build()
        .map_err(ServeError::Threads)?;
    let n_resumed = items::resume(&app).map_err(database)?;
    if n_resumed > 0 {
        tracing::info!(items = n_resumed, "resuming jobs");
    }
    let threads = app.scheduler.start(STACK_BYTES);
    let threads = threads.map_err(ServeError::Threads)?;
    let served = runtime.block_on(serve(&app, config.listen, listening));
    app.drain();
    app.scheduler.close();
    for thread in threads {
        // Panics are caught within the threads.
        let _ = thread.join();
    }
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn serve(
    app: &Arc<App>,
    address: SocketAddr,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let cannot_listen = |error| ServeError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(cannot_listen)?;
    let ended = end_requested().map_err(cannot_listen)?;
    listening(listener.local_addr().map_err(cannot_listen)?);
    let router = routes::router(app);
    let graceful = Arc::new(GracefulShutdown::new());
    let accepting = tokio::spawn(accept(app.clone(), listener, router, graceful.clone()));
    let cleaning = tokio::spawn(clean(app.clone()));
    ended.await;
    tracing::info!("shutting down");
    app.is_draining.store(true, Ordering::Relaxed);
    // Wake the event streams, so that they end.
    app.changes.send_modify(|count| *count += 1);
    accepting.abort();
    cleaning.abort();
    // The aborted task ends at once and drops the only other reference to `graceful`.
    let _ = accepting.await;
    if let Some(graceful) = Arc::into_inner(graceful) {
        let time = app.limits.shutdown_time;
        if tokio::time::timeout(time, graceful.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some requests did not end in time");
        }
    }
    Ok(())
}

/// Ends when the process is asked to end.
fn end_requested() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate())?
    };
    Ok(async move {
        let mut interrupt = std::pin::pin!(tokio::signal::ctrl_c());
        std::future::poll_fn(move |context| {
            #[cfg(unix)]
            if terminate.poll_recv(context).is_ready() {
                return Poll::Ready(());
            }
            interrupt.as_mut().poll(context).map(|_| ())
        })
        .await;
    })
}

/// Accepts connections, at most as many at once as the limits allow.
async fn accept(
    app: Arc<App>,
    listener: TcpListener,
    router: Router,
    graceful: Arc<GracefulShutdown>,
) {
    let places = Arc::new(Semaphore::new(app.limits.connections));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // For example, too many files are open: some may be closed soon.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (app, router, watcher) = (app.clone(), router.clone(), graceful.watcher());
        tokio::spawn(async move {
            app.metrics.connections.fetch_add(1, Ordering::Relaxed);
            connection(&app, stream, peer, router, watcher).await;
            app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
            drop(place);
        });
    }
}

async fn connection(
    app: &App,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    watcher: Watcher,
) {
    // Send small answers at once instead of collecting more bytes.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip()));
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits.head_time)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, %peer, "a connection ended early");
    }
}

/// Removes the results of jobs that were over long ago.
async fn clean(app: Arc<App>) {
    loop {
        let cleaned = app.clone();
        let done = tokio::task::spawn_blocking(move || {
            let age = i64::try_from(cleaned.limits.retention.as_secs()).unwrap_or(i64::MAX);
            let old = cleaned.jobs.over_before(store::now().saturating_sub(age))?;
            old.iter().try_for_each(|id| cleaned.jobs.remove(id))
        });
        if let Ok(Err(error)) = done.await {
            tracing::warn!(%error, "cannot remove old jobs");
        }
        tokio::time::sleep(CLEANING_PERIOD).await;
    }
}
