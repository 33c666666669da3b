//! Reads request bodies within limits, and streams answers.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;
use tokio::sync::mpsc;

use crate::problem::Problem;

/// How request bodies are read.
#[derive(Debug)]
pub(crate) struct BodyReader {
    /// The largest body, in bytes after decompression.
    pub(crate) max_bytes: usize,
    /// The time within which a body must arrive.
    pub(crate) time: Duration,
    /// The most bytes of all arriving bodies in memory.
    pub(crate) max_arriving_bytes: usize,
    arriving: AtomicUsize,
}

/// The share of an arriving body in the common limit.
struct Share<'a> {
    reader: &'a BodyReader,
    bytes: usize,
}

impl Share<'_> {
    fn add(&mut self, bytes: usize) -> Result<(), Problem> {
        self.bytes += bytes;
        let before = self.reader.arriving.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) <= self.reader.max_arriving_bytes {
            return Ok(());
        }
        let detail = "too many bytes are being uploaded at once";
        Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", detail).retry_after(1))
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.reader
            .arriving
            .fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl BodyReader {
    /// A reader with these limits.
    pub(crate) fn new(max_bytes: usize, time: Duration, max_arriving_bytes: usize) -> Self {
        Self {
            max_bytes,
            time,
            max_arriving_bytes,
            arriving: AtomicUsize::new(0),
        }
    }

    /// The whole body.
    ///
    /// # Errors
    ///
    /// 413 when it is too large, 408 when it takes too long, 429 when too much arrives at once, and 400 when
    /// it is cut off or its compressed form is damaged.
    pub(crate) async fn read(&self, headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Problem> {
        let length = headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > self.max_bytes as u64) {
            return Err(self.too_large());
        }
        match tokio::time::timeout(self.time, self.collect(body)).await {
            Ok(result) => result,
            Err(_) => {
                let detail = format!("the body did not arrive within {} s", self.time.as_secs());
                Err(Problem::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "slow-body",
                    detail,
                ))
            }
        }
    }

    async fn collect(&self, mut body: Body) -> Result<Vec<u8>, Problem> {
        let mut share = Share {
            reader: self,
            bytes: 0,
        };
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| {
                Problem::bad_request("bad-body", format!("the body cannot be read: {error}"))
            })?;
            let Ok(data) = frame.into_data() else {
                continue;
            };
            if bytes.len() + data.len() > self.max_bytes {
                return Err(self.too_large());
            }
            share.add(data.len())?;
            bytes.extend_from_slice(&data);
        }
        Ok(bytes)
    }

    fn too_large(&self) -> Problem {
        let detail = format!("the body is larger than {} bytes", self.max_bytes);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
            .help("split it, or ask the operator for a larger `--max-body`")
    }
}

/// An answer whose parts arrive over a channel. It ends when the sender is dropped.
pub(crate) struct ChannelBody(mpsc::Receiver<Result<Bytes, axum::Error>>);

impl ChannelBody {
    /// A body, and the sender of its parts. Sending waits while `capacity` parts are unsent.
    pub(crate) fn channel(capacity: usize) -> (mpsc::Sender<Result<Bytes, axum::Error>>, Body) {
        let (sender, receiver) = mpsc::channel(capacity);
        (sender, Body::new(Self(receiver)))
    }
}

impl HttpBody for ChannelBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        let part = self.0.poll_recv(context);
        part.map(|part| part.map(|part| part.map(hyper::body::Frame::data)))
    }
}
