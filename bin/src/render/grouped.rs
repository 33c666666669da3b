//! Groups many errors of one kind into one message.
//!
//! A program of another dialect has hundreds of operations that cannot be read, or whose effects on
//! memory are unknown. One message for each would bury the helpful one.

use super::Message;

/// How many names a message lists.
const MAX_NAMES: usize = 8;

/// Errors about operations that belong together.
struct Group {
    codes: &'static [&'static str],
    /// Message text after the number of operations.
    words: &'static str,
    /// The help text, if the messages have none.
    help: Option<&'static str>,
}

const GROUPS: &[Group] = &[
    Group {
        codes: &["unknown-op", "no-custom-form"],
        words: "operations are in unsupported custom forms",
        help: Some(
            "print the program in generic form (`mlir-opt --mlir-print-op-generic`), or let memplan \
             do so (`--mlir-opt=PATH`)",
        ),
    },
    Group {
        codes: &["unknown-effects"],
        words: "operations have unknown memory effects and might allocate, capture or free buffers",
        help: None,
    },
];

/// The messages with those of a group joined into one, which comes first.
///
/// Messages about different files are not joined, nor are those that suggest another name.
pub(super) fn grouped(messages: &[Message]) -> Vec<Message> {
    let mut rest: Vec<Message> = messages.to_vec();
    let mut joined = Vec::new();
    for group in GROUPS {
        while let Some(message) = join_one(group, &mut rest) {
            joined.push(message);
        }
    }
    joined.extend(rest);
    joined
}

/// Takes the messages of a group about one file out of `rest`, if there are several.
fn join_one(group: &Group, rest: &mut Vec<Message>) -> Option<Message> {
    let is_member = |message: &Message| {
        let is_misspelled = message
            .help
            .iter()
            .any(|help| help.starts_with("did you mean"));
        group.codes.contains(&&*message.code) && !is_misspelled && name_in(message).is_some()
    };
    let file_of = |message: &Message| message.place.file.clone();
    let n_in = |file: &Option<String>| {
        let members = rest.iter().filter(|message| is_member(message));
        members.filter(|message| file_of(message) == *file).count()
    };
    let file = rest
        .iter()
        .filter(|message| is_member(message))
        .map(file_of)
        .find(|file| n_in(file) > 1)?;
    let (members, others): (Vec<Message>, Vec<Message>) = std::mem::take(rest)
        .into_iter()
        .partition(|message| is_member(message) && file_of(message) == file);
    *rest = others;
    let mut message = members.first()?.clone();
    message.message = format!("{} {}: {}", members.len(), group.words, names(&members));
    message.notes.clear();
    if let Some(help) = group.help {
        message.help = vec![help.to_owned()];
    } else {
        let all = members.iter().flat_map(|member| &member.help);
        message.help = all.fold(Vec::new(), |mut all: Vec<String>, help| {
            if !all.contains(help) {
                all.push(help.clone());
            }
            all
        });
    }
    Some(message)
}

/// The operation that a message is about: what it quotes first.
fn name_in(message: &Message) -> Option<&str> {
    message.message.split('`').nth(1)
}

/// The operations by their names, each with the line of the first one.
fn names(members: &[Message]) -> String {
    let mut names: Vec<(&str, usize, Option<u32>)> = Vec::new();
    for member in members {
        let name = name_in(member).unwrap_or_default();
        match names.iter_mut().find(|(listed, ..)| *listed == name) {
            Some((_, n_ops, _)) => *n_ops += 1,
            None => names.push((name, 1, member.place.line)),
        }
    }
    let mut shown: Vec<String> = names
        .iter()
        .take(MAX_NAMES)
        .map(|&(name, n_ops, line)| {
            let line = line.map_or_else(String::new, |line| format!(" in line {line}"));
            match n_ops {
                1 => format!("`{name}`{line}"),
                _ => format!("`{name}`{line} and {} more", n_ops - 1),
            }
        })
        .collect();
    if names.len() > MAX_NAMES {
        shown.push(format!("{} other names", names.len() - MAX_NAMES));
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::{Message, Place};
    use super::grouped;

    fn message(code: &str, name: &str, line: u32) -> Message {
        let place = Place {
            file: Some("a.mlir".to_owned()),
            line: Some(line),
            ..Place::default()
        };
        Message::error(code, format!("it is about `{name}`")).at(place)
    }

    #[test]
    fn operations_of_a_group_share_a_message_with_the_hint_in_front() {
        let messages = [
            message("syntax", "x", 1),
            message("unknown-op", "foo.a", 2),
            message("unknown-op", "foo.b", 3),
            message("no-custom-form", "foo.a", 5),
            message("unknown-op", "memref.allok", 6).help("did you mean `memref.alloc`?"),
            message("unknown-effects", "bar.c", 7),
        ];
        let joined = grouped(&messages);
        let texts: Vec<&str> = joined.iter().map(|message| &*message.message).collect();
        assert_eq!(
            texts,
            [
                "3 operations are in unsupported custom forms: \
                 `foo.a` in line 2 and 1 more, `foo.b` in line 3",
                "it is about `x`",
                "it is about `memref.allok`",
                "it is about `bar.c`",
            ]
        );
        assert!(joined[0].help[0].contains("--mlir-print-op-generic"));
    }

    #[test]
    fn what_helps_against_one_of_them_is_kept() {
        let mut messages: Vec<Message> = (0..20)
            .map(|n| message("unknown-effects", &format!("foo.op{n}"), n))
            .collect();
        messages[7] = messages[7].clone().help("`--no-dealloc`");
        let joined = grouped(&messages);
        assert_eq!(joined.len(), 1);
        assert!(
            joined[0].message.ends_with(", 12 other names"),
            "{}",
            joined[0].message
        );
        assert_eq!(joined[0].help, ["`--no-dealloc`"]);
    }
}
