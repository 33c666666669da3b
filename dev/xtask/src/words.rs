//! Words that the documentation and messages of this repository do not use, with replacements.
//!
//! Each is a metaphor or an indirect phrase for which the field has a term, and stands for its kind. The check
//! matches whole words, case-insensitively, in Rust and Markdown files, including names of items.

use std::fs;
use std::path::Path;

use crate::tidy::files_with;

/// A word or phrase, and its replacement.
const BANNED: &[(&str, &str)] = &[
    (
        "nobody",
        "name what is missing: `the effects of X are unknown`",
    ),
    ("whoever", "name the actor"),
    ("is told", "name the report: `is reported`, `receives`"),
    ("says so", "`reports it`"),
    ("gives back", "returns"),
    ("hands over", "passes, or transfers"),
    ("left alone", "skipped, or unchanged"),
    ("looks after", "manages, or frees"),
    ("the real mlir", "MLIR"),
    ("house rule", "repository rule"),
    (
        "github.com/memplan",
        "a path in the tree: `.ci/address` writes the address into what is published",
    ),
];

/// One line for each banned word in the Rust and Markdown files below a folder.
pub(crate) fn check_tree(root: &Path) -> Vec<String> {
    let mut findings = Vec::new();
    let mut files = Vec::new();
    for extension in ["rs", "md"] {
        if let Err(error) = files_with(root, extension, &mut files) {
            findings.push(error.to_string());
        }
    }
    files.sort();
    for path in &files {
        let name = path.strip_prefix(root).unwrap_or(path);
        // This file lists the banned words.
        if name.ends_with("xtask/src/words.rs") {
            continue;
        }
        let name = name.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => findings.extend(check(&name, &text)),
            Err(error) => findings.push(format!("{name}: {error}")),
        }
    }
    findings
}

/// One line for each banned word in the text of a file.
fn check(name: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.to_lowercase();
        for (banned, instead) in BANNED {
            if has_words(&line, banned) {
                findings.push(format!("{name}:{number}: `{banned}`: {instead}"));
            }
        }
    }
    findings
}

/// Whether the phrase is in the line, with no letter, digit or apostrophe directly before or after it.
fn has_words(line: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn whole_words_are_found_in_prose_and_names() {
        let count = |text: &str| check("a.rs", text).len();
        assert_eq!(count("/// Nobody frees their buffers."), 1);
        assert_eq!(count("fn nobody_of() {}"), 1);
        assert_eq!(count("/// It hands overhead on."), 0);
    }
}
