//! Habits of writing that this repository gives up: how often each occurs, and the most that it may.
//!
//! `cargo xtask habits` prints the counts, `cargo xtask habits NAME` the places of one. A count that exceeds its
//! ceiling is a finding of `tidy`, and so is one far below it: ceilings only fall.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy::{code_lines, rust_files};

/// A habit that is counted.
struct Habit {
    name: &'static str,
    /// What to write in its place.
    instead: &'static str,
    ceiling: usize,
    /// The numbers of the lines of a source file that have it, one for each occurrence.
    find: fn(&str) -> Vec<usize>,
}

const HABITS: &[Habit] = &[
    Habit {
        name: "it",
        instead: "name the parameter of the closure after the thing",
        ceiling: 7,
        find: |text| lines_with(text, &["|it|", "|&it|", "|it:", "|(it,", ", it|", ", it)|"]),
    },
    Habit {
        name: "found",
        instead: "name the value after what was found or is known",
        ceiling: 1,
        find: |text| lines_with(text, BINDINGS),
    },
    Habit {
        name: "long-comments",
        instead: "wrap comments at 120 columns",
        ceiling: 0,
        find: |text| {
            comments(text, |line| {
                120 < line.chars().count() && !is_verbatim(line)
            })
        },
    },
    Habit {
        name: "match-true",
        instead: "write `if` and `else`",
        ceiling: 0,
        find: |text| {
            let arms = code_lines(text).filter(|(_, code)| {
                let arm = code.trim_start().strip_prefix("true ");
                arm.is_some_and(|rest| rest.starts_with("=>") || rest.starts_with("if "))
            });
            arms.map(|(number, _)| number).collect()
        },
    },
    Habit {
        name: "long-functions",
        instead: "divide functions of more than 60 lines",
        ceiling: 143,
        find: long_functions,
    },
    Habit {
        name: "tuple-parameters",
        instead: "make a struct that has a name, or separate parameters",
        ceiling: 21,
        find: tuple_parameters,
    },
    Habit {
        name: "behind",
        instead: "say after, on top of, or at the end of",
        ceiling: 0,
        find: |text| comments(text, |line| has_word(line, "behind")),
    },
];

/// How values get the names `found` and `known`.
const BINDINGS: &[&str] = &[
    concat!("let fo", "und"),
    concat!("let mut fo", "und"),
    concat!("(fo", "und)"),
    concat!("for fo", "und in"),
    concat!("|fo", "und|"),
    concat!("let kno", "wn"),
    concat!("let mut kno", "wn"),
    concat!("(kno", "wn) ="),
    concat!("for kno", "wn in"),
    concat!("|kno", "wn|"),
];

/// The longest function body, in lines.
const MAX_BODY: usize = 60;

/// How far below its ceiling a count may be: a twentieth, and this.
const SLACK: usize = 5;

/// Prints the counts, or the places of the habits that `names` names.
///
/// # Errors
///
/// If there is no habit of a name.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<String, String> {
    let mut lines = Vec::new();
    for name in names {
        let habit = HABITS.iter().find(|habit| habit.name == name);
        let habit = habit.ok_or_else(|| format!("habits: there is no habit `{name}`"))?;
        lines.extend(places(root, habit));
    }
    if names.is_empty() {
        lines.extend(HABITS.iter().map(|habit| {
            let n_places = places(root, habit).len();
            let (name, instead) = (habit.name, habit.instead);
            format!(
                "{name:17} {n_places:5}, at most {:5}: {instead}",
                habit.ceiling
            )
        }));
    }
    Ok(lines.join("\n"))
}

/// Habits that occur more often than their ceilings permit, or much less often.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let finding = |habit: &Habit| judge(habit, places(root, habit).len());
    HABITS.iter().filter_map(finding).collect()
}

fn judge(habit: &Habit, n_places: usize) -> Option<String> {
    let (name, ceiling) = (habit.name, habit.ceiling);
    if ceiling < n_places {
        return Some(format!(
            "habit `{name}`: {n_places} times, at most {ceiling}: {}; `cargo xtask habits {name}` lists them",
            habit.instead
        ));
    }
    (n_places + ceiling / 20 + SLACK < ceiling)
        .then(|| format!("habit `{name}`: {n_places} times, far below the ceiling of {ceiling}: lower it in dev/xtask/src/habits.rs"))
}

/// The places of a habit, each as a path and a line.
fn places(root: &Path, habit: &Habit) -> Vec<String> {
    let of_file = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let name = path
            .strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string();
        let lines = (habit.find)(&text).into_iter();
        lines
            .map(move |number| format!("{name}:{number}"))
            .collect::<Vec<_>>()
    };
    rust_files(root).iter().flat_map(of_file).collect()
}

/// The lines whose code contains one of the texts, once for each occurrence.
fn lines_with(text: &str, texts: &[&str]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for (number, code) in code_lines(text) {
        let counts = texts.iter().map(|text| code.matches(text).count());
        numbers.extend(std::iter::repeat_n(number, counts.sum()));
    }
    numbers
}

/// The lines that are comments and of which `is_bad` holds.
fn comments(text: &str, is_bad: impl Fn(&str) -> bool) -> Vec<usize> {
    let lines = (1..).zip(text.lines());
    let bad = lines.filter(|(_, line)| line.trim_start().starts_with("//") && is_bad(line));
    bad.map(|(number, _)| number).collect()
}

/// Whether a comment is a row of a table, or a drawing with programs beside each other.
fn is_verbatim(line: &str) -> bool {
    let text = line
        .trim_start()
        .trim_start_matches(['/', '!'])
        .trim_start();
    text.starts_with('|') || text.contains("    ")
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric())
        .any(|part| part.eq_ignore_ascii_case(word))
}

/// A function of a formatted source file.
struct Function {
    line: usize,
    /// From its name to the beginning of its body.
    signature: String,
    /// Lines between its outer braces.
    body: usize,
}

fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut functions = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let Some((before, name)) = code.split_once("fn ") else {
            continue;
        };
        let is_qualifier = |c: char| c.is_ascii_lowercase() || "() :".contains(c);
        if code.starts_with("//") || !before.chars().all(is_qualifier) {
            continue;
        }
        let opening = lines[at..]
            .iter()
            .position(|line| line.ends_with(['{', '}', ';']));
        let open = at + opening.unwrap_or_default();
        let closes = |line: &&str| line.len() == indent + 1 && line.ends_with('}');
        let close = lines[open..].iter().position(closes);
        let is_open = lines[open].ends_with('{');
        functions.push(Function {
            line: at + 1,
            signature: name.to_owned() + &lines[at + 1..=open.max(at)].join(" "),
            body: close.filter(|_| is_open).map_or(0, |close| close - 1),
        });
    }
    functions
}

fn long_functions(text: &str) -> Vec<usize> {
    let functions = functions(text).into_iter();
    let long = functions.filter(|function| MAX_BODY < function.body);
    long.map(|function| function.line).collect()
}

/// The lines of functions, once for each parameter that is a tuple.
fn tuple_parameters(text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    for function in functions(text) {
        let tuples = parameter_types(&function.signature)
            .filter(|ty| ty.starts_with('(') && ty.contains(','));
        numbers.extend(tuples.map(|_| function.line));
    }
    numbers
}

/// The types of the parameters in a signature, without their references.
fn parameter_types(signature: &str) -> impl Iterator<Item = &str> {
    let signature = signature.split(" {").next().unwrap_or_default();
    let mut depth = 0_usize; // of angle brackets, which the list of parameters follows
    let mut before = ' ';
    let start = signature.char_indices().find_map(|(at, c)| {
        match c {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            '(' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        before = c;
        None
    });
    let list = &signature[start.unwrap_or(signature.len())..];
    let (mut depth, mut begin, mut before, mut parameters) = (0_i32, 0, ' ', Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' if depth == 0 => {
                parameters.push(&list[begin..at]);
                break;
            }
            ')' | ']' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            ',' if depth == 0 => {
                parameters.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    let types = parameters
        .into_iter()
        .filter_map(|parameter| parameter.split_once(": "));
    types.map(|(_, ty)| {
        let ty = ty.trim().trim_start_matches('&');
        ty.strip_prefix("mut ").unwrap_or(ty)
    })
}

#[cfg(test)]
mod tests {
    use super::{HABITS, functions, judge, tuple_parameters};

    #[test]
    fn tuples_are_found_among_parameters() {
        let count = |text: &str| tuple_parameters(text).len();
        assert_eq!(
            count("fn f((a, b): (u8, u8), c: &mut (u8, u8)) -> (u8, u8) {}"),
            2
        );
        assert_eq!(
            count("    pub(crate) fn f<F: Fn(u8, (u8, u8)) -> u8>(x: F, y: [(u8, u8); 2]);"),
            0
        );
        assert_eq!(count("fn f(\n    a: u8,\n    b: (u8, u8),\n) {\n}"), 1);
    }

    #[test]
    fn bodies_end_at_their_indentation() {
        let text = "impl A {\n    fn f(\n    ) {\n        if x {\n        }\n    }\n}\n";
        let bodies: Vec<usize> = functions(text)
            .iter()
            .map(|function| function.body)
            .collect();
        assert_eq!(bodies, [2]);
    }

    #[test]
    fn counts_stay_at_their_ceilings() {
        let habit = &HABITS[0];
        assert_eq!(judge(habit, habit.ceiling), None);
        assert!(judge(habit, habit.ceiling + 1).is_some());
    }
}
