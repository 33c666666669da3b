//! The parts of a request that all operations read: parameters, headers, body.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{self, FromRequest};
use axum::http::HeaderMap;
use memplan::JobOptions;

use crate::app::App;
use crate::clients::Client;
use crate::media::Media;
use crate::problem::Problem;
use crate::query::Query;
use crate::work::{Input, Options};

/// A request whose body is not read yet.
pub(crate) struct Request {
    pub(crate) app: Arc<App>,
    pub(crate) client: Client,
    pub(crate) headers: HeaderMap,
    query: Option<String>,
    body: Body,
}

impl FromRequest<Arc<App>> for Request {
    type Rejection = Problem;

    async fn from_request(
        request: extract::Request,
        app: &Arc<App>,
    ) -> Result<Self, Self::Rejection> {
        let (mut head, body) = request.into_parts();
        let client = head.extensions.remove::<Client>();
        Ok(Self {
            app: app.clone(),
            client: client.ok_or_else(|| Problem::bug("the client is unknown"))?,
            query: head.uri.query().map(str::to_owned),
            headers: head.headers,
            body,
        })
    }
}

impl Request {
    /// The parameters of the request, all of which must be known.
    ///
    /// # Errors
    ///
    /// When one is unknown or given twice.
    pub(crate) fn query(&self, names: &[&str]) -> Result<Query, Problem> {
        Query::parse(self.query.as_deref(), names)
    }

    /// The parameters, and the options among them.
    ///
    /// # Errors
    ///
    /// When a parameter is unknown, given twice, or of another form.
    pub(crate) fn options(&self, names: &[&str]) -> Result<(Query, Options), Problem> {
        let query = self.query(names)?;
        let options = options(&query)?;
        Ok((query, options))
    }

    /// The type of the answer: the offered one that the client prefers.
    ///
    /// # Errors
    ///
    /// 406 when it accepts none.
    pub(crate) fn wanted(&self, offered: &[Media]) -> Result<Media, Problem> {
        Media::of_answer(&self.headers, offered)
    }

    /// The type of the body.
    ///
    /// # Errors
    ///
    /// 415 when it is not accepted.
    pub(crate) fn media(&self, accepted: &[Media]) -> Result<Media, Problem> {
        Media::of_body(&self.headers, accepted)
    }

    /// The body as a named input.
    ///
    /// # Errors
    ///
    /// When its type is not accepted, it is too large, too slow or empty.
    pub(crate) async fn input(
        &mut self,
        query: &Query,
        accepted: &[Media],
    ) -> Result<Input, Problem> {
        Ok(Input {
            name: query.text("name", ""),
            media: self.media(accepted)?,
            bytes: self.content().await?,
        })
    }

    /// The body, which must not be empty.
    ///
    /// # Errors
    ///
    /// When it is too large, too slow or empty.
    pub(crate) async fn content(&mut self) -> Result<Vec<u8>, Problem> {
        let body = std::mem::take(&mut self.body);
        let bytes = self.app.bodies.read(&self.headers, body).await?;
        if bytes.is_empty() {
            return Err(Problem::unprocessable("empty", "the body is empty"));
        }
        Ok(bytes)
    }
}

fn options(query: &Query) -> Result<Options, Problem> {
    let mut options = Options {
        pipeline: query.text("pipeline", ""),
        ..Options::default()
    };
    for (name, value) in query.pairs() {
        if JobOptions::row(name).is_some() {
            options.job.set(name, value)?;
        }
    }
    Ok(options)
}
