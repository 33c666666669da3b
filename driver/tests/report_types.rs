//! The types of the Python package for reports, written from their schema: `UPDATE_EXPECT=1` writes them.

use std::fmt::Write as _;
use std::path::PathBuf;

use memplan::ReportJson;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

const HEAD: &str = r#""""The report of `merge` as types, written by `driver/tests/report_types.rs` from the schema of the library.

Sizes are in bytes. A key that is `NotRequired` is absent where there is nothing to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired
"#;

/// What cannot be the name of a field in a class.
const KEYWORDS: &[&str] = &["pass"];

/// The name of a type in Python.
fn name(title: &str) -> &str {
    title.strip_suffix("Json").unwrap_or(title)
}

/// The type of values of a schema; `null` is left out.
fn annotation(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return name(path.rsplit('/').next().unwrap()).to_owned();
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let choices = choices.iter().filter(|of| of["type"] != "null");
        return choices.map(annotation).collect::<Vec<_>>().join(" | ");
    }
    let one = |kind: &Value| match kind.as_str().unwrap() {
        "string" => "str".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "array" => format!("list[{}]", annotation(&schema["items"])),
        "object" => format!("dict[str, {}]", annotation(&schema["additionalProperties"])),
        other => panic!("no type of Python for {other}: {schema}"),
    };
    match &schema["type"] {
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter(|kind| *kind != "null");
            kinds.map(one).collect::<Vec<_>>().join(" | ")
        }
        kind => one(kind),
    }
}

fn has_null(schema: &Value) -> bool {
    let is_null = |of: &Value| of == "null" || of["type"] == "null";
    [&schema["anyOf"], &schema["type"]]
        .into_iter()
        .any(|of| of.as_array().is_some_and(|of| of.iter().any(is_null)))
}

/// A text without links, in lines of at most 116 bytes.
fn documentation(indent: &str, text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once("[`") {
        let (code, after) = link.split_once("`]").unwrap();
        let target = after.strip_prefix('(').and_then(|of| of.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
        let _ = write!(plain, "{before}`{}`", code.rsplit("::").next().unwrap());
    }
    plain.push_str(rest);
    let mut lines = vec![format!("{indent}\"\"\"")];
    for word in plain.split_whitespace() {
        let line = lines.last_mut().unwrap();
        if line.len() + word.len() > 112 {
            lines.push(format!("{indent}{word}"));
        } else {
            let space = if line.ends_with(['"', ' ']) { "" } else { " " };
            let _ = write!(line, "{space}{word}");
        }
    }
    lines.join("\n") + "\"\"\"\n"
}

/// A class for the objects of a schema.
fn class(page: &mut String, title: &str, schema: &Value) {
    let (title, properties) = (name(title), schema["properties"].as_object().unwrap());
    let required = schema["required"].as_array().unwrap();
    let field = |key: &str, value: &Value| {
        if required.iter().any(|name| name == key) {
            annotation(value) + if has_null(value) { " | None" } else { "" }
        } else {
            format!("NotRequired[{}]", annotation(value))
        }
    };
    let text = schema["description"]
        .as_str()
        .unwrap_or("A part of a report.");
    let text = text
        .split(". Built by")
        .next()
        .unwrap()
        .trim_end_matches('.')
        .to_owned()
        + ".";
    if KEYWORDS
        .iter()
        .any(|keyword| properties.contains_key(*keyword))
    {
        let _ = writeln!(page, "\n\n{title} = TypedDict(\n    \"{title}\",\n    {{");
        for (key, value) in properties {
            let _ = writeln!(page, "        \"{key}\": \"{}\",", field(key, value));
        }
        let _ = write!(page, "    }},\n)\n{}", documentation("", &text));
        return;
    }
    let _ = write!(
        page,
        "\n\nclass {title}(TypedDict):\n{}\n",
        documentation("    ", &text)
    );
    for (key, value) in properties {
        let _ = writeln!(page, "    {key}: {}", field(key, value));
        if let Some(text) = value["description"].as_str() {
            page.push_str(&documentation("    ", text));
        }
    }
}

#[test]
fn the_types_in_python_are_those_of_the_schema() {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings
        .into_generator()
        .into_root_schema_for::<ReportJson<'static>>();
    let schema = serde_json::to_value(&schema).unwrap();
    let empty = Map::new();
    let parts = schema["$defs"].as_object().unwrap_or(&empty);
    let mut page = HEAD.to_owned();
    for (title, part) in parts {
        class(&mut page, title, part);
    }
    class(&mut page, "Report", &schema);
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../python/package/memplan/report.py");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept, page, "`UPDATE_EXPECT=1` writes {}", path.display());
}
