//! The description of the routes in OpenAPI 3.1, from the same table as the router.

use memplan::{JobOptions, OptionKind};
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

/// A route with a body, its query parameters, the types of the body and of the answer.
pub(crate) const fn with_body(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    query: &'static [&'static str],
    body: &'static [Media],
    answers: &'static [&'static str],
) -> Described {
    Described {
        verb: Verb::Post,
        path,
        id,
        summary,
        query,
        body,
        status: 200,
        answers,
    }
}

/// A route without a body.
pub(crate) const fn without_body(
    verb: Verb,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answers: &'static [&'static str],
) -> Described {
    Described {
        verb,
        path,
        id,
        summary,
        query: &[],
        body: &[],
        status: 200,
        answers,
    }
}

pub(crate) const JSON: &[&str] = &["application/json"];
/// The query parameters that are no options of jobs, with what they mean.
const PARAMETERS: &[(&str, &str, &str)] = &[
    (
        "name",
        "string",
        "Name of the input, for reports and for the provenance of traces.",
    ),
    (
        "pipeline",
        "string",
        "Passes in the syntax of `mlir-opt --pass-pipeline`.",
    ),
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

/// What is known of a query parameter: what it means, and its schema.
fn parameter(name: &str) -> Option<(String, Value)> {
    if let Some((_, kind, text)) = PARAMETERS.iter().find(|row| row.0 == name) {
        return Some(((*text).to_owned(), json!({"type": kind})));
    }
    let row = JobOptions::row(name)?;
    let text = if row.name == name {
        format!("{} {}", row.summary, row.details)
    } else {
        format!("The same as `{}`. {}", row.name, row.summary)
    };
    Some((text.trim_end().to_owned(), schema(row.kind)))
}

fn schema(kind: OptionKind) -> Value {
    let number = |least: u64| json!({"type": "integer", "minimum": least, "maximum": u64::MAX});
    match kind {
        OptionKind::Off => json!({"type": "boolean", "default": false}),
        OptionKind::On(_) => json!({"type": "boolean", "default": true}),
        OptionKind::Number(least) => number(least),
        OptionKind::Bytes(least) => {
            let text = json!({"type": "string", "description": "With a unit, such as `64KiB`."});
            json!({"anyOf": [number(least), text]})
        }
        OptionKind::Percent => json!({"type": "string", "pattern": "^[0-9]+%$"}),
        OptionKind::Choice(values) => {
            let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
            json!({"type": "string", "enum": names})
        }
        OptionKind::Time | OptionKind::Text | OptionKind::List => json!({"type": "string"}),
    }
}

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
    let in_query = route.query.iter().filter_map(|name| {
        let (text, schema) = parameter(name)?;
        Some(json!({"name": name, "in": "query", "description": text, "schema": schema}))
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
