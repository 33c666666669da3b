//! Mutations of programs in custom form.

use super::words::{other_type, pick_str, token, types_in};
use memplan_support::Random;

/// A mutant, and the operation that was changed.
pub(crate) fn mutate(random: &mut Random, text: &str) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let candidates: Vec<usize> = (0..lines.len())
        .filter(|&at| {
            let line = lines[at].trim();
            let is_wrapper = ["module", "func.func", "\"test.def\"", "return", "#", "}"]
                .iter()
                .any(|word| line.starts_with(word));
            let is_wrapper = is_wrapper || line.contains("\"test.def\"");
            line.len() > 1 && (!is_wrapper || random.one_in(20))
        })
        .collect();
    if candidates.is_empty() {
        return None;
    }
    let at = *random.pick(&candidates);
    let name = op_name(lines[at]);
    let mutated = (0..8).find_map(|_| change(random, text, &lines, at))?;
    (mutated != text).then_some((mutated, name))
}

/// The name of the operation that a line starts with.
fn op_name(line: &str) -> String {
    let line = line.trim();
    let line = match line.split_once(" = ") {
        Some((before, after)) if before.starts_with('%') => after,
        _ => line,
    };
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || "._\"".contains(c)));
    line[..end.unwrap_or(line.len())]
        .trim_matches('"')
        .to_owned()
}

fn change(random: &mut Random, text: &str, lines: &[&str], at: usize) -> Option<String> {
    let line = lines[at];
    let new = match random.index(16) {
        0..=4 => return types(random, text, lines, at),
        5..=7 => token(random, line)?,
        8 => replace_name(random, line)?,
        9 => swap_names(random, line)?,
        10 => {
            let old = op_name(line);
            let prefix = format!("{}.", old.split_once('.')?.0);
            let names: Vec<&str> = memplan_dialects_extra::dialects()
                .ops()
                .map(|def| def.name)
                .filter(|name| name.starts_with(&prefix))
                .collect();
            if names.is_empty() {
                return None;
            }
            line.replacen(&old, &pick_str(random, &names), 1)
        }
        11 => String::new(),
        12 => format!("{line}\n{line}"),
        13 => {
            let spots: Vec<usize> = line.match_indices(" : ").map(|(at, _)| at).collect();
            if spots.is_empty() {
                return None;
            }
            let spot = *random.pick(&spots);
            let dict = pick_str(
                random,
                &[
                    "{foo}",
                    "{alignment = 3 : i64}",
                    "{kind = 1 : i32}",
                    "{fastmath}",
                ],
            );
            format!("{} {dict}{}", &line[..spot], &line[spot..])
        }
        _ => tokens_of(random, line)?,
    };
    let mut lines = lines.to_vec();
    lines[at] = &new;
    Some(lines.join("\n") + "\n")
}

/// Replaces a type at one position, in the line, or in the whole program.
fn types(random: &mut Random, text: &str, lines: &[&str], at: usize) -> Option<String> {
    let line = lines[at];
    let places = types_in(line);
    if places.is_empty() {
        return None;
    }
    let (start, end) = *random.pick(&places);
    let old = &line[start..end];
    let types: Vec<String> = places.iter().map(|&(a, b)| line[a..b].to_owned()).collect();
    let new = other_type(random, old, &types);
    let new_line = match random.index(4) {
        0 => format!("{}{new}{}", &line[..start], &line[end..]),
        1 => replace_types(line, old, &new),
        _ => return Some(replace_types(text, old, &new)),
    };
    let mut lines = lines.to_vec();
    lines[at] = &new_line;
    Some(lines.join("\n") + "\n")
}

fn replace_types(text: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    let mut done = 0;
    for (start, end) in types_in(text) {
        if &text[start..end] == old {
            out.push_str(&text[done..start]);
            out.push_str(new);
            done = end;
        }
    }
    out + &text[done..]
}

/// The values named in a line, by position.
fn names_in(line: &str) -> Vec<(usize, usize)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.#".contains(c);
    line.match_indices('%')
        .map(|(start, _)| {
            let tail = &line[start + 1..];
            (
                start,
                start + 1 + tail.find(|c| !is_part(c)).unwrap_or(tail.len()),
            )
        })
        .collect()
}

fn replace_name(random: &mut Random, line: &str) -> Option<String> {
    let names = names_in(line);
    if names.len() < 2 {
        return None;
    }
    let ((start, end), (a, b)) = (*random.pick(&names), *random.pick(&names));
    Some(format!("{}{}{}", &line[..start], &line[a..b], &line[end..]))
}

fn swap_names(random: &mut Random, line: &str) -> Option<String> {
    let names = names_in(line);
    if names.len() < 2 {
        return None;
    }
    let at = random.index(names.len() - 1);
    let ((a, b), (c, d)) = (names[at], names[at + 1]);
    let middle = &line[b..c];
    Some(format!(
        "{}{}{middle}{}{}",
        &line[..a],
        &line[c..d],
        &line[a..b],
        &line[d..]
    ))
}

/// Drops or repeats a word, a sign, or an item of a list.
fn tokens_of(random: &mut Random, line: &str) -> Option<String> {
    let mut places = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.%#@!\"".contains(c);
    while at < line.len() {
        let rest = &line[at..];
        let c = rest.chars().next()?;
        let len = if is_word(c) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        if c != ' ' {
            places.push((at, at + len));
        }
        at += len;
    }
    if places.is_empty() {
        return None;
    }
    let (start, end) = *random.pick(&places);
    let word = &line[start..end];
    Some(match random.index(3) {
        0 => format!("{}{}", &line[..start], &line[end..]),
        1 => format!("{}{word} {word}{}", &line[..start], &line[end..]),
        _ => format!("{}, {word}{}", &line[..end], &line[end..]),
    })
}
