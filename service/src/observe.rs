//! Wraps each request: identifier, client, log line, metrics.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::app::App;
use crate::clients::Client;
use crate::connections::Peer;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest identifier that is accepted from a client.
const MAX_ID_BYTES: usize = 64;

/// Handles a request with identifier, client, log line and metrics.
pub(crate) async fn observe(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let id = request_id(&request);
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let peer = request.extensions().get::<Peer>().copied();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let method = request.method().clone();
    let mut name = String::new();
    let mut response = match app.tokens.client(request.headers(), peer) {
        Err(problem) if !is_public(&route) => problem.into_response(),
        client => {
            let client = client.unwrap_or_else(|_| Client(Arc::from("")));
            name.push_str(&client.0);
            request.extensions_mut().insert(client);
            next.run(request).await
        }
    };
    let (status, time) = (response.status().as_u16(), start.elapsed());
    app.metrics.request(&route, status, time);
    tracing::info!(
        target: "memplan_service::request",
        id = id.to_str().unwrap_or_default(),
        %method,
        route,
        status,
        ms = time.as_secs_f64() * 1e3,
        client = name,
    );
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Whether a route is open to clients without a token: monitors and load balancers have none, and the page holds no
/// data.
fn is_public(route: &str) -> bool {
    ["/", "/healthz", "/readyz", "/v1/openapi.json"].contains(&route)
}

/// The identifier that the client or a proxy gave, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let given = request.headers().get(REQUEST_ID).filter(|value| {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        (1..=MAX_ID_BYTES).contains(&value.len()) && value.as_bytes().iter().all(is_plain)
    });
    if let Some(given) = given {
        return given.clone();
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = since.map_or(0, |since| since.as_micros());
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let text = format!("{micros:x}-{number:x}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
}
