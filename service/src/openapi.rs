//! The description of the routes in OpenAPI 3.1, from the same table as the router.

use memplan::{JobOptions, OptionKind};
use memplan_planner::wire;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
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
    /// The schema of a body in JSON.
    pub(crate) given: SchemaOf,
    pub(crate) status: u16,
    /// The names of the types of its answer; empty without a body.
    pub(crate) answers: &'static [&'static str],
    /// The schema of an answer in JSON.
    pub(crate) answer: SchemaOf,
}

/// Adds the schema of a type to those of a document.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

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
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let mut paths = Map::new();
    for route in routes {
        let method = match route.verb {
            Verb::Get => "get",
            Verb::Post => "post",
            Verb::Delete => "delete",
        };
        let item = paths.entry(route.path).or_insert_with(|| json!({}));
        item[method] = operation(route, &mut schemas);
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
            "schemas": schemas.take_definitions(true),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        // Either of the two is accepted: tokens are optional.
        "security": [{}, {"token": []}],
    });
    document.to_string()
}

fn operation(route: &Described, schemas: &mut SchemaGenerator) -> Value {
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
        done["content"] = contents(route.answers.iter().copied(), route.answer, schemas);
    }
    let failed = json!({
        "description": "What is wrong, and where.",
        "content": {problem::MEDIA_TYPE: {"schema": schemas.subschema_for::<problem::Details>()}},
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
        let content = contents(names, route.given, schemas);
        operation["requestBody"] = json!({"required": true, "content": content});
    }
    operation
}

/// Contents of these types: of a schema in JSON, several files in forms, text or bytes otherwise.
fn contents<'a>(
    names: impl Iterator<Item = &'a str>,
    of_json: SchemaOf,
    schemas: &mut SchemaGenerator,
) -> Value {
    let content = |name: &str| {
        let file = json!({"type": "string", "contentMediaType": "application/octet-stream"});
        let schema = match name {
            "application/json" => json!(of_json(schemas)),
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

/// Declares a document whose schema is a file beside the code that reads it.
macro_rules! document {
    ($name:ident, $text:expr, $what:literal) => {
        #[doc = $what]
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut schema: Schema = serde_json::from_str($text).unwrap_or_default();
                schema.remove("$schema");
                // References within the file are relative to this.
                schema.insert(
                    "$id".to_owned(),
                    concat!("urn:memplan:", stringify!($name)).into(),
                );
                schema
            }
        }
    };
}

document!(Traces, wire::TRACE_SCHEMA, "Traces.");
document!(Plan, wire::PLAN_SCHEMA, "Schedules of traces.");
/// The body of a check of a plan.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "for its schema")]
pub(crate) struct TraceAndPlan {
    trace: Traces,
    plan: Plan,
}

/// One of two kinds of documents.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "for its schema")]
pub(crate) enum Either<A, B> {
    A(A),
    B(B),
}
