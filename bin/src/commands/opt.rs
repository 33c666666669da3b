//! `memplan opt`: passes over a program, as mlir-opt runs them.

use std::time::Instant;

use memplan_mlir::passes::{
    DumpRule, Pipeline, Select, Threading, Timing, Verification, timing_table,
};

use crate::cli::OptArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::passes::{self, Settings};
use crate::source::{Source, Text};
use crate::{Session, io, pipeline};

/// The line that separates the parts of a file.
const SEPARATOR: &str = "// -----";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &OptArgs) -> Outcome<()> {
    let start = Instant::now();
    let registry = passes::registry(session.context);
    let pipeline = match &args.pass_pipeline {
        Some(text) => registry.parse(text),
        None => registry.sequence(&args.passes),
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
    for part in parts {
        match one(session, &pipeline, &settings, part, &mut times) {
            Ok(output) => {
                if !outputs.is_empty() {
                    outputs.push("// -----\n".to_owned());
                }
                outputs.extend(output);
            }
            Err(failure) => {
                status = status.max(failure.status);
                messages.extend(failure.messages);
            }
        }
    }
    if !messages.is_empty() {
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
    // A large text and what is printed need not be in memory together.
    let Source { text, module, .. } = source;
    drop(text);
    let printed = pipeline::printed(&module, settings.print);
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
        threading: if args.mlir_disable_threading {
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

/// The parts between separator lines, each with the number of lines before it.
fn split(text: &Text) -> Vec<Text> {
    let mut parts = vec![Text {
        name: text.name.clone(),
        bytes: Vec::new(),
        lines_before: 0,
    }];
    for (index, line) in (0_u32..).zip(text.bytes.split_inclusive(|&byte| byte == b'\n')) {
        if line.trim_ascii_end() == SEPARATOR.as_bytes() {
            parts.push(Text {
                name: text.name.clone(),
                bytes: Vec::new(),
                lines_before: index + 1,
            });
        } else if let Some(part) = parts.last_mut() {
            part.bytes.extend_from_slice(line);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::source::Text;

    #[test]
    fn parts_know_their_lines() {
        let text = Text::new("f", b"a\nb\n// -----\nc\n// -----  \n".to_vec());
        let parts: Vec<_> = split(&text)
            .into_iter()
            .map(|part| (part.lines_before, String::from_utf8(part.bytes).unwrap()))
            .collect();
        assert_eq!(
            parts,
            [(0, "a\nb\n".into()), (3, "c\n".into()), (5, String::new())]
        );
    }
}
