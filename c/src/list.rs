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
    /// The default of a switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    switch: Option<bool>,
    example: &'static str,
    summary: &'static str,
    details: &'static str,
}

pub(crate) fn list() -> Outcome<Answer> {
    let context = context();
    let options = JobOptions::TABLE.iter().map(|row| Row {
        name: row.name,
        placeholder: row.placeholder,
        switch: match row.kind {
            OptionKind::Off => Some(false),
            OptionKind::On(_) => Some(true),
            _ => None,
        },
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
