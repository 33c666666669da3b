//! The options of jobs, from Python's keywords.

use std::collections::BTreeMap;

use memplan::{FrontDoor, JobOption, JobOptions, OptionKind};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::shown;
use crate::errors::Failure;

pub(crate) type Keywords<'py> = BTreeMap<String, Bound<'py, PyAny>>;

/// The options that keywords ask for. Those that are `None` keep their defaults.
pub(crate) fn job(keywords: &Keywords<'_>) -> Result<JobOptions, Failure> {
    let mut options = JobOptions::default();
    for (keyword, value) in keywords {
        let row = JobOptions::row(&keyword.replace('_', "-"));
        let Some(row) = row.filter(|row| row.is_in(FrontDoor::Python)) else {
            let problem = format!("`{keyword}` is no option of `merge`");
            return Err(
                Failure::argument(problem).with_help("`memplan.MergeOptions` has all of them")
            );
        };
        if value.is_none() {
            continue;
        }
        for text in texts(row, value)? {
            options.set(row.name, &text).map_err(|error| {
                let text = error.to_string();
                let name = format!("`{}`", row.name);
                Failure::argument(text.replacen(&name, &format!("`{keyword}`"), 1))
            })?;
        }
    }
    Ok(options)
}

/// A value as it is written on a command line; several for a list.
fn texts(row: &JobOption, value: &Bound<'_, PyAny>) -> Result<Vec<String>, Failure> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(vec![text.to_string()]);
    }
    let one = match row.kind {
        OptionKind::Off | OptionKind::On(_) => {
            let switch: Option<bool> = value.extract().ok();
            switch.map(|switch| switch.to_string())
        }
        OptionKind::Bytes(_) | OptionKind::Number(_) => number(value),
        OptionKind::Time => {
            let seconds: Option<f64> = value.extract().ok();
            let time = seconds.and_then(|n| std::time::Duration::try_from_secs_f64(n).ok());
            time.map(|time| format!("{}ns", time.as_nanos()))
        }
        OptionKind::Text => number(value),
        OptionKind::List => return value.extract().map_err(|_| wrong(row, value)),
        OptionKind::Percent | OptionKind::Choice(_) => None,
    };
    one.map(|text| vec![text]).ok_or_else(|| wrong(row, value))
}

/// The digits of a whole number that is no `bool`.
fn number(value: &Bound<'_, PyAny>) -> Option<String> {
    let number: u64 = value.extract().ok()?;
    let is_switch = value.is_instance_of::<pyo3::types::PyBool>();
    (!is_switch).then(|| number.to_string())
}

fn wrong(row: &JobOption, value: &Bound<'_, PyAny>) -> Failure {
    let keyword = row.name.replace('-', "_");
    let value = shown(value);
    Failure::argument(format!(
        "`{keyword}` is {value}, expected {}",
        expected(row.kind)
    ))
}

fn expected(kind: OptionKind) -> &'static str {
    match kind {
        OptionKind::Off | OptionKind::On(_) => "`True` or `False`",
        OptionKind::Bytes(_) => "a number of bytes, or a size such as \"48MiB\"",
        OptionKind::Number(_) => "a whole number",
        OptionKind::Time => "seconds, or a time such as \"500ms\"",
        OptionKind::Percent => "a share such as \"20%\"",
        OptionKind::List => "a text, or a list of texts",
        OptionKind::Text | OptionKind::Choice(_) => "a text",
    }
}

/// The type of the values of an option, as `mypy` reads it.
fn annotation(kind: OptionKind) -> String {
    match kind {
        OptionKind::Off | OptionKind::On(_) => "bool".to_owned(),
        OptionKind::Bytes(_) => "int | str".to_owned(),
        OptionKind::Number(_) => "int".to_owned(),
        OptionKind::Time => "float | str".to_owned(),
        OptionKind::Choice(values) => {
            let names: Vec<String> = values.iter().map(|v| format!("\"{}\"", v.0)).collect();
            format!("Literal[{}]", names.join(", "))
        }
        OptionKind::Percent | OptionKind::Text => "str".to_owned(),
        OptionKind::List => "str | Sequence[str]".to_owned(),
    }
}

/// Returns the options of `merge`: name, type, and what it means.
#[pyfunction]
pub(crate) fn merge_options() -> Vec<(String, String, String)> {
    let rows = JobOptions::TABLE.iter();
    let rows = rows.filter(|row| row.is_in(FrontDoor::Python) && row.name != "planner");
    rows.flat_map(|row| {
        let names = [row.name].into_iter().chain(row.aliases.iter().copied());
        // Python had this name before.
        let names = names.filter(|&name| name == row.name || name == "deallocate");
        names.map(|name| {
            let text = format!("{} {}", row.summary, row.details);
            (
                name.replace('-', "_"),
                annotation(row.kind),
                text.trim_end().to_owned(),
            )
        })
    })
    .collect()
}
