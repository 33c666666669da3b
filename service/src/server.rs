//! Accepts connections, bounds their number and time, and shuts down in order.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use memplan::Context;
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service as _;

use crate::app::App;
use crate::connections::{Connection, Connections, Peer};
use crate::problem::{MEDIA_TYPE, Problem};
use crate::store::StoreError;
use crate::{Config, ServeError, items, routes, store};

/// The stack of planning threads, which recurse into nested programs up to a bound.
const STACK_BYTES: usize = 256 << 20;

/// How often results of old jobs are removed.
const CLEANING_PERIOD: Duration = Duration::from_secs(3600);

/// Serves until the process is asked to stop by Ctrl-C or, on Unix, SIGTERM. `listening` receives the address once
/// connections are accepted.
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
        context.clock = Some(Arc::new(Instant::now()));
    }
    let openapi = Bytes::from(routes::openapi());
    let app = Arc::new(App::new(config, context, openapi)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(128)
        .enable_all()
        .build()
        .map_err(ServeError::Threads)?;
    let n_resumed = items::resume(&app).map_err(|error| StoreError::new(app.jobs.path(), error))?;
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
    let connections = Arc::new(Connections::new(app.limits.connections));
    let accepting = tokio::spawn(accept(app.clone(), listener, router, connections.clone()));
    let cleaning = tokio::spawn(clean(app.clone()));
    ended.await;
    tracing::info!("shutting down");
    app.is_draining.store(true, Ordering::Relaxed);
    // Wake the event streams, so that they end.
    app.changes.send_modify(|count| *count += 1);
    accepting.abort();
    cleaning.abort();
    // The aborted task ends at once and frees the place that it holds.
    let _ = accepting.await;
    let time = app.limits.shutdown_time;
    if tokio::time::timeout(time, connections.end()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    Ok(())
}

/// Returns when the process is asked to stop.
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
    connections: Arc<Connections>,
) {
    while let Some(place) = connections.place().await {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // For example, too many files are open: some may be closed soon.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(open) = connections.admit(peer.ip(), place) else {
            refuse(stream);
            continue;
        };
        let (app, router) = (app.clone(), router.clone());
        tokio::spawn(async move {
            app.metrics.connections.fetch_add(1, Ordering::Relaxed);
            connection(&app, stream, peer, router, &open.connection).await;
            app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
        });
        // Let a connection that was asked to close end before the next one is accepted.
        tokio::task::yield_now().await;
    }
}

/// Rejects a connection of a client that has too many, without reading its request.
fn refuse(stream: TcpStream) {
    let detail = "the client has too many connections";
    let problem = Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "too-many-connections",
        detail,
    );
    let body = problem.json();
    let head = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: {MEDIA_TYPE}\r\ncontent-length: {}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.as_bytes(), &body].concat();
    // The buffer of a new connection has room for it. An error means that the client has disconnected.
    let _ = stream
        .into_std()
        .and_then(|mut stream| stream.write_all(&answer));
}

/// Serves a connection until the client closes it, or it is asked to close.
async fn connection(
    app: &App,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    own: &Arc<Connection>,
) {
    // Send small answers at once instead of collecting more bytes.
    let _ = stream.set_nodelay(true);
    let busy = own.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip()));
        let (busy, mut router) = (busy.clone(), router.clone());
        async move {
            busy.is_busy.store(true, Ordering::Relaxed);
            let answer = router.call(request).await;
            busy.is_busy.store(false, Ordering::Relaxed);
            answer
        }
    });
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(app.limits.head_time)
            .serve_connection(TokioIo::new(stream), service)
    );
    let mut asked_to_leave = std::pin::pin!(own.leave.notified());
    let mut is_leaving = false;
    let ended = std::future::poll_fn(|context| {
        if !is_leaving && asked_to_leave.as_mut().poll(context).is_ready() {
            is_leaving = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(context)
    });
    if let Err(error) = ended.await {
        tracing::debug!(%error, %peer, "a connection ended early");
    }
}

/// Removes the results of jobs that ended long ago.
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
