//! Long flags with one dash, as in LLVM tools: `memplan opt -canonicalize -pass-pipeline=...`.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::Command;

/// The verb with the flags of mlir-opt.
pub(super) const VERB: &str = "opt";

/// Adds the second dash to every long flag of `opt`.
///
/// The first argument is the program name. Other verbs, short flags and arguments after `--` are not changed. `-oFILE`
/// is an output file if FILE contains a dot or a slash, which names of passes do not.
pub(super) fn with_two_dashes(arguments: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let Some(verb_at) = verb_position(&arguments, command) else {
        return arguments;
    };
    if arguments[verb_at] != VERB {
        return arguments;
    }
    let flags = long_flags(command);
    let mut is_flag = true;
    let convert = |(at, argument): (usize, OsString)| {
        let text = argument.to_str().unwrap_or("");
        is_flag &= text != "--";
        if at > verb_at && is_flag && is_long(text, &flags) {
            OsString::from(format!("-{text}"))
        } else {
            argument
        }
    };
    arguments.into_iter().enumerate().map(convert).collect()
}

/// The position of the verb: the first argument that is neither a flag nor the value of one.
pub(super) fn verb_position(arguments: &[OsString], command: &Command) -> Option<usize> {
    let takes_value = |text: &str| {
        command.get_arguments().any(|argument| {
            let is_named = argument
                .get_long()
                .is_some_and(|long| text.strip_prefix("--") == Some(long));
            is_named && argument.get_action().takes_values()
        })
    };
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        match argument.to_str() {
            Some("--") => return None,
            Some(text) if takes_value(text) => at += 2,
            Some(text) if text.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
    None
}

fn is_long(text: &str, flags: &BTreeSet<String>) -> bool {
    let Some(flag) = text.strip_prefix('-') else {
        return false;
    };
    if flag.starts_with('-') || flag.chars().count() < 2 {
        return false;
    }
    let name = flag.split('=').next().unwrap_or(flag);
    // `-j4` and `-o=out.mlir` are short flags with their values.
    let is_short = match name.split_at(1) {
        ("o", rest) => rest.is_empty() || rest.contains(['.', '/']),
        ("j", rest) => rest.chars().all(|c| c.is_ascii_digit()),
        _ => false,
    };
    flags.contains(name) || !is_short
}

fn long_flags(command: &Command) -> BTreeSet<String> {
    let opt = command.find_subcommand(VERB);
    let own = opt.into_iter().flat_map(Command::get_arguments);
    let all = own.chain(command.get_arguments());
    all.flat_map(|argument| argument.get_long_and_visible_aliases().unwrap_or_default())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::{Arg, ArgAction, Command};

    use super::with_two_dashes;

    fn convert(line: &str) -> String {
        let command = Command::new("memplan")
            .arg(Arg::new("color").long("color"))
            .subcommand(
                Command::new("opt")
                    .arg(Arg::new("output").long("output").short('o'))
                    .arg(
                        Arg::new("optimize")
                            .long("optimize")
                            .action(ArgAction::SetTrue),
                    ),
            );
        let arguments = line.split(' ').map(OsString::from).collect();
        let converted = with_two_dashes(arguments, &command);
        let texts: Vec<_> = converted
            .iter()
            .map(|text| text.to_string_lossy())
            .collect();
        texts.join(" ")
    }

    #[test]
    fn long_flags_of_opt_get_their_second_dash() {
        for (given, expected) in [
            (
                "memplan opt - -cse -x=1 --y",
                "memplan opt - --cse --x=1 --y",
            ),
            ("memplan opt -o out -oa.mlir", "memplan opt -o out -oa.mlir"),
            ("memplan opt -o=out -j4 -h", "memplan opt -o=out -j4 -h"),
            ("memplan opt -optimize", "memplan opt --optimize"),
            // A misspelt pass is not taken for an output file.
            ("memplan opt -optimise", "memplan opt --optimise"),
            ("memplan opt -- -cse", "memplan opt -- -cse"),
            (
                "memplan --color opt opt -cse",
                "memplan --color opt opt --cse",
            ),
            (
                "memplan --color=never opt -cse",
                "memplan --color=never opt --cse",
            ),
            ("memplan plan -cse", "memplan plan -cse"),
            ("memplan -cse", "memplan -cse"),
        ] {
            assert_eq!(convert(given), expected);
        }
    }
}
