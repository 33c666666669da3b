//! `memplan opt`: passes over a program, as mlir-opt runs them.

use std::num::NonZeroUsize;
use std::time::Instant;

use memplan_mlir::passes::{
    DumpRule, Pipeline, Select, Threading, Timing, Verification, statistics_table, timing_table,
};

use memplan_bytecode as bytecode;
use memplan_mlir::OpId;
use memplan_mlir::text::{PrintOptions, print_op, print_parts};

use super::expected::differences;
use crate::cli::{Expectations, OptArgs, PrintArgs};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::kinds::{self, Product};
use crate::passes::{self, Ran, Settings};
use crate::render::Message;
use crate::source::Source;
use crate::text::Text;
use crate::{Session, io, pipeline};

/// What pipelines run on.
const MODULE: &str = "builtin.module";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &OptArgs) -> Outcome<()> {
    let product = if args.emit_bytecode {
        Product::Bytecode
    } else {
        Product::Program
    };
    kinds::guard(&args.output, product)?;
    let start = Instant::now();
    let pipeline = pipeline(session, args)?;
    if args.dump_pass_pipeline {
        io::write_stderr(&format!("{}\n", pipeline.text()));
    }
    let settings = settings(args);
    let text = Text::read(&args.input)?;
    let parts = match &args.split_input_file {
        Some(separator) => split(&text, separator),
        None => vec![text],
    };

    let mut whole = Ran::default();
    let (mut outputs, mut status, mut messages) = (Vec::new(), ExitStatus::Done, Vec::new());
    for (number, part) in parts.into_iter().enumerate() {
        if number > 0 {
            outputs.push(format!("{}\n", args.output_split_marker).into_bytes());
        }
        let expecting = args.verify_diagnostics.map(|which| (part.clone(), which));
        let Part { mut ran, program } = one(session, &pipeline, args, &settings, part)?;
        if let Some((text, which)) = expecting {
            ran.failure = unexpected(&mut ran, &text, which);
        } else {
            session.tell(&ran.messages);
        }
        // Not between the operations of a program that another tool reads.
        if io::is_std(&args.output) {
            io::write_stderr(&ran.printed);
        } else {
            io::write_stdout(ran.printed.as_bytes())?;
        }
        outputs.extend(program);
        whole.times.extend(ran.times);
        for statistic in ran.statistics {
            statistic.add_to(&mut whole.statistics);
        }
        if let Some(failure) = ran.failure {
            status = status.max(failure.status);
            messages.extend(failure.messages);
        }
    }
    if args.mlir_pass_statistics {
        io::write_stderr(&statistics_table(&whole.statistics));
    }
    if !messages.is_empty() {
        // As in mlir-opt, a reader gets the parts that succeeded; a file would look complete.
        if args.split_input_file.is_some() && io::is_std(&args.output) {
            io::write_parts(&args.output, &outputs)?;
        }
        return Err(Failure { status, messages });
    }
    let written = Instant::now();
    io::write_parts(&args.output, &outputs)?;
    if args.mlir_timing {
        whole.times.push(Timing::of("Output", written.elapsed()));
        io::write_stderr(&timing_table(&whole.times, start.elapsed()));
    }
    Ok(())
}

fn pipeline(session: &Session<'_>, args: &OptArgs) -> Outcome<Pipeline> {
    let context = session.context;
    let pipeline = match &args.pass_pipeline {
        // Without a module in the file, pipelines begin with its operation.
        Some(text) if args.no_implicit_module && !text.trim().starts_with(MODULE) => {
            context.pipeline(&format!("{MODULE}({text})"))
        }
        Some(text) => context.pipeline(text),
        None => Pipeline::parse_sequence(&args.passes, &context.all_passes(), &context.dialects),
    };
    pipeline.map_err(|error| passes::failure(&error))
}

/// The failure of a run whose messages, errors included, are not those that its text expects.
fn unexpected(ran: &mut Ran, text: &Text, which: Expectations) -> Option<Failure> {
    let failure = ran.failure.take();
    ran.messages
        .extend(failure.into_iter().flat_map(|failure| failure.messages));
    let only_expected = which == Expectations::OnlyExpected;
    let messages = differences(text, &ran.messages, only_expected);
    (!messages.is_empty()).then_some(Failure {
        status: ExitStatus::No,
        messages,
    })
}

/// A part of the input after the passes.
struct Part {
    ran: Ran,
    /// Empty if anything failed.
    program: Vec<Vec<u8>>,
}

fn one(
    session: &Session<'_>,
    pipeline: &Pipeline,
    args: &OptArgs,
    settings: &Settings,
    text: Text,
) -> Outcome<Part> {
    let start = Instant::now();
    let mut source = match text.into_source(&session.front_end) {
        Ok(source) => source,
        Err(failure) => return Ok(Part::failed(failure)),
    };
    if args.no_implicit_module
        && let Err(failure) = only_op(&source)
    {
        return Ok(Part::failed(failure));
    }
    if args.verify_roundtrip
        && let Err(failure) = verify_roundtrip(session, &source, settings.print)
    {
        return Ok(Part::failed(failure));
    }
    let parsed = Timing::of("Parser", start.elapsed());
    let mut ran = passes::run(session, pipeline, &mut source, settings)?;
    ran.messages
        .splice(0..0, std::mem::take(&mut source.warnings));
    ran.times.insert(0, parsed);
    let mut program = Vec::new();
    if ran.failure.is_none() {
        let start = Instant::now();
        match output(source, args) {
            Ok(parts) => program = parts,
            Err(failure) => ran.failure = Some(failure),
        }
        ran.times.push(Timing::of("Printer", start.elapsed()));
    }
    Ok(Part { ran, program })
}

/// The bytes to write.
fn output(source: Source, args: &OptArgs) -> Outcome<Vec<Vec<u8>>> {
    let options = pipeline::checked_options(&source, args.print)?;
    if args.emit_bytecode {
        let file = bytecode::write(&source.module, args.emit_bytecode_version, options.version);
        let file = file.map_err(|error| {
            let message = Message::error("bytecode", error).in_file(&source.text.name);
            Failure::no(
                message.help("text holds every program, and `--emit-bytecode-version=4` most"),
            )
        })?;
        return Ok(vec![file]);
    }
    let op = if args.no_implicit_module {
        Some(only_op(&source)?)
    } else {
        None
    };
    // Free the source before printing: both texts may be large.
    let Source { text, module, .. } = source;
    drop(text);
    Ok(match op {
        Some(op) if op != module.root() => vec![print_op(&module, op, &options).into_bytes()],
        _ => print_parts(&module, &options)
            .map(String::into_bytes)
            .into(),
    })
}

/// The only operation of a file: a module, if the file has one.
fn only_op(source: &Source) -> Outcome<OpId> {
    let m = &source.module;
    let body = m.body().into_iter();
    let tops: Vec<OpId> = body.flat_map(|body| m.ops(body)).collect();
    match tops[..] {
        // The parser adds a module in front of everything that it reads.
        _ if m.root().index() > 0 => Ok(m.root()),
        [op] => Ok(op),
        _ => {
            let n = tops.len();
            let message = format!("expected one operation at the top of the file, found {n}");
            let message = Message::error("no-implicit-module", message).in_file(&source.text.name);
            Err(Failure::no(
                message.help("without `--no-implicit-module`, a module is added"),
            ))
        }
    }
}

impl Part {
    fn failed(failure: Failure) -> Self {
        let ran = Ran {
            failure: Some(failure),
            ..Ran::default()
        };
        Self {
            ran,
            program: Vec::new(),
        }
    }
}

/// Prints a program, reads it again, and compares both: as printed, and with elided details.
fn verify_roundtrip(session: &Session<'_>, source: &Source, print: PrintArgs) -> Outcome<()> {
    let name = format!("{} (printed)", source.text.name);
    let whole = PrintOptions {
        generic: true,
        local_scope: true,
        ..PrintOptions::default()
    };
    let before = print_parts(&source.module, &whole).concat();
    let text = pipeline::printed(source, print)?.concat();
    let again = Text::new(name, text.into()).into_source(&session.front_end)?;
    let after = print_parts(&again.module, &whole).concat();
    let mut lines = before.lines().zip(after.lines());
    match lines.find(|(before, after)| before != after) {
        None if before.len() == after.len() => Ok(()),
        different => {
            let message = "the program changes when it is printed and read again";
            let mut message = Message::error("roundtrip", message).in_file(&source.text.name);
            if let Some((before, after)) = different {
                let (before, after) = (before.trim(), after.trim());
                message = message.help(format!("`{before}` became `{after}`"));
            }
            Err(Failure::no(message))
        }
    }
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
            after_failure: args.mlir_print_ir_after_failure,
        },
        print: args.print,
        is_timed: args.mlir_timing,
    }
}

/// The parts between separators, each with the number of lines before it.
///
/// As in mlir-opt, a separator need not fill a line: text after it on the same line belongs to the next part,
/// padded with spaces to keep its column. A separator at the end of the text is ignored.
fn split(text: &Text, separator: &str) -> Vec<Text> {
    let mut parts = Vec::new();
    let (mut start, mut line, mut column) = (0, 0, 0);
    while let Some((end, next)) = next_separator(&text.bytes, separator, start) {
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
fn next_separator(bytes: &[u8], separator: &str, from: usize) -> Option<(usize, usize)> {
    let separator = separator.as_bytes();
    if separator.is_empty() {
        return None;
    }
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
        lines_before,
        ..Text::new(text.name.clone(), padded)
    }
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::text::Text;

    fn parts(text: &str) -> Vec<(u32, String)> {
        split(&Text::new("f", text.into()), "// -----")
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
    fn parts_begin_after_separators_wherever_they_stand() {
        assert_eq!(
            parts("a // ----- b\nc"),
            [(0, "a ".into()), (0, format!("{:10} b\nc", ""))]
        );
        assert_eq!(parts("// -----\na"), [(0, "\na".into())]);
        assert_eq!(parts("a\n// -----"), [(0, "a\n// -----".into())]);
        assert_eq!(parts(""), [(0, String::new())]);
    }
}
