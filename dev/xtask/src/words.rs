//! Words that the documentation and messages of this repository do not use, with replacements.
//!
//! Each is a private metaphor or an indirect phrase for which the field has a term. The check
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
    ("somebody", "name the actor"),
    ("whoever", "name the actor"),
    ("heir", "ownership receiver"),
    ("heirs", "ownership receivers"),
    ("squeak", "add blame (squeaky wheel optimization)"),
    ("squeaks", "adds blame (squeaky wheel optimization)"),
    ("regret", "costly transfer"),
    ("regrets", "costly transfers"),
    ("never there", "never live"),
    ("is told", "name the report: `is reported`, `receives`"),
    ("are told", "name the report: `are reported`, `receive`"),
    ("says so", "`reports it`"),
    ("say so", "`report it`"),
    ("at hand", "available"),
    ("without a word", "by default"),
    ("goes on", "continues"),
    ("go on", "continue"),
    ("going on", "continuing"),
    ("went on", "continued"),
    ("way out", "workaround"),
    ("ways out", "workarounds"),
    ("of no use", "unusable"),
    ("none of our business", "ignored"),
    ("of ours", "name the crate or the tool"),
    ("words for people", "human-readable messages"),
    ("for people", "human-readable"),
    ("could not try", "usage or I/O error"),
    ("sticks out", "exceeds the target"),
    ("stick out", "exceed the target"),
    ("stands in", "is in"),
    ("stand in", "are in"),
    ("stands at", "is at"),
    ("stands there", "is there"),
    ("stands before", "precedes"),
    ("stands behind", "follows"),
    ("all the same", "anyway"),
    ("the one hand", "rephrase"),
    ("in turns", "alternately"),
    ("kinds of people", "users"),
    ("at the door", "when input is read"),
    ("comes behind", "follows"),
    ("what came of", "the result of"),
    ("gives up on", "rejects, or stops at"),
    ("second reading", "rephrase"),
    ("is there for", "is for"),
    ("hands on", "passes on"),
    ("hand on", "pass on"),
    ("hands out", "returns, or passes on"),
    ("hands over", "passes, or transfers"),
    ("hand over", "pass, or transfer"),
    ("handed over", "passed, or transferred"),
    ("gives back", "returns"),
    ("give back", "return"),
    ("made anew", "recreated"),
    ("own business", "say what is not checked or changed"),
    ("the real mlir", "MLIR"),
    ("house rule", "repository rule"),
    ("house rules", "repository rules"),
    ("looks after", "manages, or frees"),
    ("look after", "manage, or free"),
    ("left alone", "skipped, or unchanged"),
    ("leaves alone", "skips, or does not change"),
    ("leave alone", "skip, or do not change"),
    ("as users see them", "in display order"),
    ("under way", "active"),
    ("takes turns", "alternates"),
    ("take turns", "alternate"),
    ("fate", "decision, or outcome"),
    ("fates", "decisions, or outcomes"),
    ("guilty", "offending"),
    ("to blame", "responsible, or offending"),
    ("be it by", "including by"),
    ("the door", "the interface"),
    ("tells of", "reports"),
    (
        "knows nothing of",
        "does not depend on, or does not support",
    ),
    ("once and for all", "once"),
    ("if need be", "if necessary"),
    ("so many bytes", "this many bytes"),
];

/// A phrase that contains banned words but has a meaning in the field.
const ALLOWED: &[&str] = &["stand in for", "stands in for"];

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
        let mut line = line.to_lowercase();
        for allowed in ALLOWED {
            line = line.replace(allowed, "");
        }
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
        let found = |text: &str| check("a.rs", text).len();
        assert_eq!(found("/// Nobody frees their buffers."), 1);
        assert_eq!(found("fn heir_of() {}"), 1);
        assert_eq!(found("/// Their owners stand in for them."), 0);
        assert_eq!(found("/// It stands in the list."), 1);
    }
}
