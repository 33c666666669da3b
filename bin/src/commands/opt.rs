//! `memplan opt`: passes over a program, as mlir-opt runs them.

use std::num::NonZeroUsize;
use std::time::Instant;

use memplan_mlir::passes::{
    DumpRule, Pipeline, Select, Threading, Timing, Verification, timing_table,
};

use memplan_mlir::text::print_parts;

use crate::cli::OptArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::kinds::{self, Product};
use crate::passes::{self, Settings};
use crate::source::{Source, Text};
use crate::{Session, io, pipeline};

/// The line that separates the parts of a file.
const SEPARATOR: &str = "// -----";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &OptArgs) -> Outcome<()> {
    kinds::guard(&args.output, Product::Program)?;
    let start = Instant::now();
    let context = session.context;
    let pipeline = match &args.pass_pipeline {
        Some(text) => context.pipeline(text),
        None => Pipeline::parse_sequence(&args.passes, &context.all_passes(), &context.dialects),
    };
    let pipeline = pipeline.map_err(|error| passes::failure(&error))?;
    if args.dump_pass_pipeline {
        io::write_stderr(&format!("{}\n", pipeline.text()));
    }
    let settings = settings(args);
    let text = Text::read(&args.input)?;
    let parts = if args.split_input_file {
        split(&text)
    } else {
        vec![text]
    };

    let (mut outputs, mut status, mut messages) = (Vec::new(), ExitStatus::Done, Vec::new());
    let mut times = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        if number > 0 {
            outputs.push("// -----\n".to_owned());
        }
        match one(session, &pipeline, &settings, part, &mut times) {
            Ok(output) => outputs.extend(output),
            Err(failure) => {
                status = status.max(failure.status);
                messages.extend(failure.messages);
            }
        }
    }
    if !messages.is_empty() {
        // As in mlir-opt, a reader gets the parts that succeeded; a file would look complete.
        if args.split_input_file && io::is_std(&args.output) {
            io::write_parts(&args.output, &outputs)?;
        }
        return Err(Failure { status, messages });
    }
    let written = Instant::now();
    io::write_parts(&args.output, &outputs)?;
    if args.mlir_timing {
        times.push(Timing::of("Output", written.elapsed()));
        io::write_stderr(&timing_table(&times, start.elapsed()));
    }
    Ok(())
}

fn one(
    session: &Session<'_>,
    pipeline: &Pipeline,
    settings: &Settings,
    text: Text,
    times: &mut Vec<Timing>,
) -> Outcome<[String; 2]> {
    let start = Instant::now();
    let mut source = text.into_source(&session.front_end)?;
    session.tell(&source.warnings);
    times.push(Timing::of("Parser", start.elapsed()));
    times.extend(passes::run(session, pipeline, &mut source, settings)?);
    let start = Instant::now();
    // Free the source before printing: both texts may be large.
    let options = pipeline::checked_options(&source, settings.print)?;
    let Source { text, module, .. } = source;
    drop(text);
    let printed = print_parts(&module, &options);
    times.push(Timing::of("Printer", start.elapsed()));
    Ok(printed)
}

fn settings(args: &OptArgs) -> Settings {
    let select = |all: bool, names: &[String]| match names {
        _ if all => Select::All,
        [] => Select::None,
        names => Select::Named(names.to_vec()),
    };
    let after_all = args.mlir_print_ir_after_all
        || (args.mlir_print_ir_after_change && args.mlir_print_ir_after.is_empty());
    Settings {
        verification: if args.verify_each {
            Verification::Each
        } else {
            Verification::End
        },
        threading: if args.mlir_disable_threading || args.threads == Some(NonZeroUsize::MIN) {
            Threading::Off
        } else {
            Threading::On
        },
        dumps: DumpRule {
            before: select(args.mlir_print_ir_before_all, &args.mlir_print_ir_before),
            after: select(after_all, &args.mlir_print_ir_after),
            after_change: args.mlir_print_ir_after_change,
        },
        print: args.print,
        is_timed: args.mlir_timing,
    }
}

/// The parts between separators, each with the number of lines before it.
///
/// As in mlir-opt, a separator need not fill a line: text after it on the same line belongs to the next part,
/// padded with spaces to keep its column. A separator at the end of the text is ignored.
fn split(text: &Text) -> Vec<Text> {
    let mut parts = Vec::new();
    let (mut start, mut line, mut column) = (0, 0, 0);
    while let Some((end, next)) = next_separator(&text.bytes, start) {
        // An empty text before the first separator is not a part.
        if end > 0 {
            parts.push(part(text, &text.bytes[start..end], line, column));
        }
        let before = &text.bytes[start..next];
        let newlines = before.iter().filter(|&&byte| byte == b'\n').count();
        line += newlines as u32;
        column = match before.iter().rposition(|&byte| byte == b'\n') {
            Some(at) => before.len() - at - 1,
            None => column + before.len(),
        };
        start = next;
    }
    parts.push(part(text, &text.bytes[start..], line, column));
    parts
}

/// Where the next separator begins and ends, unless it ends the text.
fn next_separator(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let separator = SEPARATOR.as_bytes();
    let at = bytes[from..]
        .windows(separator.len())
        .position(|window| window == separator)?;
    let end = from + at + separator.len();
    (end < bytes.len()).then_some((from + at, end))
}

fn part(text: &Text, bytes: &[u8], lines_before: u32, column: usize) -> Text {
    let mut padded = Vec::with_capacity(column + bytes.len());
    // A line that is empty after a separator needs no padding.
    if !bytes.starts_with(b"\n") {
        padded.resize(column, b' ');
    }
    padded.extend_from_slice(bytes);
    Text {
        name: text.name.clone(),
        bytes: padded,
        lines_before,
        path: None,
    }
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::source::Text;

    fn parts(text: &str) -> Vec<(u32, String)> {
        split(&Text::new("f", text.into()))
            .into_iter()
            .map(|part| (part.lines_before, String::from_utf8(part.bytes).unwrap()))
            .collect()
    }

    #[test]
    fn parts_know_their_lines() {
        assert_eq!(
            parts("a\nb\n// -----\nc\n// -----  \n"),
            [
                (0, "a\nb\n".into()),
                (2, "\nc\n".into()),
                (4, format!("{:10}\n", ""))
            ]
        );
    }

    #[test]
    fn parts_begin_behind_separators_wherever_they_stand() {
        assert_eq!(
            parts("a // ----- b\nc"),
            [(0, "a ".into()), (0, format!("{:10} b\nc", ""))]
        );
        assert_eq!(parts("// -----\na"), [(0, "\na".into())]);
        assert_eq!(parts("a\n// -----"), [(0, "a\n// -----".into())]);
        assert_eq!(parts(""), [(0, String::new())]);
    }
}
