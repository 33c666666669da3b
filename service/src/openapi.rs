//! The description of the routes in OpenAPI 3.1, from the same table as the router.

use serde_json::{Map, Value, json};

use crate::media::Media;
use crate::problem;

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Post,
    Delete,
}

/// A route as its clients see it.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) verb: Verb,
    pub(crate) path: &'static str,
    /// A name for generated clients.
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) query: &'static [&'static str],
    /// The types of its body; empty without one.
    pub(crate) body: &'static [Media],
    pub(crate) status: u16,
    /// The names of the types of its answer; empty without a body.
    pub(crate) answers: &'static [&'static str],
}

/// The query parameters with what they mean.
const PARAMETERS: &[(&str, &str, &str)] = &[
    (
        "name",
        "string",
        "Name of the input, for reports and for the provenance of traces.",
    ),
    (
        "planner",
        "string",
        "Planner, with options in braces: `exact{work=100000}`.",
    ),
    (
        "collector",
        "string",
        "Collector of traces of programs, with options in braces.",
    ),
    (
        "alignment",
        "integer",
        "Smallest alignment of offsets, in bytes.",
    ),
    (
        "mutator",
        "string",
        "Mutator, with options in braces: `merge-alloc{arena=alloca}`.",
    ),
    (
        "dealloc",
        "boolean",
        "Whether deallocations are inserted; true by default.",
    ),
    (
        "optimize",
        "string",
        "`memory`, the default, lowers the run-time peak before planning; `none` keeps operations and buffers.",
    ),
    (
        "pipeline",
        "string",
        "Passes in the syntax of `mlir-opt --pass-pipeline`.",
    ),
    (
        "time",
        "string",
        "Time limit from the arrival of the request: `500ms`, `2s`.",
    ),
    (
        "work",
        "integer",
        "Work limit of the planner, the same on every machine.",
    ),
    ("seed", "integer", "Random seed."),
    (
        "static",
        "boolean",
        "Prove that every allocation is freed once instead of running the program.",
    ),
    (
        "operation",
        "string",
        "`plan` (the default), `merge` or `opt`.",
    ),
];

/// The whole description.
pub(crate) fn document(routes: &[Described]) -> String {
    let mut paths = Map::new();
    for route in routes {
        let method = match route.verb {
            Verb::Get => "get",
            Verb::Post => "post",
            Verb::Delete => "delete",
        };
        let item = paths.entry(route.path).or_insert_with(|| json!({}));
        item[method] = operation(route);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "memplan",
            "description": "Static memory planning of MLIR programs and traces.",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {"Problem": problem_schema()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        // Either of the two is accepted: tokens are optional.
        "security": [{}, {"token": []}],
    });
    document.to_string()
}

fn operation(route: &Described) -> Value {
    let in_path = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let text = match name {
                "position" => "Position of the input in the job, from 0.",
                "name" => "Name of the uploaded planner.",
                _ => "Identifier of the job.",
            };
            json!({
                "name": name,
                "in": "path",
                "required": true,
                "description": text,
                "schema": {"type": "string"},
            })
        });
    let in_query = PARAMETERS
        .iter()
        .filter(|(name, ..)| route.query.contains(name))
        .map(|(name, kind, text)| {
            let mut schema = json!({"type": kind});
            if *kind == "integer" {
                schema["minimum"] = json!(u8::from(*name == "alignment"));
                schema["maximum"] = json!(u64::MAX);
            }
            json!({"name": name, "in": "query", "description": text, "schema": schema})
        });
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let mut done = json!({"description": route.summary});
    if !route.answers.is_empty() {
        done["content"] = contents(route.answers.iter().copied());
    }
    let failed = json!({
        "description": "What is wrong, and where.",
        "content": {problem::MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    });
    let mut operation = json!({
        "operationId": route.id,
        "summary": route.summary,
        "parameters": parameters,
        "responses": {"default": failed},
    });
    operation["responses"][route.status.to_string()] = done;
    if route.verb == Verb::Delete && route.status != 204 {
        let removed = json!({"description": "The job is removed."});
        operation["responses"]["204"] = removed;
    }
    if !route.body.is_empty() {
        let names = route.body.iter().map(|media| media.name());
        operation["requestBody"] = json!({"required": true, "content": contents(names)});
    }
    operation
}

/// Contents of these types: objects in JSON, several files in forms, text or bytes otherwise.
fn contents<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    let content = |name: &str| {
        let file = json!({"type": "string", "contentMediaType": "application/octet-stream"});
        let schema = match name {
            "application/json" => json!({"type": "object"}),
            // Events have fields of their own.
            "text/event-stream" => json!({}),
            "multipart/form-data" => {
                json!({"type": "object", "properties": {"trace": file, "plan": file}})
            }
            _ => json!({"type": "string"}),
        };
        (name.to_owned(), json!({"schema": schema}))
    };
    Value::Object(names.map(content).collect())
}

fn problem_schema() -> Value {
    json!({
        "type": "object",
        "description": "Problem details of RFC 9457.",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "code": {"type": "string", "description": "Stable, for scripts."},
            "line": {"type": "integer", "description": "Of the input, from 1."},
            "column": {"type": "integer", "description": "In bytes, from 1."},
            "help": {"type": "array", "items": {"type": "string"}},
            "errors": {"type": "array", "items": {"type": "object"}},
        },
    })
}
