//! `memplan opt`: passes over a program, as mlir-opt runs them.

use crate::cli::OptArgs;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::passes::{self, Pipeline};
use crate::source::{Source, Text};
use crate::{Session, io, pipeline};

/// The line that separates the parts of a file.
const SEPARATOR: &str = "// -----";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &OptArgs) -> Outcome<()> {
    let planned = match &args.pass_pipeline {
        Some(text) => Pipeline::parse(text)?,
        None => Pipeline::of("merge-alloc", &args.merge_alloc)?,
    };
    let pipeline = passes::prepare(session.context, &planned)?;
    let text = Text::read(&args.input)?;
    let parts = if args.split_input_file {
        split(&text)
    } else {
        vec![text]
    };

    let (mut outputs, mut status, mut messages) = (Vec::new(), ExitStatus::Done, Vec::new());
    for part in parts {
        match one(session, args, &pipeline, part) {
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
    io::write_parts(&args.output, &outputs)
}

fn one(
    session: &Session<'_>,
    args: &OptArgs,
    pipeline: &passes::Prepared,
    text: Text,
) -> Outcome<[String; 2]> {
    let mut source = text.into_source(&session.front_end)?;
    session.tell(&source.warnings);
    for (index, pass) in pipeline.passes.iter().enumerate() {
        pass.run(&mut source)?;
        if args.verify_each || index + 1 == pipeline.passes.len() {
            crate::pipeline::verify_result(&source, pass.name())?;
        }
    }
    // A large text and what is printed need not be in memory together.
    let Source { text, module, .. } = source;
    drop(text);
    Ok(pipeline::printed(&module, args.print))
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
