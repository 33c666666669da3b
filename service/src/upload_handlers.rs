//! The routes of uploaded planners.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use axum::routing::{delete, get, post};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::clients::{Client, content_hash};
use crate::handlers::{Answer, json};
use crate::job_handlers::stored;
use crate::media::Media;
use crate::openapi::JSON;
use crate::problem::Problem;
use crate::request::Request;
use crate::route::{Route, table_of_routes};
use crate::store::{Added, Upload};
use crate::uploads::Uploads;
use crate::work::Limit;

/// The types of bodies with a plug-in: the accepted one, and the one in the OpenAPI description.
const PLUG_INS: &[Media] = &[Media::Wasm];
const DESCRIBED: &[Media] = &[Media::Unknown];

pub(crate) fn routes() -> Vec<Route> {
    table_of_routes! {
        Post "/v1/uploads" = "create-upload", "Upload a planner, a WebAssembly component",
            &["name"], DESCRIBED, () => 201, JSON, Described, post(create);
        Get "/v1/uploads" = "uploads", "Uploaded planners",
            &[], &[], () => 200, JSON, Listed, get(list);
        Delete "/v1/uploads/{name}" = "delete-upload", "Remove an uploaded planner (204)",
            &[], &[], () => 204, &[], (), delete(remove);
    }
}

fn uploads(app: &App) -> Result<&Uploads, Problem> {
    app.uploads.as_ref().ok_or_else(|| {
        let detail = "the operator of this service does not allow uploaded planners";
        Problem::new(StatusCode::FORBIDDEN, "uploads-disabled", detail)
            .help("start the service with `--allow-wasm`")
    })
}

/// Stores a planner after compiling it.
async fn create(mut request: Request) -> Answer {
    let query = request.query(&["name"])?;
    let name = query.get("name").filter(|name| is_name(name));
    let name = name.map(str::to_owned).ok_or_else(|| {
        let detail = "expected the query parameter `name`: 1 to 60 letters, digits and `-`";
        Problem::bad_request("bad-parameter", detail)
    })?;
    request.wanted(&[Media::Json])?;
    request.media(PLUG_INS)?;
    let max_bytes = uploads(&request.app)?.max_bytes;
    let bytes = request.content().await?;
    if bytes.len() > max_bytes {
        let detail = format!(
            "the plug-in has {} bytes, the limit is {max_bytes}",
            bytes.len()
        );
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        return Err(Problem::new(status, "too-large", detail));
    }
    let client = request.client.clone();
    let work = move |app: &App, limit: &Limit| {
        limit.check()?;
        add(uploads(app)?, &client, &name, bytes)
    };
    let added = request.app.run(&request.client, work).await?;
    let mut response = json(&described(added))?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Whether a name has only letters, digits and `-`, and is shorter than a hash.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=60).contains(&name.len()) && name.chars().all(is_plain)
}

fn add(uploads: &Uploads, client: &Client, name: &str, bytes: Vec<u8>) -> Result<Upload, Problem> {
    let hash = content_hash(&bytes);
    if !bytes.starts_with(b"\0asm") {
        let detail = "the body is no WebAssembly component";
        return Err(Problem::unprocessable("bad-plug-in", detail));
    }
    let checked = uploads.planner.check(bytes.clone());
    checked.map_err(|problem| {
        let detail = format!("the body is no planner plug-in: {problem}");
        Problem::unprocessable("bad-plug-in", detail)
    })?;
    match uploads.store.add(&client.0, name, &hash, &bytes)? {
        Added::Stored(upload) => Ok(upload),
        Added::NameTaken => {
            let detail = format!("`{name}` is the name of another planner");
            Err(Problem::new(StatusCode::CONFLICT, "name-taken", detail)
                .help("choose another name, or delete that one"))
        }
        Added::Full => {
            let detail = "uploaded planners have reached their storage limit";
            let status = StatusCode::INSUFFICIENT_STORAGE;
            Err(Problem::new(status, "store-full", detail).help("delete others"))
        }
    }
}

/// An upload with the specification of its planner.
#[derive(Serialize, JsonSchema)]
struct Described {
    #[serde(flatten)]
    upload: Upload,
    planner: String,
}

/// All uploads.
#[derive(Serialize, JsonSchema)]
struct Listed {
    version: u32,
    uploads: Vec<Described>,
}

fn described(upload: Upload) -> Described {
    Described {
        planner: format!("wasm{{plugin={}}}", upload.name),
        upload,
    }
}

async fn list(State(app): State<Arc<App>>) -> Answer {
    let all = stored(&app, |app| Ok(uploads(app)?.store.all()?)).await?;
    json(&Listed {
        version: 1,
        uploads: all.into_iter().map(described).collect(),
    })
}

/// Removes an upload of this client.
async fn remove(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(name): Path<String>,
) -> Answer {
    stored(&app, move |app| {
        let uploads = uploads(app)?;
        let upload = uploads.store.find(&name)?.ok_or_else(|| {
            let detail = "there is no such uploaded planner";
            Problem::new(StatusCode::NOT_FOUND, "unknown-upload", detail)
        })?;
        if !app.tokens.is_empty() && upload.client != *client.0 {
            let detail = "the planner belongs to another client";
            return Err(Problem::new(StatusCode::FORBIDDEN, "not-owner", detail));
        }
        Ok(uploads.store.remove(&name)?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
