//! `memplan alias-scopes`: metadata for LLVM on lowered programs.

use memplan_alias_scopes::{AliasScopes, alias_scopes, alias_scopes_in_llvm_ir, is_lowered};
use memplan_support::table::plural;

use crate::cli::AliasScopesArgs;
use crate::exit::{Failure, Outcome};
use crate::kinds::{self, Product};
use crate::render::Message;
use crate::text::Text;
use crate::{Session, io, pipeline};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &AliasScopesArgs) -> Outcome<()> {
    kinds::guard(&args.output, Product::Program)?;
    let text = Text::read(&args.input)?;
    let marks = match std::str::from_utf8(&text.bytes) {
        Ok(ir) if is_llvm_ir(ir) => {
            let (ir, marks) = alias_scopes_in_llvm_ir(ir);
            io::write(&args.output, ir.as_bytes())?;
            marks
        }
        _ => {
            let mut source = text.into_source(&session.front_end)?;
            session.tell(&source.warnings);
            if !is_lowered(&source.module) {
                return Err(Failure::no(
                    Message::error("not-lowered", "the program has no function in the LLVM dialect")
                        .in_file(&source.text.name)
                        .help("lower it first, with `mlir-opt` and passes such as `--finalize-memref-to-llvm`"),
                ));
            }
            let marks = alias_scopes(&mut source.module);
            io::write_parts(&args.output, &pipeline::printed(&source, args.print)?)?;
            marks
        }
    };
    let AliasScopes {
        n_accesses,
        n_marked,
        n_scopes,
    } = marks;
    let scopes = plural(n_scopes, "scope");
    session.say(&format!(
        "alias-scopes: {n_marked} of {n_accesses} accesses, {scopes}"
    ));
    Ok(())
}

/// Whether a text is LLVM IR: its top-level entities begin lines with words that MLIR does not know.
fn is_llvm_ir(text: &str) -> bool {
    let starts = ["define ", "declare ", "source_filename ", "target "];
    text.lines()
        .any(|line| starts.iter().any(|start| line.starts_with(start)))
}
