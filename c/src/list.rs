//! The options and plug-ins as a document, from which other programs make their own options.

use memplan::{Entry, JobOptions, OptionKind, entries};
use serde::Serialize;

use crate::answer::{Answer, Failure, Outcome, Which};
use crate::settings::context;

#[derive(Serialize)]
struct Document {
    version: u32,
    options: Vec<Row>,
    planners: Vec<Entry>,
    passes: Vec<Entry>,
}

/// An option of jobs.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    /// What stands for a value in a help text; empty for a switch.
    placeholder: &'static str,
    is_switch: bool,
    example: &'static str,
    summary: &'static str,
    details: &'static str,
}

pub(crate) fn list() -> Outcome<Answer> {
    let context = context();
    let options = JobOptions::TABLE.iter().map(|row| Row {
        name: row.name,
        placeholder: row.placeholder,
        is_switch: matches!(row.kind, OptionKind::Off | OptionKind::On(_)),
        example: row.example,
        summary: row.summary,
        details: row.details,
    });
    let document = Document {
        version: 1,
        options: options.collect(),
        planners: context.listed_planners(),
        passes: entries(&context.all_passes()),
    };
    let text = serde_json::to_string(&document);
    let text = text.map_err(|error| Failure::bug(error.to_string()))?;
    Ok(Answer::default().with(Which::List, text))
}
